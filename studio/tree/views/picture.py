"""The picture of a small tree as circles, squares and lines, or of the neighbourhood of a node of a large one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QResizeEvent, QShowEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsItem, QGraphicsScene, QGraphicsView, QStyleOptionGraphicsItem, QWidget

from engine.core.language import tr
from engine.picture.colors import Fate, theme_named
from engine.picture.fates import Bound
from engine.picture.scene import Item
from engine.picture.tree import Note, TreeNode, TreePlan, lay_out, tree_items, window_note
from engine.search.visit import Reason
from engine.searchtree.export.drawing import MOST_DRAWN, drawn_children
from engine.searchtree.export.strip import COLOURS
from engine.searchtree.model import SearchTree
from studio.look import palette
from studio.tree.views import texts
from studio.tree.views.shown import PINNED, ShownTree
from studio.widgets.retranslated import Retranslated
from studio.widgets.scene import measure, paint

LEAST_SCALE = 0.6
"""Least scale at which a tree that does not fit is drawn at first."""
MOST_WITH_WINDOWS = 60
"""Nodes of a tree up to which windows are drawn."""
_FAINT = 0.3
"""Opacity of nodes that the replay has not reached."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """What is drawn of a node when the search has left it: its texts, its mark, and the moves never looked at."""

    value: str
    window: tuple[str, ...]
    move: str
    mark: tuple[Fate, Bound] | None
    never: int


class _Drawing(QGraphicsItem):
    """The whole tree."""

    def __init__(self, picture: "TreePicture") -> None:
        super().__init__()
        self._picture = picture

    def boundingRect(self) -> QRectF:
        """Return the space of the tree."""
        plan = self._picture.plan
        return QRectF() if plan is None else QRectF(0, 0, plan.width, plan.height)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """Draw the tree."""
        paint(painter, self._picture.items())


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
        self.plan: TreePlan | None = None
        self._items: list[Item] | None = None
        self._parts: dict[int, _Parts] = {}
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
        shown.view_changed.connect(self._rewrite)
        shown.pinned_changed.connect(self._repaint)
        shown.stepped.connect(self._repaint)
        self.follow_changes()
        self.restyle()

    def _replaced(self) -> None:
        self._parts.clear()
        self._is_stale = True
        if self.isVisible():
            self.draw()

    def _rewrite(self) -> None:
        self._parts.clear()
        self._repaint()

    def _repaint(self) -> None:
        self._items = None
        self.viewport().update()

    def _chosen(self, node: int) -> None:
        if not self.isVisible():
            self._is_stale = self._is_stale or not self._is_whole
            self._items = None
            return
        if not self._is_whole or node not in self.nodes:
            self.draw()
        elif node in self.nodes:
            x, y = self.nodes[node]
            self.ensureVisible(QRectF(x - 32, y - 32, 64, 64), 40, 40)
        self._repaint()

    @property
    def nodes(self) -> Mapping[int, tuple[float, float]]:
        """The middles of the nodes that are drawn, in px."""
        return {} if self.plan is None else {node: at for node, at in self.plan.places.items() if node >= 0}

    def _root(self, tree: SearchTree) -> TreeNode:
        children = drawn_children(tree, max(0, self.shown.selected))
        self._is_whole = len(tree) <= MOST_DRAWN
        self.shows_windows = len(children) <= MOST_WITH_WINDOWS and tree.facts.kind == "windows"
        return self._node(tree, 0, children, theme_named(palette.current().name).gold)

    def _node(self, tree: SearchTree, node: int, children: Mapping[int, Sequence[int]], gold: str) -> TreeNode:
        """Return a node and those below it. Their numbers are those of the tree."""
        shown = self.shown
        below = [self._node(tree, child, children, gold) for child in children.get(node, ())]
        parts = self._parts.get(node)
        if parts is None:
            parts = self._parts[node] = self._parts_of(tree, node)
        if parts.never and (self._is_whole or node == shown.selected):
            # Before the search leaves the node, it is not known that they are never looked at.
            is_left = shown.is_left(node)
            edge = tr("{count} not looked at", count=parts.never) if is_left else ""
            below.append(TreeNode("", edge=edge, visited=False, is_cut=is_left, opacity=1.0 if is_left else _FAINT))
        is_inner, is_known, is_reached = bool(tree.number("visits", node)), shown.is_known(node), shown.is_reached(node)
        now = shown.open_texts(node)
        window: tuple[str | Note, ...] = parts.window if now is None else self._window(node, now)
        return TreeNode(
            parts.value if is_known else (now and now["text"]) or "…",
            ("min" if tree.side(node) else "max") if is_inner else "leaf",
            PINNED if node == shown.pinned else "",
            window if self.shows_windows and is_inner and is_reached else (),
            parts.move,
            *(shown.replay.chip(node, shown.step) if shown.replay is not None else ("", False)),
            is_open=now is not None,
            on_line=node in tree.pv and node > 0 and shown.is_known(0),
            frame=gold if node == shown.selected else "",
            mark=parts.mark if is_inner and is_known else None,
            opacity=1.0 if is_reached else _FAINT,
            number=node,
            children=tuple(below),
        )

    def _window(self, node: int, now: Mapping[str, str]) -> tuple[str | Note, ...]:
        """Return the window of an open node, with what the step has changed."""
        replay, step = self.shown.replay, self.shown.step
        assert replay is not None
        state = replay.events.state(step)
        was = replay.texts_before(state, node) if node in state.changed else {}
        return tuple(
            window_note(now[end], was.get(end, ""), now.get(f"{end}_from", ""))
            for end in ("alpha", "beta") if end in now
        )  # fmt: skip

    def _parts_of(self, tree: SearchTree, node: int) -> _Parts:
        view = self.shown.view
        low, _, high = texts.window_text(tree, node, view).partition(" … ")
        is_cut = tree.facts.kind == "windows" and tree.number("reason", node) == Reason.CUTOFF
        return _Parts(
            texts.short_value_text(tree, node, view), (f"α {low}", f"β {high}"),
            texts.move_text(tree, node) if node else "", (COLOURS[tree.fate(node)], texts.bound_of(tree, node, view)),
            tree.visit(node).never_tried if is_cut else 0,
        )  # fmt: skip

    def draw(self) -> None:
        """Draw the tree again."""
        scene, tree = self.scene(), self.shown.tree
        scene.clear()
        self.plan = self._items = None
        self._is_stale = False
        if tree is None or not len(tree):
            return
        room, root = self.viewport().size(), self._root(tree)
        self.plan = lay_out(root, (room.width(), room.height()), measure=measure)
        self._items = tree_items(self.plan, theme_named(palette.current().name))
        scene.addItem(_Drawing(self))
        scene.setSceneRect(0, 0, max(self.plan.width, room.width()), max(self.plan.height, room.height()))
        self.fit()

    def items(self) -> list[Item]:  # type: ignore[override]
        """Return what is drawn, from back to front. Texts and marks are those of the present moment of the replay."""
        tree = self.shown.tree
        if self._items is None and self.plan is not None and tree is not None and len(tree):
            look = theme_named(palette.current().name)
            self._items = tree_items(self.plan.with_nodes(self._root(tree)), look)
        return self._items or []

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
            self.centerOn(QPointF(*self.nodes[self.shown.selected]))

    def node_at(self, point: QPointF) -> int:
        """Return the node at a point of the viewport, or -1."""
        place = self.mapToScene(point.toPoint())
        return -1 if self.plan is None else self.plan.number_at(place.x(), place.y())

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
        self._is_stale = True
        if self.isVisible():
            self.draw()

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Picture of the tree"))
        self.setAccessibleDescription(tr("Squares maximise and circles minimise."))
        self._rewrite()

    def restyle(self) -> None:
        """Draw the picture in the colours of the theme in use."""
        self.setBackgroundBrush(palette.current().ground)
        self._repaint()
