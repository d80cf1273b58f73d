"""Failed games in the Match workspace: shown, not counted, not played again and not opened."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.contests.contest import Contest, Contestant
from engine.contests.journal import ContestJournal
from engine.contests.result import GameResult
from engine.contests.runner import play_contest
from engine.contests.standings import Standings
from engine.core.language import set_language
from engine.search.report import Limit
from studio.contests import journals
from studio.contests.tables import REASON, RESULT
from studio.contests.workspace import MatchWorkspace
from tests.studio.contests.conftest import SECONDS, quick, shown

SENTENCE = "1 game failed because its worker process died; it is not counted."


def stored(workspace: MatchWorkspace, games: int) -> Path:
    """A journal in which game 2 of ``games`` has failed and the others are played."""
    contest = quick(workspace, games).form.contest()
    assert contest is not None
    path = journals.new_path()
    journal = ContestJournal(path, contest)
    task = list(contest.tasks())[1]
    journal.add(GameResult.failed(task.index, task.first, task.second, "it exited with status -9"))
    assert len(list(play_contest(contest, journal, 1))) == games - 1
    journal.close()
    return path


def test_a_failed_game_is_shown_and_not_counted(qtbot: QtBot, workspace: MatchWorkspace, tmp_path: Path) -> None:
    stored(workspace, 3)
    (kept,) = journals.kept_contests()
    assert kept.is_over
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS) as ended:
        workspace.open_contest(kept)
    assert ended.args == ["over"] and not workspace.is_unfinished
    assert workspace.status.whole == "3 of 3 games  ·  finished"
    rows = {row[0]: row for row in shown(workspace.results.list)}
    assert rows["2"][RESULT] == "–" and rows["2"][REASON] == "the worker process died"
    assert "–" in rows["1"][RESULT] and rows["1"][RESULT] != "–"
    assert workspace.results.summary.texts()["Games"] == ["2"]
    cell = workspace.results.crosstable.index(0, 2).data()
    assert cell.endswith("/ 2")
    faults = workspace.results.summary._faults
    assert faults.text() == SENTENCE and faults.isVisibleTo(workspace)
    set_language("vi")
    workspace.results.summary.refresh()
    assert faults.text() == "1 ván không đấu được vì tiến trình đấu đã chết; ván này không được tính."
    set_language("en")


def test_a_failed_game_is_not_opened(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    stored(workspace, 2)
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.open_contest(journals.kept_contests()[0])
    workspace.results.list.sortByColumn(0, Qt.SortOrder.DescendingOrder)
    opened: list[object] = []
    workspace.record_chosen.connect(opened.append)
    workspace.results.list.chosen.emit(workspace.results.games.index(0, RESULT))
    assert workspace.error.text() == "Game 2 failed and has no moves: it exited with status -9"
    assert opened == []
    workspace.results.list.chosen.emit(workspace.results.games.index(1, RESULT))
    assert len(opened) == 1


def test_exports_leave_failed_games_out_and_mention_them(
    qtbot: QtBot, workspace: MatchWorkspace, tmp_path: Path
) -> None:
    stored(workspace, 2)
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.open_contest(journals.kept_contests()[0])
    with qtbot.waitSignal(workspace.export_runner.noticed, timeout=SECONDS) as noticed:
        workspace.export_records(tmp_path / "games.pgn")
    assert noticed.args == ["games.pgn: games left out because they failed: 2"]
    assert (tmp_path / "games.pgn").read_text(encoding="utf-8").count("[Event ") == 1
    assert workspace.table_text("text").splitlines()[-1] == SENTENCE


def test_a_timed_contest_without_its_share_of_a_processor_reports_it(workspace: MatchWorkspace) -> None:
    player = Contestant("negascout", Limit(seconds=1.0))
    contest = Contest("nim", (player, Contestant("random", Limit(seconds=1.0))), games=2)
    game = GameResult(
        0, 0, 1, "1-0", "no legal move", 0, 2, "", ("a", "b"), (9.0, 9.0), (1, 1), (1, 1), 1.0, sides=(0, 1),
        move_nodes=(1, 1), depths=(1, 1), move_seconds=(9.0, 9.0), cpu_seconds=(5.4, 9.0),
    )  # fmt: skip
    workspace.results.set_results(Standings.of(contest, [game]), [game], "")
    faults = workspace.results.summary._faults
    assert faults.text() == (
        "The computer was too busy for a contest with limits of time. Share of a processor core while thinking: "
        "NegaScout, 1.0 s: 60 %. Play fewer games at the same time, or limit the nodes."
    )
    assert not faults.isHidden()
