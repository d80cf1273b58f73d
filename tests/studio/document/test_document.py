"""The open record: edits that can be undone, a cursor that is no edit, files."""

import dataclasses
import errno
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.core.errors import NotationError, PositionError
from engine.core.files import FileError
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records import edits
from engine.records.edits import Edit
from engine.records.formats import pgn
from engine.records.tree import ROOT, EvaluationNote
from studio.document.change import ANOTHER_RECORD, Change
from studio.document.document import Document
from studio.document.journal import journal_folder, recoverable
from studio.document.undo import UndoStack

COTOAN = find_game("cotoan")()
TEXT = """\
[Event "x"]
[Game "cotoan"]

1. 9i1-i5 9a11-a7 (1... 8b11-b10 2. 9i5-i6 (2. 9i5-i7) 2... 8b10-b9) (1... 7c11-c10)
2. 8h1-h5 {x} 8b11-b10 *
"""
SETUP = "9/4b04/b98/9/9/r58/r88/9/9/4r04/9 r 3 0 0 12"


@pytest.fixture
def document(qapp: object) -> Iterator[Document]:
    it = Document()
    yield it
    it.close()


def words(change: Change) -> str:
    """What differs, by name."""
    if change == ANOTHER_RECORD:
        return "all"
    return " ".join(each.name for each in dataclasses.fields(change) if each.compare and getattr(change, each.name))


class Watch:
    """What a document's signals carried, in order."""

    def __init__(self, document: Document) -> None:
        self.heard: list[str] = []
        document.changed.connect(lambda change: self.heard.append(f"{words(change)}: {document.cursor}"))
        document.failed.connect(lambda text: self.heard.append(f"failed {text}"))
        document.saved.connect(lambda: self.heard.append("saved"))

    def take(self) -> list[str]:
        heard, self.heard = self.heard, []
        return heard


def play(document: Document, *moves: str) -> None:
    for text in moves:
        document.play(document.game.parse_move(document.position, text))


# --- edits ------------------------------------------------------------------------------------------------------------


def test_playing_an_existing_move_is_no_edit(document: Document) -> None:
    watch = Watch(document)
    play(document, "i1i5")
    assert watch.take() == ["moves cursor position: 1"]
    document.back()
    assert watch.take() == ["cursor position: 0"]
    play(document, "i1i5")
    assert watch.take() == ["cursor position: 1"]
    assert document.undo_stack.count == 1
    document.undo()
    assert watch.take() == ["moves cursor position: 0"]
    assert document.position == COTOAN.start()
    document.redo()
    assert document.cursor == 1


def test_undo_shows_where(document: Document) -> None:
    play(document, "i1i5", "a11a7", "i5i6")
    document.set_comment(1, "here")
    document.delete(2)
    assert document.cursor == 1
    document.to_start()
    document.undo()
    assert document.cursor == 2, "what was deleted is back"
    document.to_end()
    document.undo()
    assert document.cursor == 1
    assert document.tree[1].comment == ""
    document.to_end()
    document.set_headers({"White": "An"})
    document.to_start()
    document.undo()
    assert document.cursor == 0, "headers are nowhere in the tree"


def test_an_edit_that_changes_nothing_is_none(document: Document) -> None:
    play(document, "i1i5")
    watch = Watch(document)
    document.set_comment(1, "")
    document.promote(1)
    document.to_main_line(1)
    document.add_line(0, [document.tree[1].move or 0])
    document.set_headers({"Nothing": ""})
    document.add_evaluations({})
    assert watch.take() == []
    assert document.undo_stack.count == 1


def test_illegal_moves_and_positions_are_refused(document: Document) -> None:
    with pytest.raises(ValueError, match="not a legal move"):
        document.play(12345)
    with pytest.raises(PositionError):
        document.set_up("9/9/9/9/9/9/9/9/9/9/9 r 0 0 0 1")
    with pytest.raises(ValueError, match="no node"):
        document.go(7)
    with pytest.raises(ValueError, match="not a result"):
        document.set_result("won", "")
    assert document.undo_stack.count == 0


