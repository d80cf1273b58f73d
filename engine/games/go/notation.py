"""Texts of points and boards, star points, and the base class of Go and MiniGo.

Points are written as in GTP: a column letter A–T, without I, and a row number counted from the bottom (``D4``).

The text of a position, such as ``9/9/2w6/9/4b4/9/9/9/9 b - 0 0``, consists of the rows, the side to move, the point of
a ko that must not be retaken or ``-``, and the numbers of prisoners taken by black and by white. The rows are ordered
from top to bottom and separated by ``/``. In a row, ``b`` and ``w`` are stones, and numbers are counts of empty points.
In Go, the number of passes just made is added if it is not 0.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Self, TypeVar

from engine.core.cells import Cells, read_numbers, read_turn
from engine.core.endings import turned
from engine.core.errors import KyVienError, NotationError, PositionError
from engine.core.game import Game
from engine.core.inputs import Inputs
from engine.core.language import Plural, mark
from engine.core.options import build_options
from engine.core.outcome import Player
from engine.core.surface import WOOD, Counter, Group, MoveShape, PieceKind, Setup, Surface, Tally
from engine.core.values import replace
from engine.games.go.stones import StonesPosition

S = TypeVar("S", bound=StonesPosition)

COLUMNS = "ABCDEFGHJKLMNOPQRST"
PASS = "pass"
_VERTEX = re.compile(r"([A-HJ-Ta-hj-t])([1-9][0-9]?)")

BLACK = PieceKind("b", "Black stone", Player.FIRST, "●")
WHITE = PieceKind("w", "White stone", Player.SECOND, "○")
KO = PieceKind("ko", "Ko: not to be retaken at once", None, "□", limit=1)

PRISONERS = (
    Counter("black_prisoners", "Prisoners of Black", 0, 9999, Player.FIRST),
    Counter("white_prisoners", "Prisoners of White", 0, 9999, Player.SECOND),
)


@lru_cache(maxsize=32)
def _cells(size: int) -> Cells:
    return Cells(
        COLUMNS[:size], size, {"b": "b", "w": "w"}, number="[1-9][0-9]?(?![0-9])", stray="[0-9]+|.",
        wrong_sign=mark("position, row {row}: {text!r} is not a stone (b or w) or a number of empty points"),
        wrong_row=Plural(
            "position, row {row}: {count} point instead of {columns}",
            "position, row {row}: {count} points instead of {columns}",
        ),
    )  # fmt: skip


def vertex(size: int, point: int) -> str:
    """Return the name of a point, such as ``D4``."""
    return f"{COLUMNS[point % size]}{point // size + 1}"


def parse_vertex(size: int, text: str) -> int | None:
    """Return the point named by ``text``, or None if it is not the name of a point of the board."""
    match = _VERTEX.fullmatch(text)
    if match is None:
        return None
    column, row = COLUMNS.index(match[1].upper()), int(match[2]) - 1
    return row * size + column if column < size and row < size else None


def handicap_points(size: int, stones: int) -> list[int]:
    """Return the points of handicap stones (GTP 2, fixed_handicap), or an empty list for fewer than two stones.

    Boards with an even number of lines and boards with fewer than nine lines have four handicap points. Other boards
    have nine. The corner points are on the fourth line on boards of 13 lines or more, on the third line on boards of 7
    to 12 lines, and on the second line on smaller boards.
    """
    edge = 3 if size >= 13 else 2 if size >= 7 else 1
    low, middle, high = edge, size // 2, size - 1 - edge
    corners = [(low, low), (high, high), (high, low), (low, high)]
    if size % 2 == 0 or size < 9:
        chosen = corners[: min(stones, 4)]
    else:
        sides = [(middle, low), (middle, high), (low, middle), (high, middle)]
        chosen = corners[: min(stones, 4)] + sides[: max(0, min(stones, 9) - 4) // 2 * 2]
        if stones in (5, 7) or stones >= 9:
            chosen.append((middle, middle))
    return [row * size + column for row, column in chosen] if stones >= 2 else []


def stars(size: int) -> frozenset[int]:
    """Return the star points of a board of ``size`` lines.

    Boards of odd size have nine star points with 13 lines or more, and five star points with 7 to 11 lines. Boards of
    even size have four star points with 8 lines or more. Smaller boards have none.
    """
    if size < 7:
        return frozenset()
    if size % 2 and size >= 13:
        return frozenset(handicap_points(size, 9))
    points = set(handicap_points(size, 4))
    return frozenset(points | {size * size // 2} if size % 2 else points)


class StonesGame(Game[S]):
    """Base class of games with stones on points. A subclass adds the rules.

    ``rules.size`` is the number of lines. ``_build`` returns the position of a set-up that has no faults.
    """

    sides = ("Black", "White")
    has_ko = False
    has_passes = False

    @property
    def size(self) -> int:
        """Return the number of lines of the board."""
        size: int = self.rules.size
        return size

    def symmetries(self) -> tuple[tuple[int, ...], ...]:
        """Return the eight symmetries of the board."""
        return turned(self.size)

    # --- other programs -------------------------------------------------------------------------------------------

    def protocol_rules(self, protocol: str) -> Mapping[str, str] | None:
        """Return the board size and, if the game has one, the komi for GTP, or None for other protocols."""
        if protocol != "gtp":
            return None
        words = {"boardsize": str(self.size)}
        if hasattr(self.rules, "komi"):
            words["komi"] = f"{self.rules.komi:g}"
        return words

    def with_protocol_rules(self, protocol: str, words: Mapping[str, str]) -> Self:
        """Return the game with the board size and the komi specified by ``words``.

        Raises:
            OptionError: if the game does not support a value of ``words``.
        """
        names = {"boardsize": "size", "komi": "komi"}
        values = {names.get(word, word): value for word, value in words.items()}
        return type(self)(build_options(self.Rules, values, self.rules))

    def record_rules(self, format: str) -> Mapping[str, str] | None:
        """Return an empty mapping for SGF, in which only the board size is recorded, or None for other formats."""
        return {} if format == "sgf" else None

    def with_record_rules(self, format: str, words: Mapping[str, str]) -> Self:
        """Return the game with the rules specified by ``words``, a mapping of SGF properties to values.

        Raises:
            NotationError: if the board is not square.
            OptionError: if the size is not supported.
        """
        return type(self)(build_options(self.Rules, self._recorded(words), self.rules))

    def _recorded(self, words: Mapping[str, str]) -> dict[str, Any]:
        """Return the options specified by ``words``, a mapping of SGF properties to values.

        Raises:
            NotationError: if the board is not square.
        """
        columns, rows = int(words["columns"]), int(words["rows"])
        if columns != rows:
            raise NotationError("SZ[{size}]: only square boards are supported", size=f"{columns}:{rows}")
        return {"size": columns}

    # --- text -----------------------------------------------------------------------------------------------------

    def _read(self, text: str) -> Setup:
        size = self.size
        fields = text.split()
        if not fields:
            raise NotationError("empty position: expected rows, side, ko, prisoners of Black, prisoners of White")
        if not 5 <= len(fields) <= (6 if self.has_passes else 5):
            raise NotationError(
                "position {text!r}: expected 5 fields (rows, side, ko, prisoners of Black, prisoners of White), "
                "found {count}",
                text=text,
                count=len(fields),
            )
        pieces = _cells(size).read(fields[0])
        turn = read_turn(fields[1], "bw")
        if fields[2] != "-":
            ko = parse_vertex(size, fields[2]) if self.has_ko else None
            if ko is None:
                raise NotationError("position, ko: expected a point or -, found {text!r}", text=fields[2])
            if ko in pieces:
                raise NotationError("position, ko: there is a stone on {point}", point=vertex(size, ko))
            pieces[ko] = KO.id
        return Setup(pieces, turn, read_numbers(self.counters, fields[3:]))

    def format_position(self, position: S) -> str:
        """Return a position as text. For the format, see the docstring of the module."""
        pieces = self._pieces(position)
        ko = next((vertex(self.size, point) for point, piece in pieces.items() if piece == KO.id), "-")
        numbers = self._numbers(position)
        words = [str(numbers[counter.name]) for counter in self.counters]
        if self.has_passes and words[-1] == "0":
            words.pop()
        return " ".join((_cells(self.size).write(pieces), "bw"[position.side], ko, *words))

    def _pieces(self, position: S) -> dict[int, str]:
        black, white = position.stone_points
        pieces = dict.fromkeys(black, BLACK.id) | dict.fromkeys(white, WHITE.id)
        ko = self._ko(position)
        return dict(sorted((pieces | ({} if ko is None else {ko: KO.id})).items()))

    def _ko(self, position: S) -> int | None:
        """Return the point of a ko that must not be retaken at once, or None."""
        return None

    def _numbers(self, position: S) -> dict[str, int]:
        black, white = position.prisoner_counts
        return {"black_prisoners": black, "white_prisoners": white}

    # --- set-ups --------------------------------------------------------------------------------------------------

    def setup(self, position: S) -> Setup:
        """Return the stones, the ko, the side to move and the counters."""
        return Setup(self._pieces(position), position.turn, self._numbers(position))

    @property
    def _kinds(self) -> tuple[PieceKind, ...]:
        return (BLACK, WHITE, KO) if self.has_ko else (BLACK, WHITE)

    def faults(self, setup: Setup) -> list[KyVienError]:
        """Return the faults of a set-up.

        Faults are unknown pieces, stones off the board, groups without liberties, an impossible ko, and counters out of
        range.
        """
        size = self.size
        kinds = [kind.id for kind in self._kinds]
        faults = _cells(size).faults(setup, kinds)
        placed = {cell: piece for cell, piece in setup.pieces.items() if 0 <= cell < size * size and piece in kinds}
        stones = {cell: piece for cell, piece in placed.items() if piece != KO.id}
        kos = sorted(placed.keys() - stones.keys())
        for group in groups_without_liberties(size, stones):
            faults.append(PositionError("the group on {point} has no liberty", point=vertex(size, group)))
        if len(kos) > 1:
            faults.append(PositionError("there is more than one ko: {point}", point=vertex(size, kos[1])))
        elif kos and not faults and not is_ko(size, stones, "bw"[setup.turn], kos[0]):
            faults.append(
                PositionError(
                    "{point} is not a ko: the side to move could not retake one stone there", point=vertex(size, kos[0])
                )
            )
        faults += self.counter_faults(setup)
        return faults

    def _stones(self, pieces: Mapping[int, str]) -> tuple[list[int], list[int], int | None]:
        """Return the points of the black stones, the points of the white stones, and the point of the ko or None."""
        black = [cell for cell, piece in sorted(pieces.items()) if piece == BLACK.id]
        white = [cell for cell, piece in sorted(pieces.items()) if piece == WHITE.id]
        return black, white, next((cell for cell, piece in pieces.items() if piece == KO.id), None)

    # --- the picture ----------------------------------------------------------------------------------------------

    def _inputs(self) -> Inputs:
        """Return the inputs of networks, which do not depend on the handicap. The byte of a ko is 3."""
        codes = {0: 0, 1: 1} | ({3: 2} if self.has_ko else {})
        return Inputs(replace(self.surface(self.start()), pieces={}), self.symmetries(), codes=codes)

    def surface(self, position: S) -> Surface:
        """Return the board of points with its star points."""
        size = self.size
        return Surface(
            theme="go",
            colors=WOOD,
            style="points",
            columns=size,
            rows=size,
            column_names=tuple(COLUMNS[:size]),
            row_names=tuple(map(str, range(1, size + 1))),
            kinds=self._kinds,
            pieces=self._pieces(position),
            stars=stars(size),
        )

    def shape(self, position: S, move: int) -> MoveShape:
        """Return the shape of a move. Its target is the point of the stone, and its captured cells are those taken."""
        return MoveShape(move, None, move, tuple(position.takes(position.side, move)))

    def tallies(self, position: S) -> list[Tally]:
        """Return a tally of the prisoners that each side has taken."""
        return [Tally("Prisoners", position.prisoner_counts)]

    def attacks(self, position: S, player: Player) -> list[MoveShape]:
        """Return the captures that ``player`` could make if it were that player's turn.

        The list is empty if the game is over.
        """
        if position.is_finished:
            return []
        if player != position.turn:
            setup = self.setup(position)
            pieces = {cell: piece for cell, piece in setup.pieces.items() if piece != KO.id}
            position = self._build(Setup(pieces, player, setup.counters))
        return [self.shape(position, move) for move in position.noisy_moves()]

    def group(self, position: S, cell: int) -> Group | None:
        """Return the group on a cell with its liberties, or None if the cell is empty or off the board."""
        stones, liberties = position.group(cell) if 0 <= cell < self.size**2 else ([], [])
        return Group(tuple(stones), tuple(liberties)) if stones else None

    def groups_in_danger(self, position: S) -> list[Group]:
        """Return the groups in atari, those of black first."""
        return [
            Group(tuple(stones), tuple(liberties))
            for side in range(2)
            for stones, liberties in position.groups(side)
            if len(liberties) == 1
        ]


def _near(size: int, point: int) -> list[int]:
    row, column = divmod(point, size)
    steps = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return [r * size + c for r, c in steps if 0 <= r < size and 0 <= c < size]


def groups_without_liberties(size: int, stones: Mapping[int, str]) -> list[int]:
    """Return the lowest point of every group without liberties. ``stones`` maps points to ``b`` or ``w``."""
    seen: set[int] = set()
    found = []
    for start in sorted(stones):
        if start in seen:
            continue
        group, alive = [start], False
        seen.add(start)
        for point in group:
            for near in _near(size, point):
                if near not in stones:
                    alive = True
                elif stones[near] == stones[start] and near not in seen:
                    seen.add(near)
                    group.append(near)
        if not alive:
            found.append(start)
    return found


def is_ko(size: int, stones: Mapping[int, str], side: str, point: int) -> bool:
    """Whether ``side`` could retake a ko by playing on ``point``.

    The point must be empty with only enemy stones next to it, and exactly one of these stones must be a group of a
    single stone without other liberties.
    """
    if point in stones:
        return False
    last = [
        near
        for near in _near(size, point)
        if near in stones and all(each == point or each in stones for each in _near(size, near))
    ]
    lonely = [near for near in last if all(stones.get(each) != stones[near] for each in _near(size, near))]
    return len(lonely) == 1 and all(stones.get(near) not in (None, side) for near in _near(size, point))
