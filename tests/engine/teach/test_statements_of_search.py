"""The general statements of lessons and guide about minimax, alpha-beta and NegaScout, on random trees.

``tests/engine/guide/statements.toml`` names the sentences and, for each, the test of it.
"""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from engine.core.game import find_game
from engine.core.handmade import HandmadeTree, parse_tree, random_tree
from engine.core.score import INFINITY
from engine.searchtree.events import EventKind
from engine.searchtree.node import Fate
from engine.teach.lessons import find_lesson
from engine.teach.walk import NEVER, Walk, minimax, position_of
from tests.engine.conftest import sampled
from tests.engine.teach import plain
from tests.engine.teach.test_trees_by_hand import analyse

FULL = ("minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout")
WITH_TABLES = ("mtdf", "best_first")


@cache
def trees(count: int = 60) -> tuple[HandmadeTree, ...]:
    """Random trees with leaves at all depths, and with equal values."""
    rng = random.Random("statements")

    def text(height: int) -> str:
        if height == 0 or (height < 3 and rng.random() < 0.25):
            return str(rng.randint(-6, 6))
        return f"({' '.join(text(height - 1) for _ in range(rng.randint(1, 3)))})"

    return tuple(parse_tree(text(4)) for _ in range(count))


def shuffled(tree: HandmadeTree, rng: random.Random) -> HandmadeTree:
    """The same tree with the children of every node in another order."""
    order = {node: rng.sample(children, len(children)) for node, children in enumerate(tree.children)}
    return parse_tree(tree.text(order=order))


def above(tree: HandmadeTree, node: int) -> Iterator[tuple[int, int]]:
    """Yield each ancestor of a node, from below, with its child on the path to the node."""
    while node:
        yield tree.parents[node], node
        node = tree.parents[node]


def is_cut(walk: Walk, visit: int) -> bool:
    return walk.search.fate(visit) is Fate.CUT


# --- windows ----------------------------------------------------------------------------------------------------------


def test_alpha_and_beta_are_the_best_finished_values_on_the_path() -> None:
    """Also after a return: the window of the next child does not contain what was found below another one."""
    fell = 0
    for tree in trees():
        walk, last = Walk(tree), -INFINITY
        for visit, node in enumerate(walk.order):
            alpha, beta = -INFINITY, INFINITY
            for parent, child in above(tree, node):
                finished = tree.children[parent][: tree.children[parent].index(child)]
                values = [walk.value(walk.visit_of(each)) for each in finished]
                if walk.is_maximiser(parent):
                    alpha = max([alpha, *values])
                else:
                    beta = min([beta, *values])
            assert walk.window(visit) == (alpha, beta), (tree.text(), node)
            assert alpha < beta
            fell += alpha < last
            last = alpha
    assert fell > 20, "alpha falls when the search returns"


def test_a_node_is_left_as_soon_as_alpha_is_not_less_than_beta() -> None:
    """Then one side has something at least as good at a node above: the bound of the cut-off comes from there."""
    cut = 0
    for tree in trees():
        walk = Walk(tree)
        for visit, node in enumerate(walk.order):
            alpha, beta = walk.window(visit)
            tried = [each for each in tree.children[node] if walk.visit_of(each) != NEVER]
            for place, child in enumerate(tried, 1):
                value = walk.value(walk.visit_of(child))
                if walk.is_maximiser(node):
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
                assert (alpha >= beta) == (place == len(tried) and is_cut(walk, visit)), (tree.text(), node)
            if is_cut(walk, visit):
                cut += 1
                first = walk.window(visit)
                bound = first[1] if walk.is_maximiser(node) else first[0]
                own = walk.value(visit)
                assert node, "the root is never left: no value reaches β = +∞ of the maximiser"
                assert own >= bound if walk.is_maximiser(node) else own <= bound
                rivals = {
                    walk.value(walk.visit_of(each))
                    for parent, child in above(tree, node)
                    if walk.is_maximiser(parent) != walk.is_maximiser(node)
                    for each in tree.children[parent][: tree.children[parent].index(child)]
                }
                assert bound in rivals
            else:
                assert len(tried) == len(tree.children[node])
    assert cut > 100


def test_alpha_and_beta_are_compared_after_each_child_but_the_last() -> None:
    """Also if the last child makes α ≥ β: nothing is left to cut."""
    met = 0
    for tree in trees():
        walk = Walk(tree)
        compared = Counter(each.visit for each in walk.steps() if each.kind is EventKind.CUT)
        for visit, node in enumerate(walk.order):
            children = tree.children[node]
            tried = sum(walk.visit_of(child) != NEVER for child in children)
            assert compared[visit] == tried - (bool(children) and tried == len(children))
            met += is_cut(walk, visit) and tried == len(children) > 0
    assert met > 20


