"""Contests with clocks in the Match workspace: chosen in the form, counted in the tables."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QApplication, QDoubleSpinBox
from pytestqt.qtbot import QtBot

from engine.contests.clock import TimeControl
from engine.contests.contest import Contest, Contestant
from engine.contests.journal import ContestJournal, read_contest
from engine.contests.standings import Standings
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.contests import journals
from studio.contests.limits import PlayerLimitBox, TimeBox
from studio.contests.naming import labelled, time_text, titles_of
from studio.contests.workspace import MatchWorkspace
from studio.window.translation import LanguageSwitch

SECONDS = 30_000
CLOCK = TimeControl(60, 0.5)


def enter(qtbot: QtBot, box: QDoubleSpinBox, text: str) -> None:
    """Write into a field as a person does."""
    box.setFocus()
    box.selectAll()
    qtbot.keyClicks(box, text)
    qtbot.keyClick(box, Qt.Key.Key_Return)


def test_a_clock_is_chosen_with_the_keyboard(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    box = workspace.form.rows[0].budget_box
    assert not box.has_clock
    workspace.activateWindow()
    qtbot.waitUntil(workspace.isActiveWindow)
    box.kind.setFocus()
    with qtbot.waitSignal(workspace.form.changed):
        qtbot.keyClick(box.kind, Qt.Key.Key_End)
    assert box.kind.currentText() == "Clock"
    assert box.limit() == TimeControl(60, 0.6)
    for expected in (box.base_box, box.increment_box):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        assert QApplication.focusWidget() is expected
    with qtbot.waitSignal(workspace.form.changed):
        enter(qtbot, box.base_box, "5:00")
    enter(qtbot, box.increment_box, "3")
    assert box.limit() == TimeControl(300, 3)
    assert (box.base_box.text(), box.increment_box.text()) == ("5:00", "+3")
    contest = workspace.form.contest()
    assert contest is not None
    assert contest.contestants[0].clock == TimeControl(300, 3)
    assert contest.contestants[0].name == "negascout 300+3"
    assert titles_of(contest)[0] == "NegaScout, 5:00 + 3 s"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("0.25", 0.25), ("0,25", 0.25), ("90", 90), ("1:30", 90), ("+7", 7), ("2 s", 2), ("1:00:00", 3600)],
)
def test_a_time_is_written_as_people_write_it(qtbot: QtBot, text: str, seconds: float) -> None:
    box = TimeBox(0.1, 10)
    qtbot.addWidget(box)
    enter(qtbot, box, text)
    assert box.value() == seconds


@pytest.mark.parametrize("text", ["", "5:", "1:75", "x", "1e3", "0", "0.01", "-1", "99:99:99"])
def test_nonsense_leaves_the_time_as_it_was(qtbot: QtBot, text: str) -> None:
    box = TimeBox(0.1, 10)
    qtbot.addWidget(box)
    assert box.validate(text, 0)[0] is not QValidator.State.Acceptable
    enter(qtbot, box, text)
    assert box.value() == 10


def test_steps_go_to_the_next_usual_time(qtbot: QtBot) -> None:
    box = TimeBox(0.1, 20)
    qtbot.addWidget(box)
    seen = []
    for _ in range(4):
        box.stepBy(1)
        seen.append(box.text())
    assert seen == ["30", "1:00", "2:00", "3:00"]
    box.stepBy(-5)
    assert box.text() == "15"
    box.stepBy(-50)
    assert box.value() == 0.1


def test_times_are_texts_for_people() -> None:
    texts = [time_text(seconds) for seconds in (0.1, 59.5, 60, 65, 90.5, 3600, 5403)]
    assert texts == ["0.1", "59.5", "1:00", "1:05", "1:30.5", "1:00:00", "1:30:03"]


@pytest.mark.parametrize("limit", [Limit(depth=5), Limit(nodes=7000), Limit(seconds=0.5), TimeControl(1, 0.1)])
def test_limits_are_shown_and_read_back(qtbot: QtBot, limit: Any) -> None:
    box = PlayerLimitBox(Limit(depth=3))
    qtbot.addWidget(box)
    with qtbot.assertNotEmitted(box.changed):
        box.set_limit(limit)
    assert box.limit() == limit
    assert box.has_clock == isinstance(limit, TimeControl)


def test_another_kind_restores_its_earlier_value(qtbot: QtBot) -> None:
    box = PlayerLimitBox(Limit(depth=5))
    qtbot.addWidget(box)
    with qtbot.waitSignal(box.changed):
        box.kind.setCurrentIndex(3)
    box.base_box.setValue(7)
    box.kind.setCurrentIndex(1)
    assert box.limit() == Limit(depth=5)
    box.kind.setCurrentIndex(3)
    assert box.limit() == TimeControl(7, 0.6)


def test_the_next_player_has_the_clock_too_and_who_has_nothing_to_choose_follows(workspace: MatchWorkspace) -> None:
    form = workspace.form  # negascout and greedy
    form.form_box.setCurrentIndex(1)
    form.rows[0].budget_box.set_limit(CLOCK)
    form.add(Spec.make("alphabeta"))
    contest = form.contest()
    assert contest is not None
    assert [each.clock for each in contest.contestants] == [CLOCK, CLOCK, CLOCK], "greedy has no field of its own"
    for row in (form.rows[0], form.rows[2]):
        row.budget_box.set_limit(Limit(depth=2))
    contest = form.contest()
    assert contest is not None and not contest.has_clock


def test_a_contest_with_clocks_is_shown_again(workspace: MatchWorkspace) -> None:
    form = workspace.form
    form.add(Spec.make("alphabeta"))
    form.form_box.setCurrentIndex(1)
    form.rows[0].budget_box.set_limit(CLOCK)
    form.rows[2].budget_box.set_limit(Limit(nodes=500))
    form.memory_box.setCurrentIndex(1)
    contest = form.contest()
    assert (
        contest is not None
        and contest.memory == "move"
        and [each.clock for each in contest.contestants] == [CLOCK, CLOCK, None]
    )
    other = MatchWorkspace()
    other.form.show_contest(contest)
    assert other.form.contest() == contest
    other.form.rows[0].budget_box.set_limit(Limit(depth=1))
    left = other.form.contest()
    assert left is not None and not left.has_clock, "no player keeps a clock that cannot be seen"
    other.close_threads()
    other.deleteLater()


def test_a_contest_with_clocks_is_played_and_its_table_contains_losses_on_time(
    qtbot: QtBot, workspace: MatchWorkspace, tmp_path: Path
) -> None:
    clock = TimeControl(1, 0.1)
    workspace.form.rows[0].budget_box.set_limit(clock)
    workspace.form.games_box.setValue(2)
    workspace.form.plies_box.setValue(2)
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.start()
    assert workspace.path is not None and workspace.contest is not None
    assert [each.clock for each in read_contest(workspace.path).contestants] == [clock, clock]
    assert all(len(result.clock or ()) == result.plies for result in workspace.results.games.results)
    lost = [
        dataclasses.replace(result, termination="time", result="0-1" if result.first == 0 else "1-0")
        for result in workspace.results.games.results
    ]
    workspace._set_results(Standings.of(workspace.contest, lost), lost)
    model = workspace.results.crosstable
    last = model.columnCount() - 1
    assert model.headerData(last, Qt.Orientation.Horizontal) == "Lost on time"
    assert model.headerData(last - 1, Qt.Orientation.Horizontal) == "95 %"
    shown = {model.index(row, 0).data(): model.index(row, last).data() for row in range(2)}
    assert shown == {"NegaScout, 1 + 0.1 s": "2", "Greedy": "0"}
    assert workspace.results.summary.texts()["Lost on time"] == ["2", "0"]
    assert {workspace.results.games.index(row, 4).data() for row in range(2)} == {"on time"}
    workspace.export_table(tmp_path / "table.csv", "csv")
    assert (tmp_path / "table.csv").read_text(encoding="utf-8-sig").splitlines()[0].endswith(",Lost on time")


def test_without_clocks_no_column_speaks_of_them(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        workspace.start()
    model = workspace.results.crosstable
    titles = [model.headerData(column, Qt.Orientation.Horizontal) for column in range(model.columnCount())]
    assert titles[-1] == "95 %"
    assert "Lost on time" not in workspace.results.summary.texts()


def test_a_contest_of_an_engine_is_among_the_earlier_ones() -> None:
    one = Contest("chess", (Contestant("fish", CLOCK, engine="fish"), Contestant("random", CLOCK)))
    ContestJournal(journals.new_path(), one).close()
    assert [kept.contest for kept in journals.kept_contests()] == [one]


def test_players_are_distinguished_by_their_clocks() -> None:
    contestants = [Contestant("negascout", TimeControl(1, 0.1)), Contestant("negascout", TimeControl(300, 3))]
    one = Contest("cotoan", labelled(contestants, "cotoan"))
    assert [each.name for each in one.contestants] == ["negascout 1+0.1", "negascout 300+3"]
    assert labelled(one.contestants, "cotoan") == one.contestants
    other = dataclasses.replace(one, contestants=labelled([contestants[0]] * 2, "cotoan"))
    assert [each.name for each in other.contestants] == ["negascout 1+0.1", "negascout 1+0.1"]
    assert other.names == ["negascout 1+0.1 (1)", "negascout 1+0.1 (2)"]


def test_the_clock_speaks_vietnamese(workspace: MatchWorkspace, qapp: QApplication) -> None:
    box = workspace.form.rows[0].budget_box
    box.set_limit(TimeControl(0.5, 0.05))
    switch = LanguageSwitch(qapp)
    try:
        switch.switch("vi")
        qapp.processEvents()
        assert box.kind.currentText() == "Đồng hồ"
        assert (box.base_box.text(), box.increment_box.text()) == ("0,5", "+0,05")
        assert box.base_box.accessibleName() == "Thời gian cả ván"
        assert box.limit() == TimeControl(0.5, 0.05)
        contest = workspace.form.contest()
        assert contest is not None and titles_of(contest)[0] == "NegaScout, 0,5 + 0,05 giây"
    finally:
        switch.switch("en")
        switch.remove()
        switch.deleteLater()
