"""A workspace in folders of the test's own, and nothing left running."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from studio.analysis.choice import Budget
from studio.contests.tables import CrosstableView
from studio.contests.workspace import MatchWorkspace

SECONDS = 30_000
"""How long anything may take on a busy machine, in ms."""


def press(qtbot: QtBot, button: object) -> None:
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)  # type: ignore[arg-type]


def play(qtbot: QtBot, workspace: MatchWorkspace) -> None:
    """Press Start and wait for the end."""
    with qtbot.waitSignal(workspace.runner.ended, timeout=SECONDS):
        press(qtbot, workspace.start_button)


def click(qtbot: QtBot, view: CrosstableView, index: QModelIndex) -> None:
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())


def shown(view: object) -> list[list[str]]:
    model = view.model()  # type: ignore[attr-defined]
    return [
        [str(model.index(row, column).data() or "") for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def quick(workspace: MatchWorkspace, games: int = 6) -> MatchWorkspace:
    """Choose a short contest: greedy against negascout at depth 1."""
    workspace.form.games_box.setValue(games)
    workspace.form.rows[0].budget_box.depth_box.setValue(1)
    assert workspace.form.rows[0].budget_box.budget() == Budget("depth", 1)
    return workspace


@pytest.fixture
def workspace(qtbot: QtBot) -> Iterator[MatchWorkspace]:
    made = MatchWorkspace()
    made.resize(1280, 760)
    made.show()
    qtbot.waitExposed(made)
    yield quick(made)
    made.close_threads()
    made.close()
    made.deleteLater()
