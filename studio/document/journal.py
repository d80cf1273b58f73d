"""Autosave, which appends every edit of an open document to a file as one line, so that no edit is lost in a crash.

Each document has a journal, which is a text file in the user's state folder. The first line describes the record before
the first unsaved edit. Every other line is an edit that was made, undone or redone. Queued lines are written with a
single system call, so that at most the last line is incomplete if the process is killed. They are flushed to the disk
at most once a second, in a thread, so that a power cut loses the last two seconds at most. The journal is deleted when
the record is saved, or when it is closed without unsaved edits.

Nodes and moves are written as the numbers that this version uses. If these change, ``VERSION`` must be incremented.
"""

import contextlib
import errno
import json
import os
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QLockFile

from engine.core.errors import KyVienError
from engine.core.files import is_folder, reason_of
from engine.core.flushing import Flusher
from engine.core.game import Game, find_game
from engine.core.options import format_options
from engine.core.outcome import Player
from engine.core.score import INFINITY, Score
from engine.records.edits import Edit
from engine.records.judgement import Judgement
from engine.records.tree import ROOT, EvaluationNote, GameTree, Node, Record
from studio.settings import state_folder, state_path

VERSION = 1


class JournalError(KyVienError):
    """Raised if a journal cannot be used."""


def journal_folder() -> Path:
    """Return the folder of the journals, which may not exist yet."""
    return state_path() / "journal"


# --- values as JSON ---------------------------------------------------------------------------------------------------


def _whole(value: Any, least: int = 0, most: int = 2**63 - 1) -> int:
    """Return ``value`` after a check that it is an integer from ``least`` to ``most``.

    Raises:
        TypeError: if ``value`` is not an integer.
        ValueError: if ``value`` is out of bounds.
    """
    if type(value) is not int:
        raise TypeError(f"{value!r} is not an integer")
    if not least <= value <= most:
        raise ValueError(f"{value} is not in the range {least} to {most}")
    return value


def _whole_or_none(value: Any, least: int = 0, most: int = 2**63 - 1) -> int | None:
    return None if value is None else _whole(value, least, most)


def _text(value: Any) -> str:
    """Return ``value`` after a check that it is a string.

    Raises:
        TypeError: if ``value`` is not a string.
    """
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a string")
    return value


def _text_or_none(value: Any) -> str | None:
    return None if value is None else _text(value)


def _headers(data: Any) -> dict[str, str]:
    return {_text(name): _text(text) for name, text in data}


def _pack_note(note: EvaluationNote) -> list[Any]:
    score = None if note.score is None else note.score.value
    judged = [] if note.judgement is None else [note.judgement.to_fields()]
    return [note.algorithm, note.depth, score, note.nodes, note.text, note.evaluation, *judged]


def _unpack_note(data: Sequence[Any]) -> EvaluationNote:
    algorithm, depth, score, nodes, text, evaluation, *judged = data
    return EvaluationNote(
        _text_or_none(algorithm),
        _whole_or_none(depth),
        None if score is None else Score(_whole(score, -INFINITY, INFINITY), Player.FIRST),
        _whole_or_none(nodes),
        _text(text),
        _text(evaluation),
        _judgement(*judged) if judged else None,
    )


def _judgement(fields: Any) -> Judgement:
    """Return the judgement with these fields.

    Raises:
        ValueError: if they are not those of a judgement.
    """
    judgement = Judgement.from_fields(dict(_text(field).split("=", 1) for field in fields))
    if judgement is None:
        raise ValueError("judgement")
    return judgement


def pack_node(node: Node) -> dict[str, Any]:
    """Convert a node to JSON values. Empty fields are omitted."""
    packed: dict[str, Any] = {
        "id": node.id,
        "parent": node.parent,
        "move": node.move,
        "children": list(node.children),
        "comment": node.comment,
        "nags": list(node.nags),
        "evaluations": [_pack_note(note) for note in node.evaluations],
        "setup": node.setup,
        "commands": list(node.commands),
        "lead": node.lead,
    }
    return {key: value for key, value in packed.items() if value not in (None, "", [])}


def unpack_node(data: Mapping[str, Any]) -> Node:
    """Convert ``data``, which was returned by ``pack_node``, to a node.

    Raises:
        ValueError, TypeError, KeyError: if ``data`` is not a node.
    """
    return Node(
        _whole(data["id"]),
        _whole_or_none(data.get("parent")),
        _whole_or_none(data.get("move")),
        tuple(_whole(child) for child in data.get("children", ())),
        _text(data.get("comment", "")),
        tuple(_whole(nag) for nag in data.get("nags", ())),
        tuple(_unpack_note(note) for note in data.get("evaluations", ())),
        _text_or_none(data.get("setup")),
        tuple(_text(command) for command in data.get("commands", ())),
        _text(data.get("lead", "")),
    )


def pack_record(record: Record) -> dict[str, Any]:
    """Convert a record to JSON values, which include the numbers of the nodes."""
    return {
        "game": record.game.name,
        "rules": format_options(record.game.rules),
        "headers": [list(item) for item in record.headers.items()],
        "nodes": [pack_node(node) for node in record.tree.nodes.values()],
    }


