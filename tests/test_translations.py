"""The catalogue is complete, has nothing idle, and fills in the same fields as the English text."""

import ast
import json
from pathlib import Path

import pytest

from engine.core.language import LANGUAGES
from tests.sources import ROOT
from tests.texts import all_texts, error_names, fields, name_of, nodes, singulars

TRANSLATIONS = ROOT / "resources" / "translations"
CODES = sorted(path.name for path in TRANSLATIONS.iterdir() if path.is_dir() and path.name.isalpha())
CATALOGUES = sorted(TRANSLATIONS.glob("*/*.json"))
UNFINISHED: tuple[str, ...] = ()
"""Codes of languages whose catalogue may still lack texts; those are shown in English."""

every_language = pytest.mark.parametrize("code", CODES)


def catalogue(code: str) -> dict[str, str]:
    """The translations into a language. The two forms of a text with a count are two lines of one text."""
    texts: dict[str, str | list[str]] = {}
    for path in sorted((TRANSLATIONS / code).glob("*.json")):
        texts |= json.loads(path.read_text(encoding="utf-8"))
    return {source: text if isinstance(text, str) else "\n".join(text) for source, text in texts.items()}


def test_every_catalogue_is_a_language() -> None:
    assert {*CODES, "en"} == set(LANGUAGES), "a language has a folder and a line in engine/core/language.py"
    assert set(UNFINISHED) <= set(CODES) - {"vi"}


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(code, marks=[pytest.mark.xfail(reason="unfinished")] if code in UNFINISHED else [])
        for code in CODES
    ],
)
def test_every_text_is_translated(code: str) -> None:
    known = catalogue(code)
    missing = {text: place for text, place in all_texts().items() if text not in known}
    assert not missing, "\n" + "\n".join(f"{place}: {text!r}" for text, place in missing.items())


@every_language
def test_no_translation_is_idle(code: str) -> None:
    used = set(all_texts())
    used |= {node.value for _, node in nodes() if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert sorted(set(catalogue(code)) - used) == []


@every_language
def test_the_plural_is_the_key(code: str) -> None:
    """A singular is a key only if it is also a text by itself."""
    keys = set(catalogue(code)) - set(all_texts())
    assert [text for each in singulars().values() for text in each if text in keys] == []


def test_a_plural_has_one_singular_with_its_fields() -> None:
    for plural, texts in singulars().items():
        assert len(texts) == 1 and fields(*texts) <= fields(plural), plural


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_translations_are_texts_with_the_fields_of_the_source(path: Path) -> None:
    """A text with a count may have a pair of translations, for one and for other numbers."""
    pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    assert len(dict(pairs)) == len(pairs), "a source occurs twice"
    for source, translation in pairs:
        one, *others = [translation] if isinstance(translation, str) else translation
        assert all(text.strip() for text in (one, *others)), source
        assert [fields(text) for text in others or [one]] == [fields(source)], source
        assert not others or (source in singulars() and fields(one) <= fields(source)), source


@every_language
def test_a_source_has_one_translation(code: str) -> None:
    seen: dict[str, tuple[str | list[str], str]] = {}
    for path in sorted((TRANSLATIONS / code).glob("*.json")):
        for source, text in json.loads(path.read_text(encoding="utf-8")).items():
            assert seen.setdefault(source, (text, path.name))[0] == text, f"{source!r} in {path.name}"
            seen[source] = (text, path.name)


def test_texts_are_literal_where_they_are_translated() -> None:
    places = {"tr": 1, "mark": 1, "ngettext": 2, "Plural": 2} | dict.fromkeys(error_names(), 1)
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, node in nodes()
        if isinstance(node, ast.Call)
        and any(isinstance(each, ast.JoinedStr | ast.BinOp) for each in node.args[: places.get(name_of(node.func), 0)])
    ]
    assert wrong == [], "an f-string or a sum cannot be looked up"
