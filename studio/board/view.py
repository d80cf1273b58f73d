"""The board: shows any game's surface, and turns mouse and keys into moves or, while editing, into a set-up."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import (
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
    QAccessibleEvent,
    QFocusEvent,
    QIcon,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QApplication, QMenu, QSizePolicy, QWidget

from engine.core.errors import KyVienError
from engine.core.game import Game
from engine.core.language import tr
from engine.core.position import Position
from engine.core.surface import MoveShape, PieceKind, Setup, Sign, Surface
from studio.board.floating import FloatingPiece
from studio.board.geometry import GUTTER, BoardGeometry
from studio.board.picture import Arrow, BoardPicture, Mark, bare, ground_pixmap
from studio.board.pieces import piece_pixmap, piece_rect
from studio.look import notation, theme

__all__ = ["ERASER", "Arrow", "BoardView", "Mark"]

ERASER = ""
"""The tool that removes pieces; other tools are ids of pieces."""

_STEPS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
_PICKS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_WHEEL_STEP = 120
_OFFER_PX = 36
"""Side of the pictures in the choice among moves that look alike."""
_MANY, _CHIP_REACH = 40, 40
"""Cells above which the whole board is drawn anew; px that a chip may reach beyond its cell."""


class BoardView(QWidget):
    """A board of any game.

    Showing: ``show_position``; ``set_arrows``, ``set_marks``, ``set_attacks`` stay until set again. Playing: drag, or
    click and click, or the keyboard (Tab enters, arrows move, Enter picks and drops, Esc leaves); a legal move is
    announced by ``move_played`` and shown when ``show_position`` is called. Editing: the same gestures move any piece
    anywhere, off the board removes it, a tool paints; ``setup_changed`` announces.

    Attributes:
        move_played: the user made a legal move.
        refused: the user tried an illegal one; a sentence that says why.
        wheel_turned: +1 forward, −1 back.
        cell_hovered: cell under the mouse or where the keyboard's cursor comes, −1: none.
        cell_clicked: a cell was pressed with the left button or picked with the keyboard, whatever follows.
        arrow_drawn: the user drew an arrow (or took it away): the list of its arrows.
        setup_changed: the new ``Setup`` after an edit by the user.
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
        self._setup: Setup | None = None
        self._shapes: list[MoveShape] | None = None
        self._flipped = False
        self._is_interactive = True
        self._is_editing = False
        self._has_coordinates = True
        self._is_animated = _has_motion()
        self._tool: str | None = None
        self._arrows: tuple[Arrow, ...] = ()
        self._marks: dict[str, tuple[Mark, ...]] = {}
        self._signs: tuple[Sign, ...] = ()
        self._numbers: dict[int, str] = {}
        self._faded: frozenset[int] = frozenset()
        self._attacks: tuple[MoveShape, ...] = ()
        self._drawn: list[Arrow] = []

        self._geometry: BoardGeometry | None = None
        self._ground: QPixmap | None = None
        self._chosen: int | None = None
        self._hovered: int | None = None
        self._cursor: int | None = None
        self._has_cursor = False
        self._pressed: int | None = None
        self._pressed_at = QPointF()
        self._was_chosen = False
        self._held: FloatingPiece | None = None
        self._has_visitor = False
        self._painted: int | None = None
        self._arrow_from: int | None = None
        self._arrow_now: Arrow | None = None
        self._wheel = 0
        self._played: int | None = None
        self._animation: QVariantAnimation | None = None
        self._moving: tuple[tuple[str, QPointF], ...] = ()
        self._hidden: frozenset[int] = frozenset()

        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 160)
        self.retranslate()

    # --- what is shown --------------------------------------------------------------------------------------------

    def show_position(
        self, game: Game, position: Position, last_move: int | None = None, before: Position | None = None
    ) -> None:
        """Show a position.

        Args:
            game: the game it belongs to.
            position: what to show.
            last_move: the move that led here; its cells are tinted.
            before: the position it was played in. Without it the move is known only if the position shown until now is
                that position.
        """
        shown = self._position if self._game == game else None
        if last_move is not None and before is None and shown is not None and _leads(shown, last_move, position):
            before = shown
        shape = game.shape(before, last_move) if before is not None and last_move is not None else None
        was, was_last, dropped = shown, self._last_shape, self._played
        was_before = self._before
        self._stop_moving()
        self._game, self._position, self._before, self._last_shape = game, position, before, shape
        self._played = None
        self._shapes = None
        self._chosen = None
        self._drawn = []
        self._let_go()
        self._checked = game.checked(position)
        self._set_surface(notation.surface(game, position))
        if self._is_editing:
            self._setup = game.setup(position)
        elif was is not None and shape is not None and before == was and dropped != last_move:
            self._move_from(shape, shape.origin, shape.target)
        elif was_last is not None and was_before is not None and was_before == position:
            self._move_from(was_last, was_last.target, was_last.origin)
        self._tell_cell()

    @property
    def game(self) -> Game | None:
        """The game shown; None before the first ``show_position``."""
        return self._game

    @property
    def position(self) -> Position | None:
        """The position shown; while editing, the one the edit began with."""
        return self._position

    @property
    def surface(self) -> Surface | None:
        """The board as drawn, edits included."""
        return self._surface

    @property
    def flipped(self) -> bool:
        """Whether the second player sits below."""
        return self._flipped

    def set_flipped(self, flipped: bool) -> None:
        """Turn the board round."""
        if flipped != self._flipped:
            self._flipped = flipped
            self._forget_geometry()

    @property
    def is_interactive(self) -> bool:
        """Whether the user may move."""
        return self._is_interactive

    def set_interactive(self, interactive: bool) -> None:
        """Let the user move, or not (another player's turn, a game that is over)."""
        if interactive != self._is_interactive:
            self._is_interactive = interactive
            self._choose(None)
            if not interactive:
                self._let_go()

    def set_coordinates(self, shown: bool) -> None:
        """Show or hide the names of columns and rows."""
        self._has_coordinates = shown
        self._forget_geometry()

    def set_animated(self, animated: bool) -> None:
        """Let pieces glide to their cells, where the system allows motion. Off where ``KYVIEN_MOTION`` is ``off``."""
        self._is_animated = animated and _has_motion()

    @property
    def is_animated(self) -> bool:
        """Whether pieces glide, as far as it is up to the board."""
        return self._is_animated

    def set_arrows(self, arrows: Sequence[Arrow]) -> None:
        """Show these arrows (the analysis'), the user's own aside."""
        self._arrows = tuple(arrows)
        self.update()

    def arrows(self) -> list[Arrow]:
        """The arrows last set."""
        return list(self._arrows)

    def drawn_arrows(self) -> list[Arrow]:
        """The arrows the user drew with the right button; gone with the next position or left click."""
        return list(self._drawn)

    def set_marks(self, marks: Sequence[Mark], layer: str = "") -> None:
        """Show these marks in place of those last given for the same layer; layers lie in the order of their first."""
        old, new = self._marks.get(layer, ()), tuple(marks)
        if old != new:
            self._marks[layer] = new
            self._update_cells({mark.cell for mark in (*old, *new)})

    def marks(self, layer: str = "") -> list[Mark]:
        """The marks last set for a layer."""
        return list(self._marks.get(layer, ()))

    def set_signs(self, signs: Sequence[Sign]) -> None:
        """Show the signs of a record's author."""
        if self._signs != tuple(signs):
            self._signs = tuple(signs)
            self.update()

    def set_numbers(self, numbers: Mapping[int, str]) -> None:
        """Write numbers on pieces, cell to text."""
        if self._numbers != numbers:
            self._numbers = dict(numbers)
            self.update()

    def set_faded(self, cells: Collection[int]) -> None:
        """Thin out the pieces on these cells."""
        if self._faded != frozenset(cells):
            self._faded = frozenset(cells)
            self.update()

    def set_attacks(self, attacks: Sequence[MoveShape]) -> None:
        """Point out captures: the pieces under attack, from where, and by what arithmetic."""
        self._attacks = tuple(attacks)
        self.update()

    def _set_surface(self, surface: Surface) -> None:
        old = self._surface
        if self._is_editing and surface.file_names is not None:
            # Where no side is at home, what is wrong is said of cells: c4.
            surface = replace(surface, file_names=None)
        self._surface = surface
        if old is None or _ground_of(old) != _ground_of(surface):
            self._forget_geometry()
        self.update()

    # --- where things are -----------------------------------------------------------------------------------------

    def board_geometry(self) -> BoardGeometry:
        """Where the cells are.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        if self._surface is None:
            raise RuntimeError("the board shows no position yet")
        if self._geometry is None:
            self._geometry = BoardGeometry.fit(
                self._surface,
                self.rect().toRectF(),
                self.devicePixelRatioF(),
                flipped=self._flipped,
                named=self._has_coordinates,
            )
        return self._geometry

    def cell_rect(self, cell: int) -> QRectF:
        """The square of a cell in the widget's px."""
        return self.board_geometry().rect(cell)

    def cell_center(self, cell: int) -> QPoint:
        """The middle of a cell, for a mouse to press."""
        return self.board_geometry().center(cell).toPoint()

    def cell_at(self, point: QPointF) -> int | None:
        """The cell under a point of the widget, None off the board."""
        return self.board_geometry().cell_at(point) if self._surface is not None else None

    def picture_parts(self) -> BoardPicture:
        """Everything that is drawn now, as data.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        if self._surface is None:
            raise RuntimeError("the board shows no position yet")
        arrows = (*self._arrows, *self._drawn)
        if self._arrow_now is not None:
            arrows = (*arrows, self._arrow_now)
        targets = tuple(self._targets_of(self._chosen)) if self._chosen is not None and self._may_move() else ()
        last: tuple[int, ...] = ()
        if self._last_shape is not None and not self._is_editing:
            shape = self._last_shape
            last = tuple(cell for cell in (shape.origin, shape.target) if cell is not None)
        return BoardPicture(
            surface=self._surface,
            last=last,
            checked=() if self._is_editing else self._checked,
            chosen=self._chosen,
            hovered=self._hot_cell(),
            targets=targets,
            attacks=self._attacks,
            arrows=arrows,
            marks=tuple(mark for layer in self._marks.values() for mark in layer),
            signs=() if self._is_editing else self._signs,
            cursor=self._cursor if self._has_cursor else None,
            hidden=self._hidden,
            moving=self._moving,
            faint=self._faint(),
            faded=frozenset() if self._is_editing else self._faded,
            numbers={} if self._is_editing else self._numbers,
        )

    def _hot_cell(self) -> int | None:
        """The hovered cell, if a move may end there."""
        cell = self._hovered
        if self._is_editing:
            return cell if self._has_visitor or self._held is not None else None
        if cell is None or self._chosen is None or not self._may_move():
            return None
        return cell if any(shape.target == cell for shape in self._targets_of(self._chosen)) else None

    def _faint(self) -> Mapping[int, str]:
        """The piece about to be placed on the hovered cell."""
        cell = self._hovered
        if cell is None or self._held is not None or self._surface is None:
            return {}
        if self._is_editing:
            return {cell: self._tool} if self._tool and cell not in self._surface.pieces else {}
        if not self._may_move() or not self._placements(cell):
            return {}
        own = [kind.id for kind in self._surface.kinds if kind.player == self._turn()]
        return {cell: own[0]} if len(own) == 1 else {}

    # --- legal moves ----------------------------------------------------------------------------------------------

    def _may_move(self) -> bool:
        return self._is_interactive and not self._is_editing and self._position is not None

    def _turn(self) -> Any:
        return self._position.turn if self._position is not None else None

    def legal_shapes(self) -> list[MoveShape]:
        """The shapes of all legal moves of the position shown; worked out when first asked for."""
        if self._shapes is None:
            known = self._game is not None and self._position is not None
            self._shapes = self._game.shapes(self._position) if known and self._game is not None else []
        return self._shapes

    def _targets_of(self, cell: int) -> Iterator[MoveShape]:
        return (shape for shape in self.legal_shapes() if shape.origin == cell and shape.target is not None)

    def _placements(self, cell: int) -> list[MoveShape]:
        return [shape for shape in self.legal_shapes() if shape.origin is None and shape.target == cell]

    def _kind_at(self, cell: int | None) -> PieceKind | None:
        if cell is None or self._surface is None or cell not in self._surface.pieces:
            return None
        return self._kinds().get(self._surface.pieces[cell])

    def _kinds(self) -> dict[str, PieceKind]:
        return {kind.id: kind for kind in self._surface.kinds} if self._surface is not None else {}

    def _is_own(self, cell: int | None) -> bool:
        kind = self._kind_at(cell)
        return kind is not None and (kind.player is None or kind.player == self._turn())

    def _try(self, origin: int | None, target: int) -> None:
        """Play the move from ``origin`` to ``target`` if it is legal, else say why it is not."""
        game, position, surface = self._game, self._position, self._surface
        if game is None or position is None or surface is None:
            return
        found = (
            self._placements(target) if origin is None else [s for s in self._targets_of(origin) if s.target == target]
        )
        if len(found) > 1:
            self._offer(found, target)
            return
        if found:
            self._play(found[0].move)
            return
        text = (surface.cell_name(origin) if origin is not None else "") + surface.cell_name(target)
        try:
            move = game.parse_move(position, text)
        except KyVienError as error:
            self.refused.emit(str(error))
        else:
            # Another way to name a legal move: the king put on the rook it castles with.
            self._play(move)

    def _offer(self, found: Sequence[MoveShape], target: int) -> None:
        """Let the user choose among moves that look alike: each by its name, and by the piece that comes of it."""
        game, position, surface = self._game, self._position, self._surface
        if game is None or position is None or surface is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setStyleSheet(f"QMenu {{ icon-size: {_OFFER_PX}px; }}")
        for shape in found:
            action = menu.addAction(notation.move_text(position, shape.move))
            action.triggered.connect(partial(self._play, shape.move))
            piece = self._kinds().get(dict(shape.placed).get(target, ""))
            if piece is not None:
                action.setIcon(QIcon(piece_pixmap(surface, piece, _OFFER_PX, self.devicePixelRatioF())))
        menu.popup(self.mapToGlobal(self.cell_center(target)))
        menu.setActiveAction(menu.actions()[0])

    def _play(self, move: int, *_: object) -> None:
        self._chosen = None
        self._drawn = []
        self._played = move
        self.move_played.emit(move)
        self._played = None
        self.update()

    # --- motion ---------------------------------------------------------------------------------------------------

    def _move_from(self, shape: MoveShape, origin: int | None, target: int | None) -> None:
        """Let the piece that now stands on ``target`` glide there from ``origin``."""
        kind = self._kind_at(target)
        if origin is not None and target is not None and kind is not None:
            self._glide(kind.id, self.board_geometry().center(origin), target)

    def _glide(self, piece: str, start: QPointF, target: int) -> None:
        """Let a piece glide from a point to its cell."""
        if not self._is_animated or not self.isVisible() or not theme.moves_are_animated():
            return
        self._hidden = frozenset((target,))
        animation = QVariantAnimation(self)
        animation.setDuration(theme.MOTION_MS)
        animation.setEasingCurve(QEasingCurve.Type.OutCubic)
        animation.setStartValue(0.0)
        animation.setEndValue(1.0)
        animation.valueChanged.connect(partial(self._glide_on, piece, start, target))
        animation.finished.connect(self._stop_moving)
        self._animation = animation
        self._glide_on(piece, start, target, 0.0)
        animation.start()

    def _glide_on(self, piece: str, start: QPointF, target: int, share: float) -> None:
        end = self.board_geometry().center(target)
        self._moving = ((piece, start + (end - start) * share),)
        self.update()

    def _stop_moving(self) -> None:
        animation, self._animation = self._animation, None
        if animation is not None:
            animation.stop()
            animation.deleteLater()
        if self._moving or self._hidden:
            self._moving = ()
            self._hidden = frozenset()
            self.update()

    @property
    def is_moving(self) -> bool:
        """Whether a piece is gliding."""
        return self._animation is not None

    # --- the mouse ------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Pick a piece, paint, or begin an arrow."""
        if self._surface is None:
            return
        cell = self.cell_at(event.position())
        if self._has_cursor:
            self._leave_cursor()
        if event.button() == Qt.MouseButton.RightButton:
            if self._held is not None:
                self._let_go()
                self._choose(None)
            elif self._is_editing:
                if cell is not None:
                    self._put([cell], None)
            else:
                self._arrow_from = cell
            return
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        if cell is not None:
            self.cell_clicked.emit(cell)
        self._stop_moving()
        if self._drawn:
            self._drawn = []
            self.arrow_drawn.emit([])
            self.update()
        self._pressed, self._pressed_at = cell, event.position()
        if self._is_editing and self._tool is not None:
            self._paint_cell(cell)
            return
        chosen = self._chosen
        self._was_chosen = cell is not None and cell == chosen
        if self._is_editing:
            if chosen is None and self._kind_at(cell) is not None:
                self._choose(cell)
        elif self._may_move() and self._is_own(cell):
            is_target = chosen is not None and any(shape.target == cell for shape in self._targets_of(chosen))
            if not is_target:
                self._choose(cell)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Carry a piece, paint, lengthen an arrow, or just hover."""
        if self._surface is None:
            return
        point = event.position()
        cell = self.cell_at(point)
        if event.buttons() & Qt.MouseButton.LeftButton:
            if self._is_editing and self._tool is not None:
                self._paint_cell(cell)
            elif self._held is None and self._pressed is not None:
                far = (point - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
                if far and (self._may_move() or self._is_editing):
                    self._lift(self._pressed)
            if self._held is not None:
                self._held.hold_at(event.globalPosition().toPoint())
        elif event.buttons() & Qt.MouseButton.RightButton and self._arrow_from is not None:
            self._aim(point)
        self._hover(cell)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop, finish a click, or finish an arrow."""
        if self._surface is None:
            return
        cell = self.cell_at(event.position())
        if event.button() == Qt.MouseButton.RightButton:
            self._finish_arrow()
            return
        if event.button() != Qt.MouseButton.LeftButton:
            event.ignore()
            return
        pressed, self._pressed, self._painted = self._pressed, None, None
        if self._is_editing and self._tool is not None:
            return
        if self._held is not None:
            kind = self._held.kind
            self._let_go()
            if pressed is not None:
                self._drop(pressed, kind, cell, event.position())
        elif pressed is not None and pressed == cell:
            self._click(cell)

    def _lift(self, cell: int) -> None:
        """Take the piece on a cell into the hand."""
        kind = self._kind_at(cell)
        if kind is None or self._surface is None:
            self._pressed = None
            return
        if self._is_own(cell) or self._is_editing:
            self._choose(cell)
        side = piece_rect(self.cell_rect(cell), self._surface).width()
        self._held = FloatingPiece(self.window(), self._surface, kind, side)
        self._hidden = frozenset((cell,))
        self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self.update()

    def _let_go(self) -> None:
        if self._held is not None:
            self._held.hide()
            self._held.deleteLater()
            self._held = None
            self._hidden = frozenset()
            self.unsetCursor()
            self.update()

    @property
    def held_piece(self) -> str | None:
        """The piece in the hand."""
        return self._held.kind.id if self._held is not None else None

    def _drop(self, origin: int, kind: PieceKind, cell: int | None, point: QPointF) -> None:
        """End a drag that began on ``origin`` over ``cell``."""
        if self._is_editing:
            self._choose(None)
            if cell != origin:
                self._carry(origin, cell)
            return
        if cell is not None and cell != origin:
            self._choose(None)
            before = self._position
            self._try(origin, cell)
            if self._position is before and self._surface is not None and self._surface.pieces.get(origin) == kind.id:
                self._glide(kind.id, point, origin)
        elif cell is None:
            self._choose(None)
            self._glide(kind.id, point, origin)

    def _click(self, cell: int) -> None:
        """A press and release on one cell."""
        chosen = self._chosen
        if self._is_editing:
            if chosen is not None and chosen != cell:
                self._choose(None)
                self._carry(chosen, cell)
            elif self._was_chosen:
                self._choose(None)
            return
        if not self._may_move():
            return
        if chosen is None:
            if self._kind_at(cell) is None and any(shape.origin is None for shape in self.legal_shapes()):
                self._try(None, cell)
        elif chosen == cell:
            if self._was_chosen:
                self._choose(None)
        else:
            self._choose(None)
            self._try(chosen, cell)

    def _choose(self, cell: int | None) -> None:
        if cell != self._chosen:
            self._chosen = cell
            self.update()

    @property
    def chosen_cell(self) -> int | None:
        """The cell whose piece is about to move."""
        return self._chosen

    def _hover(self, cell: int | None) -> None:
        if cell == self._hovered:
            return
        left, self._hovered = self._hovered, cell
        self.cell_hovered.emit(-1 if cell is None else cell)
        if self._held is None:
            grabs = cell is not None and (
                (self._is_editing and self._tool is None and self._kind_at(cell) is not None)
                or (self._may_move() and self._is_own(cell) and any(True for _ in self._targets_of(cell)))
            )
            self.setCursor(Qt.CursorShape.OpenHandCursor if grabs else Qt.CursorShape.ArrowCursor)
        self._update_cells({each for each in (left, cell) if each is not None})

    def _update_cells(self, cells: Collection[int]) -> None:
        """Draw some cells anew, with what reaches over their edges: chips do by a cell or so."""
        if self._surface is None or len(cells) > _MANY:
            self.update()
            return
        count = self._surface.columns * self._surface.rows
        geometry = self.board_geometry()
        for cell in cells:
            if cell < count:
                reach = max(geometry.side, _CHIP_REACH)
                self.update(geometry.rect(cell).adjusted(-reach, -reach, reach, reach).toAlignedRect())

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the hovered cell."""
        self._hover(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """One notch is one ply, down is forward."""
        self._wheel -= event.angleDelta().y()
        while abs(self._wheel) >= _WHEEL_STEP:
            step = 1 if self._wheel > 0 else -1
            self._wheel -= step * _WHEEL_STEP
            self.wheel_turned.emit(step)
        event.accept()

    # --- arrows of the user ---------------------------------------------------------------------------------------

    def _aim(self, point: QPointF) -> None:
        """Point the arrow being drawn: at the nearest legal target of its piece, else at the cell under the mouse."""
        origin, geometry = self._arrow_from, self.board_geometry()
        target: int | None = None
        if origin is not None:
            here = geometry.cell_at(point)
            targets = [shape.target for shape in self._targets_of(origin) if shape.target is not None]
            if here == origin:
                target = None
            elif targets:
                target = min(targets, key=lambda cell: (geometry.center(cell) - point).manhattanLength())
            else:
                target = here
        color = theme.light().gold.darker(115)
        self._arrow_now = Arrow(origin, target, color, 0.6) if origin is not None and target is not None else None
        self.update()

    def _finish_arrow(self) -> None:
        arrow, self._arrow_now, self._arrow_from = self._arrow_now, None, None
        if arrow is not None:
            if arrow in self._drawn:
                self._drawn.remove(arrow)
            else:
                self._drawn.append(arrow)
            self.arrow_drawn.emit(list(self._drawn))
        self.update()

    # --- editing --------------------------------------------------------------------------------------------------

    @property
    def is_editing(self) -> bool:
        """Whether a set-up is being edited."""
        return self._is_editing

    def set_editing(self, editing: bool) -> None:
        """Begin with the position shown, or stop and show the position again."""
        if editing == self._is_editing:
            return
        self._is_editing = editing
        self._tool = None
        self._let_go()
        self._choose(None)
        self._stop_moving()
        if self._game is not None and self._position is not None:
            self._setup = self._game.setup(self._position) if editing else None
            self._set_surface(notation.surface(self._game, self._position))
        self.update()

    def setup(self) -> Setup:
        """The set-up being edited, or the position shown taken apart.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        if self._setup is not None:
            return self._setup
        if self._game is None or self._position is None:
            raise RuntimeError("the board shows no position yet")
        return self._game.setup(self._position)

    def set_setup(self, setup: Setup) -> None:
        """Show another set-up to edit; emits nothing."""
        self._setup = setup
        self._choose(None)
        if self._surface is not None:
            self._set_surface(replace(self._surface, pieces=dict(setup.pieces)))

    @property
    def tool(self) -> str | None:
        """What a click paints while editing: a piece's id, ``ERASER``, or None to move pieces."""
        return self._tool

    def set_tool(self, tool: str | None) -> None:
        """Choose what a click paints while editing."""
        self._tool = tool
        self._choose(None)
        self.unsetCursor()
        self.update()

    def put_piece(self, piece: str, point: QPoint) -> bool:
        """Put a new piece on the cell under a point in global coordinates, as an edit by the user.

        Returns:
            Whether there is a cell.
        """
        self._has_visitor = False
        self._hover(None)
        cell = self.cell_at(QPointF(self.mapFromGlobal(point)))
        if not self._is_editing or cell is None:
            return False
        self._put([cell], piece)
        return True

    def hover_at(self, point: QPoint) -> None:
        """Tint the cell under a point in global coordinates: a piece is carried over the board from elsewhere."""
        self._has_visitor = True
        self._hover(self.cell_at(QPointF(self.mapFromGlobal(point))))

    def _paint_cell(self, cell: int | None) -> None:
        if cell is None or cell == self._painted or self._tool is None or self._surface is None:
            return
        # A quick mouse leaves cells out: paint the way as well.
        geometry = self.board_geometry()
        right, down = geometry.place(cell)
        column, row = geometry.place(self._painted) if self._painted is not None else (right, down)
        steps = max(abs(right - column), abs(down - row), 1)
        way = [
            geometry.cell_seen_at(
                round(column + (right - column) * step / steps), round(row + (down - row) * step / steps)
            )
            for step in range(1, steps + 1)
        ]
        self._painted = cell
        self._put(way, self._tool or None)

    def _put(self, cells: Sequence[int], piece: str | None) -> None:
        """Put a piece on cells, or empty them. A piece of which there is one only leaves where it stood."""
        before = self.setup().pieces
        pieces = dict(before)
        for cell in cells:
            if piece is None:
                pieces.pop(cell, None)
            elif pieces.get(cell) != piece:
                kind = self._kinds().get(piece)
                if kind is not None and kind.limit == 1:
                    pieces = {where: other for where, other in pieces.items() if other != piece}
                pieces[cell] = piece
        if pieces != before:
            self._change(pieces)

    def _carry(self, origin: int, target: int | None) -> None:
        """Move a piece between cells, or off the board."""
        pieces = dict(self.setup().pieces)
        piece = pieces.pop(origin, None)
        if piece is None:
            return
        if target is not None:
            pieces[target] = piece
        self._change(pieces)

    def _change(self, pieces: Mapping[int, str]) -> None:
        setup = replace(self.setup(), pieces=dict(pieces))
        self.set_setup(setup)
        self.setup_changed.emit(setup)

    # --- the keyboard ---------------------------------------------------------------------------------------------

    @property
    def cursor_cell(self) -> int | None:
        """The cell of the keyboard's cursor, None while the keyboard is not on the board."""
        return self._cursor if self._has_cursor else None

    def _enter_cursor(self) -> None:
        if self._surface is None:
            return
        self._has_cursor = True
        if self._cursor is None or self._cursor >= self._surface.columns * self._surface.rows:
            movable = [shape.origin for shape in self.legal_shapes() if shape.origin is not None]
            last = self._last_shape.target if self._last_shape is not None else None
            middle = self._surface.rows // 2 * self._surface.columns + self._surface.columns // 2
            self._cursor = last if last is not None else (movable[0] if movable else middle)
        self._tell_cell()
        self.update()

    def _leave_cursor(self) -> None:
        self._has_cursor = False
        self._choose(None)
        self._tell_cell()
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tab enters the board's cursor."""
        super().focusInEvent(event)
        if event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason):
            self._enter_cursor()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Whoever leaves the board leaves its cursor."""
        super().focusOutEvent(event)
        if self._has_cursor and event.reason() != Qt.FocusReason.PopupFocusReason:
            self._leave_cursor()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab on a board that was clicked enters the cursor first; once in it, Tab goes on."""
        if forward and not self._has_cursor and self._surface is not None and self.hasFocus():
            self._enter_cursor()
            return True
        return super().focusNextPrevChild(forward)

    def event(self, event: QEvent) -> bool:
        """Keep the cursor's keys from the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and self._has_cursor and isinstance(event, QKeyEvent):
            plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier == Qt.KeyboardModifier.NoModifier
            keys = (*_STEPS, *_PICKS, Qt.Key.Key_Escape, Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
            if plain and event.key() in keys:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the cursor, Enter picks and drops, Delete empties a cell while editing, Esc leaves."""
        key = Qt.Key(event.key())
        if not self._has_cursor or self._cursor is None or self._surface is None:
            super().keyPressEvent(event)
        elif key in _STEPS:
            right, down = _STEPS[key]
            geometry = self.board_geometry()
            column, row = geometry.place(self._cursor)
            column = min(max(column + right, 0), geometry.columns - 1)
            row = min(max(row + down, 0), geometry.rows - 1)
            self._cursor = geometry.cell_seen_at(column, row)
            self.cell_hovered.emit(self._cursor)
            self._tell_cell()
            self.update()
        elif key in _PICKS:
            self._pick(self._cursor)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self._is_editing:
            self._put([self._cursor], None)
            self._tell_cell()
        elif key == Qt.Key.Key_Escape:
            if self._chosen is not None:
                self._choose(None)
                self._tell_cell()
            else:
                self._leave_cursor()
        else:
            super().keyPressEvent(event)

    def _pick(self, cell: int) -> None:
        """Enter on a cell: what a click does."""
        self.cell_clicked.emit(cell)
        if self._is_editing and self._tool is not None:
            self._painted = None
            self._paint_cell(cell)
            self._painted = None
        elif self._is_editing and self._chosen is None:
            self._choose(cell if self._kind_at(cell) is not None else None)
        elif self._may_move() and self._is_own(cell) and cell != self._chosen:
            chosen = self._chosen
            if chosen is not None and any(shape.target == cell for shape in self._targets_of(chosen)):
                self._click(cell)
            else:
                self._choose(cell)
        else:
            self._was_chosen = cell == self._chosen
            self._click(cell)
        self._tell_cell()

    # --- words ----------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set all texts anew."""
        self._tell_cell()

    def _tell_cell(self) -> None:
        """Name the board and, in the cursor mode, the cell, for those who hear the screen."""
        name, description = (
            tr("Board"),
            tr("Tab enters the board, arrow keys move, Enter picks and drops, Escape leaves"),
        )
        cell = self._cursor
        if self._has_cursor and cell is not None and self._surface is not None:
            kind = self._kind_at(cell)
            what = tr(kind.name) if kind is not None else tr("empty")
            name = tr("{cell}: {piece}", cell=self._surface.cell_name(cell), piece=what)
            if self._chosen is not None:
                description = self._tell_targets(self._chosen)
            elif self._may_move() and self._is_own(cell):
                count = sum(1 for _ in self._targets_of(cell))
                description = tr("{count} legal moves", count=count)
            else:
                description = ""
        if self.accessibleName() != name or self.accessibleDescription() != description:
            self.setAccessibleName(name)
            self.setAccessibleDescription(description)
            if self.hasFocus():
                QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    def _tell_targets(self, chosen: int) -> str:
        surface = self._surface
        if surface is None:
            return ""
        if self._is_editing:
            return tr("{cell} is picked", cell=surface.cell_name(chosen))
        names = [
            f"{surface.cell_name(shape.target)} ({shape.hint})" if shape.hint else surface.cell_name(shape.target)
            for shape in self._targets_of(chosen)
            if shape.target is not None
        ]
        return tr("{cell} is picked; it may go to: {targets}", cell=surface.cell_name(chosen), targets=", ".join(names))

    def changeEvent(self, event: QEvent) -> None:
        """Follow the language and the theme."""
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._forget_geometry()
        super().changeEvent(event)

    # --- painting -------------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        """Room for cells of 56 px."""
        columns, rows = (self._surface.columns, self._surface.rows) if self._surface is not None else (9, 11)
        return QSize(columns * 56 + 2 * GUTTER, rows * 56 + 2 * GUTTER)

    def _forget_geometry(self) -> None:
        self._geometry = None
        self._ground = None
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the board anew."""
        self._stop_moving()
        self._forget_geometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the board from its ready pixels."""
        if self._surface is None:
            return
        scale = self.devicePixelRatioF()
        if self._geometry is not None and self._geometry.scale != scale:
            self._forget_geometry()
        geometry = self.board_geometry()
        if self._ground is None:
            self._ground = ground_pixmap(self._surface, geometry, QSizeF(self.size()))
        painter = QPainter(self)
        self.picture_parts().draw(painter, geometry, ground=self._ground, clip=QRectF(event.rect()))
        painter.end()

    # --- export ---------------------------------------------------------------------------------------------------

    def picture(self, side: int = 96) -> QImage:
        """The board as an image, with its arrows and marks but without what belongs to the mouse.

        Args:
            side: edge of a cell in px.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        geometry, size = self._export_geometry(side / 2, 2.0)
        image = QImage(round(size.width() * 2), round(size.height() * 2), QImage.Format.Format_ARGB32)
        image.fill(theme.current().ground)
        image.setDevicePixelRatio(2.0)
        painter = QPainter(image)
        bare(self.picture_parts()).draw(painter, geometry)
        painter.end()
        return image

    def save_picture(self, path: Path) -> None:
        """Write the board as ``.png`` or ``.svg``.

        Raises:
            KyVienError: if it cannot be written, or the name ends otherwise.
        """
        if path.suffix.lower() == ".png":
            if not self.picture().save(str(path), "PNG"):  # type: ignore[call-overload]
                raise KyVienError("{path} cannot be written", path=path)
        elif path.suffix.lower() == ".svg":
            self._save_svg(path)
        else:
            raise KyVienError("{path}: a picture's name ends in .png or .svg", path=path)

    def _save_svg(self, path: Path) -> None:
        geometry, size = self._export_geometry(48, 1.0)
        generator = QSvgGenerator()
        generator.setFileName(str(path))
        generator.setSize(size)
        generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
        generator.setTitle(tr("Board"))
        painter = QPainter()
        if not painter.begin(generator):
            raise KyVienError("{path} cannot be written", path=path)
        bare(self.picture_parts()).draw(painter, geometry)
        painter.end()

    def _export_geometry(self, side: float, scale: float) -> tuple[BoardGeometry, QSize]:
        surface = self._surface
        if surface is None:
            raise RuntimeError("the board shows no position yet")
        gutter = GUTTER if self._has_coordinates else 4
        size = QSize(round(surface.columns * side + 2 * gutter), round(surface.rows * side + 2 * gutter))
        area = QRectF(0, 0, size.width(), size.height())
        return BoardGeometry.fit(surface, area, scale, flipped=self._flipped, named=self._has_coordinates), size


def _has_motion() -> bool:
    return os.environ.get("KYVIEN_MOTION", "on") != "off"


def _leads(before: Position, move: int, after: Position) -> bool:
    """Whether ``move`` leads from ``before`` to ``after``."""
    return move in before.legal_moves() and before.play(move) == after


def _ground_of(surface: Surface) -> Surface:
    return replace(surface, pieces={}, kinds=())
