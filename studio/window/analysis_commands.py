"""Commands for the analysis, the evaluation graph and threats, and the command that stops all activities."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu

from engine.core.language import mark, tr
from engine.core.score import Score
from engine.search.spec import AnySpec
from studio.analysis.choice import spec_title
from studio.analysis.panel import AnalysisPanel
from studio.analysis.reviewers import fill_reviewers
from studio.analysis.threat import Threat
from studio.analysis.workspaces import Host
from studio.board.arrows import Arrow
from studio.board.sides import side_names
from studio.document.change import Change
from studio.document.moves import MovesPanel
from studio.look import palette
from studio.play.board_page import BoardPage
from studio.play.controller import PlayController
from studio.widgets.command import ANALYSIS, Aspect, Command, Condition, Declared, FilledMenu
from studio.widgets.evaluation_bar import BarScore
from studio.window.editing import Editing
from studio.window.filing import Filing
from studio.window.layouts import Layouts
from studio.window.status import MESSAGE_MS
from studio.window.workspaces import Workspaces

CHOICES = mark("Play a suggested move")


class AnalysisCommands(QObject):
    """Commands that start and stop the searches of the window.

    Attributes:
        graph: the evaluation graph, or None until it is first needed.
        threat: the search for the opponent's threat.
        is_threat_shown: whether the threat is shown at the cursor.

    Args:
        host: the open record, the session, the notices and the status bar.
        controller: the controller that plays a suggested move.
        panel: the panel with the analysis.
        page: the page with the board and the evaluation bar.
        moves: the move list.
        editing: the set-up of a position.
        layouts: the docks.
        filing: the object that saves the picture of the graph.
        workspaces: the pages of the workspaces.
        parent: parent object.
    """

    threat_hidden = Signal()
    """Emitted when the threat is no longer shown."""

    def __init__(
        self, host: Host, controller: PlayController, panel: AnalysisPanel, page: BoardPage, moves: MovesPanel,
        editing: Editing, layouts: Layouts, filing: Filing, workspaces: Workspaces, parent: QObject,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self._host, self._document, self._session, self._status = host, host.document, host.session, host.status
        self._controller, self._panel, self._page, self._moves = controller, panel, page, moves
        self._editing, self._layouts, self._filing, self._workspaces = editing, layouts, filing, workspaces
        self.graph: Any = None
        self.threat = Threat(host.session, self)
        self.is_threat_shown = False
        self.threat.found.connect(self._threat_found)
        self._document.changed.connect(self._document_changed)
        self._session.choice.reference_changed.connect(self._show_reference)
        self._session.choice.changed.connect(self._show_reference)
        self._show_reference()

    def commands(self) -> list[Declared]:
        """Return the commands of the analysis."""
        is_open, is_free, document = self._layouts.is_open, self._layouts.is_free, self._document
        has_moves = Condition(lambda: len(document.tree) > 1, Aspect.RECORD | Aspect.MOVES)
        is_on_board = self._layouts.is_on_board
        is_threat_shown = Condition(lambda: self.is_threat_shown, Aspect.CURSOR)

        def suggestion(number: int, text: str) -> Command:
            act = partial(self.play_choice, number - 1)
            return Command(
                f"choice_{number}", ANALYSIS, text, act, f"Alt+{number}", section=1, submenu=CHOICES, seen=is_on_board
            )

        return [
            Command("analysis", ANALYSIS, "Analysis on or off", self.toggle, "Space", "analyse", enabled=is_open),
            Command("stop", ANALYSIS, "Stop everything", self.stop, "Esc", "stop"),
            Command(
                "threat", ANALYSIS, "Show the threat", self.show_threat, "X", "lightning", 1,
                enabled=self._layouts.is_on_board, checked=is_threat_shown,
            ),
            suggestion(1, "Play suggestion 1"),
            suggestion(2, "Play suggestion 2"),
            suggestion(3, "Play suggestion 3"),
            suggestion(4, "Play suggestion 4"),
            Command(
                "analyse_game", ANALYSIS, "Analyse the whole game", self.analyse_game, "F12", "graph", 2,
                enabled=is_free & has_moves,
            ),
            FilledMenu(ANALYSIS, mark("Analyse games with"), self._list_reviewers, 2),
        ]  # fmt: skip

    def toggle(self) -> None:
        """Start or stop the activity of the current workspace.

        In the Play workspace, show the Analyse workspace and start the analysis.
        """
        page = self._workspaces.shown
        if page is not None:
            page.toggle()
        elif self._layouts.workspace == "play":
            self._host.show("analyse")
            if not self._panel.is_active:
                self._panel.start()
        else:
            self._panel.toggle()

    def analyse_game(self) -> None:
        """Show the evaluation graph, and start to evaluate every position of the current line in the background."""
        self._host.show("analyse")
        self._layouts.docks["graph"].show()
        self.need_graph().analyse_game()

    def _list_reviewers(self, menu: QMenu) -> None:
        """Fill the menu in which the user checks the algorithms that analyse whole games."""
        fill_reviewers(menu, self._session.choice, self._document.game)

    def need_graph(self) -> Any:
        """Return the evaluation graph, which is created by the first call."""
        if self.graph is None:
            from studio.analysis.graph import EvaluationGraph

            self.graph = EvaluationGraph(self._document, self._session)
            self.graph.failed.connect(self._host.report_fault)
            self.graph.picture_asked.connect(self._save_graph)
            dock = self._layouts.docks["graph"]
            place = dock.widget()
            dock.setWidget(self.graph)
            dock.set_head(self.graph.head)
            place.deleteLater()
        return self.graph

    def stop(self) -> None:
        """Cancel the count of the score if one is in progress, or end the temporary mode of the current workspace.

        Otherwise stop all activities.
        All searches and the contest are stopped, the game in progress is paused, the trial of a line ends, and the
        set-up of a position is cancelled.
        """
        if self._page.counting.is_active:
            self._page.end_counting()
            return
        if self._editing.clear_tool():
            return
        page = self._workspaces.shown
        if page is not None and page.end_mode():
            return
        self._page.end_trial()
        self._editing.cancel()
        self._controller.pause()
        self._panel.stop()
        for each in self._workspaces.created:
            each.stop()
        if self.graph is not None:
            self.graph.pause()
        self._hide_threat()
        self._session.stop_all()
        self._page.board.set_marks([])
        self._page.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_threat(self, shown: bool) -> None:
        """Show or hide the threat, that is, the best move of the opponent if it were the opponent's turn."""
        self.threat.end()
        self.is_threat_shown = shown
        if shown and not self.threat.search(self._document.position):
            self._status.showMessage(tr("There is no threat to show here."), MESSAGE_MS)

    def _hide_threat(self) -> None:
        self.threat.end()
        self.is_threat_shown = False
        self.threat_hidden.emit()

    def show_arrows(self, arrows: Sequence[Arrow]) -> None:
        """Show the arrows of the algorithms' best moves on the board."""
        self._show(arrows=tuple(arrows))

    def _show(self, **changes: Any) -> None:
        shared = self._page.shared
        shared.set_overlay("analyse", replace(shared.of("analyse"), **changes))

    def show_score(self, score: Score | None) -> None:
        """Show scores on the evaluation bar.

        Args:
            score: the score of the reference algorithm, or None to show no score. The latest scores of the other
                algorithms are shown as ticks.
        """
        choice = self._session.choice
        specs = choice.specs
        if score is None or choice.reference >= len(specs):
            self._show(score=None, others=())
            return
        others = tuple(
            self._bar_score(specs[index], found) for index, found in self._scores().items() if index != choice.reference
        )
        self._show(score=self._bar_score(specs[choice.reference], score), others=others)

    def _bar_score(self, spec: AnySpec, score: Score) -> BarScore:
        game, position = self._document.game, self._document.position
        evaluation = spec.evaluation_used(self._session.choice.evaluation_for(game.name))
        color, sides = palette.algorithm_color(spec.name), side_names(game, position)
        return BarScore(score, spec_title(spec), color, position.turn, sides, game.name, evaluation)

    def _scores(self) -> dict[int, Score]:
        """Return a mapping from the indices of the chosen algorithms to their latest scores at the cursor."""
        session = self._session
        queries = session.choice.queries(self._document.position, continues=True)
        found = {index: session.store.find(query) for index, query in enumerate(queries)}
        return {
            index: each.last.score
            for index, each in found.items()
            if each is not None and each.last is not None and each.last.score is not None
        }

    def play_choice(self, number: int) -> None:
        """Play the move with the index ``number`` in ``choices()``, from 0. Do nothing if there is no such move."""
        choices = self.choices()
        if number < len(choices):
            self._controller.play(choices[number])

    def choices(self) -> list[int]:
        """Return the best moves found by the chosen algorithms at the cursor, without duplicates.

        The move of the reference algorithm is first.
        """
        session = self._session
        queries = session.choice.queries(self._document.position, continues=True)
        order = sorted(range(len(queries)), key=lambda index: index != session.choice.reference)
        found = [session.store.find(queries[index]) for index in order]
        moves = [each.last.move for each in found if each is not None and each.last is not None]
        return list(dict.fromkeys(move for move in moves if move is not None))

    def retranslate(self) -> None:
        """Set the text that is shown in place of the graph until the graph is created."""
        if self.graph is None:
            self._layouts.docks["graph"].widget().set_texts(tr("The evaluation graph appears here."))  # type: ignore[attr-defined]

    def _save_graph(self, suffix: str) -> None:
        self._filing.ask_picture(self.graph.plot.save, suffix)

    def _show_reference(self) -> None:
        """Show the scores of the reference algorithm in the move list."""
        choice = self._session.choice
        spec = choice.reference_spec
        evaluation = choice.evaluation_for(self._document.game.name)
        self._moves.set_reference(None if spec is None else (spec.text, spec.evaluation_used(evaluation)))

    def _threat_found(self, arrow: Arrow | None) -> None:
        self._page.set_extra_arrows([] if arrow is None else [arrow])

    def _document_changed(self, change: Change) -> None:
        if change.record:
            self._show_reference()
        if change.cursor and self.is_threat_shown:
            self.show_threat(True)
