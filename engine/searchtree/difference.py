"""The difference between two trees of one position: which nodes both visited, and whether their values agree."""

from collections.abc import Iterator
from enum import IntEnum

import numpy
from numpy.typing import NDArray

from engine.core.errors import OptionError
from engine.core.score import INFINITY
from engine.core.values import Value
from engine.search.visit import Reason
from engine.searchtree.columns import nodes_by_level
from engine.searchtree.model import SearchTree

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
        ply: greatest ply that is compared: the counts and ``first_node`` are those of the plies that both trees record.
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
    ply: int
    first_node: int
    is_in_first: bool


def compare(one: SearchTree, other: SearchTree) -> Difference:
    """Compare two trees. Nodes correspond if they have the same path of moves and numbers of visits of each move.

    Nodes below the ply to which one of the trees is recorded completely are not counted, because it is unknown whether
    this tree has them.

    The sides to move, and therefore the values, are those of the same position, so the positions of both roots must
    be equal.
    """
    ply = _compared_to(one, other)
    partner = _partners(one, other)
    here = numpy.flatnonzero(partner >= 0)
    there = partner[here]
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
    compared, others = _up_to(one, ply), _up_to(other, ply)
    node, is_in_first = _first(numpy.where(compared, first, Class.SAME), numpy.where(others, second, Class.SAME))
    counts = [int(numpy.count_nonzero((first == each) & compared)) for each in Class]
    return Difference(
        first, second, partner, counts[Class.SAME], counts[Class.OTHER_BOUND], counts[Class.OTHER_VALUE],
        counts[Class.ONLY], int(numpy.count_nonzero((second == Class.ONLY) & others)), ply, node, is_in_first,
    )  # fmt: skip


def check_comparable(one: SearchTree, other: SearchTree, first: str, second: str) -> None:
    """Check that the nodes of two trees can correspond to each other.

    Args:
        one: a tree.
        other: another tree.
        first: name of ``one``, for the message.
        second: name of ``other``.

    Raises:
        OptionError: if they are of different positions or kinds, or name their moves in different ways.
    """
    here, there = one.facts, other.facts
    if here.kind != "windows" or there.kind != "windows":
        raise OptionError("Only trees of searches with windows can be compared.")
    if here.game != there.game or one.position(0) != other.position(0):
        raise OptionError("{first} and {second} are trees of different positions", first=first, second=second)
    if bool(here.moves) != bool(there.moves):
        raise OptionError(
            "{first} and {second} write moves in different ways and cannot be compared", first=first, second=second
        )


def _compared_to(one: SearchTree, other: SearchTree) -> int:
    """Return the greatest ply, counted from the root, to which both trees record all nodes that were visited."""
    deepest = max(int(each.column("ply").max()) - each.number("ply", 0) for each in (one, other))
    # A tree that was made by hand has no counts.
    partial = [each.facts.complete_to_ply for each in (one, other) if each.facts.nodes and not each.is_complete]
    return min([deepest, *partial])


def _up_to(tree: SearchTree, ply: int) -> NDArray[numpy.bool_]:
    """Return whether each node is at most ``ply`` plies from the root."""
    return tree.column("ply").astype(numpy.int64) - tree.number("ply", 0) <= ply


def _first(first: NDArray[numpy.int8], second: NDArray[numpy.int8]) -> tuple[int, bool]:
    """Return the first node with another value, or else the first that differs, and whether the first tree has it."""
    for wrong in (first == Class.OTHER_VALUE, first != Class.SAME):
        if wrong.any():
            return int(wrong.argmax()), True
    wrong = second != Class.SAME
    return (int(wrong.argmax()), False) if wrong.any() else (-1, True)


def _partners(one: SearchTree, other: SearchTree) -> NDArray[numpy.int64]:
    """Return the node of ``other`` that corresponds to each node of ``one``, or -1.

    A node corresponds to a child of the partner of its parent with an equal move: the first visit of the move to the
    first one, the second visit to the second, and so on. This takes one search in a sorted array for each level.
    """
    moves, other_moves = _comparable_moves(one, other)
    least = min(int(moves.min(initial=0)), int(other_moves.min(initial=0)))
    width = max(int(moves.max(initial=0)), int(other_moves.max(initial=0))) - least + 1
    moves -= least
    parents = one.column("parent").astype(numpy.int64)
    # A step is one number for a parent, counted from 1 with 0 above the roots, and a move.
    steps = (other.column("parent").astype(numpy.int64) + 1) * width + (other_moves - least)
    order = numpy.argsort(steps, kind="stable")
    steps = steps[order]
    visits = _earlier_visits((parents + 1) * width + moves)
    partner = numpy.full(len(one) + 1, -1, numpy.int64)  # the last element is that of the parent of the roots
    for nodes in _by_level(one.levels):
        above = partner[parents[nodes]] + 1
        wanted = above * width + moves[nodes]
        places = steps.searchsorted(wanted)
        if visits is not None:
            places += visits[nodes]
        known = places < len(steps)
        known[known] = steps[places[known]] == wanted[known]
        known &= (above > 0) | (parents[nodes] < 0)
        partner[nodes[known]] = order[places[known]]
    return partner[:-1]


def _comparable_moves(one: SearchTree, other: SearchTree) -> tuple[NDArray[numpy.int64], NDArray[numpy.int64]]:
    """Return the moves of both trees as numbers that are equal for equal moves."""
    moves, others = one.column("move").astype(numpy.int64), other.column("move").astype(numpy.int64)
    if not one.facts.moves and not other.facts.moves:
        return moves, others
    numbers: dict[str, int] = {}
    for tree, column in ((one, moves), (other, others)):
        if tree.facts.moves:
            own = numpy.array([numbers.setdefault(text, len(numbers)) for text in tree.facts.moves], numpy.int64)
            inside = column >= 0
            column[inside] = own[column[inside]]
    if not one.facts.moves or not other.facts.moves:
        texts = moves if one.facts.moves else others
        texts[texts >= 0] += 1 << 31  # no number of a move of a game is a text
    return moves, others


def _earlier_visits(steps: NDArray[numpy.int64]) -> NDArray[numpy.int64] | None:
    """Return for each node how many earlier siblings have the same move, or None if none has any."""
    ordered = numpy.sort(steps)
    repeated = ordered[1:][ordered[1:] == ordered[:-1]]
    if not len(repeated):
        return None
    places = numpy.minimum(repeated.searchsorted(steps), len(repeated) - 1)
    nodes = numpy.flatnonzero(repeated[places] == steps)
    nodes = nodes[numpy.argsort(steps[nodes], kind="stable")]
    counts = numpy.arange(len(nodes))
    starts = numpy.where(numpy.append(True, steps[nodes[1:]] != steps[nodes[:-1]]), counts, 0)
    visits = numpy.zeros(len(steps), numpy.int64)
    visits[nodes] = counts - numpy.maximum.accumulate(starts)
    return visits


def _by_level(levels: NDArray[numpy.int32]) -> Iterator[NDArray[numpy.int32]]:
    """Yield the nodes of each level, from the roots down."""
    yield from numpy.split(nodes_by_level(levels), numpy.cumsum(numpy.bincount(levels))[:-1])


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
