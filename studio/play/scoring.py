"""The panel that shows the items of the score while it is being counted."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine.core.language import ngettext, tr
from engine.core.surface import Count
from studio.analysis.figures import decimals
from studio.look import icons, style
from studio.play.counting import Counting
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

WIDTH = 224


def points_text(points: float) -> str:
    """Format a number of points, such as ``7`` or ``7.5``, with the decimal separator of the language in use."""
    return decimals(points, 0 if points == int(points) else 1)


class ScoringPanel(Retranslated, QWidget):
    """Panel that shows the score of a ``Counting``, with buttons to accept or cancel the count.

    Args:
        counting: the count to show.
        parent: parent widget.
    """

    done = Signal(object)
    """Emitted with the ``Count`` on which the players agree."""
    left = Signal()
    """Emitted when the user cancels the count."""

    def __init__(self, counting: Counting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._counting = counting
        self._sides = ("", "")
        self.setFixedWidth(WIDTH)
        self._title, self._hint, self.result, self.margin = (PlainLabel() for _ in range(4))
        style.set_look(self._title, role="title")
        style.set_look(self._hint, role="secondary")
        style.set_look(self.margin, role="secondary")
        self.result.setFont(style.font(style.SCORE, bold=True, tabular=True))
        style.set_look(self.result, role="score")
        for label in (self._hint, self.margin):
            label.setWordWrap(True)
        self.cells: list[tuple[str, str, str]] = []
        self._labels: list[QLabel] = []
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(6)
        self._grid.setColumnStretch(0, 1)
        self.done_button, self.propose_button, self.leave_button = QPushButton(), QToolButton(), QPushButton()
        style.set_look(self.done_button, kind="primary")
        self.propose_button.setIcon(icons.icon("refresh"))
        head, buttons = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.propose_button)
        buttons.setSpacing(8)
        buttons.addWidget(self.leave_button)
        buttons.addWidget(self.done_button, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.PADDING, 10, style.PADDING, style.PADDING)
        column.setSpacing(style.PADDING)
        column.addLayout(head)
        column.addWidget(self._hint)
        column.addWidget(style.separator())
        column.addLayout(self._grid)
        column.addWidget(style.separator())
        column.addWidget(self.result)
        column.addWidget(self.margin)
        column.addStretch(1)
        column.addLayout(buttons)
        self.done_button.clicked.connect(self._finish)
        self.leave_button.clicked.connect(self.left)
        self.propose_button.clicked.connect(counting.propose)
        counting.changed.connect(self.refresh)
        self.follow_changes()

    def set_sides(self, sides: tuple[str, str]) -> None:
        """Set the English names of the sides of FIRST and SECOND."""
        self._sides = sides
        self.refresh()

    def refresh(self) -> None:
        """Update the panel from the count."""
        count = self._counting.count
        self.propose_button.setEnabled(not self._counting.is_proposing)
        self.done_button.setEnabled(count is not None and not self._counting.is_proposing)
        if self._counting.is_proposing:
            self._hint.setText(tr("Looking for dead groups…"))
        else:
            self._hint.setText(tr("Click a group to mark it as dead or living."))
        if count is None:
            return
        rows = [(tr(label), points_text(first), points_text(second)) for label, first, second in count.rows]
        first, second = count.totals
        rows.append((tr("Total"), points_text(first), points_text(second)))
        self._fill([("", tr(self._sides[0]), tr(self._sides[1])), *rows])
        self.result.setText(count.result)
        self.margin.setText(self._verdict(count))

    def _verdict(self, count: Count) -> str:
        if count.winner is None:
            return tr("A draw.")
        first, second = count.totals
        return ngettext(
            "{side} wins by {count} point.",
            "{side} wins by {count} points.",
            abs(first - second),
            side=tr(self._sides[count.winner]),
            count=points_text(abs(first - second)),
        )

    def _fill(self, rows: list[tuple[str, str, str]]) -> None:
        if len(rows) != len(self.cells):
            for label in self._labels:
                self._grid.removeWidget(label)
                label.hide()
                label.deleteLater()
            self._labels = []
            for row in range(len(rows)):
                for column in range(3):
                    label = PlainLabel()
                    if column:
                        label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
                    else:
                        label.setWordWrap(True)
                    is_total = row == len(rows) - 1
                    label.setFont(style.font(bold=is_total, tabular=True))
                    if row == 0 or (column == 0 and not is_total):
                        style.set_look(label, role="secondary")
                    self._grid.addWidget(label, row, column)
                    self._labels.append(label)
        self.cells = rows
        for label, text in zip(self._labels, (text for row in rows for text in row), strict=True):
            label.setText(text)

    def _finish(self) -> None:
        if self._counting.count is not None:
            self.done.emit(self._counting.count)

    def retranslate(self) -> None:
        self._title.setText(tr("The score"))
        self.done_button.setText(tr("Done"))
        self.leave_button.setText(tr("Leave"))
        self.propose_button.setToolTip(tr("Propose dead groups anew"))
        self.propose_button.setAccessibleName(tr("Propose dead groups anew"))
        self.refresh()
