"""Text of evaluation notes, such as ``negascout;d=4;v=+7``. The text is the same in every file format.

In PGN, the text is written inside ``[%eval …]``. The fields after the algorithm's name are ``e`` (evaluation), ``d``
(depth), ``v`` (score from FIRST's point of view) and ``n`` (nodes). A win in 5 plies is ``#5``, a loss in 5 plies is
``#-5``. Unknown fields are kept. A text without ``;`` was written by another program and is kept unchanged.
"""

import re

from engine.core.outcome import Player
from engine.core.score import WIN, WIN_BOUND, Score
from engine.records.escapes import decode, encode_name, guard
from engine.records.tree import EvaluationNote


def read_evaluation(text: str) -> EvaluationNote:
    """Parse the text of an evaluation note. Text in another program's format is kept unchanged in ``text``."""
    name, sign, rest = text.partition(";")
    if not sign:
        return EvaluationNote(None, text=text)
    evaluation, unknown = "", []
    depth = nodes = score = None
    for part in rest.split(";") if rest else ():
        key, _, value = part.partition("=")
        match = re.fullmatch(r"(#?)([+-]?)([0-9]{1,18})", value)
        if key == "e":
            evaluation = decode(value)
        elif key in ("d", "n") and match and not match[1] and not match[2]:
            if key == "d":
                depth = int(match[3])
            else:
                nodes = int(match[3])
        elif key == "v" and match and (score := _score(match)) is not None:
            pass
        elif key in ("d", "n", "v"):
            return EvaluationNote(None, text=text)
        else:
            unknown.append(part)
    return EvaluationNote(decode(name), depth, score, nodes, ";".join(unknown), evaluation)


def _score(match: re.Match[str]) -> Score | None:
    value = int(match[3])
    if match[1]:
        if value >= WIN - WIN_BOUND:
            return None
        value = WIN - value
    elif value > WIN_BOUND:
        return None
    return Score(-value if match[2] == "-" else value, Player.FIRST)


def write_evaluation(note: EvaluationNote) -> str:
    """Return the text of a note, in the format that ``read_evaluation`` parses."""
    if note.is_foreign:
        return guard(note.text)
    parts = [encode_name(note.algorithm or "")]
    if note.evaluation:
        parts.append(f"e={encode_name(note.evaluation)}")
    if note.depth is not None:
        parts.append(f"d={note.depth}")
    if note.score is not None:
        value, plies = note.score.value, note.score.win_in
        sign = "-" if value < 0 else "+" if value > 0 else ""
        parts.append(f"v={sign}{abs(value)}" if plies is None else f"v=#{'-' if value < 0 else ''}{abs(plies)}")
    if note.nodes is not None:
        parts.append(f"n={note.nodes}")
    if note.text:
        parts.append(guard(note.text))
    return ";".join(parts) + (";" if len(parts) == 1 else "")
