"""The board widget, which shows any game's surface with arrows and marks, and animates its pieces.

Mouse and keyboard are handled by ``studio.board.input``, and moves and edits by ``studio.board.gestures``.
"""

import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import (
    QCoreApplication,
    QEasingCurve,
    QEvent,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    QVariantAnimation,
    Signal,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.game import Game
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.spoken import spoken_board, spoken_cell
from engine.core.surface import MoveShape, PieceKind, Setup, Sign, Surface
from studio.board.arrows import Arrow
from studio.board.geometry import GUTTER, BoardGeometry
from studio.board.gestures import ERASER
from studio.board.input import BoardInput
from studio.board.picture import BoardPicture, Mark, ground_of, ground_pixmap
from studio.look import notation, style
from studio.widgets.retranslated import Retranslated

__all__ = ["ERASER", "Arrow", "BoardView", "Mark"]

_MANY, _CHIP_REACH = 40, 40
"""Maximum number of cells that are redrawn separately, and maximum extent in px of a chip beyond its cell."""
_CHANGED = QEvent.Type(QEvent.registerEventType())
"""Type of the event that ``BoardView.redraw`` posts."""


class BoardView(Retranslated, QWidget):
    """Widget that shows a board of any game.

    ``show_position`` changes the position. The values of ``set_arrows``, ``set_marks`` and ``set_attacks`` remain until
    they are set again.

    The user plays by a drag, two clicks, or the keyboard: Tab shows a cursor, the arrow keys move it, Enter picks up or
    drops a piece, and Esc hides the cursor. A legal move emits ``move_played`` and is shown by the next
    ``show_position``.

    While a set-up is edited, the same gestures move any piece to any cell. A drop off the board removes the piece, and
    a tool paints cells. Each edit emits ``setup_changed``.

    Attributes:
        move_played: emitted with a legal move of the user.
        refused: emitted with a sentence that explains why a move of the user is illegal.
        wheel_turned: emitted with +1 (forward) or −1 (back) for each notch of the mouse wheel.
        cell_hovered: emitted with the cell under the mouse or the keyboard cursor, or −1 if there is none.
        cell_clicked: emitted with a cell pressed with the left button or picked with the keyboard, in every mode.
        arrow_drawn: emitted with the list of the user's arrows after an arrow was drawn or removed.
        setup_changed: emitted with the new ``Setup`` after an edit by the user.
    """

    move_played = Signal(int)
    refused = Signal(str)
    wheel_turned = Signal(int)
    cell_hovered = Signal(int)
    cell_clicked = Signal(int)
    arrow_drawn = Signal(object)
    setup_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game: Game | None = None
        self._position: Position | None = None
        self._before: Position | None = None
        self._last_shape: MoveShape | None = None
        self._surface: Surface | None = None
        self._checked: tuple[int, ...] = ()
        self._shapes: list[MoveShape] | None = None
        self._flipped = False
        self._is_interactive = True
        self._has_coordinates = True
        self._is_animated = _has_motion()
        self._arrows: tuple[Arrow, ...] = ()
        self._marks: dict[str, tuple[Mark, ...]] = {}
        self._signs: tuple[Sign, ...] = ()
        self._numbers: dict[int, str] = {}
        self._faded: frozenset[int] = frozenset()
        self._attacks: tuple[MoveShape, ...] = ()
        self._input = BoardInput(self)

        self._geometry: BoardGeometry | None = None
        self._ground: QPixmap | None = None
        # Whether ``_request`` will be called, and the picture that was requested or painted as a whole last.
        self._is_changed = False
        self._requested: BoardPicture | None = None
        self._played: int | None = None
        self._animation: QVariantAnimation | None = None
        self._moving: tuple[tuple[str, QPointF], ...] = ()
        self._hidden: frozenset[int] = frozenset()

        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 160)
        self.follow_changes()

    # --- display --------------------------------------------------------------------------------------------------

    def show_position(
        self, game: Game, position: Position, last_move: int | None = None, before: Position | None = None
    ) -> None:
        """Show a position.

        Args:
            game: the game of ``position``.
            position: the position to show.
            last_move: the move that led to ``position``, or None. The cells of the move are tinted.
            before: the position in which ``last_move`` was played. If None, the move is shown only if it leads from
                the previously shown position to ``position``.
        """
        shown = self._position if self._game == game else None
        if last_move is not None and before is None and shown is not None and _leads(shown, last_move, position):
            before = shown
        shape = game.shape(before, last_move) if before is not None and last_move is not None else None
        was, was_last, dropped = shown, self._last_shape, self._played
        was_before = self._before
        self.stop_moving()
        self._game, self._position, self._before, self._last_shape = game, position, before, shape
        self._played = None
        self._shapes = None
        self._input.reset()
        self._checked = game.checked(position)
        self._set_surface(notation.surface(game, position))
        if self.is_editing:
            self._input.setting_up.show_position()
        elif was is not None and shape is not None and before == was and dropped != last_move:
            self._move_from(shape, shape.origin, shape.target)
        elif was_last is not None and was_before is not None and was_before == position:
            self._move_from(was_last, was_last.target, was_last.origin)
        self.describe()
        if shape is not None and was is not None and before == was:
            self._announce(game, was, shape.move)

    @property
    def game(self) -> Game | None:
        """The game shown, or None before the first ``show_position``."""
        return self._game

    @property
    def position(self) -> Position | None:
        """The position shown, without the edits of a set-up in progress, or None before the first ``show_position``."""
        return self._position

    @property
    def surface(self) -> Surface | None:
        """The surface as drawn, including edits, or None before the first ``show_position``."""
        return self._surface

    @property
    def flipped(self) -> bool:
        """Whether SECOND is at the bottom."""
        return self._flipped

    def set_flipped(self, flipped: bool) -> None:
        """Set whether SECOND is at the bottom."""
        if flipped != self._flipped:
            self._flipped = flipped
            self._forget_geometry()

    @property
    def is_interactive(self) -> bool:
        """Whether the user may play moves."""
        return self._is_interactive

    def set_interactive(self, interactive: bool) -> None:
        """Set whether the user may play moves. A change clears the chosen cell, and False also ends a drag."""
        if interactive != self._is_interactive:
            self._is_interactive = interactive
            self._input.choose(None)
            if not interactive:
                self._input.let_go()

    def set_coordinates(self, shown: bool) -> None:
        """Show or hide the names of columns and rows."""
        self._has_coordinates = shown
        self._forget_geometry()
        self.updateGeometry()

    @property
    def has_coordinates(self) -> bool:
        """Whether the names of columns and rows are shown if there is enough space for them."""
        return self._has_coordinates

    def set_animated(self, animated: bool) -> None:
        """Set whether moves are animated.

        No moves are animated if the environment variable ``KYVIEN_MOTION`` is ``off``.
        """
        self._is_animated = animated and _has_motion()

    @property
    def is_animated(self) -> bool:
        """Whether moves are animated. The system's setting for animations is not considered."""
        return self._is_animated

    def set_arrows(self, arrows: Sequence[Arrow]) -> None:
        """Set the arrows of the analysis. The arrows drawn by the user are kept."""
        if self._arrows != tuple(arrows):
            self._arrows = tuple(arrows)
            self.redraw()

    def arrows(self) -> list[Arrow]:
        """Return the arrows last set by ``set_arrows``, as a new list."""
        return list(self._arrows)

    def drawn_arrows(self) -> list[Arrow]:
        """Return the arrows drawn by the user. The next position and the next left click clear them."""
        return list(self._input.drawn)

    def set_marks(self, marks: Sequence[Mark], layer: str = "") -> None:
        """Replace the marks of a layer. Layers are drawn in the order in which they were first set."""
        if self._marks.get(layer, ()) != tuple(marks):
            self._marks[layer] = tuple(marks)
            self.redraw()

    def marks(self, layer: str = "") -> list[Mark]:
        """Return the marks last set for a layer, as a new list."""
        return list(self._marks.get(layer, ()))

    def set_signs(self, signs: Sequence[Sign]) -> None:
        """Set the signs stored in the record."""
        if self._signs != tuple(signs):
            self._signs = tuple(signs)
            self.redraw()

    def set_numbers(self, numbers: Mapping[int, str]) -> None:
        """Set the numbers drawn on the pieces, as a mapping from cells to texts."""
        if self._numbers != numbers:
            self._numbers = dict(numbers)
            self.redraw()

    def set_faded(self, cells: Collection[int]) -> None:
        """Set the cells whose pieces are drawn faded."""
        if self._faded != frozenset(cells):
            self._faded = frozenset(cells)
            self.redraw()

    def set_attacks(self, attacks: Sequence[MoveShape]) -> None:
        """Set the captures to highlight (captured pieces, attackers and arithmetic). An empty list clears them."""
        if self._attacks != tuple(attacks):
            self._attacks = tuple(attacks)
            self.redraw()

    def _set_surface(self, surface: Surface) -> None:
        old = self._surface
        surface = self._input.gestures.adapted(surface)
        self._surface = surface
        self._input.fit(surface)
        if old is None or ground_of(old) != ground_of(surface):
            self._forget_geometry()
            self.updateGeometry()
        self.redraw()

    # --- geometry -------------------------------------------------------------------------------------------------

    def board_geometry(self) -> BoardGeometry:
        """Return the geometry of the board in this widget.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        if self._surface is None:
            raise RuntimeError("the board shows no position yet")
        if self._geometry is None:
            self._geometry = BoardGeometry.fit_tight(
                self._surface,
                self.rect().toRectF(),
                self.devicePixelRatioF(),
                flipped=self._flipped,
                named=self._has_coordinates,
            )
        return self._geometry

    def cell_rect(self, cell: int) -> QRectF:
        """Return the rectangle of a cell in widget coordinates.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        return self.board_geometry().rect(cell)

    def cell_center(self, cell: int) -> QPoint:
        """Return the centre of a cell in widget coordinates, rounded to whole pixels.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        return self.board_geometry().center(cell).toPoint()

    def cell_at(self, point: QPointF) -> int | None:
        """Return the cell under a point in widget coordinates, or None off the board."""
        return self.board_geometry().cell_at(point) if self._surface is not None else None

    def redraw(self) -> None:
        """Paint what has changed since the last time, once the event loop runs."""
        if not self._is_changed:
            self._is_changed = True
            QCoreApplication.postEvent(self, QEvent(_CHANGED))

    def _request(self) -> None:
        """Request that the cells that have changed are painted, with the area around them, or the whole board.

        A chip, which is a short text over the corner of a cell, can cover the cells next to it.
        """
        self._is_changed = False
        if self._surface is None:
            return
        before, parts = self._requested, self.picture_parts()
        self._requested = parts
        cells = None if before is None else parts.cells_unlike(before)
        if cells is None or len(cells) > _MANY:
            self.update()
            return
        geometry, shown = self.board_geometry(), (before, parts)
        centers = [geometry.center(cell) for cell in cells if cell < geometry.columns * geometry.rows]
        centers += [middle for each in shown if each is not None for _, middle in each.moving]
        has_chips = any(each.marks or each.targets for each in shown if each is not None)
        reach = geometry.side / 2 + (max(geometry.side, _CHIP_REACH) if has_chips else geometry.side / 3)
        for middle in centers:
            self.update(QRectF(middle.x() - reach, middle.y() - reach, 2 * reach, 2 * reach).toAlignedRect())

    def picture_parts(self) -> BoardPicture:
        """Return a description of everything that is currently drawn.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        if self._surface is None:
            raise RuntimeError("the board shows no position yet")
        pointer, gestures = self._input, self._input.gestures
        aimed = () if pointer.aimed is None else (pointer.aimed,)
        shape = self._last_shape if gestures.shows_game else None
        last = () if shape is None else tuple(cell for cell in (shape.origin, shape.target) if cell is not None)
        cell = pointer.hovered
        return BoardPicture(
            surface=self._surface,
            last=last,
            checked=self._checked if gestures.shows_game else (),
            chosen=pointer.chosen,
            hovered=gestures.hot_cell(),
            targets=gestures.targets(),
            attacks=self._attacks,
            arrows=(*self._arrows, *pointer.drawn, *aimed),
            marks=tuple(mark for layer in self._marks.values() for mark in layer),
            signs=self._signs if gestures.shows_game else (),
            cursor=pointer.cursor,
            hidden=self._hidden,
            moving=self._moving,
            faint={} if cell is None or pointer.held_piece is not None else gestures.faint(cell),
            faded=self._faded if gestures.shows_game else frozenset(),
            numbers=self._numbers if gestures.shows_game else {},
        )

    # --- legal moves ----------------------------------------------------------------------------------------------

    @property
    def turn(self) -> Player | None:
        """The side to move in the position shown, or None before the first ``show_position``."""
        return self._position.turn if self._position is not None else None

    def legal_shapes(self) -> list[MoveShape]:
        """Return the shapes of all legal moves of the position shown. They are computed on first use."""
        if self._shapes is None:
            game, position = self._game, self._position
            self._shapes = [] if game is None or position is None else game.shapes(position)
        return self._shapes

    def moves_from(self, cell: int) -> tuple[MoveShape, ...]:
        """Return the shapes of the legal moves of the piece on a cell, except passes."""
        return tuple(shape for shape in self.legal_shapes() if shape.origin == cell and shape.target is not None)

    def placements(self, cell: int) -> list[MoveShape]:
        """Return the shapes of the legal moves that place a piece on a cell."""
        return [shape for shape in self.legal_shapes() if shape.origin is None and shape.target == cell]

    def kind_at(self, cell: int | None) -> PieceKind | None:
        """Return the kind of the piece on a cell, or None if there is none."""
        if cell is None or self._surface is None or cell not in self._surface.pieces:
            return None
        return self.kinds().get(self._surface.pieces[cell])

    def kinds(self) -> dict[str, PieceKind]:
        """Return the kinds of pieces by id, or an empty mapping before the first ``show_position``."""
        return {kind.id: kind for kind in self._surface.kinds} if self._surface is not None else {}

    def is_own(self, cell: int | None) -> bool:
        """Return whether the piece on a cell belongs to the side to move or to neither side."""
        kind = self.kind_at(cell)
        return kind is not None and (kind.player is None or kind.player == self.turn)

    def play(self, move: int, *_: object) -> None:
        """Emit ``move_played`` with a legal move, and clear the choice and the arrows drawn by the user."""
        self._input.choose(None)
        self._input.drawn = []
        self._played = move
        self.move_played.emit(move)
        self._played = None
        self.redraw()

    @property
    def last_shape(self) -> MoveShape | None:
        """The shape of the move that led to the position shown, or None if it is unknown."""
        return self._last_shape

    # --- animation ------------------------------------------------------------------------------------------------

    def _move_from(self, shape: MoveShape, origin: int | None, target: int | None) -> None:
        """Animate a motion from ``origin`` to ``target`` of the piece that is already on ``target``."""
        kind = self.kind_at(target)
        if origin is not None and target is not None and kind is not None:
            self.glide(kind.id, self.board_geometry().center(origin), target)

    def set_hidden(self, cells: frozenset[int]) -> None:
        """Hide the pieces on ``cells``, because they are drawn elsewhere during a drag."""
        self._hidden = cells
        self.redraw()

    def glide(self, piece: str, start: QPointF, target: int) -> None:
        """Animate a piece from a point to its cell, if moves are animated and the board is visible.

        Args:
            piece: the piece's id.
            start: the start of the motion in widget coordinates.
            target: the cell that the piece is on.
        """
        if not self._is_animated or not self.isVisible() or not style.moves_are_animated():
            return
        self._hidden = frozenset((target,))
        animation = QVariantAnimation(self)
        animation.setDuration(style.MOTION_MS)
        animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.valueChanged.connect(partial(self._glide_on, piece, start, target))
        animation.finished.connect(self.stop_moving)
        self._animation = animation
        self._glide_on(piece, start, target, 0.0)
        animation.start()

    def _glide_on(self, piece: str, start: QPointF, target: int, share: float) -> None:
        end = self.board_geometry().center(target)
        self._moving = ((piece, start + (end - start) * share),)
        self.redraw()

    def stop_moving(self) -> None:
        """End the animation, if one is running, and show the piece on its cell."""
        animation, self._animation = self._animation, None
        if animation is not None:
            animation.stop()
            animation.deleteLater()
        if self._moving or self._hidden:
            self._moving = ()
            self._hidden = frozenset()
            self.redraw()

    @property
    def is_moving(self) -> bool:
        """Whether an animation is running."""
        return self._animation is not None

    # --- mouse and keyboard ---------------------------------------------------------------------------------------

    @property
    def held_piece(self) -> str | None:
        """The id of the dragged piece, or None."""
        return self._input.held_piece

    @property
    def chosen_cell(self) -> int | None:
        """The cell of the piece chosen to move, or None."""
        return self._input.chosen

    @property
    def cursor_cell(self) -> int | None:
        """The cell of the keyboard cursor, or None if it is hidden."""
        return self._input.cursor

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose a piece, paint or empty a cell, start an arrow, or cancel a drag."""
        if self._surface is not None:
            self._input.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a piece, paint cells or aim an arrow, and update the hovered cell."""
        if self._surface is not None:
            self._input.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop a piece, or finish a click, a stroke of the brush or an arrow."""
        if self._surface is not None:
            self._input.release(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the hovered cell."""
        self._input.hover(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Emit ``wheel_turned`` once per notch of the wheel, with +1 if the wheel is turned down, or −1 otherwise."""
        self._input.turn_wheel(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the keyboard cursor if the board received the focus by Tab."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._input.enter_cursor()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the keyboard cursor when the focus leaves the board."""
        super().focusOutEvent(event)
        if self._input.has_cursor and event.reason() != Qt.FocusReason.PopupFocusReason:
            self._input.leave_cursor()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """On Tab, show the keyboard cursor if the focused board does not show it yet. Otherwise, move the focus."""
        if forward and not self._input.has_cursor and self._surface is not None and self.hasFocus():
            self._input.enter_cursor()
            return True
        return super().focusNextPrevChild(forward)

    def event(self, event: QEvent) -> bool:
        """Reserve the keys of the keyboard cursor, so that they do not trigger shortcuts of the window."""
        if event.type() == _CHANGED:
            self._request()
            return True
        overriding = event.type() == QEvent.Type.ShortcutOverride
        if overriding and isinstance(event, QKeyEvent) and self._input.takes_key(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the arrow keys, Enter (pick up or drop), Delete (empty a cell while editing) and Esc."""
        if not self._input.press_key(event):
            super().keyPressEvent(event)

    # --- editing --------------------------------------------------------------------------------------------------

    @property
    def is_editing(self) -> bool:
        """Whether a set-up is being edited."""
        return self._input.gestures is self._input.setting_up

    def set_editing(self, editing: bool) -> None:
        """Start an edit of the position shown, or end the edit and show the position again."""
        if editing == self.is_editing:
            return
        pointer = self._input
        pointer.gestures = pointer.setting_up if editing else pointer.play
        pointer.setting_up.tool = None
        pointer.let_go()
        pointer.choose(None)
        self.stop_moving()
        if self._game is not None and self._position is not None:
            if editing:
                pointer.setting_up.show_position()
            else:
                pointer.setting_up.set_setup(None)
            self._set_surface(notation.surface(self._game, self._position))
        self.redraw()

    def setup(self) -> Setup:
        """Return the set-up being edited, or the set-up of the position shown if none is being edited.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        return self._input.setting_up.setup()

    def set_setup(self, setup: Setup) -> None:
        """Show another set-up for editing. No signal is emitted."""
        self._input.setting_up.set_setup(setup)
        self._input.choose(None)
        if self._surface is not None:
            self._set_surface(replace(self._surface, pieces=dict(setup.pieces)))

    @property
    def tool(self) -> str | None:
        """The tool that a click applies while a set-up is edited: a piece's id, ``ERASER``, or None to move pieces."""
        return self._input.setting_up.tool

    def set_tool(self, tool: str | None) -> None:
        """Set the tool that a click applies during an edit: a piece's id, ``ERASER``, or None to move pieces."""
        self._input.setting_up.tool = tool
        self._input.choose(None)
        self.unsetCursor()
        self.redraw()

    def put_piece(self, piece: str, point: QPoint) -> bool:
        """Put a new piece on the cell under a point in global coordinates, as an edit by the user.

        Returns:
            Whether a set-up is being edited and the point is on a cell.
        """
        self._input.setting_up.has_visitor = False
        self._input.hover(None)
        cell = self.cell_at(QPointF(self.mapFromGlobal(point)))
        if not self.is_editing or cell is None:
            return False
        self._input.setting_up.put([cell], piece)
        return True

    def hover_at(self, point: QPoint) -> None:
        """Tint the cell under a point in global coordinates while a new piece is dragged over it."""
        self._input.setting_up.has_visitor = True
        self._input.hover(self.cell_at(QPointF(self.mapFromGlobal(point))))

    def change_pieces(self, pieces: Mapping[int, str]) -> None:
        """Replace the pieces of the set-up by ``pieces`` (piece ids by cell), and emit ``setup_changed``.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        self._input.setting_up.change(pieces)

    # --- texts ----------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.describe()

    def describe(self) -> None:
        """Set the accessible name and the accessible description.

        If the keyboard cursor is shown, they describe the cell at the cursor. Otherwise, they describe the whole board
        and the keys.
        """
        name, description = (
            tr("Board"),
            tr("Tab enters the board, arrow keys move, Enter picks and drops, Escape leaves"),
        )
        cell, chosen, gestures = self._input.cursor, self._input.chosen, self._input.gestures
        if cell is not None and self._surface is not None:
            name = spoken_cell(self._surface, cell)
            description = gestures.describe(cell) if chosen is None else gestures.describe_chosen(chosen)
        elif self._game is not None and self._position is not None and not self.is_editing:
            description = f"{spoken_board(self._game, self._position, self._surface)} {description}"
        if self.accessibleName() != name or self.accessibleDescription() != description:
            self.setAccessibleName(name)
            self.setAccessibleDescription(description)
            if self.hasFocus():
                QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    def _announce(self, game: Game, before: Position, move: int) -> None:
        """Let a screen reader read a move that was made in the position shown until now."""
        text = tr("{side}: {move}", side=tr(game.side_name(before, before.turn)),
                  move=game.format_move(before, move, "display"))  # fmt: skip
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def changeEvent(self, event: QEvent) -> None:
        """Recompute the geometry after a change of the font or the style."""
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._forget_geometry()
        super().changeEvent(event)

    def restyle(self) -> None:
        """Draw the board with the colours of the theme in use."""
        self._forget_geometry()

    # --- painting -------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Return the size for cells of 56 px."""
        columns, rows = (self._surface.columns, self._surface.rows) if self._surface is not None else (9, 11)
        return QSize(columns * 56 + 2 * GUTTER, rows * 56 + 2 * GUTTER)

    def _forget_geometry(self) -> None:
        self._geometry = None
        self._ground = None
        self._requested = None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """End the animation, and recompute the geometry for the new size."""
        self.stop_moving()
        self._forget_geometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cached background of the board, and everything on the board."""
        if self._surface is None:
            return
        scale = self.devicePixelRatioF()
        if self._geometry is not None and self._geometry.scale != scale:
            self._forget_geometry()
        geometry = self.board_geometry()
        if self._ground is None:
            self._ground = ground_pixmap(self._surface, geometry, QSizeF(self.size()))
        parts = self.picture_parts()
        if event.rect() == self.rect():
            self._requested = parts
        painter = QPainter(self)
        parts.draw(painter, geometry, ground=self._ground, clip=QRectF(event.rect()))
        painter.end()


def _has_motion() -> bool:
    return os.environ.get("KYVIEN_MOTION", "on") != "off"


def _leads(before: Position, move: int, after: Position) -> bool:
    """Whether ``move`` leads from ``before`` to ``after``."""
    return move in before.legal_moves() and before.play(move) == after
