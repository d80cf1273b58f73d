"""The rules of xiangqi (cờ tướng) with their options, and its position text and surface.

The king and the advisers move within the palace. Elephants move two steps diagonally on their side of the river, but
not over a piece on the cell in between (the eye). Horses move one step straight and one diagonally, but not over a
piece on the first cell (the leg). Rooks move along open lines. Cannons move as rooks but capture over exactly one
piece. Pawns move forward and, after crossing the river, also sideways. Kings may not face each other on an open file. A
side without a legal move loses, whether it is in check or not.

The rule of repetition (``repetition=asian``) is simplified from the Asian rules. At the third occurrence of a position,
all moves since the first occurrence are judged. A side that gave check with every move loses, unless both sides did,
which is a draw. Otherwise a side that chased the same unprotected piece with every move loses, unless both sides did.
All other repetitions are draws.

A move *chases* a piece if its side could take the piece with the next move without being retaken, but could not do so
before the move. Kings and pawns do not chase. Kings, and pawns on their side of the river, are not chased. A piece does
not chase a piece of its kind, because it offers an exchange. A rook attacked by a horse or a cannon counts as
unprotected. Threats of mate are not considered.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import ClassVar

from engine.core.cells import Cells, read_numbers, read_turn
from engine.core.dialects import plain
from engine.core.endings import LONGEST, Endings, Horizon, mirrored
from engine.core.errors import IllegalMoveError, KyVienError, NotationError, PositionError
from engine.core.game import Game, MeasuredStrength, MoveStyle, plies_read, register
from engine.core.inputs import Inputs
from engine.core.language import Plural, language, mark
from engine.core.options import option
from engine.core.outcome import Player
from engine.core.refinements import NO_THREATS, ONLY_ACYCLIC
from engine.core.surface import (
    SLATE,
    BoardColors,
    Counter,
    MoveShape,
    Ornament,
    PieceKind,
    Setup,
    Surface,
    Tally,
)
from engine.core.values import Value
from engine.games.xiangqi import notation as notation_of_moves
from engine.games.xiangqi.notation import ADVISER, CANNON, ELEPHANT, HORSE, KING, PAWN, ROOK
from engine.games.xiangqi.position import XiangqiPosition, is_attacked

COLUMNS, ROWS = 9, 10
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
LETTERS = "KABNRCP"
"""Letters of the kinds king, adviser, elephant, horse, rook, cannon, pawn in position texts."""


def _mirrored(cells: frozenset[int]) -> frozenset[int]:
    return frozenset(89 - cell for cell in cells)


_NAMES = (
    ("Red general", "Red adviser", "Red elephant", "Red horse", "Red chariot", "Red cannon", "Red soldier"),
    (
        "Black general",
        "Black adviser",
        "Black elephant",
        "Black horse",
        "Black chariot",
        "Black cannon",
        "Black soldier",
    ),
)
"""English names of the pieces. They differ from the names in chess, because their translations differ."""

_LIMITS = (1, 2, 2, 2, 2, 2, 5)
_PALACE = frozenset(9 * row + column for row in range(3) for column in (3, 4, 5))
_PLACES: tuple[frozenset[int] | None, ...] = (
    _PALACE,
    frozenset((3, 5, 13, 21, 23)),
    frozenset((2, 6, 18, 22, 26, 38, 42)),
    None,
    None,
    None,
    frozenset(cell for cell in range(27, 90) if cell >= 45 or cell % 9 % 2 == 0),
)
"""The cells that Red's pieces of each kind can reach, or None for all."""

_LINES = (
    *((9 * row, 9 * row + 8) for row in range(10)),
    (0, 81),
    (8, 89),
    *((column + row, column + row + 36) for column in range(1, 8) for row in (0, 45)),
    *((corner, corner + step) for corner, step in ((3, 20), (5, 16), (66, 20), (68, 16))),
)
_TICKED = frozenset((19, 25, 64, 70, *range(27, 36, 2), *range(54, 63, 2)))
_RIVER = (Ornament("river-left", 37, 48), Ornament("river-right", 41, 52))

_CHARACTERS = ("帥仕相傌俥炮兵", "將士象馬車砲卒")


