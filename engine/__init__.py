"""Kỳ Viện's engine: games, searches, records and matches, without a window.

Importing it decides once whether the engine runs compiled or from source (``engine.build``) and refuses machine
code that is not of the sources beside it.
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
    """The id of the build that runs, 12 hexadecimal digits; empty in slow mode."""
    return _build


def mode_sentence() -> str:
    """In slow mode: what that means and what to install, in the language in use. Empty if compiled."""
    return "" if _build else slow_mode_sentence(_PACKAGE)


def announce_mode() -> None:
    """In slow mode, print ``mode_sentence`` on standard error; the processes that this one starts do not repeat it."""
    if _build or os.environ.get(ANNOUNCED):
        return
    os.environ[ANNOUNCED] = "1"
    if sys.stderr is not None:
        sys.stderr.write(f"{mode_sentence()}\n")
        sys.stderr.flush()
