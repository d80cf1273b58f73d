"""A translucent cover that darkens a window while a dialog without a frame is shown in front of the window."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

_SHADE = QColor(0, 0, 0, 76)


class Shade(QWidget):
    """Translucent cover of a window. Delete the object to remove the cover.

    Args:
        window: the window to cover, which is also the parent.
    """

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(window.rect())
        window.installEventFilter(self)
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Resize the cover when the window is resized."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Darken the window."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), _SHADE)
        painter.end()
