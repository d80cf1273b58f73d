"""The changes that a user makes to a hand-made tree: in its picture and in its text."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from engine.core.errors import KyVienError, NotationError
from engine.core.handmade import HandmadeTree, parse_tree
from engine.teach import editing


class TreeEditor(QObject):
    """The changes. Each one makes another tree, or is refused with a reason. They can be undone.

    Args:
        current: function that returns the tree to change.
        parent: parent of this object.
    """

    changed = Signal(object)
    """Emitted with the tree after a change in the picture."""
    typed = Signal(object)
    """Emitted with the tree that the text describes after a change of the text."""
    refused = Signal(str)
    """Emitted with the reason why a change is not possible."""

    def __init__(self, current: Callable[[], HandmadeTree], parent: QObject) -> None:
        super().__init__(parent)
        self._current = current
        self._earlier: list[HandmadeTree] = []
        self._later: list[HandmadeTree] = []
        self._is_typing = False

    def set_leaf(self, node: int, text: str) -> None:
        """Replace a leaf by a value, or by a tree."""
        word = text.strip().replace("−", "-")
        self._change(lambda tree: parse_tree(tree.text(replaced={node: word})))

    def reorder(self, node: int, order: Sequence[int]) -> None:
        """Put the children of a node in another order."""
        self._change(lambda tree: editing.with_order(tree, node, list(order)))

    def add_child(self, node: int) -> None:
        """Add a child to a node."""
        self._change(lambda tree: editing.with_child(tree, node))

    def remove(self, node: int) -> None:
        """Remove a node with all nodes below it."""
        self._change(lambda tree: editing.without(tree, node))

    def read(self, text: str) -> None:
        """Read the text of a tree. The letters typed one after the other are undone together."""
        try:
            tree = _searchable(parse_tree(text))
        except KyVienError as error:
            self.refused.emit(str(error))
            return
        if tree != self._current():
            self._keep(is_typing=True)
        self.typed.emit(tree)

    # --- undo ---------------------------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._earlier)

    @property
    def can_redo(self) -> bool:
        """Whether there is a change that was undone."""
        return bool(self._later)

    def step(self, by: int) -> None:
        """Undo the last change if ``by`` is negative, or else make it again."""
        taken, kept = (self._earlier, self._later) if by < 0 else (self._later, self._earlier)
        if taken:
            kept.append(self._current())
            self._is_typing = False
            self.changed.emit(taken.pop())

    def forget(self) -> None:
        """Forget the changes, because another tree is shown."""
        self._earlier.clear()
        self._later.clear()
        self._is_typing = False

    def _keep(self, *, is_typing: bool = False) -> None:
        """Keep the tree before a change."""
        if not (is_typing and self._is_typing):
            self._earlier.append(self._current())
        self._is_typing = is_typing
        self._later.clear()

    def _change(self, make: Callable[[HandmadeTree], HandmadeTree]) -> None:
        try:
            tree = _searchable(make(self._current()))
        except KyVienError as error:
            self.refused.emit(str(error))
            return
        if tree != self._current():
            self._keep()
        self.changed.emit(tree)


def _searchable(tree: HandmadeTree) -> HandmadeTree:
    """Return the tree.

    Raises:
        NotationError: if it is a single leaf.
    """
    if not tree.children[0]:
        raise NotationError("a search needs a tree with at least one move, such as (3 12 8)")
    return tree
