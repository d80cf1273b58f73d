"""What the HTML pages of the engine share: texts by language, colours, scripts, and the Content-Security-Policy."""

import base64
import hashlib
import zlib
from dataclasses import fields
from pathlib import Path

from engine.core.language import LANGUAGES, translate
from engine.picture import colors

Words = dict[str, str]
"""A text by the code of its language."""


def both(source: str, **values: object) -> Words:
    """Return a text that is marked for translation in every language, with its ``{fields}`` filled from ``values``.

    A value that is a dictionary contains a text by language.
    """
    made = {}
    for code in LANGUAGES:
        own = {name: each[code] if isinstance(each, dict) else each for name, each in values.items()}
        text = translate(source, code)
        made[code] = text.format(**own) if own else text
    return made


def same(text: str) -> Words:
    """Return a text that is not translated, such as a name, for every language."""
    return dict.fromkeys(LANGUAGES, text)


def shortest(words: Words) -> str | Words:
    """Return a text by language as one text if it is the same in all languages."""
    different = set(words.values())
    return different.pop() if len(different) == 1 else words


def policy(script: str, style: str) -> str:
    """Return the Content-Security-Policy of a page that contains this script and this style sheet, and nothing else."""

    def source(text: str) -> str:
        return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"

    return (
        f"default-src 'none'; script-src {source(script)}; style-src {source(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )


def resource(name: str) -> str:
    """Return the text of a file in ``resources/page``."""
    import resources

    return Path(resources.__path__[0], "page", name).read_text(encoding="utf-8")


def json_text(text: str) -> str:
    """Return JSON with the signs escaped that have a meaning in HTML, so that it can be written into an element."""
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def icon(name: str) -> str:
    """Return an icon of ``resources/icons`` as an element of an HTML page, without a text for screen readers."""
    import resources

    source = Path(resources.__path__[0], "icons", f"{name}.svg").read_text(encoding="utf-8").strip()
    return source.replace("<svg ", '<svg class="icon" aria-hidden="true" ', 1).replace(
        ' xmlns="http://www.w3.org/2000/svg"', "", 1
    )


def packed_text(text: str) -> str:
    """Return a text compressed, in base64."""
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"), 9)).decode()


def color_rules() -> str:
    """Return the rules of a style sheet that define the colours of both themes as variables.

    The theme is that of the system, or that of the attribute ``data-theme`` of the root element.
    """

    def variables(theme: colors.Theme) -> str:
        named = {each.name: getattr(theme, each.name) for each in fields(theme)[1:]}
        named |= colors.fate_variables(theme.name)
        return ";".join(f"--{name}:{color}" for name, color in named.items())

    light, dark = variables(colors.LIGHT), variables(colors.DARK)
    return (
        f":root{{{light}}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}"
        f":root[data-theme=light]{{{light};color-scheme:light}}:root[data-theme=dark]{{{dark};color-scheme:dark}}\n"
    )
