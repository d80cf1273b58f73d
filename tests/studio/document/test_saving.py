"""What a file contains after a record was saved in it."""

from pathlib import Path

import pytest

from engine.core.files import FileError
from engine.core.game import find_game
from engine.records.collection import digest_of
from engine.records.formats import find_format
from engine.records.tree import GameTree, Record
from studio.document.document import Document
from studio.document.saving import ChangedOutsideError, GameChangedError, Saved, content_with, digest_of_game

CHESS = find_game("chess")()
RECORD = Record({"White": "New", "Black": "?", "Result": "*"}, GameTree.start(CHESS))
TEXT = find_format("x.pgn").write([RECORD])
OLD = '[White "First"]\n\n*\n\n[White "Second"]\n\n*\n'


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(OLD, encoding="utf-8")
    return path


def names(data: bytes) -> list[str]:
    return [dict(each.headers)["White"] for each in find_format("x.pgn").games(data.decode())]


@pytest.mark.parametrize("index", [0, 1])
@pytest.mark.parametrize("with_span", [False, True])
def test_a_record_takes_its_own_place(file: Path, index: int, with_span: bool) -> None:
    game = find_format("x.pgn").games(OLD)[index]
    span = (len(OLD[: game.start].encode()), len(OLD[: game.end].encode())) if with_span else None
    saved = Saved(file, index, digest_of(OLD.encode()), span)
    content = content_with(TEXT, find_format("x.pgn"), file, saved)
    expected = ["First", "Second"]
    expected[index] = "New"
    assert (names(content.data), content.index) == (expected, index)
    if with_span:
        assert content.span is not None
        assert content.data[slice(*content.span)].startswith(b'[White "New"]')


def test_a_game_that_the_file_does_not_have_counts_as_changed(file: Path) -> None:
    saved = Saved(file, 5, digest_of(OLD.encode()))
    with pytest.raises(GameChangedError, match=r"games\.pgn: another program has changed or removed this game"):
        content_with(TEXT, find_format("x.pgn"), file, saved)


def test_another_digest_counts_as_changed(file: Path) -> None:
    saved = Saved(file, 0, digest_of(b"something else"))
    with pytest.raises(ChangedOutsideError, match="was changed by another program") as caught:
        content_with(TEXT, find_format("x.pgn"), file, saved)
    assert not isinstance(caught.value, GameChangedError)
    with pytest.raises(GameChangedError):
        content_with(TEXT, find_format("x.pgn"), file, saved, merge=True)


FIRST, SECOND, THIRD = ('[White "First"]\n\n*', '[White "Second"]\n\n*', '[White "Third"]\n\n*')


@pytest.mark.parametrize(
    ("games", "index"),
    [
        ([FIRST, SECOND], 1),
        ([THIRD, SECOND], 1),
        ([SECOND, FIRST], 0),
        ([THIRD, FIRST, SECOND, THIRD], 2),
        ([SECOND, SECOND], 1),
        ([SECOND], 0),
        ([FIRST, THIRD], None),
        ([SECOND, FIRST, SECOND], None),
        ([FIRST, SECOND.replace("*", "1. e4 *")], None),
        ([], None),
    ],
)
def test_a_game_is_found_again_by_its_text(file: Path, games: list[str], index: int | None) -> None:
    """The second game of a file is saved after another program has changed the file."""
    saved = Saved(file, 1, digest_of(OLD.encode()), game=digest_of_game(SECOND.encode()))
    file.write_text("\n\n".join(games) + "\n", encoding="utf-8")
    before = file.read_bytes()
    kind = find_format("x.pgn")
    if index is None:
        with pytest.raises(GameChangedError):
            content_with(TEXT, kind, file, saved, merge=True)
        return
    content = content_with(TEXT, kind, file, saved, merge=True)
    expected = names(before)
    expected[index] = "New"
    assert (names(content.data), content.index) == (expected, index)
    assert content.span is not None
    assert content.data[slice(*content.span)] == TEXT.rstrip("\n").encode()
    content.check(file)
    file.write_bytes(before + b"\n")
    with pytest.raises(ChangedOutsideError):
        content.check(file)


def test_a_record_is_appended(file: Path, tmp_path: Path) -> None:
    kind = find_format("x.pgn")
    content = content_with(TEXT, kind, file, None, append=True)
    assert (names(content.data), content.index) == (["First", "Second", "New"], 2)
    blank = tmp_path / "blank.pgn"
    blank.write_text("\n", encoding="utf-8")
    content = content_with(TEXT, kind, blank, None, append=True)
    assert (names(content.data), content.index) == (["New"], 0)


def test_another_file_is_replaced(file: Path) -> None:
    content = content_with(TEXT, find_format("x.pgn"), file, None)
    assert (names(content.data), content.index) == (["New"], 0)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "it is a folder"),
        (".", "it is a folder"),
        ("..", "it is a folder"),
        ("/", "it is a folder"),
        ("a\0b.pgn", "this is not a valid name of a file"),
        ("\ud800.pgn", "this is not a valid name of a file"),
        ("a" * 300 + ".pgn", "its name is too long"),
        ("games.pgn/a.pgn", "a part of its path is not a folder"),
    ],
    ids=["empty", "dot", "dots", "root", "null", "surrogate", "long", "below a file"],
)
def test_names_that_no_file_can_have_are_one_sentence(
    file: Path, name: str, reason: str, monkeypatch: pytest.MonkeyPatch, qapp: object
) -> None:
    monkeypatch.chdir(file.parent)
    document = Document()
    with pytest.raises(FileError, match=f"cannot be written: {reason}; nothing was changed"):
        document.save(name)
    assert list(file.parent.iterdir()) == [file]
    assert document.path is None
