"""A scroll area that computes its layout once in a change of the theme."""

from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QFrame, QScrollArea

from studio.look import style

_DELAYED = (
    QEvent.Type.StyleChange, QEvent.Type.ContentsRectChange, QEvent.Type.Resize, QEvent.Type.LayoutRequest,
)  # fmt: skip
"""Events after which Qt computes the layout of a scroll area immediately."""


class ScrollArea(QScrollArea):
    """Scroll area that delays its layout until the theme has been changed.

    While the theme changes, Qt removes the style sheet and sets another one, and computes the layout of each scroll
    area several times with and without it. For text that wraps, this takes most of the time of the change: 0.3 s of
    CPU time for a page of the guide with 270 labels.
    """

    def event(self, event: QEvent) -> bool:
        """Replace events that cause a layout by a posted one while the theme changes."""
        if not style.is_changing() or event.type() not in _DELAYED:
            return super().event(event)
        # Qt merges posted requests for the same widget.
        QCoreApplication.postEvent(self, QEvent(QEvent.Type.LayoutRequest))
        return QFrame.event(self, event) if event.type() == QEvent.Type.StyleChange else True
