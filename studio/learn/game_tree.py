"""The whole tree of a small game that is shown, and the larger trees from which it was opened."""

from engine.core.game import Game
from engine.core.language import ngettext, tr
from engine.core.position import Position
from engine.teach.whole import GameValue, Solver, WholeNode


class PositionTree:
    """The tree of a position.

    Attributes:
        roots: the positions opened one after the other, or an empty list if no game is shown. The last one is the root.
        nodes: the nodes of its tree.
    """

    def __init__(self) -> None:
        self.roots: list[Position] = []
        self.nodes: tuple[WholeNode, ...] = ()
        self._solver = Solver()

    def close(self) -> None:
        """Show no game."""
        self.roots = []

    def begin(self, position: Position) -> None:
        """Show the tree of a position, from which the trees below can be opened.

        Raises:
            KyVienError: if the game is too large, or positions can be repeated.
        """
        self._solver = Solver()
        nodes = self._solver.tree(position)
        self.roots, self.nodes = [position], nodes

    def enter(self, node: int) -> bool:
        """Show the tree below a node, and return whether there is one."""
        if not 0 < node < len(self.nodes) or self.nodes[node].is_leaf:
            return False
        position = self.nodes[node].position
        self.nodes = self._solver.tree(position)
        self.roots.append(position)
        return True

    def leave(self) -> None:
        """Show the tree from which the current one was opened."""
        if len(self.roots) > 1:
            self.roots.pop()
            self.nodes = self._solver.tree(self.roots[-1])

    @property
    def summary(self) -> str:
        """How large the tree is, and who wins."""
        result, game = self.nodes[0].result, self.roots[-1].game
        return ngettext(
            "{game}: {count} node, shown: {shown}. {result}", "{game}: {count} nodes, shown: {shown}. {result}",
            result.nodes, game=tr(game.title), shown=len(self.nodes), result=_result_text(result, game),
        )  # fmt: skip


def _result_text(result: GameValue, game: Game) -> str:
    """Return who wins a position, and in how many plies."""
    if result.winner == 0:
        return tr("With the best play it is a draw.")
    side = tr(game.sides[0 if result.winner > 0 else 1])
    return ngettext("{side} wins in {count} ply.", "{side} wins in {count} plies.", result.plies, side=side)
