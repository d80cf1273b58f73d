"""The Match workspace as a person uses it."""

import csv
import dataclasses
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication, QLayout
from pytestqt.qtbot import QtBot

from engine.contests.contest import Contest, Contestant
from engine.contests.journal import ContestJournal, read_contest, read_journal
from engine.contests.runner import play_contest
from engine.core.game import find_game
from engine.records.formats import find_format
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.contests import journals
from studio.contests.naming import labelled, short_titles_of, titles_of
from studio.contests.tables import FIRST, SECOND
from studio.contests.workspace import MatchWorkspace
from studio.window.translation import LanguageSwitch
from tests.studio.contests.conftest import SECONDS, play, press, quick, shown

# --- playing ---------------------------------------------------------------------------------------------------------


def test_a_contest_is_played_to_its_end(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    assert workspace.pages.currentWidget() is workspace.empty
    play(qtbot, workspace)
    assert workspace.status.whole == "6 of 6 games  ·  finished"
    assert workspace.progress.value() == 6
    assert workspace.results.list.model().rowCount() == 6
    table = shown(workspace.results.table)
    assert [row[0] for row in table] == ["NegaScout, depth 1", "Greedy"]
    assert table[0][1] == "–"
    assert table[0][2].endswith("/ 6")
    texts = workspace.results.summary.texts()
    assert texts["Games"] == ["6"]
    assert int(texts["Wins"][0]) + int(texts["Wins"][1]) + int(texts["Draws"][0].split()[0]) == 6
    assert {"Elo difference", "95 % interval", "Likelihood of superiority", "as Red", "Nodes per move"} <= texts.keys()
    assert not workspace.is_running
    assert not workspace.is_unfinished


def test_the_button_of_the_head_starts_a_contest(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    assert not workspace.empty._button.isVisible(), "one button for one act"
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        press(qtbot, workspace.start_button)
    assert workspace.results.list.model().rowCount() == 6


def test_a_paused_contest_goes_on_and_a_stopped_one_is_taken_up(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    quick(workspace, 100_000)  # enough games that the contest does not end before it is stopped
    workspace.form.jobs_box.setValue(1)
    press(qtbot, workspace.start_button)
    qtbot.waitUntil(lambda: workspace.results.games.rowCount() >= 2, timeout=SECONDS)
    press(qtbot, workspace.pause_button)
    assert workspace.runner.is_paused
    assert workspace.pause_button.text() == "Resume"
    assert "paused" in workspace.status.whole
    press(qtbot, workspace.pause_button)
    before = workspace.results.games.rowCount()
    qtbot.waitUntil(lambda: workspace.results.games.rowCount() > before, timeout=SECONDS)
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS) as ended:
        press(qtbot, workspace.stop_button)
    assert ended.args == ["stopped"]
    assert workspace.is_unfinished
    assert workspace.start_button.text() == "Go on"
    known = [result.index for result in workspace.results.games.results]
    press(qtbot, workspace.start_button)
    qtbot.waitUntil(lambda: workspace.results.games.rowCount() > len(known), timeout=SECONDS)
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.stop()
    indices = [result.index for result in workspace.results.games.results]
    assert indices[: len(known)] == known
    assert len(indices) == len(set(indices))
    assert len(journals.kept_contests()) == 1


def test_a_decided_test_ends_the_match_and_is_shown(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    quick(workspace, 200)
    form = workspace.form
    form.remove(form.rows[0])
    form.add(Spec.make("random"))  # greedy against random
    form.sprt_box.setChecked(True)
    form.elo_boxes[1].setValue(200)
    play(qtbot, workspace)
    assert workspace.results.games.rowCount() < 200
    assert "the test is decided" in workspace.status.whole
    texts = workspace.results.summary.texts()
    assert texts["Sequential test"] == ["H1 accepted"]
    assert "LLR" in texts
    assert workspace.results.summary.bar.isVisibleTo(workspace)
    assert journals.kept_contests()[0].is_over


@pytest.mark.parametrize(
    ("mark", "text"), [('"H1"', "H1 accepted"), ('"H0"', "H0 accepted"), ("true", "decided"), ("{", "decided")]
)
def test_a_test_decided_by_other_statistics_stays_decided(
    qtbot: QtBot, workspace: MatchWorkspace, mark: str, text: str
) -> None:
    workspace.form.sprt_box.setChecked(True)
    workspace.form.games_box.setValue(100)
    contest = workspace.form.contest()
    assert contest is not None
    path = journals.new_path()
    journal = ContestJournal(path, contest)
    for _, result in zip(range(2), play_contest(contest, journal, 1), strict=False):
        assert result.index < 2
    journal.close()
    for decided in (False, True):
        if decided:
            path.with_suffix(".decided").write_text(mark, encoding="utf-8")
        (kept,) = journals.kept_contests()
        assert kept.is_over == decided
        with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS) as ended:
            workspace.open_contest(kept)
        assert ended.args == ["over" if decided else "stopped"]
        sentence = text + " by an earlier version" if decided else "undecided"
        assert workspace.results.summary.texts()["Sequential test"] == [sentence]
        assert workspace.is_unfinished != decided
        assert ("the test is decided" in workspace.status.whole) == decided


def test_the_decision_of_a_test_is_stored(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    quick(workspace, 200)
    workspace.form.remove(workspace.form.rows[0])
    workspace.form.add(Spec.make("random"))
    workspace.form.sprt_box.setChecked(True)
    workspace.form.elo_boxes[1].setValue(200)
    play(qtbot, workspace)
    assert workspace.path is not None
    assert journals.decision_of(workspace.path) == "H1"


def test_an_error_is_shown_next_to_its_field(qtbot: QtBot, workspace: MatchWorkspace, tmp_path: Path) -> None:
    form = workspace.form
    form.add(Spec.make("random"))
    press(qtbot, workspace.start_button)
    assert form.error("players") == "A match needs two players; there are 3."
    assert not workspace.is_running
    press(qtbot, form.rows[2].remove_button)
    assert form.error("players") == "", "mended"
    form.openings_box.setCurrentIndex(1)
    file = tmp_path / "openings.txt"
    for text, sentence in (
        (None, "openings.txt cannot be read: the file or folder does not exist"),
        ("# nothing\n", "openings.txt contains no position"),
        ("\nnonsense\n", "openings.txt, line 2: "),
    ):
        if text is not None:
            file.write_text(text)
        form.openings_field.setText(str(file))
        press(qtbot, workspace.start_button)
        assert sentence in form.error("openings")
    form.openings_box.setCurrentIndex(0)
    form.sprt_box.setChecked(True)
    form.elo_boxes[0].setValue(500)
    press(qtbot, workspace.start_button)
    assert "elo0 < elo1" in form.error("sprt")
    assert form.sprt_fold.is_open
    assert journals.kept_contests() == []


def test_openings_of_a_user_who_is_not_there_cannot_be_read(workspace: MatchWorkspace) -> None:
    workspace.form.openings_box.setCurrentIndex(1)
    workspace.form.openings_field.setText("~nobody-of-that-name/openings.txt")
    assert workspace.form.contest() is None
    assert workspace.form.error("openings").startswith("~nobody-of-that-name/openings.txt cannot be read: ")


@pytest.mark.parametrize(
    ("was", "became"),
    [('"game": "cotoan"', '"game": "halma"'), ('"spec": "greedy"', '"spec": "gone"'),
     ('"spec": "greedy"', '"spec": "greedy:gone=1"'), ('"rules": "', '"rules": "gone=1,')],
)  # fmt: skip
def test_a_contest_that_can_no_longer_be_played_is_not_offered(qtbot: QtBot, was: str, became: str) -> None:
    one = Contest("cotoan", (Contestant("greedy", Limit(depth=1)), Contestant("random", Limit(depth=1))))
    path = journals.new_path()
    ContestJournal(path, one).close()
    assert [kept.contest for kept in journals.kept_contests()] == [one]
    path.write_text(path.read_text().replace(was, became))
    workspace = MatchWorkspace()
    qtbot.addWidget(workspace)
    workspace.show()
    qtbot.waitExposed(workspace)
    assert journals.kept_contests() == []
    assert workspace.empty._sentence.text().startswith("No contest has been played yet.")
    workspace.close_threads()


def test_after_a_finished_contest_the_page_does_not_claim_that_there_was_none(
    qtbot: QtBot, workspace: MatchWorkspace
) -> None:
    workspace.form.games_box.setValue(2)
    play(qtbot, workspace)
    again = MatchWorkspace()
    qtbot.addWidget(again)
    again.show()
    qtbot.waitExposed(again)
    assert again.empty._sentence.text().endswith("The clock opens earlier contests.")
    again.close_threads()


def test_openings_from_a_file_are_played_with_both_colours(
    qtbot: QtBot, workspace: MatchWorkspace, tmp_path: Path
) -> None:
    game = find_game("cotoan")()
    start = game.start()
    texts = [game.format_position(start.play(move)) for move in start.legal_moves()[:2]]
    (tmp_path / "openings.txt").write_text("\n".join(texts))
    form = workspace.form
    form.openings_box.setCurrentIndex(1)
    form.openings_field.setText(str(tmp_path / "openings.txt"))
    form.random_box.setValue(0)
    form.games_box.setValue(4)
    play(qtbot, workspace)
    begun = [result.start for result in sorted(workspace.results.games.results, key=lambda result: result.index)]
    assert begun == [texts[0], texts[0], texts[1], texts[1]]


def test_openings_from_records_are_played_and_the_skipped_ones_are_counted(
    qtbot: QtBot, workspace: MatchWorkspace, tmp_path: Path
) -> None:
    game = find_game("cotoan")()
    moves = [game.format_move(game.start(), move) for move in game.start().legal_moves()[:2]]
    texts = [game.format_position(game.start().play(game.parse_move(game.start(), text))) for text in moves]
    records = [f'[Game "cotoan"]\n\n1. {text} *\n' for text in (moves[0], "nothing", moves[1])]
    (tmp_path / "openings.pgn").write_text("\n".join(records))
    form = workspace.form
    form.openings_box.setCurrentIndex(1)
    form.openings_field.setText(str(tmp_path / "openings.pgn"))
    form.random_box.setValue(0)
    form.games_box.setValue(4)
    play(qtbot, workspace)
    begun = [result.start for result in sorted(workspace.results.games.results, key=lambda result: result.index)]
    assert begun == [texts[0], texts[0], texts[1], texts[1]]
    assert "openings.pgn: games skipped: 1 of 3; the first one: " in workspace.error.text()
    form.openings_box.setCurrentIndex(0)
    play(qtbot, workspace)
    assert workspace.error.isHidden()


@pytest.mark.parametrize(("form", "games"), [(1, 6), (2, 4), (3, 18)])
def test_every_form_is_played(qtbot: QtBot, workspace: MatchWorkspace, form: int, games: int) -> None:
    workspace.form.add(Spec.make("random"))
    workspace.form.games_box.setValue(2)
    workspace.form.form_box.setCurrentIndex(form)
    assert workspace.form.total_label.text().endswith(f"{games} games")
    assert workspace.form.swap_box.isHidden() == (form == 3)
    play(qtbot, workspace)
    assert workspace.results.games.rowCount() == games
    assert len(shown(workspace.results.table)) == 3


# --- what stays ------------------------------------------------------------------------------------------------------


def test_after_a_kill_the_workspace_goes_on(qtbot: QtBot, tmp_path: Path) -> None:
    script = """
import sys
from PySide6.QtWidgets import QApplication
from studio.contests.workspace import MatchWorkspace
app = QApplication([])
workspace = MatchWorkspace()
workspace.show()
workspace.form.games_box.setValue(600)
workspace.form.rows[0].budget_box.depth_box.setValue(1)
workspace.form.jobs_box.setValue(2)
workspace.start()
app.exec()
"""
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])}
    process = subprocess.Popen([sys.executable, "-c", script], env=environment, start_new_session=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not (kept := journals.kept_contests()) or kept[0].played < 8):
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    before = kept[0].path.read_bytes()
    known = [json.loads(line)["index"] for line in before.splitlines()[1:] if line.endswith(b"}")]
    assert 8 <= len(known) < 600

    workspace = MatchWorkspace()
    workspace.show()
    qtbot.waitExposed(workspace)
    assert workspace.pages.currentWidget() is workspace.empty
    sentence = f"A contest was interrupted after {len(known)} of 600 games: NegaScout, depth 1 – Greedy."
    assert workspace.empty._sentence.text() == sentence
    qtbot.waitUntil(lambda: workspace.empty._button.width() > 0)
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS) as ended:
        press(qtbot, workspace.empty._button)
    workspace.close_threads()
    assert ended.args == ["over"]
    after = kept[0].path.read_bytes()
    assert after.startswith(b"\n".join(before.splitlines()[: len(known) + 1])), "what was played stays as it was"
    played = [json.loads(line)["index"] for line in after.splitlines()[1:]]
    assert sorted(played) == list(range(600)), "none lost, none repeated"
    assert [result.index for result in workspace.results.games.results] == played
    workspace.close()
    workspace.deleteLater()


