"""The chart of a comparison.

Bars show the number of leaves or nodes of each algorithm by depth. Lines show the leaves of minimax and the least
possible number of leaves.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRect, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.core.language import ngettext, tr
from engine.picture.colors import ThemeName, algorithm_color, theme_named
from engine.picture.log_bars import BarLine, BarPlan, BarSeries, bar_items, log_bars_svg
from engine.picture.scene import Measure
from engine.picture.svg import text_width
from studio.analysis import figures
from studio.look import foreign, palette
from studio.widgets.retranslated import Retranslated
from studio.widgets.scene import measure, paint


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
    def bars(self) -> list[BarSeries]:
        """The series as they are drawn."""
        return [
            BarSeries(each.title, algorithm_color(each.name), each.values, is_pale=each.repetition > 0)
            for each in self.series
        ]

    @property
    def groups(self) -> dict[int, str]:
        """The texts below the depths."""
        return {depth: tr("depth {depth}", depth=depth) for depth in self.depths}

    def plan(self, width: float, height: float, measure: Measure = text_width) -> BarPlan:
        """Return where the parts of the chart are, for a size in px."""
        return BarPlan(self.bars, self.groups, self.lines, width, height, measure)

    @property
    def lines(self) -> list[BarLine]:
        """The lines across the bars."""
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
            BarLine(
                self.minimax, ngettext("L = {count} leaf", "L = {count} leaves", leaves, count=most), tr("of minimax"),
                tr("L = {count}: leaves of minimax at depth {depth}. b = L^(1/d) = {b} is the mean number of moves.",
                   count=most, depth=last, b=b) if self.branching else
                tr("L: leaves of minimax, mean of the positions"),
            ),
            BarLine(self.least, *lower),
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
        plan = self._data.plan(self.width(), self.height(), measure)
        paint(painter, bar_items(plan, self._data.title, theme_named(palette.current().name)))
        painter.end()

    def tip_at(self, point: QPointF) -> str:
        """Return the text of the tool tip at a point, or an empty string if there is no bar or line."""
        plan = self._data.plan(self.width(), self.height(), measure)
        line, bar = plan.line_at(point.x(), point.y()), plan.bar_at(point.x(), point.y())
        if line >= 0:
            return plan.lines[line].tip
        if bar is None:
            return ""
        series, depth = self._data.series[bar[0]], bar[1]
        number = round(series.values[depth])
        texts = {"name": series.title, "depth": depth, "count": figures.grouped(number)}
        return foreign.tool_tip(
            ngettext("{name}, depth {depth}: {count} leaf", "{name}, depth {depth}: {count} leaves", number, **texts)
            if self._data.is_leaves
            else ngettext(
                "{name}, depth {depth}: {count} node", "{name}, depth {depth}: {count} nodes", number, **texts
            )
        )

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


def chart_svg(data: ChartData, theme: ThemeName = "light", width: int = 720, height: int = 340) -> str:
    """Return a chart as a separate file of SVG, with a legend."""
    return log_bars_svg(
        data.bars, data.groups, lines=data.lines, width=width, height=height, theme=theme, title=data.title,
        inline=False,
    )  # fmt: skip
