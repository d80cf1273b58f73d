"""A registry of classes by name. Each class is registered where it is defined.

A class is usually defined in the module (or package) of the same name. To find a class, only this module is imported.
The other modules are imported only if all classes are requested, or if the name is not found.
"""

import importlib
from typing import Any, Generic, TypeVar

from engine.core.errors import OptionError
from engine.core.language import tr

C = TypeVar("C")
D = TypeVar("D")


class Registry(Generic[C]):
    """The classes of one kind by name.

    Args:
        kind: English name of the kind, for messages, such as "game".
        package: dotted name of the package whose direct submodules register the classes.
    """

    def __init__(self, kind: str, package: str) -> None:
        self._kind = kind
        self._package = package
        self._classes: dict[str, type[C]] = {}
        self._complete = False

    def register(self, cls: type[D]) -> type[D]:
        """Register a class under ``cls.name`` and return the class, so that this method can be a class decorator.

        Raises:
            ValueError: if another class has this name.
        """
        named: Any = cls
        known = self._classes.get(named.name)
        if known is not None and known.__qualname__ != cls.__qualname__:
            raise ValueError(f"two {self._kind}s are called {named.name!r}")
        self._classes[named.name] = named
        return cls

    def all(self) -> dict[str, type[C]]:
        """Return all classes by name, sorted by name. The first call imports the whole package."""
        if not self._complete:
            import pkgutil

            package = importlib.import_module(self._package)
            for module in pkgutil.iter_modules(package.__path__, f"{self._package}."):
                importlib.import_module(module.name)
            self._complete = True
        return dict(sorted(self._classes.items()))

    def find(self, name: str) -> type[C]:
        """Return the class called ``name``, importing only the module of that name if possible.

        Raises:
            OptionError: if there is no such class. The message lists all names.
        """
        if name not in self._classes and name.isidentifier():
            module = f"{self._package}.{name}"
            try:
                importlib.import_module(module)
            except ModuleNotFoundError as error:
                if error.name != module:
                    raise
        if name in self._classes:
            return self._classes[name]
        # A class may have been registered at run time under a name other than its module's.
        known = self.all()
        if name not in known:
            raise OptionError(
                "unknown {kind} {name!r}; available: {names}", kind=tr(self._kind), name=name, names=", ".join(known)
            )
        return known[name]
