"""Every number in a lesson is one of its trees, of a search that runs here, or an assumption that is listed.

``FACTS`` repeats what the pages state about the nodes of their trees. What a page states about other searches is in
``RUNS``, and what it assumes, such as a branching factor of 35, is in ``GIVEN``.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.handmade import HandmadeTree, node_name, parse_tree
from engine.core.language import set_language
from engine.core.position import Position
from engine.core.score import INFINITY
from engine.search.report import Limit, Report, last_report
from engine.search.spec import Spec
from engine.searchtree.events import EventKind
from engine.teach.drawing import walked
from engine.teach.lessons import find_lesson, lessons
from engine.teach.origin import position_after
from engine.teach.walk import NEVER, Walk, bound_text, minimax
from tests.engine.guide.statements import RESOURCES
from tests.engine.teach import plain

FACTS: dict[str, dict[str, str]] = {
    "game-trees": {"two-or-eight": "", "uniform": ""},
    "minimax": {
        "two-or-eight": "A=2 B=2 C=1 D=2 E=5 F=1 G=8",
        "trap": "C=1",
        "three-levels": "A=6 B=6 E=6 L=6",
    },
    "negamax": {
        "both-signs": "A=−2 B=−5 C=−2 D=3 E=−5 F=−2 G=6",
        "three-levels": "A=6 B=6 D=6 E=7 H=−4 I=6",
    },
    "alpha-beta": {
        "textbook": "A=3 B=3 C≤2 D≤2 E=3 F=12 G=8 H=2 I=never J=never K=14 L=5 M=2",
        "two-or-eight": "A=2 B=2 C≤1 F=1 G=never",
        "three-levels": "B=6 C≤2 D≤3 E=6 F≥7 G≤2 H=never I≤3 J=never K=4 M=7 O=1 P=2",
        "nothing-cut": "A=5 B=2 C=5 D=3 E=2 F=6 G=5",
        "deep": "F≤4 H=4 I=never",
    },
    "order": {"best": "B=7", "worst": "", "worst-four-plies": "", "null-windows": "B=5"},
    "evaluation": {"horizon": "B=1 C=5"},
}
"""For each lesson and tree: node, sign and value as the search of the tree leaves it, or that it is never visited."""

WINDOWS = {
    ("textbook", "C"): (3, INFINITY), ("textbook", "D"): (3, INFINITY), ("three-levels", "E"): (-INFINITY, INFINITY),
    ("three-levels", "L"): (4, INFINITY), ("three-levels", "F"): (-INFINITY, 6), ("three-levels", "C"): (6, INFINITY),
    ("three-levels", "D"): (6, INFINITY), ("nothing-cut", "E"): (-INFINITY, 3), ("nothing-cut", "C"): (2, INFINITY),
    ("nothing-cut", "F"): (2, INFINITY), ("nothing-cut", "G"): (2, 6), ("deep", "C"): (5, INFINITY),
    ("deep", "D"): (5, INFINITY), ("deep", "F"): (5, INFINITY),
}  # fmt: skip
"""The windows that the lesson on alpha-beta states."""

GIVEN: dict[str, set[float]] = {
    # A branching factor and two depths, a million leaves a second, the utilities, the base of a power.
    "game-trees": {35, 4, 8, 0, 1, 10, 2},
    # The depth of the binary tree, and the number of a lesson.
    "minimax": {6, 1},
    "negamax": {1975, 3},
    # The value of the other leaf of the smallest tree (8 or −8).
    "alpha-beta": {1975, 8},
    # Branching factors and depths of the table, and the 2 of the formula.
    "order": {3, 2, 4, 35, 8, 1},
    # The number of a lesson; a knight up and two pawns down.
    "evaluation": {3, 2, 1},
}


def run(algorithm: str, position: Position, depth: int, evaluation: str = "") -> Report:
    """The last report of a search."""
    search = Spec.parse(algorithm).build(find_evaluation(position.game.name, evaluation))
    report = last_report(search.analyse(position, Limit(depth=depth)))
    assert report is not None
    return report


@cache
def states_of_tictactoe() -> int:
    """The number of different positions that can be reached."""
    seen, waiting = set(), [find_game("tictactoe")().start()]
    while waiting:
        position = waiting.pop()
        if str(position) not in seen:
            seen.add(str(position))
            waiting += [position.play(move) for move in position.legal_moves()]
    return len(seen)


def numbers_of_game_trees() -> set[float]:
    """Growth of a tree, and the size of the tree of tic-tac-toe, which ``test_trees_by_hand`` counts."""
    four, eight = 35**4, 35**8
    assert round(four / 1e6, 1) == 1.5 and round(eight / 1e12) == 2 and round(eight / 1e6 / 86_400) == 26
    return {1.5, 12, 26, states_of_tictactoe(), 549_946}


def numbers_of_minimax() -> set[float]:
    """A binary tree of six plies, and the nodes that have to be remembered there."""
    return {2**7 - 1, 2 * 6 + 1}


def numbers_of_order() -> set[float]:
    """The table: leaves of minimax, and of the best order, which ``test_statements_of_search`` counts by searches."""
    return {
        each for b, d in ((3, 2), (3, 4), (35, 4), (35, 8)) for each in (b**d, b ** -(-d // 2) + b ** (d // 2) - 1)
    }  # fmt: skip


def ahead_and_lost() -> Position:
    """The position after ply 12 of the sample game, without the history."""
    position = position_after("cotoan", "ahead-and-lost", 12)
    return find_game("cotoan")().parse_position(str(position))


def numbers_of_evaluation() -> set[float]:
    """The weights of chess, the static values of the tree, and the searches of the position in cờ toán."""
    start = ahead_and_lost()
    name = start.game.format_move
    material, danger = find_evaluation("cotoan", "material_safety").terms(start)
    assert (material.first, material.second) == (90, 90) and (danger.first, danger.second) == (-5, 0)
    assert find_evaluation("cotoan", "material_safety").score(start) == -5
    one, two = run("alphabeta", start, 1, "material"), run("alphabeta", start, 2, "material")
    quiet = run("alphabeta:quiescence=on", start, 1, "material")
    assert one.score is not None and two.score is not None and quiet.score is not None
    assert one.move is not None and two.move is not None and quiet.move is not None
    assert [name(start, each.move) for each in (one, two, quiet) if each.move is not None] == [
        "3c1x7c4", "6f2-f3", "6f2-f3",
    ]  # fmt: skip
    assert (one.score.value, two.score.value, quiet.score.value) == (7, -6, 0)
    after = start.play(one.move)
    reply = start.game.parse_move(after, "9h5x0e2#")
    assert after.play(reply).outcome() is not None
    first, second = find_evaluation("cotoan", "material").terms(after)[0], after
    assert first.first - first.second == 7 and second.side == 1
    assert two.pv[1] == start.game.parse_move(start.play(two.move), "9h5x6f3"), "Blue captures the 6"
    tree = parse_tree(find_lesson("evaluation").sample("horizon").tree)
    static = {tree.values[child] for child in tree.children[0]}
    weights = {1, 3, 5, 9}
    assert 3 * 1 + 1 * -2 == 1
    moves = len(start.legal_moves())
    assert one.leaves == moves
    nodes = (one.iteration_nodes, two.iteration_nodes, quiet.iteration_nodes)
    return {90, 7, 6, 0, 5, 12, moves, *nodes, nodes[2] - nodes[0], *static, *weights}


RUNS: dict[str, Callable[[], set[float]]] = {
    "game-trees": numbers_of_game_trees,
    "minimax": numbers_of_minimax,
    "order": numbers_of_order,
    "evaluation": numbers_of_evaluation,
}
NUMBERS = {
    "en": re.compile(r"(?<!\w)(\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?!\w)"),
    "vi": re.compile(r"(?<!\w)(\d{1,3}(?:\.\d{3})+|\d+(?:,\d+)?)(?!\w)"),
}
"""Numbers that are not part of a move or of a name, without their signs."""


def numbers_in(text: str, code: str) -> list[float]:
    """The numbers of a text in their order, without the numbers of items."""
    # Tic-tac-toe is called caro 3×3 in Vietnamese, and the zero quân 0.
    plain_text = re.sub(r"^\d+\. |\]\([a-z0-9-]+\)|3×3|quân 0|quân\n0", "", text, flags=re.MULTILINE)
    thousands, point = (",", ".") if code == "en" else (".", ",")
    return [
        float(word.replace(thousands, "") if re.search(r"[.,]\d{3}(?!\d)", word) else word.replace(point, "."))
        for word in NUMBERS[code].findall(plain_text)
    ]


def node_number(name: str) -> int:
    return ord(name) - ord("A")


def numbers_of_tree(tree: HandmadeTree, walk: Walk) -> set[float]:
    """Leaves, values, windows and counts of a tree and of the search of it."""
    found = {*tree.values, len(tree.values), len(tree.leaves), len(walk.order), len(walk.leaves), len(walk.pruned)}
    found |= {walk.value(visit) for visit in range(len(walk.order))}
    found |= {plain.minimax(plain.nested(tree.text()))}
    return {abs(each) for each in found}


@pytest.mark.parametrize("lesson", [lesson.name for lesson in lessons()])
def test_the_facts_of_the_trees(lesson: str) -> None:
    found = find_lesson(lesson)
    assert [sample.name for sample in found.samples if not sample.game] == [
        name for name in (sample.name for sample in found.samples) if name in FACTS[lesson]
    ]
    for name, facts in FACTS[lesson].items():
        sample = found.sample(name)
        walk = Walk(parse_tree(sample.tree), sample.algorithm)
        for fact in facts.split():
            node = node_number(fact[0])
            visit = walk.visit_of(node)
            stated = "=never" if visit == NEVER else f"{walk.sign(visit)}{bound_text(walk.value(visit))}"
            assert fact[1:] == stated, (name, fact)


def test_the_windows_that_the_lesson_on_alpha_beta_states() -> None:
    for (name, node), window in WINDOWS.items():
        walk = Walk(parse_tree(find_lesson("alpha-beta").sample(name).tree))
        assert walk.window(walk.visit_of(node_number(node))) == window, (name, node)


def test_the_textbook_tree_with_the_least_leaf_first() -> None:
    """If the leaf 2 came first at D, five leaves would be enough; as it is, D saves none."""
    tree = parse_tree(find_lesson("alpha-beta").sample("textbook").tree)
    walk = Walk(tree)
    assert [tree.values[leaf] for leaf in tree.leaves if leaf in walk.pruned] == [4, 6]
    assert (len(walk.leaves), len(tree.leaves)) == (7, 9)
    better = Walk(parse_tree("((3 12 8) (2 4 6) (2 14 5))"))
    assert len(better.leaves) == 5
    for other in ("-999", "999"):
        changed = parse_tree(tree.text(replaced=dict.fromkeys(walk.pruned, other)))
        assert plain.minimax(plain.nested(changed.text())) == 3


def page_text(code: str) -> str:
    return Path(RESOURCES, "lessons", code, "alpha-beta.md").read_text("utf-8")


@pytest.mark.parametrize("code", ["en", "vi"])
def test_the_trees_that_the_lesson_on_alpha_beta_writes_as_text(code: str) -> None:
    samples = {sample.name: sample.tree for sample in find_lesson("alpha-beta").samples}
    del samples["two-or-eight"]
    assert re.findall(r"`(\([^`]*\))`", page_text(code)) == list(samples.values())


@pytest.mark.parametrize("code", ["en", "vi"])
def test_the_table_of_windows(code: str) -> None:
    """Every inner node that is visited, except the root, in the order in which the search leaves it."""
    walk = Walk(parse_tree(find_lesson("alpha-beta").sample("three-levels").tree))
    left = [walk.order[each.visit] for each in walk.steps() if each.kind is EventKind.RETURN]
    expected = []
    for node in left:
        if node:
            visit, (alpha, beta) = walk.visit_of(node), walk.window(walk.visit_of(node))
            sign = walk.sign(visit).replace("=", "")
            value = f"{sign} {bound_text(walk.value(visit))}".strip()
            expected.append((node_name(node), f"{bound_text(alpha)}, {bound_text(beta)}", value))
    rows = re.findall(r"^\| ([A-Z]) \| (.*) \| (.*) \|$", page_text(code), flags=re.MULTILINE)
    assert rows == expected


@pytest.mark.parametrize("code", ["en", "vi"])
def test_the_marks_and_the_answers_that_the_lesson_explains(code: str) -> None:
    """They occur in the replays of the trees of the textbooks and of the smallest one."""
    set_language(code)
    walks = [Walk(parse_tree(find_lesson("alpha-beta").sample(name).tree)) for name in ("textbook", "two-or-eight")]
    shown: set[str] = set()
    for walk, step in ((each, step) for each in walks for step in range(len(each.steps()) + 1)):
        asked = walk.replay().predict(step)
        shown |= {answer.text for answer in asked.answers} if asked is not None else set()
        for node in walked(walk, step).nodes:
            shown |= {node.text, node.chip, node.alpha_from, node.beta_from}
    emphasised = set(re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", " ".join(page_text(code).split())))
    set_language("en")
    words = {
        "en": {"Leave C", "Look at I", "≥ 3", "≤ 2", "from A", "by B", "α ↑ 3", "5 > 2", "?"},
        "vi": {"Cắt ở C", "Đi tiếp đến I", "≥ 3", "≤ 2", "từ A", "nhờ B", "α ↑ 3", "5 > 2", "?"},
    }
    assert words[code] <= shown and words[code] <= emphasised


def test_the_tree_in_which_nothing_is_cut() -> None:
    walk = Walk(parse_tree(find_lesson("alpha-beta").sample("nothing-cut").tree))
    assert not walk.pruned and len(walk.order) == len(walk.tree.values) == 15
    assert not any(each.answer for each in walk.steps() if each.kind is EventKind.CUT)
    assert {walk.sign(visit) for visit in range(15)} == {"="}


def test_the_textbook_tree_with_equal_bounds() -> None:
    """If the first leaf of C were 3, then α = β = 3 there, and C would be left."""
    walk = Walk(parse_tree("((3 12 8) (3 4 6) (14 5 2))"))
    (cut,) = [at for at, each in enumerate(walk.steps(), 1) if each.kind is EventKind.CUT and each.answer]
    assert walk.replay().narrate(cut).text == "α = 3 ≥ β = 3 at C: I, J need not be looked at."


def test_the_node_of_the_textbook_that_is_a_bound_although_it_is_searched_completely() -> None:
    """D: 14, then 5 keep it above 3, and after the last leaf nothing is compared."""
    walk = Walk(parse_tree(find_lesson("alpha-beta").sample("textbook").tree))
    d = walk.visit_of(node_number("D"))
    assert minimax(walk.tree)[node_number("D")] == walk.value(d) == 2
    texts = [walk.replay().narrate(step).text for step in range(len(walk.steps()) + 1)]
    assert [each for each in texts if each.startswith("α") and " at D" in each] == [
        "α = 3 < β = 14 at D, so L is looked at, too.", "α = 3 < β = 5 at D, so M is looked at, too.",
    ]  # fmt: skip
    assert texts[-2].startswith("D is worth at most 2")


def test_the_horizon_of_the_lesson() -> None:
    tree = parse_tree(find_lesson("evaluation").sample("horizon").tree)
    names = [tree.values[child] for child in tree.children[0]]
    assert names == [9, 4], "depth 1 prefers B"
    values = [min(tree.values[leaf] for leaf in tree.children[child]) for child in tree.children[0]]
    assert values == [1, 5], "depth 2 prefers C"


@pytest.mark.parametrize("code", ["en", "vi"])
@pytest.mark.parametrize("lesson", [lesson.name for lesson in lessons()])
def test_every_number_of_a_page_is_bound(lesson: str, code: str) -> None:
    text = Path(RESOURCES, "lessons", code, f"{lesson}.md").read_text("utf-8")
    known = set(GIVEN[lesson]) | (RUNS[lesson]() if lesson in RUNS else set())
    for sample in find_lesson(lesson).samples:
        if not sample.game:
            tree = parse_tree(sample.tree)
            known |= numbers_of_tree(tree, Walk(tree, sample.algorithm))
        elif sample.rules:
            known |= {float(heap) for heap in sample.rules.split("-")}
    assert sorted(set(numbers_in(text, code)) - known) == []


@pytest.mark.parametrize("lesson", [lesson.name for lesson in lessons()])
def test_both_languages_state_the_same_numbers(lesson: str) -> None:
    """In their order within each paragraph, so that no number is changed in one of the two only."""
    pages = [Path(RESOURCES, "lessons", code, f"{lesson}.md").read_text("utf-8").split("\n\n") for code in ("en", "vi")]
    for english, vietnamese in zip(*pages, strict=True):
        assert sorted(numbers_in(english, "en")) == sorted(numbers_in(vietnamese, "vi")), (english, vietnamese)


def test_numbers_are_found_in_both_languages() -> None:
    assert numbers_in("1. a 1,500,625 and 1.5, 3c1x7c4, w1, −6.", "en") == [1_500_625, 1.5, 6]
    assert numbers_in("- a 1.500.625 và 1,5, 4×4, ![x 9](two-8)", "vi") == [1_500_625, 1.5, 4, 4, 9]
