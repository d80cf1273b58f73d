"""The inputs of networks: how the bytes that ``Position.write_cells`` writes select rows of weights.

A position is written as one byte per cell. In the view of a player, each byte selects at most one row: the player's own
pieces have the first rows, and the board is turned so that both players look at it from the same side. ``Inputs``
computes this from the picture of the board, so every game has inputs. A game whose positions write their cells in
machine code declares their bytes.
"""

import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.core.outcome import Player
from engine.core.score import MOST_CELLS
from engine.core.surface import PieceKind, Surface

if TYPE_CHECKING:
    from engine.core.position import Position

VALUES = 256
"""Number of values of a byte. The table has an entry for each, so that no byte can select a row of another cell."""
NO_ROW = -1
"""Entry of the table for a byte that selects no row."""


class Inputs:
    """The inputs of a game under its rules.

    The bytes of a position are those of its places on the board and, after them, two for each of ``counts``: a number
    of FIRST and the same number of SECOND.

    Args:
        surface: the board at the start.
        symmetries: permutations of the cells of the surface, as the image of each cell, the identity first
            (``Game.symmetries``). Each is a variant of the numbering of the rows.
        codes: a mapping of bytes to the numbers of the kinds of pieces that they represent, or None if the byte is one
            more than that number. Kinds are numbered in the order of the palette, those of FIRST before those of
            SECOND before neutral ones. All other bytes represent an empty place.
        places: index of the byte of each cell of the surface, or -1 for none, or None for a byte for each cell on which
            a piece is allowed.
        counts: number of values, from 0 on, of each number that both players have (``numbers``).
        buckets: number of sets of output weights, which are chosen by the number of pieces.
        least: number of pieces up to which the bucket is 0, or None for 0.
        most: greatest number of pieces, or None for that of the start or, if the board is empty at the start, the
            number of places.

    Attributes:
        kinds: the kinds of pieces by number.
        cells: number of bytes.
        rows: number of rows of weights.
        variants: number of variants.
        buckets: number of buckets.
        follows: whether the position determines the variant (``variant``). If not, positions are written with variant 0
            and training may choose another one.

    Raises:
        ValueError: if a position has more than ``MOST_CELLS`` bytes.
    """

    follows = False

    def __init__(
        self,
        surface: Surface,
        symmetries: Sequence[Sequence[int]] = (),
        *,
        codes: Mapping[int, int] | None = None,
        places: Sequence[int] | None = None,
        counts: Sequence[int] = (),
        buckets: int = 8,
        least: int = 0,
        most: int | None = None,
    ) -> None:
        cells = range(surface.columns * surface.rows)
        self.kinds = numbered(surface)
        self._symmetries = tuple(map(tuple, symmetries)) or (tuple(cells),)
        self._partner, self._turned = _exchange(surface, self.kinds)
        allowed = self._allowed(cells)
        if places is None:
            used = {cell: index for index, cell in enumerate(sorted(set().union(*allowed)))}
            places = [used.get(cell, -1) for cell in cells]
        self._places = tuple(places)
        self._codes = {number + 1: number for number in range(len(self.kinds))} if codes is None else dict(codes)
        self._counts = tuple(counts)
        self._count_start = max(self._places, default=-1) + 1
        self._row_of: dict[tuple[int, int], int] = {}
        for number, own in enumerate(allowed):
            for cell in sorted(own):
                self._row_of[number, cell] = len(self._row_of)
        self._least, self._most = least, most or len(surface.pieces) or sum(place >= 0 for place in self._places)
        self.buckets, self.variants = buckets, len(self._symmetries)
        self.cells = self._count_start + 2 * len(self._counts)
        self.rows = len(self._row_of) + 2 * sum(self._counts)
        if self.cells > MOST_CELLS:
            raise ValueError(f"the number of bytes is {self.cells}: must be at most {MOST_CELLS}")

    def _allowed(self, cells: range) -> list[set[int]]:
        """Return the cells on which pieces of each kind have rows, which are the same after every exchange."""
        own = [set(cells if kind.cells is None else kind.cells) for kind in self.kinds]
        both = [own[number] | {self._turned[cell] for cell in own[self._partner[number]]} for number in range(len(own))]
        return [{image[cell] for image in self._symmetries for cell in each} for each in both]

    def row(self, perspective: Player, variant: int, cell: int, value: int) -> int | None:
        """Return the row that a byte selects in the view of a player, or None if it selects none.

        Args:
            perspective: the player.
            variant: number of the variant.
            cell: index of the byte.
            value: the byte.
        """
        entry = self.table[((perspective * self.variants + variant) * self.cells + cell) * VALUES + value]
        return None if entry == NO_ROW else entry

    @cached_property
    def table(self) -> "array[int]":
        """Return all rows, as an array of 16-bit numbers with the shape (2, variants, cells, 256).

        The entry of a byte that selects no row is ``NO_ROW``.
        """
        found = array("h", [NO_ROW]) * (2 * self.variants * self.cells * VALUES)
        for perspective in Player:
            for variant, image in enumerate(self._symmetries):
                start = (perspective * self.variants + variant) * self.cells * VALUES
                for cell, place in enumerate(self._places):
                    if place >= 0:
                        for value, number in self._codes.items():
                            row = self._piece_row(perspective, image, number, cell)
                            found[start + place * VALUES + value] = NO_ROW if row is None else row
                base = len(self._row_of)
                for index, count in enumerate(self._counts):
                    for player in Player:
                        place = start + (self._count_start + 2 * index + player) * VALUES
                        own = base + (0 if player is perspective else count)
                        for value in range(count):
                            found[place + value] = own + value
                    base += 2 * count
        return found

    def _piece_row(self, perspective: Player, image: Sequence[int], number: int, cell: int) -> int | None:
        if perspective is Player.SECOND:
            number, cell = self._partner[number], self._turned[cell]
        return self._row_of.get((number, image[cell]))

    @cached_property
    def digest(self) -> str:
        """Return the hexadecimal SHA-256 of all that determines what the weights of a network mean."""
        import hashlib  # takes longer to import than this module

        facts = (2, self.variants, self.cells, self.rows, self.buckets, self._least, self._most, self.follows)
        table = array("h", self.table)
        if sys.byteorder == "big":
            table.byteswap()
        return hashlib.sha256(f"inputs {facts}\n".encode() + table.tobytes()).hexdigest()

    def bucket(self, pieces: int) -> int:
        """Return the bucket of a position with this number of pieces.

        The numbers above ``least`` are divided evenly; a position with fewer pieces has the bucket 0, and one with more
        than ``most`` has the last one.
        """
        share = (pieces - self._least) * self.buckets // (self._most + 1 - self._least)
        return min(max(share, 0), self.buckets - 1)

    def variant(self, position: Any, player: Player) -> int:
        """Return the variant in the view of a player. The default is 0; a class with ``follows`` overrides it."""
        return 0

    def numbers(self, position: Any) -> Sequence[tuple[int, int]]:
        """Return for each of ``counts`` the numbers of FIRST and SECOND. A class with ``counts`` overrides it."""
        return ()

    def written(self, position: "Position") -> tuple[bytes, tuple[int, int], int]:
        """Return the bytes, the variants of FIRST and of SECOND, and the bucket of a position, by their declaration.

        ``Position.write_cells`` writes the same, or other bytes that select the same rows.
        """
        surface = position.game.surface(position)
        kinds = {kind.id: number for number, kind in enumerate(numbered(surface))}
        byte = {number: value for value, number in reversed(self._codes.items())}
        empty = next(value for value in range(VALUES) if value not in self._codes)
        data = bytearray([empty]) * self._count_start
        for cell, piece in surface.pieces.items():
            data[self._places[cell]] = byte[kinds[piece]]
        for pair in self.numbers(position):
            data += bytes(pair)
        variants = (self.variant(position, Player.FIRST), self.variant(position, Player.SECOND))
        return bytes(data), variants, self.bucket(len(surface.pieces))

    def selected(self, perspective: Player, variant: int, data: bytes) -> list[int]:
        """Return the rows that the bytes ``data`` of a position select in the view of a player, in ascending order."""
        rows = (self.row(perspective, variant, cell, value) for cell, value in enumerate(data))
        return sorted(row for row in rows if row is not None)

    @cached_property
    def rows_by_cell(self) -> list[list[int]]:
        """Return for each byte the rows that it can select in FIRST's view, in ascending order.

        In other views and variants, the same lists belong to other bytes.
        """
        cells = (self.table[cell * VALUES : (cell + 1) * VALUES] for cell in range(self.cells))
        return [sorted(set(entries) - {NO_ROW}) for entries in cells]

    def place(self, cell: int) -> int:
        """Return the index of the byte of a cell of the surface, or -1 if there is none."""
        return self._places[cell]

    def piece_rows(self, kind: int) -> dict[int, int]:
        """Return the rows of FIRST's view for a kind of piece (``kinds``) by cell of the surface."""
        return {cell: row for (number, cell), row in self._row_of.items() if number == kind}

    def count_rows(self, index: int, player: Player) -> range:
        """Return the rows of FIRST's view for a number (``counts``) of a player, in the order of the number."""
        first = len(self._row_of) + 2 * sum(self._counts[:index]) + (self._counts[index] if player else 0)
        return range(first, first + self._counts[index])


