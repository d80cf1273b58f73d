"""The docks: where they are by default, how they follow the window, and what of them is restored."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QByteArray, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QPushButton, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.search.players import REFERENCE
from studio.analysis.choice import Budget, default_specs
from studio.look import style
from studio.window import layouts
from studio.window.layouts import WORKSPACES
from studio.window.main_window import MainWindow
from studio.window.page_area import PageArea
from studio.window.translation import LanguageSwitch
from studio.window.workspaces import TABS, tab_of
from tests.engine.conftest import few
from tests.studio.conftest import MakeWindow

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

BOARD, ANALYSIS = 518, 445
"""Default widths in px of the board's column and of the analysis at 1280 × 800.

The status bar has the height of a notice, 24 px, so that a notice does not cover the graph. This leaves 677 px below
the header, and the squares of the board have 50 px.
"""


def show(window: MainWindow, width: int, height: int) -> None:
    window.show_workspace("analyse")
    window.resize(width, height)
    QApplication.processEvents()


def place(window: MainWindow, name: str) -> QRect:
    return window.docks[name].geometry()


def drag_separator(window: MainWindow, by: int) -> None:
    """Drag the line between the analysis and the moves."""
    edge = place(window, "analysis")
    start = QPoint(edge.right() + 1, edge.center().y())
    QTest.mousePress(window, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(window, start + QPoint(by, 0))
    QApplication.processEvents()  # the docks are sized in the event loop
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton, pos=start + QPoint(by, 0))
    QApplication.processEvents()


def reopened(window: MainWindow, make_window: MakeWindow) -> MainWindow:
    """Close a window and open the next one at its default size, which does not depend on the screen of the test."""
    window.close()
    window.settings.geometry = QByteArray()
    window.settings.sync()
    again = make_window()
    QApplication.processEvents()
    return again


def test_the_board_has_the_left_and_the_graph_is_below_analysis_and_moves(window: MainWindow) -> None:
    show(window, 1280, 800)
    centre, analysis = window.centralWidget().geometry(), place(window, "analysis")
    moves, graph = place(window, "moves"), place(window, "graph")
    assert centre.left() == 0 and abs(centre.width() - BOARD) <= 2
    assert centre.height() == graph.bottom() - analysis.top() + 1, "the column has the full height"
    assert centre.right() < analysis.left() < analysis.right() < moves.left()
    assert analysis.top() == moves.top() and graph.top() > analysis.bottom()
    assert (graph.left(), graph.right()) == (analysis.left(), moves.right())
    assert abs(analysis.width() - ANALYSIS) <= 4
    assert not window.docks["terms"].isVisible()


def test_the_docks_follow_the_size_of_the_window_and_the_game(window: MainWindow) -> None:
    show(window, 1920, 1080)
    assert abs(place(window, "analysis").width() - 687) <= 12
    assert abs(window.centralWidget().width() - 752) <= 12
    assert place(window, "graph").height() >= 180
    terms = window.docks["terms"]
    assert terms.isVisible() and terms.geometry().top() > place(window, "analysis").bottom()
    window.resize(1280, 800)
    QApplication.processEvents()
    assert abs(window.centralWidget().width() - BOARD) <= 2
    assert not terms.isVisible()
    window.document.new(find_game("chess")())
    QApplication.processEvents()
    assert abs(window.centralWidget().width() - 560) <= 2


def test_sizes_chosen_by_the_user_stay(make_window: MakeWindow) -> None:
    window = make_window()
    show(window, 1280, 800)
    assert window.layouts.is_fitted
    drag_separator(window, -60)
    assert not window.layouts.is_fitted
    chosen = place(window, "analysis").width()
    assert abs(chosen - (ANALYSIS - 60)) <= 8
    window.document.new(find_game("chess")())
    QApplication.processEvents()
    assert place(window, "analysis").width() == chosen
    again = reopened(window, make_window)
    assert place(again, "analysis").width() == chosen
    again.reset_layout()
    QApplication.processEvents()
    assert abs(place(again, "analysis").width() - ANALYSIS) <= 14 and again.layouts.is_fitted


def test_a_default_layout_is_fitted_to_the_window_again_at_the_next_start(make_window: MakeWindow) -> None:
    window = make_window()
    show(window, 1280, 800)
    window.close()
    again = make_window()
    again.resize(1920, 1080)
    QApplication.processEvents()
    assert abs(place(again, "analysis").width() - 687) <= 12


BEGIN = """
import os
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from studio.settings import Settings
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch

