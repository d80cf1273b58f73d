"""Stones on points and signs in cells: numbers, marks, dead stones, set-ups by drag and by painting, in every game."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from engine.core.game import Game, find_game
from engine.core.surface import WOOD, Setup
from studio.board.editor import SetupEditor
from studio.board.pieces import DARK_INK, LIGHT_INK, piece_ink
from studio.board.view import ERASER, BoardView, Mark
from studio.look import palette

LEFT = Qt.MouseButton.LeftButton
GAMES = [("cotoan", ""), ("caro", ""), ("caro", "Renju"), ("minigo", "9x9"), ("go", "9x9"), ("go", "")]


def played(game: Game, *texts: str) -> Any:
    position: Any = game.start()
    for text in texts:
        position = position.play(game.parse_move(position, text))
    return position


def color_at(board: BoardView, cell: int, right: float = 0.0, up: float = 0.0) -> QColor:
    """The pixel some cells right of and above the middle of a cell."""
    center, side = board.board_geometry().center(cell), board.board_geometry().side
    ratio = board.devicePixelRatioF()
    return (
        board.grab()
        .toImage()
        .pixelColor(round((center.x() + right * side) * ratio), round((center.y() - up * side) * ratio))
    )


@pytest.fixture
def go() -> Game:
    return find_game("go").with_rules("9x9")


class TestPicture:
    def test_numbers_are_read_on_every_stone(self, go: Game) -> None:
        surface = go.surface(go.start())
        assert piece_ink(surface, surface.kind("b")) == LIGHT_INK
        assert piece_ink(surface, surface.kind("w")) == DARK_INK

    def test_ink_follows_the_stone_and_not_its_owner(self) -> None:
        game = find_game("caro").with_rules("Swap2")
        position = played(game, "h8", "i9", "a1", "swap")
        kinds = {kind.id: kind for kind in game.surface(position).kinds}
        assert kinds["x"].player == 1
        assert piece_ink(game.surface(position), kinds["x"]) == LIGHT_INK

    def test_a_number_is_on_its_stone(self, board: BoardView, go: Game) -> None:
        board.show_position(go, played(go, "E5", "C3"))
        cell = go.parse_move(go.start(), "E5")
        before = board.grab().toImage()
        board.set_numbers({cell: "1"})
        assert board.picture_parts().numbers == {cell: "1"}
        after = board.grab().toImage()
        ratio = board.devicePixelRatioF()
        rect = board.cell_rect(cell)
        changed = {
            (x, y)
            for x in range(before.width())
            for y in range(before.height())
            if before.pixel(x, y) != after.pixel(x, y)
        }
        assert changed
        assert all(rect.contains(x / ratio, y / ratio) for x, y in changed)

    def test_the_last_stone_carries_a_ring_and_points_no_tint(self, board: BoardView, go: Game) -> None:
        before = played(go, "E5")
        move = go.parse_move(before, "C3")
        board.show_position(go, before.play(move), move, before)
        corner = color_at(board, move, 0.47, 0.47)
        assert corner == palette.board(WOOD).paper
        ring = color_at(board, move, 0.21)
        assert abs(ring.hue() - palette.current().gold.hue()) < 12
        board.set_numbers({move: "2"})
        assert abs(color_at(board, move, 0.21).lightness() - ring.lightness()) > 20

    def test_dead_stones_are_thinned_out_below_their_owners_mark(self, board: BoardView, go: Game) -> None:
        board.show_position(go, played(go, "E5", "C3"))
        dead = go.parse_move(go.start(), "C3")
        whole = color_at(board, dead, 0.3)
        board.set_faded({dead})
        assert color_at(board, dead, 0.3) != whole
        board.set_marks([Mark(dead, QColor("#25272B"), "area")], "owners")
        assert color_at(board, dead, 0.1).lightness() < 60
        assert color_at(board, dead, 0.25).lightness() > 120

    def test_layers_of_marks_are_set_apart(self, board: BoardView, go: Game) -> None:
        board.show_position(go, go.start())
        board.set_marks([Mark(3, QColor("red"), "dot")], "a")
        board.set_marks([Mark(4, QColor("red"), "dot")])
        board.set_marks([Mark(5, QColor("red"), "dot")], "a")
        assert {mark.cell for mark in board.picture_parts().marks} == {4, 5}
        board.set_marks([])
        assert [mark.cell for mark in board.marks("a")] == [5]

    def test_a_part_drawn_again_is_as_the_whole(self, board: BoardView) -> None:
        game = find_game("go").with_rules("")
        position: Any = game.start()
        for move in range(0, 361, 2):
            position = position.play(move)
        board.show_position(game, position)
        board.set_numbers({cell: str(cell) for cell in range(361)})
        whole = board.grab().toImage()
        for cell in (0, 40, 180, 360):
            reach = 2 * board.board_geometry().side
            rect = board.cell_rect(cell).adjusted(-reach, -reach, reach, reach)
            inside = rect.intersected(QRectF(board.rect())).toAlignedRect()
            part = board.grab(inside).toImage()
            assert part == whole.copy(
                round(inside.x() * board.devicePixelRatioF()),
                round(inside.y() * board.devicePixelRatioF()),
                part.width(),
                part.height(),
            )

    def test_hovering_draws_a_small_part_again(self, qtbot: QtBot, board: BoardView, hand: Any) -> None:
        """A stone under the mouse must not cost the drawing of all 361."""
        game = find_game("go").with_rules("")
        board.show_position(game, game.start())
        board.repaint()
        drawn: list[int] = []
        original = board.paintEvent

        def note(event: Any) -> None:
            drawn.append(event.rect().width() * event.rect().height())
            original(event)

        board.paintEvent = note  # type: ignore[method-assign]
        hand.move("D4")
        hand.move("E4")
        qtbot.waitUntil(lambda: bool(drawn))
        assert max(drawn) < board.width() * board.height() / 10


class TestPlay:
    @pytest.mark.parametrize(("name", "rules"), GAMES[1:])
    def test_a_click_places(self, board: BoardView, hand: Any, name: str, rules: str) -> None:
        game = find_game(name).with_rules(rules)
        board.show_position(game, game.start())
        heard: list[int] = []
        board.move_played.connect(heard.append)
        surface = board.surface
        assert surface is not None
        middle = surface.cell_name(surface.columns * (surface.rows // 2) + surface.columns // 2)
        hand.move(surface.cell_name(0))
        hand.move(middle)
        assert len(board.picture_parts().faint) == 1
        hand.click(middle)
        assert heard == [hand.cell(middle)]

    def test_the_cursor_of_the_keyboard_points_as_the_mouse_does(
        self, qtbot: QtBot, board: BoardView, go: Game
    ) -> None:
        board.show_position(go, go.start())
        heard: list[int] = []
        clicked: list[int] = []
        board.cell_hovered.connect(heard.append)
        board.cell_clicked.connect(clicked.append)
        board.setFocus()
        qtbot.keyClick(board, Qt.Key.Key_Tab)
        qtbot.keyClick(board, Qt.Key.Key_Up)
        assert heard[-1] == board.cursor_cell
        board.set_interactive(False)
        qtbot.keyClick(board, Qt.Key.Key_Return)
        assert clicked == [board.cursor_cell]


class TestSetup:
    @pytest.fixture
    def edit(self, qtbot: QtBot) -> Callable[[Game], SetupEditor]:
        def begin(game: Game) -> SetupEditor:
            editor = SetupEditor()
            qtbot.addWidget(editor)
            editor.resize(1000, 760)
            editor.show()
            editor.edit(game, game.start())
            editor.clear()
            return editor

        return begin

    @pytest.mark.parametrize(("name", "rules"), GAMES)
    def test_pieces_are_dragged_painted_moved_and_removed(
        self,
        name: str,
        rules: str,
        edit: Callable[[Game], SetupEditor],
        mouse_on: Callable[[BoardView], Any],
        qtbot: QtBot,
    ) -> None:
        editor = edit(find_game(name).with_rules(rules))
        board = editor.board
        hand = mouse_on(board)
        surface = board.surface
        assert surface is not None
        names = [surface.cell_name(column + 2 * surface.columns) for column in range(5)]
        piece = surface.kinds[3 if name == "cotoan" else 0].id
        hand.carry(editor.palette_view.button(piece), names[0])
        assert editor.setup().pieces == {hand.cell(names[0]): piece}
        hand.drag(names[0], names[2])
        assert editor.setup().pieces == {hand.cell(names[2]): piece}
        hand.drag_to(names[2], QPoint(1, 1))
        assert editor.setup().pieces == {}
        qtbot.mouseClick(editor.palette_view.button(piece), LEFT)
        hand.click(names[1])
        assert editor.setup().pieces == {hand.cell(names[1]): piece}
        qtbot.mouseClick(editor.palette_view.eraser_button, LEFT)
        hand.click(names[1])
        assert editor.setup().pieces == {}
        for _ in range(4):
            editor.undo()
        assert editor.setup().pieces == {hand.cell(names[0]): piece}

    def test_a_quick_stroke_leaves_no_gap(
        self, edit: Callable[[Game], SetupEditor], mouse_on: Callable[[BoardView], Any], qtbot: QtBot
    ) -> None:
        editor = edit(find_game("go").with_rules(""))
        hand = mouse_on(editor.board)
        editor.board.set_tool("b")
        # The mouse is seen at the ends and in the middle only.
        hand.drag("A1", "T19")
        row = [f"{letter}{index}" for index, letter in enumerate("ABCDEFGHJKLMNOPQRST", 1)]
        assert editor.setup().pieces == {hand.cell(name): "b" for name in row}
        editor.board.set_tool(ERASER)
        hand.drag("A1", "T19")
        assert editor.setup().pieces == {}

    @pytest.mark.parametrize(
        ("start", "end", "names"),
        [
            ("C2", "C18", [f"C{row}" for row in range(2, 19)]),
            ("C18", "C2", [f"C{row}" for row in range(2, 19)]),
            ("B5", "S5", [f"{letter}5" for letter in "BCDEFGHJKLMNOPQRS"]),
        ],
    )
    def test_a_quick_straight_stroke_leaves_no_gap(
        self,
        edit: Callable[[Game], SetupEditor],
        mouse_on: Callable[[BoardView], Any],
        start: str,
        end: str,
        names: list[str],
    ) -> None:
        editor = edit(find_game("go").with_rules(""))
        hand = mouse_on(editor.board)
        editor.board.set_tool("b")
        hand.drag(start, end)
        assert editor.setup().pieces == {hand.cell(name): "b" for name in names}

    def test_a_second_piece_of_a_kind_leaves_the_first(
        self, edit: Callable[[Game], SetupEditor], mouse_on: Callable[[BoardView], Any]
    ) -> None:
        game = find_game("xiangqi").with_rules("")
        editor = edit(game)
        hand = mouse_on(editor.board)
        kinds = {kind.id: kind for kind in game.surface(game.start()).kinds}
        several = next(kind.id for kind in kinds.values() if kind.limit is not None and kind.limit > 1)
        single = next(kind.id for kind in kinds.values() if kind.limit == 1)
        for piece, count in ((several, 2), (single, 1)):
            editor.clear()
            editor.board.set_tool(piece)
            hand.click("c5")
            hand.click("g5")
            assert list(editor.setup().pieces.values()) == [piece] * count
            assert hand.cell("g5") in editor.setup().pieces

    def test_two_strokes_are_not_joined(
        self, edit: Callable[[Game], SetupEditor], mouse_on: Callable[[BoardView], Any]
    ) -> None:
        editor = edit(find_game("go").with_rules(""))
        hand = mouse_on(editor.board)
        editor.board.set_tool("w")
        hand.drag("A1", "C1")
        hand.drag("A5", "C5")
        assert editor.setup().pieces == {hand.cell(name): "w" for name in ("A1", "B1", "C1", "A5", "B5", "C5")}

    def test_an_arrangement_without_liberties_reports_it(self, edit: Callable[[Game], SetupEditor], go: Game) -> None:
        editor = edit(go)
        editor.board.set_setup(Setup({}, go.setup(go.start()).turn, editor.setup().counters))
        pieces = {0: "w", 1: "b", 9: "b"}
        editor.board.change_pieces(pieces)
        assert [str(fault) for fault in editor.faults()] == ["the group on A1 has no liberty"]
        assert not editor.apply_button.isEnabled()

    def test_a_stage_of_an_opening_is_chosen_by_name(
        self, edit: Callable[[Game], SetupEditor], mouse_on: Callable[[BoardView], Any], qtbot: QtBot
    ) -> None:
        editor = edit(find_game("caro").with_rules("Swap2"))
        field = editor.counter_field("opening")
        assert isinstance(field, QComboBox)
        assert [field.itemText(index) for index in (0, 2, 5)] == ["over", "choice", "over, swapped"]
        hand = mouse_on(editor.board)
        for piece, name in (("x", "h8"), ("o", "i8"), ("x", "j9")):
            hand.carry(editor.palette_view.button(piece), name)
        field.setCurrentIndex(2)
        qtbot.mouseClick(editor.turn_buttons[1], LEFT)
        assert editor.faults() == [] and editor.text_field.toPlainText().endswith(" o choice")
        assert [button.text() for button in editor.turn_buttons] == ["X", "O"]
        field.setCurrentIndex(5)
        assert [button.text() for button in editor.turn_buttons] == ["O", "X"]
        editor.undo()
        assert field.currentIndex() == 2
