"""How often the verdicts of a review agree with an independent judge, over games and moves in ``tests/golden/review``.

``python -m tests.engine.analysis.review_figures NAME`` writes the figures of a file to standard output. ``chess``
contains games with the scores of Stockfish 15.1, of 1,000,000 nodes where a move loses 12 points or more with 100,000
nodes, and of 100,000 nodes elsewhere, and winning sacrifices and quiet moves. ``xiangqi`` contains games with scores of
Fairy-Stockfish 11.1, of 1,000,000 nodes in the positions listed under ``deep``, and of 100,000 elsewhere. They become
chances of winning by the formula for chess, as there is none for them. ``caro`` and ``cotoan`` contain blunders,
after which the opponent has a proved win, and first moves of proved wins. ``go`` contains moves of 9×9 games that lose
the game and 15 points or more, and moves of GNU Go 3.8 that gain 10 points or more over a pass. Its points are those
of games that GNU Go plays to the end on both sides. The review has the limit of the window, and no external engine.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import engine.analysis.judging as judging_module
from engine.analysis.checking import checker_for
from engine.analysis.judging import Judging
from engine.analysis.review import judge
from engine.analysis.verdict import Verdict, verdict_of
from engine.core.evaluation import evaluations
from engine.core.game import Game, find_game
from engine.records import edits
from engine.records.tree import ROOT, GameTree
from engine.search.players import REFERENCE
from engine.search.report import Limit
from engine.search.search import Stop
from engine.search.spec import Spec

FOLDER = Path(__file__).parents[2] / "golden" / "review"
LIMIT = Limit(nodes=200_000)
"""The default limit of the window."""
SLOPE = 0.00368208
"""Slope of the chance of winning over the score in centipawns (lichess.org/page/accuracy)."""


def chance(score: str) -> float:
    """Return the chance of winning in per cent of a score in centipawns, ``+31``, or a mate, ``#-3``."""
    if score.startswith("#"):
        return 0.0 if score.startswith("#-") else 100.0
    return 100 / (1 + math.exp(-SLOPE * int(score)))


def tree_of(game: Game, moves: list[str], start: str | None = None) -> tuple[GameTree, list[int]]:
    """Return a record with the moves, and the nodes after them."""
    tree, node, nodes = GameTree.start(game, start), ROOT, []
    for text in moves:
        edit = edits.add_move(tree, node, game.parse_move(tree.position(node), text))
        tree = edit.apply(tree)
        node = tree.main_line()[-1]
        nodes.append(node)
    return tree, nodes


def verdicts(tree: GameTree, judged: list[int] | None = None) -> Iterator[Verdict]:
    """Review the main line, or only the moves to the nodes ``judged``, with the defaults of the window."""
    evaluation = next(iter(evaluations(tree.game.name)))
    spec = Spec.make(tree.game.strongest) if tree.game.strongest else REFERENCE
    checker = checker_for(tree.game, spec)
    judging = Judging(
        tree, spec, evaluation, LIMIT, 0, None if judged is None else (), judged, has_shallow=judged is None,
        checker=checker,
    )  # fmt: skip
    # The checks of some of the moves can visit the nodes that those of a whole game can.
    share = judging_module.SHARE * (1 if judged is None else max(tree.ply(node) for node in judged))
    with patch.object(judging_module, "SHARE", share):
        judge(judging, Stop())
    for node in sorted(judging.judgements, key=tree.ply):
        yield verdict_of(tree, node, judging.judgements[node], evaluation)


@dataclass
class Figures:
    """Counts of moves: how many the review or the judge names, and how many of these the other confirms."""

    moves: int = 0
    unsure: int = 0
    counts: dict[str, list[int]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)

    def add(self, name: str, is_right: bool, text: str) -> None:
        """Count a move."""
        count = self.counts.setdefault(name, [0, 0])
        count[0] += is_right
        count[1] += 1
        if not is_right:
            self.wrong.append(f"{name}: {text}")

    def share(self, name: str) -> float:
        """Return the share of confirmed moves, or 1 if there are none."""
        right, total = self.counts.get(name, (0, 0))
        return right / total if total else 1.0

    def __str__(self) -> str:
        lines = [f"{self.moves} moves, {self.unsure} unsure"]
        lines += [f"{name}: {right} of {total}" for name, (right, total) in sorted(self.counts.items())]
        return "\n".join(lines + self.wrong)


def losses(scores: list[str | None]) -> list[float | None]:
    """Return the loss of each move in points, from scores of the successive positions from the first side's view."""
    found: list[float | None] = []
    for ply, (before, after) in enumerate(pairwise(scores)):
        if before is None or after is None:
            found.append(None)
            continue
        sign = -1 if ply % 2 else 1
        found.append(sign * (chance(before) - chance(after)))
    return found


def add_game(figures: Figures, data: dict[str, Any], game: Game) -> None:
    """Review a game, and compare each move with the judge's loss."""
    tree, nodes = tree_of(game, data["moves"])
    loss = losses(data["scores"])
    for verdict in verdicts(tree):
        ply = nodes.index(verdict.node)
        figures.moves += 1
        is_unsure = verdict.kind.name == "unsure"
        figures.unsure += is_unsure
        found = loss[ply]
        if found is None:
            continue
        name, points = verdict.kind.name, verdict.points
        text = f"{data['name']}, ply {ply + 1}, {verdict.move}: {name} {points:.0f}, judge {found:.0f}"
        if verdict.kind.name in ("blunder", "mistake"):
            figures.add(verdict.kind.glyph, found >= (10 if verdict.kind.name == "blunder" else 5), text)
        if found >= 30:
            figures.add("losses of 30 points", verdict.kind.is_error or (is_unsure and verdict.likely.is_error), text)
            figures.add("losses of 30 points, sure", verdict.kind.is_error, text)
        if verdict.only and (seconds := data.get("seconds", {}).get(str(ply))) is not None:
            figures.add("only", chance(seconds[0]) - chance(seconds[1]) >= 10, text)
        elif verdict.only:
            figures.add("only, without a judge", True, text)


def add_move(figures: Figures, data: dict[str, Any], game: Game, *, is_blunder: bool) -> None:
    """Review the last move of a line, a blunder or a good move."""
    tree, nodes = tree_of(game, data["moves"], data.get("start"))
    for verdict in verdicts(tree, nodes[-1:]):
        figures.moves += 1
        figures.unsure += verdict.kind.name == "unsure"
        name = verdict.kind.name if verdict.kind.name != "unsure" else f"unsure, likely {verdict.likely.name}"
        text = f"{data.get('name', '')} {' '.join(data['moves'][-3:])}: {name} {verdict.points:.0f}"
        if is_blunder:
            figures.add("blunders found", verdict.kind.is_error, text)
        else:
            figures.add("good moves not punished", verdict.kind.name not in ("mistake", "blunder", "missed_win"), text)


def measure(name: str, first: int = 0, last: int | None = None) -> Figures:
    """Return the figures of a file, or of some of its games and moves."""
    data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    kind = find_game(data["game"])
    game = kind.with_rules(data.get("rules", ""))
    figures = Figures()
    for each in data.get("games", [])[first:last]:
        add_game(figures, each, game)
    for is_blunder, key in ((True, "blunders"), (False, "good")):
        for each in data.get(key, [])[first:last]:
            add_move(figures, each, game, is_blunder=is_blunder)
    return figures


def main() -> None:
    """Print the figures of a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--last", type=int)
    options = parser.parse_args()
    sys.stdout.write(f"{measure(options.name, options.first, options.last)}\n")


if __name__ == "__main__":
    main()
