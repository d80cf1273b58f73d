"""The painting of pictures that are described as data (``engine.picture.scene``)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import assert_never

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFont, QFontMetricsF, QPainter, QPen

from engine.picture.scene import Boxes, Circle, Item, Layer, Path, Pen, Rect, Text
from engine.picture.svg import HATCH_STEP
from studio.look import style

_HALO = 2
"""Width in px of the space around a text with a halo."""


@lru_cache(maxsize=4096)
def measure(words: str, size: float, *, is_bold: bool = False) -> float:
    """Return the width of ``words`` in px in a font of a size in px, which is bold if ``is_bold``."""
    return _metrics(size, is_bold).horizontalAdvance(words)


def paint(painter: QPainter, items: Sequence[Item]) -> None:
    """Paint items from back to front. The font, the pen and the brush of the painter are changed.

    Rectangles without round corners have sharp edges. Everything else is antialiased.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for item in items:
        match item:
            case Text():
                _text(painter, item)
            case Path():
                painter.setPen(_pen(item.pen))
                painter.setBrush(_brush(item.fill, item.opacity))
                points = [QPointF(x, y) for x, y in item.points]
                if item.is_closed:
                    painter.drawPolygon(points)
                elif len(points) == 2:
                    painter.drawLine(points[0], points[1])
                else:
                    painter.drawPolyline(points)
            case Rect():
                area = QRectF(item.x, item.y, item.width, item.height)
                if item.is_hatched:
                    _hatch(painter, area, item.fill)
                elif item.pen is None and not item.radius:
                    painter.fillRect(area, _brush(item.fill, item.opacity))
                else:
                    painter.setPen(_pen(item.pen))
                    painter.setBrush(_brush(item.fill, item.opacity))
                    painter.drawRoundedRect(area, item.radius, item.radius)
            case Circle():
                painter.setPen(_pen(item.pen))
                painter.setBrush(_brush(item.fill))
                painter.drawEllipse(QPointF(item.x, item.y), item.radius, item.radius)
            case Boxes():
                _boxes(painter, item)
            case Layer():
                opacity = painter.opacity()
                painter.translate(item.x, item.y)
                painter.setOpacity(opacity * item.opacity)
                paint(painter, item.items)
                painter.setOpacity(opacity)
                painter.translate(-item.x, -item.y)
            case _:
                assert_never(item)


def _text(painter: QPainter, item: Text) -> None:
    font = _font(item.size, item.is_bold, item.is_struck)
    painter.setFont(font)
    x, y = item.x, item.y + item.size * 0.36
    if item.anchor != "start" or item.halo:
        width = measure(item.words, item.size, is_bold=item.is_bold)
        if item.anchor != "start":
            x -= width if item.anchor == "end" else width / 2
        if item.halo:
            metrics = _metrics(item.size, item.is_bold)
            ground = QRectF(x, y - metrics.ascent(), width, metrics.height())
            painter.fillRect(ground.adjusted(-_HALO, 0, _HALO, 0), _brush(item.halo, 0.85))
    painter.setPen(_color(item.color))
    painter.drawText(QPointF(x, y), item.words)


def _boxes(painter: QPainter, item: Boxes) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    areas = [QRectF(*box) for box in item.boxes]
    if item.fill and not item.is_hatched:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_brush(item.fill))
        painter.drawRects(areas)
    for area in areas if item.is_hatched else ():
        _hatch(painter, area, item.fill)
    if item.pen is not None:
        painter.setPen(_pen(item.pen))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRects(areas)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def _hatch(painter: QPainter, area: QRectF, color: str) -> None:
    painter.save()
    painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(_color(color), 1.2))
    x = area.left() - area.height()
    while x < area.right():
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x + area.height(), area.top()))
        x += HATCH_STEP
    painter.restore()


@lru_cache(maxsize=256)
def _color(name: str) -> QColor:
    return QColor(name)


@lru_cache(maxsize=256)
def _brush(name: str, opacity: float = 1.0) -> QBrush:
    if not name:
        return QBrush(Qt.BrushStyle.NoBrush)
    color = QColor(name)
    color.setAlphaF(opacity)
    return QBrush(color)


@lru_cache(maxsize=256)
def _pen(pen: Pen | None) -> QPen:
    if pen is None:
        return QPen(Qt.PenStyle.NoPen)
    color = QColor(pen.color)
    color.setAlphaF(pen.opacity)
    made = QPen(color, pen.width)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if pen.dash:
        # Qt measures dashes in widths of the pen.
        made.setDashPattern([length / pen.width for length in pen.dash])
        made.setCapStyle(Qt.PenCapStyle.FlatCap)
    return made


@lru_cache(maxsize=64)
def _font(size: float, is_bold: bool, is_struck: bool = False) -> QFont:
    font = style.font(round(size), bold=is_bold, tabular=True)
    font.setStrikeOut(is_struck)
    return font


@lru_cache(maxsize=64)
def _metrics(size: float, is_bold: bool) -> QFontMetricsF:
    return QFontMetricsF(_font(size, is_bold))