def unpack_record(data: Mapping[str, Any]) -> Record:
    """Convert ``data``, which was returned by ``pack_record``, to a record. All moves are checked to be legal.

    Raises:
        KyVienError, ValueError, TypeError, KeyError: if ``data`` is not a legal record.
    """
    game: Game = find_game(data["game"]).with_rules(data["rules"])
    nodes = [unpack_node(node) for node in data["nodes"]]
    tree = GameTree(game, {node.id: node for node in nodes})
    tree.check()
    return Record(_headers(data["headers"]), tree)


def pack_edit(edit: Edit) -> dict[str, Any]:
    """Convert an edit to JSON values."""
    packed: dict[str, Any] = {
        "before": [[number, node and pack_node(node)] for number, node in edit.before.items()],
        "after": [[number, node and pack_node(node)] for number, node in edit.after.items()],
    }
    if edit.headers_after is not None:
        packed["headers"] = [
            [list(item) for item in (side or {}).items()] for side in (edit.headers_before, edit.headers_after)
        ]
    if edit.cursor_before is not None or edit.cursor_after is not None:
        packed["cursor"] = [edit.cursor_before, edit.cursor_after]
    return packed


def unpack_edit(data: Mapping[str, Any]) -> Edit:
    """Convert ``data``, which was returned by ``pack_edit``, to an edit.

    Raises:
        ValueError, TypeError, KeyError: if ``data`` is not an edit.
    """
    sides = [
        {_whole(number): None if node is None else unpack_node(node) for number, node in data[side]}
        for side in ("before", "after")
    ]
    headers = [_headers(side) for side in data["headers"]] if "headers" in data else [None, None]
    cursors = [_whole_or_none(cursor) for cursor in data.get("cursor", (None, None))]
    return Edit(sides[0], sides[1], headers[0], headers[1], cursors[0], cursors[1])


# --- writing ----------------------------------------------------------------------------------------------------------


