"""Positions of the library: the rules, the texts and the arrays that callers see."""

import copy
import pickle
from typing import Any

import numpy
import pytest

import engine as kv
from engine.core.game import games
from engine.core.score import WIN
from tests.engine.positions import random_position


def test_the_example_of_the_guide() -> None:
    start = kv.position("cotoan")
    after = start.play("1a1-a2")
    assert start != after and start == kv.position("cotoan"), "a position never changes"
    assert start.play("a1a2") == after == start.play(start.number("a1a2"))
    assert start.moves[0] == "a1a2" and len(start.moves) == len(start.legal_moves())
    assert start.side == "Red" and after.side == "Blue"
    assert start.play("1a1-a2", after.moves[0]) == after.play(after.moves[0])


@pytest.mark.parametrize("game", games())
def test_every_game_has_moves_texts_and_arrays(game: str) -> None:
    core = random_position(game, 3, 8)
    position = kv.Position(core)
    rules = core.game.rules_text()
    again = kv.position(game, position.text, rules=rules)
    assert again.core.game == core.game and str(again.core) == str(core)
    assert eval(repr(position), {"Position": kv.position}) == again
    assert pickle.loads(pickle.dumps(position)) == position
    assert [position.play(text).core for text in position.moves] == [core.play(move) for move in core.legal_moves()]
    surface = core.game.surface(core)
    planes = position.planes()
    assert planes.shape == (len(position.plane_names), surface.rows, surface.columns)
    assert planes.dtype == numpy.uint8 and set(numpy.unique(planes)) <= {0, 1}
    pieces = {
        int(row) * surface.columns + int(column): position.plane_names[plane]
        for plane, row, column in numpy.argwhere(planes[:-1])
    }
    assert pieces == dict(surface.pieces)
    assert (planes[-1] == core.turn).all()
    lines = position.board.splitlines()
    assert len(lines) == surface.rows + surface.has_names
    assert not surface.has_names or lines[-1].split() == list(surface.column_names)


def test_boards_for_terminals() -> None:
    assert str(kv.position("chess").play("e4")) == (
        "8  r n b q k b n r\n"
        "7  p p p p p p p p\n"
        "6  . . . . . . . .\n"
        "5  . . . . . . . .\n"
        "4  . . . . P . . .\n"
        "3  . . . . . . . .\n"
        "2  P P P P . P P P\n"
        "1  R N B Q K B N R\n"
        "   a b c d e f g h\n"
        "Black to move"
    )
    assert kv.position("cotoan").board.splitlines()[0] == "11  b9 b8 b7 b6 b5 b4 b3 b2 b1", "two sides, one label"
    assert kv.position("trees").board.splitlines()[0] == "      ●", "cells that are not on a line are empty"
    negative = kv.position("trees", rules="text=((-2 5) (1 8))").board.splitlines()
    assert [line.split() for line in negative[2::2]] == [["B", "C"], ["−2", "5", "1", "8"]], "labels, no identifiers"
    assert kv.position("tictactoe").play("a1", "b2", "a2", "b1", "a3").board.splitlines()[2] == "1  X O ."


def minimax(position: kv.Position, ply: int = 0) -> int:
    """A search as a student writes it, with nothing but the library."""
    final = position.final_value(ply)
    return max(-minimax(position.play(move), ply + 1) for move in position.moves) if final is None else final


@pytest.mark.parametrize(("game", "text"), [("trees", ""), ("nim", ""), ("tictactoe", "xo./.x./..o x")])
def test_a_search_of_five_lines_finds_the_value_of_the_engine(game: str, text: str) -> None:
    root = kv.position(game, text)
    assert kv.analyse(root, "alphabeta", depth=20).score == minimax(root)


