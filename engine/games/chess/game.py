"""Chess: rules and their options, notation, pictures.

Rules: FIDE Laws of Chess taking effect from 1 January 2023. Draws that players must claim there (threefold repetition,
9.2; fifty moves, 9.3) end the game by themselves here, unless the options ask for the draws that no one need claim
(fivefold, seventy-five moves, 9.6). Mate and stalemate come before them. Insufficient material: bare kings, one knight
or bishop alone, bishops that all stand on squares of one colour.

Chess960: guidelines II of the same Laws; starting positions by Scharnagl's numbers, 518 is the usual one.
Positions: FEN and X-FEN (Forsyth–Edwards, PGN specification 16.1), the en passant square only where a capture there is
legal. Moves: SAN (PGN specification 8.2.3), read leniently, and UCI's coordinates.
"""

import re
from collections import Counter as Bag
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.core.errors import IllegalMoveError, KyVienError, NotationError, PositionError
from engine.core.game import Game, MoveStyle, register
from engine.core.language import mark, tr
from engine.core.options import build_options, option
from engine.core.outcome import Outcome, Player, Termination
from engine.core.surface import (
    SHELL,
    SLATE,
    BoardColors,
    Counter,
    MoveShape,
    PieceKind,
    Setup,
    Surface,
    Tally,
)
from engine.games.chess.position import ChessPosition

FILES = "abcdefgh"
LETTERS = "PNBRQK"
PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)
NAMES = (mark("pawn"), mark("knight"), mark("bishop"), mark("rook"), mark("queen"), mark("king"))
VALUES = (1, 3, 3, 5, 9, 0)
"""What a captured piece counts beside the board."""

RIGHTS = ("white_short", "white_long", "black_short", "black_long")
USUAL_START = 518

_IDS = {kind | side << 3: f"{'wb'[side]}{letter.lower()}" for side in (0, 1) for kind, letter in enumerate(LETTERS)}
_PIECES = {name: piece for piece, name in _IDS.items()}
_SYMBOLS = {piece: LETTERS[piece & 7].lower() if piece >> 3 else LETTERS[piece & 7] for piece in _IDS}
_READ = {symbol: _IDS[piece] for piece, symbol in _SYMBOLS.items()}
_KINDS = tuple(
    PieceKind(
        id=_IDS[kind | side << 3],
        name=f"{colour} {NAMES[kind]}",
        player=Player(side),
        label=_SYMBOLS[kind | side << 3],
        limit={PAWN: 8, KING: 1}.get(kind),
        cells=frozenset(range(8, 56)) if kind == PAWN else None,
    )
    for side, colour in ((0, "White"), (1, "Black"))
    for kind in (KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN)
)
_MOVE = re.compile(
    r"""(?P<piece>[KQRBNP])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<sign>[-x:])?(?P<target>[a-h][1-8])
        (?:\s*e\.?p\.?)?(?:[=/]?\(?(?P<promotion>[QRBNqrbnK])\)?)?\s*(?:[+\#]|\+\+)?\s*[!?]{0,2}""",
    re.VERBOSE,
)
_CASTLING = re.compile(r"(?P<short>[Oo0]-?[Oo0])(?P<long>-?[Oo0])?\s*[+#]?\s*[!?]{0,2}")
_KNIGHTS = [(a, b) for a in range(5) for b in range(a + 1, 5)]


def square(cell: int) -> str:
    """The name of a square: ``e4``."""
    return f"{FILES[cell & 7]}{(cell >> 3) + 1}"


def back_rank(number: int) -> str:
    """The pieces on White's first rank of the Chess960 start ``number`` (0 to 959): ``RNBQKBNR`` for 518."""
    rank = [""] * 8
    number, light = divmod(number, 4)
    rank[2 * light + 1] = "B"
    number, dark = divmod(number, 4)
    rank[2 * dark] = "B"
    number, queen = divmod(number, 6)
    rank[[i for i in range(8) if not rank[i]][queen]] = "Q"
    empty = [i for i in range(8) if not rank[i]]
    for knight in _KNIGHTS[number]:
        rank[empty[knight]] = "N"
    for piece in "RKR":
        rank[rank.index("")] = piece
    return "".join(rank)


