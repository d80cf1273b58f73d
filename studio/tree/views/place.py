"""The board of the selected node, with the move that led to it and the reply that cut it off."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.core.language import tr
from engine.core.position import Position
from engine.search.visit import Reason
from engine.searchtree.events import EventKind
from engine.searchtree.node import Fate
from studio.board.arrows import Arrow
from studio.board.mini import MiniBoard
from studio.board.sides import side_names
from studio.look import palette, style
from studio.tree.views import texts
from studio.tree.views.fates import colors_of
from studio.tree.views.shown import ShownTree
from studio.widgets.elided import ElidedLabel
from studio.widgets.retranslated import Retranslated


class NodeBoard(Retranslated, QWidget):
    """The position of the selected node. A line of moves that is hovered elsewhere is shown instead.

    Args:
        shown: the shown tree.
        parent: parent widget.
    """

    def __init__(self, shown: ShownTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self._peeked = -1
        self._is_shown = True
        self.caption = ElidedLabel(self)
        style.set_look(self.caption, role="caption")
        self.board = MiniBoard(self, named=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, 4, style.PADDING, 4)
        layout.setSpacing(4)
        layout.addWidget(self.caption)
        layout.addWidget(self.board, 1)
        self.setMinimumWidth(240)
        shown.chosen.connect(lambda _: self.show_node())
        shown.stepped.connect(self._show_step)
        shown.replaced.connect(self.show_node)
        self.follow_changes()

    def peek(self, node: int) -> None:
        """Show another node than the selected one while it is hovered, or the selected one with -1."""
        if node != self._peeked:
            self._peeked = node
            self.show_node()

    def set_updated(self, is_shown: bool) -> None:
        """Set whether the board follows the selection. A fast replay is shown without it."""
        self._is_shown = is_shown
        if is_shown:
            self.show_node()

    def _show_step(self) -> None:
        """Show the move that a step of a replay is about, although the same node may be selected."""
        if self._shown.replay is not None:
            self.show_node()

    def show_node(self) -> None:
        """Show the position of the hovered or else of the selected node."""
        tree = self._shown.tree
        if tree is None or not self._is_shown:
            return
        node = self._peeked if 0 <= self._peeked < len(tree) else self._shown.selected
        if node < 0:
            return
        position = tree.position(node)
        if position is None:
            self.caption.set_whole(tr("The position of this node is unknown."))
            self.board.hide()
            return
        self.board.show()
        before, move = self._last_move(node)
        self.board.show_position(position.game, position, self._arrows(node, before, move), move, before)
        self.caption.set_whole(self._caption(node, position))

    def _last_move(self, node: int) -> tuple[Position | None, int | None]:
        tree = self._shown.tree
        assert tree is not None
        while tree.parent(node) >= 0 and tree.is_same_position(node):
            node = tree.parent(node)
        parent = tree.parent(node)
        if parent < 0:
            return None, None
        move = tree.move(node)
        return (None, None) if move is None else (tree.position(parent), move)

    def _arrows(self, node: int, before: Position | None, move: int | None) -> list[Arrow]:
        """Return an arrow for the move that led to the node, and a dashed one for the reply that decided.

        After a step of a replay, the latter is for the reply that the step is about.
        """
        tree = self._shown.tree
        assert tree is not None
        found = []
        name = tree.facts.algorithm.partition(":")[0]
        if before is not None and move is not None:
            found.append(_arrow(before, move, palette.algorithm_color(name), is_dashed=False))
        reply, color = None, colors_of(Fate.CUT).mark
        replay, event = self._shown.replay, self._shown.last_event
        if replay is not None and event is not None and replay.events.place(event) == node:
            child = replay.events.subject(event)
            reply = child if child != node else None
            color = color if event.kind is EventKind.CUT and event.answer else palette.current().gold
        elif tree.number("reason", node) == Reason.CUTOFF and self._shown.is_known(node):
            reply = tree.best_child(node)
        position = tree.position(node)
        if reply is not None and reply >= 0 and position is not None:
            after = self._last_move(reply)[1]
            if after is not None:
                found.append(_arrow(position, after, color, is_dashed=True))
        return [each for each in found if each is not None]

    def _caption(self, node: int, position: Position) -> str:
        tree = self._shown.tree
        assert tree is not None
        side = tr(side_names(position.game, position)[position.side])
        if tree.parent(node) < 0:
            return tr("Root  ·  {side} to move", side=side)
        move = texts.move_text(tree, node)
        return tr("After {move}  ·  {side} to move", move=move, side=side)

    def retranslate(self) -> None:
        self.board.setAccessibleName(tr("Position of the selected node"))
        self.caption.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.show_node()

    def restyle(self) -> None:
        """Draw the arrows in the colours of the theme in use."""
        self.show_node()


def _arrow(position: Position, move: int, color: object, *, is_dashed: bool) -> Arrow | None:
    """Return the arrow of a move, or None for a move without a cell, such as a pass."""
    shape = position.game.shape(position, move)
    target = shape.target if shape.target is not None else shape.origin
    if target is None:
        return None
    origin = shape.origin if shape.origin is not None else target
    return Arrow(origin, target, color, 0.8, is_dashed=is_dashed)  # type: ignore[arg-type]
