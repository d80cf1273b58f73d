"""The Go position, with ko and superko, passes, the score and playouts, which are games of random moves.

A move is the point of the stone. The number of points of the board is the move that passes. For the rules and their
sources, see ``engine.games.go.game``.

The module is long because playouts, ``make`` and ``unmake`` use the same C fields in the innermost loop of a search,
and the C compiler inlines calls only within one module.
"""

import random
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import cython
from cython.cimports.engine.core.bits import lowest
from cython.cimports.engine.core.playout import DRAWN, FIRST_WON, SECOND_WON, UNFINISHED
from cython.cimports.engine.core.position import MOST_PRIOR, WIN
from cython.cimports.engine.games.go.playouts import SHAPES
from cython.cimports.engine.games.go.stones import ALL, BORDER, EMPTY, NOWHERE, SIDE_KEY, STONE_KEY

from engine.core.outcome import Outcome, Player, Termination
from engine.core.playout import Playout
from engine.games.go.playouts import PlayoutPosition, fill_shapes

if TYPE_CHECKING:
    from engine.games.go.game import Go

if not cython.compiled:
    SEEN, SIMPLE, POSITIONAL, SITUATIONAL = 1024, 0, 1, 2
    KO_KEY, PASS_KEY, PRISONER_KEY = [0] * 361, [0] * 3, 0

SUPERKO = {"simple": 0, "positional": 1, "situational": 2}
"""Numbers of the rules of repetition, by name.

Under all three rules a move must not retake a ko at once. Under the rule ``positional`` it must not repeat an earlier
board, and under the rule ``situational`` an earlier board with the same side to move.
"""


@cython.infer_types(None)
def _fill_tables() -> None:
    global PRISONER_KEY
    rng = random.Random(19490510)  # any random seed will do, but it must never change
    for point in range(361):
        KO_KEY[point] = rng.getrandbits(64)
    for passes in range(1, 3):
        PASS_KEY[passes] = rng.getrandbits(64)
    PRISONER_KEY = rng.getrandbits(64) | 1


_fill_tables()


class PackedRules:
    """The rules as numbers, for ``GoPosition``.

    Args:
        area: whether stones and territory count, rather than territory and prisoners.
        superko: a value of ``SUPERKO``.
        no_result: whether the game ends without result if a board is repeated with the same side to move and without a
            pass in between.
        suicide: whether a move may capture its own group.
        no_surrounded: whether points in areas that only the enemy surrounds are forbidden, unless a move captures.
        compensation: half points that white gets for komi and handicap.
    """

    def __init__(
        self, area: bool, superko: int, no_result: bool, suicide: bool, no_surrounded: bool, compensation: int
    ) -> None:
        self.area = area
        self.superko = superko
        self.no_result = no_result
        self.suicide = suicide
        self.no_surrounded = no_surrounded
        self.compensation = compensation


_NO_RULES = PackedRules(True, POSITIONAL, False, False, False, 0)


