"""The legend of the evaluation graph, with a button for each curve, or one button with a menu if space is limited."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy, QToolButton, QWidget

from engine.core.language import ngettext, tr
from studio.analysis.curves import Curve
from studio.look import foreign, style
from studio.look.marks import mark_icon

SPACING = 2
GLYPH = QSize(12, 12)


@dataclass(frozen=True, slots=True)
class LegendItem:
    """An entry of the legend.

    Attributes:
        curve: the curve.
        name: identifier of the curve's algorithm, which determines the mark.
        repetition: number of earlier curves of the same algorithm.
        texts: the names of the curve, the longest first.
        title: the full title of the curve, for the tooltip.
        is_hidden: whether the curve is hidden.
    """

    curve: Curve
    name: str
    repetition: int
    texts: tuple[str, ...]
    title: str
    is_hidden: bool


class Legend(QWidget):
    """Widget with a button for each curve. A click on a button hides or shows the curve."""

    toggled = Signal(object)
    """Emitted with the ``Curve`` of a clicked entry."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[LegendItem, ...] = ()
        self.buttons: dict[Curve, QToolButton] = {}
        self._layout = QHBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(SPACING)
        self.more = QToolButton()
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more.setFont(style.font(style.CAPTION))
        style.set_look(self.more, kind="small")
        self.menu = QMenu(self.more)
        self.more.setMenu(self.menu)
        self.more.hide()
        self._layout.addWidget(self.more)
        self._layout.addStretch(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def entries(self) -> tuple[LegendItem, ...]:
        """The entries shown."""
        return self._entries

    def show_entries(self, entries: Sequence[LegendItem]) -> None:
        """Show ``entries``. Existing buttons are reused, so that a clicked button keeps the focus."""
        if tuple(entries) == self._entries:
            return
        self._entries = tuple(entries)
        for curve in set(self.buttons) - {entry.curve for entry in entries}:
            button = self.buttons.pop(curve)
            self._layout.removeWidget(button)
            button.hide()
            button.deleteLater()
        for index, entry in enumerate(entries):
            button = self.buttons.get(entry.curve) or self._new_button(entry.curve)
            self._layout.insertWidget(index, button)
            _dress(button, entry)
        self._fill_menu()
        self._fit()

    def _new_button(self, curve: Curve) -> QToolButton:
        button = self.buttons[curve] = QToolButton(self)
        button.setIconSize(GLYPH)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setFont(style.font(style.CAPTION))
        style.set_look(button, kind="small")
        button.clicked.connect(lambda: self.toggled.emit(curve))
        return button

    def _fill_menu(self) -> None:
        self.menu.clear()
        for entry in self._entries:
            text = foreign.one_line(entry.texts[0]).replace("&", "&&")
            action = self.menu.addAction(mark_icon(entry.name, entry.repetition), text)
            action.setCheckable(True)
            action.setChecked(not entry.is_hidden)
            action.triggered.connect(lambda _=False, curve=entry.curve: self.toggled.emit(curve))
        shown = sum(not entry.is_hidden for entry in self._entries)
        text = ngettext("{count} curve ▾", "{count} curves ▾", shown)
        self.more.setText(text)
        self.more.setAccessibleName(text)

    def _fit(self) -> None:
        """Show the buttons of all curves, with the longest names that fit, or the button with the menu if none fit."""
        most = max((len(entry.texts) for entry in self._entries), default=1)
        for level in range(most):
            for entry in self._entries:
                text = entry.texts[min(level, len(entry.texts) - 1)]
                self.buttons[entry.curve].setText(foreign.one_line(text, 60).replace("&", "&&"))
            fits = self.sizeHint().width() <= self.width() or not self.buttons
            if fits:
                break
        for button in self.buttons.values():
            button.setVisible(fits)
        self.more.setVisible(not fits)

    def sizeHint(self) -> QSize:
        """Return the size of all buttons with their current names."""
        widths = [button.sizeHint().width() + SPACING for button in self.buttons.values()]
        return QSize(sum(widths), 24)

    def minimumSizeHint(self) -> QSize:
        """Return a size of width 0, so that the legend never widens its panel."""
        return QSize(0, 20)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the buttons of the curves or the button with the menu, depending on the new width."""
        super().resizeEvent(event)
        self._fit()

    def retranslate(self) -> None:
        """Set the text of the button with the menu in the language in use."""
        self._fill_menu()


def _dress(button: QToolButton, entry: LegendItem) -> None:
    button.setIcon(mark_icon(entry.name, entry.repetition))
    font = style.font(style.CAPTION)
    font.setStrikeOut(entry.is_hidden)
    button.setFont(font)
    text = tr("{curve}: hidden, press to show", curve=entry.title) if entry.is_hidden else entry.title
    button.setToolTip(foreign.tool_tip(text))
    button.setAccessibleName(text)
