"""A thin vertical bar that shows the reference algorithm's score. FIRST's share begins at its side of the board."""

import math
from collections.abc import Callable

from PySide6.QtCore import QEasingCurve, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.score import Score
from studio.look import palette, style
from studio.widgets.retranslated import Retranslated

SCALE = 12
"""Score at which the bar is at tanh(1) = 76 % of its range, for evaluations without a scale."""


def share(score: Score, scale: int = 0) -> float:
    """Return FIRST's share of the bar, 0 … 1. It is 1 for a forced win of FIRST, and 0 for one of SECOND.

    Args:
        score: the score of the position.
        scale: scale of the evaluation (``Evaluation.scale``), 0 if unspecified.
    """
    value = score.pov(Player.FIRST).value
    if score.win_in is not None:
        return 1.0 if value > 0 else 0.0
    return 0.5 + 0.48 * math.tanh(value / (scale or SCALE))


class EvaluationBar(Retranslated, QWidget):
    """The evaluation bar. It shows equal shares while there is no score."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.5
        self._score: Score | None = None
        self._flipped = False
        self._span: Callable[[], tuple[float, float]] | None = None
        self._colors = (QColor("#A8321F"), QColor("#23418C"))
        self._motion = QVariantAnimation(self)
        self._motion.setDuration(style.MOTION_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._move)
        self.setFixedWidth(12)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.follow_changes()

    @property
    def score(self) -> Score | None:
        """The score shown, or None if there is none."""
        return self._score

    def sizeHint(self) -> QSize:
        """Return a size of 12 × 200 px. The height is not fixed."""
        return QSize(12, 200)

    def set_colors(self, first: QColor, second: QColor) -> None:
        """Set the colours of FIRST and SECOND."""
        self._colors = (first, second)
        self.update()

    def set_span(self, span: Callable[[], tuple[float, float]]) -> None:
        """Set the callback that returns the top and bottom of the bar in px, to align it with the board."""
        self._span = span

    def set_flipped(self, flipped: bool) -> None:
        """Set whether FIRST is at the top."""
        self._flipped = flipped
        self.update()

    def show_score(self, score: Score | None, scale: int = 0) -> None:
        """Show a score, or equal shares if ``score`` is None. ``scale`` is that of the evaluation, 0 if unspecified."""
        self._score = score
        target = 0.5 if score is None else share(score, scale)
        self.retranslate()
        self._motion.stop()
        if self.isVisible() and style.moves_are_animated():
            self._motion.setStartValue(self._share)
            self._motion.setEndValue(target)
            self._motion.start()
        else:
            self._move(target)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        text = self._score.pov(Player.FIRST).format() if self._score is not None else tr("not analysed yet")
        self.setToolTip(tr("Evaluation: {score}", score=text))
        self.setAccessibleName(tr("Evaluation: {score}", score=text))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the shares of both sides and a mark in the middle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        top, bottom = self._span() if self._span is not None else (0.0, float(self.height()))
        area = QRectF(2, top, self.width() - 4, bottom - top)
        known = self._score is not None
        look = palette.current()
        first, second = self._colors if known else (look.line, look.line)
        lower, upper = (second, first) if self._flipped else (first, second)
        painter.setBrush(upper)
        painter.drawRoundedRect(area, 4, 4)
        height = area.height() * (1 - self._share if self._flipped else self._share)
        painter.setClipRect(QRectF(area.left(), area.bottom() - height, area.width(), height))
        painter.setBrush(lower)
        painter.drawRoundedRect(area, 4, 4)
        painter.setClipping(False)
        painter.setBrush(look.gold if known else look.border)
        painter.drawRect(QRectF(area.left(), area.center().y() - 1, area.width(), 2))
        painter.end()

    def _move(self, value: float) -> None:
        self._share = float(value)
        self.update()
