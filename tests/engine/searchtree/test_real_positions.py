"""The sentences of replays of real positions, and replays that are folded to the line in question.

The tracer searches the recorded tree again, from the values of its leaves alone: moves that were never looked at have
values that contradict the search if it depends on them. The sentences are compared with its notes after the moves of
the game, which are written here from the positions, the sides and the numbers were replaced by those of the tracer.
"""

import re
from collections import Counter
from functools import cache

import pytest

from engine.core.game import find_game
from engine.core.handmade import HandmadeTree, node_name
from engine.core.language import LANGUAGES, translate
from engine.core.position import Position
from engine.searchtree.events import Event, EventKind, NodeState, SearchEvents
from engine.searchtree.explanation import Sentence
from engine.searchtree.model import SearchTree
from engine.searchtree.narration import narrate, predict
from engine.searchtree.question import left_out, visits_in_question
from tests.engine.conftest import sampled
from tests.engine.searchtree.recorded import recorded
from tests.engine.searchtree.test_narration import ANSWERS, CAPTIONS, SENTENCES
from tests.engine.searchtree.tracer import SIDES, Judge, Tracer

GAMES = {"chess": 2, "cotoan": 2, "caro": 2, "tictactoe": 3}
"""The games with the depth of their searches."""
LARGE = 10_000
"""More than any value."""


class Real:
    """A recorded search as a tree of lines of moves, which the tracer can search.

    Args:
        search: the recorded search.
        algorithm: its name.
    """

    def __init__(self, search: SearchTree, algorithm: str) -> None:
        self.search = search
        self.numbers: dict[tuple[int, ...], int] = {(): 0}
        self.names = [""]
        start = search.position(0)
        assert start is not None
        waiting: list[tuple[tuple[int, ...], Position, list[int]]] = [((), start, [0])]
        parents, children, values, depths = [-1], [], [], [0]
        for line, position, visits in waiting:
            below: dict[int, list[int]] = {}
            for visit in visits:
                for child in search.children(visit):
                    below.setdefault(search.number("move", child), []).append(child)
            moves = list(below)
            if below:
                count = search.number("generated", visits[0])
                # Some games search only likely moves.
                every = next(each for each in (position.legal_moves(), position.likely_moves()) if len(each) == count)
                moves += [move for move in every if move not in below]
                assert len(moves) == count
            # A move never looked at is at first very good for the side that did not make it, then very bad.
            value = (LARGE if len(parents) % 2 else -LARGE) if not visits else 0
            if visits and not below:
                value = search.number("value", visits[0]) * (-1 if position.side else 1)
            values.append(value)
            children.append(tuple(range(len(parents), len(parents) + len(moves))))
            for move in moves:
                self.numbers[*line, move] = len(parents)
                self.names.append(str(position.game.format_move(position, move, "display")))
                parents.append(self.numbers[line])
                depths.append(len(line) + 1)
                waiting.append(((*line, move), position.play(move), below.get(move, [])))
        self.tree = HandmadeTree(tuple(parents), tuple(children), tuple(values), tuple(depths))
        self.tracer = Tracer(self.tree, algorithm)
        self.sides = find_game(search.facts.game).sides

    def named(self, sentence: Sentence) -> list[int]:
        """The nodes that the links of a sentence lead to."""
        return [self.numbers[part.line] for part in sentence.parts if part.line or part.node >= 0]

    def plain(self, sentence: Sentence, code: str) -> str:
        """A sentence about a hand-made tree with the same claim, or an empty string if a link has a wrong name."""
        found = ""
        for part in sentence.parts:
            if part.line or part.node >= 0:
                number = self.numbers[part.line]
                if part.node >= 0 and self.search.line(part.node) != part.line:
                    return ""
                roots = {translate("the root", code), translate("the root", code).capitalize()}
                if part.text not in ({self.names[number]} if number else roots):
                    return ""
                found += node_name(number)
                continue
            text = part.text
            for side, name in zip(self.sides, SIDES[code], strict=True):
                text = re.sub(rf"\b{translate(side, code)}\b", name, text)
            text = re.sub(r"\bafter(?= )", "at", re.sub(r"\bAfter(?= )", "At", text))
            text = re.sub(r"\bsau(?= )", "ở", re.sub(r"\bSau(?= )", "Ở", text))
            found += re.sub(r"([+−]?)(\d+)[.,](\d\d)", _whole, text)
        return re.sub(r"\+(?=\d)", "", found)


