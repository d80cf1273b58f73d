"""The model of the move list, a table with one row per move number and rows for variations and comments."""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from operator import attrgetter
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QWidget

from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.tree import ROOT, GameTree, Node
from studio.document.change import Change
from studio.document.document import Document
from studio.document.labels import MoveLabel, glyph_color, label_of
from studio.document.rows import Block, MoveRow, MoveRowKind, blocks_of, prefix, root_block
from studio.document.values import Source, Values
from studio.look import foreign, palette

Index = QModelIndex | QPersistentModelIndex

NODE = Qt.ItemDataRole.UserRole
"""Item data role for the node number of a cell. The value is None for a cell without a node."""
SHORT = Qt.ItemDataRole.UserRole + 1
"""Item data role for the text of a move without its arithmetic, which is used in narrow columns."""

NUMBER, FIRST, FIRST_SCORE, SECOND, SECOND_SCORE = range(5)
SAMPLE = 64
"""Maximum number of moves of the main line whose texts are measured to choose the columns."""


class MoveTableModel(QAbstractTableModel):
    """Model of the whole record.

    The columns contain the main line. Each variation is in rows below the move that it replaces. The rows do not depend
    on the cursor. They always match ``tree``, which may be older than the document's tree until the model has received
    the document's ``changed`` signal. A change of the record changes only the rows that differ.

    Args:
        document: the open record.
        parent: parent widget.
    """

    values_changed = Signal()
    """Emitted when the author of the displayed values or the text of a value may have changed."""
    rows_changed = Signal()
    """Emitted after rows were inserted or removed, when all rows match ``tree`` again."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._tree = document.tree
        self._record = document.record_number
        self._last = ROOT
        self._single = self._comments = False
        self._reference: Source | None = None
        self._rows: list[MoveRow] = []
        self._line = [ROOT]
        self._plies: dict[int, int] = {ROOT: 0}
        self._blocks: list[Block] = []
        self._starts = [0]
        # For each node its block, the row in the block, and the column.
        self._places: dict[int, tuple[int, int, int]] = {}
        self._labels: dict[int, MoveLabel] = {}
        self._values = Values(document.tree)
        document.changed.connect(self._changed)
        self.refresh()

    @property
    def tree(self) -> GameTree:
        """The document's tree at the last ``refresh``."""
        return self._tree

    @property
    def values(self) -> Values:
        """The values that the list shows."""
        return self._values

    @property
    def is_single(self) -> bool:
        """Whether each move of the main line has its own row."""
        return self._single

    def rows(self) -> list[MoveRow]:
        """Return the rows of the table, from top to bottom."""
        return list(self._rows)

    def row(self, index: int) -> MoveRow:
        """Return the row at ``index``."""
        return self._rows[index]

    def label(self, node: int) -> MoveLabel:
        """Return the label of a node. Labels are created on first use."""
        found = self._labels.get(node)
        if found is None:
            found = self._labels[node] = label_of(self._tree, node)
        return found

    def numbered(self, node: int) -> str:
        """Return the move of a node with its number, such as ``7… 9h5x8f3``. The node must not be the root."""
        row = self._rows[self.index_of(node).row()]
        if row.kind is MoveRowKind.MOVES:
            number = prefix(2 * row.number + row.nodes.index(node), begins=True)
        else:
            number = prefix(dict(row.line)[node], begins=True)
        return f"{number} {self.label(node).move}"

    def sample(self) -> list[int]:
        """Return nodes of the main line: at most ``SAMPLE``, evenly distributed, and as many with glyphs."""
        line = [node for row in self._rows if row.kind is MoveRowKind.MOVES for node in row.nodes if node is not None]
        marked = [node for node in line if self._tree.nodes[node].nags]
        return [*line[:: -(-len(line) // SAMPLE)], *marked[:SAMPLE]] if line else []

    # --- changes ------------------------------------------------------------------------------------------------------

    def set_reference(self, reference: Source | None) -> None:
        """Set the author whose values are preferred, or None for no preference."""
        if reference != self._reference:
            self._reference = reference
            self._update_values()

    def set_shape(self, *, single: bool, comments: bool) -> None:
        """Set whether each move of the main line has its own row, and whether comments are shown in rows."""
        if (single, comments) != (self._single, self._comments):
            self._single, self._comments = single, comments
            self._update_rows(self._tree, None)

    def forget_texts(self) -> None:
        """Discard the cached texts. Call this method after a change of the language, the notation or the theme."""
        self._labels.clear()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, NUMBER, SECOND_SCORE)
        self._update_values()
        if self._rows:
            self.dataChanged.emit(self.index(0, NUMBER), self.index(len(self._rows) - 1, SECOND_SCORE))

    def refresh(self, change: Change | None = None) -> None:
        """Show the document's current tree.

        If the document has another record, the model is reset. Otherwise, only the rows that differ are changed.

        Args:
            change: the change since the last call, if it is known.
        """
        tree = self._document.tree
        if self._record != self._document.record_number:
            self.beginResetModel()
            self._record, self._tree = self._document.record_number, tree
            self._labels.clear()
            self._blocks.clear()
            self._places.clear()
            line = tree.main_line()
            parts = self._different_parts(tree, line, (), is_new=True)
            self._set_blocks(parts, line)
            self._rows = [row for block in self._blocks for row in block.rows]
            self._last = line[-1]
            self.endResetModel()
            self._update_values()
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIRST, SECOND)
            return
        if tree is self._tree:
            return
        trees = None if change is None else change.trees
        nodes = change.nodes if change and trees and trees[0] is self._tree and trees[1] is tree else None
        old, new = self._tree.nodes, tree.nodes
        if nodes is None:
            nodes = frozenset(node for node in {**old, **new} if old.get(node) is not new.get(node))
        gone = [node for node in nodes if node not in new]
        kept = [node for node in nodes if node in old and node in new]
        noted = any(old[node].evaluations for node in gone) or any(
            new[node].evaluations != (old[node].evaluations if node in old else ()) for node in nodes if node in new
        )
        renamed = [node for node in kept if self._shown(old[node]) != self._shown(new[node])]
        if renamed or len(kept) < len(nodes) or (change is None or change.moves):
            self._update_rows(tree, nodes)
        else:
            self._tree = tree  # a comment that is being written, for example
        last = self._line[-1]
        if last != self._last:
            self._last = last
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIRST, SECOND)
        self._show_changed(renamed)
        if noted:
            self._update_values()
        else:
            self._values.follow(tree)

    def _shown(self, node: Node) -> tuple[object, ...]:
        """Return what determines the text of a node in the rows. The evaluations are not included."""
        comments = (node.comment, node.lead) if self._comments else (bool(node.comment), "")
        return node.parent, node.move, node.setup, node.nags, *comments

    def _changed(self, change: Change) -> None:
        if change.moves or change.notes:
            self.refresh(change)
        elif change.trees is not None and change.trees[0] is self._tree:
            self._tree = change.trees[1]
            self._values.follow(self._tree)

    def _update_rows(self, tree: GameTree, nodes: Iterable[int] | None) -> None:
        """Show the rows of ``tree``. Only the blocks with changes are built, and only rows that differ are changed.

        Args:
            tree: the tree to show.
            nodes: the nodes that differ from the current tree, whose cached labels are discarded, or None if all rows
                may differ.
        """
        line = tree.main_line()
        parts = self._different_parts(tree, line, () if nodes is None else nodes, is_new=nodes is None)
        # Each part with the rows that differ: those of the old list, and those to show instead.
        changes: list[tuple[int, int, list[MoveRow]]] = []
        for first, end, blocks in parts:
            start, rest = self._starts[first], self._starts[end]
            new = [row for block in blocks for row in block.rows]
            same = 0
            while start + same < rest and same < len(new) and self._rows[start + same] == new[same]:
                same += 1
            start, new = start + same, new[same:]
            while start < rest and new and self._rows[rest - 1] == new[-1]:
                rest -= 1
                new.pop()
            if start < rest or new:
                changes.append((start, rest, new))
        # Rows in both are changed in place, so that a reply to the last move only repaints its row.
        for start, rest, new in reversed(changes):
            if rest - start > len(new):
                self.beginRemoveRows(QModelIndex(), start + len(new), rest - 1)
                del self._rows[start + len(new) : rest]
                self.endRemoveRows()
        self._tree = tree
        for node in nodes or ():
            self._labels.pop(node, None)
        removed = added = 0
        places: list[tuple[int, int, list[MoveRow]]] = []
        for start, rest, new in changes:
            at = start - removed
            removed += max(0, rest - start - len(new))
            both = min(rest - start, len(new))
            self._rows[at : at + both] = new[:both]
            places.append((at, both, new[both:]))
        self._set_blocks(parts, line)
        for at, both, _ in places:
            if both:
                self.dataChanged.emit(self.index(at, NUMBER), self.index(at + both - 1, SECOND_SCORE))
        for at, both, more in places:
            if more:
                first = at + both + added
                added += len(more)
                self.beginInsertRows(QModelIndex(), first, first + len(more) - 1)
                self._rows[first:first] = more
                self.endInsertRows()
        if removed or added:
            self.rows_changed.emit()

    def _different_parts(
        self, tree: GameTree, line: list[int], nodes: Iterable[int], *, is_new: bool
    ) -> list[tuple[int, int, list[Block]]]:
        """Return the parts of the list of blocks that may differ: the first block, the end, and the new blocks.

        Args:
            tree: the tree to show.
            line: its main line.
            nodes: the nodes that differ from the current tree.
            is_new: whether all blocks may differ.
        """
        shape = {"comments": self._comments, "single": self._single}
        old = self._tree
        is_new |= not self._blocks
        for node in nodes:
            before, after = old.nodes.get(node), tree.nodes.get(node)
            if before is not None and after is not None:
                is_new |= (before.parent, before.move, before.setup) != (after.parent, after.move, after.setup)
        if is_new:
            blocks = [root_block(tree, comments=self._comments), *blocks_of(tree, ROOT, **shape)]
            return [(0, len(self._blocks), blocks)]
        same = next((ply for ply, pair in enumerate(zip(self._line, line, strict=False)) if pair[0] != pair[1]), None)
        same = min(len(self._line), len(line)) if same is None else same
        # From this block on all blocks differ, because the main line does.
        tail = len(self._blocks)
        if same < max(len(self._line), len(line)):
            tail = max(1, self._block_at(same - 1))
        touched = set()
        for node in nodes:
            shown = tree if node in tree.nodes else old
            while (ply := self._plies.get(node, same)) >= same:
                node = shown.nodes[node].parent or ROOT
            touched |= {self._block_at(each) for each in (ply, ply + 1) if each < same}
        parts = []
        for number in sorted(touched):
            if number < tail:
                first = self._blocks[number].first
                block = (
                    next(blocks_of(tree, line[first - 1], **shape))
                    if first
                    else root_block(tree, comments=self._comments)
                )
                parts.append((number, number + 1, [block]))
        if tail < len(self._blocks) or same < len(line):
            first = self._blocks[tail].first if tail < len(self._blocks) else same
            parts.append((tail, len(self._blocks), list(blocks_of(tree, line[first - 1], **shape))))
        return parts

    def _block_at(self, ply: int) -> int:
        """Return the number of the block with the move of the main line at ``ply``."""
        return bisect_right(self._blocks, ply, key=attrgetter("first")) - 1

    def _set_blocks(self, parts: list[tuple[int, int, list[Block]]], line: list[int]) -> None:
        """Replace the blocks of ``parts``, whose rows are already those of the table, or will be."""
        for first, end, _ in parts:
            for row in (row for block in self._blocks[first:end] for row in block.rows):
                for node in _nodes_of(row):
                    if node is not None:
                        self._places.pop(node, None)
        for first, end, blocks in reversed(parts):
            self._blocks[first:end] = blocks
        for first, _, blocks in parts:
            for number, block in enumerate(blocks, first):
                for index, row in enumerate(block.rows):
                    for side, node in enumerate(_nodes_of(row)):
                        column = SECOND if side and row.kind is MoveRowKind.MOVES and not self._single else FIRST
                        if node is not None:
                            self._places[node] = (number, index, column)
        self._starts = [0, *accumulate(len(block.rows) for block in self._blocks)]
        if self._line != line:
            self._line, self._plies = line, {node: ply for ply, node in enumerate(line)}

    def _show_changed(self, nodes: list[int]) -> None:
        """Emit ``dataChanged`` for the rows that show ``nodes``."""
        rows = {self.index_of(node).row() for node in nodes if node in self._places}
        if self._comments:
            for node in nodes:
                block = self._places[node][0] if node in self._places else 0
                rows |= {
                    index
                    for index in range(*self._starts[block : block + 2])
                    if self._rows[index].kind is not MoveRowKind.MOVES and self._rows[index].line[0][0] == node
                }
        for row in sorted(rows):
            self.dataChanged.emit(self.index(row, NUMBER), self.index(row, SECOND_SCORE))

    def _update_values(self) -> None:
        before, self._values = self._values, Values(self._tree, self._reference)
        for node in self._places:
            if before.note(node) is not self._values.note(node):
                place = self.index_of(node)
                if self._rows[place.row()].kind is MoveRowKind.MOVES:
                    place = place.siblingAtColumn(place.column() + 1)
                    self.dataChanged.emit(place, place)
        self.values_changed.emit()

    # --- the Qt side --------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return 5: the columns are the move number, and the move and the value of each side."""
        return 0 if parent.isValid() else 5

    def node(self, index: Index) -> int | None:
        """Return the node number of a cell, or None if the cell has no node.

        A value has the same node as its move. In the row of a variation or a comment, every cell except the move number
        has the first node of the row.
        """
        if not index.isValid() or index.column() == NUMBER:
            return None
        row = self._rows[index.row()]
        if row.kind is not MoveRowKind.MOVES:
            return row.line[0][0]
        if self._single:
            return (row.nodes[0] if row.nodes[0] is not None else row.nodes[1]) if index.column() < SECOND else None
        return row.nodes[index.column() >= SECOND]

    def index_of(self, node: int) -> QModelIndex:
        """Return the index of the cell with a move, or an invalid index for the root."""
        place = self._places.get(node)
        if place is None:
            return QModelIndex()
        block, row, column = place
        return self.index(self._starts[block] + row, column)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, the tooltip, the colour, the alignment or the node number of a cell, depending on ``role``.

        The result is None if the cell has no value for this role.
        """
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        if role == NODE:
            return self.node(index)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = column in (NUMBER, FIRST_SCORE, SECOND_SCORE)
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._color(row, index)
        if row.kind is not MoveRowKind.MOVES:
            return self._row_text(row, role) if column == FIRST else None
        if column == NUMBER:
            return self.number(row) if role == Qt.ItemDataRole.DisplayRole else None
        node = self.node(index)
        if node is None:
            return None
        if role == Qt.ItemDataRole.ToolTipRole:
            return self.tool_tip(node)
        if column in (FIRST_SCORE, SECOND_SCORE):
            return self._values.text(node) if role == Qt.ItemDataRole.DisplayRole else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.label(node).full
        return self.label(node).short if role == SHORT else None

    def number(self, row: MoveRow) -> str:
        """Return the move number of a row of moves, with a mark for a missing first move."""
        return f"{row.number}{'…' if self._single and row.nodes[0] is None else '.'}"

    def _color(self, row: MoveRow, index: Index) -> QBrush | None:
        if row.kind is not MoveRowKind.MOVES or index.column() not in (FIRST, SECOND):
            return QBrush(palette.current().secondary)
        node = self.node(index)
        color = None if node is None else glyph_color(self._tree.nodes[node].nags)
        return None if color is None else QBrush(color)

    def _row_text(self, row: MoveRow, role: int) -> str | None:
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return None
        if row.kind is not MoveRowKind.VARIATION:
            return self.comment_text(row)
        words = []
        for place, (node, count) in enumerate(row.line):
            number = prefix(count, begins=place == 0)
            words += [number, self.label(node).full] if number else [self.label(node).full]
        return " ".join(words)

    def comment_text(self, row: MoveRow) -> str:
        """Return the text of a comment row as one line.

        The text of a comment on a move of the main line starts with the move number.
        """
        node, count = row.line[0]
        each = self._tree.nodes[node]
        text = foreign.one_line(foreign.comment(each.lead if row.kind is MoveRowKind.LEAD else each.comment))
        return text if row.depth or node == ROOT else f"{prefix(count, begins=True)} {text}"

    def tool_tip(self, node: int) -> str:
        """Return the text of the tooltip of a move: the move, its comment, and the evaluations of its position."""
        each = self._tree.nodes[node]
        lines = [self.label(node).full]
        if each.comment:
            lines.append(each.comment)
        lines += self._values.tool_tip(node)
        return foreign.tool_tip("\n".join(lines))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title or the alignment of a column. The titles of move columns contain the names of sides."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            if section not in (FIRST, SECOND):
                return ""
            if self._single:
                return " · ".join(self._side(player) for player in Player) if section == FIRST else ""
            return self._side(Player.FIRST if section == FIRST else Player.SECOND)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def _side(self, player: Player) -> str:
        game = self._tree.game
        # The players may have swapped sides in the opening: first X, then O.
        later = game.side_name(self._tree.position(self._last), player)
        return " → ".join(map(tr, dict.fromkeys((game.sides[player], later))))


def _nodes_of(row: MoveRow) -> tuple[int | None, ...]:
    """Return the nodes whose moves a row shows. Those of a pair are at the places of their sides."""
    if row.kind is MoveRowKind.MOVES:
        return row.nodes
    return tuple(node for node, _ in row.line) if row.kind is MoveRowKind.VARIATION else ()
