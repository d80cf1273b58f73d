"""The window strip: the replies of a node in the order tried, their values, and the window as it narrows."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.language import tr
from engine.picture.colors import Theme, theme_named
from engine.picture.fates import SIGNS
from engine.picture.scene import Item, Layer, Measure, Path, Pen, Scene, Text
from engine.picture.svg import text_width
from engine.picture.window import BOTTOM, LEFT, TOP, WIDEST_SLOT, LegendKind, WindowPlan, head_items, window_items
from engine.search.visit import Reason
from engine.searchtree.export.strip import bound_for, node_of_strip, replies_of, scale_of_strip, strip_of
from studio.look import foreign, palette, style
from studio.tree.views import texts
from studio.tree.views.shown import PINNED, ShownTree
from studio.widgets.retranslated import Retranslated
from studio.widgets.scene import measure, paint

CLOSED = 28
"""Height of the closed strip in px."""


@dataclass(frozen=True, slots=True)
class _Part:
    """The diagram of one node.

    Attributes:
        node: the node whose replies are shown.
        left: left edge in px.
        width: width in px.
        scale: the least and the greatest value.
        name: letter before the caption, or an empty string.
    """

    node: int
    left: float
    width: float
    scale: tuple[float, float]
    name: str = ""


class StripPicture:
    """The picture of the replies of the selected node, or of those of its parent if it has none.

    Next to them are those of the pinned node, on the same scale if the values are for the same side.

    Args:
        shown: the shown tree, whose search has windows, with a selected node.
        width, height: size in px.
        look: the theme.
        measure: function that returns the width of a text.
        hovered: the reply under the pointer, or -1.
    """

    def __init__(
        self, shown: ShownTree, width: float, height: float, look: Theme, measure: Measure = text_width,
        hovered: int = -1,
    ) -> None:  # fmt: skip
        assert shown.tree is not None
        self._shown, self._tree, self._height, self._look = shown, shown.tree, height, look
        self._measure, self._hovered = measure, hovered
        tree = self._tree
        self.node = node = node_of_strip(tree, max(0, shown.selected))
        other = node_of_strip(tree, shown.pinned) if shown.pinned >= 0 else node
        scale, its_scale = self._scale(node), self._scale(other)
        if other == node:
            self._parts = [_Part(node, 0, width, scale)]
        else:
            if self._side(node) == self._side(other):
                scale = its_scale = (min(scale[0], its_scale[0]), max(scale[1], its_scale[1]))
            half = width // 2
            self._parts = [
                _Part(node, 0, half, scale, "A"),
                _Part(other, half, half, its_scale, PINNED),
            ]
        self.places: list[tuple[int, float]] = []
        """The replies whose values are shown, with the horizontal place of each in px."""
        self.scene = Scene(width, height, self._items(), ground=look.ground)

    def _scale(self, node: int) -> tuple[float, float]:
        return scale_of_strip(self._tree, node, texts.sign(self._tree, node, self._shown.view))

    def _side(self, node: int) -> int:
        """Return the side for which the values at a node are shown, 0 or 1."""
        side = self._tree.side(node)
        return side if texts.sign(self._tree, node, self._shown.view) > 0 else 1 - side

    def _items(self) -> list[Item]:
        made: list[Item] = [Layer(self._part(part), x=part.left) for part in self._parts]
        if len(self._parts) > 1:
            x = self._parts[1].left
            made.append(Path(((x, 6), (x, self._height - 6)), Pen(self._look.line)))
        return made

    def _part(self, part: _Part) -> list[Item]:
        shown, tree, look, node = self._shown, self._tree, self._look, part.node
        legend: list[tuple[LegendKind, str]] = [
            ("hatch", tr("not looked at")), ("window", tr("window")), ("most", tr("at most")),
            ("least", tr("at least")), ("exact", tr("exact")),
        ]  # fmt: skip
        made = head_items(self.caption(part), legend, part.width, look, self._measure)
        moves, sign = replies_of(tree, node), texts.sign(tree, node, shown.view)
        if self._height < TOP + BOTTOM + 24:
            return made
        if not moves or not shown.is_reached(node):
            words = tr("This node looked at no reply.") if shown.is_reached(node) else texts.open_text(False)
            return [*made, Text(LEFT, TOP + 8, words, style.BODY, look.secondary, "start")]
        label, best = "", tree.best_child(node) if shown.is_known(node) else None
        if best is not None:
            word = tr("cut") if tree.number("reason", node) == Reason.CUTOFF else tr("best")
            label = f"{texts.move_text(tree, best)} {self.value(best)}: {word}"
        strip = strip_of(
            tree, node, sign, chosen=shown.selected, pinned=shown.pinned, hovered=self._hovered, label=label,
            is_known=shown.is_known,
        )  # fmt: skip
        plan = WindowPlan(strip, part.scale, part.width, self._height)
        self.places += [
            (child, part.left + x)
            for child, reply, x in zip(moves, strip.replies, plan.middles, strict=True) if reply.is_known
        ]  # fmt: skip
        decimals = tree.facts.decimals
        return made + window_items(plan, lambda value: texts.number_text(value, decimals), look, self._measure)

    def caption(self, part: _Part | None = None) -> str:
        """Return the text above the first diagram, or above another one."""
        part = part or self._parts[0]
        caption = tr("Replies in the order tried")
        if self._tree.parent(part.node) >= 0:
            caption = tr("Moves after {move}, in the order tried", move=texts.move_text(self._tree, part.node))
        return f"{part.name}  {caption}" if part.name else caption

    def value(self, child: int) -> str:
        """Return the value of a reply as text, for the side for which the values at its parent are shown."""
        tree, parent = self._tree, self._tree.parent(child)
        sign = texts.sign(tree, parent, self._shown.view)
        value = texts.number_text(-sign * tree.number("value", child), tree.facts.decimals)
        return f"{SIGNS[bound_for(tree, child, -sign)]}{value}"


class WindowStrip(Retranslated, QWidget):
    """The picture of the replies of the selected node. A click selects a reply.

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
        self._picture: StripPicture | None = None
        self.setMouseTracking(True)
        self.setMinimumHeight(CLOSED)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        for signal in (shown.chosen, shown.replaced, shown.view_changed, shown.stepped, shown.pinned_changed):
            signal.connect(self.update)
        self.follow_changes()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the diagram of the selected node, and to the right of it that of the pinned one."""
        painter, look, tree = QPainter(self), theme_named(palette.current().name), self._shown.tree
        painter.fillRect(self.rect(), palette.current().ground)
        self._picture = None
        if tree is None or self._shown.selected < 0:
            return
        if tree.facts.kind != "windows":
            paint(
                painter, [Text(LEFT, TOP + 8, tr("This search has no windows."), style.BODY, look.secondary, "start")]
            )
            return
        self._picture = StripPicture(self._shown, self.width(), self.height(), look, measure, self._hovered)
        paint(painter, self._picture.scene.items)

    # --- mouse --------------------------------------------------------------------------------------------------------

    def reply_at(self, x: float) -> int:
        """Return the reply whose slot contains a horizontal position, or -1."""
        places = self._picture.places if self._picture is not None else []
        node, place = min(places, key=lambda each: abs(each[1] - x), default=(-1, 0.0))
        return node if abs(place - x) <= WIDEST_SLOT else -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the reply under the pointer."""
        node = self.reply_at(event.position().x()) if event.position().y() > TOP else -1
        if node != self._hovered:
            self._hovered = node
            tree, tip = self._shown.tree, ""
            if tree is not None and self._picture is not None and node >= 0:
                tip = f"{texts.move_text(tree, node)}  {self._picture.value(node)}"
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
