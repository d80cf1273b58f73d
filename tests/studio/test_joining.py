"""A thread whose owner is deleted while it runs ends no process."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

ORPHAN = """
import threading
from PySide6.QtCore import QCoreApplication, QObject
from studio.joining import Thread, _started

application = QCoreApplication([])
may_end = threading.Event()

class Orphan(Thread):
    def run(self):
        may_end.wait()

class Owner(QObject):
    def __init__(self):
        super().__init__()
        self.thread = Orphan()
        self.thread.start()

owner = Owner()
del owner
may_end.set()
while _started:
    application.processEvents()
print("lived")
"""


@pytest.mark.unsanitized
def test_a_thread_outlives_its_owner() -> None:
    done = subprocess.run([sys.executable, "-c", ORPHAN], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stdout) == (0, "lived\n"), done.stderr


def test_every_thread_of_the_studio_is_one_of_these() -> None:
    own = ROOT / "studio" / "joining.py"
    bare = [path for path in (ROOT / "studio").rglob("*.py") if "(QThread)" in path.read_text(encoding="utf-8")]
    assert bare == [own]
