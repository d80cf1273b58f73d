"""Files are written wholly or not at all; links, modes, devices and pipes stay what they are."""

import contextlib
import errno
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.core import files
from engine.core.files import FileError, check_writable, read_bytes, reason_of, write_bytes, write_text
from engine.core.language import set_language

pytestmark = pytest.mark.unsanitized  # no compiled code

ROOT = Path(__file__).parents[3]
UNPRIVILEGED = 65534

posix = pytest.mark.skipif(sys.platform == "win32", reason="files of POSIX")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A folder in which nothing may be left over."""
    yield tmp_path
    assert [each.name for each in tmp_path.rglob("*") if each.name.endswith(".tmp")] == []


def run_unprivileged(work: Callable[[], None]) -> None:
    """Run ``work`` as a user whom permissions bind, in a separate process if this one is root's.

    Its exceptions are not seen here: it notes what happened in a file, or in what it leaves undone.
    """
    if os.geteuid() != 0:
        work()
        return
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.setgroups([])
            os.setgid(UNPRIVILEGED)
            os.setuid(UNPRIVILEGED)
            work()
            status = 0
        finally:
            os._exit(status)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def given(path: Path) -> None:
    """Let the unprivileged user own a file or folder."""
    if os.geteuid() == 0:
        os.chown(path, UNPRIVILEGED, UNPRIVILEGED)
        for parent in path.parents:  # pytest's folders are closed to others
            with contextlib.suppress(PermissionError):
                if not parent.stat().st_mode & stat.S_IXOTH:
                    parent.chmod(parent.stat().st_mode | stat.S_IXOTH)


def test_a_file_is_written_and_read_back(folder: Path) -> None:
    path = folder / "new.txt"
    write_bytes(path, b"\x00\xff\r\n")
    assert read_bytes(path) == b"\x00\xff\r\n"
    write_text(path, "cờ\nvua\r\n")
    assert path.read_bytes() == "cờ\nvua\r\n".encode()
    write_bytes(path, b"")
    assert path.read_bytes() == b""


@posix
@pytest.mark.parametrize("mask", [0o022, 0o077])
def test_a_new_file_has_the_mode_of_any_new_file(folder: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        write_bytes(folder / "ours", b"x")
        (folder / "theirs").write_bytes(b"x")
    finally:
        os.umask(before)
    assert (folder / "ours").stat().st_mode == (folder / "theirs").stat().st_mode


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_a_file_keeps_its_mode(folder: Path, mode: int) -> None:
    path = folder / "private"
    path.write_bytes(b"old")
    path.chmod(mode)
    write_bytes(path, b"new")
    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == mode


@posix
def test_a_file_keeps_its_owner(folder: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    path = folder / "theirs"
    path.write_bytes(b"old")
    path.chmod(0o4711)
    os.chown(path, UNPRIVILEGED, UNPRIVILEGED)
    path.chmod(0o4711)
    write_bytes(path, b"new")
    status = path.stat()
    assert path.read_bytes() == b"new"
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (UNPRIVILEGED, UNPRIVILEGED, 0o4711)


def test_a_reader_sees_the_old_file_or_the_new_one(folder: Path) -> None:
    path = folder / "file"
    path.write_bytes(b"old")
    with path.open("rb") as reader:
        write_bytes(path, b"new")
        assert reader.read() == b"old", "the file that was open is not touched"
    assert path.read_bytes() == b"new"


@posix
def test_links_are_followed_and_stay_links(folder: Path) -> None:
    (folder / "real").mkdir()
    real = folder / "real" / "a.txt"
    real.write_bytes(b"old")
    (folder / "inner").symlink_to(Path("real", "a.txt"))
    (folder / "outer").symlink_to("inner")
    write_bytes(folder / "outer", b"new")
    assert (folder / "outer").is_symlink() and (folder / "inner").is_symlink()
    assert real.read_bytes() == b"new"
    (folder / "dangling").symlink_to(Path("real", "b.txt"))
    write_bytes(folder / "dangling", b"made")
    assert (folder / "dangling").is_symlink()
    assert (folder / "real" / "b.txt").read_bytes() == b"made"
    (folder / "loop").symlink_to("loop")
    with pytest.raises(FileError):
        write_bytes(folder / "loop", b"x")


@posix
@pytest.mark.parametrize("new", [b"a new and longer text", b"new", b""])
def test_hard_links_stay_one_file(folder: Path, new: bytes) -> None:
    (folder / "one").write_bytes(b"old text")
    (folder / "two").hardlink_to(folder / "one")
    write_bytes(folder / "one", new)
    assert (folder / "two").read_bytes() == new
    assert (folder / "one").samefile(folder / "two")


@posix
def test_a_pipe_passes_the_bytes_on(folder: Path) -> None:
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    data = bytes(range(256)) * 1000  # more than a pipe holds
    write_bytes(pipe, data)
    reader.join(timeout=20)
    assert got == [data]
    assert pipe.is_fifo()


@posix
def test_a_device_is_not_replaced(folder: Path) -> None:
    device = folder / "null"
    if os.geteuid() == 0:
        try:
            os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
            device.open("wb").close()
        except OSError:
            pytest.skip("no devices can be made or used here")
    else:
        # Nothing can be renamed in /dev by this user, whatever the code does: what is tested is that it works.
        device = Path(os.devnull)
    write_bytes(device, b"gone")
    assert device.is_char_device()
    assert list(folder.iterdir()) in ([device], [])


@posix
def test_what_a_device_refuses_is_one_sentence(folder: Path) -> None:
    device = folder / "full"
    if os.geteuid() == 0:
        try:
            os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 7))
            device.open("wb").close()
        except OSError:
            pytest.skip("no devices can be made or used here")
    elif Path("/dev/full").is_char_device():
        device = Path("/dev/full")
    else:
        pytest.skip("no device that is always full")
    with pytest.raises(FileError) as caught:
        write_bytes(device, b"x" * 100_000)
    assert str(caught.value) == f"{device} cannot be written: the disk is full"
    assert device.is_char_device()


def test_a_folder_is_not_replaced(folder: Path) -> None:
    (folder / "sub").mkdir()
    with pytest.raises(FileError, match="sub cannot be written"):
        write_bytes(folder / "sub", b"x")
    with pytest.raises(FileError, match="sub cannot be read"):
        read_bytes(folder / "sub")
    assert (folder / "sub").is_dir()


def test_a_folder_in_place_of_a_file_is_named_as_such(folder: Path) -> None:
    """The reason was "a folder is where a file should be, or the other way round"."""
    with pytest.raises(FileError, match="it is a folder"):
        read_bytes(folder)
    (folder / "file").write_text("x", encoding="utf-8")
    with pytest.raises(FileError, match="a part of its path is not a folder"):
        read_bytes(folder / "file" / "inner")


def test_no_folder_is_made(folder: Path) -> None:
    path = folder / "none" / "x"
    with pytest.raises(FileError) as caught:
        write_bytes(path, b"x")
    assert str(caught.value) == f"{path} cannot be written: the file or folder does not exist; nothing was changed"
    with pytest.raises(FileError, match="x cannot be read: the file or folder does not exist"):
        read_bytes(path)
    assert list(folder.iterdir()) == []


PROGRAM = """
import sys
from pathlib import Path
from engine.core.files import write_bytes
print("before")
write_bytes(Path(sys.argv[1]), b"whole\\n")
print("after")
"""


@posix
@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="no name for the standard output")
@pytest.mark.parametrize("kind", ["file", "pipe"])
def test_the_standard_output_gets_its_text_in_turn(folder: Path, kind: str) -> None:
    """In a folder of our own: should the link be replaced, it is not that of the system."""
    name = folder / "stdout"
    name.symlink_to("/dev/stdout")
    with (folder / "out").open("w+b") as out:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(name)],
            stdout=out if kind == "file" else subprocess.PIPE,
            cwd=ROOT,
            check=True,
        )
        out.seek(0)
        assert (out.read() if kind == "file" else done.stdout) == b"before\nwhole\nafter\n"
    assert name.is_symlink()
    assert (folder / "out").is_file()


def _full(path: object, *_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_keeps_what_was_there(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "a.txt"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", _full)
    with pytest.raises(FileError) as caught:
        write_bytes(path, b"new")
    assert str(caught.value) == f"{path} cannot be written: the disk is full; nothing was changed"
    assert path.read_bytes() == b"old"
    with pytest.raises(FileError):
        write_bytes(folder / "b.txt", b"new")
    assert list(folder.iterdir()) == [path]


LIMITED = """
import resource, signal, sys
from pathlib import Path
from engine.core.files import FileError, write_bytes
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
try:
    write_bytes(Path(sys.argv[1]), b"x" * 3000)
