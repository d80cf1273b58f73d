"""What engines and plugins leave behind is found by its marker and killed, and nothing else is."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from engine.asking.marker import VARIABLE, Marker
from engine.asking.plugin import PluginSpec
from engine.asking.query import answer
from engine.contests.contest import Contest, Contestant
from engine.contests.journal import ContestJournal
from engine.contests.runner import play_contest
from engine.core.game import find_game
from engine.search.query import Query
from engine.search.report import Limit, last_report
from tests.engine.asking.carrying import BAD, ROOT, assert_nothing_left

pytestmark = [
    pytest.mark.unsanitized,
    pytest.mark.skipif(sys.platform != "linux", reason="markers are read from /proc"),
]

SLEEP = [sys.executable, "-S", "-c", "print(flush=True); import time; time.sleep(600)"]

Started = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def started() -> Iterator[Started]:
    """A function that starts a process in a separate session, which is killed after the test."""
    processes = []

    def start(environment: Mapping[str, str], *words: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [*SLEEP, *words], env={**os.environ, **environment}, stdout=subprocess.PIPE, start_new_session=True
        )
        processes.append(process)
        assert process.stdout and process.stdout.readline()  # now it has its own environment
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def test_no_process_without_the_marker_is_killed(started: Started) -> None:
    marker = Marker()
    ((name, value),) = marker.environment.items()
    program, word = value.split()
    marked = [started({name: value}), started({name: f"{value} program word"}), started({name: f"{word}  x"})]
    others = [
        started({}),
        started(Marker().environment),
        started({name: f"{program} {word}0"}),
        started({name: value[:-1]}),
        started({"OTHER": value, f"{name}S": value}, value, f"{name}={value}"),
    ]
    marker.kill()
    assert [each.wait(5) for each in marked] == [-9] * 3
    time.sleep(0.1)
    assert [each.poll() for each in others] == [None] * 5


def test_a_process_that_has_a_marker_can_kill_others_with_it(started: Started) -> None:
    """It does not kill itself."""
    environment = Marker().environment
    marked = started(environment)
    code = "from engine.asking.marker import kill_own; kill_own(); print('lives')"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=os.environ | environment, capture_output=True, check=True
    )
    assert done.stdout == b"lives\n"
    assert marked.wait(5) == -9


PROGRAM = """
import os, subprocess, sys
from engine.asking.external import EngineSpec
carrier = EngineSpec("bad", sys.executable, (sys.argv[1], sys.argv[2], sys.argv[3])).start()
carrier.send("go")
null = subprocess.DEVNULL
browser = subprocess.Popen(["sleep", "600"], start_new_session=True, stdout=null, stderr=null)
if sys.argv[2] == "daemon":
    assert carrier.receive(10.0) == b"bestmove b1\\n"
if os.fork() == 0:
    sys.exit()
os.wait()
alive = os.path.exists(f"/proc/{carrier._process.pid}/fd/0")
print(browser.pid, alive, flush=True)
if sys.argv[4] == "exception":
    raise RuntimeError("end")
"""


@pytest.mark.parametrize("end", ["exit", "exception"])
@pytest.mark.parametrize("way", ["hangs", "daemon"])
def test_a_program_that_exits_leaves_nothing_of_its_engines(way: str, end: str) -> None:
    """The engine was not closed. Other processes of the program live on, and a fork of the program kills nothing."""
    mark = f"mark-{os.getpid()}-{time.monotonic_ns()}"
    command = [sys.executable, "-c", PROGRAM, str(BAD), way, mark, end]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == (end == "exception"), done.stderr
    browser, alive = done.stdout.split()
    assert alive == "True"
    assert_nothing_left(mark)
    os.kill(int(browser), 9)  # raises an exception if it has ended


PLUGIN = """
import os, signal, time
class Mine:
    def choose(self, position):
        reader, writer = os.pipe()
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            with open({folder!r} + "/pids", "a") as file:
                file.write(str(os.getpid()) + "\\n")
            os.close(writer)
            time.sleep(600)
        os.close(writer)
        os.read(reader, 1)
        {then}
        return position.legal_moves()[0]
"""


def plugin(folder: Path, then: str = "") -> PluginSpec:
    """Return a plugin that leaves a process and writes its identifier to ``pids``."""
    path = folder / "mine.py"
    path.write_text(PLUGIN.format(folder=str(folder), then=then), encoding="utf-8")
    return PluginSpec(path, "mine", "Mine")


def assert_all_ended(folder: Path) -> None:
    """Check that the processes of a plugin ended."""
    pids = (folder / "pids").read_text(encoding="utf-8").split()
    assert pids
    until = time.monotonic() + 5
    while any(_runs(pid) for pid in pids):
        assert time.monotonic() < until
        time.sleep(0.01)


def _runs(pid: str) -> bool:
    try:
        return bool(Path(f"/proc/{pid}/cmdline").read_bytes())  # empty in a zombie
    except OSError:
        return False


def test_a_plugin_leaves_nothing(tmp_path: Path) -> None:
    start = find_game("nim")().start()
    report = last_report(answer(Query(start, plugin(tmp_path), "", Limit(depth=1))))
    assert report is not None and report.final
    assert_all_ended(tmp_path)


ANALYSIS = """
from engine.asking.plugin import PluginSpec
from engine.asking.query import *
from engine.search.report import Limit
from engine.core.game import find_game
spec = PluginSpec(path, "mine", "Mine")
list(answer(Query(find_game("nim")().start(), spec, "", Limit(depth=1))))
"""
CONTEST = """
from engine.contests.contest import *
from engine.contests.journal import ContestJournal
from engine.contests.runner import play_contest
from engine.search.report import Limit
players = (Contestant("mine", Limit(depth=1), plugin=str(path)), Contestant("random", Limit(depth=1)))
one = Contest(game="nim", contestants=players, games=2)
list(play_contest(one, ContestJournal(path.with_name("j"), one), 1))
"""


@pytest.mark.parametrize("code", [ANALYSIS, CONTEST], ids=["analysis", "contest"])
def test_plugins_leave_nothing_if_the_program_is_killed(code: str, tmp_path: Path) -> None:
    spec = plugin(tmp_path, "time.sleep(600)")
    command = [sys.executable, "-c", f"import sys, pathlib\npath = pathlib.Path(sys.argv[1])\n{code}", str(spec.path)]
    program = subprocess.Popen(command, cwd=ROOT)
    until = time.monotonic() + 60
    while not (tmp_path / "pids").exists() or not (tmp_path / "pids").read_text(encoding="utf-8").endswith("\n"):
        assert time.monotonic() < until
        time.sleep(0.01)
    program.kill()
    program.wait()
    assert_all_ended(tmp_path)


def test_a_contest_leaves_nothing_of_its_plugins(tmp_path: Path) -> None:
    players = (
        Contestant("mine", Limit(depth=1), plugin=str(plugin(tmp_path).path)),
        Contestant("random", Limit(depth=1)),
    )
    contest = Contest(game="nim", contestants=players, games=2)
    journal = ContestJournal(tmp_path / "j", contest)
    assert [each.fault for each in play_contest(contest, journal, 1)] == ["", ""]
    journal.close()
    assert_all_ended(tmp_path)


def test_the_markers_of_a_child_contain_those_of_its_parent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "outer inner")
    first, second = (Marker().environment[VARIABLE].split() for _ in range(2))
    assert first[:2] == second[:2] == ["outer", "inner"]
    assert first[2] == second[2] and first[3] != second[3] and len(first) == 4
