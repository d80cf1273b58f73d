"""Parsing and formatting of moves of xiangqi in four notations, ICCS, WXF, Vietnamese and Chinese.

All except ICCS name a move by the piece, its file (1 … 9 from the mover's right), a direction, and the file of the
target or, for a king, rook, cannon or pawn that moves along its file, the number of steps:

- ``iccs``: ``h2e2`` (UCCI, UCI). ``H2-E2`` is also parsed.
- ``wxf``: ``C2=5``, ``H8+7``, ``R1-2``. The front of two pieces on one file is written ``C+=5``, the rear ``C-=5``. If
  one file holds three or more pawns, or two files hold two or more each, a pawn on such a file is named by its number
  from the front and its file: ``15+1``.
- ``vietnamese``: ``P2-5``, ``M8.7``, ``X1/2``. The front of two pieces on one file is written ``Pt-5`` (trước), the
  rear ``Ps-5`` (sau), the middle of three pawns ``Bg.1`` (giữa). If two files hold several pawns each, the file is
  added: ``Bt5.1``. With four or more pawns on a file, the number from the front and the file are written: ``B15.1``.
- ``chinese``: 炮二平五, 馬８進７. The front of two pieces on one file is written 前炮平五, the rear 後炮平五, the
  middle of three pawns 中兵進一. If two files hold several pawns each, or one file holds four or more, the pawns on
  these files are numbered file by file from the mover's right, and on each file from the front: 一兵進一. Simplified
  characters are also parsed, and are written as the notation ``simplified``.

Moves are also parsed in Vietnamese words (``Pháo 2 bình 5``, ``Mã 8 tấn 7``), with the older Chinese name of one of two
pawns on a file (前七進一), and in the notation of pychess.org and WinBoard (``Che3``).

Sources: the description of the formats in the UCCI protocol (xqbase.com, "中国象棋电脑应用规范"), and the notation of
the World Xiangqi Federation. Pawns in WXF are numbered as by Fairy-Stockfish.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from engine.core.dialects import table
from engine.core.folding import fold
from engine.games.xiangqi.position import XiangqiPosition

NOTATIONS = ("vietnamese", "wxf", "chinese", "iccs")

KING, ADVISER, ELEPHANT, HORSE, ROOK, CANNON, PAWN = range(7)
_WXF = "KAEHRCP"
_VIETNAMESE = ("Tg", "S", "T", "M", "X", "P", "B")
_CHINESE = ("帥仕相馬車炮兵", "將士象馬車炮卒")
_SIMPLIFIED = str.maketrans("帥將馬車進後", "帅将马车进后")
_CHINESE_NUMBERS = ("一二三四五六七八九", "１２３４５６７８９")

_READ_CHINESE = {
    sign: kind
    for kind, signs in enumerate(("帥帅將将", "仕士", "相象", "馬马傌㐷", "車车俥伡", "炮砲包", "兵卒"))
    for sign in signs
}
_READ_NUMBERS = {
    sign: str(number) for signs in (*_CHINESE_NUMBERS, "123456789") for number, sign in enumerate(signs, 1)
}
_READ_PLACES = {"前": "+", "後": "-", "后": "-", "中": "."}
_READ_DIRECTIONS = {"進": "+", "进": "+", "退": "-", "平": "="}

LETTERS = frozenset("".join(_READ_CHINESE) + "".join(_READ_PLACES) + "".join(_READ_DIRECTIONS) + _CHINESE_NUMBERS[0])
"""The Chinese characters that moves can contain."""

_ICCS_MOVE = re.compile(r"([a-i])(10|[0-9])-?([a-i])(10|[0-9])")
_WXF_MOVE = re.compile(
    r"(?:([+\-.])([KAEBHNRCP])([1-9])?|([KAEBHNRCP])([+\-.]|[1-9])|([1-5])P?([1-9]))([+\-=.])([1-9])", re.IGNORECASE
)
_VIETNAMESE_MOVE = re.compile(r"(Tg|[XPMTSB])(?:([tgs])([1-9])?|([1-9])|([1-5])([1-9]))([-./])([1-9])", re.IGNORECASE)
_NUMBER_SIGN = "一二三四五六七八九１-９1-9"
_CHINESE_MOVE = re.compile(
    rf"(?:([前後后中])?([{''.join(_READ_CHINESE)}])([{_NUMBER_SIGN}])?|([{_NUMBER_SIGN}])([兵卒])"
    rf"|(?P<place>[前後后中])(?P<file>[{_NUMBER_SIGN}]))"
    rf"(?P<direction>[進进退平])(?P<number>[{_NUMBER_SIGN}])"
)
_SAN_MOVE = re.compile(r"([KAEBHNRCP])?([a-i])?(10|[0-9])?[x-]?([a-i])(10|[0-9])[+#]?")
"""A move as written by pychess.org, which counts ranks from 1, and by WinBoard, which counts them from 0."""

PHRASES = (
    r"(?:[^\W\d_]{1,6} ){0,2}(?:[1-9] )?(?i:tấn|tan|tiến|tien|lui|thoái|thoai|bình|binh|sang) [1-9](?![0-9.])"
    r"|[XPMTSBCKAEHNRxpmtsbckaehnr](?:[1-9]|[tsg][1-9]?) ?[-\u2010-\u2015\u2212.=+/] ?[1-9](?![0-9.])"
    r"|\w{2,3}?[進进退平][一二三四五六七八九１-９1-9]"
)
"""Pattern of moves that contain spaces, or that may follow each other without spaces."""


def file_names(notation: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the numbers of the files a to i as counted by Red and by Black, or None for ICCS, which uses letters."""
    if notation == "iccs":
        return None
    red, black = _CHINESE_NUMBERS if notation == "chinese" else ("123456789", "123456789")
    return tuple(reversed(red)), tuple(black)


