"""Fields to search in: a long text that is pasted is cut, in every window that has one."""

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit

from studio.dialogs.seat_form import SeatForm
from studio.widgets.search_field import LONGEST, SearchField
from studio.window.main_window import MainWindow

TEXT = "<img src='file:///nowhere'>" * 400


@pytest.mark.slow
def test_a_pasted_text_is_cut(window: MainWindow) -> None:
    """A page of the help without a result took 0.1 s to lay out 10,000 characters."""
    QGuiApplication.clipboard().setText(TEXT)
    window.show_workspace("tree")
    guide = window.openers.help()
    fields = [*guide.findChildren(SearchField), *window.tree.findChildren(SearchField)]
    fields += window.openers.palette().findChildren(SearchField)
    fields += window.openers.key_sheet().findChildren(SearchField)
    assert len(fields) >= 3
    for field in fields:
        field.paste()
        assert field.text() == TEXT[:LONGEST]
    window.openers.close_guide()


@pytest.mark.slow
def test_a_name_of_a_person_is_cut(window: MainWindow) -> None:
    dialog = window.openers.new_game()
    names = [field for seat in dialog.findChildren(SeatForm) for field in seat.findChildren(QLineEdit)]
    names = [field for field in names if field.placeholderText() == "Name"]
    assert len(names) == 2
    for field in names:
        field.setText("x" * 10_000)
        assert len(field.text()) == 100
    dialog.reject()
