"""Changes of a hand-made tree. Each returns another tree, in which the nodes have other numbers."""

from collections.abc import Sequence

from engine.core.errors import OptionError
from engine.core.handmade import HandmadeTree, parse_tree


def with_child(tree: HandmadeTree, node: int, value: int = 0) -> HandmadeTree:
    """Return the tree with one more child of a node: a leaf, on the right of the others.

    A leaf gets its own value as its first child, and the new leaf as its second.

    Raises:
        NotationError: if the tree has the maximum number of nodes, or the value is out of range.
    """
    if tree.children[node]:
        changed = f"{tree.text(node)[:-1]} {value})"
    else:
        changed = f"({tree.values[node]} {value})"
    return parse_tree(tree.text(replaced={node: changed}))


def without(tree: HandmadeTree, node: int) -> HandmadeTree:
    """Return the tree without a node and those below it. A node that loses its only child is a leaf with the value 0.

    Raises:
        OptionError: for the root.
    """
    parent = tree.parents[node]
    if parent < 0:
        raise OptionError("the root cannot be removed")
    others = tuple(child for child in tree.children[parent] if child != node)
    if not others:
        return parse_tree(tree.text(replaced={parent: str(tree.values[parent])}))
    return parse_tree(tree.text(order={parent: others}))


def with_order(tree: HandmadeTree, node: int, order: Sequence[int]) -> HandmadeTree:
    """Return the tree with the children of a node in another order.

    Raises:
        OptionError: if ``order`` does not contain every child once.
    """
    if sorted(order) != sorted(tree.children[node]):
        raise OptionError("the children of a node are missing or occur twice")
    return parse_tree(tree.text(order={node: tuple(order)}))