class Way(NamedTuple):
    """The parts of a move in a notation other than ICCS.

    Attributes:
        kind: kind of the piece.
        file: file of the piece, 1 … 9 from the mover's right, or 0 if unspecified.
        place: place among the side's pieces of this kind on the file: ``+`` for the front, ``-`` for the rear, ``.``
            for the middle, or an empty string if unspecified.
        order: number of a pawn, counted from the front of its file. If the file is unspecified, all pawns that share a
            file are counted. The number is 0 if it is unspecified.
        direction: ``+`` for forward, ``-`` for back, ``=`` for sideways.
        number: file of the target, or number of steps.
    """

    kind: int
    file: int
    place: str
    order: int
    direction: str
    number: int


def file_of(side: int, cell: int) -> int:
    """Return the number of a cell's file, 1 … 9 from the right of ``side``."""
    return cell % 9 + 1 if side else 9 - cell % 9


def _rise(side: int, origin: int, target: int) -> int:
    rise = target // 9 - origin // 9
    return -rise if side else rise


def _cells_by_file(position: XiangqiPosition, side: int, kind: int) -> list[list[int]]:
    """Return the cells of a side's pieces of a kind, with one list for each file that has such pieces.

    The lists are ordered from the side's right, and the cells of each list from the front.
    """
    files: dict[int, list[int]] = {}
    for owner, each, cell in position.pieces:
        if (owner, each) == (side, kind):
            files.setdefault(file_of(side, cell), []).append(cell)
    return [sorted(files[file], reverse=side == 0) for file in sorted(files)]


