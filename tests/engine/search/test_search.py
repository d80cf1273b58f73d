"""What a search promises: limits, stopping, continuing, equal reports, ends of the game, counters and trace."""

import itertools
import json
import queue
import random
import threading
from dataclasses import replace
from typing import Any

import pytest

from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.perft import perft
from engine.core.score import WIN, Score
from engine.search.report import Limit, Report
from engine.search.search import Stop, algorithms, find_algorithm
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.search.visit import Reason
from tests.engine.conftest import COMPILED, deep, sampled
from tests.engine.games.drawing import draw
from tests.engine.positions import random_play
from tests.engine.search.plain import plain_minimax, scrambled
from tests.engine.search.test_ladder import KEEPING, ORDERED, QUIESCENCE, SOUND, committed, paths_of, sparse, spec

# What takes the compiled engine a moment; the uncompiled one is asked a ply less.
DEPTH = 3 if COMPILED else 2
ROOM = 300_000 if COMPILED else 20_000
PASS = -2
"""The move of a trace for a pass that the rules do not allow."""

EVERY = sorted(algorithms())
REMEMBERING = sorted(name for name, algorithm in algorithms().items() if algorithm.remembers)
DEEPENING = sorted(name for name, algorithm in algorithms().items() if algorithm.deepens)
VARIANTS = [spec(name) for name in DEEPENING] + [
    spec(name, *options) for name in ORDERED for options in (("ordering=on",), ("ordering=on", "quiescence=on"))
]
VARIANTS += KEEPING
FORGETFUL = [text for text in VARIANTS if text.split(":")[0] not in REMEMBERING]
"""The variants whose results do not depend on earlier analyses."""


def judge(text: str) -> Any:
    """An evaluation that distinguishes lines."""
    return scrambled(3)


def ask(text: str, position: Any, limit: Limit, after: Report | None = None, stop: Stop | None = None) -> list[Report]:
    return [*Spec.parse(text).build(judge(text)).analyse(position, limit, stop, after)]


def same(first: list[Report], second: list[Report]) -> bool:
    return len(first) == len(second) and all(a.same_as(b) for a, b in zip(first, second, strict=True))


def facts(position: Any) -> tuple[Any, ...]:
    return str(position), position.key, position.history, position.legal_moves()


# --- reports ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*EVERY, *VARIANTS])
def test_every_search_leaves_its_position_alone_and_ends(text: str) -> None:
    position = sparse(1, 4)
    before = facts(position)
    reports = ask(text, position, Limit(depth=DEPTH))
    assert facts(position) == before
    assert [report.final for report in reports] == [False] * (len(reports) - 1) + [True]
    assert all(report.algorithm == text.split(":")[0] for report in reports)
    assert all(report.move in position.legal_moves() and report.pv[0] == report.move for report in reports)
    if algorithms()[text.split(":")[0]].deepens:
        assert [report.depth for report in reports] == [*range(1, len(reports) + 1)]
        # Where a win is found at once, no other line reaches the depth, if no longer win is searched for.
        assert len(reports) == DEPTH or (reports[-1].exhausted and text.startswith(("threats", "pvs")))


@pytest.mark.parametrize("text", [*EVERY, *VARIANTS])
def test_equal_questions_get_equal_answers(text: str) -> None:
    position = sparse(2, 6)
    first, second = (Spec.parse(text).build(judge(text), seed=5) for _ in range(2))
    limit = Limit(depth=DEPTH, nodes=20_000)
    reports = [*first.analyse(position, limit)]
    assert same(reports, [*second.analyse(position.copy(), limit)])
    # Nothing of another question is left over in a search that is asked again, unless it remembers.
    assert [*first.analyse(sparse(9, 6), limit)]
    first.forget()
    assert same(reports, [*first.analyse(position, limit)])


# A solver stores nothing in a position without threats; test_pn tests its memory.
@pytest.mark.parametrize("text", [name for name in REMEMBERING if not algorithms()[name].solves])
def test_what_is_remembered_saves_work_until_it_is_forgotten(text: str) -> None:
    position = sparse(2, 6)
    search = Spec.parse(text).build(judge(text))
    first, again = ([*search.analyse(position, Limit(depth=DEPTH))] for _ in range(2))
    assert again[-1].nodes < first[-1].nodes
    assert [*search.analyse(sparse(9, 6), Limit(depth=DEPTH))]
    search.forget()
    assert same(first, [*search.analyse(position, Limit(depth=DEPTH))])


def test_random_depends_on_its_seed_alone() -> None:
    position = find_game("cotoan")().start()
    moves = {seed: ask_random(position, seed) for seed in range(40)}
    assert moves == {seed: ask_random(position, seed) for seed in range(40)}
    assert len(set(moves.values())) > 20 and set(moves.values()) <= set(position.legal_moves())


