"""The parameters of the strong search: its presets, and its switches with their meaning in a game."""

from typing import Any

from engine.core.game import Game
from engine.core.options import SWITCH, option
from engine.search.search import LeafParameters

MOST_LINES = 16
"""Greatest number of principal variations of one search."""

PRESETS = ("plain", "sound", "strong")

ORDERING = ("killers", "counter_moves", "history", "continuation", "exchange")
"""Switches that change only the order of moves."""

KEEPS_VALUE = ("table", "aspiration", "mate_distance")
"""Other switches that do not change the value of a search."""

IN_SOUND = ("table", "mate_distance")
"""Those of them that are on in the preset ``sound``. Its table gives no scores in games in which positions can recur,
so a window that does not contain the score is searched again in full: in chess and xiangqi at depth 4, aspiration made
1.3 to 1.5 times the nodes of the preset ``plain`` (``sound.py`` in ``examples/strength``)."""

REFINEMENTS = (
    *KEEPS_VALUE, *ORDERING, "quiescence", "short_quiescence", "danger_quiescence", "delta", "cycles", "null_move",
    "verification", "late_reductions", "late_pruning", "narrow", "futility", "reverse_futility", "razoring", "probcut",
    "exchange_pruning", "history_pruning", "danger_extension", "danger_exemption", "threat_extension", "threat_proof",
    "answers", "singular", "internal_reduction", "correction", "few_evasions",
)  # fmt: skip
"""All switches."""

BY_GAME = ("narrow", "threat_proof", "danger_exemption", "few_evasions")
"""Switches that are off in the preset ``strong`` unless a game turns them on."""


def switch(help: str, label: str) -> Any:  # the name used by argparse
    """Return an option with the values ``auto``, ``on`` and ``off``."""
    return option("auto", help, label=label, choices=SWITCH, texts=("Automatic", "On", "Off"))


def preset_values(game: type[Game[Any]], preset: str) -> dict[str, bool]:
    """Return whether each switch is on in a preset for a game."""
    values = dict.fromkeys(REFINEMENTS, preset == "strong")
    on: tuple[str, ...] = ORDERING
    if preset == "sound":
        on = (*ORDERING, *IN_SOUND)
    values |= dict.fromkeys(on, True)
    values |= dict.fromkeys(BY_GAME, False)
    if preset == "strong":
        values |= game.search_values
    values |= dict.fromkeys(game.unsuitable, False)
    return values


def automatic_values(game: type[Game[Any]], parameters: Any) -> dict[str, bool]:
    """Return what ``auto`` means in a game for each switch of the parameters of an algorithm.

    The result is empty for an algorithm without switches.
    """
    return preset_values(game, parameters.preset) if isinstance(parameters, StrongParameters) else {}


class StrongParameters(LeafParameters):
    """Parameters of ``PrincipalVariation``. The value ``auto`` of a switch is that of the preset for the game."""

    preset: str = option(
        "strong",
        "Values of the switches that are not set: plain: ordering only; sound: those that keep the minimax value; "
        "strong: the values that won matches in this game",
        label="Refinements",
        choices=PRESETS,
        texts=("Plain", "Sound", "Strong"),
    )
    table: str = switch("Store positions in a transposition table", "Transposition table")
    aspiration: str = switch("Begin each depth with a narrow window around the last score", "Aspiration window")
    mate_distance: str = switch("Prune where no win can be shorter than one already found", "Mate distance")
    killers: str = switch("Try quiet moves early that refuted a sister position", "Killer moves")
    counter_moves: str = switch("Try the quiet move early that refuted the same move before", "Counter-moves")
    history: str = switch("Order quiet moves by how often they refuted", "History")
    continuation: str = switch("Order quiet moves by how often they refuted after the same moves", "Continuation")
    exchange: str = switch("Try captures that lose material last", "Exchanges")
    quiescence: Any = switch("Search captures beyond the last depth until the position is quiet", "Quiescence")
    short_quiescence: str = switch("Search at most two plies of quiescence", "Short quiescence")
    danger_quiescence: str = switch(
        "Search all evasions in quiescence if the side is in danger", "Quiescence in danger"
    )
    delta: str = switch("Skip captures in quiescence that gain too little", "Delta pruning")
    cycles: str = switch("Score a repeated position in the search as what the repetition leads to", "Repetitions")
    null_move: str = switch("Prune if even a pass exceeds the window", "Null move")
    verification: str = switch("Confirm null-move pruning at great depth by a search without passes", "Verification")
    late_reductions: str = switch("Search late moves less deeply first", "Late-move reductions")
    late_pruning: str = switch("Skip late quiet moves near the leaves", "Late-move pruning")
    narrow: str = switch("Reduce late quiet moves more, and skip them earlier", "Narrow search")
    futility: str = switch("Skip quiet moves near the leaves if the evaluation is far below the window", "Futility")
    reverse_futility: str = switch(
        "Prune near the leaves if the evaluation is far above the window", "Reverse futility"
    )
    razoring: str = switch("Search captures only if the evaluation is far below the window", "Razoring")
    probcut: str = switch("Prune if a capture exceeds the window clearly in a reduced search", "ProbCut")
    exchange_pruning: str = switch("Skip moves near the leaves that lose material", "Exchange pruning")
    history_pruning: str = switch("Skip quiet moves near the leaves that have failed often", "History pruning")
    danger_extension: str = switch("Search a ply deeper if the side is in danger", "Danger extension")
    danger_exemption: str = switch(
        "Do not skip quiet moves that put the opponent in danger, such as checks", "Danger exemption"
    )
    threat_extension: str = switch("Search a ply deeper if the opponent threatens to win by force", "Threat extension")
    threat_proof: str = switch(
        "After each depth, try to prove a win by threats, of the side to move and of the opponent after the best move",
        "Proof by threats",
    )
    answers: str = switch("Search only the moves that may prevent a threat to win", "Answers to threats")
    singular: str = switch("Search a move deeper if it is better than all others", "Singular extension")
    internal_reduction: str = switch("Search less deeply where no best move is known", "Internal reduction")
    correction: str = switch("Correct the evaluation by the errors found after the same move", "Correction history")
    few_evasions: str = switch(
        "In quiescence, skip quiet evasions after two moves unless all moves so far lose", "Few evasions"
    )
    lines: int = option(
        1, "Number of best moves to search with their principal variations", label="Lines", minimum=1,
        maximum=MOST_LINES,
    )  # fmt: skip
    threads: int = option(
        1, "Number of threads that search together; with more than one, equal searches can have different results",
        label="Threads", minimum=1, maximum=64,
    )  # fmt: skip
    steady_time: bool = option(
        False,
        "With a clock, use more time while the best move changes or the score falls, and less while one move is "
        "confirmed",
        label="Time by steadiness",
    )
    table_mb: int = option(
        16, "Size of the transposition table", label="Table size", minimum=1, maximum=4096, unit="MiB"
    )
