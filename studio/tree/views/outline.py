"""The outline of a tree: one row for each open node, with its window, value, reason and number of nodes."""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleEvent,
    QFocusEvent,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from engine.core.language import tr
from engine.searchtree.folding import RowKind
from studio.look import foreign, palette, style
from studio.tree.views import texts
from studio.tree.views.cells import TreeRowTexts
from studio.tree.views.columns import TreeColumn, columns_of, fitting, title_of
from studio.tree.views.fates import draw_hatch, draw_node
from studio.tree.views.rows import OutlineRow
from studio.tree.views.shown import ShownTree
from studio.widgets.retranslated import Retranslated

INDENT, FIRST, ARROW = 20, 28, 16
"""Indentation of each level, left edge of the text of the root, and width of the arrow, in px."""
MOST_INDENT = 12
"""Levels that are indented. Deeper rows have the indentation of this level."""
STICKY = 3
"""Maximum number of ancestors of the first visible row that remain visible, apart from the root."""


class Outline(Retranslated, QAbstractScrollArea):
    """The outline of the shown tree. Only the rows in sight are drawn.

    The root and the nearest ancestors of the first visible row remain in sight while the rows are scrolled.

    Args:
        shown: the shown tree.
        parent: parent widget.
    """

    hovered = Signal(int)
    """Emitted with the node under the pointer, or -1."""

    def __init__(self, shown: ShownTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = shown
        self.cells = TreeRowTexts(shown)
        self._columns: list[tuple[TreeColumn, int, int]] = []
        self._move_right = 0
        self._hovered = -1
        self._shows_focus = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(style.ROW)
        self.setMinimumHeight(3 * style.ROW)
        self._font, self._bold = style.font(tabular=True), style.font(bold=True, tabular=True)
        shown.replaced.connect(self._relay)
        shown.rows_changed.connect(self._relay)
        shown.chosen.connect(self._chosen)
        shown.view_changed.connect(self.viewport().update)
        shown.stepped.connect(self.viewport().update)
        shown.pinned_changed.connect(self.viewport().update)
        self.follow_changes()

    # --- geometry -----------------------------------------------------------------------------------------------------

    def _relay(self) -> None:
        """Adapt the scroll bar to the number of rows."""
        room = self.viewport().height() - style.ROW
        bar = self.verticalScrollBar()
        bar.setRange(0, max(0, len(self.shown.rows) * style.ROW - room))
        bar.setPageStep(max(style.ROW, room - style.ROW))
        self._hovered = -1
        self._lay_out()
        self.viewport().update()

    def _lay_out(self) -> None:
        """Compute the columns that fit."""
        room = self.viewport().width() - style.PADDING
        self._columns = fitting(self.columns, QFontMetrics(self._font), room)
        self._move_right = self._columns[0][1] if self._columns else room

    @property
    def columns(self) -> list[TreeColumn]:
        """The columns of the tree, also those that do not fit."""
        return columns_of(self.shown.tree)

    def row_rect(self, place: int) -> QRect:
        """Return the rectangle of a row in the viewport, without regard to rows that remain in sight."""
        top = style.ROW + place * style.ROW - self.verticalScrollBar().value()
        return QRect(0, top, self.viewport().width(), style.ROW)

    def _sticky(self) -> list[int]:
        """Return the places of the ancestors that remain in sight above the first visible row, the root first."""
        rows, tree = self.shown.rows, self.shown.tree
        value = self.verticalScrollBar().value()
        if tree is None or not value or not rows:
            return []
        found: list[int] = []
        # Each ancestor that remains in sight covers a row.
        for _ in range(STICKY + 2):
            row = self.shown.row_at(value // style.ROW + len(found))
            if row is None:
                break
            path = [row.node] if row.kind is RowKind.GHOSTS else tree.path(row.node)[:-1]
            if row.kind is RowKind.GHOSTS:
                path = tree.path(row.node)
            places = [self.shown.place_of(node) for node in path]
            hidden = [each for each in places if 0 <= each < value // style.ROW + len(found) + 1]
            wanted = hidden[:1] + hidden[1:][-STICKY:]
            if len(wanted) < len(found) or wanted == found:
                break
            found = wanted
        return found

    def place_at(self, point: QPoint) -> int:
        """Return the row at a point of the viewport, or -1."""
        number = point.y() // style.ROW - 1
        if number < 0:
            return -1
        sticky = self._sticky()
        if number < len(sticky):
            return sticky[number]
        place = (point.y() - style.ROW + self.verticalScrollBar().value()) // style.ROW
        return place if 0 <= place < len(self.shown.rows) else -1

    def show_place(self, place: int) -> None:
        """Scroll so that a row is in sight, if possible with some rows around it."""
        if place < 0:
            return
        bar, room = self.verticalScrollBar(), self.viewport().height() - style.ROW
        top = place * style.ROW
        margin = (STICKY + 1) * style.ROW
        if top - margin < bar.value():
            bar.setValue(top - margin)
        elif top + 2 * style.ROW > bar.value() + room:
            bar.setValue(top + 2 * style.ROW - room)

    # --- selection ----------------------------------------------------------------------------------------------------

    def _chosen(self, node: int) -> None:
        self.show_place(self.shown.place_of(node))
        self._describe()
        self.viewport().update()

    def step(self, by: int) -> None:
        """Select another row that shows a node, ``by`` rows further."""
        shown = self.shown
        place = shown.place_of(shown.selected)
        direction = 1 if by > 0 else -1
        place += by
        while 0 <= place < len(shown.rows) and not shown.rows[place].is_node:
            place += direction
        if 0 <= place < len(shown.rows):
            shown.choose(shown.rows[place].node)
            self.show_place(place)

    def _describe(self) -> None:
        """Set the accessible description to the text of the selected row."""
        shown = self.shown
        place = shown.place_of(shown.selected)
        text = self.row_text(place) if place >= 0 else ""
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.DescriptionChanged))

    def row_text(self, place: int) -> str:
        """Return a row as text, with tabs between the columns."""
        row, tree = self.shown.row_at(place), self.shown.tree
        if row is None or tree is None:
            return ""
        return self.cells.row_text(row, self.columns)

    # --- painting -----------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the titles and the rows in sight."""
        painter = QPainter(self.viewport())
        look = palette.current()
        painter.fillRect(self.viewport().rect(), look.surface)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.shown.tree is not None:
            value = self.verticalScrollBar().value()
            first = value // style.ROW
            last = min(len(self.shown.rows), first + self.viewport().height() // style.ROW + 2)
            for place in range(first, last):
                self._draw_row(painter, self.row_rect(place), self.shown.rows[place])
            sticky = self._sticky()
            for number, place in enumerate(sticky):
                rect = QRect(0, style.ROW * (number + 1), self.viewport().width(), style.ROW)
                painter.fillRect(rect, look.surface)
                self._draw_row(painter, rect, self.shown.rows[place])
            if sticky:
                painter.fillRect(QRect(0, style.ROW * (len(sticky) + 1) - 1, self.viewport().width(), 1), look.border)
        self._draw_titles(painter)
        if self.hasFocus() and self._shows_focus:
            painter.setPen(QPen(look.gold, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(QRectF(self.viewport().rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _draw_titles(self, painter: QPainter) -> None:
        look = palette.current()
        painter.fillRect(QRect(0, 0, self.viewport().width(), style.ROW), look.surface)
        painter.fillRect(QRect(0, style.ROW - 1, self.viewport().width(), 1), look.line)
        painter.setPen(look.secondary)
        painter.setFont(self._font)
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRect(FIRST, 0, 200, style.ROW), middle, tr("Move"))
        for column, left, width in self._columns:
            side = Qt.AlignmentFlag.AlignRight if column.is_right else Qt.AlignmentFlag.AlignLeft
            inner = QRect(left, 0, width - 8, style.ROW)
            painter.drawText(inner, middle | side, title_of(column))

    def _draw_row(self, painter: QPainter, rect: QRect, row: OutlineRow) -> None:
        look, tree = palette.current(), self.shown.tree
        assert tree is not None
        is_chosen = row.is_node and row.node == self.shown.selected
        if row.kind is RowKind.RUN and row.row is not None and self.shown.selected in row.row.nodes:
            is_chosen = True
        if is_chosen:
            painter.fillRect(rect, look.chosen)
            painter.fillRect(QRect(rect.left(), rect.top(), 2, rect.height()), look.gold)
        elif self.shown.place_of(row.node) == self._hovered and row.is_node and self._hovered >= 0:
            painter.fillRect(rect, look.raised)
        painter.setOpacity(1.0 if self.shown.is_reached(row.node) else 0.4)
        left = FIRST + INDENT * min(row.level, MOST_INDENT)
        if row.kind is RowKind.GHOSTS and row.move < 0:
            draw_hatch(painter, QRect(left - 6, rect.top(), rect.right() - left + 6, rect.height()))
        if self.shown.can_open(row):
            trimmed = row.is_node and self.shown.is_trimmed(row.node)
            self._draw_arrow(painter, left - ARROW, rect, is_open=self.shown.is_open(row), trimmed=trimmed, row=row)
        self._draw_move(painter, QRect(left, rect.top(), self._move_right - left, rect.height()), row)
        middle = Qt.AlignmentFlag.AlignVCenter
        for column, start, width in self._columns:
            text = self.cells.cell(row, column.name)
            if not text:
                continue
            inner = QRect(start, rect.top(), width - 8, rect.height())
            quiet = not row.is_node or column.name == "share"
            painter.setPen(look.secondary if quiet else look.text)
            painter.setFont(self._bold if column.name == "value" and row.is_node else self._font)
            if column.name == "why":
                draw_node(painter, QPointF(start + 7, rect.center().y() + 0.5), 4.5, tree, row.node, self.shown.view)
                painter.setPen(look.text)
                inner.setLeft(start + 18)
            side = Qt.AlignmentFlag.AlignRight if column.is_right else Qt.AlignmentFlag.AlignLeft
            painter.drawText(inner, middle | side, text)
        painter.setOpacity(1.0)

    def _draw_move(self, painter: QPainter, rect: QRect, row: OutlineRow) -> None:
        look, tree = palette.current(), self.shown.tree
        assert tree is not None
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        best = row.is_node and row.level > 0 and row.node in tree.pv
        font = self._bold if best else self._font
        painter.setFont(font)
        painter.setPen(look.text if row.is_node or row.kind is RowKind.GHOSTS else look.secondary)
        if row.kind is RowKind.GHOSTS and row.move >= 0:
            painter.setPen(look.secondary)
        text = self.cells.move_cell(row)
        if row.kind is RowKind.RUN:
            text = f"⋯  {text}"
        if not row.is_node:
            # Nothing is shown in the next columns up to the number of nodes.
            wide = [left for column, left, _ in self._columns if column.name == "nodes"]
            rect = QRect(rect.left(), rect.top(), (wide[0] if wide else rect.right()) - rect.left(), rect.height())
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, rect.width() - 8))
        painter.drawText(rect, middle, shown)
        left = rect.left() + metrics.horizontalAdvance(shown) + 10
        tags = self.cells.tags(row)
        if row.kind is RowKind.GHOSTS and row.move < 0 and (names := self.cells.ghost_names(tree, row.node)):
            tags = [(names, look.secondary)]
        painter.setFont(self._font)
        metrics = QFontMetrics(self._font)
        for words, color in tags:
            room = rect.right() - left
            if room < 24:
                break
            painter.setPen(color)
            cut = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            painter.drawText(QRect(left, rect.top(), room, rect.height()), middle, cut)
            left += metrics.horizontalAdvance(cut) + 10

    def _draw_arrow(
        self, painter: QPainter, left: int, rect: QRect, *, is_open: bool, trimmed: bool, row: OutlineRow
    ) -> None:
        if not row.is_node:
            return
        look, center = palette.current(), QPointF(left + 6, rect.center().y() + 0.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(look.secondary, 1.5, c=Qt.PenCapStyle.RoundCap, j=Qt.PenJoinStyle.RoundJoin))
        if trimmed:
            painter.drawPolygon(QPolygonF([center + QPointF(*each) for each in ((-2, -4.5), (3, 0), (-2, 4.5))]))
            return
        corners = ((-4, -2), (0, 2), (4, -2)) if is_open else ((-2, -4), (2, 0), (-2, 4))
        painter.drawPolyline(QPolygonF([center + QPointF(*each) for each in corners]))

    # --- mouse --------------------------------------------------------------------------------------------------------

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the node under the pointer, or open the row if its arrow, a run or a ghost row is clicked.

        The middle button pins the node.
        """
        place = self.place_at(event.position().toPoint())
        row = self.shown.row_at(place)
        if row is not None and row.is_node and event.button() == Qt.MouseButton.MiddleButton:
            self.shown.toggle_pin(row.node)
            return
        if row is None or event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        left = FIRST + INDENT * min(row.level, MOST_INDENT)
        on_arrow = left - ARROW - 4 <= event.position().x() < left
        if not row.is_node or (on_arrow and self.shown.can_open(row)):
            self.shown.toggle(place)
        else:
            self.shown.choose(row.node)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open or close the node under the pointer."""
        place = self.place_at(event.position().toPoint())
        row = self.shown.row_at(place)
        left = FIRST + INDENT * min(row.level, MOST_INDENT) if row is not None else 0
        if row is not None and row.is_node and event.position().x() >= left and self.shown.can_open(row):
            self.shown.toggle(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the row under the pointer."""
        place = self.place_at(event.position().toPoint())
        if place != self._hovered:
            self._hovered = place
            row = self.shown.row_at(place)
            self.hovered.emit(row.node if row is not None and row.is_node else -1)
            if row is not None and row.is_node and self.shown.tree is not None:
                self.viewport().setToolTip(foreign.tool_tip(texts.reason_tip(self.shown.tree, row.node)))
            else:
                self.viewport().setToolTip("")
            self.viewport().update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw a frame if the focus came from the keyboard."""
        self._shows_focus = event.reason() in (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
        self.viewport().update()
        super().focusInEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the mark of the row under the pointer."""
        self._hovered = -1
        self.hovered.emit(-1)
        self.viewport().update()
        super().leaveEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the rows. A wheel with Ctrl is for zooming other views."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        super().wheelEvent(event)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Draw all rows again, because some remain in sight."""
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the columns to the new width."""
        super().resizeEvent(event)
        self._lay_out()
        self._relay()

    def sizeHint(self) -> QSize:
        """Return a size for all columns and some rows."""
        return QSize(900, 13 * style.ROW)

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Nodes of the tree"))
        self._lay_out()
        self._describe()
        self.viewport().update()

    def restyle(self) -> None:
        """Draw the rows in the colours of the theme in use."""
        self.viewport().update()
