"""A static judgement of a position, handed to a search. One module per game registers its own."""

from typing import Any

import cython  # noqa: F401 - a compiled module

from engine.core.errors import OptionError
from engine.core.position import Position


class Evaluation:
    """Scores a position for the side to move, in the unit it names.

    Attributes:
        game: name of the game it judges.
        name: identifier, unique in the game.
        title: English name, translated where shown.
        unit: English unit of its scores, translated where shown.
    """

    game = ""
    name = ""
    title = ""
    unit = ""

    # --- for searches ---------------------------------------------------------------------------------------------

    def attach(self, position: Position) -> None:
        """Prepare ``position`` for ``evaluate``: called once, before a search, on the search's own copy."""

    def evaluate(self, position: Position) -> int:
        """Score for the side to move, of a position that is not over."""
        return 0

    # --- for everyone ---------------------------------------------------------------------------------------------

    def score(self, position: Position) -> int:
        """Score for the side to move, as a search would see it.

        Raises:
            ValueError: if the position is of another game.
        """
        self.check(position)
        own: Any = position.copy()
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

    def definition(self, position: Any) -> int:
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


def find_evaluation(game: str, name: str = "") -> Evaluation:
    """The evaluation called ``name``, or the game's default if empty.

    Raises:
        OptionError: if there is none.
    """
    known = evaluations(game)
    if not name and known:
        name = next(iter(known))
    if name not in known:
        raise OptionError(
            "{game} has no evaluation {name!r}; there are: {names}", game=game, name=name, names=", ".join(known) or "–"
        )
    return known[name]()
