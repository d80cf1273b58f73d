"""Retrograde analysis of a material: the value of every position, from the game's own rules.

The positions of a material are numbered by the cells of their pieces (``Layout``). The analysis (``Retrograde``)
generates and makes the moves of every position twice, with the methods that searches use: once to count the moves into
each position, and once to list the positions before it. From the ends of the game it then goes back through this list:
a position is won in n plies if a move leads to a position that is lost in n - 1, and lost in n if the last of its moves
turns out to lose. No move is taken back, so that there is no second set of rules.

A *value* is one byte: 0 for a draw, or 1 plus the number of plies to the end of the game if both sides play for the
shortest win. An odd number of plies is a win for the side to move, an even number a loss, because a game that ends by a
rule is lost or drawn for the side to move. Draws by repetition and by counters are ignored: the values are those of
positions without a history.

Source: K. Thompson, “Retrograde analysis of certain endgames”, ICCA Journal 9:3, 1986.
"""

from collections.abc import Sequence
from typing import Any

import cython
from cython.cimports.engine.core.position import MAX_MOVES, MOST_PLACED

from engine.core.errors import OptionError
from engine.core.position import Position

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
else:
    MOST_CODE, ILLEGAL, KNOWN = 253, 255, 254

MOST_POSITIONS = 30_000_000
"""Maximum number of positions of a material that is analysed. The analysis takes about 60 bytes for each."""


