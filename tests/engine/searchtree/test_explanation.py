"""Every sentence of an explanation is true: bounds, origins of bounds, and what does not matter."""

from collections import Counter
from typing import Any

import pytest

from engine.core.handmade import parse_tree
from engine.core.language import LANGUAGES
from engine.core.score import INFINITY, WIN, WIN_BOUND
from engine.search.report import Limit
from engine.search.search import Spec
from engine.search.visit import Reason
from engine.searchtree.explanation import TEMPLATES, Sentence, explain, value_text
from engine.searchtree.model import SearchTree
from engine.searchtree.origins import OriginKind
from engine.searchtree.recording import Recording, record
from engine.searchtree.storage import StorageKind
from tests.engine.conftest import sampled
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
LARGE = 900
"""A value that is greater than those of all leaves."""


def claims(tree: SearchTree) -> list[tuple[int, Sentence]]:
    return [(node, sentence) for node in range(len(tree)) for sentence in explain(tree, node, "en")]


def for_mover(tree: Any, node: int) -> int:
    """The minimax value of a node for the side to move."""
    return -minimax(tree, node) if tree.depths[node] % 2 else minimax(tree, node)


def result(tree: Any, text: str) -> tuple[int, tuple[int, ...]]:
    report = record(Recording(at(tree), Spec.parse(text), Limit(depth=8)))[1]
    assert report.score is not None
    return report.score.value, report.pv


@pytest.mark.parametrize("text", WINDOWS)
@sampled(6, 150)
def test_bounds_and_exact_values(text: str, count: int) -> None:
    """“At least”, “at most” and “exact” hold for the minimax value, which is computed in another way."""
    seen: Counter[str] = Counter()
    for seed in range(count):
        tree = random_tree(seed)
        found = search(tree, text)
        for node, sentence in claims(found):
            true, value = for_mover(tree, number_of(found, node)), found.number("value", node)
            claim = sentence.claim
            seen[claim] += 1
            if claim in ("cut", "table_least", "question_no"):
                assert true >= value, (seed, node, claim)
            elif claim in ("low", "low_one", "table_most", "question_yes"):
                assert true <= value, (seed, node, claim)
            elif claim in ("exact", "over", "table_exact", "leaf"):
                assert true == value, (seed, node, claim)
            if claim == "question_no":
                assert -true <= -found.number("beta", node)
            elif claim == "question_yes":
                assert -true >= -value > -found.number("beta", node)
            if claim in ("low", "low_one"):
                assert sentence.values["count"] == len(tree.children[number_of(found, node)])
    assert {"cut", "exact"} <= set(seen) and not any("assumed" in claim for claim in seen)


@pytest.mark.parametrize("text", WINDOWS)
@sampled(5, 100)
def test_moves_never_looked_at_do_not_matter(text: str, count: int) -> None:
    """All leaves below them are set to a very small or a very large value: the root does not change."""
    tried = 0
    for seed in range(count):
        tree = random_tree(seed)
        found = search(tree, text)
        before = result(tree, text)
        for node, sentence in claims(found):
            if sentence.claim not in ("never", "never_one"):
                continue
            here = number_of(found, node)
            looked_at = {number_of(found, child) for child in found.children(node)}
            others = set(tree.children[here]) - looked_at
            assert len(others) == sentence.values["count"]
            elsewhere = {number_of(found, each) for each in range(len(found))}
            if others & elsewhere:
                continue  # a search that returns to a node has looked at them at another time
            assert sorted(found.ghosts(node)) == sorted(others)
            for value in (-LARGE, LARGE):
                changed = with_leaves(tree, dict.fromkeys(leaves_of(tree, others), value))
                after = result(changed, text)
                assert after[0] == before[0], (seed, node)
                # A search that orders its moves by those of shallower searches may find another of equal lines.
                assert after == before or text in ("negascout:ordering=on", "pvs:preset=sound"), (seed, node)
            tried += 1
    assert tried > count


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
        "But Maximiser has +5 for certain since B at ply 1, so Maximiser will not let the game come here. This is a "
        "deep cut-off: the bound comes from 3 plies higher.",
        "The other move was never looked at: the value of the root does not depend on it.",
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
                sentence = said["raised_once" if len(rose) == 1 else "raised"]
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
    made = {f"{bound}_{kind}" for bound in ("alpha", "beta") for kind in [*OriginKind, "assumed", "certain"]}
    made |= {f"skipped_{kind}" for kind in ("late", "futile", "history", "exchange")}
    made |= {reason.name.lower() for reason in Reason} | {f"stored_{kind}" for kind in StorageKind}
    assert all(f'"{claim}"' in source or claim in made for claim in TEMPLATES)
