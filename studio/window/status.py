"""The title, the heading and the status bar of the window."""

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QMainWindow, QWidget

import engine
from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.tree import GameTree
from studio.analysis.workspaces import Host
from studio.board.sides import side_names
from studio.look import foreign, scores, style
from studio.play.controller import PlayController
from studio.widgets.plain_label import PlainLabel
from studio.window.workspaces import ENTRIES

MESSAGE_MS, REFUSAL_MS, STATUS_MESSAGE_MS = 4000, 6000, 8000
"""Times in milliseconds for which messages, reasons of illegal moves, and notices remain in the status bar."""

MESSAGE_FRAME = 32
"""Space around a message in the status bar in px."""


def place_text(tree: GameTree, node: int) -> str:
    """Return a text with the ply of ``node`` and the number of plies of the main line.

    In a variation, it contains the ply of the branch point and the number of plies after the branch point.
    """
    main = tree.main_line()
    path = tree.path(node)
    beyond = len(set(path).difference(main))
    ply, count = len(path) - 1 - beyond, len(main) - 1
    if beyond:
        return tr("Ply {ply} of {count}, variation +{plies}", ply=ply, count=count, plies=beyond)
    return tr("Ply {ply} of {count}", ply=ply, count=count)


class Status(QObject):
    """Display of the title of the record, the ply at the cursor, and the unit of the scores.

    It also shows whether searches are running, and whether the engine is uncompiled.

    Args:
        window: the window, whose title and status bar show the state.
        host: the open record, the session and the notices.
        controller: the controller of the game in progress.
        state: the label with the state of the game.
    """

    heading_changed = Signal(str)
    """Emitted with the title of the open record for the tool bar."""

    def __init__(self, window: QMainWindow, host: Host, controller: PlayController, state: QWidget) -> None:
        super().__init__(window)
        self._window, self._host, self._document, self._session = window, host, host.document, host.session
        self._controller, self._state = controller, state
        self._work, self._place, self._mode, self.unit = (PlainLabel() for _ in range(4))
        bar = host.status
        bar.setSizeGripEnabled(False)
        bar.addWidget(state, 1)
        state.installEventFilter(self)
        for label in (self._work, self.unit, self._place, self._mode):
            bar.addPermanentWidget(label)
        style.set_look(self._mode, role="error")
        host.notice.status_message.connect(lambda text: bar.showMessage(foreign.one_line(text), STATUS_MESSAGE_MS))
        bar.messageChanged.connect(self._message_changed)
        host.session.busy_changed.connect(self._busy)
        host.session.choice.changed.connect(self._show_unit)

    def _message_changed(self, text: str) -> None:
        """Show a message next to the notice, and the state of the game again after the message."""
        bar = self._host.status
        self._host.notice.set_message(bar.fontMetrics().horizontalAdvance(text) + MESSAGE_FRAME if text else 0)
        if not text:
            self._show_state()

    def show_record(self) -> None:
        """Show the title of the open record and the ply at the cursor."""
        window, document, controller = self._window, self._document, self._controller
        self._show_state()
        if not self._host.workspace():
            window.setWindowTitle("Kỳ Viện")
            self.heading_changed.emit("Kỳ Viện")
            for label in (self._place, self.unit):
                label.setText("")
            return
        headers = document.record.headers
        own = any(headers.get(name, "").strip("?") for name in ("White", "Black")) or controller.is_playing
        names = f"{controller.title(Player.FIRST)} – {controller.title(Player.SECOND)}" if own else ""
        title = foreign.name(document.path.name) if document.path is not None else names or tr("New record")
        window.setWindowTitle(f"{title.replace('[*]', '[*][*]')}[*] – Kỳ Viện")
        self.show_modified()
        event = foreign.name(headers.get("Event", "").strip("?"))
        parts = (tr(document.game.title), event, names)
        self.heading_changed.emit("  ·  ".join(part for part in parts if part))
        self._place.setText(place_text(document.tree, document.cursor) if self._shows_record else "")
        self._show_unit()

    @property
    def _shows_record(self) -> bool:
        """Whether the record is shown, which is not so on the first page and in some workspaces."""
        name = self._host.workspace()
        return bool(name) and ENTRIES[name].has_record

    def show_modified(self) -> None:
        """Show whether the record has changes that are not saved."""
        if self._host.workspace() and self._window.isWindowModified() != self._document.is_modified:
            self._window.setWindowModified(self._document.is_modified)

    def _show_state(self) -> None:
        """Show the state of the game, but not over a message, nor where the record is not shown."""
        if not self._shows_record:
            self._state.hide()
        elif not self._host.status.currentMessage():
            self._state.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide the state of the game if Qt shows it over a message, when the height of the status bar changes."""
        if event.type() == QEvent.Type.Show and self._host.status.currentMessage():
            self._state.hide()
        return False

    def _show_unit(self) -> None:
        """Show the unit and the point of view of the scores, if the current workspace is Analyse."""
        document, text = self._document, ""
        if self._host.workspace() == "analyse":
            evaluation = self._session.choice.evaluation_for(document.game.name)
            sides = side_names(document.game, document.position)
            how = scores.explanation(document.position.turn, sides, document.game.name, evaluation)
            text = tr("Scores {how}", how=how)
        self.unit.setText(text)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        sentence = engine.mode_sentence()
        self._mode.setText(tr("Slow mode") if sentence else "")
        self._mode.setToolTip(sentence)
        self._busy(self._session.is_busy)

    def _busy(self, busy: bool) -> None:
        self._work.setText(tr("Working… Esc stops") if busy else "")
