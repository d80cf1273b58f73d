"""Damaged journals: a bad line costs one game, and nothing but a KyVienError is raised."""

import contextlib
import json
import os
import random
import stat
import threading
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.contests.contest import Contest, Contestant
from engine.contests.export import export
from engine.contests.journal import ContestJournal, read_contest, read_journal
from engine.contests.rating import Sprt
from engine.contests.result import GameResult
from engine.contests.runner import play_contest, record_of
from engine.contests.standings import Standings
from engine.contests.worker import Worker
from engine.core import flushing
from engine.core.errors import KyVienError, OptionError
from engine.jobs.journal import skipped_text
from engine.search.report import Limit
from tests.sources import ROOT

CONTEST = Contest("nim", (Contestant("random", Limit(depth=1)), Contestant("greedy", Limit(depth=1))), games=4)


@cache
def played() -> tuple[bytes, ...]:
    """Return the lines of a complete journal."""
    worker = Worker(CONTEST)
    head = {"kyvien-contest": 1, "digest": CONTEST.digest, "contest": CONTEST.to_dict()}
    lines = (head, *(worker.play(task).to_dict() for task in CONTEST.tasks()))
    return tuple(json.dumps(each).encode() for each in lines)


def lines() -> list[bytes]:
    """Return the lines of a complete journal, to be changed."""
    return [*played()]


def changed(line: bytes, **values: object) -> bytes:
    return json.dumps(json.loads(line) | values).encode()


BAD_LINES = {
    "zeros": b"\0" * 100,
    "cut": b'{"index": 1, "fir',
    "nested": b"[" * 100_000,
    "list": b"[]",
    "infinite": b'{"index": Infinity}',
    "missing": b'{"index": 1}',
    "bytes": b"\xff\xfe",
    "empty": b"",
}
BAD_VALUES: list[dict[str, object]] = [
    {"index": 4}, {"index": -1}, {"index": 10**400}, {"first": 1, "second": 1}, {"first": 1, "second": 0, "index": 0},
    {"second": 2}, {"result": "2-0"}, {"result": []}, {"termination": "bored"}, {"termination": []}, {"plies": -1},
    {"seconds": [float("nan"), 0.0]}, {"seconds": [float("inf"), 0.0]}, {"duration": -1.0}, {"nodes": [10**30, 0]},
    {"moves": ["\ud800"]}, {"fault": "\ud800"}, {"clock": [float("nan")]}, {"late": float("inf")},
]  # fmt: skip


@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=BAD_LINES)
def test_a_bad_line_costs_one_game(bad: bytes, tmp_path: Path) -> None:
    written = lines()
    written[2] = bad
    path = tmp_path / "j"
    path.write_bytes(b"\n".join(written) + b"\n")
    content = read_journal(path)
    assert sorted(content.results) == [0, 2, 3]
    assert content.skipped == (3,)
    assert skipped_text(path, content.skipped) == "j: line 3 is damaged; it was skipped"
    journal = ContestJournal(path, CONTEST)
    assert journal.skipped == (3,)
    assert [result.index for result in play_contest(CONTEST, journal, jobs=1)] == [1]
    journal.close()
    assert sorted(read_journal(path).results) == [0, 1, 2, 3]


@pytest.mark.parametrize("values", BAD_VALUES, ids=repr)
def test_a_value_out_of_range_costs_one_game(values: dict[str, object], tmp_path: Path) -> None:
    written = lines()
    written[2] = changed(written[2], **values)
    path = tmp_path / "j"
    path.write_bytes(b"\n".join(written) + b"\n")
    assert sorted(read_journal(path).results) == [0, 2, 3]


def test_several_bad_lines_are_one_message() -> None:
    assert skipped_text(Path("a/j"), (3, 7)) == "j: 2 lines are damaged, the first is line 3; they were skipped"
    assert skipped_text(Path("a/j"), ()) == ""


