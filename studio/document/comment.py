"""The editor for the comment of the move at the cursor, with a caption that names the move."""

from PySide6.QtCore import Qt, QTimer, Signal
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

PAUSE_MS = 2000
"""Time without typing after which the text is committed, in milliseconds."""
HEIGHT, TALL = 66, 112
"""Height of the field in px, and its height in a tall panel."""


class CommentEditor(QPlainTextEdit):
    """Editor for the comment of one node. The text is committed on Ctrl+Return and when the editor loses the focus.

    The text is also committed after each pause in the typing, so that a crash loses a few words at most.

    Attributes:
        pause: the timer that measures the time since the last change of the text.
    """

    committed = Signal(int, str, bool)
    """Emitted when an edited text is committed.

    The arguments are the number of the node, the text without surrounding whitespace, and whether the text continues
    the text committed before, so that both are one edit.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._node = ROOT
        self._text = ""
        # The comment as the field returns it, which may differ from ``_text``: the field has no non-breaking spaces.
        self._shown = ""
        self._continues = False
        self.pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self.pause.timeout.connect(lambda: self._commit(ends=False))
        self.textChanged.connect(self.pause.start)
        self.setTabChangesFocus(True)
        self.setFixedHeight(HEIGHT)

    def show_comment(self, node: int, text: str) -> None:
        """Show the comment of a node.

        Uncommitted text of another node is committed first. Uncommitted text of the same node is kept.
        """
        if node != self._node:
            self.commit()
        elif text == self._text or self._is_written:
            return
        self._node, self._text, self._continues = node, text, False
        if self.toPlainText() != text:
            self.setPlainText(text)
        self._shown = self.toPlainText()
        self.pause.stop()

    def forget(self) -> None:
        """Clear the field without committing its text. Call this method when another record is shown."""
        self._node, self._text, self._shown, self._continues = ROOT, "", "", False
        self.clear()
        self.pause.stop()

    @property
    def _is_written(self) -> bool:
        """Whether the field contains uncommitted text. Surrounding whitespace is ignored."""
        return self.toPlainText().strip() != self._shown.strip()

    def commit(self) -> None:
        """Emit ``committed`` if the field contains uncommitted text."""
        self._commit(ends=True)

    def _commit(self, *, ends: bool) -> None:
        """Emit ``committed`` if there is uncommitted text. If ``ends`` is true, the next text starts a new edit."""
        self.pause.stop()
        continues = self._continues
        self._continues = not ends and (continues or self._is_written)
        if self._is_written:
            self._shown = self.toPlainText()
            self._text = self._shown.strip()
            self.committed.emit(self._node, self._text, continues)

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
    """A caption, and below it the editor of a comment.

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
