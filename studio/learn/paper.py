"""Worksheets on paper: on a printer, or as a PDF file."""

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPagedPaintDevice, QPageLayout, QPageSize, QPainter, QPdfWriter, QPen
from PySide6.QtSvg import QSvgRenderer

from engine.teach.worksheet import AnswerLine, AnswerTable, Sheet, WorksheetPart

DOTS = 96
"""Units of the layout for each inch, which are the px of the pictures."""
MARGIN_MM = 14.0
"""Margin of the pages in millimetres."""
_INK, _GREY = QColor("#000000"), QColor("#555555")
_TITLE, _HEADING, _BODY, _SMALL = 22, 16, 14, 10
_GAP, _BETWEEN, _RULE, _LONG_RULE = 6.0, 22.0, 72.0, 420.0
"""Space within an exercise and between two of them, and lengths of the lines to write on, in units."""
_MOST_PICTURE = 0.36
"""Greatest height of a picture, as a part of the height of a page."""
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
_LOW = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom

_Block = tuple[float, Callable[[float], None]]
"""The height of something, and the function that draws it at a height on the page."""


def pdf_of(sheets: Sequence[Sheet]) -> bytes:
    """Return worksheets as a PDF file in A4. Each one begins on a new page."""
    stored = QByteArray()
    buffer = QBuffer(stored)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(sheets[0].title)
    writer.setResolution(DOTS * 4)
    writer.setColorModel(QPdfWriter.ColorModel.Grayscale)
    margins = QMarginsF(MARGIN_MM, MARGIN_MM, MARGIN_MM, MARGIN_MM)
    writer.setPageLayout(
        QPageLayout(
            QPageSize(QPageSize.PageSizeId.A4), QPageLayout.Orientation.Portrait, margins, QPageLayout.Unit.Millimeter
        )
    )
    draw_sheets(sheets, writer)
    buffer.close()
    return bytes(stored.data())


def draw_sheets(sheets: Sequence[Sheet], device: QPagedPaintDevice) -> bool:
    """Draw worksheets on a printer or into a file, and return whether it could be opened."""
    painter = QPainter()
    if not painter.begin(device):
        return False
    scale = device.logicalDpiX() / DOTS
    painter.scale(scale, scale)
    size = QSizeF(device.width() / scale, device.height() / scale)
    for number, sheet in enumerate(sheets):
        if number:
            device.newPage()
        _Paper(painter, size, device).draw(sheet)
    painter.end()
    return True


class _Paper:
    """The pages of one worksheet, which begin with the current page of a device."""

    def __init__(self, painter: QPainter, size: QSizeF, device: QPagedPaintDevice) -> None:
        self._painter, self._size, self._device = painter, size, device
        self._y = 0.0

    def draw(self, sheet: Sheet) -> None:
        """Draw all parts. A part that does not fit on the page begins on the next one."""
        self._put([self._text(sheet.title, _TITLE, bold=True), *self._names(sheet.names)])
        for part in sheet.parts:
            self._put(list(self._part(part)))
        for key in sheet.keys:
            self._put(list(self._key(key)))
        if sheet.foot:
            # Close to the last exercise: the line should not need a page.
            self._y -= _BETWEEN
            self._put([self._text(sheet.foot, _SMALL, color=_GREY)])

    def _put(self, blocks: list[_Block]) -> None:
        """Draw blocks below each other, all of them on one page if a page has room for them."""
        needed = sum(height + _GAP for height, _ in blocks) - _GAP
        if self._y and self._y + needed > self._size.height():
            self._turn()
        for height, draw in blocks:
            if self._y and self._y + height > self._size.height():
                self._turn()
            draw(self._y)
            self._y += height + _GAP
        self._y += _BETWEEN

    def _turn(self) -> None:
        self._device.newPage()
        self._y = 0.0

    def _part(self, part: WorksheetPart) -> Iterator[_Block]:
        yield self._text(part.heading, _HEADING, bold=True)
        yield self._text(part.instruction)
        for picture in part.pictures:
            yield self._picture(picture)
        if part.tree:
            yield self._text(part.tree, color=_GREY)
        yield from map(self._line, part.lines)
        if part.answer:
            yield self._text(part.answer, bold=True)
            yield self._text(part.reasons)

    def _key(self, key: AnswerTable) -> Iterator[_Block]:
        """Yield the answers of one version, one line for each exercise."""
        if key.heading:
            yield self._text(key.heading, _HEADING, bold=True)
        for number, answer, *points in key.rows:
            worth = f"   ({key.header[-1]}: {points[0]})" if points else ""
            yield self._text(f"{number}. {answer}{worth}")

    def _font(self, size: int, bold: bool) -> QFont:
        font = QFont()
        font.setPixelSize(size)
        font.setBold(bold)
        return font

    def _text(self, text: str, size: int = _BODY, *, bold: bool = False, color: QColor = _INK) -> _Block:
        """Return a paragraph."""
        painter, font = self._painter, self._font(size, bold)
        painter.setFont(font)
        height = painter.boundingRect(QRectF(0, 0, self._size.width(), 1e6), int(_WRAPPED), text).height()

        def draw(y: float) -> None:
            painter.setFont(font)
            painter.setPen(color)
            painter.drawText(QRectF(0, y, self._size.width(), height + 2), int(_WRAPPED), text)

        return height, draw

    def _picture(self, svg: str) -> _Block:
        """Return a picture in the middle of the page, made smaller if it is too large."""
        renderer = QSvgRenderer(QByteArray(svg.encode()))
        size = QSizeF(renderer.defaultSize())
        most = QSizeF(self._size.width(), self._size.height() * _MOST_PICTURE)
        if size.width() > most.width() or size.height() > most.height():
            size.scale(most, Qt.AspectRatioMode.KeepAspectRatio)

        def draw(y: float) -> None:
            renderer.render(self._painter, QRectF(QPointF((self._size.width() - size.width()) / 2, y), size))

        return size.height(), draw

    def _names(self, names: tuple[str, ...]) -> Iterator[_Block]:
        if names:
            width = (self._size.width() - 24 * (len(names) - 1)) / len(names)
            yield self._rules([(f"{name}:", at * (width + 24), width) for at, name in enumerate(names)])

    def _line(self, line: AnswerLine) -> _Block:
        """Return the words of a line, each followed by a rule to write on."""
        self._painter.setFont(self._font(_BODY, False))
        metrics, at = self._painter.fontMetrics(), 0.0
        places = []
        for label in ((line.node,) if line.node else ()) + line.labels:
            rule = 0.0 if label == line.node else _LONG_RULE if line.is_long else _RULE
            width = metrics.horizontalAdvance(label) + 6 + rule
            places.append((label, at, min(width, self._size.width() - at)))
            at += width + (18 if rule else 6)
        return self._rules(places, first_bold=bool(line.node))

    def _rules(self, places: list[tuple[str, float, float]], first_bold: bool = False) -> _Block:
        """Return words with rules behind them.

        Args:
            places: for each, the words, the left edge, and the width together with the rule.
            first_bold: whether the first one is bold and has no rule.
        """
        painter = self._painter

        def draw(y: float) -> None:
            for index, (words, x, width) in enumerate(places):
                is_name = first_bold and not index
                painter.setFont(self._font(_BODY, is_name))
                painter.setPen(_INK)
                painter.drawText(QRectF(x, y, width, 24), int(_LOW), words)
                if not is_name:
                    start = x + painter.fontMetrics().horizontalAdvance(words) + 6
                    painter.setPen(QPen(_GREY, 0.7))
                    painter.drawLine(QPointF(start, y + 24), QPointF(x + width, y + 24))

        return 26.0, draw
