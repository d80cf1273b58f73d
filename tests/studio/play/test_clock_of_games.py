"""Games with a clock that is no rule of the game: chosen in the dialog, kept, played by, and noted in the record."""

import pytest
from pytestqt.qtbot import QtBot

from engine.contests.clock import TimeControl
from engine.core.game import find_game
from engine.core.outcome import Player, Termination
from engine.search.spec import Spec
from studio.dialogs.new_game import NewGame, NewGameDialog, recall, remember
from studio.play.clock import RunningClock
from studio.play.seat import Seat
from studio.settings import Settings
from studio.window.main_window import MainWindow

FIVE_AND_THREE = TimeControl(300.0, 3.0)
PERSONS = (Seat("An"), Seat("Bình"))


class Time:
    """A clock set by hand."""

    seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def test_who_has_moved_gets_the_increment() -> None:
    time = Time()
    clock = RunningClock.from_control(FIVE_AND_THREE, time)
    clock.start(Player.FIRST)
    time.seconds = 10
    clock.press(Player.FIRST)
    assert clock.left(Player.FIRST) == 293
    time.seconds = 20
    assert clock.left(Player.FIRST) == 293, "its time does not run"
    clock.start(Player.SECOND)
    time.seconds = 400
    clock.press(Player.SECOND)
    assert clock.left(Player.SECOND) == 0, "nothing is added to a clock that is used up"


def test_a_move_after_a_pause_gets_the_increment_too() -> None:
    clock = RunningClock.from_control(FIVE_AND_THREE, Time())
    clock.start(Player.FIRST)
    clock.pause()
    clock.press(Player.FIRST)
    assert clock.left(Player.FIRST) == 303


@pytest.mark.parametrize("name", ["chess", "xiangqi", "caro", "go"])
def test_the_dialog_offers_a_clock(qtbot: QtBot, name: str) -> None:
    settings = Settings()
    dialog = NewGameDialog(settings, find_game(name)())
    qtbot.addWidget(dialog)
    dialog.show()
    assert dialog.clock_form.isVisible() and dialog.value().control is None
    assert not dialog.clock_form.base_box.isVisible()
    dialog.clock_form.kind.setCurrentIndex(1)
    assert dialog.clock_form.base_box.isVisible()
    dialog.clock_form.base_box.setValue(300)
    dialog.clock_form.increment_box.setValue(3)
    assert dialog.value().control == FIVE_AND_THREE
    dialog.accept()
    again = NewGameDialog(settings, find_game(name)())
    qtbot.addWidget(again)
    assert again.value().control == FIVE_AND_THREE


def test_a_game_with_a_clock_among_its_rules_has_no_other(qtbot: QtBot) -> None:
    dialog = NewGameDialog(Settings(), find_game("cotoan")())
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.clock_form.show_value(FIVE_AND_THREE)
    assert not dialog.clock_form.isVisible() and dialog.value().control is None


def test_a_clock_that_cannot_be_is_no_choice() -> None:
    kept = remember(NewGame(find_game("chess")(), PERSONS, control=FIVE_AND_THREE))
    chosen = recall(kept)
    assert chosen is not None and chosen.control == FIVE_AND_THREE
    for text in ("soon", "0+1", 5):
        assert recall({"game": "chess", "games": {"chess": {**kept["games"]["chess"], "clock": text}}}) is None
    del kept["games"]["chess"]["clock"]
    chosen = recall(kept)
    assert chosen is not None and chosen.control is None, "kept by an earlier version"


def begin(window: MainWindow, seats: tuple[Seat, Seat] = PERSONS, control: TimeControl = FIVE_AND_THREE) -> Time:
    """A game of chess with a clock set by hand."""
    time = Time()
    window.openers.begin(NewGame(find_game("chess")(), seats, control=control))
    clock = window.controller.clock
    assert clock is not None
    # The clock of the game has begun with the time of the machine.
    clock.pause()
    clock._left = [control.base, control.base]
    clock._now = time
    clock.start(window.controller.turn)
    return time


def play(window: MainWindow, text: str) -> None:
    window.controller.play(window.document.game.parse_move(window.document.position, text))


def test_the_record_notes_the_clock(window: MainWindow) -> None:
    time = begin(window)
    assert window.document.record.headers["TimeControl"] == "300+3"
    cards = window.page.players.lines
    assert all(card.clock.isVisible() for card in cards)
    time.seconds = 7
    play(window, "e4")
    time.seconds = 27
    play(window, "e5")
    assert "[%clk 0:04:56" in window.document.text() and "[%clk 0:04:43" in window.document.text()
    assert [card.clock.text() for card in cards] == ["4:56", "4:43"]


def test_a_fallen_flag_loses(window: MainWindow) -> None:
    time = begin(window)
    time.seconds = 299
    window.controller._tick()
    assert window.controller.is_playing
    time.seconds = 300
    window.controller._tick()
    assert not window.controller.is_playing
    assert window.document.record.result == "0-1"
    assert window.document.record.headers["Termination"] == Termination.TIME.value


def test_an_engine_answers_in_time(window: MainWindow, qtbot: QtBot) -> None:
    engine = Seat(spec=Spec.parse("greedy"))
    begin(window, (Seat("An"), engine), TimeControl(2.0, 1.0))
    play(window, "e4")
    qtbot.waitUntil(lambda: window.document.tree.ply(window.controller.live) == 2, timeout=30_000)
    assert window.document.text().count("[%clk 0:00:03") == 2


def test_a_name_has_the_card_to_itself(window: MainWindow) -> None:
    """A clock next to it took a third of its room; and the dialog's clock leaves the players theirs."""
    begin(window, (Seat("Nguyễn Thành Bảo Anh"), Seat("Bình")))
    card = window.page.players.lines[0]
    assert card.clock.isVisible() and card.name.text() == "Nguyễn Thành Bảo Anh"
    assert card.detail.text() == "White"
    window.openers.begin(NewGame(find_game("chess")(), (Seat(""), Seat("")), control=FIVE_AND_THREE))
    assert card.clock.isVisible() and card.clock.geometry().right() > card.width() / 2


def test_the_clock_leaves_the_players_their_room(qtbot: QtBot) -> None:
    dialog = NewGameDialog(Settings(), find_game("chess")())
    qtbot.addWidget(dialog)
    dialog.show()
    before = dialog.seat_forms[0].width()
    dialog.clock_form.kind.setCurrentIndex(1)
    assert dialog.seat_forms[0].width() > 0.9 * before
