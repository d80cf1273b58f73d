"""A base class of widgets that arrange their parts for their size, and the widgets in a layout."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLayout, QWidget

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object


def widgets_in(layout: QLayout) -> list[QWidget]:
    """Return the widgets of a layout, but not those of layouts in it, in their order."""
    items = map(layout.itemAt, range(layout.count()))
    return [widget for item in items if item is not None and (widget := item.widget()) is not None]


class Fitted(_Widget):
    """Base class of a widget whose parts depend on its size and on their own sizes.

    Subclasses must list this class before the Qt base class, and implement ``_fit``.
    """

    def _fit(self) -> None:
        """Arrange the parts. Called after each resize, and after a part requests another size."""
        raise NotImplementedError

    def event(self, event: QEvent) -> bool:
        """Arrange the parts after their texts or their visibility change."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the parts for the new size."""
        super().resizeEvent(event)
        self._fit()
