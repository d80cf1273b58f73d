"""A form for the fields of an options dataclass. The help of each option is shown as a tool tip."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QLocale, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QToolButton,
    QWidget,
)

from engine.core.game import Game
from engine.core.language import language, tr
from engine.core.options import Option, build_options, options_of
from engine.search.switches import automatic_values
from studio.look import foreign
from studio.widgets.option_text import label_of, letter_names, value_text
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.switch_fold import SwitchFold
from studio.widgets.unit_spin_box import UnitSpinBox

BOUND = 2**31 - 1
LETTERS_A_ROW = 3
NARROW_NUMBER = 72
"""Maximum width in px of a field for a number in a form with several columns."""


@dataclass
class _OptionRow:
    """One row of the form: an option, its widgets, and functions that read, set and translate them."""

    option: Option
    label: QLabel
    editor: QWidget
    read: Callable[[], Any]
    write: Callable[[Any], None]
    retranslate: Callable[[], None]


class OptionForm(Retranslated, QWidget):
    """Form that edits the options of ``cls``.

    Switches, whose values are automatic, on and off, are in the section ``switches`` below the other options, which is
    initially closed. Their boxes are made when it is first opened.

    Args:
        cls: a dataclass whose fields are made by ``engine.core.options.option``.
        value: the initial instance, or None for the defaults.
        parent: parent widget.
        columns: number of columns of options. In a form with several columns, a check box contains the name of its
            option, rows are at least 28 px high, and the unit of a number is only in its tool tip.
        skip: names of options that are not shown. In ``value``, these options have their defaults.
        game: the game of the algorithm whose parameters the form edits (``set_game``), or None if it is unspecified.
    """

    changed = Signal()
    """Emitted when an option changes. ``value`` then returns the new values."""

    def __init__(
        self,
        cls: type,
        value: Any = None,
        parent: QWidget | None = None,
        columns: int = 1,
        skip: Collection[str] = (),
        game: type[Game] | None = None,
    ) -> None:
        super().__init__(parent)
        self._cls = cls
        self._game = game
        self._columns = columns
        self._rows: list[_OptionRow] = []
        self._quiet = False
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12 if columns == 1 else 24)
        grid.setVerticalSpacing(8 if columns == 1 else 0)
        if columns == 1:
            grid.setColumnStretch(1, 1)
        for column in range(columns if columns > 1 else 0):
            grid.setColumnStretch(column, 1)
        options = [option for option in options_of(cls) if option.name not in skip]
        for option in options:
            if not option.is_switch:
                self._add(grid, option)
        self.switches = SwitchFold([option for option in options if option.is_switch], columns, self)
        if not self.switches.isHidden():
            grid.addWidget(self.switches, grid.rowCount(), 0, 1, -1)
        else:
            self.switches.setParent(self)
        self.switches.changed.connect(self._touched)
        self.changed.connect(self._show_automatic)
        self.follow_changes()
        self.set_value(cls() if value is None else value)
        self._show_automatic()

    def set_game(self, game: type[Game] | None) -> None:
        """Show what the automatic value of each switch means in a game, and disable the switches that do not apply."""
        self._game = game
        self._show_automatic()

    @property
    def wanted_width(self) -> int:
        """The least width in px that the form needs with the switches shown."""
        return max(self.minimumSizeHint().width(), self.switches.wanted_width)

    @property
    def is_empty(self) -> bool:
        """Whether the dataclass has no options."""
        return not self._rows and not self.switches.values()

    def value(self) -> Any:
        """Return a new instance of the dataclass with the values shown."""
        values = {row.option.name: row.read() for row in self._rows}
        return build_options(self._cls, values | self.switches.values())

    def set_columns(self, label: int, editor: int) -> None:
        """Set the widths of the two columns in px.

        Args:
            label: width of the labels, which wrap their texts.
            editor: width of the combo boxes and the text fields, and maximum width of the other editors.
        """
        for row in self._rows:
            row.label.setFixedWidth(label)
            row.label.setWordWrap(True)
            if isinstance(row.editor, QComboBox | QLineEdit):
                row.editor.setFixedWidth(editor)
            else:
                row.editor.setMaximumWidth(editor)

    def set_value(self, value: Any) -> None:
        """Show the values of ``value``, an instance of the dataclass. Emit ``changed`` once if any value differs."""
        before = value if self.is_empty else self.value()
        self._quiet = True
        try:
            for row in self._rows:
                row.write(getattr(value, row.option.name))
            self.switches.set_values({name: getattr(value, name) for name in self.switches.values()})
        finally:
            self._quiet = False
        if not self.is_empty and self.value() != before:
            self.changed.emit()

    def editor(self, name: str) -> QWidget:
        """Return the widget that edits the option ``name``.

        Raises:
            StopIteration: if there is no such option.
        """
        if name in self.switches.values():
            return self.switches.box(name)
        return next(row.editor for row in self._rows if row.option.name == name)

    def retranslate(self) -> None:
        for row in self._rows:
            text = label_of(row.option)
            row.label.setText(text)
            if self._columns > 1 and isinstance(row.editor, QCheckBox):
                row.editor.setText(text)
            for widget in (row.label, row.editor):
                widget.setToolTip(foreign.tool_tip(self._help(row.option)))
            row.editor.setAccessibleName(text)
            row.editor.setAccessibleDescription(tr(row.option.help))
            row.retranslate()
        self.switches.retranslate()
        self._show_automatic()

    def _help(self, option: Option) -> str:
        """Return the help of an option, followed by its unit if the field does not show the unit."""
        text = tr(option.help)
        return f"{text} ({tr(option.unit)})" if option.unit and self._columns > 1 else text

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave wheel events to the parent if the field under the mouse does not have the focus."""
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return super().eventFilter(watched, event)

    def _show_automatic(self) -> None:
        """Show what the automatic value of each switch means in the game."""
        if not self.switches.values():
            return
        if self._game is None:
            self.switches.show_meaning({}, {})
        else:
            self.switches.show_meaning(automatic_values(self._game, self.value()), self._game.unsuitable)

    # --- rows -----------------------------------------------------------------------------------------------------

    def _make(self, option: Option) -> _OptionRow:
        """Return the row of an option, which is not yet in a layout."""
        if option.choices is not None:
            row = self._choice(option)
        elif option.kind is bool:
            row = self._check(option)
        elif option.letters:
            row = self._letters(option)
        elif option.kind in (int, float):
            row = self._number(option)
        else:
            row = self._text(option)
        row.editor.setObjectName(option.name)
        row.label.setBuddy(row.editor)
        # The wheel scrolls the page around the form and changes a value only while its field has the focus.
        for field in (row.editor, *row.editor.findChildren(QWidget)):
            if isinstance(field, QAbstractSpinBox | QComboBox):
                field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
                field.installEventFilter(self)
        self._rows.append(row)
        return row

    def _add(self, grid: QGridLayout, option: Option) -> None:
        row = self._make(option)
        if self._columns > 1:
            self._add_cell(grid, row)
            return
        line = grid.rowCount()
        grid.addWidget(row.label, line, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(row.editor, line, 1, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def _add_cell(self, grid: QGridLayout, row: _OptionRow) -> None:
        """Add an option to the next free cell of a form with several columns."""
        line, column = divmod(len(self._rows) - 1, self._columns)
        cell = QHBoxLayout()
        cell.setSpacing(8)
        if isinstance(row.editor, QCheckBox):
            # Its text is the name of the option, so that a click on the name switches it.
            row.label.setParent(self)
            row.label.hide()
            cell.addWidget(row.editor, 1)
        else:
            cell.addWidget(row.label, 1)
            if isinstance(row.editor, QSpinBox | QDoubleSpinBox):
                row.editor.setMaximumWidth(NARROW_NUMBER)
            cell.addWidget(row.editor)
        grid.addLayout(cell, line, column)
        grid.setRowMinimumHeight(line, 28)

    def _touched(self, *_: object) -> None:
        if not self._quiet:
            self.changed.emit()

    def _choice(self, option: Option) -> _OptionRow:
        box = QComboBox()
        choices = option.choices or ()
        values = list(choices)
        if option.none and None not in values:
            values.insert(0, None)
        box.addItems([option.format(value) for value in values])

        def retranslate() -> None:
            for index, value in enumerate(values):
                box.setItemText(index, value_text(option, value))

        box.currentIndexChanged.connect(self._touched)
        return _OptionRow(
            option, PlainLabel(), box, lambda: values[box.currentIndex()],
            lambda value: box.setCurrentIndex(values.index(value)), retranslate,
        )  # fmt: skip

    def _check(self, option: Option) -> _OptionRow:
        box = QCheckBox()
        box.toggled.connect(self._touched)
        return _OptionRow(option, PlainLabel(), box, box.isChecked, box.setChecked, lambda: None)

    def _letters(self, option: Option) -> _OptionRow:
        strip = QWidget()
        layout = QGridLayout(strip)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        buttons = []
        for number in range(len(option.letters)):
            button = QToolButton()
            button.setCheckable(True)
            button.toggled.connect(self._touched)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            buttons.append(button)
            layout.addWidget(button, number // LETTERS_A_ROW, number % LETTERS_A_ROW)
        strip.setFocusProxy(buttons[0])

        def read() -> str:
            return "".join(letter for letter, button in zip(option.letters, buttons, strict=True) if button.isChecked())

        def write(value: str) -> None:
            for letter, button in zip(option.letters, buttons, strict=True):
                button.setChecked(letter in value)

        def retranslate() -> None:
            for name, button in zip(letter_names(option), buttons, strict=True):
                button.setText(name)

        return _OptionRow(option, PlainLabel(), strip, read, write, retranslate)

    def _number(self, option: Option) -> _OptionRow:
        spin: UnitSpinBox | QDoubleSpinBox
        if option.kind is int:
            spin = UnitSpinBox()
            spin.setSingleStep(int(option.step))
            spin.setRange(
                -BOUND if option.minimum is None else option.minimum,
                BOUND if option.maximum is None else option.maximum,
            )
        else:
            spin = QDoubleSpinBox()
            spin.setSingleStep(option.step)
            spin.setDecimals(2 if option.step == int(option.step) else len(str(option.step).partition(".")[2]))
            spin.setRange(
                -1e9 if option.minimum is None else option.minimum, 1e9 if option.maximum is None else option.maximum
            )
        spin.setAlignment(Qt.AlignmentFlag.AlignRight)
        spin.valueChanged.connect(self._touched)

        def unit() -> None:
            spin.setLocale(QLocale(language()))
            shown = option.unit if self._columns == 1 else ""
            if isinstance(spin, UnitSpinBox):
                spin.set_unit(shown)
            else:  # with decimals, as 1.0 points
                spin.setSuffix(f" {tr(shown)}" if shown else "")

        if not option.none:
            return _OptionRow(option, PlainLabel(), spin, spin.value, spin.setValue, unit)
        box = QWidget()
        layout = QHBoxLayout(box)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        limited = QCheckBox()
        layout.addWidget(limited)
        layout.addWidget(spin)
        layout.addStretch(1)
        limited.toggled.connect(spin.setEnabled)
        limited.toggled.connect(self._touched)
        spin.setEnabled(False)
        box.setFocusProxy(limited)

        def write(value: Any) -> None:
            limited.setChecked(value is not None)
            spin.setValue(value if value is not None else option.default or option.minimum or 0)

        def retranslate() -> None:
            unit()
            limited.setText("")
            limited.setAccessibleName(label_of(option))

        return _OptionRow(
            option, PlainLabel(), box, lambda: spin.value() if limited.isChecked() else None, write, retranslate
        )

    def _text(self, option: Option) -> _OptionRow:
        line = QLineEdit()
        line.textChanged.connect(self._touched)
        return _OptionRow(option, PlainLabel(), line, line.text, line.setText, lambda: None)
