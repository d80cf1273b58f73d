"""The first windows fit the screen, and nothing in them is cut: on small screens, and on large ones at 1.5 and 2."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.conftest import few

SCRIPT = """
import json, sys
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication
from engine.core.game import find_game
from engine.core.language import set_language
from engine.teach.lessons import lessons
from studio.look import style
from studio.settings import Settings
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.studio.window.test_layouts import cut_texts

application = QApplication([])
switch = LanguageSwitch(application)
style.apply(application, "light")
window = MainWindow(Settings(), switch)
window.document.new(find_game("chess")())
found = {"main": window.size().toTuple(), "cut": [], "outside": [], "sizes": {}}


def seen(top, widget, name):
    for _ in range(3):
        application.processEvents()
    place = QRect(widget.mapTo(top, QPoint()), widget.size())
    if not widget.isVisible() or not top.rect().contains(place):
        found["outside"].append(f"{name}: {place}")


window.show()
for code in ("en", "vi"):
    switch.switch(code)
    for name in ("play", "analyse"):
        window.show_workspace(name)
        seen(window, window.page, name)
        seen(window, window.statusBar(), name)
    if len(sys.argv) == 1:
        continue
    learn = window.openers.learn()
    for lesson in lessons():
        learn.show_lesson(lesson)
        for sample in lesson.samples[:2]:
            learn.open_sample(sample.name)
            seen(window, learn.replay if not sample.game else learn.form, f"{code} {lesson.number} {sample.name}")
            found["cut"] += [f"{code} {lesson.number} {text}" for text in cut_texts(learn.head) + cut_texts(learn.form)]
    for ask in ("preferences", "external_engines", "properties", "new_game"):
        asked = getattr(window.openers, ask)()
        application.processEvents()
        found["sizes"][f"{ask} {code}"] = asked.size().toTuple()
        asked.close()
    application.processEvents()
window.close()
print(json.dumps(found))
"""


@pytest.mark.parametrize("size", few([(1366, 768, 1), (1920, 1080, 1.5), (1920, 1080, 2)], [(1920, 1080, 2)]))
def test_the_windows_fit_the_screen_and_the_lessons_are_not_cut(tmp_path: Path, size: tuple[int, int, float]) -> None:
    width, height, scale = size
    screen = {"name": "s", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96, "logicalBaseDpi": 96,
              "dpr": 1}  # fmt: skip
    (tmp_path / "screens.json").write_text(json.dumps({"screens": [screen]}))
    platform = {"QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path / 'screens.json'}", "QT_SCALE_FACTOR": str(scale)}
    # The smallest of the screens is enough for the lessons and the dialogs.
    further = ["further"] if scale == 2 else []
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *further], env=os.environ | platform, capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    room = (width / scale - 4, height / scale - 40)
    assert found["main"] == [min(1280, int(room[0])), min(800, int(room[1]))]
    assert found["outside"] == []
    assert found["cut"] == []
    assert [f"{name} {size}" for name, size in found["sizes"].items() if size[0] > room[0] or size[1] > room[1]] == []