@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax_alphabeta"])
def test_there_are_three_kinds_of_nodes(algorithm: str) -> None:
    """By the value and the window at the entry, also where all children were searched."""
    kinds = {"exact": 0, "left": 0, "no child": 0}
    for tree in trees():
        walk, true = Walk(tree, algorithm), minimax(tree)
        for visit, node in enumerate(walk.order):
            (alpha, beta), value = walk.window(visit), walk.value(visit)
            if not tree.children[node]:
                assert value == true[node]
                continue
            assert walk.sign(visit) == ("≤" if value <= alpha else "≥" if value >= beta else "=")
            assert value > alpha or true[node] <= value
            assert value < beta or true[node] >= value
            if alpha < value < beta:
                kinds["exact"] += 1
                assert value == true[node]
            elif is_cut(walk, visit):
                kinds["left"] += 1
                assert true[node] >= value >= beta if walk.is_maximiser(node) else true[node] <= value <= alpha
            else:
                kinds["no child"] += 1
                assert all(walk.visit_of(child) != NEVER for child in tree.children[node])
                assert true[node] <= value <= alpha if walk.is_maximiser(node) else true[node] >= value >= beta
    assert min(kinds.values()) > 50, kinds


@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax_alphabeta"])
def test_a_cut_off_cannot_change_the_value_of_the_root(algorithm: str) -> None:
    """Whatever the leaves below the rest are. They are filled with extreme values, and with random ones."""
    rng, changed = random.Random(1), 0
    for tree in trees():
        walk = Walk(tree, algorithm)
        for fill in (lambda: -999, lambda: 999, lambda: rng.choice((-999, 999))):
            other = parse_tree(tree.text(replaced={leaf: str(fill()) for leaf in walk.pruned}))
            assert minimax(other)[0] == minimax(tree)[0], tree.text()
            changed += other != tree
    assert changed > 60


def test_a_node_that_was_left_need_not_have_its_own_value() -> None:
    """A cut-off does not find the value of the node, only a bound."""
    others = 0
    for tree in trees():
        walk, true = Walk(tree), minimax(tree)
        others += sum(is_cut(walk, visit) and walk.value(visit) != true[node] for visit, node in enumerate(walk.order))
    assert others > 20


# --- values -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*FULL, *WITH_TABLES])
def test_every_full_search_finds_the_value_of_minimax(name: str) -> None:
    for tree in trees():
        report = analyse(name, position_of(tree), max(1, tree.depth))
        assert report.score is not None and report.score.value == plain.minimax(plain.nested(tree.text())), tree.text()


def test_the_value_is_what_both_sides_can_guarantee() -> None:
    """Against every play of the other side, and at the leaf that both best plays reach."""

    def results(tree: HandmadeTree, node: int, true: tuple[int, ...], side: int) -> Iterator[int]:
        """The leaves reached if ``side`` (0: the maximiser) plays by the values and the other one anything."""
        if not tree.children[node]:
            yield tree.values[node]
        elif tree.depths[node] % 2 == side:
            yield from results(tree, next(e for e in tree.children[node] if true[e] == true[node]), true, side)
        else:
            for child in tree.children[node]:
                yield from results(tree, child, true, side)

    for tree in trees():
        true = minimax(tree)
        assert min(results(tree, 0, true, 0)) == true[0] == max(results(tree, 0, true, 1))


def test_minimax_never_skips_a_move() -> None:
    for tree in trees():
        assert analyse("minimax", position_of(tree), max(1, tree.depth)).iteration_nodes == len(tree.values)
        assert set(Walk(tree, "minimax").order) == set(range(len(tree.values)))


def test_minimax_remembers_at_most_b_times_m_and_one_nodes() -> None:
    """The nodes on the path to the current node, with their children, at every step of the search."""
    for branching, depth in ((2, 6), (3, 3), (4, 2), (1, 5)):
        walk = Walk(random_tree(branching, depth, random.Random(1)), "minimax")
        tree, most = walk.tree, 0
        for step in range(len(walk.steps()) + 1):
            path = [walk.order[visit] for visit in walk.events.state(step).path]
            most = max(most, len({0, *path, *(child for node in path for child in tree.children[node])}))
        assert most == branching * depth + 1 and len(tree.values) == sum(branching**ply for ply in range(depth + 1))
    assert (2 * 6 + 1, 2**7 - 1) == (13, 127)


