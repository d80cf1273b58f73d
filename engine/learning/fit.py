"""The fit of a network to positions, by gradient descent in one thread, in float32.

A network has a layer of hidden units for each player's view of the board, with the same weights. Each hidden unit sums
the weights of the rows that the bytes of a position select (``engine.core.inputs``). The sums are clipped to 0…1 and
squared, and one of several sets of output weights, which the bucket of the position chooses, adds them up to the logit
of the expected result for the side to move.

The machine code is that of ``engine/learning/fit.h``, which states in which order numbers are added. Two fits with
equal arguments have equal results with the same build. Uncompiled code (``fit_pure``) adds in another order.

Source of the architecture: Y. Nasu, “Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
Shogi”, 2018. Source of the method: D. P. Kingma, J. Ba, “Adam: A Method for Stochastic Optimization”, 2015; I.
Loshchilov, F. Hutter, “Decoupled Weight Decay Regularization”, 2019.
"""

import math
from typing import Any

import cython
import numpy as np

if cython.compiled:
    from cython.cimports.engine.learning.fit import fit_pass, fit_step, kyvien_fitted, kyvien_gradient
else:
    from engine.learning.fit_pure import fit_pass, fit_step

MOST_HIDDEN = 256
MOST_CELLS = 1024
VALUES = 256
"""Values of a byte of a cell."""
BIAS, SPREAD = 0.3, 0.1
"""Biases of the hidden units, and standard deviation of their weights, before the fit."""
MOST = 1.98
"""Greatest absolute value of a weight. In the file of a network, 1 is 255."""


class Parameters:
    """The numbers of a network, or one number for each of them.

    Args:
        rows: number of rows of weights.
        hidden: number of hidden units of each view.
        buckets: number of sets of output weights.

    Attributes:
        all: all of them, float32.
        weights: ``(rows, hidden)``, a view of ``all``, like those that follow.
        biases: ``(hidden,)``.
        output: output weights, ``(buckets, 2, hidden)``: those of the view of the side to move, and of its opponent.
        constants: biases of the output, ``(buckets,)``.
    """

    def __init__(self, rows: int, hidden: int, buckets: int) -> None:
        sizes = (rows * hidden, hidden, buckets * 2 * hidden, buckets)
        self.all = np.zeros(sum(sizes), np.float32)
        weights, self.biases, output, self.constants = np.split(self.all, np.cumsum(sizes)[:3])
        self.weights = weights.reshape(rows, hidden)
        self.output = output.reshape(buckets, 2, hidden)

    @property
    def groups(self) -> tuple[tuple[np.ndarray, bool], ...]:
        """The weights, biases, output weights and output biases as flat arrays, and whether they are weights."""
        weights, output = self.weights.reshape(-1), self.output.reshape(-1)
        return (weights, True), (self.biases, False), (output, True), (self.constants, False)


class Fit:
    """The fit of a network.

    Args:
        table: the row that each byte selects, ``(2, variants, cells, 256)`` int16: by player, variant of the numbering
            of the rows, index of the byte and its value. -1 is no row.
        rows: number of rows.
        hidden: number of hidden units, 1 to ``MOST_HIDDEN``.
        buckets: number of sets of output weights.
        records: the positions, with the fields ``cells``, ``side``, ``variants`` and ``bucket`` (``record_type``).
        targets: expected results for the side to move, from 0 to 1, ``(n,)``.
        seed: random seed of the initial weights.

    Attributes:
        parameters: the network.
        gradient: the sum of the gradients since the last step.
        steps: number of steps done.

    Raises:
        ValueError: if an argument does not fit the others.
    """

    def __init__(
        self, table: np.ndarray, rows: int, hidden: int, buckets: int, records: np.ndarray, targets: np.ndarray,
        seed: int,
    ) -> None:  # fmt: skip
        cells = records.dtype["cells"].shape[0]
        variants = table.shape[1]
        if not (0 < cells <= MOST_CELLS and 0 < hidden <= MOST_HIDDEN and 0 < buckets <= 256 and rows > 0):
            raise ValueError("too many cells, hidden units or buckets")
        is_whole = table.shape == (2, variants, cells, VALUES) and table.dtype == np.int16
        if not is_whole or table.min() < -1 or table.max() >= rows:
            raise ValueError("the table does not fit the rows and the positions")
        facts = records["side"].max(initial=0), records["variants"].max(initial=0), records["bucket"].max(initial=0)
        if facts[0] > 1 or facts[1] >= variants or facts[2] >= buckets or targets.shape != records.shape:
            raise ValueError("the positions do not fit the table")
        self.table = np.ascontiguousarray(table)
        self.records = np.ascontiguousarray(records)
        self.targets = np.ascontiguousarray(targets, np.float32)
        own = [Parameters(rows, hidden, buckets) for _ in range(4)]
        self.parameters, self.gradient, self._means, self._squares = own
        self.steps = 0
        rng = np.random.default_rng(seed)
        self.parameters.weights[:] = rng.normal(0, SPREAD, (rows, hidden))
        self.parameters.biases[:] = BIAS
        self.parameters.output[:] = rng.normal(0, 1 / math.sqrt(2 * hidden), (2, hidden))

    def loss(self, order: np.ndarray, variants: np.ndarray | None = None, targets: np.ndarray | None = None) -> float:
        """Return the mean cross-entropy of the targets of some positions.

        Args:
            order: numbers of the positions, ``(n,)`` with n > 0.
            variants: variant of the numbering of the rows for each position of the records, uint8, or None for the one
                in its record.
            targets: other targets than those of the fit, or None.

        Raises:
            ValueError: if a number is out of range.
        """
        return self._pass(order, variants, None, targets, None) / len(order)

    def outputs(self, order: np.ndarray) -> np.ndarray:
        """Return the logits of some positions, ``(n,)`` float32. The argument is that of ``loss``.

        Raises:
            ValueError: if a number is out of range.
        """
        found = np.zeros(len(order), np.float32)
        self._pass(order, None, None, None, found)
        return found

    def learn(self, order: np.ndarray, variants: np.ndarray | None, rate: float, decay: float) -> float:
        """Do one step with some positions, and return the sum of their losses before it.

        Args:
            order: numbers of the positions.
            variants: as for ``loss``.
            rate: learning rate.
            decay: share of a weight that a step with the rate 1 takes away.

        Raises:
            ValueError: if a number is out of range.
        """
        loss = self._pass(order, variants, self.gradient, None, None)
        self.steps += 1
        first, second = 1 - 0.9**self.steps, 1 - 0.999**self.steps
        memory = (self.parameters, self.gradient, self._means, self._squares)
        for group in zip(*(each.groups for each in memory), strict=True):
            is_weight = group[0][1]
            _step(
                [values for values, _ in group], rate, 1.0 / len(order), decay if is_weight else 0.0, first, second,
                MOST if is_weight else math.inf,
            )  # fmt: skip
        return loss

    def add_gradient(self, order: np.ndarray, variants: np.ndarray | None = None) -> float:
        """Add the gradient of the sum of the losses of some positions to ``gradient``, and return that sum.

        The arguments are those of ``loss``.

        Raises:
            ValueError: if a number is out of range.
        """
        return self._pass(order, variants, self.gradient, None, None)

    def _pass(
        self, order: np.ndarray, variants: np.ndarray | None, gradient: Parameters | None, targets: np.ndarray | None,
        outputs: np.ndarray | None,
    ) -> float:  # fmt: skip
        count = len(self.records)
        order = np.ascontiguousarray(order, np.int32)
        if not len(order) or order.min() < 0 or order.max() >= count:
            raise ValueError("there is no such position")
        if variants is not None:
            variants = np.ascontiguousarray(variants, np.uint8)
            if variants.shape != (count,) or variants.max() >= self.table.shape[1]:
                raise ValueError("there is no such variant")
        targets = self.targets if targets is None else np.ascontiguousarray(targets, np.float32)
        if targets.shape != (count,):
            raise ValueError("every position has one target")
        return float(_pass(self, gradient, order, targets, variants, outputs))


