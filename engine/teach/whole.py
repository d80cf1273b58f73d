"""The whole tree of a small game: the value of every position with the best play of both sides, and proofs."""

from engine.core.errors import OptionError
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.values import Value

MOST_POSITIONS = 20_000
"""Maximum number of different positions of a game that is solved."""
MOST_PLIES = 64
"""Maximum length of a game that is solved. Games with repetitions are longer."""
MOST_SHOWN = 300
"""Maximum number of nodes of a picture."""


class GameValue(Value):
    """The value of a position with the best play of both sides.

    Attributes:
        winner: 1 if the first player wins, −1 if the second one does, 0 for a draw.
        plies: number of plies to the end. The winner shortens the game, the loser prolongs it.
        nodes: number of nodes of the tree below the position, including itself.
    """

    winner: int
    plies: int
    nodes: int


class WholeNode(Value):
    """A node of the tree.

    Attributes:
        parent: its parent, or -1.
        children: its children, in the order of the legal moves. They are empty if they are not shown.
        ply: distance from the root.
        move: text of the move that leads to it, or an empty string for the root.
        position: its position.
        result: its value.
        is_leaf: whether the game is over.
        is_proof: whether it belongs to the proof of the value of the root.
    """

    parent: int
    children: tuple[int, ...]
    ply: int
    move: str
    position: Position
    result: GameValue
    is_leaf: bool
    is_proof: bool


class Solver:
    """Values of the positions of a small game, which are computed once."""

    def __init__(self) -> None:
        self._known: dict[str, GameValue] = {}

    def solve(self, position: Position) -> GameValue:
        """Return the value of a position.

        Raises:
            OptionError: if the game is too large, or positions can be repeated.
        """
        return self._solve(position, 0)

    def _solve(self, position: Position, ply: int) -> GameValue:
        key = str(position)
        if key in self._known:
            return self._known[key]
        if len(self._known) >= MOST_POSITIONS or ply > MOST_PLIES:
            raise OptionError("the tree of {game} is too large to be shown", game=tr(position.game.title))
        moves = position.legal_moves()
        if not moves:
            found = GameValue(_winner(position), 0, 1)
        else:
            results = [self._solve(position.play(move), ply + 1) for move in moves]
            best = max(results, key=lambda result: preference(result, position.side))
            found = GameValue(best.winner, best.plies + 1, 1 + sum(result.nodes for result in results))
        self._known[key] = found
        return found

    def tree(self, position: Position, most: int = MOST_SHOWN) -> tuple[WholeNode, ...]:
        """Return the nodes of as many complete plies as fit, at least one, and the proof of the value of the root.

        The proof contains one move at every node of the side that it is for, the first of the best ones, and all moves
        at the nodes of the other side. It is for the winner, or for the side to move if the game is drawn.

        Args:
            position: the root.
            most: number of nodes that may be shown.

        Raises:
            OptionError: if the game is too large, or positions can be repeated.
        """
        root = self.solve(position)
        prover = position.side if root.winner == 0 else 0 if root.winner > 0 else 1
        nodes = [WholeNode(-1, (), 0, "", position, root, not position.legal_moves(), True)]
        level = [0]
        while level:
            made: list[WholeNode] = []
            parents: dict[int, tuple[int, ...]] = {}
            for index in level:
                children = self._children(nodes[index], index, prover)
                parents[index] = tuple(range(len(nodes) + len(made), len(nodes) + len(made) + len(children)))
                made += children
            if not made or (len(nodes) + len(made) > most and level != [0]):
                break
            for index, children_of in parents.items():
                node = nodes[index]
                nodes[index] = WholeNode(
                    node.parent, children_of, node.ply, node.move, node.position, node.result, node.is_leaf,
                    node.is_proof,
                )  # fmt: skip
            level = list(range(len(nodes), len(nodes) + len(made)))
            nodes += made
        return tuple(nodes)

    def _children(self, node: WholeNode, index: int, prover: int) -> list[WholeNode]:
        position = node.position
        made = []
        is_found = False
        for move in position.legal_moves():
            after = position.play(move)
            result = self._solve(after, 0)
            is_best = (result.winner, result.plies + 1) == (node.result.winner, node.result.plies)
            is_proof = node.is_proof and (position.side != prover or (is_best and not is_found))
            is_found |= is_best
            text = str(position.game.format_move(position, move, "coordinates"))
            made.append(WholeNode(index, (), node.ply + 1, text, after, result, not after.legal_moves(), is_proof))
        return made


def preference(result: GameValue, side: int) -> tuple[int, int]:
    """Return a key by which a side prefers one value to another: win, draw, loss; short wins and long losses."""
    own = result.winner if side == 0 else -result.winner
    return own, -result.plies if own > 0 else result.plies if own < 0 else 0


def _winner(position: Position) -> int:
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return 0
    return 1 if outcome.winner is Player.FIRST else -1
