"""The window strip: the replies of a node in the order tried, their values, and the window as it narrows."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.language import tr
from engine.picture.window import BOTTOM, LEFT, LETTER, RIGHT, TOP, WIDEST_SLOT, Strip, axis_values, slots
from engine.search.visit import Reason
from engine.searchtree.export.strip import bound_for, node_of_strip, replies_of, scale_of_strip, strip_of
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from studio.look import foreign, palette, style
from studio.tree.views import texts
from studio.tree.views.fates import draw_fate, draw_leaf, hatch
from studio.tree.views.shown import PINNED, ShownTree
from studio.tree.views.texts import Bound
from studio.widgets.retranslated import Retranslated

CLOSED = 28
"""Height of the closed strip in px."""


BOUNDS = {"exact": Bound.EXACT, "least": Bound.LEAST, "most": Bound.MOST, "none": Bound.NONE}


@dataclass(frozen=True, slots=True)
class _Part:
    """The diagram of one node.

    Attributes:
        node: the node whose replies are shown.
        about: the selected or pinned node, which is ``node`` or one of its replies.
        left: left edge in px.
        width: width in px.
        name: letter before the caption, or an empty string.
    """

    node: int
    about: int
    left: int
    width: int
    name: str = ""


@dataclass(frozen=True, slots=True)
class _Reply:
    """A reply: its node, the centre of its slot, and its value for the side for which values are shown."""

    node: int
    x: float
    value: int


class WindowStrip(Retranslated, QWidget):
    """The replies of the selected node, or those of its parent if it has none. A click selects a reply.

    Next to them are those of the pinned node, on the same scale if the values are for the same side.

    Args:
        shown: the shown tree.
        parent: parent widget.
    """

    hovered = Signal(int)
    """Emitted with the reply under the pointer, or -1."""

    def __init__(self, shown: ShownTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self._hovered = -1
        self._replies: list[_Reply] = []
        self.node = -1
        self.setMouseTracking(True)
        self.setMinimumHeight(CLOSED)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for signal in (shown.chosen, shown.replaced, shown.view_changed, shown.stepped, shown.pinned_changed):
            signal.connect(self.update)
        self.follow_changes()

    # --- painting -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the diagram of the selected node, and to the right of it that of the pinned one."""
        painter = QPainter(self)
        look, tree = palette.current(), self._shown.tree
        painter.fillRect(self.rect(), look.ground)
        self._replies = []
        if tree is None or self._shown.selected < 0:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if tree.facts.kind != "windows":
            painter.setPen(look.secondary)
            painter.setFont(style.font(style.BODY))
            painter.drawText(QRectF(LEFT, TOP, self.width() - LEFT - RIGHT, 40), tr("This search has no windows."))
            return
        self.node = node = node_of_strip(tree, self._shown.selected)
        pinned = self._shown.pinned
        other = node_of_strip(tree, pinned) if pinned >= 0 else node
        scale = self._scale(tree, node)
        if other == node:
            self._draw_part(painter, tree, _Part(node, self._shown.selected, 0, self.width()), scale)
            return
        half = self.width() // 2
        parts = (_Part(node, self._shown.selected, 0, half, "A"), _Part(other, pinned, half, half, PINNED))
        other_scale = self._scale(tree, other)
        if self._side_shown(tree, node) == self._side_shown(tree, other):
            low, high = min(scale[0], other_scale[0]), max(scale[1], other_scale[1])
            scale = other_scale = (low, high)
        for part, its_scale in zip(parts, (scale, other_scale), strict=True):
            painter.save()
            painter.translate(part.left, 0)
            painter.setClipRect(QRectF(0, 0, part.width, self.height()))
            self._draw_part(painter, tree, part, its_scale)
            painter.restore()
        painter.setPen(look.line)
        painter.drawLine(half, 6, half, self.height() - 6)

    def _scale(self, tree: SearchTree, node: int) -> tuple[float, float]:
        return scale_of_strip(tree, node, texts.sign(tree, node, self._shown.view))

    def _side_shown(self, tree: SearchTree, node: int) -> int:
        """Return the side for which the values at a node are shown, 0 or 1."""
        side = tree.side(node)
        return side if texts.sign(tree, node, self._shown.view) > 0 else 1 - side

    def _draw_part(self, painter: QPainter, tree: SearchTree, part: _Part, scale: tuple[float, float]) -> None:
        """Draw the diagram of one node. The painter's origin is its left edge."""
        look, node, (low, high) = palette.current(), part.node, scale
        self._draw_head(painter, tree, part)
        moves, sign = replies_of(tree, node), texts.sign(tree, node, self._shown.view)
        if self.height() < TOP + BOTTOM + 24:
            return
        if not moves or not self._shown.is_reached(node):
            text = tr("This node looked at no reply.") if self._shown.is_reached(node) else texts.open_text(False)
            painter.setPen(look.secondary)
            painter.setFont(style.font(style.BODY))
            painter.drawText(QRectF(LEFT, TOP, part.width - LEFT - RIGHT, 40), text)
            return
        strip = strip_of(tree, node, sign, is_known=self._shown.is_known)
        ghosts = strip.never_tried
        edges = slots(part.width, len(moves), ghosts)
        bottom = float(self.height() - BOTTOM)

        def y_of(value: float) -> float:
            share = (value - low) / (high - low)
            return bottom - max(0.0, min(1.0, share)) * (bottom - TOP)

        self._draw_window(painter, strip, edges, y_of, part.width)
        self._draw_axis(painter, tree, scale, y_of, len(moves), ghosts, edges, part.width)
        if ghosts:
            end = min(edges[-1] + max(16.0, (edges[-1] - edges[-2]) * ghosts), float(part.width - RIGHT))
            _hatch(painter, QRectF(edges[-1], TOP, end - edges[-1], bottom - TOP))
        replies = []
        for place, (child, reply) in enumerate(zip(moves, strip.replies, strict=True)):
            x = (edges[place] + edges[place + 1]) / 2
            if not reply.is_known:
                continue
            replies.append(_Reply(child, x, reply.value))
            radius = min(4.0, max(2.0, (edges[place + 1] - edges[place]) / 2))
            at = QPointF(x, y_of(reply.value))
            if tree.fate(child) is Fate.LEAF:
                draw_leaf(painter, at, radius)
            else:
                draw_fate(painter, at, radius, tree.fate(child), BOUNDS[reply.bound])
        self._draw_rings(painter, tree, part, replies, y_of)
        self._replies += [_Reply(each.node, each.x + part.left, each.value) for each in replies]

    def _value_text(self, tree: SearchTree, node: int, child: int) -> str:
        sign = texts.sign(tree, node, self._shown.view)
        value = texts.number_text(-sign * tree.number("value", child), tree.facts.decimals)
        return f"{BOUNDS[bound_for(tree, child, -sign)].value} {value}".strip()

    def _draw_window(
        self,
        painter: QPainter,
        strip: Strip,
        edges: list[float],
        y_of: Callable[[float], float],
        width: int,
    ) -> None:
        """Draw the window as an area, and both bounds as lines."""
        look = palette.current()

        def height(value: int | None, is_lower: bool) -> float:
            return float(y_of(value if value is not None else (-1e12 if is_lower else 1e12)))

        floors, limit = [height(each, strip.is_own) for each in strip.floors], height(strip.limit, not strip.is_own)
        step = QPolygonF()
        for place, floor in enumerate(floors[:-1]):
            step.append(QPointF(edges[place], floor))
            step.append(QPointF(edges[place + 1], floor))
        step.append(QPointF(edges[-1], floors[-1]))
        area = QPolygonF(step)
        area.append(QPointF(edges[-1], limit))
        area.append(QPointF(edges[0], limit))
        fill = QColor(look.chosen)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawPolygon(area)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # Alpha is the lower bound for the side for which values are shown.
        own = strip.is_own
        painter.setPen(QPen(look.accent if own else look.secondary, 1.5))
        painter.drawPolyline(step)
        painter.setPen(QPen(look.secondary if own else look.accent, 1.5))
        if strip.limit is not None:
            painter.drawLine(QPointF(edges[0], limit), QPointF(width - RIGHT, limit))
        painter.setFont(style.font(style.CAPTION))
        named = [(strip.floors[-1], floors[-1], look.accent, "α"), (strip.limit, limit, look.secondary, "β")]
        if not own:
            named = [(strip.limit, limit, look.accent, "α"), (strip.floors[-1], floors[-1], look.secondary, "β")]
        # Two names at one height stand side by side.
        shift = LETTER if abs(named[0][1] - named[1][1]) < 12 else 0
        for place, (value, y, color, name) in enumerate(named):
            if value is not None:
                painter.setPen(color)
                painter.drawText(QPointF(width - RIGHT + 6 + place * shift, y + 4), name)

    def _draw_axis(
        self,
        painter: QPainter,
        tree: SearchTree,
        ends: tuple[float, float],
        y_of: Callable[[float], float],
        count: int,
        ghosts: int,
        edges: list[float],
        width: int,
    ) -> None:
        look = palette.current()
        painter.setFont(style.font(style.CAPTION, tabular=True))
        painter.setPen(look.secondary)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for value in axis_values(ends):
            text = texts.number_text(value, tree.facts.decimals)
            painter.drawText(QRectF(0, y_of(value) - 8, LEFT - 8, 16), right, text)
        base = self.height() - BOTTOM + 4
        painter.drawText(QRectF(edges[0] - 8, base, 24, 16), Qt.AlignmentFlag.AlignLeft, "1")
        if count > 1:
            at = QRectF(edges[-1] - 40, base, 40, 16)
            painter.drawText(at, Qt.AlignmentFlag.AlignRight, str(count))
        if ghosts:
            painter.drawText(QRectF(width - 80, base, 80 - RIGHT, 16), Qt.AlignmentFlag.AlignRight, str(count + ghosts))

    def _draw_rings(
        self, painter: QPainter, tree: SearchTree, part: _Part, replies: list[_Reply], y_of: Callable[[float], float]
    ) -> None:
        """Mark the reply that cut, the best one, the selected one, the pinned one and the one under the pointer."""
        look, node = palette.current(), part.node
        best = tree.best_child(node) if self._shown.is_known(node) else None
        cut = tree.number("reason", node) == Reason.CUTOFF
        painter.setBrush(Qt.BrushStyle.NoBrush)
        metrics = QFontMetricsF(style.font(style.CAPTION))
        for reply in replies:
            at = QPointF(reply.x, y_of(reply.value))
            if reply.node == self._shown.pinned:
                painter.setPen(QPen(look.accent, 2))
                painter.drawEllipse(at, 9, 9)
            if reply.node in (best, self._shown.selected):
                painter.setPen(QPen(look.gold, 2))
                painter.drawEllipse(at, 7, 7)
            if reply.node == self._hovered:
                painter.setPen(QPen(look.text, 1))
                painter.drawEllipse(at, 6, 6)
            if reply.node == best:
                name = texts.move_text(tree, reply.node)
                value = self._value_text(tree, node, reply.node)
                text = f"{name} {value}: {tr('cut') if cut else tr('best')}"
                width = metrics.horizontalAdvance(text)
                left = reply.x - width / 2 if reply.x - width / 2 > LEFT else reply.x + 12
                left = min(left, part.width - RIGHT - width)
                above = at.y() - 11 if at.y() - 26 > TOP else at.y() + 20
                painter.setFont(style.font(style.CAPTION))
                # Over the marks of other replies, which would cross the words out.
                ground = QColor(look.ground)
                ground.setAlphaF(0.85)
                painter.fillRect(QRectF(left - 3, above - metrics.ascent(), width + 6, metrics.height()), ground)
                painter.setPen(look.text)
                painter.drawText(QPointF(left, above), text)

    def _draw_head(self, painter: QPainter, tree: SearchTree, part: _Part) -> None:
        """Draw the caption and the legend."""
        look, node = palette.current(), part.node
        painter.setFont(style.font(style.CAPTION))
        metrics = QFontMetricsF(painter.font())
        painter.setPen(look.secondary)
        caption = tr("Replies in the order tried")
        if node != part.about or part.name:
            caption = tr("Moves after {move}, in the order tried", move=texts.move_text(tree, node))
        caption = f"{part.name}  {caption}" if part.name else caption
        painter.drawText(QPointF(style.PADDING, 18), caption)
        left = part.width - style.PADDING - 0.0
        start = style.PADDING + metrics.horizontalAdvance(caption) + 24
        entries = [
            ("hatch", tr("not looked at")), ("window", tr("window")), ("most", tr("at most")),
            ("least", tr("at least")), ("exact", tr("exact")),
        ]  # fmt: skip
        for kind, words in entries:
            width = metrics.horizontalAdvance(words)
            left -= width + 22
            if left < start:
                break
            at = QPointF(left + 6, 14)
            if kind == "hatch":
                _hatch(painter, QRectF(left, 9, 12, 10))
            elif kind == "window":
                painter.fillRect(QRectF(left, 9, 12, 10), look.chosen)
            else:
                bound = {"most": Bound.MOST, "least": Bound.LEAST, "exact": Bound.EXACT}[kind]
                fate = {"most": Fate.LOW, "least": Fate.CUT, "exact": Fate.EXACT}[kind]
                draw_fate(painter, at, 4, fate, bound)
            painter.setPen(look.secondary)
            painter.drawText(QPointF(left + 17, 18), words)
            left -= 10

    # --- mouse --------------------------------------------------------------------------------------------------------

    def reply_at(self, x: float) -> int:
        """Return the reply whose slot contains a horizontal position, or -1."""
        if not self._replies:
            return -1
        best = min(self._replies, key=lambda each: abs(each.x - x))
        return best.node if abs(best.x - x) <= WIDEST_SLOT else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the reply under the pointer."""
        node = self.reply_at(event.position().x()) if event.position().y() > TOP else -1
        if node != self._hovered:
            self._hovered = node
            tree = self._shown.tree
            tip = ""
            if tree is not None and node >= 0:
                tip = f"{texts.move_text(tree, node)}  {self._value_text(tree, tree.parent(node), node)}"
            self.setToolTip(foreign.tool_tip(tip))
            self.hovered.emit(node)
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the reply under the pointer. The middle button pins it."""
        node = self.reply_at(event.position().x()) if event.position().y() > TOP else -1
        if node >= 0 and event.button() == Qt.MouseButton.MiddleButton:
            self._shown.toggle_pin(node)
        if node >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self._shown.choose(node)

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the mark of the reply under the pointer."""
        self._hovered = -1
        self.hovered.emit(-1)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a size with room for the diagram."""
        return QSize(400, 150)

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Window of the selected node"))
        self.setAccessibleDescription(tr("The values of its replies in the order tried, and alpha and beta."))
        self.update()

    def restyle(self) -> None:
        """Draw the diagram in the colours of the theme in use."""
        self.update()


def _hatch(painter: QPainter, rect: QRectF) -> None:
    """Draw slanted lines."""
    painter.save()
    painter.setClipRect(rect)
    painter.setPen(QPen(hatch().darker(112) if not palette.current().is_dark else hatch().lighter(130), 1))
    x = rect.left() - rect.height()
    while x < rect.right():
        painter.drawLine(QPointF(x, rect.bottom()), QPointF(x + rect.height(), rect.top()))
        x += 6.5
    painter.restore()
