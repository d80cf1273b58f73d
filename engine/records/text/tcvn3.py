"""The encoding TCVN3, also called ABC, of Vietnamese texts of the 1990s.

Source: TCVN 5712:1993, table VN3. A byte is a letter with its tone. VN3 has no capital letters with tones, which were
written in a font of capitals. The cells that VN3 leaves free have the capitals of table VN1 of the same standard, and
the bytes from 0x80 to 0x9F are those of Windows-1252, as in the fonts of that time, which had its quotes and dashes.
"""

import codecs

_HIGH = (
    "\xa0ĂÂÊÔƠƯĐăâêôơưđẰ"
    "\u0300\u0309\u0303\u0301\u0323àảãáạẲằẳẵắẴ"
    "ẮẦẨẪẤỀặầẩẫấậèỂẻẽ"
    "éẹềểễếệìỉỄẾỒĩíịò"
    "Ổỏõóọồổỗốộờởỡớợù"
    "ỖủũúụừửữứựỳỷỹýỵỐ"
)
"""The characters of the bytes from 0xA0 to 0xFF."""
# Undefined bytes are "\ufffe", which is how Python's decoding tables mark them.
TABLE = (
    bytes(range(0x80)).decode("ascii")
    + "".join(bytes([byte]).decode("cp1252", "replace").replace("\ufffd", "\ufffe") for byte in range(0x80, 0xA0))
    + _HIGH
)
_ENCODE = codecs.charmap_build(TABLE)


def decode(data: bytes, errors: str = "strict") -> str:
    """Decode TCVN3. Each byte is one character.

    Raises:
        UnicodeDecodeError: if a byte is undefined and ``errors`` is ``strict``.
    """
    return codecs.charmap_decode(data, errors, TABLE)[0]


def encode(text: str) -> bytes:
    """Encode a text in TCVN3.

    Raises:
        UnicodeEncodeError: if the encoding does not have a character.
    """
    return codecs.charmap_encode(text, "strict", _ENCODE)[0]
