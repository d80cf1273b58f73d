"""The menus of the window. Some submenus are filled when they are opened."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from engine.core.game import Game
from engine.core.language import LANGUAGES, mark, tr
from studio.document.document import Document
from studio.look import foreign, notation
from studio.settings import NUMBERED, Settings
from studio.window.actions import ANALYSIS, BOARD, EDIT, FILE, GAME, HELP, MOVE, TREE, WINDOW, Actions
from studio.window.filing import Filing

MENUS: dict[str, tuple[str, ...]] = {
    FILE: ("new", "-", "open", "recent*", "samples*", "choose_game", "aside*", "-", "save", "save_as", "export*",
           "export_page", "-", "properties", "-", "quit"),
    EDIT: ("undo", "redo", "-", "copy_position", "copy_record", "paste", "-", "editor", "-", "preferences"),
    BOARD: ("flip", "-", "attacked", "liberties", "numbers", "numbered*", "-", "notation*", "pieces*", "-",
            "calculator"),
    MOVE: ("back", "forward", "to_start", "to_end", "-", "previous_sibling", "next_sibling", "previous_branch",
           "next_branch", "-", "nags*", "comment", "-", "promote", "to_main_line", "delete", "-", "moves_style"),
    GAME: ("pass", "take_back", "engine_move", "pause_game", "-", "count", "offer_draw", "resign", "-", "next_game",
           "save_match"),
    ANALYSIS: ("analysis", "stop", "-", "threat", "choices*", "-", "analyse_game", "reviewers*", "terms", "-",
               "mistakes*", "retry", "insert_line", "guess", "compare_here", "see_trees",
               "-", "engines"),
    TREE: ("tree_record", "-", "tree_in", "tree_out", "tree_root", "tree_pv", "plies*", "tree_fold", "tree_find", "-",
           "tree_previous_cut", "tree_next_cut", "tree_next_rise", "tree_next_again", "-", "tree_replay",
           "tree_event_back", "tree_event_on", "tree_finish", "-", "tree_sign", "tree_strip", "tree_picture",
           "tree_zoom", "-", "tree_compare", "tree_next_difference", "-", "tree_show_position", "tree_insert_line",
           "tree_copy"),
    WINDOW: ("workspace_play", "workspace_analyse", "workspace_compare", "workspace_tree", "workspace_review",
             "workspace_match", "-", "panels*", "reset_layout", "-", "scores*", "language*", "theme*", "full_screen"),
    HELP: ("first_page", "-", "learn", "help", "rules", "algorithms", "comparison", "reading_review", "knowledge",
           "cluster", "-", "palette", "key_sheet", "about"),
}  # fmt: skip
"""Mapping from the titles of the menus to their entries.

