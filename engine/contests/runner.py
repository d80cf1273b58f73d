"""Contest runner: games in parallel processes, each result written to disk before the next game begins.

The journal is a file of JSON lines: the contest, then one result per game. It suffices to resume a contest after a
kill: games in the journal are not played again; games missing from it are, with the same seeds.
"""

import contextlib
import errno
import itertools
import json
import os
import queue
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

from engine.analysis.child import start_module
from engine.analysis.external import EngineSpec
from engine.contests.contest import Contest, Task
from engine.contests.rating import ResultTally
from engine.contests.result import GameResult
from engine.core.errors import KyVienError, OptionError, SearchError
from engine.core.files import write_text
from engine.records import edits
from engine.records.formats import find_format
from engine.records.tree import ROOT, GameTree, Record, clock_command

VERSION = 1
_HEAD = b'{"kyvien-contest": '


def _lock(file: IO[bytes]) -> bool:
    """Lock ``file`` until it is closed; return False if another process holds the lock. POSIX only."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks
        return True
    return True


class ContestJournal:
    """The results of a contest on disk.

    Args:
        path: file of the journal, created if missing.
        contest: the contest that the journal belongs to.

    Raises:
        KyVienError: if the file belongs to another contest, is not a journal, or is locked by another process.
        OSError: if the file cannot be read or written.
    """

    def __init__(self, path: Path, contest: Contest) -> None:
        self.path = path
        self.results: dict[int, GameResult] = {}
        self._file: IO[bytes] = path.open("ab", buffering=0)
        try:
            if not _lock(self._file):
                raise KyVienError("{file}: another program is playing this contest", file=str(path))
            self._load(contest)
        except BaseException:
            self._file.close()
            raise

    def _load(self, contest: Contest) -> None:
        known = self.path.read_bytes()
        self._size = 0
        if known:
            head, self.results, self._size = _parse(self.path, known)
            if head and head["digest"] != contest.digest and not _renamed(head, contest):
                raise KyVienError("{file} is the journal of another contest", file=str(self.path))
        if self._size != len(known):
            self._file.truncate(self._size)
        if not self._size:
            self._write({"kyvien-contest": VERSION, "digest": contest.digest, "contest": contest.to_dict()})

    def _write(self, value: object) -> None:
        line = json.dumps(value, ensure_ascii=False).encode() + b"\n"
        written = self._file.write(line)
        if written != len(line):
            # A full disk may accept part of the line: the file must end with a complete line.
            self._file.truncate(self._size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._size += len(line)

    def add(self, result: GameResult) -> None:
        """Store a result, on disk in one write, then in memory.

        Raises:
            OSError: if the result cannot be written.
        """
        self._write(result.to_dict())
        self.results[result.index] = result

    def close(self) -> None:
        """Close the file and release its lock."""
        self._file.close()


def _renamed(head: Mapping[str, Any], contest: Contest) -> bool:
    """Whether the contest in the first line of a journal differs only in earlier names of evaluations."""
    try:
        return Contest.from_dict(head["contest"]).with_current_names() == contest.with_current_names()
    except (KeyError, TypeError, ValueError, KyVienError):
        return False


def _parse(path: Path, known: bytes) -> tuple[dict[str, Any], dict[int, GameResult], int]:
    """Return the first line of a journal, its results, and the length of its complete lines in bytes.

    A line cut off by a kill counts as a game not played. If the first line is cut off, it is returned as ``{}``.
    """
    size = known.rfind(b"\n") + 1
    lines = known[:size].splitlines()
    if not lines and known.startswith(_HEAD[: len(known)]):
        return {}, {}, 0
    try:
        head = json.loads(lines[0])
        if head["kyvien-contest"] != VERSION or "digest" not in head:
            raise ValueError("version")
        results = [GameResult.from_dict(json.loads(line)) for line in lines[1:]]
        return head, {result.index: result for result in results}, size
    except (ValueError, KeyError, TypeError, IndexError):
        raise KyVienError("{file} is not the journal of a contest", file=str(path)) from None


def read_results(path: Path) -> list[GameResult]:
    """Return the results in a journal, in the order in which games ended. It may be written at the same time.

    Raises:
        KyVienError: if the file is not a journal.
        OSError: if the file cannot be read.
    """
    known = path.read_bytes()
    return list(_parse(path, known)[1].values())


def read_contest(path: Path) -> Contest:
    """Return the contest that a journal belongs to.

    Raises:
        KyVienError: if the file is not a journal.
        OSError: if the file cannot be read.
    """
    with path.open("rb") as file:
        line = file.readline()
    try:
        return Contest.from_dict(json.loads(line)["contest"])
    except (ValueError, KeyError, TypeError):
        raise KyVienError("{file} is not the journal of a contest", file=str(path)) from None


class _Process:
    """A worker process with the threads that read its output and error streams."""

    def __init__(
        self,
        number: int,
        contest: Contest,
        engines: Sequence[EngineSpec],
        answers: "queue.SimpleQueue[tuple[int, bytes | None]]",
    ) -> None:
        self.number = number
        self.task: Task | None = None
        self.errors = b""
        self.process = start_module("engine.contests.worker")
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self._input, self._answers = self.process.stdin, answers
        self._threads = [
            threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._drain, args=(self.process.stderr,), daemon=True),
        ]
        for thread in self._threads:
            thread.start()
        self._has_engines = bool(engines)
        self._send(contest.to_dict() | {"engines": [each.to_dict() for each in engines]})

    def _send(self, value: object) -> None:
        # The death of the process is detected by the end of its output.
        with contextlib.suppress(OSError):
            self._input.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
            self._input.flush()

    def give(self, task: Task) -> None:
        """Send the process a game to play."""
        self.task = task
        self._send({"index": task.index, "first": task.first, "second": task.second, "opening": task.opening,
                   "seed": task.seed})  # fmt: skip

    def _read(self, stream: IO[bytes]) -> None:
        for line in stream:
            if line.endswith(b"\n"):  # otherwise the process was killed while writing the line
                self._answers.put((self.number, line))
        self._threads[1].join()  # the error stream is complete
        self._answers.put((self.number, None))

    def _drain(self, stream: IO[bytes]) -> None:
        for line in stream:
            if line.strip():
                self.errors = line.strip()

    def close(self, *, kill: bool) -> None:
        """End the process: kill it, or wait until it exits at the end of its input."""
        with contextlib.suppress(OSError):
            self._input.close()
        if kill:
            if self._has_engines:
                # At the end of its input the process kills the engines it started, then exits.
                with contextlib.suppress(subprocess.TimeoutExpired):
                    self.process.wait(1.0)
            self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()
        assert self.process.stdout and self.process.stderr
        self.process.stdout.close()
        self.process.stderr.close()


class Control:
    """Pauses and stops a contest. Thread-safe."""

    def __init__(self) -> None:
        self._going = threading.Event()
        self._going.set()
        self._stopped = threading.Event()
        self._wake: Callable[[], None] = lambda: None

    def pause(self) -> None:
        """Begin no further game; games under way are played to the end."""
        self._going.clear()

    def resume(self) -> None:
        """Resume beginning games after ``pause``."""
        self._going.set()
        self._wake()

    def stop(self) -> None:
        """Stop at once; games under way are lost and are played again when the contest is resumed."""
        self._stopped.set()
        self._wake()

    @property
    def is_paused(self) -> bool:
        """Whether the contest is paused."""
        return not self._going.is_set()

    @property
    def is_stopped(self) -> bool:
        """Whether ``stop`` was called."""
        return self._stopped.is_set()


class _Decision:
    """Truth value: whether the sequential test of a contest is decided; False without a test."""

    def __init__(self, contest: Contest, results: Iterable[GameResult]) -> None:
        self._sprt = contest.sprt
        self._tally = ResultTally()
        for result in results:
            self.add(result)

    def add(self, result: GameResult) -> None:
        outcome = ResultTally.of(result.result)
        self._tally += outcome if result.first == 0 else outcome.reversed

    def __bool__(self) -> bool:
        return self._sprt is not None and self._sprt.verdict(self._tally) != "continue"


def is_over(contest: Contest, results: Mapping[int, GameResult]) -> bool:
    """Whether every game was played or the sequential test is decided."""
    return len(results) >= contest.total or bool(_Decision(contest, results.values()))


def play_contest(
    contest: Contest,
    journal: ContestJournal,
    jobs: int | None = None,
    control: Control | None = None,
    engines: Iterable[EngineSpec] = (),
) -> Iterator[GameResult]:
    """Play the games missing from the journal; yield each result once it is in the journal, in the order games end.

    Play ends early once the contest's sequential test is decided; games under way are then lost.

    Args:
        contest: the contest to play.
        journal: its journal.
        jobs: number of games played in parallel, or None for one per core.
        control: pauses and stops the contest.
        engines: the external engines that the user configured; no others are ever started.

    Raises:
        OptionError: if a player is an engine that is not among ``engines``.
        SearchError: if a worker process dies; the message contains the last line of its error stream.
        OSError: if the journal cannot be written.
    """
    control = control or Control()
    names = {each.engine for each in contest.contestants if each.engine}
    known = {each.name: each for each in engines if each.name in names}
    for name in sorted(names - known.keys()):
        raise OptionError("no engine {name!r} is configured here", name=name)
    todo = (task for task in contest.tasks() if task.index not in journal.results)
    answers: queue.SimpleQueue[tuple[int, bytes | None]] = queue.SimpleQueue()
    control._wake = lambda: answers.put((-1, None))
    decided = _Decision(contest, journal.results.values())
    processes: dict[int, _Process] = {}
    idle: list[_Process] = []
    numbers = itertools.count()
    finished = False
    try:
        ahead = next(todo, None)
        if decided:
            return
        count = min(jobs or os.cpu_count() or 1, contest.total - len(journal.results))
        for number in itertools.islice(numbers, count):
            processes[number] = _Process(number, contest, list(known.values()), answers)
            idle.append(processes[number])
        while not control.is_stopped:
            while idle and ahead is not None and not control.is_paused:
                idle.pop().give(ahead)
                ahead = next(todo, None)
            if ahead is None and len(idle) == len(processes):
                finished = True
                return
            number, line = answers.get()
            if number < 0:
                continue
            process = processes.get(number)
            if process is None:  # output of a process that was replaced
                continue
            if line is None:
                said = process.errors.decode(errors="replace")
                raise SearchError("a worker process died: {reason}", reason=said or process.process.poll())
            process.task = None
            answer = json.loads(line)
            result = GameResult.from_dict(answer)
            if answer.get("stuck", False):
                process.close(kill=True)
                del processes[number]
                number = next(numbers)
                process = processes[number] = _Process(number, contest, list(known.values()), answers)
            idle.append(process)
            journal.add(result)
            decided.add(result)
            yield result
            if decided:
                return
    finally:
        control._wake = lambda: None
        for process in processes.values():
            process.close(kill=not finished)


def record_of(contest: Contest, result: GameResult) -> Record:
    """Return a game of a contest as a record."""
    game = contest.build_game()
    start = game.parse_position(result.start) if result.start else game.start()
    tree = GameTree.start(game, result.start or None)
    position, moves = start, []
    for text in result.moves:
        moves.append(game.parse_move(position, text))
        position = position.play(moves[-1])
    players = [contest.contestants[number] for number in (result.first, result.second)]
    headers = {
        "Event": f"{contest.form} {contest.digest}",
        "Round": str(result.index + 1),
        "White": players[0].name,
        "Black": players[1].name,
        "Result": result.result,
        "Termination": result.termination,
    }
    clocks = [each.clock for each in players]
    if clocks[0] is not None and clocks[0] == clocks[1]:
        headers["TimeControl"] = clocks[0].text
    else:
        headers |= {
            f"{side}TimeControl": each.text
            for side, each in zip(("White", "Black"), clocks, strict=True)
            if each is not None
        }
    if result.fault:
        headers["Fault"] = " ".join(result.fault.split())
    tree = edits.add_line(tree, ROOT, moves).apply(tree)
    thought_about = tree.main_line()[1 + result.opening_plies :]
    timed = {
        node: replace(tree[node], commands=(clock_command(left, 3),))
        for node, left in zip(thought_about, result.clock or (), strict=False)
        if left is not None
    }
    return Record(headers, tree.with_nodes(timed))


def write_records(path: Path, contest: Contest, results: Sequence[GameResult]) -> None:
    """Write the records of games to a file, in the format given by its suffix.

    Raises:
        KyVienError: if the format is unknown or the file cannot be written.
    """
    write_text(path, find_format(path).write([record_of(contest, result) for result in results]))