application = QApplication([])
settings, switch = Settings(), LanguageSwitch(application)
settings.workspace = "analyse"
window = MainWindow(settings, switch)
window.show()
window.resize(1700, 1000)
application.processEvents()
"""
END = """
print("done", flush=True)
os._exit(0)
"""
MAXIMISED = """
window.layouts.keep()
layout = settings.layout("analyse")
window.showMaximized()
application.processEvents()
for start in range(6):
    window.close()
    window.deleteLater()
    application.processEvents()
    settings.set_layout("analyse", layout, is_fitted=start % 2 == 0)
    window = MainWindow(settings, switch)
    assert window.isMaximized()
    window.show()
    application.processEvents()
    for width in (1280, 1500):
        window.resize(width, 900)
        application.processEvents()
        window.showMaximized()
        application.processEvents()
"""
"""Start with a maximised window, a layout of a larger one, and docks that are arranged again while it is shown."""
HOVERED = """
changes = (lambda: window.resize(900, 560), lambda: window.show_workspace("play"), window.layouts.reset)
for change in changes:
    for name in ("analysis", "moves", "terms"):
        for is_below in (False, True):
            window.show_workspace("analyse")
            window.resize(1700, 1000)
            application.processEvents()
            place = window.docks[name].geometry()
            right, below = QPoint(place.right() + 2, place.center().y()), QPoint(place.center().x(), place.bottom() + 2)
            QTest.mouseMove(window, below if is_below else right)
            application.processEvents()
            change()
            application.processEvents()
            QTest.mouseMove(window.board, QPoint(50, 60))
            application.processEvents()
