"""The list of the games of a file, with filters for headers and for a position.

The list is filled while the file is read.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import KyVienError
from engine.core.folding import fold
from engine.core.language import ngettext, tr
from engine.core.position import Position
from engine.records.collection import Collection, HeaderFilter
from engine.records.text import NAMES, encoding_name, names_of
from studio.analysis.figures import grouped
from studio.document.reading import GamesReader, PositionSearch
from studio.document.values import player_title
from studio.look import foreign, style
from studio.widgets.dialog_buttons import DialogButtons
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.screen import fit_to_screen
from studio.widgets.search_field import SearchField

Index = QModelIndex | QPersistentModelIndex
COLUMNS = ("White", "Black", "Result", "Date", "Event", "Round")
_WIDTHS = (64, 200, 200, 80, 100, 220, 70)
TYPING_MILLISECONDS = 120
"""Time after a change of a text before the games are filtered by it, so that a key is never delayed."""


class GamesModel(QAbstractTableModel):
    """Table model of the headers of those games of a file that match a query.

    Attributes:
        collection: the games of the file, or None until the first games are read.
        rows: numbers of the games shown, counted from 0, from top to bottom.
        nodes: mapping from the numbers of the games found by a search for a position to the node of that position, or
            None if there is no such search.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.collection: Collection | None = None
        self.rows: list[int] = []
        self.nodes: dict[int, int] | None = None
        self._query = HeaderFilter()
        self._known = 0
        self._sorted: tuple[int, Qt.SortOrder] | None = None

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of games shown."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of columns: one for the number of the game, and one for each header."""
        return 0 if parent.isValid() else 1 + len(COLUMNS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the number of a game, counted from 1, the text of a header, or the alignment of a cell."""
        if role == Qt.ItemDataRole.DisplayRole and index.isValid() and self.collection is not None:
            number = self.rows[index.row()]
            if index.column() == 0:
                return number + 1
            header = COLUMNS[index.column() - 1]
            text = self.collection.entries[number].headers.get(header, "")
            if header in ("White", "Black"):
                return player_title(text)
            return foreign.name(text.replace("1/2-1/2", "½–½"))
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() == 0:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the title of a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (
                "", tr("First"), tr("Second"), tr("Result"), tr("Date"), tr("Event"), tr("Round"),
            )[section]  # fmt: skip
        return None

    def grow(self, collection: Collection) -> None:
        """Add the games that match the query and have been read since the last call.

        During or after a search for a position, no games are added.
        """
        self.collection = collection
        known, self._known = self._known, len(collection.entries)
        if self.nodes is not None:
            return
        new = self._query.select(collection.entries[known : self._known], known)
        if new:
            self._append(new)

    def restart(self) -> None:
        """Remove all games, because the file is read again."""
        self.beginResetModel()
        self.collection, self.rows, self.nodes, self._known = None, [], None, 0
        self.endResetModel()

    def ask(self, query: HeaderFilter) -> None:
        """Show the games that match ``query``, and discard the results of a search for a position.

        Raises:
            NotationError: if the date in the query is invalid. The rows are then unchanged.
        """
        entries = [] if self.collection is None else self.collection.entries[: self._known]
        rows = query.select(entries)
        self.beginResetModel()
        self._query, self.rows, self.nodes = query, rows, None
        self._order()
        self.endResetModel()

    def await_positions(self) -> list[int]:
        """Remove all rows in preparation for a search for a position, and return the games to search.

        The caller must then call ``add_position`` for each of these games in which the position occurs.

        Returns:
            The numbers of the games that were shown, in ascending order.
        """
        rows = sorted(self.rows)
        self.beginResetModel()
        self.rows, self.nodes = [], {}
        self.endResetModel()
        return rows

    def add_position(self, number: int, node: int) -> None:
        """Add the game with index ``number``, in which the position occurs at ``node``.

        No effect unless ``await_positions`` has been called.
        """
        if self.nodes is not None:
            self.nodes[number] = node
            self._append([number])

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the rows by a column. Games that are added later are appended at the end."""
        self._sorted = (column, order) if column >= 0 else None
        self.layoutAboutToBeChanged.emit()
        before = [(index, self.rows[index.row()]) for index in self.persistentIndexList()]
        self._order()
        places = {number: row for row, number in enumerate(self.rows)}
        for index, number in before:
            self.changePersistentIndex(index, self.index(places[number], index.column()))
        self.layoutChanged.emit()

    def _order(self) -> None:
        if self._sorted is None or self.collection is None:
            return
        column, order = self._sorted
        entries = self.collection.entries
        self.rows.sort()
        if column > 0:
            name = COLUMNS[column - 1]
            self.rows.sort(key=lambda number: fold(entries[number].headers.get(name, "")))
        if order == Qt.SortOrder.DescendingOrder:
            self.rows.reverse()

    def _append(self, numbers: list[int]) -> None:
        self.beginInsertRows(QModelIndex(), len(self.rows), len(self.rows) + len(numbers) - 1)
        self.rows += numbers
        self.endInsertRows()


class _Table(QTableView):
    """Table that emits ``entered`` when Enter is pressed."""

    entered = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit ``entered`` for Enter, so that it acts like a double click."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class GamesDialog(Retranslated, QDialog):
    """Dialog with the list of the games of a file, and filters. A double click opens a game without closing the dialog.

    Args:
        path: the file.
        collection: the index of the games of the file, or None to read the file in a thread.
        current: index of the open game, from 0.
        position: callback that returns the position on the board, or None to hide the search for a position.
        parent: parent widget.
        encoding: the encoding that the reader has chosen for the file, or None to recognise it.
    """

    chosen = Signal(int, int)
    """Emitted with the index of a game to open, from 0, and the number of the node to show."""
    read = Signal()
    """Emitted when all games of the file have been read."""
    encoding_chosen = Signal(object)
    """Emitted with the encoding that the reader chooses for the file, or None to recognise it.

    The file is then read again, and ``read`` is emitted again."""
    failed = Signal(str)
    """Emitted with an error message of one sentence if the file cannot be read."""

    def __init__(
        self,
        path: Path,
        collection: Collection | None = None,
        current: int = 0,
        position: Callable[[], Position] | None = None,
        parent: QWidget | None = None,
        encoding: str | None = None,
    ) -> None:
        super().__init__(parent)
        self._path = path
        self._encoding = encoding if collection is None else collection.format.encoding
        self._current = current
        self._position = position
        self._typed = QTimer(self)
        self._typed.setSingleShot(True)
        self._typed.setInterval(TYPING_MILLISECONDS)
        self._typed.timeout.connect(self._sift)
        self._build_fields()
        self._build_table()
        self._lay_out()
        self._search = PositionSearch(self)
        self._search.found.connect(self._found)
        self._search.progressed.connect(self._show_progress)
        self._search.finished.connect(self._searched)
        self._search.failed.connect(self._search_failed)
        self._looked = self._asked = 0
        self._reader: GamesReader | None = None
        if collection is None:
            self._start_reading()
        else:
            self.model.grow(collection)
            self._read()
        self.follow_changes()
        self.finished.connect(self.close_threads)

    def retranslate(self) -> None:
        self.setWindowTitle(tr("Games in {name}", name=foreign.name(self._path.name)))
        texts = tr("Player"), tr("Date: 2026, 2026.11, 2024..2026"), tr("Search")
        for field, text in zip((self.player, self.date, self.field), texts, strict=True):
            field.setPlaceholderText(text)
            field.setAccessibleName(text)
        self.ending.setAccessibleName(tr("Result"))
        self.ending.setItemText(0, tr("Any result"))
        self.seek.setText(tr("Find the position"))
        self.seek.setToolTip(tr("Of the games listed, those in which the position on the board comes up"))
        self.table.setAccessibleName(tr("Games"))
        self.encoding_box.setAccessibleName(tr("Encoding"))
        self.encoding_box.setToolTip(
            tr("The encoding of the texts in the file. Choose another one if they are unreadable.")
        )
        self.open_button.setText(tr("Open"))
        self._close_button.setText(tr("Close"))
        self._show_state()

    def _build_fields(self) -> None:
        self._head = PlainLabel()
        style.set_look(self._head, role="title")
        self.player, self.date, self.field = self._field(), self._field(), self._field()
        self.ending = QComboBox()
        for text, value in (("", ""), ("1–0", "1-0"), ("0–1", "0-1"), ("½–½", "1/2-1/2"), ("*", "*")):
            self.ending.addItem(text, value)
        self.ending.currentIndexChanged.connect(self._sift)
        self.seek = QPushButton()
        self.seek.setCheckable(True)
        self.seek.setAutoDefault(False)
        self.seek.setVisible(self._position is not None)
        self.seek.toggled.connect(self._seek)
        self.encoding_box = QComboBox()
        self.encoding_box.addItem("", None)
        for name in NAMES:
            self.encoding_box.addItem(encoding_name(name), name)
        self.encoding_box.setCurrentIndex(max(0, self.encoding_box.findData(self._encoding)))
        self.encoding_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.encoding_box.activated.connect(self._choose_encoding)
        self._state = PlainLabel()
        style.set_look(self._state, role="secondary")

    def _build_table(self) -> None:
        self.model = GamesModel(self)
        self.table = _Table()
        self.table.setModel(self.model)
        style.dress_table(self.table)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setWordWrap(False)
        header = self.table.horizontalHeader()
        for column, width in enumerate(_WIDTHS):
            header.resizeSection(column, width)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(5, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.table.setSortingEnabled(True)
        self.table.doubleClicked.connect(self._choose)
        self.table.entered.connect(self._choose)

    def _lay_out(self) -> None:
        """Place the fields above the table, and the status and the buttons below it."""
        buttons = DialogButtons()
        self.open_button, self._close_button = buttons.accept_button, buttons.reject_button
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        fields = QHBoxLayout()
        fields.setSpacing(8)
        for widget, stretch in ((self.player, 2), (self.ending, 0), (self.date, 2), (self.field, 2), (self.seek, 0)):
            fields.addWidget(widget, stretch)
        foot = QHBoxLayout()
        foot.addWidget(self.encoding_box)
        foot.addWidget(self._state, 1)
        foot.addWidget(buttons)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(12)
        layout.addWidget(self._head)
        layout.addLayout(fields)
        layout.addWidget(self.table, 1)
        layout.addLayout(foot)
        fit_to_screen(self, QSize(960, 520))

    def _field(self) -> SearchField:
        field = SearchField()
        field.textChanged.connect(self._sift_soon)
        return field

    @property
    def collection(self) -> Collection | None:
        """The index of the games, or None before the first game is read."""
        return self.model.collection

    @property
    def index(self) -> int:
        """The index of the selected game, from 0, or 0 if no game is selected."""
        row = self.table.currentIndex().row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else 0

    def close_threads(self) -> None:
        """Stop the thread that reads the file and the process that searches it, and block until both have ended."""
        self._typed.stop()
        self._search.stop()
        if self._reader is not None:
            self._reader.close()

    def accept(self) -> None:
        """Emit ``chosen`` for the game with the index ``index``, unless the list is empty, and close the dialog."""
        self._choose()
        super().accept()

    def _choose(self) -> None:
        if self._typed.isActive():
            self._sift()
        if self.collection is not None and self.model.rows:
            self.chosen.emit(self.index, (self.model.nodes or {}).get(self.index, 0))

    # --- reading --------------------------------------------------------------------------------------------------

    def _start_reading(self) -> None:
        self._reader = GamesReader(self._path, self, self._encoding)
        self._reader.grown.connect(self._grown)
        self._reader.finished.connect(self._read)
        self._reader.failed.connect(self._failed)
        self._reader.start()

    def _choose_encoding(self) -> None:
        """Read the file again with the chosen encoding."""
        chosen = self.encoding_box.currentData()
        if chosen == self._encoding:
            return
        self.close_threads()
        self._encoding = chosen
        self.encoding_chosen.emit(chosen)
        self.model.restart()
        self._start_reading()
        self._show_state()

    def _show_encodings(self) -> None:
        """Show the encodings that were recognised in the first item of the list of encodings."""
        collection = self.collection
        if collection is None or self._encoding is not None:
            text = tr("Recognise the encoding")
        elif any(collection.encodings.values()):
            text = tr("{names} (guessed)", names=names_of(collection.encodings))
        else:
            text = names_of(collection.encodings)
        self.encoding_box.setItemText(0, text)

    def _grown(self) -> None:
        if self._reader is not None and self._reader.collection is not None:
            self.model.grow(self._reader.collection)
            self._show_state()

    def _read(self) -> None:
        self._grown()
        if self._current in self.model.rows:
            self.table.selectRow(self.model.rows.index(self._current))
        self._show_state()
        self.read.emit()

    def _failed(self, text: str) -> None:
        self.failed.emit(text)
        self.reject()

    def _show_state(self) -> None:
        """Show the number of games and the progress of reading or searching."""
        collection = self.collection
        self._show_encodings()
        count = 0 if collection is None else len(collection.entries)
        self._head.setText(
            ngettext("{name} holds {count} game", "{name} holds {count} games", count,
                     name=foreign.name(self._path.name, 60), count=grouped(count))
        )  # fmt: skip
        is_complete = collection is not None and collection.is_complete
        self.seek.setEnabled(is_complete)
        # Without rows there is nothing to open.
        self.open_button.setEnabled(bool(self.model.rows))
        if self._search.is_running:
            self._state.setText(
                ngettext("{looked} of {count} game looked through, {found} found",
                         "{looked} of {count} games looked through, {found} found",
                         self._asked, looked=grouped(self._looked), count=grouped(self._asked),
                         found=grouped(len(self.model.rows)))
            )  # fmt: skip
        elif not is_complete:
            share = 0.0 if collection is None else collection.progress
            self._state.setText(tr("Reading: {percent} %", percent=round(100 * share)))
        elif self.model.nodes is not None and self._search.unread:
            self._state.setText(
                foreign.one_line(
                    ngettext("{count} game found; {unread} could not be read: {reason}",
                             "{count} games found; {unread} could not be read: {reason}",
                             len(self.model.rows), count=grouped(len(self.model.rows)),
                             unread=grouped(self._search.unread), reason=self._search.reason),
                    foreign.MOST,
                )
            )  # fmt: skip
        elif len(self.model.rows) != count:
            found = len(self.model.rows)
            self._state.setText(ngettext("{count} game found", "{count} games found", found, count=grouped(found)))
        else:
            self._state.setText("")

    # --- sifting --------------------------------------------------------------------------------------------------

    def _sift_soon(self) -> None:
        self._typed.start()

    def _sift(self) -> None:
        self._typed.stop()
        self._search.stop()
        self._mark_seek(False)
        query = HeaderFilter(self.player.text(), self.ending.currentData(), self.date.text(), self.field.text())
        try:
            self.model.ask(query)
        except KyVienError as error:
            self._state.setText(foreign.one_line(str(error), foreign.MOST))
            return
        if self.model.rows:
            self.table.selectRow(0)
        self._show_state()

    def _mark_seek(self, is_on: bool) -> None:
        """Show whether the position is searched for, without starting or ending a search."""
        blocked = self.seek.blockSignals(True)
        self.seek.setChecked(is_on)
        self.seek.blockSignals(blocked)

    def _seek(self, wanted: bool) -> None:
        collection = self.collection
        if not wanted or collection is None or self._position is None:
            self._sift()
            return
        if self._typed.isActive():
            self._sift()
            self._mark_seek(True)
        rows = self.model.await_positions()
        self._looked, self._asked = 0, len(rows)
        self._search.start(self._path, collection.digest, self._position(), rows, self._encoding)
        self._show_state()

    def _found(self, number: int, node: int) -> None:
        self.model.add_position(number, node)
        if len(self.model.rows) == 1:
            self.table.selectRow(0)
        self._show_state()

    def _show_progress(self, looked: int) -> None:
        self._looked = looked
        self._show_state()

    def _searched(self) -> None:
        self._show_state()

    def _search_failed(self, text: str) -> None:
        self._show_state()
        self._state.setText(foreign.one_line(text, foreign.MOST))
