"""Who plays, and how it ended."""

import enum
from dataclasses import dataclass


class Player(enum.IntEnum):
    """The two sides. A game names them (Red, Blue …); FIRST is the side whose view graphs and records use."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> "Player":
        """The opponent."""
        return Player(1 - self)


class Termination(enum.Enum):
    """Why a game ended. The value is the word used in records."""

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


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: ``winner`` (None: a draw) and why."""

    winner: Player | None
    termination: Termination

    @property
    def result(self) -> str:
        """``1-0`` (FIRST won), ``0-1`` or ``1/2-1/2``."""
        if self.winner is None:
            return "1/2-1/2"
        return "1-0" if self.winner is Player.FIRST else "0-1"
