"""The chart of a comparison.

Bars show the number of leaves or nodes of each algorithm by depth. Lines show the leaves of minimax and the least
possible number of leaves.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.core.language import ngettext, tr
from engine.picture.colors import ThemeName, algorithm_color
from engine.picture.log_bars import BarLine, BarSeries, LogScale, log_bars_svg
from studio.analysis import figures
from studio.look import foreign, palette, style
from studio.widgets.retranslated import Retranslated

HEAD, AXIS, LEFT = 24, 20, 44
"""Space above, below and to the left of the plot in pixels."""
_GAP, _LABEL = 8, 30
"""Distance between the plot and the labels, and height of a label of two lines, in pixels."""
_NEAR = 5
"""Maximum distance of the mouse from a line in pixels for which the tool tip of the line is shown."""


@dataclass(frozen=True)
class ChartBars:
    """The bars of one algorithm.

    Attributes:
        name: identifier of the algorithm, which determines its colour.
        title: name of the algorithm in the tool tip.
        repetition: number of earlier algorithms with the same identifier. If it is not 0, the bars are drawn paler.
        values: a mapping of depths to values.
    """

    name: str
    title: str
    repetition: int
    values: Mapping[int, float]


@dataclass(frozen=True)
class ChartData:
    """The data of a chart.

    Attributes:
        series: the bars of each algorithm.
        minimax: a mapping of depths to numbers of leaves of minimax. If it is empty or None, no lines are drawn.
        least: a mapping of depths to the least possible numbers of leaves, or to those of uniform trees by Knuth and
            Moore's formula. If it is empty or None, no lines are drawn.
        branching: the mean number of moves b in that formula at the greatest depth, or 0 if it is unknown.
        is_leaves: whether the values are numbers of leaves. Otherwise they are numbers of nodes.
        positions: number of positions over which the values are averaged.
        is_exact: whether ``least`` contains the least possible numbers of the tree itself.
    """

    series: tuple[ChartBars, ...] = ()
    minimax: Mapping[int, float] | None = None
    least: Mapping[int, float] | None = None
    branching: float = 0.0
    is_leaves: bool = True
    positions: int = 1
    is_exact: bool = False

    @property
    def depths(self) -> range:
        """The depths shown, from 1 to the greatest depth of all bars."""
        return range(1, max((depth for each in self.series for depth in each.values), default=0) + 1)

    @property
    def title(self) -> str:
        """The title in the language in use."""
        if self.positions > 1 and self.is_leaves:
            return ngettext("Leaves of each depth, mean of {count} position, logarithmic",
                            "Leaves of each depth, mean of {count} positions, logarithmic",
                            self.positions)  # fmt: skip
        if self.positions > 1:
            return ngettext("Nodes of each depth, mean of {count} position, logarithmic",
                            "Nodes of each depth, mean of {count} positions, logarithmic", self.positions)  # fmt: skip
        return tr("Leaves of each depth, logarithmic") if self.is_leaves else tr("Nodes of each depth, logarithmic")

    @property
    def lines(self) -> list[tuple[Mapping[int, float], str, str, str]]:
        """For each line, its values, the first and the second line of its label, and its tool tip."""
        if not self.series or not self.minimax or not self.least:
            return []
        last = max(self.minimax)
        leaves = round(self.minimax[last])
        most, least = figures.grouped(leaves), figures.grouped(round(self.least[last]))
        b = figures.decimals(self.branching, 1)
        if self.is_exact:
            lower = (
                tr("least possible {count}", count=least), tr("to prove the value"),
                tr("The fewest leaves that prove the value of this tree, at depth {depth}: with the cheapest move first"
                   " at every node, alpha-beta visits no others.", depth=last),
            )  # fmt: skip
        else:
            lower = (
                tr("uniform tree: {count}", count=least),
                tr("Knuth–Moore, b = {b}", b=b) if self.branching else "Knuth–Moore",
                tr("b^⌈d/2⌉ + b^⌊d/2⌋ − 1: the least possible number of leaves of a uniform tree of this size (Knuth"
                   " and Moore, 1975); b = L^(1/d). The tree itself may need more or fewer."),
            )  # fmt: skip
        return [
            (self.minimax, ngettext("L = {count} leaf", "L = {count} leaves", leaves, count=most), tr("of minimax"),
             tr("L = {count}: leaves of minimax at depth {depth}. b = L^(1/d) = {b} is the mean number of moves.",
                count=most, depth=last, b=b) if self.branching else
             tr("L: leaves of minimax, mean of the positions")),
            (self.least, *lower),
        ]  # fmt: skip


class ComparisonChart(Retranslated, QWidget):
    """Chart of ``ChartData`` on a logarithmic scale.

    The tool tip of a bar contains its value. The tool tip of a line explains the line.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = ChartData()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.setMinimumSize(200, 160)
        self.follow_changes()

    @property
    def contents(self) -> ChartData:
        """The data shown."""
        return self._data

    def show_data(self, data: ChartData) -> None:
        """Replace the data shown."""
        if data != self._data:
            self._data = data
            self.setAccessibleName(data.title)
            self.update()

    def sizeHint(self) -> QSize:
        """Return the size that the chart has next to the boards in a small window."""
        return QSize(556, 340)

    def retranslate(self) -> None:
        """Set the accessible name in the language in use, and draw the chart again."""
        self.setAccessibleName(self._data.title)
        self.update()

    def restyle(self) -> None:
        """Draw the chart in the colours of the theme in use."""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chart."""
        painter = QPainter(self)
        draw_chart(painter, QRectF(self.rect()), self._data, palette.current())
        painter.end()

    def tip_at(self, point: QPointF) -> str:
        """Return the text of the tool tip at a point, or an empty string if there is no bar or line."""
        plan = ChartPlan(QRectF(self.rect()), self._data)
        for place, line in enumerate(self._data.lines):
            if plan.label_rect(place).contains(point) or plan.distance(line[0], point) <= _NEAR:
                return line[3]
        for each in self._data.series:
            for depth, value in each.values.items():
                bar = plan.bar(each, depth)
                if bar.adjusted(0, -4, 0, 0).contains(point):
                    number = round(value)
                    texts = {"name": each.title, "depth": depth, "count": figures.grouped(number)}
                    return foreign.tool_tip(
                        ngettext("{name}, depth {depth}: {count} leaf", "{name}, depth {depth}: {count} leaves",
                                 number, **texts)
                        if self._data.is_leaves
                        else ngettext("{name}, depth {depth}: {count} node", "{name}, depth {depth}: {count} nodes",
                                      number, **texts)
                    )  # fmt: skip
        return ""

    def event(self, event: QEvent) -> bool:
        """Show the tool tip of the bar or the line under the mouse. Other events are processed as usual."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            text = self.tip_at(QPointF(event.pos()))
            if text:
                QToolTip.showText(event.globalPos(), text, self, QRect(event.pos(), QSize(1, 1)))
            else:
                QToolTip.hideText()
            return True
        return super().event(event)


