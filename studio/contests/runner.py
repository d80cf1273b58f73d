"""Plays a contest beside the window: a thread that waits for worker processes, and tells results in bundles."""

import contextlib
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication, QObject, QThread, QTimer, Signal

from engine.analysis.child import start_module
from engine.analysis.external import EngineSpec
from engine.contests.contest import Contest
from engine.contests.result import GameResult
from engine.contests.runner import ContestJournal, Control, is_over, play_contest, read_results
from engine.core.errors import KyVienError
from engine.core.language import language, tr
from studio.analysis.engines import EngineList
from studio.contests import journals

BUNDLE_MS = 100
"""Results are told at most ten times a second."""
Ending = Literal["over", "stopped", "failed"]


class ContestRunner(QObject):
    """Plays one contest at a time. Everything it does on disk or with processes happens in its thread.

    Args:
        parent: owner.
        engines: the engines of other people that can take part; None: none.
    """

    loaded = Signal(list)
    """What the journal already held: results, in the order they were written."""
    played = Signal(list)
    """Results of games that ended since the last time."""
    changed = Signal()
    """It began, paused, went on or ended."""
    ended = Signal(str)
    """``over``, ``stopped`` or ``failed``."""
    failed = Signal(str)
    """One sentence: why it cannot go on; what was played is kept."""

    def __init__(self, parent: QObject | None = None, engines: EngineList | None = None) -> None:
        super().__init__(parent)
        self._engines = engines
        self._thread: _ContestThread | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(BUNDLE_MS)
        self._timer.timeout.connect(self._tell_played)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    @property
    def is_running(self) -> bool:
        """Whether a contest is being played, or paused."""
        return self._thread is not None

    @property
    def is_paused(self) -> bool:
        """Whether no further game begins."""
        return self._thread is not None and self._thread.control.is_paused

    @property
    def is_stopping(self) -> bool:
        """Whether it was told to stop and has not yet."""
        return self._thread is not None and self._thread.control.is_stopped

    def start(self, contest: Contest, path: Path, jobs: int, *, only_read: bool = False) -> None:
        """Play what the journal at ``path`` lacks; a contest under way is stopped first.

        Args:
            contest: what to play.
            path: its journal; made if it is not there.
            jobs: games at the same time.
            only_read: tell what was played, and play nothing.
        """
        self.close()
        thread = _ContestThread(contest, path, jobs, only_read, [] if self._engines is None else self._engines.engines)
        thread.loaded.connect(self._loaded)
        thread.ended.connect(self._ended)
        self._thread = thread
        thread.start()
        self.changed.emit()

    def pause(self) -> None:
        """Begin no further game; those under way go on to their end."""
        if self._thread is not None and not self.is_paused:
            self._thread.control.pause()
            self.changed.emit()

    def resume(self) -> None:
        """Begin games again."""
        if self.is_paused and self._thread is not None:
            self._thread.control.resume()
            self.changed.emit()

    def stop(self) -> None:
        """End now; ``ended`` follows. Games under way will be played again when the contest is taken up."""
        if self._thread is not None and not self.is_stopping:
            self._thread.control.stop()
            self.changed.emit()

    def close(self) -> None:
        """End now and wait for it, for a moment: worker processes are killed. Nothing more is told."""
        thread, self._thread = self._thread, None
        self._timer.stop()
        if thread is not None:
            thread.control.stop()
            thread.wait()
            self.changed.emit()

    def _loaded(self, thread: "_ContestThread", results: list[GameResult]) -> None:
        if thread is self._thread:
            self.loaded.emit(results)
            # Not before: what was played comes after what was read.
            self._timer.start()

    def _tell_played(self) -> None:
        results = self._thread.take() if self._thread is not None else []
        if results:
            self.played.emit(results)

    def _ended(self, thread: "_ContestThread", ending: Ending) -> None:
        if thread is not self._thread:
            return
        thread.wait()
        self._tell_played()
        self._timer.stop()
        self._thread = None
        self.changed.emit()
        if thread.error:
            self.failed.emit(thread.error)
        self.ended.emit(ending)


