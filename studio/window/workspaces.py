"""The workspaces of a window, which are the views of its tabs.

The pages of those that do not show the board are created when they are first needed.
"""

from collections.abc import Callable, Container
from functools import partial
from importlib import import_module

from engine.core.game import Game
from engine.core.language import mark
from studio.analysis.workspaces import TABS as KNOWN_TABS
from studio.analysis.workspaces import Host, WorkspaceEntry
from studio.settings import TEXTS, Setting
from studio.widgets.command import WINDOW, Aspect, Command, Condition, Declared
from studio.widgets.workspace import Workspace

MODULES = (
    "studio.play.commands",
    "studio.analysis.commands",
    "studio.compare.commands",
    "studio.tree.commands",
    "studio.review.commands",
    "studio.contests.commands",
    "studio.learn.commands",
    "studio.learn.exercises",
)
"""The modules whose ``ENTRY`` declares a workspace, in the order of the views of each tab."""

ENTRIES: dict[str, WorkspaceEntry] = {each.name: each for each in (import_module(name).ENTRY for name in MODULES)}
"""A mapping from the names of the workspaces to their declarations."""

TABS: dict[str, tuple[str, ...]] = {
    tab: names
    for tab in dict.fromkeys((*KNOWN_TABS, *(each.tab for each in ENTRIES.values())))
    if (names := tuple(name for name, each in ENTRIES.items() if each.tab == tab))
}
"""A mapping from the English titles of the tabs, from left to right, to the names of their views."""
SHOWN = Setting("window/views", TEXTS, {})
"""The view of each tab that was shown last, by the English title of the tab."""


def import_pages() -> None:
    """Import the modules of the pages, so that the first access to a page does not."""
    for entry in ENTRIES.values():
        if entry.page:
            import_module(entry.page)


def tab_of(name: str) -> str:
    """Return the English title of the tab of a workspace, or an empty string for the first page."""
    return ENTRIES[name].tab if name else ""


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
        module = ENTRIES[name].page
        if module not in self._pages:
            page: Workspace = import_module(module).make_page(self._host)
            self._connect(name, page)
            if not ENTRIES[name].dock:
                self._host.pages.addWidget(page)
            self._pages[module] = page
        return self._pages[module]

    @property
    def created(self) -> list[Workspace]:
        """The pages created so far."""
        return list(self._pages.values())

    @property
    def shown(self) -> Workspace | None:
        """The page shown, or None for a workspace with the board and for the first page."""
        entry = ENTRIES.get(self._host.workspace())
        return None if entry is None else self._pages.get(entry.page)

    def commands(self) -> list[Declared]:
        """Return the commands that show the tabs and the workspaces, and those of all workspaces.

        A tab with one view has one command, which is that of the view.
        """
        host, declared = self._host, list[Declared]()
        for number, (tab, names) in enumerate(TABS.items(), 1):
            if len(names) > 1:
                declared.append(
                    Command(
                        f"tab_{tab.lower()}", WINDOW, tab, partial(self.show_tab, tab), f"Ctrl+{number}", choice="tab",
                        checked=Condition(partial(self._is_shown, names), Aspect.WORKSPACE),
                    )
                )  # fmt: skip
            for name in names:
                entry, is_alone = ENTRIES[name], len(names) == 1
                keys = f"Ctrl+{number} {entry.shortcuts}" if is_alone else entry.shortcuts
                declared.append(
                    Command(
                        f"workspace_{name}", WINDOW, entry.title, partial(self._show, name), keys,
                        section=0 if is_alone else 1, choice="tab" if is_alone else "view", checked=host.shown(name),
                    )
                )  # fmt: skip
        has_views = Condition(lambda: len(self._views) > 1, Aspect.WORKSPACE)
        declared += [
            Command("next_view", WINDOW, mark("Next view"), self.step, "Ctrl+Tab", section=1, enabled=has_views),
            Command(
                "previous_view", WINDOW, mark("Previous view"), partial(self.step, -1), "Ctrl+Shift+Tab", section=1,
                enabled=has_views,
            ),
        ]  # fmt: skip
        for name, entry in ENTRIES.items():
            if entry.commands is not None:
                declared += entry.commands(host, partial(self.__getitem__, name))
        return declared

    @property
    def _views(self) -> tuple[str, ...]:
        """The names of the views of the tab shown."""
        return TABS.get(tab_of(self._host.workspace()), ())

    def _is_shown(self, names: Container[str]) -> bool:
        return self._host.workspace() in names

    def _show(self, name: str, _: bool) -> None:
        self._host.show(name)

    def show_tab(self, tab: str, _: bool = True) -> None:
        """Show the view of a tab that was shown last, or else its first one. ``tab`` is the English title."""
        if tab_of(self._host.workspace()) != tab:
            last = self._host.settings[SHOWN].get(tab)
            self._host.show(last if last in TABS[tab] else TABS[tab][0])

    def keep_shown(self, name: str) -> None:
        """Remember that a view was shown, for the next time its tab is chosen."""
        shown, tab = self._host.settings[SHOWN], tab_of(name)
        if len(TABS[tab]) > 1 and shown.get(tab) != name:
            self._host.settings[SHOWN] = {**shown, tab: name}

    def step(self, count: int = 1) -> None:
        """Show the view that is ``count`` places to the right, and begin again at the other end."""
        views = self._views
        self._host.show(views[(views.index(self._host.workspace()) + count) % len(views)])

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
