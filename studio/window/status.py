"""The title, the heading and the status bar of the window."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject

import engine
from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.tree import GameTree
from studio.board.sides import side_names
from studio.look import foreign, scores, style
from studio.widgets.plain_label import PlainLabel

if TYPE_CHECKING:
    from studio.window.main_window import MainWindow

MESSAGE_MS, REFUSAL_MS, STATUS_MESSAGE_MS = 4000, 6000, 8000
"""Times in milliseconds for which messages, reasons of illegal moves, and notices remain in the status bar."""

MESSAGE_FRAME = 32
"""Space around a message in the status bar in px."""


def place_text(tree: GameTree, node: int) -> str:
    """Return a text with the ply of ``node`` and the number of plies of the main line.

    In a variation, it contains the ply of the branch point and the number of plies after the branch point.
    """
    main = tree.main_line()
    on_main, path = set(main), tree.path(node)
    beyond = sum(each not in on_main for each in path)
    ply, count = len(path) - 1 - beyond, len(main) - 1
    if beyond:
        return tr("Ply {ply} of {count}, variation +{plies}", ply=ply, count=count, plies=beyond)
    return tr("Ply {ply} of {count}", ply=ply, count=count)


class Status(QObject):
    """Display of the title of the record, the ply at the cursor, and the unit of the scores.

    It also shows whether searches are running, and whether the engine is uncompiled.

    Args:
        window: the main window, whose tool bar must exist.
    """

    def __init__(self, window: "MainWindow") -> None:
        super().__init__(window)
        self._window = window
        self._work, self._place, self._mode, self.unit = (PlainLabel() for _ in range(4))
        bar = window.statusBar()
        bar.setSizeGripEnabled(False)
        bar.addWidget(window.page.players.state, 1)
        window.page.players.state.installEventFilter(self)
        for label in (self._work, self.unit, self._place, self._mode):
            bar.addPermanentWidget(label)
        style.set_look(self._mode, role="error")
        window.notice.status_message.connect(lambda text: bar.showMessage(foreign.one_line(text), STATUS_MESSAGE_MS))
        bar.messageChanged.connect(self._message_changed)
        window.session.busy_changed.connect(self._busy)
        window.session.choice.changed.connect(self._show_unit)

    def _message_changed(self, text: str) -> None:
        """Show a message next to the notice, and the state of the game again after the message."""
        bar = self._window.statusBar()
        self._window.notice.set_message(bar.fontMetrics().horizontalAdvance(text) + MESSAGE_FRAME if text else 0)
        if not text:
            self._show_state()

    def show_record(self) -> None:
        """Show the title of the open record and the ply at the cursor."""
        window, document, controller = self._window, self._window.document, self._window.controller
        self._show_state()
        if window.first_page.is_shown:
            window.setWindowTitle("Kỳ Viện")
            window.bar.set_heading("Kỳ Viện")
            for label in (self._place, self.unit):
                label.setText("")
            return
        headers = document.record.headers
        names = " – ".join(controller.title(player) for player in Player)
        own = any(headers.get(name, "").strip("?") for name in ("White", "Black")) or controller.is_playing
        title = foreign.name(document.path.name) if document.path is not None else names if own else tr("New record")
        window.setWindowTitle(f"{title.replace('[*]', '[*][*]')}[*] – Kỳ Viện")
        if window.isWindowModified() != document.is_modified:
            window.setWindowModified(document.is_modified)
        event = foreign.name(headers.get("Event", "").strip("?"))
        parts = (tr(document.game.title), event, names if own else "")
        window.bar.set_heading("  ·  ".join(part for part in parts if part))
        self._place.setText(place_text(document.tree, document.cursor))
        self._show_unit()

    def _show_state(self) -> None:
        """Show the state of the game, but not over a message, nor on the first page."""
        state = self._window.page.players.state
        if self._window.first_page.is_shown:
            state.hide()
        elif not self._window.statusBar().currentMessage():
            state.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide the state of the game if Qt shows it over a message, when the height of the status bar changes."""
        if event.type() == QEvent.Type.Show and self._window.statusBar().currentMessage():
            self._window.page.players.state.hide()
        return False

    def _show_unit(self) -> None:
        """Show the unit and the point of view of the scores, if the current workspace is Analyse."""
        window, document = self._window, self._window.document
        text = ""
        if window.workspace == "analyse":
            evaluation = window.session.choice.evaluation_for(document.game.name)
            sides = side_names(document.game, document.position)
            how = scores.explanation(document.position.turn, sides, document.game.name, evaluation)
            text = tr("Scores {how}", how=how)
        self.unit.setText(text)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        sentence = engine.mode_sentence()
        self._mode.setText(tr("Slow mode") if sentence else "")
        self._mode.setToolTip(sentence)
        self._busy(self._window.session.is_busy)

    def _busy(self, busy: bool) -> None:
        self._work.setText(tr("Working… Esc stops") if busy else "")
