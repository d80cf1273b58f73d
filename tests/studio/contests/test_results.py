"""The tables of a contest in the Match workspace."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from engine.search.search import Spec
from studio.contests.tables import NUMBER, RESULT
from studio.contests.workspace import MatchWorkspace
from studio.look import palette, style
from tests.studio.contests.conftest import SECONDS, click, play, press, shown


def test_a_click_on_a_cell_filters_the_games(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    workspace.form.add(Spec.make("random"))
    workspace.form.games_box.setValue(2)
    workspace.form.form_box.setCurrentIndex(3)
    play(qtbot, workspace)
    click(qtbot, workspace.results.table, workspace.results.crosstable.index(1, 3))  # greedy moves first against random
    rows = shown(workspace.results.list)
    assert [row[1:3] for row in rows] == [["Greedy", "Random"]] * 2
    assert workspace.results.list_title.whole == "2 games of Greedy against Random"
    click(qtbot, workspace.results.table, workspace.results.crosstable.index(2, 0))  # the name: all games of random
    assert workspace.results.list.model().rowCount() == 10
    press(qtbot, workspace.results.all_button)
    assert workspace.results.list.model().rowCount() == 18
    assert not workspace.results.table.selectionModel().hasSelection()


def test_a_double_click_opens_the_game(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    play(qtbot, workspace)
    workspace.results.list.sortByColumn(NUMBER, Qt.SortOrder.DescendingOrder)
    index = workspace.results.list.model().index(0, RESULT)
    place = workspace.results.list.visualRect(index).center()
    qtbot.mouseClick(workspace.results.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(workspace.record_chosen, timeout=SECONDS) as chosen:
        qtbot.mouseDClick(workspace.results.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    record = chosen.args[0]
    result = next(result for result in workspace.results.games.results if result.index == 5)
    assert record.headers["Round"] == "6"
    assert record.headers["White"] == "greedy"
    assert record.headers["Black"] == "negascout d1"
    assert record.result == result.result
    assert len(record.tree.main_line()) - 1 == len(result.moves)
    with qtbot.waitSignal(workspace.record_chosen, timeout=SECONDS):
        qtbot.keyClick(workspace.results.list, Qt.Key.Key_Return)


def test_cells_are_coloured_by_score(qtbot: QtBot, workspace: MatchWorkspace, qapp: QApplication) -> None:
    style.apply(qapp, "light")  # a style sheet hides the ground of cells
    form = workspace.form
    form.remove(form.rows[0])
    form.add(Spec.make("random"))
    form.games_box.setValue(10)
    play(qtbot, workspace)
    good = workspace.results.crosstable.index(0, 2).data(Qt.ItemDataRole.BackgroundRole)
    bad = workspace.results.crosstable.index(1, 1).data(Qt.ItemDataRole.BackgroundRole)
    assert good.red() > good.blue()
    assert bad.blue() > bad.red()
    place = workspace.results.table.visualRect(workspace.results.crosstable.index(0, 2)).topLeft() + QPoint(3, 3)
    picture = workspace.results.table.viewport().grab().toImage()
    assert picture.pixelColor(place * picture.devicePixelRatio()).name() == good.name(), "and it is drawn"
    style.apply(qapp, "dark")
    try:
        dark = workspace.results.crosstable.index(0, 2).data(Qt.ItemDataRole.BackgroundRole)
        assert dark.lightness() < good.lightness()
        for ground in (dark, workspace.results.crosstable.index(1, 1).data(Qt.ItemDataRole.BackgroundRole)):
            assert palette.contrast(palette.current().text, ground) >= 4.5
    finally:
        style.apply(qapp, "light")


def test_the_models_keep_qts_rules(qtbot: QtBot, workspace: MatchWorkspace, qtmodeltester: ModelTester) -> None:
    workspace.form.add(Spec.make("random"))
    workspace.form.form_box.setCurrentIndex(1)
    workspace.form.games_box.setValue(2)
    play(qtbot, workspace)
    for model in (workspace.results.crosstable, workspace.results.games, workspace.results.filter):
        qtmodeltester.check(model)
