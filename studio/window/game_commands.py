"""Commands for the game in progress, and messages such as draw offers, results and the reasons of illegal moves."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from engine.core.language import tr
from engine.core.outcome import Outcome, Player
from studio.board.sides import side_names
from studio.look import foreign
from studio.play.results import outcome_text
from studio.window.layouts import ON_BOARD
from studio.window.status import REFUSAL_MS

if TYPE_CHECKING:
    from studio.window.main_window import MainWindow


class GameCommands(QObject):
    """Commands for engine moves, counts of the score and the games of a match, and messages about the game.

    Args:
        window: the main window.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        controller, page, notice = window.controller, window.page, window.notice
        self._window, self._document = window, window.document
        self._controller, self._page = controller, page
        self._filing, self._notice, self._status = window.filing, notice, window.statusBar()
        self._refusal = self._offer_text = ""
        controller.message_requested.connect(lambda text: notice.show_notice(text, stays=True))
        controller.draw_offered.connect(self._draw_offered)
        controller.changed.connect(self._withdraw_offer)
        controller.ended.connect(self._ended)
        controller.count_asked.connect(self._count_asked)
        page.banner.review_requested.connect(window.analysis_commands.review_game)
        page.banner.rematch_requested.connect(self._rematch)
        page.board.refused.connect(self._refused)
        page.board.move_played.connect(self._forget_refusal)

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
            if self._window.workspace not in ON_BOARD:
                self._window.show_workspace("play")
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
        if self._window.workspace not in ON_BOARD:
            # The user works in another workspace, which must not change without a request.
            self._notice.show_notice(
                tr("Both have passed: count the score."), [(tr("Count the score"), self._count_at_board)]
            )
            return
        if self._controller.is_playing:
            self._document.go(self._controller.live)
        self.set_counting(True)

    def _count_at_board(self) -> None:
        self._window.show_workspace("play")
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