def way_of(position: XiangqiPosition, move: int) -> tuple[Way, int, int]:
    """Return the parts of a legal move, and two counts for the choice of its text.

    The counts are the number of the side's pieces of this kind on the file of origin, and the number of files with
    several such pieces. For kings, advisers and elephants, which the notations do not distinguish, the counts are 1
    and 0.
    """
    origin, target = move & 255, move >> 8
    piece = position.piece_at(origin)
    assert piece is not None
    side, kind = piece
    rise = _rise(side, origin, target)
    direction = "+" if rise > 0 else "-" if rise < 0 else "="
    straight = rise and kind in (KING, ROOK, CANNON, PAWN)
    number = abs(rise) if straight else file_of(side, target)
    file = file_of(side, origin)
    if kind in (KING, ADVISER, ELEPHANT):
        return Way(kind, file, "", 0, direction, number), 1, 0
    files = _cells_by_file(position, side, kind)
    cells = next(cells for cells in files if origin in cells)
    crowded = sum(len(each) > 1 for each in files)
    order = cells.index(origin) + 1
    place = "" if len(cells) == 1 else "+" if order == 1 else "-" if order == len(cells) else "."
    return Way(kind, file, place, order, direction, number), len(cells), crowded


def format_move(position: XiangqiPosition, move: int, notation: str) -> str:
    """Return the text of a legal move in one of ``NOTATIONS``, or in ``simplified`` Chinese characters."""
    if notation == "simplified":
        return format_move(position, move, "chinese").translate(_SIMPLIFIED)
    origin, target = move & 255, move >> 8
    if notation == "iccs":
        return "".join(f"{'abcdefghi'[cell % 9]}{cell // 9}" for cell in (origin, target))
    way, count, crowded = way_of(position, move)
    if notation == "wxf":
        if count == 1:
            return f"{_WXF[way.kind]}{way.file}{way.direction}{way.number}"
        if count > 2 or crowded > 1:
            return f"{way.order}{way.file}{way.direction}{way.number}"
        return f"{_WXF[way.kind]}{way.place}{way.direction}{way.number}"
    if notation == "vietnamese":
        letter = _VIETNAMESE[way.kind]
        direction = {"+": ".", "-": "/", "=": "-"}[way.direction]
        if count == 1:
            who = f"{letter}{way.file}"
        elif count > 3:
            who = f"{letter}{way.order}{way.file}"
        else:
            who = letter + {"+": "t", "-": "s", ".": "g"}[way.place] + (str(way.file) if crowded > 1 else "")
        return f"{who}{direction}{way.number}"
    side = position.side
    numbers = _CHINESE_NUMBERS[side]
    letter = _CHINESE[side][way.kind]
    if count == 1:
        who = letter + numbers[way.file - 1]
    elif count > 3 or crowded > 1:
        who = _CHINESE_NUMBERS[0][_among_crowded(position, side).index(origin)] + letter
    else:
        who = {"+": "前", "-": "後", ".": "中"}[way.place] + letter
    return who + {"+": "進", "-": "退", "=": "平"}[way.direction] + numbers[way.number - 1]


def _among_crowded(position: XiangqiPosition, side: int) -> list[int]:
    """Return the cells of the pawns on files with several pawns.

    The cells are ordered by file from the side's right, and on each file from the front.
    """
    return [cell for cells in _cells_by_file(position, side, PAWN) if len(cells) > 1 for cell in cells]


def read_coordinates(text: str, base: int | None = None) -> tuple[int, int] | None:
    """Return the origin and the target of an ICCS move, or None if ``text`` is not an ICCS move.

    Ranks are counted from ``base``, which is 0 or 1. If it is None, they are counted from 0, or from 1 if one of them
    is 10.
    """
    match = _ICCS_MOVE.fullmatch(text.lower())
    if match is None:
        return None
    ranks = [int(match[2]), int(match[4])]
    base = int(10 in ranks) if base is None else base
    if not all(0 <= rank - base < 10 for rank in ranks):
        return None
    origin, target = (9 * (rank - base) + ord(match[i]) - ord("a") for i, rank in zip((1, 3), ranks, strict=True))
    return origin, target


