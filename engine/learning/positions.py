"""Positions of self-play games as records, from which a network is fitted.

The games are replayed in compiled code. A position is recorded if it is *quiet*: the side to move may stand pat, the
move played is none of quiescence, and the score of the search is not decided. In other positions, an evaluation is not
asked, or differs from the result for a reason that it cannot know.

*Cheap positions* lie one random legal move off the games. They have no result, and their score is that of an evaluation
without a search. A network that is also fitted to these learns what this evaluation judges everywhere, not only in
positions of good games.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cython
import numpy as np
from cython.cimports.engine.core.position import MAX_MOVES

from engine.core.evaluation import Evaluation
from engine.core.position import Position
from engine.learning.games import MOST_SCORE, PlayedBatch, SelfPlayGame

if cython.compiled:
    from cython.cimports.libc.string import memcpy
else:
    RECORD = 540

DECIDED = 30_000
"""Least score of a decided position."""
NO_RESULT = 3
"""The result in the record of a cheap position."""
MOST_CHEAP = 100
_UNMADE = 100
"""Moves made before the position is copied, because a position remembers at most ``MAX_PLY`` moves."""


def record_type(cells: int) -> "np.dtype[Any]":
    """Return the type of records.

    The fields are ``cells``, the bytes of the position; ``side``, the side to move; ``variants`` of FIRST and SECOND
    and ``bucket`` (``engine.core.inputs``); ``result``, points of FIRST as in ``SelfPlayGame``, or ``NO_RESULT``;
    ``score`` for the side to move; ``game``, the number of the game.

    Args:
        cells: number of bytes of a position.
    """
    facts = [("side", "u1"), ("variants", "u1", (2,)), ("bucket", "u1"), ("result", "u1"), ("score", "<i2")]
    return np.dtype([("cells", "u1", (cells,)), *facts, ("game", "<u4")])


class GameReplay:
    """Replay of games of one kind.

    Args:
        start: the position at which the games begin.
        evaluation: the evaluation whose scores cheap positions have.
        cheap: number of cheap positions for each position of a game after its random moves.
        most_score: absolute score from which a position is not recorded.
        noisy: whether positions in which quiescence would go on are recorded, too.

    Attributes:
        type: type of the records.

    Raises:
        ValueError: if an argument is out of range, or the evaluation is of another game.
    """

    def __init__(
        self, start: Position, evaluation: Evaluation, cheap: int = 0, most_score: int = DECIDED, noisy: bool = False
    ) -> None:
        evaluation.check(start)
        if not 0 <= cheap <= MOST_CHEAP:
            raise ValueError("too many cheap positions")
        self.start, self.evaluation, self.cheap = start, evaluation, cheap
        self.most_score, self.noisy = most_score, noisy
        self.cells = start.game.inputs().cells
        self.type = record_type(self.cells)
        self.stride = self.type.itemsize
        if self.stride > RECORD:
            raise ValueError("too many cells")
        if not cython.compiled:
            self.record, self.facts = bytearray(RECORD), [0, 0, 0]

    def most_records(self, game: SelfPlayGame) -> int:
        """Return the greatest number of records that a game can have."""
        return len(game.scores) * (1 + self.cheap)

    def records(self, game: SelfPlayGame, out: np.ndarray) -> int:
        """Write the records of a game, and return their number.

        Args:
            game: the game.
            out: records with room for ``most_records``.

        Raises:
            ValueError: if there is not enough room, or a move is not legal.
        """
        moves, scores = game.moves.tolist(), game.scores.tolist()
        first = game.random_plies
        if out.dtype != self.type or not out.flags.c_contiguous or len(out) < self.most_records(game):
            raise ValueError("no room for the records")
        if len(moves) != first + len(scores):
            raise ValueError("every move after the random ones has a score")
        self.number, self.count = game.number, 0
        if cython.compiled:
            self.target = cython.cast(cython.p_uchar, cython.cast(cython.size_t, out.ctypes.data))
        else:
            self.target = out.view(np.uint8)
        legal = cython.declare(cython.int[MAX_MOVES])
        random = cython.declare(cython.ulonglong, game.number * 2 + 1)
        random = (random * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        own = cython.declare(Position, self.prepared(self.start))
        for ply in range(len(moves)):
            move = cython.declare(cython.int, moves[ply])
            found = cython.declare(cython.int, 0 if own.is_over() else own.generate(legal))
            is_legal = cython.declare(cython.bint, False)
            for i in range(found):
                if legal[i] == move:
                    is_legal = True
            if not is_legal:
                raise ValueError(f"ply {ply} of game {game.number} is not a legal move")
            if ply >= first:
                score = cython.declare(cython.int, scores[ply - first])
                if self.is_quiet(own, move, score):
                    self.add(own, game.result, score)
                for _ in range(self.cheap):
                    random ^= random << 13 & 0xFFFFFFFFFFFFFFFF
                    random ^= random >> 7
                    random ^= random << 17 & 0xFFFFFFFFFFFFFFFF
                    other = cython.declare(cython.int, legal[(random >> 33) % found])
                    own.make(other)
                    if not own.is_over() and own.may_stand_pat() and own.can_move():
                        value = cython.declare(cython.int, self.evaluation.evaluate(own))
                        self.add(own, NO_RESULT, max(-MOST_SCORE, min(MOST_SCORE, value)))
                    own.unmake(other)
            own.make(move)
            if ply % _UNMADE == _UNMADE - 1:
                own = self.prepared(own)
        return self.count

    def prepared(self, position: Position) -> Position:
        """Return a copy of a position on which moves can be made, and which the evaluation can judge."""
        own = cython.declare(Position, position.copy())
        if self.cheap:
            self.evaluation.attach(own)
        return own

    def is_quiet(self, position: Position, move: int, score: int) -> bool:
        """Whether a position of a game, in which ``move`` was played with ``score``, is recorded."""
        if score >= self.most_score or score <= -self.most_score:
            return False
        if self.noisy:
            return True
        if not position.may_stand_pat():
            return False
        noisy = cython.declare(cython.int[MAX_MOVES])
        count = position.generate_noisy(noisy)
        is_noisy = cython.declare(cython.bint, False)
        for i in range(count):
            if noisy[i] == move:
                is_noisy = True
        return not is_noisy

    def add(self, position: Position, result: int, score: int) -> None:
        """Write the record of a position.

        Args:
            position: the position.
            result: points of FIRST, or ``NO_RESULT``.
            score: score for the side to move.
        """
        position.write_cells(self.record, self.facts)
        at = self.cells
        self.record[at] = position.side
        self.record[at + 1] = self.facts[0]
        self.record[at + 2] = self.facts[1]
        self.record[at + 3] = self.facts[2]
        self.record[at + 4] = result
        self.record[at + 5] = score & 255
        self.record[at + 6] = score >> 8 & 255
        for i in range(4):
            self.record[at + 7 + i] = self.number >> 8 * i & 255
        if cython.compiled:
            memcpy(self.target + self.count * self.stride, self.record, self.stride)
        else:
            self.target[self.count * self.stride :][: self.stride] = np.frombuffer(self.record, np.uint8, self.stride)
        self.count += 1


def records_of(
    played: Sequence[Mapping[int, PlayedBatch]], replay: GameReplay, step: Callable[[], None] = lambda: None
) -> np.ndarray:
    """Return the records of games, those of each generation in the order of their numbers.

    Args:
        played: the games of each generation by the number of their task, in any order.
        replay: the replay.
        step: function called after the games of each task.

    Raises:
        ValueError: if a move is not legal.
    """
    ordered = [batches[index] for batches in played for index in sorted(batches)]
    most = sum(replay.most_records(game) for batch in ordered for game in batch.games())
    records, count = np.empty(most, replay.type), 0
    for batch in ordered:
        for game in batch.games():
            count += replay.records(game, records[count:])
        step()
    return records[:count]
