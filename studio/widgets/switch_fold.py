"""The section of a form with the switches of an algorithm."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from engine.core.language import tr
from engine.core.options import SWITCH, Option
from studio.look import foreign
from studio.widgets.fold import Fold
from studio.widgets.option_text import label_of, value_text
from studio.widgets.plain_label import PlainLabel

AUTOMATIC = SWITCH[0]
BESIDE = 8
"""Distance in px between a name and its box, and on each side of the empty column between two columns of switches."""


class SwitchFold(Fold):
    """Collapsible section with one box for each switch, whose values are automatic, on and off.

    The boxes are made when the section is opened for the first time, or when one of them is asked for. There are many,
    and making them takes longer than the rest of a form.

    Args:
        switches: the options, each of which is a switch.
        columns: number of columns of switches.
        filter: event filter for the boxes.
    """

    changed = Signal()
    """Emitted when the user sets a switch."""

    def __init__(self, switches: Sequence[Option], columns: int, filter: QObject) -> None:
        self._switches = {option.name: option for option in switches}
        self._columns = columns
        self._filter = filter
        self._values = dict.fromkeys(self._switches, AUTOMATIC)
        self._automatic: Mapping[str, bool] = {}
        self._reasons: Mapping[str, str] = {}
        self._labels: dict[str, PlainLabel] = {}
        self._boxes: dict[str, QComboBox] = {}
        super().__init__()
        self.setVisible(bool(switches))

    def values(self) -> dict[str, str]:
        """Return the value of each switch by its name."""
        return dict(self._values)

    def set_values(self, values: Mapping[str, str]) -> None:
        """Show the values of the switches. ``changed`` is not emitted."""
        for name in self._switches:
            self._values[name] = values[name]
            if self._boxes:
                self._boxes[name].setCurrentIndex(SWITCH.index(values[name]))

    def box(self, name: str) -> QComboBox:
        """Return the box of a switch.

        Raises:
            KeyError: if there is no such switch.
        """
        self._make_boxes()
        return self._boxes[name]

    def show_meaning(self, automatic: Mapping[str, bool], reasons: Mapping[str, str]) -> None:
        """Show what the automatic value of each switch means, and disable the switches that do not apply.

        Args:
            automatic: the meaning of the automatic value by the name of the switch; empty if no game is known.
            reasons: for each switch that does not apply, the reason in English.
        """
        self._automatic, self._reasons = automatic, reasons
        for name in self._boxes:
            self._show_switch(name)
        if self._boxes:
            width = max(box.minimumSizeHint().width() for box in self._boxes.values())
            for box in self._boxes.values():
                box.setFixedWidth(width)
        count = sum(value != AUTOMATIC for value in self._values.values())
        text = tr("Individual refinements")
        self.head.setText(f"{text} · {tr('{count} set', count=count)}" if count else text)

    def retranslate(self) -> None:
        """Set the texts of the boxes in the language in use. ``show_meaning`` sets the others."""
        for name in self._boxes:
            self._name(name)

    @property
    def wanted_width(self) -> int:
        """The least width in px of the open section."""
        if self._boxes or not self._switches:
            return self.body.minimumSizeHint().width()
        metrics = QFontMetrics(self.font())
        box = QComboBox()
        box.addItems(self._choices())
        names = [metrics.horizontalAdvance(label_of(option)) for option in self._switches.values()]
        lines = -(-len(names) // self._columns)
        widths = [max(names[start : start + lines]) for start in range(0, len(names), lines)]
        return sum(widths) + len(widths) * (box.minimumSizeHint().width() + BESIDE) + (len(widths) - 1) * 3 * BESIDE

    def _set_open(self, is_open: bool) -> None:
        if is_open:
            self._make_boxes()
        super()._set_open(is_open)

    def _choices(self) -> list[str]:
        """Return all texts that a box may contain."""
        option = next(iter(self._switches.values()))
        return [*(value_text(option, value) for value in SWITCH), tr("Automatic (on)"), tr("Automatic (off)")]

    def _make_boxes(self) -> None:
        """Make the names and the boxes, in columns from top to bottom."""
        if self._boxes or not self._switches:
            return
        grid = QGridLayout(self.body)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(BESIDE)
        grid.setVerticalSpacing(0)  # 15 lines of switches must fit on a screen 768 px high
        lines = -(-len(self._switches) // self._columns)
        before: QWidget = self.head
        for number, name in enumerate(self._switches):
            label, box = PlainLabel(), QComboBox()
            self._labels[name], self._boxes[name] = label, box
            box.setObjectName(name)
            box.addItems(SWITCH)
            box.setCurrentIndex(SWITCH.index(self._values[name]))
            box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            box.installEventFilter(self._filter)
            box.currentIndexChanged.connect(lambda index, name=name: self._set(name, SWITCH[index]))
            label.setBuddy(box)
            column, line = divmod(number, lines)
            if column:
                grid.setColumnMinimumWidth(3 * column - 1, BESIDE)
            grid.addWidget(label, line, 3 * column)
            grid.addWidget(box, line, 3 * column + 1)
            grid.setColumnStretch(3 * column, 1)
            QWidget.setTabOrder(before, box)
            before = box
            self._name(name)
        self.show_meaning(self._automatic, self._reasons)

    def _set(self, name: str, value: str) -> None:
        if self._values[name] != value:
            self._values[name] = value
            self.changed.emit()

    def _name(self, name: str) -> None:
        """Set the texts of a switch that do not depend on the game."""
        option, box = self._switches[name], self._boxes[name]
        text = label_of(option)
        self._labels[name].setText(text)
        box.setAccessibleName(text)
        for index, value in enumerate(SWITCH):
            box.setItemText(index, value_text(option, value))

    def _show_switch(self, name: str) -> None:
        """Show what the automatic value of a switch means, and whether the switch applies."""
        option, box, label = self._switches[name], self._boxes[name], self._labels[name]
        text = value_text(option, AUTOMATIC)
        if name in self._automatic:
            text = tr("Automatic (on)") if self._automatic[name] else tr("Automatic (off)")
        box.setItemText(SWITCH.index(AUTOMATIC), text)
        # A switch that was set before stays enabled, so that it can be reset.
        fits = name not in self._reasons or self._values[name] != AUTOMATIC
        label.setEnabled(fits)
        box.setEnabled(fits)
        help = tr(option.help)
        if name in self._reasons:
            help = f"{help}\n{tr(self._reasons[name])}"
        for widget in (label, box):
            widget.setToolTip(foreign.tool_tip(help))
        box.setAccessibleDescription(help)
