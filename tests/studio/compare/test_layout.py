"""The geometry of the Compare workspace in the window, in both languages: nothing is clipped, nothing widens it."""

import itertools
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.language import tr
from engine.search.spec import Spec
from studio.analysis.choice import KINDS, Budget
from studio.analysis.head import FIELD_FRAME
from studio.compare.rows import COLUMN, COLUMNS
from studio.compare.table import DROPPED, widths_of
from studio.compare.workspace import CompareWorkspace
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch

both_languages = pytest.mark.parametrize("language", ["en", "vi"])


@pytest.fixture(autouse=True)
def _font(qapp: QApplication) -> Iterator[None]:
    before = qapp.font()
    qapp.setFont(QFont("DejaVu Sans"))
    yield
    qapp.setFont(before)


def shown(window: MainWindow, qtbot: QtBot, size: QSize) -> CompareWorkspace:
    """Return the workspace with a comparison of eight plies of cờ toán, in a window of this size."""
    window.document.new(find_game("cotoan")())
    for k in range(8):
        moves = window.document.position.legal_moves()
        window.document.play(moves[(7 * k + 3) % len(moves)])
    window.show_workspace("compare")
    window.resize(size)
    workspace = window.compare
    names = ("greedy", "minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout", "random")
    workspace.choice.set_specs([Spec.parse(name) for name in names])
    workspace.choice.set_budget(Budget("depth", 2))
    workspace.run()
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)
    QApplication.processEvents()
    return workspace


def place(widget: QWidget, window: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


@both_languages
def test_everything_is_visible_and_no_text_is_clipped_at_1280_by_800(
    window: MainWindow, qtbot: QtBot, switch: LanguageSwitch, language: str
) -> None:
    switch.switch(language)
    workspace = shown(window, qtbot, QSize(1280, 800))
    results, table = workspace.results, workspace.table
    assert window.size() == QSize(1280, 800)
    assert workspace.head.has_two_rows, "the control of the views and the fields need more than 1280 px"
    assert not results.is_narrow and not results.main.is_cut
    assert results.page.height() <= results.viewport().height()
    # All rows and columns, without a scroll bar.
    assert not table.verticalScrollBar().isVisible() and not table.horizontalScrollBar().isVisible()
    assert sum(widths_of(table).values()) <= table.viewport().width()
    assert set(widths_of(table)) == {column.name for column in COLUMNS} - {"positions"}
    assert widths_of(table)["pv"] >= 124
    # The position and two boards with squares of at least 22 px, the chart next to them.
    strip, chart = results.boards, results.chart
    boards = [place(card.board, window) for card in (strip.position_card, *strip.cards[:2])]
    assert len({box.top() for box in boards}) == 1
    assert all(box.width() >= 9 * 22 for box in boards)
    assert all(right.left() > left.right() for left, right in itertools.pairwise(boards))
    assert place(chart, window).left() > boards[-1].right()
    assert place(chart, window).width() >= 500 and chart.height() >= 300
    for part in (chart, strip.position_card.dots, *(card.dots for card in strip.cards[:2])):
        box = place(part, window)
        assert window.rect().contains(box) and box.bottom() <= place(window.statusBar(), window).top()
    # No text is clipped.
    head = workspace.head
    for label in head.findChildren(QLabel):
        if label.isVisible():
            assert label.width() >= label.fontMetrics().horizontalAdvance(label.text()), label.text()
    assert isinstance(head.positions_box, QComboBox)
    for part in (head.ordering_box, head.run_button, head.positions_box):
        assert part.width() >= part.minimumSizeHint().width()
    box = head.budget_box.depth_box
    assert box.lineEdit().width() >= QFontMetrics(box.font()).horizontalAdvance(box.text())
    for number, column in enumerate(COLUMNS):
        if column.name == "pv" or table.isColumnHidden(number):
            continue
        for row in workspace.model.rows:
            text = column.text(row)
            assert table.columnWidth(number) >= QFontMetrics(table.font()).horizontalAdvance(text) + 16, text


@both_languages
def test_a_small_window_scrolls_and_is_not_widened(
    window: MainWindow, qtbot: QtBot, switch: LanguageSwitch, language: str
) -> None:
    switch.switch(language)
    workspace = shown(window, qtbot, QSize(700, 500))
    results, table = workspace.results, workspace.table
    assert window.size() == QSize(700, 500)
    assert window.minimumSizeHint().width() <= 700 and window.minimumSizeHint().height() <= 500
    assert workspace.head.has_two_rows
    assert results.is_narrow
    assert place(results.chart, results.page).top() >= place(results.boards, results.page).bottom()
    assert all(table.isColumnHidden(COLUMN[name]) for name in DROPPED)
    # The table shows all of its rows; the page scrolls, not the table in it.
    assert not table.verticalScrollBar().isVisible()
    assert results.page.height() > results.viewport().height()
    assert results.page.width() <= results.viewport().width()
    for part in (workspace.head.run_button, workspace.head.ordering_box):
        assert window.rect().contains(place(part, window))


@both_languages
@pytest.mark.parametrize("game", ["chess", "cotoan", "minigo", "nim"])
@pytest.mark.diagonal("game", "language")
def test_no_field_is_cut_at_700_px(window: MainWindow, switch: LanguageSwitch, language: str, game: str) -> None:
    switch.switch(language)
    window.document.new(find_game(game)())
    window.show_workspace("compare")
    window.resize(700, 500)
    QApplication.processEvents()
    head = window.compare.head
    assert window.width() == 700
    assert head.evaluation_box.shown_text() == (head.evaluation_box.currentText() or tr("No evaluation"))
    for part in (head.positions_box, head.evaluation_box, head.budget_box, head.ordering_box, head.export_button):
        assert window.rect().contains(place(part, window))
    assert head.ordering_box.width() >= head.ordering_box.sizeHint().width()
    for box in (head.positions_box, head.budget_box.kind):
        room = box.width() - FIELD_FRAME + 12
        assert box.fontMetrics().horizontalAdvance(box.currentText()) <= room
    window.resize(1920, 1000)
    QApplication.processEvents()
    assert not head.has_two_rows
    assert head.ordering_box.parentWidget() is head._fields and head.budget_box.parentWidget() is head._fields


def test_columns_are_dropped_in_order(window: MainWindow, qtbot: QtBot) -> None:
    workspace = shown(window, qtbot, QSize(1280, 800))
    table, dropped = workspace.table, []
    for width in range(1280, 700, -40):
        window.resize(width, 800)
        QApplication.processEvents()
        hidden = [name for name in DROPPED if table.isColumnHidden(COLUMN[name])]
        if not dropped or hidden != dropped[-1]:
            dropped.append(hidden)
    assert dropped == [[], ["pv"], ["pv", "cut"], ["pv", "cut", "speed"], ["pv", "cut", "speed", "nodes"]]


def test_many_distinct_moves_scroll(window: MainWindow, qtbot: QtBot) -> None:
    workspace = shown(window, qtbot, QSize(1280, 800))
    workspace.choice.set_evaluation("squares_and_lines")
    workspace.choice.set_specs([Spec.parse("random"), *[Spec.parse(name) for name in ("greedy", "minimax")]])
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)
    strip = workspace.results.boards
    moves = window.document.position.legal_moves()
    boards = [strip._boards[0].__class__(move, f"m{move}", f"m{move}", (("greedy", 0),), (k,), "greedy", ("Greedy",))
              for k, move in enumerate(moves[:5])]  # fmt: skip
    strip.show_boards(window.document.game, window.document.position, "", boards)
    qtbot.waitUntil(lambda: strip.area.horizontalScrollBar().maximum() > 0)
    assert strip.hidden_boards() == 3
    assert strip.more_button.isVisible() and strip.more_button.text().startswith("+3 more")
    strip.more_button.click()
    assert strip.hidden_boards() == 2
    strip.mark(4)
    assert strip.hidden_boards() == 0
    strip.more_button.click()
    assert strip.hidden_boards() == 3


