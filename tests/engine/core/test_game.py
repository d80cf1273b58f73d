"""What games declare about themselves, and how the registry is asked for a game that nothing names."""

import pytest

from engine.core.errors import OptionError
from engine.core.game import default_game, find_game, game_called, game_implied_by, games
from engine.core.outcome import Player


def test_one_game_is_the_default() -> None:
    assert [kind for kind in games().values() if kind.is_default] == [default_game()]


def test_one_game_is_implied_by_each_format_and_protocol() -> None:
    implied = [name for kind in games().values() for name in kind.implied_by]
    assert len(set(implied)) == len(implied)
    assert {name: game_implied_by(name).title for name in implied} == {
        "pgn": "Chess", "uci": "Chess", "psq": "Caro", "xqf": "Xiangqi", "ubb": "Xiangqi", "polyglot": "Chess",
    }  # fmt: skip


def test_a_format_without_a_game_is_an_error() -> None:
    with pytest.raises(OptionError, match="unknown game 'gif'"):
        game_implied_by("gif")


def test_a_game_implied_by_a_format_of_its_own_has_words_for_it() -> None:
    for name in ("psq", "xqf", "ubb"):
        assert game_implied_by(name)().record_rules(name) is not None


def test_sgf_identifies_each_game() -> None:
    known = [kind.sgf for kind in games().values() if kind.sgf is not None]
    assert len({(each.number, each.variant) for each in known}) == len(known) >= 3
    for each in known:
        assert each.number > 0
        assert any(other.number == each.number and not other.variant for other in known)


@pytest.mark.parametrize("format", ["sgf", "psq", "xqf", "ubb"])
def test_rules_in_the_words_of_a_format_are_read_back(format: str) -> None:
    seen = 0
    for kind in games().values():
        for rules in ["", *kind.presets]:
            game = kind.with_rules(rules)
            words = game.record_rules(format)
            if words is None:
                continue
            seen += 1
            surface = game.surface(game.start())
            size = {"columns": str(surface.columns), "rows": str(surface.rows)}
            again = game.with_record_rules(format, {**words, **size, "KVR": rules})
            assert again.record_rules(format) == words
            assert (again == game) or format == "psq", "psq has no openings"
    assert seen


def test_a_game_without_words_has_one_board() -> None:
    game = find_game("nim")()
    surface = game.surface(game.start())
    size = {"columns": str(surface.columns), "rows": str(surface.rows)}
    assert game.record_rules("sgf") is None
    assert game.with_record_rules("sgf", {**size, "RU": "any"}) is game
    for name in size:
        with pytest.raises(OptionError, match=f"{name}=9 is not supported by this game"):
            game.with_record_rules("sgf", {**size, name: "9"})


def test_whose_stone_is_put_next() -> None:
    swap2 = find_game("caro").with_rules("Swap2")
    position = swap2.start()
    found = []
    for move in ("a1", "b1", "c1", "swap", "d1", "e1"):
        found.append((position.turn, swap2.stone_colour(position)))
        position = position.play(swap2.parse_move(position, move))
    first, second = Player
    assert found[:3] == [(first, first), (second, second), (first, first)]
    assert found[4:] == [(first, second), (second, first)], "the second player has taken x"
    for kind in games().values():
        start = kind().start()
        assert kind().stone_colour(start) is start.turn


def test_games_are_found_by_what_records_call_them() -> None:
    assert game_called(" Chinese Chess ") is find_game("xiangqi")
    assert game_called("Caro") is find_game("caro")
    assert game_called("draughts") is None
