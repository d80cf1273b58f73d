"""Results are shown in batches that leave most of the window's time to the user."""

import dataclasses
import time

import pytest
from pytestqt.qtbot import QtBot

from engine.contests.contest import Contest, Contestant
from engine.contests.result import GameResult
from engine.contests.standings import Standings
from engine.search.report import Limit
from studio.contests.runner import BUNDLE_MS, SHARE, ContestRunner
from studio.contests.workspace import MatchWorkspace

NAMES = ("random", "greedy", "minimax", "negamax", "alphabeta", "negascout")
CONTEST = Contest("nim", tuple(Contestant(name, Limit(depth=1)) for name in NAMES), "round_robin", games=20)


def result(index: int) -> GameResult:
    first, second = CONTEST.sides(index)
    outcome = ("1-0", "0-1", "1/2-1/2")[index % 3]
    return GameResult(index, first, second, outcome, "score", 0, 10, "", (), (0.1, 0.2), (1, 2), (5, 5), 0.3)


def test_a_batch_adds_up_each_player_once(workspace: MatchWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace.contest = CONTEST
    workspace._set_results([result(index) for index in range(30)])
    sums = []
    against_all = Standings.against_all

    def summing(self: Standings, row: int) -> object:
        sums.append(row)
        return against_all(self, row)

    monkeypatch.setattr(Standings, "against_all", summing)
    workspace._played([result(index) for index in range(30, 60)])
    assert len(sums) <= 3 * len(NAMES), "the ranking, the cells and the summary"
    assert workspace.results.crosstable.index(0, 1 + len(NAMES)).data().endswith("/ 20")


def test_slow_tables_are_updated_less_often(qtbot: QtBot) -> None:
    runner = ContestRunner()
    taken: list[GameResult] = []

    class Thread:
        def take(self) -> list[GameResult]:
            return [dataclasses.replace(result(0))]

    def show(results: list[GameResult]) -> None:
        taken.extend(results)
        time.sleep(delay)

    runner.played.connect(show)
    runner._thread = Thread()  # type: ignore[assignment]
    delay = 0.08
    runner._emit_played()
    assert runner._timer.interval() >= 1000 * delay / SHARE
    delay = 0.0
    runner._emit_played()
    assert runner._timer.interval() == BUNDLE_MS
    assert len(taken) == 2
    runner._thread = None
