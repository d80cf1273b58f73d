"""The move list as a table of the line through the cursor, with one row per move number."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import (
    QBrush,
    QKeyEvent,
    QPainter,
)
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.tree import ROOT, GameTree
from studio.document.document import Change, Document
from studio.document.labels import glyph_color, line_text, move_label, note_score_text, shown_note
from studio.look import foreign, palette, style

Index = QModelIndex | QPersistentModelIndex

NODE = Qt.ItemDataRole.UserRole
"""Item data role of the node number of a cell, None for a cell without a node."""
SHORT = Qt.ItemDataRole.UserRole + 1
"""Item data role of the text of a move without its arithmetic, for narrow columns."""

NUMBER, FIRST, FIRST_SCORE, SECOND, SECOND_SCORE = range(5)


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A row of the table, with one move of each side or the start of a variation.

    Attributes:
        number: move number.
        nodes: nodes of the moves of FIRST and SECOND, with None for a side without a move. In the row of a variation,
            the first node of the variation and None.
        is_variation: whether the row shows a variation.
    """

    number: int
    nodes: tuple[int | None, int | None]
    is_variation: bool = False


class MoveTableModel(QAbstractTableModel):
    """Model of the line through the cursor, with one row per move number and a row below it for each variation.

    The line shown does not change while the cursor moves along it. The rows always match ``tree``, which may be older
    than the document's tree until the model receives the document's change.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._tree = document.tree
        self._line: list[int] = [ROOT]
        self._rows: list[MoveRow] = []
        self._places: dict[int, tuple[int, int]] = {}
        document.changed.connect(self._changed)
        self.refresh()

    @property
    def tree(self) -> GameTree:
        """The document's tree at the last ``refresh``."""
        return self._tree

    @property
    def line(self) -> list[int]:
        """The node numbers of the line shown, from the root on."""
        return list(self._line)

    def rows(self) -> list[MoveRow]:
        """Return the rows of the table, from top to bottom."""
        return list(self._rows)

    def refresh(self) -> None:
        """Rebuild the rows from the document's tree."""
        self.beginResetModel()
        self._tree = self._document.tree
        self._line = self._find_line()
        self._rows = list(self._build())
        self._places = {
            node: (index, (FIRST, SECOND)[side])
            for index, row in enumerate(self._rows)
            for side, node in enumerate(row.nodes)
            if node is not None and not row.is_variation
        }
        self.endResetModel()

    def _changed(self, change: Change) -> None:
        if change.record:
            self._line = [ROOT]
        if change.moves or change.notes or (change.cursor and self._document.cursor not in self._line):
            self.refresh()

    def _find_line(self) -> list[int]:
        tree, cursor = self.tree, self._document.cursor
        last = ROOT
        for before, node in pairwise(self._line):
            if node not in tree.nodes or tree.nodes[node].parent != before:
                break
            last = node
        base = last if cursor in tree.path(last) else cursor
        return tree.path(base)[:-1] + tree.main_line(base)

    def _build(self) -> Iterator[MoveRow]:
        tree = self.tree
        number: int | None = None
        pair: list[int | None] = [None, None]
        branches: list[MoveRow] = []

        def finished() -> Iterator[MoveRow]:
            if number is not None:
                yield MoveRow(number, (pair[0], pair[1]))
                yield from branches

        numbers = tree.move_numbers(self._line)
        for (parent, node), count in zip(pairwise(self._line), numbers, strict=True):
            side = 0 if tree.nodes[node].move is None else int(tree.position(parent).turn)
            if count != number or side == 0 or pair[1] is not None:
                yield from finished()
                number, pair, branches = count, [None, None], []
            pair[side] = node
            branches += [
                MoveRow(count, (each, None), is_variation=True) for each in tree.siblings(node) if each != node
            ]
        yield from finished()

    # --- the Qt side ----------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return 5, for the move number and for the move and the score of each side."""
        return 0 if parent.isValid() else 5

    def node(self, index: Index) -> int | None:
        """Return the node number of a cell, or None if the cell has no node.

        The node of a score is that of its move. In the row of a variation, every cell except the move number has the
        first node of the variation.
        """
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if row.is_variation:
            return row.nodes[0] if index.column() else None
        return row.nodes[index.column() >= SECOND] if index.column() else None

    def index_of(self, node: int) -> QModelIndex:
        """Return the index of the cell of a move, or an invalid index if the move is not on the line."""
        place = self._places.get(node)
        return self.index(*place) if place else QModelIndex()

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, tooltip, colour, alignment or node number of a cell, as selected by ``role``.

        The value is None if the cell has none for this role.
        """
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], index.column()
        node = self.node(index)
        if role == NODE:
            return node
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = column in (NUMBER, FIRST_SCORE, SECOND_SCORE)
            side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        if column == NUMBER:
            if role == Qt.ItemDataRole.DisplayRole:
                return "" if row.is_variation else f"{row.number}."
            return QBrush(palette.current().secondary) if role == Qt.ItemDataRole.ForegroundRole else None
        if node is None:
            return None
        if row.is_variation:
            return self._variation_data(row, node, column, role)
        if role == Qt.ItemDataRole.ToolTipRole:
            return foreign.tool_tip(self._tooltip(node))
        if column in (FIRST_SCORE, SECOND_SCORE):
            if role == Qt.ItemDataRole.DisplayRole:
                note = shown_note(self.tree.nodes[node].evaluations)
                return "" if note is None else note_score_text(note)
            return QBrush(palette.current().secondary) if role == Qt.ItemDataRole.ForegroundRole else None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return move_label(self.tree, node)
        if role == SHORT:
            return move_label(self.tree, node, short=True)
        if role == Qt.ItemDataRole.ForegroundRole:
            color = glyph_color(self.tree.nodes[node].nags)
            return QBrush(color) if color is not None else None
        return None

    def _variation_data(self, row: MoveRow, node: int, column: int, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and column == FIRST:
            return f"↳ {line_text(self.tree, node)}"
        if role == Qt.ItemDataRole.ForegroundRole:
            return QBrush(palette.current().secondary)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr("Another line: click to follow it")
        return None

    def _tooltip(self, node: int) -> str:
        each = self.tree.nodes[node]
        lines = [move_label(self.tree, node)]
        if each.comment:
            lines.append(each.comment)
        for note in each.evaluations:
            words = [foreign.name(note.algorithm or ""), note_score_text(note)]
            if note.depth is not None:
                words.append(tr("depth {depth}", depth=note.depth))
            lines.append(" ".join(word for word in words if word))
        return "\n".join(lines)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title or the alignment of a column. The titles of the move columns are the names of the sides."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            if section not in (FIRST, SECOND):
                return ""
            game, player = self.tree.game, Player.FIRST if section == FIRST else Player.SECOND
            # The players may have swapped sides in the opening: first X, then O.
            later = game.side_name(self.tree.position(self._line[-1]), player)
            return " → ".join(map(tr, dict.fromkeys((game.sides[player], later))))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


class MoveDelegate(QStyledItemDelegate):
    """Paints the cells of the table. The move at the cursor has a gold background with round corners.

    Args:
        document: the open record, whose cursor is marked.
        parent: parent object.
    """

    def __init__(self, document: Document, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a cell with the standard row height (``style.ROW``)."""
        return QSize(super().sizeHint(option, index).width(), style.ROW)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Use the text without arithmetic if the full text does not fit. The tooltip shows the full text."""
        super().initStyleOption(option, index)
        short = index.data(SHORT)
        if short and option.fontMetrics.horizontalAdvance(option.text) > option.rect.width() - 22:
            option.text = short

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell, without Qt's own marks of selection and focus."""
        node = index.data(NODE)
        chosen = node is not None and node == self._document.cursor and index.column() in (FIRST, SECOND)
        option.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        if chosen:
            option.state &= ~QStyle.StateFlag.State_MouseOver
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.current().chosen)
            painter.drawRoundedRect(QRect(option.rect).adjusted(2, 3, -2, -3), 4, 4)
            painter.restore()
        super().paint(painter, option, index)


class MoveTable(QTableView):
    """The table of moves. It ignores keys, so that the window moves the cursor."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore the key, so that the window handles it."""
        event.ignore()
