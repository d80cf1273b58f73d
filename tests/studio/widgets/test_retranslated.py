"""The base class of widgets that follow the language and the theme."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QLabel, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.core.language import tr
from engine.search.report import Limit
from studio.contests.limits import PlayerLimitBox
from studio.look import style
from studio.widgets.retranslated import Retranslated
from studio.window.translation import LanguageSwitch


class Plate(Retranslated, QFrame):
    """Counts what it was asked to do; an event of each kind comes before it is complete."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for kind in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            QApplication.sendEvent(self, QEvent(kind))
        self.calls: list[str] = []
        self.label = QLabel()
        QVBoxLayout(self).addWidget(self.label)
        self.follow_changes()

    def retranslate(self) -> None:
        self.calls.append("retranslate")
        self.label.setText(tr("Close"))

    def restyle(self) -> None:
        self.calls.append("restyle")


@pytest.fixture
def switch(qapp: QApplication) -> Iterator[LanguageSwitch]:
    made = LanguageSwitch(qapp)
    yield made
    made.switch("en")
    made.remove()


def test_events_are_ignored_until_the_widget_is_complete(qtbot: QtBot) -> None:
    plate = Plate()
    qtbot.addWidget(plate)
    assert plate.calls == ["retranslate"]
    assert plate.label.text() == "Close"


def test_texts_follow_the_language(qtbot: QtBot, switch: LanguageSwitch) -> None:
    outer = QWidget()
    qtbot.addWidget(outer)
    plate = Plate(outer)
    switch.switch("vi")
    QApplication.sendPostedEvents()
    assert plate.label.text() == "Đóng"
    assert set(plate.calls) == {"retranslate"}


def test_colours_follow_the_theme(qtbot: QtBot, qapp: QApplication) -> None:
    style.apply(qapp, "light")
    plate = Plate()
    qtbot.addWidget(plate)
    plate.show()
    other = QPalette(plate.palette())
    other.setColor(QPalette.ColorRole.Window, QColor("red"))
    plate.setPalette(other)
    assert plate.calls == ["retranslate"], "neither a new widget nor one with other colours is updated"
    style.apply(qapp, "dark")
    assert set(plate.calls[1:]) == {"restyle"}
    count = len(plate.calls)
    style.apply(qapp, "light")
    assert set(plate.calls[count:]) == {"restyle"}


def test_a_class_that_forgets_its_texts_is_reported(qtbot: QtBot) -> None:
    class Bare(Retranslated, QWidget):
        pass

    bare = Bare()
    qtbot.addWidget(bare)
    with pytest.raises(NotImplementedError):
        bare.follow_changes()


def test_a_subclass_is_retranslated_by_the_constructor_of_its_base_class(qtbot: QtBot, switch: LanguageSwitch) -> None:
    box = PlayerLimitBox(Limit(depth=3))
    qtbot.addWidget(box)
    assert box.kind.itemText(3) == "Clock"
    switch.switch("vi")
    QApplication.sendPostedEvents()
    assert box.kind.itemText(3) == "Đồng hồ"
    assert box.base_box.accessibleName() != "Time for the game"
