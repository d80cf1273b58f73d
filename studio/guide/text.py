"""Labels that show text of guide pages, converted to rich text with HTML escaped."""

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy

from engine.guide.page import spans
from studio.look import style

_TAGS = {"": "", "strong": "b", "emphasis": "i", "code": "code"}


def rich_text(text: str) -> str:
    """Return a text in the markup of pages as rich text for a label."""
    parts = []
    for kind, part in spans(text):
        tag, escaped = _TAGS[kind], html.escape(part)
        parts.append(f"<{tag}>{escaped}</{tag}>" if tag else escaped)
    # Qt's own line height clips no diacritics, but it is tight for long Vietnamese texts.
    return f'<p style="margin:0;line-height:135%">{"".join(parts)}</p>'


def rich_label(text: str) -> QLabel:
    """Return a label that wraps and shows a text in the markup of pages as rich text."""
    return _label(rich_text(text), Qt.TextFormat.RichText)


def plain_label(text: str, role: str = "") -> QLabel:
    """Return a label that wraps and shows plain text, styled by ``role`` as in ``style.set_look``."""
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