class ChartPlan:
    """The layout of a chart.

    Attributes:
        plot: the rectangle that contains the bars.
        scale: the scale of the values.

    Args:
        rect: the rectangle of the chart.
        data: the data to draw.
    """

    def __init__(self, rect: QRectF, data: ChartData) -> None:
        self._data = data
        metrics = QFontMetricsF(style.font(style.CAPTION, tabular=True))
        texts = [text for line in data.lines for text in line[1:3]]
        width = max((metrics.horizontalAdvance(text) for text in texts), default=0)
        right = width + _GAP + 8 if texts else 8
        self.plot = QRectF(
            rect.left() + LEFT, rect.top() + HEAD, max(40.0, rect.width() - LEFT - right),
            max(40.0, rect.height() - HEAD - AXIS),
        )  # fmt: skip
        values = [value for each in data.series for value in each.values.values()]
        values += [value for line in data.lines for value in line[0].values()]
        self.scale = LogScale(values)

    def y(self, value: float) -> float:
        """Return the y coordinate of a value."""
        return self.plot.bottom() - self.scale.share(value) * self.plot.height()

    def x(self, depth: int) -> float:
        """Return the x coordinate of the centre of the bars of a depth."""
        return self.plot.left() + (depth - 0.5) * self.plot.width() / max(1, len(self._data.depths))

    def bar(self, series: ChartBars, depth: int) -> QRectF:
        """Return the rectangle of the bar of a series at a depth. Its height is at least 2 px."""
        count = max(1, len(self._data.series))
        room = self.plot.width() / max(1, len(self._data.depths)) * 0.82
        width = max(2.0, min(26.0, room / count))
        left = self.x(depth) - width * count / 2 + width * self._data.series.index(series)
        top = min(self.y(series.values[depth]), self.plot.bottom() - 2)
        return QRectF(left, top, width - min(2.0, width * 0.25), self.plot.bottom() - top)

    def points(self, values: Mapping[int, float]) -> list[QPointF]:
        """Return the points of a line, extended to the right edge of the plot."""
        made = [QPointF(self.x(depth), self.y(value)) for depth, value in sorted(values.items())]
        if made:
            made.append(QPointF(self.plot.right() + _GAP - 2, made[-1].y()))
        return made

    def label_rect(self, place: int) -> QRectF:
        """Return the rectangle of the label of the line with index ``place``. The rectangles do not overlap."""
        tops = [self.y(line[0][max(line[0])]) - _LABEL / 2 for line in self._data.lines]
        if len(tops) == 2 and tops[1] - tops[0] < _LABEL + 2:
            middle = (tops[0] + tops[1]) / 2
            tops = [middle - _LABEL / 2 - 1, middle + _LABEL / 2 + 1]
        lowest, least = self.plot.bottom() - _LABEL, self.plot.top()
        tops = [min(max(top, least), lowest) for top in tops]
        if len(tops) == 2 and tops[1] - tops[0] < _LABEL + 2:
            tops = [least, least + _LABEL + 2] if tops[0] <= least else [lowest - _LABEL - 2, lowest]
        return QRectF(self.plot.right() + _GAP, tops[place], 200, _LABEL)

    def distance(self, values: Mapping[int, float], point: QPointF) -> float:
        """Return the distance from a point to the line of ``values`` in pixels.

        The result is very large if ``values`` is empty.
        """
        points = self.points(values)
        return min((_to_segment(point, a, b) for a, b in itertools.pairwise(points)), default=1e9)


