"""The list of the positions of a game in which the algorithms prefer different moves."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QVBoxLayout, QWidget

from engine.core.language import ngettext, tr
from studio.compare.boards import CAPTION, MoveBoard, draw_dots
from studio.look import foreign, palette, style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_PLY = 64
"""Width of the column with the ply in pixels."""


@dataclass(frozen=True)
class MoveDifference:
    """A position in which the algorithms prefer different moves.

    Attributes:
        node: the node of the position in the record.
        ply: the ply of the position.
        boards: the boards of the distinct best moves, the most frequent move first.
        scores_differ: whether full searches find different scores, which indicates an error in one of them.
    """

    node: int
    ply: int
    boards: tuple[MoveBoard, ...]
    scores_differ: bool = False

    @property
    def text(self) -> str:
        """The ply, and the moves with the algorithms that play them, as plain text in the language in use."""
        moves = "; ".join(f"{each.text}: {', '.join(each.titles)}" for each in self.boards)
        return f"{tr('ply {ply}', ply=self.ply)}: {moves}"


class _DifferencesModel(QAbstractListModel):
    """Model of the list. The user role of an item is its ``MoveDifference``."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.items: list[MoveDifference] = []

    def set_items(self, items: Sequence[MoveDifference]) -> None:
        """Replace the items."""
        self.beginResetModel()
        self.items = list(items)
        self.endResetModel()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of positions."""
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text, the tool tip or the ``MoveDifference`` of an item, depending on ``role``."""
        if not index.isValid() or index.row() >= len(self.items):
            return None
        item = self.items[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return foreign.one_line(item.text)
        if role == Qt.ItemDataRole.ToolTipRole:
            return foreign.tool_tip(item.text)
        return item if role == Qt.ItemDataRole.UserRole else None


class _DifferenceDelegate(QStyledItemDelegate):
    """Delegate that draws the ply and the moves. Each move follows the marks of the algorithms that play it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the size of a row."""
        return QSize(120, style.ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw one position."""
        item = index.data(Qt.ItemDataRole.UserRole)
        colors, rect = palette.current(), QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, colors.chosen)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, colors.raised)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(style.font(tabular=True))
        painter.setPen(colors.accent if item.scores_differ else colors.secondary)
        painter.drawText(rect.adjusted(12, 0, 0, 0), flags, tr("ply {ply}", ply=item.ply))
        left = rect.left() + 12 + _PLY
        for place, board in enumerate(item.boards):
            left = draw_dots(painter, board.algorithms[:8], QPointF(left, rect.center().y()))
            painter.setFont(style.font(bold=place == 0, tabular=True))
            painter.setPen(colors.text)
            width = painter.fontMetrics().horizontalAdvance(board.text)
            if left + width > rect.right() - 16:
                painter.setPen(colors.secondary)
                painter.drawText(QRectF(left, rect.top(), 16, rect.height()), flags, "…")
                break
            painter.drawText(QRectF(left, rect.top(), width + 2, rect.height()), flags, board.text)
            left += width + 20
        if index.row() < index.model().rowCount() - 1:
            painter.setPen(QPen(colors.line, 1))
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        painter.restore()


class DifferenceList(Retranslated, QWidget):
    """List of the positions in which the best moves differ.

    ``chosen`` is emitted when a position is clicked, or when Return is pressed.
    """

    chosen = Signal(int)
    """Emitted with the node of the position that the user chooses."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.caption = PlainLabel()
        style.set_look(self.caption, role="caption")
        self.caption.setFixedHeight(CAPTION)
        self.model = _DifferencesModel(self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setItemDelegate(_DifferenceDelegate(self.view))
        self.view.setMouseTracking(True)
        self.view.setUniformItemSizes(True)
        style.set_look(self.view, role="card")
        self.view.clicked.connect(self._choose)
        self.view.activated.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.caption)
        layout.addWidget(self.view, 1)
        layout.addStretch(0)
        self._total = 0
        self.follow_changes()

    def show_items(self, items: Sequence[MoveDifference], total: int) -> None:
        """Show a list of positions.

        Args:
            items: the positions in which the best moves differ.
            total: the number of positions compared.
        """
        self._total = total
        if items != self.model.items:
            self.model.set_items(items)
        self.retranslate()

    def retranslate(self) -> None:
        self.view.setVisible(bool(self.model.items))
        self.caption.setText(
            ngettext("The best moves are the same at the only position.",
                     "The best moves are the same at all {count} positions.", self._total)
            if not self.model.items
            else ngettext("The best moves differ at {places} of {count} position. Click to go to it.",
                          "The best moves differ at {places} of {count} positions. Click to go to one.",
                          self._total, places=len(self.model.items))
        )  # fmt: skip
        self.view.setAccessibleName(tr("Positions with different best moves"))
        self.view.viewport().update()

    def restyle(self) -> None:
        """Draw the list in the colours of the theme in use."""
        self.view.viewport().update()

    def _choose(self, index: QModelIndex) -> None:
        item = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(item, MoveDifference):
            self.chosen.emit(item.node)
