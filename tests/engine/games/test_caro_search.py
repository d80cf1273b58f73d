"""What searches of caro leave out loses nothing: likely moves, noisy moves, threats and their answers."""

import random
import runpy
from pathlib import Path
from typing import Any

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN
from engine.search.report import Limit, Report
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.search.visit import Reason, TraceNode
from tests.engine.conftest import deep, sampled
from tests.engine.games.caro_oracle import Oracle
from tests.engine.games.test_caro_oracle import RULES, crossing, oracle_of

pytestmark = deep

SIZE = "columns=8,rows=8"


def game_of(rules: str, size: str = SIZE) -> Any:
    return find_game("caro").with_rules(f"{size},{rules}" if rules else size)


def analyse(position: Any, spec: str, depth: int) -> Report:
    *_, report = Spec.parse(spec).build(find_evaluation("caro")).analyse(position, Limit(depth=depth))
    return report


def win_in(report: Report) -> int | None:
    """Plies to the forced win or, negative, loss."""
    assert report.score is not None
    return report.score.win_in


def tactical(game: Any, rng: random.Random) -> Any:
    """A position of a game of likely moves where somebody has three or four in a window."""
    while True:
        position = game.start()
        for _ in range(rng.randint(8, 26)):
            moves = position.noisy_moves() if rng.random() < 0.35 else []
            position = position.play(rng.choice(moves or position.likely_moves()))
            if position.outcome() is not None:
                break
        else:
            return position


@pytest.mark.parametrize("rules", RULES)
def test_likely_moves_lose_no_win_in_three_plies(rules: str) -> None:
    """Exhaustive over all moves of both sides; wins, losses and their lengths."""
    rng, game = random.Random(rules), game_of(rules, "columns=7,rows=7")
    forced, asked = 0, 0
    while forced < 6 or asked < 40:
        asked += 1
        position = crossing(game, rng) if asked % 2 else tactical(game, rng)
        whole = analyse(position, "negamax_alphabeta:likely=off,ordering=on", 3)
        likely = analyse(position, "negamax_alphabeta:likely=on,ordering=on", 3)
        assert win_in(whole) == win_in(likely), str(position)
        forced += win_in(whole) in (3, -2)


@pytest.mark.unsanitized  # the three plies above run the same code
@pytest.mark.parametrize("rules", ["", "win=caro"])
def test_likely_moves_lose_no_win_in_five_plies(rules: str) -> None:
    rng, game = random.Random(f"5 {rules}"), game_of(rules, "columns=7,rows=7")
    forced, asked = 0, 0
    while forced < 1 or asked < 8:
        asked += 1
        position = tactical(game, rng)
        whole = analyse(position, "negascout:likely=off,ordering=on", 5)
        likely = analyse(position, "negascout:likely=on,ordering=on", 5)
        assert win_in(whole) == win_in(likely), str(position)
        forced += win_in(whole) in (5, -4)


def completes(oracle: Oracle, side: str) -> list[tuple[int, int]]:
    """Cells where a stone of ``side`` wins at once by a line."""
    found = []
    for cell in oracle.empty():
        after = oracle.copy()
        after.turn = side
        after.play(cell)
        if after.winner == side:
            found.append(cell)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_a_win_or_its_only_stop_is_likely(rules: str) -> None:
    rng, game = random.Random(rules), game_of(rules, "columns=7,rows=7")
    missing, asked = {"win", "stop", "near"}, 0
    while missing or asked < 25:
        asked += 1
        position = crossing(game, rng)
        oracle = oracle_of(position)
        side, other = ("x", "o") if oracle.turn == "x" else ("o", "x")
        wins, stops = completes(oracle, side), completes(oracle, other)
        likely = {game.format_move(position, move) for move in position.likely_moves()}
        urgent = {game.format_move(position, row * 7 + column) for column, row in wins or stops}
        near = {
            game.format_move(position, row * 7 + column)
            for column, row in oracle.empty()
            if any(max(abs(column - other[0]), abs(row - other[1])) <= 2 for other in oracle.stones)
        }
        if urgent and (wins or rules != "win=renju" or side == "o"):
            assert likely == urgent, str(position)
        else:
            assert near | urgent <= likely <= set(oracle.moves()), str(position)
        missing.discard("win" if wins else "stop" if stops else "near")


def test_the_empty_board_has_one_likely_move() -> None:
    game = find_game("caro")()
    assert [game.format_move(game.start(), move) for move in game.start().likely_moves()] == ["h8"]


def test_other_games_look_at_every_move() -> None:
    start = find_game("cotoan")().start()
    assert start.likely_moves() == start.legal_moves()
    assert start.forcing_moves() == start.forcing_moves(2) == start.forced_answers() == []


