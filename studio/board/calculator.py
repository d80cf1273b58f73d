"""The capture calculator, which lists the cells that a piece can reach together with a neighbour, and the captures."""

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QBrush
from PySide6.QtWidgets import QHeaderView, QStackedWidget, QTableView, QVBoxLayout, QWidget

from engine.core.language import ngettext, tr
from engine.core.surface import Reckoning
from studio.document.change import Change
from studio.document.document import Document
from studio.look import palette, style
from studio.widgets.empty import EmptyState
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

Index = QModelIndex | QPersistentModelIndex

FRONT, SUM, TARGET, VERDICT = range(4)


class ReckoningModel(QAbstractTableModel):
    """Model with one row per calculation of ``Game.reckonings``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Reckoning] = []
        self._names: list[str] = []
        self._fronts: list[str] = []

    @property
    def rows(self) -> list[Reckoning]:
        """The calculations shown, in order, as a new list."""
        return list(self._rows)

    def show_rows(self, rows: list[Reckoning], targets: list[str], fronts: list[str]) -> None:
        """Replace the calculations that are shown.

        Args:
            rows: the calculations.
            targets: the name of the target of each calculation, or a dash if there is none.
            fronts: the label of the front piece of each calculation.
        """
        self.beginResetModel()
        self._rows, self._names, self._fronts = rows, targets, fronts
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of rows."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return 4: the columns are the front piece, the sum, the target and the verdict."""
        return 0 if parent.isValid() else 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text or the colour of a cell, depending on ``role``.

        Verdicts of captures have the accent colour, and rows without a capture the secondary colour.
        """
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            texts = (self._fronts[index.row()], row.text, self._names[index.row()], tr(row.verdict))
            return texts[index.column()]
        if role == Qt.ItemDataRole.ForegroundRole:
            look = palette.current()
            if row.move is None:
                return QBrush(look.secondary)
            return QBrush(look.accent) if index.column() == VERDICT else None
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the title or the alignment of a column, depending on ``role``."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("With"), tr("Calculation"), tr("Square"), tr("Result"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None


class CalculatorPanel(Retranslated, QWidget):
    """Table of the calculations for the hovered piece, or for the piece clicked last if none is hovered.

    Args:
        document: the document whose position at the cursor is used.
        parent: parent widget.
    """

    move_chosen = Signal(int)
    """Emitted with the move of a capture when its row is clicked or Enter is pressed on it."""
    pointed = Signal(object)
    """Emitted with the ``Reckoning`` of a hovered row, or of a clicked row without a legal move.

    The signal is emitted with None when the mouse leaves the table or the position changes.
    """

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._chosen = self._hovered = -1
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        style.set_look(self, role="surface")
        # Each widget gets its parent at once: Qt styles a widget that gets another parent again, with all in it.
        self._pages = QStackedWidget(self)
        page = QWidget(self._pages)
        self.title = PlainLabel(parent=page)
        self.title.setContentsMargins(style.PADDING, 4, style.PADDING, 8)
        self.model = ReckoningModel(self)
        self.table = QTableView(page)
        self.table.setModel(self.model)
        style.dress_table(self.table)
        self.table.setMouseTracking(True)
        self.table.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        header = self.table.horizontalHeader()
        for column in (FRONT, SUM, TARGET):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(VERDICT, QHeaderView.ResizeMode.Stretch)
        self.table.clicked.connect(self._play)
        self.table.activated.connect(self._play)
        self.table.entered.connect(self._point)
        self.table.viewport().installEventFilter(self)
        self._empty = EmptyState(self._pages)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.title)
        layout.addWidget(self.table, 1)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)
        self._follows = False
        self.follow_changes()

    @property
    def cell(self) -> int:
        """The cell whose calculations are shown, or −1 if there is none.

        This is the hovered cell or, if the piece on the hovered cell has no calculations, the cell clicked last.
        """
        pieces = self._document.game.surface(self._document.position).pieces
        for cell in (self._hovered, self._chosen):
            if cell in pieces and self._document.game.reckonings(self._document.position, cell):
                return cell
        return -1

    def hover(self, cell: int) -> None:
        """Set the cell under the mouse, or −1 if there is none."""
        if cell != self._hovered:
            self._hovered = cell
            self.refresh()

    def choose(self, cell: int) -> None:
        """Set the cell clicked last, or −1 if there is none."""
        self._chosen = cell
        self.refresh()

    def refresh(self) -> None:
        """Recompute the rows for ``cell``. Do nothing while the panel is hidden."""
        if not self.isVisible():
            return
        position, game = self._document.position, self._document.game
        cell = self.cell
        surface = game.surface(position)
        if cell < 0:
            self.model.show_rows([], [], [])
            self._pages.setCurrentIndex(0)
            return
        rows = sorted(game.reckonings(position, cell), key=lambda row: row.move is None)
        names = [surface.cell_name(row.target) if row.target is not None else "–" for row in rows]
        fronts = [surface.kind(surface.pieces[row.cells[-1]]).label for row in rows]
        kind = surface.kind(surface.pieces[cell])
        captures = sum(row.move is not None for row in rows)
        self.title.setText(
            ngettext("{piece} on {cell}: {count} capture", "{piece} on {cell}: {count} captures", captures,
                     piece=tr(kind.name), cell=surface.cell_name(cell))
        )  # fmt: skip
        self.model.show_rows(rows, names, fronts)
        self._pages.setCurrentIndex(1)

    def retranslate(self) -> None:
        if self._document.game.has_calculator:
            self._empty.set_texts(tr("Point at a piece with a friendly neighbour to see what it can capture."))
        else:
            self._empty.set_texts(tr("This game has no captures to calculate."))
        self.table.setAccessibleName(tr("Capture calculator"))
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 3)
        self.refresh()

    def showEvent(self, event: QEvent) -> None:
        """Follow the document, and show what changed while the panel was hidden."""
        if not self._follows:
            self._follows = True
            self._document.changed.connect(self._changed)
        self.retranslate()

    def hideEvent(self, event: QEvent) -> None:
        """Follow the document no longer."""
        if self._follows:
            self._follows = False
            self._document.changed.disconnect(self._changed)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Emit ``pointed`` with None when the mouse leaves the table."""
        if event.type() == QEvent.Type.Leave:
            self.pointed.emit(None)
        return False

    def _changed(self, change: Change) -> None:
        if change.record:
            self.retranslate()
        if change.position and self._document.game.has_calculator:
            self.pointed.emit(None)
            self.refresh()

    def _point(self, index: QModelIndex) -> None:
        self.pointed.emit(self.model.rows[index.row()])

    def _play(self, index: QModelIndex) -> None:
        row = self.model.rows[index.row()]
        if row.move is not None and row.move in self._document.position.legal_moves():
            self.move_chosen.emit(row.move)
        else:
            self.pointed.emit(row)
