"""The clocks that a record notes are next to its players."""

import pytest

from engine.core.game import find_game
from studio.window.main_window import MainWindow

RECORD = """[Game "chess"]
[Termination "time forfeit"]

1. e4 {[%clk 0:00:01.05]} e5 {[%clk 0:59:58]} 2. Nf3 {[%clk 0:00:00.35]} 0-1
"""


def shown(window: MainWindow) -> list[str]:
    return [card.clock.text() if card.clock.isVisible() else "" for card in window.page.players.lines]


def test_a_record_that_is_walked_through_shows_both_clocks(window: MainWindow) -> None:
    window.document.open_text(RECORD)
    seen = []
    for node in window.document.tree.main_line():
        window.document.go(node)
        seen.append(shown(window))
    assert seen == [["", ""], ["0:01.0", ""], ["0:01.0", "59:58"], ["0:00.3", "59:58"]]
    assert all(card.clock.property("role") != "error" for card in window.page.players.lines)
    assert window.page.players.state.whole == "Black won on time."


@pytest.mark.parametrize("game", ["chess", "caro"])
def test_a_record_without_clocks_shows_none(window: MainWindow, game: str) -> None:
    window.document.new(find_game(game)())
    window.document.play(window.document.position.legal_moves()[0])
    assert shown(window) == ["", ""]
