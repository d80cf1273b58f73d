"""The fit of a network: its gradient against numeric differences, and its steps."""

import math

import numpy as np
import pytest

from engine.learning import fit_pure
from engine.learning.fit import Fit, Parameters
from engine.learning.positions import record_type

ROWS, CELLS, VARIANTS, BUCKETS = 7, 5, 2, 3


def made(hidden: int, count: int = 40, seed: int = 1) -> Fit:
    """A fit with random positions, in which every number of the network has an effect."""
    rng = np.random.default_rng(seed)
    table = np.full((2, VARIANTS, CELLS, 256), -1, np.int16)
    table[:, :, :, 1:4] = rng.integers(0, ROWS, (2, VARIANTS, CELLS, 3))
    records = np.zeros(count, record_type(CELLS))
    records["cells"] = rng.integers(0, 4, (count, CELLS))
    records["side"] = rng.integers(0, 2, count)
    records["variants"] = rng.integers(0, VARIANTS, (count, 2))
    records["bucket"] = rng.integers(0, BUCKETS, count)
    fit = Fit(table, ROWS, hidden, BUCKETS, records, rng.random(count), seed)
    fit.parameters.weights[:] = rng.normal(0, 0.3, (ROWS, hidden))
    fit.parameters.biases[:] = rng.normal(0.3, 0.2, hidden)
    fit.parameters.output[:] = rng.normal(0, 0.5, (BUCKETS, 2, hidden))
    fit.parameters.constants[:] = rng.normal(0, 1, BUCKETS)
    return fit


def definition(fit: Fit, values: np.ndarray, variants: np.ndarray | None = None) -> float:
    """The sum of the losses of all positions for other numbers of the network, in float64, position by position."""
    own = fit.parameters
    rows, hidden = own.weights.shape
    ends = np.cumsum([rows * hidden, hidden, own.output.size])
    weights, biases, output, constants = np.split(values.astype(np.float64), ends)
    weights, output = weights.reshape(rows, hidden), output.reshape(-1, 2, hidden)
    loss = 0.0
    for number, record in enumerate(fit.records):
        logit = constants[record["bucket"]]
        for view in range(2):
            player = view ^ int(record["side"])
            variant = record["variants"][player] if variants is None else variants[number]
            chosen = [fit.table[player, variant, cell, value] for cell, value in enumerate(record["cells"])]
            sums = biases + sum((weights[row] for row in chosen if row >= 0), np.zeros(hidden))
            logit += (np.clip(sums, 0, 1) ** 2 * output[record["bucket"], view]).sum()
        chance, target = 1 / (1 + math.exp(-logit)), float(fit.targets[number])
        loss -= target * math.log(chance) + (1 - target) * math.log(1 - chance)
    return loss


@pytest.mark.parametrize("hidden", [1, 8, 11])
def test_the_loss_is_that_of_the_definition(hidden: int) -> None:
    fit = made(hidden)
    order = np.arange(len(fit.records))
    assert fit.loss(order) * len(order) == pytest.approx(definition(fit, fit.parameters.all), rel=1e-5)


@pytest.mark.parametrize("hidden", [1, 8, 11])
@pytest.mark.parametrize("are_chosen", [False, True])
def test_the_gradient_is_the_numeric_one_in_each_group(hidden: int, are_chosen: bool) -> None:
    fit = made(hidden)
    order = np.arange(len(fit.records))
    variants = np.random.default_rng(2).integers(0, VARIANTS, len(order)).astype(np.uint8) if are_chosen else None
    fit.add_gradient(order, variants)
    values = fit.parameters.all.astype(np.float64)
    numeric = np.zeros_like(values)
    for place in range(len(values)):
        step = np.zeros_like(values)
        step[place] = 1e-5
        numeric[place] = (definition(fit, values + step, variants) - definition(fit, values - step, variants)) / 2e-5
    expected = Parameters(ROWS, hidden, BUCKETS)
    expected.all[:] = numeric
    for (found, _), (wanted, _) in zip(fit.gradient.groups, expected.groups, strict=True):
        assert np.abs(wanted).max() > 0
        assert found == pytest.approx(wanted, abs=1e-3 * float(np.abs(wanted).max()))


