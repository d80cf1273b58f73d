"""The record that a window shows, with its cursor. Views ask here; every change is an edit that can be undone."""

import contextlib
import datetime
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.core.errors import NotationError
from engine.core.files import FileError, read_bytes, reason_of, write_bytes
from engine.core.game import Game, default_game
from engine.core.language import tr
from engine.core.outcome import Outcome, Termination
from engine.core.position import Position
from engine.core.surface import Count
from engine.records import edits
from engine.records.collection import Collection, digest_of
from engine.records.edits import Edit
from engine.records.formats import Extract, find_format, recognise
from engine.records.tree import ROOT, EvaluationNote, GameTree, Node, Record
from studio.document.journal import Journal, locked, pack_edit, pack_record, read_journal
from studio.document.saving import Saved, content_with
from studio.document.undo import UndoStack


@dataclass(frozen=True, slots=True)
class Change:
    """What differs in a document after a change of it. A listener refreshes only what it shows.

    A comment changes the tree, but neither a move list's order nor a board; so the tree has three parts.

    Attributes:
        record: another record is shown: all of it differs.
        moves: nodes were put in, taken out or put in another order, or one has another move or set-up.
        marks: a node has other embedded commands: clocks, signs on the board, dead pieces.
        notes: a node has another comment, or other glyphs or evaluations.
        headers: facts about the record.
        cursor: the cursor is at another node.
        position: the position at the cursor is another one.
    """

    record: bool = False
    moves: bool = False
    marks: bool = False
    notes: bool = False
    headers: bool = False
    cursor: bool = False
    position: bool = False

    @property
    def tree(self) -> bool:
        """Whether any node differs."""
        return self.moves or self.marks or self.notes


ANOTHER_RECORD = Change(record=True, moves=True, marks=True, notes=True, headers=True, cursor=True, position=True)


