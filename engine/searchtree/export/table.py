"""A tree as a table of its recorded nodes, in comma-separated values."""

import csv
import io

from engine.core.files import csv_text
from engine.core.score import INFINITY
from engine.searchtree.model import SearchTree

CSV_COLUMNS = (
    "node", "parent", "ply", "move", "alpha", "beta", "value", "reason", "proved", "depth", "rank", "tried",
    "generated", "nodes", "reduced",
)  # fmt: skip
"""Titles of the columns of ``tree_csv``."""


def tree_csv(tree: SearchTree) -> str:
    """Return the recorded nodes as comma-separated values, one line each, in the order of visits.

    ``node`` and ``parent`` are serial numbers. Windows and values are for the side to move at the node. A bound that is
    infinite is empty.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_COLUMNS)
    for node in range(len(tree)):
        visit = tree.visit(node)
        parent = "" if visit.parent < 0 else tree.number("serial", visit.parent)
        ends = ["" if abs(each) == INFINITY else each for each in (visit.alpha, visit.beta)]
        writer.writerow(
            [
                visit.serial, parent, visit.ply, csv_text(tree.move_text(node)), *ends, visit.value,
                visit.reason.name.lower(), int(visit.is_proved), visit.depth, visit.rank, visit.tried, visit.generated,
                visit.subtree, visit.reduced,
            ]
        )  # fmt: skip
    return out.getvalue()
