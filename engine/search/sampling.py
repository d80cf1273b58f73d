"""The parameters of the Monte Carlo tree search."""

from engine.core.language import Plural
from engine.core.options import option
from engine.core.values import Value

KINDS = ("playout", "evaluation", "mixed")
"""What judges leaves, in the order of ``PLAYOUT``, ``EVALUATION`` and ``MIXED``."""


class MonteCarloParameters(Value):
    """Parameters of ``MonteCarlo``."""

    leaf: str = option(
        "auto",
        "What judges the leaves of the tree: playouts: games to the end by random moves; evaluation: the chance that "
        "the evaluation expresses; both: their mean; automatic: what suits the game",
        label="Leaves",
        choices=("auto", *KINDS),
        texts=("Automatic", "Playouts", "Evaluation", "Both"),
    )
    rave: int | None = option(
        None,
        "Visits at which the results of a move itself count as much as those of all playouts in which it was made "
        "later (RAVE); 0: off; automatic: 3,000 with playouts in games that suit them",
        label="RAVE",
        minimum=0,
        maximum=1_000_000,
        none="auto",
    )
    exploration: int | None = option(
        None,
        "How much moves with few visits are preferred (the constant of UCT); automatic: 0 with RAVE, otherwise 70",
        label="Exploration",
        minimum=0,
        maximum=1000,
        none="auto",
        unit="%",
    )
    priors: bool = option(True, "Begin with what the game knows about its moves", label="Priors")
    expansion: int | None = option(
        None,
        "Visits of a leaf before its moves are added to the tree; automatic: 8 with playouts, 1 with evaluations",
        label="Expansion",
        minimum=1,
        maximum=1000,
        none="auto",
        unit=Plural("visit", "visits"),
    )
    quiescence: bool = option(True, "Search captures before a leaf is evaluated", label="Quiescence")
    quiescence_depth: int = option(
        8,
        "Maximum plies of captures beyond the depth",
        label="Quiescence depth",
        minimum=1,
        maximum=24,
        unit=Plural("ply", "plies"),
    )
    likely: bool = option(
        True,
        "Search only likely moves if the game defines them (caro: near the stones); off: all legal moves",
        label="Likely moves only",
    )
    single: bool = option(
        False, "Play the only legal move at once, without a search", label="Single move without search"
    )
    visits: int = option(
        2000, "Visits of the root that end a search without a limit of nodes or time", label="Visits without limit",
        minimum=1, maximum=1_000_000_000,
    )  # fmt: skip
    lines: int = option(
        4, "Number of the most visited moves to report with their principal variations", label="Lines", minimum=1,
        maximum=16,
    )  # fmt: skip
    threads: int = option(
        1, "Number of threads that search together; with more than one, equal searches can have different results",
        label="Threads", minimum=1, maximum=64,
    )  # fmt: skip
    memory_mb: int = option(
        128, "Memory of the tree; when it is full, no moves are added", label="Memory", minimum=1, maximum=65536,
        unit="MiB",
    )  # fmt: skip
