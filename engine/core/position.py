"""The base class of positions, with a C interface for searches and the interface of an immutable value for other code.

The ``.pxd`` file declares the methods of the first half as a table of C functions. In uncompiled code, the same methods
are plain Python. Searches depend only on this class and not on any game.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cython
from cython.cimports.engine.core.playout import DRAWN, FIRST_WON, MOST_PLAYED, SECOND_WON, UNFINISHED

from engine.core.outcome import Outcome, Player
from engine.core.playout import Playout

if TYPE_CHECKING:
    from typing import Self

    from engine.core.game import Game

if cython.compiled:
    from cython.cimports.libc.stdlib import calloc, free, realloc
else:
    from engine.core.score import (  # noqa: F401 - other modules import them here
        INFINITY,
        MAX_MOVES,
        MAX_PLY,
        MOST_CELLS,
        MOST_PLACED,
        MOST_PRIOR,
        NEAR_LIMIT,
        NO_CYCLE,
        WIN,
        WIN_BOUND,
    )


def listed(moves: Any, count: int) -> list[int]:
    """Return the first ``count`` entries of ``moves`` as a list."""
    return [moves[i] for i in range(count)]


class Memory:
    """Working memory of an evaluation in one position, filled with zeros.

    The evaluation is shared by all threads of a search; each position that a thread modifies has its own memory. A
    copy of the position has a fresh one, from which the evaluation must find out that nothing is stored.

    Args:
        size: number of bytes. In uncompiled code, the memory is an empty list in its place.
    """

    if not cython.compiled:
        data: Any

    def __cinit__(self, size: int) -> None:
        self.size = size
        if cython.compiled:
            self.data = calloc(1, self.size)
            if self.data == cython.NULL:
                raise MemoryError
        else:
            self.data = []

    if not cython.compiled:

        def __init__(self, size: int) -> None:
            self.__cinit__(size)

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.data)

    def fresh(self) -> "Memory":
        """Return a memory of the same size, filled with zeros."""
        return Memory(self.size)


class Position:
    """A position, which contains the board, the side to move and everything else on which the rest of the game depends.

    Attributes:
        game: the ``Game`` of the position, with its rules.
        side: the side to move, 0 or 1 (``turn`` as a ``Player``).
        key: 64-bit Zobrist key of everything in the position except ``history``.
        ply: number of moves made since the position was set up.

    Positions of a game with equal keys and equal histories have the same legal moves and outcomes, also after further
    moves. A position has at most ``MAX_MOVES`` (512) legal moves.
    """

    if not cython.compiled:
        game: "Game[Self]"
        keys: Any
        memory: Any

    def __cinit__(self) -> None:
        if cython.compiled:
            self.keys = cython.NULL
        else:
            self.keys = []
            nothing: Any = None
            self.game = nothing
            self.memory = None
        self.key_count = 0
        self.key_capacity = 0
        self.side = 0
        self.ply = 0
        self.key = 0
        self.reopened_at = -1

    if not cython.compiled:

        def __new__(cls, *args: Any, **kwargs: Any) -> "Self":
            """Emulate Cython: call ``__cinit__`` on every new object."""
            self = super().__new__(cls)
            self.__cinit__()
            return self

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.keys)

    def reserve(self, count: int) -> None:
        """Ensure that ``keys`` has room for ``count`` keys."""
        if count <= self.key_capacity:
            return
        count = count + 64
        if cython.compiled:
            grown = cython.cast(
                cython.pointer(cython.ulonglong),
                realloc(self.keys, cython.cast(cython.size_t, count) * cython.sizeof(cython.ulonglong)),
            )
            if grown == cython.NULL:
                raise MemoryError
            self.keys = grown
        else:
            self.keys.extend([0] * (count - len(self.keys)))
        self.key_capacity = count

    # --- C functions, for searches: they change the position, a copy that the search owns -------------------------

    def generate(self, out: Any) -> int:
        """Fill ``out`` with the legal moves, and return their number. The game must not be over (``is_over``)."""
        return 0

    def generate_likely(self, out: Any) -> int:
        """Fill ``out`` with the legal moves that are worth searching, and return their number.

        If there is a legal move, the number is at least 1. The default implementation generates all legal moves. If a
        game omits moves, its documentation states which forced wins a search can miss.
        """
        return self.generate(out)

    def generate_noisy(self, out: Any) -> int:
        """Fill ``out`` with the moves searched in quiescence, such as captures, and return their number.

        The default implementation returns 0.
        """
        return 0

    def may_stand_pat(self) -> bool:
        """Whether quiescence may use the evaluation as the score of this position. The default is True.

        If the result is False, quiescence searches the evasions. A game can return False if the side to move is in
        check, because an evaluation does not detect mates.
        """
        return True

    def generate_evasions(self, out: Any) -> int:
        """Fill ``out`` with the moves that quiescence searches if the side may not stand pat, and return their number.

        Moves after which the opponent wins with the next move are omitted. If there is a legal move, the number is at
        least 1. The default implementation generates all legal moves, which is correct for games in which moves that
        allow such a win are illegal.
        """
        return self.generate(out)

    def generate_forcing(self, out: Any, level: int) -> int:
        """Fill ``out`` with the moves that may force the opponent's answer, and return their number.

        The default implementation returns 0.

        Args:
            out: buffer for the moves.
            level: 1 for threats to win with the next move, or 2 to include threats to make such a threat.
        """
        return 0

    def generate_answers(self, out: Any) -> int:
        """Fill ``out`` with the moves that may prevent the opponent's threat to win, and return their number.

        Every legal move that is omitted must lose by force. Return 0 if no threat is found. The default implementation
        returns 0.
        """
        return 0

    def make(self, move: int) -> None:
        """Make a legal move in place. At most ``MAX_PLY`` moves may be made before they are unmade."""

    def unmake(self, move: int) -> None:
        """Unmake ``move``, which must be the last move made."""

    def is_over(self) -> bool:
        """Whether the game is over by a rule other than the lack of a legal move, which is not tested here."""
        return False

    def outcome_score(self, ply: int) -> int:
        """Return the score of a game that is over (``is_over``) for the side to move, ``ply`` plies from the root."""
        return 0

    def no_move_score(self, ply: int) -> int:
        """Return the score for the side to move if ``generate`` finds no move, ``ply`` plies from the root."""
        return 0

    def can_move(self) -> bool:
        """Whether ``generate`` finds a move, regardless of ``is_over``."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return self.generate(moves) > 0

    def stops_perft(self) -> bool:
        """Whether perft ignores the moves from this position. The default is the result of ``is_over``.

        By convention perft ignores some of the rules that end a game, such as draws by repetition.
        """
        return self.is_over()

    def order(self, move: int) -> int:
        """Return the ordering value of a legal move, 0 to 1,000,000.

        A move with a higher value is more likely to be good.
        """
        return 0

    def repetitions(self, waited: int) -> int:
        """Return the number of earlier positions within the last ``waited`` plies that have the key of this position.

        Only positions with the same side to move that occurred at least four plies ago are compared.
        """
        count = 0
        first = self.key_count - waited
        if first < 0:
            first = 0
        i = self.key_count - 4
        while i >= first:
            if self.keys[i] == self.key:
                count += 1
            i -= 2
        return count

    # The following functions are for searches that use knowledge of the game. A game need not override them.

    def in_danger(self) -> bool:
        """Whether the side to move would lose by force, or lose much, if it passed, as in check. The default is False.

        Searches do not reduce or prune in such positions, and do not search a pass.
        """
        return False

    def puts_in_danger(self, move: int) -> bool:
        """Whether the opponent is in danger after a legal move (``in_danger``), as after a move that gives check.

        The default implementation makes the move. A game overrides this method only for speed.
        """
        self.make(move)
        danger = cython.declare(cython.bint, self.in_danger())
        self.unmake(move)
        return danger

    def may_skip(self) -> bool:
        """Whether a search may assume that some move is better than a pass. The default is False.

        If the result is True, ``in_danger`` must be False and ``make_pass`` must be implemented. A game returns False
        in positions in which the obligation to move is often a disadvantage.
        """
        return False

    def make_pass(self) -> None:
        """Make a pass, which no rule allows, in place. ``may_skip`` must be True.

        The default implementation stores the key and gives the turn to the other side. Games override it, call it, and
        update ``key``.
        """
        self.keys[self.key_count] = self.key
        self.key_count += 1
        self.side ^= 1
        self.ply += 1

    def unmake_pass(self) -> None:
        """Unmake a pass, which must be the last move made, by restoring what ``make_pass`` of this class changes."""
        self.side ^= 1
        self.ply -= 1
        self.key_count -= 1
        self.key = self.keys[self.key_count]

    def gain(self, move: int) -> int:
        """Return the value of what a legal move takes, in hundredths of the value of the game's least piece.

        The result for a quiet move is 0. A promotion is a gain. A move that wins the game by what it takes has a gain
        of ``WIN``. In a game without captures, a threat can be a gain. The default is 0.
        """
        return 0

    def exchange(self, move: int, least: int) -> bool:
        """Whether a legal move gains at least ``least`` after the best captures on its target square by both sides.

        Both sides may stop capturing. The unit is that of ``gain``. The default assumes that nothing is recaptured.
        """
        return self.gain(move) >= least

    def trait(self, move: int) -> int:
        """Return a number from 0 to ``trait_count() - 1`` that describes a legal move, such as its piece and target.

        Searches collect statistics for the moves of the same number. The default is the last ten bits of the move.
        """
        return move & 1023

    def trait_count(self) -> int:
        """Return the number of values of ``trait``, which is a constant of the game, at most 4096."""
        return 1024

    def describe_moves(self, moves: Any, count: int, gains: Any, orders: Any, traits: Any) -> None:
        """Write what ``gain``, ``order`` and ``trait`` return for each of ``count`` legal moves.

        The order of a move with a gain is 0. A game overrides this method only for speed.
        """
        for i in range(count):
            gains[i] = self.gain(moves[i])
            orders[i] = 0
            if gains[i] <= 0:
                orders[i] = self.order(moves[i])
            traits[i] = self.trait(moves[i])

    def has_cycles(self) -> bool:
        """Whether a position can occur again, so that the score of a position can depend on the moves that led to it.

        The result is a constant of the game and its rules. The default is True.
        """
        return True

    def has_draws(self) -> bool:
        """Whether the game can end without a winner.

        The result is a constant of the game and its rules. The default is True.
        """
        return True

    def has_threats(self) -> bool:
        """Whether ``generate_forcing`` and ``generate_answers`` are implemented.

        The result is a constant of the game. The default is False.
        """
        return False

    def cycle_score(self, ply: int) -> int:
        """Return the score of a position that occurred before in the search, or ``NO_CYCLE`` (2,000,000).

        A search can use this score although the rules do not end the game at the first repetition: what both sides can
        repeat once they can repeat again. The default implementation returns ``NO_CYCLE``.

        Args:
            ply: number of moves made since the root. Only positions after the root are compared, and the root.
        """
        return NO_CYCLE

    def is_near_limit(self) -> bool:
        """Whether a counter that is not part of ``key`` can soon end the game.

        A search then does not use scores that were stored for the same key with another counter. The default is False.
        """
        return False

    # The following functions are for searches that play games to their end at random.

    def prior(self, move: int) -> int:
        """Return how good a legal move probably is, in virtual visits from -100 to 100.

        A Monte Carlo search begins as if the move had been tried that many times and had won every time or, if the
        number is negative, had lost every time. The default is 0 for all moves.
        """
        return 0

    def begin_playouts(self) -> None:
        """Prepare this position for ``play_out``. A search calls this method once, for the copy that it modifies."""

    def draw_move(self, playout: Playout) -> int:
        """Return a random legal move for a playout, or -1 if there is none. The game is not over (``is_over``).

        The default implementation draws each legal move with the same probability. Games override it to draw good moves
        more often, and may omit moves.
        """
        moves = cython.declare(cython.int[MAX_MOVES])
        count = self.generate(moves)
        return moves[playout.below(count)] if count else -1

    def play_out(self, playout: Playout) -> None:
        """Play a game from this position to its end by random moves, and restore the position.

        The moves, their number and the result are stored in ``playout``. The game ends without a result after
        ``playout.most`` moves. The default implementation makes and unmakes the moves of ``draw_move``, and also ends
        without a result when ``MAX_PLY`` moves are made.
        """
        count = 0
        score = 0
        most = MAX_PLY - playout.made
        if most > playout.most:
            most = playout.most
        playout.result = UNFINISHED
        while True:
            move = -1
            is_over = cython.declare(cython.bint, self.is_over())
            if is_over:
                score = self.outcome_score(0)
            elif count < most:
                move = self.draw_move(playout)
                if move < 0:
                    score = self.no_move_score(0)
            if move < 0:
                if is_over or count < most:
                    playout.result = DRAWN
                    if score:
                        playout.result = FIRST_WON if (score > 0) == (self.side == 0) else SECOND_WON
                break
            self.make(move)
            playout.moves[count] = move
            count += 1
        playout.count = count
        while count > 0:
            count -= 1
            self.unmake(playout.moves[count])

    def put_pieces(self, pieces: Any, cells: Any, count: int, side: int) -> bool:
        """Set up the position that consists of ``count`` pieces, and return whether the rules allow it.

        The position has no history and no evaluation. If the result is False, it must not be used before another call.
        Tables of endings number positions by their pieces. The default implementation returns False.

        Args:
            pieces: numbers of the pieces, as in ``Game.endings``.
            cells: cell of each piece.
            count: number of pieces, at most ``MOST_PLACED``.
            side: side to move.
        """
        return False

    def list_pieces(self, pieces: Any, cells: Any) -> int:
        """Fill ``pieces`` and ``cells`` with the arguments with which ``put_pieces`` sets up this position.

        Return the number of pieces, or -1 if there are more than ``MOST_PLACED`` or if the rest of the game depends on
        more than the pieces and the side to move, apart from counters and earlier positions. The default implementation
        returns -1.
        """
        return -1

    # The following function is for networks.

    def write_cells(self, out: Any, facts: Any) -> None:
        """Write the position as the bytes that ``Game.inputs`` describes. The game need not be over.

        The default implementation acquires the interpreter lock and uses the picture of the board.

        Args:
            out: buffer for ``Inputs.cells`` bytes.
            facts: buffer for three numbers: the variants of FIRST and of SECOND, and the bucket.
        """
        with cython.gil:
            self.write_declared(out, facts)

    def write_declared(self, out: Any, facts: Any) -> None:
        """Write what ``Inputs.written`` returns, as ``write_cells``."""
        data, variants, bucket = self.game.inputs().written(self)
        for i in range(len(data)):
            out[i] = data[i]
        facts[0], facts[1] = variants
        facts[2] = bucket

    # The following functions are for the reading of records.

    def move_called(self, text: Any, length: int) -> int:
        """Return the legal move with a plain text in a notation of records, or -1 if it must be parsed as any text.

        If the result is a move, ``Game.parse_move`` returns the same one. The game must not be over (``is_over``). The
        default implementation returns -1.

        Args:
            text: the ASCII characters of the move.
            length: number of characters.
        """
        return -1

    def looks_like(self, other: "Position") -> bool:
        """Whether this position has the same pieces on the same cells as another one of its class, or may have them.

        The default implementation returns True.
        """
        return True

    def copy_from(self, other: "Self") -> None:
        """Copy all fields from ``other``, which must be of the same class. Subclasses also copy their own fields."""
        self.game = other.game
        self.side = other.side
        self.key = other.key
        self.ply = other.ply
        self.reopened_at = other.reopened_at
        self.reserve(other.key_count + MAX_PLY)
        for i in range(other.key_count):
            self.keys[i] = other.keys[i]
        self.key_count = other.key_count
        self.memory = None if other.memory is None else other.memory.fresh()

    # --- an immutable value, for all other code -------------------------------------------------------------------

    def copy(self) -> "Self":
        """Return a position equal to this one, on which a search can make moves."""
        kind: Any = type(self)
        other: Any = kind.__new__(kind)
        other._become(self)
        return other

    def _become(self, other: "Self") -> None:
        if type(self) is not type(other):
            raise TypeError("positions of two games")
        self.copy_from(other)

    @property
    def turn(self) -> Player:
        """Return the player to move."""
        return Player(self.side)

    @property
    def is_finished(self) -> bool:
        """Whether the game is over by a rule other than the lack of a legal move (``is_over``)."""
        return bool(self.is_over())

    @property
    def stands_pat(self) -> bool:
        """Whether quiescence may use an evaluation of this position as its score (``may_stand_pat``)."""
        return bool(self.may_stand_pat())

    @property
    def hand(self) -> Player:
        """Return the player who makes the next move.

        The result is ``turn`` except in an opening in which one player places stones of both colours.
        """
        return self.turn

    @property
    def counters(self) -> tuple[int, ...]:
        """Return the counters of ``history``, such as the plies since the last capture, without earlier positions."""
        return ()

    @property
    def history(self) -> tuple[int, ...]:
        """Return the data that ``key`` does not cover, such as counters and keys of earlier positions.

        ``Game.restore`` restores the position from these data and the text of the position.
        """
        return ()

    def play(self, move: int) -> "Self":
        """Return the position after a legal move. User input is checked by ``Game.parse_move``.

        Raises:
            ValueError: if ``move`` is not legal.
        """
        self._check_legal(move)  # in compiled code, making an illegal move would corrupt memory
        after: Any = self.copy()
        own = cython.declare(Position, after)
        own.make(move)
        return after

    def reopened(self) -> "Self":
        """Return the position with the moves that it would have if the game were not over.

        A record may go on after the end of a game. ``is_over`` is False in the new position and has its usual result
        in all positions after it. ``outcome`` is unchanged. A position in which the game is not over is returned as it
        is.
        """
        if not self.is_over():
            return self
        after: Any = self.copy()
        own = cython.declare(Position, after)
        own.reopened_at = own.ply
        return after

    def continued(self) -> "Self":
        """Return the position from which a game is analysed that goes on although the rules end it.

        It is ``reopened`` unless the end is final (``Outcome.is_final``). A search ignores the end at its root only.
        """
        outcome = self.outcome() if self.is_over() else None
        return self if outcome is None or outcome.is_final else self.reopened()

    def legal_moves(self) -> list[int]:
        """Return all legal moves, or an empty list if the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate(moves))

    def noisy_moves(self) -> list[int]:
        """Return the moves searched in quiescence (``generate_noisy``), or an empty list if the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_noisy(moves))

    def evasions(self) -> list[int]:
        """Return the moves that evade a threat (``generate_evasions``), or an empty list if the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_evasions(moves))

    def likely_moves(self) -> list[int]:
        """Return the legal moves worth searching (``generate_likely``), or an empty list if the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_likely(moves))

    def forcing_moves(self, level: int = 1) -> list[int]:
        """Return the moves of a threat search (``generate_forcing``), or an empty list if the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_forcing(moves, level))

    def forced_answers(self) -> list[int]:
        """Return the answers to a threat by the opponent (``generate_answers``).

        The list is empty if there is no threat or the game is over.
        """
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_answers(moves))

    @property
    def is_in_danger(self) -> bool:
        """Whether the side to move would lose by force, or lose much, if it passed (``in_danger``)."""
        return bool(self.in_danger())

    def is_danger_after(self, move: int) -> bool:
        """Whether the opponent is in danger after a legal move (``puts_in_danger``).

        Raises:
            ValueError: if ``move`` is not legal.
        """
        own = cython.declare(Position, self.copy())
        own._check_legal(move)
        return bool(own.puts_in_danger(move))

    @property
    def can_skip(self) -> bool:
        """Whether a search may assume that some move is better than a pass (``may_skip``)."""
        return bool(self.may_skip())

    def after_pass(self) -> "Self":
        """Return the position after a pass (``make_pass``).

        Raises:
            ValueError: if ``can_skip`` is False.
        """
        if not self.may_skip():
            raise ValueError("a search must not assume a pass in this position")
        after: Any = self.copy()
        own = cython.declare(Position, after)
        own.make_pass()
        return after

    def after_unmaking(self, moves: Sequence[int | None]) -> "Self":
        """Return a copy of the position on which ``moves`` were made in place and unmade again, as in a search.

        Tests compare the copy with the position, because all other code plays moves on copies.

        Args:
            moves: at most ``MAX_PLY`` legal moves in the order of play. None is a pass (``make_pass``).

        Raises:
            ValueError: if there are too many moves, a move is not legal, or ``can_skip`` is False before a pass.
        """
        if len(moves) > MAX_PLY:
            raise ValueError("too many moves")
        copy: Any = self.copy()
        own = cython.declare(Position, copy)
        for move in moves:
            if move is not None:
                own._check_legal(move)
                own.make(move)
            elif own.may_skip():
                own.make_pass()
            else:
                raise ValueError("a search must not assume a pass in this position")
        for move in reversed(moves):
            if move is None:
                own.unmake_pass()
            else:
                own.unmake(move)
        return copy

    def gain_of(self, move: int) -> int:
        """Return the value of what a legal move takes (``gain``).

        Raises:
            ValueError: if ``move`` is not legal.
        """
        self._check_legal(move)
        return self.gain(move)

    def wins_exchange(self, move: int, least: int = 0) -> bool:
        """Whether a legal move gains at least ``least`` after the best captures on its target (``exchange``).

        Raises:
            ValueError: if ``move`` is not legal.
        """
        self._check_legal(move)
        return bool(self.exchange(move, least))

    def trait_of(self, move: int) -> int:
        """Return the number that describes a legal move in the statistics of searches (``trait``).

        Raises:
            ValueError: if ``move`` is not legal.
        """
        self._check_legal(move)
        return self.trait(move)

    def order_of(self, move: int) -> int:
        """Return the ordering value of a legal move (``order``).

        Raises:
            ValueError: if ``move`` is not legal.
        """
        self._check_legal(move)
        return self.order(move)

    def described_moves(self) -> list[tuple[int, int, int]]:
        """Return gain, order and trait of each legal move (``describe_moves``). The order is 0 if there is a gain."""
        moves = cython.declare(cython.int[MAX_MOVES])
        gains = cython.declare(cython.int[MAX_MOVES])
        orders = cython.declare(cython.int[MAX_MOVES])
        traits = cython.declare(cython.int[MAX_MOVES])
        count = 0 if self.is_over() else self.generate(moves)
        self.describe_moves(moves, count, gains, orders, traits)
        return [(gains[i], orders[i], traits[i]) for i in range(count)]

    def plain_move(self, text: str) -> int:
        """Return the legal move with a plain text (``move_called``), or -1. A game that is over has no move."""
        if self.is_over() or not text.isascii():
            return -1
        data = text.encode("ascii")
        return int(self.move_called(data, len(data)))

    def _check_legal(self, move: int) -> None:
        moves = cython.declare(cython.int[MAX_MOVES])
        count = 0 if self.is_over() else self.generate(moves)
        for i in range(count):
            if moves[i] == move:
                return
        raise ValueError(f"{move} is not a legal move in this position")

    @property
    def traits(self) -> int:
        """The number of values of ``trait_of``."""
        return self.trait_count()

    @property
    def can_recur(self) -> bool:
        """Whether a position can occur again (``has_cycles``)."""
        return bool(self.has_cycles())

    @property
    def can_be_drawn(self) -> bool:
        """Whether the game can end without a winner (``has_draws``)."""
        return bool(self.has_draws())

    @property
    def defines_threats(self) -> bool:
        """Whether the game defines forcing moves and answers (``has_threats``)."""
        return bool(self.has_threats())

    def cycle_score_within(self, plies: int) -> int | None:
        """Return the score if the position occurred within the last ``plies`` moves (``cycle_score``), or None."""
        score: int = self.cycle_score(plies)
        return None if score == NO_CYCLE else score

    @property
    def nears_limit(self) -> bool:
        """Whether a counter that is not part of ``key`` can soon end the game (``is_near_limit``)."""
        return bool(self.is_near_limit())

    @property
    def placement(self) -> list[tuple[int, int]] | None:
        """Return a pair ``(piece, cell)`` for each piece, or None if ``list_pieces`` returns -1."""
        pieces = cython.declare(cython.int[MOST_PLACED])
        cells = cython.declare(cython.int[MOST_PLACED])
        count = self.list_pieces(pieces, cells)
        return None if count < 0 else [(pieces[i], cells[i]) for i in range(count)]

    @property
    def cells_written(self) -> tuple[bytes, tuple[int, int], int]:
        """Return the bytes, the variants of FIRST and of SECOND, and the bucket that ``write_cells`` writes."""
        out = cython.declare(cython.uchar[MOST_CELLS])
        facts = cython.declare(cython.int[3])
        self.write_cells(out, facts)
        count = cython.declare(cython.int, self.game.inputs().cells)
        return bytes([out[i] for i in range(count)]), (facts[0], facts[1]), facts[2]

    def occurrences_within(self, plies: int) -> int:
        """Return how often the most frequent one of this position and the last ``plies`` positions occurred."""
        first = self.key_count - plies
        if first < 0:
            first = 0
        most = 1
        for i in range(first, self.key_count + 1):
            key = cython.declare(cython.ulonglong, self.key if i == self.key_count else self.keys[i])
            count = 1
            for j in range(first, i):
                if self.keys[j] == key:
                    count += 1
            if count > most:
                most = count
        return most

    def prior_of(self, move: int) -> int:
        """Return how good a legal move probably is, in virtual visits from -100 to 100 (``prior``).

        Raises:
            ValueError: if ``move`` is not legal.
        """
        self._check_legal(move)
        return self.prior(move)

    def played_out(self, playout: Playout, moves: Sequence[int] = ()) -> "Self":
        """Play a game to its end by random moves (``play_out``), and return the copy of the position that was used.

        Tests compare the copy with the position. The moves and the result are stored in ``playout``.

        Args:
            playout: random numbers and the maximum number of moves.
            moves: legal moves that are made before the playout and unmade after it, as in a search.

        Raises:
            ValueError: if ``playout.most`` is out of range, or if a move is not legal.
        """
        if not 0 <= playout.most <= MOST_PLAYED or len(moves) > MAX_PLY:
            raise ValueError(f"a playout of at most {playout.most} moves after {len(moves)}")
        copy: Any = self.copy()
        own = cython.declare(Position, copy)
        own.begin_playouts()
        for move in moves:
            own._check_legal(move)
            own.make(move)
        room = cython.declare(Playout, playout)
        room.made = len(moves)
        own.play_out(room)
        for move in reversed(moves):
            own.unmake(move)
        return copy

    def final_value(self, ply: int = 0) -> int | None:
        """Return the score of a finished game for the side to move, or None if the game is not over.

        Searches use the same score (``outcome_score`` and ``no_move_score``). A loss is ``ply - WIN``, a draw usually
        0, and a leaf of a hand-made tree has its own value.

        Args:
            ply: number of moves made since the root of the search, at least 0.
        """
        if self.is_over():
            return self.outcome_score(ply)
        return None if self.can_move() else self.no_move_score(ply)

    def has_legal_move(self) -> bool:
        """Whether the game is not over and there is a legal move."""
        return not self.is_over() and self.can_move()

    def outcome(self) -> Outcome | None:
        """Return the outcome of a game that is over by any rule, or None if the game is not over."""
        return None

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        they: Any = other
        return bool(self.key == they.key and self.game == they.game and self.history == they.history)

    def __hash__(self) -> int:
        return hash((self.key, self.history))

    def __reduce__(self: "Self") -> tuple[Any, ...]:
        make = _restore if self.reopened_at != self.ply else _reopen
        return make, (self.game, self.game.format_position(self), self.history)

    def __str__(self: "Self") -> str:
        return str(self.game.format_position(self))


def _restore(game: "Game[Any]", text: str, history: Sequence[int]) -> Any:
    return game.restore(text, history)


def _reopen(game: "Game[Any]", text: str, history: Sequence[int]) -> Any:
    return game.restore(text, history).reopened()
