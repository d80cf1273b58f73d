"""The choice of algorithms to query, with their common evaluation and budget."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from engine.analysis.external import EngineSpec
from engine.analysis.plugin import PluginSpec
from engine.analysis.query import AnySpec, Query, spec_text
from engine.core.errors import KyVienError
from engine.core.evaluation import current_name, evaluations
from engine.core.options import build_options, options_of
from engine.core.position import Position
from engine.protocols.talk import Course
from engine.search.report import Limit
from engine.search.search import Spec, algorithms, find_algorithm
from studio.analysis.engines import EngineList

BudgetKind = Literal["nodes", "depth", "seconds"]
KINDS: tuple[BudgetKind, ...] = ("nodes", "depth", "seconds")
MOST_DEPTH, MOST_NODES, MOST_SECONDS = 100, 2_000_000_000, 86_400


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of every algorithm for one position: nodes visited, plies of depth, or seconds."""

    kind: BudgetKind = "nodes"
    value: float = 200_000

    def limit(self) -> Limit:
        """Return the budget as a limit for searches."""
        if self.kind == "depth":
            return Limit(depth=int(self.value))
        if self.kind == "nodes":
            return Limit(nodes=int(self.value))
        return Limit(seconds=self.value)


def default_specs() -> list[AnySpec]:
    """Return all algorithms that consider every move (greedy, full and pruning searches), with default parameters."""
    classes = [each for each in algorithms().values() if each.needs_evaluation and (each.sound or not each.deepens)]
    classes.sort(key=lambda each: (each.sound, "ordering" in {option.name for option in options_of(each.Parameters)}))
    return [Spec.make(each.name) for each in classes]


def spec_title(spec: AnySpec) -> str:
    """Return the title of an algorithm in English, to be translated for display, or of a plugin or engine."""
    return str(find_algorithm(spec.name).title) if isinstance(spec, Spec) else spec.title


