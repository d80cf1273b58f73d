"""The search for an engine's move in a game, with its limit, its minimum duration and its result."""

import dataclasses
import logging
import math
import random
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from engine.asking.external import RESIGNS
from engine.asking.query import course_of
from engine.contests.book import book_report
from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation
from engine.core.files import FileError
from engine.core.game import Game
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from engine.protocols import timing
from engine.records.tree import GameTree
from engine.search.kept import KeptSearch
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.tables.book import NOTE, Book, find_book
from studio.analysis.session import AnalysisSession
from studio.play.clock import RunningClock
from studio.play.seat import Seat

MOVE_MS = 350
"""Default minimum time between two moves of engines in milliseconds, so that a person can follow the game."""
WAIT_SHARE_MS = 5
"""Maximum wait due to the minimum time in a game with a clock, in milliseconds per second left on the clock."""
MOST_SECONDS = 1e9


def limit_on_clock(seat: Seat, clock: RunningClock | None, player: Player) -> Limit:
    """Return the limit of ``seat``, reduced to the time that ``clock`` allots to ``player`` for one move."""
    limit = seat.limit
    if clock is None:
        return limit
    if clock.per_move:
        most = max(0.05, clock.left(player) * 0.8)
        return dataclasses.replace(limit, seconds=min(limit.seconds or most, most))
    first, second = (clock.left(each) for each in Player)
    allotted = timing.TimeLeft((first, second), (clock.increment, clock.increment)).limit(player)
    if seat.spec is None or not seat.spec.is_own:
        allotted = allotted.without_aim()
    if limit.seconds is not None and limit.seconds <= (allotted.aim or allotted.seconds or 0.0):
        return limit
    seconds = min(limit.seconds or MOST_SECONDS, allotted.seconds or MOST_SECONDS)
    aim = allotted.aim
    if aim is None:
        # The messages of an external engine show the time that it was given, so it is rounded down to 1/100 s.
        seconds = max(0.01, math.floor(100 * seconds) / 100)
    return dataclasses.replace(limit, seconds=seconds, aim=aim)


def engine_view(position: Position, seat: Seat, player: Player) -> Score:
    """Return the static evaluation of ``position`` by the engine of ``seat``, from the point of view of ``player``.

    The score is 0 if the game has no evaluation.
    """
    try:
        evaluation = find_evaluation(position.game.name, seat.evaluation)
    except OptionError:
        return Score(0, player)
    return Score(evaluation.score(position), position.turn).pov(player)


