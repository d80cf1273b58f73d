"""What a reader of records could not read as it is written: the place, the reason, and what was done instead."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.errors import KyVienError, NotationError
from engine.core.language import mark, tr

KEPT = mark("kept as a comment")
"""The text is in a comment of the record, and is written back."""
ENDED = mark("the line ends here, and the rest of it is kept as a comment")
SKIPPED = mark("left out")
"""The text says nothing that a record could hold."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A place of a text that was not read as it is written.

    Attributes:
        line: number of the line, counted from 1.
        game: number of the game in the text, counted from 1.
        ply: number of the ply in its line, counted from 1, or 0 if the place is not among the moves.
        reason: what is wrong there.
        done: English text of what was done, a key of the translation.
    """

    line: int
    game: int
    ply: int
    reason: KyVienError
    done: str

    def __str__(self) -> str:
        return tr("{place}; {done}", place=self.error, done=tr(self.done))

    @property
    def error(self) -> NotationError:
        """The fault as an error, which names the place and the reason."""
        if not self.ply:
            return NotationError(
                "line {line}, game {game}: {reason}", line=self.line, game=self.game, reason=self.reason
            )
        return NotationError(
            "line {line}, game {game}, ply {ply}: {reason}",
            line=self.line, game=self.game, ply=self.ply, reason=self.reason,
        )  # fmt: skip


def summary(notes: Sequence[str]) -> str:
    """Return the first of several notes, and the number of the others."""
    return notes[0] if len(notes) == 1 else tr("{first} (and {count} more)", first=notes[0], count=len(notes) - 1)
