"""The strip above the list of algorithms, with a cell for each score. The cell of the reference has a gold frame."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from engine.core.language import tr
from engine.search.spec import AnySpec
from studio.analysis.choice import spec_title
from studio.analysis.figures import UNKNOWN
from studio.analysis.names import names_of
from studio.look import foreign, palette, style
from studio.widgets.retranslated import Retranslated
from studio.widgets.scroll_area import ScrollArea

HEIGHT = 48
TICK = " ✓"
MOST_LINES = 2
"""Number of lines of cells that are visible without scrolling."""
MOST_NAME = 180
"""Maximum width of a name in pixels."""
LEAST = 30
"""Minimum width of a cell in pixels, which is enough for a score of three characters."""


@dataclass(frozen=True, slots=True)
class CellTexts:
    """Texts of a cell.

    Attributes:
        score: the score, or a dash.
        verdict: the comparison with other algorithms, for the accessible name, or an empty string.
        agrees: whether the comparison found equal scores.
        best: the best move, for the tooltip, or an empty string.
        depth: the completed depth, for the tooltip, or an empty string.
    """

    score: str = UNKNOWN
    verdict: str = ""
    agrees: bool = True
    best: str = ""
    depth: str = ""

    @property
    def mark(self) -> str:
        """The mark after the score: a tick, a cross, or an empty string if there is no comparison."""
        return "" if not self.verdict else TICK if self.agrees else " ✗"


@dataclass(frozen=True, slots=True)
class Density:
    """The sizes with which cells are drawn. ``DENSITIES`` is ordered from wide cells to narrow cells.

    Attributes:
        name: index of the displayed name among the names of the algorithm, where 0 is the longest name.
        padding: space on the left and on the right of a cell in pixels.
        score: font size of the score in all cells except the cell of the reference.
        reference: font size of the score of the reference.
    """

    name: int
    padding: int
    score: int
    reference: int = style.SCORE


DENSITIES = (
    Density(0, 8, style.TITLE),
    Density(1, 8, style.TITLE),
    Density(1, 5, style.TITLE - 1),
    Density(2, 5, style.BODY),
    Density(2, 3, style.BODY),
    Density(2, 3, style.CAPTION, style.TITLE),
    Density(2, 2, style.CAPTION, style.TITLE),
)


class StripCell(QAbstractButton):
    """Cell of one algorithm. A click or Return makes the algorithm the reference."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec: AnySpec | None = None
        self.texts = CellTexts()
        self.is_reference = False
        self.density = DENSITIES[0]
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def shown_name(self, density: Density) -> str:
        """Return the name that is shown with ``density``, elided if it is the long name of an external engine."""
        assert self.spec is not None
        names = names_of(self.spec)
        name = foreign.one_line(names[min(density.name, len(names) - 1)])
        return QFontMetricsF(_name_font()).elidedText(name, Qt.TextElideMode.ElideRight, MOST_NAME)

    def needed_width(self, density: Density) -> int:
        """Return the width in pixels that the cell needs with ``density``."""
        name = QFontMetricsF(_name_font()).horizontalAdvance(self.shown_name(density))
        score = QFontMetricsF(self._score_font(density)).horizontalAdvance(self.texts.score)
        mark = QFontMetricsF(_name_font()).horizontalAdvance(self.texts.mark)
        padding = max(density.padding, 6) if self.is_reference else density.padding
        return max(LEAST, round(max(name, score + mark) + 2 * padding + 0.5))

    def _score_font(self, density: Density) -> QFont:
        return style.font(density.reference if self.is_reference else density.score, bold=True, tabular=True)

    def name_cell(self) -> None:
        """Set the tooltip and the accessible name in the language in use."""
        if self.spec is None:
            return
        title = tr(spec_title(self.spec))
        words = [title, self.texts.score, self.texts.verdict]
        self.setAccessibleName(
            ", ".join(foreign.one_line(word) for word in (*words, tr("reference") if self.is_reference else "") if word)
        )
        facts = [title, " · ".join(word for word in (self.texts.best, self.texts.depth) if word)]
        facts.append(tr("The reference") if self.is_reference else tr("Click to make it the reference"))
        self.setToolTip(foreign.tool_tip("\n".join(each for each in facts if each)))

    def sizeHint(self) -> QSize:
        """Return the size that the cell needs."""
        return QSize(self.needed_width(self.density) if self.spec is not None else LEAST, HEIGHT)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Make the algorithm the reference with Return."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the name, underlined in the algorithm's colour, above the score."""
        if self.spec is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = palette.current()
        area = QRectF(self.rect())
        if self.is_reference or self.hasFocus() or self.underMouse():
            painter.setPen(QPen(look.gold, 2 if self.is_reference else 1) if self.is_reference or self.hasFocus()
                           else Qt.PenStyle.NoPen)  # fmt: skip
            painter.setBrush(look.surface if self.is_reference else look.raised)
            painter.drawRoundedRect(area.adjusted(1, 1, -1, -1), style.RADIUS, style.RADIUS)
        padding = max(self.density.padding, 6) if self.is_reference else self.density.padding
        room = area.width() - 2 * padding
        left = padding
        painter.setFont(_name_font())
        painter.setPen(look.secondary)
        name = self.shown_name(self.density)
        painter.drawText(QRectF(left, 3, room + 1, 16), Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip, name)
        width = painter.fontMetrics().horizontalAdvance(name)
        painter.setPen(QPen(palette.algorithm_color(self.spec.name), 2))
        painter.drawLine(round(left), 20, round(left + width), 20)
        font = self._score_font(self.density)
        painter.setFont(font)
        painter.setPen(look.text)
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextDontClip
        row = QRectF(left, 21, room, 26)
        painter.drawText(row, flags, self.texts.score)
        mark = self.texts.mark
        if mark:
            shift = QFontMetricsF(font).horizontalAdvance(self.texts.score)
            painter.setFont(_name_font())
            painter.setPen(look.good if self.texts.agrees else look.accent)
            painter.drawText(row.adjusted(shift, 1, 0, 1), flags, mark)


