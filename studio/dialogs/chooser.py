"""Chooses one of the games that a file holds."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.core.language import tr
from studio import theme

Index = QModelIndex | QPersistentModelIndex
COLUMNS = ("White", "Black", "Result", "Date", "Event", "Round")


class GamesModel(QAbstractTableModel):
    """The headers of a file's games."""

    def __init__(self, games: Sequence[Mapping[str, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._games = list(games)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Number of games."""
        return 0 if parent.isValid() else len(self._games)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Number and headers."""
        return 0 if parent.isValid() else 1 + len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The texts."""
        if role == Qt.ItemDataRole.DisplayRole and index.isValid():
            if index.column() == 0:
                return index.row() + 1
            text = self._games[index.row()].get(COLUMNS[index.column() - 1], "")
            return "" if text in ("?", "????.??.??") else text.replace("1/2-1/2", "½–½")
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 0:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Names of the columns."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (
                "", tr("First"), tr("Second"), tr("Result"), tr("Date"), tr("Event"), tr("Round"),
            )[section]  # fmt: skip
        return None


class ChooserDialog(QDialog):
    """A list of games with a field that sifts them; ``index`` after it was accepted.

    Args:
        name: the file's name.
        games: the headers of each.
        current: the game shown now.
        parent: parent widget.
    """

    def __init__(
        self, name: str, games: Sequence[Mapping[str, str]], current: int = 0, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Games in {name}", name=name))
        head = QLabel(tr("{name} holds {count} games", name=name, count=len(games)))
        theme.set_look(head, role="title")
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Search"))
        self.field.setAccessibleName(tr("Search"))
        self.field.setClearButtonEnabled(True)
        self._sifted = QSortFilterProxyModel(self)
        self._sifted.setSourceModel(GamesModel(games, self))
        self._sifted.setFilterKeyColumn(-1)
        self._sifted.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.table = QTableView()
        self.table.setModel(self._sifted)
        theme.dress_table(self.table)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.table.selectRow(min(current, len(games) - 1))
        self.field.textChanged.connect(self._sift)
        self.table.doubleClicked.connect(self.accept)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        theme.set_look(buttons.button(QDialogButtonBox.StandardButton.Ok), kind="primary")
        self.open_button = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.open_button.setText(tr("Open"))
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(12)
        layout.addWidget(head)
        layout.addWidget(self.field)
        layout.addWidget(self.table, 1)
        layout.addWidget(buttons)
        self.resize(860, 480)

    @property
    def index(self) -> int:
        """The game chosen."""
        row = self._sifted.mapToSource(self.table.currentIndex()).row()
        return max(0, row)

    def _sift(self, text: str) -> None:
        self._sifted.setFilterFixedString(text)
        if not self.table.currentIndex().isValid():
            self.table.selectRow(0)
        # Where the field leaves nothing there is nothing to open.
        self.open_button.setEnabled(self.table.currentIndex().isValid())
