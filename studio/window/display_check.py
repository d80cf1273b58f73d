"""A check that a window can open. Without this check, Qt would abort the process if no window can open.

On systems with display servers, Qt is imported only if the environment specifies a display or a platform.
"""

import contextlib
import ctypes
import os
import socket
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.core.errors import KyVienError

WINDOWLESS = frozenset(("offscreen", "minimal", "minimalegl", "vnc", "linuxfb", "eglfs", "vkkhrdisplay"))
"""Qt platforms that need no display server."""

CONNECT_TIMEOUT_SECONDS = 2.0


PACKAGES = (
    "libegl1 libgl1 libxkbcommon0 libxkbcommon-x11-0 libfontconfig1 libdbus-1-3 libglib2.0-0 libxcb-cursor0 "
    "libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0 libxcb-xinerama0 "
    "libxcb-xkb1"
)
"""The packages of Debian 12, Ubuntu 22.04 and newer with the system libraries that Qt needs."""


class DisplayError(KyVienError):
    """Raised if no window can open. The message contains the reason."""


class LibraryError(DisplayError):
    """Raised if a system library that Qt needs is missing: the libraries of ``PACKAGES``."""


def check_display(environment: Mapping[str, str] | None = None, platform: str = sys.platform) -> None:
    """Check that a window can open. Each connection to a display server has a timeout of ``CONNECT_TIMEOUT_SECONDS``.

    Args:
        environment: environment variables, or None for those of the process.
        platform: the value of ``sys.platform`` to assume.

    Raises:
        DisplayError: if no window can open. The message is one sentence with the reason.
    """
    known = os.environ if environment is None else environment
    needs_display = platform.startswith(("linux", "freebsd", "openbsd", "netbsd"))
    candidates = _platforms(known) if needs_display else []
    if needs_display and not candidates:
        raise DisplayError("No window can open: there is no display (DISPLAY and WAYLAND_DISPLAY are empty).")
    try:
        import PySide6.QtWidgets
    except ImportError as error:
        kind = DisplayError if isinstance(error, ModuleNotFoundError) else LibraryError
        raise kind("No window can open: Qt could not be loaded ({reason}).", reason=_short(error)) from error
    if not needs_display:
        return
    plugins = Path(PySide6.QtWidgets.__file__).parent / "Qt" / "plugins" / "platforms"
    reasons: list[DisplayError] = []
    for name in candidates:
        try:
            _check_platform(name, known, plugins)
        except DisplayError as error:
            reasons.append(error)
        else:
            return
    raise reasons[0]


def _platforms(environment: Mapping[str, str]) -> list[str]:
    """Return the names of the Qt platforms to try, in order.

    The list is empty if the environment specifies neither a platform nor a display.
    """
    chosen = [part.partition(":")[0].strip() for part in environment.get("QT_QPA_PLATFORM", "").split(";")]
    chosen = [name for name in chosen if name]
    if chosen:
        return chosen
    found = []
    if environment.get("WAYLAND_DISPLAY"):
        found.append("wayland")
    if environment.get("DISPLAY"):
        found.append("xcb")
    return found


def _check_platform(name: str, environment: Mapping[str, str], plugins: Path) -> None:
    if name in WINDOWLESS:
        return
    if name == "xcb":
        _load(plugins / "libqxcb.so")
        _connect_x(environment.get("DISPLAY", ""))
    elif name.startswith("wayland"):
        _connect_wayland(environment)


def _load(plugin: Path) -> None:
    """Load a Qt plugin.

    Raises:
        LibraryError: if a system library is missing. The message contains the name of the library.
    """
    if not plugin.exists():
        return  # Qt as installed by the system has its plugins elsewhere, so that nothing can be checked.
    try:
        ctypes.CDLL(str(plugin))
    except OSError as error:
        raise LibraryError(
            "No window can open: a system library that Qt needs is missing ({reason}).", reason=_short(error)
        ) from error


def _connect_x(display: str) -> None:
    """Check that the X server ``display`` accepts a connection.

    If libxcb is available, the connection is made with the authorisation of the user.

    Raises:
        DisplayError: if ``display`` is empty, or the server cannot be reached or refuses the connection.
    """
    if not display:
        raise DisplayError("No window can open: there is no display (DISPLAY and WAYLAND_DISPLAY are empty).")
    with contextlib.closing(_connection(display)):
        try:
            xcb = ctypes.CDLL("libxcb.so.1")
        except OSError:
            return
        xcb.xcb_connect.restype = ctypes.c_void_p
        xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.POINTER(ctypes.c_int)]
        xcb.xcb_connection_has_error.argtypes = [ctypes.c_void_p]
        # Stays open until the process ends: when its last client leaves, a server without a desktop (Xvfb) resets
        # itself, and refuses connections meanwhile.
        connection = xcb.xcb_connect(display.encode(), None)
        if xcb.xcb_connection_has_error(connection):
            raise _refusal(display)


def _refusal(name: str) -> DisplayError:
    return DisplayError("No window can open: the display {name!r} does not answer.", name=name)


def _connection(display: str) -> socket.socket:
    """Return a connection to the socket of an X server.

    Args:
        display: the display in the form ``host:number.screen``. For any other form, which libxcb checks, the socket
            that is returned is not connected.

    Raises:
        DisplayError: if no server listens there.
    """
    host, _, number = display.rpartition(":")
    digits = number.partition(".")[0]
    if not digits.isdigit():
        return socket.socket()
    if host in ("", "unix") or host.startswith("/"):
        addresses = [f"/tmp/.X11-unix/X{digits}", f"\0/tmp/.X11-unix/X{digits}"]
        if host.startswith("/"):
            addresses.insert(0, f"{host}:{digits}")
        return _connected(display, addresses)
    try:
        return socket.create_connection((host, 6000 + int(digits)), timeout=CONNECT_TIMEOUT_SECONDS)
    except OSError as error:
        raise _refusal(display) from error


def _connected(name: str, addresses: Sequence[str]) -> socket.socket:
    """Return a connection to the first of the local ``addresses`` at which a server listens.

    Raises:
        DisplayError: if no server listens there. ``name`` is the display that the message names.
    """
    for address in addresses:
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.settimeout(CONNECT_TIMEOUT_SECONDS)
        try:
            connection.connect(address)
        except OSError:
            connection.close()
        else:
            return connection
    raise _refusal(name)


def _connect_wayland(environment: Mapping[str, str]) -> None:
    name = environment.get("WAYLAND_DISPLAY") or "wayland-0"
    folder = environment.get("XDG_RUNTIME_DIR", "")
    _connected(name, [name if name.startswith("/") else str(Path(folder) / name)]).close()


def _short(error: Exception) -> str:
    """Return the first line of an error message. If it begins with the path of a library, the folder is removed."""
    text = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    head, separator, rest = text.partition(": ")
    return f"{Path(head).name}{separator}{rest}" if separator and "/" in head else text
