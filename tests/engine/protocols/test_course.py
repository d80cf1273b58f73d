"""A course keeps what it knows: a whole game with an engine replays no move."""

import tracemalloc
from collections import Counter
from typing import Any

import pytest

from engine.asking.query import course_of
from engine.contests.ongoing import OngoingGame
from engine.core.course import Course
from engine.core.game import find_game
from engine.games.nim.game import Nim
from engine.games.nim.position import NimPosition
from engine.protocols.gomocup import Gomocup
from engine.protocols.gtp import Gtp
from engine.protocols.talk import Client
from engine.protocols.uci import Ucci, Uci
from engine.records.edits import add_line
from engine.records.tree import ROOT, GameTree
from engine.search.report import Limit
from tests.engine.protocols.desk import report_of
from tests.engine.protocols.peer import hold

PLIES = 44
CALLS: Counter[str] = Counter()


class CountedPosition(NimPosition):
    """Nim that counts how often moves are played and listed."""

    def play(self, move: int) -> Any:
        CALLS["play"] += 1
        return super().play(move)

    def legal_moves(self) -> list[int]:
        CALLS["legal_moves"] += 1
        return super().legal_moves()


class CountedNim(Nim):
    """Nim that counts how often moves are written for protocols."""

    def format_protocol_move(self, position: Any, move: int) -> str:
        CALLS["format"] += 1
        return super().format_protocol_move(position, move)

    def start(self) -> Any:
        return CountedPosition(self, self.start_heaps, 0, False)


GAME = CountedNim.with_rules("first=9,second=9,third=9,fourth=9,fifth=9")


def one_counter(position: Any) -> int:
    return next(move for move in position.legal_moves() if move & 15 == 1)


def says(client: Client, course: Course, move: int) -> list[str]:
    """What an engine answers: three thoughts where the protocol has such, and its move."""
    text = GAME.format_move(course.position, move)
    if isinstance(client, Uci):
        return [*(f"info depth {depth} nodes 9 pv {text}" for depth in (1, 2, 3)), f"bestmove {text}"]
    if isinstance(client, Gtp):
        return ["= ", "", f"= {text}", ""]  # clear_board, or the other side's move; genmove
    cell = GAME.shape(course.position, move).target
    assert cell is not None
    return [f"{cell % GAME.columns},{GAME.rows - 1 - cell // GAME.columns}"]


@pytest.mark.parametrize("cls", [Uci, Ucci, Gtp, Gomocup])
def test_a_game_with_an_engine_replays_no_move(cls: type[Client]) -> None:
    client = cls("it")
    game = OngoingGame(GAME.start(), (), 0, 100)
    CALLS.clear()
    for ply in range(PLIES):
        position = game.position
        move = one_counter(position)
        if ply % 2 == 0:
            answer, held = hold(client.ask(game.course, Limit(depth=3)), says(client, game.course, move))
            assert answer.move == move and not held.left
            assert not held.thoughts or client.read_line(game.course.position, held.thoughts[-1].pv) == (move,)
        game.answer(report_of(move, position.turn), 0.0)
    assert len(game.moves) == len(game.course.moves) == PLIES
    assert CALLS["play"] <= 2 * PLIES, CALLS
    assert CALLS["legal_moves"] <= 6 * PLIES, CALLS
    assert CALLS["format"] <= 2 * PLIES, CALLS


def test_the_courses_of_a_record_play_each_move_once() -> None:
    moves: list[int] = []
    position = GAME.start()
    for _ in range(PLIES):
        moves.append(one_counter(position))
        position = position.play(moves[-1])
    start = GameTree.start(GAME)
    tree = GameTree(GAME, add_line(start, ROOT, moves).apply(start).nodes)
    CALLS.clear()
    for node in range(len(tree)):
        course = course_of(tree, node)
        assert course.position == tree.position(node) and len(course.moves) == node
    assert CALLS["play"] == PLIES
    assert course.positions == [tree.position(node) for node in range(len(tree))]


def test_a_course_is_the_same_however_it_was_made() -> None:
    start = GAME.start()
    moves = (one_counter(start), one_counter(start.play(one_counter(start))))
    plain = Course(start, moves)
    grown = Course(start).after(moves[0]).after(moves[1])
    known = Course.to(plain.position, start, moves)
    assert plain == grown == known and hash(plain) == hash(grown)
    assert plain.positions == grown.positions == known.positions
    assert plain.texts == grown.texts == known.texts == tuple(map(GAME.format_move, plain.positions, moves))
    third = one_counter(plain.position)
    assert plain.after(third).texts == (*plain.texts, GAME.format_move(plain.position, third))
    assert list(plain.steps) == [(start, moves[0]), (start.play(moves[0]), moves[1])]


def test_only_a_legal_move_goes_on() -> None:
    with pytest.raises(ValueError, match="not a legal move"):
        Course(GAME.start()).after(15)


def test_the_courses_of_a_long_game_hold_no_positions_of_their_own() -> None:
    game = find_game("go")()
    moves, position = [], game.start()
    for _ in range(150):
        moves.append(position.legal_moves()[0])
        position = position.play(moves[-1])
    tree = add_line(GameTree.start(game), ROOT, moves).apply(GameTree.start(game))
    tracemalloc.start()
    courses = [course_of(tree, node) for node in tree.main_line()]
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    # A position of this board takes 40 kB; one for each move of each course would take 450 MB.
    assert courses[-1].moves == tuple(moves) and held < 16 << 20
