"""Reading of trees from files, in a thread of the session."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QObject, Signal

from engine.core.errors import SearchError
from engine.core.files import exists, is_file
from engine.core.language import mark
from engine.search.search import Stop
from engine.searchtree.files import LARGE_TREE, memory_for, nodes_of_file, read_tree
from engine.searchtree.recording import query_of
from studio.analysis.session import AnalysisSession
from studio.tree.recording.recorder import Recorded
from studio.tree.views.prepared import prepare

NO_FILE = mark("{file} is not an ordinary file, so no tree was read from it")


PREPARED_BYTES = 50
"""Memory that the views need for each node, in bytes, in addition to that of the tree (``prepare``)."""


class LargeTree(NamedTuple):
    """A file with more than ``LARGE_TREE`` nodes, about which the user is asked before it is read.

    Attributes:
        path: the file.
        nodes: the number of its nodes.
    """

    path: Path
    nodes: int

    @property
    def megabytes(self) -> int:
        """The memory that its nodes take, in megabytes."""
        return (memory_for(self.nodes) + PREPARED_BYTES * self.nodes) // 10**6


class TreeReader(QObject):
    """Reads one file at a time.

    Args:
        session: the session.
        parent: parent object.
    """

    read = Signal(object)
    """Emitted with a ``Recorded``."""
    failed = Signal(str)
    """Emitted with a message if a file cannot be read or is not a tree."""
    large = Signal(object)
    """Emitted with a ``LargeTree`` instead of reading it. The user must agree first (``start`` with ``is_large``)."""

    def __init__(self, session: AnalysisSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._number = 0
        self.path: Path | None = None
        session.returned.connect(self._returned)
        session.failed.connect(self._failed)

    def start(self, path: Path, *, is_large: bool = False) -> None:
        """Start to read a file. A file that is being read is abandoned.

        Args:
            path: the file.
            is_large: whether a tree of more than ``LARGE_TREE`` nodes is read without a question.
        """
        self.drop()
        self.path = path

        def task(stop: Stop, on_start: Callable[[Any], object]) -> Recorded | LargeTree:
            if exists(path) and not is_file(path):
                raise SearchError(NO_FILE, file=path.name)
            if not is_large and (nodes := nodes_of_file(path)) > LARGE_TREE:
                return LargeTree(path, nodes)
            tree = read_tree(path, stop)
            return Recorded(None, query_of(tree), tree, prepare(tree), None, path.name)

        self._number = self._session.run(task, path.name)

    def drop(self) -> None:
        """Abandon the file that is being read."""
        if self._number:
            self._session.drop([self._number])
            self._number = 0

    def _returned(self, number: int, result: object) -> None:
        if number != self._number:
            return
        self._number = 0
        if isinstance(result, LargeTree):
            self.large.emit(result)
        elif isinstance(result, Recorded):
            self.read.emit(result)

    def _failed(self, number: int, sentence: str) -> None:
        if number == self._number:
            self._number = 0
            self.failed.emit(sentence)
