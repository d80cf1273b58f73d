"""The picture of a small tree as circles, squares and lines, or of the neighbourhood of a node of a large one."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsItem,
    QGraphicsScene,
    QGraphicsView,
    QStyleOptionGraphicsItem,
    QWidget,
)

from engine.core.language import tr
from engine.search.visit import Reason
from engine.searchtree.export.drawing import MOST_DRAWN, drawn_children
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from studio.look import palette, style
from studio.tree.views import texts
from studio.tree.views.fates import colors_of, draw_node
from studio.tree.views.shown import PINNED, ShownTree
from studio.tree.views.tidy import tidy
from studio.widgets.retranslated import Retranslated

ACROSS, DOWN, CLOSE = 64, 108, 88
"""Distances of neighbours, of levels, and of levels of a tree that is too high for the view."""
LEAST_SCALE = 0.6
"""Scale from which texts next to nodes are drawn."""
MAXIMISER, MINIMISER = QColor("#B5402C"), QColor("#3A5FBF")


class _Node(QGraphicsItem):
    """One node: a square for the first player, who maximises, a circle for the second, who minimises, or a leaf."""

    def __init__(self, picture: "TreePicture", node: int, at: QPointF, is_leaf: bool) -> None:
        super().__init__()
        self.picture, self.node, self._is_leaf = picture, node, is_leaf
        self.setPos(at)
        self.setZValue(1)
        self.setToolTip("")

    def boundingRect(self) -> QRectF:
        """Return the space of the node and its texts."""
        return QRectF(-32, -40, 96, 80)

    def shape(self) -> QPainterPath:
        """Return the part that reacts to the pointer."""
        path = QPainterPath()
        path.addRect(QRectF(-22, -20, 44, 40))
        return path

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the node."""
        shown, look = self.picture.shown, palette.current()
        tree = shown.tree
        if tree is None or self.node >= len(tree):
            return
        painter.setOpacity(1.0 if shown.is_reached(self.node) else 0.3)
        is_first = tree.side(self.node) == 0
        box = QRectF(-20, -18, 40, 36)
        if self._is_leaf:
            painter.setBrush(look.surface)
            painter.setPen(QPen(look.border, 1.5))
            painter.drawRoundedRect(QRectF(-20, -16, 40, 32), 5, 5)
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(MAXIMISER if is_first else MINIMISER)
            if is_first:
                painter.drawRoundedRect(box, 6, 6)
            else:
                painter.drawEllipse(QPointF(), 20, 20)
        if self.node == shown.pinned:
            painter.setPen(look.accent)
            painter.setFont(style.font(style.CAPTION, bold=True))
            painter.drawText(QPointF(-38, 18), PINNED)
        if self.node == shown.selected:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(look.gold, 2.5))
            painter.drawRoundedRect(QRectF(-25, -23, 50, 46), 9, 9)
        if painter.transform().m11() < LEAST_SCALE:
            return
        text = texts.short_value_text(tree, self.node, shown.view) if shown.is_known(self.node) else "…"
        font = style.font(12, bold=True, tabular=True)
        if QFontMetricsF(font).horizontalAdvance(text) > 38:
            font = style.font(9, bold=True, tabular=True)
        painter.setFont(font)
        painter.setPen(look.text if self._is_leaf else QColor("#FFFFFF"))
        painter.drawText(QRectF(-22, -18, 44, 36), Qt.AlignmentFlag.AlignCenter, text)
        painter.setFont(style.font(style.CAPTION))
        if not self._is_leaf and shown.is_known(self.node):
            draw_node(painter, QPointF(-26, -14), 4, tree, self.node, shown.view)
        if not self._is_leaf and self.picture.shows_windows and shown.is_reached(self.node):
            low, _, high = texts.window_text(tree, self.node, shown.view).partition(" … ")
            painter.setPen(look.secondary)
            painter.drawText(QPointF(24, -5), f"α {low}")
            painter.drawText(QPointF(24, 9), f"β {high}")


