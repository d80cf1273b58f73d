"""Dialogs, keys and settings."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.language import LANGUAGES, language
from engine.core.options import build_options
from engine.records.collection import Collection
from engine.records.formats import find_format
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.dialogs.games import GamesDialog
from studio.dialogs.new_game import NewGame, NewGameDialog, recall, remember
from studio.dialogs.properties import PropertiesDialog
from studio.dialogs.seat_form import ENGINE, PERSON
from studio.play.seat import Seat
from studio.settings import Settings
from studio.widgets.plain_label import PlainLabel
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.studio.conftest import MakeWindow

CotoanGame = find_game("cotoan")


@pytest.fixture
def remembered(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "test.ini")


def test_a_new_game_is_chosen_and_remembered(qtbot: QtBot, remembered: Settings) -> None:
    dialog = NewGameDialog(remembered, CotoanGame())
    qtbot.addWidget(dialog)
    dialog.preset_box.setCurrentIndex(dialog.preset_box.findText("HUST-25"))
    dialog.preset_box.activated.emit(dialog.preset_box.currentIndex())
    dialog.seat_forms[1].mode.choose(ENGINE)
    dialog.seat_forms[0].name_field.setText("Lan")
    dialog.seat_forms[1].level_form.show_values(
        Spec.parse("alphabeta:ordering=on"), "material_safety", Limit(nodes=5000)
    )
    dialog.accept()
    chosen = dialog.value()
    assert chosen.game.rules == build_options(CotoanGame.Rules, {"mod_small": False, "target": 25})
    assert chosen.seats[0] == Seat("Lan")
    assert chosen.seats[1].spec == Spec.parse("alphabeta:ordering=on")
    assert chosen.seats[1].limit == Limit(nodes=5000)
    assert chosen.seats[1].evaluation == "material_safety"

    again = NewGameDialog(remembered, CotoanGame())
    qtbot.addWidget(again)
    assert again.value().seats[1].spec == chosen.seats[1].spec
    assert again.value().game == chosen.game
    assert again.preset_box.currentText() == "HUST-25"


def test_rules_of_ones_own_belong_to_no_preset(qtbot: QtBot, remembered: Settings) -> None:
    dialog = NewGameDialog(remembered, CotoanGame())
    qtbot.addWidget(dialog)
    dialog.rules_form.editor("abs_sub").click()  # type: ignore[attr-defined]
    assert dialog.preset_box.currentIndex() == dialog.preset_box.count() - 1
    dialog.rules_form.editor("abs_sub").click()  # type: ignore[attr-defined]
    assert dialog.preset_box.currentIndex() == 0


def test_sides_are_changed(qtbot: QtBot, remembered: Settings) -> None:
    dialog = NewGameDialog(remembered, CotoanGame())
    qtbot.addWidget(dialog)
    dialog.seat_forms[0].mode.choose(ENGINE)
    dialog.seat_forms[1].mode.choose(PERSON)
    dialog._swap.click()
    first, second = dialog.value().seats
    assert not first.is_engine
    assert second.is_engine


@pytest.mark.parametrize(
    "values", [{}, {"game": "no such game"}, {"game": "cotoan", "rules": "target=99", "seats": []}, {"game": 3}]
)
def test_what_cannot_be_recalled_is_forgotten(values: dict[str, object]) -> None:
    assert recall(values) is None


def test_what_is_remembered_is_recalled() -> None:
    chosen = NewGame(
        CotoanGame.with_rules("target=20,match=3"), (Seat("A"), Seat("", Spec.parse("greedy"), "", Limit(seconds=2.5)))
    )
    assert recall(remember(chosen)) == chosen


def test_headers_are_edited_as_one_undoable_edit(window: MainWindow, qtbot: QtBot) -> None:
    dialog = window.openers.properties()
    dialog.fields["White"].setText("Nguyễn Văn A")
    dialog.result_box.setCurrentIndex(3)
    dialog._more.click()
    dialog.others.item(0, 0).setText("Annotator")  # type: ignore[union-attr]
    dialog.others.item(0, 1).setText("B")  # type: ignore[union-attr]
    dialog.accept()
    headers = window.document.record.headers
    assert headers["White"] == "Nguyễn Văn A"
    assert headers["Annotator"] == "B"
    assert window.document.record.result == "1/2-1/2"
    assert "Nguyễn Văn A" in window.windowTitle()
    window.record_commands.undo()
    assert window.document.record.headers["White"] == "?"
    assert window.document.undo_stack.index == 0


def test_nothing_changed_is_no_edit(window: MainWindow, qtbot: QtBot) -> None:
    dialog = PropertiesDialog(window.document.record)
    qtbot.addWidget(dialog)
    assert dialog.changes() == {}


def test_every_language_can_be_chosen(window: MainWindow, qtbot: QtBot) -> None:
    preferences = window.openers.preferences()
    box = preferences.language_box
    assert [box.itemText(index) for index in range(box.count())][1:] == list(LANGUAGES.values())
    menu = [action.text() for action in window.menus["Language"].actions()]
    assert menu == list(LANGUAGES.values())
    for index, code in enumerate(LANGUAGES, 1):
        box.setCurrentIndex(index)
        box.activated.emit(index)
        assert (window.settings.language, language()) == (code, code)
        qtbot.waitUntil(window.actions_table[f"language_{code}"].isChecked)
    codes = []
    for _ in LANGUAGES:
        window.bar.language_button.click()
        codes.append(language())
    assert codes == list(LANGUAGES), "the button goes through all of them"


SLOWER = ("new_game", "about", "properties", "preferences")


def shown_texts(dialog: QWidget) -> set[str]:
    """The texts on the visible labels, buttons and fields of a dialog, and its title."""
    visible = [each for each in dialog.findChildren(QWidget) if each.isVisible()]
    names = ("text", "placeholderText", "currentText", "toolTip")
    return {dialog.windowTitle(), *(str(each.property(name)) for each in visible for name in names)}


@pytest.mark.parametrize("name", ["games", *(pytest.param(each, marks=pytest.mark.slow) for each in SLOWER)])
def test_an_open_dialog_follows_the_language(
    window: MainWindow, switch: LanguageSwitch, qtbot: QtBot, name: str
) -> None:
    """The seats of a new game, the keys, the list of games and the text about the program kept the old language."""
    path = window.settings.folder / "two.pgn"
    path.write_text("1. e4 e5 *\n\n1. d4 d5 *\n", encoding="utf-8")

    def shown() -> QWidget:
        if name == "games":
            window.filing.choose(path)
            assert window.filing.chooser is not None
            return window.filing.chooser
        dialog: QWidget = getattr(window.openers, name)()
        return dialog

    dialog = shown()
    english = shown_texts(dialog)
    switch.switch("vi")
    QApplication.processEvents()
    texts = shown_texts(dialog)
    dialog.close()
    assert texts != english
    fresh = shown()
    assert texts == shown_texts(fresh)
    fresh.close()


@pytest.mark.slow
def test_the_keys_have_room_for_the_texts(window: MainWindow, switch: LanguageSwitch) -> None:
    """The widest keys of a group made all its texts narrow, down to one word a line."""
    switch.switch("vi")
    sheet = window.openers.key_sheet()
    QApplication.processEvents()
    labels = [each for each in sheet.findChildren(PlainLabel) if each.wordWrap()]
    assert len(labels) > 60
    assert max(each.height() / each.fontMetrics().lineSpacing() for each in labels) < 3.5
    sheet.close()


def test_a_key_is_bound_again_and_stays(make_window: MakeWindow, qtbot: QtBot) -> None:
    window = make_window()
    preferences = window.openers.preferences()
    preferences.key_editor.choose("flip")
    preferences.key_editor.edit.setKeySequence(QKeySequence("R"))
    assert window.actions_table["flip"].shortcut() == QKeySequence("R")
    preferences.close()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.board.setFocus()
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_R)
    assert window.board.flipped
    window.close()
    again = make_window()
    assert again.actions_table["flip"].shortcut() == QKeySequence("R")
    again.actions_table.rebind({})
    assert again.actions_table["flip"].shortcut() == QKeySequence("F")
    assert again.settings.keys == {}


def test_a_key_changes_hands_and_the_loser_is_named(window: MainWindow) -> None:
    preferences = window.openers.preferences()
    preferences.key_editor.choose("flip")
    preferences.key_editor.edit.setKeySequence(QKeySequence("A"))
    assert preferences.key_editor.keys()["attacked"] == ()
    assert "Show attacked pieces" in preferences.key_editor._clash.text()
    preferences.key_editor.reset()
    assert preferences.key_editor.keys()["attacked"] == ("A",)
    preferences.close()


def test_no_key_is_twice_in_the_table(window: MainWindow) -> None:
    bound = window.actions_table.keys()
    commands = window.actions_table.all()
    for scope in {each.scope for each in commands}:
        keys = [key for each in commands if each.scope == scope for key in bound[each.id]]
        assert len(keys) == len(set(keys)), scope


def test_the_key_sheet_shows_every_key(window: MainWindow) -> None:
    from PySide6.QtWidgets import QLabel

    sheet = window.openers.key_sheet()
    texts = {label.text() for label in sheet.findChildren(QLabel)}
    for keys in window.actions_table.keys().values():
        for key in keys:
            assert QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) in texts
    sheet.close()


def test_the_question_mark_shows_the_sheet(window: MainWindow, qtbot: QtBot) -> None:
    from studio.dialogs.keys import KeySheet

    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Question)
    qtbot.waitUntil(lambda: any(sheet.isVisible() for sheet in window.findChildren(KeySheet)))
    for sheet in window.findChildren(KeySheet):
        sheet.close()


def test_the_new_game_dialog_starts_a_game(window: MainWindow, qtbot: QtBot) -> None:
    dialog = window.openers.new_game()
    dialog.seat_forms[0].mode.choose(ENGINE)
    dialog.seat_forms[0].level_form.show_values(Spec.parse("greedy"), "", Limit(depth=1))
    dialog.seat_forms[1].mode.choose(PERSON)
    dialog.accept()
    assert window.controller.is_playing
    assert window.board.flipped
    qtbot.waitUntil(lambda: len(window.document.tree) == 2)
    assert window.page.players.lines[0].name.whole == "Greedy"


def test_settings_survive_nonsense(tmp_path: Path) -> None:
    path = tmp_path / "bad.ini"
    path.write_text(
        '[General]\ntheme=pink\nlanguage=xx\n[files]\nrecent=3\n[session]\n[window]\ngeometry=@Nonsense\nkeys="{"\n'
    )
    bad = Settings(path)
    assert bad.theme == "system"
    assert bad.language == ""
    assert bad.recent_files == []
    assert bad.keys == {}
    assert bad.session == {}
    assert bad.geometry.isEmpty()


@pytest.mark.parametrize("text", ["", '[Event "?"]\n[White "?"]\n[Black " An "]\n[X "?"]\n'])
def test_unedited_properties_change_nothing(qtbot: QtBot, text: str) -> None:
    record = find_format(Path("x.pgn")).read(f'[Game "cotoan"]\n{text}\n*\n'.encode())[0]
    dialog = PropertiesDialog(record)
    qtbot.addWidget(dialog)
    assert dialog.changes() == {}
    dialog.fields["Black"].setText("")
    dialog.fields["Site"].setText("Huế")
    assert dialog.changes() == {"Site": "Huế"} | ({"Black": "?"} if text else {})


def test_nothing_is_opened_where_the_search_finds_nothing(qtbot: QtBot) -> None:
    collection = Collection.load("two.pgn", b'[White "An"]\n\n*\n\n[White "Ba"]\n\n*')
    assert len(list(collection.scan())) == 2
    dialog = GamesDialog(Path("two.pgn"), collection, 1)
    qtbot.addWidget(dialog)
    assert (dialog.index, dialog.open_button.isEnabled()) == (1, True)
    dialog.field.setText("nobody")
    qtbot.waitUntil(lambda: not dialog.open_button.isEnabled())
    dialog.field.setText("An")
    qtbot.waitUntil(dialog.open_button.isEnabled)
    assert (dialog.index, dialog.open_button.isEnabled()) == (0, True)


def test_tab_goes_through_the_new_game_from_the_top(qtbot: QtBot, remembered: Settings) -> None:
    """Players first, then the rules, whatever form came last; every field once, the buttons at the end."""
    dialog = NewGameDialog(remembered, find_game("cotoan")())
    qtbot.addWidget(dialog)
    dialog.show()
    dialog._game_box.setCurrentIndex(dialog._classes.index(find_game("chess")))
    second = dialog.seat_forms[1]
    second.level_form.buttons[-1].click()
    dialog.rules_fold.open()
    dialog.clock_form.kind.setCurrentIndex(1)
    qtbot.waitUntil(second.engine_form.isVisible)
    QApplication.processEvents()
    start = dialog._swap
    chain, each = [start], start.nextInFocusChain()
    while each is not start:
        if each.isVisibleTo(dialog) and each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus:
            chain.append(each)
        each = each.nextInFocusChain()
    fields = [each for each in chain if each.window() is dialog]
    names = [each.accessibleName() for each in fields]
    wanted = ["Name of White", "Custom", "Algorithm", "Limit", "Depth", "Evaluation", "Clock",
              "Time for the game", "Increment a move", "Chess960", "Repetition"]  # fmt: skip
    assert [name for name in names if name in wanted] == wanted
    assert fields[-2:] == list(dialog.buttons)
    assert fields.index(dialog._game_box) < fields.index(dialog.preset_box) < fields.index(dialog.clock_form.kind)
