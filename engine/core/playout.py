"""A playout: a game that is played from a position to its end by random moves, with its random numbers and result."""

import cython

if not cython.compiled:
    MOST_PLAYED = 1200
    SECOND_WON, DRAWN, FIRST_WON, UNFINISHED = range(4)
    ALL_BITS = FACTOR = 0


@cython.infer_types(None)
def _set_constants() -> None:
    global ALL_BITS, FACTOR
    ALL_BITS = 2**64 - 1
    FACTOR = 2685821657736338717


_set_constants()


class Playout:
    """The random numbers of playouts, and the moves and the result of the last one.

    A search creates one instance for each of its threads and passes it to ``Position.play_out``.

    Attributes:
        most: maximum number of moves of a playout, 0 to 1,200. The caller sets it before each playout. The other
            attributes are read-only.
        made: number of moves that the caller has made on the position and not yet unmade.
        result: half points of FIRST (2: FIRST won, 1: draw, 0: SECOND won), or 3 if the game was not finished.
        count: number of moves made in the last playout.

    Args:
        seed: random seed, 0 to 2**64 - 1.
    """

    def __init__(self, seed: int = 0) -> None:
        if not cython.compiled:
            self.moves = [0] * MOST_PLAYED
        self.most = MOST_PLAYED
        self.made = self.count = 0
        self.result = UNFINISHED
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Set the random seed."""
        # A product spreads the bits of small seeds. The generator does not leave the state 0, so the last bit is set.
        self.random = ((seed % 2**64) * 0x9E3779B97F4A7C15 % 2**64) | 1

    def below(self, bound: int) -> int:
        """Return a random number from 0 to ``bound - 1`` (xorshift64*, Vigna 2016)."""
        word = self.random
        word ^= word >> 12
        word ^= (word << 25) & ALL_BITS
        word ^= word >> 27
        self.random = word
        high = ((word * FACTOR) & ALL_BITS) >> 32
        return (high * bound) >> 32

    @property
    def played(self) -> list[int]:
        """The moves of the last playout, in the order of play."""
        return [self.moves[i] for i in range(self.count)]
