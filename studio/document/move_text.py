"""The move list as a text of the whole tree. Moves are links, and variations are indented."""

from PySide6.QtCore import (
    QEvent,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QMouseEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QTextEdit,
    QWidget,
)

from engine.core.language import tr
from engine.core.outcome import Player
from engine.records.tree import ROOT
from studio.document.document import Document
from studio.document.labels import glyph_color, glyphs
from studio.document.values import Values
from studio.look import foreign, notation, palette, style


class _Printer:
    """Writer of moves and words to a text document. It adds the spaces, and records the span of each move."""

    def __init__(self, cursor: QTextCursor) -> None:
        look = palette.current()
        self._cursor = cursor
        self._spans: dict[int, tuple[int, int]] = {}
        self._gap = self._bound = False
        self._empty = True
        self._note = QTextCharFormat()
        self._note.setForeground(look.secondary)
        self._ink = look.text
        self._block = QTextBlockFormat()
        self._block.setLineHeight(140, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.beginEditBlock()
        cursor.setBlockFormat(self._block)

    def begin_line(self, level: int) -> None:
        """Start a new line, indented by ``level`` steps."""
        self._block.setLeftMargin(16 * level)
        if self._empty:
            self._cursor.setBlockFormat(self._block)
        else:
            self._cursor.insertBlock(self._block)
        self._gap, self._bound, self._empty = False, False, True

    def open_bracket(self) -> None:
        """Write an opening round bracket."""
        self._space()
        self._cursor.insertText("(", self._note)
        self._gap, self._empty = False, False

    def close_brackets(self, count: int) -> None:
        """Write ``count`` closing round brackets, or nothing if ``count`` is not positive."""
        if count > 0:
            self._cursor.insertText(")" * count, self._note)
            self._gap = True

    def word(self, text: str) -> None:
        """Write a move number, a score or a comment. The space after a number is non-breaking."""
        self._space()
        self._cursor.insertText(text, self._note)
        self._bound = text.endswith((".", "…")) and text[:1].isdigit()
        self._gap, self._empty = True, False

    def move(self, node: int, text: str, color: QColor | None, *, is_main: bool) -> None:
        """Write a move as a link to its node. A move of the main line is bold.

        The link has the colour ``color``, or the text colour if ``color`` is None.
        """
        self._space()
        form = QTextCharFormat()
        form.setForeground(color if color is not None else self._ink)
        form.setFontWeight(QFont.Weight.DemiBold if is_main else QFont.Weight.Normal)
        form.setAnchor(True)
        form.setAnchorHref(str(node))
        start = self._cursor.position()
        self._cursor.insertText(text, form)
        self._spans[node] = (start, self._cursor.position())
        self._gap, self._bound, self._empty = True, False, False

    def finish(self) -> dict[int, tuple[int, int]]:
        """End the text. Return the start and the end (exclusive) of each move in the text, by node number."""
        self._cursor.endEditBlock()
        return self._spans

    def _space(self) -> None:
        if self._gap:
            self._cursor.insertText("\u00a0" if self._bound else " ", self._note)


class MoveText(QTextEdit):
    """The whole tree as running text, with variations indented. A click on a move emits ``chosen``."""

    chosen = Signal(int)
    """Emitted with the node number of a clicked move."""
    hovered = Signal(int)
    """Emitted with the node number of the move under the mouse, or −1 if there is none."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._spans: dict[int, tuple[int, int]] = {}
        self._hovered = -1
        self.setReadOnly(True)
        self.viewport().setMouseTracking(True)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        style.set_look(self, role="surface")
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.document().setDocumentMargin(style.PADDING)

    def node_at(self, place: QPoint) -> int | None:
        """Return the node number of the move at a point of the viewport, or None if there is none."""
        href = self.anchorAt(place)
        return int(href) if href.isdigit() else None

    def span(self, node: int) -> tuple[int, int] | None:
        """Return the start and the end (exclusive) of a move in the text, or None if the text does not contain it."""
        return self._spans.get(node)

    def box_of(self, node: int) -> QRect:
        """Return the rectangle of the end of a move in the viewport, or an empty rectangle if there is none."""
        span = self._spans.get(node)
        if span is None:
            return QRect()
        place = QTextCursor(self.document())
        place.setPosition(span[1])
        return self.cursorRect(place)

    def clear_hovered(self) -> None:
        """Forget the move under the mouse, so that the next mouse move reports it again."""
        self._hover(-1)

    def _hover(self, node: int) -> None:
        """Emit ``hovered`` if the move under the mouse has changed."""
        if node != self._hovered:
            self._hovered = node
            self.hovered.emit(node)

    def refresh(self, values: Values) -> None:
        """Rebuild the text from the document's tree.

        Args:
            values: the values shown after the moves.
        """
        tree = self._document.tree
        self.clear()
        printer = _Printer(QTextCursor(self.document()))
        if tree.nodes[ROOT].comment:
            printer.word(foreign.comment(tree.nodes[ROOT].comment))
        depth = 0
        for step in tree.walk():
            # A variation of the main line starts a new line. Variations inside it are in round brackets.
            inside = max(1, step.depth - step.opens)
            printer.close_brackets(depth - inside)
            if step.depth >= 2 and step.opens:
                printer.open_bracket()
            elif (step.depth == 1 and step.opens) or (step.depth == 0 and depth > 0):
                printer.begin_line(step.depth)
            depth = step.depth
            each = tree.nodes[step.node]
            if each.lead:
                printer.word(foreign.comment(each.lead))
            if step.player is Player.FIRST or step.resumes:
                printer.word(f"{step.number}{'.' if step.player is Player.FIRST else '…'}")
            text = notation.node_text(tree, step.node, short=True) or tr("Set up")
            printer.move(step.node, f"{text}{glyphs(each.nags)}", glyph_color(each.nags), is_main=depth == 0)
            value = values.text(step.node)
            if value:
                printer.word(value)
            if each.comment:
                printer.word(foreign.comment(each.comment))
        printer.close_brackets(depth - 1)
        self._spans = printer.finish()
        self.mark()

    def mark(self) -> None:
        """Mark the move at the cursor and scroll to it, or remove the mark if the cursor is at the root."""
        span = self._spans.get(self._document.cursor)
        if span is None:
            self.setExtraSelections([])
            return
        selection = QTextEdit.ExtraSelection()
        place = QTextCursor(self.document())
        place.setPosition(span[0])
        place.setPosition(span[1], QTextCursor.MoveMode.KeepAnchor)
        selection.cursor = place
        selection.format.setBackground(palette.current().chosen)
        self.setExtraSelections([selection])
        place.clearSelection()
        self.setTextCursor(place)
        self.ensureCursorVisible()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit ``chosen`` for the move under the mouse, if there is one."""
        node = self.node_at(event.position().toPoint())
        if node is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(node)
            return
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Report the move under the mouse."""
        node = self.node_at(event.position().toPoint())
        self._hover(-1 if node is None else node)
        super().mouseMoveEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Report that no move is hovered."""
        self._hover(-1)
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ignore the event, so that the panel handles it and shows the menu."""
        event.ignore()
