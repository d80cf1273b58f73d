"""The geometry of the page with the board: what the board leaves to the players, the bar and the buttons."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QApplication, QToolButton
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.language import set_language
from studio.analysis.session import AnalysisSession
from studio.document.document import Document
from studio.look import style
from studio.play.board_page import BoardPage
from studio.play.controller import PlayController
from studio.play.player_line import LINE
from studio.window.main_window import MainWindow

HEIGHT = 702
"""Height of the page in a window of 1280 × 800 px."""


@pytest.fixture
def page(qtbot: QtBot, qapp: QApplication) -> Iterator[BoardPage]:
    """A page as in Analyse, with seven buttons, in DejaVu Sans."""
    qapp.setFont(QFont("DejaVu Sans"))
    style.apply(qapp, "light")
    document = Document(find_game("cotoan")())
    session = AnalysisSession()
    made = BoardPage(document, PlayController(document, session))
    separator = QAction(made)
    separator.setSeparator(True)
    actions = [QAction(made) for _ in range(7)]
    made.set_actions([*actions[:4], separator, *actions[4:]])
    made.show_view("analyse", is_analysing=True)
    qtbot.addWidget(made)
    yield made
    set_language("en")
    session.close()
    document.close()


def squares(page: BoardPage) -> tuple[float, float]:
    board = page.board.board_geometry().board
    return board.width(), board.height()


def parts(page: BoardPage) -> list[QRect]:
    """The upper line, the board and the lower line from top to bottom, in coordinates of the column."""
    lines = page.players.lines
    return [lines[1].geometry(), page.board.geometry(), lines[0].geometry()]


@pytest.mark.parametrize("code", ["en", "vi"])
@pytest.mark.parametrize(("game", "width", "wanted"), [("cotoan", 536, (468, 572)), ("chess", 560, (496, 496))])
def test_the_board_has_the_page(page: BoardPage, code: str, game: str, width: int, wanted: tuple[int, int]) -> None:
    set_language(code)
    page.retranslate()
    page._document.new(find_game(game)())
    page.resize(width, HEIGHT)
    page.show()
    assert squares(page) == wanted
    assert page.board.board_geometry().gutter > 0, "with coordinates"
    upper, board, lower = parts(page)
    assert upper.height() == lower.height() == LINE
    assert upper.bottom() < board.top() + page.board.board_geometry().top and board.bottom() < lower.top()
    assert page.bar.isVisible() and page.bar.geometry().right() < board.left() and page.bar.x() >= 12
    foot = page._column._foot
    assert lower.bottom() < foot.y() and foot.geometry().bottom() < HEIGHT
    buttons = foot.findChildren(QToolButton)
    assert [(each.width(), each.height()) for each in buttons] == [(36, 32)] * 7
    assert [after.x() - before.x() for before, after in pairwise(buttons)] == [36, 36, 36, 52, 36, 36]


def test_the_board_is_fitted_whenever_something_changes(page: BoardPage, qtbot: QtBot) -> None:
    page.resize(560, HEIGHT)
    page.show()
    assert squares(page) == (468, 572)
    page._document.new(find_game("chess")())
    assert squares(page) == (496, 496), "another surface"
    page.show_view("play", is_analysing=False)
    assert squares(page)[0] > 496, "no bar"
    page.show_view("analyse", is_analysing=True)
    page.board.set_coordinates(False)
    qtbot.waitUntil(lambda: squares(page)[0] > 496)
    page.board.set_coordinates(True)
    qtbot.waitUntil(lambda: squares(page) == (496, 496))
    page._document.new(find_game("go")())
    assert page.players.placeless.isVisible() and page.players.placeless.buttons
    qtbot.waitUntil(lambda: page._column._foot.geometry().bottom() < HEIGHT)
    page.set_flipped(True)
    assert page.players.lines[0].y() < page.board.y() < page.players.lines[1].y()


@pytest.mark.parametrize("size", [(220, 260), (300, 700), (900, 300), (1900, 980)])
@pytest.mark.parametrize("game", ["cotoan", "xiangqi", "go", "nim", "trees"])
@pytest.mark.diagonal("game", "size")
def test_nothing_overlaps_at_any_size(page: BoardPage, qtbot: QtBot, game: str, size: tuple[int, int]) -> None:
    page._document.new(find_game(game)())
    page.resize(*size)
    page.show()
    column = page._column
    qtbot.waitUntil(lambda: column._foot.height() == column._foot.sizeHint().height())
    upper, board, lower = parts(page)
    assert upper.y() >= 0 and upper.bottom() <= board.top() + 4 and board.bottom() <= lower.top()
    assert lower.bottom() < column._foot.y()
    assert column.rect().adjusted(0, 0, 0, 0).contains(upper) and lower.width() <= column.width()
    side = page.board.board_geometry().side * page.devicePixelRatioF()
    assert side == round(side), "whole pixels"


@pytest.mark.parametrize("code", ["en", "vi"])
def test_the_page_has_the_height_of_the_window(window: MainWindow, qtbot: QtBot, code: str) -> None:
    window.appearance.set_language(code)
    window.show_workspace("analyse")
    window.docks["graph"].hide()
    window.resize(1280, 800)
    header = window.views.height()
    qtbot.waitUntil(lambda: window.page.height() + header >= HEIGHT - 4)
    before = squares(window.page)
    window.notice.show_notice("A notice with a button moves nothing.", [("OK", lambda: None)])
    qtbot.waitUntil(window.notice.isVisible)
    assert squares(window.page) == before and window.page.height() + header >= HEIGHT - 4


def test_commands_of_a_game_are_shown_while_one_is_played(window: MainWindow) -> None:
    bar = window.page._game_bar
    buttons = bar.findChildren(QToolButton)
    assert len(buttons) == 4 and not bar.isVisible()
    window.controller.start(find_game("chess")(), window.controller.seats)
    assert bar.isVisible() and {button.focusPolicy() for button in buttons} == {Qt.FocusPolicy.TabFocus}
    window.show_workspace("analyse")
    assert not bar.isVisible()


def test_commands_of_a_game_move_below_without_room(page: BoardPage, qtbot: QtBot) -> None:
    page.set_actions([], [QAction(page) for _ in range(4)])
    page.show_view("play", is_analysing=False)
    page._controller.start(find_game("chess")(), page._controller.seats)
    page.resize(700, 500)
    page.show()
    others = page._buttons.itemAt(0).widget()

    def tops() -> tuple[int, int]:
        first, bar = (each.mapTo(page, each.rect().center()) for each in (others, page._game_bar))
        return first.y(), bar.y()

    qtbot.waitUntil(lambda: tops()[0] == tops()[1])
    page.resize(330, 500)
    qtbot.waitUntil(lambda: tops()[1] > tops()[0] + 20)
    assert page.rect().contains(page._game_bar.mapTo(page, page._game_bar.rect().bottomRight()))
    page.resize(700, 500)
    qtbot.waitUntil(lambda: tops()[0] == tops()[1])
