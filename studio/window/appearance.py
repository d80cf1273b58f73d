"""The settings of the window's appearance, which take effect immediately."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QMenu

from engine.core.game import Game
from engine.core.language import LANGUAGES, language, mark, preferred_language, tr
from studio.document.document import Document
from studio.document.moves import MovesPanel
from studio.look import foreign, notation, palette, scores, style, text_size
from studio.play.board_page import BoardPage
from studio.settings import TEXT_SIZES, Setting, Settings
from studio.widgets.command import BOARD, MOVE, WINDOW, Aspect, Command, Condition, Declared, FilledMenu
from studio.widgets.notice import NoticeBar
from studio.window.translation import LanguageSwitch

_Value = TypeVar("_Value", str, int)

NUMBERS = {
    0: mark("All moves"), 1: mark("The last move"), 5: mark("The last 5 moves"), 10: mark("The last 10 moves"),
    20: mark("The last 20 moves"),
}  # fmt: skip
SIDES = {"first": mark("The first player"), "turn": mark("The side to move")}
TEXT_SIZE = mark("Text size")
COLOURS = {"light": mark("Light"), "dark": mark("Dark"), "system": mark("Follow the system")}


class Appearance(QObject):
    """Object that applies the settings of the language, the colours, the board and the move list when they change.

    Args:
        document: the open record, whose game determines the notations and pieces offered.
        settings: the stored settings.
        switch: the object that changes the language of the application.
        page: the page with the board.
        moves: the move list.
        notice: the notice bar of the window.
        parent: parent object.
    """

    def __init__(
        self,
        document: Document,
        settings: Settings,
        switch: LanguageSwitch,
        page: BoardPage,
        moves: MovesPanel,
        notice: NoticeBar,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._settings, self._switch = document, settings, switch
        self._page, self._moves, self._notice = page, moves, notice
        page.board.set_coordinates(settings.show_coordinates)
        page.board.set_animated(settings.animate)
        moves.set_style(settings.moves_style)
        scores.choose(of_turn=settings.scores_of_turn)
        self._mark_board()
        settings.changed.connect(self._apply)

    def commands(self, is_on_board: Condition, is_free: Condition) -> list[Declared]:
        """Return the commands that change the appearance.

        Args:
            is_on_board: the condition that the board is shown and no position is being set up.
            is_free: the condition that the record is shown and no position is being set up.
        """
        document, settings = self._document, self._settings

        def when(test: Callable[[], bool]) -> Condition:
            return Condition(test, Aspect.SETTINGS)

        def store(name: str, value: Callable[[bool], object] = bool) -> Callable[[bool], None]:
            return lambda on: setattr(settings, name, value(on))

        has_liberties = Condition(lambda: type(document.game).group is not Game.group, Aspect.RECORD)
        return [
            Command(
                "liberties", BOARD, "Liberties under the pointer", store("show_liberties"), "L", section=1,
                enabled=has_liberties, checked=when(lambda: settings.show_liberties), seen=is_on_board,
            ),
            Command(
                "numbers", BOARD, "Move numbers", store("show_numbers"), "M", section=1,
                checked=when(lambda: settings.show_numbers), seen=is_on_board,
            ),
            *_choices(
                BOARD, 1, mark("Moves to number"), "numbers", NUMBERS, self.number_moves,
                lambda: settings.numbered_moves, is_on_board,
            ),
            FilledMenu(
                BOARD, mark("Notation"), self._list_notations, 2,
                lambda: is_free.test() and len(document.game.notations) > 1,
            ),
            FilledMenu(
                BOARD, mark("Pieces"), self._list_looks, 2, lambda: is_free.test() and len(document.game.looks) > 1
            ),
            Command(
                "moves_style", MOVE, "Move list as text", store("moves_style", lambda on: "text" if on else "table"),
                "T", "table", 4, checked=when(lambda: settings.moves_style == "text"), seen=is_on_board,
            ),
            *_choices(
                WINDOW, 3, mark("Scores seen by"), "scores", SIDES,
                lambda name: setattr(settings, "scores_of_turn", name == "turn"),
                lambda: "turn" if settings.scores_of_turn else "first",
            ),
            *_choices(WINDOW, 3, mark("Language"), "language", LANGUAGES, self.set_language, language),
            *_choices(WINDOW, 3, mark("Colours"), "theme", COLOURS, self.set_theme, style.mode),
            Command(
                "larger", WINDOW, "Larger text", lambda: self.change_text_size(1), "Ctrl++ Ctrl+=", section=3,
                submenu=TEXT_SIZE, enabled=when(lambda: settings.text_size < TEXT_SIZES[-1]),
            ),
            Command(
                "smaller", WINDOW, "Smaller text", lambda: self.change_text_size(-1), "Ctrl+-", section=3,
                submenu=TEXT_SIZE, enabled=when(lambda: settings.text_size > TEXT_SIZES[0]),
            ),
            Command(
                "usual_size", WINDOW, "Text size 100 %", partial(self.set_text_size, TEXT_SIZES[0]), "Ctrl+0",
                section=3, submenu=TEXT_SIZE, enabled=when(lambda: settings.text_size != TEXT_SIZES[0]),
            ),
            *_choices(
                WINDOW, 3, TEXT_SIZE, "text_size", {size: f"{size} %" for size in TEXT_SIZES[1:]}, self.set_text_size,
                lambda: settings.text_size,
            ),
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

    def set_text_size(self, size: int) -> None:
        """Change the text size to ``size`` percent, one of ``TEXT_SIZES``, and store this setting."""
        self._settings.text_size = size

    def change_text_size(self, by: int) -> None:
        """Use a text size ``by`` sizes larger than the stored one, or smaller if ``by`` is negative."""
        place = TEXT_SIZES.index(self._settings.text_size) + by
        self.set_text_size(TEXT_SIZES[min(max(place, 0), len(TEXT_SIZES) - 1)])

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
        elif name == "text_size":
            text_size.use(settings.text_size)
            if not text_size.is_immediate():
                self._notice.show_notice(tr("The text size changes at the next start."))
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


def _choices(
    group: str, section: int, submenu: str, name: str, texts: Mapping[_Value, str], choose: Callable[[_Value], object],
    chosen: Callable[[], _Value], seen: Condition | None = None,
) -> list[Command]:  # fmt: skip
    """Return commands that choose one of several values.

    Args:
        group: English title of the menu.
        section: number of the section of the menu.
        submenu: English title of the submenu.
        name: the first part of the identifiers, whose second part is the value.
        texts: the texts of the values.
        choose: function that chooses a value.
        chosen: function that returns the value chosen.
        seen: the condition under which the effect is seen, or None for always.
    """

    def command(value: _Value, text: str) -> Command:
        is_chosen = Condition(lambda: chosen() == value, Aspect.SETTINGS)
        return Command(
            f"{name}_{value}", group, text, lambda _: choose(value), section=section, submenu=submenu, choice=name,
            checked=is_chosen, seen=seen,
        )  # fmt: skip

    return [command(value, text) for value, text in texts.items()]
