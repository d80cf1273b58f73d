"""Rules and komi of Go as other programs write them."""

from typing import Any

import pytest

from engine.core.dialects import table
from engine.games.go.records import faults_of, read_komi, read_words, rule_set_called
from engine.records.formats import sgf


@pytest.mark.parametrize("entry", table("go_rules"), ids=lambda entry: entry["name"])
def test_every_name_of_a_rule_set(entry: dict[str, str]) -> None:
    name = entry["name"]
    for text in (name, f" {name.upper()} ", f"{name} Rules", f"{name.lower()} rule", f"{name}规则", f"{name}規則",
                 f"{name} 룰", f"{name}ルール", f"Règles {name}", f"Luật {name}"):  # fmt: skip
        assert rule_set_called(text) == entry["rule_set"], text


@pytest.mark.parametrize(
    ("text", "rule_set"),
    [
        ("Japanese Rules", "japanese"), ("日本", "japanese"), ("日本規則", "japanese"), ("日本规则", "japanese"),
        ("日本ルール", "japanese"), ("일본룰", "japanese"), ("Luật Nhật Bản", "japanese"), ("中国规则", "chinese"),
        ("中國規則", "chinese"), ("중국 규칙", "chinese"), ("Luật Trung Quốc", "chinese"), ("Chinese rules", "chinese"),
        ("Korean rules", "japanese"), ("韩国规则", "japanese"), ("한국룰", "japanese"), ("AGA Rules", "aga"),
        ("tt", "tromp_taylor"),
        ("Tromp–Taylor", "tromp_taylor"), ("New Zealand Rules", "tromp_taylor"), ("Ing's Rules", None), ("x", None),
        ("", None),
        ("Rules", None), ("Old Chinese, with group tax", None), ("日本黒先", None),
    ],
)  # fmt: skip
def test_rule_sets(text: str, rule_set: str | None) -> None:
    assert rule_set_called(text) == rule_set
    assert read_words({"RU": text}).get("rule_set") == rule_set


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("350", 7), ("700", 7), ("375", 7.5), ("750", 7.5), ("275", 5.5), ("550", 5.5), ("325", 6.5), ("650", 6.5),
        ("3.75", 7.5), ("2.75", 5.5), ("3.25", 6.5), ("7.5", 7.5), ("6.50", 6.5), ("0", 0), ("-5", -5), ("0.5", 0.5),
        ("7,5", 7.5), ("7.5目", 7.5), ("6.5 points", 6.5), ("６．５", 6.5), ("50", 50), ("375.0", 7.5), ("350.00", 7),
        ("", None), ("x", None), ("7.3", None), ("5 or 6", None),
    ],
)  # fmt: skip
def test_komi(text: str, komi: float | None) -> None:
    assert read_komi(text) == komi


def test_komi_that_only_one_program_writes_so() -> None:
    assert read_komi("50", "foxwq") == 0.5
    text = "(;GM[1]SZ[19]KM[50]HA[2]RU[Japanese]AP[GNU Go:3.8]AB[dd][pp]AP[foxwq];W[dp])"
    assert sgf.read(text)[0].game.rules.komi == 0.5
    assert sgf.read(text.replace("foxwq", "other"))[0].game.rules.komi == 50


def read(text: str) -> tuple[Any, list[str]]:
    """Return the game of an SGF and what is unknown in its root."""
    (record,) = sgf.read(text)
    return record.game, [str(fault.reason) for fault in record.faults]


def test_what_is_unknown_is_named() -> None:
    game, faults = read("(;GM[1]SZ[9]RU[Old Chinese]KM[some];B[ee])")
    assert game.rules.rule_set == "chinese" and game.rules.komi == 7.5
    assert faults == ["RU[Old Chinese] is unknown and was ignored", "KM[some] is unknown and was ignored"]
    game, faults = read("(;GM[1]SZ[9]RU[日本規則]KM[650];B[ee])")
    assert (game.rules.rule_set, game.rules.komi, faults) == ("japanese", 6.5, [])
    assert faults_of({"RU": "", "KM": " "}) == faults_of({}) == []
    game, faults = read("(;GM[4]SZ[15]RU[Renju rules];B[hh])")
    assert game.rules.win == "renju" and not faults
    assert read("(;GM[4]SZ[15]RU[Ludo];B[hh])")[1] == ["RU[Ludo] is unknown and was ignored"]


def test_the_unknown_value_is_written_back() -> None:
    (record,) = sgf.read("(;GM[1]SZ[9]RU[Old Chinese]KM[375];B[ee])")
    assert "RU[Old Chinese]" in sgf.write([record]) and "KM[375]" in sgf.write([record])


@pytest.mark.parametrize(
    ("word", "name"), [("Go", "go"), ("围棋", "go"), ("Gomoku", "caro"), ("1", "go"), ("4", "caro")]
)
def test_the_game_by_its_name(word: str, name: str) -> None:
    assert sgf.read(f"(;GM[{word}]SZ[9];B[ee])")[0].game.name == name
