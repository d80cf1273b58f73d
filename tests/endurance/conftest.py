"""The seed of a run, and figures for the summary."""

import os
from collections.abc import Callable

import pytest


@pytest.fixture
def seed() -> int:
    """The random seed: ``$KYVIEN_SEED``, or 1."""
    return int(os.environ.get("KYVIEN_SEED", "1"))


@pytest.fixture
def figure(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Add a line or a table to the summary that pytest prints at the end."""
    return lambda text: record_property("figure", text)
