"""The menus of the window, built from the commands. Entries without an effect in the view shown are left out."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from engine.core.language import tr
from studio.look import foreign
from studio.widgets.command import GROUPS, WINDOW, Command, Declared, FilledMenu
from studio.window.actions import Actions


def in_order(declared: Sequence[Declared]) -> list[Declared]:
    """Return commands and submenus in the order of the menus. Those of one section remain in their order."""
    others = dict.fromkeys(each.group for each in declared if each.group not in GROUPS)
    before = GROUPS.index(WINDOW)
    groups = (*GROUPS[:before], *others, *GROUPS[before:])
    return sorted(declared, key=lambda each: (groups.index(each.group), each.section))


def _is_shown(each: Declared, scope: str) -> bool:
    """Whether a command or a submenu has an effect in the view shown, ``scope``, or belongs to the menu of a view."""
    if isinstance(each, FilledMenu):
        return each.is_offered is None or each.is_offered()
    if each.is_hidden or (each.scope not in ("", scope) and each.group in GROUPS):
        return False
    return all(condition is None or condition.is_here() for condition in (each.enabled, each.seen))


class Menus:
    """The menus of a menu bar, and those of the views, which have buttons in the headers of their pages.

    Args:
        bar: the window's menu bar.
        table: the actions of the commands.
        declared: the commands and submenus, in the order of the menus.
        parent: parent of the menus of the views.
    """

    def __init__(self, bar: QMenuBar, table: Actions, declared: Sequence[Declared], parent: QWidget) -> None:
        self._table = table
        self._declared: dict[str, list[Declared]] = {}
        self._menus: dict[str, QMenu] = {}
        for each in declared:
            if each.group not in self._menus:
                is_usual = each.group in GROUPS
                menu = self._menus[each.group] = bar.addMenu("") if is_usual else QMenu(parent)
                self._declared[each.group] = []
                menu.aboutToShow.connect(partial(self._fill_group, each.group))
            self._declared[each.group].append(each)
            inner = each.text if isinstance(each, FilledMenu) else each.submenu
            if inner and inner not in self._menus:
                self._menus[inner] = QMenu(self._menus[each.group])
                if isinstance(each, FilledMenu):
                    self._menus[inner].aboutToShow.connect(partial(_fill, self._menus[inner], each))
        self.refresh()

    def __getitem__(self, title: str) -> QMenu:
        """Return a menu or a submenu by its English title."""
        return self._menus[title]

    def of_view(self, names: Sequence[str]) -> QMenu | None:
        """Return the menu of a view, or None if it has none.

        Args:
            names: the names of the workspaces of its page.
        """
        for group, declared in self._declared.items():
            if group not in GROUPS and any(isinstance(each, Command) and each.scope in names for each in declared):
                return self._menus[group]
        return None

    def retranslate(self) -> None:
        """Set all titles in the language in use."""
        for title, menu in self._menus.items():
            menu.setTitle(tr(title))

    def refresh(self) -> None:
        """Fill all menus for the view shown, and hide those without an entry."""
        for group in self._declared:
            self._fill_group(group)
            self._menus[group].menuAction().setVisible(not self._menus[group].isEmpty())

    def _fill_group(self, group: str) -> None:
        """Fill a menu with the entries that have an effect, and set the texts that depend on the record."""
        menu, section, inner = self._menus[group], None, dict[str, QMenu]()
        menu.clear()
        for each in self._declared[group]:
            if not _is_shown(each, self._table.scope):
                continue
            if section not in (None, each.section):
                menu.addSeparator()
            section = each.section
            title = each.text if isinstance(each, FilledMenu) else each.submenu
            if title and title not in inner:
                inner[title] = self._menus[title]
                menu.addMenu(inner[title])
                if not isinstance(each, FilledMenu):
                    inner[title].clear()
            if isinstance(each, Command):
                (inner[title] if title else menu).addAction(self._table[each.id])
                if each.menu_text is not None:
                    self._table[each.id].setText(each.menu_text())


def _fill(menu: QMenu, declared: FilledMenu) -> None:
    menu.clear()
    declared.fill(menu)


def add_entries(menu: QMenu, entries: Sequence[tuple[str, Callable[[], object]]], empty: str = "") -> None:
    """Add an entry for each pair of a title and a callback, or the disabled entry ``empty`` if there is no pair."""
    for text, act in entries:
        menu.addAction(foreign.name(text).replace("&", "&&")).triggered.connect(lambda _=False, act=act: act())
    if not entries:
        menu.addAction(empty).setEnabled(False)
