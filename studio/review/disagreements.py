"""The tab with the positions of the game in which the algorithms disagree."""

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QHeaderView, QPushButton, QTableView, QVBoxLayout, QWidget

from engine.analysis.disagreement import CONTRADICTION, EVALUATION, MOVE
from engine.core.errors import KyVienError
from engine.core.language import mark, ngettext, tr
from engine.search.spec import AnySpec
from studio.analysis.choice import spec_title
from studio.look import foreign, icons, notation, palette, style
from studio.look.marks import mark_icon
from studio.review.review import MOST_GAMES, FoundDisagreement, GameReview
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

if TYPE_CHECKING:
    from studio.document.document import Document

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
KINDS = {MOVE: mark("move"), EVALUATION: mark("evaluation"), CONTRADICTION: mark("contradiction")}
"""Names of the kinds of disagreement, translated for display."""
GAME, PLY, KIND, FIRST_MOVE, SECOND_MOVE, POINTS, RIGHT = range(7)


class _Model(QAbstractTableModel):
    """Model with one row for each disagreement."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[FoundDisagreement] = []
        self._specs: list[AnySpec] = []

    def show_rows(self, rows: list[FoundDisagreement], specs: list[AnySpec]) -> None:
        """Replace the rows, unless they are the same."""
        if ([each.disagreement for each in rows], specs) != ([each.disagreement for each in self.rows], self._specs):
            self.beginResetModel()
            self.rows, self._specs = rows, specs
            self.endResetModel()

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of disagreements."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else RIGHT + 1

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, the colour or the alignment of a cell."""
        found, column = self.rows[index.row()], index.column()
        row = found.disagreement
        if role == Qt.ItemDataRole.DisplayRole:
            return foreign.one_line(self._text(found, column))
        if role in (Qt.ItemDataRole.DecorationRole, Qt.ItemDataRole.ToolTipRole) and column in (
            FIRST_MOVE,
            SECOND_MOVE,
        ):
            spec = self._specs[row.second if column == SECOND_MOVE else row.first]
            return mark_icon(spec.name) if role == Qt.ItemDataRole.DecorationRole else tr(spec_title(spec))
        if role == Qt.ItemDataRole.DecorationRole and column == RIGHT and row.judged is not None:
            return mark_icon(self._specs[row.first if row.points > 0 else row.second].name)
        if role == Qt.ItemDataRole.ForegroundRole and row.kind == CONTRADICTION:
            return palette.current().blunder
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = Qt.AlignmentFlag.AlignRight if column in (GAME, PLY, POINTS) else Qt.AlignmentFlag.AlignLeft
            return int(right | Qt.AlignmentFlag.AlignVCenter)
        if role == Qt.ItemDataRole.ToolTipRole and row.unsettled:
            names = ", ".join(tr(spec_title(self._specs[each])) for each in row.unsettled)
            return tr("The best move changed with the last depth: {names}", names=names)
        return None

    def _text(self, found: FoundDisagreement, column: int) -> str:
        row = found.disagreement
        if column == GAME:
            return str(found.index + 1)
        if column == PLY:
            return str(row.ply)
        if column == KIND:
            return tr(KINDS[row.kind])
        if column in (FIRST_MOVE, SECOND_MOVE):
            second = column == SECOND_MOVE
            return _move_text(found, row.moves[second])
        if column == POINTS:
            return f"{abs(row.points):.0f}"
        if row.judged is None:
            return "–"
        return tr(spec_title(self._specs[row.first if row.points > 0 else row.second]))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title, the tooltip or the alignment of a column."""
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return (tr("Game"), tr("Ply"), tr("Kind"), tr("One choice"), tr("Other choice"), tr("Points"), tr("Right"))[
                section
            ]
        if role == Qt.ItemDataRole.ToolTipRole and section == POINTS:
            return tr("Difference of the moves in points of the chance of winning, as the referee judges them")
        if role == Qt.ItemDataRole.TextAlignmentRole:
            right = Qt.AlignmentFlag.AlignRight if section in (GAME, PLY, POINTS) else Qt.AlignmentFlag.AlignLeft
            return int(right | Qt.AlignmentFlag.AlignVCenter)
        return None

    def retranslate(self) -> None:
        """Update all texts after a change of the language."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, RIGHT)
        if self.rows:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self.rows) - 1, RIGHT))


def _move_text(found: FoundDisagreement, move: int | None) -> str:
    if move is None:
        return "–"
    return notation.move_text(found.tree.position(found.disagreement.node), move, short=True)