def test_an_earlier_contest_is_shown_again(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    play(qtbot, workspace)
    results = workspace.results.games.results
    other = MatchWorkspace()
    other.show()
    qtbot.waitExposed(other)
    assert other.contest is None, "finished: nothing is offered"
    assert other.form.contest() == workspace.contest, "but the form is as it was left"
    other.earlier_menu.aboutToShow.emit()
    (entry,) = other.earlier_menu.actions()
    assert "NegaScout, depth 1 – Greedy   6 of 6" in entry.text()
    with qtbot.waitSignal(other.runner.ended, timeout=SECONDS):
        entry.trigger()
    assert other.results.games.results == results
    assert shown(other.results.table) == shown(workspace.results.table)
    other.close_threads()
    other.close()
    other.deleteLater()


def test_a_contest_played_elsewhere_is_not_played_twice(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    quick(workspace, 400)
    press(qtbot, workspace.start_button)
    qtbot.waitUntil(lambda: workspace.results.games.rowCount() >= 1, timeout=SECONDS)
    other = MatchWorkspace()
    with qtbot.waitSignal(other.failed, timeout=SECONDS) as failed:
        other.open_contest(journals.kept_contests()[0], play=True)
    assert "another program is playing this contest" in failed.args[0]
    other.close_threads()
    other.deleteLater()


def test_closing_leaves_no_process(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    quick(workspace, 400)
    press(qtbot, workspace.start_button)
    qtbot.waitUntil(lambda: workspace.results.games.rowCount() >= 1, timeout=SECONDS)
    workspace.close_threads()
    assert not workspace.is_running
    children = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children")
    if children.exists():
        assert children.read_text().split() == []


def test_plugins_play_and_are_restored(qtbot: QtBot, workspace: MatchWorkspace, tmp_path: Path) -> None:
    file = tmp_path / "first_move.py"
    file.write_text(
        "class FirstMove:\n    name = 'first_move'\n    def choose(self, position):\n"
        "        return position.legal_moves()[0]\n"
    )
    form = workspace.form
    form.remove(form.rows[0])
    form.menu.add_plugin(file)
    qtbot.waitUntil(lambda: len(form.rows) == 2, timeout=SECONDS)
    form.games_box.setValue(2)
    play(qtbot, workspace)
    assert [result.fault for result in workspace.results.games.results] == ["", ""]
    other = MatchWorkspace()
    other.form.show_contest(journals.kept_contests()[0].contest)
    assert len(other.form.rows) == 2
    assert other.form.contest() == workspace.contest
    other.close_threads()
    other.deleteLater()


# --- export ----------------------------------------------------------------------------------------------------------


def test_games_and_table_are_exported(qtbot: QtBot, workspace: MatchWorkspace, tmp_path: Path) -> None:
    assert not workspace.export_button.isEnabled()
    play(qtbot, workspace)
    with qtbot.waitSignal(workspace.export_runner.done, timeout=SECONDS):
        workspace.export_records(tmp_path / "games.pgn")
    text = (tmp_path / "games.pgn").read_text()
    games = find_format(tmp_path / "games.pgn").games(text)
    assert len(games) == 6
    workspace.export_table(tmp_path / "table.csv", "csv")
    lines = (tmp_path / "table.csv").read_text(encoding="utf-8-sig").splitlines()
    assert [row[0] for row in csv.reader(lines)] == ["Player", *_names(workspace)]
    assert sorted(_names(workspace)) == ["Greedy", "NegaScout, depth 1"]
    assert '[White "NegaScout, depth 1"]' in text and '[WhiteAlgorithm "negascout@depth=1' in text
    for kind, mark in (("text", "─"), ("html", "<table>"), ("latex", r"\begin{tabular}"), ("csv", "Player,")):
        workspace.copy(kind)
        assert mark in QApplication.clipboard().text()
    with qtbot.waitSignal(workspace.failed, timeout=SECONDS) as failed:
        workspace.export_records(tmp_path / "no" / "games.pgn")
    assert failed.args == ["games.pgn could not be written: the file or folder does not exist"]


def _names(workspace: MatchWorkspace) -> list[str]:
    assert workspace.standings is not None
    return [row[0] for row in workspace.standings.grid()[1]]


# --- looks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en", "vi"])
def test_it_fits_a_narrow_window_and_changes_its_language(
    qtbot: QtBot, workspace: MatchWorkspace, qapp: QApplication, language: str
) -> None:
    for name in ("random", "alphabeta", "minimax", "negamax"):
        workspace.form.add(Spec.make(name))
    workspace.form.form_box.setCurrentIndex(1)
    workspace.form.games_box.setValue(1)
    play(qtbot, workspace)
    workspace._show_form(True)
    switch = LanguageSwitch(qapp)
    try:
        switch.switch(language)
        qapp.processEvents()
        assert workspace.minimumSizeHint().width() <= 1180
        if language == "vi":
            assert workspace.start_button.text() == "Bắt đầu"
            assert workspace.results.crosstable.headerData(0, Qt.Orientation.Horizontal) == "Bên"
            assert "Thắng" in workspace.results.summary.texts()
    finally:
        switch.switch("en")
        switch.remove()
        switch.deleteLater()


@pytest.mark.parametrize("language", ["en", "vi"])
def test_a_narrow_workspace_shows_the_form_or_the_results(
    qtbot: QtBot, workspace: MatchWorkspace, switch: LanguageSwitch, language: str
) -> None:
    """At 700 px, both next to each other made the window 785 px wide and cut the columns of the games."""
    switch.switch(language)
    workspace.setFont(QFont("DejaVu Sans"))
    # The minimum size of the layout applies to top-level windows only; in the main window, minimumSizeHint() applies.
    layout = workspace.layout()
    assert layout is not None
    layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    workspace.setMinimumSize(0, 0)
    assert workspace.form.isVisible() and workspace.pages.isVisible()
    evaluation = workspace.form.rows[0].evaluation_box
    assert evaluation.shown_text() == evaluation.currentText()
    workspace.resize(700, 600)
    QApplication.processEvents()
    assert workspace.width() == 700 and workspace.minimumSizeHint().width() <= 700
    assert workspace.form.isVisible() and not workspace.pages.isVisible()
    assert evaluation.shown_text() == evaluation.currentText()
    play(qtbot, workspace)
    QApplication.processEvents()
    assert workspace.pages.isVisible() and not workspace.form.isVisible()
    games = workspace.results.list
    assert games.horizontalScrollBar().maximum() == 0
    for column in range(games.model().columnCount()):
        texts = [str(games.model().headerData(column, Qt.Orientation.Horizontal))]
        if column not in (FIRST, SECOND):
            texts += [row[column] for row in shown(games)]
        room = games.columnWidth(column) - 8
        assert max(games.fontMetrics().horizontalAdvance(text) for text in texts) <= room, texts
    press(qtbot, workspace.form_button)
    assert workspace.form.isVisible() and not workspace.pages.isVisible()
    workspace.resize(1280, 760)
    QApplication.processEvents()
    assert workspace.form.isVisible() and workspace.pages.isVisible()
    # Reasons are elided, but titles are not. "Moves second" was cut off.
    for column in range(games.model().columnCount()):
        title = str(games.model().headerData(column, Qt.Orientation.Horizontal))
        assert games.fontMetrics().horizontalAdvance(title) <= games.columnWidth(column) - 16, title


def opened(qtbot: QtBot, width: int) -> MatchWorkspace:
    """A new workspace of this width in px, after it has been exposed."""
    workspace = MatchWorkspace()
    qtbot.addWidget(workspace)
    workspace.resize(width, 600)
    workspace.show()
    qtbot.waitExposed(workspace)
    return workspace


def test_an_interrupted_contest_is_offered_in_a_narrow_workspace(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    workspace.form.games_box.setValue(1000)
    press(qtbot, workspace.start_button)
    qtbot.waitUntil(lambda: workspace.progress.value() > 0, timeout=SECONDS)
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.stop()
    other = opened(qtbot, 700)
    assert other.empty.isVisible() and not other.form.isVisible()
    other.close_threads()
    late = opened(qtbot, 1280)
    layout = late.layout()
    assert layout is not None
    layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    late.setMinimumSize(0, 0)
    late.resize(700, 600)
    QApplication.processEvents()
    assert late.empty.isVisible() and not late.form.isVisible(), "a window that becomes narrow shows the offer, too"
    late.close_threads()


def test_equal_moves_are_chosen_at_random_unless_the_user_turns_it_off(qapp: QApplication) -> None:
    workspace = MatchWorkspace()
    form = workspace.form
    row = form.rows[1]
    contest = form.contest()
    assert contest is not None
    assert contest.contestants[1].spec == "greedy:random_ties=on"
    assert contest.names[1] == "greedy"
    assert titles_of(contest)[1] == "Greedy"
    assert row._name.whole == "Greedy"
    row.set_spec(Spec.make("greedy"))  # as the form of its parameters does
    other = form.contest()
    assert other is not None
    assert other.contestants[1].spec == "greedy"
    assert other.names[1] == "greedy:random_ties=off"
    assert titles_of(other)[1] == "Greedy, Random among ties: off"
    assert row._name.whole == "Greedy · Random among ties: off"
    for each in (contest, other):
        form.show_contest(each)
        assert form.contest() == each, "an earlier contest keeps its players"
    workspace.close_threads()
    workspace.deleteLater()


def test_players_are_distinguished(qapp: QApplication) -> None:
    first = MatchWorkspace()
    form = first.form
    form.remove(form.rows[1])
    form.add(Spec.parse("negascout:ordering=on"))
    form.add(Spec.make("negascout"))
    form.form_box.setCurrentIndex(1)
    contest = form.contest()
    assert contest is not None
    assert contest.names == ["negascout d3 (1)", "negascout:ordering=on d3", "negascout d3 (2)"]
    assert titles_of(contest) == [
        "NegaScout, depth 3 (1)", "NegaScout, depth 3, Move ordering", "NegaScout, depth 3 (2)",
    ]  # fmt: skip
    assert short_titles_of(contest) == ["NegaScout (1)", "NegaScout, Move ordering", "NegaScout (2)"]
    assert labelled(contest.contestants, "cotoan") == contest.contestants
    first.close_threads()
    first.deleteLater()


def test_the_journal_describes_the_contest(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    play(qtbot, workspace)
    assert workspace.path is not None
    contest: Contest = read_contest(workspace.path)
    assert contest == workspace.contest
    assert len(read_journal(workspace.path).results) == 6


def test_the_speed_after_a_pause_counts_the_games_after_it(
    qtbot: QtBot, workspace: MatchWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    state = {"paused": False}
    monkeypatch.setattr(type(workspace.runner), "is_paused", property(lambda _: state["paused"]))
    monkeypatch.setattr(workspace.runner, "pause", lambda: state.update(paused=True))
    monkeypatch.setattr(workspace.runner, "resume", lambda: state.update(paused=False))
    monkeypatch.setattr(type(workspace), "is_running", property(lambda _: True))
    monkeypatch.setattr(type(workspace), "_count", property(lambda _: 40))
    workspace.contest = workspace.form.contest()
    workspace._before, workspace._began = 0, now[0]
    now[0] += 10
    assert "4.0 games per second" in workspace._status_text(40, 100)
    workspace.pause_or_resume()
    now[0] += 500
    assert "paused" in workspace._status_text(40, 100)
    workspace.pause_or_resume()
    now[0] += 10
    text = workspace._status_text(50, 100)
    assert "1.0 games per second" in text, text


def test_a_contest_with_earlier_names_of_evaluations_is_shown(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    players = [
        Contestant("greedy:random_ties=on", Limit(depth=1), name) for name in ("seed", "threes_and_fours", "patterns")
    ]
    old = Contest("caro", tuple(players), "round_robin", games=2)
    workspace.form.show_contest(old)
    shown = [row.evaluation_box.name for row in workspace.form.rows]
    assert shown == ["threes_and_fours", "threes_and_fours", "patterns"]
    named = dataclasses.replace(old, contestants=labelled(old.contestants, "caro"))
    assert [each.label for each in named.contestants] == [
        "greedy threes_and_fours", "greedy threes_and_fours", "greedy patterns",
    ]  # fmt: skip
    assert titles_of(named)[0].endswith("Threes and fours (1)")


def test_a_test_of_normalised_elo_is_shown_again(workspace: MatchWorkspace) -> None:
    form = workspace.form
    form.sprt_box.setChecked(True)
    form.normalised_box.setChecked(True)
    contest = form.contest()
    assert contest is not None and contest.sprt is not None and contest.sprt.normalised
    assert Contest.from_dict(json.loads(json.dumps(contest.to_dict()))) == contest
    form.normalised_box.setChecked(False)
    other = form.contest()
    assert other is not None and "normalised" not in other.to_dict()["sprt"], "digests of earlier contests are kept"
    form.show_contest(contest)
    assert form.contest() == contest
