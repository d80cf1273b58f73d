"""Chess on the board: promotion asks, castling and en passant are one gesture, a refusal has a reason."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QMenu
from pytestqt.qtbot import QtBot

from engine.core.game import Game, find_game
from studio.board.editor import SetupEditor
from studio.board.view import BoardView


@pytest.fixture
def chess() -> Game:
    return find_game("chess")()


def show(board: BoardView, game: Game, text: str) -> list[int]:
    """Show a position; the list takes the moves played."""
    board.show_position(game, game.parse_position(text))
    played: list[int] = []
    board.move_played.connect(played.append)
    return played


@pytest.mark.parametrize("gesture", ["drag", "click"])
def test_promotion_asks_with_pictures(qtbot: QtBot, board: BoardView, hand: Any, chess: Game, gesture: str) -> None:
    played = show(board, chess, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1")
    if gesture == "drag":
        hand.drag("a7", "a8")
    else:
        hand.click("a7")
        hand.click("a8")
    assert played == []
    (menu,) = board.findChildren(QMenu)
    assert [action.text() for action in menu.actions()] == ["a8=Q", "a8=R", "a8=B", "a8=N"]
    assert all(not action.icon().isNull() for action in menu.actions())
    assert menu.activeAction() is menu.actions()[0]
    qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(menu.actions()[3]).center())
    assert [chess.format_move(board.position, move) for move in played] == ["a8=N"]


def test_enter_promotes_to_a_queen_and_escape_takes_nothing(
    qtbot: QtBot, board: BoardView, hand: Any, chess: Game
) -> None:
    played = show(board, chess, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1")
    hand.drag("a7", "b8")
    (menu,) = board.findChildren(QMenu)
    qtbot.keyClick(menu, Qt.Key.Key_Escape)
    assert played == []
    hand.drag("a7", "b8")
    menu = board.findChildren(QMenu)[-1]
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert [chess.format_move(board.position, move) for move in played] == ["axb8=Q+"]


@pytest.mark.parametrize(
    "rules, text, way, name",
    [
        ("", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ("e1", "g1"), "O-O"),
        ("", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ("e1", "c1"), "O-O-O"),
        ("chess960=518", "4k3/8/8/8/8/8/8/6KR w K - 0 1", ("g1", "h1"), "O-O"),
        ("", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", ("e5", "d6"), "exd6"),
    ],
)
def test_one_gesture(board: BoardView, hand: Any, rules: str, text: str, way: tuple[str, str], name: str) -> None:
    game = find_game("chess").with_rules(rules)
    for gesture in ("drag", "click"):
        played = show(board, game, text)
        if gesture == "drag":
            hand.drag(*way)
        else:
            hand.click(way[0])
            hand.click(way[1])
        assert [game.format_move(board.position, move) for move in played] == [name]


def test_the_king_put_on_its_rook_castles(board: BoardView, hand: Any, chess: Game) -> None:
    played = show(board, chess, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    hand.drag("e1", "h1")
    assert [chess.format_move(board.position, move) for move in played] == ["O-O"]


def test_castling_rights_are_boxes_to_tick(qtbot: QtBot, chess: Game) -> None:
    editor = SetupEditor()
    qtbot.addWidget(editor)
    editor.edit(chess, chess.parse_position("4k3/8/8/8/8/8/8/R3K2R w K - 0 1"))
    ticked = [editor.counter_field(name).value() for name in ("white_short", "white_long", "black_short")]
    assert ticked == [1, 0, 0]
    field = editor.counter_field("white_long")
    assert isinstance(field, QCheckBox)
    field.click()
    assert editor.text_field.toPlainText().split()[2] == "KQ"
    editor.counter_field("black_short").setValue(1)
    assert "no rook on h8" in editor.faults_label.text()


def test_files_in_the_editor_have_their_letters(qtbot: QtBot, chess: Game) -> None:
    """The numbers 1 to 8 denoted them, and 0 none."""
    editor = SetupEditor()
    qtbot.addWidget(editor)
    editor.edit(chess, chess.parse_position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"))
    field = editor.counter_field("en_passant")
    assert isinstance(field, QComboBox) and field.currentText() == "d"
    assert [field.itemText(index) for index in range(field.count())] == ["none", *"abcdefgh"]
    field.setCurrentIndex(0)
    assert editor.text_field.toPlainText().split()[3] == "-"
    free = find_game("chess").with_rules("chess960=518")
    editor.edit(free, free.parse_position("4k3/8/8/8/8/8/8/6KR w H - 0 1"))
    rook = editor.counter_field("white_short")
    assert isinstance(rook, QComboBox) and rook.currentText() == "h"


def test_a_refusal_gives_the_reason(board: BoardView, hand: Any, chess: Game) -> None:
    show(board, chess, "4k3/4r3/8/8/8/4N3/8/4K3 w - - 0 1")
    reasons: list[str] = []
    board.refused.connect(reasons.append)
    hand.drag("e3", "f5")
    assert reasons == ["e3f5: the piece on e3 is pinned; the king would be in check"]


def test_targets_of_promotions_are_one_mark_each(board: BoardView, hand: Any, chess: Game) -> None:
    show(board, chess, "1n5k/P7/8/8/8/8/8/K7 w - - 0 1")
    hand.click("a7")
    assert len(board.picture_parts().targets) == 8
    assert {shape.target for shape in board.picture_parts().targets} == {56, 57}


def test_enter_on_an_own_rook_castles_in_chess960(qtbot: QtBot, board: BoardView, hand: Any) -> None:
    """The rook's square is a target of the king, though an own piece is on it."""
    game = find_game("chess").with_rules("chess960=518")
    played = show(board, game, "4k3/8/8/8/8/8/8/6KR w K - 0 1")
    board.setFocus()
    qtbot.keyClick(board, Qt.Key.Key_Tab)

    def go_to(name: str) -> None:
        geometry = board.board_geometry()
        column, row = geometry.place(hand.cell(name))
        assert board.cursor_cell is not None
        now_column, now_row = geometry.place(board.cursor_cell)
        for key, count in (
            (Qt.Key.Key_Right, column - now_column), (Qt.Key.Key_Left, now_column - column),
            (Qt.Key.Key_Down, row - now_row), (Qt.Key.Key_Up, now_row - row),
        ):  # fmt: skip
            for _ in range(count):
                qtbot.keyClick(board, key)

    go_to("g1")
    qtbot.keyClick(board, Qt.Key.Key_Return)
    assert board.chosen_cell == hand.cell("g1")
    go_to("h1")
    qtbot.keyClick(board, Qt.Key.Key_Return)
    assert [game.format_move(board.position, move) for move in played] == ["O-O"]