def test_set_up_is_the_beginning_or_a_variation(document: Document) -> None:
    assert document.set_up(SETUP) == ROOT
    assert document.tree[ROOT].setup == SETUP
    assert str(document.position) == SETUP
    document.undo()
    assert document.position == COTOAN.start()
    play(document, "i1i5")
    assert document.set_up(SETUP) == 2
    assert str(document.position) == SETUP
    play(document, "a6a7")
    assert pgn.read(document.text())[0].tree == document.tree


def test_lines_and_evaluations_leave_the_cursor(document: Document) -> None:
    play(document, "i1i5", "a11a7")
    document.to_start()
    moves = [COTOAN.start().legal_moves()[0]]
    moves.append(COTOAN.start().play(moves[0]).legal_moves()[0])
    last = document.add_line(ROOT, moves)
    assert document.tree.ply(last) == 2
    assert document.cursor == ROOT
    assert document.undo_stack.count == 3
    document.add_evaluations({1: [EvaluationNote("minimax", 2, Score(3, Player.SECOND))], 999: []})
    assert document.tree[1].evaluations[0].score == Score(-3, Player.FIRST)
    document.go(last)
    document.undo()
    assert document.cursor == last
    document.undo()
    assert document.cursor == ROOT


def test_result(document: Document) -> None:
    document.set_result("1-0", "points")
    assert document.text().startswith('[Date "')
    assert '[Result "1-0"]\n[Termination "points"]' in document.text()
    document.undo()
    assert document.record.result == "*"


def _do_something(document: Document, rng: random.Random) -> None:
    nodes = sorted(document.tree.nodes)
    node = rng.choice(nodes)
    document.go(node)
    moves = document.position.legal_moves()
    acts = [
        lambda: document.play(rng.choice(moves)) if moves else None,
        lambda: document.add_line(node, moves[:1]),
        lambda: document.set_comment(node, rng.choice("abc")),
        lambda: document.toggle_nag(node, rng.randint(1, 6)),
        lambda: document.delete(node) if rng.random() < 0.3 else None,
        lambda: document.promote(node),
        lambda: document.to_main_line(node),
        lambda: document.set_up(SETUP),
        lambda: document.set_result(rng.choice(["1-0", "*"]), "points"),
        lambda: document.add_evaluations({node: [EvaluationNote("x", rng.randint(1, 5))] for node in nodes[:2]}),
        document.undo,
        document.redo,
    ]
    rng.choice([acts[0], acts[0], *acts])()


def test_random_edits_undone_and_made_again(document: Document) -> None:
    rng = random.Random(5)
    first = document.record
    for _ in range(150):
        _do_something(document, rng)
        assert document.cursor in document.tree
    last = document.record
    last.tree.check()
    assert document.undo_stack.index > 30
    states = [document.record]
    while document.undo_stack.can_undo:
        document.undo()
        states.append(document.record)
    assert document.record == first
    while document.undo_stack.can_redo:
        assert document.record == states.pop()
        document.redo()
    assert document.record == last


def test_a_change_is_emitted_after_its_command_has_returned(document: Document) -> None:
    """A slot that edits comes second on the undo stack as well, and every slot receives the changes in their order."""
    first, second = Watch(document), []

    def note() -> None:
        if not document.tree[1].comment:
            document.set_comment(1, "by a slot")

    document.changed.connect(note)
    listen = lambda: second.append((len(document.tree), document.tree[1].comment))  # noqa: E731
    document.changed.connect(listen)
    play(document, "i1i5")
    assert document.undo_stack.count == 2
    assert document.undo_stack.undo_text == "Edit comment"
    assert first.take() == ["moves cursor position: 1", "notes: 1"]
    assert second == [(2, "by a slot"), (2, "by a slot")]
    document.changed.disconnect(note)
    document.changed.disconnect(listen)
    document.undo()
    assert (len(document.tree), document.tree[1].comment) == (2, "")
    assert document.undo_stack.undo_text == "Play a move"
    document.undo()
    assert len(document.tree) == 1
    document.redo()
    document.redo()
    assert document.tree[1].comment == "by a slot"


