"""The engines of other people that the user configured: a list kept in the settings, and finding out what one is.

Nothing else in the studio makes an ``EngineSpec``: records, journals and pasted text can name an engine, never start a
program.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, QThread, Signal

from engine.analysis.external import Engine, EngineSpec, StoppedError, describe_engine
from engine.core.errors import KyVienError
from engine.search.search import Stop, algorithms
from studio.analysis.qprocess_carrier import QProcessCarrier
from studio.settings import Settings


class EngineList(QObject):
    """Configured engines, each under a name of its own.

    Args:
        settings: where they are kept; None: nowhere.
        parent: owner.
    """

    changed = Signal()
    """There are others, or one is configured otherwise."""

    def __init__(self, settings: Settings | None = None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._engines: list[EngineSpec] = []
        if settings is not None:
            self._engines = _read(settings.engines)

    @property
    def engines(self) -> list[EngineSpec]:
        """All of them, in order (a copy)."""
        return list(self._engines)

    def find(self, name: str) -> EngineSpec | None:
        """The engine called ``name``."""
        return next((each for each in self._engines if each.name == name), None)

    def free_name(self, name: str) -> str:
        """``name``, or with a number behind it where an engine or an algorithm has it already."""
        # What separates a name from parameters and limits in the names of players.
        base = "".join(" " if letter in ":;@=" else letter for letter in name).strip() or "engine"
        taken = {each.name for each in self._engines} | set(algorithms())
        made, number = base, 1
        while made in taken:
            number += 1
            made = f"{base} {number}"
        return made

    def put(self, spec: EngineSpec, replaced: str = "") -> None:
        """Add an engine, or put it in the place of the one called ``replaced`` or like itself."""
        name = replaced or spec.name
        at = next((index for index, each in enumerate(self._engines) if each.name == name), len(self._engines))
        self._engines[at : at + 1] = [spec]
        self._keep()

    def remove(self, name: str) -> None:
        """One engine less."""
        self._engines = [each for each in self._engines if each.name != name]
        self._keep()

    def _keep(self) -> None:
        if self._settings is not None:
            self._settings.engines = json.dumps([each.to_dict() for each in self._engines])
        self.changed.emit()


def _read(text: str) -> list[EngineSpec]:
    """What ``EngineList`` wrote; an engine that cannot be read is left out."""
    engines: list[EngineSpec] = []
    try:
        kept = json.loads(text or "[]")
    except ValueError:
        return []
    for each in kept if isinstance(kept, list) else []:
        try:
            spec = EngineSpec.from_dict(each)
        except (KyVienError, KeyError, TypeError, ValueError):
            continue
        if spec.name not in {known.name for known in engines}:
            engines.append(spec)
    return engines


@dataclass(frozen=True)
class Asked:
    """What to find out about.

    Attributes:
        program: the program.
        arguments: its arguments.
        protocol: what it speaks; empty: try each.
    """

    program: str
    arguments: Sequence[str] = ()
    protocol: str = ""


class EngineReader(QObject):
    """Finds out what programs are, one at a time, each in a process; the window waits for nothing."""

    read = Signal(object)
    """An ``EngineSpec`` under the engine's own name."""
    failed = Signal(str)
    """One sentence: why a program is no engine."""
    trying = Signal(str)
    """The title of the protocol that a program is spoken to in now."""
    changed = Signal()
    """It began or ended."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: _DetectionThread | None = None
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.close)

    @property
    def is_reading(self) -> bool:
        """Whether it waits for a program."""
        return self._thread is not None

    def start(self, asked: Asked) -> None:
        """Find out about a program; what was under way is given up. ``read`` or ``failed`` follows."""
        self.close()
        self._thread = _DetectionThread(asked)
        self._thread.ended.connect(self._ended)
        self._thread.trying.connect(self._tries)
        self._thread.start()
        self.changed.emit()

    def close(self) -> None:
        """Give up; nothing more is sent."""
        thread, self._thread = self._thread, None
        if thread is not None:
            thread.give_up()
            thread.wait()
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


class _DetectionThread(QThread):
    ended = Signal(object)
    trying = Signal(object, str)

    def __init__(self, asked: Asked) -> None:
        super().__init__()
        self._asked = asked
        self.spec: EngineSpec | None = None
        self.error = ""
        self._stop = Stop()
        self._engine: Engine | None = None

    def give_up(self) -> None:
        """Kill the program, now or as soon as there is one."""
        self._stop.request()
        if self._engine is not None:
            self._engine.kill()

    def _meet(self, engine: Engine) -> None:
        self._engine = engine
        self.trying.emit(self, engine.client.title)
        if self._stop.requested:
            engine.kill()

    def run(self) -> None:
        """Start it and ask."""
        asked = self._asked
        try:
            self.spec, _ = describe_engine(
                "",
                asked.program,
                asked.arguments,
                asked.protocol,
                stop=self._stop,
                on_start=self._meet,
                start=QProcessCarrier,
            )
        except KyVienError as error:
            self.error = str(error)
        except StoppedError:
            pass
        self.ended.emit(self)
