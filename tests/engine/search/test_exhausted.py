"""A search ends with the depth in which no position was evaluated because the depth was used up, and not before."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from engine.core.evaluation import Evaluation, evaluations, find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.search.report import Limit, Report
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.search.visit import Reason
from tests.engine.conftest import COMPILED, sampled
from tests.engine.positions import random_play
from tests.engine.search.plain import plain_minimax
from tests.engine.search.test_ladder import ORDERED, SOUND, spec

FULL = [spec(name) for name in SOUND] + [
    spec(name, *options)
    for name in ORDERED
    for options in (("ordering=on",), ("quiescence=on",), ("ordering=on", "quiescence=on"))
]
ENDINGS = {
    # A draw by the fifty-move rule after any move, and one in which a mate in one is also possible.
    "chess": ("k7/2Q5/8/8/8/8/8/K7 w - - 98 90", "6k1/5ppp/8/8/8/8/8/RK6 w - - 98 80"),
    # Points decide after a hundred plies without a capture.
    "cotoan": ("9/4b04/9/9/b1b27/9/9/7r1r2/9/4r04/9 r 7 3 98 1",),
    "xiangqi": ("4k4/9/9/9/9/4P4/9/9/9/3K5 w - - 118 90",),
    "nim": ("1/2/2 1", "0/2/1 2"),
    "tictactoe": ("xox/.o./.x. o", "x.o/.../..x o"),
}
ROOM = 50_000 if COMPILED else 1_500


def judge(game: str) -> Any:
    return find_evaluation(game) if evaluations(game) else Evaluation()


def endings() -> Iterator[Any]:
    for name, texts in ENDINGS.items():
        for text in texts if COMPILED else texts[:1]:
            yield pytest.param(find_game(name)().parse_position(text), id=f"{name}: {text}")


def ask(
    text: str, position: Any, limit: Limit, after: Report | None = None, trace: Trace | None = None
) -> list[Report]:
    search = Spec.parse(text).build(judge(position.game.name), trace=trace)
    return [*search.analyse(position, limit, after=after)]


@cache
def value_of(position: Any, depth: int) -> int:
    """Return the plain minimax value of an ending, which all algorithms share."""
    return plain_minimax(position, depth, judge(position.game.name))


@pytest.mark.parametrize("position", list(endings()))
@pytest.mark.parametrize("text", FULL if COMPILED else FULL[::4])
@pytest.mark.diagonal("position", "text")
def test_an_ending_is_searched_once(position: Any, text: str) -> None:
    """The last depth has the value of the game itself; asked for more depth or for more nodes, nothing is added."""
    reports = ask(text, position, Limit(nodes=10**6))
    last = reports[-1]
    assert last.depth and last.final and last.nodes < 10**6 and last.depth < 12 and last.score is not None
    assert not any(report.exhausted for report in reports[:-1])
    if not last.exhausted:
        assert last.score.win_in is not None, "only a forced win ends a search earlier"
        return
    for further in (1, 2):  # plain_minimax sees a side without a move only above its last ply
        assert last.score == Score(value_of(position, last.depth + further), position.turn)
    assert ask(text, position, Limit(depth=100))[-1].same_as(last)
    assert ask(text, position, Limit(nodes=10**7))[-1].same_as(last)


@pytest.mark.parametrize("text", [*FULL, "minimax_reduce"])
@pytest.mark.parametrize("game", ["nim", "tictactoe", "trees", "chess", "minigo"])
@sampled(4, 8)
@pytest.mark.diagonal("text", "game")
def test_exhausted_is_what_the_trace_shows(text: str, game: str, count: int) -> None:
    """A report is exhausted exactly if no node with its depth used up went on to an evaluation.

    A score from a table repeats that of a node of the same depth.
    """
    found = set()
    for seed in range(count // 2 if game == "chess" else count):
        start = find_game(game).with_rules({"minigo": "size=7", "trees": "tree=four_plies"}.get(game, "")).start()
        plies = {"chess": 60, "trees": seed % 4}.get(game, (1, 9, 7, 3)[seed % 4])
        line = random_play(start, plies, random.Random(seed))
        position = next(each for each in reversed(line) if each.legal_moves())
        for depth in (1, 2, 3):
            trace = Trace(100_000)
            report = ask(text, position, Limit(depth=depth, nodes=ROOM), trace=trace)[-1]
            if report.depth < depth and not report.exhausted:
                break
            reasons = {node.reason for node in trace.nodes() if node.depth == 0}
            judged = bool(reasons - {Reason.TERMINAL, Reason.TABLE})
            assert report.exhausted == (not judged), f"{position} at depth {depth}"
            found.add(report.exhausted)
    assert False in found and (True in found or game in ("chess", "minigo"))


@pytest.mark.parametrize("text", FULL)
def test_a_side_without_a_move_is_seen_one_depth_later(text: str) -> None:
    """A stalemate whose moves were not asked for was evaluated: that depth is not the last."""
    position = find_game("chess")().parse_position("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1")
    move = position.game.parse_move(position, "Qf7")
    search = Spec.parse(text).build(find_evaluation("chess", "material"))
    reports = [*search.analyse(position, Limit(depth=9), only=(move,))]
    assert [(report.depth, report.exhausted) for report in reports] == [(1, False), (2, True)]
    assert reports[-1].score == Score(0, Player.FIRST) and reports[-1].final


def test_the_greedy_move_is_exhausted_where_every_move_ends_the_game() -> None:
    won = find_game("nim").with_rules("first=1,second=0,third=0").start()
    (report,) = ask("greedy", won, Limit(depth=1))
    assert report.exhausted and report.score == Score(WIN - 1, Player.FIRST)
    (report,) = ask("greedy", find_game("nim")().start(), Limit(depth=1))
    assert not report.exhausted
    for text in ("random", "ordered"):
        (report,) = ask(text, won, Limit(depth=1))
        assert not report.exhausted, "it looked at nothing"


@pytest.mark.parametrize("text", [*FULL, "greedy"])
def test_continuing_after_the_end_adds_nothing(text: str) -> None:
    """As if it had never stopped: an exhausted tree, or a forced win, is not searched again under another limit."""
    position = find_game("tictactoe")().parse_position(ENDINGS["tictactoe"][0])
    reports = ask(text, position, Limit(depth=100))
    assert text == "greedy" or reports[-1].score == Score(0, Player.SECOND)
    done = Report.from_dict(json.loads(json.dumps(reports[-1].to_dict())))
    assert done.exhausted or text == "greedy"
    for limit in (Limit(nodes=10**6), Limit(depth=100)):
        (again,) = ask(text, position, limit, after=done)
        assert again.same_as(done)
    if text == "greedy":
        return
    for before in reports[:-1]:
        rest = ask(text, position, Limit(depth=100), after=before)
        assert rest[-1].same_as(done)
    mate = find_game("chess")().parse_position("6k1/5ppp/8/8/8/8/8/RK6 w - - 0 80")
    reports = ask(text, mate, Limit(nodes=10**6))
    assert reports[-1].score == Score(WIN - 1, Player.FIRST) and not reports[-1].exhausted
    (again,) = ask(text, mate, Limit(nodes=10**7), after=reports[-1])
    assert again.same_as(reports[-1])
    # Asked for a depth, the search goes on: a fixed depth is for comparing.
    assert ask(text, mate, Limit(depth=reports[-1].depth + 1), after=replace(reports[-1], final=False))[-1].nodes > (
        reports[-1].nodes
    )
