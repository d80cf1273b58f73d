"""Detection of the encoding of a text that does not declare it.

Old Go files use about six encodings, and old Vietnamese files use Windows-1258.

For each encoding that can decode the bytes, the log probabilities of the characters are summed, and the encoding with
the highest sum is chosen. Characters of one class are assumed to be equally likely. The class sizes are taken from the
standards GB 2312 (1980), Big5 (1984, ETEN), KS X 1001 (1987) and JIS X 0208 (1990).
"""

import codecs
import contextlib
import math
import re
import unicodedata
from collections.abc import Callable

NAMES = {
    "gb18030": "GB18030",
    "cp950": "Big5",
    "cp932": "Shift_JIS",
    "cp949": "EUC-KR",
    "latin-1": "ISO-8859-1",
    "cp1258": "windows-1258",
    "utf-8": "UTF-8",
}
"""Names of encodings in records, by Python's name."""

_ALIASES = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "cp936": "gb18030",
    "big5": "cp950",
    "big5-hkscs": "big5hkscs",
    "shift_jis": "cp932",
    "shift-jis": "cp932",
    "sjis": "cp932",
    "x-sjis": "cp932",
    "euc-kr": "cp949",
    "ks_c_5601-1987": "cp949",
    "iso-8859-1": "cp1252",
    "latin1": "cp1252",
    "utf8": "utf-8",
}
"""Python's names of encodings by the lower-case names in files.

The encoding is often a superset of the encoding that the file declares.
"""

_TONES = frozenset((0xCC, 0xD2, 0xDE, 0xEC, 0xF2))
"""Tone marks of Windows-1258: grave, hook, tilde, acute and dot below. In Latin-1 these bytes are the letters ÌÒÞìò."""
_LETTERS_1258 = frozenset(b"\xc2\xc3\xca\xd4\xd5\xdd\xe2\xe3\xea\xf4\xf5\xfd")
"""The letters â ă ê ô ơ ư of Windows-1258 in both cases."""
_VOWELS = frozenset(b"aeiouyAEIOUY") | _LETTERS_1258

# Maximum number of bytes whose probabilities are summed.
_SAMPLE = 65_536

_RUN = re.compile(rb"[\x80-\xff]+")


def _gb(lead: int, trail: int) -> float:
    if trail >= 0xA1 and 0xB0 <= lead <= 0xD7:
        return 0.93 / 3755
    if trail >= 0xA1 and 0xA1 <= lead <= 0xA3:
        return 0.05 / 282
    if trail >= 0xA1 and lead >= 0xD8:
        return 0.018 / 3008
    return 0.002 / 15_000


def _big5(lead: int, trail: int) -> float:
    if 0xA4 <= lead <= 0xC6:
        return 0.93 / 5401
    if 0xA1 <= lead <= 0xA3:
        return 0.05 / 408
    return 0.02 / 7652


def _korean(lead: int, trail: int) -> float:
    if trail >= 0xA1 and 0xB0 <= lead <= 0xC8:
        return 0.93 / 2350
    if trail >= 0xA1 and 0xA1 <= lead <= 0xA3:
        return 0.05 / 282
    if trail >= 0xA1 and lead >= 0xCA:
        return 0.019 / 4888
    return 0.001 / 8822


def _japanese(lead: int, trail: int) -> float:
    if lead == 0x82 or (lead == 0x83 and trail <= 0x96):
        return 0.5 / 220
    if 0x88 <= lead <= 0x97:
        return 0.42 / 2965
    if lead == 0x81:
        return 0.05 / 147
    return 0.01 / 3390


# Probability of a character, probability of a single high byte, and relative frequency of such files.
_KINDS: dict[str, tuple[Callable[[int, int], float], float, float]] = {
    "gb18030": (_gb, 1e-6, 5.0),
    "cp932": (_japanese, 0.02 / 63, 2.0),
    "cp949": (_korean, 1e-6, 1.0),
    "cp950": (_big5, 1e-6, 1.0),
}
_ASCII = 1 / 30


