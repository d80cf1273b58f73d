"""Engines that fail in a game or an analysis of the window: one message, a paused game, and no process left."""

from collections.abc import Iterator
from random import Random

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.search.query import Query
from engine.search.report import Limit
from studio.analysis.session import AnalysisSession
from studio.document.document import Document
from studio.play.controller import PlayController
from studio.play.seat import Seat
from tests.engine.asking.carrying import assert_nothing_left, bad, impatient

pytestmark = pytest.mark.unsanitized
FAST = ("dies", "gone", "hangs", "illegal", "nonsense", "empty", "none", "floods", "endless line")
SILENT = ("silent", "mute", "deaf")
"""Engines that fail only after the timeout of the greeting."""
MOST_MS = 30_000


@pytest.fixture
def session(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> Iterator[AnalysisSession]:
    impatient(monkeypatch)
    made = AnalysisSession()
    yield made
    made.close()


@pytest.mark.parametrize("way", FAST)
def test_a_game_is_paused_and_can_continue_without_the_engine(way: str, session: AnalysisSession, qtbot: QtBot) -> None:
    document = Document(find_game("chess")())
    controller = PlayController(document, session, rng=Random(1))
    controller.engine_moves.move_ms = 0
    messages: list[str] = []
    controller.message_requested.connect(messages.append)
    seat = Seat(spec=bad(way, f"mark-{way.replace(' ', '-')}"), limit=Limit(seconds=0.2))
    try:
        controller.start(document.game, (Seat(), seat))
        with qtbot.waitSignal(controller.message_requested, timeout=MOST_MS):
            controller.play(document.position.legal_moves()[0])
        qtbot.waitUntil(lambda: not session.is_busy, timeout=MOST_MS)
        assert len(messages) == 1 and messages[0].startswith("bad ") and "\n" not in messages[0]
        assert controller.is_paused and not controller.is_thinking
        assert len(document.tree) == 2
        controller.abandon()
        document.play(document.position.legal_moves()[0])
    finally:
        controller.abandon()
        document.close()
    assert_nothing_left(f"mark-{way.replace(' ', '-')}")


@pytest.mark.slow
def test_all_bad_engines_analyse_at_once(session: AnalysisSession, qtbot: QtBot) -> None:
    failed: dict[int, str] = {}
    session.failed.connect(failed.__setitem__)
    position = find_game("chess")().start()
    numbers = session.start([Query(position, bad(way, "mark-all"), "", Limit(seconds=0.2)) for way in (*FAST, *SILENT)])
    qtbot.waitUntil(lambda: not session.is_busy, timeout=2 * MOST_MS)
    assert sorted(failed) == sorted(numbers)
    assert all(text.startswith("bad ") and "\n" not in text for text in failed.values()), failed
    assert_nothing_left("mark-all")