class AnalysisChoice(QObject):
    """Algorithms in order, one evaluation, one budget, and the algorithm whose score is shown large (the reference).

    Args:
        specs: the initial algorithms, or None for ``default_specs``.
        parent: parent object.
    """

    changed = Signal()
    """Emitted after every change of the choice."""
    specs_changed = Signal()
    """Emitted when the algorithms, their order, their parameters or the reference change; ``changed`` follows."""

    def __init__(self, specs: list[AnySpec] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._specs: list[AnySpec] = default_specs() if specs is None else list(specs)
        self._engines = EngineList(parent=self)
        self._evaluation = ""
        self._budget = Budget()
        self._reference = max(0, len(self._specs) - 1)

    def follow(self, engines: EngineList) -> None:
        """Use the external engines in ``engines``; those removed there are removed from the choice, too."""
        self._engines = engines
        engines.changed.connect(self._engines_changed)

    def _engines_changed(self) -> None:
        specs: list[AnySpec] = []
        for spec in self._specs:
            if not isinstance(spec, EngineSpec):
                specs.append(spec)
            elif (known := self._engines.find(spec.name)) is not None:
                # Keep the option values chosen here if the engine still has the same options.
                specs.append(known.with_parameters(spec.parameters) if known.options == spec.options else known)
        if specs != self._specs:
            self.set_specs(specs)

    @property
    def specs(self) -> list[AnySpec]:
        """A list of the algorithms, in order (a copy)."""
        return list(self._specs)

    @property
    def evaluation(self) -> str:
        """The name of the evaluation, or empty for the game's default."""
        return self._evaluation

    @property
    def budget(self) -> Budget:
        """The budget of each algorithm."""
        return self._budget

    @property
    def reference(self) -> int:
        """The index of the algorithm whose score is shown large."""
        return self._reference

    def add(self, spec: AnySpec) -> None:
        """Add an algorithm at the end."""
        self._specs.append(spec)
        self._announce()

    def remove(self, index: int) -> None:
        """Remove the algorithm at ``index``."""
        del self._specs[index]
        if self._reference > index or self._reference >= len(self._specs):
            self._reference = max(0, self._reference - 1)
        self._announce()

    def replace(self, index: int, spec: AnySpec) -> None:
        """Replace the algorithm at ``index``, or its parameters."""
        if self._specs[index] != spec:
            self._specs[index] = spec
            self._announce()

    def set_specs(self, specs: list[AnySpec]) -> None:
        """Replace all algorithms."""
        self._specs = list(specs)
        self._reference = min(self._reference, max(0, len(specs) - 1))
        self._announce()

    def set_reference(self, index: int) -> None:
        """Set the index of the reference; an invalid one is ignored."""
        if self._reference != index and 0 <= index < len(self._specs):
            self._reference = index
            self._announce()

    def set_evaluation(self, name: str) -> None:
        """Set the name of the evaluation, empty for the game's default."""
        if self._evaluation != name:
            self._evaluation = name
            self.changed.emit()

    def set_budget(self, budget: Budget) -> None:
        """Set the budget of each algorithm."""
        if self._budget != budget:
            self._budget = budget
            self.changed.emit()

    def _announce(self) -> None:
        self.specs_changed.emit()
        self.changed.emit()

    def evaluation_for(self, game: str) -> str:
        """Return the evaluation to use in ``game``: the chosen one if the game has it, else its default or empty."""
        known, chosen = evaluations(game), current_name(game, self._evaluation)
        return chosen if chosen in known else next(iter(known), "")

    def queries(self, position: Position, course: Course | None = None) -> list[Query]:
        """Return a query about ``position`` for each algorithm, in order; ``course`` is the game that led to it."""
        evaluation = self.evaluation_for(position.game.name)
        limit = self._budget.limit()
        return [Query(position, spec, evaluation, limit, course=course) for spec in self._specs]

    def repetition(self, index: int) -> int:
        """Return the number of earlier algorithms of the same name; if it is not 0, dashes are drawn."""
        return sum(spec.name == self._specs[index].name for spec in self._specs[:index])

    def label(self, index: int) -> str:
        """Return the name of an algorithm in records, with the parameters that differ from the defaults."""
        return spec_text(self._specs[index])

    # --- persistence ----------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """Return the choice as one line of JSON, for the settings."""
        specs: list[object] = []
        for spec in self._specs:
            if isinstance(spec, PluginSpec):
                specs.append({
                    "plugin": str(spec.path), "parameters": spec.parameters_text(), "description": spec.describe(),
                })  # fmt: skip
            elif isinstance(spec, EngineSpec):
                specs.append({"engine": spec.name, "values": spec.to_dict()["values"]})
            else:
                specs.append(spec_text(spec))
        budget = [self._budget.kind, self._budget.value]
        return json.dumps(
            {"algorithms": specs, "evaluation": self._evaluation, "budget": budget, "reference": self._reference}
        )

    def restore(self, text: str) -> None:
        """Restore a choice from ``to_text``. Unknown algorithms are omitted; an invalid text changes nothing."""
        try:
            kept = json.loads(text)
            kind, value = kept["budget"]
            specs = [spec for each in kept["algorithms"] if (spec := self._restored(each)) is not None]
            budget = Budget(kind, value)
            budget.limit()
            evaluation, reference = str(kept["evaluation"]), int(kept["reference"])
        except (ValueError, TypeError, KeyError, KyVienError):
            return
        if kind not in KINDS:
            return
        self._specs, self._budget, self._evaluation = specs, budget, evaluation
        self._reference = max(0, min(reference, len(specs) - 1))
        self._announce()

    def _restored(self, kept: object) -> AnySpec | None:
        try:
            if isinstance(kept, dict) and "engine" in kept:
                engine = self._engines.find(str(kept["engine"]))
                if engine is None:
                    return None
                return engine.with_parameters(build_options(engine.Parameters, kept["values"]))
            return _restored(kept)
        except (KyVienError, KeyError, TypeError, AttributeError):
            return None


def _restored(kept: object) -> AnySpec | None:
    try:
        if isinstance(kept, dict):
            return PluginSpec.from_description(Path(kept["plugin"]), kept["description"], kept["parameters"])
        return Spec.parse(str(kept))
    except (KyVienError, KeyError, TypeError):
        return None
