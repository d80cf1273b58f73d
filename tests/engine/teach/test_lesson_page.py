"""Pages with the replay of a search of a hand-made tree, and film strips: the data, and what the script makes."""

import base64
import json
import random
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import NotationError, OptionError
from engine.core.handmade import MOST_NODES, HandmadeTree, parse_tree
from engine.core.handmade import random_tree as full_tree
from engine.core.language import LANGUAGES, set_language, translate
from engine.picture.web import policy, resource
from engine.teach.drawing import walked
from engine.teach.film import decisions_of, film_page
from engine.teach.lesson_page import lesson_film, lesson_page
from engine.teach.own_tree import ALGORITHMS, own_data
from engine.teach.walk import Walk, walk_of
from tests.browser import NO_SCRIPTS, NODE, PROGRAM, evaluate
from tests.engine.picture.test_frames import frames_of
from tests.engine.searchtree.handmade import random_tree

FIVE = ("minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout")
MOST_BYTES = 300_000
TEXTBOOK = "((3 12 8) (2 4 6) (14 5 2))"


def own(words: Any, code: str) -> str:
    """A text of the data in a language."""
    return str(words[code] if isinstance(words, Mapping) else words)


def texts_of(walk: Walk, step: int, code: str, *, for_mover: bool) -> list[Any]:
    """What a page shows of a step: sentence, caption, line and numbers of the code, and the question that follows."""
    set_language(code)
    replay = walk.replay(for_mover=for_mover)
    narration, asked, run = replay.narrate(step), replay.predict(step), replay.execute(step)
    question = [] if asked is None else [
        asked.title, asked.question.text, *(each.text for each in asked.answers), asked.right
    ]  # fmt: skip
    return [
        narration.text,
        narration.caption_text,
        *((run.line, run.numbers, run.question) if run else (0, "", "")),
        question,
    ]


def texts_in(step: Mapping[str, Any], code: str) -> list[Any]:
    """The same in the data of a step."""
    asked = step.get("ask", [])
    return [
        own(step["say"], code), own(step["more"], code), step.get("line", 0), own(step.get("numbers", ""), code),
        own(step.get("question", ""), code), [*(own(each, code) for each in asked[:4]), *asked[4:]],
    ]  # fmt: skip


@pytest.fixture(autouse=True)
def english() -> Any:
    yield
    set_language("en")


@pytest.mark.parametrize("algorithm", FIVE)
def test_the_data_of_a_page_are_the_replay_in_every_language(algorithm: str) -> None:
    for_mover = algorithm.startswith("negamax")
    walk = walk_of(random_tree(3), algorithm)
    film = lesson_film(walk, for_mover)
    frames = frames_of(film["changes"])
    assert len(film["steps"]) == len(walk.events.events) + 1
    for step, made in enumerate(film["steps"]):
        elements = [film["elements"][each] for each in frames[made["picture"]]]
        for code in LANGUAGES:
            assert texts_in(made, code) == texts_of(walk, step, code, for_mover=for_mover)
            shown = [own(each[2], code) for each in elements if each[0] == "text"]
            for node in walked(walk, step, for_mover=for_mover, code=code).nodes:
                for name in ("alpha", "beta"):
                    text = getattr(node, name)
                    assert {node.name, *filter(None, (node.text, getattr(node, f"{name}_from")))} <= {*shown}
                    assert not text or (text.split(" ", 1)[1] if name in node.was else text) in shown


def test_a_page_is_not_larger_than_its_limit_and_contains_nothing_foreign() -> None:
    deep = full_tree(2, 6, random.Random(1))
    assert len(deep.values) == MOST_NODES - 1
    for algorithm, tree in (("negascout", deep), ("minimax", deep), ("alphabeta", parse_tree(TEXTBOOK))):
        text = lesson_page(Walk(tree, algorithm))
        assert len(text.encode()) <= MOST_BYTES, algorithm
        script, style = text.split("<script>")[1].split("</script>")[0], text.split("<style>")[1].split("</style>")[0]
        assert f'content="{policy(script, style)}"' in text and "default-src 'none'" in text
        assert not re.search(r'(href|src)="(?!data:,)', text) and "innerHTML" not in text
        assert ("const ownFilm" in script) == (algorithm in ALGORITHMS)
    walk = Walk(deep, "minimax")
    packed = re.search(r'data-packed="([^"]*)"', lesson_page(walk))
    assert packed is not None
    data = json.loads(zlib.decompress(base64.b64decode(packed[1])))
    assert len(data["film"]["steps"]) == len(walk.events.events) + 1


def test_a_title_is_no_markup() -> None:
    hostile = "</title></script><script>alert(1)</script>"
    text = lesson_page(walk_of(parse_tree("((2 5) (1 8))")), title=hostile)
    assert hostile not in text and text.count("<script>") == 1
    assert "<script>" not in film_page(walk_of(parse_tree("((2 5) (1 8))")), title=hostile)


# --- the search of the script -----------------------------------------------------------------------------------------


