"""The effects of pieces on the score."""

import pytest

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.language import set_language
from engine.core.outcome import Player
from engine.networks.learnt import (
    EvaluationMaps,
    PieceMap,
    evaluation_maps,
    facts_of,
    map_scene,
    meaning,
    page,
    piece_maps,
    sample,
    text_map,
)
from engine.picture.colors import lightness, theme_named
from engine.picture.scene import Rect, Text
from tests.engine.networks.made import random_network


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


def test_the_picture_of_a_map_has_its_greatest_effect_in_the_strongest_colour() -> None:
    """Blue if it is good, red if it is bad, with figures that are legible on it, in every theme."""
    surface = find_game("tictactoe")().surface(find_game("tictactoe")().start())
    column = EvaluationMaps("Network", "points", 0, [PieceMap(surface.kinds[0], {0: 100.0, 1: 1.0, 8: -200.0})])
    for name in ("light", "dark", "contrast"):
        items = map_scene(surface, column, 0, theme_named(name)).items
        cells = [each for each in items if isinstance(each, Rect)]
        red, _, blue = zip(*(bytes.fromhex(each.fill[1:]) for each in cells), strict=True)
        assert len(cells) == 9 and cells[8].y < cells[0].y and cells[8].x > cells[0].x
        assert blue[0] > red[0] and red[8] - blue[8] > 80 and abs(red[1] - blue[1]) < 12
        assert cells[4].fill == theme_named(name).surface, "where the piece was in no position"
        texts = {each.words: each for each in items if isinstance(each, Text)}
        assert {"100", "1", "−200", "a", "Network (points)"} <= texts.keys()
        for cell, words in ((0, "100"), (8, "−200")):
            assert abs(lightness(cells[cell].fill) - lightness(texts[words].color)) > 60


def test_the_facts_have_names_in_the_language_in_use_and_a_row_for_each_match() -> None:
    results = ({"condition": "time", "elo": "+8", "against": "", "<b>": "<i>"}, {"elo": "-3"})
    network = random_network("nim", made={"loss": "0.1", "nodes": 30, "own fact": ""}, results=results)
    set_language("vi")
    facts = facts_of(network)
    assert facts[0] == ("trò chơi", "Nim") and ("mất mát trung bình, phần giữ lại", "0.1") in facts
    assert ("số nút mỗi nước", "30") in facts and ("own fact", "–") in facts
    assert [text for name, text in facts if name == "kết quả trận đấu"] == [
        "Elo: +8; bằng: thời gian CPU; đấu với: –; <b>: <i>", "Elo: -3",
    ]  # fmt: skip
    text = page(network, [evaluation_maps(find_evaluation("chess", "material"), sample(find_game("chess")(), 1), int)])
    assert meaning() in text and "&lt;i&gt;" in text and "<i>" not in text
    assert text.index("<svg") < text.index("mất mát trung bình"), "the facts follow the maps"