class _ContestThread(QThread):
    loaded = Signal(object, list)
    ended = Signal(object, str)

    def __init__(self, contest: Contest, path: Path, jobs: int, only_read: bool, engines: Sequence[EngineSpec]) -> None:
        super().__init__()
        self._engines = engines
        self._contest, self._path, self._jobs, self._only_read = contest, path, jobs, only_read
        self.control = Control()
        self.error = ""
        self._lock = threading.Lock()
        self._bundle: list[GameResult] = []

    def take(self) -> list[GameResult]:
        """The results not yet told."""
        with self._lock:
            bundle, self._bundle = self._bundle, []
            return bundle

    def run(self) -> None:
        """Read the journal, play the rest."""
        ending: Ending = "failed"
        try:
            ending = self._play()
        except KyVienError as error:
            self.error = str(error)
        except OSError as error:
            self.error = tr(
                "{path} could not be written: {reason}", path=self._path.name, reason=error.strerror or str(error)
            )
        finally:
            self.ended.emit(self, ending)

    def _play(self) -> Ending:
        if self._only_read:
            results = {result.index: result for result in read_results(self._path)}
            self.loaded.emit(self, list(results.values()))
            return "over" if is_over(self._contest, results) else "stopped"
        journal = ContestJournal(self._path, self._contest)
        try:
            self.loaded.emit(self, list(journal.results.values()))
            for result in play_contest(self._contest, journal, self._jobs, self.control, self._engines):
                with self._lock:
                    self._bundle.append(result)
            if not is_over(self._contest, journal.results):
                return "stopped"
            if len(journal.results) < self._contest.total:
                with contextlib.suppress(OSError):
                    journals.mark_decided(self._path)
            return "over"
        finally:
            journal.close()


class RecordExport(QObject):
    """Writes the records of a contest's games in a child process: thousands of games take minutes.

    Args:
        parent: owner.
    """

    done = Signal(object)
    """The file written."""
    failed = Signal(str)
    """One sentence: why it could not be written."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: list[_Export] = []
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    def start(self, journal: Path, output: Path) -> None:
        """Write the games of ``journal`` so far; ``done`` or ``failed`` follows."""
        thread = _Export(journal, output)
        thread.ended.connect(self._ended)
        self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        """Give up what is under way; nothing more is told."""
        threads, self._threads = self._threads, []
        for thread in threads:
            thread.give_up()
        for thread in threads:
            thread.wait()

    def _ended(self, thread: "_Export") -> None:
        thread.wait()
        if thread in self._threads:
            self._threads.remove(thread)
            if thread.error:
                self.failed.emit(thread.error)
            else:
                self.done.emit(thread.output)


class _Export(QThread):
    ended = Signal(object)

    def __init__(self, journal: Path, output: Path) -> None:
        super().__init__()
        self._journal, self.output = journal, output
        self.error = ""
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._given_up = False

    def give_up(self) -> None:
        """Kill the child process, now or as soon as there is one."""
        with self._lock:
            self._given_up = True
            if self._process is not None:
                self._process.kill()

    def run(self) -> None:
        """Start the process and wait for it."""
        try:
            with self._lock:
                if self._given_up:
                    return
                self._process = start_module(
                    "engine.contests.export", (str(self._journal), str(self.output)), stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL, environment={"KYVIEN_LANG": language()},
                )  # fmt: skip
            said = self._process.communicate()[1].decode(errors="replace").strip()
            if self._process.returncode:
                lines = said.splitlines() or [str(self._process.returncode)]
                self.error = tr("{path} could not be written: {reason}", path=self.output.name, reason=lines[-1])
        except OSError as error:
            self.error = tr(
                "{path} could not be written: {reason}", path=self.output.name, reason=error.strerror or str(error)
            )
        finally:
            self.ended.emit(self)
