"""Commands of the window. Each is declared once, next to its code, with its text, keys, place in the menus and slot.

The menus, the shortcuts, the command palette, the list of shortcuts and the preferences are built from the commands.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Flag, auto

from PySide6.QtWidgets import QMenu

from engine.core.language import mark

FILE, EDIT, BOARD, MOVE, ANALYSIS, WINDOW, HELP = GROUPS = (
    mark("File"),
    mark("Edit"),
    mark("Board"),
    mark("Moves"),
    mark("Analysis"),
    mark("View"),
    mark("Help"),
)
"""Titles of the menus from left to right. A menu with another title is that of a view, at the right of its header."""


class Aspect(Flag):
    """The parts of the window's state on which conditions depend.

    Attributes:
        RECORD: which record is open, its game, its headers and its file.
        MOVES: the nodes of the record, except their notes.
        CURSOR: the cursor, and what is shown there: a line on trial, the count of the score, the threat.
        UNDO: the edits that can be undone and redone.
        GAME: the game in progress.
        WORKSPACE: the workspace shown, its panels, and whether a position is being set up.
        SETTINGS: the settings, the language and the theme.
    """

    RECORD = auto()
    MOVES = auto()
    CURSOR = auto()
    UNDO = auto()
    GAME = auto()
    WORKSPACE = auto()
    SETTINGS = auto()
    ALL = RECORD | MOVES | CURSOR | UNDO | GAME | WORKSPACE | SETTINGS


@dataclass(frozen=True, eq=False, slots=True)
class Condition:
    """A condition under which commands are enabled or checked. It is tested only when an aspect of it has changed.

    Attributes:
        test: function that returns whether the condition is met.
        aspects: everything on which the result depends.
        parts: the conditions of which this is the conjunction, or an empty tuple.
    """

    test: Callable[[], bool]
    aspects: Aspect
    parts: tuple["Condition", ...] = ()

    def __and__(self, other: "Condition") -> "Condition":
        """Return the condition that both are met."""
        parts = (*(self.parts or (self,)), *(other.parts or (other,)))
        return Condition(lambda: self.test() and other.test(), self.aspects | other.aspects, parts)

    def is_here(self) -> bool:
        """Whether the parts that depend on nothing but the workspace shown are met."""
        return all(part.test() for part in self.parts or (self,) if part.aspects == Aspect.WORKSPACE)


@dataclass(frozen=True, eq=False, slots=True)
class Command:
    """A command of the window.

    Attributes:
        id: identifier, under which changed shortcuts are stored.
        group: English title of the menu, which is also the heading in the list of shortcuts.
        text: English text, translated for display.
        slot: function called with the state of a command that can be checked, and otherwise without arguments.
        shortcuts: default shortcuts, separated by spaces, in the portable format of ``QKeySequence``.
        icon: a name for ``icons.icon``, or an empty string for no icon.
        section: number of the section of the menu, from the top. Sections are separated by lines, and the commands of a
            section are in the order of their declarations.
        submenu: English title of the submenu that contains the command, or an empty string for none.
        is_hidden: whether the command is in no menu.
        choice: name of the group of mutually exclusive commands, or an empty string if there is no group.
        scope: the workspace in which alone the command is available, or an empty string for all. Its shortcuts there
            replace those of commands without a scope.
        enabled: the condition under which the command is enabled, or None for always. In workspaces where it cannot be
            met, the command is in no menu.
        seen: the condition under which an effect is seen, or None for that of ``enabled``. Elsewhere, the command is in
            no menu.
        disappears: whether the command is also hidden while it is disabled.
        checked: the condition under which the command is checked, or None if the command cannot be checked.
        menu_text: function that returns the text when the menu is opened, or None to show ``text``.
    """

    id: str
    group: str
    text: str
    slot: Callable[..., object]
    shortcuts: str = ""
    icon: str = ""
    section: int = 0
    submenu: str = ""
    is_hidden: bool = False
    choice: str = ""
    scope: str = ""
    enabled: Condition | None = None
    seen: Condition | None = None
    disappears: bool = False
    checked: Condition | None = None
    menu_text: Callable[[], str] | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The default shortcuts."""
        return tuple(self.shortcuts.split())


@dataclass(frozen=True, eq=False, slots=True)
class FilledMenu:
    """A submenu whose entries are made whenever it is opened.

    Attributes:
        group: English title of the menu that contains the submenu.
        text: English title, translated for display.
        fill: function that adds the entries to the submenu, which is empty.
        section: number of the section of the menu, as of a command.
        is_offered: function that returns whether the submenu is visible when the menu is opened, or None for always.
    """

    group: str
    text: str
    fill: Callable[[QMenu], object]
    section: int = 0
    is_offered: Callable[[], bool] | None = None


Declared = Command | FilledMenu
