"""The catalogue is complete, has nothing idle, and fills in the same fields as the English text."""

import ast
import json
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from engine.core.evaluation import evaluations
from engine.core.game import find_game, games
from engine.core.language import LANGUAGES
from engine.core.options import options_of
from engine.core.outcome import Termination
from engine.records.formats import formats
from engine.search.search import algorithms
from tests.engine.positions import FINISHED
from tests.sources import ROOT, nodes_of, sources

TRANSLATIONS = ROOT / "resources" / "translations"
CODES = sorted(path.name for path in TRANSLATIONS.iterdir() if path.is_dir() and path.name.isalpha())
CATALOGUES = sorted(TRANSLATIONS.glob("*/*.json"))
UNFINISHED: tuple[str, ...] = ()
"""Codes of languages whose catalogue may still lack texts; those are shown in English."""

every_language = pytest.mark.parametrize("code", CODES)

TEXTS: dict[str, tuple[int | str, ...]] = {
    "tr": (0,),
    "mark": (0,),
    "Fault": (0,),
    "option": (1, "help", "label", "unit"),
    "switch": (0, 1, "help", "label"),
    "Registry": (0,),
    "Counter": (1, "label"),
    "Tally": (0, "label"),
    "PieceKind": (1, "name"),
    "Command": (2, "text"),
    "WorkspaceEntry": (1, "title"),
    # Local functions that declare commands with something in common.
    **dict.fromkeys(("command", "mistake", "travel", "annotate", "change", "suggestion", "guide"), (1,)),
}
"""Which arguments of a call are texts for people, by position and by name. Errors' first argument is one, too."""

ATTRIBUTES = ("title", "unit", "sides")
"""Attributes of registered classes that are texts for people."""


@cache
def nodes() -> list[tuple[Path, ast.Call | ast.ClassDef | ast.Constant]]:
    """The calls, classes and constants of the sources, without those of games that are drafts."""
    drafts = games().keys() - set(FINISHED)
    return [
        (path, node)
        for path in sources()
        if not drafts.intersection((path.parent.name, path.stem))
        for node in nodes_of(path)
        if isinstance(node, ast.Call | ast.ClassDef | ast.Constant)
    ]


def name_of(expression: ast.expr) -> str:
    """``name`` or the last part of ``some.name``; empty for anything else."""
    if isinstance(expression, ast.Name):
        return expression.id
    return expression.attr if isinstance(expression, ast.Attribute) else ""


@cache
def error_names() -> set[str]:
    """``KyVienError`` and every class derived from it."""
    bases = {node.name: {name_of(base) for base in node.bases} for _, node in nodes() if isinstance(node, ast.ClassDef)}
    known = {"KyVienError"}
    while True:
        more = {name for name, parents in bases.items() if parents & known} - known
        if not more:
            return known
        known |= more


def strings(expression: ast.expr) -> Iterator[str]:
    """The literal texts of an argument: itself, or both branches of a condition."""
    if isinstance(expression, ast.Constant) and isinstance(expression.value, str):
        yield expression.value
    elif isinstance(expression, ast.IfExp):
        yield from strings(expression.body)
        yield from strings(expression.orelse)


def texts_in_code() -> dict[str, str]:
    """Every literal text for people in the code, with a place where it stands."""
    errors = error_names()
    found: dict[str, str] = {}
    for path, node in nodes():
        if not isinstance(node, ast.Call):
            continue
        name = name_of(node.func)
        places = TEXTS.get(name, (0,) if name in errors else ())
        arguments: dict[int | str, ast.expr] = dict(enumerate(node.args))
        arguments |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        for place in places:
            for text in strings(arguments[place]) if place in arguments else ():
                found.setdefault(text, f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def texts_of_registered() -> dict[str, str]:
    """The texts that games, algorithms, evaluations and formats carry as data."""
    found: dict[str, str] = {termination.value: "Termination" for termination in Termination}
    classes: list[type] = [*algorithms().values(), *formats().values()]
    for name in FINISHED:
        game = find_game(name)
        classes += [game, *evaluations(name).values()]
        found |= dict.fromkeys(game.preset_titles.values(), f"presets of {name}")
        found |= dict.fromkeys(game.display_titles.values(), f"notations and pieces of {name}")
        found |= {kind.name: f"pieces of {name}" for kind in game().surface(game().start()).kinds}
    for cls in classes:
        for attribute in ATTRIBUTES:
            value = getattr(cls, attribute, ())
            found |= dict.fromkeys((value,) if isinstance(value, str) else value, f"{cls.__name__}.{attribute}")
        for kind in ("Rules", "Parameters"):
            for each in options_of(getattr(cls, kind)) if hasattr(cls, kind) else ():
                words = [
                    each.text(word)
                    for word in each.choices or ()
                    if isinstance(word, str) and each.text(word)[:1].isalpha()
                ]
                found |= dict.fromkeys([*words, each.none], f"option {each.name} of {cls.__name__}")
    return found


@cache
def all_texts() -> dict[str, str]:
    texts = texts_of_registered() | texts_in_code()
    # Nothing to translate where there is no letter outside the fields.
    return {text: place for text, place in texts.items() if any(part.isalpha() for part in plain(text))}


def plain(text: str) -> str:
    """A text without its fields."""
    return "".join(literal for literal, *_ in string.Formatter().parse(text))


def fields(text: str) -> Counter[tuple[str | None, str | None, str | None]]:
    """The fields of a text with their format and conversion."""
    parts = [(name, form, conversion) for _, name, form, conversion in string.Formatter().parse(text)]
    return Counter(part for part in parts if part[0] is not None)


def catalogue(code: str) -> dict[str, str]:
    texts: dict[str, str] = {}
    for path in sorted((TRANSLATIONS / code).glob("*.json")):
        texts |= json.loads(path.read_text(encoding="utf-8"))
    return texts


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


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_translations_are_texts_with_the_fields_of_the_source(path: Path) -> None:
    pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
    assert len(dict(pairs)) == len(pairs), "a source stands twice"
    for source, text in pairs:
        assert text.strip(), source
        assert fields(source) == fields(text), source


@every_language
def test_a_source_has_one_translation(code: str) -> None:
    seen: dict[str, tuple[str, str]] = {}
    for path in sorted((TRANSLATIONS / code).glob("*.json")):
        for source, text in json.loads(path.read_text(encoding="utf-8")).items():
            assert seen.setdefault(source, (text, path.name))[0] == text, f"{source!r} in {path.name}"
            seen[source] = (text, path.name)


def test_texts_are_literal_where_they_are_translated() -> None:
    names = {"tr", "mark"} | error_names()
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, node in nodes()
        if isinstance(node, ast.Call)
        and name_of(node.func) in names
        and node.args
        and isinstance(node.args[0], ast.JoinedStr | ast.BinOp)
    ]
    assert wrong == [], "an f-string or a sum cannot be looked up"
