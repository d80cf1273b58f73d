"""The sentences of a replay: one for each step, a caption, and the questions before the decisions.

``tests/engine/searchtree/tracer.py`` recomputes every window, value and reason, and reads the sentences.
"""

import re
from collections import Counter
from functools import cache
from itertools import product

import pytest

from engine.core.handmade import HandmadeTree, parse_tree
from engine.core.language import LANGUAGES
from engine.core.score import INFINITY
from engine.searchtree.events import EventKind, Known, NodeState, SearchEvents, SourceKind, Style
from engine.searchtree.explanation import explain
from engine.searchtree.narration import PREDICTIONS, STEPS, narrate, predict
from engine.teach.walk import bound_text
from tests.engine.conftest import sampled
from tests.engine.searchtree.handmade import number_of, random_tree, search
from tests.engine.searchtree.recorded import recorded
from tests.engine.searchtree.test_events import FIVE
from tests.engine.searchtree.tracer import HUGE, PATTERNS, Frame, Judge, Tracer

KINDS = {Known.EXACT: "=", Known.LEAST: "≥", Known.MOST: "≤", Known.SO_FAR: "~", Known.NOTHING: "?"}
MOST_LETTERS = 130
"""Greatest length of a sentence about a hand-made tree."""
VIEWS: tuple[tuple[str, int | None], ...] = (("en", 0), ("vi", 0), ("en", None), ("vi", None))
SENTENCES = tuple(
    claim for claim in PATTERNS
    if not claim.startswith(("next_", "ask_", "do_")) and claim not in ("reason", "null_window", "best")
)  # fmt: skip
ANSWERS = {"cut": ("cut", "go_on"), "best": ("best", "keep"), "again": ("again", "not_again")}
CAPTIONS = tuple(claim for claim in PATTERNS if claim.startswith("next_") or claim in ("reason", "null_window", "best"))


def number(value: int) -> int:
    return {INFINITY: HUGE, -INFINITY: -HUGE}.get(value, value)


def is_equal(events: SearchEvents, step: int, state: NodeState, frame: Frame) -> bool:
    """Whether a state is what the tracer knows about the node, with the sources of its bounds."""
    tree = events.tree
    state = state.turned() if tree.side(state.visit) else state
    ends = (number(state.alpha), number(state.beta)), (number(state.entry[0]), number(state.entry[1]))
    own = state.beta_from if tree.side(state.visit) else state.alpha_from
    by = number_of(tree, own.visit) if own.kind is SourceKind.CHILD else -1
    return (
        ends == ((frame.low, frame.high), frame.entry) and KINDS[state.known] == frame.kind
        and state.score == frame.value and by == frame.by and state.is_question == frame.asks
    )  # fmt: skip


@pytest.mark.parametrize("algorithm", FIVE)
@sampled(40, 400)
def test_the_tracer_makes_the_same_steps_and_knows_the_same(algorithm: str, count: int) -> None:
    for seed in range(count):
        tree = random_tree(seed)
        tracer, events = Tracer(tree, algorithm), SearchEvents(search(tree, algorithm))
        assert len(tracer.steps) == len(events)
        for at, (step, event) in enumerate(zip(tracer.steps, events.events, strict=True), 1):
            place = (event.kind.value, number_of(events.tree, event.visit), event.answer, event.is_used, event.left)
            assert place == (step.kind, step.node, step.answer, step.used, len(step.left)), (seed, at)
            assert (number_of(events.tree, event.child) if event.child >= 0 else -1) == step.child
            state = events.state(at)
            assert [number_of(events.tree, visit) for visit in state.path] == [frame.node for frame in step.path]
            for visit, frame in zip(state.path, step.path, strict=True):
                assert is_equal(events, at, state[visit], frame), (seed, at, frame.node)
            last = {number_of(events.tree, visit): visit for visit in state if not state[visit].is_open}
            assert last.keys() == step.done.keys()
            for node, frame in step.done.items():
                assert is_equal(events, at, state[last[node]], frame), (seed, at, node)


@cache
def judged(tree: HandmadeTree, algorithm: str) -> tuple[Counter[str], list[str], int]:
    """The claims checked in all sentences of a search, those that are false, and the length of the longest."""
    tracer, events = Tracer(tree, algorithm), SearchEvents(search(tree, algorithm))
    checked, false, longest = Counter[str](), list[str](), 0
    for code, side in VIEWS:
        judge = Judge(tracer, code, side)

        def check(at: int, text: str, allowed: tuple[str, ...], judge: Judge = judge) -> None:
            if problem := judge.problem(at, text, allowed):
                false.append(f"{tree.text()} {algorithm} step {at}: {text} ({problem})")

        for at in range(len(events) + 1):
            made = narrate(events, at, code, side=side, number=bound_text)
            check(at, made.text, SENTENCES)
            longest = max(longest, len(made.text))
            for each in made.caption:
                check(at, each.text, CAPTIONS)
            named = [part.line[-1] if part.line else 0 for part in made.named]
            if not false and named != judge.names(made.text):
                false.append(f"{made.text} names {named}")
            asked = predict(events, at, code, side=side, number=bound_text)
            following = tracer.steps[at] if at < len(events) else None
            assert (asked is not None) == (following is not None and following.kind in ("cut", "best", "again"))
            if asked is None or following is None:
                continue
            check(at + 1, asked.question.text, (f"ask_{following.kind}",))
            for answer, name in zip(asked.answers, ANSWERS[following.kind], strict=True):
                check(at + 1, answer.text, (f"do_{name}",))
            assert asked.right == int(not following.answer) and asked.step == at
            assert asked.explanation == narrate(events, at + 1, code, side=side, number=bound_text).sentence
        checked += judge.checked
    return checked, false, longest


