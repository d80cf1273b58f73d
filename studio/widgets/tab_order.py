"""The order in which Tab visits fields."""

from collections.abc import Iterable
from itertools import pairwise

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

LINE = 12
"""Height of the bands of a window, in px. Fields whose centres are in one band are in one line."""


def fields_of(part: QWidget) -> list[QWidget]:
    """Return the fields of a part of a window that accept the focus by Tab, including hidden fields.

    The fields are ordered from top to bottom, and within a line from left to right. Call this function after the
    layout has been computed.
    """
    window = part.window()

    def place(each: QWidget) -> tuple[int, int]:
        return each.mapTo(window, each.rect().center()).y() // LINE, each.mapTo(window, QPoint()).x()

    return sorted(made_fields_of(part), key=place)


def made_fields_of(part: QWidget) -> list[QWidget]:
    """Return the fields of a part of a window that accept the focus by Tab, in the order in which they were made.

    Unlike places, this order is also known for hidden fields. ``QWidget.nextInFocusChain`` must not be used for this:
    PySide takes each widget that it returns for a child of the one before, and disowns it when that one is deleted.
    """
    window = part.window()
    return [
        each
        for each in (part, *part.findChildren(QWidget))
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.window() is window
    ]


def set_tab_order(chain: Iterable[QWidget]) -> None:
    """Let Tab visit widgets of one window in this order."""
    for before, after in pairwise(chain):
        QWidget.setTabOrder(before, after)
