"""The result of one game of a contest, as reported by a worker and stored in the journal.

A game whose worker died twice has no result. It is stored as failed, so that a resumed contest does not play it again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.contests.columns import Numbers, PackedColumn, Texts
from engine.contests.validation import (
    Check,
    is_count,
    is_duration,
    is_integer,
    is_number,
    is_text,
    list_of,
    optional,
    valid_fields,
)
from engine.core.outcome import Termination
from engine.core.score import WIN

NO_RESULT = "*"
"""Result of a failed game, as in PGN (section 8.2.6 of the standard)."""
ABANDONED = "abandoned"
"""Termination of a failed game, as in PGN (section 9.8.1 of the standard)."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """Result of one game of a contest. The fields are in the order of the journal's format.

    Attributes:
        index: number of the game in the contest, from 0.
        first: index of the contestant that played FIRST.
        second: index of the contestant that played SECOND.
        result: ``1-0`` (FIRST won), ``0-1``, ``1/2-1/2``, or ``*`` for a failed game.
        termination: reason why the game ended, the value of a ``Termination``, or ``abandoned`` for a failed game.
        opening_plies: number of random moves made before the players chose moves.
        plies: number of moves after the random moves.
        start: text of the position before the first move, or an empty string for the start position under the rules.
        moves: every move in coordinate notation, including the moves of the opening.
        seconds: thinking time of FIRST and of SECOND, in seconds.
        nodes: positions visited by FIRST and by SECOND.
        thoughts: number of moves that FIRST and SECOND chose.
        duration: wall-clock seconds of the game.
        fault: error message of the algorithm that failed and thereby lost, or an empty string. In a failed game, it is
            the reason why the worker ended.
        clock: for each move that a player chose, the seconds left to this player, or None if it has no clock. The whole
            field is None in a contest without clocks, and is then not written.
        late: seconds by which the player whose flag fell exceeded its time, or 0. It is written only with ``clock``.
        scores: score reported for each move after the opening, from FIRST's point of view and without its unit, or None
            if none was reported. The field is written only if a score was reported, so it can be empty.
        depths: depth of the search of each of these moves, or 0 if it is unknown. This field and the following ones are
            written only with ``scores``. They are empty in journals of earlier versions.
        sides: the player of each of these moves, 0 for FIRST and 1 for SECOND.
        move_nodes: positions visited for each of these moves.
        move_seconds: seconds from the query to the answer for each of these moves. They include the overhead of the
            query, which ``seconds`` includes only for players with a clock.
        cpu_seconds: CPU seconds in the same time, or None if they are unknown. They are those of the thread that
            searches, also if the search has several threads, and those of the process for an external engine.
    """

    index: int
    first: int
    second: int
    result: str
    termination: str
    opening_plies: int
    plies: int
    start: str
    moves: Sequence[str]
    seconds: tuple[float, float]
    nodes: tuple[int, int]
    thoughts: tuple[int, int]
    duration: float
    fault: str = ""
    clock: Sequence[float | None] | None = None
    late: float = 0.0
    scores: Sequence[int | None] = ()
    depths: Sequence[int] = ()
    sides: Sequence[int] = ()
    move_nodes: Sequence[int] = ()
    move_seconds: Sequence[float] = ()
    cpu_seconds: Sequence[float | None] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "moves", Texts(self.moves))
        for name in ("clock", "scores", *_OF_MOVES):
            if (values := getattr(self, name)) is not None and not isinstance(values, Numbers):
                object.__setattr__(self, name, Numbers(values))

    @classmethod
    def failed(cls, index: int, first: int, second: int, reason: str) -> "GameResult":
        """Return the entry of a game that failed because its worker died repeatedly.

        Args:
            index: number of the game.
            first: index of the contestant that played FIRST.
            second: index of the contestant that played SECOND.
            reason: why the worker ended.
        """
        return cls(index, first, second, NO_RESULT, ABANDONED, 0, 0, "", (), (0.0, 0.0), (0, 0), (0, 0), 0.0, reason)

    @property
    def is_failed(self) -> bool:
        """Whether the game has no result because its worker died repeatedly. Such a game does not count."""
        return self.result == NO_RESULT

    @property
    def lost_on_time(self) -> bool:
        """Whether the game was lost on time. It is drawn if the opponent has too little material to mate."""
        return self.termination == Termination.TIME.value and self.result != "1/2-1/2"

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data for ``from_dict``."""
        data = {name: getattr(self, name) for name in _CHECKS}
        if self.clock is None:
            del data["clock"], data["late"]
        if not any(score is not None for score in self.scores):
            for name in ("scores", *_OF_MOVES):
                del data[name]
        elif not self.sides:  # a journal of an earlier version
            for name in _OF_MOVES[1:]:
                del data[name]
        return {name: list(value) if isinstance(value, tuple | PackedColumn) else value for name, value in data.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "GameResult":
        """Create a result from the output of ``to_dict``. Unknown keys are ignored.

        Raises:
            ValueError: if ``data`` is not an object, or a field is missing or invalid.
        """
        values = valid_fields(data, _CHECKS, _OPTIONAL)
        if (values["result"] == NO_RESULT) != (values["termination"] == ABANDONED):
            raise ValueError(f"termination: {values['termination']!r}")
        return cls(**{name: _as_tuple(value) for name, value in values.items()})


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


_RESULTS = ("1-0", "0-1", "1/2-1/2", NO_RESULT)
_TERMINATIONS = frozenset((ABANDONED, *(each.value for each in Termination)))
_CHECKS: dict[str, Check] = {
    "index": is_count,
    "first": is_count,
    "second": is_count,
    "result": lambda value: value in _RESULTS,
    "termination": lambda value: isinstance(value, str) and value in _TERMINATIONS,
    "opening_plies": is_count,
    "plies": is_count,
    "start": is_text,
    "moves": list_of(is_text),
    "seconds": list_of(is_duration, 2),
    "nodes": list_of(is_count, 2),
    "thoughts": list_of(is_count, 2),
    "duration": is_duration,
    "fault": is_text,
    "clock": list_of(optional(is_number)),
    "late": is_number,
    "scores": list_of(optional(lambda value: is_integer(value) and -WIN <= value <= WIN)),  # type: ignore[operator]
    "depths": list_of(is_count),
    "sides": list_of(lambda value: is_integer(value) and value in (0, 1)),
    "move_nodes": list_of(is_count),
    "move_seconds": list_of(is_duration),
    "cpu_seconds": list_of(optional(is_duration)),
}
"""For each field, in the order of the class, the check of a value read from JSON."""
_OF_MOVES = ("depths", "sides", "move_nodes", "move_seconds", "cpu_seconds")
_OPTIONAL = frozenset(("clock", "late", "scores", *_OF_MOVES))
