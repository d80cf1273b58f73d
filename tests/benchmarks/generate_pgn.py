"""Write the files of games that ``test_reading_pgn`` reads: ``python -m tests.benchmarks.generate_pgn``.

The games are random, so they are under no copyright. They contain what records usually contain: tags, clocks, comments,
glyphs and variations, in lines of 80 characters.
"""

import random
from pathlib import Path

from engine.core.game import find_game
from engine.core.position import Position
from engine.records import edits
from engine.records.formats import pgn
from engine.records.tree import GameTree, Record, clock_command

FOLDER = Path(__file__).parent / "pgn"
GAMES, LEAST_PLIES, MOST_PLIES = 60, 60, 120
WORDS = [
    "an",
    "attack",
    "on",
    "the",
    "king",
    "side;",
    "better",
    "was",
    "a",
    "plan",
    "with",
    "two",
    "pieces",
    "in",
    "the",
    "centre,",
    "as",
    "players",
    "know",
    "(see",
    "below)",
]
PLAYERS = ("Nguyễn Văn An", "Trần Bình", "Lê Chi", "Phạm Dũng", "Anderssen, A.", "Smith, John")


def text(rng: random.Random) -> str:
    return " ".join(rng.choice(WORDS) for _ in range(rng.randrange(2, 25)))


def line(position: Position, count: int, rng: random.Random) -> list[int]:
    """Return up to ``count`` random legal moves. Captures are preferred, so that material leaves the board."""
    moves = list[int]()
    while len(moves) < count and (legal := position.legal_moves()):
        noisy = position.noisy_moves()
        moves.append(rng.choice(noisy if noisy and rng.random() < 0.2 else legal))
        position = position.play(moves[-1])
    return moves


def game_of(name: str, seed: int) -> Record:
    rng = random.Random(f"{name} {seed}")
    game = find_game(name)()
    tree = GameTree.start(game)

    def changed(edit: edits.Edit) -> int:
        nonlocal tree
        tree = edit.apply(tree)
        return edit.cursor_after or 0

    node = 0
    for number, move in enumerate(line(game.start(), rng.randrange(LEAST_PLIES, MOST_PLIES), rng)):
        before, parent = tree.position(node), node
        commands = (clock_command(max(0, 3600 - 20 * number)),) if seed % 3 == 0 else ()
        node = changed(edits.add_move(tree, node, move, commands))
        if rng.random() < 0.1:
            changed(edits.set_comment(tree, node, text(rng)))
        if rng.random() < 0.05:
            changed(edits.set_nags(tree, node, (rng.choice((1, 2, 4, 6)),)))
        if rng.random() < 0.04:
            changed(edits.add_line(tree, parent, line(before, rng.randrange(1, 9), rng)))
    headers = {
        "Event": f"Generated games {seed // 10}", "Site": "?", "Date": f"20{seed % 27:02}.{seed % 12 + 1:02}.01",
        "Round": str(seed), "White": rng.choice(PLAYERS), "Black": rng.choice(PLAYERS),
        "Result": rng.choice(("1-0", "0-1", "1/2-1/2")), "WhiteElo": str(rng.randrange(1000, 2800)), "ECO": "A00",
    }  # fmt: skip
    return Record(headers, tree)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name in ("chess", "xiangqi"):
        records = [game_of(name, seed) for seed in range(GAMES)]
        (FOLDER / f"{name}.pgn").write_text(pgn.write(records), encoding="utf-8")


if __name__ == "__main__":
    main()
