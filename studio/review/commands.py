"""The declaration of the Review workspace and of its commands."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.core.language import mark
from studio.analysis.workspaces import ANALYSE, Host, WorkspaceEntry
from studio.widgets.command import ANALYSIS, Command

if TYPE_CHECKING:
    from studio.review.workspace import ReviewWorkspace

    Act = Callable[[ReviewWorkspace], object]

SECTION = 3
"""Section of the menu with all commands."""


def commands(host: Host, page: "Callable[[], ReviewWorkspace]") -> list[Command]:
    """Return the commands of the Review workspace, which are enabled in this workspace only."""
    shown = host.shown("review")

    def command(name: str, text: str, key: str, icon: str, act: "Act", submenu: str = "") -> Command:
        return Command(name, ANALYSIS, text, lambda: act(page()), key, icon, SECTION, submenu, enabled=shown)

    def mistake(name: str, text: str, key: str, icon: str, act: "Act") -> Command:
        return command(name, text, key, icon, act, mark("Mistakes"))

    return [
        mistake("next_mistake", "Next mistake", "N", "next", lambda page: page.next_mistake()),
        mistake("previous_mistake", "Previous mistake", "Shift+N", "previous", lambda page: page.next_mistake(-1)),
        mistake("next_own_mistake", "Next mistake of mine", "Alt+N", "", lambda page: page.next_mistake(mine=True)),
        mistake(
            "previous_own_mistake", "Previous mistake of mine", "Alt+Shift+N", "",
            lambda page: page.next_mistake(-1, mine=True),
        ),
        command("retry", "Find a better move", "Y", "target", lambda page: page.begin_retry()),
        command("insert_line", "Insert the best line", "V", "branch", lambda page: page.insert_here()),
        command(
            "guess", "Guess first, hide the evaluations", "G", "eye-off",
            lambda page: page.set_guessing(not page.is_guessing),
        ),
        command("compare_here", "Compare before this move", "J", "compare", lambda page: page.compare_here()),
        Command(
            "see_trees", ANALYSIS, "See both trees of a disagreement", lambda: page().see_trees(),
            "Ctrl+Return Ctrl+Enter", "tree", SECTION, scope="review",
        ),
    ]  # fmt: skip


ENTRY = WorkspaceEntry(
    "review", mark("Review"), ANALYSE, page="studio.review.workspace", dock="review", commands=commands,
    docks=("review", "moves", "graph"), help="review",
)  # fmt: skip