"""
"""Rest the mouse on a line between docks, give the docks other places, and move the mouse."""


@pytest.mark.parametrize("steps", few([MAXIMISED, HOVERED], [HOVERED]), ids=["maximised", "hovered"])
def test_docks_are_arranged_again_without_a_crash(tmp_path: Path, steps: str) -> None:
    environment = {"KYVIEN_STATE": str(tmp_path / "state"), "KYVIEN_CONFIG": str(tmp_path / "config")}
    # Freed memory is overwritten, so that its use is seen (glibc).
    environment |= {"MALLOC_PERTURB_": "165", "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", BEGIN + steps + END],
        env=os.environ | environment, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.stdout == "done\n" and done.returncode == 0, done.stderr[-3000:]
    warnings = [line for line in done.stderr.splitlines() if not line.startswith("This plugin does not support")]
    assert warnings == []


def test_dock_sizes_of_a_maximised_window_are_restored(make_window: MakeWindow) -> None:
    window = make_window()
    show(window, 1280, 800)
    window.showMaximized()
    window.resize(1500, 900)  # the screen of the offscreen platform is smaller
    QApplication.processEvents()
    drag_separator(window, -60)
    chosen = place(window, "analysis").width()
    assert not window.layouts.is_fitted and window.isMaximized()
    window.close()
    window.settings.sync()
    again = make_window()
    assert again.isMaximized()
    again.resize(1500, 900)
    QApplication.processEvents()
    assert abs(place(again, "analysis").width() - chosen) <= 2 and not again.layouts.is_fitted


def test_a_layout_of_an_earlier_version_is_not_restored(window: MainWindow) -> None:
    show(window, 1280, 800)
    window.docks["graph"].setFloating(True)
    old = window.saveState(layouts.VERSION - 1)
    window.show_workspace("play")
    window.settings.set_layout("analyse", old, is_fitted=False)
    window.show_workspace("analyse")
    QApplication.processEvents()
    assert not window.docks["graph"].isFloating()
    assert place(window, "graph").top() > place(window, "moves").bottom()


def test_the_tabs_of_the_workspaces_are_whole_once_there_is_space(window: MainWindow, qtbot: QtBot) -> None:
    """At 1280 px. The buttons have another size until the style sheet is set, also if the bar keeps its width."""
    show(window, 1280, 800)
    bar = window.bar
    bar.setStyleSheet("QToolButton { padding: 45px; }")
    qtbot.waitUntil(lambda: bar.language_button.sizeHint().width() > 60)
    bar.retranslate()
    qtbot.waitUntil(bar.tabs.usesScrollButtons)
    bar.setStyleSheet("")
    qtbot.waitUntil(lambda: not bar.tabs.usesScrollButtons())
    assert bar.tabs.width() >= bar.tabs.sizeHint().width()


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.slow), "vi"])
def test_every_workspace_can_be_clicked_in_a_narrow_window(
    window: MainWindow, switch: LanguageSwitch, qtbot: QtBot, language: str
) -> None:
    """At 640 px, the titles were elided to one letter and the last tab was cut off. Now they scroll, or fit."""
    switch.switch(language)
    bar, tabs = window.bar, window.bar.tabs
    show(window, 640, 500)
    qtbot.waitUntil(lambda: tabs.usesScrollButtons() == (language == "vi"))
    for name in (*WORKSPACES, *reversed(WORKSPACES)):
        window.show_workspace(name)
        index = list(TABS).index(tab_of(name))
        qtbot.waitUntil(lambda index=index: tabs.rect().contains(tabs.tabRect(index)))
        assert bar.rect().contains(tabs.geometry())
    buttons = [each for each in tabs.findChildren(QToolButton) if each.isVisible()]
    assert len(buttons) == 2 * (language == "vi")
    assert all(tabs.rect().contains(each.geometry()) for each in buttons)
    while buttons and buttons[1].isEnabled():
        QTest.mouseClick(buttons[1], Qt.MouseButton.LeftButton)
    QTest.mouseClick(tabs, Qt.MouseButton.LeftButton, pos=tabs.tabRect(len(TABS) - 1).center())
    assert tab_of(window.workspace) == list(TABS)[-1]


def test_a_small_window_has_tabs_and_no_panel_sets_its_width(window: MainWindow, qtbot: QtBot) -> None:
    show(window, 1280, 800)
    for name, least in layouts.LEAST_WIDTHS.items():
        assert window.docks[name].minimumSizeHint().width() <= least, name
    window.resize(700, 500)
    QApplication.processEvents()
    assert (window.width(), window.height()) == (700, 500)
    tabs = window.tabifiedDockWidgets(window.docks["analysis"])
    assert {each.objectName() for each in tabs} >= {"moves", "graph"}
    window.resize(1280, 800)
    QApplication.processEvents()
    assert window.tabifiedDockWidgets(window.docks["analysis"]) == []
    assert place(window, "moves").left() > place(window, "analysis").right()


def test_the_analysis_of_a_game_does_not_widen_the_window(window: MainWindow, qtbot: QtBot) -> None:
    show(window, 1280, 800)
    for _ in range(2):
        window.document.play(window.document.position.legal_moves()[0])
    before = window.minimumSizeHint().width()
    window.analysis_commands.analyse_game()
    qtbot.waitUntil(lambda: not window.session.is_busy, timeout=60_000)
    QApplication.processEvents()
    assert window.minimumSizeHint().width() == before
    assert window.width() == 1280


# --- what is visible at 1280 × 800 ------------------------------------------------------------------------------------

GAMES = {"cotoan": ("ahead-and-lost", "material_safety"), "chess": ("opera", "tapered")}


@pytest.fixture
def _named_font(qapp: QApplication) -> Iterator[None]:
    """Text as wide as in the mock-ups, whose font is among the widest."""
    before = qapp.font()
    qapp.setFont(QFont("DejaVu Sans"))
    yield
    qapp.setFont(before)


def analysed(window: MainWindow, game: str, lang: str, qtbot: QtBot) -> None:
    """Show an analysed position in the middle of a sample, in a window of 1280 × 800."""
    name, evaluation = GAMES[game]
    show(window, 1280, 800)
    window.filing.open_sample(Path(__file__).parents[3] / "resources" / "records" / game / f"{name}.{lang}.pgn")
    for _ in range(14):
        window.document.forward()
    choice = window.session.choice
    choice.set_specs([*default_specs(), REFERENCE])
    choice.set_reference(6)
    choice.set_evaluation(evaluation)
    choice.set_budget(Budget("nodes", 20_000))
    window.analysis_commands.need_graph()
    window.analysis.start()
    qtbot.waitUntil(lambda: not window.session.is_busy, timeout=60_000)
    QApplication.processEvents()


@pytest.mark.parametrize("lang", ["en", "vi"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.diagonal("game", "lang")
@pytest.mark.usefixtures("_named_font")
def test_all_algorithms_are_visible_without_scrolling_and_no_text_is_cut(
    window: MainWindow, switch: LanguageSwitch, qtbot: QtBot, game: str, lang: str
) -> None:
    style.apply(QApplication.instance(), "light")
    switch.switch(lang)
    analysed(window, game, lang, qtbot)
    panel = window.analysis
    view = panel.list.area.viewport()
    assert len(panel.rows) == 7 and window.session.choice.reference_spec == REFERENCE
    for row in panel.rows:
        place = QRect(row.mapTo(view, QPoint(0, 0)), row.size())
        assert view.rect().contains(place), f"{row.name.text()} is not visible: {place} in {view.rect()}"
        assert row.line.texts and row.numbers["score"].text() != "—"
    assert window.docks["graph"].isVisible() and window.docks["moves"].isVisible()
    assert cut_texts(panel) == []
    assert panel.chance.isVisible() == (game == "chess") and panel.strip.isVisible() != panel.chance.isVisible()
    for cell in panel.strip.cells if panel.strip.isVisible() else ():
        assert cell.needed_width(cell.density) <= cell.width()
        assert panel.strip.viewport().rect().contains(QRect(cell.mapTo(panel.strip.viewport(), QPoint()), cell.size()))
    assert panel.evaluation_box.shown_text() == panel.evaluation_box.currentText()


RICH = Qt.TextFormat.RichText


def cut_texts(panel: QWidget) -> list[str]:
    """Return the visible texts that are wider than their labels or end in an ellipsis, without principal variations."""
    found = []
    for label in panel.findChildren(QLabel):
        is_line = label.textFormat() == RICH or label.objectName() == "line"
        if label.isVisible() and label.text() and not label.wordWrap() and not is_line:
            needed = label.fontMetrics().horizontalAdvance(label.text())
            margins = label.contentsMargins().left() + label.contentsMargins().right()
            if needed > label.width() - margins or label.text().endswith("…"):
                found.append(f"{label.text()!r} needs {needed} of {label.width()}")
    buttons: list[QAbstractButton] = [*panel.findChildren(QPushButton)]
    # Those with an icon can do without their text.
    buttons += [button for button in panel.findChildren(QToolButton) if button.text() and button.icon().isNull()]
    buttons = [button for button in buttons if button.isVisible()]
    return found + [button.text() for button in buttons if button.sizeHint().width() > button.width()]


def test_a_page_scrolls_in_a_low_window_and_the_next_one_does_not_enlarge_it(window: MainWindow) -> None:
    window.document.new(find_game("chess")())
    area = window.centralWidget()
    assert isinstance(area, PageArea)
    for name in ("course", "analyse", "exercises", "play", "review", "course"):
        window.show_workspace(name)
        QApplication.processEvents()
        window.resize(768, 392)
        QApplication.processEvents()
        assert window.size() == QSize(768, 392), name
        needs = window.pages.minimumSizeHint().height()
        assert window.pages.height() == max(area.viewport().height(), needs), name
        assert (area.verticalScrollBar().maximum() > 0) == (needs > area.viewport().height()), name
    assert area.verticalScrollBar().maximum() > 0


def test_a_view_does_not_enlarge_the_window_for_docks_that_are_hidden(window: MainWindow) -> None:
    window.document.new(find_game("chess")())  # without a calculator
    window.show_workspace("analyse")
    QApplication.processEvents()
    window.resize(768, 392)
    for name in ("play", "analyse", "tree", "play"):
        window.show_workspace(name)
        QApplication.processEvents()
        assert window.size() == QSize(768, 392), name


@pytest.mark.parametrize("code", ["en", "vi"])
def test_all_buttons_of_the_tool_bar_fit_at_620_px(window: MainWindow, switch: LanguageSwitch, code: str) -> None:
    bar = window.bar
    separators = [each for each in bar.actions() if each.isSeparator()]
    switch.switch(code)
    for width, has_room in ((620, False), (1280, True), (620, False)):
        window.resize(width, 500)
        QApplication.processEvents()
        assert window.width() == width
        buttons = [bar.widgetForAction(each) for each in bar.actions() if not each.isSeparator()]
        assert all(each.isVisible() and bar.rect().contains(each.geometry()) for each in buttons)
        assert all(each.isVisible() == has_room for each in separators)


def test_a_tool_bar_that_is_deleted_is_not_fitted(window: MainWindow) -> None:
    """Qt deletes the actions of a bar before the bar, and asks the bar for another layout."""
    bar, deleted = window.bar, QAction()
    window.close()
    shiboken6.delete(deleted)
    bar._separators = [deleted]
    QApplication.sendEvent(bar, QEvent(QEvent.Type.LayoutRequest))
    assert not bar.isVisible()


def test_a_resize_while_a_layout_is_restored_sizes_no_docks(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Qt warns of docks that it has not put in place yet, and a warning fails this test."""
    restore = window.restoreState

    def restoring(*args: Any) -> bool:
        window.removeDockWidget(window.docks["calculator"])
        window.layouts.fit()
        return restore(*args)

    window.show_workspace("compare")
    monkeypatch.setattr(window, "restoreState", restoring)
    assert window.layouts.is_fitted
    window.layouts.restore("play")
    assert not window.docks["calculator"].isHidden()
