"""Names and words in files of other programs, as tables in ``resources/dialects``.

Each table is a CSV file with a header line. A line is one entry, and its last column is the source: the program, the
site or the document that uses the name. Names are compared by ``key_of``.
"""

import unicodedata
from collections.abc import Mapping
from functools import cache

from engine.core.folding import fold


@cache
def table(name: str) -> tuple[Mapping[str, str], ...]:
    """Return the entries of ``resources/dialects/<name>.csv``, as mappings of column names to texts."""
    import csv

    import resources

    with open(f"{resources.__path__[0]}/dialects/{name}.csv", encoding="utf-8", newline="") as file:  # noqa: PTH123
        return tuple(csv.DictReader(file))


@cache
def entries(name: str) -> Mapping[str, Mapping[str, str]]:
    """Return the entries of a table by ``key_of`` of their first column."""
    return {key_of(next(iter(entry.values()))): entry for entry in table(name)}


def key_of(text: str) -> str:
    """Return ``text`` for comparison: its letters and digits without case, width and diacritics (``wildfr``)."""
    return "".join(sign for sign in fold(plain(text)) if sign.isalnum())


def plain(text: str) -> str:
    """Return ``text`` with full-width letters, digits and signs replaced by the usual ones, and every dash by ``-``."""
    if text.isascii():
        return text
    narrow = unicodedata.normalize("NFKC", text)
    return "".join("-" if unicodedata.category(sign) == "Pd" or sign == "\u2212" else sign for sign in narrow)
