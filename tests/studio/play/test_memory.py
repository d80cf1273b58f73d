"""Memory in games of the studio: one search per seat, kept between moves and forgotten at the next game."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

import engine
from engine.core.game import find_game
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.analysis.session import AnalysisSession
from studio.document.document import Document
from studio.play.controller import PlayController
from studio.play.seat import Seat

pytestmark = pytest.mark.skipif(not engine.is_compiled(), reason="in slow mode, searches run in child processes")

HUMAN = Seat("Lan")


@pytest.fixture
def document() -> Iterator[Document]:
    made = Document(find_game("tictactoe")())
    yield made
    made.close()


@pytest.fixture
def controller(qtbot: QtBot, document: Document, counting: Any) -> Iterator[PlayController]:
    session = AnalysisSession(most_running=2)
    made = PlayController(document, session, rng=Random(1))
    made.engine_moves.move_ms = 0
    yield made
    made.abandon()
    session.close()


def seat() -> Seat:
    return Seat(spec=Spec.parse("counting"), limit=Limit(depth=1))


def play(controller: PlayController, document: Document, qtbot: QtBot) -> None:
    """Make the first legal move and wait for the answer."""
    plies = document.tree.ply(controller.live)
    controller.play(document.position.legal_moves()[0])
    qtbot.waitUntil(lambda: document.tree.ply(controller.live) == plies + 2, timeout=20_000)


def by_search(log: list[tuple[int, int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for number, seen in log:
        found.setdefault(number, []).append(seen)
    return found


def test_each_seat_keeps_its_search_for_one_game(
    controller: PlayController, document: Document, qtbot: QtBot, counting: Any
) -> None:
    with qtbot.waitSignal(controller.ended, timeout=20_000):
        controller.start(document.game, (seat(), seat()))
    plies = len(document.tree.main_line()) - 1
    assert plies >= 5
    expected = [list(range(1, (plies + 1) // 2 + 1)), list(range(1, plies // 2 + 1))]
    assert list(by_search(counting.log).values()) == expected
    counting.log.clear()
    with qtbot.waitSignal(controller.ended, timeout=20_000):
        controller.rematch()
    assert list(by_search(counting.log).values()) == expected


def test_a_take_back_keeps_the_memory_and_a_new_record_does_not(
    controller: PlayController, document: Document, qtbot: QtBot, counting: Any
) -> None:
    controller.start(document.game, (HUMAN, seat()))
    play(controller, document, qtbot)
    controller.take_back()
    play(controller, document, qtbot)
    play(controller, document, qtbot)
    assert counting.log == [(1, 1), (1, 2), (1, 3)]
    controller.start(document.game, (HUMAN, seat()))
    play(controller, document, qtbot)
    assert counting.log[3:] == [(2, 1)]


def test_a_move_at_the_request_of_a_person_has_no_memory(
    controller: PlayController, document: Document, qtbot: QtBot, counting: Any
) -> None:
    controller.start(document.game, (HUMAN, seat()))
    play(controller, document, qtbot)
    for plies in (4, 6):
        controller.move_by_engine()
        qtbot.waitUntil(lambda plies=plies: document.tree.ply(controller.live) == plies, timeout=20_000)
    # Each request has another search; the seat answers with what it knew before.
    assert counting.log == [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3)]


def test_a_textbook_algorithm_has_a_random_seed_for_every_move(
    controller: PlayController, document: Document, qtbot: QtBot
) -> None:
    rng = Random(1)
    seeds: list[int] = []
    search = controller.engine_moves._session.start

    def start(queries: list[Any], **options: Any) -> list[int]:
        seeds.extend(each.seed for each in queries)
        return search(queries, **options)

    controller.engine_moves._session.start = start  # type: ignore[method-assign, assignment]
    with qtbot.waitSignal(controller.ended, timeout=20_000):
        controller.start(document.game, (Seat(spec=Spec.parse("greedy")), Seat(spec=Spec.parse("random"))))
    assert seeds == [rng.getrandbits(31) for _ in seeds] and len(seeds) >= 5
