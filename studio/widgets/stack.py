"""A stack of pages that needs the space of the page shown."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QStackedWidget


class Stack(QStackedWidget):
    """Stack of pages whose minimum size is that of the page shown, and not that of the largest page."""

    def __init__(self) -> None:
        super().__init__()
        self.currentChanged.connect(lambda _: self.updateGeometry())

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the page shown."""
        page = self.currentWidget()
        return super().minimumSizeHint() if page is None else page.minimumSizeHint().expandedTo(page.minimumSize())
