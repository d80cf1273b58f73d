"""Parsing and formatting of moves of chess in SAN (PGN specification 8.2.3) and in UCI's coordinates."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from engine.core.dialects import table
from engine.core.errors import IllegalMoveError, NotationError
from engine.core.game import MoveStyle
from engine.games.chess.pieces import FILES, KING, LETTERS, PAWN, is_capture, is_castling, king_target, square
from engine.games.chess.position import ChessPosition
from engine.games.chess.refusals import castling_refusal, move_refusal

_MOVE = re.compile(
    r"""(?P<piece>[KQRBNP])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<sign>[-x:])?(?P<target>[a-h][1-8])
        (?:\s*e\.?p\.?)?(?:[=/]?\(?(?P<promotion>[QRBNqrbnK])\)?)?\s*(?:[+\#]|\+\+)?\s*[!?]{0,2}""",
    re.VERBOSE,
)
_CASTLING = re.compile(r"(?P<short>[Oo0]-?[Oo0])(?P<long>-?[Oo0])?\s*[+#]?\s*[!?]{0,2}")


def format_move(position: ChessPosition, move: int, style: MoveStyle, is_960: bool) -> str:
    """Return the text of a legal move in SAN, or in UCI's coordinates if the style is ``coordinates``.

    Examples of coordinates are ``e2e4``, ``e7e8q``, and for castling ``e1g1`` or, in Chess960 (``is_960``), ``e1h1``.
    """
    origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
    castles = is_castling(position, origin, target)
    if style == "coordinates":
        goes = king_target(origin, target) if castles and not is_960 else target
        return square(origin) + square(goes) + (LETTERS[promotion].lower() if promotion else "")
    if castles:
        text = "O-O" if target > origin else "O-O-O"
    else:
        kind = position.piece_at(origin) & 7
        takes = position.piece_at(target) < 16 or (kind == PAWN and (target - origin) & 7 != 0)
        if kind == PAWN:
            text = f"{FILES[origin & 7]}x" if takes else ""
        else:
            text = LETTERS[kind] + _distinction(position, origin, target) + ("x" if takes else "")
        text += square(target) + (f"={LETTERS[promotion]}" if promotion else "")
    after = position.play(move)
    if after.is_check:
        outcome = after.outcome()
        text += "+" if outcome is None or outcome.winner is None else "#"
    return text


def _distinction(position: ChessPosition, origin: int, target: int) -> str:
    """Return the file, the rank or the square of ``origin`` that SAN requires to identify the moving piece.

    The result is an empty string if no other piece of the same side and kind has a legal move to ``target``.
    """
    piece = position.piece_at(origin)
    others = [
        move & 63
        for move in position.legal_moves()
        if move >> 6 == target and move & 63 != origin and position.piece_at(move & 63) == piece
    ]
    if not others:
        return ""
    if all(other & 7 != origin & 7 for other in others):
        return FILES[origin & 7]
    if all(other >> 3 != origin >> 3 for other in others):
        return str((origin >> 3) + 1)
    return square(origin)


def parse_move(position: ChessPosition, text: str, is_960: bool) -> int:
    """Parse a move in SAN or in UCI's coordinates, which are those of Chess960 if ``is_960``.

    SAN is parsed leniently: ``0-0``, ``e8Q``, ``Ng1f3``, ``e2-e4``, and missing or additional signs such as ``x`` and
    ``+`` are accepted, and the letters of other languages as described in ``_parse_foreign``.

    Raises:
        NotationError: if the text is not a move.
        IllegalMoveError: if the move is illegal or ambiguous.
    """
    if (plain := position.plain_move(text)) >= 0:
        return plain
    word = text.strip()
    castling = _CASTLING.fullmatch(word)
    if castling is not None:
        return _parse_castling(position, word, castling["long"] is None)
    match = _MOVE.fullmatch(word)
    if match is None and word[:1] in ("n", "q", "r", "k"):
        match = _MOVE.fullmatch(word[0].upper() + word[1:])
    if match is None:
        return _parse_foreign(position, word, is_960)
    target = FILES.index(match["target"][0]) + 8 * (int(match["target"][1]) - 1)
    file = FILES.index(match["file"]) if match["file"] else None
    rank = int(match["rank"]) - 1 if match["rank"] else None
    origin = None if file is None or rank is None else file + 8 * rank
    kind = LETTERS.index(match["piece"]) if match["piece"] else (PAWN if origin is None else None)
    promotion = LETTERS.index(match["promotion"].upper()) if match["promotion"] else 0
    moves = position.legal_moves()
    if not moves:
        raise IllegalMoveError("{text}: the game is over", text=word)
    met = position.piece_at(target)
    found = []
    for move in moves:
        start = move & 63
        if (file is not None and start & 7 != file) or (rank is not None and start >> 3 != rank):
            continue
        piece = position.piece_at(start) & 7
        if kind is not None and piece != kind:
            continue
        goal = move >> 6 & 63
        if (piece == KING and met < 16 and met >> 3 == position.side) or goal != target:
            # Castling is written with the target of the king, or the square of the rook.
            if origin is None or not is_castling(position, start, goal):
                continue
            if target not in ((goal,) if is_960 else (goal, king_target(start, goal))):
                continue
        found.append(move)
    if match["sign"] in ("x", ":") and found and all(not is_capture(position, move) for move in found):
        raise IllegalMoveError("{text}: {square} is empty", text=word, square=match["target"])
    chosen = [move for move in found if move >> 12 == promotion]
    if len(chosen) == 1:
        return chosen[0]
    if len(chosen) > 1:
        raise IllegalMoveError(
            "{text}: the pieces on {squares} can both move there; specify the file or the rank",
            text=word,
            squares=", ".join(square(move & 63) for move in chosen),
        )
    if found and not promotion:
        raise IllegalMoveError("{text}: the pawn must be promoted; add =Q, =R, =B or =N", text=word)
    if found:
        raise IllegalMoveError(
            "{text}: only a pawn on the last rank is promoted to {piece}", text=word, piece=match["promotion"]
        )
    raise IllegalMoveError(
        "{text}: {reason}", text=word, reason=str(move_refusal(position, kind, origin, file, rank, target, is_960))
    )


@cache
def _letters() -> dict[str, list[str]]:
    """Return the English letters of pieces by the letters of other languages and the figurines, the longest first."""
    found: dict[str, list[str]] = {}
    for entry in sorted(table("chess_letters"), key=lambda entry: -len(entry["letter"])):
        pieces = found.setdefault(entry["letter"], [])
        if entry["letter"] not in "KQRBNP" and entry["piece"] not in pieces:
            pieces.append(entry["piece"])
    return {letter: pieces for letter, pieces in found.items() if pieces}


def _parse_foreign(position: ChessPosition, word: str, is_960: bool) -> int:
    """Parse a move with letters of another language, or with figurines: ``Sf3``, ``♘f3``, ``e8=D``.

    A letter that is also an English one is English. A letter with several meanings is read as the piece that can make
    the move.

    Raises:
        NotationError: if the text is not a move.
        IllegalMoveError: if no piece can make the move, or several can.
    """
    letters = _letters()
    parts = re.fullmatch(rf"({'|'.join(letters)})?(.*?)(?:(=?)({'|'.join(letters)}))?([+#!?]*)", word)
    found: set[int] = set()
    error: NotationError | None = None
    if parts is not None and (parts[1] or parts[4]):
        for piece in letters.get(parts[1] or "", [""]):
            for promotion in letters.get(parts[4] or "", [""]):
                text = f"{piece}{parts[2]}{parts[3] or ''}{promotion}{parts[5]}"
                if _MOVE.fullmatch(text):
                    try:
                        found.add(parse_move(position, text, is_960))
                    except IllegalMoveError as reason:
                        error = error or reason
    if len(found) == 1:
        return found.pop()
    if found:
        raise IllegalMoveError(
            "{text}: {reason}", text=word, reason=IllegalMoveError("several pieces can make this move")
        )
    if error is not None:
        raise error
    raise NotationError("{text!r} is not a move such as Nf3, exd5, e8=Q, O-O or e2e4", text=word)


@cache
def _leading_letter() -> re.Pattern[str]:
    """Return the pattern of the letter of a piece before the rest of its move."""
    return re.compile(rf"({'|'.join([*_letters(), *LETTERS])})(?=[a-h1-8x:\-])")


def _languages() -> dict[str, dict[str, str]]:
    """Return the English letters of pieces by language and letter."""
    found: dict[str, dict[str, str]] = {}
    for entry in table("chess_letters"):
        found.setdefault(entry["language"], {})[entry["letter"]] = entry["piece"]
    return found


def letters_of(texts: Sequence[str]) -> list[dict[str, str]]:
    """Return the meanings that the letters of a record can have: each one maps them to English letters.

    The list is empty if the letters are English, or of no language. Otherwise each language that has all of them gives
    a meaning, in which R can be the king (French, Spanish, Italian) and B or N the bishop (Portuguese, Romanian).
    """
    letter = _leading_letter()
    used = {match[1] for text in texts if (match := letter.match(text)) and not _CASTLING.fullmatch(text)}
    if used <= {*LETTERS}:
        return []
    found: list[dict[str, str]] = []
    for pieces in _languages().values():
        if used <= pieces.keys() and (meaning := {each: pieces[each] for each in sorted(used)}) not in found:
            found.append(meaning)
    return found


def in_english(text: str, letters: Mapping[str, str]) -> str:
    """Return the text of a move with the letters of its piece, and of its promotion, in English."""
    for letter, piece in letters.items():
        if text.startswith(letter):
            text = piece + text[len(letter) :]
            break
    promoted = re.fullmatch(r"([^=]*[18]=?)(\w+)([+#!?]*)", text)
    return text if promoted is None else promoted[1] + letters.get(promoted[2], promoted[2]) + promoted[3]


def _parse_castling(position: ChessPosition, word: str, short: bool) -> int:
    moves = position.legal_moves()
    for move in moves:
        origin, target = move & 63, move >> 6 & 63
        if is_castling(position, origin, target) and (target > origin) == short:
            return move
    if not moves:
        raise IllegalMoveError("{text}: the game is over", text=word)
    raise IllegalMoveError("{text}: {reason}", text=word, reason=str(castling_refusal(position, short)))
