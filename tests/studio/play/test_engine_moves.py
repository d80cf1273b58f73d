"""Searches for the moves of engines in a game: limits, waits, cancellation and scores."""

from collections.abc import Iterator
from random import Random

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.records.tree import ROOT
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.analysis.session import AnalysisSession
from studio.document.document import Document
from studio.play.clock import RunningClock
from studio.play.engine_moves import EngineMoves, engine_view, limit_on_clock
from studio.play.seat import Seat

FIRST, SECOND = Player.FIRST, Player.SECOND
GREEDY = Seat(spec=Spec.parse("greedy"))
SLOW = Seat(spec=Spec.parse("minimax"), limit=Limit(depth=20))


@pytest.fixture
def document() -> Iterator[Document]:
    made = Document(find_game("cotoan")())
    yield made
    made.close()


@pytest.fixture
def moves(qtbot: QtBot) -> Iterator[EngineMoves]:
    session = AnalysisSession()
    made = EngineMoves(session, Random(1))
    made.move_ms = 0
    yield made
    made.cancel()
    session.close()


@pytest.mark.parametrize(
    "limit", [Limit(depth=30), Limit(nodes=10**12), Limit(seconds=1000.0), Limit(depth=30, seconds=0.5)]
)
@pytest.mark.parametrize("left", [300.0, 3.0, 0.2])
def test_a_limit_fits_the_clock(limit: Limit, left: float) -> None:
    engine = Seat(spec=Spec.parse("negascout"), limit=limit)
    clock = RunningClock(left, per_move=False)
    fitted = limit_on_clock(engine, clock, FIRST)
    assert fitted.seconds is not None and fitted.seconds < left / 2
    assert fitted.seconds <= (limit.seconds or left)
    assert (fitted.depth, fitted.nodes) == (limit.depth, limit.nodes)
    assert limit_on_clock(engine, None, FIRST) == limit


def test_a_clock_per_move_leaves_a_fifth_of_its_time() -> None:
    clock = RunningClock(10.0, per_move=True)
    assert limit_on_clock(SLOW, clock, FIRST) == Limit(depth=20, seconds=8.0)


def test_the_query_has_the_limit_of_the_clock(moves: EngineMoves, document: Document) -> None:
    moves.search(document.tree, ROOT, SLOW, RunningClock(60.0, per_move=True))
    assert moves.query is not None and moves.query.limit == Limit(depth=20, seconds=48.0)
    assert moves.is_thinking and moves.is_for(ROOT, document.position)
    moves.cancel()
    assert moves.query is None and not moves.is_thinking


def test_a_move_of_the_game_and_a_requested_move(moves: EngineMoves, document: Document, qtbot: QtBot) -> None:
    with qtbot.waitSignal(moves.found, timeout=20_000) as found, qtbot.assertNotEmitted(moves.suggested):
        moves.search(document.tree, ROOT, GREEDY, None)
    assert found.args is not None and found.args[0] == ROOT
    assert found.args[1] in document.position.legal_moves()
    assert moves.last_score(FIRST) is not None and moves.last_score(SECOND) is None
    with qtbot.waitSignal(moves.suggested, timeout=20_000), qtbot.assertNotEmitted(moves.found):
        moves.search(document.tree, ROOT, GREEDY, None, is_requested=True)
    moves.forget()
    assert moves.last_score(FIRST) is None


def test_a_waiting_move_can_be_cancelled(moves: EngineMoves, document: Document, qtbot: QtBot) -> None:
    moves.move_ms = 60_000
    moves.search(document.tree, ROOT, GREEDY, None)
    qtbot.waitUntil(lambda: moves.query is None)
    assert moves.is_thinking and moves.report is None
    document.play(next(iter(document.position.legal_moves())))
    assert not moves.is_for(document.cursor, document.position)
    moves.cancel()
    assert not moves.is_thinking


def test_a_game_without_an_evaluation_is_even() -> None:
    position = find_game("tictactoe")().start()
    assert engine_view(position, GREEDY, SECOND).value == 0
