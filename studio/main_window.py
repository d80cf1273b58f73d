"""The main window: puts the parts together, and lets every command of the table reach the part it is for."""

import contextlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

import engine
from engine.arena.query import Query
from engine.core.errors import KyVienError
from engine.core.evaluation import evaluations, scale_of
from engine.core.game import find_game, games
from engine.core.language import language, mark, tr
from engine.core.outcome import Outcome, Player
from engine.core.position import Position
from engine.core.score import Score
from engine.core.surface import Setup
from engine.records.tree import ROOT, Record
from engine.search.report import Limit, Report
from engine.search.search import Spec
from studio import showing, theme
from studio.actions import ANALYSIS, BOARD, EDIT, FILE, GAME, HELP, MOVE, WINDOW, Actions, KeyGuard
from studio.analysis.choice import AnalysisChoice
from studio.analysis.engines import EngineList
from studio.analysis.session import AnalysisSession
from studio.board.sides import side_names
from studio.board.view import Arrow
from studio.dialogs.about import AboutDialog
from studio.dialogs.engines import EnginesDialog
from studio.dialogs.keys import KeyRow, KeySheet
from studio.dialogs.new_game import NewGame, NewGameDialog
from studio.dialogs.preferences import PreferencesDialog
from studio.dialogs.properties import PropertiesDialog
from studio.document.document import Document
from studio.filing import Filing
from studio.log import log_path
from studio.panels.board_page import BoardPage
from studio.panels.calculator import CalculatorPanel
from studio.panels.cards import AnalysisPanel
from studio.panels.compare import CompareWorkspace
from studio.panels.match import MatchWorkspace
from studio.panels.moves import MovesPanel
from studio.panels.players import outcome_text
from studio.panels.terms import TermsPanel
from studio.play.controller import PlayController
from studio.settings import NUMBERED, Settings
from studio.translation import LanguageSwitch
from studio.widgets.dock import Dock
from studio.widgets.elided import ElidedLabel
from studio.widgets.empty import EmptyState
from studio.widgets.notice import NoticeBar

WORKSPACES = ("play", "analyse", "compare", "match")
ON_BOARD = ("play", "analyse")
"""Workspaces that show the board."""
LAYOUT_VERSION = 1
LAYOUTS = {
    "play": ("moves", "calculator"),
    "analyse": ("analysis", "moves", "graph"),
    "compare": (),
    "match": (),
}
"""Docks of each workspace as it comes."""
BELOW = ("graph", "terms")
"""Docks under the board; the others are at its right."""
THREAT_LIMIT = Limit(depth=4, seconds=2.0)
SIZE = QSize(1280, 800)
WHISPER_MS = 8000

MENUS: dict[str, tuple[str, ...]] = {
    FILE: ("new", "-", "open", "recent*", "samples*", "choose_game", "aside*", "-", "save", "save_as", "export_png",
           "export_svg", "-", "properties", "-", "quit"),
    EDIT: ("undo", "redo", "-", "copy_position", "copy_record", "paste", "-", "editor", "-", "preferences"),
    BOARD: ("flip", "-", "attacked", "liberties", "numbers", "numbered*", "-", "notation*", "pieces*", "-",
            "calculator"),
    MOVE: ("back", "forward", "to_start", "to_end", "-", "previous_sibling", "next_sibling", "previous_branch",
           "next_branch", "-", "nags*", "comment", "-", "promote", "to_main_line", "delete", "-", "moves_style"),
    GAME: ("pass", "take_back", "engine_move", "pause_game", "-", "count", "offer_draw", "resign", "-", "next_game",
           "save_match"),
    ANALYSIS: ("analysis", "stop", "-", "threat", "choices*", "-", "analyse_game", "terms", "-", "engines"),
    WINDOW: ("workspace_play", "workspace_analyse", "workspace_compare", "workspace_match", "-", "panels*",
             "reset_layout", "-", "language*", "theme*", "full_screen"),
    HELP: ("key_sheet", "about"),
}  # fmt: skip
"""Menus: actions, ``-`` for a line, a word with ``*`` for a menu inside."""
SUBMENUS = {
    "nags*": (mark("Annotate"), ("nag_3", "nag_1", "nag_5", "nag_6", "nag_2", "nag_4")),
    "numbered*": (mark("Numbers of"), tuple(f"numbers_{number}" for number in NUMBERED)),
    "notation*": (mark("Notation"), ()),
    "pieces*": (mark("Pieces"), ()),
    "choices*": (mark("Play a choice"), ("choice_1", "choice_2", "choice_3", "choice_4")),
    "language*": (mark("Language"), ("language_vi", "language_en")),
    "theme*": (mark("Colours"), ("theme_light", "theme_dark", "theme_system")),
    "recent*": (mark("Open recent"), ()),
    "samples*": (mark("Open sample"), ()),
    "aside*": (mark("Unsaved records"), ()),
    "panels*": (mark("Panels"), ()),
}
CONTEXT = (
    "nag_3",
    "nag_1",
    "nag_5",
    "nag_6",
    "nag_2",
    "nag_4",
    "-",
    "comment",
    "-",
    "promote",
    "to_main_line",
    "delete",
)


