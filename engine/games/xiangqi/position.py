"""The xiangqi position, with a mailbox board, a list of pieces, and one occupancy word for every file and rank.

A cell is ``9 * row + column``, where row 0 is Red's first row. A move is ``origin | target << 8``. A piece is
``side << 4 | slot``. The slots of a side are the king (0), the advisers (1, 2), the elephants (3, 4), the horses (5,
6), the rooks (7, 8), the cannons (9, 10) and the pawns (11 … 15).

Moves of rooks and cannons are read from tables by the occupancy of the line. Most moves need no test of legality. A
piece is a *guard* if it is the only one between its king and an enemy rook or king, one of two between its king and
an enemy cannon, or on the leg of a horse that would attack the king. Only moves of guards and of the king are tested
one by one, unless the king is in check or faces a cannon with nothing in between: then all moves are tested.

For the rules and their sources, see ``engine.games.xiangqi.game``.

The module is long because generation, ``make``, ``unmake`` and the judgement of repetitions work on the same C fields
and tables in a search's innermost loop: within one module the C compiler inlines their calls, whereas calls from
another module go through a pointer.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cython
from cython.cimports.engine.core.bits import lowest
from cython.cimports.engine.core.position import MAX_MOVES, MOST_PLACED, NEAR_LIMIT, NO_CYCLE, WIN, listed
from cython.cimports.engine.games.xiangqi.exchange import wins_exchange
from cython.cimports.engine.games.xiangqi.tables import (
    ADVISER,
    ADVISER_COUNT,
    ADVISER_TO,
    BETWEEN,
    BORDER,
    CANNON,
    CELLS,
    COLUMN,
    COUNT,
    ELEPHANT,
    ELEPHANT_COUNT,
    ELEPHANT_EYE,
    ELEPHANT_TO,
    EMPTY,
    FILE_HIT,
    FILE_JUMP,
    FILE_QUIET,
    HORSE,
    HORSE_COUNT,
    HORSE_LEG,
    HORSE_TO,
    KIND,
    KING,
    KING_COUNT,
    KING_TO,
    LEG,
    OFF,
    PAWN,
    PAWN_COUNT,
    PAWN_TO,
    PIECE_KEY,
    RANK_HIT,
    RANK_JUMP,
    RANK_QUIET,
    ROOK,
    ROW,
    SIDE_KEY,
    VALUE,
    WORTH,
)

from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position

if TYPE_CHECKING:
    from engine.games.xiangqi.game import Xiangqi

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
    from cython.cimports.libc.string import memcpy
else:
    JUDGED, DRAWN, NO_MOVE = 1, 2, -1
    DRAW, CHECKS, CHASES = 0, 1, 2


def are_alike(one: int, two: int) -> bool:
    """Whether two pieces have the same side and kind."""
    return one >> 4 == two >> 4 and KIND[one & 15] == KIND[two & 15]


def is_vietnamese(letter: int) -> bool:
    """Whether a letter names a piece in Vietnamese notation: X, P, M, T, S or B."""
    if letter == ord("X") or letter == ord("P") or letter == ord("M"):
        return True
    return letter == ord("T") or letter == ord("S") or letter == ord("B")


def kind_called(letter: int, sign: int) -> int:
    """Return the kind of piece with a letter before a sign of direction in WXF or Vietnamese notation, or -1.

    The signs ``.`` and ``/`` are Vietnamese, ``+`` and ``=`` are WXF, and ``-`` is Vietnamese after a letter of both.
    """
    both = cython.declare(cython.bint, sign == ord("-"))
    if (sign == ord(".") or sign == ord("/") or both) and is_vietnamese(letter):
        if letter == ord("X"):
            return ROOK
        if letter == ord("P"):
            return CANNON
        if letter == ord("M"):
            return HORSE
        if letter == ord("T"):
            return ELEPHANT
        return ADVISER if letter == ord("S") else PAWN
    if sign == ord("+") or sign == ord("=") or both:
        if letter == ord("R"):
            return ROOK
        if letter == ord("C"):
            return CANNON
        if letter == ord("H") or letter == ord("N"):
            return HORSE
        if letter == ord("E") or letter == ord("B"):
            return ELEPHANT
        if letter == ord("A"):
            return ADVISER
        if letter == ord("K"):
            return KING
        if letter == ord("P"):
            return PAWN
    return -1


class XiangqiPosition(Position):
    """A position of xiangqi.

    It contains the board, the side to move, the number of plies since the last capture, and the moves since then.
    """

    if not cython.compiled:
        game: "Xiangqi"
        weights: Any

    def __cinit__(self) -> None:
        """Initialise the fields, without pieces. In compiled code, C fields that are not set here are 0."""
        if cython.compiled:
            self.moves = cython.NULL
        else:
            super().__cinit__()
            self.board, self.squares = [0] * 92, [0] * 32
            self.files, self.ranks = [0] * 16, [0] * 16
            self.taken, self.waited, self.balances = [0] * 160, [0] * 160, [0] * 160
            self.repetition = self.no_capture = self.since_capture = 0
            self.start_number = self.start_side = self.depth = self.balance = 0
            self.weights = self.weights_owner = None
            self.moves = []
        self.move_capacity = 0

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.moves)

    def __init__(
        self,
        game: "Xiangqi",
        pieces: Sequence[tuple[int, int, int]],
        side: int,
        repetition: int,
        no_capture: int,
        since_capture: int,
        number: int,
        line: Sequence[int] = (),
    ) -> None:
        """Set up a position that ``Xiangqi.compose`` has checked.

        Args:
            game: the ``Xiangqi`` instance of the position.
            pieces: tuple ``(side, kind, cell)`` of each piece. The kinds 0 … 6 are king, adviser, elephant, horse,
                rook, cannon and pawn.
            side: side to move, 0 or 1.
            repetition: rule for a third occurrence: 0 for none, 1 to judge checks and chases, 2 for a draw.
            no_capture: plies without a capture that end the game, or 0 for no limit.
            since_capture: number of plies since the last capture.
            number: move number, from 1.
            line: known moves since the last capture, oldest first.

        Raises:
            ValueError: if the arguments do not form a position, such as one in which a king can be taken or the kings
                face each other, or if ``line`` does not lead to it.
        """
        self.game = game
        self.repetition = repetition
        self.no_capture = no_capture
        self.place(pieces)
        if not (side in (0, 1) and 0 <= since_capture <= 1_000_000 and len(line) <= since_capture):
            raise ValueError("side, counter or line out of range")
        if self.checked(side ^ 1):
            raise ValueError("the side to move could take the king")
        self.side = side
        self.start_side = side
        self.start_number = number
        self.since_capture = since_capture
        if side:
            self.key ^= SIDE_KEY
        self.reserve(len(line) + 160)
        self._recall(line)

    def place(self, pieces: Sequence[tuple[int, int, int]]) -> None:
        """Put tuples ``(side, kind, cell)`` on the empty board.

        Raises:
            ValueError: for an unknown, misplaced or surplus piece, or if a king is missing.
        """
        self.clear()
        first = (0, 1, 3, 5, 7, 9, 11)
        room = (1, 2, 2, 2, 2, 2, 5)
        counts = [0] * 14
        for owner, kind, cell in pieces:
            if not (0 <= owner < 2 and 0 <= kind < 7 and 0 <= cell < CELLS and self.board[cell] == EMPTY):
                raise ValueError(f"piece {kind} of side {owner} cannot be put on cell {cell}")
            if counts[7 * owner + kind] == room[kind]:
                raise ValueError(f"side {owner} has too many pieces of kind {kind}")
            self.put(owner << 4 | (first[kind] + counts[7 * owner + kind]), cell)
            counts[7 * owner + kind] += 1
        if not (counts[0] and counts[7]):
            raise ValueError("a king is missing")

    def _recall(self, line: Sequence[int]) -> None:
        """Store the moves in ``line``, which led to this position, and the keys of the positions before these moves.

        The keys are computed by retracting the moves. The moves are then made again, and must be legal.

        Raises:
            ValueError: if ``line`` does not lead to this position.
        """
        moves = cython.declare(cython.int[MAX_MOVES])
        now = self.key
        mover = self.side
        back: list[int] = []
        for move in reversed(line):
            mover ^= 1
            origin, target = move & 255, move >> 8
            legal = 0 <= move and origin < CELLS and target < CELLS and self.board[origin] == EMPTY
            if not legal or self.board[target] >> 4 != mover:
                for each in reversed(back):
                    self.shift(each & 255, each >> 8)
                raise ValueError(f"move {move} does not lead to this position")
            index = 7 * mover + KIND[self.board[target] & 15]
            self.key ^= SIDE_KEY ^ PIECE_KEY[index][origin] ^ PIECE_KEY[index][target]
            self.shift(target, origin)
            back.append(move)
            self.keys[len(line) - len(back)] = self.key
            self.moves[len(line) - len(back)] = move
        could_take = self.checked(mover ^ 1)
        for each in reversed(back):
            self.side = mover
            legal = not could_take and each in listed(moves, self.generate(moves))
            self.shift(each & 255, each >> 8)
            if not legal:
                raise ValueError(f"move {each} is not legal")
            mover ^= 1
        self.side = mover
        self.key = now
        self.key_count = len(line)

    def reserve(self, count: int) -> None:
        """Ensure that ``keys`` and ``moves`` have room for ``count`` entries."""
        Position.reserve(self, count)
        if self.key_capacity <= self.move_capacity:
            return
        if cython.compiled:
            grown = cython.cast(
                cython.p_int,
                realloc(self.moves, cython.cast(cython.size_t, self.key_capacity) * cython.sizeof(cython.int)),
            )
            if grown == cython.NULL:
                raise MemoryError
            self.moves = grown
        else:
            self.moves.extend([0] * (self.key_capacity - len(self.moves)))
        self.move_capacity = self.key_capacity

    def clear(self) -> None:
        """Remove all pieces from the board."""
        self.key = 0
        self.depth = 0
        self.balance = 0
        for cell in range(92):
            self.board[cell] = EMPTY if cell < CELLS else BORDER
        for i in range(16):
            self.files[i] = self.ranks[i] = 0
        for piece in range(32):
            self.squares[piece] = OFF

    def put(self, piece: int, cell: int) -> None:
        """Put a piece on an empty cell."""
        self.board[cell] = piece
        self.squares[piece] = cell
        self.key ^= PIECE_KEY[7 * (piece >> 4) + KIND[piece & 15]][cell]
        self.toggle(cell)

    def toggle(self, cell: int) -> None:
        """Flip the occupancy of a cell in the words of its file and rank."""
        self.files[COLUMN[cell]] ^= 1 << ROW[cell]
        self.ranks[ROW[cell]] ^= 1 << COLUMN[cell]

    def shift(self, origin: int, target: int) -> None:
        """Move a piece to an empty cell without updating the key, the counters or the side to move."""
        piece = self.board[origin]
        self.board[origin] = EMPTY
        self.board[target] = piece
        self.squares[piece] = target
        self.toggle(origin)
        self.toggle(target)

    def copy_from(self, other: Any) -> None:
        """Copy all fields from ``other`` except the stack of moves to unmake."""
        they = cython.cast(XiangqiPosition, other)
        Position.copy_from(self, other)
        self.reserve(self.key_count + 160)
        for i in range(92):
            self.board[i] = they.board[i]
        for i in range(32):
            self.squares[i] = they.squares[i]
        for i in range(16):
            self.files[i] = they.files[i]
            self.ranks[i] = they.ranks[i]
        for i in range(self.key_count):
            self.moves[i] = they.moves[i]
        self.repetition = they.repetition
        self.no_capture = they.no_capture
        self.since_capture = they.since_capture
        self.start_number = they.start_number
        self.start_side = they.start_side
        self.depth = 0
        self.weights = they.weights
        self.weights_owner = they.weights_owner
        self.balance = they.balance

    def write_cells(self, out: Any, facts: Any) -> None:
        """Write the board, on which each piece has a number of its own."""
        if cython.compiled:
            memcpy(out, self.board, CELLS)
        else:
            for cell in range(CELLS):
                out[cell] = self.board[cell]
        count = cython.declare(cython.int, 0)
        for piece in range(32):
            count += self.squares[piece] != OFF
        facts[0] = facts[1] = 0
        facts[2] = count * 8 // 33

    # --- for searches ---------------------------------------------------------------------------------------------

    def attacked(self, cell: int, side: int, file: int, rank: int, origin: int, target: int) -> bool:
        """Whether the enemy of ``side`` attacks its king on ``cell``.

        Args:
            cell: cell of the king.
            side: side of the king.
            file: occupancy of the file of ``cell``.
            rank: occupancy of the rank of ``cell``.
            origin: cell to be treated as empty (it matters for the leg of a horse), or ``OFF`` for none.
            target: cell to be treated as occupied by ``side``, or ``OFF`` for none.
        """
        enemy = (side ^ 1) << 4
        row = ROW[cell]
        column = COLUMN[cell]
        at = self.squares[enemy]
        if COLUMN[at] == column and file & BETWEEN[row][ROW[at]] == 0:
            return True
        for slot in range(enemy + 7, enemy + 11):
            at = self.squares[slot]
            if COLUMN[at] == column:
                between = file & BETWEEN[row][ROW[at]]
            elif ROW[at] == row:
                between = rank & BETWEEN[column][COLUMN[at]]
            else:
                continue
            if at == target:
                continue
            if slot < enemy + 9:
                if between == 0:
                    return True
            elif between and between & (between - 1) == 0:
                return True
        for slot in range(enemy + 5, enemy + 7):
            at = self.squares[slot]
            leg = LEG[at][cell]
            if leg != OFF and at != target and leg != target and (self.board[leg] == EMPTY or leg == origin):
                return True
        at = cell - 9 if side else cell + 9
        if 11 <= self.board[at] - enemy < 16 and at != target:
            return True
        if 11 <= self.board[cell - 1] - enemy < 16 and cell - 1 != target:
            return True
        return 11 <= self.board[cell + 1] - enemy < 16 and cell + 1 != target

    def checked(self, side: int) -> bool:
        """Whether the king of ``side`` is attacked."""
        king = self.squares[side << 4]
        return self.attacked(king, side, self.files[COLUMN[king]], self.ranks[ROW[king]], OFF, OFF)

    def sift(self, out: Any, start: int, count: int) -> int:
        """Remove the moves that leave the king in check from ``out[start…count)``.

        These entries must not contain moves of the king.

        Returns:
            The new count.
        """
        side = self.side
        king = self.squares[side << 4]
        row, column = ROW[king], COLUMN[king]
        kept = start
        for i in range(start, count):
            move = out[i]
            origin = move & 255
            target = move >> 8
            file = cython.declare(cython.int, self.files[column])
            rank = cython.declare(cython.int, self.ranks[row])
            if COLUMN[origin] == column:
                file &= ~(1 << ROW[origin])
            if ROW[origin] == row:
                rank &= ~(1 << COLUMN[origin])
            if COLUMN[target] == column:
                file |= 1 << ROW[target]
            if ROW[target] == row:
                rank |= 1 << COLUMN[target]
            if not self.attacked(king, side, file, rank, origin, target):
                out[kept] = move
                kept += 1
        return kept

    def line_moves(self, out: Any, origin: int, jumps: bool, noisy: bool, count: int) -> int:
        """Append the pseudo-legal moves of a rook, or of a cannon if ``jumps``, to the ``count`` moves in ``out``.

        If ``noisy`` is true, only captures are appended. Return the new count.
        """
        row, column = ROW[origin], COLUMN[origin]
        file, rank = self.files[column], self.ranks[row]
        enemy = self.side ^ 1
        up = cython.declare(cython.uint, FILE_JUMP[row][file] if jumps else FILE_HIT[row][file])
        across = cython.declare(cython.uint, RANK_JUMP[column][rank] if jumps else RANK_HIT[column][rank])
        while up:
            target = 9 * lowest(up) + column
            if self.board[target] >> 4 == enemy:
                out[count] = origin | target << 8
                count += 1
            up &= up - 1
        while across:
            target = 9 * row + lowest(across)
            if self.board[target] >> 4 == enemy:
                out[count] = origin | target << 8
                count += 1
            across &= across - 1
        if noisy:
            return count
        up = FILE_QUIET[row][file]
        while up:
            out[count] = origin | (9 * lowest(up) + column) << 8
            count += 1
            up &= up - 1
        across = RANK_QUIET[column][rank]
        while across:
            out[count] = origin | (9 * row + lowest(across)) << 8
            count += 1
            across &= across - 1
        return count

    def horse_moves(self, out: Any, origin: int, noisy: bool, count: int) -> int:
        """Append the pseudo-legal moves of a horse to the ``count`` moves in ``out``.

        If ``noisy`` is true, only captures are appended. Return the new count.
        """
        side = self.side
        for i in range(HORSE_COUNT[origin]):
            if self.board[HORSE_LEG[origin][i]] == EMPTY:
                target = HORSE_TO[origin][i]
                met = self.board[target] >> 4
                if met != side and (met != 2 or not noisy):
                    out[count] = origin | target << 8
                    count += 1
        return count

    def elephant_moves(self, out: Any, origin: int, noisy: bool, count: int) -> int:
        """Append the pseudo-legal moves of an elephant to the ``count`` moves in ``out``.

        If ``noisy`` is true, only captures are appended. Return the new count.
        """
        side = self.side
        for i in range(ELEPHANT_COUNT[origin]):
            target = ELEPHANT_TO[origin][i]
            met = self.board[target] >> 4
            if self.board[ELEPHANT_EYE[origin][i]] == EMPTY and met != side and (met != 2 or not noisy):
                out[count] = origin | target << 8
                count += 1
        return count

    def adviser_moves(self, out: Any, origin: int, noisy: bool, count: int) -> int:
        """Append the pseudo-legal moves of an adviser to the ``count`` moves in ``out``.

        If ``noisy`` is true, only captures are appended. Return the new count.
        """
        side = self.side
        for i in range(ADVISER_COUNT[origin]):
            target = ADVISER_TO[origin][i]
            met = self.board[target] >> 4
            if met != side and (met != 2 or not noisy):
                out[count] = origin | target << 8
                count += 1
        return count

    def pawn_moves(self, out: Any, origin: int, noisy: bool, count: int) -> int:
        """Append the pseudo-legal moves of a pawn to the ``count`` moves in ``out``.

        If ``noisy`` is true, only captures are appended. Return the new count.
        """
        side = self.side
        for i in range(PAWN_COUNT[side][origin]):
            target = PAWN_TO[side][origin][i]
            met = self.board[target] >> 4
            if met != side and (met != 2 or not noisy):
                out[count] = origin | target << 8
                count += 1
        return count

    def king_moves(self, out: Any, noisy: bool, count: int) -> int:
        """Append the legal moves of the king to the ``count`` moves in ``out``.

        Each target is tested with the current cell of the king empty. If ``noisy`` is true, only captures are appended.
        Return the new count.
        """
        side = self.side
        king = self.squares[side << 4]
        row, column = ROW[king], COLUMN[king]
        for i in range(KING_COUNT[king]):
            target = KING_TO[king][i]
            met = self.board[target] >> 4
            if met == side or (met == 2 and noisy):
                continue
            if COLUMN[target] == column:
                file, rank = self.files[column] & ~(1 << row), self.ranks[ROW[target]]
            else:
                file, rank = self.files[COLUMN[target]], self.ranks[row] & ~(1 << column)
            if not self.attacked(target, side, file, rank, king, target):
                out[count] = king | target << 8
                count += 1
        return count

    def guards(self) -> int:
        """Return the pieces of the side to move whose moves must be tested, as a bit set of piece numbers.

        Bits of enemy pieces have no meaning. All bits are set if every move must be tested.
        """
        side = self.side
        enemy = (side ^ 1) << 4
        king = self.squares[side << 4]
        row, column = ROW[king], COLUMN[king]
        file, rank = self.files[column], self.ranks[row]
        found = cython.declare(cython.uint, 0)
        between = cython.declare(cython.uint)
        at = self.squares[enemy]
        if COLUMN[at] == column:
            between = file & BETWEEN[row][ROW[at]]
            if between and between & (between - 1) == 0:
                found |= cython.cast(cython.uint, 1) << (self.board[9 * lowest(between) + column] & 31)
        for slot in range(enemy + 7, enemy + 11):
            at = self.squares[slot]
            if COLUMN[at] == column:
                between = file & BETWEEN[row][ROW[at]]
                base, pace = column, 9
            elif ROW[at] == row:
                between = rank & BETWEEN[column][COLUMN[at]]
                base, pace = 9 * row, 1
            else:
                continue
            if slot < enemy + 9:
                if between == 0:
                    return 0xFFFFFFFF
                if between & (between - 1) == 0:
                    found |= cython.cast(cython.uint, 1) << (self.board[base + pace * lowest(between)] & 31)
            elif between & (between - 1) == 0:
                return 0xFFFFFFFF
            else:
                first = self.board[base + pace * lowest(between)] & 31
                between &= between - 1
                if between & (between - 1) == 0:
                    found |= cython.cast(cython.uint, 1) << first
                    found |= cython.cast(cython.uint, 1) << (self.board[base + pace * lowest(between)] & 31)
        for slot in range(enemy + 5, enemy + 7):
            at = LEG[self.squares[slot]][king]
            if self.board[at] == EMPTY:
                return 0xFFFFFFFF
            found |= cython.cast(cython.uint, 1) << (self.board[at] & 31)
        at = king - 9 if side else king + 9
        if (
            11 <= self.board[at] - enemy < 16
            or 11 <= self.board[king - 1] - enemy < 16
            or 11 <= self.board[king + 1] - enemy < 16
        ):
            return 0xFFFFFFFF
        return found

    def pair_moves(self, out: Any, slot: int, noisy: bool, guards: int, count: int) -> int:
        """Append the legal moves of the pieces in ``slot`` and the next slot to the ``count`` moves in ``out``.

        The moves are ordered by origin. If ``noisy`` is true, only captures are appended. ``guards`` is the result of
        ``guards()``. Return the new count.
        """
        own = self.side << 4
        a, b = self.squares[own + slot], self.squares[own + slot + 1]
        one = min(b, a)
        two = a + b - one
        for _ in range(2):
            if one == OFF:
                break
            start = count
            if slot >= 7:
                count = self.line_moves(out, one, slot == 9, noisy, count)
            elif slot == 5:
                count = self.horse_moves(out, one, noisy, count)
            elif slot == 3:
                count = self.elephant_moves(out, one, noisy, count)
            else:
                count = self.adviser_moves(out, one, noisy, count)
            if guards >> self.board[one] & 1:
                count = self.sift(out, start, count)
            one = two
        return count

    def steps(self, out: Any, noisy: bool) -> int:
        """Fill ``out`` with the legal moves, or only with captures if ``noisy``, and return their number.

        The moves are in this order: rooks, cannons, horses, pawns, elephants, advisers, king. Pieces of one kind are
        ordered by cell, so that equal positions have equal lists of moves.
        """
        own = self.side << 4
        guards = self.guards()
        count = self.pair_moves(out, 7, noisy, guards, 0)
        count = self.pair_moves(out, 9, noisy, guards, count)
        count = self.pair_moves(out, 5, noisy, guards, count)
        # Pawns, sorted by a network of nine comparisons without branches.
        pawns = cython.declare(cython.int[5])
        for i in range(5):
            pawns[i] = self.squares[own + 11 + i]
        _order(pawns, 0, 3)
        _order(pawns, 1, 4)
        _order(pawns, 0, 2)
        _order(pawns, 1, 3)
        _order(pawns, 0, 1)
        _order(pawns, 2, 4)
        _order(pawns, 1, 2)
        _order(pawns, 3, 4)
        _order(pawns, 2, 3)
        for i in range(5):
            if pawns[i] == OFF:
                break
            start = count
            count = self.pawn_moves(out, pawns[i], noisy, count)
            if guards >> self.board[pawns[i]] & 1:
                count = self.sift(out, start, count)
        count = self.pair_moves(out, 3, noisy, guards, count)
        count = self.pair_moves(out, 1, noisy, guards, count)
        return self.king_moves(out, noisy, count)

    def generate(self, out: Any) -> int:
        """Fill ``out`` with all legal moves in the order of ``steps``, and return their number."""
        return self.steps(out, False)

    def generate_noisy(self, out: Any) -> int:
        """Fill ``out`` with the captures in the order of ``generate``, and return their number."""
        return self.steps(out, True)

    def make(self, move: int) -> None:
        """Make a legal move in place."""
        origin = move & 255
        target = move >> 8
        piece = self.board[origin]
        taken = self.board[target]
        side = self.side
        index = 7 * side + KIND[piece & 15]
        depth = self.depth
        self.keys[self.key_count] = self.key
        self.moves[self.key_count] = move
        self.key_count += 1
        self.taken[depth] = taken
        self.waited[depth] = self.since_capture
        self.balances[depth] = self.balance
        self.depth = depth + 1
        key = self.key ^ SIDE_KEY ^ PIECE_KEY[index][origin] ^ PIECE_KEY[index][target]
        self.board[origin] = EMPTY
        self.board[target] = piece
        self.squares[piece] = target
        self.files[COLUMN[origin]] ^= 1 << ROW[origin]
        self.ranks[ROW[origin]] ^= 1 << COLUMN[origin]
        self.files[COLUMN[target]] |= 1 << ROW[target]
        self.ranks[ROW[target]] |= 1 << COLUMN[target]
        self.side = side ^ 1
        self.ply += 1
        if self.weights:
            self.balance += self.weights[CELLS * index + target] - self.weights[CELLS * index + origin]
        if taken == EMPTY:
            self.since_capture += 1
        else:
            self.since_capture = 0
            self.squares[taken] = OFF
            index = 7 * (side ^ 1) + KIND[taken & 15]
            key ^= PIECE_KEY[index][target]
            if self.weights:
                self.balance -= self.weights[CELLS * index + target]
        self.key = key

    def unmake(self, move: int) -> None:
        """Unmake the last move."""
        origin = move & 255
        target = move >> 8
        depth = self.depth - 1
        self.depth = depth
        self.side ^= 1
        self.ply -= 1
        self.key_count -= 1
        self.key = self.keys[self.key_count]
        self.since_capture = self.waited[depth]
        self.balance = self.balances[depth]
        taken = self.taken[depth]
        piece = self.board[target]
        self.board[origin] = piece
        self.board[target] = taken
        self.squares[piece] = origin
        self.files[COLUMN[origin]] |= 1 << ROW[origin]
        self.ranks[ROW[origin]] |= 1 << COLUMN[origin]
        if taken == EMPTY:
            self.files[COLUMN[target]] ^= 1 << ROW[target]
            self.ranks[ROW[target]] ^= 1 << COLUMN[target]
        else:
            self.squares[taken] = target

    def is_over(self) -> bool:
        """Whether the game is over by repetition, or by the limit of plies without a capture.

        A side without a legal move has lost even if this limit is reached.
        """
        if self.since_capture < 8 or self.ply == self.reopened_at:
            return False
        if self.repetition and self.repetitions(self.since_capture) >= 2:
            return True
        return self.no_capture > 0 and self.since_capture >= self.no_capture and self.can_move()

    def generate_forcing(self, out: Any, level: int) -> int:
        """Fill ``out`` with the moves that give check in the order of ``generate``, and return their number."""
        total = self.generate(out)
        count = 0
        for i in range(total):
            move = out[i]
            self.make(move)
            checks = cython.declare(cython.bint, self.checked(self.side))
            self.unmake(move)
            if checks:
                out[count] = move
                count += 1
        return count

    def generate_answers(self, out: Any) -> int:
        """Fill ``out`` with the legal moves if the side to move is in check, and return their number, otherwise 0."""
        return self.generate(out) if self.checked(self.side) else 0

    def may_stand_pat(self) -> bool:
        """Whether the side to move is not in check."""
        return not self.checked(self.side)

    def stops_perft(self) -> bool:
        """Return False, because perft ignores repetition and the limit of plies without a capture."""
        return False

    def chased(self, side: int) -> int:
        """Return the unprotected enemy pieces that ``side`` could capture if it were to move, as a bit set of slots.

        Kings and pawns do not chase. Kings, and pawns that have not crossed the river, cannot be chased. A piece does
        not chase a piece of its kind. A rook attacked by a horse or a cannon counts as unprotected.
        """
        moves = cython.declare(cython.int[MAX_MOVES])
        answers = cython.declare(cython.int[MAX_MOVES])
        turn = self.side
        found = 0
        self.side = side
        count = self.steps(moves, True)
        for i in range(count):
            move = moves[i]
            target = move >> 8
            slot = self.board[target] & 15
            attacker, victim = KIND[self.board[move & 255] & 15], KIND[slot]
            if attacker in (KING, PAWN) or victim == KING or attacker == victim:
                continue
            if victim == PAWN and (ROW[target] < 5 if side else ROW[target] > 4):
                continue
            if not (victim == ROOK and attacker in (HORSE, CANNON)):
                protected = cython.declare(cython.bint, False)
                self.make(move)
                answer_count = self.steps(answers, True)
                for j in range(answer_count):
                    if answers[j] >> 8 == target:
                        protected = True
                self.unmake(move)
                if protected:
                    continue
            found |= 1 << slot
        self.side = turn
        return found

    def judge(self, times: int) -> int:
        """Return the verdict on a repetition: ``DRAW``, or ``CHECKS`` or ``CHASES`` plus 4 × the losing side.

        The verdict depends on all moves since the position occurred for the ``times``-th last time. The rules judge the
        moves between the first and the third occurrence, for which ``times`` is 2. The position must have occurred as
        often since the last capture.
        """
        if self.repetition != JUDGED:
            return DRAW
        start = self.key_count
        seen = 0
        i = self.key_count - 4
        while seen < times:
            if self.keys[i] == self.key:
                seen += 1
                start = i
            i -= 2
        checks = cython.declare(cython.bint[2])
        chases = cython.declare(cython.int[2])
        checks[0] = checks[1] = True
        chases[0] = chases[1] = 0xFFFF
        mover = self.side
        for i in range(self.key_count - 1, start - 1, -1):
            mover ^= 1
            move = self.moves[i]
            if not self.checked(mover ^ 1):
                checks[mover] = False
            if chases[mover]:
                chases[mover] &= self.chased(mover)
            self.shift(move >> 8, move & 255)
            if chases[mover]:
                # A move chases only pieces that were not attacked before it.
                chases[mover] &= ~self.chased(mover)
        for i in range(start, self.key_count):
            self.shift(self.moves[i] & 255, self.moves[i] >> 8)
        if checks[0] or checks[1]:
            return DRAW if checks[0] and checks[1] else CHECKS + (0 if checks[0] else 4)
        if (chases[0] == 0) == (chases[1] == 0):
            return DRAW
        return CHASES + (0 if chases[0] else 4)

    def outcome_score(self, ply: int) -> int:
        """Return ``±(WIN - ply)`` for the side to move if a side loses by repetition, or 0 otherwise."""
        if not (self.repetition and self.repetitions(self.since_capture) >= 2):
            return 0
        return self.repetition_score(2, ply)

    def repetition_score(self, times: int, ply: int) -> int:
        """Return ``±(WIN - ply)`` for the side to move if a side loses by a repetition (``judge``), or 0 otherwise."""
        verdict = self.judge(times)
        if verdict == DRAW:
            return 0
        return ply - WIN if verdict >> 2 == self.side else WIN - ply

    def no_move_score(self, ply: int) -> int:
        """Return ``ply - WIN``, because a side without a legal move has lost."""
        return ply - WIN

    def order(self, move: int) -> int:
        """Return the ordering value of a move.

        Captures are first, ordered by the captured piece and then by the capturer, with less valuable capturers first.
        All other moves are last.
        """
        taken = self.board[move >> 8]
        if taken == EMPTY:
            return 0
        return 1_000 + 100 * _worth(KIND[taken & 15]) - _worth(KIND[self.board[move & 255] & 15])

    def in_danger(self) -> bool:
        """Whether the side to move is in check."""
        return self.checked(self.side)

    def puts_in_danger(self, move: int) -> bool:
        """Whether a legal move gives check. Only what ``attacked`` reads is changed, and restored."""
        origin = move & 255
        target = move >> 8
        enemy = self.side ^ 1
        king = self.squares[enemy << 4]
        row, column = ROW[king], COLUMN[king]
        file = cython.declare(cython.int, self.files[column])
        rank = cython.declare(cython.int, self.ranks[row])
        if COLUMN[origin] == column:
            file &= ~(1 << ROW[origin])
        if ROW[origin] == row:
            rank &= ~(1 << COLUMN[origin])
        if COLUMN[target] == column:
            file |= 1 << ROW[target]
        if ROW[target] == row:
            rank |= 1 << COLUMN[target]
        piece = self.board[origin]
        taken = self.board[target]
        self.board[origin], self.board[target], self.squares[piece] = EMPTY, piece, target
        found = cython.declare(cython.bint, self.attacked(king, enemy, file, rank, OFF, OFF))
        self.board[origin], self.board[target], self.squares[piece] = piece, taken, origin
        return found

    def may_skip(self) -> bool:
        """Whether the side to move has a horse, a rook or a cannon, is not in check, and the game is not over."""
        own = self.side << 4
        for slot in range(5, 11):
            if self.squares[own + slot] != OFF:
                return not self.checked(self.side) and not self.is_over()
        return False

    def make_pass(self) -> None:
        """Make a pass. ``since_capture`` becomes 0, so that no repetition is counted or judged across the pass."""
        self.moves[self.key_count] = NO_MOVE
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
        """Return the value of the captured piece.

        The values are 100 for a pawn (200 if it has crossed the river), 200 for an adviser or an elephant, 400 for a
        horse, 450 for a cannon and 900 for a rook.
        """
        target = move >> 8
        taken = self.board[target]
        return 0 if taken == EMPTY else VALUE[7 * (taken >> 4) + KIND[taken & 15]][target]

    def exchange(self, move: int, least: int) -> bool:
        """Whether a legal move gains at least ``least`` after the captures on its target cell (static exchange).

        See ``engine.games.xiangqi.exchange.wins_exchange`` for the captures that are considered.
        """
        gain = self.gain(move)
        if gain < least:
            return False
        target = move >> 8
        file, rank = self.files[COLUMN[target]], self.ranks[ROW[target]]
        return wins_exchange(self.board, self.squares, file, rank, move, gain - least + 1)

    def trait(self, move: int) -> int:
        """Return ``90 * piece + target``, where the pieces are Red's kinds, 0 to 6, then Black's, 7 to 13."""
        piece = self.board[move & 255]
        return CELLS * (7 * (piece >> 4) + KIND[piece & 15]) + (move >> 8)

    def trait_count(self) -> int:
        """Return the number of pairs of a piece and a target cell."""
        return 1260

    def cycle_score(self, ply: int) -> int:
        """Return the score if the position occurred at the root or after it, or ``NO_CYCLE`` otherwise.

        The moves since then are judged as if the position had occurred for the third time.
        """
        if self.repetition and self.repetitions(min(self.since_capture, ply)):
            return self.repetition_score(1, ply)
        return NO_CYCLE

    def has_threats(self) -> bool:
        """Return True: checks are threats."""
        return True

    def is_near_limit(self) -> bool:
        """Whether the rules limit the plies without a capture, and at most 20 of them are left."""
        return self.no_capture > 0 and self.since_capture >= self.no_capture - NEAR_LIMIT

    def reach(self, piece: int) -> int:
        """Return the mobility of a rook, cannon or horse, or 0 if the piece has been captured.

        For a rook or cannon it is the number of empty cells that the piece can move to. For a horse it is the number of
        cells, empty or occupied, that the horse attacks without being blocked.
        """
        cell = self.squares[piece]
        if cell == OFF:
            return 0
        if KIND[piece & 15] == HORSE:
            count = 0
            for i in range(HORSE_COUNT[cell]):
                if self.board[HORSE_LEG[cell][i]] == EMPTY:
                    count += 1
            return count
        row, column = ROW[cell], COLUMN[cell]
        return COUNT[FILE_QUIET[row][self.files[column]]] + COUNT[RANK_QUIET[column][self.ranks[row]]]

    def is_aimed_at(self, side: int) -> bool:
        """Whether an enemy cannon is on the file of the king of ``side`` with nothing in between."""
        king = self.squares[side << 4]
        row, column = ROW[king], COLUMN[king]
        for piece in range(((side ^ 1) << 4) + 9, ((side ^ 1) << 4) + 11):
            cell = self.squares[piece]
            if COLUMN[cell] == column and self.files[column] & BETWEEN[row][ROW[cell]] == 0:
                return True
        return False

    def put_pieces(self, pieces: Any, cells: Any, count: int, side: int) -> bool:
        """Set up a position, and return whether it is legal.

        It is legal if no two pieces are on one cell and the side that is not to move is not in check. Each side must
        have one king, and no piece may be on a cell that its kind cannot reach. ``pieces`` contains ``7 * side +
        kind``.
        """
        self.clear()
        self.since_capture = self.key_count = 0
        self.side = side
        for i in range(count):
            if self.board[cells[i]] != EMPTY:
                return False
            kind = pieces[i] % 7
            piece = pieces[i] // 7 << 4
            if kind:
                piece += 2 * kind - 1
            while self.squares[piece] != OFF:
                piece += 1
            self.put(piece, cells[i])
        if side:
            self.key ^= SIDE_KEY
        return not self.checked(side ^ 1)

    def list_pieces(self, pieces: Any, cells: Any) -> int:
        """Fill ``pieces`` and ``cells`` with the pieces and their cells, and return their number.

        Return -1 if there are more than 8 pieces.
        """
        count = 0
        for piece in range(32):
            if self.squares[piece] != OFF:
                if count == MOST_PLACED:
                    return -1
                pieces[count] = 7 * (piece >> 4) + KIND[piece & 15]
                cells[count] = self.squares[piece]
                count += 1
        return count

    def move_called(self, text: Any, length: int) -> int:
        """Return the legal move in ICCS with ranks from 0, in WXF or in Vietnamese notation, or -1.

        Pawns that are named by a number from the front, and texts that are a move in two notations, are not read.
        """
        moves = cython.declare(cython.int[MAX_MOVES])
        found = -1
        if length >= 4 and ord("0") <= text[1] <= ord("9") and ord("0") <= text[length - 1] <= ord("9"):
            column = text[0] | 32
            goal_column = text[length - 2] | 32
            if ord("a") <= column <= ord("i") and ord("a") <= goal_column <= ord("i"):
                if length == 4 or (length == 5 and text[2] == ord("-")):
                    origin = 9 * (text[1] - ord("0")) + column - ord("a")
                    target = 9 * (text[length - 1] - ord("0")) + goal_column - ord("a")
                    for i in range(self.generate(moves)):
                        if moves[i] == origin | target << 8:
                            found = moves[i]
                return found
        at = 1 if length == 5 and text[0] == ord("T") and text[1] == ord("g") else 0
        if length != at + 4:
            return -1
        where = text[at + 1]
        sign = text[at + 2]
        number = text[at + 3] - ord("0")
        kind = KING if at else kind_called(text[0], sign)
        if kind < 0 or number < 1 or number > 9 or (at and sign != ord("-") and sign != ord(".") and sign != ord("/")):
            return -1
        vietnamese = cython.declare(cython.bint, at == 1 or sign == ord(".") or sign == ord("/"))
        if sign == ord("-") and is_vietnamese(text[0]):
            vietnamese = True
        way = 0
        if sign == ord("+") or sign == ord("."):
            way = 1
        elif sign == ord("/") or (sign == ord("-") and not vietnamese):
            way = -1
        file = where - ord("0")
        place = 0
        if file < 1 or file > 9:
            if where == (ord("t") if vietnamese else ord("+")):
                place = 1
            elif where == (ord("s") if vietnamese else ord("-")):
                place = -1
            else:
                return -1
        for i in range(self.generate(moves)):
            move = moves[i]
            origin = move & 255
            target = move >> 8
            if KIND[self.board[origin] & 15] != kind:
                continue
            if self.place_on_file(origin) != place if place else self.file_number(origin) != file:
                continue
            rise = ROW[target] - ROW[origin]
            if self.side:
                rise = -rise
            if (rise > 0) - (rise < 0) != way:
                continue
            if way and kind != HORSE and kind != ADVISER and kind != ELEPHANT:
                if rise * way != number:
                    continue
            elif self.file_number(target) != number:
                continue
            if found >= 0:
                return -1
            found = move
        return found

    def place_on_file(self, cell: int) -> int:
        """Return 1 or -1 if the piece on a cell is the front or the rear one of its kind on its file, 2 between them.

        The result is 0 if there is no other one of its side.
        """
        before = 0
        after = 0
        piece = self.board[cell]
        for i in range(COLUMN[cell], 90, 9):
            if i == cell or self.board[i] == EMPTY or not are_alike(self.board[i], piece):
                continue
            if (i > cell) == (self.side == 0):
                before += 1
            else:
                after += 1
        if before == 0:
            return 1 if after else 0
        return 2 if after else -1

    def file_number(self, cell: int) -> int:
        """Return the number of the file of a cell, 1 to 9 from the right of the side to move."""
        return COLUMN[cell] + 1 if self.side else 9 - COLUMN[cell]

    def looks_like(self, other: Position) -> bool:
        """Whether the board is the same, whichever of two equal pieces is on a cell."""
        they = cython.cast(XiangqiPosition, other)
        for i in range(16):
            if self.ranks[i] != they.ranks[i]:
                return False
        different = 0
        for i in range(90):
            if self.board[i] != EMPTY and not are_alike(self.board[i], they.board[i]):
                different += 1
        return different == 0

    def weigh(self, weights: Any) -> None:
        """Set ``balance`` to the sum of ``weights[90 * (7 * side + kind) + cell]`` over the pieces on the board.

        ``make`` and ``unmake`` then update it.
        """
        self.weights = weights
        self.balance = 0
        for piece in range(32):
            cell = self.squares[piece]
            if cell != OFF:
                self.balance += weights[CELLS * (7 * (piece >> 4) + KIND[piece & 15]) + cell]

    # --- for all other code ---------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game is not over."""
        if self.since_capture >= 8 and self.repetition and self.repetitions(self.since_capture) >= 2:
            verdict = self.judge(2)
            if verdict == DRAW:
                return Outcome(None, Termination.REPETITION)
            reason = Termination.PERPETUAL_CHECK if verdict & 3 == CHECKS else Termination.PERPETUAL_CHASE
            return Outcome(Player(1 - (verdict >> 2)), reason)
        if not self.can_move():
            return Outcome(Player(1 - self.side), Termination.NO_MOVE)
        if self.no_capture > 0 and self.since_capture >= self.no_capture:
            return Outcome(None, Termination.NO_CAPTURE)
        return None

    @property
    def in_check(self) -> bool:
        """Whether the king of the side to move is attacked."""
        return self.checked(self.side)

    @property
    def counters(self) -> tuple[int, ...]:
        """Return the number of plies since the last capture, or 0 if the rules do not count them."""
        return (self.since_capture if self.no_capture else 0,)

    @property
    def history(self) -> tuple[int, ...]:
        """Return ``counters`` and, if the rules count repetitions, the moves since the last capture."""
        if not self.repetition:
            return self.counters
        first = max(0, self.key_count - self.since_capture)
        return (*self.counters, *[self.moves[i] for i in range(first, self.key_count)])

    @property
    def pieces(self) -> list[tuple[int, int, int]]:
        """Return a tuple ``(side, kind, cell)`` for each piece, ordered by cell."""
        found = []
        for cell in range(CELLS):
            piece = self.board[cell]
            if piece != EMPTY:
                found.append((piece >> 4, KIND[piece & 15], cell))
        return found

    @property
    def plies_since_capture(self) -> int:
        """Return the number of plies since the last capture."""
        return self.since_capture

    @property
    def number(self) -> int:
        """Return the move number, which grows by one after each move of Black."""
        return self.start_number + (self.ply + self.start_side) // 2

    def piece_at(self, cell: int) -> tuple[int, int] | None:
        """Return the side and the kind of the piece on a cell, or None if the cell is empty.

        Raises:
            IndexError: if the cell is not on the board.
        """
        if not 0 <= cell < CELLS:
            raise IndexError(cell)
        piece = self.board[cell]
        return None if piece == EMPTY else (piece >> 4, KIND[piece & 15])


def _order(cells: Any, one: int, two: int) -> None:
    """Swap entries ``one`` and ``two`` of an array if the second is smaller."""
    a, b = cells[one], cells[two]
    smaller = min(b, a)
    cells[one] = smaller
    cells[two] = a + b - smaller


def _worth(kind: int) -> int:
    """Return the exchange value of a kind of piece, 1 to 9."""
    return WORTH[kind]


def is_attacked(pieces: Sequence[tuple[int, int, int]], side: int) -> bool:
    """Whether the king of ``side`` is attacked, on a board that need not be legal.

    Args:
        pieces: tuple ``(side, kind, cell)`` of each piece.
        side: side of the king, 0 or 1.

    Raises:
        ValueError: if the pieces cannot be put on a board.
    """
    board = cython.declare(XiangqiPosition, XiangqiPosition.__new__(XiangqiPosition))
    board.place(pieces)
    return bool(board.checked(1 if side else 0))
