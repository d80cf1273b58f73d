"""Variations by keyboard and mouse: the main line remains the spine of the list, whatever is looked at."""

from importlib import resources
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.picture.charts import AXIS, TOP
from engine.records.tree import EvaluationNote
from studio.document.move_list import FIRST_SCORE
from studio.document.rows import MoveRowKind
from studio.look import palette
from studio.window.main_window import MainWindow
from studio.window.status import place_text

RECORD = '[Game "chess"]\n\n1. e4 e5 2. Nf3 (2. Bc4 Nf6 3. d3 (3. d4 exd4)) (2. f4) 2... Nc6 3. Bb5 *'
NONE, SHIFT, CONTROL = (
    Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier,
)  # fmt: skip
KEY = Qt.Key


@pytest.fixture
def opened(window: MainWindow) -> MainWindow:
    window.show_workspace("analyse")
    window.document.open_text(RECORD, game=find_game("chess")())
    QApplication.processEvents()
    return window


def texts(window: MainWindow) -> list[str]:
    model = window.moves.model
    return [
        " ".join(filter(None, (model.index(row, column).data() for column in range(5))))
        for row in range(model.rowCount())
    ]


def press(window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = NONE) -> str:
    """Press a key in the move list and return the move at the cursor."""
    QTest.keyClick(window.moves.table, key, modifier)
    return window.document.tree.move_text(window.document.cursor)


def status(window: MainWindow) -> str:
    return window.status._place.text()


def test_keys_walk_through_variations(opened: MainWindow) -> None:
    spine = texts(opened)
    assert spine == ["1. e4 e5", "2. Nf3 Nc6", "2. Bc4 Nf6 3. d3", "3. d4 exd4", "2. f4", "3. Bb5"]
    opened.moves.table.setFocus()
    walk = [
        (KEY.Key_Right, NONE, "e4", "Ply 1 of 5"),
        (KEY.Key_Right, NONE, "e5", "Ply 2 of 5"),
        (KEY.Key_Right, NONE, "Nf3", "Ply 3 of 5"),
        (KEY.Key_Down, NONE, "Bc4", "Ply 2 of 5, variation +1"),
        (KEY.Key_Right, NONE, "Nf6", "Ply 2 of 5, variation +2"),
        (KEY.Key_Right, NONE, "d3", "Ply 2 of 5, variation +3"),
        (KEY.Key_Down, NONE, "d4", "Ply 2 of 5, variation +3"),
        (KEY.Key_Left, SHIFT, "Nf6", "Ply 2 of 5, variation +2"),
        (KEY.Key_Left, SHIFT, "e5", "Ply 2 of 5"),
        (KEY.Key_Right, SHIFT, "Nf6", "Ply 2 of 5, variation +2"),
        (KEY.Key_Left, NONE, "Bc4", "Ply 2 of 5, variation +1"),
        (KEY.Key_Down, NONE, "f4", "Ply 2 of 5, variation +1"),
        (KEY.Key_Up, NONE, "Bc4", "Ply 2 of 5, variation +1"),
        (KEY.Key_Up, NONE, "Nf3", "Ply 3 of 5"),
        (KEY.Key_End, NONE, "Bb5", "Ply 5 of 5"),
    ]
    for key, modifier, move, place in walk:
        assert press(opened, key, modifier) == move
        assert status(opened) == place
        assert texts(opened) == spine
        assert opened.moves.table.cursor_node == opened.document.cursor


def test_a_variation_is_made_the_main_line_and_deleted(opened: MainWindow) -> None:
    document = opened.document
    bishop = next(node for node in document.tree.nodes if document.tree.move_text(node) == "Bc4")
    document.go(bishop)
    press(opened, KEY.Key_L, CONTROL)
    assert texts(opened) == ["1. e4 e5", "2. Bc4 Nf6", "2. Nf3 Nc6 3. Bb5", "2. f4", "3. d3", "3. d4 exd4"]
    assert status(opened) == "Ply 3 of 5"
    QTest.keyClick(opened.moves.table, KEY.Key_Down)
    assert press(opened, KEY.Key_Delete) == "e5"
    assert texts(opened) == ["1. e4 e5", "2. Bc4 Nf6", "2. f4", "3. d3", "3. d4 exd4"]


def test_the_context_menu_concerns_the_move_of_a_variation_under_the_mouse(opened: MainWindow) -> None:
    document, table = opened.document, opened.moves.table
    node = next(node for node in document.tree.nodes if document.tree.move_text(node) == "exd4")
    place = table.viewport().mapToGlobal(table.box_of(node).center())
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(), place)
    opened.moves.contextMenuEvent(event)
    assert document.cursor == node
    (menu,) = [each for each in opened.moves.findChildren(QMenu) if each.isVisible()]
    next(action for action in menu.actions() if action.objectName() == "nag_1").trigger()
    menu.close()
    assert document.tree[node].nags == (1,)
    assert texts(opened)[3] == "3. d4 exd4 !"