def test_the_value_of_a_finished_game() -> None:
    over = kv.position("tictactoe").play("a1", "b2", "a2", "b1", "a3")
    assert over.is_over and over.outcome is not None and over.outcome.winner is kv.Player.FIRST
    assert (over.moves, over.final_value(), over.final_value(5)) == ([], -WIN, 5 - WIN)
    assert kv.evaluate(over) == -WIN
    stalemate = kv.position("chess", "k7/8/1Q6/8/8/8/8/7K b - - 0 1")
    assert stalemate.is_over and stalemate.final_value(3) == 0
    mated = kv.position("chess").play("f3", "e5", "g4", "Qh4")
    assert mated.final_value(4) == 4 - WIN, "the lack of a move, too"
    assert kv.position("chess").final_value() is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: kv.position("halma"), "unknown game 'halma'; available: caro, chess"),
        (lambda: kv.position("chess", "nonsense"), "position: expected 8 ranks, found 1"),
        (lambda: kv.position("caro", rules="rows=2"), "rows"),
        (lambda: kv.position("chess").play("e5"), "e5: no pawn can move to e5"),
        (lambda: kv.position("chess").play(1), "1: not the number of a legal move here"),
        (lambda: kv.position("chess").play(True), "True: not the number of a legal move here"),
        (lambda: kv.analyse(3), "3: expected a position or the name of a game"),  # type: ignore[arg-type]
        (lambda: kv.analyse("chess", 3), "3: expected an algorithm"),  # type: ignore[arg-type]
        (lambda: kv.analyse("chess", "best"), "unknown algorithm 'best'; available: alphabeta"),
        (lambda: kv.analyse("chess", depth=0), "depth is 0: must be more than 0 and at most 100"),
        (lambda: kv.analyse("chess", only=["e5"]), "e5: no pawn can move to e5"),
        (lambda: kv.evaluate("chess", "mood"), "chess has no evaluation 'mood'; there are: network, threats_safety"),
        (lambda: kv.compare("chess", []), "at least one algorithm is needed"),
        (lambda: kv.read("no such file.pgn"), "no such file.pgn cannot be read"),
        (lambda: kv.match("greedy", "random", game="nim", games=0), "games is 0: must be 1 to 1000000"),
        (lambda: kv.position(None), "None: expected the name of a game"),  # type: ignore[arg-type]
        (lambda: kv.position(int), "expected the name of a game"),  # type: ignore[arg-type]
        (lambda: kv.position("chess", 5), "text=5: expected a text"),  # type: ignore[arg-type]
        (lambda: kv.position("chess", rules=None), "rules=None: expected a text"),  # type: ignore[arg-type]
        (lambda: kv.analyse("nim", depth="3"), "depth='3': expected a whole number"),  # type: ignore[arg-type]
        (lambda: kv.analyse("nim", depth=2.5), "depth=2.5: expected a whole number"),  # type: ignore[arg-type]
        (lambda: kv.analyse("nim", depth=True), "depth=True: expected a whole number"),
        (lambda: kv.compare("nim", ["pvs"], nodes="9"), "nodes='9': expected a whole number"),  # type: ignore[arg-type]
        (lambda: kv.analyse("nim", seconds="1"), "seconds='1': expected a number"),  # type: ignore[arg-type]
        (lambda: kv.analyse("nim", seed="a"), "seed='a': expected a whole number"),  # type: ignore[arg-type]
        (lambda: kv.tree("nim", seed=1.0), "seed=1.0: expected a whole number"),  # type: ignore[arg-type]
        (lambda: kv.tree("nim", capacity="9"), "capacity='9': expected a whole number"),  # type: ignore[arg-type]
        (lambda: kv.match("greedy", "random", game="nim", games=2.0), "games=2.0"),  # type: ignore[arg-type]
        (lambda: kv.match("greedy", "random", game="nim", random_plies="1"), "random_plies='1'"),  # type: ignore[arg-type]
        (
            lambda: kv.match("greedy", "random", openings=[kv.position("nim"), kv.position("chess")]),
            "the openings are not all of Nim with the same rules",
        ),
        (lambda: kv.set_language("xx"), "no language 'xx'; available: vi, en"),
        (lambda: kv.match("greedy@depth=x", "random", game="nim"), "'greedy@depth=x': expected SPEC@depth=N"),
    ],
)  # fmt: skip
def test_errors_are_one_sentence(call: Any, message: str) -> None:
    with pytest.raises(kv.KyVienError) as raised:
        call()
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_copy_has_the_same_picture() -> None:
    played = kv.position("cotoan").play("1a1-a2")
    for copied in (pickle.loads(pickle.dumps(played)), copy.deepcopy(played)):
        assert copied == played and copied.svg() == played.svg() != kv.position("cotoan", played.text).svg()


def test_a_position_of_another_program_is_read_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="there is no rook on a1"):
        found = kv.position("chess", "4k3/8/8/8/8/8/8/4K2R_w_KQ_-")
    assert found.text == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
