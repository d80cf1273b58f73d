"""The piece drawn under the mouse during a drag, above the board and the palette."""

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from engine.core.surface import PieceKind, Surface
from studio.board.pieces import draw_shadow, piece_pixmaps

_GROWTH = 1.08
"""Size of a dragged piece relative to the pieces on the board."""


class FloatingPiece(QWidget):
    """A piece that floats above a window and ignores the mouse. The caller must move and delete the widget.

    Args:
        window: the window above which the piece floats.
        surface: the surface with the theme and the colours of the piece.
        kind: the kind of the piece.
        side: diameter of the piece on the board in px.
    """

    def __init__(self, window: QWidget, surface: Surface, kind: PieceKind, side: float) -> None:
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.kind = kind
        self._surface = surface
        self._side = side * _GROWTH
        reach = round(self._side * 1.3)
        self.resize(reach, reach)

    def hold_at(self, point: QPoint) -> None:
        """Centre the piece on a point in global coordinates, and show it."""
        here = self.window().mapFromGlobal(point)
        self.setGeometry(
            QRect(here.x() - self.width() // 2, here.y() - self.height() // 2, self.width(), self.height())
        )
        if not self.isVisible():
            self.show()
            self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the piece above its shadow."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.rect().toRectF().center()
        lowered = middle
        lowered.setY(middle.y() + self._side * 0.06)
        draw_shadow(painter, lowered, self._side * 0.58)
        pixmap = piece_pixmaps(self._surface, self._side, self.devicePixelRatioF())[self.kind.id]
        corner = self.rect().toRectF().center()
        painter.drawPixmap(round(corner.x() - self._side / 2), round(corner.y() - self._side / 2), pixmap)
        painter.end()
