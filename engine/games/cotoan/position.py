"""The cờ toán position, with a mailbox board that has a border, and one occupancy word for every line of the board.

A cell is ``11 * rank + file``, where rank and file are counted from 1. Cell 0 and all cells around the board form the
border. A move is ``origin | target << 8``. The next piece on a line is found by one bit scan of the line's occupancy
word, which makes generation four times as fast as steps from cell to cell on the board.

For the rules and their sources, see ``engine.games.cotoan.game``.

The module is long because generation, ``make`` and ``unmake`` use the same C fields in the innermost loop of a search,
and the C compiler inlines calls only within one module.
"""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cython
from cython.cimports.engine.core.bits import highest, lowest
from cython.cimports.engine.core.position import NEAR_LIMIT, NO_CYCLE, WIN

from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position

if TYPE_CHECKING:
    from engine.games.cotoan.game import Cotoan

if cython.compiled:
    from cython.cimports.libc.string import memcpy

if not cython.compiled:
    WIDTH, CELLS, LINES, PIECES, BLUE, EMPTY, BORDER = 11, 143, 19, 20, 16, 32, 64
    ATTACK = 900
    FIRST_CELL, WRITTEN, MOST_NEEDED, FEW = 12, 119, 45, 12
    LINE, OFFSET = [[0] * 143 for _ in range(4)], [[0] * 143 for _ in range(4)]
    PLACE, STEP = [0] * 143, [0] * 4
    RAY = [[0] * 143 for _ in range(2)]
    PIECE_KEY = [[0] * 143 for _ in range(20)]
    POINTS_KEY = [[0] * 128 for _ in range(2)]
    SIDE_KEY = 0


@cython.infer_types(None)
def _fill_tables() -> None:
    global SIDE_KEY
    rng = random.Random(20050501)  # the game's recognition; any random seed will do, but it must never change
    steps = (1, WIDTH, WIDTH + 1, WIDTH - 1)
    for orientation in range(4):
        STEP[orientation] = steps[orientation]
    for rank in range(1, 12):
        for file in range(1, 10):
            cell = WIDTH * rank + file
            lines = (rank, file, rank - file + 8, rank + file - 2)
            PLACE[cell] = 9 * rank + file - 10
            for orientation in range(4):
                LINE[orientation][cell] = lines[orientation]
                OFFSET[orientation][cell] = rank if orientation else file
    for side, zero in enumerate((10 * WIDTH + 5, 2 * WIDTH + 5)):
        for orientation in range(4):
            for cell in range(CELLS):
                rank, file = cell // WIDTH, cell % WIDTH
                on_board = cell != zero and 1 <= rank <= 11 and 1 <= file <= 9
                if on_board and LINE[orientation][cell] == LINE[orientation][zero]:
                    RAY[side][cell] = 4 | orientation | (8 if cell > zero else 0)
    for piece in range(PIECES):
        for cell in range(CELLS):
            PIECE_KEY[piece][cell] = rng.getrandbits(64)
    for side in range(2):
        for points in range(128):
            POINTS_KEY[side][points] = rng.getrandbits(64)
    SIDE_KEY = rng.getrandbits(64)


_fill_tables()


class Tables:
    """The rules as numbers, for ``CotoanPosition``.

    Args:
        distances: sets of the distances beyond the front piece at which a capture is allowed, indexed by
            ``[rear][front]``.
        target: points that win, or 0 for no target.
        no_capture: plies without a capture that end the game, or 0 for no limit.
        repetition: whether the third occurrence of a position is a draw.
        zero_helper: whether a zero can be the front piece.
    """

    def __init__(
        self,
        distances: Sequence[Sequence[frozenset[int]]],
        target: int,
        no_capture: int,
        repetition: bool,
        zero_helper: bool,
    ) -> None:
        if not cython.compiled:
            self.captures, self.fronts, self.rears = [0] * 100, [0] * 160, [0] * 160
        self.target = target
        self.no_capture = no_capture
        self.repetition = repetition
        self.zero_helper = zero_helper
        for rear in range(10):
            for front in range(10):
                mask = 0
                for distance in distances[rear][front]:
                    mask |= 1 << int(distance)
                    self.fronts[16 * rear + int(distance)] |= 1 << front
                    self.rears[16 * front + int(distance)] |= 1 << rear
                self.captures[10 * rear + front] = mask


_NO_RULES = Tables([[frozenset()] * 10] * 10, 0, 0, False, False)


