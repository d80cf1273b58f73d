"""A changed setting is applied once to the application, and each of several windows shows it."""

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.studio.conftest import MakeWindow


class Probe(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.changes: list[QEvent.Type] = []

    def changeEvent(self, event: QEvent) -> None:
        self.changes.append(event.type())
        super().changeEvent(event)


@pytest.fixture
def two(qapp: QApplication, switch: LanguageSwitch, make_window: MakeWindow) -> tuple[MainWindow, MainWindow]:
    """Two windows with the same settings, as one process has."""
    first = make_window()
    second = MainWindow(first.settings, switch)
    second.show()
    return first, second


@pytest.mark.parametrize("number", [0, 1])
def test_two_windows_change_everything_once(
    two: tuple[MainWindow, MainWindow], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    switched: list[str] = []
    switch = LanguageSwitch.switch
    monkeypatch.setattr(LanguageSwitch, "switch", lambda self, code: (switched.append(code), switch(self, code)))
    probe = Probe()
    qtbot.addWidget(probe)
    probe.show()
    probe.changes.clear()
    try:
        two[number].appearance.set_theme("dark")
        assert probe.changes.count(QEvent.Type.StyleChange) == 2  # the old style sheet is removed, the new one set
        for change in (
            lambda: two[number].appearance.set_language("vi"),
            lambda: setattr(two[number].settings, "notations", {"chess": "coordinates"}),
            lambda: setattr(two[number].settings, "scores_of_turn", True),
        ):
            switched.clear()
            change()
            assert switched == ["vi"]
        QApplication.processEvents()
        for window in two:
            assert window.actions_table["theme_dark"].isChecked()
            assert window.actions_table["language_vi"].isChecked()
            assert window.actions_table["scores_turn"].isChecked()
        two[number].appearance.set_theme("system")
        assert all(window.actions_table["theme_system"].isChecked() for window in two)
    finally:
        two[number].settings.notations = {}
        two[number].settings.scores_of_turn = False
        two[1].close()
        two[1].deleteLater()


def test_names_of_keys_are_not_translated(switch: LanguageSwitch) -> None:
    # The catalogue has "Right", the opposite of "Wrong".
    switch.switch("vi")
    native = QKeySequence.SequenceFormat.NativeText
    assert [QKeySequence(name).toString(native) for name in ("Right", "Ctrl+Left")] == ["Right", "Ctrl+Left"]
