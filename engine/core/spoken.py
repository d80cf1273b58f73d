"""Boards as sentences, for screen readers and for terminals without a picture."""

from engine.core.game import Game
from engine.core.language import tr
from engine.core.position import Position
from engine.core.surface import Surface


def spoken_cell(surface: Surface, cell: int) -> str:
    """Return what is on a cell, in the current language, such as ``e2: Red 8`` or ``e3: empty``."""
    piece = surface.pieces.get(cell)
    what = tr("empty") if piece is None else tr(surface.kind(piece).name)
    return tr("{cell}: {piece}", cell=surface.cell_name(cell), piece=what)


def spoken_pieces(surface: Surface) -> str:
    """Return all pieces with their cells, in the current language, such as ``e2: Red 8, d1: Blue 5``.

    The pieces of a player are in the order of the kinds, neutral pieces are last.
    """
    # A window does this at each step: no function is called for each piece.
    cells: dict[str, list[int]] = {}
    for cell, piece in sorted(surface.pieces.items()):
        cells.setdefault(piece, []).append(cell)
    columns, rows, width = surface.column_names, surface.row_names, surface.columns
    text, words = tr("{cell}: {piece}"), list[str]()
    for kind in surface.kinds:
        if kind.id in cells:
            name = tr(kind.name)
            for cell in cells[kind.id]:
                words.append(text.format(cell=f"{columns[cell % width]}{rows[cell // width]}", piece=name))
    return ", ".join(words) or tr("The board is empty")


def spoken_board(game: Game, position: Position, surface: Surface | None = None) -> str:
    """Return the side to move, and all pieces with their cells (``spoken_pieces``), in the current language.

    ``surface`` is that of ``position`` if it is known.
    """
    if position.outcome() is None:
        head = tr("{side} to move", side=tr(game.side_name(position, position.turn)))
    else:
        head = tr("The game is over")
    return f"{head}. {spoken_pieces(surface or game.surface(position))}."
