"""A text with emphasised parts that wraps. It is drawn as plain text, so that names cannot contain markup."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.analysis.conclusion import Run
from studio.look import palette, style

_MOST_LINES = 3


class SentenceView(QWidget):
    """Shows a text of at most three lines, whose emphasised parts are bold.

    Args:
        size: size of the font in px.
        faint: whether the text has the secondary colour.
        parent: parent widget.
    """

    def __init__(self, size: int, *, faint: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size, self._faint = size, faint
        self._runs: tuple[Run, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def set_runs(self, runs: Sequence[Run]) -> None:
        """Set the text, as parts with or without emphasis."""
        if tuple(runs) != self._runs:
            self._runs = tuple(runs)
            self.setAccessibleName(self.text)
            self.updateGeometry()
            self.update()

    @property
    def text(self) -> str:
        """The text without emphasis."""
        return "".join(text for text, _ in self._runs)

    @property
    def is_cut(self) -> bool:
        """Whether the text needs more lines than are shown."""
        return self._lay_out(self.width())[1] > _MOST_LINES

    def hasHeightForWidth(self) -> bool:
        """Whether the height depends on the width, which is true."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of the text in px for a width."""
        return min(_MOST_LINES, max(1, self._lay_out(width)[1])) * self._line_height()

    def sizeHint(self) -> QSize:
        """Return the size of one line, or of the lines at the present width."""
        return QSize(200, self.heightForWidth(self.width()) if self.width() > 1 else self._line_height())

    def minimumSizeHint(self) -> QSize:
        """Return the height of one line."""
        return QSize(40, self._line_height())

    def _line_height(self) -> int:
        return round(self._size * 1.5)

    def _font(self) -> QFont:
        return style.font(self._size, tabular=True)

    def _lay_out(self, width: int) -> tuple[QTextLayout, int]:
        """Return the layout of the text and its number of lines."""
        layout = QTextLayout(self.text, self._font())
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        formats, start = [], 0
        for text, strong in self._runs:
            if strong:
                bold = QTextLayout.FormatRange()
                bold.start, bold.length, bold.format = start, len(text), QTextCharFormat()
                bold.format.setFontWeight(QFont.Weight.DemiBold)
                formats.append(bold)
            start += len(text)
        layout.setFormats(formats)
        layout.beginLayout()
        count = 0
        while True:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(20, width))
            line.setPosition(QPointF(0, count * self._line_height() + (self._line_height() - line.height()) / 2))
            count += 1
        layout.endLayout()
        return layout, count

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text."""
        painter = QPainter(self)
        colors = palette.current()
        painter.setPen(colors.secondary if self._faint else colors.text)
        self._lay_out(self.width())[0].draw(painter, QPointF(0, 0))
        painter.end()
