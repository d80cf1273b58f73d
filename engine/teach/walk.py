"""What a search visits in a hand-made tree: the recorded search, with nodes and values as they are drawn."""

from functools import cached_property, lru_cache

from engine.core.errors import OptionError
from engine.core.game import Game, games
from engine.core.handmade import HandmadeTree, node_name
from engine.core.language import tr
from engine.core.position import Position
from engine.core.score import WIN
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.events import Event, SearchEvents
from engine.searchtree.explanation import value_text
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.origins import OriginKind
from engine.searchtree.recording import record
from engine.searchtree.replay import SearchReplay

NEVER = -1
"""Index of the visit of a node that was never visited."""


def game_of_trees() -> type[Game]:
    """Return the game whose positions are the nodes of a tree that its rules contain as text.

    Raises:
        OptionError: if there is no such game.
    """
    for kind in games().values():
        if kind.tree_rule:
            return kind
    raise OptionError("no game has trees written as text")


def position_of(tree: HandmadeTree) -> Position:
    """Return the position at the root of a tree. The number of a move is the number of the node it leads to."""
    kind = game_of_trees()
    position: Position = kind(kind.Rules(**{kind.tree_rule: tree.text()})).start()
    return position


class Walk:
    """A recorded search of a whole tree, whose values are for the maximiser, who moves at the root.

    Args:
        tree: the tree.
        algorithm: the algorithm, as on the command line.
        decimals: number of decimals of the values, if they are those of an evaluation.

    Attributes:
        tree, algorithm, decimals: the arguments.
        search: the recorded search.
        order: the nodes in the order in which they were visited. A node searched again occurs twice.

    Raises:
        OptionError: for an unknown algorithm.
        SearchError: if the algorithm records no tree.
    """

    def __init__(self, tree: HandmadeTree, algorithm: str = "alphabeta", decimals: int = 0) -> None:
        self.tree, self.algorithm, self.decimals = tree, algorithm, decimals
        query = Query(position_of(tree), Spec.parse(algorithm), "", Limit(depth=max(1, tree.depth)))
        self.search: SearchTree = record(query)[0]
        self.order: tuple[int, ...] = tuple(self.node_of(visit) for visit in range(len(self.search)))
        self._last = {node: visit for visit, node in enumerate(self.order)}
        self._replays: dict[tuple[bool, str], SearchReplay] = {}

    def node_of(self, visit: int) -> int:
        """Return the node of a visit, which is an index of the recorded search."""
        line = self.search.line(visit)
        return line[-1] if line else 0

    def visit_of(self, node: int) -> int:
        """Return the last visit of a node, or ``NEVER``."""
        return self._last.get(node, NEVER)

    @property
    def visited(self) -> frozenset[int]:
        """The nodes that were visited."""
        return frozenset(self.order)

    @property
    def leaves(self) -> tuple[int, ...]:
        """The leaves that were visited, from left to right."""
        return tuple(leaf for leaf in self.tree.leaves if leaf in self._last)

    @cached_property
    def pruned(self) -> frozenset[int]:
        """The leaves that were never visited."""
        return frozenset(self.tree.leaves) - self.visited

    def is_maximiser(self, node: int) -> bool:
        """Whether the maximiser moves at a node."""
        return self.tree.depths[node] % 2 == 0

    def text(self, value: int) -> str:
        """Return a value or a bound as text."""
        return bound_text(value, self.decimals)

    def window(self, visit: int) -> tuple[int, int]:
        """Return alpha and beta at the start of a visit, for the maximiser. They can be ±``INFINITY``."""
        alpha, beta = self.search.number("alpha", visit), self.search.number("beta", visit)
        return (alpha, beta) if self.is_maximiser(self.order[visit]) else (-beta, -alpha)

    def value(self, visit: int) -> int:
        """Return the value that a visit returned, for the maximiser."""
        value = self.search.number("value", visit)
        return value if self.is_maximiser(self.order[visit]) else -value

    def sign(self, visit: int) -> str:
        """Return ``=`` if the value of a visit is exact, ``≥`` if it is at least, and ``≤`` if it is at most that."""
        fate = self.search.fate(visit)
        if fate in (Fate.LEAF, Fate.EXACT):
            return "="
        return "≥" if (fate is Fate.CUT) == self.is_maximiser(self.order[visit]) else "≤"

    def explain(self, node: int) -> list[str]:
        """Return sentences that explain why a node has its window and value in the end, or was never visited."""
        found = []
        if self.visit_of(node) == NEVER:
            left = self.cutter(node)
            texts = {"node": node_name(node), "left": node_name(left)}
            found = [tr("{node} is never visited: the search leaves {left} before it comes here.", **texts)]
            node = left
        return found + [each.text for each in self.search.explain(self.visit_of(node), side=0, number=self.text)]

    def cutter(self, node: int) -> int:
        """Return the lowest ancestor of an unvisited node that was visited: the node that was left before."""
        while self.visit_of(node) == NEVER:
            node = self.tree.parents[node]
        return node

    @cached_property
    def cuts(self) -> tuple[int, int]:
        """The numbers of shallow and of deep cut-offs that skipped children.

        A cut-off is shallow if the bound comes from the parent, and deep if it comes from further above.
        """
        shallow = deep = 0
        for visit in range(len(self.search)):
            if self.search.fate(visit) is Fate.CUT and self.search.visit(visit).never_tried:
                if self.search.bound_origin(visit, "beta").kind is OriginKind.ANCESTOR:
                    deep += 1
                else:
                    shallow += 1
        return shallow, deep

    @cached_property
    def pv(self) -> tuple[int, ...]:
        """The nodes of the principal variation, beginning with the root."""
        return tuple(self.order[visit] for visit in self.search.pv)

    @cached_property
    def events(self) -> SearchEvents:
        """The events of the search, and what is known after each of them."""
        return SearchEvents(self.search)

    def steps(self) -> tuple[Event, ...]:
        """Return the steps of a replay."""
        return self.events.events

    def replay(self, *, for_mover: bool = False, code: str = "") -> SearchReplay:
        """Return the replay of the search.

        Args:
            for_mover: whether values are for the side to move, as in negamax, instead of for the maximiser.
            code: code of the language, or an empty string for the current one.
        """
        key = for_mover, code
        if key not in self._replays:
            self._replays[key] = SearchReplay(
                self.events, None if for_mover else 0, lambda value: bound_text(value, self.decimals, code),
                lambda visit: node_name(self.order[visit]), code,
            )  # fmt: skip
        return self._replays[key]


@lru_cache(maxsize=256)
def walk_of(tree: HandmadeTree, algorithm: str = "alphabeta", decimals: int = 0) -> Walk:
    """Return the ``Walk`` of an algorithm through a tree, with values of some decimals. The last ones are kept."""
    return Walk(tree, algorithm, decimals)


def minimax(tree: HandmadeTree) -> tuple[int, ...]:
    """Return the minimax value of every node for the maximiser."""
    walk = walk_of(tree, "minimax")
    return tuple(walk.value(walk.visit_of(node)) for node in range(len(tree.values)))


def bound_text(value: int, decimals: int = 0, code: str = "") -> str:
    """Return a bound as text: a number with a minus sign, or ``−∞`` or ``+∞``.

    Args:
        value: the bound.
        decimals: number of decimals of values of an evaluation, which are written as elsewhere: ``+2.36``.
        code: code of the language, or an empty string for the current one.
    """
    text = value_text(value, decimals, code)
    return text if decimals or abs(value) >= WIN else text.removeprefix("+")
