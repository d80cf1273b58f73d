"""Compare runs at once when it is opened without results, abandons what takes long, and costs nothing while hidden."""

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.search.spec import Spec
from studio.analysis.choice import Budget
from studio.compare.workspace import CompareWorkspace
from studio.window.main_window import MainWindow

EMPTY, RESULTS = range(2)
SHORT, LONG = Budget("depth", 2), Budget("depth", 60)


@pytest.fixture
def compare(window: MainWindow) -> CompareWorkspace:
    """The page, which is not shown yet, for a game of chess. No time passes but that of the test."""
    window.document.new(find_game("chess")())
    page = window.compare
    page.trial.setInterval(10_000_000)
    page.choice.set_specs([Spec.parse("minimax"), Spec.parse("alphabeta")])
    page.choice.set_budget(SHORT)
    return page


def wait(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.session.is_busy and not window.compare.measuring.is_running, timeout=30_000)


def test_a_short_comparison_is_shown_without_a_question(
    window: MainWindow, compare: CompareWorkspace, qtbot: QtBot
) -> None:
    assert not window.session.is_busy, "the page is not shown"
    window.show_workspace("compare")
    assert compare.pages.currentIndex() == EMPTY and not compare.is_running
    wait(window, qtbot)
    assert compare.pages.currentIndex() == RESULTS and not compare.trial.isActive() and compare.conclusion.main
    nodes = [row.only.nodes for row in compare.model.rows if row.only is not None]
    compare.run()
    wait(window, qtbot)
    assert [row.only.nodes for row in compare.model.rows if row.only is not None] == nodes and len(nodes) == 2


def test_a_long_comparison_is_abandoned_and_can_be_started(
    window: MainWindow, compare: CompareWorkspace, qtbot: QtBot
) -> None:
    compare.choice.set_budget(LONG)
    window.show_workspace("compare")
    assert window.session.is_busy and not compare.is_running and compare.pages.currentIndex() == EMPTY
    compare.trial.timeout.emit()
    assert not window.session.is_busy and compare.pages.currentIndex() == EMPTY and not compare.trial.isActive()
    assert not compare.model.rows
    compare.empty.pressed.emit()
    assert compare.is_running and compare.pages.currentIndex() == RESULTS
    window.show_workspace("play")
    window.show_workspace("compare")
    assert compare.is_running and compare.pages.currentIndex() == RESULTS, "what the user has started goes on"
    compare.stop()
    wait(window, qtbot)


def test_the_button_shows_the_comparison_that_runs_already(
    window: MainWindow, compare: CompareWorkspace, qtbot: QtBot
) -> None:
    compare.choice.set_budget(LONG)
    window.show_workspace("compare")
    running = dict(compare._numbers)
    compare.empty.pressed.emit()
    assert compare._numbers == running and compare.is_running and compare.pages.currentIndex() == RESULTS
    assert not compare.trial.isActive(), "it is not abandoned any more"
    window.show_workspace("play")
    assert compare._numbers == running
    compare.stop()
    wait(window, qtbot)


@pytest.mark.parametrize("way", ["leave", "escape", "cursor", "budget", "algorithms", "record"])
def test_what_was_started_is_abandoned_when_it_is_not_wanted(
    window: MainWindow, compare: CompareWorkspace, qtbot: QtBot, way: str
) -> None:
    document = window.document
    document.play(document.position.legal_moves()[0])
    compare.choice.set_budget(LONG)
    window.show_workspace("compare")
    assert window.session.is_busy
    numbers = set(compare._numbers)
    if way == "leave":
        window.show_workspace("play")
        document.new(find_game("tictactoe")())
    elif way == "escape":
        compare.stop()
    elif way == "cursor":
        document.back()
    elif way == "budget":
        compare.choice.set_budget(SHORT)
    elif way == "algorithms":
        compare.choice.set_specs([Spec.parse("minimax")])
    else:
        document.new(find_game("tictactoe")())
        assert compare._numbers and not numbers & set(compare._numbers), "the new record is compared"
        wait(window, qtbot)
        assert compare.model.rows[0].positions == [document.position]
        return
    assert not window.session.is_busy and not compare.trial.isActive() and compare.pages.currentIndex() == EMPTY


def test_results_stay_when_the_page_is_shown_again(window: MainWindow, compare: CompareWorkspace, qtbot: QtBot) -> None:
    window.show_workspace("compare")
    wait(window, qtbot)
    rows = compare.model.rows
    window.show_workspace("play")
    window.document.play(window.document.position.legal_moves()[0])
    window.show_workspace("compare")
    assert not window.session.is_busy and compare.model.rows == rows


@pytest.mark.parametrize("way", ["seconds", "game over", "every position"])
def test_nothing_runs_at_once_that_takes_long_for_certain(
    window: MainWindow, compare: CompareWorkspace, way: str
) -> None:
    if way == "seconds":
        compare.choice.set_budget(Budget("seconds", 0.5))
    elif way == "game over":
        document = window.document
        document.new(find_game("chess")(), setup="8/8/8/8/8/5k2/5q2/7K w - - 0 1")
        assert not document.position.has_legal_move()
        compare.choice.set_budget(SHORT)
    else:
        compare.positions_box.setCurrentIndex(1)
    window.show_workspace("compare")
    assert not window.session.is_busy and compare.pages.currentIndex() == EMPTY
