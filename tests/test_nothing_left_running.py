"""The fixture that watches the studio's tests notices what they leave running."""

import os
import re
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

"""

LEFT = {
    "QTimer": "    test_it.left = QTimer()\n    test_it.left.start(1000)  # here\n",
    "QThread": "    test_it.left = QThread()\n    test_it.left.start()  # here\n",
    "Sleeper": "    test_it.left = Sleeper()\n    test_it.left.start()  # here\n",
    "QProcess": "    test_it.left = QProcess()\n    test_it.left.start('sleep', ['5'])  # here\n",
}
if sys.platform == "win32":
    del LEFT["QProcess"]  # there is no sleep to start
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
BODIES = {"clean": CLEAN, **LEFT}
"""Bodies of tests; the first stops what it starts."""


@pytest.fixture(scope="module")
def sections(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What pytest prints about each test that does not pass: tests of the studio under our conftest, in one process."""
    folder = tmp_path_factory.mktemp("left")
    (folder / "studio").mkdir()
    tests = "".join(
        f"def test_{name}(qtbot):\n{body.replace('test_it', f'test_{name}')}\n" for name, body in BODIES.items()
    )
    (folder / "studio" / "test_it.py").write_text(BEGINNING + tests)
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    shutil.copy(ROOT / "tests" / "studio" / "conftest.py", folder / "studio")
    (folder / "pytest.ini").write_text("[pytest]\nqt_api = pyside6\n")
    # Leave without the destructors of Qt: a running QThread would abort the interpreter.
    code = (
        "import os, pytest; status = pytest.main(['-q', '-p', 'no:cacheprovider']); print(flush=True); os._exit(status)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1, result.stdout + result.stderr
    assert f"{len(BODIES)} passed" in result.stdout, result.stdout  # what is left is found after the test
    parts = re.split(r"^_+ ERROR at teardown of test_(\w+) _+$", result.stdout, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


@pytest.mark.parametrize("name", LEFT)
def test_what_is_left_running_is_named(sections: dict[str, str], name: str) -> None:
    assert f"{name} still runs; started at" in sections[name]
    assert "# here" in sections[name]


def test_what_was_stopped_is_fine(sections: dict[str, str]) -> None:
    assert sections.keys() == LEFT.keys()
