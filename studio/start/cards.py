"""The cards on the first page, each with a title, a sentence, some links and a button."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from studio.look import foreign, icons, palette, style
from studio.widgets.plain_label import PlainLabel

HEIGHT, LINK, LONG_LINK = 308, 32, 36
"""Least height of a card, and heights of a link of one and of two lines, in px."""
_PADDING, _ICON, _ARROW, _BUTTON, _SENTENCE, _GAP = 16, 20, 14, 120, 50, 4


class Link(QAbstractButton):
    """A text with an arrow at its end, which can be clicked.

    A text that is too long has a second line in a smaller font, from a colon or a parenthesis on if there is one.
    """

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        shown = foreign.name(text)
        self.setText(shown)
        self.setAccessibleName(shown)
        self.setToolTip(foreign.tool_tip(text))
        self.setFixedHeight(LINK)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def lines(self) -> list[str]:
        """The text as drawn, in one or two lines."""
        metrics, small = QFontMetrics(style.font()), QFontMetrics(style.font(style.CAPTION))
        text, room = self.text(), self.width() - _ARROW - _GAP
        if metrics.horizontalAdvance(text) <= room:
            return [text]
        breaks = [place for place in (text.find(": ") + 1, text.find(" (")) if place > 0]
        words = [place for place, letter in enumerate(text) if letter == " "]
        fitting = [each for each in (*breaks, *reversed(words)) if metrics.horizontalAdvance(text[:each]) < room]
        whole = [each for each in fitting if small.horizontalAdvance(text[each:].strip()) <= room]
        place = (whole or fitting or [len(text)])[0]
        first, second = text[:place].removesuffix(":"), text[place:].strip()
        elide = Qt.TextElideMode.ElideRight
        lines = [metrics.elidedText(first, elide, room + 1), small.elidedText(second, elide, room + 1)]
        return [line for line in lines if line]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the height to the number of lines."""
        self.setFixedHeight(LINK if len(self.lines) == 1 else LONG_LINK)

    def sizeHint(self) -> QSize:
        """Return the height of the line, and a width that is usually exceeded."""
        return QSize(100, LINK)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the text, the arrow, and a line below."""
        theme = palette.current()
        painter = QPainter(self)
        if self.underMouse() or self.isDown():
            painter.fillRect(self.rect().adjusted(0, 0, 0, -1), theme.raised)
        painter.setPen(QPen(theme.line, 1))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        lines, flags = self.lines, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        area = self.rect().adjusted(0, 0, -_ARROW - _GAP, -1)
        painter.setPen(theme.text)
        painter.setFont(style.font())
        if len(lines) > 1:
            painter.drawText(area.adjusted(0, 2, 0, -area.height() // 2), flags, lines[0])
            painter.setPen(theme.secondary)
            painter.setFont(style.font(style.CAPTION))
            area = area.adjusted(0, area.height() // 2, 0, -2)
        painter.drawText(area, flags, lines[-1])
        top = (self.height() - _ARROW) // 2
        arrow = icons.icon("chevron-right", theme.secondary)
        arrow.paint(painter, QRect(self.width() - _ARROW - 2, top, _ARROW, _ARROW))
        if self.hasFocus():
            painter.setPen(QPen(theme.gold, 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class Card(QFrame):
    """A card that offers one kind of work.

    Attributes:
        button: the button at the bottom.

    Args:
        icon: name of the icon before the title.
        is_primary: whether the button is shown in the accent colour.
        parent: parent widget.
    """

    link_chosen = Signal(int)
    """Emitted with the index of a link that was clicked."""

    def __init__(self, icon: str, *, is_primary: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.set_look(self, role="card")
        self._icon_name = icon
        self._icon, self._title, self._sentence, self._key = QLabel(), PlainLabel(), PlainLabel(), PlainLabel()
        style.set_look(self._title, role="title")
        style.set_look(self._sentence, role="secondary")
        style.set_look(self._key, role="caption")
        self._sentence.setWordWrap(True)
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self._sentence.setMinimumHeight(_SENTENCE)
        self.button = QPushButton()
        style.set_look(self.button, role="tall", kind="primary" if is_primary else "")
        self.button.setMinimumWidth(_BUTTON)
        self._links: list[Link] = []
        self._facts: list[PlainLabel] = []
        self._lines = QVBoxLayout()
        self._lines.setSpacing(0)
        self.setMinimumHeight(HEIGHT)
        self._lay_out()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._icon)
        head.addWidget(self._title, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.button)
        foot.addStretch(1)
        foot.addWidget(self._key)
        column = QVBoxLayout(self)
        column.setContentsMargins(_PADDING, _PADDING, _PADDING, _PADDING)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self._sentence)
        column.addLayout(self._lines)
        column.addStretch(1)
        column.addLayout(foot)

    @property
    def links(self) -> Sequence[Link]:
        """The links, from top to bottom."""
        return tuple(self._links)

    @property
    def facts(self) -> list[str]:
        """The lines of text that are not links."""
        return [label.text() for label in self._facts]

    def set_texts(self, title: str, sentence: str, button: str, key: str = "") -> None:
        """Set the title, the sentence, the text of the button and the key next to it, which may be empty."""
        self._title.setText(title)
        self._sentence.setText(sentence)
        self.button.setText(button)
        self._key.setText(key)

    def set_lines(self, links: Sequence[str] = (), facts: Sequence[str] = ()) -> None:
        """Replace the lines between the sentence and the button.

        Args:
            links: texts of the links.
            facts: texts shown above the links, in the secondary colour.
        """
        for each in (*self._links, *self._facts):
            self._lines.removeWidget(each)
            each.hide()
            each.deleteLater()
        self._facts = [PlainLabel(foreign.name(text)) for text in facts]
        self._links = [Link(text) for text in links]
        for label in self._facts:
            label.setFixedHeight(LINK)
            style.set_look(label, role="secondary")
            self._lines.addWidget(label)
        before: QWidget | None = None
        for index, link in enumerate(self._links):
            link.clicked.connect(lambda _=False, index=index: self.link_chosen.emit(index))
            self._lines.addWidget(link)
            if before is not None:
                QWidget.setTabOrder(before, link)
            before = link
        if before is not None:
            QWidget.setTabOrder(before, self.button)

    def restyle(self) -> None:
        """Draw the icon in the colours of the theme in use."""
        icon = icons.icon(self._icon_name, palette.current().accent)
        self._icon.setPixmap(icon.pixmap(QSize(_ICON, _ICON), self.devicePixelRatioF()))
