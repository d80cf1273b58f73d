"""Plots in the studio's look. pyqtgraph is imported when the first plot is created, after the first paint."""

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
