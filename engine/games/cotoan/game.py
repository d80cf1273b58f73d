"""The rules of cờ toán Việt Nam with their options, and its notation and surface.

The rules follow the text of the inventor, Vũ Văn Bảy, as published at cotoan.vnvista.com. Where published texts are
incomplete or disagree, an option has a value for each interpretation. The board has 9 files and 11 ranks, and each side
has pieces 0 to 9. The zero, on e2 or e10, never moves. A piece *n* from 1 to 9 moves 1 to *n* empty squares in one of
eight directions.

A *rear* piece captures with an adjacent *front* piece of its side: an enemy piece on the line through both can be
captured if its distance beyond the front piece is the last digit of the result of a calculation with the two numbers.
The rear piece then moves to the square of the captured piece. Taking the zero wins, as does reaching the target of
points.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from engine.core.cells import Cells, read_numbers, read_turn
from engine.core.endings import mirrored
from engine.core.errors import IllegalMoveError, KyVienError, NotationError, PositionError
from engine.core.game import Game, MoveStyle, register
from engine.core.inputs import Inputs
from engine.core.language import Plural, mark
from engine.core.options import option
from engine.core.outcome import Player
from engine.core.refinements import COARSE, ONLY_ACYCLIC, ONLY_DANGER, TOO_DEEP
from engine.core.surface import (
    BoardColors,
    Counter,
    MoveShape,
    PieceKind,
    Reckoning,
    Setup,
    Surface,
    Tally,
)
from engine.core.values import Value
from engine.games.cotoan.position import CotoanPosition, Tables

FILES, RANKS = "abcdefghi", 11
START = "b9b8b7b6b5b4b3b2b1/4b04/9/9/9/9/9/9/9/4r04/r1r2r3r4r5r6r7r8r9"
RED_ZERO, BLUE_ZERO = 9 * 1 + 4, 9 * 9 + 4
"""Cells of the zeros on the surface: e2 and e10."""

_SYMBOLS = {"a": "+", "s": "−", "m": "×", "d": ":", "r": " mod "}
_MOVE = re.compile(
    r"""(?P<rear>[1-9])?(?P<origin>[a-i](?:1[01]|[1-9]))
        (?:(?P<kind>-)|(?P<capture>x)(?P<taken>[0-9])?)?
        (?P<target>[a-i](?:1[01]|[1-9]))(?P<zero>\#)?\s*(?:\(.*\))?""",
    re.VERBOSE,
)


