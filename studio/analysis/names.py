"""Long and short names of the algorithms, so that a narrow row shows a shorter name instead of an ellipsis."""

from collections.abc import Sequence

from PySide6.QtGui import QFontMetrics

from engine.core.language import mark, tr
from engine.search.spec import AnySpec
from studio.analysis.choice import spec_title

_SHORTER = {
    "alphabeta": (mark("αβ"),),
    "negamax_alphabeta": (mark("Negamax αβ"), mark("Neg. αβ")),
    "minimax_reduce": (mark("Contact moves"),),
    "ordered": (mark("Move order"),),
    "negascout": (mark("NegaScout"), mark("Scout")),
    "best_first": (mark("SSS*"),),
    "pn": (mark("Proof numbers"), mark("PN")),
    "pvs": (mark("PV search"), mark("PVS")),
    "mcts": (mark("Monte Carlo"), mark("MCTS")),
}
"""Shorter names of each algorithm by its identifier, the longest name first."""


def names_of(spec: AnySpec) -> tuple[str, ...]:
    """Return the names of an algorithm in the language in use, the longest first. The first name is the title."""
    shorter = _SHORTER.get(spec.name, ()) if spec.is_own else ()
    return tuple(tr(name) for name in (spec_title(spec), *shorter))


def fitting(names: Sequence[str], metrics: QFontMetrics, width: int) -> str:
    """Return the first name that is at most ``width`` pixels wide, or the last name if none is."""
    return next((name for name in names if metrics.horizontalAdvance(name) <= width), names[-1])
