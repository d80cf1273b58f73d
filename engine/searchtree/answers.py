"""Answers about a recorded tree as plain data, for the command line and for the library."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from engine.core.errors import OptionError
from engine.core.score import INFINITY, Score
from engine.search.search import Stop
from engine.searchtree.columns import SNAPSHOT_TYPES
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.recording import Recording, open_node


def open_path(
    recorded: SearchTree,
    moves: Sequence[int],
    request: Recording,
    *,
    whole: bool,
    on_repeat: Callable[[float], object] = lambda seconds: None,
    stop: Stop | None = None,
) -> tuple[SearchTree, int]:
    """Return the tree in which the node after ``moves`` is recorded, and this node.

    The search is repeated as long as a node on the way is not recorded.

    Args:
        recorded: the tree.
        moves: moves from the root.
        request: what was recorded.
        whole: whether the moves of the node itself must be recorded.
        on_repeat: function called before each repetition, with the seconds to expect.
        stop: object that stops a repetition from another thread.

    Raises:
        OptionError: if the search did not visit the node.
        SearchError: if the search does not repeat itself.
    """
    for _ in range(len(moves) + 2):
        place = max((n for n in range(len(moves) + 1) if recorded.follow(moves[:n]) is not None), default=0)
        node = recorded.follow(moves[:place])
        assert node is not None
        if place == len(moves) and not (whole and recorded.is_trimmed(node)):
            return recorded, node
        if not recorded.is_trimmed(node):
            break
        on_repeat(recorded.facts.seconds)
        before = len(recorded)
        recorded = open_node(recorded, node, request, stop)
        if len(recorded) <= before:
            break
    node = recorded.follow(moves)
    if node is None:
        raise OptionError(
            "{moves}: the search did not visit the position after these moves", moves=_text(recorded, moves)
        )
    return recorded, node


def _text(recorded: SearchTree, moves: Sequence[int]) -> str:
    position, words = recorded.position(0), []
    for move in moves:
        if position is not None:
            words.append(str(position.game.format_move(position, move, "coordinates")))
            position = position.play(move)
    return " ".join(words)


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
    """Yield one object for each visit of a move of a node."""
    seen = set()
    for child in recorded.places_of_moves(node):
        move = recorded.number("move", child)
        data = {"move": recorded.move_text(child), **node_object(recorded, child)}
        data["nodes"] = recorded.number("subtree", child)
        if move in seen:
            data["again"] = True
        seen.add(move)
        yield data


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
    texts = {code: " ".join(each.text for each in recorded.explain(node, code)) for code in ("en", "vi")}
    data["text"] = texts
    return data
