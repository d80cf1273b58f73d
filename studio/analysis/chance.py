"""The chance of winning by the reference algorithm, for games whose players think in it."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine.core.language import tr
from studio.analysis import figures
from studio.look import palette, style
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

BAR = 6
"""Height of the bar in px."""


class ChanceView(Retranslated, QWidget):
    """The chance of winning of the first player as text and as a bar, and the score.

    Args:
        parent: parent widget.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side = ""
        self._share: float | None = None
        self.chance, self.score = PlainLabel(parent=self), PlainLabel(parent=self)
        self.caption = ElidedLabel(parent=self)
        for label in (self.chance, self.score):
            label.setFont(style.font(style.SCORE, bold=True, tabular=True))
        style.set_look(self.caption, role="caption")
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.chance)
        row.addWidget(self.caption, 1)
        row.addWidget(self.score)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, BAR + 6)
        column.addLayout(row)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.follow_changes()

    def show_chance(self, side: str, share: float | None, score: str) -> None:
        """Show a chance of winning.

        Args:
            side: English name of the first player's side.
            share: the chance from 0 to 1, or None if there is none yet.
            score: the score as text.
        """
        self._side, self._share = side, share
        self.score.setText(score)
        self.retranslate()
        self.update()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        side = tr(self._side) if self._side else ""
        self.chance.setText(f"{side} {figures.percent(self._share)}")
        self.caption.set_whole(tr("chance of winning"))

    def minimumSizeHint(self) -> QSize:
        """Return a width that does not widen the panel."""
        return QSize(160, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar, whose filled part is the first player's share."""
        painter, look = QPainter(self), palette.current()
        whole = QRectF(0, self.height() - BAR - 2, self.width(), BAR)
        painter.fillRect(whole, look.raised)
        if self._share is not None:
            whole.setWidth(whole.width() * self._share)
            painter.fillRect(whole, look.secondary)
