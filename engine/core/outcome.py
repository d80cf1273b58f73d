"""Players, outcomes and terminations."""

import enum

from engine.core.values import Value


class Player(enum.IntEnum):
    """One of the two sides of a game. Each game defines its own names of the sides, such as Red and Blue.

    Graphs and records use FIRST's point of view.
    """

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> "Player":
        """Return the opponent."""
        return Player(1 - self)


class Termination(enum.Enum):
    """The reason why a game ended. The value of a member is the text used in records."""

    ZERO = "zero"
    POINTS = "points"
    POINTS_AT_END = "points at the end"
    REPETITION = "repetition"
    NO_CAPTURE = "no capture"
    NO_MOVE = "no legal move"
    NO_PAIR = "no pair left"
    RESIGNATION = "resignation"
    TIME = "time"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    LINE = "line"
    FULL_BOARD = "full board"
    FORBIDDEN = "forbidden move"
    CAPTURE = "capture"
    SCORE = "score"
    PERPETUAL_CHECK = "perpetual check"
    PERPETUAL_CHASE = "perpetual chase"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    INSUFFICIENT_MATERIAL = "insufficient material"
    NO_PROGRESS = "no capture or pawn move"


class Outcome(Value):
    """The outcome of a game: the winner, or None for a draw, and the termination."""

    winner: Player | None
    termination: Termination

    @property
    def result(self) -> str:
        """Return the result as in PGN: ``1-0`` if FIRST won, ``0-1`` if SECOND won, ``1/2-1/2`` for a draw."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Player.FIRST else "0-1"

    @property
    def is_final(self) -> bool:
        """Whether a move decided the game, or no move is left.

        All other ends are claims, draws or agreements, after which games are sometimes played on.
        """
        return self.termination in _FINAL


_FINAL = frozenset(
    {
        Termination.ZERO, Termination.POINTS, Termination.NO_MOVE, Termination.LINE, Termination.FULL_BOARD,
        Termination.FORBIDDEN, Termination.CAPTURE, Termination.CHECKMATE, Termination.STALEMATE,
    }
)  # fmt: skip
