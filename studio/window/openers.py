"""Opens the dialogs of the window and handles their results."""

from typing import TypeVar

from PySide6.QtWidgets import QDialog, QWidget

import engine
from engine.core.errors import KyVienError
from engine.records.tree import ROOT
from studio.analysis.engines import EngineList
from studio.dialogs.about import AboutDialog
from studio.dialogs.engines import EnginesDialog
from studio.dialogs.keys import KeyRow, KeySheet
from studio.dialogs.new_game import NewGame, NewGameDialog
from studio.dialogs.preferences import PreferencesDialog
from studio.dialogs.properties import PropertiesDialog
from studio.document.document import Document
from studio.play.board_page import BoardPage
from studio.play.controller import PlayController
from studio.settings import Settings
from studio.widgets.notice import NoticeBar
from studio.window.actions import Actions
from studio.window.filing import Filing
from studio.window.log import log_path

_Dialog = TypeVar("_Dialog", bound=QDialog)


class Openers:
    """Opens dialogs without blocking; each is deleted when it closes.

    Args:
        window: parent of the dialogs.
        settings: the stored settings.
        engines: the external engines.
        document: the open record.
        controller: starts games.
        page: turns the board towards the human player.
        filing: keeps an unsaved record before a new one is shown.
        notice: shows error messages.
        table: every action, with its shortcuts.
    """

    def __init__(
        self,
        window: QWidget,
        settings: Settings,
        engines: EngineList,
        document: Document,
        controller: PlayController,
        page: BoardPage,
        filing: Filing,
        notice: NoticeBar,
        table: Actions,
    ) -> None:
        self._window, self._settings, self._engines, self._document = window, settings, engines, document
        self._controller, self._page, self._filing = controller, page, filing
        self._notice, self._table = notice, table

    def new_game(self) -> NewGameDialog:
        """Show the dialog for the game, its rules and its players."""
        is_inside = self._document.cursor != ROOT
        dialog = NewGameDialog(self._settings, self._document.game, is_inside, self._window, self._engines.engines)
        dialog.accepted.connect(lambda: self.begin(dialog.value()))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def begin(self, chosen: NewGame) -> bool:
        """Start the game chosen; return whether it succeeded."""
        setup = None
        if chosen.from_here and chosen.game.name == self._document.game.name:
            setup = self._document.game.format_position(self._document.position)
        # Messages about the previous game, including draw offers, are outdated.
        self._notice.dismiss()
        self._filing.put_aside()
        try:
            self._controller.start(chosen.game, chosen.seats, setup=setup, control=chosen.control)
        except KyVienError as error:
            self._notice.say(str(error), is_error=True)
            return False
        first, second = chosen.seats
        self._page.set_flipped(first.is_engine and not second.is_engine)
        return True

    def properties(self) -> PropertiesDialog:
        """Show the dialog for the headers of the record."""
        dialog = PropertiesDialog(self._document.record, self._window)

        def keep() -> None:
            try:
                self._document.set_headers(dialog.changes())
            except KyVienError as error:
                self._notice.say(str(error), is_error=True)

        dialog.accepted.connect(keep)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def preferences(self) -> PreferencesDialog:
        """Show the preferences."""
        dialog = PreferencesDialog(self._settings, self._key_rows(), self._window)
        dialog.keys_changed.connect(self._table.rebind)
        return self._shown(dialog)

    def external_engines(self) -> EnginesDialog:
        """Show the external engines."""
        return self._shown(EnginesDialog(self._engines, self._window))

    def key_sheet(self) -> KeySheet:
        """Show the key sheet."""
        return self._shown(KeySheet(self._key_rows(), self._window))

    def about(self) -> AboutDialog:
        """Show name, version and licence of the program."""
        return self._shown(AboutDialog(not engine.is_compiled(), log_path(), self._window))

    def _shown(self, dialog: _Dialog) -> _Dialog:
        dialog.finished.connect(dialog.deleteLater)
        dialog.show()
        return dialog

    def _key_rows(self) -> list[KeyRow]:
        keys = self._table.keys()
        return [KeyRow(spec.id, spec.group, spec.text, tuple(keys[spec.id]), spec.keys) for spec in self._table.all()]
