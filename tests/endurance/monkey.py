"""A program that uses the studio at random: ``python -m tests.endurance.monkey --seed 1 --actions 500 --folder DIR``.

Every action is drawn from what is visible and enabled. The folder contains everything that the studio reads and writes,
and ``actions.txt``, to which each action is written before it is done, so that it is complete after a crash. The
program prints one JSON object with its figures. Its status is 1 if there was a fault: an exception, a warning of Qt or
of Python, or a log record of level warning or above.

At regular intervals all windows are closed, and the resident memory of the process is measured.
"""

import argparse
import ctypes
import faulthandler
import gc
import json
import logging
import os
import random
import sys
import threading
import time
import traceback
import warnings
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

PLATFORM = "This plugin does not support"
"""Begin of the messages of the offscreen platform that are no faults."""

HANG_SECONDS = 60
"""Seconds after which an action counts as hung."""


def prepare(folder: Path) -> None:
    """Direct everything that the studio writes to ``folder``. Call it before Qt is imported."""
    for name, variable in (("state", "KYVIEN_STATE"), ("config", "KYVIEN_CONFIG"), ("home", "HOME"), ("tmp", "TMPDIR")):
        (folder / name).mkdir(parents=True, exist_ok=True)
        os.environ[variable] = str(folder / name)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    # With the event dispatcher of GLib, the signal ``awake`` is not emitted in every pass.
    os.environ["QT_NO_GLIB"] = "1"
    os.environ["KYVIEN_SLOW_ANNOUNCED"] = "1"
    os.chdir(folder)


class Faults:
    """The faults of the process.

    Attributes:
        found: the text of each different fault, with the last actions before its first occurrence.
        last: the last actions.
    """

    MOST = 20

    def __init__(self) -> None:
        self.found: dict[str, list[str]] = {}
        self.last: deque[str] = deque(maxlen=12)

    def add(self, text: str) -> None:
        """Add a fault."""
        if len(self.found) < self.MOST:
            self.found.setdefault(text, list(self.last))

    def watch(self) -> None:
        """Collect unhandled exceptions, warnings and log records from now on."""
        from PySide6.QtCore import QtMsgType, qInstallMessageHandler

        def raised(kind: type[BaseException], error: BaseException | None, trace: Any) -> None:
            self.add("".join(traceback.format_exception(kind, error, trace)))

        def printed(kind: QtMsgType, _: object, message: str | None) -> None:
            if kind not in (QtMsgType.QtDebugMsg, QtMsgType.QtInfoMsg) and not str(message).startswith(PLATFORM):
                self.add(f"Qt: {message}\n{''.join(traceback.format_stack(limit=8))}")
            if kind == QtMsgType.QtFatalMsg:  # Qt aborts the process next
                sys.stderr.write(f"Qt: {message}\n")
                sys.stderr.flush()

        class Log(logging.Handler):
            def emit(handler, record: logging.LogRecord) -> None:  # noqa: N805 - self is that of Faults
                self.add(f"log: {record.levelname} {record.getMessage()}")

        sys.excepthook = raised
        threading.excepthook = lambda fault: raised(fault.exc_type, fault.exc_value, fault.exc_traceback)
        sys.unraisablehook = lambda fault: raised(fault.exc_type, fault.exc_value, fault.exc_traceback)
        warnings.showwarning = lambda message, kind, path, line, *_: self.add(
            f"{path}:{line}: {kind.__name__} {message}"
        )
        logging.getLogger().addHandler(Log(logging.WARNING))
        qInstallMessageHandler(printed)


def resident_bytes() -> int:
    """Return the resident memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def release_freed_memory() -> None:
    """Return freed memory to the system, so that only memory in use is measured (glibc; elsewhere do nothing)."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)


def description(widget: Any) -> str:
    """Return what is needed to find where a widget that remains was made, and what refers to it."""
    above, parents = widget.parentWidget(), list[str]()
    while above is not None:
        parents.append(type(above).__name__)
        above = above.parentWidget()
    holders = [
        f"{type(each).__name__} of {sorted(map(str, each))[:12]}" if isinstance(each, dict) else repr(each)[:200]
        for each in gc.get_referrers(widget)
        if not isinstance(each, list)
    ]
    return (
        f"{type(widget).__module__}.{type(widget).__name__} {widget.objectName()!r} {widget.windowTitle()!r}, "
        f"visible {widget.isVisible()}, in {parents}, held by {holders}"
    )