def test_greedy_never_considers_a_reply() -> None:
    """The values below the children are changed: its move and its score remain."""
    for seed in range(20):
        rng = random.Random(seed)
        first = "(" + " ".join(f"{rng.randint(-9, 9)}:(REPLY REPLY)" for _ in range(4)) + ")"
        found = set()
        for reply in ("0", "999", "-999"):
            report = analyse("greedy", position_of(parse_tree(first.replace("REPLY", reply))), 1)
            found.add((report.move, report.score))
        assert len(found) == 1


@sampled(3, 20)
def test_the_order_never_changes_the_value_only_the_number_of_nodes(count: int) -> None:
    nodes = set()
    for tree in trees(20):
        for seed in range(count):
            other = shuffled(tree, random.Random(seed))
            for name in (*FULL, *WITH_TABLES):
                report = analyse(name, position_of(other), max(1, tree.depth))
                assert report.score is not None and report.score.value == minimax(tree)[0], (name, tree.text())
                nodes.add((tree, name, report.iteration_nodes))
            assert analyse("minimax", position_of(other), tree.depth or 1).iteration_nodes == len(tree.values)
    assert len({each for each in nodes if each[1] == "alphabeta"}) > 30, "the numbers of alpha-beta differ"


# --- null windows -----------------------------------------------------------------------------------------------------


def test_the_answer_of_a_null_window_is_a_bound() -> None:
    """*No* is a proof of at most, *yes* one of at least; the value may be greater, so *yes* is searched again."""
    answers = {"no": 0, "yes": 0, "more": 0}
    for tree in trees():
        walk, true = Walk(tree, "negascout"), minimax(tree)
        for visit, node in enumerate(walk.order):
            (alpha, beta), value = walk.window(visit), walk.value(visit)
            if beta - alpha != 1 or not tree.children[node]:
                continue
            if value >= beta:
                answers["yes"] += 1
                assert true[node] >= value > alpha
                answers["more"] += true[node] > value
            else:
                answers["no"] += 1
                assert true[node] <= value <= alpha
    assert min(answers.values()) > 5, answers


def seen_with(tree: HandmadeTree, alpha: float, beta: float) -> set[tuple[int, ...]]:
    events = plain.alphabeta(plain.nested(tree.text()), alpha, beta)
    return {path for kind, path, *_ in events if kind == "enter"}


def test_a_null_window_visits_no_node_that_a_wider_one_skips() -> None:
    narrower = 0
    for tree in trees():
        for low in range(-7, 7):
            null = seen_with(tree, low, low + 1)
            for margin in (1, 3, 99):
                wide = seen_with(tree, low - margin, low + 1 + margin)
                assert null <= wide, tree.text()
                narrower += null < wide
    assert narrower > 100


# --- orders -----------------------------------------------------------------------------------------------------------


def sorted_tree(branching: int, depth: int, seed: int, *, best_first: bool) -> HandmadeTree:
    """A uniform tree of different leaves with the best, or the worst, child first at every node."""
    tree = random_tree(branching, depth, random.Random(seed), -400, 400)
    true = minimax(tree)
    order = {
        node: sorted(children, key=lambda child: true[child], reverse=(tree.depths[node] % 2 == 0) == best_first)
        for node, children in enumerate(tree.children)
    }
    return parse_tree(tree.text(order=order))


UNIFORM = ((2, 2), (3, 2), (4, 2), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (2, 5))


@pytest.mark.parametrize(("branching", "depth"), UNIFORM)
def test_the_best_order_visits_the_minimal_tree_and_no_order_does_better(branching: int, depth: int) -> None:
    least = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
    for seed in range(10):
        assert len(Walk(sorted_tree(branching, depth, seed, best_first=True)).leaves) == least
        for other in range(5):
            tree = shuffled(sorted_tree(branching, depth, seed, best_first=True), random.Random(other))
            assert len(Walk(tree).leaves) >= least


