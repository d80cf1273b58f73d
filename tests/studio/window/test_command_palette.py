"""The command palette: what it finds, in which order, and what Return does."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.asking.external import EngineSpec
from engine.core.language import tr
from studio.dialogs.engines import EnginesDialog
from studio.window.command_palette import CommandPalette, PaletteRow, find_commands
from studio.window.fuzzy import rank
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch


def press(palette: CommandPalette, key: Qt.Key) -> None:
    QTest.keyClick(palette.field, key)


@pytest.fixture
def palette(window: MainWindow, qtbot: QtBot) -> CommandPalette:
    window.actions_table["palette"].trigger()
    found = window.findChild(CommandPalette)
    assert found is not None
    qtbot.waitExposed(found)
    return found


@pytest.mark.parametrize(
    ("pattern", "better", "worse"),
    [
        ("save", "Save", "Save as…"),
        ("board", "Turn the board", "Cardboard"),
        ("tb", "Turn the board", "Take a cab"),
        ("lat ban", "Lật bàn cờ", "Làm một ván cờ lạ"),
        ("undo", "Undo", "Sound of the door"),
    ],
)
def test_the_better_match_is_first(pattern: str, better: str, worse: str) -> None:
    first, second = rank(pattern, better), rank(pattern, worse)
    assert first is not None
    assert second is None or first > second


def test_letters_far_apart_or_in_another_order_do_not_match() -> None:
    assert rank("qz", "Quit") is None
    assert rank("tiuq", "Quit") is None
    assert rank("ae", "Analyse the whole game, every position of it") is not None
    assert rank("xg", "x and twenty other letters before a g") is None
    assert rank("", "Quit") == rank("  ", "Quit") == 0


def test_recent_commands_are_first_among_equals() -> None:
    commands = [PaletteRow(name, name.title(), name.title(), "Group", "", True) for name in ("one", "two", "three")]
    assert [each.id for each in find_commands(commands, "", ("three", "two"))] == ["three", "two", "one"]
    assert [each.id for each in find_commands(commands, "t", ("three",))] == ["three", "two"]
    assert [each.id for each in find_commands(commands, "two", ("three",))] == ["two"], "not before a better match"


def test_it_lists_every_command_but_itself(window: MainWindow, palette: CommandPalette) -> None:
    listed = palette.found()
    assert len(listed) == len(set(listed))
    assert set(listed) == {command.id for command in window.actions_table.all()} - {"palette"}
    assert [key.toString() for key in window.actions_table["palette"].shortcuts()] == ["Ctrl+K"]


def test_return_runs_the_first_command_and_the_next_time_it_is_first(
    window: MainWindow, palette: CommandPalette, qtbot: QtBot
) -> None:
    flipped = window.board.flipped
    QTest.keyClicks(palette.field, "turn boa")
    assert palette.found()[0] == "flip"
    press(palette, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.board.flipped != flipped)
    assert window.settings.recent_commands == ["flip"]
    QApplication.processEvents()
    again = window.openers.palette()
    assert again.found()[0] == "flip"
    again.reject()


def test_arrows_move_and_disabled_commands_cannot_be_chosen(
    window: MainWindow, palette: CommandPalette, qtbot: QtBot
) -> None:
    QTest.keyClicks(palette.field, "undo")
    assert palette.found()[0] == "undo"
    assert palette.list.currentItem() is None or palette.list.currentItem().text(0) != "Undo", "nothing to undo"
    disabled = palette.list.topLevelItem(0)
    assert disabled is not None and disabled.isDisabled()
    palette.list.itemClicked.emit(disabled, 0)
    assert palette.isVisible()
    palette.field.setText("annotate")
    first = palette.list.currentItem()
    palette.field.setText("go")
    press(palette, Qt.Key.Key_Down)
    assert palette.list.currentItem() is not first
    palette.field.setText("no command is called like this")
    assert palette.found() == ["None"]
    press(palette, Qt.Key.Key_Return)
    assert palette.isVisible()
    press(palette, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert window.settings.recent_commands == []


def test_it_finds_names_without_diacritics_and_english_names(
    window: MainWindow, switch: LanguageSwitch, qtbot: QtBot
) -> None:
    switch.switch("vi")
    palette = window.openers.palette()
    name = tr("Turn the board")
    for text in (name, "xoay ban co", "turn the board"):
        palette.field.setText(text)
        assert palette.found()[0] == "flip", (text, name)
    palette.reject()


def test_of_a_long_text_that_is_pasted_only_the_beginning_is_searched(palette: CommandPalette) -> None:
    QApplication.clipboard().setText("undo " * 20_000)
    palette.field.paste()
    assert len(palette.field.text()) <= 100
    assert "undo" in palette.found()


def chosen(window: MainWindow, text: str, group: str, qtbot: QtBot) -> str:
    """Choose the first row that is found in a group, and return its text."""
    palette = window.openers.palette()
    palette.field.setText(text)
    rows = [palette.list.topLevelItem(row) for row in range(palette.list.topLevelItemCount())]
    item = next(each for each in rows if each is not None and each.text(1) == group)
    name = item.text(0)
    palette.list.itemClicked.emit(item, 0)
    qtbot.wait(1)
    return name


def test_it_knows_settings_samples_engines_and_the_games_of_the_file(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """The word “stock” found nothing."""
    palette = window.openers.palette()
    assert not [name for name in palette.found() if name.startswith(("setting ", "sample ", "engine ", "game "))]
    palette.reject()
    is_on = window.settings.show_coordinates
    assert chosen(window, "coordinates", "Preferences", qtbot).endswith("Show coordinates")
    assert window.settings.show_coordinates != is_on and window.board.has_coordinates != is_on
    window.engines.put(EngineSpec("Stockfish 15", "stockfish", (), "uci"))
    assert chosen(window, "stock", "External engines", qtbot) == "Stockfish 15"
    (dialog,) = [each for each in window.findChildren(EnginesDialog) if each.isVisible()]
    dialog.close()
    assert "Opera" in chosen(window, "opera", "Open sample", qtbot)
    assert window.workspace == "analyse" and window.document.game.name == "chess"
    path = tmp_path / "two.pgn"
    path.write_text('[White "An"]\n[Black "Bình"]\n\n1. e4 *\n\n[White "Chi"]\n[Black "Dũng"]\n\n1. d4 *\n', "utf-8")
    assert window.filing.open(path, 0)
    assert chosen(window, "dung", "Games in this file", qtbot) == "2. Chi – Dũng"
    assert window.document.index == 1


def test_the_games_of_a_file_that_cannot_be_read_are_none(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "two.pgn"
    path.write_text("1. e4 *\n\n1. d4 *\n", "utf-8")
    assert window.filing.open(path, 0) and len(window.filing.games_of_file()) == 2
    path.unlink()
    assert window.filing.games_of_file() == []
