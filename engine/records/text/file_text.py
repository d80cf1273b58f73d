"""The text of a file, each game of which is decoded on its own."""

import codecs
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine.records.text.encodings import (
    BINARY,
    PIECE,
    decode,
    encoding_name,
    known_encoding,
    raw_length,
    raw_text,
    readable,
)
from engine.records.text.guess import TextShape, excluded, guess, judge, sample_of

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
_DECLARED = 12.0
"""Addition to the logarithm of the chance of an encoding that a game declares."""
_USUAL = 4.0
"""Addition to the logarithm of the chance of the encoding of the other games."""
_FEW = 4
"""Number of letters up to which a game can be valid UTF-8 by chance."""
_SLACK = 8.0
"""How much less likely than those of the other games the text of a game may be before it is judged on its own."""
_LETTER = re.compile(rb"[\xc2-\xf4][\x80-\xbf]+")


@dataclass(frozen=True, slots=True)
class EncodedPart:
    """Adjacent bytes of a file in one encoding.

    Attributes:
        start: offset of the first byte.
        end: offset after the last byte.
        encoding: identifier of the encoding.
        is_guessed: whether the encoding is neither proven by the bytes nor declared nor chosen by the reader.
        at: index of the first character in ``FileText.text``.
    """

    start: int
    end: int
    encoding: str
    is_guessed: bool
    at: int = 0


