"""Every sentence of an explanation is true: bounds, origins of bounds, and what does not matter."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.core.game import find_game
from engine.core.handmade import parse_tree
from engine.core.language import LANGUAGES
from engine.core.position import Position
from engine.core.score import INFINITY, WIN, WIN_BOUND
from engine.core.values import replace
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.search.visit import Flag, Reason
from engine.searchtree.explanation import TEMPLATES, Moment, explain, value_text
from engine.searchtree.model import SearchTree
from engine.searchtree.origins import OriginKind
from engine.searchtree.recording import record
from engine.searchtree.storage import StorageKind
from engine.teach.walk import bound_text
from tests.engine.conftest import sampled
from tests.engine.searchtree.claims import Oracle
from tests.engine.searchtree.handmade import (
    at,
    leaves_of,
    minimax,
    number_of,
    random_tree,
    search,
    with_leaves,
    without,
)  # fmt: skip

WINDOWS = ("alphabeta", "negamax_alphabeta", "negascout", "negascout:ordering=on", "pvs:preset=sound", "mtdf")
SEARCHES = (
    "minimax", "negamax", *WINDOWS, "alphabeta:ordering=on", "pvs:preset=plain", "mtdf:ordering=on", "best_first"
)  # fmt: skip
UNSEEN = ("never", "later", "earlier", "not_here")
"""Claims about the moves that a visit did not look at."""
LARGE = 900
"""A value that is greater than those of all leaves."""


def for_mover(tree: Any, node: int) -> int:
    """The minimax value of a node for the side to move."""
    return -minimax(tree, node) if tree.depths[node] % 2 else minimax(tree, node)


def result(tree: Any, text: str) -> tuple[SearchTree, int, tuple[int, ...]]:
    found, report = record(Query(at(tree), Spec.parse(text), "", Limit(depth=8)))
    assert report.score is not None
    return found, report.score.value, report.pv


@pytest.mark.parametrize("text", SEARCHES)
@sampled(4, 400)
def test_every_sentence_is_true(text: str, count: int) -> None:
    """In both languages, for the side to move and for the maximiser, and as the lessons write values."""
    seen: Counter[str] = Counter()
    for seed in range(count):
        tree = random_tree(seed)
        found, _, pv = result(tree, text)
        oracle = Oracle(tree, found, text, pv[0])
        for node in range(len(found)):
            for code, side, number in (("en", None, None), ("en", 0, bound_text), ("vi", 1, None)):
                sentences = explain(found, node, code, side=side, number=number)
                seen.update(each.claim for each in sentences)
                assert oracle.false(node, [each.text for each in sentences], code, side) == [], (seed, node)
    assert "exact" in seen and not any("assumed" in claim for claim in seen)
    assert ("asks" in seen) == text.startswith(("negascout", "mtdf", "best_first", "pvs"))
    assert ("questions" in seen) == text.startswith(("mtdf", "best_first"))
    assert ("asks_most" in seen) == (text == "best_first")


@pytest.mark.parametrize("text", SEARCHES[2:])
@sampled(5, 400)
def test_moves_never_looked_at_do_not_matter(text: str, count: int) -> None:
    """All leaves below them are set to a very small or a very large value: the root does not change."""
    tried: Counter[str] = Counter()
    for seed in range(count):
        tree = random_tree(seed)
        found, value, pv = result(tree, text)
        elsewhere = {number_of(found, each) for each in range(len(found))}
        for node in range(len(found)):
            said = {each.claim: each.values for each in explain(found, node, "en")}
            here = number_of(found, node)
            others = set(tree.children[here]) - {number_of(found, each) for each in found.places_of_moves(node)}
            claim = next((each for each in said if each in UNSEEN), "")
            if found.number("reason", node) != Reason.CUTOFF or not others:
                assert not claim
                continue
            tried[claim] += 1
            assert said[claim]["count"] == len(others)
            if claim != "never":
                assert claim in ("later", "earlier") and text not in SEARCHES[2:4]
                continue
            assert not others & elsewhere
            for leaf in (-LARGE, LARGE):
                changed = with_leaves(tree, dict.fromkeys(leaves_of(tree, others), leaf))
                assert minimax(changed, 0) == value, (seed, node)
                _, *after = result(changed, text)
                assert after[0] == value, (seed, node)
                # A search that orders its moves by those of shallower searches may find another of equal lines.
                assert after[1] == pv or "ordering=on" in text or text.startswith("pvs"), (seed, node)
    assert tried["never"] > count
    assert (tried["later"] > 0) == text.startswith(("negascout", "pvs", "mtdf", "best_first"))


class Whole:
    """The minimax values of a real position to a depth, by plain recursion, for the side to move at the root."""

    def __init__(self, query: Query) -> None:
        """Keep the values of the leaves, which are those of a search without windows."""
        found = record(replace(query, spec=Spec.parse("minimax")))[0]
        assert found.is_complete
        self.below: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        self.leaves: dict[tuple[int, ...], int] = {}
        for node in range(len(found)):
            line = found.line(node)
            self.below[line] = [found.line(child) for child in found.children(node)]
            if not self.below[line]:
                self.leaves[line] = (-1) ** len(line) * found.number("value", node)
        self.values: dict[tuple[int, ...], int] = {}
        self.value(())

    def value(self, line: tuple[int, ...]) -> int:
        if line not in self.values:
            below = [self.value(each) for each in self.below[line]]
            self.values[line] = self.best(line, below) if below else self.leaves[line]
        return self.values[line]

    @staticmethod
    def best(line: tuple[int, ...], values: list[int]) -> int:
        return min(values) if len(line) % 2 else max(values)

    def changed(self, line: tuple[int, ...], moves: set[int], leaf: int) -> int:
        """The value of the root if all leaves below some moves have the value ``leaf``."""
        values = [leaf if each[-1] in moves else self.value(each) for each in self.below[line]]
        value = self.best(line, values)
        for length in range(len(line) - 1, -1, -1):
            above, here = line[:length], line[: length + 1]
            others = [self.value(each) for each in self.below[above] if each != here]
            value = self.best(above, [value, *others])
        return value


def queries(text: str, count: int) -> Iterator[Query]:
    """Searches of positions after random moves, with at most five moves at the root."""
    games = {"tictactoe": 4, "nim": 5, "minigo": 4, "cotoan": 2, "chess": 3, "xiangqi": 2}
    rng = random.Random(2025)
    while count:
        name = list(games)[count % len(games)]
        position: Position = find_game(name)().start()
        for _ in range(rng.randrange(1, 5)):
            if moves := position.legal_moves():
                position = position.play(rng.choice(moves))
        moves = position.legal_moves()
        if moves and position.outcome() is None:
            only = tuple(sorted(rng.sample(moves, min(5, len(moves))), key=moves.index))
            yield Query(position, Spec.parse(text), "", Limit(depth=games[name]), only=only)
            count -= 1


@pytest.mark.parametrize("text", SEARCHES[2:])
@sampled(3, 100)
def test_sentences_about_real_positions_are_true(text: str, count: int) -> None:
    """Bounds and exact values hold, and moves never looked at do not matter, by minimax written here."""
    seen: Counter[str] = Counter()
    for query in queries(text, count):
        truth, found = Whole(query), record(query)[0]
        visited: dict[tuple[int, ...], list[int]] = {}
        for node in range(len(found)):
            visited.setdefault(found.line(node), []).append(node)
        for line, node in ((line, node) for line, nodes in visited.items() for node in nodes):
            said = {each.claim: each for each in explain(found, node, "en")}
            true, value = (-1) ** len(line) * truth.value(line), found.number("value", node)
            seen.update([*said])
            assert not {"cut", "cut_last"} & set(said) or true >= value
            assert "low" not in said or true <= value
            assert not {"exact", "over", "leaf", "table_exact"} & set(said) or true == value
            assert "yes" not in said or true > found.number("alpha", node)
            assert "no" not in said or true < found.number("beta", node)
            best = said["best"].values["node"] if "best" in said else -1
            assert best < 0 or truth.value(found.line(best)) == truth.value(line)
            if claim := next((each for each in said if each in UNSEEN), ""):
                here = {found.number("move", each) for each in found.places_of_moves(node)}
                others = {each[-1] for each in truth.below[line]} - here
                assert len(others) == said[claim].values["count"]
                if claim == "never":
                    assert not {(*line, move) for move in others} & visited.keys()
                    assert {truth.changed(line, others, leaf) for leaf in (-INFINITY, INFINITY)} == {truth.value(())}
                elif claim != "not_here":
                    assert (max(visited[line]) > node) == (claim == "later") and len(visited[line]) > 1
    assert seen["never"] > count


@pytest.mark.parametrize("text", WINDOWS[:4])
@sampled(6, 150)
def test_the_origin_of_a_bound_is_the_real_one(text: str, count: int) -> None:
    """Without the move named, the window of the node differs; and the bound is one that the side named can force."""
    kinds: Counter[OriginKind] = Counter()
    for seed in range(count):
        tree = random_tree(seed)
        found = search(tree, text)
        for node in range(1, len(found)):
            for bound in ("alpha", "beta"):
                origin = found.bound_origin(node, bound)
                kinds[origin.kind] += 1
                assert origin.value == found.number(bound, node)
                if origin.kind is OriginKind.NONE:
                    assert abs(origin.value) == INFINITY
                    continue
                assert origin.node >= 0 and origin.kind in (
                    OriginKind.SIBLING, OriginKind.ANCESTOR, OriginKind.NULL_WINDOW
                )  # fmt: skip
                source = number_of(found, origin.node)
                if origin.kind is not OriginKind.NULL_WINDOW:
                    side = found.number("ply", origin.node) % 2 == found.number("ply", node) % 2
                    # The side that chose the named move can force at least the bound.
                    value = -for_mover(tree, source)
                    assert value >= (-origin.value if side else origin.value)
                    assert -found.number("value", origin.node) == (-origin.value if side else origin.value)
                    assert (origin.kind is OriginKind.SIBLING) == (found.parent(origin.node) == found.parent(node))
                if origin.node in found.children(found.parent(node)) and source == number_of(found, node):
                    continue  # its own first search
                if len(tree.children[tree.parents[source]]) > 1 and node not in range(
                    origin.node, found.end(origin.node)
                ):
                    changed = search(without(tree, source), text)
                    same = changed.follow(found.line(node))
                    if same is not None and changed.number("value", 0) == found.number("value", 0):
                        ends = [changed.number(each, same) for each in ("alpha", "beta")]
                        before = [found.number(each, node) for each in ("alpha", "beta")]
                        assert ends != before or _raised_by_another(changed, same, bound, origin.value), (seed, node)
    assert {OriginKind.SIBLING, OriginKind.ANCESTOR} <= set(kinds)
    assert (OriginKind.NULL_WINDOW in kinds) == text.startswith("negascout")


def _raised_by_another(tree: SearchTree, node: int, bound: str, value: int) -> bool:
    """Whether another move of the same value gives the same bound, which the first tree did not need."""
    origin = tree.bound_origin(node, bound)
    return origin.value == value and origin.node >= 0


def test_a_deep_cut_off_is_named() -> None:
    """The example of Knuth and Moore: the 9 is cut off by the 5 of the root, three plies above its parent."""
    tree = parse_tree("(5 (((4 9) (8 6)) 3))")
    found = search(tree, "alphabeta")
    node = found.follow((2, 3, 5))
    assert node is not None
    texts = [each.text for each in found.explain(node, "en")]
    assert texts == [
        "Minimiser may stop here: with H, Minimiser gets at least −4.",
        "But Maximiser is sure that Minimiser gets at most −5 (β = −5) since B at ply 1, so Maximiser need not let the "
        "game come here. This is a deep cut-off: the bound comes from 3 plies higher.",
        "The other move was never looked at in this search to depth 4: the value of the root does not depend on it.",
    ]
    assert [each.text for each in found.explain(node, "en", side=0)][:2] == [
        "Minimiser may stop here: with H, Maximiser gets at most +4.",
        "But Maximiser is sure of at least +5 (α = +5) since B at ply 1, so Maximiser need not let the game come here. "
        "This is a deep cut-off: the bound comes from 3 plies higher.",
    ]
    origin = found.bound_origin(node, "beta")
    assert (origin.kind, found.move_text(origin.node), origin.levels) == (OriginKind.ANCESTOR, "B", 3)
    links = {part.text: part.node for part in found.explain(node, "en")[1].parts if part.node >= 0}
    assert links == {"B": 1}


@sampled(6, 100)
@pytest.mark.parametrize("text", ["minimax", *WINDOWS])
def test_how_often_alpha_rose(text: str, count: int) -> None:
    for seed in range(count):
        tree = random_tree(seed)
        found = search(tree, text)
        for node in range(len(found)):
            if found.number("reason", node) != Reason.EXACT or found.is_same_position(node) or text == "mtdf":
                continue
            alpha, rose = found.number("alpha", node), []
            for rank, child in enumerate(tree.children[number_of(found, node)], 1):
                if -for_mover(tree, child) > alpha:
                    alpha = -for_mover(tree, child)
                    rose.append(rank)
            said = {each.claim: each for each in found.explain(node, "en")}
            if text in ("alphabeta", "negamax_alphabeta", "minimax", "negascout"):
                sentence = said["raised"]
                assert sentence.values["count"] == len(rose)
                assert sentence.text.endswith(", ".join(map(str, rose)) + ".")
            best = said["best"].values["node"]
            assert -for_mover(tree, number_of(found, best)) == for_mover(tree, number_of(found, node))


def test_every_sentence_is_complete_in_every_language() -> None:
    for text in (*WINDOWS, "minimax"):
        found = search(random_tree(3), text)
        for node in range(len(found)):
            for code in LANGUAGES:
                sentences = explain(found, node, code)
                assert sentences and all("{" not in each.text and each.text.endswith(".") for each in sentences)
            both = [[each.claim for each in explain(found, node, code)] for code in LANGUAGES]
            assert both[0] == both[1]


def test_values_are_written_with_their_decimals() -> None:
    assert [value_text(value, 2) for value in (35, -120, 0, WIN - 3, 5 - WIN)] == ["+0.35", "−1.20", "0", "#3", "#−5"]
    assert value_text(-7) == "−7" and WIN - 3 > WIN_BOUND


def test_names_of_claims_are_used() -> None:
    import inspect

    import engine.searchtree.explanation as module

    source = inspect.getsource(module).split("FIRST_SIDE = ")[1]
    made = {*OriginKind, *(f"skipped_{kind}" for kind in ("late", "futile", "history", "exchange"))}
    made |= {reason.name.lower() for reason in Reason} | {f"stored_{kind}" for kind in StorageKind}
    assert all(f'"{claim}"' in source or claim in made for claim in TEMPLATES)


@pytest.mark.parametrize("text", ["mtdf", "best_first"])
def test_questions_about_the_root_are_listed_and_the_move_is_that_of_the_report(text: str) -> None:
    tree = parse_tree("((2 4 -4) (-4 -7 1))")
    found, _, pv = result(tree, text)
    texts = [each.text for each in explain(found, 0, "en", side=0)]
    answers = {"mtdf": "2 questions: ≤ −4, ≥ −4", "best_first": "3 questions: ≤ +2, ≤ −4, ≥ −4"}
    assert texts[1:] == [f"Found by {answers[text]}.", "The best move for Maximiser is B."]
    assert pv[0] == 1 and [found.number("move", each) for each in found.pv[1:]] == list(pv)


def test_a_null_window_is_a_question() -> None:
    found = search(parse_tree("(2 ((9) 1))"), "negascout")
    texts = [each.text for each in explain(found, 3, "en", side=0, number=bound_text)]
    assert texts == [
        "NegaScout only asks whether D is worth more than 2 for Maximiser.",
        "The answer is yes: at least 9.",
        "With F, Maximiser gets at least 9.",
        "This was the last move, so nothing was saved.",
    ]


def test_a_visit_that_is_not_the_last_one_claims_nothing_about_the_whole_search() -> None:
    """At an event of a replay nothing is known of later visits, and a trimmed tree does not contain them."""
    for text, rules in (("mtdf", "(0 1)"), ("negascout", "(4 ((8 7)))")):
        found = search(parse_tree(rules), text)
        node = next(each for each in range(len(found)) if found.visit(each).never_tried)
        assert explain(found, node, "en")[-1].text == (
            "Not looked at in this visit (1 move); the search returns here later."
        )
        assert explain(found, node, "en", moment=Moment.EVENT)[-1].text == "Not looked at in this visit: 1 move."
    claims: Counter[str] = Counter()
    for seed in range(20):
        whole = search(random_tree(seed), "negascout")
        for capacity in (8, len(whole) // 2, len(whole) * 3 // 4):
            found = search(random_tree(seed), "negascout", capacity)
            for node in range(len(found)):
                place = whole.index_of(found.number("serial", node))
                assert place is not None
                said = {each.claim for each in explain(whole, place, "en")}
                lines, here = [whole.line(each) for each in range(len(whole))], found.line(node)
                for each in explain(found, node, "en"):
                    claims[each.claim] += 1
                    assert each.claim != "never" or each.claim in said
                    assert each.claim != "later" or here in lines[place + 1 :]
                    assert each.claim != "earlier" or here in lines[:place]
    assert claims["later"] and claims["never"]


@pytest.mark.parametrize("text", ["negascout", "mtdf"])
def test_entries_from_elsewhere_and_tests_for_pruning_may_have_looked_at_a_move(text: str) -> None:
    """Another visit on the way to a node that such an entry decides hides what it rests on; so does a test."""
    seen = 0
    for seed in range(30):
        found = search(random_tree(seed), text)
        for node in range(len(found)):
            if "never" not in {each.claim for each in explain(found, node, "en")}:
                continue
            lines = {found.line(each) for each in found.path(node)}
            others = [
                each for each in range(1, len(found)) if found.line(each) in lines and each not in found.path(node)
            ]
            for column, changed, number in (
                ("reason", others, Reason.TABLE),
                ("flags", found.children(node), Flag.EXCLUDING),
            ):
                for other in changed[:1]:
                    columns = {name: values.copy() for name, values in found.columns.items()}
                    columns[column][other] = number
                    claims = {
                        each.claim for each in explain(SearchTree(found.facts, columns, at(random_tree(seed))), node)
                    }
                    assert "never" not in claims
                    seen += 1
    assert seen > 20
