"""What is asked of an algorithm with its parameters, whether it is built in, a plugin or an external engine."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Self

from engine.core.errors import SearchError
from engine.core.evaluation import Evaluation, find_evaluation
from engine.core.game import Game
from engine.core.options import build_options, format_options, options_of, parse_options
from engine.core.values import Value, replace
from engine.search.report import Report
from engine.search.search import Search, find_algorithm
from engine.search.trace import Trace

if TYPE_CHECKING:
    from engine.search.query import Query, Run

VARIED = ("vary", "random_ties")
"""Names of the options of algorithms that turn on a random choice among equal moves."""

TIES = ("random_ties",)
"""The options of ``VARIED`` that the players of a contest have on by default.

Without it, some algorithms prefer the first move generated and move one piece back and forth.
"""


class _Question:
    """A question about an algorithm.

    For a built-in algorithm, the answer is the attribute of its class (``Search``) with the same name.

    Args:
        unknown: the answer for a program of which nothing is known.
    """

    def __init__(self, unknown: bool) -> None:
        self._unknown = unknown

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, spec: "AnySpec", owner: type) -> bool:
        kind = spec._kind
        return self._unknown if kind is None else bool(getattr(kind, self._name))


class AnySpec(ABC):
    """An algorithm with its parameters: ``Spec``, ``PluginSpec`` or ``EngineSpec``.

    Callers ask these questions instead of asking for the class.

    Attributes:
        name: identifier.
        title: name shown to users. That of a built-in algorithm is in English, and translated for display.
        parameters: an instance of ``Parameters``.
        is_own: whether the algorithm is built in. Its counters are then complete, and its name is translated.
        is_external: whether it is an external engine, which has its own evaluation and may not report all counters.
        deepens, is_limited, solves, sound, orders_moves, remembers: as in ``Search``. Plugins and external engines
            deepen and are limited, as far as is known.
    """

    if TYPE_CHECKING:
        # Only for type checkers: a dataclass would take a property for the default of the field with its name.
        @property
        def name(self) -> str: ...
        @property
        def title(self) -> str: ...
        @property
        def parameters(self) -> Any: ...

    is_own: ClassVar[bool] = False
    is_external: ClassVar[bool] = False
    deepens = _Question(True)
    is_limited = _Question(True)
    solves = _Question(False)
    sound = _Question(False)
    orders_moves = _Question(False)
    remembers = _Question(False)

    @property
    def _kind(self) -> type[Search] | None:
        """The class of a built-in algorithm."""
        return None

    @property
    def needs_evaluation(self) -> bool:
        """Whether it uses an evaluation of the game."""
        return not self.is_external

    @property
    def records_tree(self) -> bool:
        """Whether the tree that it searches can be recorded."""
        return False

    @property
    def restricts(self) -> bool | None:
        """Whether it searches only the moves of ``Query.only``, or None if this is not known."""
        return None

    @property
    @abstractmethod
    def Parameters(self) -> type:
        """The class of ``parameters``."""

    @abstractmethod
    def with_parameters(self, parameters: Any) -> Self:
        """Return the same algorithm with other parameters."""

    @abstractmethod
    def answer(self, query: "Query", run: "Run") -> Iterator[Report]:
        """Yield the reports of a query with this algorithm. The last report is final.

        Raises:
            SearchError: if a plugin or an external engine fails.
            OptionError: if the game has no such evaluation.
        """

    @abstractmethod
    def stored(self) -> object:
        """Return the algorithm as data that can be written as JSON, for the settings."""

    @property
    def parameters_text(self) -> str:
        """The parameters that differ from the defaults, as ``k=v,…``."""
        return format_options(self.parameters)

    @property
    def text(self) -> str:
        """``NAME`` or ``NAME:k=v,…`` with the parameters that differ from the defaults, as on the command line."""
        parameters = self.parameters_text
        return f"{self.name}:{parameters}" if parameters else self.name

    def stamp(self) -> Hashable:
        """Return what changes if the program changes while the studio runs, or None if it cannot."""
        return None

    def plays(self, game: Game) -> bool:
        """Whether it is possible, as far as is known without starting a program, that the algorithm plays ``game``."""
        return True

    def evaluation_used(self, evaluation: str) -> str:
        """Return the name of the evaluation that is used if ``evaluation`` is chosen, or "" for an external engine."""
        return evaluation

    def find_evaluation(self, game: str, name: str) -> Evaluation | None:
        """Return the evaluation ``name`` of a game ("" for its default), or None if the algorithm needs none.

        Raises:
            OptionError: if the game has no such evaluation, or if the algorithm is unknown.
        """
        return find_evaluation(game, name) if self.needs_evaluation else None

    def option(self, name: str, default: Any = None) -> Any:
        """Return the value of an option of a built-in algorithm, or ``default`` if it has no such option."""
        return default

    def with_options(self, **values: Any) -> Self:
        """Return the algorithm with these values of its options, as far as it is built in and has the options."""
        return self

    def varied(self, names: Collection[str] = VARIED, text: str = "") -> Self:
        """Return the algorithm with the options ``names`` turned on, as far as it is built in and has them.

        Args:
            names: names of the options, some or all of ``VARIED``.
            text: ``NAME`` or ``NAME:k=v,…`` from which the algorithm was parsed. The options that it sets are not
                changed.
        """
        given = {part.partition("=")[0].strip() for part in text.partition(":")[2].split(",")}
        return self.with_options(**dict.fromkeys(set(names) - given, True))

    def build(self, evaluation: Evaluation | None, seed: int = 0, trace: Trace | None = None) -> Search:
        """Return a new search with these parameters.

        Raises:
            SearchError: if the algorithm is not built in.
            OptionError: for an unknown algorithm.
            ValueError: if the algorithm needs an evaluation and there is none.
        """
        raise SearchError("{name} has no tree to keep", name=self.name)


class Spec(Value, AnySpec):
    """A built-in algorithm with its parameters, written ``NAME:k=v,k=v`` on the command line."""

    name: str
    parameters: Any

    is_own = True

    @classmethod
    def parse(cls, text: str) -> "Spec":
        """Parse ``NAME:k=v,k=v``.

        Raises:
            OptionError: for an unknown algorithm, parameter or value.
        """
        name, _, rest = text.strip().partition(":")
        return cls(name, parse_options(find_algorithm(name).Parameters, rest))

    @classmethod
    def make(cls, name: str, **values: Any) -> "Spec":
        """Create the specification of the algorithm ``name`` with these parameter values.

        Raises:
            OptionError: for an unknown algorithm or parameter, or an invalid value.
        """
        return cls(name, build_options(find_algorithm(name).Parameters, values))

    @property
    def _kind(self) -> type[Search]:
        return find_algorithm(self.name)

    @property
    def title(self) -> str:
        """The English name, translated for display."""
        return str(self._kind.title)

    @property
    def Parameters(self) -> type:
        return self._kind.Parameters

    @property
    def needs_evaluation(self) -> bool:
        return bool(self._kind.needs_evaluation)

    @property
    def records_tree(self) -> bool:
        """Whether the tree that it searches can be recorded, with the windows of its nodes or with visits."""
        return self._kind.records_windows or hasattr(self._kind, "snapshot")

    @property
    def restricts(self) -> bool:
        """Whether it searches only the moves of ``Query.only``: always."""
        return True

    def with_parameters(self, parameters: Any) -> "Spec":
        return Spec(self.name, parameters)

    def option(self, name: str, default: Any = None) -> Any:
        """Return the value of an option, or ``default`` if there is no such option."""
        return getattr(self.parameters, name, default)

    def with_options(self, **values: Any) -> "Spec":
        """Return the algorithm with these values of those options that it has."""
        known = {each.name for each in options_of(type(self.parameters))}
        changed = {name: value for name, value in values.items() if name in known}
        return self.with_parameters(replace(self.parameters, **changed)) if changed else self

    def stored(self) -> str:
        """Return the text of the algorithm (``text``)."""
        return self.text

    def answer(self, query: "Query", run: "Run") -> Iterator[Report]:
        """Yield the reports of a search in this process, with the memory ``run.kept`` or without memory."""
        if run.kept is not None:
            yield from run.kept.analyse(query, run)
            return
        search = self.build(self.find_evaluation(query.position.game.name, query.evaluation), query.seed)
        yield from run.reports(query, search)

    def build(self, evaluation: Evaluation | None, seed: int = 0, trace: Trace | None = None) -> Search:
        """Return a new search with these parameters.

        Raises:
            OptionError: for an unknown algorithm.
            ValueError: if the algorithm needs an evaluation and there is none.
        """
        return self._kind(self.parameters, evaluation, seed, trace)
