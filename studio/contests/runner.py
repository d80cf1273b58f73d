"""The execution of contests in the background. A thread waits for worker processes and collects their results."""

import contextlib
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from engine.asking.child import start_module
from engine.asking.external import EngineSpec
from engine.contests.contest import Contest
from engine.contests.journal import ContestJournal, read_journal
from engine.contests.result import GameResult
from engine.contests.runner import is_over, play_contest
from engine.contests.standings import Standings
from engine.core.errors import KyVienError
from engine.core.files import reason_of
from engine.core.language import language, tr
from engine.jobs.journal import skipped_text
from engine.jobs.runner import Control
from studio.analysis.engines import EngineList
from studio.contests import journals
from studio.joining import Thread, join

BUNDLE_MS = 100
"""Minimum interval in milliseconds between two batches of results."""
MOST_BATCH = 500
"""Maximum number of results in a batch. It limits the time for which a batch blocks the window."""
SHARE = 0.2
"""Maximum share of the window's time used to show results. The interval grows with the time that a batch takes."""
Ending = Literal["over", "stopped", "failed"]


class ContestRunner(QObject):
    """Object that runs one contest at a time. A separate thread accesses the files and the processes.

    Args:
        parent: parent object.
        engines: the external engines that can take part, or None if there are none.
    """

    loaded = Signal(object, list)
    """Emitted with the standings and the list of results in the journal, in the order in which they were written."""
    played = Signal(list)
    """Emitted with a list of the results of games that have ended since the last ``played`` signal."""
    changed = Signal()
    """Emitted when a contest starts, pauses, resumes or ends, and when a stop is requested."""
    ended = Signal(str)
    """Emitted with ``over``, ``stopped`` or ``failed`` after the thread has ended."""
    failed = Signal(str)
    """Emitted before ``ended`` with the reason why the contest cannot continue. The results so far are kept."""
    noticed = Signal(str)
    """Emitted with a message about damaged lines of the journal, which were skipped."""

    def __init__(self, parent: QObject | None = None, engines: EngineList | None = None) -> None:
        super().__init__(parent)
        self._engines = engines
        self._thread: _ContestThread | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(BUNDLE_MS)
        self._timer.timeout.connect(self._emit_played)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    @property
    def is_running(self) -> bool:
        """Whether a contest is being played or is paused."""
        return self._thread is not None

    @property
    def is_paused(self) -> bool:
        """Whether a contest is paused, so that no further games are started."""
        return self._thread is not None and self._thread.control.is_paused

    @property
    def is_stopping(self) -> bool:
        """Whether a stop has been requested and is not complete yet."""
        return self._thread is not None and self._thread.control.is_stopped

    def start(self, contest: Contest, path: Path, jobs: int, *, only_read: bool = False) -> None:
        """Start to play the games that are missing in the journal of a contest. A running contest is closed first.

        Args:
            contest: the contest.
            path: the path of the journal, which is created if it does not exist.
            jobs: number of games to play in parallel.
            only_read: whether to emit only the results in the journal, without playing any games.
        """
        before = self._detach()
        if before is not None:
            before.wait()  # the journal may be that of the same contest, which stays locked until then
        thread = _ContestThread(contest, path, jobs, only_read, [] if self._engines is None else self._engines.engines)
        thread.loaded.connect(self._loaded)
        thread.ended.connect(self._ended)
        self._thread = thread
        thread.start()
        self.changed.emit()

    def pause(self) -> None:
        """Pause the contest: start no further games. Running games continue to their end."""
        if self._thread is not None and not self.is_paused:
            self._thread.control.pause()
            self.changed.emit()

    def resume(self) -> None:
        """Resume a paused contest."""
        if self.is_paused and self._thread is not None:
            self._thread.control.resume()
            self.changed.emit()

    def stop(self) -> None:
        """Stop the contest immediately. ``ended`` is emitted when the workers have ended.

        Unfinished games are played again from the beginning when the contest is resumed.
        """
        if self._thread is not None and not self.is_stopping:
            self._thread.control.stop()
            self.changed.emit()

    def close(self) -> None:
        """Stop the contest, kill the workers, and wait for the thread (``join``). No results are emitted."""
        thread = self._detach()
        if thread is not None:
            join([thread])
            self.changed.emit()

    def _detach(self) -> "_ContestThread | None":
        """Request a stop of the thread, if there is one, and return it. Its signals are ignored from now on."""
        thread, self._thread = self._thread, None
        self._timer.stop()
        if thread is not None:
            thread.control.stop()
        return thread

    def _loaded(self, thread: "_ContestThread", standings: Standings, results: list[GameResult]) -> None:
        if thread is self._thread:
            self.loaded.emit(standings, results)
            if thread.note:
                self.noticed.emit(thread.note)
            # Results of played games are emitted only after those of the journal.
            self._timer.start()

    def _emit_played(self) -> None:
        results = self._thread.take() if self._thread is not None else []
        if results:
            began = time.perf_counter()
            self.played.emit(results)
            spent_ms = 1000 * (time.perf_counter() - began)
            self._timer.setInterval(max(BUNDLE_MS, round(spent_ms / SHARE)))

    def _ended(self, thread: "_ContestThread", ending: Ending) -> None:
        if thread is not self._thread:
            return
        thread.wait()
        results = thread.take()
        if results:
            self.played.emit(results)
            # The window handles its events before the next batch.
            QTimer.singleShot(0, self, lambda: self._ended(thread, ending))
            return
        self._timer.stop()
        self._thread = None
        self.changed.emit()
        if thread.error:
            self.failed.emit(thread.error)
        self.ended.emit(ending)