class EngineMoves(QObject):
    """Object that searches for one move at a time, either for an engine in the game or at the request of a person.

    A move in the game is emitted after a wait, so that moves do not follow each other too quickly.

    Each player of the game has its own search, which keeps its memory until ``forget``. A search at the
    request of a person has no memory.

    Attributes:
        move_ms: minimum time between two moves of engines, in milliseconds.

    Args:
        session: the session that runs the searches.
        rng: source of the random seeds of the searches.
        parent: parent object.
    """

    found = Signal(int, object)
    """Emitted with a node and the move (``int``) that an engine makes at this node in the game."""
    suggested = Signal(int, object)
    """Emitted with a node and the move (``int``) found for this node at the request of a person."""
    resigned = Signal()
    """Emitted when the engine that is to move in the game resigns."""
    stopped = Signal()
    """Emitted when a search ends without a move."""
    failed = Signal(str)
    """Emitted with the reason when a search fails."""

    def __init__(self, session: AnalysisSession, rng: random.Random, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._rng = rng
        self._number: int | None = None
        self._query: Query | None = None
        self._node = 0
        self._is_requested = False
        self._clock: RunningClock | None = None
        self._report: Report | None = None
        self._reply: tuple[int, int] | None = None
        self._scores: dict[Player, Score] = {}
        # The search of each player with the random seed of its first move.
        self._kept: dict[Player, tuple[KeptSearch, int]] = {}
        # The opening book that was read for a game, or None if there is none for it.
        self._book: tuple[Game, Book | None] | None = None
        self.move_ms = MOVE_MS
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.timeout.connect(self._reply_found)
        session.reported.connect(self._reported)
        session.finished.connect(self._finished)
        session.failed.connect(self._failed)

    @property
    def is_thinking(self) -> bool:
        """Whether a search is in progress, or the move that it found has not been emitted yet."""
        return self._number is not None or self._reply is not None

    @property
    def report(self) -> Report | None:
        """The latest report of the search in progress, or None if there is no search or no report yet.

        While a move from the opening book waits to be played, it is the report of this move.
        """
        if self._reply is not None and self._report is not None and self._report.note == NOTE:
            return self._report
        return self._report if self._number is not None else None

    @property
    def query(self) -> Query | None:
        """The query of the search in progress, or None if there is no search."""
        return self._query if self._number is not None else None

    def is_for(self, node: int, position: Position) -> bool:
        """Whether the latest search was started for ``node`` with the position ``position``."""
        return self._node == node and self._query is not None and self._query.position == position

    def search(
        self,
        tree: GameTree,
        node: int,
        seat: Seat,
        clock: RunningClock | None,
        *,
        is_requested: bool = False,
    ) -> None:
        """Start a search for a move at ``node``.

        A request by a person has the same answer each time: the best move of the opening book if the seat has a book,
        or else a search with the random seed 0 and without the memory of the game.

        Args:
            tree: the game tree of the record.
            node: the node whose position is searched.
            seat: the seat of the engine.
            clock: the clock of the game, or None if the game has no clock.
            is_requested: whether a person requested the move. ``suggested`` is then emitted instead of ``found``.
        """
        assert seat.spec is not None
        position = tree.position(node)
        limit = limit_on_clock(seat, clock, position.hand)
        seed, course = 0 if is_requested else self._rng.getrandbits(31), course_of(tree, node)
        if seat.book and (move := self._book_move(position, None if is_requested else seed)) is not None:
            self._query = Query(position, seat.spec, seat.evaluation, limit, seed, course)
            self._node, self._is_requested, self._clock = node, is_requested, clock
            self._report = book_report(move)
            self._wait(self._report)
            return
        continues = seat.spec.remembers and not is_requested
        kept = []
        if continues:
            # One seed during a game: another seed would need another search.
            search, seed = self._kept.setdefault(position.hand, (KeptSearch(), seed))
            kept.append(search)
        self._query = Query(position, seat.spec, seat.evaluation, limit, seed, course, continues=continues)
        self._node, self._is_requested, self._clock = node, is_requested, clock
        self._report = None
        self._number = self._session.start([self._query], resume=False, kept=kept)[0]

    def _book_move(self, position: Position, seed: int | None) -> int | None:
        """Return a move of the opening book, or None without one. A file that is not a book is ignored.

        The move is drawn with the random seed ``seed``. It is the best one if there is no seed.
        """
        game = position.game
        if self._book is None or self._book[0] != game:
            try:
                self._book = game, find_book(game)
            except FileError as error:
                logging.getLogger(__name__).warning("%s", error)
                self._book = game, None
        book = self._book[1]
        if book is None:
            return None
        return book.best(position) if seed is None else book.choose(position, seed)

    def cancel(self) -> None:
        """Cancel the search in progress, and discard a move that has not been emitted yet."""
        self._delay.stop()
        self._reply = None
        self._is_requested = False
        if self._number is not None:
            number, self._number = self._number, None
            self._session.drop([number])

    def forget(self) -> None:
        """Discard what belongs to the game before: the scores returned by ``last_score``, and the players' searches."""
        self._scores = {}
        self._book = None
        # New searches, because those of the game before may still be in use by threads that are about to end.
        self._kept = {}

    def last_score(self, player: Player) -> Score | None:
        """Return the score of the last search for a move of ``player`` in the game, from that player's point of view.

        Return None if there has been no such search.
        """
        return self._scores[player].pov(player) if player in self._scores else None

    def _reported(self, number: int, report: Any) -> None:
        if number == self._number:
            self._report = report

    def _finished(self, number: int) -> None:
        if number != self._number:
            return
        report, is_requested = self._report, self._is_requested
        self._number, self._is_requested = None, False
        if report is not None and report.note == RESIGNS and not is_requested:
            self.resigned.emit()
        elif report is None or report.move is None:
            self.stopped.emit()
        elif is_requested:
            self.suggested.emit(self._node, report.move)
        else:
            self._wait(report)

    def _wait(self, report: Report) -> None:
        """Emit the move of ``report`` after the remaining part of the minimum time between two moves."""
        assert self._query is not None and report.move is not None
        player = self._query.position.hand
        if report.score is not None:
            self._scores[player] = report.score
        self._reply = (self._node, report.move)
        wait = max(0, round(self.move_ms - 1000 * report.seconds))
        if self._clock is not None:
            # The clock of the engine runs during this wait.
            wait = min(wait, round(self._clock.left(player) * WAIT_SHARE_MS))
        self._delay.start(wait)

    def _failed(self, number: int, reason: str) -> None:
        if number == self._number:
            self._number = None
            self.failed.emit(reason)

    def _reply_found(self) -> None:
        if self._reply is not None:
            (node, move), self._reply = self._reply, None
            answered, self._is_requested = self.suggested if self._is_requested else self.found, False
            answered.emit(node, move)
