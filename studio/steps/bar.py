"""The bar that steps through the events of a search."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QSlider, QToolButton, QWidget

from engine.core.language import tr
from engine.teach.replay import SearchReplay
from studio.look import icons, style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

SPEEDS = (1, 2, 4, 8)
"""Steps a second."""


class StepBar(Retranslated, QWidget):
    """Buttons, a slider and a speed for the steps of a search. Step 0 is before the first one."""

    moved = Signal(int)
    """Emitted with the number of steps done."""

    asked = Signal()
    """Emitted when the next step is a decision that the user is asked about first."""

    ended = Signal()
    """Emitted when the steps that follow each other by themselves have come to the last one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stops: tuple[int, ...] = ()
        self.is_question: Callable[[], bool] = lambda: False
        """Function that returns whether the user must answer a question before the next step."""
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._tick)
        self.first, self.back, self.play, self.forward, self.last = (QToolButton() for _ in range(5))
        self.decision = QPushButton()
        style.set_look(self.decision, kind="quiet")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self._text = PlainLabel()
        style.set_look(self._text, role="secondary")
        self.speed = QComboBox()
        self.speed.addItems(["" for _ in SPEEDS])
        self.speed.setCurrentIndex(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 4, 12, 4)
        row.setSpacing(4)
        for widget in (self.first, self.back, self.play, self.forward, self.last, self.decision):
            row.addWidget(widget)
        row.addWidget(self.slider, 1)
        row.addSpacing(8)
        row.addWidget(self._text)
        row.addSpacing(8)
        row.addWidget(self.speed)
        self.first.clicked.connect(lambda: self.slider.setValue(0))
        self.back.clicked.connect(lambda: self.slider.setValue(self.slider.value() - 1))
        self.forward.clicked.connect(lambda: self.step_by(1))
        self.last.clicked.connect(lambda: self.slider.setValue(self.slider.maximum()))
        self.decision.clicked.connect(lambda: self.to_decision(1))
        self.play.clicked.connect(lambda: self.toggle())
        self.speed.currentIndexChanged.connect(lambda _: self._timer.setInterval(self._interval))
        self.slider.valueChanged.connect(self._changed)
        self.follow_changes()

    @property
    def step(self) -> int:
        """The number of steps done."""
        return self.slider.value()

    @property
    def is_playing(self) -> bool:
        """Whether the steps follow each other by themselves."""
        return self._timer.isActive()

    @property
    def _interval(self) -> int:
        return 1000 // SPEEDS[self.speed.currentIndex()]

    def set_steps(self, count: int, stops: Sequence[int], step: int = -1) -> None:
        """Set the number of steps, without emitting ``moved``.

        Args:
            count: number of steps.
            stops: numbers of steps in which the search decides something.
            step: the step to show, or -1 for the last one.
        """
        self.stop()
        self._stops = tuple(stops)
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
        self._timer.start(self._interval)
        self._dress()

    def stop(self) -> None:
        """Stop at the current step."""
        self._timer.stop()
        self._dress()

    def retranslate(self) -> None:
        for button, text in (
            (self.first, tr("First step")), (self.back, tr("One step back")), (self.forward, tr("One step forward")),
            (self.last, tr("Last step")),
        ):  # fmt: skip
            button.setToolTip(text)
            button.setAccessibleName(text)
        self.decision.setText(tr("Next decision"))
        self.decision.setToolTip(tr("Next decision") + "  ]")
        self.slider.setAccessibleName(tr("Step of the search"))
        self.speed.setAccessibleName(tr("Steps a second"))
        for index, speed in enumerate(SPEEDS):
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
        text = tr("Stop") if self.is_playing else tr("Step by step")
        self.play.setToolTip(text)
        self.play.setAccessibleName(text)

    def _name(self) -> None:
        self._text.setText(tr("step {step} / {all}", step=self.slider.value(), all=self.slider.maximum()))

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
        if self.slider.value() >= self.slider.maximum():
            self.stop()
            self.ended.emit()
        elif self.is_question():
            self.stop()
            self.asked.emit()
        else:
            self.slider.setValue(self.slider.value() + 1)
