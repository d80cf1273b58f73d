"""The functions of ``fit.h`` with numpy, for uncompiled code. Their sums have another order."""

from typing import Any

import numpy as np

CHUNK = 256
"""Positions whose weights are in memory at the same time."""


def fit_pass(fit: Any, gradient: Any, order: Any, targets: Any, variants: Any, outputs: Any) -> float:
    """Return the sum of losses, as ``kyvien_fit_pass`` does. The arguments are those of ``Fit``."""
    loss = 0.0
    for start in range(0, len(order), CHUNK):
        part = slice(start, start + CHUNK)
        found, each = _part(fit, gradient, order[part], targets, variants)
        loss += float(each.sum())
        if outputs is not None:
            outputs[part] = found
    return loss


def _part(fit: Any, gradient: Any, order: Any, targets: Any, variants: Any) -> tuple[np.ndarray, np.ndarray]:
    """Return the outputs and the losses of some positions."""
    own, records = fit.parameters, fit.records[order]
    hidden = own.biases.shape[0]
    weights = np.concatenate([own.weights, np.zeros((1, hidden), np.float32)])
    sides, buckets = records["side"].astype(np.intp), records["bucket"]
    cells = np.arange(records["cells"].shape[1])
    rows, clipped = [], []
    for view in range(2):
        players = view ^ sides
        chosen = records["variants"][np.arange(len(order)), players] if variants is None else variants[order]
        rows.append(fit.table[players[:, None], chosen[:, None], cells, records["cells"]])
        clipped.append(np.clip(weights[rows[-1]].sum(1) + own.biases, 0, 1))
    output = own.constants[buckets].copy()
    for view in range(2):
        output += (clipped[view] ** 2 * own.output[buckets, view]).sum(1)
    small = np.exp(-np.abs(output))
    losses = np.maximum(output, 0) - output * targets[order] + np.log1p(small)
    if gradient is not None:
        slope = np.where(output < 0, small, 1) / (1 + small) - targets[order]
        np.add.at(gradient.constants, buckets, slope)
        for view in range(2):
            x = clipped[view]
            np.add.at(gradient.output, (buckets, view), slope[:, None] * x**2)
            steep = np.where(x < 1, slope[:, None] * own.output[buckets, view] * 2 * x, 0).astype(np.float32)
            gradient.biases += steep.sum(0)
            place, column = np.nonzero(rows[view] >= 0)
            np.add.at(gradient.weights, rows[view][place, column], steep[place])
    return output, losses


def fit_step(arrays: Any, rate: float, share: float, decay: float, first: float, second: float, most: float) -> None:
    """Do one step of Adam, as ``kyvien_fit_step`` does.

    Args:
        arrays: the values, their gradient, which is set to 0, and the means and mean squares of earlier gradients.
        rate: learning rate.
        share: factor of the gradient.
        decay: share of a value that a step with the rate 1 takes away.
        first: 1 - 0.9**n in step n.
        second: 1 - 0.999**n in step n.
        most: greatest absolute value.
    """
    values, gradient, means, squares = arrays
    slope = gradient * np.float32(share)
    gradient[:] = 0
    means[:] = np.float32(0.9) * means + np.float32(0.1) * slope
    squares[:] = np.float32(0.999) * squares + np.float32(0.001) * slope * slope
    moved = values * np.float32(1 - rate * decay) - np.float32(rate) * (means / np.float32(first)) / (
        np.sqrt(squares / np.float32(second)) + np.float32(1e-8)
    )
    values[:] = np.clip(moved, -most, most)
