"""What every game's position provides: a C interface for searches, a value for everyone else.

The ``.pxd`` beside this file turns the first half into a table of C functions; uncompiled, the same lines run as
plain Python. A search knows nothing but this class.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import cython

from engine.core.outcome import Outcome, Player

if TYPE_CHECKING:
    from typing import Self

    from engine.core.game import Game

if cython.compiled:
    from cython.cimports.libc.stdlib import free, realloc
else:
    from engine.core.score import MAX_MOVES, MAX_PLY


def listed(moves: Any, count: int) -> list[int]:
    """The first ``count`` of ``moves`` as a list."""
    return [moves[i] for i in range(count)]


class Position:
    """Board, side to move, and all else the future depends on.

    Attributes:
        game: the ``Game`` it belongs to, with its rules.
        side: the side to move, 0 or 1 (``turn`` as a ``Player``).
        key: 64 bits of board, side to move and whatever else decides the future, but for ``history``.
        ply: moves made since the position was set up.

    *Equal key and equal history mean an equal future.* At most ``MAX_MOVES`` (512) moves.
    """

    if not cython.compiled:
        game: "Game[Self]"
        keys: Any

    def __cinit__(self) -> None:
        if cython.compiled:
            self.keys = cython.NULL
        else:
            self.keys = []
            nothing: Any = None
            self.game = nothing
        self.key_count = 0
        self.key_capacity = 0
        self.side = 0
        self.ply = 0
        self.key = 0

    if not cython.compiled:

        def __new__(cls, *args: Any, **kwargs: Any) -> "Self":
            """Do what C does by itself: every new object passes through ``__cinit__``."""
            self = super().__new__(cls)
            self.__cinit__()
            return self

    def __dealloc__(self) -> None:
        if cython.compiled:
            free(self.keys)

    def reserve(self, count: int) -> None:
        """Room for ``count`` keys."""
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

    # --- for searches: C functions, on a position of their own --------------------------------------------------

    def generate(self, out: Any) -> int:
        """Write the legal moves to ``out[0…n)`` and return n. The position must not be over."""
        return 0

    def generate_likely(self, out: Any) -> int:
        """Write the legal moves worth a search to ``out[0…n)`` and return n; all of them unless the game knows better.

        At least one where there is a legal move. A game that leaves moves out says which forced wins that can cost.
        """
        return self.generate(out)

    def generate_noisy(self, out: Any) -> int:
        """Write the moves quiescence looks at to ``out[0…n)`` and return n."""
        return 0

    def may_stand_pat(self) -> bool:
        """Whether quiescence may take the evaluation for a score here; where not, it looks at all legal moves.

        False for a side in check: an evaluation knows nothing of mates.
        """
        return True

    def generate_forcing(self, out: Any, level: int) -> int:
        """Write the moves that may leave the opponent no free choice to ``out[0…n)`` and return n; none by default.

        Args:
            out: where to write.
            level: 1: the sharpest threats only (to win at once); 2: the next sharpest too.
        """
        return 0

    def generate_answers(self, out: Any) -> int:
        """Where the opponent threatens to win, write every move that may prevent it to ``out[0…n)`` and return n.

        Where some legal moves are left out, each of them must lose by force. 0: no threat is seen.
        """
        return 0

    def make(self, move: int) -> None:
        """Play a legal move in place; at most ``MAX_PLY`` of them may be open."""

    def unmake(self, move: int) -> None:
        """Take back ``move``, the last one made."""

    def is_over(self) -> bool:
        """Whether the rules ended the game here; a side without a legal move is not asked for."""
        return False

    def outcome_score(self, ply: int) -> int:
        """Where ``is_over``: score for the side to move, ``ply`` plies below the root."""
        return 0

    def no_move_score(self, ply: int) -> int:
        """Where ``generate`` found nothing: score for the side to move, ``ply`` plies below the root."""
        return 0

    def can_move(self) -> bool:
        """Whether ``generate`` finds a move, whatever ``is_over`` says."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return self.generate(moves) > 0

    def stops_perft(self) -> bool:
        """Whether perft counts nothing below: the end of the game, less the ends that perft ignores by convention."""
        return self.is_over()

    def order(self, move: int) -> int:
        """How promising a legal move looks before any search, 0 … 1,000,000; 0 for a quiet one."""
        return 0

    def repetitions(self, waited: int) -> int:
        """How often this position stood on the board before, in the last ``waited`` plies."""
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

    def copy_from(self, other: "Self") -> None:
        """Become equal to ``other``, which is of the same class; subclasses copy their own fields as well."""
        self.game = other.game
        self.side = other.side
        self.key = other.key
        self.ply = other.ply
        self.reserve(other.key_count + MAX_PLY)
        for i in range(other.key_count):
            self.keys[i] = other.keys[i]
        self.key_count = other.key_count

    # --- for everyone: a value -----------------------------------------------------------------------------------

    def copy(self) -> "Self":
        """A position equal to this one, for a search to work on."""
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
        """The player to move."""
        return Player(self.side)

    @property
    def is_finished(self) -> bool:
        """Whether the rules ended the game here (``is_over``); a side without a legal move is not asked for."""
        return bool(self.is_over())

    @property
    def stands_pat(self) -> bool:
        """Whether quiescence may take an evaluation of this position for its score (``may_stand_pat``)."""
        return bool(self.may_stand_pat())

    @property
    def hand(self) -> Player:
        """Who makes the next move: ``turn``, but where an opening lets one player put stones for both."""
        return self.turn

    @property
    def counters(self) -> tuple[int, ...]:
        """The numbers of ``history`` (plies without a capture …), without earlier keys."""
        return ()

    @property
    def history(self) -> tuple[int, ...]:
        """What the future depends on beside the key: counters, earlier keys. Handed to ``Game.restore``."""
        return ()

    def play(self, move: int) -> "Self":
        """The position after ``move``, which must be legal (``Game.parse_move`` checks what people type).

        Raises:
            ValueError: if it is not; a wrong move would corrupt memory in compiled code.
        """
        if move not in self.legal_moves():
            raise ValueError(f"{move} is no legal move here")
        after = self.copy()
        after._make(move)
        return after

    def _make(self, move: int) -> None:
        self.make(move)

    def legal_moves(self) -> list[int]:
        """All legal moves; none once the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate(moves))

    def noisy_moves(self) -> list[int]:
        """The moves quiescence looks at; none once the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_noisy(moves))

    def likely_moves(self) -> list[int]:
        """The legal moves worth a search; none once the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_likely(moves))

    def forcing_moves(self, level: int = 1) -> list[int]:
        """The moves of a threat search (``generate_forcing``); none once the game is over."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_forcing(moves, level))

    def forced_answers(self) -> list[int]:
        """The answers to a threat of the opponent (``generate_answers``); none without one."""
        moves = cython.declare(cython.int[MAX_MOVES])
        return listed(moves, 0 if self.is_over() else self.generate_answers(moves))

    def has_legal_move(self) -> bool:
        """Whether the player to move can move: the game is not over, and there is a legal move."""
        return not self.is_over() and self.can_move()

    def outcome(self) -> Outcome | None:
        """How the game ended here, None if it goes on."""
        return None

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        they: Any = other
        return bool(self.key == they.key and self.game == they.game and self.history == they.history)

    def __hash__(self) -> int:
        return hash((self.key, self.history))

    def __reduce__(self: "Self") -> tuple[Any, ...]:
        return _restore, (self.game, self.game.format_position(self), self.history)

    def __str__(self: "Self") -> str:
        return str(self.game.format_position(self))


def _restore(game: "Game[Any]", text: str, history: Sequence[int]) -> Any:
    return game.restore(text, history)
