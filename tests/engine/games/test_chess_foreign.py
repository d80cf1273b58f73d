"""Positions of chess as other programs write them."""

import random
import re
from typing import Any

import pytest

from engine.core.errors import KyVienError
from engine.core.game import find_game, split_position
from engine.games.chess import fen
from tests.engine.positions import random_position

CHESS: Any = find_game("chess")()
CHESS_960: Any = CHESS.with_rules("Chess960")
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
SICILIAN = "r1bqkbnr/pp1ppppp/2n5/2p5/2P1PP2/8/PP1P2PP/RNBQKBNR"


def read(text: str) -> tuple[str, list[str]]:
    position, changes = CHESS.fitted(text).read_position(text)
    return position.game.format_position(position), [str(change) for change in changes]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{SICILIAN}/ b KQkq - 0 0", f"{SICILIAN} b KQkq - 0 1"),
        (f"{SICILIAN}/ b KQkq -", f"{SICILIAN} b KQkq - 0 1"),
        (f"{START}_w_KQkq_-_0_1", f"{START} w KQkq - 0 1"),
        (f"  {START}  b  KQkq\t- 3 7 ", f"{START} b KQkq - 3 7"),
        (f'"{START} w KQkq - 0 1"', f"{START} w KQkq - 0 1"),
        (f"fen {START} w KQkq - 0 1", f"{START} w KQkq - 0 1"),
        (f"{START} w 5 9", f"{START} w - - 5 9"),
        (f"{START} w KQ 5 9", f"{START} w KQ - 5 9"),
        (f"{START} W kq - - -", f"{START} w kq - 0 1"),
        (f"{START} Black - -", f"{START} b - - 0 1"),
        (f"{START} w HAha - 0 1", f"{START} w KQkq - 0 1"),
        (f"{START} b KQkq - hmvc 3; fmvn 12;", f"{START} b KQkq - 3 12"),
        ("position startpos moves e2e4 c7c5 f2f4 b8c6 c2c4", f"{SICILIAN} b KQkq - 0 3"),
        (f"position fen {START} w KQkq - 0 1 moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        (f"{START} w KQkq - 0 1 moves e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("position startpos", f"{START} w KQkq - 0 1"),
    ],
)  # fmt: skip
def test_forms_of_other_programs(text: str, expected: str) -> None:
    assert read(text) == (expected, [])


@pytest.mark.parametrize(
    ("text", "expected", "changes"),
    [
        (SICILIAN, f"{SICILIAN} w - - 0 1", ["does not specify the side to move, which is taken to be White"]),
        ("4k3/8/8/8/8/8/8/4RK2", "4k3/8/8/8/8/8/8/4RK2 b - - 0 1", ["taken to be Black"]),
        (f'{SICILIAN} b KQkq - bm d6; id "t; 1";', f"{SICILIAN} b KQkq - 0 1", ['position: bm d6; id "t; 1";']),
        (f"{SICILIAN} b KQkq - am Nf6", f"{SICILIAN} b KQkq - 0 1", ["no part of the position: am Nf6"]),
        (f"{START} w KQkq - 0 1; bm e4 d4;", f"{START} w KQkq - 0 1", ["no part of the position: bm e4 d4;"]),
        (f"{START} w KQkq - 0 1 17", f"{START} w KQkq - 0 1", ["no part of the position: 17"]),
        (
            "1r4k1/b2b1Rpr/p2P3p/1ppB4/8/2B5/PP1q1PPP/2R3K1 w Qq - 0 1",
            "1r4k1/b2b1Rpr/p2P3p/1ppB4/8/2B5/PP1q1PPP/2R3K1 w - - 0 1",
            ["White, long castling: the king must be on e1; this", "Black, long castling: the king must be on e8;"],
        ),
        (
            "2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQk - 0 14",
            "2b1k1nB/1p3p1p/n4b2/1NPp4/P7/8/2r1PPPP/R3KBNR b KQ - 0 14",
            ["Black, short castling: there is no rook on h8; this right was removed"],
        ),
        (f"{START} b KQkq e3 0 1", f"{START} b KQkq - 0 1", ["there is no enemy pawn on e4; this square was removed"]),
        (f"{START} w KQkq e3 0 1", f"{START} w KQkq - 0 1", ["e3 is impossible, as the side to move is w; this"]),
        (f"{START} w KQkq e4 0 1", f"{START} w KQkq - 0 1", ["found 'e4'; this square was removed"]),
        (f"{START} w KQkq z9 0 1", f"{START} w KQkq - 0 1", ["found 'z9'; this square was removed"]),
        # A king that castled, and rights that an editor left behind.
        (
            "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b KQkq - 0 4",
            "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 4",
            ["White, short castling: the king", "White, long castling: the king"],
        ),
    ],
)  # fmt: skip
def test_what_is_changed_is_named(text: str, expected: str, changes: list[str]) -> None:
    position, found = read(text)
    assert position == expected
    assert len(found) == len(changes) and all(part in each for part, each in zip(changes, found, strict=True)), found


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "empty position"),
        (f"{START} x KQkq - 0 1", "side to move: expected w or b, found 'x'"),
        (f"{START} w KQxq - 0 1", "castling: expected some of KQkq or -, found 'x'"),
        (f"{START} w KQkq - a 1", "expected a number, found 'a'"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"),
        ("8/8/8 w - - 0 1", "expected 8 ranks, found 3"),
        (f"{START} w KQkq - 3+3 0 1", "Three-check is not supported"),
        (f"{START} w KQkq - 0 1 +0+0", "Three-check is not supported"),
        (f"{START}[] w KQkq - 0 1", "Crazyhouse is not supported"),
        ("rnbqkbQ~r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "Crazyhouse is not supported"),
    ],
)
def test_text_that_is_no_position(text: str, sentence: str) -> None:
    with pytest.raises(KyVienError, match=re.escape(sentence)):
        CHESS.read_position(text)


