"""The two tiers of the tests: the command of the README runs the quick ones in some minutes, CI runs both.

``thorough.txt`` lists the functions of the second tier: those that take more than ``MOST_SECONDS`` of CPU with all
their cases, and that detect no planted bug of ``tests/mutants``. To make it again, on an idle machine::

    pytest -n 0 -m "not slow and not mutants" --cpu cpu.json
    python -m tests.tiers cpu.json
"""

import json
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent
LIST = FOLDER / "thorough.txt"
MOST_SECONDS = 0.3


def function_of(test: str) -> str:
    """Return the identifier of a test without its parameters."""
    return test.partition("[")[0]


def thorough() -> frozenset[str]:
    """Return the identifiers of the test functions of the second tier."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def needed() -> frozenset[str]:
    """Return the identifiers of the test functions that detect the planted bugs."""
    return frozenset(
        function_of(test)
        for path in sorted((FOLDER / "mutants").glob("*.toml"))
        for each in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
        for test in each["tests"]
    )


def is_whole(arguments: list[str], root: Path) -> bool:
    """Whether the arguments of pytest name all tests, not some folders, modules or functions."""
    return [Path(each).resolve() for each in arguments] == [root / "tests"]


def choose(seconds: Mapping[str, float]) -> list[str]:
    """Return the functions of the second tier.

    Args:
        seconds: the CPU time of each test function.
    """
    kept = needed()
    return sorted(name for name, time in seconds.items() if time > MOST_SECONDS and name not in kept)


class CpuMeter:
    """Plugin of pytest that writes the CPU time of each test function and its child processes to a file.

    Args:
        path: the file, a JSON object of seconds by identifier.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._seconds: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Add the time of a test."""
        before = _cpu_seconds()
        result = yield
        self._seconds[function_of(item.nodeid)] += _cpu_seconds() - before  # type: ignore[assignment]
        return result  # type: ignore[return-value]

    def pytest_sessionfinish(self) -> None:
        """Write the file."""
        self._path.write_text(json.dumps({name: round(time, 4) for name, time in self._seconds.items()}, indent=0))


def _cpu_seconds() -> float:
    import resource  # not on Windows

    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def main(path: str) -> None:
    """Write the list from a file of ``CpuMeter``."""
    head = ["# Made by tests/tiers.py."]
    LIST.write_text("\n".join([*head, *choose(json.loads(Path(path).read_text()))]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
