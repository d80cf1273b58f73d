"""Contract of every registered evaluation of every game. The registry finds them, so a new one needs no edit here."""

import ast
import importlib
import inspect
import pkgutil
import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import engine.evaluation
from engine.core.evaluation import (
    NETWORK,
    Evaluation,
    current_name,
    evaluations,
    find_evaluation,
    format_evaluation,
    parse_evaluation,
    register,
    scale_of,
)
from engine.core.game import find_game, games
from engine.core.options import options_of
from engine.core.outcome import Player
from engine.core.score import WIN_BOUND
from engine.core.surface import Setup
from tests.engine.conftest import COMPILED
from tests.engine.positions import random_position, random_value

EVERY = [pytest.param(game, name, id=f"{game}-{name}") for game in games() for name in evaluations(game)]
every = pytest.mark.parametrize(("game", "name"), EVERY)

LINES, PLIES = (25, 6) if COMPILED else (8, 3)
NAMES = re.compile(r"[a-z][a-z0-9_]*")
SCALE = re.compile(r"^Scale ([\d,]+): (fitted|reasoned)\b.{20,}", re.MULTILINE)


def variants(game: str, name: str) -> list[str]:
    """The evaluation by default, and with each option at other values."""
    cls, _ = parse_evaluation(game, name)
    rng, texts = random.Random(name), [name]
    for option in options_of(cls.Parameters):
        if option.kind is str and option.choices is None:  # a file
            continue
        values = [False, True] if option.kind is bool else option.choices or [random_value(option, rng) for _ in "12"]
        texts += [f"{name}:{option.name}={option.format(value)}" for value in values if value != option.default]
    return texts


@cache
def lines(game: str) -> list[tuple[list[Any], list[int]]]:
    """Random lines of play: positions, none of them over, and the moves between them.

    Two begin at the start under each preset of the rules, the others at random positions under random rules.
    """
    rng = random.Random(game)
    kind = find_game(game)
    roots = [kind.with_rules(preset=preset).start() for preset in kind.presets for _ in "12"]
    roots += [random_position(game, seed, rng.choice((0, 3, 10, 40))) for seed in range(LINES)]
    found = []
    for position in roots:
        if position.outcome() is not None:
            continue
        positions, moves = [position], list[int]()
        for _ in range(PLIES):
            noisy = position.noisy_moves()
            move = rng.choice(noisy if noisy and rng.random() < 0.5 else position.legal_moves())
            position = position.play(move)
            if position.outcome() is not None:
                break
            positions.append(position)
            moves.append(move)
        found.append((positions, moves))
    return found


def state(position: Any) -> tuple[str, int, object]:
    return str(position), position.key, position.history


@every
def test_score_is_the_definition_and_in_range(game: str, name: str) -> None:
    """For every option; also while moves are made and unmade in place, as in a search. The position is not changed."""
    scores = set()
    for text in variants(game, name):
        plain = find_evaluation(game, text)
        for evaluation in {id(each): each for each in (plain, plain.with_seed(7))}.values():
            for positions, moves in lines(game):
                before = [state(position) for position in positions]
                expected = [evaluation.definition(position) for position in positions]
                assert [evaluation.score(position) for position in positions] == expected, (text, before)
                along = evaluation.scores_along(positions[0], moves)
                count = len(positions)
                # Options may depend on the side to move at the root, so these are compared with each other.
                if along[:count] != expected:
                    assert text != name, (before, along, expected)
                assert along[count:] == along[: count - 1][::-1], f"{text}: changed by make and unmake\n{before}"
                assert [state(position) for position in positions] == before
                assert all(abs(score) < WIN_BOUND for score in expected)
                scores.update(expected)
    assert len(scores) > 1, "it is constant"


@every
def test_names_and_texts(game: str, name: str) -> None:
    cls = evaluations(game)[name]
    place = "engine.networks.network." if name == NETWORK else f"engine.evaluation.{game}."
    assert (cls.game, cls.name) == (game, name) and f"{cls.__module__}.".startswith(place)
    assert NAMES.fullmatch(name) and cls.title and cls.unit and (cls.__doc__ or "").strip()
    assert 0 <= cls.decimals <= 3
    for text in (name, *cls.aliases):
        assert parse_evaluation(game, text)[0] is cls and current_name(game, text) == name
    assert parse_evaluation(game, format_evaluation(name, cls.Parameters())) == (cls, cls.Parameters())


@every
def test_scale_has_a_source(game: str, name: str) -> None:
    cls = evaluations(game)[name]
    found = SCALE.search(inspect.cleandoc(cls.__doc__ or "").replace("\n", " ").replace("  ", "\n"))
    assert found, "the docstring has no paragraph “Scale N: fitted …” or “Scale N: reasoned …” with the source"
    assert int(found[1].replace(",", "")) == cls.scale, "the docstring has another scale than the class"
    for text in variants(game, name):
        assert 0 < scale_of(game, text) < WIN_BOUND
        assert scale_of(game, text) == cls.scale_for(parse_evaluation(game, text)[1])


