"""A scroll area in a change of the theme: text is laid out once, after the change, and has its place again."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QLabel, QSplitter, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from studio.look import style
from studio.widgets.scroll_area import ScrollArea


class Text(QLabel):
    """A text that wraps. ``asked`` counts how often its height was computed."""

    asked = 0

    def heightForWidth(self, width: int) -> int:
        Text.asked += 1
        return super().heightForWidth(width)


@pytest.fixture
def splitter(qtbot: QtBot, qapp: QApplication) -> QSplitter:
    """Two areas with text. With another style the handle has another width, so that the areas have another size."""
    style.apply(qapp, "light")
    made = QSplitter()
    qtbot.addWidget(made)
    for _ in range(2):
        area, content = ScrollArea(), QWidget()
        column = QVBoxLayout(content)
        for number in range(20):
            label = Text(f"The text of label {number} wraps. " * 8)
            label.setWordWrap(True)
            column.addWidget(label)
        area.setWidget(content)
        area.setWidgetResizable(True)
        made.addWidget(area)
    made.resize(QSize(600, 300))
    made.show()
    qtbot.waitExposed(made)
    qapp.processEvents()
    return made


def test_text_is_not_laid_out_while_the_theme_changes(splitter: QSplitter, qapp: QApplication) -> None:
    areas = splitter.findChildren(ScrollArea)

    def places() -> list[object]:
        return [(each.geometry(), each.viewport().geometry(), each.widget().geometry()) for each in areas]

    before = places()
    for mode in ("dark", "light"):
        Text.asked = 0
        style.apply(qapp, mode)
        assert Text.asked == 0
        assert not style.is_changing()
        qapp.processEvents()
        assert Text.asked > 0
        assert places() == before


def test_a_resize_while_the_theme_changes_is_not_lost(
    qtbot: QtBot, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    area, use = ScrollArea(parent), style.palette.use
    area.setWidget(QWidget())  # nothing in it asks for a layout
    area.setWidgetResizable(True)
    area.resize(400, 200)
    parent.show()
    qapp.processEvents()

    def resizing(theme: style.palette.Theme) -> None:
        use(theme)
        if style.is_changing():
            area.resize(300, 150)

    monkeypatch.setattr(style.palette, "use", resizing)
    style.apply(qapp, "dark")
    qapp.processEvents()
    assert area.viewport().size() == area.contentsRect().size()
    assert area.widget().size() == area.viewport().size()
    monkeypatch.undo()
    style.apply(qapp, "light")
