"""Text of evaluation notes, such as ``negascout;d=4;v=+7``. The text is the same in every file format.

In PGN, the text is written inside ``[%kyvien …]``, and earlier versions wrote it inside ``[%eval …]``. The fields after
the algorithm's name are ``e`` (evaluation), ``d`` (depth), ``v`` (score from FIRST's point of view) and ``n`` (nodes).
A win in 5 plies is ``#5``, a loss in 5 plies is ``#-5``. Unknown fields are kept. A text without ``;`` was written by
another program and is kept unchanged.
"""

import re

from engine.records.escapes import decode, encode_name, guard_note, read_note
from engine.records.judgement import FIELDS, Judgement, read_score, write_score
from engine.records.tree import EvaluationNote


def read_evaluation(text: str) -> EvaluationNote:
    """Parse the text of an evaluation note. Text in another program's format is kept unchanged in ``text``."""
    name, sign, rest = text.partition(";")
    if not sign:
        return EvaluationNote(None, text=read_note(text))
    evaluation, unknown = "", []
    depth = nodes = score = None
    for part in rest.split(";") if rest else ():
        key, _, value = part.partition("=")
        if key == "e":
            evaluation = decode(value)
        elif key in ("d", "n") and re.fullmatch("[0-9]{1,18}", value):
            if key == "d":
                depth = int(value)
            else:
                nodes = int(value)
        elif key == "v" and (score := read_score(value)) is not None:
            pass
        elif key in ("d", "n", "v"):
            return EvaluationNote(None, text=read_note(text))
        else:
            unknown.append(part)
    judgement, unknown = _take_judgement(unknown)
    return EvaluationNote(decode(name), depth, score, nodes, read_note(";".join(unknown)), evaluation, judgement)


def _take_judgement(parts: list[str]) -> tuple[Judgement | None, list[str]]:
    """Return the judgement in the fields of a note, and the fields that do not belong to it.

    If a field of the judgement is missing, repeated or not valid, all fields are returned.
    """
    own = [part for part in parts if part.partition("=")[0] in FIELDS]
    fields = {name: value for name, _, value in (part.partition("=") for part in own)}
    judgement = Judgement.from_fields(fields) if len(fields) == len(own) else None
    return judgement, parts if judgement is None else [part for part in parts if part not in own]


def write_evaluation(note: EvaluationNote) -> str:
    """Return the text of a note, in the format that ``read_evaluation`` parses."""
    if note.is_foreign:
        return guard_note(note.text)
    parts = [encode_name(note.algorithm or "")]
    if note.evaluation:
        parts.append(f"e={encode_name(note.evaluation)}")
    if note.depth is not None:
        parts.append(f"d={note.depth}")
    if note.score is not None:
        parts.append(f"v={write_score(note.score)}")
    if note.nodes is not None:
        parts.append(f"n={note.nodes}")
    if note.judgement is not None:
        parts += note.judgement.to_fields()
    if note.text:
        parts.append(guard_note(note.text))
    return ";".join(parts) + (";" if len(parts) == 1 else "")
