"""Autosave: after ``kill -9`` everything is found; a disk that refuses is told of once and editing goes on."""

import errno
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records.tree import EvaluationNote
from studio.document import journal
from studio.document.document import Document
from studio.document.journal import JournalError, journal_folder, read_journal, recoverable

COTOAN = find_game("cotoan")()

CHILD = """
import random
from PySide6.QtCore import QCoreApplication
from tests.studio.document.test_journal import begin, edit_randomly
application = QCoreApplication([])
document, rng = begin(), random.Random(8)
for count in range(1, 100_000):
    edit_randomly(document, rng)
    print(count, flush=True)
"""


def begin() -> Document:
    """What the child and this test both begin with."""
    document = Document()
    document.new(COTOAN, {"Date": "2026.01.01", "White": 'An "}" \\ Bình'})
    return document


def edit_randomly(document: Document, rng: random.Random) -> None:
    """One edit, undo or redo; always something."""
    before = document.record
    while document.record is before:
        document.go(rng.choice(sorted(document.tree.nodes)))
        moves = document.position.legal_moves()
        kind = rng.randrange(10)
        if kind < 5 and moves:
            document.play(rng.choice(moves))
        elif kind == 5:
            document.set_comment(document.cursor, rng.choice(["một } lời\nbình 🙂", "khác", ""]))
        elif kind == 6:
            document.add_evaluations({document.cursor: [EvaluationNote("negascout", 4, Score(7, Player.SECOND), 99)]})
        elif kind == 7:
            document.undo()
        elif kind == 8:
            document.redo()
        elif rng.random() < 0.3:
            document.delete(document.cursor)
        else:
            document.set_headers({"Event": str(rng.random())})


@pytest.fixture
def documents(qapp: object) -> Iterator[list[Document]]:
    """Documents to be closed at the end."""
    several: list[Document] = []
    yield several
    for document in several:
        document.close()


def test_a_killed_process_loses_nothing(documents: list[Document]) -> None:
    process = subprocess.Popen([sys.executable, "-c", CHILD], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if int(line) >= 60:
                break
        # Another window does not touch what a living one writes.
        assert recoverable() == []
        (path,) = journal_folder().glob("*.jsonl")
        with pytest.raises(JournalError, match="another window"):
            Document().recover(path)
    finally:
        process.send_signal(signal.SIGKILL)
        told = [60, *(int(line) for line in (process.communicate()[0] or "").split())]
    assert process.returncode == -signal.SIGKILL
    assert recoverable() == [path]

    found = read_journal(path)
    assert len(found.entries) >= told[-1]
    expected, rng = begin(), random.Random(8)
    documents.append(expected)
    for _ in found.entries:
        edit_randomly(expected, rng)
    document = Document()
    documents.append(document)
    document.recover(path)
    assert document.record == expected.record
    assert list(document.record.headers.items()) == list(expected.record.headers.items())
    assert document.is_modified
    # The undo history came back as well.
    while expected.undo_stack.canUndo():
        expected.undo()
        document.undo()
        assert document.record == expected.record
    # The journal found was exchanged for one of the document's own.
    assert not path.exists()


def _left(document: Document) -> Path:
    """The journal of a document whose process is gone."""
    document.release()
    (path,) = recoverable()
    return path


def test_a_torn_last_line_is_passed_over(documents: list[Document]) -> None:
    document, rng = begin(), random.Random(1)
    for _ in range(5):
        edit_randomly(document, rng)
    record = document.record
    path = _left(document)
    with path.open("ab") as file:
        file.write(b'{"kind":"do","before":[[0,{"id"')
    again = Document()
    documents.append(again)
    again.recover(path)
    assert again.record == record
    assert not path.exists()


def test_a_damaged_middle_is_put_aside(documents: list[Document]) -> None:
    document = begin()
    for index in range(4):
        document.play(document.position.legal_moves()[index])
    path = _left(document)
    lines = path.read_bytes().split(b"\n")
    lines[3] = lines[3].replace(b'"move":', b'"move":9')
    path.write_bytes(b"\n".join(lines))
    again = Document()
    documents.append(again)
    again.recover(path)
    assert len(again.tree) == 3
    assert not path.exists()
    assert path.with_suffix(".damaged").exists()
    again.release()
    assert len(recoverable()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "\n",
        "{}\n",
        "[]\n",
        "x\n",
        '{"kyvien-journal":1}\n',
        '{"kyvien-journal":1,"game":"go","rules":""}\n',
        "[" * 5000 + "\n",
    ],
)
def test_what_is_no_journal_is_told(text: str, documents: list[Document]) -> None:
    path = journal_folder() / "x.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    recoverable()
    document = Document()
    documents.append(document)
    before = document.record
    with pytest.raises(JournalError):
        document.recover(path)
    assert document.record is before
    assert path.exists()


def test_another_versions_journal_is_left_alone(documents: list[Document]) -> None:
    document = begin()
    document.play(document.position.legal_moves()[0])
    path = _left(document)
    path.write_bytes(path.read_bytes().replace(b'{"kyvien-journal":1', b'{"kyvien-journal":2', 1))
    assert recoverable() == []
    again = Document()
    documents.append(again)
    with pytest.raises(JournalError, match="another version"):
        again.recover(path)
    assert path.exists()


