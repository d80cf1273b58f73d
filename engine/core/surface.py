"""The picture of a board as data, from which a view draws any game and interprets clicks and drags."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from engine.core.outcome import Player
from engine.core.values import Value


class PieceKind(Value):
    """A kind of piece that is placed on cells and offered by a palette.

    Attributes:
        id: identifier, unique in the game, and name of the picture: ``r8`` for ``resources/pieces/<theme>/r8.svg``.
        name: English name, such as "red 8", translated for display.
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
    """A picture on the empty board, upright in both orientations, such as the words in the river of xiangqi.

    Attributes:
        picture: name of the picture, in the file ``resources/pieces/<theme>/<picture>.svg``.
        first: a corner cell of the rectangle that contains the picture.
        last: the opposite corner cell. The rectangle extends between the centres of the two cells.
    """

    picture: str
    first: int
    last: int


class BoardColors(Value):
    """The colours of a board and of its two sides, as ``#rrggbb``, for both the light and the dark theme.

    Attributes:
        paper: colour of the background of the board.
        alternate: colour of every other square, including a1. It is equal to ``paper`` if the board is not chequered.
        line: colour of the lines of the board, star points and crosses.
        frame: colour of the line around the board.
        first: fill of the first player's pieces without a picture, and of that player's arrows.
        second: fill of the second player's pieces without a picture, and of that player's arrows.
        first_ink: colour of the labels on the first player's pieces.
        second_ink: colour of the labels on the second player's pieces.
        ink: colour of marks drawn on the board, such as targets and the hovered cell.
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
"""The colours of ruled paper, the default for a game that defines no colours."""
SLATE, SHELL = "#25272B", "#F7F4EC"
"""Colours of black and of white stones."""
WOOD = BoardColors("#EBCB94", "#EBCB94", "#6B5330", "#A98550", SLATE, SHELL, second_ink=SLATE)
"""The colours of a wooden board with black and white stones."""


class Surface(Value):
    """A board with its pieces.

    A cell is ``row * columns + column``. From FIRST's side, column 0 is on the left and row 0 at the bottom.

    Attributes:
        theme: name of the set of piece pictures in ``resources/pieces/<theme>``, which is often the game's name.
        style: ``squares`` if the pieces are between the lines, or ``points`` if they are on crossings of lines.
        columns: number of columns.
        rows: number of rows.
        column_names: coordinates under the board, left to right.
        row_names: coordinates at the side of the board, bottom to top.
        kinds: every kind of piece, in the order of a palette.
        pieces: a mapping of cells to the ``PieceKind.id`` of their pieces.
        stars: cells with a star point.
        crossed: cells drawn with a diagonal cross, such as the squares of the zeros in cờ toán.
        lines: lines of the style ``points``, each between the centres of two cells, or None for every row and column.
        ticked: cells of the style ``points`` with ticks at all four corners, as for cannons and pawns of xiangqi.
        ornaments: pictures on the empty board.
        file_names: names of the columns in a notation, from left to right, at FIRST's edge and at SECOND's edge, or
            None. They are shown instead of ``column_names`` and ``row_names``, which still name the cells.
        colors: colours of the board and of the sides.
        has_names: whether the coordinates mean anything, so that they are displayed.
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
    has_names: bool = True

    def stone(self, player: Player) -> str:
        """Return the id of the first piece kind of ``player``, which is the only one in a game of stones."""
        return next(kind.id for kind in self.kinds if kind.player is player)

    def cell_name(self, cell: int) -> str:
        """Return the coordinates of a cell as printed at the edge of the board, such as ``e2``."""
        return f"{self.column_names[cell % self.columns]}{self.row_names[cell // self.columns]}"

    def rows_through(self, cell: int, least: int) -> tuple[int, ...]:
        """Return the cells of all rows of at least ``least`` equal pieces through a cell, in ascending order.

        Rows are horizontal, vertical or diagonal. The result is empty if the cell is empty.
        """
        piece, found = self.pieces.get(cell), {cell}
        column, row = cell % self.columns, cell // self.columns
        for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            cells = [cell]
            for way in (1, -1):
                x, y = column + way * across, row + way * up
                while 0 <= x < self.columns and 0 <= y < self.rows and self.pieces.get(y * self.columns + x) == piece:
                    cells.append(y * self.columns + x)
                    x, y = x + way * across, y + way * up
            if len(cells) >= least:
                found.update(cells)
        return tuple(sorted(found)) if piece is not None and len(found) >= least else ()

    def kind(self, piece: str) -> PieceKind:
        """Return the piece kind with the given id.

        Raises:
            KeyError: if there is none.
        """
        for kind in self.kinds:
            if kind.id == piece:
                return kind
        raise KeyError(piece)