@pytest.mark.parametrize(
    "change",
    [
        {"game": {}}, {"game": 5}, {"rules": 5}, {"contestants": {}}, {"contestants": [5, 5]}, {"games": "4"},
        {"games": 1e400}, {"openings": "abc"}, {"openings": [5]}, {"seed": None}, {"adjudication": []}, {"form": []},
        {"adjudication": {"most_plies": "x", "win_score": None, "win_plies": 4}}, {"sprt": {"elo0": "a", "elo1": 5}},
        {"sprt": {"elo0": -1e9, "elo1": 5}}, {"unknown": 1}, {"swap": 3}, {"random_plies": 1.5},
        {"contestants": [{"spec": "random", "limit": {"depth": 1.5}}] * 2},
        {"contestants": [{"spec": "random", "limit": {"depth": 1}, "plugin": 5}] * 2},
        {"contestants": [{"spec": "random", "limit": {"base": [], "increment": 0}}] * 2},
        {"contestants": [{"spec": "random", "limit": {"depth": 1}}] * 2_000, "form": "grid"},
    ],
    ids=lambda change: repr(change)[:60],
)  # fmt: skip
def test_a_contest_that_is_not_one_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    head, *rest = lines()
    contest = json.loads(head)["contest"] | change
    path = tmp_path / "j"
    path.write_bytes(b"\n".join([changed(head, contest=contest), *rest]) + b"\n")
    for read in (read_journal, read_contest):
        with pytest.raises(KyVienError, match="is not the journal of a contest"):
            read(path)


@pytest.mark.parametrize("text", [b"[" * 100_000, b'{"contest": 5}', b"5\n", b"\0" * 10, b"\n", b"null\n"])
def test_a_file_without_a_contest_is_refused(text: bytes, tmp_path: Path) -> None:
    path = tmp_path / "j"
    path.write_bytes(text)
    for read in (read_journal, read_contest, lambda path: ContestJournal(path, CONTEST)):
        with pytest.raises(KyVienError, match="is not the journal of a contest"):
            read(path)
    assert path.read_bytes() == text


@pytest.mark.parametrize("path", ["/dev/full", "/dev/zero", "pipe"])
def test_a_device_or_a_pipe_is_no_journal(path: str, tmp_path: Path) -> None:
    file = tmp_path / path
    if path == "pipe":
        os.mkfifo(file)
    elif not file.exists():
        pytest.skip(f"there is no {path}")
    for read in (read_journal, read_contest, lambda path: ContestJournal(path, CONTEST)):
        with pytest.raises(KyVienError, match="not a regular file"):
            read(file)


def test_a_game_with_illegal_moves_is_left_out_of_the_records(tmp_path: Path) -> None:
    written = lines()
    written[2] = changed(written[2], moves=["z-9"])
    path, output = tmp_path / "j", tmp_path / "games.pgn"
    path.write_bytes(b"\n".join(written) + b"\n")
    assert export(path, output) == "games.pgn: games left out because their moves are not legal: 2"
    assert output.read_text(encoding="utf-8").count("[Game ") == 3


VALUES: list[object] = [
    None, True, -1, 0, 3, 2**63, 10**30, 1.5, -0.0, float("nan"), float("inf"), "", "x", "\ud800", "a" * 10_000, [], {},
    [1], [[[]]], {"a": 1},
]  # fmt: skip


