"""The view of the move list as a table. After a change, only the visible rows that differ are painted."""

from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableView,
    QToolTip,
    QWidget,
)

from studio.document.labels import COMMENT_MARK, MoveLabel, glyph_color, glyphs
from studio.document.line_layout import BAR, INDENT, MOST_LEVELS, Lines, Word, lay_out
from studio.document.move_list import FIRST, FIRST_SCORE, NUMBER, SECOND, SECOND_SCORE, MoveTableModel
from studio.document.rows import MoveRow, MoveRowKind, prefix
from studio.look import palette, style

Index = QModelIndex | QPersistentModelIndex

HEAD = 24
"""Height of the header in px."""
TEXT = 12
"""Font size of variations and comments in px."""
MOST_LINES = 2
"""Maximum number of lines of a comment, and of a variation that does not contain the cursor."""
PAD, RIGHT = 6, 4
"""Space before a move, and space after a value, in px."""
SCROLL_BAR = 10
MOST_LAYOUTS = 10_000
"""Number of cached row layouts above which the cache is cleared when rows are added."""
MOST_DRAWN = 256
"""Number of rows whose pictures are kept, more than are visible at once."""
COMMENTED = QSize(420, 400)
"""Minimum size of the list in px at which comments are shown in rows."""


class Fonts:
    """The fonts of the list, with a cache of the widths of texts."""

    def __init__(self) -> None:
        self.move, self.small = style.font(tabular=True), style.font(style.CAPTION, tabular=True)
        self.line = style.font(TEXT, tabular=True)
        self._metrics = {id(font): QFontMetricsF(font) for font in (self.move, self.small, self.line)}
        self._widths: dict[tuple[int, str], float] = {}

    def width(self, font: QFont, text: str) -> float:
        """Return the width of a text in one of the fonts, in px."""
        key = id(font), text
        found = self._widths.get(key)
        if found is None:
            if len(self._widths) > 20_000:
                self._widths.clear()
            found = self._widths[key] = self._metrics[id(font)].horizontalAdvance(text)
        return found


