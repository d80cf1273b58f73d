"""Labels whose texts are elided."""

from pytestqt.qtbot import QtBot

from studio.widgets.elided import ElidedLabel


def test_a_shorter_text_replaces_one_that_does_not_fit(qtbot: QtBot) -> None:
    label = ElidedLabel()
    qtbot.addWidget(label)
    label.resize(400, 20)
    label.set_whole("9i7x3e3 (9×7), +7", "9i7x3e3, +7")
    assert label.text() == label.whole == "9i7x3e3 (9×7), +7"
    label.show()
    label.resize(label.fontMetrics().horizontalAdvance("9i7x3e3, +7") + 2, 20)
    assert label.text() == "9i7x3e3, +7"
    assert "(9×7)" in label.toolTip()
    label.resize(40, 20)
    assert label.text().endswith("…")
    label.set_whole("Another text")
    label.resize(400, 20)
    assert label.text() == "Another text"
