"""The difference between two trees of one position: which nodes both visited, and whether their values agree."""

from enum import IntEnum

import numpy
from numpy.typing import NDArray

from engine.core.score import INFINITY
from engine.core.values import Value
from engine.search.visit import Reason
from engine.searchtree.model import SearchTree

_MULTIPLIER = numpy.uint64(0x9E3779B97F4A7C15)
_MIXER = numpy.uint64(0xBF58476D1CE4E5B9)
NO_BOUND = 2 * INFINITY


class Class(IntEnum):
    """What is known about a node in both trees.

    SAME: both know the same about the value. OTHER_BOUND: what they know differs and does not contradict. OTHER_VALUE:
    no value agrees with both, which is a fault unless the evaluation or the depth differ. ONLY: the other tree did not
    visit the node.
    """

    SAME = 0
    OTHER_BOUND = 1
    OTHER_VALUE = 2
    ONLY = 3


class Difference(Value):
    """The result of a comparison.

    Attributes:
        first, second: the class of each node of the two trees, as numbers of ``Class``.
        partner: the node of the second tree for each node of the first one, or -1.
        same, other_bound, other_value, only_first, only_second: numbers of nodes.
        first_node: the first node with another value, or else the first that differs, or -1 if none differs.
        is_in_first: whether ``first_node`` is a node of the first tree. Otherwise only the second one has it.
    """

    first: NDArray[numpy.int8]
    second: NDArray[numpy.int8]
    partner: NDArray[numpy.int64]
    same: int
    other_bound: int
    other_value: int
    only_first: int
    only_second: int
    first_node: int
    is_in_first: bool


def compare(one: SearchTree, other: SearchTree) -> Difference:
    """Compare two trees. Nodes correspond if they have the same path of moves and numbers of visits of each move.

    The sides to move, and therefore the values, are those of the same position, so the positions of both roots must
    be equal.
    """
    keys, others = path_keys(one), path_keys(other)
    _, here, there = numpy.intersect1d(keys, others, assume_unique=True, return_indices=True)
    partner = numpy.full(len(one), -1, numpy.int64)
    partner[here] = there
    low, high = _intervals(one)
    other_low, other_high = _intervals(other)
    low, high, other_low, other_high = low[here], high[here], other_low[there], other_high[there]
    classes = numpy.full(len(here), Class.OTHER_BOUND, numpy.int8)
    classes[(low == other_low) & (high == other_high)] = Class.SAME
    classes[(low > other_high) | (other_low > high)] = Class.OTHER_VALUE
    first = numpy.full(len(one), Class.ONLY, numpy.int8)
    second = numpy.full(len(other), Class.ONLY, numpy.int8)
    first[here] = classes
    second[there] = classes
    node, is_in_first = _first(first, second)
    counts = [int(numpy.count_nonzero(first == each)) for each in Class]
    return Difference(
        first, second, partner, counts[Class.SAME], counts[Class.OTHER_BOUND], counts[Class.OTHER_VALUE],
        counts[Class.ONLY], int(numpy.count_nonzero(second == Class.ONLY)), node, is_in_first,
    )  # fmt: skip


def _first(first: NDArray[numpy.int8], second: NDArray[numpy.int8]) -> tuple[int, bool]:
    """Return the first node with another value, or else the first that differs, and whether the first tree has it."""
    for wrong in (first == Class.OTHER_VALUE, first != Class.SAME):
        if wrong.any():
            return int(wrong.argmax()), True
    wrong = second != Class.SAME
    return (int(wrong.argmax()), False) if wrong.any() else (-1, True)


def path_keys(tree: SearchTree) -> NDArray[numpy.uint64]:
    """Return a number for each node that depends on its path: the moves, and the number of the visit of each move."""
    parents = tree.column("parent").astype(numpy.int64)
    moves = tree.column("move").astype(numpy.int64)
    if tree.facts.moves:
        moves = numpy.array([_text_number(text) for text in tree.facts.moves], numpy.int64)[moves]
    visit = _visit_numbers(parents, moves)
    own = (moves.astype(numpy.uint64) * _MULTIPLIER) ^ (visit.astype(numpy.uint64) + numpy.uint64(1)) * _MIXER
    own = (own ^ (own >> numpy.uint64(31))) * _MIXER
    keys: NDArray[numpy.uint64] = own.copy()
    levels = _levels(parents)
    order = numpy.argsort(levels, kind="stable")
    bounds = numpy.searchsorted(levels[order], numpy.arange(int(levels.max(initial=0)) + 2))
    for level in range(1, len(bounds) - 1):
        nodes = order[bounds[level] : bounds[level + 1]]
        above = keys[parents[nodes]]
        mixed = (above ^ (above >> numpy.uint64(29))) * _MULTIPLIER + own[nodes]
        keys[nodes] = mixed ^ (mixed >> numpy.uint64(32))
    return keys


def _text_number(text: str) -> int:
    return int.from_bytes(text.encode()[-7:], "little")


def _visit_numbers(parents: NDArray[numpy.int64], moves: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
    """Return for each node how many earlier siblings have the same move."""
    order = numpy.lexsort((moves, parents))
    if not len(order):
        return numpy.zeros(0, numpy.int64)
    same = (numpy.diff(parents[order]) == 0) & (numpy.diff(moves[order]) == 0)
    places = numpy.arange(len(order))
    starts = numpy.where(numpy.concatenate(([True], ~same)), places, 0)
    numbers = numpy.empty(len(order), numpy.int64)
    numbers[order] = places - numpy.maximum.accumulate(starts)
    return numbers


def _levels(parents: NDArray[numpy.int64]) -> NDArray[numpy.int64]:
    """Return the number of ancestors of each node."""
    levels = numpy.zeros(len(parents), numpy.int64)
    above = parents.copy()
    while (inside := above >= 0).any():
        levels[inside] += 1
        above[inside] = parents[above[inside]]
    return levels


def _intervals(tree: SearchTree) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]:
    """Return the least and the greatest value of each node that its search leaves possible (``SearchTree.bounds``)."""
    value = tree.column("value").astype(numpy.int64)
    reason = tree.column("reason")
    at_least = numpy.isin(
        reason,
        [Reason.CUTOFF, Reason.STAND_PAT, Reason.FUTILE, Reason.NULL_MOVE, Reason.PROBCUT, Reason.SINGULAR,
         Reason.MATE_DISTANCE],
    )  # fmt: skip
    at_most = numpy.isin(reason, [Reason.FAIL_LOW, Reason.RAZORED])
    by_table = reason == Reason.TABLE
    at_least |= by_table & (value >= tree.column("beta"))
    at_most |= by_table & (value <= tree.column("alpha"))
    unknown = reason == Reason.STOPPED
    low = numpy.where(at_most | unknown, -NO_BOUND, value)
    high = numpy.where(at_least | unknown, NO_BOUND, value)
    return low, high
