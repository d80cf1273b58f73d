"""Engines that play from the opening book in a game of the window."""

import random
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.records.tree import ROOT, GameTree
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.tables.book import NOTE, Book, BookMove, user_book, write_book
from studio.analysis.session import AnalysisSession
from studio.dialogs.new_game import NewGame, NewGameDialog, recall, remember
from studio.play.engine_moves import EngineMoves
from studio.play.seat import Seat
from studio.settings import Settings

GREEDY = Spec.parse("greedy")


@pytest.fixture(autouse=True)
def _book() -> None:
    chess = find_game("chess")()
    user_book("chess").parent.mkdir(parents=True)
    write_book(user_book("chess"), Book(chess, "", {chess.start().key: {"a2a4": BookMove(1, 1.0)}}))


@pytest.mark.parametrize("has_book", [True, False])
def test_an_engine_plays_from_the_book_if_it_has_one(has_book: bool, session: AnalysisSession, qtbot: QtBot) -> None:
    moves = EngineMoves(session, random.Random(1))
    moves.move_ms = 0
    tree = GameTree.start(find_game("chess")())
    seat = Seat(spec=GREEDY, limit=Limit(depth=1), book=has_book)
    with qtbot.waitSignal(moves.found) as found:
        moves.search(tree, ROOT, seat, None)
        if has_book:
            assert moves.is_thinking and moves.report is not None and moves.report.note == NOTE
    start = tree.position(ROOT)
    assert found.args[0] == ROOT
    assert (start.game.format_move(start, found.args[1], "coordinates") == "a2a4") == has_book
    assert not moves.is_thinking


def test_a_person_gets_the_same_answer_each_time(session: AnalysisSession, qtbot: QtBot) -> None:
    """The best move of the book, of which an engine plays one of several at random."""
    chess = find_game("chess")()
    entries = {"a2a4": BookMove(3, 1.5), "b2b4": BookMove(3, 2.0), "g2g4": BookMove(9, 1.5)}
    write_book(user_book("chess"), Book(chess, "", {chess.start().key: entries}))
    tree = GameTree.start(chess)
    seat = Seat(spec=GREEDY, limit=Limit(depth=1), book=True)
    answers: dict[bool, set[str]] = {True: set(), False: set()}
    for is_requested in (True, False):
        for seed in range(6):
            moves = EngineMoves(session, random.Random(seed))
            moves.move_ms = 0
            with qtbot.waitSignal(moves.suggested if is_requested else moves.found) as answered:
                moves.search(tree, ROOT, seat, None, is_requested=is_requested)
            answers[is_requested].add(chess.format_move(chess.start(), answered.args[1], "coordinates"))
    assert answers[True] == {"b2b4"} and len(answers[False]) > 1


def test_a_person_gets_the_move_of_a_search_without_a_book(session: AnalysisSession, qtbot: QtBot) -> None:
    moves = EngineMoves(session, random.Random(1))
    tree = GameTree.start(find_game("chess")())
    with qtbot.waitSignal(moves.suggested) as found:
        moves.search(tree, ROOT, Seat(spec=GREEDY, limit=Limit(depth=1)), None, is_requested=True)
    assert moves.query is None or moves.query.seed == 0
    start = tree.position(ROOT)
    assert start.game.format_move(start, found.args[1], "coordinates") != "a2a4"


def test_a_damaged_book_is_ignored(session: AnalysisSession, qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    user_book("chess").write_bytes(b"nothing")
    moves = EngineMoves(session, random.Random(1))
    moves.move_ms = 0
    with qtbot.waitSignal(moves.found):
        moves.search(
            GameTree.start(find_game("chess")()), ROOT, Seat(spec=GREEDY, limit=Limit(depth=1), book=True), None
        )
    assert "is not an opening book" in caplog.text
    caplog.clear()


def test_the_book_is_off_at_first_and_remembered(qtbot: QtBot, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "kyvien.ini")
    dialog = NewGameDialog(settings, find_game("chess")())
    qtbot.addWidget(dialog)
    assert not dialog.book_box.isChecked() and dialog.book_box.isEnabled()
    assert not any(seat.book for seat in dialog.value().players())
    dialog.book_box.setChecked(True)
    chosen = dialog.value()
    assert [seat.book for seat in chosen.players()] == [seat.is_engine for seat in chosen.seats]
    engine = next(seat for seat in chosen.players() if seat.is_engine)
    assert engine.specification().endswith("@book=on")
    again = recall(remember(chosen))
    assert again is not None and again.book
    assert recall({**remember(NewGame(chosen.game, chosen.seats))}) is not None
    nim = NewGameDialog(settings, find_game("nim")())
    qtbot.addWidget(nim)
    nim.game_box.setCurrentIndex([each.name for each in nim._classes].index("nim"))
    assert not nim.book_box.isEnabled(), "no book"
