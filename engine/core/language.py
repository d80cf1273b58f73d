"""The language of user-visible texts. The texts in the source code are English, and catalogues contain translations.

A catalogue merges all files ``resources/translations/<code>/*.json``, which map English source texts to translations.
A text with a count has an English singular and plural (``ngettext``, ``Plural``). Its plural is the key, and its
translation is one text for all numbers, or a pair: the text for the number 1, and the text for others. The command
line and the window use the same catalogues. Machine-readable text (records, JSON, notations) is never translated.
"""

import os
from collections.abc import Mapping

LANGUAGES = {"vi": "Tiếng Việt", "en": "English"}
"""The name of each language, in that language, by its code of two letters (ISO 639-1)."""

_catalogues: dict[str, Mapping[str, str]] = {"en": {}}
_current = "en"
_texts = _catalogues["en"]
"""The catalogue of the current language."""


def catalogue(code: str) -> Mapping[str, str]:
    """Return a mapping of source texts to their translations into language ``code``. It is empty for English.

    Raises:
        ValueError: if there is no such language.
    """
    if code not in LANGUAGES:
        raise ValueError(f"no language {code!r}; there are {', '.join(LANGUAGES)}")
    if code not in _catalogues:
        _catalogues[code] = _read(code)
    return _catalogues[code]


def _read(code: str) -> dict[str, str]:
    import json

    import resources

    # Neither importlib.resources nor pathlib: importing them takes longer than reading all files.
    texts: dict[str, str] = {}
    with os.scandir(f"{resources.__path__[0]}/translations/{code}") as entries:
        paths = sorted(entry.path for entry in entries if entry.name.endswith(".json"))
    for path in paths:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123
            for source, text in json.load(file).items():
                texts[source] = Plural(*text) if isinstance(text, list) else text
    return texts


def set_language(code: str) -> None:
    """Set the language of ``tr`` to ``code``, which must be one of ``LANGUAGES``.

    Raises:
        ValueError: if there is no such language.
    """
    global _current, _texts
    _texts = catalogue(code)
    _current = code


def language() -> str:
    """Return the code of the current language."""
    return _current


def preferred_language() -> str:
    """Return the code of the user's language, from ``KYVIEN_LANG`` or else from the locale.

    The result is ``en`` if the language is unknown or there is no catalogue for it.
    """
    names = (os.environ.get(name, "") for name in ("KYVIEN_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "LC_CTYPE"))
    name = next(filter(None, names), "") or (_locale() if os.name == "nt" else "")
    code = name.lower().replace("vietnamese", "vi")[:2]
    return code if code in LANGUAGES else "en"


def _locale() -> str:
    """Return the name of the system's locale, or an empty string if it is unknown.

    It is used on Windows, where the environment variables of the locale are usually not set.
    """
    import locale

    return locale.getlocale()[0] or ""


class Plural(str):
    """A text with a count: a string that is the plural, with the singular as an attribute.

    Its field ``{count}`` is the number; the singular may leave it out. ``tr`` and errors, whose texts are translated
    when they are shown, choose the form.

    Args:
        singular: the text for the number 1.
        plural: the text for all other numbers, and the key of the translation.
    """

    __slots__ = ("singular",)
    singular: str

    def __new__(cls, singular: str, plural: str) -> "Plural":
        """Return the plural with its singular."""
        text = super().__new__(cls, plural)
        text.singular = singular
        return text

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        """Return the arguments that make a copy."""
        return self.singular, str(self)


def translate(source: str, code: str, count: object = None) -> str:
    """Return ``source`` in language ``code``, or in English if it has no translation. Its fields are not filled.

    Args:
        source: an English text.
        code: code of the language.
        count: the number on which the form of a ``Plural`` depends.
    """
    texts = _catalogues[code] if code in _catalogues else catalogue(code)
    text = texts.get(source, source)
    return text.singular if isinstance(text, Plural) and count == 1 else text


def tr(source: str, /, **values: object) -> str:
    """Translate ``source`` into the current language and fill its ``{fields}`` from ``values``.

    ``source`` must be a literal at the call (or an attribute listed in the catalogue's test), so that the test can
    check that the catalogue is complete. The form of a ``Plural`` depends on the value of ``count``.
    """
    # As ``translate`` does, which would be called for each text that a window shows.
    text = _texts.get(source, source)
    if not values:
        return text
    return (text.singular if isinstance(text, Plural) and values.get("count") == 1 else text).format(**values)


def ngettext(singular: str, plural: str, number: float, /, **values: object) -> str:
    """Translate a text with a count into the current language and fill its ``{fields}``.

    Args:
        singular: literal text for the number 1, which may leave out ``{count}``.
        plural: literal text for all other numbers, and the key of the translation.
        number: the number, which is also the value of ``{count}`` if ``values`` does not contain its text.
        **values: values of the other fields.
    """
    return translate(Plural(singular, plural), _current, number).format(**{"count": number, **values})


def mark(source: str) -> str:
    """Return ``source`` unchanged. The call marks ``source`` as a text that is translated later, for display."""
    return source
