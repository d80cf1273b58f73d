"""The popup with the parameters of an algorithm."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.core.options import options_of
from engine.search.search import algorithms
from engine.search.spec import Spec
from studio.analysis.parameters import ParameterPopup

WITHOUT = [name for name, kind in algorithms().items() if not options_of(kind.Parameters)]


@pytest.mark.parametrize("name", [*WITHOUT, "minimax", "pvs"])
def test_nothing_remains_of_a_closed_popup(name: str, qtbot: QtBot) -> None:
    """Also not of the form of an algorithm without parameters, which is not shown."""
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    before = set(QApplication.allWidgets())
    popup = ParameterPopup(Spec.parse(name), parent)
    popup.show_below(parent)
    popup.close()
    del popup
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert set(QApplication.allWidgets()) == before


def test_some_algorithm_has_no_parameters() -> None:
    assert WITHOUT
