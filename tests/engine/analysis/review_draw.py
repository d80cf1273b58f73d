"""Draw games, and sacrifices in them, by a seed, and ask a UCI engine for the scores that ``review_figures`` needs.

    python -m tests.engine.analysis.review_draw games --seed N --count N [--without DATA.json]... FILE.pgn...
    python -m tests.engine.analysis.review_draw sacrifices --seed N --count N FILE.pgn...

Only games of chess of 24 to 90 plies from the initial position are drawn. The results are written to standard output
one by one, a line of JSON each, in the form of ``tests/golden/review``. ``--part 0/2`` asks for every second one, so
that two processes share the work.

``games`` takes the scores of 100,000 nodes, in one search for each position from the ninth on, and of 1,000,000 before
and after each move that loses 12 points or more with 100,000. The best two moves with 1,000,000 nodes are added where
the review calls a move the only one. ``sacrifices`` are moves of the winner among the last 16 plies that leave two
pawns or more to the opponent (``offers_material`` with this margin). Those are written that have a chance of 75 % or
more with 10,000,000 nodes, and less than 2 points below that of the best move.
"""

import argparse
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from engine.core.errors import KyVienError
from engine.core.game import Game, find_game
from engine.core.outcome import Player
from engine.core.position import Position
from engine.records.collection import Collection
from engine.records.tree import ROOT
from tests.engine.analysis.review_figures import chance, tree_of, verdicts

BOOK, NODES, MORE, MOST = 8, 100_000, 1_000_000, 10_000_000
"""Plies that are not judged, and nodes of the searches."""
SUSPICIOUS = 12.0
"""Loss in points, of ``NODES`` nodes, from which ``MORE`` nodes are searched."""
PAWN = 100
"""Centipawns of a pawn in ``Position.gain_of``."""


class Played(NamedTuple):
    """A game of a file: its name, result and moves in the notation of UCI."""

    name: str
    result: str
    moves: list[str]


class Judge:
    """A UCI engine with one thread, asked for scores from the view of the first side."""

    def __init__(self, program: str) -> None:
        self._child = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self._send("uci", "setoption name Threads value 1", "setoption name Hash value 128", "isready")
        self._until("readyok")

    def _send(self, *lines: str) -> None:
        assert self._child.stdin is not None
        self._child.stdin.writelines(f"{line}\n" for line in lines)
        self._child.stdin.flush()

    def _until(self, word: str) -> list[list[str]]:
        assert self._child.stdout is not None
        words = []
        for line in self._child.stdout:
            words.append(line.split())
            if line.startswith(word):
                return words
        raise EOFError(f"the engine ended before {word}")

    def ask(self, moves: list[str], nodes: int, lines: int = 1, only: str = "") -> list[tuple[str, str]]:
        """Return the best moves with their scores after ``moves``, or that of the move ``only``."""
        self._send(f"setoption name MultiPV value {lines}", "position startpos moves " + " ".join(moves))
        self._send(f"go nodes {nodes}" + (f" searchmoves {only}" if only else ""))
        found: dict[int, tuple[str, str]] = {}
        sign = -1 if len(moves) % 2 else 1
        for words in self._until("bestmove"):
            if "pv" not in words or "lowerbound" in words or "upperbound" in words:
                continue
            at, number = words.index("score"), int(words[words.index("multipv") + 1])
            score = sign * int(words[at + 2])
            # A mate in 0 has no moves, so no 0 needs a sign.
            found[number] = words[words.index("pv") + 1], f"#{score}" if words[at + 1] == "mate" else f"{score:+}"
        return [found[number] for number in sorted(found)]


def games_of(paths: list[Path]) -> Iterator[Played]:
    """Yield the games of chess that start from the initial position and can be read whole."""
    for path in paths:
        collection = Collection.load(path, path.read_bytes())
        for index, _ in enumerate(list(collection.scan())):
            with suppress(KyVienError):
                record = collection.record(index)
                tree = record.tree
                if tree.game.name != "chess" or tree.position(ROOT).key != tree.game.start().key:
                    continue
                # The first coordinates are those of UCI: e2e4, e7e8q.
                moves = [tree.move_text(node, "coordinates") for node in tree.main_line()[1:]]
                tags = record.headers
                name = f"{tags.get('White')} - {tags.get('Black')}, {tags.get('Date')}"
                yield Played(name, tags.get("Result", "*"), moves)


def draw(games: list[Played], seed: int, count: int, known: set[tuple[str, ...]]) -> list[Played]:
    """Return games drawn at random, none of them with the moves ``known``."""
    chosen = [game for game in games if 24 <= len(game.moves) <= 90 and tuple(game.moves) not in known]
    return random.Random(seed).sample(chosen, count)


