"""The line with the limit, the evaluation and the buttons of the analysis."""

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from engine.core.language import tr
from studio.analysis.budget import BudgetBox
from studio.analysis.choice import AnalysisChoice
from studio.look import icons, palette, style
from studio.widgets.evaluation_box import EvaluationBox
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

NARROW = 360
"""Width in px below which the button has no text."""
BUDGET, EVALUATION = 196, 400
"""Maximum widths of the limit and of the evaluation in px."""
FIELD_FRAME = 44
"""Width of a combo box without its text, in px."""


class AnalysisHead(Retranslated, QWidget):
    """Line with the fields and buttons for all rows of the analysis.

    Args:
        choice: the algorithms, the evaluation and the limit.
        parent: parent widget.

    Attributes:
        budget_box, evaluation_box: the limit and the evaluation.
        add_button: the button whose menu adds an algorithm.
        status: how much of the analysis is done. It is hidden if there is no room.
        run_button: the button that starts and stops the analysis.
    """

    toggled = Signal()
    """Emitted when the user starts or stops the analysis."""

    def __init__(self, choice: AnalysisChoice, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.status = PlainLabel(parent=self)
        style.set_look(self.status, role="caption")
        self.budget_box, self.evaluation_box = BudgetBox(choice.budget, self), EvaluationBox(self)
        self.budget_box.setMaximumWidth(BUDGET)
        self.budget_box.changed.connect(choice.set_budget)
        self.evaluation_box.edited.connect(choice.set_evaluation)
        self.evaluation_box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.evaluation_box.setMinimumContentsLength(4)
        self.evaluation_box.setMaximumWidth(EVALUATION)
        self.add_button, self.run_button = QToolButton(self), QPushButton(self)
        self.add_button.setIcon(icons.icon("plus"))
        self.add_button.setIconSize(QSize(16, 16))
        self.add_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        style.set_look(self.add_button, kind="field")
        self.run_button.clicked.connect(lambda: self.toggled.emit())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for widget in (self.budget_box, self.evaluation_box, self.add_button):
            row.addWidget(widget, 1000 * (widget is self.evaluation_box))
        row.addStretch(1)
        row.addWidget(self.status)
        row.addWidget(self.run_button)
        self._name = ""
        self.follow_changes()

    def show_state(self, total: int, waiting: int, *, is_active: bool) -> None:
        """Show whether the analysis is on.

        Args:
            total: number of rows.
            waiting: number of rows whose search is not finished.
            is_active: whether the analysis is on.
        """
        text = ""
        if is_active and total:
            done = tr("{done} of {total} done", done=total - waiting, total=total)
            text = done if waiting else tr("Done; follows the cursor")
        self.status.setText(text)
        self._name = tr("Stop") if is_active else tr("Analyse")
        self.run_button.setAccessibleName(self._name)
        # The accent colour means that something runs, or that this is the next thing to do.
        is_primary, look = bool(waiting) or not is_active, palette.current()
        kind = "primary" if is_primary else ""
        if (self.run_button.property("kind") or "") != kind:
            style.set_look(self.run_button, kind=kind)
        icon = "stop" if is_active else "play"
        self.run_button.setIcon(icons.icon(icon, look.on_accent if is_primary else look.text))
        self.run_button.setEnabled(bool(total))
        self.fit()

    def fit(self) -> None:
        """Hide the text of the button in a narrow line, and the state if the name of the evaluation needs the space."""
        is_narrow, box = self.width() < NARROW, self.evaluation_box
        self.run_button.setText("" if is_narrow else self._name)
        room = self.width() - min(box.fontMetrics().horizontalAdvance(box.currentText()) + FIELD_FRAME, EVALUATION)
        for each in (self.budget_box, self.add_button, self.run_button):
            room -= min(each.sizeHint().width(), each.maximumWidth()) + 8
        text = self.status.text()  # an empty label would still need the spacing
        needed = self.status.fontMetrics().horizontalAdvance(text) + 16
        self.status.setVisible(bool(text) and not is_narrow and needed <= room)

    def minimumSizeHint(self) -> QSize:
        """Return the size that the line needs without the text of the button and without the state."""
        least = super().minimumSizeHint()
        fields = (self.budget_box, self.evaluation_box, self.add_button)
        return QSize(sum(each.minimumSizeHint().width() + 8 for each in fields) + least.height(), least.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the parts to the new width."""
        super().resizeEvent(event)
        self.fit()

    def retranslate(self) -> None:
        self.run_button.setToolTip(tr("Analyse the position at the cursor (Space); Esc stops"))
        self.evaluation_box.setToolTip(tr("Evaluation used at the leaves, the same for all"))
        self.evaluation_box.setAccessibleName(tr("Evaluation"))
        self.add_button.setToolTip(tr("Add an algorithm"))
        self.add_button.setAccessibleName(tr("Add an algorithm"))
