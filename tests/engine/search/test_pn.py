"""Proof-number search: what it proves is true, by other algorithms, by a plain search and by replaying its proofs."""

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import OptionError
from engine.core.evaluation import Evaluation, evaluations, find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records.formats import find_format
from engine.search.pn import LENGTH_NOTE, UNPROVED_NOTE, ProofNumber
from engine.search.report import INFINITE_PROOF, Limit, Report
from engine.search.search import Stop
from engine.search.spec import Spec
from tests.engine.conftest import COMPILED, deep
from tests.engine.games.test_caro_search import LONG, tactical
from tests.engine.positions import cotoan_position, random_cotoan_text, random_play

ENDLESS = Limit(nodes=2**62)
WAYS = ("", "weak=off", "mobility=off", "weak=off,mobility=off")


def prove(position: Any, parameters: str = "", limit: Limit = ENDLESS, **more: Any) -> Report:
    *_, report = Spec.parse(f"pn:{parameters}").build(None).analyse(position, limit, **more)
    return report


def value(report: Report) -> int | None:
    """1, 0 or −1 for a proved win, draw or loss."""
    assert report.proved == (report.score is not None)
    return None if report.score is None else (report.score.value > 0) - (report.score.value < 0)


def judge(name: str) -> Any:
    return find_evaluation(name) if evaluations(name) else Evaluation()


def played(text: str, position: Any, depth: int = 60, nodes: int = 10**7) -> Report:
    *_, report = Spec.parse(text).build(judge(position.game.name)).analyse(position, Limit(depth=depth, nodes=nodes))
    return report


def follow(position: Any, report: Report) -> Any:
    """The position at the end of the line; every move is legal."""
    for move in report.pv:
        position = position.play(move)
    return position


def check_line(position: Any, report: Report) -> None:
    """The line of a proved win or loss has the length of its score and ends with the end of the game."""
    assert report.score is not None and report.note == LENGTH_NOTE
    assert report.score.win_in is not None and abs(report.score.win_in) == len(report.pv)
    end = follow(position, report).outcome()
    assert end is not None and end.winner is (position.turn if report.score.value > 0 else position.turn.other)


# --- small games ------------------------------------------------------------------------------------------------------


def small_positions(name: str, rules: str, plies: int, count: int) -> Iterator[Any]:
    for seed in range(count):
        start = find_game(name).with_rules(rules).start()
        yield random_play(start, seed % (plies + 1), random.Random(f"{name} {seed}"))[-1]


SMALL = {"nim": ("", 4), "tictactoe": ("", 5), "trees": ("tree=deep", 2), "minigo": ("size=5", 6)}


@pytest.mark.parametrize("parameters", WAYS)
@pytest.mark.parametrize("name", sorted(SMALL))
@pytest.mark.diagonal("parameters", "name")
def test_small_games_have_the_value_of_negamax(name: str, parameters: str) -> None:
    rules, plies = SMALL[name]
    seen = set()
    for position in small_positions(name, rules, plies, 80 if COMPILED else 6):
        if not position.legal_moves():
            continue
        report = prove(position, parameters)
        expected = played("negamax_alphabeta:ordering=on,likely=off", position)
        assert expected.score is not None and (expected.exhausted or expected.score.win_in)
        assert value(report) == (expected.score.value > 0) - (expected.score.value < 0), str(position)
        assert report.final and report.exhausted and report.depth == 0
        if value(report):
            check_line(position, report)
            if name != "trees":
                assert abs(report.score.win_in or 0) >= abs(expected.score.win_in or 0), "no win is shorter"
        else:
            assert report.score == Score(0, position.turn) and report.note == ""
        seen.add(value(report))
    assert len(seen) > 1 or not COMPILED
    assert seen == {1, 0, -1} or name != "tictactoe" or not COMPILED


