"""Prove who wins MiniGo on small boards, and write the first plies of the proofs as sample records.

    python examples/make_proof_records.py [--output FOLDER] [--sizes 5-9]

Proof-number search (``pn``) proves each board from the rules alone. A record contains the winner's moves and all
replies of the loser to ``PLIES`` plies, and one line to the end of the game. The records of all sizes are in one file
for each language, ``minigo/solved-boards.LANGUAGE.pgn``. 5×5 to 9×9 take some six seconds if compiled.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.analysis.proofs import proof_lines
from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.position import Position
from engine.records import edits
from engine.records.formats import pgn
from engine.records.tree import ROOT, GameTree, Record
from engine.search.report import Limit
from engine.search.spec import Spec

GAME = "minigo"
PLIES = 6
NODES = 100_000_000
DATE = "2026.11.23"
COMMAND = "python examples/make_proof_records.py"
SIDES = {"en": ("Black", "White"), "vi": ("Đen", "Trắng")}
EVENT = {"en": "Solved boards: the first plies of the proofs", "vi": "Bàn đã giải: những nước đầu của chứng minh"}
SOURCE = {"en": f"Proved with: {COMMAND}", "vi": f"Chứng minh bằng lệnh: {COMMAND}"}
PLAYER = {"en": ("Winning moves", "All replies"), "vi": ("Nước thắng", "Mọi nước đáp")}
ROOT_COMMENT = {
    "en": "{size}×{size}: {side} wins by force, in at most {plies} plies. The proof has {positions} positions in which "
    "{side} is to move, and was found with {nodes} nodes. Shown are all replies to ply {shown}, and one line to the "
    "end.",
    "vi": "Bàn {size}×{size}: {side} thắng cưỡng bức, trong nhiều nhất {plies} nước của hai bên. Chứng minh gồm "
    "{positions} thế cờ đến lượt {side}, tìm được với {nodes} nút. Ở đây có mọi nước đáp đến nước thứ {shown}, và một "
    "biến đến hết ván.",
}


def number(value: int) -> str:
    """Return a number with spaces between groups of three digits."""
    return f"{value:,}".replace(",", " ")


def longest(position: Position, moves: Mapping[str, str], winner: Player, seen: dict[str, int]) -> int:
    """Return the greatest number of plies to the end of the game against the winner's ``moves``.

    Args:
        position: the position to begin with.
        moves: the winner's moves, by the text of the position.
        winner: the side that wins.
        seen: the lengths of the positions that are known already, by their texts.
    """
    if position.outcome() is not None:
        return 0
    text = position.game.format_position(position)
    if text not in seen:
        choices = (
            [position.game.parse_move(position, moves[text])] if position.turn is winner else position.legal_moves()
        )
        seen[text] = 1 + max(longest(position.play(move), moves, winner, seen) for move in choices)
    return seen[text]


def tree_of(start: Position, moves: Mapping[str, str], winner: Player, lengths: dict[str, int]) -> GameTree:
    """Return the first plies of a proof as a tree; its main line goes on to the end of the game.

    The longest defence comes first.
    """
    game = start.game
    tree = GameTree.start(game)
    open_nodes = [(ROOT, start, True)]
    while open_nodes:
        node, position, is_main = open_nodes.pop()
        if position.outcome() is not None or (not is_main and tree.ply(node) >= PLIES):
            continue
        if position.turn is winner:
            chosen = [game.parse_move(position, moves[game.format_position(position)])]
        else:
            chosen = sorted(
                position.legal_moves(), key=lambda move: -longest(position.play(move), moves, winner, lengths)
            )
            if tree.ply(node) >= PLIES:
                chosen = chosen[:1]
        for move in chosen:
            tree = edits.add_move(tree, node, move).apply(tree)
        for place, child in reversed(list(enumerate(tree[node].children))):
            open_nodes.append((child, tree.position(child), is_main and place == 0))
    return tree


def records_of(size: int) -> dict[str, Record]:
    """Prove the board of ``size`` lines, and return the record in each language.

    Raises:
        SystemExit: if nothing was proved with ``NODES`` nodes.
    """
    game = find_game(GAME).with_rules(f"size={size}")
    start = game.start()
    search = Spec.parse("pn").build(find_evaluation(GAME, ""), 0)
    *_, report = search.analyse(start, Limit(nodes=NODES))
    if not report.proved:
        raise SystemExit(f"{size}×{size} was not proved with {NODES:,} nodes")
    head, *rows = (json.loads(line) for line in proof_lines(search, start, report))
    winner = Player(head["winner"])
    moves = {row["position"]: row["move"] for row in rows}
    lengths: dict[str, int] = {}
    plies = longest(start, moves, winner, lengths)
    tree = tree_of(start, moves, winner, lengths)
    outcome = tree.position(tree.main_line()[-1]).outcome()
    assert outcome is not None, "the main line ends with the game"
    records = {}
    for code, sides in SIDES.items():
        text = ROOT_COMMENT[code].format(
            size=size,
            side=sides[winner],
            plies=plies,
            positions=number(len(rows)),
            nodes=number(report.nodes),
            shown=PLIES,
        )
        players = PLAYER[code] if winner == 0 else PLAYER[code][::-1]
        headers = {
            "Event": EVENT[code], "Date": DATE, "Round": str(size), "White": players[0], "Black": players[1],
            "Result": outcome.result, "Termination": outcome.termination.value, "Source": SOURCE[code],
            "License": "MIT",
        }  # fmt: skip
        records[code] = Record(headers, edits.set_comment(tree, ROOT, text).apply(tree))
    return records


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=Path("resources/records"))
    parser.add_argument("--sizes", default="5-9", metavar="FIRST-LAST")
    options = parser.parse_args(arguments)
    first, _, last = options.sizes.partition("-")
    found = [records_of(size) for size in range(int(first), int(last or first) + 1)]
    for code in SIDES:
        path = options.output / GAME / f"solved-boards.{code}.pgn"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pgn.Pgn().write([each[code] for each in found]), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
