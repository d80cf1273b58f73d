"""The dialog for a new game, with its rules and its players."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.analysis.external import EngineSpec
from engine.analysis.query import AnySpec, spec_text
from engine.contests.clock import TimeControl
from engine.core.errors import KyVienError
from engine.core.game import Game, find_game, games
from engine.core.language import tr
from engine.core.options import options_of
from engine.core.outcome import Player
from engine.search.report import Limit
from engine.search.search import Spec
from studio.board.sides import seen_colors
from studio.contests.limits import TimeControlBox
from studio.look import style
from studio.play.seat import Seat
from studio.settings import Settings
from studio.widgets.engine_form import EngineForm
from studio.widgets.option_form import OptionForm
from studio.widgets.plain_label import PlainLabel
from studio.widgets.preset_box import PresetBox
from studio.widgets.retranslated import Retranslated
from studio.widgets.segments import SegmentedControl

PERSON, ENGINE = range(2)
LINE = 12
"""Maximum vertical distance in px between the centres of fields in one line."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """The choices made in the dialog.

    Attributes:
        game: the game with its rules.
        seats: players of FIRST and SECOND.
        from_here: whether to start from the position on the board instead of the game's initial position.
        control: the time control, or None for no clock and for a game whose rules include a clock.
    """

    game: Game
    seats: tuple[Seat, Seat]
    from_here: bool = False
    control: TimeControl | None = None


def remember(chosen: NewGame) -> dict[str, Any]:
    """Return the choices, except ``from_here``, as JSON values for the settings."""
    return {
        "game": chosen.game.name,
        "rules": chosen.game.rules_text(),
        "clock": chosen.control.text if chosen.control is not None else "",
        "seats": [
            {
                "name": seat.name,
                "spec": spec_text(seat.spec) if isinstance(seat.spec, Spec) else "",
                "engine": seat.spec.name if isinstance(seat.spec, EngineSpec) else "",
                "evaluation": seat.evaluation,
                "depth": seat.limit.depth,
                "nodes": seat.limit.nodes,
                "seconds": seat.limit.seconds,
            }
            for seat in chosen.seats
        ],
    }


def recall(values: dict[str, Any], engines: Sequence[EngineSpec] = ()) -> NewGame | None:
    """Return the choices described by ``values``, a result of ``remember``, or None if they are not valid.

    Args:
        values: the choices.
        engines: the external engines. A seat with another external engine becomes the seat of a person.
    """
    known = {each.name: each for each in engines}
    try:
        game = find_game(values["game"]).with_rules(values["rules"])
        seats = []
        for each in values["seats"]:
            spec: AnySpec | None = known.get(each.get("engine", ""))
            if spec is None and each["spec"]:
                spec = Spec.parse(each["spec"])
            limit = Limit(each["depth"], each["nodes"], each["seconds"])
            seats.append(Seat(str(each["name"]), spec, str(each["evaluation"]), limit))
        first, second = seats
        clock = values.get("clock", "")
        control = TimeControl.parse(clock) if clock else None
    except (KeyError, TypeError, ValueError, AttributeError, KyVienError):
        return None
    return NewGame(game, (first, second), control=control)


class ClockForm(QWidget):
    """Form to choose a clock for both players, with the time for all moves and the increment per move."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = QComboBox()
        self.kind.addItems(["", ""])
        self._control_box = TimeControlBox(1.0, TimeControl(600.0, 5.0), 8)
        self.base_box, self.increment_box = self._control_box.base_box, self._control_box.increment_box
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.kind, 1)
        line.addWidget(self._control_box)
        for box in (self.base_box, self.increment_box):
            box.setFixedWidth(box.minimumWidth())
        self.kind.currentIndexChanged.connect(self._fit)
        self._fit()
        self.retranslate()

    def value(self) -> TimeControl | None:
        """Return the clock chosen, or None for no clock."""
        if not self.kind.currentIndex():
            return None
        return self._control_box.control()

    def show_value(self, control: TimeControl | None) -> None:
        """Show a clock, or no clock if ``control`` is None."""
        self.kind.setCurrentIndex(int(control is not None))
        if control is not None:
            self._control_box.set_control(control)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        for index, text in enumerate((tr("No clock"), tr("With a clock"))):
            self.kind.setItemText(index, text)
        self.kind.setAccessibleName(tr("Clock"))
        self.kind.setToolTip(
            tr("Engines keep to the clock, and think no further than their own limit: give them many seconds to use it")
        )
        self._control_box.retranslate()

    def _fit(self, *_: object) -> None:
        self._control_box.setVisible(self.kind.currentIndex() == 1)


