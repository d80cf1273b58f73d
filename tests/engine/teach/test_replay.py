"""The picture of a tree after each step of a search, compared with the tracer of ``tests/engine/searchtree``."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

from engine.core.errors import OptionError
from engine.core.game import find_game
from engine.core.handmade import parse_tree
from engine.core.language import set_language
from engine.picture.web import resource
from engine.search.spec import Spec
from engine.teach.drawing import Drawing, DrawnNode, partial, question, solution, walked, whole
from engine.teach.exercise import Form, find_kind, generate, kinds
from engine.teach.lessons import find_lesson, lessons
from engine.teach.own_tree import ALGORITHMS, own_data
from engine.teach.walk import Walk, bound_text, walk_of
from engine.teach.whole import Solver
from tests.browser import NODE, evaluate
from tests.engine.conftest import sampled
from tests.engine.searchtree.handmade import random_tree
from tests.engine.searchtree.tracer import HUGE, Frame, Step, Tracer

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


def chip_text(tracer: Tracer, step: Step) -> tuple[int, str]:
    """The child whose value a step uses, and what it did, from the notes of the tracer before and after the step."""
    child = step.child if step.child >= 0 else step.node
    node = tracer.tree.parents[child]
    before, after, mine, is_max = step.before, tracer.frame(step, node), step.done[child], tracer.is_max(node)
    assert before is not None
    if tracer.algorithm in ("minimax", "negamax"):
        letter, limit, is_better = "v", before.value, before.kind == "?" or after.value != before.value
    else:
        limit, other = (before.low, after.low) if is_max else (before.high, after.high)
        letter, is_better = "α" if is_max else "β", limit != other
    value = bound_text(mine.value)
    if is_better:
        return child, f"{letter} {'↑' if is_max else '↓'} {value}"
    if mine.value == limit and mine.kind != "=":
        return child, f"{mine.kind} {value}"
    return child, f"{value} {'=' if mine.value == limit else '<' if mine.value < limit else '>'} {end_text(limit)}"


@pytest.mark.parametrize("algorithm", FIVE)
@sampled(6, 100)
def test_every_edge_says_what_its_node_did(algorithm: str, count: int) -> None:
    for seed in range(count):
        tree = random_tree(seed)
        tracer, walk = Tracer(tree, algorithm), walk_of(tree, algorithm)
        chips: dict[int, str] = {}
        left: set[int] = set()
        for at, step in enumerate(tracer.steps, 1):
            if step.kind in ("enter", "leaf"):
                chips.pop(step.node, None)
            # The children of a node that is searched again have their chips until they are searched again, too.
            left -= {step.node} if step.kind == "enter" else set()
            left |= {step.node} if step.kind == "cut" and step.answer else set()
            new = -1
            if step.used:
                new, text = chip_text(tracer, step)
                chips[new] = text
            seen = {frame.node for frame in step.path} | step.done.keys()
            path = {frame.node for frame in step.path}
            for node, drawn in enumerate(walked(walk, at).nodes):
                parent = tree.parents[node]
                waiting = "?" if node not in seen and parent in path and parent not in left else ""
                assert drawn.chip == (chips.get(node, "") or waiting), (seed, at, node)
                assert drawn.is_chip_new == (node == new and at < len(tracer.steps))
        assert not any(node.chip for node in walked(walk).nodes), "a solution on paper has none"


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


@pytest.mark.skipif(NODE is None, reason="needs node")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_script_of_a_page_says_the_same_on_the_edges(algorithm: str, tmp_path: Path) -> None:
    trees = [random_tree(seed) for seed in range(12)] + [parse_tree("((3 12 8) (2 4 6) (14 5 2))")]
    script = f"{resource('own.js')}\nconst own = {json.dumps(own_data(algorithm))};"
    looks = "made.steps.map((_, step) => made.looks(step, 'en').map((look) => [look.chip ?? '', look.isNew ?? false]))"
    count = "filter(([tag, , words]) => tag === 'text' && /[αβv] [↑↓]/.test(words)).length"
    draw = f"made.steps.map((_, step) => made.draw(step, 'en').{count})"
    texts = json.dumps([tree.text() for tree in trees])
    made = evaluate(
        script, f"{texts}.map((text) => {{ const made = ownFilm(own, text); return [{looks}, {draw}]; }})", tmp_path
    )
    for tree, (steps, _) in zip(trees, made, strict=True):
        walk = walk_of(tree, algorithm)
        for step, looks_of in enumerate(steps):
            nodes = walked(walk, step).nodes
            assert looks_of == [[node.chip, node.is_chip_new] for node in nodes], (tree.text(), step)
    assert made[-1][1][0] == 0 and made[-1][1][-1] == 1, "a level of nine leaves has no chips"


def test_before_the_next_visit_nothing_later_is_shown() -> None:
    walk = walk_of(parse_tree("((2 5) (1 8))"))
    assert [node.name for node in partial(walk, 6).nodes if not node.is_faint] == list("ABCDEF")
    made = named(partial(walk, 6))
    assert made["C"].beta == "β +∞ → 1" and not made["C"].is_open
    assert named(partial(walk, 3))["B"].beta == "β 2" and not named(partial(walk, 3))["B"].was
    made = named(partial(walk, 5))
    assert made["C"].is_open and made["C"].is_current and made["C"].text == "" and made["C"].alpha == "α 2"


# --- drawings ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["1-2-2", "1-2-3"])
def test_the_drawing_of_a_whole_game_shows_who_wins_each_position(rules: str) -> None:
    nodes = Solver().tree(find_game("nim").with_rules(rules).start())
    made = whole(nodes)
    assert made.legend == {"proof"} and len(made.nodes) == len(nodes)
    for node, drawn in zip(nodes, made.nodes, strict=True):
        assert (drawn.parent, drawn.children, drawn.ply, drawn.edge) == (
            node.parent,
            node.children,
            node.ply,
            node.move,
        )
        assert drawn.text == {1: "1", 0: "0", -1: "−1"}[node.result.winner] and drawn.name == ""
        assert drawn.shape == ("leaf" if node.is_leaf else ("max", "min")[node.position.side])
        assert drawn.is_main == (node.is_proof and node.parent >= 0)
        is_closed = not node.children and not node.is_leaf
        assert drawn.is_closed == is_closed and drawn.alpha == ("…" if is_closed else "")
    assert any(each.is_closed for each in made.nodes) == (rules == "1-2-3")
    assert any(each.shape == "leaf" for each in made.nodes)


def test_the_legend_explains_what_is_drawn() -> None:
    tree = parse_tree("((2 5) (1 8))")
    for algorithm, for_mover in (("alphabeta", False), ("negamax", True), ("minimax", False)):
        walk = walk_of(tree, algorithm)
        for step in range(len(walk.steps()) + 1):
            made = walked(walk, step, for_mover=for_mover)
            is_whole = step == len(walk.steps())
            assert ("main" in made.legend) == is_whole == any(each.is_main for each in made.nodes)
            assert ("cut" in made.legend) == any(each.is_cut for each in made.nodes)
            assert ("mover" in made.legend) == for_mover
    assert "cut" in walked(walk_of(tree)).legend


@pytest.mark.parametrize("algorithm", FIVE)
def test_the_widest_picture_has_room_for_every_step(algorithm: str) -> None:
    walk = walk_of(parse_tree("((3 12 8) (2 4 6) (14 5 2))"), algorithm)

    def long(node: DrawnNode, name: str) -> int:
        return len(getattr(node, name)) + len(getattr(node, f"{name}_from")) + len(node.was.get(name, ""))

    for step in range(len(walk.steps())):
        made = walked(walk, step)
        assert made.widest is not None and len(made.widest.nodes) == len(made.nodes)
        for node, widest in zip(made.nodes, made.widest.nodes, strict=True):
            assert all(long(node, name) <= long(widest, name) for name in ("alpha", "beta"))
            assert (node.children, node.shape) == (widest.children, widest.shape)


@pytest.mark.parametrize("name", list(kinds()))
def test_the_question_and_the_solution_of_each_kind(name: str) -> None:
    kind = find_kind(name)
    for seed in range(3):
        exercise = generate(name, seed=seed)
        asked, solved, answer = question(exercise), solution(exercise), kind.solution(exercise)
        hidden = kind.hidden(exercise)
        for index, node in enumerate(asked.nodes):
            assert (node.text == "?") == (index in hidden) and not node.is_chosen and node.state is None
        if not exercise.shown and not kind.record(exercise):
            assert all(not node.alpha and not node.is_cut and not node.is_faint for node in asked.nodes)
            values = [bound_text(exercise.tree.values[leaf], exercise.decimals) for leaf in exercise.tree.leaves]
            shown = [asked.nodes[leaf].text for leaf in exercise.tree.leaves]
            assert all(one in (other, "?") for one, other in zip(shown, values, strict=True))
        if kind.form is Form.ORDER:
            for node, order in answer.order.items():
                assert solved.nodes[node].children == order
        else:
            assert {index for index, node in enumerate(solved.nodes) if node.is_chosen} == set(answer.nodes)
        if exercise.origin is not None:
            assert [node.edge for node in asked.nodes] == list(exercise.origin.texts)
            assert [node.edge for node in solved.nodes] == list(exercise.origin.texts)
        if kind.replays and kind.form is not Form.ORDER:
            assert any(node.is_main for node in solved.nodes) and not any(node.is_main for node in asked.nodes)


def test_the_visits_of_a_search_under_way_are_shown() -> None:
    exercise = generate("next", seed=2)
    asked = question(exercise)
    walk = walk_of(exercise.tree)
    visited = set(walk.order[: exercise.shown])
    assert {index for index, node in enumerate(asked.nodes) if not node.is_faint} == visited
    assert not any(node.chip or node.was for node in asked.nodes)


@pytest.mark.parametrize("name", ["bug", "negamax_bug"])
def test_the_record_of_a_faulty_search_is_drawn(name: str) -> None:
    for seed in range(4):
        exercise = generate(name, seed=seed)
        made = find_kind(name).record(exercise)
        asked = question(exercise).nodes
        entered = {step.node for step in made if step.enters}
        values = {step.node: step.value for step in made if not step.enters}
        windows = {step.node: (step.alpha, step.beta) for step in made if step.enters}
        for index, node in enumerate(asked):
            assert node.is_faint == (index not in entered)
            if index in values:
                assert node.text == bound_text(values[index])
            if name == "bug" and index in windows:
                low, high = map(bound_text, windows[index])
                assert (node.alpha, node.beta) == (f"α {low}", f"β {high}")
            elif name == "negamax_bug":
                assert (node.alpha, node.beta) == ("", "")


def test_an_experiment_is_one_query_for_each_search() -> None:
    for lesson in lessons():
        experiment = lesson.experiment
        queries = experiment.queries()
        assert [str(query.spec) for query in queries] == [str(Spec.parse(each)) for each in experiment.algorithms]
        for query in queries:
            assert query.position == experiment.start() and query.position.game.name == experiment.game
            assert (query.limit.depth, query.evaluation) == (experiment.depth, experiment.evaluation)
        for code in ("vi", "en"):
            set_language(code)
            assert experiment.text == experiment.texts[code] and 0 <= experiment.right < len(experiment.text.choices)
        with pytest.raises(OptionError, match="no tree 'gone'"):
            lesson.sample("gone")
        assert find_lesson(str(lesson.number)) is find_lesson(lesson.name) is lesson
    with pytest.raises(OptionError, match="available: game-trees"):
        find_lesson("0")