def _whole(match: re.Match[str]) -> str:
    """A number with two decimals as a whole number of hundredths."""
    return match[1].replace("+", "") + str(int(match[2] + match[3]))


@cache
def real(game: str, algorithm: str) -> Real:
    return Real(recorded(game, algorithm, GAMES[game]), algorithm)


@pytest.mark.parametrize(("game", "algorithm"), [
    ("chess", "alphabeta"), ("cotoan", "alphabeta"), ("caro", "alphabeta"), ("tictactoe", "alphabeta"),
    ("chess", "negascout"), ("cotoan", "negascout"), ("caro", "negamax_alphabeta"), ("chess", "minimax"),
])  # fmt: skip
@sampled(120, 1500)
def test_every_sentence_about_a_real_position_is_true(game: str, algorithm: str, count: int) -> None:
    made = real(game, algorithm)
    events, steps = SearchEvents(made.search), made.tracer.steps
    assert [event.kind.value for event in events.events] == [step.kind for step in steps]
    claims, false = Counter[str](), list[str]()
    every = max(1, len(events) // count)
    for code, side in (("en", 0), ("vi", 0), ("en", None), ("vi", None)):
        judge = Judge(made.tracer, code, side)

        def check(
            at: int, sentence: Sentence, allowed: tuple[str, ...], judge: Judge = judge, code: str = code
        ) -> None:
            text = made.plain(sentence, code)
            if problem := judge.problem(at, text, allowed):
                false.append(f"step {at}: {sentence.text} [{text}] ({problem})")
            elif made.named(sentence) != judge.names(text):
                false.append(f"step {at}: {sentence.text} has links to {made.named(sentence)}")

        for at in [*range(0, len(events), every), len(events)]:
            narration = narrate(events, at, code, side=side)
            check(at, narration.sentence, SENTENCES)
            for each in narration.caption:
                check(at, each, CAPTIONS)
            if (asked := predict(events, at, code, side=side)) is not None:
                following = steps[at]
                check(at + 1, asked.question, (f"ask_{following.kind}",))
                # A move whose name is not known yet is no link.
                for answer, name in zip(asked.answers, ANSWERS[following.kind], strict=True):
                    if name != "go_on" or any(part.line for part in answer.parts):
                        check(at + 1, answer, (f"do_{name}",))
                assert asked.right == int(not following.answer)
        claims += judge.checked
    assert false[:5] == [], f"{len(false)} of {sum(claims.values())}"
    assert sum(claims.values()) > 4 * min(count, len(events))


@pytest.mark.parametrize("game", ["chess", "cotoan"])
def test_a_changed_name_or_number_of_a_real_position_is_noticed(game: str) -> None:
    made = real(game, "alphabeta")
    events, missed, tried = SearchEvents(made.search), list[str](), 0
    judge = Judge(made.tracer, "en", 0)
    for at in range(1, len(events), len(events) // 60):
        sentence = narrate(events, at, "en").sentence
        for place, part in enumerate(sentence.parts):
            others = [part.text + "x"] if part.line else [
                part.text.replace("White", "?").replace("Black", "White").replace("?", "Black"),
                re.sub(r"\d[.,]\d\d", "7.77", part.text), part.text.replace("after", "before"),
            ]  # fmt: skip
            for text in others:
                if text == part.text:
                    continue
                parts = [*sentence.parts]
                parts[place] = type(part)(text, part.node, part.line)
                tried += 1
                if not judge.problem(at, made.plain(Sentence(sentence.claim, tuple(parts), {}), "en"), SENTENCES):
                    missed.append(f"{sentence.text} {text}")
    assert tried > 100 and missed == []


def key(event: Event) -> tuple[object, ...]:
    """What an event is about: a folded visit is read, but its search returns in the whole replay."""
    kind = EventKind.RETURN if event.kind is EventKind.LEAF else event.kind
    return kind, event.visit, event.child, event.answer, event.is_used, event.left


@pytest.mark.parametrize(("game", "text"), [
    ("chess", "alphabeta"), ("chess", "negascout"), ("chess", "pvs"), ("cotoan", "alphabeta:quiescence=on"),
])  # fmt: skip
def test_a_folded_replay_contains_the_steps_of_the_line_in_question(game: str, text: str) -> None:
    """What it shows and writes about a step is the same as in the replay of the whole search."""
    tree = recorded(game, text, 2)
    whole = SearchEvents(tree)
    places = {key(event): at for at, event in enumerate(whole.events, 1)}
    middle = tree.children(0)[len(tree.children(0)) // 2]
    for node, most in ((0, 60), (middle, 3000), (tree.children(middle)[-1], 3000)):
        visits = visits_in_question(tree, node, most)
        events = SearchEvents(tree, 0, visits)
        assert set(tree.path(node)) <= set(visits) and tuple(events.visits) == visits
        assert {tree.parent(visit) for visit in visits[1:]} <= set(visits)
        for above in {tree.parent(visit) for visit in visits[1:]}:
            assert set(tree.children(above)) <= set(visits), "all children of a visit are replayed or none"
        folds = {visit for visit in visits if events.is_folded(visit)}
        assert folds == {visit for visit in visits if tree.children(visit)} - {tree.parent(visit) for visit in visits}
        steps = [places[key(event)] for event in events.events]
        assert steps == sorted(steps) and steps[-1] == len(whole)
        for at, step in enumerate(steps, 1):
            state, other = events.state(at), whole.state(step)
            assert state.path == other.path and set(state) == set(other) & set(visits)
            for visit in state:
                # How the window of a folded visit narrowed is not replayed.
                names = ("score", "known", "entry") if visit in folds else NodeState.__fields__
                assert all(getattr(state[visit], name) == getattr(other[visit], name) for name in names)
            for code in LANGUAGES:
                made = narrate(events, at, code)
                wanted = narrate(whole, step, code).sentence
                if made.sentence.claim.startswith("asked_") and events.events[at - 1].visit in folds:
                    # The question and its answer are one step.
                    assert made.sentence.claim.removeprefix("asked_") == wanted.claim.removeprefix("answer_")
                else:
                    assert made.sentence == wanted
                folded = [each for each in made.caption if each.claim == "folded"]
                event = events.events[at - 1]
                below = tree.end(event.visit) - event.visit - 1
                is_folded = event.kind is EventKind.LEAF and below
                assert [each.values["count"] for each in folded] == ([below] if is_folded else [])
                following = events.events[at] if at < len(events) else None
                is_next = following is not None and following.kind is EventKind.LEAF and tree.end(
                    following.visit) > following.visit + 1  # fmt: skip
                others = {"next_folded", "next_question", "next_again"} if is_next else {"next_folded"}
                assert is_next == any(each.claim in others for each in made.caption)
        assert left_out(tree, node, visits) == tree.number("subtree", node) - sum(
            node <= each < tree.end(node) for each in visits
        )


def test_the_best_line_and_whole_levels_are_kept_first() -> None:
    tree = recorded("chess", "alphabeta", 3)
    for most in (90, 300):
        visits = visits_in_question(tree, 0, most)
        assert 0.8 * most < len(visits) <= most and set(tree.pv) <= set(visits)
        opened = {tree.parent(visit) for visit in visits[1:]}
        for visit in visits:
            assert visit in opened or len(visits) + len(tree.children(visit)) > most or not tree.children(visit)
        if most == 90:
            others = opened - {0, *tree.pv}
            assert others and others <= set(tree.children(0)), "level by level after the best line"
    assert len(visits_in_question(tree, 0, 10)) == 1, "nothing is kept in part"
    assert visits_in_question(tree, 0, 10**6) == tuple(range(len(tree)))


def test_a_tree_with_several_roots_is_replayed_below_one_of_them() -> None:
    whole = recorded("tictactoe", "alphabeta", 3)
    columns = {name: column[1:].copy() for name, column in whole.columns.items()}
    columns["parent"] = columns["parent"] - 1
    tree = SearchTree(whole.facts, columns)
    assert len(tree.roots) == 9 and tree.position(0) is None
    for root in tree.roots[:3]:
        node = tree.children(root)[-1]
        visits = visits_in_question(tree, node)
        events = SearchEvents(tree, visits[0], visits)
        assert visits[0] == root and events.events[-1].visit == root and events.state(len(events)).path == ()
        for step in range(len(events) + 1):
            for code in LANGUAGES:
                made = narrate(events, step, code)
                assert made.text and "{" not in made.text + made.caption_text
            predict(events, step)
