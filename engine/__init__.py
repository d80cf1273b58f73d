"""Kỳ Viện's engine: games, searches, records and matches, without a window.

The first import decides whether the engine runs compiled or from source (``engine.build``) and refuses machine code
that was not built from the present sources.
"""

import os
import sys
from pathlib import Path

from engine.build import ANNOUNCED, choose, slow_mode_sentence

__version__ = "0.1.0"

_PACKAGE = Path(__file__).parent
_build = choose(_PACKAGE)


def is_compiled() -> bool:
    """Whether the rules and the searches run as machine code."""
    return bool(_build)


def build_id() -> str:
    """Return the id of the build that runs, 12 hexadecimal digits, or an empty text in slow mode."""
    return _build


def mode_sentence() -> str:
    """Return the explanation of slow mode and its remedy in the language in use, or an empty text if compiled."""
    return "" if _build else slow_mode_sentence(_PACKAGE)


def announce_mode() -> None:
    """Print ``mode_sentence`` to standard error in slow mode, once for this process and those it starts."""
    if _build or os.environ.get(ANNOUNCED):
        return
    os.environ[ANNOUNCED] = "1"
    if sys.stderr is not None:
        sys.stderr.write(f"{mode_sentence()}\n")
        sys.stderr.flush()
