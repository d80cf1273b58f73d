"""The studio as another user: without an entry in the list of users and a home folder, and with read-only folders."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.endurance.stalls import ROOT

pytestmark = pytest.mark.unsanitized
NOBODY = 54_321
"""Number of a user and a group that do not exist."""

EDITS = """
import os, pwd, sys
from pathlib import Path
user = int(sys.argv[2])
if not user:
    def getpwuid(number):
        raise KeyError(number)
    pwd.getpwuid = getpwuid
from PySide6.QtWidgets import QApplication
from engine.records.formats import formats
from studio.look import style
from studio.settings import Settings
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
application = QApplication([])
style.apply(application, "light")
window = MainWindow(Settings(), LanguageSwitch(application))
window.show()
if user:
    # The user may not be able to read the folder of the sources: load now what is loaded on first use.
    formats()
    window.show_workspace("match")
    window.show_workspace("analyse")
    os.setgid(user)
    os.setuid(user)
window.filing.begin_session(None)
for number in range(4):
    window.document.play(window.document.position.legal_moves()[number])
    print("notice:", window.notice.text)
print("folder:", window.settings.folder)
window.filing.save_to(Path(sys.argv[1]))
print("saved:", window.notice.text)
print("plies:", len(window.document.tree) - 1)
window.show_workspace("match")
if user:
    window.match.start()
    print("contest:", window.match.is_running)
window.close()
print("closed", flush=True)
os._exit(0)
"""


def run_as(user: int, folder: Path, target: Path, **environment: str) -> str:
    """Edit and save a record, and return what was printed.

    Args:
        user: number of a user to become, or 0 for the present user without an entry in the list of users.
        folder: the current folder.
        target: the file to save to.
        environment: environment variables. Without them there is no home folder.
    """
    free = {name: text for name, text in os.environ.items() if name not in ("HOME", "KYVIEN_STATE", "KYVIEN_CONFIG")}
    done = subprocess.run(
        [sys.executable, "-c", EDITS, str(target), str(user)],
        capture_output=True, text=True, encoding="utf-8", check=False, cwd=folder, timeout=300,
        env={**free, "PYTHONPATH": str(ROOT), **environment},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stdout.endswith("closed\n")
    return done.stdout


@pytest.mark.slow
def test_a_user_without_an_entry_and_a_home(tmp_path: Path) -> None:
    printed = run_as(0, tmp_path, tmp_path / "a.pgn")
    assert f"folder: {tmp_path}" in printed
    assert (tmp_path / "a.pgn").exists()
    assert "plies: 4" in printed


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs the superuser")
def test_folders_that_are_read_only(tmp_path: Path) -> None:
    state, config = tmp_path / "state", tmp_path / "config"
    for each in (state, config):
        each.mkdir(mode=0o555)
    printed = run_as(NOBODY, tmp_path, state / "a.pgn", KYVIEN_STATE=str(state), KYVIEN_CONFIG=str(config))
    assert "notice: Autosave could not write" in printed
    assert printed.count("permission denied") == 5, "each edit and the save are reported"
    assert "plies: 4" in printed
    assert "contest: False" in printed