def mutated(value: Any, rng: random.Random) -> Any:
    """Return JSON data with one part replaced, removed or added."""
    if isinstance(value, dict) and value and rng.random() < 0.9:
        key = rng.choice(list(value))
        if rng.random() < 0.1:
            return {name: each for name, each in value.items() if name != key}
        return value | {key: mutated(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.7:
        place = rng.randrange(len(value))
        return [*value[:place], mutated(value[place], rng), *value[place + 1 :]]
    return rng.choice(VALUES)


def read_damaged(path: Path, seed: int, count: int) -> None:
    """Read damaged journals, and make every table and record of those that are not refused."""
    original, rng, read = lines(), random.Random(seed), 0
    for _ in range(count):
        written = list(original)
        place = rng.randrange(len(written))
        if rng.random() < 0.8:
            written[place] = json.dumps(mutated(json.loads(written[place]), rng)).encode()
        else:
            at = rng.randrange(len(written[place]))
            written[place] = written[place][:at] + rng.randbytes(rng.randrange(4)) + written[place][at + 2 :]
        path.write_bytes(b"\n".join(written) + b"\n")
        try:
            content = read_journal(path)
        except KyVienError:
            continue
        contest = content.job
        assert contest is not None
        read += 1
        standings = Standings.of(contest, content.results.values())
        standings.summary()
        for table in (standings.to_text(), standings.to_csv(), standings.to_html("x"), standings.to_latex()):
            table.encode()
        for result in content.results.values():
            with contextlib.suppress(KyVienError):
                record_of(contest, result)
    assert read > count // 2


def test_no_damage_raises_anything_but_a_sentence(tmp_path: Path) -> None:
    read_damaged(tmp_path / "j", 1, 200)


@pytest.mark.slow
def test_no_damage_of_many_raises_anything_but_a_sentence(tmp_path: Path) -> None:
    read_damaged(tmp_path / "j", 2, 20_000)


def test_a_test_of_absurd_differences_is_refused() -> None:
    with pytest.raises(OptionError):
        Sprt(-1e9, 5)


def results() -> list[GameResult]:
    return [GameResult.from_dict(json.loads(line)) for line in played()[1:]]


def test_results_are_flushed_in_a_thread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a power cut, the journal has at least the content of its last flush."""
    monkeypatch.setattr(flushing, "PAUSE_SECONDS", 3600.0)
    path = tmp_path / "contest.jsonl"
    fsync, contents, threads = os.fsync, list[bytes](), list[threading.Thread]()

    def note(descriptor: int) -> None:
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            threads.append(threading.current_thread())
            contents.append(path.read_bytes())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    journal = ContestJournal(path, CONTEST)
    for result in results():
        journal.add(result)
    thread = journal._flusher._thread
    assert thread is not None
    journal.close()
    thread.join(60)
    assert len(contents) <= 2, "at most one flush before the pause, and one at the end"
    assert set(threads) == {thread}
    assert contents[-1] == path.read_bytes()
    path.write_bytes(contents[0])
    kept = read_journal(path)
    assert kept.job == CONTEST
    assert list(kept.results) == list(range(len(kept.results)))


def test_a_full_disk_costs_no_result_before_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "contest.jsonl"
    journal = ContestJournal(path, CONTEST)
    first, second, *_ = results()
    journal.add(first)
    before, file = path.read_bytes(), journal._file

    class Full:
        """A file that takes ten bytes more."""

        def write(self, data: bytes) -> int:
            return file.write(data[:10])

        def __getattr__(self, name: str) -> Any:
            return getattr(file, name)

    monkeypatch.setattr(journal, "_file", Full())
    with pytest.raises(OSError, match="No space left on device"):
        journal.add(second)
    assert path.read_bytes() == before
    monkeypatch.undo()
    journal.add(second)
    journal.close()
    assert list(read_journal(path).results.values()) == [first, second]


def test_a_journal_of_an_earlier_version_is_read_and_continued(tmp_path: Path) -> None:
    """It has a failed game, a damaged line and an incomplete last line, and was written before jobs were general."""
    path = tmp_path / "j"
    written = (ROOT / "tests" / "golden" / "journals" / "contest.jsonl").read_bytes()
    path.write_bytes(written)
    content = read_journal(path)
    assert content.job == read_contest(path) and content.digest == content.job.digest
    assert content.skipped == (4,)
    assert {index: each.result for index, each in content.results.items()} == {0: "1-0", 1: "*", 2: "0-1"}
    assert content.results[1].fault == "exit status -9"
    journal = ContestJournal(path, content.job)
    results = list(play_contest(content.job, journal, jobs=1))
    journal.close()
    assert [each.index for each in results] == [3]
    lines = path.read_bytes().splitlines(keepends=True)
    assert lines[:5] == written.splitlines(keepends=True)[:5] and len(lines) == 6
    fresh = ContestJournal(tmp_path / "fresh", content.job)
    for each in content.results.values():
        fresh.add(each)
    fresh.close()
    assert (tmp_path / "fresh").read_bytes() == b"".join(lines[number] for number in (0, 1, 2, 4)), "the same bytes"
