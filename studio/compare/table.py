"""The table of the Compare workspace, with its Qt model and its delegate."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QFrame, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from engine.core.language import ngettext, tr
from engine.search.plain import unfinished_text
from studio.analysis.figures import UNKNOWN
from studio.analysis.names import fitting
from studio.compare.rows import (
    COLUMN,
    COLUMNS,
    OF_ONE_POSITION,
    OF_SEVERAL_POSITIONS,
    Column,
    ComparisonRow,
    sort_key,
)
from studio.look import foreign, palette, style
from studio.look.marks import mark_icon

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
PADDING = 12
"""Space between the text of a cell and each edge of its column in pixels."""
DROPPED = ("pv", "cut", "speed", "nodes")
"""Columns that are hidden one after the other, in this order, until the other columns fit into the table."""
HEAD = 30
"""Height of the header in pixels, which has two lines of text."""
_LONG = 14
"""Number of characters from which the title of a column of numbers has two lines."""
_DOT = 24
"""Width of the mark before the name of an algorithm in pixels."""


class ComparisonModel(QAbstractTableModel):
    """Model of a comparison with one row for each algorithm.

    For ``Qt.ItemDataRole.UserRole``, ``data`` returns the value of a cell instead of its text.

    Attributes:
        rows: the rows in the order in which they are shown.
        score_help: the unit and the point of view of the scores, which are added to the tool tip of their column.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[ComparisonRow] = []
        self.score_help = ""
        self._sorted_by = -1
        self._order = Qt.SortOrder.AscendingOrder
        self._is_old = False

    def set_rows(self, rows: Sequence[ComparisonRow]) -> None:
        """Replace the rows and sort them. The model is reset only if their number changes."""
        if len(rows) == len(self.rows):
            self.rows = self._in_order(rows)
            self._announce()
        else:
            self.beginResetModel()
            self.rows = self._in_order(rows)
            self.endResetModel()

    def set_old(self, is_old: bool) -> None:
        """Set whether the rows were computed with settings that have since changed. Such rows are drawn faintly."""
        if self._is_old != is_old:
            self._is_old = is_old
            self._announce()

    def place_of(self, number: int) -> int:
        """Return the row in which algorithm ``number`` is shown, or -1 if it is not shown."""
        return next((place for place, row in enumerate(self.rows) if row.number == number), -1)

    def retranslate(self) -> None:
        """Update the titles and the cells after a change of the language or the theme."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        self.set_rows(self.rows)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the rows by a column, or by the order of the algorithms if ``column`` is -1.

        Rows with an unknown value are last.
        """
        self._sorted_by, self._order = column, order
        self.rows = self._in_order(self.rows)
        self._announce()

    def _in_order(self, rows: Sequence[ComparisonRow]) -> list[ComparisonRow]:
        ordered = sorted(rows, key=lambda row: row.number)
        if not 0 <= self._sorted_by < len(COLUMNS):
            return ordered
        keys = {row.number: sort_key(row, COLUMNS[self._sorted_by]) for row in ordered}
        known = [row for row in ordered if keys[row.number] is not None]
        known.sort(key=lambda row: keys[row.number], reverse=self._order == Qt.SortOrder.DescendingOrder)
        return known + [row for row in ordered if keys[row.number] is None]

    def _announce(self) -> None:
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, len(COLUMNS) - 1))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of algorithms."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title, the tool tip or the alignment of a column, depending on ``role``."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return _title(column)
        if role == Qt.ItemDataRole.ToolTipRole:
            unit = f", {self.score_help}" if column.name == "score" and self.score_help else ""
            return foreign.tool_tip(tr(column.help) + unit)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, value, alignment, colour, font, icon or tool tip of a cell, depending on ``role``."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return column.text(row)
        if role == Qt.ItemDataRole.UserRole:
            return column.value(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.DecorationRole and column.name == "algorithm":
            return mark_icon(row.spec.name, row.repetition)
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._color(row, column)
        if role == Qt.ItemDataRole.FontRole and column.name in ("score", "best"):
            return _bold()
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(row, column)
        return None

    def _color(self, row: ComparisonRow, column: Column) -> QColor | None:
        colors = palette.current()
        if self._is_old:
            return colors.secondary
        if column.name == "agree" and (agreement := row.agreement()) is not None:
            return colors.good if agreement[0] == agreement[1] else colors.accent
        if column.name == "cpu_seconds" and not row.is_built_in:
            return colors.secondary
        return colors.secondary if column.text(row) == UNKNOWN else None

    @staticmethod
    def _tooltip(row: ComparisonRow, column: Column) -> str | None:
        if row.error:
            return foreign.tool_tip(row.error)
        if column.name == "agree" and row.agreement() is not None:
            wrong = next((each for each in row.verdicts if each is not None and each.other is not None), None)
            if wrong is not None and wrong.other is not None:
                return tr("Depth {depth}: {own} ≠ {other}", own=row.score_text(wrong.own),
                          other=row.score_text(wrong.other), depth=wrong.depth)  # fmt: skip
            right = next(each for each in row.verdicts if each is not None)
            if len(row.positions) == 1:
                return tr("Depth {depth}: {score}", depth=right.depth, score=row.score_text(right.own))
        if column.name == "score" and row.only is not None and row.only.proved and row.only.note:
            return tr(row.only.note)
        if column.name == "depth" and row.unfinished:
            if len(row.positions) == 1:
                return foreign.tool_tip(unfinished_text(row.reports[0]))
            return ngettext("In {unfinished} of {count} position, move and score are those of an interrupted depth.",
                            "In {unfinished} of {count} positions, move and score are those of an interrupted depth.",
                            len(row.reports), unfinished=row.unfinished)  # fmt: skip
        if column.name in ("algorithm", "best", "pv"):
            return foreign.tool_tip(column.text(row))
        return None


def _alignment(column: Column) -> Any:
    side = Qt.AlignmentFlag
    sides = {"left": side.AlignLeft, "right": side.AlignRight, "center": side.AlignHCenter}
    return sides[column.align] | side.AlignVCenter


def _title(column: Column) -> str:
    """Return the title of a column, with a line break if it is long and the column contains numbers."""
    title = tr(column.title)
    if column.align == "left" or len(title) < _LONG:
        return title
    breaks = [place for place, letter in enumerate(title) if letter == " "]
    if not breaks:
        return title
    middle = min(breaks, key=lambda place: (title[place - 1] != ",", abs(2 * place - len(title))))
    return f"{title[:middle]}\n{title[middle + 1 :]}"


def _bold() -> QFont:
    return style.font(bold=True, tabular=True)


class _LineDelegate(QStyledItemDelegate):
    """Delegate that draws a line below each row except the last.

    If the title of an algorithm does not fit, a shorter name precedes its parameters, which distinguish the rows when
    many have the same algorithm. The text of a principal variation is not drawn, because a ``LineView`` covers the
    cell.
    """

    def __init__(self, table: "ComparisonTable") -> None:
        super().__init__(table)
        self._table = table

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """Initialise the style option, with a title that fits, and without the text of a principal variation."""
        super().initStyleOption(option, index)
        option.state &= ~option.state.State_HasFocus
        if index.column() == COLUMN["algorithm"]:
            titles = self._table.comparison_row(index.row()).titles
            option.text = fitting(titles, option.fontMetrics, option.rect.width() - _DOT - PADDING)
        if index.column() == COLUMN["pv"]:
            option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw a cell and, unless it is in the last row, the line below it."""
        super().paint(painter, option, index)
        if index.row() < index.model().rowCount() - 1:
            painter.save()
            painter.setPen(QPen(palette.current().line, 1))
            rect = option.rect
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
            painter.restore()


class ComparisonTable(QTableView):
    """The table of a comparison.

    Each column is as wide as its texts require. The remaining width is added to the principal variation, or to the
    algorithm if that column is hidden. If the table is too narrow, columns in ``DROPPED`` are hidden. If it is still
    too narrow, it scrolls horizontally.

    Args:
        model: the model of the comparison.
        parent: parent widget.
    """

    def __init__(self, model: ComparisonModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = model
        self._many = False
        self.setModel(model)
        style.dress_table(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrap(False)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setItemDelegate(_LineDelegate(self))
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        header = self.horizontalHeader()
        style.set_look(header, role="caption")
        header.setMinimumSectionSize(36)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionsClickable(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.setFixedHeight(HEAD)
        self.setSortingEnabled(True)
        self.setMinimumHeight(2 * style.ROW)

    def comparison_row(self, number: int) -> ComparisonRow:
        """Return the row with a number, from 0, in the order shown."""
        return self._rows.rows[number]

    def set_many(self, many: bool) -> None:
        """Set whether several positions are compared, and show the columns for this case."""
        self._many = many
        self.fit()

    def fit(self) -> None:
        """Set the widths of the columns for their current texts, and hide columns in ``DROPPED`` if necessary."""
        hidden = set(OF_ONE_POSITION if self._many else OF_SEVERAL_POSITIONS)
        widths = {column.name: self._width(column) for column in COLUMNS if column.name not in hidden}
        room = self.viewport().width()
        # A scroll bar that is shown now may not be needed any more, and the other way round.
        if not self.verticalScrollBar().isVisible() and self._needs_scrolling():
            room -= self.verticalScrollBar().sizeHint().width()
        for name in DROPPED:
            if sum(widths.values()) <= room:
                break
            widths.pop(name, None)
        rest = max(0, room - sum(widths.values()))
        widths["pv" if "pv" in widths else "algorithm"] += rest
        for number, column in enumerate(COLUMNS):
            self.setColumnHidden(number, column.name not in widths)
            if column.name in widths:
                self.setColumnWidth(number, widths[column.name])

    @property
    def is_wide(self) -> bool:
        """Whether the columns are together wider than the table. The table then scrolls horizontally."""
        return sum(widths_of(self).values()) > self.width()

    def _needs_scrolling(self) -> bool:
        return self.height() < self.full_height()

    def _width(self, column: Column) -> int:
        """Return the width in pixels that a column requires for its title and its texts."""
        caption = QFontMetrics(style.font(style.CAPTION))
        title = max(caption.horizontalAdvance(line) for line in _title(column).split("\n"))
        if column.name == "pv":
            return max(column.width, title + 2 * PADDING)
        metrics = QFontMetrics(_bold() if column.name in ("best", "score") else self.font())
        texts = [column.text(row) for row in self._rows.rows]
        widest = max((metrics.horizontalAdvance(text) for text in texts), default=0)
        if column.name == "algorithm":
            widest = min(widest + _DOT, 260)
        return max(column.width, title + 2 * PADDING, widest + 2 * PADDING)

    def full_height(self) -> int:
        """Return the height in pixels at which all rows are visible."""
        return self._rows.rowCount() * style.ROW + HEAD

    def sizeHint(self) -> QSize:
        """Return a size at which all rows are visible."""
        return QSize(600, self.full_height())

    def minimumSizeHint(self) -> QSize:
        """Return a small size, because the table scrolls."""
        return QSize(120, 2 * style.ROW)

    def resizeEvent(self, event: Any) -> None:
        """Fit the columns to the new width."""
        super().resizeEvent(event)
        self.fit()


def widths_of(table: ComparisonTable) -> Mapping[str, int]:
    """Return a mapping of the names of the visible columns to their widths in pixels."""
    return {
        column.name: table.columnWidth(number)
        for number, column in enumerate(COLUMNS)
        if not table.isColumnHidden(number)
    }
