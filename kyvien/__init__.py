"""Kỳ Viện as a library for notebooks and scripts: ``import kyvien as kv``.

Every name is that of the package ``engine``, and the same object (``docs/decisions/0036.md``).
"""

import engine

TYPE_CHECKING = False  # without typing, as in the engine
if TYPE_CHECKING:
    from engine import *  # noqa: F403

__version__ = engine.__version__


def __getattr__(name: str) -> object:
    """Return a name of the engine.

    Raises:
        AttributeError: if there is no such name.
    """
    try:
        return getattr(engine, name)
    except AttributeError:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None


def __dir__() -> list[str]:
    """Return the names of the module and of the engine."""
    return sorted({*globals(), *dir(engine)})
