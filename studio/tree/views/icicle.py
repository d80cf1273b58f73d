"""The icicle: a band for each ply, in which the width of a node is the number of visits below it."""

import numpy
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.language import tr
from studio.board.popup import BoardPopup
from studio.look import palette, style
from studio.tree.views import texts
from studio.tree.views.bands import NOTHING, Band, bands_of, fates_of_pixels, node_at, wide_nodes
from studio.tree.views.fates import colors_of
from studio.tree.views.prepared import FATES
from studio.tree.views.shown import ShownTree
from studio.widgets.retranslated import Retranslated

BAND, LOW_BAND, GAP = 22, 8, 1
"""Height of a band, of the last one, and space between them, in px."""
LEFT, RIGHT, TOP = 28, 12, 4
"""Margins in px. The left one contains the numbers of the plies."""
LEAST_CELL = 3
"""Width in px from which a node has a gap to the next one."""
HOVER_MS = 300
MOST_PLIES = 9
"""Bands that are drawn at most."""


class Icicle(Retranslated, QWidget):
    """The tree as bands. A click selects a node, and a double click zooms to it.

    Ctrl and the wheel zoom at the pointer, and dragging moves the part in sight. In a zoomed icicle, the first band
    names the path to its node; a click on a name zooms out to it.

    Args:
        shown: the shown tree.
        parent: parent widget.
    """

    hovered = Signal(int)
    """Emitted with the node under the pointer, or -1."""

    def __init__(self, shown: ShownTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self.bands: list[Band] = []
        self.low, self.high = 0.0, 1.0
        self.top_node = 0
        self.scale_of: Icicle | None = None
        self._most_rows = MOST_PLIES
        self._image: QImage | None = None
        self._hovered = -1
        self._pressed: QPointF | None = None
        self._dragged = False
        self._popup: BoardPopup | None = None
        self._crumbs: list[tuple[QRectF, int]] = []
        self._timer = QTimer(self, singleShot=True, interval=HOVER_MS)
        self._timer.timeout.connect(self._show_board)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        shown.replaced.connect(self._replaced)
        shown.chosen.connect(self._chosen)
        shown.view_changed.connect(self.update)
        shown.pinned_changed.connect(self.update)
        shown.stepped.connect(self._repaint)
        self.set_rows(MOST_PLIES)
        self.follow_changes()

    # --- what is shown ------------------------------------------------------------------------------------------------

    def _replaced(self) -> None:
        shown = self._shown
        has_tree = shown.tree is not None and shown.prepared is not None and len(shown.tree) > 0
        self.bands = bands_of(shown.tree, shown.prepared) if has_tree else []  # type: ignore[arg-type]
        self.zoom_to(0)
        self.set_rows(self._most_rows)

    def set_rows(self, most: int) -> None:
        """Set the maximum number of bands, and the height of the widget."""
        self._most_rows = max(2, min(MOST_PLIES, most))
        rows = min(self._most_rows, max(1, len(self.bands)))
        self.setFixedHeight(2 * TOP + (rows - 1) * (BAND + GAP) + (LOW_BAND if rows == len(self.bands) else BAND))
        self._repaint()

    @property
    def first(self) -> int:
        """The index of the first band in sight."""
        tree = self._shown.tree
        if tree is None or not self.bands:
            return 0
        return tree.number("ply", self.top_node) - tree.number("ply", 0)

    def zoom_to(self, node: int) -> None:
        """Show the part of the tree below a node. The root shows the whole tree."""
        tree = self._shown.tree
        if tree is None or not len(tree):
            self.low, self.high, self.top_node = 0.0, 1.0, 0
        else:
            self.top_node = node
            self.low, self.high = self._ends(node)
        self._repaint()

    @property
    def is_zoomed(self) -> bool:
        """Whether a part of the tree is shown."""
        tree = self._shown.tree
        if tree is None or not len(tree):
            return False
        start, end = self._ends(0)
        return self.high - self.low < end - start

    def _ends(self, node: int) -> tuple[float, float]:
        """Return where the effort of a node begins and ends."""
        prepared = self._shown.prepared
        assert prepared is not None
        start = float(prepared.starts[node])
        return start, start + max(1.0, float(prepared.widths[node]))

    def zoom(self, factor: float, x: float) -> None:
        """Zoom by a factor at a horizontal position of the widget in px."""
        tree = self._shown.tree
        if tree is None:
            return
        start, end = self._ends(self.top_node)
        at = self._place(x)
        span = min(end - start, max(4.0, (self.high - self.low) / factor))
        share = (at - self.low) / (self.high - self.low)
        self.low = min(max(start, at - share * span), end - span)
        self.high = self.low + span
        self._repaint()

    def _place(self, x: float) -> float:
        return self.low + (x - LEFT) / max(1, self._room) * (self.high - self.low)

    def _x(self, serial: float) -> float:
        return LEFT + (serial - self.low) / (self.high - self.low) * self._room

    @property
    def _room(self) -> int:
        return max(1, self.width() - LEFT - RIGHT)

    def _rows(self) -> list[tuple[int, int, int]]:
        """Return the index of each band in sight, with the top and the height of its row."""
        found, top = [], TOP
        for number in range(self.first, min(len(self.bands), self.first + self._most_rows)):
            height = LOW_BAND if number == len(self.bands) - 1 and number > self.first else BAND
            found.append((number, top, height))
            top += height + GAP
        return found

    def rect_of(self, node: int) -> QRectF | None:
        """Return the rectangle of a node, at least 3 px wide, or None if it is out of sight."""
        tree = self._shown.tree
        if tree is None or not 0 <= node < len(tree):
            return None
        number = tree.number("ply", node) - tree.number("ply", 0)
        row = next((each for each in self._rows() if each[0] == number), None)
        left, right = map(self._x, self._ends(node))
        if row is None or right < LEFT or left > self.width() - RIGHT:
            return None
        left, right = max(float(LEFT), left), min(float(self.width() - RIGHT), right)
        if right - left < 3:
            right = left + 3
        return QRectF(left, row[1], right - left, row[2])

    def node_at(self, point: QPointF) -> int:
        """Return the node at a point of the widget, or -1."""
        if not LEFT <= point.x() < self.width() - RIGHT:
            return -1
        for number, top, height in self._rows():
            if top <= point.y() < top + height + GAP:
                return node_at(self.bands[number], self._place(point.x()))
        return -1

    # --- painting -----------------------------------------------------------------------------------------------------

    def update_picture(self) -> None:
        """Draw the bands again."""
        self._repaint()

    def _repaint(self) -> None:
        self._image = None
        self.update()

    def _chosen(self, node: int) -> None:
        tree = self._shown.tree
        if tree is not None and self.is_zoomed and node >= 0:
            # The part in sight follows the selection out of it.
            start, _ = self._ends(node)
            if not self.low <= start < self.high or tree.number("ply", node) < tree.number("ply", self.top_node):
                common = [each for each in tree.path(node) if each in tree.path(self.top_node)]
                self.zoom_to(common[-1])
        self.update()

    def _picture(self, scale: float) -> QImage:
        """Return an image with one line of pixels for each band in sight."""
        width = max(1, round(self._room * scale))
        rows = self._rows()
        colors = [colors_of(fate).fill for fate in FATES] + [palette.current().ground]
        table = numpy.array([each.rgb() for each in colors], numpy.uint32)
        faint = numpy.array(
            [palette.mixed(each, palette.current().ground, 0.25).rgb() for each in colors], numpy.uint32
        )
        pixels = numpy.empty((max(1, len(rows)), width), numpy.uint32)
        per_pixel = (self.high - self.low) / width
        reached = self._reached_x(width)
        for line, (number, _, _) in enumerate(rows):
            band = self.bands[number]
            fates = fates_of_pixels(band, self.low, self.high, width)
            pixels[line] = table[fates]
            if reached is not None:
                pixels[line, reached:] = faint[fates[reached:]]
            gaps = [
                int((band.ends[place] - self.low) / per_pixel) - 1
                for place in wide_nodes(band, self.low, self.high, LEAST_CELL * scale * per_pixel)
            ]
            gaps = [each for each in gaps if 0 <= each < width - 1]
            pixels[line, gaps] = table[NOTHING]
        image = QImage(pixels.data, width, len(pixels), 4 * width, QImage.Format.Format_RGB32)
        return image.copy()

    def _reached_x(self, width: int) -> int | None:
        """Return the first pixel that the replay has not reached, or None without a replay."""
        shown = self._shown
        if shown.event_number is None or shown.prepared is None or shown.tree is None:
            return None
        serial = int(shown.prepared.starts[shown.prepared.last_entered(shown.event_number)]) + 1
        return max(0, min(width, round((serial - self.low) / (self.high - self.low) * width)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bands, the texts that fit, and the frame of the selected node."""
        painter = QPainter(self)
        look, tree = palette.current(), self._shown.tree
        painter.fillRect(self.rect(), look.ground)
        if tree is None or not self.bands:
            return
        scale = self.devicePixelRatioF()
        if self._image is None:
            self._image = self._picture(scale)
        painter.setFont(style.font(style.CAPTION, tabular=True))
        metrics = QFontMetrics(painter.font())
        for line, (number, top, height) in enumerate(self._rows()):
            source = QRectF(0, line, self._image.width(), 1)
            painter.drawImage(QRectF(LEFT, top, self._room, height), self._image, source)
            if height >= BAND:
                painter.setPen(look.secondary)
                ply = tree.number("ply", 0) + number
                painter.drawText(
                    QRectF(0, top, LEFT - 6, height),
                    Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                    str(ply),
                )
                self._draw_texts(painter, metrics, number, top, height)
        self._draw_frame(painter, self._hovered, look.border, drops=False)
        self._draw_frame(painter, self._shown.pinned, look.accent, drops=False)
        self._draw_frame(painter, self._shown.selected, look.gold, drops=True)

    def _draw_texts(self, painter: QPainter, metrics: QFontMetrics, number: int, top: int, height: int) -> None:
        tree, band = self._shown.tree, self.bands[number]
        assert tree is not None
        painter.setPen(palette.current().text)
        least = 34 * (self.high - self.low) / self._room
        self._crumbs = [] if number == self.first else self._crumbs
        for place in wide_nodes(band, self.low, self.high, least):
            node = int(band.nodes[place])
            left = max(self._x(float(band.starts[place])), float(LEFT)) + 6
            room = min(self._x(float(band.ends[place])), self.width() - RIGHT) - 6 - left
            if room < 16:
                continue
            if node == self.top_node and tree.parent(node) >= 0:
                self._draw_path(painter, metrics, QRectF(left, top, room, height), node)
                continue
            name = texts.move_text(tree, node)
            value = texts.short_value_text(tree, node, self._shown.view) if self._shown.is_known(node) else ""
            whole = f"{name} {value}".strip()
            text = whole if metrics.horizontalAdvance(whole) <= room else name
            if metrics.horizontalAdvance(text) <= room:
                painter.drawText(QRectF(left, top, room, height), Qt.AlignmentFlag.AlignVCenter, text)

    def _draw_path(self, painter: QPainter, metrics: QFontMetrics, rect: QRectF, node: int) -> None:
        """Draw the names of the nodes from the root to ``node``, as far as they fit, and store their places."""
        tree = self._shown.tree
        assert tree is not None
        left = rect.left()
        for each in tree.path(node):
            name = texts.move_text(tree, each) + ("" if each == node else "  ›  ")
            width = metrics.horizontalAdvance(name)
            if left + width > rect.right():
                break
            place = QRectF(left, rect.top(), width, rect.height())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, name)
            self._crumbs.append((place, each))
            left += width

    def _draw_frame(self, painter: QPainter, node: int, color: QColor, *, drops: bool) -> None:
        rect = self.rect_of(node)
        if rect is None:
            return
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if drops and self._shown.selected != self.top_node:
            painter.setPen(QPen(color, 1, Qt.PenStyle.DotLine))
            for x in (rect.left(), rect.right()):
                painter.drawLine(QPointF(x, rect.bottom()), QPointF(x, self.height() - TOP))
        painter.setPen(QPen(color, 2 if drops else 1))
        painter.drawRect(rect.adjusted(0, 0, -1, 0))

    # --- mouse --------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Store where the button was pressed. The middle button pins the node under the pointer."""
        if event.button() == Qt.MouseButton.MiddleButton:
            self._shown.toggle_pin(self.node_at(event.position()))
            return
        self._pressed, self._dragged = event.position(), False
        self._hide_board()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move the part in sight while a button is pressed, or else mark the node under the pointer."""
        point = event.position()
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            by = point.x() - self._pressed.x()
            if self._dragged or abs(by) > 4:
                self._dragged = True
                self._pan(-by / self._room * (self.high - self.low))
                self._pressed = point
            return
        node = self.node_at(point)
        if node != self._hovered:
            self._hovered = node
            self._hide_board()
            self.hovered.emit(node)
            self.update()
            if node >= 0:
                self._timer.start()

    def _pan(self, by: float) -> None:
        tree = self._shown.tree
        if tree is None:
            return
        start, end = self._ends(self.top_node)
        span = self.high - self.low
        self.low = min(max(start, self.low + by), end - span)
        self.high = self.low + span
        self._repaint()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Select the node under the pointer, or zoom out to a node of the path."""
        pressed, self._pressed = self._pressed, None
        if pressed is None or self._dragged or event.button() != Qt.MouseButton.LeftButton:
            return
        if self.is_zoomed:
            crumb = next((node for place, node in self._crumbs if place.contains(event.position())), -1)
            if crumb >= 0 and crumb != self.top_node:
                self.zoom_to(crumb)
                return
        node = self.node_at(event.position())
        if node >= 0:
            self._shown.choose(node)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Zoom to the node under the pointer, or out of it if it is the first one."""
        node = self.node_at(event.position())
        tree = self._shown.tree
        if node < 0 or tree is None:
            return
        if node == self.top_node:
            self.zoom_to(max(0, tree.parent(node)))
        else:
            self.zoom_to(node)
        self._pressed = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer if Ctrl is pressed, or else move the part in sight."""
        steps = event.angleDelta().y() / 120
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1.25**steps, event.position().x())
        else:
            self._pan(-steps * (self.high - self.low) / 12)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the mark of the node under the pointer."""
        self._hovered = -1
        self._hide_board()
        self.hovered.emit(-1)
        self.update()
        super().leaveEvent(event)

    def _show_board(self) -> None:
        """Show a small board with the position of the node under the pointer."""
        tree, node = self._shown.tree, self._hovered
        if tree is None or node < 0 or not self.underMouse():
            return
        position, rect = tree.position(node), self.rect_of(node)
        if position is None or rect is None:
            return
        if self._popup is None:
            self._popup = BoardPopup(self)
        move = tree.move(node)
        before = None if move is None else tree.position(tree.parent(node))
        place = self.mapToGlobal(QPoint(round(rect.left()), round(rect.bottom())))
        self._popup.show_position(position, move, before, self, place, lambda: None)

    def _hide_board(self) -> None:
        self._timer.stop()
        if self._popup is not None:
            self._popup.hide()

    # --- Qt -----------------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Return a small width, because the bands take any width."""
        return QSize(400, self.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the bands for the new width."""
        self._repaint()

    def hideEvent(self, event: QEvent) -> None:
        """Hide the small board."""
        self._hide_board()

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Tree as bands"))
        self.setAccessibleDescription(tr("The width of a node is the number of visits below it."))
        self.update()

    def restyle(self) -> None:
        """Draw the bands in the colours of the theme in use."""
        self._repaint()
