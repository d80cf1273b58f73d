"""The dialog for a new game: levels, what is kept for each game, keys, and its look."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.analysis.levels import levels
from engine.contests.clock import TimeControl
from engine.core.game import find_game, games
from engine.core.language import LANGUAGES, tr
from engine.core.options import options_of
from engine.search.report import Limit
from engine.search.search import find_algorithm
from engine.search.spec import VARIED, Spec
from studio.dialogs import new_game as module
from studio.dialogs.new_game import SIZE, NewGame, NewGameDialog, recall, remember
from studio.dialogs.seat_form import CLUB, ENGINE, PERSON
from studio.look import style
from studio.play.seat import Seat, limit_text
from studio.settings import Settings
from studio.widgets.level_button import LevelButton
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch


@pytest.fixture(autouse=True)
def _dressed(qapp: QApplication) -> None:
    style.apply(qapp, "light")


def make(qtbot: QtBot, game: str = "chess", settings: Settings | None = None) -> NewGameDialog:
    behind = QWidget()
    behind.resize(1280, 800)
    qtbot.addWidget(behind)
    dialog = NewGameDialog(settings or Settings(), find_game(game)(), parent=behind)
    dialog.destroyed.connect(lambda: behind)  # keeps the parent
    dialog.show()
    return dialog


def choose_game(dialog: NewGameDialog, name: str) -> None:
    dialog.game_box.setCurrentIndex(list(games()).index(name))


def buttons(dialog: NewGameDialog, side: int = 1) -> list[LevelButton]:
    return dialog.seat_forms[side].level_form.buttons


@pytest.mark.parametrize("name", list(games()))
def test_first_a_person_meets_an_engine_of_the_level_club(qtbot: QtBot, name: str) -> None:
    first, second = make(qtbot, name).value().seats
    club = levels(find_game(name))[CLUB]
    assert (first, second) == (Seat(), Seat("", club.spec, "", club.limit))
    assert club.title == "Club"


def test_each_level_is_a_button_and_the_last_one_unfolds_the_algorithm(qtbot: QtBot) -> None:
    dialog = make(qtbot)
    form, offered = dialog.seat_forms[1], levels(find_game("chess"))
    titles = ["Beginner", "Club", "Advanced", "Expert", "Strong", "Custom"]
    assert [each.text() for each in buttons(dialog)] == titles
    for button, level in zip(buttons(dialog), offered, strict=False):
        button.click()
        assert form.value() == Seat("", level.spec, "", level.limit)
        assert not form.engine_form.isVisible()
        assert level.spec.name in button.toolTip()
    buttons(dialog)[-1].click()
    assert form.engine_form.isVisible()
    assert form.value().spec == offered[-1].spec, "the form begins with the level chosen before"
    assert form.value().limit == offered[-1].limit


@pytest.mark.parametrize(
    ("code", "strong"), [("en", "2.5 s per move (0.045 s: about"), ("vi", "2,5 giây/nước (0,045 giây: cỡ")]
)
def test_the_levels_state_their_limits_and_strong_its_measured_strength(
    qtbot: QtBot, switch: LanguageSwitch, code: str, strong: str
) -> None:
    switch.switch(code)
    measured = find_game("chess").measured
    assert measured is not None and measured.seconds == 0.045
    *_, advanced, expert, best, _ = buttons(make(qtbot, "chess"))
    for button, nodes in zip((advanced, expert), find_game("chess").level_nodes, strict=True):
        assert limit_text(Limit(nodes=nodes)) in button.sentence
    assert best.sentence == f"{strong} {measured.program} UCI_Elo {measured.elo})."
    assert f"{measured.program}" in best.toolTip().splitlines()[1]
    *_, best, _ = buttons(make(qtbot, "xiangqi"))
    stronger = (
        "stronger than Fairy-Stockfish without NNUE." if code == "en" else "mạnh hơn Fairy-Stockfish (không NNUE)."
    )
    assert best.sentence.endswith(stronger) and "UCI_Elo" not in best.toolTip()
    assert "Stockfish" not in buttons(make(qtbot, "nim"))[2].sentence, "nothing is stated that was not measured"


def test_up_and_down_change_the_level(qtbot: QtBot) -> None:
    dialog = make(qtbot)
    for key, index in ((Qt.Key.Key_Down, 2), (Qt.Key.Key_Up, 1), (Qt.Key.Key_Up, 0), (Qt.Key.Key_Down, 1)):
        QTest.keyClick(next(each for each in buttons(dialog) if each.isChecked()), key)
        assert [each.isChecked() for each in buttons(dialog)].index(True) == index


def test_a_player_that_the_game_names_is_offered(qtbot: QtBot) -> None:
    named = {name: game.players for name, game in games().items() if game.players}
    assert named, "no game names a player"
    for name, players in named.items():
        dialog = make(qtbot, name)
        for player in players:
            button = next(each for each in buttons(dialog) if each.text() == tr(player.title))
            button.click()
            assert dialog.value().seats[1].spec == Spec.parse(player.spec)
            dialog.accept()
            kept = recall(dialog._settings.new_game)
            assert kept is not None
            dialog.show_value(kept)
            assert button.isChecked()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", list(games()))
@pytest.mark.diagonal("code", "name")
def test_no_sentence_is_elided(qtbot: QtBot, switch: LanguageSwitch, code: str, name: str) -> None:
    switch.switch(code)
    dialog = make(qtbot, name)
    assert dialog.size() == SIZE
    for button in buttons(dialog):
        assert button.shown_sentence == button.sentence != ""
        assert QFontMetrics(button.font()).horizontalAdvance(button.text()) < button.width() - 40


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_places_are_those_of_the_drawing(qtbot: QtBot, switch: LanguageSwitch, code: str) -> None:
    """As in a picture of 856 x 692 px: columns of 408 and 368 px, levels at 56 px, fields of 240 px at 40 px."""
    switch.switch(code)
    dialog = make(qtbot, "xiangqi")
    dialog.clock_form.kind.setCurrentIndex(1)
    QApplication.processEvents()
    assert [form.width() for form in dialog.seat_forms] == [408, 408]
    assert dialog.seat_forms[0].height() == pytest.approx(100, abs=4)
    assert dialog.seat_forms[1].height() == pytest.approx(404, abs=8)
    tops = [each.mapTo(dialog, each.rect().topLeft()).y() for each in buttons(dialog)]
    assert [below - above for above, below in pairwise(tops)] == [56] * 5
    fields = (dialog.game_box, dialog.preset_box, dialog._begin_box, dialog.clock_form)
    assert {each.width() for each in fields} == {240}
    places = [each.mapTo(dialog, each.rect().center()).y() for each in fields]
    assert [below - above for above, below in pairwise(places)] == [40, 40, 40]
    for box in dialog.findChildren(QComboBox):
        if box.isVisible():
            room = box.style().subControlRect(
                QStyle.ComplexControl.CC_ComboBox, _option(box), QStyle.SubControl.SC_ComboBoxEditField, box
            ).width()  # fmt: skip
            assert box.fontMetrics().horizontalAdvance(box.currentText()) <= room, box.currentText()


def _option(box: QComboBox) -> QStyleOptionComboBox:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    return option


def test_the_rules_are_below_the_players_on_a_narrow_screen(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "fit_to_screen", lambda dialog, size: dialog.resize(size.boundedTo(QSize(640, 400))))
    dialog = make(qtbot, "xiangqi")
    dialog.clock_form.kind.setCurrentIndex(1)
    QApplication.processEvents()
    assert dialog._scroll.horizontalScrollBar().maximum() == 0
    swap = dialog._swap
    assert swap.mapTo(dialog, swap.rect().topRight()).x() <= 24 + 408, "above the players"
    last, first = dialog.seat_forms[1], dialog.game_box
    assert last.mapTo(dialog, last.rect().bottomLeft()).y() < first.mapTo(dialog, first.rect().topLeft()).y()


def test_it_scrolls_inside_and_keeps_its_size(qtbot: QtBot) -> None:
    dialog = make(qtbot, "cotoan")
    bar = dialog._scroll.verticalScrollBar()
    buttons(dialog)[-1].click()
    dialog.rules_fold.open()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert dialog.size() == SIZE
    assert dialog._scroll.horizontalScrollBar().maximum() == 0
    assert dialog.buttons[1].mapTo(dialog, dialog.buttons[1].rect().bottomLeft()).y() < SIZE.height()


def test_return_starts_and_escape_cancels(qtbot: QtBot) -> None:
    for key, result in ((Qt.Key.Key_Return, 1), (Qt.Key.Key_Escape, 0)):
        for field in ("level", "game", "name", "segment"):
            dialog = make(qtbot)
            widget = {
                "level": buttons(dialog)[CLUB],
                "game": dialog.game_box,
                "name": dialog.seat_forms[0].name_field,
                "segment": dialog.seat_forms[0].mode.button(0),
            }[field]
            widget.setFocus()
            QTest.keyClick(widget, key)
            assert not dialog.isVisible()
            assert dialog.result() == result, field


def test_the_window_behind_is_shaded_until_the_dialog_is_closed(window: MainWindow, qtbot: QtBot) -> None:
    from studio.widgets.shade import Shade

    dialog = window.openers.new_game()
    shade = window.findChild(Shade)
    assert shade is not None and shade.isVisible() and shade.size() == window.size()
    window.resize(1000, 700)
    QApplication.processEvents()
    assert shade.size() == window.size() != QSize(0, 0)
    dialog.reject()
    assert not shade.isVisible()


# --- what is kept -----------------------------------------------------------------------------------------------------


def test_clock_and_players_are_kept_for_each_game(qtbot: QtBot) -> None:
    settings = Settings()
    dialog = make(qtbot, "xiangqi", settings)
    dialog.clock_form.show_value(TimeControl(300.0, 3.0))
    dialog.seat_forms[0].mode.choose(ENGINE)
    buttons(dialog)[2].click()
    dialog.vary_box.setChecked(False)
    dialog.accept()
    again = make(qtbot, "chess", settings)
    assert again.value().game.name == "xiangqi", "the game played last"
    assert again.value() == dialog.value()
    choose_game(again, "nim")
    first, second = again.value().seats
    assert (first.is_engine, second.is_engine) == (False, True)
    assert again.value().control is None and again.value().vary
    choose_game(again, "xiangqi")
    assert again.value() == dialog.value()


def test_what_an_earlier_version_kept_is_understood() -> None:
    kept = remember(NewGame(find_game("chess")(), (Seat("An"), Seat("Bình"))))
    old = {"game": "chess", **kept["games"]["chess"]}
    chosen = recall(old)
    assert chosen is not None and chosen.seats == (Seat("An"), Seat("Bình"))
    assert recall(old, (), "nim") is None


def test_choices_for_other_games_are_not_lost() -> None:
    seats = (Seat("An"), Seat("Bình"))
    kept = remember(NewGame(find_game("nim")(), seats), remember(NewGame(find_game("chess")(), seats)))
    for name in ("chess", "nim"):
        chosen = recall(kept, (), name)
        assert chosen is not None and chosen.game.name == name
    assert recall(kept, (), "go") is None


# --- equal moves ------------------------------------------------------------------------------------------------------


def test_equal_moves_are_varied_in_all_algorithms_that_can(qtbot: QtBot) -> None:
    dialog = make(qtbot)
    buttons(dialog)[-1].click()
    assert dialog.vary_box.isChecked(), "on at first"
    dialog.seat_forms[1].level_form.show_values(Spec.make("ordered"), "", Limit(depth=1))
    assert dialog.value().players()[1].spec == Spec.make("ordered", random_ties=True)
    dialog.vary_box.setChecked(False)
    assert dialog.value().players()[1].spec == Spec.make("ordered")
    dialog.vary_box.setChecked(True)
    dialog.accept()
    kept = recall(dialog._settings.new_game)
    assert kept is not None and kept.vary and kept.seats[1].spec == Spec.make("ordered")
    dialog.seat_forms[1].mode.choose(PERSON)
    assert not dialog.vary_box.isEnabled()


def test_the_form_of_an_algorithm_leaves_equal_moves_to_the_check_box(qtbot: QtBot) -> None:
    dialog = make(qtbot)
    form = dialog.seat_forms[1]
    form.level_form.show_values(Spec.make("ordered"), "", Limit(depth=1))
    assert not [each for each in form.engine_form.findChildren(QLabel) if each.objectName() in VARIED]
    for name in ("ordered", "greedy", "negascout", "random"):
        spec = Spec.make(name).varied()
        has = {each.name for each in options_of(find_algorithm(name).Parameters)} & set(VARIED)
        assert all(getattr(spec.parameters, each) is True for each in has)
        assert spec.name == name


def test_a_started_game_is_played_with_varied_moves(window: MainWindow) -> None:
    dialog = window.openers.new_game("nim")
    dialog.seat_forms[1].level_form.show_values(Spec.make("ordered"), "", Limit(depth=1))
    dialog.accept()
    assert window.controller.seats[1].spec == Spec.make("ordered", random_ties=True)


# --- the look of all dialogs ------------------------------------------------------------------------------------------


def test_no_button_of_a_dialog_has_a_stock_icon(window: MainWindow, qtbot: QtBot) -> None:
    dialogs = [
        window.openers.properties(), window.openers.preferences(), window.openers.about(),
        window.openers.external_engines(), window.openers.new_game(),
    ]  # fmt: skip
    for dialog in dialogs:
        QApplication.processEvents()
        for box in dialog.findChildren(QDialogButtonBox):
            assert all(button.icon().isNull() for button in box.buttons()), type(dialog)
        if isinstance(dialog, NewGameDialog):
            assert all(isinstance(each, QPushButton) and each.icon().isNull() for each in dialog.buttons)
        dialog.close()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", list(games()))
@pytest.mark.diagonal("code", "name")
def test_no_word_of_the_sentence_about_the_first_move_is_doubled(
    qtbot: QtBot, switch: LanguageSwitch, code: str, name: str
) -> None:
    switch.switch(code)
    dialog = NewGameDialog(Settings(), games()[name]())
    qtbot.addWidget(dialog)
    words = dialog._first.text().lower().rstrip(".").split()
    assert words and len(words) == len(set(words)), words


@pytest.mark.parametrize("has_position", [False, True])
def test_a_start_that_cannot_be_chosen_gives_the_reason(qtbot: QtBot, has_position: bool) -> None:
    behind = QWidget()
    qtbot.addWidget(behind)
    dialog = NewGameDialog(Settings(), find_game("chess")(), has_position, behind)
    assert dialog._begin_box.isEnabled() == has_position
    assert bool(dialog._begin_box.toolTip()) != has_position