def numbered(surface: Surface) -> tuple[PieceKind, ...]:
    """Return the kinds of pieces in the order of their numbers: those of FIRST, of SECOND, and neutral ones."""
    return tuple(kind for owner in (*Player, None) for kind in surface.kinds if kind.player is owner)


def _exchange(surface: Surface, kinds: Sequence[PieceKind]) -> tuple[list[int], list[int]]:
    """Return the kind that each kind becomes if the players are exchanged, and the cell that each cell becomes.

    The board stays as it is, is turned upside down, or is turned round, whichever first leaves the start unchanged. If
    the players have different numbers of kinds, or no exchange leaves the start unchanged, nothing is exchanged.
    """
    count = sum(kind.player is Player.FIRST for kind in kinds)
    last, width = surface.rows * surface.columns - 1, surface.columns
    cells = range(last + 1)
    if count != sum(kind.player is Player.SECOND for kind in kinds):
        return list(range(len(kinds))), list(cells)
    partner = [*range(count, 2 * count), *range(count), *range(2 * count, len(kinds))]
    names = {kind.id: kinds[partner[number]].id for number, kind in enumerate(kinds)}
    upside_down = [(last // width - cell // width) * width + cell % width for cell in cells]
    for turned in (list(cells), upside_down, [last - cell for cell in cells]):
        if {turned[cell]: names[piece] for cell, piece in surface.pieces.items()} == dict(surface.pieces):
            return partner, turned
    return list(range(len(kinds))), list(cells)
