"""What the panel shows about the state of the game: a result only where it belongs."""

import pytest

from engine.core.outcome import Player
from studio.window.main_window import MainWindow

RECORD = """[Game "chess"]
[White "An"]
[Result "0-1"]
[Termination "resignation"]

1. e4 e5 2. Nf3 (2. Bc4 Bc5) 2... Nc6 0-1
"""


def go(window: MainWindow, *moves: str) -> None:
    window.document.to_start()
    for text in moves:
        move = window.document.game.parse_move(window.document.position, text)
        window.document.play(move)


@pytest.mark.parametrize(
    ("moves", "text", "dots"),
    [
        (("e4", "e5", "Nf3", "Nc6"), "Black won by resignation.", [False, False]),
        (("e4", "e5", "Nf3"), "Black to move", [False, True]),
        (("e4", "e5", "Bc4", "Bc5"), "White to move", [True, False]),
        (("e4", "e5", "d4"), "Black to move", [False, True]),
        ((), "White to move", [True, False]),
    ],
)
def test_a_result_is_shown_at_the_end_of_the_main_line(
    window: MainWindow, moves: tuple[str, ...], text: str, dots: list[bool]
) -> None:
    window.document.open_text(RECORD)
    go(window, *moves)
    assert window.page.players.state.whole == text
    assert [line.is_to_move for line in window.page.players.lines] == dots


def test_a_position_that_was_set_up_has_no_result(window: MainWindow) -> None:
    window.document.open_text(RECORD)
    window.document.to_end()
    window.document.set_up("4k3/8/8/8/8/8/8/4KQ2 w - - 0 1")
    assert window.page.players.state.whole == "White to move"


def test_the_end_of_a_game_is_shown_in_a_variation_too(window: MainWindow) -> None:
    window.document.open_text(RECORD)
    go(window, "e4", "e5", "Qh5", "Ke7", "Qxe5#")
    assert window.page.players.state.whole == "White won: checkmate."
    assert not window.page.players.lines[Player.SECOND].is_to_move


@pytest.mark.parametrize(
    ("header", "text"),
    [
        ("negascout:quiescence=on,ordering=on", "NegaScout"),
        ("negascout:ordering=on@depth=3", "NegaScout, depth 3"),
        ("greedy@evaluation=material", "Greedy"),
        ("alphabeta d2", "Alpha-beta, depth 2"),
        ("greedy (2)", "Greedy (2)"),
        ("Greedy", "Greedy"),
        ("nobody:x=1", "nobody:x=1"),
        ("an", "an"),
        ("Lê Văn An", "Lê Văn An"),
    ],
)
def test_a_specification_in_a_record_is_shown_as_a_name(window: MainWindow, header: str, text: str) -> None:
    window.document.open_text(RECORD.replace("An", header))
    assert window.page.players.lines[0].name.whole == text
    assert window.document.record.headers["White"] == header