@pytest.mark.parametrize(("branching", "depth"), UNIFORM)
def test_a_proof_of_at_least_and_one_of_at_most_share_one_leaf(branching: int, depth: int) -> None:
    """One child of the side that proves and all of the other side, at every ply."""
    at_least = branching ** (depth // 2)
    at_most = branching ** -(-depth // 2)
    assert (at_least, at_most) == tuple(branching ** sum(ply % 2 == other for ply in range(depth)) for other in (1, 0))
    for seed in range(10):
        tree = sorted_tree(branching, depth, seed, best_first=True)
        true, low, high = minimax(tree), set[int](), set[int]()
        for proof, prover in ((low, 0), (high, 1)):
            waiting = [0]
            while waiting:
                node = waiting.pop()
                children = tree.children[node]
                proof |= set() if children else {node}
                waiting += children[:1] if tree.depths[node] % 2 == prover else children
        assert (len(low), len(high), len(low & high)) == (at_least, at_most, 1)
        assert all(tree.values[leaf] >= true[0] for leaf in low) and all(tree.values[leaf] <= true[0] for leaf in high)
        assert low | high == set(Walk(tree).leaves)


@pytest.mark.parametrize(("branching", "depth"), UNIFORM)
def test_the_worst_order_equals_minimax_at_two_or_three_plies_only(branching: int, depth: int) -> None:
    skipped = 0
    for seed in range(20):
        tree = sorted_tree(branching, depth, seed, best_first=False)
        leaves = len(Walk(tree).leaves)
        assert leaves <= len(tree.leaves), "at most as many"
        skipped += leaves < len(tree.leaves)
    assert skipped == 0 if depth < 4 else skipped > 0


def test_the_lesson_shows_a_worst_order_that_still_skips_leaves() -> None:
    sample = find_lesson("order").sample("worst-four-plies")
    tree = parse_tree(sample.tree)
    true = minimax(tree)
    assert tree.uniform == (2, 4) and len({tree.values[leaf] for leaf in tree.leaves}) == 16
    for node, children in enumerate(tree.children):
        values = [true[child] for child in children]
        assert values == sorted(values, reverse=tree.depths[node] % 2 == 1), "the worst child is first"
    assert len(Walk(tree).leaves) == 14


def test_the_best_child_is_not_always_the_cheapest() -> None:
    """Of C, the child worth 1 refutes as well as the one worth 4, and costs eight leaves instead of one."""
    best, cheapest = "(5 ((1 0 0 0 0 0 0 0) 4))", "(5 (4 (1 0 0 0 0 0 0 0)))"
    assert [len(Walk(parse_tree(text)).leaves) for text in (best, cheapest)] == [9, 2]
    tree = parse_tree(best)
    true = minimax(tree)
    first, second = tree.children[2]
    assert true[first] < true[second], "the minimiser prefers the first one"


def test_a_best_first_move_is_not_enough() -> None:
    """The best move of the root is first in both trees; only in one, the best replies come first, too."""
    good, bad = (parse_tree(text) for text in ("((7 8 12) (5 8 9) (2 4 6))", "((12 8 7) (9 8 5) (6 4 2))"))
    assert minimax(good)[0] == minimax(good)[1] == minimax(bad)[0] == minimax(bad)[1] == 7
    assert [len(Walk(tree).leaves) for tree in (good, bad)] == [5, 7]


# --- the figures of lesson 4 ------------------------------------------------------------------------------------------


def test_windows_and_values_that_the_lesson_states() -> None:
    two = Walk(parse_tree(find_lesson("alpha-beta").sample("two-or-eight").tree))
    assert _facts(two, "A") == "=2" and _facts(two, "C") == "≤1" and _facts(two, "G") == "never"
    walk = Walk(parse_tree(find_lesson("alpha-beta").sample("three-levels").tree))
    windows = {name: walk.window(walk.visit_of(_node(name))) for name in "EFLCD"}
    assert windows == {
        "E": (-INFINITY, INFINITY), "L": (4, INFINITY), "F": (-INFINITY, 6), "C": (6, INFINITY), "D": (6, INFINITY),
    }  # fmt: skip
    facts = {name: _facts(walk, name) for name in "BEFGCHIJM"}
    assert facts == {
        "B": "=6", "E": "=6", "F": "≥7", "G": "≤2", "C": "≤2", "H": "never", "I": "≤3", "J": "never", "M": "=7",
    }  # fmt: skip
    deep = Walk(parse_tree(find_lesson("alpha-beta").sample("deep").tree))
    (nine,) = deep.pruned
    assert deep.tree.values[nine] == 9 and deep.tree.depths[nine] == 4


def _node(name: str) -> int:
    return ord(name) - ord("A")


def _facts(walk: Walk, name: str) -> str:
    visit = walk.visit_of(_node(name))
    return "never" if visit == NEVER else f"{walk.sign(visit)}{walk.value(visit)}"


def test_a_position_reached_by_two_paths_occurs_twice_in_the_tree() -> None:
    start = find_game("nim").with_rules("1-2-2").start()
    after = [
        position.play(move) for position in map(start.play, start.legal_moves()) for move in position.legal_moves()
    ]
    assert len({position.key for position in after}) < len(after)
    assert analyse("minimax", start, 2).leaves == len(after)