def ask_random(position: Any, seed: int) -> int:
    (report,) = Spec.parse("random").build(None, seed=seed).analyse(position, Limit(depth=1))
    assert (report.score, report.depth, report.nodes, report.final) == (None, 0, 1, True)
    assert report.move is not None
    return report.move


def test_greedy_takes_the_best_evaluation_after_one_move() -> None:
    for seed in range(10):
        position = sparse(20 + seed, 6)
        (report,) = ask("greedy", position, Limit(depth=7))
        assert report.score == Score(plain_minimax(position, 1, scrambled(3)), position.turn)
        assert (report.depth, len(report.pv), report.nodes) == (1, 1, 1 + len(position.legal_moves()))
        values = {move: -plain_minimax(position.play(move), 0, scrambled(3), ply=1) for move in position.legal_moves()}
        best = max(values.values())
        assert report.move == next(move for move, value in values.items() if value == best)


@pytest.mark.parametrize("text", [*SOUND, "greedy"])
def test_ties_go_to_the_first_move_generated(text: str) -> None:
    position = find_game("cotoan")().start()
    reports = [*Spec.parse(text).build(find_evaluation("cotoan", "material")).analyse(position, Limit(depth=DEPTH - 1))]
    assert [(report.score, report.move) for report in reports] == [
        (Score(0, Player.FIRST), position.legal_moves()[0]) for _ in reports
    ]


def test_reports_survive_json() -> None:
    for text in (*EVERY, "negascout:ordering=on"):
        for report in ask(text, sparse(3, 4), Limit(depth=2)):
            assert Report.from_dict(json.loads(json.dumps(report.to_dict()))) == report


@pytest.mark.parametrize("change", [{"score": []}, {"score": [1]}, {"score": [1.5, 1]}, {"score": 3}, {"pv": ["a1"]}])
def test_what_is_not_a_report_has_a_named_error(change: dict[str, object]) -> None:
    data = ask("minimax", sparse(3, 4), Limit(depth=2))[-1].to_dict() | change
    with pytest.raises(TypeError, match=r"^(score|pv)$"):
        Report.from_dict(data)


def test_same_as_sees_all_but_the_seconds() -> None:
    report = ask("minimax", sparse(3, 4), Limit(depth=2))[-1]
    assert report.same_as(replace(report, seconds=report.seconds + 1))
    changes = [
        {"depth": 9},
        {"score": None},
        {"pv": ()},
        {"nodes": 1},
        {"cutoffs": 7},
        {"final": False},
        {"seldepth": 9},
    ]
    assert not any(report.same_as(replace(report, **change)) for change in changes)


# --- continuing ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", FORGETFUL)
@pytest.mark.parametrize("number", [0, *(pytest.param(each, marks=[deep, pytest.mark.slow]) for each in (1, 2))])
@pytest.mark.diagonal("text", "number")
def test_continuing_equals_never_having_stopped(text: str, number: int) -> None:
    position = sparse(30 + number, 4)
    whole = ask(text, position, Limit(depth=DEPTH + 1))
    for stopped in range(1, DEPTH + 1):
        before = ask(text, position, Limit(depth=stopped))
        assert same(before, [*whole[: len(before) - 1], replace(whole[len(before) - 1], final=True)])
        assert len(before) == stopped or before[-1].exhausted
        rest = whole[len(before) :] or before[-1:]
        again = ask(text, position, Limit(depth=DEPTH + 1), after=before[-1])
        assert same(again, rest)
        stored = Report.from_dict(json.loads(json.dumps(before[-1].to_dict())))
        assert same(ask(text, position, Limit(depth=DEPTH + 1), after=stored), rest)


@deep
@pytest.mark.parametrize("text", ["negascout:ordering=on", "negamax_alphabeta:ordering=on,quiescence=on"])
def test_continuing_on_a_full_board(text: str) -> None:
    for position in committed()[:4]:
        whole = ask(text, position, Limit(depth=4))
        assert same(ask(text, position, Limit(depth=4), after=replace(whole[1], final=True)), whole[2:])


@pytest.mark.parametrize("text", ["negamax", "negascout:ordering=on"])
def test_a_continued_search_counts_its_time_on(text: str) -> None:
    """As its nodes, the seconds of a continued search include those of the report that it continues."""
    position = sparse(30, 4)
    before = replace(ask(text, position, Limit(depth=1))[-1], seconds=100.0)
    for limit in (Limit(depth=DEPTH), Limit(depth=DEPTH, nodes=before.nodes + 10), Limit(depth=1)):
        seconds = [report.seconds for report in ask(text, position, limit, after=before)]
        assert seconds == sorted(seconds)
        assert seconds[0] >= 100.0 and seconds[-1] < 200.0


