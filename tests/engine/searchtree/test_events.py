"""The events of a replay, and what is known after each of them."""

import pytest

from engine.core.handmade import node_name, parse_tree
from engine.core.score import INFINITY
from engine.searchtree.events import EventKind, Known, SearchEvents, SourceKind, Style
from engine.searchtree.node import Fate
from tests.engine.conftest import sampled
from tests.engine.searchtree.handmade import number_of, random_tree, search
from tests.engine.searchtree.recorded import recorded

FIVE = ("minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout")


def events_of(text: str, algorithm: str) -> SearchEvents:
    return SearchEvents(search(parse_tree(text), algorithm))


def shown(events: SearchEvents, step: int) -> str:
    """One event as text: kind, node, child, answer, and the window and the value of its place for the maximiser."""
    event, tree = events.events[step - 1], events.tree
    state = events.state(step)[events.place(event)]
    state = state.turned() if tree.side(state.visit) else state
    words = [event.kind.value, node_name(number_of(tree, event.visit))]
    if event.child >= 0:
        words += [node_name(number_of(tree, event.child)), "yes" if event.answer else "no"]
    if event.kind is not EventKind.ENTER:
        signs = {Known.EXACT: "=", Known.LEAST: "≥", Known.MOST: "≤", Known.SO_FAR: "~", Known.NOTHING: "?"}
        words.append(f"{node_name(number_of(tree, state.visit))}{signs[state.known]}{state.score}")
    ends = [{INFINITY: "+∞", -INFINITY: "−∞"}.get(end, str(end)) for end in (state.alpha, state.beta)]
    return " ".join([*words, f"({ends[0]} {ends[1]})"])


TWELVE = """
enter A (−∞ +∞)
enter B (−∞ +∞)
leaf D B≤2 (−∞ 2)
cut B D no B≤2 (−∞ 2)
leaf E B≤2 (−∞ 2)
return B A≥2 (2 +∞)
cut A B no A≥2 (2 +∞)
enter C (2 +∞)
leaf F C≤1 (2 1)
cut C F yes C≤1 (2 1)
return C A≥2 (2 +∞)
return A A=2 (2 +∞)
""".strip()


@pytest.mark.parametrize("algorithm", ["alphabeta", "negamax_alphabeta"])
def test_the_twelve_steps_of_the_first_tree(algorithm: str) -> None:
    events = events_of("((2 5) (1 8))", algorithm)
    assert "\n".join(shown(events, step) for step in range(1, len(events) + 1)) == TWELVE
    assert events.decisions == (3, 6, 9)
    ninth = events.state(9)
    assert [number_of(events.tree, visit) for visit in ninth.path] == [0, 2]
    (changed,) = (each for each in ninth.changed if each in ninth.path)
    assert ninth.changed[changed] == {"alpha", "score", "known"}
    before = ninth.before(changed)
    assert before is not None and before.alpha == -INFINITY
    now = ninth[changed]
    assert (now.alpha_from.kind, now.beta_from.kind) == (SourceKind.CHILD, SourceKind.ABOVE)
    assert number_of(events.tree, now.beta_from.visit) == 0
    assert ninth[0].alpha_from.kind is SourceKind.CHILD and number_of(events.tree, ninth[0].alpha_from.visit) == 1


def test_minimax_decides_whether_a_value_is_the_best() -> None:
    events = events_of("((2 5) (1 8))", "minimax")
    lines = [shown(events, step).rsplit(" (", 1)[0] for step in range(1, len(events) + 1)]
    assert lines == [
        "enter A", "enter B", "leaf D B≤2", "leaf E B≤2", "best B E no B≤2", "return B A≥2", "enter C", "leaf F C≤1",
        "leaf G C≤1", "best C G no C≤1", "return C A≥2", "best A C no A≥2", "return A A=2",
    ]  # fmt: skip


def test_a_question_is_asked_and_a_better_move_is_searched_again() -> None:
    events = events_of("(2 (9 8) 1)", "negascout")
    assert [shown(events, step) for step in range(1, len(events) + 1)] == [
        "enter A (−∞ +∞)", "leaf B A≥2 (2 +∞)", "cut A B no A≥2 (2 +∞)",
        "enter C (2 3)", "leaf E C≤9 (2 3)", "cut C E no C≤9 (2 3)", "leaf F C≤8 (2 3)", "return C A≥2 (2 +∞)",
        "again A C yes A≥2 (2 +∞)",
        "enter C (7 +∞)", "leaf E C≤9 (7 9)", "cut C E no C≤9 (7 9)", "leaf F C≤9 (7 9)", "again C F yes C≤9 (7 9)",
        "leaf F C≤8 (7 8)", "return C A≥8 (8 +∞)", "cut A C no A≥8 (8 +∞)",
        "leaf D A≥8 (8 +∞)", "again A D no A≥8 (8 +∞)", "return A A=8 (8 +∞)",
    ]  # fmt: skip
    asked = events.state(4)[events.events[3].visit]
    assert asked.is_question and not events.state(10)[events.events[9].visit].is_question


