"""Results are shown in batches that leave most of the window's time to the user."""

import dataclasses
import random
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from engine.contests.contest import Contest, Contestant
from engine.contests.result import GameResult
from engine.contests.standings import Standings
from engine.search.report import Limit
from studio.contests.runner import BUNDLE_MS, MOST_BATCH, SHARE, ContestRunner, _ContestThread
from studio.contests.tables import FIRST, NUMBER, RESULT, ResultsModel
from studio.contests.workspace import MatchWorkspace

NAMES = ("random", "greedy", "minimax", "negamax", "alphabeta", "negascout")
CONTEST = Contest("nim", tuple(Contestant(name, Limit(depth=1)) for name in NAMES), "round_robin", games=20)


def result(index: int) -> GameResult:
    first, second = CONTEST.sides(index)
    outcome = ("1-0", "0-1", "1/2-1/2")[index % 3]
    return GameResult(index, first, second, outcome, "score", 0, 10, "", (), (0.1, 0.2), (1, 2), (5, 5), 0.3)


def test_a_batch_adds_up_each_player_once(workspace: MatchWorkspace, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace.contest = CONTEST
    results = [result(index) for index in range(30)]
    workspace._set_results(Standings.of(CONTEST, results), results)
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


def test_the_last_results_are_shown_in_batches_before_the_end(qtbot: QtBot, tmp_path: Path) -> None:
    runner = ContestRunner()
    thread = _ContestThread(CONTEST, tmp_path / "journal", 1, False, [])
    thread._bundle = [result(0)] * (2 * MOST_BATCH + 1)
    runner._thread = thread
    events: list[object] = []
    runner.played.connect(lambda results: events.append(len(results)))
    runner.ended.connect(events.append)
    with qtbot.waitSignal(runner.ended):
        runner._ended(thread, "over")
        assert events == [MOST_BATCH], "the window can handle events before the next batch"
        assert runner.is_running
    assert events == [MOST_BATCH, MOST_BATCH, 1, "over"]
    assert not runner.is_running


# --- rows ------------------------------------------------------------------------------------------------------------


def rows(model: ResultsModel) -> list[int]:
    return [model.result_at(row).index for row in range(model.rowCount())]


@pytest.mark.parametrize("order", [Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder])
@pytest.mark.parametrize("column", [NUMBER, FIRST, RESULT])
def test_games_are_sorted_while_they_arrive(column: int, order: Qt.SortOrder) -> None:
    rng = random.Random(3)
    numbers = rng.sample(range(CONTEST.total), 80)
    model = ResultsModel()
    model.sort(column, order)
    model.set_games(CONTEST, [result(index) for index in numbers[:20]])
    tester = QAbstractItemModelTester(model)
    kept = QPersistentModelIndex(model.index(7, 0))
    game = model.result_at(7)
    for start in range(20, 80, 20):
        model.add([result(index) for index in numbers[start : start + 20]])
        assert model.result_at(kept.row()) == game
    whole = ResultsModel()
    whole.set_games(CONTEST, [result(index) for index in numbers])
    whole.sort(column, order)
    assert rows(model) == rows(whole)
    expected = sorted(numbers, key=lambda index: (whole._value(result(index), column), numbers.index(index)))
    assert rows(model) == (expected if order == Qt.SortOrder.AscendingOrder else expected[::-1])
    model.sort(NUMBER)
    assert rows(model) == sorted(numbers)
    assert model.result_at(kept.row()) == game, "the selection follows its game"
    del tester


def test_games_of_two_players_are_shown_while_they_arrive() -> None:
    model = ResultsModel()
    model.set_games(CONTEST, [result(index) for index in range(100)])
    for wanted, ordered in (((1, None), False), ((1, 2), False), ((1, 2), True)):
        model.show_games(*wanted, ordered=ordered)
        model.add([result(len(model.results) + place) for place in range(50)])
        shown = [model.result_at(row) for row in range(model.rowCount())]
        sides = [(each, (each.first, each.second)) for each in model.results]
        if ordered:
            expected = [each for each, pair in sides if pair == wanted]
        else:
            expected = [each for each, pair in sides if {1, wanted[1]} - {None} <= set(pair)]
        assert shown == expected and 0 < len(shown) < len(model.results)
    model.show_games(None)
    assert model.rowCount() == len(model.results) == 250
