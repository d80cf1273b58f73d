"""Comparison of the shown tree with another one, in a thread of the session."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.core.errors import KyVienError
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import AnySpec
from engine.searchtree.difference import check_comparable
from studio.analysis.session import AnalysisSession
from studio.tree.pair.pairs import Pairs
from studio.tree.recording.recorder import Recorded, TreeRecorder, Wanted, why_not


class Comparer(QObject):
    """Compares two trees at a time. A tree that is missing is recorded first.

    Args:
        session: the session.
        recorder: the recorder of the trees.
        parent: parent object.
    """

    compared = Signal(object, object, object)
    """Emitted with the ``Pairs`` and both ``Recorded``."""
    failed = Signal(str)
    """Emitted with a message."""

    def __init__(self, session: AnalysisSession, recorder: TreeRecorder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session, self._recorder = session, recorder
        self._number = 0
        self._missing: Wanted | None = None
        self._partner: Wanted | None = None
        session.returned.connect(self._returned)
        session.failed.connect(self._failed)

    def compare_with(self, recorded: Recorded, spec: AnySpec) -> None:
        """Compare a tree with that of another algorithm, at the same position and depth."""
        facts, position, mine = recorded.tree.facts, recorded.tree.position(0), recorded.wanted
        if facts.kind != "windows" or position is None:
            return
        depth = facts.depth or facts.limit_depth
        nodes = None if facts.depth else facts.limit_nodes
        try:
            # A file may name no limit: then the depth is that of its deepest node.
            limit = Limit(depth=depth if depth or nodes else max(1, len(facts.by_ply) - 1), nodes=nodes)
        except KyVienError as error:
            self.failed.emit(str(error))
            return
        evaluation = mine.query.evaluation if mine is not None else facts.evaluation
        other = Wanted(Query(position, spec, evaluation, limit, facts.seed), None, 0 if mine is None else mine.ply)
        self._compare_to(recorded, other)

    def expect(self, partner: Wanted) -> None:
        """Compare the next tree that is shown with that of another search of its position."""
        self._partner = partner

    def compare_expected(self, recorded: Recorded) -> None:
        """Compare the tree shown with that of the search given to ``expect``, if there is one."""
        other, self._partner = self._partner, None
        if other is None:
            return
        if reason := why_not(other):
            self.failed.emit(reason)
        else:
            self._compare_to(recorded, other)

    def _compare_to(self, recorded: Recorded, other: Wanted) -> None:
        """Compare a tree with that of another search, which is recorded if it was not before."""
        found = self._recorder.find(other)
        if found is not None:
            self.pair(recorded, found)
            return
        self._missing = other
        self._recorder.record(other)

    def takes(self, shown: Recorded | None, recorded: Recorded) -> bool:
        """Compare a tree with the one shown if it was recorded for this purpose. Return whether this is so."""
        missing, self._missing = self._missing, None
        if missing is None or shown is None or recorded.wanted is not missing:
            return False
        self.pair(shown, recorded)
        return True

    def forget_missing(self) -> None:
        """Do not compare the tree that is being recorded."""
        self._missing = self._partner = None

    def pair(self, one: Recorded, other: Recorded) -> None:
        """Compare two trees, of which the larger one is on the left."""
        is_smaller = one.tree.facts.nodes < other.tree.facts.nodes
        self.compare(*((other, one) if is_smaller else (one, other)))

    def compare(self, first: Recorded, second: Recorded) -> None:
        """Start to compare two trees of one position, of which ``first`` is on the left."""
        self.drop()

        def task(stop: Stop, on_start: Callable[[Any], object]) -> tuple[Pairs, Recorded, Recorded]:
            check_comparable(first.tree, second.tree, first.title, second.title)
            difference = first.tree.diff(second.tree)
            return Pairs(first.tree, second.tree, first.prepared, second.prepared, difference), first, second

        self._number = self._session.run(task, first.title)

    def drop(self) -> None:
        """Abandon the comparison."""
        if self._number:
            self._session.drop([self._number])
            self._number = 0

    def _returned(self, number: int, result: object) -> None:
        if number == self._number and isinstance(result, tuple):
            self._number = 0
            self.compared.emit(*result)

    def _failed(self, number: int, sentence: str) -> None:
        if number == self._number:
            self._number = 0
            self.failed.emit(sentence)
