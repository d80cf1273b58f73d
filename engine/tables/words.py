"""The exact value of a position as text."""

from typing import TYPE_CHECKING

from engine.core.language import ngettext, tr
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
        return ngettext("exact: {side} wins in {count} ply (table {table})",
                        "exact: {side} wins in {count} plies (table {table})",
                        abs(plies), side=side, table=table)  # fmt: skip
    move = game.format_move(position, exact.move, "display")
    return ngettext(
        "exact: {side} wins with {move} (table {table})",
        "exact: {side} wins in {count} plies with {move} (table {table})",
        plies, side=side, table=table, move=move,
    )  # fmt: skip
