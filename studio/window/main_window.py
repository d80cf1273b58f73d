"""The main window, which creates and connects its parts."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDragLeaveEvent, QDropEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QFrame,
    QMainWindow,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.game import default_game
from engine.records.tree import Record
from engine.search.query import Query
from engine.search.report import Report
from studio.analysis.engines import EngineList
from studio.analysis.panel import AnalysisPanel
from studio.analysis.session import AnalysisSession
from studio.analysis.terms import TermsPanel
from studio.analysis.workspaces import ANALYSE, Host
from studio.board.calculator import CalculatorPanel
from studio.board.editor import SetupEditor
from studio.board.popup import MovePopup
from studio.document.change import Change
from studio.document.document import Document
from studio.document.moves import MovesPanel
from studio.look import notation, style
from studio.play.board_page import BoardPage
from studio.play.controller import PlayController
from studio.settings import Settings
from studio.widgets.command import EDIT, FILE, WINDOW, Aspect, Command, Condition, Declared
from studio.widgets.dock import Dock
from studio.widgets.empty import EmptyState
from studio.widgets.notice import NoticeBar
from studio.widgets.retranslated import Retranslated
from studio.widgets.screen import fit_to_screen
from studio.widgets.workspace import Workspace
from studio.window.actions import Actions, KeyGuard
from studio.window.analysis_commands import AnalysisCommands
from studio.window.appearance import Appearance
from studio.window.bar import Bar
from studio.window.clipboard import Clipboard
from studio.window.editing import Editing
from studio.window.experiments import Experiments
from studio.window.exporting import Exporting
from studio.window.filing import Filing
from studio.window.first_page import FirstPage
from studio.window.focus import BoardFocus
from studio.window.game_commands import GameCommands
from studio.window.layouts import ON_BOARD, WORKSPACES, Layouts
from studio.window.menus import Menus, in_order
from studio.window.openers import Openers
from studio.window.page_area import PageArea
from studio.window.presentation import Presentation
from studio.window.record_commands import CONTEXT, RecordCommands
from studio.window.side_panel import SidePanel
from studio.window.status import Status
from studio.window.translation import LanguageSwitch
from studio.window.views import MoreButton, ViewControl, ViewsBar
from studio.window.workspaces import ENTRIES, TABS, Workspaces, tab_of

if TYPE_CHECKING:
    from studio.compare.workspace import CompareWorkspace
    from studio.contests.workspace import MatchWorkspace
    from studio.learn.workspace import LearnWorkspace
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
        views: the bar with the header of the views of the board.
        moves, analysis, calculator, terms: the panels in the docks of the same names.
        workspaces: the pages of the workspaces that do not show the board.
        actions_table: the actions of all commands.
        notice: the notice bar.
        drop_mark: the frame around the window while a file or a text is dragged over it.
        side: the place of the help at the right edge.
        focus: the object that returns the keyboard focus to the board.
        first_page: the object that shows and updates the first page.
        experiments: the object that shows the experiments of the lessons.
        presentation: the presentation of the view shown.
        filing, exporting, clipboard, openers, game_commands, analysis_commands, record_commands, appearance, menus,
            layouts, editing: the objects with the commands for each subject.
    """

    def __init__(self, settings: Settings, switch: LanguageSwitch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self._ready = False
        self._controls: dict[QWidget, ViewControl] = {}
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
        self.document.changed.connect(lambda _: self.session.choice.show_game(self.document.game))
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
        self.host = Host(
            self.document, self.session, self.engines, settings, self.notice, self.statusBar(), self.pages,
            self.page.shared, lambda: self.layouts.workspace, self.show_workspace,
        )  # fmt: skip
        self.workspaces = Workspaces(self.host, self._connect_workspace)
        self._build_panels()
        self._build_commands(switch)
        self._build_bar()
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
        self.pages = QStackedWidget()
        self._area = PageArea(self.pages)
        self.setCentralWidget(self._area)
        self.page = BoardPage(self.document, self.controller, self.pages)
        self.board = self.page.board
        self.pages.addWidget(self.page)

    def _build_panels(self) -> None:
        self.moves = MovesPanel(self.document, self.docks["moves"])
        self.move_popup = MovePopup(self.moves, self.document, self.board)
        self.calculator = CalculatorPanel(self.document, self.docks["calculator"])
        self.analysis = AnalysisPanel(self.document, self.session, self.docks["analysis"])
        self.analysis.title.hide()  # the dock has a title already
        self.terms = TermsPanel(self.document, self.analysis.choice, self.docks["terms"])
        self.filing.before_saving = self.moves.commit
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
        self.key_guard = KeyGuard(self)
        for each in (self, *self.docks.values()):
            self.key_guard.watch(each)
        self.focus = BoardFocus(self, self.board)

    def _build_commands(self, switch: LanguageSwitch) -> None:
        host, document, settings, page, layouts = self.host, self.document, self.settings, self.page, self.layouts
        self.actions_table = table = Actions(self, settings)
        self.exporting = Exporting(document, self.filing, self.board, settings, self)
        self.record_commands = RecordCommands(document, page, self.moves, self.editing, layouts)
        self.clipboard = Clipboard(host, self.controller, self.filing, self.board, layouts, self.workspaces)
        self.appearance = Appearance(document, settings, switch, page, self.moves, self.notice, self)
        self.game_commands = GameCommands(
            host, self.controller, page, self.filing, self.record_commands, layouts, self
        )  # fmt: skip
        self.analysis_commands = AnalysisCommands(
            host, self.controller, self.analysis, page, self.moves, self.editing, layouts, self.filing,
            self.workspaces, self,
        )  # fmt: skip
        self.openers = Openers(
            self, host, self.controller, page, self.filing, layouts, table, self.workspaces, lambda: self.side
        )
        self.experiments = Experiments(host, self.workspaces, self.filing, self.openers.learn)
        self.first_page = FirstPage(
            host, layouts, self.filing, self.editing, self.openers, self.workspaces, table, self
        )
        self.presentation = Presentation(
            self, host, layouts, table, self.openers, lambda: ((self.bar, self.views), self.side),
            lambda: self.workspaces.shown,
        )  # fmt: skip
        declared = in_order([
            *self.openers.commands(self.first_page),
            *self.filing.commands(),
            *self.exporting.commands(),
            *self.record_commands.commands(),
            *self.clipboard.commands(),
            *page.commands(layouts.is_on_board),
            *self.game_commands.commands(),
            *self.analysis_commands.commands(),
            *self.workspaces.commands(),
            *layouts.commands(),
            *self.appearance.commands(layouts.is_on_board, layouts.is_free),
            *self.commands(),
            self.presentation.command(),
        ])  # fmt: skip
        table.build([each for each in declared if isinstance(each, Command)])
        self.menus = Menus(self.menuBar(), table, declared, self)

    def commands(self) -> list[Declared]:
        """Return the commands of the window itself."""
        can_edit = Condition(lambda: self.workspace in ON_BOARD or self.is_editing, Aspect.WORKSPACE)
        is_editing = Condition(lambda: self.is_editing, Aspect.WORKSPACE)
        return [
            Command("quit", FILE, "Quit", self.close, "Ctrl+Q", section=4),
            Command(
                "editor", EDIT, "Set up a position", self.set_editing, "Ctrl+E", "edit", 2,
                enabled=can_edit, checked=is_editing,
            ),
            Command("reset_layout", WINDOW, "Reset layout", self.reset_layout, section=2),
            Command(
                "full_screen", WINDOW, "Full screen", lambda on: self.showFullScreen() if on else self.showNormal(),
                "F11", section=3, checked=Condition(self.isFullScreen, Aspect.WORKSPACE),
            ),
        ]  # fmt: skip

    def _build_bar(self) -> None:
        acts = self.actions_table
        self.bar = Bar(acts, self.appearance.toggle_language, self.appearance.toggle_theme)
        self.addToolBar(self.bar)
        self.views = ViewsBar(self.analysis.head)
        self.addToolBarBreak()
        self.addToolBar(self.views)
        self.side = SidePanel(self, self.bar)
        self.side.pushed.connect(self.layouts.set_side)
        separator = QAction(self)
        separator.setSeparator(True)
        self.page.set_actions(
            [acts[name] for name in ("to_start", "back", "forward", "to_end")]
            + [separator]
            + [acts[name] for name in ("flip", "attacked", "calculator")],
            [acts[name] for name in ("take_back", "offer_draw", "resign", "pause_game")],
        )
        self.moves.set_menu([separator if name == "-" else acts[name] for name in CONTEXT])
        self.status = Status(self, self.host, self.controller, self.page.players.state)

    def _connect(self) -> None:
        document, controller = self.document, self.controller
        document.changed.connect(self._document_changed)
        # Until it is closed: what is not autosaved can be lost in every workspace.
        document.failed.connect(lambda text: self.notice.show_notice(text, is_error=True, stays=True))
        document.saved.connect(partial(self._refresh, Aspect.RECORD | Aspect.UNDO))
        document.saved.connect(self.filing.remember)
        self.filing.tree_chosen.connect(self.open_tree)
        controller.changed.connect(partial(self._refresh, Aspect.GAME))
        controller.changed.connect(lambda: self.moves.set_playing(controller.is_playing))
        self.status.heading_changed.connect(self.bar.set_heading)
        self.first_page.shown.connect(partial(self.bar.show_workspace, ""))
        self.first_page.shown.connect(self.views.hide)
        self.first_page.shown.connect(partial(self._refresh, Aspect.WORKSPACE))
        self.page.counting_changed.connect(lambda _: self._allow(Aspect.CURSOR))
        self.page.trial_changed.connect(lambda _: self._allow(Aspect.CURSOR))
        self.page.banner.review_requested.connect(partial(self.workspaces.run, "review"))
        self.editing.changed.connect(partial(self._allow, Aspect.UNDO))
        self.editing.ended.connect(self._editing_ended)
        self.layouts.panel_changed.connect(partial(self._allow, Aspect.WORKSPACE))
        # A method of this object, because the settings are shared by all windows and outlive them.
        self.settings.changed.connect(self._setting_changed)
        self.analysis_commands.threat_hidden.connect(partial(self._allow, Aspect.CURSOR))
        self.notice.closed.connect(self.focus.take)
        self.bar.tab_chosen.connect(self._tab_chosen)
        self.analysis.engines_asked.connect(self.openers.external_engines)
        self.board.cell_hovered.connect(self.calculator.hover)
        self.board.cell_clicked.connect(self.calculator.choose)
        self.calculator.move_chosen.connect(self._calculated)
        self.calculator.pointed.connect(self.page.point_at)
        self.moves.new_game_asked.connect(self.openers.new_game)
        self.analysis.show_hint(self.settings.show_line_hint)
        self.analysis.hint_closed.connect(lambda: setattr(self.settings, "show_line_hint", False))
        self.analysis.set_folded(self.settings.folded_rows)
        self.analysis.folded.connect(self._fold_rows)
        self.analysis.arrows_changed.connect(self.analysis_commands.show_arrows)
        self.analysis.scored.connect(self.analysis_commands.show_score)
        self.analysis.line_chosen.connect(self.page.try_line)
        self.analysis.line_added.connect(self.record_commands.add_line)
        self.analysis.tree_asked.connect(self.show_tree)

    def _connect_workspace(self, name: str, page: Workspace) -> None:
        """Connect the signals of the page of a workspace."""
        page.failed.connect(self.report_fault)
        page.message_shown.connect(self.notice.show_notice)
        page.succeeded.connect(self._show_success)
        page.workspace_asked.connect(self.show_workspace)
        page.engines_asked.connect(self.openers.external_engines)
        page.line_chosen.connect(self.show_line)
        page.opened.connect(self.show_node)
        page.record_chosen.connect(self.show_record)
        page.position_chosen.connect(self.openers.open_position)
        page.experiment_asked.connect(self.experiments.show)
        page.game_asked.connect(partial(self._open_game, name))
        page.tree_asked.connect(self.show_tree)
        page.trees_asked.connect(self.show_trees)
        page.file_read.connect(partial(self._show_file, name))
        page.covered.connect(self.moves.set_covered)
        dock = ENTRIES[name].dock
        if dock:
            self.docks[dock].setWidget(page)
        for place, (panel, head) in page.panels().items():
            self.docks[place].add_view(name, panel, head)

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
        self.presentation.end()
        self.moves.commit()
        self.set_editing(False)
        if self.workspace:
            # A message is about what the workspace shows.
            self.statusBar().clearMessage()
            self.notice.dismiss_error()
            self.layouts.keep()
        was_away, self.settings.workspace = self.first_page.is_shown or self.workspace not in ON_BOARD, name
        self.actions_table.set_scope(name)
        self.bar.show_workspace(name)
        page = self.workspaces[name] if ENTRIES[name].page else None
        shown = self.page if page is None or name in ON_BOARD else page
        # A hidden page must not need space, and the next one must not need any while the old docks are still shown.
        for each in (self.page, *self.workspaces.created):
            each.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        if name not in ON_BOARD:
            self.layouts.hide_all()
        self.workspaces.keep_shown(name)
        self._show_views(page, name)
        self.pages.setCurrentWidget(shown)
        for dock in self.docks.values():
            dock.show_view(name)
        self.layouts.restore(name)
        self.moves.set_covered(page is not None and page.is_covering)
        self.page.show_view(name, is_analysing=tab_of(name) == ANALYSE)
        with self.layouts.same_size():
            if page is not None:
                page.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
                page.show_view(name)
            shown.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
            self._area.follow_page()
            self.bar.show()
            # Again, because the space of a page without the board became free only now.
            self.layouts.fit()
        if name == "analyse" and self.isVisible():
            self.analysis_commands.need_graph()
        self._refresh(Aspect.WORKSPACE)
        if name not in ON_BOARD:
            # Else Qt moves the focus to the first field, which takes Space and the arrow keys.
            shown.setFocus(Qt.FocusReason.OtherFocusReason)
        elif was_away and not (page is not None and page.isAncestorOf(self.focusWidget())):
            self.focus.take()

    def _show_views(self, page: Workspace | None, name: str) -> None:
        """Show the control of the views in the header of a page, if the tab of the workspace has several views."""
        tab, place = tab_of(name), page or self.views.board_head
        control = self._controls.get(place)
        if control is None and len(TABS[tab]) > 1:
            control = self._controls[place] = ViewControl(tab, self.show_workspace)
            place.place_views(control, self._more_button(name))
        if control is not None:
            control.setVisible(name in control.names)
            if name in control.names:
                control.show_view(name)
        has_bar = name in ON_BOARD and len(TABS[tab]) > 1
        if has_bar:
            self.views.show_head(page)
        if has_bar == self.views.isHidden():
            # The docks of the view before are still shown.
            with self.layouts.same_size():
                self.views.setVisible(has_bar)
                if (layout := self.layout()) is not None:
                    layout.activate()

    def _more_button(self, name: str) -> QToolButton | None:
        """Return a button for the menu of a view, or None if the view has none."""
        module = ENTRIES[name].page
        menu = self.menus.of_view([each for each, entry in ENTRIES.items() if entry.page == module]) if module else None
        return MoreButton(menu) if menu is not None else None

    def reset_layout(self) -> None:
        """Reset the docks of all workspaces to their defaults."""
        self.set_editing(False)
        self.layouts.reset()

    def warm_up(self) -> None:
        """Create the parts of the workspace that need slow imports. Call this method after the first paint event."""
        if self.workspace == "analyse":
            self.analysis_commands.need_graph()

    def _tab_chosen(self, tab: str) -> None:
        if self._ready:
            self.workspaces.show_tab(tab)

    @property
    def compare(self) -> "CompareWorkspace":
        """The Compare workspace, which is created by the first access."""
        return cast("CompareWorkspace", self.workspaces["compare"])

    @property
    def review(self) -> "ReviewWorkspace":
        """The Review workspace, which is created by the first access."""
        return cast("ReviewWorkspace", self.workspaces["review"])

    @property
    def tree(self) -> "TreeWorkspace":
        """The Tree workspace, which is created by the first access."""
        return cast("TreeWorkspace", self.workspaces["tree"])

    @property
    def match(self) -> "MatchWorkspace":
        """The Match workspace, which is created by the first access."""
        return cast("MatchWorkspace", self.workspaces["match"])

    @property
    def learn(self) -> "LearnWorkspace":
        """The page of the Learn tab, which is created by the first access."""
        return cast("LearnWorkspace", self.workspaces["course"])

    @property
    def graph(self) -> Any:
        """The evaluation graph, or None until it is first needed."""
        return self.analysis_commands.graph

    # --- commands that concern several parts ----------------------------------------------------------------------

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

    def _show_file(self, name: str, path: Path) -> None:
        """Show a workspace, which has read a file, and note the file as opened."""
        self.filing.note_opened(path)
        self.show_workspace(name)

    def _open_game(self, name: str, index: int, node: int) -> None:
        """Open another game of the file of the record at a node, and show a workspace again."""
        path = self.document.path
        if path is not None and self.filing.open(path, index, node):
            self.show_workspace(name)

    def _show_success(self, message: str) -> None:
        """Show a message about something that has succeeded, and hide the error of an earlier attempt."""
        self.notice.dismiss_error()
        self.notice.show_notice(message)

    def show_trees(self, first: Query, second: Query, node: int) -> None:
        """Show the trees of two searches of the position at a node of the record side by side."""
        self.show_workspace("tree")
        self.tree.show_pair(first, second, self.document.tree.ply(node))

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
        self.presentation.end()
        self.show_workspace(self.layouts.with_board)
        self.page.end_trial()
        self.page.end_counting()
        self.controller.pause()
        self.analysis.stop()
        self.editing.begin()
        self._allow(Aspect.WORKSPACE)

    def _editing_ended(self) -> None:
        self.bar.show()
        self.page.show_position()
        self._allow(Aspect.WORKSPACE)

    # --- display --------------------------------------------------------------------------------------------------

    def report_fault(self, sentence: str) -> None:
        """Show an error message in the notice bar."""
        self.host.report_fault(sentence)

    def _refresh(self, aspects: Aspect = Aspect.ALL) -> None:
        """Update the title, the displayed ply, and the commands that depend on what has changed."""
        if self._ready:
            if aspects & ~Aspect.UNDO:
                self.status.show_record()
            else:
                self.status.show_modified()
            self._allow(aspects)

    def _allow(self, aspects: Aspect) -> None:
        """Enable, disable and check the commands that depend on what has changed."""
        if self._ready:
            self.actions_table.refresh(aspects)
            if aspects & Aspect.WORKSPACE:
                self.menus.refresh()
                self.page.players.placeless.setEnabled(self.layouts.is_free.test())

    def _fold_rows(self, game: str, is_folded: bool) -> None:
        """Remember whether the rows of the analysis are folded in a game."""
        others = [each for each in self.settings.folded_rows if each != game]
        self.settings.folded_rows = [*others, game] if is_folded else others

    def _setting_changed(self, _: str) -> None:
        self._allow(Aspect.SETTINGS)

    def _document_changed(self, change: Change) -> None:
        if change.record:
            self._record_replaced()
        self._refresh(_aspects_of(change))

    def _record_replaced(self) -> None:
        self.presentation.end()
        self.filing.remember()
        self.editing.cancel()
        self.page.end_counting()
        self.analysis_commands.show_score(None)
        self.layouts.fit_calculator()
        self.layouts.fit()
        self.workspaces.show_game(self.document.game)
        if self.first_page.is_shown:
            self.show_workspace(self.settings.workspace if self.settings.workspace in ON_BOARD else "play")
        elif not ENTRIES[self.workspace].has_record and not self.filing.is_restoring:
            self.show_workspace("play")
        # The messages shown are about the previous record.
        self.statusBar().clearMessage()

    def retranslate(self) -> None:
        self.actions_table.retranslate()
        self.menus.retranslate()
        self.layouts.retranslate()
        self.bar.retranslate()
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
        self.presentation.end()
        self.openers.close_guide()
        self.set_editing(False)
        self.page.end_counting()
        self.page.counting.close()
        self.controller.abandon()
        self.settings.geometry = self.saveGeometry()
        self.settings.set_choice("analyse", self.session.choice.to_text())
        for page in self.workspaces.created:
            page.keep()
        self.layouts.keep()
        self.filing.end_session()
        self.exporting.cancel()
        if self.graph is not None:
            self.graph.cancel()
        self.analysis.stop()
        self.analysis.close_threads()
        for page in self.workspaces.created:
            page.close_threads()
        self.session.close()
        self.notice.dismiss()
        super().closeEvent(event)


def _aspects_of(change: Change) -> Aspect:
    """Return the aspects of the window that a change of the record affects."""
    if change.record:
        return Aspect.ALL
    aspects = Aspect(0)
    if change.tree or change.headers:
        aspects |= Aspect.UNDO
    if change.moves:
        aspects |= Aspect.MOVES
    if change.headers:
        aspects |= Aspect.RECORD
    if change.cursor or change.position:
        aspects |= Aspect.CURSOR
    return aspects
