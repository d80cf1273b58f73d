"""The keyboard focus, which moves to the board after a dialog or a notice is closed."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from shiboken6 import isValid


class BoardFocus(QObject):
    """Object that moves the keyboard focus to the board of a window after a dialog of the window is closed.

    Qt itself returns the focus to the previously focused widget. If this is a button, the Return key activates it.

    Args:
        window: the window of the board.
        board: the board.
    """

    def __init__(self, window: QWidget, board: QWidget) -> None:
        super().__init__(window)
        self._window, self._board = window, board
        self._dialog: QDialog | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._focus_changed)

    def take(self) -> None:
        """Move the focus to the board, if the board is visible and enabled, without showing the board's cursor."""
        if self._board.isVisible() and self._board.isEnabled():
            self._board.setFocus(Qt.FocusReason.OtherFocusReason)

    def _focus_changed(self, _: QWidget | None, now: QWidget | None) -> None:
        if now is None:
            return
        place = now.window()
        if isinstance(place, QDialog):
            self._dialog = place if _is_child(place, self._window) else None
        elif place is self._window and self._dialog is not None:
            is_closed = not isValid(self._dialog) or not self._dialog.isVisible()
            self._dialog = None
            if is_closed:
                self.take()


def _is_child(widget: QWidget, window: QWidget) -> bool:
    """Whether the parent of a top-level widget is ``window`` or a widget in ``window``."""
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        parent = parent.parentWidget()
    return parent is window
