"""The sentences of the window: in its language, and gone when they are outdated."""

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.language import set_language
from engine.core.outcome import Outcome, Player, Termination
from engine.core.score import Score
from studio.dialogs.new_game import NewGame
from studio.play.results import outcome_text, reason_text
from studio.play.seat import Seat
from studio.window.main_window import MainWindow
from tests.studio.play.test_check_and_captures import play

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@pytest.mark.parametrize("termination", Termination)
def test_every_ending_has_a_vietnamese_text(termination: Termination) -> None:
    """The words of records are English; none of them is shown as it is."""
    set_language("vi")
    assert reason_text(termination.value) not in {each.value for each in Termination}
    assert outcome_text(("Red", "Black"), Outcome(Player.SECOND, termination)).startswith("Đen thắng: ")


def test_an_error_is_gone_when_it_went_well(window: MainWindow) -> None:
    play(window, "chess", "")
    window.clipboard.paste_text("no such move at all")
    assert window.notice.text
    window.clipboard.paste_text(START)
    assert not window.notice.text
    window.clipboard.paste_text("xyzzy")
    assert "xyzzy" in window.notice.text
    window.clipboard.paste_text("e4")
    assert not window.notice.text


def test_an_error_that_asks_for_something_stays(window: MainWindow) -> None:
    play(window, "chess", "")
    window.notice.show_notice("The file changed.", [("Overwrite", lambda: None)], is_error=True)
    window.clipboard.paste_text("e4")
    assert window.notice.text == "The file changed."


def test_why_a_move_was_refused_is_gone_with_the_next_move(window: MainWindow) -> None:
    play(window, "chess", "")
    status, game = window.statusBar(), window.document.game
    window.board.refused.emit("e2e5: no")
    assert status.currentMessage() == "e2e5: no"
    window.board.move_played.emit(game.parse_move(window.document.position, "e4"))
    assert not status.currentMessage() and window.document.cursor != 0
    window.board.refused.emit("e2e5: no")
    window.document.new(find_game("xiangqi")())
    assert not status.currentMessage()


def test_how_the_game_ended_is_not_gone_with_its_last_move(window: MainWindow) -> None:
    play(window, "chess", "f3 e5 g4")
    window.board.refused.emit("d8d5: no")
    window.board.move_played.emit(window.document.game.parse_move(window.document.position, "Qh4#"))
    assert window.statusBar().currentMessage() == "Black won: checkmate."
    # Qt shows the widgets of the status bar when it arranges them for another height.
    state, bar = window.page.players.state, window.statusBar()
    state.show()
    assert not state.isVisible()
    bar.clearMessage()
    assert state.isVisible()


@pytest.mark.parametrize("then", ["move", "resign", "new game"])
def test_an_offered_draw_is_no_longer_asked_about(window: MainWindow, then: str) -> None:
    game, controller = find_game("chess")(), window.controller
    window.openers.begin(NewGame(game, (Seat("An"), Seat("Bình"))))
    controller.offer_draw()
    assert window.notice.text == "White offers a draw."
    if then == "move":
        controller.play(game.parse_move(window.document.position, "e4"))
    elif then == "resign":
        controller.resign()
    else:
        window.document.undo_stack.set_clean()
        window.openers.begin(NewGame(game, (Seat("An"), Seat("Bình"))))
    assert window.notice.text == ""


@pytest.mark.parametrize(
    ("result", "termination", "text"),
    [
        ("0-1", "", "Black won."),
        ("1/2-1/2", "Normal", "A draw."),
        ("1-0", "Time forfeit", "White won on time."),
        ("1-0", "adjudication", "White won by adjudication."),
        ("0-1", "resignation", "Black won by resignation."),
        ("1-0", "rules infraction", "White won."),
    ],
)
def test_a_record_is_not_described_by_what_it_lacks(
    window: MainWindow, result: str, termination: str, text: str
) -> None:
    told = f'[Termination "{termination}"]\n' if termination else ""
    window.clipboard.paste_text(f'[White "An"]\n[Black "Bình"]\n[Result "{result}"]\n{told}\n1. e4 e5 {result}\n')
    window.document.to_end()
    assert window.page.players.state.whole == text
    window.document.back()
    assert window.page.players.state.whole == "Black to move"


def test_the_point_of_view_of_scores_is_switched_and_kept(make_window: Callable[[], MainWindow], qtbot: QtBot) -> None:
    window = make_window()
    window.clipboard.paste_text("4k3/8/8/8/8/8/8/4KQ2 b - - 0 1")
    window.show_workspace("analyse")
    score = Score(910, Player.FIRST)
    window.analysis_commands.show_score(score)
    bar = window.page.bar
    assert bar.accessibleName() == "Evaluation: NegaScout: +9.10 (in pawns, seen by White)"
    assert window.status.unit.text() == "Scores in pawns, seen by White"
    window.actions_table["scores_turn"].trigger()
    qtbot.waitUntil(lambda: window.status.unit.text() == "Scores in pawns, seen by Black")
    window.analysis_commands.show_score(score)
    assert bar.accessibleName() == "Evaluation: NegaScout: −9.10 (in pawns, seen by Black)"
    window.show_workspace("play")
    assert window.status.unit.text() == ""
    again = make_window()
    assert again.actions_table["scores_turn"].isChecked()
    again.actions_table["scores_first"].trigger()
    assert not again.actions_table["scores_turn"].isChecked()


def test_liberties_are_offered_where_there_are_groups(window: MainWindow) -> None:
    liberties = window.actions_table["liberties"]
    for name, offered in (("go", True), ("chess", False), ("minigo", True), ("cotoan", False)):
        play(window, name, "")
        assert liberties.isEnabled() == offered, name


def test_one_node_is_one_node(window: MainWindow, qtbot: QtBot) -> None:
    play(window, "chess", "f3 e5 g4 Qh4#")
    window.show_workspace("analyse")
    window.analysis_commands.toggle()
    qtbot.waitUntil(lambda: not window.session.is_busy, timeout=10_000)
    (tip, *_) = [row.toolTip() for row in window.analysis.rows]
    assert "1 node" in tip and "1 nodes" not in tip


def test_the_state_of_the_game_is_not_drawn_over_a_message(window: MainWindow) -> None:
    bar, state = window.statusBar(), window.page.players.state
    window.document.new(find_game("chess")())
    assert state.isVisible()
    bar.showMessage("A message")
    window.document.play(window.document.position.legal_moves()[0])
    assert not state.isVisible()
    bar.clearMessage()
    assert state.isVisible() and state.text()
    bar.showMessage("about the board")
    window.show_workspace("compare")
    assert not bar.currentMessage() and state.isVisible()
