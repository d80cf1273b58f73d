"""Display of foreign text, that is, names, comments and messages from records, journals, engines, plugins and files.

Foreign text is always plain. Qt's tool tips, and labels by default, interpret text that resembles HTML: an image in a
player's name would open a file, on Windows also on another machine. Characters that control the writing direction would
reorder the text around a name, and a name of thousands of characters would widen a window.
"""

import html
import re
import unicodedata

from PySide6.QtGui import Qt

MOST = 200
"""Most characters of a text in one line, such as a name."""
MOST_LINES = 600
"""Most characters of a text of several lines, such as a message."""
MOST_TIP = 2000
"""Most characters of a tool tip."""

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066\u2067\ufeff]")
"""Control characters, among them those of the writing direction (Unicode, UAX 9), except tab, line feed, and the first
strong isolate and its end, which ``name`` adds."""
_ISOLATES = re.compile("[\u2068\u2069]")
_BREAKS = re.compile("\r\n?|[\u0085\u2028\u2029]")
_LONG_WORD = re.compile(r"\S{121,}")
"""Words that get zero-width spaces, at which lines can be broken; paths are mostly shorter."""
_SPACES = str.maketrans("\t\n", "  ")


def name(text: str, most: int = MOST) -> str:
    """Return a name for one line, cut after ``most`` characters.

    Right-to-left text is isolated, so that it does not reorder the text around it.
    """
    return _isolated(one_line(_ISOLATES.sub("", text[: 2 * most]), most))


def comment(text: str) -> str:
    """Return a comment of any length, in which right-to-left lines are isolated."""
    text = several_lines(_ISOLATES.sub("", text), len(text) + 1)
    return text if text.isascii() else "\n".join(map(_isolated, text.split("\n")))


def _isolated(line: str) -> str:
    """Return ``line``, enclosed in a first strong isolate if it has right-to-left characters."""
    if line.isascii() or all(unicodedata.bidirectional(sign) not in ("R", "AL", "AN") for sign in line):
        return line
    return f"\u2068{line}\u2069"


def one_line(text: str, most: int = MOST_LINES) -> str:
    """Return text for one line, in which names may be isolated, cut after ``most`` characters."""
    return several_lines(text, most).translate(_SPACES).replace("\u200b", "")


def several_lines(text: str, most: int = MOST_LINES) -> str:
    """Return text for a label of several lines without control characters, cut after ``most`` characters."""
    text = _CONTROLS.sub("", _BREAKS.sub("\n", text[: 2 * most]))
    if len(text) > most:
        text = text[: most - 1] + "…"
    return _LONG_WORD.sub(lambda word: "\u200b".join(re.findall(".{1,60}", word[0])), text)


def tool_tip(text: str) -> str:
    """Return text for a tool tip, which shows it as plain text even if it resembles HTML."""
    text = several_lines(text, MOST_TIP)
    if Qt.mightBeRichText(text):
        return f'<p style="white-space: pre-wrap">{html.escape(text)}</p>'
    return text
