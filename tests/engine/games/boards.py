"""Random boards, most of them impossible, and every public way by which a text from outside becomes a position."""

import copy
import json
import os
import pickle
import random
import signal
import struct
import sys
import zlib
from collections.abc import Callable
from typing import Any

from engine.core.errors import KyVienError
from engine.core.evaluation import find_evaluation
from engine.core.game import Game, find_game
from engine.core.outcome import Player
from engine.core.surface import Setup
from engine.records.formats.pgn import Pgn
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.files import MAGIC, parse_tree
from tests.engine.positions import random_game, random_play

NODES = 200
"""Nodes of the search of an accepted board."""


class Foreign:
    """The facts of a file about a position.

    Attributes:
        game: the game with its rules.
        setup: the board, the side to move and the counters.
        text: the same as text, with some damage.
        history: numbers like those of ``Position.history``.
    """

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game = game
        position: Any = rng.choice(random_play(game.start(), rng.choice((0, 4, 20, 60)), rng))
        history = list(position.history)
        setup = game.setup(position)
        surface = game.surface(position)
        pieces, cells = dict(setup.pieces), surface.rows * surface.columns
        for _ in range(rng.choice((0, 1, 1, 2, 4, 30))):
            if rng.random() < 0.3 and pieces:
                pieces.pop(rng.choice(sorted(pieces)))
            elif pieces and rng.random() < 0.5:
                pieces[rng.randrange(cells)] = pieces.pop(rng.choice(sorted(pieces)))
            else:
                pieces[rng.randrange(cells)] = rng.choice(surface.kinds).id
        counters = dict(setup.counters)
        for counter in game.counters:
            if rng.random() < 0.1:
                counters[counter.name] = rng.choice((-1, 0, 1, 2, 9, 45, 99, 30_001, 99_999))
        self.setup = Setup(pieces, rng.choice((setup.turn, Player(1 - setup.turn))), counters)
        for _ in range(rng.choice((0, 0, 1, 3))):
            number = rng.choice((0, -1, 1, 2**63, 2**64 - 1, 2**70, rng.randrange(2**16), position.key))
            history.insert(rng.randrange(len(history) + 1), number)
        self.history = tuple(history)
        self.text = self._written(position)
        if rng.random() < 0.2:
            place = rng.randrange(len(self.text) + 1)
            self.text = self.text[:place] + rng.choice(("K", "k", "9", "/", " ", "w", "b")) + self.text[place + 1 :]

    def _written(self, position: Any) -> str:
        """Return the text of the board: that of an object that has its answers, not of a position, which it is not."""
        try:
            return str(self.game.format_position(_Board(self.game, self.setup, position)))  # type: ignore[arg-type]
        except (AttributeError, KeyError, ValueError, TypeError, StopIteration, IndexError):
            return str(position)


class _Board:
    """The attributes of a position that ``format_position`` reads, for a board that need not be legal."""

    def __init__(self, game: Game, setup: Setup, position: Any) -> None:
        self._setup, self._position = setup, position
        self.game, self.side = game, int(setup.turn)
        kinds = game.surface(position).kinds
        name = game.name
        if name == "chess":
            from engine.games.chess.pieces import PIECES

            self.pieces: Any = [(PIECES[piece], cell) for cell, piece in setup.pieces.items()]
        elif name == "xiangqi":
            letters = "kabnrcp"
            self.pieces = [(int(p[0] == "b"), letters.index(p[1]), cell) for cell, p in setup.pieces.items()]
        elif name == "caro":
            self.pieces = [("xo".index(piece), cell) for cell, piece in setup.pieces.items()]
        elif name == "cotoan":
            from engine.games.cotoan.game import bordered

            self.pieces = [(int(p[1]) + 16 * (p[0] == "b"), bordered(cell)) for cell, p in setup.pieces.items()]
        self.stone_points = tuple([c for c, p in setup.pieces.items() if p == colour] for colour in "bw")
        self.kinds = kinds

    def cells(self, player: Player) -> list[int]:
        return [cell for cell, piece in self._setup.pieces.items() if piece == "xo"[player]]

    @property
    def colour(self) -> int:
        return self.side

    def __getattr__(self, name: str) -> Any:
        return getattr(self._position, name)


def _tree_file(foreign: Foreign) -> Any:
    """A tree of two nodes, with a move that need not be legal."""
    move = len(foreign.text) * 67 % 4096
    columns = {"parent": ("i4", [-1, 0]), "move": ("i4", [-1, move]), "value": ("i4", [0, 0]), "reason": ("u1", [0, 6])}
    blocks = [
        zlib.compress(struct.pack("<2i" if kind == "i4" else "<2B", *numbers)) for kind, numbers in columns.values()
    ]
    listed = [
        {"name": name, "type": kind, "size": len(block)}
        for (name, (kind, _)), block in zip(columns.items(), blocks, strict=True)
    ]
    facts = {
        "game": foreign.game.name, "rules": foreign.game.rules_text(), "position": foreign.text,
        "history": list(foreign.history),
    }  # fmt: skip
    head = json.dumps({"count": 2, "facts": facts, "columns": listed}).encode()
    tree = parse_tree(MAGIC + struct.pack("<I", len(head)) + head + b"".join(blocks))
    for node in range(2):
        tree.move_text(node), tree.move_text(node, "display"), tree.explain(node, "en"), tree.ghosts(node)
    return tree.position(0)


