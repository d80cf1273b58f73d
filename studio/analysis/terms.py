"""The panel that shows the terms of the evaluation, for both sides, in the position at the cursor."""

from PySide6.QtCore import QAbstractTableModel, QEvent, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QFont
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from engine.core.evaluation import Term, evaluations, find_evaluation, unit_of
from engine.core.language import tr
from engine.core.outcome import Player
from engine.networks.network import Network
from studio.analysis.choice import AnalysisChoice
from studio.analysis.learnt import LearntDialog
from studio.document.change import Change
from studio.document.document import Document
from studio.look import palette, style
from studio.look.scores import decimals
from studio.widgets.empty import EmptyState
from studio.widgets.evaluation_box import EvaluationBox
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

Index = QModelIndex | QPersistentModelIndex

TERM, FIRST, SECOND, DIFFERENCE = range(4)


def number(value: float, places: int = 0, *, signed: bool = False) -> str:
    """Return a number of points as text, such as ``12``, ``−3.5`` or ``1.40``.

    Args:
        value: the points.
        places: number of decimals of the evaluation's scores. If it is 0, fractions are rounded to one decimal.
        signed: whether positive values have a sign.
    """
    rounded = round(value, places or 1)
    text = decimals(abs(rounded), places or (0 if rounded == int(rounded) else 1))
    if rounded < 0:
        return f"−{text}"
    return f"+{text}" if signed and rounded > 0 else text


class TermsModel(QAbstractTableModel):
    """Model with one row for each term, and a last row for the sum of the terms."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[Term, ...] = ()
        self._sides = ("", "")
        self._places = 0

    @property
    def rows(self) -> tuple[Term, ...]:
        """The terms shown. The sum in the last row is not included."""
        return self._rows

    def show_terms(self, rows: tuple[Term, ...], sides: tuple[str, str], places: int = 0) -> None:
        """Set the terms, the names of the sides of FIRST and SECOND, and the number of decimal places of the scores."""
        self.beginResetModel()
        self._rows, self._sides, self._places = rows, sides, places
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return the number of terms plus one for the row of the sum, or 0 if there are no terms."""
        return 0 if parent.isValid() or not self._rows else len(self._rows) + 1

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """Return 4: the columns are the term, the values of both sides, and the difference."""
        return 0 if parent.isValid() else 4

    def term(self, row: int) -> Term:
        """Return the term of a row, or the sum of all terms for the last row."""
        if row < len(self._rows):
            return self._rows[row]
        return Term(tr("Total"), sum(each.first for each in self._rows), sum(each.second for each in self._rows))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text, the alignment, the font or the colour of a cell, depending on ``role``.

        The sum is in bold type, and differences have a sign.
        """
        if not index.isValid():
            return None
        term = self.term(index.row())
        is_sum = index.row() == len(self._rows)
        column = index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            if column == TERM:
                return term.label if is_sum else tr(term.label)
            if column == DIFFERENCE:
                return self._number(term.first - term.second, signed=True)
            return self._number(term.first if column == FIRST else term.second)
        if role == Qt.ItemDataRole.TextAlignmentRole and column != TERM:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.FontRole and is_sum:
            font = QFont()
            font.setBold(True)
            return font
        if role == Qt.ItemDataRole.ForegroundRole and column == DIFFERENCE and term.first == term.second:
            return QBrush(palette.current().secondary)
        return None

    def _number(self, value: float, *, signed: bool = False) -> str:
        return number(value / 10**self._places, self._places, signed=signed)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the title or the alignment of a column, depending on ``role``."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return (tr("Term"), *self._sides, tr("Difference"))[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == TERM else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return None


class TermsPanel(Retranslated, QWidget):
    """Table of the terms of an evaluation for the position at the cursor.

    Args:
        document: the document whose position at the cursor is evaluated.
        choice: the object that stores the chosen evaluation. The user can change the evaluation in the panel.
        parent: parent widget.
    """

    def __init__(self, document: Document, choice: AnalysisChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._choice = choice
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        style.set_look(self, role="surface")
        # Each widget gets its parent at once: Qt styles a widget that gets another parent again, with all in it.
        self._pages = QStackedWidget(self)
        page = QWidget(self._pages)
        self.box = EvaluationBox(page)
        self.unit, self.learnt_button = PlainLabel(parent=page), QPushButton(page)
        self.box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.box.setMinimumWidth(90)
        style.set_look(self.unit, role="secondary")
        self.model = TermsModel(self)
        self.table = QTableView(page)
        self.table.setModel(self.model)
        style.dress_table(self.table)
        self.table.setMinimumHeight(3 * style.ROW)
        self.table.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(TERM, QHeaderView.ResizeMode.Stretch)
        for column in (FIRST, SECOND, DIFFERENCE):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self._empty = EmptyState(self._pages)
        line = QHBoxLayout()
        line.setContentsMargins(style.PADDING, 4, style.PADDING, 8)
        line.setSpacing(8)
        line.addWidget(self.box)
        line.addWidget(self.unit)
        line.addWidget(self.learnt_button)
        line.addStretch(1)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(line)
        layout.addWidget(self.table, 1)
        self._pages.addWidget(self._empty)
        self._pages.addWidget(page)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)
        self.learnt_button.clicked.connect(self.show_learnt)
        self.box.edited.connect(choice.set_evaluation)
        choice.changed.connect(self.retranslate)
        document.changed.connect(self._changed)
        self.follow_changes()

    def _changed(self, change: Change) -> None:
        if change.record:
            self.retranslate()
        elif change.position:
            self.refresh()

    def refresh(self) -> None:
        """Evaluate the position at the cursor and show the terms. Do nothing while the panel is hidden."""
        if not self.isVisible():
            return
        position, game = self._document.position, self._document.game
        name = self._choice.evaluation_for(game.name)
        if not name:
            self.model.show_terms((), ("", ""))
            self._pages.setCurrentIndex(0)
            return
        evaluation = find_evaluation(game.name, name)
        sides = tr(game.side_name(position, Player.FIRST)), tr(game.side_name(position, Player.SECOND))
        unit, places = unit_of(game.name, name)
        self.model.show_terms(evaluation.terms(position), sides, places)
        self.unit.setText(tr(unit))
        self.learnt_button.setVisible(isinstance(evaluation, Network))
        self._pages.setCurrentIndex(1)

    def show_learnt(self) -> LearntDialog:
        """Show what the chosen network learnt, and return the dialog."""
        game = self._document.game.name
        network = find_evaluation(game, self._choice.evaluation_for(game))
        assert isinstance(network, Network)
        dialog = LearntDialog(network, self.window())
        dialog.open()
        return dialog

    def retranslate(self) -> None:
        game = self._document.game.name
        self.box.show_evaluations(game, self._choice.evaluation_for(game))
        self.box.setEnabled(len(evaluations(game)) > 1)
        self.box.setAccessibleName(tr("Evaluation"))
        self.learnt_button.setText(tr("What it learnt…"))
        self._empty.set_texts(tr("This game has no evaluation."))
        self.table.setAccessibleName(tr("Evaluation term by term"))
        self.refresh()

    def showEvent(self, event: QEvent) -> None:
        """Refresh the table, because changes are ignored while the panel is hidden."""
        self.refresh()
