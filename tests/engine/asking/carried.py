"""An engine whose lines are carried by an object of a test instead of a process."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.asking.external import EngineSpec


@dataclass(frozen=True)
class Carried(EngineSpec):
    """An engine that is started by ``carrier``."""

    carrier: Callable[[EngineSpec], Any] | None = None

    def start(self) -> Any:
        assert self.carrier is not None
        return self.carrier(self)


def carried(spec: EngineSpec, carrier: Callable[[EngineSpec], Any]) -> EngineSpec:
    """Return the same engine, started by ``carrier``."""
    fields = {each.name: getattr(spec, each.name) for each in dataclasses.fields(EngineSpec)}
    return Carried(**fields, carrier=carrier)
