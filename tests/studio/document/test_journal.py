"""Autosave: after ``kill -9`` everything is found; a disk that refuses is reported once and editing goes on."""

import copy
import errno
import hashlib
import json
import os
import random
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from engine.core import flushing
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records.judgement import Judgement
from engine.records.tree import EvaluationNote, Node
from studio.document import journal
from studio.document.document import Document
from studio.document.journal import (
    JournalError,
    journal_folder,
    pack_node,
    pack_record,
    read_journal,
    recoverable,
    unpack_node,
)
from studio.document.moves import MovesPanel
from studio.settings import state_folder, state_path

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
    # The undo history was restored as well.
    while expected.undo_stack.can_undo:
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
def test_what_is_no_journal_is_reported(text: str, documents: list[Document]) -> None:
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
    # Undo beyond the save: the journal has no edit that it could name.
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


def _again(documents: list[Document], document: Document) -> Document:
    """The document that a next start shows after the process of this one is gone."""
    path = _left(document)
    again = Document()
    documents.append(again)
    assert again.recover(path) is None
    return again


@pytest.mark.parametrize("then", ["nothing", "edit", "redo", "redo and edit", "undo of an edit"])
@pytest.mark.parametrize("undone", [1, 2, 3])
def test_what_was_undone_beyond_a_save_is_found_undone(
    tmp_path: Path, documents: list[Document], undone: int, then: str
) -> None:
    document = begin()
    for index in range(3):
        document.play(document.position.legal_moves()[index])
    document.save(tmp_path / "a.pgn")
    for _ in range(undone):
        document.undo()
    if "redo" in then:
        document.redo()
    if "edit" in then:
        document.play(document.position.legal_moves()[5])
    if "undo of" in then:
        document.undo()
    for _ in range(2):
        record = document.record
        document = _again(documents, document)
        assert document.record == record
        # And once more: what the recovered window undoes was made before its journal, too.
        document.undo()
    document.redo()


def _states(document: Document) -> list[Any]:
    """The records that undo leads back through, the present one first; the document is left as it was."""
    states = [document.record]
    while document.undo_stack.can_undo:
        document.undo()
        states.append(document.record)
    for _ in states[1:]:
        document.redo()
    return states


def edit_and_save_randomly(document: Document, rng: random.Random, path: Path, panel: MovesPanel | None = None) -> None:
    """Edit, save, undo or redo several times, or write in the field for comments of ``panel``."""
    kind = rng.randrange(14)
    if kind == 0 and document.is_modified:
        if panel is not None:
            panel.commit()
        document.save(path)
    elif kind == 1:
        for _ in range(rng.randrange(8)):
            document.undo()
    elif kind == 2:
        for _ in range(rng.randrange(8)):
            document.redo()
    elif kind == 3:
        document.go(rng.choice(sorted(document.tree.nodes)))
    elif kind > 10 and panel is not None:
        # The comment stays uncommitted until something else moves the cursor or saves.
        panel.comment.insertPlainText(rng.choice(["lời bình ", "}\n", "🙂"]))
    else:
        edit_randomly(document, rng)


CHILDREN = """
import os, sys
from tests.studio.document import test_journal
for line in sys.stdin:
    child = os.fork()
    if child == 0:
        test_journal.live(*line.rstrip("\\n").split("\\t"))
    print(os.waitpid(child, 0)[1], flush=True)
"""
"""A process that forks another one for each line of its input, the arguments of ``live``, and prints its status."""


def live(seed: str, path: str, *journals: str) -> None:
    """Recover a journal, if there is one, edit and save at random, print the expected state, and kill this process.

    A life may also end before its first edit.
    """
    application = QApplication([])
    rng = random.Random(int(seed))
    document = begin()
    for journal_path in journals:
        document.recover(Path(journal_path))
    panel = MovesPanel(document)
    saves: list[bool] = []
    document.saved.connect(lambda: saves.append(True))
    for _ in range(rng.choice([0, rng.randrange(1, 60), rng.randrange(1, 60)])):
        edit_and_save_randomly(document, rng, Path(path), panel)
    # A save starts a new journal, so that older edits can no longer be undone after a kill.
    history = "saved" if saves else history_of(document)
    sys.stdout.write(f"{digest(document)} {history}\n")
    sys.stdout.flush()
    application.processEvents()
    os.kill(os.getpid(), signal.SIGKILL)


