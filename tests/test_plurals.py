"""Texts with a number agree with it: no “1 games” and no “2 move”, also where the number is written in the text.

Every text is rendered with 0, 1 and 2 for each of its fields, so a text with a count passes only in two forms
(``ngettext``, ``Plural``), or if no word of it depends on the number (“moves: 3”).
"""

import ast
import copy
import json
import re
from collections.abc import Iterator
from functools import cache
from string import Formatter

import pytest

from engine.core.errors import KyVienError, OptionError
from engine.core.language import LANGUAGES, Plural, ngettext, set_language, tr, translate
from tests.sources import ROOT, nodes_of, sources
from tests.texts import all_texts, error_names, name_of, nodes, singulars, strings

NOUNS = {
    "algorithm": "algorithms", "byte": "bytes", "capture": "captures", "cell": "cells", "counter": "counters",
    "curve": "curves", "digit": "digits", "disagreement": "disagreements", "draw": "draws", "exercise": "exercises",
    "field": "fields", "game": "games", "heap": "heaps", "king": "kings", "leaf": "leaves",
    "lesson": "lessons", "line": "lines",
    "loss": "losses", "move": "moves", "node": "nodes", "number": "numbers", "other": "others", "pairing": "pairings",
    "pawn": "pawns", "player": "players", "ply": "plies", "point": "points", "position": "positions",
    "question": "questions", "rank": "ranks", "reply": "replies", "row": "rows", "second": "seconds",
    "simulation": "simulations",
    "square": "squares", "step": "steps", "stone": "stones", "task": "tasks", "time": "times", "value": "values",
    "visit": "visits", "win": "wins",
}  # fmt: skip
"""The plurals of the nouns that are counted."""
VERBS = {"is": "are", "was": "were", "has": "have", "plays": "play", "ends": "end", "takes": "take"}
"""The plurals of verbs whose subject is a number of things."""
ADJECTIVES = {"deep", "full", "legal", "more", "shallow"}
"""Words between a number and its noun."""
OTHERS = {
    "and", "below", "could", "distinct", "found", "in", "instead", "not", "of", "on", "recorded", "set", "than", "to",
    "too", "unsure", "with",
}  # fmt: skip
"""Words after a count that do not depend on it."""
NOT_COUNTED = {
    **dict.fromkeys(("attacker", "mover", "side"), "a side, and the word after it is a verb"),
    **dict.fromkeys(("first", "second"), "a side, or its number"),
    **dict.fromkeys(("name", "search"), "an algorithm, and the word after it is a verb"),
    "piece": "a piece, and the word after it is a verb",
    "many": "a number from 2 on, in words up to ten",
    "values": "a list of numbers",
    "most": "a limit greater than 1",
    "size": "the constant size of an entry of a format",
    **dict.fromkeys(("factor", "rate", "ratio"), "a number with decimals, or greater than 1"),
}
"""Fields that are no counts although one of ``NOUNS`` follows them somewhere, or a verb that looks like one: what
they are."""
NUMBERS = (0, 1, 2)


@cache
def counts() -> frozenset[str]:
    """``count``, and the names of all fields that are filled with a length or a sum somewhere."""
    names = {"count"}
    texts = {"tr", "ngettext"} | error_names()
    for _, node in nodes():
        if isinstance(node, ast.Call) and name_of(node.func) in texts:
            names |= {each.arg for each in node.keywords if each.arg and _is_length(each.value)}
    return frozenset(names)


def _is_length(value: ast.expr) -> bool:
    """Whether a value is a length or a sum, or its text."""
    if not isinstance(value, ast.Call):
        return False
    name = name_of(value.func)
    return name in ("len", "sum") or (name in ("str", "grouped") and bool(value.args) and _is_length(value.args[0]))


def forms(text: str, number: int, field: str) -> set[str]:
    """The forms in which a text is shown with a number in one of its fields."""
    ones = singulars().get(text, set())
    if field != "count":
        return {text, *ones}
    return ones if ones and number == 1 else {text}


def rendered(text: str, field: str, number: int) -> str:
    """A text with a number in one field, and dots in the others."""
    parts = Formatter().parse(text)
    return "".join(
        before + ("" if name is None else str(number) if name == field else "…") for before, name, *_ in parts
    )


def disagreements(text: str, *, is_counted: bool) -> Iterator[str]:
    """Yield what does not agree with a number of the text.

    Args:
        text: the text.
        is_counted: whether the word after the number must be one that this file lists.
    """
    singular, plural = set(NOUNS), set(NOUNS.values())
    for found in re.finditer(r"(?<![\w.,/*^+−-])(\d+)((?: [A-Za-z]+)*)", text):
        is_one, words = int(found[1]) == 1, found[2].split()
        if re.search(rf"\bthere {'are' if is_one else 'is'} $", text[: found.start()]):
            yield f"there …{found[0]}"
        noun = next((place for place, word in enumerate(words) if word not in ADJECTIVES), len(words))
        word = words[noun] if noun < len(words) else ""
        if word in (plural if is_one else singular):
            yield found[0]
        if word in singular | plural:
            word = next((each for each in words[noun + 1 :] if each != "which"), "")
        elif not is_counted:
            continue
        elif word and word not in OTHERS | VERBS.keys() | {*VERBS.values()}:
            yield f"{found[0]}: is “{word}” a noun that is counted?"
        if word in (VERBS.values() if is_one else VERBS):
            yield f"{found[0]}: {word}"


