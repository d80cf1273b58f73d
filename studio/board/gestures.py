"""Handling of mouse and keyboard gestures on a board, which play moves or set up a position.

``BoardInput`` converts events to cells and calls the gestures of the board's current mode. The number of a cell is
``row * columns + column``, with the number of columns of the board's surface.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QMenu

from engine.core.errors import KyVienError
from engine.core.language import ngettext, tr
from engine.core.surface import MoveShape, PieceKind, Setup, Surface
from studio.board.pieces import piece_pixmaps
from studio.look import notation

if TYPE_CHECKING:
    from studio.board.input import BoardInput
    from studio.board.view import BoardView

ERASER = ""
"""The tool that removes pieces. Every other tool is the id of a piece."""
_OFFER_PX = 36
"""Size in pixels of the pictures in the menu of moves with the same origin and target."""


class Gestures(ABC):
    """Base class of the handlers of presses, drags and keys in one mode of a board.

    Args:
        board: the board to which the gestures apply.
        pointer: the input of the board, which stores the chosen cell and the hovered cell.
    """

    shows_game: ClassVar[bool]
    """Whether the last move, checks, signs, faded pieces and numbers are drawn."""

    def __init__(self, board: "BoardView", pointer: "BoardInput") -> None:
        self._board = board
        self._pointer = pointer

    @property
    def is_painting(self) -> bool:
        """Whether a press paints cells instead of choosing a piece."""
        return False

    def paint(self, cell: int | None) -> None:
        """Continue a stroke of the brush to ``cell``. The cell is None if the mouse is off the board."""
        raise NotImplementedError

    def end_stroke(self) -> None:
        """Handle the release of the button, which ends the current stroke if there is one. The default does nothing."""
        return

    def adapted(self, surface: Surface) -> Surface:
        """Return a copy of ``surface`` as it is drawn in this mode, or ``surface`` itself if nothing differs."""
        return surface

    @abstractmethod
    def press(self, cell: int | None) -> None:
        """Handle a press of the left button on ``cell``, which is None off the board."""

    @abstractmethod
    def press_right(self, cell: int | None) -> bool:
        """Handle a press of the right button on ``cell``, which is None off the board.

        Return whether the press starts an arrow.
        """

    @abstractmethod
    def may_lift(self) -> bool:
        """Whether a drag may pick up a piece."""

    @abstractmethod
    def may_choose(self, cell: int) -> bool:
        """Return whether a piece on ``cell`` becomes the chosen piece when a drag picks it up."""

    @abstractmethod
    def drop(self, origin: int, kind: PieceKind, cell: int | None, point: QPointF) -> None:
        """Handle the end of a drag.

        Args:
            origin: the cell where the drag began.
            kind: the kind of the dragged piece.
            cell: the cell under the mouse, or None off the board.
            point: the position of the mouse in widget coordinates.
        """

    @abstractmethod
    def click(self, cell: int, *, again: bool) -> None:
        """Handle a press and a release on the same cell.

        Args:
            cell: the clicked cell.
            again: whether ``cell`` was the chosen cell before the press.
        """

    @abstractmethod
    def pick(self, cell: int) -> None:
        """Handle Enter or Space on ``cell``, the cell of the keyboard cursor."""

    def erase(self, cell: int) -> bool:
        """Handle Delete or Backspace on ``cell``, the cell of the keyboard cursor.

        Return whether this mode handles these keys.
        """
        return False

    @abstractmethod
    def targets(self) -> tuple[MoveShape, ...]:
        """Return the legal moves of the chosen piece that the board marks, or an empty tuple if no piece is chosen."""

    @abstractmethod
    def hot_cell(self) -> int | None:
        """Return the hovered cell if it is a possible target, or None if it is not."""

    @abstractmethod
    def faint(self, cell: int) -> Mapping[int, str]:
        """Return a mapping of ``cell`` to the id of the piece that a click would place, or an empty mapping."""

    @abstractmethod
    def grabs(self, cell: int) -> bool:
        """Whether a drag from ``cell`` would pick up a piece that can move."""

    @abstractmethod
    def describe(self, cell: int) -> str:
        """Return a description of the actions that are possible on the cell of the cursor, for screen readers."""

    @abstractmethod
    def describe_chosen(self, chosen: int) -> str:
        """Return a description of the targets of the piece on ``chosen``, for screen readers."""


class PlayGestures(Gestures):
    """Gestures that play a legal move by a drag, two clicks, or two presses of Enter."""

    shows_game = True

    @property
    def may_move(self) -> bool:
        """Whether the user may play a move now."""
        return self._board.is_interactive and self._board.position is not None

    def press(self, cell: int | None) -> None:
        """Choose the piece on ``cell`` if it belongs to the side to move or to neither side.

        Do nothing if the chosen piece can move to ``cell``, or if a click on ``cell`` is a move.
        """
        if cell is not None and self._is_choice(cell):
            self._pointer.choose(cell)

    def press_right(self, cell: int | None) -> bool:
        """Return True, because the right button draws an arrow."""
        return True

    def may_lift(self) -> bool:
        """Whether a drag may pick up a piece, that is, whether the user may play a move now."""
        return self.may_move

    def may_choose(self, cell: int) -> bool:
        """Whether the piece on ``cell`` belongs to the side to move or to neither side, and a click is not a move."""
        return self._board.is_own(cell) and not self._board.placements(cell)

    def drop(self, origin: int, kind: PieceKind, cell: int | None, point: QPointF) -> None:
        """Play the move to ``cell``, or animate the piece back to its origin if the move is not played.

        If ``cell`` is the origin, the drag counts as a click, except that the piece remains chosen.
        """
        if cell == origin:
            if self._pointer.chosen != cell:
                self.click(cell, again=False)
            return
        self._pointer.choose(None)
        if cell is not None:
            before = self._board.position
            self._try(origin, cell)
            surface = self._board.surface
            if self._board.position is not before or surface is None or surface.pieces.get(origin) != kind.id:
                return
        self._board.glide(kind.id, point, origin)

    def click(self, cell: int, *, again: bool) -> None:
        """Place a piece on ``cell``, move the chosen piece to ``cell``, or clear the choice.

        Moves without an origin can also take the piece on ``cell``, as in games in which players take counters.
        """
        if not self.may_move:
            return
        chosen = self._pointer.chosen
        if chosen is None:
            placing = any(shape.origin is None for shape in self._board.legal_shapes())
            if placing and (self._board.kind_at(cell) is None or self._board.placements(cell)):
                self._try(None, cell)
        elif chosen == cell:
            if again:
                self._pointer.choose(None)
        else:
            self._pointer.choose(None)
            self._try(chosen, cell)

    def pick(self, cell: int) -> None:
        """Handle Enter or Space like a press and a release of the mouse on ``cell``."""
        if cell != self._pointer.chosen and self._is_choice(cell):
            self._pointer.choose(cell)
        else:
            self.click(cell, again=cell == self._pointer.chosen)

    def targets(self) -> tuple[MoveShape, ...]:
        """Return the legal moves of the chosen piece."""
        chosen = self._pointer.chosen
        return self._board.moves_from(chosen) if chosen is not None and self.may_move else ()

    def hot_cell(self) -> int | None:
        """Return the hovered cell if there is a chosen piece that can move there, or None otherwise."""
        cell = self._pointer.hovered
        return cell if cell is not None and self.may_move and self._is_target(cell) else None

    def faint(self, cell: int) -> Mapping[int, str]:
        """Return a mapping of ``cell`` to the id of the piece that the side to move may place there.

        The mapping is empty if the side to move may not place a piece there, or has several kinds of pieces.
        """
        surface = self._board.surface
        if surface is None or not self.may_move or not self._board.placements(cell):
            return {}
        own = [kind.id for kind in surface.kinds if kind.player == self._board.turn]
        return {cell: own[0]} if len(own) == 1 else {}

    def grabs(self, cell: int) -> bool:
        """Whether the piece on ``cell`` has a legal move that the user may play now."""
        return self.may_move and self._board.is_own(cell) and bool(self._board.moves_from(cell))

    def describe(self, cell: int) -> str:
        """Return the number of legal moves of the piece as text, or an empty string if the user may not move it."""
        if not self.may_move or not self._board.is_own(cell):
            return ""
        count = len(self._board.moves_from(cell)) + len(self._board.placements(cell))
        return ngettext("{count} legal move", "{count} legal moves", count)

    def describe_chosen(self, chosen: int) -> str:
        """Return a text that names the chosen cell and the cells to which its piece can move."""
        surface = self._board.surface
        if surface is None:
            return ""
        names = [
            f"{surface.cell_name(shape.target)} ({shape.hint})" if shape.hint else surface.cell_name(shape.target)
            for shape in self._board.moves_from(chosen)
            if shape.target is not None
        ]
        return tr("{cell} is picked; it may go to: {targets}", cell=surface.cell_name(chosen), targets=", ".join(names))

    def _is_choice(self, cell: int) -> bool:
        """Whether a press on ``cell`` chooses the piece on it, instead of playing a move to the cell."""
        own = self.may_move and self._board.is_own(cell)
        return own and not self._is_target(cell) and not self._board.placements(cell)

    def _is_target(self, cell: int) -> bool:
        chosen = self._pointer.chosen
        return chosen is not None and any(shape.target == cell for shape in self._board.moves_from(chosen))

    def _try(self, origin: int | None, target: int) -> None:
        """Play the move from ``origin`` to ``target``, or emit ``refused`` if it is illegal.

        ``origin`` is None for a move that places a piece. If there are several such moves, show a menu from which the
        user chooses one.
        """
        board = self._board
        game, position, surface = board.game, board.position, board.surface
        if game is None or position is None or surface is None:
            return
        if origin is None:
            found: Sequence[MoveShape] = board.placements(target)
        else:
            found = [shape for shape in board.moves_from(origin) if shape.target == target]
        if len(found) > 1:
            self._offer(found, target)
            return
        if found:
            board.play(found[0].move)
            return
        text = (surface.cell_name(origin) if origin is not None else "") + surface.cell_name(target)
        try:
            move = game.parse_move(position, text)
        except KyVienError as error:
            board.refused.emit(str(error))
        else:
            # A legal move can be entered in another way, such as castling by a drop of the king on the rook.
            board.play(move)

    def _offer(self, found: Sequence[MoveShape], target: int) -> None:
        """Show a menu of moves with the same origin and target.

        Each entry has the notation of the move and a picture of the resulting piece.
        """
        board = self._board
        position, surface = board.position, board.surface
        if position is None or surface is None:
            return
        menu = QMenu(board)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setStyleSheet(f"QMenu {{ icon-size: {_OFFER_PX}px; }}")
        for shape in found:
            action = menu.addAction(notation.move_text(position, shape.move))
            action.triggered.connect(partial(board.play, shape.move))
            piece = board.kinds().get(dict(shape.placed).get(target, ""))
            if piece is not None:
                action.setIcon(QIcon(piece_pixmaps(surface, _OFFER_PX, board.devicePixelRatioF())[piece.id]))
        menu.popup(board.mapToGlobal(board.cell_center(target)))
        menu.setActiveAction(menu.actions()[0])


class SetupGestures(Gestures):
    """Gestures that set up a position.

    Any piece can be moved to any cell. A drop off the board removes the piece. A tool paints cells.
    """

    shows_game = False

    def __init__(self, board: "BoardView", pointer: "BoardInput") -> None:
        super().__init__(board, pointer)
        self._setup: Setup | None = None
        self.tool: str | None = None
        """The tool that a click applies: the id of a piece to paint, ``ERASER``, or None to move pieces."""
        self._painted: int | None = None
        self.has_visitor = False
        """Whether a piece from the palette is being dragged over the board."""

    # --- the set-up ---------------------------------------------------------------------------------------------------

    def setup(self) -> Setup:
        """Return the set-up being edited, or the set-up of the position shown if none is being edited.

        Raises:
            RuntimeError: before the first ``show_position``.
        """
        if self._setup is not None:
            return self._setup
        game, position = self._board.game, self._board.position
        if game is None or position is None:
            raise RuntimeError("the board shows no position yet")
        return game.setup(position)

    def set_setup(self, setup: Setup | None) -> None:
        """Replace the set-up. If ``setup`` is None, use the set-up of the position shown."""
        self._setup = setup

    def change(self, pieces: Mapping[int, str]) -> None:
        """Replace the pieces of the set-up by ``pieces`` (piece ids by cell), and emit ``setup_changed``."""
        setup = replace(self.setup(), pieces=dict(pieces))
        self._board.set_setup(setup)
        self._board.setup_changed.emit(setup)

    def put(self, cells: Sequence[int], piece: str | None) -> None:
        """Put a piece on each of ``cells``, or empty the cells if ``piece`` is None.

        If the board may have only one piece of this kind, the piece is removed from its previous cell.
        """
        before = self.setup().pieces
        pieces = dict(before)
        for cell in cells:
            if piece is None:
                pieces.pop(cell, None)
            elif pieces.get(cell) != piece:
                kind = self._board.kinds().get(piece)
                if kind is not None and kind.limit == 1:
                    pieces = {where: other for where, other in pieces.items() if other != piece}
                pieces[cell] = piece
        if pieces != before:
            self.change(pieces)

    def _carry(self, origin: int, target: int | None) -> None:
        """Move the piece on ``origin`` to another cell, or remove it if ``target`` is None."""
        pieces = dict(self.setup().pieces)
        piece = pieces.pop(origin, None)
        if piece is None:
            return
        if target is not None:
            pieces[target] = piece
        self.change(pieces)

    # --- gestures -----------------------------------------------------------------------------------------------------

    @property
    def is_painting(self) -> bool:
        """Whether a tool is chosen."""
        return self.tool is not None

    def paint(self, cell: int | None) -> None:
        """Paint ``cell``, and the cells between it and the previous cell of the stroke."""
        if cell is None or cell == self._painted or self.tool is None:
            return
        # A fast mouse skips cells, so the path between the two is painted as well.
        geometry = self._board.board_geometry()
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
        self.put(way, self.tool or None)

    def end_stroke(self) -> None:
        """End the stroke, so that the next one does not continue from its last cell."""
        self._painted = None

    def adapted(self, surface: Surface) -> Surface:
        """Return the surface with plain coordinates, because messages about a set-up contain names such as ``c4``."""
        return surface if surface.file_names is None else replace(surface, file_names=None)

    def show_position(self) -> None:
        """Replace the set-up by the set-up of the position shown."""
        game, position = self._board.game, self._board.position
        self._setup = game.setup(position) if game is not None and position is not None else None

    def press(self, cell: int | None) -> None:
        """Choose the piece on ``cell``, unless a piece is already chosen."""
        if cell is not None and self._pointer.chosen is None and self._board.kind_at(cell) is not None:
            self._pointer.choose(cell)

    def press_right(self, cell: int | None) -> bool:
        """Empty the cell and return False, because the right button draws no arrow."""
        if cell is not None:
            self.put([cell], None)
        return False

    def may_lift(self) -> bool:
        """Return True, because any piece may be dragged."""
        return True

    def may_choose(self, cell: int) -> bool:
        """Return True, because any piece may be chosen."""
        return True

    def drop(self, origin: int, kind: PieceKind, cell: int | None, point: QPointF) -> None:
        """Move the piece to ``cell``, or remove it if it was dropped off the board."""
        self._pointer.choose(None)
        if cell != origin:
            self._carry(origin, cell)

    def click(self, cell: int, *, again: bool) -> None:
        """Move the chosen piece to ``cell``. If it is already there and ``again`` is true, clear the choice."""
        chosen = self._pointer.chosen
        if chosen is not None and chosen != cell:
            self._pointer.choose(None)
            self._carry(chosen, cell)
        elif again:
            self._pointer.choose(None)

    def pick(self, cell: int) -> None:
        """Paint ``cell`` if a tool is chosen. Otherwise, choose the piece on it, or move the chosen piece to it."""
        if self.is_painting:
            self.end_stroke()
            self.paint(cell)
            self.end_stroke()
        elif self._pointer.chosen is None:
            self._pointer.choose(cell if self._board.kind_at(cell) is not None else None)
        else:
            self.click(cell, again=cell == self._pointer.chosen)

    def erase(self, cell: int) -> bool:
        """Empty the cell and return True, because this mode handles Delete."""
        self.put([cell], None)
        return True

    def targets(self) -> tuple[MoveShape, ...]:
        """Return no moves, because a piece may move anywhere."""
        return ()

    def hot_cell(self) -> int | None:
        """Return the hovered cell if a piece is dragged over it, or None otherwise."""
        is_carrying = self.has_visitor or self._pointer.held_piece is not None
        return self._pointer.hovered if is_carrying else None

    def faint(self, cell: int) -> Mapping[int, str]:
        """Return a mapping of ``cell`` to the id of the piece to paint, or an empty mapping if the cell has a piece.

        The mapping is also empty without a tool and with ``ERASER``.
        """
        surface = self._board.surface
        return {cell: self.tool} if self.tool and surface is not None and cell not in surface.pieces else {}

    def grabs(self, cell: int) -> bool:
        """Whether a piece is on ``cell`` and no tool is chosen."""
        return self.tool is None and self._board.kind_at(cell) is not None

    def describe(self, cell: int) -> str:
        """Return an empty string, because the name of the piece is enough."""
        return ""

    def describe_chosen(self, chosen: int) -> str:
        """Return a text that names the chosen cell."""
        surface = self._board.surface
        return tr("{cell} is picked", cell=surface.cell_name(chosen)) if surface is not None else ""
