"""Names in files of other programs: every name of the tables, in other spellings, and names that are not in them."""

import random

import pytest

from engine.core.dialects import entries, key_of, table
from engine.core.errors import NotationError
from engine.core.game import find_game, game_called, games, variant_called

TABLES = ("variants", "go_rules", "go_komi")


@pytest.mark.parametrize("name", TABLES)
def test_each_entry_has_a_source_and_a_name_of_its_own(name: str) -> None:
    assert all(entry["source"].strip() for entry in table(name))
    assert len(entries(name)) == len(table(name))


def respelt(text: str, rng: random.Random) -> str:
    """Return a name with other case, spaces and signs."""
    signs = [
        rng.choice((sign.upper(), sign.lower())) if key_of(sign.upper()) == key_of(sign) else sign for sign in text
    ]
    return "".join(rng.choice(("", "", "", " ", "-", "_")) + sign for sign in signs if sign != " ")


@pytest.mark.parametrize("entry", table("variants"), ids=lambda entry: entry["name"])
def test_every_name_in_other_spellings(entry: dict[str, str]) -> None:
    rng = random.Random(entry["name"])
    for text in (entry["name"], *(respelt(entry["name"], rng) for _ in range(20))):
        if key_of(entry["name"]) in games():  # also a game that the table lists as not supported
            assert variant_called(text) == find_game(key_of(entry["name"]))()
        elif entry["game"]:
            assert variant_called(text) == find_game(entry["game"]).with_rules(entry["rules"]), text
        elif entry["title"]:
            with pytest.raises(NotationError, match=f"^{entry['title']} is not supported$"):
                variant_called(text)
        else:
            assert variant_called(text) is None


@pytest.mark.parametrize(
    ("text", "name", "rules"),
    [
        ("Standard (rated)", "chess", ""), ("Standard (Casual)", "chess", ""),
        ("Chess960 (rated)", "chess", "Chess960"),
        ("Blitz Chess960", "chess", "Chess960"), ("FromPosition", "chess", ""), ("Standard960", "chess", "Chess960"),
        ("co tuong", "xiangqi", ""), ("Gomoku", "caro", "Gomoku"), ("tic-tac-toe", "tictactoe", ""),
        ("ＣＨＥＳＳ９６０", "chess", "Chess960"), ("Wild/FR", "chess", "Chess960"), ("Minigo", "minigo", ""),
    ],
)  # fmt: skip
def test_names_with_other_words(text: str, name: str, rules: str) -> None:
    assert variant_called(text) == find_game(name).with_rules(rules)
    assert game_called(text) is find_game(name)


@pytest.mark.parametrize("text", ["", " ", "?", "-", "Rated", "(unrated)"])
def test_text_that_names_nothing(text: str) -> None:
    assert variant_called(text) is None and game_called(text) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Atomic960", "Atomic is not supported"),
        ("crazyhouse 960 (rated)", "Crazyhouse is not supported"),
        ("ludo", "unknown game 'ludo'; available: caro, chess"),
        ("xiangqi960", "unknown game 'xiangqi960'"),
        ("Chesss", "unknown game 'Chesss'"),
        ("wild/5", "unknown game 'wild/5'"),
        ("1", "unknown game '1'"),
    ],
)
def test_names_that_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        variant_called(text)
    assert str(error.value).startswith(sentence)
    assert game_called(text) is None
