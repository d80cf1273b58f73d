"""The whole numbers of a fitted network, for its file."""

from array import array
from typing import Any

import numpy as np

from engine.core.evaluation import Evaluation
from engine.core.game import Game
from engine.learning.fit import Parameters
from engine.networks.file import MOST_OUTPUT, ONE, NetworkData, NetworkHeader

MOST_UNIT = 512
"""Greatest number that an output weight of 1 is stored as."""
MOST_SUM = 32_767
"""Greatest absolute value of the sum of a hidden unit."""
LICENCE = "MIT"
"""Terms of use of weights that were fitted to own games."""


def quantise(parameters: Parameters, game: Game[Any], base: Evaluation, factor: int) -> NetworkData:
    """Return the network in whole numbers.

    Output weights are stored as multiples of the least unit with which the greatest of them fits. The weights of a
    hidden unit whose sum could overflow are limited to the greatest value with which it cannot.

    Args:
        parameters: the fitted network.
        game: the game with its rules.
        base: the evaluation in whose unit the scores are.
        factor: score of an output of 1, that is, of a chance of 1 / (1 + 1/e).
    """
    inputs = game.inputs()
    most = float(np.abs(parameters.output).max())
    unit = max(1, min(MOST_UNIT, int(MOST_OUTPUT / most))) if most else MOST_UNIT
    weights = np.rint(parameters.weights * ONE).astype(np.int64)
    biases = np.rint(np.clip(parameters.biases * ONE, -MOST_SUM // 2, MOST_SUM // 2)).astype(np.int64)
    weights = _limited(weights, MOST_SUM - np.abs(biases), inputs.rows_by_cell)
    output = np.clip(np.rint(parameters.output * unit), -MOST_OUTPUT, MOST_OUTPUT)
    header = NetworkHeader(
        game=game.name, rules=game.rules_text(), inputs=inputs.digest, rows=inputs.rows, hidden=weights.shape[1],
        buckets=inputs.buckets, output_unit=unit, factor=factor, scale=base.scale_for(base.parameters) or 2 * factor,
        unit=base.unit or "points", decimals=base.decimals_for(base.parameters), margin=base.margin,
        gain_scale=base.gain_scale, licence=LICENCE,
    )  # fmt: skip
    constants = np.rint(parameters.constants * (ONE * unit))
    return NetworkData(
        header, _array("h", weights), _array("h", biases), _array("h", output), _array("i", constants)
    )  # fmt: skip


def _array(code: str, numbers: np.ndarray) -> "array[int]":
    return array(code, numbers.ravel().astype(int).tolist())


def dequantised(network: NetworkData) -> Parameters:
    """Return the numbers of a network whose logits are those of ``network`` up to the rounding of its scores."""
    header = network.header
    found = Parameters(header.rows, header.hidden, header.buckets)
    found.weights[:] = np.array(network.weights).reshape(found.weights.shape) / ONE
    found.biases[:] = np.array(network.bias) / ONE
    found.output[:] = np.array(network.output).reshape(found.output.shape) / header.output_unit
    found.constants[:] = np.array(network.offset) / (ONE * header.output_unit)
    return found


def _limited(weights: np.ndarray, room: np.ndarray, rows_by_cell: Any) -> np.ndarray:
    """Return weights with which the sum of each hidden unit is at most ``room``, whatever byte each cell has.

    Args:
        weights: ``(rows, hidden)``.
        room: greatest sum of each unit, ``(hidden,)``.
        rows_by_cell: for each cell, the rows that its bytes can select.
    """
    greatest = np.array([np.abs(weights[list(rows)]).max(0) for rows in rows_by_cell if rows])
    low, high = np.zeros_like(room), np.full_like(room, MOST_SUM)
    while (low < high).any():
        middle = (low + high + 1) // 2
        is_small = np.minimum(greatest, middle).sum(0) <= room
        low, high = np.where(is_small, middle, low), np.where(is_small, high, middle - 1)
    limited: np.ndarray = np.clip(weights, -low, low)
    return limited
