"""The encodings of records: their names, and lossless conversion of bytes to text and back.

A byte that cannot be decoded becomes a *mark*: U+FFFD, which is shown as �, and the variation selector of the byte. The
256 variation selectors of Unicode are U+FE00 to U+FE0F and U+E0100 to U+E01EF. They are invisible after U+FFFD, are one
letter with it for a cursor, and are valid in UTF-8, JSON, XML, file names and on the clipboard, which lone surrogates
(Python's ``surrogateescape``) are not. ``encode`` converts a mark back to its byte. If a file contains the characters
of a mark, ``decode`` returns a mark for each of their bytes, so that no two files have the same text.
"""

import codecs
import re
import unicodedata
from functools import partial

from engine.records.text import tcvn3

NAMES = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16BE",
    "cp1252": "Windows-1252",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "koi8-r": "KOI8-R",
    "cp1258": "Windows-1258",
    "tcvn3": "TCVN3",
    "gb18030": "GB18030",
    "big5": "Big5",
    "cp932": "Shift_JIS",
    "cp949": "EUC-KR",
}
"""Names of the encodings that are recognised, by identifier. They are shown, and declare an encoding in a file.

An identifier is Python's name of the encoding or of a superset, except ``tcvn3``.
"""

_ALIASES = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "cp936": "gb18030",
    "cp950": "big5",
    "big5-hkscs": "big5",
    "big5hkscs": "big5",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "windows-31j": "cp932",
    "euckr": "cp949",
    "ks_c_5601-1987": "cp949",
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "latin1": "cp1252",
    "utf8": "utf-8",
    "utf-16le": "utf-16-le",
    "tcvn": "tcvn3",
    "tcvn-3": "tcvn3",
    "tcvn5712": "tcvn3",
    "tcvn5712-1": "tcvn3",
    "abc": "tcvn3",
} | {name.lower(): ident for ident, name in NAMES.items()}
"""Identifiers of encodings by the lower-case names in files. The encoding is often a superset of the declared one."""

BINARY = "latin-1"
"""Encoding in which each character is the byte of its number, for binary formats. No text is in it."""

PIECE = 1 << 20
"""Number of bytes or characters that are converted at once."""
_UTF_16 = ("utf-16-le", "utf-16-be")
_TONES = "\u0300\u0309\u0303\u0301\u0323"
_TONED = re.compile(f"[aăâeêioôơuưyAĂÂEÊIOÔƠUƯY][{_TONES}]")
_MARK = re.compile("\ufffd([\ufe00-\ufe0f\U000e0100-\U000e01ef])")
_LONE = re.compile("[\ud800-\udfff]")


def known_encoding(name: str) -> str | None:
    """Return the identifier of an encoding declared in a file, or None if it is unknown or incompatible with ASCII."""
    lower = name.strip().lower()
    found = _ALIASES.get(lower, lower)
    if found in NAMES:
        return None if found in _UTF_16 else found
    try:
        return found if "(;".encode(found) == b"(;" and b"(;".decode(found) == "(;" else None
    except (LookupError, UnicodeError, ValueError, TypeError):
        return None


def encoding_name(encoding: str) -> str:
    """Return the name of an encoding for display."""
    return NAMES.get(encoding, encoding)


def raw_text(data: bytes, encoding: str) -> str:
    """Decode bytes so that lengths can be compared: letters are not composed, and bad bytes are lone surrogates.

    The last byte of an odd number of bytes in UTF-16 is omitted. The result must not leave this package.
    """
    if encoding == "tcvn3":
        return tcvn3.decode(data, "surrogateescape")
    if encoding in _UTF_16:
        return data[: len(data) & ~1].decode(encoding, "surrogatepass")
    if encoding == "utf-8":
        # In pieces, so that other threads can run.
        decoder = codecs.getincrementaldecoder(encoding)("surrogateescape")
        parts = [decoder.decode(data[at : at + PIECE]) for at in range(0, len(data), PIECE)]
        return "".join([*parts, decoder.decode(b"", final=True)])
    return data.decode(_codec(data, encoding), "surrogateescape")


def raw_length(raw: str, encoding: str) -> int:
    """Return the number of bytes of a part of the result of ``raw_text``."""
    if raw.isascii() and encoding not in _UTF_16:
        return len(raw)
    if encoding in _UTF_16:
        return 2 * len(raw) + 2 * sum(sign > "\uffff" for sign in raw)
    if encoding in ("utf-8", "gb18030", "big5", "cp932", "cp949"):
        codec = "big5hkscs" if encoding == "big5" else encoding
        return len(raw.encode(codec, "surrogateescape"))
    return len(raw)


