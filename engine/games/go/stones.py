"""Stones, groups and liberties on a board of 5 to 19 lines, shared by Go and MiniGo.

A point is ``row * size + column`` with row 0 at the bottom. A set of points is stored as the bits of an array of
words. Every group has a *slot*, which is the point of one of its stones. The arrays of liberties are indexed by the
slot. They contain the set of the group's liberties and their number.

When the last stone is removed, the changes made when it was placed are undone in the opposite order. Therefore only the
contents of the slot that the stone joined have to be saved.
"""

import random
from collections.abc import Iterable, Sequence
from typing import Any

import cython
from cython.cimports.engine.core.bits import lowest, popcount

from engine.core.contact import ContactPosition
from engine.core.position import Position

if cython.compiled:
    from cython.cimports.libc.string import memcpy

if not cython.compiled:
    POINTS, WORDS, EMPTY, BORDER, NOWHERE, OPENED = 361, 6, 2, 3, 361, 136
    BIT, ALL = [0] * 64, 0
    STONE_KEY = [[0] * 361 for _ in range(2)]
    SIDE_KEY = 0

LEAST_SIZE, GREATEST_SIZE = 5, 19


@cython.infer_types(None)
def _fill_tables() -> None:
    global ALL, SIDE_KEY
    rng = random.Random(19370213)  # any random seed will do, but it must never change
    for bit in range(64):
        BIT[bit] = 2**bit
    ALL = 2**64 - 1
    for side in range(2):
        for point in range(361):
            STONE_KEY[side][point] = rng.getrandbits(64)
    SIDE_KEY = rng.getrandbits(64)


_fill_tables()


class Geometry:
    """The points of a board and their neighbours.

    Args:
        size: number of lines, 5 to 19.

    Raises:
        ValueError: if the size is out of range.
    """

    @cython.infer_types(None)
    def __init__(self, size: int) -> None:
        if not LEAST_SIZE <= size <= GREATEST_SIZE:
            raise ValueError(f"size {size}: must be {LEAST_SIZE} to {GREATEST_SIZE}")
        if not cython.compiled:
            self.neighbours, self.diagonals = [NOWHERE] * 1444, [NOWHERE] * 1444
            self.whole, self.not_first, self.not_last = [0] * 6, [0] * 6, [0] * 6
        self.size = size
        self.points = size * size
        self.words = (size * size + 63) // 64
        for point in range(361):
            for i in range(4):
                self.neighbours[4 * point + i] = self.diagonals[4 * point + i] = NOWHERE
        whole = [0] * 6
        first = [0] * 6
        last = [0] * 6
        for point in range(size * size):
            row, column = divmod(point, size)
            straight = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
            slanting = ((row - 1, column - 1), (row - 1, column + 1), (row + 1, column - 1), (row + 1, column + 1))
            for i in range(4):
                if 0 <= straight[i][0] < size and 0 <= straight[i][1] < size:
                    self.neighbours[4 * point + i] = straight[i][0] * size + straight[i][1]
                if 0 <= slanting[i][0] < size and 0 <= slanting[i][1] < size:
                    self.diagonals[4 * point + i] = slanting[i][0] * size + slanting[i][1]
            word, bit = point // 64, 2 ** (point % 64)
            whole[word] += bit
            first[word] += bit if column > 0 else 0
            last[word] += bit if column < size - 1 else 0
        for word in range(6):
            self.whole[word], self.not_first[word], self.not_last[word] = whole[word], first[word], last[word]


_geometries = {size: Geometry(size) for size in range(LEAST_SIZE, GREATEST_SIZE + 1)}


def geometry_of(size: int) -> Geometry:
    """Return the geometry of a board of ``size`` lines.

    Raises:
        ValueError: if the size is not 5 to 19.
    """
    if size not in _geometries:
        raise ValueError(f"size {size}: must be {LEAST_SIZE} to {GREATEST_SIZE}")
    return _geometries[size]


