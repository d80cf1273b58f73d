"""Finding out what a plugin file holds without the window waiting for it."""

from pathlib import Path

from PySide6.QtCore import QObject, QThread, Signal

from engine.arena.plugin import PluginSpec
from engine.arena.process import describe_plugin
from engine.core.errors import KyVienError


class PluginReader(QObject):
    """Reads plugin files, one after the other; each is run in a child process."""

    read = Signal(object)
    """A ``PluginSpec``."""
    failed = Signal(str)
    """One sentence: why a file is no plugin."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: list[_Thread] = []

    def start(self, path: Path) -> None:
        """Read ``path``; ``read`` or ``failed`` follows."""
        thread = _Thread(path)
        thread.ended.connect(self._ended)
        self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        """Wait for what is being read (at most ten seconds); nothing more is sent."""
        for thread in self._threads:
            thread.wait()
        self._threads.clear()

    def _ended(self, thread: "_Thread") -> None:
        thread.wait()
        if thread in self._threads:
            self._threads.remove(thread)
            if thread.spec is not None:
                self.read.emit(thread.spec)
            else:
                self.failed.emit(thread.error)


class _Thread(QThread):
    ended = Signal(object)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self.spec: PluginSpec | None = None
        self.error = ""

    def run(self) -> None:
        """Ask a child process."""
        try:
            self.spec = describe_plugin(self._path)
        except KyVienError as error:
            self.error = str(error)
        self.ended.emit(self)
