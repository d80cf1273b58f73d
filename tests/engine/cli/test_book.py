"""The command ``book``, and books in ``match``."""

import struct
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.core.game import find_game
from engine.tables.book import find_book, read_book, user_book
from tests.engine.cli.command import refused, run

SMALL = ("--game", "minigo", "--rules", "size=5", "--nodes", "200", "--plies", "3", "--seed", "4")


def test_a_book_is_played_and_merged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, both = tmp_path / "one", tmp_path / "both"
    made = run(capsys, "book", *SMALL, "--play", "4", "--output", str(one))
    assert made["positions"] > 1 and made["file"] == str(one)
    source = "kyvien-engine book --game minigo --rules size=5 --play 4 --nodes 200 --plies 3 --seed 4"
    assert read_book(one).source == source
    game = ("--game", "minigo", "--rules", "size=5")
    assert main(["book", *game, "--merge", str(one), "--merge", str(one), "--least", "2", "--output", str(both)]) == 0
    assert f"written to {both}" in capsys.readouterr().out
    doubled = read_book(both).entries
    assert {key: {text: each.games for text, each in moves.items()} for key, moves in doubled.items()} == {
        key: {text: 2 * each.games for text, each in moves.items()} for key, moves in read_book(one).entries.items()
    }


def test_a_book_of_records_is_the_users_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pgn = tmp_path / "a.pgn"
    pgn.write_text('[Result "1-0"]\n\n1. e4 e5 2. Nf3 1-0\n\n[Result "*"]\n\n1. d4 *\n')
    made = run(capsys, "book", "--game", "chess", "--games", str(pgn), "--nodes", "200", "--plies", "2")
    assert made["positions"] == 2 and made["file"] == str(user_book("chess"))
    assert read_book(user_book("chess")).source.startswith("kyvien-engine book --game chess --games a.pgn --nodes 200")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--game", "chess", "--play", "0"], "games is 0"),
        (["--game", "chess", "--play", "1", "--plies", "0"], "plies is 0"),
        (["--game", "chess", "--play", "1", "--nodes", "1"], "nodes is 1"),
        (["--game", "chess", "--play", "1", "--least", "0"], "least is 0"),
        (["--game", "chess", "--merge", "/nowhere"], "cannot be read"),
        (["--game", "chess"], "required"),
        (["--game", "chess", "--play", "1", "--output", "/nowhere/a"], "cannot be written"),
    ],
)
def test_what_cannot_be_made_is_refused(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert words in refused(capsys, "book", *arguments)


def test_a_player_of_a_single_game_has_a_book_if_it_asks_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pgn = tmp_path / "a.pgn"
    pgn.write_text("1. a4 a5 2. h4 h5 1-0\n")
    run(capsys, "book", "--game", "chess", "--games", str(pgn), "--nodes", "200", "--plies", "4")
    words = ("play", "--game", "chess", "--depth", "1", "--second", "random@book=off", "--first")
    with_book, without = (run(capsys, *words, text)["moves"] for text in ("random@book=on", "random"))
    assert with_book[0] == "a2a4" != without[0]
    assert "no opening book" in refused(capsys, *words, "random@book=on", "--rules", "repetition=fivefold")


def test_a_match_has_a_book_only_if_a_player_asks_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "match",
        "--game",
        "nim",
        "--first",
        "greedy@book=on",
        "--second",
        "random",
        "--games",
        "1",
        "--depth",
        "1",
    )
    assert "no opening book" in refused(capsys, *words)
    assert "@book=on or @book=off" in refused(capsys, *words[:4], "greedy@book=maybe", *words[5:])


def test_a_book_of_polyglot_becomes_the_users_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    chess = find_game("chess")()
    key = chess.book_key(chess.start())
    assert key is not None
    path = tmp_path / "some.bin"
    path.write_bytes(struct.pack(">QHHI", key, 12 << 6 | 28, 9, 0) + struct.pack(">QHHI", key, 11 << 6 | 27, 2, 0))
    made = run(capsys, "book", "--game", "chess", "--merge", str(path), "--least", "3")
    assert (made["positions"], made["moves"], made["file"]) == (1, 1, str(user_book("chess")))
    found = find_book(chess)
    assert found is not None and [chess.format_move(chess.start(), each) for each in found.moves(chess.start())] == [
        "e4"
    ]
    made = run(capsys, "book", "--game", "chess", "--merge", str(path), "--merge", made["file"])
    assert made["moves"] == 2
    error = refused(capsys, "book", "--game", "xiangqi", "--merge", str(path), "--output", str(tmp_path / "x"))
    assert "books of different games or rules cannot be merged" in error
