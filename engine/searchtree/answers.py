"""Answers about a recorded tree as plain data, for the command line and for the library."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.core.errors import OptionError
from engine.core.language import LANGUAGES
from engine.core.score import INFINITY, Score
from engine.search.query import Query, Run
from engine.search.search import Stop
from engine.searchtree.columns import SNAPSHOT_TYPES
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.recording import check_repeats, open_node, record

MOST_CAPACITY = 10_000_000
"""Greatest number of nodes that are recorded."""

LEAST_CAPACITY = 2000
"""Nodes that are recorded at least to open a node, because the moves of one may be more than were recorded at first."""


def open_path(
    recorded: SearchTree,
    moves: Sequence[int],
    query: Query,
    capacity: int,
    *,
    whole: bool,
    on_repeat: Callable[[float], object] = lambda seconds: None,
    stop: Stop | None = None,
) -> tuple[SearchTree, int]:
    """Return the tree in which the node after ``moves`` is recorded, and this node.

    The search is repeated as long as a visit that may lead to the node is not opened. If what must be recorded does not
    fit into ``capacity`` nodes, more are recorded.

    Args:
        recorded: the tree.
        moves: moves from the root.
        query: the search.
        capacity: maximum number of nodes that were recorded.
        whole: whether the moves of the node itself must be recorded.
        on_repeat: function called before each repetition, with the seconds to expect.
        stop: object that stops a repetition from another thread.

    Raises:
        OptionError: if the search did not visit the node.
        SearchError: if the search does not repeat itself.
    """
    run = Run(stop)
    while (closed := _last_closed(recorded, moves, whole)) is not None:
        check_repeats(recorded)
        on_repeat(recorded.facts.seconds)
        before = len(recorded)
        if recorded.facts.kind == "windows":
            recorded = open_node(recorded, closed, query, run, capacity)
        if len(recorded) > before:
            continue
        if capacity >= MOST_CAPACITY:
            break
        capacity = min(MOST_CAPACITY, max(LEAST_CAPACITY, 8 * capacity))
        if recorded.facts.kind != "windows":
            recorded, _ = record(query, run, capacity)
    node = recorded.follow(moves)
    if node is None:
        raise OptionError(
            "{moves}: the search did not visit the position after these moves", moves=_text(recorded, moves)
        )
    return recorded, node


def _last_closed(recorded: SearchTree, moves: Sequence[int], whole: bool) -> int | None:
    """Return the last visit on the way to the node after ``moves`` whose moves are not recorded, or None.

    With ``whole``, this can be a visit of the node itself. A visit that precedes all those of the node is not returned,
    because the last visit of the node is the one that is wanted.
    """
    found = recorded.follow(moves)
    nodes, closed = [0], []
    for move in moves:
        closed += [each for node in nodes for each in _closed(recorded, node)]
        below = [each for node in nodes for each in recorded.places_of_moves(node)]
        nodes = [each for each in below if recorded.number("move", each) == move]
    closed = [each for each in closed if found is None or each > found]
    if whole and found is not None:
        closed += _closed(recorded, found)
    return max(closed, default=None)


def _closed(recorded: SearchTree, node: int) -> list[int]:
    """Return the visits of the position of a node, beginning with this one, whose moves are not all recorded."""
    found = [node] if recorded.is_trimmed(node) else []
    for child in recorded.children(node):
        if recorded.is_same_position(child):
            found += _closed(recorded, child)
    return found


def _text(recorded: SearchTree, moves: Sequence[int]) -> str:
    position, words = recorded.position(0), []
    for move in moves:
        if position is not None:
            words.append(str(position.game.format_move(position, move, "coordinates")))
            position = position.play(move)
    return " ".join(words)


def moves_of_root(
    recorded: SearchTree, query: Query, capacity: int, stop: Stop | None = None
) -> tuple[SearchTree, list[dict[str, Any]]]:
    """Return the visits of the moves at the root, and the tree in which they are recorded.

    If they did not fit into the tree, and the search repeats itself, it is repeated to record them.
    """
    if not recorded.facts.unrepeatable:
        recorded, _ = open_path(recorded, (), query, capacity, whole=True, stop=stop)
    return recorded, [*moves_at(recorded, 0)]


def _number(value: int) -> int | None:
    return None if abs(value) >= INFINITY else value


def node_object(recorded: SearchTree, node: int) -> dict[str, Any]:
    """Return window, value and reason of a node. Numbers are for the side to move at the root, infinity is None.

    A node of a search without windows has the numbers of that kind of search.
    """
    if recorded.facts.kind != "windows":
        return {name: recorded.number(name, node) for name in SNAPSHOT_TYPES if name in recorded.columns}
    sign = -1 if (recorded.number("ply", node) - recorded.number("ply", 0)) % 2 else 1
    alpha, beta = recorded.number("alpha", node), recorded.number("beta", node)
    low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
    value = sign * recorded.number("value", node)
    data: dict[str, Any] = {"alpha": _number(low), "beta": _number(high), "value": _number(value)}
    root = recorded.position(0)
    if root is not None and (plies := Score(value, root.turn).win_in) is not None:
        data["win_in"] = plies
    if recorded.fate(node) is Fate.UNKNOWN:
        data["value"] = None
    return {**data, "reason": recorded.reason_text(node), "proved": recorded.visit(node).is_proved}


def moves_at(recorded: SearchTree, node: int) -> Iterator[dict[str, Any]]:
    """Yield one object for each visit of a move of a node.

    Further visits of the same position, which MTD(f) makes at the root, are counted with the move searched next. So the
    numbers of nodes of all moves and the first visit of the root add up to that of the tree.
    """
    seen = set()
    again = 0
    moves: list[dict[str, Any]] = []
    for child in _in_order(recorded, node):
        if recorded.is_same_position(child):
            again += 1
            continue
        move = recorded.number("move", child)
        data = {"move": recorded.move_text(child), **node_object(recorded, child)}
        data["nodes"] = recorded.number("subtree", child) + again
        again = 0
        if move in seen:
            data["again"] = True
        seen.add(move)
        moves.append(data)
    if again and moves:
        moves[-1]["nodes"] += again
    yield from moves


def _in_order(recorded: SearchTree, node: int) -> Iterator[int]:
    """Yield the visits of moves of a node and of its position, in the order of visits."""
    for child in recorded.children(node):
        if recorded.is_same_position(child):
            yield child
            yield from _in_order(recorded, child)
        elif not recorded.is_probe(child):
            yield child


def why_object(recorded: SearchTree, node: int) -> dict[str, Any]:
    """Return why a node has its value."""
    visit = recorded.visit(node)
    fate = recorded.fate(node)
    source: dict[str, Any] | None = None
    if fate in (Fate.CUT, Fate.LOW):
        origin = recorded.bound_origin(node, "beta" if fate is Fate.CUT else "alpha")
        if origin.kind != "none":
            known = origin.node >= 0
            source = {
                "ply": recorded.number("ply", origin.node) if known else 0,
                "move": recorded.move_text(origin.node) or None if known else None,
                "kind": str(origin.kind),
            }
    data = node_object(recorded, node)
    data |= {"bound_from": source, "visited": visit.tried, "generated": visit.generated, "nodes": visit.subtree}
    sentences = {code: recorded.explain(node, code, side=recorded.side(0)) for code in LANGUAGES}
    data["text"] = {code: " ".join(each.text for each in found) for code, found in sentences.items()}
    return data