class Layout:
    """The numbers of the positions of a material.

    The number is composed of the side to move and the place of each piece in the list of its cells. Symmetries reduce
    the list of the first piece. A number describes no position if two pieces are on one cell, if equal pieces are not
    in increasing order, or if the rules do not allow it.

    Args:
        pieces: numbers of the pieces, with equal pieces next to each other, the first one being the only one of its
            kind.
        cells: the cells that each piece can be on.
        symmetries: permutations of the cells that change no rule, the identity first, at most 8.
        swap_pieces: pairs of a piece and the same piece of the other side.
        swap_cells: for each cell, the corresponding cell if the sides are exchanged.

    Attributes:
        size: number of numbers.

    Raises:
        ValueError: if an argument is out of range.
        OptionError: if there are more than ``MOST_POSITIONS`` numbers for each side to move.
    """

    if not cython.compiled:
        places: Any
        cells: Any
        maps: Any

    def __init__(
        self,
        pieces: Sequence[int],
        cells: Sequence[Sequence[int]],
        symmetries: Sequence[Sequence[int]],
        swap_pieces: Sequence[tuple[int, int]],
        swap_cells: Sequence[int],
    ) -> None:
        count = len(pieces)
        total = len(swap_cells)
        if not (0 < count <= 8 and len(cells) == count and 0 < len(symmetries) <= 8 and 0 < total <= 256):
            raise ValueError("too many pieces, symmetries or cells")
        if not cython.compiled:
            self.pieces, self.sizes, self.turns = [0] * 8, [0] * 8, [0] * 256
            self.places, self.cells = [[-1] * 256 for _ in range(8)], [[0] * 256 for _ in range(8)]
            self.maps, self.swap_cell = [[0] * 256 for _ in range(8)], [0] * 256
            self.swap_piece = [-1] * 64
        known: Any = {each for pair in swap_pieces for each in pair}
        if not (set(pieces) <= known <= set(range(64))):
            raise ValueError("piece out of range")
        every: Any = [swap_cells, *symmetries]
        for each in every:
            if sorted(each) != list(range(total)):
                raise ValueError("not a permutation of the cells")
        for piece in range(64):
            self.swap_piece[piece] = -1
        for one, other in swap_pieces:
            self.swap_piece[one] = other
            self.swap_piece[other] = one
        for cell in range(total):
            self.swap_cell[cell] = swap_cells[cell]
            for i in range(len(symmetries)):
                self.maps[i][cell] = symmetries[i][cell]
        self.count = count
        half = 1
        for slot in range(count):
            allowed = list(cells[slot])
            if not (allowed and 0 <= min(allowed) and max(allowed) < total):
                raise ValueError("cell out of range")
            if slot == 0:
                allowed = self._representatives(allowed, symmetries)
            self.pieces[slot] = pieces[slot]
            for cell in range(256):
                self.places[slot][cell] = -1
            for place in range(len(allowed)):
                self.places[slot][allowed[place]] = place
                self.cells[slot][place] = allowed[place]
            self.sizes[slot] = len(allowed)
            half *= len(allowed)
            if half > MOST_POSITIONS:
                raise OptionError("the ending has more than {most} positions", most=f"{MOST_POSITIONS:,}")
        self.half = half
        self.size = 2 * half

    def _representatives(self, allowed: Sequence[int], symmetries: Sequence[Sequence[int]]) -> list[int]:
        """Return one cell of each set of symmetrical cells, and store by which symmetry each cell is mapped to it."""
        chosen: list[int] = []
        for cell in allowed:
            images = [each[cell] for each in symmetries]
            least = min(images)
            self.turns[cell] = images.index(least)
            if least not in chosen:
                chosen.append(least)
        return sorted(chosen)

    def find(self, pieces: Any, cells: Any, count: int, side: int) -> int:
        """Return the number of the position with ``count`` pieces, or -1 if it is of another material."""
        if count != self.count:
            return -1
        at = cython.declare(cython.int[MOST_PLACED])
        used = 0
        for i in range(count):
            slot = 0
            while slot < count and (self.pieces[slot] != pieces[i] or used >> slot & 1):
                slot += 1
            if slot == count:
                return -1
            used |= 1 << slot
            at[slot] = cells[i]
        turn = self.turns[at[0]]
        number = cython.declare(cython.longlong, side)
        for slot in range(count):
            cell = self.maps[turn][at[slot]]
            back = slot
            while back > 1 and self.pieces[back - 1] == self.pieces[slot] and at[back - 1] > cell:
                at[back] = at[back - 1]
                back -= 1
            at[back] = cell
        for slot in range(count):
            place = self.places[slot][at[slot]]
            if place < 0:
                return -1
            number = number * self.sizes[slot] + place
        return number

    def find_swapped(self, pieces: Any, cells: Any, count: int, side: int) -> int:
        """Return the number of the position with ``count`` pieces and its sides exchanged, or -1 as ``find``."""
        if count != self.count:
            return -1
        other_pieces = cython.declare(cython.int[MOST_PLACED])
        other_cells = cython.declare(cython.int[MOST_PLACED])
        for i in range(count):
            other_pieces[i] = self.swap_piece[pieces[i] & 63]
            other_cells[i] = self.swap_cell[cells[i]]
        return self.find(other_pieces, other_cells, count, side ^ 1)

    def set_up(self, position: Position, number: int) -> bool:
        """Set up the position ``number``, and return whether there is such a position."""
        at = cython.declare(cython.int[MOST_PLACED])
        side = cython.declare(cython.int, 0)
        if number >= self.half:
            side = 1
            number -= self.half
        slot = self.count - 1
        while slot >= 0:
            at[slot] = self.cells[slot][number % self.sizes[slot]]
            number //= self.sizes[slot]
            if slot + 1 < self.count and self.pieces[slot] == self.pieces[slot + 1] and at[slot] > at[slot + 1]:
                return False
            slot -= 1
        return position.put_pieces(self.pieces, at, self.count, side)

    # --- for all other code ---------------------------------------------------------------------------------------

    def number_of(self, placement: Sequence[tuple[int, int]], side: int) -> int | None:
        """Return the number of a position, with the sides exchanged if necessary, or None if it has none.

        Args:
            placement: the result of ``Position.placement``.
            side: the side to move.

        Raises:
            ValueError: if a piece or a cell is out of range.
        """
        pieces = cython.declare(cython.int[MOST_PLACED])
        cells = cython.declare(cython.int[MOST_PLACED])
        count = len(placement)
        if count > MOST_PLACED or side not in (0, 1):
            raise ValueError("too many pieces, or no side")
        for i in range(count):
            piece, cell = placement[i]
            if not (0 <= piece < 64 and 0 <= cell < 256):
                raise ValueError("piece or cell out of range")
            pieces[i] = piece
            cells[i] = cell
        number = cython.declare(cython.longlong, self.find(pieces, cells, count, side))
        if number < 0:
            number = self.find_swapped(pieces, cells, count, side)
        return None if number < 0 else number

    def position_of(self, blank: Position, number: int) -> Any:
        """Return the position ``number``, or None if there is none.

        Args:
            blank: any position of the game, of which a copy is changed.
            number: the number.

        Raises:
            IndexError: if the number is out of range.
        """
        if not 0 <= number < self.size:
            raise IndexError(number)
        copy: Any = blank.copy()
        return copy if self.set_up(cython.cast(Position, copy), number) else None


