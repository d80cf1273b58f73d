"""Tables for the lines through a cell, which are indexed by the state of a line.

A *window* is five cells in a row. It is *live* for a side if it contains no stone of the other side and a five there
would win. A ``Law`` defines which fives win:

- ``FREE``: five or more stones win.
- ``EXACT``: exactly five stones win, that is, five stones without a stone of the same side beyond either end.
- ``UNBLOCKED``: five stones that the opponent does not block at both ends win, and so do six or more.
- ``OPEN``: five stones that the opponent does not block at either end win, and so do six or more.

The edge of the board does not block. The *state* of a line around a cell is a number below ``STATES`` that encodes the
five cells on either side. Each of these cells is empty, occupied by the side itself, occupied by the opponent, or off
the board. The *shape* of a state contains the fours, threes and overlines that a stone on the cell would make. The
*worth* of a live window is a number of points that depends on its number of stones (``WINDOW_WORTH``). For each state
the tables contain the shape and the changes of worth that a stone on the cell causes. A move therefore needs a fixed
number of look-ups and no loop over the cells of the lines.
"""

from functools import lru_cache
from typing import Any

import cython

if not cython.compiled:
    MOST, CELLS, LINES, PAD, HALVES, STATES, FLANKS, FOUR = 22, 484, 44, 6, 364, 132496, 1053, 1 << 21
    FREE, EXACT, UNBLOCKED, OPEN = range(4)
    OWN, OTHER, WALL = 1, 2, 3
    HOLES, FOURS, FOURS_SHIFT, THREE, STRAIGHT, OVERLINE = 3, 12, 2, 16, 32, 64
    WORTH_BITS, HOLE, HOLE_BITS, THREE_LINE, THREE_BITS, WON_LINE = 16383, 1 << 14, 15 << 14, 1 << 18, 7 << 18, 1 << 21
    WORTH = [0] * 6

    class _Spot:
        """The lines through one cell. In compiled code, this class is a C struct."""

        __slots__ = ("base", "left", "right", "shift", "word")

        def __init__(self) -> None:
            self.word, self.shift, self.base, self.left, self.right = ([0] * 4 for _ in range(5))

    class _SumChange:
        """The changes of the packed sums of ``worth`` by one stone. In compiled code, this class is a C struct."""

        __slots__ = ("gain", "loss")

        def __init__(self) -> None:
            self.gain = self.loss = 0

    class _Lazy(dict[int, Any]):
        """A table whose entries are filled on first use. Filling all entries would take seconds in uncompiled code."""

        def __init__(self, fill: Any) -> None:
            super().__init__()
            self.fill = fill

        def __missing__(self, state: int) -> Any:
            self.fill(state)
            return self[state]


WINDOW_WORTH = (0, 1, 8, 45, 250)
"""Worth of a live window by its number of stones, 0 to 4, for the evaluation ``patterns``."""


def _fill_worth() -> None:
    for stones in range(len(WINDOW_WORTH)):
        WORTH[stones] = WINDOW_WORTH[stones]


_fill_worth()


def worth(stones: int) -> int:
    """Return the packed worth of a live window with the given number of stones, 0 to 5.

    The result is the entry of ``WINDOW_WORTH``, plus ``FOUR`` for a window with four stones. For five stones it is 0.
    """
    return WORTH[stones] + FOUR if stones == 4 else WORTH[stones]


def decode(half: int, line: Any, step: int) -> int:
    """Decode the state of one side of a cell, and store the five cells of that side in ``line``.

    Args:
        half: the state, a number below ``HALVES``.
        line: array of eleven entries, in which the cell is entry 5.
        step: 1 to write entries 6 … 10, -1 to write entries 4 … 0.

    Returns:
        The number of these cells that are on the board. The other cells are written as ``WALL``.
    """
    length = 0
    first = 0
    size = 1
    while length < 5 and half >= first + size:
        first += size
        size *= 3
        length += 1
    rest = half - first
    for k in range(1, 6):
        if k <= length:
            line[5 + step * k] = rest % 3
            rest //= 3
        else:
            line[5 + step * k] = WALL
    return length


