"""Starting: without a display one sentence and a hint, never an abort; with one, a window soon."""

import concurrent.futures
import json
import os
import socket
import struct
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication

from studio.__main__ import main
from studio.window import display_check as display
from studio.window.display_check import DisplayError, LibraryError, check_display

ROOT = Path(__file__).parents[3]


def start(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    left_out = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return subprocess.run(
        [sys.executable, "-m", "studio", *words],
        cwd=ROOT,
        env=kept | environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays are named by variables on Linux only")


@linux
@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"DISPLAY": ":4711"},
        {"WAYLAND_DISPLAY": "wayland-4711"},
        {"QT_QPA_PLATFORM": "xcb", "DISPLAY": ":4711"},
        {"QT_QPA_PLATFORM": "xcb"},
    ],
)
def test_without_a_display_there_is_one_sentence(environment: dict[str, str]) -> None:
    done = start(**environment)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("No window can open")
    assert "kyvien-engine" in done.stderr
    assert done.stderr.count("\n") == 1


@linux
def test_the_sentence_speaks_vietnamese() -> None:
    assert start("--lang", "vi").stderr.startswith("Không mở được cửa sổ")


def test_a_missing_system_library_is_named(tmp_path: Path) -> None:
    (tmp_path / "libqxcb.so").write_bytes(b"not a library")
    with pytest.raises(LibraryError, match="system library"):
        display._check_platform("xcb", {"DISPLAY": ":0"}, tmp_path)


def test_the_command_that_installs_the_libraries_is_that_of_the_readme(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise LibraryError("No window can open: Qt could not be loaded ({reason}).", reason="libGL.so.1")

    monkeypatch.setattr("studio.__main__.check_display", fail)
    assert main([]) == 2
    command = capsys.readouterr().err.splitlines()[-1].partition(": sudo ")[2]
    assert command and command in (ROOT / "README.md").read_text(encoding="utf-8").splitlines()


@linux
def test_a_display_that_answers_but_speaks_nonsense_is_refused(tmp_path: Path) -> None:
    server = socket.socket(socket.AF_UNIX)
    address = tmp_path / "wayland"
    server.bind(str(address))
    with pytest.raises(DisplayError):
        check_display({"WAYLAND_DISPLAY": str(address)})
    server.listen()
    check_display({"WAYLAND_DISPLAY": str(address)})
    server.close()


@linux
def test_a_server_that_resets_without_clients_always_has_one() -> None:
    def is_open(client: socket.socket) -> bool:
        client.setblocking(False)
        try:
            return client.recv(1) != b""
        except BlockingIOError:
            return True

    def serve() -> tuple[bool, socket.socket]:
        with server.accept()[0] as probe:
            client = server.accept()[0]
            client.recv(12)
            was_open = is_open(probe)
            # The setup of the X protocol: accepted, version 11.0, 8 words of which all are 0.
            client.sendall(struct.pack("=BBHHH", 1, 0, 11, 0, 8) + bytes(32))
        return was_open, client

    with socket.create_server(("127.0.0.1", 0)) as server, concurrent.futures.ThreadPoolExecutor() as pool:
        server.settimeout(10)
        served = pool.submit(serve)
        display._connect_x(f"127.0.0.1:{server.getsockname()[1] - 6000}")
        was_open, client = served.result()
        with client:
            assert was_open
            assert is_open(client)


def test_elsewhere_no_variable_is_asked_for() -> None:
    check_display({}, "win32")
    check_display({"QT_QPA_PLATFORM": "offscreen"}, "linux")


def test_the_version_needs_no_display() -> None:
    done = start("--version")
    assert done.returncode == 0
    assert done.stdout.startswith("kyvien ")


def test_the_time_to_the_first_window_is_logged() -> None:
    done = start("--time-start", QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr
    assert 0 < json.loads(done.stdout)["first_window_seconds"] < 60


def test_check_opens_and_closes_a_window() -> None:
    done = start("--check", "--theme", "dark", QT_QPA_PLATFORM="offscreen")
    assert done.returncode == 0, done.stderr


def test_what_is_needed_later_is_not_imported_before_the_first_paint() -> None:
    names = ("numpy", "studio.compare.workspace", "studio.contests.workspace")
    code = f"import sys, studio.app; print([name for name in {names} if name in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(("setting", "shown"), [("on", True), ("off", False)])
def test_a_start_without_a_record_shows_the_first_page(
    setting: str, shown: bool, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> None:
    from studio import __main__, app
    from studio.settings import Settings, configuration_path
    from studio.start.page import StartPage

    seen = []

    class Window(app.MainWindow):
        """A window that notes whether it shows the first page when it is shown."""

        def showEvent(self, event: QShowEvent) -> None:
            seen.append(self.first_page.is_shown)
            super().showEvent(event)
            assert bool(self.findChildren(StartPage)) is shown, "the page is created only if it is shown"

    configuration_path().mkdir(parents=True, exist_ok=True)
    settings = Settings()
    settings.first_page = setting == "on"
    settings.sync()
    monkeypatch.setattr(app, "MainWindow", Window)
    assert app.run(__main__.parser().parse_args(["--check"]), 0.0) == 0
    assert seen == [shown]


def test_a_session_begins_in_a_workspace_without_the_board(
    monkeypatch: pytest.MonkeyPatch, qapp: QApplication, tmp_path: Path
) -> None:
    from studio import __main__, app
    from studio.settings import Settings, configuration_path
    from studio.window.filing import Filing

    begun: list[Path | None] = []

    class Window(app.MainWindow):
        """A window that is closed after a minute if the session has not begun by then."""

        def showEvent(self, event: QShowEvent) -> None:
            super().showEvent(event)
            QTimer.singleShot(60_000, self, self.close)

    def begin(filing: Filing, path: Path | None) -> None:
        begun.append(path)
        QTimer.singleShot(0, qapp, qapp.closeAllWindows)

    configuration_path().mkdir(parents=True, exist_ok=True)
    settings = Settings()
    settings.workspace = "review"
    settings.sync()
    monkeypatch.setattr(app, "MainWindow", Window)
    monkeypatch.setattr(Filing, "begin_session", begin)
    record = tmp_path / "record.pgn"
    assert app.run(__main__.parser().parse_args([str(record)]), 0.0) == 0
    assert begun == [record]
