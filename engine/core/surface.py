"""The picture of a board as data, from which a view draws any game and interprets clicks and drags."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from engine.core.outcome import Player
from engine.core.values import Value


class PieceKind(Value):
    """A kind of piece, as placed on cells and offered by a palette.

    Attributes:
        id: unique in the game, also the name of its picture (``r8`` → ``resources/pieces/<theme>/r8.svg``).
        name: English name ("red 8"), translated for display.
        player: owner, or None for a neutral piece.
        label: one or two characters shown if there is no picture.
        limit: maximum number in a set-up, or None if unlimited.
        cells: the only cells where it is allowed, or None if it is allowed anywhere.
    """

    id: str
    name: str
    player: Player | None
    label: str
    limit: int | None = None
    cells: frozenset[int] | None = None


class Ornament(Value):
    """A picture on the empty board, upright in both orientations: the words in the river of xiangqi.

    Attributes:
        picture: ``resources/pieces/<theme>/<picture>.svg``.
        first: a corner cell of the rectangle that contains the picture.
        last: the opposite corner cell; the rectangle extends between the centres of the two cells.
    """

    picture: str
    first: int
    last: int


class BoardColors(Value):
    """The colours of a board and of its two sides, as ``#rrggbb``; the same in the light and the dark theme.

    Attributes:
        paper: background of the board.
        alternate: every other square, including a1; equal to ``paper`` if the board is not chequered.
        line: lines of the board, stars and crosses.
        frame: the line around the board.
        first: fill of the first player's pieces without a picture, and of that player's arrows.
        second: fill of the second player's pieces without a picture, and of that player's arrows.
        first_ink: label on the first player's pieces.
        second_ink: label on the second player's pieces.
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
"""Ruled paper: the default for a game that defines no colours."""
SLATE, SHELL = "#25272B", "#F7F4EC"
"""Colours of black and of white stones."""
WOOD = BoardColors("#EBCB94", "#EBCB94", "#6B5330", "#A98550", SLATE, SHELL, second_ink=SLATE)
"""A wooden board with black and white stones."""


