"""What the mouse and the keyboard do on a board: playing moves, or setting up a position.

``BoardInput`` turns events into cells and calls the gestures of the board's present mode. Cells are ``row * columns +
column`` of the board's surface.
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
from engine.core.language import tr
from engine.core.surface import MoveShape, PieceKind, Setup, Surface
from studio.board.pieces import piece_pixmap
from studio.look import notation

if TYPE_CHECKING:
    from studio.board.input import BoardInput
    from studio.board.view import BoardView

ERASER = ""
"""The tool that removes pieces; other tools are ids of pieces."""
_OFFER_PX = 36
"""Side of the pictures in the choice among moves that look alike."""


class Gestures(ABC):
    """What presses, drags and keys mean in one mode of a board.

    Args:
        board: the board they act on.
        pointer: the board's mouse and keyboard, which keep the chosen and the hovered cell.
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
        """Continue a stroke of the brush to ``cell``; called only while ``is_painting``."""
        raise NotImplementedError

    def end_stroke(self) -> None:
        """End the stroke, if there is one: the button was released."""
        return

    def adapted(self, surface: Surface) -> Surface:
        """The surface as this mode draws it."""
        return surface

    @abstractmethod
    def show_position(self) -> None:
        """Take over the position that the board shows now."""

    @abstractmethod
    def press(self, cell: int | None) -> None:
        """Choose what the left button was pressed on."""

    @abstractmethod
    def press_right(self, cell: int | None) -> bool:
        """Handle a press of the right button; return whether it begins an arrow."""

    @abstractmethod
    def may_lift(self) -> bool:
        """Whether a drag takes up a piece."""

    @abstractmethod
    def may_choose(self, cell: int) -> bool:
        """Whether the piece on ``cell`` becomes the chosen one when it is lifted."""

    @abstractmethod
    def drop(self, origin: int, kind: PieceKind, cell: int | None, point: QPointF) -> None:
        """End a drag of the piece from ``origin`` over ``cell``, at ``point`` in the widget's px."""

    @abstractmethod
    def click(self, cell: int, *, again: bool) -> None:
        """Handle a press and release on one cell.

        Args:
            cell: the cell.
            again: whether it was the chosen cell before the press.
        """

    @abstractmethod
    def pick(self, cell: int) -> None:
        """Handle Enter on the cell of the keyboard's cursor."""

    def erase(self, cell: int) -> bool:
        """Handle Delete on the cell of the keyboard's cursor; return whether this mode has that key."""
        return False

    @abstractmethod
    def targets(self) -> tuple[MoveShape, ...]:
        """The legal moves of the chosen piece that the board points out."""

    @abstractmethod
    def hot_cell(self) -> int | None:
        """The hovered cell, if a piece may come to it."""

    @abstractmethod
    def faint(self, cell: int) -> Mapping[int, str]:
        """The piece about to be placed on the hovered cell, as cell to piece."""

    @abstractmethod
    def grabs(self, cell: int) -> bool:
        """Whether a drag from ``cell`` would take up a piece that can go somewhere."""

    @abstractmethod
    def describe(self, cell: int) -> str:
        """What can be done with the cell of the keyboard's cursor, for screen readers."""

    @abstractmethod
    def describe_chosen(self, chosen: int) -> str:
        """Where the chosen piece may go, for screen readers."""