def _weight(text: str, name: str) -> float:
    """Return the log probability of a text decoded with a multi-byte encoding."""
    chance, single, prior = _KINDS[name]
    total = math.log(prior)
    for sign in text:
        if sign <= "\x7f":
            total += math.log(_ASCII)
            continue
        data = sign.encode(name)
        total += math.log(chance(data[0], data[1]) if len(data) == 2 else single if len(data) == 1 else 1e-9)
    return total


def _weight_latin(data: bytes) -> float:
    """Return the log probability of ``data`` as Latin-1.

    In Latin-1, bytes above 0x7F are mostly letters and rarely adjacent.
    """
    total = 0.0
    before = 0
    for byte in data:
        total += math.log(_ASCII if byte < 0x80 else 0.9 / 64 if byte >= 0xC0 else 0.05 / 32 if byte >= 0xA0 else 1e-6)
        if byte in b"\xcc\xd2\xde" and (0x61 <= before <= 0x7A or before >= 0xDF):
            total += math.log(0.01)  # a capital after a small letter
        before = byte
    for run in _RUN.finditer(data):
        if len(run[0]) > 1:
            total += (len(run[0]) - 1) * math.log(0.1)
    return total


def _weight_vietnamese(data: bytes) -> float:
    """Return the log probability of ``data`` as Windows-1258.

    Most letters have the same byte and the same probability as in Latin-1. A tone mark is likely after a vowel and very
    unlikely elsewhere.
    """
    total, before = math.log(0.1), 0
    for byte in data:
        if byte in _TONES:
            total += math.log(0.05 if before in _LETTERS_1258 else 0.9 / 64 if before in _VOWELS else 1e-6)
        else:
            total += math.log(
                _ASCII if byte < 0x80 else 0.9 / 64 if byte >= 0xC0 else 0.05 / 32 if byte >= 0xA0 else 1e-6
            )
            # A letter and its tone are one sign; other runs are as rare as in Latin-1.
            if byte >= 0x80 and before >= 0x80 and before not in _TONES:
                total += math.log(0.1)
        before = byte
    return total


def known_encoding(name: str) -> str | None:
    """Return Python's name of an encoding declared in a file, or None if it is unknown or incompatible with ASCII."""
    lower = name.strip().lower()
    found = _ALIASES.get(lower, lower)
    try:
        return found if "(;".encode(found) == b"(;" else None
    except (LookupError, UnicodeError, ValueError, TypeError):
        return None


def guess_encoding(data: bytes) -> str:
    """Return Python's name of the most likely encoding of ``data``.

    The result is UTF-8 if ``data`` is valid UTF-8, and the encoding with the highest log probability otherwise.
    """
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # Begin at the line of the first byte that is not UTF-8, at most 200 bytes before it.
        start = max(0, data.rfind(b"\n", 0, error.start) + 1, error.start - 200)
        sample = data[start : start + _SAMPLE]
    else:
        return "utf-8"
    weights = {"latin-1": _weight_latin(sample)}
    with contextlib.suppress(UnicodeDecodeError):
        data.decode("cp1258")
        weights["cp1258"] = _weight_vietnamese(sample)
    for name in _KINDS:
        try:
            data.decode(name)
        except UnicodeDecodeError:
            continue
        weights[name] = _weight(sample.decode(name, "ignore"), name)
    return max(weights, key=lambda name: weights[name])


def decode_as(data: bytes, encoding: str, errors: str = "strict") -> str:
    """Decode a file. A letter and its tone mark, which are separate in Windows-1258, are composed into one character.

    Raises:
        UnicodeDecodeError: if a byte cannot be decoded and ``errors`` is ``strict``.
    """
    text = data.decode(encoding, errors)
    return unicodedata.normalize("NFC", text) if encoding.lower().endswith("1258") else text


def utf_16(data: bytes) -> str | None:
    """Return Python's name of the UTF-16 encoding of a file, or None if the file is not in UTF-16.

    UTF-16 without a byte order mark is recognised by its zero bytes, because one of the two bytes of an ASCII character
    is zero.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    sample = data[:2000]
    pairs = len(sample) // 2
    zeros = [sample[place::2].count(0) for place in (0, 1)]
    for place, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if pairs >= 4 and zeros[place] >= 0.4 * pairs and zeros[1 - place] <= 0.02 * pairs:
            return name
    return None