class SeatForm(QFrame):
    """Form to choose the player of one side, a person or an engine."""

    changed = Signal()
    """Emitted when any choice changes."""

    def __init__(
        self, player: Player, game: type[Game], parent: QWidget | None = None, engines: Sequence[EngineSpec] = ()
    ) -> None:
        super().__init__(parent)
        self._player = player
        self._game = game
        style.set_look(self, role="card")
        self._title = QLabel()
        self._mode = SegmentedControl(2)
        self._name = QLineEdit()
        self._engine = EngineForm(game.name, engines=engines)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._mode)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, style.PADDING, style.PADDING, style.PADDING)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self._name)
        layout.addWidget(self._engine)
        layout.addStretch(1)
        self._mode.chosen.connect(self._mode_chosen)
        self._engine.changed.connect(self.changed)
        self._engine.hide()
        self.retranslate()

    def set_game(self, game: type[Game]) -> None:
        """Offer the evaluations and engines available for ``game``."""
        self._game = game
        self._engine.set_game(game.name)
        self.retranslate()

    def value(self) -> Seat:
        """Return the seat chosen."""
        name = self._name.text().strip()
        if self._mode.current == PERSON:
            return Seat(name)
        return Seat(name, self._engine.spec, self._engine.evaluation, self._engine.limit)

    def show_value(self, seat: Seat) -> None:
        """Show the choices in ``seat``. A seat with a plugin is shown as that of a person."""
        self._name.setText(seat.name)
        known = isinstance(seat.spec, Spec | EngineSpec)
        self._mode.choose(ENGINE if known else PERSON)
        if isinstance(seat.spec, Spec | EngineSpec):
            self._engine.show_values(seat.spec, seat.evaluation, seat.limit)

    @property
    def mode(self) -> SegmentedControl:
        """The buttons that select a person or an engine."""
        return self._mode

    @property
    def name_field(self) -> QLineEdit:
        """The field for the name of the player."""
        return self._name

    @property
    def engine_form(self) -> EngineForm:
        """The form of the engine."""
        return self._engine

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        side = tr(self._game.sides[self._player])
        game = self._game()
        dot = seen_colors(game, game.start())[self._player].name()
        self._title.setText(f'<span style="color:{dot}">●</span>&nbsp; <b>{side}</b>')
        self._mode.set_texts((tr("Person"), tr("Engine")))
        self._mode.setAccessibleName(side)
        self._name.setPlaceholderText(tr("Name"))
        self._name.setAccessibleName(tr("Name of {side}", side=side))

    def _mode_chosen(self, mode: int) -> None:
        self._engine.setVisible(mode == ENGINE)
        self.changed.emit()