def counts_of(texts: Sequence[str]) -> tuple[int, ...]:
    """Return from which numbers ranks can be counted in a record, 0 or 1, or an empty tuple if moves have no ranks."""
    matches = [_ICCS_MOVE.fullmatch(text.lower()) or _SAN_MOVE.fullmatch(text) for text in texts]
    ranks = {each for match in matches if match is not None for each in match.groups() if each in ("0", "10")}
    if not all(matches) or not matches or len(ranks) == 2:
        return ()
    return (0,) if "0" in ranks else (1,) if "10" in ranks else (0, 1)


def is_vietnamese(texts: Sequence[str]) -> bool:
    """Whether a record has moves with letters that only Vietnamese notation uses, or with Vietnamese words."""
    return any(re.match(r"(?:Tg|[XMTSxmts])[1-9tsg]|[^\W\d_]{2,}\s", text) for text in texts)


def read_san(position: XiangqiPosition, text: str, counts: Sequence[int] = (0, 1)) -> list[list[int]] | None:
    """Return the legal moves that ``text`` can mean in the notation of pychess.org and WinBoard, such as ``Che3``.

    The result has one list for each number of ``counts`` from which ranks can be counted, without a list for a count in
    which a rank would be off the board. It is None if ``text`` is not in this notation.
    """
    match = _SAN_MOVE.fullmatch(text)
    if match is None:
        return None
    letter = match[1] or "P"
    kind = _WXF.index({"B": "E", "N": "H"}.get(letter, letter))
    ranks = [int(each) for each in (match[3], match[5]) if each]
    found = []
    for base in counts:
        if not all(0 <= rank - base < 10 for rank in ranks):
            continue
        goal = 9 * (int(match[5]) - base) + ord(match[4]) - ord("a")
        moves = []
        for move in position.legal_moves():
            origin = move & 255
            if move >> 8 != goal or position.piece_at(origin) != (position.side, kind):
                continue
            if match[2] and origin % 9 != ord(match[2]) - ord("a"):
                continue
            if not match[3] or origin // 9 == int(match[3]) - base:
                moves.append(move)
        found.append(moves)
    return found


@cache
def _vietnamese() -> tuple[re.Pattern[str], dict[tuple[str, str], list[str]]]:
    """Return a pattern of moves in Vietnamese words, and the meanings of the words, also without diacritics."""
    meanings: dict[tuple[str, str], list[str]] = {}
    for entry in table("xiangqi_words"):
        word = entry["word"].casefold()
        for each in {word, fold(word)}:
            meanings.setdefault((entry["kind"], each), []).append(entry["meaning"])
    words = {
        kind: "|".join(
            re.escape(word) for each, word in sorted(meanings, key=lambda pair: -len(pair[1])) if each == kind
        )
        for kind in ("piece", "place", "direction")
    }
    place, piece, direction = words["place"], words["piece"], words["direction"]
    pattern = (
        rf"(?:(?P<lead>{place})\s+)?(?P<piece>{piece})\s*(?:(?P<place>{place})\s*)?(?P<digits>[1-9]{{0,2}})"
        rf"\s*(?P<direction>{direction})\s*(?P<number>[1-9])"
    )
    return re.compile(pattern), meanings


def _vietnamese_ways(text: str) -> Iterator[Way]:
    """Yield the possible readings of a move in Vietnamese words, or in Vietnamese letters with other signs."""
    pattern, meanings = _vietnamese()
    match = pattern.fullmatch(text.casefold())
    if match is None:
        return
    word, digits = match["lead"] or match["place"], match["digits"]
    if (match["lead"] and match["place"]) or not (word or digits) or (word and len(digits) > 1):
        return
    places = meanings["place", word] if word else [""]
    order = int(digits[0]) if len(digits) == 2 else 0
    for kind in meanings["piece", match["piece"]]:
        for place in places:
            for direction in meanings["direction", match["direction"]]:
                if not order or int(kind) == PAWN:
                    file = int(digits[-1:] or 0)
                    yield Way(int(kind), file, place, order, direction, int(match["number"]))


