"""A workspace in folders of the test's own, and nothing left running."""

from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from studio.analysis.choice import Budget
from studio.contests.workspace import MatchWorkspace


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