class NewGameDialog(Retranslated, QDialog):
    """Dialog to choose a game, its rules and its players. Read ``value`` after the dialog is accepted.

    Args:
        settings: the settings with the choices for the previous game, which are shown initially.
        current: the game on the board, which is selected with its rules if no choices are stored.
        has_position: whether the game may start from the position on the board.
        parent: parent widget.
        engines: external engines that can play.
    """

    def __init__(
        self,
        settings: Settings,
        current: Game,
        has_position: bool = False,
        parent: QWidget | None = None,
        engines: Sequence[EngineSpec] = (),
    ) -> None:
        super().__init__(parent)
        self._settings = settings
        self._classes = list(games().values())
        self._game: type[Game] = type(current)
        self._game_box, self._preset_box, self._begin_box = QComboBox(), PresetBox(self._game), QComboBox()
        self._game_box.addItems([""] * len(self._classes))
        self._game_box.setCurrentIndex(self._classes.index(self._game))
        self._begin_box.addItems(["", ""])
        self._begin_box.setEnabled(has_position)
        self._seats = tuple(SeatForm(player, self._game, engines=engines) for player in Player)
        self._swap = QPushButton()
        style.set_look(self._swap, kind="quiet")
        self._swap.setAutoDefault(False)
        self._swap.clicked.connect(self._swap_seats)
        self._heads = [PlainLabel(), PlainLabel()]
        for head in self._heads:
            style.set_look(head, role="title")
            head.setMinimumHeight(self._swap.sizeHint().height())
        self._labels = [PlainLabel() for _ in range(4)]
        self._clock = ClockForm()
        self._rules = OptionForm(self._game.Rules, current.rules)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._place_rules()
        self._lay_out()
        self._connect()
        self._rules_changed()
        self.follow_changes()
        last = recall(settings.new_game, engines)
        if last is not None:
            self.show_value(last)

    def _lay_out(self) -> None:
        """Put the players on the left, the game and its rules on the right, and the buttons below."""
        top = QGridLayout()
        top.setHorizontalSpacing(12)
        top.setVerticalSpacing(8)
        top.setColumnStretch(1, 1)
        for row, (label, box) in enumerate(
            zip(self._labels, (self._game_box, self._preset_box, self._begin_box, self._clock), strict=True)
        ):
            top.addWidget(label, row, 0)
            top.addWidget(box, row, 1)
            label.setBuddy(self._clock.kind if box is self._clock else box)
        rules = QVBoxLayout()
        rules.setSpacing(8)
        rules.addWidget(self._heads[0])
        rules.addLayout(top)
        rules.addWidget(style.separator())
        rules.addWidget(self._scroll, 1)
        players = QVBoxLayout()
        players.setSpacing(8)
        line = QHBoxLayout()
        line.addWidget(self._heads[1], 1)
        line.addWidget(self._swap)
        players.addLayout(line)
        for seat in self._seats:
            players.addWidget(seat, 1)
        columns = QHBoxLayout()
        columns.setSpacing(24)
        columns.addLayout(players, 1)
        columns.addLayout(rules, 1)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        style.set_look(self._buttons.button(QDialogButtonBox.StandardButton.Ok), kind="primary")
        self._buttons.accepted.connect(self.accept)
        self._buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(16)
        layout.addLayout(columns, 1)
        layout.addWidget(self._buttons)
        self.resize(860, 620)

    def _connect(self) -> None:
        self._game_box.currentIndexChanged.connect(self._game_chosen)
        self._preset_box.rules_chosen.connect(lambda rules: self._rules.set_value(rules))
        self._preset_box.own_chosen.connect(self._rules_changed)
        for seat in self._seats:
            # Deferred until new fields are laid out.
            seat.changed.connect(lambda: QTimer.singleShot(0, self, self._order_tabs))

    def showEvent(self, event: QShowEvent) -> None:
        """Set the tab order, which depends on the layout."""
        super().showEvent(event)
        self._order_tabs()

    def value(self) -> NewGame:
        """Return the choices made."""
        first, second = (seat.value() for seat in self._seats)
        game, from_here = self._game(self._rules.value()), self._begin_box.currentIndex() == 1
        return NewGame(game, (first, second), from_here, self._clock.value() if self._has_clock else None)

    def show_value(self, chosen: NewGame) -> None:
        """Show the choices in ``chosen`` except ``from_here``."""
        kind = type(chosen.game)
        if kind in self._classes:
            self._game_box.setCurrentIndex(self._classes.index(kind))
            self._rules.set_value(chosen.game.rules)
        self._clock.show_value(chosen.control)
        for form, seat in zip(self._seats, chosen.seats, strict=True):
            form.show_value(seat)

    def accept(self) -> None:
        """Store the choices and close the dialog."""
        self._settings.new_game = remember(self.value())
        super().accept()

    @property
    def seat_forms(self) -> tuple[SeatForm, ...]:
        """The forms of both sides."""
        return self._seats

    @property
    def clock_form(self) -> ClockForm:
        """The form of the clock, hidden if the game's rules include a clock."""
        return self._clock

    @property
    def rules_form(self) -> OptionForm:
        """The form of the rules."""
        return self._rules

    @property
    def preset_box(self) -> QComboBox:
        """The combo box of the presets, with a last entry for custom rules."""
        return self._preset_box

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.setWindowTitle(tr("New game"))
        self._heads[0].setText(tr("Rules"))
        self._heads[1].setText(tr("Players"))
        for label, text in zip(self._labels, (tr("Game"), tr("Preset"), tr("Start from"), tr("Clock")), strict=True):
            label.setText(text)
        for index, kind in enumerate(self._classes):
            self._game_box.setItemText(index, tr(kind.title))
        for index, text in enumerate((tr("Start position"), tr("The position on the board"))):
            self._begin_box.setItemText(index, text)
        self._clock.retranslate()
        self._swap.setText(tr("Change sides"))
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText(tr("Start"))
        self._buttons.button(QDialogButtonBox.StandardButton.Cancel).setText(tr("Cancel"))
        self._preset_box.retranslate()

    def _place_rules(self) -> None:
        page = QWidget()
        layout = QVBoxLayout(page)
        layout.setContentsMargins(0, 0, style.PADDING, 0)
        layout.addWidget(self._rules)
        layout.addStretch(1)
        self._scroll.setWidget(page)
        self._rules.changed.connect(self._rules_changed)

    def _game_chosen(self, index: int) -> None:
        self._game = self._classes[index]
        self._rules = OptionForm(self._game.Rules)
        self._place_rules()
        for seat in self._seats:
            seat.set_game(self._game)
        self._preset_box.set_game(self._game)
        self._rules_changed()
        QTimer.singleShot(0, self, self._order_tabs)
        self.retranslate()

    @property
    def _has_clock(self) -> bool:
        """Whether the dialog offers a clock, which it does if the game's rules do not include one."""
        return "clock" not in {option.name for option in options_of(self._game.Rules)}

    def _rules_changed(self) -> None:
        self._preset_box.show_rules(self._rules.value())
        for each in (self._labels[-1], self._clock):
            each.setVisible(self._has_clock)

    def _order_tabs(self) -> None:
        """Set the tab order, first the players and then the rules, each from top to bottom."""
        parts = (self._swap, *self._seats, self._game_box, self._preset_box, self._begin_box, self._clock, self._scroll)
        chain = [each for part in parts for each in _fields(part)]
        chain += [self._buttons.button(each) for each in (QDialogButtonBox.StandardButton.Ok,
                                                          QDialogButtonBox.StandardButton.Cancel)]  # fmt: skip
        for before, after in pairwise(chain):
            QWidget.setTabOrder(before, after)

    def _swap_seats(self) -> None:
        values = [seat.value() for seat in self._seats]
        for form, value in zip(self._seats, reversed(values), strict=True):
            form.show_value(value)


def _fields(part: QWidget) -> list[QWidget]:
    """Return the fields of a part of the dialog that Tab reaches, including hidden ones, by row and column."""
    window = part.window()
    stops = [
        each
        for each in (part, *part.findChildren(QWidget))
        if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.window() is window
    ]

    def place(each: QWidget) -> tuple[int, int]:
        return each.mapTo(window, each.rect().center()).y() // LINE, each.mapTo(window, QPoint()).x()

    return sorted(stops, key=place)
