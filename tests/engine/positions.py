"""Random rules, random play and random set-ups: where the engine's tests get their positions."""

import random
from typing import Any

from engine.core.game import Game, find_game, games
from engine.core.handmade import random_tree
from engine.core.options import Option, options_of
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.surface import Setup

FINISHED = sorted(name for name, kind in games().items() if not kind.is_draft)
"""The games of which golden files, rules pages and translations are demanded."""


def random_value(each: Option, rng: random.Random) -> Any:
    """A value that an option allows."""
    if each.choices is not None:
        return rng.choice(each.choices)
    if each.none and rng.random() < 0.2:
        return None
    if each.letters:
        return "".join(letter for letter in each.letters if rng.random() < 0.6)
    if each.kind is bool:
        return rng.random() < 0.5
    assert each.minimum is not None and each.maximum is not None, each.name
    return rng.randint(each.minimum, each.maximum)


def random_game(cls: type[Game], rng: random.Random) -> Game:
    """A game under random rules: half of the options as they are by default."""
    options = [each for each in options_of(cls.Rules) if each.name != cls.tree_rule]
    changes = {each.name: random_value(each, rng) for each in options if rng.random() < 0.5}
    if cls.tree_rule and rng.random() < 0.5:
        changes[cls.tree_rule] = random_tree(rng.randint(1, 3), rng.randint(1, 4), rng, -9).text()
    return cls(cls.Rules(**changes))


def random_play(position: Any, plies: int, rng: random.Random, *, noisy: float = 0.5) -> list[Any]:
    """``position`` and those after each of at most ``plies`` random moves; a noisy move where there is one, often."""
    line = [position]
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        captures = position.noisy_moves()
        position = position.play(rng.choice(captures if captures and rng.random() < noisy else moves))
        line.append(position)
    return line


def random_cotoan_text(rng: random.Random) -> str:
    """A set-up of cờ toán: pieces strewn over the board or over a part of it, so that some meet."""
    files, ranks = sorted(rng.sample(range(1, 10), 2)), sorted(rng.sample(range(1, 12), 2))
    everywhere = rng.random() < 0.4
    cells = [
        (file, rank)
        for file in range(1, 10)
        for rank in range(1, 12)
        if (everywhere or (files[0] <= file <= files[1] and ranks[0] <= rank <= ranks[1]))
        and (file, rank) not in ((5, 2), (5, 10))
    ]
    pieces = [f"{side}{digit}" for side in "rb" for digit in range(1, 10)]
    chosen = rng.sample(pieces, min(len(cells), rng.choice((2, 4, 9, 13, 16, 18))))
    board = dict(zip(rng.sample(cells, len(chosen)), chosen, strict=True))
    board[5, 2], board[5, 10] = "r0", "b0"
    if rng.random() < 0.05:
        del board[rng.choice(((5, 2), (5, 10)))]
    rows = []
    for rank in range(11, 0, -1):
        row, empty = "", 0
        for file in range(1, 10):
            if (file, rank) in board:
                row, empty = row + (str(empty) if empty else "") + board[file, rank], 0
            else:
                empty += 1
        rows.append(row + (str(empty) if empty else ""))
    red, blue = (rng.choice((0, 0, 3, 7, 9)) for _ in "rb")
    since_capture = rng.choice((0, 0, 5, 55, 97))
    return f"{'/'.join(rows)} {rng.choice('rb')} {red} {blue} {since_capture} {rng.randint(1, 50)}"


def cotoan_position(text: str, rules: str = "") -> Any:
    """A position of cờ toán under ``rules``."""
    return find_game("cotoan").with_rules(rules).parse_position(text)


def random_setup(game: Game, rng: random.Random) -> Setup:
    """A legal set-up: a start or a game played a while, its pieces and numbers shaken until no fault is left."""
    position = random_play(game.start(), rng.choice((0, 20, 60)), rng)[-1]
    surface = game.surface(position)
    while True:
        setup = game.setup(position)
        pieces = dict(setup.pieces)
        for cell in rng.sample(sorted(pieces), rng.randint(0, len(pieces))):
            if surface.kind(pieces[cell]).cells is None:
                piece = pieces.pop(cell)
                # Anywhere, or beside another piece, so that some meet.
                where = rng.randrange(surface.rows * surface.columns)
                if pieces and rng.random() < 0.6:
                    where = (
                        rng.choice(sorted(pieces)) + rng.choice((-1, 1, 0)) + surface.columns * rng.choice((-1, 0, 1))
                    )
                    where %= surface.rows * surface.columns
                if rng.random() < 0.9 and where not in pieces:
                    pieces[where] = piece
            elif rng.random() < 0.03:
                del pieces[cell]
        counters = dict(setup.counters)
        for counter in game.counters:
            if rng.random() < 0.15:
                most = counter.minimum + 100 if counter.maximum is None else counter.maximum
                counters[counter.name] = rng.randint(counter.minimum, min(most, counter.minimum + 100))
        shaken = Setup(pieces, rng.choice(tuple(Player)), counters)
        if not game.faults(shaken):
            return shaken


def random_position(name: str, seed: int, plies: int) -> Any:
    """A position of a game under random rules, at most ``plies`` moves after the start or a random set-up.

    Some have noisy moves (at random few would), some are over.
    """
    rng = random.Random(f"{name} {seed}")
    game = random_game(find_game(name), rng) if rng.random() < 0.7 else find_game(name)()
    start = game.start()
    if rng.random() < 0.6:
        setups = [game.compose(random_setup(game, rng)) for _ in range(3)]
        start = max(setups, key=lambda position: len(position.noisy_moves()))
    line = random_play(start, plies, rng)
    if rng.random() < 0.2:
        return line[-1]
    return max(line, key=lambda position: len(position.noisy_moves())) if rng.random() < 0.6 else rng.choice(line)


def to_and_fro(position: Position, seed: int) -> tuple[Position, list[int]]:
    """Return a position after ten random moves that repeat positions where they can, and the keys on the way."""
    rng, seen = random.Random(seed), [position.key]
    for _ in range(10):
        moves = [move for move in position.legal_moves() if position.play(move).outcome() is None]
        again = [move for move in moves if position.play(move).key in seen]
        position = position.play(rng.choice(again or moves))
        seen.append(position.key)
    return position, seen
