"""The size that a window gets before it is shown."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

FRAME = QSize(4, 40)
"""Space in px that is kept free for the frame with the title bar, whose size Qt does not know before it is shown."""


def fit_to_screen(window: QWidget, size: QSize) -> None:
    """Resize a window that has not been shown yet to ``size``, or to less if the screen is smaller.

    A dialog may be as large as the window behind it.
    """
    behind = window.parentWidget()
    room = window.screen().availableSize() - FRAME
    window.resize(size.boundedTo(room if behind is None else room.expandedTo(behind.window().size())))
