"""Editors for the limit of a player in a contest. The limit is either a limit per move or a clock for the game."""

from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QSizePolicy, QWidget

from engine.contests.clock import TimeControl, parse_seconds
from engine.contests.contest import PlayerLimit
from engine.core.language import tr
from studio.analysis.budget import BudgetBox
from studio.analysis.choice import KINDS, MOST_SECONDS, Budget
from studio.contests.naming import time_text

_CLOCK = len(KINDS)
_LADDER = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 15, 20, 30, 60, 120, 180, 300, 600, 900, 1200, 1800, 3600,
           5400, 7200)  # fmt: skip


class TimeBox(QDoubleSpinBox):
    """Field for a time on a clock, displayed like ``0.1`` or ``5:00``. Its steps are a series of common times.

    Args:
        least: minimum in seconds.
        seconds: initial value in seconds.
        sign: prefix of the text.
    """

    def __init__(self, least: float, seconds: float, sign: str = "") -> None:
        super().__init__()
        self._sign = sign
        self.setDecimals(3)
        self.setRange(least, MOST_SECONDS)
        self.setKeyboardTracking(False)
        self.setValue(seconds)

    def textFromValue(self, value: float) -> str:
        """Return a time in seconds as text with the prefix, such as ``0.1`` or ``+5:00``."""
        return self._sign + time_text(value)

    def _seconds(self, text: str) -> float | None:
        plain = text.strip().removeprefix("+").strip().removesuffix("s").removesuffix(tr("s")).strip()
        return parse_seconds(plain.replace(",", "."))

    def valueFromText(self, text: str) -> float:
        """Convert a text such as ``0.1``, ``90 s`` or ``5:00`` to seconds.

        If ``text`` is not a time, return the current value.
        """
        seconds = self._seconds(text)
        return self.value() if seconds is None else seconds

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Return ``Acceptable`` if ``text`` is a time within the range, and ``Intermediate`` otherwise.

        The text and the position are returned unchanged.
        """
        seconds = self._seconds(text)
        good = seconds is not None and self.minimum() <= seconds <= self.maximum()
        return (QValidator.State.Acceptable if good else QValidator.State.Intermediate, text, position)

    def stepBy(self, steps: int) -> None:
        """Increase the time by ``steps`` in the series of common times, or decrease it if ``steps`` is negative."""
        value = self.value()
        for _ in range(abs(steps)):
            if steps > 0:
                value = next((each for each in _LADDER if each > value + 1e-9), value)
            else:
                value = next((each for each in reversed(_LADDER) if each < value - 1e-9), self.minimum())
        self.setValue(value)


class TimeControlBox(QWidget):
    """Editor of a time control, with fields for the time for the game and the increment per move.

    Args:
        least: minimum time for the game in seconds.
        control: initial value.
        spacing: distance between the fields in pixels.
        parent: parent widget.
    """

    def __init__(self, least: float, control: TimeControl, spacing: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.base_box, self.increment_box = TimeBox(least, control.base), TimeBox(0.0, control.increment, "+")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(spacing)
        for box, width in ((self.base_box, 84), (self.increment_box, 68)):
            box.setMinimumWidth(width)
            line.addWidget(box)

    def control(self) -> TimeControl:
        """Return the time control shown."""
        return TimeControl(round(self.base_box.value(), 3), round(self.increment_box.value(), 3))

    def set_control(self, control: TimeControl) -> None:
        """Show ``control``."""
        self.base_box.setValue(control.base)
        self.increment_box.setValue(control.increment)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        for box, text in ((self.base_box, tr("Time for the game")), (self.increment_box, tr("Increment a move"))):
            box.setAccessibleName(text)
            box.setToolTip(
                tr("{name}, in seconds or minutes:seconds; a player whose time is used up loses the game", name=text)
            )
            box.setValue(box.value())  # shows the decimal separator of the language


class PlayerLimitBox(BudgetBox):
    """Editor for a ``PlayerLimit``. In addition to the limits of ``BudgetBox``, it offers a clock.

    Args:
        limit: initial value.
        parent: parent widget.
    """

    def __init__(self, limit: PlayerLimit, parent: QWidget | None = None) -> None:
        # Created first, because the constructor of the base class sets all texts.
        self._control_box = TimeControlBox(0.1, TimeControl(60.0, 0.6), 4)
        super().__init__(parent=parent)
        self.base_box, self.increment_box = self._control_box.base_box, self._control_box.increment_box
        for box in (self.base_box, self.increment_box):
            box.valueChanged.connect(self._clock_edited)
        self._quiet = True
        self.kind.addItem("")
        self._stack.addWidget(self._control_box)
        self._stack.currentChanged.connect(self._fit)
        self._quiet = False
        self.retranslate()
        self.set_limit(limit)
        self._fit()

    @property
    def has_clock(self) -> bool:
        """Whether the chosen limit is a clock."""
        return self.kind.currentIndex() == _CLOCK

    def limit(self) -> PlayerLimit:
        """Return the limit shown."""
        if self.has_clock:
            return self._control_box.control()
        return self.budget().limit()

    def set_limit(self, limit: PlayerLimit) -> None:
        """Show ``limit`` without emitting a signal."""
        if not isinstance(limit, TimeControl):
            if limit.depth is not None:
                self.set_budget(Budget("depth", limit.depth))
            elif limit.nodes is not None:
                self.set_budget(Budget("nodes", limit.nodes))
            else:
                self.set_budget(Budget("seconds", limit.seconds or 1.0))
            return
        self._quiet = True
        self._control_box.set_control(limit)
        self.kind.setCurrentIndex(_CLOCK)
        self._quiet = False

    def _kind_edited(self, index: int) -> None:
        if index != _CLOCK:
            super()._kind_edited(index)
            return
        self._stack.setCurrentIndex(index)
        self._clock_edited()

    def _clock_edited(self) -> None:
        if not self._quiet:
            self.changed.emit(self.limit())

    def _fit(self) -> None:
        """Fit the width to the fields for the chosen kind of limit, rather than to the widest fields of any kind."""
        for index in range(self._stack.count()):
            page = self._stack.widget(index)
            assert page is not None
            shown = index == self._stack.currentIndex()
            policy = page.sizePolicy()
            policy.setHorizontalPolicy(QSizePolicy.Policy.Preferred if shown else QSizePolicy.Policy.Ignored)
            page.setSizePolicy(policy)

    def retranslate(self) -> None:
        super().retranslate()
        self.kind.setToolTip(tr("How long it may think: a limit of every move, or a clock for the whole game"))
        self.kind.setItemText(_CLOCK, tr("Clock"))
        self._control_box.retranslate()