def _codec(data: bytes, encoding: str) -> str:
    """Return Python's codec for ``data``. Big5 has two supersets, of which that of Windows is the usual one."""
    if encoding != "big5":
        return encoding
    try:
        data.decode("cp950")
    except UnicodeDecodeError:
        return "big5hkscs"
    return "cp950"


def decode(data: bytes, encoding: str) -> str:
    """Return the text of bytes. Undecodable bytes become marks, and the text has no lone surrogates.

    A letter of Vietnamese and its tone, which are separate in Windows-1258, become one character.
    """
    raw = raw_text(data, encoding)
    if raw.isascii() and encoding not in _UTF_16:
        return raw
    if encoding in ("cp1258", "tcvn3"):
        raw = _with_tones(raw)
    if "\ufffd" in raw:
        raw = _MARK.sub(lambda found: _marks(_encoded(found[0], encoding)), raw)
    text = _LONE.sub(lambda found: _marks(_bytes_of(found[0], encoding)), raw) if _has_lone(raw) else raw
    return text + _marks(data[-1:]) if encoding in _UTF_16 and len(data) % 2 else text


def readable(raw: str) -> str:
    """Return the result of ``raw_text`` with U+FFFD for each bad byte. The length is unchanged."""
    return _LONE.sub("\ufffd", raw) if _has_lone(raw) else raw


def _has_lone(text: str) -> bool:
    """Whether a text has lone surrogates. Encoding it is ten times as fast as a search with a pattern."""
    try:
        for at in range(0, len(text), PIECE):
            text[at : at + PIECE].encode()
    except UnicodeEncodeError:
        return True
    return False


def encode(text: str, encoding: str) -> bytes | None:
    """Return the bytes of a text, or None if the encoding does not have all of its characters.

    Marks become their bytes, and lone surrogates, which come from incomplete input, U+FFFD.
    """
    parts: list[bytes] = []
    at = 0
    text = _LONE.sub("\ufffd", text)
    try:
        for found in _MARK.finditer(text):
            parts += [_encoded(text[at : found.start()], encoding), bytes([_byte(found[1])])]
            at = found.end()
        parts.append(_encoded(text[at:], encoding))
    except UnicodeEncodeError:
        return None
    return b"".join(parts)


def encode_chinese(text: str, characters: str) -> bytes:
    """Return the bytes of a text in the encoding that Chinese programs expect, or in UTF-8 if it lacks a character.

    Args:
        text: the text.
        characters: ``simplified`` (GBK) or ``traditional`` (Big5 as in Windows).
    """
    return encode(text, {"simplified": "gbk", "traditional": "cp950"}[characters]) or text.encode()


def _encoded(text: str, encoding: str) -> bytes:
    """Encode a text without marks.

    Raises:
        UnicodeEncodeError: if the encoding does not have all of its characters.
    """
    if encoding == "big5":
        try:
            return text.encode("cp950")
        except UnicodeEncodeError:
            return text.encode("big5hkscs")
    if encoding in ("cp1258", "tcvn3"):
        return b"".join(_letter(sign, encoding) for sign in _with_tones(text))
    return text.encode(encoding)


def _with_tones(text: str) -> str:
    """Return a text in which each letter of Vietnamese and the tone that follows it are one character."""
    return _TONED.sub(
        lambda found: composed if len(composed := unicodedata.normalize("NFC", found[0])) == 1 else found[0], text
    )


def _letter(sign: str, encoding: str) -> bytes:
    """Encode a letter of a Vietnamese encoding: its byte or, if there is none, the plain letter and the tone.

    Raises:
        UnicodeEncodeError: if the encoding does not have the letter.
    """
    code = tcvn3.encode if encoding == "tcvn3" else partial(str.encode, encoding=encoding)
    try:
        return code(sign)
    except UnicodeEncodeError:
        parts = unicodedata.normalize("NFD", sign)
        letter = unicodedata.normalize("NFC", "".join(part for part in parts if part not in _TONES))
        return code(letter + "".join(part for part in parts if part in _TONES))


def _byte(selector: str) -> int:
    code = ord(selector)
    return code - 0xFE00 if code < 0xFE10 else code - 0xE0100 + 16


def _marks(data: bytes) -> str:
    """Return the marks of undecodable bytes."""
    return "".join("\ufffd" + chr(0xFE00 + byte if byte < 16 else 0xE0100 + byte - 16) for byte in data)


def _bytes_of(lone: str, encoding: str) -> bytes:
    """Return the bytes that ``raw_text`` decoded to a lone surrogate."""
    if encoding in _UTF_16:
        return lone.encode(encoding, "surrogatepass")
    return bytes([ord(lone) - 0xDC00])
