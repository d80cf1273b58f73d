"""The result of one game of a contest, as reported by a worker and stored in the journal."""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.outcome import Termination


@dataclass(frozen=True)
class GameResult:
    """Result of one game of a contest. The fields are in the order of the journal's format.

    Attributes:
        index: number of the game in the contest, from 0.
        first: index of the contestant that played FIRST.
        second: index of the contestant that played SECOND.
        result: ``1-0`` (FIRST won), ``0-1`` or ``1/2-1/2``.
        termination: reason why the game ended, the value of a ``Termination``.
        opening_plies: number of random moves before the players chose moves.
        plies: number of moves after those.
        start: text of the position before the first move, or an empty string for the start position under the rules.
        moves: every move in coordinate notation, those of the opening included.
        seconds: thinking time of FIRST and of SECOND, in seconds.
        nodes: positions visited by FIRST and by SECOND.
        thoughts: number of moves that FIRST and SECOND chose.
        duration: wall-clock seconds of the game.
        fault: error message of the algorithm that failed and thereby lost, or an empty string.
        clock: seconds left to the player after each of its moves, or None for a player without a clock. The whole
            field is None in a contest without clocks, and is then not written.
        late: seconds by which a clock was overdrawn. Written only with ``clock``.
    """

    index: int
    first: int
    second: int
    result: str
    termination: str
    opening_plies: int
    plies: int
    start: str
    moves: tuple[str, ...]
    seconds: tuple[float, float]
    nodes: tuple[int, int]
    thoughts: tuple[int, int]
    duration: float
    fault: str = ""
    clock: tuple[float | None, ...] | None = None
    late: float = 0.0

    @property
    def lost_on_time(self) -> bool:
        """Whether the game was lost on time. It is drawn instead if the opponent could not have mated."""
        return self.termination == Termination.TIME.value and self.result != "1/2-1/2"

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, which ``from_dict`` reads."""
        data = {name: getattr(self, name) for name in _CHECKS}
        if self.clock is None:
            del data["clock"], data["late"]
        return {name: list(value) if isinstance(value, tuple) else value for name, value in data.items()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "GameResult":
        """Return the result that ``to_dict`` described, ignoring unknown keys.

        Raises:
            ValueError: if a field is missing or has another type.
        """
        if not isinstance(data, Mapping):
            raise ValueError("not a result")
        values: dict[str, Any] = {}
        for name, is_valid in _CHECKS.items():
            if name in data:
                value = data[name]
                if not is_valid(value):
                    raise ValueError(f"{name}: {value!r}")
                values[name] = tuple(value) if isinstance(value, list) else value
            elif name not in _OPTIONAL:
                raise ValueError(f"{name} is missing")
        return cls(**values)


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_pair(is_valid: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and len(value) == 2 and all(map(is_valid, value))


def _is_moves(value: object) -> bool:
    return isinstance(value, list) and set(map(type, value)) <= {str}


def _is_clock(value: object) -> bool:
    return isinstance(value, list) and all(each is None or _is_number(each) for each in value)


_TYPES: dict[Any, Callable[[object], bool]] = {
    int: _is_integer,
    float: _is_number,
    str: _is_text,
    tuple[str, ...]: _is_moves,
    tuple[float, float]: _is_pair(_is_number),
    tuple[int, int]: _is_pair(_is_integer),
    tuple[float | None, ...] | None: _is_clock,
}
_CHECKS = {each.name: _TYPES[each.type] for each in dataclasses.fields(GameResult)}
"""For each field, the check that a value read from JSON has the right type."""
_OPTIONAL = frozenset(("clock", "late"))
