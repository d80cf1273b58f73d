"""The row of one player in the form of a contest, with the algorithm, the limit and the evaluation of the player."""

import dataclasses
from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from engine.asking.plugin import file_digest
from engine.contests.clock import TimeControl
from engine.contests.contest import Contestant, PlayerLimit
from engine.contests.description import origin
from engine.core.evaluation import offered_name, pinned_name
from engine.core.game import find_game
from engine.core.language import tr
from engine.search.report import Limit
from engine.search.spec import AnySpec
from studio.analysis.choice import spec_title
from studio.analysis.parameters import ParameterPopup, parameters_text
from studio.contests.limits import PlayerLimitBox
from studio.contests.naming import usual_player
from studio.look import foreign, icons, style
from studio.look.marks import mark_icon
from studio.widgets.elided import ElidedLabel
from studio.widgets.evaluation_box import EvaluationBox
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

DEFAULT_LIMIT = Limit(depth=3)


class PlayerRow(Retranslated, QFrame):
    """Row that edits the algorithm, the parameters, the limit and the evaluation of one player.

    Args:
        spec: the algorithm, the plugin or the external engine.
        game: identifier of the game.
        limit: the limit of each move, or the clock.
        parent: parent widget.
        unread: a player of an earlier contest whose plugin file has not been run, or None for any other player. In this
            case, ``spec`` contains only the name of the plugin, and the parameters are taken from ``unread``.
    """

    changed = Signal()
    """Emitted when the algorithm, a parameter, the limit or the evaluation of the player changes."""
    removed = Signal()
    """Emitted when the user requests the removal of the player."""
    reading_asked = Signal()
    """Emitted when the user requests the parameters of a plugin whose file has not been run."""

    def __init__(
        self,
        spec: AnySpec,
        game: str,
        limit: PlayerLimit,
        parent: QWidget | None = None,
        unread: Contestant | None = None,
    ) -> None:
        super().__init__(parent)
        style.set_look(self, role="card")
        self._unread = unread
        self._spec = spec
        self._game = game
        self._dot = PlainLabel()
        self._dot.setFixedWidth(16)
        self._name = ElidedLabel()
        self._name.setFont(style.font(bold=True))
        self.settings_button, self.remove_button = QToolButton(), QToolButton()
        for button, icon in ((self.settings_button, "settings"), (self.remove_button, "close")):
            button.setIcon(icons.icon(icon))
            button.setIconSize(QSize(14, 14))
        self.settings_button.clicked.connect(self.open_parameters)
        self.remove_button.clicked.connect(self.removed)
        self.budget_box = PlayerLimitBox(limit)
        self.budget_box.changed.connect(lambda _: self.changed.emit())
        self.evaluation_box = EvaluationBox()
        self.evaluation_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.evaluation_box.setMinimumContentsLength(6)
        self.evaluation_box.edited.connect(lambda _: self.changed.emit())
        head = QHBoxLayout()
        head.setSpacing(4)
        head.addWidget(self._dot)
        head.addWidget(self._name, 1)
        head.addWidget(self.settings_button)
        head.addWidget(self.remove_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.budget_box)
        layout.addWidget(self.evaluation_box)
        self._fill_evaluations()
        self.follow_changes()

    @property
    def spec(self) -> AnySpec:
        """The algorithm, the plugin or the external engine, with its parameters."""
        return self._spec

    @property
    def unread(self) -> Contestant | None:
        """The player of an earlier contest whose plugin file has not been run, or None for any other player."""
        return self._unread

    def accept_plugin(self) -> None:
        """Store the digest of the current plugin file in ``unread``, so that the contest is played with this file.

        Do nothing if ``unread`` is None.
        """
        if self._unread is not None:
            digest = file_digest(Path(self._unread.plugin))
            self._unread = dataclasses.replace(self._unread, plugin_digest=digest)

    @property
    def clock(self) -> TimeControl | None:
        """The clock of the player, or None if the player has a limit per move, or an algorithm that uses no limit."""
        limit = self.budget_box.limit()
        return limit if isinstance(limit, TimeControl) and not self.budget_box.isHidden() else None

    def contestant(self, clock: TimeControl | None) -> Contestant:
        """Return the player as a ``Contestant`` without a label.

        Args:
            clock: the clock of the other players, or None if they have no clock. It is assigned to a player whose
                algorithm uses no limit.
        """
        evaluation = pinned_name(self._game, self._spec.evaluation_used(self.evaluation_box.name))
        limit = self.budget_box.limit()
        if self.budget_box.isHidden():
            limit = clock or (DEFAULT_LIMIT if isinstance(limit, TimeControl) else limit)
        if self._unread is not None:
            return dataclasses.replace(self._unread, limit=limit, evaluation=evaluation, label="")
        return Contestant(self._spec.text, limit, evaluation, **origin(self._spec))

    def set_game(self, game: str) -> None:
        """Offer the evaluations of the game with the identifier ``game``."""
        self._game = game
        self._fill_evaluations()

    def set_evaluation(self, name: str) -> None:
        """Select the evaluation called ``name``, if the game has such an evaluation."""
        index = self.evaluation_box.findData(offered_name(self._game, name))
        if index >= 0:
            self.evaluation_box.setCurrentIndex(index)

    def set_spec(self, spec: AnySpec) -> None:
        """Replace the algorithm or its parameters, and emit ``changed``."""
        self._spec = spec
        self._unread = None
        self.retranslate()
        self.changed.emit()

    def _fill_evaluations(self) -> None:
        self.evaluation_box.show_evaluations(self._game, self.evaluation_box.name)

    def open_parameters(self) -> None:
        """Show the form of the parameters, or emit ``reading_asked`` for a plugin whose file has not been run."""
        if self._unread is not None:
            self.reading_asked.emit()
            return
        popup = ParameterPopup(self._spec, self, usual_player(self._spec), find_game(self._game))
        popup.edited.connect(self.set_spec)
        popup.show_below(self.settings_button)

    def retranslate(self) -> None:
        title = tr(spec_title(self._spec))
        parameters = (
            parameters_text(self._spec, usual_player(self._spec))
            if self._unread is None
            else self._unread.spec.partition(":")[2]
        )
        words = [title, parameters, "" if self._unread is None else self._unread.plugin]
        self._name.set_whole(" · ".join(filter(None, words)))
        self._dot.setPixmap(mark_icon(self._spec.name).pixmap(14, 14))
        self.budget_box.setVisible(self._spec.is_limited)
        self.evaluation_box.setVisible(self._spec.needs_evaluation and self.evaluation_box.count() > 0)
        self.evaluation_box.setToolTip(tr("How it judges positions"))
        for widget, text in (
            (self.settings_button, tr("Parameters of {algorithm}", algorithm=title)),
            (self.remove_button, tr("Without {algorithm}", algorithm=title)),
            (self.evaluation_box, tr("Evaluation of {algorithm}", algorithm=title)),
        ):
            widget.setAccessibleName(text)
        for button in (self.settings_button, self.remove_button):
            button.setToolTip(foreign.tool_tip(button.accessibleName()))
        self._fill_evaluations()
