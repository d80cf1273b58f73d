"""Playing: seats, results, draws, take-backs, clocks, matches, with real engines."""

from collections.abc import Iterator
from random import Random

import pytest
from pytestqt.qtbot import QtBot

from engine.core.errors import KyVienError
from engine.core.game import find_game
from engine.core.outcome import Outcome, Player, Termination
from engine.records.formats import find_format
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.analysis.session import AnalysisSession
from studio.document.document import Document
from studio.play.clock import RunningClock
from studio.play.controller import PlayController
from studio.play.results import outcome_text
from studio.play.seat import Seat

FIRST, SECOND = Player.FIRST, Player.SECOND
HUMAN = Seat("Lan")
GREEDY = Seat(spec=Spec.parse("greedy"))
NEGASCOUT = Seat(spec=Spec.parse("negascout:ordering=on"), limit=Limit(depth=2))
SLOW = Seat(spec=Spec.parse("minimax"), limit=Limit(depth=20))
WINNING = "9/4b04/9/9/9/4r34/4r74/9/9/4r04/1b97 r 0 0 0 1"
"""Red takes the zero from e5."""


@pytest.fixture
def document() -> Iterator[Document]:
    made = Document(find_game("cotoan")())
    yield made
    made.close()


@pytest.fixture
def controller(qtbot: QtBot, document: Document) -> Iterator[PlayController]:
    session = AnalysisSession()
    made = PlayController(document, session, rng=Random(1))
    made.engine_moves.move_ms = 0
    yield made
    made.abandon()
    session.close()


def game(rules: str = "") -> object:
    return find_game("cotoan").with_rules(rules)  # type: ignore[attr-defined]


def move(document: Document, text: str) -> int:
    return document.game.parse_move(document.position, text)


def test_an_engine_answers(controller: PlayController, document: Document, qtbot: QtBot) -> None:
    controller.start(game(), (HUMAN, NEGASCOUT))
    assert document.record.headers["White"] == "Lan"
    assert document.record.headers["Black"] == "NegaScout, depth 2"
    assert document.record.headers["BlackAlgorithm"] == "negascout:ordering=on@depth=2"
    assert "WhiteAlgorithm" not in document.record.headers
    assert controller.may_move()
    controller.play(move(document, "i1i9"))
    assert not controller.may_move()
    qtbot.waitUntil(lambda: len(document.tree) == 3)
    assert controller.may_move()
    assert document.cursor == controller.live


def test_two_engines_play_to_the_end(controller: PlayController, document: Document, qtbot: QtBot) -> None:
    with qtbot.waitSignal(controller.ended, timeout=20_000):
        controller.start(game("target=10"), (NEGASCOUT, GREEDY))
    assert document.record.result in ("1-0", "0-1", "1/2-1/2")
    last = document.tree.position(document.tree.main_line()[-1]).outcome()
    assert last is not None
    assert document.record.headers["Termination"] == last.termination.value
    assert not controller.is_playing


def test_the_user_looks_elsewhere_while_an_engine_moves(
    controller: PlayController, document: Document, qtbot: QtBot
) -> None:
    controller.start(game(), (HUMAN, NEGASCOUT))
    controller.play(move(document, "i1i9"))
    document.to_start()
    qtbot.waitUntil(lambda: len(document.tree) == 3)
    assert document.cursor == 0
    assert document.tree.ply(controller.live) == 2
    # A move tried here is a variation; the game is where it was.
    controller.play(move(document, "h1h8"))
    assert document.tree.ply(controller.live) == 2
    assert not controller.is_thinking


def test_taking_the_zero_ends_the_game(controller: PlayController, document: Document, qtbot: QtBot) -> None:
    controller.start(game(), (HUMAN, HUMAN), setup=WINNING)
    with qtbot.waitSignal(controller.ended) as ended:
        controller.play(move(document, "e5e10"))
    assert ended.args == [Outcome(FIRST, Termination.ZERO)]
    assert document.record.result == "1-0"
    assert document.record.headers["Termination"] == "zero"
    assert document.position.outcome() is not None


