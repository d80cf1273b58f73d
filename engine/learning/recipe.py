"""Recipes: how the network of a game is made, from the first game to the match that measures it.

``resources/networks/<game>.toml`` has the recipe of a game, with the tables ``games``, ``generations``, ``positions``,
``fit`` and ``match``. What it lacks has the default value, so a game needs no recipe.
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from engine.core.errors import OptionError
from engine.core.evaluation import Evaluation
from engine.core.options import check_range
from engine.learning.fit import MOST_HIDDEN
from engine.learning.games import SelfPlay
from engine.learning.positions import DECIDED, MOST_CHEAP
from engine.learning.training import FitPlan

T = TypeVar("T")

PLAIN_SCALE = 200
"""Scale of an evaluation that has none."""

METHOD = "0.1.0"
"""Version of this program since which equal recipes give equal games, positions and weights.

It is raised to the current version when self-play (the searches and evaluations of the players included), replay or fit
change. A release that changes none of them keeps it, so that interrupted training continues.
"""


@dataclass(frozen=True)
class Generations:
    """How often a network is made. Players use the network before, and the fit has the games of all generations so far.

    The games with one number begin with the same random moves in each generation, so those that are held out are the
    same.

    Attributes:
        count: number of networks. Only the last one is measured and kept.
        games: number of games of each generation after the first, or 0 for that of the first.
        hidden: number of hidden units of the last network, or 0 for that of the fit. The network of players can be
            smaller.

    Raises:
        OptionError: if a number is out of range.
    """

    count: int = 1
    games: int = 0
    hidden: int = 0

    def __post_init__(self) -> None:
        check_range("count", self.count, 1, 100)
        check_range("games", self.games, 0, 100_000_000)
        check_range("hidden", self.hidden, 0, MOST_HIDDEN)


@dataclass(frozen=True)
class Sampling:
    """Which positions of the games are recorded.

    Attributes:
        cheap: number of cheap positions for each position of a game.
        most_score: absolute score from which a position is not recorded.
        noisy: whether positions in which quiescence would go on are recorded, too.

    Raises:
        OptionError: if a number is out of range.
    """

    cheap: int = 0
    most_score: int = DECIDED
    noisy: bool = False

    def __post_init__(self) -> None:
        check_range("cheap", self.cheap, 0, MOST_CHEAP)
        check_range("most_score", self.most_score, 1, 1 << 15)


@dataclass(frozen=True)
class MatchPlan:
    """How the network is measured.

    Attributes:
        games: number of games of each match, or 0 for none.
        nodes: positions that each player visits for a move in the match with equal nodes.
        long_nodes: the same for one more match with equal CPU time, or 0 for none.
        random_plies: number of random moves before each game, the same for both colours, unless there are openings.
        win_score: score with which a game is adjudicated a win, or 0 to play until the rules end it.
        most_plies: number of plies after which a game is adjudicated a draw.
        seed: random seed of the matches.
    """

    games: int = 400
    nodes: int = 3000
    long_nodes: int = 0
    random_plies: int = 8
    win_score: int = 0
    most_plies: int = 400
    seed: int = 1


@dataclass(frozen=True)
class Recipe:
    """How a network is made.

    Attributes:
        play: the games of the first generation.
        generations: number of generations.
        sampling: which positions are recorded.
        plan: the fit.
        match: the matches against the evaluation of ``play``.
        number: number of the generation that is described, from 1. Its games are those of ``play_with``.
    """

    play: SelfPlay
    generations: Generations = field(default_factory=Generations)
    sampling: Sampling = field(default_factory=Sampling)
    plan: FitPlan = field(default_factory=FitPlan)
    match: MatchPlan = field(default_factory=MatchPlan)
    number: int = 1

    @property
    def digest(self) -> str:
        """Hexadecimal digest of everything that determines the weights, including ``METHOD``.

        A network is known by its name and digest, so that it can be in another folder.
        """
        play = self.play.with_stated_name().to_dict()
        parts: list[Any] = [play, asdict(self.sampling), asdict(self.plan), METHOD]
        if self.number > 1:
            parts += [self.generations.games, *range(1, self.number + 1)]  # fitted to the games of all of these
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:16]

    def of_generation(self, number: int) -> "Recipe":
        """Return the recipe of the generation ``number``, whose fit can have more hidden units if it is the last."""
        is_larger = number == self.generations.count and self.generations.hidden
        plan = replace(self.plan, hidden=self.generations.hidden) if is_larger else self.plan
        return replace(self, number=number, plan=plan)

    def play_with(self, evaluation: str) -> SelfPlay:
        """Return the games of this generation.

        Args:
            evaluation: the network of the generation before, which the first generation ignores.
        """
        if self.number == 1:
            return self.play
        return replace(self.play, evaluation=evaluation, games=self.generations.games or self.play.games)

    def changed(self, table: str, **values: Any) -> "Recipe":
        """Return the recipe with other values of a table, which is named by its attribute.

        Values that are None are ignored.

        Raises:
            OptionError: if a value is out of range.
        """
        own = {name: value for name, value in values.items() if value is not None}
        return replace(self, **{table: replace(getattr(self, table), **own)})


_TABLES = {"games": SelfPlay, "generations": Generations, "positions": Sampling, "fit": FitPlan, "match": MatchPlan}


def read_recipe(game: str, rules: str = "", path: Path | None = None) -> Recipe:
    """Return the recipe of a game.

    Args:
        game: identifier of the game.
        rules: its rules, or an empty string for the default rules.
        path: file of the recipe, or None for that of the game, which may be missing.

    Raises:
        OptionError: if the file is not a recipe.
        OSError: if the file cannot be read.
    """
    import resources

    own = Path(resources.__path__[0]) / "networks" / f"{game}.toml"
    if path is None and not own.exists():
        return Recipe(SelfPlay(game, rules))
    text = (path or own).read_bytes()
    name = (path or own).name
    try:
        data = tomllib.loads(text.decode("utf-8"))
    except ValueError as error:
        raise OptionError("{file}: {error}", file=name, error=error) from error
    if not data.keys() <= _TABLES.keys() or not all(isinstance(each, dict) for each in data.values()):
        raise OptionError("{file} is not a recipe of a network", file=name)
    tables = {key: _read(kind, data.get(key, {}), name) for key, kind in _TABLES.items()}
    play = SelfPlay(**{"game": game, "rules": rules, **tables["games"]})
    return Recipe(
        play, Generations(**tables["generations"]), Sampling(**tables["positions"]), FitPlan(**tables["fit"]),
        MatchPlan(**tables["match"]),
    )  # fmt: skip


def _read(kind: type[Any], data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the values of a table of the file ``name``.

    Raises:
        OptionError: if a value is unknown, or has another type than its default.
    """
    defaults = {each.name: each.default for each in fields(kind) if each.name not in ("game", "rules")}
    values = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    for key, value in values.items():
        default = defaults.get(key)
        if type(value) is not type(default) or (isinstance(value, tuple) and [*map(type, value)] != [int, int]):
            raise OptionError("{file}: {name} is not valid", file=name, name=key)
    return values


def factor_of(evaluation: Evaluation) -> int:
    """Return the score that expresses a chance of 1 / (1 + 1/e): half the scale of an evaluation."""
    return max(1, (evaluation.scale_for(evaluation.parameters) or PLAIN_SCALE) // 2)
