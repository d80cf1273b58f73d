"""The nodes and functions of ``tree.h`` and the constants of ``tree.pxd`` in plain Python, for uncompiled code."""

from typing import Any

BUSY, ROOT = 1, 2
UNIT, DRAW, PLIES = 1 << 20, 32767, 128


class Node:
    """A node of the tree, with the fields that ``tree.h`` describes."""

    __slots__ = ("count", "first", "move", "prior", "proof", "rave_total", "rave_visits", "total", "visits")

    def __init__(self) -> None:
        self.first = self.count = self.move = self.visits = self.rave_visits = 0
        self.total = self.rave_total = self.prior = self.proof = 0


def add_visits(nodes: Any, index: int, amount: int) -> None:
    """Add an amount to the visits of a node."""
    nodes[index].visits += amount


def add_result(nodes: Any, index: int, amount: int) -> None:
    """Add an amount to the sum of the results of a node."""
    nodes[index].total += amount


def add_rave(nodes: Any, index: int, amount: int) -> None:
    """Add one result, the amount, to the statistics of a node for all moves as first."""
    nodes[index].rave_visits += 1
    nodes[index].rave_total += amount


def claim(nodes: Any, index: int) -> bool:
    """Return whether this thread may add the children of a node, and set ``first`` to ``BUSY`` if so."""
    if nodes[index].first:
        return False
    nodes[index].first = BUSY
    return True


def first_child(nodes: Any, index: int) -> int:
    """Return the index of the first child of a node, 0 or ``BUSY``."""
    return int(nodes[index].first)


def publish(nodes: Any, index: int, first: int) -> None:
    """Set the index of the first child of a node."""
    nodes[index].first = first


def visits_of(nodes: Any, index: int) -> int:
    """Return the visits of a node."""
    return int(nodes[index].visits)


def total_of(nodes: Any, index: int) -> int:
    """Return the sum of the results of a node."""
    return int(nodes[index].total)


def proof_of(nodes: Any, index: int) -> int:
    """Return the proof of a node, or 0."""
    return int(nodes[index].proof)


def set_proof(nodes: Any, index: int, proof: int) -> None:
    """Set the proof of a node."""
    nodes[index].proof = proof


def rave_visits_of(nodes: Any, index: int) -> int:
    """Return the number of results of a node for all moves as first."""
    return int(nodes[index].rave_visits)


def rave_total_of(nodes: Any, index: int) -> int:
    """Return the sum of the results of a node for all moves as first."""
    return int(nodes[index].rave_total)
