"""Text of pages as rich text; everything but the markup of pages is escaped."""

import html

from engine.guide.page import spans

_TAGS = {"": "", "strong": "b", "emphasis": "i", "code": "code"}


def rich_text(text: str) -> str:
    """Return a text of a page as rich text for a label."""
    parts = []
    for kind, part in spans(text):
        tag, escaped = _TAGS[kind], html.escape(part)
        parts.append(f"<{tag}>{escaped}</{tag}>" if tag else escaped)
    return "".join(parts)
