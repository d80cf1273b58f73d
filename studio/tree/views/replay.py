"""The bar that replays a search event by event, filters the outline and finds moves."""

import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMenu,
    QPushButton,
    QToolButton,
    QWidget,
)

from engine.core.language import mark, tr
from engine.searchtree.model import SearchTree
from studio.analysis import figures
from studio.look import icons, style
from studio.steps.bar import StepBar
from studio.tree.views.rows import FILTERS, Filter, matching
from studio.tree.views.shown import ShownTree
from studio.widgets.retranslated import Retranslated
from studio.widgets.search_field import SearchField

SPEEDS = (1, 2, 4, 8, 20, 60, 200, 1000)
SLOW = 8
"""Events per second up to which the board follows the replay."""
SEARCH_MS = 8
"""Time for which moves are searched before the window handles other events."""
NARROW, TIGHT = 1400, 900
"""Widths in px below which the chips are replaced by a menu, and the button of the steps has no text."""
HEIGHT = 40
CHIPS = {
    Filter.CUTS: mark("Cuts"), Filter.PV: mark("PV"), Filter.ROSE: mark("α rose"), Filter.AGAIN: mark("Re-search"),
    Filter.QUIET: mark("Quiescence"),
}  # fmt: skip
"""English titles of the filters, translated for display."""


class MoveFinder:
    """Finds the nodes whose move contains a text, a few at a time.

    Args:
        tree: the tree.
        text: the text.
        after: the node after which the search begins. It continues at the beginning.
    """

    def __init__(self, tree: SearchTree, text: str, after: int) -> None:
        self._tree, self._wanted = tree, text.casefold().strip()
        self._nodes: Iterator[int] = iter([*range(after + 1, len(tree)), *range(after + 1)])
        self.found = -1
        self.is_done = not self._wanted

    def run(self, seconds: float) -> None:
        """Search for at most about ``seconds``."""
        end = time.perf_counter() + seconds
        for number, node in enumerate(self._nodes):
            text = self._tree.move_text(node), self._tree.move_text(node, "display")
            if any(self._wanted in each.casefold() for each in text if each):
                self.found, self.is_done = node, True
                return
            if number % 16 == 15 and time.perf_counter() > end:
                return
        self.is_done = True


class EventBar(StepBar):
    """The steps of the replay of a whole tree, which are its events.

    Args:
        owner: the bar that shows the events.
    """

    def __init__(self, owner: "ReplayBar") -> None:
        self.is_ticking = False
        super().__init__(speeds=SPEEDS, speed=SLOW)
        self._owner = owner

    def words(self) -> dict[QWidget, str]:
        return {
            self.first: tr("First event"), self.back: tr("One event back"), self.forward: tr("One event on"),
            self.last: tr("The whole tree"), self.decision: tr("Next cut-off"), self.slider: tr("Event of the replay"),
            self.speed: tr("Events per second"),
            self.play: tr("Pause the replay") if self.is_playing else tr("Replay the search"),
        }  # fmt: skip

    def show_count(self, number: int, count: int) -> None:
        """Show the number of an event, from 1, and how many there are."""
        self.text.setText(
            tr("event {number} of {count}", number=figures.grouped(number), count=figures.grouped(count))
            if count else ""
        )  # fmt: skip

    def name_step(self) -> str:
        return self.text.text()

    def step_by(self, by: int) -> None:
        (self._owner.on if by > 0 else self._owner.back)()

    def to_end(self, by: int) -> None:
        (self._owner.to_end if by > 0 else self._owner.to_start)()

    def to_decision(self, by: int) -> None:
        self._owner.to_cut(by)

    def _tick(self) -> None:
        self.is_ticking = True
        super()._tick()
        self.is_ticking = False


