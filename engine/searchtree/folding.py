"""The rows in which the children of a node are displayed: runs of equal siblings are folded into one row."""

from collections.abc import Collection
from enum import StrEnum

from engine.core.values import Value
from engine.search.visit import NOT_EVALUATED, Reason
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate

LEAST_RUN = 2
"""Siblings that are folded into one row."""


class RowKind(StrEnum):
    """A row is one child, a RUN of siblings with one fate, or the moves that were never looked at (GHOSTS)."""

    NODE = "node"
    RUN = "run"
    GHOSTS = "ghosts"


class Row(Value):
    """One row.

    Attributes:
        kind: what the row shows.
        nodes: the child, or the siblings of the run. It is empty for GHOSTS.
        visits: number of visits below the nodes, including them, or 0 for GHOSTS.
        moves: number of moves of the row.
        replies: number of replies that each node of a run looked at, the last of which refuted it, if the reason is
            CUTOFF, or else 0.
        reason: the common reason of a run.
    """

    kind: RowKind
    nodes: tuple[int, ...] = ()
    visits: int = 0
    moves: int = 0
    replies: int = 0
    reason: Reason | None = None


def rows(tree: SearchTree, node: int, keep: Collection[int] = ()) -> list[Row]:
    """Return the rows of the children of a node, in the order of visits. Moves never looked at are the last row.

    Consecutive siblings with the same fate are one row, if they are cut off by the same number of replies. A child on
    the principal variation, the child that cut its parent off, a child that is searched again, one that raised alpha,
    one that is not a move, and those in ``keep`` are rows of their own.
    """
    children = tree.children(node)
    single = {*keep, *tree.pv, *_raising(tree, node)}
    if tree.number("reason", node) == Reason.CUTOFF and children:
        single.add(children[-1])
    seen: dict[int, int] = {}
    for child in children:
        move = tree.number("move", child)
        if tree.is_probe(child):
            single.add(child)
        elif move in seen:
            single.update((seen[move], child))
        seen[move] = child
    found: list[Row] = []
    run: list[int] = []
    for child in children:
        if run and (child in single or run[-1] in single or run_key(tree, child) != run_key(tree, run[-1])):
            found += _folded(tree, run)
            run = []
        run.append(child)
    found += _folded(tree, run)
    never = tree.visit(node).never_tried
    return [*found, Row(RowKind.GHOSTS, moves=never)] if never else found


def _raising(tree: SearchTree, node: int) -> set[int]:
    """Return the children that raised alpha. A later visit of the same move replaces an earlier one."""
    alpha = tree.number("alpha", node)
    standing = tree.number("standing", node)
    if tree.number("depth", node) <= 0 and standing != NOT_EVALUATED:
        alpha = max(alpha, standing)
    raised = set()
    for child in tree.children(node):
        value = -tree.number("value", child)
        if value > alpha and not tree.is_probe(child) and tree.number("reason", child) != Reason.STOPPED:
            alpha = value
            raised.add(child)
    return raised


def run_key(tree: SearchTree, node: int) -> tuple[int, int, Fate]:
    """Return what is equal for the nodes of a run: reason, number of replies if the last one cut, and fate."""
    reason = tree.number("reason", node)
    return reason, tree.number("tried", node) if reason == Reason.CUTOFF else 0, tree.fate(node)


def _folded(tree: SearchTree, run: list[int]) -> list[Row]:
    """Return the row of a run, or one row for each node if it is too short."""
    if len(run) < LEAST_RUN:
        return [Row(RowKind.NODE, (node,), tree.number("subtree", node), 1) for node in run]
    visits = sum(tree.number("subtree", node) for node in run)
    reason, replies, _ = run_key(tree, run[0])
    return [Row(RowKind.RUN, tuple(run), visits, len(run), replies, Reason(reason))]
