"""The form of a player in the dialog for a new game."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from engine.analysis.levels import Level, level_of, levels
from engine.asking.external import EngineSpec
from engine.core.game import Game
from engine.core.language import tr
from engine.core.outcome import Player
from engine.search.report import Limit
from engine.search.spec import VARIED, AnySpec
from studio.board.sides import seen_colors
from studio.look import style
from studio.play.seat import Seat, limit_text
from studio.widgets.engine_form import EngineForm
from studio.widgets.level_button import LevelButton
from studio.widgets.segments import SegmentedControl

PERSON, ENGINE = range(2)
CLUB = 1
"""Index of the level that is chosen by default."""
_SEGMENT = 100
_LONGEST_NAME = 100
"""Maximum number of characters of the name of a person."""


class LevelForm(QWidget):
    """Form to choose a level of a game or, with the last button, an algorithm and its parameters.

    Args:
        game: the game.
        engines: the external engines to offer.
        parent: parent widget.
    """

    changed = Signal()
    """Emitted when a value of the form changes."""

    def __init__(self, game: type[Game], engines: Sequence[EngineSpec] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._levels: tuple[Level, ...] = ()
        self._group = QButtonGroup(self)
        self._group.idToggled.connect(self._toggled)
        self.engine = EngineForm(game.name, engines=engines, skip=VARIED)
        self.engine.changed.connect(self.changed)
        self._custom = LevelButton(folds=True)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._column.addWidget(self._custom)
        self._column.addWidget(self.engine)
        self.engine.setContentsMargins(12, 4, 12, 4)
        self.engine.hide()
        self.set_game(game)

    @property
    def buttons(self) -> list[LevelButton]:
        """The buttons of the levels, followed by the button for a custom choice."""
        return [each for each in self._group.buttons() if isinstance(each, LevelButton)]

    @property
    def is_custom(self) -> bool:
        """Whether the button for a custom choice is checked."""
        return self._custom.isChecked()

    def set_game(self, game: type[Game]) -> None:
        """Offer the levels of a game, and choose the second level."""
        self._game = game
        self._levels = levels(game)
        for each in self.buttons:
            self._group.removeButton(each)
            if each is not self._custom:
                self._column.removeWidget(each)
                each.hide()
                each.deleteLater()
        for index in range(len(self._levels)):
            button = LevelButton()
            self._group.addButton(button, index)
            self._column.insertWidget(index, button)
        self._group.addButton(self._custom, len(self._levels))
        self.engine.set_game(game.name)
        self._show_level(CLUB)
        self.retranslate()

    def value(self) -> tuple[AnySpec, str, Limit]:
        """Return the algorithm, its evaluation and its limit."""
        if self.is_custom:
            return self.engine.spec, self.engine.evaluation, self.engine.limit
        level = self._levels[self._group.checkedId()]
        return level.spec, "", level.limit

    def show_values(self, spec: AnySpec, evaluation: str, limit: Limit) -> None:
        """Choose the level with these values. If there is no such level, show the values as a custom choice."""
        level = level_of(self._game, spec, limit)
        if level is not None and not evaluation:
            self._show_level(self._levels.index(level))
        else:
            self.engine.show_values(spec, evaluation, limit)
            self._custom.setChecked(True)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        for button, level in zip(self.buttons, self._levels, strict=False):
            limit = limit_text(level.limit)
            text = sentence = tr(level.help, limit=limit)
            if (measured := level.measured) is not None:
                values = {"time": limit_text(Limit(seconds=measured.seconds)), "program": measured.program}
                if measured.elo is None:
                    sentence = tr("{limit} per move; stronger than {program} without NNUE.", limit=limit, **values)
                    more = tr(
                        "With {time} per move, it is stronger than {program} at full strength, without NNUE.",
                        **values,
                    )
                else:
                    values["elo"] = str(measured.elo)
                    sentence = tr("{limit} per move ({time}: about {program} UCI_Elo {elo}).", limit=limit, **values)
                    more = tr("With {time} per move, it is about as strong as {program} with UCI_Elo {elo}.", **values)
                text += f"\n{more}"
            button.set_texts(tr(level.title), sentence)
            button.setToolTip(f"{text}\n{level.spec.text} · {limit}")
        self._custom.set_texts(tr("Custom"), tr("Choose algorithm, limit, evaluation and parameters."))
        self._custom.setToolTip(tr("Choose algorithm, limit, evaluation and parameters."))

    def _show_level(self, index: int) -> None:
        self._group.button(index).setChecked(True)

    def _toggled(self, index: int, is_checked: bool) -> None:
        if not is_checked:
            return
        if self.is_custom and self.engine.isHidden():
            self.engine.show()
        elif not self.is_custom:
            level = self._levels[index]
            self.engine.hide()
            # The form of the last choice begins with the values of the level chosen before.
            self.engine.show_values(level.spec, "", level.limit)
        self.changed.emit()


class SeatForm(QFrame):
    """Form to choose a person or an engine as the player of one side.

    Args:
        player: the side.
        game: the game.
        parent: parent widget.
        engines: the external engines to offer.
    """

    changed = Signal()
    """Emitted when a value of the form changes."""

    def __init__(
        self, player: Player, game: type[Game], parent: QWidget | None = None, engines: Sequence[EngineSpec] = ()
    ) -> None:
        super().__init__(parent)
        self._player = player
        self._game = game
        style.set_look(self, role="card")
        self._title = QLabel()
        self._mode = SegmentedControl(2)
        for index in (PERSON, ENGINE):
            self._mode.button(index).setFixedSize(_SEGMENT, 32)
        self._name = QLineEdit()
        self._name.setMaxLength(_LONGEST_NAME)
        self.level_form = LevelForm(game, engines)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self._mode)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(15, 7, 15, 15)
        layout.setSpacing(style.PADDING)
        layout.addLayout(head)
        layout.addWidget(self._name)
        layout.addWidget(self.level_form)
        self._mode.chosen.connect(self._mode_chosen)
        self.level_form.changed.connect(self.changed)
        self.level_form.hide()
        self.retranslate()

    def set_game(self, game: type[Game]) -> None:
        """Offer the levels, the evaluations and the engines that are available for ``game``."""
        self._game = game
        self.level_form.set_game(game)
        self.retranslate()

    def value(self) -> Seat:
        """Return the chosen seat. If the player is an engine, the name of the seat is empty."""
        if self._mode.current == PERSON:
            return Seat(self._name.text().strip())
        return Seat("", *self.level_form.value())

    def show_value(self, seat: Seat) -> None:
        """Show the values of ``seat``. A seat with a plugin is shown as the seat of a person."""
        if not seat.is_engine:
            self._name.setText(seat.name)
        spec = seat.spec
        known = spec is not None and (spec.is_own or spec.is_external)
        self._mode.choose(ENGINE if known else PERSON)
        if spec is not None and known:
            self.level_form.show_values(spec, seat.evaluation, seat.limit)

    @property
    def mode(self) -> SegmentedControl:
        """The buttons that select a person or an engine."""
        return self._mode

    @property
    def name_field(self) -> QLineEdit:
        """The field for the name of a person."""
        return self._name

    @property
    def engine_form(self) -> EngineForm:
        """The form of the algorithm, which is shown if the choice is custom."""
        return self.level_form.engine

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        side = tr(self._game.sides[self._player])
        game = self._game()
        dot = seen_colors(game, game.start())[self._player].name()
        self._title.setText(f'<span style="color:{dot}">●</span>&nbsp; <b>{side}</b>')
        self._title.setTextFormat(Qt.TextFormat.RichText)
        self._mode.set_texts((tr("Human"), tr("Engine")))
        self._mode.setAccessibleName(side)
        self._name.setPlaceholderText(tr("Name"))
        self._name.setAccessibleName(tr("Name of {side}", side=side))
        self.level_form.retranslate()

    def _mode_chosen(self, mode: int) -> None:
        self._name.setVisible(mode == PERSON)
        self.level_form.setVisible(mode == ENGINE)
        self.changed.emit()