class SummaryStrip(Retranslated, ScrollArea):
    """Cells in the order of the algorithms, in one line if they fit.

    If the names do not fit, shorter names are shown. If these do not fit, the cells are in several lines of equal
    numbers of cells. More than ``MOST_LINES`` lines can be scrolled line by line, and the cell of the reference is kept
    visible. A score that changes can add a line, but removes none.
    """

    chosen = Signal(int)
    """Emitted with the index of the algorithm whose cell is clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells: list[StripCell] = []
        self._reference, self._lines = 0, 1
        self.setFixedHeight(HEIGHT)
        self.setFrameShape(ScrollArea.Shape.NoFrame)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._inner = _Frame()
        self.setWidget(self._inner)
        self.follow_changes()

    def set_specs(self, specs: Sequence[AnySpec], reference: int) -> None:
        """Set the algorithms, and the index of the reference."""
        while len(self.cells) > len(specs):
            cell = self.cells.pop()
            cell.hide()
            cell.deleteLater()
        while len(self.cells) < len(specs):
            index, cell = len(self.cells), StripCell(self._inner)
            cell.clicked.connect(lambda _=False, index=index: self.chosen.emit(index))
            cell.show()
            self.cells.append(cell)
        self._reference = reference
        for index, (cell, spec) in enumerate(zip(self.cells, specs, strict=True)):
            cell.spec, cell.is_reference = spec, index == reference
        self._place()

    def show_texts(self, texts: Sequence[CellTexts]) -> None:
        """Set the texts of the cells, in the order of the algorithms."""
        changed = False
        for cell, each in zip(self.cells, texts, strict=True):
            if cell.texts != each:
                changed, cell.texts = True, each
                cell.name_cell()
                cell.update()
        if changed:
            self._place(afresh=False)

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Scores of the algorithms"))
        self._place()

    def _place(self, *, afresh: bool = True) -> None:
        """Choose the density and the number of lines, and place the cells.

        Args:
            afresh: whether fewer lines than before may be used.
        """
        room = self.width() - 2
        self._lines, density, lines = _broken(self.cells, room, 1 if afresh else self._lines)
        for cell in self.cells:
            if cell.density != density:
                cell.density = density
                cell.update()
        top = 0
        for line in lines:
            self._place_line(line, room, top)
            top += HEIGHT
        self._inner.resize(self.width(), max(HEIGHT, top))
        height = HEIGHT * min(MOST_LINES, max(1, len(lines)))
        if self.height() != height:
            self.setFixedHeight(height)
        if self._reference < len(self.cells):
            self.ensureWidgetVisible(self.cells[self._reference], 0, 0)

    def _place_line(self, line: Sequence[StripCell], room: int, top: int) -> None:
        """Place the cells of one line. The remaining space is divided among them."""
        widths = [cell.needed_width(cell.density) for cell in line]
        spare, left, count = max(0, room - sum(widths)), 1, len(line)
        for index, cell in enumerate(line):
            more = spare * (index + 1) // count - spare * index // count
            # The frame of the reference has the width that it needs; the space is at its left.
            own = widths[index] if cell.is_reference and index else widths[index] + more
            cell.setGeometry(left + (widths[index] + more - own), top, own, HEIGHT)
            cell.name_cell()
            left += widths[index] + more

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the cells for the new width."""
        super().resizeEvent(event)
        self._place()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll by one line if not all lines are visible."""
        if self._inner.height() <= self.height():
            event.ignore()
            return
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() - (HEIGHT if event.angleDelta().y() > 0 else -HEIGHT))
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        """Place the cells after a change of the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._follows_changes:
            self._place()


class _Frame(QWidget):
    """The background of the strip, with a thin frame."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the background and the frame."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = palette.current()
        painter.setPen(QPen(look.line, 1))
        painter.setBrush(look.surface)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), style.RADIUS, style.RADIUS)


def _broken(cells: Sequence[StripCell], room: int, least: int) -> tuple[int, Density, list[Sequence[StripCell]]]:
    """Return the number of lines, the density and the cells of each line, with as few lines as possible.

    Args:
        cells: all cells.
        room: width of a line in pixels.
        least: least number of lines.
    """
    for count in range(max(1, least), len(cells) + 1):
        length = -(-len(cells) // count)
        lines = [cells[at : at + length] for at in range(0, len(cells), length)]
        for density in DENSITIES:
            if all(sum(cell.needed_width(density) for cell in line) <= room for line in lines):
                return count, density, lines
    return max(1, len(cells)), DENSITIES[-1], [[cell] for cell in cells]


def _name_font() -> QFont:
    return style.font(style.CAPTION)
