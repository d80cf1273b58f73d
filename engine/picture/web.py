"""What the HTML pages of the engine share: their Content-Security-Policy, and their scripts and style sheets."""

import base64
import hashlib
from pathlib import Path


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
