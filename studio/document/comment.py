"""The editor for the comment of the move at the cursor, with a caption that names the move."""

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
    QVBoxLayout,
    QWidget,
)

from engine.records.tree import ROOT
from studio.look import style
from studio.widgets.elided import ElidedLabel

HEIGHT, TALL = 66, 112
"""Height of the field in px, and in a panel with much room."""


class CommentEditor(QPlainTextEdit):
    """Editor for the comment of one node. It commits the text when it loses the focus, or on Ctrl+Return."""

    committed = Signal(int, str)
    """Emitted when an edited text is committed, with the number of the node and the text without space around it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._node = ROOT
        self._text = ""
        # The comment as the field returns it, which may differ from ``_text``: the field has no non-breaking spaces.
        self._shown = ""
        self.setTabChangesFocus(True)
        self.setFixedHeight(HEIGHT)

    def show_comment(self, node: int, text: str) -> None:
        """Show the comment of a node. Uncommitted text is first committed if it belongs to another node, else kept."""
        if node != self._node:
            self.commit()
        elif text == self._text or self._is_written:
            return
        self._node, self._text = node, text
        if self.toPlainText() != text:
            self.setPlainText(text)
        self._shown = self.toPlainText()

    def forget(self) -> None:
        """Clear the field without committing its text, because another record is shown."""
        self._node, self._text, self._shown = ROOT, "", ""
        self.clear()

    @property
    def _is_written(self) -> bool:
        """Whether the field contains uncommitted text. Space around the text is ignored."""
        return self.toPlainText().strip() != self._shown.strip()

    def commit(self) -> None:
        """Emit ``committed`` if the field contains uncommitted text."""
        if self._is_written:
            self._shown = self.toPlainText()
            self._text = self._shown.strip()
            self.committed.emit(self._node, self._text)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Commit the text, unless a popup took the focus."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.commit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Commit the text on Ctrl+Return."""
        if (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ControlModifier
        ):
            self.commit()
            return
        super().keyPressEvent(event)


class CommentBox(QWidget):
    """The editor of a comment below a caption.

    Attributes:
        editor: the editor.
        caption: the caption, which names the move.

    Args:
        parent: parent widget.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caption, self.editor = ElidedLabel(), CommentEditor()
        style.set_look(self.caption, role="caption")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, 8, style.PADDING, style.PADDING)
        layout.setSpacing(4)
        layout.addWidget(self.caption)
        layout.addWidget(self.editor)
