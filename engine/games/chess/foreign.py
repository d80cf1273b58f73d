"""Positions as other programs write them: FEN with missing or additional fields, and EPD.

EPD (Extended Position Description, PGN specification 16.2) has four fields and then operations, such as ``bm Nf3;``.
"""

import re
from dataclasses import replace

from engine.core.errors import KyVienError, NotationError, PositionError
from engine.core.outcome import Player
from engine.core.surface import Setup
from engine.games.chess import fen
from engine.games.chess.pieces import IDS, KING
from engine.games.chess.refusals import check_faults, count_faults, passing_faults, right_faults

_OPTIONAL = (("-|[KQkqA-Ha-h]{1,4}", "-"), ("-|[a-h][1-8]", "-"), ("-|[0-9]+", "0"), ("-|[0-9]+", "1"))
"""Pattern and default of the fields after the side to move."""
_OPERATION = re.compile(r"""([A-Za-z]\w*)\s*((?:"[^"]*"|[^";])*);?\s*""")
_SIDES = {"white": "w", "black": "b", "W": "w", "B": "b", "White": "w", "Black": "b"}
_POCKET, _CHECKS = re.compile(r"\[.*\]|~"), re.compile(r"\+?[0-9]\+[0-9]")


def fields_of(text: str) -> tuple[list[str], str, bool]:
    """Return the six fields of the FEN that ``text`` describes, the rest of the text, and whether it names the side.

    A field that is not of its form stays in its place, so that ``fen.read`` can refuse it.

    Raises:
        NotationError: if the text is empty, or a position of a variant that is not supported.
    """
    words = text.split()
    if not words:
        raise NotationError("empty position: expected ranks, side to move, castling, en passant, two numbers")
    if _POCKET.search(words[0]):
        raise NotationError("{name} is not supported", name="Crazyhouse")
    if any(map(_CHECKS.fullmatch, words[:7])):
        raise NotationError("{name} is not supported", name="Three-check")
    fields, rest = [words[0].rstrip("/")], words[1:]
    has_side = bool(rest)
    fields.append(_SIDES.get(rest[0], rest[0]) if rest else "w")
    rest = rest[1:]
    has_operations = any(word.endswith(";") for word in rest) or bool({"bm", "am", "id"} & set(rest))
    for number, (pattern, default) in enumerate(_OPTIONAL):
        later = [each for each, _ in _OPTIONAL[number + 1 :]]
        word = rest[0].removesuffix(";") if rest else "-"
        if re.fullmatch(pattern, word):
            fields.append(default if word == "-" else word)
            rest = rest[1:]
        elif any(re.fullmatch(each, word) for each in later) or (has_operations and word[:1].isalpha()):
            fields.append(default)
        else:
            fields.append(rest.pop(0))
    counted = {"hmvc": 4, "fmvn": 5}
    kept = []
    for match in _OPERATION.finditer(" ".join(rest)) if has_operations else ():
        operand = match[2].strip()
        if match[1] in counted and operand.isdigit():
            fields[counted[match[1]]] = operand
        else:
            kept.append(match[0].strip())
    return fields, " ".join(kept if has_operations else rest), has_side


def needs_960(text: str) -> bool:
    """Whether only Chess960 allows the castling rights of a position. Any text is accepted.

    K and Q count only if the kings and rooks of both sides are as in a starting position of Chess960, where they face
    each other: programs leave rights behind when the pieces are moved.
    """
    try:
        fields, _, _ = fields_of(text)
        setup = fen.read(" ".join((*fields[:2], "-")), True)
        if count_faults(setup) or _with_rights(setup, fields[2], False) is not None:
            return False
        found = _with_rights(setup, fields[2], True)
    except KyVienError:
        return False
    if found is None:
        return False
    kings = [
        next(cell & 7 for cell, piece in setup.pieces.items() if piece == IDS[KING | side << 3]) for side in (0, 1)
    ]
    white, black = ([found.counters[name] for name in fen.RIGHTS[2 * side : 2 * side + 2]] for side in (0, 1))
    wings = [pair for pair in zip(white, black, strict=True) if all(pair)]
    faces = kings[0] == kings[1] and all(own == other for own, other in wings)
    return faces or not (any(white) and any(black)) or not set(fields[2]) & set("KQkq")


def _with_rights(setup: Setup, text: str, is_960: bool) -> Setup | None:
    """Return the set-up with the castling rights of ``text``, or None if one of them is impossible."""
    try:
        found = replace(setup, counters={**setup.counters, **fen.read_rights(setup.pieces, text, is_960)})
    except NotationError:
        return None
    return None if right_faults(found, is_960) else found


def mend(text: str, is_960: bool) -> tuple[Setup, list[KyVienError]]:
    """Return the set-up that a text describes, and what was changed or left out.

    Castling rights and an en passant square that are impossible are removed. If the side to move is missing, it is
    White, or Black if only Black can be to move.

    Raises:
        KyVienError: if the text is malformed.
    """
    fields, rest, has_side = fields_of(text)
    changes: list[KyVienError] = []
    setup = fen.read(" ".join((*fields[:2], "-", "-", *fields[4:])), is_960)
    if count_faults(setup):
        return setup, changes
    if not has_side:
        if check_faults(setup) and not check_faults(replace(setup, turn=Player.SECOND)):
            setup = replace(setup, turn=Player.SECOND)
        side = KyVienError("White" if setup.turn is Player.FIRST else "Black")
        changes.append(
            NotationError("the text does not specify the side to move, which is taken to be {side}", side=side)
        )
    for letter in fields[2].replace("-", ""):
        rights = fen.read_rights(setup.pieces, letter, is_960)
        found = replace(setup, counters={**setup.counters, **rights})
        if faults := right_faults(found, is_960):
            changes.append(PositionError("{reason}; this right was removed", reason=faults[0]))
        else:
            setup = found
    if fields[3] != "-":
        try:
            passing = fen.read(" ".join((fields[0], "wb"[setup.turn], "-", fields[3])), is_960).counters["en_passant"]
            found = replace(setup, counters={**setup.counters, "en_passant": passing})
            faults = passing_faults(found)
        except NotationError as error:
            faults = [error]
        if faults:
            changes.append(PositionError("{reason}; this square was removed", reason=faults[0]))
        else:
            setup = found
    if rest:
        changes.append(NotationError("this is no part of the position: {text}", text=rest[:200]))
    return setup, changes
