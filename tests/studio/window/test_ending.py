"""The program exits at once, whatever it is doing, and keeps on SIGTERM what it keeps on Quit."""

import ast
import contextlib
import faulthandler
import json
import os
import re
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSettings, QTimer

from tests.engine.conftest import few

ROOT = Path(__file__).parents[3]
LIMIT = 200
"""Seconds after which a program that does not exit is ended, and its test fails."""
NEVER = 600
"""Seconds that work takes that cannot be stopped. A program that waits for it fails the test by its time limit."""

PROGRAM = """
import sys
from tests.studio.window.test_ending import program
program(sys.argv[1], sys.argv[2])
"""

SILENT = """
import os, sys, time
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
time.sleep(600)
"""

LEAVING = """
import os, signal
if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
""" + SILENT.replace("import os, sys, time", "import sys, time")
"""An engine that does not end, and leaves a process in a separate session that does not end, either."""

Working = Callable[[], bool]


def program(kind: str, folder: str) -> None:
    """Run the studio, begin the work ``kind`` in it, write a line when it runs, and close all windows."""
    from studio import __main__, app

    class Window(app.MainWindow):
        """A window that begins the work a while after it was shown."""

        def warm_up(self) -> None:
            super().warm_up()
            QTimer.singleShot(0, self, self.begin_work)

        def begin_work(self) -> None:
            try:
                self.works = WORK[kind](self, Path(folder))
            except Exception:  # noqa: BLE001 - else the studio shows it, and runs on
                traceback.print_exc()
                os._exit(3)
            self.wait = QTimer(self, interval=10)
            self.wait.timeout.connect(self.look)
            self.wait.start()

        def look(self) -> None:
            if self.works():
                self.wait.stop()
                sys.stdout.write("closing\n")
                sys.stdout.flush()
                if kind != "a signal":
                    self.actions_table["quit"].trigger()

    faulthandler.dump_traceback_later(LIMIT, exit=True)
    app.MainWindow = Window  # type: ignore[misc]
    sys.exit(app.run(__main__.parser().parse_args([]), 0.0))


# --- work -------------------------------------------------------------------------------------------------------------


def _chess(window: Any, moves: int = 0) -> None:
    from engine.core.game import find_game

    window.document.new(find_game("chess")())
    while len(window.document.tree.nodes) <= moves:
        window.document.play(window.document.position.legal_moves()[-1])


def _fifo(folder: Path) -> Path:
    """Return a pipe to which no program writes, so that reading it blocks as on a network drive that is gone."""
    path = folder / "pipe.pgn"
    os.mkfifo(path)
    return path


def _blocked() -> Working:
    """Return whether a thread had the time to open the pipe, in which it is blocked and cannot be stopped."""
    started = time.monotonic()
    return lambda: time.monotonic() - started > 0.2


def a_search(window: Any, folder: Path) -> Working:
    window.show_workspace("analyse")
    window.analysis.start()
    return lambda: window.session.is_busy


def every_algorithm(window: Any, folder: Path) -> Working:
    from engine.core.evaluation import evaluations
    from engine.search.query import Query
    from engine.search.report import Limit
    from engine.search.search import algorithms
    from engine.search.spec import Spec

    _chess(window)
    window.session.most_running = 100
    evaluation = next(iter(evaluations("chess")))
    limit = Limit(seconds=NEVER)
    queries = [Query(window.document.position, Spec.parse(name), evaluation, limit) for name in algorithms()]
    numbers = window.session.start(queries)
    return lambda: all(window.session.is_running(each) or window.session.query(each) is None for each in numbers)


def _external(window: Any, folder: Path, spec: Any) -> Working:
    from engine.search.query import Query
    from engine.search.report import Limit

    _chess(window)
    window.session.start([Query(window.document.position, spec, "", Limit(seconds=NEVER))])
    return (folder / "pids").exists


def an_external_engine(window: Any, folder: Path) -> Working:
    from engine.asking.external import EngineSpec

    arguments = ("-c", SILENT, str(folder / "pids"))
    return _external(window, folder, EngineSpec("silent", sys.executable, arguments, "uci"))


def an_engine_that_leaves_a_process(window: Any, folder: Path) -> Working:
    from engine.asking.external import EngineSpec

    pids = folder / "pids"
    _external(window, folder, EngineSpec("leaving", sys.executable, ("-c", LEAVING, str(pids)), "uci"))
    return lambda: pids.exists() and len(pids.read_text(encoding="utf-8").splitlines()) == 2


