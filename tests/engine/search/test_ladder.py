"""Minimax = alpha-beta = negamax = … in value at equal depth and evaluation, and equal to a plain minimax in Python."""

import random
from importlib import resources
from typing import Any

import pytest

from engine.core.evaluation import NETWORK, evaluations, find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND
from engine.core.surface import Setup
from engine.search.report import Limit, Report
from engine.search.search import algorithms
from engine.search.spec import Spec
from engine.search.trace import Trace
from engine.search.visit import Reason, TraceNode
from tests.engine.conftest import COMPILED, deep, few, sampled
from tests.engine.positions import random_cotoan_text, random_play
from tests.engine.search.plain import plain_minimax, scrambled

SOUND = sorted(name for name, algorithm in algorithms().items() if algorithm.sound)
ORDERED = [name for name in SOUND if "ordering" in Spec.parse(name).parameters.__dataclass_fields__]
REPEATING = [name for name in SOUND if algorithms()[name].repeats_root]
"""Algorithms that search the root several times at each depth, and so visit more nodes than one search has."""
KEEPING = ["pvs:preset=plain", "pvs:preset=sound", "pvs:preset=sound,aspiration=on"]
"""A search that prunes, with the presets that keep the minimax value."""
QUIESCENCE = ["", "quiescence=on", "quiescence=on,quiescence_depth=2"]


def committed() -> list[Any]:
    game = find_game("cotoan")()
    text = (resources.files("resources") / "bench" / "cotoan.txt").read_text(encoding="utf-8")
    return [game.parse_position(line) for line in text.splitlines()]


def judges() -> list[Any]:
    return [
        *(find_evaluation("cotoan", name) for name in evaluations("cotoan") if name != NETWORK),
        scrambled(1),
        scrambled(2),
    ]


