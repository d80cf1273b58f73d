"""The command with all that only this program needs at a node: ``[%kyvien eval=0.49| note=pvs;d=3;v=+49]``.

It has fields ``name=value`` in this order, separated by ``|``, after which a line can be broken:

- ``setup``: the position that was set up after the null move.
- ``eval``: the text of the ``[%eval …]`` that was derived from the notes. It is not a note of another program, unless
  another program has changed it.
- ``note``: an evaluation note (``engine.records.notes``), in the order of the notes.
- ``other``: the place of the next note of another program, which is in a command ``[%eval …]`` of its own. Notes of
  other programs without such a field follow ours.

A ``|`` in a value is written twice.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.records.formats.pgn.text import take_commands
from engine.records.notes import read_evaluation, write_evaluation
from engine.records.tree import EvaluationNote

PRIVATE = "kyvien"
"""Name of the command."""
_FIELD = re.compile(r"(setup|eval|note|other)=((?:[^|]|\|\|)*)")
_OLD_SETUP = re.compile(r"[ \t\n]*\[%setup\s([^\]]*)\]")


class Private(NamedTuple):
    """The content of a command.

    Attributes:
        setup: the text of the position that was set up, or None.
        derived: the text of the ``[%eval …]`` derived from the notes, or an empty string.
        notes: the notes in their order, with None for the next note of another program.
    """

    setup: str | None
    derived: str
    notes: tuple[EvaluationNote | None, ...]


def write_private(setup: str | None, derived: str, notes: Sequence[EvaluationNote]) -> list[str]:
    """Return the parts of the command, between which lines can be broken, or an empty list if it has no content.

    The arguments are those of ``Private``.
    """
    fields = [] if setup is None else [("setup", setup)]
    if derived:
        fields.append(("eval", derived))
    last = max((place for place, note in enumerate(notes, 1) if not note.is_foreign), default=0)
    fields += [("other", "") if note.is_foreign else ("note", write_evaluation(note)) for note in notes[:last]]
    parts = [f"{name}={value.replace('|', '||')}" for name, value in fields]
    if not parts:
        return []
    # A line that begins with one of these characters could be read as something else.
    first, *rest = re.split(r"(?<!\s) (?![\s%\[;])", "| ".join(parts) + "]")
    return [f"[%{PRIVATE} {first}", *rest]


def read_private(text: str) -> Private | None:
    """Return the content of a command, given the text after its name, or None if it has unknown fields."""
    setup, derived, notes, at = None, "", list[EvaluationNote | None](), 0
    while at <= len(text):
        match = _FIELD.match(text, at)
        if match is None or (match.end() < len(text) and text[match.end()] != "|"):
            return None
        name, value = match[1], match[2].replace("||", "|")
        if name == "setup":
            setup = value
        elif name == "eval":
            derived = value
        elif name == "other":
            notes.append(None)
        else:
            note = read_evaluation(value)
            if note.is_foreign:
                return None
            notes.append(note)
        at = match.end() + 1
        while at < len(text) and text[at] in " \t":
            at += 1
    return Private(setup, derived, tuple(notes))


def take_setup(raw: str) -> tuple[str | None, str]:
    """Return the set-up in the content of a comment after a null move, or None, and the rest of the content.

    Earlier versions wrote it as ``[%setup …]``.
    """
    match = _OLD_SETUP.match(raw)
    if match is not None:
        return match[1], raw[match.end() :]
    for command in take_commands(raw)[0]:
        found = read_private(command[len(PRIVATE) + 1 :]) if command.startswith(PRIVATE + " ") else None
        if found is not None and found.setup is not None:
            return found.setup, raw
    return None, raw


def merged(others: Iterable[EvaluationNote], privates: Iterable[Private]) -> tuple[EvaluationNote, ...]:
    """Return the notes of a node in their order.

    Args:
        others: the notes in commands ``[%eval …]``, which other programs and earlier versions wrote.
        privates: the contents of the commands of this module.
    """
    left, notes = list(others), list[EvaluationNote]()
    for each in privates:
        derived = next((note for note in left if note.is_foreign and note.text == each.derived), None)
        if each.derived and derived is not None:
            left.remove(derived)
    for each in privates:
        for note in each.notes:
            if note is not None:
                notes.append(note)
            elif left:
                notes.append(left.pop(0))
    return (*notes, *left)