def a_plugin(window: Any, folder: Path) -> Working:
    from engine.asking.plugin import PluginSpec

    path = folder / "plugin.py"
    path.write_text(SILENT.replace("sys.argv[1]", repr(str(folder / "pids"))), encoding="utf-8")
    return _external(window, folder, PluginSpec(path, "mine", "Mine"))


def a_task_that_never_ends(window: Any, folder: Path) -> Working:
    number = window.session.run(lambda stop, on_start: time.sleep(NEVER), "sleeper")
    return lambda: bool(window.session.is_running(number))


def reading_a_tree(window: Any, folder: Path) -> Working:
    """A chain of 400,000 nodes without the columns that are computed when it is read."""
    import struct
    import zlib

    count, path = 400_000, folder / "large.kvtree"
    columns = {"parent": ("i4", 4), "move": ("i1", 1), "value": ("i1", 1), "reason": ("u1", 1)}
    blocks = {name: bytes(size * count) for name, (_, size) in columns.items()}
    blocks["parent"] = struct.pack("<i", -1) + blocks["parent"][4:]
    packed = {name: zlib.compress(block) for name, block in blocks.items()}
    listed = [{"name": name, "type": kind, "size": len(packed[name])} for name, (kind, _) in columns.items()]
    head = json.dumps({"count": count, "facts": {}, "columns": listed}).encode()
    path.write_bytes(b"KVTREE1\n" + struct.pack("<I", len(head)) + head + b"".join(packed.values()))
    window.filing.open(path)
    return lambda: bool(window.session.is_busy)


def recording_a_tree(window: Any, folder: Path) -> Working:
    from engine.core.evaluation import evaluations
    from engine.search.query import Query
    from engine.search.report import Limit
    from engine.search.spec import Spec

    _chess(window)
    evaluation = next(iter(evaluations("chess")))
    query = Query(window.document.position, Spec.parse("minimax"), evaluation, Limit(depth=8))
    window.show_tree(query, None, 0)
    return lambda: bool(window.tree.recorder.depth)


def writing_to_a_blocked_file(window: Any, folder: Path) -> Working:
    """As the export of a tree on a drive that is gone."""
    from engine.core.files import write_text

    path = _fifo(folder)
    window.session.run(lambda stop, on_start: write_text(path, "text"), path.name)
    return _blocked()


def a_review(window: Any, folder: Path) -> Working:
    _chess(window, 30)
    window.workspaces.run("review")
    return lambda: bool(window.session.is_busy)


def a_whole_game(window: Any, folder: Path) -> Working:
    _chess(window, 30)
    window.analysis_commands.analyse_game()
    return lambda: bool(window.session.is_busy)


def a_comparison(window: Any, folder: Path) -> Working:
    _chess(window, 4)
    window.show_workspace("compare")
    window.compare.run()
    return lambda: bool(window.session.is_busy)


def measuring(window: Any, folder: Path) -> Working:
    from engine.core.evaluation import evaluations
    from engine.search.query import Query
    from engine.search.report import Limit
    from engine.search.spec import Spec
    from studio.compare.measuring import LeafCounting

    _chess(window)
    evaluation = next(iter(evaluations("chess")))
    query = Query(window.document.position, Spec.parse("minimax"), evaluation, Limit(depth=9))
    window.compare.measuring.start([], LeafCounting(query, 9, all_leaves=True))
    return lambda: bool(window.compare.measuring.is_running)


def detecting_an_engine(window: Any, folder: Path) -> Working:
    from studio.analysis.engines import Asked, EngineReader

    reader = EngineReader(window)
    reader.start(Asked(sys.executable, ("-c", SILENT, str(folder / "pids"))))
    return (folder / "pids").exists


def reading_a_plugin(window: Any, folder: Path) -> Working:
    from studio.analysis.plugin_reader import PluginReader

    path = folder / "plugin.py"
    path.write_text(SILENT.replace("sys.argv[1]", repr(str(folder / "pids"))), encoding="utf-8")
    reader = PluginReader(window)
    reader.start(path)
    return (folder / "pids").exists