class Retrograde:
    """The analysis of one material.

    ``count`` and ``link`` are called for all numbers in turn, then ``settle`` until it returns False.

    Args:
        blank: any position of the game under the rules of the table, without an evaluation.
        layout: the numbers of the positions.
        exits: pairs of a layout and the values of each material that captures or promotions lead to.

    Raises:
        OptionError: if there is not enough memory.
        ValueError: if the values of a material do not belong to its layout.
    """

    if not cython.compiled:
        values: Any
        left: Any
        worst: Any
        starts: Any
        before: Any
        state: int
        missing_count: int
        missing_pieces: Any

    def __init__(self, blank: Position, layout: Layout, exits: Sequence[tuple[Layout, bytes]]) -> None:
        if self.state:
            raise TypeError("an analysis is initialised once")
        self.state = 1
        self.position = blank.copy()
        self.layout = layout
        self.exits = []
        for other, values in exits:
            if len(values) != other.size:
                raise ValueError("the values do not belong to the layout")
            self.exits.append((other, values))
        size = layout.size
        if cython.compiled:
            self.values = cython.cast(cython.p_uchar, calloc(cython.cast(cython.size_t, size), 1))
            self.left = cython.cast(cython.p_uchar, calloc(cython.cast(cython.size_t, size), 1))
            self.worst = cython.cast(cython.p_uchar, calloc(cython.cast(cython.size_t, size), 1))
            self.starts = cython.cast(cython.p_uint, calloc(cython.cast(cython.size_t, size + 1), 4))
            missing = cython.declare(
                cython.bint,
                self.values == cython.NULL
                or self.left == cython.NULL
                or self.worst == cython.NULL
                or self.starts == cython.NULL,
            )
            if missing:
                raise OptionError("not enough memory for this ending")
        else:
            self.values, self.left, self.worst = bytearray(size), bytearray(size), bytearray(size)
            self.starts, self.before = [0] * (size + 1), []
        self.greatest = 0

    if not cython.compiled:

        def __new__(cls, *args: Any) -> "Retrograde":
            """Emulate Cython, in which fields are 0 before ``__init__``."""
            self = super().__new__(cls)
            self.state = self.missing_count = 0
            self.missing_pieces = [0] * 8
            return self

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.values)
            free(self.left)
            free(self.worst)
            free(self.starts)
            free(self.before)

    def outside(self, pieces: Any, cells: Any, count: int, side: int) -> int:
        """Return the value of a position of another material, ``count`` pieces on cells, or -1 without its table."""
        for entry in self.exits:
            layout = cython.declare(Layout, entry[0])
            values = cython.declare(bytes, entry[1])
            number = cython.declare(cython.longlong, layout.find(pieces, cells, count, side))
            if number < 0:
                number = layout.find_swapped(pieces, cells, count, side)
            if number >= 0:
                return values[number]
        return -1

    def first_pass(self, number: int) -> int:
        """Evaluate the ends and the moves to other materials, and count the moves within the material.

        Return 0, or a code for an error: 1 if the table of a material is missing, 2 if a position is won for the side
        to move without a move, or if the pieces do not describe a position, 3 for a win that is too long, or 4 if there
        are too many moves.
        """
        moves = cython.declare(cython.int[MAX_MOVES])
        pieces = cython.declare(cython.int[MOST_PLACED])
        cells = cython.declare(cython.int[MOST_PLACED])
        targets = cython.declare(cython.longlong[MAX_MOVES])
        position = self.position
        layout = self.layout
        if not layout.set_up(position, number):
            self.values[number] = ILLEGAL
            return 0
        score = cython.declare(cython.int, 0)
        if position.is_over():
            self.left[number] = KNOWN
            score = position.outcome_score(0)
            if score < 0:
                self.values[number] = 1
                self.greatest = max(self.greatest, 1)
            return 2 if score > 0 else 0
        move_count = position.generate(moves)
        if move_count == 0:
            self.left[number] = KNOWN
            score = position.no_move_score(0)
            if score < 0:
                self.values[number] = 1
                self.greatest = max(self.greatest, 1)
            return 2 if score > 0 else 0
        if move_count >= KNOWN:
            return 4
        left = 0
        inside = 0
        best = 0
        worst = 0
        for i in range(move_count):
            position.make(moves[i])
            count = position.list_pieces(pieces, cells)
            side = position.side
            target = cython.declare(cython.longlong, -1)
            value = 0
            if count >= 0:
                target = layout.find(pieces, cells, count, side)
            if target < 0:
                if position.is_over():
                    score = position.outcome_score(0)
                    value = 1 if score < 0 else 0
                    if score > 0:
                        value = -2
                elif count < 0:
                    value = -2
                else:
                    value = self.outside(pieces, cells, count, side)
            position.unmake(moves[i])
            if target >= 0:
                targets[inside] = target
                inside += 1
            elif value == -1:
                self.missing_count = count
                for j in range(count):
                    self.missing_pieces[j] = pieces[j]
                return 1
            elif value == -2:
                return 2
            elif value >= MOST_CODE:
                return 3
            elif value == 0:
                left = 1
            elif value & 1:  # an even number of plies: the opponent has lost
                if best == 0 or value + 1 < best:
                    best = value + 1
            elif value + 1 > worst:
                worst = value + 1
        for i in range(inside):
            self.starts[targets[i] + 1] += 1
        left += inside
        if best:
            left = KNOWN
        self.left[number] = left
        self.worst[number] = worst
        if best:
            self.values[number] = best
        elif left == 0:
            self.values[number] = worst
        self.greatest = max(self.greatest, self.values[number])
        return 0

    def count(self, start: int, stop: int) -> tuple[int, ...] | None:
        """Analyse the moves of the positions from ``start`` to ``stop`` for the first time.

        Returns:
            None, or the pieces of a material whose values are missing. A new analysis must have them in its ``exits``.

        Raises:
            ValueError: if the positions of the game cannot be tabulated, or the numbers are out of range.
        """
        if self.state != 1 or not 0 <= start <= stop <= self.layout.size:
            raise ValueError("numbers out of range")
        number = cython.declare(cython.longlong, start)
        while number < stop:
            fault = self.first_pass(number)
            if fault == 1:
                found: Any = tuple([self.missing_pieces[i] for i in range(self.missing_count)])
                return found
            if fault:
                raise ValueError(f"the positions of this material cannot be tabulated (reason {fault})")
            number += 1
        return None

    def prepare(self) -> None:
        """Allocate the list of the positions before each position. All numbers must have been counted.

        Raises:
            ValueError: if this was done before.
            OptionError: if there is not enough memory.
        """
        if self.state != 1:
            raise ValueError("the moves are counted once")
        size = self.layout.size
        total = cython.declare(cython.longlong, 0)
        number = cython.declare(cython.longlong, 0)
        # ``second_pass`` moves the start of each list from its end to its first entry.
        for number in range(1, size + 1):
            total += self.starts[number]
            if total >= 4_000_000_000:
                raise OptionError("not enough memory for this ending")
            self.starts[number] = cython.cast(cython.uint, total)
        if cython.compiled:
            self.before = cython.cast(cython.p_uint, calloc(cython.cast(cython.size_t, total + 1), 4))
            if self.before == cython.NULL:
                raise OptionError("not enough memory for this ending")
        else:
            self.before = [0] * total
        for number in range(size):
            self.starts[number] = self.starts[number + 1]
        self.state = 2

    def second_pass(self, number: int) -> None:
        """Add a position to the lists of the positions that its moves lead to."""
        moves = cython.declare(cython.int[MAX_MOVES])
        pieces = cython.declare(cython.int[MOST_PLACED])
        cells = cython.declare(cython.int[MOST_PLACED])
        position = self.position
        layout = self.layout
        if self.values[number] == ILLEGAL or not layout.set_up(position, number) or position.is_over():
            return
        move_count = position.generate(moves)
        for i in range(move_count):
            position.make(moves[i])
            count = position.list_pieces(pieces, cells)
            target = cython.declare(cython.longlong, layout.find(pieces, cells, count, position.side))
            position.unmake(moves[i])
            if target >= 0:
                self.starts[target] -= 1
                self.before[self.starts[target]] = cython.cast(cython.uint, number)

    def link(self, start: int, stop: int) -> None:
        """Analyse the moves of the positions from ``start`` to ``stop`` for the second time.

        Raises:
            ValueError: if the numbers are out of range, or ``prepare`` was not called.
        """
        if self.state != 2 or not 0 <= start <= stop <= self.layout.size:
            raise ValueError("numbers out of range")
        number = cython.declare(cython.longlong, start)
        while number < stop:
            self.second_pass(number)
            number += 1

    def lose_move(self, number: int, value: int) -> None:
        """Note that another move of a position loses. If it was the last one, the position has at least ``value``."""
        self.left[number] -= 1
        if self.left[number] == 0 and self.values[number] == 0:
            self.values[number] = max(value, self.worst[number])
            if self.values[number] > self.greatest:
                self.greatest = self.values[number]

    def settle(self, plies: int) -> bool:
        """Go back from all positions with ``plies`` plies to the end, and return whether longer ones are known.

        Raises:
            ValueError: if a win has too many plies for a table, or ``link`` was not called.
        """
        if self.state != 2 or not 0 <= plies:
            raise ValueError("the positions are not linked")
        code = plies + 1
        if code >= MOST_CODE:
            raise ValueError("a win has too many plies for a table")
        wins = cython.declare(cython.bint, plies & 1)
        number = cython.declare(cython.longlong, 0)
        size = cython.declare(cython.longlong, self.layout.size)
        entry = cython.declare(cython.uint, 0)
        for number in range(size):
            if self.values[number] != code:
                continue
            for entry in range(self.starts[number], self.starts[number + 1]):
                before = self.before[entry]
                if wins:
                    if self.left[before] < KNOWN:
                        self.lose_move(before, code + 1)
                elif self.values[before] == 0 or self.values[before] > code + 1:
                    self.values[before] = code + 1
                    self.left[before] = KNOWN
                    if code + 1 > self.greatest:
                        self.greatest = code + 1
        return self.greatest > code

    def result(self) -> bytes:
        """Return the values by number. Numbers without a position have the value 255."""
        return self.values[: self.layout.size] if cython.compiled else bytes(self.values)
