"""A review of the open record in the background: the searches of several plans, one plan after another."""

from collections.abc import Sequence
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal

from engine.analysis.review import MOST_FAILURES
from engine.search.query import Query
from engine.search.report import Report
from studio.analysis.background import BackgroundWork
from studio.analysis.session import BACKGROUND, AnalysisSession
from studio.analysis.store import ReportStore


class Plan(Protocol):
    """A plan of searches without I/O, such as ``engine.analysis.judging.Judging``."""

    @property
    def is_finished(self) -> bool:
        """Whether all searches are finished."""

    @property
    def progress(self) -> float:
        """The share of the searches that are finished, 0 to 1."""

    def take(self) -> Any | None:
        """Return the next search, whose attribute ``query`` is its query, or None if there is none at present."""

    def give(self, task: Any, reports: Sequence[Report]) -> None:
        """Add the reports of a search."""

    def put_back(self, task: Any) -> None:
        """Return a search that was interrupted."""


class PlanRunner(BackgroundWork):
    """Runner of plans through an analysis session.

    Each search begins without the memory and the results of other searches, so that equal plans have equal results.

    Args:
        session: the session that runs the searches. Interactive queries have a higher priority.
        parent: parent object.
    """

    advanced = Signal()
    """Emitted when a search has ended and its results are in the plan."""
    completed = Signal()
    """Emitted when all plans are finished."""
    failed = Signal(str)
    """Emitted with an error message of one sentence when an algorithm fails. Its plan is abandoned.

    A query that an external engine does not answer correctly has no result, unless ``MOST_FAILURES`` fail one after
    another.
    """

    def __init__(self, session: AnalysisSession, parent: QObject | None = None) -> None:
        super().__init__(session, parent)
        self._plans: list[Plan] = []
        self._total = self._failures = 0
        # The plan, the search and the reports of each query.
        self._asked: dict[int, tuple[Plan, Any, ReportStore]] = {}

    @property
    def is_running(self) -> bool:
        """Whether there are unfinished plans. Paused plans are unfinished, too."""
        return bool(self._plans)

    @property
    def progress(self) -> float:
        """The share of the work that is done, 0 to 1. All plans count equally."""
        if not self._total:
            return 0.0
        return (self._total - len(self._plans) + sum(plan.progress for plan in self._plans)) / self._total

    def start(self, plans: Sequence[Plan]) -> None:
        """Run plans. Plans in progress are cancelled."""
        self.cancel()
        self._plans = [plan for plan in plans if not plan.is_finished]
        self._total = len(self._plans)
        self.state_changed.emit()
        self._fill()

    def _clear(self) -> None:
        """Abandon all plans. Their results so far are kept in the plans."""
        self._plans = []
        self._total = 0
        self._paused = False

    def _take_back(self) -> None:
        asked, self._asked = self._asked, {}
        self._session.drop(list(asked))
        for plan, task, _ in reversed(asked.values()):
            plan.put_back(task)

    def _fill(self) -> None:
        if self._filling:
            return
        self._filling = True
        while self._plans and not self._paused and len(self._asked) < self._room:
            plan = self._plans[0]
            task = plan.take()
            if task is None:
                if not plan.is_finished:
                    break
                self._plans.pop(0)
                continue
            store = ReportStore(1)
            query: Query = task.query
            (number,) = self._session.start([query], BACKGROUND, resume=False, into=store)
            self._asked[number] = plan, task, store
        self._filling = False
        if self._total and not self._plans and not self._asked:
            self._clear()
            self.state_changed.emit()
            self.completed.emit()

    def _finished(self, number: int) -> None:
        asked = self._asked.pop(number, None)
        if asked is None:
            return
        plan, task, store = asked
        self._failures = 0
        found = store.find(task.query)
        reports: list[Report] = []
        if found is not None:
            reports = [found.by_depth[depth] for depth in sorted(found.by_depth)]
            if found.last is not None and found.last not in reports:
                reports.append(found.last)
        plan.give(task, reports)
        self.advanced.emit()
        self._fill()

    def _query_failed(self, number: int, sentence: str) -> None:
        asked = self._asked.get(number)
        if asked is None:
            return
        plan = asked[0]
        self._failures += 1
        if asked[1].query.spec.is_external and self._failures < MOST_FAILURES:
            del self._asked[number]
            plan.give(asked[1], [])
            self.advanced.emit()
            self._fill()
            return
        others = [each for each, (owner, _, _) in self._asked.items() if owner is plan]
        for each in others:
            del self._asked[each]
        self._session.drop([each for each in others if each != number])
        self._plans = [each for each in self._plans if each is not plan]
        self.failed.emit(sentence)
        self._fill()
