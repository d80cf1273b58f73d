"""The first windows fit the screen, and nothing in them is cut: on small screens, and on large ones at 1.5 and 2."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.engine.conftest import few

SCRIPT = """
import json, sys
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import (
    QAbstractButton, QAbstractScrollArea, QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QSlider,
)
from engine.core.game import find_game
from engine.core.language import set_language
from engine.teach.lessons import lessons
from studio.look import style, text_size
from studio.settings import Settings
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from studio.window.workspaces import ENTRIES
from tests.studio.window.test_layouts import cut_texts

CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLineEdit, QSlider)
arguments = json.loads(sys.argv[1])
application = QApplication([])
switch = LanguageSwitch(application)
style.apply(application, "light")
text_size.use(arguments["text"])
window = MainWindow(Settings(), switch)
window.document.new(find_game("chess")())
for ply in range(8):
    moves = window.document.position.legal_moves()
    window.document.play(moves[(7 * ply + 3) % len(moves)])
found = {"main": window.size().toTuple(), "cut": [], "outside": [], "scrolled": [], "sizes": {}}


def wait():
    for _ in range(4):
        application.processEvents()


def seen(top, widget, name):
    wait()
    place = QRect(widget.mapTo(top, QPoint()), widget.size())
    if not widget.isVisible() or not top.rect().contains(place):
        found["outside"].append(f"{name}: {place}")


def look(page, name):
    # A control in a scroll area can be scrolled to; the others must be on the page.
    wait()
    found["cut"] += [f"{name}: {text}" for text in cut_texts(page)]
    for each in (each for kind in CONTROLS for each in page.findChildren(kind)):
        above = each.parentWidget()
        while above is not page and not isinstance(above, QAbstractScrollArea):
            above = above.parentWidget()
        if not each.isVisible() or above is not page or isinstance(page, QAbstractScrollArea):
            continue
        place = QRect(each.mapTo(page, QPoint()), each.size())
        if place.isEmpty() or not page.rect().contains(place):
            found["outside"].append(f"{name}: {type(each).__name__} {each.accessibleName()} {place} {page.rect()}")


window.show()
window.resize(*arguments["room"])
for code in ("en", "vi"):
    switch.switch(code)
    window.first_page.show()
    look(window.pages.currentWidget(), f"first page {code}")
    for name in ENTRIES:
        window.show_workspace(name)
        if name == "review" and not window.review.review.verdicts:
            window.review.run()
        page = window.pages.currentWidget()
        look(page, f"{name} {code}")
        if name == "tree":
            while window.tree.recorder.is_running:
                application.processEvents()
            for _ in range(2):
                window.actions_table["tree_steps"].trigger()
                window.tree.page.steps.panel.card.ask_box.setChecked(True)
                look(page, f"steps of {name} {code}")
                for part in (window.tree.page.sentence, window.tree.page.steps, window.tree.page.replay.steps):
                    if window.tree.page.shows_steps and not window.centralWidget().verticalScrollBar().maximum():
                        seen(window, part, f"steps of {name} {code}")
        for dock in window.docks.values():
            if dock.isVisible() and not dock.visibleRegion().isEmpty():
                look(dock.widget(), f"{name} {code} {dock.objectName()}")
        seen(window, window.centralWidget(), f"{name} {code}")
        seen(window, window.statusBar(), f"{name} {code}")
        if window.centralWidget().verticalScrollBar().maximum():
            found["scrolled"].append(f"{name} {code}: {page.minimumSizeHint().toTuple()} {page.size().toTuple()}")
        window.openers.help()
        seen(window, window.openers.guide_panel, f"help {name} {code}")
        seen(window, window.statusBar(), f"help {name} {code}")
        window.openers.close_guide()
    if window.size().toTuple() != tuple(arguments["room"]):
        found["outside"].append(f"window {code}: {window.size()}")
    if not arguments["further"]:
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
window.review.stop()
window.close()
print(json.dumps(found))
"""

SCREENS = (
    (1024, 640, 1), (1280, 800, 1), (1366, 768, 1), (1366, 768, 1.25), (1920, 1080, 1), (1920, 1080, 1.5),
    (1920, 1080, 2),
)  # fmt: skip


def shown(tmp_path: Path, size: tuple[int, int, float], text: int, *, further: bool = False) -> dict[str, Any]:
    """Return what is wrong with the windows on a screen.

    Args:
        tmp_path: an empty folder.
        size: width and height of the screen in pixels, and its factor.
        text: the text size in percent.
        further: whether to look at all lessons and dialogs.
    """
    width, height, scale = size
    screen = {"name": "s", "x": 0, "y": 0, "width": width, "height": height, "logicalDpi": 96, "logicalBaseDpi": 96,
              "dpr": 1}  # fmt: skip
    (tmp_path / "screens.json").write_text(json.dumps({"screens": [screen]}))
    platform = {"QT_QPA_PLATFORM": f"offscreen:configfile={tmp_path / 'screens.json'}", "QT_SCALE_FACTOR": str(scale)}
    factor = scale * text / 100
    small = int(width / factor), int((height - 60) / factor)
    arguments = json.dumps({"text": text, "room": small, "further": further})
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, arguments],
        env=os.environ | platform, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["outside"] == []
    assert found["cut"] == []
    room = int(width / factor - 4), int(height / factor - 40)
    assert found["main"] == pytest.approx([min(1280, room[0]), min(800, room[1])], abs=1)  # Qt rounds
    # A dialog may be as large as the window behind it.
    large = [f"{name} {size}" for name, size in found["sizes"].items() if size[0] > small[0] or size[1] > small[1]]
    assert large == []
    return found


@pytest.mark.parametrize("size", few(SCREENS, [(1920, 1080, 2)]))
def test_the_windows_fit_the_screen_and_the_lessons_are_not_cut(tmp_path: Path, size: tuple[int, int, float]) -> None:
    # The smallest of the screens is enough for the lessons and the dialogs.
    assert shown(tmp_path, size, 100, further=size[2] == 2)["scrolled"] == []


@pytest.mark.parametrize("text", few([200, 250], [250]))
def test_with_a_large_text_pages_scroll_and_no_control_vanishes(tmp_path: Path, text: int) -> None:
    found = shown(tmp_path, (1920, 1080, 1), text)
    assert found["scrolled"] == [] or text > 200
