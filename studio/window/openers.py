"""The dialogs of the window, and the handling of their results."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QDialog, QWidget

import engine
from engine.core.errors import KyVienError
from engine.core.game import Game
from engine.core.language import tr
from engine.guide.diagram import Diagram
from engine.records.tree import ROOT
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from studio.analysis.workspaces import LEARN, Host
from studio.dialogs.about import AboutDialog
from studio.dialogs.engines import EnginesDialog
from studio.dialogs.keys import KeyRow, KeySheet, native
from studio.dialogs.new_game import NewGame, NewGameDialog
from studio.dialogs.preferences import PreferencesDialog
from studio.dialogs.properties import PropertiesDialog
from studio.guide.panel import GuidePanel
from studio.play.board_page import BoardPage
from studio.play.controller import PlayController
from studio.widgets.command import ANALYSIS, EDIT, FILE, HELP, Command
from studio.window.actions import Actions
from studio.window.command_palette import CommandPalette, PaletteRow
from studio.window.filing import Filing
from studio.window.layouts import Layouts
from studio.window.log import log_path
from studio.window.palette_rows import further_rows
from studio.window.side_panel import SidePanel
from studio.window.workspaces import ENTRIES, Workspaces

if TYPE_CHECKING:
    from engine.core.position import Position
    from studio.learn.workspace import LearnWorkspace
    from studio.tree.workspace import TreeWorkspace
    from studio.window.first_page import FirstPage

_Dialog = TypeVar("_Dialog", bound=QDialog)


class Openers:
    """Commands that open dialogs without blocking. Each dialog is deleted when it is closed.

    Args:
        window: the parent of the dialogs.
        host: the open record, the external engines, the settings and the notices.
        controller: the controller that starts a new game.
        page: the page with the board.
        filing: the object that opens records.
        layouts: the layouts of the workspaces.
        table: the actions of the commands, which are listed and whose shortcuts are changed.
        workspaces: the pages of the workspaces, among them the lessons.
        side: function that returns the place of the help.
    """

    def __init__(
        self, window: QWidget, host: Host, controller: PlayController, page: BoardPage, filing: Filing,
        layouts: Layouts, table: Actions, workspaces: Workspaces, side: Callable[[], SidePanel],
    ) -> None:  # fmt: skip
        self._window, self._host, self._settings, self._engines = window, host, host.settings, host.engines
        self._document, self._notice = host.document, host.notice
        self._controller, self._page, self._filing = controller, page, filing
        self._layouts, self._table, self._workspaces, self._side = layouts, table, workspaces, side
        self.guide_panel: GuidePanel | None = None

    def commands(self, first_page: "FirstPage") -> list[Command]:
        """Return the commands that open dialogs and windows.

        Args:
            first_page: the first page. While it is shown, its game is that of a new game and of the help.
        """

        def new() -> None:
            self.new_game(first_page.game.name if first_page.is_shown else "")

        def rules() -> None:
            self.guide(first_page.game.name)

        def rules_text() -> str:
            return tr("Rules of {game}", game=tr(first_page.game.title))

        def guide(name: str, text: str, page: str) -> Command:
            return Command(name, HELP, text, partial(self.guide, page), section=1)

        return [
            Command("new", FILE, "New game…", new, "Ctrl+N", "new"),
            Command("properties", FILE, "Properties of the record…", self.properties, "Ctrl+I", section=3),
            Command("preferences", EDIT, "Preferences…", self.preferences, "Ctrl+,", "settings", 3),
            Command("engines", ANALYSIS, "External engines…", self.external_engines, section=4),
            Command("first_page", HELP, "First page", first_page.show),
            Command("learn", HELP, "Lessons and exercises", self.learn, "Ctrl+F1", "tree", 1),
            Command("help", HELP, "Search the help…", lambda: self.toggle_help(first_page.game), "F1", "help", 1),
            Command("rules", HELP, "Rules of the game", rules, section=1, menu_text=rules_text),
            guide("algorithms", "Algorithms", "algorithms"),
            guide("comparison", "Reading a comparison", "comparison"),
            guide("reading_review", "Reading a review", "review"),
            guide("knowledge", "Endings and books", "knowledge"),
            guide("cluster", "Several computers", "cluster"),
            guide("presenting", "Text size and presentation", "presenting"),
            guide("tested", "How it is tested", "tested"),
            Command("palette", HELP, "Find a command…", self.palette, "Ctrl+K", "search", 2),
            Command("key_sheet", HELP, "Keyboard shortcuts", self.key_sheet, "?", "keyboard", 2),
            Command("about", HELP, "About Kỳ Viện", self.about, icon="info", section=2),
        ]

    def new_game(self, game: str = "") -> NewGameDialog:
        """Show the dialog for a new game, and return it. The game starts when the dialog is accepted.

        Args:
            game: identifier of the game to select, or an empty string for the game that was played last.
        """
        is_inside = self._document.cursor != ROOT
        dialog = NewGameDialog(
            self._settings, self._document.game, is_inside, self._window, self._engines.engines, game
        )
        dialog.accepted.connect(lambda: self.begin(dialog.value()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def begin(self, chosen: NewGame) -> bool:
        """Start the chosen game in a workspace with the board, and return whether this succeeded.

        An error is shown in the notice bar.
        """
        setup = None
        if chosen.from_here and chosen.game.name == self._document.game.name:
            setup = self._document.game.format_position(self._document.position)
        # Messages about the previous game, including draw offers, are outdated.
        self._notice.dismiss()
        self._filing.put_aside()
        try:
            self._controller.start(chosen.game, chosen.players(), setup=setup, control=chosen.control)
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)
            return False
        first, second = chosen.seats
        self._page.set_flipped(first.is_engine and not second.is_engine)
        self._host.show(self._layouts.with_board)
        return True

    def properties(self) -> PropertiesDialog:
        """Show the dialog for the headers of the record, and return it.

        The headers are changed when the dialog is accepted.
        """
        dialog = PropertiesDialog(self._document.record, self._window)

        def keep() -> None:
            try:
                self._document.set_headers(dialog.changes())
            except KyVienError as error:
                self._notice.show_notice(str(error), is_error=True)

        dialog.accepted.connect(keep)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def preferences(self) -> PreferencesDialog:
        """Show the dialog for the preferences, and return it."""
        dialog = PreferencesDialog(self._settings, self._key_rows(), self._window)
        dialog.keys_changed.connect(self._table.rebind)
        return self._shown(dialog)

    def external_engines(self) -> EnginesDialog:
        """Show the dialog for external engines, and return it."""
        return self._shown(EnginesDialog(self._engines, self._window))

    def help(self, game: type[Game] | None = None) -> GuidePanel:
        """Show the page about the workspace in the panel of the guide, with the cursor in its search field.

        Args:
            game: the game whose page is shown in workspaces without a page of their own, or None for that of the
                record.
        """
        name = self._host.workspace()
        guide = self.guide((ENTRIES[name].help if name else "") or (game or self._document.game).name)
        guide.start_search()
        return guide

    def toggle_help(self, game: type[Game] | None = None) -> None:
        """Close the panel of the guide if it has the focus, and otherwise show it as ``help`` does."""
        focused, guide = QApplication.focusWidget(), self.guide_panel
        if guide is not None and focused is not None and guide.isAncestorOf(focused):
            guide.close()
        else:
            self.help(game)

    def palette(self) -> CommandPalette:
        """Show the command palette, and return it. The chosen command is run after the palette is closed."""
        actions = self._table.all()
        native_text = QKeySequence.SequenceFormat.NativeText
        rows = [
            PaletteRow(
                command.id,
                _full_name(command, tr),
                _full_name(command, str),
                tr(command.group),
                action.shortcut().toString(native_text),
                action.isEnabled(),
                action.isChecked(),
            )
            for command, action in actions.items()
            if command.id != "palette"
        ]
        further = further_rows(self._host, self._filing, self.external_engines)
        acts = {row.id: act for row, act in further.items()}
        dialog = CommandPalette([*rows, *further], self._settings.recent_commands, self._window)

        def run(name: str) -> None:
            if name in acts:
                acts[name]()
                return
            self._settings.add_recent_command(name)
            # The window becomes active first, because commands depend on what has the focus.
            self._window.activateWindow()
            self._table[name].trigger()

        # The command runs after the palette has been closed; it may open a dialog.
        dialog.chosen.connect(lambda name: QTimer.singleShot(0, self._window, lambda: run(name)))
        shown = self._shown(dialog)
        shown.activateWindow()
        shown.field.setFocus()
        return shown

    def key_sheet(self) -> KeySheet:
        """Show the list of the keyboard shortcuts in the panel of the guide, and return it."""
        sheet = KeySheet(self._key_rows())
        panel = self._guide_panel()
        panel.show_keys(sheet)
        sheet.setFocus()
        return sheet

    def about(self) -> AboutDialog:
        """Show the dialog about the program, and return it."""
        return self._shown(AboutDialog(not engine.is_compiled(), log_path(), self._window))

    def guide(self, page: str) -> GuidePanel:
        """Show a page of the guide, and return the panel of the guide.

        Args:
            page: name of the page, which is the identifier of a game or the name of an article.
        """
        guide = self._guide_panel()
        guide.show_page(page)
        guide.view.setFocus()
        return guide

    def _guide_panel(self) -> GuidePanel:
        """Return the panel of the guide, which is shown. It is created if necessary, and deleted when it is closed."""
        if self.guide_panel is None:
            self.guide_panel = GuidePanel(self._window)
            self.guide_panel.opened.connect(self._open_diagram)
            self.guide_panel.closed.connect(self._guide_closed)
            self.guide_panel.keys_wanted.connect(self.key_sheet)
            self.guide_panel.lesson_wanted.connect(self.learn)
        guide = self.guide_panel
        guide.set_keys([(tr(row.text).removesuffix("…"), tuple(map(native, row.keys))) for row in self._key_rows()])
        self._side().show(guide)
        return guide

    def learn(self, lesson: str = "", block: int = 0) -> "LearnWorkspace":
        """Show the lessons, and return their page.

        Args:
            lesson: name or number of the lesson to show, or an empty string for the view that was shown last.
            block: index of the block of its page to scroll to.
        """
        if lesson:
            self._host.show("course")
        else:
            self._workspaces.show_tab(LEARN)
        page = cast("LearnWorkspace", self._workspaces["course"])
        if lesson:
            page.show_lesson(lesson, block)
        return page

    def close_guide(self) -> None:
        """Close the panel of the guide, if it is open."""
        if self.guide_panel is not None:
            self.guide_panel.close()

    def _show_window(self) -> None:
        """Make the window active, with the keyboard focus on the board."""
        self._window.activateWindow()
        self._page.board.setFocus()

    def open_position(self, position: "Position") -> None:
        """Open a new record that begins with a position."""
        self._show_position(position.game, str(position), ())

    def _guide_closed(self) -> None:
        guide, self.guide_panel = self.guide_panel, None
        if guide is not None:
            self._side().hide()
            guide.deleteLater()
            self._show_window()

    def _open_diagram(self, diagram: Diagram) -> None:
        """Open a new record with the moves of a diagram, which lead to its position, and its search in Tree."""
        self._show_position(diagram.game, diagram.setup, diagram.moves)
        if diagram.search:
            limit = Limit(depth=diagram.depth)
            query = Query(diagram.position, Spec.parse(diagram.search), diagram.evaluation, limit, 0)
            self._host.show("tree")
            tree = cast("TreeWorkspace", self._workspaces["tree"])
            tree.show_query(query, None, len(diagram.moves), diagram.node)

    def _show_position(self, game: Game, setup: str | None, moves: Sequence[int]) -> None:
        """Open a new record with a position in a workspace with the board."""
        self._notice.dismiss_error()
        try:
            self._filing.show_position(game, setup, moves)
        except KyVienError as error:
            self._notice.show_notice(str(error), is_error=True)
            return
        self._host.show(self._layouts.with_board)
        self._window.raise_()
        self._show_window()

    def _shown(self, dialog: _Dialog) -> _Dialog:
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()
        return dialog

    def _key_rows(self) -> list[KeyRow]:
        keys = self._table.keys()
        return [
            KeyRow(each.id, each.group, each.text, tuple(keys[each.id]), each.keys, each.scope)
            for each in self._table.all()
        ]


def _full_name(command: Command, translate: Callable[[str], str]) -> str:
    """Return the name of a command, after the title of its submenu if it has one, such as “Colours: Dark”."""
    text = translate(command.text)
    return f"{translate(command.submenu)}: {text}" if command.submenu else text
