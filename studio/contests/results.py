"""The results of a contest: the crosstable, the list of games, and a summary for one or two players."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.contests.contest import Contest
from engine.contests.result import GameResult
from engine.contests.standings import Standings
from engine.core.language import ngettext, tr
from studio.contests.journals import Decision
from studio.contests.naming import short_titles_of
from studio.contests.summary import ContestSummary
from studio.contests.tables import (
    FIRST,
    NUMBER,
    PLIES,
    REASON,
    RESULT,
    SECOND,
    SECONDS,
    CrosstableModel,
    CrosstableView,
    KeyTable,
    ResultsModel,
)
from studio.look import style
from studio.widgets.elided import ElidedLabel
from studio.widgets.retranslated import Retranslated

NAME = 90
"""Minimum width in px of a column of the list of games with names."""
WIDE = 860
"""Minimum width in px at which the figures are next to the list of games."""


class ContestResults(Retranslated, QWidget):
    """Widget with the results of one contest.

    If the user selects a cell of the crosstable, the games and the summary of the two players of this cell are shown.

    Attributes:
        contest: the contest shown, or None.
        standings: the standings of the contest, or None.
        crosstable: the model of the crosstable.
        games: the model of the list of games.
        table: the view of the crosstable.
        list: the view of the list of games.
        summary: the panel with the figures of the selected players.
    """

    game_chosen = Signal(object)
    """Emitted with the ``GameResult`` of a game when the user opens the game."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.contest: Contest | None = None
        self.standings: Standings | None = None
        self._shown_pair: tuple[int, int | None] | None = None
        self.crosstable, self.games = CrosstableModel(self), ResultsModel(self)
        self._build()
        self.follow_changes()

    def _build(self) -> None:
        self.table = CrosstableView()
        self.table.setModel(self.crosstable)
        self.table.selectionModel().currentChanged.connect(self._cell_chosen)
        self.table.clicked.connect(self._cell_chosen)
        self.crosstable.modelReset.connect(self._table_reset)
        self.crosstable.dataChanged.connect(self.table.fit)
        self.list = KeyTable()
        self.list.setModel(self.games)
        style.dress_table(self.list)
        self.list.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.list.setSortingEnabled(True)
        self.list.sortByColumn(NUMBER, Qt.SortOrder.AscendingOrder)
        self.list.setWordWrap(False)
        self.list.chosen.connect(self._game_chosen)
        header = self.list.horizontalHeader()
        header.setMinimumSectionSize(40)
        for column in (FIRST, SECOND):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.list_title = ElidedLabel()
        style.set_look(self.list_title, role="caption")
        self.all_button = QPushButton()
        style.set_look(self.all_button, kind="quiet")
        self.all_button.clicked.connect(self.show_all_games)
        self.all_button.hide()
        line = QHBoxLayout()
        line.addWidget(self.list_title, 1)
        line.addWidget(self.all_button)
        left = QWidget()
        column_left = QVBoxLayout(left)
        column_left.setContentsMargins(0, 4, 0, 0)
        column_left.setSpacing(4)
        column_left.addLayout(line)
        column_left.addWidget(self.list, 1)
        self.summary = ContestSummary()
        lower = self._lower = QSplitter(Qt.Orientation.Horizontal)
        lower.addWidget(left)
        lower.addWidget(self.summary)
        lower.setChildrenCollapsible(False)
        lower.setStretchFactor(0, 1)
        lower.setStretchFactor(1, 0)
        lower.setSizes([600, 320])
        self._column = QVBoxLayout(self)
        self._column.setSpacing(8)
        self._column.addWidget(self.table)
        self._column.addWidget(lower, 1)
        self.set_indented(True)
        # Long names must not widen the window.
        self.list.setMinimumWidth(120)
        self.list.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def set_indented(self, indented: bool) -> None:
        """Set whether the widget has a margin on the left, which separates it from the form."""
        self._column.setContentsMargins(8 if indented else 0, 0, 0, 0)

    # --- results ----------------------------------------------------------------------------------------------------

    def set_results(self, standings: Standings, results: Iterable[GameResult], decision: Decision = "") -> None:
        """Show a contest.

        Args:
            standings: the standings of the contest.
            results: the results from which the standings were computed.
            decision: the stored decision of the sequential test, or an empty string if none is stored.
        """
        contest = self.contest = standings.contest
        self.standings = standings
        self.crosstable.set_standings(self.standings)
        self.games.set_games(contest, results)
        self.summary.set_standings(self.standings, decision)
        self._fit_reasons()
        self.show_all_games()

    def add(self, results: Sequence[GameResult]) -> None:
        """Add results of games of the contest shown, and update the standings.

        If the list of games is sorted by number and scrolled to its end, it is scrolled to the new end.
        """
        assert self.standings is not None
        for result in results:
            self.standings.add(result)
        follows = self._is_at_end()
        self.games.add(results)
        self._fit_reasons()
        if follows:
            self.list.scrollToBottom()
        self.crosstable.refresh()  # its signals fit the table
        self.summary.refresh()
        self._show_list_title()

    def _is_at_end(self) -> bool:
        bar = self.list.verticalScrollBar()
        sorted_by_number = self.list.horizontalHeader().sortIndicatorSection() == NUMBER
        return sorted_by_number and bar.value() >= bar.maximum() - 1

    # --- the pair of players shown ----------------------------------------------------------------------------------

    def show_all_games(self) -> None:
        """List the games of all players, and clear the selection in the crosstable."""
        self.table.selectionModel().clear()
        self._show_pair(None)

    def _cell_chosen(self, index: QModelIndex, _: QModelIndex | None = None) -> None:
        players = self.crosstable.data(index, Qt.ItemDataRole.UserRole)
        if players is not None and players != self._shown_pair:
            self._show_pair(players)

    def _show_pair(self, players: tuple[int, int | None] | None) -> None:
        self._shown_pair = players
        contest = self.contest
        is_grid = contest is not None and contest.form == "grid"
        if players is None:
            self.games.show_games(None)
            leader = self.crosstable.order[0] if self.crosstable.order and not is_grid else 0
            two = contest is not None and len(contest.contestants) == 2
            self.summary.show_players(0 if two else leader, 1 if two else None)
        else:
            row, column = players
            if row == column and not is_grid:
                column = None
            self.games.show_games(row, column, ordered=is_grid)
            self.summary.show_players(row, column)
        self.all_button.setVisible(players is not None)
        self._show_list_title()

    def _show_list_title(self) -> None:
        count = self.games.rowCount()
        if self._shown_pair is None or self.contest is None:
            self.list_title.set_whole(
                ngettext("{count} game; double click opens it", "{count} games; double click opens one", count)
            )
            return
        names = short_titles_of(self.contest)
        row, column = self._shown_pair
        if column is None or (row == column and self.contest.form != "grid"):
            text = ngettext("{count} game of {name}", "{count} games of {name}", count, name=names[row])
        else:
            text = ngettext("{count} game of {first} against {second}", "{count} games of {first} against {second}",
                            count, first=names[row], second=names[column])  # fmt: skip
        self.list_title.set_whole(text)

    def _table_reset(self) -> None:
        """Update the size of the crosstable and select the same players again, after a reset of the model."""
        self.table.fit()
        if self._shown_pair is not None:
            place = self.crosstable.find(*self._shown_pair)
            if place.isValid():
                self.table.selectionModel().setCurrentIndex(place, QItemSelectionModel.SelectionFlag.ClearAndSelect)

    def _game_chosen(self, index: QModelIndex) -> None:
        if index.isValid():
            self.game_chosen.emit(self.games.result_at(index.row()))

    # --- Qt ---------------------------------------------------------------------------------------------------------

    def _fit_list(self) -> None:
        """Set the widths of the columns with figures according to their titles."""
        header, metrics = self.list.horizontalHeader(), self.list.fontMetrics()
        for column, least in ((NUMBER, 48), (RESULT, 64), (PLIES, 56), (SECONDS, 72)):
            title = str(self.games.headerData(column, Qt.Orientation.Horizontal))
            header.resizeSection(column, max(least, metrics.horizontalAdvance(title) + 20))
        self._fit_reasons()

    def _fit_reasons(self) -> None:
        """Set the width of the column with the reasons to its longest text, unless the names would have no room."""
        header, metrics = self.list.horizontalHeader(), self.list.fontMetrics()
        first, second, reason = (
            metrics.horizontalAdvance(str(self.games.headerData(column, Qt.Orientation.Horizontal))) + 20
            for column in (FIRST, SECOND, REASON)
        )
        needed = max((reason, *(metrics.horizontalAdvance(text) + 24 for text in self.games.reasons())))
        figures = sum(header.sectionSize(column) for column in (NUMBER, RESULT, PLIES, SECONDS))
        room = self.list.viewport().width() - figures - 2 * max(NAME, first, second)
        header.resizeSection(REASON, max(reason, min(needed, room)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the figures below the list of games if the columns of the list would be cut next to them."""
        super().resizeEvent(event)
        way = Qt.Orientation.Horizontal if self.width() >= WIDE else Qt.Orientation.Vertical
        if way != self._lower.orientation():
            self._lower.setOrientation(way)
            self._lower.setSizes([600, 320] if way == Qt.Orientation.Horizontal else [1000, 1000])
        self._fit_reasons()

    def retranslate(self) -> None:
        self._fit_list()
        self.all_button.setText(tr("All games"))
        self.table.setAccessibleName(tr("Crosstable"))
        self.list.setAccessibleName(tr("Games of the contest"))
        self.crosstable.retranslate()
        self.games.retranslate()
        self._show_list_title()

    def restyle(self) -> None:
        """Update the tables for the theme in use."""
        self.crosstable.retranslate()
