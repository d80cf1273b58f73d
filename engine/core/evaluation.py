"""A static judgement of a position, handed to a search. One module per game registers its own."""

from dataclasses import dataclass
from typing import Any

import cython

from engine.core.errors import OptionError
from engine.core.language import mark
from engine.core.options import NoParameters, format_options, parse_options
from engine.core.position import Position


@dataclass(frozen=True, slots=True)
class Term:
    """One row of an evaluation taken apart: FIRST's and SECOND's points, in the evaluation's unit.

    Attributes:
        label: English, translated where shown.
        first: what it gives FIRST.
        second: what it gives SECOND.
    """

    label: str
    first: float
    second: float


class Evaluation:
    """Scores a position for the side to move, in the unit it names.

    Attributes:
        game: name of the game it judges.
        name: identifier, unique in the game.
        title: English name, translated where shown.
        unit: English unit of its scores, translated where shown.
        scale: a score that is a clear advantage, for bars and graphs: they are at tanh(1) = 76 % there; 0: not said.
        Parameters: dataclass of its parameters, fields made by ``option``.

    Args:
        parameters: an instance of ``Parameters``; None: the defaults.
    """

    game = ""
    name = ""
    title = ""
    unit = ""
    scale = 0
    if not cython.compiled:
        Parameters: type
    Parameters = NoParameters

    def __init__(self, parameters: Any = None) -> None:
        self.parameters = self.Parameters() if parameters is None else parameters

    # --- for searches ---------------------------------------------------------------------------------------------

    def attach(self, position: Position) -> None:
        """Prepare ``position`` for ``evaluate``: called once, before a search, on the search's own copy."""

    def evaluate(self, position: Position) -> int:
        """Score for the side to move, of a position that is not over."""
        return 0

    # --- for everyone ---------------------------------------------------------------------------------------------

    def with_seed(self, seed: int) -> "Evaluation":
        """The same evaluation under another seed; itself, unless something in it is random.

        A search asks for this with its own seed. Under one seed equal positions are judged equally.
        """
        return self

    def score(self, position: Position) -> int:
        """Score for the side to move, as a search would see it.

        Raises:
            ValueError: if the position is of another game.
        """
        self.check(position)
        own = position.copy()
        return self._score(own)

    def _score(self, position: Position) -> int:
        self.attach(position)
        return self.evaluate(position)

    def check(self, position: Position) -> None:
        """Refuse a position of another game, whose memory has another shape.

        Raises:
            ValueError: if it is one.
        """
        if self.game and (position.game is None or position.game.name != self.game):
            raise ValueError(f"{type(self).__name__} judges positions of {self.game} only")

    def terms(self, position: Position) -> tuple[Term, ...]:
        """The score taken apart for people; by default one row.

        Returns:
            Rows whose sum of ``first - second`` is the score for FIRST, whoever is to move, up to rounding.

        Raises:
            ValueError: if the position is of another game.
        """
        score = self.score(position)
        mine = -score if position.turn else score
        return (Term(mark("Whole"), max(mine, 0), max(-mine, 0)),)

    def definition(self, position: Position) -> int:
        """The same score by the plain definition, slowly; ``score`` must equal it exactly."""
        raise NotImplementedError


_evaluations: dict[str, dict[str, type[Evaluation]]] = {}


def register(cls: type[Evaluation]) -> type[Evaluation]:
    """Class decorator: makes an evaluation known to its game. The first registered is the game's default."""
    _evaluations.setdefault(cls.game, {})[cls.name] = cls
    return cls


def evaluations(game: str) -> dict[str, type[Evaluation]]:
    """The evaluations of a game by name, the default first; empty if it has none."""
    import importlib
    import importlib.util

    module = f"engine.evaluation.{game}"
    if importlib.util.find_spec(module) is not None:
        importlib.import_module(module)
    return dict(_evaluations.get(game, {}))


def parse_evaluation(game: str, text: str = "") -> tuple[type[Evaluation], Any]:
    """The evaluation and its parameters that ``text`` names: ``NAME`` or ``NAME:k=v,…``; empty: the game's default.

    Raises:
        OptionError: for an unknown evaluation, parameter or value.
    """
    known = evaluations(game)
    name, _, rest = text.strip().partition(":")
    if not name and known:
        name = next(iter(known))
    if not known and not name:
        # Every position that is not over is worth 0: a search sees only how games end.
        return Evaluation, NoParameters()
    if name not in known:
        raise OptionError(
            "{game} has no evaluation {name!r}; there are: {names}", game=game, name=name, names=", ".join(known) or "–"
        )
    return known[name], parse_options(known[name].Parameters, rest)


def scale_of(game: str, text: str = "") -> int:
    """The ``Evaluation.scale`` of the evaluation that ``text`` names; 0 where it says none or is not known here."""
    try:
        scale: int = parse_evaluation(game, text)[0].scale
    except OptionError:
        return 0
    return scale


def format_evaluation(name: str, parameters: object) -> str:
    """``NAME`` or ``NAME:k=v,…`` with what differs from the defaults, read back by ``parse_evaluation``."""
    rest = format_options(parameters)
    return f"{name}:{rest}" if rest else name


def find_evaluation(game: str, text: str = "") -> Evaluation:
    """The evaluation that ``text`` names (``NAME`` or ``NAME:k=v,…``), or the game's default if empty.

    Raises:
        OptionError: for an unknown evaluation, parameter or value.
    """
    cls, parameters = parse_evaluation(game, text)
    return cls(parameters)