# --- noisy moves -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
@sampled(5, 15)
def test_noisy_moves_make_or_stop_fives_and_fours(rules: str, count: int) -> None:
    rng, game = random.Random(rules), game_of(rules, "columns=7,rows=7")
    missing, asked = {"win", "stop", "four", "none"}, 0
    while missing or asked < count:
        asked += 1
        position = crossing(game, rng)
        oracle = oracle_of(position)
        side, other = ("x", "o") if oracle.turn == "x" else ("o", "x")
        wins, stops = completes(oracle, side), completes(oracle, other)
        if wins:
            expected, kind = wins, "win"
        elif stops:
            expected, kind = stops, "stop"
        else:
            kind, expected = "four", []
            for cell in oracle.empty():
                after = oracle.copy()
                after.play(cell)
                if after.winner == "" and completes(after, side):
                    expected.append(cell)
        # A forbidden point of x ends the game: no answer to it, and no four.
        names = sorted(game.format_move(position, row * 7 + column) for column, row in expected)
        noisy = sorted(game.format_move(position, move) for move in position.noisy_moves())
        assert noisy == names, f"{position} {kind}"
        missing.discard(kind if names else "none")


# --- threats ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("level", [1, 2])
@sampled(5, 15)
@pytest.mark.diagonal("rules", "level")
def test_threats_prove_what_a_full_search_finds(rules: str, level: int, count: int) -> None:
    """A win by threats in n plies is a win of the full search within n; one in three plies is always found."""
    rng, game = random.Random(f"{rules} {level}"), game_of(rules, "columns=7,rows=7")
    missing, asked = {1, 3, None}, 0
    while missing or asked < count:
        asked += 1
        position = tactical(game, rng)
        threats = win_in(analyse(position, f"threats:level={level}", 5))
        whole = win_in(analyse(position, "negascout:likely=off,ordering=on", 3))
        if whole in (1, 3):
            assert threats == whole, str(position)
        elif threats is not None and threats > 0:
            assert threats == 5
            assert win_in(analyse(position, "negascout:likely=on,ordering=on", 5)) == 5, str(position)
        missing.discard(threats)


def played(game: Any, moves: str) -> Any:
    position = game.start()
    for text in moves.split():
        position = position.play(game.parse_move(position, text))
    return position


LONG = {
    "level=1": "15/15/15/15/5x9/5o4o4/5xoo7/5xxxoo5/5ooxx6/4o2xo6/3xo1x8/3xxxo8/4o10/15/15 x",
    "level=2": "15/15/5o3o5/6x2x5/7x1xx4/7oxx5/6oo1x5/6xxoooo3/6oox6/15/15/15/15/15/15 x",
}


@pytest.mark.parametrize(("level", "plies"), [("level=1", 11), ("level=2", 13)])
def test_long_wins_are_found(level: str, plies: int) -> None:
    """Far beyond a full search, in a few thousand nodes: fours alone, and threes and fours."""
    position = find_game("caro")().parse_position(LONG[level])
    report = analyse(position, f"threats:{level}", plies + 2)
    assert win_in(report) == len(report.pv) == plies
    assert report.nodes < 50_000
    assert win_in(analyse(position, f"threats:{level}", plies - 2)) is None
    for move in report.pv:
        position = position.play(move)
    assert position.outcome() is not None and position.outcome().winner == Player.FIRST


def test_threats_without_a_win_play_like_greedy() -> None:
    for name in ("caro", "cotoan"):
        game = find_game(name)()
        position = game.start()
        for spec in ("threats", "threats:level=1"):
            *_, threats = Spec.parse(spec).build(find_evaluation(name)).analyse(position, Limit(depth=3))
            *_, greedy = Spec.parse("greedy").build(find_evaluation(name)).analyse(position, Limit(depth=1))
            assert threats.score == greedy.score or name == "caro"  # greedy looks at cells far away too
            assert threats.move in position.likely_moves()


def test_without_a_win_a_threat_is_answered() -> None:
    """Three of x in a row, both ends free: o stops it, or makes a four of its own."""
    game = find_game("caro")()
    position = played(game, "h8 a1 i8 a3 j8")
    answers = {game.format_move(position, move) for move in position.forced_answers()}
    assert answers == {"f8", "g8", "k8", "l8"}
    report = analyse(position, "threats", 5)
    assert report.move in position.forced_answers() and win_in(report) is None
    assert played(game, "h8 a1 i8 a3").forced_answers() == []


