"""The replay of a search on its page: every node is entered and left once, in the order of the search.

The tree of a search without windows does not contain this order. Its page goes from node to node instead.
"""

import json
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from engine.core.game import Game
from engine.core.language import tr
from engine.core.position import Position
from engine.core.surface import Surface
from engine.core.values import replace
from engine.picture.board import Board, board_defs, pieces_on
from engine.picture.colors import Fate as Colour
from engine.picture.geometry import PictureGeometry
from engine.picture.ground import ground
from engine.picture.pieces import FILL
from engine.picture.svg import escape
from engine.picture.web import icon, json_text
from engine.picture.window import axis_values
from engine.searchtree.explanation import value_text
from engine.searchtree.export.drawing import bound_text, node_text
from engine.searchtree.export.strip import replies_of, scale_of_strip, strip_of
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.reasons import REASONS

WIDTH, LARGE, SMALL = 320, 40, 16
"""Intended width of the board, and the largest and smallest edges of its cells, in px."""
SPEEDS = (1, 4, 16, 64, 256)
"""Events a second that can be chosen."""
FATES: dict[Colour, str] = {"exact": "e", "cut": "c", "low": "l", "leaf": "f", "unseen": "u"}
"""Letters of the fates in the data, and in the names of the classes of the style sheet after ``f``."""


class Replay:
    """The replay of the nodes that a page shows, and the window strip of each of them.

    Args:
        tree: the tree.
        nodes: the indices of the nodes on the page, in the order of the tree. The root is first.
    """

    def __init__(self, tree: SearchTree, nodes: Sequence[int]) -> None:
        self._tree, self._nodes = tree, nodes
        self._shown = frozenset(nodes)
        self._has_windows = tree.facts.kind == "windows"
        positions = [tree.position(node) for node in nodes]
        self._positions = dict(zip(nodes, positions, strict=True))
        self._surfaces = {node: _surface(each) for node, each in self._positions.items()}

    def data(self) -> str:
        """Return what the script needs, as JSON that can be written into an HTML element."""
        root = self._surfaces[self._nodes[0]]
        board: list[Any] = []
        if root is not None:
            geometry = _geometry(root)
            sizes = [geometry.columns, geometry.rows, geometry.side, geometry.left, geometry.top, FILL[root.style]]
            board = [sizes, [[cell, piece] for cell, piece in sorted(root.pieces.items())]]
        words = {
            "enter": tr("enters {move}"), "leave": tr("leaves {move}"), "hidden": tr("nodes below, not shown: {count}"),
            "event": tr("event {number} of {count}"), "end": tr("The search is over."),
            "node": tr("node {number} of {count}"), "replies": tr("Replies in the order tried"),
            "moves": tr("Moves after {move}, in the order tried"), "none": tr("This node looked at no reply."),
            "cut": tr("cut"), "best": tr("best"),
        }  # fmt: skip
        nodes = [self._node(node) for node in self._nodes]
        strips = [self._strip(node) for node in self._nodes] if self._has_windows else []
        made = {"board": board, "words": words, "nodes": nodes, "strips": strips, "replays": self._has_windows}
        return json_text(json.dumps(made, ensure_ascii=False, separators=(",", ":")))

    def _node(self, node: int) -> list[Any]:
        """Return a node: index, number of ancestors, move, window, value, reason, whether it was cut, and the board.

        The board is the number of nodes below that are not on the page, the cells of the move and the cells that it
        changed, as pairs of a cell and the id of its piece, or an empty string.
        """
        tree = self._tree
        visit = tree.visit(node)
        level = len(tree.path(node)) - 1
        ends = [value_text(end, tree.facts.decimals) for end in (visit.alpha, visit.beta)]
        window = f"({ends[0]} … {ends[1]})" if self._has_windows else ""
        place = bisect_right(self._nodes, node)
        has_rows = place < len(self._nodes) and self._nodes[place] < tree.end(node)
        hidden = 0 if has_rows else max(0, tree.number("subtree", node) - 1)
        move = tree.move_text(node, "display") or tr("the root")
        values = [node_text(tree, node), tr(REASONS[visit.reason]) if self._has_windows else ""]
        is_cut = int(tree.fate(node) is Fate.CUT)
        return [node, level, move, window, *values, is_cut, hidden, *self._change(node)]

    def _strip(self, node: int) -> list[Any]:
        """Return the window strip of a node for the side to move there, or an empty list if it has none on the page.

        It is the least and the greatest value, pairs of a value and its text for the axis, the bound that narrows
        before each reply and after the last one, the other bound (None is infinite), the number of moves never looked
        at, and the replies: index of the node, value, letter of the fate (``FATES``), first letter of the bound, text,
        and whether it is the best one.
        """
        tree = self._tree
        replies = replies_of(tree, node)
        if not replies or not self._shown.issuperset(replies):
            return []
        strip, (low, high) = strip_of(tree, node), scale_of_strip(tree, node)
        places = tree.facts.decimals
        axis = [[value, value_text(value, places)] for value in axis_values((low, high))]
        rows = [
            [child, reply.value, FATES[reply.fate], reply.bound[0], bound_text(tree, child, -1), int(reply.is_best)]
            for child, reply in zip(replies, strip.replies, strict=True)
        ]
        return [round(low, 2), round(high, 2), axis, strip.floors, strip.limit, strip.never_tried, rows]

    def _change(self, node: int) -> list[Any]:
        parent = self._tree.parent(node)
        before, after = self._surfaces.get(parent), self._surfaces[node]
        position = self._positions.get(parent)
        move = self._tree.move(node)
        if before is None or after is None or position is None or move is None:
            return [-1, -1, []]
        game: Game = position.game
        shape = game.shape(position, move)
        cells = sorted(before.pieces.keys() | after.pieces.keys())
        changed = [
            [cell, after.pieces.get(cell, "")]
            for cell in cells
            if before.pieces.get(cell, "") != after.pieces.get(cell, "")
        ]
        return [-1 if shape.origin is None else shape.origin, -1 if shape.target is None else shape.target, changed]

    def board(self, title: str) -> str:
        """Return the board at the root, or an empty string if the position is unknown."""
        root = self._surfaces[self._nodes[0]]
        if root is None:
            return ""
        geometry = _geometry(root)
        known = [Board(each) for each in self._surfaces.values() if each is not None]
        return (
            f'<svg id="board" role="img" xmlns="http://www.w3.org/2000/svg" aria-label="{escape(title)}" '
            f'width="{geometry.width}" height="{geometry.height}" viewBox="0 0 {geometry.width} {geometry.height}">'
            f"<title>{escape(title)}</title><defs>{board_defs(known, geometry, 'p')}</defs>"
            f'{ground(replace(root, pieces={}), geometry, "currentColor", "a")}<g id="tints"></g>'
            f'<g id="pieces">{pieces_on(Board(root), geometry, "p")}</g></svg>'
        )

    def bar(self) -> str:
        """Return the buttons, the slider and the line with the current event or node."""
        if not self._has_windows:
            return _walking_bar()
        texts = (
            ("first", "first", tr("First event (Home)")), ("back", "previous", tr("One event back (,)")),
            ("play", "play", tr("Replay the search (Space)")), ("step", "next", tr("One event on (.)")),
            ("last", "last", tr("Last event (End)")),
        )  # fmt: skip
        cuts = "".join(
            f'<button id="{key}" title="{sign}">{escape(text)}</button>'
            for key, sign, text in (("cut-back", "[", tr("Previous cut-off")), ("cut", "]", tr("Next cut-off")))
        )
        speeds = "".join(
            f'<option value="{each}"{" selected" if each == SPEEDS[1] else ""}>{each}/s</option>' for each in SPEEDS
        )
        speed = f'<select id="speed" aria-label="{escape(tr("Events a second"))}">{speeds}</select>'
        return _bar(_buttons(texts) + cuts, tr("Event of the search"), speed)

    def strip(self) -> str:
        """Return the place of the window strip, which the script draws, or a sentence if the search has no windows."""
        if not self._has_windows:
            return f'<p class="none">{escape(tr("This search has no windows."))}</p>'
        legend = "".join(
            f'<span><svg class="key" width="14" height="14" aria-hidden="true">{mark}</svg>{escape(text)}</span>'
            for mark, text in (
                ('<circle class="fe" cx="7" cy="7" r="4"/>', tr("exact")),
                ('<path class="fc" d="M3 10L11 10L7 3z"/>', tr("at least")),
                ('<path class="fl" d="M3 4L11 4L7 11z"/>', tr("at most")),
                ('<rect class="band" x="1" y="2" width="12" height="10"/>', tr("window")),
                ('<rect fill="url(#hatch)" x="1" y="2" width="12" height="10"/>', tr("not looked at")),
            )
        )
        help_text = tr("Left and right: the moves beside this one. Up: the node above. Down: its first reply. W: hide.")
        return (
            f'<details class="strip" hidden open><summary><b id="strip-of"></b><span class="keys">{legend}</span>'
            f'</summary><svg width="0" height="0" class="defs" aria-hidden="true"><pattern id="hatch" width="6.5" '
            f'height="6.5" patternUnits="userSpaceOnUse"><path d="M-1 7.5L7.5 -1" class="hatch"/></pattern></svg>'
            f'<svg id="strip" role="img" tabindex="0" aria-describedby="strip-keys"></svg>'
            f'<p id="strip-keys" hidden>{escape(help_text)}</p></details>'
        )


