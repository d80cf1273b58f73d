"""What the engine's tests share: golden files, and the difference between a fast and a slow engine."""

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

import engine.core.position

GOLDEN = Path(__file__).parent.parent / "golden"
COMPILED = not str(engine.core.position.__file__).endswith(".py")
deep = pytest.mark.skipif(not COMPILED, reason="too many nodes for the uncompiled engine")


def few(values: Iterable[Any], quick: Collection[Any]) -> list[Any]:
    """Return values for ``parametrize`` of which those not in ``quick`` are marked slow."""
    return [each if each in quick else pytest.param(each, marks=pytest.mark.slow) for each in values]


def sampled(quick: int, full: int) -> pytest.MarkDecorator:
    """Parametrize a test with ``count``, its number of samples: some by default, all with ``-m slow``."""
    return pytest.mark.parametrize("count", few((quick, full), (quick,)))


def diagonal_of(cells: Sequence[tuple[Any, ...]]) -> set[int]:
    """Return the indices of few cells of a table of any number of axes that have every value of every axis.

    They are on the diagonals of the table, which begin again on each axis that ends, where it has such cells.
    """
    axes = [list(dict.fromkeys(each)) for each in zip(*cells, strict=True)]
    ranks = [tuple(axis.index(value) for axis, value in zip(axes, each, strict=True)) for each in cells]
    longest = max(range(len(axes)), key=lambda each: len(axes[each]))
    chosen = {
        index
        for index, rank in enumerate(ranks)
        if all(place == rank[longest] % len(axis) for place, axis in zip(rank, axes, strict=True))
    }
    for number, axis in enumerate(axes):
        missing = set(range(len(axis))) - {ranks[index][number] for index in chosen}
        chosen |= {next(index for index, rank in enumerate(ranks) if rank[number] == place) for place in missing}
    return chosen


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests ``unsanitized`` that the marker ``diagonal`` leaves out. The quick tests run them all."""
    tables: dict[str, list[tuple[pytest.Item, tuple[Any, ...]]]] = {}
    for item in items:
        marker = item.get_closest_marker("diagonal")
        if marker is not None and item.get_closest_marker("slow") is None:
            parameters = item.callspec.params  # type: ignore[attr-defined]
            cell = tuple(repr(parameters[name]) for name in marker.args)
            tables.setdefault(item.nodeid.partition("[")[0], []).append((item, cell))
    for table in tables.values():
        kept = diagonal_of([cell for _, cell in table])
        for index, (item, _) in enumerate(table):
            if index not in kept:
                item.add_marker("unsanitized")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files of tests/engine")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with a golden file; with ``--update-golden`` write it, and let the diff be reviewed."""
    update = request.config.getoption("--update-golden", default=False)

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text

    return check
