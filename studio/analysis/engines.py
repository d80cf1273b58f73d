"""The list of configured external engines, stored in the settings, and the detection of an engine's protocol.

An ``EngineSpec`` is created only from the settings or from a program that the user chose. Records, journals and pasted
text can contain the name of an engine, but cannot start a program.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Signal

from engine.asking.detection import describe_engine
from engine.asking.external import Engine, EngineSpec, StoppedError
from engine.core.errors import KyVienError
from engine.picture import colors
from engine.search.search import Stop, algorithms
from studio.joining import Thread, join
from studio.look import marks
from studio.settings import Settings


class EngineList(QObject):
    """The configured engines, with unique names.

    Args:
        settings: the settings in which the engines are stored, or None if they are not stored.
        parent: parent object.
    """

    changed = Signal()
    """Emitted when an engine is added, removed or configured differently."""

    def __init__(self, settings: Settings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._engines: list[EngineSpec] = []
        if settings is not None:
            self._engines = _read(settings.engines)
            self._color()

    @property
    def engines(self) -> list[EngineSpec]:
        """The engines in order, as a new list."""
        return list(self._engines)

    def find(self, name: str) -> EngineSpec | None:
        """Return the engine called ``name``, or None if there is none."""
        return next((each for each in self._engines if each.name == name), None)

    def free_name(self, name: str) -> str:
        """Return a name based on ``name`` that no engine or algorithm has, with a number appended if needed.

        The characters ``:;@=`` are replaced by spaces. An empty name is replaced by ``engine``.
        """
        # These characters separate a name from parameters and limits in the names of players.
        base = "".join(" " if letter in ":;@=" else letter for letter in name).strip() or "engine"
        taken = {each.name for each in self._engines} | set(algorithms())
        made, number = base, 1
        while made in taken:
            number += 1
            made = f"{base} {number}"
        return made

    def put(self, spec: EngineSpec, replaced: str = "") -> None:
        """Add an engine, or replace the one called ``replaced``.

        Args:
            spec: the engine.
            replaced: name of the engine to replace, or an empty string for the one with the name of ``spec``.
        """
        name = replaced or spec.name
        at = next((index for index, each in enumerate(self._engines) if each.name == name), len(self._engines))
        self._engines[at : at + 1] = [spec]
        self._keep()

    def remove(self, name: str) -> None:
        """Remove the engine called ``name``, if there is one."""
        self._engines = [each for each in self._engines if each.name != name]
        self._keep()

    def _keep(self) -> None:
        if self._settings is not None:
            self._settings.engines = json.dumps([each.to_dict() for each in self._engines])
        self._color()
        self.changed.emit()

    def _color(self) -> None:
        """Give each engine a colour that no other row has."""
        colors.allot(each.name for each in self._engines)
        marks.mark_icon.cache_clear()


def _read(text: str) -> list[EngineSpec]:
    """Return the engines in a text written by ``EngineList``. Entries that are invalid or repeat a name are skipped."""
    engines: list[EngineSpec] = []
    try:
        kept = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return []
    for each in kept if isinstance(kept, list) else []:
        try:
            spec = EngineSpec.from_dict(each)
        except (KyVienError, KeyError, TypeError, ValueError, AttributeError, OverflowError):
            continue
        if spec.name not in {known.name for known in engines}:
            engines.append(spec)
    return engines


@dataclass(frozen=True)
class Asked:
    """A program whose protocol and options are to be detected.

    Attributes:
        program: path of the program, or a name found on the search path.
        arguments: the command-line arguments of the program.
        protocol: name of the protocol, or an empty string to try every protocol.
    """

    program: str
    arguments: Sequence[str] = ()
    protocol: str = ""


class EngineReader(QObject):
    """Detector of the protocol and the options of a program. At most one detection runs at a time, in a thread."""

    read = Signal(object)
    """Emitted with an ``EngineSpec`` when a detection succeeds.

    The name of the spec is the name that the engine reports, or the file name of the program if it reports none.
    """
    failed = Signal(str)
    """Emitted with an error message of one sentence when a detection fails."""
    trying = Signal(str)
    """Emitted with the title of the protocol being tried."""
    changed = Signal()
    """Emitted when a detection starts or ends."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: _DetectionThread | None = None
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    @property
    def is_reading(self) -> bool:
        """Whether a detection is in progress."""
        return self._thread is not None

    def start(self, asked: Asked) -> None:
        """Cancel the detection in progress, if any, and start another.

        ``read`` or ``failed`` is emitted when the new detection ends, unless it is cancelled.
        """
        self.close()
        self._thread = _DetectionThread(asked)
        self._thread.ended.connect(self._ended)
        self._thread.trying.connect(self._tries)
        self._thread.start()
        self.changed.emit()

    def close(self) -> None:
        """Cancel the detection in progress, if any, so that neither ``read`` nor ``failed`` is emitted.

        The program is killed, and the call waits for the thread (``join``).
        """
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.cancel()
            join([thread])
            self.changed.emit()

    def _tries(self, thread: "_DetectionThread", title: str) -> None:
        if thread is self._thread:
            self.trying.emit(title)

    def _ended(self, thread: "_DetectionThread") -> None:
        thread.wait()
        if thread is not self._thread:
            return
        self._thread = None
        self.changed.emit()
        if thread.spec is not None:
            self.read.emit(thread.spec)
        elif thread.error:
            self.failed.emit(thread.error)


class _DetectionThread(Thread):
    ended = Signal(object)
    trying = Signal(object, str)

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        self._asked = asked
        self.spec: EngineSpec | None = None
        self.error = ""
        self._stop = Stop()
        self._engine: Engine | None = None

    def cancel(self) -> None:
        """Kill the program, now or as soon as it is started. The method is thread-safe."""
        self._stop.request()
        if self._engine is not None:
            self._engine.kill()

    def _on_start(self, engine: Engine) -> None:
        self._engine = engine
        self.trying.emit(self, engine.client.title)
        if self._stop.requested:
            engine.kill()

    def run(self) -> None:
        """Start the program. Set ``spec`` to the detected engine, or ``error`` to the reason if the detection fails.

        Neither is set if the detection is stopped.
        """
        asked = self._asked
        try:
            self.spec, _ = describe_engine(
                "", asked.program, asked.arguments, asked.protocol, stop=self._stop, on_start=self._on_start
            )
        except KyVienError as error:
            self.error = str(error)
        except StoppedError:
            pass
        self.ended.emit(self)
