"""A label that shows an error message next to the cause of the error, and is hidden while there is no message."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from studio.look import foreign, style
from studio.widgets.plain_label import PlainLabel


class ErrorLabel(PlainLabel):
    """Label that shows an error message of one sentence as plain text.

    Args:
        seconds: the time in seconds for which a message is shown, or None to show it until the label is hidden.
        parent: parent widget.
    """

    def __init__(self, seconds: float | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setWordWrap(True)
        style.set_look(self, role="error")
        self.hide()
        self._timer: QTimer | None = None
        if seconds is not None:
            self._timer = QTimer(self)
            self._timer.setSingleShot(True)
            self._timer.setInterval(round(1000 * seconds))
            self._timer.timeout.connect(self.hide)

    def show_error(self, sentence: str) -> None:
        """Show ``sentence``, and restart the timer that hides the label, if there is one."""
        self.setText(foreign.several_lines(sentence))
        self.show()
        if self._timer is not None:
            self._timer.start()