@pytest.mark.parametrize("algorithm", FIVE)
@sampled(40, 400)
def test_every_sentence_is_true(algorithm: str, count: int) -> None:
    """Every node, side and number, in both languages, for the maximiser and for the side to move."""
    checked, false, longest = Counter[str](), list[str](), 0
    for seed in range(count):
        found = judged(random_tree(seed), algorithm)
        checked += found[0]
        false += found[1]
        longest = max(longest, found[2])
    print(f"{algorithm}, {count} trees: {sum(checked.values())} sentences checked, {len(false)} false")
    assert false == []
    assert longest <= MOST_LETTERS
    full = algorithm in ("minimax", "negamax")
    assert (
        {"read", "better", "keeps"} <= checked.keys()
        if full
        else {"raises", "stays", "cut", "goes_on"} <= checked.keys()
    )
    assert (algorithm == "negascout") == bool({"asks", "again", "again_needed", "again_worse"} & checked.keys())


def test_every_claim_occurs() -> None:
    checked = Counter[str]()
    for algorithm in FIVE:
        for seed in range(10):
            checked += judged(random_tree(seed), algorithm)[0]
        # A move that is good enough for a cut-off although the window of the node is wide.
        checked += judged(parse_tree("(4 (((9 9 4) 8 6) (8 (1) 1)))"), algorithm)[0]
    assert set(PATTERNS) - checked.keys() == set()
    # Those of folded visits are tested in ``test_real_positions.py``.
    assert (set(STEPS) | set(PREDICTIONS)) - {"folded", "next_folded"} <= checked.keys()


FAULTS = (
    (r"−?\d+", "77"), (r"\bMaximiser\b", "Minimiser"), (r"\bMinimiser\b", "Maximiser"), (r"at most", "at least"),
    (r"at least", "at most"), (r"at (?:most|least) ", ""), (r"α", "β"), (r"β", "α"), (r"rises", "falls"),
    (r"\b[A-Z]\b(?= )", "Z"), (r" ≥ ", " < "), (r" < ", " ≥ "), (r"\+∞", "−∞"), (r"better", "no better"),
)  # fmt: skip
"""Patterns, and what each of their places in a sentence is replaced by, which makes the sentence false."""


def test_the_judge_notices_changed_sentences() -> None:
    """Every node, side, number, bound and sign in the sentences about some trees is changed, one at a time."""
    tried, missed = 0, list[str]()
    for algorithm, text in product(FIVE, ("((3 (12 8)) (2 4 6))", "(2 ((9 8) 1) (7 3))")):
        tree = parse_tree(text)
        tracer, events = Tracer(tree, algorithm), SearchEvents(search(tree, algorithm))
        for side, at in product((0, None), range(1, len(events) + 1)):
            judge = Judge(tracer, "en", side)
            made = narrate(events, at, "en", side=side, number=bound_text).text
            assert judge.problem(at, made, SENTENCES) == ""
            for pattern, other in FAULTS:
                for match in re.finditer(pattern, made):
                    changed = made[: match.start()] + other + made[match.end() :]
                    tried += 1
                    missed += [] if judge.problem(at, changed, SENTENCES) else [f"{made} {changed}"]
    assert tried > 1000 and missed == []


def test_the_sentences_of_the_mock_up() -> None:
    events = SearchEvents(search(parse_tree("((2 5) (1 8))"), "alphabeta"))
    made = {code: [narrate(events, at, code, number=bound_text) for at in (9, 10)] for code in LANGUAGES}
    assert [each.text for each in made["en"]] == [
        "F is worth 1. Minimiser moves at C, so C is worth at most 1: β falls from +∞ to 1.",
        "α = 2 ≥ β = 1 at C: G need not be looked at.",
    ]
    assert [each.text for each in made["vi"]] == [
        "F có giá trị 1. Ở C bên cực tiểu đi, nên C có giá trị nhiều nhất là 1: β hạ từ +∞ xuống 1.",
        "α = 2 ≥ β = 1 ở C: không cần xét G.",
    ]
    assert [part.text for part in made["en"][1].named] == ["C", "G"] and made["en"][1].named[1].line == (2, 6)
    assert made["vi"][0].caption_text == "Bước tới: so α với β ở C."
    asked = predict(events, 9, "vi", number=bound_text)
    assert asked is not None and asked.right == 0 and asked.title == "Cắt hay đi tiếp?"
    assert asked.question.text == "Ở C: α = 2, β = 1. Còn G chưa xét. Alpha-beta sẽ làm gì?"
    assert [each.text for each in asked.answers] == ["Cắt ở C", "Đi tiếp đến G"]
    assert predict(events, 8, "en") is None and predict(events, 12, "en") is None


