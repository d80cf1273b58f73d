"""The list of moments: the judged moves, with their losses and the best moves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from engine.analysis.verdict import Verdict, search_note
from engine.core.language import tr
from engine.records.tree import GameTree
from studio.board.sides import seen_colors
from studio.document.values import algorithm_title
from studio.look import foreign, palette, style
from studio.look.marks import draw_mark
from studio.review import words
from studio.review.review import GameReview, Opinion

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()

NUMBER, MOVE, GLYPH, LOSS, CHANCE, BEST, SEEN = range(7)
WIDTHS = {NUMBER: 48, MOVE: 112, GLYPH: 34, LOSS: 66, CHANCE: 82, BEST: 100}
"""Widths of the columns in px. The last column has the rest."""
SAMPLES = {NUMBER: "100…", LOSS: "−88.88", CHANCE: "100 → 100"}
"""Numbers that must fit into columns, because a number that is cut off would be another number."""
MARGIN = 22
"""Width in px of a cell without its text."""
SIDE, DOT, SIGN = 10, 12, 20
"""Sizes of the square of a side and of the mark of an algorithm, and the width of a sign after it, in px."""
LEAST_SHARE = 0.6
"""Least width of a column with moves, as a share of that of ``WIDTHS``. In less room, losses are hidden."""
NARROW = 440
"""Width of the list in px below which the opinions of the other algorithms are hidden."""


@dataclass(frozen=True)
class MomentRow:
    """A row of the list.

    Attributes:
        verdict: the judged move.
        texts: the texts of the columns but the last.
        glyph_color: the colour of the glyph.
        side_color: the colour of the side that moved.
        opinions: the best moves of other algorithms.
        opinion_texts: the texts of these moves.
        is_faint: whether the move was judged by the first pass only.
    """

    verdict: Verdict
    texts: tuple[str, ...]
    glyph_color: QColor
    side_color: QColor
    opinions: tuple[Opinion, ...] = ()
    opinion_texts: tuple[str, ...] = ()
    is_faint: bool = False


def moment_of(tree: GameTree, verdict: Verdict, review: GameReview) -> MomentRow:
    """Return the row of a judged move."""
    parent, source = tree[verdict.node].parent, review.source
    assert parent is not None
    opinions = tuple(review.opinions(verdict))
    texts = (
        words.number_text(tree, verdict), words.move_text(tree, verdict), words.glyph_text(verdict),
        words.loss_text(tree.game.name, "" if source is None else source[1], verdict), words.chance_text(verdict),
        words.best_text(tree, verdict),
    )  # fmt: skip
    return MomentRow(
        verdict,
        texts,
        words.kind_color(verdict.kind.name),
        seen_colors(tree.game, tree.position(parent))[verdict.player],
        opinions,
        tuple(words.coordinate_text(tree, parent, each.best) for each in opinions),
        not review.is_full(verdict.node),
    )


class MomentsModel(QAbstractTableModel):
    """Model with one row for each moment."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[MomentRow] = []

    def set_rows(self, rows: Sequence[MomentRow]) -> None:
        """Replace the rows. The model is reset only if their number changes."""
        rows = list(rows)
        if len(rows) != len(self.rows):
            self.beginResetModel()
            self.rows = rows
            self.endResetModel()
        elif rows != self.rows:
            self.rows = rows
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, SEEN))

    def place_of(self, node: int) -> int:
        """Return the row of the move that leads to a node, or -1."""
        return next((place for place, row in enumerate(self.rows) if row.verdict.node == node), -1)

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of moments."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else SEEN + 1

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, the tooltip, the alignment or the colour of a cell."""
        row, column = self.rows[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return foreign.one_line(row.texts[column]) if column < SEEN else None
        if role == Qt.ItemDataRole.ToolTipRole and column == SEEN:
            return "\n".join(
                _opinion_text(one, text) for one, text in zip(row.opinions, row.opinion_texts, strict=True)
            )
        if role == Qt.ItemDataRole.ToolTipRole and column == LOSS:
            return search_note(row.verdict.judgement)
        if role == Qt.ItemDataRole.AccessibleTextRole and column == SEEN:
            return ", ".join(
                _opinion_text(one, text) for one, text in zip(row.opinions, row.opinion_texts, strict=True)
            )
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = Qt.AlignmentFlag.AlignRight if column in (NUMBER, LOSS, CHANCE) else Qt.AlignmentFlag.AlignLeft
            return int(right | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ForegroundRole:
            if column == GLYPH:
                return row.glyph_color
            return palette.current().secondary if column == NUMBER or row.is_faint else None
        if role == Qt.ItemDataRole.FontRole and column == GLYPH:
            return style.font(bold=True)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title, the tooltip or the alignment of a column."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        titles = ("", tr("Move"), "", tr("Loss"), tr("Win %"), tr("Best"), tr("Also seen"))
        if role == Qt.ItemDataRole.DisplayRole:
            return titles[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = Qt.AlignmentFlag.AlignRight if section in (LOSS, CHANCE) else Qt.AlignmentFlag.AlignLeft
            return int(right | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole:
            tips = {
                LOSS: tr("The score of the position minus its score with only the move played, in the unit of scores"),
                CHANCE: tr("Chance of winning of the side that moved, before and after the move"),
                SEEN: tr("Whether other algorithms have the same best move"),
            }
            return tips.get(section)
        return None

    def retranslate(self) -> None:
        """Update the titles after a change of the language."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, SEEN)


