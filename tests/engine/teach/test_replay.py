"""The picture of a tree after each step of a search, compared with the tracer of ``tests/engine/searchtree``."""

from itertools import pairwise

import pytest

from engine.core.handmade import parse_tree
from engine.core.language import set_language
from engine.teach.drawing import Drawing, DrawnNode, partial, walked
from engine.teach.walk import Walk, bound_text, walk_of
from tests.engine.conftest import sampled
from tests.engine.searchtree.handmade import random_tree
from tests.engine.searchtree.tracer import HUGE, Frame, Tracer

FIVE = ("minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout")


def named(made: Drawing) -> dict[str, DrawnNode]:
    return {node.name: node for node in made.nodes}


def test_the_pictures_of_the_first_cut_off() -> None:
    walk = Walk(parse_tree("((2 5) (1 8))"))
    ninth, tenth, end = (named(walked(walk, step)) for step in (9, 10, 12))
    a, b, c = (ninth[name] for name in "ABC")
    assert (a.text, a.alpha, a.alpha_from, a.beta, a.beta_from, a.is_open) == ("≥ 2", "α 2", "by B", "β +∞", "", True)
    assert (b.text, b.alpha, b.beta, b.is_open) == ("2", "α −∞", "β +∞ → 2", False)
    assert (c.text, c.alpha, c.alpha_from, c.beta, c.beta_from) == ("≤ 1", "α 2", "from A", "β 1", "by F")
    assert c.is_current and dict(c.was) == {"text": "", "beta": "β +∞"} and not a.was and not b.was
    assert not ninth["G"].is_cut and tenth["G"].is_cut and not tenth["C"].was
    assert (end["A"].text, end["A"].alpha, end["C"].text, end["C"].beta) == ("2", "α −∞ → 2", "≤ 1", "β +∞ → 1")
    assert [node.name for node in end.values() if node.is_main] == ["B", "D"] and not any(
        n.is_current for n in end.values()
    )
    set_language("vi")
    try:
        assert named(walked(walk, 9))["C"].alpha_from == "từ A" and named(walked(walk, 9))["A"].alpha_from == "nhờ B"
        assert walk.replay().narrate(10).text == "α = 2 ≥ β = 1 ở C: không cần xét G."
    finally:
        set_language("en")
    replay = walk.replay()
    assert replay.execute(9) is not None and replay.predict(9) is not None and replay.predict(8) is None


def value_text(frame: Frame) -> str:
    return {"=": "", "≥": "≥ ", "≤": "≤ ", "~": "v "}[frame.kind] + bound_text(frame.value) if frame.kind != "?" else ""


def end_text(value: int) -> str:
    return {HUGE: "+∞", -HUGE: "−∞"}.get(value) or bound_text(value)


def window(frame: Frame, is_open: bool) -> tuple[str, str]:
    found = []
    for letter, first, last in zip("αβ", frame.entry, (frame.low, frame.high), strict=True):
        is_plain = is_open or first == last
        found.append(f"{letter} {end_text(last)}" if is_plain else f"{letter} {end_text(first)} → {end_text(last)}")
    return found[0], found[1]


@pytest.mark.parametrize("algorithm", FIVE)
@sampled(6, 100)
def test_every_picture_shows_what_the_tracer_knows(algorithm: str, count: int) -> None:
    for seed in range(count):
        tree = random_tree(seed)
        tracer, walk = Tracer(tree, algorithm), walk_of(tree, algorithm)
        cut: set[int] = set()
        assert all(node.is_faint and not node.alpha for node in walked(walk, 0).nodes)
        for at, step in enumerate(tracer.steps, 1):
            made = walked(walk, at)
            cut -= {step.node} if step.kind == "enter" else set()
            cut |= {step.node} if step.kind == "cut" and step.answer else set()
            path = {frame.node: frame for frame in step.path}
            for node, drawn in enumerate(made.nodes):
                frame = path.get(node) or step.done.get(node)
                assert drawn.is_faint == (frame is None) and drawn.is_open == (node in path)
                assert drawn.is_cut == (frame is None and tree.parents[node] in cut)
                if frame is None or not tree.children[node]:
                    assert not drawn.alpha and not drawn.was
                    continue
                assert drawn.text == value_text(frame), (seed, at, node)
                if algorithm not in ("minimax", "negamax"):
                    assert (drawn.alpha, drawn.beta) == window(frame, node in path), (seed, at, node)
                    assert (drawn.alpha_from or drawn.beta_from or "by").startswith(("by", "from"))
        drawings = [walked(walk, at) for at in range(len(tracer.steps) + 1)]
        for before, after in pairwise(drawings[:-1]):
            for one, other in zip(before.nodes, after.nodes, strict=True):
                if one.is_open and other.is_open:
                    changed = {name for name in ("text", "alpha", "beta") if getattr(one, name) != getattr(other, name)}
                    assert other.was == {name: getattr(one, name) for name in changed}


def test_before_the_next_visit_nothing_later_is_shown() -> None:
    walk = walk_of(parse_tree("((2 5) (1 8))"))
    assert [node.name for node in partial(walk, 6).nodes if not node.is_faint] == list("ABCDEF")
    made = named(partial(walk, 6))
    assert made["C"].beta == "β +∞ → 1" and not made["C"].is_open
    assert named(partial(walk, 3))["B"].beta == "β 2" and not named(partial(walk, 3))["B"].was
    made = named(partial(walk, 5))
    assert made["C"].is_open and made["C"].is_current and made["C"].text == "" and made["C"].alpha == "α 2"
