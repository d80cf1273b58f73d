"""The choice of algorithms to query, with their common evaluation and budget."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, Signal

from engine.analysis.external import EngineSpec
from engine.analysis.kept import has_memory
from engine.analysis.plugin import PluginSpec
from engine.analysis.query import REFERENCE, AnySpec, Query, spec_text
from engine.core.errors import KyVienError
from engine.core.evaluation import current_name, evaluations
from engine.core.options import build_options, options_of
from engine.core.position import Position
from engine.protocols.talk import Course
from engine.search.report import Limit
from engine.search.search import Spec, algorithms, find_algorithm
from studio.analysis.engines import EngineList
from studio.look import foreign

BudgetKind = Literal["nodes", "depth", "seconds"]
KINDS: tuple[BudgetKind, ...] = ("nodes", "depth", "seconds")
MOST_DEPTH, MOST_NODES, MOST_SECONDS = 100, 2_000_000_000, 86_400


@dataclass(frozen=True, slots=True)
class Budget:
    """Budget of each algorithm for one position.

    The budget is ``value`` nodes, ``value`` plies of depth or ``value`` seconds, depending on ``kind``.
    """

    kind: BudgetKind = "nodes"
    value: float = 200_000

    def limit(self) -> Limit:
        """Return the budget as the limit of a search."""
        if self.kind == "depth":
            return Limit(depth=int(self.value))
        if self.kind == "nodes":
            return Limit(nodes=int(self.value))
        return Limit(seconds=self.value)


def default_specs() -> list[AnySpec]:
    """Return greedy search and the sound searches that comparisons include, with default parameters.

    Greedy search comes first, and the searches that have an option for move ordering come last.
    """
    known = [each for each in algorithms().values() if each.needs_evaluation and each.by_default]
    classes = [each for each in known if each.sound or not each.is_limited]
    classes.sort(key=lambda each: (each.sound, "ordering" in {option.name for option in options_of(each.Parameters)}))
    return [Spec.make(each.name) for each in classes]


def analysis_specs() -> list[AnySpec]:
    """Return the algorithms that the analysis uses by default.

    These are ``default_specs`` and, as the last one and therefore as the reference, the strongest algorithm.
    """
    return [*default_specs(), REFERENCE]


def spec_title(spec: AnySpec) -> str:
    """Return the title of an algorithm, plugin or engine.

    The title of a built-in algorithm is in English. It is translated for display.
    """
    return str(find_algorithm(spec.name).title) if isinstance(spec, Spec) else foreign.name(spec.title)


class AnalysisChoice(QObject):
    """The algorithms in order, their evaluation and budget, the reference, and the algorithms for whole games.

    The reference is the algorithm whose values the evaluation bar, the graph and the move list show.

    Args:
        specs: the initial algorithms, or None for ``default_specs``.
        parent: parent object.
    """

    changed = Signal()
    """Emitted after every change of the algorithms, the evaluation or the budget."""
    specs_changed = Signal()
    """Emitted when the algorithms, their order or their parameters change. ``changed`` is emitted afterwards."""
    reference_changed = Signal()
    """Emitted when ``reference_spec`` becomes another algorithm, or the same algorithm with other parameters."""
    reviewers_changed = Signal()
    """Emitted when the algorithms that analyse whole games change."""

    def __init__(self, specs: list[AnySpec] | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._specs: list[AnySpec] = default_specs() if specs is None else list(specs)
        self._engines = EngineList(parent=self)
        self._evaluation = ""
        self._budget = Budget()
        self._reference = max(0, len(self._specs) - 1)
        self._emitted_reference = self.reference_spec
        self._reviewers: list[AnySpec] = [REFERENCE]

    def follow(self, engines: EngineList) -> None:
        """Update the engines of the choice whenever ``engines`` changes. Engines missing in this list are removed."""
        self._engines = engines
        engines.changed.connect(self._engines_changed)

    def _engines_changed(self) -> None:
        self._reviewers = self._configured(self._reviewers)
        specs = self._configured(self._specs)
        if specs != self._specs:
            self.set_specs(specs)

    def _configured(self, specs: list[AnySpec]) -> list[AnySpec]:
        """Return ``specs`` with the current configuration of each external engine, and without removed engines."""
        found: list[AnySpec] = []
        for spec in specs:
            if not isinstance(spec, EngineSpec):
                found.append(spec)
            elif (known := self._engines.find(spec.name)) is not None:
                # Keep the option values chosen here if the engine still has the same options.
                found.append(known.with_parameters(spec.parameters) if known.options == spec.options else known)
        return found

    @property
    def specs(self) -> list[AnySpec]:
        """The algorithms in order, as a new list."""
        return list(self._specs)

    @property
    def evaluation(self) -> str:
        """The name of the evaluation, or an empty string for the game's default."""
        return self._evaluation

    @property
    def budget(self) -> Budget:
        """The budget of each algorithm."""
        return self._budget

    @property
    def reference(self) -> int:
        """The index of the reference, or 0 if there are no algorithms."""
        return self._reference

    @property
    def reference_spec(self) -> AnySpec | None:
        """The reference, or None if there are no algorithms."""
        return self._specs[self._reference] if self._specs else None

    @property
    def engines(self) -> list[EngineSpec]:
        """The external engines that the user has configured."""
        return list(self._engines.engines)

    @property
    def reviewers(self) -> list[AnySpec]:
        """The algorithms that analyse whole games, as a new list. It contains ``REFERENCE`` if none is chosen."""
        return list(self._reviewers) or [REFERENCE]

    def reviews(self, spec: AnySpec) -> bool:
        """Return whether an algorithm analyses whole games."""
        return spec in self.reviewers

    def set_reviews(self, spec: AnySpec, on: bool) -> None:
        """Set whether an algorithm analyses whole games."""
        others = [each for each in self.reviewers if each != spec]
        self.set_reviewers([*others, spec] if on else others)

    def set_reviewers(self, specs: Sequence[AnySpec]) -> None:
        """Set the algorithms that analyse whole games. An empty sequence restores the default."""
        if list(specs) != self._reviewers:
            self._reviewers = list(specs)
            self.reviewers_changed.emit()

    def add(self, spec: AnySpec) -> None:
        """Add an algorithm at the end."""
        self._specs.append(spec)
        self._announce()

    def remove(self, index: int) -> None:
        """Remove the algorithm at ``index``."""
        removed = self._specs.pop(index)
        if removed not in self._specs:
            self._reviewers = [each for each in self._reviewers if each != removed]
        if self._reference > index or self._reference >= len(self._specs):
            self._reference = max(0, self._reference - 1)
        self._announce()

    def replace(self, index: int, spec: AnySpec) -> None:
        """Replace the algorithm at ``index`` by ``spec``, for example by the same algorithm with other parameters."""
        old = self._specs[index]
        if old != spec:
            self._specs[index] = spec
            self._reviewers = [spec if each == old else each for each in self._reviewers]
            self._announce()

    def set_specs(self, specs: list[AnySpec]) -> None:
        """Replace all algorithms.

        If the index of the reference is no longer valid, the last algorithm becomes the reference.
        """
        self._specs = list(specs)
        self._reference = min(self._reference, max(0, len(specs) - 1))
        self._announce()

    def set_reference(self, index: int) -> None:
        """Set the index of the reference. An index out of range is ignored."""
        if self._reference != index and 0 <= index < len(self._specs):
            self._reference = index
            self._emitted_reference = self.reference_spec
            self.reference_changed.emit()

    def set_evaluation(self, name: str) -> None:
        """Set the name of the evaluation, or an empty string for the game's default."""
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
        if self._emitted_reference != self.reference_spec:
            self._emitted_reference = self.reference_spec
            self.reference_changed.emit()
        self.changed.emit()

    def evaluation_for(self, game: str) -> str:
        """Return the name of the evaluation to use in ``game``, or an empty string if the game has none.

        The result is the chosen evaluation if the game has it, and the default of the game otherwise.
        """
        known, chosen = evaluations(game), current_name(game, self._evaluation)
        return chosen if chosen in known else next(iter(known), "")

    def queries(
        self,
        position: Position,
        course: Course | None = None,
        specs: Sequence[AnySpec] | None = None,
        *,
        continues: bool = False,
    ) -> list[Query]:
        """Return a query about ``position`` for each algorithm, in order.

        Args:
            position: the position to analyse.
            course: the moves that led to ``position``, or None if they are unknown.
            specs: the algorithms to query, or None for the chosen algorithms.
            continues: whether algorithms with memory may use what they kept from earlier queries.
        """
        evaluation = self.evaluation_for(position.game.name)
        limit = self._budget.limit()
        return [
            Query(position, spec, evaluation, limit, course=course, continues=continues and has_memory(spec))
            for spec in (self._specs if specs is None else specs)
        ]

    def repetition(self, index: int) -> int:
        """Return the number of algorithms before ``index`` with the same name, which determines the mark."""
        return sum(spec.name == self._specs[index].name for spec in self._specs[:index])

    def label(self, index: int) -> str:
        """Return the text of the algorithm at ``index`` for records, with the parameters that are not defaults."""
        return spec_text(self._specs[index])

    # --- persistence ----------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """Return the choice as one line of JSON, for the settings."""
        return json.dumps({
            "algorithms": [_kept(spec) for spec in self._specs], "evaluation": self._evaluation,
            "budget": [self._budget.kind, self._budget.value], "reference": self._reference,
            "reviewers": [_kept(spec) for spec in self._reviewers],
        })  # fmt: skip

    def restore(self, text: str) -> None:
        """Restore the choice from ``text``, which was returned by ``to_text``.

        Unknown algorithms are omitted. An invalid text is ignored.
        """
        try:
            kept = json.loads(text)
            kind, value = kept["budget"]
            specs = [spec for each in kept["algorithms"] if (spec := self._restored(each)) is not None]
            budget = Budget(kind, value)
            budget.limit()
            evaluation, reference = str(kept["evaluation"]), int(kept["reference"])
            reviewers = [spec for each in kept.get("reviewers", ()) if (spec := self._restored(each)) is not None]
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError, KyVienError):
            return
        if kind not in KINDS:
            return
        self._specs, self._budget, self._evaluation = specs, budget, evaluation
        self._reference = max(0, min(reference, len(specs) - 1))
        self._reviewers = reviewers or [REFERENCE]
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


def _kept(spec: AnySpec) -> object:
    """Return an algorithm as data that can be written as JSON."""
    if isinstance(spec, PluginSpec):
        return {"plugin": str(spec.path), "parameters": spec.parameters_text(), "description": spec.describe()}
    if isinstance(spec, EngineSpec):
        return {"engine": spec.name, "values": spec.to_dict()["values"]}
    return spec_text(spec)


def _restored(kept: object) -> AnySpec | None:
    try:
        if isinstance(kept, dict):
            return PluginSpec.from_description(Path(kept["plugin"]), kept["description"], kept["parameters"])
        return Spec.parse(str(kept))
    except (KyVienError, KeyError, TypeError):
        return None
