"""Records of a file for the commands that read them, with a notice of what could not be read as it is written."""

from pathlib import Path

from engine.cli.output import Progress, note
from engine.core.files import read_bytes
from engine.core.game import Game
from engine.core.language import tr
from engine.core.options import check_range
from engine.records.formats import Format, Records, format_of
from engine.records.text import names_of
from engine.records.tree import Record


def read_records(path: Path, game: Game | None = None, *, strict: bool = False) -> Records:
    """Read all games of a file, and print one line on standard error about those that have faults.

    Args:
        path: the file.
        game: the game to assume if the text does not name one.
        strict: whether a fault is an error.

    Raises:
        NotationError: if no game can be read, or for a fault if ``strict`` is true.
        FileError: if the file cannot be read.
    """
    with Progress(tr("Reading {name}", name=path.name)):
        found, text = _decoded(path)
        records = found.read(text, game, strict)
    note(_named(path, records.notice))
    return records


def read_record(path: Path, number: int, *, strict: bool = False) -> Record:
    """Read one game of a file, counted from 1, as ``read_records`` does.

    Raises:
        OptionError: if there is no game with this number.
        NotationError: if the game cannot be read, or for a fault if ``strict`` is true.
        FileError: if the file cannot be read.
    """
    with Progress(tr("Reading {name}", name=path.name)):
        found, text = _decoded(path)
        check_range("number", number, 1, max(1, len(found.games(text))))
        record = found.read_game(text, number - 1)
    if record.faults and strict:
        raise record.faults[0].error
    note(_named(path, Records([record]).notice))
    return record


def _decoded(path: Path) -> tuple[Format, str]:
    """Return the format and the text of a file, and print the encodings on standard error if one was guessed."""
    data = read_bytes(path)
    found = format_of(path, data)
    text = found.file_text(data)
    encodings = found.encodings(text)
    if any(encodings.values()):
        note(tr("{name} is read as {encoding}.", name=path.name, encoding=names_of(encodings)))
    return found, text.read(0, len(data))


def _named(path: Path, notice: str) -> str:
    """Return a notice with the name of its file, or an empty string if there is none."""
    return tr("{file}: {reason}", file=path.name, reason=notice) if notice else ""
