"""The control of games and series: seats, turns, clocks, resignations, draw offers and take-backs."""

import random
from datetime import date

from PySide6.QtCore import QObject, QTimer, Signal

from engine.contests.clock import TimeControl
from engine.contests.contest import ALGORITHM_HEADERS
from engine.core.game import Game
from engine.core.language import ngettext, tr
from engine.core.outcome import Outcome, Player, Termination
from engine.core.position import Position
from engine.core.score import Score
from engine.records.tree import ROOT, clock_command
from engine.search.report import Report
from studio.analysis.session import AnalysisSession
from studio.document.change import Change
from studio.document.document import Document
from studio.document.values import player_title
from studio.play.clock import RunningClock
from studio.play.engine_moves import EngineMoves, engine_view
from studio.play.seat import Seat, assistant
from studio.play.series import Series

TICK_MS = 100

NAMES = ("White", "Black")
"""Names of the headers with the names of FIRST and SECOND."""


class PlayController(QObject):
    """Controller of games between persons and engines in the open record.

    The current position of the game is that of the node ``live``, which is independent of the cursor. Moves made at
    other nodes are variations. If no game is in progress, the user may move for both sides.

    Attributes:
        clock: the clock of the game, or None if the game has no clock.
        engine_moves: the object that searches for the engines' moves.

    Args:
        document: the open record.
        session: the session that runs the engines' searches.
        parent: parent object.
        rng: source of the random seeds of the engines' searches, or None for one with a random seed.
    """

    changed = Signal()
    """Emitted when a game starts, pauses or ends, when an engine starts or ends a search, and when the seats or the
    series change.

    It is not emitted for changes of the record, on which ``turn`` also depends. ``Document.changed`` is emitted for
    these."""
    ticked = Signal()
    """Emitted every ``TICK_MS`` milliseconds while a clock runs."""
    message_requested = Signal(str)
    """Emitted with a message of one sentence for the user."""
    draw_offered = Signal(object)
    """Emitted with the ``Player`` who offers a draw to a person. Call ``accept_draw`` or ``decline_draw`` to answer."""
    count_asked = Signal()
    """Emitted when only the count of the score is missing to end a game. Call ``settle`` after the count."""
    ended = Signal(object)
    """Emitted with the ``Outcome`` when a game has ended and its result has been stored in the record."""

    def __init__(
        self,
        document: Document,
        session: AnalysisSession,
        parent: QObject | None = None,
        rng: random.Random | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self.engine_moves = EngineMoves(session, rng or random.Random(), self)
        self._seats = (Seat(), Seat())
        self._playing = False
        self._paused = False
        self._starting = False
        self._path: list[int] = [ROOT]
        self._offers: set[Player] = set()
        self._offer: Player | None = None
        self._series = Series()
        self._contestants = (Seat(), Seat())
        self._texts: list[str] = []
        self._setup: str | None = None
        self._control: TimeControl | None = None
        self.clock: RunningClock | None = None
        self._ticker = QTimer(self)
        self._ticker.setInterval(TICK_MS)
        self._ticker.timeout.connect(self._tick)
        document.changed.connect(self._document_changed)
        self.engine_moves.found.connect(self._play_found)
        self.engine_moves.suggested.connect(self._play_suggested)
        self.engine_moves.resigned.connect(self._engine_resigned)
        self.engine_moves.stopped.connect(self._engine_stopped)
        self.engine_moves.failed.connect(self._engine_failed)

    # --- state ----------------------------------------------------------------------------------------------------

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """The seats of FIRST and SECOND."""
        return self._seats

    @property
    def is_playing(self) -> bool:
        """Whether a game is in progress, possibly paused."""
        return self._playing

    @property
    def is_paused(self) -> bool:
        """Whether the game is paused until ``resume`` is called."""
        return self._paused

    @property
    def is_thinking(self) -> bool:
        """Whether an engine is searching, or has found a move that has not been made yet."""
        return self.engine_moves.is_thinking

    @property
    def thinking_report(self) -> Report | None:
        """The latest report of the search in progress, or None if there is no search or no report yet."""
        return self.engine_moves.report

    @property
    def series(self) -> Series:
        """The series, with the outcomes of its games so far."""
        return self._series

    @property
    def contestants(self) -> tuple[Seat, Seat]:
        """The seats of the two contestants, who change sides after every game of the series."""
        return self._contestants

    @property
    def finished_texts(self) -> list[str]:
        """The records of the finished games of the series as texts in PGN."""
        return list(self._texts)

    @property
    def can_go_on(self) -> bool:
        """Whether ``next_game`` is possible: a game of the series has ended, and the series is not over."""
        return not self._playing and bool(self._series.outcomes) and not self._series.is_over

    @property
    def live(self) -> int:
        """The node of the game's current position, which is the last node of the game that is still in the record."""
        tree = self._document.tree
        node = ROOT
        for each in self._path[1:]:
            if each not in tree.nodes or tree.nodes[each].parent != node:
                break
            node = each
        return node

    @property
    def turn(self) -> Player:
        """The player who makes the next move in the game."""
        return self._live_position().hand

    @property
    def is_counted(self) -> bool:
        """Whether only the count of the score is missing to end the game, so that ``settle`` can end it."""
        return self._playing and self._asks_count(self._live_position())

    def _asks_count(self, position: Position) -> bool:
        outcome = position.outcome()
        return (
            outcome is not None
            and outcome.termination is Termination.SCORE
            and self._document.game.has_count
            and not all(seat.is_engine for seat in self._seats)
        )

    def may_move(self) -> bool:
        """Whether the user may move at the cursor.

        This is false only if the cursor is at ``live`` during a game, and an engine is to move.
        """
        if not self._playing or self._document.cursor != self.live:
            return True
        return not self._seats[self.turn].is_engine

    def human(self) -> Player | None:
        """Return the player for whom the user may resign or offer a draw, or None if both players are engines.

        If one player is a person, return that player. If both are persons, return the player to move.
        """
        persons = [player for player in Player if not self._seats[player].is_engine]
        if len(persons) == 2:
            return self.turn
        return persons[0] if persons else None

    # --- start and end --------------------------------------------------------------------------------------------

    def start(
        self,
        game: Game,
        seats: tuple[Seat, Seat],
        games: int | None = None,
        setup: str | None = None,
        control: TimeControl | None = None,
    ) -> None:
        """Start a game in a new record, or the first game of a series.

        Args:
            game: the game with its rules.
            seats: the seats of FIRST and SECOND in this game. In a series, the players change sides after every game.
            games: number of games of the series, or None for the value of the rule option ``match``, or 1 if the rules
                do not have this option.
            setup: the initial position as text, or None for the initial position of the game.
            control: the time control, or None for no clock. Ignored if the rules have an option ``clock``.

        Raises:
            NotationError, PositionError: if ``setup`` is not a position of the game.
        """
        wanted = games if games is not None else getattr(game.rules, "match", 1)
        self._series = Series(wanted)
        self._contestants = seats
        self._texts = []
        self._setup = setup
        self._control = None if hasattr(game.rules, "clock") else control
        self._begin(game)

    @property
    def can_rematch(self) -> bool:
        """Whether ``rematch`` is possible: a single game or the last game of a series has ended."""
        return not self._playing and bool(self._series.outcomes) and self._series.is_over

    def rematch(self) -> None:
        """Start a new game or series with the rules, the players and the clock of the last one, with sides changed.

        No effect if ``can_rematch`` is false.
        """
        if self.can_rematch:
            self.start(
                self._document.game, (self._seats[1], self._seats[0]), self._series.games, self._setup, self._control
            )

    def next_game(self) -> None:
        """Start the next game of the series with sides changed. No effect if ``can_go_on`` is false."""
        if self.can_go_on:
            self._begin(self._document.game)

    def _begin(self, game: Game) -> None:
        self.abandon()
        order = [self._series.contestant(player) for player in Player]
        self._seats = (self._contestants[order[0]], self._contestants[order[1]])
        self._starting = True
        try:
            self._document.new(game, self._headers(game), self._setup)
        finally:
            self._starting = False
        self._path = [self._document.cursor]
        self._playing = True
        self._paused = False
        self._offers = set()
        self._offer = None
        self.engine_moves.forget()
        self.clock = RunningClock.from_option(str(getattr(game.rules, "clock", "none")))
        if self._control is not None:
            self.clock = RunningClock.from_control(self._control)
        self._advance()

    def _headers(self, game: Game) -> dict[str, str]:
        games = self._series.games
        headers = {
            "Event": ngettext("Match over {count} game", "Match over {count} games", games) if games > 1 else "",
            "Date": date.today().strftime("%Y.%m.%d"),
            "Round": str(len(self._series.outcomes) + 1) if games > 1 else "",
            "TimeControl": self._control.text if self._control is not None else "",
        }
        for player, name in zip(Player, NAMES, strict=True):
            headers[name] = self._seats[player].record_name()
            headers[ALGORITHM_HEADERS[player]] = self._seats[player].specification()
        return {name: text for name, text in headers.items() if text}

    def abandon(self) -> None:
        """Abandon the game in progress, if any, without a result. The record is not changed."""
        self.engine_moves.cancel()
        self.clock = None
        self._ticker.stop()
        if self._playing:
            self._playing = False
            self._paused = False
            self.changed.emit()

    def finish(self, outcome: Outcome) -> None:
        """End the game with ``outcome``, store the result in the record, and emit ``ended``."""
        self.engine_moves.cancel()
        if self.clock is not None:
            self.clock.pause()
        self._ticker.stop()
        self._playing = False
        self._paused = False
        self._document.set_result(outcome.result, outcome.termination.value)
        self._series = self._series.after(outcome)
        self._texts.append(self._document.text())
        self.changed.emit()
        self.ended.emit(outcome)

    # --- actions of the user --------------------------------------------------------------------------------------

    def play(self, move: int) -> None:
        """Make the user's move at the cursor.

        The move belongs to the game in progress if the cursor is at ``live``. No effect if ``may_move`` is false.

        Raises:
            ValueError: if the move is not legal.
        """
        if not self.may_move():
            return
        in_game = self._playing and self._document.cursor == self.live
        self._document.play(move, self._press_clock() if in_game else ())
        if in_game:
            self._extend(self._document.cursor)
            self._paused = False
            self._offer = None
            self._advance()
        elif not self._playing:
            self._note_outcome()

    def settle(self, outcome: Outcome) -> None:
        """End the game with the outcome of the agreed count. If ``is_counted`` is false, only emit ``ended``."""
        if self.is_counted:
            self.finish(outcome)
        else:
            self.ended.emit(outcome)

    @property
    def can_resign(self) -> bool:
        """Whether ``resign`` is possible."""
        if self._playing:
            return self.human() is not None
        document = self._document
        is_end = not document.tree[document.cursor].children and document.tree.is_on_main_line(document.cursor)
        return is_end and document.record.result == "*" and document.position.outcome() is None

    def resign(self) -> None:
        """Resign for ``human()`` during a game, and otherwise for the player to move at the cursor.

        No effect if ``can_resign`` is false.
        """
        if not self.can_resign:
            return
        player = self.human() if self._playing else self._document.position.hand
        assert player is not None
        outcome = Outcome(player.other, Termination.RESIGNATION)
        if self._playing:
            self.finish(outcome)
        else:
            self._document.set_result(outcome.result, outcome.termination.value)
            self.ended.emit(outcome)

    @property
    def can_pass(self) -> bool:
        """Whether the user may pass at the cursor."""
        return self.may_move() and self._document.game.pass_move(self._document.position) is not None

    def pass_turn(self) -> None:
        """Pass at the cursor, if the rules allow it."""
        move = self._document.game.pass_move(self._document.position)
        if move is not None:
            self.play(move)

    def offer_draw(self) -> None:
        """Offer a draw on behalf of ``human()``, at most once per player and game.

        An engine accepts the offer unless its score is positive. No effect if no game is in progress, or if both
        players are engines.
        """
        player = self.human()
        if not self._playing or player is None:
            return
        if player in self._offers:
            self.message_requested.emit(tr("A draw can be offered once in a game."))
            return
        self._offers.add(player)
        other = player.other
        if not self._seats[other].is_engine:
            self._offer = player
            self.draw_offered.emit(player)
        elif self._view(other).value <= 0:
            self.message_requested.emit(tr("The draw is accepted."))
            self.finish(Outcome(None, Termination.AGREEMENT))
        else:
            self.message_requested.emit(tr("The draw is declined: {name} sees itself ahead.", name=self.title(other)))

    @property
    def is_draw_offered(self) -> bool:
        """Whether a draw offer is pending."""
        return self._playing and self._offer is not None

    def accept_draw(self) -> None:
        """Accept the pending draw offer."""
        if self._playing and self._offer is not None:
            self._offer = None
            self.finish(Outcome(None, Termination.AGREEMENT))

    def decline_draw(self) -> None:
        """Decline the pending draw offer."""
        self._offer = None

    def take_back(self) -> None:
        """Delete the last move of a person in the game and all later moves, as an edit that can be undone.

        If no person has moved, delete all moves. No effect if no game is in progress, or if both players are engines.
        """
        tree, path = self._document.tree, self._live_path()
        if not self._playing or len(path) < 2 or all(seat.is_engine for seat in self._seats):
            return
        index = len(path) - 2
        while index > 0 and self._seats[tree.position(path[index]).hand].is_engine:
            index -= 1
        self.engine_moves.cancel()
        self._document.go(path[index])
        self._document.delete(path[index + 1])
        self._path = path[: index + 1]
        self._paused = False
        self._advance()

    def pause(self) -> None:
        """Pause the game in progress: stop the engine and the clock."""
        if self._playing and not self._paused:
            self._paused = True
            self.engine_moves.cancel()
            if self.clock is not None:
                self.clock.pause()
            self._ticker.stop()
            self.changed.emit()

    def resume(self) -> None:
        """Resume a paused game and move the cursor to ``live``."""
        if self._playing and self._paused:
            self._paused = False
            self._document.go(self.live)
            self._advance()

    def move_by_engine(self) -> None:
        """Start a search for a move at the cursor. When it ends, the move is made unless the cursor has moved.

        The search uses the engine of the side to move, or else the engine of the other side, or else the
        ``assistant``. If the cursor is at ``live`` and an engine is to move there, the game is resumed instead if it is
        paused. No effect during a search, or if the position is final.
        """
        if self.is_thinking or self._document.position.outcome() is not None:
            return
        if self._playing and self._document.cursor == self.live and self._seats[self.turn].is_engine:
            self.resume()
            return
        document = self._document
        seats = (self._seats[document.position.hand], *self._seats)
        seat = next((each for each in seats if each.is_engine), assistant(document.game))
        self.engine_moves.search(document.tree, document.cursor, seat, self.clock, is_requested=True)
        self.changed.emit()

    def title(self, player: Player) -> str:
        """Return the name of a player for display.

        During a game, and for an engine, this is the title of the player's seat. Otherwise it is the name in the
        headers of the record, or the name of the side if the headers contain no name.
        """
        side = tr(self._document.game.side_name(self._document.position, player))
        if self._playing or self._seats[player].is_engine:
            return self._seats[player].title(side, type(self._document.game))
        return player_title(self._document.record.headers.get(NAMES[player], "").strip("?")) or side

    # --- course of a game -----------------------------------------------------------------------------------------

    def _live_path(self) -> list[int]:
        return self._document.tree.path(self.live)

    def _live_position(self) -> Position:
        return self._document.tree.position(self.live)

    def _extend(self, node: int) -> None:
        self._path = self._document.tree.path(node)

    def _advance(self) -> None:
        """Continue the game at the new position.

        If the position is final, end the game or request the count of the score. Otherwise start the clock and the
        engine of the player to move.
        """
        position = self._live_position()
        outcome = position.outcome()
        if outcome is not None and self._asks_count(position):
            if self.clock is not None:
                self.clock.pause()
            self._ticker.stop()
            self.changed.emit()
            self.count_asked.emit()
            return
        if outcome is not None:
            self.finish(outcome)
            return
        if self.clock is not None and not self._paused:
            # The clock of the player to move; ``start`` has no effect if it is running already.
            self.clock.start(position.hand)
            self._ticker.start()
        if self._seats[position.hand].is_engine and not self._paused:
            self.engine_moves.search(self._document.tree, self.live, self._seats[position.hand], self.clock)
        self.changed.emit()

    def _press_clock(self) -> tuple[str, ...]:
        """Stop the clock of the player whose move is about to be made.

        Return the PGN commands to store with the move, which contain the remaining time.
        """
        if self.clock is None:
            return ()
        self.clock.press(self.turn)
        return (clock_command(self.clock.left(self.turn)),)

    def _play_found(self, node: int, move: int) -> None:
        """Make the move of an engine in the game, unless ``node`` is no longer the game's current position."""
        if node != self.live or not self._playing:
            return
        noted = self._press_clock()
        if self._document.cursor == node:
            self._document.play(move, noted)
            self._extend(self._document.cursor)
        else:
            # The cursor is elsewhere: add the move to the record without moving the cursor.
            self._document.add_line(node, [move])
            child = self._document.tree.child_with(node, move)
            assert child is not None
            self._extend(child)
        self._advance()

    def _play_suggested(self, node: int, move: int) -> None:
        """Make a move found at the request of a person, unless the cursor or the position of ``node`` has changed.

        The position of the initial node changes if another one is set up, or if this is undone.
        """
        if node == self._document.cursor and self.engine_moves.is_for(node, self._document.position):
            self.play(move)
        self.changed.emit()

    def _engine_resigned(self) -> None:
        self.finish(Outcome(self._live_position().turn.other, Termination.RESIGNATION))

    def _engine_stopped(self) -> None:
        self.pause()
        self.changed.emit()

    def _engine_failed(self, reason: str) -> None:
        self.message_requested.emit(reason)
        self.pause()

    def _view(self, player: Player) -> Score:
        """Return the current score of the game from the point of view of ``player``, which is an engine.

        This is the score of the engine's last search, or the static evaluation of the position if there is no such
        score, or 0 if the game has no evaluation.
        """
        score = self.engine_moves.last_score(player)
        return score if score is not None else engine_view(self._live_position(), self._seats[player], player)

    def _tick(self) -> None:
        if self.clock is None:
            return
        self.ticked.emit()
        fallen = self.clock.fallen
        if fallen is not None:
            tree = self._document.tree
            self.finish(self._document.game.out_of_time(tree.position(self.live), fallen))

    def _note_outcome(self) -> None:
        """After a move outside a game, request the count of the score, or set the result of the record.

        The count is requested if it is missing. The result is set if the main line has reached a final position.
        """
        document = self._document
        outcome = document.position.outcome()
        if self._asks_count(document.position):
            if document.count_at(document.cursor) is None:
                self.count_asked.emit()
        elif outcome is not None and document.record.result == "*" and document.tree.is_on_main_line(document.cursor):
            document.set_result(outcome.result, outcome.termination.value)
            self.ended.emit(outcome)

    # --- changes of the document ----------------------------------------------------------------------------------

    def _document_changed(self, change: Change) -> None:
        if change.record:
            self._replaced()
        elif change.moves:
            self._edited()

    def _edited(self) -> None:
        if not self._playing or self._starting:
            return
        if self.engine_moves.is_thinking:
            if not self.engine_moves.is_for(self.live, self._live_position()):
                # After an undo, the engine must not at once repeat the move that was undone.
                self.pause()
        elif self._seats[self.turn].is_engine and self.live != self._path[-1]:
            self.pause()

    def _replaced(self) -> None:
        if not self._starting:
            self.abandon()
            self.engine_moves.forget()
            self._seats = (Seat(), Seat())
            self._series = Series()
            self._texts = []
            self._path = [ROOT]
