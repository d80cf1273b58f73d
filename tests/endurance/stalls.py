"""Measurement of the time for which the event loop of the window's thread is blocked, and of the code that does it."""

import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from PySide6.QtCore import QAbstractEventDispatcher, QObject
from PySide6.QtWidgets import QApplication

from studio.look import palette

ROOT = Path(__file__).parents[2]
LIMIT_SECONDS = 0.1
"""CPU time of the window's thread, without reading input in between, above which there is a stall."""
TICK_SECONDS = 0.01
SAMPLED_SECONDS = 0.01
"""CPU time after which the stack of a part is sampled."""
THEME = "studio/look/style.py:_dress"
"""The function that changes the theme. It may not be in a sample, because Qt polishes widgets without leaving it."""

Stack = tuple[str, ...]


@dataclass(frozen=True)
class Allowed:
    """A stall that may be longer than ``LIMIT_SECONDS``.

    Attributes:
        name: name in the table.
        place: a function that was called in the stall, as ``path:function``, or the action of the monkey.
        seconds: the limit for its CPU time, or None for no limit.
    """

    name: str
    place: str
    seconds: float | None


ALLOWED = (
    Allowed("opening of a window", "studio/window/main_window.py:__init__", None),
    Allowed("opening of a window", "tests/endurance/gestures.py:open_window", None),
    # The passes in which Qt polishes and paints the first window, without a function of the studio.
    Allowed("opening of a window", "open: first window", None),
    Allowed("file over 1 MB", "tests/endurance/gestures.py:open_large_file", None),
    # Qt polishes every widget of every window: 0.3 s for a window whose four workspaces have been shown.
    Allowed("change of the theme", THEME, 0.3),
    Allowed("change of the theme", "studio/window/appearance.py:set_theme", 0.3),
    # A page has up to 500 widgets, of which 40 are boards.
    Allowed("page of the guide", "studio/guide/page.py:show_page", 0.3),
    Allowed("page of the guide", "studio/guide/window.py:_show", 0.3),
    # Modules that are imported at the first use.
    Allowed("dialog for a new game", "studio/window/openers.py:new_game", 0.2),
    # A page of 200 widgets, and Qt polishes and lays out each of them.
    Allowed("first showing of a workspace", "studio/window/workspaces.py:__getitem__", 0.2),
    Allowed("first showing of the lessons", "studio/window/openers.py:learn", 0.2),
    # All texts of all windows.
    Allowed("change of the language", "studio/widgets/retranslated.py:changeEvent", 0.15),
    # It imports numpy.
    Allowed("first tree", "engine/searchtree/columns.py:<module>", 0.4),
    # The garbage collection of the test itself.
    Allowed("measurement", "tests/endurance/monkey.py:measure", None),
)
"""The stalls that are allowed, each with its place."""
WINDOW = 900
"""Number of widgets of a window whose four workspaces have been shown. Limits are for one window."""
LOAD = 1.5
"""Factor of the limits for a machine that also does other work, because caches and cores are shared."""


@dataclass(frozen=True)
class Stall:
    """A part of the event loop that took more CPU time than ``LIMIT_SECONDS``.

    Attributes:
        cpu: CPU time of the window's thread in seconds.
        wall: elapsed time in seconds.
        action: the action of the monkey in this part, or the last one before it.
        stack: the functions in the most frequent sample, the outermost first, each as ``path:function``.
        widgets: number of widgets of the application.
        places: the functions in all samples, each as ``path:function``.
    """

    cpu: float
    wall: float
    action: str
    stack: Stack
    widgets: int = 0
    places: Stack = ()

    @property
    def allowed(self) -> Allowed | None:
        """The entry of ``ALLOWED`` for this stall, or None."""
        return next((each for each in ALLOWED if each.place in self.places or each.place == self.action), None)

    @property
    def place(self) -> str:
        """The outermost and the innermost function of the studio in the stack."""
        own = [each for each in self.stack if each.startswith(("studio/", "engine/"))]
        if not own:
            return "Qt"
        return own[0] if own[0] == own[-1] else f"{own[0]} … {own[-1]}"

    @property
    def is_fault(self) -> bool:
        """Whether it is longer than allowed."""
        limit = LIMIT_SECONDS if self.allowed is None else self.allowed.seconds
        return limit is not None and self.cpu > LOAD * limit * max(1.0, self.widgets / WINDOW)


