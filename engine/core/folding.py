"""Texts without case and diacritics, so that searches find ``Nguyễn`` when the user types ``nguyen``."""

import functools
import unicodedata


@functools.lru_cache(maxsize=4096)
def _plain(sign: str) -> str:
    """Return a character without diacritics."""
    parts = unicodedata.normalize("NFD", sign)
    return "".join(each for each in parts if not unicodedata.combining(each)).replace("đ", "d")


def fold(text: str) -> str:
    """Return ``text`` in lower case without diacritics, for comparison: ``nguyen`` for ``Nguyễn``."""
    lower = text.casefold()
    return lower if lower.isascii() else "".join(map(_plain, lower))
