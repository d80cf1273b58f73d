"""Sentences about what went wrong."""

from pytestqt.qtbot import QtBot

from studio.widgets.error_label import ErrorLabel


def test_a_sentence_goes_after_its_time_and_a_new_one_has_time_of_its_own(qtbot: QtBot) -> None:
    label = ErrorLabel(0.05)
    qtbot.addWidget(label)
    assert label.isHidden()
    label.show_error("<b>bold.py</b> is no plugin")
    assert label.sizeHint().width() > label.fontMetrics().horizontalAdvance("bold.py is no plugin"), "plain text"
    qtbot.waitUntil(label.isHidden)
    label.show_error("again")
    assert not label.isHidden()
    qtbot.waitUntil(label.isHidden)


def test_without_a_time_it_stays(qtbot: QtBot) -> None:
    label = ErrorLabel()
    qtbot.addWidget(label)
    label.show_error("one")
    qtbot.wait(20)
    assert not label.isHidden()
    assert label.text() == "one"