def minigo_positions(count: int) -> Iterator[Any]:
    found = 0
    for seed in range(10 * count):
        rng = random.Random(seed)
        position = random_play(find_game("minigo").with_rules("size=5").start(), rng.randint(0, 12), rng)[-1]
        if position.legal_moves():
            yield position
            found += 1
        if found == count:
            return


def test_two_hundred_positions_of_minigo_agree_with_negascout() -> None:
    """Both search to the end of the game. One search with memory proves all positions, and a new one each of them."""
    keeping = Spec.parse("pn").build(None)
    results = []
    for position in minigo_positions(200 if COMPILED else 3):
        scout = played("negascout:ordering=on", position)
        assert scout.score is not None and scout.score.win_in is not None
        report = prove(position)
        *_, again = keeping.analyse(position, ENDLESS)
        for each in (report, again):
            assert value(each) == (1 if scout.score.value > 0 else -1), str(position)
            check_line(position, each)
            assert abs(each.score.win_in or 0) >= abs(scout.score.win_in)
        results.append(value(report))
    assert min(results.count(1), results.count(-1)) > len(results) // 10 or not COMPILED


@pytest.mark.parametrize(("size", "winner"), [(5, 0), pytest.param(6, 1, marks=deep), pytest.param(7, 1, marks=deep)])
def test_who_wins_minigo(size: int, winner: int) -> None:
    position = find_game("minigo").with_rules(f"size={size}").start()
    report = prove(position)
    assert value(report) == (1 if winner == 0 else -1)
    check_line(position, report)
    assert (report.proof, report.disproof) == ((0, INFINITE_PROOF) if winner == 0 else (INFINITE_PROOF, 0))


# --- threats ----------------------------------------------------------------------------------------------------------


def mates(position: Any, plies: int) -> bool:
    """Whether the side to move mates with checks alone within ``plies`` plies: a search without any refinement."""
    for move in position.legal_moves():
        after = position.play(move)
        if not after.is_in_danger:
            continue
        end = after.outcome()
        if end is not None:
            if end.winner is position.turn:
                return True
        elif plies > 2 and all(mates(after.play(reply), plies - 2) for reply in after.legal_moves()):
            return True
    return False


@cache
def wac() -> list[Any]:
    lines = (Path(__file__).parents[2] / "golden" / "chess" / "wac300.epd").read_text(encoding="utf-8").splitlines()
    boards = [" ".join(line.split()[:4]) for line in lines if line and not line.startswith("#")]
    return [find_game("chess")().parse_position(f"{board} 0 1") for board in boards]


@deep
def test_chess_mates_in_two_are_those_of_a_plain_search() -> None:
    """Of 300 positions; with a limit of 3 plies exactly these, and without a limit none of them is missed."""
    search, found = Spec.parse("pn").build(None), 0
    for position in wac():
        expected = mates(position, 3)
        *_, report = search.analyse(position, Limit(depth=3))
        assert (value(report) == 1) == expected, str(position)
        if expected:
            found += 1
            check_line(position, report)
            assert report.score is not None and (report.score.win_in or 0) <= 3
            free = prove(position)
            assert value(free) == 1
            check_line(position, free)
    assert found > 10


@pytest.mark.slow
@deep
def test_chess_mates_agree_with_the_threat_search() -> None:
    """A longer mate by checks is found by both, and the proof of each is checked by the rules."""
    lengths = set()
    for position in wac():
        threats = played("threats", position, depth=7, nodes=30_000)
        report = prove(position, limit=Limit(nodes=30_000))
        if threats.score is not None and (threats.score.win_in or 0) > 0:
            assert value(report) == 1, str(position)
        if value(report) == 1:
            check_line(position, report)
            lengths.add(len(report.pv))
    assert len(lengths) > 4


