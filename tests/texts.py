"""The texts for people in the sources, found in the syntax trees and in what is registered."""

import ast
import string
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from engine.core.evaluation import evaluations
from engine.core.game import find_game, games
from engine.core.options import options_of
from engine.core.outcome import Termination
from engine.records.formats import formats
from engine.search.search import algorithms
from tests.engine.positions import FINISHED
from tests.sources import ROOT, nodes_of, sources

TEXTS: dict[str, tuple[int | str, ...]] = {
    "tr": (0,),
    "mark": (0,),
    "ngettext": (1,),
    "Plural": (1,),
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
"""Which arguments of a call are texts for people, by position and by name. Errors' first argument is one, too.

Of a text with a count, this is the plural, which is the key of the translation.
"""

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
    """Every literal text for people in the code, with a place where it occurs."""
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


@cache
def singulars() -> dict[str, set[str]]:
    """The singulars of every text with a count, by its plural."""
    found: dict[str, set[str]] = {}
    for _, node in nodes():
        if isinstance(node, ast.Call) and name_of(node.func) in ("ngettext", "Plural") and len(node.args) > 1:
            for plural in strings(node.args[1]):
                found.setdefault(plural, set()).update(strings(node.args[0]))
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
