"""Play the self-play games among the sample records in ``resources/records`` again.

Every game begins with random or given moves and continues with searches limited by depth and nodes, so that it is
reproducible, those of ``EARLIER`` with an earlier version only. The comments, titles and variations of the sample
records were written by hand. Run from the repository's root; all games together take about twenty seconds if compiled:

    python examples/make_sample_records.py [--output FOLDER] [GAME/NAME …]
"""

import argparse
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from engine.core.evaluation import find_evaluation
from engine.core.game import Game, find_game
from engine.core.position import Position
from engine.records import edits
from engine.records.formats import pgn
from engine.records.tree import ROOT, GameTree, Record
from engine.search.report import Limit
from engine.search.search import find_algorithm
from engine.search.spec import Spec


@dataclass(frozen=True)
class Side:
    """A player: an algorithm, its limits of depth and nodes, and its evaluation (default: the game's)."""

    spec: str
    depth: int
    nodes: int
    evaluation: str = ""

    @property
    def name(self) -> str:
        """The name of the player in the record."""
        algorithm = find_algorithm(self.spec.partition(":")[0])
        return f"{algorithm.title}, depth {self.depth}" if algorithm.deepens else algorithm.title

    def move(self, position: Position, seed: int) -> int:
        """Return the best move of a position, which must not be over."""
        search = Spec.parse(self.spec).build(find_evaluation(position.game.name, self.evaluation), seed)
        *_, last = search.analyse(position, Limit(depth=self.depth, nodes=self.nodes))
        assert last.move is not None
        return last.move


SHARP = "ordering=on,quiescence=on"
SAFE_5 = Side(f"negascout:{SHARP}", 5, 300_000, "material_safety")
SAFE_4 = Side(f"negascout:{SHARP}", 4, 200_000, "material_safety")
SAFE_4_PLAIN = Side(f"negamax_alphabeta:{SHARP}", 4, 200_000, "material_safety")
MATERIAL_4 = Side(f"alphabeta:{SHARP}", 4, 300_000, "material")
MATERIAL_5 = Side(f"negascout:{SHARP}", 5, 200_000, "material")


def patterns(depth: int, nodes: int) -> Side:
    """Return a player of caro."""
    return Side("negascout:ordering=on", depth, nodes, "patterns")


CAPTURE_6 = Side("negascout:ordering=on,single=on", 6, 200_000)
CAPTURE_4 = Side("alphabeta:single=on", 4, 60_000)
CAPTURE_3 = Side("alphabeta:single=on", 3, 60_000)


@dataclass(frozen=True)
class Sample:
    """One game to play.

    Attributes:
        sides: first and second player.
        rules: rules of the game that differ from the default.
        seed: random seed of the opening and the searches.
        opening: the first moves, or their number if they are random.
        headers: headers of the record, other than players and result.
    """

    sides: tuple[Side, Side]
    rules: str = ""
    seed: int = 0
    opening: str | int = 6
    headers: Mapping[str, str] = field(default_factory=dict)


SAMPLES: dict[str, list[Sample]] = {
    "caro/five-that-do-not-count": [Sample((patterns(2, 3000), patterns(4, 15_000)), "win=caro", 0, "h8 j7 h9 f7")],
    "caro/forbidden-defence": [Sample((patterns(2, 3000), patterns(4, 20_000)), "win=renju", 0, "h8 i10 f8 i7")],
    "caro/win-by-threats": [
        Sample((Side("threats", 9, 20_000, "patterns"), patterns(5, 30_000)), "", 0, "h8 i6 i9 i8 i10")
    ],
    "cotoan/ahead-and-lost": [Sample((MATERIAL_4, SAFE_5), "", 3)],
    "cotoan/by-one-point": [Sample((SAFE_4, SAFE_4_PLAIN), "", 13)],
    "cotoan/children": [Sample((SAFE_4, SAFE_4_PLAIN), "Trẻ em", 13)],
    "cotoan/match-of-three": [
        Sample((SAFE_4, MATERIAL_5), "match=3", 16, headers={"Round": "1"}),
        Sample((MATERIAL_5, SAFE_4), "match=3", 13, headers={"Round": "2"}),
        Sample((SAFE_4, MATERIAL_5), "match=3", 13, headers={"Round": "3"}),
    ],
    "minigo/last-liberty": [Sample((CAPTURE_6, CAPTURE_3), "size=9", 0, 3)],
    "minigo/no-legal-move": [Sample((CAPTURE_4, Side("greedy", 1, 10**9)), "size=9", 2, 3)],
    "minigo/to-the-edge": [Sample((CAPTURE_6, CAPTURE_3), "size=13", 3, 3)],
}

EARLIER = ("cotoan/ahead-and-lost", "cotoan/by-one-point", "cotoan/children", "cotoan/match-of-three")
"""Games played before commit 6c3a677, since which quiescence does not stand pat with the zero attacked.

The present searches play other moves in these games; the records name the commit as a part of their source.
"""


def play(game: Game, sample: Sample) -> tuple[list[int], Position]:
    """Play a game and return its moves and final position."""
    rng = random.Random(sample.seed)
    position = game.start()
    moves: list[int] = []
    given = sample.opening.split() if isinstance(sample.opening, str) else [None] * sample.opening
    while position.outcome() is None:
        if len(moves) >= len(given):
            move = sample.sides[position.turn].move(position, sample.seed)
        elif (text := given[len(moves)]) is not None:
            move = game.parse_move(position, text)
        else:
            move = rng.choice(position.legal_moves())
        moves.append(move)
        position = position.play(move)
    return moves, position


def record_of(game: Game, sample: Sample) -> Record:
    """Play a sample and return it as a record."""
    moves, end = play(game, sample)
    outcome = end.outcome()
    assert outcome is not None
    tree = GameTree.start(game)
    tree = edits.add_line(tree, ROOT, moves).apply(tree)
    headers = {
        **sample.headers,
        "White": sample.sides[0].name,
        "Black": sample.sides[1].name,
        "Result": outcome.result,
        "Termination": outcome.termination.value,
    }
    return Record(headers, tree)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the named games, by default all, and write them to a folder or the standard output."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, help="folder for the records; default: print them")
    parser.add_argument(
        "names", nargs="*", choices=[[], *SAMPLES], metavar="GAME/NAME", help="games to play; default: all"
    )
    options = parser.parse_args(arguments)
    for name in options.names or SAMPLES:
        game = find_game(name.partition("/")[0])
        text = pgn.write([record_of(game.with_rules(sample.rules), sample) for sample in SAMPLES[name]])
        if options.output is None:
            print(text)
        else:
            path = options.output / f"{name}.pgn"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