def test_clean_ends_leave_no_journal(tmp_path: Path, documents: list[Document]) -> None:
    document = begin()
    documents.append(document)
    assert not journal_folder().exists(), "nothing is written before the first edit"
    document.play(document.position.legal_moves()[0])
    assert len(list(journal_folder().glob("*.jsonl"))) == 1
    document.save(tmp_path / "a.pgn")
    assert list(journal_folder().iterdir()) == []
    document.undo()
    assert len(list(journal_folder().glob("*.jsonl"))) == 1
    document.close()
    assert list(journal_folder().iterdir()) == []


def test_edits_after_a_save_are_found_and_saved_into_the_same_file(tmp_path: Path, documents: list[Document]) -> None:
    document = begin()
    for index in range(3):
        document.play(document.position.legal_moves()[index])
    document.save(tmp_path / "a.pgn")
    # Undo beyond the save: the journal knows no edit that it could name.
    document.undo()
    document.undo()
    document.redo()
    document.set_comment(1, "after")
    record, path = document.record, _left(document)
    again = Document()
    documents.append(again)
    again.recover(path)
    assert again.record == record
    assert again.path == tmp_path / "a.pgn"
    again.save()
    assert "{after}" in (tmp_path / "a.pgn").read_text()


def test_text_pasted_is_kept_before_any_edit(documents: list[Document]) -> None:
    document = begin()
    document.open_text("1. 9i1-i5 9a11-a7")
    record, path = document.record, _left(document)
    again = Document()
    documents.append(again)
    again.recover(path)
    assert again.record == record


def test_a_lock_without_a_journal_is_swept_away(documents: list[Document]) -> None:
    document = begin()
    document.play(document.position.legal_moves()[0])
    path = _left(document)
    lock = path.with_name(path.name + ".lock")
    # As a process leaves it that is gone: no process has this number.
    lock.write_text("4194999\nkyvien\n\n")
    path.unlink()
    assert recoverable() == []
    assert not lock.exists()


def test_each_edit_is_one_write(documents: list[Document], monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[bytes] = []
    write = os.write
    monkeypatch.setattr(journal.os, "write", lambda handle, data: calls.append(bytes(data)) or write(handle, data))
    document = begin()
    documents.append(document)
    for index in range(3):
        document.play(document.position.legal_moves()[index])
    document.undo()
    document.redo()
    assert [data.count(b"\n") for data in calls] == [2, 1, 1, 1, 1], "the first brings the base along"
    assert [json.loads(line).get("kind") for data in calls for line in data.splitlines()] == [
        None, "do", "do", "do", "undo", "redo"
    ]  # fmt: skip


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_told_once_and_editing_goes_on(
    documents: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open
    monkeypatch.setattr(journal.os, "open", lambda path, *rest: real("/dev/full", os.O_WRONLY))
    document = begin()
    documents.append(document)
    told: list[str] = []
    document.failed.connect(told.append)
    for index in range(4):
        document.play(document.position.legal_moves()[index])
    assert told == ["Autosave could not write: the disk is full; save the record soon"]
    assert len(document.tree) == 5


def test_what_could_not_be_written_is_written_later(documents: list[Document], monkeypatch: pytest.MonkeyPatch) -> None:
    document = begin()
    told: list[str] = []
    document.failed.connect(told.append)
    document.play(document.position.legal_moves()[0])
    write, room = os.write, [20]

    def fills(handle: int, data: Any) -> int:
        """A disk with a little room left."""
        if not room[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        size = write(handle, data[: room[0]])
        room[0] -= size
        return size

    monkeypatch.setattr(journal.os, "write", fills)
    for index in range(3):
        document.play(document.position.legal_moves()[index])
    assert len(told) == 1
    # What is on the disk ends with a whole line.
    (path,) = journal_folder().glob("*.jsonl")
    assert path.read_bytes().endswith(b"\n")
    monkeypatch.setattr(journal.os, "write", write)
    document.play(document.position.legal_moves()[0])
    record = document.record
    monkeypatch.setattr(journal.os, "write", fills)
    document.play(document.position.legal_moves()[0])
    assert len(told) == 2, "it had worked meanwhile"
    again = Document()
    documents.append(again)
    monkeypatch.setattr(journal.os, "write", write)
    again.recover(_left(document))
    assert again.record == record


def test_a_folder_that_cannot_be_made(
    documents: list[Document], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("KYVIEN_STATE", str(tmp_path / "file"))
    document = begin()
    documents.append(document)
    told: list[str] = []
    document.failed.connect(told.append)
    document.play(document.position.legal_moves()[0])
    document.play(document.position.legal_moves()[0])
    assert len(told) == 1
    assert recoverable() == []
    document.save(tmp_path / "a.pgn")


def test_recovering_on_a_full_disk_keeps_the_journal(
    documents: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    document = begin()
    document.play(document.position.legal_moves()[0])
    record, path = document.record, _left(document)
    again = Document()
    documents.append(again)

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(journal.os, "write", full)
    again.recover(path)
    assert again.record == record
    assert path.exists()
