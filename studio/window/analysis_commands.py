"""Commands for the analysis, the evaluation graph and threats, and the command that stops all activities."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt

from engine.core.language import tr
from engine.core.score import Score
from engine.search.spec import AnySpec
from studio.analysis.choice import spec_title
from studio.analysis.reviewers import fill_reviewers
from studio.analysis.threat import Threat
from studio.board.arrows import Arrow
from studio.board.sides import side_names
from studio.document.change import Change
from studio.look import palette
from studio.widgets.evaluation_bar import BarScore
from studio.window.status import MESSAGE_MS

if TYPE_CHECKING:
    from studio.window.main_window import MainWindow


class AnalysisCommands(QObject):
    """Commands that start and stop the searches of the window.

    Attributes:
        graph: the evaluation graph, or None until it is first needed.
        threat: the search for the opponent's threat.

    Args:
        window: the main window, whose panels and docks must exist.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self.graph: Any = None
        self.threat = Threat(window.session, self)
        self.threat.found.connect(self._threat_found)
        window.document.changed.connect(self._document_changed)
        window.session.choice.reference_changed.connect(self._show_reference)
        window.session.choice.changed.connect(self._show_reference)
        self._show_reference()

    def toggle(self) -> None:
        """Start or stop the activity of the current workspace.

        This is the analysis, the comparison, the recording of a tree, the review or, in the Match workspace, the
        contest. In the Play workspace, show the Analyse workspace and start the analysis.
        """
        window = self._window
        if window.workspace == "match":
            window.match.toggle()
        elif window.workspace == "compare":
            window.compare.toggle()
        elif window.workspace == "tree":
            window.tree.record()
        elif window.workspace == "review":
            window.review.toggle()
        elif window.workspace == "play":
            window.show_workspace("analyse")
            if not window.analysis.is_active:
                window.analysis.start()
        else:
            window.analysis.toggle()

    def analyse_game(self) -> None:
        """Show the evaluation graph, and start to evaluate every position of the current line in the background."""
        self._window.show_workspace("analyse")
        self._window.docks["graph"].show()
        self.need_graph().analyse_game()

    def review_game(self) -> None:
        """Show the Review workspace, and start to review the game."""
        self._window.show_workspace("review")
        self._window.review.run()

    def fill_reviewers(self) -> None:
        """Fill the menu in which the user checks the algorithms that analyse whole games."""
        window = self._window
        fill_reviewers(window.menus["reviewers*"], window.session.choice, window.document.game)

    def need_graph(self) -> Any:
        """Return the evaluation graph, which is created by the first call."""
        if self.graph is None:
            from studio.analysis.graph import EvaluationGraph

            window = self._window
            self.graph = EvaluationGraph(window.document, window.session)
            self.graph.failed.connect(window.report_fault)
            self.graph.picture_asked.connect(self._save_graph)
            place = window.docks["graph"].widget()
            window.docks["graph"].setWidget(self.graph)
            window.docks["graph"].set_head(self.graph.head)
            place.deleteLater()
        return self.graph

    def stop(self) -> None:
        """Cancel the count of the score if one is in progress, or put the tool of the set-up away if one is picked.

        Otherwise stop all activities.
        All searches and the contest are stopped, the game in progress is paused, the trial of a line ends, and the
        set-up of a position is cancelled.
        """
        window = self._window
        if window.page.counting.is_active:
            window.page.end_counting()
            return
        if window.editing.clear_tool():
            return
        if window.workspace == "review" and window.review.retry.is_active:
            window.review.leave_retry()
            return
        window.page.end_trial()
        window.set_editing(False)
        window.controller.pause()
        window.analysis.stop()
        window.off_board.stop()
        if self.graph is not None:
            self.graph.pause()
        self.threat.end()
        window.actions_table["threat"].setChecked(False)
        window.session.stop_all()
        window.board.set_marks([])
        window.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_threat(self, shown: bool) -> None:
        """Show or hide the threat, that is, the best move of the opponent if it were the opponent's turn."""
        self.threat.end()
        if shown and not self.threat.search(self._window.document.position):
            self._window.statusBar().showMessage(tr("There is no threat to show here."), MESSAGE_MS)

    def show_score(self, score: Score | None) -> None:
        """Show scores on the evaluation bar.

        Args:
            score: the score of the reference algorithm, or None to show no score. The latest scores of the other
                algorithms are shown as ticks.
        """
        bar, choice = self._window.page.bar, self._window.session.choice
        specs = choice.specs
        if score is None or choice.reference >= len(specs):
            bar.show_score(None)
            return
        others = [
            self._bar_score(specs[index], found) for index, found in self._scores().items() if index != choice.reference
        ]
        bar.show_score(self._bar_score(specs[choice.reference], score), others)

    def _bar_score(self, spec: AnySpec, score: Score) -> BarScore:
        document = self._window.document
        game, position = document.game, document.position
        evaluation = spec.evaluation_used(self._window.session.choice.evaluation_for(game.name))
        color, sides = palette.algorithm_color(spec.name), side_names(game, position)
        return BarScore(score, spec_title(spec), color, position.turn, sides, game.name, evaluation)

    def _scores(self) -> dict[int, Score]:
        """Return a mapping from the indices of the chosen algorithms to their latest scores at the cursor."""
        session = self._window.session
        queries = session.choice.queries(self._window.document.position, continues=True)
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
            self._window.controller.play(choices[number])

    def choices(self) -> list[int]:
        """Return the best moves found by the chosen algorithms at the cursor, without duplicates.

        The move of the reference algorithm is first.
        """
        session = self._window.session
        queries = session.choice.queries(self._window.document.position, continues=True)
        order = sorted(range(len(queries)), key=lambda index: index != session.choice.reference)
        found = [session.store.find(queries[index]) for index in order]
        moves = [each.last.move for each in found if each is not None and each.last is not None]
        return list(dict.fromkeys(move for move in moves if move is not None))

    def retranslate(self) -> None:
        """Set the text that is shown in place of the graph until the graph is created."""
        if self.graph is None:
            self._window.docks["graph"].widget().set_texts(tr("The evaluation graph appears here."))  # type: ignore[attr-defined]

    def _save_graph(self, suffix: str) -> None:
        self._window.filing.ask_picture(self.graph.plot.save, suffix)

    def _show_reference(self) -> None:
        """Show the scores of the reference algorithm in the move list."""
        window, choice = self._window, self._window.session.choice
        spec = choice.reference_spec
        evaluation = choice.evaluation_for(window.document.game.name)
        window.moves.set_reference(None if spec is None else (spec.text, spec.evaluation_used(evaluation)))

    def _threat_found(self, arrow: Arrow | None) -> None:
        self._window.page.set_extra_arrows([] if arrow is None else [arrow])

    def _document_changed(self, change: Change) -> None:
        if change.record:
            self._show_reference()
        if change.cursor and self._window.actions_table["threat"].isChecked():
            self.show_threat(True)