def history_of(document: Document) -> str:
    """The numbers of edits that can be undone, and of all edits in the history."""
    return f"{document.undo_stack.index}/{document.undo_stack.count}"


def digest(document: Document) -> str:
    """A short text that differs where the record, its numbers or the order of its headers differ."""
    record = document.record
    nodes = sorted(pack_record(record)["nodes"], key=lambda node: node["id"])
    text = json.dumps([list(record.headers.items()), nodes])
    return f"{len(nodes)}:{hashlib.sha256(text.encode()).hexdigest()}"


def _kill_and_recover(tmp_path: Path, seeds: range, lives: int) -> None:
    """Edit and save at random, kill, recover and continue, several times; each start shows what was there."""
    parent = subprocess.Popen(
        [sys.executable, "-c", CHILDREN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert parent.stdin is not None
    assert parent.stdout is not None
    with parent:
        for seed in seeds:
            for life in range(lives):
                journals = recoverable()
                assert len(journals) <= 1
                path = tmp_path / f"{seed}.pgn"
                parent.stdin.write("\t".join([str(1000 * seed + life), str(path), *map(str, journals)]) + "\n")
                parent.stdin.flush()
                expected = parent.stdout.readline().strip()
                assert parent.stdout.readline().strip() == str(int(signal.SIGKILL)), (seed, life, expected)
                _check_recovered(expected, path, bool(journals), f"seed {seed}, life {life}")
            for left in recoverable():
                left.unlink()
        parent.stdin.close()


def _check_recovered(expected: str, path: Path, had_journal: bool, where: str) -> None:
    """Check that the journal left gives the record with the digest ``expected``, and a sound history of edits."""
    left = recoverable()
    if not left:
        assert not had_journal or path.exists(), "there is a journal, or all was saved"
        return
    record, history = expected.split()
    document = Document()
    assert document.recover(left[0]) is None, where
    assert digest(document) == record, where
    assert history in ("saved", history_of(document)), where
    for state in _states(document):
        state.tree.check()
    document.release()


@pytest.mark.unsanitized
def test_killed_between_edits_and_saves(qapp: object, tmp_path: Path) -> None:
    _kill_and_recover(tmp_path, range(5), 3)


@pytest.mark.slow
def test_killed_between_edits_and_saves_many_times(qapp: object, tmp_path: Path) -> None:
    _kill_and_recover(tmp_path, range(100, 400), 4)


def test_edits_saves_and_ends_at_random(qapp: object, tmp_path: Path) -> None:
    """As above within one process, so more of them: the journal is read at every step."""
    for seed in range(12):
        rng, document = random.Random(seed), begin()
        for step in range(40):
            edit_and_save_randomly(document, rng, tmp_path / "a.pgn")
            if rng.random() < 0.1 and document.is_modified:
                record = document.record
                document.release()
                (path,) = recoverable()
                document = Document()
                assert document.recover(path) is None, (seed, step)
                assert document.record == record, (seed, step)
                assert list(document.record.headers.items()) == list(record.headers.items())
                # Ended for a second time in a row, without an edit in between.
                history, states = history_of(document), _states(document)
                document.release()
                (path,) = recoverable()
                document = Document()
                assert document.recover(path) is None, (seed, step)
                assert history_of(document) == history, (seed, step)
                assert _states(document) == states, (seed, step)
        document.close()


def test_the_undo_history_of_this_journal_is_restored(documents: list[Document], tmp_path: Path) -> None:
    document, rng = begin(), random.Random(3)
    for _ in range(10):
        edit_randomly(document, rng)
    document.save(tmp_path / "a.pgn")
    for _ in range(20):
        edit_randomly(document, rng)
    document.undo()
    document.undo()
    index = document.undo_stack.index
    again = _again(documents, document)
    documents.append(document)
    document.redo()
    document.redo()
    assert document.undo_stack.index == index + 2
    again.redo()
    again.redo()
    states, found = _states(document), _states(again)
    assert len(found) > 10
    assert found == states[: len(found)]


def test_glyphs_set_and_taken_away_are_two_edits(documents: list[Document]) -> None:
    """An edit that happens to be the inverse of the one before is not an undo."""
    document = begin()
    document.play(document.position.legal_moves()[0])
    document.toggle_nag(1, 1)
    document.toggle_nag(1, 1)
    again = _again(documents, document)
    assert again.undo_stack.count == 3
    again.undo()
    assert again.tree[1].nags == (1,)


# --- damaged journals -------------------------------------------------------------------------------------------------

MUTANTS = """
import resource, sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from studio.document.document import Document
from studio.document.journal import JournalError
application = QCoreApplication([])
# Links in a circle are followed for ever.
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
for name in sys.argv[1:]:
    document = Document()
    print(name, flush=True)
    try:
        document.recover(Path(name))
    except JournalError as error:
        assert "\\n" not in str(error)
    document.tree.check()
    for _ in range(2):
        while document.undo_stack.can_undo:
            document.undo()
            document.tree.check()
            assert document.cursor in document.tree
        while document.undo_stack.can_redo:
            document.redo()
            assert document.cursor in document.tree
    for node in list(document.tree.nodes):
        document.go(node)
    document.text()
    document.play(document.position.legal_moves()[0])
    document.undo()
    document.close()
print("all")
"""


def _survives(paths: list[Path]) -> None:
    """Recover journals in a process that may crash, and undo and redo all of each."""
    done = subprocess.run(
        [sys.executable, "-c", MUTANTS, *map(str, paths)], capture_output=True, text=True, timeout=300, check=False
    )
    last = done.stdout.splitlines()[-1:] or ["nothing"]
    source = Path(last[0]).with_suffix(".kept")
    assert last == ["all"], (done.returncode, done.stderr, source.exists() and source.read_text())
    assert done.returncode == 0


def _journal(tmp_path: Path) -> list[bytes]:
    """The lines of a journal with edits of every kind, undone and redone, with a cursor."""
    document, rng = begin(), random.Random(11)
    for _ in range(12):
        edit_randomly(document, rng)
    document.save(tmp_path / "a.pgn")
    document.undo()
    document.undo()
    document.redo()
    for _ in range(14):
        edit_randomly(document, rng)
    path = _left(document)
    lines = path.read_bytes().splitlines()
    path.unlink()
    return lines


ODD: list[Any] = [
    None, True, -1, 0, 1, 3, 999, 10**30, 1.5, float("inf"), float("nan"), "", "go", "1", [], {}, [[]], [{}], ["go", 1],
    [{}, 1], {"id": 0}, "\ud800", "x" * 5000,
]  # fmt: skip


def _mutated(value: Any, rng: random.Random) -> Any:
    """The value with one thing in it exchanged, left out or doubled."""
    if isinstance(value, list | dict) and value and rng.random() < 0.85:
        places = list(value) if isinstance(value, dict) else list(range(len(value)))
        place, copied = rng.choice(places), copy.copy(value)
        act = rng.randrange(12)
        if act == 0:
            del copied[place]
        elif act == 1 and isinstance(copied, list):
            copied.insert(place, copied[place])
        else:
            copied[place] = _mutated(value[place], rng)
        return copied
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-1, 1, 2))
    return rng.choice(ODD)