def half_base(length: int) -> int:
    """Return the lowest state of one side of a cell.

    ``length`` is the number of cells on that side up to the edge of the board. Only the nearest five are considered.
    """
    return (0, 1, 4, 13, 40, 121)[min(length, 5)]


def flank_base(length: int) -> int:
    """Return the lowest state of a flank, which consists of the six cells on one side of a cell.

    ``length`` is the number of cells on that side up to the edge of the board.
    """
    return 0 if length < 5 else 81 if length == 5 else 324


class Geometry:
    """The lines of a board, and the position of each cell on the four lines through it.

    Args:
        columns: number of columns, 5 to 22.
        rows: number of rows, 5 to 22.

    Raises:
        ValueError: if the size is out of range.
    """

    if not cython.compiled:
        spots: Any
        lengths: Any
        long_lines: Any

    def __init__(self, columns: int, rows: int) -> None:
        if not (5 <= columns <= MOST and 5 <= rows <= MOST):
            raise ValueError(f"{columns} × {rows}: a board has 5 to {MOST} columns and rows")
        if not cython.compiled:
            self.spots = [_Spot() for _ in range(CELLS)]
            self.lengths, self.long_lines = [0] * (4 * LINES), [0] * (4 * LINES)
        self.columns = columns
        self.rows = rows
        self.cells = columns * rows
        for row in range(rows):
            for column in range(columns):
                self._measure(row, column)
        self.long_count = 0
        for line in range(4 * LINES):
            if self.lengths[line] >= 5:
                self.long_lines[self.long_count] = line
                self.long_count += 1

    def _measure(self, row: int, column: int) -> None:
        columns, rows = self.columns, self.rows
        cell = columns * row + column
        lines = (row, column, row - column + columns - 1, row + column)
        before = (column, row, min(column, row), min(columns - 1 - column, row))
        after = (
            columns - 1 - column,
            rows - 1 - row,
            min(columns - 1 - column, rows - 1 - row),
            min(column, rows - 1 - row),
        )
        for direction in range(4):
            left, right = before[direction], after[direction]
            self.spots[cell].word[direction] = LINES * direction + lines[direction]
            self.lengths[LINES * direction + lines[direction]] = left + right + 1
            self.spots[cell].shift[direction] = left
            self.spots[cell].base[direction] = HALVES * half_base(left) + half_base(right)
            self.spots[cell].left[direction] = flank_base(left)
            self.spots[cell].right[direction] = flank_base(right)