@dataclass(frozen=True, slots=True)
class Rules:
    """What players agree on before a game."""

    chess960: int | None = option(
        None,
        "Number of the Chess960 starting position, with the castling of Chess960 (518: the usual pieces)",
        label="Chess960",
        minimum=0,
        maximum=959,
        none="none",
    )
    repetition: str = option(
        "threefold",
        "How often a position stands on the board until the game is drawn: three times, or five",
        label="Repetition",
        choices=("threefold", "fivefold"),
    )
    no_progress: str = option(
        "fifty",
        "Moves of each side without a capture or a pawn's move that draw: fifty, or seventy-five",
        label="Moves without progress",
        choices=("fifty", "seventy-five"),
    )


def _counters(rules: Rules) -> tuple[Counter, ...]:
    names = (
        mark("White castles short"),
        mark("White castles long"),
        mark("Black castles short"),
        mark("Black castles long"),
    )
    files = (
        mark("White's rook to castle short: file (1–8, 0: none)"),
        mark("White's rook to castle long: file (1–8, 0: none)"),
        mark("Black's rook to castle short: file (1–8, 0: none)"),
        mark("Black's rook to castle long: file (1–8, 0: none)"),
    )
    free = rules.chess960 is not None
    return (
        *(
            Counter(name, (files if free else names)[i], 0, 8 if free else 1, Player(i >> 1), keyed=True)
            for i, name in enumerate(RIGHTS)
        ),
        Counter("en_passant", "En passant on file (1–8, 0: none)", 0, 8, keyed=True),
        Counter("waited", "Plies since a capture or a pawn's move", 0, 9999),
        Counter("number", "Move number", 1, 9999),
    )


_COLORS = BoardColors("#EFE6D6", "#9C7B5B", "#7C5F43", "#7C5F43", SHELL, SLATE, first_ink=SLATE)


