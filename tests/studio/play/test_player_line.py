"""The lines of the players: name, points, captured pieces, clock and the dot of the side to move."""

from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.surface import Tally
from studio.look import style
from studio.play.player_line import PlayerLine
from studio.play.seat import Seat
from studio.window.main_window import MainWindow

FIRST, SECOND = Player.FIRST, Player.SECOND
RED = QColor("#A8321F")


def line_of(qtbot: QtBot, width: int, name: str = "Nguyễn Thành Bảo Anh") -> PlayerLine:
    line = PlayerLine()
    qtbot.addWidget(line)
    line.resize(width, 28)
    line.show_name(name, "depth 3", RED, is_to_move=True)
    game = find_game("cotoan")()
    surface = game.surface(game.start())
    line.show_tally(Tally("Points", (8, 3), 15, (("b8", "b1"), ())), FIRST, surface)
    line.show()
    return line


def visible(line: PlayerLine) -> list[str]:
    parts = ("detail", "points", "bar", "captured", "turn")
    return [part for part in parts if getattr(line, part).isVisible()]


def test_parts_leave_in_order_and_the_name_last(qtbot: QtBot) -> None:
    line = line_of(qtbot, 700)
    assert visible(line) == ["detail", "points", "bar", "captured", "turn"]
    assert line.points.text() == "8 of 15 points"
    before = visible(line)
    for width in range(700, 120, -5):
        line.resize(width, 28)
        now = visible(line)
        assert set(now) <= set(before)
        before = now
        if now and "points" in now:
            assert line.name.text() == line.name.whole
        rects = [getattr(line, part).geometry() for part in ("name", *now)]
        assert not any(a.intersects(b) for i, a in enumerate(rects) for b in rects[i + 1 :])
    assert before == ["captured"] and line.name.text() != line.name.whole
    assert line.name.whole in line.toolTip() and "8 of 15 points" in line.toolTip()


def test_a_long_name_leaves_room_for_many_captured_pieces(qtbot: QtBot) -> None:
    line = line_of(qtbot, 500, "A name that is longer than the line " * 3)
    game = find_game("cotoan")()
    pieces = tuple(f"b{number}" for number in range(1, 10)) + ("b1",) * 5
    line.show_tally(Tally("Points", (8, 3), 15, (pieces, ())), FIRST, game.surface(game.start()))
    assert line.captured.width() >= 22 + 13 * 6
    assert line.name.width() > 0 and not line.name.geometry().intersects(line.captured.geometry())


def test_the_words_keep_their_place_on_both_lines(qtbot: QtBot) -> None:
    line = line_of(qtbot, 500)
    place = line.captured.geometry()
    line.show_name(line.name.whole, "depth 3", RED, is_to_move=False)
    assert not line.turn.isVisible() and line.captured.geometry() == place


def test_the_clock_of_a_game_is_the_big_figure(qtbot: QtBot) -> None:
    line = line_of(qtbot, 500)
    line.show_clock("4:56", is_running=True)
    assert line.clock.font().pixelSize() == style.SCORE == 22
    assert line.points.font().pixelSize() == style.CAPTION
    line.show_clock("4:56")
    assert line.clock.font().pixelSize() == style.TITLE
    line.show_clock("")
    assert not line.clock.isVisible()


def test_only_the_lead_is_shown_where_only_the_lead_matters(qtbot: QtBot) -> None:
    line = line_of(qtbot, 500)
    game = find_game("chess")()
    surface = game.surface(game.start())
    tally = Tally("Points captured", (5, 3), None, (("bn", "bp", "bp"), ("wn",)), is_lead=True)
    line.show_tally(tally, FIRST, surface)
    assert (line.points.text(), line.lead.text()) == ("", "+2")
    line.show_tally(tally, SECOND, surface)
    assert (line.points.text(), line.lead.text()) == ("", "")
    assert line.captured.pieces == ("wn",)


def test_ratings_of_a_record_are_shown(window: MainWindow) -> None:
    window.document.open_text('[Game "chess"]\n[White "An"]\n[WhiteElo "1650"]\n[BlackElo "?"]\n\n1. e4 *\n')
    assert [line.detail.text() for line in window.page.players.lines] == ["White, 1650", ""]
    window.controller.start(find_game("chess")(), (Seat("Lan"), Seat("Minh")))
    assert window.page.players.lines[0].detail.text() == "White"
