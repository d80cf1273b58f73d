"""A plugin of pytest: leave after the summary, without the destructors of Qt, which may crash after the last test."""

import os
import sys

import pytest

_status = 0


def pytest_sessionfinish(exitstatus: int) -> None:
    """Keep the exit status. A hook of pytest."""
    global _status
    _status = int(exitstatus)


@pytest.hookimpl(tryfirst=True)
def pytest_unconfigure() -> None:
    """Leave. A hook of pytest."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(_status)
