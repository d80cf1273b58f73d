"""The Match workspace, in which contests of algorithms are created, played, resumed and exported."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QDate, QLocale, QSize, Qt
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMenu,
    QProgressBar,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.asking.plugin import file_digest
from engine.contests.contest import Contest
from engine.contests.result import GameResult
from engine.contests.runner import record_of
from engine.contests.standings import Standings
from engine.core.errors import KyVienError
from engine.core.files import FileError, reason_of, write_text
from engine.core.game import Game, default_game, find_game
from engine.core.language import language, ngettext, tr
from engine.records.tree import Record
from studio.analysis import figures
from studio.analysis.engines import EngineList
from studio.analysis.workspaces import Host
from studio.contests import journals
from studio.contests.form import ContestForm
from studio.contests.journals import Decision, Kept, kept_contests
from studio.contests.naming import contest_title, record_names
from studio.contests.player_row import PlayerRow
from studio.contests.plugins import changed_plugins, with_present_plugins
from studio.contests.results import ContestResults
from studio.contests.runner import ContestRunner, RecordExport
from studio.look import foreign, icons, palette, style
from studio.widgets.elided import ElidedLabel
from studio.widgets.empty import EmptyState
from studio.widgets.error_label import ErrorLabel
from studio.widgets.file_dialog import ask_target
from studio.widgets.fitted import Fitted
from studio.widgets.notice import NoticeBar
from studio.widgets.presented import Presented
from studio.widgets.retranslated import Retranslated
from studio.widgets.workspace import Workspace

MOST_EARLIER = 20
"""Maximum number of contests in the menu of earlier contests."""
ROOMY = 1500
"""Minimum width in px of a workspace in which the form remains visible next to the tables of a contest."""
RESULTS_WIDTH = 560
"""Minimum width in px of the results next to the form. With less room, only the form or the results are shown."""
TABLE_KINDS = ("text", "csv", "html", "latex")
_ENDINGS = {"text": "txt", "csv": "csv", "html": "html", "latex": "tex"}


class MatchWorkspace(Fitted, Retranslated, Workspace):
    """Workspace for matches and tournaments.

    Args:
        game: the game that the form shows initially, or None for the default game.
        parent: parent widget.
        engines: the external engines that can take part, or None if there are none.

    Attributes:
        contest: the contest shown, or None.
        path: the path of the contest's journal, or None.
        form: the form that describes a contest.
        runner: the object that plays the contest.
        results: the widget with the results of the contest.
    """

    def __init__(
        self, game: Game | None = None, parent: QWidget | None = None, engines: EngineList | None = None
    ) -> None:
        super().__init__(parent)
        self._engines = engines or EngineList(parent=self)
        self.contest: Contest | None = None
        self.path: Path | None = None
        self._decision: Decision = ""
        self._offered: Kept | None = None
        self._has_earlier = False
        self._looked = False
        self._is_narrow = False
        self._began = 0.0
        self._before = 0
        self.runner = ContestRunner(self, self._engines)
        self.export_runner = RecordExport(self)
        self._build(game or default_game()())
        self.runner.loaded.connect(self._set_results)
        self.runner.played.connect(self._played)
        self.runner.changed.connect(self._show_state)
        self.runner.failed.connect(self._show_error)
        self.runner.noticed.connect(self._show_error)
        self.runner.ended.connect(self._ended)
        self.export_runner.done.connect(lambda path: self.succeeded.emit(tr("Saved: {path}", path=path.name)))
        self.export_runner.failed.connect(self._show_error)
        self.export_runner.noticed.connect(self._show_error)
        self.follow_changes()

    # --- construction ---------------------------------------------------------------------------------------------

    def _build(self, game: Game) -> None:
        # Parents are made first: a widget that gets another parent is styled again with all widgets in it.
        self.question = NoticeBar(self)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.form = ContestForm(game, self._splitter, self._engines)
        self.form.engines_asked.connect(self.engines_asked)
        self.form.plugin_asked.connect(self._edit_plugin)
        self.form.changed.connect(self.question.dismiss)
        self.status = ElidedLabel()
        style.set_look(self.status, role="caption")
        self.earlier_button, self.export_button, self.form_button = QToolButton(), QToolButton(), QToolButton()
        for button, icon in (
            (self.earlier_button, "clock"), (self.export_button, "export"), (self.form_button, "settings"),
        ):  # fmt: skip
            button.setIcon(icons.icon(icon))
            button.setIconSize(QSize(16, 16))
        self.form_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.form_button.setCheckable(True)
        self.form_button.setChecked(True)
        self.form_button.toggled.connect(self._show_form)
        self.earlier_menu = QMenu(self)
        self.earlier_menu.aboutToShow.connect(self._fill_earlier)
        self.earlier_button.setMenu(self.earlier_menu)
        self.export_menu = QMenu(self)
        self._export_actions: dict[str, QAction] = {}
        self._add_export("records", self.ask_records)
        self.export_menu.addSeparator()
        for kind in TABLE_KINDS:
            self._add_export(kind, partial(self._ask_table, kind))
        self.export_menu.addSeparator()
        for kind in TABLE_KINDS:
            self._add_export(f"copy {kind}", partial(self.copy, kind))
        self.export_button.setMenu(self.export_menu)
        for button in (self.earlier_button, self.export_button):
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.pause_button, self.stop_button = QPushButton(), QPushButton()
        self.new_button, self.start_button = QPushButton(), QPushButton()
        style.set_look(self.start_button, kind="primary")
        self.pause_button.clicked.connect(self.pause_or_resume)
        self.stop_button.clicked.connect(self.stop)
        self.start_button.clicked.connect(self.toggle)
        self.new_button.clicked.connect(self.start)
        head = self.header = self._head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.status, 1)
        for widget in (self.form_button, self.earlier_button, self.export_button, self.pause_button, self.stop_button,
                       self.new_button, self.start_button):  # fmt: skip
            head.addWidget(widget)
        self.progress = QProgressBar()
        self.error = ErrorLabel()
        self.pages = QStackedWidget(self._splitter)
        self.results = ContestResults(self.pages)
        self.results.game_chosen.connect(self._game_chosen)
        self.empty = EmptyState(self.pages)
        self.empty.pressed.connect(self._empty_pressed)
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self.results)
        self._splitter.addWidget(self.form)
        self._splitter.addWidget(self.pages)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setStretchFactor(0, 0)
        self._splitter.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, style.HEADER_MARGIN, style.PADDING, style.PADDING)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self.progress)
        layout.addWidget(self.error)
        layout.addWidget(self.question)
        layout.addWidget(self._splitter, 1)

    def _add_export(self, name: str, act: Callable[[], object]) -> None:
        action = QAction(self.export_menu)
        action.triggered.connect(lambda _=False: act())
        self.export_menu.addAction(action)
        self._export_actions[name] = action

    # --- called by the window -------------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        """Whether a contest is being played or is paused."""
        return self.runner.is_running

    def show_game(self, game: Game) -> None:
        """Show ``game`` in the form, unless a contest is running or shown."""
        if self.contest is None and not self.is_running:
            self.form.show_game(game)

    def presented(self) -> Presented:
        return Presented(controls=(self.form,), answers=(self.results.summary,))

    def toggle(self) -> None:
        """Start, pause or resume the contest. The shortcut of this command is Space."""
        if self.is_running:
            self.pause_or_resume()
        elif self.is_unfinished:
            self.go_on()
        else:
            self.start()

    def run(self) -> None:
        """Start the contest described by the form."""
        self.start()

    def start(self) -> None:
        """Start the contest described by the form. Errors are shown next to the fields of the form."""
        contest = self.form.contest()
        if contest is None:
            self._show_form(True)
            return
        if self._refuse_or_ask(contest, self._start_with_present_plugins):
            return
        try:
            path = journals.new_path()
        except OSError as error:
            name, reason = journals.contest_folder().name, reason_of(error)
            self._show_error(tr("{path} could not be written: {reason}", path=name, reason=reason))
            return
        journals.prune()
        self._play(contest, path)
        for note in self.form.notes:
            self._show_error(note)

    def _refuse_or_ask(self, contest: Contest, act: Callable[[], object]) -> bool:
        """Return whether the contest must not be played yet, because of its plugin files.

        If a file is missing, show an error. If a file has changed or its version is unknown, show a question, and call
        ``act`` if the user agrees.
        """
        self.question.dismiss()
        for each in contest.contestants:
            if each.plugin and not file_digest(Path(each.plugin)):
                self._show_error(tr("{path} does not exist", path=each.plugin))
                return True
        files = changed_plugins(contest)
        if not files:
            return False
        self._show_question(files, act)
        return True

    def _show_question(self, files: Sequence[Path], act: Callable[[], object]) -> None:
        names = "\n".join(map(str, files))
        sentence = tr(
            "This contest runs a Python file that has changed since it began, or whose version is not known. "
            "It can do anything that you can do on this computer:"
        )
        self.question.show_notice(f"{sentence}\n{names}", [(tr("Run it"), act), (tr("Cancel"), lambda: None)])

    def _edit_plugin(self, row: PlayerRow) -> None:
        player = row.unread
        if player is None:
            return
        self.question.dismiss()
        path = Path(player.plugin)
        if player.plugin_digest and file_digest(path) == player.plugin_digest:
            self.form.read_plugin(row)
        else:
            self._show_question([path], lambda: self.form.read_plugin(row))

    def _start_with_present_plugins(self) -> None:
        self.form.accept_plugins()
        self.start()

    def go_on(self) -> None:
        """Resume the contest shown. Finished games are kept, and the remaining games are played.

        Do nothing if no contest is shown, or if a contest is running.
        """
        if self.contest is None or self.path is None or self.is_running:
            return
        if not self._refuse_or_ask(self.contest, self._go_on_with_present_plugins):
            self._play(self.contest, self.path)

    def _go_on_with_present_plugins(self) -> None:
        if self.contest is not None and not self.is_running:
            self.contest = with_present_plugins(self.contest)
            self.go_on()

    def open_contest(self, kept: Kept, *, play: bool = False) -> None:
        """Show an earlier contest, and resume it if ``play`` is true.

        Raises:
            KyVienError: if the rules or an algorithm of the contest are not available.
        """
        self.form.show_contest(kept.contest)
        if not play:
            self._play(kept.contest, kept.path, only_read=True)
        elif not self._refuse_or_ask(
            kept.contest,
            lambda: self.open_contest(replace(kept, contest=with_present_plugins(kept.contest)), play=True),
        ):
            self._play(kept.contest, kept.path)

    def pause_or_resume(self) -> None:
        """Pause or resume the contest. While it is paused, no further games are started."""
        if self.runner.is_paused:
            self._began, self._before = time.monotonic(), self._count
            self.runner.resume()
        else:
            self.runner.pause()

    def stop(self) -> None:
        """Stop the contest. Its results are kept, and it can be resumed. The shortcut of this command is Esc."""
        self.runner.stop()

    def copy(self, kind: str = "text") -> bool:
        """Copy the crosstable to the clipboard, and return whether a contest is shown.

        Args:
            kind: the format, as for ``table_text``.
        """
        if self.standings is None:
            return False
        QApplication.clipboard().setText(self.table_text(kind))
        self.succeeded.emit(tr("The table is on the clipboard."))
        return True

    def table_text(self, kind: str) -> str:
        """Return the crosstable of the contest shown, which must exist.

        Args:
            kind: the format, which is ``text``, ``csv``, ``html`` or ``latex``.
        """
        assert self.standings is not None
        self.standings.names = record_names(self.standings.contest)
        if kind == "html":
            return self.standings.to_html(self._heading())
        return {"text": self.standings.to_text, "csv": self.standings.to_csv, "latex": self.standings.to_latex}[kind]()

    def export_table(self, path: Path, kind: str) -> None:
        """Write the crosstable of the contest shown, which must exist, to a file.

        Args:
            path: the file.
            kind: the format, as for ``table_text``.

        Raises:
            FileError: if the file cannot be written.
        """
        # The byte order mark makes spreadsheets decode Vietnamese correctly.
        write_text(path, ("\ufeff" if kind == "csv" else "") + self.table_text(kind))

    def export_records(self, path: Path) -> None:
        """Start to write a file with the records of all games that have ended.

        ``message_requested`` or ``failed`` is emitted when the file is complete or cannot be written. Do nothing if no
        contest is shown.
        """
        if self.path is not None and self.contest is not None:
            self.export_runner.start(self.path, path, record_names(self.contest))

    def close_threads(self) -> None:
        """Stop the contest, the exports and the plugin readers, and block until their threads have ended.

        Call this method before the window closes.
        """
        self.runner.close()
        self.export_runner.close()
        self.form.close_threads()

    @property
    def standings(self) -> Standings | None:
        """The standings of the contest shown, or None if no contest is shown."""
        return self.results.standings

    @property
    def is_unfinished(self) -> bool:
        """Whether the contest shown is not running and has games left to play."""
        return self.contest is not None and not self.is_running and not self._is_over

    # --- playing --------------------------------------------------------------------------------------------------

    @property
    def _count(self) -> int:
        return self.standings.done if self.standings is not None else 0

    @property
    def _is_over(self) -> bool:
        if self.contest is None or self.standings is None:
            return False
        if self.standings.done >= self.contest.total:
            return True
        return self.standings.verdict != "continue" or self._decision != ""

    def _play(self, contest: Contest, path: Path, *, only_read: bool = False) -> None:
        self.error.hide()
        self.question.dismiss()
        self.contest, self.path = contest, path
        self._decision = journals.decision_of(path)
        self._offered = None
        self._set_results(Standings(contest), [])
        self.pages.setCurrentIndex(1)
        if self.width() < ROOMY:
            self._show_form(False)
        self.runner.start(contest, path, self.form.jobs, only_read=only_read)

    def _set_results(self, standings: Standings, results: list[GameResult]) -> None:
        self.results.set_results(standings, results, self._decision)
        self._began, self._before = time.monotonic(), len(results)
        self._show_state()

    def _played(self, results: list[GameResult]) -> None:
        self.results.add(results)
        self._show_state()

    def _ended(self, ending: str) -> None:
        self._show_state()

    def _empty_pressed(self) -> None:
        if self._offered is not None:
            self.open_contest(self._offered, play=True)

    # --- earlier contests -----------------------------------------------------------------------------------------

    def look_for_unfinished(self) -> None:
        """Show the latest contest in the form, and offer to resume it if it has games left to play.

        Do nothing if a contest is running, or if the results of a contest are shown.
        """
        if self.contest is not None or self.is_running:
            return
        kept = kept_contests()
        if kept:
            self.form.show_contest(kept[0].contest)
        self._offered = kept[0] if kept and not kept[0].is_over else None
        self._has_earlier = bool(kept)
        self._show_empty()
        if self._offered is not None and self._is_narrow:
            self._show_form(False)

    def _fill_earlier(self) -> None:
        self.earlier_menu.clear()
        kept = kept_contests()[:MOST_EARLIER]
        locale = QLocale("en_GB" if language() == "en" else language())
        for each in kept:
            when = time.localtime(each.changed)
            day = locale.toString(QDate(when.tm_year, when.tm_mon, when.tm_mday), QLocale.FormatType.ShortFormat)
            text = tr(
                "{day} {time}   {names}   {played} of {total}", day=day, time=time.strftime("%H:%M", when),
                names=contest_title(each.contest), played=each.played, total=each.contest.total,
            )  # fmt: skip
            action = self.earlier_menu.addAction(foreign.one_line(text).replace("&", "&&"))
            action.setEnabled(not self.is_running)
            action.triggered.connect(lambda _=False, each=each: self.open_contest(each))
        if not kept:
            self.earlier_menu.addAction(tr("Nothing played yet")).setEnabled(False)

    # --- records and export -------------------------------------------------------------------------------------------

    def _game_chosen(self, result: GameResult) -> None:
        assert self.contest is not None
        if result.is_failed:
            self._show_error(
                tr("Game {number} failed and has no moves: {reason}", number=result.index + 1, reason=result.fault)
            )
            return
        try:
            record: Record = record_of(self.contest, result, names=record_names(self.contest))
        except KyVienError as error:
            self._show_error(str(error))
            return
        self.record_chosen.emit(record)

    def _heading(self) -> str:
        assert self.contest is not None
        game = tr(find_game(self.contest.game).title)
        return f"{game}: {contest_title(self.contest)}"

    def ask_records(self) -> None:
        """Show a file dialog, and write the games of the contest to the chosen file."""
        ask_target(self, tr("Save the games"), tr("match"), [("PGN", "pgn")], self.export_records)

    def _ask_table(self, kind: str) -> None:
        ending = _ENDINGS[kind]
        kinds, write = [(ending.upper(), ending)], partial(self._export_table, kind)
        ask_target(self, tr("Export the table"), tr("match"), kinds, write)

    def _export_table(self, kind: str, path: Path) -> None:
        try:
            self.export_table(path, kind)
        except FileError as error:
            self._show_error(str(error))
        else:
            self.succeeded.emit(tr("Saved: {path}", path=path.name))

    # --- display --------------------------------------------------------------------------------------------------

    def _show_form(self, shown: bool) -> None:
        self.form.setVisible(shown)
        self.pages.setVisible(not (shown and self._is_narrow))
        self.results.set_indented(shown)
        self.form_button.setChecked(shown)

    def _fit(self) -> None:
        """Decide whether there is room for the form next to the results. If there is not, only one of them is shown."""
        is_narrow = self.width() < self.form.minimumWidth() + RESULTS_WIDTH
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            # An offer to resume a contest must not be hidden by the form.
            is_offering = is_narrow and self._offered is not None and self.contest is None
            self._show_form(self.form_button.isChecked() and not is_offering)

    def _show_error(self, sentence: str) -> None:
        self.error.show_error(sentence)
        self.failed.emit(sentence)

    def _show_state(self) -> None:
        running, count = self.is_running, self._count
        paused, stopping = self.runner.is_paused, self.runner.is_stopping
        unfinished = self.is_unfinished
        self.form.setEnabled(not running)
        self.earlier_button.setEnabled(not running)
        self.pause_button.setVisible(running)
        self.pause_button.setEnabled(not stopping)
        self.pause_button.setText(tr("Resume") if paused else tr("Pause"))
        self.pause_button.setIcon(icons.icon("play" if paused else "pause"))
        self.stop_button.setVisible(running)
        self.stop_button.setEnabled(not stopping)
        self.start_button.setVisible(not running)
        # The button on the right offers the most likely action.
        self.new_button.setVisible(unfinished)
        self.start_button.setText(tr("Go on") if unfinished else tr("Start"))
        self.start_button.setIcon(icons.icon("play", palette.current().on_accent))
        for action in self._export_actions.values():
            action.setEnabled(count > 0)
        self.export_button.setEnabled(count > 0)
        total = self.contest.total if self.contest is not None else 0
        self.progress.setVisible(self.contest is not None)
        self.progress.setRange(0, max(1, total))
        self.progress.setValue(count)
        self.status.set_whole(self._status_text(count, total))
        self._show_empty()

    def _status_text(self, count: int, total: int) -> str:
        if self.contest is None:
            return ""
        words = [ngettext("{done} of {count} game", "{done} of {count} games", total, done=figures.grouped(count),
                          count=figures.grouped(total))]  # fmt: skip
        played, spent = count - self._before, time.monotonic() - self._began
        if self.runner.is_stopping:
            words.append(tr("stopping"))
        elif self.runner.is_paused:
            words.append(tr("paused"))
        elif self.is_running and played > 0 and spent > 1:
            words.append(tr("{rate} games per second", rate=figures.decimals(played / spent, 1)))
            words.append(tr("{time} left", time=figures.duration((total - count) * spent / played)))
        elif not self.is_running:
            words.append(
                tr("finished") if count >= total else tr("the test is decided") if self._is_over else tr("stopped")
            )
        return "  ·  ".join(words)

    def _show_empty(self) -> None:
        if self._offered is not None:
            contest = self._offered.contest
            self.empty.set_texts(
                ngettext("A contest was interrupted after {played} of {count} game: {names}.",
                         "A contest was interrupted after {played} of {count} games: {names}.",
                         contest.total, played=self._offered.played, names=contest_title(contest)),
                tr("Go on with it"),
            )  # fmt: skip
        else:
            self.empty.set_texts(
                tr("Choose players and let them play many games against each other. The clock opens earlier contests.")
                if self._has_earlier
                else tr(
                    "No contest has been played yet. Choose players and let them play many games against each other."
                )
            )

    # --- Qt -------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        for button, text in (
            (self.form_button, tr("Show or hide the settings of the contest")),
            (self.earlier_button, tr("Earlier contests")),
            (self.export_button, tr("Export games and table")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)
        self.form_button.setText(tr("Settings"))
        self.start_button.setToolTip(tr("Space starts, pauses and goes on; Esc stops"))
        self.stop_button.setText(tr("Stop"))
        self.stop_button.setIcon(icons.icon("stop"))
        self.new_button.setText(tr("Start anew"))
        self.new_button.setToolTip(
            tr("Play what the form says, from the first game; this contest stays among the earlier ones")
        )
        self._export_actions["records"].setText(tr("Games as PGN…"))
        kinds = {"text": tr("text"), "csv": "CSV", "html": "HTML", "latex": "LaTeX"}
        for kind, name in kinds.items():
            self._export_actions[kind].setText(tr("Table as {kind}…", kind=name))
            self._export_actions[f"copy {kind}"].setText(tr("Copy the table as {kind}", kind=name))
        self.progress.setAccessibleName(tr("Progress of the contest"))
        self._show_state()

    def restyle(self) -> None:
        """Update the icons of the buttons for the theme in use."""
        self._show_state()

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size in which either the form or the results fit, and not both."""
        parts = (self.form.minimumWidth(), self.pages.minimumSizeHint().width(), self._head.minimumSize().width())
        return QSize(max(parts) + 2 * style.PADDING, super().minimumSizeHint().height())

    def showEvent(self, event: QShowEvent) -> None:
        """Look for an unfinished contest when the workspace is shown for the first time."""
        super().showEvent(event)
        if not self._looked:
            self._looked = True
            self.look_for_unfinished()


def make_page(host: Host) -> MatchWorkspace:
    """Return the page of the Match workspace, whose form shows the game of the record."""
    return MatchWorkspace(host.document.game, host.pages, host.engines)
