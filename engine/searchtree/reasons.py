"""The reasons why visits of a search returned, as short words for the outline of a tree."""

from engine.core.language import mark
from engine.search.visit import Reason

REASONS = {
    Reason.EXACT: mark("exact"),
    Reason.CUTOFF: mark("cut"),
    Reason.FAIL_LOW: mark("all low"),
    Reason.TABLE: mark("table"),
    Reason.STAND_PAT: mark("stands pat"),
    Reason.TERMINAL: mark("game over"),
    Reason.LEAF: mark("leaf"),
    Reason.STOPPED: mark("stopped"),
    Reason.CYCLE: mark("repetition"),
    Reason.MATE_DISTANCE: mark("no shorter win"),
    Reason.RAZORED: mark("razoring"),
    Reason.FUTILE: mark("futility"),
    Reason.NULL_MOVE: mark("null move"),
    Reason.PROBCUT: mark("ProbCut"),
    Reason.SINGULAR: mark("several moves"),
}
"""Short English words for the reasons, translated for display."""
