"""The English of docstrings, comments and help texts, of the product and of its tests: plain technical English.

Of tests, also their names and the messages of their assertions are judged.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.sources import ROOT, nodes_of, sources

PRODUCT = (*sources(), ROOT / "setup.py")
TESTS = tuple(sorted((ROOT / "tests").rglob("*.py")))
FILES = PRODUCT + TESTS
"""Every Python file whose English is judged."""

TURNS = {
    "anew": "again, or leave it out",
    "whoever": "name the person or the object",
    "whichever way": "name it",
    "nobody": "no one, or name what is missing",
    "of other people": "external",
    "other people's": "external",
    "so many": "the number: ``count`` plies",
    "the seed's": "of the reference document on …",
    "gives? up|gave up|given up|giving up": "abandon, cancel, time out",
    "a search of (?:its|his|their) own": "another search",
    "comes? back|came back": "is returned, is restored",
    "goes? without": "omit",
    "beside (?:the|it|them|a|an|each|that|this|our|its)": "next to",
    "lets? it be": "leaves it unchanged",
    "as it comes": "default",
    "of the past": "outdated",
    "the like": "similar ones",
    "for ever": "without end, or a bound",
    "at hand": "available",
    "is no (?:more|longer one)": "is not",
    "hears?|heard": "receives",
    "thinks? on": "continues to search",
    "wakes? up": "returns",
    "makes? good": "repairs",
    "knows? (?:of|nothing|no)": "does not depend on",
    "what for": "why",
    "word by word": "literally",
    "to the letter": "exactly",
    "take in": "read",
    "hand on": "forward",
    "put away": "hidden",
}
"""Turns as regular expressions of whole words, each with what to write in its place."""

ANY_TURN = re.compile(rf"\b(?:{'|'.join(TURNS)})\b", re.IGNORECASE)

MOST_PER_10_000 = 2.0
"""All forms of “say”, “stand” (without “stand pat”) and “tell” per 10,000 words of docstrings and comments."""
VERBS = {
    "say": re.compile(r"\b(?:say|says|said|saying)\b", re.IGNORECASE),
    "tell": re.compile(r"\b(?:tell|tells|told|telling)\b", re.IGNORECASE),
    "stand": re.compile(r"\b(?:stand|stands|stood|standing)\b(?! pat)", re.IGNORECASE),
}


def docstrings(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The docstrings of a module, its classes, functions and constants: line and text."""
    for node in nodes:
        body = getattr(node, "body", None)
        if not isinstance(body, list):
            continue
        for each in body:
            if (
                isinstance(each, ast.Expr)
                and isinstance(each.value, ast.Constant)
                and isinstance(each.value.value, str)
            ):
                yield each.lineno, each.value.value


STRING_OR_COMMENT = re.compile(
    r'''"""(?:\\.|.)*?"""|\'\'\'(?:\\.|.)*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|(?P<comment>#[^\n]*)''',
    re.DOTALL,
)
"""``tokenize`` finds the same comments and takes 15 times as long."""


def comments(text: str) -> Iterator[tuple[int, str]]:
    """The comments of a module: line and text."""
    line, place = 1, 0
    for found in STRING_OR_COMMENT.finditer(text):
        comment = found["comment"]
        if comment and not comment.startswith(("# type:", "# noqa", "#:", "# fmt:")):
            line += text.count("\n", place, found.start())
            place = found.start()
            yield line, comment.lstrip("# -").rstrip("- ")


def help_texts(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """Help of the command line and of options: literals given as ``help``, alone or to ``tr`` and ``mark``."""
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        for keyword in node.keywords:
            if keyword.arg in ("help", "description", "epilog"):
                for part in ast.walk(keyword.value):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield part.lineno, part.value


def names_and_messages(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    """The names of functions and classes as words, and the messages of assertions: line and text."""
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.lineno, node.name.replace("_", " ")
        elif isinstance(node, ast.Assert) and node.msg is not None:
            for part in ast.walk(node.msg):
                if isinstance(part, ast.Constant) and isinstance(part.value, str):
                    yield part.lineno, part.value


def unquoted(texts: Iterable[tuple[int, str]]) -> list[tuple[int, str]]:
    """Lines and texts, quoted code left out."""
    return [(line, re.sub(r"``[^`]*``|“[^”]*”", " ", text)) for line, text in texts]


@cache
def prose(path: Path) -> list[tuple[int, str]]:
    """The docstrings and comments of a file, and the names and messages of a test: line and text."""
    nodes = nodes_of(path)
    names = names_and_messages(nodes) if path in TESTS else ()
    return unquoted([*docstrings(nodes), *comments(path.read_text(encoding="utf-8")), *names])


def folder_of(path: Path) -> str:
    """The package that a file belongs to: of the engine and the studio, one of theirs."""
    return "/".join(path.relative_to(ROOT).parent.parts[:2]) or path.name


@pytest.mark.parametrize("folder", sorted({folder_of(path) for path in FILES}))
def test_no_turn_of_the_list(folder: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: “{match.group()}”; better: {better}"
        for path in FILES
        if folder_of(path) == folder
        for line, text in (*prose(path), *unquoted(help_texts(nodes_of(path))))
        if ANY_TURN.search(text)
        for turn, better in TURNS.items()
        for match in re.finditer(rf"\b(?:{turn})\b", text, re.IGNORECASE)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("files", [PRODUCT, TESTS], ids=["product", "tests"])
def test_programs_do_not_speak(files: tuple[Path, ...]) -> None:
    words, counts, places = 0, Counter[str](), list[str]()
    for path in files:
        for line, plain in prose(path):
            words += len(re.findall(r"[A-Za-z]+", plain))
            for verb, forms in VERBS.items():
                hits = len(forms.findall(plain))
                counts[verb] += hits
                places += [f"{path.relative_to(ROOT)}:{line} ({verb})"] * bool(hits)
    assert words > 10_000
    shares = {verb: 10_000 * count / words for verb, count in counts.items()}
    assert all(share <= MOST_PER_10_000 for share in shares.values()), f"{shares}\n" + "\n".join(places)