class MainWindow(QMainWindow):
    """One open record with everything around it.

    Args:
        settings: what is remembered.
        switch: changes the language of the application.
        parent: parent widget.

    Attributes:
        document: the open record.
        engines: the engines of other people that the user configured.
        session: runs searches.
        controller: plays games.
        page: board and players.
        moves, analysis, calculator, terms: panels.
        compare, match: workspaces of their own.
        graph: the evaluation graph; None until it is first needed.
        editor: the position editor; None until it is first needed.
        actions_table: every command.
        notice: the sentence at the top.
        filing: files.
    """

    def __init__(self, settings: Settings, switch: LanguageSwitch, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.settings = settings
        self._switch = switch
        self._workspace = ""
        self._editing = False
        self._threat: int | None = None
        self._threat_report: Report | None = None
        self._menus: dict[str, QMenu] = {}
        self._ready = False
        self._fresh = False
        self._calculator_away = False
        self._refusal = self._offer_text = ""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)

        showing.choose(settings.notations, settings.looks)
        self.document = Document(find_game("cotoan")(), self)
        self.engines = EngineList(settings, self)
        self.session = AnalysisSession(self, engines=self.engines)
        self.controller = PlayController(self.document, self.session, self)
        self.notice = NoticeBar()
        self.filing = Filing(self.document, settings, self.notice, self)
        self.page = BoardPage(self.document, self.controller)
        self.board = self.page.board
        self.moves = MovesPanel(self.document)
        self.calculator = CalculatorPanel(self.document)
        self.analysis = AnalysisPanel(self.document, self.session)
        self.terms = TermsPanel(self.document, self.analysis.choice)
        self.compare = CompareWorkspace(self.document, self.session)
        self.match = MatchWorkspace(self.document.game, engines=self.engines)
        self._offered = type(self.document.game)
        self.graph: Any = None
        self.editor: Any = None
        self.filing.before_saving = self.moves.commit
        self.analysis.title.hide()  # its dock has one

        self._pages = QStackedWidget()
        self._pages.addWidget(self.page)
        self._pages.addWidget(self.compare)
        self._pages.addWidget(self.match)
        centre = QWidget()
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        edge = QVBoxLayout()
        edge.setContentsMargins(theme.PADDING, 8, theme.PADDING, 0)
        edge.addWidget(self.notice)
        column.addLayout(edge)
        column.addWidget(self._pages, 1)
        self.setCentralWidget(centre)

        self.actions_table = Actions(self, settings, self._slots())
        self.key_guard = KeyGuard(self)
        self.key_guard.watch(self)
        self._build_docks()
        self._build_bar()
        self._build_menus()
        self._build_status()
        self._connect()
        for name, choice in self._choices().items():
            choice.restore(settings.choice(name))
        self.board.set_coordinates(settings.show_coordinates)
        self.board.set_animated(settings.animate)
        self.moves.set_style(settings.moves_style)
        self.actions_table["moves_style"].setChecked(settings.moves_style == "text")
        self._mark_board()
        self.retranslate()
        self.resize(SIZE)
        if not settings.geometry.isEmpty():
            self.restoreGeometry(settings.geometry)
        self.show_workspace(settings.workspace if settings.workspace in WORKSPACES else "play")
        self._ready = True
        self._refresh()

    # --- parts ----------------------------------------------------------------------------------------------------

    def _build_docks(self) -> None:
        self._graph_place = EmptyState()
        self._editor_place = QWidget()
        QVBoxLayout(self._editor_place).setContentsMargins(0, 0, 0, 0)
        panels: dict[str, tuple[QWidget, Qt.DockWidgetArea]] = {
            "moves": (self.moves, Qt.DockWidgetArea.RightDockWidgetArea),
            "calculator": (self.calculator, Qt.DockWidgetArea.RightDockWidgetArea),
            "analysis": (self.analysis, Qt.DockWidgetArea.RightDockWidgetArea),
            "graph": (self._graph_place, Qt.DockWidgetArea.BottomDockWidgetArea),
            "terms": (self.terms, Qt.DockWidgetArea.BottomDockWidgetArea),
            "editor": (self._editor_place, Qt.DockWidgetArea.RightDockWidgetArea),
        }
        self.docks: dict[str, Dock] = {}
        for name, (panel, area) in panels.items():
            dock = Dock(name, panel, self, is_raised=name in ("moves", "calculator"))
            self.key_guard.watch(dock)
            self.addDockWidget(area, dock)
            dock.hide()
            self.docks[name] = dock
        self.docks["editor"].setFeatures(Dock.DockWidgetFeature.NoDockWidgetFeatures)
        self.docks["editor"].setTitleBarWidget(QWidget())
        # The bottom ends where the panels at the right begin.
        self.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        for name in ("calculator", "terms"):
            self.docks[name].visibilityChanged.connect(partial(self._panel_shown, name))

    def _build_bar(self) -> None:
        bar = QToolBar()
        bar.setObjectName("bar")
        bar.setMovable(False)
        bar.setFloatable(False)
        bar.setIconSize(QSize(theme.ICON, theme.ICON))
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for _ in WORKSPACES:
            self.tabs.addTab("")
        self.tabs.currentChanged.connect(lambda index: self.show_workspace(WORKSPACES[index]) if self._ready else None)
        bar.addWidget(self.tabs)
        self.tabs.setUsesScrollButtons(False)
        self._heading = ElidedLabel()
        self._heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._heading.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._heading.setContentsMargins(16, 0, 16, 0)
        theme.set_look(self._heading, role="secondary")
        bar.addWidget(self._heading)
        for names in (("new", "open", "save"), ("undo", "redo"), ("editor", "analysis", "stop")):
            for name in names:
                bar.addAction(self.actions_table[name])
            bar.addSeparator()
        self._language_button, self._theme_button = QToolButton(), QToolButton()
        self._language_button.clicked.connect(lambda: self.set_language("en" if language() == "vi" else "vi"))
        self._theme_button.setIcon(theme.icon("moon"))
        self._theme_button.clicked.connect(lambda: self.set_theme("light" if theme.current().is_dark else "dark"))
        bar.addWidget(self._language_button)
        bar.addWidget(self._theme_button)
        self.addToolBar(bar)
        self._bar = bar
        separator = QAction(self)
        separator.setSeparator(True)
        acts = self.actions_table
        self.page.set_actions(
            [acts[name] for name in ("to_start", "back", "forward", "to_end")]
            + [separator]
            + [acts[name] for name in ("flip", "attacked", "calculator")]
        )
        self.page.players.set_actions([acts[name] for name in ("take_back", "offer_draw", "resign", "pause_game")])
        context = [separator if name == "-" else acts[name] for name in CONTEXT]
        self.moves.set_menu(context)

    def _build_menus(self) -> None:
        for group, names in MENUS.items():
            menu = self.menuBar().addMenu("")
            self._menus[group] = menu
            for name in names:
                if name == "-":
                    menu.addSeparator()
                elif name.endswith("*"):
                    inner = menu.addMenu("")
                    self._menus[name] = inner
                    for each in SUBMENUS[name][1]:
                        inner.addAction(self.actions_table[each])
                else:
                    menu.addAction(self.actions_table[name])
        for dock in self.docks.values():
            if dock.objectName() != "editor":
                self._menus["panels*"].addAction(dock.toggleViewAction())
        self._menus["recent*"].aboutToShow.connect(self._fill_recent)
        self._menus["samples*"].aboutToShow.connect(self._fill_samples)
        self._menus["aside*"].aboutToShow.connect(self._fill_aside)
        self._menus[BOARD].aboutToShow.connect(self._fill_ways)

    def _build_status(self) -> None:
        status = self.statusBar()
        status.setSizeGripEnabled(False)
        self._work, self._place, self._mode = QLabel(), QLabel(), QLabel()
        for label in (self._work, self._place, self._mode):
            status.addPermanentWidget(label)
        theme.set_look(self._mode, role="error")

    def _connect(self) -> None:
        document, controller = self.document, self.controller
        document.edited.connect(self._refresh)
        document.moved.connect(self._refresh)
        document.moved.connect(self._cursor_moved)
        document.replaced.connect(self._record_replaced)
        document.failed.connect(lambda text: self.notice.say(text, is_error=True))
        document.saved.connect(self._refresh)
        document.undo_stack.cleanChanged.connect(self._refresh)
        document.undo_stack.indexChanged.connect(self._refresh)
        controller.changed.connect(self._refresh)
        controller.said.connect(lambda text: self.notice.say(text, stays=True))
        self.notice.whispered.connect(lambda text: self.statusBar().showMessage(text, WHISPER_MS))
        controller.draw_offered.connect(self._draw_offered)
        controller.changed.connect(self._withdraw_offer)
        controller.ended.connect(self._ended)
        controller.count_asked.connect(self._count_asked)
        self.page.counting_changed.connect(self._allow_actions)
        for panel in (self.analysis, self.compare, self.match):
            panel.engines_asked.connect(self.show_engines)
        self.board.refused.connect(self._refused)
        self.board.move_played.connect(self._forget_refusal)
        # What was said of the game before.
        document.replaced.connect(self.statusBar().clearMessage)
        self.board.cell_hovered.connect(self.calculator.hover)
        self.board.cell_clicked.connect(self.calculator.choose)
        self.calculator.move_chosen.connect(self._calculated)
        self.calculator.pointed.connect(self.page.point_at)
        self.moves.new_game_asked.connect(self.new_game)
        self.analysis.arrows_changed.connect(self.page.set_arrows)
        self.analysis.scored.connect(self._scored)
        self.analysis.line_chosen.connect(self.page.try_line)
        self.analysis.line_added.connect(self._line_added)
        self.compare.line_chosen.connect(self._compared_line)
        self.compare.failed.connect(lambda text: self.notice.say(text, is_error=True))
        self.match.record_chosen.connect(self._contest_game)
        self.match.said.connect(self.notice.say)
        self.match.failed.connect(lambda text: self.notice.say(text, is_error=True))
        self.session.busy_changed.connect(self._busy)
        self.session.reported.connect(self._threat_reported)
        self.session.finished.connect(self._threat_found)
        self.settings.changed.connect(self._setting_changed)

    def _slots(self) -> dict[str, Callable[..., object]]:
        document, controller, filing = self.document, self.controller, self.filing
        slots: dict[str, Callable[..., object]] = {
            "new": self.new_game,
            "open": filing.ask_open,
            "choose_game": filing.choose,
            "save": filing.save,
            "save_as": filing.ask_save,
            "export_png": lambda: filing.ask_picture(self.board, "png"),
            "export_svg": lambda: filing.ask_picture(self.board, "svg"),
            "properties": self.edit_properties,
            "quit": self.close,
            "undo": self.undo,
            "redo": self.redo,
            "copy_position": self.copy_position,
            "copy_record": self.copy_record,
            "paste": self.paste,
            "editor": self.set_editing,
            "preferences": self.show_preferences,
            "flip": lambda: self.page.set_flipped(not self.board.flipped),
            "attacked": self.page.set_attacked,
            "liberties": lambda on: setattr(self.settings, "show_liberties", on),
            "numbers": lambda on: setattr(self.settings, "show_numbers", on),
            "calculator": lambda on: self.docks["calculator"].setVisible(on),
            "terms": lambda on: self.docks["terms"].setVisible(on),
            "comment": self._write_comment,
            "delete": self._delete,
            "promote": lambda: document.promote(document.cursor),
            "to_main_line": lambda: document.to_main_line(document.cursor),
            "moves_style": lambda on: setattr(self.settings, "moves_style", "text" if on else "table"),
            "take_back": self._take_back,
            "pass": controller.pass_turn,
            "count": self.set_counting,
            "offer_draw": controller.offer_draw,
            "resign": controller.resign,
            "engine_move": self.engine_move,
            "pause_game": lambda on: controller.pause() if on else controller.resume(),
            "next_game": self._next_game,
            "save_match": lambda: filing.ask_match(controller.finished_texts),
            "analysis": self.toggle_analysis,
            "stop": self.stop,
            "threat": self.show_threat,
            "analyse_game": self.analyse_game,
            "engines": self.show_engines,
            "reset_layout": self.reset_layout,
            "full_screen": lambda on: self.showFullScreen() if on else self.showNormal(),
            "key_sheet": self.show_key_sheet,
            "about": self.show_about,
        }
        for name in ("back", "forward", "to_start", "to_end", "previous_sibling", "next_sibling", "previous_branch",
                     "next_branch"):  # fmt: skip
            slots[name] = partial(self._travel, name)
        for nag in range(1, 7):
            slots[f"nag_{nag}"] = partial(self._annotate, nag)
        for number in range(4):
            slots[f"choice_{number + 1}"] = partial(self.play_choice, number)
        for number in NUMBERED:
            slots[f"numbers_{number}"] = lambda _=True, number=number: self._number_moves(number)
        for name in WORKSPACES:
            slots[f"workspace_{name}"] = lambda _=True, name=name: self.show_workspace(name)
        for code in ("vi", "en"):
            slots[f"language_{code}"] = lambda _=True, code=code: self.set_language(code)
        for name in ("light", "dark", "system"):
            slots[f"theme_{name}"] = lambda _=True, name=name: self.set_theme(name)
        return slots

    # --- workspaces -----------------------------------------------------------------------------------------------

    @property
    def workspace(self) -> str:
        """The workspace shown: one of ``WORKSPACES``."""
        return self._workspace

    def show_workspace(self, name: str) -> None:
        """Show another workspace, with its docks as they were left."""
        if name == self._workspace:
            return
        self.moves.commit()
        self.set_editing(False)
        if self._workspace:
            self._keep_layout()
        self._workspace = name
        self.settings.workspace = name
        self.actions_table[f"workspace_{name}"].setChecked(True)
        ready, self._ready = self._ready, False
        self.tabs.setCurrentIndex(WORKSPACES.index(name))
        self._ready = ready
        own: dict[str, QWidget] = {"compare": self.compare, "match": self.match}
        shown = own.get(name, self.page)
        # A page that is not shown must not ask for room, nor the one to come while the old docks still stand beside it.
        for page in (self.page, *own.values()):
            page.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        if name in own:
            for dock in self.docks.values():
                dock.hide()
        self._pages.setCurrentWidget(shown)
        layout = self.settings.layout(name)
        if layout.isEmpty() or not self.restoreState(layout, LAYOUT_VERSION):
            self._arrange(name)
        self.docks["editor"].hide()
        self._fit_calculator()
        shown.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._bar.show()
        self.page.set_analysing(name == "analyse")
        if name == "analyse" and self.isVisible():
            self._need_graph()
        self._allow_actions()

    def _arrange(self, name: str) -> None:
        """The docks of a workspace as it comes."""
        right, bottom = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
        for dock in self.docks.values():
            dock.setFloating(False)
            self.removeDockWidget(dock)
        shown = LAYOUTS[name]
        for each in (*shown, *(each for each in self.docks if each not in shown)):
            dock = self.docks[each]
            self.addDockWidget(bottom if each in BELOW else right, dock)
            dock.setVisible(each in shown)
        self._fresh = True
        if self.isVisible():
            self._size_docks()

    def _size_docks(self) -> None:
        """Give the docks of a workspace their sizes; Qt listens only once the window is shown."""
        self._fresh = False
        docks, vertical = self.docks, Qt.Orientation.Vertical
        if self._workspace == "play":
            self.resizeDocks([docks["moves"]], [400], Qt.Orientation.Horizontal)
            self.resizeDocks([docks["moves"], docks["calculator"]], [440, 280], vertical)
        elif self._workspace == "analyse":
            self.resizeDocks([docks["analysis"]], [470], Qt.Orientation.Horizontal)
            self.resizeDocks([docks["analysis"], docks["moves"]], [430, 270], vertical)
            self.resizeDocks([docks["graph"]], [180], vertical)

    def _keep_layout(self) -> None:
        """Remember the docks of the workspace, the calculator as if the game had one."""
        if self._calculator_away:
            self.docks["calculator"].show()
            self._calculator_away = False
        self.settings.set_layout(self._workspace, self.saveState(LAYOUT_VERSION))

    def _fit_calculator(self) -> None:
        """Put the calculator away in games without arithmetic, and back in those with."""
        dock, has_use = self.docks["calculator"], self.document.game.has_calculator
        if not has_use and not dock.isHidden():
            self._calculator_away = True
            dock.hide()
        elif has_use and self._calculator_away:
            self._calculator_away = False
            dock.show()

    def reset_layout(self) -> None:
        """Put all docks of all workspaces back."""
        self.set_editing(False)
        self.settings.forget_layouts()
        self._calculator_away = False
        self._arrange(self._workspace)
        self._fit_calculator()

    def warm_up(self) -> None:
        """After the first paint: what takes long to import, and the session."""
        if self._workspace == "analyse":
            self._need_graph()

    def _need_graph(self) -> Any:
        """The evaluation graph; pyqtgraph is imported with it."""
        if self.graph is None:
            from studio.panels.graph import EvaluationGraph

            self.graph = EvaluationGraph(self.document, self.session)
            self.graph.failed.connect(lambda text: self.notice.say(text, is_error=True))
            self.graph.title.hide()
            self.docks["graph"].setWidget(self.graph)
            self._graph_place.deleteLater()
        return self.graph

    # --- commands: files and text ---------------------------------------------------------------------------------

    def new_game(self) -> NewGameDialog:
        """Ask which game, by which rules, who plays."""
        dialog = NewGameDialog(
            self.settings, self.document.game, self.document.cursor != ROOT, self, self.engines.engines
        )
        dialog.accepted.connect(lambda: self.begin(dialog.value()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def begin(self, chosen: NewGame) -> None:
        """Begin the game chosen."""
        setup = None
        if chosen.from_here and chosen.game.name == self.document.game.name:
            setup = self.document.game.format_position(self.document.position)
        # What was said of the game before, a draw offered in it too.
        self.notice.dismiss()
        self.filing.put_aside()
        try:
            self.controller.start(chosen.game, chosen.seats, setup=setup, control=chosen.control)
        except KyVienError as error:
            self.notice.say(str(error), is_error=True)
            return
        first, second = chosen.seats
        self.page.set_flipped(first.is_engine and not second.is_engine)
        if self._workspace not in ON_BOARD:
            self.show_workspace("play")

    def edit_properties(self) -> PropertiesDialog:
        """Show the headers of the record to be edited."""
        dialog = PropertiesDialog(self.document.record, self)

        def keep() -> None:
            try:
                self.document.set_headers(dialog.changes())
            except KyVienError as error:
                self.notice.say(str(error), is_error=True)

        dialog.accepted.connect(keep)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def undo(self) -> None:
        """Take the last edit back; in the editor the last change of the set-up."""
        if self._editing:
            self.editor.undo()
        else:
            self.moves.commit()
            self.document.undo()

    def redo(self) -> None:
        """Make it again."""
        if self._editing:
            self.editor.redo()
        else:
            # A comment stored before leaves nothing to redo: that comes first, unless it takes out the comment's move.
            if self.document.redo_removes(self.document.cursor):
                self.moves.commit()
            self.document.redo()
            self.moves.commit()

    def copy_position(self) -> None:
        """Text of the position on the clipboard; in Compare, the table."""
        if self._workspace == "compare":
            self.compare.copy()
            self.notice.say(tr("The table is on the clipboard."))
            return
        if self._workspace == "match" and self.match.standings is not None:
            self.match.copy()
            return
        position = self.board.position or self.document.position
        QGuiApplication.clipboard().setText(self.document.game.format_position(position))
        self.statusBar().showMessage(tr("The position is on the clipboard."), 4000)

    def copy_record(self) -> None:
        """The whole record as text on the clipboard."""
        self.moves.commit()
        QGuiApplication.clipboard().setText(self.document.text())
        self.statusBar().showMessage(tr("The record is on the clipboard."), 4000)

    def paste(self) -> None:
        """A position, a move or a record from the clipboard, whatever it is."""
        self.paste_text(QGuiApplication.clipboard().text())

    def paste_text(self, text: str) -> None:
        """Take over ``text``: set up a position, play a move, or open a record."""
        words = text.strip()
        if not words:
            self.notice.say(tr("There is no text on the clipboard."), is_error=True)
            return
        game = self.document.game
        self.notice.forgive()
        try:
            if "\n" not in words and words.count("/") > 3:
                self._paste_position(words)
                return
            if len(words.split()) == 1 and "[" not in words:
                self.controller.play(game.parse_move(self.document.position, words))
                return
            moves = self._moves_in(words)
            if moves:
                self.document.go(self.document.add_line(self.document.cursor, moves))
                return
            self.filing.open_text(words)
        except KyVienError as error:
            self.notice.say(str(error), is_error=True)

    def _paste_position(self, text: str) -> None:
        """Set a position up; one that only another game knows begins a record of that game.

        Raises:
            KyVienError: what the game on the board says of it, if it is nobody's.
        """
        game = self.document.game
        try:
            self.document.set_up(game.format_position(game.parse_position(text)))
        except KyVienError:
            for kind in games().values():
                other = kind()
                if kind is type(game):
                    continue
                with contextlib.suppress(KyVienError):
                    setup = other.format_position(other.parse_position(text))
                    self.filing.put_aside()
                    self.document.new(other, {}, setup)
                    return
            raise

    def _moves_in(self, text: str) -> list[int]:
        """The moves that ``text`` writes from the cursor on, words and nothing else; empty: it does not."""
        position, moves = self.document.position, list[int]()
        if self.controller.is_playing:
            return []
        for word in text.split():
            try:
                moves.append(position.game.parse_move(position, word))
            except KyVienError:
                return []
            position = position.play(moves[-1])
        return moves

    # --- commands: moves ------------------------------------------------------------------------------------------

    def _travel(self, name: str) -> None:
        """Move the cursor; a line on trial is left first."""
        if self.page.trial and name in ("to_start", "to_end"):
            self.page.end_trial()
        elif self.page.trial and name in ("back", "forward"):
            self.board.wheel_turned.emit(-1 if name == "back" else 1)
            return
        getattr(self.document, name)()

    def _annotate(self, nag: int) -> None:
        if self.document.cursor != ROOT:
            self.document.toggle_nag(self.document.cursor, nag)

    def _delete(self) -> None:
        # With the comment being written, so that undo brings it back.
        self.moves.commit()
        self.document.delete(self.document.cursor)

    def _write_comment(self) -> None:
        self.docks["moves"].show()
        self.moves.edit_comment()

    def _line_added(self, moves: list[int]) -> None:
        if moves:
            self.document.add_line(self.document.cursor, moves)

    def _contest_game(self, record: Record) -> None:
        self.filing.show_record(record)
        self.show_workspace("analyse")

    def _compared_line(self, moves: list[int]) -> None:
        self.show_workspace("analyse")
        self.page.try_line(moves)

    def play_choice(self, number: int) -> None:
        """Play the best move of the algorithms: the reference's first, then the others', each once."""
        choices = self.choices()
        if number < len(choices):
            self.controller.play(choices[number])

    def choices(self) -> list[int]:
        """The best moves the algorithms found at the cursor, the reference's first, each once."""
        queries = self.session.choice.queries(self.document.position)
        order = sorted(range(len(queries)), key=lambda index: index != self.session.choice.reference)
        found = [self.session.store.find(queries[index]) for index in order]
        moves = [each.last.move for each in found if each is not None and each.last is not None]
        return list(dict.fromkeys(move for move in moves if move is not None))

    # --- commands: the game ---------------------------------------------------------------------------------------

    def _take_back(self) -> None:
        if self.controller.is_playing:
            self.controller.take_back()
        elif self.document.cursor != ROOT:
            self._delete()

    def engine_move(self) -> None:
        """Let an engine move for the side to move: the one that plays, else the reference algorithm."""
        if self.document.position.outcome() is None:
            self.controller.move_by_engine()

    def set_counting(self, counting: bool) -> None:
        """Count the score of the position shown, or leave the count."""
        if counting:
            if self._workspace not in ON_BOARD:
                self.show_workspace("play")
            self.page.begin_counting()
        else:
            self.page.end_counting()
        self._allow_actions()

    def _count_asked(self) -> None:
        """The game is over but for the count."""
        if self._workspace not in ON_BOARD:
            # Whoever is busy elsewhere is told, not fetched.
            self.notice.say(
                tr("Both have passed: count the score."),
                [(tr("Count the score"), self._count_at_board)],
            )
            return
        if self.controller.is_playing:
            self.document.go(self.controller.live)
        self.set_counting(True)

    def _count_at_board(self) -> None:
        self.show_workspace("play")
        self._count_asked()

    def _next_game(self) -> None:
        self.filing.put_aside()
        self.controller.next_game()

    def _draw_offered(self, player: Player) -> None:
        side = tr(side_names(self.document.game, self.document.position)[player])
        self._offer_text = tr("{side} offers a draw.", side=side)
        self.notice.say(
            self._offer_text,
            [(tr("Accept"), self.controller.accept_draw), (tr("Decline"), self.controller.decline_draw)],
        )

    def _withdraw_offer(self) -> None:
        """Whoever moves on has declined."""
        if self._offer_text and not self.controller.is_draw_offered:
            if self.notice.text == self._offer_text:
                self.notice.dismiss()
            self._offer_text = ""

    def _ended(self, outcome: Outcome) -> None:
        text = outcome_text(side_names(self.document.game, self.document.position), outcome)
        match = self.controller.match
        if self.controller.can_go_on:
            self.notice.say(text, [(tr("Next game"), self._next_game)])
        elif match.games > 1 and match.outcomes:
            self.notice.say(
                text, [(tr("Save the match…"), lambda: self.filing.ask_match(self.controller.finished_texts))]
            )
        else:
            self.notice.say(text)

    def _refused(self, reason: str) -> None:
        self._refusal = reason
        self.statusBar().showMessage(reason, 6000)

    def _forget_refusal(self, *_: object) -> None:
        if self._refusal and self.statusBar().currentMessage() == self._refusal:
            self.statusBar().clearMessage()
        self._refusal = ""

    def _calculated(self, move: int) -> None:
        self.page.end_trial()
        self.controller.play(move)

    # --- commands: analysis ---------------------------------------------------------------------------------------

    def toggle_analysis(self) -> None:
        """Analysis on or off; in Compare, compare; in Match, start and pause."""
        if self._workspace == "match":
            self.match.toggle()
            return
        if self._workspace == "compare":
            self.compare.toggle()
            return
        if self._workspace == "play":
            self.show_workspace("analyse")
            if not self.analysis.is_active:
                self.analysis.start()
            return
        self.analysis.toggle()

    def analyse_game(self) -> None:
        """Evaluate every position of the line, in the background."""
        self.show_workspace("analyse")
        self.docks["graph"].show()
        self._need_graph().analyse_game()

    def stop(self) -> None:
        """Stop everything: searches, games, a line on trial, the editor; a count alone if there is one."""
        if self.page.counting.is_active:
            self.page.end_counting()
            return
        self.page.end_trial()
        self.set_editing(False)
        self.controller.pause()
        self.analysis.stop()
        self.compare.stop()
        self.match.stop()
        if self.graph is not None:
            self.graph.pause()
        self._end_threat()
        self.actions_table["threat"].setChecked(False)
        self.session.stop_all()
        self.board.set_marks([])
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_threat(self, shown: bool) -> None:
        """What would the other side do if it were to move now?"""
        self._end_threat()
        if not shown:
            return
        position = self._passed(self.document.position)
        if position is None:
            self.statusBar().showMessage(tr("There is no threat to show here."), 4000)
            return
        names = list(evaluations(position.game.name))
        query = Query(position, Spec.make("alphabeta", ordering=True), names[0] if names else "", THREAT_LIMIT)
        self._threat = self.session.start([query])[0]

    @staticmethod
    def _passed(position: Position) -> Position | None:
        """The position with the other side to move; None if there is none."""
        game: Any = position.game
        setup = game.setup(position)
        try:
            passed: Position = game.compose(Setup(setup.pieces, setup.turn.other, setup.counters))
        except KyVienError:
            return None
        return passed if passed.outcome() is None else None

    def _threat_reported(self, number: int, report: Report) -> None:
        if number == self._threat:
            self._threat_report = report

    def _threat_found(self, number: int) -> None:
        if number != self._threat:
            return
        self._threat = None
        report, position = self._threat_report, self._passed(self.document.position)
        if report is None or report.move is None or position is None:
            return
        shape = self.document.game.shape(position, report.move)
        if shape.target is not None:
            origin = -1 if shape.origin is None else shape.origin
            self.page.set_extra_arrows([Arrow(origin, shape.target, theme.current().accent, 1.0)])

    def _end_threat(self) -> None:
        if self._threat is not None:
            self.session.drop([self._threat])
        self._threat, self._threat_report = None, None
        self.page.set_extra_arrows([])

    def _cursor_moved(self, node: int) -> None:
        if self.actions_table["threat"].isChecked():
            self.show_threat(True)

    def _scored(self, score: Score | None) -> None:
        """The reference judged the position."""
        name = self.document.game.name
        self.page.bar.show_score(score, scale_of(name, self.session.choice.evaluation_for(name)))

    # --- commands: the editor -------------------------------------------------------------------------------------

    @property
    def is_editing(self) -> bool:
        """Whether a position is being set up."""
        return self._editing

    def set_editing(self, editing: bool) -> None:
        """Set up a position on the board, or give it up."""
        if editing == self._editing:
            return
        if not editing:
            self.editor.cancel()
            return
        if self._workspace not in ON_BOARD:
            self.show_workspace("play")
        self.page.end_trial()
        self.page.end_counting()
        self.controller.pause()
        self.analysis.stop()
        if self.editor is None:
            from studio.board.editor import SetupEditor

            self.editor = SetupEditor(self.board)
            self.editor.applied.connect(self._set_up)
            self.editor.cancelled.connect(self._end_editing)
            layout = self._editor_place.layout()
            assert layout is not None
            layout.addWidget(self.editor)
        self._layout_before: QByteArray = self.saveState(LAYOUT_VERSION)
        self._editing = True
        for name, dock in self.docks.items():
            dock.setVisible(name == "editor")
        self.editor.edit(self.document.game, self.document.position)
        self.resizeDocks([self.docks["editor"]], [self.editor.sizeHint().width()], Qt.Orientation.Horizontal)
        self._allow_actions()

    def _set_up(self, position: Position) -> None:
        self._end_editing()
        try:
            self.document.set_up(self.document.game.format_position(position))
        except KyVienError as error:
            self.notice.say(str(error), is_error=True)

    def _end_editing(self) -> None:
        if not self._editing:
            return
        self._editing = False
        self.restoreState(self._layout_before, LAYOUT_VERSION)
        self.docks["editor"].hide()
        self._bar.show()
        self.page.show_position()
        self._allow_actions()

    # --- commands: view and help ----------------------------------------------------------------------------------

    def set_language(self, code: str) -> None:
        """Speak another language, now and next time."""
        self.settings.language = code
        if language() != code:
            # The command line asked for another one than the settings have.
            self._switch.switch(code)

    def set_theme(self, name: str) -> None:
        """Take other colours, now and next time."""
        self.settings.theme = name
        if theme.mode() != name:
            self._setting_changed("theme")

    def _choices(self) -> dict[str, AnalysisChoice]:
        """What is asked of whom, by the name under which it is remembered."""
        return {"analyse": self.session.choice, "compare": self.compare.choice}

    def _setting_changed(self, name: str) -> None:
        settings = self.settings
        if name == "language":
            from engine.core.language import preferred_language

            self._switch.switch(settings.language or preferred_language())
        elif name == "theme":
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            theme.apply(application, settings.theme)  # type: ignore[arg-type]
        elif name == "coordinates":
            self.board.set_coordinates(settings.show_coordinates)
        elif name == "animate":
            self.board.set_animated(settings.animate)
        elif name in ("liberties", "show_numbers", "numbered_moves"):
            self._mark_board()
        elif name in ("notations", "looks"):
            showing.choose(settings.notations, settings.looks)
            # Every panel writes its texts anew, moves among them.
            self._switch.switch(language())
            if not self._editing:
                self.page.show_position()
        elif name == "style":
            self.moves.set_style(settings.moves_style)
            self.actions_table["moves_style"].setChecked(settings.moves_style == "text")

    def _mark_board(self) -> None:
        """What the settings say is marked on the board."""
        settings, acts = self.settings, self.actions_table
        self.page.set_liberties(settings.show_liberties)
        self.page.set_numbers(settings.numbered_moves if settings.show_numbers else None)
        acts["liberties"].setChecked(settings.show_liberties)
        acts["numbers"].setChecked(settings.show_numbers)
        acts[f"numbers_{settings.numbered_moves}"].setChecked(True)

    def _number_moves(self, number: int) -> None:
        """Number that many of the last moves; 0: all."""
        self.settings.numbered_moves = number
        self.settings.show_numbers = True

    def _panel_shown(self, name: str, _: bool) -> None:
        self.actions_table[name].setChecked(not self.docks[name].isHidden())

    def _key_rows(self) -> list[KeyRow]:
        keys = self.actions_table.keys()
        return [
            KeyRow(spec.id, spec.group, spec.text, tuple(keys[spec.id]), spec.keys) for spec in self.actions_table.all()
        ]

    def show_preferences(self) -> PreferencesDialog:
        """Show the preferences."""
        dialog = PreferencesDialog(self.settings, self._key_rows(), self)
        dialog.keys_changed.connect(self.actions_table.rebind)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()
        return dialog

    def show_engines(self) -> EnginesDialog:
        """Show the engines of other people."""
        dialog = EnginesDialog(self.engines, self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()
        return dialog

    def show_key_sheet(self) -> KeySheet:
        """Show every key."""
        sheet = KeySheet(self._key_rows(), self)
        sheet.finished.connect(sheet.deleteLater)
        sheet.show()
        return sheet

    def show_about(self) -> AboutDialog:
        """Show what the program is."""
        dialog = AboutDialog(not engine.is_compiled(), log_path(), self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()
        return dialog

    def report_fault(self, sentence: str) -> None:
        """Something of ours failed: say so and work on."""
        self.notice.say(sentence, is_error=True)

    # --- what is shown --------------------------------------------------------------------------------------------

    def _refresh(self, *_: object) -> None:
        """Title, place in the game, which actions can be used."""
        if not self._ready:
            return
        document = self.document
        headers = document.record.headers
        names = " – ".join(self.controller.title(player) for player in Player)
        own = any(headers.get(name, "").strip("?") for name in ("White", "Black")) or self.controller.is_playing
        title = document.path.name if document.path is not None else names if own else tr("New record")
        self.setWindowTitle(f"{title}[*] – Kỳ Viện")
        self.setWindowModified(document.is_modified)
        event = headers.get("Event", "").strip("?")
        game = tr(document.game.title)
        self._heading.set_whole("  ·  ".join(part for part in (game, event, names if own else "") if part))
        tree = document.tree
        line = document.line()
        self._place.setText(tr("Ply {ply} of {count}", ply=tree.ply(document.cursor), count=len(line) - 1))
        self._allow_actions()

    def _allow_actions(self, *_: object) -> None:
        if not self._ready:
            return
        document, controller, acts = self.document, self.controller, self.actions_table
        stack, cursor, free = document.undo_stack, document.cursor, not self._editing
        on_board = free and self._workspace in ON_BOARD
        human = controller.human() if controller.is_playing else None
        at_root = cursor == ROOT
        allowed = {
            "undo": self._editing or stack.canUndo(),
            "redo": self._editing or stack.canRedo(),
            "choose_game": document.path is not None,
            "editor": self._workspace in ON_BOARD or self._editing,
            "calculator": free and document.game.has_calculator,
            "attacked": on_board,
            "delete": free and not (at_root and len(document.tree) == 1),
            "comment": free,
            "promote": free and not at_root and not document.tree.is_on_main_line(cursor),
            "to_main_line": free and not at_root and not document.tree.is_on_main_line(cursor),
            "take_back": free and (human is not None or not controller.is_playing) and len(document.tree) > 1,
            "offer_draw": human is not None,
            "resign": free and controller.can_resign,
            "pass": on_board and controller.can_pass and not self.page.counting.is_active,
            "count": on_board and document.game.has_count,
            "pause_game": controller.is_playing,
            "next_game": controller.can_go_on,
            "save_match": len(controller.finished_texts) > 1,
            "engine_move": free and document.position.outcome() is None,
            "analyse_game": free and len(document.tree) > 1,
            "analysis": free,
            "threat": on_board,
            "paste": free,
        }
        for name, can in allowed.items():
            acts[name].setEnabled(can)
        for nag in range(1, 7):
            acts[f"nag_{nag}"].setEnabled(free and not at_root)
        moving = ("back", "to_start", "previous_branch")
        for name in moving:
            acts[name].setEnabled(free and (not at_root or bool(self.page.trial)))
        has_more = bool(document.tree.nodes[cursor].children)
        for name in ("forward", "to_end", "next_branch"):
            acts[name].setEnabled(free and (has_more or bool(self.page.trial)))
        for name in ("previous_sibling", "next_sibling"):
            acts[name].setEnabled(free and len(document.tree.siblings(cursor)) > 1)
        self.page.players.placeless.setEnabled(free)
        acts["count"].setChecked(self.page.counting.is_active)
        acts["editor"].setChecked(self._editing)
        acts["pause_game"].setChecked(controller.is_paused)

    def _record_replaced(self) -> None:
        self._end_editing()
        self.page.end_counting()
        self.page.bar.show_score(None)
        self.calculator.retranslate()
        self._fit_calculator()
        if type(self.document.game) is not self._offered:
            self._offered = type(self.document.game)
            self.match.show_game(self.document.game)

    def _busy(self, busy: bool) -> None:
        self._work.setText(tr("Working… Esc stops") if busy else "")

    def _fill(self, menu: QMenu, entries: list[tuple[str, Callable[[], object]]], empty: str) -> None:
        menu.clear()
        for text, act in entries:
            menu.addAction(text.replace("&", "&&")).triggered.connect(lambda _=False, act=act: act())
        if not entries:
            menu.addAction(empty).setEnabled(False)

    def _fill_recent(self) -> None:
        files = self.settings.recent_files
        entries: list[tuple[str, Callable[[], object]]] = [
            (f"{path.name}   {path.parent}", partial(self.filing.open, path)) for path in files
        ]
        self._fill(self._menus["recent*"], entries, tr("No file was opened yet"))

    def _fill_samples(self) -> None:
        entries: list[tuple[str, Callable[[], object]]] = [
            (title, partial(self.filing.open_sample, path)) for title, path in self.filing.samples()
        ]
        self._fill(self._menus["samples*"], entries, tr("There are no samples"))

    def _fill_aside(self) -> None:
        entries: list[tuple[str, Callable[[], object]]] = [
            (path.stem, partial(self.filing.bring_back, path)) for path in self.filing.aside()
        ]
        self._fill(self._menus["aside*"], entries, tr("Nothing is kept aside"))

    def _fill_ways(self) -> None:
        """The ways to write moves and to draw pieces that the game offers."""
        game = self.document.game
        self._fill_way(self._menus["notation*"], game.notations, showing.notation(game), "notations")
        self._fill_way(self._menus["pieces*"], tuple(game.looks), showing.look(game), "looks")

    def _fill_way(self, menu: QMenu, names: Sequence[str], chosen: str, setting: str) -> None:
        """Offer ``names``, and what the record's rules say; the choice goes to a setting.

        Hidden where there is nothing to choose.
        """
        menu.clear()
        menu.menuAction().setVisible(len(names) > 1)
        game = self.document.game.name
        for name in ("", *names):
            action = menu.addAction(tr(name) if name else tr("As the record's rules say"))
            action.setCheckable(True)
            action.setChecked(name == chosen)
            action.triggered.connect(partial(self._choose_way, setting, game, name))

    def _choose_way(self, setting: str, game: str, name: str, *_: object) -> None:
        others = {each: way for each, way in getattr(self.settings, setting).items() if each != game}
        setattr(self.settings, setting, {**others, game: name} if name else others)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.actions_table.retranslate()
        for name, menu in self._menus.items():
            menu.setTitle(tr(SUBMENUS[name][0]) if name in SUBMENUS else tr(name))
        for index, text in enumerate((tr("Play"), tr("Analyse"), tr("Compare"), tr("Match"))):
            self.tabs.setTabText(index, text)
        self.tabs.setAccessibleName(tr("Workspaces"))
        titles = {
            "moves": tr("Moves"), "calculator": tr("Capture calculator"), "analysis": tr("Analysis"),
            "graph": tr("Evaluation over the game"), "editor": tr("Set up a position"),
            "terms": tr("Evaluation term by term"),
        }  # fmt: skip
        for name, text in titles.items():
            self.docks[name].set_title(text)
        if self.graph is None:
            self._graph_place.set_texts(tr("The evaluation graph appears here."))
        self._language_button.setText(language().upper())
        self._language_button.setToolTip(tr("Change the language"))
        self._language_button.setAccessibleName(tr("Change the language"))
        self._theme_button.setToolTip(tr("Light or dark"))
        self._theme_button.setAccessibleName(tr("Light or dark"))
        self._theme_button.setIcon(theme.icon("sun" if theme.current().is_dark else "moon"))
        self.actions_table[f"language_{language()}"].setChecked(True)
        self.actions_table[f"theme_{theme.mode()}"].setChecked(True)
        sentence = engine.mode_sentence()
        self._mode.setText(tr("Slow mode") if sentence else "")
        self._mode.setToolTip(sentence)
        self._busy(self.session.is_busy)
        self._refresh()

    # --- Qt -------------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        """Follow language and theme."""
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.PaletteChange) and hasattr(self, "_mode"):
            self.retranslate()
        super().changeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Size the docks of a layout as it comes."""
        super().showEvent(event)
        if self._fresh:
            self._size_docks()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files and text."""
        if any(url.isLocalFile() for url in event.mimeData().urls()) or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open a file that was dropped, take over text."""
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        event.acceptProposedAction()
        if files:
            # Not inside the drop: the other program waits for it to end.
            QTimer.singleShot(0, self, lambda: self.filing.open(files[0]))
        elif event.mimeData().hasText():
            self.paste_text(event.mimeData().text())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember everything, stop everything; nothing is asked."""
        self.set_editing(False)
        self.page.end_counting()
        self.page.counting.close()
        self.controller.abandon()
        self.settings.geometry = self.saveGeometry()
        for name, choice in self._choices().items():
            self.settings.set_choice(name, choice.to_text())
        self._keep_layout()
        self.filing.end_session()
        if self.graph is not None:
            self.graph.cancel()
        self.analysis.stop()
        self.analysis.close_threads()
        self.compare.close_threads()
        self.match.close_threads()
        self.session.close()
        self.notice.dismiss()
        super().closeEvent(event)
