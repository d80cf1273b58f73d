"""Contest runner, which plays games in parallel processes.

Each result is written to disk before the process that played the game receives another game.
"""

import contextlib
import itertools
import json
import os
import queue
import subprocess
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO

from engine.analysis.child import start_module
from engine.analysis.external import EngineSpec
from engine.contests.contest import ALGORITHM_HEADERS, Contest, Contestant, Task, join_player
from engine.contests.journal import ContestJournal
from engine.contests.result import GameResult
from engine.contests.standings import Standings
from engine.core.errors import NotationError, OptionError, PositionError, SearchError
from engine.core.evaluation import current_name, evaluations
from engine.core.files import check_writable, write_text
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records import edits
from engine.records.formats import find_format
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record, clock_command


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
        """Send ``task`` to the process, which plays its game, and store it as the current task."""
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
        """Close the input of the process, then kill it or wait for its exit.

        Before a process with external engines is killed, it has one second to kill them and exit.
        """
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
    """Object that pauses, resumes and stops a contest. Its methods are thread-safe."""

    def __init__(self) -> None:
        self._going = threading.Event()
        self._going.set()
        self._stopped = threading.Event()
        self._wake: Callable[[], None] = lambda: None

    def pause(self) -> None:
        """Pause the contest. No further game is started, and games in progress are played to the end."""
        self._going.clear()

    def resume(self) -> None:
        """Resume the contest after ``pause``."""
        self._going.set()
        self._wake()

    def stop(self) -> None:
        """Stop the contest at once. Games in progress are discarded, and played again if the contest is resumed."""
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


def is_over(contest: Contest, results: Mapping[int, GameResult]) -> bool:
    """Whether every game has been played or the sequential test is decided."""
    if len(results) >= contest.total or contest.sprt is None:
        return len(results) >= contest.total
    return Standings.of(contest, results.values()).verdict != "continue"


def play_contest(
    contest: Contest,
    journal: ContestJournal,
    jobs: int | None = None,
    control: Control | None = None,
    engines: Iterable[EngineSpec] = (),
) -> Iterator[GameResult]:
    """Play the games missing from the journal, and yield each result after it was written to the journal.

    The results are in the order in which the games end. The contest ends early once its sequential test is decided.
    Games in progress are then discarded.

    Args:
        contest: the contest to play.
        journal: its journal.
        jobs: maximum number of games played in parallel, or None for one per core.
        control: object that pauses and stops the contest from another thread.
        engines: the external engines that the user configured. No other engines are started.

    Raises:
        OptionError: if a player is an engine that is not among ``engines``.
        SearchError: if a worker process dies. The message contains the last line of its error stream.
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
    standings = Standings.of(contest, journal.results.values() if contest.sprt is not None else ())
    processes: dict[int, _Process] = {}
    idle: list[_Process] = []
    numbers = itertools.count()
    finished = False
    try:
        ahead = next(todo, None)
        if standings.verdict != "continue":
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
            yield result
            if contest.sprt is not None:
                standings.add(result)
                if standings.verdict != "continue":
                    return
    finally:
        control._wake = lambda: None
        for process in processes.values():
            process.close(kill=not finished)


def record_of(
    contest: Contest, result: GameResult, *, has_scores: bool = True, names: Sequence[str] | None = None
) -> Record:
    """Return the record of a game of a contest.

    The headers ``WhiteAlgorithm`` and ``BlackAlgorithm`` contain the players as on the command line (``join_player``).

    Args:
        contest: the contest.
        result: the game.
        has_scores: whether the record contains the scores of the players as evaluation notes.
        names: display names of the contestants, or None to use ``Contest.names``.

    Raises:
        NotationError, PositionError: if the start position or a move of the result is not legal.
    """
    game = contest.build_game()
    start = game.parse_position(result.start) if result.start else game.start()
    tree = GameTree.start(game, result.start or None)
    position, moves = start, []
    for text in result.moves:
        moves.append(game.parse_move(position, text))
        position = position.play(moves[-1])
    players = [contest.contestants[number] for number in (result.first, result.second)]
    headers = {
        "Event": contest.event,
        "Round": str(result.index + 1),
        "White": (names or contest.names)[result.first],
        "Black": (names or contest.names)[result.second],
        "Result": result.result,
        "Termination": result.termination,
        "Contest": contest.digest,
    }
    for header, player in zip(ALGORITHM_HEADERS, players, strict=True):
        headers[header] = join_player(player.spec, player.limit, player.evaluation)
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
    line = tree.main_line()[result.opening_plies :]
    timed = {
        node: replace(tree[node], commands=(clock_command(left, 3),))
        for node, left in zip(line[1:], result.clock or (), strict=False)
        if left is not None
    }
    tree = tree.with_nodes(timed)
    if has_scores:
        tree = _with_scores(tree, line, players, result)
    return Record(headers, tree)


def _with_scores(tree: GameTree, line: Sequence[int], players: Sequence[Contestant], result: GameResult) -> GameTree:
    """Return the record with the score of each move, as an evaluation note at the position in which it was chosen.

    Args:
        tree: the record.
        line: numbers of the nodes, from the first position in which a player chose a move.
        players: the players FIRST and SECOND.
        result: the game.
    """
    notes: dict[int, list[EvaluationNote]] = {}
    for node, score, depth in zip(line, result.scores, result.depths, strict=False):
        if score is not None:
            player = players[tree.position(node).hand]
            evaluation = _evaluation_of(player, tree.game.name)
            notes[node] = [
                EvaluationNote(player.spec, depth or None, Score(score, Player.FIRST), evaluation=evaluation)
            ]
    return edits.add_evaluations(tree, notes).apply(tree)


def _evaluation_of(player: Contestant, game: str) -> str:
    """Return the name of the evaluation that a player uses, or an empty string for an external engine."""
    return "" if player.engine else current_name(game, player.evaluation) or next(iter(evaluations(game)), "")


def check_records(path: Path, contest: Contest) -> None:
    """Check before the first game that ``write_records`` can write the records. No existing file is changed.

    Raises:
        KyVienError: if the format is unknown or does not support the game, or the file cannot be written.
    """
    start = contest.openings[0] if contest.openings else None
    find_format(path).write([Record({}, GameTree.start(contest.build_game(), start))])
    check_writable(path)


def write_records(
    path: Path, contest: Contest, results: Sequence[GameResult], names: Sequence[str] | None = None
) -> str:
    """Write the records of games to a file in the format of its suffix, with scores if the format supports them.

    Args:
        path: the file.
        contest: the contest.
        results: the games.
        names: display names of the contestants, or None to use ``Contest.names``.

    Returns:
        A message with the numbers of the games that were left out because their moves are not legal, as in a damaged
        journal, or an empty string.

    Raises:
        KyVienError: if the format is unknown or does not support the game, or the file cannot be written.
    """
    file_format = find_format(path)
    records, left_out = [], []
    for result in results:
        try:
            records.append(record_of(contest, result, has_scores=file_format.has_evaluations, names=names))
        except (NotationError, PositionError):
            left_out.append(str(result.index + 1))
    write_text(path, file_format.write(records))
    if not left_out:
        return ""
    return tr("{file}: games left out because their moves are not legal: {games}", file=path.name,
              games=", ".join(left_out))  # fmt: skip
