"""The dialog for a new game, with its players and its rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.analysis.levels import levels
from engine.asking.external import EngineSpec
from engine.contests.clock import TimeControl
from engine.core.errors import KyVienError
from engine.core.game import Game, find_game, games
from engine.core.language import tr
from engine.core.options import options_of
from engine.core.outcome import Player
from engine.search.report import Limit
from engine.search.spec import AnySpec, Spec
from engine.tables.book import has_book
from studio.board.sides import side_names
from studio.contests.limits import TimeControlBox
from studio.dialogs.seat_form import CLUB, SeatForm
from studio.look import icons, style
from studio.play.seat import Seat
from studio.settings import Settings
from studio.widgets.fold import Fold
from studio.widgets.option_form import OptionForm
from studio.widgets.plain_label import PlainLabel
from studio.widgets.preset_box import PresetBox
from studio.widgets.retranslated import Retranslated
from studio.widgets.screen import fit_to_screen
from studio.widgets.scroll_area import ScrollArea
from studio.widgets.shade import Shade
from studio.widgets.tab_order import fields_of, set_tab_order

SIZE = QSize(856, 692)
_EDGE, _PLAYERS, _RULES, _LABEL, _FIELD = 24, 408, 368, 116, 240
"""Margin of the dialog, and widths of its two columns, of labels and of fields, in pixels."""
_BAR = 56
"""Height of the title and of the line of buttons in pixels."""
_HEAD = 21
_BASE, _INCREMENT = 56, 40


@dataclass(frozen=True, slots=True)
class NewGame:
    """The choices made in the dialog.

    Attributes:
        game: the game with its rules.
        seats: players of FIRST and SECOND.
        from_here: whether to start from the position on the board instead of the game's initial position.
        control: the time control, or None if there is no clock or if the rules of the game include a clock.
        vary: whether algorithms that have an option for it choose at random among equal moves.
        book: whether engines play the moves of the game's opening book as long as it has some.
    """

    game: Game
    seats: tuple[Seat, Seat]
    from_here: bool = False
    control: TimeControl | None = None
    vary: bool = False
    book: bool = False

    def players(self) -> tuple[Seat, Seat]:
        """Return the seats. If ``vary`` is true, their algorithms choose at random among equal moves if they can."""
        first, second = (
            replace(seat, spec=seat.spec.varied() if self.vary else seat.spec, book=self.book)
            if seat.spec is not None
            else seat
            for seat in self.seats
        )
        return first, second


def remember(chosen: NewGame, before: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the choices, except ``from_here``, as JSON values for the settings.

    Args:
        chosen: the choices.
        before: the previous result, whose choices for other games are kept, or None.
    """
    kept = (before or {}).get("games", {})
    entry = {
        "rules": chosen.game.rules_text(),
        "clock": chosen.control.text if chosen.control is not None else "",
        "vary": chosen.vary,
        "book": chosen.book,
        "seats": [
            {
                "name": seat.name,
                "spec": seat.spec.text if seat.spec is not None and seat.spec.is_own else "",
                "engine": seat.spec.name if seat.spec is not None and seat.spec.is_external else "",
                "evaluation": seat.evaluation,
                "depth": seat.limit.depth,
                "nodes": seat.limit.nodes,
                "seconds": seat.limit.seconds,
            }
            for seat in chosen.seats
        ],
    }
    return {
        "game": chosen.game.name,
        "games": {**(kept if isinstance(kept, dict) else {}), chosen.game.name: entry},
    }


