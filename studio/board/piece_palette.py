"""The palette of a game's pieces, which can be dragged to the board or picked as a tool for painting."""

from collections import Counter
from collections.abc import Mapping

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QGridLayout,
    QHBoxLayout,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.language import tr
from engine.core.surface import PieceKind, Surface
from studio.board.floating import FloatingPiece
from studio.board.pieces import piece_pixmaps, piece_rect
from studio.board.view import ERASER, BoardView
from studio.look import icons, palette, style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

_CELL, _PIECE = 44, 36
"""Edge of a button in the palette, and diameter of the piece on it, in px."""
_MOST_IN_ROW = 5


class PieceButton(QAbstractButton):
    """Button of one kind of piece. A click picks the piece as the tool, and a drag carries a new piece to the board.

    Attributes:
        carried: emitted during a drag with the point in global coordinates.
        dropped: emitted at the end of a drag with the point in global coordinates.
    """

    carried = Signal(QPoint)
    dropped = Signal(QPoint)

    def __init__(self, surface: Surface, kind: PieceKind, parent: QWidget) -> None:
        super().__init__(parent)
        self.kind = kind
        self.carried_side = float(_PIECE)
        self._surface = surface
        self._is_used_up = False
        self._held: FloatingPiece | None = None
        self._pressed_at = QPointF()
        self.setCheckable(True)
        self.setFixedSize(_CELL, _CELL)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.retranslate()

    @property
    def is_used_up(self) -> bool:
        """Whether the board has the maximum number of pieces of this kind."""
        return self._is_used_up

    def set_used_up(self, used_up: bool) -> None:
        """Set whether the board has the maximum number of pieces of this kind. If so, the piece is drawn faded."""
        if used_up != self._is_used_up:
            self._is_used_up = used_up
            self.update()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.setAccessibleName(tr(self.kind.name))
        self.setToolTip(tr(self.kind.name))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Store the point where a drag may begin."""
        self._pressed_at = event.position()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Start or continue a drag."""
        if self._held is None:
            far = (event.position() - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
            if not (event.buttons() & Qt.MouseButton.LeftButton and far):
                super().mouseMoveEvent(event)
                return
            self.setDown(False)
            self._held = FloatingPiece(self.window(), self._surface, self.kind, self.carried_side)
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        point = event.globalPosition().toPoint()
        self._held.hold_at(point)
        self.carried.emit(point)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Drop the piece, or finish the click."""
        if self._held is None:
            super().mouseReleaseEvent(event)
            return
        self._held.hide()
        self._held.deleteLater()
        self._held = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.dropped.emit(event.globalPosition().toPoint())

    def sizeHint(self) -> QSize:
        """Return the size of one button."""
        return QSize(_CELL, _CELL)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the piece, with a gold outline if it is picked or has the focus, and faded if it is used up."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colors = palette.current()
        rect = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        on_paper = palette.needs_paper(self._surface.colors)
        if on_paper:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(palette.board(self._surface.colors).paper)
            painter.drawRoundedRect(rect, style.RADIUS, style.RADIUS)
        if self.isChecked() or self.underMouse() or self.hasFocus():
            outlined = self.isChecked() or self.hasFocus()
            painter.setPen(QPen(colors.gold, 3 if on_paper else 1) if outlined else Qt.PenStyle.NoPen)
            if on_paper:
                painter.setBrush(Qt.BrushStyle.NoBrush)
            else:
                painter.setBrush(colors.chosen if self.isChecked() else colors.raised)
            painter.drawRoundedRect(rect, style.RADIUS, style.RADIUS)
        if self._is_used_up:
            painter.setOpacity(0.3)
        corner = (_CELL - _PIECE) // 2
        pixmaps = piece_pixmaps(self._surface, _PIECE, self.devicePixelRatioF())
        painter.drawPixmap(corner, corner, pixmaps[self.kind.id])
        painter.end()


class PiecePalette(Retranslated, QWidget):
    """Palette of the kinds of pieces of a game, with a button for moving pieces and a button for removing pieces.

    Attributes:
        tool_changed: emitted with the picked tool: a piece's id, ``ERASER``, or None to move pieces.
        carried: emitted during a drag with the piece's id and the point in global coordinates.
        dropped: emitted at the end of a drag with the piece's id and the point in global coordinates.
    """

    tool_changed = Signal(object)
    carried = Signal(str, QPoint)
    dropped = Signal(str, QPoint)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._surface: Surface | None = None
        self._tool: str | None = None
        self._board: BoardView | None = None
        self._buttons: dict[str, PieceButton] = {}
        self._grid = QGridLayout()
        self._grid.setSpacing(0)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._hand = self._tool_button("pointer", None)
        self._eraser = self._tool_button("eraser", ERASER)
        self._hint = PlainLabel()
        self._hint.setWordWrap(True)
        style.set_look(self._hint, role="caption")
        tools = QHBoxLayout()
        tools.setSpacing(style.GRID)
        tools.addWidget(self._hand)
        tools.addWidget(self._eraser)
        tools.addWidget(self._hint, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * style.GRID)
        column.addLayout(self._grid)
        column.addLayout(tools)
        self.follow_changes()
        self.set_tool(None)

    def _tool_button(self, icon: str, tool: str | None) -> QToolButton:
        button = QToolButton()
        button.setIcon(icons.icon(icon))
        button.setIconSize(QSize(style.ICON, style.ICON))
        button.setCheckable(True)
        button.clicked.connect(lambda: self._pick(tool))
        return button

    def attach(self, board: BoardView) -> None:
        """Connect the palette to a board, so that the board uses the picked tool and receives dragged pieces."""
        self._board = board
        self.tool_changed.connect(board.set_tool)
        self.carried.connect(lambda _piece, point: board.hover_at(point))
        self.dropped.connect(board.put_piece)

    def set_surface(self, surface: Surface) -> None:
        """Show the kinds of pieces of ``surface``. The pieces on the surface count as used."""
        if self._surface is None or (self._surface.theme, self._surface.kinds) != (surface.theme, surface.kinds):
            self._build(surface)
        self._surface = surface
        self.set_pieces(surface.pieces)

    def set_pieces(self, pieces: Mapping[int, str]) -> None:
        """Update the kinds that are used up. ``pieces`` contains the ids of the pieces on the board, by cell."""
        counts = Counter(pieces.values())
        for piece, button in self._buttons.items():
            limit = button.kind.limit
            button.set_used_up(limit is not None and counts[piece] >= limit)

    def _build(self, surface: Surface) -> None:
        for button in self._buttons.values():
            button.hide()
            button.deleteLater()
        self._buttons = {}
        row = 0
        # At least one row per side, or one row for all sides if there are few kinds.
        players = list(dict.fromkeys(kind.player for kind in surface.kinds))
        is_small = len(surface.kinds) <= _MOST_IN_ROW
        for group in [players] if is_small else [[player] for player in players]:
            kinds = [kind for kind in surface.kinds if kind.player in group]
            width = len(kinds) if len(kinds) <= _MOST_IN_ROW + 1 else _MOST_IN_ROW
            for i, kind in enumerate(kinds):
                button = PieceButton(surface, kind, self)
                button.clicked.connect(lambda _checked=False, piece=kind.id: self._pick(piece))
                button.pressed.connect(lambda piece=kind.id: self._measure(piece))
                button.carried.connect(lambda point, piece=kind.id: self.carried.emit(piece, point))
                button.dropped.connect(lambda point, piece=kind.id: self.dropped.emit(piece, point))
                self._grid.addWidget(button, row + i // width, i % width)
                self._buttons[kind.id] = button
            row += -(-len(kinds) // width)
        self.set_tool(None)

    def _measure(self, piece: str) -> None:
        """Set the size of a dragged piece to the size of the pieces on the board."""
        board = self._board
        if board is not None and board.surface is not None:
            cell = QRectF(0, 0, board.board_geometry().side, board.board_geometry().side)
            self._buttons[piece].carried_side = piece_rect(cell, board.surface).width()

    def button(self, piece: str) -> PieceButton:
        """Return the button of a piece.

        Raises:
            KeyError: if the palette has no piece with the id ``piece``.
        """
        return self._buttons[piece]

    @property
    def eraser_button(self) -> QToolButton:
        """The button of the eraser."""
        return self._eraser

    @property
    def hand_button(self) -> QToolButton:
        """The button that clears the tool, so that pieces can be moved."""
        return self._hand

    @property
    def tool(self) -> str | None:
        """The tool in use: a piece's id, ``ERASER``, or None to move pieces."""
        return self._tool

    def set_tool(self, tool: str | None) -> None:
        """Set the tool: a piece's id, ``ERASER``, or None to move pieces. No signal is emitted."""
        self._tool = tool
        self._hand.setChecked(tool is None)
        self._eraser.setChecked(tool == ERASER)
        for piece, button in self._buttons.items():
            button.setChecked(piece == tool)

    def _pick(self, tool: str | None) -> None:
        """Handle a click on a tool, which picks the tool, or clears it if it is in use."""
        self.set_tool(None if tool == self._tool else tool)
        self.tool_changed.emit(self._tool)

    def retranslate(self) -> None:
        for button, text in ((self._hand, tr("Move pieces")), (self._eraser, tr("Remove pieces"))):
            button.setToolTip(text)
            button.setAccessibleName(text)
        self._hint.setText(tr("Drag a piece to the board, or pick one and paint."))
        for piece in self._buttons.values():
            piece.retranslate()
