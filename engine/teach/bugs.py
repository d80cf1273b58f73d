"""Faulty searches: negamax, with or without alpha-beta, with one planted fault, and the steps that it takes in a tree.

The faults are those that a program checker for students' searches must find. Each is one changed line.
"""

from collections.abc import Mapping

from engine.core.handmade import HandmadeTree
from engine.core.language import mark
from engine.core.score import INFINITY
from engine.core.values import Value

BUGS: Mapping[str, str] = {
    "terminal": mark("The search does not notice that a leaf above the last ply ends the line: it has no "
                     "children, so it gets −∞ or +∞."),
    "depth": mark("The search ends one ply too early and uses 0 as the value of the nodes there."),
    "zero": mark("The best value starts at 0 instead of −∞, so that a node in which every value is worse gets 0."),
    "window": mark("The window is passed to the children without exchanging and negating its bounds."),
    "sign": mark("The value of a child is used without changing its sign: both sides maximise."),
    "early": mark("A node is left one too early: also if its value is still 1 away from the bound."),
    "never": mark("A node is never left before all its children were searched."),
    "alpha": mark("Alpha is not raised when a better child was found."),
    "passed": mark("Alpha is not passed to the children, which are searched without this bound."),
}  # fmt: skip
"""The faults by name, with an English description that is translated for display."""
OF_NEGAMAX = ("terminal", "depth", "zero", "sign")
"""The faults that a search without windows can have."""


class SearchStep(Value):
    """One step of a search: it comes to a node, or leaves it.

    Attributes:
        node: the node.
        enters: whether the search comes to the node.
        alpha, beta: the window with which it comes, for the maximiser, or 0 if the search has no windows.
        value: the value with which it leaves, for the maximiser, or 0 if it comes.
    """

    node: int
    enters: bool
    alpha: int = 0
    beta: int = 0
    value: int = 0


def steps(tree: HandmadeTree, bug: str = "", *, prunes: bool = True) -> tuple[SearchStep, ...]:
    """Return the steps of negamax.

    Args:
        tree: the tree.
        bug: a fault of ``BUGS``, or an empty string for a search without a fault.
        prunes: whether it is negamax with alpha-beta. Otherwise it has no windows and visits every node.
    """
    return _Search(tree, bug, prunes).found


class _Search:
    """The search, whose windows and values are for the side to move."""

    def __init__(self, tree: HandmadeTree, bug: str, prunes: bool) -> None:
        self.tree, self.bug, self.prunes = tree, bug, prunes
        self.steps: list[SearchStep] = []
        self.search(0, tree.depth - (bug == "depth"), -INFINITY, INFINITY)
        self.found = tuple(self.steps)

    def search(self, node: int, depth: int, alpha: int, beta: int) -> int:
        sign = -1 if self.tree.depths[node] % 2 else 1
        low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
        self.steps.append(SearchStep(node, True, low, high) if self.prunes else SearchStep(node, True))
        value = self.value(node, depth, alpha, beta, sign)
        self.steps.append(SearchStep(node, False, value=sign * value))
        return value

    def value(self, node: int, depth: int, alpha: int, beta: int, sign: int) -> int:
        children = self.tree.children[node]
        if depth == 0 or (not children and self.bug != "terminal"):
            return sign * self.tree.values[node]
        best = 0 if self.bug == "zero" else -INFINITY
        floor = alpha
        for child in children:
            low, high = -beta, -floor
            if self.bug == "window":
                low, high = floor, beta
            elif self.bug == "passed":
                high = INFINITY
            value = self.search(child, depth - 1, low, high)
            best = max(best, value if self.bug == "sign" else -value)
            if self.bug != "alpha":
                floor = max(floor, best)
            if self.prunes and best >= beta - (self.bug == "early") and self.bug != "never":
                break
        return best


def first_fault(tree: HandmadeTree, bug: str, *, prunes: bool = True) -> int | None:
    """Return the node of the first step that differs from the search without a fault, or None if no step differs.

    It is the node that the search with the bug comes to or leaves in this step. ``prunes`` is as for ``steps``.
    """
    for right, wrong in zip(steps(tree, prunes=prunes), steps(tree, bug, prunes=prunes), strict=False):
        if right != wrong:
            return wrong.node
    return None
