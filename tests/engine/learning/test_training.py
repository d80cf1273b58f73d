"""The training of networks: targets, games held out, what is learnt, and the network in whole numbers."""

import dataclasses
import hashlib
from pathlib import Path

import numpy as np
import pytest

import engine
import resources
from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.learning.fit import Fit, Parameters
from engine.learning.games import BATCH, PlayedBatch, Players, SelfPlay
from engine.learning.positions import NO_RESULT, GameReplay, record_type, records_of
from engine.learning.quantise import dequantised, quantise
from engine.learning.recipe import METHOD, Recipe, factor_of, read_recipe
from engine.learning.training import HELD_OUT, Epoch, FitPlan, Training, chances, results, targets
from engine.networks.file import network_bytes

GAME = find_game("tictactoe")()
INPUTS = GAME.inputs()
PLAN = FitPlan(hidden=4, share=0.5, mixed_epochs=1, epochs=2, batch=64, rate=0.02)


def made(count: int = 2000, seed: int = 1) -> np.ndarray:
    """Records of random boards of 200 games. The side with more pieces wins, and a fourth of them has no result."""
    rng = np.random.default_rng(seed)
    records = np.zeros(count, record_type(INPUTS.cells))
    records["cells"] = rng.integers(0, 3, (count, INPUTS.cells))
    records["side"] = rng.integers(0, 2, count)
    records["bucket"] = rng.integers(0, INPUTS.buckets, count)
    records["game"] = np.arange(count) * 200 // count
    more = (records["cells"] == 1).sum(1) - (records["cells"] == 2).sum(1)
    records["result"] = 1 + np.sign(more)
    records["score"] = 100 * more * np.where(records["side"] == 0, 1, -1)
    records["result"][::4] = NO_RESULT
    return records


def trained(records: np.ndarray, plan: FitPlan = PLAN) -> tuple[Training, list[Epoch]]:
    training = Training(INPUTS, records, plan, 100)
    return training, [epoch for epoch in training.epochs() if epoch is not None]


def test_the_target_is_a_blend_of_result_and_score_for_the_side_to_move() -> None:
    records = np.zeros(6, record_type(1))
    records["side"] = [0, 1, 0, 1, 0, 1]
    records["result"] = [2, 2, 0, 1, NO_RESULT, NO_RESULT]
    records["score"] = [100, 100, 0, -200, 100, -100]
    expected = chances(np.array([100, 100, 0, -200, 100, -100]), 100)
    assert expected == pytest.approx([0.731059, 0.731059, 0.5, 0.119203, 0.731059, 0.268941], abs=1e-6)
    assert results(records)[:4].tolist() == [1, 0, 0, 0.5]
    blended = 0.25 * np.array([1, 0, 0, 0.5]) + 0.75 * expected[:4]
    assert targets(records, 0.25, 100) == pytest.approx([*blended, *expected[4:]], abs=1e-6)


def test_held_out_games_are_never_fitted() -> None:
    records = made()
    training, _ = trained(records)
    held = set(range(0, 200, HELD_OUT))
    for numbers in (training.fitted, training.mixed):
        assert not held & set(records["game"][numbers])
    assert set(records["game"][training.held_out]) == held
    assert (records["result"][training.held_out] != NO_RESULT).all()
    assert (records["result"][training.fitted] != NO_RESULT).all()
    assert len(training.mixed) == (records["game"] % HELD_OUT != 0).sum()


def test_positions_held_out_change_nothing_but_their_loss() -> None:
    records, changed = made(), made()
    held = changed["game"] % HELD_OUT == 0
    changed["score"][held] *= -1
    changed["cells"][held] = 0
    one, other = trained(records)[0], trained(changed)[0]
    assert one.fit.parameters.all.tobytes() == other.fit.parameters.all.tobytes()


def test_cheap_positions_are_fitted_in_the_first_epochs_only() -> None:
    training, epochs = trained(made())
    sizes = [each.positions for each in epochs]
    assert sizes == [len(training.mixed), len(training.fitted), len(training.fitted)]
    plain = made()
    plain = plain[plain["result"] != NO_RESULT]
    assert [each.number for each in trained(plain)[1]] == [1, 2]


