"""The imports of compiled modules, in slow mode.

``from cython.cimports.engine.search.table import value_at`` imports a name from the declarations in ``table.pxd``.
Without machine code, the finder of this module looks the name up in Python: in ``engine.search.table``, then in
``engine.search.table_pure``, which replaces the functions and constants of a C header.
"""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

_PREFIX = "cython.cimports."


class _Declarations(ModuleType):
    """A module below ``cython.cimports``. Its names are looked up on demand, so that modules can import each other."""

    def __getattr__(self, name: str) -> Any:
        origin = self.__name__.removeprefix(_PREFIX)
        for module in (origin, f"{origin}_pure"):
            if find_spec(module) is not None and hasattr(found := import_module(module), name):
                return getattr(found, name)
        raise AttributeError(f"{origin} defines no {name} in Python")


class DeclarationFinder:
    """Import finder and loader of the modules below ``cython.cimports.engine``."""

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for a folder or a ``.pxd`` of the engine below ``cython.cimports``, or else None."""
        if not name.startswith(f"{_PREFIX}{__package__}."):
            return None
        place = Path(__file__).parent.joinpath(*name.split(".")[3:])
        if not place.is_dir() and not place.with_suffix(".pxd").exists():
            return None
        return ModuleSpec(name, self, is_package=place.is_dir())  # type: ignore[arg-type] # has a loader's methods

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return an empty module."""
        return _Declarations(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the names are looked up on demand."""


def install() -> None:
    """Make the imports of declarations work in this process, which runs the engine from source."""
    # The first one is not left to the finder, because Python 3.11 would ask ``cython.cimports`` for its spec.
    sys.modules[f"{_PREFIX}{__package__}"] = _Declarations(f"{_PREFIX}{__package__}")
    sys.meta_path.insert(0, DeclarationFinder())