An entry is the identifier of an action, ``-`` for a separator, or a name ending in ``*`` for a submenu."""
SUBMENUS = {
    "export*": (mark("Export"), ("export_pgn", "export_simplified", "export_traditional", "export_ubb", "export_png",
                                 "export_svg", "export_strip", "export_animation")),
    "nags*": (mark("Annotate"), ("nag_3", "nag_1", "nag_5", "nag_6", "nag_2", "nag_4")),
    "numbered*": (mark("Moves to number"), tuple(f"numbers_{number}" for number in NUMBERED)),
    "notation*": (mark("Notation"), ()),
    "pieces*": (mark("Pieces"), ()),
    "choices*": (mark("Play a suggested move"), ("choice_1", "choice_2", "choice_3", "choice_4")),
    "mistakes*": (mark("Mistakes"), ("next_mistake", "previous_mistake", "next_own_mistake", "previous_own_mistake")),
    "reviewers*": (mark("Analyse games with"), ()),
    "plies*": (mark("Open the tree to"), tuple(f"tree_ply_{ply}" for ply in range(1, 10))),
    "scores*": (mark("Scores seen by"), ("scores_first", "scores_turn")),
    "language*": (mark("Language"), tuple(f"language_{code}" for code in LANGUAGES)),
    "theme*": (mark("Colours"), ("theme_light", "theme_dark", "theme_system")),
    "recent*": (mark("Open recent"), ()),
    "samples*": (mark("Open sample"), ()),
    "aside*": (mark("Unsaved records"), ()),
    "panels*": (mark("Panels"), ()),
}  # fmt: skip
CONTEXT = (
    "nag_3", "nag_1", "nag_5", "nag_6", "nag_2", "nag_4", "-", "comment", "-", "promote", "to_main_line", "delete",
)  # fmt: skip
"""Identifiers of the actions in the context menu of the move list, with ``-`` for a separator."""


class Menus(QObject):
    """The menus of a menu bar.

    Args:
        bar: the window's menu bar.
        table: the actions of the window.
        document: the open record, whose game determines the notations and pieces offered.
        settings: the settings with the recent files and the chosen notations and pieces.
        filing: the object that opens files, samples and unsaved records.
        chosen_game: callback that returns the game whose rules the help menu offers.
        parent: parent object.
    """

    def __init__(
        self,
        bar: QMenuBar,
        table: Actions,
        document: Document,
        settings: Settings,
        filing: Filing,
        chosen_game: Callable[[], type[Game]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._chosen_game = chosen_game
        self._document, self._settings, self._filing = document, settings, filing
        self._table = table
        self._menus: dict[str, QMenu] = {}
        self._sample_menus: list[QMenu] = []
        for group, names in MENUS.items():
            menu = bar.addMenu("")
            self._menus[group] = menu
            for name in names:
                if name == "-":
                    menu.addSeparator()
                elif name.endswith("*"):
                    inner = menu.addMenu("")
                    self._menus[name] = inner
                    for each in SUBMENUS[name][1]:
                        inner.addAction(table[each])
                else:
                    menu.addAction(table[name])
        self._menus["recent*"].aboutToShow.connect(self._fill_recent)
        self._menus["samples*"].aboutToShow.connect(self._fill_samples)
        self._menus["aside*"].aboutToShow.connect(self._fill_aside)
        self._menus[BOARD].aboutToShow.connect(self._fill_ways)
        self._menus[HELP].aboutToShow.connect(self._name_game)

    def __getitem__(self, name: str) -> QMenu:
        """Return a menu by its title in ``MENUS``, or a submenu by its name, which ends in ``*``."""
        return self._menus[name]

    def add_panels(self, actions: Sequence[QAction]) -> None:
        """Add the actions that show and hide panels."""
        self._menus["panels*"].addActions(list(actions))

    def retranslate(self) -> None:
        """Set all titles in the language in use."""
        for name, menu in self._menus.items():
            menu.setTitle(tr(SUBMENUS[name][0]) if name in SUBMENUS else tr(name))

    def _name_game(self) -> None:
        """Insert the name of the game into the text of the action that opens its rules."""
        self._table["rules"].setText(tr("Rules of {game}", game=tr(self._chosen_game().title)))

    def _fill(self, name: str, entries: Sequence[tuple[str, Callable[[], object]]], empty: str) -> None:
        menu = self._menus[name]
        menu.clear()
        self._add(menu, entries)
        if not entries:
            menu.addAction(empty).setEnabled(False)

    def _add(self, menu: QMenu, entries: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """Add an action to ``menu`` for each pair of a title and a callback in ``entries``."""
        for text, act in entries:
            menu.addAction(foreign.name(text).replace("&", "&&")).triggered.connect(lambda _=False, act=act: act())

    def _fill_recent(self) -> None:
        files = self._settings.recent_files
        entries: list[tuple[str, Callable[[], object]]] = [
            (f"{path.name}   {path.parent}", partial(self._filing.open, path)) for path in files
        ]
        self._fill("recent*", entries, tr("No recent files"))

    def _fill_samples(self) -> None:
        """Fill the menu of samples with one submenu per game."""
        for inner in self._sample_menus:
            inner.deleteLater()
        self._fill("samples*", (), tr("There are no samples"))
        groups = self._filing.samples()
        menu = self._menus["samples*"]
        if groups:
            menu.clear()
        self._sample_menus = [menu.addMenu(game.replace("&", "&&")) for game in groups]
        for inner, samples in zip(self._sample_menus, groups.values(), strict=True):
            self._add(inner, [(title, partial(self._filing.open_sample, path)) for title, path in samples])

    def _fill_aside(self) -> None:
        entries: list[tuple[str, Callable[[], object]]] = [
            (path.stem, partial(self._filing.bring_back, path)) for path in self._filing.aside()
        ]
        self._fill("aside*", entries, tr("No unsaved records"))

    def _fill_ways(self) -> None:
        """Fill the submenus for the notation and the pieces with those that the game offers."""
        game = self._document.game
        self._fill_way("notation*", game.notations, notation.notation(game), "notations")
        self._fill_way("pieces*", tuple(game.looks), notation.look(game), "looks")

    def _fill_way(self, submenu: str, names: Sequence[str], chosen: str, setting: str) -> None:
        """Fill a submenu with the default of the record's rules and ``names``.

        The submenu is hidden if there are fewer than two names.

        Args:
            submenu: the name of the submenu.
            names: names of the notations of the game, or of its sets of pieces.
            chosen: the name to check, or an empty string for the default.
            setting: the name of the property of ``Settings`` that stores the choice.
        """
        menu = self._menus[submenu]
        menu.clear()
        menu.menuAction().setVisible(len(names) > 1)
        game, titles = self._document.game.name, self._document.game.display_titles
        for name in ("", *names):
            title = tr(titles.get(name, name)) if name else tr("As the record's rules say")
            action = menu.addAction(foreign.name(title).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name == chosen)
            action.triggered.connect(partial(self._choose_way, setting, game, name))

    def _choose_way(self, setting: str, game: str, name: str, *_: object) -> None:
        others = {each: way for each, way in getattr(self._settings, setting).items() if each != game}
        setattr(self._settings, setting, {**others, game: name} if name else others)
