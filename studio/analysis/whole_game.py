"""Background analysis of every position of a line by several algorithms. The analysis can be paused."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from engine.analysis.review import note_of
from engine.asking.query import course_of
from engine.records.edits import has_deeper
from engine.records.tree import EvaluationNote, GameTree
from engine.search.query import Query
from engine.search.report import Report
from studio.analysis.background import BackgroundWork
from studio.analysis.session import BACKGROUND, AnalysisSession


@dataclass(frozen=True)
class _NodeQuery:
    """A query to one algorithm about the position at one node."""

    node: int
    query: Query


class GameAnalysis(BackgroundWork):
    """Analysis of the positions of a line by the ``reviewers`` of the session's choice.

    The queries about one position are started before the queries about the next position. A query with a complete
    result in the session's store is not repeated, for example after a cancelled analysis. A note is omitted if the
    record has a deeper note with the same algorithm and evaluation at the same node.

    Args:
        session: the session that runs the searches. Interactive queries have a higher priority.
        parent: parent object.
    """

    progressed = Signal(int, int)
    """Emitted with the number of finished queries and the total number of queries."""
    noted = Signal(int, object)
    """Emitted with a node and its new ``EvaluationNote``."""
    completed = Signal(object)
    """Emitted when all queries are finished, with the notes by node as a ``dict[int, list[EvaluationNote]]``."""
    failed = Signal(str)
    """Emitted with an error message of one sentence when an algorithm fails. The analysis continues without it."""

    def __init__(self, session: AnalysisSession, parent: QObject | None = None) -> None:
        super().__init__(session, parent)
        self._todo: deque[_NodeQuery] = deque()
        self._asked: dict[int, _NodeQuery] = {}
        self._reports: dict[int, Report] = {}
        self._notes: dict[int, list[EvaluationNote]] = {}
        self._tree: GameTree | None = None
        self._total = 0
        session.reported.connect(self._reported)

    @property
    def is_running(self) -> bool:
        """Whether an analysis is in progress. A paused analysis is also in progress."""
        return self._total > 0

    @property
    def done(self) -> int:
        """The number of finished queries, or 0 if there is no analysis."""
        return self._total - len(self._todo) - len(self._asked)

    @property
    def total(self) -> int:
        """The total number of queries, or 0 if there is no analysis."""
        return self._total

    @property
    def notes(self) -> dict[int, list[EvaluationNote]]:
        """The notes so far, by node."""
        return self._notes

    def owns(self, number: int) -> bool:
        """Return whether query ``number`` of the session is an unfinished query of this analysis."""
        return number in self._asked

    def start(self, tree: GameTree, line: Sequence[int]) -> None:
        """Start the analysis of every node of ``line`` in ``tree``. An analysis in progress is cancelled.

        The analysis uses the ``reviewers`` of the session's choice that can play the game.
        """
        self.cancel()
        self._notes, self._tree = {}, tree
        choice = self._session.choice
        for node in line:
            queries = choice.queries(tree.position(node), course_of(tree, node), choice.reviewers_of(tree.game))
            self._todo.extend(_NodeQuery(node, query) for query in queries)
        self._total = len(self._todo)
        self.state_changed.emit()
        self.progressed.emit(0, self._total)
        self._fill()

    # --- internals ------------------------------------------------------------------------------------------------

    def _clear(self) -> None:
        """Drop the queries and the notes. The reports remain in the session's store."""
        self._todo.clear()
        self._total = 0
        self._paused = False
        self._notes = {}

    def _take_back(self) -> None:
        asked, self._asked = self._asked, {}
        self._reports.clear()
        self._session.drop(list(asked))
        self._todo.extendleft(reversed(asked.values()))

    def _fill(self) -> None:
        if self._filling:
            return
        self._filling = True
        before = self.done
        while self._todo and len(self._asked) < self._room and not self._paused:
            task = self._todo.popleft()
            found = self._session.store.find(task.query)
            if found is not None and found.last is not None and found.answers(task.query.limit):
                self._note(task, found.last)
                continue
            (number,) = self._session.start([task.query], BACKGROUND)
            self._asked[number] = task
        self._filling = False
        if self.done != before:
            self.progressed.emit(self.done, self._total)
        if self.is_running and not self._todo and not self._asked:
            notes = self._notes
            self._clear()
            self.state_changed.emit()
            self.completed.emit(notes)

    def _note(self, task: _NodeQuery, report: Report) -> None:
        if report.score is not None:
            note = note_of(task.query.spec, report, task.query.evaluation)
            if self._tree is not None and has_deeper(self._tree, task.node, note):
                return
            self._notes.setdefault(task.node, []).append(note)
            self.noted.emit(task.node, note)

    def _reported(self, number: int, report: Report) -> None:
        if number in self._asked:
            self._reports[number] = report

    def _finished(self, number: int) -> None:
        task = self._asked.pop(number, None)
        if task is None:
            return
        report = self._reports.pop(number, None)
        if report is not None:
            self._note(task, report)
        self.progressed.emit(self.done, self._total)
        self._fill()

    def _query_failed(self, number: int, sentence: str) -> None:
        task = self._asked.get(number)
        if task is not None:
            self._reports.pop(number, None)
            others = deque(each for each in self._todo if each.query.spec != task.query.spec)
            self._total -= len(self._todo) - len(others)
            self._todo = others
            self.failed.emit(sentence)