def judged(game: Game, played: Played, judge: Judge) -> dict[str, Any]:
    """Return a game with the scores of the judge."""
    moves = played.moves
    tree, nodes = tree_of(game, moves)

    def score(ply: int, most: int) -> str | None:
        outcome = tree.position(nodes[-1]).outcome() if ply == len(moves) else None
        if outcome is not None:
            return "+0" if outcome.winner is None else "#1" if outcome.winner is Player.FIRST else "#-1"
        return judge.ask(moves[:ply], most)[0][1] if ply >= BOOK else None

    scores = [score(ply, NODES) for ply in range(len(moves) + 1)]
    deep = set()
    for ply, (before, after) in enumerate(pairwise(scores)):
        if before is not None and after is not None:
            loss = (chance(before) - chance(after)) * (-1 if ply % 2 else 1)
            deep |= {ply, ply + 1} if loss >= SUSPICIOUS else set()
    for ply in deep:
        scores[ply] = score(ply, MORE)
    seconds = {}
    for verdict in verdicts(tree):
        ply = nodes.index(verdict.node)
        if verdict.only and ply >= BOOK:
            (first, best), *others = judge.ask(moves[:ply], MORE, 2)
            sign = -1 if ply % 2 else 1
            mine = {first: best, **dict(others)}.get(moves[ply], f"{-9999 * sign:+}")
            rest = others[0][1] if first == moves[ply] and others else best
            # From the view of the side to move.
            seconds[str(ply)] = [turned(mine, sign), turned(rest, sign)]
    return {"name": played.name, "moves": moves, "scores": scores, "deep": sorted(deep), "seconds": seconds}


def turned(score: str, sign: int) -> str:
    """Return a score from the view of the other side if ``sign`` is −1."""
    value = sign * int(score.lstrip("#"))
    return f"#{value}" if score.startswith("#") else f"{value:+}"


def is_sacrifice(position: Position, move: int) -> bool:
    """Whether the opponent can win two pawns or more on one cell, beyond what the move took."""
    taken, after = position.gain_of(move), position.play(move)
    return after.outcome() is None and any(
        after.gain_of(reply) >= taken + 2 * PAWN and after.wins_exchange(reply, taken + 2 * PAWN)
        for reply in after.legal_moves()
    )


def sacrifices(game: Game, played: Played) -> Iterator[int]:
    """Yield the plies of the winner's sacrifices among the last 16 plies. Moves are counted from 0."""
    if played.result not in ("1-0", "0-1"):
        return
    tree, nodes = tree_of(game, played.moves)
    for ply in range(max(16, len(nodes) - 16), len(nodes)):
        if ply % 2 == (played.result == "0-1"):
            node = tree.nodes[nodes[ply]]
            if node.move is not None and is_sacrifice(tree.position(nodes[ply - 1]), node.move):
                yield ply


def confirmed(played: Played, ply: int, judge: Judge) -> bool:
    """Whether the judge finds that a move wins and is no worse than the best one."""
    moves, sign = played.moves, -1 if ply % 2 else 1
    (best, score), *_ = judge.ask(moves[:ply], MOST)
    mine = score if best == moves[ply] else judge.ask(moves[:ply], MOST, only=moves[ply])[0][1]
    return chance(turned(mine, sign)) >= 75 and chance(turned(score, sign)) - chance(turned(mine, sign)) < 2


def main() -> None:
    """Write games or sacrifices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["games", "sacrifices"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    parser.add_argument("--without", action="append", type=Path, default=[], help="data whose games are not drawn")
    parser.add_argument("--part", default="0/1")
    parser.add_argument("--engine", default="/usr/games/stockfish")
    options = parser.parse_args()
    part, parts = (int(number) for number in options.part.split("/"))
    known = {tuple(each["moves"]) for path in options.without for each in json.loads(path.read_text())["games"]}
    game, judge, games = find_game("chess")(), Judge(options.engine), list(games_of(options.files))
    if options.kind == "games":
        for played in draw(games, options.seed, options.count, known)[part::parts]:
            sys.stdout.write(json.dumps(judged(game, played, judge)) + "\n")
            sys.stdout.flush()
        return
    pool = [(played, ply) for played in games for ply in sacrifices(game, played)]
    random.Random(options.seed).shuffle(pool)
    found, seen = 0, set()
    for played, ply in pool:
        # One of each game, so that the sacrifices differ.
        if played.name in seen or found == options.count or not confirmed(played, ply, judge):
            continue
        seen.add(played.name)
        found += 1
        line = {"name": f"{played.name}, ply {ply + 1}", "moves": played.moves[: ply + 1]}
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