class Law:
    """The tables of one kind of win.

    Args:
        kind: ``FREE``, ``EXACT``, ``UNBLOCKED`` or ``OPEN``.

    Raises:
        ValueError: if ``kind`` is none of these.
    """

    def __init__(self, kind: int) -> None:
        if not FREE <= kind <= OPEN:
            raise ValueError(f"{kind} is not a kind of win")
        self.kind = kind
        self.flanked = kind != FREE
        if cython.compiled:
            for state in range(STATES):
                self.fill(state)
            for state in range(FLANKS):
                self.fill_flank(state)
        else:
            self.changes, self.shapes, self.ranks = _Lazy(self.fill), _Lazy(self.fill), _Lazy(self.fill)
            self.flanks = _Lazy(self.fill_flank)

    def allows(self, left: int, right: int) -> bool:
        """Whether a five wins.

        ``left`` and ``right`` are the contents of the cells beyond both ends: 0, ``OWN``, ``OTHER`` or ``WALL``.
        """
        if self.kind == FREE:
            return True
        if self.kind == EXACT:
            return left != OWN and right != OWN
        if self.kind == UNBLOCKED:
            return left != OTHER or right != OTHER
        return left == OWN or right == OWN or (left != OTHER and right != OTHER)

    def fill(self, state: int) -> None:
        """Fill the entries of ``changes``, ``shapes`` and ``ranks`` for a stone on the middle of a line in ``state``.

        A *rank* summarises what the stone gains on the line. Its fields are wide enough for the sum of four lines.
        """
        line = cython.declare(cython.int[11])
        line[5] = 0
        decode(state // HALVES, line, -1)
        decode(state % HALVES, line, 1)
        gain = 0
        loss = 0
        holes = 0
        fours = 0
        hole_before = -1
        four_before = 0
        for first in range(1, 6):
            stones = 0
            dead = False
            hole = 0
            four = 0
            for cell in range(first, first + 5):
                if line[cell] == OWN:
                    stones += 1
                    four |= 1 << cell
                elif line[cell] != 0:
                    dead = True
                elif cell != 5:
                    hole = cell
            if dead or not self.allows(line[first - 1], line[first + 5]):
                continue
            gain += worth(stones + 1) - worth(stones)
            loss += worth(stones)
            if stones == 3:  # a four with the middle
                # Windows are visited from left to right, so equal holes are consecutive, and so are equal fours.
                if hole != hole_before:
                    holes += 1
                if four != four_before:
                    fours += 1
                hole_before = hole
                four_before = four
        line[5] = OWN
        shape = holes | fours << FOURS_SHIFT
        first = 5
        while first > 0 and line[first - 1] == OWN:
            first -= 1
        last = 5
        while last < 10 and line[last + 1] == OWN:
            last += 1
        if last - first >= 5:
            shape |= OVERLINE
        if self.straight(line, 5):
            shape |= STRAIGHT
        for cell in range(2, 9):
            if line[cell] == 0:
                line[cell] = OWN
                if self.straight(line, cell):
                    shape |= THREE
                line[cell] = 0
        rank = WON_LINE if loss >= FOUR else gain & (FOUR - 1)
        rank += HOLE * (shape & HOLES)
        if shape & THREE:
            rank += THREE_LINE
        if cython.compiled:
            self.changes[state].gain = gain
            self.changes[state].loss = loss
            self.shapes[state] = shape
            self.ranks[state] = rank
        else:
            change = _SumChange()
            change.gain, change.loss = gain, loss
            self.changes[state] = change
            self.shapes[state] = shape
            self.ranks[state] = rank

    def straight(self, line: Any, cell: int) -> bool:
        """Whether the middle and ``cell`` are in a straight four.

        A straight four is an unbroken row of four that a stone at either end would extend to a winning five.
        """
        first = 5
        while first > 2 and line[first - 1] == OWN:
            first -= 1
        last = 5
        while last < 8 and line[last + 1] == OWN:
            last += 1
        return (
            last - first == 3
            and first <= cell <= last
            and line[first - 1] == 0
            and line[last + 1] == 0
            and self.allows(line[first - 2], line[last + 1])
            and self.allows(line[first - 1], line[last + 2])
        )

    def fill_flank(self, state: int) -> None:
        """Fill the entry of ``flanks`` for ``state``.

        The entry contains the changes of the worth of a window by a stone on the cell just beyond an end of the window.
        """
        beyond = 0
        if state < 81:
            stones = -1
        else:
            if state < 324:
                rest = state - 81
            else:
                rest = state - 324
            stones = 0
            for _ in range(5):
                if rest % 3 == OWN:
                    stones += 1
                elif rest % 3 == OTHER:
                    stones = -6
                rest //= 3
            beyond = WALL if state < 324 else rest
        gain = 0
        loss = 0
        if stones >= 0:
            empty = worth(stones) if self.allows(0, beyond) else 0
            gain = (worth(stones) if self.allows(OWN, beyond) else 0) - empty
            loss = empty - (worth(stones) if self.allows(OTHER, beyond) else 0)
        if cython.compiled:
            self.flanks[state].gain = gain
            self.flanks[state].loss = loss
        else:
            change = _SumChange()
            change.gain, change.loss = gain, loss
            self.flanks[state] = change


_laws: dict[int, Law] = {}


@lru_cache(maxsize=16)
def find_geometry(columns: int, rows: int) -> Geometry:
    """Return the geometry of a board. The last 16 are cached, of 40 kB each in compiled code."""
    return Geometry(columns, rows)


def find_law(kind: int) -> Law:
    """Return the law of ``kind``. The law is cached, because filling its tables takes about 20 ms in compiled code."""
    if kind not in _laws:
        _laws[kind] = Law(kind)
    return _laws[kind]
