"""The second tier of the tests consists of functions that exist, and is left out of a run of all tests only."""

import ast
from pathlib import Path

import pytest

from tests import tiers

ROOT = Path(__file__).parents[1]


def test_each_function_of_the_second_tier_exists() -> None:
    known: dict[str, set[str]] = {}
    for test in tiers.thorough():
        path, _, name = test.partition("::")
        if path not in known:
            tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
            known[path] = {each.name for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)}
        assert name in known[path], test


def test_what_detects_a_planted_bug_is_in_the_first_tier() -> None:
    assert tiers.needed()
    assert tiers.thorough().isdisjoint(tiers.needed())


def test_slow_functions_that_detect_no_planted_bug_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiers, "needed", lambda: frozenset({"b"}))
    assert tiers.choose({"d": 9.0, "a": 1.0, "b": 9.0, "c": tiers.MOST_SECONDS}) == ["a", "d"]


@pytest.mark.parametrize(
    ("arguments", "is_whole"),
    [
        (["tests"], True),
        (["tests/studio"], False),
        (["tests", "tests/studio"], False),
        (["tests/test_tiers.py"], False),
    ],
)
def test_only_a_run_of_all_tests_leaves_the_second_tier_out(arguments: list[str], is_whole: bool) -> None:
    assert tiers.is_whole([str(ROOT / each) for each in arguments], ROOT) is is_whole
