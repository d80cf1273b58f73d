"""A position with the moves that led to it, for programs that receive the moves."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from engine.core.position import Position
from engine.core.values import Value


class Course(Value):
    """A position and the moves that led to it. The last position and the texts of the moves are cached.

    The positions between are cached in the course of a game in progress only (``begin``). Each of the many queries of a
    whole game would keep one for each move.

    Attributes:
        start: the first position.
        moves: the moves made from the first position.
    """

    start: Position
    moves: tuple[int, ...] = ()

    @classmethod
    def to(cls, position: Position, start: Position, moves: Sequence[int]) -> "Course":
        """Return a course whose last position is already known."""
        course = cls(start, tuple(moves))
        course.__dict__["position"] = position
        return course

    @classmethod
    def begin(cls, start: Position) -> "Course":
        """Return the course of a game in progress, without moves. Courses ``after`` it share their positions."""
        course = cls.to(start, start, ())
        course.__dict__["_kept"] = (start,)
        return course

    def after(self, move: int) -> "Course":
        """Return the course extended by a legal move. The cached positions and texts are reused.

        Raises:
            ValueError: if the move is illegal.
        """
        course = Course.to(self.position.play(move), self.start, (*self.moves, move))
        if "texts" in self.__dict__:
            course.__dict__["texts"] = (*self.texts, _text(self.position, move))
        if "_kept" in self.__dict__:
            course.__dict__["_kept"] = (*self.__dict__["_kept"], course.position)
        return course

    @property
    def positions(self) -> Sequence[Position]:
        """All positions, including the first and the last."""
        kept: tuple[Position, ...] | None = self.__dict__.get("_kept")
        if kept is not None:
            return kept
        positions = [self.start]
        for move in self.moves:
            # A record can go on after an end.
            positions.append(positions[-1].reopened().play(move).continued())
        return positions

    @cached_property
    def position(self) -> Position:
        """The position after all moves."""
        return self.positions[-1]

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The moves in the notation of engine protocols."""
        return tuple(_text(position, move) for position, move in self.steps)

    @property
    def steps(self) -> Iterator[tuple[Position, int]]:
        """Pairs of a move and the position before the move, with the position first."""
        return zip(self.positions, self.moves, strict=False)


def _text(position: Position, move: int) -> str:
    return str(position.game.format_protocol_move(position, move))