class PlayGestures(Gestures):
    """Plays legal moves: drag, or click and click, or pick and pick."""

    shows_game = True

    @property
    def may_move(self) -> bool:
        """Whether the user may play a move now."""
        return self._board.is_interactive and self._board.position is not None

    def show_position(self) -> None:
        """Keep nothing: the board itself knows the position."""

    def press(self, cell: int | None) -> None:
        """Choose an own piece, unless the chosen one can go to its cell."""
        if cell is not None and self.may_move and self._board.is_own(cell) and not self._is_target(cell):
            self._pointer.choose(cell)

    def press_right(self, cell: int | None) -> bool:
        """Begin an arrow."""
        return True

    def may_lift(self) -> bool:
        """Whether the user may play a move now."""
        return self.may_move

    def may_choose(self, cell: int) -> bool:
        """Whether the piece is the mover's."""
        return self._board.is_own(cell)

    def drop(self, origin: int, kind: PieceKind, cell: int | None, point: QPointF) -> None:
        """Play the move, or let the piece glide back."""
        if cell == origin:
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
        """Place a piece, play the chosen piece's move, or give up the choice."""
        if not self.may_move:
            return
        chosen = self._pointer.chosen
        if chosen is None:
            placing = any(shape.origin is None for shape in self._board.legal_shapes())
            if self._board.kind_at(cell) is None and placing:
                self._try(None, cell)
        elif chosen == cell:
            if again:
                self._pointer.choose(None)
        else:
            self._pointer.choose(None)
            self._try(chosen, cell)

    def pick(self, cell: int) -> None:
        """Do what a press and a click do."""
        own = self.may_move and self._board.is_own(cell) and cell != self._pointer.chosen
        if own and not self._is_target(cell):
            self._pointer.choose(cell)
        else:
            self.click(cell, again=cell == self._pointer.chosen)

    def targets(self) -> tuple[MoveShape, ...]:
        """The legal moves of the chosen piece."""
        chosen = self._pointer.chosen
        return self._board.moves_from(chosen) if chosen is not None and self.may_move else ()

    def hot_cell(self) -> int | None:
        """The hovered cell, if the chosen piece may go there."""
        cell = self._pointer.hovered
        return cell if cell is not None and self.may_move and self._is_target(cell) else None

    def faint(self, cell: int) -> Mapping[int, str]:
        """The mover's piece, if it has one kind only and may be placed there."""
        surface = self._board.surface
        if surface is None or not self.may_move or not self._board.placements(cell):
            return {}
        own = [kind.id for kind in surface.kinds if kind.player == self._board.turn]
        return {cell: own[0]} if len(own) == 1 else {}

    def grabs(self, cell: int) -> bool:
        """Whether an own piece with a legal move is there."""
        return self.may_move and self._board.is_own(cell) and bool(self._board.moves_from(cell))

    def describe(self, cell: int) -> str:
        """How many legal moves an own piece has."""
        if not self.may_move or not self._board.is_own(cell):
            return ""
        return tr("{count} legal moves", count=len(self._board.moves_from(cell)))

    def describe_chosen(self, chosen: int) -> str:
        """The cells the chosen piece may go to."""
        surface = self._board.surface
        if surface is None:
            return ""
        names = [
            f"{surface.cell_name(shape.target)} ({shape.hint})" if shape.hint else surface.cell_name(shape.target)
            for shape in self._board.moves_from(chosen)
            if shape.target is not None
        ]
        return tr("{cell} is picked; it may go to: {targets}", cell=surface.cell_name(chosen), targets=", ".join(names))

    def _is_target(self, cell: int) -> bool:
        chosen = self._pointer.chosen
        return chosen is not None and any(shape.target == cell for shape in self._board.moves_from(chosen))

    def _try(self, origin: int | None, target: int) -> None:
        """Play the move from ``origin`` to ``target`` if it is legal, else emit why it is not."""
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
            # Another way to name a legal move: the king put on the rook it castles with.
            board.play(move)

    def _offer(self, found: Sequence[MoveShape], target: int) -> None:
        """Let the user choose among moves that look alike: each by its name and by the piece that results."""
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
                action.setIcon(QIcon(piece_pixmap(surface, piece, _OFFER_PX, board.devicePixelRatioF())))
        menu.popup(board.mapToGlobal(board.cell_center(target)))
        menu.setActiveAction(menu.actions()[0])


