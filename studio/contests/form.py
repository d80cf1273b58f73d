"""The form for the game, the rules, the players, the pairings, the openings and the adjudication of a contest."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.asking.external import EngineSpec
from engine.asking.plugin import PluginSpec
from engine.contests.contest import FORMS, MEMORIES, Adjudication, Contest, Contestant, Form, PlayerLimit
from engine.contests.openings import read_openings
from engine.contests.rating import Sprt
from engine.core.errors import KyVienError
from engine.core.files import is_file, reason_of
from engine.core.game import Game, games
from engine.core.language import Plural, ngettext, tr
from engine.core.options import parse_options
from engine.search.spec import TIES, AnySpec, Spec
from studio.analysis.choice import spec_title
from studio.analysis.engines import EngineList
from studio.analysis.figures import grouped
from studio.analysis.parameters import AlgorithmMenu
from studio.analysis.plugin_reader import PluginReader
from studio.contests.naming import labelled
from studio.contests.player_row import DEFAULT_LIMIT, PlayerRow
from studio.look import foreign, icons, style
from studio.widgets.error_label import ErrorLabel
from studio.widgets.file_dialog import file_dialog
from studio.widgets.fold import Fold
from studio.widgets.option_form import OptionForm
from studio.widgets.plain_label import PlainLabel
from studio.widgets.preset_box import PresetBox
from studio.widgets.retranslated import Retranslated
from studio.widgets.scroll_area import ScrollArea
from studio.widgets.tab_order import made_fields_of, set_tab_order
from studio.widgets.unit_spin_box import UnitSpinBox

WIDTH = 360
"""Minimum width of the form in px. Long texts increase the minimum width up to ``MOST_WIDTH``."""
MOST_WIDTH = 520
MOST_JOBS = 256


class ContestForm(Retranslated, ScrollArea):
    """Form that creates a ``Contest``.

    Args:
        game: the game selected initially.
        parent: parent widget.
        engines: the external engines that can take part, or None if there are none.
    """

    changed = Signal()
    """Emitted when a field or a player changes."""
    engines_asked = Signal()
    """Emitted when the user requests the configuration of external engines."""
    plugin_asked = Signal(object)
    """Emitted with a ``PlayerRow`` when the user requests the parameters of a plugin whose file has not been run.

    The file may have changed since the contest was played.
    """

    def __init__(self, game: Game, parent: QWidget | None = None, engines: EngineList | None = None) -> None:
        super().__init__(parent)
        self._engines = engines or EngineList(parent=self)
        self._engines.changed.connect(self._engines_changed)
        self._classes = list(games().values())
        self._game: type[Game] = type(game)
        self._labels: dict[str, QLabel] = {}
        self._errors: dict[str, ErrorLabel] = {}
        self._heads: dict[str, QLabel] = {}
        self.rows: list[PlayerRow] = []
        self._waiting: list[tuple[Path, PlayerRow]] = []
        self._kept: tuple[str, ...] = ()
        self.notes: list[str] = []  # messages about the file of openings, after ``contest``
        self._reader = PluginReader(self)
        self._reader.read.connect(self._plugin_read)
        self._reader.failed.connect(lambda sentence: self._show_error("players", sentence))
        self._build(game)
        for name in ("negascout", "greedy"):
            self.add(Spec.make(name))
        self._form_chosen()
        self.follow_changes()

    # --- construction ---------------------------------------------------------------------------------------------

    def _build(self, game: Game) -> None:
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMinimumWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(0, 0, style.PADDING, 0)
        self._column.setSpacing(8)
        self.setWidget(page)
        page.installEventFilter(self)
        self._build_game(game)
        self._build_players()
        self._build_schedule()
        self._build_openings()
        self._build_adjudication()
        self._build_sprt()
        self._column.addStretch(1)
        self._connect()
        self._rules_changed()

    def _build_game(self, game: Game) -> None:
        self.game_box, self.preset_box = QComboBox(), PresetBox(self._game)
        self.game_box.addItems([""] * len(self._classes))
        self.game_box.setCurrentIndex(self._classes.index(self._game))
        grid = self._new_grid()
        self._column.addLayout(grid)
        self._field(grid, "game", self.game_box)
        self._field(grid, "preset", self.preset_box)
        self.rules_fold = Fold()
        self._column.addWidget(self.rules_fold)
        self._rules_place = QVBoxLayout(self.rules_fold.body)
        self._rules_place.setContentsMargins(0, 0, 0, 0)
        self.rules = OptionForm(self._game.Rules, game.rules, self.rules_fold.body)
        self._place_rules()

    def _build_players(self) -> None:
        self._section("players", is_grid=False)
        self._players = QVBoxLayout()
        self._players.setSpacing(4)
        self._column.addLayout(self._players)
        self.menu = AlgorithmMenu(self, self, self._engines, lambda: self._game(self.rules.value()))
        self.menu.engines_asked.connect(self.engines_asked)
        self.menu.failed.connect(lambda sentence: self._show_error("players", sentence))
        self.add_button = QPushButton()
        self.add_button.setIcon(icons.icon("plus"))
        style.set_look(self.add_button, kind="quiet")
        self.add_button.setMenu(self.menu)
        self._column.addWidget(self.add_button, 0, Qt.AlignmentFlag.AlignLeft)
        self._error("players")

    def _build_schedule(self) -> None:
        grid = self._section("contest")
        self.form_box = QComboBox()
        self.form_box.addItems([""] * len(FORMS))
        self.games_box = self._spin(1, 1_000_000, 100)
        self.swap_box = QCheckBox()
        self._field(grid, "form", self.form_box)
        self._field(grid, "games", self.games_box)
        self._field(grid, "", self.swap_box)
        self.total_label = PlainLabel()
        style.set_look(self.total_label, role="caption")
        grid.addWidget(self.total_label, grid.rowCount(), 1)
        self.jobs_box = self._spin(1, MOST_JOBS, os.cpu_count() or 1)
        self._field(grid, "jobs", self.jobs_box)
        self.memory_box = QComboBox()
        self.memory_box.addItems([""] * len(MEMORIES))
        self._field(grid, "memory", self.memory_box)

    def _build_openings(self) -> None:
        grid = self._section("openings")
        self.openings_box = QComboBox()
        self.openings_box.addItems(["", ""])
        self.openings_field = QLineEdit()
        self.openings_button = QToolButton()
        self.openings_button.setIcon(icons.icon("open"))
        self.openings_button.clicked.connect(self._ask_for_openings)
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addWidget(self.openings_field, 1)
        line.addWidget(self.openings_button)
        self._openings_line = QWidget()
        self._openings_line.setLayout(line)
        line.setContentsMargins(0, 0, 0, 0)
        self._field(grid, "openings", self.openings_box)
        grid.addWidget(self._openings_line, grid.rowCount(), 1)
        self._error("openings", grid)
        self.random_box = self._spin(0, 200, 4)
        self._field(grid, "random", self.random_box)
        self._error("random", grid)
        self.seed_box = self._spin(0, 2**31 - 1, 0)
        self._field(grid, "seed", self.seed_box)

    def _build_adjudication(self) -> None:
        self.adjudication_fold = Fold()
        grid = self._fold_grid(self.adjudication_fold)
        self.plies_box = self._spin(1, 1_000_000, 1000)
        self.win_box = QCheckBox()
        self.score_box = self._spin(1, 1_000_000, 30)
        self.win_plies_box = self._spin(1, 1000, 4)
        self._field(grid, "plies", self.plies_box)
        grid.addWidget(self.win_box, grid.rowCount(), 0, 1, 2)
        self._field(grid, "score", self.score_box)
        self._field(grid, "win_plies", self.win_plies_box)
        self._column.addWidget(self.adjudication_fold)

    def _build_sprt(self) -> None:
        self.sprt_fold = Fold()
        grid = self._fold_grid(self.sprt_fold)
        self.sprt_box = QCheckBox()
        grid.addWidget(self.sprt_box, 0, 0, 1, 2)
        self.elo_boxes = (self._real(-1000, 1000, 0, 1), self._real(-1000, 1000, 20, 1))
        self.risk_boxes = (self._real(0.001, 0.499, 0.05, 3), self._real(0.001, 0.499, 0.05, 3))
        for name, box in zip(("elo0", "elo1", "alpha", "beta"), (*self.elo_boxes, *self.risk_boxes), strict=True):
            self._field(grid, name, box)
        self.normalised_box = QCheckBox()
        grid.addWidget(self.normalised_box, grid.rowCount(), 0, 1, 2)
        self._error("sprt", grid)
        self._column.addWidget(self.sprt_fold)

    def _connect(self) -> None:
        self.game_box.currentIndexChanged.connect(self._game_chosen)
        self.preset_box.rules_chosen.connect(lambda rules: self.rules.set_value(rules))
        self.preset_box.own_chosen.connect(self._own_rules_chosen)
        self.form_box.currentIndexChanged.connect(self._form_chosen)
        self.openings_box.currentIndexChanged.connect(self._form_chosen)
        for check in (self.win_box, self.sprt_box):
            check.toggled.connect(self._form_chosen)
        self.swap_box.setChecked(True)
        for check in (self.swap_box, self.normalised_box):
            check.toggled.connect(self._on_edited)
        self.memory_box.currentIndexChanged.connect(self._on_edited)
        self.openings_field.textChanged.connect(self._on_edited)

    def _section(self, name: str, *, is_grid: bool = True) -> QGridLayout:
        if self._heads:
            self._column.addSpacing(4)
        head = self._heads[name] = PlainLabel()
        head.setFont(style.font(bold=True))
        self._column.addWidget(head)
        grid = self._new_grid()
        if is_grid:
            self._column.addLayout(grid)
        return grid

    @staticmethod
    def _new_grid() -> QGridLayout:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        grid.setColumnMinimumWidth(0, 112)
        return grid

    def _fold_grid(self, fold: Fold) -> QGridLayout:
        grid = self._new_grid()
        grid.setContentsMargins(0, 0, 0, 0)
        fold.body.setLayout(grid)
        return grid

    def _field(self, grid: QGridLayout, name: str, editor: QWidget) -> None:
        row = grid.rowCount()
        if name:
            label = self._labels[name] = PlainLabel()
            label.setBuddy(editor)
            grid.addWidget(label, row, 0)
        grid.addWidget(editor, row, 1)

    def _error(self, name: str, grid: QGridLayout | None = None) -> None:
        label = self._errors[name] = ErrorLabel()
        if grid is None:
            self._column.addWidget(label)
        else:
            grid.addWidget(label, grid.rowCount(), 0, 1, 2)

    def _spin(self, least: int, most: int, value: int) -> UnitSpinBox:
        box = UnitSpinBox()
        box.setRange(least, most)
        box.setValue(value)
        box.setGroupSeparatorShown(most > 9999 and least > 0)
        box.valueChanged.connect(self._on_edited)
        return box

    def _real(self, least: float, most: float, value: float, places: int) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setRange(least, most)
        box.setDecimals(places)
        box.setSingleStep(10**-places * (10 if places == 3 else 50))
        box.setValue(value)
        box.valueChanged.connect(self._on_edited)
        return box

    def _place_rules(self) -> None:
        self._rules_place.addWidget(self.rules)
        self.rules.changed.connect(self._rules_changed)
        self.rules_fold.setVisible(not self.rules.is_empty)

    # --- players --------------------------------------------------------------------------------------------------

    def add(self, spec: AnySpec) -> None:
        """Add a player with the limit of the last player that has a limit, or ``DEFAULT_LIMIT`` if there is none.

        If the algorithm has the options ``TIES``, they are turned on.
        """
        last = next((row for row in reversed(self.rows) if not row.budget_box.isHidden()), None)
        self._insert(len(self.rows), spec.varied(TIES), last.budget_box.limit() if last is not None else DEFAULT_LIMIT)

    def _insert(self, index: int, spec: AnySpec, limit: PlayerLimit, unread: Contestant | None = None) -> PlayerRow:
        row = PlayerRow(spec, self._game.name, limit, self.widget(), unread)
        row.reading_asked.connect(lambda: self.plugin_asked.emit(row))
        row.changed.connect(self._on_edited)
        row.removed.connect(lambda: self.remove(row))
        self.rows.insert(index, row)
        self._players.insertWidget(index, row)
        self._on_edited()
        QTimer.singleShot(0, self, self._order_tabs)
        return row

    def _order_tabs(self) -> None:
        """Let Tab visit the players after the rules. Qt visits them last, because they are made last."""
        fields = [each for row in self.rows for each in made_fields_of(row)]
        set_tab_order([*made_fields_of(self.rules_fold)[-1:], *fields, self.add_button])

    def remove(self, row: PlayerRow) -> None:
        """Remove the player of ``row``. Do nothing if the row is not in the form."""
        if row in self.rows:
            self.rows.remove(row)
            self._players.removeWidget(row)
            row.hide()
            row.deleteLater()
            self._on_edited()

    def _engines_changed(self) -> None:
        for row in list(self.rows):
            if isinstance(row.spec, EngineSpec):
                known = self._engines.find(row.spec.name)
                if known is None:
                    self.remove(row)
                elif known.options != row.spec.options:
                    row.set_spec(known)
                else:
                    row.set_spec(known.with_parameters(row.spec.parameters))

    def _insert_engine(self, contestant: Contestant) -> None:
        """Add an external engine that took part in an earlier contest.

        If the engine is no longer configured, or its parameters in the contest are invalid, show an error instead.
        """
        known = self._engines.find(contestant.engine)
        if known is None:
            self._show_error("players", tr("no engine {name!r} is configured here", name=contestant.engine))
            return
        parameters = contestant.spec.removeprefix(contestant.engine).removeprefix(":")
        try:
            spec = known.with_parameters(parse_options(known.Parameters, parameters))
        except KyVienError as error:
            self._show_error("players", str(error))
            return
        self._insert(len(self.rows), spec, contestant.limit)

    def read_plugin(self, row: PlayerRow) -> None:
        """Run the plugin file of a player in a child process, to show the parameters of the plugin.

        Do nothing unless the player is from an earlier contest and the file has not been run.
        """
        if row.unread is not None:
            path = Path(row.unread.plugin).resolve()
            self._waiting.append((path, row))
            self._reader.start(path)

    def accept_plugins(self) -> None:
        """Accept the current plugin files of all players from an earlier contest (``PlayerRow.accept_plugin``)."""
        for row in self.rows:
            row.accept_plugin()

    def _plugin_read(self, spec: PluginSpec) -> None:
        """Show the parameters of a plugin of an earlier contest, after its file has been run.

        If the contest contains invalid parameters for the plugin, show an error instead.
        """
        waiting = next((each for each in self._waiting if each[0] == spec.path), None)
        if waiting is None:
            return
        self._waiting.remove(waiting)
        row = waiting[1]
        if row not in self.rows or row.unread is None:
            return
        try:
            parameters: Any = parse_options(spec.Parameters, row.unread.spec.partition(":")[2])
        except KyVienError as error:
            self._show_error("players", str(error))
            return
        row.set_spec(spec.with_parameters(parameters))
        if row.isVisible():
            row.open_parameters()

    # --- values ---------------------------------------------------------------------------------------------------

    @property
    def jobs(self) -> int:
        """The number of games to play in parallel."""
        return self.jobs_box.value()

    @property
    def form(self) -> Form:
        """The form of the contest, which determines the pairings."""
        return FORMS[self.form_box.currentIndex()]

    def contest(self) -> Contest | None:
        """Return the contest described by the form, or None if it is invalid. Errors are shown next to the fields."""
        self._clear_errors()
        self.notes.clear()
        game = self._game(self.rules.value())
        clock = next((row.clock for row in self.rows if row.clock is not None), None)
        contestants = labelled([row.contestant(clock) for row in self.rows], game.name)
        count = len(contestants)
        if self.form == "match" and count != 2:
            text = ngettext("A match needs two players; there is {count}.",
                            "A match needs two players; there are {count}.", count)  # fmt: skip
            self._show_error("players", text)
        elif count < (1 if self.form == "grid" else 2):
            self._show_error("players", tr("At least two players are needed."))
        for each in contestants:
            if each.plugin and not is_file(Path(each.plugin)):
                self._show_error("players", tr("{path} does not exist", path=each.plugin))
        for row in self.rows:
            if not row.spec.plays(game):
                name = foreign.name(tr(spec_title(row.spec)))
                self._show_error("players", tr("{name} does not support {game}", name=name, game=tr(game.title)))
        openings: Sequence[str] = ()
        if self.openings_box.currentIndex() == 1:
            openings = self._read_openings(game)
        elif self.openings_box.currentIndex() == 2:
            openings = self._kept
        sprt = None
        if self.sprt_box.isChecked() and self.form == "match":
            try:
                elo0, elo1, alpha, beta = (box.value() for box in (*self.elo_boxes, *self.risk_boxes))
                sprt = Sprt(elo0, elo1, alpha, beta, self.normalised_box.isChecked())
            except KyVienError as error:
                self.sprt_fold.open()
                self._show_error("sprt", str(error))
        if self.has_errors:
            return None
        win_score = self.score_box.value() if self.win_box.isChecked() else None
        ending = Adjudication(self.plies_box.value(), win_score, self.win_plies_box.value())
        try:
            contest = Contest(
                game.name, contestants, self.form, game.rules_text(), self.games_box.value(),
                self.swap_box.isChecked() and self.form != "grid", tuple(openings), self.random_box.value(),
                self.seed_box.value(), ending, sprt, MEMORIES[self.memory_box.currentIndex()],
            )  # fmt: skip
            contest.opening_moves(game, 0)
        except KyVienError as error:
            self._show_error("random", str(error))
            return None
        return contest

    def _read_openings(self, game: Game) -> Sequence[str]:
        text = self.openings_field.text().strip()
        if not text:
            self._show_error("openings", tr("Choose a file of records, or with one position a line."))
            return ()
        try:
            return read_openings(Path(text).expanduser(), game, self.notes.append)
        except KyVienError as error:
            self._show_error("openings", str(error))
        except (OSError, RuntimeError) as error:  # RuntimeError: home folder of an unknown user
            reason = reason_of(error) if isinstance(error, OSError) else str(error)
            self._show_error("openings", tr("{path} cannot be read: {reason}", path=text, reason=reason))
        return ()

    def show_contest(self, contest: Contest) -> None:
        """Show a contest in the form. Do nothing if the game of the contest is unknown.

        Plugin files are not run.

        Raises:
            KyVienError: if the rules or an algorithm of the contest are not available.
        """
        names = [each.name for each in self._classes]
        if contest.game not in names:
            return
        self.game_box.setCurrentIndex(names.index(contest.game))
        self.rules.set_value(contest.build_game().rules)
        self._waiting.clear()
        for row in list(self.rows):
            self.remove(row)
        for each in contest.contestants:
            if each.plugin:
                # The file is not run: showing a contest must not start a program.
                name = each.spec.partition(":")[0]
                row = self._insert(len(self.rows), PluginSpec(Path(each.plugin), name, name), each.limit, each)
                row.set_evaluation(each.evaluation)
            elif each.engine:
                self._insert_engine(each)
            else:
                row = self._insert(len(self.rows), Spec.parse(each.spec), each.limit)
                row.set_evaluation(each.evaluation)
        self.form_box.setCurrentIndex(FORMS.index(contest.form))
        self.games_box.setValue(contest.games)
        self.swap_box.setChecked(contest.swap or contest.form == "grid")
        self.random_box.setValue(contest.random_plies)
        # A seed of the command line can be out of the range of the field.
        self.seed_box.setValue(max(0, min(contest.seed, self.seed_box.maximum())))
        rules = contest.adjudication
        self.plies_box.setValue(rules.most_plies)
        self.win_box.setChecked(rules.win_score is not None)
        self.score_box.setValue(min(rules.win_score or self.score_box.value(), self.score_box.maximum()))
        self.win_plies_box.setValue(rules.win_plies)
        self.sprt_box.setChecked(contest.sprt is not None)
        if contest.sprt is not None:
            self.normalised_box.setChecked(contest.sprt.normalised)
            values = (contest.sprt.elo0, contest.sprt.elo1, contest.sprt.alpha, contest.sprt.beta)
            for box, value in zip((*self.elo_boxes, *self.risk_boxes), values, strict=True):
                box.setValue(value)
        self.memory_box.setCurrentIndex(MEMORIES.index(contest.memory))
        self._keep_openings(contest.openings)

    def _keep_openings(self, openings: tuple[str, ...]) -> None:
        """Offer the openings of an earlier contest as a choice, because their file may no longer exist."""
        self._kept = openings
        while self.openings_box.count() > 2:
            self.openings_box.removeItem(2)
        if openings:
            self.openings_box.addItem("")
        self.openings_box.setCurrentIndex(2 if openings else 0)
        self._name_openings()

    def _name_openings(self) -> None:
        kept = ngettext("{count} position", "{count} positions", len(self._kept))
        texts = (tr("Start position"), tr("Positions from a file"), kept)
        for index in range(self.openings_box.count()):
            self.openings_box.setItemText(index, texts[index])

    def show_game(self, game: Game) -> None:
        """Select the game and the rules of ``game``, if the form offers this game."""
        if type(game) in self._classes:
            self.game_box.setCurrentIndex(self._classes.index(type(game)))
            self.rules.set_value(game.rules)

    @property
    def has_errors(self) -> bool:
        """Whether an error message is shown next to a field."""
        return any(not label.isHidden() for label in self._errors.values())

    def error(self, name: str) -> str:
        """Return the error message of a field, or an empty string if the field has no error.

        Args:
            name: the field, which is ``players``, ``openings``, ``random`` or ``sprt``.
        """
        label = self._errors[name]
        return "" if label.isHidden() else label.text()

    def close_threads(self) -> None:
        """Stop the threads that read plugins, and block until they have ended.

        Call this method before the window closes.
        """
        self._reader.close()
        self.menu.close_reader()

    # --- changes --------------------------------------------------------------------------------------------------

    def _show_error(self, name: str, sentence: str) -> None:
        label = self._errors[name]
        label.show_error(sentence)
        self.ensureWidgetVisible(label)

    def _clear_errors(self) -> None:
        for label in self._errors.values():
            label.hide()

    def _on_edited(self, *_: object) -> None:
        self._clear_errors()
        self._show_total()
        self.changed.emit()

    def _game_chosen(self, index: int) -> None:
        self._game = self._classes[index]
        self._rules_place.removeWidget(self.rules)
        self.rules.hide()
        self.rules.deleteLater()
        self.rules = OptionForm(self._game.Rules)
        self._place_rules()
        for row in self.rows:
            row.set_game(self._game.name)
        self._keep_openings(())
        self.preset_box.set_game(self._game)
        self._rules_changed()
        self.retranslate()
        self._on_edited()

    def _own_rules_chosen(self) -> None:
        self.rules_fold.open()
        self._rules_changed()

    def _rules_changed(self) -> None:
        self.preset_box.show_rules(self.rules.value())
        self._on_edited()

    def _form_chosen(self, *_: Any) -> None:
        self.sprt_fold.setVisible(self.form == "match")
        self.swap_box.setVisible(self.form != "grid")
        self._openings_line.setVisible(self.openings_box.currentIndex() == 1)
        for box in (self.score_box, self.win_plies_box):
            box.setEnabled(self.win_box.isChecked())
        for field in (*self.elo_boxes, *self.risk_boxes, self.normalised_box):
            field.setEnabled(self.sprt_box.isChecked())
        self._on_edited()

    def _show_total(self) -> None:
        count = len(self.rows)
        pairings = {"match": 1, "round_robin": count * (count - 1) // 2, "gauntlet": count - 1, "grid": count * count}
        number = max(0, pairings[self.form])
        self.total_label.setVisible(self.form != "match")
        games = number * self.games_box.value()
        self.total_label.setText(
            f"{ngettext('{count} pairing', '{count} pairings', number)}, "
            f"{ngettext('{count} game', '{count} games', games, count=grouped(games))}"
        )

    def _ask_for_openings(self) -> None:
        dialog = file_dialog(self, tr("Positions to begin from"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.openings_field.setText)
        dialog.open()

    # --- Qt -------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Settings of the match"))
        for name, text in {
            "players": tr("Players"), "contest": tr("Contest"), "openings": tr("Openings"),
        }.items():  # fmt: skip
            self._heads[name].setText(text)
        for name, (text, help_text) in {
            "game": (tr("Board game"), ""),
            "preset": (tr("Preset"), ""),
            "form": (tr("Form"), tr("Pairings: in a gauntlet the first player plays all others; in a grid every "
                                    "player plays every player, itself included, with both colours")),
            "games": (tr("Games per pairing"), ""),
            "jobs": (tr("Parallel games"), tr("One game per processor core is fastest; for meaningful times play "
                                             "fewer in parallel")),
            "memory": (tr("Memory"), tr("How long an algorithm with memory keeps it. For one move, each move depends "
                                        "on its position alone")),
            "openings": (tr("Begin with"), ""),
            "random": (tr("Random moves"), tr("Random moves before each game, the same for both colours")),
            "seed": (tr("Seed"), tr("The same seed gives the same openings and the same random choices")),
            "plies": (tr("A draw after"), tr("A longer game is a draw")),
            "score": (tr("Score at least"), tr("In the unit of the evaluation; the opponent must see it too")),
            "win_plies": (tr("For moves"), tr("Number of consecutive moves")),
            "elo0": (tr("Elo of H0"), tr("No better than this: the null hypothesis")),
            "elo1": (tr("Elo of H1"), tr("At least this much better: the alternative")),
            "alpha": (tr("Risk α"), tr("Of accepting H1 when H0 holds")),
            "beta": (tr("Risk β"), tr("Of accepting H0 when H1 holds")),
        }.items():  # fmt: skip
            label = self._labels[name]
            label.setText(text)
            label.setToolTip(help_text)
            editor = label.buddy()
            editor.setAccessibleName(text)
            editor.setToolTip(help_text)
        for index, kind in enumerate(self._classes):
            self.game_box.setItemText(index, tr(kind.title))
        self.preset_box.retranslate()
        for index, text in enumerate((tr("Match (two players)"), tr("Round robin"), tr("Gauntlet"), tr("Grid"))):
            self.form_box.setItemText(index, text)
        for index, text in enumerate((tr("For one game"), tr("For one move"))):
            self.memory_box.setItemText(index, text)
        self._name_openings()
        self.rules_fold.head.setText(tr("Rules"))
        self.add_button.setText(tr("Add a player"))
        self.swap_box.setText(tr("Change sides after every game"))
        self.swap_box.setToolTip(tr("Each opening is then played twice"))
        self.openings_field.setPlaceholderText(tr("Records, or one position a line"))
        self.openings_field.setAccessibleName(tr("Positions to begin from"))
        self.openings_button.setToolTip(tr("Choose a file"))
        self.openings_button.setAccessibleName(tr("Choose a file"))
        for box in (self.random_box, self.plies_box):
            box.set_unit(Plural("ply", "plies"))
        self.win_plies_box.set_unit(Plural("move", "moves"))
        self.adjudication_fold.head.setText(tr("Adjudication"))
        self.win_box.setText(tr("Adjudicate a clear lead as a win"))
        self.sprt_fold.head.setText(tr("Sequential test (SPRT)"))
        self.sprt_box.setText(tr("Stop as soon as the test is decided"))
        self.normalised_box.setText(tr("Normalised Elo"))
        self.normalised_box.setToolTip(tr("Elo of H0 and H1 in units of the standard deviation of a game, times 347"))
        for row in self.rows:
            row.retranslate()
        self._show_total()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """After a layout request, adapt the minimum width of the form to its fields.

        The minimum width is at least ``WIDTH`` and at most ``MOST_WIDTH``.
        """
        page = self.widget()
        if event.type() == QEvent.Type.LayoutRequest and watched is page:
            bar = self.verticalScrollBar().sizeHint().width()
            self.setMinimumWidth(min(max(WIDTH, page.minimumSizeHint().width() + bar + 2), MOST_WIDTH))
        return super().eventFilter(watched, event)
