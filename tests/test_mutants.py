"""Every bug planted from the lists in ``tests/mutants`` makes a test fail.

Marked ``mutants`` and left out by default, because it takes some ten minutes, and longer where a bug survives. Run it
with ``pytest -m mutants tests/test_mutants.py`` or ``.ci/run mutants``. The environment variable ``KYVIEN_MUTANTS``,
ids or areas separated by commas, restricts it.

Two bugs at a time are planted, each in its own copy of the tree. The copy is compiled again if the bug is in a compiled
module. The tests listed with the bug are run there first, then those of its folder, then those that depend on it. A bug
is killed by a test that fails with it, also when run by itself, and passes where no bug is planted.
"""

import concurrent.futures
import contextlib
import importlib.machinery
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from importlib.util import cache_from_source
from pathlib import Path
from queue import SimpleQueue

import pytest

import engine

ROOT = Path(__file__).parent.parent
LISTS = sorted((ROOT / "tests" / "mutants").glob("*.toml"))
CHOICE = "KYVIEN_MUTANTS"

COPIES = 2
TIMEOUT_SECONDS = 900
"""For one run of pytest; the longest takes some 150 seconds on an idle machine."""

NOT_COPIED = (".git", ".venv", "build", "dist", "__pycache__", ".*_cache", ".hypothesis", ".benchmarks", "*.egg-info")

DEPENDENT = {
    "engine/games": ("tests/engine/evaluation", "tests/engine/search", "tests/engine/records", "tests/engine/cli"),
    "engine/search": (
        "tests/engine/games",
        "tests/engine/analysis",
        "tests/engine/asking",
        "tests/engine/cli",
        "tests/engine/contests",
    ),
    "engine/evaluation": ("tests/engine/search", "tests/engine/games", "tests/studio/analysis/test_terms.py"),
    "engine/records": ("tests/engine/contests", "tests/engine/cli", "tests/studio/document", "tests/studio/window"),
    "engine/protocols": ("tests/engine/asking", "tests/engine/analysis", "tests/engine/cli", "tests/engine/contests"),
    "engine/asking": ("tests/engine/analysis", "tests/engine/cli", "tests/engine/contests", "tests/studio/analysis"),
    "engine/analysis": ("tests/engine/protocols", "tests/engine/cli", "tests/engine/contests", "tests/studio/analysis"),
    "engine/contests": ("tests/engine/cli", "tests/studio/contests"),
    "engine/picture": ("tests/engine/page", "tests/engine/cli", "tests/studio/board", "tests/studio/compare"),
    "resources/page": ("tests/engine/page", "tests/engine/searchtree", "tests/engine/teach"),
    "engine": ("tests/engine",),
    "studio": ("tests/studio",),
    "resources": ("tests/engine", "tests/studio"),
}
"""For the files of a folder: tests to run after those of the folder. The first that matches counts."""


@dataclass(frozen=True)
class Mutant:
    """A bug to plant: one place of one file.

    Attributes:
        id: identifier, unique in all lists.
        area: part of the program, for choosing.
        file: path below the root.
        old: text to be replaced; the file has it once.
        new: text that replaces it.
        bug: what a user would see of it.
        tests: the test known to notice the bug, by node id without parameters, or files or folders; run first.
        equivalent: proof that no test can notice the change; empty for a bug.
    """

    id: str
    area: str
    file: str
    old: str
    new: str
    bug: str
    tests: tuple[str, ...] = ()
    equivalent: str = ""

    @property
    def is_compiled(self) -> bool:
        """Whether the file is that of a compiled module, or a header that one includes."""
        return self.file.endswith(".h") or (ROOT / self.file).with_suffix(".pxd").exists()

    def stages(self) -> list[tuple[str, ...]]:
        """Tests to run one set after the other, until one fails."""
        mirror = Path("tests", self.file).parent
        while not (ROOT / mirror).exists():
            mirror = mirror.parent
        dependent = next(tests for folder, tests in DEPENDENT.items() if self.file.startswith(f"{folder}/"))
        own = (mirror.as_posix(),) if mirror != Path("tests") else ()
        return [stage for stage in (self.tests, own, dependent) if stage]


