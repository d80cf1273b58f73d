"""The evaluation of trees made by hand: the number written at the node."""

import cython

from engine.core.evaluation import Evaluation, register
from engine.core.position import Position
from engine.games.trees.position import TreePosition


class Static(Evaluation):
    """What a node looks like before it is searched; 0 where nothing is written."""

    game = "trees"
    name = "static"
    title = "Number at the node"
    unit = "points"

    def evaluate(self, position: Position) -> int:
        """Score for the side to move."""
        return self.judge(cython.cast(TreePosition, position))

    def judge(self, own: TreePosition) -> int:
        """Score for the side to move."""
        return -own.value[own.node] if own.side else own.value[own.node]

    def definition(self, position: Position) -> int:
        """By the tree itself."""
        assert isinstance(position, TreePosition)
        value = int(position.tree.values[position.node])
        return value if position.tree.depths[position.node] % 2 == 0 else -value


register(Static)
