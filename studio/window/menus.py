"""The menus of the window, built from the commands. Some submenus are filled when their menu is opened."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu, QMenuBar

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


class Menus(QObject):
    """The menus of a menu bar.

    Args:
        bar: the window's menu bar.
        table: the actions of the commands.
        declared: the commands and submenus, in the order of the menus.
        parent: parent object.
    """

    def __init__(
        self, bar: QMenuBar, table: Actions, declared: Sequence[Declared], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._table = table
        self._menus: dict[str, QMenu] = {}
        sections: dict[str, int] = {}
        for each in declared:
            if isinstance(each, Command) and each.is_hidden:
                continue
            menu = self._menus.get(each.group)
            if menu is None:
                menu = self._menus[each.group] = bar.addMenu("")
                menu.aboutToShow.connect(
                    partial(self._adjust, [other for other in declared if other.group == each.group])
                )
            elif sections[each.group] != each.section:
                menu.addSeparator()
            sections[each.group] = each.section
            if isinstance(each, FilledMenu):
                self._menus[each.text] = inner = menu.addMenu("")
                inner.aboutToShow.connect(partial(_fill, inner, each))
                continue
            if each.submenu and each.submenu not in self._menus:
                self._menus[each.submenu] = menu.addMenu("")
            (self._menus[each.submenu] if each.submenu else menu).addAction(table[each.id])

    def __getitem__(self, title: str) -> QMenu:
        """Return a menu or a submenu by its English title."""
        return self._menus[title]

    def retranslate(self) -> None:
        """Set all titles in the language in use."""
        for title, menu in self._menus.items():
            menu.setTitle(tr(title))

    def _adjust(self, declared: Sequence[Declared]) -> None:
        """Hide the submenus of a menu that are not offered, and set the texts that depend on the record."""
        for each in declared:
            if isinstance(each, FilledMenu):
                if each.is_offered is not None:
                    self._menus[each.text].menuAction().setVisible(each.is_offered())
            elif each.menu_text is not None:
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
