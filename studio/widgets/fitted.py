"""A base class of widgets that arrange their parts for their size."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent
from PySide6.QtGui import QResizeEvent

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget as _Widget
else:
    _Widget = object


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
