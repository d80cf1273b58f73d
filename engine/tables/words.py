"""The exact value of a position as text."""

from typing import TYPE_CHECKING

from engine.core.language import tr
from engine.core.position import Position

if TYPE_CHECKING:
    from engine.tables.endings import Exact


def exact_text(position: Position, exact: "Exact") -> str:
    """Return the exact value of a position in words, such as ``exact: White wins in 31 plies with Kb2 (table KRK)``."""
    plies = exact.score.win_in
    game = position.game
    winner = position.turn if exact.score.value > 0 else position.turn.other
    side = tr(game.side_name(position, winner))
    table = f"{exact.material}, {exact.rules}" if exact.rules else exact.material
    if plies is None:
        return tr("exact: draw (table {table})", table=table)
    if plies < 0 or exact.move is None:
        return tr("exact: {side} wins in {plies} plies (table {table})", side=side, plies=abs(plies), table=table)
    move = game.format_move(position, exact.move, "display")
    if plies == 1:
        return tr("exact: {side} wins with {move} (table {table})", side=side, move=move, table=table)
    return tr(
        "exact: {side} wins in {plies} plies with {move} (table {table})",
        side=side, plies=plies, table=table, move=move,
    )  # fmt: skip
