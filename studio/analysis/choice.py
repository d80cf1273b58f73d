"""The choice of algorithms to query in each game, with their common evaluation and budget."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from engine.asking.external import EngineSpec
from engine.asking.known import strongest_engine
from engine.asking.plugin import PluginSpec
from engine.core.course import Course
from engine.core.errors import KyVienError
from engine.core.evaluation import offered, offered_name
from engine.core.game import Game, default_game, games
from engine.core.options import build_options, options_of
from engine.core.position import Position
from engine.search.players import strongest_of
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.search import algorithms, find_algorithm
from engine.search.spec import AnySpec, Spec
from studio.analysis.engines import EngineList
from studio.look import foreign

BudgetKind = Literal["nodes", "depth", "seconds"]
KINDS: tuple[BudgetKind, ...] = ("nodes", "depth", "seconds")
MOST_DEPTH, MOST_NODES, MOST_SECONDS = 100, 2_000_000_000, 86_400

EARLIER_ROWS = ("greedy", "minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout", "pvs")
"""The rows of the analysis in every game in earlier versions, which stored them even if the user had not chosen any."""
EARLIER_REVIEWERS = ("pvs",)
"""The reviewer in every game in earlier versions."""


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


LINES = 3
"""Number of lines of the strongest algorithm in the games of players."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is chosen for one game.

    Attributes:
        specs: the algorithms in order.
        reference: index of the reference, or 0 if there are no algorithms.
        budget: the budget of each algorithm.
        evaluation: name of the evaluation, or an empty string for the game's default.
        reviewers: the algorithms that analyse whole games, or an empty tuple for the default.
    """

    specs: tuple[AnySpec, ...]
    reference: int = 0
    budget: Budget = Budget()
    evaluation: str = ""
    reviewers: tuple[AnySpec, ...] = ()


def default_specs() -> list[AnySpec]:
    """Return greedy search and the sound searches that comparisons include, with default parameters.

    Greedy search comes first, and the searches that have an option for move ordering come last.
    """
    known = [each for each in algorithms().values() if each.needs_evaluation and each.by_default]
    classes = [each for each in known if each.sound or not each.is_limited]
    classes.sort(key=lambda each: (each.sound, "ordering" in {option.name for option in options_of(each.Parameters)}))
    return [Spec.make(each.name) for each in classes]


def analysis_specs(game: type[Game]) -> list[AnySpec]:
    """Return the algorithms that the analysis of a game uses by default.

    These are ``default_specs`` without those that repeat another one, and the strongest algorithm. It is the last one,
    or the first one in a game whose strongest algorithm is of another kind.
    """
    specs = [spec for spec in default_specs() if not find_algorithm(spec.name).repeats]
    strongest: AnySpec = strongest_of(game)
    if game.is_players_game and getattr(strongest.parameters, "lines", LINES) < LINES:
        strongest = strongest.with_options(lines=LINES)
    return [strongest, *specs] if game.strongest else [*specs, strongest]


def analysis_defaults(game: type[Game]) -> Chosen:
    """Return what the analysis of a game begins with. The reference is the strongest algorithm."""
    specs = analysis_specs(game)
    return Chosen(tuple(specs), 0 if game.strongest else len(specs) - 1)


def reviewing(spec: AnySpec) -> AnySpec:
    """Return the algorithm of a row as a reviewer: with the default number of lines, which only a row shows."""
    usual = {each.name: each.default for each in options_of(spec.Parameters) if each.name == "lines"}
    return spec.with_options(**usual)


def spec_title(spec: AnySpec) -> str:
    """Return the title of an algorithm, plugin or engine.

    The title of a built-in algorithm is in English. It is translated for display.
    """
    return spec.title if spec.is_own else foreign.name(spec.title)


class AnalysisChoice(QObject):
    """The algorithms in order, their evaluation and budget, the reference, and the algorithms for whole games.

    The reference is the algorithm whose values the evaluation bar, the graph and the move list show. All of this is
    chosen for each game separately. The properties and the methods refer to the game of ``show_game``, which is the
    default game at first.

    Args:
        specs: the initial algorithms of every game, or None for ``default_specs``. The last one is the reference.
        parent: parent object.
        usual: a function that returns what a game begins with, instead of ``specs``.
    """

    changed = Signal()
    """Emitted after every change of the algorithms, the evaluation or the budget, and of the game."""
    specs_changed = Signal()
    """Emitted when the algorithms, their order or their parameters change. ``changed`` is emitted afterwards."""
    reference_changed = Signal()
    """Emitted when ``reference_spec`` becomes another algorithm, or the same algorithm with other parameters."""
    reviewers_changed = Signal()
    """Emitted when the algorithms that analyse whole games change."""

    def __init__(
        self,
        specs: Sequence[AnySpec] | None = None,
        parent: QObject | None = None,
        usual: Callable[[type[Game]], Chosen] | None = None,
    ) -> None:
        super().__init__(parent)
        self._usual = usual or (lambda _: _with_last_reference(default_specs() if specs is None else specs))
        self._engines = EngineList(parent=self)
        self._game: Game = default_game()()
        self._games: dict[str, Chosen] = {}
        # The choice of an earlier version, which was one for all games. It is that of games without one of their own.
        self._earlier: Chosen | None = None
        # The game in which something else is chosen for a while, and what is chosen there otherwise.
        self._lent: tuple[str, Chosen] | None = None
        self._emitted = self.reference_spec, self.reviewers

    def follow(self, engines: EngineList) -> None:
        """Update the engines of the choice whenever ``engines`` changes. Engines missing in this list are removed."""
        self._engines = engines
        engines.changed.connect(self._engines_changed)

    def show_game(self, game: Game) -> None:
        """Switch to what is chosen for ``game``."""
        before, self._game = self._game, game
        if before.name != game.name:
            self._announce()
        elif before != game:
            self._announce_reviewers()

    @property
    def _now(self) -> Chosen:
        """What is chosen for the game."""
        name = self._game.name
        if name not in self._games:
            self._games[name] = self._first(self._game)
        return self._games[name]

    @_now.setter
    def _now(self, chosen: Chosen) -> None:
        self._games[self._game.name] = chosen

    def _first(self, game: Game) -> Chosen:
        """Return the choice with which a game begins."""
        earlier, usual = self._earlier, self._usual(type(game))
        if earlier is None:
            return usual
        texts = tuple(each.text for each in earlier.specs)
        if texts == EARLIER_ROWS:
            chosen = replace(earlier, specs=usual.specs, reference=usual.reference)
        else:
            chosen = _with_specs(earlier, [spec for spec in earlier.specs if spec.plays(game)])
        reviewers = tuple(spec for spec in earlier.reviewers if spec.plays(game))
        return replace(
            chosen, reviewers=() if tuple(each.text for each in reviewers) == EARLIER_REVIEWERS else reviewers
        )

    def _engines_changed(self) -> None:
        changed = False
        for name, chosen in list(self._games.items()):
            specs, reviewers = self._configured(chosen.specs), tuple(self._configured(chosen.reviewers))
            made = replace(_with_specs(chosen, specs), reviewers=reviewers)
            self._games[name] = made
            changed |= name == self._game.name and tuple(specs) != chosen.specs
        if self._earlier is not None:
            specs, reviewers = self._configured(self._earlier.specs), tuple(self._configured(self._earlier.reviewers))
            self._earlier = replace(_with_specs(self._earlier, specs), reviewers=reviewers)
        if changed:
            self._announce()
        else:
            self._announce_reviewers()

    def _configured(self, specs: Sequence[AnySpec]) -> list[AnySpec]:
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
        return list(self._now.specs)

    @property
    def evaluation(self) -> str:
        """The name of the evaluation, or an empty string for the game's default."""
        return self._now.evaluation

    @property
    def budget(self) -> Budget:
        """The budget of each algorithm."""
        return self._now.budget

    @property
    def reference(self) -> int:
        """The index of the reference, or 0 if there are no algorithms."""
        return self._now.reference

    @property
    def reference_spec(self) -> AnySpec | None:
        """The reference, or None if there are no algorithms."""
        now = self._now
        return now.specs[now.reference] if now.specs else None

    @property
    def engines(self) -> list[EngineSpec]:
        """The external engines that the user has configured and that can play the game."""
        return [each for each in self._engines.engines if each.plays(self._game)]

    @property
    def default_reviewers(self) -> list[AnySpec]:
        """The algorithms that analyse whole games if none is chosen.

        These are the strongest algorithm of the game and, before it, the strongest configured engine that is stronger.
        """
        engine = strongest_engine(self.engines)
        own: list[AnySpec] = [strongest_of(self._game)]
        return own if engine is None else [engine, *own]

    @property
    def reviewers(self) -> list[AnySpec]:
        """The algorithms that analyse whole games, as a new list. The verdicts of the first one are shown."""
        return list(self._now.reviewers) or self.default_reviewers

    def reviewers_of(self, game: Game) -> list[AnySpec]:
        """Return the ``reviewers`` that can play ``game``, or its strongest algorithm if there are none."""
        return [spec for spec in self.reviewers if spec.plays(game)] or [strongest_of(game)]

    def reviews(self, spec: AnySpec) -> bool:
        """Return whether an algorithm analyses whole games, with any number of lines."""
        return reviewing(spec) in self.reviewers

    def set_reviews(self, spec: AnySpec, on: bool) -> None:
        """Set whether an algorithm analyses whole games. Its number of lines is ignored."""
        spec = reviewing(spec)
        others = [each for each in self.reviewers if each != spec]
        self.set_reviewers([*others, spec] if on else others)

    def set_reviewers(self, specs: Sequence[AnySpec]) -> None:
        """Set the algorithms that analyse whole games. An empty sequence restores the default."""
        reviewers = () if list(specs) == self.default_reviewers else tuple(specs)
        if reviewers != self._now.reviewers:
            self._now = replace(self._now, reviewers=reviewers)
            self._announce_reviewers()

    def add(self, *specs: AnySpec) -> None:
        """Add algorithms at the end."""
        self._now = replace(self._now, specs=(*self._now.specs, *specs))
        self._announce()

    def remove(self, index: int) -> None:
        """Remove the algorithm at ``index``."""
        specs, reference = self.specs, self.reference
        del specs[index]
        if reference > index or reference >= len(specs):
            reference -= 1
        self._now = _with_specs(self._now, specs, reference)
        self._announce()

    def replace(self, index: int, spec: AnySpec) -> None:
        """Replace the algorithm at ``index`` by ``spec``, for example by the same algorithm with other parameters.

        The algorithms that analyse whole games do not change.
        """
        specs = self.specs
        if specs[index] != spec:
            specs[index] = spec
            self._now = replace(self._now, specs=tuple(specs))
            self._announce()

    def set_specs(self, specs: Sequence[AnySpec]) -> None:
        """Replace all algorithms.

        If the index of the reference is no longer valid, the last algorithm becomes the reference.
        """
        self._now = _with_specs(self._now, specs, self.reference)
        self._announce()

    def lend(self, chosen: Chosen) -> None:
        """Replace everything that is chosen for the game until ``end_loan``. It is not stored."""
        self.end_loan()
        self._lent = self._game.name, self._now
        self._now = chosen
        self._announce()

    def end_loan(self) -> None:
        """Restore what was chosen before ``lend``, if it was called."""
        if self._lent is None:
            return
        (name, chosen), self._lent = self._lent, None
        reviewers = tuple(self._configured(chosen.reviewers))
        self._games[name] = replace(_with_specs(chosen, self._configured(chosen.specs)), reviewers=reviewers)
        if name == self._game.name:
            self._announce()

    def restore_specs(self) -> None:
        """Replace the algorithms and the reference by those with which the game begins."""
        usual = self._usual(type(self._game))
        self._now = replace(self._now, specs=usual.specs, reference=usual.reference)
        self._announce()

    def set_reference(self, index: int) -> None:
        """Set the index of the reference. An index out of range is ignored."""
        if self.reference != index and 0 <= index < len(self._now.specs):
            self._now = replace(self._now, reference=index)
            self._emitted = self.reference_spec, self._emitted[1]
            self.reference_changed.emit()

    def set_evaluation(self, name: str) -> None:
        """Set the name of the evaluation, or an empty string for the game's default."""
        if self.evaluation != name:
            self._now = replace(self._now, evaluation=name)
            self.changed.emit()

    def set_budget(self, budget: Budget) -> None:
        """Set the budget of each algorithm."""
        if self.budget != budget:
            self._now = replace(self._now, budget=budget)
            self.changed.emit()

    def _announce(self) -> None:
        self.specs_changed.emit()
        if self._emitted[0] != self.reference_spec:
            self._emitted = self.reference_spec, self._emitted[1]
            self.reference_changed.emit()
        self._announce_reviewers()
        self.changed.emit()

    def _announce_reviewers(self) -> None:
        if self._emitted[1] != self.reviewers:
            self._emitted = self._emitted[0], self.reviewers
            self.reviewers_changed.emit()

    def evaluation_for(self, game: str) -> str:
        """Return the name of the evaluation to use in ``game``, or an empty string if the game has none.

        The result is the chosen evaluation if the game has it, and the default of the game otherwise.
        """
        return offered_name(game, self.evaluation) or next(iter(offered(game)), "")

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
        limit = self.budget.limit()
        return [
            Query(
                position, spec, spec.evaluation_used(evaluation), limit, course=course,
                continues=continues and spec.remembers,
            )
            for spec in (self._now.specs if specs is None else specs)
        ]  # fmt: skip

    def repetition(self, index: int) -> int:
        """Return the number of algorithms before ``index`` with the same name, which determines the mark."""
        specs = self._now.specs
        return sum(spec.name == specs[index].name for spec in specs[:index])

    def label(self, index: int) -> str:
        """Return the text of the algorithm at ``index`` for records, with the parameters that are not defaults."""
        return self._now.specs[index].text

    # --- persistence ----------------------------------------------------------------------------------------------

    def to_text(self) -> str:
        """Return what is chosen in each game as one line of JSON, for the settings.

        Games in which nothing was chosen are omitted.
        """
        chosen = self._games | dict([self._lent] if self._lent is not None else [])
        kept = {name: _to_entry(each) for name, each in chosen.items() if each != self._usual(games()[name])}
        earlier = {} if self._earlier is None else {"earlier": _to_entry(self._earlier)}
        return json.dumps({"games": kept, **earlier})

    def restore(self, text: str) -> None:
        """Restore what is chosen from ``text``, which was returned by ``to_text``, also of an earlier version.

        The text of an earlier version has one entry for all games. Unknown algorithms, unknown games and entries that
        are not valid are omitted.
        """
        try:
            kept = json.loads(text)
        except (ValueError, RecursionError):
            return
        if not isinstance(kept, dict):
            return
        entries = kept.get("games", {})
        found = {
            name: chosen
            for name, entry in (entries.items() if isinstance(entries, dict) else ())
            if name in games() and (chosen := self._from_entry(entry)) is not None
        }
        earlier = self._from_entry(kept.get("earlier", kept))
        if earlier is None and not found:
            return
        self._games, self._earlier = found, earlier
        self._announce()

    def _from_entry(self, entry: Any) -> Chosen | None:
        """Return what the entry of a game contains, or None if it is not valid."""
        try:
            kind, value = entry["budget"]
            budget = Budget(kind, value)
            budget.limit()
            specs, reviewers = (
                tuple(spec for each in entry.get(key, ()) if (spec := self._restored(each)) is not None)
                for key in ("algorithms", "reviewers")
            )
            if kind not in KINDS or "algorithms" not in entry:
                return None
            reference = max(0, min(int(entry["reference"]), len(specs) - 1))
            return Chosen(specs, reference, budget, str(entry["evaluation"]), reviewers)
        except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError, KyVienError):
            return None

    def _restored(self, kept: object) -> AnySpec | None:
        try:
            if isinstance(kept, dict) and "engine" in kept:
                engine = self._engines.find(str(kept["engine"]))
                if engine is None:
                    return None
                return engine.with_parameters(build_options(engine.Parameters, kept["values"]))
            if isinstance(kept, dict):
                return PluginSpec.from_description(Path(kept["plugin"]), kept["description"], kept["parameters"])
            return Spec.parse(str(kept))
        except (KyVienError, KeyError, TypeError, AttributeError):
            return None


def _with_last_reference(specs: Sequence[AnySpec]) -> Chosen:
    return Chosen(tuple(specs), max(0, len(specs) - 1))


def _with_specs(chosen: Chosen, specs: Sequence[AnySpec], reference: int | None = None) -> Chosen:
    """Return a choice with other algorithms.

    Args:
        chosen: the choice.
        specs: the algorithms.
        reference: index of the reference, or None for that of the previous reference, or the last one if it is missing.
    """
    if reference is None:
        before = chosen.specs[chosen.reference] if chosen.specs else None
        same = len(specs) == len(chosen.specs)
        reference = chosen.reference if same else specs.index(before) if before in specs else len(specs) - 1
    return replace(chosen, specs=tuple(specs), reference=max(0, min(reference, len(specs) - 1)))


def _to_entry(chosen: Chosen) -> dict[str, Any]:
    return {
        "algorithms": [spec.stored() for spec in chosen.specs], "evaluation": chosen.evaluation,
        "budget": [chosen.budget.kind, chosen.budget.value], "reference": chosen.reference,
        "reviewers": [spec.stored() for spec in chosen.reviewers],
    }  # fmt: skip
