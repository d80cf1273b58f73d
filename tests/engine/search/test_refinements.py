"""Every switch of the strong search does something in every game for which it is offered, and nothing elsewhere."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.core.evaluation import Evaluation, find_evaluation, hand_made
from engine.core.game import find_game, games
from engine.core.options import options_of
from engine.core.score import Score
from engine.search.report import Limit, last_report
from engine.search.search import algorithms, find_algorithm
from engine.search.spec import Spec
from engine.search.switches import PRESETS, REFINEMENTS, preset_values
from tests.engine.conftest import COMPILED, deep, few
from tests.engine.positions import FINISHED, random_play

SETUPS = {
    "caro": (
        "15/15/15/15/5x9/5o4o4/5xoo7/5xxxoo5/5ooxx6/4o2xo6/3xo1x8/3xxxo8/4o10/15/15 x",
        "15/15/5o3o5/6x2x5/7x1xx4/7oxx5/6oo1x5/6xxoooo3/6oox6/15/15/15/15/15/15 x",
        "15/15/15/15/15/15/4o3o6/5xxx7/5oo8/15/15/15/15/15/15 x",
    ),
    "cotoan": (
        "4b4b3b2b11/4b04/9/9/9/4r34/4r74/9/9/4r04/9 r 0 0 0 1",
        "9/4b04/6r72/4b24/7r21/9/4b83r8/2r96/9/4r0r33/b46b31 b 9 0 55 23",
        "9/4b04/9/4b24/9/9/4b83r8/9/9/4r04/b43r32b31 r 9 9 10 60",
    ),
    "go": ("9/2bw5/1bw1w4/2bw5/9/5bw2/6b2/9/9 b - 0 0",),
    "minigo": ("/".join(["19"] * 8 + ["8bw9", "8bw9", "7bwb9"] + ["19"] * 8) + " b - 0 0",),
    "chess": (
        "8/8/8/4k3/8/8/3QK3/8 w - - 0 1",
        "8/5pk1/6p1/8/3R4/6P1/r4PK1/8 w - - 0 1",
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
        "7k/5Q2/8/6K1/8/8/8/8 w - - 0 1",
    ),
    "xiangqi": (
        "3k5/9/9/9/9/9/9/9/4R4/4K4 w",
        "3akab2/9/4b4/9/9/2R6/9/4B4/4A4/2BAK4 w",
        "3k5/9/9/9/9/9/9/9/R8/1R2K4 w",
    ),
}
"""Positions of endings, of tactics and near a mate or a win, in addition to those of random games."""

GAMES = sorted(games())
QUICK = ("minigo", "tictactoe")
RULES = {"go": "size=9"}


@cache
def positions(game: str) -> tuple[Any, ...]:
    """Openings, middlegames and endings: the last position of random games in which many pieces are captured."""
    start = find_game(game).with_rules(RULES.get(game, "")).start()
    found = [start.game.parse_position(text) for text in SETUPS.get(game, ())]
    for seed in range(10):
        line = random_play(
            start, (0, 4, 8, 14, 20, 30, 45, 60, 90, 140)[seed], random.Random(seed), noisy=0.3 + seed / 15
        )
        found.append(next(each for each in reversed(line) if each.has_legal_move()))
    return tuple(found)


def judge(game: str) -> Evaluation:
    """The hand-made evaluation, which training does not change."""
    return find_evaluation(game, hand_made(game))


@cache
def fingerprint(
    game: str, text: str, nodes: int, depth: int = 16
) -> tuple[tuple[int, int, Score | None, tuple[int, ...]], ...]:
    found = []
    for position in positions(game):
        search = Spec.parse(text).build(judge(game))
        report = last_report(search.analyse(position, Limit(nodes=nodes, depth=depth)))
        assert report is not None
        found.append((report.nodes, report.cutoffs, report.score, report.pv))
    return tuple(found)


@deep
@pytest.mark.parametrize("name", REFINEMENTS)
@pytest.mark.parametrize("game", few(GAMES, QUICK))
@pytest.mark.diagonal("name", "game")
def test_a_switch_is_dead_only_where_declared(game: str, name: str) -> None:
    cls = find_game(game)
    usual = preset_values(cls, "strong")[name]
    toggled = f"pvs:{name}={'off' if usual else 'on'}"
    if name in cls.unsuitable:
        assert not usual
        return
    alive = any(
        fingerprint(game, "pvs", nodes) != fingerprint(game, toggled, nodes) for nodes in (4000, 30_000, 300_000)
    )
    assert alive, f"{name} changes no search of {game}"


@pytest.mark.slow
@deep
@pytest.mark.parametrize("game", ["chess", "cotoan", "xiangqi"])
def test_depth_12_is_searched_once(game: str, golden: Callable[[str, str], None]) -> None:
    """The nodes to depth 12 of one middlegame, with each switch toggled.

    A switch without an effect here has one in other positions (``test_a_switch_is_dead_only_where_declared``).
    """
    cls = find_game(game)
    usual = preset_values(cls, "strong")
    position = positions(game)[-6]
    counts = {}
    for name in ("", *(each for each in REFINEMENTS if each not in cls.unsuitable)):
        spec = f"pvs:{name}={'off' if usual[name] else 'on'}" if name else "pvs"
        report = last_report(Spec.parse(spec).build(judge(game)).analyse(position, Limit(depth=12)))
        assert report is not None and report.depth == 12
        counts[spec] = report.nodes
    golden(f"depth_12_{game}.txt", "".join(f"{spec}: {nodes}\n" for spec, nodes in counts.items()))
    same = {spec for spec, nodes in counts.items() if nodes == counts["pvs"]} - {"pvs"}
    assert same <= {"pvs:mate_distance=off", "pvs:verification=off", "pvs:probcut=off", "pvs:cycles=off"}, same
    # Two switches with the same effect are one: in cờ toán, every threat to win is a danger.
    effects = [nodes for nodes in counts.values() if nodes != counts["pvs"]]
    assert len(set(effects)) == len(effects), counts


@pytest.mark.parametrize("preset", ["plain", "sound", "strong"])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.diagonal("preset", "game")
def test_presets_differ(game: str, preset: str) -> None:
    """The presets of a game are three different searches, unless its switches change that."""
    nodes = 2000 if COMPILED else 60
    others = [each for each in ("plain", "sound", "strong") if each != preset]
    mine = preset_values(find_game(game), preset)
    for other in others:
        if game != "trees" and preset_values(find_game(game), other) != mine:  # its trees have a dozen nodes
            assert fingerprint(game, f"pvs:preset={preset}", nodes) != fingerprint(game, f"pvs:preset={other}", nodes)


VARIANTS: tuple[tuple[str, ...], ...] = (
    (), ("ordering=on",), ("quiescence=on",), ("ordering=on", "quiescence=on"), ("leaf=evaluation",), ("rave=0",),
    ("moves=all",), ("level=1",),
)  # fmt: skip
"""Parameters of algorithms whose searches differ."""


def counts_of(game: str, spec: str, limit: Limit) -> str:
    """Return the nodes of a search of every position of a game, and its cut-offs where the nodes reach the limit."""
    found = []
    for position in positions(game):
        evaluation = judge(game) if find_algorithm(Spec.parse(spec).name).needs_evaluation else None
        report = last_report(Spec.parse(spec).build(evaluation).analyse(position, limit))
        if report is None:
            found.append("-")
        elif report.nodes == limit.nodes:
            found.append(f"{report.nodes}/{report.cutoffs or report.visits or report.leaves or report.proof}")
        else:
            found.append(str(report.nodes))
    return " ".join(found)


@deep
@pytest.mark.slow  # as long as those of each algorithm and of each preset together, which are below
def test_the_nodes_with_each_switch_are_known(golden: Callable[[str, str], None]) -> None:
    """Each switch toggled, over all positions of each game."""
    lines = []
    for game in FINISHED:
        cls = find_game(game)
        usual = preset_values(cls, "strong")
        names = [name for name in REFINEMENTS if name not in cls.unsuitable]
        limit = Limit(depth=3 if game == "go" else 5, nodes=1000)
        specs = ["pvs", *(f"pvs:{name}={'off' if usual[name] else 'on'}" for name in names)]
        lines += [f"{game} {spec}: {counts_of(game, spec, limit)}\n" for spec in specs]
    golden("switch_nodes.txt", "".join(lines))


@deep
def test_the_nodes_of_each_algorithm_are_known(golden: Callable[[str, str], None]) -> None:
    """Each algorithm in each game, with and without the parameters that make it another search."""
    lines = []
    for game in FINISHED:
        for name, algorithm in sorted(algorithms().items()):
            if name == "pvs" or not algorithm.__module__.startswith("engine."):
                continue  # ``pvs_nodes.txt``, and algorithms of other tests
            known = {each.name for each in options_of(algorithm.Parameters)}
            variants = [",".join(each) for each in VARIANTS if {part.partition("=")[0] for part in each} <= known]
            for parameters in variants:
                spec = f"{name}:{parameters}" if parameters else name
                lines.append(f"{game} {spec}: {counts_of(game, spec, Limit(depth=2, nodes=500))}\n")
    golden("algorithm_nodes.txt", "".join(lines))


def test_both_modes_visit_the_same_nodes(golden: Callable[[str, str], None]) -> None:
    """The golden file was written by compiled code, and holds for both modes: a small table, all games."""
    lines = []
    for game in FINISHED:
        for preset in ("sound", "strong"):
            search: Any = Spec.parse(f"pvs:preset={preset}").build(judge(game))
            found = []
            for position in positions(game)[:3]:
                last_report(search.analyse(position, Limit(depth=1)))
                search.use_table(1 << 12)
                report = last_report(search.analyse(position, Limit(depth=4, nodes=700)))
                assert report is not None
                found.append(f"{report.nodes}/{report.cutoffs}/{report.score.value if report.score else '-'}")
            lines.append(f"{game} {preset}: {' '.join(found)}\n")
    golden("pvs_modes.txt", "".join(lines))


@deep
def test_the_numbers_of_nodes_are_known(golden: Callable[[str, str], None]) -> None:
    """Any change of the search shows in the golden file, which is written again on purpose (``--update-golden``)."""
    lines = []
    for game in FINISHED:
        for preset in PRESETS:
            nodes = []
            for position in positions(game):
                search = Spec.parse(f"pvs:preset={preset}").build(judge(game))
                depth = 3 if game in ("caro", "cotoan", "go") else 4
                if preset == "strong":
                    depth = 3 if game == "go" else 6
                report = last_report(search.analyse(position, Limit(depth=depth, nodes=20_000)))
                assert report is not None
                nodes.append(report.nodes)
            lines.append(f"{game} {preset}: {' '.join(str(each) for each in nodes)}\n")
    for game in ("chess", "cotoan", "xiangqi"):  # singular extensions and wins after a pass need more depth
        cutoffs = [report[1] for report in fingerprint(game, "pvs", 60_000, 10)]
        lines.append(f"{game} cutoffs: {' '.join(str(each) for each in cutoffs)}\n")
    golden("pvs_nodes.txt", "".join(lines))
