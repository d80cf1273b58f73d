"""A board's picture as data: what a view needs to draw any game, and what a click or a drag means."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from engine.core.outcome import Player


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece: what stands on a cell, what a palette offers.

    Attributes:
        id: unique in the game, also the name of its picture (``r8`` → ``resources/pieces/<theme>/r8.svg``).
        name: English name, translated where shown ("red 8").
        player: whose it is; None for a neutral one.
        label: a character or two that stands for it where no picture is at hand.
        limit: how many of it a set-up may hold; None: any number.
        cells: the only cells where it may stand; None: anywhere.
    """

    id: str
    name: str
    player: Player | None
    label: str
    limit: int | None = None
    cells: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Ornament:
    """A picture on the empty board, upright whoever sits below: the words in the river of xiangqi.

    Attributes:
        picture: ``resources/pieces/<theme>/<picture>.svg``.
        first: a cell …
        last: … and another; the picture lies within the rectangle between their middles.
    """

    picture: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class BoardColors:
    """The colours of a board and of its two sides, as ``#rrggbb``; the same in the light and the dark theme.

    Attributes:
        paper: of the board.
        alternate: of every other square, a1's among them; equal to ``paper`` where the board is not chequered.
        line: lines of the board, stars and crosses.
        frame: the line around it.
        first: fill of the first player's pieces where there is no picture, and of its arrows.
        second: the second player's.
        first_ink: label on the first player's pieces.
        second_ink: label on the second player's.
        ink: marks drawn on the board: targets, the hovered cell.
        ruled: whether thin lines separate the squares.
    """

    paper: str = "#FAF7EF"
    alternate: str = "#FAF7EF"
    line: str = "#B5AC93"
    frame: str = "#C9BF9F"
    first: str = "#A8321F"
    second: str = "#23418C"
    first_ink: str = "#FBF3E2"
    second_ink: str = "#FBF3E2"
    ink: str = "#2B2216"
    ruled: bool = False


PLAIN = BoardColors(ruled=True)
"""Ruled paper: for a game without colours of its own."""
SLATE, SHELL = "#25272B", "#F7F4EC"
"""Black and white stones."""
WOOD = BoardColors("#EBCB94", "#EBCB94", "#6B5330", "#A98550", SLATE, SHELL, second_ink=SLATE)
"""A wooden board with black and white stones."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A board with what stands on it.

    Cell ``row * columns + column`` is in column 0 … from the left and row 0 … from the bottom, seen by FIRST.

    Attributes:
        theme: the set of pictures of the pieces, in ``resources/pieces/<theme>``; usually the game's name.
        style: ``squares`` (pieces between lines, chequered) or ``points`` (pieces on crossings of lines).
        columns: cells in a row.
        rows: cells in a column.
        column_names: coordinates under the board, left to right.
        row_names: coordinates beside the board, bottom to top.
        kinds: every kind of piece, in the order of a palette.
        pieces: what stands where, cell to ``PieceKind.id``.
        stars: cells with a star point.
        crossed: cells drawn with a diagonal cross (the zeros' squares of cờ toán).
        lines: with ``points``: the lines, each from a cell's middle to another's; None: every row and column.
        ticked: with ``points``: cells whose four corners are ticked (where cannons and pawns of xiangqi stand first).
        ornaments: pictures on the empty board.
        file_names: what a notation calls the columns, left to right: along the edge of FIRST, and along that of
            SECOND. Shown in the place of ``column_names`` and ``row_names``, which name cells all the same.
        colors: of the board and of the sides.
    """

    theme: str
    style: Literal["squares", "points"]
    columns: int
    rows: int
    column_names: tuple[str, ...]
    row_names: tuple[str, ...]
    kinds: tuple[PieceKind, ...]
    pieces: Mapping[int, str]
    stars: frozenset[int] = frozenset()
    crossed: frozenset[int] = frozenset()
    lines: tuple[tuple[int, int], ...] | None = None
    ticked: frozenset[int] = frozenset()
    ornaments: tuple[Ornament, ...] = ()
    file_names: tuple[tuple[str, ...], tuple[str, ...]] | None = None
    colors: BoardColors = PLAIN

    def stone(self, player: Player) -> str:
        """Return the id of the first kind of piece of ``player``, in a game of stones the only one."""
        return next(kind.id for kind in self.kinds if kind.player is player)

    def cell_name(self, cell: int) -> str:
        """Column and row of a cell as written beside the board: ``e2``."""
        return f"{self.column_names[cell % self.columns]}{self.row_names[cell // self.columns]}"

    def kind(self, piece: str) -> PieceKind:
        """The kind with the given id."""
        return next(kind for kind in self.kinds if kind.id == piece)