def laid_out(position: Any, pieces: dict[int, str], turn: Player) -> Any:
    """A position with these pieces and the counters of a new game, or None if it is not legal or over."""
    setup = Setup(pieces, turn)
    if position.game.faults(setup):
        return None
    made = position.game.compose(setup)
    return made if made.outcome() is None else None


def every_position(game: str) -> Iterator[Any]:
    """The positions of all lines."""
    return (position for positions, _ in lines(game) for position in positions)


@cache
def of_either_side(game: str) -> list[tuple[Any, Any]]:
    """Positions, and the same boards with the other side to move."""
    found = []
    for position in every_position(game):
        pieces = dict(position.game.setup(position).pieces)
        here, other = (laid_out(position, pieces, turn) for turn in (position.turn, position.turn.other))
        if here is not None and other is not None:
            found.append((here, other))
    return found


@every
def test_antisymmetry(game: str, name: str) -> None:
    """On the same board with the other side to move the score changes its sign, unless the class declares otherwise."""
    cls = evaluations(game)[name]
    if not cls.antisymmetric:
        doc = inspect.cleandoc(cls.__doc__ or "")
        assert re.search(r"^Not antisymmetric: .{20,}", doc, re.MULTILINE), "the docstring gives no reason"
        own = "../networks/test_network.py" if name == NETWORK else f"test_{game}.py"
        law, file = f"test_law_of_{name}", Path(__file__).parent / own
        assert file.exists() and law in functions(file), f"{file} has no {law}, the law that is true instead"
        return
    for text in variants(game, name):
        evaluation = find_evaluation(game, text)
        for here, other in of_either_side(game):
            assert evaluation.score(other) == -evaluation.score(here), f"{text}: {here}"
    assert len(of_either_side(game)) > 5, (
        "no position can have the other side to move: declare ``antisymmetric = False``"
    )


def functions(path: Path) -> set[str]:
    """The names of the functions of a module."""
    return {node.name for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.FunctionDef)}


def exchanged(game: Any) -> Any:
    """A function that exchanges the colours of the pieces of a position; None for a game with unequal sides.

    The board is turned, or turned over, if the start position requires it.
    """
    surface = game.surface(game.start())
    sides = [[kind.id for kind in surface.kinds if kind.player is player] for player in Player]
    if len(sides[0]) != len(sides[1]):
        return None
    partner = dict(zip(sides[0] + sides[1], sides[1] + sides[0], strict=True))
    last = surface.rows * surface.columns - 1
    width = surface.columns

    def same(cell: int) -> int:
        return cell

    def upside_down(cell: int) -> int:
        return (last // width - cell // width) * width + cell % width

    def turned(cell: int) -> int:
        return last - cell

    def exchange(pieces: dict[int, str], place: Any) -> dict[int, str]:
        return {place(cell): partner.get(piece, piece) for cell, piece in pieces.items()}

    start = dict(game.setup(game.start()).pieces)
    fitting = [place for place in (same, upside_down, turned) if exchange(start, place) == start]
    return (lambda pieces: exchange(pieces, fitting[0])) if fitting else None


@cache
def with_colours_exchanged(game: str) -> list[tuple[Any, Any]]:
    """Positions under the default rules, and the same with the colours and the side to move exchanged.

    There are none in a game with unequal sides.
    """
    kind = find_game(game)()
    exchange = exchanged(kind)
    found = []
    for position in every_position(game):
        if exchange is not None and position.game.rules == kind.rules:
            pieces = dict(position.game.setup(position).pieces)
            here = laid_out(position, pieces, position.turn)
            there = laid_out(position, exchange(pieces), position.turn.other)
            if here is not None and there is not None:
                found.append((here, there))
    return found


@every
def test_both_colours_are_treated_alike(game: str, name: str) -> None:
    """With the colours and the side to move exchanged the score is the same, under the default rules."""
    if exchanged(find_game(game)()) is None:
        return
    pairs = with_colours_exchanged(game)
    for text in variants(game, name):
        if "noise" in text:  # it depends on the key
            continue
        evaluation = find_evaluation(game, text)
        for here, there in pairs:
            assert evaluation.score(there) == evaluation.score(here), f"{text}: {here}"
    assert pairs or not evaluations(game)[name].antisymmetric


def test_every_module_is_named_like_a_game_and_registers() -> None:
    for module in pkgutil.iter_modules(engine.evaluation.__path__):
        assert module.name in games(), f"engine/evaluation/{module.name}.py: no game is called so"
        importlib.import_module(f"engine.evaluation.{module.name}")
        assert evaluations(module.name), f"engine/evaluation/{module.name}.py registers nothing"


@pytest.mark.parametrize("name, aliases", [("material", ()), ("weight", ("material",))])
def test_a_name_is_registered_once(name: str, aliases: Sequence[str]) -> None:
    """Names and aliases share one space; nothing is registered if one of them is taken."""
    fresh = type("Fresh", (Evaluation,), {"game": "chess", "name": name, "aliases": tuple(aliases)})
    before = evaluations("chess")
    with pytest.raises(ValueError, match="two evaluations of chess are called 'material'"):
        register(fresh)
    assert evaluations("chess") == before
