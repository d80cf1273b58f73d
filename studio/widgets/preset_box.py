"""A combo box with the presets of a game's rules, and a last entry for custom rules.

If the rules have no options, the box is disabled, and its only entry says that the rules are the standard ones.
"""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from engine.core.game import Game
from engine.core.language import tr
from engine.core.options import build_options, options_of


class PresetBox(QComboBox):
    """Combo box that offers the presets of a game, and selects the one that is equal to the current rules.

    Args:
        game: the game whose presets are offered.
        parent: parent widget.
    """

    rules_chosen = Signal(object)
    """Emitted when the user chooses a preset, with an instance of the game's ``Rules``."""
    own_chosen = Signal()
    """Emitted when the user chooses the last entry, which is for custom rules."""

    def __init__(self, game: type[Game], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.set_game(game)
        self.activated.connect(self._chosen)

    def set_game(self, game: type[Game]) -> None:
        """Offer the presets of ``game``. Call ``show_rules`` afterwards to select one of them."""
        self._game = game
        self._presets: list[object] = [build_options(game.Rules, values) for values in game.presets.values()]
        self._has_options = bool(options_of(game.Rules))
        self.setEnabled(self._has_options)
        self.clear()
        self.addItems([""] * (len(self._presets) + 1))
        self.retranslate()

    def show_rules(self, rules: object) -> None:
        """Select the preset that is equal to ``rules``, or the last entry if there is no such preset."""
        self.setCurrentIndex(self._presets.index(rules) if rules in self._presets else len(self._presets))

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        last = tr("Rules of your own") if self._has_options else tr("Standard")
        for index, name in enumerate((*self._game.presets, "")):
            self.setItemText(index, tr(self._game.preset_title(name)) if name else last)

    def _chosen(self, index: int) -> None:
        if index < len(self._presets):
            self.rules_chosen.emit(self._presets[index])
        else:
            self.own_chosen.emit()
