"""The head of the Compare workspace, with the fields that determine a comparison and its buttons."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.language import tr
from studio.analysis.budget import BudgetBox
from studio.analysis.choice import Budget
from studio.look import icons, palette, style
from studio.widgets.elided import ElidedLabel
from studio.widgets.evaluation_box import EvaluationBox
from studio.widgets.fitted import Fitted, widgets_in
from studio.widgets.retranslated import Retranslated

CURRENT, GAME = "current", "game"
"""Identifiers of the positions to compare: the position at the cursor, or every position of the game."""
_BUDGET, _POSITIONS = 236, 248
"""Maximum widths of two fields in pixels."""
EXPORTS = ("html", "csv", "json", "png")
"""The formats of exports, as file name suffixes without a dot."""


class CompareHead(Fitted, Retranslated, QWidget):
    """Head with the fields and the buttons. The fields are in a second row if one row is too narrow.

    If the second row is too narrow as well, the check box moves to the first row, and then the limit to a third row.

    Args:
        budget: the initial budget.
        parent: parent widget.

    Attributes:
        row: the first row.
        status: the label that shows the progress of the comparison.
        positions_box, evaluation_box, budget_box, ordering_box: the fields.
        add_button, settings_button, remove_button, export_button, run_button: the buttons.
        exports: a mapping of formats to the actions that export the comparison.
    """

    def __init__(self, budget: Budget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.status = ElidedLabel()
        style.set_look(self.status, role="caption")
        self.positions_box = QComboBox()
        self.positions_box.addItem("", CURRENT)
        self.positions_box.addItem("", GAME)
        self.evaluation_box = EvaluationBox()
        for box in (self.positions_box, self.evaluation_box):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            box.setMinimumWidth(90)
        self.positions_box.setMinimumWidth(148)
        self.positions_box.setMaximumWidth(_POSITIONS)
        self.budget_box = BudgetBox(budget)
        self.budget_box.setMaximumWidth(_BUDGET)
        self.ordering_box = QCheckBox()
        self.add_button, self.settings_button = self._tool("plus"), self._tool("settings")
        self.remove_button, self.export_button = self._tool("minus"), self._tool("export")
        self.tree_button = self._tool("tree")
        self.export_menu = QMenu(self)
        self.exports: dict[str, QAction] = {}
        for kind in EXPORTS:
            self.exports[kind] = QAction(self.export_menu)
            self.export_menu.addAction(self.exports[kind])
        self.export_button.setMenu(self.export_menu)
        for button in (self.add_button, self.export_button):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.run_button = QPushButton()
        style.set_look(self.run_button, kind="primary")
        self._is_running, self._way = False, 0
        self._build()
        self.follow_changes()

    def _build(self) -> None:
        self._fields = QWidget()
        fields = self._row = QHBoxLayout(self._fields)
        fields.setContentsMargins(0, 0, 0, 0)
        fields.setSpacing(8)
        fields.addWidget(self.positions_box)
        fields.addWidget(self.evaluation_box)
        fields.addWidget(self.budget_box)
        fields.addWidget(self.ordering_box)
        fields.addStretch(1)
        self.row = self._first = QHBoxLayout()
        self._second, self._third = QHBoxLayout(), QHBoxLayout()
        self._third.addStretch(1)
        self._first.setSpacing(8)
        self._first.addWidget(self._fields)
        self._first.addWidget(self.status, 1)
        for button in (
            self.add_button, self.settings_button, self.tree_button, self.remove_button, self.export_button,
            self.run_button,
        ):  # fmt: skip
            self._first.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(self._first)
        layout.addLayout(self._second)
        layout.addLayout(self._third)

    @staticmethod
    def _tool(icon: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icons.icon(icon))
        button.setIconSize(QSize(16, 16))
        return button

    @property
    def has_two_rows(self) -> bool:
        """Whether the fields are below the first row."""
        return self._way > 0

    def minimumSizeHint(self) -> QSize:
        """Return a width of at most 560 px, because the fields can be moved to a second row and shrink there."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), 560), hint.height())

    def _fit(self) -> None:
        """Arrange the widgets in the first of the four ways in which no text is cut, or else in the last one."""
        gap = self._row.spacing()
        buttons = (
            self.run_button, self.add_button, self.settings_button, self.tree_button, self.remove_button,
            self.export_button,
        )  # fmt: skip
        fields = (self.positions_box, self.evaluation_box, self.budget_box)
        box = self.ordering_box.sizeHint().width() + gap
        row = sum(min(field.sizeHint().width(), field.maximumWidth()) + gap for field in fields)
        # The control of the views is in front of the fields, if there is one.
        parts = [*buttons, *(each for each in widgets_in(self._first)[:1] if each not in (self._fields, self.status))]
        first = sum(max(part.sizeHint().width(), part.minimumWidth()) + gap for part in parts) + gap
        needed = (first + row + box, row + box, row)
        way = next((way for way, width in enumerate(needed) if width <= self.width()), len(needed))
        if way != self._way:
            self._way = way
            self._arrange()

    def _arrange(self) -> None:
        """Place the fields: all in the first row (0), in the second (1), without the check box (2), in two rows (3)."""
        self._first.removeWidget(self._fields)
        self._second.removeWidget(self._fields)
        for layout in (self._first, self._row):
            layout.removeWidget(self.ordering_box)
        for layout in (self._row, self._third):
            layout.removeWidget(self.budget_box)
        if self._way == 0:
            self._first.insertWidget(self._first.indexOf(self.status), self._fields)
        else:
            self._second.addWidget(self._fields)
        if self._way == 3:
            self._third.insertWidget(0, self.budget_box)
        else:
            self._row.insertWidget(2, self.budget_box)
        if self._way < 2:
            self._row.insertWidget(3, self.ordering_box)
        else:
            self._first.insertWidget(self._first.indexOf(self.status) + 1, self.ordering_box)

    def show_running(self, running: bool) -> None:
        """Set whether the button stops the comparison or starts one."""
        self._is_running = running
        self.run_button.setText(tr("Stop") if running else tr("Compare"))
        self.run_button.setIcon(icons.icon("stop" if running else "play", palette.current().on_accent))

    def show_ordering(self, state: bool | None) -> None:
        """Show the state of move ordering.

        Args:
            state: True if move ordering is on for all algorithms that support it, False if it is on for none of them,
                or None if it is on for some of them.
        """
        states = {True: Qt.CheckState.Checked, False: Qt.CheckState.Unchecked, None: Qt.CheckState.PartiallyChecked}
        self.ordering_box.blockSignals(True)
        self.ordering_box.setTristate(state is None)
        self.ordering_box.setCheckState(states[state])
        self.ordering_box.blockSignals(False)

    def retranslate(self) -> None:
        self.positions_box.setItemText(0, tr("Current position"))
        self.positions_box.setItemText(1, tr("Every position of the game"))
        self.positions_box.setAccessibleName(tr("Positions to compare"))
        self.positions_box.setToolTip(tr("Positions to compare"))
        self.evaluation_box.setToolTip(tr("Evaluation used at the leaves, the same for all"))
        self.evaluation_box.setAccessibleName(tr("Evaluation"))
        self.ordering_box.setText(tr("Move ordering"))
        self.ordering_box.setToolTip(tr("Switch move ordering on or off for every algorithm that has it"))
        self.run_button.setToolTip(tr("Analyse this position with every algorithm (Space; Esc stops)"))
        for button, text in (
            (self.add_button, tr("Add an algorithm")),
            (self.settings_button, tr("Parameters of the selected algorithm")),
            (self.tree_button, tr("Tree of the selected algorithm’s search")),
            (self.remove_button, tr("Remove the selected algorithm")),
            (self.export_button, tr("Export the comparison")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)
        for kind, text in (
            ("html", tr("Page with boards and chart (HTML)…")),
            ("csv", tr("Table as {kind}…", kind="CSV")),
            ("json", tr("Table as {kind}…", kind="JSON")),
            ("png", tr("Picture (PNG)…")),
        ):
            self.exports[kind].setText(text)
        self._reserve()
        self._fit()

    def restyle(self) -> None:
        """Draw the icon of the button in the colour of the theme in use."""
        self._reserve()

    def _reserve(self) -> None:
        """Give the button the width of its longer text, so that a comparison that starts or ends moves nothing."""
        running = self._is_running
        self.run_button.ensurePolished()
        self.run_button.setMinimumWidth(0)
        widths = []
        for state in (not running, running):
            self.show_running(state)
            widths.append(self.run_button.sizeHint().width())
        self.run_button.setMinimumWidth(max(widths))
