"""What the guide states about the switches of the strong search: which keep the value, and in which presets."""

import random
from typing import Any

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.search.report import Limit, last_report
from engine.search.spec import Spec
from engine.search.switches import ORDERING
from engine.search.trace import Trace
from engine.search.visit import Reason
from tests.engine.conftest import deep, sampled

WINDOW = ("aspiration", "mate_distance")
PRUNING = (Reason.RAZORED, Reason.FUTILE, Reason.NULL_MOVE, Reason.PROBCUT)
GAMES = ("chess", "cotoan", "caro", "xiangqi")


def positions(game: str, count: int) -> list[Any]:
    """Positions of random games, with legal moves."""
    found = []
    for seed in range(count):
        rng = random.Random(f"switches {game} {seed}")
        position = find_game(game)().start()
        for _ in range(rng.randint(2, 24)):
            after = position.play(rng.choice(position.legal_moves()))
            if not after.has_legal_move():
                break
            position = after
        found.append(position)
    return found


def report_of(text: str, position: Any, depth: int, trace: Trace | None = None) -> Any:
    search = Spec.parse(text).build(find_evaluation(position.game.name), trace=trace)
    return last_report(search.analyse(position, Limit(depth=depth)))


@deep
@sampled(2, 40)
@pytest.mark.parametrize("switch", [*ORDERING, *WINDOW])
@pytest.mark.parametrize("preset", ["plain", "sound"])
@pytest.mark.diagonal("switch", "preset")
def test_a_switch_of_order_or_window_keeps_the_value_in_plain_and_sound(preset: str, switch: str, count: int) -> None:
    """The value is that of alpha-beta with the switch on and off."""
    for game in GAMES:
        for position in positions(game, count):
            expected = report_of("negascout:ordering=on", position, 3)
            for state in ("on", "off"):
                found = report_of(f"pvs:preset={preset},{switch}={state}", position, 3)
                assert found.score == expected.score, (game, str(position), state)


@deep
def test_in_strong_the_order_can_change_the_value() -> None:
    """Moves late in the order are reduced or skipped, so another order is another search."""
    changed = 0
    for position in positions("chess", 30):
        scores = {report_of(f"pvs:{switch}=off", position, 5).score for switch in ("history", "killers")}
        changed += len(scores | {report_of("pvs", position, 5).score}) > 1
    assert changed > 0


@deep
@pytest.mark.parametrize("game", ["chess", "caro"])
def test_a_position_of_the_principal_variation_is_never_pruned(game: str) -> None:
    """Whatever prunes a whole position does so with a null window only."""
    pruned = 0
    for position in positions(game, 6):
        trace = Trace(200_000)
        report_of("pvs", position, 5, trace)
        for node in trace.nodes():
            if node.reason in PRUNING:
                pruned += 1
                assert node.beta - node.alpha == 1, (game, str(position), node.reason)
    assert pruned > 20
