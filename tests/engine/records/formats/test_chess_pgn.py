"""PGN of chess, ours read by python-chess and the other way round."""

import io
import random
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import NotationError
from engine.core.game import find_game
from engine.records import edits
from engine.records.formats import pgn
from engine.records.tree import ROOT, GameTree, Record
from tests.engine.conftest import GOLDEN

OPENINGS = GOLDEN / "chess" / "openings.pgn"
CHESS = find_game("chess")()


def theirs(chess: Any, node: Any) -> Any:
    """A game of python-chess as nested lists of moves in UCI, with comments and annotations."""
    return [
        (child.move.uci(), " ".join(child.comment.split()), sorted(child.nags), theirs(chess, child))
        for child in node.variations
    ]


def ours(tree: GameTree, node: int = ROOT) -> Any:
    """The same of ours."""
    answer = []
    for child in tree.nodes[node].children:
        each = tree.nodes[child]
        assert each.move is not None
        uci = tree.game.format_move(tree.position(node), each.move, "coordinates")
        answer.append((uci, each.comment, sorted(each.nags), ours(tree, child)))
    return answer


def random_record(seed: int) -> Record:
    """A game of chess with variations, comments and annotations."""
    rng = random.Random(seed)
    tree = GameTree.start(CHESS)
    nodes = [ROOT]
    for _ in range(60):
        node = rng.choice(nodes[-3:] if rng.random() < 0.9 else nodes)
        moves = tree.position(node).legal_moves()
        if not moves:
            continue
        edit = edits.add_move(tree, node, rng.choice(moves))
        tree = edit.apply(tree)
        nodes.append(max(tree.nodes))
    for node in rng.sample(nodes[1:], 8):
        tree = edits.set_comment(tree, node, rng.choice(["tốt", "a plain word", "two words here"])).apply(tree)
        tree = edits.set_nags(tree, node, (rng.randint(1, 6),)).apply(tree)
    return Record({"White": "A", "Black": "B", "Result": "*"}, tree)


@pytest.mark.oracle
def test_python_chess_reads_what_we_write() -> None:
    chess = pytest.importorskip("chess")
    chess_pgn = pytest.importorskip("chess.pgn")
    for seed in range(40):
        record = random_record(seed)
        game = chess_pgn.read_game(io.StringIO(pgn.write([record])))
        assert game.errors == [] and theirs(chess, game) == ours(record.tree)


@pytest.mark.oracle
def test_we_read_a_public_collection_as_python_chess_does() -> None:
    chess = pytest.importorskip("chess")
    chess_pgn = pytest.importorskip("chess.pgn")
    text = OPENINGS.read_text(encoding="utf-8")
    records = pgn.read(text)
    assert len(records) == 200
    stream = io.StringIO(text)
    for record in records:
        game = chess_pgn.read_game(stream)
        assert ours(record.tree) == theirs(chess, game)
        end = record.tree.position(record.tree.main_line()[-1])
        assert str(end).split()[:4] == game.end().board().fen().split()[:4]
        again = chess_pgn.read_game(io.StringIO(pgn.write([record])))
        assert theirs(chess, again) == theirs(chess, game) and again.headers["Result"] == game.headers["Result"]


@pytest.mark.oracle
def test_what_python_chess_writes_is_read() -> None:
    chess = pytest.importorskip("chess")
    chess_pgn = pytest.importorskip("chess.pgn")
    for seed in range(20):
        rng = random.Random(seed)
        game = chess_pgn.Game()
        nodes = [game]
        for _ in range(50):
            node = rng.choice(nodes[-2:])
            moves = [move for move in node.board().legal_moves if not node.has_variation(move)]
            if moves:
                nodes.append(node.add_variation(rng.choice(moves)))
        for node in rng.sample(nodes[1:], 5):
            node.nags.add(rng.randint(1, 6))
            node.comment = "well"
        (record,) = pgn.read(str(game))
        assert ours(record.tree) == theirs(chess, game)


def test_clocks_and_evaluations_of_other_programs_stay() -> None:
    text = '[Event "x"]\n\n1. e4 { [%eval 0.17] [%clk 0:03:00] } e5 { [%clk 0:02:58] good } 2. Nf3 $1 *\n'
    (record,) = pgn.read(text)
    written = pgn.write([record])
    for word in ("[%eval 0.17]", "[%clk 0:03:00]", "[%clk 0:02:58]", "good", "$1"):
        assert word in written
    assert pgn.read(written)[0].same_as(record)


def test_nothing_says_what_is_played() -> None:
    """PGN is of chess where no tag says otherwise; a game that is given comes first."""
    assert pgn.read("1. e4 e5 2. Nf3 *")[0].game.name == "chess"
    assert pgn.read("1. e4 e5 2. Nf3 *", find_game("cotoan")())[0].game.name == "chess"
    assert pgn.read("1. h8 i9 *", find_game("caro")())[0].game.name == "caro"
    assert pgn.read('[Variant "Standard"]\n\n1. e4 *', find_game("caro")())[0].game.name == "chess"
    fen = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1"
    (record,) = pgn.read(f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. e4 *')
    assert record.game.rules_text() == "Chess960"
    with pytest.raises(NotationError, match=r"line 1, game 1: no tag specifies the game .* as Chess: "):
        pgn.read("1. 9i1-i5 *")


def test_a_game_of_a_thousand_plies() -> None:
    rng = random.Random(5)
    # Knights and rooks that go about without a capture or a pawn move for long would end the game.
    game = find_game("chess").with_rules("no_progress=seventy-five,repetition=fivefold")
    for _ in range(50):
        tree, node, position = GameTree.start(game), ROOT, game.start()
        while len(tree) <= 1000 and position.legal_moves():
            quiet = [move for move in position.legal_moves() if move not in position.noisy_moves()]
            move = rng.choice(quiet or position.legal_moves())
            tree = edits.add_move(tree, node, move).apply(tree)
            node = tree.nodes[node].children[-1]
            position = tree.position(node)
        if len(tree) > 400:
            break
    record = Record({"Result": "*"}, tree)
    assert pgn.read(pgn.write([record]))[0].same_as(record)


def test_the_collection_is_the_one_its_notice_names() -> None:
    assert "CC0" in (Path(OPENINGS).parent / "NOTICE.txt").read_text(encoding="utf-8")