@both_languages
def test_the_kind_of_budget_is_not_cut(window: MainWindow, switch: LanguageSwitch, qtbot: QtBot, language: str) -> None:
    window.resize(1280, 820)
    window.document.new(find_game("cotoan")())
    window.show_workspace("compare")
    switch.switch(language)
    for workspace, box in (("compare", window.compare.budget_box), ("analyse", window.analysis.budget_box)):
        window.show_workspace(workspace)  # a hidden field is not laid out
        for kind in KINDS:
            box.set_budget(Budget(kind, 3))
            # A change of the language is laid out in several passes of the event loop.
            qtbot.waitUntil(lambda kind=box.kind: kind.width() >= kind.sizeHint().width())


@both_languages
def test_starting_a_comparison_moves_nothing_in_the_head(
    window: MainWindow, qtbot: QtBot, switch: LanguageSwitch, language: str
) -> None:
    switch.switch(language)
    head = shown(window, qtbot, QSize(1280, 800)).head
    fields = (head.status, head.positions_box, head.evaluation_box, head.budget_box, head.ordering_box, head.run_button)

    def places() -> list[QRect]:
        for _ in range(3):  # a layout that changes asks its parent for another turn
            QApplication.processEvents()
        return [place(part, window) for part in fields if part.isVisible()]

    before, text = places(), head.run_button.text()
    head.show_running(True)
    assert head.run_button.text() != text
    assert places() == before
    head.show_running(False)
    assert places() == before


def test_the_fields_are_at_the_left_edge_or_next_to_the_control_of_the_views(window: MainWindow) -> None:
    """The free space was at the left edge, up to 95 px."""
    window.show_workspace("compare")
    head, found = window.compare.head, set()
    for width in range(1600, 1100, -20):
        window.resize(width, 800)
        QApplication.processEvents()
        views = head.row.itemAt(0).widget()
        start = 0 if head.has_two_rows else place(views, head).right() + 1 + head.row.spacing()
        assert place(head.positions_box, head).left() == start
        found.add(head.has_two_rows)
    assert found == {True, False}
