"""Base class of the panels that query every chosen algorithm and show the reports."""

from typing import TYPE_CHECKING, Generic, TypeVar

from engine.search.report import Report
from studio.analysis.budget import BudgetBox
from studio.analysis.choice import AnalysisChoice
from studio.analysis.parameters import AlgorithmMenu
from studio.analysis.session import AnalysisSession
from studio.widgets.evaluation_box import EvaluationBox

if TYPE_CHECKING:
    from studio.document.document import Document

Place = TypeVar("Place")


class Asking(Generic[Place]):
    """Base class of panels that run the queries of an ``AnalysisChoice`` in an ``AnalysisSession``.

    Attributes:
        choice: the algorithms, their evaluation and their budget.
        budget_box, evaluation_box, menu: the widgets that edit ``choice``.
    """

    choice: AnalysisChoice
    budget_box: BudgetBox
    evaluation_box: EvaluationBox
    menu: AlgorithmMenu
    _document: "Document"
    _session: AnalysisSession
    _numbers: dict[int, Place]
    """The place in the panel that shows the result of each unfinished query, by query number."""

    def close_threads(self) -> None:
        """Cancel the reading of plugins, and block until its threads have ended.

        Call this method before the window closes.
        """
        self.menu.close_reader()

    def _follow_session(self) -> None:
        """Connect the signals of the session and the choice to the handlers of this class."""
        session, choice = self._session, self.choice
        session.reported.connect(self._reported)
        session.failed.connect(self._failed)
        session.finished.connect(self._finished)
        session.ticked.connect(self._tick)
        choice.specs_changed.connect(self._specs_changed)
        choice.changed.connect(self._choice_changed)

    def _drop_queries(self) -> None:
        """Abandon the unfinished queries."""
        self._session.drop(list(self._numbers))
        self._numbers.clear()

    def _fill_fields(self) -> None:
        """Show the budget and the evaluation of the choice in their fields."""
        self.budget_box.set_budget(self.choice.budget)
        self._fill_evaluations()

    def _fill_evaluations(self) -> None:
        """Fill the evaluation field with the evaluations of the document's game, and select the one in use."""
        game = self._document.game.name
        self.evaluation_box.show_evaluations(game, self.choice.evaluation_for(game))

    def _reported(self, number: int, report: Report) -> None:
        """Handle a report of query ``number``, which another part of the window may have started."""
        raise NotImplementedError

    def _failed(self, number: int, sentence: str) -> None:
        """Handle the failure of query ``number`` with the error message ``sentence``. ``_finished`` is called next."""
        raise NotImplementedError

    def _finished(self, number: int) -> None:
        """Handle the end of query ``number``, which was completed, was stopped or has failed."""
        raise NotImplementedError

    def _tick(self) -> None:
        """Show the counters of running searches. This method is called every ``REPORT_MS`` ms while a search runs."""
        raise NotImplementedError

    def _specs_changed(self) -> None:
        """Handle a change of the algorithms, their order or their parameters."""
        raise NotImplementedError

    def _choice_changed(self) -> None:
        """Handle a change of the algorithms, the evaluation or the budget."""
        raise NotImplementedError
