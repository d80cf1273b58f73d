"""Sentences about a diagram in the current language, for the command line and the window."""

from collections.abc import Callable, Iterator
from typing import Literal

from engine.core.evaluation import find_evaluation
from engine.core.game import Game
from engine.core.language import mark, tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.guide.diagram import Diagram, Kind
from engine.guide.keys import rules_words

Sign = Literal["✓", "✗", "•"]
"""Sign of a statement: ``✓`` for an allowed or winning move, ``✗`` for a refused move, ``•`` for any other move."""

_GROUPS: dict[Kind, str] = {
    "allowed": mark("Allowed: {moves}"),
    "wins": mark("Wins: {moves}"),
    "draws": mark("Draws: {moves}"),
    "loses": mark("Loses: {moves}"),
    "continues": mark("The game goes on after: {moves}"),
    "missed": mark("Missed: {moves}"),
}


def move_sentence(position: Position, move: int) -> str:
    """Return the text of a legal move for display, with its coordinates in a game that has several notations.

    The reasons for refused moves contain names of cells, which notations such as ``P2-5`` do not contain.
    """
    return with_coordinates(position, move, position.game.format_move(position, move, "display"))


def with_coordinates(position: Position, move: int, text: str) -> str:
    """Return ``text``, followed by the coordinates of ``move`` in brackets.

    The coordinates are omitted if they are equal to the text, or if the game has only one notation.
    """
    game: Game = position.game
    coordinates = game.format_move(position, move, "coordinates") if game.notations else text
    return text if text == coordinates else f"{text} ({coordinates})"


def statement_sentences(
    diagram: Diagram, format_move: Callable[[Position, int], str] = move_sentence
) -> Iterator[tuple[Sign, str]]:
    """Yield a sign and a sentence for the legal moves of each kind, and for each refused move.

    Args:
        diagram: the diagram.
        format_move: function that returns the text of a legal move in a position.
    """
    for kind, template in _GROUPS.items():
        # A move may be listed in several notations.
        moves = dict.fromkeys(each.move for each in diagram.statements if each.kind == kind and each.move is not None)
        if moves:
            yield (
                "✓" if kind in ("allowed", "wins") else "•",
                tr(template, moves=", ".join(format_move(diagram.position, move) for move in moves)),
            )
    for each in diagram.statements:
        if each.kind == "refused":
            yield "✗", tr("Not allowed: {move} ({reason})", move=each.text, reason=each.reason)


def fact_sentences(diagram: Diagram, format_move: Callable[[Position, int], str] = move_sentence) -> Iterator[str]:
    """Yield sentences with the rules, the moves played, and the side to move or the result of a diagram.

    Args:
        diagram: the diagram.
        format_move: function that returns the text of a legal move in a position.
    """
    if words := rules_words(diagram.game):
        yield tr("Rules: {rules}", rules=words)
    if diagram.moves:
        played = zip(diagram.positions, diagram.moves, strict=False)
        yield tr("Played: {moves}", moves=" ".join(format_move(position, move) for position, move in played))
    if diagram.result:
        yield tr("The count: {result}", result=diagram.result)
    elif diagram.outcome is not None:
        reason = tr(diagram.outcome.termination.value)
        winner = diagram.outcome.winner
        if winner is None:
            yield tr("A draw: {reason}.", reason=reason)
        else:
            yield tr("{side} has won: {reason}.", side=_side(diagram, winner), reason=reason)
    else:
        yield tr("{side} to move", side=_side(diagram, diagram.position.turn))
    if diagram.search:
        evaluation = tr(find_evaluation(diagram.game.name, diagram.evaluation).title)
        yield tr(
            "Search: {search}, depth {depth}; evaluation: {evaluation}",
            search=diagram.search, depth=diagram.depth, evaluation=evaluation,
        )  # fmt: skip


def _side(diagram: Diagram, player: Player) -> str:
    return tr(diagram.game.side_name(diagram.position, player))
