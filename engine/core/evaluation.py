"""Evaluations and their registry. A search uses an evaluation to score a position without searching further.

The evaluations of a game are registered by the module in ``engine.evaluation`` that has the name of the game.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import cython

from engine.core.errors import OptionError
from engine.core.language import mark
from engine.core.options import NoParameters, format_options, parse_options
from engine.core.position import Position
from engine.core.values import Value, replace

NETWORK = "network"
"""Name of the evaluation by a network (``engine.networks``), which every game has."""
DIGITS = 16
"""Number of digits of its digest that identify a network (``pinned_name``)."""
NO_EVALUATION = ("", "unknown")
"""Names of the base class in games without an evaluation. The second is an earlier name, which is still accepted."""


class Term(Value):
    """One term of an evaluation, with FIRST's and SECOND's points in the evaluation's unit.

    Attributes:
        label: English name, translated for display.
        first: FIRST's points.
        second: SECOND's points.
    """

    label: str
    first: float
    second: float


class Evaluation:
    """Evaluation of positions for the side to move. The base class scores every position 0.

    Attributes:
        game: identifier of its game, or an empty string if the evaluation accepts positions of every game.
        name: identifier, unique among the evaluations of the game.
        aliases: earlier names, which are still accepted.
        title: English name, translated for display.
        detail: text shown after the title, such as the date of a network, or an empty string.
        unit: English unit of its scores as they are displayed, translated for display.
        decimals: number of decimals with which scores are displayed. With 2, a score is an integer number of hundredths
            of ``unit``. If the number depends on the parameters, this attribute is the number for the defaults, and the
            class overrides ``decimals_for``.
        scale: score of a clear advantage, greater than 0 except in the base class. Bars and graphs show a score as
            tanh(score / scale), so that a score equal to the scale is shown at 76 % of their range. In games between
            equal players, a side with such a score gets 88 % of the points. The docstring of the class contains
            ``Scale 250: fitted …`` or ``Scale 250: reasoned …``, and the source of the number. If the scale depends on
            the parameters, this attribute is the scale for the defaults, and the class overrides ``scale_for``.
        gain_scale: score of a gain of 100 (``Position.gain``), or 0 if gains and scores cannot be compared.
        margin: score from which searches compute their margins, about what a move is worth. If it is 0, they use
            ``gain_scale`` or, without one, a sixth of ``scale``.
        antisymmetric: whether the score only changes its sign if the other side is to move on the same board. If
            not, the docstring of the class contains ``Not antisymmetric:`` and the reason, and a test
            ``test_law_of_NAME`` in ``tests/engine/evaluation/test_GAME.py`` tests the rule that holds instead.
        Parameters: class of its parameters, a ``Value`` with fields made by ``option``.

    Args:
        parameters: an instance of ``Parameters``, or None for the defaults.
    """

    if not cython.compiled:
        aliases: tuple[str, ...]
        Parameters: type
    game = ""
    name = ""
    aliases = ()
    title = ""
    detail = ""
    unit = ""
    decimals = 0
    scale = 0
    gain_scale = 0
    margin = 0
    antisymmetric = True
    Parameters = NoParameters

    def __init__(self, parameters: Any = None) -> None:
        self.parameters = self.Parameters() if parameters is None else parameters

    # --- for searches ---------------------------------------------------------------------------------------------

    def attach(self, position: Position) -> None:
        """Prepare ``position`` for ``evaluate``.

        This method is called once before a search, for the copy of a position that the search modifies.
        """

    def evaluate(self, position: Position) -> int:
        """Return the score, for the side to move, of a position in which the game is not over."""
        return 0

    # --- for all other code ---------------------------------------------------------------------------------------

    @classmethod
    def scale_for(cls, parameters: Any) -> int:
        """Return the scale for these parameters. The default is the scale of the class."""
        return cls.scale

    @classmethod
    def decimals_for(cls, parameters: Any) -> int:
        """Return the number of decimals for these parameters. The default is that of the class."""
        return cls.decimals

    def with_seed(self, seed: int) -> "Evaluation":
        """Return the same evaluation with the random seed ``seed``, or ``self`` if the evaluation is not random.

        A search calls this method with its own seed. With equal seeds, equal positions have equal scores.
        """
        return self

    def score(self, position: Position) -> int:
        """Return the score for the side to move, which is equal to the result of ``evaluate`` in a search.

        Raises:
            ValueError: if the position is of another game.
        """
        self.check(position)
        own = cython.declare(Position, position.copy())
        self.attach(own)
        return self.evaluate(own)

    def scores_along(self, position: Position, moves: Sequence[int]) -> list[int]:
        """Return the scores while ``moves`` are made in place and unmade again, as in a search.

        Tests compare the scores with ``definition``, because a sum that the position updates in ``make`` and
        ``unmake`` could become wrong.

        Args:
            position: the position before the first move, which is not changed.
            moves: at most ``MAX_PLY`` legal moves in the order of play. The game must not end before the last move.

        Returns:
            ``2 * len(moves) + 1`` scores. The first is that of ``position``. The next scores are those after each move,
            followed by those after each move is unmade. Each score is for the side to move at that time.

        Raises:
            ValueError: if the position is of another game, if there are too many moves, or if a move is not legal.
        """
        self.check(position)
        if len(moves) > 128:
            raise ValueError("too many moves")
        own = cython.declare(Position, position.copy())
        self.attach(own)
        scores = [self.evaluate(own)]
        for move in moves:
            if move not in own.legal_moves():
                raise ValueError(f"{move} is not a legal move in this position")
            own.make(move)
            scores.append(self.evaluate(own))
        for move in reversed(moves):
            own.unmake(move)
            scores.append(self.evaluate(own))
        return scores

    def check(self, position: Position) -> None:
        """Check that the position is of the evaluation's game. Positions of other games have another memory layout.

        Raises:
            ValueError: if the position is of another game.
        """
        if self.game and (position.game is None or position.game.name != self.game):
            raise ValueError(f"{type(self).__name__} judges positions of {self.game} only")

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return the terms of the score for display. The default is a single term.

        Returns:
            Terms for which the sum of ``first - second`` is the score from FIRST's point of view, up to rounding.

        Raises:
            ValueError: if the position is of another game.
        """
        score = self.score(position)
        mine = -score if position.turn else score
        return (Term(mark("Overall"), max(mine, 0), max(-mine, 0)),)

    def definition(self, position: Position) -> int:
        """Compute the score for the side to move by its plain definition, without optimisations, to verify ``score``.

        Raises:
            NotImplementedError: in an evaluation without such a definition.
        """
        raise NotImplementedError


