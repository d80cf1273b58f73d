"""The evaluation graph: it follows the mouse, and is written to picture files."""

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, QSize, Qt, Signal
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
from engine.picture.charts import AXIS, PlotData, PlotFrame, PlyPointer, plot_items, plot_svg, pointer_items
from engine.picture.colors import ThemeName, theme_named
from engine.picture.scene import Item
from studio.look import palette
from studio.widgets.scene import measure, paint

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

    def _frame(self) -> PlotFrame:
        return PlotFrame(self._data, self.width(), self.height(), measure)

    def point(self, ply: float, height: float) -> QPointF:
        """Return the point for a ply and a height in widget coordinates."""
        return QPointF(*self._frame().point(ply, height))

    def ply_at(self, place: QPointF) -> tuple[int, bool]:
        """Return the ply nearest to ``place``, and whether it is a ply of the variation.

        The second value is True only if ``place`` is near a point of a curve in the variation.
        """
        frame = self._frame()
        ply = frame.ply(place.x())
        if self._data.branch is None or not self._data.branch[0] <= ply <= self._data.branch[1]:
            return ply, False
        for curve in self._data.curves:
            for at, height in curve.branch:
                offset = QPointF(*frame.point(at, height)) - place
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
            paint(painter, plot_items(self._frame(), theme_named(palette.current().name)))
            painter.end()
            self.drawings += 1
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        paint(painter, self._pointers())
        painter.end()

    def _pointers(self) -> list[Item]:
        """Return the hovered ply and the cursor, which are drawn over the curves."""
        frame, look = self._frame(), theme_named(palette.current().name)
        made: list[Item] = []
        if self._data.curves and frame.plot[3] - frame.plot[1] > 20:
            if self._hover is not None:
                made += pointer_items(frame, self._hover, look, look.border, 1)
            if self._cursor is not None:
                made += pointer_items(frame, self._cursor, look, look.gold, 1.5, is_named=self._hover is None)
        return made

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
            image.fill(palette.current().ground)
            look, frame = (
                theme_named(palette.current().name),
                PlotFrame(self._data, size.width(), size.height(), measure),
            )
            painter = QPainter(image)
            paint(painter, plot_items(frame, look))
            if self._cursor is not None and self._data.curves:
                paint(painter, pointer_items(frame, self._cursor, look, look.gold, 1.5))
            painter.end()
            if not image.save(str(path), "PNG"):  # type: ignore[call-overload]
                raise KyVienError("{path} cannot be written", path=path)
        else:
            raise KyVienError("{path}: a picture's name ends in .png or .svg", path=path)

    def svg(self, width: int, height: int, theme: ThemeName) -> str:
        """Return the graph with its legend and the cursor as a separate file of SVG, ``height`` px without the legend.

        Without curves, the legend is empty and the plot has no lines.
        """
        return plot_svg(self._data, self._cursor, width, height, title=tr("Evaluation graph"), theme=theme)

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
