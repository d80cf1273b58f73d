"""The texts of the rows of the outline."""

from collections.abc import Sequence

from PySide6.QtGui import QColor

from engine.core.language import ngettext, tr
from engine.search.report import INFINITE_PROOF
from engine.search.visit import Flag
from engine.searchtree.folding import RowKind
from engine.searchtree.model import SearchTree
from studio.analysis import figures
from studio.look import foreign, palette
from studio.tree.views import texts
from studio.tree.views.columns import TreeColumn
from studio.tree.views.rows import OutlineRow
from studio.tree.views.shown import PINNED, ShownTree

GHOST_NAMES = 4
"""Moves never looked at that are named in their row."""


class TreeRowTexts:
    """The texts of the rows of the shown tree.

    Args:
        shown: the shown tree.
    """

    def __init__(self, shown: ShownTree) -> None:
        self._shown = shown

    def row_text(self, row: OutlineRow, columns: Sequence[TreeColumn]) -> str:
        """Return a row as text, with tabs between the columns."""
        cells = [("    " * row.level) + self.move_cell(row), *(self.cell(row, column.name) for column in columns)]
        return foreign.without_isolates("\t".join(cells)).rstrip()

    def move_cell(self, row: OutlineRow) -> str:
        """Return the text of the first column."""
        tree = self._shown.tree
        assert tree is not None
        if row.is_node:
            return texts.move_text(tree, row.node)
        if row.kind is RowKind.GHOSTS:
            return self._ghost_text(tree, row)
        assert row.row is not None
        return self._run_text(tree, row)

    def _ghost_text(self, tree: SearchTree, row: OutlineRow) -> str:
        if row.move >= 0:
            position = tree.position(row.node)
            assert position is not None
            return str(position.game.format_move(position, row.move, "display"))
        assert row.row is not None
        return ngettext("{count} move not looked at", "{count} moves not looked at", row.row.moves)

    def ghost_names(self, tree: SearchTree, node: int) -> str:
        """Return the names of the first moves of a node that were never looked at."""
        position = tree.position(node)
        moves = tree.ghosts(node)
        if position is None or not moves:
            return ""
        names = [str(position.game.format_move(position, move, "display")) for move in moves[:GHOST_NAMES]]
        return ", ".join(names) + (" …" if len(moves) > GHOST_NAMES else "")

    def _run_text(self, tree: SearchTree, row: OutlineRow) -> str:
        run = row.row
        assert run is not None and run.reason is not None
        return texts.run_text(tree, run.nodes, self._shown.view, is_known=self._shown.is_known(run.nodes[-1]))

    def cell(self, row: OutlineRow, name: str) -> str:
        """Return the text of a column other than the first."""
        tree = self._shown.tree
        assert tree is not None
        if not row.is_node:
            if row.row is None or not row.row.visits or not self._shown.is_known(row.row.nodes[-1]):
                return ""
            if name == "nodes":
                return figures.grouped(row.row.visits)
            return self._share(tree, row.row.visits) if name == "share" else ""
        node, view = row.node, self._shown.view
        now = self._shown.open_texts(node) or {}
        if name == "window" and "alpha" in now:
            return " … ".join(now[end].split(" ", 1)[1] for end in ("alpha", "beta"))
        if name == "value" and now.get("text"):
            return now["text"]
        if not self._shown.is_known(node) and name in ("value", "why", "moves", "nodes", "share"):
            return "…" if self._shown.is_reached(node) and name == "value" else ""
        match name:
            case "window":
                return texts.window_text(tree, node, view) if self._shown.is_reached(node) else ""
            case "value":
                return texts.value_text(tree, node, view)
            case "why":
                return texts.reason_text(tree, node)
            case "moves":
                return texts.replies_text(tree.visit(node))
            case "nodes":
                return figures.grouped(tree.number(tree.width_column, node))
            case "simulations" | "proof" | "disproof" | "prior":
                number = tree.number(name, node)
                return "∞" if number >= INFINITE_PROOF and name != "simulations" else figures.grouped(number)
            case "mean":
                return texts.mean_text(tree, node, view)
            case _:
                return self._share(tree, tree.number(tree.width_column, node))

    @staticmethod
    def _share(tree: SearchTree, visits: int) -> str:
        whole = tree.facts.nodes if tree.facts.kind == "windows" else tree.number(tree.width_column, 0)
        return f"{figures.decimals(100 * visits / max(1, whole), 1)}\u202f%"

    def tags(self, row: OutlineRow) -> list[tuple[str, QColor]]:
        """Return the short notes after the move of a node with their colours."""
        tree, prepared = self._shown.tree, self._shown.prepared
        if tree is None or prepared is None or not row.is_node:
            return []
        look, node, found = palette.current(), row.node, []
        parent = tree.parent(node)
        if parent >= 0 and self._shown.is_known(node):
            if node in tree.pv and self._shown.is_known(0):
                found.append(("★", look.gold))
            if prepared.rose[node]:
                found.append(("α ↑" if texts.sign(tree, parent, self._shown.view) > 0 else "β ↓", look.accent))
        if node == self._shown.pinned:
            found.append((PINNED, look.accent))
        if prepared.again[node]:
            found.append((tr("searched again"), look.secondary))
        if node == self._shown.opening:
            found.append((tr("searching again…"), look.accent))
        reduced = tree.number("reduced", node)
        if reduced > 0:
            found.append((tr("reduced by {plies}", plies=reduced), look.secondary))
        elif reduced < 0 or tree.number("flags", node) & Flag.EXTENDED:
            found.append((tr("extended"), look.secondary))
        return found