def _kind(side: int, kind: int) -> PieceKind:
    cells = _PLACES[kind]
    return PieceKind(
        id=f"{'rb'[side]}{LETTERS[kind].lower()}",
        name=_NAMES[side][kind],
        player=Player(side),
        label=_CHARACTERS[side][kind],
        limit=_LIMITS[kind],
        cells=cells if cells is None or side == 0 else _mirrored(cells),
    )


def _name_of(kind: PieceKind) -> KyVienError:
    """Return the name of a piece for use in the text of an error. The name is translated together with the error."""
    return KyVienError(kind.name)


_KINDS = tuple(_kind(side, kind) for side in (0, 1) for kind in range(7))
_BY_ID = {kind.id: (index // 7, index % 7) for index, kind in enumerate(_KINDS)}
_ALLOWED = {kind.id: kind.cells or frozenset(range(COLUMNS * ROWS)) for kind in _KINDS}
_CELLS = Cells(
    "abcdefghi", ROWS, dict(zip((kind.id for kind in _KINDS), LETTERS + LETTERS.lower(), strict=True)), first=0,
    aliases={"H": "rn", "h": "bn", "E": "rb", "e": "bb"},
    wrong_rows=Plural(
        "position: expected {count} rank, found {found}", "position: expected {count} ranks, found {found}"
    ),
    wrong_sign=mark(
        "position, rank {row}: {text!r} is not a piece (K A B N R C P, lower case for Black) or a number of empty "
        "points"
    ),
    wrong_row=Plural(
        "position, rank {row}: {count} point instead of {columns}",
        "position, rank {row}: {count} points instead of {columns}",
    ),
)  # fmt: skip
square = _CELLS.name


_NOTATIONS = {
    "vietnamese": mark("Vietnamese (P2-5)"),
    "wxf": mark("WXF (C2=5)"),
    "chinese": mark("Chinese (炮二平五)"),
    "iccs": mark("ICCS (h2e2)"),
}
_USUAL = {"vi": "vietnamese", "en": "wxf"}
"""The usual notation in each language (``engine.core.language.LANGUAGES``). It is used if the rules name none."""

_LOOKS = {"characters": mark("Characters"), "pictures": mark("Pictures")}


class Rules(Value):
    """The options of xiangqi."""

    repetition: str = option(
        "asian",
        "The third repetition: perpetual check or chase loses (asian), always a draw, or no rule",
        label="Repetition",
        choices=("asian", "draw", "none"),
        texts=(mark("Asian rules"), mark("Draw"), mark("Not counted")),
    )
    no_capture: int | None = option(
        120,
        "Plies without a capture that make a draw",
        label="Plies without capture",
        minimum=40,
        maximum=300,
        none="none",
        unit=Plural("ply", "plies"),
    )
    notation: str = option(
        "language",
        "How moves are shown: P2-5, C2=5, 炮二平五 or h2e2",
        label="Notation",
        choices=("language", *_NOTATIONS),
        texts=(mark("By language (C2=5)"), *_NOTATIONS.values()),
    )
    look: str = option(
        "characters",
        "Pieces with characters, or with pictures",
        label="Board style",
        choices=_LOOKS,
        texts=_LOOKS.values(),
    )


_COLORS = BoardColors("#EFD9AE", "#EFD9AE", "#5A4528", "#A98550", "#A8321F", SLATE)


@register
class Xiangqi(Game[XiangqiPosition]):
    """Xiangqi under the given rules."""

    name: ClassVar[str] = "xiangqi"
    is_players_game: ClassVar[bool] = True
    implied_by: ClassVar[frozenset[str]] = frozenset({"ubb", "xqf"})
    title: ClassVar[str] = "Xiangqi"
    sides: ClassVar[tuple[str, str]] = ("Red", "Black")
    Rules: ClassVar[type] = Rules
    unsuitable: ClassVar = {"answers": NO_THREATS, "threat_extension": NO_THREATS, "threat_proof": ONLY_ACYCLIC}
    # The value of a piece says less here than in chess: cannons and sacrifices win against a king that cannot run.
    # Pruning by it harms (400 games each at 5,000 nodes): see ``results/refinements`` in ``examples/strength``.
    # With the exemption of checks and without razoring, 58 instead of 36 of 60 forced wins are found with 3,000 nodes.
    search_values: ClassVar = {
        **dict.fromkeys(("short_quiescence", "delta", "exchange_pruning", "razoring"), False),
        "danger_exemption": True,
    }
    presets: ClassVar = {"Châu Á": {}, "Lặp là hòa": {"repetition": "draw"}}
    preset_titles: ClassVar[Mapping[str, str]] = {
        "Châu Á": mark("Asian rules"), "Lặp là hòa": mark("Repetition is a draw"),
    }  # fmt: skip
    notations: ClassVar[tuple[str, ...]] = notation_of_moves.NOTATIONS
    looks: ClassVar[Mapping[str, str]] = {"characters": "xiangqi", "pictures": "xiangqi-pictures"}
    display_titles: ClassVar[Mapping[str, str]] = {**_NOTATIONS, **_LOOKS}
    # PGN of xiangqi as described by xqbase.com; records have WXF moves (``format_move``).
    record_tags: ClassVar[Mapping[str, str]] = {"Game": "Chinese Chess", "Format": "WXF"}
    record_notation: ClassVar[str] = "wxf"
    record_languages: ClassVar[Mapping[str, str]] = {
        "simplified": mark("PGN in simplified Chinese"), "traditional": mark("PGN in traditional Chinese"),
    }  # fmt: skip
    # One ply ahead seldom finds a mate: against random moves it has 83 % of the points.
    beginner_depth: ClassVar = 2
    level_nodes: ClassVar = (6_000, 40_000)
    # Row ``xiangqi-fairy-cpu`` of ``examples/strength/results/xiangqi.md``: 88.5 % of 200 games.
    measured: ClassVar = MeasuredStrength("Fairy-Stockfish", None, 0.1)
    letters: ClassVar[frozenset[str]] = notation_of_moves.LETTERS
    phrases: ClassVar[str] = notation_of_moves.PHRASES
    counters: ClassVar[tuple[Counter, ...]] = (
        Counter("since_capture", "Plies since the last capture", 0, 9999),
        Counter("number", "Move number", 1, 9999),
    )

    # --- other programs -------------------------------------------------------------------------------------------

    # Options of Pikafish, which plays xiangqi only and has no option UCI_Variant.
    uci_signs = frozenset({"Sixty Move Rule", "Repetition Rule"})

    def protocol_rules(self, protocol: str) -> Mapping[str, str] | None:
        """Return the variant for UCI and UCCI, which have no options for repetition, or None for other protocols."""
        return {"variant": "xiangqi"} if protocol in ("uci", "ucci") else None

    def record_rules(self, format: str) -> Mapping[str, str] | None:
        """Return an empty mapping for UBB and XQF, which have no fields for rules, or None for other formats."""
        return {} if format in ("ubb", "xqf") else None

    # --- positions ------------------------------------------------------------------------------------------------

    def start(self) -> XiangqiPosition:
        """Return the initial position with Red to move."""
        return _start(self)

    def _read(self, text: str) -> Setup:
        fields = text.split()
        if not fields:
            raise NotationError("empty position: expected ranks and side to move")
        if len(fields) > 6:
            raise NotationError(
                "position {text!r}: expected at most 6 fields (ranks, side, two dashes, plies since the last capture, "
                "move number), found {count}",
                text=text,
                count=len(fields),
            )
        pieces = _CELLS.read(fields[0])
        turn = read_turn("w" if len(fields) == 1 or fields[1] == "r" else fields[1], "wb")
        for word in fields[2:4]:
            if word != "-":
                raise NotationError("position: expected a dash, found {text!r}", text=word)
        numbers = read_numbers(self.counters, fields[4:])
        return Setup(pieces, turn, numbers | {"number": max(1, numbers["number"])})

    def format_position(self, position: XiangqiPosition) -> str:
        """Return a position as a FEN as in UCCI.

        The fields are the ranks from 9 to 0, separated by ``/``, the side to move (``w`` or ``b``), two dashes, the
        plies since the last capture, and the move number. Only the ranks are required in a text that is read. There,
        ``h`` and ``e`` are synonyms of ``n`` and ``b``, and ``r`` of ``w``.
        """
        board = _CELLS.write(self._pieces(position))
        return f"{board} {'wb'[position.side]} - - {position.plies_since_capture} {position.number}"

    @staticmethod
    def _pieces(position: XiangqiPosition) -> dict[int, str]:
        return {cell: _KINDS[7 * side + kind].id for side, kind, cell in position.pieces}

    def setup(self, position: XiangqiPosition) -> Setup:
        """Return the pieces, the side to move and the counters."""
        numbers = {"since_capture": position.plies_since_capture, "number": position.number}
        return Setup(self._pieces(position), position.turn, numbers)

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return the faults of a set-up.

        Faults are unknown or misplaced pieces, too many pieces of a kind, a missing king, kings that face each other, a
        check to the side that is not to move, and counters out of range.
        """
        kinds = {kind.id: kind for kind in _KINDS}
        counts = dict.fromkeys(kinds, 0)

        def fault(cell: int, piece: str) -> KyVienError | None:
            counts[piece] += 1
            return None if cell in _ALLOWED[piece] else self._misplaced(kinds[piece], cell)

        faults = _CELLS.faults(setup, kinds, fault)
        for kind in _KINDS:
            limit = kind.limit or 0
            if counts[kind.id] > limit:
                faults.append(
                    PositionError(
                        "{count} × {piece}: at most {limit}", count=counts[kind.id], piece=_name_of(kind), limit=limit
                    )
                )
        for piece in ("rk", "bk"):
            if counts[piece] == 0:
                faults.append(PositionError("{piece} is missing", piece=_name_of(kinds[piece])))
        faults += self.counter_faults(setup)
        if faults:
            return faults
        kings = sorted(cell for cell, piece in setup.pieces.items() if piece[1] == "k")
        if (kings[1] - kings[0]) % COLUMNS == 0 and not any(
            cell in setup.pieces for cell in range(kings[0] + COLUMNS, kings[1], COLUMNS)
        ):
            faults.append(PositionError("the kings face each other on an open file"))
        elif is_attacked(self._placed(setup), int(setup.turn.other)):
            faults.append(
                PositionError(
                    "{side} is in check, but it is the other side's move",
                    side=KyVienError(self.sides[setup.turn.other]),
                )
            )
        return faults

    @staticmethod
    def _misplaced(kind: PieceKind, cell: int) -> KyVienError:
        if kind.id[1] in "ka":
            return PositionError(
                "{piece} on {square}: this is outside its palace", piece=_name_of(kind), square=square(cell)
            )
        if kind.id[1] == "b":
            return PositionError(
                "{piece} on {square}: an elephant cannot reach this point", piece=_name_of(kind), square=square(cell)
            )
        return PositionError(
            "{piece} on {square}: a pawn cannot reach this point (it moves neither back nor sideways before the river)",
            piece=_name_of(kind),
            square=square(cell),
        )

    @staticmethod
    def _placed(setup: Setup) -> list[tuple[int, int, int]]:
        return [(*_BY_ID[piece], cell) for cell, piece in sorted(setup.pieces.items())]

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> XiangqiPosition:
        """Return the position of a set-up.

        ``history`` contains the number of plies since the last capture, and then the moves since the last capture.
        """
        numbers = [setup.counters.get(counter.name, counter.minimum) for counter in self.counters]
        pieces, before = self._placed(setup), dict(setup.pieces)
        for move in reversed(history[1:]):
            piece = before.pop(move >> 8, "")
            if piece not in _ALLOWED or (move & 255) not in _ALLOWED[piece]:
                raise ValueError(f"move {move} does not lead to this position")
            before[move & 255] = piece
        repetition = ("none", "asian", "draw").index(self.rules.repetition)
        return XiangqiPosition(
            self, pieces, int(setup.turn), repetition, self.rules.no_capture or 0, numbers[0], numbers[1], history[1:]
        )

    # --- moves ----------------------------------------------------------------------------------------------------

    def format_move(self, position: XiangqiPosition, move: int, style: MoveStyle = "record") -> str:
        """Return the text of a move.

        Coordinates are those of ICCS (``h2e2``), and records use WXF. The rules select the notation for display, by
        default the usual one in the current language.
        """
        return self.notate(position, move, {"coordinates": "iccs", "record": self.record_notation}.get(style, ""))

    def recorded_in(self, language: str) -> "Xiangqi":
        """Return the game whose records have moves in Chinese characters, ``simplified`` or ``traditional``."""
        return {"simplified": _Simplified, "traditional": _Traditional}[language](self.rules)

    def notate(self, position: XiangqiPosition, move: int, notation: str = "") -> str:
        """Return the text of a legal move in one of ``notations``.

        An empty ``notation`` selects the notation for display.
        """
        return notation_of_moves.format_move(position, move, notation or self._shown())

    def file_names(self, notation: str = "") -> tuple[tuple[str, ...], tuple[str, ...]] | None:
        """Return the numbers of the files for Red and for Black, or None for ICCS, which uses letters.

        Each side counts from its right. An empty ``notation`` selects the notation for display.
        """
        return notation_of_moves.file_names(notation or self._shown())

    def _shown(self) -> str:
        """Return the notation for display: that of the rules, or the usual one in the current language."""
        chosen: str = self.rules.notation
        return _USUAL.get(language(), "wxf") if chosen == "language" else chosen

    def parse_move(self, position: XiangqiPosition, text: str) -> int:
        """Parse a move in any notation.

        Raises:
            NotationError: if the text is not a move.
            IllegalMoveError: if the move is illegal.
        """
        return self._parse(position, text)

    def move_reader(self, start: XiangqiPosition, texts: Sequence[str]) -> Callable[[XiangqiPosition, str], int]:
        """Return a function that parses the moves of a record.

        All moves of the record decide whether ranks are counted from 0 or from 1, as by pychess.org, and whether the
        letter C is a cannon or a Vietnamese pawn.
        """
        words = [plain(text).strip() for text in texts]
        found = notation_of_moves.counts_of(words)
        if len(found) == 2:
            plies = [plies_read(start, words, partial(self._parse, base=base)) for base in found]
            found = () if plies[0] == plies[1] else (int(plies[1] > plies[0]),)
        base = found[0] if found else None
        is_vietnamese = notation_of_moves.is_vietnamese(words)
        return lambda position, text: self._parse(position, text, base, is_vietnamese)

    def _parse(self, position: XiangqiPosition, text: str, base: int | None = None, is_vietnamese: bool = False) -> int:
        """Parse a move of a record of which is known how it counts ranks, and in which language it is.

        Args:
            position: the position before the move.
            text: the move.
            base: the number of the first rank, 0 or 1, or None if it is unknown.
            is_vietnamese: whether the letters are those of Vietnamese notation.

        Raises:
            NotationError: if the text is not a move.
            IllegalMoveError: if the move is illegal.
        """
        if base != 1 and (called := position.plain_move(text)) >= 0:
            return called
        word = plain(text).strip()
        pair = notation_of_moves.read_coordinates(word, base)
        ways = [] if pair else list(notation_of_moves.ways(word))
        counts = (0, 1) if base is None else (base,)
        readings = None if pair or ways else notation_of_moves.read_san(position, word, counts)
        # C is a cannon in WXF, where a dot is sideways in some records, and a pawn in Vietnamese.
        is_open = bool(re.fullmatch(r"[Cc][1-9]\.[1-9]", word))
        if is_open and is_vietnamese:
            ways = [way for way in ways if way.kind == PAWN]
        if pair is None and not ways and readings is None:
            raise NotationError("{text!r} is not a move such as P2-5, C2=5, 炮二平五 or h2e2", text=word)
        if not position.has_legal_move():
            raise IllegalMoveError("{text}: the game is over", text=word)
        legal = set(position.legal_moves())
        if pair is not None:
            origin, target = pair
            met = position.piece_at(origin)
            if met is None:
                raise IllegalMoveError("{text}: {square} is empty", text=word, square=square(origin))
            if met[0] != position.side:
                raise IllegalMoveError(
                    "{text}: the piece on {square} is not the mover's", text=word, square=square(origin)
                )
            if origin | target << 8 not in legal:
                raise IllegalMoveError("{text}: {reason}", text=word, reason=self._refusal(position, origin, target))
            return origin | target << 8
        if readings is not None:
            return self._only(word, readings)
        reason: KyVienError | None = None
        chosen: set[int] = set()
        for way in ways:
            cells = notation_of_moves.origins(position, way)
            paths = [(cell, target) for cell in cells for target in notation_of_moves.targets(position.side, way, cell)]
            found = [origin | target << 8 for origin, target in paths if origin | target << 8 in legal]
            if len(found) == 1:
                chosen.add(found[0])
                if not is_open:
                    break
            if reason is not None:
                continue
            if found:
                reason = IllegalMoveError("several pieces can make this move")
            elif not cells:
                reason = IllegalMoveError("no piece matches this notation")
            elif not paths:
                reason = IllegalMoveError("the piece cannot move in this way")
            else:
                reason = self._refusal(position, *paths[0])
        if len(chosen) == 1:
            return chosen.pop()
        if chosen:
            reason = IllegalMoveError("several pieces can make this move")
        raise IllegalMoveError("{text}: {reason}", text=word, reason=reason)

    @staticmethod
    def _only(word: str, readings: list[list[int]]) -> int:
        """Return the only legal move of several readings of a text.

        Raises:
            IllegalMoveError: if there is no such move, or more than one.
        """
        moves = {move for each in readings for move in each}
        if len(moves) == 1:
            return moves.pop()
        reason = IllegalMoveError("the piece cannot move in this way")
        if moves:
            reason = IllegalMoveError("several pieces can make this move")
            if all(len(each) == 1 for each in readings):
                reason = IllegalMoveError("the ranks can be counted from 0 or from 1")
        raise IllegalMoveError("{text}: {reason}", text=word, reason=reason)

    def _refusal(self, position: XiangqiPosition, origin: int, target: int) -> KyVienError:
        """Return an error with the reason why the mover's piece on ``origin`` may not move to ``target``."""
        side, kind = position.piece_at(origin) or (0, 0)
        met = position.piece_at(target)
        rise, run = target // COLUMNS - origin // COLUMNS, target % COLUMNS - origin % COLUMNS
        reach = sorted((abs(rise), abs(run)))
        if met is not None and met[0] == side:
            return IllegalMoveError("{square} is occupied by a piece of the same side", square=square(target))
        places = _KINDS[7 * side + kind].cells
        # An adviser that moves straight may stay in the palace: that is another reason.
        leaves = kind == KING or (kind == ADVISER and reach == [1, 1])
        if leaves and places is not None and target not in places:
            return IllegalMoveError("{square} is outside the palace", square=square(target))
        if kind in (ROOK, CANNON) and reach[0] == 0 < reach[1]:
            step = (rise > 0) * COLUMNS - (rise < 0) * COLUMNS + (run > 0) - (run < 0)
            between = [cell for cell in range(origin + step, target, step) if position.piece_at(cell) is not None]
            if kind == CANNON and met is not None:
                if len(between) != 1:
                    return IllegalMoveError("a cannon captures over exactly one piece, not {count}", count=len(between))
            elif between:
                return IllegalMoveError("the piece on {square} is in the way", square=square(between[0]))
        elif kind == HORSE and reach == [1, 2]:
            leg = origin + (COLUMNS * (rise // 2) if abs(rise) == 2 else run // 2)
            if position.piece_at(leg) is not None:
                return IllegalMoveError("the horse is blocked by the piece on {square}", square=square(leg))
        elif kind == ELEPHANT and reach == [2, 2]:
            if (origin < 45) != (target < 45):
                return IllegalMoveError("an elephant does not cross the river")
            eye = (origin + target) // 2
            if position.piece_at(eye) is not None:
                return IllegalMoveError("the elephant is blocked by the piece on {square}", square=square(eye))
        elif kind == PAWN and reach == [0, 1]:
            if rise and (rise > 0) != (side == 0):
                return IllegalMoveError("a pawn does not move back")
            if not rise and (origin < 45) == (side == 0):
                return IllegalMoveError("a pawn moves sideways only after crossing the river")
        elif not (kind == KING and reach == [0, 1]) and not (kind == ADVISER and reach == [1, 1]):
            return IllegalMoveError("the piece cannot move in this way")
        return IllegalMoveError("the king could be taken")

    # --- the picture ----------------------------------------------------------------------------------------------

    def surface(self, position: XiangqiPosition) -> Surface:
        """Return the board of points with the river and the palaces."""
        return Surface(
            theme=self.looks[self.rules.look],
            colors=_COLORS,
            style="points",
            columns=COLUMNS,
            rows=ROWS,
            column_names=tuple("abcdefghi"),
            row_names=tuple("0123456789"),
            kinds=_KINDS,
            pieces=self._pieces(position),
            lines=_LINES,
            ticked=_TICKED,
            ornaments=_RIVER,
        )

    def shape(self, position: XiangqiPosition, move: int) -> MoveShape:
        """Return a shape with the origin, the target and, for a capture, the captured cell."""
        origin, target = move & 255, move >> 8
        return MoveShape(move, origin, target, () if position.piece_at(target) is None else (target,))

    def tallies(self, position: XiangqiPosition) -> list[Tally]:
        """Return a tally of the pieces that each side has taken.

        The pieces taken are those missing from the opponent's full set.
        """
        present = list(self._pieces(position).values())
        taken = tuple(
            tuple(
                kind.id
                for kind in _KINDS[7 * (1 - side) : 7 * (1 - side) + 7]
                for _ in range((kind.limit or 0) - present.count(kind.id))
            )
            for side in (0, 1)
        )
        return [Tally("Taken", (len(taken[0]), len(taken[1])), None, (taken[0], taken[1]))]

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return the identity and the exchange of left and right."""
        return tuple(range(90)), mirrored(COLUMNS, ROWS)

    def _inputs(self) -> Inputs:
        """Return the inputs of networks."""
        slots = [kind for kind, limit in enumerate(_LIMITS) for _ in range(limit)]
        codes = {side << 4 | slot: 7 * side + kind for side in Player for slot, kind in enumerate(slots)}
        return Inputs(self.surface(self.start()), self.symmetries(), codes=codes)

    def endings(self) -> Endings | None:
        """Return the pieces and symmetries for tables of endings."""
        from engine.games.xiangqi.endings import ENDINGS

        return ENDINGS

    def ending_horizon(self, position: XiangqiPosition) -> Horizon:
        """Return the plies left until the limit without a capture, or 0 if a repetition can soon end the game.

        On its way to the end, the winner of a table never returns to a position. Under the Asian rules a draw of the
        table can be a win.
        """
        waited = position.plies_since_capture
        draws = bool(self.rules.repetition != "asian")
        if self.rules.repetition != "none" and position.occurrences_within(waited) >= 2:
            return Horizon(0, draws)
        limit = self.rules.no_capture
        return Horizon(LONGEST if limit is None else max(0, limit - waited), draws)

    def checked(self, position: XiangqiPosition) -> tuple[int, ...]:
        """Return a tuple with the cell of the king of the side to move if it is in check, or an empty tuple."""
        if not position.in_check:
            return ()
        return tuple(cell for side, kind, cell in position.pieces if (side, kind) == (position.side, KING))

    def attacks(self, position: XiangqiPosition, player: Player) -> list[MoveShape]:
        """Return the captures that ``player`` could make if it were that player's turn.

        The list is empty if ``player`` is not to move and gives check.
        """
        if player != position.turn:
            setup = self.setup(position)
            turned = Setup(setup.pieces, player, setup.counters)
            if self.faults(turned):
                return []
            position = self._build(turned)
        return [self.shape(position, move) for move in position.noisy_moves()]


@lru_cache(maxsize=64, typed=True)
def _start(game: Xiangqi) -> XiangqiPosition:
    """Return the initial position of a game. Each record that is read begins there."""
    return game.parse_position(START)


class _Traditional(Xiangqi):
    """Xiangqi with records in traditional Chinese characters."""

    record_tags: ClassVar[Mapping[str, str]] = {"Game": "Chinese Chess", "Format": "Chinese"}
    record_notation: ClassVar[str] = "chinese"


class _Simplified(_Traditional):
    """Xiangqi with records in simplified Chinese characters."""

    record_notation: ClassVar[str] = "simplified"