class DisagreementsView(Retranslated, QWidget):
    """Tab with the disagreements and the button that searches for them.

    Args:
        document: the open record.
        review: the review that runs the search.
        parent: parent widget.
    """

    chosen = Signal(int)
    """Emitted with the node of a position when its row is selected."""
    opened = Signal(int)
    """Emitted with the node of a position that is to be compared: a double click, or Return."""
    trees_asked = Signal(object, object, int)
    """Emitted with the queries of both algorithms and the node of a position whose trees are to be shown."""
    game_asked = Signal(int, int)
    """Emitted with the index of another game of the file, and a node, when a row of this game is selected."""

    def __init__(self, document: "Document", review: GameReview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document, self._review = document, review
        self.model = _Model(self)
        self.table = QTableView()
        self.table.setModel(self.model)
        style.dress_table(self.table)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.status, self.button, self.scope_box = PlainLabel(), QPushButton(), QComboBox()
        self.status.setWordWrap(True)
        self.status.setContentsMargins(style.PADDING, 0, style.PADDING, 4)
        self.scope_box.addItems(["", ""])
        style.set_look(self.status, role="secondary")
        self.button.clicked.connect(self.toggle)
        row = QHBoxLayout()
        row.setContentsMargins(style.PADDING, 4, style.PADDING, 8)
        row.addWidget(self.scope_box)
        row.addStretch(1)
        row.addWidget(self.button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(row)
        layout.addWidget(self.status)
        layout.addWidget(self.table, 1)
        self.compare_button, self.trees_button = QPushButton(), QPushButton()
        self.compare_button.setIcon(icons.icon("compare"))
        self.trees_button.setIcon(icons.icon("tree"))
        self.compare_button.clicked.connect(lambda: self._row_opened(self.table.currentIndex()))
        self.trees_button.clicked.connect(self.open_trees)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(style.PADDING, 8, style.PADDING, 8)
        for each in (self.compare_button, self.trees_button):
            style.set_look(each, kind="quiet")
            buttons.addWidget(each)
        buttons.addStretch(1)
        layout.addWidget(style.separator())
        layout.addLayout(buttons)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.table.activated.connect(self._row_opened)
        self.follow_changes()

    def _row_changed(self, now: QModelIndex, _: QModelIndex) -> None:
        self._allow()
        if not now.isValid():
            return
        found = self.model.rows[now.row()]
        if found.index == self._document.index:
            self.chosen.emit(found.disagreement.node)
        else:
            self.game_asked.emit(found.index, found.disagreement.node)

    def _row_opened(self, index: QModelIndex) -> None:
        if not index.isValid():
            return
        found = self.model.rows[index.row()]
        if found.index == self._document.index:
            self.opened.emit(found.disagreement.node)

    def open_trees(self) -> None:
        """Show the trees of both algorithms in the position of the selected row. The shortcut is Ctrl+Return."""
        index = self.table.currentIndex()
        found = self.model.rows[index.row()] if index.isValid() else None
        queries = None if found is None else self._review.queries_of(found)
        if found is not None and queries is not None and found.index == self._document.index:
            self.trees_asked.emit(*queries, found.disagreement.node)

    def _allow(self) -> None:
        """Enable the buttons for the selected row if its game is open."""
        index = self.table.currentIndex()
        is_open = index.isValid() and self.model.rows[index.row()].index == self._document.index
        for button in (self.compare_button, self.trees_button):
            button.setEnabled(is_open)

    def toggle(self) -> None:
        """Start the search, or stop it."""
        if self._review.finding.is_running:
            self._review.finding.cancel()
        else:
            try:
                self._review.find_disagreements(in_file=self.scope_box.currentIndex() == 1)
            except KyVienError as error:
                self.status.setText(foreign.several_lines(str(error)))
                return
        self.refresh()

    def refresh(self) -> None:
        """Show the disagreements found so far."""
        runner, review = self._review.finding, self._review
        rows = review.disagreements
        self.model.show_rows(rows, review.compared)
        self.table.setColumnHidden(GAME, review.searched_games < 2)
        self._allow()
        self.scope_box.setEnabled(self._document.path is not None and not runner.is_running)
        names = ", ".join(tr(spec_title(spec)) for spec in review.reviewers)
        self.button.setText(tr("Stop") if runner.is_running else tr("Find disagreements"))
        if runner.is_running:
            share = f"{100 * runner.progress:.0f}"
            text = tr("{share} % searched, {count} found", share=share, count=len(rows))
        elif review.compared:
            text = ngettext("{count} disagreement", "{count} disagreements", len(rows))
            if review.searched_games > 1:
                games = ngettext("{count} game", "{count} games", review.searched_games)
                text = tr("{disagreements} in {games}", disagreements=text, games=games)
        else:
            text = tr("Compares {names}; the first one decides, two plies deeper.", names=names)
        self.status.setText(foreign.several_lines(text))

    def retranslate(self) -> None:
        self.table.setAccessibleName(tr("Disagreements"))
        self.scope_box.setItemText(0, tr("This game"))
        self.scope_box.setItemText(1, tr("From this game to the end of the file"))
        self.scope_box.setToolTip(tr("At most {most} games are searched", most=MOST_GAMES))
        self.scope_box.setAccessibleName(tr("Games to search"))
        self.compare_button.setText(tr("Compare here"))
        self.compare_button.setToolTip(tr("Compare the algorithms in this position (Enter)"))
        self.trees_button.setText(tr("See both trees"))
        self.trees_button.setToolTip(tr("Show the trees of both algorithms side by side (Ctrl+Enter)"))
        self.model.retranslate()
        self.refresh()
