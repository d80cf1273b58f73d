"""A game in progress between two players, used for single games and for the games of a contest."""

from collections.abc import Sequence

from engine.core.course import Course
from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position
from engine.search.report import Report


class OngoingGame:
    """A game in progress: its position, its moves, and the time and nodes that each side has used.

    Args:
        start: position at which the record begins.
        opening: moves made before the players choose moves.
        seed: random seed of the game, from which the seeds of both sides are derived.
        most_plies: number of plies, without the opening, after which the game is adjudicated a draw.

    Attributes:
        position: the current position.
        course: the current position with the moves that led to it.
        moves: every move since ``start``, including the moves of the opening.
        texts: the same moves in coordinate notation.
        opening_plies: number of moves of the opening.
        seconds: thinking time of FIRST and SECOND, in seconds.
        nodes: positions visited by FIRST and SECOND.
        thoughts: number of moves that FIRST and SECOND chose.
    """

    def __init__(self, start: Position, opening: Sequence[int], seed: int, most_plies: int) -> None:
        self.start = self.position = start
        self.course = Course.begin(start)
        self.moves: list[int] = []
        self.texts: list[str] = []
        self.seconds, self.nodes, self.thoughts = [0.0, 0.0], [0, 0], [0, 0]
        self._seed, self._most_plies, self.opening_plies = seed, most_plies, len(opening)
        for move in opening:
            self._make(move)

    @property
    def plies(self) -> int:
        """Number of moves played, without those of the opening."""
        return len(self.moves) - self.opening_plies

    @property
    def side(self) -> Player:
        """The player who makes the next move (``Position.hand``)."""
        return self.position.hand

    @property
    def seed(self) -> int:
        """Random seed of the player to move."""
        return 2 * self._seed + self.side

    def outcome(self) -> Outcome | None:
        """Return the outcome by the rules or by the maximum length of the game, or None if the game continues."""
        outcome = self.position.outcome()
        if outcome is None and self.plies >= self._most_plies:
            return Outcome(None, Termination.ADJUDICATION)
        return outcome

    def answer(self, report: Report, seconds: float) -> Outcome | None:
        """Play the move of ``report``. Return the outcome if the player resigns, or None otherwise.

        If the move ends the game by the rules or by its length, ``outcome`` returns the outcome.

        Args:
            report: last report of the player to move. A report without a move is a resignation.
            seconds: time used for the move, in seconds.
        """
        side = self.side
        if report.move is None:
            return Outcome(side.other, Termination.RESIGNATION)
        self.seconds[side] += seconds
        self.nodes[side] += report.nodes
        self.thoughts[side] += 1
        self._make(report.move)
        return None

    def _make(self, move: int) -> None:
        self.texts.append(self.position.game.format_move(self.position, move, "coordinates"))
        self.moves.append(move)
        self.course = self.course.after(move)
        self.position = self.course.position
