"""The columns of the outline of a tree: which ones a tree has, and which ones fit."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QFontMetrics

from engine.core.language import mark, tr
from engine.searchtree.model import SearchTree
from engine.searchtree.reasons import REASONS


@dataclass(frozen=True, slots=True)
class TreeColumn:
    """A column: name, English title, width in px, alignment, and the text that it must be able to show."""

    name: str
    title: str
    width: int
    is_right: bool
    sample: str


COLUMNS = (
    TreeColumn("window", "(α, β)", 112, False, "−88,88 … +88,88"),
    TreeColumn("value", mark("Value"), 64, True, "≤ −88,88"),
    TreeColumn("why", mark("Why"), 96, False, ""),
    TreeColumn("simulations", mark("Simulations"), 96, True, "8 888 888"),
    TreeColumn("mean", mark("Mean"), 64, True, "100,0 %"),
    TreeColumn("prior", mark("Prior"), 56, True, ""),
    TreeColumn("proof", mark("Proof"), 84, True, "888 888"),
    TreeColumn("disproof", mark("Disproof"), 84, True, "888 888"),
    TreeColumn("moves", mark("Moves tried"), 84, True, ""),
    TreeColumn("nodes", mark("Nodes"), 72, True, "8 888 888"),
    TreeColumn("share", "%", 56, True, "100,0 %"),
)
OF_KIND = {
    "windows": ("window", "value", "why", "moves", "nodes", "share"),
    "visits": ("simulations", "mean", "prior", "moves", "share"),
    "proof": ("proof", "disproof", "moves", "nodes", "share"),
    "plays": ("moves", "nodes", "share"),
}
"""Columns by the kind of the tree."""
DROPPED = ("share", "moves", "window", "nodes", "why")
"""Columns that are hidden, in this order, while the column of the moves is narrower than ``LEAST_MOVE``."""
LEAST_MOVE = 230


def columns_of(tree: SearchTree | None) -> list[TreeColumn]:
    """Return the columns that the kind of the tree has, also those that do not fit."""
    names = OF_KIND[tree.facts.kind if tree is not None else "windows"]
    return [column for column in COLUMNS if column.name in names]


def fitting(columns: Sequence[TreeColumn], metrics: QFontMetrics, room: int) -> list[tuple[TreeColumn, int, int]]:
    """Return the columns that fit into ``room`` px next to that of the moves, with their left edges and widths."""
    widths = {}
    for column in columns:
        needed = max(metrics.horizontalAdvance(column.sample), metrics.horizontalAdvance(title_of(column)))
        if column.name == "why":
            needed = max(metrics.horizontalAdvance(tr(each)) for each in REASONS.values()) + 34
        elif column.name == "moves":
            needed = max(needed, metrics.horizontalAdvance(tr("{count} of {total}", count=888, total=888)))
        widths[column.name] = max(column.width, needed + 16)
    for name in DROPPED:
        if room - sum(widths.values()) >= LEAST_MOVE:
            break
        widths.pop(name, None)
    left, found = room - sum(widths.values()), []
    for column in columns:
        if column.name in widths:
            found.append((column, left, widths[column.name]))
            left += widths[column.name]
    return found


def title_of(column: TreeColumn) -> str:
    """Return the title of a column in the language in use."""
    return tr(column.title) if column.name not in ("window", "share") else column.title