def read_lists() -> list[Mutant]:
    """All mutants; those that need no compiler first, as they are the quickest."""
    found: dict[str, Mutant] = {}
    for path in LISTS:
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]:
            mutant = Mutant(**{**entry, "tests": tuple(entry["tests"])})
            assert mutant.id not in found, f"two mutants {mutant.id}"
            found[mutant.id] = mutant
    return sorted(found.values(), key=lambda each: (each.is_compiled, each.file if each.is_compiled else ""))


def chosen() -> list[Mutant]:
    """The mutants that the environment variable names by id or area, or all."""
    mutants = read_lists()
    wanted = {each.strip() for each in os.environ.get(CHOICE, "").split(",") if each.strip()}
    unknown = wanted - {name for each in mutants for name in (each.id, each.area)}
    if unknown:
        raise pytest.UsageError(f"{CHOICE}: neither id nor area of a mutant: {', '.join(sorted(unknown))}")
    return [each for each in mutants if not wanted or wanted & {each.id, each.area}]


class Verdict(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    TIMEOUT = "killed by the timeout"
    EQUIVALENT = "equivalent"
    SURVIVED = "SURVIVED"
    FAULT = "FAULT"

    @property
    def is_good(self) -> bool:
        """Whether the job may pass with it."""
        return self not in (Verdict.SURVIVED, Verdict.FAULT)


@dataclass(frozen=True)
class Result:
    """A verdict, the test that killed the mutant or what else there is to print, and the time it took."""

    mutant: Mutant
    verdict: Verdict
    detail: str = ""
    seconds: float = 0.0
    output: str = ""

    def __str__(self) -> str:
        """A row of the table."""
        killed = self.verdict is Verdict.KILLED
        return f"{self.mutant.id:14} {self.seconds:5.0f} s  {'' if killed else f'{self.verdict.value}: '}{self.detail}"


class FaultError(Exception):
    """A mutant that cannot be judged; the message is for the table."""

    def __init__(self, detail: str, output: str = "") -> None:
        super().__init__(detail)
        self.output = output


class Copy:
    """A copy of the tree, machine code included, in which one bug at a time is planted.

    Args:
        folder: where to make it.
        stopping: set when no more programs should be started.
        source: the tree to copy.
    """

    def __init__(self, folder: Path, stopping: threading.Event, source: Path) -> None:
        self.tree = folder / "tree"
        self._scratch = folder / "scratch"
        self._machine_code = folder / "machine_code"
        self._stopping = stopping
        self._running: subprocess.Popen[str] | None = None
        # CI: hypothesis draws the same examples in each run.
        self._environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("KYVIEN_", "PYTEST_")) and name != "PYTHONPATH"
        } | {"QT_QPA_PLATFORM": "offscreen", "CI": "1", "PYTHONPATH": str(self.tree)}
        shutil.copytree(source, self.tree, ignore=shutil.ignore_patterns(*NOT_COPIED), symlinks=True)
        for path in self._extensions(self.tree):
            target = self._machine_code / path.relative_to(self.tree)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)

    @staticmethod
    def _extensions(folder: Path) -> list[Path]:
        suffixes = tuple(importlib.machinery.EXTENSION_SUFFIXES)
        return [path for path in folder.rglob("*") if path.name.endswith(suffixes)]

    @contextlib.contextmanager
    def planted(self, mutant: Mutant) -> Iterator[None]:
        """Plant a bug and compile it; take it out at the end.

        Raises:
            FaultError: if that is not possible.
        """
        path = self.tree / mutant.file
        if not path.exists():
            raise FaultError(f"{mutant.file} does not exist")
        original = path.read_bytes()
        places = original.count(mutant.old.encode())
        if places != 1 or mutant.new == mutant.old:
            raise FaultError(f"does not apply: {mutant.file} has the old text {places} times")
        try:
            self._write(path, original.replace(mutant.old.encode(), mutant.new.encode()))
            if mutant.is_compiled:
                self.compile()
            yield
        finally:
            self._write(path, original)
            if mutant.is_compiled:
                for each in self._extensions(self.tree):
                    each.unlink()
                shutil.copytree(self._machine_code, self.tree, dirs_exist_ok=True)

    def compile(self) -> None:
        """Compile the modules that are not up to date.

        Raises:
            FaultError: if that fails.
        """
        status, output = self._run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"])
        if status != 0:
            raise FaultError(f"does not compile: exit status {status}", output)

    @staticmethod
    def _write(path: Path, content: bytes) -> None:
        # Two versions of one size and one second would share their byte code.
        path.write_bytes(content)
        Path(cache_from_source(str(path))).unlink(missing_ok=True)

    def test(self, tests: Sequence[str], without: Sequence[str] = ()) -> tuple[int | None, str, str]:
        """Run tests up to the first that fails.

        Args:
            tests: files, folders or node ids.
            without: some of them that are left out.

        Returns:
            the exit status of pytest, None after a timeout; the test that failed, if any; the output.
        """
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir()
        status, output = self._run(
            [
                sys.executable, "-m", "pytest", "-x", "-q", "-p", "tests.mutants.leave",
                f"--basetemp={self._scratch / 'temp'}", "-o", f"cache_dir={self._scratch / 'cache'}",
                *(f"--deselect={each}" for each in without), *tests,
            ]
        )  # fmt: skip
        failed = self._scratch / "cache" / "v" / "cache" / "lastfailed"
        names = list(json.loads(failed.read_text(encoding="utf-8"))) if failed.exists() else []
        return status, names[0] if names else "", output

    def _run(self, command: Sequence[str]) -> tuple[int | None, str]:
        """The exit status of a program, None after the timeout, and its output; whatever it started ends with it."""
        if self._stopping.is_set():
            raise FaultError("not run")
        with (self.tree.parent / "output").open("w+", encoding="utf-8", errors="replace") as file:
            process = subprocess.Popen(
                command, cwd=self.tree, env=self._environment, stdin=subprocess.DEVNULL, stdout=file,
                stderr=subprocess.STDOUT, start_new_session=True, text=True,
            )  # fmt: skip
            self._running = process
            status: int | None = None
            try:
                if not self._stopping.is_set():
                    status = process.wait(TIMEOUT_SECONDS)
            except subprocess.TimeoutExpired:
                pass
            finally:
                self.kill()
                process.wait()
                self._running = None
            if self._stopping.is_set():
                raise FaultError("not run")
            file.seek(0)
            return status, file.read()[-20_000:]

    def kill(self) -> None:
        """End the program that is running here, and what it started. From any thread."""
        process = self._running
        if process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)