@deep
def test_xiangqi_mates() -> None:
    """The positions before the last moves of mating exercises: wins by checks that a plain search confirms."""
    proved = 0
    for path in sorted((Path(__file__).parents[2] / "golden" / "xiangqi").glob("mate-*.pgn")):
        for record in find_format(path).read(path.read_bytes()):
            line = [record.tree.position(node) for node in record.tree.main_line()]
            for back in (1, 3, 5):
                if len(line) <= back:
                    continue
                position = line[-1 - back]
                expected = mates(position, 3)
                report = prove(position, limit=Limit(nodes=200_000))
                assert value(report) == 1 or not expected, str(position)
                if value(report) == 1:
                    check_line(position, report)
                    proved += 1
    assert proved > 5


@pytest.mark.slow
@deep
@pytest.mark.parametrize("level", [1, 2])
def test_caro_wins_are_those_of_the_threat_search(level: int) -> None:
    rng, game = random.Random(f"pn {level}"), find_game("caro").with_rules("columns=9,rows=9")
    found = {True: 0, False: 0}
    for _ in range((60 if level == 1 else 24) if COMPILED else 4):
        position = tactical(game, rng)
        threats = played(f"threats:level={level}", position, depth=9, nodes=300_000)
        wins = threats.score is not None and (threats.score.win_in or 0) > 0
        # Proofs can be much longer than the shortest win, and then need more nodes than the threat search.
        report = prove(position, f"level={level}", Limit(nodes=3_000_000 if wins else 300_000))
        assert value(report) == 1 or not wins, str(position)
        if value(report) == 1:
            check_line(position, report)
            assert wins or len(report.pv) > 9 or not threats.exhausted, str(position)
        else:
            assert not (report.exhausted and wins)
        found[wins] += 1
    assert min(found.values()) > 3 or not COMPILED


@deep
@pytest.mark.parametrize(("level", "plies"), [("level=1", 11), ("level=2", 13)])
def test_long_wins_of_caro_are_found(level: str, plies: int) -> None:
    position = find_game("caro")().parse_position(LONG[level])
    report = prove(position, level, Limit(nodes=200_000))
    assert value(report) == 1 and len(report.pv) >= plies - 4
    check_line(position, report)


@deep
def test_wins_of_the_zero_are_true() -> None:
    """Cờ toán: the full search confirms wins within three plies, and finds none that was missed among attacks."""
    wins = missed = 0
    for seed in range(250 if COMPILED else 10):
        position = cotoan_position(random_cotoan_text(random.Random(f"zero {seed}")))
        if not position.legal_moves():
            continue
        report = prove(position, limit=Limit(nodes=20_000))
        if value(report) == 1:
            check_line(position, report)
            wins += len(report.pv) > 1
            if len(report.pv) <= 3:
                full = played("negascout:ordering=on", position, depth=3)
                assert full.score is not None and (full.score.win_in or 0) > 0
        missed += value(report) is None
    assert (wins > 3 and missed > 3) or not COMPILED


def test_a_side_that_is_mated_by_force_has_lost() -> None:
    """The defender may make any move: the second question."""
    game = find_game("chess")()
    open_board = game.parse_position("7k/8/8/8/8/1R6/R7/6K1 b - - 0 1")
    assert value(prove(open_board, limit=Limit(nodes=2000))) is None
    boxed = game.parse_position("k7/8/1K6/8/8/8/8/7R b - - 0 1")
    report = prove(boxed)
    assert value(report) == -1 and len(report.pv) == 2
    check_line(boxed, report)


def test_without_a_proof_nothing_is_claimed() -> None:
    report = prove(find_game("chess")().start())
    assert (report.score, report.proved, report.note, report.exhausted) == (None, False, UNPROVED_NOTE, True)
    assert report.move in find_game("chess")().start().legal_moves()


# --- repetition and counters ------------------------------------------------------------------------------------------


def test_a_perpetual_check_is_no_win() -> None:
    """A queen that can check without end: the attacker never runs out of forcing moves, and the search ends."""
    perpetual = find_game("chess")().parse_position("7k/5Q2/8/8/8/8/6rr/K7 w - - 0 1")
    report = prove(perpetual, limit=Limit(nodes=2_000_000))
    assert value(report) is None and report.exhausted