class Document(QObject):
    """An open record.

    Signals are emitted when a change is complete. A slot may change the record again; that is done at once, and emitted
    after every slot has received the change before.

    Attributes:
        undo_stack: what can be undone. Only the document changes it.
        record_number: how many records were shown before this one; node numbers mean something in one record only.
        changed: record or cursor differ; emitted once for every change, with a ``Change`` that says in what.
        failed: one sentence: autosave could not write; editing goes on.
        saved: the record was written to ``path``.

    Args:
        game: what to begin with; the first game otherwise.
        parent: of the QObject.
    """

    changed = Signal(Change)
    failed = Signal(str)
    saved = Signal()

    def __init__(self, game: Game | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = UndoStack()
        self._outbox: deque[Callable[[], object]] = deque()
        self._is_emitting = False
        self._saved: Saved | None = None
        self._journal = Journal()
        self._journal_failed = False
        self._cursor = ROOT
        # The child last visited below each node: where "forward" leads.
        self._visited: dict[int, int] = {}
        self.record_number = 0
        self._record = _new_record(game or default_game()(), {}, None)

    # --- what is shown ------------------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """Headers and tree."""
        return self._record

    @property
    def tree(self) -> GameTree:
        """The moves."""
        return self._record.tree

    @property
    def game(self) -> Game:
        """The game with its rules."""
        return self._record.game

    @property
    def cursor(self) -> int:
        """The node being looked at."""
        return self._cursor

    @property
    def position(self) -> Position:
        """The position at the cursor."""
        return self.tree.position(self._cursor)

    def count_at(self, node: int) -> Count | None:
        """The score as the record tells that the players counted it at a node; None where they did not."""
        names = self.tree[node].dead
        if names is None or not self.game.has_count:
            return None
        position = self.tree.position(node)
        surface = self.game.surface(position)
        cells = {surface.cell_name(cell): cell for cell in range(surface.columns * surface.rows)}
        return self.game.count(position, [cells[name] for name in names if name in cells])

    def outcome_at(self, node: int) -> Outcome | None:
        """How the game ended at a node: as the players counted, else as the rules say; None if it goes on."""
        count = self.count_at(node)
        return self.tree.position(node).outcome() if count is None else Outcome(count.winner, Termination.SCORE)

    @property
    def path(self) -> Path | None:
        """The file the record is kept in; None if none yet."""
        return None if self._saved is None else self._saved.path

    @property
    def index(self) -> int:
        """Which game of the file it is, from 0."""
        return 0 if self._saved is None else self._saved.index

    @property
    def is_modified(self) -> bool:
        """Whether there is something to save."""
        return not self.undo_stack.is_clean

    def text(self) -> str:
        """The whole record as PGN."""
        return find_format("record.pgn").write([self._record])

    # --- another record -----------------------------------------------------------------------------------------------

    def new(self, game: Game, headers: Mapping[str, str] | None = None, setup: str | None = None) -> None:
        """Show a record without moves. What was shown is gone with its journal: ask before.

        Args:
            game: what is played.
            headers: in place of, or beside, today's date, players ``?`` and result ``*``.
            setup: the position to begin with; the game's start if None.

        Raises:
            NotationError, PositionError: if ``setup`` is no position of the game.
        """
        self._replace(_new_record(game, headers or {}, setup), None, ROOT)

    def open(self, path: Path | str, index: int = 0, game: Game | None = None) -> None:
        """Show a game of a file; the cursor is at the beginning.

        Args:
            path: the file.
            index: which of its games.
            game: what is played where the file does not say.

        Raises:
            FileError: if the file cannot be read.
            NotationError: if the game cannot.
        """
        path = Path(path)
        collection = Collection.load(path, read_bytes(path))
        for _ in collection.scan():
            pass
        self.open_game(collection, path, index, game)

    def open_game(self, collection: Collection, path: Path, index: int, game: Game | None = None) -> None:
        """Show a game of a file that was gone through; the cursor is at the beginning.

        Args:
            collection: the file's games.
            path: the file.
            index: which of its games.
            game: what is played where the file does not say.

        Raises:
            NotationError: if the game cannot be read.
        """
        if not collection.entries:
            raise NotationError("{name} holds no game", name=path.name)
        record = collection.record(index, game)
        self._replace(record, Saved(path, index, collection.digest, collection.span(index)), ROOT)

    def open_text(self, text: str, index: int = 0, game: Game | None = None, is_kept: bool = False) -> None:
        """Show a game given as text, in any format; without tags it is one of ``game``, or of the game shown.

        Args:
            text: the text.
            index: which of its games.
            game: what is played where the text does not say.
            is_kept: whether the text is kept elsewhere; else the record is one that was not saved.

        Raises:
            NotationError: if it is none.
        """
        self._replace(find_format(text=text).read_game(text, index, game or self.game), None, ROOT, is_kept)

    @staticmethod
    def records_in(path: Path | str) -> list[Extract]:
        """The games of a file with their tags; their moves are not read.

        Raises:
            FileError, NotationError: if the file is no record's.
        """
        path = Path(path)
        kind, text = recognise(path, read_bytes(path))
        return kind.games(text)

    def recover(self, path: Path) -> Path | None:
        """Show what an interrupted session left in a journal (``journal.recoverable``), its undo history included.

        Returns:
            The journal, where it is kept because not all of it could be recovered, or None.

        Raises:
            JournalError: if the journal cannot be used, or another window does.
        """
        lock = locked(path)
        try:
            found = read_journal(path)
            saved = None if found.path is None else Saved(found.path, found.index, found.digest)
            self._show(found.base, saved, found.cursor)
            self.undo_stack.set_clean(False)
            is_complete = self._replay(found.entries) and not found.damaged
            self._autosave()
            if not self._journal_failed:
                with contextlib.suppress(OSError):
                    if is_complete:
                        path.unlink()
                    else:
                        path = path.replace(path.with_suffix(".damaged"))
        finally:
            lock.unlock()
        self._emit()
        return None if is_complete else path

    def _replay(self, entries: Sequence[tuple[str, Edit]]) -> bool:
        """Make the edits of a journal again, up to the first that fails.

        The journal may begin in the middle of a session, with an edit undone that was made before. So every entry's own
        edit is made; the undo stack is followed where that is what its next step does.

        Returns:
            Whether none failed.
        """
        stack = self.undo_stack
        for kind, edit in entries:
            before = self._record, self._cursor
            try:
                self._apply(edit)
                if kind != "do" and _is_same(stack.undo_edit, edit.inverse()):
                    stack.step_back()
                elif kind == "redo" and _is_same(stack.redo_edit, edit):
                    stack.step_forward()
                else:
                    stack.push(edit, tr("Edit the record"))
            except Exception:  # noqa: BLE001 - whatever a damaged journal causes, what was recovered must be shown
                self._record, self._cursor = before
                return False
        return True

    def close(self) -> None:
        """The record is saved, or not wanted: remove its journal."""
        self._journal.remove()
        self._journal_failed = False

    def release(self) -> None:
        """Stop writing and leave the journal for the next start to find."""
        self._journal.close()

    def _replace(self, record: Record, saved: Saved | None, cursor: int, is_kept: bool = True) -> None:
        """Exchange the record; one that is kept nowhere else is modified from the beginning, and autosaved."""
        self._show(record, saved, cursor)
        if not is_kept:
            self.undo_stack.set_clean(False)
            self._autosave()
        self._emit()

    def _show(self, record: Record, saved: Saved | None, cursor: int) -> None:
        self.close()
        self._record, self._saved, self._cursor, self._visited = record, saved, cursor, {}
        self.record_number += 1
        self.undo_stack = UndoStack()
        self._note(ANOTHER_RECORD)

    def _emit(self) -> None:
        """Emit what changed, in order, each signal to all its slots before the next one."""
        if self._is_emitting:
            return
        self._is_emitting = True
        try:
            while self._outbox:
                self._outbox.popleft()()
        finally:
            self._is_emitting = False

    def _note(self, change: Change) -> None:
        """Let ``changed`` be emitted by the next ``_emit``."""
        self._outbox.append(partial(self.changed.emit, change))

    # --- saving -------------------------------------------------------------------------------------------------------

    def save(self, path: Path | str | None = None, append: bool = False, overwrite: bool = False) -> None:
        """Write the record: into its file, where other games stay byte by byte as they are, or into another.

        Args:
            path: the file; None: the one it is kept in. A file other than that is replaced whole.
            append: put it after the games that the file holds already.
            overwrite: also if the file was changed by someone else since.

        Raises:
            ChangedOutsideError: if the file was changed by another program and ``overwrite`` is false.
            FileError: if it cannot be written; the file and everything here is as before.
        """
        if path is None and self._saved is None:
            raise FileError("this record has no file yet: choose a name")
        target = Path(path) if path is not None else self._saved.path  # type: ignore[union-attr]
        if not target.suffix:
            target = target.with_suffix(".pgn")
        kind = find_format(target)
        content = content_with(self._record, kind, target, self._saved, append, overwrite)
        write_bytes(target, content.data)
        self._saved = Saved(target, content.index, digest_of(content.data), content.span)
        self.undo_stack.set_clean()
        self._journal.remove()
        self._journal_failed = False
        self._outbox.append(self.saved.emit)
        self._emit()

    # --- edits --------------------------------------------------------------------------------------------------------

    def push(self, edit: Edit, text: str) -> None:
        """Make an edit that can be undone; an empty one only moves the cursor.

        Args:
            edit: the change, of this record.
            text: what the menu calls it, in the user's language.
        """
        if edit.is_empty:
            if edit.cursor_after is not None:
                self.go(edit.cursor_after)
            return
        self._change("do", edit)
        self.undo_stack.push(edit, text)
        self._emit()

    def _change(self, kind: str, edit: Edit) -> None:
        """Apply an edit to the record, and note it in the journal and for the listeners.

        Raises:
            ValueError: if the record is not as the edit expects it; it is as before, then.
        """
        base = None if self._journal.has_begun else self._base()
        cursor, position = self._cursor, self.position
        self._apply(edit)
        if base is not None:
            self._journal.begin(base)
        self._journal.append(kind, edit)
        self._write_journal()
        self._note(_change_by(edit, cursor=self._cursor != cursor, position=self.position != position))

    def _apply(self, edit: Edit) -> None:
        record = edit.apply(self._record)
        cursor = self._cursor if edit.cursor_after is None else edit.cursor_after
        if cursor not in record.tree:
            cursor = ROOT
        self._record = record
        self._place(cursor)

    def _base(self) -> dict[str, Any]:
        base = {"cursor": self._cursor, **pack_record(self._record)}
        if self._saved is not None:
            base |= {"path": str(self._saved.path.absolute()), "index": self._saved.index, "digest": self._saved.digest}
        return base

    def _autosave(self) -> None:
        """Begin a journal at once: the record is kept nowhere else."""
        self._journal.begin(self._base())
        self._write_journal()

    def _write_journal(self) -> None:
        try:
            self._journal.flush()
        except OSError as error:
            if not self._journal_failed:
                self._journal_failed = True
                sentence = tr("Autosave could not write: {reason}; save the record soon", reason=reason_of(error))
                self._outbox.append(partial(self.failed.emit, sentence))
        else:
            self._journal_failed = False

    def play(self, move: int, commands: Sequence[str] = ()) -> int:
        """Play a move at the cursor and go there: along an existing child, else as an edit.

        Args:
            move: a legal move.
            commands: embedded commands to note with a new move (``tree.clock_command``).

        Returns:
            The node's number.

        Raises:
            ValueError: if the move is not legal.
        """
        self.push(edits.add_move(self.tree, self._cursor, move, commands), tr("Play a move"))
        return self._cursor

    def add_line(self, node: int, moves: Sequence[int]) -> int:
        """Add moves one after the other below ``node``, as one edit; the cursor stays.

        Returns:
            The number of the last move's node.

        Raises:
            ValueError: if a move is not legal in its place.
        """
        edit = edits.add_line(self.tree, node, moves)
        last = node if edit.cursor_after is None else edit.cursor_after
        if not edit.is_empty:
            self.push(Edit(edit.before, edit.after, cursor_before=node, cursor_after=self._cursor), tr("Add variation"))
        return last

    def set_up(self, setup: str) -> int:
        """Set up a position: as the beginning if there are no moves yet, else as a variation at the cursor.

        Returns:
            The number of the node with the position.

        Raises:
            NotationError, PositionError: if ``setup`` is no position of the game.
        """
        self.push(edits.set_up(self.tree, self._cursor, setup), tr("Set up position"))
        return self._cursor

    def set_comment(self, node: int, text: str) -> None:
        """Set the comment of a node; the cursor stays where it is."""
        edit = edits.set_comment(self.tree, node, text)
        if not edit.is_empty:
            self.push(replace(edit, cursor_after=self._cursor), tr("Edit comment"))

    def toggle_nag(self, node: int, nag: int) -> None:
        """Set a glyph or take it away."""
        self.push(edits.toggle_nag(self.tree, node, nag), tr("Annotate move"))

    def delete(self, node: int) -> None:
        """Take out a node and all below it; of the root, all below it."""
        self.push(edits.delete(self.tree, node), tr("Delete moves"))

    def promote(self, node: int) -> None:
        """Make the variation that ``node`` is in the main one at its branch point."""
        self.push(edits.promote(self.tree, node), tr("Promote variation"))

    def to_main_line(self, node: int) -> None:
        """Make the way to ``node`` the main line."""
        self.push(edits.to_main_line(self.tree, node), tr("Make main line"))

    def set_headers(self, headers: Mapping[str, str]) -> None:
        """Set headers by name; an empty text takes one away.

        Raises:
            NotationError: if a name cannot be a header's.
        """
        self.push(edits.set_headers(self._record, headers), tr("Edit game details"))

    def set_result(self, result: str, termination: str) -> None:
        """How the game ended: ``1-0`` … or ``*``, and why (``Termination.value``, may be empty)."""
        if result not in ("1-0", "0-1", "1/2-1/2", "*"):
            raise ValueError(f"{result!r} is no result")
        self.push(edits.set_headers(self._record, {"Result": result, "Termination": termination}), tr("Set result"))

    def set_count(self, count: Count) -> None:
        """The score on which the players agree at the cursor, its dead pieces; on the main line it is the result."""
        surface = self.game.surface(self.position)
        outcome = Outcome(count.winner, Termination.SCORE)
        told = self.tree.is_on_main_line(self._cursor)
        headers = {"Result": outcome.result, "Termination": outcome.termination.value} if told else {}
        names = [surface.cell_name(cell) for cell in sorted(count.dead)]
        self.push(edits.set_count(self._record, self._cursor, names, headers), tr("Count the score"))

    def add_evaluations(self, notes: Mapping[int, Sequence[EvaluationNote]]) -> None:
        """What algorithms said of some nodes, as one edit; nodes that are gone are passed over."""
        known = {node: each for node, each in notes.items() if node in self.tree}
        edit = edits.add_evaluations(self.tree, known)
        self.push(Edit(edit.before, edit.after), tr("Add evaluations"))

    def undo(self) -> None:
        """Take the last edit back."""
        edit = self.undo_stack.undo_edit
        if edit is not None:
            self._change("undo", edit.inverse())
            self.undo_stack.step_back()
            self._emit()

    def redo(self) -> None:
        """Make the last edit taken back again."""
        edit = self.undo_stack.redo_edit
        if edit is not None:
            self._change("redo", edit)
            self.undo_stack.step_forward()
            self._emit()

    def redo_removes(self, node: int) -> bool:
        """Whether ``redo`` would take a node out of the record."""
        edit = self.undo_stack.redo_edit
        return edit is not None and edit.after.get(node, node) is None

    # --- the cursor ---------------------------------------------------------------------------------------------------

    def go(self, node: int) -> None:
        """Look at a node.

        Raises:
            ValueError: if there is none of that number.
        """
        if node not in self.tree:
            raise ValueError(f"no node {node}")
        if node != self._cursor:
            position = self.position
            self._place(node)
            self._note(Change(cursor=True, position=self.position != position))
            self._emit()

    def _place(self, node: int) -> None:
        self._cursor = node
        parent = self.tree[node].parent
        while parent is not None and self._visited.get(parent) != node:
            self._visited[parent] = node
            node, parent = parent, self.tree[parent].parent

    def _after(self, node: int) -> int | None:
        """The child where "forward" leads: the one last visited, else the first."""
        children = self.tree[node].children
        visited = self._visited.get(node)
        return visited if visited in children else children[0] if children else None

    def line(self) -> list[int]:
        """The nodes from the root through the cursor to the end of the line it is on."""
        line = self.tree.path(self._cursor)
        while (child := self._after(line[-1])) is not None:
            line.append(child)
        return line

    def back(self) -> None:
        """One move back."""
        parent = self.tree[self._cursor].parent
        if parent is not None:
            self.go(parent)

    def forward(self) -> None:
        """One move forward, along the line last visited."""
        child = self._after(self._cursor)
        if child is not None:
            self.go(child)

    def to_start(self) -> None:
        """To the beginning."""
        self.go(ROOT)

    def to_end(self) -> None:
        """To the end of the line."""
        self.go(self.line()[-1])

    def next_sibling(self) -> None:
        """To the next variation at this move."""
        self._to_sibling(1)

    def previous_sibling(self) -> None:
        """To the variation before this one, or the main move."""
        self._to_sibling(-1)

    def _to_sibling(self, step: int) -> None:
        siblings = self.tree.siblings(self._cursor)
        index = siblings.index(self._cursor) + step
        if 0 <= index < len(siblings):
            self.go(siblings[index])

    def next_branch(self) -> None:
        """Forward to the next node that several moves follow, or to the end."""
        line = self.line()
        rest = line[line.index(self._cursor) + 1 :]
        if rest:
            self.go(next((node for node in rest if len(self.tree[node].children) > 1), rest[-1]))

    def previous_branch(self) -> None:
        """Back to the last node that several moves follow, or to the beginning."""
        before = reversed(self.tree.path(self._cursor)[:-1])
        self.go(next((node for node in before if len(self.tree[node].children) > 1), ROOT))


def _change_by(edit: Edit, *, cursor: bool, position: bool) -> Change:
    """What an edit changed, with what became of the cursor and of the position there."""
    moves = marks = notes = False
    for number, new in edit.after.items():
        old = edit.before[number]
        if old is None or new is None:
            moves = True
            continue
        moves |= (old.parent, old.move, old.children, old.setup) != (new.parent, new.move, new.children, new.setup)
        marks |= old.commands != new.commands
        notes |= _notes(old) != _notes(new)
    return Change(
        moves=moves, marks=marks, notes=notes, headers=edit.headers_after is not None, cursor=cursor, position=position
    )


def _notes(node: Node) -> tuple[object, ...]:
    return node.comment, node.nags, node.evaluations, node.lead


def _is_same(one: Edit | None, other: Edit) -> bool:
    """Whether two edits are the same, the order of their headers included."""
    return one is not None and pack_edit(one) == pack_edit(other)


def _new_record(game: Game, headers: Mapping[str, str], setup: str | None) -> Record:
    today = datetime.datetime.now().astimezone().strftime("%Y.%m.%d")
    facts = {"Date": today, "White": "?", "Black": "?", "Result": "*", **headers}
    return Record(facts, GameTree.start(game, setup))