def recall(values: Mapping[str, Any], engines: Sequence[EngineSpec] = (), name: str = "") -> NewGame | None:
    """Return the choices for a game that ``remember`` has stored, or None if there are no valid choices.

    Args:
        values: the result of ``remember``. The format of earlier versions, for a single game, is also supported.
        engines: the external engines. A seat with another external engine becomes the seat of a person.
        name: identifier of the game, or an empty string for the game played last.
    """
    known = {each.name: each for each in engines}
    try:
        name = name or values["game"]
        entry = values["games"][name] if "games" in values else values
        if entry is values and name != values["game"]:
            return None
        game = find_game(name).with_rules(entry["rules"])
        seats = []
        for each in entry["seats"]:
            spec: AnySpec | None = known.get(each.get("engine", ""))
            if spec is None and each["spec"]:
                spec = Spec.parse(each["spec"])
            limit = Limit(each["depth"], each["nodes"], each["seconds"])
            seats.append(Seat(str(each["name"]), spec, str(each["evaluation"]), limit))
        first, second = seats
        clock = entry.get("clock", "")
        control = TimeControl.parse(clock) if clock else None
        vary = bool(entry.get("vary", True))
        book = bool(entry.get("book", False))
    except (KeyError, TypeError, ValueError, AttributeError, KyVienError):
        return None
    return NewGame(game, (first, second), control=control, vary=vary, book=book)


def usual(game: Game) -> NewGame:
    """Return the choices shown first for a game: a person against an engine of the level *Club*."""
    level = levels(type(game))[CLUB]
    return NewGame(game, (Seat(), Seat("", level.spec, "", level.limit)), vary=True)


