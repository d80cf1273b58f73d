"""The move list as a text of the whole tree. Moves are links, and variations are indented."""

from dataclasses import dataclass

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

from engine.core.outcome import Player
from engine.records.tree import ROOT, GameTree
from studio.document.document import Document
from studio.document.labels import glyph_color, glyphs
from studio.document.move_list import MoveTableModel
from studio.document.values import Values
from studio.look import foreign, palette, style


@dataclass(frozen=True, slots=True)
class _TextPart:
    """A part of the text that has one format.

    Attributes:
        text: the text, which is empty if the part begins a new line.
        level: for a part that begins a new line, the number of steps by which the line is indented.
        node: for a move, the number of its node.
        color: the colour of the text.
        is_main: for a move, whether it is on the main line, where moves are bold.
    """

    text: str
    level: int = 0
    node: int | None = None
    color: QColor | None = None
    is_main: bool = False


class _Printer:
    """Writer of moves and words to ``parts``. It adds the spaces."""

    def __init__(self) -> None:
        self.parts: list[_TextPart] = []
        look = palette.current()
        self._note, self._ink = look.secondary, look.text
        self._gap = self._bound = False

    def begin_line(self, level: int) -> None:
        """Start a new line, indented by ``level`` steps."""
        self.parts.append(_TextPart("", level))
        self._gap = self._bound = False

    def open_bracket(self) -> None:
        """Write an opening round bracket."""
        self._space()
        self._write("(")
        self._gap = False

    def close_brackets(self, count: int) -> None:
        """Write ``count`` closing round brackets, or nothing if ``count`` is not positive."""
        if count > 0:
            self._write(")" * count)
            self._gap = True

    def word(self, text: str) -> None:
        """Write a move number, a score or a comment. The space after a number is non-breaking."""
        if not text:
            return
        self._space()
        self._write(text)
        self._bound = text.endswith((".", "…")) and text[:1].isdigit()
        self._gap = True

    def move(self, node: int, text: str, color: QColor | None, *, is_main: bool) -> None:
        """Write a move as a link to its node. A move of the main line is bold.

        The link has the colour ``color``, or the text colour if ``color`` is None.
        """
        self._space()
        self.parts.append(_TextPart(text, node=node, color=color if color is not None else self._ink, is_main=is_main))
        self._gap, self._bound = True, False

    def _space(self) -> None:
        if self._gap:
            self._write("\u00a0" if self._bound else " ")

    def _write(self, text: str) -> None:
        self.parts.append(_TextPart(text, color=self._note))


def _line_format() -> QTextBlockFormat:
    made = QTextBlockFormat()
    made.setLineHeight(140, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    return made


class MoveText(QTextEdit):
    """The whole tree as running text, with variations indented. A click on a move emits ``chosen``."""

    chosen = Signal(int)
    """Emitted with the node number of a clicked move."""
    hovered = Signal(int)
    """Emitted with the node number of the move under the mouse, or −1 if there is none."""

    def __init__(self, document: Document, model: MoveTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._model = model
        # The values, the tree and the theme that the text shows. The model has new values after a change of the texts.
        self._shown: tuple[Values, GameTree, int] | None = None
        self._parts: list[_TextPart] = []
        # The position in the text at which each part begins, and of the end.
        self._starts = [0]
        self._spans: dict[int, tuple[int, int]] = {}
        self._hovered = -1
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.viewport().setMouseTracking(True)
        self.setFrameShape(QTextEdit.Shape.NoFrame)
        style.set_look(self, role="surface")
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.document().setDocumentMargin(style.PADDING)
        QTextCursor(self.document()).setBlockFormat(_line_format())

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

    def refresh(self) -> None:
        """Show the tree and the values of the model. The text before the first difference is kept."""
        model, theme = self._model, palette.changes()
        if (
            self._shown is None
            or self._shown[0] is not model.values
            or self._shown[1] is not model.tree
            or self._shown[2] != theme
        ):
            self._shown = model.values, model.tree, theme
            self._write(self._printed())
        self.mark()

    def _printed(self) -> list[_TextPart]:
        model, tree = self._model, self._model.tree
        printer = _Printer()
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
            text = f"{model.label(step.node).move}{glyphs(each.nags)}"
            printer.move(step.node, text, glyph_color(each.nags), is_main=depth == 0)
            value = model.values.text(step.node)
            if value:
                printer.word(value)
            if each.comment:
                printer.word(foreign.comment(each.comment))
        printer.close_brackets(depth - 1)
        return printer.parts

    def _write(self, parts: list[_TextPart]) -> None:
        """Replace the parts from the first one that differs. Writing takes ten times as long as comparing."""
        old, self._parts = self._parts, parts
        pairs = enumerate(zip(old, parts, strict=False))
        same = next((at for at, (a, b) in pairs if a != b), min(len(old), len(parts)))
        if same == len(old) == len(parts):
            return
        place = QTextCursor(self.document())
        place.beginEditBlock()
        place.setPosition(self._starts[same])
        del self._starts[same:]
        place.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        place.removeSelectedText()
        for part in old[same:]:
            if part.node is not None:
                self._spans.pop(part.node, None)
        block = _line_format()
        block.setLeftMargin(16 * next((part.level for part in reversed(parts[:same]) if not part.text), 0))
        if place.blockFormat().leftMargin() != block.leftMargin():
            place.setBlockFormat(block)  # Qt kept the format of the last removed line.
        for part in parts[same:]:
            start = place.position()
            self._starts.append(start)
            if not part.text:
                block.setLeftMargin(16 * part.level)
                place.insertBlock(block)
                continue
            form = QTextCharFormat()
            if part.color is not None:
                form.setForeground(part.color)
            if part.node is not None:
                form.setFontWeight(QFont.Weight.DemiBold if part.is_main else QFont.Weight.Normal)
                form.setAnchor(True)
                form.setAnchorHref(str(part.node))
            place.insertText(part.text, form)
            if part.node is not None:
                self._spans[part.node] = (start, place.position())
        self._starts.append(place.position())
        place.endEditBlock()

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
