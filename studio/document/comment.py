"""The editor of the comment of the move at the cursor."""

from PySide6.QtCore import (
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QWidget,
)

from engine.records.tree import ROOT


class CommentEditor(QPlainTextEdit):
    """The comment of one node; what was written is handed over when the focus leaves, or by Ctrl+Return."""

    committed = Signal(int, str)
    """Node and text, only if the text differs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._node = ROOT
        self._text = ""
        # What the field holds of it; not always the same: the field has no non-breaking spaces.
        self._shown = ""
        self.setTabChangesFocus(True)
        self.setFixedHeight(64)

    def show_comment(self, node: int, text: str) -> None:
        """Show the comment of a node; what was written for another one is handed over, for this one it stays."""
        if node != self._node:
            self.commit()
        elif text == self._text or self._is_written:
            return
        self._node, self._text = node, text
        if self.toPlainText() != text:
            self.setPlainText(text)
        self._shown = self.toPlainText()

    def forget(self) -> None:
        """Drop what was written: its record is no longer shown."""
        self._node, self._text, self._shown = ROOT, "", ""
        self.clear()

    @property
    def _is_written(self) -> bool:
        """Whether the field holds other words than were shown."""
        return self.toPlainText().strip() != self._shown.strip()

    def commit(self) -> None:
        """Hand over what was written."""
        if self._is_written:
            self._shown = self.toPlainText()
            self._text = self._shown.strip()
            self.committed.emit(self._node, self._text)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hand over."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.commit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ctrl+Return hands over."""
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.commit()
            return
        super().keyPressEvent(event)
