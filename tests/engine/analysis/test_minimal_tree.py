"""The least number of leaves that prove the value of a tree, against all sets of leaves and all orders of children."""

import itertools
import math
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import numpy
import pytest

from engine.analysis.measurement import least_leaves
from engine.analysis.minimal_tree import MOST_NODES, count_minimal_leaves, minimal_leaves
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.handmade import parse_tree
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec
from tests.engine.conftest import deep

Nested: TypeAlias = "int | list[Nested]"
MOST_LEAVES = 11


def grown(rng: random.Random, depth: int) -> Nested:
    """A random tree with leaves at all depths and up to four children, whose values are often equal."""
    if depth == 0 or (depth < 4 and rng.random() < 0.3):
        return rng.randint(-4, 4)
    return [grown(rng, depth - 1) for _ in range(rng.randint(1, 4))]


def small_trees(count: int, most: int) -> list[Nested]:
    """Random trees of two to ``most`` leaves."""
    rng, found = random.Random(25), []
    while len(found) < count:
        tree = grown(rng, 4)
        if 2 <= text_of(tree).count(" ") + 1 <= most:
            found.append(tree)
    return found


def text_of(tree: Nested) -> str:
    return str(tree).replace("[", "(").replace("]", ")").replace(",", "")


def least_of(text: str) -> int:
    tree = parse_tree(text)
    return minimal_leaves(tree.parents, tree.depths, tree.values)


def values_with(tree: Nested, leaves: "Iterator[numpy.ndarray]", is_maximiser: bool = True) -> "numpy.ndarray":
    """The minimax value for many assignments of the leaves at once."""
    if isinstance(tree, int):
        return next(leaves)
    best = numpy.maximum if is_maximiser else numpy.minimum
    return best.reduce([values_with(child, leaves, not is_maximiser) for child in tree])


def by_all_sets(text: str, tree: Nested) -> int:
    """The size of the smallest set of leaves that fixes the value: the others may be −∞ or +∞."""
    known = [int(each) for each in text.replace("(", " ").replace(")", " ").split()]
    sets = numpy.arange(2 ** len(known))[:, None] >> numpy.arange(len(known)) & 1
    low, high = (
        values_with(tree, iter([numpy.where(sets[:, k], value, other) for k, value in enumerate(known)]))
        for other in (-99, 99)
    )
    return int(sets.sum(axis=1)[low == high].min())


EXAMPLES = {
    "(5 ((1 0 0 0 0 0 0 0) 4))": 2,  # the 4 refutes the second child with one leaf, the better 1 with eight
    "((9 8 7 6 5 4 3 2) (1 5))": 9,
    "((2 5) (1 8))": 3,
    "(3 3)": 2,
    "7": 1,
}


@pytest.mark.parametrize(("text", "least"), EXAMPLES.items())
def test_trees_counted_by_hand(text: str, least: int) -> None:
    assert least_of(text) == least


def test_it_is_the_smallest_of_all_sets_of_leaves_that_fix_the_value() -> None:
    trees = [[5, [[1, 0, 0, 0, 0, 0, 0, 0], 4]], *small_trees(400, MOST_LEAVES)]
    assert len(trees) == 401
    for tree in trees:
        text = text_of(tree)
        assert least_of(text) == by_all_sets(text, tree), text


def orders(tree: Nested) -> Iterator[Nested]:
    """Yield the tree with the children of all nodes in all orders."""
    if isinstance(tree, int):
        yield tree
        return
    for children in itertools.permutations(tree):
        yield from (list(each) for each in itertools.product(*(list(orders(child)) for child in children)))


def count_orders(tree: Nested) -> int:
    if isinstance(tree, int):
        return 1
    return math.factorial(len(tree)) * math.prod(count_orders(child) for child in tree)


def leaves_seen(text: str, name: str) -> int:
    position = find_game("trees").with_rules(f"text={text}").start()
    depth = max(parse_tree(text).depth, 1)
    *_, report = Spec.make(name).build(find_evaluation("trees")).analyse(position, Limit(depth=depth))
    return int(report.leaves)


@deep
def test_alpha_beta_reaches_it_in_its_best_order_and_never_less() -> None:
    trees = [tree for tree in small_trees(400, 7) if count_orders(tree) <= 48][:60]
    assert len(trees) == 60
    for tree in trees:
        counts = {leaves_seen(text_of(each), "alphabeta") for each in orders(tree)}
        assert min(counts) == least_of(text_of(tree)), text_of(tree)


@deep
@pytest.mark.parametrize("name", ["alphabeta", "negamax_alphabeta", "negascout"])
def test_no_search_without_a_table_visits_fewer(name: str) -> None:
    for tree in small_trees(100, MOST_LEAVES):
        assert leaves_seen(text_of(tree), name) >= least_of(text_of(tree))


def test_a_uniform_tree_needs_the_leaves_of_the_formula() -> None:
    """If all leaves differ, no child of the same value spares a proof."""
    rng = random.Random(3)
    for branching, depth in ((2, 2), (2, 3), (3, 2), (3, 3), (2, 4)):
        values = iter(rng.sample(range(-500, 500), branching**depth))

        def nested(height: int, values: Iterator[int] = values, branching: int = branching) -> Nested:
            return [nested(height - 1) for _ in range(branching)] if height else next(values)

        assert least_of(text_of(nested(depth))) == pytest.approx(least_leaves(branching**depth, depth))


def query(game: str, rules: str = "", name: str = "alphabeta") -> Query:
    kind = find_game(game)
    return Query((kind.with_rules(rules) if rules else kind()).start(), Spec.make(name), "", Limit(depth=3))


def test_the_recorded_tree_of_a_hand_made_game_is_that_of_its_text() -> None:
    for tree in small_trees(30, MOST_LEAVES):
        text = text_of(tree)
        depth = parse_tree(text).depth
        assert count_minimal_leaves(query("trees", f"text={text}"), depth, Stop()) == least_of(text), text


def test_a_game_in_which_the_second_side_moves_first_is_counted_for_the_side_at_the_root() -> None:
    position = find_game("tictactoe")().start()
    for ply in range(5):
        asked = Query(position, Spec.make("alphabeta"), "", Limit(depth=4))
        *_, best = Spec.make("minimax").build(find_evaluation("tictactoe")).analyse(position, Limit(depth=4))
        least = count_minimal_leaves(asked, 4, Stop())
        assert least is not None and 1 <= least <= best.leaves, ply
        position = position.play(best.move)


@pytest.mark.parametrize(("language", "text"), [("en", "100,000"), ("vi", "100.000")])
def test_the_guide_states_the_size_of_the_largest_tree(language: str, text: str) -> None:
    assert text.replace(",", "").replace(".", "") == str(MOST_NODES)
    page = Path(__file__).parents[3] / "resources" / "guide" / language / "comparison.md"
    assert text in page.read_text(encoding="utf-8")


def test_a_large_tree_or_a_stopped_count_has_no_number() -> None:
    assert count_minimal_leaves(query("cotoan"), 2, Stop(), most=5_000) is None
    stop = Stop()
    stop.request()
    assert count_minimal_leaves(query("cotoan"), 2, stop) is None
    over = find_game("tictactoe")().parse_position("xxx/oo./... o")
    assert count_minimal_leaves(Query(over, Spec.make("minimax"), "", Limit(depth=1)), 1, Stop()) is None
