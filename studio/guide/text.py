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
    # Qt's own line height clips no diacritics, but it is tight for long Vietnamese texts.
    return f'<p style="margin:0;line-height:135%">{"".join(parts)}</p>'
