"""What a capture and a check show in the window: the taken pieces next to the board, the king that glows."""

import pytest

from engine.core.game import find_game
from engine.core.outcome import Player
from studio.window.main_window import MainWindow
from tests.studio import driver


def play(window: MainWindow, name: str, moves: str) -> None:
    window.document.new(find_game(name)())
    for text in moves.split():
        window.document.play(window.document.game.parse_move(window.document.position, text))


@pytest.mark.parametrize(
    "name, moves, taken",
    [
        ("chess", "e4 d5 exd5 Qxd5", (("bp",), ("wp",))),
        ("xiangqi", "h2e2 h9g7 e2e6 b7b0", (("bp",), ("rn",))),
    ],
)
def test_cards_show_what_was_taken(
    window: MainWindow, name: str, moves: str, taken: tuple[tuple[str, ...], ...]
) -> None:
    play(window, name, moves)
    tally = window.document.game.tallies(window.document.position)[0]
    assert tally.pieces == taken
    for player in Player:
        card = window.page.players.lines[player]
        assert card.captured.isVisible() and card.captured.pieces == taken[player]
        assert card.points.text() == ("" if tally.is_lead else f"Taken: {tally.values[player]}")
    window.document.go(0)
    assert all(not card.captured.pieces for card in window.page.players.lines)


def test_check_is_marked_in_the_record_and_on_trial(window: MainWindow) -> None:
    play(window, "chess", "f3 e5")
    game, board = window.document.game, window.board
    line, position = [], window.document.position
    for text in ("g4", "Qh4#"):
        line.append(game.parse_move(position, text))
        position = position.play(line[-1])
    assert board.picture_parts().checked == ()
    window.page.try_line(line)
    assert board.picture_parts().checked == (4,)
    window.page.end_trial()
    assert board.picture_parts().checked == ()
    for move in line:
        window.document.play(move)
    assert board.picture_parts().checked == (4,)


def test_the_wheel_does_not_count_beyond_the_end_of_a_line_on_trial(window: MainWindow) -> None:
    window.document.new(find_game("chess")())
    position, moves = window.document.position, []
    for _ in range(3):
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    window.page.try_line(moves)
    for _ in range(4):
        window.board.wheel_turned.emit(1)
    assert window.page.trial == moves
    window.board.wheel_turned.emit(-1)
    assert window.page.trial == moves[:2]


def test_pieces_that_a_set_up_lacks_were_not_captured(window: MainWindow) -> None:
    window.document.new(find_game("chess")(), setup="4k3/8/8/3p4/4P3/8/8/4K2R w - - 0 1")
    lines = window.page.players.lines
    assert [line.captured.pieces for line in lines] == [(), ()]
    window.document.play(window.document.game.parse_move(window.document.position, "exd5"))
    taken = [line.captured.pieces for line in lines]
    assert sorted(map(len, taken)) == [0, 1]
    play(window, "chess", "e4 d5 exd5")
    assert [line.captured.pieces for line in lines] == taken, "as in a game from the start"


def test_a_line_on_trial_is_walked_by_the_commands(window: MainWindow) -> None:
    """At the end of the record, too, where without a line on trial there is nothing further."""
    window.document.new(find_game("chess")())
    names = ("back", "to_start", "forward", "to_end", "next_branch", "previous_branch")

    def enabled() -> list[str]:
        return [name for name in names if driver.action(window, name).isEnabled()]

    assert enabled() == []
    position, moves = window.document.position, []
    for _ in range(2):
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    window.page.try_line(moves[:1])
    assert enabled() == list(names)
    window.page.end_trial()
    assert enabled() == []
    window.document.play(moves[0])
    window.page.try_line(moves[1:])
    assert enabled() == list(names)
    window.page.end_trial()
    assert enabled() == ["back", "to_start", "previous_branch"]
