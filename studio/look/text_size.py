"""The text size: the factor by which the windows and everything in them are magnified.

Lengths and fonts of the studio are in logical pixels, which Qt multiplies by the factor of the screen and by the
variable ``QT_SCALE_FACTOR``. ``use`` changes this last factor while windows are open, so that no widget, picture or
style sheet depends on the text size: a window of 1920 × 1080 at 200 % is laid out as one of 960 × 540. Some 650 calls
set lengths and some 400 constants are lengths. To multiply each of them would also cost a call for each in painting.

Qt has no public function for this. Its libraries export the two functions used here under names that contain the types
of their arguments (Qt 6.8 to 6.11). If a library does not export them, ``use`` has no effect before the next start,
where ``prepare`` sets the variable.
"""

import ctypes
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from weakref import WeakKeyDictionary

import PySide6
from PySide6.QtCore import QRect, Qt, qInstallMessageHandler
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget
from shiboken6 import getCppPointer

VARIABLE = "QT_SCALE_FACTOR"

_LIBRARY = {
    "win32": "Qt6Gui.dll", "darwin": str(Path(PySide6.__file__).parent / "Qt/lib/QtGui.framework/Versions/A/QtGui"),
}.get(sys.platform, "libQt6Gui.so.6")  # fmt: skip
_NAMES = {
    "win32": (
        "?setGlobalFactor@QHighDpiScaling@@SAXN@Z",
        "??$handleWindowDevicePixelRatioChanged@USynchronousDelivery@QWindowSystemInterface@@@"
        "QWindowSystemInterface@@SAXPEAVQWindow@@@Z",
    ),
}.get(
    sys.platform,
    (
        "_ZN15QHighDpiScaling15setGlobalFactorEd",
        "_ZN22QWindowSystemInterface35handleWindowDevicePixelRatioChangedINS_19SynchronousDeliveryEEEvP7QWindow",
    ),
)
"""Names of the functions that set the factor, and that notify a window of the change."""


class _State:
    """The text size in use, and the factor of the variable at the start."""

    percent = 100
    given = 1.0


def _given() -> float:
    """Return the factor of the variable, or 1 if it has none that Qt uses."""
    try:
        factor = float(os.environ.get(VARIABLE, "1"))
    except ValueError:
        return 1.0
    return factor if 0 < factor < 100 else 1.0


_State.given = _given()


@cache
def _functions() -> tuple[Callable[[float], None], Callable[[int], None]] | None:
    """Return the functions with the names ``_NAMES``, or None if the library of Qt does not export them."""
    try:
        library = ctypes.CDLL(_LIBRARY)
        set_factor, notify = (library[name] for name in _NAMES)
    except (OSError, AttributeError):
        return None
    set_factor.argtypes, set_factor.restype = [ctypes.c_double], None
    notify.argtypes, notify.restype = [ctypes.c_void_p], None
    return set_factor, notify


def percent() -> int:
    """Return the text size in use, in percent."""
    return _State.percent


def is_immediate() -> bool:
    """Whether ``use`` has an effect before the next start."""
    return _functions() is not None


def prepare(size: int) -> None:
    """Use a text size, in percent, for an application that is created afterwards, if ``use`` has no effect."""
    if not is_immediate():
        _State.percent = size
        os.environ[VARIABLE] = str(_State.given * size / 100)


def use(size: int) -> None:
    """Magnify all windows by a text size, in percent.

    Main windows keep their sizes on the screen, and other windows grow with their contents.
    """
    functions = _functions()
    if functions is None or size == _State.percent:
        return
    set_factor, notify = functions
    before, _State.percent = _State.percent, size
    # Qt warns if there are windows, which it does not update. They are updated below.
    handler = qInstallMessageHandler(lambda *_: None)
    try:
        set_factor(_State.given * size / 100)
    finally:
        qInstallMessageHandler(handler)
    windows = QGuiApplication.topLevelWindows()
    shown = [window for window in windows if window.isVisible()]
    for window in shown:
        notify(getCppPointer(window)[0])
    for window in windows:
        if window not in shown:
            # Qt warns of a hidden window that was shown with another factor, and could keep its size on the screen.
            window.destroy()
    for widget in QApplication.topLevelWidgets():
        handle = widget.windowHandle()
        if handle is not None and handle.isVisible():
            _resize(widget, handle, before)


_set: WeakKeyDictionary[QWidget, tuple[QRect, QRect]] = WeakKeyDictionary()
"""The geometries of windows after the last change, in logical pixels and in those of 100 %."""


def _resize(widget: QWidget, window: QWindow, before: int) -> None:
    """Set the geometry of a visible window after a change of the factor.

    Args:
        widget: the widget of the window.
        window: its window.
        before: the text size before, in percent.
    """
    states, screen, old = widget.windowState(), window.screen(), widget.geometry()
    origin = screen.geometry().topLeft()
    known, whole = _set.get(widget, (QRect(), QRect()))
    if old != QRect(known.topLeft(), known.size().expandedTo(widget.minimumSize())):
        # The user has moved or resized the window. Otherwise roundings would add up.
        whole = QRect(origin + (old.topLeft() - origin) * (before / 100), old.size() * (before / 100))
    place = origin + (whole.topLeft() - origin) * (100 / _State.percent)
    if isinstance(widget, QMainWindow):
        size = whole.size() * (100 / _State.percent)
    else:
        room = screen.availableGeometry()
        size = old.size().boundedTo(room.size())
        place.setX(max(room.left(), min(place.x(), room.right() - size.width())))
        place.setY(max(room.top(), min(place.y(), room.bottom() - size.height())))
        # Else Qt compares logical sizes, and the window keeps its size on the screen.
        widget.resize(size.width(), size.height() - 1)
    widget.setGeometry(QRect(place, size))
    _set[widget] = QRect(place, size), whole
    if states != Qt.WindowState.WindowNoState:
        widget.overrideWindowState(states)