def _pickle(foreign: Foreign) -> Any:
    """The bytes of a pickled position with another text and history."""
    position = foreign.game.start()
    restore, (game, _, _) = position.__reduce__()
    return pickle.loads(pickle.dumps(_Reduced(restore, (game, foreign.text, foreign.history))))


class _Reduced:
    def __init__(self, function: Any, arguments: tuple[Any, ...]) -> None:
        self._made = function, arguments

    def __reduce__(self) -> Any:
        return self._made


def _record(foreign: Foreign, moves: str) -> Any:
    rules = foreign.game.rules_text()
    head = f'[Game "{foreign.game.name}"]\n[Rules "{rules}"]\n'
    tree = Pgn().read_game(head + moves).tree
    return tree.position(max(tree.nodes))


WAYS: dict[str, Callable[[Foreign], Any]] = {
    "restore": lambda foreign: foreign.game.restore(foreign.text, foreign.history),
    "parse_position": lambda foreign: foreign.game.parse_position(foreign.text),
    "compose": lambda foreign: foreign.game.compose(foreign.setup),
    "pickle": _pickle,
    "tree file": _tree_file,
    "FEN": lambda foreign: _record(foreign, f'[SetUp "1"]\n[FEN "{foreign.text}"]\n\n*\n'),
    "[%setup]": lambda foreign: _record(foreign, f"\n1. -- {{[%setup {foreign.text}]}} *\n"),
}
"""The public ways by their names. Each returns a position or raises a ``KyVienError``."""


def use(position: Any, rng: random.Random) -> None:
    """Do with an accepted board what the program does: list, write, make and unmake moves, judge and search."""
    game = position.game
    text = str(position)
    again = game.restore(text, position.history)
    assert (str(again), again.key) == (text, position.key), text
    moves = position.legal_moves()
    position.noisy_moves(), position.evasions(), position.likely_moves(), position.forcing_moves(2), position.outcome()
    position.described_moves(), game.surface(position), copy.copy(position)
    for player in Player:
        game.attacks(position, player)
    for move in moves[:8]:
        assert game.parse_move(position, game.format_move(position, move)) == move, text
    line = random_play(position, 6, rng)
    for last in line:
        assert str(game.restore(str(last), last.history)) == str(last), text
    if moves:
        evaluation = find_evaluation(game.name)
        evaluation.score(position)
        for name in ("alphabeta:quiescence=on", "pvs"):
            for _ in Spec.parse(name).build(evaluation).analyse(position, Limit(nodes=NODES)):
                pass


def send(name: str, way: str, case: str) -> bool:
    """Send a random board of a game through one way, and use it if it is accepted. Return whether it was."""
    rng = random.Random(case)
    game = random_game(find_game(name), rng) if rng.random() < 0.5 else find_game(name)()
    foreign = Foreign(game, rng)
    try:
        position = WAYS[way](foreign)
    except KyVienError as error:
        assert str(error).strip(), case
        return False
    use(position, rng)
    return True


def survivors(count: int, run: Callable[[int], bool], batch: int = 50) -> tuple[int, list[str]]:
    """Run cases in forked children, ``batch`` in each. Return how many returned True, and the cases that failed.

    A child that dies by a signal or an exception names the case that it was running.
    """
    accepted, failed = 0, []
    for start in range(0, count, batch):
        out, into = os.pipe()
        sys.stdout.flush(), sys.stderr.flush()
        child = os.fork()
        if child == 0:
            os.close(out)
            code = 1
            try:
                for number in range(start, min(start + batch, count)):
                    os.write(into, struct.pack("<iB", number, 2))
                    os.write(into, struct.pack("<iB", number, run(number)))
                code = 0
            except BaseException as error:  # noqa: BLE001 - the parent reports it
                os.write(2, f"case {number}: {type(error).__name__}: {error}\n".encode())
            finally:
                os._exit(code)
        os.close(into)
        with os.fdopen(out, "rb") as answers:
            data = answers.read()
        _, status = os.waitpid(child, 0)
        lines = list(struct.iter_unpack("<iB", data))
        accepted += sum(answer == 1 for _, answer in lines)
        if status:
            cause = signal.Signals(os.WTERMSIG(status)).name if os.WIFSIGNALED(status) else "an exception"
            failed.append(f"case {lines[-1][0] if lines else start}: {cause}")
    return accepted, failed
