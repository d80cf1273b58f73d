"""How many Python functions a change of the document calls, which does not grow with what a window could show."""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from engine.core.game import find_game
from studio.window.main_window import MainWindow

PLIES = 40
MOST_FOR_A_STEP, MOST_FOR_A_COMMENT = 900, 250


def calls_of(act: Callable[[], object], qapp: QApplication) -> Counter[str]:
    """Return the number of calls of each Python function, of ``act`` and of the events that follow."""
    counted: Counter[str] = Counter()

    def count(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call":
            code = frame.f_code
            counted[f"{Path(code.co_filename).name}:{code.co_qualname}"] += 1

    for _ in range(5):  # until all is laid out
        qapp.processEvents()
    sys.setprofile(count)
    try:
        act()
        qapp.processEvents()
    finally:
        sys.setprofile(None)
    return counted


@pytest.fixture
def playing(window: MainWindow, qapp: QApplication) -> Callable[[str], MainWindow]:
    """Shows a game in Play, the cursor eight plies before the end of its ``PLIES`` plies."""

    def play(name: str) -> MainWindow:
        document = window.document
        window.show_workspace("play")
        document.new(find_game(name)())
        for ply in range(PLIES):
            moves = document.position.legal_moves()
            if moves:
                document.play(moves[(7 * ply + 3) % len(moves)])
        for step in (document.back,) * 8 + (document.forward, document.back):
            step()
            qapp.processEvents()
        return window

    return play


@pytest.mark.parametrize("name", ["caro", "chess", "cotoan", "go", "minigo", "nim", "trees", "xiangqi"])
def test_a_step_of_the_cursor_in_play(playing: Callable[[str], MainWindow], qapp: QApplication, name: str) -> None:
    document = playing(name).document
    for step in (document.forward, document.back):
        counted = calls_of(step, qapp)
        assert counted.total() <= MOST_FOR_A_STEP, counted.most_common(40)


@pytest.mark.parametrize("name", ["caro", "chess", "cotoan", "go"])
def test_a_comment_in_play(playing: Callable[[str], MainWindow], qapp: QApplication, name: str) -> None:
    document = playing(name).document
    document.set_comment(document.cursor, "g", continues=True)
    counted = calls_of(lambda: document.set_comment(document.cursor, "go", continues=True), qapp)
    assert counted.total() <= MOST_FOR_A_COMMENT, counted.most_common(40)


def test_nothing_is_calculated_in_a_game_without_a_calculator(
    playing: Callable[[str], MainWindow], qapp: QApplication
) -> None:
    document = playing("chess").document
    counted = calls_of(document.forward, qapp)
    assert not [name for name in counted if name.startswith("calculator.py")]
    document = playing("cotoan").document
    assert [name for name in calls_of(document.forward, qapp) if name.startswith("calculator.py")], (
        "the test sees calls"
    )
