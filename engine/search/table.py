"""The transposition table: what a search found out about positions, by their key.

An entry has 16 bytes: the packed data (see ``table.h``) and the *lock*, which is the key combined with the data by
exclusive or. If two threads write the same entry at once, lock and data do not belong together, no key matches, and the
entry counts as empty (Hyatt and Mann, “A lock-less transposition table implementation for parallel search”, ICGA
Journal 25:1, 2002). Four entries, one cache line, form a bucket.

A value is stored as it is if its magnitude is at most ``GREATEST_VALUE``. A forced win is stored by the number of plies
from the position of the entry, not from the root of the search. Other greater values are stored as a bound of
``GREATEST_VALUE``, which remains true.

For a search that records its tree (``engine.search.trace``), the table also keeps the stamp of the visit that wrote
each entry.
"""

from typing import Any

import cython
from cython.cimports.engine.core.position import WIN, WIN_BOUND
from cython.cimports.engine.search.trace import NO_STAMP

from engine.core.errors import OptionError

if cython.compiled:
    from cython.cimports.engine.search.table import use_large_pages
    from cython.cimports.libc.stdint import uintptr_t
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.libc.string import memset
else:
    from engine.search.table_pure import (
        BOUND_EXACT,
        BOUND_LOWER,
        BOUND_UPPER,
        GREATEST_VALUE,
        NO_EVALUATION,
        NO_MOVE,
        TABLE_WIN,
        entry_bound,
        entry_depth,
        entry_evaluation,
        entry_generation,
        entry_move,
        entry_value,
        load_word,
        lock_word,
        pack_entry,
        prefetch_line,
        store_word,
    )

LEAST_ENTRIES = 4
"""Number of entries of a bucket, which is the size of the smallest table."""