def run(seed: int, actions: int, rest_every: int, folder: Path) -> dict[str, Any]:
    """Run the monkey and return its figures."""
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication

    from engine.cli.output import Progress
    from engine.core.language import set_language
    from studio.look import style
    from studio.settings import Settings
    from studio.window.allocator import return_freed_memory
    from studio.window.garbage import GarbageCollector
    from studio.window.translation import LanguageSwitch
    from tests.endurance.gestures import Monkey
    from tests.endurance.stalls import StallMeter

    return_freed_memory()  # as studio.app does
    faults = Faults()
    faults.watch()
    application = QApplication(["monkey"])
    application.setQuitOnLastWindowClosed(False)
    GarbageCollector(application)
    set_language("en")
    settings = Settings(parent=application)
    switch = LanguageSwitch(application)
    style.apply(application, "light")
    meter = StallMeter()
    log = (folder / "actions.txt").open("w", encoding="utf-8")
    began, memory, kinds = time.monotonic(), list[int](), Counter[str]()
    widgets, objects, left = list[int](), list[int](), list[str]()

    def note(text: str) -> None:
        """Record the action about to be done, and end the process with the stacks of all threads if it hangs."""
        faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)
        meter.name(text)
        faults.last.append(text)
        log.write(f"{text}\n")
        log.flush()
        kinds[text.split(":")[0]] += 1

    monkey = Monkey(random.Random(seed), settings, switch, folder / "files", note)
    done = 0
    steps: list[Callable[[], object]] = []

    def measure() -> None:
        gc.collect()
        release_freed_memory()
        memory.append(resident_bytes())
        objects.append(len(gc.get_objects()))
        remaining = application.allWidgets()
        widgets.append(len(remaining))
        if not left:
            left.extend(description(each) for each in remaining)

    def act() -> None:
        """Do one action, or one step of the rest after every ``rest_every`` actions."""
        nonlocal done
        meter.begin()
        if len(faults.found) >= Faults.MOST or (done >= actions and not steps):
            application.exit()
            return
        if steps:
            steps.pop(0)()
        else:
            done += 1
            step()
            try:
                monkey.act()
            except Exception:  # noqa: BLE001 - any exception is a fault
                faults.add(traceback.format_exc())
            if done % rest_every == 0 or done >= actions:
                # Passes of the event loop in between, in which closed windows are deleted.
                steps.extend(
                    [*[monkey.close_one] * monkey.MOST_WINDOWS, monkey.close_all, *[lambda: None] * 3, measure]
                )
        QTimer.singleShot(0, application, act)

    QTimer.singleShot(0, application, act)
    with Progress("Acting", actions) as step:
        application.exec()
    meter.close()
    # At the end of the interpreter objects are deleted in any order.
    monkey.close_all()
    log.close()
    return {
        "seed": seed, "actions": done, "seconds": time.monotonic() - began, "kinds": dict(kinds.most_common()),
        "memory": memory, "objects": objects,
        "widgets": widgets, "left": left, "passes": meter.passes, "stalls": [asdict(each) for each in meter.stalls],
        "faults": faults.found,
    }  # fmt: skip


def main() -> int:
    """Run the command line and return the status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--actions", type=int, required=True)
    parser.add_argument("--rest-every", type=int, default=200, metavar="ACTIONS")
    parser.add_argument("--folder", type=Path, required=True)
    options = parser.parse_args()
    faulthandler.enable()
    folder = options.folder.absolute()
    prepare(folder)
    result = run(options.seed, options.actions, options.rest_every, folder)
    sys.stdout.write(json.dumps(result) + "\n")
    sys.stdout.flush()
    # Without the destructors of Qt, whose order at the end of the interpreter is not that of a normal exit.
    os._exit(1 if result["faults"] else 0)


if __name__ == "__main__":
    main()