def listing_games(window: Any, folder: Path) -> Working:
    path = folder / "many.pgn"
    path.write_text('[White "a"]\n\n1. e4 e5 *\n\n' * 50_000, encoding="utf-8")
    window.filing.open(path)
    return lambda: window.filing.chooser is not None and window.filing.chooser.collection is not None


def listing_a_blocked_file(window: Any, folder: Path) -> Working:
    window.filing._list(_fifo(folder), None)
    return _blocked()


def looking_for_a_position(window: Any, folder: Path) -> Working:
    from engine.records.collection import digest_of
    from studio.document.reading import PositionSearch

    _chess(window, 3)
    path = folder / "many.pgn"
    path.write_text('[Game "chess"]\n\n1. e4 e5 *\n\n' * 20_000, encoding="utf-8")
    search, steps = PositionSearch(window), list[int]()
    search.progressed.connect(steps.append)
    search.start(path, digest_of(path.read_bytes()), window.document.position, range(20_000))
    return lambda: bool(steps)


def _contest() -> Any:
    from engine.contests.contest import Contest, Contestant
    from engine.search.report import Limit

    players = tuple(Contestant(name, Limit(seconds=NEVER)) for name in ("minimax", "alphabeta"))
    return Contest("chess", players, "round_robin", games=20)


def a_contest(window: Any, folder: Path) -> Working:
    runner = window.match.runner
    runner.start(_contest(), folder / "contest.jsonl", 2)
    loaded = list[object]()
    runner.loaded.connect(lambda *_: loaded.append(True))
    return lambda: bool(loaded)


def exporting_a_contest(window: Any, folder: Path) -> Working:
    from studio.contests.runner import RecordExport

    path = folder / "contest.jsonl"
    os.mkfifo(path)
    RecordExport(window).start(path, folder / "games.pgn")
    return _blocked()


def counting_the_score(window: Any, folder: Path) -> Working:
    """A proposal that takes long and cannot be stopped, as on a large board."""
    from engine.core.game import find_game

    class Slow(find_game("go")):  # type: ignore[misc]
        """Go with a slow proposal."""

        def propose_dead(self, position: Any) -> frozenset[int]:
            time.sleep(NEVER)
            return frozenset()

    game = Slow()
    window.page.counting.begin(game, game.start())
    return lambda: bool(window.page.counting.is_proposing)


def what_a_network_learnt(window: Any, folder: Path) -> Working:
    """The maps of the pieces of the network that is shipped."""
    from engine.core.evaluation import NETWORK

    window.analysis.choice.set_evaluation(NETWORK)
    dialog = window.terms.show_learnt()
    return lambda: not dialog.columns


def an_animated_picture(window: Any, folder: Path) -> Working:
    _chess(window, 60)
    window.exporting.start_animation(folder / "game.png")
    return lambda: window.exporting.progress is not None


def a_signal(window: Any, folder: Path) -> Working:
    """Not work, but what a session keeps: the cursor, rows, budget and size of the window."""
    from studio.settings import Settings

    assert isinstance(window.settings, Settings)
    path = folder / "game.pgn"
    path.write_text("1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n", encoding="utf-8")
    window.filing.open(path)
    window.show_workspace("analyse")
    window.document.go(3)
    window.session.choice.set_specs(window.session.choice.specs[:2])
    window.resize(1000, 700)
    states = list[bytes]()

    def is_laid_out() -> bool:
        states.append(window.saveState().data())
        return window.graph is not None and len(states) > 100 and len(set(states[-50:])) == 1

    return is_laid_out


a_quit = a_signal

WORK: dict[str, Callable[[Any, Path], Working]] = {
    each.__name__.replace("_", " "): each
    for each in (
        a_search, every_algorithm, an_external_engine, an_engine_that_leaves_a_process, a_plugin,
        a_task_that_never_ends, reading_a_tree, recording_a_tree, writing_to_a_blocked_file, a_review, a_whole_game,
        a_comparison, measuring, detecting_an_engine, reading_a_plugin, listing_games, listing_a_blocked_file,
        looking_for_a_position, a_contest, exporting_a_contest, counting_the_score, what_a_network_learnt,
        an_animated_picture,
    )
}  # fmt: skip
KINDS = list(WORK)
WORK |= {"a signal": a_signal, "a quit": a_quit}