class SetupGestures(Gestures):
    """Sets up a position: any piece goes anywhere, off the board removes it, a tool paints."""

    shows_game = False

    def __init__(self, board: "BoardView", pointer: "BoardInput") -> None:
        super().__init__(board, pointer)
        self._setup: Setup | None = None
        self._tool: str | None = None
        self._painted: int | None = None
        self.has_visitor = False
        """Whether a piece from elsewhere is carried over the board."""

    # --- the set-up ---------------------------------------------------------------------------------------------------

    def setup(self) -> Setup:
        """The set-up being edited, or the position shown taken apart.

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
        """Take over another set-up; None: the position shown."""
        self._setup = setup

    @property
    def tool(self) -> str | None:
        """What a click paints: a piece's id, ``ERASER``, or None to move pieces."""
        return self._tool

    @tool.setter
    def tool(self, tool: str | None) -> None:
        self._tool = tool

    def change(self, pieces: Mapping[int, str]) -> None:
        """Make ``pieces``, cell to piece, the set-up's pieces, as an edit by the user."""
        setup = replace(self.setup(), pieces=dict(pieces))
        self._board.set_setup(setup)
        self._board.setup_changed.emit(setup)

    def put(self, cells: Sequence[int], piece: str | None) -> None:
        """Put a piece on cells, or empty them. A piece of which there is only one leaves its old cell."""
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
        """Move a piece between cells, or off the board."""
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
        return self._tool is not None

    def paint(self, cell: int | None) -> None:
        """Paint ``cell``, and the cells between it and the last one of the stroke."""
        if cell is None or cell == self._painted or self._tool is None:
            return
        # A quick mouse skips cells: paint the way as well.
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
        self.put(way, self._tool or None)

    def end_stroke(self) -> None:
        """Let the next stroke begin where it is pressed."""
        self._painted = None

    def adapted(self, surface: Surface) -> Surface:
        """The surface with plain coordinates: set-ups and their faults name cells (``c4``)."""
        return surface if surface.file_names is None else replace(surface, file_names=None)

    def show_position(self) -> None:
        """Begin the set-up with the position shown."""
        game, position = self._board.game, self._board.position
        self._setup = game.setup(position) if game is not None and position is not None else None

    def press(self, cell: int | None) -> None:
        """Choose a piece, unless one is chosen."""
        if cell is not None and self._pointer.chosen is None and self._board.kind_at(cell) is not None:
            self._pointer.choose(cell)

    def press_right(self, cell: int | None) -> bool:
        """Empty the cell."""
        if cell is not None:
            self.put([cell], None)
        return False

    def may_lift(self) -> bool:
        """Always."""
        return True

    def may_choose(self, cell: int) -> bool:
        """Always."""
        return True

    def drop(self, origin: int, kind: PieceKind, cell: int | None, point: QPointF) -> None:
        """Move the piece; off the board removes it."""
        self._pointer.choose(None)
        if cell != origin:
            self._carry(origin, cell)

    def click(self, cell: int, *, again: bool) -> None:
        """Move the chosen piece, or give up the choice."""
        chosen = self._pointer.chosen
        if chosen is not None and chosen != cell:
            self._pointer.choose(None)
            self._carry(chosen, cell)
        elif again:
            self._pointer.choose(None)

    def pick(self, cell: int) -> None:
        """Paint, choose, or move the chosen piece."""
        if self.is_painting:
            self.end_stroke()
            self.paint(cell)
            self.end_stroke()
        elif self._pointer.chosen is None:
            self._pointer.choose(cell if self._board.kind_at(cell) is not None else None)
        else:
            self.click(cell, again=cell == self._pointer.chosen)

    def erase(self, cell: int) -> bool:
        """Empty the cell."""
        self.put([cell], None)
        return True

    def targets(self) -> tuple[MoveShape, ...]:
        """None: a piece may go anywhere."""
        return ()

    def hot_cell(self) -> int | None:
        """The hovered cell, if a piece is held over it."""
        is_carrying = self.has_visitor or self._pointer.held_piece is not None
        return self._pointer.hovered if is_carrying else None

    def faint(self, cell: int) -> Mapping[int, str]:
        """The tool's piece on an empty cell."""
        surface = self._board.surface
        return {cell: self._tool} if self._tool and surface is not None and cell not in surface.pieces else {}

    def grabs(self, cell: int) -> bool:
        """Whether a piece is there and no tool is chosen."""
        return self._tool is None and self._board.kind_at(cell) is not None

    def describe(self, cell: int) -> str:
        """Nothing beyond the piece's name."""
        return ""

    def describe_chosen(self, chosen: int) -> str:
        """Which cell is chosen."""
        surface = self._board.surface
        return tr("{cell} is picked", cell=surface.cell_name(chosen)) if surface is not None else ""
