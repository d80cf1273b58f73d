"""The effects of pieces on the score."""

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.networks.learnt import PieceMap, page, piece_maps, sample, text_map


def test_the_effect_of_a_piece_is_its_weight() -> None:
    """For ``material`` it is the value of the piece on every square, also where the side to move is SECOND."""
    positions = sample(find_game("chess")(), 4)
    assert {position.turn for position in positions} == set(Player)
    maps = {piece.kind.id: piece for piece in piece_maps(find_evaluation("chess", "material"), positions)}
    assert [maps[name].kind.player for name in maps] == [Player.FIRST] * 6
    for name, value in (("wq", 900), ("wr", 500), ("wp", 100), ("wk", 0)):
        assert set(maps[name].effects.values()) == {value}, name
    assert len(maps["wq"].effects) > 48 and set(maps["wp"].effects) <= set(range(8, 56))


def test_a_king_is_moved() -> None:
    """No position is legal without it, so its effects are relative to their mean."""
    (king,) = (
        piece.effects
        for piece in piece_maps(find_evaluation("chess", "tapered"), sample(find_game("chess")(), 3))
        if piece.kind.id == "wk"
    )
    assert min(king.values()) < 0 < max(king.values())


@pytest.mark.parametrize("game", ["nim", "tictactoe", "caro", "xiangqi"])
def test_samples_are_positions_in_which_the_game_goes_on(game: str) -> None:
    positions = sample(find_game(game)(), 20, seed=3)
    assert len(positions) == 20 and all(position.outcome() is None for position in positions)
    assert positions == sample(find_game(game)(), 20, seed=3) != sample(find_game(game)(), 20, seed=4)


def test_a_map_is_drawn_with_the_top_row_first() -> None:
    surface = find_game("tictactoe")().surface(find_game("tictactoe")().start())
    piece = PieceMap(surface.kinds[0], {0: 12.0, 8: -250.0})
    assert text_map(surface, piece, 2) == [
        "3     ·     · −2.50",
        "2     ·     ·     ·",
        "1  0.12     ·     ·",
        "      a     b     c",
    ]
    assert page("a & b", [("x", "<y>")], surface, []).count("a &amp; b") == 2
