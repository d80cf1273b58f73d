"""The position of a node, with the move that led to it and the reply that cut it off."""

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from engine.core.language import tr
from engine.core.position import Position
from engine.core.score import WIN, Score
from engine.search.visit import Reason
from engine.searchtree.events import EventKind
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from studio.board.arrows import Arrow
from studio.board.mini import MiniBoard
from studio.board.sides import side_names
from studio.document.values import algorithm_title
from studio.look import palette, style
from studio.tree.views import texts
from studio.tree.views.fates import colors_of
from studio.tree.views.shown import ShownTree
from studio.widgets.elided import ElidedLabel
from studio.widgets.evaluation_bar import BarScore
from studio.widgets.retranslated import Retranslated

LEAST_WIDTH = 200
"""Minimum width of the small board in px."""


@dataclass(frozen=True, slots=True)
class NodeOnBoard:
    """What a board shows for a node.

    Attributes:
        node: the node.
        position, move, before: its position, the move that led to it and the position before, or None.
        arrows: an arrow for that move, and a dashed one for the reply that decided.
        score: its value if it is exact and known, or None.
        caption: the move and the side to move.
    """

    node: int
    position: Position
    move: int | None
    before: Position | None
    arrows: list[Arrow]
    score: BarScore | None
    caption: str


def place_node(shown: ShownTree, node: int) -> NodeOnBoard | None:
    """Return what a board shows for a node of the shown tree, or None if its position is unknown."""
    tree = shown.tree
    position = tree.position(node) if tree is not None else None
    if tree is None or position is None:
        return None
    before, move = _last_move(tree, node)
    arrows, score = _arrows(shown, node, before, move), _score(shown, node, position)
    return NodeOnBoard(node, position, move, before, arrows, score, _caption(tree, node, position))


class NodeBoard(Retranslated, QWidget):
    """The position of the selected node. That of a node that is hovered elsewhere is shown instead.

    It is shown on a small board, or on that of the record.

    Args:
        shown: the shown tree.
        parent: parent widget.

    Attributes:
        board: the small board.
        caption: what is written above it.
        is_shared: whether the board of the record shows the position.
    """

    placed = Signal(object)
    """Emitted with the ``NodeOnBoard`` that the board of the record shows, or None for the position at the cursor."""

    def __init__(self, shown: ShownTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = shown
        self._peeked = -1
        self._is_shown = True
        self.is_shared = self._is_left = False
        self.caption = ElidedLabel(self)
        style.set_look(self.caption, role="caption")
        self.board = MiniBoard(self, named=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, 4, style.PADDING, 4)
        layout.setSpacing(4)
        layout.addWidget(self.caption)
        layout.addWidget(self.board, 1)
        self.setMinimumWidth(LEAST_WIDTH)
        shown.chosen.connect(lambda _: self._show_selected())
        shown.stepped.connect(self._show_step)
        shown.replaced.connect(self._show_selected)
        self.follow_changes()

    def set_shared(self, is_shared: bool) -> None:
        """Set whether the board of the record shows the position."""
        self.is_shared = is_shared
        self.setVisible(not is_shared)

    def leave(self) -> None:
        """Leave the board of the record to the position at the cursor, until a node is selected or hovered."""
        self._is_left = True

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
            self._show_selected()

    def _show_selected(self) -> None:
        self._is_left = False
        self.show_node()

    def show_node(self) -> None:
        """Show the position of the hovered or else of the selected node."""
        tree = self._shown.tree
        if not self._is_shown:
            return
        is_peeked = tree is not None and 0 <= self._peeked < len(tree)
        node = self._peeked if is_peeked else self._shown.selected
        placed = place_node(self._shown, node) if node >= 0 else None
        if node >= 0:
            self.caption.set_whole(tr("The position of this node is unknown.") if placed is None else placed.caption)
        if self.is_shared:
            self.placed.emit(None if self._is_left and not is_peeked else placed)
        elif placed is not None:
            self.board.show_position(placed.position.game, placed.position, placed.arrows, placed.move, placed.before)
        self.board.setVisible(placed is not None)

    def retranslate(self) -> None:
        self.board.setAccessibleName(tr("Position of the selected node"))
        self.caption.setAlignment(Qt.AlignmentFlag.AlignLeft)
        self.show_node()

    def restyle(self) -> None:
        """Draw the arrows in the colours of the theme in use."""
        self.show_node()


def _last_move(tree: SearchTree, node: int) -> tuple[Position | None, int | None]:
    while tree.parent(node) >= 0 and tree.is_same_position(node):
        node = tree.parent(node)
    parent = tree.parent(node)
    if parent < 0:
        return None, None
    move = tree.move(node)
    return (None, None) if move is None else (tree.position(parent), move)


def _arrows(shown: ShownTree, node: int, before: Position | None, move: int | None) -> list[Arrow]:
    """Return an arrow for the move that led to the node, and a dashed one for the reply that decided.

    After a step of a replay, the latter is for the reply that the step is about.
    """
    tree = shown.tree
    assert tree is not None
    found = []
    name = tree.facts.algorithm.partition(":")[0]
    if before is not None and move is not None:
        found.append(_arrow(before, move, palette.algorithm_color(name), is_dashed=False))
    reply, color = None, colors_of(Fate.CUT).mark
    replay, event = shown.replay, shown.last_event
    if replay is not None and event is not None and replay.events.place(event) == node:
        child = replay.events.subject(event)
        reply = child if child != node else None
        color = color if event.kind is EventKind.CUT and event.answer else palette.current().gold
    elif tree.number("reason", node) == Reason.CUTOFF and shown.is_known(node):
        reply = tree.best_child(node)
    position = tree.position(node)
    if reply is not None and reply >= 0 and position is not None:
        after = _last_move(tree, reply)[1]
        if after is not None:
            found.append(_arrow(position, after, color, is_dashed=True))
    return [each for each in found if each is not None]


def _caption(tree: SearchTree, node: int, position: Position) -> str:
    side = tr(side_names(position.game, position)[position.side])
    if tree.parent(node) < 0:
        return tr("Root  ·  {side} to move", side=side)
    move = texts.move_text(tree, node)
    return tr("After {move}  ·  {side} to move", move=move, side=side)


def _score(shown: ShownTree, node: int, position: Position) -> BarScore | None:
    """Return the value of a node for the evaluation bar, or None if it is not exact or not yet known."""
    tree = shown.tree
    assert tree is not None
    facts = tree.facts
    if facts.kind != "windows" or not shown.is_known(node) or texts.bound_of(tree, node, shown.view) != "exact":
        return None
    value, name = tree.number("value", node), facts.algorithm.partition(":")[0]
    if abs(value) >= WIN:
        return None
    score, sides = Score(value, position.turn), side_names(position.game, position)
    color = palette.algorithm_color(name)
    return BarScore(score, algorithm_title(name), color, position.turn, sides, facts.game, facts.evaluation)


def _arrow(position: Position, move: int, color: object, *, is_dashed: bool) -> Arrow | None:
    """Return the arrow of a move, or None for a move without a cell, such as a pass."""
    shape = position.game.shape(position, move)
    target = shape.target if shape.target is not None else shape.origin
    if target is None:
        return None
    origin = shape.origin if shape.origin is not None else target
    return Arrow(origin, target, color, 0.8, is_dashed=is_dashed)  # type: ignore[arg-type]