@dataclass(frozen=True, slots=True)
class MoveShape:
    """What a move does on the surface.

    Attributes:
        move: the move.
        origin: cell the piece leaves; None where a piece is placed.
        target: cell it comes to; None for a pass.
        captured: cells whose pieces leave the board.
        support: cells that make the move possible (in cờ toán the front piece).
        hint: short text beside the target ("8−5"); empty if there is nothing to say.
        placed: what else changes, in this order: a cell and the id of the piece that stands on it afterwards, ""
            for none (the rook of a castling, the piece a pawn becomes).
    """

    move: int
    origin: int | None
    target: int | None
    captured: tuple[int, ...] = ()
    support: tuple[int, ...] = ()
    hint: str = ""
    placed: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign on a cell that whoever wrote a record put there, to be spoken of in a comment.

    Attributes:
        cell: where.
        kind: its form.
        text: of a ``label``; a letter, a number, a word.
    """

    cell: int
    kind: Literal["triangle", "square", "circle", "cross", "label"]
    text: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number of the position, other than its pieces, that a set-up names: points, prisoners, move number.

    Attributes:
        name: identifier.
        label: English, translated where shown.
        minimum: least value.
        maximum: greatest value; None: no bound.
        player: whose number it is, None for both.
        keyed: whether the position's key covers it, and no tally shows it (castling rights).
        names: English names of the values from ``minimum`` on, translated where shown; empty: plain numbers.
    """

    name: str
    label: str
    minimum: int
    maximum: int | None
    player: Player | None = None
    keyed: bool = False
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """A position taken apart for an editor; need not be legal.

    Attributes:
        pieces: cell to piece id.
        turn: the side to move.
        counters: ``Counter.name`` to value.
    """

    pieces: Mapping[int, str]
    turn: Player
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Tally:
    """A number of both sides shown beside the board: points, prisoners.

    Attributes:
        label: English, translated where shown.
        values: of FIRST and SECOND.
        target: what wins; None where nothing does.
        pieces: ids of the pieces behind the numbers, of FIRST and SECOND (captured pieces).
    """

    label: str
    values: tuple[int, int]
    target: int | None = None
    pieces: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


@dataclass(frozen=True, slots=True)
class Reckoning:
    """One line of a game's calculator: what a piece can reach from a cell, and why or why not.

    Attributes:
        cells: the cells concerned (rear, front).
        text: the sum ("8 − 5 = 3").
        target: cell it points at; None if off the board or void.
        move: the legal move it gives, or None.
        verdict: English, translated where shown: why it is or is not a move.
    """

    cells: tuple[int, ...]
    text: str
    target: int | None
    move: int | None
    verdict: str


@dataclass(frozen=True, slots=True)
class Group:
    """Connected pieces of one side (in Go: stones), shown when the pointer is on one of them.

    Attributes:
        cells: of the pieces.
        liberties: empty cells the group needs to stay on the board.
    """

    cells: tuple[int, ...]
    liberties: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A finished game counted point by point.

    Attributes:
        owners: every cell that counts for a player, and for whom.
        dead: cells of the pieces taken off before counting.
        rows: what the totals are made of: English label (translated where shown), FIRST's and SECOND's points.
        result: as records write it: ``B+3.5``, ``W+12``, ``0`` for a draw.
        winner: who has more; None: a draw.
    """

    owners: Mapping[int, Player]
    dead: frozenset[int]
    rows: tuple[tuple[str, float, float], ...]
    result: str
    winner: Player | None

    @property
    def totals(self) -> tuple[float, float]:
        """The points of FIRST and SECOND."""
        return sum(row[1] for row in self.rows), sum(row[2] for row in self.rows)
