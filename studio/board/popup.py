"""Small floating boards that show the position after a hovered move."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from engine.core.position import Position
from studio.board.mini import MiniBoard
from studio.board.view import BoardView
from studio.document.change import Change
from studio.document.document import Document
from studio.document.moves import MovesPanel

_DELAY_MS = 250
"""Time in ms for which a move of the list must be hovered before the first board is shown."""


class BoardPopup(QObject):
    """Small floating board that is shown next to a widget while a move in the widget is hovered.

    Qt sends no leave event if a widget is moved away under the pointer, or if the window is covered. The board is
    therefore also hidden when the pointer moves outside the widget, when a window is deactivated, and when the wheel is
    turned outside the widget or without Ctrl. The mark of the hovered move is then cleared.

    Args:
        parent: parent widget of the board.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.board = MiniBoard(parent, floats=True)
        self._view: QWidget | None = None
        self._clear: Callable[[], None] | None = None

    def show_position(
        self,
        position: Position,
        move: int | None,
        before: Position | None,
        view: QWidget,
        place: QPoint | QRect,
        clear: Callable[[], None],
    ) -> None:
        """Show a position.

        Args:
            position: the position to show.
            move: the move that led to ``position``, or None. Its cells are tinted.
            before: the position in which ``move`` was played, or None.
            view: the widget that shows the move. The board is hidden when the pointer leaves it.
            place: where to show the board, in global coordinates: below a point, or to the left of a rectangle.
            clear: callback that clears the mark of the hovered move. It is called when the board is hidden.
        """
        self.board.show_position(position.game, position, (), move, before)
        if isinstance(place, QRect):
            self.board.show_left_of(place)
        else:
            self.board.show_beside(place)
        application = QCoreApplication.instance()
        if self._view is None and application is not None:
            application.installEventFilter(self)
        self._view, self._clear = view, clear

    def hide(self) -> None:
        """Hide the board, and clear the mark of the hovered move."""
        view, self._view = self._view, None
        application = QCoreApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.board.hide()
        if view is not None and isValid(view) and self._clear is not None:
            self._clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide the board when the pointer leaves the widget, the window is deactivated or the wheel scrolls."""
        view = self._view
        if view is None:
            return False
        kind = event.type()
        if kind in (QEvent.Type.WindowDeactivate, QEvent.Type.ApplicationDeactivate) or not isValid(view):
            self.hide()
        elif kind in (QEvent.Type.MouseMove, QEvent.Type.Wheel) and isinstance(event, QMouseEvent | QWheelEvent):
            inside = view.rect().contains(view.mapFromGlobal(event.globalPosition().toPoint()))
            steps = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            if not view.isVisible() or not inside or (kind == QEvent.Type.Wheel and not steps):
                self.hide()
        return False


class MovePopup(QObject):
    """Floating board next to the move list with the position after the hovered move.

    The first board is shown after a short delay. The position at the cursor is not shown, because the large board shows
    it. Any change of the moves or the cursor hides the board.

    Args:
        panel: the panel with the move list.
        document: the open record.
        large: the large board, whose orientation is used.
    """

    def __init__(self, panel: MovesPanel, document: Document, large: BoardView) -> None:
        super().__init__(panel)
        self._panel, self._document, self._large = panel, document, large
        self._popup: BoardPopup | None = None
        self._node = -1
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_DELAY_MS)
        self._timer.timeout.connect(self._show)
        panel.hovered.connect(self._hover)
        document.changed.connect(self._changed)

    @property
    def board(self) -> MiniBoard | None:
        """The floating board, or None if it has never been shown."""
        return self._popup.board if self._popup is not None else None

    def hide(self) -> None:
        """Hide the board, and forget the hovered move."""
        self._timer.stop()
        if self._popup is not None:
            self._popup.hide()

    def _changed(self, change: Change) -> None:
        if change.record or change.moves or change.cursor:
            self.hide()

    def _hover(self, node: int) -> None:
        self._node = node
        if node not in self._document.tree or node == self._document.cursor:
            self.hide()
        elif self.board is not None and self.board.isVisible():
            self._show()
        else:
            self._timer.start()

    def _show(self) -> None:
        tree = self._document.tree
        if self._node not in tree or not self._panel.list_view.isVisible():
            return
        if self._popup is None:
            self._popup = BoardPopup(self._panel)
        each, view = tree[self._node], self._panel.list_view
        before = tree.position(each.parent) if each.move is not None and each.parent is not None else None
        box = self._panel.box_of(self._node)
        place = QRect(view.mapToGlobal(QPoint(0, box.top())), view.mapToGlobal(view.rect().bottomRight()))
        self._popup.board.set_flipped(self._large.flipped)
        clear = self._panel.clear_hovered
        self._popup.show_position(tree.position(self._node), each.move, before, view, place, clear)
