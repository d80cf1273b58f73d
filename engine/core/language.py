"""The language of every text a person reads: English in the source, others from a catalogue.

A catalogue is every ``resources/translations/<code>/*.json`` together, each English source text to translation. It
serves the command line and the window alike, so a message has one home. Machine-read text (records, JSON, notations)
is never translated.
"""

import os
from collections.abc import Mapping

LANGUAGES = ("vi", "en")

_catalogues: dict[str, Mapping[str, str]] = {"en": {}}
_current = "en"


def catalogue(code: str) -> Mapping[str, str]:
    """The translations of language ``code``, source text to translated text; empty for English.

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
    from pathlib import Path

    import resources  # by its file: importlib.resources takes longer to import than all files to read

    texts: dict[str, str] = {}
    for path in sorted((Path(resources.__file__).parent / "translations" / code).glob("*.json")):
        texts.update(json.loads(path.read_text(encoding="utf-8")))
    return texts


def set_language(code: str) -> None:
    """Translate from now on into ``code``, one of ``LANGUAGES``."""
    global _current
    catalogue(code)
    _current = code


def language() -> str:
    """The code of the language in use."""
    return _current


def preferred_language() -> str:
    """The user's language as the environment tells it: ``KYVIEN_LANG``, then the locale; English if unknown."""
    names = (os.environ.get(name, "") for name in ("KYVIEN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), "") or _locale()
    code = name.lower().replace("vietnamese", "vi")[:2]
    return code if code in LANGUAGES else "en"


def _locale() -> str:
    """Return the name of the system's locale, which knows the language where no variable is set, as on Windows."""
    import locale

    return locale.getlocale()[0] or ""


def tr(source: str, /, **values: object) -> str:
    """``source`` in the language in use, its ``{fields}`` filled from ``values``.

    ``source`` must be a literal at the call (or an attribute that a test of the catalogue knows), so that the
    catalogue's completeness can be checked.
    """
    text = catalogue(_current).get(source, source)
    return text.format(**values) if values else text


def mark(source: str) -> str:
    """``source`` itself: a text of the catalogue that is translated later, where it is shown."""
    return source