def test_a_mate_that_comes_too_late_is_no_win() -> None:
    """A mate in two moves: the third ply may be the hundredth without progress, but not a later one."""
    text = "k7/8/2K5/8/8/8/8/7R {side} - - {waited} 90"
    for waited, expected in ((0, True), (90, True), (97, True), (98, False), (99, False)):
        position = find_game("chess")().parse_position(text.format(side="w", waited=waited))
        report = prove(position, "moves=all", Limit(nodes=3_000_000))
        assert (value(report) == 1) == expected, waited
        if expected:
            check_line(position, report)


class Keeping(ProofNumber):
    """A search that keeps its table although the position has changed: only its counters differ."""

    def renew(self, position: Any) -> None:
        """Do nothing."""


QUICK, SLOW = "k7/8/2K5/8/8/8/8/7R w - - {} 90", "8/3k4/8/3K4/8/8/8/7R w - - {} 90"
SLOWER = "8/8/3k4/8/3K4/8/8/7R w - - {} 90"
"""A mate in three plies, and mates for which lines of 25 and 35 plies are found."""


@deep
@pytest.mark.parametrize(
    ("text", "counters"),
    [
        (QUICK, (0, 98, 60, 97, 79, 80, 90, 99)),
        (QUICK, (99, 0, 98, 80, 0)),
        (SLOW, (0, 79, 75, 70, 80, 90, 60, 0)),
        (SLOW, (79, 0, 79)),
        (SLOWER, (0, 78)),
    ],
)
def test_a_table_filled_with_another_counter_is_right(text: str, counters: tuple[int, ...]) -> None:
    """Mates stored with time to spare are not claimed with less, and none is missed because time was short before."""
    search = Keeping(Spec.parse("pn:moves=all").parameters)
    for waited in counters:
        position = find_game("chess")().parse_position(text.format(waited))
        *_, report = search.analyse(position, Limit(nodes=1_000_000))
        if value(report) == 1:
            check_line(position, report)
            assert len(report.pv) <= 100 - waited
        if text == QUICK or waited < 60:
            assert (value(report) == 1) == (waited <= 97), waited


def test_history_counts() -> None:
    """A position that occurred twice may not occur again: the win that leads through it is not claimed by its line."""
    game = find_game("chess")()
    position = game.parse_position("k7/8/2K5/8/8/8/8/7R w - - 0 1")
    for text in ("Rh2", "Ka7", "Rh1", "Ka8", "Rh2", "Ka7", "Rh1", "Ka8"):
        before, position = position, position.play(game.parse_move(position, text))
        if position.outcome() is not None:
            position = before
            break
    report = prove(position, "moves=all", Limit(nodes=3_000_000))
    if value(report) == 1:
        check_line(position, report)


@deep
def test_go_on_a_small_board_depends_on_earlier_boards() -> None:
    """Superko: the key of the table contains the earlier boards, so searches with and without memory agree."""
    game = find_game("go").with_rules("9x9")
    position = random_play(game.start(), 40, random.Random(5))[-1]
    if position.legal_moves():
        report = prove(position, limit=Limit(nodes=50_000))
        assert report.nodes <= 50_000 and report.move in position.legal_moves()


# --- limits, memory, reports ------------------------------------------------------------------------------------------


def start(size: int) -> Any:
    return find_game("minigo").with_rules(f"size={size}").start()


def test_the_node_limit_is_exact() -> None:
    for position in (start(7), start(6).play(start(6).legal_moves()[0]), wac()[3]):
        for limit in (1, 2, 3, 17, 88, 1023, 1024, 1025, 3000):
            report = prove(position, limit=Limit(nodes=limit))
            assert report.final and report.nodes == (
                limit if not report.proved and not report.exhausted else report.nodes
            )
            assert report.nodes <= limit
            assert report.move in position.legal_moves() and report.pv[0] == report.move


