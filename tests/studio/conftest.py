"""Windows with motion off, a session, a document; nothing is left running."""

import gc
import sys
import traceback
import weakref
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QProcess, Qt, QThread, QTimer
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from engine.core.game import find_game
from engine.search.players import DEFAULT_PLAYER
from engine.search.spec import Spec
from studio import joining
from studio.analysis import choice
from studio.analysis import session as session_module
from studio.analysis.session import AnalysisSession
from studio.compare import workspace
from studio.document.document import Document
from studio.look import style
from studio.settings import Settings
from studio.window.main_window import SIZE, MainWindow
from studio.window.translation import LanguageSwitch

MakeWindow = Callable[[], MainWindow]


SIX = ("greedy", "minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout")


_Place = tuple[CodeType, int]
"""A function on the call stack, and the number of the line that is executed in it."""


def _callers(limit: int) -> list[_Place]:
    """Return at most ``limit`` callers of the calling function, the innermost first."""
    places: list[_Place] = []
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and len(places) < limit:
        places.append((frame.f_code, frame.f_lineno))
        frame = frame.f_back
    return places


def _format(places: list[_Place]) -> str:
    """Return the lines of a traceback of ``places``, as ``traceback.format_stack`` does."""
    frames = [traceback.FrameSummary(code.co_filename, line, code.co_name) for code, line in reversed(places)]
    return "".join(traceback.format_list(frames))


@pytest.fixture(autouse=True)
def _nothing_left_running(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail a test that leaves a timer, a thread or a process running, and name where it was started."""
    # Places are formatted only after a failure: formatting reads source files, and tests start thousands of timers.
    started: list[tuple[weakref.ref[Any], list[_Place]]] = []

    def watch(cls: type, method: str) -> None:
        original: Callable[..., Any] = getattr(cls, method)

        def start(self: Any, *args: Any, **kwargs: Any) -> Any:
            started.append((weakref.ref(self), _callers(5)))
            return original(self, *args, **kwargs)

        monkeypatch.setattr(cls, method, start)

    watch(QTimer, "start")
    watch(QThread, "start")
    watch(QProcess, "start")

    yield

    if QCoreApplication.instance() is not None:
        # Widgets that pytest-qt closed are deleted by an event that has not been processed yet.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    left: dict[int, str] = {}
    for reference, places in started:
        it = reference()
        if it is None or not isValid(it):
            continue
        if isinstance(it, QTimer):
            runs = it.isActive()
        elif isinstance(it, QThread):
            runs = it.isRunning()
        else:
            runs = it.state() is not QProcess.ProcessState.NotRunning
        if runs:
            left[id(it)] = f"{type(it).__name__} still runs; started at\n{_format(places)}"
    if left:
        pytest.fail("\n".join(left.values()), pytrace=False)


@pytest.fixture(autouse=True)
def collected_cycles() -> Iterator[None]:
    """Collect cycles between tests only, as the window does in its event loop (``studio.window.garbage``).

    Qt holds a lock while it deletes an object, which needs the interpreter: a collection in the midst of a test waited
    for a search thread that held the interpreter and waited for Qt's lock.
    """
    gc.disable()
    yield
    for generation, threshold in enumerate(gc.get_threshold()):
        if gc.get_count()[generation] <= threshold:
            break
        gc.collect(generation)


@pytest.fixture(autouse=True)
def _six_algorithms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows begin with these six, so that an algorithm that is added changes no test of a window."""
    monkeypatch.setattr(choice, "default_specs", lambda: [Spec.parse(name) for name in SIX])
    rows = (*(Spec.parse(name) for name in SIX[:-1]), DEFAULT_PLAYER)
    monkeypatch.setattr(session_module, "analysis_defaults", lambda game: choice.Chosen(rows, len(rows) - 1))


def _refuse_to_exit(status: int) -> None:
    raise AssertionError(f"the process would exit with status {status}, and all tests with it")


@pytest.fixture(autouse=True)
def _patient_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A window waits for its threads, on a busy machine, too, so that a test leaves none behind and ends no run."""
    monkeypatch.setattr(joining, "JOIN_SECONDS", 60.0)
    monkeypatch.setattr(joining, "exit_now", _refuse_to_exit)


@pytest.fixture(autouse=True)
def _short_measurements(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparisons repeat short searches for 1 ms instead of 50 ms; only the test of this needs the full time."""
    monkeypatch.setattr(workspace, "MEASURED_SECONDS", 0.001)


@pytest.fixture
def switch(qapp: QApplication) -> Iterator[LanguageSwitch]:
    made = LanguageSwitch(qapp)
    yield made
    made.switch("en")
    made.remove()
    made.deleteLater()


@pytest.fixture
def make_window(
    qtbot: QtBot, qapp: QApplication, switch: LanguageSwitch, monkeypatch: pytest.MonkeyPatch
) -> Iterator[MakeWindow]:
    """Opens windows that share the settings, as one start of the program after the other does."""
    monkeypatch.setenv("KYVIEN_MOTION", "off")
    style.apply(qapp, "light")
    windows: list[MainWindow] = []

    def make() -> MainWindow:
        window = MainWindow(Settings(), switch)
        window.controller.engine_moves.move_ms = 0
        if window.settings.geometry.isEmpty():
            window.resize(SIZE)  # on any screen
        window.show()
        qtbot.waitExposed(window)
        window.activateWindow()
        window.board.setFocus(Qt.FocusReason.OtherFocusReason)
        windows.append(window)
        return window

    yield make
    for window in windows:
        window.close()
        window.deleteLater()
    qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    style.apply(qapp, "light")


@pytest.fixture
def window(make_window: MakeWindow) -> MainWindow:
    return make_window()


@pytest.fixture
def session(qtbot: QtBot) -> Iterator[AnalysisSession]:
    session = AnalysisSession(most_running=2)
    session.choice.set_specs([Spec.parse(name) for name in SIX])
    yield session
    session.close()


@pytest.fixture
def document(qtbot: QtBot) -> Iterator[Document]:
    """A game of eight plies, the cursor at its end."""
    document = Document()
    document.new(find_game("cotoan")())
    for k in range(8):
        moves = document.position.legal_moves()
        document.play(moves[(7 * k + 3) % len(moves)])
    yield document
    document.close()
