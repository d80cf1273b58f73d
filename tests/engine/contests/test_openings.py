"""Openings from files of records and of positions, in the forms in which they are published."""

import random
from pathlib import Path

import pytest

from engine.contests.openings import read_openings
from engine.core.errors import NotationError
from engine.core.game import Game, find_game

CHESS = find_game("chess")()
GAMES = """\
[Event "?"]
[Result "1/2-1/2"]

1. d4 d6 2. c4 e5 {a comment} (2... f5) 3. d5 1/2-1/2

[Event "a position"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

*

[Event "not a move"]

1. e4 e5 2. Ke3 *

[Event "over"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "another game"]
[Game "nim"]

*

[Event "the last one"]

1. c4 *
"""
FIRST = "rnbqkbnr/ppp2ppp/3p4/3Pp3/2P5/8/PP2PPPP/RNBQKBNR b KQkq - 0 3"
SET_UP = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
LAST = "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq - 0 1"


def read(path: Path, game: Game = CHESS) -> tuple[tuple[str, ...], list[str]]:
    notes: list[str] = []
    return read_openings(path, game, notes.append), notes


def test_the_main_lines_of_records_are_openings(tmp_path: Path) -> None:
    path = tmp_path / "some.pgn"
    path.write_text(GAMES, encoding="utf-8")
    openings, notes = read(path)
    assert openings == (FIRST, SET_UP, LAST)
    (note,) = notes
    assert note.startswith("some.pgn: games skipped: 3 of 6; the first one: ")
    assert "line 14" in note and "game 3" in note and "Ke3" in note
    path.write_text(GAMES.replace("Ke3", "Nf3"), encoding="utf-8")
    (note,) = read(path)[1]
    assert note == "some.pgn: games skipped: 2 of 6; the first one: line 16: this game is over"
    path.write_bytes(b"\xef\xbb\xbf" + GAMES.split("[Event", 2)[1].join(("[Event", "")).replace("\n", "\r\n").encode())
    assert read(path) == ((FIRST,), [])


def test_a_record_with_a_fault_is_refused_on_wish(tmp_path: Path) -> None:
    path = tmp_path / "openings.pgn"
    path.write_text('[White "An"]\n\n1. e4 e5 *\n\n[White "Bo"]\n\n1. e4 Ke5 *\n\n[White "Cu"]\n\n1. d4 *\n')
    notes = list[str]()
    assert len(read_openings(path, find_game("chess")(), notes.append)) == 2
    assert len(notes) == 1 and "games skipped: 1 of 3" in notes[0] and "line 7" in notes[0]
    with pytest.raises(NotationError, match=r"^openings\.pgn: line 7, game 2, ply 2: Ke5"):
        read_openings(path, find_game("chess")(), notes.append, strict=True)
    assert len(notes) == 1


def test_other_formats_of_records(tmp_path: Path) -> None:
    path = tmp_path / "go.sgf"
    path.write_text("(;GM[1]SZ[9];B[ee];W[cc])(;GM[1]SZ[9];B[dd](;W[aa])(;W[bb]))")
    game = find_game("go").with_rules("size=9")
    openings, notes = read(path, game)
    assert [len(game.setup(game.parse_position(text)).pieces) for text in openings] == [2, 2] and notes == []


def test_a_file_without_an_opening_of_the_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.pgn"
    for text in ("", '[Game "nim"]\n\n*\n', "1. f3 e5 2. g4 Qh4# 0-1"):
        path.write_text(text)
        with pytest.raises(NotationError, match=r"^some\.pgn contains no position$"):
            read(path)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (FIRST, FIRST),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K -"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id \"a; b\";", "4k3/8/8/8/8/8/8/4K2R w K -"),
        ("4k3/8/8/8/8/8/8/4K2R w K - ; bm Rh8 + ; id BK.01", "4k3/8/8/8/8/8/8/4K2R w K -"),
        ("4k3/8/8/8/8/8/8/4K2R w K - bm O-O", "4k3/8/8/8/8/8/8/4K2R w K -"),
        ("4k3/8/8/8/8/8/8/4K2R w K - hmvc 7; fmvn 30;", "4k3/8/8/8/8/8/8/4K2R w K - 7 30"),
        ('4k3/8/8/8/8/8/8/4K2R w K - fmvn 30; c0 "hmvc 9; x"', "4k3/8/8/8/8/8/8/4K2R w K - 0 30"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 3 9 ;D1 20 ;D2 400", "4k3/8/8/8/8/8/8/4K2R w K - 3 9"),
    ],
)  # fmt: skip
def test_lines_may_be_epd(tmp_path: Path, line: str, expected: str) -> None:
    path = tmp_path / "some.epd"
    path.write_text(f"# a comment\n\n{line}\r\n{FIRST}\n")
    assert read(path) == ((expected, FIRST), [])


@pytest.mark.parametrize(
    "line", ["nonsense", "nonsense; bm e4", "a b c d; bm e4", "; ; ;", "8/8/8/8/8/8/8/8 w - - bm x;"]
)
def test_a_line_that_is_no_position_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "some.epd"
    path.write_text(f"{FIRST}\n{line}\n")
    with pytest.raises(NotationError, match=r"^some\.epd, line 2: "):
        read(path)


@pytest.mark.oracle
@pytest.mark.unsanitized
def test_openings_are_those_that_python_chess_reads(tmp_path: Path) -> None:
    """Random games as PGN and their last positions as EPD with operations, both written by python-chess."""
    chess = pytest.importorskip("chess")
    pgn = pytest.importorskip("chess.pgn")
    rng = random.Random(5)
    texts, lines, expected = [], [], []
    for number in range(40):
        board = chess.Board()
        for _ in range(rng.randrange(2, 24)):
            board.push(rng.choice(list(board.legal_moves)))
            if board.is_game_over():
                break
        if board.is_game_over() or board.can_claim_draw():
            continue
        texts.append(str(pgn.Game.from_board(board)))
        moves = list(board.legal_moves)
        lines.append(board.epd(hmvc=board.halfmove_clock, fmvn=board.fullmove_number, bm=moves[:2], id=f"no; {number}"))
        expected.append(board.fen(en_passant="legal"))
    (tmp_path / "games.pgn").write_text("\n\n".join(texts))
    (tmp_path / "lines.epd").write_text("\n".join(lines))
    assert len(expected) > 30
    assert read(tmp_path / "games.pgn") == (tuple(expected), [])
    openings, _ = read(tmp_path / "lines.epd")
    assert [chess.Board(text).fen(en_passant="legal") for text in openings] == expected
