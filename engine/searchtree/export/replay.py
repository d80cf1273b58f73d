"""The replay of a search on its page: the steps of the part that the page contains, with pictures, strips and boards.

The tree of a search without windows does not contain the order of its visits. Its page goes from node to node instead.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from engine.core.game import Game
from engine.core.language import LANGUAGES, language, mark, translate
from engine.core.position import Position
from engine.core.surface import Surface
from engine.core.values import replace
from engine.picture.board import Board, board_defs, pieces_on
from engine.picture.colors import PAGE, Theme
from engine.picture.frames import NO_FRAME, Frames, element_data, in_languages
from engine.picture.geometry import PictureGeometry
from engine.picture.ground import ground
from engine.picture.pieces import FILL
from engine.picture.svg import escape
from engine.picture.tree import TreeNode, TreePlan, lay_out, tree_items, window_note
from engine.picture.web import shortest
from engine.picture.window import WindowPlan, head_items, window_items
from engine.search.visit import Reason
from engine.searchtree.events import SearchEvents
from engine.searchtree.explanation import THE_ROOT, value_text
from engine.searchtree.export.drawing import node_text
from engine.searchtree.export.player import code_data, least_width, steps_of
from engine.searchtree.export.strip import replies_of, scale_of_strip, strip_of
from engine.searchtree.model import SearchTree
from engine.searchtree.replay import SearchReplay

WIDTH, LARGE, SMALL = 320, 40, 16
"""Intended width of the board, and the largest and smallest edges of its cells, in px."""
ROOM, LETTERS = (560.0, 400.0), 1.2
"""Size of the picture in px, and how many times their usual size its texts are."""
STRIP = (360, 140)
"""Width and height of the window strip in px."""
MOST_DRAWN = 40
"""Visits up to which the picture shows all of them. Of a larger tree, it shows a line with some other moves."""
MOST_ON_LINE, MOST_BELOW = 2, 5
"""Children that are drawn of a node of the line, the last ones that raised alpha, and first ones of its last node."""


class Replay:
    """The replay of a tree.

    Args:
        tree: the tree.
        node: the last node of the line in the picture.
        visits: the visits on the page, in increasing order (``engine.searchtree.question``).
    """

    def __init__(self, tree: SearchTree, node: int, visits: Sequence[int]) -> None:
        self.tree, self._line, self._visits = tree, tree.path(node), visits
        self._places = {visit: place for place, visit in enumerate(visits)}
        self.has_windows = tree.facts.kind == "windows"
        self._events = SearchEvents(tree, 0, visits if self.has_windows else None)
        self._replays = {code: SearchReplay(self._events, code=code) for code in LANGUAGES}
        self._positions = {node: tree.position(node) for node in visits}
        self._surfaces = {node: _surface(each) for node, each in self._positions.items()}
        self._frames = Frames()
        self._below = {node: self._children(node) for node in visits}
        self._replies = {node: [each for each in replies_of(tree, node) if each in self._places] for node in visits}
        self._in_picture = [0, *(each for below in self._below.values() for each in below)]

    def __len__(self) -> int:
        return len(self._visits)

    def in_language(self, code: str) -> SearchReplay:
        """Return the steps with their texts in a language."""
        return self._replays[code]

    # --- the data -----------------------------------------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """Return what the script needs (``engine.searchtree.export.player``)."""
        root = self._surfaces[0]
        board: list[Any] = []
        if root is not None:
            geometry = geometry_of(root)
            sizes = [geometry.columns, geometry.rows, geometry.side, geometry.left, geometry.top, FILL[root.style]]
            board = [sizes, [[cell, piece] for cell, piece in sorted(root.pieces.items())]]
        film = self._film() if self.has_windows else {"steps": list(self._walked()), "code": None}
        film |= {"elements": self._frames.elements, "changes": self._frames.changes}
        above = [self._places.get(self.tree.parent(node), -1) for node in self._visits]
        nodes = [[parent, *self._change(node), node] for parent, node in zip(above, self._visits, strict=True)]
        return {"film": film, "board": board, "nodes": nodes}

    def _walked(self) -> Iterator[dict[str, Any]]:
        """Yield the nodes of a search without windows as steps."""
        for place, node in enumerate(self._visits):
            texts = {
                code: ": ".join(filter(None, (self.name(node, code), node_text(self.tree, node, code))))
                for code in LANGUAGES
            }
            yield {"say": shortest(texts), "more": "", "half": -1, "node": place}

    def _film(self) -> dict[str, Any]:
        """Return the steps of a search with windows, with a picture and a strip for each of them."""
        events, plan = self._events, self.plan()
        steps = steps_of(self._replays)
        picture, strips = NO_FRAME, dict[int, tuple[object, int]]()
        before: object = None
        for number, step in enumerate(steps):
            event = events.events[number - 1] if number else None
            place = self.node_of(number)
            subject = events.subject(event) if event is not None else -1
            states = [id(events.node(node, number)) for node in self._in_picture]
            seen = (self._shown(place), states, events.changed(number).keys() & self._in_picture)
            if seen != before:
                pictures = {code: self._picture(plan, number, code) for code in LANGUAGES}
                picture, before = self._frames.add(in_languages(pictures), picture), seen
            step |= {
                "picture": picture,
                "x": round(plan.places[self._shown(place)][0]),
                "node": self._places[max(place, subject)],
            }
            step["strip"] = self._strip(place, number, strips)
        width = round(max(plan.width, ROOM[0]))
        return {
            "steps": steps, "code": code_data(self._replays[language()].code), "width": width,
            "height": round(plan.height), "least": least_width(width, plan.sizes.small), "strip": STRIP,
        }  # fmt: skip

    def name(self, node: int, code: str) -> str:
        """Return the move that leads to a node, or what the root is called."""
        return self.tree.move_text(node, "display") or translate(THE_ROOT, code)

    # --- the picture --------------------------------------------------------------------------------------------------

    def _children(self, node: int) -> list[int]:
        """Return the children of a node that are drawn."""
        children = [each for each in self.tree.children(node) if each in self._places]
        if len(self._visits) <= MOST_DRAWN:
            return children
        if node not in self._line:
            return []
        if node == self._line[-1]:
            shown = {*children[:MOST_BELOW], *children[-1:]}
        else:
            shown = {*self.tree.raises(node)[-MOST_ON_LINE:], *self._line}
        return [each for each in children if each in shown]

    def _shown(self, node: int) -> int:
        """Return the node of the picture in which a node is."""
        return next(each for each in reversed(self.tree.path(node)) if each in self._in_picture)

    def node_of(self, step: int) -> int:
        """Return the node that the last of some steps is about."""
        return self._events.place(self._events.events[step - 1]) if step else 0

    def _picture(self, plan: TreePlan, step: int, code: str) -> list[list[Any]]:
        """Return the picture after some steps, in a language."""
        return element_data(tree_items(plan.with_nodes(self.drawn(step, code, PAGE)), PAGE))

    def plan(self, room: tuple[float, float] = ROOM) -> TreePlan:
        """Return the places of the nodes in a room in px, with space for the texts of the longest ones."""
        return lay_out(self._drawn(0, len(self._events), language()), room, letters=LETTERS)

    def drawn(self, step: int, code: str, look: Theme) -> TreeNode:
        """Return the root after some steps, with what is drawn below it, and a frame around the node of the step.

        Args:
            step: the number of steps done.
            code: code of the language.
            look: the theme.
        """
        return self._drawn(0, step, code, self._shown(self.node_of(step)), look.gold)

    def _drawn(self, node: int, step: int, code: str, framed: int = -1, frame: str = "") -> TreeNode:
        """Return a node after some steps, with those below it."""
        tree, events = self.tree, self._events
        state = events.node(node, step)
        children = [self._drawn(child, step, code, framed, frame) for child in self._below[node]]
        replay = self._replays[code]
        texts = replay.texts(state) if state is not None else {}
        was = replay.texts_before(events.state(step), node) if node in events.changed(step) else {}
        count = tree.visit(node).never_tried if tree.visit(node).reason is Reason.CUTOFF and children else 0
        if count:
            is_cut = state is not None and not state.is_open
            children.append(TreeNode("…", edge=f"+{count}", visited=False, is_cut=is_cut, number=-2 - node))
        ends = [window_note(texts[end], was.get(end, "")) for end in ("alpha", "beta") if end in texts]
        return TreeNode(
            texts.get("text", "").replace("+", "", 1),
            shape=("min" if tree.side(node) else "max") if children else "leaf",
            window=tuple(ends) if children else (),
            # Without what the notation of a game adds to a move in brackets.
            edge=tree.move_text(node, "display").partition(" ")[0],
            visited=state is not None,
            is_open=state is not None and state.is_open,
            on_line=node > 0 and node in self._line,
            frame=frame if node == framed else "",
            number=node,
            children=tuple(children),
        )

    # --- the window strip ---------------------------------------------------------------------------------------------

    def _strip(self, node: int, step: int, made: dict[int, tuple[object, int]]) -> int:
        """Return the frame of the window strip of a node, or ``NO_FRAME`` if it has none.

        Args:
            node: the node.
            step: number of steps.
            made: the last frame of each node, with what is known in it, which is updated.
        """
        tree, events = self.tree, self._events
        replies = self._replies[node]
        if not replies:
            return NO_FRAME

        def is_known(each: int) -> bool:
            state = events.node(each, step)
            return state is not None and not state.is_open

        known = (is_known(node), sum(map(is_known, replies)))
        if node in made and made[node][0] == known:
            return made[node][1]
        sign = -1 if tree.side(node) else 1
        strip = strip_of(tree, node, sign, is_known=is_known)
        plan = WindowPlan(strip, scale_of_strip(tree, node, sign), *STRIP)
        pictures = {}
        for code in LANGUAGES:
            heading = translate(mark("Moves after {move}, in the order tried"), code).format(move=self.name(node, code))
            heading = heading if node else translate(mark("Replies in the order tried"), code)
            items = head_items(heading, (), STRIP[0], PAGE)
            items += window_items(plan, partial(value_text, decimals=tree.facts.decimals, code=code), PAGE)
            pictures[code] = element_data(items)
        frame = self._frames.add(in_languages(pictures), made[node][1] if node in made else NO_FRAME)
        made[node] = known, frame
        return frame

    # --- the board ----------------------------------------------------------------------------------------------------

    def _change(self, node: int) -> list[Any]:
        """Return the two cells of a move, and the cells that it changed, with the pieces that are there afterwards."""
        parent = self.tree.parent(node)
        after, move = self._surfaces[node], self.tree.move(node)
        before, position = self._surfaces.get(parent), self._positions.get(parent)
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

    def board_at(self, node: int) -> Board | None:
        """Return the board at a node with the cells of the last move, or None if its position is unknown."""
        surface = self._surfaces[node]
        last = tuple(cell for cell in self._change(node)[:2] if cell >= 0)
        return Board(surface, last=last) if surface is not None else None

    def board(self, title: str) -> str:
        """Return the board at the root, or an empty string if the position is unknown."""
        root = self._surfaces[0]
        if root is None:
            return ""
        geometry = geometry_of(root)
        known = [Board(each) for each in self._surfaces.values() if each is not None]
        return (
            f'<svg id="board" role="img" xmlns="http://www.w3.org/2000/svg" aria-label="{escape(title)}" '
            f'viewBox="0 0 {geometry.width} {geometry.height}">'
            f"<title>{escape(title)}</title><defs>{board_defs(known, geometry, 'p')}</defs>"
            f'{ground(replace(root, pieces={}), geometry, "currentColor", "a")}<g id="tints"></g>'
            f'<g id="pieces">{pieces_on(Board(root), geometry, "p")}</g></svg>'
        )


def _surface(position: Position | None) -> Surface | None:
    if position is None:
        return None
    game: Game = position.game
    return game.surface(position)


def geometry_of(surface: Surface, width: int = WIDTH) -> PictureGeometry:
    """Return the place of a board that is about ``width`` px wide."""
    side = max(SMALL, min(LARGE, (width - 20) // surface.columns))
    return PictureGeometry.with_side(surface, side, flipped=False, named=True)