class KeyEvaluation(Evaluation):
    """An evaluation for tests of searches in any game: a score from 0 to 2047 computed from the position's key.

    The score has no meaning in play. Equal positions have equal scores. If ``unmake`` does not restore the key, the
    result of a search differs from the result of a search that copies positions.

    Args:
        seed: random seed.
    """

    name = "key"
    title = "Key"
    unit = "points"
    scale = 500

    def __init__(self, seed: int = 0) -> None:
        import random

        super().__init__()
        rng = random.Random(seed)
        self.salt = rng.getrandbits(64)
        self.factor = rng.getrandbits(64) | 1

    def evaluate(self, position: Position) -> int:
        """Return the highest eleven of the 64 bits of ``(key ^ salt) * factor``, computed modulo 2**64."""
        return (((position.key ^ self.salt) * self.factor) >> 53) & 2047

    def definition(self, position: Position) -> int:
        """Return the same score as ``evaluate``, because there is no slower definition."""
        return self.evaluate(position)


_evaluations: dict[str, dict[str, type[Evaluation]]] = {}
_led_by_network: set[str] = set()


def register(cls: type[Evaluation]) -> type[Evaluation]:
    """Register an evaluation for its game and return it. The first evaluation registered is the game's default.

    This function is called after the definition of the class, as in ``register(Material)``, because a compiled class
    cannot have a decorator.

    Raises:
        ValueError: if another evaluation of the game has the same name or alias.
    """
    known = _evaluations.setdefault(cls.game, {})
    for name in (cls.name, *cls.aliases):
        other = _named(known, name)
        if other is not None and other.__qualname__ != cls.__qualname__:
            raise ValueError(f"two evaluations of {cls.game} are called {name!r}")
    known[cls.name] = cls
    return cls


def prefer_network(game: str) -> None:
    """Make the network that is shipped with a game its default, because matches showed that it is stronger.

    If its file is missing or damaged, the first evaluation registered stays the default.
    """
    _led_by_network.add(game)


def _networks() -> Any:
    """Return the module of the evaluation by a network, which is imported on first use."""
    import importlib

    return importlib.import_module("engine.networks.network")


def evaluations(game: str) -> dict[str, type[Evaluation]]:
    """Return the evaluations of a game by name, with the default first.

    The dictionary is empty if the game has no evaluations. If a network is shipped with the game, it is the default
    (``prefer_network``) or the last one.
    """
    import importlib

    module = f"engine.evaluation.{game}"
    try:
        importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
    found = dict(_evaluations.get(game, {}))
    if found and has_shipped_network(game):
        with suppress(OptionError):
            network = {NETWORK: parse_evaluation(game, NETWORK)[0]}
            found = network | found if game in _led_by_network else found | network
    return found


def hand_made(game: str) -> str:
    """Return the name of the first evaluation of a game that is not a network, or an empty string if there is none."""
    return next((name for name in evaluations(game) if name != NETWORK), "")


def offered(game: str) -> dict[str, type[Evaluation]]:
    """Return the evaluations of a game and the networks that the user has installed, by the texts that choose them.

    The texts of networks contain their digests (``pinned_name``). There are no networks in a game without evaluations,
    which would make one of them its default.
    """
    known = evaluations(game).items()
    found = {pinned_name(game, name) if name == NETWORK else name: cls for name, cls in known}
    return found | _networks().installed_networks(game) if found else found