@pytest.mark.parametrize("algorithm", FIVE)
@sampled(5, 60)
def test_a_state_does_not_depend_on_later_events(algorithm: str, count: int) -> None:
    """It is the same whether the tree ends there or not, and a finished node has its recorded value."""
    for seed in range(count):
        tree = search(random_tree(seed), algorithm)
        events = SearchEvents(tree)
        assert len(events.state(0)) == 0 and events.state(0).path == ()
        end = events.state(len(events))
        assert set(end) == set(range(len(tree))) and end.path == ()
        for visit, state in end.items():
            assert not state.is_open and state.score == tree.number("value", visit)
            assert (state.known is Known.LEAST) == (tree.fate(visit) is Fate.CUT)
            assert (state.known is Known.MOST) == (tree.fate(visit) is Fate.LOW)
            assert state.entry == (tree.number("alpha", visit), tree.number("beta", visit))
        for step in range(1, len(events) + 1):
            after = events.state(step)
            assert [visit for visit in after if after[visit].is_open] == list(after.path)
            for visit in range(len(tree)):
                if visit not in after.changed:
                    assert events.node(visit, step - 1) is after.get(visit)


@pytest.mark.parametrize("algorithm", FIVE)
@sampled(5, 60)
def test_the_last_open_state_explains_the_value_returned(algorithm: str, count: int) -> None:
    """The best value before a node is finished is the value it returns, and alpha is the better of it and the entry."""
    for seed in range(count):
        tree = search(random_tree(seed), algorithm)
        events = SearchEvents(tree)
        for step, event in enumerate(events.events, 1):
            if event.kind is not EventKind.RETURN:
                continue
            state = events.node(event.visit, step - 1)
            assert state is not None and state.score == tree.number("value", event.visit)
            if events.style is not Style.FULL:
                assert state.alpha == max(state.entry[0], state.score)


def test_of_other_searches_only_what_is_recorded_is_replayed() -> None:
    for algorithm in ("pvs", "mtdf", "best_first"):
        events = SearchEvents(search(random_tree(3), algorithm))
        assert events.style is Style.RECORDED and not events.decisions
        assert {event.kind for event in events.events} == {EventKind.ENTER, EventKind.LEAF, EventKind.RETURN}
    assert SearchEvents(recorded("tictactoe", "mcts", nodes=100)).events == ()


@pytest.mark.parametrize("text", ["alphabeta", "negascout:ordering=on", "alphabeta:quiescence=on", "minimax"])
def test_searches_of_real_positions_are_replayed(text: str) -> None:
    tree = recorded("cotoan", text, 2)
    events = SearchEvents(tree)
    ended = [event.visit for event in events.events if event.kind in (EventKind.LEAF, EventKind.RETURN)]
    assert sorted(ended) == list(range(len(tree)))
    final = events.state(len(events))
    assert all(final[visit].score == tree.number("value", visit) for visit in range(len(tree)))


def test_the_part_below_a_node_is_replayed_alone() -> None:
    tree = search(random_tree(4), "negascout")
    whole = SearchEvents(tree)
    for top in tree.children(0):
        part = SearchEvents(tree, top)
        steps = [step for step, event in enumerate(whole.events, 1) if top <= event.visit < tree.end(top)]
        assert [event.kind for event in part.events] == [whole.events[step - 1].kind for step in steps]
        for at, step in enumerate(steps, 1):
            for visit in part.state(at):
                one, other = part.state(at)[visit], whole.state(step)[visit]
                assert (one.alpha, one.beta, one.score, one.known) == (
                    other.alpha,
                    other.beta,
                    other.score,
                    other.known,
                )


def test_a_trimmed_node_is_finished_at_once() -> None:
    tree = search(random_tree(2), "alphabeta", len(search(random_tree(2), "alphabeta")) // 2)
    events = SearchEvents(tree)
    final = events.state(len(events))
    assert any(tree.is_trimmed(visit) for visit in range(len(tree)))
    for visit in range(len(tree)):
        assert final[visit].score == tree.number("value", visit)
