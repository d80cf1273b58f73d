"""Statistics of moves that a search collects to order, reduce and prune moves.

The statistics are indexed by the *trait* of a move (``Position.trait``), such as its piece and target. Every entry has
a magnitude of at most ``HISTORY_LIMIT``. A bonus changes an entry less the closer the entry is to the limit of its
sign, so that recent results count more.
"""

from typing import Any

import cython

from engine.core.errors import OptionError

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free
    from cython.cimports.libc.string import memset
else:
    HISTORY_LIMIT, GAIN_CLASSES = 16384, 8

MOST_PAIRED = 2048
"""Greatest number of traits for which pairs of moves have statistics, which then occupy up to 8 MiB."""


class Histories:
    """Statistics of moves.

    ``last`` and ``earlier`` are the traits of the moves one and two plies before, or -1 if there is none. The methods
    for tests raise an ``IndexError`` for a trait that does not exist.

    Args:
        traits: number of traits of the game's moves.
        pairs: whether pairs of moves have statistics, too, if there are at most ``MOST_PAIRED`` traits.

    Raises:
        OptionError: if there is not enough memory.
    """

    if not cython.compiled:
        main: Any
        traits: int
        capture: Any
        after: Any
        reply: Any
        error: Any

    def __init__(self, traits: int, pairs: bool = True) -> None:
        if self.traits:
            raise TypeError("histories are initialised once")
        if cython.compiled:
            size = cython.declare(cython.size_t, traits)
            self.main = cython.cast(cython.pointer(cython.short), calloc(size, 2))
            self.capture = cython.cast(cython.pointer(cython.short), calloc(size * GAIN_CLASSES, 2))
            self.reply = cython.cast(cython.pointer(cython.int), calloc(size, 4))
            self.error = cython.cast(cython.pointer(cython.short), calloc(size, 2))
            missing = (
                self.main == cython.NULL
                or self.capture == cython.NULL
                or self.reply == cython.NULL
                or self.error == cython.NULL
            )
            if pairs and traits <= MOST_PAIRED:
                self.after = cython.cast(cython.pointer(cython.short), calloc(size * size, 2))
                missing = missing or self.after == cython.NULL
            if missing:
                raise OptionError("not enough memory for the statistics of moves")
        elif pairs and traits <= MOST_PAIRED:
            self.after = []
        self.traits = traits
        self.clear()

    if not cython.compiled:

        def __new__(cls, *args: Any) -> "Histories":
            """Emulate Cython, in which fields are 0 before ``__init__``."""
            self = super().__new__(cls)
            self.traits = 0
            self.after = None
            return self

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.main)
            free(self.capture)
            free(self.after)
            free(self.reply)
            free(self.error)

    def clear(self) -> None:
        """Delete all statistics."""
        if cython.compiled:
            size = cython.declare(cython.size_t, self.traits)
            if size == 0:  # an object without its constructor has no arrays, and memset takes no null pointer
                return
            memset(self.main, 0, 2 * size)
            memset(self.capture, 0, 2 * size * GAIN_CLASSES)
            memset(self.error, 0, 2 * size)
            if self.after != cython.NULL:
                memset(self.after, 0, 2 * size * size)
            for i in range(self.traits):
                self.reply[i] = -1
        else:
            self.main, self.capture = [0] * self.traits, [0] * (self.traits * GAIN_CLASSES)
            self.error, self.reply = [0] * self.traits, [-1] * self.traits
            if self.after is not None:
                self.after = [0] * self.traits**2

    def fade(self) -> None:
        """Halve the statistics of single moves, at the beginning of another analysis."""
        for i in range(self.traits):
            self.main[i] = quotient(self.main[i], 2)

    # --- for searches -----------------------------------------------------------------------------------------------

    def quiet(self, trait: int, last: int, earlier: int) -> int:
        """Return the sum of the statistics of a quiet move.

        Args:
            trait: trait of the move.
            last: trait of the move before it, or -1 if there is none.
            earlier: trait of the move two plies before it, or -1 if there is none.
        """
        value = cython.declare(cython.int, self.main[trait])
        if self.after:
            if last >= 0:
                value += self.after[last * self.traits + trait]
            if earlier >= 0:
                value += self.after[earlier * self.traits + trait]
        return value

    def captures(self, trait: int, gain: int) -> int:
        """Return the statistics of a move with a gain."""
        return self.capture[trait * GAIN_CLASSES + gain_class(gain)]

    def reward(self, trait: int, last: int, earlier: int, bonus: int) -> None:
        """Add a bonus, which can be negative, to the statistics of a quiet move (``quiet``)."""
        self.main[trait] = changed(self.main[trait], bonus)
        if self.after:
            place = cython.declare(cython.Py_ssize_t, 0)
            if last >= 0:
                place = last * self.traits + trait
                self.after[place] = changed(self.after[place], bonus)
            if earlier >= 0:
                place = earlier * self.traits + trait
                self.after[place] = changed(self.after[place], bonus)

    def reward_capture(self, trait: int, gain: int, bonus: int) -> None:
        """Add a bonus, which can be negative, to the statistics of a move with a gain."""
        place = trait * GAIN_CLASSES + gain_class(gain)
        self.capture[place] = changed(self.capture[place], bonus)

    def learn_reply(self, last: int, move: int) -> None:
        """Store ``move`` as the reply to moves of trait ``last``."""
        if last >= 0:
            self.reply[last] = move

    def reply_to(self, last: int) -> int:
        """Return the stored reply to moves of trait ``last``, or -1."""
        return self.reply[last] if last >= 0 else -1

    def correction(self, last: int) -> int:
        """Return the expected error of the evaluation after a move of trait ``last``."""
        return quotient(self.error[last], 256) if last >= 0 else 0

    def correct(self, last: int, difference: int, depth: int) -> None:
        """Store the difference between the value of a position and its evaluation, with a weight by the depth."""
        if last < 0:
            return
        weight = depth + 1 if depth < 16 else 16
        if difference > 60:
            difference = 60
        elif difference < -60:
            difference = -60
        value = cython.declare(cython.int, self.error[last])
        value = quotient(value * (256 - weight) + difference * 256 * weight, 256)
        if value > HISTORY_LIMIT:
            value = HISTORY_LIMIT
        elif value < -HISTORY_LIMIT:
            value = -HISTORY_LIMIT
        self.error[last] = value

    # --- for tests ----------------------------------------------------------------------------------------------------

    def _check(self, trait: int, last: int = -1, earlier: int = -1) -> None:
        if not (0 <= trait < self.traits and -1 <= last < self.traits and -1 <= earlier < self.traits):
            raise IndexError("trait out of range")

    def entry(self, trait: int, last: int = -1, earlier: int = -1, gain: int = 0) -> int:
        """Return the statistics of a move: ``captures`` if it has a gain, otherwise ``quiet``."""
        self._check(trait, last, earlier)
        return self.captures(trait, gain) if gain > 0 else self.quiet(trait, last, earlier)

    def learn(self, trait: int, bonus: int, last: int = -1, earlier: int = -1, gain: int = 0) -> None:
        """Add a bonus to the statistics of a move: ``reward_capture`` if it has a gain, otherwise ``reward``."""
        self._check(trait, last, earlier)
        if gain > 0:
            self.reward_capture(trait, gain, bonus)
        else:
            self.reward(trait, last, earlier, bonus)

    def store_reply(self, last: int, move: int) -> None:
        """Store a reply, as searches do with ``learn_reply``."""
        self._check(0, last)
        self.learn_reply(last, move)

    def stored_reply(self, last: int) -> int:
        """Return a reply, as searches read it with ``reply_to``."""
        self._check(0, last)
        return self.reply_to(last)

    def learn_error(self, last: int, difference: int, depth: int) -> None:
        """Store a difference, as searches do with ``correct``."""
        self._check(0, last)
        self.correct(last, difference, depth)

    def expected_error(self, last: int) -> int:
        """Return the error of the evaluation, as searches read it with ``correction``."""
        self._check(0, last)
        return self.correction(last)


def changed(entry: int, bonus: int) -> int:
    """Return an entry after a bonus of magnitude ``HISTORY_LIMIT`` or less."""
    weight = cython.declare(cython.int, bonus if bonus >= 0 else -bonus)
    return entry + bonus - quotient(entry * weight, HISTORY_LIMIT)


def quotient(number: int, divisor: int) -> int:
    """Return a quotient rounded towards 0, as in C. In Python, ``//`` rounds down."""
    return number // divisor if number >= 0 else -(-number // divisor)


def gain_class(gain: int) -> int:
    """Return the class, from 0 to 7, of a gain in hundredths."""
    if gain <= 0:
        return 0
    if gain < 200:
        return 1
    if gain < 300:
        return 2
    if gain < 400:
        return 3
    if gain < 500:
        return 4
    if gain < 700:
        return 5
    return 6 if gain < 1000 else 7
