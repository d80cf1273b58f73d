"""The rules of nim with their options, and its notation and surface.

A move takes one or more counters from one heap. The player who takes the last counter wins, or loses in misère play. In
normal play the side to move can win exactly if the exclusive or of the heap sizes is not 0 (Bouton, 1901), so that
every score of a search can be verified by hand. The default, heaps of one, two and two counters, has a tree of 150
nodes.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

from engine.core.cells import read_turn
from engine.core.errors import IllegalMoveError, KyVienError, NotationError, PositionError
from engine.core.game import Game, MoveStyle, register
from engine.core.language import Plural
from engine.core.options import option
from engine.core.refinements import IN_SMALL_GAMES, SMALL_GAME
from engine.core.surface import (
    BoardColors,
    MoveShape,
    PieceKind,
    Setup,
    Surface,
)
from engine.core.values import Value
from engine.games.nim.position import NimPosition

LETTERS = "abcde"


class Rules(Value):
    """The options of nim."""

    first: int = option(
        1, "Counters in the first heap", label="First heap", minimum=1, maximum=9, unit=Plural("counter", "counters")
    )
    second: int = option(
        2, "Counters in the second heap", label="Second heap", minimum=0, maximum=9, unit=Plural("counter", "counters")
    )
    third: int = option(
        2, "Counters in the third heap", label="Third heap", minimum=0, maximum=9, unit=Plural("counter", "counters")
    )
    fourth: int = option(
        0, "Counters in the fourth heap", label="Fourth heap", minimum=0, maximum=9, unit=Plural("counter", "counters")
    )
    fifth: int = option(
        0, "Counters in the fifth heap", label="Fifth heap", minimum=0, maximum=9, unit=Plural("counter", "counters")
    )
    misere: bool = option(False, "The player who takes the last counter loses", label="Misère")


_COLORS = BoardColors("#F3EFE2", "#EDE7D5", "#C9BF9F", "#A99D78", "#3E6B57", "#8A5A2B")


@register
class Nim(Game[NimPosition]):
    """Nim under the given rules."""

    name: ClassVar[str] = "nim"
    title: ClassVar[str] = "Nim"
    sides: ClassVar[tuple[str, str]] = ("Player 1", "Player 2")
    Rules: ClassVar[type] = Rules
    unsuitable: ClassVar = IN_SMALL_GAMES | dict.fromkeys(("counter_moves", "history"), SMALL_GAME)
    presets: ClassVar[Mapping[str, Mapping[str, int]]] = {
        "1-2-2": {},
        "1-2-3": {"third": 3},
        "3-4-5": {"first": 3, "second": 4, "third": 5},
        "1-3-5-7": {"first": 1, "second": 3, "third": 5, "fourth": 7},
    }

    @property
    def start_heaps(self) -> tuple[int, ...]:
        """Return the number of counters in each of the five heaps at the start of a game, which can be 0."""
        rules = self.rules
        return rules.first, rules.second, rules.third, rules.fourth, rules.fifth

    @cached_property
    def columns(self) -> int:
        """Return the number of heaps up to the last one that is not empty at the start of a game."""
        return max(index for index, count in enumerate(self.start_heaps, 1) if count)

    @cached_property
    def rows(self) -> int:
        """Return the number of counters in the largest heap at the start of a game."""
        return max(self.start_heaps)

    def start(self) -> NimPosition:
        """Return the position with the heaps of the rules and the first player to move."""
        return NimPosition(self, self.start_heaps, 0, self.rules.misere)

    # --- texts ----------------------------------------------------------------------------------------------------

    def format_position(self, position: NimPosition) -> str:
        """Return the heaps, and 1 or 2 for the player to move, such as ``1/2/2 1``."""
        return f"{'/'.join(map(str, position.heaps))} {position.side + 1}"

    def _read(self, text: str) -> Setup:
        match = re.fullmatch(r"([0-9](?:/[0-9])*) ([12])", text.strip(), re.ASCII)
        if match is None:
            raise NotationError("{text!r} is not a position of nim such as 1/2/2 1", text=text.strip())
        heaps = [int(word) for word in match[1].split("/")]
        if len(heaps) != self.columns:
            raise NotationError(
                Plural("{count} heap; there must be {expected}", "{count} heaps; there must be {expected}"),
                count=len(heaps), expected=self.columns,
            )  # fmt: skip
        for index, count in enumerate(heaps):
            if count > self.rows:
                raise PositionError(
                    Plural("heap {heap} holds {count} counter; at most {most} fit",
                           "heap {heap} holds {count} counters; at most {most} fit"),
                    heap=LETTERS[index], count=count, most=self.rows,
                )  # fmt: skip
        return Setup(self._pieces(heaps), read_turn(match[2], "12"))

    def format_move(self, position: NimPosition, move: int, style: MoveStyle = "record") -> str:
        """Return the heap and the number of counters, such as ``b-2`` for two counters from heap b."""
        return f"{LETTERS[move >> 4]}-{move & 15}"

    def parse_move(self, position: NimPosition, text: str) -> int:
        """Parse a move in the format of ``format_move``. The dash is optional.

        Raises:
            NotationError: if the text is not a move.
            IllegalMoveError: if the move is illegal.
        """
        word = text.strip()
        match = re.fullmatch(r"([a-e])[-−]?([1-9])", word.lower(), re.ASCII)
        if match is None:
            raise NotationError("{text!r} is not a move such as b-2", text=word)
        move = 16 * LETTERS.index(match[1]) + int(match[2])
        if move not in position.legal_moves():
            raise IllegalMoveError("{text}: {reason}", text=word, reason=str(self._refusal(position, move)))
        return move

    def _refusal(self, position: NimPosition, move: int) -> KyVienError:
        """Return an error with the reason why a move is illegal."""
        if position.outcome() is not None:
            return IllegalMoveError("the game is over")
        if move >> 4 >= self.columns:
            return IllegalMoveError("the heap does not exist")
        return IllegalMoveError("the heap holds only {count}", count=position.heaps[move >> 4])

    # --- the board ------------------------------------------------------------------------------------------------

    def surface(self, position: NimPosition) -> Surface:
        """Return a board with one column per heap, filled with counters from the bottom."""
        return Surface(
            theme="nim",
            colors=_COLORS,
            style="squares",
            columns=self.columns,
            rows=self.rows,
            column_names=tuple(LETTERS[: self.columns]),
            row_names=tuple(map(str, range(1, self.rows + 1))),
            kinds=(PieceKind("o", "counter", None, "●"),),
            pieces=self._pieces(position.heaps),
        )

    def _pieces(self, heaps: Sequence[int]) -> dict[int, str]:
        return {row * self.columns + column: "o" for column, count in enumerate(heaps) for row in range(count)}

    def shape(self, position: NimPosition, move: int) -> MoveShape:
        """Return a shape whose target is the lowest counter taken. All counters taken are captured cells."""
        column, count = move >> 4, move & 15
        height = position.heaps[column]
        taken = tuple(row * self.columns + column for row in range(height - count, height))
        return MoveShape(move, None, taken[0], taken, hint=f"−{count}")

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> NimPosition:
        heaps = [0] * self.columns
        for cell in setup.pieces:
            heaps[cell % self.columns] += 1
        return NimPosition(self, heaps, int(setup.turn), self.rules.misere)

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return the faults of a set-up: unknown pieces, counters off the board, and gaps below counters."""
        faults: list[KyVienError] = []
        for cell, piece in sorted(setup.pieces.items()):
            if piece != "o":
                faults.append(PositionError("unknown piece {piece!r}", piece=piece))
            elif not 0 <= cell < self.columns * self.rows:
                faults.append(PositionError("cell {cell} is not on the board", cell=cell))
            elif cell >= self.columns and cell - self.columns not in setup.pieces:
                faults.append(
                    PositionError("heap {heap} has a gap below a counter", heap=LETTERS[cell % self.columns])
                )  # fmt: skip
        return faults
