"""The chess position, with bitboards and a generator of legal moves.

Attacks are read from ``engine.games.chess.squares``.

A square is ``8 * rank + file``, both from 0. A move is ``origin | target << 6 | promotion << 12``, where the promotion
is a kind of piece, or 0 for none. Castling is a move of the king to the square of a rook of its side, also in ordinary
chess. A pawn that moves diagonally to the empty en passant square captures en passant.

The checking pieces and the pinned pieces are found by following the lines from the king up to the first enemy piece.
The legal moves are then computed as sets of squares, without making and unmaking moves. The en passant square is stored
only if a capture there is legal, so that equal keys mean equal positions as defined by the repetition rule (FIDE Laws
of Chess, 2023, 9.2.3).

The module is long because generation, ``make`` and ``unmake`` work on the same C fields in a search's innermost loop:
within one module the C compiler inlines their calls, whereas calls from another module go through a pointer.
"""

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cython
from cython.cimports.engine.core.bits import lowest, popcount
from cython.cimports.engine.core.position import MAX_MOVES, MOST_PLACED, NEAR_LIMIT, NO_CYCLE, WIN
from cython.cimports.engine.games.chess.squares import (
    BETWEEN,
    DARK,
    KING_ATTACKS,
    KNIGHT_ATTACKS,
    LAST_RANKS,
    LIGHT,
    LINE,
    NOT_FILE_A,
    NOT_FILE_H,
    PAWN_ATTACKS,
    RANK_3,
    RANK_6,
    bishop_attacks,
    bit,
    rook_attacks,
)

from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position

if TYPE_CHECKING:
    from engine.games.chess.game import Chess

if cython.compiled:
    from cython.cimports.libc.string import memcpy

if not cython.compiled:
    PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
    BLACK, EMPTY, CASTLED, PASSED, NOWHERE, STACK = 8, 16, 17, 18, 64, 160
    PIECE_KEY = [[0] * 64 for _ in range(16)]
    CASTLE_KEY, PASSING_KEY = [0] * 64, [0] * 65
    SIDE_KEY = 0
    WORTH, VALUE = [0] * 19, [0] * 17


@cython.infer_types(None)
def _fill_tables() -> None:
    global SIDE_KEY
    rng = random.Random(1851)  # the first tournament; any random seed will do, but it must never change
    for piece in range(16):
        for square in range(64):
            PIECE_KEY[piece][square] = rng.getrandbits(64)
    for square in range(64):
        CASTLE_KEY[square] = rng.getrandbits(64)
    for square in range(64):
        PASSING_KEY[square] = rng.getrandbits(64)
    PASSING_KEY[64] = 0
    SIDE_KEY = rng.getrandbits(64)
    for kind, worth in enumerate((1, 3, 3, 5, 9, 10)):
        WORTH[kind] = WORTH[kind + 8] = worth
    for kind, value in enumerate((100, 320, 330, 500, 900, 0)):  # usual values in hundredths of a pawn
        VALUE[kind] = VALUE[kind + 8] = value


_fill_tables()


def add_moves(out: Any, count: int, origin: int, targets: int) -> int:
    """Append a move from ``origin`` to each square of ``targets`` to the ``count`` moves in ``out``.

    Return the new count.
    """
    while targets:
        out[count] = origin | lowest(targets) << 6
        count += 1
        targets &= targets - 1
    return count


def promotions(out: Any, count: int, origin: int, target: int) -> int:
    """Add the four promotions of a pawn that moves from ``origin`` to ``target``.

    The moves are appended to the ``count`` moves in ``out``. Return the new count.
    """
    move = origin | target << 6
    out[count] = move | QUEEN << 12
    out[count + 1] = move | ROOK << 12
    out[count + 2] = move | BISHOP << 12
    out[count + 3] = move | KNIGHT << 12
    return count + 4


def kind_called(letter: int) -> int:
    """Return the kind of piece with a letter in SAN, or ``PAWN`` if there is none."""
    if letter == ord("N"):
        return KNIGHT
    if letter == ord("B"):
        return BISHOP
    if letter == ord("R"):
        return ROOK
    if letter == ord("Q"):
        return QUEEN
    return KING if letter == ord("K") else PAWN