def test_a_found_win_stays_when_the_search_goes_deeper() -> None:
    game = find_game("caro")()
    position = game.parse_position(LONG["level=1"])
    search = Spec.parse("threats").build(find_evaluation("caro"))
    reports = list(search.analyse(position, Limit(depth=11)))
    assert [win_in(report) for report in reports] == [None] * 6 + [7] * 5
    assert len({report.pv for report in reports[6:]}) == 1 and len(reports[-1].pv) == 7
    other = Spec.parse("threats").build(find_evaluation("caro"))
    assert all(
        a.same_as(b)
        for a, b in zip(other.analyse(position, Limit(depth=11), after=reports[7]), reports[8:], strict=True)
    )
    assert win_in(list(search.analyse(game.start(), Limit(depth=2)))[-1]) is None
    *_, report = Spec.parse("threats").build(find_evaluation("caro")).analyse(position, Limit(nodes=10**9))
    assert report.depth == 7, "settled"


def test_threats_end_with_the_last_line_of_threats() -> None:
    """Where no line of threats was cut short by the depth, no greater depth changes the answer."""
    game, ended = find_game("caro")(), 0
    rng = random.Random(7)
    positions = [game.parse_position(LONG["level=2"]), *(tactical(game, rng) for _ in range(12))]
    for position in positions:
        for level in (1, 2):
            trace = Trace(200_000)
            search = Spec.parse(f"threats:level={level}").build(find_evaluation("caro"), trace=trace)
            *_, report = search.analyse(position, Limit(depth=9))
            cut = any(node.ply and node.depth == 0 and node.reason is Reason.CUTOFF for node in trace.nodes())
            assert trace.missed or report.exhausted == (not cut)
            ended += report.exhausted and win_in(report) is None and report.depth > 1
    assert ended > 3
    # A win proved by its first threat needs no depth more, asked for or not.
    position = played(game, "h8 a1 i8 a3 j8 a5")
    *_, report = Spec.parse("threats").build(find_evaluation("caro")).analyse(position, Limit(depth=8))
    assert (report.depth, win_in(report), report.exhausted) == (3, 3, True)


def test_the_trace_of_threats_is_a_proof() -> None:
    """Every value follows from its children's; a lost answer's siblings are all lost."""
    position = find_game("caro")().parse_position(LONG["level=1"])
    trace = Trace(100_000)
    search = Spec.parse("threats:level=1").build(find_evaluation("caro"), trace=trace)
    *_, report = search.analyse(position, Limit(depth=11))
    nodes = trace.nodes()
    assert len(nodes) == report.iteration_nodes and trace.missed == 0
    assert nodes[0].value == WIN - 11 and nodes[0].reason is Reason.EXACT
    children: dict[int, list[TraceNode]] = {}
    for node in nodes:
        children.setdefault(node.parent, []).append(node)
    for index, node in enumerate(nodes):
        values = [-child.value for child in children.get(index, [])]
        assert node.reason is Reason.TERMINAL or node.value == max(values, default=node.value), index
        if node.reason is Reason.CUTOFF:
            assert node.value >= node.beta
        elif node.reason is Reason.FAIL_LOW:
            assert node.value <= node.alpha


def test_the_example_finds_the_win(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(Path(__file__).parents[3] / "examples" / "caro_threats.py"), run_name="__main__")
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("threats:level=1: #11 at depth 11") and "#" not in second


