"""The replay of a search on its page: every node is entered and left once, in the order of the search."""

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
from engine.picture.geometry import Geometry
from engine.picture.ground import ground
from engine.picture.pieces import FILL
from engine.picture.svg import escape
from engine.picture.web import icon, json_text
from engine.searchtree.export.drawing import bound_text, window_text
from engine.searchtree.model import Fate, SearchTree

WIDTH, LARGE, SMALL = 320, 40, 16
"""Intended width of the board, and the largest and smallest edges of its cells, in px."""
SPEEDS = (1, 4, 16, 64, 256)
"""Events a second that can be chosen."""


class Replay:
    """The replay of the nodes that a page shows.

    Args:
        tree: the tree, whose nodes have windows.
        nodes: the indices of the nodes on the page, in the order in which the search entered them. The root is first.
    """

    def __init__(self, tree: SearchTree, nodes: Sequence[int]) -> None:
        self._tree, self._nodes = tree, nodes
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
        }  # fmt: skip
        made = {"board": board, "words": words, "nodes": [self._node(node) for node in self._nodes]}
        return json_text(json.dumps(made, ensure_ascii=False, separators=(",", ":")))

    def _node(self, node: int) -> list[Any]:
        """Return a node: index, number of ancestors, move, window, value, reason, whether it was cut, and the board.

        The board is the number of nodes below that are not on the page, the cells of the move and the cells that it
        changed, as pairs of a cell and the id of its piece, or an empty string.
        """
        tree = self._tree
        visit = tree.visit(node)
        level = len(tree.path(node)) - 1
        ends = [window_text(end, tree.facts.decimals) for end in (visit.alpha, visit.beta)]
        place = bisect_right(self._nodes, node)
        has_rows = place < len(self._nodes) and self._nodes[place] < tree.end(node)
        hidden = 0 if has_rows else max(0, tree.number("subtree", node) - 1)
        move = tree.move_text(node, "display") or tr("the root")
        values = [bound_text(tree, node), tree.reason_text(node)]
        is_cut = int(tree.fate(node) is Fate.CUT)
        return [node, level, move, f"({ends[0]} … {ends[1]})", *values, is_cut, hidden, *self._change(node)]

    def _change(self, node: int) -> list[Any]:
        parent = self._tree.parent(node)
        before, after = self._surfaces.get(parent), self._surfaces[node]
        position = self._positions.get(parent)
        move = self._tree.number("move", node)
        if before is None or after is None or position is None or self._tree.is_same_position(node) or move < 0:
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

    @staticmethod
    def bar() -> str:
        """Return the buttons, the slider and the line with the current event."""
        texts = (
            ("first", "first", tr("First event (Home)")), ("back", "previous", tr("One event back (,)")),
            ("play", "play", tr("Replay the search (Space)")), ("step", "next", tr("One event on (.)")),
            ("last", "last", tr("Last event (End)")),
        )  # fmt: skip
        buttons = "".join(
            f'<button id="{key}" title="{escape(text)}" aria-label="{escape(text)}">{icon(name)}</button>'
            for key, name, text in texts
        )
        cuts = "".join(
            f'<button id="{key}" title="{sign}">{escape(text)}</button>'
            for key, sign, text in (("cut-back", "[", tr("Previous cut-off")), ("cut", "]", tr("Next cut-off")))
        )
        speeds = "".join(
            f'<option value="{each}"{" selected" if each == SPEEDS[1] else ""}>{each}/s</option>' for each in SPEEDS
        )
        return (
            f'<div class="replay" hidden>{buttons}{cuts}<input id="slider" type="range" min="0" value="0" '
            f'aria-label="{escape(tr("Event of the search"))}">'
            f'<select id="speed" aria-label="{escape(tr("Events a second"))}">{speeds}</select>'
            f'<span id="count"></span><p id="what" aria-live="polite"></p></div>'
        )


def _surface(position: Position | None) -> Surface | None:
    if position is None:
        return None
    game: Game = position.game
    return game.surface(position)


def _geometry(surface: Surface) -> Geometry:
    side = max(SMALL, min(LARGE, (WIDTH - 20) // surface.columns))
    return Geometry.with_side(surface, side, flipped=False, named=True)