class DocumentJournal:
    """The journal of one open document. The file is created by the first ``flush``."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._lock: QLockFile | None = None
        self._flusher: Flusher | None = None
        self._handle = -1
        self._size = 0
        self._waiting: list[bytes] = []

    @property
    def path(self) -> Path | None:
        """The path of the file, or None if the file does not exist yet."""
        return self._path

    @property
    def has_begun(self) -> bool:
        """Whether ``begin`` was called since the last ``close`` or ``remove``."""
        return self._handle >= 0 or bool(self._waiting)

    def begin(self, base: Mapping[str, Any]) -> None:
        """Queue the first line for the next ``flush``, and remove the lines that are already queued.

        Args:
            base: the record before the following edits, as returned by ``pack_record``, with the additional key
                ``cursor``. If the record has a file, the keys ``path``, ``index``, ``digest``, ``game_digest`` and
                ``encoding`` are also present. The values of these keys are described in ``StoredJournal``.
        """
        self._waiting = [_line({"kyvien-journal": VERSION, **base})]

    def append(self, kind: str, edit: Edit) -> None:
        """Queue an edit for the next ``flush``.

        Args:
            kind: ``do``, ``undo`` or ``redo``.
            edit: the edit that was applied. For an undo, this is the inverse of the undone edit.
        """
        self._waiting.append(_line({"kind": kind, **pack_edit(edit)}))

    def flush(self) -> None:
        """Write the queued lines with a single system call. The file is created if it does not exist yet.

        If only a part of the lines is written, a second write is tried to obtain the reason of the error. The part is
        then removed from the file.

        Raises:
            OSError: if the file cannot be created, or the lines cannot be written. The lines remain queued. Also if
                earlier lines could not be flushed to the disk.
        """
        if self._handle < 0:
            self._create()
        data = b"".join(self._waiting)
        written = 0
        try:
            written = os.write(self._handle, data)
            if written != len(data):
                # If the disk is full, only a part is written. The next call raises the error with its reason.
                os.write(self._handle, data[written:])
                raise OSError(0, "the line was written in part")
        except OSError:
            if written:
                with contextlib.suppress(OSError):
                    os.ftruncate(self._handle, self._size)
            raise
        self._size += len(data)
        self._waiting = []
        if self._flusher is not None:
            self._flusher.written()

    def _create(self) -> None:
        path = state_folder("journal") / f"{uuid.uuid4().hex}.jsonl"
        lock = _lock(path)
        if not lock.tryLock(0):
            # Qt does not give the reason, but a file of the same size has it.
            probe = path.with_suffix(".lock")
            try:
                probe.write_bytes(bytes(64))
            finally:
                probe.unlink(missing_ok=True)
            raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        try:
            self._handle = os.open(
                path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600
            )
        except OSError:
            lock.unlock()
            raise
        self._path, self._lock, self._size = path, lock, 0
        self._flusher = Flusher(self._handle, path.parent)

    def close(self) -> None:
        """Close the file without deleting it, so that the next session can recover the record."""
        if self._flusher is not None:
            self._flusher.close()
        if self._handle >= 0:
            os.close(self._handle)
        if self._lock is not None:
            self._lock.unlock()
        self._path, self._lock, self._flusher = None, None, None
        self._handle, self._size, self._waiting = -1, 0, []

    def remove(self) -> None:
        """Close and delete the file. Call this method when the record is saved or no longer needed."""
        path = self._path
        if self._flusher is not None:
            self._flusher.close(flush=False)
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
        if path is not None:
            with contextlib.suppress(OSError):
                path.unlink()
        self.close()


def _line(data: Mapping[str, Any]) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode("ascii") + b"\n"


def _lock(path: Path) -> QLockFile:
    lock = QLockFile(str(path) + ".lock")
    # A lock is stale only if its process no longer exists, never by its age.
    lock.setStaleLockTime(0)
    return lock


# --- finding ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StoredJournal:
    """The content of a journal.

    Attributes:
        base: the record before the first edit.
        entries: pairs ``(kind, edit)`` in the order in which the edits were applied.
        path: the file of the record, or None if it had no file.
        index: index of the record among the games of that file, from 0.
        digest: digest of the content of that file when it was last read or written, or an empty string without a file.
        game_digest: digest of the bytes of the record in that file, or an empty string if unknown.
        encoding: the encoding that the reader has chosen for that file, or None.
        cursor: the node at the cursor when the journal was started.
        damaged: whether a complete line could not be read or applied. ``entries`` ends before this line.
    """

    base: Record
    entries: tuple[tuple[str, Edit], ...]
    path: Path | None
    index: int
    digest: str
    game_digest: str
    encoding: str | None
    cursor: int
    damaged: bool


def recoverable() -> list[Path]:
    """Return the paths of the journals of this version that no window has locked, the least recently changed first.

    Journals without a complete first line are deleted, as are locks without a journal.
    """
    folder = journal_folder()
    found: list[tuple[float, Path]] = []
    for left in folder.glob("*.jsonl.lock") if is_folder(folder) else ():
        path = left.with_suffix("")
        lock = _lock(path)
        # The process was killed between deleting the journal and deleting the lock. ``unlock`` deletes the lock.
        if not path.exists() and lock.tryLock(0):
            lock.unlock()
    for path in folder.glob("*.jsonl") if is_folder(folder) else ():
        lock = _lock(path)
        if not lock.tryLock(0):
            continue
        try:
            with path.open("rb") as file:
                first = file.readline()
            if not first.endswith(b"\n"):
                path.unlink()
            elif json.loads(first).get("kyvien-journal") == VERSION:
                found.append((path.stat().st_mtime, path))
        except (OSError, ValueError, AttributeError, RecursionError):
            continue
        finally:
            lock.unlock()
    return [path for _, path in sorted(found)]


def read_journal(path: Path) -> StoredJournal:
    """Return the content of a journal, up to the first edit that cannot be read or applied.

    Raises:
        JournalError: if the file cannot be read, or is not a journal of this version.
    """
    try:
        lines = path.read_bytes().split(b"\n")
        head = json.loads(lines[0])
        if head["kyvien-journal"] != VERSION:
            raise JournalError("{path} was written by another version of the program", path=path)
        base = unpack_record(head)
        saved = head.get("path")
        digests = _text(head.get("digest", "")), _text(head.get("game_digest", ""))
        chosen = _text_or_none(head.get("encoding"))
        place = (None if saved is None else Path(saved), _whole(head.get("index", 0)), *digests, chosen)
        cursor = _whole(head.get("cursor", ROOT))
    except OSError as error:
        raise JournalError("{path} cannot be read: {reason}", path=path, reason=reason_of(error)) from None
    except JournalError:
        raise
    except Exception:  # noqa: BLE001 - a file may contain anything and cause any exception
        raise JournalError("{path} is not a Kỳ Viện journal", path=path) from None
    entries: list[tuple[str, Edit]] = []
    damaged = False
    record = base
    # The last element is empty, or an incomplete line if the process was killed while writing.
    for line in lines[1:-1]:
        try:
            data = json.loads(line)
            kind, edit = data["kind"], unpack_edit(data)
            if kind not in ("do", "undo", "redo"):
                raise ValueError(f"{kind!r} is not an operation on an edit")
            changed = edit.apply(record)
            changed.tree.check_changes(record.tree, edit.after)
            for cursor_at, tree in ((edit.cursor_before, record.tree), (edit.cursor_after, changed.tree)):
                if cursor_at is not None and cursor_at not in tree:
                    raise ValueError(f"the cursor is at node {cursor_at}, which does not exist")
            record = changed
            entries.append((kind, edit))
        except Exception:  # noqa: BLE001 - see above; the entries read so far are valid
            damaged = True
            break
    return StoredJournal(base, tuple(entries), *place, cursor if cursor in base.tree else ROOT, damaged)


def locked(path: Path) -> QLockFile:
    """Lock a journal and return the lock, which the caller must unlock.

    Raises:
        JournalError: if another window holds the lock.
    """
    lock = _lock(path)
    if not lock.tryLock(0):
        raise JournalError("another window is working on this record")
    return lock
