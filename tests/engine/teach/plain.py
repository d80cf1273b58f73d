"""Minimax and alpha-beta written on nested lists, as in a textbook: the oracle of the exercises."""

import math
import re
from collections.abc import Iterator
from typing import Any

Nested = Any
"""A number, or a list of trees."""


def nested(text: str) -> Nested:
    """A tree as nested lists, read by Python instead of by the engine."""
    plain = re.sub(r"-?\d+:", "", text)  # without static values
    return eval(plain.replace(" ", ",").replace("(", "[").replace(")", "]"))


def minimax(tree: Nested, maximise: bool = True) -> int:
    """The minimax value."""
    if isinstance(tree, int):
        return tree
    return (max if maximise else min)(minimax(each, not maximise) for each in tree)


Event = tuple[str, tuple[int, ...], float, float, float]
"""``enter`` or ``leave``, the path as places among the children, alpha, beta and the value, for the maximiser."""


def alphabeta(
    tree: Nested, alpha: float = -math.inf, beta: float = math.inf, path: tuple[int, ...] = ()
) -> list[Event]:
    """The events of fail-soft alpha-beta with two mirrored loops."""
    events: list[Event] = [("enter", path, alpha, beta, 0)]
    first = (alpha, beta)
    if isinstance(tree, int):
        value: float = tree
    elif len(path) % 2 == 0:
        value = -math.inf
        for place, each in enumerate(tree):
            events += alphabeta(each, alpha, beta, (*path, place))
            value = max(value, events[-1][4])
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    else:
        value = math.inf
        for place, each in enumerate(tree):
            events += alphabeta(each, alpha, beta, (*path, place))
            value = min(value, events[-1][4])
            beta = min(beta, value)
            if alpha >= beta:
                break
    return [*events, ("leave", path, *first, value)]


def whole(tree: Nested, path: tuple[int, ...] = ()) -> list[Event]:
    """The events of minimax, which has no window: 0 takes the place of alpha and beta."""
    events: list[Event] = [("enter", path, 0, 0, 0)]
    if not isinstance(tree, int):
        for place, each in enumerate(tree):
            events += whole(each, (*path, place))
    return [*events, ("leave", path, 0, 0, minimax(tree, len(path) % 2 == 0))]


def entered(tree: Nested) -> list[tuple[int, ...]]:
    """The paths of the nodes that alpha-beta visits, in order."""
    return [path for kind, path, *_ in alphabeta(tree) if kind == "enter"]


def leaf_paths(tree: Nested, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The paths of all leaves, from left to right."""
    if isinstance(tree, int):
        yield path
        return
    for place, each in enumerate(tree):
        yield from leaf_paths(each, (*path, place))


def subtree(tree: Nested, path: tuple[int, ...]) -> Nested:
    """The tree below a node."""
    for place in path:
        tree = tree[place]
    return tree
