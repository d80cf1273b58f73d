"""The refinements of the strong search that a game can set, and the reasons why one does not apply to a game.

Every refinement is an option ``name=auto|on|off`` of the algorithm ``pvs``. A game sets in ``Game.search_values`` what
``auto`` means for it in the preset ``strong``, and lists in ``Game.unsuitable`` the refinements that do not apply.
"""

from engine.core.language import mark

NO_PASS = mark("A pass is a legal move here, or being forced to move is often a disadvantage.")
NO_CYCLES = mark("Positions cannot be repeated in this game.")
NO_EXCHANGE = mark("Moves do not capture pieces that have values.")
NO_NOISE = mark("The game has no captures or other moves for quiescence.")
ALWAYS_SHORT = mark("Quiescence is never longer than two plies in this game.")
NO_DANGER = mark("No side can be in check in this game.")
NEVER_QUIET = mark("Quiet moves never put the opponent in danger in this game.")
ALWAYS_LOST = mark("With more than two evasions, all of them lose in this game.")
ALWAYS_QUIET = mark("Quiescence may use the evaluation of every position.")
NO_GAINS = mark("The gains of moves cannot be compared with scores.")
NO_THREATS = mark("Every legal move answers a check, or the game has no threats to win.")
ONLY_DANGER = mark("A threat to win and danger are the same in this game.")
ONLY_ACYCLIC = mark("Wins by threats are proved only in games in which positions cannot be repeated.")
TOO_DEEP = mark("It applies at depths that searches of this game do not reach.")
COARSE = mark("The scores of the evaluation are too coarse.")
SMALL_GAME = mark("The trees of this game are too small.")

WITHOUT_VALUES: dict[str, str] = {
    "exchange": NO_EXCHANGE,
    "exchange_pruning": NO_EXCHANGE,
    "delta": NO_GAINS,
    "probcut": NO_GAINS,
    "cycles": NO_CYCLES,
    "null_move": NO_PASS,
    "verification": NO_PASS,
}
"""The refinements that do not apply to games in which stones without values are placed and positions do not recur."""

WITHOUT_THREATS: dict[str, str] = {
    "danger_quiescence": ALWAYS_QUIET,
    "few_evasions": ALWAYS_QUIET,
    "answers": NO_THREATS,
    "threat_extension": NO_THREATS,
    "threat_proof": NO_THREATS,
}
"""The refinements that do not apply to games in which no move threatens to win."""

IN_SMALL_GAMES: dict[str, str] = WITHOUT_VALUES | WITHOUT_THREATS | dict.fromkeys(
    (
        "aspiration", "continuation", "late_reductions", "late_pruning", "narrow", "futility", "reverse_futility",
        "razoring", "history_pruning", "danger_extension", "danger_exemption", "singular", "internal_reduction",
        "correction",
    ),
    SMALL_GAME,
) | {"quiescence": NO_NOISE, "short_quiescence": NO_NOISE}  # fmt: skip
"""The refinements that do not apply to games without captures whose trees can be searched to the end."""
