"""A base class of widgets that follow changes of the language and the theme at run time."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent

from studio.look import palette

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget as _Widget
else:
    _Widget = object


class Retranslated(_Widget):
    """Base class of widgets that update their texts and colours after a change of the language or the theme.

    Subclasses must list this class before the Qt base class, and call ``follow_changes`` at the end of ``__init__``.
    Until then, change events are ignored, because Qt sends some of them before the widget is complete.
    """

    _follows_changes = False
    _theme = 0

    def follow_changes(self) -> None:
        """Set all texts, and start to follow changes of the language and the theme."""
        self._follows_changes = True
        self._theme = palette.changes()
        self.retranslate()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        raise NotImplementedError

    def restyle(self) -> None:
        """Update everything that depends on the theme. The default implementation does nothing."""

    def changeEvent(self, event: QEvent) -> None:
        """Call ``retranslate`` or ``restyle`` after a change of the language or the theme."""
        if self._follows_changes:
            if event.type() == QEvent.Type.LanguageChange:
                self.retranslate()
            # Qt also sends this event when it polishes a new widget, which has the colours of the theme already.
            elif event.type() == QEvent.Type.PaletteChange and self._theme != palette.changes():
                self._theme = palette.changes()
                self.restyle()
        super().changeEvent(event)
