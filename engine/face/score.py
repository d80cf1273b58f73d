"""Scores as integers."""

from engine.core import score
from engine.core.outcome import Player


class Score(int):
    """A score for the side to move, in the units of the evaluation, as an integer.

    Calculations with it have plain integers as results.

    Attributes:
        turn: the side to move.
    """

    turn: Player

    def __new__(cls, value: int, turn: Player) -> "Score":
        """Create the score ``value`` for the player ``turn``."""
        self = super().__new__(cls, value)
        self.turn = turn
        return self

    def __reduce__(self) -> tuple[type["Score"], tuple[int, Player]]:
        return Score, (int(self), self.turn)

    @property
    def core(self) -> score.Score:
        """The score as the rest of the engine uses it."""
        return score.Score(int(self), self.turn)

    @property
    def win_in(self) -> int | None:
        """The number of plies to a forced win, negative for a forced loss, or None for other scores."""
        return self.core.win_in

    def pov(self, player: Player) -> "Score":
        """Return the same score from ``player``'s point of view."""
        return self if player == self.turn else Score(-self, player)

    @property
    def text(self) -> str:
        """The score with its sign, such as ``+7`` or ``−3``. A win in five plies is ``#5``, a loss is ``#−5``."""
        return self.core.format()
