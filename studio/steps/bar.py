"""The bar that steps through the events of a search."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSlider, QStyle, QToolButton, QWidget

from engine.core.language import tr
from engine.searchtree.replay import SearchReplay
from studio.look import icons, palette, style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

SPEEDS, SPEED = (1, 2, 4, 8), 2
"""Steps a second that can be chosen, and at first."""
FRAME_MS = 40
"""Least time between two pictures of steps that follow each other by themselves."""
HANDLE, TICK, LEAST_TICK = 16, 7, 6
"""Width of the handle of the slider, half the height of a tick, and least distance of two ticks on average, in px."""
NARROW = 560
"""Width of the bar in px below which the number of the step is not written, and a button has the text of its key."""


class StepSlider(QSlider):
    """A slider with a tick at each decision of the search, if there is room for them.

    Attributes:
        stops: numbers of the steps in which the search decides something.
    """

    def __init__(self) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.stops: tuple[int, ...] = ()

    def ticks(self) -> list[int]:
        """Return the places of the ticks in px, or none if they would be too close together."""
        room = self.width() - HANDLE
        if len(self.stops) * LEAST_TICK > room:
            return []
        places = (QStyle.sliderPositionFromValue(0, self.maximum(), stop, room) for stop in self.stops)
        return [HANDLE // 2 + place for place in places]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the ticks over the groove and below the handle."""
        painter, middle = QPainter(self), self.height() // 2
        for x in self.ticks():
            painter.fillRect(x - 1, middle - TICK, 2, 2 * TICK, palette.current().gold)
        painter.end()
        super().paintEvent(event)


