"""The evaluation graph: it follows the mouse, and is written to picture files."""

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.errors import KyVienError
from engine.core.files import write_text
from engine.core.language import tr
from engine.picture import charts, colors
from engine.picture.colors import ThemeName
from studio.analysis.plot_drawing import (
    AXIS,
    PlotData,
    PlotFrame,
    PlyPointer,
    draw,
    draw_pointer,
    lonely,
    vertical_range,
)
from studio.look import foreign, palette

NEAR = 9
"""Maximum distance in pixels at which a click selects a point of the variation."""


class GamePlot(QWidget):
    """Widget that shows the plot.

    The curves and the axes are drawn once into a cached picture. The cursor and the hovered ply are drawn over it.
    """

    ply_chosen = Signal(int, bool)
    """Emitted on a click or a drag, with the ply under the mouse and whether it is in the variation."""
    wheel_turned = Signal(int)
    """Emitted with 1 when the wheel is turned down, and with −1 when it is turned up."""
    ply_hovered = Signal(int, bool)
    """Emitted with the ply under the pointer, or −1 if there is none, and whether it is in the variation."""
    menu_requested = Signal(QPoint)
    """Emitted with a global position when a context menu is requested."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._data = PlotData()
        self._cursor: PlyPointer | None = None
        self._hover: PlyPointer | None = None
        self._hovered = (-1, False)
        self._picture: QPixmap | None = None
        self.drawings = 0
        """The number of times that the curves and the axes were drawn."""
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return a size in which the plot above the axis is 90 px high."""
        return QSize(400, 90 + AXIS)

    def minimumSizeHint(self) -> QSize:
        """Return an empty size, so that the plot does not limit the minimum size of the window."""
        return QSize(0, 0)

    @property
    def data(self) -> PlotData:
        """The data that the plot shows."""
        return self._data

    def show_data(self, data: PlotData) -> None:
        """Replace the data, and draw the plot again."""
        self._data = data
        self.redraw()

    def show_cursor(self, cursor: PlyPointer | None) -> None:
        """Mark the ply at the cursor of the document, or no ply if ``cursor`` is None."""
        self._cursor = cursor
        self.update()

    def show_hovered(self, hover: PlyPointer | None) -> None:
        """Mark the ply under the pointer, or no ply if ``hover`` is None."""
        self._hover = hover
        self.update()

    def redraw(self) -> None:
        """Draw the curves and the axes again in the colours of the theme in use."""
        self._picture = None
        self.update()

    # --- geometry -----------------------------------------------------------------------------------------------------

    def point(self, ply: float, height: float) -> QPointF:
        """Return the point for a ply and a height in widget coordinates."""
        return PlotFrame(self._data, QRectF(self.rect())).point(ply, height)

    def ply_at(self, place: QPointF) -> tuple[int, bool]:
        """Return the ply nearest to ``place``, and whether it is a ply of the variation.

        The second value is True only if ``place`` is near a point of a curve in the variation.
        """
        frame = PlotFrame(self._data, QRectF(self.rect()))
        ply = frame.ply(place.x())
        if self._data.branch is None or not self._data.branch[0] <= ply <= self._data.branch[1]:
            return ply, False
        for curve in self._data.curves:
            for at, height in curve.branch:
                offset = frame.point(at, height) - place
                if at == ply and abs(offset.x()) + abs(offset.y()) <= NEAR and ply >= self._data.branch[0]:
                    return ply, True
        return ply, False

    # --- painting -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cached picture of the curves and the axes, and the cursor and the hovered ply over it."""
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = QPixmap((QSize(self.size()) * ratio).expandedTo(QSize(1, 1)))
            self._picture.setDevicePixelRatio(ratio)
            self._picture.fill(palette.current().ground)
            painter = QPainter(self._picture)
            draw(painter, QRectF(self.rect()), self._data)
            painter.end()
            self.drawings += 1
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        frame = PlotFrame(self._data, QRectF(self.rect()))
        if self._data.curves and frame.plot.height() > 20:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._hover is not None:
                draw_pointer(painter, frame, self._hover, palette.current().border, 1)
            if self._cursor is not None:
                draw_pointer(painter, frame, self._cursor, palette.current().gold, 1.5, named=self._hover is None)
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the curves and the axes in the new size."""
        super().resizeEvent(event)
        self.redraw()

    def save(self, path: Path) -> None:
        """Write a picture of the graph, with the cursor, to a ``.png`` or ``.svg`` file.

        Raises:
            KyVienError: if the file cannot be written or has another suffix.
        """
        size = QSize(max(self.width(), 640), max(self.height(), 240))
        if path.suffix.lower() == ".svg":
            write_text(path, self.svg(size.width(), size.height(), palette.current().name))
        elif path.suffix.lower() == ".png":
            image = QImage(size * 2, QImage.Format.Format_ARGB32)
            image.setDevicePixelRatio(2)
            painter = QPainter(image)
            self._draw_file(painter, size)
            painter.end()
            if not image.save(str(path), "PNG"):  # type: ignore[call-overload]
                raise KyVienError("{path} cannot be written", path=path)
        else:
            raise KyVienError("{path}: a picture's name ends in .png or .svg", path=path)

    def svg(self, width: int, height: int, theme: ThemeName) -> str:
        """Return the graph with its legend and the cursor as a separate file of SVG, ``height`` px without the legend.

        Without curves, the legend is empty and the plot has no lines.
        """
        data, series = self._data, []
        low, high = vertical_range(data)
        for curve in data.curves:
            color, dash = curve.color.name(), palette.dash_of(curve.pen_style)
            series.append(charts.ChartLine(curve.title, color, curve.main, dash, curve.width))
            if curve.branch:
                series.append(charts.ChartLine("", color, curve.branch, "dash", max(1.5, curve.width * 0.75)))
        marks = [
            charts.PointMark(ply, each, "circle", curve.color.name(), size=3)
            for curve in data.curves
            for points in (curve.main, curve.branch)
            for ply, each in lonely(points)
        ]
        marks += [
            charts.PointMark(
                each.ply, each.height, each.shape, each.color.name(), each.glyph, each.size, each.is_hollow
            )
            for each in data.marks
        ]
        pointer, gold = None, colors.theme_named(theme).gold
        if self._cursor is not None and data.curves:
            at, in_branch = self._cursor.ply, self._cursor.in_branch
            dots = [
                (each, curve.color.name())
                for curve in data.curves
                if (each := dict(curve.branch if in_branch else curve.main).get(at)) is not None
            ]
            texts = [foreign.one_line(each) for each in self._cursor.texts]
            pointer = charts.Pointer(at, gold, dots, texts, "dash" if in_branch else "solid")
        span = None if data.branch is None else charts.Span(data.branch[0] - 1, data.branch[1], gold)
        entries = [each.entry for each in series if each.title]
        legend = charts.legend_of(entries, width, colors.theme_named(theme))[1]
        return charts.lines_svg(
            series, marks=marks, pointer=pointer, span=span, band=charts.bands([curve.main for curve in data.curves]),
            width=width, height=height + legend, x_range=(0, data.last), y_range=(low, high), y_labels=data.ticks,
            theme=theme, title=tr("Evaluation graph"), inline=False,
        )  # fmt: skip

    def _draw_file(self, painter: QPainter, size: QSize) -> None:
        area = QRectF(0, 0, size.width(), size.height())
        painter.fillRect(area, palette.current().ground)
        draw(painter, area, self._data)
        if self._cursor is not None and self._data.curves:
            draw_pointer(painter, PlotFrame(self._data, area), self._cursor, palette.current().gold, 1.5)

    # --- the mouse ----------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the ply under the mouse with the left button."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.ply_chosen.emit(*self.ply_at(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the ply under the mouse as hovered, and choose it if the left button is pressed."""
        place = self.ply_at(event.position())
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.ply_chosen.emit(*place)
        self._hover_at(place)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Emit ``wheel_turned`` if the wheel is turned vertically."""
        if event.angleDelta().y():
            self.wheel_turned.emit(1 if event.angleDelta().y() < 0 else -1)
        event.accept()

    def leaveEvent(self, event: object) -> None:
        """Clear the hovered ply."""
        self._hover_at((-1, False))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Emit ``menu_requested`` with the global position of the event."""
        self.menu_requested.emit(event.globalPos())

    def _hover_at(self, place: tuple[int, bool]) -> None:
        if place != self._hovered:
            self._hovered = place
            self.ply_hovered.emit(*place)
