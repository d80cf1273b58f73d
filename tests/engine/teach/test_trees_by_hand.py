"""Trees as text, their changes, walks, lessons, and the whole trees of small games."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import NotationError, OptionError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.handmade import MOST_NODES, HandmadeTree, parse_tree, random_tree
from engine.core.language import LANGUAGES, set_language
from engine.core.outcome import Player
from engine.core.position import Position
from engine.guide.index import search
from engine.guide.page import Listing, Picture
from engine.search.report import Limit, Report, last_report
from engine.search.spec import Spec
from engine.searchtree.events import EventKind
from engine.searchtree.pseudocode import listing_text
from engine.teach import editing
from engine.teach.exercise import generate, parse_bound
from engine.teach.lessons import find_lesson, lesson_pages, lessons
from engine.teach.walk import bound_text, walk_of
from engine.teach.whole import Solver
from tests.engine.teach import plain

CODED = ("minimax", "negamax", "alpha-beta")
"""The lessons with pseudo-code."""

trees = st.builds(
    lambda branching, depth, seed: random_tree(branching, depth, random.Random(seed), -20),
    st.integers(1, 3), st.integers(1, 4), st.integers(0, 1000),
)  # fmt: skip


def analyse(algorithm: str, position: Position, depth: int) -> Report:
    """The last report of a search."""
    search = Spec.parse(algorithm).build(find_evaluation(position.game.name))
    report = last_report(search.analyse(position, Limit(depth=depth)))
    assert report is not None
    return report


@given(trees)
def test_the_text_of_a_tree_is_read_again(tree: HandmadeTree) -> None:
    assert parse_tree(tree.text()) == tree
    assert [tree.values[leaf] for leaf in tree.order() if not tree.children[leaf]] == [
        plain.subtree(plain.nested(tree.text()), path) for path in plain.leaf_paths(plain.nested(tree.text()))
    ]


@given(st.text("()-−0123456789: ,x", max_size=40))
def test_any_text_is_a_tree_or_one_sentence(text: str) -> None:
    try:
        tree = parse_tree(text)
    except NotationError as error:
        assert "\n" not in str(error) and "Error" not in str(error)
    else:
        assert parse_tree(tree.text()) == tree


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "the text contains no tree"),
        ("((1 2) (3", "the “(” at character 8 is not closed"),
        ("(1 x)", "character 4: “x” is neither a number nor a bracket"),
        ("(1 ())", "character 5: a number or “(” is expected before “)”"),
        ("(1 2) 3", "character 7: the tree ends before “3”"),
        ("4:5", "character 3: a “(” is expected after “4:”"),
        ("(1000 2)", "character 2: values are from −999 to 999"),
        ("(" * 5000, "the tree has 5000 nodes; there may be 128"),
        ("0" * 5000 + "x", "character 5001"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tree(text)
    assert sentence in str(caught.value)


def test_a_tree_of_text_is_searched_like_any_game() -> None:
    game = find_game("trees").with_rules("text=((3 12 8) (2 4 6))")
    report = analyse("alphabeta", game.start(), 2)
    assert report.score is not None and report.score.value == 3 and report.iteration_nodes == 7
    with pytest.raises(NotationError, match="not closed"):
        find_game("trees").with_rules("text=((3").start()


def test_changes_of_a_tree() -> None:
    tree = parse_tree("((3 12 8) 4:(2 4 6))")
    assert editing.with_child(tree, 2, 9).text() == "((3 12 8) 4:(2 4 6 9))"
    assert editing.with_child(tree, 3).text() == "(((3 0) 12 8) 4:(2 4 6))"
    assert editing.without(tree, 1).text() == "(4:(2 4 6))"
    assert editing.without(parse_tree("((3) 4)"), 3).text() == "(0 4)"
    assert editing.with_order(tree, 0, (2, 1)).text() == "(4:(2 4 6) (3 12 8))"
    with pytest.raises(OptionError, match="root"):
        editing.without(tree, 0)
    with pytest.raises(OptionError, match="missing"):
        editing.with_order(tree, 0, (1, 1))
    with pytest.raises(NotationError, match="129 nodes"):
        editing.with_child(random_tree(MOST_NODES - 1, 1, random.Random(1)), 0)


def test_random_trees_are_bounded() -> None:
    tree = random_tree(3, 3, random.Random(1), 0, 26)
    assert tree.uniform == (3, 3) and sorted(tree.values[leaf] for leaf in tree.leaves) == [*range(27)]
    with pytest.raises(OptionError, match="nodes; there may be 128"):
        random_tree(4, 4, random.Random(1))
    with pytest.raises(OptionError):
        random_tree(2, 10**9, random.Random(1))


@given(trees)
def test_a_walk_is_what_the_oracle_visits(tree: HandmadeTree) -> None:
    text = plain.nested(tree.text())
    walk = walk_of(tree)
    paths = [tuple(tree.children[tree.parents[node]].index(node) for node in _above(tree, node)) for node in walk.order]
    assert paths == plain.entered(text)
    left = [walk.order[step.visit] for step in walk.steps() if step.kind in (EventKind.LEAF, EventKind.RETURN)]
    assert sorted(left) == sorted(walk.order) and left[-1] == 0


def _above(tree: HandmadeTree, node: int) -> list[int]:
    """The nodes on the way to a node, without the root."""
    found: list[int] = []
    while node:
        found.insert(0, node)
        node = tree.parents[node]
    return found


def test_bounds_are_read_as_they_are_written() -> None:
    for text in ("−∞", "+∞", "−7", "12", "0"):
        assert bound_text(parse_bound(text)) == text
    assert parse_bound("-inf") == parse_bound("−∞") and parse_bound("∞") == parse_bound("+inf")
    for text in ("", "x", "--1", "1.5", "٣", "9" * 9):
        with pytest.raises(OptionError, match="is not a number"):
            parse_bound(text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_lessons_have_a_page_trees_and_exercises(code: str) -> None:
    set_language(code)
    try:
        pages = [lesson.page for lesson in lessons()]
    finally:
        set_language("en")
    assert len(pages) == 6 and len({page.title for page in pages}) == 6
    for lesson, page in zip(lessons(), pages, strict=True):
        assert [picture.name for picture in page.pictures] == [sample.name for sample in lesson.samples]
        assert len({task.kind for task in lesson.tasks}) == len(lesson.tasks) == 3
        for task in lesson.tasks:
            assert generate(task.kind, task.level, 1).level == task.level
        for sample in lesson.samples:
            assert sample.start().legal_moves()
        listings = [block.name for block in page.blocks if isinstance(block, Listing)]
        assert listings == ([lesson.name.replace("-", "")] if lesson.name in CODED else [])
        assert all(listing_text(name).count("\n") > 5 for name in listings)


def test_both_languages_have_the_same_parts() -> None:
    found = []
    for code in LANGUAGES:
        set_language(code)
        found.append([[type(block) for block in lesson.page.blocks] for lesson in lessons()])
    set_language("en")
    assert found[0] == found[1] and Picture in found[0][0]


def test_figures_of_the_lessons() -> None:
    """The numbers that the pages state about their trees."""
    counts = {
        ("alpha-beta", "textbook"): (11, 13), ("alpha-beta", "three-levels"): (15, 22),
        ("alpha-beta", "two-or-eight"): (6, 7), ("alpha-beta", "deep"): (10, 11), ("minimax", "three-levels"): (22, 22),
    }  # fmt: skip
    for (lesson, name), (visits, nodes) in counts.items():
        sample = find_lesson(lesson).sample(name)
        tree = parse_tree(sample.tree)
        assert (len(walk_of(tree, sample.algorithm).order), len(tree.values)) == (visits, nodes)
    for name, leaves in (("best", 5), ("worst", 9)):
        tree = parse_tree(find_lesson("order").sample(name).tree)
        assert len(walk_of(tree).leaves) == leaves
    for b, d, least in ((3, 2, 5), (3, 4, 17), (35, 4, 2449), (35, 8, 3_001_249)):
        assert b ** -(-d // 2) + b ** (d // 2) - 1 == least


@pytest.mark.parametrize(
    ("game", "rules", "winner", "plies", "nodes"),
    [("nim", "1-2-2", 1, 5, 150), ("nim", "1-2-3", -1, 6, 447), ("tictactoe", "", 0, 9, 549_946)],
)
def test_whole_trees_of_small_games(game: str, rules: str, winner: int, plies: int, nodes: int) -> None:
    """549,946 is the published number of nodes of the tree of tic-tac-toe; nim is Bouton's theorem."""
    position = find_game(game).with_rules(rules).start()
    solver = Solver()
    result = solver.solve(position)
    assert (result.winner, result.plies, result.nodes) == (winner, plies, nodes)
    tree = solver.tree(position)
    assert len(tree) <= 300
    for index, node in enumerate(tree):
        assert [child for child, each in enumerate(tree) if each.parent == index] == list(node.children)
        proved = [tree[child].is_proof for child in node.children]
        prover = 0 if winner >= 0 else 1
        if node.is_proof and node.children:
            assert sum(proved) == (1 if node.position.side == prover else len(proved))
        assert node.is_proof or not any(proved)


def test_a_large_game_is_refused() -> None:
    with pytest.raises(OptionError, match="the tree of Chess is too large"):
        Solver().solve(find_game("chess")().start())


def test_values_of_the_whole_tree_are_those_of_a_search() -> None:
    start = find_game("tictactoe")().parse_position("x.o/.../..x o")
    for node in Solver().tree(start, 60):
        if node.is_leaf:
            continue
        report = analyse("minimax", node.position, 9)
        assert report.score is not None
        value = report.score.pov(Player.FIRST).value
        assert (value > 0) - (value < 0) == node.result.winner


@pytest.mark.parametrize(("code", "words"), [("en", "20 is a trap"), ("vi", "cai bay")])
def test_lessons_are_found_by_their_words(code: str, words: str) -> None:
    set_language(code)
    try:
        hits = search(words, pages=lesson_pages)
        assert hits and {hit.page for hit in hits} == {"minimax"} and not search("checkmate", pages=lesson_pages)
    finally:
        set_language("en")