class Surface(Value):
    """A board with its pieces.

    Cell ``row * columns + column`` is in column 0 … from the left and row 0 … from the bottom, from FIRST's side.

    Attributes:
        theme: the set of pictures of the pieces, in ``resources/pieces/<theme>``; usually the game's name.
        style: ``squares`` (pieces between lines, chequered) or ``points`` (pieces on crossings of lines).
        columns: cells in a row.
        rows: cells in a column.
        column_names: coordinates under the board, left to right.
        row_names: coordinates at the side of the board, bottom to top.
        kinds: every kind of piece, in the order of a palette.
        pieces: ``PieceKind.id`` by cell.
        stars: cells with a star point.
        crossed: cells drawn with a diagonal cross (the zeros' squares of cờ toán).
        lines: lines of the style ``points``, each between the centres of two cells, or None for every row and column.
        ticked: cells of the style ``points`` with ticks at all four corners (as for cannons and pawns of xiangqi).
        ornaments: pictures on the empty board.
        file_names: names of the columns in a notation, left to right: along the edge of FIRST, and along that of
            SECOND. Shown instead of ``column_names`` and ``row_names``, which still name the cells.
        colors: colours of the board and of the sides.
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
        """Return the id of the first piece kind of ``player``; a game of stones has only one."""
        return next(kind.id for kind in self.kinds if kind.player is player)

    def cell_name(self, cell: int) -> str:
        """Return the coordinates of a cell as printed at the edge of the board: ``e2``."""
        return f"{self.column_names[cell % self.columns]}{self.row_names[cell // self.columns]}"

    def kind(self, piece: str) -> PieceKind:
        """Return the piece kind with the given id."""
        return next(kind for kind in self.kinds if kind.id == piece)


class MoveShape(Value):
    """The effect of a move on the surface.

    Attributes:
        move: the move.
        origin: cell that the piece leaves, or None if a piece is placed.
        target: cell that the piece moves to, or None for a pass.
        captured: cells whose pieces leave the board.
        support: cells that make the move possible (in cờ toán the front piece).
        hint: short text next to the target ("8−5"); may be empty.
        placed: other changes in order: a cell and the id of the piece on it afterwards, "" for none (the rook in
            castling, a promoted piece).
    """

    move: int
    origin: int | None
    target: int | None
    captured: tuple[int, ...] = ()
    support: tuple[int, ...] = ()
    hint: str = ""
    placed: tuple[tuple[int, str], ...] = ()


class Sign(Value):
    """A sign that the author of a record placed on a cell, for reference in a comment.

    Attributes:
        cell: the marked cell.
        kind: form of the sign.
        text: text of a ``label``: a letter, a number or a word.
    """

    cell: int
    kind: Literal["triangle", "square", "circle", "cross", "label"]
    text: str = ""


class Counter(Value):
    """A number that a set-up contains in addition to the pieces: points, prisoners, move number.

    Attributes:
        name: identifier.
        label: English label, translated for display.
        minimum: least value.
        maximum: greatest value, or None if unbounded.
        player: the player it belongs to, or None for both.
        keyed: whether the position's key covers it and no tally shows it (castling rights).
        names: English names of the values from ``minimum`` on, translated for display; empty if shown as numbers.
    """

    name: str
    label: str
    minimum: int
    maximum: int | None
    player: Player | None = None
    keyed: bool = False
    names: tuple[str, ...] = ()


class Setup(Value):
    """A position as edited: pieces, side to move and counters. It need not be legal.

    Attributes:
        pieces: piece id by cell.
        turn: the side to move.
        counters: value by ``Counter.name``.
    """

    pieces: Mapping[int, str]
    turn: Player
    counters: Mapping[str, int] = MappingProxyType({})


class Tally(Value):
    """A number of each side shown next to the board: points, prisoners.

    Attributes:
        label: English label, translated for display.
        values: values of FIRST and SECOND.
        target: value that wins the game, or None if there is no such value.
        pieces: ids of the pieces counted for FIRST and SECOND (captured pieces).
        is_lead: whether only the difference between both sides matters, which is shown next to the pieces.
    """

    label: str
    values: tuple[int, int]
    target: int | None = None
    pieces: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    is_lead: bool = False


class Reckoning(Value):
    """One line of a game's calculator: a calculation, the cell it reaches, and whether it is a move.

    Attributes:
        cells: the cells concerned (rear, front).
        text: the calculation ("8 − 5 = 3").
        target: cell it reaches, or None if that is off the board or the result cannot be used.
        move: the resulting legal move, or None.
        verdict: English explanation why it is or is not a move, translated for display.
    """

    cells: tuple[int, ...]
    text: str
    target: int | None
    move: int | None
    verdict: str


class Group(Value):
    """Connected pieces of one side (in Go: stones), shown while the pointer is on one of them.

    Attributes:
        cells: cells of the pieces.
        liberties: empty cells adjacent to the group; a group without liberties is captured.
    """

    cells: tuple[int, ...]
    liberties: tuple[int, ...]


class Count(Value):
    """The count of a finished game.

    Attributes:
        owners: player by cell, for every cell that counts.
        dead: cells of the pieces removed before counting.
        rows: summands of the totals: English label (translated for display), points of FIRST and of SECOND.
        result: the result as written in records: ``B+3.5``, ``W+12``, ``0`` for a draw.
        winner: the player with more points, or None for a draw.
    """

    owners: Mapping[int, Player]
    dead: frozenset[int]
    rows: tuple[tuple[str, float, float], ...]
    result: str
    winner: Player | None

    @property
    def totals(self) -> tuple[float, float]:
        """Return the points of FIRST and SECOND."""
        return sum(row[1] for row in self.rows), sum(row[2] for row in self.rows)
