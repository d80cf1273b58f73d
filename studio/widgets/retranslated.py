"""Widgets that follow the language and the theme while the window runs."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget as _Widget
else:
    _Widget = object


class Retranslated(_Widget):
    """Base class, named before the class of Qt, of widgets that set their texts and colours again after a change.

    Qt sends events of change while ``__init__`` still runs and parts of the widget are missing. They are ignored until
    ``follow_changes``, which ``__init__`` calls once everything is in place.
    """

    _follows_changes = False

    def follow_changes(self) -> None:
        """Set all texts, and from now on follow the language and the theme."""
        self._follows_changes = True
        self.retranslate()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        raise NotImplementedError

    def restyle(self) -> None:
        """Set what depends on the theme. Nothing does unless overridden."""

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the theme."""
        if self._follows_changes:
            if event.type() == QEvent.Type.LanguageChange:
                self.retranslate()
            elif event.type() == QEvent.Type.PaletteChange:
                self.restyle()
        super().changeEvent(event)