class ReplayBar(Retranslated, QWidget):
    """The bar below the views of a tree.

    Args:
        shown: the shown tree.
        parent: parent widget.
        has_filters: whether the bar has filters and finds moves.
    """

    fast_changed = Signal(bool)
    """Emitted with whether the replay runs so fast that the board does not follow it."""
    not_found = Signal(str)
    """Emitted with a text that no move contains."""

    def __init__(self, shown: ShownTree, parent: QWidget | None = None, *, has_filters: bool = True) -> None:
        super().__init__(parent)
        self._shown, self._has_filters = shown, has_filters
        self._finder: MoveFinder | None = None
        self._search_timer = QTimer(self, interval=0)
        self._search_timer.timeout.connect(self._search_on)
        self.whole, self.steps, self.steps_button = EventBar(self), StepBar(), QToolButton()
        self.whole.moved.connect(self._moved)
        self.whole.played.connect(lambda plays: self.fast_changed.emit(plays and self.whole.speed.currentData() > SLOW))
        self.steps_button.setCheckable(True)
        self.steps_button.setIconSize(QSize(style.ICON, style.ICON))
        self.steps_button.setIcon(icons.icon("message"))
        self.steps.hide()
        self.steps_button.toggled.connect(self._show_steps)
        self._row = layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, style.PADDING, 0)
        layout.setSpacing(8)
        layout.addWidget(self.whole, 1)
        layout.addWidget(self.steps, 1)
        layout.addWidget(self.steps_button)
        self.chips: dict[str, QPushButton] = {}
        for name in FILTERS:
            chip = QPushButton()
            chip.setCheckable(True)
            style.set_look(chip, kind="chip")
            chip.clicked.connect(self._filter)
            self.chips[name] = chip
            layout.addWidget(chip)
        self.filter_button = self._tool("settings")
        self.filter_menu = QMenu(self)
        self.filter_button.setMenu(self.filter_menu)
        self.filter_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.filter_menu.aboutToShow.connect(self._fill_filters)
        layout.addWidget(self.filter_button)
        self.find_button, self.find_field = self._tool("search"), SearchField()
        self.find_button.clicked.connect(self.ask_move)
        self.find_field.setMaximumWidth(150)
        self.find_field.returnPressed.connect(self.find_next)
        self.find_field.hide()
        layout.addWidget(self.find_field)
        layout.addWidget(self.find_button)
        self.setFixedHeight(HEIGHT)
        shown.replaced.connect(self._replaced)
        shown.stepped.connect(self._show_event)
        self.follow_changes()

    def _tool(self, icon: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(icons.icon(icon))
        button.setIconSize(QSize(style.ICON, style.ICON))
        return button

    def _show_steps(self, shown: bool) -> None:
        """Show the steps of the line in question in place of the events of the whole tree, or the latter."""
        self.pause()
        self.steps.setVisible(shown)
        self.whole.setVisible(not shown)
        self._arrange()

    # --- the replay ---------------------------------------------------------------------------------------------------

    @property
    def events(self) -> int:
        """The number of events of the tree."""
        return self._shown.prepared.events if self._shown.prepared is not None else 0

    @property
    def event_number(self) -> int:
        """The event that is shown, which is the last one without a replay."""
        number = self._shown.event_number
        return self.events - 1 if number is None else number

    @property
    def is_playing(self) -> bool:
        """Whether the replay runs."""
        return self.whole.is_playing

    def toggle(self) -> None:
        """Start or stop the replay. At the end, it starts at the beginning."""
        if self.is_playing or (self.events and self.whole.slider.isEnabled()):
            self.whole.toggle()

    def pause(self) -> None:
        """Stop the replay at the event that is shown."""
        self.whole.stop()

    def to_start(self) -> None:
        """Show the first event."""
        self.pause()
        self._shown.show_event(0)

    def to_end(self) -> None:
        """End the replay and show the whole tree."""
        self.pause()
        self._shown.show_event(None)

    def back(self) -> None:
        """Show the event before."""
        self.pause()
        self._shown.show_event(max(0, self.event_number - 1))

    def on(self) -> None:
        """Show the next event."""
        self.pause()
        self._shown.show_event(min(self.events - 1, self.event_number + 1))

    def finish(self) -> None:
        """Show the event in which the node of the present event is left."""
        prepared = self._shown.prepared
        if prepared is None or not self.events:
            return
        self.pause()
        number = self.event_number
        node = prepared.at_event(number)
        end = prepared.left(node)
        if end == number and self._shown.tree is not None and (parent := self._shown.tree.parent(node)) >= 0:
            end = prepared.left(parent)
        self._shown.show_event(end)

    def to_cut(self, step: int) -> None:
        """Show the next event, or the one before, in which a node is left that was cut off."""
        prepared = self._shown.prepared
        if prepared is None or not len(prepared.cut_events):
            return
        self.pause()
        number = self._shown.event_number
        if number is None:
            selected = self._shown.selected
            number = prepared.left(selected) if selected > 0 else -1 if step > 0 else self.events
        places = prepared.cut_events
        place = bisect_right(places, number) if step > 0 else bisect_left(places, number) - 1
        if 0 <= place < len(places):
            self._shown.show_event(int(places[place]))

    def _moved(self, event: int) -> None:
        if not self.whole.is_ticking:
            self.pause()
        self._shown.show_event(event)

    def _replaced(self) -> None:
        self.whole.stop()
        self._search_timer.stop()
        for chip in self.chips.values():
            chip.setChecked(False)
        tree, prepared = self._shown.tree, self._shown.prepared
        # Other searches do not visit the nodes in the order of the tree.
        has_events = tree is not None and tree.facts.kind == "windows"
        for part in (self.whole, self.steps_button):
            part.setEnabled(has_events)
        for name, chip in self.chips.items():
            chip.setEnabled(tree is not None and prepared is not None and bool(matching(tree, prepared, name).any()))
        self._show_event()

    def _show_event(self) -> None:
        slider = self.whole.slider
        blocked = slider.blockSignals(True)
        slider.setRange(0, max(0, self.events - 1))
        slider.setValue(self.event_number)
        slider.blockSignals(blocked)
        self.whole.show_count(self.event_number + 1, self.events)

    # --- filters ------------------------------------------------------------------------------------------------------

    def _filter(self) -> None:
        self._shown.set_filters([name for name, chip in self.chips.items() if chip.isChecked()])

    def _fill_filters(self) -> None:
        """Fill the menu that replaces the chips in a narrow window."""
        self.filter_menu.clear()
        for name, chip in self.chips.items():
            action = self.filter_menu.addAction(tr(CHIPS[name]))
            action.setCheckable(True)
            action.setChecked(chip.isChecked())
            action.setEnabled(chip.isEnabled())
            action.triggered.connect(chip.click)

    # --- moves --------------------------------------------------------------------------------------------------------

    def ask_move(self) -> None:
        """Show the field in which the user types a move, or find the next one."""
        if not self._has_filters:
            return
        if self.find_field.isVisible() and self.find_field.text():
            self.find_next()
        self.find_field.show()
        self.find_field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.find_field.selectAll()

    def find_next(self) -> None:
        """Select the next node whose move contains the text."""
        tree = self._shown.tree
        if tree is not None and self.find_field.text().strip():
            self._finder = MoveFinder(tree, self.find_field.text(), self._shown.selected)
            self._search_timer.start()

    def _search_on(self) -> None:
        finder = self._finder
        if finder is None:
            self._search_timer.stop()
            return
        finder.run(SEARCH_MS / 1000)
        if not finder.is_done:
            return
        self._search_timer.stop()
        if finder.found >= 0:
            self._shown.choose(finder.found)
        else:
            self.not_found.emit(self.find_field.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close the field with Esc."""
        if event.key() == Qt.Key.Key_Escape and self.find_field.isVisible():
            self.close_find()
            return
        super().keyPressEvent(event)

    def close_find(self) -> bool:
        """Hide the field for a move, and return whether it was visible."""
        was_visible = self.find_field.isVisible()
        self._search_timer.stop()
        self.find_field.clear()
        self.find_field.hide()
        return was_visible

    # --- Qt -----------------------------------------------------------------------------------------------------------

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the replay and the search for a move."""
        self.pause()
        self.steps.stop()
        self._search_timer.stop()

    def minimumSizeHint(self) -> QSize:
        """Return a small width, because the chips are replaced by a menu if there is little space."""
        return QSize(440, HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Replace the chips by a menu if there is little space."""
        self._arrange()

    def _arrange(self) -> None:
        buttons = Qt.ToolButtonStyle
        has_room = self.width() >= TIGHT
        self.steps_button.setToolButtonStyle(
            buttons.ToolButtonTextBesideIcon if has_room else buttons.ToolButtonIconOnly
        )
        self._row.setSpacing(8 if has_room else 2)
        narrow = self.width() < NARROW or self.steps_button.isChecked()
        for chip in self.chips.values():
            chip.setVisible(self._has_filters and not narrow)
        self.filter_button.setVisible(self._has_filters and narrow)
        for part in (self.find_button, self.steps_button):
            part.setVisible(self._has_filters)

    def retranslate(self) -> None:
        self.steps_button.setText(tr("Step by step"))
        self.steps_button.setAccessibleName(tr("Step by step"))
        self.steps_button.setToolTip(
            tr("Replay the search to the selected node in steps. The arrows are one step, ] and [ a decision.")
        )
        for name, chip in self.chips.items():
            chip.setText(tr(CHIPS[name]))
            chip.setToolTip(tr("Show only these nodes and those above them"))
        self.filter_button.setToolTip(tr("Show only some nodes"))
        self.filter_button.setAccessibleName(tr("Show only some nodes"))
        self.find_button.setToolTip(tr("Find a move"))
        self.find_button.setAccessibleName(tr("Find a move"))
        self.find_field.setPlaceholderText(tr("Move"))
        self.find_field.setAccessibleName(tr("Find a move"))
        self._show_event()