class StonesPosition(ContactPosition):
    """A position with stones and their groups. Subclasses add the rules of moves."""

    if not cython.compiled:
        geometry: Any
        neighbours: Any

    def __cinit__(self) -> None:
        """Initialise the fields with an empty board of ``LEAST_SIZE`` lines."""
        if not cython.compiled:
            super().__cinit__()
            self.board = [BORDER] * 362
            self.stones, self.atari, self.pairs, self.reached = [[[0] * 6, [0] * 6] for _ in range(4)]
            self.empty, self.scratch = [0] * 6, [0] * 6
            self.stone_count, self.prisoners, self.total = [0, 0], [0, 0], [0, 0]
            self.chain, self.next, self.count, self.freedom = [[0] * 362 for _ in range(4)]
            self.liberties = [0] * 2166
            self.kept_key, self.kept_stones_key, self.kept_liberties = [0] * 136, [0] * 136, [0] * 816
            self.kept_slot, self.kept_count, self.kept_freedom = [[0] * 136 for _ in range(3)]
            self.kept_chain, self.kept_next, self.joined_count, self.taken_count = [[0] * 136 for _ in range(4)]
            self.joined, self.taken = [[[0] * 4 for _ in range(136)] for _ in range(2)]
            self.taken_stones, self.suicide = [0] * 136, [False] * 136
            self.stones_key = self.depth = 0
        self.clear(_geometries[LEAST_SIZE])

    def clear(self, geometry: Geometry) -> None:
        """Set up an empty board of this geometry."""
        self.geometry = geometry
        self.neighbours = self.geometry.neighbours
        self.points = self.geometry.points
        self.words = self.geometry.words
        self.stones_key = 0
        self.depth = 0
        for point in range(362):
            self.board[point] = EMPTY if point < self.points else BORDER
        for word in range(WORDS):
            self.empty[word] = self.geometry.whole[word]
            for side in range(2):
                self.stones[side][word] = self.atari[side][word] = self.pairs[side][word] = 0
        for side in range(2):
            self.stone_count[side] = self.prisoners[side] = self.total[side] = 0

    def set_up(self, size: int, black: Iterable[int], white: Iterable[int], prisoners: Sequence[int]) -> None:
        """Put stones on an empty board.

        Args:
            size: number of lines of the board.
            black: points of the black stones.
            white: points of the white stones.
            prisoners: numbers of stones captured by black and by white.

        Raises:
            ValueError: if a point is off the board or occurs twice, if a group has no liberty, or if the size or the
                prisoners are out of range.
        """
        self.clear(geometry_of(size))
        if not all(0 <= each < 30_000 for each in prisoners):
            raise ValueError("prisoners out of range")
        # Regardless of the order of stones, an incomplete group has a liberty at the point of its next stone.
        for side, points in enumerate((black, white)):
            for point in points:
                if not 0 <= point < size * size or self.board[point] != EMPTY:
                    raise ValueError(f"no stone can be put on point {point}")
                self.put(side, point)
                if self.taken_count[0] or self.suicide[0]:
                    raise ValueError("a group without liberties")
        self.prisoners[0], self.prisoners[1] = prisoners[0], prisoners[1]

    def copy_from(self, other: Any) -> None:
        """Copy all fields from ``other`` except the stack of moves to unmake."""
        they = cython.cast(StonesPosition, other)
        Position.copy_from(self, other)
        self.geometry = they.geometry
        self.neighbours = self.geometry.neighbours
        self.copy_board(they)

    def copy_board(self, they: Any) -> None:
        """Copy the stones, groups and prisoners of ``they``, whose board has the same geometry."""
        self.points = they.points
        self.words = they.words
        self.stones_key = they.stones_key
        self.depth = 0
        for point in range(362):
            self.board[point] = they.board[point]
        for point in range(self.points):
            self.chain[point] = they.chain[point]
            self.next[point] = they.next[point]
            self.count[point] = they.count[point]
            self.freedom[point] = they.freedom[point]
        for i in range(self.points * self.words):
            self.liberties[i] = they.liberties[i]
        for word in range(WORDS):
            self.empty[word] = they.empty[word]
        for side in range(2):
            self.stone_count[side] = they.stone_count[side]
            self.prisoners[side] = they.prisoners[side]
            self.total[side] = they.total[side]
            for word in range(WORDS):
                self.stones[side][word] = they.stones[side][word]
                self.atari[side][word] = they.atari[side][word]
                self.pairs[side][word] = they.pairs[side][word]

    # --- groups ---------------------------------------------------------------------------------------------------

    def enrol(self, side: int, slot: int) -> None:
        """Add the liberties of the group of a slot to the total of its side.

        If the group has one or two liberties, it is also added to the set of groups with this number of liberties.
        """
        freedom = self.freedom[slot]
        self.total[side] += freedom
        if freedom == 2:
            self.pairs[side][slot >> 6] |= BIT[slot & 63]
        elif freedom == 1:
            self.atari[side][slot >> 6] |= BIT[slot & 63]

    def strike(self, side: int, slot: int) -> None:
        """Remove the group of a slot from the total and from the sets to which ``enrol`` added it."""
        freedom = self.freedom[slot]
        self.total[side] -= freedom
        if freedom == 2:
            self.pairs[side][slot >> 6] ^= BIT[slot & 63]
        elif freedom == 1:
            self.atari[side][slot >> 6] ^= BIT[slot & 63]

    def add_liberty(self, side: int, slot: int, point: int) -> None:
        """Add the liberty ``point`` to the group of a slot, unless the group has it already."""
        i = slot * self.words + (point >> 6)
        bit = BIT[point & 63]
        if self.liberties[i] & bit:
            return
        self.liberties[i] |= bit
        freedom = self.freedom[slot] + 1
        self.freedom[slot] = freedom
        self.total[side] += 1
        if freedom <= 3:
            mark = BIT[slot & 63]
            if freedom == 1:
                self.atari[side][slot >> 6] |= mark
            elif freedom == 2:
                self.atari[side][slot >> 6] ^= mark
                self.pairs[side][slot >> 6] |= mark
            else:
                self.pairs[side][slot >> 6] ^= mark

    def remove_liberty(self, side: int, slot: int, point: int) -> None:
        """Remove the liberty ``point`` from the group of a slot, if the group has it."""
        i = slot * self.words + (point >> 6)
        bit = BIT[point & 63]
        if not self.liberties[i] & bit:
            return
        self.liberties[i] ^= bit
        freedom = self.freedom[slot] - 1
        self.freedom[slot] = freedom
        self.total[side] -= 1
        if freedom <= 2:
            mark = BIT[slot & 63]
            if freedom == 2:
                self.pairs[side][slot >> 6] |= mark
            elif freedom == 1:
                self.pairs[side][slot >> 6] ^= mark
                self.atari[side][slot >> 6] |= mark
            else:
                self.atari[side][slot >> 6] ^= mark

    def take(self, side: int, slot: int) -> int:
        """Remove the group of a slot from the board and return its number of stones.

        Adjacent enemy groups gain liberties. The contents of the slot are not changed, because ``give_back`` uses them.
        """
        enemy = side ^ 1
        stone = slot
        while True:
            word = stone >> 6
            bit = BIT[stone & 63]
            self.board[stone] = EMPTY
            self.stones[side][word] ^= bit
            self.empty[word] ^= bit
            self.stones_key ^= STONE_KEY[side][stone]
            for i in range(4 * stone, 4 * stone + 4):
                near = self.neighbours[i]
                if self.board[near] == enemy:
                    self.add_liberty(enemy, self.chain[near], stone)
            stone = self.next[stone]
            if stone == slot:
                break
        self.stone_count[side] -= self.count[slot]
        return self.count[slot]

    def give_back(self, side: int, slot: int) -> None:
        """Put the group of a slot back on the board. The group must be the last one that was captured."""
        enemy = side ^ 1
        stone = slot
        while True:
            word = stone >> 6
            bit = BIT[stone & 63]
            self.board[stone] = side
            self.stones[side][word] ^= bit
            self.empty[word] ^= bit
            for i in range(4 * stone, 4 * stone + 4):
                near = self.neighbours[i]
                if self.board[near] == enemy:
                    self.remove_liberty(enemy, self.chain[near], stone)
            stone = self.next[stone]
            if stone == slot:
                break
        self.stone_count[side] += self.count[slot]

    def open_slot(self, side: int, point: int) -> int:
        """Assign a slot to a new stone: the slot of the largest adjacent group of its side, or the stone's point.

        The contents of the slot are saved at index ``depth`` of the ``kept_…`` arrays.

        Returns:
            The slot. The totals of its side do not include its group until the caller adds it.
        """
        depth = self.depth
        slot = cython.declare(cython.int, -1)
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            if self.board[near] == side and (slot < 0 or self.count[self.chain[near]] > self.count[slot]):
                slot = self.chain[near]
        alone = cython.declare(cython.bint, slot < 0)
        if alone:
            slot = point
        first = slot * self.words
        for i in range(self.words):
            self.kept_liberties[depth * WORDS + i] = self.liberties[first + i]
        self.kept_slot[depth] = slot
        self.kept_count[depth] = self.count[slot]
        self.kept_freedom[depth] = self.freedom[slot]
        self.kept_chain[depth] = self.chain[point]
        self.kept_next[depth] = self.next[point]
        self.chain[point] = slot
        if alone:
            self.next[point] = point
            self.count[slot] = 1
            for i in range(self.words):
                self.liberties[first + i] = 0
        else:
            self.strike(side, slot)
            self.next[point] = self.next[slot]
            self.next[slot] = point
            self.count[slot] += 1
        return slot

    def join(self, slot: int, other: int) -> None:
        """Merge the group of slot ``other`` into the group of ``slot``. Both groups must be of the same side."""
        stone = self.next[other]
        self.chain[other] = slot
        while stone != other:
            self.chain[stone] = slot
            stone = self.next[stone]
        stone = self.next[slot]
        self.next[slot] = self.next[other]
        self.next[other] = stone
        self.count[slot] += self.count[other]
        first = slot * self.words
        for k in range(self.words):
            self.liberties[first + k] |= self.liberties[other * self.words + k]

    def write_cells(self, out: Any, facts: Any) -> None:
        """Write the board."""
        if cython.compiled:
            memcpy(out, self.board, self.points)
        else:
            for point in range(self.points):
                out[point] = self.board[point]
        facts[0] = facts[1] = 0
        facts[2] = (self.stone_count[0] + self.stone_count[1]) * 8 // (self.points + 1)

    def put(self, side: int, point: int) -> None:
        """Put a stone on an empty point.

        The stone joins adjacent groups of its side, and captures enemy groups without liberties. If its own group then
        has no liberty, that group is captured. The changes are saved at index ``depth`` of the ``kept_…`` arrays. The
        caller increments ``depth``.
        """
        enemy = side ^ 1
        depth = self.depth
        words = self.words
        word = point >> 6
        bit = BIT[point & 63]
        self.kept_stones_key[depth] = self.stones_key
        self.board[point] = side
        self.stones[side][word] ^= bit
        self.empty[word] ^= bit
        self.stones_key ^= STONE_KEY[side][point]
        self.stone_count[side] += 1
        slot = self.open_slot(side, point)
        first = slot * words
        joined = cython.declare(cython.int, 0)
        taken = cython.declare(cython.int, 0)
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            if self.board[near] == EMPTY:
                self.liberties[first + (near >> 6)] |= BIT[near & 63]
            elif self.board[near] == side:
                other = self.chain[near]
                if other != slot:
                    self.strike(side, other)
                    self.join(slot, other)
                    self.joined[depth][joined] = other
                    joined += 1
            elif self.board[near] == enemy:
                other = self.chain[near]
                self.remove_liberty(enemy, other, point)
                if self.freedom[other] == 0:
                    known = cython.declare(cython.bint, False)
                    for k in range(taken):
                        if self.taken[depth][k] == other:
                            known = True
                    if not known:
                        self.taken[depth][taken] = other
                        taken += 1
        self.joined_count[depth] = joined
        self.taken_count[depth] = taken
        self.liberties[first + word] &= ~bit
        freedom = 0
        for i in range(words):
            freedom += popcount(self.liberties[first + i])
        self.freedom[slot] = freedom
        self.enrol(side, slot)
        stones = cython.declare(cython.int, 0)
        for i in range(taken):
            stones += self.take(enemy, self.taken[depth][i])
        self.prisoners[side] += stones
        self.suicide[depth] = False
        if self.freedom[slot] == 0:
            self.suicide[depth] = True
            stones = self.take(side, slot)
            self.prisoners[enemy] += stones
        self.taken_stones[depth] = stones

    def lift(self, side: int, point: int) -> None:
        """Remove the last stone, which ``side`` put on ``point``, and undo its changes.

        The changes are read at index ``depth`` of the ``kept_…`` arrays.
        """
        enemy = side ^ 1
        depth = self.depth
        words = self.words
        word = point >> 6
        bit = BIT[point & 63]
        slot = self.kept_slot[depth]
        if self.suicide[depth]:
            self.give_back(side, slot)
            self.prisoners[enemy] -= self.taken_stones[depth]
        else:
            self.prisoners[side] -= self.taken_stones[depth]
        i = self.taken_count[depth]
        while i > 0:
            i -= 1
            self.give_back(enemy, self.taken[depth][i])
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            if self.board[near] == enemy:
                self.add_liberty(enemy, self.chain[near], point)
        self.strike(side, slot)
        i = self.joined_count[depth]
        while i > 0:
            i -= 1
            other = self.joined[depth][i]
            stone = self.next[slot]
            self.next[slot] = self.next[other]
            self.next[other] = stone
            self.chain[other] = other
            stone = self.next[other]
            while stone != other:
                self.chain[stone] = other
                stone = self.next[stone]
            self.enrol(side, other)
        first = slot * words
        for i in range(words):
            self.liberties[first + i] = self.kept_liberties[depth * WORDS + i]
        self.count[slot] = self.kept_count[depth]
        self.freedom[slot] = self.kept_freedom[depth]
        if slot != point:
            self.next[slot] = self.next[point]
            self.enrol(side, slot)
        self.chain[point] = self.kept_chain[depth]
        self.next[point] = self.kept_next[depth]
        self.board[point] = EMPTY
        self.stones[side][word] ^= bit
        self.empty[word] ^= bit
        self.stone_count[side] -= 1
        self.stones_key = self.kept_stones_key[depth]

    # --- queries --------------------------------------------------------------------------------------------------

    def breathes(self, side: int, point: int) -> bool:
        """Whether a stone of ``side`` on an empty point would have a liberty after its captures."""
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            colour = self.board[near]
            if colour == side:
                if self.freedom[self.chain[near]] > 1:
                    return True
            elif colour == EMPTY or (colour != BORDER and self.freedom[self.chain[near]] == 1):
                return True
        return False

    def captures(self, side: int, point: int) -> bool:
        """Whether a stone of ``side`` on an empty point would capture a group."""
        enemy = side ^ 1
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            if self.board[near] == enemy and self.freedom[self.chain[near]] == 1:
                return True
        return False

    def groups_at(self, side: int, point: int) -> int:
        """Return the number of groups of ``side`` that have an empty point as a liberty."""
        count = cython.declare(cython.int, 0)
        seen = cython.declare(cython.int[4])
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            if self.board[near] == side:
                slot = self.chain[near]
                known = cython.declare(cython.bint, False)
                for k in range(count):
                    if seen[k] == slot:
                        known = True
                if not known:
                    seen[count] = slot
                    count += 1
        return count

    def spread(self, source: Any, target: Any) -> None:
        """Set the bit set ``target`` to the points next to a point of ``source``. The arrays must be different."""
        size = self.geometry.size
        last = self.words - 1
        for w in range(self.words):
            here = source[w]
            below = cython.declare(cython.ulonglong, 0)
            above = cython.declare(cython.ulonglong, 0)
            if w > 0:
                below = source[w - 1]
            if w < last:
                above = source[w + 1]
            target[w] = (
                (here << size)
                | (below >> (64 - size))
                | (here >> size)
                | (above << (64 - size))
                | (((here << 1) | (below >> 63)) & self.geometry.not_first[w])
                | (((here >> 1) | (above << 63)) & self.geometry.not_last[w])
            ) & self.geometry.whole[w]

    def reach(self, side: int, target: Any) -> None:
        """Set the bit set ``target`` to the empty points connected by empty points to a stone of ``side``."""
        self.spread(self.stones[side], target)
        for w in range(self.words):
            target[w] &= self.empty[w]
        grows = cython.declare(cython.bint, True)
        while grows:
            grows = False
            self.spread(target, self.scratch)
            for w in range(self.words):
                more = self.scratch[w] & self.empty[w] & ~target[w]
                if more:
                    target[w] |= more
                    grows = True

    def distinct(self, side: int) -> int:
        """Return the number of different points that are liberties of a group of ``side``."""
        self.spread(self.stones[side], self.scratch)
        count = cython.declare(cython.int, 0)
        for w in range(self.words):
            count += popcount(self.scratch[w] & self.empty[w])
        return count

    def area(self) -> int:
        """Return black's area minus white's.

        The area of a side consists of its stones and of the empty points connected only to them.
        """
        return self.stone_count[0] - self.stone_count[1] + self.territory()

    def territory(self) -> int:
        """Return the number of empty points connected only to black stones, minus that for white stones."""
        self.reach(0, self.reached[0])
        self.reach(1, self.reached[1])
        balance = cython.declare(cython.int, 0)
        for w in range(self.words):
            balance += popcount(self.reached[0][w] & ~self.reached[1][w])
            balance -= popcount(self.reached[1][w] & ~self.reached[0][w])
        return balance

    def in_atari(self, side: int, target: Any) -> int:
        """Set the bit set ``target`` to the liberties of the groups of ``side`` in atari.

        Return the number of these groups.
        """
        count = cython.declare(cython.int, 0)
        for w in range(self.words):
            target[w] = 0
        for w in range(self.words):
            word = self.atari[side][w]
            while word:
                slot = 64 * w + lowest(word)
                word &= word - 1
                count += 1
                for k in range(self.words):
                    target[k] |= self.liberties[slot * self.words + k]
        return count

    # --- for all other code ---------------------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """Return the number of lines of the board."""
        return int(self.geometry.size)

    @property
    def prisoner_counts(self) -> tuple[int, int]:
        """Return the numbers of stones captured by black and by white."""
        return self.prisoners[0], self.prisoners[1]

    @property
    def stone_points(self) -> tuple[list[int], list[int]]:
        """Return the points of the black and of the white stones, in ascending order."""
        black = [point for point in range(self.points) if self.board[point] == 0]
        return black, [point for point in range(self.points) if self.board[point] == 1]

    def stone_at(self, point: int) -> int | None:
        """Return the side whose stone is on a point, or None if the point is empty.

        Raises:
            IndexError: if the point is not on the board.
        """
        if not 0 <= point < self.points:
            raise IndexError(point)
        side = self.board[point]
        return None if side == EMPTY else side

    def group(self, point: int) -> tuple[list[int], list[int]]:
        """Return the stones and the liberties of the group on a point, in ascending order.

        Both lists are empty if the point is empty.

        Raises:
            IndexError: if the point is not on the board.
        """
        if self.stone_at(point) is None:
            return [], []
        slot = self.chain[point]
        stones = [each for each in range(self.points) if self.board[each] < EMPTY and self.chain[each] == slot]
        first = slot * self.words
        liberties = [each for each in range(self.points) if self.liberties[first + (each >> 6)] & BIT[each & 63]]
        return stones, liberties

    def groups(self, side: int) -> list[tuple[list[int], list[int]]]:
        """Return the stones and liberties of each group of a side (see ``group``), ordered by the lowest stone."""
        seen = set()
        result = []
        for point in range(self.points):
            if self.board[point] == side and self.chain[point] not in seen:
                seen.add(self.chain[point])
                result.append(self.group(point))
        return result

    def takes(self, side: int, point: int) -> list[int]:
        """Return the stones that a stone of ``side`` on a point would capture, in ascending order.

        The list is empty if the point is occupied or ``side`` is not 0 or 1.

        Raises:
            IndexError: if the point is not on the board.
        """
        if self.stone_at(point) is not None or side not in (0, 1):
            return []
        stones: set[int] = set()
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            if self.board[near] == side ^ 1 and self.freedom[self.chain[near]] == 1:
                stones.update(self.group(near)[0])
        return sorted(stones)

    @property
    def liberty_totals(self) -> tuple[int, int]:
        """Return the total numbers of liberties of black's and of white's groups.

        A point that is a liberty of several groups counts for each of them.
        """
        return self.total[0], self.total[1]
