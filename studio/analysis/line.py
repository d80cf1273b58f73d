"""A principal variation in one row, whose moves can be hovered, clicked and selected with the keyboard."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QEnterEvent,
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.language import tr
from engine.core.position import Position
from engine.search.report import Line, Report
from studio.board.popup import BoardPopup
from studio.look import notation, palette, style
from studio.widgets.retranslated import Retranslated

HEIGHT = 24
GAP = 4
LEAST = 3
"""Number of moves that a line shows at least before it shows the arithmetic of captures."""
KEYS = frozenset((Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Insert))
"""Keys that the line handles while it has the focus."""


def line_texts(position: Position, moves: Sequence[int]) -> list[str]:
    """Return the moves of a line in the notation in use. The first illegal move and all later moves are omitted."""
    texts = []
    for move in moves:
        try:
            after = position.play(move)
        except ValueError:
            break
        texts.append(notation.move_text(position, move))
        position = after
    return texts


def further_lines(report: Report) -> list[Line]:
    """Return the lines of a report that begin with other moves than its principal variation, the best first."""
    return [line for line in report.lines if line.pv[:1] != report.pv[:1]]


def show_line(popup: BoardPopup, position: Position, moves: Sequence[int], view: "LineView") -> None:
    """Show the position after ``moves`` on a floating board, with the last move marked.

    The board is below this move in ``view``.

    Args:
        popup: the floating board.
        position: the position before the line.
        moves: legal moves from ``position``, at least one.
        view: the row that shows the line.
    """
    before = position
    for move in moves:
        before, position = position, position.play(move)
    place = view.mapToGlobal(view.box(len(moves) - 1).bottomLeft() - QPoint(16, 14))
    popup.show_position(position, moves[-1] if moves else None, before, view, place, view.clear_mark)


class LineView(Retranslated, QWidget):
    """One row of moves, of fixed height. Hovering marks a move, and a click chooses the line up to the clicked move.

    The wheel with Ctrl and the keys ← and → move the mark, and Enter chooses the line up to the marked move. Without
    Ctrl, the wheel scrolls the list that contains the line.
    """

    hovered = Signal(int)
    """Emitted with the index of the move marked by mouse or keyboard, or −1 if no move is marked."""
    chosen = Signal(int)
    """Emitted with the index of a clicked move, or of the marked move when Enter is pressed."""
    added = Signal(int)
    """Emitted on a middle click or the Insert key, with the index of the last move to be added to the record."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: list[str] = []
        self._shown: list[str] = []
        self._boxes: list[QRect] = []
        self._placeholder = ""
        self._is_error = False
        self._at = -1
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.follow_changes()

    @property
    def texts(self) -> list[str]:
        """The texts of the moves of the line, as a new list."""
        return list(self._texts)

    @property
    def shown_texts(self) -> list[str]:
        """The texts of the moves that fit, as they are drawn."""
        return self._shown[: len(self._boxes)]

    def set_line(self, texts: Sequence[str], placeholder: str = "", *, is_error: bool = False) -> None:
        """Set the texts of the moves. If there are none, ``placeholder`` is shown, which may be an error message."""
        if (list(texts), placeholder, is_error) == (self._texts, self._placeholder, self._is_error):
            return
        self._is_error = is_error
        # The mark is kept as long as the line up to the marked move does not change.
        same = list(texts[: self._at + 1]) == self._texts[: self._at + 1]
        self._texts, self._placeholder = list(texts), placeholder
        self._lay_out()
        if not same:
            self._mark(-1)
        self.setAccessibleName(tr("Principal variation: {line}", line=" ".join(self._texts)))
        self.update()

    def box(self, index: int) -> QRect:
        """Return the rectangle of a move in widget coordinates, or an empty rectangle if the move does not fit."""
        return self._boxes[index] if 0 <= index < len(self._boxes) else QRect()

    def sizeHint(self) -> QSize:
        """Return the size of one row."""
        return QSize(240, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """Return the size that fits one or two moves."""
        return QSize(60, HEIGHT)

    # --- Qt -------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the moves, with a background for the marked move, or the placeholder if there are no moves.

        If not all moves fit, draw an ellipsis after the last one.
        """
        painter = QPainter(self)
        colors = palette.current()
        painter.setFont(style.font(tabular=True))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        if not self._texts:
            painter.setPen(colors.accent if self._is_error else colors.secondary)
            room = self.rect().adjusted(GAP, 0, 0, 0)
            text = painter.fontMetrics().elidedText(self._placeholder, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(room, flags, text)
            return
        for index, box in enumerate(self._boxes):
            if index == self._at:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colors.chosen)
                painter.drawRoundedRect(box.adjusted(0, 2, 0, -2), 4, 4)
            painter.setFont(style.font(bold=index == 0, tabular=True))
            painter.setPen(colors.text if index == 0 or index == self._at else colors.secondary)
            painter.drawText(box.adjusted(GAP, 0, 0, 0), flags, self._shown[index])
        if len(self._boxes) < len(self._texts):
            painter.setPen(colors.secondary)
            left = self._boxes[-1].right() if self._boxes else 0
            painter.drawText(QRect(left + GAP, 0, 24, self.height()), flags, "…")

    def resizeEvent(self, event: Any) -> None:
        """Lay out as many moves as fit."""
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        """Lay out the moves after a change of the font or the style, before the base class handles the event."""
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lay_out()
        super().changeEvent(event)

    def retranslate(self) -> None:
        """Set the accessible name of the line in the language in use."""
        if self._texts:
            self.setAccessibleName(tr("Principal variation: {line}", line=" ".join(self._texts)))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the move under the mouse."""
        self._mark(self._index_at(event.position().toPoint()))

    def enterEvent(self, event: QEnterEvent) -> None:
        """Mark the move under the mouse."""
        self._mark(self._index_at(event.position().toPoint()))

    def leaveEvent(self, event: QEvent) -> None:
        """Clear the mark."""
        self._mark(-1)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Clear the mark."""
        self._mark(-1)
        super().focusOutEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit ``chosen`` for the left button or ``added`` for the middle button, if the press is on a move."""
        index = self._index_at(event.position().toPoint())
        if index < 0:
            event.ignore()
        elif event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(index)
        elif event.button() == Qt.MouseButton.MiddleButton:
            self.added.emit(index)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """If Ctrl is pressed, move the mark by one move: forward if the wheel is turned down, back if turned up."""
        if not self._boxes or not event.angleDelta().y() or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        self._mark(min(max(0, self._at + (1 if event.angleDelta().y() < 0 else -1)), len(self._boxes) - 1))
        event.accept()

    def event(self, event: QEvent) -> bool:
        """Reserve ``KEYS`` for the line while it has the focus, so that they trigger no shortcuts of the window.

        While a move is marked, a floating board shows its position, and no tool tip covers it.
        """
        if event.type() == QEvent.Type.ToolTip and self._at >= 0:
            event.accept()
            return True
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            modified = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            if not modified and event.key() in KEYS and self._texts:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the mark with ← and →, choose the marked move with Enter, and add the line up to it with Insert."""
        if event.key() == Qt.Key.Key_Right:
            self._mark(min(self._at + 1, len(self._boxes) - 1))
        elif event.key() == Qt.Key.Key_Left:
            self._mark(max(self._at - 1, -1))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._at >= 0:
            self.chosen.emit(self._at)
        elif event.key() == Qt.Key.Key_Insert and self._at >= 0:
            self.added.emit(self._at)
        else:
            super().keyPressEvent(event)

    def clear_mark(self) -> None:
        """Clear the mark. Call this method if the pointer is outside the line, which Qt does not always report."""
        self._mark(-1)

    # --- internals ------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        """Choose the texts of the moves, and place as many moves as fit.

        In a narrow line, the arithmetic of the moves is omitted, so that no move is cut and some more moves fit.
        """
        self._shown = self._texts
        self._boxes = self._placed(self._texts)
        if len(self._boxes) < min(LEAST, len(self._texts)) or (self._boxes and self._boxes[-1].right() > self.width()):
            self._shown = [notation.without_arithmetic(text) for text in self._texts]
            self._boxes = self._placed(self._shown)

    def _placed(self, texts: Sequence[str]) -> list[QRect]:
        """Return the rectangles of the moves that fit, and of the first move even if it does not fit."""
        boxes: list[QRect] = []
        left = 0
        for index, text in enumerate(texts):
            width = QFontMetrics(style.font(bold=index == 0, tabular=True)).horizontalAdvance(text) + 2 * GAP
            more = 20 if index < len(texts) - 1 else 0
            if left + width + more > self.width() and index:
                break
            boxes.append(QRect(left, 0, width, HEIGHT))
            left += width + 2
        return boxes

    def _index_at(self, point: QPoint) -> int:
        return next((index for index, box in enumerate(self._boxes) if box.contains(point)), -1)

    def _mark(self, index: int) -> None:
        if index != self._at:
            self._at = index
            self.setCursor(Qt.CursorShape.PointingHandCursor if index >= 0 else Qt.CursorShape.ArrowCursor)
            self.update()
            self.hovered.emit(index)
