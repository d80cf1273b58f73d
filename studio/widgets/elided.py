"""A label that elides its text if it does not fit."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from studio.look import foreign
from studio.widgets.plain_label import PlainLabel


class ElidedLabel(PlainLabel):
    """Label of one line. A text that does not fit ends in an ellipsis, and the tool tip shows the whole text.

    If a shorter text is set, it replaces a text that does not fit.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._whole = self._shorter = ""
        # The texts, the width and the font for which the text was elided last.
        self._fitted: tuple[str, str, int, QFont] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def set_whole(self, text: str, shorter: str = "") -> None:
        """Show ``text``, or ``shorter`` if it does not fit and ``shorter`` is not empty. The text shown is elided."""
        if (text, shorter) != (self._whole, self._shorter):
            self._whole, self._shorter = text, shorter
            self.updateGeometry()
        room, font = max(0, self.contentsRect().width()), self.font()
        fitted = (text, shorter, room, font)
        if fitted == self._fitted:
            return
        self._fitted = fitted
        line = foreign.one_line(text)
        if shorter and self.fontMetrics().horizontalAdvance(line) > room:
            line = foreign.one_line(shorter)
        shown = self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, room)
        self.setText(shown)
        self.setToolTip("" if shown == text else foreign.tool_tip(text))

    @property
    def whole(self) -> str:
        """The whole text, before it is elided."""
        return self._whole

    def sizeHint(self) -> QSize:
        """Return the size of the whole text. Layouts ignore its width unless the size policy is changed."""
        hint, margins = super().sizeHint(), self.contentsMargins()
        width = (
            self.fontMetrics().horizontalAdvance(foreign.one_line(self._whole)) + margins.left() + margins.right() + 2
        )
        return QSize(max(hint.width(), width), hint.height())

    def minimumSizeHint(self) -> QSize:
        """Return a size of width 0, because the text can always be elided."""
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the text for the new width."""
        super().resizeEvent(event)
        self.set_whole(self._whole, self._shorter)
