"""A file that grows is flushed at most once a second, in a thread; what was flushed survives a power cut."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core import flushing
from engine.core.flushing import Flusher

pytestmark = pytest.mark.unsanitized  # no compiled code


class Disk:
    """Counts the flushes of a file, and keeps what would be on the disk after a power cut: its content at a flush."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.path = path
        self.contents: list[bytes] = []
        self.threads: set[threading.Thread] = set()
        self.flushed = threading.Semaphore(0)
        self.error: OSError | None = None
        self._fsync = os.fsync
        monkeypatch.setattr(os, "fsync", self._flush)

    def _flush(self, descriptor: int) -> None:
        if not os.path.samestat(os.fstat(descriptor), self.path.stat()):
            self._fsync(descriptor)  # the folder
            return
        self.threads.add(threading.current_thread())
        # What is written while a flush is in progress may or may not be on the disk: it does not count.
        content = self.path.read_bytes()
        self._fsync(descriptor)
        self.contents.append(content)
        self.flushed.release()
        if self.error is not None:
            raise self.error

    def wait(self) -> None:
        """Wait until the next flush has ended."""
        assert self.flushed.acquire(timeout=60)


@pytest.fixture
def descriptor(tmp_path: Path) -> Iterator[int]:
    opened = os.open(tmp_path / "grows", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    yield opened
    os.close(opened)


@pytest.fixture
def disk(tmp_path: Path, descriptor: int, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(tmp_path / "grows", monkeypatch)


def test_many_writes_are_one_flush_in_another_thread(
    tmp_path: Path, descriptor: int, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flushing, "PAUSE_SECONDS", 3600.0)
    flusher = Flusher(descriptor, tmp_path)
    os.write(descriptor, b"0")
    flusher.written()
    disk.wait()
    for _ in range(100):
        os.write(descriptor, b"1")
        flusher.written()
    assert disk.contents == [b"0"], "at most once per pause"
    flusher.close()
    disk.wait()
    assert disk.contents == [b"0", b"0" + 100 * b"1"], "the last flush is made at once"
    assert threading.main_thread() not in disk.threads


def test_each_pause_is_followed_by_a_flush(
    tmp_path: Path, descriptor: int, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flushing, "PAUSE_SECONDS", 0.001)
    flusher = Flusher(descriptor, tmp_path)
    for number in range(1, 6):
        os.write(descriptor, b"x")
        flusher.written()
        while not disk.contents or len(disk.contents[-1]) < number:
            disk.wait()
    flusher.close()
    assert disk.contents[-1] == b"xxxxx"


def test_a_deleted_file_is_not_flushed(
    tmp_path: Path, descriptor: int, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flushing, "PAUSE_SECONDS", 3600.0)
    flusher = Flusher(descriptor, tmp_path)
    flusher.written()
    disk.wait()
    flusher.written()
    thread = flusher._thread
    assert thread is not None
    flusher.close(flush=False)
    thread.join(60)
    assert not thread.is_alive()
    assert len(disk.contents) == 1


def test_a_failed_flush_is_an_error_once(
    tmp_path: Path, descriptor: int, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flushing, "PAUSE_SECONDS", 0.001)
    flusher = Flusher(descriptor, tmp_path)
    disk.error = OSError(5, "Input/output error")
    flusher.written()
    thread = flusher._thread
    disk.wait()
    if thread is not None:
        thread.join(60)
    disk.error = None
    with pytest.raises(OSError, match="Input/output error"):
        flusher.written()
    flusher.written()
    flusher.close()