def _mutants(tmp_path: Path, seed: int, count: int) -> list[Path]:
    rng, lines, paths = random.Random(seed), _journal(tmp_path), []
    for number in range(count):
        index = rng.randrange(len(lines))
        mutant = list(lines)
        mutant[index] = json.dumps(_mutated(json.loads(lines[index]), rng)).encode()
        if rng.random() < 0.1:
            mutant.insert(rng.randrange(len(lines)), rng.choice(lines))
        path = tmp_path / f"{seed}-{number}.jsonl"
        path.write_bytes(b"\n".join(mutant) + b"\n")
        path.with_suffix(".kept").write_bytes(path.read_bytes())
        paths.append(path)
    return paths


@pytest.mark.unsanitized
def test_damaged_journals_end_no_process(qapp: object, tmp_path: Path) -> None:
    _survives(_mutants(tmp_path, 1, 150))


@pytest.mark.slow
def test_many_damaged_journals_end_no_process(qapp: object, tmp_path: Path) -> None:
    for seed in range(2, 42):
        folder = tmp_path / str(seed)
        folder.mkdir()
        _survives(_mutants(folder, seed, 500))
        shutil.rmtree(folder)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cursor", ["go", 1]),
        ("cursor", [{}, 1]),
        ("cursor", [0, 99]),
        ("cursor", [99, 1]),
        ("cursor", [0, float("inf")]),
        ("cursor", [0, True]),
        ("cursor", 5),
        ("kind", "done"),
        ("kind", []),
        ("headers", [[["White", 5]], []]),
        ("before", [[float("inf"), None]]),
        ("after", [[0, {"id": 0, "children": [1], "comment": 7}]]),
        ("after", [[0, {"id": 0, "children": [1, 1]}], [1, {"id": 1, "parent": 0, "move": 10**30}]]),
        ("after", [[0, {"id": 0}], [1, {"id": 1, "parent": 1, "children": [1], "move": 1}]]),
    ],
)
def test_an_entry_with_a_wrong_value_is_the_end_of_what_is_recovered(
    documents: list[Document], name: str, value: Any
) -> None:
    document = begin()
    for _ in range(3):
        document.play(document.position.legal_moves()[0])
    path = _left(document)
    lines = path.read_bytes().splitlines()
    entry = json.loads(lines[1])
    document = Document()
    documents.append(document)
    path.write_bytes(b"\n".join([lines[0], json.dumps({**entry, name: value}).encode(), *lines[2:], b""]))
    kept = document.recover(path)
    assert kept == path.with_suffix(".damaged")
    assert kept.read_bytes().splitlines()[2:] == lines[2:]
    assert len(document.tree) == 1
    assert not document.undo_stack.can_undo
    assert document.is_modified