def test_a_question_at_a_node_of_the_minimiser() -> None:
    events = SearchEvents(search(parse_tree("((3 12 2))"), "negascout"))
    made = [narrate(events, at, "en", number=bound_text).text for at in range(len(events) + 1)]
    assert made[5:8] == [
        "NegaScout only asks whether D is worth more than 2 for Maximiser: yes, it is worth 12.",
        "12 ≥ β = 3 at B: for Minimiser, D is no better, so it is not searched again.",
        "α = −∞ < β = 3 at B, so E is looked at, too.",
    ]


@pytest.mark.parametrize(
    "text", ["alphabeta", "negascout:ordering=on", "minimax", "alphabeta:quiescence=on", "pvs", "mtdf"]
)
@pytest.mark.parametrize("game", ["cotoan", "chess"])
def test_searches_of_real_positions_have_a_sentence_for_each_step(text: str, game: str) -> None:
    tree = recorded(game, text, 2)
    events = SearchEvents(tree)
    claims = Counter[str]()
    for at in range(0, len(events) + 1, max(1, len(events) // 300)):
        for code in LANGUAGES:
            made = narrate(events, at, code)
            claims[made.sentence.claim] += 1
            assert (
                made.text.endswith((".", "?"))
                and "{" not in made.text + made.caption_text
                and "no value" not in made.text
            )
            asked = predict(events, at, code)
            assert asked is None or ("{" not in asked.question.text and asked.explanation.text)
    assert (events.style is Style.RECORDED) == text.startswith(("pvs", "mtdf"))
    if events.style is Style.PRUNING:
        assert claims["raises"] and claims["stays"] and claims["goes_on"]


def test_in_a_game_the_search_is_after_a_move() -> None:
    events = SearchEvents(recorded("chess", "alphabeta", 2))
    made = {code: re.sub(r"[+−]\d[.,]\d\d", "V", narrate(events, 3, code).text) for code in LANGUAGES}
    assert made == {
        "en": "Na6 is worth V. Black moves after Na3, so Na3 is worth at most V: β falls from +∞ to V.",
        "vi": "Na6 có giá trị V. Sau Na3 Đen đi, nên Na3 có giá trị nhiều nhất là V: β hạ từ +∞ xuống V.",
    }
    asked = SearchEvents(recorded("cotoan", "mtdf", 2))
    assert narrate(asked, 2, "en").text.startswith("MTD(f) only asks whether the root is worth more than")
    names = [part.text for part in narrate(asked, 4, "en").named]
    assert narrate(asked, 4, "en").text.startswith(f"{names[0]}: ")


def test_a_step_is_narrated_in_few_calls() -> None:
    """The work of one step does not depend on the size of the tree, but on its depth and the moves of one node."""
    import sys

    calls = []
    for size in (2, 6):
        events = SearchEvents(search(parse_tree("(" + "((3 12 8) (2 4 6)) " * size + ")"), "alphabeta"))
        place = next(at for at, event in enumerate(events.events) if event.kind is EventKind.LEAF)
        count = 0

        def profile(frame: object, event: str, _: object) -> None:
            nonlocal count
            count += event == "call"

        narrate(events, place + 1, "en")
        sys.setprofile(profile)
        try:
            narrate(events, place + 1, "en")
        finally:
            sys.setprofile(None)
        calls.append(count)
    assert calls[1] <= calls[0] + 20 and calls[1] < 2000


def test_a_side_has_a_capital_only_at_the_beginning_of_a_sentence() -> None:
    count = 0
    for algorithm, text in product(FIVE, ("((3 (12 8)) (2 4 6))", "(2 ((9 8) 1) (7 3))")):
        events = SearchEvents(search(parse_tree(text), algorithm))
        sentences = [each for visit in range(len(events.tree)) for each in explain(events.tree, visit, "vi", side=0)]
        for step in range(len(events) + 1):
            made = narrate(events, step, "vi")
            sentences += [made.sentence, *made.caption]
        for sentence in sentences:
            count += "ên cực" in sentence.text
            assert not re.search(r"[^.?] Bên cực", sentence.text), sentence.text
            assert (
                sentence.text[0] == sentence.text[0].upper() or sentence.parts[0].node >= 0 or sentence.text[0] in "αβ"
            )
    assert count > 100
