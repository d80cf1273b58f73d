"""What a pipe guarantees to its callers, and its messages about programs that cannot be started."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.asking import child
from engine.asking.child import start_module, start_program
from engine.asking.external import EngineSpec
from engine.asking.pipe import LONGEST_LINE, Pipe, last_lines, why
from engine.core.language import set_language


def python(code: str, folder: str = "") -> Pipe:
    return EngineSpec("snake", sys.executable, ("-c", code), folder=folder).start()


def lines_of(carrier: Pipe) -> list[bytes]:
    lines = []
    while (line := carrier.receive(10.0)) is not None:
        lines.append(line)
    carrier.close()
    return lines


@pytest.mark.skipif(not Path("/proc").exists(), reason="the state of a process is read from /proc")
def test_a_flood_blocks_the_program_and_not_the_reader(tmp_path: Path) -> None:
    code = f"for n in range(200_000): print(n)\nopen({str(tmp_path / 'written')!r}, 'w')"
    pipe = Pipe(lambda marked: start_program([sys.executable, "-c", code], None, marked), "flood")
    assert pipe.receive(10.0) == b"0\n"
    until = time.monotonic() + 10.0
    while Path(f"/proc/{pipe.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
        assert time.monotonic() < until, "it writes on"
    assert not (tmp_path / "written").exists()
    assert lines_of(pipe) == [b"%d\n" % number for number in range(1, 200_000)]
    assert (tmp_path / "written").exists()


@pytest.mark.skipif(not Path("/proc").exists(), reason="the signals that a process ignores are read from /proc")
def test_a_program_does_not_inherit_that_python_ignores_broken_pipes() -> None:
    carrier = EngineSpec("cat", "/bin/cat", ("/proc/self/status",)).start()
    (ignored,) = (line.split()[1] for line in lines_of(carrier) if line.startswith(b"SigIgn"))
    assert not int(ignored, 16) & 1 << signal.SIGPIPE - 1


def test_a_program_is_started_in_its_folder(tmp_path: Path) -> None:
    assert lines_of(python("import os; print(os.getcwd())", str(tmp_path))) == [os.fsencode(tmp_path) + b"\n"]


@pytest.mark.parametrize("leads", [True, False])
def test_after_the_end_no_process_is_killed(leads: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may have the same identifier by then."""
    pipe = Pipe(lambda marked: start_program([sys.executable, "-c", ""], None, marked), "short", leads=leads)
    pipe.close()
    killed: list[int] = []
    monkeypatch.setattr(os, "killpg", lambda number, _: killed.append(number))
    monkeypatch.setattr(pipe._process, "kill", lambda: killed.append(pipe.pid))
    pipe.kill()
    assert killed == []


@pytest.mark.parametrize("leads", [True, False])
def test_a_kill_wakes_the_thread_that_waits(leads: bool) -> None:
    pipe = Pipe(lambda marked: start_program([sys.executable, "-c", "input()"], None, marked), "silent", leads=leads)
    with pytest.raises(queue.Empty):
        pipe.receive(0.01)
    timer = threading.Timer(0.05, pipe.kill)
    timer.start()
    assert pipe.receive(10.0) is None
    timer.join()
    pipe.close()


def test_each_line_may_go_to_a_function_and_be_of_any_length() -> None:
    code = "import sys; print('x' * 3_000_000); print(input()); print(sys.stdin.read()); sys.exit('it was enough')"
    lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    for longest, parts in (
        (-1, [3_000_001]),
        (LONGEST_LINE, [LONGEST_LINE, LONGEST_LINE, 3_000_001 - 2 * LONGEST_LINE]),
    ):
        pipe = Pipe(
            lambda marked: start_program([sys.executable, "-c", code], None, marked), "long", on_line=lines.put,
            longest=longest,
        )  # fmt: skip
        pipe.send("first")
        pipe.end_input()
        assert [len(lines.get(timeout=10.0) or b"") for _ in parts] == parts
        assert [lines.get(timeout=10.0) for _ in range(3)] == [b"first\n", b"\n", None]
        assert pipe.last_output() == "it was enough"
        pipe.close()


@pytest.mark.parametrize(
    "start", [lambda: start_program(["engine"]), lambda: start_module("engine.cli.main")], ids=["program", "module"]
)
def test_no_console_opens_on_windows(start: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    flags: list[int] = []

    def popen(*_: object, creationflags: int = 0, **__: Any) -> None:
        flags.append(creationflags)

    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 1 << 27, raising=False)
    monkeypatch.setattr(child.subprocess, "Popen", popen)
    start()
    assert flags == [1 << 27]


@pytest.mark.parametrize(
    ("language", "text"), [("en", "this file is not a program"), ("vi", "tệp này không phải chương trình")]
)
def test_the_message_of_the_system_is_in_plain_words(language: str, text: str) -> None:
    set_language(language)
    assert why("Exec format error") == text
    assert why("Device or resource busy") == "Device or resource busy"


def test_the_reason_of_a_program_without_an_error_message() -> None:
    assert last_lines(b"", 3, 1) == "it exited with status 3"
    assert last_lines(b"", None, 1) == "it closed its output but still runs"
    assert last_lines(b"one\n\ntwo\n", None, 1) == "two"
