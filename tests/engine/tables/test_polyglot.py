"""Opening books of PolyGlot: the keys of its specification, its moves, and python-chess as an oracle."""

import random
import struct
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from engine.core.files import FileError
from engine.core.game import find_game
from engine.tables.book import Book, BookMove, read_book

CHESS = find_game("chess")()


def after(*moves: str) -> Any:
    position = CHESS.start()
    for text in moves:
        position = position.play(CHESS.parse_move(position, text))
    return position


def packed(text: str) -> int:
    """Return a move such as ``e7e8q`` in the format."""
    origin, target = ((int(text[at + 1]) - 1) * 8 + "abcdefgh".index(text[at]) for at in (0, 2))
    return target | origin << 6 | " nbrq".index(text[4:] or " ") << 12


def write(path: Path, entries: Sequence[tuple[int, str, int]]) -> Path:
    """Write the keys, moves and weights of a book."""
    rows = sorted((key, -weight, packed(text)) for key, text, weight in entries)
    path.write_bytes(b"".join(struct.pack(">QHHI", key, move, -weight, 7) for key, weight, move in rows))
    return path


@pytest.mark.parametrize(
    ("moves", "key"),
    [
        ("", 0x463B96181691FC9C),
        ("e2e4", 0x823C9B50FD114196),
        ("e2e4 d7d5", 0x0756B94461C50FB0),
        ("e2e4 d7d5 e4e5", 0x662FAFB965DB29D4),
        ("e2e4 d7d5 e4e5 f7f5", 0x22A48B5A8E47FF78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652A607CA3F242C1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00FDD303C946BDD9),
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3C8123EA7B067637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5C3F9B829B279560),
    ],
)
def test_the_keys_are_those_of_the_specification(moves: str, key: int) -> None:
    assert CHESS.book_key(after(*moves.split())) == key


def test_other_games_have_no_such_books() -> None:
    for name in ("xiangqi", "caro", "nim"):
        assert find_game(name)().book_key(find_game(name)().start()) is None


def test_a_book_is_read_from_the_start_on(tmp_path: Path) -> None:
    castling = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"]
    line = [(after(*castling[:ply]), move) for ply, move in enumerate(castling)]
    entries = [(CHESS.book_key(position) or 0, move, 10) for position, move in line]
    start = CHESS.book_key(CHESS.start()) or 0
    entries += [
        (start, "d2d4", 3), (start, "a2a3", 0), (start, "e2e5", 9), (start, "c2c4", 65535),
        (CHESS.book_key(after(*castling)) or 0, "e1h1", 5),
        (CHESS.book_key(after("h2h4")) or 0, "a7a6", 5),  # no move of the book leads there
    ]  # fmt: skip
    book = read_book(write(tmp_path / "some.bin", entries))
    assert (book.game, book.source) == (CHESS, "some.bin")
    moves = {CHESS.format_move(CHESS.start(), move): entry for move, entry in book.moves(CHESS.start()).items()}
    assert moves == {"c4": BookMove(65535, 32767.5), "e4": BookMove(10, 5.0), "d4": BookMove(3, 1.5)}
    at = after(*castling)
    assert [CHESS.format_move(at, move) for move in book.moves(at)] == ["O-O"]
    assert book.moves(after("h2h4")) == {}
    assert len(book.entries) == 7
    drawn = [book.choose(CHESS.start(), seed) for seed in range(50)]
    assert set(drawn) == {CHESS.parse_move(CHESS.start(), "c4")}, "by weight"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "its size is not a multiple of 16 bytes"),
        (bytes(17), "its size is not a multiple of 16 bytes"),
        (struct.pack(">QHHIQHHI", 2, 0, 1, 0, 1, 0, 1, 0), "its entries are not in order"),
        (bytes(32), "it has no move for the start of the game"),
        (struct.pack(">QHHI", 0x463B96181691FC9C, 0xFFFF, 1, 0), "it has no move for the start of the game"),
    ],
)
def test_a_damaged_book_is_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    (tmp_path / "some.BIN").write_bytes(data)
    with pytest.raises(FileError) as refused:
        read_book(tmp_path / "some.BIN")
    assert str(refused.value) == f"{tmp_path / 'some.BIN'} is not an opening book: {reason}"


@pytest.mark.oracle
@pytest.mark.unsanitized
def test_keys_and_moves_are_those_of_python_chess(tmp_path: Path) -> None:
    """All positions of random games, with captures en passant, promotions and castling."""
    chess = pytest.importorskip("chess")
    polyglot = pytest.importorskip("chess.polyglot")
    rng = random.Random(3)
    entries: dict[tuple[int, str], int] = {}
    line: list[tuple[Any, Any]] = []
    seen = {"castling": 0, "en passant": 0, "promotion": 0}
    for _ in range(150):
        board, position = chess.Board(), CHESS.start()
        for _ in range(rng.randrange(20, 120)):
            if board.is_game_over() or position.outcome() is not None:
                break
            key = polyglot.zobrist_hash(board)
            if board.has_pseudo_legal_en_passant() == board.has_legal_en_passant():
                assert CHESS.book_key(position) == key, board.fen()
            moves = list(board.legal_moves)
            rare = [each for each in moves if each.promotion or board.is_castling(each) or board.is_en_passant(each)]
            move = rng.choice(rare or moves)
            seen["castling"] += board.is_castling(move)
            seen["en passant"] += board.is_en_passant(move)
            seen["promotion"] += bool(move.promotion)
            text = move.uci()
            if board.is_castling(move):  # to the square of the rook
                text = text[:2] + ("h" if board.is_kingside_castling(move) else "a") + text[3]
            entries.setdefault((key, text), rng.randrange(1, 500))
            line.append((board.copy(stack=False), position))
            position = position.play(CHESS.parse_move(position, move.uci()))
            board.push(move)
    assert min(seen.values()) > 20, seen
    path = write(tmp_path / "some.bin", [(key, text, weight) for (key, text), weight in entries.items()])
    book: Book = read_book(path)
    compared = 0
    with polyglot.open_reader(path) as reader:
        for board, position in line:
            expected = {each.move.uci(): each.weight for each in reader.find_all(board)}
            found = {
                CHESS.format_move(position, move, "coordinates"): entry.games
                for move, entry in book.moves(position).items()
            }
            if found or CHESS.book_key(position) == polyglot.zobrist_hash(board):
                assert found == expected, board.fen()
                compared += 1
    assert compared > 5000