def test_the_list_follows_the_language(opened: MainWindow) -> None:
    document = opened.document
    document.go(document.tree.main_line()[3])
    opened.actions_table["language_vi"].trigger()
    QApplication.processEvents()
    assert status(opened) == "Nước 3 / 5"
    assert opened.moves._box.caption.whole == "Lời bình cho nước 2. Nf3"
    document.next_sibling()
    assert place_text(document.tree, document.cursor) == "Nước 2 / 5, nhánh +1"
    opened.actions_table["language_en"].trigger()


def test_list_and_graph_follow_reference_point_of_view_language_and_theme(opened: MainWindow) -> None:
    document, model = opened.document, opened.moves.model
    graph = opened.analysis_commands.need_graph()
    line = document.tree.main_line()
    notes = [EvaluationNote(name, 2, Score(value, Player.FIRST)) for name, value in (("negascout", 91), ("greedy", 30))]
    document.add_evaluations(dict.fromkeys(line, notes))
    document.go(line[1])

    def shown() -> tuple[str, str, str]:
        QApplication.processEvents()
        graph.resize(1000, 160)
        return model.index(0, FIRST_SCORE).data(), opened.moves.head.whole, graph.plot._cursor.texts[0]

    assert shown() == ("+0.91", "values: NegaScout d2", "ply 1: Greedy +0.30, NegaScout +0.91")
    opened.actions_table["scores_turn"].trigger()
    assert shown() == ("−0.91", "values: NegaScout d2", "ply 1: Greedy −0.30, NegaScout −0.91")
    opened.actions_table["scores_first"].trigger()
    opened.session.choice.set_reference(0)
    assert shown()[:2] == ("+0.30", "values: Greedy d2")
    assert graph.reference[0] == "greedy"
    opened.actions_table["language_vi"].trigger()
    assert shown() == ("+0,30", "giá trị: Tham lam d2", "nước 1: Tham lam +0,30, NegaScout +0,91")
    opened.actions_table["language_en"].trigger()
    drawn = graph.plot.drawings
    opened.actions_table["theme_dark"].trigger()
    QApplication.processEvents()
    assert graph.plot.grab().toImage().pixelColor(1, 1) == palette.dark().ground
    assert graph.plot.drawings > drawn
    opened.actions_table["theme_light"].trigger()


def test_hidden_curves_do_not_change_the_list(opened: MainWindow) -> None:
    document, model = opened.document, opened.moves.model
    graph = opened.analysis_commands.need_graph()
    line = document.tree.main_line()
    document.add_evaluations({node: [EvaluationNote("negascout", 2, Score(91, Player.FIRST))] for node in line})
    graph.show_curve(("negascout", ""), False)
    assert graph.visible_curves() == [] and graph.reference is None
    assert model.index(0, FIRST_SCORE).data() == "+0.91"


@pytest.mark.parametrize("code", ["en", "vi"])
def test_ten_plies_and_the_graph_fit_on_a_laptop(window: MainWindow, code: str) -> None:
    """Measured with the annotated sample of cờ toán, which has variations and long moves."""
    window.resize(1280, 800)
    window.actions_table[f"language_{code}"].trigger()
    window.show_workspace("analyse")
    path = Path(str(resources.files("resources"))) / "records" / "cotoan" / f"ahead-and-lost.{code}.pgn"
    window.document.open_text(path.read_text())
    graph = window.analysis_commands.need_graph()
    for _ in range(3):
        QApplication.processEvents()
    table, model = window.moves.table, window.moves.model
    rows = [row for row in range(model.rowCount()) if model.row(row).kind is MoveRowKind.MOVES]
    room = table.viewport().height()
    full = [row for row in rows if table.rowViewportPosition(row) + table.rowHeight(row) <= room]
    assert not model.is_single and 2 * len(full) >= 10
    assert table.columnWidth(FIRST_SCORE) > 0
    title = window.docks["graph"].titleBarWidget().height()
    assert title == 28
    assert graph.plot.height() - AXIS - TOP >= 90 and title + graph.plot.height() >= 100
    assert all(button.isVisible() for button in graph.legend.buttons.values())
    window.actions_table["language_en"].trigger()


def test_a_move_can_be_tried_after_a_claim_but_not_after_a_win(window: MainWindow) -> None:
    three = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"
    window.filing.open_text(f'[Game "chess"]\n\n{three} *')
    document = window.document
    document.go(document.tree.main_line()[-1])
    assert document.outcome_at(document.cursor) is not None
    window.controller.play(document.game.parse_move(document.position, "e4"))
    assert len(document.tree.main_line()) == 10 and document.position.outcome() is None
    window.filing.open_text('[Game "caro"]\n\n1. a1 b1 2. a2 b2 3. a3 b3 4. a4 b4 5. a5 b5 *')
    document.go(document.tree.main_line()[-1])
    assert not document.position.legal_moves()