def test_a_position_of_ours_is_read_strictly() -> None:
    """Strict where a game is built from its own text, lenient where the text is another program's."""
    with pytest.raises(KyVienError, match="the king must be on e1"):
        CHESS.parse_position("1r4k1/b2b1Rpr/p2P3p/1ppB4/8/2B5/PP1q1PPP/2R3K1 w Qq - 0 1")


# --- Chess960 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [0, 1, 17, 518, 534, 692, 959])
def test_a_fen_that_only_chess960_allows(number: int) -> None:
    rank = fen.back_rank(number)
    files = [index for index, piece in enumerate(rank) if piece == "R"]
    letters = f"{'ABCDEFGH'[files[1]]}{'ABCDEFGH'[files[0]]}"
    usual = rank[4] == "K" and files == [0, 7]
    for rights in ("KQkq", letters + letters.lower()):
        game = CHESS.fitted(f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w {rights} - 0 1")
        assert game == (CHESS if usual else CHESS_960)
    assert CHESS.fitted(f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w - - 0 1") == CHESS


def test_later_positions_of_chess960() -> None:
    rng = random.Random(960)
    seen = 0
    for _ in range(60):
        game = CHESS.with_rules(f"chess960={rng.randrange(960)}")
        position = game.start()
        for _ in range(12):
            position = position.play(rng.choice(position.legal_moves()))
            if not position.legal_moves():
                break
        text = game.format_position(position)
        rights = [rook for rook in position.castling_rooks if rook is not None]
        usual = not rights or game.rules.chess960 == fen.USUAL_START
        if not usual and any(
            king not in (4, 60) for king in (cell for piece, cell in position.pieces if piece & 7 == 0)
        ):
            seen += CHESS.fitted(text) == CHESS_960
        elif usual:
            assert CHESS.fitted(text) == CHESS
    assert seen > 20


@pytest.mark.parametrize(
    "text", ["", "x", "8/8/8/8/8/8/8/8 w KQkq - 0 1", "/ / / /", "8 8 GDgd", f"{START} w GDgd - 0 1"]
)
def test_any_text_may_be_asked_for_its_rules(text: str) -> None:
    assert CHESS.fitted(text) == CHESS


def test_our_own_positions_are_read_unchanged() -> None:
    rng = random.Random(8)
    for _ in range(60):
        position: Any = random_position("chess", rng.randrange(2**32), 80)
        text = position.game.format_position(position)
        again, changes = position.game.read_position(text)
        assert position.game.format_position(again) == text and changes == []


# --- every game -------------------------------------------------------------------------------------------------------


def test_positions_and_moves_of_uci() -> None:
    assert split_position("position fen a/b w moves e2e4 e7e5") == ("a/b w", ["e2e4", "e7e5"])
    assert split_position("position startpos") == split_position("startpos") == (None, [])
    assert split_position("a/b_w_-") == ("a/b w -", []) and split_position("a_b c") == ("a_b c", [])
    xiangqi: Any = find_game("xiangqi")()
    position, changes = xiangqi.read_position("position startpos moves h2e2 h9g7")
    assert xiangqi.format_position(position).split()[0].count("/") == 9 and position.ply == 2 and changes == []
