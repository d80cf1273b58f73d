"""Mouse and keyboard input of a board. It determines the chosen, dragged and hovered cells and the user's arrows.

The gestures of the board's mode (``studio.board.gestures``) convert this input to moves or edits.
"""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from engine.core.surface import Surface
from studio.board.arrows import Arrow
from studio.board.floating import FloatingPiece
from studio.board.gestures import Gestures, PlayGestures, SetupGestures
from studio.board.pieces import piece_rect
from studio.look import palette

if TYPE_CHECKING:
    from studio.board.view import BoardView

_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_PICKS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_ERASES = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_WHEEL_STEP = 120


class BoardInput:
    """State of the mouse and the keyboard on one board.

    Attributes:
        play: the gestures that play moves.
        setting_up: the gestures that set up a position.
        gestures: the gestures in use, one of the two above.
        hovered: the cell under the mouse, or None.
        drawn: the arrows that the user drew with the right button.
        aimed: the arrow being drawn, or None.

    Args:
        board: the board.
    """

    def __init__(self, board: "BoardView") -> None:
        self._board = board
        self.play = PlayGestures(board, self)
        self.setting_up = SetupGestures(board, self)
        self.gestures: Gestures = self.play
        self.hovered: int | None = None
        self.drawn: list[Arrow] = []
        self.aimed: Arrow | None = None
        self._chosen: int | None = None
        self._was_chosen = False
        self._pressed: int | None = None
        self._pressed_at = QPointF()
        self._held: FloatingPiece | None = None
        self._arrow_from: int | None = None
        self._wheel = 0
        self._cursor: int | None = None
        self._has_cursor = False

    # --- the chosen piece and the dragged piece -----------------------------------------------------------------------

    @property
    def chosen(self) -> int | None:
        """The cell of the piece chosen to move, or None."""
        return self._chosen

    def choose(self, cell: int | None) -> None:
        """Choose the piece on ``cell``, or clear the choice if ``cell`` is None."""
        if cell != self._chosen:
            self._chosen = cell
            self._board.redraw()

    @property
    def held_piece(self) -> str | None:
        """The id of the dragged piece, or None."""
        return self._held.kind.id if self._held is not None else None

    def _lift(self, cell: int) -> None:
        """Start dragging the piece on ``cell``. Do nothing if the cell is empty; a release on it is then a click."""
        board = self._board
        kind = board.kind_at(cell)
        if kind is None or board.surface is None:
            return
        if self.gestures.may_choose(cell):
            self.choose(cell)
        side = piece_rect(board.cell_rect(cell), board.surface).width()
        self._held = FloatingPiece(board.window(), board.surface, kind, side)
        board.set_hidden(frozenset((cell,)))
        board.setCursor(Qt.CursorShape.ClosedHandCursor)

    def let_go(self) -> None:
        """End the drag, if there is one, and show the piece on its cell again."""
        if self._held is not None:
            self._held.hide()
            self._held.deleteLater()
            self._held = None
            self._board.set_hidden(frozenset())
            self._board.unsetCursor()

    def reset(self) -> None:
        """End the drag, and clear the choice and the drawn arrows of the previous position."""
        self._chosen = None
        self.drawn = []
        self.let_go()

    def fit(self, surface: Surface) -> None:
        """Clear the keyboard cursor and the hovered cell if they are outside a board with this surface."""
        count = surface.columns * surface.rows
        if self._cursor is not None and self._cursor >= count:
            self._cursor, self._has_cursor = None, False
        if self.hovered is not None and self.hovered >= count:
            self.hovered = None

    # --- the mouse ----------------------------------------------------------------------------------------------------

    def press(self, event: QMouseEvent) -> None:
        """Choose a piece, paint or empty a cell, start an arrow, or cancel a drag."""
        board = self._board
        cell = board.cell_at(event.position())
        if self._has_cursor:
            self.leave_cursor()
        if event.button() == Qt.MouseButton.RightButton:
            if self._held is not None:
                self.let_go()
                self.choose(None)
            elif self.gestures.press_right(cell):
                self._arrow_from = cell
            return
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        if cell is not None:
            board.cell_clicked.emit(cell)
        board.stop_moving()
        if self.drawn:
            self.drawn = []
            board.arrow_drawn.emit([])
            board.redraw()
        self._pressed, self._pressed_at = cell, event.position()
        if self.gestures.is_painting:
            self.gestures.paint(cell)
            return
        self._was_chosen = cell is not None and cell == self._chosen
        self.gestures.press(cell)

    def move(self, event: QMouseEvent) -> None:
        """Drag a piece, paint cells or aim an arrow, and update the hovered cell."""
        point = event.position()
        cell = self._board.cell_at(point)
        if event.buttons() & Qt.MouseButton.LeftButton:
            if self.gestures.is_painting:
                self.gestures.paint(cell)
            elif self._held is None and self._pressed is not None:
                far = (point - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
                if far and self.gestures.may_lift():
                    self._lift(self._pressed)
            if self._held is not None:
                self._held.hold_at(event.globalPosition().toPoint())
        elif event.buttons() & Qt.MouseButton.RightButton and self._arrow_from is not None:
            self._aim(point)
        self.hover(cell)

    def release(self, event: QMouseEvent) -> None:
        """Drop a piece, or finish a click, a stroke of the brush or an arrow."""
        cell = self._board.cell_at(event.position())
        if event.button() == Qt.MouseButton.RightButton:
            self._finish_arrow()
            return
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        pressed, self._pressed = self._pressed, None
        self.gestures.end_stroke()
        if self.gestures.is_painting:
            return
        if self._held is not None:
            kind = self._held.kind
            self.let_go()
            if pressed is not None:
                self.gestures.drop(pressed, kind, cell, event.position())
        elif pressed is not None and pressed == cell:
            self.gestures.click(cell, again=self._was_chosen)

    def hover(self, cell: int | None) -> None:
        """Set the cell under the mouse, which is None off the board. Emit ``cell_hovered`` if the cell has changed."""
        if cell == self.hovered:
            return
        board, self.hovered = self._board, cell
        board.cell_hovered.emit(-1 if cell is None else cell)
        if self._held is None:
            grabs = cell is not None and self.gestures.grabs(cell)
            board.setCursor(Qt.CursorShape.OpenHandCursor if grabs else Qt.CursorShape.ArrowCursor)
        board.redraw()

    def turn_wheel(self, event: QWheelEvent) -> None:
        """Emit ``wheel_turned`` once per notch of the wheel, with +1 if the wheel is turned down, or −1 otherwise."""
        self._wheel -= event.angleDelta().y()
        while abs(self._wheel) >= _WHEEL_STEP:
            step = 1 if self._wheel > 0 else -1
            self._wheel -= step * _WHEEL_STEP
            self._board.wheel_turned.emit(step)
        event.accept()

    # --- arrows drawn by the user -------------------------------------------------------------------------------------

    def _aim(self, point: QPointF) -> None:
        """Aim the arrow being drawn at a target of the piece on its origin: the target nearest to ``point``.

        If the piece has no target, aim the arrow at the cell under the mouse. There is no arrow if the mouse is over
        the origin, or if the piece has no target and the mouse is off the board.
        """
        origin, geometry = self._arrow_from, self._board.board_geometry()
        target: int | None = None
        if origin is not None:
            here = geometry.cell_at(point)
            targets = [shape.target for shape in self._board.moves_from(origin) if shape.target is not None]
            if here == origin:
                target = None
            elif targets:
                target = min(targets, key=lambda cell: (geometry.center(cell) - point).manhattanLength())
            else:
                target = here
        color = palette.light().gold.darker(115)
        self.aimed = Arrow(origin, target, color, 0.6) if origin is not None and target is not None else None
        self._board.redraw()

    def _finish_arrow(self) -> None:
        """Add the arrow being drawn to ``drawn``, or remove it if ``drawn`` already contains an equal arrow."""
        arrow, self.aimed, self._arrow_from = self.aimed, None, None
        if arrow is not None:
            if arrow in self.drawn:
                self.drawn.remove(arrow)
            else:
                self.drawn.append(arrow)
            self._board.arrow_drawn.emit(list(self.drawn))
        self._board.redraw()

    # --- the keyboard -------------------------------------------------------------------------------------------------

    @property
    def cursor(self) -> int | None:
        """The cell of the keyboard cursor, or None if it is hidden."""
        return self._cursor if self._has_cursor else None

    @property
    def has_cursor(self) -> bool:
        """Whether the keyboard cursor is shown."""
        return self._has_cursor

    def enter_cursor(self) -> None:
        """Show the keyboard cursor on the cell where it was last shown.

        The first time, show it on the target of the last move, or else on a piece that can move, or in the middle.
        """
        board, surface = self._board, self._board.surface
        if surface is None:
            return
        self._has_cursor = True
        if self._cursor is None:
            movable = [shape.origin for shape in board.legal_shapes() if shape.origin is not None]
            last = board.last_shape.target if board.last_shape is not None else None
            middle = surface.rows // 2 * surface.columns + surface.columns // 2
            self._cursor = last if last is not None else (movable[0] if movable else middle)
        board.describe()
        board.redraw()

    def leave_cursor(self) -> None:
        """Hide the keyboard cursor and clear the choice."""
        self._has_cursor = False
        self.choose(None)
        self._board.describe()
        self._board.redraw()

    def takes_key(self, event: QKeyEvent) -> bool:
        """Whether the keyboard cursor handles a key in place of the window's shortcuts."""
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
        return self._has_cursor and plain and event.key() in (*_STEPS, *_PICKS, *_ERASES, Qt.Key.Key_Escape)

    def press_key(self, event: QKeyEvent) -> bool:
        """Move the keyboard cursor, pick up, drop or erase a piece, clear the choice, or hide the cursor.

        Return whether the key was handled.
        """
        key, board = Qt.Key(event.key()), self._board
        if not self._has_cursor or self._cursor is None or board.surface is None:
            return False
        if key in _STEPS:
            right, down = _STEPS[key]
            geometry = board.board_geometry()
            column, row = geometry.place(self._cursor)
            column = min(max(column + right, 0), geometry.columns - 1)
            row = min(max(row + down, 0), geometry.rows - 1)
            self._cursor = geometry.cell_seen_at(column, row)
            board.cell_hovered.emit(self._cursor)
            board.describe()
            board.redraw()
            return True
        if key in _PICKS:
            board.cell_clicked.emit(self._cursor)
            self.gestures.pick(self._cursor)
            board.describe()
            return True
        if key in _ERASES and self.gestures.erase(self._cursor):
            board.describe()
            return True
        if key == Qt.Key.Key_Escape:
            if self._chosen is not None:
                self.choose(None)
                board.describe()
            else:
                self.leave_cursor()
            return True
        return False
