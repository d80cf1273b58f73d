"""What a file contains after a record was saved in it."""

from pathlib import Path

import pytest

from engine.core.game import find_game
from engine.records.collection import digest_of
from engine.records.formats import find_format
from engine.records.tree import GameTree, Record
from studio.document.saving import ChangedOutsideError, Saved, content_with

CHESS = find_game("chess")()
RECORD = Record({"White": "New", "Black": "?", "Result": "*"}, GameTree.start(CHESS))
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
    content = content_with(RECORD, find_format("x.pgn"), file, saved, False, False)
    expected = ["First", "Second"]
    expected[index] = "New"
    assert (names(content.data), content.index) == (expected, index)
    if with_span:
        assert content.span is not None
        assert content.data[slice(*content.span)].startswith(b'[White "New"]')


def test_a_game_that_the_file_does_not_have_counts_as_changed(file: Path) -> None:
    saved = Saved(file, 5, digest_of(OLD.encode()))
    with pytest.raises(ChangedOutsideError, match=r"games\.pgn was changed by another program"):
        content_with(RECORD, find_format("x.pgn"), file, saved, False, False)
    content = content_with(RECORD, find_format("x.pgn"), file, saved, False, True)
    assert (names(content.data), content.index) == (["First", "Second", "New"], 2)


def test_another_digest_counts_as_changed(file: Path) -> None:
    saved = Saved(file, 0, digest_of(b"something else"))
    with pytest.raises(ChangedOutsideError):
        content_with(RECORD, find_format("x.pgn"), file, saved, False, False)
    content = content_with(RECORD, find_format("x.pgn"), file, saved, False, True)
    assert (names(content.data), content.index) == (["New", "Second"], 0)


def test_a_record_is_appended(file: Path, tmp_path: Path) -> None:
    kind = find_format("x.pgn")
    content = content_with(RECORD, kind, file, None, True, False)
    assert (names(content.data), content.index) == (["First", "Second", "New"], 2)
    blank = tmp_path / "blank.pgn"
    blank.write_text("\n", encoding="utf-8")
    content = content_with(RECORD, kind, blank, None, True, False)
    assert (names(content.data), content.index) == (["New"], 0)


def test_another_file_is_replaced(file: Path) -> None:
    content = content_with(RECORD, find_format("x.pgn"), file, None, False, False)
    assert (names(content.data), content.index) == (["New"], 0)