def test_without_a_game_a_result_is_noted_too(controller: PlayController, document: Document) -> None:
    document.set_up(WINNING)
    controller.play(move(document, "e5e10"))
    assert document.record.result == "1-0"
    document.undo()
    document.undo()
    assert document.record.result == "*"


def test_resigning(controller: PlayController, document: Document) -> None:
    controller.start(game(), (GREEDY, HUMAN))
    controller.resign()
    assert document.record.result == "1-0"
    assert document.record.headers["Termination"] == "resignation"
    assert not controller.is_thinking


def test_an_engine_accepts_a_draw_only_if_it_is_not_ahead(
    controller: PlayController, document: Document, qtbot: QtBot
) -> None:
    behind = "9/4b04/9/9/9/4r34/4r74/9/9/4r04/1b17 r 0 0 0 1"
    controller.start(game(), (HUMAN, GREEDY), setup=behind)
    controller.offer_draw()
    assert document.record.result == "1/2-1/2"
    assert document.record.headers["Termination"] == "agreement"
    ahead = "b9b8b7b6b5b4b3b2b1/4b04/9/9/9/9/9/9/9/4r04/r1r2r3r4r5r6r71r9 r 0 8 0 1"
    controller.start(game(), (HUMAN, GREEDY), setup=ahead)
    with qtbot.waitSignal(controller.message_requested) as said:
        controller.offer_draw()
    assert "declined" in said.args[0]
    assert document.record.result == "*"
    with qtbot.waitSignal(controller.message_requested) as said:
        controller.offer_draw()
    assert "once" in said.args[0]


def test_an_engine_accepts_a_draw_at_an_equal_score(controller: PlayController, document: Document) -> None:
    """Both sides of the first position have the same pieces, and of a game without an evaluation nothing is known."""
    for made in (game(), find_game("tictactoe")()):
        controller.start(made, (HUMAN, GREEDY))
        controller.offer_draw()
        assert document.record.result == "1/2-1/2", made.name


def test_a_draw_between_persons(controller: PlayController, document: Document, qtbot: QtBot) -> None:
    controller.start(game(), (HUMAN, HUMAN))
    with qtbot.waitSignal(controller.draw_offered) as offered:
        controller.offer_draw()
    assert offered.args == [FIRST]
    controller.decline_draw()
    controller.accept_draw()
    assert controller.is_playing
    controller.play(move(document, "i1i9"))
    controller.offer_draw()
    controller.accept_draw()
    assert document.record.result == "1/2-1/2"


def test_taking_back(controller: PlayController, document: Document, qtbot: QtBot) -> None:
    controller.start(game(), (HUMAN, NEGASCOUT))
    controller.play(move(document, "i1i9"))
    qtbot.waitUntil(lambda: len(document.tree) == 3)
    controller.take_back()
    assert len(document.tree) == 1
    assert controller.may_move()
    controller.play(move(document, "h1h8"))
    # While the engine thinks, only the person's own move is taken back.
    controller.take_back()
    assert len(document.tree) == 1
    assert not controller.is_thinking


def test_undo_does_not_make_the_engine_repeat_itself(
    controller: PlayController, document: Document, qtbot: QtBot
) -> None:
    controller.start(game(), (HUMAN, NEGASCOUT))
    controller.play(move(document, "i1i9"))
    qtbot.waitUntil(lambda: len(document.tree) == 3)
    document.undo()
    assert controller.is_paused
    assert not controller.is_thinking
    document.undo()
    assert controller.may_move()
    controller.play(move(document, "h1h8"))
    qtbot.waitUntil(lambda: len(document.tree) == 3)


def test_undo_pauses_the_game_where_the_cursor_stays(
    controller: PlayController, document: Document, qtbot: QtBot
) -> None:
    controller.start(game(), (HUMAN, NEGASCOUT))
    controller.play(move(document, "i1i9"))
    qtbot.waitUntil(lambda: len(document.tree) == 3)
    document.back()
    document.undo()
    assert (len(document.tree), document.cursor) == (2, 1)
    assert controller.is_paused


def test_pausing_stops_the_engine_and_resuming_asks_again(
    controller: PlayController, document: Document, qtbot: QtBot
) -> None:
    controller.start(game(), (SLOW, HUMAN))
    assert controller.is_thinking
    controller.pause()
    assert not controller.is_thinking
    assert len(document.tree) == 1
    controller.resume()
    assert controller.is_thinking
    controller.abandon()
    assert not controller.is_thinking


