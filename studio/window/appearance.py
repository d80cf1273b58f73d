"""The settings of the window's appearance, which take effect immediately."""

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMenu

from engine.core.game import Game
from engine.core.language import LANGUAGES, language, mark, preferred_language, tr
from studio.document.document import Document
from studio.document.moves import MovesPanel
from studio.look import foreign, notation, palette, scores, style
from studio.play.board_page import BoardPage
from studio.settings import Setting, Settings
from studio.widgets.command import BOARD, MOVE, WINDOW, Aspect, Command, Condition, Declared, FilledMenu
from studio.window.translation import LanguageSwitch

NUMBERS, SCORES, LANGUAGE, COLOURS = (
    mark("Moves to number"), mark("Scores seen by"), mark("Language"), mark("Colours"),
)  # fmt: skip


class Appearance(QObject):
    """Object that applies the settings of the language, the colours, the board and the move list when they change.

    Args:
        document: the open record, whose game determines the notations and pieces offered.
        settings: the stored settings.
        switch: the object that changes the language of the application.
        page: the page with the board.
        moves: the move list.
        parent: parent object.
    """

    def __init__(
        self,
        document: Document,
        settings: Settings,
        switch: LanguageSwitch,
        page: BoardPage,
        moves: MovesPanel,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._settings, self._switch = document, settings, switch
        self._page, self._moves = page, moves
        page.board.set_coordinates(settings.show_coordinates)
        page.board.set_animated(settings.animate)
        moves.set_style(settings.moves_style)
        scores.choose(of_turn=settings.scores_of_turn)
        self._mark_board()
        settings.changed.connect(self._apply)

    def commands(self) -> list[Declared]:
        """Return the commands that change the appearance."""
        document, settings = self._document, self._settings

        def when(test: Callable[[], bool]) -> Condition:
            return Condition(test, Aspect.SETTINGS)

        def choice(
            group: str, submenu: str, name: str, text: str, choose: Callable[[], object], test: Callable[[], bool],
            section: int,
        ) -> Command:  # fmt: skip
            return Command(
                name, group, text, lambda _: choose(), section=section, submenu=submenu, checkable=True,
                choice=name.partition("_")[0], checked=when(test),
            )  # fmt: skip

        def number(count: int, text: str) -> Command:
            return choice(
                BOARD, NUMBERS, f"numbers_{count}", text, lambda: self.number_moves(count),
                lambda: settings.numbered_moves == count, 1,
            )  # fmt: skip

        def point_of_view(name: str, text: str, of_turn: bool) -> Command:
            return choice(
                WINDOW, SCORES, name, text, lambda: setattr(settings, "scores_of_turn", of_turn),
                lambda: settings.scores_of_turn is of_turn, 2,
            )  # fmt: skip

        def theme(name: str, text: str) -> Command:
            return choice(
                WINDOW, COLOURS, f"theme_{name}", text, lambda: self.set_theme(name), lambda: style.mode() == name, 2
            )

        def language_of(code: str, name: str) -> Command:
            return choice(
                WINDOW,
                LANGUAGE,
                f"language_{code}",
                name,
                lambda: self.set_language(code),
                lambda: language() == code,
                2,
            )

        has_liberties = Condition(lambda: type(document.game).group is not Game.group, Aspect.RECORD)
        return [
            Command(
                "liberties", BOARD, "Liberties under the pointer", lambda on: setattr(settings, "show_liberties", on),
                ("L",), section=1, checkable=True, enabled=has_liberties, checked=when(lambda: settings.show_liberties),
            ),
            Command(
                "numbers", BOARD, "Move numbers", lambda on: setattr(settings, "show_numbers", on), ("M",), section=1,
                checkable=True, checked=when(lambda: settings.show_numbers),
            ),
            number(0, "All moves"),
            number(1, "The last move"),
            number(5, "The last 5 moves"),
            number(10, "The last 10 moves"),
            number(20, "The last 20 moves"),
            FilledMenu(BOARD, mark("Notation"), self._list_notations, 2, lambda: len(document.game.notations) > 1),
            FilledMenu(BOARD, mark("Pieces"), self._list_looks, 2, lambda: len(document.game.looks) > 1),
            Command(
                "moves_style", MOVE, "Move list as text",
                lambda on: setattr(settings, "moves_style", "text" if on else "table"), ("T",), "table", 4,
                checkable=True, checked=when(lambda: settings.moves_style == "text"),
            ),
            point_of_view("scores_first", "The first player", False),
            point_of_view("scores_turn", "The side to move", True),
            *(language_of(code, name) for code, name in LANGUAGES.items()),
            theme("light", "Light"),
            theme("dark", "Dark"),
            theme("system", "Follow the system"),
        ]  # fmt: skip

    def _list_notations(self, menu: QMenu) -> None:
        game = self._document.game
        self._list_ways(menu, game.notations, notation.notation(game), Settings.notations)

    def _list_looks(self, menu: QMenu) -> None:
        game = self._document.game
        self._list_ways(menu, tuple(game.looks), notation.look(game), Settings.looks)

    def _list_ways(self, menu: QMenu, names: Sequence[str], chosen: str, setting: Setting[dict[str, str]]) -> None:
        """Add the default of the record's rules and ``names`` to a menu.

        Args:
            menu: the menu.
            names: names of the notations of the game, or of its sets of pieces.
            chosen: the name to check, or an empty string for the default.
            setting: the setting that stores the choice.
        """
        game, titles = self._document.game.name, self._document.game.display_titles
        for name in ("", *names):
            title = tr(titles.get(name, name)) if name else tr("As the record's rules say")
            action = menu.addAction(foreign.name(title).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(name == chosen)
            action.triggered.connect(partial(self._choose_way, setting, game, name))

    def _choose_way(self, setting: Setting[dict[str, str]], game: str, name: str, *_: object) -> None:
        others = {each: way for each, way in self._settings[setting].items() if each != game}
        self._settings[setting] = {**others, game: name} if name else others

    def set_language(self, code: str) -> None:
        """Change the language to ``code``, one of ``LANGUAGES``, and store this setting."""
        self._settings.language = code
        if language() != code:
            # The command line may have selected a language other than the stored one.
            self._switch.switch(code)

    def toggle_language(self) -> None:
        """Switch to the next language, or from the last language to the first."""
        codes = list(LANGUAGES)
        self.set_language(codes[(codes.index(language()) + 1) % len(codes)])

    def set_theme(self, name: str) -> None:
        """Change the theme to ``light``, ``dark`` or ``system``, and store this setting."""
        self._settings.theme = name
        if style.mode() != name:
            self._apply("theme")

    def toggle_theme(self) -> None:
        """Switch between the light and the dark theme."""
        self.set_theme("light" if palette.current().is_dark else "dark")

    def number_moves(self, number: int) -> None:
        """Show the numbers of the last ``number`` moves on the board, or those of all moves if ``number`` is 0."""
        self._settings.numbered_moves = number
        self._settings.show_numbers = True

    def _apply(self, name: str) -> None:
        """Apply a changed setting. ``name`` is as emitted by ``Settings.changed``.

        Every window receives the signal. Only the first one changes what all windows share.
        """
        settings = self._settings
        if name == "language":
            if (code := settings.language or preferred_language()) != language():
                self._switch.switch(code)
        elif name == "theme":
            application = QApplication.instance()
            assert isinstance(application, QApplication)
            style.apply(application, settings.theme)  # type: ignore[arg-type]
        elif name == "coordinates":
            self._page.board.set_coordinates(settings.show_coordinates)
        elif name == "animate":
            self._page.board.set_animated(settings.animate)
        elif name in ("liberties", "show_numbers", "numbered_moves"):
            self._mark_board()
        elif name in ("notations", "looks"):
            if notation.choose(settings.notations, settings.looks):
                # Every panel sets its texts again, including moves.
                self._switch.switch(language())
            if not self._page.board.is_editing:
                self._page.show_position()
        elif name == "of_turn":
            if scores.choose(of_turn=settings.scores_of_turn):
                self._switch.switch(language())
        elif name == "style":
            self._moves.set_style(settings.moves_style)

    def _mark_board(self) -> None:
        """Apply the settings that determine whether the board shows liberties and move numbers."""
        settings = self._settings
        self._page.set_liberties(settings.show_liberties)
        self._page.set_numbers(settings.numbered_moves if settings.show_numbers else None)
