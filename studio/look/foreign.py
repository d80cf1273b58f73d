"""Display of foreign text: names, comments and messages from records, journals, engines, plugins and other files.

Foreign text is always shown as plain text. By default, Qt's labels and tool tips interpret text that resembles HTML. An
image tag in a player's name would make Qt open a file, which on Windows can be on another computer. Characters that
control the writing direction would reorder the text around a name. A name of thousands of characters would widen a
window.
"""

import html
import re
import unicodedata

from PySide6.QtGui import Qt

MOST = 200
"""Maximum number of characters of a text in one line, such as a name."""
MOST_LINES = 600
"""Maximum number of characters of a text of several lines, such as a message."""
MOST_TIP = 2000
"""Maximum number of characters of a tool tip."""

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066\u2067\ufeff"
"""Ranges of the characters to remove: control characters, controls of the writing direction (Unicode, UAX 9) and the
byte order mark.

They do not contain the tab, the line feed and the two characters that ``_isolated`` adds."""
_OPEN, _CLOSE = "\u2068", "\u2069"
"""The two characters that ``_isolated`` adds: FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE."""
_ISOLATES = re.compile(f"[{_OPEN}{_CLOSE}]")
_BREAKS = "\u0085\u2028\u2029"
_RUNS = re.compile(f"(?P<line>\r\n?|[{_BREAKS}])|[^{_CONTROLS}{_BREAKS}]{{1,256}}")
_PLAIN = re.compile(f"[^{_CONTROLS}{_BREAKS}{_OPEN}{_CLOSE}]*")
"""Pattern of a text of which nothing is removed, and which has no isolates and no line breaks but line feeds."""
_NAME_RUNS = re.compile(f"(?P<line>\r\n?|[{_BREAKS}])|[^{_CONTROLS}{_BREAKS}{_OPEN}{_CLOSE}]{{1,256}}")
"""Patterns of a line break, or of at most 256 characters to keep. A name keeps no isolates."""
_LONGEST_CLUSTER = 16
"""Maximum number of characters before a cut that are removed with a character to which they belong."""
_LONG = 121
"""Number of characters of a word from which it is divided."""
_LONG_WORD = re.compile(f"\\S{{{_LONG},}}")
"""Pattern of words of at least ``_LONG`` characters. Inserted zero-width spaces allow a label to wrap them."""
_SPACES = str.maketrans("\t\n", "  ")


def name(text: str, most: int = MOST) -> str:
    """Return a name for display in one line, shortened to at most ``most`` characters.

    A name with right-to-left characters is enclosed in Unicode isolates, so that it does not reorder the text around
    it. These two characters are not counted.
    """
    if len(text) <= min(most, _LONG - 1) and text.isascii() and _PLAIN.fullmatch(text):
        return text.translate(_SPACES)  # most names
    return _isolated(one_line(_start(text, most, _NAME_RUNS), most))


def without_isolates(text: str) -> str:
    """Return a text for a file: ``text`` without the Unicode isolates that ``name`` adds for display."""
    return _ISOLATES.sub("", text)


def comment(text: str) -> str:
    """Return the full text of a comment for display, without control characters.

    Each line with right-to-left characters is enclosed in Unicode isolates.
    """
    text = several_lines(_ISOLATES.sub("", text), len(text) + 1)
    return text if text.isascii() else "\n".join(map(_isolated, text.split("\n")))


def _start(text: str, most: int, runs: re.Pattern[str] = _RUNS) -> str:
    """Return ``text`` without control characters, or its first part with more than ``most`` characters.

    The rest of a long text is not read. Line breaks become line feeds.
    """
    # Most texts of the window are of this kind, and a change of the position sets a hundred.
    if len(text) <= most and _PLAIN.fullmatch(text):
        return text
    kept, length = list[str](), 0
    for run in runs.finditer(text):
        kept.append("\n" if run["line"] else run[0])
        length += len(kept[-1])
        if length > most:
            break
    return "".join(kept)


def _cut(text: str, most: int) -> str:
    """Return the first ``most`` − 1 characters of a longer text and an ellipsis.

    A letter is not separated from its combining characters, and an isolate that is open at the cut is closed.
    """
    end = most - 1
    while end > max(0, most - _LONGEST_CLUSTER) and (
        unicodedata.category(text[end]).startswith("M") or "\u200d" in text[end - 1 : end + 1]
    ):
        end -= 1
    text = text[:end]
    return text + "…" + _CLOSE * (text.count(_OPEN) - text.count(_CLOSE))


def _isolated(line: str) -> str:
    """Return ``line``, enclosed in U+2068 and U+2069 if it contains right-to-left characters."""
    if line.isascii() or all(unicodedata.bidirectional(sign) not in ("R", "AL", "AN") for sign in line):
        return line
    return f"{_OPEN}{line}{_CLOSE}"


def one_line(text: str, most: int = MOST_LINES) -> str:
    """Return ``text`` for display in one line, shortened to at most ``most`` characters.

    Control characters are removed. The Unicode isolates around a name are kept.
    """
    if len(text) > min(most, _LONG - 1) or not _PLAIN.fullmatch(text):
        text = several_lines(text, most)
    return text.translate(_SPACES).replace("\u200b", "")


def several_lines(text: str, most: int = MOST_LINES) -> str:
    """Return ``text`` for a label of several lines, shortened to at most ``most`` characters.

    Control characters are removed. Zero-width spaces are inserted into long words and are not counted.
    """
    text = _start(text, most)
    if len(text) > most:
        text = _cut(text, most)
    if len(text) < _LONG:
        return text
    return _LONG_WORD.sub(lambda word: "\u200b".join(re.findall(".{1,60}", word[0])), text)


def tool_tip(text: str) -> str:
    """Return ``text`` for use as a tool tip, shortened, and escaped if Qt would otherwise interpret it as HTML."""
    text = several_lines(text, MOST_TIP)
    if Qt.mightBeRichText(text):
        return f'<p style="white-space: pre-wrap">{html.escape(text)}</p>'
    return text
