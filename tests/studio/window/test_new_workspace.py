"""The workspace of the page for developers: two new files and one line, and it is everywhere in the window."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import changes_of, files_of, page_of

ROOT = Path(__file__).parents[3]

PAGE = page_of("panel")

USE = '''
"""Use the Dice workspace. Print what the window shows, as JSON."""

import json

from PySide6.QtTest import QTest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from studio.dialogs.keys import KeySheet
from studio.look import style
from studio.settings import Settings
from studio.widgets.plain_label import PlainLabel
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from studio.window.views import MoreButton, ViewControl

application = QApplication([])
switch = LanguageSwitch(application)
switch.switch("en")
style.apply(application, "light")


def open_window():
    window = MainWindow(Settings(), switch)
    window.resize(1280, 800)
    window.show()
    QTest.qWaitForWindowExposed(window)
    activate(window)
    return window


def activate(window):
    window.activateWindow()
    QTest.qWaitForWindowActive(window)


def press(window, key, modifiers=Qt.KeyboardModifier.NoModifier):
    QTest.keyClick(window, key, modifiers)
    application.processEvents()


def keys(window, name):
    return [key.toString() for key in window.actions_table[name].shortcuts()]


seen = {}
window = open_window()
table = window.actions_table
tabs = window.bar.tabs
seen["tabs"] = [tabs.tabText(index) for index in range(tabs.count())]
seen["menus"] = [action.menu().title() for action in window.menuBar().actions()]
seen["menu"] = [action.objectName() or "-" for action in window.menus["Dice"].actions()]
seen["view"] = [action.objectName() for action in window.menus["View"].actions()]
palette = window.openers.palette()
seen["palette"] = [name for name in palette.found() if "dice" in name]
palette.reject()
activate(window)
sheet = KeySheet(window.openers._key_rows(), window)
texts = [label.text() for label in sheet.findChildren(PlainLabel)]
seen["sheet"] = [text for text in ("Dice", "Roll the dice", "Eight sides", "Ctrl+7", "Ctrl+8") if text in texts]
sheet.deleteLater()
seen["elsewhere"] = [table["dice_roll"].isEnabled(), keys(window, "dice_roll"), keys(window, "dice_eight")]

press(window, Qt.Key.Key_7, Qt.KeyboardModifier.ControlModifier)
page = window.workspaces["dice"]
seen["shown"] = [window.workspace, window.pages.currentWidget() is page, table["workspace_dice"].isChecked()]
(views,) = page.findChildren(ViewControl)
(more,) = page.findChildren(MoreButton)
seen["more"] = more.isVisible() and more.menu() is window.menus["Dice"]
seen["views"] = [[views.button(index).text() for index in range(3)], views.current]
seen["here"] = [table["dice_roll"].isEnabled(), keys(window, "dice_roll")]
seen["docks"] = [name for name, dock in window.docks.items() if not dock.isHidden()]
press(window, Qt.Key.Key_R)
seen["rolled"] = [page.rolls, window.statusBar().currentMessage()]
press(window, Qt.Key.Key_8, Qt.KeyboardModifier.ControlModifier)
seen["set"] = table["dice_eight"].isChecked()
press(window, Qt.Key.Key_Space)
press(window, Qt.Key.Key_Escape)
seen["toggled"] = [page.rolls, page.stops, window.statusBar().currentMessage()]
window.docks["moves"].hide()
window.docks["terms"].show()
table.rebind({"dice_roll": ["Ctrl+J"]})
window.close()

again = open_window()
seen["again"] = [again.workspace, again.bar.tabs.tabText(again.bar.tabs.currentIndex()), keys(again, "dice_roll")]
seen["again"].append([name for name, dock in again.docks.items() if not dock.isHidden()])
seen["again"].append(again.actions_table["dice_eight"].isChecked())
again.close()
print(json.dumps(seen))
application.processEvents()
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the sources, with their machine code, and the toy workspace."""
    for package in ("engine", "studio", "resources"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    for name, text in files_of(PAGE).items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for name, old, new in changes_of(PAGE):
        path = tmp_path / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")
    (tmp_path / "use.py").write_text(USE, encoding="utf-8")
    return tmp_path


def test_a_workspace_is_two_files_and_one_line(folder: Path) -> None:
    assert len(files_of(PAGE)) == 2
    assert [new.count("\n") - old.count("\n") for _, old, new in changes_of(PAGE)] == [1]
    environment = os.environ | {
        "PYTHONPATH": str(folder), "QT_QPA_PLATFORM": "offscreen", "KYVIEN_CONFIG": str(folder / "config"),
        "KYVIEN_STATE": str(folder / "state"), "KYVIEN_MOTION": "off",
    }  # fmt: skip
    result = subprocess.run(
        [sys.executable, "use.py"], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr
    seen = json.loads(result.stdout)
    assert seen["tabs"] == ["Play", "Analyse", "Lab", "Learn"]
    assert seen["views"] == [["Compare", "Match", "Dice"], 2]
    assert seen["menus"] == ["File", "Edit", "Board", "Moves", "Analysis", "View", "Help"]
    assert seen["more"], "the menu of a view is in its header"
    assert seen["menu"] == ["dice_roll", "-", "dice_eight"]
    place = seen["view"].index("workspace_match")
    assert seen["view"][place + 1] == "workspace_dice"
    assert sorted(seen["palette"]) == ["dice_eight", "dice_roll", "workspace_dice"]
    assert seen["sheet"] == ["Dice", "Roll the dice", "Eight sides", "Ctrl+7", "Ctrl+8"]
    assert seen["elsewhere"] == [False, [], ["Ctrl+8"]]
    assert seen["shown"] == ["dice", True, True]
    assert seen["here"] == [True, ["R"]]
    assert seen["docks"] == ["moves"]
    assert seen["rolled"] == [1, "Rolls: 1, sides: 6"]
    assert seen["set"]
    assert seen["toggled"] == [2, 1, "Rolls: 2, sides: 8"]
    assert seen["again"] == ["dice", "Lab", ["Ctrl+J"], ["terms"], True]