def sparse(seed: int, pieces: int, rules: str = "") -> Any:
    """A middlegame with few pieces, so that whole trees stay small; not over."""
    rng = random.Random(seed)
    game = find_game("cotoan").with_rules(rules)
    while True:
        mine, theirs = (rng.sample(range(1, 7), pieces // 2) for _ in "rb")
        cells = rng.sample([cell for cell in range(99) if cell not in (13, 85) and 1 <= cell % 9 <= 6], pieces)
        names = [f"r{value}" for value in mine] + [f"b{value}" for value in theirs]
        board = {13: "r0", 85: "b0", **dict(zip(cells, names, strict=False))}
        counters = {"red_points": rng.choice((0, 3, 8)), "blue_points": rng.choice((0, 3, 8))}
        position = game.compose(Setup(board, Player(rng.randrange(2)), counters))
        if position.legal_moves() and position.noisy_moves():
            return position


def last_report(text: str, evaluation: Any, position: Any, depth: int, trace: Trace | None = None) -> Report:
    return [*Spec.parse(text).build(evaluation, trace=trace).analyse(position, Limit(depth=depth))][-1]


def spec(name: str, *options: str) -> str:
    return f"{name}:{','.join(filter(None, options))}"


def variants(quiescence: str) -> list[str]:
    texts = [spec(name, quiescence) for name in SOUND] + [spec(name, quiescence, "ordering=on") for name in ORDERED]
    return texts + [f"{text},{quiescence}".rstrip(",") for text in KEEPING]


def check_ladder(position: Any, depth: int, evaluation: Any, quiescence: str) -> int:
    """All members agree: in value always; without ordering in the move and the whole principal variation too."""
    first = last_report(spec("minimax", quiescence), evaluation, position, depth)
    assert first.score is not None and first.depth == depth
    for text in variants(quiescence):
        report = last_report(text, evaluation, position, depth)
        assert report.score == first.score, f"{text} on {position}"
        check_line(position, report, depth, evaluation, quiescence)
        is_ordered = "ordering" in text or "pvs" in text
        assert report.nodes <= first.nodes or "negascout" in text or is_ordered or text.split(":")[0] in REPEATING
        if not is_ordered:
            assert (report.move, report.pv) == (first.move, first.pv), f"{text} on {position}"
    return first.score.value


def check_line(position: Any, report: Report, depth: int, evaluation: Any, quiescence: str) -> None:
    """The principal variation is legal, and the position at its end has the value of the score."""
    assert report.score is not None and report.score.turn is position.turn
    assert report.move == report.pv[0]
    here = position
    for move in report.pv:
        assert move in here.legal_moves()
        here = here.play(move)
    value = report.score.pov(here.turn).value
    if abs(value) > WIN_BOUND:
        assert here.outcome() is not None and abs(report.score.win_in or 0) == len(report.pv)
    elif here.outcome() is not None and len(report.pv) <= depth:
        assert value == 0 and here.outcome().winner is None
    else:
        assert len(report.pv) == depth or (quiescence and len(report.pv) > depth)
        assert value == evaluation.definition(here)


def test_the_ladder_has_its_members() -> None:
    assert {"minimax", "alphabeta", "negamax", "negamax_alphabeta", "negascout"} <= set(SOUND)
    assert {"alphabeta", "negamax_alphabeta", "negascout"} <= set(ORDERED)


@deep
@pytest.mark.parametrize("quiescence", QUIESCENCE)
@pytest.mark.parametrize("number", few(range(20), (1, 5, 8, 10, 15)))
@pytest.mark.diagonal("quiescence", "number")
def test_committed_positions(number: int, quiescence: str) -> None:
    position = committed()[number]
    evaluation = judges()[(number + len(quiescence)) % 4]
    check_ladder(position, 2, evaluation, quiescence)
    if number % 8 == 0:
        check_ladder(position, 3, judges()[2], quiescence)


@deep
@pytest.mark.parametrize("quiescence", QUIESCENCE)
def test_random_play(quiescence: str) -> None:
    values = set()
    for seed in range(12):
        rng = random.Random(seed)
        line = random_play(find_game("cotoan").with_rules("target=none").start(), 60, rng, noisy=0.2)
        position = line[-1]
        if position.legal_moves():
            values.add(check_ladder(position, 2, judges()[seed % 4], quiescence))
    assert len(values) > 4, "too alike to show anything"


@deep
@pytest.mark.parametrize("depth", few((3, 4), (3,)))
@pytest.mark.parametrize("quiescence", QUIESCENCE)
@pytest.mark.diagonal("depth", "quiescence")
def test_few_pieces_deeper(quiescence: str, depth: int) -> None:
    """Ends by points, zeros and exhaustion lie within the tree here."""
    wins = 0
    for seed in range(4):
        rules = ("", "target=10", "zero_helper=on", "target=none,mod_small=off")[seed % 4]
        position = sparse(seed, 4, rules)
        wins += abs(check_ladder(position, depth, judges()[seed % 4], quiescence)) > WIN_BOUND
    assert 1 <= wins <= 3


@pytest.mark.unsanitized  # most of the time is the oracle's; others run the same code
@pytest.mark.parametrize("quiescence", QUIESCENCE)
@sampled(2, 8)
def test_equals_a_plain_minimax(quiescence: str, count: int) -> None:
    """On trees with wins, on quiet ones, and with numbers that make no sense."""
    plies = {"": None, "quiescence=on": 8, "quiescence=on,quiescence_depth=2": 2}[quiescence]
    for seed in range(count):
        position = sparse(100 + seed, 4, ("", "target=none", "zero_helper=on,ops=asm")[seed % 3])
        evaluation = judges()[seed % 4]
        depth = 2 + seed % 2
        expected = plain_minimax(position, depth, evaluation, plies)
        for text in variants(quiescence):
            report = last_report(text, evaluation, position, depth)
            assert report.score is not None and report.score.value == expected, f"{text} on {position}"


@pytest.mark.unsanitized  # most of the time is the oracle's; others run the same code
@deep
@pytest.mark.parametrize("quiescence", few(QUIESCENCE, QUIESCENCE[1:2]))
@sampled(1, 3)
def test_equals_a_plain_minimax_on_full_boards(quiescence: str, count: int) -> None:
    plies = {"": None, "quiescence=on": 8, "quiescence=on,quiescence_depth=2": 2}[quiescence]
    for position, evaluation in zip(committed()[::9][:count], judges(), strict=False):
        expected = plain_minimax(position, 2, evaluation, plies)
        for text in variants(quiescence):
            report = last_report(text, evaluation, position, 2)
            assert report.score is not None and report.score.value == expected, f"{text} on {position}"


def crowded(seed: int) -> Any:
    """A set-up with several captures to choose from; not over."""
    rng = random.Random(seed)
    game = find_game("cotoan").with_rules("target=none")
    while True:
        position = game.parse_position(random_cotoan_text(rng))
        if len(position.noisy_moves()) >= 3:
            return position


@sampled(6, 30)
def test_quiescence_goes_as_deep_as_asked(count: int) -> None:
    """Captures answer captures: each ply more changes the value somewhere, always to that of a plain minimax."""
    changes = [0, 0, 0]
    for seed in range(count):
        position, evaluation = crowded(seed), judges()[seed % len(judges())]
        values = [plain_minimax(position, 1, evaluation, plies) for plies in (1, 2, 3, 4)]
        for plies, value in enumerate(values, 1):
            for text in variants(f"quiescence=on,quiescence_depth={plies}"):
                report = last_report(text, evaluation, position, 1)
                assert report.score is not None and report.score.value == value, f"{text} on {position}"
        changes = [before + (a != b) for before, a, b in zip(changes, values, values[1:], strict=False)]
    assert changes[0] and (changes[1] or not COMPILED)


def paths_of(nodes: list[TraceNode]) -> list[tuple[int, ...]]:
    """The moves that lead to each node. Another search of the same position has the path of its parent."""
    paths: list[tuple[int, ...]] = []
    for node in nodes:
        if node.parent < 0:
            paths.append(())
        else:
            is_again = node.ply == nodes[node.parent].ply
            paths.append(paths[node.parent] if is_again else (*paths[node.parent], node.move))
    return paths


@pytest.mark.parametrize("quiescence", QUIESCENCE)
@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=[deep, pytest.mark.slow])])
@pytest.mark.diagonal("quiescence", "seed")
def test_every_window_keeps_its_promise(seed: int, quiescence: str) -> None:
    """V ≤ r if r ≤ α, v ≥ r if r ≥ β, else v = r: for every node of every member, v from the trace of minimax.

    Every window that a search opens is a test, the null windows of negascout included.
    """
    evaluation, depth = judges()[seed % 4], 3 if COMPILED else 2
    position = sparse(200 + seed, 4, ("", "target=none")[seed % 2])
    trace = Trace(400_000 if COMPILED else 20_000)
    last_report(spec("minimax", quiescence), evaluation, position, depth, trace)
    assert trace.missed == 0
    nodes = trace.nodes()
    true = {path: node.value for path, node in zip(paths_of(nodes), nodes, strict=True) if node.depth >= 0}
    bounds = 0
    for text in variants(quiescence):
        last_report(text, evaluation, position, depth, trace)
        nodes = trace.nodes()
        root = nodes[0]
        assert trace.missed == 0
        assert (root.parent, root.move, root.ply, root.depth) == (-1, -1, 0, depth)
        for path, node in zip(paths_of(nodes), nodes, strict=True):
            assert node.reason is not Reason.STOPPED and node.alpha < node.beta
            if node.depth < 0:
                continue
            value = true[path]
            if node.value <= node.alpha:
                assert value <= node.value
            elif node.value >= node.beta:
                assert value >= node.value
            else:
                assert value == node.value
            bounds += not node.alpha < node.value < node.beta
    assert bounds > 30
