"""The position editor, in which a position is set up on a board and with fields, or entered as text."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QRadioButton,
    QSpinBox,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import KyVienError
from engine.core.game import Game
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.surface import Counter, Setup
from studio.board.piece_palette import PiecePalette
from studio.board.sides import side_names
from studio.board.view import BoardView
from studio.look import icons, notation, style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.scroll_area import ScrollArea

_LARGEST = 99_999
"""Maximum of a counter for which the game defines no maximum."""
_WIDTH = 320
_MOST_FAULTS = 4
"""Maximum number of faults shown at once."""


class _Flag(QCheckBox):
    """Check box for a counter that is 0 or 1, with the interface of a ``QSpinBox``."""

    valueChanged = Signal(int)  # noqa: N815  # the name in QSpinBox

    def __init__(self) -> None:
        super().__init__()
        self.toggled.connect(lambda checked: self.valueChanged.emit(int(checked)))

    def setValue(self, value: int) -> None:
        """Check the box if ``value`` is 1, else uncheck it."""
        self.setChecked(value == 1)

    def value(self) -> int:
        """Return 1 if the box is checked, else 0."""
        return int(self.isChecked())


def _number(counter: Counter) -> QSpinBox:
    field = QSpinBox()
    field.setRange(counter.minimum, counter.maximum if counter.maximum is not None else _LARGEST)
    field.setFixedWidth(88)
    field.setAlignment(Qt.AlignmentFlag.AlignRight)
    field.setFont(style.font(tabular=True))
    return field


class SetupEditor(Retranslated, QWidget):
    """Editor of a position, on its own board or on a given board.

    ``edit`` starts an edit, and the user ends it with Apply or Cancel. The new position is available only as the
    argument of ``applied``.

    Args:
        board: the board to edit on. If None, the editor has its own board, to the left of its controls.
        parent: parent widget.

    Attributes:
        applied: emitted with the new ``Position``.
        changed: emitted when the set-up has changed, or ``can_undo`` and ``can_redo`` may have changed.
        cancelled: emitted when the user cancels the edit.
    """

    applied = Signal(object)
    changed = Signal()
    cancelled = Signal()

    def __init__(self, board: BoardView | None = None, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Game | None = None
        self._setup: Setup | None = None
        self._past: list[Setup] = []
        self._future: list[Setup] = []
        self._text_fault: KyVienError | None = None
        self._changes: list[KyVienError] = []
        """What was changed in the text to make a legal position of it."""
        self._sides = ("", "")
        self._counters: dict[str, QSpinBox | QComboBox | _Flag] = {}
        self._counter_labels: dict[str, QLabel] = {}
        self.board = board if board is not None else BoardView()
        self.palette_view = PiecePalette()
        self.palette_view.attach(self.board)
        self._make_parts()
        self._lay_out(own_board=board is None)
        self._connect()
        self.board.setup_changed.connect(self._arrange)
        self.follow_changes()

    def _make_parts(self) -> None:
        self._title = PlainLabel()
        style.set_look(self._title, role="title")
        self.start_button, self.clear_button = QPushButton(), QPushButton()
        self.start_button.setIcon(icons.icon("start"))
        self.clear_button.setIcon(icons.icon("clear"))
        self.undo_button, self.redo_button = self._tool("undo"), self._tool("redo")
        self.flip_button = self._tool("flip")
        self.copy_button, self.paste_button = self._tool("copy"), self._tool("paste")
        self._turn_label = PlainLabel()
        self.turn_buttons = (QRadioButton(), QRadioButton())
        self._turns = QButtonGroup(self)
        for player, button in zip(Player, self.turn_buttons, strict=True):
            self._turns.addButton(button, int(player))
        self._form = QGridLayout()
        self._form.setContentsMargins(0, 0, 0, 0)
        self._form.setHorizontalSpacing(style.PADDING)
        self._form.setVerticalSpacing(style.GRID)
        self._form.setColumnStretch(0, 1)
        self.points_button = QPushButton()
        self._text_label = PlainLabel()
        self.text_field = QPlainTextEdit()
        self.text_field.setTabChangesFocus(True)
        self.text_field.setWordWrapMode(self.text_field.wordWrapMode().WrapAnywhere)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        fixed.setPixelSize(12)
        self.text_field.setFont(fixed)
        self.text_field.setFixedHeight(74)
        self.faults_label = PlainLabel()
        self.faults_label.setWordWrap(True)
        self.faults_label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.faults_label.setMinimumHeight(36)
        self.apply_button, self.cancel_button = QPushButton(), QPushButton()
        style.set_look(self.apply_button, kind="primary")

    def _lay_out(self, *, own_board: bool) -> None:
        self._panel = QWidget()
        column = QVBoxLayout(self._panel)
        column.setContentsMargins(style.PADDING, style.PADDING, style.PADDING, style.PADDING)
        column.setSpacing(style.PADDING)
        column.addLayout(_row(self._title, None, self.undo_button, self.redo_button, self.flip_button))
        column.addWidget(self.palette_view)
        column.addLayout(_row(self.start_button, self.clear_button, None, spacing=8))
        column.addWidget(style.separator())
        column.addLayout(_row(self._turn_label, None, *self.turn_buttons, spacing=style.PADDING))
        column.addLayout(self._form)
        column.addWidget(self.points_button, 0, Qt.AlignmentFlag.AlignRight)
        column.addWidget(style.separator())
        column.addLayout(_row(self._text_label, None, self.copy_button, self.paste_button))
        column.addWidget(self.text_field)
        column.addStretch(1)
        scroll = ScrollArea()
        scroll.setWidget(self._panel)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        end = QVBoxLayout()
        end.setContentsMargins(style.PADDING, style.PADDING, style.PADDING, style.PADDING)
        end.setSpacing(style.PADDING)
        end.addWidget(self.faults_label)
        end.addLayout(_row(None, self.cancel_button, self.apply_button, spacing=8))
        self._side = QWidget()
        whole = QVBoxLayout(self._side)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(scroll, 1)
        whole.addWidget(style.separator())
        whole.addLayout(end)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        if own_board:
            layout.addWidget(self.board, 1)
            layout.addWidget(style.separator(vertical=True))
        layout.addWidget(self._side)

    def _connect(self) -> None:
        self.start_button.clicked.connect(self.set_start)
        self.clear_button.clicked.connect(self.clear)
        self.points_button.clicked.connect(self.count_missing)
        self.undo_button.clicked.connect(self.undo)
        self.redo_button.clicked.connect(self.redo)
        self.flip_button.clicked.connect(lambda: self.board.set_flipped(not self.board.flipped))
        self.copy_button.clicked.connect(self.copy)
        self.paste_button.clicked.connect(self.paste)
        self._turns.idClicked.connect(self._set_turn)
        self.text_field.textChanged.connect(self._read_text)
        self.apply_button.clicked.connect(self.apply)
        self.cancel_button.clicked.connect(self.cancel)

    @staticmethod
    def _tool(icon: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icons.icon(icon))
        button.setIconSize(QSize(style.ICON, style.ICON))
        return button

    # --- called from outside --------------------------------------------------------------------------------------

    def edit(self, game: Game, position: Position) -> None:
        """Start editing ``position``, a position of ``game``."""
        self._game = game
        self._past, self._future = [], []
        self._setup = game.setup(position)
        self.board.set_attacks([])
        self.board.set_arrows([])
        self.board.show_position(game, position)
        self.board.set_editing(True)
        self.palette_view.set_surface(notation.surface(game, position))
        self.palette_view.set_tool(None)
        self._build_counters(game)
        self.retranslate()
        self._show()

    def setup(self) -> Setup:
        """Return the set-up being edited.

        Raises:
            RuntimeError: before ``edit``.
        """
        if self._setup is None:
            raise RuntimeError("nothing is being edited")
        return self._setup

    def faults(self) -> Sequence[KyVienError]:
        """Return the reasons why the set-up cannot be applied, or an empty sequence if there are none."""
        if self._text_fault is not None:
            return [self._text_fault]
        if self._game is None or self._setup is None:
            return []
        return self._game.faults(self._setup)

    # --- actions of the user --------------------------------------------------------------------------------------

    def set_start(self) -> None:
        """Set up the game's initial position."""
        if self._game is not None:
            self._change(self._game.setup(self._game.start()))

    def clear(self) -> None:
        """Empty the board and set the counters to their minimum. The side to move does not change."""
        if self._game is not None and self._setup is not None:
            self._change(replace(self._game.empty_setup(), turn=self._setup.turn))

    def count_missing(self) -> None:
        """In games that count captured pieces, set the points of both sides to the points of the missing pieces."""
        if self._game is not None and self._setup is not None:
            points = self._game.points_of_missing(self._setup)
            self._change(replace(self._setup, counters={**self._setup.counters, **points}))

    @property
    def can_undo(self) -> bool:
        """Whether the set-up has been edited and the last edit can be undone."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether an edit was undone and can be redone."""
        return bool(self._future)

    def undo(self) -> None:
        """Undo the last edit, if there is one."""
        if self._past and self._setup is not None:
            self._future.append(self._setup)
            self._setup = self._past.pop()
            self._show()

    def redo(self) -> None:
        """Redo the edit undone last, if there is one."""
        if self._future and self._setup is not None:
            self._past.append(self._setup)
            self._setup = self._future.pop()
            self._show()

    def copy(self) -> None:
        """Copy the position's text to the clipboard."""
        QGuiApplication.clipboard().setText(self.text_field.toPlainText().strip())

    def paste(self) -> None:
        """Replace the position's text by the text on the clipboard, if there is any."""
        text = QGuiApplication.clipboard().text().strip()
        if text:
            self.text_field.setPlainText(text)

    def apply(self) -> None:
        """End the edit and emit ``applied``. Do nothing if the set-up has faults."""
        if self._game is None or self._setup is None or self.faults():
            return
        position = self._game.compose(self._setup)
        self._end()
        self.applied.emit(position)

    def clear_tool(self) -> bool:
        """Put the picked piece or the eraser away, and return whether one was picked."""
        if self.palette_view.tool is None:
            return False
        self.palette_view.set_tool(None)
        self.board.set_tool(None)
        return True

    def cancel(self) -> None:
        """End the edit without a result and emit ``cancelled``."""
        self._end()
        self.cancelled.emit()

    def _end(self) -> None:
        self.palette_view.set_tool(None)
        self.board.set_editing(False)

    def _set_turn(self, player: int) -> None:
        if self._setup is not None:
            self._change(replace(self._setup, turn=Player(player)))

    def _set_counter(self, name: str, value: int) -> None:
        if self._setup is not None:
            self._change(replace(self._setup, counters={**self._setup.counters, name: value}))

    def _read_text(self) -> None:
        """Parse the text after an edit by the user, and show the position or the error."""
        if self._game is None or self._setup is None:
            return
        self._text_fault = None
        try:
            position, changes = self._game.read_position(self.text_field.toPlainText().strip())
        except KyVienError as error:
            self._text_fault = error
            self._show_faults()
        else:
            self._change(self._game.setup(position), keeps_text=True)
            self._changes = changes
            self._show_faults()

    def _arrange(self, setup: Setup) -> None:
        """Take over the pieces after an edit on the board."""
        if self._game is not None and self._setup is not None:
            self._change(self._game.arranged(self._setup, setup))

    # --- display --------------------------------------------------------------------------------------------------

    def _change(self, setup: Setup, *, keeps_text: bool = False) -> None:
        """Replace the set-up as one edit that can be undone. The text is updated unless ``keeps_text`` is true."""
        if self._setup is None:
            return
        if setup != self._setup:
            self._past.append(self._setup)
            self._future.clear()
            self._setup = setup
        self._show(keeps_text=keeps_text)

    def _show(self, *, keeps_text: bool = False) -> None:
        game, setup = self._game, self._setup
        if game is None or setup is None:
            return
        if self.board.setup() != setup:
            self.board.set_setup(setup)
        self.palette_view.set_pieces(setup.pieces)
        self.turn_buttons[int(setup.turn)].setChecked(True)
        for counter in game.counters:
            field = self._counters[counter.name]
            value = setup.counters.get(counter.name, counter.minimum)
            blocked = field.blockSignals(True)
            if isinstance(field, QComboBox):
                field.setCurrentIndex(value - counter.minimum)
            else:
                field.setValue(value)
            field.blockSignals(blocked)
        self._text_fault, self._changes = None, []
        position = None if game.faults(setup) else game.compose(setup)
        # Sides may have been swapped in the opening; the players are then named accordingly.
        self._sides = game.sides if position is None else side_names(game, position)
        self._name_sides()
        if not keeps_text:
            text = "" if position is None else game.format_position(position)
            blocked = self.text_field.blockSignals(True)
            self.text_field.setPlainText(text)
            self.text_field.blockSignals(blocked)
        points = game.points_of_missing(setup)
        self.points_button.setVisible(bool(points))
        self.points_button.setEnabled(any(setup.counters.get(name) != value for name, value in points.items()))
        self.undo_button.setEnabled(self.can_undo)
        self.redo_button.setEnabled(self.can_redo)
        self._show_faults()
        self.changed.emit()

    def _name_sides(self) -> None:
        for button, name in zip(self.turn_buttons, self._sides, strict=True):
            button.setText(tr(name))

    def _show_faults(self) -> None:
        faults = self.faults()
        if shown := faults or self._changes:
            lines = [_sentence(fault) for fault in shown[:_MOST_FAULTS]]
            if len(shown) > _MOST_FAULTS:
                lines.append(tr("… and {count} more", count=len(shown) - _MOST_FAULTS))
            self.faults_label.setText("\n".join(lines) if len(lines) == 1 else "\n".join(f"• {line}" for line in lines))
            style.set_look(self.faults_label, role="error" if faults else "secondary")
        else:
            ended = self._game is not None and self._setup is not None and self._game.compose(self._setup).outcome()
            text = tr("The position is legal, but the game is over in it.") if ended else tr("Position is fine")
            self.faults_label.setText(text)
            style.set_look(self.faults_label, role="secondary" if ended else "good")
        self.text_field.setProperty("state", "error" if self._text_fault is not None else None)
        self.text_field.style().unpolish(self.text_field)
        self.text_field.style().polish(self.text_field)
        self.apply_button.setEnabled(not faults and self._setup is not None)
        self.copy_button.setEnabled(bool(self.text_field.toPlainText().strip()))

    def _build_counters(self, game: Game) -> None:
        for old in (*self._counters.values(), *self._counter_labels.values()):
            old.hide()
            old.deleteLater()
        self._counters, self._counter_labels = {}, {}
        for row, counter in enumerate(game.counters):
            field: QSpinBox | QComboBox | _Flag
            if counter.names:
                field = self._named_field(counter)
            else:
                field = _Flag() if (counter.minimum, counter.maximum) == (0, 1) else _number(counter)
                field.valueChanged.connect(lambda value, name=counter.name: self._set_counter(name, value))
            label = PlainLabel()
            label.setBuddy(field)
            label.setWordWrap(True)
            self._form.addWidget(label, row, 0, Qt.AlignmentFlag.AlignVCenter)
            self._form.addWidget(field, row, 1)
            self._counters[counter.name], self._counter_labels[counter.name] = field, label

    def _named_field(self, counter: Counter) -> QComboBox:
        field = QComboBox()
        field.addItems(list(counter.names))
        field.currentIndexChanged.connect(lambda index: self._set_counter(counter.name, counter.minimum + index))
        return field

    def counter_field(self, name: str) -> QSpinBox | QComboBox | _Flag:
        """Return the field of a counter.

        Raises:
            KeyError: if the game has no such counter.
        """
        return self._counters[name]

    def retranslate(self) -> None:
        self._title.setText(tr("Set up a position"))
        self.start_button.setText(tr("Start position"))
        self.clear_button.setText(tr("Clear board"))
        self._turn_label.setText(tr("To move"))
        self.points_button.setText(tr("Count the missing pieces"))
        self._text_label.setText(tr("As text"))
        self.text_field.setPlaceholderText(tr("No text yet: the position is not legal. A text may be pasted here."))
        self.text_field.setAccessibleName(tr("Position as text"))
        self.apply_button.setText(tr("Apply"))
        self.cancel_button.setText(tr("Cancel"))
        for button, text in (
            (self.undo_button, tr("Take back the last edit")),
            (self.redo_button, tr("Edit again")),
            (self.flip_button, tr("Flip the board")),
            (self.copy_button, tr("Copy the position's text")),
            (self.paste_button, tr("Paste a position's text")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)
        if self._game is not None:
            self._name_sides()
            for counter in self._game.counters:
                field = self._counters[counter.name]
                if isinstance(field, QComboBox):
                    for index, name in enumerate(counter.names):
                        field.setItemText(index, tr(name))
                self._counter_labels[counter.name].setText(tr(counter.label))
                self._counters[counter.name].setAccessibleName(tr(counter.label))
            self._show_faults()
        room = self._panel.minimumSizeHint().width() + self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        self._side.setFixedWidth(max(_WIDTH, room))

    # --- keys -----------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Reserve the keys for undo, redo, copy and paste while the editor has the keyboard focus."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._action_of(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys for undo, redo, copy and paste, and Escape, which clears the tool."""
        action = self._action_of(event)
        if action is not None:
            action()
        elif event.key() != Qt.Key.Key_Escape or not self.clear_tool():
            super().keyPressEvent(event)

    def _action_of(self, event: QKeyEvent) -> Any:
        for key, action in (
            (QKeySequence.StandardKey.Undo, self.undo),
            (QKeySequence.StandardKey.Redo, self.redo),
            (QKeySequence.StandardKey.Copy, self.copy),
            (QKeySequence.StandardKey.Paste, self.paste),
        ):
            if event.matches(key):
                return action
        return None


def _sentence(fault: KyVienError) -> str:
    """Return the message of a fault with a capital first letter, unless it starts with the name of a cell."""
    text = str(fault)
    return text[:1].upper() + text[1:] if text.partition(" ")[0].isalpha() else text


def _row(*widgets: QWidget | None, spacing: int = style.GRID) -> QHBoxLayout:
    """Return a horizontal layout of ``widgets``, with a stretch for each None."""
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(spacing)
    for widget in widgets:
        if widget is None:
            row.addStretch(1)
        else:
            row.addWidget(widget)
    return row
