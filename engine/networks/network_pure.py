"""The functions of ``network.h`` for uncompiled code."""

from typing import Any

from engine.core.score import WIN_BOUND

SUMS_SIZE = 0
"""Size of the memory, which is a list in uncompiled code."""
ONE = 255
MOST = WIN_BOUND - 1


class Weights:
    """The weights of a network.

    Args:
        table: rows of the inputs (``Inputs.table``).
        weights: weights of the hidden units, by row and unit.
        bias: bias of each hidden unit.
        output: output weights by bucket, view and unit.
        offset: constant of each bucket.
    """

    cells = variants = hidden = output_unit = factor = 0

    def __init__(self, table: Any, weights: Any, bias: Any, output: Any, offset: Any) -> None:
        self.table, self.weights, self.bias, self.output, self.offset = table, weights, bias, output, offset


def judge(network: Any, memory: list[Any], cells: Any, facts: Any, side: int) -> int:
    """Return the score for ``side`` to move of the position with these bytes and facts (``Position.write_cells``).

    Args:
        network: the weights, with the fields of ``kyvien_network``.
        memory: what is known of the last position that was judged: its bytes, its variants and its sums, or nothing.
        cells: the bytes.
        facts: the variants of both players, and the bucket.
        side: the side to move.
    """
    if not memory:
        memory[:] = [[0] * network.cells, [-1, -1], [[], []]]
    old, variants, sums = memory
    for player in range(2):
        base = (player * network.variants + facts[player]) * network.cells * 256
        if variants[player] != facts[player]:
            sums[player] = list(network.bias)
            pairs = [(-1, network.table[base + cell * 256 + cells[cell]]) for cell in range(network.cells)]
        else:
            pairs = [
                (network.table[base + cell * 256 + old[cell]], network.table[base + cell * 256 + cells[cell]])
                for cell in range(network.cells)
                if old[cell] != cells[cell]
            ]
        for before, after in pairs:
            for row, sign in ((before, -1), (after, 1)):
                if row >= 0:
                    for unit in range(network.hidden):
                        sums[player][unit] += sign * network.weights[row * network.hidden + unit]
        variants[player] = facts[player]
    old[:] = [cells[cell] for cell in range(network.cells)]
    total, start = 0, facts[2] * 2 * network.hidden
    for unit, value in enumerate(sums[side] + sums[side ^ 1]):
        total += min(max(value, 0), ONE) ** 2 * network.output[start + unit]
    total = _quotient(total, ONE) + network.offset[facts[2]]
    return min(max(_quotient(total * network.factor, ONE * network.output_unit), -MOST), MOST)


def _quotient(number: int, divisor: int) -> int:
    """Return a quotient rounded towards 0, as in C."""
    return number // divisor if number >= 0 else -(-number // divisor)
