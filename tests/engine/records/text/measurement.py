"""How many texts are decoded right, in how many encodings: ours and charset-normalizer on the same files.

``python -m tests.engine.records.text.measurement [--alone] [FOLDER]`` prints a table. Each file has two games of chess;
the text is a comment of the first, or a name. Half of the texts are in ``texts.toml``. With FOLDER, which contains
``LANGUAGE/LC_MESSAGES/*.mo`` as ``/usr/share/locale`` of Debian does, as many are drawn from the translations there,
with the seed below. They are not committed, because they have the licences of many programs. ``--alone`` leaves out
charset-normalizer, which is not a dependency.

Right on Debian 12, with charset-normalizer 3.5.3: own long texts 180 of 180 (theirs 141), own names 159 (73), drawn
long texts 180 (128), drawn names 166 (78). All 720 files kept both games and all bytes.
"""

import gettext
import random
import re
import sys
import tomllib
import unicodedata
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from engine.records.formats import find_format
from engine.records.text import encode

SEED = 26
EACH = 15
"""Number of texts of each source, encoding and length."""
FOREIGN = 8
"""Minimum number of letters that ASCII does not have in a long text."""

WEST, EAST = ("fr", "de", "es", "pt", "it", "sv", "da", "fi", "is"), ("pl", "cs", "sk", "hu", "hr")
LANGUAGES = {
    "utf-8": ("vi", "fr", "ru", "pl", "zh_CN", "ja"), "utf-16": ("vi", "de", "ru", "ko", "zh_TW"), "cp1252": WEST,
    "cp1250": EAST, "cp1251": ("ru", "uk", "bg"), "koi8-r": ("ru",), "cp1258": ("vi",), "tcvn3": ("vi",),
    "gb18030": ("zh_CN",), "big5": ("zh_TW",), "cp932": ("ja",), "cp949": ("ko",),
}  # fmt: skip
"""Languages of the texts in each encoding."""

TEXTS: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("texts.toml").read_text(encoding="utf-8")
)
GROUPS = dict.fromkeys(WEST, "west") | dict.fromkeys(EAST, "east") | {"uk": "ru", "bg": "ru"}
"""Key of ``TEXTS`` by language, if it is not the language."""

_WORD = re.compile(r"[^\W\d_]+")


class Case(NamedTuple):
    """A text in a file.

    Attributes:
        encoding: the encoding of the file.
        source: ``own`` or ``drawn``.
        is_long: whether the text has at least ``FOREIGN`` letters that ASCII does not have.
        text: the text.
        whole: the whole file as text.
        data: the content of the file.
    """

    encoding: str
    source: str
    is_long: bool
    text: str
    whole: str
    data: bytes


def foreign(text: str) -> int:
    """Return the number of letters that ASCII does not have."""
    return sum(sign.isalpha() and not sign.isascii() for sign in text)


def _case(encoding: str, source: str, is_long: bool, text: str) -> Case | None:
    text = unicodedata.normalize("NFC", text)
    name, comment = ("A", text) if is_long else (text, "x")
    whole = f'[White "{name}"]\n[Black "B"]\n\n1. e4 {{{comment}}} e5 *\n\n[White "C"]\n[Black "D"]\n\n1. d4 *\n'
    data = whole.encode(encoding) if encoding == "utf-16" else encode(whole, encoding)
    return None if data is None or whole.isascii() else Case(encoding, source, is_long, text, whole, data)


def own_cases() -> Iterator[Case]:
    """Yield the files with the texts of this module."""
    for encoding, languages in LANGUAGES.items():
        groups = list(dict.fromkeys(GROUPS.get(language, language) for language in languages))
        for is_long, table in ((True, TEXTS["long"]), (False, TEXTS["names"])):
            texts = [table[group][k] for k in range(EACH) for group in groups]
            made = (_case(encoding, "own", is_long, text) for text in texts)
            yield from [each for each in made if each is not None][:EACH]


