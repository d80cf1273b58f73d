"""Each concept has one Vietnamese term: the glossary is kept in the catalogue, the guide and the sample records."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.test_translations import TRANSLATIONS, catalogue

ROOT = Path(__file__).parent.parent
TERMS: list[dict[str, Any]] = tomllib.loads((TRANSLATIONS / "glossary.toml").read_text(encoding="utf-8"))["term"]
BROKEN = {"english": "plies|ply", "vi": ["nước"], "not": ["nửa nước"]}


@cache
def vietnamese_texts() -> list[tuple[str, str]]:
    """Return the place and the text of each Vietnamese text and paragraph, in lower case and on one line."""
    found = [(key, text) for key, text in catalogue("vi").items()]
    for pattern in (
        "README.vi.md",
        "resources/guide/vi/*.md",
        "resources/lessons/vi/*.md",
        "resources/records/*/*.vi.*",
    ):
        for path in sorted(ROOT.glob(pattern)):
            found += [(path.name, paragraph) for paragraph in path.read_text(encoding="utf-8").split("\n\n")]
    return [(place, " ".join(text.lower().split())) for place, text in found]


def wrong_terms(term: dict[str, Any], texts: list[tuple[str, str]]) -> Iterator[str]:
    """Yield the texts that contain a term that is not to be used."""
    for wrong in term.get("not", ()):
        pattern = re.compile(rf"\b{re.escape(wrong)}\b")
        yield from (f"{place}: {text}" for place, text in texts if pattern.search(text))


def missing_terms(term: dict[str, Any], texts: dict[str, str]) -> Iterator[str]:
    """Yield the texts whose English contains the concept and whose Vietnamese lacks its term."""
    if "english" not in term:
        return
    pattern = re.compile(rf"(?<![@-])\b({term['english']})\b(?![}}=])", re.IGNORECASE)
    for english, text in texts.items():
        if english in term.get("except", ()) or not pattern.search(re.sub(r"\{[^}]*\}", "", english)):
            continue
        if not any(re.search(rf"\b{re.escape(each)}\b", text.lower()) for each in term["vi"]):
            yield f"{english!r}: {text!r}"


@pytest.mark.parametrize("term", TERMS, ids=lambda term: str(term["vi"][0]))
def test_the_glossary_is_kept(term: dict[str, Any]) -> None:
    assert list(wrong_terms(term, vietnamese_texts())) == []
    assert list(missing_terms(term, catalogue("vi"))) == []


def nodes_that_get_a_value(texts: list[tuple[str, str]]) -> list[str]:
    """Return the texts in which a node *gets* a number (được) where it has one as its value (có giá trị).

    A side may get something: “{owner} được {bound}”.
    """
    pattern = re.compile(r"(\b[a-z]|\{(node|best|child|here)\}) (chỉ )?được (nhiều nhất |ít nhất )?(\{|[+−-]?\d)")
    return [f"{place}: {match[0]}" for place, text in texts if (match := pattern.search(text))]


def test_a_node_has_a_value() -> None:
    assert nodes_that_get_a_value(vietnamese_texts()) == []
    assert nodes_that_get_a_value(
        [("a", "c được nhiều nhất 1"), ("b", "5 × 4 được 20"), ("c", "{best} được {bound}")]
    ) == [
        "a: c được nhiều nhất 1",
        "c: {best} được {",
    ]


def test_the_checks_find_wrong_and_missing_terms() -> None:
    assert list(wrong_terms(BROKEN, [("a", "sau 3 nửa nước"), ("b", "sau 3 nước")])) == ["a: sau 3 nửa nước"]
    assert list(missing_terms(BROKEN, {"3 plies": "3 lượt", "One ply": "Một nước", "multiply": "nhân"})) == [
        "'3 plies': '3 lượt'"
    ]


def test_each_exception_is_a_text_of_the_catalogue() -> None:
    for term in TERMS:
        assert set(term.get("except", ())) <= set(catalogue("vi"))