def faults(text: str, field: str) -> Iterator[str]:
    """Yield what does not agree with the numbers 0, 1 and 2 in a field of a text."""
    for number in NUMBERS:
        for form in forms(text, number, field):
            if f"{{{field}}}" in form:
                yield from disagreements(rendered(form, field, number), is_counted=field in counts())


def fields_of(text: str) -> set[str]:
    return {name for _, name, *_ in Formatter().parse(text) if name}


def test_every_text_agrees_with_its_numbers() -> None:
    found = {
        f"{place}: {text!r}": faulty
        for text, place in all_texts().items()
        for field in fields_of(text) - NOT_COUNTED.keys()
        if (faulty := list(faults(text, field)))
    }
    assert not found, "\n".join(f"{place}: {faulty}" for place, faulty in found.items())
    assert sum(bool(fields_of(text) & counts()) for text in all_texts()) > 200


def test_every_exception_is_needed() -> None:
    needed = {
        field for text in all_texts() for field in fields_of(text) & NOT_COUNTED.keys() if any(faults(text, field))
    }
    assert needed == NOT_COUNTED.keys()


def test_numbers_written_in_a_text_agree() -> None:
    texts = {*all_texts(), *(text for each in singulars().values() for text in each)}
    found = {text: wrong for text in texts if (wrong := list(disagreements(rendered(text, "", 0), is_counted=False)))}
    assert found == {}
    assert [text for text in texts if re.search(r"\w\((?:s|es|ies)\)", text)] == []


def _counted_words(node: ast.JoinedStr) -> Iterator[tuple[ast.FormattedValue, str]]:
    """Yield each value of an f-string that a space follows, with the next word, or with the text that a call gets."""
    for value, after, *rest in (node.values[place : place + 3] for place in range(len(node.values) - 1)):
        if not isinstance(value, ast.FormattedValue) or not isinstance(after, ast.Constant):
            continue
        if found := re.match(r" ([a-z]+)", str(after.value)):
            yield value, found[1]
        elif after.value == " " and rest and isinstance(rest[0], ast.FormattedValue):
            texts = getattr(rest[0].value, "args", [])
            yield from ((value, str(each.value)) for each in texts if isinstance(each, ast.Constant))


def test_a_number_and_its_noun_are_one_text() -> None:
    """An f-string does not make them agree. The benchmark prints large numbers, and limits are greater than 1."""
    words = {*NOUNS, *NOUNS.values()}
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {ast.unparse(node)}"
        for path in sources()
        if path.parent.name not in ("bench", "measures") and "protocols" not in path.parts
        for node in nodes_of(path)
        if isinstance(node, ast.JoinedStr)
        for value, word in _counted_words(node)
        if word in words and not re.search("decimals|most", ast.unparse(value), re.IGNORECASE)
    ]
    assert found == []


def test_a_plural_is_never_used_without_its_singular() -> None:
    names = {"tr", "mark"} | error_names()
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {text!r}"
        for path, node in nodes()
        if isinstance(node, ast.Call) and name_of(node.func) in names and node.args
        for text in strings(node.args[0])
        if text in singulars() and fields_of(text)
    ]
    assert found == []


def test_the_form_depends_on_the_number() -> None:
    assert [ngettext("{count} game", "{count} games", number) for number in NUMBERS] == ["0 games", "1 game", "2 games"]
    assert ngettext("{count} game", "{count} games", 1000, count="1 000") == "1 000 games"
    assert [tr(Plural("ply", "plies"), count=number) for number in NUMBERS] == ["plies", "ply", "plies"]


def test_a_language_may_have_one_form_or_two() -> None:
    both = Plural("The only move gives {owner} {bound}.", "All {count} moves give {owner} {bound}.")
    set_language("vi")
    try:
        assert [ngettext("{count} game", "{count} games", number) for number in (1, 2)] == ["1 ván", "2 ván"]
        texts = [tr(both, count=number, owner="X", bound="1") for number in (1, 2)]
    finally:
        set_language("en")
    assert texts == ["Nước duy nhất cho X 1.", "Cả 2 nước cho X 1."]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_with_a_count_can_be_shown(code: str) -> None:
    """In each language, with each number, with no field but those that the caller fills in."""
    for plural, (singular,) in singulars().items():
        values = dict.fromkeys(fields_of(plural), "x")
        for number in NUMBERS:
            text = translate(Plural(singular, plural), code, number).format(**{**values, "count": number})
            assert text and (code != "en" or number == 1 or text == plural.format(**{**values, "count": number}))


def test_an_error_keeps_its_forms_in_another_process() -> None:
    text = Plural("{count} heap; there must be {expected}", "{count} heaps; there must be {expected}")
    for number, word in zip(NUMBERS, ("0 heaps", "1 heap", "2 heaps"), strict=True):
        reason = KyVienError(text, count=number, expected=5)
        error = OptionError("{file}: {reason}", file="a", reason=reason)
        sent = json.loads(json.dumps(error.to_dict()))
        assert str(error) == str(OptionError.from_dict(sent)) == f"a: {word}; there must be 5"
        assert type(OptionError.from_dict(sent)) is OptionError
    assert copy.deepcopy(text).singular == text.singular


def test_the_unit_of_an_option_has_both_forms() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{each.value.lineno}"
        for path, node in nodes()
        if isinstance(node, ast.Call) and name_of(node.func) == "option"
        for each in node.keywords
        if each.arg == "unit" and {*strings(each.value)} & {*NOUNS, *NOUNS.values()}
    ]
    assert found == []
