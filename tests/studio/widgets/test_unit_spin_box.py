"""The spin box with a unit."""

from pytestqt.qtbot import QtBot

from engine.core.language import Plural
from studio.widgets.unit_spin_box import UnitSpinBox


def test_the_unit_agrees_with_the_number(qtbot: QtBot) -> None:
    """A limit of one ply was displayed as "1 plies"."""
    box = UnitSpinBox()
    qtbot.addWidget(box)
    box.setRange(0, 9)
    box.set_unit(Plural("ply", "plies"))
    texts = []
    for value in (0, 1, 2):
        box.setValue(value)
        texts.append(box.text())
    assert texts == ["0 plies", "1 ply", "2 plies"]