def by_script(algorithm: str, texts: list[str], folder: Path) -> list[dict[str, Any]]:
    """What the script of a page makes of texts of trees."""
    script = f"{resource('own.js')}\nconst own = {json.dumps(own_data(algorithm))}, texts = {json.dumps(texts)};"
    looks = "made.steps && made.steps.map((_, step) => made.looks(step, 'vi'))"
    events = (
        "made.events?.map(({kind, node, child, answer, used, left}) => [kind, node, child ?? -1, answer, used, left])"
    )
    result = f"{{error: made.error ?? null, steps: made.steps, looks: {looks}, events: {events}}}"
    made: list[dict[str, Any]] = evaluate(
        script, f"texts.map((text) => {{ const made = ownFilm(own, text); return {result}; }})", folder
    )
    return made


def trees_for(algorithm: str) -> list[HandmadeTree]:
    """Random trees of several shapes, in one of which a value occurs several times."""
    count = 200 if algorithm == "alphabeta" else 40
    few = random.Random(7)
    return [
        *map(random_tree, range(count)), parse_tree(TEXTBOOK), parse_tree("(((1) 2) 3)"), parse_tree("(4 4 (4 4))"),
        parse_tree("(5 (((3 9) 3) 7))"), full_tree(6, 2, few, 0, 9), full_tree(2, 5, few, -3, 3), full_tree(3, 3, few),
    ]  # fmt: skip


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.skipif(PROGRAM is None and NODE is None, reason=NO_SCRIPTS)
@pytest.mark.oracle
@pytest.mark.unsanitized
def test_the_script_makes_the_steps_of_the_engine(algorithm: str, tmp_path: Path) -> None:
    trees = trees_for(algorithm)
    found = by_script(algorithm, [tree.text() for tree in trees], tmp_path)
    compared = set()
    for tree, made in zip(trees, found, strict=True):
        walk = Walk(tree, algorithm)
        assert made["events"] == [
            [each.kind.value, walk.order[each.visit], walk.order[each.child] if each.child >= 0 else -1, each.answer,
             each.is_used, each.left]
            for each in walk.events.events
        ], tree.text()  # fmt: skip
        for step, (data, looks) in enumerate(zip(made["steps"], made["looks"], strict=True)):
            for code in LANGUAGES:
                assert texts_in(data, code) == texts_of(walk, step, code, for_mover=False), (tree.text(), step)
            state = walk.events.state(step)
            assert data["half"] == (walk.search.side(state.path[-1]) if state.path else -1)
            for node, look in zip(walked(walk, step, code="vi").nodes, looks, strict=True):
                was = {{"α": "alpha", "β": "beta"}.get(name, name): text for name, text in look["was"].items()}
                shown = [look["text"], *(look.get(name, "") for name in ("α", "β", "αFrom", "βFrom"))]
                marks = [look.get(name, False) for name in ("isOpen", "isFaint", "isCut", "isMain", "isCurrent")]
                assert shown == [node.text, node.alpha, node.beta, node.alpha_from, node.beta_from]
                assert marks == [node.is_open, node.is_faint, node.is_cut, node.is_main, node.is_current]
                assert was == dict(node.was)
        compared.add(tree.text())
    assert len(compared) >= (200 if algorithm == "alphabeta" else 40)


WRONG = [
    "", " , ", "((3 x) 2)", "((3 12 8) (2 4 6)", "(3 ())", ")", "(1 2) 3", "5:7", "5:", "(1 1000)", "(1 -12345)",
    "((−5 2) ♜)", "𝔸(1 2)", f"({'1 ' * MOST_NODES})",
]  # fmt: skip


@pytest.mark.skipif(PROGRAM is None and NODE is None, reason=NO_SCRIPTS)
@pytest.mark.oracle
@pytest.mark.unsanitized
def test_the_script_explains_wrong_texts_as_the_engine_does(tmp_path: Path) -> None:
    for text, made in zip(WRONG, by_script("alphabeta", WRONG, tmp_path), strict=True):
        with pytest.raises(NotationError) as raised:
            parse_tree(text)
        for code in LANGUAGES:
            set_language(code)
            assert made["error"][code] == str(raised.value), text
    (leaf,) = by_script("alphabeta", ["7"], tmp_path)
    assert leaf["error"]["vi"] == translate("the tree is a leaf, so there is nothing to search", "vi")


# --- film strips ------------------------------------------------------------------------------------------------------


def test_a_film_strip_has_a_picture_for_each_decision_or_each_chosen_step() -> None:
    walk = walk_of(parse_tree(TEXTBOOK))
    page = film_page(walk)
    decisions = decisions_of(walk)
    assert page.count("<figure>") == page.count("<svg") == len(decisions) == len(walk.events.decisions) + 1
    for step in decisions:
        assert f"step {step} / {len(walk.events)}<b>{walk.replay().narrate(step).text.replace('<', '&lt;')}</b>" in page
    assert "is sure of at least 3 (α = 3) since B at ply 1." in page and "Next:" not in page
    chosen = film_page(walk, [0, 3], title="Tuần 5")
    assert chosen.count("<figure>") == 2 and "<h1>Tuần 5</h1>" in chosen and walk.replay().narrate(3).text in chosen
    for wrong in ([-1], [len(walk.events) + 1], [1] * 201):
        with pytest.raises(OptionError):
            film_page(walk, wrong)