def offered_name(game: str, text: str) -> str:
    """Return the one of the texts of ``offered`` that chooses the evaluation ``text``, or an empty string without one.

    If another network has replaced one of the same name, it is chosen.
    """
    found = offered(game)
    if text in found:
        return text
    named = {_without_digest(each): each for each in found}
    return named.get(_without_digest(current_name(game, text)), "")


def _without_digest(text: str) -> str:
    return re.sub(r"[:,]digest=\w*$", "", text) if text.startswith(NETWORK) else text


@cache
def has_shipped_network(game: str) -> bool:
    """Whether the file of a network is shipped with a game."""
    import os

    import resources

    return os.path.exists(f"{resources.__path__[0]}/networks/{game}.kvnet")  # noqa: PTH110 - as in language.py


def _named(known: dict[str, type[Evaluation]], name: str) -> type[Evaluation] | None:
    """Return the evaluation with this name or alias, or None."""
    return known.get(name) or next((each for each in known.values() if name in each.aliases), None)


def parse_evaluation(game: str, text: str = "") -> tuple[type[Evaluation], Any]:
    """Return the class of the evaluation named by ``NAME`` or ``NAME:k=v,…``, and its parameters.

    Earlier names are accepted. An empty string selects the game's default. A game without an evaluation uses the base
    class, which scores every position 0. Only finished games then have a different score.

    Raises:
        OptionError: for an unknown evaluation, parameter or value.
    """
    name, _, rest = text.strip().partition(":")
    if name == NETWORK:
        networks = _networks()
        parameters = parse_options(networks.NetworkParameters, rest)
        return networks.network_class(game, parameters), parameters
    known = evaluations(game)
    if known:
        cls = _named(known, name or next(iter(known)))
    else:
        cls = Evaluation if name in NO_EVALUATION else None
    if cls is None:
        raise OptionError(
            "{game} has no evaluation {name!r}; there are: {names}", game=game, name=name, names=", ".join(known) or "–"
        )
    return cls, parse_options(cls.Parameters, rest)


def current_name(game: str, text: str) -> str:
    """Return ``NAME`` or ``NAME:k=v,…`` with earlier names of evaluations and options replaced by current names.

    A text that does not name an evaluation of the game is returned unchanged. The name of the base class, which is used
    for games without an evaluation, is an empty string.
    """
    if not text:
        return ""
    try:
        cls, parameters = parse_evaluation(game, text)
    except OptionError:
        return text
    return format_evaluation(cls.name, parameters)


def pinned_name(game: str, text: str) -> str:
    """Return ``current_name`` with the digest of the file, if the evaluation is a network, so that it stays the same.

    With the digest, ``parse_evaluation`` refuses another file of the same name.
    """
    try:
        cls, parameters = parse_evaluation(game, text)
    except OptionError:
        return text
    if text and cls.name == NETWORK:
        parameters = replace(parameters, digest=cls.data.digest[:DIGITS])  # type: ignore[attr-defined] # a network
        return format_evaluation(cls.name, parameters)
    return current_name(game, text)


def stated_name(game: str, text: str) -> str:
    """Return ``pinned_name`` for records, tables and pages: a network by its name and digest, without its folder.

    The result selects the network where it is installed.
    """
    pinned = pinned_name(game, text)
    name, _, rest = pinned.partition(":")
    if name != NETWORK:
        return pinned
    networks = _networks()
    try:
        return format_evaluation(name, networks.without_folder(parse_options(networks.NetworkParameters, rest)))
    except OptionError:
        return pinned


def scale_of(game: str, text: str = "") -> int:
    """Return the scale of the evaluation named by ``text`` for its parameters, or 0 if ``text`` is not valid."""
    try:
        cls, parameters = parse_evaluation(game, text)
    except OptionError:
        return 0
    scale: int = cls.scale_for(parameters)
    return scale


def unit_of(game: str, text: str = "") -> tuple[str, int]:
    """Return the English unit and the number of decimals of the scores of the evaluation named by ``text``.

    If there is no such evaluation, the unit and the number of decimals are those of the game's default evaluation.
    """
    try:
        cls, parameters = parse_evaluation(game, text)
    except OptionError:
        cls, parameters = parse_evaluation(game)
    decimals: int = cls.decimals_for(parameters)
    return cls.unit, decimals


def format_evaluation(name: str, parameters: object) -> str:
    """Return ``NAME`` or ``NAME:k=v,…``, with the parameters that differ from the defaults.

    ``parse_evaluation`` parses the result.
    """
    rest = format_options(parameters)
    return f"{name}:{rest}" if rest else name


def find_evaluation(game: str, text: str = "") -> Evaluation:
    """Create the evaluation specified by ``text``, which is ``NAME`` or ``NAME:k=v,…``.

    An empty ``text`` selects the game's default.

    Raises:
        OptionError: for an unknown evaluation, parameter or value.
    """
    cls, parameters = parse_evaluation(game, text)
    return cls(parameters)
