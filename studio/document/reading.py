"""Going through a file of many games, and looking for a position in it, without the window waiting for either."""

import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QProcess, QProcessEnvironment, QThread, Signal

from engine.core.errors import KyVienError
from engine.core.files import read_bytes
from engine.core.language import tr
from engine.core.position import Position
from engine.records.collection import Collection
from engine.records.searcher import request

TELL_SECONDS = 0.05
"""Between two signals that tell how far reading is."""
_WORK_SECONDS, _REST_SECONDS = 0.004, 0.0005

_ROOT = Path(__file__).resolve().parents[2]


class GamesReader(QObject):
    """Reads the index of a file in a thread.

    Args:
        path: the file.
        parent: of the QObject.
    """

    grown = Signal()
    """The index has more games; ``collection`` is there from the first time on."""
    finished = Signal()
    """The index is complete."""
    failed = Signal(str)
    """One sentence: why the file cannot be read."""

    def __init__(self, path: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = _ReadingThread(path)
        self._thread.grown.connect(self._grown)
        self._thread.ended.connect(self._ended)
        self.collection: Collection | None = None
        self._is_closed = False
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    def start(self) -> None:
        """Begin; ``finished`` or ``failed`` follows."""
        self._thread.start(QThread.Priority.LowPriority)

    def close(self) -> None:
        """Give it up; nothing more is sent."""
        self._is_closed = True
        self._thread.requestInterruption()
        self._thread.wait()

    def _grown(self) -> None:
        if not self._is_closed:
            self.collection = self._thread.collection
            self.grown.emit()

    def _ended(self) -> None:
        self._thread.wait()
        if self._is_closed:
            return
        self.collection = self._thread.collection
        if self._thread.error:
            self.failed.emit(self._thread.error)
        else:
            self.finished.emit()


class _ReadingThread(QThread):
    grown = Signal()
    ended = Signal()

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self.collection: Collection | None = None
        self.error = ""

    def run(self) -> None:
        """Read the file, then find its games one by one."""
        try:
            self.collection = Collection.load(self._path, read_bytes(self._path))
            told = rested = time.monotonic()
            for _ in self.collection.scan():
                if self.isInterruptionRequested():
                    break
                now = time.monotonic()
                if now - rested > _WORK_SECONDS:
                    # The window's thread waits for the interpreter no longer than this.
                    time.sleep(_REST_SECONDS)
                    rested = time.monotonic()
                if now - told > TELL_SECONDS:
                    told = now
                    self.grown.emit()
        except KyVienError as error:
            self.error = str(error)
        self.ended.emit()


class PositionSearch(QObject):
    """Looks for a position in a file of games, in a process of its own."""

    found = Signal(int, int)
    """A game that has the position: its number, and the node."""
    told = Signal(int)
    """How many games were looked through."""
    finished = Signal()
    """All games were looked through."""
    failed = Signal(str)
    """One sentence: why there will be no more answers."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._rest = b""
        self._is_complete = False

    @property
    def is_running(self) -> bool:
        """Whether it still looks."""
        return self._process is not None

    def start(self, path: Path, digest: str, position: Position, indices: Sequence[int]) -> None:
        """Look through some games of a file; what it looked for before is given up.

        Args:
            path: the file.
            digest: of its content, as it was indexed.
            position: what to look for.
            indices: the games, by number.
        """
        self.stop()
        self._rest, self._is_complete = b"", False
        process = self._process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        folders = os.pathsep.join(filter(None, [str(_ROOT), environment.value("PYTHONPATH")]))
        environment.insert("PYTHONPATH", folders)
        process.setProcessEnvironment(environment)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._ended)
        process.start(sys.executable, ["-P", "-X", "utf8", "-m", "engine.records.searcher"])
        process.write(json.dumps(request(path.absolute(), digest, position, list(indices))).encode() + b"\n")

    def stop(self) -> None:
        """Give it up; nothing more is sent."""
        process, self._process = self._process, None
        if process is None:
            return
        process.blockSignals(True)
        process.kill()
        process.waitForFinished(2000)
        process.deleteLater()

    def _read(self) -> None:
        if self._process is None:
            return
        lines = (self._rest + bytes(self._process.readAllStandardOutput().data())).split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            answer: dict[str, Any] = json.loads(line)
            if "hit" in answer:
                self.found.emit(*answer["hit"])
            elif "error" in answer:
                self.stop()
                self.failed.emit(tr(answer["error"]["template"], **answer["error"]["values"]))
            else:
                self._is_complete = "finished" in answer
                self.told.emit(answer.get("finished", answer.get("done", 0)))
            if self._process is None:
                return

    def _ended(self) -> None:
        self._read()
        if self._process is None:
            return
        words = bytes(self._process.readAllStandardError().data()).decode(errors="replace").strip().splitlines()
        self.stop()
        if self._is_complete:
            self.finished.emit()
        else:
            self.failed.emit(
                tr("The search for the position failed: {reason}", reason=words[-1] if words else tr("it was ended"))
            )
