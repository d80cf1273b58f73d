"""A thin vertical bar that shows the scores of algorithms. The share of FIRST begins at FIRST's side of the board."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEasingCurve, QEvent, QRectF, QSize, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.score import Score
from studio.look import foreign, palette, scores, style
from studio.widgets.retranslated import Retranslated

BAR, TICK, WIDTH = 8, 5, 14
"""Widths in px of the bar, of a tick to its right, and of the widget, which has a gap of 1 px between the two."""


@dataclass(frozen=True, slots=True)
class BarScore:
    """A score of an algorithm, with the values needed to display the score.

    Attributes:
        score: the score.
        title: English title of the algorithm, translated for display, or the name of an external engine.
        color: colour of the algorithm.
        turn: the side to move in the position.
        sides: English names of the sides of FIRST and SECOND.
        game: identifier of the game.
        evaluation: the evaluation, as for ``parse_evaluation``.
    """

    score: Score
    title: str
    color: QColor
    turn: Player
    sides: tuple[str, str]
    game: str
    evaluation: str = ""

    def text(self) -> str:
        """Return a text with the algorithm, the score, its unit and its point of view."""
        score = scores.score_text(self.score, self.turn, self.game, self.evaluation)
        how = scores.explanation(self.turn, self.sides, self.game, self.evaluation)
        return tr("{algorithm}: {score} ({how})", algorithm=tr(self.title), score=score, how=how)

    @property
    def share(self) -> float:
        """The share of FIRST in the bar, from 0 for a forced win of SECOND to 1 for a forced win of FIRST."""
        return (1 + scores.height(self.score, scores.scale(self.game, self.evaluation))) / 2


class EvaluationBar(Retranslated, QWidget):
    """Bar that shows the score of the reference algorithm, and a tick for the score of each other algorithm.

    While there is no score, the shares of both sides are equal.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._share = 0.5
        self._shown: BarScore | None = None
        self._others: tuple[BarScore, ...] = ()
        self._flipped = False
        self._span: Callable[[], tuple[float, float]] | None = None
        self._colors = (QColor("#A8321F"), QColor("#23418C"))
        self._motion = QVariantAnimation(self)
        self._motion.setDuration(style.MOTION_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._move)
        self.setFixedWidth(WIDTH)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.follow_changes()

    @property
    def shown(self) -> BarScore | None:
        """What is shown of the reference algorithm, or None for equal shares."""
        return self._shown

    @property
    def score(self) -> Score | None:
        """The score of the reference algorithm, or None if no score is shown."""
        return self._shown.score if self._shown is not None else None

    @property
    def others(self) -> tuple[BarScore, ...]:
        """The scores shown as ticks."""
        return self._others

    def sizeHint(self) -> QSize:
        """Return a size of ``WIDTH`` × 200 px. Layouts may change the height."""
        return QSize(WIDTH, 200)

    def set_colors(self, first: QColor, second: QColor) -> None:
        """Set the colours of FIRST and SECOND."""
        self._colors = (first, second)
        self.update()

    def set_span(self, span: Callable[[], tuple[float, float]]) -> None:
        """Set a callback that returns the y coordinates of the top and the bottom of the bar in px.

        The callback is used to align the bar with the board.
        """
        self._span = span

    def set_flipped(self, flipped: bool) -> None:
        """Set whether FIRST is at the top."""
        self._flipped = flipped
        self.update()

    def show_score(self, shown: BarScore | None, others: Sequence[BarScore] = ()) -> None:
        """Show the score of the reference algorithm, or equal shares if ``shown`` is None, and ticks for ``others``."""
        self._shown, self._others = shown, tuple(others)
        target = 0.5 if shown is None else shown.share
        self.retranslate()
        self.update()
        self._motion.stop()
        if self.isVisible() and style.moves_are_animated():
            self._motion.setStartValue(self._share)
            self._motion.setEndValue(target)
            self._motion.start()
        else:
            self._move(target)

    def retranslate(self) -> None:
        text = self._shown.text() if self._shown is not None else tr("not analysed yet")
        self.setAccessibleName(tr("Evaluation: {score}", score=text))

    def texts_at(self, height: float) -> list[str]:
        """Return the texts of all ticks within 3 px of the y coordinate ``height``.

        If there is no such tick, return the text of the bar.
        """
        near = [each.text() for each in self._others if abs(self._height_of(each.share) - height) <= 3]
        return near or [self.accessibleName()]

    def event(self, event: QEvent) -> bool:
        """Show the tool tip of the tick or the bar under the mouse."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), foreign.tool_tip("\n".join(self.texts_at(event.pos().y()))), self)
            return True
        return super().event(event)

    def _area(self) -> tuple[float, float]:
        return self._span() if self._span is not None else (0.0, float(self.height()))

    def _height_of(self, share: float) -> float:
        """Convert a share of FIRST to a y coordinate in px."""
        top, bottom = self._area()
        return top + (bottom - top) * (share if self._flipped else 1 - share)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the shares of both sides, a mark in the middle, and the ticks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        top, bottom = self._area()
        area = QRectF(0, top, BAR, bottom - top)
        known = self._shown is not None
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
        for each in self._others:
            painter.setBrush(each.color)
            painter.drawRect(QRectF(BAR + 1, round(self._height_of(each.share)) - 1, TICK, 2))
        painter.end()

    def _move(self, value: float) -> None:
        self._share = float(value)
        self.update()