class GoPosition(PlayoutPosition):
    """A position of Go.

    It contains the board, the side to move, the ko, the passes, the prisoners and, in ``keys``, the earlier boards.
    """

    if not cython.compiled:
        game: "Go"
        packed: Any

    def __cinit__(self) -> None:
        """Initialise the fields. In compiled code, C fields that are not set here are 0."""
        if not cython.compiled:
            super().__cinit__()
            self.seen = [0] * 1024
            self.open_points, self.chosen = [0] * 6, [0] * 6
            self.kept_ko, self.kept_passes, self.kept_first, self.kept_peak = [[0] * 136 for _ in range(4)]
            self.kept_repeated = [False] * 136
            self.passes = self.first_key = self.peak = 0
            self.ground: Any = None
            self.repeated = False
        self.packed = _NO_RULES

    def __init__(
        self,
        game: "Go",
        packed: "PackedRules",
        size: int,
        black: Iterable[int],
        white: Iterable[int],
        side: int,
        ko: int | None,
        prisoners: tuple[int, int],
        passes: int,
        keys: Sequence[int] = (),
    ) -> None:
        """Set up a position that ``Go.compose`` has checked.

        Args:
            game: the ``Go`` instance of the position.
            packed: the rules of the game.
            size: number of lines of the board.
            black: points of the black stones.
            white: points of the white stones.
            side: side to move, 0 (black) or 1 (white).
            ko: empty point that the side to move must not retake, or None.
            prisoners: numbers of stones captured by black and by white.
            passes: consecutive passes just made, 0 to 2.
            keys: keys of the earlier boards, oldest first.

        Raises:
            ValueError: if the arguments do not form a position.
        """
        self.game = game
        self.packed = packed
        self.set_up(size, black, white, prisoners)
        if side not in (0, 1) or not 0 <= passes <= 2 or not (ko is None or 0 <= ko < size * size):
            raise ValueError("side, passes or ko out of range")
        if ko is not None and self.board[ko] != EMPTY:
            raise ValueError("there is a stone on the ko")
        self.side = side
        self.passes = passes
        self.ko = NOWHERE if ko is None else ko
        self.first_key = 0
        self.peak = self.points if keys else self.stone_count[0] + self.stone_count[1]
        for i in range(SEEN):
            self.seen[i] = 0
        self.key_count = 0
        self.reserve(len(keys) + 160)
        for i in range(len(keys)):
            self.keys[i] = keys[i]
            self.remember(self.keys[i], 1)
        self.key_count = len(keys)
        self.key = self.position_key()
        self.repeated = self.packed.no_result and self.known(self.situation())

    def copy_from(self, other: Any) -> None:
        """Copy all fields from ``other`` except the stack of moves to unmake."""
        they = cython.cast(GoPosition, other)
        PlayoutPosition.copy_from(self, other)
        self.packed = they.packed
        self.ko = they.ko
        self.passes = they.passes
        self.first_key = they.first_key
        self.peak = they.peak
        self.repeated = they.repeated
        for i in range(SEEN):
            self.seen[i] = they.seen[i]

    def write_cells(self, out: Any, facts: Any) -> None:
        """Write the board, with the ko as another piece."""
        PlayoutPosition.write_cells(self, out, facts)
        if self.ko != NOWHERE:
            out[self.ko] = BORDER
            facts[2] = (self.stone_count[0] + self.stone_count[1] + 1) * 8 // (self.points + 1)

    # --- keys -----------------------------------------------------------------------------------------------------

    def remember(self, key: int, amount: int) -> None:
        """Add ``amount`` (1 or -1) to the counter of an earlier board in ``seen``, which ``known`` uses as a filter."""
        self.seen[key & (SEEN - 1)] += amount

    def situation(self) -> int:
        """Return the key of the board that is compared for repetitions.

        It includes the side to move unless the rule is ``POSITIONAL``.
        """
        if self.packed.superko == POSITIONAL or self.side == 0:
            return self.stones_key
        return self.stones_key ^ SIDE_KEY

    def position_key(self) -> int:
        """Return the key of everything on which the rest of the game depends, except the earlier boards.

        The key covers the prisoners even if area is counted, so that equal keys mean equal texts of positions. Few
        transpositions are lost: if each side has placed the same number of stones, equal boards mean equal prisoners.
        """
        prisoners = cython.declare(cython.ulonglong, self.prisoners[0])
        prisoners = prisoners << 32 | self.prisoners[1]
        key = self.stones_key ^ PASS_KEY[self.passes] ^ ((PRISONER_KEY * prisoners) & ALL)
        if self.side:
            key ^= SIDE_KEY
        if self.ko != NOWHERE:
            key ^= KO_KEY[self.ko]
        return key

    def known(self, key: int) -> bool:
        """Whether ``situation`` had the result ``key`` for an earlier board that counts for repetition."""
        if not self.seen[key & (SEEN - 1)]:
            return False
        i = self.key_count - 1
        while i >= self.first_key:
            if self.keys[i] == key:
                return True
            i -= 1
        return False

    def recurs(self, side: int, point: int) -> bool:
        """Whether a stone of ``side`` on an empty point would repeat an earlier board. The stone is not placed."""
        enemy = side ^ 1
        key = self.stones_key ^ STONE_KEY[side][point]
        taken = cython.declare(cython.int, 0)
        alive = cython.declare(cython.bint, False)
        seen = cython.declare(cython.int[4])
        for i in range(4 * point, 4 * point + 4):
            near = self.neighbours[i]
            colour = self.board[near]
            if colour == EMPTY:
                alive = True
            elif colour == side:
                alive = alive or self.freedom[self.chain[near]] > 1
            elif colour == enemy and self.freedom[self.chain[near]] == 1:
                slot = self.chain[near]
                fresh = cython.declare(cython.bint, True)
                for k in range(taken):
                    if seen[k] == slot:
                        fresh = False
                if fresh:
                    seen[taken] = slot
                    taken += 1
        if taken == 0 and alive and self.stone_count[0] + self.stone_count[1] >= self.peak:
            return False  # more stones than on any earlier board
        for k in range(taken):
            slot = seen[k]
            stone = slot
            while True:
                key ^= STONE_KEY[enemy][stone]
                stone = self.next[stone]
                if stone == slot:
                    break
        if taken == 0 and not alive:
            key ^= STONE_KEY[side][point]
            count = cython.declare(cython.int, 0)
            for i in range(4 * point, 4 * point + 4):
                near = self.neighbours[i]
                if self.board[near] == side:
                    slot = self.chain[near]
                    fresh = True
                    for k in range(count):
                        if seen[k] == slot:
                            fresh = False
                    if fresh:
                        seen[count] = slot
                        count += 1
                        stone = slot
                        while True:
                            key ^= STONE_KEY[side][stone]
                            stone = self.next[stone]
                            if stone == slot:
                                break
            if count == 0:
                return True  # suicide of one stone: the board does not change
        if self.packed.superko == SITUATIONAL and side == 0:
            key ^= SIDE_KEY
        # The current board is not among the keys, but only suicide of one stone, handled above, can repeat it.
        return self.known(key)

    # --- for searches ---------------------------------------------------------------------------------------------

    def allowed(self, target: Any) -> int:
        """Set the bit set ``target`` to the empty points where the side to move may play. Return 0."""
        side = self.side
        self.spread(self.empty, self.open_points)
        if self.packed.no_surrounded and self.stone_count[side]:
            self.reach(side, self.chosen)
        else:
            for w in range(self.words):
                self.chosen[w] = self.empty[w]
        for w in range(self.words):
            target[w] = 0
            word = self.empty[w]
            while word:
                bit = word & (0 - word) & ALL
                point = 64 * w + lowest(word)
                word ^= bit
                if point == self.ko:
                    continue
                if not self.open_points[w] & bit and not self.breathes(side, point) and not self.packed.suicide:
                    continue
                if not self.chosen[w] & bit and not self.captures(side, point):
                    continue
                if self.packed.superko and self.recurs(side, point):
                    continue
                target[w] |= bit
        return 0

    def write(self, points: Any, out: Any) -> int:
        """Fill ``out`` with the points of the bit set ``points`` in ascending order, and return their number."""
        count = cython.declare(cython.int, 0)
        for w in range(self.words):
            word = points[w]
            while word:
                out[count] = 64 * w + lowest(word)
                count += 1
                word &= word - 1
        return count

    def generate(self, out: Any) -> int:
        """Fill ``out`` with all legal points in ascending order and the pass, and return the number of moves."""
        self.allowed(self.reached[0])
        count = self.write(self.reached[0], out)
        out[count] = self.points
        return count + 1

    def generate_noisy(self, out: Any) -> int:
        """Fill ``out`` with the captures in the order of ``generate``, and return their number."""
        if not self.in_atari(self.side ^ 1, self.reached[1]):
            return 0
        count = cython.declare(cython.int, 0)
        for w in range(self.words):
            word = self.reached[1][w]
            while word:
                point = 64 * w + lowest(word)
                word &= word - 1
                if point != self.ko and not (self.packed.superko and self.recurs(self.side, point)):
                    out[count] = point
                    count += 1
        return count

    def generate_contact(self, out: Any) -> int:
        """Fill ``out`` with the legal points that are liberties of the enemy, and return their number.

        If there are no such points, ``out`` is filled with all legal moves.
        """
        self.allowed(self.reached[0])
        self.spread(self.stones[self.side ^ 1], self.scratch)
        for w in range(self.words):
            self.chosen[w] = self.reached[0][w] & self.scratch[w]
        count = self.write(self.chosen, out)
        if count:
            return count
        count = self.write(self.reached[0], out)
        out[count] = self.points
        return count + 1

    def make(self, move: int) -> None:
        """Make a legal move in place."""
        depth = self.depth
        side = self.side
        self.kept_move[depth] = move
        self.kept_key[depth] = self.key
        self.kept_ko[depth] = self.ko
        self.kept_passes[depth] = self.passes
        self.kept_first[depth] = self.first_key
        self.kept_peak[depth] = self.peak
        self.kept_repeated[depth] = self.repeated
        situation = self.situation()
        self.keys[self.key_count] = situation
        self.key_count += 1
        self.remember(situation, 1)
        stones = self.stone_count[0] + self.stone_count[1]
        if stones > self.peak:
            self.peak = stones
        self.ko = NOWHERE
        if move == self.points:
            if self.passes < 2:  # a record can go on after two passes
                self.passes += 1
            self.first_key = self.key_count if self.packed.no_result else 0
        else:
            self.passes = 0
            self.put(side, move)
            if self.taken_stones[depth] == 1 and not self.suicide[depth]:
                slot = self.chain[move]
                if self.count[slot] == 1 and self.freedom[slot] == 1:
                    self.ko = self.taken[depth][0]
        self.depth = depth + 1
        self.side = side ^ 1
        self.ply += 1
        self.key = self.position_key()
        if self.packed.no_result and not self.passes:
            self.repeated = self.known(self.situation())

    def unmake(self, move: int) -> None:
        """Unmake the last move."""
        depth = self.depth - 1
        side = self.side ^ 1
        self.depth = depth
        self.side = side
        self.ply -= 1
        if move != self.points:
            self.lift(side, move)
        self.key_count -= 1
        self.remember(self.keys[self.key_count], -1)
        self.key = self.kept_key[depth]
        self.ko = self.kept_ko[depth]
        self.passes = self.kept_passes[depth]
        self.first_key = self.kept_first[depth]
        self.peak = self.kept_peak[depth]
        self.repeated = self.kept_repeated[depth]

    def is_over(self) -> bool:
        """Whether both sides passed, or a board was repeated and the rules end the game in that case."""
        return (self.passes >= 2 or self.repeated) and self.ply != self.reopened_at

    def score(self) -> int:
        """Return black's points minus white's points and the compensation, in half points.

        All stones are counted as alive.
        """
        if self.packed.area:
            return 2 * self.area() - self.packed.compensation
        return 2 * (self.territory() + self.prisoners[0] - self.prisoners[1]) - self.packed.compensation

    def outcome_score(self, ply: int) -> int:
        """Return ``±(WIN - ply)`` for the side to move, or 0 for a draw or no result."""
        if self.repeated:
            return 0
        score = self.score()
        if score == 0:
            return 0
        return WIN - ply if (score > 0) == (self.side == 0) else ply - WIN

    def order(self, move: int) -> int:
        """Return the ordering value of a move.

        Captures are first, ordered by the number of stones captured. They are followed by moves next to own groups in
        atari, by threats to capture, and by all other moves.
        """
        if move == self.points:
            return 0
        side = self.side
        value = cython.declare(cython.int, 0)
        for i in range(4 * move, 4 * move + 4):
            near = self.neighbours[i]
            colour = self.board[near]
            if colour < EMPTY:
                slot = self.chain[near]
                if colour != side:
                    if self.freedom[slot] == 1:
                        value += 10_000 + 100 * self.count[slot]
                    elif self.freedom[slot] == 2:
                        value += 100 + self.count[slot]
                elif self.freedom[slot] == 1:
                    value += 1_000 + 10 * self.count[slot]
        return value

    def gain(self, move: int) -> int:
        """Return 100 for each stone that a move captures."""
        if move == self.points:
            return 0
        enemy = self.side ^ 1
        found = cython.declare(cython.int, 0)
        seen = cython.declare(cython.int[4])
        value = cython.declare(cython.int, 0)
        for i in range(4 * move, 4 * move + 4):
            near = self.neighbours[i]
            if self.board[near] != enemy or self.freedom[self.chain[near]] != 1:
                continue
            slot = self.chain[near]
            fresh = cython.declare(cython.bint, True)
            for k in range(found):
                if seen[k] == slot:
                    fresh = False
            if fresh:
                seen[found] = slot
                found += 1
                value += 100 * self.count[slot]
        return value

    def trait(self, move: int) -> int:
        """Return the number of the move, plus the number of points and 1 for white's moves."""
        return move + (self.points + 1 if self.side else 0)

    def trait_count(self) -> int:
        """Return the number of pairs of a side and a point or a pass."""
        return 2 * self.points + 2

    def has_cycles(self) -> bool:
        """Whether the rules allow a board to be repeated, which superko forbids.

        Under superko, the legal moves depend on earlier boards, too, but only in positions with several kos.
        """
        return self.packed.superko == SIMPLE

    # --- playouts -------------------------------------------------------------------------------------------------

    def prior(self, move: int) -> int:
        """Return how good a legal move probably is, in virtual visits.

        Captures, rescues, shapes and moves near the last move are good. Moves that fill own eyes or put own stones in
        atari are bad, and so are moves near the edge far from all stones.
        """
        if move == self.points:
            return -10
        side = self.side
        if self.is_eye(side, move):
            return -60
        value = cython.declare(cython.int, 0)
        for i in range(4 * move, 4 * move + 4):
            near = self.neighbours[i]
            colour = self.board[near]
            if colour < EMPTY and self.freedom[self.chain[near]] == 1:
                if colour != side:
                    value += 30 if self.count[self.chain[near]] > 1 else 15
                elif self.freedom_after(side, move) >= 2:
                    value += 15
        if self.endangers(side, move):
            value -= 20
        elif SHAPES[self.shape_at(move)] >> side & 1:
            value += 10
        size = self.geometry.size
        row = move // size
        column = move % size
        if self.depth and self.kept_move[self.depth - 1] < self.points:
            last = self.kept_move[self.depth - 1]
            distance = abs(last // size - row) + abs(last % size - column)
            if distance < 5:
                value += 24 - 5 * distance
        if self.is_lonely(row, column):
            line = min(min(row, column), size - 1 - max(row, column))
            if line < 2:
                value -= 10
            elif line == 2:
                value += 10
        return max(-MOST_PRIOR, min(MOST_PRIOR, value))

    def is_lonely(self, row: int, column: int) -> bool:
        """Whether there is no stone at most three rows and three columns from a point."""
        size = self.geometry.size
        for i in range(max(0, row - 3), min(size, row + 4)):
            for k in range(max(0, column - 3), min(size, column + 4)):
                if self.board[i * size + k] != EMPTY:
                    return False
        return True

    def begin_playouts(self) -> None:
        """Create the board on which ``play_out`` plays."""
        fill_shapes()
        self.ground = self.copy()

    def play_out(self, playout: Playout) -> None:
        """Play a game to its end by the policy of ``PlayoutPosition.play_well`` on a copy of the board.

        The result is by area, with all stones counted as alive. Repetitions are not looked at, so the number of moves
        is limited.
        """
        most = 3 * self.points + 16
        if most > playout.most:
            most = playout.most
        last = NOWHERE
        if self.depth:
            last = self.kept_move[self.depth - 1]
            if last >= self.points:
                last = NOWHERE
        self.ground.copy_board(self)
        self.ground.side = self.side
        self.ground.ko = self.ko
        playout.count = self.ground.play_well(playout, most, last)
        playout.result = UNFINISHED
        if playout.count < playout.most:
            margin = 2 * self.ground.area() - self.packed.compensation
            playout.result = FIRST_WON if margin > 0 else SECOND_WON if margin < 0 else DRAWN

    # --- for all other code ---------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return the outcome, with all stones counted as alive, or None if the game is not over."""
        if self.repeated:
            return Outcome(None, Termination.REPETITION)
        if self.passes < 2:
            return None
        score = self.score()
        return Outcome(None if score == 0 else Player(0 if score > 0 else 1), Termination.SCORE)

    def with_turn(self, side: int) -> "GoPosition":
        """Return the position of the same stones and prisoners with ``side`` (0 or 1) to move.

        The new position has no ko, passes or earlier boards.
        """
        black, white = self.stone_points
        return GoPosition(self.game, self.packed, self.size, black, white, side, None, self.prisoner_counts, 0)

    @property
    def history(self) -> tuple[int, ...]:
        """Return the keys of the earlier boards that count for repetition."""
        return tuple([self.keys[i] for i in range(self.first_key, self.key_count)])

    @property
    def ko_point(self) -> int | None:
        """Return the point that the side to move must not retake now, or None."""
        return None if self.ko == NOWHERE else self.ko

    @property
    def passes_made(self) -> int:
        """Return the number of consecutive passes just made: 0, 1 or 2."""
        return self.passes

    def forbids_repetition(self, point: int) -> bool:
        """Whether the rules forbid a stone on ``point`` because an earlier board would be repeated.

        Raises:
            IndexError: if the point is not on the board.
        """
        if self.stone_at(point) is not None:
            return False
        return bool(self.packed.superko) and self.recurs(self.side, point)

    def is_suicide(self, point: int) -> bool:
        """Whether ``point`` is empty and a stone of the side to move there would have no liberty.

        Raises:
            IndexError: if the point is not on the board.
        """
        return self.stone_at(point) is None and not self.breathes(self.side, point)

    def half_points(self) -> int:
        """Return black's points minus white's points and the compensation, in half points.

        All stones are counted as alive.
        """
        return self.score()


class Playouts:
    """Results of random games on boards of one size.

    Attributes:
        count: number of games played.
        black_wins: number of games that black won by area, after compensation.
        white_wins: number of games that white won by area, after compensation.
        moves: number of moves made in all games.
        margin: sum of black's points minus white's over all games, in half points, after compensation.
    """

    def __init__(self) -> None:
        if not cython.compiled:
            self.black, self.white = [0] * 361, [0] * 361
        self.count = self.black_wins = self.white_wins = self.moves = self.margin = self.points = 0
        for point in range(361):
            self.black[point] = self.white[point] = 0

    def play(self, position: GoPosition, count: int, seed: int) -> None:
        """Play ``count`` random games and add their results.

        Args:
            position: the position from which the games begin, which is not changed.
            count: number of games, 0 to 100,000,000.
            seed: random seed of the moves.

        Raises:
            ValueError: if ``position`` is not a position of Go, if the count is out of range, or if the size of the
                board differs from that of earlier calls.
        """
        if not isinstance(position, GoPosition):
            raise ValueError("playouts are for positions of Go")
        if not 0 <= count <= 100_000_000:
            raise ValueError(f"{count} playouts: must be 0 to 100,000,000")
        start = cython.cast(GoPosition, position)
        if self.points not in (0, start.points):
            raise ValueError("playouts of two sizes of board")
        self.points = start.points
        board = cython.cast(GoPosition, position.copy())
        board.random = random.Random(seed).getrandbits(64) | 1
        games = cython.declare(cython.int, count)
        most = cython.declare(cython.int, 3 * start.points + 16)
        with cython.nogil:
            self.run(start, board, games, most)

    def run(self, position: GoPosition, board: GoPosition, count: int, most: int) -> None:
        """Play ``count`` games of at most ``most`` moves from ``position`` on ``board`` and add their results."""
        for _ in range(count):
            board.copy_board(position)
            board.side = position.side
            board.ko = position.ko
            self.moves += board.simulate(most)
            margin = 2 * board.area() - position.packed.compensation
            self.margin += margin
            if margin > 0:
                self.black_wins += 1
            elif margin < 0:
                self.white_wins += 1
            for w in range(board.words):
                word = board.stones[0][w] | (board.reached[0][w] & ~board.reached[1][w])
                while word:
                    self.black[64 * w + lowest(word)] += 1
                    word &= word - 1
                word = board.stones[1][w] | (board.reached[1][w] & ~board.reached[0][w])
                while word:
                    self.white[64 * w + lowest(word)] += 1
                    word &= word - 1
        self.count += count

    @property
    def owners(self) -> list[float]:
        """Return the mean ownership of every point, from 1 (black's in all games) to -1 (white's in all games)."""
        games = float(max(1, self.count))  # compiled code would divide two integers as integers
        return [(self.black[point] - self.white[point]) / games for point in range(self.points)]


def playout(position: GoPosition, seed: int) -> int:
    """Play one random game, and return black's area minus white's area and the compensation, in half points.

    The sides do not fill their own eyes. The game is stopped after three moves for every point of the board, plus 16.

    Args:
        position: the position from which the game begins, which is not changed.
        seed: random seed of the moves.
    """
    games = Playouts()
    games.play(position, 1, seed)
    return int(games.margin)
