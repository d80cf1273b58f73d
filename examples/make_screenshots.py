"""Makes the pictures of the README: opens the studio without a display, works in it, and grabs the window.

    python examples/make_screenshots.py [FOLDER]

Writes ``analyse-light-en.png`` and the like to FOLDER (default: ``examples/screenshots``).
"""

import os
import sys
import tempfile
from collections.abc import Callable
from importlib import resources
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["KYVIEN_MOTION"] = "off"

from PySide6.QtCore import QElapsedTimer, QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from studio import theme
from studio.main_window import MainWindow
from studio.settings import Settings
from studio.translation import LanguageSwitch

SIZE = (1280, 820)
PLY = 13
"""The position shown: the turning point of the annotated sample."""


def settle(milliseconds: int = 120) -> None:
    """Let the window do its work for a while."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Let the window work until ``condition`` holds."""
    timer = QElapsedTimer()
    timer.start()
    while not condition() and timer.elapsed() < 1000 * seconds:
        settle(50)


def shoot(window: MainWindow, path: Path) -> None:
    """Grab the window as it is."""
    settle()
    window.grab().save(str(path))
    print(path)


def main(folder: Path) -> None:
    """Make every picture."""
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    settings = Settings()
    switch = LanguageSwitch(application)
    window = MainWindow(settings, switch)
    window.resize(*SIZE)
    window.show()
    window.warm_up()
    sample = resources.files("resources") / "records" / "cotoan-dan-diem-ma-thua.pgn"
    window.document.open(Path(str(sample)))
    for language, look in (("en", "light"), ("vi", "dark")):
        window.set_language(language)
        window.set_theme(look)
        theme.apply(application, look)  # type: ignore[arg-type]
        window.document.to_start()
        for _ in range(PLY):
            window.document.forward()
        window.show_workspace("play")
        shoot(window, folder / f"play-{look}-{language}.png")
        window.show_workspace("analyse")
        window.toggle_analysis()
        wait_for(lambda: not window.session.is_busy)
        shoot(window, folder / f"analyse-{look}-{language}.png")
        window.stop()
        window.show_workspace("compare")
        window.toggle_analysis()
        wait_for(lambda: not window.session.is_busy)
        shoot(window, folder / f"compare-{look}-{language}.png")
        window.stop()
        window.show_workspace("play")
        window.set_editing(True)
        shoot(window, folder / f"setup-{look}-{language}.png")
        window.set_editing(False)
    window.close()
    settle()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.environ.update(KYVIEN_STATE=scratch, KYVIEN_CONFIG=scratch)
        main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "screenshots")
