"""Fields that edit the kind and the amount of a budget."""

import re

from PySide6.QtCore import Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QHBoxLayout, QSizePolicy, QSpinBox, QStackedWidget, QWidget

from engine.core.language import Plural, tr
from studio.analysis.choice import KINDS, MOST_DEPTH, MOST_NODES, MOST_SECONDS, Budget
from studio.analysis.figures import decimals
from studio.widgets.retranslated import Retranslated
from studio.widgets.unit_spin_box import UnitSpinBox

_NODES = re.compile(r"\s*([0-9]+(?:[.,][0-9]*)?)\s*([kKmMgG]?)\s*")


class NodesBox(QSpinBox):
    """Spin box for a number of nodes, displayed as ``200k``. The steps follow the series 1, 2, 5, 10, 20 …."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(1, MOST_NODES)
        self.setKeyboardTracking(False)

    def textFromValue(self, value: int) -> str:
        """Return ``value`` as text. A value that needs at most two decimals with a unit is shortened to ``200k``."""
        for size, unit in ((1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")):
            if value >= size and value * 100 % size == 0:
                return f"{value / size:g}{unit}".replace(".", decimals(0.1, 1)[1])
        return str(value)

    def valueFromText(self, text: str) -> int:
        """Return the number in ``text``, such as ``200k``, ``1.5M`` or ``12345``, but at most ``MOST_NODES``.

        If ``text`` is not a number, return the current value.
        """
        match = _NODES.fullmatch(text)
        if match is None:
            return self.value()
        factor = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}[match[2].lower()]
        return min(MOST_NODES, round(float(match[1].replace(",", ".")) * factor))

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Return ``Acceptable`` for a number with an optional unit k, M or G, else ``Intermediate``."""
        good = _NODES.fullmatch(text) is not None
        return (QValidator.State.Acceptable if good else QValidator.State.Intermediate, text, position)

    def stepBy(self, steps: int) -> None:
        """Move the value up by ``steps`` places in the series 1, 2, 5, 10, 20 …, or down if ``steps`` is negative."""
        ladder = sorted(f * 10**e for e in range(10) for f in (1, 2, 5) if f * 10**e <= MOST_NODES)
        value = self.value()
        for _ in range(abs(steps)):
            if steps > 0:
                value = next((each for each in ladder if each > value), value)
            else:
                value = next((each for each in reversed(ladder) if each < value), value)
        self.setValue(value)


class BudgetBox(Retranslated, QWidget):
    """Widget with one field for the kind and one for the amount of a ``Budget``."""

    changed = Signal(object)
    """Emitted with the new ``Budget`` after an edit by the user. ``PlayerLimitBox`` emits a ``PlayerLimit`` instead."""

    def __init__(self, budget: Budget | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kept = {"nodes": 200_000.0, "depth": 4.0, "seconds": 2.0}
        self._quiet = False
        self.kind = QComboBox(self)
        self.kind.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        # The amounts are short, and give way if there is too little room for both fields.
        self.kind.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.kind.addItems([""] * len(KINDS))
        self._stack = QStackedWidget(self)
        self.nodes_box, self.depth_box = NodesBox(self._stack), UnitSpinBox(self._stack)
        self.seconds_box = QDoubleSpinBox(self._stack)
        self.depth_box.setRange(1, MOST_DEPTH)
        self.seconds_box.setRange(0.1, MOST_SECONDS)
        self.seconds_box.setDecimals(1)
        self.seconds_box.setKeyboardTracking(False)
        self._boxes: tuple[NodesBox, UnitSpinBox, QDoubleSpinBox] = (self.nodes_box, self.depth_box, self.seconds_box)
        for box in self._boxes:
            box.setMinimumWidth(92)
            self._stack.addWidget(box)
            box.valueChanged.connect(self._value_edited)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.kind)
        layout.addWidget(self._stack)
        # With a fixed policy the stack keeps the height of its fields after the style sheet is applied.
        self._stack.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.kind.currentIndexChanged.connect(self._kind_edited)
        self.follow_changes()
        self.set_budget(budget or Budget())

    def budget(self) -> Budget:
        """Return the budget that the fields show."""
        kind = KINDS[self.kind.currentIndex()]
        return Budget(kind, float(self._boxes[self.kind.currentIndex()].value()))

    def set_budget(self, budget: Budget) -> None:
        """Show ``budget`` without emitting ``changed``."""
        self._quiet = True
        index = KINDS.index(budget.kind)
        self._kept[budget.kind] = budget.value
        self.kind.setCurrentIndex(index)
        self._stack.setCurrentIndex(index)
        self._show_value(index)
        self._quiet = False

    def retranslate(self) -> None:
        for index, text in enumerate((tr("Nodes"), tr("Depth"), tr("Time"))):
            self.kind.setItemText(index, text)
        self.kind.setAccessibleName(tr("Kind of budget"))
        self.kind.setToolTip(tr("Limit per position, the same for every algorithm"))
        self.depth_box.set_unit(Plural("ply", "plies"))
        self.seconds_box.setSuffix(" " + tr("s"))
        for box in self._boxes:
            box.setAccessibleName(tr("Budget"))

    def _show_value(self, index: int) -> None:
        value = self._kept[KINDS[index]]
        if index == 2:
            self.seconds_box.setValue(value)
        else:
            box = (self.nodes_box, self.depth_box)[index]
            box.setValue(int(min(value, box.maximum())))

    def _kind_edited(self, index: int) -> None:
        self._stack.setCurrentIndex(index)
        if not self._quiet:
            self._quiet = True
            self._show_value(index)
            self._quiet = False
            self.changed.emit(self.budget())

    def _value_edited(self) -> None:
        if not self._quiet:
            budget = self.budget()
            self._kept[budget.kind] = budget.value
            self.changed.emit(budget)
