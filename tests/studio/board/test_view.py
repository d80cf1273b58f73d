"""The board, worked as a person works it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QWheelEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QHBoxLayout, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from engine.core.errors import KyVienError
from engine.core.game import Game, find_game
from engine.core.language import set_language
from engine.core.outcome import Player
from engine.core.surface import MoveShape
from studio.board import arrows, picture
from studio.board.export import picture as exported
from studio.board.export import save_picture
from studio.board.view import Arrow, BoardView, Mark
from studio.look import palette, style

CAPTURE = "9/4b04/3b95/9/9/3r55/3r85/9/9/4r04/9 r 0 0 0 1"
"""8 behind 5 on the d file, the 9 three squares beyond: 8−5."""


def color_at(board: BoardView, point: QPoint | QPointF) -> QColor:
    image = board.grab().toImage()
    scale = image.devicePixelRatio()
    return image.pixelColor(int(point.x() * scale), int(point.y() * scale))


def near(color: QColor, expected: QColor, slack: int = 12) -> bool:
    pairs = zip(color.getRgb()[:3], expected.getRgb()[:3], strict=True)
    return all(abs(one - other) <= slack for one, other in pairs)


def colors_of(game: Game) -> palette.BoardPalette:
    return palette.board(game.surface(game.start()).colors)


class TestShowing:
    def test_squares_and_pieces_are_where_the_surface_puts_them(
        self, board: BoardView, hand: Any, cotoan: Game
    ) -> None:
        board.show_position(cotoan, cotoan.start())
        assert len(board.picture_parts().surface.pieces) == 20
        colors = colors_of(cotoan)
        assert near(color_at(board, hand.at("d6")), colors.alternate)
        assert near(color_at(board, hand.at("e6")), colors.paper)
        for name, color in (("a1", colors.first), ("i11", colors.second)):
            rect = board.cell_rect(hand.cell(name))
            assert near(color_at(board, rect.center() + QPointF(rect.width() * 0.3, 0)), color)

    def test_the_zeros_squares_are_crossed(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        corner = board.cell_rect(hand.cell("e2")).topLeft()
        plain = board.cell_rect(hand.cell("e4")).topLeft()
        assert color_at(board, corner + QPointF(4, 4)) != color_at(board, plain + QPointF(4, 4))

    def test_nothing_parses_svg_while_painting(
        self, board: BoardView, cotoan: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        board.show_position(cotoan, cotoan.start())
        board.grab()

        def refuse(*_: object) -> None:
            raise AssertionError("an SVG was drawn anew")

        monkeypatch.setattr(QSvgRenderer, "render", refuse)
        monkeypatch.setattr(picture, "draw_ground", refuse)
        board.show_position(cotoan, cotoan.start().play(cotoan.start().legal_moves()[0]))
        board.grab()

    def test_the_last_move_is_tinted_when_its_position_is_known(
        self, board: BoardView, hand: Any, cotoan: Game
    ) -> None:
        start = cotoan.start()
        move = cotoan.parse_move(start, "i1i9")
        board.show_position(cotoan, start)
        board.show_position(cotoan, start.play(move), move)
        assert board.picture_parts().last == (hand.cell("i1"), hand.cell("i9"))
        later = start.play(move)
        reply = cotoan.parse_move(later, "a11a9")
        board.show_position(cotoan, later.play(reply), reply, before=later)
        assert board.picture_parts().last == (hand.cell("a11"), hand.cell("a9"))
        far = start
        for _ in range(5):
            far = far.play(far.legal_moves()[3])
        board.show_position(cotoan, far, reply)
        assert board.picture_parts().last == ()

    def test_flip_turns_the_board_round(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        low, left = hand.at("a1").y(), hand.at("a1").x()
        board.set_flipped(True)
        assert board.flipped
        assert hand.at("a1").y() < low
        assert hand.at("a1").x() > left
        assert hand.at("i11") == QPoint(left, low)
        assert near(color_at(board, QPointF(left + 18, low)), colors_of(cotoan).second)

    def test_everything_lies_on_whole_device_pixels(self, board: BoardView, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        for size in ((500, 611), (333, 777), (1001, 402)):
            board.resize(*size)
            geometry = board.board_geometry()
            for cell in range(99):
                rect = geometry.rect(cell)
                for edge in (rect.left(), rect.top(), rect.right(), rect.bottom()):
                    assert edge * geometry.scale == pytest.approx(round(edge * geometry.scale), abs=1e-6)

    def test_coordinates_go_where_there_is_no_room(self, board: BoardView, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        assert board.board_geometry().gutter > 0
        board.resize(170, 180)
        assert board.board_geometry().gutter == 0
        board.resize(640, 740)
        board.set_coordinates(False)
        assert board.board_geometry().gutter == 0

    def test_arrows_side_by_side_and_as_wide_as_they_weigh(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        teal, orange = palette.algorithm_color("alphabeta"), palette.algorithm_color("negascout")
        d1, d7 = hand.cell("d1"), hand.cell("d7")
        board.set_arrows([Arrow(d1, d7, teal), Arrow(d1, d7, orange)])
        line = [color_at(board, QPointF(hand.at("d4").x() + x, hand.at("d4").y())) for x in range(-30, 31)]
        assert any(near(color, teal, 40) for color in line)
        assert any(near(color, orange, 40) for color in line)
        assert arrows.arrow_width(60, 1.0) > arrows.arrow_width(60, 0.5) > arrows.arrow_width(60, 0.0) > 0

    def test_marks_and_attacks_are_drawn(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        position = cotoan.parse_position(CAPTURE)
        board.show_position(cotoan, position)
        before = board.grab().toImage()
        board.set_attacks(cotoan.attacks(position, Player.FIRST))
        attacked = board.grab().toImage()
        assert attacked != before
        board.set_attacks([])
        board.set_marks([Mark(hand.cell("a5"), QColor("#0072B2"), "square")])
        assert color_at(board, hand.at("a5")) != before.pixelColor(hand.at("a5"))

    def test_marks_taken_away_leave_the_screen(
        self, qtbot: QtBot, board: BoardView, hand: Any, cotoan: Game, qapp: QApplication
    ) -> None:
        """What a widget shows, unlike a picture of it, changes only where it is asked to be drawn again."""

        def screen() -> QImage:
            # Twice, because the first time can end with the request to paint.
            for _ in range(2):
                qapp.processEvents()
            return board.screen().grabWindow(board.winId()).toImage()

        with qtbot.waitExposed(board):
            board.show_position(cotoan, cotoan.start())
        bare = screen()
        kept, removed = (Mark(hand.cell(name), QColor("#0072B2"), "square") for name in ("a5", "g8"))
        board.set_marks([kept])
        one = screen()
        board.set_marks([kept, removed])
        assert one != bare and screen() != one
        board.set_marks([kept])
        assert screen() == one
        board.set_marks([])
        assert screen() == bare

    def test_a_piece_glides_where_motion_is_wanted(
        self, qtbot: QtBot, board: BoardView, hand: Any, cotoan: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        board.set_animated(True)
        assert not board.is_animated, "the environment forbids it"
        monkeypatch.setenv("KYVIEN_MOTION", "on")
        board.set_animated(True)
        start = cotoan.start()
        move = cotoan.parse_move(start, "i1i9")
        board.show_position(cotoan, start)
        board.show_position(cotoan, start.play(move), move)
        assert board.is_moving
        parts = board.picture_parts()
        assert parts.hidden == {hand.cell("i9")}
        assert parts.moving[0][0] == "r9"
        qtbot.waitUntil(lambda: not board.is_moving)
        assert board.picture_parts().moving == ()
        board.show_position(cotoan, start)
        assert board.is_moving, "taking back glides the other way"
        qtbot.waitUntil(lambda: not board.is_moving)

    def test_no_motion_where_the_system_wants_less(
        self, board: BoardView, cotoan: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(style, "moves_are_animated", lambda: False)
        monkeypatch.setenv("KYVIEN_MOTION", "on")
        board.set_animated(True)
        start = cotoan.start()
        move = cotoan.parse_move(start, "i1i9")
        board.show_position(cotoan, start)
        board.show_position(cotoan, start.play(move), move)
        assert not board.is_moving


class TestPlaying:
    def test_drag(self, qtbot: QtBot, board: BoardView, hand: Any, cotoan: Game) -> None:
        start = cotoan.start()
        board.show_position(cotoan, start)
        with qtbot.waitSignal(board.move_played, timeout=1000) as played:
            hand.drag("i1", "i9")
        assert played.args == [cotoan.parse_move(start, "i1i9")]

    def test_a_held_piece_floats_and_leaves_its_cell(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        hand.press("i1")
        hand.move("i4")
        assert board.held_piece == "r9"
        assert near(color_at(board, hand.at("i1") + QPoint(18, 0)), colors_of(cotoan).first) is False
        hand.release("i1")
        assert board.held_piece is None
        assert near(color_at(board, hand.at("i1") + QPoint(18, 0)), colors_of(cotoan).first)

    def test_click_and_click(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        start = cotoan.start()
        board.show_position(cotoan, start)
        played: list[int] = []
        board.move_played.connect(played.append)
        hand.click("i1")
        assert board.chosen_cell == hand.cell("i1")
        hand.click("h1")
        assert board.chosen_cell == hand.cell("h1"), "another own piece is picked instead"
        hand.click("h5")
        assert played == [cotoan.parse_move(start, "h1h5")]
        assert board.chosen_cell is None

    def test_a_second_click_puts_the_piece_down(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        hand.click("i1")
        hand.click("i1")
        assert board.chosen_cell is None
        assert board.picture_parts().targets == ()

    def test_targets_come_with_the_arithmetic(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.parse_position(CAPTURE))
        hand.click("d5")
        targets = {shape.target: shape for shape in board.picture_parts().targets}
        capture = targets[hand.cell("d9")]
        assert (capture.captured, capture.hint) == ((hand.cell("d9"),), "8−5")
        quiet = targets[hand.cell("d4")]
        assert (quiet.captured, quiet.hint) == ((), "")
        chip = picture.chip_rect(board.board_geometry(), hand.cell("d9"), "8−5")
        assert near(color_at(board, chip.topLeft() + QPointF(3, chip.height() / 2)), picture.CHIP)
        assert color_at(board, hand.at("d4")) != color_at(board, hand.at("d4") + QPoint(20, 20))

    @pytest.mark.parametrize(
        ("origin", "target", "reason"),
        [
            ("e2", "e3", "the zero never moves"),
            ("i1", "h4", "straight lines"),
            ("a1", "a5", "1 moves at most 1 square"),
            ("a11", "a10", "not the mover's"),
        ],
    )
    def test_an_illegal_drop_gives_the_reason_and_changes_nothing(
        self, board: BoardView, hand: Any, cotoan: Game, origin: str, target: str, reason: str
    ) -> None:
        board.show_position(cotoan, cotoan.start())
        played: list[int] = []
        reasons: list[str] = []
        board.move_played.connect(played.append)
        board.refused.connect(reasons.append)
        hand.drag(origin, target)
        assert played == []
        assert len(reasons) == 1
        assert reason in reasons[0]
        assert board.held_piece is None
        assert board.picture_parts().hidden == frozenset()

    def test_a_piece_dropped_off_the_board_returns(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        reasons: list[str] = []
        board.refused.connect(reasons.append)
        hand.drag_to("i1", QPoint(2, 2))
        assert reasons == []
        assert len(board.picture_parts().surface.pieces) == 20
        assert board.picture_parts().hidden == frozenset()

    def test_a_refused_piece_glides_back(
        self, qtbot: QtBot, board: BoardView, hand: Any, cotoan: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("KYVIEN_MOTION", "on")
        board.set_animated(True)
        board.show_position(cotoan, cotoan.start())
        hand.drag("i1", "h4")
        assert board.is_moving
        qtbot.waitUntil(lambda: not board.is_moving)

    def test_a_dropped_piece_does_not_glide_again(
        self, board: BoardView, hand: Any, cotoan: Game, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("KYVIEN_MOTION", "on")
        board.set_animated(True)
        start = cotoan.start()
        board.move_played.connect(lambda move: board.show_position(cotoan, start.play(move), move))
        board.show_position(cotoan, start)
        hand.drag("i1", "i9")
        assert board.picture_parts().surface.pieces[hand.cell("i9")] == "r9"
        assert not board.is_moving

    def test_a_board_that_may_not_be_played_on(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        board.set_interactive(False)
        heard: list[object] = []
        board.move_played.connect(heard.append)
        board.refused.connect(heard.append)
        hand.drag("i1", "i9")
        hand.click("i1")
        hand.click("i9")
        assert heard == []
        assert board.chosen_cell is None

    def test_flipped_moves_are_the_same_moves(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        start = cotoan.start()
        board.show_position(cotoan, start)
        board.set_flipped(True)
        played: list[int] = []
        board.move_played.connect(played.append)
        hand.drag("i1", "i9")
        assert played == [cotoan.parse_move(start, "i1i9")]

    def test_hover(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        cells: list[int] = []
        board.cell_hovered.connect(cells.append)
        hand.move("c4")
        hand.move("c5")
        hand.bot.mouseMove(board, QPoint(1, 1))
        assert cells == [hand.cell("c4"), hand.cell("c5"), -1]

    def test_a_held_piece_is_dropped_where_the_position_changes_under_it(
        self, board: BoardView, hand: Any, cotoan: Game
    ) -> None:
        start = cotoan.start()
        board.show_position(cotoan, start)
        played: list[int] = []
        board.move_played.connect(played.append)
        hand.press("i1")
        hand.move("i4")
        move = cotoan.parse_move(start, "h1h5")
        board.show_position(cotoan, start.play(move), move)
        assert board.held_piece is None
        hand.release("i9")
        assert played == []


def turn_wheel(board: BoardView, delta: int) -> None:
    point = QPointF(board.rect().center())
    event = QWheelEvent(
        point, board.mapToGlobal(point), QPoint(), QPoint(0, delta), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(board, event)


class TestWheelAndArrows:
    def test_wheel_is_a_ply(self, board: BoardView, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        steps: list[int] = []
        board.wheel_turned.connect(steps.append)
        for delta in (-120, 120, -60, -60, -240):
            turn_wheel(board, delta)
        assert steps == [1, -1, 1, 1, 1]

    def test_a_right_drag_draws_an_arrow_that_snaps_to_a_legal_move(
        self, board: BoardView, hand: Any, cotoan: Game
    ) -> None:
        board.show_position(cotoan, cotoan.start())
        i1, i9 = hand.at("i1"), hand.at("i9")
        beside = QPoint(i1.x() - 14, i9.y() + 6)
        hand.drag_to("i1", beside, Qt.MouseButton.RightButton)
        (arrow,) = board.drawn_arrows()
        assert (arrow.origin, arrow.target) == (hand.cell("i1"), hand.cell("i9"))
        assert arrow in board.picture_parts().arrows
        hand.drag_to("i1", beside, Qt.MouseButton.RightButton)
        assert board.drawn_arrows() == [], "the same arrow again takes it away"
        hand.drag("a1", "f4", Qt.MouseButton.RightButton)
        (arrow,) = board.drawn_arrows()
        assert hand.cell("b2") == arrow.target, "the nearest square the 1 can reach"
        hand.click("d6")
        assert board.drawn_arrows() == []

    def test_a_piece_without_moves_points_freely(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        hand.drag("a11", "a6", Qt.MouseButton.RightButton)
        (arrow,) = board.drawn_arrows()
        assert (arrow.origin, arrow.target) == (hand.cell("a11"), hand.cell("a6"))

    def test_the_analysis_arrows_are_not_the_users(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        own = Arrow(hand.cell("b1"), hand.cell("b3"), QColor("#009E73"), 0.4)
        board.set_arrows([own])
        hand.drag("i1", "i5", Qt.MouseButton.RightButton)
        assert len(board.picture_parts().arrows) == 2
        hand.click("d6")
        assert board.picture_parts().arrows == (own,)
        assert board.arrows() == [own]


@pytest.fixture
def beside(qtbot: QtBot, cotoan: Game) -> tuple[QWidget, QPushButton, BoardView, QPushButton]:
    """A board between two buttons."""
    window = QWidget()
    qtbot.addWidget(window)
    before, board, after = QPushButton("before"), BoardView(), QPushButton("after")
    row = QHBoxLayout(window)
    for widget in (before, board, after):
        row.addWidget(widget)
    window.resize(800, 700)
    board.show_position(cotoan, cotoan.start())
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    before.setFocus()
    return window, before, board, after


class TestKeyboard:
    def test_a_move_by_keys_alone(self, qtbot: QtBot, beside: Any, cotoan: Game) -> None:
        _, before, board, after = beside
        played: list[int] = []
        board.move_played.connect(played.append)
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        assert board.hasFocus()
        assert board.cursor_cell is not None
        self.go_to(qtbot, board, 8)
        assert board.accessibleName() == "i1: Red 9"
        assert "legal moves" in board.accessibleDescription()
        qtbot.keyClick(board, Qt.Key.Key_Return)
        assert board.chosen_cell == 8
        assert "may go to" in board.accessibleDescription()
        for _ in range(8):
            qtbot.keyClick(board, Qt.Key.Key_Up)
        assert board.accessibleName() == "i9: empty"
        qtbot.keyClick(board, Qt.Key.Key_Return)
        assert played == [cotoan.parse_move(cotoan.start(), "i1i9")]
        qtbot.keyClick(board, Qt.Key.Key_Tab)
        assert after.hasFocus()
        assert board.cursor_cell is None
        assert board.accessibleName() == "Board"

    @staticmethod
    def go_to(qtbot: QtBot, board: BoardView, cell: int) -> None:
        column, row = cell % 9, cell // 9
        for _ in range(12):
            qtbot.keyClick(board, Qt.Key.Key_Left)
            qtbot.keyClick(board, Qt.Key.Key_Down)
        for _ in range(column):
            qtbot.keyClick(board, Qt.Key.Key_Right)
        for _ in range(row):
            qtbot.keyClick(board, Qt.Key.Key_Up)
        assert board.cursor_cell == cell

    def test_the_cursor_is_cleared_by_a_smaller_board(self, qtbot: QtBot, beside: Any) -> None:
        _, before, board, _ = beside
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        self.go_to(qtbot, board, 98)
        qtbot.mouseMove(board, board.cell_center(97))
        small = find_game("tictactoe")()
        board.show_position(small, small.start())
        assert board.cursor_cell is None
        assert board.accessibleName() == "Board"
        board.grab()
        qtbot.keyClick(board, Qt.Key.Key_Tab)
        assert board.cursor_cell is not None and board.cursor_cell < 9

    def test_escape_lets_go_first_and_leaves_second(self, qtbot: QtBot, beside: Any) -> None:
        _, before, board, after = beside
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        self.go_to(qtbot, board, 8)
        qtbot.keyClick(board, Qt.Key.Key_Return)
        qtbot.keyClick(board, Qt.Key.Key_Escape)
        assert board.chosen_cell is None
        assert board.cursor_cell == 8
        qtbot.keyClick(board, Qt.Key.Key_Escape)
        assert board.cursor_cell is None
        assert board.hasFocus()
        qtbot.keyClick(board, Qt.Key.Key_Tab)
        assert board.cursor_cell == 8, "Tab enters again where it was"
        qtbot.keyClick(board, Qt.Key.Key_Tab)
        assert after.hasFocus()

    def test_an_illegal_choice_gives_the_reason(self, qtbot: QtBot, beside: Any) -> None:
        _, before, board, _ = beside
        reasons: list[str] = []
        board.refused.connect(reasons.append)
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        self.go_to(qtbot, board, 0)
        qtbot.keyClick(board, Qt.Key.Key_Return)
        self.go_to(qtbot, board, 4 * 9)
        qtbot.keyClick(board, Qt.Key.Key_Return)
        assert len(reasons) == 1
        assert "at most 1" in reasons[0]

    def test_the_cursor_follows_the_eye_when_flipped(self, qtbot: QtBot, beside: Any) -> None:
        _, before, board, _ = beside
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        self.go_to(qtbot, board, 40)
        board.set_flipped(True)
        qtbot.keyClick(board, Qt.Key.Key_Up)
        assert board.cursor_cell == 31

    @pytest.mark.parametrize("key", [Qt.Key.Key_Left, Qt.Key.Key_Return, Qt.Key.Key_Escape])
    def test_its_keys_are_kept_from_shortcuts_only_in_cursor_mode(self, qtbot: QtBot, beside: Any, key: Qt.Key) -> None:
        _, before, board, _ = beside

        def is_kept() -> bool:
            event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
            event.ignore()
            QApplication.sendEvent(board, event)
            return event.isAccepted()

        assert not is_kept()
        qtbot.keyClick(before, Qt.Key.Key_Tab)
        assert is_kept()

    def test_it_speaks_vietnamese_at_once(self, qtbot: QtBot, beside: Any) -> None:
        _, _, board, _ = beside
        set_language("vi")
        QApplication.sendEvent(board, QEvent(QEvent.Type.LanguageChange))
        assert board.accessibleName() == "Bàn cờ"


class TestStones:
    """A second surface through the same code: points instead of squares, placing instead of moving, 19 × 19."""

    def test_lines_cross_at_the_points_and_stones_are_on_them(self, board: BoardView, hand: Any, stones: Game) -> None:
        position = stones.parse_position("B 0 bD4 wQ16")
        board.show_position(stones, position)
        colors = palette.board(stones.surface(position).colors)
        assert near(color_at(board, hand.at("D4")), colors.first)
        assert near(color_at(board, hand.at("Q16")), colors.second)
        geometry = board.board_geometry()
        side = geometry.side
        crossing = picture._crossing(geometry, hand.cell("G7"))
        assert near(color_at(board, crossing), colors.line, 40)
        assert near(color_at(board, crossing + QPointF(side / 2, 0)), colors.line, 40), "the line to the right"
        assert near(color_at(board, crossing + QPointF(side / 2, side / 2)), colors.paper)
        corner = picture._crossing(geometry, hand.cell("A1"))
        assert near(color_at(board, corner + QPointF(-side * 0.3, 0)), colors.paper), "no line beyond the edge"
        star = picture._crossing(geometry, hand.cell("K10"))
        assert near(color_at(board, star + QPointF(side * 0.04, side * 0.04)), colors.line, 40)
        assert near(color_at(board, crossing + QPointF(side * 0.08, side * 0.08)), colors.paper, 40)

    def test_a_click_places_a_stone(self, board: BoardView, hand: Any, stones: Game) -> None:
        position = stones.parse_position("B 0 bD4 wQ16")
        board.show_position(stones, position)
        played: list[int] = []
        reasons: list[str] = []
        board.move_played.connect(played.append)
        board.refused.connect(reasons.append)
        hand.move("K10")
        assert board.picture_parts().faint == {hand.cell("K10"): "black"}
        hand.click("K10")
        assert played == [hand.cell("K10")]
        hand.drag("Q16", "Q14")
        assert len(played) == 1
        assert len(reasons) == 1
        assert "taken" in reasons[0]

    def test_of_several_moves_to_one_cell_a_menu_asks(
        self, qtbot: QtBot, board: BoardView, hand: Any, stones: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def two_of_each(position: Any) -> list[MoveShape]:
            return [MoveShape(cell + extra, None, cell) for cell in position.legal_moves() for extra in (0, 361)]

        monkeypatch.setattr(stones, "shapes", two_of_each)
        monkeypatch.setattr(stones, "format_move", lambda _position, move, _style: f"move {move}")
        board.show_position(stones, stones.start())
        played: list[int] = []
        board.move_played.connect(played.append)
        hand.click("A1")
        assert played == []
        (menu,) = board.findChildren(QMenu)
        assert [action.text() for action in menu.actions()] == ["move 0", "move 361"]
        qtbot.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(menu.actions()[1]).center())
        assert played == [361]

    def test_a_placed_stone_is_marked(self, board: BoardView, hand: Any, stones: Game) -> None:
        start = stones.start()
        cell = 9 * 19 + 9
        board.show_position(stones, start)
        board.show_position(stones, start.play(cell), cell)
        assert board.picture_parts().last == (cell,)
        center = board.cell_rect(cell).center()
        ring = center + QPointF(board.board_geometry().side * 0.22, 0)
        assert color_at(board, ring) != color_at(board, center)

    def test_a_moved_piece_is_marked_around_its_label(self, board: BoardView) -> None:
        xiangqi = find_game("xiangqi")()
        start = xiangqi.start()
        move = xiangqi.parse_move(start, "h2e2")
        board.show_position(xiangqi, start.play(move))
        shape = xiangqi.shape(start, move)
        origin, target = shape.origin, shape.target
        assert origin is not None and target is not None
        side = board.board_geometry().side
        label, edge, left = (
            board.cell_rect(cell).center() + QPointF(side * share, 0)
            for cell, share in ((target, 0.22), (target, 0.46), (origin, 0.14))
        )
        before = [color_at(board, each) for each in (label, edge, left)]
        board.show_position(xiangqi, start)
        board.show_position(xiangqi, start.play(move), move)
        board.stop_moving()
        after = [color_at(board, each) for each in (label, edge, left)]
        assert after[0] == before[0]
        assert after[1] != before[1] and after[2] != before[2]

    def test_all_its_cells_are_found_again(self, board: BoardView, stones: Game) -> None:
        board.show_position(stones, stones.start())
        for flipped in (False, True):
            board.set_flipped(flipped)
            assert all(board.cell_at(board.cell_rect(cell).center()) == cell for cell in range(361))

    def test_going_from_one_game_to_the_other(self, board: BoardView, stones: Game, cotoan: Game) -> None:
        for game in (cotoan, stones, cotoan):
            board.show_position(game, game.start())
            board.grab()
            surface = board.picture_parts().surface
            assert board.board_geometry().columns == surface.columns == game.surface(game.start()).columns


class TestExport:
    def test_png(self, board: BoardView, cotoan: Game, tmp_path: Path) -> None:
        board.show_position(cotoan, cotoan.start())
        save_picture(board, tmp_path / "board.png")
        image = QImage(str(tmp_path / "board.png"))
        assert image.width() > 9 * 96
        assert image.height() > 11 * 96

    def test_svg(self, board: BoardView, cotoan: Game, hand: Any, tmp_path: Path) -> None:
        board.show_position(cotoan, cotoan.start())
        board.set_arrows([Arrow(hand.cell("i1"), hand.cell("i9"), palette.algorithm_color("minimax"))])
        save_picture(board, tmp_path / "board.svg")
        assert QSvgRenderer(str(tmp_path / "board.svg")).isValid()
        text = (tmp_path / "board.svg").read_text(encoding="utf-8")
        assert "#0072b2" in text.lower(), "arrows belong to the picture"
        assert "#a8321f" in text.lower(), "pieces are vectors"
        assert "<image" not in text

    def test_what_belongs_to_the_mouse_stays_out(self, board: BoardView, hand: Any, cotoan: Game) -> None:
        board.show_position(cotoan, cotoan.start())
        still = exported(board)
        hand.click("i1")
        hand.move("i4")
        assert exported(board) == still

    @pytest.mark.parametrize("name", ["board.gif", "nowhere/board.png", "nowhere/board.svg"])
    @pytest.mark.filterwarnings("ignore")
    def test_what_cannot_be_written_gives_a_sentence(
        self, board: BoardView, cotoan: Game, tmp_path: Path, name: str, qtlog: Any
    ) -> None:
        board.show_position(cotoan, cotoan.start())
        with qtlog.disabled(), pytest.raises(KyVienError) as refusal:
            save_picture(board, tmp_path / name)
        assert name.rpartition("/")[2] in str(refusal.value)


GOLDEN = Path(__file__).parent / "golden"


def likeness(first: QImage, second: QImage) -> float:
    """1 for equal pictures; the mean share of equal light over all pixels."""
    first, second = (image.convertToFormat(QImage.Format.Format_RGB888) for image in (first, second))
    if first.size() != second.size():
        return 0.0
    one, other = bytes(first.constBits()), bytes(second.constBits())
    return 1 - sum(abs(a - b) for a, b in zip(one, other, strict=True)) / (255 * len(one))


@pytest.mark.parametrize("name", ["cotoan", "stones", "xiangqi"])
def test_golden_picture(board: BoardView, request: pytest.FixtureRequest, name: str) -> None:
    """The boards as they were when last looked at, without text; to renew: delete the file and run twice."""
    game: Game = find_game(name)() if name == "xiangqi" else request.getfixturevalue(name)
    # River, palaces and the ticks of the first squares of pieces are seen.
    texts = {"stones": "B 0 bD4 wQ16 bC17 wK10", "xiangqi": "4ka3/4a4/4b4/2p6/9/9/4P4/1C7/9/RNBAK4 w"}
    position = game.parse_position(texts[name]) if name in texts else game.start()
    board.set_coordinates(False)
    board.show_position(game, position)
    drawn = exported(board, 24)
    path = GOLDEN / f"{name}.png"
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        drawn.save(str(path))
        pytest.fail(f"{path.name} was missing and has been drawn: look at it, then run again")
    assert likeness(drawn, QImage(str(path))) > 0.995


def test_errors_before_the_first_position(board: BoardView) -> None:
    board.grab()
    for ask in (lambda: exported(board), board.setup, board.board_geometry, board.picture_parts):
        unready: Callable[[], object] = ask
        with pytest.raises(RuntimeError, match="no position"):
            unready()
