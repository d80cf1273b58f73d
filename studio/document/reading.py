"""Background indexing of a file with many games, and background search for a position in these games."""

import itertools
import json
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QThread, Signal

from engine.asking.child import start_module
from engine.asking.pipe import Pipe
from engine.core.errors import KyVienError, SearchError
from engine.core.files import read_bytes
from engine.core.language import tr
from engine.core.position import Position
from engine.records.collection import Collection
from engine.records.searcher import request
from studio.joining import Thread, join

PROGRESS_SECONDS = 0.05
"""Minimum interval between two progress signals, in seconds."""
_WORK_SECONDS, _REST_SECONDS = 0.004, 0.0005


class GamesReader(QObject):
    """Reader that indexes the games of a file in a thread.

    Attributes:
        collection: the index of the games found so far. It is None before the first signal, and if the file cannot be
            read.

    Args:
        path: the file.
        parent: parent object.
        encoding: the encoding that the reader has chosen for the file, or None to recognise it.
    """

    grown = Signal()
    """Emitted when games have been added to the index, at most once per ``PROGRESS_SECONDS``."""
    finished = Signal()
    """Emitted when the index is complete."""
    failed = Signal(str)
    """Emitted with an error message of one sentence when the file cannot be read."""

    def __init__(self, path: Path, parent: QObject | None = None, encoding: str | None = None) -> None:
        super().__init__(parent)
        self._thread = _ReadingThread(path, encoding)
        self._thread.grown.connect(self._grown)
        self._thread.ended.connect(self._ended)
        self.collection: Collection | None = None
        self._is_closed = False
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    def start(self) -> None:
        """Start the thread. ``finished`` or ``failed`` is emitted when the thread ends, unless the reader is closed."""
        self._thread.start(QThread.Priority.LowPriority)

    def close(self) -> None:
        """Cancel the indexing, and wait for the thread (``join``).

        Loading the file from the disk is not interrupted. No signal is emitted afterwards.
        """
        self._is_closed = True
        self._thread.requestInterruption()
        join([self._thread])

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


class _ReadingThread(Thread):
    grown = Signal()
    ended = Signal()

    def __init__(self, path: Path, encoding: str | None) -> None:
        super().__init__()
        self._path = path
        self._encoding = encoding
        self.collection: Collection | None = None
        self.error = ""

    def run(self) -> None:
        """Load the file, and index its games until all games are indexed or an interruption is requested."""
        try:
            self.collection = Collection.load(self._path, read_bytes(self._path), self._encoding)
            reported = rested = time.monotonic()
            # The texts that the filters search are made in this thread, after all games are listed.
            for entry in itertools.chain(self.collection.scan(), self.collection.entries):
                if self.isInterruptionRequested():
                    break
                if self.collection.is_complete:
                    entry.prepare()
                now = time.monotonic()
                if now - rested > _WORK_SECONDS:
                    # Release the interpreter lock, so that the window's thread waits for it at most _WORK_SECONDS.
                    time.sleep(_REST_SECONDS)
                    rested = time.monotonic()
                if now - reported > PROGRESS_SECONDS:
                    reported = now
                    self.grown.emit()
        except KyVienError as error:
            self.error = str(error)
        self.ended.emit()


class PositionSearch(QObject):
    """Search for a position in the games of a file, in a child process.

    Attributes:
        unread: number of games that the last search could not read.
        reason: why the first of these games could not be read, as one sentence, or an empty string.
    """

    found = Signal(int, int)
    """Emitted for each game that contains the position.

    The arguments are the index of the game, from 0, and the number of the node at which the position occurs.
    """
    progressed = Signal(int)
    """Emitted with the number of games searched so far."""
    finished = Signal()
    """Emitted when all games have been searched."""
    failed = Signal(str)
    """Emitted with an error message of one sentence when the search fails."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: _SearchingThread | None = None
        self._is_complete = False
        self.unread, self.reason = 0, ""
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    @property
    def is_running(self) -> bool:
        """Whether a search is in progress."""
        return self._thread is not None

    def start(
        self, path: Path, digest: str, position: Position, indices: Sequence[int], encoding: str | None = None
    ) -> None:
        """Start searching the given games of a file. A search in progress is cancelled.

        Args:
            path: the file.
            digest: digest of the file's content when it was indexed. If the content has changed, the search fails.
            position: the position to find.
            indices: indices of the games to search, from 0.
            encoding: the encoding that the reader has chosen for the file, or None.
        """
        self.stop()
        self._is_complete = False
        self.unread, self.reason = 0, ""
        self._thread = _SearchingThread(request(path.absolute(), digest, position, list(indices), encoding))
        self._thread.answered.connect(self._answered)
        self._thread.ended.connect(self._ended)
        self._thread.start(QThread.Priority.LowPriority)

    def stop(self) -> None:
        """Cancel the search, if there is one: kill its process, and wait for its thread (``join``).

        No signal is emitted afterwards.
        """
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.cancel()
            join([thread])

    def _answered(self, thread: "_SearchingThread", answer: Mapping[str, Any]) -> None:
        if thread is not self._thread:
            return
        if "hit" in answer:
            self.found.emit(*answer["hit"])
        elif "error" in answer:
            self.stop()
            self.failed.emit(str(KyVienError.from_dict(answer["error"])))
        else:
            self._is_complete = "finished" in answer
            if answer.get("unread"):
                self.unread, self.reason = answer["unread"], str(KyVienError.from_dict(answer["reason"]))
            self.progressed.emit(answer.get("finished", answer.get("done", 0)))

    def _ended(self, thread: "_SearchingThread") -> None:
        thread.wait()
        if thread is not self._thread:
            return
        self._thread = None
        if self._is_complete:
            self.finished.emit()
        else:
            self.failed.emit(tr("The search for the position failed: {reason}", reason=thread.reason))


class _SearchingThread(Thread):
    """Thread that asks a child process, and emits its answers."""

    answered = Signal(object, object)
    ended = Signal(object)

    def __init__(self, asked: Mapping[str, Any]) -> None:
        super().__init__()
        self._asked = asked
        self._pipe: Pipe | None = None
        self._is_cancelled = False
        self.reason = ""

    def cancel(self) -> None:
        """Kill the process, now or as soon as it is started. The method is thread-safe."""
        self._is_cancelled = True
        if self._pipe is not None:
            self._pipe.kill()

    def run(self) -> None:
        """Send the request, emit each answer, and set ``reason`` at the end."""
        try:
            self._pipe = pipe = Pipe(
                lambda environment: start_module("engine.records.searcher", environment=environment),
                Path(sys.executable).name, longest=-1,
            )  # fmt: skip
            if self._is_cancelled:
                pipe.kill()
            pipe.send(json.dumps(self._asked))
            while (line := pipe.receive(None)) is not None:
                with suppress(ValueError):  # a line that was cut off when the process was killed
                    self.answered.emit(self, json.loads(line))
            self.reason = pipe.last_output()
            pipe.close()
        except SearchError as error:
            self.reason = str(error)
        self.ended.emit(self)