def _to_segment(point: QPointF, start: QPointF, end: QPointF) -> float:
    along, to = end - start, point - start
    length = along.x() ** 2 + along.y() ** 2
    share = 0.0 if not length else max(0.0, min(1.0, (to.x() * along.x() + to.y() * along.y()) / length))
    return math.hypot(to.x() - share * along.x(), to.y() - share * along.y())


def draw_chart(painter: QPainter, rect: QRectF, data: ChartData, theme: palette.Theme) -> None:
    """Draw a chart.

    Args:
        painter: painter on a widget or an image.
        rect: the rectangle of the chart.
        data: the data to draw.
        theme: the theme with the colours.
    """
    plan = ChartPlan(rect, data)
    flags = Qt.AlignmentFlag
    painter.setFont(style.font(style.CAPTION, tabular=True))
    painter.setPen(theme.secondary)
    title = painter.fontMetrics().elidedText(data.title, Qt.TextElideMode.ElideRight, int(rect.width()))
    painter.drawText(QRectF(rect.left(), rect.top(), rect.width(), 16), flags.AlignLeft | flags.AlignVCenter, title)
    if not data.series:
        return
    painter.fillRect(plan.plot, theme.surface)
    _draw_scale(painter, plan, theme)
    for each in data.series:
        color = QColor(palette.algorithm_color(each.name))
        pale = palette.mixed(color, theme.surface, 0.45)
        for depth in each.values:
            bar = plan.bar(each, depth)
            painter.fillRect(bar, pale if each.repetition else color)
            if each.repetition:
                painter.setPen(QPen(color, 1))
                painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5))
    painter.setPen(theme.secondary)
    for depth in data.depths:
        box = QRectF(plan.x(depth) - 60, plan.plot.bottom() + 3, 120, AXIS - 3)
        wide = plan.plot.width() / len(data.depths) >= 64
        painter.drawText(
            box, flags.AlignHCenter | flags.AlignTop, tr("depth {depth}", depth=depth) if wide else f"{depth}"
        )
    _draw_lines(painter, plan, data, theme)


def chart_svg(data: ChartData, theme: ThemeName = "light", width: int = 720, height: int = 340) -> str:
    """Return a chart as a separate file of SVG, with a legend."""
    series = [
        BarSeries(each.title, algorithm_color(each.name), each.values, is_pale=each.repetition > 0)
        for each in data.series
    ]
    groups = {depth: tr("depth {depth}", depth=depth) for depth in data.depths}
    lines = [BarLine(values, first, second) for values, first, second, _ in data.lines]
    return log_bars_svg(
        series, groups, lines=lines, width=width, height=height, theme=theme, title=data.title, inline=False
    )


def _draw_scale(painter: QPainter, plan: ChartPlan, theme: palette.Theme) -> None:
    """Draw the labels of powers of ten, and lines across the plot. Some powers are omitted if there are many."""
    flags = Qt.AlignmentFlag
    for value, text in plan.scale.labels(plan.plot.height()):
        y = plan.y(value)
        painter.setPen(QPen(theme.line, 1))
        painter.drawLine(QPointF(plan.plot.left(), y), QPointF(plan.plot.right(), y))
        painter.setPen(theme.secondary)
        painter.drawText(
            QRectF(plan.plot.left() - LEFT, y - 8, LEFT - 6, 16), flags.AlignRight | flags.AlignVCenter, text
        )


def _draw_lines(painter: QPainter, plan: ChartPlan, data: ChartData, theme: palette.Theme) -> None:
    """Draw the two lines and their labels. A halo keeps the lines visible in front of the bars."""
    flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    for place, (values, first, second, _) in enumerate(data.lines):
        points = plan.points(values)
        halo = QColor(theme.surface)
        halo.setAlphaF(0.7)
        for pen in (QPen(halo, 3), QPen(theme.text, 1, Qt.PenStyle.DashLine)):
            painter.setPen(pen)
            painter.drawPolyline(points)
        label = plan.label_rect(place)
        painter.setPen(theme.text)
        painter.drawText(QRectF(label.left(), label.top(), label.width(), _LABEL / 2), flags, first)
        painter.setPen(theme.secondary)
        painter.drawText(QRectF(label.left(), label.center().y(), label.width(), _LABEL / 2), flags, second)
    painter.restore()
