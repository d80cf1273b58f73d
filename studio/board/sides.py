"""Names and colours of the players' sides in a position. Players may change sides in an opening."""

from PySide6.QtGui import QColor

from engine.core.game import Game
from engine.core.outcome import Player
from engine.core.position import Position
from studio.look import palette


def side_names(game: Game, position: Position) -> tuple[str, str]:
    """Return the English names of the sides of FIRST and SECOND in ``position``."""
    return game.side_name(position, Player.FIRST), game.side_name(position, Player.SECOND)


def side_colors(game: Game, position: Position) -> tuple[QColor, QColor]:
    """Return the colours of the sides of FIRST and SECOND in ``position``."""
    colors = palette.board(game.surface(position).colors)
    both = (colors.first, colors.second)
    first, second = (both[game.sides.index(name)] for name in side_names(game, position))
    return first, second


def seen_colors(game: Game, position: Position) -> tuple[QColor, QColor]:
    """Return the colours of ``side_colors``, adjusted so that they are visible on the background of a panel."""
    first, second = map(palette.seen, side_colors(game, position))
    return first, second
