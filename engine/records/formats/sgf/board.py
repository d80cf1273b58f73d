"""Conversion of points and stones between a game and SGF, and of set-ups to positions."""

import re
from collections.abc import Sequence

from engine.core.errors import KyVienError, NotationError
from engine.core.game import Game
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.surface import Setup, Surface
from engine.records.formats.sgf.grammar import Properties
from engine.records.formats.sgf.values import unpack

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAMED_POINT = re.compile(r"[a-zA-Z][0-9]{1,2}")
"""Pattern of a point in the game's notation, such as ``h8``."""


class SgfBoard:
    """The board of a game, which converts between its cells and SGF points.

    Attributes:
        columns: number of columns.
        rows: number of rows.
        stones: piece ids of the stones of FIRST and SECOND.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        surface: Surface = game.surface(game.start())
        self.columns, self.rows = surface.columns, surface.rows
        self._names = surface
        self.stones = [surface.stone(player) for player in Player]

    def point(self, cell: int) -> str:
        """Return a cell as an SGF point: a letter for the column and a letter for the row, counted from the top."""
        return _LETTERS[cell % self.columns] + _LETTERS[self.rows - 1 - cell // self.columns]

    def cell(self, text: str) -> int | None:
        """Return the cell of an SGF point, or None if ``text`` is not a point on the board."""
        if len(text) != 2:
            return None
        column, row = _LETTERS.find(text[0]), _LETTERS.find(text[1])
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return None
        return (self.rows - 1 - row) * self.columns + column

    def cells(self, values: Sequence[str]) -> list[int]:
        """Return the cells of a list of SGF points and rectangles of points.

        Raises:
            NotationError: if a point is not on the board.
        """
        found: list[int] = []
        for value in values:
            word = value.strip()
            if not word:
                continue
            first, colon, last = word.partition(":")
            corners = self.cell(first), self.cell(last if colon else first)
            if corners[0] is None or corners[1] is None:
                raise NotationError("{text!r} is not a point on this board", text=word[:20])
            (row, column), (last_row, last_column) = (
                divmod(corner, self.columns) for corner in corners if corner is not None
            )
            found.extend(
                each * self.columns + other
                for each in range(min(row, last_row), max(row, last_row) + 1)
                for other in range(min(column, last_column), max(column, last_column) + 1)
            )
        return found

    def name(self, point: str) -> str | None:
        """Return an SGF point in the game's notation, or None if it is not a point on the board.

        If other programs use the game's notation in SGF (``SgfGame.named_points``), a point in this notation is
        returned unchanged, even if it is not on the board.
        """
        cell = self.cell(point)
        if cell is not None:
            return self._names.cell_name(cell)
        named = self.game.sgf is not None and self.game.sgf.named_points
        return point if named and _NAMED_POINT.fullmatch(point) else None

    def colour(self, position: Position) -> int:
        """Return the colour of the next stone, 0 for black or 1 for white.

        After a swap of colours, this colour differs from the side to move.
        """
        return int(self.game.stone_colour(position))

    def pieces(self, position: Position) -> dict[int, str]:
        """Return a mapping of cells to the stones of a position. The mark of a ko is omitted."""
        return {cell: piece for cell, piece in self.game.setup(position).pieces.items() if piece in self.stones}

    def composed(self, properties: Properties, base: Setup, turn: int, breathing: bool = False) -> Position:
        """Return the position of a set-up.

        Args:
            properties: the properties that add and remove stones, or contain the exact position.
            base: the set-up to which the properties are applied.
            turn: colour of the next stone, 0 for black or 1 for white.
            breathing: whether groups without liberties are removed, which the game does not allow.

        Raises:
            KyVienError: if the game does not allow the position, or if a property cannot be read.
        """
        pieces = {cell: piece for cell, piece in base.pieces.items() if piece in self.stones}
        for ident, piece in (("AE", ""), ("AB", self.stones[0]), ("AW", self.stones[1])):
            for cell in self.cells(properties.get(ident, ())):
                if piece:
                    pieces[cell] = piece
                else:
                    pieces.pop(cell, None)
        if breathing:
            pieces = self.breathing(pieces)
        if "KVP" in properties:
            exact = self.game.parse_position(unpack(properties["KVP"][0]))
            if self.pieces(exact) == pieces and self.colour(exact) == turn:
                return exact
        least = {counter.name: counter.minimum for counter in self.game.counters}
        kept = {name: 0 if name == "passes" else value for name, value in base.counters.items()}
        # In an opening the player to move may have the other colour, or the stones end the opening.
        tries = [(turn, kept), (1 - turn, kept), (turn, least)]
        reasons = []
        for player, counters in tries:
            try:
                position = self.game.compose(Setup(pieces, Player(player), counters))
            except KyVienError as error:
                reasons.append(error)
                continue
            if self.colour(position) == turn:
                return position
        raise reasons[0]

    def forced(self, position: Position, cell: int, colour: int) -> Position:
        """Return the position after an illegal move, which SGF allows: onto a stone, a suicide or a repetition.

        The stone, of the colour 0 or 1, replaces the one on its cell and takes enemy groups without liberties, then its
        own group is taken if it has none.

        Raises:
            KyVienError: if the game does not allow the position.
        """
        pieces = self.pieces(position) | {cell: self.stones[colour]}
        for taken in (1 - colour, colour):
            pieces = self.breathing(pieces, self.stones[taken])
        return self.composed({}, Setup(pieces, position.turn, self.game.setup(position).counters), 1 - colour)

    def breathing(self, pieces: dict[int, str], stone: str = "") -> dict[int, str]:
        """Return the pieces without the groups that have no liberty, of both sides or only those of one stone.

        In games without captures, all pieces are returned.
        """
        if not self.game.has_count:
            return pieces
        kept = {cell: piece for cell, piece in pieces.items() if stone and piece != stone}
        seen: set[int] = set(kept)
        for start, piece in pieces.items():
            if start in seen:
                continue
            group, waiting, breathes = {start}, [start], False
            while waiting:
                row, column = divmod(waiting.pop(), self.columns)
                for line, file in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                    near = line * self.columns + file
                    if not (0 <= line < self.rows and 0 <= file < self.columns) or near in group:
                        continue
                    breathes |= near not in pieces
                    if pieces.get(near) == piece:
                        group.add(near)
                        waiting.append(near)
            seen |= group
            if breathes:
                kept |= dict.fromkeys(group, piece)
        return kept
