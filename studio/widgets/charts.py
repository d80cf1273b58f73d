"""Plots in the studio's look. pyqtgraph is imported when the first plot is created, after the first paint."""

import math
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

from studio.look import palette, style
from studio.widgets.retranslated import Retranslated


class PlotPanel(Retranslated, QWidget):
    """Base class of panels with a plot, which is created after the first paint of the panel.

    Subclasses implement ``_place_plot`` and ``_draw``.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._plot: Any = None

    def _place_plot(self) -> None:
        """Add ``_plot``, which was just created, to the layout."""
        raise NotImplementedError

    def _draw(self) -> None:
        """Redraw the contents of the plot, if there is one."""
        raise NotImplementedError

    def restyle(self) -> None:
        """Draw the plot, if there is one, in the colours of the theme in use."""
        if self._plot is not None:
            dress(self._plot)
            self._draw()

    def showEvent(self, event: QShowEvent) -> None:
        """Schedule the creation of the plot after the first paint."""
        super().showEvent(event)
        if self._plot is None:
            QTimer.singleShot(0, self, self._add_plot)

    def _add_plot(self) -> None:
        if self._plot is None:
            self._plot = new_plot()
            self._place_plot()
            self._draw()


def new_plot() -> Any:
    """Return an empty ``PlotWidget`` without frame, menu, buttons or zoom."""
    import pyqtgraph

    # With lines drawn by segments, six curves of 200 plies are painted in 7 ms instead of 25.
    pyqtgraph.setConfigOptions(antialias=True, segmentedLineMode="on")
    plot = pyqtgraph.PlotWidget()
    plot.setFrameShape(plot.Shape.NoFrame)
    plot.setMenuEnabled(False)
    plot.hideButtons()
    plot.setMouseEnabled(x=False, y=False)
    plot.getPlotItem().setContentsMargins(0, 8, 8, 0)
    dress(plot)
    return plot


def dress(plot: Any) -> None:
    """Set the colours of a plot to those of the theme in use."""
    colors = palette.current()
    plot.setBackground(colors.surface)
    for side in ("left", "bottom"):
        axis = plot.getAxis(side)
        axis.setPen(QPen(colors.line, 1))
        axis.setTextPen(colors.secondary)
        axis.setTickFont(style.font(style.CAPTION, tabular=True))
        axis.setStyle(tickLength=-4)
        # The grid of the axis is drawn behind the curves.
        axis.setZValue(-1)


def pen(color: QColor, width: float = 2.0, style: Qt.PenStyle = Qt.PenStyle.SolidLine) -> QPen:
    """Return a pen whose width is in pixels at any scale of the plot."""
    made = QPen(color, width, style)
    made.setCosmetic(True)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return made


def algorithm_pen(name: str, repetition: int, width: float = 2.0) -> QPen:
    """Return the pen of an algorithm in its colour.

    Args:
        name: identifier of the algorithm.
        repetition: number of earlier algorithms with the same name. If it is not 0, the pen is dashed or dotted.
        width: width in pixels.
    """
    style = palette.algorithm_pen_style(name)
    if repetition:
        style = (Qt.PenStyle.DashLine, Qt.PenStyle.DotLine, Qt.PenStyle.DashDotLine)[(repetition - 1) % 3]
    return pen(palette.algorithm_color(name), width, style)


def bars_of_nodes(plot: Any, series: Sequence[tuple[str, int, Sequence[tuple[int, float]]]], branching: float) -> None:
    """Draw numbers of nodes by depth as bars on a logarithmic scale.

    For comparison, the curves b^d (no cutoffs) and 2·b^(d/2) (perfect cutoffs) are drawn.

    Args:
        plot: a ``PlotWidget``, whose previous contents are removed.
        series: for each algorithm its name, the number of earlier algorithms with the same name, and pairs of a depth
            and a number of nodes.
        branching: b, the branching factor of the curves. None are drawn if b ≤ 1.

    Source of 2·b^(d/2): Knuth and Moore, *An analysis of alpha-beta pruning* (1975), b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
    """
    import pyqtgraph

    plot.clear()
    colors = palette.current()
    deepest = max((depth for _, _, pairs in series for depth, _ in pairs), default=0)
    if not deepest:
        return
    width = 0.8 / max(1, len(series))
    for number, (name, repetition, pairs) in enumerate(series):
        color = palette.algorithm_color(name)
        fill = QColor(color)
        if repetition:
            fill.setAlpha(90)
        plot.addItem(
            pyqtgraph.BarGraphItem(
                x=[depth - 0.4 + width * (number + 0.5) for depth, _ in pairs],
                height=[max(0.04, math.log10(max(1, nodes))) for _, nodes in pairs],
                width=width * 0.86, brush=fill, pen=pen(color, 1),
            )
        )  # fmt: skip
    top = max(math.log10(max(1, nodes)) for _, _, pairs in series for _, nodes in pairs)
    if branching > 1:
        depths = [0.5 + k / 20 for k in range(20 * deepest + 1)]
        grows = math.log10(branching)
        for text, heights in (
            ("b^d", [depth * grows for depth in depths]),
            ("2·b^(d/2)", [math.log10(2) + depth / 2 * grows for depth in depths]),
        ):
            plot.addItem(pyqtgraph.PlotDataItem(depths, heights, pen=pen(colors.secondary, 1, Qt.PenStyle.DashLine)))
            label = pyqtgraph.TextItem(text, color=colors.secondary, anchor=(0, 0.5))
            label.setFont(style.font(style.CAPTION))
            label.setPos(depths[-1] + 0.04, heights[-1])
            plot.addItem(label)
        top = max(top, (deepest + 0.5) * grows)
    top = math.ceil(top * 2) / 2 + 0.3
    plot.setXRange(0.5, deepest + 1.0, padding=0.01)
    plot.setYRange(0, top, padding=0)
    plot.getAxis("bottom").setTicks([[(depth, str(depth)) for depth in range(1, deepest + 1)]])
    step = 1 if top < 8 else 2
    names = [f"{size}{unit}" for unit in ("", "k", "M", "G", "T", "P") for size in (1, 10, 100)]
    plot.getAxis("left").setTicks([[(k, names[k]) for k in range(0, min(int(top) + 1, len(names)), step)]])
    plot.showGrid(x=False, y=True, alpha=0.15)