class Table:
    """A transposition table of a fixed number of entries.

    Args:
        entries: number of entries, rounded down to a power of two, at least 4.

    Attributes:
        entries: number of entries.
        generation: number of the present analysis, modulo 32. Entries of earlier analyses are replaced first.

    Raises:
        OptionError: if there is not enough memory.
    """

    if not cython.compiled:
        words: Any
        stamps: Any
        entries: int
        memory: Any

    def __init__(self, entries: int) -> None:
        if self.entries:
            raise TypeError("a table is initialised once")
        size = 1 << (max(LEAST_ENTRIES, entries).bit_length() - 1)
        if cython.compiled:
            self.memory = calloc(cython.cast(cython.size_t, size + 4), 16)
            if self.memory == cython.NULL:
                raise OptionError("not enough memory for a table of {size} MiB", size=max(1, size >> 16))
            use_large_pages(self.memory, cython.cast(cython.size_t, size + 4) * 16)  # before any page is used
            # The buckets begin at a multiple of 64, the size of a cache line.
            start = cython.declare(uintptr_t, (cython.cast(uintptr_t, self.memory) + 63) & ~cython.cast(uintptr_t, 63))
            self.words = cython.cast(cython.pointer(cython.ulonglong), start)
        else:
            self.words = [0] * (2 * size)
        self.entries = size
        self.bucket_mask = size // 4 - 1
        self.generation = 0

    if not cython.compiled:

        def __new__(cls, *args: Any) -> "Table":
            """Emulate Cython, in which fields are 0 before ``__init__``."""
            self = super().__new__(cls)
            self.entries = 0
            self.stamps = None
            return self

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.memory)
            free(self.stamps)

    def keep_stamps(self) -> None:
        """Keep the stamps of all entries written from now on, 8 bytes each. The table must be empty.

        Raises:
            OptionError: if there is not enough memory.
        """
        if cython.compiled:
            if self.stamps == cython.NULL:
                self.stamps = cython.cast(
                    cython.pointer(cython.longlong), calloc(cython.cast(cython.size_t, self.entries), 8)
                )
            if self.stamps == cython.NULL:
                raise OptionError("not enough memory for a table of {size} MiB", size=max(1, self.entries >> 16))
        elif self.stamps is None:
            self.stamps = [0] * self.entries

    def clear(self) -> None:
        """Delete all entries."""
        if cython.compiled:
            size = cython.cast(cython.size_t, self.entries) * 16
            if self.words != cython.NULL:
                with cython.nogil:  # gigabytes take seconds
                    memset(self.words, 0, size)
        else:
            self.words = [0] * (2 * self.entries)
        self.generation = 0

    def new_search(self) -> None:
        """Begin another analysis. Its entries replace those of earlier analyses first."""
        self.generation = (self.generation + 1) & 31

    @property
    def fill(self) -> int:
        """Return how many of 1,000 entries were written by the present analysis, from a sample of the table."""
        sample = min(self.entries, 4000)
        used = 0
        for i in range(sample):
            data = cython.declare(cython.ulonglong, load_word(self.words, 2 * i + 1))
            if data and entry_generation(data) == self.generation:
                used += 1
        return 1000 * used // max(1, sample)  # an object without its constructor has no entries

    # --- for searches -----------------------------------------------------------------------------------------------

    def prefetch(self, key: int) -> None:
        """Load the bucket of a key into the cache of the processor, because the search will need it soon."""
        prefetch_line(self.words, 8 * (key & self.bucket_mask))

    def probe(self, key: int) -> int:
        """Return the data of the entry for a key, or 0 if there is none."""
        first = cython.declare(cython.ulonglong, 8 * (key & self.bucket_mask))
        data = cython.declare(cython.ulonglong, 0)
        lock = cython.declare(cython.ulonglong, 0)
        for i in range(4):
            lock = load_word(self.words, first + 2 * i)
            data = load_word(self.words, first + 2 * i + 1)
            if data and lock == lock_word(key, data):
                return data
        return 0

    def stamp(self, key: int) -> int:
        """Return the stamp of the visit that wrote the entry for a key, or ``NO_STAMP`` if it is unknown."""
        first = cython.declare(cython.ulonglong, 8 * (key & self.bucket_mask))
        data = cython.declare(cython.ulonglong, 0)
        lock = cython.declare(cython.ulonglong, 0)
        for i in range(4):
            lock = load_word(self.words, first + 2 * i)
            data = load_word(self.words, first + 2 * i + 1)
            if data and lock == lock_word(key, data) and self.has_stamps():
                return self.stamps[first // 2 + i]
        return NO_STAMP

    def has_stamps(self) -> bool:
        """Whether the table keeps stamps."""
        if cython.compiled:
            return self.stamps != cython.NULL
        else:
            return self.stamps is not None

    def keep(
        self, key: int, move: int, value: int, evaluation: int, depth: int, bound: int, variation: int, ply: int,
        stamp: int,
    ) -> None:  # fmt: skip
        """Store what was found out about a position.

        An entry for the same key is kept if it is from the same analysis and much deeper, unless the new value is
        exact. Otherwise the shallowest of the entries of the bucket is replaced. An entry of an earlier analysis counts
        as 8 plies shallower for each analysis since then.

        Args:
            key: key of the position.
            move: the best move, or ``NO_MOVE`` to keep the move of the present entry.
            value: value for the side to move, by the plies from the root if it is a win or a loss.
            evaluation: evaluation of the position, or ``NO_EVALUATION``.
            depth: depth to which the value was searched, 0 to 255.
            bound: whether the value is a lower bound, an upper bound, or exact.
            variation: 1 for a node of a principal variation, otherwise 0.
            ply: plies from the root to the position.
            stamp: stamp of the visit that stores it, or ``NO_STAMP``.
        """
        first = cython.declare(cython.ulonglong, 8 * (key & self.bucket_mask))
        data = cython.declare(cython.ulonglong, 0)
        lock = cython.declare(cython.ulonglong, 0)
        place = cython.declare(cython.ulonglong, first)
        old = cython.declare(cython.ulonglong, 0)
        least = 1 << 20
        for i in range(4):
            lock = load_word(self.words, first + 2 * i)
            data = load_word(self.words, first + 2 * i + 1)
            if data and lock == lock_word(key, data):
                place = first + 2 * i
                old = data
                break
            rank = -(1 << 20)
            if data:
                rank = entry_depth(data) - 8 * ((self.generation - entry_generation(data)) & 31)
            if rank < least:
                least = rank
                place = first + 2 * i
        if old:
            if (
                bound != BOUND_EXACT
                and entry_generation(old) == self.generation
                and depth + 2 * variation + 4 <= entry_depth(old)
            ):
                return
            if move == NO_MOVE:
                move = entry_move(old)
        if value > WIN_BOUND:
            value = TABLE_WIN - (WIN - value - ply)
        elif value < -WIN_BOUND:
            value = (WIN + value - ply) - TABLE_WIN
        elif value > GREATEST_VALUE:
            value = GREATEST_VALUE
            bound = bound & BOUND_LOWER
        elif value < -GREATEST_VALUE:
            value = -GREATEST_VALUE
            bound = bound & BOUND_UPPER
        if evaluation > GREATEST_VALUE or evaluation < -GREATEST_VALUE:
            evaluation = NO_EVALUATION
        data = pack_entry(move, value, evaluation, depth, bound, variation, self.generation)
        store_word(self.words, place, lock_word(key, data))
        store_word(self.words, place + 1, data)
        if self.has_stamps():
            self.stamps[place // 2] = stamp

    # --- for tests ----------------------------------------------------------------------------------------------------

    def store(self, key: int, move: int, value: int, evaluation: int, depth: int, bound: int, ply: int = 0) -> None:
        """Store an entry of this analysis, as searches do. The arguments are those of ``keep``.

        Raises:
            ValueError: if the table was made without its constructor.
        """
        if not self.entries:
            raise ValueError("the table has no entries")
        self.keep(key, move, value, evaluation, depth, bound, 0, ply, NO_STAMP)

    def entry(self, key: int, ply: int = 0) -> tuple[int, int, int, int, int] | None:
        """Return move, value, evaluation, depth and bound of the entry for a key, or None if there is none.

        A win is returned by the plies from the root, ``ply`` plies before the position.
        """
        if not self.entries:
            return None
        data = cython.declare(cython.ulonglong, self.probe(key))
        if not data:
            return None
        return entry_move(data), value_at(data, ply), entry_evaluation(data), entry_depth(data), entry_bound(data)

    def tear(self, key: int, other: int) -> None:
        """Write the data of the entry for ``other`` into the entry for ``key``, as if two threads wrote it at once."""
        if not self.entries:
            return
        first = cython.declare(cython.ulonglong, 8 * (key & self.bucket_mask))
        own = cython.declare(cython.ulonglong, self.probe(key))
        for i in range(4):
            if own and load_word(self.words, first + 2 * i + 1) == own:
                store_word(self.words, first + 2 * i + 1, self.probe(other))
                return


def value_at(data: int, ply: int) -> int:
    """Return the value of an entry, with wins by the plies from the root, ``ply`` plies before the position."""
    value = entry_value(data)
    if value > GREATEST_VALUE:
        return WIN - ply - (TABLE_WIN - value)
    if value < -GREATEST_VALUE:
        return (TABLE_WIN + value) + ply - WIN
    return value
