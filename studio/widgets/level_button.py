"""A radio button with a title and a sentence."""

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from studio.look import icons, palette, style

HEIGHT = 52
_LEFT, _INDICATOR, _GAP = 12, 16, 12
_CHEVRON = 16


class LevelButton(QAbstractButton):
    """Radio button with a title in bold and a sentence below the title.

    The buttons of one choice must be added to a ``QButtonGroup``.

    Args:
        folds: whether the button has a chevron, which indicates that checking the button shows further widgets.
        parent: parent widget.
    """

    def __init__(self, folds: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folds = folds
        self._sentence = ""
        self.setCheckable(True)
        self.setFixedHeight(HEIGHT)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_texts(self, title: str, sentence: str) -> None:
        """Set the title and the sentence. The sentence is elided if it does not fit."""
        self._sentence = sentence
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(sentence)
        self.update()

    @property
    def sentence(self) -> str:
        """The whole sentence, before it is elided."""
        return self._sentence

    @property
    def shown_sentence(self) -> str:
        """The sentence as it is drawn, that is, elided if it does not fit."""
        return QFontMetrics(style.font(style.CAPTION)).elidedText(
            self._sentence, Qt.TextElideMode.ElideRight, self._text_area().width()
        )

    def sizeHint(self) -> QSize:
        """Return a size of 200 × ``HEIGHT`` px. Layouts usually increase the width."""
        return QSize(200, HEIGHT)

    def _text_area(self) -> QRect:
        left = _LEFT + _INDICATOR + _GAP
        right = _LEFT + (_CHEVRON + _GAP if self._folds else 0)
        return self.rect().adjusted(left, 0, -right, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Check the previous button of the group if Up is pressed, or the next button if Down is pressed."""
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()), 0)
        group = self.group()
        if not step or group is None:
            super().keyPressEvent(event)
            return
        order = sorted(group.buttons(), key=lambda each: each.y())
        place = order.index(self) + step
        if 0 <= place < len(order):
            order[place].setFocus(Qt.FocusReason.TabFocusReason)
            order[place].click()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button, with a frame if it is checked or focused."""
        theme = palette.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        if self.isChecked() or self.hasFocus():
            painter.setPen(QPen(theme.gold, 1))
            painter.setBrush(theme.chosen if self.isChecked() else Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(frame, style.RADIUS, style.RADIUS)
        elif self.underMouse():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.raised)
            painter.drawRoundedRect(frame, style.RADIUS, style.RADIUS)
        center = QPointF(_LEFT + _INDICATOR / 2, 18)
        painter.setPen(QPen(theme.accent if self.isChecked() else theme.border, 1))
        painter.setBrush(theme.accent if self.isChecked() else theme.surface)
        painter.drawEllipse(center, 7.5, 7.5)
        if self.isChecked():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.on_accent)
            painter.drawEllipse(center, 2.5, 2.5)
        area = self._text_area()
        painter.setPen(theme.text)
        painter.setFont(style.font(bold=True))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRect(area.left(), 7, area.width(), 20), flags, self.text())
        painter.setPen(theme.secondary)
        painter.setFont(style.font(style.CAPTION))
        painter.drawText(QRect(area.left(), 27, area.width(), 18), flags, self.shown_sentence)
        if self._folds:
            icon = icons.icon("chevron-down" if self.isChecked() else "chevron-right")
            top = (self.height() - _CHEVRON) // 2
            icon.paint(painter, QRect(self.width() - _LEFT - _CHEVRON, top, _CHEVRON, _CHEVRON))
        painter.end()
