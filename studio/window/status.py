"""The title and the heading of the window, and its status bar."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

import engine
from engine.core.language import tr
from engine.core.outcome import Player
from studio.look import foreign, style
from studio.widgets.plain_label import PlainLabel

if TYPE_CHECKING:
    from studio.window.main_window import MainWindow

MESSAGE_MS, REFUSAL_MS, STATUS_MESSAGE_MS = 4000, 6000, 8000
"""Times for which messages, refused moves and notices remain in the status bar, in milliseconds."""


class Status(QObject):
    """Display of the record's title, the ply at the cursor, whether searches run, and whether the engine is uncompiled.

    Args:
        window: the main window, after its tool bar is created.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._work, self._place, self._mode = PlainLabel(), PlainLabel(), PlainLabel()
        bar = window.statusBar()
        bar.setSizeGripEnabled(False)
        for label in (self._work, self._place, self._mode):
            bar.addPermanentWidget(label)
        style.set_look(self._mode, role="error")
        window.notice.status_message.connect(lambda text: bar.showMessage(foreign.one_line(text), STATUS_MESSAGE_MS))
        window.session.busy_changed.connect(self._busy)

    def show_record(self) -> None:
        """Show the title of the open record and the ply at the cursor."""
        window, document, controller = self._window, self._window.document, self._window.controller
        if window.first_page.is_shown:
            window.setWindowTitle("Kỳ Viện")
            window.bar.set_heading("Kỳ Viện")
            self._place.setText("")
            return
        headers = document.record.headers
        names = " – ".join(controller.title(player) for player in Player)
        own = any(headers.get(name, "").strip("?") for name in ("White", "Black")) or controller.is_playing
        title = foreign.name(document.path.name) if document.path is not None else names if own else tr("New record")
        window.setWindowTitle(f"{title.replace('[*]', '[*][*]')}[*] – Kỳ Viện")
        window.setWindowModified(document.is_modified)
        event = foreign.name(headers.get("Event", "").strip("?"))
        parts = (tr(document.game.title), event, names if own else "")
        window.bar.set_heading("  ·  ".join(part for part in parts if part))
        ply, count = document.tree.ply(document.cursor), len(document.line()) - 1
        self._place.setText(tr("Ply {ply} of {count}", ply=ply, count=count))

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        sentence = engine.mode_sentence()
        self._mode.setText(tr("Slow mode") if sentence else "")
        self._mode.setToolTip(sentence)
        self._busy(self._window.session.is_busy)

    def _busy(self, busy: bool) -> None:
        self._work.setText(tr("Working… Esc stops") if busy else "")
