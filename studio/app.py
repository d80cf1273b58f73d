"""Startup of the studio with its application and its windows. The module is imported only if a window can open."""

import argparse
import json
import sys
import threading
import time
from pathlib import Path
from typing import cast

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QApplication

from engine.core.language import preferred_language
from studio import joining
from studio.look import style, text_size
from studio.settings import Settings
from studio.window.allocator import return_freed_memory
from studio.window.ending import EndingSignals
from studio.window.garbage import GarbageCollector
from studio.window.log import FaultHook
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from studio.window.workspaces import import_pages

DEMO_LESSON = "alpha-beta"


class _FirstPaint(QObject):
    """Event filter that measures the time until a window is first painted.

    Attributes:
        seconds: the time from the start of the program to the first paint, or 0 before the first paint.
        after: functions to call after the first paint.

    Args:
        window: the window to watch.
        started: ``time.perf_counter()`` at the start of the program.
    """

    def __init__(self, window: MainWindow, started: float) -> None:
        super().__init__(window)
        self._window = window
        self._started = started
        self.seconds = 0.0
        self.after: list[object] = []
        # The board is not painted if the session begins in a workspace without it.
        for part in (window.page.board, window.first_page.page, window.pages.currentWidget()):
            if part is not None:
                part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """At the first paint of the board, the first page or a workspace, store the time and schedule the functions.

        All are in the middle of the window, which is painted last.
        """
        if event.type() == QEvent.Type.Paint and not self.seconds:
            self.seconds = time.perf_counter() - self._started
            watched.removeEventFilter(self)
            for each in self.after:
                QTimer.singleShot(0, self._window, each)  # type: ignore[call-overload]
        return False


def _import_rest() -> None:
    """Import what a window needs later: two workspaces in 0.15 s. Call it in a thread."""
    import_pages()


def _was_in_contest(settings: Settings) -> bool:
    """Whether the last session ended in the Match workspace, which offers to go on with its unfinished contest."""
    if settings.workspace != "match":
        return False
    from studio.contests.journals import kept_contests  # not needed at most starts

    kept = kept_contests()
    return bool(kept) and not kept[0].is_over


def run(options: argparse.Namespace, started: float) -> int:
    """Open a window for each file, or one window if there are no files, and run until all windows are closed.

    Args:
        options: the command line as parsed by ``studio.__main__.parser``.
        started: ``time.perf_counter()`` at the start of the program.

    If a thread does not end in time, the process exits here.

    Returns:
        The exit status, always 0.
    """
    return_freed_memory()
    text_size.prepare(Settings().text_size)
    application = QApplication.instance() or QApplication([sys.argv[0]])
    assert isinstance(application, QApplication)
    application.setApplicationName("kyvien")
    application.setApplicationDisplayName("Kỳ Viện")
    application.setDesktopFileName("kyvien")
    garbage = GarbageCollector(application)
    settings = Settings(parent=application)
    switch = LanguageSwitch(application)
    switch.switch(options.lang or settings.language or preferred_language())
    style.apply(application, cast(style.Mode, options.theme or settings.theme))
    text_size.use(settings.text_size)
    windows = [MainWindow(settings, switch)]
    hook = FaultHook(windows[0].report_fault)
    hook.install()

    def end() -> None:
        application.closeAllWindows()
        # If a menu or a dialog runs a nested event loop.
        application.quit()

    signals = EndingSignals(end, application)
    files = [Path(name) for name in options.files]
    if not files and settings.first_page and not windows[0].filing.has_session() and not _was_in_contest(settings):
        windows[0].first_page.show()
    paint = _FirstPaint(windows[0], started)
    leaving = options.check or options.time_start

    imports = threading.Thread(target=_import_rest, name="imports", daemon=True)

    def begin() -> None:
        if leaving:
            application.closeAllWindows()
            return
        imports.start()
        windows[0].warm_up()
        windows[0].filing.begin_session(files[0] if files else None)
        if options.demo:
            windows[0].openers.learn(DEMO_LESSON).play_lesson()
        for path in files[1:]:
            window = MainWindow(settings, switch)
            window.show()
            window.warm_up()
            window.filing.open(path)
            windows.append(window)

    paint.after.append(begin)
    for window in windows:
        window.show()
    try:
        application.exec()
    finally:
        signals.stop()
        if imports.is_alive():
            imports.join(joining.JOIN_SECONDS)
        hook.remove()
        for window in windows:
            window.deleteLater()
        application.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        garbage.stop()
    if options.time_start:
        print(json.dumps({"first_window_seconds": round(paint.seconds, 3)}))  # noqa: T201 - requested output
    settings.sync()
    joining.exit_if_running(0, [imports])
    return 0