def bordered(cell: int) -> int:
    """Convert a cell of the surface to a cell of ``CotoanPosition``, which has a border."""
    return 11 * (cell // 9 + 1) + cell % 9 + 1


def unbordered(cell: int) -> int:
    """Convert a cell of ``CotoanPosition``, which has a border, to a cell of the surface."""
    return 9 * (cell // 11 - 1) + cell % 11 - 1


class Rules(Value):
    """The options of cờ toán."""

    target: int | None = option(
        15,
        "Points that win the game",
        label="Target",
        choices=(None, 10, 15, 20, 25, 30, 35, 40, 45),
        none="none",
        unit=Plural("point", "points"),
    )
    ops: str = option(
        "asmdr", "Operations allowed: add, subtract, multiply, divide, remainder", label="Operations", letters="asmdr"
    )
    mod_small: bool = option(
        True,
        "The remainder also counts when the rear piece is the smaller (1 : 2 leaves 1)",
        label="Remainder when rear is smaller",
    )
    zero_helper: bool = option(False, "The zero may be the front piece (5 + 0 = 5)", label="Zero as front piece")
    quotient: str = option(
        "always",
        "Whether an inexact division gives its whole part",
        label="Quotient",
        choices=("always", "exact-only"),
        texts=(mark("Always"), mark("Only if exact")),
    )
    abs_sub: bool = option(
        False, "A smaller piece may subtract a greater one (5 and 8 give 3)", label="Absolute difference"
    )
    first: str = option(
        "red", "The side that begins", label="First move", choices=("red", "blue"), texts=(mark("Red"), mark("Blue"))
    )
    repetition: bool = option(True, "The third repetition of a position is a draw", label="Repetition draws")
    no_capture: int | None = option(
        100,
        "Plies without a capture after which points decide",
        label="Plies without capture",
        minimum=60,
        maximum=200,
        none="none",
        unit=Plural("ply", "plies"),
    )
    match: int = option(
        1,
        "Games in a match; the side that loses the zero in any game loses the match",
        label="Match",
        choices=(1, 3, 5, 7),
        unit=Plural("game", "games"),
    )
    clock: str = option(
        "none",
        "Thinking time: seconds per move, or 20 minutes per side",
        label="Clock",
        choices=("none", "60", "90", "120", "20min"),
        texts=(
            mark("No clock"),
            mark("60 s per move"),
            mark("90 s per move"),
            mark("120 s per move"),
            mark("20 min per side"),
        ),
    )


class Sum(Value):
    """One calculation of a rear and a front piece.

    Attributes:
        operation: letter of the operation in the option ``ops``.
        text: the calculation in common notation, such as ``8−5``.
        result: the result. The result of a division is the integer part of the quotient.
        distance: number of squares beyond the front piece, which is the last digit of the result, or 0 if the result is
            not positive.
        allowed: whether the rules allow the calculation.
        reason: English reason why the calculation is not allowed, translated for display, or empty if it is allowed.
    """

    operation: str
    text: str
    result: int
    distance: int
    allowed: bool
    reason: str


def sums(rules: Rules, rear: int, front: int) -> list[Sum]:
    """Return all calculations of ``rear`` and ``front``, in the order − + × : mod.

    Calculations that the rules do not allow are included. Divisions by 0 are omitted.
    """
    return list(_sums(rules, rear, front))


def _sums(rules: Rules, rear: int, front: int) -> Iterator[Sum]:
    helper = "" if front or rules.zero_helper else mark("the zero is not used")
    for letter in "samdr":
        reason = helper or ("" if letter in rules.ops else mark("operation not in use"))
        text = f"{rear}{_SYMBOLS[letter]}{front}"
        if letter == "s":
            result = rear - front
            if result < 0 and rules.abs_sub:
                text, result = f"|{text}|", -result
            elif result < 0:
                reason = reason or mark("the difference is negative")
        elif letter == "a":
            result = rear + front
        elif letter == "m":
            result = rear * front
        elif front == 0:
            continue
        elif letter == "d":
            result = rear // front
            if rear % front and rules.quotient == "exact-only":
                reason = reason or mark("the division is not exact")
        else:
            result = rear % front
            if rear < front and not rules.mod_small:
                reason = reason or mark("the remainder of a smaller piece does not count")
        distance = result % 10 if result > 0 else 0
        if not reason and distance == 0:
            reason = mark("result 0 does not count")
        yield Sum(letter, text, result, distance, not reason, reason)


@lru_cache(maxsize=64)  # every game made with these rules needs it
def distances(rules: Rules) -> tuple[tuple[frozenset[int], ...], ...]:
    """Return the distances beyond the front piece at which a capture is allowed, indexed by ``[rear][front]``."""
    table = [[frozenset[int]()] * 10 for _ in range(10)]
    for rear in range(1, 10):
        for front in range(10):
            if rear != front:
                table[rear][front] = frozenset(each.distance for each in sums(rules, rear, front) if each.allowed)
    return tuple(map(tuple, table))


_KINDS = tuple(
    PieceKind(
        id=f"{letter}{value}",
        name=f"{side} {value}",
        player=player,
        label=str(value),
        limit=1,
        cells=frozenset((zero,)) if value == 0 else None,
    )
    for player, letter, side, zero in ((Player.FIRST, "r", "Red", RED_ZERO), (Player.SECOND, "b", "Blue", BLUE_ZERO))
    for value in (*range(1, 10), 0)
)

_CELLS = Cells(
    FILES, RANKS, {kind.id: kind.id for kind in _KINDS}, stray=".{1,2}",
    wrong_rows=Plural(
        "position: expected {count} rank, found {found}", "position: expected {count} ranks, found {found}"
    ),
    wrong_sign=mark(
        "position, rank {row}: {text!r} is not a piece (r or b and a digit) or a number of empty squares"
    ),
    wrong_row=Plural(
        "position, rank {row}: {count} square instead of {columns}",
        "position, rank {row}: {count} squares instead of {columns}",
    ),
)  # fmt: skip
square = _CELLS.name

_COLORS = BoardColors("#F4E6CB", "#E6CFA6", "#A98A58", "#B89763", "#A8321F", "#23418C")


class _CotoanInputs(Inputs):
    """The inputs of cờ toán."""

    def numbers(self, position: CotoanPosition) -> list[tuple[int, int]]:
        """Return the points that Red and Blue still need, at most 45, or 0 if there is no target."""
        target = position.game.rules.target or 0
        red, blue = (min(max(target - points, 0), 45) for points in position.score_points)
        return [(red, blue)]


@register
class Cotoan(Game[CotoanPosition]):
    """Cờ toán under the given rules."""

    name: ClassVar[str] = "cotoan"
    is_default: ClassVar[bool] = True
    title: ClassVar[str] = "Cờ toán"
    sides: ClassVar[tuple[str, str]] = ("Red", "Blue")
    Rules: ClassVar[type] = Rules
    unsuitable: ClassVar = {
        "correction": COARSE, "verification": TOO_DEEP, "threat_proof": ONLY_ACYCLIC, "threat_extension": ONLY_DANGER,
    }  # fmt: skip
    # The evaluation in whole points was too coarse for margins; with the default one, futility and reverse futility
    # together win by Elo +84 (45 … 122, 300 games at 8,000 nodes). The pairs of moves would need 8 MiB of statistics:
    # without them, Elo +17 ± 60 (100 games at 10,000 nodes), and a fifth more nodes per second.
    # The answers to an attack on the zero are 5 to 15 of some 80 moves: Elo +137 ± 61 (120 games at 10,000 nodes).
    search_values: ClassVar = dict.fromkeys(
        ("continuation", "razoring", "probcut", "danger_extension", "short_quiescence"), False
    )
    presets: ClassVar = {
        "Chuẩn": {},
        "HUST-15": {"repetition": False, "no_capture": None},
        "HUST-25": {"mod_small": False, "target": 25},
        "UIT": {"zero_helper": True},
        "MChess": {"zero_helper": True, "mod_small": False},
        "Trẻ em": {"ops": "as"},
    }
    preset_titles: ClassVar[Mapping[str, str]] = {"Chuẩn": mark("Standard"), "Trẻ em": mark("Children")}
    level_nodes: ClassVar = (20_000, 120_000)
    counters: ClassVar[tuple[Counter, ...]] = (
        Counter("red_points", "Points of Red", 0, 45, Player.FIRST),
        Counter("blue_points", "Points of Blue", 0, 45, Player.SECOND),
        Counter("since_capture", "Plies since the last capture", 0, 9999),
        Counter("number", "Move number", 1, 9999),
    )
    has_calculator: ClassVar[bool] = True

    def __init__(self, rules: Any = None) -> None:
        super().__init__(rules)
        self.tables = Tables(
            distances(self.rules),
            self.rules.target or 0,
            self.rules.no_capture or 0,
            self.rules.repetition,
            self.rules.zero_helper,
        )

    # --- positions ------------------------------------------------------------------------------------------------

    def start(self) -> CotoanPosition:
        """Return the initial position. The option ``first`` selects the side to move."""
        return self.parse_position(f"{START} {'r' if self.rules.first == 'red' else 'b'} 0 0 0 1")

    def _read(self, text: str) -> Setup:
        fields = text.split()
        if not fields:
            raise NotationError("empty position: expected ranks, side, points red, points blue, counter, move number")
        if len(fields) != 6:
            raise NotationError(
                "position {text!r}: expected 6 fields (ranks, side, points red, points blue, plies since the last "
                "capture, move number), found {count}",
                text=text,
                count=len(fields),
            )
        pieces = _CELLS.read(fields[0])
        turn = read_turn(fields[1], "rb")
        return Setup(pieces, turn, read_numbers(self.counters, fields[2:]))

    def format_position(self, position: CotoanPosition) -> str:
        """Return the six fields of a position.

        The fields are the ranks from 11 to 1, separated by ``/``, the side to move (``r`` or ``b``), the points of Red,
        the points of Blue, the plies since the last capture, and the move number.
        """
        board = _CELLS.write(self._pieces(position))
        red, blue = position.score_points
        side = "rb"[position.side]
        return f"{board} {side} {red} {blue} {position.plies_since_capture} {position.number}"

    @staticmethod
    def _pieces(position: CotoanPosition) -> dict[int, str]:
        # ``unbordered``, which would be called for each piece at each step.
        return {
            9 * (cell // 11 - 1) + cell % 11 - 1: f"{'rb'[piece >> 4]}{piece & 15}" for piece, cell in position.pieces
        }

    def setup(self, position: CotoanPosition) -> Setup:
        """Return the pieces, the side to move and the counters, which include the points."""
        red, blue = position.score_points
        numbers = (red, blue, position.plies_since_capture, position.number)
        names = (counter.name for counter in self.counters)
        return Setup(self._pieces(position), position.turn, dict(zip(names, numbers, strict=True)))

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return the faults of a set-up.

        Faults are unknown or duplicate pieces, pieces off the board, misplaced zeros, both zeros missing, counters out
        of range, and two sides that have reached the target.
        """
        located: dict[str, int] = {}
        kinds = {kind.id: kind for kind in _KINDS}

        def fault(cell: int, piece: str) -> KyVienError | None:
            if piece in located:
                return PositionError(
                    "{piece} is on both {first} and {second}; each side has one of each",
                    piece=piece, first=square(located[piece]), second=square(cell),
                )  # fmt: skip
            located[piece] = cell
            allowed = kinds[piece].cells
            if allowed is None or cell in allowed:
                return None
            return PositionError(
                "{piece} on {square}: this zero may only be on {allowed}",
                piece=piece, square=square(cell), allowed=square(next(iter(allowed))),
            )  # fmt: skip

        faults = _CELLS.faults(setup, kinds, fault)
        if "r0" not in located and "b0" not in located:
            faults.append(PositionError("both zeros are missing; at most one can have been taken"))
        faults += self.counter_faults(setup)
        target = self.rules.target
        if target and min(setup.counters.get("red_points", 0), setup.counters.get("blue_points", 0)) >= target:
            faults.append(
                PositionError(Plural("both sides have reached the target of {count} point",
                                     "both sides have reached the target of {count} points"), count=target)
            )  # fmt: skip
        return faults

    def _build(self, setup: Setup, history: Sequence[int] = ()) -> CotoanPosition:
        """Return the position of a set-up.

        ``history`` contains the number of plies since the last capture, and then the keys of earlier positions.
        """
        numbers = [setup.counters.get(counter.name, counter.minimum) for counter in self.counters]
        pieces = [
            (int(piece[1]) + (16 if piece[0] == "b" else 0), bordered(cell)) for cell, piece in setup.pieces.items()
        ]
        return CotoanPosition(
            self, self.tables, pieces, int(setup.turn), (numbers[0], numbers[1]), numbers[2], numbers[3], history[1:]
        )

    # --- moves ----------------------------------------------------------------------------------------------------

    def _capture(self, position: CotoanPosition, move: int) -> tuple[int, int, int, int] | None:
        """Return the rear piece, the front piece, the front piece's cell and the distance, or None for a quiet move.

        The cell is that of a board with a border. The distance is counted from the front piece.
        """
        origin, target = move & 255, move >> 8
        if position.piece_at(target) == 32:
            return None
        rise, run = target // 11 - origin // 11, target % 11 - origin % 11
        length = max(abs(rise), abs(run))
        step = 11 * (rise // length) + run // length
        return position.piece_at(origin) & 15, position.piece_at(origin + step) & 15, origin + step, length - 1

    def format_move(self, position: CotoanPosition, move: int, style: MoveStyle = "record") -> str:
        """Return the text of a legal move.

        In the style ``coordinates`` the text is ``d5d9``. In the other styles it is ``8d5-d9``, or ``8d5x9d9`` for a
        capture, and ``#`` is added if a zero is taken. In the style ``display`` the calculation of a capture is added:
        ``8d5x9d9 (8−5)``.
        """
        origin, target = square(unbordered(move & 255)), square(unbordered(move >> 8))
        if style == "coordinates":
            return origin + target
        piece = position.piece_at(move & 255) & 15
        capture = self._capture(position, move)
        if capture is None:
            return f"{piece}{origin}-{target}"
        taken = position.piece_at(move >> 8) & 15
        text = f"{piece}{origin}x{taken}{target}{'' if taken else '#'}"
        return f"{text} ({self._arithmetic(capture)})" if style == "display" else text

    def _arithmetic(self, capture: tuple[int, int, int, int]) -> str:
        rear, front, _, distance = capture
        return next(each.text for each in sums(self.rules, rear, front) if each.allowed and each.distance == distance)

    def parse_move(self, position: CotoanPosition, text: str) -> int:
        """Parse a move in any style.

        Only origin and target are required. If pieces are given, they must be those on the board. A calculation is
        ignored.

        Raises:
            NotationError: if the text is not a move.
            IllegalMoveError: if the move is illegal.
        """
        match = _MOVE.fullmatch(text.strip())
        if match is None:
            raise NotationError("{text!r} is not a move such as d5d9, 9i1-i9 or 8d5x9d9", text=text.strip())
        word = text.strip()
        origin = 9 * (int(match["origin"][1:]) - 1) + FILES.index(match["origin"][0])
        target = 9 * (int(match["target"][1:]) - 1) + FILES.index(match["target"][0])
        move = bordered(origin) | bordered(target) << 8
        mover, met = position.piece_at(bordered(origin)), position.piece_at(bordered(target))
        if position.is_finished:
            raise IllegalMoveError("{text}: the game is over", text=word)
        if mover == 32:
            raise IllegalMoveError("{text}: {square} is empty", text=word, square=match["origin"])
        if mover >> 4 != position.side:
            raise IllegalMoveError(
                "{text}: the piece on {square} is not the mover's", text=word, square=match["origin"]
            )
        if match["rear"] and int(match["rear"]) != mover & 15:
            raise IllegalMoveError(
                "{text}: the piece on {square} is {piece}", text=word, square=match["origin"], piece=mover & 15
            )
        if match["taken"] and (met == 32 or int(match["taken"]) != met & 15):
            raise IllegalMoveError(
                "{text}: {piece} is not on {square}", text=word, piece=match["taken"], square=match["target"]
            )
        if match["kind"] and met != 32:
            raise IllegalMoveError("{text}: {square} is not empty", text=word, square=match["target"])
        if match["capture"] and met == 32:
            raise IllegalMoveError("{text}: {square} is empty", text=word, square=match["target"])
        if move not in position.legal_moves():
            raise IllegalMoveError("{text}: {reason}", text=word, reason=str(self._refusal(position, origin, target)))
        if match["zero"] and (met == 32 or met & 15):
            raise IllegalMoveError("{text}: there is no zero on {square}", text=word, square=match["target"])
        return move

    def _refusal(self, position: CotoanPosition, origin: int, target: int) -> KyVienError:
        """Return an error with the reason why the mover's piece on ``origin`` may not move to ``target``."""
        piece = position.piece_at(bordered(origin)) & 15
        met = position.piece_at(bordered(target))
        rise, run = target // 9 - origin // 9, target % 9 - origin % 9
        length = max(abs(rise), abs(run))
        if piece == 0:
            return IllegalMoveError("the zero never moves")
        if origin == target:
            return IllegalMoveError("a move must end on another square")
        if rise and run and abs(rise) != abs(run):
            return IllegalMoveError("pieces move in straight lines only")
        if met >> 4 == position.side:
            return IllegalMoveError("{square} is occupied by a piece of the same side", square=square(target))
        cells = [origin + 9 * (rise // length) * k + run // length * k for k in range(1, length)]
        between = [cell for cell in cells if position.piece_at(bordered(cell)) != 32]
        if met == 32:
            if between:
                return IllegalMoveError("the piece on {square} is in the way", square=square(between[0]))
            return IllegalMoveError(
                Plural("{piece} moves at most {count} square", "{piece} moves at most {count} squares"),
                piece=piece, count=piece,
            )  # fmt: skip
        front = position.piece_at(bordered(cells[0])) if cells else 32
        if front >> 4 != position.side:
            return IllegalMoveError(
                "a capture needs a piece of the same side next to the capturer, in the direction of the capture"
            )
        if len(between) > 1:
            return IllegalMoveError("the piece on {square} is in the way", square=square(between[1]))
        return IllegalMoveError(
            "no calculation of {rear} and {front} gives {distance}", rear=piece, front=front & 15, distance=length - 1
        )

    # --- the picture ----------------------------------------------------------------------------------------------

    def _inputs(self) -> Inputs:
        """Return the inputs of networks, which include the points that each side still needs."""
        codes = {digit + 16 * side: 10 * side + (digit - 1) % 10 for side in Player for digit in range(10)}
        return _CotoanInputs(
            self.surface(self.start()), (range(9 * RANKS), mirrored(9, RANKS)), codes=codes,
            places=[bordered(cell) - bordered(0) for cell in range(9 * RANKS)], counts=(46,), buckets=4, least=12,
        )  # fmt: skip

    def surface(self, position: CotoanPosition) -> Surface:
        """Return the board of squares, with a cross on the squares of the zeros."""
        return Surface(
            theme="cotoan",
            colors=_COLORS,
            style="squares",
            columns=9,
            rows=RANKS,
            column_names=tuple(FILES),
            row_names=tuple(map(str, range(1, RANKS + 1))),
            kinds=_KINDS,
            pieces=self._pieces(position),
            crossed=frozenset((RED_ZERO, BLUE_ZERO)),
        )

    def shape(self, position: CotoanPosition, move: int) -> MoveShape:
        """Return a shape with origin and target.

        The shape of a capture also has the captured cell, the cell of the front piece as a support, and the calculation
        as a hint.
        """
        origin, target = unbordered(move & 255), unbordered(move >> 8)
        capture = self._capture(position, move)
        if capture is None:
            return MoveShape(move, origin, target)
        return MoveShape(move, origin, target, (target,), (unbordered(capture[2]),), self._arithmetic(capture))

    def points_of_missing(self, setup: Setup) -> Mapping[str, int]:
        """Return the points of each side for the missing pieces of the other, each worth its number."""
        present = set(setup.pieces.values())
        red, blue = (sum(value for value in range(1, 10) if f"{letter}{value}" not in present) for letter in "br")
        return {"red_points": red, "blue_points": blue}

    def tallies(self, position: CotoanPosition) -> list[Tally]:
        """Return a tally of the points and of the pieces that each side has taken.

        The pieces taken are those missing from the opponent's full set.
        """
        present = set(self._pieces(position).values())
        taken = tuple(
            tuple(f"{letter}{value}" for value in (*range(1, 10), 0) if f"{letter}{value}" not in present)
            for letter in "br"
        )
        return [Tally("Points", position.score_points, self.rules.target, (taken[0], taken[1]))]

    def attacks(self, position: CotoanPosition, player: Player) -> list[MoveShape]:
        """Return the captures that ``player`` could make if it were that player's turn."""
        if player != position.turn:
            setup = self.setup(position)
            position = self._build(Setup(setup.pieces, player, setup.counters))
        return [self.shape(position, move) for move in position.noisy_moves()]

    def reckonings(self, position: CotoanPosition, cell: int) -> list[Reckoning]:
        """Return all calculations in which the piece on ``cell`` is the rear piece.

        Each adjacent piece of the same side is a front piece. The list is empty if the cell is empty, has a zero or is
        off the board.
        """
        mover = position.piece_at(bordered(cell)) if 0 <= cell < 99 else 32
        if mover >= 32 or mover & 15 == 0:
            return []
        side, rear = mover >> 4, mover & 15
        shapes = {(shape.origin, shape.target): shape.move for shape in self.attacks(position, Player(side))}
        rows = []
        for step in (1, 10, 11, 12, -1, -10, -11, -12):
            front_cell = bordered(cell) + step
            front = position.piece_at(front_cell)
            if front >> 4 != side:
                continue
            for each in sums(self.rules, rear, front & 15):
                text = f"{each.text} = {each.result}".replace("= -", "= −")
                if each.result >= 10:
                    text += f" → {each.distance}"
                target, move, verdict = None, None, each.reason
                if each.allowed:
                    target, verdict = self._aim(position, front_cell, step, each.distance, side)
                    if not verdict:
                        move = shapes.get((cell, target))
                        verdict = mark("captures") if move is not None else mark("the game is over")
                rows.append(Reckoning((cell, unbordered(front_cell)), text, target, move, verdict))
        return rows

    def _aim(self, position: CotoanPosition, front: int, step: int, distance: int, side: int) -> tuple[int | None, str]:
        """Return the surface cell ``distance`` squares beyond the front piece, or None if there is no such cell.

        The second value is the English reason why no piece can be captured there, or an empty string.
        """
        at = front
        for k in range(1, distance + 1):
            at += step
            met = position.piece_at(at)
            if met == 64:
                return None, mark("off the board")
            if k < distance and met != 32:
                return unbordered(front + distance * step) if self._on_board(front, step, distance) else None, mark(
                    "blocked"
                )
        if met == 32:
            return unbordered(at), mark("nothing to take")
        if met >> 4 == side:
            return unbordered(at), mark("a piece of the same side")
        return unbordered(at), ""

    @staticmethod
    def _on_board(front: int, step: int, distance: int) -> bool:
        rise = (step + 12) // 11 - 1
        rank, file = front // 11 + distance * rise, front % 11 + distance * (step - 11 * rise)
        return 1 <= rank <= RANKS and 1 <= file <= 9
