"""The banner at the end of a game: when it is shown, what it lets through, review and rematch; and decisive marks."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from engine.contests.clock import TimeControl
from engine.core.game import find_game
from engine.core.outcome import Player
from studio.play.seat import Seat
from studio.widgets.empty import EmptyState
from studio.window.main_window import MainWindow
from tests.studio.driver import sentence

LEFT = Qt.MouseButton.LeftButton
LAN, MINH = Seat("Lan"), Seat("Minh")
WINNING = "9/4b04/9/9/9/4r34/4r74/9/9/4r04/1b97 r 0 0 0 1"
"""Red takes the zero from e5."""


def play(window: MainWindow, *moves: str) -> None:
    for text in moves:
        window.controller.play(window.document.game.parse_move(window.document.position, text))


def win(window: MainWindow) -> None:
    window.controller.start(find_game("cotoan")(), (LAN, MINH), setup=WINNING)
    play(window, "e5e10")


def test_a_finished_game_is_announced_while_its_end_is_shown(window: MainWindow) -> None:
    banner = window.page.banner
    window.controller.start(find_game("cotoan")(), (LAN, MINH), setup=WINNING)
    assert banner.text == ""
    play(window, "e5e10")
    assert banner.text == "Red won: the zero was taken." and banner.isVisible()
    window.document.back()
    assert banner.text == "" and not banner._sheet.isVisible()
    window.document.forward()
    assert banner.text
    window.record_commands.undo()
    assert window.document.record.result == "*" and banner.text, "the game is over by its rules"
    window.record_commands.undo()
    assert banner.text == ""


def test_the_result_follows_the_language(window: MainWindow, qapp: QApplication) -> None:
    win(window)
    assert "won" in window.page.banner.text
    window.appearance.set_language("vi")
    qapp.processEvents()
    assert window.page.banner.text == window.page.players.state.whole
    assert "thắng" in window.page.banner.text


def test_an_opened_record_is_not_announced(window: MainWindow) -> None:
    win(window)
    text = window.document.text()
    window.document.open_text(text)
    assert window.page.banner.text == ""
    window.document.to_end()
    assert window.page.banner.text == "" and window.page.players.state.whole.startswith("Red won")
    assert window.board.marks("decisive"), "the capture is marked in a record, too"


def test_the_banner_blocks_no_click_but_on_its_buttons(window: MainWindow, qtbot: QtBot) -> None:
    win(window)
    banner, board = window.page.banner, window.board
    assert board.rect().contains(banner.area)
    point = banner.area.topLeft() + QPoint(6, 6)
    assert window.childAt(board.mapTo(window, point)) is board
    with qtbot.waitSignal(board.cell_clicked):
        QTest.mouseClick(board, LEFT, pos=point)
    middle = banner.review_button.rect().center()
    assert window.childAt(banner.review_button.mapTo(window, middle)) is banner.review_button


def test_review_opens_the_workspace_and_begins(window: MainWindow) -> None:
    win(window)
    QTest.mouseClick(window.page.banner.review_button, LEFT)
    assert window.workspace == "review" and window.review.review.runner.is_running
    window.review.review.cancel()
    window.show_workspace("analyse")
    assert window.page.banner.isHidden(), "it covered the board under review"
    window.show_workspace("play")
    assert not window.page.banner.isHidden(), "a rematch is still offered"


def test_a_rematch_changes_sides_and_keeps_the_rest(window: MainWindow) -> None:
    controller, setup = window.controller, "4k3/8/8/8/8/8/8/4KQ2 w - - 0 1"
    controller.start(find_game("chess")(), (LAN, MINH), setup=setup, control=TimeControl(300.0))
    controller.resign()
    QTest.mouseClick(window.page.banner.rematch_button, LEFT)
    assert controller.is_playing and controller.seats == (MINH, LAN)
    assert window.document.record.headers["White"] == "Minh"
    assert window.document.game.format_position(window.document.position) == setup
    assert controller.clock is not None and controller.clock.seconds == 300.0
    assert window.page.banner.text == ""
    window.document.go(0)
    controller.resign()
    assert window.document.record.result == "0-1" and window.page.banner.text == "Black won by resignation."


def test_without_seats_there_is_no_rematch(window: MainWindow) -> None:
    window.document.new(find_game("tictactoe")())
    play(window, "a1", "b1", "a2", "b2", "a3")
    banner = window.page.banner
    assert banner.text and banner.review_button.isVisible() and not banner.rematch_button.isVisible()


def test_a_resignation_before_the_first_move(window: MainWindow) -> None:
    window.controller.start(find_game("chess")(), (LAN, MINH))
    window.controller.resign()
    assert window.page.banner.isVisible() and window.page.banner.rematch_button.isVisible()


@pytest.mark.parametrize(
    ("game", "moves", "cells"),
    [
        ("tictactoe", "a1 b1 a2 b2 a3", "a1 a2 a3"),
        ("caro", "h8 a1 i8 a2 j8 a3 k8 a4 l8", "h8 i8 j8 k8 l8"),
        ("caro", "h8 a1 i9 a2 j10 a3 k11 a4 l12", "h8 i9 j10 k11 l12"),
        ("chess", "e4 e5 Qh5 Ke7 Qxe5#", ""),
    ],
)
def test_the_winning_row_is_marked(window: MainWindow, game: str, moves: str, cells: str) -> None:
    window.document.new(find_game(game)())
    play(window, *moves.split())
    surface = window.board.surface
    assert surface is not None
    assert [surface.cell_name(mark.cell) for mark in window.board.marks("decisive")] == cells.split()
    banner, geometry = window.page.banner, window.board.board_geometry()
    for mark in window.board.marks("decisive"):
        assert not banner.area.contains(geometry.center(mark.cell).toPoint()) or len(moves.split()) > 5
    window.document.back()
    assert window.board.marks("decisive") == []


def test_the_capture_that_won_is_marked(window: MainWindow) -> None:
    win(window)
    surface = window.board.surface
    assert surface is not None
    assert [surface.cell_name(mark.cell) for mark in window.board.marks("decisive")] == ["e10"]
    assert not window.page.banner.area.contains(window.board.cell_center(window.board.marks("decisive")[0].cell))


def test_the_points_that_the_rules_allow_are_marked(window: MainWindow) -> None:
    window.document.new(find_game("minigo").with_rules("size=9"))
    play(window, "E5")
    marks = window.board.marks("allowed")
    position = window.document.position
    assert [mark.cell for mark in marks] == position.legal_moves() and len(marks) == 4
    window.document.new(find_game("minigo").with_rules("size=9,free=on"))
    play(window, "E5")
    assert window.board.marks("allowed") == []
    window.document.new(find_game("go")())
    assert window.board.marks("allowed") == [] and window.document.position.turn is Player.FIRST


def test_during_a_game_no_other_game_is_suggested_before_its_first_move(window: MainWindow, qapp: QApplication) -> None:
    empty = next(each for each in window.moves.findChildren(EmptyState) if "No moves yet" in sentence(each))
    (button,) = empty.findChildren(QPushButton)
    before = sentence(empty)
    assert button.text() == "New game…"
    window.controller.start(find_game("cotoan")(), (LAN, MINH))
    assert sentence(empty) == "No moves yet." and button.isHidden()
    window.appearance.set_language("vi")
    qapp.processEvents()
    assert sentence(empty) == "Chưa có nước đi nào." and button.isHidden()
    window.appearance.set_language("en")
    window.document.new(find_game("cotoan")())
    assert sentence(empty) == before and not button.isHidden()