def test_reports_of_one_analysis() -> None:
    reports = [*Spec.parse("pn").build(None).analyse(start(6), ENDLESS)]
    assert len(reports) > 2 and [each.final for each in reports] == [False] * (len(reports) - 1) + [True]
    for each in reports[:-1]:
        assert (each.score, each.proved, each.note, each.exhausted) == (None, False, "", False)
        assert each.proof and each.disproof and each.move in start(6).legal_moves()
    assert [each.nodes for each in reports] == sorted({each.nodes for each in reports})
    for each in reports:
        assert Report.from_dict(json.loads(json.dumps(each.to_dict()))) == each


def test_stopped_before_it_began() -> None:
    stop = Stop()
    stop.request()
    report = prove(start(6), stop=stop)
    assert (report.score, report.nodes, report.final, report.exhausted) == (None, 0, True, False)
    assert report.move == start(6).legal_moves()[0]


def test_a_limit_can_be_set_during_the_search() -> None:
    stop = Stop()
    begun = Spec.parse("pn").build(None).analyse(start(7), ENDLESS, stop)
    first = next(begun)
    stop.hasten(Limit(nodes=first.nodes + 2000))
    assert first.nodes + 2000 <= [*begun][-1].nodes <= first.nodes + 2000 + 1024


def test_what_is_remembered_saves_work_until_it_is_forgotten() -> None:
    longer = (start(6), find_game("caro")().parse_position(LONG["level=1"])) if COMPILED else ()
    for position in (start(5), wac()[0], *longer):
        search = Spec.parse("pn").build(None)
        first, again = ([*search.analyse(position, ENDLESS)] for _ in range(2))
        assert value(first[-1]) == value(again[-1]) and again[-1].nodes < first[-1].nodes
        assert [*search.analyse(start(5), ENDLESS)]
        search.forget()
        fresh = [*search.analyse(position, ENDLESS)]
        assert len(first) == len(fresh) and all(a.same_as(b) for a, b in zip(first, fresh, strict=True))


@deep
def test_where_positions_recur_each_position_is_searched_again() -> None:
    """What was proved before could lead to a position that has occurred since then."""
    search, position = Spec.parse("pn:moves=all").build(None), find_game("chess")().parse_position(SLOW.format(0))
    for text in ("Rh2", "Kc7", "Rh1", "Kd7", "Rh2", "Kc7"):
        fresh = [*Spec.parse("pn:moves=all").build(None).analyse(position, Limit(nodes=20_000))]
        again = [*search.analyse(position, Limit(nodes=20_000))]
        assert len(fresh) == len(again) and all(a.same_as(b) for a, b in zip(fresh, again, strict=True))
        position = position.play(position.game.parse_move(position, text))


