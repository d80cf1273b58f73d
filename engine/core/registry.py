"""Register where you define: a list of named classes that fills itself from the modules of a package."""

import importlib
import pkgutil
from typing import Any, Generic, TypeVar

from engine.core.errors import OptionError
from engine.core.language import tr

C = TypeVar("C")
D = TypeVar("D")


class Registry(Generic[C]):
    """Classes of one kind by name.

    Args:
        kind: what they are, for messages, in English: "game".
        package: the package whose modules (one level) register them.
    """

    def __init__(self, kind: str, package: str) -> None:
        self._kind = kind
        self._package = package
        self._classes: dict[str, type[C]] = {}
        self._complete = False

    def register(self, cls: type[D]) -> type[D]:
        """Class decorator: makes ``cls`` known under ``cls.name``."""
        named: Any = cls
        known = self._classes.get(named.name)
        if known is not None and known.__qualname__ != cls.__qualname__:
            raise ValueError(f"two {self._kind}s are called {named.name!r}")
        self._classes[named.name] = named
        return cls

    def all(self) -> dict[str, type[C]]:
        """Every class by name, in order of name; the first call imports the whole package."""
        if not self._complete:
            package = importlib.import_module(self._package)
            for module in pkgutil.iter_modules(package.__path__, self._package + "."):
                importlib.import_module(module.name)
            self._complete = True
        return dict(sorted(self._classes.items()))

    def find(self, name: str) -> type[C]:
        """The class called ``name``.

        Raises:
            OptionError: if there is none; it lists what there is.
        """
        known = self.all()
        if name not in known:
            raise OptionError(
                "no {kind} {name!r}; there are: {names}", kind=tr(self._kind), name=name, names=", ".join(known)
            )
        return known[name]
