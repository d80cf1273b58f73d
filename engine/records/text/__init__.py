"""Bytes to text: the only place in which the encoding of a record is decided.

``FileText`` decodes a file, game by game, and knows the bytes of each place of the text. ``encode`` converts the text
of a game to bytes. The modules below, which the rest of the program does not import, are the encodings and their names
(``encodings``, ``tcvn3``), the guess of an encoding (``guess``), and the letters of languages (``languages``).

A text has no lone surrogates. A byte that cannot be decoded is shown as �, is kept, and is written back
(``encodings``).
"""

from engine.records.text.encodings import BINARY as BINARY
from engine.records.text.encodings import NAMES as NAMES
from engine.records.text.encodings import decode as decode
from engine.records.text.encodings import encode as encode
from engine.records.text.encodings import encode_chinese as encode_chinese
from engine.records.text.encodings import encoding_name as encoding_name
from engine.records.text.encodings import known_encoding as known_encoding
from engine.records.text.file_text import FileText as FileText
from engine.records.text.file_text import names_of as names_of
from engine.records.text.guess import TextShape as TextShape


def encoding_of(texts: list[bytes], encoding: str | None = None) -> tuple[str, bool]:
    """Return the encoding of all texts of a binary file, and whether it is guessed.

    Args:
        texts: the bytes of the texts.
        encoding: the encoding that the reader has chosen, or None to recognise it.
    """
    return next(iter(FileText(b"\n".join(texts), encoding=encoding).encodings.items()))
