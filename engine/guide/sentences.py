"""What a diagram states, as sentences in the language in use; the command line and the window share them."""

from collections.abc import Callable, Iterator

from engine.core.language import mark, tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.guide.diagram import Diagram

_GROUPS = {
    "allowed": mark("Allowed: {moves}"),
    "wins": mark("Wins: {moves}"),
    "draws": mark("Draws: {moves}"),
    "loses": mark("Loses: {moves}"),
    "continues": mark("The game goes on after: {moves}"),
}


def _display(position: Position, move: int) -> str:
    text: str = position.game.format_move(position, move, "display")
    return text


def statement_sentences(
    diagram: Diagram, format_move: Callable[[Position, int], str] = _display
) -> Iterator[tuple[bool, str]]:
    """Yield the statements about moves: whether the moves are legal, and the sentence.

    Args:
        diagram: the diagram.
        format_move: the text of a legal move in a position.
    """
    for kind, template in _GROUPS.items():
        # A move may be listed in several notations.
        moves = dict.fromkeys(each.move for each in diagram.statements if each.kind == kind and each.move is not None)
        if moves:
            yield True, tr(template, moves=", ".join(format_move(diagram.position, move) for move in moves))
    for each in diagram.statements:
        if each.kind == "refused":
            yield False, tr("Not allowed: {move} ({reason})", move=each.text, reason=each.reason)


def fact_sentences(
    diagram: Diagram, format_move: Callable[[Position, int], str] = _display
) -> Iterator[str]:
    """Yield the rules, the moves played, and the side to move or the result of a diagram."""
    game = diagram.game
    if text := game.rules_text():
        yield tr("Rules: {rules}", rules=text if text not in game.presets else tr(text))
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


def _side(diagram: Diagram, player: Player) -> str:
    return tr(diagram.game.side_name(diagram.position, player))
