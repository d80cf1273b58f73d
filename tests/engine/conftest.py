"""What the engine's tests share: golden files, and the difference between a fast and a slow engine."""

from collections.abc import Callable, Collection, Iterable
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
