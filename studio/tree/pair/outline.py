"""The outlines of two trees side by side, with aligned rows and one selection."""

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from engine.core.language import ngettext, tr
from engine.searchtree.difference import Class
from engine.searchtree.model import SearchTree
from engine.searchtree.reasons import REASONS
from studio.analysis import figures
from studio.look import palette, style
from studio.tree.pair.pairs import ONLY_SECOND, SIGNS, PairRow, Pairs
from studio.tree.views import texts
from studio.tree.views.fates import draw_hatch, draw_node
from studio.tree.views.outline import ARROW, INDENT, MOST_INDENT
from studio.tree.views.texts import View
from studio.widgets.retranslated import Retranslated

GUTTER, PAD = 36, 28
"""Width of the column with the signs, and left edge of the text of the root, in px."""
COLUMNS = (("value", 64, True), ("why", 92, False), ("moves", 84, True), ("nodes", 76, True))
DROPPED = {"moves": 1100, "why": 860, "nodes": 620}
"""Widths in px below which columns are hidden."""


class PairOutline(Retranslated, QAbstractScrollArea):
    """Aligned rows of two trees.

    Attributes:
        pairs: the trees, or None.
        selected: the selected pair.
        rows: the rows.
    """

    chosen = Signal(int, int)
    """Emitted with the nodes of the selected pair, -1 for a tree that has none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.pairs: Pairs | None = None
        self.view = View.FIRST
        self.selected = (0, 0)
        self.rows: list[PairRow] = []
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.verticalScrollBar().setSingleStep(style.ROW)
        self.setMinimumHeight(3 * style.ROW)
        self._font, self._bold = style.font(tabular=True), style.font(bold=True, tabular=True)
        self.follow_changes()

    def show_pairs(self, pairs: Pairs | None) -> None:
        """Show two trees with the roots selected."""
        self.pairs, self.selected = pairs, (0, 0)
        self.list_rows()

    def list_rows(self) -> None:
        """Compute the rows again."""
        self.rows = self.pairs.rows() if self.pairs is not None else []
        room = self.viewport().height() - style.ROW
        self.verticalScrollBar().setRange(0, max(0, len(self.rows) * style.ROW - room))
        self.verticalScrollBar().setPageStep(max(style.ROW, room))
        self.viewport().update()

    def choose(self, pair: tuple[int, int], *, reveals: bool = True) -> None:
        """Select a pair, and open the pairs above it."""
        if self.pairs is None:
            return
        if reveals and not any(pair in row.pairs and not row.is_run for row in self.rows):
            self.pairs.filters = ()
            self.pairs.reveal(pair)
            self.list_rows()
        self.selected = pair
        place = self.place_of(pair)
        if place >= 0:
            bar, room = self.verticalScrollBar(), self.viewport().height() - 2 * style.ROW
            if place * style.ROW < bar.value():
                bar.setValue(place * style.ROW)
            elif (place + 1) * style.ROW > bar.value() + room:
                bar.setValue((place + 1) * style.ROW - room)
            self.setAccessibleDescription(self.row_text(place))
        self.viewport().update()
        self.chosen.emit(*pair)

    def place_of(self, pair: tuple[int, int]) -> int:
        """Return the row of a pair, or -1."""
        return next((place for place, row in enumerate(self.rows) if pair in row.pairs), -1)

    def step(self, by: int) -> None:
        """Select the pair of another row."""
        place = self.place_of(self.selected) + by
        if 0 <= place < len(self.rows):
            self.choose(self.rows[place].pairs[0], reveals=False)

    def toggle_selected(self, opened: bool) -> None:
        """Open or close the selected pair."""
        place = self.place_of(self.selected)
        if self.pairs is None or place < 0:
            return
        row = self.rows[place]
        if row.is_run or (self.selected in self.pairs.open) != opened:
            self.pairs.toggle(row)
            self.list_rows()

    def row_text(self, place: int) -> str:
        """Return a row as text, with tabs between the columns."""
        row, pairs = self.rows[place], self.pairs
        assert pairs is not None
        cells = ["    " * row.level]
        for side in (0, 1):
            if side:
                cells.append(SIGNS[row.kind])
            cells.append(self._move(row, side))
            cells += [self._cell(row, side, name) for name, _, _ in COLUMNS]
        return "\t".join(cells)

    # --- texts --------------------------------------------------------------------------------------------------------

    def _tree(self, side: int) -> SearchTree:
        assert self.pairs is not None
        return self.pairs.second if side else self.pairs.first

    def _move(self, row: PairRow, side: int) -> str:
        tree, nodes = self._tree(side), [pair[side] for pair in row.pairs if pair[side] >= 0]
        if not nodes:
            assert self.pairs is not None
            count = self.pairs.never_looked_at(row)
            if count is None:
                return ""
            if count == 0:
                return tr("looked at in another visit")
            return ngettext("{count} move not looked at", "{count} moves not looked at", count)
        if not row.is_run:
            return texts.move_text(tree, nodes[0])
        if row.kind in (Class.ONLY, ONLY_SECOND):  # which may have different fates
            return ngettext("{count} move", "{count} moves", len(nodes), count=figures.grouped(len(nodes)))
        return texts.run_text(tree, nodes, self.view)

    def _cell(self, row: PairRow, side: int, name: str) -> str:
        tree, nodes = self._tree(side), [pair[side] for pair in row.pairs if pair[side] >= 0]
        if not nodes:
            return ""
        if name == "nodes":
            return figures.grouped(sum(tree.number("subtree", node) for node in nodes))
        if row.is_run:
            return ""
        match name:
            case "value":
                return texts.value_text(tree, nodes[0], self.view)
            case "why":
                return texts.reason_text(tree, nodes[0])
            case _:
                return texts.replies_text(tree.visit(nodes[0]))

    # --- painting -----------------------------------------------------------------------------------------------------

    def _halves(self) -> tuple[QRect, QRect]:
        width = (self.viewport().width() - GUTTER) // 2
        return QRect(0, 0, width, 0), QRect(width + GUTTER, 0, width, 0)

    def _columns(self, half: QRect) -> list[tuple[str, QRect, bool]]:
        """Return the name, the place and the alignment of each column in a half."""
        metrics = QFontMetrics(self._font)
        right, found = half.right() - 8, []
        for name, least, is_right in reversed(COLUMNS):
            if self.viewport().width() < DROPPED.get(name, 0):
                continue
            width = least
            if name == "why":
                width = max(width, max(metrics.horizontalAdvance(tr(each)) for each in REASONS.values()) + 28)
            elif name == "nodes":
                width = max(width, metrics.horizontalAdvance("8 888 888") + 12)
            elif name == "value":
                width = max(width, metrics.horizontalAdvance("≤ −88,88") + 12)
            found.append((name, QRect(right - width, 0, width - 8, 0), is_right))
            right -= width
        return found[::-1]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the titles and the rows in sight."""
        painter = QPainter(self.viewport())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = palette.current()
        painter.fillRect(self.viewport().rect(), look.surface)
        halves = self._halves()
        gutter = QRect(halves[0].right() + 1, 0, GUTTER, self.viewport().height())
        painter.fillRect(gutter, look.ground)
        value = self.verticalScrollBar().value()
        first = value // style.ROW
        last = min(len(self.rows), first + self.viewport().height() // style.ROW + 1)
        for place in range(first, last):
            top = style.ROW + place * style.ROW - value
            self._draw_row(painter, top, self.rows[place], halves)
        painter.fillRect(QRect(0, 0, self.viewport().width(), style.ROW), look.surface)
        painter.fillRect(QRect(gutter.left(), 0, GUTTER, style.ROW), look.ground)
        painter.fillRect(QRect(0, style.ROW - 1, self.viewport().width(), 1), look.line)
        painter.setFont(self._font)
        painter.setPen(look.secondary)
        names = {"value": tr("Value"), "why": tr("Why"), "moves": tr("Moves tried"), "nodes": tr("Nodes")}
        for half in halves:
            painter.drawText(QRect(half.left() + PAD, 0, 200, style.ROW), Qt.AlignmentFlag.AlignVCenter, tr("Move"))
            for name, place_of_column, is_right in self._columns(half):
                side = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
                rect = QRect(place_of_column.left(), 0, place_of_column.width(), style.ROW)
                painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | side, names[name])

    def _draw_row(self, painter: QPainter, top: int, row: PairRow, halves: tuple[QRect, QRect]) -> None:
        look = palette.current()
        if self.selected in row.pairs:
            painter.fillRect(QRect(0, top, self.viewport().width(), style.ROW), look.chosen)
            painter.fillRect(QRect(0, top, 2, style.ROW), look.gold)
        for side, half in enumerate(halves):
            self._draw_side(painter, QRect(half.left(), top, half.width(), style.ROW), row, side)
        colors: dict[int, QColor] = {Class.SAME: look.good, Class.OTHER_VALUE: look.accent, Class.ONLY: look.mistake}
        painter.setFont(self._bold)
        painter.setPen(colors.get(row.kind, look.mistake if row.kind == ONLY_SECOND else look.secondary))
        at = QRect(halves[0].right() + 1, top, GUTTER, style.ROW)
        painter.drawText(at, Qt.AlignmentFlag.AlignCenter, SIGNS[row.kind])

    def _draw_side(self, painter: QPainter, rect: QRect, row: PairRow, side: int) -> None:
        look, pairs = palette.current(), self.pairs
        assert pairs is not None
        tree, node = self._tree(side), row.pairs[0][side]
        left = rect.left() + PAD + INDENT * min(row.level, MOST_INDENT)
        if node < 0:
            draw_hatch(painter, QRect(left, rect.top(), rect.right() - left, rect.height()))
        elif not row.is_run and pairs.can_open(row.pairs[0]):
            center = QPointF(left - ARROW + 6, rect.center().y() + 0.5)
            corners = ((-4, -2), (0, 2), (4, -2)) if row.pairs[0] in pairs.open else ((-2, -4), (2, 0), (-2, 4))
            painter.setPen(QPen(look.secondary, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF([center + QPointF(*each) for each in corners]))
        columns = self._columns(rect)
        end = columns[0][1].left() if not row.is_run and node >= 0 else columns[-1][1].left()
        best = node >= 0 and not row.is_run and row.level > 0 and node in tree.pv
        painter.setFont(self._bold if best else self._font)
        painter.setPen(look.secondary if row.is_run else look.text)
        text = self._move(row, side)
        if row.is_run and node >= 0:
            text = f"⋯  {text}"
        if best:
            text = f"{text}  ★"
        metrics = QFontMetrics(painter.font())
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(0, end - left - 6))
        painter.drawText(
            QRect(left, rect.top(), max(0, end - left), rect.height()), Qt.AlignmentFlag.AlignVCenter, shown
        )
        for name, place, is_right in columns:
            words = self._cell(row, side, name)
            if not words:
                continue
            inner = QRect(place.left(), rect.top(), place.width(), rect.height())
            painter.setFont(self._bold if name == "value" else self._font)
            painter.setPen(look.secondary if row.is_run else look.text)
            if name == "why":
                draw_node(painter, QPointF(inner.left() + 6, inner.center().y() + 0.5), 4.5, tree, node, self.view)
                painter.setPen(look.text)
                inner.setLeft(inner.left() + 17)
            alignment = Qt.AlignmentFlag.AlignRight if is_right else Qt.AlignmentFlag.AlignLeft
            painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | alignment, words)

    # --- mouse --------------------------------------------------------------------------------------------------------

    def place_at(self, point: QPoint) -> int:
        """Return the row at a point of the viewport, or -1."""
        place = (point.y() - style.ROW + self.verticalScrollBar().value()) // style.ROW
        return place if point.y() >= style.ROW and 0 <= place < len(self.rows) else -1

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select the pair under the pointer, or open it if an arrow or a run is clicked."""
        place, pairs = self.place_at(event.position().toPoint()), self.pairs
        if place < 0 or pairs is None:
            return
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        row = self.rows[place]
        indent = PAD + INDENT * min(row.level, MOST_INDENT)
        lefts = [half.left() + indent for half in self._halves()]
        x = event.position().x()
        if row.is_run or (pairs.can_open(row.pairs[0]) and any(left - ARROW - 4 <= x < left for left in lefts)):
            pairs.toggle(row)
            self.list_rows()
        else:
            self.choose(row.pairs[0], reveals=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the scroll bar to the new height."""
        super().resizeEvent(event)
        self.list_rows()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Draw the rows in sight."""
        self.viewport().update()

    def sizeHint(self) -> QSize:
        """Return a size for some rows."""
        return QSize(1000, 13 * style.ROW)

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Nodes of both trees"))
        self.viewport().update()

    def restyle(self) -> None:
        """Draw the rows in the colours of the theme in use."""
        self.viewport().update()
