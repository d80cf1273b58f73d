"""Sentences about one node of a hand-made tree. Values are for the maximiser, as they are written in the drawing.

``SearchTree.explain`` describes the same facts for any game, with values for the side to move.
"""

from collections.abc import Iterator

from engine.core.handmade import node_name
from engine.core.language import tr
from engine.search.visit import Reason
from engine.searchtree.node import Fate
from engine.searchtree.origins import OriginKind
from engine.teach.walk import NEVER, Walk


def explain(walk: Walk, node: int) -> list[str]:
    """Return sentences that explain why a node was visited with its window and value, or why it was never visited."""
    return list(_visited(walk, node) if walk.visit_of(node) != NEVER else _never(walk, node))


def _never(walk: Walk, node: int) -> Iterator[str]:
    left = walk.cutter(node)
    yield tr(
        "{node} is never visited: the search leaves {left} before it comes here.",
        node=node_name(node), left=node_name(left),
    )  # fmt: skip
    yield from cut_sentences(walk, walk.visit_of(left))


def _visited(walk: Walk, node: int) -> Iterator[str]:
    visit = walk.visit_of(node)
    alpha, beta = walk.window(visit)
    name = node_name(node)
    reason = Reason(walk.search.number("reason", visit))
    if not walk.tree.children[node]:
        parent = walk.tree.parents[node]
        yield tr("{node} is a leaf with the value {value}.", node=name, value=walk.text(walk.value(visit)))
        if parent >= 0:
            yield tr(
                "It is visited, because {parent} may not be left before it: the window is still α = {alpha}, β "
                "= {beta}, "
                "and α is less than β.",
                parent=node_name(parent), alpha=walk.text(alpha), beta=walk.text(beta),
            )  # fmt: skip
        return
    if reason is Reason.CUTOFF:
        yield from cut_sentences(walk, visit)
    elif walk.search.fate(visit) is Fate.LOW:
        yield from _low(walk, visit)
    else:
        yield tr(
            "{node} is worth exactly {value}, which lies between α = {alpha} and β = {beta}.",
            node=name, value=walk.text(walk.value(visit)), alpha=walk.text(alpha), beta=walk.text(beta),
        )  # fmt: skip
        best = walk.search.best_child(visit)
        if best is not None:
            child = node_name(walk.order[best])
            if walk.is_maximiser(node):
                yield tr("The maximiser moves here and takes the greatest value, that of {child}.", child=child)
            else:
                yield tr("The minimiser moves here and takes the least value, that of {child}.", child=child)


def cut_sentences(walk: Walk, visit: int) -> Iterator[str]:
    """Yield why a node was left before all its children were visited."""
    node = walk.order[visit]
    best = walk.search.best_child(visit)
    parts = {
        "node": node_name(node), "value": walk.text(walk.value(visit)),
        "child": node_name(walk.order[best]) if best is not None else "?",
    }  # fmt: skip
    if walk.is_maximiser(node):
        yield tr(
            "The maximiser moves at {node}. With {child} it has {value}: {node} is worth at least {value}.", **parts
        )
    else:
        yield tr(
            "The minimiser moves at {node}. With {child} it has {value}: {node} is worth at most {value}.", **parts
        )
    found = walk.search.bound_origin(visit, "beta")
    if found.node < 0:
        return
    source, node_above = walk.order[found.node], walk.tree.parents[walk.order[found.node]]
    alpha, beta = walk.window(visit)
    bounds = {
        "source": node_name(source), "above": node_name(node_above), "node": node_name(node),
        "bound": walk.text(beta if walk.is_maximiser(node) else alpha),
    }  # fmt: skip
    if walk.is_maximiser(node):
        yield tr(
            "But the minimiser already has {bound} with {source} at {above} (β = {bound}), so it does not let the game "
            "come to {node}: its other children cannot change anything.", **bounds,
        )  # fmt: skip
    else:
        yield tr(
            "But the maximiser already has {bound} with {source} at {above} (α = {bound}), so it does not let the game "
            "come to {node}: its other children cannot change anything.", **bounds,
        )  # fmt: skip
    if found.kind is OriginKind.ANCESTOR:
        yield tr(
            "This is a deep cut-off: the bound comes from {above}, {levels} plies higher.",
            above=node_name(node_above), levels=found.levels,
        )  # fmt: skip


def _low(walk: Walk, visit: int) -> Iterator[str]:
    """Yield why only a bound of a node is known although all its children were visited."""
    node = walk.order[visit]
    alpha, beta = walk.window(visit)
    is_max = walk.is_maximiser(node)
    parts = {
        "node": node_name(node), "value": walk.text(walk.value(visit)), "bound": walk.text(alpha if is_max else beta),
    }  # fmt: skip
    if is_max:
        yield tr("No child of {node} gives the maximiser more than {value}: {node} is worth at most {value}.", **parts)
    else:
        yield tr("No child of {node} gives the minimiser less than {value}: {node} is worth at least {value}.", **parts)
    found = walk.search.bound_origin(visit, "alpha")
    if found.node < 0:
        return
    source = walk.order[found.node]
    parts |= {"source": node_name(source), "above": node_name(walk.tree.parents[source])}
    if is_max:
        yield tr(
            "The maximiser already has {bound} with {source} at {above} (α = {bound}). How much less than that "
            "{node} is "
            "worth does not matter.", **parts,
        )  # fmt: skip
    else:
        yield tr(
            "The minimiser already has {bound} with {source} at {above} (β = {bound}). How much more than that "
            "{node} is "
            "worth does not matter.", **parts,
        )  # fmt: skip
