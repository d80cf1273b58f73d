"""Every switch of the strong search does something in every game for which it is offered, and nothing elsewhere."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game, games
from engine.core.score import Score
from engine.search.report import Limit, last_report
from engine.search.search import Spec
from engine.search.switches import PRESETS, REFINEMENTS, preset_values
from tests.engine.conftest import COMPILED, deep, few
from tests.engine.positions import random_play

SETUPS = {
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
"""Positions of endings, of tactics and near a mate, in addition to those of random games."""

GAMES = sorted(games())
QUICK = ("minigo", "tictactoe")


@cache
def positions(game: str) -> tuple[Any, ...]:
    """Openings, middlegames and endings: the last position of random games in which many pieces are captured."""
    start = find_game(game).with_rules("size=9" if game == "go" else "").start()
    found = [find_game(game)().parse_position(text) for text in SETUPS.get(game, ())]
    for seed in range(10):
        line = random_play(
            start, (0, 4, 8, 14, 20, 30, 45, 60, 90, 140)[seed], random.Random(seed), noisy=0.3 + seed / 15
        )
        found.append(next(each for each in reversed(line) if each.has_legal_move()))
    return tuple(found)


@cache
def fingerprint(
    game: str, text: str, nodes: int, depth: int = 16
) -> tuple[tuple[int, int, Score | None, tuple[int, ...]], ...]:
    found = []
    for position in positions(game):
        search = Spec.parse(text).build(find_evaluation(game))
        report = last_report(search.analyse(position, Limit(nodes=nodes, depth=depth)))
        assert report is not None
        found.append((report.nodes, report.cutoffs, report.score, report.pv))
    return tuple(found)


@deep
@pytest.mark.parametrize("name", REFINEMENTS)
@pytest.mark.parametrize("game", few(GAMES, QUICK))
def test_a_switch_is_dead_only_where_it_is_said_to_be(game: str, name: str) -> None:
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


@pytest.mark.parametrize("preset", ["plain", "sound", "strong"])
@pytest.mark.parametrize("game", GAMES)
def test_presets_differ(game: str, preset: str) -> None:
    """The presets of a game are three different searches, unless its switches say otherwise."""
    nodes = 2000 if COMPILED else 60
    others = [each for each in ("plain", "sound", "strong") if each != preset]
    mine = preset_values(find_game(game), preset)
    for other in others:
        if game != "trees" and preset_values(find_game(game), other) != mine:  # its trees have a dozen nodes
            assert fingerprint(game, f"pvs:preset={preset}", nodes) != fingerprint(game, f"pvs:preset={other}", nodes)


@deep
def test_the_numbers_of_nodes_are_known(golden: Callable[[str, str], None]) -> None:
    """Any change of the search shows in the golden file, which is written again on purpose (``--update-golden``)."""
    lines = []
    for game in GAMES:
        for preset in PRESETS:
            nodes = []
            for position in positions(game)[:8]:
                search = Spec.parse(f"pvs:preset={preset}").build(find_evaluation(game))
                depth = 3 if game in ("caro", "cotoan", "go") else 4
                if preset == "strong":
                    depth = 3 if game == "go" else 6
                report = last_report(search.analyse(position, Limit(depth=depth, nodes=40_000)))
                assert report is not None
                nodes.append(report.nodes)
            lines.append(f"{game} {preset}: {' '.join(str(each) for each in nodes)}\n")
    for game in ("chess", "cotoan", "xiangqi"):  # singular extensions and wins after a pass need more depth
        cutoffs = [report[1] for report in fingerprint(game, "pvs", 60_000, 10)]
        lines.append(f"{game} cutoffs: {' '.join(str(each) for each in cutoffs)}\n")
    golden("pvs_nodes.txt", "".join(lines))