def test_nothing_left_to_continue() -> None:
    position = sparse(30, 4)
    done = ask("negamax", position, Limit(depth=3))[-1]
    assert same(ask("negamax", position, Limit(depth=2), after=done), [done])
    greedy = ask("greedy", position, Limit(depth=1))[-1]
    assert same(ask("greedy", position, Limit(depth=1), after=greedy), [greedy])


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [*VARIANTS, "greedy"])
def test_the_node_limit_is_exact(text: str) -> None:
    position = find_game("cotoan")().start()
    for limit in (1, 2, 3, 17, 88, 89, 1023, 1024, 1025, 3000):
        reports = ask(text, position, Limit(nodes=limit))
        last = reports[-1]
        # Without threats in the game, a search for threats ends with the greedy move.
        assert last.final and last.nodes == (min(limit, 88) if text in ("greedy", "threats:") else limit)
        assert last.move in position.legal_moves() and last.pv
        assert (last.score is None) == (last.depth == 0 and not last.unfinished)
        assert not last.unfinished or text not in FORGETFUL


@pytest.mark.parametrize("text", VARIANTS)
def test_a_node_limit_only_cuts_off_the_end(text: str) -> None:
    """The depths completed are those of an unlimited search; one that just fits counts."""
    position = sparse(41, 4)
    whole = [replace(report, final=False) for report in ask(text, position, Limit(depth=DEPTH))]
    assert len(whole) == DEPTH or whole[-1].exhausted
    for fitting in range(1, len(whole) + 1):
        reports = ask(text, position, Limit(depth=DEPTH, nodes=whole[fitting - 1].nodes))
        assert same([replace(report, final=False) for report in reports[:fitting]], whole[:fitting])
        if fitting < len(whole):
            short = ask(text, position, Limit(depth=DEPTH, nodes=whole[fitting].nodes - 1))
            assert short[-1].depth == fitting and short[-1].nodes == whole[fitting].nodes - 1
            if not short[-1].unfinished:
                assert (short[-1].score, short[-1].pv) == (whole[fitting - 1].score, whole[fitting - 1].pv)


def test_an_unfinished_first_depth_has_a_move_but_no_score() -> None:
    position = sparse(42, 6)
    (report,) = ask("negamax", position, Limit(nodes=5))
    assert (report.depth, report.score, report.iteration_nodes) == (0, None, 0)
    values = {move: -scrambled(3).definition(position.play(move)) for move in position.legal_moves()[:4]}
    assert report.move == max(values, key=lambda move: values[move])


def test_seconds_end_a_search() -> None:
    position = sparse(43, 8)
    reports = ask("negamax", position, Limit(seconds=0.05))
    assert reports[-1].final and reports[-1].seconds >= 0.05
    assert reports[-1].depth < 100


