"""The effort of players: medians over the moves of each player, whichever side it plays."""

import dataclasses
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.asking.external import EngineSpec
from engine.asking.pipe import process_cpu_seconds
from engine.contests.clock import TimeControl
from engine.contests.contest import Adjudication, Contest, Contestant, PlayerLimit
from engine.contests.effort import efforts
from engine.contests.result import GameResult
from engine.contests.standings import Standings
from engine.contests.worker import Worker
from engine.search.report import Limit

CONTEST = Contest("nim", (Contestant("greedy", Limit(depth=1)), Contestant("random", Limit(depth=1))), games=2)
GAME = GameResult(
    0, 0, 1, "1-0", "no legal move", 0, 4, "", ("a", "b", "c", "d"), (0.0, 0.0), (0, 0), (2, 2), 1.0,
    sides=(0, 1, 0, 1), move_nodes=(10, 100, 20, 300), depths=(3, 0, 5, 0), move_seconds=(1.0, 2.0, 3.0, 2.0),
    cpu_seconds=(0.5, None, 1.5, 1.0),
)  # fmt: skip
SWAPPED = dataclasses.replace(GAME, index=1, first=1, second=0)


def test_the_medians_of_each_player() -> None:
    first, second = efforts(CONTEST, [GAME])
    assert (first.moves, first.median_nodes, first.median_depth, first.median_cpu_seconds) == (2, 15, 4, 1.0)
    assert (first.mean_nodes, first.mean_seconds, first.nodes_per_second, first.cpu_share) == (15, 2.0, 7.5, 0.5)
    assert (second.median_nodes, second.median_depth, second.median_cpu_seconds) == (200, None, 1.0)
    assert second.cpu_share == 0.5, "only of moves whose CPU time is known"


def test_a_player_keeps_its_moves_when_the_sides_are_exchanged() -> None:
    first, second = efforts(CONTEST, [GAME, SWAPPED])
    assert first.moves == second.moves == 4
    assert first.median_nodes == second.median_nodes == 60


def test_a_journal_without_efforts_has_none() -> None:
    old = dataclasses.replace(GAME, sides=(), move_nodes=(), move_seconds=(), cpu_seconds=())
    assert [(each.moves, each.median_nodes, each.cpu_share) for each in efforts(CONTEST, [old])] == [
        (0, None, None)
    ] * 2


def _contest(*limits: PlayerLimit) -> Contest:
    return Contest("nim", tuple(Contestant(name, limit) for name, limit in zip("ab", limits, strict=True)), games=2)


TIMED = [Limit(seconds=1.0), TimeControl(60.0, 0.0)]


@pytest.mark.parametrize("limit", TIMED)
def test_a_timed_contest_in_which_a_player_had_to_wait_reports_it(limit: PlayerLimit) -> None:
    standings = Standings.of(_contest(limit, limit), [GAME])
    assert standings.cpu_shares.short == {0: 0.5, 1: 0.5}
    assert standings.warnings == [
        "The computer was too busy for a contest with limits of time. Share of a processor core while thinking: "
        f"{'; '.join(f'{name}: 50 %' for name in standings.contest.names)}. Play fewer games at the same time, or "
        "limit the nodes."
    ]
    assert standings.warnings[0] in standings.to_text()


@pytest.mark.parametrize(
    ("limits", "game"),
    [
        ((Limit(nodes=1000), Limit(depth=3)), GAME),
        (TIMED, dataclasses.replace(GAME, cpu_seconds=(0.9, None, 2.8, None))),
        (TIMED, dataclasses.replace(GAME, cpu_seconds=(None,) * 4)),
        (TIMED, dataclasses.replace(GAME, move_seconds=(0.01,) * 4, cpu_seconds=(0.001,) * 4)),
        (TIMED, dataclasses.replace(GAME, cpu_seconds=(4.0,) * 4)),
    ],
    ids=["nodes", "enough", "unknown", "too short", "threads"],
)
def test_other_contests_have_no_warning(limits: Sequence[PlayerLimit], game: GameResult) -> None:
    assert Standings.of(_contest(*limits), [game]).warnings == []


def test_a_player_with_a_limit_of_nodes_is_not_judged_in_a_mixed_contest() -> None:
    assert list(Standings.of(_contest(Limit(nodes=9), Limit(seconds=1.0)), [GAME]).cpu_shares.short) == [1]


def test_a_search_that_is_not_disturbed_uses_its_time_for_computing() -> None:
    """Measured in the thread that searches: much more than 0, and hardly more than the time on the wall."""
    player = Contestant("negascout", Limit(seconds=0.05))
    contest = Contest("cotoan", (player, player), games=1, swap=False)
    contest = dataclasses.replace(contest, adjudication=dataclasses.replace(contest.adjudication, most_plies=2))
    result = Worker(contest).play(next(iter(contest.tasks())))
    for seconds, cpu in zip(result.move_seconds, result.cpu_seconds, strict=True):
        assert cpu is not None and 0 < cpu <= seconds + 0.005
        assert seconds >= 0.04


ENGINE = """
import sys, time
for line in map(str.strip, sys.stdin):
    if line == "uci":
        print("uciok", flush=True)
    elif line == "isready":
        print("readyok", flush=True)
    elif line.startswith("go"):
        if sys.argv[1] == "busy":
            until = time.process_time() + 0.2
            while time.process_time() < until:
                pass
        else:
            time.sleep(0.2)
        print("info depth 3 score cp 5 nodes 77 pv e2e4\\nbestmove e2e4", flush=True)
    elif line == "quit":
        break
"""


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
@pytest.mark.parametrize("way", ["busy", "idle"])
def test_the_cpu_time_of_an_external_engine_is_that_of_its_process(way: str, tmp_path: Path) -> None:
    program = tmp_path / "engine.py"
    program.write_text(ENGINE, encoding="utf-8")
    spec = EngineSpec(way, sys.executable, (str(program), way))
    players = (Contestant(way, Limit(depth=3), engine=way), CONTEST.contestants[1])
    contest = Contest("chess", players, games=1, swap=False, adjudication=Adjudication(most_plies=1))
    worker = Worker(contest, [spec])
    try:
        result = worker.play(next(iter(contest.tasks())))
    finally:
        worker._participants[0].close()
    (cpu,), (seconds,) = result.cpu_seconds, result.move_seconds
    assert cpu is not None
    assert 0.17 <= cpu <= seconds + 0.02 if way == "busy" else cpu <= 0.1 < seconds
    assert (result.move_nodes, result.depths, result.sides) == ((77,), (3,), (0,))


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_the_cpu_time_of_a_process_is_read() -> None:
    mine = process_cpu_seconds(os.getpid())
    assert mine is not None and mine == pytest.approx(sum(os.times()[:2]), abs=0.05)
    assert process_cpu_seconds(2**22 + 1) is None