def address(array: Any) -> Any:
    """Return a pointer to the numbers of a contiguous array, or NULL for None."""
    if array is None:
        return cython.NULL
    return cython.cast(cython.p_void, cython.cast(cython.size_t, array.ctypes.data))


def floats(array: Any) -> Any:
    """Return a pointer to the numbers of a contiguous array of float32, or NULL for None."""
    return cython.cast(cython.p_float, address(array))


def _pass(fit: Any, gradient: Any, order: Any, targets: Any, variants: Any, outputs: Any) -> Any:
    """Call ``kyvien_fit_pass``. The arrays have been checked."""
    if not cython.compiled:
        return fit_pass(fit, gradient, order, targets, variants, outputs)
    network = cython.declare(kyvien_fitted)
    slopes = cython.declare(kyvien_gradient)
    pointer = cython.declare(cython.pointer(kyvien_gradient), cython.NULL)
    shape = fit.table.shape
    own = fit.parameters
    network.variants, network.cells = shape[1], shape[2]
    network.rows, network.hidden = own.weights.shape
    network.buckets = own.constants.shape[0]
    network.stride = fit.records.dtype.itemsize
    network.side = fit.records.dtype.fields["side"][1]
    network.table = cython.cast(cython.pointer(cython.short), address(fit.table))
    network.weights = floats(own.weights)
    network.biases = floats(own.biases)
    network.output = floats(own.output)
    network.constants = floats(own.constants)
    if gradient is not None:
        slopes.weights = floats(gradient.weights)
        slopes.biases = floats(gradient.biases)
        slopes.output = floats(gradient.output)
        slopes.constants = floats(gradient.constants)
        pointer = cython.address(slopes)
    records = cython.declare(cython.p_uchar, cython.cast(cython.p_uchar, address(fit.records)))
    numbers = cython.declare(cython.p_int, cython.cast(cython.p_int, address(order)))
    count = cython.declare(cython.longlong, len(order))
    aims = cython.declare(cython.p_float, floats(targets))
    chosen = cython.declare(cython.p_uchar, cython.cast(cython.p_uchar, address(variants)))
    written = cython.declare(cython.p_float, floats(outputs))
    loss = cython.declare(cython.double)
    with cython.nogil:
        loss = fit_pass(cython.address(network), pointer, records, numbers, count, aims, chosen, written)
    return loss


def _step(arrays: Any, rate: Any, share: Any, decay: Any, first: Any, second: Any, most: Any) -> None:
    """Call ``kyvien_fit_step``. ``arrays``: values, gradient, means and squares, of equal length."""
    if not cython.compiled:
        fit_step(arrays, rate, share, decay, first, second, most)
        return
    values, gradient, means, squares = arrays
    fit_step(
        floats(values), floats(gradient), floats(means), floats(squares), len(values), rate, share, decay, first,
        second, most,
    )  # fmt: skip
