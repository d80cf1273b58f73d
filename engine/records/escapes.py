r"""Escape codes ``\uXXXX`` for characters that comments and commands of PGN, and notes in any format, cannot contain.

Only codes of characters that this module escapes are decoded, so that backslashes written by other programs are
preserved.
"""

import re

CONTROL = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]"
"""Pattern of the control characters that are always escaped."""

_CONTROL = re.compile(CONTROL)
_CODE = re.compile(r"\\u([0-9a-f]{4})")
_CODED_SIGNS = frozenset(' \t\n[]{}\\;"')


def code(sign: str) -> str:
    r"""Return the escape code ``\uXXXX`` of a character, with at least four hexadecimal digits."""
    return f"\\u{ord(sign):04x}"


def decode_sign(digits: str) -> str:
    """Return the character with these hexadecimal digits, or its escape code if this module never escapes it."""
    sign = chr(int(digits, 16))
    return sign if sign in _CODED_SIGNS or _CONTROL.fullmatch(sign) else "\\u" + digits


def encode_name(text: str) -> str:
    """Return a name escaped for use inside a command."""
    return re.sub(rf"{CONTROL}|[\t\n\[\]{{}};]|\\(?=u[0-9a-f]{{4}})", lambda match: code(match[0]), text)


def decode(text: str) -> str:
    """Return a text with the escape codes of this module replaced by characters."""
    return _CODE.sub(lambda match: decode_sign(match[1]), text)


def guard(text: str) -> str:
    """Escape the control characters and the characters that end a command in the text of a command."""
    return re.sub(rf"{CONTROL}|[\]}}\n]", lambda match: code(match[0]), text)


def _is_guarded(found: re.Match[str]) -> bool:
    """Whether a code is that of a character that ``guard`` escapes, or of a backslash."""
    sign = chr(int(found[1], 16))
    return sign in "]}\n\\" or _CONTROL.fullmatch(sign) is not None


def guard_note(text: str) -> str:
    """Escape a text of an evaluation note like ``guard``, so that ``read_note`` returns it unchanged."""
    return guard(_CODE.sub(lambda found: code("\\") + found[0][1:] if _is_guarded(found) else found[0], text))


def read_note(text: str) -> str:
    """Return a text that ``guard_note`` has escaped. Codes of other characters are preserved."""
    return _CODE.sub(lambda found: chr(int(found[1], 16)) if _is_guarded(found) else found[0], text)
