"""The main window, which creates and connects its parts."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QMainWindow, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from engine.analysis.query import Query
from engine.core.game import default_game
from engine.records.tree import Record
from engine.search.report import Report
from studio.analysis.choice import AnalysisChoice
from studio.analysis.engines import EngineList
from studio.analysis.panel import AnalysisPanel
from studio.analysis.session import AnalysisSession
from studio.analysis.terms import TermsPanel
from studio.board.calculator import CalculatorPanel
from studio.board.editor import SetupEditor
from studio.board.popup import MovePopup
from studio.dialogs.new_game import NewGame
from studio.document.change import Change
from studio.document.document import Document
from studio.document.moves import MovesPanel
from studio.look import notation, style
from studio.play.board_page import BoardPage
from studio.play.controller import PlayController
from studio.settings import Settings
from studio.widgets.dock import Dock
from studio.widgets.empty import EmptyState
from studio.widgets.notice import NoticeBar
from studio.widgets.retranslated import Retranslated
from studio.widgets.screen import fit_to_screen
from studio.window import availability
from studio.window.actions import Actions, KeyGuard
from studio.window.analysis_commands import AnalysisCommands
from studio.window.appearance import Appearance
from studio.window.bar import Bar
from studio.window.clipboard import Clipboard
from studio.window.commands import slots_of
from studio.window.editing import Editing
from studio.window.exporting import Exporting
from studio.window.filing import Filing
from studio.window.first_page import FirstPage
from studio.window.focus import BoardFocus
from studio.window.game_commands import GameCommands
from studio.window.layouts import ON_BOARD, WORKSPACES, Layouts
from studio.window.menus import CONTEXT, Menus
from studio.window.off_board import OffBoard
from studio.window.openers import Openers
from studio.window.record_commands import RecordCommands
from studio.window.status import Status
from studio.window.translation import LanguageSwitch

if TYPE_CHECKING:
    from studio.compare.workspace import CompareWorkspace
    from studio.contests.workspace import MatchWorkspace
    from studio.review.workspace import ReviewWorkspace
    from studio.tree.workspace import TreeWorkspace

SIZE = QSize(1280, 800)


class MainWindow(Retranslated, QMainWindow):
    """Window with one open record.

    Args:
        settings: the stored settings.
        switch: the object that changes the language of the application.
        parent: parent widget.

    Attributes:
        document: the open record.
        engines: the external engines that the user has configured.
        session: the session that runs searches.
        controller: the controller of the game in progress.
        pages: the stack of the pages of the workspaces and, after it has been shown once, the first page.
        page: the page with the board and the players.
        board: the board of the page.
        moves, analysis, calculator, terms: the panels in the docks of the same names.
        off_board: the workspaces that do not show the board.
        actions_table: the actions of all commands.
        notice: the notice bar.
        drop_mark: the frame around the window while a file or a text is dragged over it.
        focus: the object that returns the keyboard focus to the board.
        first_page: the object that shows and updates the first page.
        filing, exporting, clipboard, openers, game_commands, analysis_commands, record_commands, appearance, menus,
            layouts, editing: the objects with the commands for each subject.
    """

    def __init__(self, settings: Settings, switch: LanguageSwitch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self._ready = False
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)

        notation.choose(settings.notations, settings.looks)
        self.document = Document(default_game()(), self)
        self.engines = EngineList(settings, self)
        self.session = AnalysisSession(self, engines=self.engines)
        # Before the panels are created, so that they show the algorithms only once, and follow a change of the game
        # after the choice does.
        self.session.choice.restore(settings.choice("analyse"))
        self.document.changed.connect(self._choose_game)
        self.controller = PlayController(self.document, self.session, self)
        self.notice = NoticeBar()
        self.notice.lay_over(self)
        self.drop_mark = QFrame(self)
        self.drop_mark.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        style.set_look(self.drop_mark, role="drop")
        self.drop_mark.hide()
        self.filing = Filing(self.document, settings, self.notice, self)
        self._build_centre()
        self.layouts = Layouts(self, settings, self.document)
        self.page = BoardPage(self.document, self.controller, self.pages)
        self.board = self.page.board
        self.moves = MovesPanel(self.document, self.docks["moves"])
        self.move_popup = MovePopup(self.moves, self.document, self.board)
        self.calculator = CalculatorPanel(self.document, self.docks["calculator"])
        self.analysis = AnalysisPanel(self.document, self.session, self.docks["analysis"])
        self.terms = TermsPanel(self.document, self.analysis.choice, self.docks["terms"])
        self.off_board = OffBoard(self)
        self.pages.addWidget(self.page)
        self.filing.before_saving = self.moves.commit
        self.exporting = Exporting(self.document, self.filing, self.board, self.settings, self)
        self.analysis.title.hide()  # the dock has a title already

        self.actions_table = table = Actions(self, settings, slots_of(self))
        self.key_guard = KeyGuard(self)
        self.key_guard.watch(self)
        self.focus = BoardFocus(self, self.board)
        self._build_docks()
        self.analysis_commands = AnalysisCommands(self)
        self.record_commands = RecordCommands(self)
        self.appearance = Appearance(settings, switch, self.page, self.moves, table, self)
        self.clipboard = Clipboard(self)
        self.openers = Openers(self)
        self.game_commands = GameCommands(self)
        self.first_page = FirstPage(self)
        self._build_bar()
        self.menus = Menus(
            self.menuBar(), table, self.document, settings, self.filing, lambda: self.first_page.game, self
        )
        self.menus.add_panels([dock.toggleViewAction() for name, dock in self.docks.items() if name != "editor"])
        self.menus["reviewers*"].aboutToShow.connect(self.analysis_commands.fill_reviewers)
        self.status = Status(self)
        self._connect()
        self.follow_changes()
        fit_to_screen(self, SIZE)
        if not settings.geometry.isEmpty():
            self.restoreGeometry(settings.geometry)
        self.show_workspace(settings.workspace if settings.workspace in WORKSPACES else "play")
        self._ready = True
        self._refresh()

    # --- construction ---------------------------------------------------------------------------------------------

    def _build_centre(self) -> None:
        # Made before the pages: a widget that gets another parent is styled again with all widgets in it.
        centre = QWidget(self)
        self.pages = QStackedWidget(centre)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(centre)

    def _build_docks(self) -> None:
        editor_place = QWidget(self.docks["editor"])
        QVBoxLayout(editor_place).setContentsMargins(0, 0, 0, 0)
        panels: dict[str, QWidget] = {
            "moves": self.moves,
            "calculator": self.calculator,
            "analysis": self.analysis,
            "graph": EmptyState(self.docks["graph"]),
            "terms": self.terms,
            "editor": editor_place,
        }
        for name, panel in panels.items():
            self.docks[name].setWidget(panel)
        self.docks["moves"].set_head(self.moves.head)
        self.editing = Editing(self, editor_place, self.board, self.document, self.layouts, self.notice)
        for dock in self.docks.values():
            self.key_guard.watch(dock)
        for name in ("calculator", "terms"):
            self.docks[name].visibilityChanged.connect(partial(self._panel_shown, name))

    def _build_bar(self) -> None:
        acts = self.actions_table
        self.bar = Bar(acts, self.appearance.toggle_language, self.appearance.toggle_theme)
        self.addToolBar(self.bar)
        separator = QAction(self)
        separator.setSeparator(True)
        self.page.set_actions(
            [acts[name] for name in ("to_start", "back", "forward", "to_end")]
            + [separator]
            + [acts[name] for name in ("flip", "attacked", "calculator")],
            [acts[name] for name in ("take_back", "offer_draw", "resign", "pause_game")],
        )
        self.moves.set_menu([separator if name == "-" else acts[name] for name in CONTEXT])

    def _connect(self) -> None:
        document, controller = self.document, self.controller
        document.changed.connect(self._document_changed)
        # Until it is closed: what is not autosaved can be lost in every workspace.
        document.failed.connect(lambda text: self.notice.show_notice(text, is_error=True, stays=True))
        document.saved.connect(self._refresh)
        document.saved.connect(self.filing.remember)
        self.filing.tree_chosen.connect(self.open_tree)
        controller.changed.connect(self._refresh)
        self.first_page.shown.connect(self._refresh)
        self.page.trial_changed.connect(self._allow_actions)
        self.page.counting_changed.connect(self._allow_actions)
        self.editing.changed.connect(self._allow_actions)
        self.editing.ended.connect(self._editing_ended)
        self.notice.closed.connect(self.focus.take)
        self.bar.workspace_chosen.connect(self._tab_chosen)
        self.analysis.engines_asked.connect(self.openers.external_engines)
        self.board.cell_hovered.connect(self.calculator.hover)
        self.board.cell_clicked.connect(self.calculator.choose)
        self.calculator.move_chosen.connect(self._calculated)
        self.calculator.pointed.connect(self.page.point_at)
        self.moves.new_game_asked.connect(self.openers.new_game)
        self.analysis.show_hint(self.settings.show_line_hint)
        self.analysis.hint_closed.connect(lambda: setattr(self.settings, "show_line_hint", False))
        self.analysis.arrows_changed.connect(self.page.set_arrows)
        self.analysis.scored.connect(self.analysis_commands.show_score)
        self.analysis.line_chosen.connect(self.page.try_line)
        self.analysis.line_added.connect(self.record_commands.add_line)
        self.analysis.tree_asked.connect(self.show_tree)

    # --- workspaces -----------------------------------------------------------------------------------------------

    @property
    def docks(self) -> dict[str, Dock]:
        """The mapping from the names of the docks to the docks."""
        return self.layouts.docks

    @property
    def workspace(self) -> str:
        """The current workspace, one of ``WORKSPACES``, or an empty string while the first page is shown."""
        return self.layouts.workspace

    def show_workspace(self, name: str) -> None:
        """Show the workspace ``name``, one of ``WORKSPACES``, in its saved layout.

        A position being set up is discarded. Do nothing if the workspace is already shown.
        """
        if name == self.workspace:
            return
        self.moves.commit()
        self.set_editing(False)
        if self.workspace:
            # A message is about what the workspace shows.
            self.statusBar().clearMessage()
            self.notice.dismiss_error()
            self.layouts.keep()
        was_away, self.settings.workspace = self.first_page.is_shown or self.workspace not in ON_BOARD, name
        self.actions_table[f"workspace_{name}"].setChecked(True)
        self.actions_table.set_scope(name)
        self.bar.show_workspace(name)
        shown = self.page if name in ON_BOARD else self.off_board.workspace(name)
        # A hidden page must not need space, and the next one must not need any while the old docks are still shown.
        for page in (self.page, *self.off_board.created):
            page.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        if name not in ON_BOARD:
            self.layouts.hide_all()
        self.pages.setCurrentWidget(shown)
        self.layouts.restore(name)
        shown.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.bar.show()
        self.page.set_analysing(name == "analyse")
        if name == "analyse" and self.isVisible():
            self.analysis_commands.need_graph()
        self._refresh()
        if name not in ON_BOARD:
            # Else Qt moves the focus to the first field, which takes Space and the arrow keys.
            shown.setFocus(Qt.FocusReason.OtherFocusReason)
        elif was_away:
            self.focus.take()

    def reset_layout(self) -> None:
        """Reset the docks of all workspaces to their defaults."""
        self.set_editing(False)
        self.layouts.reset()

    def warm_up(self) -> None:
        """Create the parts of the workspace that need slow imports. Call this method after the first paint event."""
        if self.workspace == "analyse":
            self.analysis_commands.need_graph()

    def _tab_chosen(self, name: str) -> None:
        if self._ready:
            self.show_workspace(name)

    def _panel_shown(self, name: str, _: bool) -> None:
        self.actions_table[name].setChecked(not self.docks[name].isHidden())

    @property
    def compare(self) -> "CompareWorkspace":
        """The Compare workspace, which is created by the first access."""
        return self.off_board.compare

    @property
    def review(self) -> "ReviewWorkspace":
        """The Review workspace, which is created by the first access."""
        return self.off_board.review

    @property
    def tree(self) -> "TreeWorkspace":
        """The Tree workspace, which is created by the first access."""
        return self.off_board.tree

    @property
    def match(self) -> "MatchWorkspace":
        """The Match workspace, which is created by the first access."""
        return self.off_board.match

    @property
    def graph(self) -> Any:
        """The evaluation graph, or None until it is first needed."""
        return self.analysis_commands.graph

    # --- commands that concern several parts ----------------------------------------------------------------------

    def begin(self, chosen: NewGame) -> None:
        """Start the game chosen in the dialog. If this succeeds, show a workspace with the board."""
        if self.openers.begin(chosen) and self.workspace not in ON_BOARD:
            self.show_workspace("play")

    def show_record(self, record: Record) -> None:
        """Open ``record`` in the Analyse workspace."""
        self.filing.show_record(record)
        self.show_workspace("analyse")

    def show_node(self, node: int) -> None:
        """Show the position at a node of the record in the Analyse workspace."""
        self.document.go(node)
        self.show_workspace("analyse")

    def show_line(self, moves: list[int]) -> None:
        """Show the line ``moves`` from the position at the cursor in the Analyse workspace."""
        self.show_workspace("analyse")
        self.page.try_line(moves)

    def show_tree(self, query: Query, report: Report | None, node: int) -> None:
        """Show the tree of a search of the position at a node of the record in the Tree workspace."""
        self.show_workspace("tree")
        self.tree.show_query(query, report, self.document.tree.ply(node))

    def open_tree(self, path: Path) -> None:
        """Read a tree of a search from a file. It is shown when it has been read; the record does not change."""
        self.notice.dismiss_error()
        self.tree.open_file(path)

    def show_tree_file(self, path: Path) -> None:
        """Show the Tree workspace, which has read a file, and note the file as opened."""
        self.filing.note_opened(path)
        self.show_workspace("tree")

    def show_trees(self, first: Query, second: Query, node: int) -> None:
        """Show the trees of two searches of the position at a node of the record side by side."""
        self.show_workspace("tree")
        self.tree.show_pair(first, second, self.document.tree.ply(node))

    def set_counting(self, counting: bool) -> None:
        """Start or cancel the count of the score of the position at the cursor."""
        self.game_commands.set_counting(counting)
        self._allow_actions()

    def _calculated(self, move: int) -> None:
        self.page.end_trial()
        self.controller.play(move)

    # --- commands: the editor -------------------------------------------------------------------------------------

    @property
    def is_editing(self) -> bool:
        """Whether a position is being set up."""
        return self.editing.is_active

    @property
    def editor(self) -> SetupEditor | None:
        """The position editor, or None until it is first needed."""
        return self.editing.editor

    def set_editing(self, editing: bool) -> None:
        """Start to set up a position on the board if ``editing`` is true. Otherwise cancel the set-up, if any."""
        if editing == self.is_editing:
            return
        if not editing:
            self.editing.cancel()
            return
        if self.workspace not in ON_BOARD:
            self.show_workspace("play")
        self.page.end_trial()
        self.page.end_counting()
        self.controller.pause()
        self.analysis.stop()
        self.editing.begin()
        self._allow_actions()

    def _editing_ended(self) -> None:
        self.bar.show()
        self.page.show_position()
        self._allow_actions()

    # --- display --------------------------------------------------------------------------------------------------

    def report_fault(self, sentence: str) -> None:
        """Show an error message in the notice bar."""
        self.notice.show_notice(sentence, is_error=True)

    def _choices(self) -> dict[str, AnalysisChoice]:
        """Return a mapping from workspaces to their choices of algorithms, which are stored in the settings."""
        return {"analyse": self.session.choice, "compare": self.off_board.choice}

    def _refresh(self, *_: object) -> None:
        """Update the title, the displayed ply and the availability of the actions."""
        if not self._ready:
            return
        self.status.show_record()
        self._allow_actions()

    def _allow_actions(self, *_: object) -> None:
        if not self._ready:
            return
        editor = self.editor if self.is_editing else None
        now = availability.Situation(self.document, self.controller, self.page, self.workspace, editor)
        availability.apply(self.actions_table, now)
        self.page.players.placeless.setEnabled(now.is_free)

    def _choose_game(self, _: Change) -> None:
        """Switch to the algorithms that are chosen for the game of the record."""
        for choice in self._choices().values():
            choice.show_game(self.document.game)

    def _document_changed(self, change: Change) -> None:
        if change.record:
            self._record_replaced()
        self._refresh()

    def _record_replaced(self) -> None:
        self.filing.remember()
        self.editing.cancel()
        self.page.end_counting()
        self.page.bar.show_score(None)
        self.layouts.fit_calculator()
        self.layouts.fit()
        self.off_board.show_game(self.document.game)
        if self.first_page.is_shown:
            self.show_workspace(self.settings.workspace if self.settings.workspace in ON_BOARD else "play")
        elif self.workspace == "match" and not self.filing.is_restoring:
            # The only workspace that shows nothing of the open record.
            self.show_workspace("play")
        # The messages shown are about the previous record.
        self.statusBar().clearMessage()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.actions_table.retranslate()
        self.menus.retranslate()
        self.layouts.retranslate()
        self.bar.retranslate()
        self.appearance.retranslate()
        self.analysis_commands.retranslate()
        self.status.retranslate()
        self.first_page.refresh()
        self._refresh()

    # --- Qt -------------------------------------------------------------------------------------------------------

    def restyle(self) -> None:
        """Update the icons and the texts for the theme in use."""
        self.retranslate()

    def showEvent(self, event: QShowEvent) -> None:
        """Resize the docks, unless the user has moved or resized them."""
        super().showEvent(event)
        self.layouts.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Resize the docks, unless the user has moved or resized them."""
        super().resizeEvent(event)
        self.layouts.fit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a drag of local files or text."""
        if any(url.isLocalFile() for url in event.mimeData().urls()) or event.mimeData().hasText():
            event.acceptProposedAction()
            self.drop_mark.setGeometry(self.rect())
            self.drop_mark.raise_()
            self.drop_mark.show()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """Hide the mark of a drag."""
        self.drop_mark.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the first of the dropped files, or handle dropped text like pasted text."""
        event.acceptProposedAction()
        self.drop_mark.hide()
        self.clipboard.drop(event.mimeData())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Store the settings and the session, and stop all games, searches and threads, without confirmation."""
        self.openers.close_guide()
        self.set_editing(False)
        self.page.end_counting()
        self.page.counting.close()
        self.controller.abandon()
        self.settings.geometry = self.saveGeometry()
        for name, choice in self._choices().items():
            self.settings.set_choice(name, choice.to_text())
        self.layouts.keep()
        self.filing.end_session()
        self.exporting.cancel()
        if self.graph is not None:
            self.graph.cancel()
        self.analysis.stop()
        self.analysis.close_threads()
        self.off_board.close_threads()
        self.session.close()
        self.notice.dismiss()
        super().closeEvent(event)
