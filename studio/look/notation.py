"""Notation of moves and pictures of pieces: the user's choice for each game, which is not stored in records."""

from collections.abc import Mapping
from dataclasses import replace

from engine.core.game import Game
from engine.core.position import Position
from engine.core.surface import Surface
from engine.records.tree import GameTree

_notations: dict[str, str] = {}
_looks: dict[str, str] = {}


def choose(notations: Mapping[str, str], looks: Mapping[str, str]) -> None:
    """Set the notation and the pictures of pieces used for each game.

    Args:
        notations: names of games to one of ``Game.notations``; for other games the rules decide.
        looks: names of games to one of ``Game.looks``; for other games the rules decide.
    """
    _notations.clear()
    _notations.update(notations)
    _looks.clear()
    _looks.update(looks)


def notation(game: Game) -> str:
    """Return the notation chosen for a game, or an empty text if its rules decide."""
    chosen = _notations.get(game.name, "")
    return chosen if chosen in game.notations else ""


def look(game: Game) -> str:
    """Return the look chosen for the pieces of a game, or an empty text if its rules decide."""
    chosen = _looks.get(game.name, "")
    return chosen if chosen in game.looks else ""


def move_text(position: Position, move: int, *, short: bool = False) -> str:
    """Return the text of a legal move for display.

    Args:
        position: the position in which it is played.
        move: the move.
        short: whether to use the short form: without arithmetic, in games that have it.
    """
    game: Game = position.game
    if game.notations:
        return game.notate(position, move, notation(game))
    return game.format_move(position, move, "record" if short else "display")


def node_text(tree: GameTree, node: int, *, short: bool = False) -> str:
    """Return the text of the move that leads to a node, for display; empty for the root and for a set-up."""
    each = tree[node]
    if each.move is None or each.parent is None:
        return ""
    return move_text(tree.position(each.parent), each.move, short=short)


def surface(game: Game, position: Position) -> Surface:
    """Return the surface of a position with the chosen pieces and the coordinates of the chosen notation."""
    made = game.surface(position)
    names = game.file_names(notation(game))
    if names is not None:
        made = replace(made, file_names=names)
    chosen = look(game)
    return replace(made, theme=game.looks[chosen]) if chosen else made
