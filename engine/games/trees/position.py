"""The position in a hand-made tree. A position is a node, and a move is the number of a child of the node.

For the rules, see ``engine.games.trees.game``.
"""

import random
from typing import TYPE_CHECKING, Any

import cython

from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position

if TYPE_CHECKING:
    from engine.core.handmade import HandmadeTree
    from engine.games.trees.game import Trees

if not cython.compiled:
    NODES = 128
    NODE_KEY = [0] * 128


@cython.infer_types(None)
def _fill_tables() -> None:
    rng = random.Random(19580101)  # any random seed will do, but it must never change
    for node in range(NODES):
        NODE_KEY[node] = rng.getrandbits(64)


_fill_tables()


class TreePosition(Position):
    """A node of a tree. The maximiser moves at even distances from the root, and the minimiser at odd distances."""

    if not cython.compiled:
        game: "Trees"
        tree: Any

    def __cinit__(self) -> None:
        """Initialise the fields, without a tree."""
        if not cython.compiled:
            super().__cinit__()
            self.parent, self.child, self.sibling, self.value = [[0] * 128 for _ in range(4)]
        self.tree = None
        self.node = self.nodes = 0
        for node in range(NODES):
            self.parent[node] = self.child[node] = self.sibling[node] = -1
            self.value[node] = 0

    def __init__(self, game: "Trees", tree: "HandmadeTree", node: int) -> None:
        """Set up the position at a node.

        Args:
            game: the ``Trees`` instance of the position.
            tree: a tree of at most 128 nodes.
            node: number of the node, 0 for the root.

        Raises:
            ValueError: if the tree has more than 128 nodes, or ``node`` is not a node of the tree.
        """
        if len(tree.values) > NODES or not 0 <= node < len(tree.values):
            raise ValueError("tree or node out of range")
        self.game = game
        self.tree = tree
        self.nodes = len(tree.values)
        for number in range(self.nodes):
            self.parent[number] = tree.parents[number]
            self.value[number] = tree.values[number]
            for at, child in enumerate(tree.children[number]):
                if at == 0:
                    self.child[number] = child
                else:
                    self.sibling[tree.children[number][at - 1]] = child
        self.node = node
        self.side = tree.depths[node] % 2
        self.key = NODE_KEY[node]

    def copy_from(self, other: Any) -> None:
        """Copy all fields from ``other``."""
        they = cython.cast(TreePosition, other)
        Position.copy_from(self, other)
        self.tree = they.tree
        self.node = they.node
        self.nodes = they.nodes
        for node in range(NODES):
            self.parent[node] = they.parent[node]
            self.child[node] = they.child[node]
            self.sibling[node] = they.sibling[node]
            self.value[node] = they.value[node]

    # --- for searches ---------------------------------------------------------------------------------------------

    def generate(self, out: Any) -> int:
        """Fill ``out`` with the children of the node, from left to right, and return their number."""
        n = cython.declare(cython.int, 0)
        node = cython.declare(cython.int, self.child[self.node])
        while node >= 0:
            out[n] = node
            n += 1
            node = self.sibling[node]
        return n

    def make(self, move: int) -> None:
        """Move down to the child whose node has the number ``move``."""
        self.move_to(move)
        self.ply += 1

    def unmake(self, move: int) -> None:
        """Move back to the parent."""
        self.move_to(self.parent[move])
        self.ply -= 1

    def move_to(self, node: int) -> None:
        """Move to an adjacent node, the parent or a child."""
        self.node = node
        self.key = NODE_KEY[node]
        self.side ^= 1

    def is_over(self) -> bool:
        """Whether the node is a leaf."""
        return self.child[self.node] < 0

    def outcome_score(self, ply: int) -> int:
        """Return the leaf's number from the point of view of the side to move."""
        return -self.value[self.node] if self.side else self.value[self.node]

    def trait(self, move: int) -> int:
        """Return the number of the child, which is the number of the move."""
        return move

    def trait_count(self) -> int:
        """Return the maximum number of nodes."""
        return NODES

    def has_cycles(self) -> bool:
        """Return False, because every move goes down the tree."""
        return False

    # --- for all other code ---------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return the outcome at a leaf by the sign of its number, or None at an inner node."""
        if self.child[self.node] >= 0:
            return None
        value = self.value[self.node]
        winner = None if value == 0 else Player.FIRST if value > 0 else Player.SECOND
        return Outcome(winner, Termination.SCORE)