def test_what_fails_while_it_is_made_again_costs_only_what_follows(
    documents: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    """No journal is known that passes the reading and fails here; if there is one, nothing read is lost."""
    document, records = begin(), []
    for index in range(4):
        document.play(document.position.legal_moves()[index])
        records.append(document.record)
    path = _left(document)
    again, place = Document(), Document._place
    documents.append(again)

    def fails(self: Document, node: int) -> None:
        if node == 3:
            raise ZeroDivisionError
        place(self, node)

    with monkeypatch.context() as patch:
        patch.setattr(Document, "_place", fails)
        assert again.recover(path) == path.with_suffix(".damaged")
    assert again.record in records
    assert len(again.tree) >= 3
    assert again.is_modified
    again.undo()
    again.play(again.position.legal_moves()[0])
    again.undo()
    assert again.record in records
    assert len(recoverable()) == 0, "the window holds its new journal"


def test_after_two_kills_in_a_row_everything_can_still_be_undone_and_redone(documents: list[Document]) -> None:
    document = begin()
    for index in range(4):
        document.play(document.position.legal_moves()[index])
    document.undo()
    states = _states(document)
    for _ in range(3):
        document = _again(documents, document)
        assert history_of(document) == "3/4"
        assert _states(document) == states


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
def test_a_full_disk_is_reported_once_and_editing_goes_on(
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


def filling_disk(room: int) -> Callable[[int, Any], int]:
    """A replacement of ``os.write`` that takes ``room`` bytes, then fails: the disk is full."""
    write, left = os.write, room

    def fills(handle: int, data: Any) -> int:
        nonlocal left
        if not left:
            raise OSError(errno.ENOSPC, "No space left on device")
        size = write(handle, data[:left])
        left -= size
        return size

    return fills


def test_what_could_not_be_written_is_written_later(documents: list[Document], monkeypatch: pytest.MonkeyPatch) -> None:
    document = begin()
    told: list[str] = []
    document.failed.connect(told.append)
    document.play(document.position.legal_moves()[0])
    write, fills = os.write, filling_disk(20)
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


def test_a_line_that_is_torn_costs_no_line_before_it(
    documents: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After several flushes the disk takes a part of a line: the file ends after the last whole one."""
    document = begin()
    documents.append(document)
    for index in range(5):
        document.play(document.position.legal_moves()[index])
    (path,) = journal_folder().glob("*.jsonl")
    whole = path.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr(journal.os, "write", filling_disk(7))
        document.play(document.position.legal_moves()[0])
    assert path.read_bytes() == whole


def test_judgements_are_in_the_journal() -> None:
    judgement = Judgement(("a1;=a2", "b1"), Score(3, Player.FIRST), Score(-WIN + 4, Player.FIRST), 7, changed=True)
    note = EvaluationNote("pvs", 7, Score(3, Player.FIRST), judgement=judgement)
    node = Node(1, 0, 5, evaluations=(note, EvaluationNote("minimax", 2)))
    packed = json.loads(json.dumps(pack_node(node)))
    assert unpack_node(packed) == node
    packed["evaluations"][0][-1] = ["best=a1"]
    with pytest.raises(ValueError, match="judgement"):
        unpack_node(packed)


def test_after_a_power_cut_all_flushed_edits_are_restored(
    documents: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk has the content of the journal at its last flush, which comes from a thread."""
    monkeypatch.setattr(flushing, "PAUSE_SECONDS", 0.001)
    fsync, flushed, threads = os.fsync, list[bytes](), set[threading.Thread]()

    def note(descriptor: int) -> None:
        threads.add(threading.current_thread())
        path = Path(f"/proc/self/fd/{descriptor}")
        # The journal of a document of the test before may still be flushed.
        is_own = path.resolve().parent == journal_folder().resolve()
        if is_own and stat.S_ISREG(os.fstat(descriptor).st_mode):
            flushed.append(path.read_bytes())
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    document, rng = begin(), random.Random(3)
    documents.append(document)
    records = [document.record]
    for _ in range(40):
        edit_randomly(document, rng)
        records.append(document.record)
        seen = len(flushed)
        if rng.random() < 0.2:
            document.set_headers({"Event": str(rng.random())})
            records.append(document.record)
            while len(flushed) == seen:  # else the edits may all be made before the first flush ends
                time.sleep(0.001)
    document.release()
    assert threading.main_thread() not in threads
    assert len(flushed) > 3
    for content in flushed:
        path = journal_folder() / f"{len(content)}.jsonl"
        path.write_bytes(content)
        again = Document()
        documents.append(again)
        again.recover(path)
        assert again.record in records
        again.close()


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX")
def test_no_other_user_reads_what_was_not_saved(documents: list[Document]) -> None:
    (state_path() / "journal").mkdir(parents=True, mode=0o755)  # as an earlier version made it
    document = begin()
    documents.append(document)
    document.play(document.position.legal_moves()[0])
    assert stat.S_IMODE(journal_folder().stat().st_mode) == 0o700
    for name in ("unsaved", "contests"):
        assert stat.S_IMODE(state_folder(name).stat().st_mode) == 0o700


def test_a_full_disk_is_the_reason_where_the_lock_cannot_be_written(
    documents: list[Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    """QLockFile only reports that it has no lock."""
    monkeypatch.setattr(journal.QLockFile, "tryLock", lambda *_: False)

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    document = begin()
    documents.append(document)
    told: list[str] = []
    document.failed.connect(told.append)
    document.play(document.position.legal_moves()[0])
    assert told == ["Autosave could not write: the disk is full; save the record soon"]
