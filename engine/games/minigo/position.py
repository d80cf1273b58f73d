"""The MiniGo position, with the stones, the side to move, and the side that has captured, if there is one.

A move is the point of the stone.

For the rules, see ``engine.games.minigo.game``.
"""

import random
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import cython
from cython.cimports.engine.core.bits import lowest, popcount
from cython.cimports.engine.core.position import MAX_MOVES, MOST_PRIOR, WIN
from cython.cimports.engine.games.go.stones import ALL, BIT, EMPTY, SIDE_KEY

from engine.core.outcome import Outcome, Player, Termination
from engine.core.playout import Playout
from engine.games.go.stones import StonesPosition

if TYPE_CHECKING:
    from engine.games.minigo.game import Minigo

if not cython.compiled:
    WON_KEY = [0, 0]


@cython.infer_types(None)
def _fill_tables() -> None:
    rng = random.Random(19990119)  # any random seed will do, but it must never change
    for side in range(2):
        WON_KEY[side] = rng.getrandbits(64)


_fill_tables()


class MinigoPosition(StonesPosition):
    """A position of MiniGo, with the stones, the side to move, and the side that has captured, if there is one."""

    if not cython.compiled:
        game: "Minigo"

    def __cinit__(self) -> None:
        """Initialise the fields that ``StonesPosition`` does not have."""
        if not cython.compiled:
            super().__cinit__()
            self.chosen = [0] * 6
        self.free = self.centre = False
        self.won = self.root_side = 0

    def __init__(
        self,
        game: "Minigo",
        size: int,
        free: bool,
        centre: bool,
        black: Iterable[int],
        white: Iterable[int],
        side: int,
        prisoners: tuple[int, int],
    ) -> None:
        """Set up a position that ``Minigo.compose`` has checked.

        Args:
            game: the ``Minigo`` instance of the position.
            size: number of lines of the board.
            free: whether every point is allowed except for suicide.
            centre: whether the first stone must be in the centre. It has no effect if ``free`` is true.
            black: points of the black stones.
            white: points of the white stones.
            side: side to move, 0 (black) or 1 (white).
            prisoners: numbers of stones captured by black and by white. A side that captured any has won.

        Raises:
            ValueError: if the arguments do not form a position.
        """
        self.game = game
        self.free = free
        self.centre = centre
        self.set_up(size, black, white, prisoners)
        if side not in (0, 1) or (prisoners[0] and prisoners[1]):
            raise ValueError("side or prisoners out of range")
        self.side = side
        self.won = 1 if prisoners[0] else 2 if prisoners[1] else 0
        self.reserve(160)
        self.key = self.stones_key
        if side:
            self.key ^= SIDE_KEY
        if self.won:
            self.key ^= WON_KEY[self.won - 1]

    def copy_from(self, other: Any) -> None:
        """Copy all fields from ``other`` except the stack of moves to unmake."""
        they = cython.cast(MinigoPosition, other)
        StonesPosition.copy_from(self, other)
        self.free = they.free
        self.centre = they.centre
        self.won = they.won
        self.root_side = they.root_side

    # --- for searches ---------------------------------------------------------------------------------------------

    def write(self, points: Any, out: Any) -> int:
        """Fill ``out`` with the points on which a stone would not be suicide, and return their number.

        The points are taken from the bit set ``points``, and must be empty.
        """
        count = cython.declare(cython.int, 0)
        self.spread(self.empty, self.scratch)
        for w in range(self.words):
            word = points[w]
            while word:
                bit = word & (0 - word) & ALL
                point = 64 * w + lowest(word)
                word ^= bit
                if self.scratch[w] & bit or self.breathes(self.side, point):
                    out[count] = point
                    count += 1
        return count

    def generate(self, out: Any) -> int:
        """Fill ``out`` with all legal moves in ascending order, and return their number."""
        side = self.side
        enemy = side ^ 1
        if self.free:
            return self.write(self.empty, out)
        if self.stone_count[enemy] == 0:
            if self.stone_count[side] == 0 and self.centre:
                half = self.geometry.size // 2
                out[0] = half * self.geometry.size + half
                return 1
            return self.write(self.empty, out)
        if not self.in_atari(enemy, self.chosen) and not self.in_atari(side, self.chosen):
            self.spread(self.stones[enemy], self.chosen)
            for w in range(self.words):
                self.chosen[w] &= self.empty[w]
        return self.write(self.chosen, out)

    def generate_noisy(self, out: Any) -> int:
        """Fill ``out`` with the captures in the order of ``generate``, and return their number."""
        if self.in_atari(self.side ^ 1, self.chosen):
            return self.write(self.chosen, out)
        return 0

    def make(self, move: int) -> None:
        """Make a legal move in place."""
        side = self.side
        self.kept_key[self.depth] = self.key
        self.put(side, move)
        key = self.stones_key
        if side == 0:
            key ^= SIDE_KEY
        if self.taken_count[self.depth] and not self.won:
            self.won = 1 + side
            key ^= WON_KEY[side]
        self.key = key
        self.depth += 1
        self.side = side ^ 1
        self.ply += 1

    def unmake(self, move: int) -> None:
        """Unmake the last move."""
        self.depth -= 1
        self.side ^= 1
        self.ply -= 1
        self.lift(self.side, move)
        self.key = self.kept_key[self.depth]
        self.won = 0  # a move was made here, so the game was not over

    def is_over(self) -> bool:
        """Whether a stone has been captured, which ends the game."""
        return self.won > 0 and self.ply != self.reopened_at

    def outcome_score(self, ply: int) -> int:
        """Return ``±(WIN - ply)`` for the side to move."""
        return WIN - ply if self.won == 1 + self.side else ply - WIN

    def no_move_score(self, ply: int) -> int:
        """Return ``ply - WIN``, because a side without a legal move has lost."""
        return ply - WIN

    def order(self, move: int) -> int:
        """Return the ordering value of a move.

        Captures are first. The other points are ordered by the number of adjacent enemy groups.
        """
        enemy = self.side ^ 1
        if self.captures(self.side, move):
            return 1_000_000
        groups = self.groups_at(enemy, move)
        if self.free:
            return 100 * groups
        return 100 * (groups - 1) if groups > 1 else 0

    def in_danger(self) -> bool:
        """Whether a group of the side to move is in atari, so that the opponent could win by capturing it."""
        groups = self.atari[self.side][0]
        for w in range(1, self.words):
            groups |= self.atari[self.side][w]
        return groups != 0

    def gain(self, move: int) -> int:
        """Return ``WIN`` for a capture, which ends the game, or 0 otherwise."""
        return WIN if self.captures(self.side, move) else 0

    def trait(self, move: int) -> int:
        """Return the point of a move, plus the number of points for white's moves."""
        return move + (self.points if self.side else 0)

    def trait_count(self) -> int:
        """Return the number of pairs of a side and a point."""
        return 2 * self.points

    def has_cycles(self) -> bool:
        """Return False, because a capture ends the game, so that no stone leaves the board before the end."""
        return False

    def has_draws(self) -> bool:
        """Return False, because a capture and the lack of a move have a winner."""
        return False

    # --- for searches with playouts -------------------------------------------------------------------------------

    def prior(self, move: int) -> int:
        """Return how good a legal move probably is, in virtual visits. Self-atari loses, and a capture wins."""
        if self.captures(self.side, move):
            return MOST_PRIOR
        if self.freedom_at(move) < 2:
            return -MOST_PRIOR
        return 10 * (self.groups_at(self.side ^ 1, move) - 1)

    def freedom_at(self, point: int) -> int:
        """Return the number of liberties that the group of a stone of the side to move on an empty point would have.

        The stone is assumed to capture nothing, because a capture ends the game.
        """
        found = cython.declare(cython.ulonglong[6])
        for w in range(self.words):
            found[w] = 0
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            if self.board[near] == EMPTY:
                found[near >> 6] |= BIT[near & 63]
            elif self.board[near] == self.side:
                first = self.chain[near] * self.words
                for w in range(self.words):
                    found[w] |= self.liberties[first + w]
        found[point >> 6] &= ~BIT[point & 63]
        count = cython.declare(cython.int, 0)
        for w in range(self.words):
            count += popcount(found[w])
        return count

    def draw_move(self, playout: Playout) -> int:
        """Return a random legal move for a playout, or -1 if there is none.

        Of three moves drawn, the first one that does not put own stones in atari is returned, because the opponent
        could win by capturing them. A capture is not tested: in most rules it is the only move if it is possible.
        """
        moves = cython.declare(cython.int[MAX_MOVES])
        count = self.generate(moves)
        move = -1
        if count:
            for _ in range(3):
                move = moves[playout.below(count)]
                if self.captures(self.side, move) or self.freedom_at(move) > 1:
                    break
        return move

    # --- for all other code ---------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game is not over."""
        if self.won:
            return Outcome(Player(self.won - 1), Termination.CAPTURE)
        if not self.has_legal_move():
            return Outcome(Player(self.side ^ 1), Termination.NO_MOVE)
        return None
