"""Labels for the text of guide pages. Markup is converted to rich text, and HTML is escaped."""

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from engine.guide.page import spans
from studio.look import style

_TAGS = {"": "", "strong": "b", "emphasis": "i", "code": "code"}


def rich_text(text: str) -> str:
    """Convert a text in the markup of guide pages to rich text for a label."""
    parts = []
    for kind, part in spans(text):
        tag, escaped = _TAGS[kind], html.escape(part)
        parts.append(f"<{tag}>{escaped}</{tag}>" if tag else escaped)
    # Qt's own line height clips no diacritics, but it is tight for long Vietnamese texts.
    return f'<p style="margin:0;line-height:135%">{"".join(parts)}</p>'


def rich_label(text: str) -> QLabel:
    """Return a label with word wrap that shows a text in the markup of guide pages as rich text."""
    return _label(rich_text(text), Qt.TextFormat.RichText)


def plain_label(text: str, role: str = "") -> QLabel:
    """Return a label with word wrap that shows plain text. ``role`` is as for ``style.set_look``."""
    label = _label(text, Qt.TextFormat.PlainText)
    style.set_look(label, role=role)
    return label


def _label(text: str, text_format: Qt.TextFormat) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(text_format)
    label.setWordWrap(True)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    return label
