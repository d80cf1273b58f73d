"""Marks of algorithms. Each is a shape in the algorithm's colour. Algorithms of the same colour differ in the shape."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap, QPolygonF

from studio.look import palette

_SHAPES: dict[Qt.PenStyle, tuple[tuple[float, float], ...]] = {
    Qt.PenStyle.SolidLine: (),
    Qt.PenStyle.DashLine: ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    Qt.PenStyle.DotLine: ((0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)),
    Qt.PenStyle.DashDotLine: ((0, -1.05), (1.1, 0.85), (-1.1, 0.85)),
}
"""Corners of the mark for each pen style of an algorithm, relative to the centre, in units of the mark's radius.

If there are no corners, the mark is a disc."""


def draw_mark(painter: QPainter, area: QRectF, name: str, repetition: int = 0) -> None:
    """Draw the mark of an algorithm.

    Args:
        painter: the painter, whose pen and brush are changed.
        area: square that contains the mark.
        name: identifier of the algorithm.
        repetition: number of preceding algorithms with the same name. If it is not 0, only the outline is drawn.
    """
    color = palette.algorithm_color(name)
    radius, thickness = area.width() * 0.42, area.width() * 0.16
    painter.setPen(QPen(color, thickness) if repetition else Qt.PenStyle.NoPen)
    painter.setBrush(Qt.BrushStyle.NoBrush if repetition else color)
    if repetition:
        radius -= thickness / 2
    corners = _SHAPES[palette.algorithm_pen_style(name)]
    if not corners:
        painter.drawEllipse(area.center(), radius, radius)
    else:
        center = area.center()
        painter.drawPolygon(QPolygonF([center + QPointF(x * radius, y * radius) for x, y in corners]))


@lru_cache(maxsize=200)
def mark_icon(name: str, repetition: int = 0) -> QIcon:
    """Return the mark of an algorithm as an icon. The arguments are those of ``draw_mark``.

    The result is cached, because tables request it whenever they paint a cell, and Qt caches a scaled pixmap for each
    new icon.
    """
    pixmap = QPixmap(32, 32)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    draw_mark(painter, QRectF(4, 4, 24, 24), name, repetition)
    painter.end()
    # The copy has no paint engine, which takes several times the memory of the pixels.
    return QIcon(pixmap.copy())
