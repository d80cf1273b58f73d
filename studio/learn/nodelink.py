"""The node-link picture of a small tree, in which nodes can be chosen, edited and reordered."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.core.language import tr
from engine.picture.colors import theme_named
from engine.picture.scene import Item, Pen, Text
from engine.picture.tree import TreePlan, frame_of, lay_out, tree_items
from engine.teach.drawing import Drawing, NodeShape
from engine.teach.picture import drawn_node
from studio.look import palette, style
from studio.widgets.retranslated import Retranslated
from studio.widgets.scene import measure, paint
from studio.widgets.scroll_area import ScrollArea

DRAG = 8
"""Distance in px from which a movement with a pressed button drags a node."""
LEFT = 72
"""Space in px for the names of the levels."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip


class NodeLinkCanvas(Retranslated, QWidget):
    """The picture. It draws what it is given, and emits what the user wants to change.

    Attributes:
        focused: the node that the keyboard is at.
        pointed: a node with a frame, because its name is under the pointer, or -1.
        draggable: whether children can be put in another order.
        editable: whether leaves can be edited, and nodes added and removed.
    """

    clicked = Signal(int)
    """Emitted with a node when it is clicked, or when Space is pressed at it."""
    reordered = Signal(int, list)
    """Emitted with a node and its children in the order in which the user put them."""
    edited = Signal(int, str)
    """Emitted with a leaf and the text that the user entered."""
    added = Signal(int)
    """Emitted with a node that is to have another child."""
    removed = Signal(int)
    """Emitted with a node that is to be removed."""
    undone = Signal(int)
    """Emitted with -1 when the last change is to be undone, and with 1 when it is to be made again."""
    hovered = Signal(int)
    """Emitted with a node when the pointer comes to it."""
    focus_moved = Signal(int)
    """Emitted with the node that the keyboard is at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawing = Drawing()
        self._plan: TreePlan | None = None
        self._choosable: frozenset[int] = frozenset()
        self._room = QSize(600, 400)
        self._pressed, self._drag_from, self._drag_to = -1, QPointF(), QPointF()
        self._is_dragging = False
        self._hovered = -1
        self._field: QLineEdit | None = None
        self.focused, self.pointed = 0, -1
        self.draggable = self.editable = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.follow_changes()

    # --- contents -----------------------------------------------------------------------------------------------------

    @property
    def drawing(self) -> Drawing:
        """What is drawn."""
        return self._drawing

    def show_drawing(self, drawing: Drawing, choosable: Collection[int] = ()) -> None:
        """Draw a tree.

        Args:
            drawing: the tree.
            choosable: the nodes that react to clicks.
        """
        self._drawing, self._choosable = drawing, frozenset(choosable)
        if self.focused >= len(drawing.nodes):
            self.focused = 0
        self._close_field()
        self._place()
        self._describe()
        self.update()

    def fit(self, room: QSize) -> None:
        """Lay the tree out for a viewport of the given size."""
        self._room = room
        self._place()

    def center(self, node: int) -> QPointF:
        """Return the middle of a node."""
        assert self._plan is not None
        return QPointF(*self._plan.places[node])

    def node_at(self, point: QPointF) -> int:
        """Return the node at a point, or -1."""
        return self._plan.number_at(point.x(), point.y()) if self._plan is not None else -1

    def _place(self) -> None:
        room = self._room
        if self._drawing.nodes:
            look = theme_named(palette.current().name)
            root = drawn_node(self._drawing.widest or self._drawing, 0, look)
            plan = lay_out(root, (room.width(), room.height()), left=LEFT, measure=measure)
            self._plan = plan.with_nodes(drawn_node(self._drawing, 0, look)) if self._drawing.widest else plan
            needed = QSize(round(self._plan.width), round(self._plan.height))
            self.setFixedSize(needed.expandedTo(room))
        else:
            self._plan = None
            self.setFixedSize(room)
        self.update()

    def retranslate(self) -> None:
        """Set the accessible name in the language in use."""
        self.setAccessibleName(tr("Picture of the tree"))
        self._describe()
        self.update()

    def restyle(self) -> None:
        """Draw in the colours of the theme in use."""
        self._place()

    def _describe(self) -> None:
        """Set the accessible description to that of the node that the keyboard is at."""
        if not self._drawing.nodes:
            return
        node = self._drawing.nodes[self.focused]
        parts = [node.name or node.edge, _shape_text(node.shape), node.text, node.alpha, node.beta, node.chip]
        if node.is_faint:
            parts.append(tr("never visited"))
        if node.is_chosen:
            parts.append(tr("chosen"))
        self.setAccessibleDescription(", ".join(part for part in parts if part))

    # --- mouse --------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember the node that is pressed."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed = self.node_at(event.position())
        self._drag_from = self._drag_to = event.position()
        self._is_dragging = False
        if self._pressed >= 0:
            self._focus(self._pressed)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a child among its siblings, or show that a node can be clicked."""
        if self._pressed > 0 and self.draggable:
            self._drag_to = event.position()
            self._is_dragging |= abs(self._drag_to.x() - self._drag_from.x()) > DRAG
            self.update()
            return
        node = self.node_at(event.position())
        if node >= 0 and node != self._hovered:
            self.hovered.emit(node)
        self._hovered = node
        can = node >= 0 and (node in self._choosable or (self.draggable and node > 0))
        self.setCursor(Qt.CursorShape.PointingHandCursor if can else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Click a node, or put a dragged child in its place."""
        node, self._pressed = self._pressed, -1
        if node < 0:
            return
        if self._is_dragging:
            self._is_dragging = False
            self._drop(node, self.center(node).x() + event.position().x() - self._drag_from.x())
        elif self.node_at(event.position()) == node and node in self._choosable:
            self.clicked.emit(node)
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Edit a leaf."""
        node = self.node_at(event.position())
        if node >= 0 and self.editable:
            self.edit(node)

    def _drop(self, node: int, x: float) -> None:
        parent = self._drawing.nodes[node].parent
        places = {each: self.center(each).x() for each in self._drawing.nodes[parent].children} | {node: x}
        order = sorted(places, key=places.__getitem__)
        if order != list(self._drawing.nodes[parent].children):
            self.reordered.emit(parent, order)

    # --- keyboard -----------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move to another node, choose it, put it elsewhere, edit it, or add and remove nodes."""
        key, node = Qt.Key(event.key()), self.focused
        if not self._drawing.nodes:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self._shift(node, _ARROWS[key][0])
        elif key in _ARROWS:
            self._focus(self._neighbour(node, *_ARROWS[key]))
        elif key == Qt.Key.Key_Space:
            self.choose_focused()
        elif self.editable and key in (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit(node)
        elif self.editable and event.matches(QKeySequence.StandardKey.Undo):
            self.undone.emit(-1)
        elif self.editable and event.matches(QKeySequence.StandardKey.Redo):
            self.undone.emit(1)
        elif self.editable and event.modifiers() & Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_Insert:
            self.added.emit(node)
        elif self.editable and event.modifiers() & Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_Delete:
            self.remove_focused()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Take the keys that undo and redo from the window while the tree can be edited."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self.editable:
            keys = QKeySequence.StandardKey
            if event.matches(keys.Undo) or event.matches(keys.Redo):
                event.accept()
                return True
        return super().event(event)

    def point_at(self, node: int) -> None:
        """Draw a frame around a node while its name is under the pointer, or around none with -1."""
        self.pointed = node
        self.update()

    def go_to(self, node: int) -> None:
        """Put the cursor of the keyboard at a node."""
        if 0 <= node < len(self._drawing.nodes):
            self._focus(node)
            self.setFocus()

    def remove_focused(self) -> None:
        """Ask for the removal of the node at the keyboard's cursor, unless it is the root."""
        if self.focused > 0:
            self.removed.emit(self.focused)

    def choose_focused(self) -> None:
        """Choose the node at the keyboard's cursor, if it can be chosen."""
        if self.focused in self._choosable:
            self.clicked.emit(self.focused)

    def _shift(self, node: int, by: int) -> None:
        """Move a child one place to the left or to the right."""
        parent = self._drawing.nodes[node].parent
        if parent < 0 or not self.draggable:
            return
        order = list(self._drawing.nodes[parent].children)
        at = order.index(node)
        if 0 <= at + by < len(order):
            order[at], order[at + by] = order[at + by], order[at]
            self.reordered.emit(parent, order)

    def _neighbour(self, node: int, right: int, down: int) -> int:
        nodes = self._drawing.nodes
        if down:
            return max(0, nodes[node].parent) if down < 0 else (nodes[node].children or (node,))[0]
        row = sorted(
            (i for i in range(len(nodes)) if nodes[i].ply == nodes[node].ply), key=lambda i: self.center(i).x()
        )
        return row[max(0, min(len(row) - 1, row.index(node) + right))]

    def _focus(self, node: int) -> None:
        if node != self.focused:
            self.focused = max(0, node)
            self._describe()
            self.focus_moved.emit(self.focused)
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the frame of the node that the keyboard is at."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Draw no frame."""
        super().focusOutEvent(event)
        self.update()

    # --- editing ------------------------------------------------------------------------------------------------------

    def edit(self, node: int) -> None:
        """Open a field in the place of a leaf. Enter keeps its text, Escape closes it."""
        if self._drawing.nodes[node].shape is not NodeShape.LEAF:
            return
        self._close_field()
        field = QLineEdit(self._drawing.nodes[node].text, self)
        field.setAccessibleName(tr("Value of the leaf"))
        field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        field.setMaxLength(6)
        assert self._plan is not None
        placed = next(each.node for each in self._plan.nodes if each.node.number == node)
        (wide, high), center = self._plan.sizes.half(placed), self.center(node)
        area = QRectF(center.x() - wide - 14, center.y() - high, 2 * wide + 28, 2 * high)
        field.setGeometry(area.toRect())
        field.selectAll()
        field.editingFinished.connect(lambda: self._finish(node))
        field.installEventFilter(self)
        self._field = field
        field.show()
        field.setFocus()

    def _finish(self, node: int) -> None:
        field, self._field = self._field, None
        if field is not None:
            text = field.text()
            field.hide()
            field.deleteLater()
            self.setFocus()
            self.edited.emit(node, text)

    def _close_field(self) -> None:
        field, self._field = self._field, None
        if field is not None:
            field.hide()
            field.deleteLater()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Close the field when Escape is pressed. Enter keeps its text, and would open it again in the picture."""
        key = event.key() if isinstance(event, QKeyEvent) else None
        is_press, is_escape = event.type() == QEvent.Type.KeyPress, key == Qt.Key.Key_Escape
        if is_press and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and isinstance(watched, QLineEdit):
            watched.editingFinished.emit()
            return True
        if is_escape and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()  # the key is not that of the command which stops everything
            return True
        if is_escape and is_press:
            self._close_field()
            self.setFocus()
            return True
        return False

    # --- painting -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sides, the edges and the nodes."""
        if self._plan is None:
            return
        look, plan = theme_named(palette.current().name), self._plan
        by = self._drag_to.x() - self._drag_from.x()
        moved = dict.fromkeys(self._below(self._pressed), by) if self._is_dragging else {}
        items = [*self._sides(plan), *tree_items(plan, look, moved)]
        frames = [(self.pointed, Pen(look.accent, 2), 7.0)] if 0 <= self.pointed < len(self._drawing.nodes) else []
        # Nearer to the node than the texts next to it.
        frames += [(self.focused, Pen(look.gold, 1, (2, 2)), 7.0)] if self.hasFocus() else []
        for number, pen, out in frames:
            node = next(each.node for each in plan.nodes if each.node.number == number)
            x, y = plan.places[number]
            items.append(frame_of(node, x + moved.get(number, 0.0), y, plan.sizes, pen, out))
        painter = QPainter(self)
        paint(painter, items)
        painter.end()

    def _below(self, node: int) -> frozenset[int]:
        found, waiting = set(), [node]
        while waiting:
            each = waiting.pop()
            found.add(each)
            waiting += self._drawing.nodes[each].children
        return frozenset(found)

    def _sides(self, plan: TreePlan) -> list[Item]:
        """Return the names of the levels, on the left."""
        nodes, color = self._drawing.nodes, theme_named(palette.current().name).secondary
        made: list[Item] = []
        for ply, y in enumerate(plan.levels):
            is_inner = any(node.ply == ply and node.children for node in nodes)
            words = _level_text((NodeShape.MIN if ply % 2 else NodeShape.MAX) if is_inner else NodeShape.LEAF)
            made.append(Text(12, y, words, style.CAPTION, color, "start"))
        return made


def _shape_text(shape: NodeShape) -> str:
    match shape:
        case NodeShape.MAX:
            return tr("Maximiser")
        case NodeShape.MIN:
            return tr("Minimiser")
        case NodeShape.LEAF:
            return tr("Leaf")


def _level_text(shape: NodeShape) -> str:
    match shape:
        case NodeShape.MAX:
            return tr("Max level")
        case NodeShape.MIN:
            return tr("Min level")
        case NodeShape.LEAF:
            return tr("Leaf")


class NodeLink(ScrollArea):
    """A scroll area with the picture of a tree.

    Attributes:
        canvas: the picture.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = NodeLinkCanvas()
        self.setFrameShape(ScrollArea.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(self.canvas)
        self.canvas.focus_moved.connect(self._follow)

    def show_drawing(self, drawing: Drawing, choosable: Collection[int] = ()) -> None:
        """Draw a tree. See ``NodeLinkCanvas.show_drawing``."""
        self.canvas.show_drawing(drawing, choosable)

    def show_root(self) -> None:
        """Scroll to the root, with the keyboard at it."""
        self.canvas.focused = 0
        center = self.canvas.center(0).toPoint()
        self.ensureVisible(center.x(), center.y(), self.viewport().width() // 2, 60)

    def follow_search(self) -> None:
        """Keep the node in which the search is, or else the root, near the middle of the view."""
        nodes, size = self.canvas.drawing.nodes, self.viewport().size()
        center = self.canvas.center(next((index for index, node in enumerate(nodes) if node.is_current), 0)).toPoint()
        self.ensureVisible(center.x(), center.y(), size.width() // 3, size.height() // 3)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the tree out for the new size."""
        super().resizeEvent(event)
        self.canvas.fit(self.viewport().size())
        if self.canvas.drawing.nodes:
            self.follow_search()

    def _follow(self, node: int) -> None:
        center = self.canvas.center(node).toPoint()
        self.ensureVisible(center.x(), center.y(), 60, 60)