class Job:
    """All judgements: made in threads, one for each copy of the tree, and printed as a table at the end.

    Args:
        folder: where the copies are made.
        mutants: what is judged, in this order.
    """

    def __init__(self, folder: Path, mutants: Sequence[Mutant]) -> None:
        self._stopping = threading.Event()
        self._without_bugs = Copy(folder / "clean", self._stopping, ROOT)
        if any(each.is_compiled and not each.equivalent for each in mutants):
            # Once: pip compiles in another way, and the machine code of an installation would not count as up to date.
            self._without_bugs.compile()
        self._passes: dict[str, bool] = {}
        self._lock = threading.Lock()
        self._copies = [Copy(folder / str(number), self._stopping, self._without_bugs.tree) for number in range(COPIES)]
        self._idle: SimpleQueue[Copy] = SimpleQueue()
        for copy in self._copies:
            self._idle.put(copy)
        self._executor = concurrent.futures.ThreadPoolExecutor(COPIES)
        self._results = {each.id: self._executor.submit(self._judge, each) for each in mutants}

    def _judge(self, mutant: Mutant) -> Result:
        if mutant.equivalent:
            return Result(mutant, Verdict.EQUIVALENT, mutant.equivalent)
        copy = self._idle.get()
        began = time.monotonic()
        try:
            with copy.planted(mutant):
                verdict, detail, output = self._run_tests(copy, mutant)
        except FaultError as fault:
            verdict, detail, output = Verdict.FAULT, str(fault), fault.output
        finally:
            self._idle.put(copy)
        return Result(mutant, verdict, detail, time.monotonic() - began, output)

    def _run_tests(self, copy: Copy, mutant: Mutant) -> tuple[Verdict, str, str]:
        """Run the tests of a planted bug until one fails because of it."""
        done = self._unreliable()
        for stage in mutant.stages():
            while True:
                status, failed, output = copy.test(stage, done)
                if status != 1 or "::" not in failed:  # without ::, a file could not be imported
                    break
                if copy.test([failed])[0] == 1 and self._passes_without_bugs(failed):
                    return Verdict.KILLED, failed, output
                done.append(failed)
            if status is None:
                return Verdict.TIMEOUT, " ".join(stage), output
            # 5: no tests ran, because the stages before had them all.
            if status != 0 and not (status == 5 and done):
                return Verdict.FAULT, f"pytest: exit status {status}", output
            done += stage
        return Verdict.SURVIVED, mutant.bug, ""

    def _passes_without_bugs(self, test: str) -> bool:
        """Whether a test passes by itself where no bug is planted."""
        with self._lock:
            if test not in self._passes:
                self._passes[test] = self._without_bugs.test([test])[0] == 0
            return self._passes[test]

    def _unreliable(self) -> list[str]:
        """Tests that were found to fail without a bug."""
        with self._lock:
            return [test for test, passes in self._passes.items() if not passes]

    def result(self, mutant: Mutant) -> Result:
        """Wait for a judgement."""
        return self._results[mutant.id].result()

    def results(self) -> list[Result]:
        """The judgements made so far."""
        return [each.result() for each in self._results.values() if each.done() and not each.cancelled()]

    def stop(self) -> None:
        """Kill what is running, and start no more."""
        self._stopping.set()
        self._executor.shutdown(wait=False, cancel_futures=True)
        for copy in (self._without_bugs, *self._copies):
            copy.kill()
        self._executor.shutdown()

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the table. A hook of pytest."""
        results = self.results()
        terminalreporter.section("mutants")
        for each in results:
            terminalreporter.write_line(str(each))
        counts = {verdict: sum(each.verdict is verdict for each in results) for verdict in Verdict}
        terminalreporter.write_line(", ".join(f"{count} {verdict.value}" for verdict, count in counts.items() if count))
        for test in self._unreliable():
            terminalreporter.write_line(f"not counted, as it fails by itself without a bug: {test}")


pytestmark = [
    pytest.mark.mutants,
    pytest.mark.skipif(sys.platform == "win32", reason="groups of processes of POSIX"),
]


@pytest.fixture(scope="module")
def job(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Job]:
    """The judgements of the mutants that were selected."""
    selected = {
        item.callspec.params["mutant"].id: item.callspec.params["mutant"]
        for item in request.session.items
        if isinstance(item, pytest.Function) and item.module is request.module and hasattr(item, "callspec")
    }
    if not engine.is_compiled():
        pytest.fail("compile the engine first; uncompiled, its tests take hours")
    folder = tmp_path_factory.mktemp("mutants")
    job = Job(folder, list(selected.values()))
    request.config.pluginmanager.register(job)
    yield job
    job.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.parametrize("mutant", [pytest.param(each, id=each.id) for each in chosen()])
def test_a_mutant_is_killed(job: Job, mutant: Mutant) -> None:
    result = job.result(mutant)
    print(f"\n{result}")  # seen at once with -s
    assert result.verdict.is_good, f"{result}\n{result.output}"
