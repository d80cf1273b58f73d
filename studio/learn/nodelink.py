"""The node-link picture of a small tree, in which nodes can be chosen, edited and reordered."""

from collections.abc import Collection

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QLineEdit, QWidget

from engine.core.language import tr
from engine.teach.drawing import Drawing, Node, Shape
from engine.teach.exercise import State
from studio.learn.layout import LEAF, Layout, lay_out
from studio.look import palette, style
from studio.widgets.retranslated import Retranslated
from studio.widgets.scroll_area import ScrollArea

MAXIMISER, MINIMISER, ON_SIDE = QColor("#B5402C"), QColor("#3A5FBF"), QColor("#FFFFFF")
"""Colours of the two sides, and of the text on them: a contrast of 4.5 at least."""
CUT = QColor("#D55E00"), QColor("#F08A3C")
"""Colour of the mark of a cut-off in the light and in the dark theme."""
_SQUARE, _RADIUS, _LETTER, _DRAG = QRectF(-20, -18, 40, 36), 20.0, 11, 8
_LONG = 5
"""Length of the texts that need smaller letters to fit in a node."""
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip


class NodeLinkCanvas(Retranslated, QWidget):
    """The picture. It draws what it is given, and emits what the user wants to change.

    Attributes:
        focused: the node that the keyboard is at.
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
    hovered = Signal(int)
    """Emitted with a node when the pointer comes to it."""
    focus_moved = Signal(int)
    """Emitted with the node that the keyboard is at."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._drawing, self._layout = Drawing(), Layout((), QSize(0, 0).toSizeF(), LEAF, ())
        self._choosable: frozenset[int] = frozenset()
        self._room = QSize(600, 400)
        self._pressed, self._drag_from, self._drag_to = -1, QPointF(), QPointF()
        self._is_dragging = False
        self._hovered = -1
        self._field: QLineEdit | None = None
        self.focused = 0
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
        return self._layout.centers[node]

    def node_at(self, point: QPointF) -> int:
        """Return the node at a point, or -1."""
        for index, center in enumerate(self._layout.centers):
            if self._outline(index).adjusted(-4, -4, 4, 4).contains(point - center):
                return index
        return -1

    def _place(self) -> None:
        self._layout = lay_out(self._drawing, self._room.width(), self._room.height())
        size = self._layout.size.toSize()
        self.setFixedSize(max(size.width(), self._room.width()), max(size.height(), self._room.height()))
        self.update()

    def _outline(self, node: int) -> QRectF:
        if self._drawing.nodes[node].shape is Shape.LEAF:
            half = self._layout.leaf / 2
            return QRectF(-half, -16, 2 * half, 32)
        return _SQUARE

    def retranslate(self) -> None:
        """Set the accessible name in the language in use."""
        self.setAccessibleName(tr("Picture of the tree"))
        self._describe()
        self.update()

    def restyle(self) -> None:
        """Draw in the colours of the theme in use."""
        self.update()

    def _describe(self) -> None:
        """Set the accessible description to that of the node that the keyboard is at."""
        if not self._drawing.nodes:
            return
        node = self._drawing.nodes[self.focused]
        parts = [node.name or node.edge, _shape_text(node.shape), node.text, node.alpha, node.beta]
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
            self._is_dragging |= abs(self._drag_to.x() - self._drag_from.x()) > _DRAG
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
        elif key == Qt.Key.Key_Space and node in self._choosable:
            self.clicked.emit(node)
        elif self.editable and key in (Qt.Key.Key_F2, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit(node)
        elif self.editable and key in (Qt.Key.Key_Plus, Qt.Key.Key_Insert):
            self.added.emit(node)
        elif self.editable and key in (Qt.Key.Key_Delete, Qt.Key.Key_Minus) and node > 0:
            self.removed.emit(node)
        else:
            super().keyPressEvent(event)

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
            return nodes[node].parent if down < 0 < node else (nodes[node].children or (node,))[0]
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
        if self._drawing.nodes[node].shape is not Shape.LEAF:
            return
        self._close_field()
        field = QLineEdit(self._drawing.nodes[node].text, self)
        field.setAccessibleName(tr("Value of the leaf"))
        field.setAlignment(Qt.AlignmentFlag.AlignCenter)
        field.setMaxLength(6)
        area = self._outline(node).translated(self.center(node)).toRect()
        field.setGeometry(area.adjusted(-14, 0, 14, 0))
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
        """Close the field when Escape is pressed."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self._close_field()
            self.setFocus()
            return True
        return False

    # --- painting -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sides, the edges and the nodes."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_sides(painter)
        moved = QPointF(self._drag_to.x() - self._drag_from.x(), 0) if self._is_dragging else QPointF()
        below = self._below(self._pressed) if self._is_dragging else frozenset()
        for index, node in enumerate(self._drawing.nodes):
            if node.parent >= 0:
                end = self.center(index) + (moved if index in below else QPointF())
                start = self.center(node.parent) + (moved if node.parent in below else QPointF())
                self._paint_edge(painter, node, start, end)
        for index, node in enumerate(self._drawing.nodes):
            self._paint_node(painter, index, node, self.center(index) + (moved if index in below else QPointF()))
        painter.end()

    def _below(self, node: int) -> frozenset[int]:
        found, waiting = set(), [node]
        while waiting:
            each = waiting.pop()
            found.add(each)
            waiting += self._drawing.nodes[each].children
        return frozenset(found)

    def _paint_sides(self, painter: QPainter) -> None:
        """Write whose level it is on the left."""
        painter.setFont(style.font(style.CAPTION))
        painter.setPen(palette.current().secondary)
        nodes = self._drawing.nodes
        for ply, y in enumerate(self._layout.levels):
            is_inner = any(node.ply == ply and node.children for node in nodes)
            text = _level_text((Shape.MIN if ply % 2 else Shape.MAX) if is_inner else Shape.LEAF)
            painter.drawText(QRectF(12, y - 20, 66, 40), _LEFT, text)

    def _paint_edge(self, painter: QPainter, node: Node, start: QPointF, end: QPointF) -> None:
        theme = palette.current()
        pen = QPen(theme.gold if node.is_main else theme.secondary, 2.5 if node.is_main else 1.2)
        if node.is_faint:
            pen = QPen(theme.border, 1.2, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawLine(start, end)
        if node.edge:
            painter.setFont(style.font(style.CAPTION))
            at = start + (end - start) * 0.55
            width = QFontMetricsF(painter.font()).horizontalAdvance(node.edge) + 4
            place = QRectF(at.x() - width / 2, at.y() - 8, width, 16)
            painter.fillRect(place, theme.ground)
            painter.setPen(theme.secondary)
            painter.drawText(place, _CENTRE, node.edge)
        if node.is_cut:
            painter.setPen(QPen(CUT[theme.is_dark], 2))
            # Below the text of the edge, if there is one.
            middle = start + (end - start) * (0.72 if node.edge else 0.6)
            for offset in (-3.0, 3.0):
                at = middle + QPointF(0, offset)
                painter.drawLine(at + QPointF(-8, 4), at + QPointF(8, -4))

    def _paint_node(self, painter: QPainter, index: int, node: Node, center: QPointF) -> None:
        theme = palette.current()
        area = self._outline(index).translated(center)
        fill, ink, pen = theme.surface, theme.text, QPen(theme.secondary, 1.2)
        if node.is_faint:
            fill, ink, pen = theme.ground, theme.secondary, QPen(theme.border, 1.2, Qt.PenStyle.DashLine)
        elif node.shape is not Shape.LEAF:
            fill, ink = MAXIMISER if node.shape is Shape.MAX else MINIMISER, ON_SIDE
            pen = QPen(fill, 1)
        if node.is_chosen:
            pen = QPen(theme.gold, 2.5)
        if node.state is not None:
            pen = QPen(theme.good if node.state is State.RIGHT else theme.accent, 2)
            if node.state is State.MISSING:
                pen = QPen(theme.gold, 2, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.setBrush(fill)
        if node.shape is Shape.MIN:
            painter.drawEllipse(center, _RADIUS, _RADIUS)
        else:
            painter.drawRoundedRect(area, 6, 6)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if node.is_current:
            painter.setPen(QPen(theme.gold, 2))
            painter.drawRoundedRect(area.adjusted(-5, -5, 5, 5), 9, 9)
        if self.hasFocus() and index == self.focused:
            painter.setPen(QPen(theme.gold, 1, Qt.PenStyle.DotLine))
            painter.drawRoundedRect(area.adjusted(-8, -8, 8, 8), 10, 10)
        painter.setPen(ink)
        size = (
            style.BODY
            if len(node.text) < (4 if node.shape is Shape.LEAF else 5) and self._layout.leaf >= 28
            else style.CAPTION
        )
        if len(node.text) > _LONG:
            size = style.CAPTION - 2
        painter.setFont(style.font(size, bold=not node.is_faint, tabular=True))
        painter.drawText(area.adjusted(-6, 0, 6, 0), Qt.AlignmentFlag.AlignCenter, node.text)
        self._paint_texts(painter, node, area)

    def _paint_texts(self, painter: QPainter, node: Node, area: QRectF) -> None:
        """Write the letter, the window and the judgement next to a node."""
        theme = palette.current()
        painter.setFont(style.font(style.CAPTION))
        painter.setPen(theme.secondary)
        is_tight = node.shape is Shape.LEAF and self._layout.leaf + 6 > area.width() + 5
        if node.shape is Shape.LEAF:
            place = QRectF(area.left() - 8, area.top() - 16, 24 if is_tight else 20, 14)
            painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, node.name)
        else:
            self._paint_name(painter, node, area)
        metrics = QFontMetricsF(painter.font())
        if not node.children:
            for text, y in ((node.alpha, area.bottom() + 3), (node.beta, area.bottom() + 17)):
                painter.drawText(QRectF(area.center().x() - 40, y, 80, 15), _CENTRE, text)
        else:
            middle = area.center().y() - (0 if node.parent >= 0 else 12)
            for text, y in ((node.alpha, middle - 15), (node.beta, middle)):
                painter.drawText(QRectF(area.right() + 6, y, metrics.horizontalAdvance(text) + 4, 15), _LEFT, text)
        if node.state is not None:
            painter.setPen(theme.good if node.state is State.RIGHT else theme.accent)
            sign = {State.RIGHT: "✓", State.WRONG: "✗", State.MISSING: tr("missing")}[node.state]
            painter.setFont(style.font(style.CAPTION if node.state is State.MISSING else style.BODY, bold=True))
            if node.children:
                self._paint_beside(painter, node, area, sign)
                return
            below = 32 if node.alpha else 3
            place = QRectF(area.center().x() - 30, area.bottom() + below, 60, 18)
            painter.drawText(place, _CENTRE, sign)

    def _paint_name(self, painter: QPainter, node: Node, area: QRectF) -> None:
        """Write the letter of an inner node: to the left of it, or above it if the window of another node is there."""
        if not self._layout.is_tight or node.parent < 0:
            place = QRectF(area.left() - 32, _name_top(node, area), 26, 16)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, node.name)
            return
        place = QRectF(area.left() - 2, area.top() - 16, 12, 14)
        # Over the edge from the parent.
        painter.fillRect(place, palette.current().ground)
        painter.drawText(place, _CENTRE, node.name)

    def _paint_beside(self, painter: QPainter, node: Node, area: QRectF, sign: str) -> None:
        """Write the judgement of an inner node where no edge leaves: at the right, or next to its name."""
        if node.alpha:
            place = QRectF(area.left() - 84, _name_top(node, area), 60, 16)
            painter.drawText(place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, sign)
        else:
            top = area.center().y() - (8 if node.parent >= 0 else 24)
            painter.drawText(QRectF(area.right() + 8, top, 60, 16), _LEFT, sign)


def _name_top(node: Node, area: QRectF) -> float:
    """Return the top of the name of an inner node. Next to the root, edges leave on both sides below it."""
    return area.center().y() + 2 if node.parent >= 0 else area.top() - 4


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTRE = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter


def _shape_text(shape: Shape) -> str:
    match shape:
        case Shape.MAX:
            return tr("Maximiser")
        case Shape.MIN:
            return tr("Minimiser")
        case Shape.LEAF:
            return tr("Leaf")


def _level_text(shape: Shape) -> str:
    match shape:
        case Shape.MAX:
            return tr("Max level")
        case Shape.MIN:
            return tr("Min level")
        case Shape.LEAF:
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

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the tree out for the new size."""
        super().resizeEvent(event)
        self.canvas.fit(self.viewport().size())

    def _follow(self, node: int) -> None:
        center = self.canvas.center(node).toPoint()
        self.ensureVisible(center.x(), center.y(), 60, 60)
