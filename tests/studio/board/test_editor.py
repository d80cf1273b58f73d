"""Setting up positions as a person does: palette, mouse, keys, text."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QPlainTextEdit, QSpinBox
from pytestqt.qtbot import QtBot

from engine.core.game import Game, find_game
from engine.core.language import LANGUAGES, set_language
from engine.core.outcome import Player
from engine.core.surface import Setup
from studio.board.editor import SetupEditor
from studio.board.floating import FloatingPiece
from studio.board.view import ERASER, BoardView
from studio.look import palette, style


@pytest.fixture
def editor(qtbot: QtBot, cotoan: Game) -> SetupEditor:
    """An editor at the start of cờ toán."""
    made = SetupEditor()
    qtbot.addWidget(made)
    made.resize(960, 780)
    made.show()
    made.edit(cotoan, cotoan.start())
    return made


@pytest.fixture
def hand(editor: SetupEditor, mouse_on: Callable[[BoardView], Any]) -> Any:
    return mouse_on(editor.board)


class TestPalette:
    def test_a_piece_dragged_from_the_palette_lands_on_its_cell(self, editor: SetupEditor, hand: Any) -> None:
        editor.clear()
        hand.carry(editor.palette_view.button("r8"), "d5")
        assert editor.setup().pieces == {hand.cell("d5"): "r8"}
        assert editor.board.picture_parts().surface.pieces == {hand.cell("d5"): "r8"}
        assert editor.palette_view.tool is None, "a drag picks no tool"

    def test_the_piece_is_seen_on_its_way(self, qtbot: QtBot, editor: SetupEditor, hand: Any) -> None:
        button = editor.palette_view.button("b3")
        qtbot.mousePress(button, Qt.MouseButton.LeftButton, pos=QPoint(20, 20))
        qtbot.mouseMove(button, QPoint(40, 20))
        qtbot.mouseMove(button, button.mapFromGlobal(editor.board.mapToGlobal(hand.at("e6"))))
        (floating,) = editor.findChildren(FloatingPiece)
        assert floating.isVisible()
        assert floating.kind.id == "b3"
        assert floating.width() > editor.board.board_geometry().side, "as large as on the board"
        assert editor.board.picture_parts().hovered == hand.cell("e6")
        away = floating.geometry().center() - editor.mapFromGlobal(editor.board.mapToGlobal(hand.at("e6")))
        assert away.manhattanLength() <= 2
        qtbot.mouseRelease(button, Qt.MouseButton.LeftButton, pos=QPoint(-2000, 0))
        assert not floating.isVisible()
        assert editor.board.picture_parts().hovered is None
        assert len(editor.setup().pieces) == 20, "released outside the board it is gone"

    def test_a_piece_there_is_one_of_moves(self, editor: SetupEditor, hand: Any) -> None:
        assert editor.palette_view.button("r9").is_used_up
        hand.carry(editor.palette_view.button("r9"), "i6")
        pieces = editor.setup().pieces
        assert pieces[hand.cell("i6")] == "r9"
        assert hand.cell("i1") not in pieces
        hand.drag_to("i6", QPoint(1, 1))
        assert not editor.palette_view.button("r9").is_used_up

    def test_paint(self, qtbot: QtBot, editor: SetupEditor, hand: Any) -> None:
        editor.clear()
        qtbot.mouseClick(editor.palette_view.button("b4"), Qt.MouseButton.LeftButton)
        assert editor.board.tool == "b4"
        hand.click("c7")
        assert editor.setup().pieces == {hand.cell("c7"): "b4"}
        qtbot.mouseClick(editor.palette_view.button("b4"), Qt.MouseButton.LeftButton)
        assert editor.board.tool is None, "a second click puts the tool away"

    def test_the_eraser_wipes(self, qtbot: QtBot, editor: SetupEditor, hand: Any) -> None:
        qtbot.mouseClick(editor.palette_view.eraser_button, Qt.MouseButton.LeftButton)
        assert editor.board.tool == ERASER
        hand.press("a1")
        for name in ("b1", "c1", "d1"):
            hand.move(name)
        hand.release("d1")
        assert [editor.setup().pieces.get(cell) for cell in range(5)] == [None, None, None, None, "r5"]
        qtbot.mouseClick(editor.palette_view.hand_button, Qt.MouseButton.LeftButton)
        assert editor.board.tool is None

    def test_escape_puts_the_tool_away(self, qtbot: QtBot, editor: SetupEditor) -> None:
        qtbot.mouseClick(editor.palette_view.button("b4"), Qt.MouseButton.LeftButton)
        qtbot.keyClick(editor, Qt.Key.Key_Escape)
        assert editor.board.tool is None
        assert editor.palette_view.tool is None


class TestBoard:
    def test_between_cells(self, editor: SetupEditor, hand: Any) -> None:
        hand.drag("a1", "f6")
        assert editor.setup().pieces[hand.cell("f6")] == "r1"
        hand.drag("f6", "a11")
        assert editor.setup().pieces[hand.cell("a11")] == "r1", "what was there is replaced"
        assert len(editor.setup().pieces) == 19

    def test_off_the_board(self, editor: SetupEditor, hand: Any) -> None:
        hand.drag_to("a1", QPoint(700, 300))
        assert hand.cell("a1") not in editor.setup().pieces
        assert len(editor.setup().pieces) == 19

    def test_click_and_click(self, editor: SetupEditor, hand: Any) -> None:
        hand.click("a1")
        hand.click("f6")
        assert editor.setup().pieces[hand.cell("f6")] == "r1"

    def test_a_right_click_removes(self, editor: SetupEditor, hand: Any) -> None:
        hand.click("a1", Qt.MouseButton.RightButton)
        assert hand.cell("a1") not in editor.setup().pieces

    def test_keys(self, qtbot: QtBot, editor: SetupEditor, hand: Any) -> None:
        board = editor.board
        board.setFocus()
        qtbot.keyClick(board, Qt.Key.Key_Tab)
        start = board.cursor_cell
        assert start is not None
        piece = editor.setup().pieces[start]
        qtbot.keyClick(board, Qt.Key.Key_Return)
        for _ in range(3):
            qtbot.keyClick(board, Qt.Key.Key_Up)
        qtbot.keyClick(board, Qt.Key.Key_Return)
        assert board.cursor_cell is not None
        assert editor.setup().pieces[board.cursor_cell] == piece
        qtbot.keyClick(board, Qt.Key.Key_Delete)
        assert len(editor.setup().pieces) == 19

    def test_moves_are_not_played_while_editing(self, editor: SetupEditor, hand: Any) -> None:
        heard: list[object] = []
        editor.board.move_played.connect(heard.append)
        editor.board.refused.connect(heard.append)
        hand.drag("i1", "h4")
        hand.drag("h1", "h7")
        assert heard == []
        assert editor.board.picture_parts().targets == ()


class TestControls:
    def test_clear_and_start(self, qtbot: QtBot, editor: SetupEditor, cotoan: Game) -> None:
        qtbot.mouseClick(editor.clear_button, Qt.MouseButton.LeftButton)
        assert editor.setup().pieces == {}
        qtbot.mouseClick(editor.start_button, Qt.MouseButton.LeftButton)
        assert editor.setup() == cotoan.setup(cotoan.start())

    def test_side_to_move_and_numbers_are_in_the_text(self, qtbot: QtBot, editor: SetupEditor) -> None:
        qtbot.mouseClick(editor.turn_buttons[1], Qt.MouseButton.LeftButton)
        field = editor.counter_field("red_points")
        field.selectAll()
        qtbot.keyClicks(field, "12")
        assert editor.setup().turn is Player.SECOND
        assert editor.setup().counters["red_points"] == 12
        assert editor.text_field.toPlainText().endswith(" b 12 0 0 1")

    def test_undo_and_redo(self, qtbot: QtBot, editor: SetupEditor, hand: Any) -> None:
        before = editor.setup()
        assert not editor.undo_button.isEnabled()
        hand.drag("a1", "f6")
        after = editor.setup()
        qtbot.mouseClick(editor.undo_button, Qt.MouseButton.LeftButton)
        assert editor.setup() == before
        assert editor.board.setup() == before
        qtbot.mouseClick(editor.redo_button, Qt.MouseButton.LeftButton)
        assert editor.setup() == after
        qtbot.keyClick(editor.board, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert editor.setup() == before
        assert not editor.undo_button.isEnabled()
        hand.drag("b1", "b6")
        assert not editor.redo_button.isEnabled(), "another edit ends what could be done again"

    def test_a_second_edit_begins_without_a_history(self, editor: SetupEditor, cotoan: Game) -> None:
        editor.clear()
        editor.undo()
        assert editor.redo_button.isEnabled()
        editor.cancel()
        editor.edit(cotoan, cotoan.start())
        assert not editor.undo_button.isEnabled()
        assert not editor.redo_button.isEnabled()
        editor.redo()
        assert editor.setup() == cotoan.setup(cotoan.start())

    def test_its_undo_is_kept_from_the_windows(self, editor: SetupEditor) -> None:
        event = QKeyEvent(QEvent.Type.ShortcutOverride, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        event.ignore()
        QApplication.sendEvent(editor, event)
        assert event.isAccepted()

    def test_flip(self, qtbot: QtBot, editor: SetupEditor) -> None:
        qtbot.mouseClick(editor.flip_button, Qt.MouseButton.LeftButton)
        assert editor.board.flipped

    def test_apply_hands_out_the_position(self, qtbot: QtBot, editor: SetupEditor, hand: Any, cotoan: Game) -> None:
        hand.drag("i1", "h7")
        with qtbot.waitSignal(editor.applied, timeout=1000) as applied:
            qtbot.mouseClick(editor.apply_button, Qt.MouseButton.LeftButton)
        (position,) = applied.args
        assert cotoan.setup(position).pieces[hand.cell("h7")] == "r9"
        assert not editor.board.is_editing

    def test_cancel_shows_the_position_again(self, qtbot: QtBot, editor: SetupEditor, cotoan: Game) -> None:
        editor.clear()
        with qtbot.waitSignal(editor.cancelled, timeout=1000):
            qtbot.mouseClick(editor.cancel_button, Qt.MouseButton.LeftButton)
        assert editor.board.picture_parts().surface == cotoan.surface(cotoan.start())

    def test_it_can_edit_on_a_board_of_the_windows(
        self, qtbot: QtBot, board: BoardView, cotoan: Game, mouse_on: Callable[[BoardView], Any]
    ) -> None:
        board.show_position(cotoan, cotoan.start())
        beside = SetupEditor(board)
        qtbot.addWidget(beside)
        beside.show()
        beside.edit(cotoan, cotoan.start())
        mouse_on(board).drag("a1", "f6")
        assert beside.setup().pieces[mouse_on(board).cell("f6")] == "r1"
        beside.cancel()
        assert not board.is_editing


class TestPoints:
    def test_the_points_of_missing_pieces_can_be_counted(self, editor: SetupEditor) -> None:
        assert editor.points_button.isVisible() and not editor.points_button.isEnabled()
        pieces = {cell: piece for cell, piece in editor.setup().pieces.items() if piece not in ("r3", "b8", "b1")}
        editor.board.change_pieces(pieces)
        assert editor.points_button.isEnabled()
        editor.points_button.click()
        counters = editor.setup().counters
        assert (counters["red_points"], counters["blue_points"]) == (9, 3)
        assert not editor.points_button.isEnabled() and " 9 3 " in editor.text_field.toPlainText()
        editor.undo()
        assert editor.setup().counters["red_points"] == 0

    def test_a_game_without_points_has_no_button(self, editor: SetupEditor) -> None:
        game = find_game("chess")()
        editor.edit(game, game.start())
        assert not editor.points_button.isVisible()


class TestFaults:
    def test_fine(self, editor: SetupEditor) -> None:
        assert editor.faults_label.text() == "Position is fine"
        assert editor.faults_label.property("role") == "good"
        assert editor.apply_button.isEnabled()

    def test_every_fault_is_reported_and_nothing_is_applied(self, editor: SetupEditor, hand: Any) -> None:
        hand.drag("e2", "e4")
        hand.carry(editor.palette_view.button("b0"), "a6")
        lines = editor.faults_label.text().splitlines()
        assert len(lines) == 2
        assert "r0 on e4" in lines[0]
        assert "b0 on a6" in lines[1]
        assert editor.faults_label.property("role") == "error"
        assert not editor.apply_button.isEnabled()
        heard: list[object] = []
        editor.applied.connect(heard.append)
        editor.apply()
        assert heard == []
        assert editor.text_field.toPlainText() == "", "an illegal position has no text"
        assert not editor.copy_button.isEnabled()


class TestText:
    def test_it_follows_the_board(self, editor: SetupEditor, hand: Any, cotoan: Game) -> None:
        assert editor.text_field.toPlainText() == cotoan.format_position(cotoan.start())
        hand.drag("a1", "a2")
        assert "r10008" not in editor.text_field.toPlainText()
        assert editor.text_field.toPlainText() == cotoan.format_position(cotoan.compose(editor.setup()))

    def test_typing_sets_the_board_and_leaves_the_text_alone(self, qtbot: QtBot, editor: SetupEditor) -> None:
        editor.text_field.selectAll()
        qtbot.keyClicks(editor.text_field, "9/4b04/9/9/9/9/9/9/9/4r04/r18 b 3 0 0 7")
        assert editor.setup().pieces == {85: "b0", 13: "r0", 0: "r1"}
        assert editor.setup().turn is Player.SECOND
        assert editor.counter_field("number").value() == 7
        assert editor.text_field.toPlainText() == "9/4b04/9/9/9/9/9/9/9/4r04/r18 b 3 0 0 7"

    def test_a_bad_text_is_explained_and_leaves_the_board_alone(self, qtbot: QtBot, editor: SetupEditor) -> None:
        before = editor.setup()
        editor.text_field.selectAll()
        qtbot.keyClicks(editor.text_field, "9/9")
        assert editor.setup() == before
        assert "expected 6 fields" in editor.faults_label.text()
        assert editor.text_field.property("state") == "error"
        assert not editor.apply_button.isEnabled()
        editor.set_start()
        assert editor.faults_label.text() == "Position is fine"
        assert editor.text_field.property("state") is None

    def test_copy_and_paste(self, qtbot: QtBot, editor: SetupEditor, cotoan: Game) -> None:
        qtbot.mouseClick(editor.copy_button, Qt.MouseButton.LeftButton)
        assert QGuiApplication.clipboard().text() == cotoan.format_position(cotoan.start())
        text = "9/4b04/9/9/9/9/9/9/9/4r04/r18 b 3 0 0 7"
        QGuiApplication.clipboard().setText(f"  {text}\n")
        qtbot.mouseClick(editor.paste_button, Qt.MouseButton.LeftButton)
        assert cotoan.format_position(cotoan.compose(editor.setup())) == text
        editor.undo()
        assert editor.setup() == cotoan.setup(cotoan.start())


def test_another_game_needs_no_line_more(
    qtbot: QtBot, editor: SetupEditor, stones: Game, mouse_on: Callable[[BoardView], Any]
) -> None:
    editor.edit(stones, stones.start())
    hand = mouse_on(editor.board)
    hand.carry(editor.palette_view.button("black"), "D4")
    qtbot.mouseClick(editor.palette_view.button("white"), Qt.MouseButton.LeftButton)
    hand.press("Q16")
    hand.move("Q15")
    hand.release("Q15")
    assert sorted(editor.setup().pieces.values()) == ["black", "white", "white"]
    assert "1 black stones among 3" in editor.faults_label.text()
    hand.click("Q15", Qt.MouseButton.RightButton)
    editor.counter_field("prisoners").setValue(4)
    assert editor.setup() == Setup(
        {hand.cell("D4"): "black", hand.cell("Q16"): "white"}, Player.FIRST, {"prisoners": 4}
    )
    assert [button.text() for button in editor.turn_buttons] == ["Black", "White"]
    with qtbot.waitSignal(editor.applied, timeout=1000) as applied:
        qtbot.mouseClick(editor.apply_button, Qt.MouseButton.LeftButton)
    assert stones.format_position(applied.args[0]) == "B 4 bD4 wQ16"


def test_it_speaks_vietnamese_at_once(editor: SetupEditor) -> None:
    set_language("vi")
    for widget in (editor, editor.palette_view):
        QApplication.sendEvent(widget, QEvent(QEvent.Type.LanguageChange))
    assert editor.faults_label.text() == "Thế cờ hợp lệ"
    assert editor.apply_button.text() == "Áp dụng"
    assert editor.palette_view.eraser_button.toolTip() == "Xóa quân"


@pytest.mark.parametrize("code", LANGUAGES)
def test_nothing_is_cut_off_in_any_language(editor: SetupEditor, code: str) -> None:
    set_language(code)
    for widget in (editor, editor.palette_view):
        QApplication.sendEvent(widget, QEvent(QEvent.Type.LanguageChange))
    QApplication.processEvents()
    for button in (*editor.findChildren(QAbstractButton), *editor.findChildren(QSpinBox)):
        right = button.mapTo(editor, button.rect().topRight()).x()
        assert right < editor.width() - 8, button
        if isinstance(button, QAbstractButton):
            assert button.width() >= button.minimumSizeHint().width()


def test_every_control_has_a_name(editor: SetupEditor) -> None:
    for kind in (QAbstractButton, QSpinBox, QPlainTextEdit):
        for widget in editor.findChildren(kind):
            named = widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text())
            assert named, widget


def test_it_follows_the_theme(editor: SetupEditor, qapp: QApplication) -> None:
    def ground() -> str:
        return editor.grab().toImage().pixelColor(editor.width() - 8, editor.height() - 4).name()

    assert ground() == palette.light().ground.name()
    style.apply(qapp, "dark")
    assert ground() == palette.dark().ground.name()


def test_castling_is_possible_when_king_and_rook_are_put_home(
    editor: SetupEditor, mouse_on: Callable[[BoardView], Any]
) -> None:
    chess = find_game("chess")()
    editor.edit(chess, chess.start())
    hand = mouse_on(editor.board)
    editor.clear()
    names = [counter.name for counter in chess.counters][:4]
    for piece, square, wanted in (
        ("wk", "e1", [0, 0, 0, 0]), ("wr", "h1", [1, 0, 0, 0]), ("br", "a8", [1, 0, 0, 0]), ("bk", "e8", [1, 0, 0, 1]),
    ):  # fmt: skip
        hand.carry(editor.palette_view.button(piece), square)
        assert [editor.setup().counters[name] for name in names] == wanted, square
    assert not editor.faults()
    editor.undo()
    assert [editor.setup().counters[name] for name in names] == [1, 0, 0, 0], "one edit"


def test_a_castling_right_that_the_user_has_removed_stays_removed(
    editor: SetupEditor, mouse_on: Callable[[BoardView], Any]
) -> None:
    chess = find_game("chess")()
    editor.edit(chess, chess.parse_position("4k3/8/8/8/8/8/8/4K2R w - - 0 1"))
    mouse_on(editor.board).carry(editor.palette_view.button("wp"), "e4")
    assert not any(editor.setup().counters[counter.name] for counter in chess.counters[:4])


def test_a_text_of_another_program_is_mended_and_the_change_is_shown(editor: SetupEditor) -> None:
    chess = find_game("chess")()
    editor.edit(chess, chess.start())
    editor.text_field.setPlainText("2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR/ b KQk - bm d4;")
    assert chess.format_position(chess.compose(editor.setup())) == (
        "2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQ - 0 1"
    )
    assert editor.faults_label.text().splitlines() == [
        "• Black, short castling: there is no rook on h8; this right was removed",
        "• This is no part of the position: bm d4;",
    ]
    assert editor.faults_label.property("role") == "secondary" and editor.apply_button.isEnabled()
    editor.counter_field("number").setValue(7)
    assert editor.faults_label.text() == "Position is fine"
