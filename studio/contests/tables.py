"""The tables of a contest: the crosstable with the results of all pairs of players, and the list of games."""

import bisect
import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTableView, QWidget

from engine.contests.contest import Contest
from engine.contests.rating import ResultTally, elo_interval
from engine.contests.result import ABANDONED, GameResult
from engine.contests.standings import Cell, Standings
from engine.core.language import ngettext, tr
from studio.analysis import figures
from studio.contests.naming import algorithm_of, short_titles_of, titles_of
from studio.look import foreign, palette, style
from studio.look.marks import mark_icon
from studio.play.results import reason_text

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_CENTER = Qt.AlignmentFlag.AlignCenter
_WIN, _LOSS = QColor("#E69F00"), QColor("#56B4E9")
MOST_ROWS = 9
"""Maximum number of rows of the crosstable that are visible without scrolling."""
_MOST_TINT = 0.5
"""Share of the tint in the background of a cell with the score 1 or 0. It is low enough for legible text."""


def points(tally: ResultTally) -> str:
    """Return the points of a tally as text, such as ``12½``. A win counts 1 point, and a draw ½."""
    whole, half = divmod(2 * tally.wins + tally.draws, 2)
    return ("½" if half and not whole else f"{whole}½") if half else str(whole)


def signed(value: float) -> str:
    """Format an Elo difference as an integer with its sign, such as ``+35``, ``−120`` or ``0``."""
    return f"{value:+.0f}".replace("-", "−") if round(value) else "0"


def tally_text(tally: ResultTally) -> str:
    """Return the numbers of wins, draws and losses as text, such as ``+8 =2 −10``."""
    return f"+{tally.wins} ={tally.draws} −{tally.losses}"


def tint(score: float) -> QColor:
    """Return the background colour of a cell with the given score.

    The colour is blue for 0, the panel colour for 0.5, and orange for 1. Colour-blind users can distinguish these
    colours.
    """
    ground, end = palette.current().surface, _WIN if score >= 0.5 else _LOSS
    share = abs(score - 0.5) * 2 * _MOST_TINT
    return QColor.fromRgbF(
        end.redF() * share + ground.redF() * (1 - share),
        end.greenF() * share + ground.greenF() * (1 - share),
        end.blueF() * share + ground.blueF() * (1 - share),
    )


class CellDelegate(QStyledItemDelegate):
    """Delegate that draws the background of a cell, and a gold frame if the cell is selected.

    Without the delegate, the style sheet would hide the background.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Draw the background, the text and the frame of a cell."""
        ground = index.data(Qt.ItemDataRole.BackgroundRole)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if ground is not None or chosen:
            painter.fillRect(option.rect, ground or palette.current().surface)
        option.state &= ~(QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus)
        if ground is not None:
            option.state &= ~QStyle.StateFlag.State_MouseOver
        super().paint(painter, option, index)
        if chosen:
            painter.save()
            painter.setPen(QPen(palette.current().gold, 2))
            painter.drawRect(option.rect.adjusted(1, 1, -1, -1))
            painter.restore()


_OWN_KEYS = frozenset((
    Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End,
    Qt.Key.Key_Return, Qt.Key.Key_Enter,
))  # fmt: skip


