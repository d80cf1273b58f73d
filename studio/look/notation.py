"""How moves and pieces are shown to people: the user's choice for each game, which no record knows of."""

from collections.abc import Mapping
from dataclasses import replace

from engine.core.game import Game
from engine.core.position import Position
from engine.core.surface import Surface
from engine.records.tree import GameTree

_notations: dict[str, str] = {}
_looks: dict[str, str] = {}


def choose(notations: Mapping[str, str], looks: Mapping[str, str]) -> None:
    """From now on show moves and pieces so.

    Args:
        notations: names of games to one of ``Game.notations``; a game not named follows its rules.
        looks: names of games to one of ``Game.looks``; likewise.
    """
    _notations.clear()
    _notations.update(notations)
    _looks.clear()
    _looks.update(looks)


def notation(game: Game) -> str:
    """The notation chosen for a game; empty: what its rules say."""
    chosen = _notations.get(game.name, "")
    return chosen if chosen in game.notations else ""


def look(game: Game) -> str:
    """The pictures chosen for the pieces of a game; empty: what its rules say."""
    chosen = _looks.get(game.name, "")
    return chosen if chosen in game.looks else ""


def move_text(position: Position, move: int, *, short: bool = False) -> str:
    """A legal move as people read it.

    Args:
        position: where it is played.
        move: the move.
        short: whether there is little room: without arithmetic, where the game has any.
    """
    game: Game = position.game
    if game.notations:
        return game.notate(position, move, notation(game))
    return game.format_move(position, move, "record" if short else "display")


def node_text(tree: GameTree, node: int, *, short: bool = False) -> str:
    """The move that leads to a node as people read it; empty for the root and for a set-up."""
    each = tree[node]
    if each.move is None or each.parent is None:
        return ""
    return move_text(tree.position(each.parent), each.move, short=short)


def surface(game: Game, position: Position) -> Surface:
    """The picture of a position's board, with the pieces chosen, its edges named as moves are written."""
    made = game.surface(position)
    names = game.file_names(notation(game))
    if names is not None:
        made = replace(made, file_names=names)
    chosen = look(game)
    return replace(made, theme=game.looks[chosen]) if chosen else made