def test_another_record_ends_the_game(controller: PlayController, document: Document) -> None:
    controller.start(game(), (SLOW, HUMAN))
    document.new(find_game("cotoan")())
    assert not controller.is_playing
    assert not controller.is_thinking
    assert controller.may_move()


def test_a_clock_that_runs_out_ends_the_game(controller: PlayController, document: Document, qtbot: QtBot) -> None:
    controller.start(game("clock=60"), (HUMAN, HUMAN))
    assert controller.clock is not None
    assert controller.clock.running is FIRST
    controller.play(move(document, "i1i9"))
    assert controller.clock.running is SECOND
    assert 50 < (document.tree[document.cursor].clock or 0) <= 60
    seconds = [0.0]
    controller.clock = RunningClock(60, per_move=True, now=lambda: seconds[0])
    controller.clock.start(SECOND)
    with qtbot.waitSignal(controller.ended) as ended:
        seconds[0] = 61.0
    assert ended.args == [Outcome(FIRST, Termination.TIME)]
    assert document.record.headers["Termination"] == "time"


def test_a_flag_that_falls_against_a_bare_king_draws(
    controller: PlayController, document: Document, qtbot: QtBot
) -> None:
    controller.start(find_game("chess")(), (HUMAN, HUMAN), setup="4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    seconds = [0.0]
    controller.clock = RunningClock(60, per_move=True, now=lambda: seconds[0])
    controller.clock.start(FIRST)
    controller._ticker.start()
    with qtbot.waitSignal(controller.ended) as ended:
        seconds[0] = 61.0
    assert ended.args == [Outcome(None, Termination.TIME)]
    assert document.record.result == "1/2-1/2"
    assert outcome_text(("White", "Black"), ended.args[0]).startswith("A draw: the time is up, but")


def test_a_match_changes_sides_and_is_written_as_one_file(
    controller: PlayController, document: Document, qtbot: QtBot
) -> None:
    controller.start(game("match=3"), (Seat("An"), Seat("Bình")), setup=None)
    controller.resign()
    assert controller.series.score == (0, 1)
    assert controller.can_go_on
    controller.next_game()
    assert document.record.headers["White"] == "Bình"
    assert document.record.headers["Round"] == "2"
    controller.resign()
    assert controller.series.score == (1, 1)
    controller.next_game()
    assert document.record.headers["White"] == "An"
    controller.play(move(document, "i1i9"))
    controller.resign()
    assert controller.series.is_over
    assert controller.series.winner == 0
    assert not controller.can_go_on
    records = find_format("x.pgn").read("\n".join(controller.finished_texts))
    assert [record.headers["Result"] for record in records] == ["0-1", "0-1", "1-0"]


def test_the_zero_loses_the_match(controller: PlayController, document: Document) -> None:
    controller.start(game("match=5"), (Seat("An"), Seat("Bình")), setup=WINNING)
    controller.play(move(document, "e5e10"))
    assert controller.series.is_over
    assert controller.series.winner == 0


def test_an_engine_lends_a_hand(controller: PlayController, document: Document, qtbot: QtBot) -> None:
    document.set_up(WINNING)
    controller.move_by_engine()
    qtbot.waitUntil(lambda: document.record.result == "1-0")


def test_a_move_found_for_a_position_that_has_changed_is_not_made(
    controller: PlayController, document: Document, qtbot: QtBot
) -> None:
    initial = str(document.position)
    document.set_up(WINNING)
    found: list[int] = []
    controller.engine_moves.suggested.connect(lambda node, move: found.append(move))
    controller.move_by_engine()
    document.undo()
    qtbot.waitUntil(lambda: len(found) == 1)
    assert found[0] not in document.position.legal_moves(), "the winning move of the other position"
    assert str(document.position) == initial and len(document.tree) == 1


def test_a_position_that_is_none_is_refused(controller: PlayController) -> None:
    with pytest.raises(KyVienError):
        controller.start(game(), (HUMAN, HUMAN), setup="nonsense")
    assert not controller.is_playing