@pytest.mark.parametrize(
    "limit",
    [
        {},
        {"depth": 0},
        {"depth": 101},
        {"nodes": 0},
        {"nodes": -5},
        {"seconds": 0.0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
    ],
)
def test_senseless_limits_are_refused(limit: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        Limit(**limit)


# --- stopping --------------------------------------------------------------------------------------------------------


def test_stopped_before_it_began() -> None:
    stop = Stop()
    stop.request()
    position = sparse(50, 6)
    for text in VARIANTS:
        (report,) = ask(text, position, Limit(depth=3), stop=stop)
        assert (report.depth, report.score, report.nodes, report.final) == (0, None, 0, True)
        assert report.move == position.legal_moves()[0]


HASTENED = ["negascout:ordering=on", "pvs", *(["pvs:threads=2"] if COMPILED else [])]


@pytest.mark.parametrize("text", HASTENED)
def test_a_limit_set_during_a_search_does_not_restart_it(text: str) -> None:
    position = find_game("cotoan")().start()
    stop, search = Stop(), Spec.parse(text).build(find_evaluation("cotoan"))
    reports: list[Report] = []
    ready = threading.Event()

    def work() -> None:
        for report in search.analyse(position, Limit(depth=60), stop):
            reports.append(report)
            ready.set()

    thread = threading.Thread(target=work)
    thread.start()
    try:
        assert ready.wait(60) and not stop.requested
        stop.hasten(Limit(seconds=0.001))
        thread.join(timeout=60)
        assert not thread.is_alive() and stop.requested
    finally:
        stop.request()
        thread.join(timeout=60)
    completed = [each.depth for each in reports[:-1]]
    assert completed == list(range(1, len(reports))) and reports[-1].depth == completed[-1]
    assert [each.final for each in reports] == [False] * len(completed) + [True]
    assert all(before.nodes < after.nodes for before, after in itertools.pairwise(reports[:-1]))
    assert reports[-1].move in position.legal_moves()


@pytest.mark.parametrize("text", HASTENED)
def test_limits_of_nodes_and_depth_can_be_set_during_a_search(text: str) -> None:
    position = find_game("cotoan")().start()
    search = Spec.parse(text).build(find_evaluation("cotoan"))
    stop = Stop()
    stop.hasten(Limit(nodes=3000))
    *_, last = search.analyse(position, Limit(depth=60), stop)
    assert last.nodes >= 3000, "the limit may be set before the search begins"
    if "threads" not in text:
        assert last.nodes <= 3000 + 1024
    search.forget()
    stop = Stop()
    begun = search.analyse(position, Limit(depth=60), stop)
    assert [next(begun).depth for _ in range(2)] == [1, 2]
    stop.hasten(Limit(depth=1))
    assert [(each.depth, each.final) for each in begun] == [(2, True)]
    search.forget()
    stop = Stop()
    stop.hasten(Limit(depth=2))
    assert [each.depth for each in search.analyse(position, Limit(depth=60), stop)] == [1, 2]


@pytest.mark.parametrize("text", ["minimax", "negascout:ordering=on,quiescence=on"])
def test_stopped_from_another_thread(text: str) -> None:
    """While it searches, its counters move and may be read; then it stops, reports it once, and has touched nothing."""
    position = find_game("cotoan")().start()
    before = facts(position)
    stop, search = Stop(), Spec.parse(text).build(find_evaluation("cotoan"))
    answers: queue.Queue[Report] = queue.Queue()

    def work() -> None:
        for report in search.analyse(position, Limit(depth=60), stop):
            answers.put(report)

    thread = threading.Thread(target=work)
    thread.start()
    try:
        first = answers.get(timeout=60)
        seen = {search.nodes}
        while len(seen) < 3 and thread.is_alive():
            seen.add(search.nodes)
            assert facts(position) == before
        assert first.depth == 1 and not first.final and not stop.requested
    finally:
        stop.request()
        thread.join(timeout=60)
    assert not thread.is_alive() and stop.requested
    reports = [first]
    while not answers.empty():
        reports.append(answers.get())
    last, complete = reports[-1], reports[-2] if len(reports) > 1 else first
    assert [report.final for report in reports] == [False] * (len(reports) - 1) + [True]
    assert (last.depth, last.score, last.pv, last.iteration_nodes) == (
        complete.depth,
        complete.score,
        complete.pv,
        complete.iteration_nodes,
    )
    assert last.nodes >= max(seen) and last.nodes >= complete.nodes
    assert facts(position) == before


def test_two_searches_of_one_position_at_once() -> None:
    """Each works on a copy of its own: what they answer together is what each answers alone."""
    position = committed()[0]
    texts = ("negamax", "negascout:ordering=on,quiescence=on")
    limit = Limit(nodes=300_000 if COMPILED else 3_000)
    alone = [ask(text, position, limit) for text in texts]
    together: dict[str, list[Report]] = {}

    def work(text: str) -> None:
        together[text] = ask(text, position, limit)

    threads = [threading.Thread(target=work, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    assert all(same(reports, together[text]) for text, reports in zip(texts, alone, strict=True))


# --- ends of the game ------------------------------------------------------------------------------------------------

ENDING = [
    *(spec(name, options) for name in SOUND for options in QUIESCENCE),
    *(spec(n, "ordering=on") for n in ORDERED),
]

ZERO_IN_ONE = """
 6  .  .  .  .  r3
 5  .  .  .  .  r7
 4  b9
 3  b8
"""
POINTS_IN_ONE = """
 9  .  .  .  b9
 6  .  .  .  r5
 5  .  .  .  r8
 2  b1 b2 .  .  .  .  .  .
"""


@pytest.mark.parametrize("text", [*ENDING, "greedy"])
def test_wins_are_found_at_depth_one(text: str) -> None:
    for position, name in ((draw(ZERO_IN_ONE), "7e5x0e10#"), (draw(POINTS_IN_ONE, red=6), "8d5x9d9")):
        reports = ask(text, position, Limit(depth=1))
        report = reports[-1]
        assert position.game.format_move(position, report.move or 0) == name
        assert report.score == Score(WIN - 1, Player.FIRST) and report.score.win_in == 1
        assert len(report.pv) == 1
    # One point short of the target is no win.
    short = ask(text, draw(POINTS_IN_ONE, red=5), Limit(depth=1))[-1]
    assert short.score is not None and short.score.win_in is None


@pytest.mark.parametrize("text", ENDING)
def test_a_won_game_needs_no_more_depth(text: str) -> None:
    """Without a depth asked for, a search ends where nothing shorter can be found; asked for, it goes on."""
    position = draw(ZERO_IN_ONE)
    assert [report.depth for report in ask(text, position, Limit(nodes=10**6))] == [1]
    assert [report.depth for report in ask(text, position, Limit(depth=2))] == [1, 2]
    assert ask(text, position, Limit(depth=2))[-1].score == Score(WIN - 1, Player.FIRST)


@pytest.mark.parametrize("text", ENDING)
def test_a_lost_game_is_seen_in_two_plies(text: str) -> None:
    """Red threatens the zero and Blue's pieces are too far away to step between."""
    position = draw(" 6  .  .  .  .  r3\n 5  .  .  .  .  r7\n 1  b1 .  b2", turn="b")
    reports = ask(text, position, Limit(nodes=10**6))
    assert reports[-1].score == Score(2 - WIN, Player.SECOND) and reports[-1].depth <= 2
    assert len(reports[-1].pv) == 2


@deep
@pytest.mark.parametrize("text", ENDING)
@sampled(12, 40)
def test_shorter_wins_are_preferred(text: str, count: int) -> None:
    """Over positions with a forced win, the distance is exact, and a deeper search finds no longer one."""
    found = 0
    for seed in range(count):
        position = sparse(seed, 4)
        reports = [report for report in ask(text, position, Limit(depth=3)) if report.score and report.score.win_in]
        for report in reports:
            win_in = report.score.win_in if report.score else None
            if "quiescence" not in text:
                assert win_in is not None and abs(win_in) <= report.depth and len(report.pv) == abs(win_in)
            found += win_in not in (1, None)
        distances = [abs(report.score.win_in or 0) for report in reports if report.score]
        assert distances == sorted(distances, reverse=True) or "quiescence" in text
        assert len(set(distances)) <= 1 or "quiescence" in text
    assert found >= count // 10


@pytest.mark.parametrize("text", [*EVERY, *VARIANTS])
def test_a_finished_game_has_a_score_and_no_move(text: str) -> None:
    won = draw(ZERO_IN_ONE)
    won = won.play(won.game.parse_move(won, "e5e10"))
    (report,) = ask(text, won, Limit(depth=3))
    assert report.final and (report.depth, report.move, report.pv) == (0, None, ())
    assert report.score == Score(-WIN, Player.SECOND) and report.score.win_in == 0
    drawn = draw(" 5  r1", red=7, blue=7)
    assert ask(text, drawn, Limit(depth=3))[-1].score == Score(0, Player.FIRST)


def test_no_legal_move_ends_the_game_in_search() -> None:
    """Blue can wall in Red's only piece, or not: points decide at once."""
    text = "9/4b04/9/9/9/9/9/9/9/b2b32r04/r1b47 r {} 0 1"
    for points, value in (("0 0", 0), ("0 3", -WIN), ("4 3", WIN)):
        position = find_game("cotoan")().parse_position(text.format(points))
        for each in ENDING:
            assert ask(each, position, Limit(depth=2))[-1].score == Score(value, Player.FIRST)
    # One ply before: Blue may close the last hole, b2, which ends the game in its favour.
    open_wall = draw(" 3  .  b9\n 2  b2 .\n 1  r1 b4", turn="b", blue=3)
    for each in ENDING:
        report = ask(each, open_wall, Limit(depth=2))[-1]
        assert (
            report.score
            == Score(plain_minimax(open_wall, 2, scrambled(3)), Player.SECOND)
            == Score(WIN - 1, Player.SECOND)
        )


@pytest.mark.parametrize("text", [*ENDING, "greedy"])
def test_repetition_is_seen(text: str) -> None:
    """Blue is far behind; the third repetition, one move away, is worth more than anything else."""
    game, judge = find_game("cotoan").with_rules("target=none"), find_evaluation("cotoan", "squares_and_lines")
    position = game.parse_position("b28/b13b04/9/9/9/9/9/9/9/4r04/r1r2r3r4r5r6r7r8r9 r 7 3 0 1")
    for _ in range(2):
        for name in ("i1i2", "a10b10", "i2i1", "b10a10"):
            last, position = position, position.play(game.parse_move(position, name))
    assert position.outcome() is not None
    reports = [*Spec.parse(text).build(judge).analyse(last, Limit(depth=2))]
    assert reports[0].score == Score(0, Player.SECOND)
    assert game.format_move(last, reports[0].move or 0, "coordinates") == "b10a10"
    assert reports[-1].score == reports[0].score
    # Set up without its history, the same board offers no such way out.
    fresh = game.parse_position(str(last))
    assert fresh.key == last.key and fresh != last
    report = [*Spec.parse(text).build(judge).analyse(fresh, Limit(depth=1))][-1]
    assert report.score is not None and report.score.value < -30


@pytest.mark.parametrize("text", [*ENDING, "greedy"])
@pytest.mark.parametrize("points, value", [((4, 3), WIN - 1), ((3, 4), 1 - WIN), ((3, 3), 0)])
@pytest.mark.diagonal("text", "points")
def test_too_long_without_a_capture_is_seen(text: str, points: tuple[int, int], value: int) -> None:
    start = str(draw(" 5  r1 . . b1 . r2", red=points[0], blue=points[1])).split()
    position = find_game("cotoan")().parse_position(" ".join([*start[:4], "99", "60"]))
    assert position.noisy_moves() == []
    reports = ask(text, position, Limit(depth=1))
    assert reports[-1].score == Score(value, Player.FIRST)


@deep
def test_draws_deep_in_the_tree_equal_a_plain_minimax() -> None:
    """Positions in the middle of repeating themselves, and close to the end by no capture."""
    zeros = 0
    for seed in range(10):
        rng = random.Random(seed)
        rules = ("target=none", "no_capture=60", "repetition=off,no_capture=61")[seed % 3]
        game = find_game("cotoan").with_rules(rules)
        text = f"b1b27/4b04/9/9/9/9/9/9/9/4r04/r1r27 r 0 {seed % 2} {rng.choice((0, 54))} 1"
        position = game.parse_position(text)
        for _ in range(12):
            moves = [move for move in position.legal_moves() if not position.play(move).outcome()]
            near = sorted(moves, key=lambda move: len(position.play(move).legal_moves()))[:2]
            position = position.play(rng.choice(near or position.legal_moves()))
            if position.outcome():
                break
        if position.outcome():
            continue
        expected = plain_minimax(position, 3, scrambled(3))
        zeros += expected == 0 or abs(expected) > 999_000
        for each in ENDING[:: len(QUIESCENCE)]:
            assert ask(each, position, Limit(depth=3))[-1].score == Score(expected, position.turn)


# --- a choice of moves -----------------------------------------------------------------------------------------------


def ask_only(text: str, position: Any, limit: Limit, only: Any, evaluation: Any = None) -> list[Report]:
    return [*Spec.parse(text).build(evaluation or judge(text)).analyse(position, limit, only=only)]


@pytest.mark.parametrize("text", [*EVERY, *VARIANTS])
def test_no_other_move_than_those_asked_about(text: str) -> None:
    position = sparse(60, 5)
    before = facts(position)
    search = Spec.parse(text).build(judge(text), seed=5)
    limit = Limit(depth=DEPTH)
    free = [*search.analyse(position, limit)]
    search.forget()
    others = [move for move in position.legal_moves() if move != free[-1].move]
    only = others[:: max(1, len(others) // 3)]
    reports = [*search.analyse(position, limit, only=only)]
    assert facts(position) == before and len(reports) == len(free)
    assert all(report.move in only and report.pv[0] == report.move for report in reports)
    for move in only:
        assert all(report.move == move for report in search.analyse(position, limit, only=(move,)))
    search.forget()
    # It is a question of its own: the next one is about all moves again.
    assert same(free, [*search.analyse(position, limit)])
    assert same(free, ask_only(text, position, limit, ())) or find_algorithm(text.split(":")[0]).is_random
    with pytest.raises(ValueError, match="illegal moves"):
        next(search.analyse(position, limit, only=(only[0], 99_999)))


@pytest.mark.parametrize("text", [*(name for name in VARIANTS if name.split(":")[0] in SOUND), *KEEPING])
def test_the_value_of_some_moves_is_their_minimax_value(text: str) -> None:
    quiet = Spec.parse(text).parameters
    for seed in (61, 62):
        position = sparse(seed, 4)
        values = {
            move: -plain_minimax(
                position.play(move),
                DEPTH - 1,
                scrambled(3),
                quiet.quiescence_depth if quiet.quiescence is True else None,
                ply=1,
            )
            for move in position.legal_moves()[::7]
        }
        limit = Limit(depth=DEPTH)
        for only in ([*values], [*values][:2], [*values][-1:]):
            best = max(values[move] for move in only)
            last = ask_only(text, position, limit, only)[-1]
            assert last.score == Score(best, position.turn)
            assert last.move is not None and values[last.move] == best


@pytest.mark.parametrize("text", [text for text in VARIANTS if not text.startswith("threats")])
def test_asked_about_every_move_it_answers_as_always(text: str) -> None:
    position = sparse(63, 5)
    reports = ask(text, position, Limit(depth=DEPTH))
    asked = ask_only(text, position, Limit(depth=DEPTH), position.legal_moves())
    if text not in FORGETFUL:
        # It does not store the result of a choice of moves, so that its counters differ.
        assert [(one.score, one.pv) for one in asked] == [(one.score, one.pv) for one in reports]
        return
    assert same(reports, asked)
    rest = (
        Spec.parse(text)
        .build(judge(text))
        .analyse(position, Limit(depth=DEPTH), after=reports[0], only=position.legal_moves())
    )
    assert same(reports[1:], [*rest])


@pytest.mark.parametrize("text", [name for name in EVERY if name != "random"])
@pytest.mark.parametrize("game", ["caro", "go"])
@pytest.mark.diagonal("text", "game")
def test_moves_are_searched_that_it_would_pass_over(text: str, game: str) -> None:
    """Far from the stones, or without contact: a question about a move gets an answer about that move."""
    start = find_game(game).with_rules("9x9" if game == "go" else "").start()
    middle, far = (start.legal_moves()[at] for at in (40 if game == "go" else 112, 0))
    position = start.play(middle)
    for report in ask_only(text, position, Limit(depth=2), (far,), find_evaluation(game)):
        assert report.move == far
        if find_algorithm(text).needs_evaluation:
            assert report.nodes > 1 and report.score is not None


def test_a_win_that_was_not_asked_about_is_no_win() -> None:
    position = find_game("caro")().start()
    for text in ("h8", "a1", "i8", "a3", "j8", "a5"):
        position = position.play(position.game.parse_move(position, text))
    wins = ask_only("threats", position, Limit(depth=3), (), find_evaluation("caro"))[-1]
    assert wins.score is not None and wins.score.win_in == 3
    rest = [move for move in position.legal_moves() if move not in position.likely_moves()]
    for only, plies in ((rest, None), ((wins.move, *rest), 3)):
        last = ask_only("threats", position, Limit(depth=3), only, find_evaluation("caro"))[-1]
        assert last.score is not None and last.score.win_in == plies and last.move in only


def test_a_threat_is_answered_by_a_move_asked_about() -> None:
    """A search for threats defends with one of the moves it may play, or plays one of those that defend nothing."""
    position = find_game("caro")().start()
    for text in ("h8", "a1", "i8", "a3", "j8"):
        position = position.play(position.game.parse_move(position, text))
    answers = position.forced_answers()
    others = [move for move in position.legal_moves() if move not in answers]
    assert len(answers) > 1
    for only, expected in (
        *(((answer,), (answer,)) for answer in answers),
        ((*others[:3], answers[-1]), answers[-1:]),
        (others[-2:], others[-2:]),
    ):
        reports = ask_only("threats", position, Limit(depth=4), only, find_evaluation("caro"))
        assert all(report.move in expected and report.pv[0] == report.move for report in reports)


def test_a_single_move_asked_about_is_answered_at_once_where_that_is_wished() -> None:
    position = sparse(64, 5)
    (report,) = ask_only("negamax:single=on", position, Limit(depth=3), position.legal_moves()[1:2])
    assert (report.move, report.nodes) == (position.legal_moves()[1], 1)


# --- counters and trace ----------------------------------------------------------------------------------------------


@deep
@pytest.mark.parametrize("name", ["minimax", "negamax"])
def test_minimax_visits_what_perft_counts(name: str) -> None:
    """No game ends within three plies of the start, so that nodes are the paths of every length."""
    position = find_game("cotoan")().start()
    expected = [perft(position, depth) for depth in range(4)]
    reports = ask(name, position, Limit(depth=3))
    for report in reports:
        assert report.iteration_nodes == sum(expected[: report.depth + 1])
    assert reports[-1].nodes == sum(report.iteration_nodes for report in reports)
    assert reports[-1].leaf_evaluations == sum(expected[1:])
    assert reports[-1].comparisons == reports[-1].nodes - len(reports)
    assert (reports[-1].cutoffs, reports[-1].table_hits) == (0, 0)


@pytest.mark.parametrize("text", [*FORGETFUL, *KEEPING, "greedy", "negamax:quiescence=on", "alphabeta:quiescence=on"])
@sampled(1, 2)
def test_counters_and_trace_agree(text: str, count: int) -> None:
    for seed in range(60, 60 + count):
        position = sparse(seed, 4)
        trace = Trace(ROOM)
        search = Spec.parse(text).build(scrambled(3), trace=trace)
        previous: Report | None = None
        for report in search.analyse(position, Limit(depth=DEPTH)):
            nodes = trace.nodes()
            before = previous or replace(report, nodes=0, leaf_evaluations=0, cutoffs=0, comparisons=0)
            assert trace.missed == 0
            assert len(nodes) == report.iteration_nodes == report.nodes - before.nodes
            evaluated = [
                node for node in nodes if node.depth <= 0 and node.reason not in (Reason.TERMINAL, Reason.TABLE)
            ]
            assert len(evaluated) == report.leaf_evaluations - before.leaf_evaluations
            cut = [node for node in nodes if node.reason in (Reason.CUTOFF, Reason.STAND_PAT)]
            assert len(cut) == report.cutoffs - before.cutoffs
            assert report.comparisons - before.comparisons >= len(nodes) - 1
            assert report.seldepth >= max(node.ply for node in nodes) >= min(report.depth, report.seldepth)
            check_tree(position, nodes)
            previous = report


def check_tree(position: Any, nodes: list[Any]) -> None:
    """Every node's value follows from its children's, and a leaf's from the rules or the evaluation.

    If a search repeats the root, the value of the root is that of the last time.
    """
    children: dict[int, list[Any]] = {}
    for index, node in enumerate(nodes):
        assert node.parent < index
        children.setdefault(node.parent, []).append(node)
    assert len(children.pop(-1)) == 1
    positions = {(): position}
    for index, (node, path) in enumerate(zip(nodes, paths_of(nodes), strict=True)):
        if path not in positions:
            positions[path] = positions[path[:-1]].play(node.move)
        here = positions[path]
        below = children.get(index, [])
        assert len(below) == node.visits and node.ply == len(path)
        values = [-child.value for child in below if child.ply > node.ply] or [child.value for child in below[-1:]]
        if node.reason is Reason.TABLE:
            assert not below and not node.alpha < node.value < node.beta
            continue
        if node.reason is Reason.TERMINAL:
            outcome = here.outcome()
            assert not below and outcome is not None
            win = WIN - node.ply
            assert node.value == (0 if outcome.winner is None else win if outcome.winner is here.turn else -win)
            continue
        if node.depth <= 0:
            values.append(scrambled(3).definition(here))
        assert node.value == max(values)
        if node.reason is Reason.CUTOFF:
            assert node.value >= node.beta
        elif node.reason is Reason.FAIL_LOW:
            assert node.value <= node.alpha
        elif node.reason is Reason.EXACT:
            assert node.alpha < node.value < node.beta
        elif node.reason is Reason.STAND_PAT:
            assert not below and node.value >= node.beta
        else:
            assert node.reason is Reason.LEAF and not below


@deep
def test_the_trace_of_a_search_that_prunes() -> None:
    """Reasons fit values and windows, visits lead to legal positions, and skipped moves are not among the children."""
    game = find_game("chess")()
    position = game.parse_position("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9")
    trace = Trace(400_000)
    search = Spec.parse("pvs").build(find_evaluation("chess"), trace=trace)
    report = [*search.analyse(position, Limit(depth=8))][-1]
    nodes = trace.nodes()
    assert trace.missed == 0 and len(nodes) <= report.iteration_nodes
    children = [0] * len(nodes)
    moves: list[set[int]] = [set() for _ in nodes]
    positions: list[Any] = []
    for index, node in enumerate(nodes):
        if index == 0:
            positions.append(position)
        else:
            assert 0 <= node.parent < index
            before, is_again = positions[node.parent], node.ply == nodes[node.parent].ply
            assert is_again or node.ply == nodes[node.parent].ply + 1
            children[node.parent] += 1
            if not is_again:
                moves[node.parent].add(node.move)
            # After a pass, which the rules do not allow, positions are unknown. ``play`` raises for illegal moves.
            is_unknown = before is None or node.move == PASS
            positions.append(None if is_unknown else before if is_again else before.play(node.move))
        if node.reason in (Reason.CUTOFF, Reason.STAND_PAT, Reason.FUTILE, Reason.NULL_MOVE, Reason.PROBCUT):
            assert node.value >= node.beta
        elif node.reason in (Reason.FAIL_LOW, Reason.RAZORED):
            assert node.value <= node.alpha
        elif node.reason is Reason.EXACT:
            assert node.alpha < node.value < node.beta
        if node.reason in (Reason.FUTILE, Reason.NULL_MOVE, Reason.PROBCUT, Reason.RAZORED):
            assert node.depth > 0 and node.beta == node.alpha + 1
    assert children == [node.visits for node in nodes]
    for node, here, searched in zip(nodes, positions, moves, strict=True):
        if sum(node.skipped) and here is not None:
            assert len(searched - {PASS}) + sum(node.skipped) <= len(here.legal_moves())
    reasons = {node.reason for node in nodes}
    assert {Reason.TABLE, Reason.NULL_MOVE, Reason.FUTILE, Reason.STAND_PAT} <= reasons
    assert any(node.reduced > 0 for node in nodes) and any(sum(node.skipped) for node in nodes)


def ask_traced(text: str, position: Any, trace: Trace) -> list[Report]:
    return [*Spec.parse(text).build(scrambled(3), trace=trace).analyse(position, Limit(depth=DEPTH))][-1:]


@pytest.mark.parametrize("capacity", [0, -1, 10_000_001])
def test_trace_capacity_is_bounded(capacity: int) -> None:
    with pytest.raises(ValueError, match="capacity"):
        Trace(capacity)


@pytest.mark.parametrize("text", VARIANTS)
def test_tracing_changes_nothing(text: str) -> None:
    position = sparse(64, 4)
    traced = [*Spec.parse(text).build(scrambled(3), trace=Trace(1000)).analyse(position, Limit(depth=DEPTH))]
    assert same(traced, ask(text, position, Limit(depth=DEPTH)))


# --- specs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text", ["", "nobody", "minimax:ordering=on", "negascout:ordering=perhaps", "negascout:x", "random:a=1"]
)
def test_bad_specs_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        Spec.parse(text)


def test_specs_compare_by_value() -> None:
    assert (
        Spec.parse("negascout:ordering=on")
        == Spec.make("negascout", ordering=True)
        == Spec.parse(" negascout:ordering=yes ")
    )
    assert Spec.parse("negascout") != Spec.parse("negascout:ordering=on")


def test_an_evaluation_of_another_game_is_refused() -> None:
    with pytest.raises(ValueError, match="needs an evaluation"):
        Spec.parse("minimax").build(None)


def test_random_play_is_not_too_peaceful() -> None:
    """The middlegames of this file do capture and do threaten: a test of the tests."""
    line = random_play(sparse(70, 6), 30, random.Random(1))
    assert len(line) > 3
    assert sum(bool(sparse(seed, 6).noisy_moves()) for seed in range(5)) == 5