def drawn_cases(folder: Path, seed: int = SEED) -> Iterator[Case]:
    """Yield files with translations of programs. A comment with quotes and a dash is every third."""
    rng = random.Random(seed)
    for encoding, languages in LANGUAGES.items():
        pools = [_translations(folder, language) for language in languages]
        for is_long in (True, False):
            found: list[Case] = []
            for _ in range(50_000):
                pool = rng.choice([pool for pool in pools if pool])
                text = rng.choice(pool)
                if not is_long:
                    words = [word for word in _WORD.findall(text) if foreign(word) and len(word) < 9]
                    text = rng.choice(words).capitalize() if words else ""
                if is_long != (foreign(text) >= FOREIGN):
                    continue
                decorated = (
                    (f"“{text}” – ½…" if len(found) % 2 else f"l’{text}") if is_long and len(found) % 3 == 2 else text
                )
                # KOI8-R and some others have no quotes.
                case = _case(encoding, "drawn", is_long, decorated) or _case(encoding, "drawn", is_long, text)
                if case is not None:
                    found.append(case)
                if len(found) == EACH:
                    break
            yield from found


def _translations(folder: Path, language: str) -> list[str]:
    """Return the translations to a language that could be comments, sorted."""
    found: set[str] = set()
    for path in sorted((folder / language / "LC_MESSAGES").glob("*.mo")):
        try:
            with path.open("rb") as file:
                catalogue = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
        except (OSError, UnicodeDecodeError, ValueError):
            continue
        found.update(
            text
            for text in catalogue.values()
            if isinstance(text, str)
            and 4 <= len(text) <= 120
            and text.isprintable()
            and not re.search(r"[{}%<>&\\]", text)
        )
    return sorted(found)


def ours(data: bytes) -> str:
    """Return the text of a file as this program reads it."""
    return find_format("x.pgn").decode(data)


def theirs(data: bytes) -> str:
    """Return the text of a file as charset-normalizer reads it."""
    from charset_normalizer import from_bytes  # type: ignore[import-not-found]

    best = from_bytes(data).best()
    return "" if best is None else unicodedata.normalize("NFC", str(best))


def kept(data: bytes) -> bool:
    """Whether a file still has two games, and its text, encoded again, is the same bytes."""
    kind = find_format("x.pgn")
    file = kind.file_text(data)
    parts = (encode(file.read(part.start, part.end), part.encoding) for part in file.parts)
    return len(kind.games(file.text)) == 2 and data[file.parts[0].start :] == b"".join(part or b"" for part in parts)


def right(cases: list[Case], read: Callable[[bytes], str]) -> dict[tuple[str, bool], tuple[int, int]]:
    """Return the numbers of right texts and of all texts, by encoding and length."""
    found: dict[tuple[str, bool], tuple[int, int]] = {}
    for case in cases:
        good, count = found.get((case.encoding, case.is_long), (0, 0))
        found[case.encoding, case.is_long] = good + (read(case.data) == case.whole), count + 1
    return found


def main() -> None:
    """Print a table, and the texts that were decoded wrongly."""
    cases = list(own_cases())
    for folder in (each for each in sys.argv[1:] if not each.startswith("--")):
        cases += drawn_cases(Path(folder))
    readers = {"ours": ours}
    if "--alone" not in sys.argv:
        readers["charset-normalizer"] = theirs
    for source in ("own", "drawn"):
        part = [case for case in cases if case.source == source]
        tables = {name: right(part, read) for name, read in readers.items()}
        for is_long in (True, False):
            print(source, "long" if is_long else "short")
            for encoding in LANGUAGES:
                cells = [tables[name].get((encoding, is_long), (0, 0)) for name in readers]
                print(f"  {encoding:8}", *(f"{good}/{count}" for good, count in cells))
            for name in readers:
                pairs = [each for key, each in tables[name].items() if key[1] == is_long]
                good, count = sum(each[0] for each in pairs), max(1, sum(each[1] for each in pairs))
                print(f"  {name}: {good}/{count} = {100 * good / count:.1f} %")
        print(
            "  files with both games, and with the same bytes:", sum(kept(case.data) for case in part), "of", len(part)
        )
        if source == "own":
            for case in part:
                if ours(case.data) != case.whole:
                    print(case.encoding, case.text, "->", ours(case.data)[:120].replace("\n", "|"))


if __name__ == "__main__":
    main()
