"""Hand-made trees, as drawn in the first chapters of textbooks, which can be searched like any game.

The maximiser moves at the root, then the sides alternate. The number at a leaf is the leaf's value for the maximiser.
Every algorithm of the studio can search the trees, so that visited nodes and cutoffs can be verified by hand.
"""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import ClassVar

from engine.core.errors import IllegalMoveError, KyVienError, NotationError, PositionError
from engine.core.game import Game, MoveStyle, register
from engine.core.handmade import LETTERS, HandmadeTree, node_name, parse_tree
from engine.core.language import mark
from engine.core.options import option
from engine.core.outcome import Player
from engine.core.refinements import IN_SMALL_GAMES, SMALL_GAME
from engine.core.surface import (
    BoardColors,
    MoveShape,
    PieceKind,
    Setup,
    Surface,
)
from engine.core.values import Value, replace
from engine.games.trees.position import TreePosition

TREES = {
    # The left branch guarantees 2. The right one offers 8, but the minimiser answers with 1, the first leaf there,
    # after which alpha-beta skips the 8.
    "two_or_eight": "((2 5) (1 8))",
    # Three branches of three leaves each; after the first branch, the others are cut off.
    "cutoffs": "((3 12 8) (2 4 6) (1 5 2))",
    # The same shape with the best branch last: nothing is cut off.
    "bad_order": "((2 4 6) (9 8 5) (12 7 8))",
    # Four plies. The 9 is cut off by the 5 of the root, three plies above its parent: a deep cutoff (D. E. Knuth and
    # R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6, 1975, section 4).
    "deep": "(5 (((4 9) (8 6)) 3))",
    # Horizon effect: the move that is best one ply deep (9) loses one ply later.
    "horizon": "(1:(2 3) 9:(-7 4) 0:(1 1))",
    # Four plies, two moves each.
    "four_plies": "((((3 -2) (5 1)) ((0 4) (-1 6))) (((2 2) (7 -3)) ((1 0) (8 5))))",
}


TITLES = (
    mark("2 or 8"), mark("Cut-offs"), mark("Bad order"), mark("Deep cut-off"), mark("Horizon effect"),
    mark("Four plies"),
)  # fmt: skip
"""English titles of ``TREES``, translated for display."""


@cache
def tree_of(name: str) -> HandmadeTree:
    """Return the tree of ``TREES`` with this name. The result is cached."""
    return parse_tree(TREES[name])


@lru_cache(maxsize=64)
def _tree_of_text(text: str) -> HandmadeTree:
    return parse_tree(text)


class Rules(Value):
    """The rules of hand-made trees: one of the trees of this module, or the text of another one."""

    tree: str = option(
        "two_or_eight", "The tree on the board", label="Tree", choices=tuple(TREES), texts=tuple(TITLES), free="text"
    )
    text: str = option("", "A tree as text, in place of the tree above: ((3 12 8) (2 4 6))", label="Tree as text")


_COLORS = BoardColors("#FAF7EF", "#FAF7EF", "#8C8468", "#C9BF9F", "#A8321F", "#23418C")