@register
class Chess(Game):
    """Chess under given rules."""

    name: ClassVar[str] = "chess"
    implied_by: ClassVar[frozenset[str]] = frozenset({"pgn", "uci"})
    aliases: ClassVar[tuple[str, ...]] = ("Standard", "From Position")
    title: ClassVar[str] = "Chess"
    sides: ClassVar[tuple[str, str]] = ("White", "Black")
    Rules: ClassVar[type] = Rules
    presets: ClassVar = {
        "FIDE": {},
        "FIDE 9.6": {"repetition": "fivefold", "no_progress": "seventy-five"},
        "Chess960": {"chess960": USUAL_START},
    }
    counters: ClassVar[tuple[Counter, ...]] = _counters(Rules())

    def __init__(self, rules: Any = None) -> None:
        super().__init__(rules)
        self.is_960 = self.rules.chess960 is not None
        self.counters = _counters(self.rules)  # type: ignore[misc]  # Chess960 also names the rooks
        self.draws = (
            100 if self.rules.no_progress == "fifty" else 150,
            3 if self.rules.repetition == "threefold" else 5,
        )

    # --- other programs -------------------------------------------------------------------------------------------

    def protocol_rules(self, protocol: str) -> Mapping[str, str] | None:
        """UCI names the variant, and whether castling is that of Chess960."""
        if protocol != "uci":
            return None
        return {"variant": "chess"} | ({"chess960": "true"} if self.is_960 else {})

    def with_protocol_rules(self, protocol: str, words: Mapping[str, str]) -> Game:
        """Castling as in Chess960, or not; the position comes with the game."""
        values = dict(words)
        is_960 = values.pop("chess960", "true" if self.is_960 else "false") == "true"
        game = super().with_protocol_rules(protocol, values)
        if is_960 == self.is_960:
            return game
        return type(self)(build_options(self.Rules, {"chess960": USUAL_START if is_960 else None}, self.rules))

    # --- positions ------------------------------------------------------------------------------------------------

    def start(self) -> ChessPosition:
        """The usual pieces, or those of a Chess960 number; White to move."""
        rank = back_rank(self.rules.chess960 if self.is_960 else USUAL_START)
        return self.parse_position(f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w KQkq - 0 1")

    def parse_position(self, text: str) -> ChessPosition:
        """FEN: ranks 8 → 1 with ``/``, side ``w``/``b``, castling rights, en passant square, plies, move number.

        The last two fields may be missing, the two before them as well (no rights, no square). In Chess960 a right may
        be the letter of the rook's file (Shredder-FEN); K, Q name the outermost rook (X-FEN).
        """
        return self.compose(self._read(text))

    def restore(self, text: str, history: Sequence[int]) -> ChessPosition:
        """A position reached by play; earlier keys are known."""
        return self._build(self._read(text), history[1:])

    def _read(self, text: str) -> Setup:
        fields = text.split()
        if not fields:
            raise NotationError("empty position: expected ranks, side to move, castling, en passant, two numbers")
        if not 2 <= len(fields) <= 6:
            raise NotationError(
                "position {text!r}: expected 6 fields (ranks, side to move, castling, en passant square, plies without "
                "progress, move number), found {count}",
                text=text,
                count=len(fields),
            )
        ranks = fields[0].split("/")
        if len(ranks) != 8:
            raise NotationError("position: expected 8 ranks, found {count}", count=len(ranks))
        pieces: dict[int, str] = {}
        for row, rank in zip(range(7, -1, -1), ranks, strict=True):
            column = 0
            for letter in rank:
                if letter in _READ:
                    if column < 8:
                        pieces[8 * row + column] = _READ[letter]
                    column += 1
                elif letter in "12345678":
                    column += int(letter)
                else:
                    raise NotationError(
                        "position, rank {rank}: {text!r} is no piece (PNBRQK, pnbrqk) and no number of empty squares",
                        rank=row + 1,
                        text=letter,
                    )
            if column != 8:
                raise NotationError("position, rank {rank}: {count} squares instead of 8", rank=row + 1, count=column)
        if fields[1] not in ("w", "b"):
            raise NotationError("position, side to move: expected w or b, found {text!r}", text=fields[1])
        turn = Player("wb".index(fields[1]))
        counters = dict.fromkeys(RIGHTS, 0)
        counters |= self._read_rights(pieces, fields[2] if len(fields) > 2 else "-")
        passing = fields[3] if len(fields) > 3 else "-"
        if passing != "-" and not re.fullmatch("[a-h][36]", passing):
            raise NotationError("position, en passant: expected - or a square like e3, found {text!r}", text=passing)
        if passing != "-" and passing[1] != ("6" if turn is Player.FIRST else "3"):
            raise NotationError(
                "position, en passant: {text} cannot be, for the side to move is {side}", text=passing, side=fields[1]
            )
        counters["en_passant"] = 0 if passing == "-" else FILES.index(passing[0]) + 1
        for name, place, missing in (("waited", 4, "0"), ("number", 5, "1")):
            word = fields[place] if len(fields) > place else missing
            if not re.fullmatch(r"[0-9]{1,5}", word):
                raise NotationError("position, {name}: expected a number, found {text!r}", name=name, text=word)
            counters[name] = int(word)
        # Many programs count the first move as 0.
        counters["number"] = max(1, counters["number"])
        return Setup(pieces, turn, counters)

    def _read_rights(self, pieces: dict[int, str], text: str) -> dict[str, int]:
        """The castling field as counters."""
        if text == "-":
            return {}
        rights: dict[str, int] = {}
        for letter in text:
            side = 0 if letter.isupper() else 1
            home, upper = 56 * side, letter.upper()
            king = next((f for f in range(8) if pieces.get(home + f) == _IDS[KING | side << 3]), None)
            rooks = [f for f in range(8) if pieces.get(home + f) == _IDS[ROOK | side << 3]]
            if upper == "K":
                short, file = True, max(rooks, default=7) if self.is_960 else 7
            elif upper == "Q":
                short, file = False, min(rooks, default=0) if self.is_960 else 0
            elif upper in "ABCDEFGH" and letter.isascii():
                file = FILES.index(upper.lower())
                short = king is None or file > king
            else:
                raise NotationError("position, castling: expected some of KQkq or -, found {text!r}", text=text)
            name = RIGHTS[2 * side + (0 if short else 1)]
            if name in rights:
                raise NotationError("position, castling: {text!r} names a right twice", text=text)
            if not self.is_960 and file != (7 if short else 0):
                raise NotationError(
                    "position, castling: {text!r} names a rook of Chess960; choose those rules", text=text
                )
            rights[name] = file + 1 if self.is_960 else 1
        return rights

    def format_position(self, position: ChessPosition) -> str:
        """The six fields of FEN (in Chess960 X-FEN)."""
        board = {cell: _SYMBOLS[piece] for piece, cell in position.pieces}
        ranks = []
        for row in range(7, -1, -1):
            text, empty = "", 0
            for cell in range(8 * row, 8 * row + 8):
                if cell in board:
                    text, empty = text + (str(empty) if empty else "") + board[cell], 0
                else:
                    empty += 1
            ranks.append(text + (str(empty) if empty else ""))
        rights = ""
        for i, rook in enumerate(position.castling_rooks):
            if rook is None:
                continue
            home = 56 * (i >> 1)
            rooks = [cell for cell in range(home, home + 8) if board.get(cell) == "Rr"[i >> 1]]
            outermost = rook == (max(rooks) if i & 1 == 0 else min(rooks))
            rights += "KQkq"[i] if outermost else (FILES if i > 1 else FILES.upper())[rook & 7]
        passing = position.en_passant
        return (
            f"{'/'.join(ranks)} {'wb'[position.side]} {rights or '-'} {'-' if passing is None else square(passing)} "
            f"{position.plies_waited} {position.number}"
        )

    @staticmethod
    def _pieces(position: ChessPosition) -> dict[int, str]:
        return {cell: _IDS[piece] for piece, cell in position.pieces}

    def setup(self, position: ChessPosition) -> Setup:
        """Pieces, side to move, rights, en passant, counters."""
        counters = {
            name: 0 if rook is None else ((rook & 7) + 1 if self.is_960 else 1)
            for name, rook in zip(RIGHTS, position.castling_rooks, strict=True)
        }
        passing = position.en_passant
        counters["en_passant"] = 0 if passing is None else (passing & 7) + 1
        counters["waited"] = position.plies_waited
        counters["number"] = position.number
        return Setup(self._pieces(position), position.turn, counters)

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Kings, pawns on the last ranks, too many pieces, rights and en passant that cannot be, checks."""
        faults: list[KyVienError] = []
        for cell, piece in sorted(setup.pieces.items()):
            if not 0 <= cell < 64:
                faults.append(PositionError("cell {cell} is not on the board", cell=cell))
            elif piece not in _PIECES:
                faults.append(PositionError("{square}: there is no piece {piece!r}", square=square(cell), piece=piece))
            elif _PIECES[piece] & 7 == PAWN and not 8 <= cell < 56:
                faults.append(PositionError("{square}: a pawn cannot stand on the last ranks", square=square(cell)))
        for counter in self.counters:
            value = setup.counters.get(counter.name, counter.minimum)
            if value < counter.minimum or (counter.maximum is not None and value > counter.maximum):
                faults.append(
                    PositionError(
                        "{name} is {value}: must be {minimum} to {maximum}",
                        name=counter.name,
                        value=value,
                        minimum=counter.minimum,
                        maximum=counter.maximum,
                    )
                )
        if faults:
            return faults
        faults += self._count_faults(setup)
        if faults:
            return faults
        faults += self._right_faults(setup)
        faults += self._passing_faults(setup)
        return faults or self._check_faults(setup)

    @staticmethod
    def _count_faults(setup: Setup) -> list[KyVienError]:
        """One king of each side, at most eight pawns, and no more other pieces than these could have become."""
        faults: list[KyVienError] = []
        bag = Bag(setup.pieces.values())
        for side, name in ((0, "White"), (1, "Black")):
            count = [bag[_IDS[kind | side << 3]] for kind in range(6)]
            if count[KING] == 0:
                faults.append(PositionError("{side} has no king", side=tr(name)))
            elif count[KING] > 1:
                faults.append(PositionError("{side} has {count} kings", side=tr(name), count=count[KING]))
            promoted = sum(max(0, count[kind] - (1 if kind == QUEEN else 2)) for kind in (KNIGHT, BISHOP, ROOK, QUEEN))
            if count[PAWN] > 8:
                faults.append(
                    PositionError("{side} has {count} pawns; eight at most", side=tr(name), count=count[PAWN])
                )
            elif promoted > 8 - count[PAWN]:
                faults.append(
                    PositionError(
                        "{side} has {count} pieces more than at the start, but only {pawns} pawns are gone",
                        side=tr(name),
                        count=promoted,
                        pawns=8 - count[PAWN],
                    )
                )
        return faults

    def _rook_square(self, setup: Setup, right: int) -> int | None:
        """Where the rook of a castling right stands, by the set-up's counters."""
        value = setup.counters.get(RIGHTS[right], 0)
        if not value:
            return None
        if self.is_960:
            return 56 * (right >> 1) + value - 1
        return 56 * (right >> 1) + (0 if right & 1 else 7)

    def _right_faults(self, setup: Setup) -> list[KyVienError]:
        faults: list[KyVienError] = []
        for right in range(4):
            rook = self._rook_square(setup, right)
            if rook is None:
                continue
            side, short = right >> 1, right & 1 == 0
            words = {
                "side": tr("White") if side == 0 else tr("Black"),
                "castling": tr("short castling") if short else tr("long castling"),
            }
            king = next(cell for cell, piece in setup.pieces.items() if piece == _IDS[KING | side << 3])
            home = 56 * side
            if not self.is_960 and king != home + 4:
                faults.append(
                    PositionError(
                        "{side}, {castling}: the king must stand on {square}", **words, square=square(home + 4)
                    )
                )
            elif self.is_960 and not (king >> 3 == home >> 3 and 0 < king & 7 < 7):
                faults.append(
                    PositionError("{side}, {castling}: the king must stand on the first rank, off the corners", **words)
                )
            elif setup.pieces.get(rook) != _IDS[ROOK | side << 3]:
                faults.append(
                    PositionError("{side}, {castling}: there is no rook on {square}", **words, square=square(rook))
                )
            elif (rook > king) != short:
                faults.append(
                    PositionError(
                        "{side}, {castling}: the rook on {square} is on the other side of the king",
                        **words,
                        square=square(rook),
                    )
                )
        return faults

    @staticmethod
    def _passing_square(setup: Setup) -> int | None:
        file = setup.counters.get("en_passant", 0)
        return (40 if setup.turn is Player.FIRST else 16) + file - 1 if file else None

    def _passing_faults(self, setup: Setup) -> list[KyVienError]:
        passing = self._passing_square(setup)
        if passing is None:
            return []
        ahead, pawn = (8, "bp") if setup.turn is Player.FIRST else (-8, "wp")
        if setup.pieces.get(passing - ahead) != pawn:
            return [
                PositionError(
                    "en passant on {square}: no pawn of the other side stands on {pawn}",
                    square=square(passing),
                    pawn=square(passing - ahead),
                )
            ]
        for cell in (passing, passing + ahead):
            if cell in setup.pieces:
                return [
                    PositionError(
                        "en passant on {square}: the pawn came over {cell}, which is not empty",
                        square=square(passing),
                        cell=square(cell),
                    )
                ]
        return []

    def _check_faults(self, setup: Setup) -> list[KyVienError]:
        """The side that just moved may not be in check; nobody is checked by three pieces."""
        position = self._build(setup, ())
        kings = {piece: cell for cell, piece in setup.pieces.items() if piece in ("wk", "bk")}
        mover, other = ("wk", "bk") if setup.turn is Player.FIRST else ("bk", "wk")
        checks = position.attackers_of(kings[other], setup.turn)
        if checks:
            return [
                PositionError(
                    "{side} is to move and could take the king: {square} attacks {king}",
                    side=tr("White") if setup.turn is Player.FIRST else tr("Black"),
                    square=square(checks[0]),
                    king=square(kings[other]),
                )
            ]
        checks = position.attackers_of(kings[mover], setup.turn.other)
        if len(checks) > 2:
            return [
                PositionError(
                    "three pieces give check at once, on {squares}; a move can uncover two at most",
                    squares=", ".join(square(cell) for cell in checks),
                )
            ]
        return []

    def compose(self, setup: Setup) -> ChessPosition:
        """The position of a set-up without faults."""
        faults = self.faults(setup)
        if faults:
            raise faults[0]
        return self._build(setup, ())

    def _build(self, setup: Setup, keys: Sequence[int]) -> ChessPosition:
        return ChessPosition(
            self,
            [(_PIECES[piece], cell) for cell, piece in setup.pieces.items()],
            int(setup.turn),
            [self._rook_square(setup, right) for right in range(4)],
            self._passing_square(setup),
            setup.counters.get("waited", 0),
            setup.counters.get("number", 1),
            self.draws,
            keys,
        )

    # --- moves ----------------------------------------------------------------------------------------------------

    @staticmethod
    def _castles(position: ChessPosition, origin: int, target: int) -> bool:
        """Whether a move is a king's to its own rook."""
        mover, met = position.piece_at(origin), position.piece_at(target)
        return mover & 7 == KING and mover < 16 and met < 16 and met >> 3 == mover >> 3

    @staticmethod
    def _king_goes(origin: int, rook: int) -> int:
        return (origin & 56) + (6 if rook > origin else 2)

    def format_move(self, position: ChessPosition, move: int, style: MoveStyle = "record") -> str:
        """UCI's ``e2e4``, ``e7e8q``, ``e1g1`` (in Chess960 ``e1h1``); SAN for records and people."""
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        castles = self._castles(position, origin, target)
        if style == "coordinates":
            goes = self._king_goes(origin, target) if castles and not self.is_960 else target
            return square(origin) + square(goes) + (LETTERS[promotion].lower() if promotion else "")
        if castles:
            text = "O-O" if target > origin else "O-O-O"
        else:
            kind = position.piece_at(origin) & 7
            takes = position.piece_at(target) < 16 or (kind == PAWN and (target - origin) & 7 != 0)
            if kind == PAWN:
                text = f"{FILES[origin & 7]}x" if takes else ""
            else:
                text = LETTERS[kind] + self._distinction(position, origin, target) + ("x" if takes else "")
            text += square(target) + (f"={LETTERS[promotion]}" if promotion else "")
        after = position.play(move)
        if after.is_check:
            outcome = after.outcome()
            text += "+" if outcome is None or outcome.winner is None else "#"
        return text

    @staticmethod
    def _distinction(position: ChessPosition, origin: int, target: int) -> str:
        """What tells a piece from others of its kind that may go to ``target``: file, else rank, else both."""
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

    def parse_move(self, position: ChessPosition, text: str) -> int:
        """SAN, leniently (0-0, ``e8Q``, ``Ng1f3``, ``e2-e4``, marks missing or added), or UCI's coordinates."""
        word = text.strip()
        castling = _CASTLING.fullmatch(word)
        if castling is not None:
            return self._parse_castling(position, word, castling["long"] is None)
        match = _MOVE.fullmatch(word)
        if match is None and word[:1] in ("n", "q", "r", "k"):
            match = _MOVE.fullmatch(word[0].upper() + word[1:])
        if match is None:
            raise NotationError("{text!r} is no move; written Nf3, exd5, e8=Q, O-O or e2e4", text=word)
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
                # Castling is written with the king's square, or the rook's.
                if origin is None or not self._castles(position, start, goal):
                    continue
                if target not in ((goal,) if self.is_960 else (goal, self._king_goes(start, goal))):
                    continue
            found.append(move)
        if match["sign"] in ("x", ":") and found and all(not self._takes(position, move) for move in found):
            raise IllegalMoveError("{text}: nothing stands on {square}", text=word, square=match["target"])
        chosen = [move for move in found if move >> 12 == promotion]
        if len(chosen) == 1:
            return chosen[0]
        if len(chosen) > 1:
            raise IllegalMoveError(
                "{text}: the pieces on {squares} can both go there; name the file or the rank",
                text=word,
                squares=", ".join(square(move & 63) for move in chosen),
            )
        if found and not promotion:
            raise IllegalMoveError("{text}: the pawn must become a piece; add =Q, =R, =B or =N", text=word)
        if found:
            raise IllegalMoveError(
                "{text}: only a pawn on the last rank becomes {piece}", text=word, piece=match["promotion"]
            )
        raise IllegalMoveError(
            "{text}: {reason}", text=word, reason=str(self._refusal(position, kind, origin, file, rank, target))
        )

    @staticmethod
    def _takes(position: ChessPosition, move: int) -> bool:
        origin, target = move & 63, move >> 6 & 63
        met = position.piece_at(target)
        if met < 16:
            return bool(met >> 3 != position.side)
        return position.piece_at(origin) & 7 == PAWN and (target - origin) & 7 != 0

    def _parse_castling(self, position: ChessPosition, word: str, short: bool) -> int:
        moves = position.legal_moves()
        for move in moves:
            origin, target = move & 63, move >> 6 & 63
            if self._castles(position, origin, target) and (target > origin) == short:
                return move
        if not moves:
            raise IllegalMoveError("{text}: the game is over", text=word)
        raise IllegalMoveError("{text}: {reason}", text=word, reason=str(self._castling_refusal(position, short)))

    def _castling_refusal(self, position: ChessPosition, short: bool) -> KyVienError:
        """Why the side to move may not castle."""
        side = position.side
        rook = position.castling_rooks[2 * side + (0 if short else 1)]
        if rook is None:
            return IllegalMoveError("the king or that rook has moved before; castling is lost")
        king = self._king(position, side)
        if position.is_check:
            return IllegalMoveError("no castling out of check")
        king_goes = self._king_goes(king, rook)
        rook_goes = king_goes - 1 if short else king_goes + 1
        for cell in range(min(king, rook, king_goes, rook_goes), max(king, rook, king_goes, rook_goes) + 1):
            on_way = min(king, king_goes) <= cell <= max(king, king_goes)
            on_way = on_way or min(rook, rook_goes) <= cell <= max(rook, rook_goes)
            if on_way and cell not in (king, rook) and position.piece_at(cell) < 16:
                return IllegalMoveError("the piece on {square} is in the way", square=square(cell))
        for cell in range(min(king, king_goes), max(king, king_goes) + 1):
            attackers = position.attackers_of(cell, Player(1 - side))
            if attackers:
                return IllegalMoveError(
                    "the king may not castle over or onto {square}, which {attacker} attacks",
                    square=square(cell),
                    attacker=square(attackers[0]),
                )
        return IllegalMoveError("the king would be in check")

    @staticmethod
    def _king(position: ChessPosition, side: int) -> int:
        return next(cell for piece, cell in position.pieces if piece == KING | side << 3)

    def _refusal(
        self,
        position: ChessPosition,
        kind: int | None,
        origin: int | None,
        file: int | None,
        rank: int | None,
        target: int,
    ) -> KyVienError:
        """Why no legal move fits what was written."""
        side = position.side
        if origin is not None:
            piece = position.piece_at(origin)
            if piece == 16:
                return IllegalMoveError("{square} is empty", square=square(origin))
            if piece >> 3 != side:
                return IllegalMoveError("the piece on {square} is not the mover's", square=square(origin))
            if kind is not None and piece & 7 != kind:
                return IllegalMoveError(
                    "on {square} stands a {piece}", square=square(origin), piece=tr(NAMES[piece & 7])
                )
            return self._refusal_from(position, origin, target)
        starts = [
            cell
            for piece, cell in position.pieces
            if piece == (kind or 0) | side << 3
            and (file is None or cell & 7 == file)
            and (rank is None or cell >> 3 == rank)
        ]
        reasons = [self._refusal_from(position, cell, target) for cell in starts]
        # Of several pieces the one that fails for a reason of the position, not of its way of moving, was meant.
        for reason in reasons:
            if "cannot go" not in reason.template:
                return reason
        if len(reasons) == 1:
            return reasons[0]
        return IllegalMoveError("no {piece} can go to {square}", piece=tr(NAMES[kind or 0]), square=square(target))

    def _refusal_from(self, position: ChessPosition, origin: int, target: int) -> KyVienError:
        """Why the piece of the side to move on ``origin`` may not go to ``target``."""
        side, piece, met = position.side, position.piece_at(origin), position.piece_at(target)
        kind = piece & 7
        rise, run = (target >> 3) - (origin >> 3), (target & 7) - (origin & 7)
        if origin == target:
            return IllegalMoveError("a move leads to another square")
        to_rook = met == ROOK | side << 3
        if kind == KING and rise == 0 and (to_rook or (abs(run) == 2 and not self.is_960)):
            return self._castling_refusal(position, run > 0)
        if met < 16 and met >> 3 == side:
            return IllegalMoveError("an own piece stands on {square}", square=square(target))
        words = {"piece": tr(NAMES[kind]), "origin": square(origin), "target": square(target)}
        cannot = IllegalMoveError("the {piece} on {origin} cannot go to {target}", **words)
        if kind == PAWN:
            ahead = 1 if side == 0 else -1
            if abs(run) == 1 and rise == ahead:
                if met == 16:
                    return IllegalMoveError("a pawn moves diagonally only to capture; {target} is empty", **words)
            elif run == 0 and rise in (ahead, 2 * ahead):
                for cell in range(origin + 8 * ahead, target + 8 * ahead, 8 * ahead):
                    if position.piece_at(cell) < 16:
                        return IllegalMoveError("the piece on {square} is in the way", square=square(cell))
                if rise == 2 * ahead and origin >> 3 != (1 if side == 0 else 6):
                    return IllegalMoveError("a pawn goes two squares only from its first place")
            else:
                return cannot
        elif kind == KNIGHT:
            if {abs(rise), abs(run)} != {1, 2}:
                return cannot
        elif kind == KING:
            if max(abs(rise), abs(run)) > 1:
                return cannot
        else:
            straight, diagonal = rise == 0 or run == 0, abs(rise) == abs(run)
            if not ((straight and kind in (ROOK, QUEEN)) or (diagonal and kind in (BISHOP, QUEEN))):
                return cannot
            length = max(abs(rise), abs(run))
            step = 8 * (rise // length) + run // length
            for cell in range(origin + step, target, step):
                if position.piece_at(cell) < 16:
                    return IllegalMoveError("the piece on {square} is in the way", square=square(cell))
        if kind == KING:
            attackers = position.attackers_of(target, Player(1 - side))
            if attackers:
                return IllegalMoveError(
                    "the king may not go to {square}, which {attacker} attacks",
                    square=square(target),
                    attacker=square(attackers[0]),
                )
            return IllegalMoveError("the king would be in check")
        if position.is_check:
            return IllegalMoveError("the king is in check, and this does not end it")
        return IllegalMoveError("the piece on {square} is pinned; the king would be in check", square=square(origin))

    # --- the picture ----------------------------------------------------------------------------------------------

    def surface(self, position: ChessPosition) -> Surface:
        """Squares, a1 at the bottom left for White."""
        return Surface(
            theme="chess",
            colors=_COLORS,
            style="squares",
            columns=8,
            rows=8,
            column_names=tuple(FILES),
            row_names=tuple("12345678"),
            kinds=_KINDS,
            pieces=self._pieces(position),
        )

    def shape(self, position: ChessPosition, move: int) -> MoveShape:
        """From, to, what is taken, the rook of a castling, the piece a pawn becomes.

        In Chess960 castling leads to the rook's square, where no other move of the king leads.
        """
        origin, target, promotion = move & 63, move >> 6 & 63, move >> 12
        piece = position.piece_at(origin)
        if self._castles(position, origin, target):
            king_goes = self._king_goes(origin, target)
            rook_goes = king_goes - 1 if target > origin else king_goes + 1
            rook = (rook_goes, _IDS[ROOK | piece & 8])
            if self.is_960:
                return MoveShape(move, origin, target, placed=((target, ""), (king_goes, _IDS[piece]), rook))
            return MoveShape(move, origin, king_goes, placed=((target, ""), rook))
        captured: tuple[int, ...] = ()
        if self._takes(position, move):
            captured = (target if position.piece_at(target) < 16 else target ^ 8,)
        placed = ((target, _IDS[promotion | piece & 8]),) if promotion else ()
        return MoveShape(move, origin, target, captured, placed=placed)

    def tallies(self, position: ChessPosition) -> list[Tally]:
        """What each side has taken, counted 9, 5, 3, 3, 1 (of the pieces of a start that are not on the board)."""
        bag = Bag(piece for piece, _ in position.pieces)
        taken: list[tuple[str, ...]] = []
        values: list[int] = []
        for enemy in (8, 0):
            gone = [(kind, max(0, most - bag[kind | enemy])) for kind, most in ((4, 1), (3, 2), (2, 2), (1, 2))]
            promoted = sum(max(0, bag[kind | enemy] - (1 if kind == QUEEN else 2)) for kind in (1, 2, 3, 4))
            gone.append((PAWN, max(0, 8 - bag[enemy] - promoted)))
            taken.append(tuple(_IDS[kind | enemy] for kind, count in gone for _ in range(count)))
            values.append(sum(VALUES[kind] * count for kind, count in gone))
        return [Tally("Points captured", (values[0], values[1]), None, (taken[0], taken[1]))]

    def checked(self, position: ChessPosition) -> tuple[int, ...]:
        """The king of the side to move, if it is in check."""
        return (self._king(position, position.side),) if position.is_check else ()

    def out_of_time(self, position: ChessPosition, player: Player) -> Outcome:
        """FIDE 6.9: drawn where the other could not mate by any series of legal moves, as far as its material tells."""
        return Outcome(player.other if self._can_mate(position, player.other) else None, Termination.TIME)

    @staticmethod
    def _can_mate(position: ChessPosition, player: Player) -> bool:
        """Whether ``player`` has enough to mate with the help of the other, who may promote nothing anew."""
        own: set[int] = set()
        other: set[int] = set()
        colours: set[int] = set()
        count = 0
        for piece, cell in position.pieces:
            kind = piece & 7
            (own if piece >> 3 == player else other).add(kind)
            count += piece >> 3 == player
            if kind == BISHOP:
                colours.add((cell >> 3) + cell & 1)
        if own & {PAWN, ROOK, QUEEN}:
            return True
        if KNIGHT in own:
            # A knight alone mates only a king that is hemmed in by pieces of its own that cannot take it at once.
            return count > 2 or bool(other - {KING, QUEEN})
        # Bishops of one colour need a piece of the other's, on squares of the other colour, that blocks the king.
        return BISHOP in own and (len(colours) == 2 or bool((own | other) & {PAWN, KNIGHT}))

    def attacks(self, position: ChessPosition, player: Player) -> list[MoveShape]:
        """The captures of ``player``; not of a king."""
        if position.is_finished:
            return []
        if player != position.turn:
            setup = self.setup(position)
            position = self._build(Setup(setup.pieces, player, {"waited": 0, "number": 1}), ())
        return [
            self.shape(position, move)
            for move in position.noisy_moves()
            if self._takes(position, move) and position.piece_at(move >> 6 & 63) & 7 != KING
        ]
