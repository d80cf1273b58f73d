"""The table of proof-number search: the numbers of positions, by their key.

Every position has two numbers, from the point of view of the side to move: φ and δ, the least numbers of positions to
solve before this side is known to reach its goal, or not to reach it. An entry has three words of 64 bits: the key, the
two numbers, and the move, the plies, the generation and the work.
Four entries form a bucket. A new entry replaces the one of its bucket on which the least work was spent, because its
loss costs least (Nagai, “Df-pn algorithm for searching AND/OR trees and its applications”, University of Tokyo, 2002).
"""

from typing import Any

import cython

from engine.core.errors import OptionError

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.libc.string import memset
else:
    INFINITE, ENTRY, BUCKET = 2**31 - 1, 3, 4


class ProofTable:
    """A table of proof numbers with a fixed number of entries.

    Args:
        entries: number of entries, rounded down to a multiple of 4, at least 4.

    Attributes:
        entries: number of entries.
        generation: number of the present analysis, modulo 256. The work on entries of earlier analyses counts 1/256.

    Raises:
        OptionError: if there is not enough memory.
    """

    if not cython.compiled:
        words: Any
        entries: int

    def __init__(self, entries: int) -> None:
        if self.entries:
            raise TypeError("a table is initialised once")
        count = max(1, entries // BUCKET)
        if cython.compiled:
            size = cython.declare(cython.size_t, count)
            self.words = cython.cast(cython.pointer(cython.ulonglong), calloc(size * BUCKET * ENTRY, 8))
            if self.words == cython.NULL:
                size = max(1, entries * 24 >> 20)
                raise OptionError("not enough memory for a table of {size} MiB", size=size)
        else:
            self.words = [0] * (count * BUCKET * ENTRY)
        self.buckets = count
        self.entries = count * BUCKET
        self.generation = 0

    if not cython.compiled:

        def __new__(cls, *args: Any) -> "ProofTable":
            """Emulate Cython, in which fields are 0 before ``__init__``."""
            self = super().__new__(cls)
            self.entries = 0
            return self

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.words)

    def clear(self) -> None:
        """Delete all entries."""
        if cython.compiled:
            if self.words != cython.NULL:
                memset(self.words, 0, cython.cast(cython.size_t, self.entries * ENTRY * 8))
        else:
            self.words = [0] * (self.entries * ENTRY)
        self.generation = 0

    def new_search(self) -> None:
        """Begin another analysis. Its entries replace those of earlier analyses first."""
        self.generation = (self.generation + 1) & 255

    # --- for searches -----------------------------------------------------------------------------------------------

    def find(self, key: int) -> int:
        """Return the place of the entry for a key, or -1 if there is none."""
        place = cython.declare(cython.longlong, BUCKET * ENTRY * ((key >> 32) * self.buckets >> 32))
        for _ in range(BUCKET):
            if self.words[place] == key and self.words[place + 2]:
                return place
            place += ENTRY
        return -1

    def phi(self, place: int) -> int:
        """Return φ of the entry at ``place``."""
        return cython.cast(cython.uint, self.words[place + 1] & INFINITE)

    def delta(self, place: int) -> int:
        """Return δ of the entry at ``place``."""
        return cython.cast(cython.uint, self.words[place + 1] >> 32)

    def move(self, place: int) -> int:
        """Return the move of an entry."""
        return cython.cast(cython.int, self.words[place + 2] & 0xFFFF)

    def plies(self, place: int) -> int:
        """Return the length of the line of a solved entry in plies."""
        return cython.cast(cython.int, self.words[place + 2] >> 16 & 255)

    def keep(self, key: int, phi: int, delta: int, move: int, plies: int, work: int) -> None:
        """Store the numbers of a position.

        Args:
            key: key of the position.
            phi: least number of positions to solve before the side to move is known to reach its goal.
            delta: least number of positions to solve before it is known not to reach its goal.
            move: the move to try next, or the solution.
            plies: length of the line if the position is solved, 0 to 255.
            work: number of nodes that were visited for this result, which is added to the work of the present entry.
        """
        first = cython.declare(cython.longlong, BUCKET * ENTRY * ((key >> 32) * self.buckets >> 32))
        place = cython.declare(cython.longlong, first)
        least = cython.declare(cython.longlong, 1 << 40)
        rank = cython.declare(cython.longlong, 0)
        data = cython.declare(cython.ulonglong, 0)
        for i in range(BUCKET):
            here = cython.declare(cython.longlong, first + ENTRY * i)
            data = self.words[here + 2]
            if data and self.words[here] == key:
                place = here
                work += cython.cast(cython.longlong, data >> 32)
                break
            rank = -1
            if data:
                rank = cython.cast(cython.longlong, data >> 32)
                if cython.cast(cython.int, data >> 24 & 255) != self.generation:
                    rank >>= 8
            if rank < least:
                least = rank
                place = here
        if work > INFINITE:
            work = INFINITE
        self.words[place] = key
        self.words[place + 1] = cython.cast(cython.ulonglong, delta) << 32 | phi
        self.words[place + 2] = (
            cython.cast(cython.ulonglong, work) << 32
            | cython.cast(cython.ulonglong, self.generation) << 24
            | cython.cast(cython.ulonglong, plies) << 16
            | cython.cast(cython.ulonglong, move)
        )

    # --- for tests ----------------------------------------------------------------------------------------------------

    def store(self, key: int, phi: int, delta: int, move: int, plies: int, work: int) -> None:
        """Store an entry, as searches do. The arguments are those of ``keep``.

        Raises:
            ValueError: if the table was made without its constructor.
        """
        if not self.entries:
            raise ValueError("the table has no entries")
        self.keep(key, phi, delta, move, plies, work)

    def entry(self, key: int) -> tuple[int, int, int, int, int] | None:
        """Return both numbers, move, plies and work of the entry for a key, or None if there is none."""
        if not self.entries:
            return None
        place = cython.declare(cython.longlong, self.find(key))
        if place < 0:
            return None
        work = cython.cast(cython.longlong, self.words[place + 2] >> 32)
        return self.phi(place), self.delta(place), self.move(place), self.plies(place), work