class CotoanPosition(Position):
    """A position of cờ toán.

    It contains the board, the side to move, the points, the number of plies since the last capture, and the keys of the
    positions since the last capture.
    """

    if not cython.compiled:
        game: "Cotoan"
        tables: Any
        weights: Any

    def __cinit__(self) -> None:
        """Initialise the fields, without pieces. In compiled code, C fields that are not set here are 0."""
        if not cython.compiled:
            super().__cinit__()
            self.board, self.squares, self.lines = [0] * 143, [0] * 20, [0] * 76
            self.points, self.mobile = [0, 0], [0, 0]
            self.taken, self.waited, self.marks = [0] * 160, [0] * 160, [0] * 143
            self.since_capture = self.start_number = self.start_side = self.depth = self.balance = 0
            self.attacked_key = self.attacked_by = 0
            self.decided = False
            self.weights = self.weights_owner = None
        self.tables = _NO_RULES

    def __init__(
        self,
        game: "Cotoan",
        tables: "Tables",
        pieces: Sequence[tuple[int, int]],
        side: int,
        points: tuple[int, int],
        since_capture: int,
        number: int,
        keys: Sequence[int] = (),
    ) -> None:
        """Set up a position that ``Cotoan.compose`` has checked.

        Args:
            game: the ``Cotoan`` instance of the position.
            tables: the tables of its rules.
            pieces: ``(piece, cell)`` pairs. A piece is its digit, plus 16 if it is blue.
            side: side to move, 0 or 1.
            points: points of red and blue, 0 to 90.
            since_capture: number of plies since the last capture.
            number: move number, from 1.
            keys: keys of the positions since the last capture, oldest first.

        Raises:
            ValueError: if the arguments do not form a position.
        """
        self.game = game
        self.tables = tables
        self.clear()
        for piece, cell in pieces:
            if not (0 <= piece < 26 and piece & 15 < 10 and 0 < cell < CELLS and self.board[cell] == EMPTY):
                raise ValueError(f"piece {piece} cannot be put on cell {cell}")
            if self.squares[(piece >> 4) * 10 + (piece & 15)]:
                raise ValueError(f"piece {piece} is on two cells")
            self.put(piece, cell)
        if not (side in (0, 1) and 0 <= points[0] <= 90 and 0 <= points[1] <= 90 and 0 <= since_capture <= 30_000):
            raise ValueError("side, points or counter out of range")
        self.side = side
        self.start_side = side
        self.start_number = number
        self.since_capture = since_capture
        self.points[0], self.points[1] = points
        self.key ^= POINTS_KEY[0][self.points[0]] ^ POINTS_KEY[1][self.points[1]]
        if side:
            self.key ^= SIDE_KEY
        self.reserve(len(keys) + 160)
        for i in range(len(keys)):
            self.keys[i] = keys[i]
        self.key_count = len(keys)
        self.decide()

    def clear(self) -> None:
        """Remove all pieces. In ``lines``, bits off the board are set, so that every line ends at a blocker."""
        self.key = 0
        self.depth = 0
        self.balance = 0
        self.attacked_key = self.attacked_by = 0
        for cell in range(CELLS):
            self.board[cell] = BORDER
        for i in range(76):
            self.lines[i] = 0xFFFFFFFF
        for piece in range(20):
            self.squares[piece] = 0
        self.mobile[0] = self.mobile[1] = 0
        for rank in range(1, 12):
            for file in range(1, 10):
                cell = WIDTH * rank + file
                self.board[cell] = EMPTY
                for orientation in range(4):
                    self.lines[LINES * orientation + LINE[orientation][cell]] ^= 1 << OFFSET[orientation][cell]

    def put(self, piece: int, cell: int) -> None:
        """Put a piece on an empty cell."""
        self.board[cell] = piece
        index = (piece >> 4) * 10 + (piece & 15)
        self.squares[index] = cell
        self.key ^= PIECE_KEY[index][cell]
        if piece & 15:
            self.mobile[piece >> 4] += 1
        for orientation in range(4):
            self.lines[LINES * orientation + LINE[orientation][cell]] |= 1 << OFFSET[orientation][cell]

    def copy_from(self, other: Any) -> None:
        """Copy all fields from ``other`` except the stack of moves to unmake."""
        they = cython.cast(CotoanPosition, other)
        Position.copy_from(self, other)
        self.reserve(self.key_count + 160)
        self.tables = they.tables
        for i in range(CELLS):
            self.board[i] = they.board[i]
        for i in range(20):
            self.squares[i] = they.squares[i]
        for i in range(76):
            self.lines[i] = they.lines[i]
        for i in range(2):
            self.points[i] = they.points[i]
            self.mobile[i] = they.mobile[i]
        self.since_capture = they.since_capture
        self.start_number = they.start_number
        self.start_side = they.start_side
        self.decided = they.decided
        self.depth = 0
        self.weights = they.weights
        self.weights_owner = they.weights_owner
        self.balance = they.balance
        self.attacked_key = self.attacked_by = 0

    def write_cells(self, out: Any, facts: Any) -> None:
        """Write the board without the first rank and the last cells of the border, and the points still needed."""
        if cython.compiled:
            memcpy(out, cython.address(self.board[FIRST_CELL]), WRITTEN)
        else:
            for i in range(WRITTEN):
                out[i] = self.board[FIRST_CELL + i]
        for side in range(2):
            needed = self.tables.target - self.points[side]
            if needed > MOST_NEEDED:
                needed = MOST_NEEDED
            out[WRITTEN + side] = max(needed, 0)
            facts[side] = 0
        facts[2] = 0
        count = self.mobile[0] + self.mobile[1]
        if self.squares[0]:
            count += 1
        if self.squares[10]:
            count += 1
        if count > FEW:
            facts[2] = (count - FEW) * 4 // (PIECES + 1 - FEW)

    # --- for searches ---------------------------------------------------------------------------------------------

    def generate(self, out: Any) -> int:
        """Fill ``out`` with all legal moves, ordered by piece (1–9), direction and distance. Return their number.

        In each direction a piece has either quiet moves or at most one capture.
        """
        count = 0
        side = self.side
        for value in range(1, 10):
            origin = self.squares[10 * side + value]
            if origin == 0:
                continue
            for orientation in range(4):
                word = self.lines[LINES * orientation + LINE[orientation][origin]]
                offset = OFFSET[orientation][origin]
                step = STEP[orientation]
                free = lowest(word >> (offset + 1))
                if free:
                    if free > value:
                        free = value
                    move = origin | origin << 8
                    for _ in range(free):
                        move += step * 256
                        out[count] = move
                        count += 1
                else:
                    front = self.board[origin + step]
                    if front >> 4 == side:
                        distance = lowest(word >> (offset + 2)) + 1
                        target = origin + (distance + 1) * step
                        if (
                            self.tables.captures[10 * value + (front & 15)] >> distance & 1
                            and self.board[target] >> 4 == side ^ 1
                        ):
                            out[count] = origin | target << 8
                            count += 1
                free = offset - 1 - highest(word & ((1 << offset) - 1))
                if free:
                    if free > value:
                        free = value
                    move = origin | origin << 8
                    for _ in range(free):
                        move -= step * 256
                        out[count] = move
                        count += 1
                else:
                    front = self.board[origin - step]
                    if front >> 4 == side:
                        distance = offset - 1 - highest(word & ((1 << (offset - 1)) - 1))
                        target = origin - (distance + 1) * step
                        if (
                            self.tables.captures[10 * value + (front & 15)] >> distance & 1
                            and self.board[target] >> 4 == side ^ 1
                        ):
                            out[count] = origin | target << 8
                            count += 1
        return count

    def generate_noisy(self, out: Any) -> int:
        """Fill ``out`` with the captures in the order of ``generate``, and return their number."""
        count = 0
        side = self.side
        for value in range(1, 10):
            origin = self.squares[10 * side + value]
            if origin == 0:
                continue
            for orientation in range(4):
                step = STEP[orientation]
                front = self.board[origin + step]
                if front >> 4 == side:
                    word = self.lines[LINES * orientation + LINE[orientation][origin]]
                    distance = lowest(word >> (OFFSET[orientation][origin] + 2)) + 1
                    target = origin + (distance + 1) * step
                    if (
                        self.tables.captures[10 * value + (front & 15)] >> distance & 1
                        and self.board[target] >> 4 == side ^ 1
                    ):
                        out[count] = origin | target << 8
                        count += 1
                front = self.board[origin - step]
                if front >> 4 == side:
                    word = self.lines[LINES * orientation + LINE[orientation][origin]]
                    offset = OFFSET[orientation][origin]
                    distance = offset - 1 - highest(word & ((1 << (offset - 1)) - 1))
                    target = origin - (distance + 1) * step
                    if (
                        self.tables.captures[10 * value + (front & 15)] >> distance & 1
                        and self.board[target] >> 4 == side ^ 1
                    ):
                        out[count] = origin | target << 8
                        count += 1
        return count

    def make(self, move: int) -> None:
        """Make a legal move in place."""
        origin = move & 255
        target = move >> 8
        side = self.side
        piece = self.board[origin]
        taken = self.board[target]
        index = 10 * side + (piece & 15)
        key = self.key
        self.keys[self.key_count] = key
        self.key_count += 1
        self.taken[self.depth] = taken
        self.waited[self.depth] = self.since_capture
        self.depth += 1
        key ^= SIDE_KEY ^ PIECE_KEY[index][origin] ^ PIECE_KEY[index][target]
        self.board[origin] = EMPTY
        self.board[target] = piece
        self.squares[index] = target
        if self.weights:
            if side:
                self.balance -= self.weights[CELLS * index + target] - self.weights[CELLS * index + origin]
            else:
                self.balance += self.weights[CELLS * index + target] - self.weights[CELLS * index + origin]
        for orientation in range(4):
            self.lines[LINES * orientation + LINE[orientation][origin]] ^= 1 << OFFSET[orientation][origin]
        self.side = side ^ 1
        self.ply += 1
        if taken == EMPTY:
            for orientation in range(4):
                self.lines[LINES * orientation + LINE[orientation][target]] ^= 1 << OFFSET[orientation][target]
            self.since_capture += 1
            self.key = key
            return
        value = taken & 15
        lost = 10 * (side ^ 1) + value
        self.squares[lost] = 0
        key ^= PIECE_KEY[lost][target] ^ POINTS_KEY[side][self.points[side]]
        self.points[side] += value
        self.key = key ^ POINTS_KEY[side][self.points[side]]
        if self.weights:
            if side:
                self.balance -= self.weights[CELLS * lost + target]
            else:
                self.balance += self.weights[CELLS * lost + target]
        if value:
            self.mobile[side ^ 1] -= 1
        self.since_capture = 0
        self.decide()

    def unmake(self, move: int) -> None:
        """Unmake the last move."""
        origin = move & 255
        target = move >> 8
        side = self.side ^ 1
        self.side = side
        self.ply -= 1
        self.depth -= 1
        self.key_count -= 1
        self.key = self.keys[self.key_count]
        self.since_capture = self.waited[self.depth]
        taken = self.taken[self.depth]
        piece = self.board[target]
        index = 10 * side + (piece & 15)
        self.board[origin] = piece
        self.board[target] = taken
        self.squares[index] = origin
        if self.weights:
            if side:
                self.balance += self.weights[CELLS * index + target] - self.weights[CELLS * index + origin]
            else:
                self.balance -= self.weights[CELLS * index + target] - self.weights[CELLS * index + origin]
        for orientation in range(4):
            self.lines[LINES * orientation + LINE[orientation][origin]] ^= 1 << OFFSET[orientation][origin]
        if taken == EMPTY:
            for orientation in range(4):
                self.lines[LINES * orientation + LINE[orientation][target]] ^= 1 << OFFSET[orientation][target]
            return
        value = taken & 15
        lost = 10 * (side ^ 1) + value
        self.squares[lost] = target
        self.points[side] -= value
        if self.weights:
            if side:
                self.balance += self.weights[CELLS * lost + target]
            else:
                self.balance -= self.weights[CELLS * lost + target]
        if value:
            self.mobile[side ^ 1] += 1
        self.decided = False  # a move was made here, so the game was not over

    def decide(self) -> None:
        """Set ``decided`` to whether the remaining pieces or the points end the game."""
        target = self.tables.target
        self.decided = (
            self.squares[0] == 0
            or self.squares[10] == 0
            or (target > 0 and (self.points[0] >= target or self.points[1] >= target))
            or not (
                self.mobile[0] >= 2
                or self.mobile[1] >= 2
                or (self.tables.zero_helper and (self.mobile[0] >= 1 or self.mobile[1] >= 1))
            )
        )

    def is_over(self) -> bool:
        """Whether the game is over by a rule other than the lack of a legal move.

        It is over if a zero was captured, if the target of points or the limit of plies without a capture is reached,
        if no side has the two pieces that a capture needs, or if the position occurs for the third time.
        """
        if self.ply == self.reopened_at:
            return False
        if self.decided:
            return True
        if self.since_capture < 8:
            return self.tables.no_capture > 0 and self.since_capture >= self.tables.no_capture
        if self.tables.no_capture > 0 and self.since_capture >= self.tables.no_capture:
            return True
        return self.tables.repetition and self.repetitions(self.since_capture) >= 2

    def may_stand_pat(self) -> bool:
        """Whether the opponent could not capture the zero of the side to move if it were the opponent's turn."""
        return self.zero_attack(self.side) == 0

    def generate_evasions(self, out: Any) -> int:
        """Fill ``out`` with the moves after which the opponent cannot capture the zero, and return their number.

        If there are no such moves, ``out`` contains the first legal move, if there is one.
        """
        attack = self.zero_attack(self.side)
        total = self.generate(out)
        count = 0
        for i in range(total):
            if self.may_evade(out[i], attack) and self.evades(out[i]):
                out[count] = out[i]
                count += 1
        # No move was overwritten if none was kept.
        return 1 if count == 0 and total > 0 else count

    def generate_forcing(self, out: Any, level: int) -> int:
        """Fill ``out`` with a move that wins at once or, if there is none, with the attacks on the enemy zero.

        The moves are in the order of ``generate``. Return their number.
        """
        side = self.side
        total = self.generate(out)
        count = 0
        for i in range(total):
            move = out[i]
            self.make(move)
            over = cython.declare(cython.bint, self.is_over())
            forces = cython.declare(cython.bint, self.winner() == side if over else self.zero_attack(side ^ 1) != 0)
            self.unmake(move)
            if forces:
                if over:
                    out[0] = move
                    return 1
                out[count] = move
                count += 1
        return count

    def generate_answers(self, out: Any) -> int:
        """Fill ``out`` with the evasions if the zero of the side to move is attacked. Return their number, otherwise 0.

        If there are no evasions, ``out`` contains the first legal move, if there is one.
        """
        return self.generate_evasions(out) if self.zero_attack(self.side) else 0

    def may_evade(self, move: int, attack: int) -> bool:
        """Whether a move may evade an attack on the zero.

        Such a move captures, ends between the zero and the attacker, or might end the game. No other move evades.

        Args:
            move: a legal move.
            attack: an attack on the zero, which is a result of ``zero_attack``.
        """
        target = move >> 8
        if self.board[target] != EMPTY or self.since_capture >= 7:
            return True
        if self.tables.no_capture > 0 and self.since_capture + 1 >= self.tables.no_capture:
            return True
        step = STEP[attack >> 5 & 3] if attack & 128 else -STEP[attack >> 5 & 3]
        zero = self.squares[10 * self.side]
        # The cells between the zero and the front piece.
        steps = (target - zero) // step
        return 0 < steps < attack & 31 and zero + steps * step == target

    def evades(self, move: int) -> bool:
        """Whether, after a legal move, the game is over or the opponent cannot capture the zero."""
        side = self.side
        self.make(move)
        safe = cython.declare(cython.bint, self.is_over() or self.zero_attack(side) == 0)
        self.unmake(move)
        return safe

    def zero_attack(self, side: int) -> int:
        """Return an attack with which the opponent could capture the zero of ``side``, or 0 if there is none.

        There is none if the zero has already been captured.

        In each direction, only the piece that is nearest to the zero can be the front piece. The result for the first
        attack found is ``distance | orientation << 5 | forward << 7``. ``distance`` is the distance from the front
        piece to the zero. The other parts are the direction from the zero to the front piece.
        """
        if side == self.side and self.key == self.attacked_key:
            return self.attacked_by
        attack = self.find_attack(side)
        if side == self.side:
            self.attacked_key = self.key
            self.attacked_by = attack
        return attack

    def find_attack(self, side: int) -> int:
        """Return what ``zero_attack`` returns, from the board."""
        zero = self.squares[10 * side]
        if zero == 0:
            return 0
        for orientation in range(4):
            word = self.lines[LINES * orientation + LINE[orientation][zero]]
            offset = OFFSET[orientation][zero]
            distance = lowest(word >> (offset + 1)) + 1
            if self.pair_reaches(zero + distance * STEP[orientation], STEP[orientation], distance, side ^ 1):
                return distance | orientation << 5 | 128
            distance = offset - highest(word & ((1 << offset) - 1))
            if self.pair_reaches(zero - distance * STEP[orientation], -STEP[orientation], distance, side ^ 1):
                return distance | orientation << 5
        return 0

    def pair_reaches(self, cell: int, step: int, distance: int, side: int) -> bool:
        """Whether ``side`` has a pair of pieces that can capture at ``distance``, with the front piece on ``cell``.

        ``cell`` may be a cell of the border. The rear piece is at ``cell + step``.
        """
        front = self.board[cell]
        if front >> 4 != side:
            return False
        rear = self.board[cell + step]
        return (
            rear >> 4 == side
            and rear & 15 != 0
            and self.tables.captures[10 * (rear & 15) + (front & 15)] >> distance & 1 != 0
        )

    def stops_perft(self) -> bool:
        """Whether a zero was captured. Perft ignores all other conditions that end a game, such as the points."""
        return self.squares[0] == 0 or self.squares[10] == 0

    def points_winner(self) -> int:
        """Return the side with more points, 0 or 1, or -1 if both sides have equal points."""
        if self.points[0] == self.points[1]:
            return -1
        return 0 if self.points[0] > self.points[1] else 1

    def winner(self) -> int:
        """Return the winner of a game that is over, 0 or 1, or -1 for a draw."""
        if self.squares[0] == 0:
            return 1
        if self.squares[10] == 0:
            return 0
        target = self.tables.target
        if target > 0 and self.points[0] >= target:
            return 0
        if target > 0 and self.points[1] >= target:
            return 1
        if self.tables.repetition and self.since_capture >= 8 and self.repetitions(self.since_capture) >= 2:
            return -1
        return self.points_winner()

    def outcome_score(self, ply: int) -> int:
        """Return ``±(WIN - ply)`` for the side to move, or 0 for a draw."""
        winner = self.winner()
        if winner < 0:
            return 0
        return WIN - ply if winner == self.side else ply - WIN

    def no_move_score(self, ply: int) -> int:
        """Return ``±(WIN - ply)`` for the side to move, or 0 for a draw. The side with more points wins."""
        winner = self.points_winner()
        if winner < 0:
            return 0
        return WIN - ply if winner == self.side else ply - WIN

    def order(self, move: int) -> int:
        """Return the ordering value of a move.

        Captures of the zero are first. The other captures are next, ordered by the number of the captured piece and
        then by the capturer, with the smallest capturer first. Moves that complete an attack on the enemy zero follow.
        All other moves are last.
        """
        taken = self.board[move >> 8]
        if taken == EMPTY:
            return ATTACK if self.attacks_zero(move) else 0
        if taken & 15 == 0:
            return 1_000_000
        return 1_000 + 100 * (taken & 15) - (self.board[move & 255] & 15)

    def attacks_zero(self, move: int) -> bool:
        """Whether a quiet move completes a pair that attacks the enemy zero, with the piece moved in front or behind.

        Attacks that the moved piece only uncovers are not found.
        """
        origin = move & 255
        target = move >> 8
        side = self.side
        ray = RAY[side][target]
        if ray == 0:
            return False
        orientation = ray & 3
        zero = self.squares[10 * (side ^ 1)]
        word = self.lines[LINES * orientation + LINE[orientation][zero]]
        if LINE[orientation][origin] == LINE[orientation][zero]:
            word &= ~(1 << OFFSET[orientation][origin])
        offset = OFFSET[orientation][zero]
        if ray & 8:
            step = STEP[orientation]
            nearest = lowest(word >> (offset + 1)) + 1
            distance = OFFSET[orientation][target] - offset
        else:
            step = -STEP[orientation]
            nearest = offset - highest(word & ((1 << offset) - 1))
            distance = offset - OFFSET[orientation][target]
        digit = self.board[origin] & 15
        if distance < nearest:
            cell = target + step
            other = self.board[cell]
            return (
                other >> 4 == side
                and other & 15 != 0
                and cell != origin
                and self.tables.captures[10 * (other & 15) + digit] >> distance & 1 != 0
            )
        other = self.board[target - step]
        return (
            distance == nearest + 1
            and other >> 4 == side
            and self.tables.captures[10 * digit + (other & 15)] >> nearest & 1 != 0
        )

    def in_danger(self) -> bool:
        """Whether the opponent could capture the zero of the side to move if it were the opponent's turn."""
        return self.zero_attack(self.side) != 0

    def may_skip(self) -> bool:
        """Whether the side to move has two mobile pieces, its zero is not attacked, and the game is not over."""
        return self.mobile[self.side] >= 2 and self.zero_attack(self.side) == 0 and not self.is_over()

    def make_pass(self) -> None:
        """Make a pass. ``since_capture`` becomes 0, so that repetitions are not counted across the pass."""
        self.waited[self.depth] = self.since_capture
        self.depth += 1
        Position.make_pass(self)
        self.key ^= SIDE_KEY
        self.since_capture = 0

    def unmake_pass(self) -> None:
        """Unmake a pass, which must be the last move made."""
        Position.unmake_pass(self)
        self.depth -= 1
        self.since_capture = self.waited[self.depth]

    def gain(self, move: int) -> int:
        """Return 100 times the digit of the captured piece, or ``WIN`` if the capture wins the game at once.

        A capture wins if it captures the zero or if its points reach the target.
        """
        taken = self.board[move >> 8]
        if taken == EMPTY:
            return 0
        digit = taken & 15
        target = self.tables.target
        if digit == 0 or (target > 0 and self.points[self.side] + digit >= target):
            return WIN
        return 100 * digit

    def exchange(self, move: int, least: int) -> bool:
        """Whether a legal move gains at least ``least`` after the best captures on its target cell by both sides.

        In each of the eight directions from the target, only the nearest piece can be the front piece of a capture, and
        only the piece behind it the rear piece. Captures on the target change none of the other pairs, so the list of
        capturing pieces is exact, and it is best to capture with the smaller digits first.
        """
        origin = move & 255
        target = move >> 8
        side = self.side
        gain = self.gain(move)
        if gain < least:
            return False
        if gain == WIN:
            return True
        digit = self.board[origin] & 15
        needed = self.tables.target
        points = cython.declare(cython.int[2])
        points[0], points[1] = self.points[0], self.points[1]
        points[side] += gain // 100
        by = side ^ 1
        if 100 * digit < gain - least + 1 and (needed == 0 or points[by] + digit < needed):
            return True
        # The digits that can capture, by side: bit 0 for a piece of digit 1, and so on.
        digits = cython.declare(cython.uint[2])
        digits[0] = digits[1] = 0
        for orientation in range(4):
            step = STEP[orientation]
            word = self.lines[LINES * orientation + LINE[orientation][target]]
            offset = OFFSET[orientation][target]
            if LINE[orientation][origin] == LINE[orientation][target]:
                word &= ~(1 << OFFSET[orientation][origin])
            for backward in range(2):
                if backward:
                    step = -step
                    distance = offset - highest(word & ((1 << offset) - 1))
                else:
                    distance = lowest(word >> (offset + 1)) + 1
                cell = target + distance * step
                front = self.board[cell]
                rear = self.board[cell + step] if front < EMPTY else EMPTY
                if (
                    rear < EMPTY
                    and front >> 4 == rear >> 4
                    and rear & 15 != 0
                    and cell + step != origin
                    and self.tables.captures[10 * (rear & 15) + (front & 15)] >> distance & 1
                ):
                    digits[rear >> 4] |= cython.cast(cython.uint, 1) << ((rear & 15) - 1)
        # In each round, ``by`` must gain at least ``need`` by captures, the first of which captures ``digit``.
        need = cython.declare(cython.int, gain - least + 1)
        while digits[by]:
            points[by] += digit
            taken = cython.declare(cython.int, WIN if needed > 0 and points[by] >= needed else 100 * digit)
            if taken < need:
                break
            if taken == WIN:
                return by == side
            need = taken - need + 1
            digit = lowest(digits[by]) + 1
            digits[by] &= digits[by] - 1
            by ^= 1
        return by != side

    def trait(self, move: int) -> int:
        """Return ``99 * piece + cell``, where a piece is its digit, plus 10 if it is blue.

        Cells are counted from 0, rank by rank, without the border.
        """
        piece = self.board[move & 255]
        target = move >> 8
        return 99 * (10 * (piece >> 4) + (piece & 15)) + PLACE[target]

    def describe_moves(self, moves: Any, count: int, gains: Any, orders: Any, traits: Any) -> None:
        """Write the gains, orders and traits of legal moves.

        Whether quiet moves attack the zero is found for all moves together: in each direction from the zero, a move can
        complete a pair only with the nearest piece, on the cell before it or on the one behind it. These cells are
        marked with the digits that do so. Only the moves of the nearest piece itself are examined one by one.
        """
        side = self.side
        zero = self.squares[10 * (side ^ 1)]
        target_points = self.tables.target
        near = cython.declare(cython.int[16])  # by the value in ``RAY``, which is the direction from the zero
        marked = cython.declare(cython.int[16])
        marks_made = cython.declare(cython.int, 0)
        board = self.board
        for orientation in range(4 if zero else 0):
            word = self.lines[LINES * orientation + LINE[orientation][zero]]
            offset = OFFSET[orientation][zero]
            for direction in range(4, 13, 8):
                if direction == 4:
                    distance = offset - highest(word & ((1 << offset) - 1))
                    step = -STEP[orientation]
                else:
                    distance = lowest(word >> (offset + 1)) + 1
                    step = STEP[orientation]
                cell = zero + distance * step
                near[direction | orientation] = cell
                other = board[cell]
                if other >> 4 == side:
                    if other & 15:
                        self.marks[cell - step] = self.tables.fronts[16 * (other & 15) + distance - 1]
                    self.marks[cell + step] = self.tables.rears[16 * (other & 15) + distance]
                    marked[marks_made] = cell - step
                    marked[marks_made + 1] = cell + step
                    marks_made += 2
        last = cython.declare(cython.int, 0)
        digit = cython.declare(cython.int, 0)
        first_trait = cython.declare(cython.int, 0)
        ray = cython.declare(cython.int, 0)  # of the nearest piece to the zero, while its moves are described
        for i in range(count):
            move = moves[i]
            origin = move & 255
            target = move >> 8
            if origin != last:
                last = origin
                digit = board[origin] & 15
                first_trait = 99 * (10 * (board[origin] >> 4) + digit)
                ray = RAY[side][origin] if zero else 0
                if ray and near[ray] != origin:
                    ray = 0
            taken = board[target]
            traits[i] = first_trait + PLACE[target]
            orders[i] = gains[i] = 0
            if taken == EMPTY:
                if ray and RAY[side][target] == ray:
                    if self.attacks_zero(move):
                        orders[i] = ATTACK
                elif self.marks[target] >> digit & 1:
                    orders[i] = ATTACK
                continue
            lost = taken & 15
            gains[i] = 100 * lost
            if lost == 0 or (target_points > 0 and self.points[side] + lost >= target_points):
                gains[i] = WIN
        for i in range(marks_made):
            self.marks[marked[i]] = 0

    def trait_count(self) -> int:
        """Return the number of pairs of a piece and a target cell."""
        return 1980

    def cycle_score(self, ply: int) -> int:
        """Return 0 if repetitions are draws and the position occurred at the root or after it, or ``NO_CYCLE``."""
        if self.tables.repetition and self.repetitions(min(self.since_capture, ply)):
            return 0
        return NO_CYCLE

    def has_threats(self) -> bool:
        """Return True: attacks on the zero are threats."""
        return True

    def is_near_limit(self) -> bool:
        """Whether the rules limit the plies without a capture, and at most 20 of them are left."""
        return self.tables.no_capture > 0 and self.since_capture >= self.tables.no_capture - NEAR_LIMIT

    def weigh(self, weights: Any) -> None:
        """Set ``balance`` to the sum of ``weights[143 * index + cell]`` over red pieces minus that over blue pieces.

        ``index`` is the digit of a piece, plus 10 if it is blue. ``make`` and ``unmake`` then update ``balance``.
        """
        self.weights = weights
        self.balance = 0
        for index in range(PIECES):
            cell = self.squares[index]
            if cell:
                if index >= 10:
                    self.balance -= weights[CELLS * index + cell]
                else:
                    self.balance += weights[CELLS * index + cell]

    # --- for all other code ---------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game is not over."""
        tables = self.tables
        red, blue = self.points[0], self.points[1]
        if self.squares[0] == 0 or self.squares[10] == 0:
            return Outcome(Player(1 if self.squares[0] == 0 else 0), Termination.ZERO)
        if tables.target > 0 and (red >= tables.target or blue >= tables.target):
            return Outcome(Player(0 if red >= tables.target else 1), Termination.POINTS)
        if tables.repetition and self.since_capture >= 8 and self.repetitions(self.since_capture) >= 2:
            return Outcome(None, Termination.REPETITION)
        if tables.no_capture > 0 and self.since_capture >= tables.no_capture:
            reason = Termination.NO_CAPTURE
        elif self.decided:
            reason = Termination.NO_PAIR
        elif not self.has_legal_move():
            reason = Termination.NO_MOVE
        else:
            return None
        winner = self.points_winner()
        return Outcome(None if winner < 0 else Player(winner), reason)

    @property
    def counters(self) -> tuple[int, ...]:
        """Return the number of plies since the last capture, or 0 if the rules do not count them."""
        return (self.since_capture if self.tables.no_capture else 0,)

    @property
    def history(self) -> tuple[int, ...]:
        """Return ``counters`` and, if the rules count repetitions, the keys of the positions since the last capture."""
        if not self.tables.repetition:
            return self.counters
        first = max(0, self.key_count - self.since_capture)
        return (*self.counters, *[self.keys[i] for i in range(first, self.key_count)])

    @property
    def pieces(self) -> list[tuple[int, int]]:
        """Return a pair ``(piece, cell)`` for each piece. A piece is its digit, plus 16 if it is blue."""
        return [(i if i < 10 else i + 6, self.squares[i]) for i in range(20) if self.squares[i]]

    @property
    def score_points(self) -> tuple[int, int]:
        """Return the points of red and blue."""
        return self.points[0], self.points[1]

    @property
    def plies_since_capture(self) -> int:
        """Return the number of plies since the last capture."""
        return self.since_capture

    @property
    def number(self) -> int:
        """Return the move number, which grows by one after each move of blue."""
        return self.start_number + (self.ply + self.start_side) // 2

    def piece_at(self, cell: int) -> int:
        """Return the piece on a cell, or ``EMPTY`` (32) or ``BORDER`` (64). Cells 0 to 142 include the border.

        Raises:
            IndexError: if the cell is out of range.
        """
        if not 0 <= cell < CELLS:
            raise IndexError(cell)
        return self.board[cell]