class ClockForm(QWidget):
    """Form to choose a clock for both players, with the time for all moves and the increment per move."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = QComboBox()
        self.kind.addItems(["", ""])
        self._control_box = TimeControlBox(1.0, TimeControl(600.0, 5.0), 4)
        self.base_box, self.increment_box = self._control_box.base_box, self._control_box.increment_box
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        line.addWidget(self.kind, 1)
        line.addWidget(self._control_box)
        for box, width in ((self.base_box, _BASE), (self.increment_box, _INCREMENT)):
            style.set_look(box, kind="bare")
            box.setFixedWidth(width)
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


class NewGameDialog(Retranslated, QDialog):
    """Dialog to choose a game, its rules and its players. Read ``value`` after the dialog is accepted.

    The dialog has no window frame, and can be moved by dragging its title. Its size never changes, and its contents
    scroll if they do not fit.

    Args:
        settings: the settings with the choices for previous games. Those for the selected game are shown initially.
        current: the game on the board, which is selected with its rules if no choices are stored.
        has_position: whether the game may start from the position on the board.
        parent: parent widget, whose window is shaded while the dialog is shown.
        engines: external engines that can play.
        game: identifier of the game to select, or an empty string for the one played last.
    """

    def __init__(
        self,
        settings: Settings,
        current: Game,
        has_position: bool = False,
        parent: QWidget | None = None,
        engines: Sequence[EngineSpec] = (),
        game: str = "",
    ) -> None:
        super().__init__(parent, Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        style.set_look(self, kind="sheet")
        self._settings, self._engines, self._current = settings, engines, current
        self._shade: Shade | None = None
        self._classes = list(games().values())
        self._game: type[Game] = type(current)
        self._game_box, self._preset_box, self._begin_box = QComboBox(), PresetBox(self._game), QComboBox()
        self._game_box.addItems([""] * len(self._classes))
        self._game_box.setCurrentIndex(self._classes.index(self._game))
        self._begin_box.addItems(["", ""])
        self._begin_box.setEnabled(has_position)
        self._seats = tuple(SeatForm(player, self._game, engines=engines) for player in Player)
        self._swap = QPushButton(icons.icon("swap"), "")
        style.set_look(self._swap, kind="small")
        self._swap.clicked.connect(self._swap_seats)
        self._heading, self._heads, self._first = PlainLabel(), [PlainLabel(), PlainLabel()], PlainLabel()
        self._labels = [PlainLabel() for _ in range(4)]
        self._clock = ClockForm()
        self._fold = Fold()
        self._rules = OptionForm(self._game.Rules, current.rules)
        self._vary, self._vary_help = QCheckBox(), PlainLabel()
        self._book = QCheckBox()
        self._close, self._cancel, self._start = QToolButton(), QPushButton(), QPushButton()
        self._scroll = ScrollArea()
        self._lay_out()
        self._place_rules()
        self._connect()
        self.follow_changes()
        last = recall(settings.new_game, engines)
        wanted = game or (last.game.name if last is not None else "")
        if wanted and wanted != self._game.name:
            self._game_box.setCurrentIndex(self._classes.index(find_game(wanted)))
        else:
            self._show_game()

    # --- layout ---------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """Place the title at the top, the players at the left, the game and its rules at the right, buttons below.

        On a screen that is too narrow for both columns, as with a large text, the game and its rules are below the
        players.
        """
        page = QWidget()
        style.set_look(page, role="form")
        columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, page)
        columns.setContentsMargins(_EDGE, 15, 0, 12)
        columns.setSpacing(32)
        columns.addLayout(self._player_column())
        columns.addLayout(self._rules_column())
        columns.addStretch(1)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.setWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 1, 0)
        layout.setSpacing(0)
        layout.addLayout(self._title_bar())
        layout.addWidget(style.separator())
        layout.addWidget(self._scroll, 1)
        layout.addWidget(style.separator())
        layout.addLayout(self._button_bar())
        fit_to_screen(self, SIZE)
        if self.width() < SIZE.width():
            columns.setDirection(QBoxLayout.Direction.TopToBottom)

    def _title_bar(self) -> QHBoxLayout:
        style.set_look(self._heading, role="title")
        self._heading.setFixedHeight(_BAR - 1)
        self._close.setIcon(icons.icon("close"))
        self._close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        line = QHBoxLayout()
        line.setContentsMargins(_EDGE, 0, _EDGE - 8, 0)
        line.addWidget(self._heading, 1)
        line.addWidget(self._close)
        return line

    def _button_bar(self) -> QHBoxLayout:
        style.set_look(self._first, role="caption")
        style.set_look(self._start, role="tall", kind="primary")
        style.set_look(self._cancel, role="tall")
        self._start.setDefault(True)
        line = QHBoxLayout()
        line.setContentsMargins(_EDGE, 11, _EDGE, 12)
        line.setSpacing(8)
        line.addWidget(self._first, 1)
        for button in (self._cancel, self._start):
            line.addWidget(button)
        for button in (self._swap, self._cancel):
            button.setAutoDefault(False)
        return line

    def _player_column(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(style.PADDING)
        head = QWidget()
        head.setFixedWidth(_PLAYERS)
        line = QHBoxLayout(head)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self._heads[0], 1)
        line.addWidget(self._swap)
        column.addWidget(head)
        line.setAlignment(self._swap, Qt.AlignmentFlag.AlignVCenter)
        for seat in self._seats:
            seat.setFixedWidth(_PLAYERS)
            column.addWidget(seat)
        column.addStretch(1)
        return column

    def _rules_column(self) -> QVBoxLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnMinimumWidth(0, _LABEL)
        boxes = (self._game_box, self._preset_box, self._begin_box, self._clock)
        for row, (label, box) in enumerate(zip(self._labels, boxes, strict=True)):
            grid.addWidget(label, row, 0)
            grid.addWidget(box, row, 1)
            box.setFixedWidth(_FIELD)
            label.setBuddy(self._clock.kind if box is self._clock else box)
        column = QVBoxLayout()
        column.setSpacing(style.PADDING)
        column.addWidget(self._heads[1])
        column.addLayout(grid)
        for part in (style.separator(), self._fold, style.separator()):
            part.setFixedWidth(_RULES)
            column.addWidget(part)
        inside = QVBoxLayout(self._fold.body)
        inside.setContentsMargins(0, 4, 0, 0)
        column.addWidget(self._vary)
        style.set_look(self._vary_help, role="caption")
        self._vary_help.setWordWrap(True)
        self._vary_help.setFixedWidth(_RULES)
        self._vary_help.setContentsMargins(24, 0, 0, 0)
        column.addWidget(self._vary_help)
        column.addWidget(self._book)
        column.addStretch(1)
        for head in self._heads:
            head.setFont(style.font(bold=True))
            head.setFixedHeight(_HEAD)
        self._swap.setFixedHeight(_HEAD)
        self._fold.head.setFont(style.font(bold=True))
        return column

    def _place_rules(self) -> None:
        inside = self._fold.body.layout()
        assert inside is not None
        self._rules.set_columns(_LABEL, _FIELD)
        inside.addWidget(self._rules)
        self._rules.changed.connect(self._rules_changed)

    def _connect(self) -> None:
        self._game_box.currentIndexChanged.connect(self._game_chosen)
        self._preset_box.rules_chosen.connect(lambda rules: self._rules.set_value(rules))
        self._preset_box.own_chosen.connect(self._own_rules)
        self._close.clicked.connect(self.reject)
        self._cancel.clicked.connect(self.reject)
        self._start.clicked.connect(self.accept)
        for seat in self._seats:
            # Deferred until new fields are laid out.
            seat.changed.connect(lambda: QTimer.singleShot(0, self, self._order_tabs))
            seat.changed.connect(self._seats_changed)

    # --- events ---------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """Set the tab order, which depends on the layout, and shade the window behind a modal dialog."""
        super().showEvent(event)
        self._order_tabs()
        behind = self.parentWidget()
        if behind is not None and self._shade is None and self.isModal():
            self._shade = Shade(behind.window())

    def done(self, result: int) -> None:
        """Close the dialog and remove the shade."""
        if self._shade is not None:
            self._shade.hide()
            self._shade.deleteLater()
            self._shade = None
        super().done(result)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to move the dialog if the left button is pressed on the title."""
        handle = self.windowHandle()
        if event.position().y() < _BAR and event.button() == Qt.MouseButton.LeftButton and handle is not None:
            handle.startSystemMove()
        super().mousePressEvent(event)

    # --- values ---------------------------------------------------------------------------------------------------

    def value(self) -> NewGame:
        """Return the choices made."""
        first, second = (seat.value() for seat in self._seats)
        game, from_here = self._game(self._rules.value()), self._begin_box.currentIndex() == 1
        control = self._clock.value() if self._has_clock else None
        return NewGame(game, (first, second), from_here, control, self._vary.isChecked(), self._book.isChecked())

    def show_value(self, chosen: NewGame) -> None:
        """Show the choices in ``chosen`` except ``from_here``."""
        kind = type(chosen.game)
        if kind in self._classes:
            self._game_box.setCurrentIndex(self._classes.index(kind))
            self._rules.set_value(chosen.game.rules)
        self._clock.show_value(chosen.control)
        self._vary.setChecked(chosen.vary)
        self._book.setChecked(chosen.book)
        for form, seat in zip(self._seats, chosen.seats, strict=True):
            form.show_value(seat)
        self._seats_changed()

    def accept(self) -> None:
        """Store the choices and close the dialog."""
        self._settings.new_game = remember(self.value(), self._settings.new_game)
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
    def game_box(self) -> QComboBox:
        """The combo box of the games."""
        return self._game_box

    @property
    def preset_box(self) -> QComboBox:
        """The combo box of the presets. Its last entry is for custom rules."""
        return self._preset_box

    @property
    def rules_fold(self) -> Fold:
        """The section with the details of the rules."""
        return self._fold

    @property
    def book_box(self) -> QCheckBox:
        """The check box for the opening book, disabled if there is no book for the game."""
        return self._book

    @property
    def vary_box(self) -> QCheckBox:
        """The check box for a random choice among equal moves."""
        return self._vary

    @property
    def buttons(self) -> tuple[QPushButton, QPushButton]:
        """The buttons that cancel the dialog and start the game."""
        return self._cancel, self._start

    def retranslate(self) -> None:
        self.setWindowTitle(tr("New game"))
        self._heading.setText(tr("New game"))
        self._close.setToolTip(tr("Close"))
        self._close.setAccessibleName(tr("Close"))
        self._heads[0].setText(tr("Players"))
        self._heads[1].setText(tr("Game and rules"))
        texts = tr("Board game"), tr("Preset"), tr("Start from"), tr("Clock")
        for label, text in zip(self._labels, texts, strict=True):
            label.setText(text)
        for index, kind in enumerate(self._classes):
            self._game_box.setItemText(index, tr(kind.title))
        for index, text in enumerate((tr("Start position"), tr("The position on the board"))):
            self._begin_box.setItemText(index, text)
        for box, text in ((self._game_box, tr("Board game")), (self._preset_box, tr("Preset")),
                          (self._begin_box, tr("Start from"))):  # fmt: skip
            box.setAccessibleName(text)
        self._begin_box.setToolTip(
            "" if self._begin_box.isEnabled() else tr("The board shows the first position of the record")
        )
        self._fold.head.setText(tr("Rule details"))
        self._clock.retranslate()
        self._swap.setText(tr("Change sides"))
        self._vary.setText(tr("Vary equal moves"))
        self._book.setText(tr("Opening book"))
        self._book.setToolTip(
            tr("Engines play moves from the opening book of the game as long as it has some, without a search")
        )
        self._vary_help.setText(tr("Among moves of equal score an engine chooses at random, so that games differ."))
        self._start.setText(tr("Start"))
        self._cancel.setText(tr("Cancel"))
        self._preset_box.retranslate()
        for seat in self._seats:
            seat.retranslate()
        self._name_first()

    # --- changes --------------------------------------------------------------------------------------------------

    def _game_chosen(self, index: int) -> None:
        self._game = self._classes[index]
        self._rules.hide()
        self._rules.deleteLater()
        self._rules = OptionForm(self._game.Rules)
        self._place_rules()
        for seat in self._seats:
            seat.set_game(self._game)
        self._preset_box.set_game(self._game)
        self._show_game()
        QTimer.singleShot(0, self, self._order_tabs)
        self.retranslate()

    def _show_game(self) -> None:
        """Show the choices stored for the selected game, or the default choices if none are stored."""
        game = self._current if type(self._current) is self._game else self._game()
        self.show_value(recall(self._settings.new_game, self._engines, self._game.name) or usual(game))
        self._rules_changed()

    @property
    def _has_clock(self) -> bool:
        """Whether the dialog offers a clock, which is the case if the rules of the game do not include a clock."""
        return "clock" not in {option.name for option in options_of(self._game.Rules)}

    def _own_rules(self) -> None:
        self._rules_changed()
        self._fold.open()

    def _rules_changed(self) -> None:
        self._preset_box.show_rules(self._rules.value())
        self._fold.setVisible(not self._rules.is_empty)
        for each in (self._labels[-1], self._clock):
            each.setVisible(self._has_clock)
        self._name_first()

    def _seats_changed(self) -> None:
        self._vary.setEnabled(any(isinstance(seat.value().spec, Spec) for seat in self._seats))
        self._book.setEnabled(has_book(self._game.name) and any(seat.value().is_engine for seat in self._seats))

    def _name_first(self) -> None:
        """Show which side moves first, or an empty text if the combination of rules is invalid."""
        try:
            game = self._game(self._rules.value())
            position = game.start()
            self._first.setText(tr("{side} moves first.", side=tr(side_names(game, position)[position.turn])))
        except KyVienError:
            self._first.setText("")

    def _order_tabs(self) -> None:
        """Set the tab order to the players and then the rules, each from top to bottom, and then the buttons."""
        parts = (self._swap, *self._seats, self._game_box, self._preset_box, self._begin_box, self._clock, self._fold,
                 self._vary, self._book)  # fmt: skip
        set_tab_order([*(each for part in parts for each in fields_of(part)), self._cancel, self._start])

    def _swap_seats(self) -> None:
        values = [seat.value() for seat in self._seats]
        for form, value in zip(self._seats, reversed(values), strict=True):
            form.show_value(value)
