"""The declaration of a workspace, which is a view in a tab of the window, and what a window offers it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QStackedWidget, QStatusBar

from engine.core.language import mark
from studio.analysis.engines import EngineList
from studio.analysis.session import AnalysisSession
from studio.board.shared import SharedBoard
from studio.document.document import Document
from studio.settings import Settings
from studio.widgets.command import Aspect, Condition, Declared
from studio.widgets.notice import NoticeBar

PLAY, ANALYSE, LAB, LEARN = TABS = (mark("Play"), mark("Analyse"), mark("Lab"), mark("Learn"))
"""Titles of the tabs from left to right. A tab with another title is to the right of these."""


@dataclass(frozen=True, slots=True)
class Host:
    """What a window offers its workspaces and their commands.

    Attributes:
        document: the open record.
        session: the session that runs searches, with the algorithms of the analysis.
        engines: the external engines that the user has configured.
        settings: the stored settings.
        notice: the bar that shows notices and error messages.
        status: the status bar.
        pages: the stack of the pages, which is the parent of a workspace.
        board: the board that the views of the record share.
        workspace: function that returns the name of the workspace shown, or an empty string on the first page.
        show: function that shows the workspace with a name.
    """

    document: Document
    session: AnalysisSession
    engines: EngineList
    settings: Settings
    notice: NoticeBar
    status: QStatusBar
    pages: QStackedWidget
    board: SharedBoard
    workspace: Callable[[], str]
    show: Callable[[str], object]

    def shown(self, name: str) -> Condition:
        """Return the condition that the workspace with a name is shown."""
        return Condition(lambda: self.workspace() == name, Aspect.WORKSPACE)

    def report_fault(self, sentence: str) -> None:
        """Show an error message in the notice bar."""
        self.notice.show_notice(sentence, is_error=True)


@dataclass(frozen=True, slots=True)
class WorkspaceEntry:
    """The declaration of a workspace, which is the variable ``ENTRY`` of a module (``studio.window.workspaces``).

    This module is imported when the window is created, so it should import little else.

    Attributes:
        name: identifier, with which the layout is stored.
        title: English title in the control of the views of the tab, and of the command that shows the workspace.
        tab: English title of the tab, one of ``TABS`` or another one.
        shortcuts: default shortcuts of this command, separated by spaces. The tabs have shortcuts of their own.
        page: name of a module, which is imported when the workspace is first needed, and whose function ``make_page``
            returns the page for a ``Host``. If it is empty, the workspace shows the board. Workspaces with the same
            module share one page (``Workspace.show_view``).
        commands: function that returns the commands, or None for none. Its second argument is a function that returns
            the page, which is created by the first call.
        docks: names of the docks that are shown by default.
        help: name of the page of the guide about the workspace, or an empty string for that of the game.
        has_record: whether commands that change the record or move its cursor make sense, because it is shown.
        dock: name of the dock in which the page is shown next to the board, or an empty string if it replaces the
            board.
        width: width in px that the page gets next to the board, if this is not too small then. Without space for the
            moves, too, these are a tab. 0 stands for the same widths as in the analysis.
    """

    name: str
    title: str
    tab: str
    shortcuts: str = ""
    page: str = ""
    commands: Callable[[Host, Callable[[], Any]], Sequence[Declared]] | None = None
    docks: tuple[str, ...] = ()
    help: str = ""
    has_record: bool = True
    dock: str = ""
    width: int = 0
