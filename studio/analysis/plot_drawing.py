"""The drawing of the evaluation graph from plain data, with a painter, in the window and in pictures."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from engine.picture import charts
from studio.look import foreign, palette, style

AXIS = 22
"""Height of the ply axis in pixels."""
TOP, RIGHT = 6, 16
"""Space above the plot and to the right of the plot, in pixels."""
LEAST_RANGE = 0.3
"""Minimum height that is shown above and below 0, so that small differences do not fill the plot."""
TICK_PIXELS, PLY_PIXELS = 14, 8
"""Minimum distance between two labels of the score axis, and minimum gap between two labels of the ply axis, in px."""

Point = tuple[int, float]
"""A ply, and a height between −1 and 1."""


@dataclass(frozen=True)
class PlotCurve:
    """A curve of the plot.

    Attributes:
        color: the colour of the curve.
        pen_style: the pen style along the main line. In the variation, the curve is dashed.
        main: the points on the main line.
        branch: the points in the variation, preceded by the branch point if its score is known.
        width: the width of the curve in pixels.
        title: the name of the curve in the legend of a picture file.
    """

    color: QColor
    pen_style: Qt.PenStyle
    main: Sequence[Point]
    branch: Sequence[Point] = ()
    width: float = 2
    title: str = ""


@dataclass(frozen=True)
class GlyphMark:
    """Mark of a glyph, drawn as a coloured shape on the curve, and with its sign if ``glyph`` is given.

    Attributes:
        ply: the ply on the main line.
        height: the height of the curve at this ply.
        glyph: the sign of the glyph, such as ``??``, or an empty string.
        color: the colour of the shape and the sign.
        shape: the shape.
        size: the radius of the shape in pixels.
        is_hollow: whether only the outline is drawn.
    """

    ply: int
    height: float
    glyph: str
    color: QColor
    shape: Literal["circle", "diamond", "square"] = "circle"
    size: float = 4
    is_hollow: bool = False


@dataclass(frozen=True)
class PlotData:
    """The data that the plot shows.

    Attributes:
        last: the greatest ply.
        curves: the curves in drawing order.
        ticks: a function that returns the heights and the texts of the labels of the score axis for a minimum distance
            between two labels.
        marks: glyphs of the record.
        branch: first and last ply of the variation, or None without a variation.
        message: sentence shown if there are no curves.
        range: the least and the greatest height shown, or None to fit the curves.
        hidden_from: the ply after which nothing is shown, with a sentence, or None.
    """

    last: int = 1
    curves: Sequence[PlotCurve] = ()
    ticks: Callable[[float], Sequence[tuple[float, str]]] = lambda _: ()
    marks: Sequence[GlyphMark] = ()
    branch: tuple[int, int] | None = None
    message: str = ""
    range: tuple[float, float] | None = None
    hidden_from: tuple[int, str] | None = None


@dataclass(frozen=True)
class PlyPointer:
    """A marked ply.

    Attributes:
        ply: the ply.
        in_branch: whether it is in the variation.
        texts: possible labels, the longest first. The first label that fits is shown.
    """

    ply: int
    in_branch: bool = False
    texts: Sequence[str] = ()


def vertical_range(data: PlotData) -> tuple[float, float]:
    """Return the least and the greatest height of the plot, with a margin."""
    heights = [height for curve in data.curves for _, height in (*curve.main, *curve.branch)]
    low, high = data.range or (min([-LEAST_RANGE, *heights]), max([LEAST_RANGE, *heights]))
    margin = 0.06 * (high - low)
    return low - margin, high + margin


class PlotFrame:
    """Conversion between plies and heights and the coordinates of an area."""

    def __init__(self, data: PlotData, area: QRectF) -> None:
        self.data = data
        self.low, self.high = vertical_range(data)
        self.metrics = QFontMetricsF(style.font(style.CAPTION, tabular=True))
        plot = area.adjusted(0, TOP, -RIGHT, -AXIS)
        pixels = max(1.0, plot.height()) / (self.high - self.low)
        self.ticks = [
            (height, text) for height, text in data.ticks(TICK_PIXELS / pixels) if self.low <= height <= self.high
        ]
        left = max((self.metrics.horizontalAdvance(text) for _, text in self.ticks), default=0) + style.PADDING + 8
        self.plot = QRectF(area.left() + left, plot.top(), max(1.0, plot.width() - left), max(1.0, plot.height()))

    def point(self, ply: float, height: float) -> QPointF:
        """Return the point for a ply and a height."""
        plot = self.plot
        x = plot.left() + ply / max(1, self.data.last) * plot.width()
        return QPointF(x, plot.bottom() - (height - self.low) / (self.high - self.low) * plot.height())

    def ply(self, x: float) -> int:
        """Return the ply nearest to a horizontal position."""
        share = (x - self.plot.left()) / self.plot.width()
        return max(0, min(round(share * self.data.last), self.data.last))

    def ply_step(self) -> int:
        """Return the number of plies between two neighbouring labels of the ply axis."""
        width = self.metrics.horizontalAdvance(str(self.data.last)) + PLY_PIXELS
        one = self.plot.width() / max(1, self.data.last)
        steps = (factor * 10**power for power in range(6) for factor in (1, 2, 4, 5))
        return next((step for step in steps if step * one >= width), 10**6)


def draw(painter: QPainter, area: QRectF, data: PlotData) -> None:
    """Draw the axes, the band, the curves and the marks of ``data`` in ``area``. Without curves, draw the message."""
    look = palette.current()
    frame = PlotFrame(data, area)
    plot = frame.plot
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(style.font(style.CAPTION, tabular=True))
    if not data.curves:
        painter.setFont(style.font())
        painter.setPen(look.secondary)
        space = area.adjusted(style.PADDING, 0, -style.PADDING, 0)
        painter.drawText(space, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, data.message)
        return
    painter.fillRect(plot, look.surface)
    for height, text in frame.ticks:
        y = round(frame.point(0, height).y()) + 0.5
        painter.setPen(QPen(look.border if height == 0 else look.line, 1))
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
        painter.setPen(look.secondary)
        box = QRectF(area.left(), y - 10, plot.left() - area.left() - 6, 20)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
    painter.setPen(look.secondary)
    for ply in range(0, data.last + 1, frame.ply_step()):
        box = QRectF(frame.point(ply, 0).x() - 30, plot.bottom() + 2, 60, AXIS - 4)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(ply))
    _draw_band(painter, frame)
    if data.branch is not None:
        # The extent of the variation, also where it has no scores.
        pen = QPen(look.gold, 2, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        y = plot.bottom() - 1
        painter.drawLine(
            QPointF(frame.point(data.branch[0] - 1, 0).x(), y), QPointF(frame.point(data.branch[1], 0).x(), y)
        )
    for curve in data.curves:
        _draw_curve(painter, frame, curve)
    for mark in data.marks:
        _draw_mark(painter, frame, mark)
    if data.hidden_from is not None:
        _draw_hidden(painter, frame, *data.hidden_from)


def _draw_hidden(painter: QPainter, frame: PlotFrame, ply: int, text: str) -> None:
    """Cover the plot after a ply with a sentence."""
    left = frame.point(ply, 0).x() + 8
    area = QRectF(left, frame.plot.top(), frame.plot.right() - left, frame.plot.height())
    if area.width() > 0:
        painter.fillRect(area, palette.current().ground)
        painter.setFont(style.font(style.CAPTION))
        painter.setPen(palette.current().secondary)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, text)


def _draw_curve(painter: QPainter, frame: PlotFrame, curve: PlotCurve) -> None:
    pen = QPen(curve.color, curve.width, curve.pen_style)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    for points, dashes in ((curve.main, None), (curve.branch, Qt.PenStyle.DashLine)):
        if dashes is not None:
            pen.setStyle(dashes)
            pen.setWidthF(max(1.5, curve.width * 0.75))
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        places = [frame.point(ply, height) for ply, height in points]
        if len(places) > 1:
            painter.drawPolyline(QPolygonF(places))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(curve.color)
        for ply, height in lonely(points):
            painter.drawEllipse(frame.point(ply, height), 3, 3)


def lonely(points: Sequence[Point]) -> list[Point]:
    """Return the points without a point at a neighbouring ply, which are drawn as dots."""
    plies = {ply for ply, _ in points}
    return [(ply, height) for ply, height in points if not plies & {ply - 1, ply + 1}]


def _draw_band(painter: QPainter, frame: PlotFrame) -> None:
    """Draw the band between the greatest and the least score at the plies where several curves have a score."""
    color = QColor(palette.current().secondary)  # a copy: the theme's colour is shared
    color.setAlpha(36)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    for run in charts.bands([curve.main for curve in frame.data.curves]):
        upper = [frame.point(ply, high) for ply, _, high in run]
        lower = [frame.point(ply, low) for ply, low, _ in reversed(run)]
        painter.drawPolygon(QPolygonF([*upper, *lower]))


def _draw_mark(painter: QPainter, frame: PlotFrame, mark: GlyphMark) -> None:
    place = frame.point(mark.ply, mark.height)
    painter.setPen(QPen(mark.color, 1.5) if mark.is_hollow else QPen(palette.current().surface, 1))
    painter.setBrush(palette.current().surface if mark.is_hollow else mark.color)
    size = mark.size
    if mark.shape == "square":
        painter.drawRect(QRectF(place.x() - size, place.y() - size, 2 * size, 2 * size))
    elif mark.shape == "diamond":
        corners = ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0))
        painter.drawPolygon(QPolygonF([place + QPointF(x * size, y * size) for x, y in corners]))
    else:
        painter.drawEllipse(place, size, size)
    if mark.glyph:
        # Below the curve, or above it near the bottom.
        below = place.y() + size + 16 < frame.plot.bottom()
        box = QRectF(place.x() - 12, place.y() + size if below else place.y() - size - 16, 24, 16)
        painter.setFont(style.font(style.CAPTION, bold=True))
        painter.setPen(mark.color)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark.glyph)


def draw_pointer(
    painter: QPainter, frame: PlotFrame, pointer: PlyPointer, color: QColor, width: float, *, named: bool = True
) -> None:
    """Draw a vertical line at the ply of ``pointer``, a dot on each curve and, if ``named``, the label of the ply."""
    plot, x = frame.plot, frame.point(pointer.ply, 0).x()
    painter.setPen(QPen(color, width, Qt.PenStyle.DashLine if pointer.in_branch else Qt.PenStyle.SolidLine))
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
    for curve in frame.data.curves:
        height = dict(curve.branch if pointer.in_branch else curve.main).get(pointer.ply)
        if height is not None:
            painter.setPen(QPen(palette.current().surface, 1))
            painter.setBrush(curve.color)
            painter.drawEllipse(frame.point(pointer.ply, height), 3.5, 3.5)
    if not named:
        return
    rooms = {True: plot.right() - x - 8, False: x - plot.left() - 8}
    for text in map(foreign.one_line, pointer.texts):
        size = math.ceil(frame.metrics.horizontalAdvance(text)) + 4
        side = next((side for side, room in rooms.items() if size <= room), None)
        if side is None:
            continue
        box = QRectF(x + 4 if side else x - 4 - size, plot.top(), size, 16)
        ground = QColor(palette.current().surface)
        ground.setAlpha(220)
        painter.fillRect(box, ground)
        painter.setFont(style.font(style.CAPTION, tabular=True))
        painter.setPen(palette.current().text)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return


def even_ticks(height: Callable[[float], float], unit: int, distance: float) -> list[tuple[float, float]]:
    """Return the heights and the values of the labels of an axis. The values are 0 and multiples of a round step.

    Args:
        height: an increasing odd function that returns the height of a value.
        unit: the value of one unit of the labels.
        distance: minimum difference in height between two labels.
    """
    steps = [factor * 10**power * unit for power in range(-2, 7) for factor in (1, 2, 5)]
    step = next((each for each in steps if each >= 1 and height(each) >= distance), None)
    ticks: list[tuple[float, float]] = [(0.0, 0)]
    if step is None:
        return ticks
    values = [step]
    for factor in (2, 3, 4, 5, 10, 20, 50, 100):
        if height(step * factor) - height(values[-1]) >= distance:
            values.append(step * factor)
    for value in values:
        ticks += [(height(value), value), (-height(value), -value)]
    return ticks
