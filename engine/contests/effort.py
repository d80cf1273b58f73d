"""The effort of the players of a contest: nodes, depth, time and CPU time of their moves."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.contests.contest import Contest
from engine.contests.result import GameResult
from engine.core.language import tr

LEAST_CPU_SHARE = 0.9
"""Least CPU time of a player in relation to its thinking time with which a timed contest is fair."""
LEAST_SECONDS = 1.0
"""Thinking time in seconds below which the share of a player is not judged."""


@dataclass(frozen=True)
class Effort:
    """The effort of one player of a contest for its moves. A value is None if it is unknown.

    Journals of earlier versions, and games in which no score was reported, do not contain the effort of single moves.

    Attributes:
        moves: number of moves of which the effort is known.
        median_nodes: median of the positions visited for a move.
        median_depth: median of the depths in plies. Moves whose depth is unknown do not count.
        median_cpu_seconds: median of the CPU seconds for a move.
        mean_nodes: mean of the positions visited for a move.
        mean_seconds: mean of the seconds for a move.
        mean_cpu_seconds: mean of the CPU seconds for a move.
        nodes_per_second: positions visited per second of thinking time.
        nodes_per_cpu_second: positions visited per second of CPU time. Moves whose CPU time is unknown do not count.
        cpu_share: CPU time in relation to the time in which it was used. It is clearly below 1 if the player had to
            wait for a processor. Moves whose CPU time is unknown do not count.
    """

    moves: int
    median_nodes: float | None = None
    median_depth: float | None = None
    median_cpu_seconds: float | None = None
    mean_nodes: float | None = None
    mean_seconds: float | None = None
    mean_cpu_seconds: float | None = None
    nodes_per_second: float | None = None
    nodes_per_cpu_second: float | None = None
    cpu_share: float | None = None


class _Move(NamedTuple):
    """The effort for one move. The depth is 0 and the CPU time is None if it is unknown."""

    nodes: int
    depth: int
    seconds: float
    cpu_seconds: float | None


def efforts(contest: Contest, results: Iterable[GameResult]) -> list[Effort]:
    """Return the effort of each player of a contest, in the order of ``contest.contestants``.

    Args:
        contest: the contest.
        results: results of its games.
    """
    moves: list[list[_Move]] = [[] for _ in contest.contestants]
    for result in results:
        players = (result.first, result.second)
        lists = (result.move_nodes, result.depths, result.move_seconds, result.cpu_seconds)
        for side, nodes, depth, seconds, cpu_seconds in zip(result.sides, *lists, strict=False):
            moves[players[side]].append(_Move(nodes, depth, seconds, cpu_seconds))
    return [_effort(each) for each in moves]


def _effort(moves: list[_Move]) -> Effort:
    if not moves:
        return Effort(0)
    depths = [each.depth for each in moves if each.depth]
    measured = [(each.cpu_seconds, each.seconds) for each in moves if each.cpu_seconds is not None]
    nodes, seconds = sum(each.nodes for each in moves), sum(each.seconds for each in moves)
    cpu_nodes = sum(each.nodes for each in moves if each.cpu_seconds is not None)
    cpu_total, wall_total = sum(each for each, _ in measured), sum(each for _, each in measured)
    return Effort(
        moves=len(moves),
        median_nodes=statistics.median(each.nodes for each in moves),
        median_depth=statistics.median(depths) if depths else None,
        median_cpu_seconds=statistics.median(each for each, _ in measured) if measured else None,
        mean_nodes=nodes / len(moves),
        mean_seconds=seconds / len(moves),
        mean_cpu_seconds=cpu_total / len(measured) if measured else None,
        nodes_per_second=nodes / seconds if seconds else None,
        nodes_per_cpu_second=cpu_nodes / cpu_total if cpu_total else None,
        cpu_share=cpu_total / wall_total if wall_total else None,
    )


class CpuShares:
    """The share of a processor core that each player of a contest with limits of time got.

    Only moves whose CPU time is known count. It is unknown for plugins with a clock, and for external engines on other
    systems than Linux.

    Args:
        contest: the contest.
    """

    def __init__(self, contest: Contest) -> None:
        self._timed = [each.is_timed for each in contest.contestants]
        self._cpu, self._wall = ([0.0] * len(contest.contestants) for _ in range(2))

    def add(self, result: GameResult) -> None:
        """Add the moves of a game."""
        players = (result.first, result.second)
        for side, seconds, cpu_seconds in zip(result.sides, result.move_seconds, result.cpu_seconds, strict=False):
            if cpu_seconds is not None:
                self._cpu[players[side]] += cpu_seconds
                self._wall[players[side]] += seconds

    @property
    def short(self) -> dict[int, float]:
        """The shares below ``LEAST_CPU_SHARE`` of players with limits of time, by the index of the player."""
        shares = {
            index: cpu / wall
            for index, (is_timed, cpu, wall) in enumerate(zip(self._timed, self._cpu, self._wall, strict=True))
            if is_timed and wall >= LEAST_SECONDS
        }
        return {index: share for index, share in shares.items() if share < LEAST_CPU_SHARE}

    def sentence(self, names: Sequence[str]) -> str:
        """Return a translated sentence about the players with less than ``LEAST_CPU_SHARE``, or an empty string."""
        found = "; ".join(f"{names[index]}: {100 * share:.0f} %" for index, share in self.short.items())
        if not found:
            return ""
        return tr(
            "The computer was too busy for a contest with limits of time. Share of a processor core while thinking: "
            "{players}. Play fewer games at the same time, or limit the nodes.",
            players=found,
        )
