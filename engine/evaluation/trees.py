"""The evaluation of hand-made trees, which is the number at a node."""

import cython

from engine.core.evaluation import Evaluation, register
from engine.core.position import Position
from engine.games.trees.position import TreePosition


class Static(Evaluation):
    """The number at a node for the side to move, or 0 if the node has none.

    Scale 6: reasoned. It is half of 12, the greatest number in the trees of the game.

    Not antisymmetric: each node determines the side to move, so the same node with the other side to move does not
    exist.
    """

    game = "trees"
    name = "static"
    title = "Number at the node"
    unit = "points"
    scale = 6
    antisymmetric = False

    def evaluate(self, position: Position) -> int:
        """Return the score for the side to move."""
        return self.judge(cython.cast(TreePosition, position))

    def judge(self, own: TreePosition) -> int:
        """Return the score of a position of a tree for the side to move."""
        return -own.value[own.node] if own.side else own.value[own.node]

    def definition(self, position: Position) -> int:
        """Return the score for the side to move, read from ``Tree.values``."""
        assert isinstance(position, TreePosition)
        value = int(position.tree.values[position.node])
        return value if position.tree.depths[position.node] % 2 == 0 else -value


register(Static)
