"""The window that benchmarks measure, and how they print their figures."""

from collections.abc import Callable, Iterable, Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.bench.rows import Row
from studio.look import style
from studio.settings import Settings
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch


@pytest.fixture
def window(qtbot: QtBot, qapp: QApplication) -> Iterator[MainWindow]:
    style.apply(qapp, "light")
    switch = LanguageSwitch(qapp)
    made = MainWindow(Settings(), switch)
    made.resize(1280, 800)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    made.deleteLater()
    switch.remove()
    switch.deleteLater()


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Callable[[Iterable[Row]], None]:
    """A function that prints measures on the terminal."""

    def show(rows: Iterable[Row]) -> None:
        with capsys.disabled():
            for row in rows:
                print(f"\n{row['name']}: {row['text']}", end="")  # noqa: T201
            print()  # noqa: T201

    return show
