"""Reading of trees from files, in a thread of the session."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.core.errors import SearchError
from engine.core.files import exists, is_file
from engine.core.language import mark
from engine.search.search import Stop
from engine.searchtree.files import read_tree
from engine.searchtree.recording import recording_of
from studio.analysis.session import AnalysisSession
from studio.tree.prepared import prepare
from studio.tree.recorder import Recorded

NO_FILE = mark("{file} is not an ordinary file, so no tree was read from it")


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

    def __init__(self, session: AnalysisSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._number = 0
        self.path: Path | None = None
        session.returned.connect(self._returned)
        session.failed.connect(self._failed)

    def start(self, path: Path) -> None:
        """Start to read a file. A file that is being read is abandoned."""
        self.drop()
        self.path = path

        def task(stop: Stop, meet: Callable[[Any], object]) -> Recorded:
            if exists(path) and not is_file(path):
                raise SearchError(NO_FILE, file=path.name)
            tree = read_tree(path)
            return Recorded(None, recording_of(tree), tree, prepare(tree), None, path.name)

        self._number = self._session.run(task, path.name)

    def drop(self) -> None:
        """Abandon the file that is being read."""
        if self._number:
            self._session.drop([self._number])
            self._number = 0

    def _returned(self, number: int, result: object) -> None:
        if number == self._number and isinstance(result, Recorded):
            self._number = 0
            self.read.emit(result)

    def _failed(self, number: int, sentence: str) -> None:
        if number == self._number:
            self._number = 0
            self.failed.emit(sentence)