class ChessPosition(Position):
    """A position of chess.

    It contains the board, the side to move, the castling rights, the en passant square, the number of plies since the
    last capture or pawn move, and the keys of earlier positions. The kinds of pieces are 0 for a pawn, 1 for a knight,
    2 for a bishop, 3 for a rook, 4 for a queen and 5 for a king. A piece is its kind, plus 8 if it is black.
    """

    if not cython.compiled:
        game: "Chess"
        weights: Any

    def __cinit__(self) -> None:
        """Initialise the fields with the two kings. In compiled code, C fields that are not set here are 0."""
        if not cython.compiled:
            super().__cinit__()
            self.kinds, self.sides, self.board = [0] * 6, [0] * 2, [EMPTY] * 64
            self.castle_keep, self.castle_keys = [15] * 64, [0] * 16
            self.castle_free, self.castle_safe, self.castle_rook = [0] * 4, [0] * 4, [0] * 4
            self.taken, self.states, self.balances = [0] * 160, [0] * 160, [0] * 160
            self.castling = self.waited = self.start_number = self.start_side = 0
            self.draw_waited = self.draw_repeated = self.depth = self.balance = 0
            self.weights = self.weights_owner = None
        # An object without ``__init__`` has both kings, without which the moves are undefined.
        self.clear()
        self.put(KING, 4)
        self.put(KING | BLACK, 60)

    def clear(self) -> None:
        """Remove all pieces from the board, and reset the fields that depend on the pieces."""
        for square in range(64):
            self.board[square] = EMPTY
            self.castle_keep[square] = 15
        for kind in range(6):
            self.kinds[kind] = 0
        self.sides[0] = 0
        self.sides[1] = 0
        self.passing = NOWHERE
        self.key = 0
        self.depth = 0
        self.balance = 0

    def __init__(
        self,
        game: "Chess",
        pieces: Sequence[tuple[int, int]],
        side: int,
        rooks: Sequence[int | None],
        passing: int | None,
        waited: int,
        number: int,
        draws: tuple[int, int],
        keys: Sequence[int] = (),
    ) -> None:
        """Set up a position that ``Chess.compose`` has checked.

        Args:
            game: the ``Chess`` instance of the position.
            pieces: ``(piece, square)`` pairs with one king of each side.
            side: side to move, 0 or 1.
            rooks: squares of the rooks that may still castle (white short, white long, black short, black long), or
                None for each right that is lost.
            passing: square that a pawn just passed over, or None. It is ignored if no capture there is legal.
            waited: number of plies since the last capture or pawn move.
            number: move number, from 1.
            draws: two limits at which the game is drawn: the number of plies without a capture or pawn move, and the
                number of occurrences of a position.
            keys: keys of the earlier positions, oldest first.

        Raises:
            ValueError: if the arguments do not form a position, such as one in which a king can be taken.
        """
        self.game = game
        self.place(pieces)
        if popcount(self.kinds[KING] & self.sides[0]) != 1 or popcount(self.kinds[KING] & self.sides[1]) != 1:
            raise ValueError("each side must have one king")
        if not (side in (0, 1) and 0 <= waited <= 30_000 and draws[0] > 0 and draws[1] > 1):
            raise ValueError("side or counter out of range")
        self.side = side
        king = lowest(self.kinds[KING] & self.sides[side ^ 1])
        if self.attacked(king, side, self.sides[0] | self.sides[1]):
            raise ValueError("the side to move could take the king")
        self.start_side = side
        self.start_number = number
        self.waited = waited
        self.draw_waited, self.draw_repeated = draws
        self.castling = 0
        for right in range(4):
            rook = rooks[right]
            if rook is not None:
                self.allow_castling(right, rook)
        for rights in range(16):
            self.castle_keys[rights] = 0
            for right in range(4):
                if rights & self.castling & (1 << right):
                    self.castle_keys[rights] ^= CASTLE_KEY[self.castle_rook[right]]
        self.key ^= self.castle_keys[self.castling]
        if side:
            self.key ^= SIDE_KEY
        if passing is not None:
            pawn = passing + (-8 if side == 0 else 8)
            if not (
                16 <= passing < 48 and self.board[passing] == EMPTY and self.board[pawn] == (8 if side == 0 else 0)
            ):
                raise ValueError(f"no pawn passed over square {passing}")
            self.passing = self.passing_after(passing, side)
            self.key ^= PASSING_KEY[self.passing]
        self.reserve(len(keys) + STACK)
        for i in range(len(keys)):
            self.keys[i] = keys[i]
        self.key_count = len(keys)

    def place(self, pieces: Sequence[tuple[int, int]]) -> None:
        """Put ``(piece, square)`` pairs on the empty board.

        Raises:
            ValueError: for an unknown piece, or for a square that is occupied or not on the board.
        """
        self.clear()
        for piece, square in pieces:
            if not (0 <= square < 64 and piece in (0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13)):
                raise ValueError(f"piece {piece} cannot be put on square {square}")
            if self.board[square] != EMPTY:
                raise ValueError(f"two pieces on square {square}")
            self.put(piece, square)

    def allow_castling(self, right: int, rook: int) -> None:
        """Add the right to castle with the rook on ``rook``, and compute the squares that must be empty or safe.

        Args:
            right: the right, 0 for white short, 1 for white long, 2 for black short or 3 for black long.
            rook: square of the rook.

        Raises:
            ValueError: if no rook of the side is on ``rook``, or the side's king is on another rank.
        """
        side, short = right >> 1, right & 1 == 0
        king = lowest(self.kinds[KING] & self.sides[side])
        if not (0 <= rook < 64 and self.board[rook] == (ROOK | side << 3) and rook >> 3 == king >> 3):
            raise ValueError(f"no rook to castle with on square {rook}")
        home = 56 * side
        king_goes, rook_goes = (home + 6, home + 5) if short else (home + 2, home + 3)
        way = BETWEEN[king][king_goes] | bit(king_goes) | bit(king)
        rook_way = BETWEEN[rook][rook_goes] | bit(rook_goes)
        self.castle_safe[right] = way
        self.castle_free[right] = (way | rook_way) & ~(bit(king) | bit(rook))
        self.castle_rook[right] = rook
        self.castle_keep[rook] &= 15 ^ (1 << right)
        self.castle_keep[king] &= 15 ^ (3 << (2 * side))
        self.castling |= 1 << right

    def put(self, piece: int, square: int) -> None:
        """Put a piece on an empty square."""
        self.kinds[piece & 7] |= bit(square)
        self.sides[piece >> 3] |= bit(square)
        self.board[square] = piece
        self.key ^= PIECE_KEY[piece][square]

    def copy_from(self, other: Position) -> None:
        """Copy all fields from ``other``, including the evaluation weights, but not the stack of moves to unmake."""
        Position.copy_from(self, other)
        they = cython.cast(ChessPosition, other)
        for i in range(64):
            self.board[i] = they.board[i]
            self.castle_keep[i] = they.castle_keep[i]
        for i in range(6):
            self.kinds[i] = they.kinds[i]
        for i in range(16):
            self.castle_keys[i] = they.castle_keys[i]
        for i in range(4):
            self.castle_free[i] = they.castle_free[i]
            self.castle_safe[i] = they.castle_safe[i]
            self.castle_rook[i] = they.castle_rook[i]
        self.sides[0] = they.sides[0]
        self.sides[1] = they.sides[1]
        self.castling = they.castling
        self.passing = they.passing
        self.waited = they.waited
        self.start_number = they.start_number
        self.start_side = they.start_side
        self.draw_waited = they.draw_waited
        self.draw_repeated = they.draw_repeated
        self.depth = 0
        self.weights = they.weights
        self.weights_owner = they.weights_owner
        self.balance = they.balance

    def write_cells(self, out: Any, facts: Any) -> None:
        """Write the board. The variant is 1 if the own king is on the files e to h."""
        if cython.compiled:
            memcpy(out, self.board, 64)
        else:
            for square in range(64):
                out[square] = self.board[square]
        for side in range(2):
            facts[side] = lowest(self.kinds[KING] & self.sides[side]) >> 2 & 1
        facts[2] = popcount(self.sides[0] | self.sides[1]) * 8 // 33

    # --- for searches ---------------------------------------------------------------------------------------------

    def attackers(self, square: int, by: int, occupied: int) -> int:
        """Return a bitboard of the pieces of side ``by`` that attack a square.

        The ``occupied`` squares block sliders.
        """
        diagonal = self.kinds[BISHOP] | self.kinds[QUEEN]
        straight = self.kinds[ROOK] | self.kinds[QUEEN]
        return self.sides[by] & (
            (PAWN_ATTACKS[by ^ 1][square] & self.kinds[PAWN])
            | (KNIGHT_ATTACKS[square] & self.kinds[KNIGHT])
            | (KING_ATTACKS[square] & self.kinds[KING])
            | (bishop_attacks(square, occupied) & diagonal)
            | (rook_attacks(square, occupied) & straight)
        )

    def attacked(self, square: int, by: int, occupied: int) -> bool:
        """Whether side ``by`` attacks a square. The ``occupied`` squares block sliders."""
        enemy = self.sides[by]
        if enemy & (
            (PAWN_ATTACKS[by ^ 1][square] & self.kinds[PAWN])
            | (KNIGHT_ATTACKS[square] & self.kinds[KNIGHT])
            | (KING_ATTACKS[square] & self.kinds[KING])
        ):
            return True
        straight = (self.kinds[ROOK] | self.kinds[QUEEN]) & enemy
        if rook_attacks(square, occupied) & straight:
            return True
        diagonal = (self.kinds[BISHOP] | self.kinds[QUEEN]) & enemy
        return bishop_attacks(square, occupied) & diagonal != 0

    def checked(self) -> bool:
        """Whether the side to move is in check."""
        side = self.side
        king = lowest(self.kinds[KING] & self.sides[side])
        return self.attacked(king, side ^ 1, self.sides[0] | self.sides[1])

    def may_pass(self, origin: int, target: int, side: int) -> bool:
        """Whether the king of ``side`` is safe after the pawn on ``origin`` captures en passant on ``target``."""
        pawn = target - 8 if side == 0 else target + 8
        king = lowest(self.kinds[KING] & self.sides[side])
        occupied = (self.sides[0] | self.sides[1]) ^ bit(origin) ^ bit(pawn) | bit(target)
        return self.attackers(king, side ^ 1, occupied) & ~bit(pawn) == 0

    def passing_after(self, target: int, side: int) -> int:
        """Return ``target`` if ``side`` can legally capture en passant on it, or ``NOWHERE`` otherwise.

        ``target`` is the square that a pawn passed over.
        """
        pawns = PAWN_ATTACKS[side ^ 1][target] & self.kinds[PAWN] & self.sides[side]
        while pawns:
            if self.may_pass(lowest(pawns), target, side):
                return target
            pawns &= pawns - 1
        return NOWHERE

    def generate(self, out: Any) -> int:
        """Fill ``out`` with all legal moves, and return their number.

        The moves are in this order: king, knights, diagonal sliders, straight sliders, pawns, captures en passant,
        castling.
        """
        return self.write(out, False)

    def generate_noisy(self, out: Any) -> int:
        """Fill ``out`` with the captures and promotions in the order of ``generate``, and return their number."""
        return self.write(out, True)

    def write(self, out: Any, noisy: bool) -> int:
        """Fill ``out`` with the legal moves, or only with captures and promotions if ``noisy``. Return their number."""
        side = self.side
        own = self.sides[side]
        enemy = self.sides[side ^ 1]
        occupied = own | enemy
        king = lowest(self.kinds[KING] & own)
        diagonal = self.kinds[BISHOP] | self.kinds[QUEEN]
        straight = self.kinds[ROOK] | self.kinds[QUEEN]
        # With only enemy pieces as blockers, sliders on the king's lines check, or pin the only piece in between.
        checkers = enemy & ((PAWN_ATTACKS[side][king] & self.kinds[PAWN]) | (KNIGHT_ATTACKS[king] & self.kinds[KNIGHT]))
        pinned = own & 0
        sliders = enemy & ((rook_attacks(king, enemy) & straight) | (bishop_attacks(king, enemy) & diagonal))
        while sliders:
            slider = lowest(sliders)
            between = BETWEEN[king][slider] & own
            if between == 0:
                checkers |= bit(slider)
            elif between & (between - 1) == 0:
                pinned |= between
            sliders &= sliders - 1
        count = 0
        allowed = enemy if noisy else ~own
        targets = KING_ATTACKS[king] & allowed
        if targets:
            without_king = occupied ^ bit(king)
            while targets:
                target = lowest(targets)
                if not self.attacked(target, side ^ 1, without_king):
                    out[count] = king | target << 6
                    count += 1
                targets &= targets - 1
        rescues = ~(own & 0)
        if checkers:
            if checkers & (checkers - 1):
                return count
            rescues = checkers | BETWEEN[king][lowest(checkers)]
            allowed &= rescues
        pieces = self.kinds[KNIGHT] & own & ~pinned
        while pieces:
            origin = lowest(pieces)
            count = add_moves(out, count, origin, KNIGHT_ATTACKS[origin] & allowed)
            pieces &= pieces - 1
        pieces = diagonal & own
        while pieces:
            origin = lowest(pieces)
            targets = bishop_attacks(origin, occupied) & allowed
            if pinned & bit(origin):
                targets &= LINE[king][origin]
            count = add_moves(out, count, origin, targets)
            pieces &= pieces - 1
        pieces = straight & own
        while pieces:
            origin = lowest(pieces)
            targets = rook_attacks(origin, occupied) & allowed
            if pinned & bit(origin):
                targets &= LINE[king][origin]
            count = add_moves(out, count, origin, targets)
            pieces &= pieces - 1
        pawns = self.kinds[PAWN] & own
        count = self.write_pawns(out, count, pawns & ~pinned, rescues, noisy)
        pawns &= pinned
        while pawns:
            origin = lowest(pawns)
            count = self.write_pawns(out, count, bit(origin), rescues & LINE[king][origin], noisy)
            pawns &= pawns - 1
        if self.passing != NOWHERE:
            count = self.write_passing(out, count)
        if not noisy and checkers == 0 and self.castling >> (2 * side) & 3:
            count = self.write_castling(out, count, king)
        return count

    def write_pawns(self, out: Any, count: int, pawns: int, allowed: int, noisy: bool) -> int:
        """Append the moves of ``pawns`` with targets in ``allowed`` to the ``count`` moves in ``out``.

        Both ``pawns`` and ``allowed`` are bitboards. If ``noisy`` is true, only captures and promotions are appended.
        Return the new count.
        """
        side = self.side
        enemy = self.sides[side ^ 1] & allowed
        empty = ~(self.sides[0] | self.sides[1])
        if side == 0:
            forward = 8
            single = pawns << 8 & empty
            double = (single & RANK_3) << 8 & empty & allowed
            left = (pawns & NOT_FILE_A) << 7 & enemy
            right = (pawns & NOT_FILE_H) << 9 & enemy
        else:
            forward = -8
            single = pawns >> 8 & empty
            double = (single & RANK_6) >> 8 & empty & allowed
            left = (pawns & NOT_FILE_A) >> 9 & enemy
            right = (pawns & NOT_FILE_H) >> 7 & enemy
        single &= allowed
        last = (single | left | right) & LAST_RANKS
        if last:
            targets = last & left
            while targets:
                count = promotions(out, count, lowest(targets) - forward + 1, lowest(targets))
                targets &= targets - 1
            targets = last & right
            while targets:
                count = promotions(out, count, lowest(targets) - forward - 1, lowest(targets))
                targets &= targets - 1
            targets = last & single
            while targets:
                count = promotions(out, count, lowest(targets) - forward, lowest(targets))
                targets &= targets - 1
            left &= ~last
            right &= ~last
            single &= ~last
        while left:
            target = lowest(left)
            out[count] = (target - forward + 1) | target << 6
            count += 1
            left &= left - 1
        while right:
            target = lowest(right)
            out[count] = (target - forward - 1) | target << 6
            count += 1
            right &= right - 1
        if noisy:
            return count
        while single:
            target = lowest(single)
            out[count] = (target - forward) | target << 6
            count += 1
            single &= single - 1
        while double:
            target = lowest(double)
            out[count] = (target - 2 * forward) | target << 6
            count += 1
            double &= double - 1
        return count

    def write_passing(self, out: Any, count: int) -> int:
        """Append the captures en passant to the ``count`` moves in ``out``. Return the new count."""
        side = self.side
        pawns = PAWN_ATTACKS[side ^ 1][self.passing] & self.kinds[PAWN] & self.sides[side]
        while pawns:
            origin = lowest(pawns)
            if self.may_pass(origin, self.passing, side):
                out[count] = origin | self.passing << 6
                count += 1
            pawns &= pawns - 1
        return count

    def write_castling(self, out: Any, count: int, king: int) -> int:
        """Append the castling moves to the ``count`` moves in ``out``, and return the new count.

        The king must not be in check.
        """
        side = self.side
        occupied = self.sides[0] | self.sides[1]
        for right in range(2 * side, 2 * side + 2):
            if self.castling >> right & 1 and occupied & self.castle_free[right] == 0:
                # In Chess960 the rook may shield the target of the king.
                rook = self.castle_rook[right]
                way = self.castle_safe[right]
                while way and not self.attacked(lowest(way), side ^ 1, occupied ^ bit(rook) ^ bit(king)):
                    way &= way - 1
                if way == 0:
                    out[count] = king | rook << 6
                    count += 1
        return count

    def make(self, move: int) -> None:
        """Make a legal move in place."""
        origin = move & 63
        target = move >> 6 & 63
        promoted = move >> 12
        side = self.side
        depth = self.depth
        piece = self.board[origin]
        taken = self.board[target]
        both = bit(origin) | bit(target)
        self.keys[self.key_count] = self.key
        self.key_count += 1
        self.states[depth] = self.castling | self.passing << 4 | self.waited << 11
        self.balances[depth] = self.balance
        key = self.key ^ SIDE_KEY ^ PASSING_KEY[self.passing]
        passing = self.passing
        self.passing = NOWHERE
        self.waited += 1
        self.side = side ^ 1
        self.ply += 1
        self.depth = depth + 1
        keep = self.castle_keep[origin] & self.castle_keep[target]
        if self.castling & ~keep:
            key ^= self.castle_keys[self.castling]
            self.castling &= keep
            key ^= self.castle_keys[self.castling]
        self.board[origin] = EMPTY
        if taken != EMPTY:
            if taken >> 3 == side:
                self.taken[depth] = CASTLED
                self.key = key
                self.castle(origin, target, 1)
                return
            self.kinds[taken & 7] ^= bit(target)
            self.sides[side ^ 1] ^= bit(target)
            key ^= PIECE_KEY[taken][target]
            self.waited = 0
            if self.weights:
                self.balance -= self.weights[64 * taken + target]
        self.taken[depth] = taken
        self.board[target] = piece
        self.kinds[piece & 7] ^= both
        self.sides[side] ^= both
        key ^= PIECE_KEY[piece][origin] ^ PIECE_KEY[piece][target]
        if self.weights:
            self.balance += self.weights[64 * piece + target] - self.weights[64 * piece + origin]
        if piece & 7 == PAWN:
            self.waited = 0
            if promoted:
                new = promoted | side << 3
                self.board[target] = new
                self.kinds[PAWN] ^= bit(target)
                self.kinds[promoted] ^= bit(target)
                key ^= PIECE_KEY[piece][target] ^ PIECE_KEY[new][target]
                if self.weights:
                    self.balance += self.weights[64 * new + target] - self.weights[64 * piece + target]
            elif origin ^ target == 16:
                square = (origin + target) >> 1
                if PAWN_ATTACKS[side][square] & self.kinds[PAWN] & self.sides[side ^ 1]:
                    self.passing = self.passing_after(square, side ^ 1)
                    key ^= PASSING_KEY[self.passing]
            elif target == passing:
                square = target ^ 8
                self.taken[depth] = PASSED
                self.board[square] = EMPTY
                self.kinds[PAWN] ^= bit(square)
                self.sides[side ^ 1] ^= bit(square)
                key ^= PIECE_KEY[(side ^ 1) << 3][square]
                if self.weights:
                    self.balance -= self.weights[64 * ((side ^ 1) << 3) + square]
        self.key = key

    def castle(self, king: int, rook: int, forth: int) -> None:
        """Castle with the rook on ``rook`` if ``forth`` is 1, or undo castling if ``forth`` is 0.

        Undoing castling changes neither the key nor the balance.
        """
        home = king & 56
        colour = 8 if home else 0
        side = colour >> 3
        king_goes, rook_goes = (home + 6, home + 5) if rook > king else (home + 2, home + 3)
        self.board[king_goes if forth == 0 else king] = EMPTY
        self.board[rook_goes if forth == 0 else rook] = EMPTY
        self.board[king_goes if forth else king] = KING | colour
        self.board[rook_goes if forth else rook] = ROOK | colour
        self.kinds[KING] ^= bit(king) ^ bit(king_goes)
        self.kinds[ROOK] ^= bit(rook) ^ bit(rook_goes)
        self.sides[side] ^= bit(king) ^ bit(king_goes) ^ bit(rook) ^ bit(rook_goes)
        if forth:
            self.key ^= (
                PIECE_KEY[KING | colour][king]
                ^ PIECE_KEY[KING | colour][king_goes]
                ^ PIECE_KEY[ROOK | colour][rook]
                ^ PIECE_KEY[ROOK | colour][rook_goes]
            )
            if self.weights:
                self.balance += (
                    self.weights[64 * (KING | colour) + king_goes]
                    - self.weights[64 * (KING | colour) + king]
                    + self.weights[64 * (ROOK | colour) + rook_goes]
                    - self.weights[64 * (ROOK | colour) + rook]
                )

    def unmake(self, move: int) -> None:
        """Unmake the last move."""
        origin = move & 63
        target = move >> 6 & 63
        side = self.side ^ 1
        depth = self.depth - 1
        self.depth = depth
        self.side = side
        self.ply -= 1
        self.key_count -= 1
        self.key = self.keys[self.key_count]
        self.balance = self.balances[depth]
        state = self.states[depth]
        self.castling = state & 15
        self.passing = state >> 4 & 127
        self.waited = state >> 11
        taken = self.taken[depth]
        if taken == CASTLED:
            self.castle(origin, target, 0)
            return
        piece = self.board[target]
        if move >> 12:
            self.kinds[piece & 7] ^= bit(target)
            self.kinds[PAWN] ^= bit(target)
            piece = PAWN | side << 3
        both = bit(origin) | bit(target)
        self.kinds[piece & 7] ^= both
        self.sides[side] ^= both
        self.board[origin] = piece
        self.board[target] = EMPTY
        if taken == EMPTY:
            return
        if taken == PASSED:
            target ^= 8
            taken = (side ^ 1) << 3
        self.board[target] = taken
        self.kinds[taken & 7] ^= bit(target)
        self.sides[side ^ 1] ^= bit(target)

    def insufficient(self) -> bool:
        """Whether the material cannot mate: bare kings, one knight, or only bishops on squares of one colour."""
        if self.kinds[PAWN] | self.kinds[ROOK] | self.kinds[QUEEN]:
            return False
        if self.kinds[KNIGHT]:
            return popcount(self.kinds[KNIGHT] | self.kinds[BISHOP]) == 1
        return self.kinds[BISHOP] & LIGHT == 0 or self.kinds[BISHOP] & DARK == 0

    def is_over(self) -> bool:
        """Whether the game is drawn by repetition, by the limit of plies without progress, or by lack of material."""
        if self.ply == self.reopened_at:
            return False
        if self.insufficient():
            return True
        if self.waited < 8:
            return False
        if self.waited >= self.draw_waited and self.can_move():  # mate and stalemate take precedence
            return True
        return self.repetitions(self.waited) + 1 >= self.draw_repeated

    def outcome_score(self, ply: int) -> int:
        """Return 0, because a game that is over according to ``is_over`` is drawn."""
        return 0

    def no_move_score(self, ply: int) -> int:
        """Return ``ply - WIN`` for mate, or 0 for stalemate."""
        return ply - WIN if self.checked() else 0

    def generate_forcing(self, out: Any, level: int) -> int:
        """Fill ``out`` with the moves that give check in the order of ``generate``, and return their number."""
        total = self.generate(out)
        count = 0
        for i in range(total):
            move = out[i]
            self.make(move)
            checks = cython.declare(cython.bint, self.checked())
            self.unmake(move)
            if checks:
                out[count] = move
                count += 1
        return count

    def generate_answers(self, out: Any) -> int:
        """Fill ``out`` with the legal moves if the side to move is in check, and return their number, otherwise 0."""
        return self.generate(out) if self.checked() else 0

    def may_stand_pat(self) -> bool:
        """Whether the side to move is not in check."""
        return not self.checked()

    def stops_perft(self) -> bool:
        """Return False, because perft ignores all draws except stalemate."""
        return False

    def order(self, move: int) -> int:
        """Return the ordering value of a move.

        Captures are ordered by the most valuable victim, then by the least valuable attacker. Promotions are ordered
        among the captures. All other moves have the value 0.
        """
        origin = move & 63
        target = move >> 6 & 63
        promoted = move >> 12
        piece = self.board[origin]
        taken = self.board[target]
        if taken != EMPTY and taken >> 3 == self.side:
            return 0
        if taken == EMPTY:
            if promoted:
                return 700 if promoted == QUEEN else 1 + promoted
            return 190 if target == self.passing and piece & 7 == PAWN else 0
        rank = 100 + 100 * WORTH[taken] - WORTH[piece]
        if promoted:
            return rank + 800 if promoted == QUEEN else rank // 100 + promoted
        return rank

    def in_danger(self) -> bool:
        """Whether the side to move is in check."""
        return self.checked()

    def puts_in_danger(self, move: int) -> bool:
        """Whether a legal move gives check, directly or by uncovering a slider."""
        origin = move & 63
        target = move >> 6 & 63
        side = self.side
        kind = self.board[origin] & 7
        taken = self.board[target]
        if (taken != EMPTY and taken >> 3 == side) or (target == self.passing and kind == PAWN):
            return Position.puts_in_danger(self, move)  # castling and captures en passant, which are rare
        if move >> 12:
            kind = move >> 12
        king = lowest(self.kinds[KING] & self.sides[side ^ 1])
        occupied = (self.sides[0] | self.sides[1]) & ~bit(origin) | bit(target)
        if kind == PAWN:
            reached = PAWN_ATTACKS[side][target]
        elif kind == KNIGHT:
            reached = KNIGHT_ATTACKS[target]
        elif kind == KING:
            reached = occupied & 0
        else:
            reached = occupied & 0
            if kind != ROOK:
                reached |= bishop_attacks(target, occupied)
            if kind != BISHOP:
                reached |= rook_attacks(target, occupied)
        if reached & bit(king):
            return True
        if LINE[king][origin] == 0 or LINE[king][origin] & bit(target):
            return False
        others = self.sides[side] & ~bit(origin)
        if rook_attacks(king, occupied) & others & (self.kinds[ROOK] | self.kinds[QUEEN]):
            return True
        return bishop_attacks(king, occupied) & others & (self.kinds[BISHOP] | self.kinds[QUEEN]) != 0

    def may_skip(self) -> bool:
        """Whether the side to move has a piece besides king and pawns, is not in check, and the game is not over."""
        pieces = self.sides[self.side] & ~(self.kinds[KING] | self.kinds[PAWN])
        return pieces != 0 and not self.checked() and not self.is_over()

    def make_pass(self) -> None:
        """Make a pass. ``waited`` becomes 0, so that repetitions are not counted across the pass."""
        depth = self.depth
        self.states[depth] = self.castling | self.passing << 4 | self.waited << 11
        self.depth = depth + 1
        Position.make_pass(self)
        self.key ^= SIDE_KEY ^ PASSING_KEY[self.passing]
        self.passing = NOWHERE
        self.waited = 0

    def unmake_pass(self) -> None:
        """Unmake a pass, which must be the last move made."""
        Position.unmake_pass(self)
        self.depth -= 1
        self.passing = self.states[self.depth] >> 4 & 127
        self.waited = self.states[self.depth] >> 11

    def gain(self, move: int) -> int:
        """Return the value of the captured piece, plus the difference between a promoted piece and a pawn.

        The values are 100 for a pawn, 320 for a knight, 330 for a bishop, 500 for a rook and 900 for a queen.
        """
        target = move >> 6 & 63
        promoted = move >> 12
        taken = self.board[target]
        gain = VALUE[promoted] - VALUE[PAWN] if promoted else 0
        if taken == EMPTY:
            return VALUE[PAWN] if target == self.passing and self.board[move & 63] & 7 == PAWN else gain
        return gain + VALUE[taken] if taken >> 3 != self.side else 0

    def exchange(self, move: int, least: int) -> bool:
        """Whether a legal move gains at least ``least`` after the captures on its target square (static exchange).

        Each side captures with its least valuable attacker, or stops if capturing does not pay. Sliders behind a piece
        that captured take part. A pawn that captures on the last rank becomes a queen. Pins are ignored, but a king
        does not capture a piece that the enemy still attacks.
        """
        target = move >> 6 & 63
        origin = bit(move & 63)
        side = self.side
        piece = self.board[move & 63]
        gain = self.gain(move)
        if gain < least:
            return False
        if piece & 7 == KING:  # the move is legal, so the target is not attacked
            return True
        occupied = (self.sides[0] | self.sides[1]) & ~origin | bit(target)
        if self.board[target] == EMPTY and target == self.passing and piece & 7 == PAWN:
            occupied ^= bit(target ^ 8)
        last = bit(target) & LAST_RANKS
        value = VALUE[move >> 12 or piece]
        # In each round, ``by`` must gain at least ``need`` by captures, the first of which takes a piece of ``value``.
        by = side ^ 1
        need = gain - least + 1
        diagonal = self.kinds[BISHOP] | self.kinds[QUEEN]
        straight = self.kinds[ROOK] | self.kinds[QUEEN]
        if value < need and last == 0:
            return True
        both = self.attackers(target, 0, occupied) | self.attackers(target, 1, occupied)
        while True:
            both &= occupied
            mine = both & self.sides[by]
            if mine == 0:
                return by != side
            kind = PAWN
            while self.kinds[kind] & mine == 0:
                kind += 1
            if kind == KING and both & self.sides[by ^ 1]:
                return by != side
            taken = value
            value = VALUE[kind]
            if kind == PAWN and last:
                taken += VALUE[QUEEN] - VALUE[PAWN]
                value = VALUE[QUEEN]
            if taken < need:
                return by != side
            need = taken - need + 1
            by ^= 1
            if value < need and last == 0:
                return by != side
            first = self.kinds[kind] & mine
            occupied &= ~(first & (0 - first))
            if kind == PAWN or kind == BISHOP or kind == QUEEN:
                both |= bishop_attacks(target, occupied) & diagonal
            if kind == ROOK or kind == QUEEN:
                both |= rook_attacks(target, occupied) & straight

    def trait(self, move: int) -> int:
        """Return ``64 * piece + target``, where the pieces are White's kinds, 0 to 5, then Black's, 6 to 11."""
        piece = self.board[move & 63]
        return 64 * ((piece & 7) + 6 * (piece >> 3)) + (move >> 6 & 63)

    def trait_count(self) -> int:
        """Return the number of pairs of a piece and a target square."""
        return 768

    def cycle_score(self, ply: int) -> int:
        """Return 0, a draw, if the position occurred at the root or after it, or ``NO_CYCLE`` otherwise."""
        return 0 if self.repetitions(min(self.waited, ply)) else NO_CYCLE

    def has_threats(self) -> bool:
        """Return True: checks are threats."""
        return True

    def is_near_limit(self) -> bool:
        """Whether at most 20 plies without a capture or pawn move are left until the draw."""
        return self.waited >= self.draw_waited - NEAR_LIMIT

    def put_pieces(self, pieces: Any, cells: Any, count: int, side: int) -> bool:
        """Set up a position without castling rights or an en passant square, and return whether it is legal.

        It is legal if no two pieces are on one square and the side that is not to move is not in check. Each side must
        have one king. ``pieces`` contains kinds, plus 8 for black pieces.
        """
        self.clear()
        self.castling = self.waited = self.key_count = 0
        self.side = side
        for i in range(count):
            if self.board[cells[i]] != EMPTY:
                return False
            self.put(pieces[i], cells[i])
        if side:
            self.key ^= SIDE_KEY
        king = lowest(self.kinds[KING] & self.sides[side ^ 1])
        return not self.attacked(king, side, self.sides[0] | self.sides[1])

    def list_pieces(self, pieces: Any, cells: Any) -> int:
        """Fill ``pieces`` and ``cells`` with the pieces and their squares, and return their number.

        Return -1 if there are more than 8 pieces, castling rights or an en passant square.
        """
        occupied = self.sides[0] | self.sides[1]
        if self.castling or self.passing != NOWHERE or popcount(occupied) > MOST_PLACED:
            return -1
        count = 0
        while occupied:
            square = lowest(occupied)
            pieces[count] = self.board[square]
            cells[count] = square
            count += 1
            occupied &= occupied - 1
        return count

    def move_called(self, text: Any, length: int) -> int:
        """Return the legal move in SAN as standard programs write it, or -1 (``Nbd7``, ``exd8=Q+``, ``O-O``)."""
        end = length
        if end > 0 and (text[end - 1] == ord("+") or text[end - 1] == ord("#")):
            end -= 1
        if end < 2 or end > 7:
            return -1
        kind = kind_called(text[0])
        side = self.side
        moves = cython.declare(cython.int[MAX_MOVES])
        if text[0] == ord("O"):
            for i in range(1, end):
                if text[i] != (ord("-") if i & 1 else ord("O")):
                    return -1
            if end != 3 and end != 5:
                return -1
            for i in range(self.generate(moves)):
                origin = moves[i] & 63
                target = moves[i] >> 6 & 63
                if self.board[target] != EMPTY and self.board[target] >> 3 == side and (target > origin) == (end == 3):
                    return moves[i]
            return -1
        at = 0 if kind == PAWN else 1
        promotion = 0
        if text[end - 2] == ord("="):
            promotion = kind_called(text[end - 1])
            if promotion == PAWN or promotion == KING:
                return -1
            end -= 2
        end -= 2
        if end < at:
            return -1
        goal_file = text[end] - ord("a")
        goal_rank = text[end + 1] - ord("1")
        if goal_file < 0 or goal_file > 7 or goal_rank < 0 or goal_rank > 7:
            return -1
        goal = goal_file + 8 * goal_rank
        takes = cython.declare(cython.bint, end > at and text[end - 1] == ord("x"))
        if takes:
            end -= 1
        file = -1
        rank = -1
        if at < end and ord("a") <= text[at] <= ord("h"):
            file = text[at] - ord("a")
            at += 1
        if at < end and ord("1") <= text[at] <= ord("8"):
            rank = text[at] - ord("1")
            at += 1
        # Without a letter, two squares are the coordinates of any piece.
        if at != end or (kind == PAWN and file >= 0 and rank >= 0):
            return -1
        found = -1
        for i in range(self.generate(moves)):
            move = moves[i]
            origin = move & 63
            if move >> 6 & 63 != goal or move >> 12 != promotion or self.board[origin] & 7 != kind:
                continue
            if (file >= 0 and origin & 7 != file) or (rank >= 0 and origin >> 3 != rank):
                continue
            empty = cython.declare(cython.bint, self.board[goal] == EMPTY)
            if not empty and self.board[goal] >> 3 == side:
                continue  # castling
            if found >= 0 or (takes and empty and not (kind == PAWN and (goal - origin) & 7 != 0)):
                return -1
            found = move
        return found

    def looks_like(self, other: Position) -> bool:
        """Whether the board is the same."""
        they = cython.cast(ChessPosition, other)
        different = self.sides[0] ^ they.sides[0]
        for i in range(6):
            different |= self.kinds[i] ^ they.kinds[i]
        return different == 0

    def weigh(self, weights: Any) -> None:
        """Set ``balance`` to the sum of ``weights[64 * piece + square]`` over the pieces on the board.

        ``make`` and ``unmake`` then update it.
        """
        self.weights = weights
        self.balance = 0
        for square in range(64):
            if self.board[square] != EMPTY:
                self.balance += weights[64 * self.board[square] + square]

    # --- for all other code ---------------------------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """Return the outcome, or None if the game is not over."""
        if self.insufficient():
            return Outcome(None, Termination.INSUFFICIENT_MATERIAL)
        if not self.can_move():
            if self.checked():
                return Outcome(Player(1 - self.side), Termination.CHECKMATE)
            return Outcome(None, Termination.STALEMATE)
        if self.waited < 8:
            return None
        if self.repetitions(self.waited) + 1 >= self.draw_repeated:
            return Outcome(None, Termination.REPETITION)
        return Outcome(None, Termination.NO_PROGRESS) if self.waited >= self.draw_waited else None

    @property
    def counters(self) -> tuple[int, ...]:
        """Return the number of plies since the last capture or pawn move."""
        return (self.waited,)

    @property
    def history(self) -> tuple[int, ...]:
        """Return the number of plies since the last capture or pawn move, then the keys of the positions since then."""
        first = max(0, self.key_count - self.waited)
        return (self.waited, *[self.keys[i] for i in range(first, self.key_count)])

    @property
    def pieces(self) -> list[tuple[int, int]]:
        """Return a pair ``(piece, square)`` for each piece on the board, from a1 to h8."""
        return [(self.board[square], square) for square in range(64) if self.board[square] != EMPTY]

    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.checked()

    @property
    def en_passant(self) -> int | None:
        """Return the square on which a capture en passant is legal, or None if there is none."""
        return None if self.passing == NOWHERE else self.passing

    @property
    def castling_rooks(self) -> tuple[int | None, int | None, int | None, int | None]:
        """Return the squares of the rooks that may still castle, or None for each right that is lost.

        The order is white short, white long, black short, black long.
        """
        rooks: Any = tuple([self.castle_rook[i] if self.castling >> i & 1 else None for i in range(4)])
        return rooks

    @property
    def plies_waited(self) -> int:
        """Return the number of plies since the last capture or pawn move."""
        return self.waited

    @property
    def number(self) -> int:
        """Return the move number, which grows by one after each move of black."""
        return self.start_number + (self.ply + self.start_side) // 2

    def piece_at(self, square: int) -> int:
        """Return the piece on a square, or 16 if it is empty.

        Raises:
            IndexError: if the square is not on the board.
        """
        if not 0 <= square < 64:
            raise IndexError(square)
        return self.board[square]

    def attackers_of(self, square: int, player: Player) -> list[int]:
        """Return the squares of the pieces of ``player`` that attack ``square``, including pinned pieces.

        Raises:
            IndexError: if the square is not on the board.
        """
        if not 0 <= square < 64:
            raise IndexError(square)
        by = cython.declare(cython.int, 1 if player else 0)
        found = self.attackers(square, by, self.sides[0] | self.sides[1])
        squares = []
        while found:
            squares.append(lowest(found))
            found &= found - 1
        return squares


def attackers_in(pieces: Sequence[tuple[int, int]], square: int, player: Player) -> list[int]:
    """Return the squares of the pieces of ``player`` that attack ``square``, on a board that need not be legal.

    Args:
        pieces: ``(piece, square)`` pairs.
        square: a square.
        player: the side that attacks.

    Raises:
        ValueError: if the pieces cannot be put on a board.
        IndexError: if the square is not on the board.
    """
    board = ChessPosition.__new__(ChessPosition)
    board.place(pieces)
    return board.attackers_of(square, player)
