"""What is to be asked: which algorithms, with which evaluation, on which equal terms."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from engine.analysis.external import EngineSpec
from engine.analysis.plugin import PluginSpec
from engine.analysis.query import AnySpec, Query, spec_text
from engine.core.errors import KyVienError
from engine.core.evaluation import evaluations
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
    """What every algorithm may spend on a position: nodes visited, plies of depth, or seconds."""

    kind: BudgetKind = "nodes"
    value: float = 200_000

    def limit(self) -> Limit:
        """The limit a search understands."""
        if self.kind == "depth":
            return Limit(depth=int(self.value))
        if self.kind == "nodes":
            return Limit(nodes=int(self.value))
        return Limit(seconds=self.value)


def default_specs() -> list[AnySpec]:
    """Greedy, the full searches and those that prune, with default parameters: every one that judges all moves."""
    classes = [each for each in algorithms().values() if each.needs_evaluation and (each.sound or not each.deepens)]
    classes.sort(key=lambda each: (each.sound, "ordering" in {option.name for option in options_of(each.Parameters)}))
    return [Spec.make(each.name) for each in classes]


def spec_title(spec: AnySpec) -> str:
    """The English name of an algorithm, to be translated where shown; a plugin's or an engine's own."""
    return str(find_algorithm(spec.name).title) if isinstance(spec, Spec) else spec.title


class AnalysisChoice(QObject):
    """Algorithms in order, one evaluation, one budget, and the algorithm the others are shown beside (the reference).

    Args:
        specs: the algorithms to begin with; None: ``default_specs``.
        parent: owner.
    """

    changed = Signal()
    """Anything of it."""
    specs_changed = Signal()
    """Algorithms, their order, parameters or the reference."""

    def __init__(self, specs: list[AnySpec] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._specs: list[AnySpec] = default_specs() if specs is None else list(specs)
        self._engines = EngineList(parent=self)
        self._evaluation = ""
        self._budget = Budget()
        self._reference = max(0, len(self._specs) - 1)

    def follow(self, engines: EngineList) -> None:
        """Take engines of other people from ``engines``, and let those go that are configured no more."""
        self._engines = engines
        engines.changed.connect(self._engines_changed)

    def _engines_changed(self) -> None:
        specs: list[AnySpec] = []
        for spec in self._specs:
            if not isinstance(spec, EngineSpec):
                specs.append(spec)
            elif (known := self._engines.find(spec.name)) is not None:
                # Options chosen here stay where the engine still has the same.
                specs.append(known.with_parameters(spec.parameters) if known.options == spec.options else known)
        if specs != self._specs:
            self.set_specs(specs)

    @property
    def specs(self) -> list[AnySpec]:
        """The algorithms, in order (a copy)."""
        return list(self._specs)

    @property
    def evaluation(self) -> str:
        """Name of the evaluation; empty: the game's default."""
        return self._evaluation

    @property
    def budget(self) -> Budget:
        """What each algorithm may spend."""
        return self._budget

    @property
    def reference(self) -> int:
        """Index of the algorithm whose score is the headline."""
        return self._reference

    def add(self, spec: AnySpec) -> None:
        """One more algorithm, at the end."""
        self._specs.append(spec)
        self._announce()

    def remove(self, index: int) -> None:
        """One algorithm less."""
        del self._specs[index]
        if self._reference > index or self._reference >= len(self._specs):
            self._reference = max(0, self._reference - 1)
        self._announce()

    def replace(self, index: int, spec: AnySpec) -> None:
        """Another algorithm or other parameters at ``index``."""
        if self._specs[index] != spec:
            self._specs[index] = spec
            self._announce()

    def set_specs(self, specs: list[AnySpec]) -> None:
        """Other algorithms altogether."""
        self._specs = list(specs)
        self._reference = min(self._reference, max(0, len(specs) - 1))
        self._announce()

    def set_reference(self, index: int) -> None:
        """Another reference."""
        if self._reference != index and 0 <= index < len(self._specs):
            self._reference = index
            self._announce()

    def set_evaluation(self, name: str) -> None:
        """Another evaluation."""
        if self._evaluation != name:
            self._evaluation = name
            self.changed.emit()

    def set_budget(self, budget: Budget) -> None:
        """Another budget."""
        if self._budget != budget:
            self._budget = budget
            self.changed.emit()

    def _announce(self) -> None:
        self.specs_changed.emit()
        self.changed.emit()

    def evaluation_for(self, game: str) -> str:
        """The evaluation's name in ``game``: the chosen one where the game has it, else its default, else empty."""
        known = evaluations(game)
        return self._evaluation if self._evaluation in known else next(iter(known), "")

    def queries(self, position: Position, course: Course | None = None) -> list[Query]:
        """A question to each algorithm about ``position``, in order; ``course`` is how it came about."""
        evaluation = self.evaluation_for(position.game.name)
        limit = self._budget.limit()
        return [Query(position, spec, evaluation, limit, course=course) for spec in self._specs]

    def repetition(self, index: int) -> int:
        """How many algorithms of the same name come before: a second one is drawn with dashes."""
        return sum(spec.name == self._specs[index].name for spec in self._specs[:index])

    def label(self, index: int) -> str:
        """Identifies an algorithm in records: its name, with parameters where they differ from the defaults."""
        return spec_text(self._specs[index])

    # --- kept between sessions ------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """One line of JSON, for the settings."""
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
        """What ``to_text`` said; an algorithm that is no longer there is left out, nonsense changes nothing."""
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
