"""Kỳ Viện's engine: games, searches, records and matches, without a window.

It is the library for notebooks and scripts, which import it as ``kyvien``: ``position``, ``analyse``, ``compare``,
``evaluate``, ``tree``, ``read``, ``match`` and the classes of their results (``engine.face``). Each is imported when it
is first used.

Whether the engine runs compiled or from source (*slow mode*) is decided once, by ``engine.build``, before the first
compiled module is imported. Machine code that was not built from the current sources is refused. Importing the package
alone reads no machine code, so that commands that need none, such as ``kyvien-engine --help``, start quickly.
"""

import os
import sys
from collections.abc import Sequence
from types import ModuleType

TYPE_CHECKING = False  # without typing, which takes longer to import than argparse
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec

    from engine.core.errors import KyVienError as KyVienError
    from engine.core.outcome import Player as Player
    from engine.face.algorithms import plugin as plugin
    from engine.face.analysis import Analysis as Analysis
    from engine.face.analysis import analyse as analyse
    from engine.face.analysis import evaluate as evaluate
    from engine.face.comparison import Comparison as Comparison
    from engine.face.comparison import compare as compare
    from engine.face.language import set_language as set_language
    from engine.face.match import Match as Match
    from engine.face.match import match as match
    from engine.face.position import Position as Position
    from engine.face.position import position as position
    from engine.face.record import Record as Record
    from engine.face.record import read as read
    from engine.face.tree import Tree as Tree
    from engine.face.tree import tree as tree

__version__ = "0.9.0"

_LIBRARY = {
    "Analysis": "face.analysis", "Comparison": "face.comparison", "KyVienError": "core.errors", "Match": "face.match",
    "Player": "core.outcome", "Position": "face.position", "Record": "face.record", "analyse": "face.analysis",
    "compare": "face.comparison", "evaluate": "face.analysis", "match": "face.match", "plugin": "face.algorithms",
    "position": "face.position", "read": "face.record", "set_language": "face.language", "Tree": "face.tree",
    "tree": "face.tree",
}  # fmt: skip
"""The modules of the names that are imported on first use (PEP 562)."""

_build: str | None = None
"""Id of the build that runs, an empty string in slow mode, or None if it is not decided yet."""


class _Decision:
    """Import hook that decides how the engine runs before the first compiled module is imported."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> "ModuleSpec | None":
        """Return the spec of a module that has declarations (``.pxd``), or None for any other module.

        ``build_id`` first decides how the engine runs. Because this can add a finder, the installed finders are then
        searched again.

        Raises:
            StaleBuildError: if compiled modules are present that are stale or unusable.
        """
        if path is None or not name.startswith(f"{__name__}."):
            return None
        # Importing pathlib takes longer than a short command takes in total.
        declarations = (f"{folder}/{name.rpartition('.')[2]}.pxd" for folder in path)
        if not any(os.path.exists(each) for each in declarations):  # noqa: PTH110
            return None
        build_id()
        for finder in sys.meta_path:
            spec = finder.find_spec(name, path, target)
            if spec is not None:
                return spec
        return None


_decision = _Decision()
sys.meta_path.insert(0, _decision)


def is_compiled() -> bool:
    """Whether the rules and the searches run as machine code.

    Raises:
        StaleBuildError: if compiled modules are present that are stale or unusable.
    """
    return bool(build_id())


def build_id() -> str:
    """Return the id of the build that runs, which has 12 hexadecimal digits, or an empty string in slow mode.

    Raises:
        StaleBuildError: if compiled modules are present that are stale or unusable.
    """
    global _build
    if _build is None:
        from engine.build import choose

        _build = choose(os.path.dirname(__file__))  # noqa: PTH120
        sys.meta_path.remove(_decision)
    return _build


def mode_sentence() -> str:
    """Return an explanation of slow mode and its remedy in the current language.

    The result is an empty string if the engine is compiled.

    Raises:
        StaleBuildError: if compiled modules are present that are stale or unusable.
    """
    if is_compiled():
        return ""
    from engine.build import slow_mode_sentence

    return slow_mode_sentence(os.path.dirname(__file__))  # noqa: PTH120


def announce_mode() -> None:
    """Print ``mode_sentence`` to standard error in slow mode, once for this process and its child processes.

    Raises:
        StaleBuildError: if compiled modules are present that are stale or unusable.
    """
    if is_compiled():
        return
    from engine.build import ANNOUNCED

    if os.environ.get(ANNOUNCED):
        return
    os.environ[ANNOUNCED] = "1"
    if sys.stderr is not None:
        sys.stderr.write(f"{mode_sentence()}\n")
        sys.stderr.flush()


def __getattr__(name: str) -> object:
    """Import a name of the library on first use.

    Raises:
        AttributeError: if there is no such name.
    """
    if name not in _LIBRARY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(f"{__name__}.{_LIBRARY[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the names of the module and of the library."""
    return sorted(globals().keys() | _LIBRARY.keys())