def likely_by_definition(position: Any) -> list[int]:
    """Empty cells at most two rows and columns from a stone, and those three away from two neighbours on their line."""
    surface = position.game.surface(position)
    rows, columns = surface.rows, surface.columns
    stones = {(cell // columns, cell % columns): side for cell, side in stones_of(position).items()}
    found = {(row + down, column + right) for row, column in stones for down in range(-2, 3) for right in range(-2, 3)}
    for (row, column), side in stones.items():
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if stones.get((row + down, column + right)) == side:
                found |= {(row - 3 * down, column - 3 * right), (row + 4 * down, column + 4 * right)}
    cells = [row * columns + column for row, column in found - set(stones) if 0 <= row < rows and 0 <= column < columns]
    return sorted(cells)


def stones_of(position: Any) -> dict[int, int]:
    """Cell to side of every stone."""
    surface = position.game.surface(position)
    return {cell: int(surface.kind(piece).player) for cell, piece in surface.pieces.items()}


@pytest.mark.parametrize("seed", range(20))
def test_likely_moves_are_those_of_their_definition(seed: int) -> None:
    rng = random.Random(seed)
    position = find_game("caro").with_rules("").start()
    for _ in range(12):
        position = position.play(rng.choice(position.legal_moves()))
        if position.outcome() is not None:
            break
        assert sorted(position.likely_moves()) == likely_by_definition(position)


def test_quiescence_may_not_stand_pat_against_a_four() -> None:
    game = find_game("caro")()
    empty = "15/" * 9
    four = game.parse_position(f"{empty}6oo7/15/5xxxx6/15/15/15 o")
    assert not four.stands_pat
    assert {game.format_move(four, move) for move in four.evasions()} == {"e4", "j4"}
    both = game.parse_position(f"{empty}4oooo7/15/5xxxx6/15/15/15 o")
    assert both.stands_pat, "the side to move wins"
    assert {game.format_move(both, move) for move in both.evasions()} == {"d6", "i6"}
    assert game.parse_position(f"{empty}6oo7/15/5xxx7/15/15/15 o").stands_pat, "a three is no four"


def test_a_threat_to_win_is_searched_deeper() -> None:
    """After the three of x, a search of one ply becomes one of two plies: all answers, and the best reply to each."""
    position = find_game("caro")().parse_position("15/15/15/15/15/15/6ooo6/5xxx7/15/5xx8/4o10/15/15/15/15 o")
    quiet = find_game("caro")().parse_position("15/15/15/15/15/15/6oo7/5xx8/15/15/15/15/15/15/15 o")
    nodes = {
        (place, value): analyse(each, f"pvs:threat_extension={value},quiescence=off", 1).nodes
        for place, each in enumerate((position, quiet))
        for value in ("on", "off")
    }
    assert nodes[0, "on"] > nodes[0, "off"]
    assert nodes[1, "on"] == nodes[1, "off"]


@pytest.mark.parametrize("most", [1, 2])
def test_short_quiescence_ends_after_two_plies(most: int) -> None:
    """The greatest ply is that of the last four or its answer. The option ``quiescence_depth`` can make it smaller."""
    position = find_game("caro")().parse_position(
        "15/15/15/4o10/5x1o1o5/4xoxxxxo4/3oxoox1x5/4o1xxoxx4/5xxoxoox3/4ooxooxo1o2/6ox1xx4/8xo1o3/9o5/15/15 x"
    )
    spec = f"pvs:danger_extension=off,threat_extension=off,quiescence_depth={most if most < 2 else 8}"
    assert analyse(position, f"{spec},short_quiescence=on", 1).seldepth == 1 + most
    if most == 2:
        assert analyse(position, f"{spec},short_quiescence=off", 1).seldepth > 1 + most


def test_a_long_win_by_threats_is_found_in_few_nodes() -> None:
    """As long as futility pruning skipped threes and fours, the search needed 60,000 nodes for this win."""
    position = find_game("caro")().parse_position(
        "15/15/15/4o10/5x1o1o5/4xoxxxxo4/3oxoox1x5/4o1xxoxx4/5xxoxoox3/4ooxooxo1o2/6ox1xx4/8xo1o3/9o5/15/15 x"
    )
    *_, report = Spec.parse("pvs").build(find_evaluation("caro")).analyse(position, Limit(nodes=20_000))
    plies = win_in(report)
    assert plies is not None and plies > 9


PROVED = "15/7o1o5/6x1ox5/{}/5xo1oox4/5oxoxo5/6xoxx5/6oxx6/6x8/5o9/4x10/15/15/15/15 {}"
"""A position with a win in 11 plies by fours and threes, and the one before the move that allowed it.

The nodes below are few more than the proof needs, so a search that does not use the proof at once misses the loss.
"""


@pytest.mark.parametrize(
    ("text", "nodes", "plies"),
    [(PROVED.format("7x1o5", "o"), 4000, 11), (PROVED.format("9o5", "x"), 3350, -12)],
    ids=["win", "loss"],
)
def test_a_proof_by_threats_finds_wins_that_the_search_misses(text: str, nodes: int, plies: int) -> None:
    position = find_game("caro")().parse_position(text)
    found = {}
    for value in ("on", "off"):
        spec = Spec.parse(f"pvs:answers=off,narrow=off,threat_proof={value}")
        search = spec.build(find_evaluation("caro"))
        *_, found[value] = search.analyse(position, Limit(nodes=nodes))
        assert found[value].nodes <= nodes
    assert win_in(found["on"]) == plies
    assert win_in(found["off"]) is None
    for move in found["on"].pv:
        position = position.play(move)
    outcome = position.outcome()
    assert outcome is not None and outcome.winner is Player.SECOND and len(found["on"].pv) == abs(plies)


@pytest.mark.slow
def test_wins_that_only_a_proof_by_threats_finds_are_confirmed() -> None:
    """The threat search, which tries all answers, finds a win of at most the same length."""
    rng, confirmed = random.Random("proof"), 0
    while confirmed < 4:
        position = tactical(game_of(rng.choice(RULES), "columns=9,rows=9"), rng)
        found = {}
        for value in ("off", "on"):
            search = Spec.parse(f"pvs:answers=off,threat_proof={value}").build(find_evaluation("caro"))
            *_, report = search.analyse(position, Limit(nodes=3000))
            found[value] = win_in(report)
            if found["off"] is not None:
                break
        if found["off"] is None and found["on"] is not None and 0 < found["on"] <= 11:
            # In renju the last ply can be the opponent's, a forbidden move.
            plies = win_in(analyse(position, "threats", found["on"] + 1))
            assert plies is not None and 0 < plies <= found["on"], str(position)
            confirmed += 1
