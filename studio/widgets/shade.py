"""A shade over a window while a dialog without a frame is shown in front of it."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

_SHADE = QColor(0, 0, 0, 76)


class Shade(QWidget):
    """Translucent cover of a window, which follows its size. Delete it to remove the shade.

    Args:
        window: the window to cover, also the parent.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(window.rect())
        window.installEventFilter(self)
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the size of the window."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Darken what is below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), _SHADE)
        painter.end()
