"""The fixture that watches the studio's tests notices what they leave running."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

BEGINNING = """
from PySide6.QtCore import QCoreApplication, QProcess, QThread, QTimer

class Sleeper(QThread):
    def run(self):
        self.exec()

def test_it(qtbot):
"""

LEFT = {
    "QTimer": "    test_it.left = QTimer()\n    test_it.left.start(1000)  # here\n",
    "QThread": "    test_it.left = QThread()\n    test_it.left.start()  # here\n",
    "Sleeper": "    test_it.left = Sleeper()\n    test_it.left.start()  # here\n",
    "QProcess": "    test_it.left = QProcess()\n    test_it.left.start('sleep', ['5'])  # here\n",
}
CLEAN = """
    timer = QTimer()
    timer.start(1000)
    thread = Sleeper()
    thread.start()
    timer.stop()
    thread.quit()
    assert thread.wait(5000)
    QTimer(QCoreApplication.instance()).deleteLater()
"""


def run(folder: Path, body: str) -> subprocess.CompletedProcess[str]:
    """A test of the studio with ``body``, under our conftest, in an interpreter of its own."""
    (folder / "studio").mkdir()
    (folder / "studio" / "test_it.py").write_text(BEGINNING + body)
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    (folder / "pytest.ini").write_text("[pytest]\nqt_api = pyside6\n")
    # Leave without the destructors of Qt: a running QThread would abort the interpreter.
    code = (
        "import os, pytest; status = pytest.main(['-q', '-p', 'no:cacheprovider']); print(flush=True); os._exit(status)"
    )
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", LEFT)
def test_what_is_left_running_is_named(tmp_path: Path, name: str) -> None:
    if name == "QProcess" and sys.platform == "win32":
        pytest.skip("no sleep to start")
    result = run(tmp_path, LEFT[name])
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"{name} still runs; started at" in result.stdout
    assert "# here" in result.stdout


def test_what_was_stopped_is_fine(tmp_path: Path) -> None:
    result = run(tmp_path, CLEAN)
    assert result.returncode == 0, result.stdout + result.stderr
