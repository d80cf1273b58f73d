"""The place of the pages in the centre of the window."""

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import QFrame, QWidget

from studio.widgets.scroll_area import ScrollArea

LEAST_HEIGHT = 240
"""Height in px from which on pages scroll."""


class PageArea(ScrollArea):
    """Scroll area that is as wide as the page shown needs, and scrolls only if the window is lower than this page.

    A large text on a small screen makes windows lower than some pages.

    Args:
        pages: the stack of the pages.
    """

    def __init__(self, pages: QWidget) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(pages)
        # The window paints the background.
        pages.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self._least = self.minimumSizeHint()

    def event(self, event: QEvent) -> bool:
        """Pass a changed minimum size of the page to the window."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and (least := self.minimumSizeHint()) != self._least:
            self._least = least
            self.updateGeometry()
        return done

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of the page shown, with at most ``LEAST_HEIGHT`` px of its height."""
        needed = self.widget().minimumSizeHint()
        if needed.height() <= LEAST_HEIGHT:
            return needed
        return QSize(needed.width() + self.verticalScrollBar().sizeHint().width(), LEAST_HEIGHT)

    def sizeHint(self) -> QSize:
        """Return the size that the page shown prefers."""
        return self.widget().sizeHint()