@pytest.mark.parametrize("are_chosen", [False, True])
def test_uncompiled_code_has_the_same_sums_and_steps(are_chosen: bool) -> None:
    fit, other = made(11), made(11)
    order = np.random.default_rng(3).permutation(40)
    variants = np.ones(40, np.uint8) if are_chosen else None
    loss = fit.add_gradient(order, variants)
    outputs = np.zeros(40, np.float32)
    assert fit_pure.fit_pass(other, other.gradient, order, other.targets, variants, outputs) == pytest.approx(loss)
    assert other.gradient.all == pytest.approx(fit.gradient.all, abs=1e-5)
    if not are_chosen:
        assert outputs == pytest.approx(fit.outputs(order), abs=1e-5)
    zeros = [np.zeros_like(fit.parameters.all) for _ in range(2)]
    fit_pure.fit_step((other.parameters.all, other.gradient.all, *zeros), 0.01, 1 / 40, 0.5, 0.1, 0.001, 1.98)
    fit.gradient.all[:] = 0
    fit.learn(order, variants, 0.01, 0.5)
    assert other.parameters.weights == pytest.approx(fit.parameters.weights, abs=1e-4)


def test_a_step_takes_away_a_share_of_the_weights_but_not_of_the_biases() -> None:
    one, other, before = made(8), made(8), made(8)
    order = np.arange(40)
    one.learn(order, None, 0.01, 0.0)
    other.learn(order, None, 0.01, 0.5)
    networks = (each.parameters.groups for each in (one, other, before))
    for plain, decayed, old in zip(*networks, strict=True):
        taken = 0.01 * 0.5 * old[0] if plain[1] else 0.0
        assert plain[0] - decayed[0] == pytest.approx(taken, abs=1e-6)
        assert (plain[0] != old[0]).any()


def test_the_first_step_moves_every_weight_by_the_rate_against_its_gradient() -> None:
    fit, before = made(8), made(8)
    before.add_gradient(np.arange(40))
    fit.learn(np.arange(40), None, 0.01, 0.0)
    slope, moved = before.gradient.all, fit.parameters.all - before.parameters.all
    steep = np.abs(slope) > 0.01
    assert steep.sum() > 50
    assert moved[steep] == pytest.approx(-0.01 * np.sign(slope[steep]), abs=1e-5)
    assert not fit.gradient.all.any()


def test_weights_are_limited_and_biases_are_not() -> None:
    fit = made(8)
    fit.parameters.all[:] = 3
    fit.learn(np.arange(40), None, 0.01, 0.0)
    for values, is_weight in fit.parameters.groups:
        assert (np.abs(values).max() <= np.float32(1.98)) == is_weight


def test_steps_reduce_the_loss() -> None:
    fit, order = made(8), np.arange(40)
    before = fit.loss(order)
    for _ in range(100):
        fit.learn(order, None, 0.01, 0.0)
    targets = fit.targets.astype(np.float64)
    floor = -(targets * np.log(targets) + (1 - targets) * np.log(1 - targets)).mean()
    assert fit.loss(order) - floor < 0.2 * (before - floor)


def test_two_fits_with_equal_arguments_are_equal_in_every_bit() -> None:
    fits = made(11), made(11)
    for fit in fits:
        for _ in range(5):
            fit.learn(np.arange(40), None, 0.01, 0.01)
    assert fits[0].parameters.all.tobytes() == fits[1].parameters.all.tobytes()


def test_outputs_are_those_of_the_loss() -> None:
    fit, order = made(8), np.array([3, 1, 7])
    chances = 1 / (1 + np.exp(-fit.outputs(order).astype(np.float64)))
    targets = fit.targets[order]
    assert fit.loss(order) == pytest.approx(-(targets * np.log(chances) + (1 - targets) * np.log(1 - chances)).mean())


@pytest.mark.parametrize("order", [[], [-1], [40]])
def test_numbers_of_positions_are_checked(order: list[int]) -> None:
    with pytest.raises(ValueError, match="position"):
        made(8).loss(np.array(order))


def test_variants_and_shapes_are_checked() -> None:
    fit = made(8)
    with pytest.raises(ValueError, match="variant"):
        fit.loss(np.arange(4), np.full(40, VARIANTS))
    with pytest.raises(ValueError, match="target"):
        fit.loss(np.arange(4), None, np.zeros(3))
    for table, rows, hidden, buckets in (
        (fit.table, ROWS - 1, 8, BUCKETS), (fit.table, ROWS, 257, BUCKETS), (fit.table, ROWS, 8, BUCKETS - 1),
        (fit.table[:, :1], ROWS, 8, BUCKETS), (fit.table.astype(np.int32), ROWS, 8, BUCKETS),
    ):  # fmt: skip
        with pytest.raises(ValueError, match=r"fit|many"):
            Fit(table, rows, hidden, buckets, fit.records, fit.targets, 1)