@dataclass
class _Pass:
    cpu: float
    wall: float
    action: str
    acts: bool = False
    themes: int = field(default_factory=palette.changes)
    samples: list[Stack] = field(default_factory=list)


class StallMeter(QObject):
    """Object that measures the parts of the event loop of the current thread, and samples the stack of long ones.

    Input is read before every action of the monkey. A part is therefore an action with the events that it posted, such
    as those that paint, or else a pass of the event loop. The events are processed at the begin of the next pass,
    before the next action, which must not be blamed for them.

    Attributes:
        stalls: the stalls so far.
        passes: number of parts.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stalls: list[Stall] = []
        self.passes = 0
        self._thread = threading.main_thread().ident
        assert self._thread is not None
        self._clock = time.pthread_getcpuclockid(self._thread)
        self._pass = _Pass(time.clock_gettime(self._clock), time.monotonic(), "")
        self._ended = threading.Event()
        self._sampler = threading.Thread(target=self._sample, name="sampler of stalls", daemon=True)
        dispatcher = QAbstractEventDispatcher.instance()
        assert dispatcher is not None
        dispatcher.awake.connect(self._awake)
        self._sampler.start()

    def close(self) -> None:
        """Stop measuring."""
        dispatcher = QAbstractEventDispatcher.instance()
        if dispatcher is not None:
            dispatcher.awake.disconnect(self._awake)
        self._ended.set()
        self._sampler.join()

    def begin(self) -> None:
        """Begin an action. Call ``name`` when it is known what it does."""
        self._cut(acts=True)

    def name(self, action: str) -> None:
        """Set the description of the action, which is also that of the following passes."""
        self._pass.action = action

    def _awake(self) -> None:
        if self._pass.acts:
            # What the action posted follows.
            self._pass.acts = False
        else:
            self._cut(acts=False)

    def _cut(self, *, acts: bool) -> None:
        """End the measurement of a part, and begin that of the next one."""
        cpu, wall, last = time.clock_gettime(self._clock), time.monotonic(), self._pass
        self.passes += 1
        self._pass = _Pass(cpu, wall, last.action, acts)
        if cpu - last.cpu > LIMIT_SECONDS:
            stack = Counter(last.samples).most_common(1)[0][0] if last.samples else ()
            places = {place for sample in last.samples for place in sample}
            if palette.changes() != last.themes:
                places.add(THEME)
            widgets = len(QApplication.allWidgets())
            self.stalls.append(
                Stall(cpu - last.cpu, wall - last.wall, last.action, stack, widgets, tuple(sorted(places)))
            )

    def _sample(self) -> None:
        while not self._ended.wait(TICK_SECONDS):
            now = self._pass
            if time.clock_gettime(self._clock) - now.cpu > SAMPLED_SECONDS and len(now.samples) < 1000:
                now.samples.append(_stack_of(sys._current_frames().get(self._thread or 0)))


def _stack_of(frame: FrameType | None) -> Stack:
    """Return the functions of this repository in a stack, the outermost first."""
    found = []
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT):
            found.append(f"{path.relative_to(ROOT).as_posix()}:{frame.f_code.co_name}")
        frame = frame.f_back
    return tuple(reversed(found))


def faults_of(stalls: Sequence[Stall]) -> list[Stall]:
    """Return the stalls that are longer than allowed."""
    return [each for each in stalls if each.is_fault]


def table(stalls: Sequence[Stall]) -> list[str]:
    """Return the lines of a table of stalls by place, the longest first."""
    places: dict[tuple[str, str], list[Stall]] = {}
    for stall in stalls:
        name = stall.allowed.name if stall.allowed is not None else ""
        places.setdefault((name, stall.place), []).append(stall)
    lines = [f"{'count':>6} {'cpu max':>8} {'cpu mean':>9} {'wall max':>9}  allowed as; place; action of the longest"]
    for (name, place), each in sorted(places.items(), key=lambda item: -max(stall.cpu for stall in item[1])):
        longest = max(each, key=lambda stall: stall.cpu)
        mean = sum(stall.cpu for stall in each) / len(each)
        lines.append(
            f"{len(each):>6} {longest.cpu:>7.2f}s {mean:>8.2f}s {max(stall.wall for stall in each):>8.2f}s  "
            f"{name or '-'}; {place}; {longest.action[:70]}, {longest.widgets} widgets"
        )
    return lines
