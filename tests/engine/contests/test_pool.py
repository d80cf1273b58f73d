"""Pools of workers: lost games are played again unchanged, games that fail twice are recorded and not counted."""

import dataclasses
import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.cli.main import main
from engine.contests.contest import Contest, Contestant
from engine.contests.export import export
from engine.contests.journal import ContestJournal, read_journal
from engine.contests.rating import Sprt
from engine.contests.result import GameResult
from engine.contests.runner import is_over, play_contest, write_records
from engine.contests.standings import Standings
from engine.contests.worker import Worker
from engine.core.errors import KyVienError, OptionError, SearchError
from engine.core.language import set_language
from engine.jobs.pools.pool import LocalPool, Loss, Pool, TaskResult, find_pool
from engine.jobs.processes import WorkerSetup
from engine.jobs.runner import MOST_FAILED, Control, _Tasks
from engine.search.report import Limit

RANDOM = Contestant("random", Limit(depth=1))
GREEDY = Contestant("greedy", Limit(nodes=500))
FAILED = GameResult.failed(1, 1, 0, "it exited with status -9")

DYING = """
import os, signal
from pathlib import Path

FOLDER = Path({folder!r})
calls = 0

class Dying:
    def choose(self, position):
        global calls
        calls += 1
        deaths = len(list(FOLDER.glob("death*")))
        if calls == 3 and deaths < int((FOLDER / "wanted").read_text()):
            (FOLDER / f"death{{deaths}}").touch()
            os.kill({victim}, signal.SIGKILL)
            signal.pause()
        return position.legal_moves()[0]
"""
"""A plugin that kills a process, by default its own, at its third move, in the middle of a game."""


def dying(folder: Path, victim: str = "os.getpid()") -> Contestant:
    """A player whose process is killed as often as ``kill`` has set, which is never at first."""
    file = folder / "dying.py"
    file.write_text(DYING.format(folder=str(folder), victim=victim))
    kill(folder, 0)
    return Contestant("dying", Limit(depth=1), plugin=str(file))


def kill(folder: Path, deaths: int) -> None:
    """Have the process of the player ``dying`` killed ``deaths`` times."""
    (folder / "wanted").write_text(str(deaths))


def deaths_of(folder: Path) -> int:
    """How often the player ``dying`` has killed a process."""
    return len(list(folder.glob("death*")))


def contest(*players: Contestant, **changes: Any) -> Contest:
    values = {"games": 6, "random_plies": 4, "seed": 3} | changes
    return Contest("cotoan", players or (GREEDY, RANDOM), **values)


def played(path: Path, one: Contest, pool: Pool | None = None, control: Control | None = None) -> list[GameResult]:
    """Play a contest with the journal ``path``, and return the results in the order in which they were reported."""
    journal = ContestJournal(path, one)
    try:
        return list(play_contest(one, journal, jobs=1, control=control, pool=pool))
    finally:
        journal.close()


