"""Books: canonical positions, files, hostile ones included, and the choice of a move."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from engine.core.errors import OptionError
from engine.core.files import FileError
from engine.core.game import find_game, games
from engine.core.values import replace
from engine.tables.book import (
    Book,
    BookMove,
    Canonical,
    book_text,
    find_book,
    read_book,
    shipped_book,
    user_book,
    write_book,
)
from tests.engine.positions import random_play

SHIPPED = {"chess": "", "xiangqi": "", "caro": "", "cotoan": "", "go": "9x9"}


def small() -> Book:
    """A book of the first position of chess."""
    game = find_game("chess")()
    key = Canonical(game.start()).key
    return Book(
        game, "by hand", {key: {"e2e4": BookMove(3, 2.5, 31), "d2d4": BookMove(2, 0.0), "a2a4": BookMove(1, 0.0, -20)}}
    )


# --- canonical positions ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games())
def test_symmetries_are_permutations_that_form_a_group(name: str) -> None:
    symmetries = find_game(name)().symmetries()
    for each in symmetries:
        assert sorted(each) == list(range(len(each)))
        for other in symmetries:
            assert tuple(other[cell] for cell in each) in symmetries
    assert not symmetries or symmetries[0] == tuple(range(len(symmetries[0])))


@pytest.mark.parametrize(
    ("name", "rules"),
    [("xiangqi", ""), ("caro", "columns=9,rows=9"), ("caro", "columns=9,rows=7"), ("go", "9x9"), ("minigo", "size=5")],
)
def test_symmetrical_games_have_the_same_keys_and_texts(name: str, rules: str) -> None:
    game = find_game(name).with_rules(rules)
    for seed in range(4):
        rng = random.Random(seed)
        cells = rng.choice(game.symmetries())
        one = other = game.start()
        for position in random_play(one, 8, rng)[1:]:
            move = next(each for each in one.legal_moves() if one.play(each) == position)
            shape = game.shape(one, move)
            ends = [None if cell is None else cells[cell] for cell in (shape.origin, shape.target)]
            image = next(
                each.move
                for each in game.shapes(other)
                if [each.origin, each.target] == ends and each.hint == shape.hint
            )
            first, second = Canonical(one), Canonical(other)
            assert first.key == second.key
            assert sorted(first.texts().values()) == sorted(second.texts().values())
            assert len(first.texts()) == len(one.legal_moves())
            after = game.parse_move(first._image, first.texts()[move])
            assert Canonical(first._image.play(after)).key == Canonical(position).key
            one, other = position, other.play(image)


@pytest.mark.parametrize("name", games())
def test_a_symmetrical_position_has_as_many_moves_and_the_same_outcome(name: str) -> None:
    game = find_game(name)()
    for position in random_play(game.start(), 12, random.Random(2))[::4]:
        setup = game.setup(position)
        for cells in game.symmetries():
            image = game.compose(replace(setup, pieces={cells[cell]: piece for cell, piece in setup.pieces.items()}))
            assert len(image.legal_moves()) == len(position.legal_moves())
            assert image.outcome() == position.outcome() and image.turn is position.turn


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_book_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_book(tmp_path / "a", small())
    book = read_book(tmp_path / "a")
    assert book_text(book) == book_text(small()) and book.source == "by hand"
    assert book.entries == small().entries
    keys = [json.loads(line)["key"] for line in book_text(book).splitlines()[1:]]
    assert keys == sorted(keys)


def test_damaged_files_are_refused_with_their_line(tmp_path: Path) -> None:
    head, row = book_text(small()).splitlines()
    path = tmp_path / "bad"

    def with_numbers(*numbers: Any) -> str:
        return f"{head}\n{json.dumps({'key': 'f' * 16, 'moves': {'e2e4': list(numbers)}})}\n"

    cases = {
        "": "line 1 is damaged",
        "null": "its format is not",
        "[" * 100_000: "line 1 is damaged",
        head.replace("book-1", "book-2"): "its format is not",
        head.replace("chess", "chees"): "unknown game",
        head.replace('"rules": ""', '"rules": "x=1"'): "unknown option",
        head.replace('"rules": ""', '"rules": 1'): "line 1 is damaged",
        f"{head}\n\n{row}\n": "line 2 is damaged",
        f"{head}\n{row}\n{row}\n": "line 3 is damaged",
        f"{head}\n{row[:-5]}\n": "line 2 is damaged",
        f"{head}\n{'[' * 100_000}\n": "line 2 is damaged",
        f"{head}\n[]\n": "line 2 is damaged",
        f'{head}\n{{"key":"{"f" * 16}","moves":{{}}}}\n': "line 2 is damaged",
        f'{head}\n{{"key":"{"F" * 16}","moves":{{"a":[1,0,0]}}}}\n': "line 2 is damaged",
        f'{head}\n{{"key":5,"moves":{{"a":[1,0,0]}}}}\n': "line 2 is damaged",
        with_numbers(0, 0, 0): "line 2 is damaged",
        with_numbers(True, 0, 0): "line 2 is damaged",
        with_numbers(1, 2, 0): "line 2 is damaged",
        with_numbers(1, -1, 0): "line 2 is damaged",
        with_numbers(1, 0.3, 0): "line 2 is damaged",
        with_numbers(1, float("nan"), 0): "line 2 is damaged",
        with_numbers(1, 0, 10**9): "line 2 is damaged",
        with_numbers(1, 0, 1.5): "line 2 is damaged",
        with_numbers(10**400, 0, 0): "line 2 is damaged",
        with_numbers(1, 0): "line 2 is damaged",
    }
    for text, reason in cases.items():
        path.write_text(text)
        with pytest.raises(FileError) as refused:
            read_book(path)
        assert str(refused.value).startswith(f"{path} is not an opening book: {reason}"), text[:200]
        assert "\n" not in str(refused.value)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(FileError, match="line 1 is damaged"):
        read_book(path)
    with pytest.raises(FileError, match="cannot be read"):
        read_book(tmp_path)


def test_books_are_merged_and_pruned() -> None:
    game = find_game("chess")()
    key = Canonical(game.start()).key
    other = Book(
        game, "other", {key: {"e2e4": BookMove(1, 0.5, 7), "d2d4": BookMove(1, 1.0, 8)}, 5: {"a1a2": BookMove(1, 1.0)}}
    )
    both = small().merged(other)
    assert both.entries[key]["e2e4"] == BookMove(4, 3.0, 31)
    assert both.entries[key]["d2d4"] == BookMove(3, 1.0, 8)
    assert both.source == "by hand; other" and 5 in both.entries
    kept = both.pruned(3)
    assert set(kept.entries) == {key} and set(kept.entries[key]) == {"e2e4", "d2d4"}
    with pytest.raises(OptionError, match="different games"):
        small().merged(Book(find_game("nim")(), "", {}))
    with pytest.raises(OptionError, match="different games"):
        small().merged(Book(find_game("chess").with_rules("repetition=fivefold"), "", {}))


# --- the choice ------------------------------------------------------------------------------------------------------


def test_moves_are_drawn_by_their_points_and_losing_ones_left_out() -> None:
    start = find_game("chess")().start()
    book = small()
    assert [start.game.format_move(start, move) for move in book.moves(start)] == ["e4", "d4", "a4"]
    drawn = {book.choose(start, seed) for seed in range(50)}
    assert {start.game.format_move(start, move) for move in drawn if move is not None} == {"e4"}
    assert book.choose(start, 3) == book.choose(start, 3)
    assert book.choose(start.play(start.legal_moves()[0]), 0) is None
    lost = Book(book.game, "", {Canonical(start).key: {"d2d4": BookMove(2, 0.0)}})
    assert lost.choose(start, 1) is not None, "the only move known"
    illegal = Book(book.game, "", {Canonical(start).key: {"e2e5": BookMove(2, 2.0), "…": BookMove(1, 1.0)}})
    assert illegal.choose(start, 1) is None


def test_a_book_is_for_its_rules_in_any_notation() -> None:
    xiangqi = find_game("xiangqi")
    book = Book(xiangqi(), "", {Canonical(xiangqi().start()).key: {"h2e2": BookMove(1, 1.0), "b2e2": BookMove(1, 1.0)}})
    assert book.choose(xiangqi.with_rules("notation=iccs,look=pictures").start(), 0) is not None
    assert book.choose(xiangqi.with_rules("repetition=draw").start(), 0) is None


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_books_are_small_and_their_moves_legal(name: str) -> None:
    path = shipped_book(name)
    assert path.stat().st_size <= 100_000
    book = read_book(path)
    game = find_game(name).with_rules(SHIPPED[name])
    assert book.fits(game) and "--seed" in book.source and len(book.entries) >= 20
    position, plies = game.start(), 0
    known = book.entries.get(Canonical(position).key)
    assert known is not None and len(book.moves(position)) >= len(known), "the keys are those of the present positions"
    while (move := book.choose(position, 5)) is not None:
        position, plies = position.play(move), plies + 1
    assert 2 <= plies <= 12


def test_the_users_book_comes_first() -> None:
    game = find_game("chess")()
    shipped = find_book(game)
    assert shipped is not None and shipped.source != "by hand"
    user_book("chess").parent.mkdir(parents=True)
    write_book(user_book("chess"), small())
    found = find_book(game)
    assert found is not None and found.source == "by hand"
    user_book("chess").write_bytes(b"nothing")
    with pytest.raises(FileError, match="is not an opening book"):
        find_book(game)
    assert find_book(find_game("nim")()) is None
    assert find_book(find_game("go")()) is None, "the book is for 9×9"
