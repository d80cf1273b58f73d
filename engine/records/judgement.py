"""The judgement of a move of a record by an algorithm, and its text in an evaluation note.

A judgement contains the scores that two searches found, not the class of the move (``engine.analysis.verdict``), which
depends on thresholds that the user can change.
"""

import re
from dataclasses import dataclass
from typing import Self

from engine.core.outcome import Player
from engine.core.score import WIN, WIN_BOUND, Score
from engine.records.escapes import decode, encode_name

MOST_PLIES = 8
"""Maximum number of plies of a best line that is stored."""

_SCORE = re.compile(r"(#?)([+-]?)([0-9]{1,18})")


@dataclass(frozen=True, slots=True)
class Judgement:
    """The scores of a position before a move of the record was played.

    Attributes:
        line: the best move and its principal variation, in coordinate notation. It has at least one move.
        before: score of the position, from FIRST's point of view. It is the better one, for the side that moved, of the
            scores with all moves and with only the move played.
        after: score of the position with only the move played, from FIRST's point of view.
        depth: depth in plies that both searches completed, or None for an algorithm without depths.
        other: score of the best of the other moves, from FIRST's point of view, or None if it was not searched. It is
            searched if the move played is the best one.
        changed: whether the move played became the best one by the second search.
        approximate: whether ``after`` is from a search of the next position, one ply less deep, because the algorithm
            cannot be restricted to one move.
    """

    line: tuple[str, ...]
    before: Score
    after: Score
    depth: int | None = None
    other: Score | None = None
    changed: bool = False
    approximate: bool = False

    def __post_init__(self) -> None:
        if not self.line:
            raise ValueError("a judgement needs a best move")
        for name in ("before", "after", "other"):
            score: Score | None = getattr(self, name)
            if score is not None:
                object.__setattr__(self, name, score.pov(Player.FIRST))

    @property
    def best(self) -> str:
        """The best move, in coordinate notation."""
        return self.line[0]

    def to_fields(self) -> list[str]:
        """Return the fields ``name=value`` of the judgement in an evaluation note, for ``from_fields``."""
        fields = [
            f"best={encode_name(' '.join(self.line))}",
            f"before={write_score(self.before)}",
            f"after={write_score(self.after)}",
        ]
        if self.depth is not None:
            fields.append(f"judged={self.depth}")
        if self.other is not None:
            fields.append(f"other={write_score(self.other)}")
        return fields + [f"{name}=1" for name in ("changed", "approximate") if getattr(self, name)]

    @classmethod
    def from_fields(cls, fields: dict[str, str]) -> Self | None:
        """Return the judgement with the fields of ``to_fields``, or None if it is incomplete or not valid."""
        line = tuple(decode(fields.get("best", "")).split())
        before, after = read_score(fields.get("before", "")), read_score(fields.get("after", ""))
        other = read_score(fields["other"]) if "other" in fields else None
        depth = fields.get("judged")
        if not line or before is None or after is None or ("other" in fields and other is None):
            return None
        if (depth is not None and not re.fullmatch("[0-9]{1,4}", depth)) or any(
            fields.get(name, "1") != "1" for name in ("changed", "approximate")
        ):
            return None
        return cls(
            line, before, after, None if depth is None else int(depth), other, "changed" in fields,
            "approximate" in fields,
        )  # fmt: skip


FIELDS = frozenset(("best", "before", "after", "judged", "other", "changed", "approximate"))
"""Names of the fields of a judgement in an evaluation note."""


def write_score(score: Score) -> str:
    """Return a score from FIRST's point of view as text: ``+7``, ``-3``, ``0``, ``#5`` or ``#-5``."""
    score = score.pov(Player.FIRST)
    value, plies = score.value, score.win_in
    if plies is not None:
        return f"#{'-' if value < 0 else ''}{abs(plies)}"
    return f"{'-' if value < 0 else '+' if value > 0 else ''}{abs(value)}"


def read_score(text: str) -> Score | None:
    """Return the score that ``write_score`` wrote as ``text``, or None if the text is not valid."""
    match = _SCORE.fullmatch(text)
    if match is None:
        return None
    value = int(match[3])
    if match[1]:
        if value >= WIN - WIN_BOUND:
            return None
        value = WIN - value
    elif value > WIN_BOUND:
        return None
    return Score(-value if match[2] == "-" else value, Player.FIRST)
