"""The open record and its cursor. Views read from the document. Every change of the record can be undone."""

import contextlib
import datetime
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.core.errors import NotationError
from engine.core.files import FileError, file_lock, is_file, read_bytes, reason_of, write_bytes
from engine.core.game import Game, default_game
from engine.core.language import tr
from engine.core.outcome import Outcome, Termination
from engine.core.position import Position
from engine.core.surface import Count
from engine.records import edits
from engine.records.collection import Collection, digest_of
from engine.records.edits import Edit
from engine.records.formats import Extract, find_format, recognise
from engine.records.tree import ROOT, EvaluationNote, GameTree, Record
from studio.document.change import ANOTHER_RECORD, Change, change_by
from studio.document.journal import DocumentJournal, locked, pack_edit, pack_record, read_journal
from studio.document.saving import FileContent, Saved, content_with, digest_of_game
from studio.document.undo import UndoStack


class Document(QObject):
    """An open record.

    Signals are emitted after a change is complete. A slot may change the record again. That change takes effect
    immediately, but its signals are emitted only after all slots have received the previous signals.

    Methods that read or edit a given node raise ``KeyError`` if the record has no such node.

    Attributes:
        undo_stack: the edits that can be undone and redone. Only the document changes it.
        written: how the record was last saved, without the bytes, or None.
        record_number: the number of records shown before this one. Node numbers are valid within one record only.
        changed: emitted once for every change of the record or the cursor, with a ``Change``.
        failed: emitted with an error message of one sentence when autosave fails. Editing remains possible.
        saved: emitted when the record is written to ``path``.

    Args:
        game: the game of the first record, or None for the default game.
        parent: parent object.
    """

    changed = Signal(Change)
    failed = Signal(str)
    saved = Signal()

    def __init__(self, game: Game | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.undo_stack = UndoStack()
        self._comment_edit: Edit | None = None
        self._outbox: deque[Callable[[], object] | Change] = deque()
        self._is_emitting = False
        self._saved: Saved | None = None
        self.written: FileContent | None = None
        self._journal = DocumentJournal()
        self._journal_failed = False
        self._cursor = ROOT
        # The child last visited below each node, to which ``forward`` moves the cursor.
        self._visited: dict[int, int] = {}
        self.record_number = 0
        self._record = _new_record(game or default_game()(), {}, None)

    # --- contents -----------------------------------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The open record, with its headers and its tree."""
        return self._record

    @property
    def tree(self) -> GameTree:
        """The moves of the record."""
        return self._record.tree

    @property
    def game(self) -> Game:
        """The game of the record, with its rules."""
        return self._record.tree.game

    @property
    def cursor(self) -> int:
        """The number of the node at the cursor."""
        return self._cursor

    @property
    def position(self) -> Position:
        """The position at the cursor."""
        return self._record.tree.position(self._cursor)

    def count_at(self, node: int) -> Count | None:
        """Return the count of the score that the players agreed on at a node, or None if the node stores none."""
        names = self._record.tree[node].dead
        if names is None or not self.game.has_count:
            return None
        position = self._record.tree.position(node)
        surface = self.game.surface(position)
        cells = {surface.cell_name(cell): cell for cell in range(surface.columns * surface.rows)}
        return self.game.count(position, [cells[name] for name in names if name in cells])

    def outcome_at(self, node: int) -> Outcome | None:
        """Return the outcome at a node, or None if the game is not over.

        The outcome follows from the count that the players agreed on, or from the rules if there is no count.
        """
        count = self.count_at(node)
        return self._record.tree.position(node).outcome() if count is None else Outcome(count.winner, Termination.SCORE)

    @property
    def path(self) -> Path | None:
        """The file of the record, or None if it has no file yet."""
        return None if self._saved is None else self._saved.path

    @property
    def index(self) -> int:
        """The index of the record among the games of its file, from 0. If there is no file, the index is 0."""
        return 0 if self._saved is None else self._saved.index

    @property
    def encoding(self) -> str | None:
        """The encoding that the reader has chosen for the file of the record, or None."""
        return None if self._saved is None else self._saved.encoding

    @property
    def is_modified(self) -> bool:
        """Whether the record has unsaved changes."""
        return not self.undo_stack.is_clean

    def text(self) -> str:
        """Return the whole record as PGN."""
        return find_format("record.pgn").write([self._record])

    # --- another record -----------------------------------------------------------------------------------------------

    def new(self, game: Game, headers: Mapping[str, str] | None = None, setup: str | None = None) -> None:
        """Show a new record without moves. The previous record and its journal are discarded without confirmation.

        Args:
            game: the game of the record.
            headers: headers that replace or extend the default headers, which are today's date, ``?`` for both players,
                and the result ``*``.
            setup: the initial position as text, or None for the initial position of the game.

        Raises:
            NotationError, PositionError: if ``setup`` is not a position of the game.
        """
        self._replace(_new_record(game, headers or {}, setup), None, ROOT)

    def open(self, path: Path | str, index: int = 0, game: Game | None = None, encoding: str | None = None) -> None:
        """Read a file and show one of its games, with the cursor at the root.

        Args:
            path: the file.
            index: index of the game in the file, from 0.
            game: the game to assume if the file does not name one, or None for the default of the file's format.
            encoding: identifier of the encoding that the reader has chosen, or None to recognise it.

        Raises:
            FileError: if the file cannot be read.
            NotationError: if the format is unknown, the file has no such game, or the game cannot be parsed.
        """
        path = Path(path)
        collection = Collection.load(path, read_bytes(path), encoding)
        for _ in collection.scan():
            pass
        self.open_game(collection, path, index, game)

    def open_game(self, collection: Collection, path: Path, index: int, game: Game | None = None) -> None:
        """Show one of the games of an indexed file, with the cursor at the root.

        Args:
            collection: the index of the file.
            path: the file.
            index: index of the game in the file, from 0.
            game: the game to assume if the file does not name one, or None for the default of the file's format.

        Raises:
            NotationError: if the file has no such game, or the game cannot be parsed.
        """
        if not collection.entries:
            raise NotationError("{name} holds no game", name=path.name)
        record = collection.record(index, game)
        span = collection.span(index)
        game_digest = digest_of_game(collection.data[slice(*span)])
        chosen = collection.format.encoding
        self._replace(record, Saved(path, index, collection.digest, span, game_digest, chosen), ROOT)

    def open_text(self, text: str, index: int = 0, game: Game | None = None, is_kept: bool = False) -> None:
        """Show one of the games in a text of any format.

        Args:
            text: the text of one or more games.
            index: index of the game in the text, from 0.
            game: the game to assume if the text does not name one, or None for the game of the current record.
            is_kept: whether the text is stored elsewhere. If it is not, the record is marked as modified.

        Raises:
            NotationError: if the format is unknown, the text has no such game, or the game cannot be parsed.
        """
        self._replace(find_format(text=text).read_game(text, index, game or self.game), None, ROOT, is_kept)

    @staticmethod
    def records_in(path: Path | str) -> list[Extract]:
        """Return the span in the text and the headers of each game of a file, without parsing the moves.

        Raises:
            FileError: if the file cannot be read.
            NotationError: if the format of the file is unknown, or the text cannot be decoded.
        """
        path = Path(path)
        kind, text = recognise(path, read_bytes(path))
        return kind.games(text)

    def recover(self, path: Path) -> Path | None:
        """Recover a record and its undo history from the journal of an interrupted session.

        The history is written to the new journal too, so that it is also recovered if this session is interrupted.

        Args:
            path: the journal, one of ``journal.recoverable()``.

        Returns:
            None if all edits were recovered, otherwise the path under which the journal is kept.

        Raises:
            JournalError: if the journal cannot be used, or is in use by another window.
        """
        lock = locked(path)
        try:
            found = read_journal(path)
            saved = None
            if found.path is not None:
                saved = Saved(found.path, found.index, found.digest, None, found.game_digest, found.encoding)
            self._show(found.base, saved, found.cursor)
            self.undo_stack.set_clean(False)
            self._journal.begin(self._base())
            is_complete = self._replay(found.entries) and not found.damaged
            self._write_journal()
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
        """Apply the edits of a journal, up to the first that fails, and add them to the new journal.

        A journal may start in the middle of a session, and may undo an edit that it does not contain. The edit of every
        entry is therefore applied directly. If this edit is the next step of the undo stack, the stack is moved back or
        forward by one step. Otherwise, the edit is added to the stack as a new edit.

        Returns:
            Whether all edits were applied.
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
            except Exception:  # noqa: BLE001 - a damaged journal may raise anything; what was recovered is shown
                self._record, self._cursor = before
                return False
            self._journal.append(kind, edit)
        return True

    def close(self) -> None:
        """Close and delete the journal. Call this method when the record is saved or no longer needed."""
        self._journal.remove()
        self._journal_failed = False

    def release(self) -> None:
        """Close the journal without deleting it, so that the next session can recover the record."""
        self._journal.close()

    def _replace(self, record: Record, saved: Saved | None, cursor: int, is_kept: bool = True) -> None:
        """Replace the record. If ``is_kept`` is false, mark the new record as modified, and autosave it."""
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
        self._comment_edit = None
        self._note(ANOTHER_RECORD)

    def _emit(self) -> None:
        """Emit the queued signals in order.

        A nested call does nothing, so that all slots receive a signal before the next one is emitted.
        """
        if self._is_emitting:
            return
        self._is_emitting = True
        try:
            while self._outbox:
                waiting = self._outbox.popleft()
                if isinstance(waiting, Change):
                    self.changed.emit(waiting)
                else:
                    waiting()
        finally:
            self._is_emitting = False

    def _note(self, change: Change) -> None:
        """Queue ``changed`` with ``change`` for the next ``_emit``, or add the change to one that waits there."""
        waiting = self._outbox[-1] if self._outbox else None
        if isinstance(waiting, Change):
            self._outbox[-1] = waiting | change
        else:
            self._outbox.append(change)

    # --- saving -------------------------------------------------------------------------------------------------------

    def save(
        self, path: Path | str | None = None, append: bool = False, merge: bool = False, convert: bool = False
    ) -> bool:
        """Write the record to its own file or to another file. The other games of its own file are kept.

        The file is locked from reading to writing, so that two programs can save different games of it. If an error is
        raised, the file and the document are unchanged.

        Args:
            path: the file, or None for the record's own file. ``.pgn`` is added to a name without a suffix.
            append: whether to add the record after the games of the file. If false, the record replaces its previous
                version in its own file, or the whole content of another file.
            merge: whether to save in the record's own file even if another program has changed other games of the file.
            convert: whether to convert the record's own file to UTF-8.

        Returns:
            Whether the file was locked. If this is not possible (``file_lock``), a change that another program makes
            at the same moment may be lost.

        Raises:
            ChangedOutsideError: if another program has changed the file, and ``merge`` is false.
            GameChangedError: if another program has changed or removed the game, and ``merge`` is true.
            FileError: if the file cannot be read or written, or ``path`` is None and the record has no file.
            NotationError: if the suffix is not the suffix of a record format, or the format cannot store the record.
        """
        if path is None and self._saved is None:
            raise FileError("this record has no file yet: choose a name")
        target = Path(path) if path is not None else self._saved.path  # type: ignore[union-attr]
        if target.name in ("", ".."):
            reason = tr("it is a folder")
            raise FileError("{path} cannot be written: {reason}; nothing was changed", path=target, reason=reason)
        if not target.suffix:
            target = target.with_suffix(".pgn")
        kind = find_format(target)
        text = kind.write([self._record])
        chosen = None if self._saved is None else self._saved.encoding
        with file_lock(target) as is_locked:
            content = content_with(text, kind, target, self._saved, append, merge, convert)
            write_bytes(target, content.data, partial(content.check, target))
        kept = chosen if content.replaces and not content.is_converted else None
        self._saved = Saved(target, content.index, digest_of(content.data), content.span, content.game, kept)
        self.written = replace(content, data=b"")
        self.undo_stack.set_clean()
        self._journal.remove()
        self._journal_failed = False
        self._outbox.append(self.saved.emit)
        self._emit()
        return is_locked or not is_file(target)

    # --- edits --------------------------------------------------------------------------------------------------------

    def push(self, edit: Edit, text: str) -> None:
        """Apply an edit and add it to the undo stack. An empty edit only moves the cursor.

        Args:
            edit: an edit of this record.
            text: the name of the edit for display, in the language in use.

        Raises:
            ValueError: if the record does not match the state that the edit expects. The record is then unchanged.
        """
        if edit.is_empty:
            if edit.cursor_after is not None:
                self.go(edit.cursor_after)
            return
        self._change("do", edit)
        self.undo_stack.push(edit, text)
        self._emit()

    def _change(self, kind: str, edit: Edit) -> None:
        """Apply an edit to the record, add it to the journal and queue ``changed``.

        Args:
            kind: ``do``, ``undo`` or ``redo``.
            edit: the edit to apply. For an undo, this is the inverse of the undone edit.

        Raises:
            ValueError: if the record does not match the state that the edit expects. The record is then unchanged.
        """
        base = None if self._journal.has_begun else self._base()
        cursor, position, tree = self._cursor, self.position, self._record.tree
        self._apply(edit)
        if base is not None:
            self._journal.begin(base)
        self._journal.append(kind, edit)
        self._write_journal()
        has_moved, differs = self._cursor != cursor, self.position != position
        self._note(change_by(edit, (tree, self._record.tree), cursor=has_moved, position=differs))

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
            saved = self._saved
            base |= {"path": str(saved.path.absolute()), "index": saved.index, "digest": saved.digest}
            base |= {"game_digest": saved.game, "encoding": saved.encoding}
        return base

    def _autosave(self) -> None:
        """Start a journal immediately, because the record is not stored elsewhere."""
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
        """Play a move at the cursor, and move the cursor to the node of the move. The node is added if it is missing.

        Args:
            move: a legal move.
            commands: embedded commands to store in a new node, such as the result of ``tree.clock_command``.

        Returns:
            The number of the move's node.

        Raises:
            ValueError: if the move is not legal, or a string in ``commands`` is not an embedded command.
        """
        self.push(edits.add_move(self.tree, self._cursor, move, commands), tr("Play a move"))
        return self._cursor

    def add_line(self, node: int, moves: Sequence[int]) -> int:
        """Add a sequence of moves below ``node`` as one edit, without moving the cursor.

        Returns:
            The number of the last move's node, or ``node`` if there are no moves.

        Raises:
            ValueError: if a move is not legal in its position.
        """
        edit = edits.add_line(self.tree, node, moves)
        last = node if edit.cursor_after is None else edit.cursor_after
        if not edit.is_empty:
            self.push(Edit(edit.before, edit.after, cursor_before=node, cursor_after=self._cursor), tr("Add variation"))
        return last

    def set_up(self, setup: str) -> int:
        """Set up a position: the initial position if the record has no moves, or a variation at the cursor otherwise.

        Returns:
            The number of the node with the position.

        Raises:
            NotationError, PositionError: if ``setup`` is not a position of the game.
        """
        self.push(edits.set_up(self.tree, self._cursor, setup), tr("Set up position"))
        return self._cursor

    def set_comment(self, node: int, text: str, *, continues: bool = False) -> None:
        """Set the comment of a node without moving the cursor.

        Args:
            node: the number of the node.
            text: the comment.
            continues: whether to replace the last edit if it was made by the previous call of this method for the same
                node. One undo then removes both edits. A saved edit is not replaced.
        """
        if edits.set_comment(self._record.tree, node, text).is_empty:
            return
        last, stack = self._comment_edit, self.undo_stack
        if continues and last is not None and last is stack.undo_edit and node in last.after and not stack.is_clean:
            self._change("undo", last.inverse())
            stack.step_back()
        edit = edits.set_comment(self._record.tree, node, text)
        if edit.is_empty:
            # The text is the one before the edit that was replaced.
            self._comment_edit = None
            self._emit()
            return
        self._comment_edit = replace(edit, cursor_after=self._cursor)
        self.push(self._comment_edit, tr("Edit comment"))

    def toggle_nag(self, node: int, nag: int) -> None:
        """Add a numeric annotation glyph to a node, or remove the glyph if the node already has it.

        Raises:
            ValueError: if ``nag`` is not in the range 0 to 999,999,999.
        """
        self.push(edits.toggle_nag(self.tree, node, nag), tr("Annotate move"))

    def delete(self, node: int) -> None:
        """Delete a node and its descendants. The root itself is kept."""
        self.push(edits.delete(self.tree, node), tr("Delete moves"))

    def promote(self, node: int) -> None:
        """Move the variation that contains ``node`` to the first place at its branch point.

        Do nothing if ``node`` is on the main line.
        """
        self.push(edits.promote(self.tree, node), tr("Promote variation"))

    def to_main_line(self, node: int) -> None:
        """Make the path to ``node`` the main line."""
        self.push(edits.to_main_line(self.tree, node), tr("Make main line"))

    def set_headers(self, headers: Mapping[str, str]) -> None:
        """Set headers by name. An empty string removes the header.

        Raises:
            NotationError: if a name is not valid for a header, or is one of ``RESERVED_HEADERS``.
        """
        self.push(edits.set_headers(self._record, headers), tr("Edit game details"))

    def set_result(self, result: str, termination: str) -> None:
        """Set the result of the record and the reason for it.

        Args:
            result: ``1-0``, ``0-1``, ``1/2-1/2`` or ``*``.
            termination: a value of ``Termination``, or an empty string to remove the reason.

        Raises:
            ValueError: if ``result`` is another string.
        """
        if result not in ("1-0", "0-1", "1/2-1/2", "*"):
            raise ValueError(f"{result!r} is not a result")
        self.push(edits.set_headers(self._record, {"Result": result, "Termination": termination}), tr("Set result"))

    def set_count(self, count: Count) -> None:
        """Store the dead pieces of an agreed count at the cursor. On the main line, also set the result."""
        surface = self.game.surface(self.position)
        outcome = Outcome(count.winner, Termination.SCORE)
        is_result = self.tree.is_on_main_line(self._cursor)
        headers = {"Result": outcome.result, "Termination": outcome.termination.value} if is_result else {}
        names = [surface.cell_name(cell) for cell in sorted(count.dead)]
        self.push(edits.set_count(self._record, self._cursor, names, headers), tr("Count the score"))

    def add_evaluations(self, notes: Mapping[int, Sequence[EvaluationNote]]) -> None:
        """Add evaluations, given by node number, as one edit. Nodes that do not exist are skipped."""
        known = {node: each for node, each in notes.items() if node in self.tree}
        edit = edits.add_evaluations(self.tree, known)
        self.push(Edit(edit.before, edit.after), tr("Add evaluations"))

    def undo(self) -> None:
        """Undo the last edit, if there is one."""
        edit = self.undo_stack.undo_edit
        if edit is not None:
            self._change("undo", edit.inverse())
            self.undo_stack.step_back()
            self._emit()

    def redo(self) -> None:
        """Redo the last undone edit, if there is one."""
        edit = self.undo_stack.redo_edit
        if edit is not None:
            self._change("redo", edit)
            self.undo_stack.step_forward()
            self._emit()

    def redo_removes(self, node: int) -> bool:
        """Return whether ``redo`` would remove ``node`` from the record."""
        edit = self.undo_stack.redo_edit
        return edit is not None and edit.after.get(node, node) is None

    # --- the cursor ---------------------------------------------------------------------------------------------------

    def go(self, node: int) -> None:
        """Move the cursor to a node.

        Raises:
            ValueError: if the record has no such node.
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
        """Return the child to which ``forward`` moves the cursor, or None if there is no child.

        This is the child visited last, or the first child if none was visited.
        """
        children = self.tree[node].children
        visited = self._visited.get(node)
        return visited if visited in children else children[0] if children else None

    def line(self) -> list[int]:
        """Return the nodes from the root to the cursor, and those that ``forward`` would visit from the cursor."""
        line = self.tree.path(self._cursor)
        while (child := self._after(line[-1])) is not None:
            line.append(child)
        return line

    def back(self) -> None:
        """Move the cursor one move back, unless the cursor is at the root."""
        parent = self.tree[self._cursor].parent
        if parent is not None:
            self.go(parent)

    def forward(self) -> None:
        """Move the cursor one move forward along the line visited last, unless the cursor is at the end of the line."""
        child = self._after(self._cursor)
        if child is not None:
            self.go(child)

    def to_start(self) -> None:
        """Move the cursor to the root."""
        self.go(ROOT)

    def to_end(self) -> None:
        """Move the cursor to the end of the line that ``forward`` follows."""
        self.go(self.line()[-1])

    def next_sibling(self) -> None:
        """Move the cursor to the next alternative to the move at the cursor, if there is one."""
        self._to_sibling(1)

    def previous_sibling(self) -> None:
        """Move the cursor to the previous alternative to the move at the cursor, if there is one."""
        self._to_sibling(-1)

    def _to_sibling(self, step: int) -> None:
        siblings = self.tree.siblings(self._cursor)
        index = siblings.index(self._cursor) + step
        if 0 <= index < len(siblings):
            self.go(siblings[index])

    def next_branch(self) -> None:
        """Move the cursor forward to the next node with several children, or to the end of the line."""
        line = self.line()
        rest = line[line.index(self._cursor) + 1 :]
        if rest:
            self.go(next((node for node in rest if len(self.tree[node].children) > 1), rest[-1]))

    def previous_branch(self) -> None:
        """Move the cursor back to the nearest node with several children, or to the root."""
        before = reversed(self.tree.path(self._cursor)[:-1])
        self.go(next((node for node in before if len(self.tree[node].children) > 1), ROOT))


def _is_same(one: Edit | None, other: Edit) -> bool:
    """Whether two edits are equal, including the order of their headers."""
    return one is not None and pack_edit(one) == pack_edit(other)


def _new_record(game: Game, headers: Mapping[str, str], setup: str | None) -> Record:
    today = datetime.datetime.now().astimezone().strftime("%Y.%m.%d")
    facts = {"Date": today, "White": "?", "Black": "?", "Result": "*", **headers}
    return Record(facts, GameTree.start(game, setup))