class MoveTable(QTableView):
    """The table of moves. Key events are ignored, so that the window handles them and moves the cursor.

    The columns depend on the width of the list. In a narrow list, the values are hidden. If two columns of moves do not
    fit, each move of the main line has its own row.

    Args:
        model: the model of the list.
        parent: parent widget.
    """

    chosen = Signal(int)
    """Emitted with the node number of a clicked move."""
    hovered = Signal(int)
    """Emitted with the node number of the move under the mouse, or −1 if there is none."""

    def __init__(self, model: MoveTableModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._moves = model
        self._cursor = self._hovered = -1
        self._shape: tuple[object, ...] = ()
        self._is_fitting = False
        self._inserted: list[tuple[int, int]] = []
        self._lines: dict[tuple[MoveRow, bool], Lines] = {}
        # What ``drawn`` returned for a row, with everything else that it depends on.
        self._drawn: dict[MoveRow, tuple[tuple[object, ...], QPixmap]] = {}
        self.fonts = Fonts()
        style.dress_table(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(style.ROW)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setWordWrap(False)
        self.viewport().setMouseTracking(True)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(0)
        # After a change of the style, Qt gives sections of width 0 the default size.
        header.setDefaultSectionSize(0)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionsClickable(False)
        header.setFixedHeight(HEAD)
        self.setModel(model)
        model.rowsInserted.connect(self._rows_inserted)
        model.rows_changed.connect(self._rows_changed)
        model.modelReset.connect(self._rows_replaced)
        model.values_changed.connect(self.fit)
        self.restyle()

    # --- the cursor ---------------------------------------------------------------------------------------------------

    @property
    def cursor_node(self) -> int:
        """The number of the marked node, or −1 before the first ``set_cursor``."""
        return self._cursor

    def set_cursor(self, node: int) -> None:
        """Mark a node and scroll to it. Only the rows of the previous node and of the new node are painted again."""
        before, self._cursor = self._cursor, node
        if before != node:
            for each in (before, node):
                index = self._moves.index_of(each)
                if index.isValid():
                    self._size_row(index.row())
                    self.update_row(index.row())
        self.show_cursor()

    def show_cursor(self) -> None:
        """Scroll to the marked move, or to the top if the cursor is at the root."""
        index = self._moves.index_of(self._cursor)
        bar = self.verticalScrollBar()
        if not index.isValid():
            bar.setValue(0)
            return
        top, height = self.rowViewportPosition(index.row()), self.rowHeight(index.row())
        row = self._moves.row(index.row())
        if row.kind is MoveRowKind.VARIATION:
            box = self.lines(row).box_of(self._cursor)
            if box is not None:
                top, height = top + round(box.top()) - 4, round(box.height()) + 8
        room = self.viewport().height()
        # The row before and the row after the cursor are visible, too.
        above = style.ROW if index.row() > 0 else 0
        below = style.ROW if index.row() < self._moves.rowCount() - 1 else 0
        if top < above:
            bar.setValue(bar.value() + top - above)
        elif top + height + below > room:
            bar.setValue(bar.value() + min(top, top + height + below - room))
            first = self.rowAt(0)
            cut = self.rowViewportPosition(first)
            if cut < 0 and top + cut >= 0:
                # The first row is visible as a whole, or not at all.
                bar.setValue(bar.value() + cut + self.rowHeight(first))

    def update_row(self, row: int) -> None:
        """Paint a row again."""
        self.viewport().update(QRect(0, self.rowViewportPosition(row), self.viewport().width(), self.rowHeight(row)))

    # --- the layout ---------------------------------------------------------------------------------------------------

    def restyle(self) -> None:
        """Use the fonts and the colours of the theme in use."""
        self.fonts = Fonts()
        self.horizontalHeader().setFont(self.fonts.small)
        self._shape = ()
        self.fit()
        self.viewport().update()

    def fit(self) -> None:
        """Choose the widths of the columns for the width of the list, and the height of each row.

        Do nothing if this is called by a change of the rows that it makes itself. The labels of a part of the rows can
        need another arrangement than those of all rows, which would alternate without end.
        """
        if self._is_fitting:
            return
        self._is_fitting = True
        try:
            self._fit()
        finally:
            self._is_fitting = False

    def _fit(self) -> None:
        width = self.width() - SCROLL_BAR
        fonts, model = self.fonts, self._moves
        move = max((fonts.width(fonts.move, model.label(node).marked) for node in model.sample()), default=0) + PAD + 8
        texts = model.values.texts()
        longest = sorted(texts, key=len, reverse=True)[:8]
        value = min(90, max((fonts.width(fonts.small, text) for text in longest), default=-10) + 10)
        rows = model.rowCount()
        last = f"{model.row(rows - 1).number if rows else 1}{'…' if model.is_single else '.'}"
        number = max(36, fonts.width(fonts.move, last) + PAD + 6)
        value = max(0, value)
        has_values = number + 2 * (move + value) <= width
        single = number + 2 * move > width
        if single:
            has_values = number + move + value <= width
        model.set_shape(
            single=single, comments=self.width() >= COMMENTED.width() and self.height() >= COMMENTED.height()
        )
        score = round(value) if has_values else 0
        rest = max(0, width - round(number))
        one = rest if single else rest // 2
        widths = {NUMBER: round(number), FIRST: one - score, FIRST_SCORE: score,
                  SECOND: 0 if single else rest - one - score, SECOND_SCORE: 0 if single else score}  # fmt: skip
        for column, size in widths.items():
            if self.columnWidth(column) != size:
                self.setColumnWidth(column, size)
        shape = (width, *widths.values(), single)
        if shape != self._shape:
            self._shape = shape
            self._lines.clear()
            self._drawn.clear()
            self._size_rows()

    def lines(self, row: MoveRow) -> Lines:
        """Return the layout of the row of a variation or a comment. The variation at the cursor is shown in full."""
        whole = row.kind is MoveRowKind.VARIATION and any(node == self._cursor for node, _ in row.line)
        key = row, whole
        found = self._lines.get(key)
        if found is None:
            font = self.fonts.line
            left = self.left_of(row.depth) + (BAR if row.depth else 0)
            right = self.width() - SCROLL_BAR - RIGHT
            found = self._lines[key] = lay_out(
                self._words(row), lambda text: self.fonts.width(font, text), left, right, None if whole else MOST_LINES
            )
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows of the region. A row that has not changed is a picture that is kept.

        An inserted row makes Qt paint the whole view, which can have hundreds of words.
        """
        painter, region = QPainter(self.viewport()), event.region()
        area, width = region.boundingRect(), self.viewport().width()
        first, last = self.rowAt(area.top()), self.rowAt(area.bottom())
        if first >= 0:
            for row in range(first, (last if last >= 0 else self._moves.rowCount() - 1) + 1):
                top = self.rowViewportPosition(row)
                if region.intersects(QRect(0, top, width, self.rowHeight(row))):
                    painter.drawPixmap(0, top, self.drawn(self._moves.row(row)))

    def drawn(self, row: MoveRow) -> QPixmap:
        """Return the picture of a row, which is drawn when something in it changes."""
        scale, width, is_pair = self.devicePixelRatioF(), self.viewport().width(), row.kind is MoveRowKind.MOVES
        content = tuple(map(self._content, row.nodes)) if is_pair else self.lines(row)
        nodes = row.nodes if is_pair else (node for node, _ in row.line)
        key = content, self._cursor if self._cursor in nodes else -1, scale, width
        found = self._drawn.get(row)
        if found is not None and found[0] == key:
            return found[1]
        if len(self._drawn) >= MOST_DRAWN:
            self._drawn.clear()
        height = style.ROW if is_pair else self.lines(row).height
        picture = QPixmap(QSize(width, height) * scale)
        picture.setDevicePixelRatio(scale)
        # Opaque, so that text is as sharp as on the viewport.
        picture.fill(self.viewport().palette().color(QPalette.ColorRole.Base))
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if is_pair:
            self._draw_pair(painter, row)
        else:
            self._draw_words(painter, row)
        painter.end()
        self._drawn[row] = key, picture
        return picture

    def _content(self, node: int | None) -> tuple[MoveLabel, str] | None:
        """Return what the row of a pair shows of a node."""
        return None if node is None else (self._moves.label(node), self._moves.values.text(node))

    def _draw_pair(self, painter: QPainter, row: MoveRow) -> None:
        """Draw the number, the moves and the values of a row. The move at the cursor has a background."""
        painter.setFont(self.fonts.move)
        painter.setPen(palette.current().secondary)
        x = self.columnWidth(NUMBER)
        painter.drawText(QRectF(0, 0, x - PAD, style.ROW), _RIGHT, self._moves.number(row))
        nodes = [node for node in row.nodes if node is not None] if self._moves.is_single else row.nodes
        for node, (move, value) in zip(nodes, ((FIRST, FIRST_SCORE), (SECOND, SECOND_SCORE)), strict=False):
            area = QRectF(x, 0, self.columnWidth(move), style.ROW)
            score = QRectF(area.right(), 0, self.columnWidth(value), style.ROW)
            x += self.columnWidth(move) + self.columnWidth(value)
            if node is None:
                continue
            if node == self._cursor:
                marked = area if score.isEmpty() else area.united(score)
                _mark(painter, marked.adjusted(0, 2, 0, -2))
            if not area.isEmpty():
                painter.setClipRect(area)
                self._draw_move(painter, self._moves.label(node), area)
            if not score.isEmpty():
                painter.setClipRect(score)
                painter.setFont(self.fonts.small)
                painter.setPen(palette.current().secondary)
                painter.drawText(score.adjusted(0, 0, -RIGHT, 0), _RIGHT, self._moves.values.text(node))
            painter.setClipping(False)

    def _draw_move(self, painter: QPainter, label: MoveLabel, area: QRectF) -> None:
        """Draw a move with its arithmetic, its glyphs and the mark of its comment, as far as they fit."""
        look, fonts = palette.current(), self.fonts
        color = glyph_color(label.nags) or look.text
        x, right = area.left() + PAD, area.right() - 2
        mark = fonts.width(fonts.small, COMMENT_MARK) + 4 if label.has_comment else 0
        arithmetic = fonts.width(fonts.small, label.arithmetic) + 5 if label.arithmetic else 0
        shown_glyphs = glyphs(label.nags)
        sign = fonts.width(fonts.move, shown_glyphs) + 5 if shown_glyphs else 0
        width = fonts.width(fonts.move, label.move)
        if x + width + arithmetic + sign + mark > right:
            arithmetic = 0
        if x + width + sign + mark > right:
            mark = 0
        x = _write(painter, fonts.move, color, x, area, label.move, min(width, right - x - sign))
        if arithmetic:
            x = _write(painter, fonts.small, look.text, x + 5, area, label.arithmetic, arithmetic)
            x -= 5
        if sign:
            x = _write(painter, fonts.move, color, x + 5, area, shown_glyphs, sign) - 5
        if mark:
            _write(painter, fonts.small, look.secondary, x + 4, area, COMMENT_MARK, mark)

    def _draw_words(self, painter: QPainter, row: MoveRow) -> None:
        """Draw the row of a variation or a comment."""
        lines = self.lines(row)
        for depth in range(1, min(row.depth, MOST_LEVELS) + 1):
            painter.fillRect(QRectF(self.left_of(depth), 2, 2, lines.height - 4), palette.current().border)
        painter.setFont(self.fonts.line)
        for each in lines.words:
            node, color = each.word.node, palette.current().secondary
            if node is not None:
                if node == self._cursor:
                    _mark(painter, each.box.adjusted(-3, 0, 3, 0))
                    color = palette.current().text
                color = glyph_color(self._moves.label(node).nags) or color
            painter.setPen(color)
            painter.drawText(each.box.adjusted(0, 0, 2, 0), _LEFT, each.word.text)

    def left_of(self, depth: int) -> int:
        """Return the left edge in px of the bar of a nesting depth. For depth 0, return the left edge of the text."""
        return self.columnWidth(NUMBER) + PAD + INDENT * (max(1, min(depth, MOST_LEVELS)) - 1)

    def _words(self, row: MoveRow) -> Iterator[Word]:
        if row.kind is not MoveRowKind.VARIATION:
            yield from map(Word, self._moves.comment_text(row).split())
            return
        for place, (node, count) in enumerate(row.line):
            number = prefix(count, begins=place == 0)
            if number:
                yield Word(number, joins=True)
            yield Word(self._moves.label(node).short, node)

    def _size_rows(self) -> None:
        for row, each in enumerate(self._moves.rows()):
            if each.kind is not MoveRowKind.MOVES or self.rowHeight(row) != style.ROW:
                self._size_row(row)

    def _size_row(self, row: int) -> None:
        each = self._moves.row(row)
        height = style.ROW if each.kind is MoveRowKind.MOVES else self.lines(each).height
        if self.rowHeight(row) != height:
            self.setRowHeight(row, height)

    def _rows_replaced(self) -> None:
        self._shape = ()
        self.fit()

    def _rows_inserted(self, _: QModelIndex, first: int, last: int) -> None:
        self._inserted.append((first, last))

    def _rows_changed(self) -> None:
        if len(self._lines) > MOST_LAYOUTS:
            self._lines.clear()
            self._drawn.clear()
        before, inserted = self._shape, self._inserted[:]
        self._inserted.clear()
        self.fit()
        if self._shape == before:
            for row in (row for first, last in inserted for row in range(first, last + 1)):
                self._size_row(row)

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Paint only the changed rows again. The default implementation would paint the whole view."""
        for row in range(first.row(), last.row() + 1):
            each = self._moves.row(row)
            if each.kind is not MoveRowKind.MOVES:
                self._lines.pop((each, False), None)
                self._lines.pop((each, True), None)
            self._size_row(row)
            self.update_row(row)

    # --- the mouse ----------------------------------------------------------------------------------------------------

    def node_at(self, place: QPoint) -> int | None:
        """Return the node number of the move at a point of the viewport, or None if there is none."""
        row = self.rowAt(place.y())
        if row < 0:
            return None
        each = self._moves.row(row)
        if each.kind is not MoveRowKind.VARIATION:
            return self._moves.node(self.indexAt(place))
        lines = self.lines(each)
        y = place.y() - self.rowViewportPosition(row)
        found = lines.at(place.x(), y)
        if found is not None:
            return found.word.node
        if lines.is_cut and place.x() >= lines.words[-1].box.left() and lines.words[-1].box.top() <= y:
            # The ellipsis stands for the first move that is left out.
            return each.line[sum(word.word.node is not None for word in lines.words)][0]
        return each.line[0][0]

    def box_of(self, node: int) -> QRect:
        """Return the rectangle of a move in the viewport, or an empty rectangle if the list does not show it."""
        index = self._moves.index_of(node)
        if not index.isValid():
            return QRect()
        row = self._moves.row(index.row())
        if row.kind is MoveRowKind.MOVES:
            return self.visualRect(index)
        box = self.lines(row).box_of(node)
        return QRect() if box is None else box.toRect().translated(0, self.rowViewportPosition(index.row()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Emit ``chosen`` for the move under the mouse if the left button is pressed."""
        node = self.node_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and node is not None:
            self.chosen.emit(node)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Report the move under the mouse. The default implementation would select cells in a drag."""
        node = self.node_at(event.position().toPoint())
        self._hover(-1 if node is None else node)

    def leaveEvent(self, event: QEvent) -> None:
        """Report that no move is hovered."""
        self._hover(-1)
        super().leaveEvent(event)

    def clear_hovered(self) -> None:
        """Forget the move under the mouse, so that the next mouse move reports it again."""
        self._hover(-1)

    def _hover(self, node: int) -> None:
        """Emit ``hovered`` if the move under the mouse has changed."""
        if node != self._hovered:
            self._hovered = node
            self.hovered.emit(node)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tooltip of the move under the mouse."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            node = self.node_at(event.pos())
            if node is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), self._moves.tool_tip(node), self, self.box_of(node))
            return True
        return super().viewportEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore the key, so that the window handles it."""
        event.ignore()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Choose the columns for the new width."""
        super().resizeEvent(event)
        self.fit()


_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


def _mark(painter: QPainter, area: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(palette.current().chosen)
    painter.drawRoundedRect(area, 4, 4)


def _write(painter: QPainter, font: QFont, color: QColor, x: float, area: QRectF, text: str, width: float) -> float:
    """Draw ``text`` at ``x`` within the height of ``area``, elided to ``width`` px. Return the right edge."""
    painter.setFont(font)
    painter.setPen(color)
    metrics = painter.fontMetrics()
    if metrics.horizontalAdvance(text) > width + 1:
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(width))
    painter.drawText(QRectF(x, area.top(), width + 2, area.height()), _LEFT, text)
    return x + width
