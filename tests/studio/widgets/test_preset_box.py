"""The combo box of the presets of a game's rules."""

from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from studio.widgets.preset_box import PresetBox


def test_a_game_without_rule_options_has_standard_rules(qtbot: QtBot) -> None:
    """Its rules were shown as rules of the user's own."""
    box = PresetBox(find_game("tictactoe"))
    qtbot.addWidget(box)
    box.show_rules(find_game("tictactoe")().rules)
    assert box.currentText() == "Standard" and not box.isEnabled()
    box.set_game(find_game("chess"))
    box.show_rules(find_game("chess")().rules)
    assert box.currentText() == "FIDE" and box.isEnabled()
    assert box.itemText(box.count() - 1) == "Rules of your own"
