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


def test_no_tag_names_the_game() -> None:
    """PGN is of chess where no tag names another game; a game that is given comes first."""
    assert pgn.read("1. e4 e5 2. Nf3 *")[0].game.name == "chess"
    assert pgn.read("1. e4 e5 2. Nf3 *", find_game("cotoan")())[0].game.name == "chess"
    assert pgn.read("1. h8 i9 *", find_game("caro")())[0].game.name == "caro"
    assert pgn.read('[Variant "Standard"]\n\n1. e4 *', find_game("caro")())[0].game.name == "chess"
    fen = "nrbkqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBKQBRN w KQkq - 0 1"
    (record,) = pgn.read(f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{fen}"]\n\n1. e4 *')
    assert record.game.rules_text() == "Chess960"
    assert pgn.read("1. 9i1-i5 *")[0].game.name == "cotoan"  # these moves are of no other game
    with pytest.raises(NotationError, match=r"line 1, game 1: no tag specifies the game .* as Chess: "):
        pgn.read("1. 9i1-i12 *")


RANDOM = "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w {} - 0 1"
MOVES = "1. b3 c5 2. Nf3 d5 3. d4 b6 4. O-O Nf6 *"


@pytest.mark.parametrize("rights", ["KQkq", "GDgd"])
@pytest.mark.parametrize(
    "tag",
    ['[Variant "fischerandom"]', '[Variant "chess 960"]', '[Variant "Chess 960"]', '[Variant "Fischer Random"]',
     '[Variant "FRC"]', '[Variant "wild/fr"]', '[Variant "standard960"]', '[Game "Chess960"]',
     '[Game "chess"]\n[Variant "fischerandom"]', ""],
)  # fmt: skip
def test_chess960_by_every_name_and_by_its_position(tag: str, rights: str) -> None:
    text = f'{tag}\n[FEN "{RANDOM.format(rights)}"]\n[SetUp "1"]\n\n{MOVES}'
    (record,) = pgn.read(text, find_game("xiangqi")())
    assert record.game == find_game("chess").with_rules("Chess960")
    assert len(record.tree.main_line()) == 9 and record.tree.position(8).castling_rooks[:2] == (None, None)
    assert pgn.read(pgn.write([record]))[0].same_as(record)


@pytest.mark.parametrize(
    "tag", ["normal", "Standard (rated)", "From Position", "FromPosition", "standard", "", "?", "Rated"]
)
def test_names_of_chess(tag: str) -> None:
    assert pgn.read(f'[Variant "{tag}"]\n\n1. e4 e5 *')[0].game == CHESS


@pytest.mark.parametrize(
    ("tag", "sentence"),
    [
        ('[Variant "Three-check"]', "line 2, game 1: Three-check is not supported"),
        ('[Variant "Antichess"]', "line 2, game 1: Antichess is not supported"),
        ('[Variant "King of the Hill (rated)"]', "line 2, game 1: King of the Hill is not supported"),
        ('[Variant "crazyhouse"]', "line 2, game 1: Crazyhouse is not supported"),
        ('[Variant "atomic960"]', "line 2, game 1: Atomic is not supported"),
        ('[Game "Shogi"]', "line 2, game 1: Shogi is not supported"),
        ('[Game "chess"]\n[Variant "Horde"]', "line 3, game 1: Horde is not supported"),
        ('[Variant "mixed"]', "line 2, game 1: unknown game 'mixed'; available: "),
    ],
)
def test_other_variants_are_not_read_as_chess(tag: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        pgn.read(f'[Event "x"]\n{tag}\n\n1. e4 e5 *', CHESS)
    assert str(error.value).startswith(sentence)


def test_games_recognised_by_their_moves() -> None:
    """No tag names the game, and the moves are legal in one game only."""
    for text, name in (
        ("1. 炮二平五 马８进７ *", "xiangqi"), ("1. C2=5 h8+7 *", "xiangqi"), ("1. h2e2 h9g7 *", "xiangqi"),
        ('[FEN "3k5/9/9/9/9/9/9/9/9/4K4 w"]\n\n1. K5+1 *', "xiangqi"), ("1. e4 C2=5 *", "chess?"),
    ):  # fmt: skip
        if name == "chess?":  # the first move decides
            with pytest.raises(NotationError, match="ply 2"):
                pgn.read(text, strict=True)
        else:
            assert pgn.read(text)[0].game.name == pgn.read(text, CHESS)[0].game.name == name
    with pytest.raises(NotationError, match="no tag specifies the game"):
        pgn.read("1. D4 *")  # a move of several games


def test_tags_of_the_position_in_another_case() -> None:
    (record,) = pgn.read('[Fen "8/P6k/8/8/8/8/7K/8 w - - 0 1"]\n[Setup "1"]\n\n1. a8=Q *')
    assert record.tree.position(0).number == 1 and record.tree[0].setup == "8/P6k/8/8/8/8/7K/8 w - - 0 1"
    assert not {"Fen", "Setup"} & set(record.headers)


def test_an_impossible_right_in_the_tag_is_removed() -> None:
    text = '[FEN "1r4k1/b2b1Rpr/p2P3p/1ppB4/8/2B5/PP1q1PPP/2R3K1 w Qq - 0 1"]\n[SetUp "1"]\n\n1. Rf8+ *'
    (record,) = pgn.read(text)
    assert record.tree[0].setup == "1r4k1/b2b1Rpr/p2P3p/1ppB4/8/2B5/PP1q1PPP/2R3K1 w - - 0 1"
    assert [str(fault.error) for fault in record.faults] == [
        "line 1, game 1: White, long castling: the king must be on e1; this right was removed",
        "line 1, game 1: Black, long castling: the king must be on e8; this right was removed",
    ]


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


def test_a_check_before_the_result_is_no_move_with_a_space() -> None:
    for result in ("1-0", "0-1", "1/2-1/2", "1:0", "1–0"):
        (record,) = pgn.read(f'[FEN "8/4k3/8/8/8/8/8/K5R1 w - - 0 1"]\n[SetUp "1"]\n\n1. Rg7+ {result}\n')
        assert record.tree.move_text(1) == "Rg7+" and not record.faults and record.result != "*"
