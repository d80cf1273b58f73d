"""The notation of moves and the appearance of pieces that the user chooses for each game.

These choices are not stored in records. Where the user chose nothing, the rules of the game decide. They can leave the
notation to the language of the window.
"""

from collections.abc import Mapping
from dataclasses import replace

from engine.core.game import Game
from engine.core.position import Position
from engine.core.surface import Surface
from engine.records.tree import GameTree

_notations: dict[str, str] = {}
_looks: dict[str, str] = {}


def choose(notations: Mapping[str, str], looks: Mapping[str, str]) -> bool:
    """Set the notation of moves and the appearance of pieces of each game, and return whether this changed anything.

    A game that is not in a mapping uses the default of its rules.

    Args:
        notations: mapping from the identifier of a game to one of its ``Game.notations``.
        looks: mapping from the identifier of a game to a key of its ``Game.looks``.
    """
    if (_notations, _looks) == (notations, looks):
        return False
    _notations.clear()
    _notations.update(notations)
    _looks.clear()
    _looks.update(looks)
    return True


def notation(game: Game) -> str:
    """Return the notation chosen for a game, or an empty string if the game uses the default of its rules."""
    chosen = _notations.get(game.name, "")
    return chosen if chosen in game.notations else ""


def look(game: Game) -> str:
    """Return the key of ``Game.looks`` chosen for a game, or an empty string if the game uses its default pieces."""
    chosen = _looks.get(game.name, "")
    return chosen if chosen in game.looks else ""


def move_text(position: Position, move: int, *, short: bool = False) -> str:
    """Return the text of a legal move for display, in the notation chosen for the game.

    Args:
        position: the position before the move.
        move: the move.
        short: whether to omit what follows the text of the move in records, such as the arithmetic. Ignored if the game
            has several notations, or if the text differs from that in records, such as the word for a pass.
    """
    game: Game = position.game
    if game.notations:
        return game.notate(position, move, notation(game))
    text = game.format_move(position, move, "display")
    if short:
        recorded = game.format_move(position, move, "record")
        return recorded if text.startswith(recorded) else text
    return text


def without_arithmetic(text: str) -> str:
    """Return the text of a move, as ``move_text`` returns it, without the arithmetic in brackets."""
    return text.partition(" (")[0]


def node_text(tree: GameTree, node: int, *, short: bool = False) -> str:
    """Return the text of the move that leads to ``node``, for display.

    The text is empty for the root and for a node that sets up a position. ``short`` is as for ``move_text``.
    """
    each = tree[node]
    if each.move is None or each.parent is None:
        return ""
    return move_text(tree.position(each.parent), each.move, short=short)


def surface(game: Game, position: Position) -> Surface:
    """Return the surface of a position with the chosen pieces and the column names of the chosen notation."""
    made = game.surface(position)
    names = game.file_names(notation(game))
    if names is not None:
        made = replace(made, file_names=names)
    chosen = look(game)
    return replace(made, theme=game.looks[chosen]) if chosen else made