class MoveShape(Value):
    """The effect of a move on the surface.

    Attributes:
        move: the move.
        origin: cell that the piece leaves, or None if no piece is moved.
        target: cell that the piece moves to or is placed on, or None for a pass or a choice.
        captured: cells whose pieces leave the board.
        support: cells of other pieces that make the move possible, such as the front piece in cờ toán.
        hint: short text next to the target, such as "8−5", or an empty string.
        placed: other changes in order, such as those of the rook in castling or of a promoted piece. Each change is a
            pair of a cell and the id of the piece that is then on the cell, or an empty string if the cell is empty.
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
    """A number that a set-up contains in addition to the pieces, such as points, prisoners or the move number.

    Attributes:
        name: identifier.
        label: English label, translated for display.
        minimum: least value.
        maximum: greatest value, or None if unbounded.
        player: the player to whom the number applies, or None for both.
        keyed: whether the number is part of the position's key without being shown in a tally, as for castling rights.
        names: English names of the values from ``minimum`` on, translated for display, or an empty tuple if the values
            are shown as numbers.
    """

    name: str
    label: str
    minimum: int
    maximum: int | None
    player: Player | None = None
    keyed: bool = False
    names: tuple[str, ...] = ()


class Setup(Value):
    """The pieces, the side to move and the counters of a position that is edited. The position need not be legal.

    Attributes:
        pieces: a mapping of cells to piece ids.
        turn: the side to move.
        counters: a mapping of each ``Counter.name`` to its value.
    """

    pieces: Mapping[int, str]
    turn: Player
    counters: Mapping[str, int] = MappingProxyType({})


class Tally(Value):
    """A number of each side shown next to the board, such as points or prisoners.

    Attributes:
        label: English label, translated for display.
        values: values of FIRST and SECOND.
        target: value that wins the game, or None if there is no such value.
        pieces: ids of the pieces counted for FIRST and for SECOND, such as captured pieces.
        is_lead: whether only the difference between both sides matters, which is shown next to the pieces.
    """

    label: str
    values: tuple[int, int]
    target: int | None = None
    pieces: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    is_lead: bool = False


class Reckoning(Value):
    """One calculation with a piece: its text, the cell that it reaches, and whether it gives a legal move.

    Attributes:
        cells: cells of the rear and of the front piece.
        text: the calculation with its result, such as "8−5 = 3".
        target: cell that the calculation reaches, or None if it is off the board or the calculation is not allowed.
        move: the resulting legal move, or None.
        verdict: English explanation of why the calculation gives a move or not, translated for display.
    """

    cells: tuple[int, ...]
    text: str
    target: int | None
    move: int | None
    verdict: str


class Group(Value):
    """Connected pieces of one side, such as stones in Go, which are marked while the pointer is on one of them.

    Attributes:
        cells: cells of the pieces.
        liberties: empty cells adjacent to the group. A group without liberties is captured.
    """

    cells: tuple[int, ...]
    liberties: tuple[int, ...]


class Count(Value):
    """The count of a finished game.

    Attributes:
        owners: a mapping of each cell that counts to its owner.
        dead: cells of the pieces removed before counting.
        rows: summands of the totals. Each row consists of an English label, which is translated for display, the points
            of FIRST and the points of SECOND.
        result: the result as written in records, such as ``B+3.5`` or ``W+12``, or ``0`` for a draw.
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
