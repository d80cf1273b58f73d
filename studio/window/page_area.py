"""The place of the pages in the centre of the window."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from studio.widgets.scroll_area import ScrollArea

LEAST_HEIGHT = 240
"""Height in px from which on pages scroll."""


class PageArea(ScrollArea):
    """Scroll area that is as wide as the page shown needs, and scrolls only if the window is lower than this page.

    A large text on a small screen makes windows lower than some pages. The area sets the size of the pages itself:
    ``QScrollArea`` would make a page with texts that wrap as high as it prefers to be.

    Args:
        pages: the stack of the pages.
    """

    def __init__(self, pages: QWidget) -> None:
        super().__init__()
        self._pages = pages
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(pages)
        # The window paints the background.
        pages.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self._least = QSize()

    def event(self, event: QEvent) -> bool:
        """Follow a changed minimum size of the page, and pass it to the window."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.follow_page()
        return done

    def follow_page(self) -> None:
        """Follow a changed minimum size of the page now. A posted event does it otherwise."""
        self._fit()
        if (least := self.minimumSizeHint()) != self._least:
            self._least = least
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Follow the size of the window."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Give the page the size of the area, or the height that it needs next to a scroll bar."""
        needed, room = self._pages.minimumSizeHint(), self.maximumViewportSize()
        if needed.height() > room.height():
            room.setWidth(room.width() - self._bar)
        self._pages.resize(room.expandedTo(needed))

    @property
    def _bar(self) -> int:
        """The width of the scroll bar."""
        return self.verticalScrollBar().sizeHint().width()

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the page shown, with at most ``LEAST_HEIGHT`` px of its height."""
        needed = self._pages.minimumSizeHint()
        if needed.height() <= LEAST_HEIGHT:
            return needed
        return QSize(needed.width() + self._bar, LEAST_HEIGHT)

    def sizeHint(self) -> QSize:
        """Return the size that the page shown prefers."""
        return self._pages.sizeHint()
