"""A position with the moves that led to it, for programs that receive the moves."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from engine.core.position import Position
from engine.core.values import Value


class Course(Value):
    """A position and the moves that led to it. The positions and the texts of the moves are cached.

    Attributes:
        start: the first position.
        moves: the moves made from the first position.
    """

    start: Position
    moves: tuple[int, ...] = ()

    @classmethod
    def through(cls, positions: Sequence[Position], moves: Sequence[int]) -> "Course":
        """Return a course whose positions are already computed.

        ``positions`` contains the first position and the position after each of ``moves``.
        """
        course = cls(positions[0], tuple(moves))
        course.__dict__["positions"] = tuple(positions)
        return course

    def after(self, move: int) -> "Course":
        """Return the course extended by a legal move. The cached positions and texts are reused.

        Raises:
            ValueError: if the move is illegal.
        """
        course = Course.through((*self.positions, self.position.play(move)), (*self.moves, move))
        if "texts" in self.__dict__:
            course.__dict__["texts"] = (*self.texts, _text(self.position, move))
        return course

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """All positions, including the first and the last."""
        positions = [self.start]
        for move in self.moves:
            positions.append(positions[-1].play(move))
        return tuple(positions)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The moves in the notation of engine protocols."""
        return tuple(_text(position, move) for position, move in self.steps)

    @property
    def steps(self) -> Iterator[tuple[Position, int]]:
        """Pairs of a move and the position before the move, with the position first."""
        return zip(self.positions, self.moves, strict=False)

    @property
    def position(self) -> Position:
        """The position after all moves."""
        return self.positions[-1]


def _text(position: Position, move: int) -> str:
    return str(position.game.format_protocol_move(position, move))