class StepBar(Retranslated, QWidget):
    """Buttons, a slider and a speed for the steps of a search. Step 0 is before the first one.

    Args:
        parent: parent widget.
        speeds: steps a second that can be chosen.
        speed: steps a second at first.

    Attributes:
        first, back, play, forward, last, decision: the buttons.
        slider, text, speed: the other parts.
    """

    moved = Signal(int)
    """Emitted with the number of steps done."""

    asked = Signal()
    """Emitted when the next step is a decision that the user is asked about first."""

    ended = Signal()
    """Emitted when the steps that follow each other by themselves have come to the last one."""

    played = Signal(bool)
    """Emitted with whether the steps follow each other by themselves, also when the speed changes then."""

    def __init__(self, parent: QWidget | None = None, *, speeds: Sequence[int] = SPEEDS, speed: int = SPEED) -> None:
        super().__init__(parent)
        self._stops: tuple[int, ...] = ()
        self._speeds, self._due = speeds, 0.0
        self.is_question: Callable[[], bool] = lambda: False
        """Function that returns whether the user must answer a question before the next step."""
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self.first, self.back, self.play, self.forward, self.last = (QToolButton() for _ in range(5))
        self.decision = QPushButton()
        style.set_look(self.decision, kind="quiet")
        self.slider = StepSlider()
        self.text = PlainLabel()
        style.set_look(self.text, role="secondary")
        self.speed = QComboBox()
        for each in speeds:
            self.speed.addItem("", each)
        self.speed.setCurrentIndex(speeds.index(speed))
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.setSpacing(4)
        for widget in (self.first, self.back, self.play, self.forward, self.last, self.decision):
            row.addWidget(widget)
        row.addWidget(self.slider, 1)
        row.addSpacing(8)
        row.addWidget(self.text)
        row.addSpacing(8)
        row.addWidget(self.speed)
        self.first.clicked.connect(lambda: self.to_end(-1))
        self.back.clicked.connect(lambda: self.step_by(-1))
        self.play.clicked.connect(lambda: self.toggle())
        self.forward.clicked.connect(lambda: self.step_by(1))
        self.last.clicked.connect(lambda: self.to_end(1))
        self.decision.clicked.connect(lambda: self.to_decision(1))
        self.speed.currentIndexChanged.connect(lambda _: self._set_pace())
        self.slider.valueChanged.connect(self._changed)
        self.follow_changes()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the number of the step and shorten a button if there is little space. The slider shows the place."""
        super().resizeEvent(event)
        self._shorten()

    def _shorten(self) -> None:
        is_narrow = self.width() < NARROW
        self.text.setVisible(not is_narrow)
        self.decision.setText("]" if is_narrow else self.words()[self.decision])

    @property
    def step(self) -> int:
        """The number of steps done."""
        return self.slider.value()

    @property
    def is_playing(self) -> bool:
        """Whether the steps follow each other by themselves."""
        return self._timer.isActive()

    def _set_pace(self) -> None:
        self._timer.setInterval(max(FRAME_MS, 1000 // self.speed.currentData()))
        if self.is_playing:
            self.played.emit(True)

    def set_steps(self, count: int, stops: Sequence[int], step: int = -1) -> None:
        """Set the number of steps, without emitting ``moved``.

        Args:
            count: number of steps.
            stops: numbers of steps in which the search decides something.
            step: the step to show, or -1 for the last one.
        """
        self.stop()
        self._stops = self.slider.stops = tuple(stops)
        blocked = self.slider.blockSignals(True)
        self.slider.setRange(0, count)
        self.slider.setValue(count if step < 0 else step)
        self.slider.blockSignals(blocked)
        self.decision.setEnabled(bool(stops))
        self._name()

    def show_replay(self, replay: SearchReplay, step: int = -1) -> None:
        """Offer the steps of a search. ``step`` is the current one, or -1 for the last one."""
        self.set_steps(len(replay), replay.decisions, step)

    def toggle(self) -> None:
        """Let the steps follow each other, or stop at the current one."""
        if self.is_playing:
            self.stop()
        else:
            self.start()

    def start(self) -> None:
        """Let the steps follow each other, from the beginning if all are done."""
        if self.slider.value() == self.slider.maximum():
            self.slider.setValue(0)
        self._due = 0.0
        self._timer.start()
        self._set_pace()
        self._dress()

    def stop(self) -> None:
        """Stop at the current step."""
        if self.is_playing:
            self._timer.stop()
            self._dress()
            self.played.emit(False)

    def words(self) -> dict[QWidget, str]:
        """Return what the parts are called, in the language in use. Of ``play``, it is what a press does."""
        return {
            self.first: tr("First step"), self.back: tr("One step back"), self.forward: tr("One step forward"),
            self.last: tr("Last step"), self.decision: tr("Next decision"), self.slider: tr("Step of the search"),
            self.speed: tr("Steps a second"), self.play: tr("Stop") if self.is_playing else tr("Step by step"),
        }  # fmt: skip

    def name_step(self) -> str:
        """Return what is written about the step that is shown."""
        return tr("step {step} / {all}", step=self.slider.value(), all=self.slider.maximum())

    def retranslate(self) -> None:
        words = self.words()
        for part, text in words.items():
            part.setAccessibleName(text)
            if part is not self.slider:
                part.setToolTip(text)
        self._shorten()
        self.decision.setToolTip(words[self.decision] + "  ]")
        for index, speed in enumerate(self._speeds):
            self.speed.setItemText(index, tr("{count} / s", count=speed))
        self._dress()
        self._name()

    def restyle(self) -> None:
        """Draw the icons in the colours of the theme in use."""
        self._dress()

    def _dress(self) -> None:
        names = ("first", "previous", "pause" if self.is_playing else "play", "next", "last")
        for button, name in zip((self.first, self.back, self.play, self.forward, self.last), names, strict=True):
            button.setIcon(icons.icon(name))
        text = self.words()[self.play]
        self.play.setToolTip(text)
        self.play.setAccessibleName(text)

    def _name(self) -> None:
        self.text.setText(self.name_step())

    def _changed(self, step: int) -> None:
        self._name()
        self.moved.emit(step)

    def step_by(self, by: int) -> None:
        """Show a later step, or an earlier one if ``by`` is negative. A question must be answered first."""
        self.stop()
        if by > 0 and self.is_question():
            self.asked.emit()
        else:
            self.slider.setValue(self.slider.value() + by)

    def to_end(self, by: int) -> None:
        """Show the tree after the last step, or before the first one if ``by`` is negative."""
        self.stop()
        self.slider.setValue(self.slider.maximum() if by > 0 else 0)

    def to_decision(self, by: int) -> None:
        """Show the next decision of the search, or the one before if ``by`` is negative. The first follows the last."""
        self.stop()
        if by > 0 and self.is_question():
            self.asked.emit()
            return
        others = [stop for stop in self._stops if (stop - self.slider.value()) * by > 0]
        if self._stops:
            self.slider.setValue((others or self._stops)[0 if by > 0 else -1])

    def _tick(self) -> None:
        """Show the next step, or several if they are fast."""
        if self.slider.value() >= self.slider.maximum():
            self.stop()
            self.ended.emit()
        elif self.is_question():
            self.stop()
            self.asked.emit()
        else:
            self._due += self.speed.currentData() * self._timer.interval() / 1000
            by = max(1, int(self._due + 0.01))
            self._due = max(0.0, self._due - by)
            self.slider.setValue(self.slider.value() + by)