def ways(text: str) -> Iterator[Way]:
    """Yield the possible readings of ``text`` in Vietnamese, WXF and Chinese notation, in this order.

    Before the Chinese readings, there are those in Vietnamese words (``Pháo 2 bình 5``, ``resources/dialects``).
    """
    match = _VIETNAMESE_MOVE.fullmatch(text)
    if match is not None:
        kind = [letter.lower() for letter in _VIETNAMESE].index(match[1].lower())
        place = {"t": "+", "s": "-", "g": "."}.get((match[2] or "").lower(), "")
        file = int(match[3] or match[4] or match[6] or 0)
        direction = {".": "+", "/": "-", "-": "="}[match[7]]
        if not match[5] or kind == PAWN:
            yield Way(kind, file, place, int(match[5] or 0), direction, int(match[8]))
    match = _WXF_MOVE.fullmatch(text)
    if match is not None:
        letter = (match[2] or match[4] or "P").upper()
        kind = _WXF.index({"B": "E", "N": "H"}.get(letter, letter))
        where = match[5] or ""
        place = match[1] or ("" if where.isdigit() else where)
        file = int(match[3] or (where if where.isdigit() else match[7] or 0))
        # A dot is used for sideways in some records.
        direction = "=" if match[8] == "." else match[8]
        yield Way(kind, file, place, int(match[6] or 0), direction, int(match[9]))
    yield from _vietnamese_ways(text)
    match = _CHINESE_MOVE.fullmatch(text if text.isascii() else re.sub(r"\s", "", text))
    if match is not None:
        # 前七進一, an older form: the front pawn on file 7.
        kind = PAWN if match["place"] else _READ_CHINESE[match[2] or match[5]]
        place = _READ_PLACES.get(match[1] or match["place"] or "", "")
        file = int(_READ_NUMBERS.get(match[3] or match["file"] or "", "0"))
        order = int(_READ_NUMBERS.get(match[4] or "", "0"))
        if (file or place or order) and order <= 5:
            direction = _READ_DIRECTIONS[match["direction"]]
            yield Way(kind, file, place, order, direction, int(_READ_NUMBERS[match["number"]]))


def origins(position: XiangqiPosition, way: Way) -> list[int]:
    """Return the cells of the pieces of the side to move that ``way`` can specify.

    The pieces need not be able to make the move.
    """
    side = position.side
    found = []
    files = _cells_by_file(position, side, way.kind)
    for cells in files:
        count = len(cells)
        for order, cell in enumerate(cells, 1):
            if way.file and file_of(side, cell) != way.file:
                continue
            if way.place and count > 1:
                place = "+" if order == 1 else "-" if order == count else "."
                if place != way.place:
                    continue
            elif way.place:
                continue
            if way.order and way.file and order != way.order:
                continue
            found.append(cell)
    if way.order and not way.file:
        crowded = _among_crowded(position, side)
        return crowded[way.order - 1 : way.order]
    return found


def targets(side: int, way: Way, origin: int) -> list[int]:
    """Return a list with the target of ``way`` for a piece of ``side`` on ``origin``.

    The list is empty if a piece of this kind cannot move in this way.
    """
    row, column = origin // 9, origin % 9
    forward = -1 if side else 1
    sign = {"+": forward, "-": -forward, "=": 0}[way.direction]
    if sign and way.kind in (KING, ROOK, CANNON, PAWN):
        to_row, to_column = row + sign * way.number, column
    else:
        to_column = way.number - 1 if side else 9 - way.number
        run = abs(to_column - column)
        rise = {ADVISER: 1, ELEPHANT: 2, HORSE: 3 - run}.get(way.kind, 0)
        if (way.kind in (ADVISER, ELEPHANT, HORSE)) != (sign != 0):
            return []
        if way.kind == HORSE and run not in (1, 2):
            return []
        to_row = row + sign * rise
    return [9 * to_row + to_column] if 0 <= to_row < 10 else []