@deep
def test_an_interrupted_proof_is_continued() -> None:
    """Analysed again and again with a limit too small for the whole, a search with memory gets there."""
    whole = prove(start(7)).nodes
    search, parts = Spec.parse("pn").build(None), 0
    while True:
        *_, report = search.analyse(start(7), Limit(nodes=whole // 4))
        parts += 1
        if report.proved:
            break
        assert parts < 12
    assert parts > 1 and value(report) == -1
    check_line(start(7), report)


@pytest.mark.parametrize("position", ["6x6", "chess"])
def test_a_tiny_table_changes_no_answer(position: str) -> None:
    """Entries are lost all the time, but those of the present line are kept by the search itself."""
    for each in [start(5), *minigo_positions(20)] if position == "6x6" else wac()[:40:4]:
        big = prove(each, limit=Limit(nodes=100_000))
        search = Spec.parse("pn").build(None)
        search.use_table(64)
        *_, small = search.analyse(each, Limit(nodes=1_000_000))
        if big.proved:
            assert value(small) == value(big)
            check_line(each, small)


@deep
def test_a_depth_limits_the_length_of_lines() -> None:
    position = find_game("caro")().parse_position(LONG["level=1"])
    search = Spec.parse("pn").build(None)
    results: dict[int, int | None] = {}
    for depth in (3, 5, 6, 7, 11, 6, 3):
        *_, report = search.analyse(position, Limit(depth=depth))
        results.setdefault(depth, value(report))
        assert results[depth] == value(report), "also after a search with another depth"
        assert report.score is None or len(report.pv) <= depth
        assert report.exhausted == report.proved
    assert results == {3: None, 5: None, 6: None, 7: 1, 11: 1}
    for depth in range(1, 12):
        assert value(prove(start(5), limit=Limit(depth=depth))) == (1 if depth >= 9 else None)
    assert value(prove(start(6), limit=Limit(depth=10))) is None, "a draw or a loss is not claimed at the horizon"


def test_only_the_moves_asked_about() -> None:
    position = start(5)
    centre = prove(position).move
    assert centre is not None
    values = {move: value(prove(position, only=(move,))) for move in position.legal_moves()}
    assert max(values.values()) == 1 and values[centre] == 1
    search = Spec.parse("pn").build(None)
    for move, expected in values.items():
        *_, report = search.analyse(position, ENDLESS, only=(move,))
        assert (report.move, value(report)) == (move, expected)
    *_, report = search.analyse(position, ENDLESS)
    assert value(report) == 1, "a loss of some moves is not a loss of the position"


def test_it_plays_its_proof() -> None:
    """A game between a search with memory, which follows its proof, and random replies: it wins each time."""
    for seed in range(20 if COMPILED else 2):
        rng, search = random.Random(seed), Spec.parse("pn").build(None)
        position = start(6).play(rng.choice(start(6).legal_moves()))
        while position.legal_moves():
            *_, report = search.analyse(position, ENDLESS)
            assert value(report) == 1 and report.move is not None
            position = position.play(report.move)
            if not position.legal_moves():
                break
            position = position.play(rng.choice(position.legal_moves()))
        outcome = position.outcome()
        assert outcome is not None and outcome.winner is Player.SECOND


def test_unknown_parameters_are_refused() -> None:
    for text in ("pn:moves=some", "pn:level=3", "pn:table_mb=0"):
        with pytest.raises(OptionError):
            Spec.parse(text)


# --- fingerprints -----------------------------------------------------------------------------------------------------


def fingerprint(position: Any, parameters: str) -> int:
    return prove(position, parameters, Limit(nodes=200_000)).nodes


@deep
def test_node_counts_are_those_of_the_golden_file(golden: Any) -> None:
    """A change of the search shows here; each parameter must change a count, otherwise it has no effect."""
    rows = {
        "minigo 5": start(5), "minigo 6": start(6), "caro 1": find_game("caro")().parse_position(LONG["level=1"]),
        "caro 2": find_game("caro")().parse_position(LONG["level=2"]), "chess": wac()[0], "chess 4": wac()[4],
        "cotoan": random_play(find_game("cotoan")().start(), 70, random.Random(530), noisy=0.2)[-1],
        "tictactoe": find_game("tictactoe")().start(), "nim": find_game("nim")().start(),
    }  # fmt: skip
    ways = ["", "weak=off", "mobility=off", "level=1", "moves=all"]
    counts = {name: [fingerprint(position, way) for way in ways] for name, position in rows.items()}
    for index in range(1, len(ways)):
        assert any(row[index] != row[0] for row in counts.values()), ways[index]
    golden("pn_nodes.txt", "".join(f"{name}: {' '.join(map(str, row))}\n" for name, row in counts.items()))


def test_wins_are_written_as_wins_in_plies() -> None:
    report = prove(start(5))
    assert report.score == Score(WIN - len(report.pv), Player.FIRST) and report.score.format() == f"#{len(report.pv)}"
