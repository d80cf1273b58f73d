"""Reader of plugin files that does not block the window."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Signal

from engine.asking.plugin import PluginSpec
from engine.asking.process import Child, describe_plugin
from engine.core.errors import KyVienError
from studio.joining import Thread, join


class PluginReader(QObject):
    """Reader of plugin files. Each file is run in a child process, and a separate thread waits for the result."""

    read = Signal(object)
    """Emitted with a ``PluginSpec`` when a file has been read."""
    failed = Signal(str)
    """Emitted with an error message of one sentence when a file cannot be read or is not a plugin."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: list[_PluginThread] = []
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    def start(self, path: Path) -> None:
        """Start reading ``path``. ``read`` or ``failed`` is emitted when done, unless the reader is closed first."""
        thread = _PluginThread(path)
        thread.ended.connect(self._ended)
        self._threads.append(thread)
        thread.start()

    def close(self) -> None:
        """Kill the child processes, and wait for all threads (``join``). No signal is emitted afterwards."""
        for thread in self._threads:
            thread.cancel()
        join(self._threads)
        self._threads.clear()

    def _ended(self, thread: "_PluginThread") -> None:
        thread.wait()
        if thread in self._threads:
            self._threads.remove(thread)
            if thread.spec is not None:
                self.read.emit(thread.spec)
            else:
                self.failed.emit(thread.error)


class _PluginThread(Thread):
    ended = Signal(object)

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self.spec: PluginSpec | None = None
        self.error = ""
        self._child: Child | None = None
        self._is_cancelled = False

    def cancel(self) -> None:
        """Kill the child process, now or as soon as it is started. The method is thread-safe."""
        self._is_cancelled = True
        if self._child is not None:
            self._child.kill()

    def _on_start(self, child: Child) -> None:
        self._child = child
        if self._is_cancelled:
            child.kill()

    def run(self) -> None:
        """Read the plugin in a child process, and set ``spec``. If the plugin cannot be read, set ``error``."""
        try:
            self.spec = describe_plugin(self._path, on_start=self._on_start)
        except KyVienError as error:
            self.error = str(error)
        self.ended.emit(self)
