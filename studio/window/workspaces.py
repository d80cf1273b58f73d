"""The workspaces of a window. The pages of those that do not show the board are created when they are first needed."""

from collections.abc import Callable
from functools import partial
from importlib import import_module

from engine.core.game import Game
from studio.analysis.workspaces import Host, WorkspaceEntry
from studio.widgets.command import WINDOW, Command, Declared
from studio.widgets.workspace import Workspace

MODULES = (
    "studio.play.commands",
    "studio.analysis.commands",
    "studio.compare.commands",
    "studio.tree.commands",
    "studio.review.commands",
    "studio.contests.commands",
)
"""The modules whose ``ENTRY`` declares a workspace, in the order of the tabs."""

ENTRIES: dict[str, WorkspaceEntry] = {each.name: each for each in (import_module(name).ENTRY for name in MODULES)}
"""A mapping from the names of the workspaces to their declarations."""


def import_pages() -> None:
    """Import the modules of the pages, so that the first access to a page does not."""
    for entry in ENTRIES.values():
        if entry.page:
            import_module(entry.page)


class Workspaces:
    """The pages of the workspaces of a window.

    They have half of the widgets of a window, and many users need few of them.

    Args:
        host: what the window offers the workspaces.
        connect: function that connects the signals of a new page. Its first argument is the name of the workspace.
    """

    def __init__(self, host: Host, connect: Callable[[str, Workspace], object]) -> None:
        self._host, self._connect = host, connect
        self._game = host.document.game
        self._pages: dict[str, Workspace] = {}

    def __getitem__(self, name: str) -> Workspace:
        """Return the page of a workspace that does not show the board. The first access creates it."""
        if name not in self._pages:
            page: Workspace = import_module(ENTRIES[name].page).make_page(self._host)
            self._connect(name, page)
            self._host.pages.addWidget(page)
            self._pages[name] = page
        return self._pages[name]

    @property
    def created(self) -> list[Workspace]:
        """The pages created so far."""
        return list(self._pages.values())

    @property
    def shown(self) -> Workspace | None:
        """The page shown, or None for a workspace with the board and for the first page."""
        return self._pages.get(self._host.workspace())

    def commands(self) -> list[Declared]:
        """Return the commands that show the workspaces, and those of all workspaces."""
        host, declared = self._host, list[Declared]()
        for name, entry in ENTRIES.items():
            declared.append(
                Command(
                    f"workspace_{name}", WINDOW, entry.title, partial(self._show, name), entry.shortcuts,
                    choice="workspace", checked=host.shown(name),
                )
            )  # fmt: skip
            if entry.commands is not None:
                declared += entry.commands(host, partial(self.__getitem__, name))
        return declared

    def _show(self, name: str, _: bool) -> None:
        self._host.show(name)

    def run(self, name: str) -> None:
        """Show a workspace, and start its activity."""
        self._host.show(name)
        self[name].run()

    def show_game(self, game: Game) -> None:
        """Show another game in the workspaces."""
        if type(game) is not type(self._game):
            self._game = game
            for page in self.created:
                page.show_game(game)
