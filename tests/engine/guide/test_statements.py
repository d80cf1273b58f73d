"""Every general statement of lessons and guide is listed with its test (``statements.toml``)."""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.teach.exercise import kinds
from engine.teach.lessons import lessons
from tests.engine.guide.statements import name_of, pages, statements
from tests.engine.searchtree.test_events import FIVE
from tests.engine.teach.test_statements_of_search import trees as random_trees

ROOT = Path(__file__).parents[3]
TABLE: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("statements.toml").read_text("utf-8"))["statement"]
MOST_ORIENTATIONS = 10


@cache
def asserted_in(file: str) -> frozenset[str]:
    """The names of the tests of a file that assert something."""
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    return frozenset(
        node.name
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
        and node.name.startswith("test_")
        and any(_asserts(each) for each in ast.walk(node))
    )


def _asserts(node: ast.AST) -> bool:
    return isinstance(node, ast.Assert) or (isinstance(node, ast.Attribute) and node.attr == "raises")


def difference(listed: list[str], found: list[str]) -> list[str]:
    """What to do in the table so that it lists what the pages contain."""
    missing = [f"list with its test: {each}" for each in found if each not in listed]
    gone = [f"no longer in the page: {each}" for each in listed if each not in found]
    return missing + gone + [f"listed twice: {each}" for each in listed if listed.count(each) > 1]


@pytest.mark.parametrize("language", ["en", "vi"])
def test_every_statement_is_in_the_table(language: str) -> None:
    for page in pages(language):
        name = name_of(page)
        listed = [each for entry in TABLE if entry["page"] == name for each in entry.get(language, [])]
        assert difference(listed, statements(page)) == [], f"{page.name} in {language}"
    assert {entry["page"] for entry in TABLE} <= {name_of(page) for page in pages(language)}


def test_every_statement_has_tests_that_exist_or_a_reason_why_not() -> None:
    for entry in TABLE:
        assert entry.keys() <= {"page", "en", "vi", "tests", "orientation", "meaning"}
        assert len(entry.keys() & {"tests", "orientation", "meaning"}) == 1, entry
        for test in entry.get("tests", []):
            file, _, name = test.partition("::")
            assert name in asserted_in(file), test
    assert sum("orientation" in entry for entry in TABLE) <= MOST_ORIENTATIONS
    assert sum("tests" in entry for entry in TABLE) > 50


@pytest.mark.parametrize("language", ["en", "vi"])
def test_the_page_on_tests_states_their_figures(language: str) -> None:
    """The figures of *How these sentences are tested*, from the table, the tests and the lessons."""
    (page,) = [each for each in pages(language) if name_of(each) == "guide/tested"]
    text = page.read_text(encoding="utf-8")
    narration = (ROOT / "tests/engine/searchtree/test_narration.py").read_text(encoding="utf-8")
    (trees,) = re.findall(r"@sampled\(40, (\d+)\)\ndef test_the_tracer_makes_the_same_steps", narration)
    expected = {
        *(sum(len(entry.get(code, [])) for entry in TABLE) for code in ("en", "vi")), len(TABLE),
        sum("tests" in entry for entry in TABLE), len({test for entry in TABLE for test in entry.get("tests", [])}),
        sum("orientation" in entry for entry in TABLE), len(random_trees()), len(kinds()), len(lessons()), len(FIVE),
        int(trees), 35,
    }  # fmt: skip
    assert {int(each) for each in re.findall(r"\d+", text)} == expected


def test_a_changed_or_a_new_sentence_is_found() -> None:
    assert difference(["a never b."], ["a always b."]) == [
        "list with its test: a always b.", "no longer in the page: a never b.",
    ]  # fmt: skip
    assert difference(["a", "a"], ["a"]) == ["listed twice: a"] * 2


def test_sentences_of_all_blocks_are_found(tmp_path: Path) -> None:
    folder = tmp_path / "guide" / "en"
    folder.mkdir(parents=True)
    page = folder / "page.md"
    page.write_text(
        "# It always is\n\nOne sentence. A second never\nends here! And this.\n- an item that\n  cannot be\n"
        "+ `key`: An entry, at most 3. Another.\n| a | equal values |\n|---|---|\n\n1. At least one.\n",
        encoding="utf-8",
    )
    assert statements(page) == [
        "It always is", "A second never ends here!", "an item that cannot be", "An entry, at most 3.", "equal values",
        "At least one.",
    ]  # fmt: skip