def _opinion_text(opinion: Opinion, move: str) -> str:
    return tr("{name}: {move}", name=algorithm_title(opinion.algorithm), move=move)


class _Delegate(QStyledItemDelegate):
    """Delegate that draws the square of the side before a move, and the marks of other algorithms."""

    def __init__(self, model: MomentsModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model

    def initStyleOption(self, option: QStyleOptionViewItem, index: _Index) -> None:
        """Omit the frame of the focus."""
        super().initStyleOption(option, index)
        option.state &= ~QStyle.StateFlag.State_HasFocus

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw a cell."""
        column = index.column()
        row = self._model.rows[index.row()]
        if column == MOVE:
            room = QStyleOptionViewItem(option)
            super().paint(painter, QStyleOptionViewItem(option), self._model.index(index.row(), SEEN))
            area = option.rect
            square = QRectF(area.left() + 6, area.center().y() - SIDE / 2 + 0.5, SIDE, SIDE)
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(palette.current().border)
            painter.setBrush(row.side_color)
            painter.drawRoundedRect(square, 2, 2)
            painter.restore()
            room.rect.setLeft(area.left() + SIDE + 8)
            super().paint(painter, room, index)
            return
        if column == GLYPH:
            # In its own colour in a selected row, too.
            super().paint(painter, option, self._model.index(index.row(), SEEN))
            painter.save()
            painter.setFont(style.font(bold=True))
            painter.setPen(row.glyph_color)
            painter.drawText(option.rect.adjusted(6, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, row.texts[GLYPH])
            painter.restore()
            return
        super().paint(painter, option, index)
        if column == SEEN:
            self._draw_opinions(painter, QRectF(option.rect), row)

    def _draw_opinions(self, painter: QPainter, area: QRectF, row: MomentRow) -> None:
        look, x = palette.current(), area.left() + 4
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for opinion in row.opinions:
            if x + DOT + SIGN > area.right():
                break
            mark = QRectF(x, area.center().y() - DOT / 2 + 0.5, DOT, DOT)
            draw_mark(painter, mark, opinion.algorithm.partition(":")[0])
            painter.setPen(look.good if opinion.agrees else look.secondary)
            box = QRectF(mark.right() + 3, area.top(), SIGN, area.height())
            painter.drawText(
                box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, "✓" if opinion.agrees else "✗"
            )
            x += DOT + SIGN + 4
        painter.restore()


class MomentsTable(QTableView):
    """Table of the moments."""

    chosen = Signal(int)
    """Emitted with the node after a move when the user selects its row."""
    opened = Signal(int)
    """Emitted with the node after a move when its row is double-clicked or Return is pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.moments = MomentsModel(self)
        self.setModel(self.moments)
        style.dress_table(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_Delegate(self.moments, self))
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        header = self.horizontalHeader()
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setMinimumSectionSize(24)
        for column, width in WIDTHS.items():
            self.setColumnWidth(column, width)
        self._is_selecting = False
        self.selectionModel().currentRowChanged.connect(self._row_changed)
        self.doubleClicked.connect(lambda index: self.opened.emit(self.moments.rows[index.row()].verdict.node))

    def show_rows(self, rows: Sequence[MomentRow], node: int) -> None:
        """Replace the rows, and select that of the move that leads to ``node``, if there is one."""
        self._is_selecting = True
        self.moments.set_rows(rows)
        self._is_selecting = False
        self.select(node)

    def select(self, node: int) -> None:
        """Select the row of the move that leads to ``node``, without emitting ``chosen``."""
        place = self.moments.place_of(node)
        self._is_selecting = True
        if place < 0:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        elif self.currentIndex().row() != place or not self.selectionModel().hasSelection():
            self.selectRow(place)
        self._is_selecting = False

    def _row_changed(self, now: QModelIndex, _: QModelIndex) -> None:
        if not self._is_selecting and now.isValid():
            self.chosen.emit(self.moments.rows[now.row()].verdict.node)

    def keyPressEvent(self, event: Any) -> None:
        """Emit ``opened`` for Return."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.moments.rows[self.currentIndex().row()].verdict.node)
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: Any) -> None:
        """Hide columns in a narrow list, and fit the others."""
        super().resizeEvent(event)
        width = self.viewport().width()
        self.setColumnHidden(SEEN, width < NARROW)
        metrics = self.fontMetrics()
        numbers = {
            column: max(WIDTHS[column], metrics.horizontalAdvance(SAMPLES[column]) + MARGIN) for column in SAMPLES
        }
        rest = {column: wanted for column, wanted in WIDTHS.items() if column not in numbers}
        # The chances contain the loss, too.
        is_narrow = width < sum(numbers.values()) + LEAST_SHARE * sum(rest.values())
        self.setColumnHidden(LOSS, is_narrow)
        room = width - sum(numbers.values()) + (numbers[LOSS] if is_narrow else 0)
        share = min(1.0, max(LEAST_SHARE, room / sum(rest.values())))
        for column, wanted in numbers.items():
            self.setColumnWidth(column, wanted)
        for column, wanted in rest.items():
            self.setColumnWidth(column, int(wanted * share))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the rows, or a sentence if there are none."""
        super().paintEvent(event)
        if not self.moments.rows:
            painter = QPainter(self.viewport())
            painter.setPen(palette.current().secondary)
            painter.setFont(style.font())
            wrap = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.viewport().rect(), wrap, tr("No inaccuracy, mistake or blunder was found."))
            painter.end()