def timeless(path: Path) -> list[dict[str, Any]]:
    """The results in a journal, sorted, in every field but times."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    for each in lines:
        for name in ("seconds", "duration", "move_seconds", "cpu_seconds"):
            each.pop(name, None)
    return sorted(lines, key=lambda each: int(each["index"]))


# --- the contest and its pool ----------------------------------------------------------------------------------------


class Scripted(Pool):
    """A pool whose events are written down in a test: functions of the tasks submitted so far."""

    def __init__(self, *events: Callable[[list[tuple[int, str]]], TaskResult | Loss | None], room: int = 1) -> None:
        self.submitted: list[tuple[int, str]] = []
        self.closings = 0
        self._events = iter(events)
        self._most, self._ended = room, 0

    def open(self, setup: WorkerSetup, most: int) -> None:
        self.worker = Worker(Contest.from_dict({k: v for k, v in setup.data.items() if k != "engines"}))

    @property
    def room(self) -> int:
        return self._most - len(self.submitted) + self._ended

    def submit(self, number: int, task: str) -> None:
        self.submitted.append((number, task))

    def wait(self) -> TaskResult | Loss | None:
        event = next(self._events)(self.submitted)
        self._ended += event is not None
        return event

    def wake(self) -> None:
        pass

    def close(self) -> None:
        self.closings += 1

    def _start(self, number: int, task: str) -> None:
        raise NotImplementedError


def win(number: int, moves: str = "a") -> Callable[[list[tuple[int, str]]], TaskResult]:
    """The event that the first player of game ``number`` has won; the task submitted last decides who that is."""

    def answer(submitted: list[tuple[int, str]]) -> TaskResult:
        task = json.loads(next(text for index, text in reversed(submitted) if index == number))
        result = GameResult(
            number, task["first"], task["second"], "1-0", "score", 0, 1, "", (moves,), (1.0, 1.0), (1, 1), (1, 1), 1.0
        )
        return TaskResult(number, json.dumps(result.to_dict()))

    return answer


def lost(number: int) -> Callable[[list[tuple[int, str]]], Loss]:
    return lambda submitted: Loss(number, "killed")


def test_a_lost_game_is_submitted_again_unchanged(tmp_path: Path) -> None:
    one = contest(games=3)
    pool = Scripted(win(0), lost(1), win(1), win(2))
    results = played(tmp_path / "j", one, pool)
    assert [index for index, _ in pool.submitted] == [0, 1, 1, 2]
    assert pool.submitted[1] == pool.submitted[2], "the same game with the same seed"
    expected = [dataclasses.asdict(task) for task in one.tasks()]
    assert [json.loads(pool.submitted[place][1]) for place in (0, 1, 3)] == expected
    assert [(each.index, each.result) for each in results] == [(0, "1-0"), (1, "1-0"), (2, "1-0")]
    assert pool.closings == 1


def test_after_two_losses_a_game_is_recorded_as_failed_and_the_contest_goes_on(tmp_path: Path) -> None:
    pool = Scripted(win(0), lost(1), lost(1), win(2))
    one = contest(games=3)
    results = played(tmp_path / "j", one, pool)
    assert [(each.index, each.result, each.fault) for each in results] == [
        (0, "1-0", ""), (1, "*", "killed"), (2, "1-0", ""),
    ]  # fmt: skip
    assert is_over(one, read_journal(tmp_path / "j").results)
    assert played(tmp_path / "j", one, Scripted()) == [], "a failed game is not played again"


def test_losses_of_different_games_are_not_added(tmp_path: Path) -> None:
    pool = Scripted(lost(0), win(0), lost(1), win(1), lost(2), win(2))
    assert [each.result for each in played(tmp_path / "j", contest(games=3), pool)] == ["1-0"] * 3


@pytest.mark.parametrize(
    "events",
    [
        (lost(0), win(0), win(0), win(1)),
        (lost(0), win(0), win(1), win(0)),
        (lost(0), win(0), lost(0), win(1)),
        (win(0), win(0), win(1)),
        (win(0), lost(0), win(1)),
        (lost(0), lost(0), win(0), win(1)),
    ],
)
def test_the_late_result_of_a_dead_worker_is_not_counted_twice(tmp_path: Path, events: Any) -> None:
    one = contest(games=2)
    results = played(tmp_path / "j", one, Scripted(*events, room=2))
    assert [each.index for each in results] == [0, 1]
    lines = [json.loads(line)["index"] for line in (tmp_path / "j").read_text().splitlines()[1:]]
    assert lines == [0, 1]


def test_a_result_that_arrives_before_the_game_begins_again_is_dropped() -> None:
    games = _Tasks(contest(games=2).tasks())
    first, second = games.begin(), games.begin()
    assert games.lose(first.index) is None
    assert not games.end(first.index) and games.lose(first.index) is None
    assert games.begin() == first
    assert games.end(first.index) and not games.end(first.index)
    assert not games.can_begin and not games.are_over
    assert games.end(second.index) and games.are_over


def test_many_failed_games_in_a_row_end_the_contest(tmp_path: Path) -> None:
    games = range(MOST_FAILED)
    pool = Scripted(*(lost(number) for number in games for _ in range(2)))
    with pytest.raises(SearchError, match=f"{MOST_FAILED} games in a row failed.*killed"):
        played(tmp_path / "j", contest(games=50), pool)
    assert pool.closings == 1
    assert len(read_journal(tmp_path / "j").results) == MOST_FAILED


def test_failed_games_between_others_do_not_end_the_contest(tmp_path: Path) -> None:
    count = 3 * MOST_FAILED
    events = [lost(number) if number % 2 else win(number) for number in range(count) for _ in range(1 + number % 2)]
    results = played(tmp_path / "j", contest(games=count), Scripted(*events))
    assert sum(each.is_failed for each in results) == count // 2


def test_an_opening_that_cannot_be_played_ends_the_contest(tmp_path: Path) -> None:
    pool = Scripted(lambda _: TaskResult(0, '{"error": "no such opening"}'))
    with pytest.raises(SearchError, match=r"^no such opening$"):
        played(tmp_path / "j", contest(), pool)
    assert read_journal(tmp_path / "j").results == {}


def test_a_decided_test_ends_with_games_in_progress(tmp_path: Path) -> None:
    one = contest(games=40, sprt=Sprt(-300, -200), swap=False)
    events = [win(number, str(number)) for number in range(40)]
    pool = Scripted(*events, room=3)
    assert len(played(tmp_path / "j", one, pool)) < 40
    assert pool.closings == 1


def test_no_worker_is_started_for_a_contest_that_is_over(tmp_path: Path) -> None:
    one = contest(games=1)
    played(tmp_path / "j", one, Scripted(win(0)))
    pool = Scripted()
    assert played(tmp_path / "j", one, pool) == []
    assert not hasattr(pool, "worker")


# --- processes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.unsanitized
def test_a_kill_in_the_middle_of_a_game_changes_nothing(tmp_path: Path, jobs: int) -> None:
    one = contest(dying(tmp_path), RANDOM)
    played(tmp_path / "whole", one)
    kill(tmp_path, 1)
    played(tmp_path / "killed", one, LocalPool(jobs))
    assert deaths_of(tmp_path) == 1
    assert timeless(tmp_path / "killed") == timeless(tmp_path / "whole")
    assert len({tuple(each["moves"]) for each in timeless(tmp_path / "whole")}) == 6, "the seeds matter"


@pytest.mark.unsanitized
def test_a_game_whose_process_is_killed_twice_is_recorded_as_failed(tmp_path: Path) -> None:
    one = contest(dying(tmp_path), RANDOM)
    played(tmp_path / "whole", one)
    kill(tmp_path, 2)
    results = played(tmp_path / "killed", one)
    assert [each.index for each in results] == list(range(6))
    assert [each.is_failed for each in results] == [True] + [False] * 5 and deaths_of(tmp_path) == 2
    assert results[0] == GameResult.failed(0, 0, 1, "it exited with status -9")
    assert timeless(tmp_path / "killed")[1:] == timeless(tmp_path / "whole")[1:]


@pytest.mark.unsanitized
def test_a_process_that_is_killed_from_outside_is_replaced(tmp_path: Path) -> None:
    """The player waits in the middle of a game until the process is killed, so that no result is in the pipe."""
    file = tmp_path / "waiting.py"
    go, begun = tmp_path / "go", tmp_path / "begun"
    file.write_text(
        "import time\nfrom pathlib import Path\n\nclass Waiting:\n    def choose(self, position):\n"
        f"        Path({str(begun)!r}).touch()\n"
        f"        while not Path({str(go)!r}).exists():\n            time.sleep(0.01)\n"
        "        return position.legal_moves()[0]\n"
    )
    one = contest(Contestant("waiting", Limit(depth=1), plugin=str(file)), RANDOM, games=2)
    pool = LocalPool(1)
    pool.open(WorkerSetup(one.worker, one.to_dict() | {"engines": []}), 2)
    try:
        tasks = [json.dumps(dataclasses.asdict(task)) for task in one.tasks()]
        assert pool.room == 1
        pool.submit(0, tasks[0])
        assert pool.room == 0
        while not begun.exists():
            time.sleep(0.01)
        (victim,) = pool._processes.pids
        os.kill(victim, signal.SIGKILL)
        assert pool.wait() == Loss(0, "it exited with status -9")
        go.touch()
        assert pool.room == 1 and not pool._processes.pids
        pool.submit(0, tasks[0])
        events: Iterator[TaskResult | Loss | None] = iter(pool.wait, object())
        event = next(each for each in events if each is not None)
        assert isinstance(event, TaskResult)
        assert GameResult.from_dict(json.loads(event.text)).moves == Worker(one).play(next(iter(one.tasks()))).moves
    finally:
        pool.close()


def test_waiting_ends_when_woken() -> None:
    pool = LocalPool(1)
    pool.wake()
    assert pool.wait() is None
    pool.close()


@pytest.mark.parametrize("text", ["", "dask", "dask:tcp://host", "dask:http://host:1", "cluster", "dask:tcp://a b:1"])
def test_unknown_pools_are_refused(text: str) -> None:
    with pytest.raises(OptionError, match="expected local or dask:tcp://HOST:PORT"):
        find_pool(text, None, print)
    assert isinstance(find_pool("local", 2, print), LocalPool)


# --- failed games in journals, tables and exports ---------------------------------------------------------------------


def won(index: int) -> GameResult:
    first, second = (0, 1) if index % 2 == 0 else (1, 0)
    return GameResult(index, first, second, "1-0", "score", 0, 10, "", (), (1.0, 2.0), (10, 20), (5, 5), 3.0)


def test_a_failed_game_survives_being_written_down(tmp_path: Path) -> None:
    one = contest()
    journal = ContestJournal(tmp_path / "j", one)
    for each in (won(0), FAILED):
        journal.add(each)
    journal.close()
    content = read_journal(tmp_path / "j")
    assert content.results == {0: won(0), 1: FAILED}
    assert content.skipped == ()


@pytest.mark.parametrize("changes", [{"result": "1-0"}, {"termination": "score"}])
def test_half_failed_games_are_damaged_lines(changes: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="termination"):
        GameResult.from_dict(FAILED.to_dict() | changes)


def test_failed_games_are_not_counted() -> None:
    one = contest()
    standings, without = Standings.of(one, [won(0), FAILED, won(2)]), Standings.of(one, [won(0), won(2)])
    assert (standings.games, standings.failed, standings.done) == (2, 1, 3)
    assert standings.cells == without.cells
    assert standings.summary() == without.summary() | {"failed_games": 1}
    assert standings.faults == 0
    sentence = "1 game failed because its worker process died; it is not counted."
    assert standings.failed_text == sentence
    assert standings.to_text().splitlines()[-1] == sentence
    assert sentence in standings.to_html("Title")
    assert standings.to_csv() == without.to_csv()
    assert without.failed_text == "" and "failed" not in without.to_text() + without.to_html("Title")
    set_language("vi")
    assert standings.failed_text == "1 ván không đấu được vì tiến trình đấu đã chết; ván này không được tính."


def test_the_partner_of_a_failed_game_makes_no_pair() -> None:
    standings = Standings.of(contest(), [won(0), FAILED, won(2), won(3)])
    pairs = standings.between(0, 1).pairs
    assert pairs is not None and sum(pairs.counts) == 1


def test_records_leave_failed_games_out(tmp_path: Path) -> None:
    one = contest(RANDOM, RANDOM, games=2)
    result = Worker(one).play(next(iter(one.tasks())))
    message = write_records(tmp_path / "games.pgn", one, [result, FAILED])
    assert message == "games.pgn: games left out because they failed: 2"
    assert (tmp_path / "games.pgn").read_text().count("[Event ") == 1
    journal = ContestJournal(tmp_path / "j", one)
    journal.add(FAILED)
    journal.close()
    assert export(tmp_path / "j", tmp_path / "none.pgn") == "none.pgn: games left out because they failed: 2"


def test_the_command_line_mentions_failed_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The journal of a match already has a failed game; the others are played."""
    path = tmp_path / "j"
    command = ["match", "--game", "nim", "--first", "greedy", "--second", "random", "--depth", "1", "--games", "2",
               "--journal", str(path), "--jobs", "1"]  # fmt: skip
    assert main([*command, "--json"]) == 0
    capsys.readouterr()
    lines = path.read_text().splitlines()
    failed = GameResult.failed(1, 0, 1, "it exited with status -9").to_dict()
    path.write_text("\n".join([*lines[:2], json.dumps(failed), ""]))
    assert main([*command, "--json"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["games"] == json.loads(output.out)["failed_games"] == 1
    assert "1 game failed because its worker process died" in output.err
    assert main(command) == 0
    assert "Failed games, not counted" in capsys.readouterr().out


def test_the_command_line_refuses_an_unknown_pool(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["match", "--game", "nim", "--first", "greedy", "--second", "random", "--games", "2", "--pool", "far",
              "--journal", str(tmp_path / "j")])  # fmt: skip
    assert capsys.readouterr().err == "'far': expected local or dask:tcp://HOST:PORT\n"
    assert not (tmp_path / "j").exists()


def test_without_distributed_one_sentence_explains_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    pool = find_pool("dask:tcp://127.0.0.1:1", None, print)
    with pytest.raises(KyVienError) as error:
        played(tmp_path / "j", contest(), pool)
    sentence = "a Dask cluster needs the package distributed: pip install 'kyvien[cluster]'"
    assert str(error.value) == sentence
    set_language("vi")
    assert str(error.value) == "cụm Dask cần gói distributed: pip install 'kyvien[cluster]'"
