"""Texts and files that break readers, made from the sample records and from random records of every game."""

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from engine.core.errors import NotationError
from engine.records.formats import Format, formats
from tests.endurance.stalls import ROOT
from tests.engine.records.formats.test_contract import DATA, PIECES, TEXTS, damaged, samples

MARKUP = (
    "<img src='file:///nowhere'>", "</script><b>x</b>", "=1+1", "\u202eabc\u202c", "\u2067\u05d0\u2069", "&amp;&lt;",
    "{tên}", "%s%n{0}", "Nước đi hay!", "x" * 10_000,
)  # fmt: skip
"""Foreign text for fields, names and comments."""


@cache
def sample_texts() -> tuple[tuple[str, str], ...]:
    """Return the suffix and the text of each sample record and each golden file of a format."""
    found = []
    for folder in (ROOT / "resources" / "records", ROOT / "tests" / "golden" / "formats"):
        for path in sorted(folder.rglob("*.*")):
            kind = next((each for each in formats().values() if path.suffix in each.suffixes), None)
            if kind is not None:
                found.append((path.suffix, kind().decode(path.read_bytes())))
    return tuple(found)


@cache
def texts_of(kind: type[Format]) -> tuple[str, ...]:
    """Return the texts from which records in a format are mutated: random records of every game, and the samples."""
    own = [text for suffix, text in sample_texts() if suffix in kind.suffixes]
    return (*samples(kind()), *own)


def mutant(texts: Sequence[str], rng: random.Random) -> str:
    """Return a text, most often one of ``texts`` with some places changed or with a part of another one."""
    kind = rng.randrange(10)
    if kind == 0:
        return rng.choice(TEXTS)
    text = rng.choice(texts)
    if kind == 1:
        return text[: rng.randrange(len(text) + 1)]
    if kind == 2:
        other = rng.choice(texts)
        return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]
    if kind == 3:
        lines = text.split("\n")
        rng.shuffle(lines)
        return "\n".join(lines)
    return damaged(text, rng)


def any_text(rng: random.Random) -> str:
    """Return a text to paste or to type: a mutated record, a piece of one, a position or markup."""
    kind = rng.randrange(6)
    if kind == 0:
        return rng.choice(MARKUP)
    if kind == 1:
        return rng.choice(PIECES).encode("utf-8", "replace").decode()
    texts = [text for _, text in sample_texts()]
    text = rng.choice(texts) if kind == 2 else mutant(texts, rng)
    return text.encode("utf-8", "replace").decode()


def hostile_file(folder: Path, rng: random.Random) -> Path:
    """Write a file that is damaged, empty, binary or of the wrong format, and return its path."""
    suffix, text = rng.choice(sample_texts())
    path = folder / f"{rng.randrange(40)} tệp & <b>.{rng.choice(['pgn', 'sgf', 'psq', 'xqf', 'txt', suffix[1:]])}"
    kind = rng.randrange(5)
    if kind == 0:
        data = rng.choice(DATA)
    elif kind == 1:
        data = text.encode("utf-8", "replace")
    elif kind == 2:
        data = rng.randbytes(rng.randrange(3000))
    else:
        data = mutant([text], rng).encode("utf-8", "replace")
    path.write_bytes(data)
    return path


def large_file(folder: Path, rng: random.Random, size: int = 1_500_000) -> Path:
    """Write a file of many games, some of them damaged, and return its path."""
    texts = [text for suffix, text in sample_texts() if suffix == ".pgn"]
    parts, length = [], 0
    while length < size:
        text = rng.choice(texts) if rng.random() < 0.9 else mutant(texts, rng)
        parts.append(text[:100_000])
        length += len(parts[-1])
    path = folder / f"large {rng.randrange(3)}.pgn"
    path.write_bytes("\n\n".join(parts).encode("utf-8", "replace"))
    return path


def written(kind: Format, text: str) -> str | None:
    """Return what the format writes for the first record in ``text``, or None if it refuses to read or write it."""
    try:
        return kind.write([kind.read_game(text, 0)])
    except NotationError:
        return None