EDITING_SLOTS = """
import sys
from PySide6.QtCore import QCoreApplication
from studio.document.change import ANOTHER_RECORD, Change
from studio.document.document import Document
application = QCoreApplication([])
document = Document()
for text in ("i1i5", "a11a7", "i5i6"):
    document.play(document.game.parse_move(document.position, text))
left = [3]
def note(*_):
    if left[0]:
        left[0] -= 1
        document.set_comment(0, f"{left[0]}")
act, = sys.argv[1:]
if act == "redo":
    document.undo()
    document.undo()
document.changed.connect(note)
getattr(document, act)()
left[0] = 0
print(document.undo_stack.count, len(document.tree), repr(document.tree[0].comment))
states = [document.record]
while document.undo_stack.can_undo:
    document.undo()
    states.append(document.record)
assert len(document.tree) == 1
while document.undo_stack.can_redo:
    assert document.record == states.pop()
    document.redo()
assert [document.record] == states
document.close()
"""


@pytest.mark.unsanitized
@pytest.mark.parametrize("act", ["undo", "redo"])
def test_slots_that_edit_during_undo_and_redo_end_no_process(act: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", EDITING_SLOTS, act], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    # Two moves are left of three, and what could be redone went with the first of the three comments.
    assert done.stdout.split() == ["5", "3", "'0'"]


def test_slots_may_undo_and_show_other_records(document: Document) -> None:
    asked = [
        document.undo,
        lambda: document.set_comment(1, "later"),
        lambda: document.new(COTOAN, {"White": "An"}),
    ]
    seen: list[tuple[int, str]] = []

    def ask() -> None:
        while asked:
            asked.pop(0)()
            seen.append((len(document.tree), document.record.headers["White"]))

    play(document, "i1i5", "a11a7")
    document.changed.connect(ask)
    watch = Watch(document)
    play(document, "i5i6")
    assert seen == [(3, "?"), (3, "?"), (1, "An")]
    assert watch.take() == ["moves cursor position: 0", "all: 0"], "what waits is one change"
    play(document, "i1i5")
    document.undo()
    assert len(document.tree) == 1


GARBAGE = """
import gc
from PySide6.QtCore import QCoreApplication
from studio.document.change import ANOTHER_RECORD, Change
from studio.document.document import Document
application = QCoreApplication([])
for number in range(60):
    document = Document()
    document.itself = document
    for _ in range(4):
        document.play(document.position.legal_moves()[0])
    document.undo()
    document.close()
    del document
    if number % 20 == 19:
        gc.collect()
"""


@pytest.mark.unsanitized
def test_forgotten_documents_end_no_process() -> None:
    """Edits kept as ``QUndoCommand`` are freed twice by Python's garbage collector (PySide6 6.11)."""
    done = subprocess.run([sys.executable, "-c", GARBAGE], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr)


def test_the_stack_knows_when_the_record_is_as_saved() -> None:
    stack = UndoStack()
    assert (stack.is_clean, stack.can_undo, stack.can_redo, stack.undo_edit, stack.redo_edit) == (
        True, False, False, None, None
    )  # fmt: skip
    for number in range(3):
        stack.push(Edit(cursor_after=number), str(number))
    stack.set_clean()
    stack.step_back()
    assert (stack.index, stack.count, stack.is_clean) == (2, 3, False)
    assert (stack.undo_text, stack.redo_text) == ("1", "2")
    stack.step_forward()
    assert stack.is_clean
    stack.step_back()
    stack.step_back()
    stack.push(Edit(cursor_after=7), "7")
    stack.push(Edit(cursor_after=8), "8")
    # As many edits as when it was saved, but others.
    assert (stack.index, stack.count, stack.is_clean) == (3, 3, False)
    stack.set_clean()
    stack.push(Edit(cursor_after=9), "9")
    stack.set_clean(False)
    stack.step_back()
    assert not stack.is_clean


def test_an_edit_that_does_not_fit_the_record_changes_nothing(document: Document) -> None:
    play(document, "i1i5")
    stale = edits.set_comment(document.tree, 1, "stale")
    document.set_comment(1, "fresh")
    record = document.record
    with pytest.raises(ValueError, match="not as the edit expects"):
        document.push(stale, "stale")
    assert document.record is record
    assert document.undo_stack.count == 2
    document.undo()
    assert document.tree[1].comment == ""


def test_a_comment_elsewhere_leaves_the_cursor(document: Document) -> None:
    play(document, "i1i5", "a11a7")
    document.set_comment(1, "x")
    assert document.cursor == 2
    document.undo()
    assert document.cursor == 1, "undo shows where"
    document.redo()
    assert document.cursor == 2


@pytest.mark.parametrize(
    ("act", "expected"),
    [
        (lambda it: it.set_comment(2, "x"), "notes"),
        (lambda it: it.toggle_nag(2, 1), "notes"),
        (lambda it: it.add_evaluations({1: [EvaluationNote("x", 3)]}), "notes"),
        (lambda it: it.set_headers({"White": "An"}), "headers"),
        (lambda it: it.set_result("1-0", "points"), "headers"),
        (lambda it: it.push(edits.set_commands(it.tree, 2, ["clk 0:01:00"]), ""), "marks"),
        (lambda it: it.push(edits.set_count(it.record, 2, [], {"Result": "1-0"}), ""), "marks headers"),
        (lambda it: it.add_line(0, it.tree.position(0).legal_moves()[:1]), "moves"),
        (lambda it: it.set_up(SETUP), "moves cursor position"),
        (lambda it: it.delete(2), "moves cursor position"),
        (lambda it: it.promote(3), "moves cursor position"),
        (lambda it: it.back(), "cursor position"),
        (lambda it: it.open_text(TEXT), "all"),
        (lambda it: it.new(COTOAN), "all"),
    ],
)
def test_a_change_names_what_differs(document: Document, act: Callable[[Document], object], expected: str) -> None:
    play(document, "i1i5", "a11a7")
    document.add_line(1, document.tree.position(1).legal_moves()[-1:])
    document.set_comment(3, "a variation")
    document.go(2)
    before = document.record
    watch = Watch(document)
    act(document)
    (heard,) = watch.take()
    assert heard.split(":")[0] == expected
    if expected not in ("all", "cursor position"):
        document.undo()
        assert document.record == before
        (heard,) = watch.take()
        # Undo shows where: of a note at another node the cursor goes there.
        assert heard.split(":")[0].removesuffix(" cursor position") == expected.removesuffix(" cursor position")


def test_a_position_reached_on_two_ways_is_the_same(document: Document) -> None:
    """The cursor moves, the position does not change."""
    document.set_up(SETUP)
    play(document, "a6a7")
    document.back()
    node = document.cursor
    twin = document.tree.next_id
    document.push(
        Edit(
            {node: document.tree[node], twin: None},
            {
                node: dataclasses.replace(document.tree[node], children=(*document.tree[node].children, twin)),
                twin: dataclasses.replace(document.tree[document.tree[node].children[0]], id=twin, children=()),
            },
        ),
        "twin",
    )
    document.forward()
    watch = Watch(document)
    document.next_sibling()
    assert watch.take() == [f"cursor: {twin}"]


# --- the cursor -------------------------------------------------------------------------------------------------------


def test_looking_around_is_no_edit(document: Document) -> None:
    document.open_text(TEXT)
    before = document.record
    texts = lambda: document.tree.move_text(document.cursor)  # noqa: E731
    document.to_end()
    assert texts() == "8b11-b10"
    document.forward()
    assert texts() == "8b11-b10"
    document.previous_branch()
    assert texts() == "9i1-i5"
    document.previous_branch()
    assert document.cursor == ROOT
    document.back()
    document.next_branch()
    document.forward()
    assert texts() == "9a11-a7"
    document.previous_sibling()
    assert texts() == "9a11-a7"
    document.next_sibling()
    document.forward()
    document.next_sibling()
    assert texts() == "9i5-i7"
    # Forward leads along the line last visited.
    document.to_start()
    assert [document.tree.move_text(node) for node in document.line()[1:]] == ["9i1-i5", "8b11-b10", "9i5-i7"]
    document.next_branch()
    document.next_branch()
    document.next_branch()
    assert texts() == "9i5-i7"
    assert document.record is before
    assert document.undo_stack.count == 0


# --- files ------------------------------------------------------------------------------------------------------------


def test_save_and_open(document: Document, tmp_path: Path) -> None:
    watch = Watch(document)
    play(document, "i1i5", "a11a7")
    document.set_comment(1, "ngoặc } và \\\nxuống dòng")
    assert document.is_modified
    with pytest.raises(FileError, match="no file yet"):
        document.save()
    watch.take()
    document.save(tmp_path / "ván")
    assert watch.take() == ["saved"]
    assert (document.path, document.is_modified) == (tmp_path / "ván.pgn", False)
    document.undo()
    assert document.is_modified
    document.redo()
    assert not document.is_modified
    other = Document()
    watch = Watch(other)
    other.open(tmp_path / "ván.pgn")
    assert watch.take() == ["all: 0"]
    assert other.record.same_as(document.record)
    assert not other.is_modified
    assert list(tmp_path.iterdir()) == [tmp_path / "ván.pgn"]


def test_other_games_in_the_file_stay_as_they_are(document: Document, tmp_path: Path) -> None:
    path = tmp_path / "many.pgn"
    strange = '[Event "chess"]\r\n\r\n1.e4   e9 {not ours}\r\n2. Nf3 *\r\n\r\n'
    path.write_bytes(("\ufeff" + strange + TEXT + "\n" + strange).encode())
    assert [each.headers["Event"] for each in Document.records_in(path)] == ["chess", "x", "chess"]
    document.open(path)
    assert [(fault.line, fault.ply) for fault in document.record.faults] == [(3, 2), (4, 2)]
    document.open(path, 1)
    assert document.index == 1
    document.go(1)
    document.set_comment(1, "new")
    document.save()
    data = path.read_bytes().decode()
    assert data.startswith("\ufeff" + strange), "the byte order mark is kept"
    assert data.endswith(strange)
    assert "{new}" in data
    assert [each.headers["Event"] for each in Document.records_in(path)] == ["chess", "x", "chess"]
    # And once more, into the same place.
    document.set_comment(1, "newer")
    document.save()
    assert "{newer}" in path.read_text()
    assert "{new}" not in path.read_text()
    document.save(append=True)
    assert len(Document.records_in(path)) == 4
    assert document.index == 3
    document.save(tmp_path / "alone.pgn")
    assert len(Document.records_in(tmp_path / "alone.pgn")) == 1


def test_what_another_program_wrote_meanwhile_is_not_lost(document: Document, tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(TEXT)
    document.open(path)
    document.set_comment(0, "mine")
    path.write_text(TEXT + "\n" + TEXT)
    with pytest.raises(FileError, match="changed by another program"):
        document.save()
    assert path.read_text() == TEXT + "\n" + TEXT
    assert document.save(merge=True)
    assert "{mine}" in path.read_text()
    assert len(Document.records_in(path)) == 2
    # The span of the game is known again: the next save changes its bytes only.
    document.set_comment(0, "mine, too")
    document.save()
    assert path.read_text().endswith(TEXT)
    assert list(tmp_path.iterdir()) == [path], "no lock file is left"
    path.unlink()
    document.set_comment(0, "again")
    document.save()
    assert "{again}" in path.read_text()


def _full(path: object, *_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_loses_nothing(document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(TEXT)
    document.open(path)
    document.set_comment(0, "mine")
    record = document.record
    monkeypatch.setattr(os, "fsync", _full)
    with pytest.raises(FileError) as caught:
        document.save()
    assert str(caught.value) == f"{path} cannot be written: the disk is full; nothing was changed"
    assert path.read_text() == TEXT
    assert list(tmp_path.iterdir()) == [path]
    assert document.is_modified
    assert document.record is record
    monkeypatch.undo()
    document.save()
    assert not document.is_modified


def test_files_that_cannot_be_opened(document: Document, tmp_path: Path) -> None:
    before = document.record
    (tmp_path / "empty.pgn").write_text("")
    (tmp_path / "wrong.pgn").write_text('[Game "ludo"]\n\n1. a1-b3')
    for name, sentence in (
        ("none.pgn", "the file or folder does not exist"),
        ("", "it is a folder"),
        ("empty.pgn", "empty.pgn holds no game"),
        ("wrong.pgn", "line 1, game 1: unknown game 'ludo'"),
    ):
        with pytest.raises((FileError, NotationError), match=sentence):
            document.open(tmp_path / name)
    with pytest.raises(NotationError, match="there is no game 2; the text has 1"):
        document.open(tmp_path / "wrong.pgn", 1)
    with pytest.raises(FileError, match="cannot be written"):
        document.save(tmp_path / "none" / "x.pgn")
    with pytest.raises(NotationError, match="unknown record format"):
        document.save(tmp_path / "x.doc")
    assert document.record is before


def test_links_and_modes_of_a_file_stay(document: Document, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = tmp_path / "real" / "a.pgn"
    real.write_text(TEXT)
    real.chmod(0o640)
    link = tmp_path / "link.pgn"
    link.symlink_to(real)
    document.open(link)
    document.set_comment(0, "mine")
    document.save()
    assert link.is_symlink()
    assert "{mine}" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o640


def test_text_may_be_moves_alone(document: Document) -> None:
    document.open_text("1. 9i1-i5 9a11-a7")
    assert len(document.tree) == 3
    assert document.is_modified
    assert document.path is None


def test_a_new_record_has_the_usual_headers(document: Document) -> None:
    play(document, "i1i5")
    game = COTOAN.with_rules("Trẻ em")
    document.new(game, {"White": "An"}, SETUP)
    assert list(document.record.headers) == ["Date", "White", "Black", "Result"]
    assert document.record.headers["White"] == "An"
    assert document.game == game
    assert str(document.position) == SETUP
    assert not document.is_modified
    assert document.undo_stack.count == 0
    assert recoverable() == []


def test_edits_have_names_for_the_menu(document: Document) -> None:
    play(document, "i1i5")
    assert document.undo_stack.undo_text == "Play a move"
    assert document.undo_stack.redo_text == ""
    document.undo()
    assert document.undo_stack.undo_text == ""
    assert document.undo_stack.redo_text == "Play a move"
    assert journal_folder().is_dir()


def test_forward_forgets_the_record_before(document: Document) -> None:
    """Node numbers mean something in one record only."""
    game = find_game("cotoan")()
    document.new(game)
    first, second = game.start().legal_moves()[:2]
    for move in (first, second):
        document.to_start()
        document.play(move)
    document.to_start()
    document.forward()
    assert document.tree[document.cursor].move == second
    text = document.text()
    document.open_text(text)
    document.forward()
    assert document.tree[document.cursor].move == first, "the main move: nothing was visited in this record"


class TestContinuedComments:
    """A comment committed at each pause in the typing is one edit."""

    def test_one_undo_removes_the_whole_text(self) -> None:
        document = Document(COTOAN)
        document.set_comment(0, "a")
        document.set_comment(0, "a word", continues=True)
        document.set_comment(0, "a word more", continues=True)
        assert document.tree[0].comment == "a word more"
        assert document.undo_stack.count == 1
        document.undo()
        assert document.tree[0].comment == ""
        document.redo()
        assert document.tree[0].comment == "a word more"

    def test_another_edit_and_a_save_end_the_text(self, tmp_path: Path) -> None:
        document = Document(COTOAN)
        document.set_comment(0, "a")
        document.toggle_nag(0, 1)
        document.set_comment(0, "b", continues=True)
        assert document.undo_stack.count == 3
        document.save(tmp_path / "a.pgn")
        document.set_comment(0, "c", continues=True)
        assert document.undo_stack.count == 4
        document.undo()
        assert document.tree[0].comment == "b"
        assert not document.is_modified

    def test_a_text_that_returns_to_the_first_one_is_no_edit(self) -> None:
        document = Document(COTOAN)
        changes: list[object] = []
        document.set_comment(0, "a")
        document.changed.connect(changes.append)
        document.set_comment(0, "", continues=True)
        assert document.tree[0].comment == ""
        assert not document.undo_stack.can_undo
        assert len(changes) == 1

    def test_a_crash_while_writing_loses_only_the_text_since_the_last_pause(self) -> None:
        document = Document(COTOAN)
        document.set_comment(0, "a")
        document.set_comment(0, "a word", continues=True)
        document.release()
        (path,) = recoverable()
        again = Document()
        assert again.recover(path) is None
        assert again.tree[0].comment == "a word"
        again.undo()
        assert again.tree[0].comment == ""
        again.close()
