"""Trees of searches from the start of a game, each recorded once in a run of pytest. They are read-only."""

from functools import cache

from engine.core.evaluation import hand_made
from engine.core.game import find_game
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import CAPACITY, record


@cache
def recorded(
    game: str, text: str, depth: int | None = 2, *, nodes: int | None = None, rules: str = "", capacity: int = CAPACITY
) -> SearchTree:
    """The tree of a search, limited by its depth or by ``nodes``."""
    position = find_game(game).with_rules(rules).start()
    limit = Limit(depth=depth) if nodes is None else Limit(nodes=nodes)
    tree = record(Query(position, Spec.parse(text), hand_made(game), limit), capacity=capacity)[0]
    for column in tree.columns.values():
        column.flags.writeable = False
    return tree
