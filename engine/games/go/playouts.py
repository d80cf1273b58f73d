"""Playouts of Go: games to the end, by uniformly random moves or by random moves of a simple policy.

The policy answers the last move: it captures stones, saves groups in atari, and plays local shapes. Other
moves are random. The sides do not fill their own eyes and seldom put their own stones in atari.
"""

import cython
from cython.cimports.engine.core.bits import lowest, popcount
from cython.cimports.engine.games.go.stones import ALL, BIT, BORDER, EMPTY, NOWHERE, POINTS

from engine.core.playout import Playout
from engine.games.go.shapes import shape_codes
from engine.games.go.stones import StonesPosition

if not cython.compiled:
    SCRAMBLER = 0
    SHAPES = [0] * 65536


@cython.infer_types(None)
def fill_shapes() -> None:
    """Fill ``SHAPES`` before the first playout, which takes some hundredths of a second."""
    if SHAPES[0]:
        return
    for code in shape_codes():
        SHAPES[code] = 3
    SHAPES[0] |= 4  # filled


@cython.infer_types(None)
def _set_constants() -> None:
    global SCRAMBLER
    SCRAMBLER = 2685821657736338717


_set_constants()


class PlayoutPosition(StonesPosition):
    """A position with stones and a ko, on which games can be played to the end at random."""

    def __cinit__(self) -> None:
        """Initialise the fields. In compiled code, C fields that are not set here are 0."""
        if not cython.compiled:
            super().__cinit__()
            self.vacant, self.place, self.kept_move = [0] * 361, [0] * 361, [0] * 136
            self.random = self.vacancies = 0
        self.ko = NOWHERE

    def is_eye(self, side: int, point: int) -> bool:
        """Whether an empty point is an eye that ``side`` should not fill.

        All points adjacent to an eye have stones of ``side``. At most one of the points diagonal to it has an enemy
        stone, or none if the point is at the edge of the board.
        """
        for i in range(4 * point, 4 * point + 4):
            colour = self.board[self.neighbours[i]]
            if colour != side and colour != BORDER:
                return False
        enemy = side ^ 1
        enemies = cython.declare(cython.int, 0)
        outside = cython.declare(cython.int, 0)
        for i in range(4 * point, 4 * point + 4):
            colour = self.board[self.geometry.diagonals[i]]
            if colour == enemy:
                enemies += 1
            elif colour == BORDER:
                outside = 1
        return enemies + outside < 2

    def below(self, bound: int) -> int:
        """Return a random number from 0 to ``bound - 1`` (xorshift64*, Vigna 2016)."""
        word = self.random
        word ^= word >> 12
        word ^= (word << 25) & ALL
        word ^= word >> 27
        self.random = word
        high = ((word * SCRAMBLER) & ALL) >> 32
        return (high * bound) >> 32

    def find_vacant(self) -> None:
        """List the empty points in ``vacant``, in ascending order."""
        self.vacancies = 0
        for point in range(self.points):
            if self.board[point] == EMPTY:
                self.place[point] = self.vacancies
                self.vacant[self.vacancies] = point
                self.vacancies += 1

    def settle(self, side: int, point: int) -> None:
        """Put a stone of ``side`` on an empty point, and update the list of empty points and the ko."""
        self.ko = NOWHERE
        self.vacancies -= 1
        last = self.vacant[self.vacancies]
        self.vacant[self.place[point]] = last
        self.place[last] = self.place[point]
        self.put(side, point)
        taken = self.taken_count[0]
        if taken:
            for k in range(taken):
                slot = self.taken[0][k]
                stone = slot
                while True:
                    self.place[stone] = self.vacancies
                    self.vacant[self.vacancies] = stone
                    self.vacancies += 1
                    stone = self.next[stone]
                    if stone == slot:
                        break
            slot = self.chain[point]
            if self.taken_stones[0] == 1 and self.count[slot] == 1 and self.freedom[slot] == 1:
                self.ko = self.taken[0][0]

    def simulate(self, most: int) -> int:
        """Play random moves until both sides pass or ``most`` moves are made. Return the number of moves.

        The sides do not commit suicide, fill their own eyes (``is_eye``) or retake a ko at once, but they may repeat an
        earlier board. The moves cannot be unmade.
        """
        side = self.side
        self.find_vacant()
        moves = cython.declare(cython.int, 0)
        passes = cython.declare(cython.int, 0)
        while passes < 2 and moves < most:
            found = cython.declare(cython.int, -1)
            i = self.below(self.vacancies) if self.vacancies else 0
            for _ in range(self.vacancies):
                point = self.vacant[i]
                if point != self.ko and self.breathes(side, point) and not self.is_eye(side, point):
                    found = point
                    break
                i += 1
                if i == self.vacancies:
                    i = 0
            moves += 1
            if found < 0:
                self.ko = NOWHERE
                passes += 1
            else:
                passes = 0
                self.settle(side, found)
            side ^= 1
        self.side = side
        return moves

    # --- the policy -------------------------------------------------------------------------------------------------

    def play_well(self, playout: Playout, most: int, last: int) -> int:
        """Play moves of the policy until both sides pass or ``most`` moves are made, and return the number of moves.

        The moves are stored in ``playout`` and cannot be unmade.

        Args:
            playout: random numbers, and room for the moves.
            most: maximum number of moves.
            last: point of the last move before the playout, or ``NOWHERE`` if it is unknown or a pass.
        """
        side = self.side
        self.random = playout.random
        self.find_vacant()
        moves = cython.declare(cython.int, 0)
        passes = cython.declare(cython.int, 0)
        while passes < 2 and moves < most:
            point = cython.declare(cython.int, NOWHERE)
            if last < POINTS and self.board[last] == side ^ 1:
                point = self.answer(side, last)
            if point == NOWHERE:
                point = self.anywhere(side)
            if point == NOWHERE:
                self.ko = NOWHERE
                passes += 1
                playout.moves[moves] = self.points
            else:
                passes = 0
                self.settle(side, point)
                playout.moves[moves] = point
            last = point
            moves += 1
            side ^= 1
        self.side = side
        playout.random = self.random
        return moves

    def answer(self, side: int, last: int) -> int:
        """Return a move of ``side`` that answers the enemy stone on ``last``, or ``NOWHERE`` if none is found.

        In most cases, the answer captures the group of the stone, or saves a group of ``side`` next to it that is in
        atari. Otherwise it makes a shape next to the stone.
        """
        found = cython.declare(cython.int[10])
        count = cython.declare(cython.int, 0)
        point = cython.declare(cython.int, NOWHERE)
        if self.below(16) < 15:
            if self.freedom[self.chain[last]] == 1:
                point = self.first_liberty(self.chain[last])
                if point != self.ko:
                    return point
            for i in range(4 * last, 4 * last + 4):
                near = self.neighbours[i]
                if self.board[near] == side and self.freedom[self.chain[near]] == 1:
                    point = self.rescue(side, self.chain[near])
                    if point != NOWHERE:
                        found[count] = point
                        count += 1
            if count:
                return found[self.below(count)]
        if self.below(16) < 15:
            for i in range(8):
                point = self.neighbours[4 * last + i] if i < 4 else self.geometry.diagonals[4 * last + i - 4]
                if (
                    self.board[point] == EMPTY
                    and point != self.ko
                    and SHAPES[self.shape_at(point)] >> side & 1
                    and self.breathes(side, point)
                    and not self.endangers(side, point)
                ):
                    found[count] = point
                    count += 1
            if count:
                return found[self.below(count)]
        return NOWHERE

    def rescue(self, side: int, slot: int) -> int:
        """Return a move that saves a group of ``side`` in atari, or ``NOWHERE`` if none is found.

        The move captures an adjacent enemy group, or gives the group at least two liberties.
        """
        enemy = side ^ 1
        stone = slot
        while True:
            for i in range(4 * stone, 4 * stone + 4):
                near = self.neighbours[i]
                if self.board[near] == enemy and self.freedom[self.chain[near]] == 1:
                    point = self.first_liberty(self.chain[near])
                    if point != self.ko:
                        return point
            stone = self.next[stone]
            if stone == slot:
                break
        point = self.first_liberty(slot)
        if point != self.ko and self.freedom_after(side, point) >= 2:
            return point
        return NOWHERE

    def anywhere(self, side: int) -> int:
        """Return a random move of ``side`` that fills no own eye, or ``NOWHERE`` to pass.

        Moves that put own stones in atari are taken with a low probability only.
        """
        count = self.vacancies
        if count == 0:
            return NOWHERE
        i = self.below(count)
        for _ in range(count):
            point = self.vacant[i]
            if (
                point != self.ko
                and self.breathes(side, point)
                and not self.is_eye(side, point)
                and not (self.endangers(side, point) and self.below(8))
            ):
                return point
            i += 1
            if i == count:
                i = 0
        return NOWHERE

    def first_liberty(self, slot: int) -> int:
        """Return the liberty of the group of a slot with the lowest number."""
        first = slot * self.words
        for w in range(self.words):
            if self.liberties[first + w]:
                return 64 * w + lowest(self.liberties[first + w])
        return NOWHERE

    def freedom_after(self, side: int, point: int) -> int:
        """Return the number of liberties of the group of a stone of ``side`` on an empty point.

        Of the stones that the move captures, only those next to the point are counted.
        """
        enemy = side ^ 1
        found = cython.declare(cython.ulonglong[6])
        for w in range(self.words):
            found[w] = 0
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            colour = self.board[near]
            if colour == EMPTY or (colour == enemy and self.freedom[self.chain[near]] == 1):
                found[near >> 6] |= BIT[near & 63]
            elif colour == side:
                first = self.chain[near] * self.words
                for w in range(self.words):
                    found[w] |= self.liberties[first + w]
        found[point >> 6] &= ~BIT[point & 63]
        count = cython.declare(cython.int, 0)
        for w in range(self.words):
            count += popcount(found[w])
        return count

    def endangers(self, side: int, point: int) -> bool:
        """Whether a stone of ``side`` on an empty point would be in atari, with the group that it joins."""
        free = cython.declare(cython.int, 0)
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            colour = self.board[near]
            if colour == EMPTY:
                free += 1
            elif colour == side and self.freedom[self.chain[near]] > 2:
                return False
        return free < 2 and self.freedom_after(side, point) < 2

    def shape_at(self, point: int) -> int:
        """Return the contents of the eight points around a point, with two bits for each, as an index of ``SHAPES``."""
        code = cython.declare(cython.int, 0)
        for i in range(4):
            code |= self.board[self.neighbours[4 * point + i]] << 2 * i
            code |= self.board[self.geometry.diagonals[4 * point + i]] << 2 * i + 8
        return code