except FileError as error:
    print(error)
"""


@posix
@pytest.mark.parametrize("kind", ["replaced", "in place"])
def test_a_file_that_grows_too_large_keeps_what_was_there(folder: Path, kind: str) -> None:
    path = folder / "a.txt"
    path.write_bytes(b"old" * 100)
    if kind == "in place":
        (folder / "b.txt").hardlink_to(path)
    names = sorted(folder.iterdir())
    done = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout == f"{path} cannot be written: the file would be too large; nothing was changed\n"
    assert path.read_bytes() == b"old" * 100
    assert sorted(folder.iterdir()) == names


def test_a_file_that_cannot_be_restored_is_not_reported_as_unchanged(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = folder / "a.txt"
    path.write_bytes(b"old")
    (folder / "b.txt").hardlink_to(path)
    monkeypatch.setattr(files, "_fill", _full)
    with pytest.raises(FileError) as caught:
        write_bytes(path, b"new")
    assert str(caught.value) == f"{path} cannot be written: the disk is full"


def test_an_interruption_leaves_nothing_behind(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "a.txt"
    path.write_bytes(b"old")

    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(folder.iterdir()) == [path]
    (folder / "b.txt").hardlink_to(path)
    with pytest.raises(KeyboardInterrupt):
        write_bytes(path, b"new")
    assert path.read_bytes() == b"old"


def test_the_bytes_are_on_the_disk_before_the_file_is_renamed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def syncing(descriptor: int) -> None:
        kind = "folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "file"
        steps.append(f"{kind} of {os.fstat(descriptor).st_size}" if kind == "file" else kind)
        fsync(descriptor)

    def renaming(self: Path, target: Path) -> Path:
        steps.append("rename")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(Path, "replace", renaming)
    write_bytes(folder / "a.txt", b"12345")
    assert steps[:2] == ["file of 5", "rename"]
    assert steps[2:] == (["folder"] if sys.platform != "win32" else [])


@posix
def test_a_file_in_a_folder_that_is_closed_is_written_in_place(folder: Path) -> None:
    closed = folder / "closed"
    closed.mkdir()
    path = closed / "a.txt"
    path.write_bytes(b"old text")
    given(path)
    closed.chmod(0o555)
    inode = path.stat().st_ino
    try:
        run_unprivileged(lambda: write_bytes(path, b"new"))
        assert path.read_bytes() == b"new"
        assert path.stat().st_ino == inode
        assert list(closed.iterdir()) == [path]
    finally:
        closed.chmod(0o755)


@posix
def test_a_file_of_another_owner_is_written_in_place(folder: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can make a file of another owner")
    path = folder / "a.txt"
    path.write_bytes(b"old")
    path.chmod(0o666)
    given(folder)
    run_unprivileged(lambda: write_bytes(path, b"new"))
    assert path.read_bytes() == b"new"
    assert path.stat().st_uid == 0
    assert list(folder.iterdir()) == [path]


@posix
def test_a_file_that_must_not_be_written_is_not_replaced(folder: Path) -> None:
    path, told = folder / "a.txt", folder / "told"
    path.write_bytes(b"old")
    path.chmod(0o444)
    given(path)
    given(folder)

    def work() -> None:
        try:
            write_bytes(path, b"new")
        except FileError as error:
            told.write_text(str(error))

    run_unprivileged(work)
    assert told.read_text() == f"{path} cannot be written: permission denied; nothing was changed"
    assert path.read_bytes() == b"old"


@posix
def test_a_file_that_a_container_has_mounted_is_written_in_place(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(self: Path, target: Path) -> Path:
        raise OSError(errno.EBUSY, "Device or resource busy")

    path = folder / "a.txt"
    path.write_bytes(b"old")
    monkeypatch.setattr(Path, "replace", busy)
    write_bytes(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(folder.iterdir()) == [path]


def test_reasons_are_in_the_language_in_use() -> None:
    set_language("vi")
    assert reason_of(OSError(errno.ENOENT, "No such file or directory")) == "không có tệp hay thư mục này"
    assert reason_of(OSError(errno.EDOM, "something else")) == "something else"
    assert reason_of(OSError()) == "OSError"


# --- checks before hours of work -------------------------------------------------------------------------------------


def test_checking_a_file_changes_nothing(folder: Path) -> None:
    (folder / "old").write_text("before")
    (folder / "link").symlink_to(folder / "new")
    stamp = (folder / "old").stat().st_mtime_ns
    for name in ("old", "new", "link"):
        check_writable(folder / name)
    assert sorted(each.name for each in folder.iterdir()) == ["link", "old"]
    assert not (folder / "new").exists()
    assert (folder / "old").read_text() == "before"
    assert (folder / "old").stat().st_mtime_ns == stamp


@posix
def test_checking_a_pipe_does_not_wait_for_a_reader(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    check_writable(folder / "pipe")
    check_writable(Path("/dev/stdout"))


def test_a_file_that_cannot_be_written_is_refused_beforehand(folder: Path) -> None:
    for path in (folder, folder / "none" / "x", folder / ("x" * 300)):
        with pytest.raises(FileError, match=r"cannot be written: .*; nothing was changed"):
            check_writable(path)


@posix
def test_a_read_only_file_or_folder_is_refused_beforehand(folder: Path) -> None:
    (folder / "old").write_text("before")
    (folder / "old").chmod(0o444)
    (folder / "closed").mkdir()
    given(folder)
    given(folder / "old")
    given(folder / "closed")
    (folder / "closed").chmod(0o555)

    def work() -> None:
        for path in (folder / "old", folder / "closed" / "x"):
            with pytest.raises(FileError, match="permission denied"):
                check_writable(path)

    run_unprivileged(work)


def test_a_private_file_stays_private_while_it_is_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, modes = folder / "a.txt", list[int]()
    path.write_bytes(b"old")
    path.chmod(0o640)
    opened = os.open

    def see(name: Path, flags: int, mode: int = 0o777) -> int:
        descriptor = opened(name, flags, mode)
        modes.append(stat.S_IMODE(os.fstat(descriptor).st_mode))
        return descriptor

    monkeypatch.setattr(os, "open", see)
    write_bytes(path, b"new")
    assert modes[0] == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


@pytest.mark.parametrize("name", ["a\0b.pgn", "\ud800.pgn"], ids=["null", "surrogate"])
def test_a_name_that_no_file_can_have_is_one_sentence(folder: Path, name: str) -> None:
    for write in (lambda path: write_bytes(path, b""), check_writable):
        with pytest.raises(FileError, match=r"cannot be written: this is not a valid name of a file; nothing was"):
            write(folder / name)
    with pytest.raises(FileError, match="cannot be read"):
        read_bytes(folder / name)
    with pytest.raises(FileError, match="its name is too long"):
        write_bytes(folder / ("a" * 300), b"")


def test_a_file_that_fails_its_check_is_unchanged(folder: Path) -> None:
    path = folder / "a.txt"
    path.write_bytes(b"old")
    second = folder / "b.txt"
    os.link(path, second)  # such a file is written in place

    def refuse() -> None:
        raise FileError("no")

    for each in (path, folder / "new.txt"):
        with pytest.raises(FileError, match="no"):
            write_bytes(each, b"new", refuse)
    second.unlink()
    with pytest.raises(FileError, match="no"):
        write_bytes(path, b"new", refuse)
    assert path.read_bytes() == b"old"
    assert list(folder.iterdir()) == [path]