@register
class Trees(Game[TreePosition]):
    """A hand-made tree as a game."""

    name: ClassVar[str] = "trees"
    title: ClassVar[str] = "Example trees"
    sides: ClassVar[tuple[str, str]] = ("Maximiser", "Minimiser")
    Rules: ClassVar[type] = Rules
    tree_rule: ClassVar[str] = "text"
    unsuitable: ClassVar = IN_SMALL_GAMES | dict.fromkeys(
        ("table", "mate_distance", "killers", "counter_moves", "history"), SMALL_GAME
    )
    presets: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "2 or 8": {}, "cut-offs": {"tree": "cutoffs"}, "bad order": {"tree": "bad_order"},
        "deep cut-off": {"tree": "deep"}, "horizon": {"tree": "horizon"}, "four plies": {"tree": "four_plies"},
    }  # fmt: skip
    preset_titles: ClassVar[Mapping[str, str]] = dict(
        zip(("2 or 8", "cut-offs", "bad order", "deep cut-off", "horizon", "four plies"), TITLES, strict=True)
    )

    @cached_property
    def tree(self) -> HandmadeTree:
        """Return the tree that the rules select.

        Raises:
            NotationError: if the rules contain a text that is not a tree.
        """
        return _tree_of_text(self.rules.text) if self.rules.text else tree_of(self.rules.tree)

    def start(self) -> TreePosition:
        """Return the position at the root."""
        return TreePosition(self, self.tree, 0)

    # --- texts ----------------------------------------------------------------------------------------------------

    def format_position(self, position: TreePosition) -> str:
        """Return the name of the node, for example ``C``. Nodes are named in alphabetical order, level by level."""
        return node_name(position.node)

    def _read(self, text: str) -> Setup:
        return self.setup(TreePosition(self, self.tree, self._node(text.strip())))

    def _node(self, word: str) -> int:
        for node in range(len(self.tree.values)):
            if node_name(node) == word:
                return node
        raise NotationError("{text!r} is not a node of this tree", text=word)

    def format_move(self, position: TreePosition, move: int, style: MoveStyle = "record") -> str:
        """Return the name of the node that the move leads to, for example ``C``."""
        return node_name(move)

    def parse_move(self, position: TreePosition, text: str) -> int:
        """Parse a move in the format of ``format_move``.

        Raises:
            NotationError: if the text is not the name of a node of the tree.
            IllegalMoveError: if the node is not a child of the current one.
        """
        word = text.strip()
        move = self._node(word)
        if move not in self.tree.children[position.node]:
            raise IllegalMoveError("{text}: {reason}", text=word, reason=str(self._refusal(position)))
        return move

    def _refusal(self, position: TreePosition) -> KyVienError:
        if position.outcome() is not None:
            return IllegalMoveError("the game is over")
        return IllegalMoveError("it is not a child of {node}", node=node_name(position.node))

    # --- the board ------------------------------------------------------------------------------------------------

    def surface(self, position: TreePosition) -> Surface:
        """Return the tree with the root on top.

        Inner nodes have the colour of their side to move, leaves show their numbers, and a mark replaces the piece of
        the current node.
        """
        return replace(self._board, pieces=self._pieces(position.node))

    @cached_property
    def _board(self) -> Surface:
        """The surface without a current node."""
        tree = self.tree
        nodes = range(len(tree.values))
        leaves: dict[int, list[int]] = {}
        for node in tree.leaves:
            leaves.setdefault(tree.values[node], []).append(node)
        kinds = [PieceKind("here", "current node", None, "●", 1, frozenset(tree.cell(node) for node in nodes))]
        kinds += [
            PieceKind(
                f"n{node_name(node)}",
                "node",
                Player(tree.depths[node] % 2),
                node_name(node),
                1,
                frozenset((tree.cell(node),)),
            )
            for node in nodes
            if tree.children[node]
        ]
        kinds += [
            PieceKind(
                f"v{value}", "leaf", None, f"{value}".replace("-", "−"), len(at),
                frozenset(tree.cell(node) for node in at),
            )
            for value, at in sorted(leaves.items())
        ]  # fmt: skip
        return Surface(
            theme="trees",
            colors=_COLORS,
            style="points",
            columns=tree.width,
            rows=tree.height,
            column_names=tuple(str(column + 1) for column in range(tree.width)),
            row_names=tuple(_row_name(row) for row in reversed(range(tree.height))),
            kinds=tuple(kinds),
            pieces={tree.cell(node): self._piece(node) for node in nodes},
            lines=tuple((tree.cell(tree.parents[node]), tree.cell(node)) for node in nodes if node),
            has_names=False,
        )

    def _pieces(self, here: int) -> dict[int, str]:
        return {**self._board.pieces, self.tree.cell(here): "here"}

    def _piece(self, node: int) -> str:
        """Return the piece on a node that is not the current node.

        The piece shows the name of an inner node or the number of a leaf.
        """
        return f"n{node_name(node)}" if self.tree.children[node] else f"v{self.tree.values[node]}"

    def shape(self, position: TreePosition, move: int) -> MoveShape:
        """Return a shape from the cell of the current node to the cell of its child."""
        origin = self.tree.cell(position.node)
        return MoveShape(
            move, origin, self.tree.cell(move), hint=node_name(move), placed=((origin, self._piece(position.node)),)
        )

    def setup(self, position: TreePosition) -> Setup:
        """Return the mark of the current node, the pieces of the other nodes, and the side to move."""
        return Setup(self._pieces(position.node), position.turn)

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> TreePosition:
        return TreePosition(self, self.tree, self._here(setup)[0])

    def _here(self, setup: Setup) -> list[int]:
        nodes = {self.tree.cell(node): node for node in range(len(self.tree.values))}
        return [nodes[cell] for cell, piece in sorted(setup.pieces.items()) if piece == "here" and cell in nodes]

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return the faults of a set-up.

        Faults are a mark that is missing, not on a node or not the only one, pieces that differ from those of the tree,
        and a side to move other than that of the node.
        """
        marks = [cell for cell, piece in setup.pieces.items() if piece == "here"]
        here = self._here(setup)
        if len(marks) != 1 or len(here) != 1:
            return [PositionError("the mark must be on exactly one node of the tree")]
        faults: list[KyVienError] = []
        if dict(setup.pieces) != self._pieces(here[0]):
            faults.append(PositionError("a tree cannot be changed"))
        if self.tree.depths[here[0]] % 2 != setup.turn:
            faults.append(PositionError("the node decides whose move it is"))
        return faults


def _row_name(row: int) -> str:
    """Return the name of a row of the board, counted from the top: ``a`` to ``z``, then ``a1`` and so on."""
    round_, letter = divmod(row, 26)
    return LETTERS[26 + letter] + (str(round_) if round_ else "")
