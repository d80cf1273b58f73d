"""The settings of the window's appearance, which take effect immediately."""

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from engine.core.language import LANGUAGES, language, preferred_language
from studio.document.moves import MovesPanel
from studio.look import notation, palette, scores, style
from studio.play.board_page import BoardPage
from studio.settings import Settings
from studio.window.actions import Actions
from studio.window.translation import LanguageSwitch


class Appearance(QObject):
    """Object that applies the settings of the language, the colours, the board and the move list when they change.

    Args:
        settings: the stored settings.
        switch: the object that changes the language of the application.
        page: the page with the board.
        moves: the move list.
        table: the actions of the window. The actions of a setting are checked according to its value.
        parent: parent object.
    """

    def __init__(
        self,
        settings: Settings,
        switch: LanguageSwitch,
        page: BoardPage,
        moves: MovesPanel,
        table: Actions,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._settings, self._switch = settings, switch
        self._page, self._moves, self._table = page, moves, table
        page.board.set_coordinates(settings.show_coordinates)
        page.board.set_animated(settings.animate)
        self._apply_style()
        self._apply_point_of_view()
        self._mark_board()
        settings.changed.connect(self._apply)

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

    def retranslate(self) -> None:
        """Mark the menu actions of the current language and theme as checked."""
        self._table[f"language_{language()}"].setChecked(True)
        self._table[f"theme_{style.mode()}"].setChecked(True)

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
            self._table[f"theme_{style.mode()}"].setChecked(True)
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
            if self._apply_point_of_view():
                self._switch.switch(language())
        elif name == "style":
            self._apply_style()

    def _apply_style(self) -> None:
        self._moves.set_style(self._settings.moves_style)
        self._table["moves_style"].setChecked(self._settings.moves_style == "text")

    def _apply_point_of_view(self) -> bool:
        """Set the point of view of scores, and return whether it changed."""
        of_turn = self._settings.scores_of_turn
        changed = scores.choose(of_turn=of_turn)
        self._table["scores_turn" if of_turn else "scores_first"].setChecked(True)
        return changed

    def _mark_board(self) -> None:
        """Apply the settings that determine whether the board shows liberties and move numbers."""
        settings, acts = self._settings, self._table
        self._page.set_liberties(settings.show_liberties)
        self._page.set_numbers(settings.numbered_moves if settings.show_numbers else None)
        acts["liberties"].setChecked(settings.show_liberties)
        acts["numbers"].setChecked(settings.show_numbers)
        acts[f"numbers_{settings.numbered_moves}"].setChecked(True)