class _ContestThread(Thread):
    loaded = Signal(object, object, list)
    ended = Signal(object, str)

    def __init__(self, contest: Contest, path: Path, jobs: int, only_read: bool, engines: Sequence[EngineSpec]) -> None:
        super().__init__()
        self._engines = engines
        self._contest, self._path, self._jobs, self._only_read = contest, path, jobs, only_read
        self.control = Control()
        self.error = ""
        self.note = ""
        self._lock = threading.Lock()
        self._bundle: list[GameResult] = []

    def take(self) -> list[GameResult]:
        """Remove and return at most ``MOST_BATCH`` of the results that have not been emitted yet."""
        with self._lock:
            batch, self._bundle = self._bundle[:MOST_BATCH], self._bundle[MOST_BATCH:]
            return batch

    def run(self) -> None:
        """Read the journal and, unless ``only_read`` was given, play the remaining games. Set ``error`` on failure."""
        ending: Ending = "failed"
        try:
            ending = self._play()
        except KyVienError as error:
            self.error = str(error)
        except OSError as error:
            self.error = tr("{path} could not be written: {reason}", path=self._path.name, reason=reason_of(error))
        finally:
            self.ended.emit(self, ending)

    def _emit_loaded(self, results: list[GameResult]) -> None:
        # The standings of thousands of games take too long for the thread of the window.
        self.loaded.emit(self, Standings.of(self._contest, results), results)

    def _play(self) -> Ending:
        if self._only_read:
            content = read_journal(self._path)
            self.note = skipped_text(self._path, content.skipped)
            results = content.results
            self._emit_loaded(list(results.values()))
            decided = journals.decision_of(self._path) or is_over(self._contest, results)
            return "over" if decided else "stopped"
        journal = ContestJournal(self._path, self._contest)
        try:
            self.note = skipped_text(self._path, journal.skipped)
            self._emit_loaded(list(journal.results.values()))
            for result in play_contest(self._contest, journal, self._jobs, self.control, self._engines):
                with self._lock:
                    self._bundle.append(result)
            if not is_over(self._contest, journal.results):
                return "stopped"
            verdict = Standings.of(self._contest, journal.results.values()).verdict
            if len(journal.results) < self._contest.total and verdict != "continue":
                with contextlib.suppress(OSError):
                    journals.mark_decided(self._path, verdict)
            return "over"
        finally:
            journal.close()


class RecordExport(QObject):
    """Export of the records of a contest.

    The export runs in a child process, because it takes minutes for thousands of games.

    Args:
        parent: parent object.
    """

    done = Signal(object)
    """Emitted with the path of a file when the file has been written."""
    failed = Signal(str)
    """Emitted with the reason when a file could not be written."""
    noticed = Signal(str)
    """Emitted after ``done`` with a message if games were omitted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: list[_Export] = []
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    def start(self, journal: Path, output: Path, names: Sequence[str] = ()) -> None:
        """Start to write the records of the games in ``journal`` to the file ``output``.

        ``done`` or ``failed`` is emitted when the export ends, unless ``close`` is called first.

        Args:
            journal: the journal of the contest.
            output: the file to write.
            names: display names of the contestants, or an empty sequence to use those in the journal.
        """
        thread = _Export(journal, output, names)
        thread.ended.connect(self._ended)
        self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        """Kill the child processes, and wait for all threads (``join``). No signal is emitted afterwards."""
        threads, self._threads = self._threads, []
        for thread in threads:
            thread.cancel()
        join(threads)

    def _ended(self, thread: "_Export") -> None:
        thread.wait()
        if thread in self._threads:
            self._threads.remove(thread)
            if thread.error:
                self.failed.emit(thread.error)
            else:
                self.done.emit(thread.output)
                if thread.note:
                    self.noticed.emit(thread.note)


class _Export(Thread):
    ended = Signal(object)

    def __init__(self, journal: Path, output: Path, names: Sequence[str]) -> None:
        super().__init__()
        self._names = tuple(names)
        self._journal, self.output = journal, output
        self.error = self.note = ""
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._is_cancelled = False

    def cancel(self) -> None:
        """Kill the child process, or prevent its start. This method is thread-safe."""
        with self._lock:
            self._is_cancelled = True
            if self._process is not None:
                self._process.kill()

    def run(self) -> None:
        """Run the export in a child process, and set ``error`` if it fails."""
        try:
            with self._lock:
                if self._is_cancelled:
                    return
                arguments = (str(self._journal), str(self.output), *self._names)
                self._process = start_module(
                    "engine.contests.export", arguments, stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, environment={"KYVIEN_LANG": language()},
                )  # fmt: skip
            written = self._process.communicate()[1].decode(errors="replace").strip()
            if self._process.returncode:
                lines = written.splitlines() or [str(self._process.returncode)]
                self.error = tr("{path} could not be written: {reason}", path=self.output.name, reason=lines[-1])
            else:
                self.note = written
        except OSError as error:
            self.error = tr("{path} could not be written: {reason}", path=self.output.name, reason=reason_of(error))
        finally:
            self.ended.emit(self)
