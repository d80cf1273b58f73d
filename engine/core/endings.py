"""What a game declares so that its endings can be tabulated (``engine.tables``): its pieces, cells and symmetries."""

from collections.abc import Sequence

from engine.core.values import Value

LONGEST = 252
"""Maximum number of plies of a win in a table."""


class Endings(Value):
    """The pieces of a game and the symmetries of its board, for tables of endings.

    A material is written with one letter for each piece, such as ``KBNK``: the pieces of one side, then those of the
    other. The royal piece, of which each side has exactly one, begins each part.

    Attributes:
        letters: a letter for each kind of piece, the royal piece first, then the others from strong to weak.
        pieces: the numbers in ``Position.put_pieces`` of each side's pieces, in the order of ``letters``.
        cells: the cells that a piece of FIRST of each kind can be on.
        limits: the most pieces of each kind that a side can have.
        swap: for each cell, the cell that corresponds to it if the sides are exchanged.
        symmetries: permutations of the cells, as the image of each cell, that change no rule, the identity first.
        free_symmetries: further permutations that change no rule unless there is a piece of ``directed``.
        directed: letters of the pieces that move in one direction.
        one_sided: letters of pieces that only one side may have, because the pieces alone do not describe a position
            in which both sides have some.
        synonyms: letters that are read as others.
        rules: the rules that the tables are valid for, as text.
        materials: the materials that are offered, in the order of difficulty.
    """

    letters: str
    pieces: tuple[tuple[int, ...], tuple[int, ...]]
    cells: tuple[tuple[int, ...], ...]
    limits: tuple[int, ...]
    swap: tuple[int, ...]
    symmetries: tuple[tuple[int, ...], ...]
    free_symmetries: tuple[tuple[int, ...], ...] = ()
    directed: str = ""
    one_sided: str = ""
    synonyms: tuple[tuple[str, str], ...] = ()
    rules: str = ""
    materials: tuple[str, ...] = ()


class Horizon(Value):
    """To which extent a table of endings is valid in a position, given the counters and the earlier positions.

    Attributes:
        plies: the longest win, in plies, that no counter and no repetition can turn into a draw.
        draws: whether a draw in the table is a draw under the rules of the game.
    """

    plies: int
    draws: bool = True


def mirrored(columns: int, rows: int) -> tuple[int, ...]:
    """Return the permutation that exchanges left and right on a board whose cells are numbered row by row."""
    return tuple(row * columns + columns - 1 - column for row in range(rows) for column in range(columns))


def turned(size: int) -> tuple[tuple[int, ...], ...]:
    """Return the eight symmetries of a square board whose cells are numbered row by row, the identity first."""
    cells = tuple(range(size * size))
    columns = mirrored(size, size)
    diagonal = tuple(cell % size * size + cell // size for cell in cells)
    straight = (cells, columns, columns[::-1], cells[::-1])
    return (*straight, *(composed(each, diagonal) for each in straight))


def composed(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    """Return the permutation that applies ``first`` and then ``second``."""
    return tuple(second[cell] for cell in first)