class FileText:
    """The text of a file. The bytes of each place of the text are known.

    Attributes:
        data: the content of the file.
        text: the whole text, in which a byte that cannot be decoded is U+FFFD. A letter and its tone, which are
            separate in Windows-1258, remain so. ``read`` returns the text of a part of the file as it is to be used.
        parts: the parts of the file, without a byte order mark. There is at least one.

    Args:
        data: the content of the file.
        shape: the signs of the format of the file.
        letters: function that returns the characters that are frequent in the moves of some game.
        encoding: identifier of the encoding that the reader has chosen, or None to recognise the encodings. It applies
            to all games whose encoding would be guessed, or to all games if there are none.
    """

    def __init__(
        self,
        data: bytes,
        shape: TextShape = TextShape(),  # noqa: B008 - immutable
        letters: Callable[[], frozenset[str]] = frozenset,
        encoding: str | None = None,
    ) -> None:
        self.data = data
        self._shape = shape
        self._letters = letters
        parts = [EncodedPart(start, end, name, guessed) for start, end, name, guessed in self._find(encoding)]
        texts: list[str] = []
        self.parts: list[EncodedPart] = []
        self._raws: list[str] = []
        at = 0
        for each in parts:
            raw = raw_text(data[each.start : each.end], each.encoding)
            texts.append(readable(raw))
            # Only a text with bad bytes differs.
            self._raws.append("" if texts[-1] == raw else raw)
            self.parts.append(EncodedPart(each.start, each.end, each.encoding, each.is_guessed, at))
            at += len(raw)
        self.text = texts[0] if len(texts) == 1 else "".join(texts)
        self._starts = [each.at for each in self.parts]
        self._is_ascii = data.isascii() and not self.parts[0].encoding.startswith("utf-16") and len(self.parts) == 1
        # Index of a character, and the offset of its byte. Games are located from the first to the last.
        self._known = (0, self.parts[0].start)

    @property
    def encoding(self) -> str:
        """The identifier of the encoding of the most bytes."""
        return next(iter(self.encodings))

    @property
    def encodings(self) -> dict[str, bool]:
        """The identifiers of the encodings, the most frequent first, and whether each is guessed at some place."""
        sizes: dict[str, int] = {}
        guessed: dict[str, bool] = {}
        for each in self.parts:
            sizes[each.encoding] = sizes.get(each.encoding, 0) + each.end - each.start
            guessed[each.encoding] = guessed.get(each.encoding, False) or each.is_guessed
        return {name: guessed[name] for name in sorted(sizes, key=lambda name: -sizes[name])}

    @property
    def has_tones(self) -> bool:
        """Whether letters and tones in ``text`` may be separate characters."""
        return any(each.encoding in ("cp1258", "tcvn3") for each in self.parts)

    def offset(self, index: int) -> int:
        """Return the offset of the byte at which the character at ``index`` of ``text`` begins."""
        if self._is_ascii:
            return self.parts[0].start + index
        number = bisect_right(self._starts, index) - 1
        part = self.parts[number]
        known, offset = self._known
        if not part.at <= known <= index:
            known, offset = part.at, part.start
        raw = self._raws[number]
        between = raw[known - part.at : index - part.at] if raw else self.text[known:index]
        offset += raw_length(between, part.encoding)
        self._known = (index, offset)
        return offset

    def forget_text(self) -> None:
        """Discard ``text``, which is as large as the file. ``offset`` cannot be used afterwards."""
        self.text, self._raws = "", []

    def _within(self, start: int, end: int) -> Iterator[tuple[EncodedPart, bytes]]:
        for part in self.parts:
            if part.start < end and start < part.end:
                yield part, self.data[max(start, part.start) : min(end, part.end)]

    def read(self, start: int, end: int) -> str:
        """Return the text of the bytes from ``start`` to ``end``. Bad bytes are marks (``encodings``)."""
        return "".join(decode(data, part.encoding) for part, data in self._within(start, end))

    def encoding_of(self, start: int, end: int) -> tuple[str, bool]:
        """Return the encoding of the bytes from ``start`` to ``end``, and whether it is guessed."""
        found = max(self._within(start, end), key=lambda each: (not each[1].isascii(), len(each[1])), default=None)
        part = self.parts[0] if found is None else found[0]
        return part.encoding, part.is_guessed

    # --- recognising ----------------------------------------------------------------------------------------------

    def _find(self, chosen: str | None) -> Iterator[tuple[int, int, str, bool]]:
        """Yield start, end, encoding, and whether it is guessed, of each part."""
        data = self.data
        if chosen == BINARY:
            yield 0, len(data), BINARY, False
            return
        bom, declared = next(((bom, name) for bom, name in _BOMS if data.startswith(bom)), (b"", ""))
        wide = declared if declared.startswith("utf-16") else utf_16(data)
        if chosen is None and wide is not None and wide.startswith("utf-16"):
            yield len(bom), len(data), wide, False
            return
        start = len(bom) if declared == "utf-8" else 0
        if chosen is not None and chosen.startswith("utf-16"):
            yield (len(bom) if declared == chosen else 0), len(data), chosen, False
            return
        declaration = self._shape.declaration
        if chosen in (None, "utf-8") and is_utf_8(data) and not self._declares_another():
            yield start, len(data), "utf-8", False
            return
        chunks = [(first, last, data[first:last]) for first, last in self._chunks(start)]
        found = [
            self._certain(chunk, None if declaration is None else declaration.search(chunk), declared)
            for _, _, chunk in chunks
        ]
        found = self._guessed(chunks, found, chosen)
        usual = next((name for name, _ in found if name), "utf-8")
        last_start, last_end, last_name, last_guess = start, start, "", False
        for (first, last, _), (name, is_guessed) in zip(chunks, found, strict=True):
            if name and last_name and (name, is_guessed) != (last_name, last_guess):
                yield last_start, last_end, last_name, last_guess
                last_start = first
            if name:
                last_name, last_guess = name, is_guessed
            last_end = last
        yield last_start, last_end, last_name or chosen or usual, last_guess

    def _chunks(self, start: int) -> Iterator[tuple[int, int]]:
        """Yield the ends of pieces of the file that have at least one game each, or a part of a game."""
        if self._shape.start is not None:
            for found in self._shape.start.finditer(self.data, start):
                if found.end() > start:
                    yield start, found.end()
                    start = found.end()
        yield start, len(self.data)

    def _declares_another(self) -> bool:
        """Whether a game declares another encoding than UTF-8 and is not ASCII."""
        declaration = self._shape.declaration
        if declaration is None or self.data.isascii():
            return False
        return any(
            known_encoding(found[1].decode("latin-1")) not in (None, "utf-8")
            for found in declaration.finditer(self.data)
        )

    def _certain(self, chunk: bytes, declaration: re.Match[bytes] | None, bom: str) -> tuple[str, bool]:
        """Return the encoding of a piece if nothing needs to be guessed, or an empty string."""
        if chunk.isascii():
            return "", False
        declared = None if declaration is None else known_encoding(declaration[1].decode("latin-1"))
        is_valid = is_utf_8(chunk)
        if declared is not None and declared != "utf-8" and not _has_bad(chunk, declared):
            if is_valid and judge(sample := sample_of(chunk), "utf-8", self._letters()) > _DECLARED + judge(
                sample, declared, self._letters()
            ):
                return "utf-8", False
            return declared, False
        if is_valid:
            return "utf-8", False
        if "utf-8" in (declared, bom):
            # Only a text that is impossible in UTF-8 is in another encoding.
            name = guess(chunk, self._shape, self._letters(), {"utf-8": _DECLARED})
            return name, name != "utf-8"
        return "", True

    def _guessed(
        self, chunks: list[tuple[int, int, bytes]], found: list[tuple[str, bool]], chosen: str | None
    ) -> list[tuple[str, bool]]:
        """Return ``found`` with the encodings of the pieces that ``_certain`` could not determine."""
        open_ones = [k for k, each in enumerate(found) if each == ("", True)]
        if chosen is not None:
            wanted = open_ones or [k for k, each in enumerate(found) if each[0]]
            wanted += [k for k, each in enumerate(found) if each[0] and each[1] and k not in set(wanted)]
            for k in wanted:
                found[k] = (chosen, False)
            return found
        if not open_ones:
            return found
        samples: list[bytes] = []
        size = 0
        for k in open_ones:
            samples.append(sample_of(chunks[k][2]))
            size += len(samples[-1])
            if size > 6_000:
                break
        whole = b" ".join(samples)
        usual = self._usual(whole, [chunks[k][2] for k in open_ones[: len(samples)]])
        mean = judge(whole, usual, self._letters()) / max(1, len(whole))
        weak = [
            k for k, each in enumerate(found) if each == ("utf-8", False) and len(_LETTER.findall(chunks[k][2])) <= _FEW
        ]
        if len(weak) == sum(each == ("utf-8", False) for each in found) and len(weak) < len(open_ones):
            open_ones += weak
        for k in open_ones:
            chunk = chunks[k][2]
            sample = sample_of(chunk)
            if (
                found[k][1]
                and not _has_bad(chunk, usual)
                and judge(sample, usual, self._letters()) >= mean * len(sample) - _SLACK
                and usual not in excluded(chunk, self._shape)
            ):
                found[k] = (usual, True)
            else:
                name = guess(chunk, self._shape, self._letters(), {usual: _USUAL})
                found[k] = (name, name != "utf-8" or found[k][1])
        return found

    def _usual(self, sample: bytes, chunks: list[bytes]) -> str:
        """Return the most likely encoding of several pieces, of which ``sample`` are the words that are not ASCII."""
        out = set[str]().union(*(excluded(chunk, self._shape) for chunk in chunks))
        shape = TextShape()
        return guess(sample, shape, self._letters(), dict.fromkeys(out, -1e9))


def is_utf_8(data: bytes) -> bool:
    """Whether bytes are valid UTF-8. They are decoded in pieces, so that other threads can run."""
    if data.isascii():
        return True
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for at in range(0, len(data), PIECE):
            decoder.decode(data[at : at + PIECE])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _has_bad(data: bytes, encoding: str) -> bool:
    """Whether a byte cannot be decoded."""
    raw = raw_text(data, encoding)
    return readable(raw) != raw


def utf_16(data: bytes) -> str | None:
    """Return the encoding of a file in UTF-16 without a byte order mark, or None if the file is not in UTF-16.

    It is recognised by its zero bytes, because one of the two bytes of an ASCII character is zero.
    """
    sample = data[:2000]
    pairs = len(sample) // 2
    zeros = [sample[place::2].count(0) for place in (0, 1)]
    for place, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if pairs >= 4 and zeros[place] >= 0.4 * pairs and zeros[1 - place] <= 0.02 * pairs:
            return name
    return None


def names_of(encodings: dict[str, bool]) -> str:
    """Return the names of encodings for display, separated by commas."""
    return ", ".join(map(encoding_name, encodings))
