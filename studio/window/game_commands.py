"""Commands for the game in progress, and messages such as draw offers, results and the reasons of illegal moves."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from engine.core.language import mark, tr
from engine.core.outcome import Outcome, Player
from engine.records.tree import ROOT
from studio.analysis.workspaces import Host
from studio.board.sides import side_names
from studio.look import foreign
from studio.play.board_page import BoardPage
from studio.play.controller import PlayController
from studio.play.results import outcome_text
from studio.widgets.command import MOVE, Aspect, Command, Condition
from studio.window.filing import Filing
from studio.window.layouts import ON_BOARD, Layouts
from studio.window.record_commands import RecordCommands
from studio.window.status import REFUSAL_MS


class GameCommands(QObject):
    """Commands for engine moves, counts of the score and the games of a match, and messages about the game.

    Args:
        host: the open record, the notices and the status bar.
        controller: the controller of the game in progress.
        page: the page with the board and the count of the score.
        filing: the object that saves the games of a match, and puts records aside.
        record: the commands that edit the record.
        layouts: the layouts of the workspaces.
        parent: parent object.
    """

    def __init__(
        self, host: Host, controller: PlayController, page: BoardPage, filing: Filing, record: RecordCommands,
        layouts: Layouts, parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._host, self._document, self._notice, self._status = host, host.document, host.notice, host.status
        self._controller, self._page, self._filing = controller, page, filing
        self._record, self._layouts = record, layouts
        self._refusal = self._offer_text = ""
        controller.message_requested.connect(lambda text: self._notice.show_notice(text, stays=True))
        controller.draw_offered.connect(self._draw_offered)
        controller.changed.connect(self._withdraw_offer)
        controller.ended.connect(self._ended)
        controller.count_asked.connect(self._count_asked)
        page.banner.rematch_requested.connect(self._rematch)
        page.board.refused.connect(self._refused)
        page.board.move_played.connect(self._forget_refusal)

    def commands(self) -> list[Command]:
        """Return the commands of the game in progress."""
        document, controller, page = self._document, self._controller, self._page
        is_free, is_on_board = self._layouts.is_free, self._layouts.is_on_board
        game = Aspect.GAME | Aspect.RECORD
        place = game | Aspect.MOVES | Aspect.CURSOR
        can_pass = Condition(lambda: controller.can_pass and not page.counting.is_active, place)
        can_take_back = is_free & Condition(
            lambda: len(document.tree) > 1 and (not controller.is_playing or self._is_human_playing()), place
        )
        is_open = is_free & Condition(lambda: document.position.outcome() is None, place)
        can_resign = Condition(lambda: controller.can_resign, place)
        is_on = Condition(lambda: controller.is_playing, game)
        is_paused = Condition(lambda: controller.is_paused, game)
        is_human = Condition(self._is_human_playing, game)
        can_go_on = Condition(lambda: controller.can_go_on, game)
        has_match = Condition(lambda: len(controller.finished_texts) > 1, game)
        has_count = Condition(lambda: document.game.has_count, Aspect.RECORD)
        is_counting = Condition(lambda: page.counting.is_active, Aspect.CURSOR)

        def command(
            name: str, text: str, act: Callable[..., object], key: str, icon: str, enabled: Condition,
            checked: Condition | None = None,
        ) -> Command:  # fmt: skip
            return Command(
                name, MOVE, text, act, key, icon, 6, mark("Game"), enabled=enabled, checked=checked, seen=is_on_board
            )

        return [
            Command("pass", MOVE, "Pass", controller.pass_turn, "Ctrl+P", section=5, enabled=is_on_board & can_pass),
            Command("take_back", MOVE, "Take back", self.take_back, "Backspace", "undo", 5, enabled=can_take_back),
            Command("engine_move", MOVE, "Move for me", self.engine_move, "Ctrl+Return", "engine", 5, enabled=is_open),
            command("pause_game", "Pause the game", self._pause, "P", "pause", is_on, checked=is_paused),
            command(
                "count", "Count the score", self.set_counting, "Ctrl+T", "", is_on_board & has_count,
                checked=is_counting,
            ),
            command("offer_draw", "Offer a draw", controller.offer_draw, "Ctrl+D", "draw", is_human),
            command("resign", "Resign", controller.resign, "Ctrl+R", "flag", is_free & can_resign),
            command("next_game", "Next game of the match", self.next_game, "Ctrl+Shift+N", "next", can_go_on),
            command("save_match", "Save the games of the match…", self.save_match, "", "", has_match),
        ]  # fmt: skip

    def _pause(self, paused: bool) -> None:
        if paused:
            self._controller.pause()
        else:
            self._controller.resume()

    def _is_human_playing(self) -> bool:
        return self._controller.is_playing and self._controller.human() is not None

    def take_back(self) -> None:
        """Take back the last moves of the game in progress. If there is no game, delete the move at the cursor."""
        if self._controller.is_playing:
            self._controller.take_back()
        elif self._document.cursor != ROOT:
            self._record.delete_move(self._document.cursor)

    def engine_move(self) -> None:
        """Start a search for an engine's move at the cursor, as ``PlayController.move_by_engine`` does.

        Do nothing if the position is final.
        """
        if self._document.position.outcome() is None:
            self._controller.move_by_engine()

    def set_counting(self, counting: bool) -> None:
        """Start or cancel the count of the score of the position at the cursor.

        If the current workspace does not show the board, a count is started in the Play workspace.
        """
        if counting:
            self._host.show(self._layouts.with_board)
            self._page.begin_counting()
        else:
            self._page.end_counting()

    def next_game(self) -> None:
        """Start the next game of the match."""
        self._filing.put_aside()
        self._controller.next_game()

    def _rematch(self) -> None:
        """Start a game with the same players and sides changed."""
        self._filing.put_aside()
        self._controller.rematch()

    def save_match(self) -> None:
        """Show a file dialog to save the games of the match."""
        self._filing.ask_match(self._controller.finished_texts)

    def _count_asked(self) -> None:
        """Start the count of the score, or offer it in a notice if the current workspace does not show the board."""
        if self._layouts.workspace not in ON_BOARD:
            # The user works in another workspace, which must not change without a request.
            self._notice.show_notice(
                tr("Both have passed: count the score."), [(tr("Count the score"), self._count_at_board)]
            )
            return
        if self._controller.is_playing:
            self._document.go(self._controller.live)
        self.set_counting(True)

    def _count_at_board(self) -> None:
        self._host.show("play")
        self._count_asked()

    def _draw_offered(self, player: Player) -> None:
        side = tr(side_names(self._document.game, self._document.position)[player])
        self._offer_text = tr("{side} offers a draw.", side=side)
        self._notice.show_notice(
            self._offer_text,
            [(tr("Accept"), self._controller.accept_draw), (tr("Decline"), self._controller.decline_draw)],
        )

    def _withdraw_offer(self) -> None:
        """Hide the notice of a draw offer that is no longer pending, for example because a move was played."""
        if self._offer_text and not self._controller.is_draw_offered:
            if self._notice.text == self._offer_text:
                self._notice.dismiss()
            self._offer_text = ""

    def _ended(self, outcome: Outcome) -> None:
        text = outcome_text(side_names(self._document.game, self._document.position), outcome)
        series = self._controller.series
        if self._controller.can_go_on:
            self._notice.show_notice(text, [(tr("Next game"), self.next_game)])
        elif series.games > 1 and series.outcomes:
            self._notice.show_notice(text, [(tr("Save the match…"), self.save_match)])
        else:
            self._notice.show_notice(text)

    def _refused(self, reason: str) -> None:
        self._refusal = reason
        self._status.showMessage(foreign.one_line(reason), REFUSAL_MS)

    def _forget_refusal(self, *_: object) -> None:
        if self._refusal and self._status.currentMessage() == self._refusal:
            self._status.clearMessage()
        self._refusal = ""