@pytest.mark.parametrize(("name", "are_random"), [("chess", False), ("xiangqi", True), ("cotoan", True)])
def test_variants_are_random_unless_the_position_determines_them(
    name: str, are_random: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    inputs = find_game(name)().inputs()
    records = np.zeros(40, record_type(inputs.cells))
    records["game"] = np.arange(40)
    used = list[np.ndarray | None]()
    learn = Fit.learn

    def noted(fit: Fit, order: np.ndarray, variants: np.ndarray | None, rate: float, decay: float) -> float:
        used.append(variants)
        return learn(fit, order, variants, rate, decay)

    monkeypatch.setattr(Fit, "learn", noted)
    training = Training(inputs, records, PLAN, 100)
    for _ in training.epochs():
        pass
    assert [variants is not None and set(variants) == {0, 1} for variants in used] == [are_random] * len(used)


def test_a_network_of_one_hidden_unit_learns_material() -> None:
    plan = dataclasses.replace(PLAN, hidden=1, epochs=8)
    training, epochs = trained(made(6000), plan)
    aims = training.fit.targets[training.held_out].astype(np.float64)
    floor = -(aims * np.log(aims) + (1 - aims) * np.log(1 - aims)).mean()
    assert epochs[-1].held_out < floor + 0.06 < np.log(2) - 0.1
    assert epochs[-1].result < 0.5


def test_two_trainings_give_the_same_file() -> None:
    files = set()
    for seed in (1, 1, 2):
        training = trained(made(), dataclasses.replace(PLAN, seed=seed))[0]
        files.add(network_bytes(quantise(training.fit.parameters, GAME, find_evaluation("tictactoe"), 100)))
    assert len(files) == 2


def test_the_learning_rate_grows_then_falls_to_a_small_share() -> None:
    training = Training(INPUTS, made(), dataclasses.replace(PLAN, epochs=30), 100)
    rates = [training._rate() for epoch in training.epochs() if epoch is None]
    assert len(rates) == training.total
    assert max(rates) == pytest.approx(PLAN.rate, rel=0.05)
    assert rates[-1] == pytest.approx(0.02 * PLAN.rate, rel=0.01)
    assert rates[0] < 0.1 * PLAN.rate


def test_too_few_games_are_refused() -> None:
    records = made()
    for game in (0, 1):
        with pytest.raises(ValueError, match="too few"):
            Training(INPUTS, records[records["game"] == game], PLAN, 100)


# --- whole numbers ----------------------------------------------------------------------------------------------------


def test_the_network_in_whole_numbers_judges_as_the_fitted_one() -> None:
    records = made()
    training, _ = trained(records)
    fit = training.fit
    network = quantise(fit.parameters, GAME, find_evaluation("tictactoe"), 100)
    header = network.header
    assert (header.factor, header.hidden, header.inputs) == (100, 4, INPUTS.digest)
    assert 127 - 127 / header.output_unit <= np.abs(network.output).max() <= 127 or header.output_unit == 512
    order = training.held_out[:60]
    for number, logit in zip(order, fit.outputs(order), strict=True):
        record = records[number]
        rows = [INPUTS.selected(player, 0, bytes(record["cells"])) for player in Player]
        score = network.score(rows, int(record["bucket"]), Player(int(record["side"])))
        assert score == pytest.approx(100 * float(logit), abs=4)
    fit.parameters.all[:] = dequantised(network).all
    assert fit.loss(training.held_out) == pytest.approx(trained(records)[1][-1].held_out, abs=0.002)


def test_weights_that_could_overflow_are_limited() -> None:
    game = find_game("go")()
    inputs = game.inputs()
    parameters = Parameters(inputs.rows, 2, inputs.buckets)
    parameters.weights[:] = [1.9, 0.1]
    parameters.biases[:] = [60, -200]
    parameters.output[:] = 0.5
    network = quantise(parameters, game, find_evaluation("go"), 100)
    assert network_bytes(network)
    found = np.array(network.weights).reshape(inputs.rows, 2)
    assert set(found[:, 1]) == {26}
    (limit,) = set(found[:, 0].tolist())
    cells = sum(1 for rows in inputs.rows_by_cell if rows)
    assert limit * cells <= 32_767 - 15_300 < (limit + 1) * cells


# --- recipes ----------------------------------------------------------------------------------------------------------


def test_every_recipe_can_be_read() -> None:
    found = sorted(path.stem for path in (Path(resources.__path__[0]) / "networks").glob("*.toml"))
    assert {"chess", "cotoan", "xiangqi", "tictactoe", "nim"} <= set(found)
    for name in found:
        recipe = read_recipe(name)
        assert recipe.play.game == name
        assert recipe != Recipe(SelfPlay(name))
        find_game(name)


def test_the_digest_of_a_recipe_covers_what_determines_the_weights() -> None:
    recipe = read_recipe("cotoan")
    assert recipe.changed("match", games=2).digest == recipe.digest
    for table, value in (
        ("play", {"games": 20}), ("play", {"evaluation": "material"}), ("sampling", {"cheap": 7}), ("plan", {"seed": 9})
    ):  # fmt: skip
        assert recipe.changed(table, **value).digest != recipe.digest


def test_equal_recipes_give_equal_networks_since_the_version_in_their_digest() -> None:
    """If games, records or fit change on purpose, ``METHOD`` becomes the current version."""
    job = SelfPlay("tictactoe", nodes=30, random_plies=(0, 3), decided=0, most_plies=9)
    players, base = Players(job), job.find_evaluation()
    games = [players.play(number) for number in range(2 * BATCH)]
    batches = {0: PlayedBatch(0, b"".join(games[:BATCH])), 1: PlayedBatch(1, b"".join(games[BATCH:]))}
    records = records_of([batches], GameReplay(players.start, base, cheap=2))
    digest = hashlib.sha256(records.tobytes()).hexdigest()[:16]
    assert (METHOD, digest) == ("0.1.0", "8a8118ffad95a3a4")
    assert trained(made())[1][-1].held_out == pytest.approx(0.29365, abs=1e-4)


def test_a_release_does_not_change_the_digest_of_a_recipe(monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = read_recipe("cotoan")
    digest = recipe.digest
    monkeypatch.setattr(engine, "__version__", "99.0.0")
    assert recipe.digest == digest
    monkeypatch.setattr("engine.learning.recipe.METHOD", "99.0.0")
    assert recipe.digest != digest


@pytest.mark.parametrize(
    "text",
    ["=", "[game]", "games = 3", "[fit]\nhidden = 300", "[fit]\nhidden = '3'", "[games]\nrandom_plies = [1]",
     "[games]\nkind = 'x'", "[match]\nseed = true", "[positions]\ncheap = -1", "[fit]\nshare = 1.5"],
)  # fmt: skip
def test_a_faulty_recipe_has_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(OptionError) as caught:
        read_recipe("cotoan", "", path)
    assert "\n" not in str(caught.value)


def test_the_factor_is_half_the_scale() -> None:
    assert factor_of(find_evaluation("chess")) == find_evaluation("chess").scale // 2
    assert factor_of(find_evaluation("nim")) == 100
