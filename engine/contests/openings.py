"""The openings of a contest, in the forms in which collections of openings are published.

- Records in any format: the game begins at the position after the main line. A record that cannot be read is skipped.
- Text with one position per line, also as EPD (Edwards, "Portable Game Notation Specification and Implementation
  Guide", 1994, section 16.2): four fields and operations, of which ``hmvc`` and ``fmvn`` are the counters of the
  position. Empty lines and lines that begin with ``#`` are skipped.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.core.errors import KyVienError, NotationError
from engine.core.game import Game
from engine.core.language import tr
from engine.records.collection import Collection
from engine.records.formats import formats

MOST_BYTES = 32_000_000
"""Greatest size of a file of openings in bytes; a device such as ``/dev/zero`` has no end."""


def read_openings(
    path: Path, game: Game, note: Callable[[str], None] = lambda text: None, *, strict: bool = False
) -> tuple[str, ...]:
    """Return the texts of the positions in a file, from which the games of a contest begin.

    Args:
        path: the file.
        game: the game with its rules.
        note: function that is called with a message if records were skipped.
        strict: whether a record that would be skipped is an error.

    Raises:
        NotationError: if a record would be skipped and ``strict`` is true, if the file contains no position of this
            game, is too large or is not UTF-8, or if a line is not a position or is a position in which the game is
            over. For an invalid line, the message contains its number.
        OSError: if the file cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise NotationError("{file} is larger than {most} MB", file=path.name, most=MOST_BYTES // 1_000_000)
    is_record = any(path.suffix.lower() in cls.suffixes for cls in formats().values())
    read = _of_records(path, data, game, note, strict) if is_record else _of_lines(path, data, game)
    openings = tuple(read)
    if not openings:
        raise NotationError("{file} contains no position", file=path.name)
    return openings


def _of_lines(path: Path, data: bytes, game: Game) -> Iterator[str]:
    """Yield the positions of a file with one position per line."""
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise NotationError("{file} is not UTF-8 text", file=path.name) from None
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield _checked(_without_operations(text, game), game)
        except KyVienError as error:
            raise NotationError("{file}, line {line}: {reason}", file=path.name, line=number, reason=error) from None


def _of_records(path: Path, data: bytes, game: Game, note: Callable[[str], None], strict: bool) -> Iterator[str]:
    """Yield the last positions of the main lines of a file of records. A record with a fault is skipped."""
    collection = Collection.load(path, data)
    faults: list[KyVienError] = []
    for index, entry in enumerate(collection.scan()):
        last = collection.format.last_position(collection.text(index), game)
        try:
            if last is None:
                record = collection.record(index, game)
                if record.faults:
                    raise record.faults[0].error
                last = record.tree.position(record.tree.main_line()[-1])
        except KyVienError as error:
            faults.append(error)
            continue
        try:
            if last.game.name != game.name:
                raise NotationError("it is a game of {game}", game=tr(last.game.title))
            text = last.game.format_position(last)
            # Most openings are legal positions of the game already, in which it is not over.
            yield text if last.game == game and last.outcome() is None else _checked(text, game)
        except KyVienError as error:
            faults.append(NotationError("line {line}: {reason}", line=entry.line, reason=error))
    if faults and strict:
        raise NotationError("{file}: {reason}", file=path.name, reason=faults[0])
    if faults:
        note(
            tr("{file}: games skipped: {skipped} of {count}; the first one: {reason}",
               file=path.name, skipped=len(faults), count=len(collection.entries), reason=faults[0])
        )  # fmt: skip


def _checked(text: str, game: Game) -> str:
    """Return the text of a position in which the game goes on.

    Raises:
        KyVienError: if ``text`` is no position of ``game``, or its game is over.
    """
    if game.parse_position(text).outcome() is not None:
        raise NotationError("this game is over")
    return text


def _without_operations(text: str, game: Game) -> str:
    """Return the position of a line of EPD, or any other text as it is."""
    if ";" not in text:
        try:
            game.parse_position(text)
        except KyVienError:
            pass
        else:
            return text
    head, *operations = re.sub(r'"[^"]*"', '""', text).split(";")
    words = head.split()
    fields, rest = words[:4], words[4:]
    if len(words) < 4 or (not operations and not rest):
        return text
    if len(rest) == 2 and all(word.isdecimal() for word in rest):
        return " ".join(words)  # a FEN, after which the operations follow
    named = dict(each.split(maxsplit=1) for each in (" ".join(rest), *operations) if len(each.split()) > 1)
    counters = [named.get("hmvc", "").strip(), named.get("fmvn", "").strip()]
    return " ".join([*fields, counters[0] or "0", counters[1] or "1"] if any(counters) else fields)