THREADS = {
    "SessionThread": "a task that never ends",
    "SearchThread": "every algorithm",
    "TaskThread": "a task that never ends",
    "_ReadingThread": "listing a blocked file",
    "_SearchingThread": "looking for a position",
    "_CountThread": "counting the score",
    "_Thread": "measuring",
    "_Maps": "what a network learnt",
    "_PluginThread": "reading a plugin",
    "_DetectionThread": "detecting an engine",
    "_ContestThread": "a contest",
    "_Export": "exporting a contest",
}
"""The classes of threads of the studio, and the work in ``WORK`` for which each of them is started: what is quick."""


# --- tests ------------------------------------------------------------------------------------------------------------


def _start(kind: str, folder: Path, home: Path) -> "subprocess.Popen[str]":
    """Start the program, and wait for the line ``closing``."""
    environment = {"KYVIEN_STATE": str(home / "state"), "KYVIEN_CONFIG": str(home / "config")}
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, kind, str(folder)],
        cwd=ROOT, env=os.environ | environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line == "closing\n", process.communicate(timeout=60)[1]
    return process


def _end(process: "subprocess.Popen[str]") -> float:
    """Wait for the end of the program, check it, and return the seconds it took."""
    began = time.monotonic()
    try:
        _, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        process.kill()
        raise
    seconds = time.monotonic() - began
    assert process.returncode == 0, errors
    noise = "This plugin does not support (propagateSizeHints|raise|grabbing the keyboard)"
    assert [line for line in errors.splitlines() if not re.search(noise, line)] == []
    return seconds


@pytest.mark.skipif(sys.platform == "win32", reason="uses pipes with names")
@pytest.mark.parametrize("kind", few(KINDS, THREADS.values()))
def test_the_program_exits_while_it_works(kind: str, tmp_path: Path, record_property: Callable[..., None]) -> None:
    seconds = _end(_start(kind, tmp_path, tmp_path))
    record_property("figure", f"exit during {kind}: {seconds:.2f} s")
    pids = tmp_path / "pids"
    for pid in map(int, pids.read_text(encoding="utf-8").split()) if pids.exists() else ():
        # A process that was killed takes a moment to end, and to be collected by the first process of the system.
        until = time.monotonic() + 5
        with contextlib.suppress(ProcessLookupError):
            while time.monotonic() < until:
                os.kill(pid, 0)
                time.sleep(0.01)
            pytest.fail(f"{kind}: a process was left")


def test_every_kind_of_thread_has_its_work() -> None:
    names = set()
    for path in (ROOT / "studio").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                bases = {ast.unparse(base) for base in node.bases}
                if bases & {"Thread", "SessionThread"}:
                    names.add(node.name)
    assert names <= set(THREADS)
    assert all(work in WORK for name, work in THREADS.items() if name in names)


@pytest.mark.skipif(sys.platform == "win32", reason="no program receives SIGTERM there")
@pytest.mark.parametrize("sent", few((signal.SIGTERM, signal.SIGINT), (signal.SIGTERM,)))
def test_a_signal_keeps_what_quit_keeps(
    sent: signal.Signals, tmp_path: Path, record_property: Callable[..., None]
) -> None:
    kept = []
    for number in (None, sent):
        home = tmp_path / str(number)
        process = _start("a signal" if number else "a quit", tmp_path, home)
        if number:
            process.send_signal(number)
        seconds = _end(process)
        store = QSettings(str(home / "config" / "kyvien.ini"), QSettings.Format.IniFormat)
        kept.append({name: store.value(name) for name in store.allKeys()})
        record_property("figure", f"exit on {number.name if number else 'Quit'}: {seconds:.2f} s")
    assert kept[0] == kept[1]
    session = json.loads(str(kept[0]["session"]))
    assert session == {"path": str(tmp_path / "game.pgn"), "index": 0, "cursor": 3, "running": False}
    assert {"analysis/analyse", "window/geometry"} <= set(kept[0])


def test_no_timer_waits_for_signals() -> None:
    """Only the collector of garbage has a timer that runs while nothing happens."""
    code = """
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication
from studio.window.ending import EndingSignals
application = QApplication([])
watcher = EndingSignals(application.quit, application)
assert application.findChildren(QTimer) == []
import signal
signal.raise_signal(signal.SIGTERM)
assert application.exec() == 0
watcher.stop()
assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
