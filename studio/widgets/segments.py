"""A row of mutually exclusive buttons for choosing one of a few options."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from studio.look import style


class SegmentedControl(QWidget):
    """Row of buttons of which exactly one is checked.

    Args:
        count: number of buttons. Their texts are set by ``set_texts``.
        parent: parent widget.
    """

    chosen = Signal(int)
    """Emitted with the index of a button, from 0, when the user or ``choose`` checks the button."""

    def __init__(self, count: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._group = QButtonGroup(self)
        for number in range(count):
            button = QToolButton()
            button.setCheckable(True)
            style.set_look(button, kind="segment")
            button.setFocusPolicy(_focus(is_checked=number == 0))
            self._group.addButton(button, number)
            layout.addWidget(button)
        layout.addStretch(1)
        self._group.button(0).setChecked(True)
        self._group.idToggled.connect(self._toggled)

    @property
    def current(self) -> int:
        """The index of the checked button, from 0."""
        return self._group.checkedId()

    def choose(self, number: int) -> None:
        """Check the button with index ``number``, from 0."""
        self._group.button(number).setChecked(True)

    def button(self, number: int) -> QToolButton:
        """Return the button with index ``number``, from 0."""
        button = self._group.button(number)
        assert isinstance(button, QToolButton)
        return button

    def set_texts(self, texts: Sequence[str]) -> None:
        """Set the texts of the buttons, from left to right."""
        for number, text in enumerate(texts):
            self._group.button(number).setText(text)

    def _toggled(self, number: int, down: bool) -> None:
        self._group.button(number).setFocusPolicy(_focus(is_checked=down))
        if down:
            self.chosen.emit(number)


def _focus(*, is_checked: bool) -> Qt.FocusPolicy:
    """Return how a button gets the focus: Tab stops at the checked one, and the arrow keys lead to the others."""
    return Qt.FocusPolicy.TabFocus if is_checked else Qt.FocusPolicy.NoFocus
