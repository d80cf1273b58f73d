"""Two programs that save different games of one file at the same time lose nothing."""

import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from engine.core import files
from engine.core.files import FileError, file_lock
from studio.document.document import Document
from studio.document.saving import ChangedOutsideError

GAME = '[Game "chess"]\n[Event "{event}"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 *\n'
ROUNDS = 60

SAVING = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from tests.studio.document.test_two_programs import save_rounds
application = QCoreApplication([])
save_rounds(Path(sys.argv[1]), int(sys.argv[2]))
"""

HOLDING = """
import sys, time
from pathlib import Path
from engine.core.files import file_lock
with file_lock(Path(sys.argv[1])) as is_locked:
    print(is_locked, flush=True)
    time.sleep(600)
"""


def save_rounds(path: Path, index: int) -> None:
    """Open, edit and save one game of a file again and again, and write a line on what was saved, refused or lost."""
    document, rng = Document(), random.Random(index)
    for number in range(ROUNDS):
        event = f"program {index}, round {number}"
        document.open(path, index)
        document.set_headers({"Event": event})
        time.sleep(rng.random() * 0.005)
        try:
            assert document.save()
        except ChangedOutsideError:
            sys.stdout.write("refused\n")
        else:
            # The other program saves its own game only, so that this one stays until the next round.
            text = path.read_text(encoding="utf-8")
            sys.stdout.write("saved\n" if event in text else f"lost: {event}\n")


def test_no_saved_game_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "games.pgn"
    path.write_text("\n".join(GAME.format(event=f"game {k}") for k in range(2)), encoding="utf-8")
    both = [
        subprocess.Popen([sys.executable, "-c", SAVING, str(path), str(k)], stdout=subprocess.PIPE, text=True)
        for k in range(2)
    ]
    lines = [line for each in both for line in each.communicate()[0].splitlines()]
    assert [each.returncode for each in both] == [0, 0]
    assert len(lines) == 2 * ROUNDS
    assert [line for line in lines if line.startswith("lost")] == []
    assert lines.count("saved") >= ROUNDS // 2
    assert list(tmp_path.iterdir()) == [path], "no lock file is left"


def test_the_lock_of_a_killed_program_is_taken_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.pgn"
    path.write_text(GAME, encoding="utf-8")
    document = Document()
    document.open(path)
    document.set_comment(0, "mine")
    holder = subprocess.Popen([sys.executable, "-c", HOLDING, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "True\n"
        monkeypatch.setattr(files, "LOCK_SECONDS", 0.05)
        with pytest.raises(FileError, match="another program is saving it at this moment"):
            document.save()
        assert path.read_text(encoding="utf-8") == GAME
        assert document.is_modified
    finally:
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
    assert sorted(each.name for each in tmp_path.iterdir()) == [".games.pgn.lock", "games.pgn"]
    assert document.save()
    assert "{mine}" in path.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [path]


def test_a_change_between_reading_and_renaming_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that does not lock, such as an editor, writes the file while it is being saved."""
    path = tmp_path / "games.pgn"
    path.write_text(GAME, encoding="utf-8")
    document = Document()
    document.open(path)
    document.set_comment(0, "mine")
    fsync = files.os.fsync

    def change(descriptor: int) -> None:
        fsync(descriptor)
        if threading.current_thread() is not threading.main_thread():
            return  # the journal is being flushed
        path.write_text(GAME + "\n" + GAME, encoding="utf-8")

    monkeypatch.setattr(files.os, "fsync", change)
    with pytest.raises(ChangedOutsideError):
        document.save()
    monkeypatch.undo()
    assert path.read_text(encoding="utf-8") == GAME + "\n" + GAME
    assert list(tmp_path.iterdir()) == [path]
    assert document.is_modified


def test_a_lock_of_a_deleted_file_is_not_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between opening and locking the lock file, its holder deletes it, and a third program makes another one."""
    path, place = tmp_path / "a", tmp_path / ".a.lock"
    opened = files._open_lock
    seen: list[int | None] = []

    def open_late(wanted: Path) -> int | None:
        descriptor = opened(wanted)
        if not seen:
            place.unlink()
            place.touch()
        seen.append(descriptor)
        return descriptor

    monkeypatch.setattr(files, "_open_lock", open_late)
    with file_lock(path) as is_locked:
        assert is_locked
        assert len(seen) == 2, "the file was opened again"
        assert files._is_same(seen[1] or -1, place)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["read-only", "link", "device"])
def test_where_there_can_be_no_lock_none_is_held(tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("/dev/null") if kind == "device" else tmp_path / "a.pgn"
    if kind == "link":
        (tmp_path / ".a.pgn.lock").symlink_to(tmp_path / "elsewhere")
    elif kind == "read-only":

        def refuse(*_: object) -> int:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(files.os, "open", refuse)
    with file_lock(path) as is_locked:
        assert not is_locked
    assert not (tmp_path / "elsewhere").exists()