class KeyTable(QTableView):
    """Table that handles the arrow keys, Home, End and Enter itself, so that they do not trigger shortcuts."""

    chosen = Signal(QModelIndex)
    """Emitted with the model index of a cell when the cell is double-clicked, or is current and Enter is pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.doubleClicked.connect(self.chosen)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit ``chosen`` if Enter is pressed, on every platform."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.chosen.emit(self.currentIndex())
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Reserve the arrow keys, Home, End and Enter for the table."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            if plain and event.key() in _OWN_KEYS:
                event.accept()
                return True
        return super().event(event)


class CrosstableView(KeyTable):
    """View of the crosstable, with at most ``MOST_ROWS`` visible rows. Columns fit their texts, except long names."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.dress_table(self)
        self.setItemDelegate(CellDelegate(self))
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectItems)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setWordWrap(False)
        self.horizontalHeader().setMinimumSectionSize(48)
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)
        # A contest of many players must not widen the window.
        self.setMinimumWidth(120)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def fit(self) -> None:
        """Distribute the width among the columns, and set the height. Do nothing if there are no columns."""
        model = self.model()
        if model is None or not model.columnCount():
            return
        metrics, rows = self.fontMetrics(), range(model.rowCount())
        widths = [
            24 + max(metrics.horizontalAdvance(str(model.index(row, column).data() or "")) for row in rows)
            for column in range(model.columnCount())
        ]
        widths = [min(widths[0] + 44, 260), *(max(84, width) for width in widths[1:])]
        # Titles of sums are shown in full; names of players may be elided.
        for column in range(1 + len(rows), len(widths)):
            title = str(model.headerData(column, Qt.Orientation.Horizontal) or "")
            widths[column] = max(widths[column], 24 + metrics.horizontalAdvance(title))
        room = self.viewport().width()
        spare = room - sum(widths)
        if spare > 0:
            widths = [width + spare // len(widths) for width in widths]
            widths[0] += room - sum(widths)
        header = self.horizontalHeader()
        for column, width in enumerate(widths):
            header.resizeSection(column, width)
        bar = self.horizontalScrollBar().sizeHint().height() if sum(widths) > room else 0
        self.setFixedHeight((min(MOST_ROWS, model.rowCount()) + 1) * style.ROW + bar + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Distribute the new width among the columns."""
        super().resizeEvent(event)
        self.fit()


class CrosstableModel(QAbstractTableModel):
    """Model of the results of each player against every other player, with one row per player.

    In a match or a grid, the players are in the order of the contest. Otherwise they are ranked, with the best first.

    For ``Qt.ItemDataRole.UserRole``, ``data`` returns the indices of the contestants of the row and the column. The
    second index is None if the column does not belong to a player.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._standings: Standings | None = None
        self._names: list[str] = []
        self._short: list[str] = []
        self._order: list[int] = []
        self._totals: dict[int, Cell] = {}

    @property
    def standings(self) -> Standings | None:
        """The standings shown, or None if the table is empty."""
        return self._standings

    @property
    def order(self) -> list[int]:
        """A new list of the indices of the contestants, in the order of the rows."""
        return list(self._order)

    @property
    def _is_grid(self) -> bool:
        return self._standings is not None and self._standings.contest.form == "grid"

    def _wanted_order(self) -> list[int]:
        if self._standings is None:
            return []
        count = len(self._standings.contest.contestants)
        return list(range(count)) if self._standings.contest.form in ("grid", "match") else self._standings.ranking()

    def set_standings(self, standings: Standings | None) -> None:
        """Replace the standings, or clear the table if ``standings`` is None."""
        self.beginResetModel()
        self._totals.clear()
        self._standings = standings
        self._name_players()
        self._order = self._wanted_order()
        self.endResetModel()

    def _name_players(self) -> None:
        self._names = [] if self._standings is None else titles_of(self._standings.contest)
        self._short = [] if self._standings is None else short_titles_of(self._standings.contest)

    def refresh(self) -> None:
        """Update the cells and the order of the players after results have been added to the standings."""
        self._totals.clear()
        order = self._wanted_order()
        if order != self._order:
            # The view restores the cursor by (row, column) after a reset.
            self.beginResetModel()
            self._order = order
            self.endResetModel()
        elif order:
            self.dataChanged.emit(self.index(0, 0), self.index(len(order) - 1, self.columnCount() - 1))

    def retranslate(self) -> None:
        """Update the model after a change of the language or the theme."""
        self._name_players()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, max(0, self.columnCount() - 1))
        self.refresh()

    def find(self, row: int, column: int | None) -> QModelIndex:
        """Return the model index of a cell, or an invalid index if a contestant is not in the table.

        Args:
            row: index of a contestant.
            column: index of the opponent, or None for the cell with the contestant's name.
        """
        if row not in self._order or (column is not None and column not in self._order):
            return QModelIndex()
        return self.index(self._order.index(row), 0 if column is None else 1 + self._order.index(column))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of players."""
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns.

        The first column contains the names, and the following ones contain the results against each player. Unless the
        contest is a grid, columns for the points, the Elo difference and its interval follow. If a player has a clock,
        the last column contains the losses on time.
        """
        if parent.isValid() or self._standings is None:
            return 0
        return 1 + len(self._order) + (0 if self._is_grid else 3) + self._standings.contest.has_clock

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title, icon, alignment or tool tip of a column. The title of a player's column is a short name."""
        if orientation != Qt.Orientation.Horizontal or self._standings is None:
            return None
        count = len(self._order)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if section == 0 else _CENTER
        contestants = self._standings.contest.contestants
        if role == Qt.ItemDataRole.DecorationRole and 1 <= section <= count:
            return mark_icon(algorithm_of(contestants[self._order[section - 1]]))
        if role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return None
        if section == 0:
            return tr("First \\ Second") if self._is_grid else tr("Player")
        if section <= count:
            player = self._order[section - 1]
            return foreign.tool_tip(self._names[player]) if role == Qt.ItemDataRole.ToolTipRole else self._short[player]
        if self._standings.contest.has_clock and section == self.columnCount() - 1:
            return tr("Games lost on time") if role == Qt.ItemDataRole.ToolTipRole else tr("Lost on time")
        if role == Qt.ItemDataRole.ToolTipRole:
            return (
                tr("Points of games played"), tr("Elo difference to the others"), tr("Its 95 % interval"),
            )[section - count - 1]  # fmt: skip
        return (tr("Points"), tr("Elo"), tr("95 %"))[section - count - 1]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, contestants, alignment, font, icon, colour or tool tip of a cell, according to ``role``."""
        if not index.isValid() or self._standings is None or index.row() >= len(self._order):
            return None
        row, place = self._order[index.row()], index.column() - 1
        column = self._order[place] if 0 <= place < len(self._order) else None
        if role == Qt.ItemDataRole.UserRole:
            return row, column
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _LEFT if place < 0 else _CENTER
        cell = None if column is None else self._standings.cells.get((row, column))
        has = cell is not None and cell.tally.games > 0
        if role == Qt.ItemDataRole.BackgroundRole and has:
            assert cell is not None
            return tint(cell.tally.score)
        if role == Qt.ItemDataRole.DecorationRole and place < 0:
            return mark_icon(algorithm_of(self._standings.contest.contestants[row]))
        if role == Qt.ItemDataRole.FontRole and place < 0:
            return style.font(bold=True)
        if role == Qt.ItemDataRole.ForegroundRole and column is not None and not has:
            return palette.current().secondary
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(row, place, column, cell)
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._tooltip(row, place, column, cell)
        return None

    def _text(self, row: int, place: int, column: int | None, cell: Cell | None) -> str:
        assert self._standings is not None
        if place < 0:
            return self._names[row]
        if column is not None:
            if cell is None or not cell.tally.games:
                return "–" if column == row and not self._is_grid else ""
            if self._is_grid:
                mean = cell.duration / cell.games
                return f"{figures.percent(cell.tally.score)} · {figures.duration(mean)}"
            return f"{points(cell.tally)} / {cell.tally.games}"
        # Three columns, the computation of sizes and the painting use the same sums.
        total = self._totals.get(row)
        if total is None:
            total = self._totals[row] = self._standings.against_all(row)
        tally = total.tally
        if not tally.games:
            return ""
        if self._standings.contest.has_clock and place == self.columnCount() - 2:
            return str(self._standings.forfeits(row))
        elo, low, high = elo_interval(total.statistics)
        last = place - len(self._order)
        return (f"{points(tally)} / {tally.games}", signed(elo), f"{signed(low)} … {signed(high)}")[last]

    def _tooltip(self, row: int, place: int, column: int | None, cell: Cell | None) -> str | None:
        assert self._standings is not None
        contestants = self._standings.contest.contestants
        if place < 0:
            return foreign.tool_tip(contestants[row].name)
        if column is None or cell is None or not cell.tally.games:
            return None
        text = tr(
            "{first} against {second}: {wins}, {draws}, {losses}; {score} of the points",
            first=self._names[row], second=self._names[column],
            wins=ngettext("{count} win", "{count} wins", cell.tally.wins),
            draws=ngettext("{count} draw", "{count} draws", cell.tally.draws),
            losses=ngettext("{count} loss", "{count} losses", cell.tally.losses),
            score=figures.percent(cell.tally.score),
        )  # fmt: skip
        return foreign.tool_tip(text)


NUMBER, FIRST, SECOND, RESULT, REASON, PLIES, SECONDS = range(7)
_FIELDS = {NUMBER: "index", RESULT: "result", REASON: "termination", PLIES: "plies", SECONDS: "duration"}


def _reason(failed: bool, termination: str) -> str:
    if termination == ABANDONED:
        return tr("the worker process died")
    return tr("the algorithm failed") if failed else reason_text(termination)


class ResultsModel(QAbstractTableModel):
    """Model of the games of a contest, sorted by a column.

    The rows are all games, the games of one player, or the games between two players. The model itself sorts and
    filters the games. A proxy model would request each value of each game through Qt, which blocks the window for
    seconds with 20,000 games.

    Attributes:
        results: the results of all games in the order in which the games ended, independent of the rows.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._contest: Contest | None = None
        self._names: list[str] = []
        self.results: list[GameResult] = []
        self._endings: set[tuple[bool, str]] = set()
        self._wanted: tuple[int, int | None, bool] | None = None
        self._column, self._descending = NUMBER, False
        # One entry for each row, in ascending order: the value of the column, then the place in ``results``.
        self._sorted: list[tuple[Any, int]] = []

    def set_games(self, contest: Contest | None, results: Iterable[GameResult]) -> None:
        """Replace the contest and all games, and show all games.

        Args:
            contest: the contest, or None for an empty table.
            results: the results of its games.
        """
        self.beginResetModel()
        self._contest = contest
        self.results = list(results)
        self._endings = {(bool(each.fault), each.termination) for each in self.results}
        self._names = [] if contest is None else short_titles_of(contest)
        self._wanted = None
        self._sorted = self._entries(0)
        self.endResetModel()

    def add(self, results: Sequence[GameResult]) -> None:
        """Add results of games of the contest shown."""
        known = len(self.results)
        self.results.extend(results)
        self._endings |= {(bool(each.fault), each.termination) for each in results}
        groups = itertools.groupby(self._entries(known), lambda entry: bisect.bisect(self._sorted, entry))
        for place, group in reversed([(place, list(entries)) for place, entries in groups]):
            row = len(self._sorted) - place if self._descending else place
            self.beginInsertRows(QModelIndex(), row, row + len(group) - 1)
            self._sorted[place:place] = group
            self.endInsertRows()

    def show_games(self, row: int | None, column: int | None = None, *, ordered: bool = False) -> None:
        """Set the games to show.

        Args:
            row: index of a contestant whose games are shown, or None to show all games.
            column: index of the opponent in these games, or None for all opponents.
            ordered: whether to show only those games against ``column`` in which ``row`` moved first.
        """
        wanted = None if row is None else (row, column, ordered)
        if wanted == self._wanted:
            return
        self.beginResetModel()
        self._wanted = wanted
        self._sorted = self._entries(0)
        self.endResetModel()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the rows by the values of a column.

        In ascending order, games with equal values are in the order in which they ended. The descending order is the
        exact reverse of the ascending order.
        """
        self.layoutAboutToBeChanged.emit()
        indexes = self.persistentIndexList()
        places = [self._place(index.row()) for index in indexes]
        self._column, self._descending = column, order == Qt.SortOrder.DescendingOrder
        self._sorted = self._entries(0)
        rows = {place: row for row, (_, place) in enumerate(self._sorted)}
        last = len(self._sorted) - 1
        self.changePersistentIndexList(indexes, [
            self.index(last - rows[place] if self._descending else rows[place], index.column())
            for index, place in zip(indexes, places, strict=True)
        ])  # fmt: skip
        self.layoutChanged.emit()

    def result_at(self, row: int) -> GameResult:
        """Return the result of the game in a row."""
        return self.results[self._place(row)]

    def reasons(self) -> list[str]:
        """Return the different texts of the column ``REASON``, in any order."""
        return [_reason(*each) for each in self._endings]

    def _place(self, row: int) -> int:
        """Return the index into ``results`` of the game in a row."""
        return self._sorted[-1 - row if self._descending else row][1]

    def _entries(self, since: int) -> list[tuple[Any, int]]:
        """Return the sorted entries of the games that the filter shows, from index ``since`` of ``results`` on."""
        column = self._column
        return sorted(
            (self._value(result, column), place)
            for place, result in enumerate(self.results[since:], since)
            if self._is_wanted(result)
        )

    def _is_wanted(self, result: GameResult) -> bool:
        if self._wanted is None:
            return True
        row, column, ordered = self._wanted
        if column is None:
            return row in (result.first, result.second)
        return (result.first, result.second) == (row, column) or (
            not ordered and (result.first, result.second) == (column, row)
        )

    def retranslate(self) -> None:
        """Update the names of the players and the titles of the columns after a change of the language."""
        if self._contest is not None:
            self._names = short_titles_of(self._contest)
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, SECONDS)
        if self._sorted:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._sorted) - 1, SECONDS))

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of games shown."""
        return 0 if parent.isValid() else len(self._sorted)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else SECONDS + 1

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title or the alignment of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section <= SECONDS:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (
                "#", tr("Moves first"), tr("Moves second"), tr("Result"), tr("Ended by"), tr("Plies"), tr("Time"),
            )[section]  # fmt: skip
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(section)
        return None

    @staticmethod
    def _alignment(column: int) -> Any:
        return _RIGHT if column in (NUMBER, PLIES, SECONDS) else _CENTER if column == RESULT else _LEFT

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, alignment, font, icon, colour or tool tip of a cell, according to ``role``."""
        if not index.isValid() or self._contest is None or index.row() >= len(self._sorted):
            return None
        result, column = self.result_at(index.row()), index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self._text(result, column)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self._alignment(column)
        if role == Qt.ItemDataRole.DecorationRole and column in (FIRST, SECOND):
            player = result.first if column == FIRST else result.second
            return mark_icon(algorithm_of(self._contest.contestants[player]))
        if role == Qt.ItemDataRole.FontRole:
            won = (column == FIRST and result.result == "1-0") or (column == SECOND and result.result == "0-1")
            font = style.font(tabular=True)
            if won or column == RESULT:
                font.setWeight(QFont.Weight.DemiBold)
            return font
        if role == Qt.ItemDataRole.ForegroundRole:
            if result.fault and column == REASON:
                return palette.current().accent
            return palette.current().secondary if column == NUMBER else None
        if role == Qt.ItemDataRole.ToolTipRole:
            shown = result.fault or (self._text(result, column) if column in (FIRST, SECOND, REASON) else "")
            return foreign.tool_tip(shown) or None
        return None

    def _value(self, result: GameResult, column: int) -> Any:
        if column in (FIRST, SECOND):
            return self._names[result.first if column == FIRST else result.second]
        return getattr(result, _FIELDS[column])

    def _text(self, result: GameResult, column: int) -> str:
        if column == NUMBER:
            return str(result.index + 1)
        if column == RESULT:
            return "–" if result.is_failed else result.result.replace("1/2-1/2", "½–½").replace("-", "–")
        if column == REASON:
            return _reason(bool(result.fault), result.termination)
        if column == SECONDS:
            return figures.duration(result.duration)
        return str(self._value(result, column))