def _walking_bar() -> str:
    """Return the buttons and the slider that go from node to node, and why the search is not replayed."""
    texts = (
        ("first", "first", tr("First node (Home)")), ("back", "previous", tr("One node back (,)")),
        ("step", "next", tr("One node on (.)")), ("last", "last", tr("Last node (End)")),
    )  # fmt: skip
    why = tr(
        "This tree does not contain the order in which the search visited its nodes, so it cannot be replayed; the "
        "buttons go from node to node."
    )
    return _bar(_buttons(texts), tr("Node of the tree"), "") + f'<p class="none">{escape(why)}</p>'


def _buttons(texts: Sequence[tuple[str, str, str]]) -> str:
    return "".join(
        f'<button id="{key}" title="{escape(text)}" aria-label="{escape(text)}">{icon(name)}</button>'
        for key, name, text in texts
    )


def _bar(buttons: str, slider: str, speed: str) -> str:
    return (
        f'<div class="replay" hidden>{buttons}<input id="slider" type="range" min="0" value="0" '
        f'aria-label="{escape(slider)}">{speed}<span id="count"></span><p id="what" aria-live="polite"></p></div>'
    )


def _surface(position: Position | None) -> Surface | None:
    if position is None:
        return None
    game: Game = position.game
    return game.surface(position)


def _geometry(surface: Surface) -> PictureGeometry:
    side = max(SMALL, min(LARGE, (WIDTH - 20) // surface.columns))
    return PictureGeometry.with_side(surface, side, flipped=False, named=True)