class _Edge(QGraphicsItem):
    """The line from a node to a child, with the move. Moves never looked at are a dashed stub."""

    def __init__(self, picture: "TreePicture", start: QPointF, end: QPointF, child: int, ghosts: int = 0) -> None:
        super().__init__()
        self._picture, self._start, self._end = picture, start, end
        self._child, self._ghosts = child, ghosts

    def boundingRect(self) -> QRectF:
        """Return the space of the line and its text."""
        return QRectF(self._start, self._end).normalized().adjusted(-40, -10, 40, 10)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the line."""
        shown, look = self._picture.shown, palette.current()
        tree = shown.tree
        if tree is None or self._child >= len(tree):
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self._start + (self._end - self._start) * 0.5
        if self._ghosts:
            painter.setPen(QPen(look.border, 1.2, Qt.PenStyle.DashLine))
            painter.drawLine(self._start, self._end)
            painter.setPen(QPen(colors_of(Fate.CUT).mark, 2))
            for by in (-3, 3):
                painter.drawLine(middle + QPointF(-7, by - 3), middle + QPointF(7, by + 3))
            if painter.transform().m11() >= LEAST_SCALE:
                painter.setFont(style.font(style.CAPTION))
                painter.setPen(look.secondary)
                text = tr("{count} not looked at", count=self._ghosts)
                place = QRectF(self._end.x() - 60, self._end.y() - 4, 120, 16)
                painter.drawText(place, Qt.AlignmentFlag.AlignHCenter, text)
            return
        best = self._child in tree.pv
        painter.setOpacity(1.0 if shown.is_reached(self._child) else 0.3)
        painter.setPen(QPen(look.gold if best else look.border, 2.5 if best else 1.2))
        painter.drawLine(self._start, self._end)
        if painter.transform().m11() < LEAST_SCALE:
            return
        painter.setFont(style.font(style.CAPTION))
        text = texts.move_text(tree, self._child)
        width = QFontMetricsF(painter.font()).horizontalAdvance(text)
        at = self._start + (self._end - self._start) * 0.6
        painter.fillRect(QRectF(at.x() - width / 2 - 2, at.y() - 8, width + 4, 14), look.ground)
        painter.setPen(look.text if best else look.secondary)
        painter.drawText(QPointF(at.x() - width / 2, at.y() + 4), text)


class TreePicture(Retranslated, QGraphicsView):
    """The picture of the shown tree.

    A tree of at most ``MOST_DRAWN`` nodes is drawn completely. Of a larger one, the path to the selected node, its
    first children and the principal variation are drawn.

    Args:
        shown: the shown tree.
        parent: parent widget.
    """

    hovered = Signal(int)
    """Emitted with the node under the pointer, or -1."""

    def __init__(self, shown: ShownTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = shown
        self.shows_windows = True
        self.nodes: dict[int, _Node] = {}
        self._is_whole = False
        self._is_stale = True
        self._hovered = -1
        scene = QGraphicsScene(self)
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setDragMode(QGraphicsView.DragMode.ScrollHandDrag)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.AnchorUnderMouse)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        shown.replaced.connect(self._replaced)
        shown.chosen.connect(self._chosen)
        shown.view_changed.connect(self._repaint)
        shown.pinned_changed.connect(self._repaint)
        shown.stepped.connect(self._repaint)
        self.follow_changes()
        self.restyle()

    def _replaced(self) -> None:
        self._is_stale = True
        if self.isVisible():
            self.draw()

    def _repaint(self) -> None:
        self.viewport().update()

    def _chosen(self, node: int) -> None:
        if not self.isVisible():
            self._is_stale = self._is_stale or not self._is_whole
            return
        if not self._is_whole or node not in self.nodes:
            self.draw()
        elif node in self.nodes:
            self.ensureVisible(self.nodes[node], 40, 40)
        self._repaint()

    def _drawn_children(self, tree: SearchTree) -> Mapping[int, Sequence[int]]:
        """Return the children to draw of each node."""
        self._is_whole = len(tree) <= MOST_DRAWN
        return drawn_children(tree, max(0, self.shown.selected))

    def draw(self) -> None:
        """Draw the tree again."""
        scene, tree = self.scene(), self.shown.tree
        scene.clear()
        self.nodes = {}
        self._is_stale = False
        if tree is None or not len(tree):
            return
        children = self._drawn_children(tree)
        places = tidy(children, 0)
        self.shows_windows = len(places) <= 60 and tree.facts.kind == "windows"
        across = ACROSS * (1.9 if self.shows_windows and tree.facts.decimals else 1.4 if self.shows_windows else 1.0)
        depth = max(level for _, level in places.values())
        down = DOWN if DOWN * (depth + 1) <= self.viewport().height() else CLOSE
        # A small tree takes the width of the view.
        widest = max(x for x, _ in places.values())
        scale = min(1.0, self.viewport().height() / (down * (depth + 1)))
        across = max(across, min(2.5 * ACROSS, 0.85 * self.viewport().width() / scale / max(1.0, widest)))
        for node, (x, level) in places.items():
            at = QPointF(x * across, level * down)
            self.nodes[node] = item = _Node(self, node, at, not tree.number("visits", node))
            scene.addItem(item)
        for node, each in children.items():
            if node not in self.nodes:
                continue
            start = self.nodes[node].pos()
            for child in each:
                scene.addItem(_Edge(self, start, self.nodes[child].pos(), child))
            never = tree.visit(node).never_tried if tree.facts.kind == "windows" else 0
            is_wanted = self._is_whole or node == self.shown.selected
            if never and is_wanted and tree.number("reason", node) == Reason.CUTOFF:
                last = self.nodes[each[-1]].pos() if each else start + QPointF(0, down)
                end = QPointF(last.x() + across * 0.5, start.y() + down * 0.66)
                scene.addItem(_Edge(self, start, end, node, never))
        scene.setSceneRect(scene.itemsBoundingRect().adjusted(-40, -20, 40, 20))
        self.fit()

    def fit(self) -> None:
        """Show the whole picture, or a readable part of it around the selected node."""
        rect = self.scene().sceneRect()
        if rect.isEmpty():
            return
        self.resetTransform()
        scale = min(self.viewport().width() / rect.width(), self.viewport().height() / rect.height(), 1.0)
        scale = max(scale, LEAST_SCALE)
        self.scale(scale, scale)
        if self.shown.selected in self.nodes:
            self.centerOn(self.nodes[self.shown.selected])

    def node_at(self, point: QPointF) -> int:
        """Return the node at a point of the viewport, or -1."""
        item = self.itemAt(point.toPoint())
        return item.node if isinstance(item, _Node) else -1

    # --- Qt -----------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the node under the pointer, or move the picture. The middle button pins the node."""
        node = self.node_at(event.position())
        if node >= 0 and event.button() == Qt.MouseButton.MiddleButton:
            self.shown.toggle_pin(node)
            return
        if node >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.shown.choose(node)
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Announce the node under the pointer."""
        node = self.node_at(event.position())
        if node != self._hovered:
            self._hovered = node
            self.hovered.emit(node)
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Announce that no node is under the pointer."""
        self._hovered = -1
        self.hovered.emit(-1)
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom if Ctrl is pressed, or else scroll."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            factor = 1.15 ** (event.angleDelta().y() / 120)
            if 0.1 < self.transform().m11() * factor < 4:
                self.scale(factor, factor)
            event.accept()
            return
        super().wheelEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Draw the tree if it has changed while the picture was hidden."""
        if self._is_stale:
            self.draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the picture to the new size."""
        super().resizeEvent(event)
        if self.nodes:
            self.fit()

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Picture of the tree"))
        self.setAccessibleDescription(tr("Squares maximise and circles minimise."))
        self._repaint()

    def restyle(self) -> None:
        """Draw the picture in the colours of the theme in use."""
        self.setBackgroundBrush(palette.current().ground)
        self._repaint()
