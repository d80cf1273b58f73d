"""Comparison of two recorded trees in a thread of the session."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.search.search import Stop
from studio.analysis.session import AnalysisSession
from studio.tree.pairs import Pairs
from studio.tree.recorder import Recorded


class Comparer(QObject):
    """Compares two trees at a time.

    Args:
        session: the session.
        parent: parent object.
    """

    compared = Signal(object, object, object)
    """Emitted with the ``Pairs`` and both ``Recorded``."""
    failed = Signal(str)
    """Emitted with a message."""

    def __init__(self, session: AnalysisSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._number = 0
        session.returned.connect(self._returned)
        session.failed.connect(self._failed)

    def compare(self, first: Recorded, second: Recorded) -> None:
        """Start to compare two trees of one position."""
        self.drop()

        def task(stop: Stop, meet: Callable[[Any], object]) -> tuple[Pairs, Recorded, Recorded]:
            difference = first.tree.diff(second.tree)
            return Pairs(first.tree, second.tree, first.prepared, second.prepared, difference), first, second

        self._number = self._session.run(task, first.wanted.spec.name)

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
