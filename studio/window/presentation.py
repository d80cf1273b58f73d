"""The presentation of a view: the whole screen, large text, black on white, and answers only if they are asked for."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QMargins, QObject, QPoint, QPropertyAnimation, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGraphicsOpacityEffect,
    QHBoxLayout,
    QMainWindow,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from engine.core.language import mark, tr
from studio.analysis.workspaces import Host
from studio.look import icons, style, text_size
from studio.play.board_page import BoardPage
from studio.settings import TEXT_SIZES
from studio.widgets.command import WINDOW, Aspect, Command, Condition
from studio.widgets.plain_label import PlainLabel
from studio.widgets.presented import Presented
from studio.widgets.retranslated import Retranslated
from studio.widgets.workspace import Workspace
from studio.window.actions import Actions
from studio.window.layouts import MIDDLES, ON_BOARD, Layouts
from studio.window.openers import Openers
from studio.window.page_area import PageArea
from studio.window.side_panel import SidePanel
from studio.window.views import MoreButton, ViewControl

LARGE, WIDE = 200, 1600
"""The least text size in percent on screens from this width on, in pixels at 100 %."""
STRIP_MS, POINTER_MS, FADE_MS = 2000, 3000, 120
"""Times after which the strip and the pointer disappear, and time in which the strip fades."""
STRIP_ROOM = 44
"""Height of the space for the strip below the view, in px."""
DOT, DOT_COLOR = 9, QColor(200, 30, 20, 190)
"""Radius of the pointer in px, and its colour."""
SIDE_DOCKS, ANSWER_DOCKS = ("moves", "calculator"), (*MIDDLES, "graph", "terms")
"""Docks that are hidden until they are asked for, next to the board and as answers."""


class Presentation(QObject):
    """The presentation of the view that the window shows.

    Attributes:
        layer: the layer above the window while there is a presentation, or None.

    Args:
        window: the window, whose central widget is the place of the pages.
        host: the pages, the notices and the name of the workspace shown.
        layouts: the docks.
        table: the actions of the commands.
        openers: the object that shows the help.
        bars: function that returns the tool bars, and the place of the help.
        shown: function that returns the page of the workspace shown, or None if it has none.
    """

    def __init__(
        self, window: QMainWindow, host: Host, layouts: Layouts, table: Actions, openers: Openers,
        bars: Callable[[], tuple[Sequence[QWidget], SidePanel]], shown: Callable[[], Workspace | None],
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._window, self._host, self._layouts, self._table = window, host, layouts, table
        self._openers, self._bars, self._shown = openers, bars, shown
        self.layer: PresentationLayer | None = None
        self._parts = Presented()
        self._hidden: list[QWidget] = []
        self._answers: list[QWidget] = []
        self._side: list[QWidget] = []
        self._has_answers = self._has_side = False
        self._state, self._size, self._first_size = Qt.WindowState.WindowNoState, TEXT_SIZES[0], TEXT_SIZES[0]
        self._geometry, self._margins = QRect(), QMargins()
        self._focus: QWidget | None = None

    def command(self) -> Command:
        """Return the command that begins the presentation."""
        is_open = self._layouts.is_open & Condition(lambda: self.layer is None, Aspect.WORKSPACE)
        return Command("present", WINDOW, "Presentation", self.begin, "F5", section=3, enabled=is_open)

    # --- begin and end ------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Present the view that is shown."""
        window = self._window
        if self.layer is not None:
            return
        page = self._host.pages.currentWidget()
        assert isinstance(page, BoardPage | Workspace)
        self._parts = page.presented()
        view = self._shown()
        if view is not None and view is not page and (parts := view.presented()).docks:
            # The page is next to the board, whose moves are the steps of the others.
            own = self._parts
            self._parts = replace(
                parts, controls=(*own.controls, *parts.controls), answers=(*own.answers, *parts.answers)
            )
        self._focus = QApplication.focusWidget()
        self._state, self._geometry, self._size = window.windowState(), window.geometry(), text_size.percent()
        self._host.notice.dismiss()
        # Before anything is hidden, so that the layout before the presentation is complete.
        self._has_answers = self._has_side = False
        self._layouts.present(self._parts.docks)
        (bars, side), guide = self._bars(), self._openers.guide_panel
        if guide is not None:
            side.hide()
        chrome: list[QWidget | None] = [window.menuBar(), *bars, window.statusBar(), guide]
        # Before the parts are hidden, because pages show some of them again when they follow the theme.
        self._dress(is_on=True)
        self._hidden = _hide([*(each for each in chrome if each is not None), *_header(page), *self._parts.controls])
        self._answers, self._side = _hide(self._parts.answers), _hide(self._parts.side)
        self._parts.hide_answers(True)
        screen = window.screen().size().width() * self._size // 100
        self._first_size = max(self._size, LARGE) if screen >= WIDE else self._size
        text_size.use(self._first_size)
        window.setWindowState(self._state | Qt.WindowState.WindowFullScreen)
        self._margins = window.contentsMargins()
        window.setContentsMargins(0, 0, 0, STRIP_ROOM)
        self.layer = PresentationLayer(window, self)
        self.set_visible()
        self._tell()

    def end(self) -> None:
        """Return to the window as it was, at the step that is shown."""
        window, layer = self._window, self.layer
        if layer is None:
            return
        self.layer = None
        layer.end()
        window.setContentsMargins(self._margins)
        window.setWindowState(self._state)
        text_size.use(self._size)
        self._dress(is_on=False)
        # Some may have been deleted since, such as the panel of the help.
        for widget in filter(isValid, (*self._hidden, *self._answers, *self._side)):
            widget.show()
        self._parts.end()
        if (guide := self._openers.guide_panel) is not None:
            self._bars()[1].show(guide)
        if self._state == Qt.WindowState.WindowNoState:
            # Now that the window does not need more space than before.
            self._follow_page()
            window.setGeometry(self._geometry)
        self._layouts.end_presentation()
        if self._focus is not None and isValid(self._focus) and self._focus.isVisible():
            self._focus.setFocus()
        self._parts, self._focus = Presented(), None
        self._hidden, self._answers, self._side = [], [], []
        self._tell()

    def _follow_page(self) -> None:
        """Compute the minimum size of the window for what it shows now."""
        area, layout = self._window.centralWidget(), self._window.layout()
        assert isinstance(area, PageArea) and layout is not None
        area.follow_page()
        layout.activate()

    def _dress(self, *, is_on: bool) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        style.present(application, is_on=is_on)

    def _tell(self) -> None:
        """Let the window follow the state."""
        self._table.refresh(Aspect.WORKSPACE)

    # --- what the keys do ---------------------------------------------------------------------------------------------

    def step(self, by: int) -> None:
        """Show the next step, or the previous one if ``by`` is negative."""
        self._parts.step(by)
        self._show_place()

    def to_end(self, by: int) -> None:
        """Show the last step, or the first one if ``by`` is negative."""
        self._parts.to_end(by)
        self._show_place()

    def decide(self, by: int) -> None:
        """Show the next decision, or the one before if ``by`` is negative."""
        self._parts.decide(by)
        self._show_place()

    def answer(self, number: int) -> None:
        """Answer a question by the index of the answer."""
        self._parts.answer(number)
        self._show_place()

    def toggle_answers(self) -> None:
        """Show the answers, or hide them again."""
        self._has_answers = not self._has_answers
        self._parts.hide_answers(not self._has_answers)
        self._show_parts()

    def toggle_side(self) -> None:
        """Show the panel next to the picture, or hide it again."""
        self._has_side = not self._has_side
        self._show_parts()

    def _show_parts(self) -> None:
        self.set_visible()
        if self._layouts.workspace in ON_BOARD:
            docks = (ANSWER_DOCKS if self._has_answers else ()) + (SIDE_DOCKS if self._has_side else ())
            self._layouts.present((*self._parts.docks, *docks))
        if self.layer is not None:
            self.layer.raise_()
            self.layer.show_state()

    def resize_text(self, by: int) -> None:
        """Use the next larger text size if ``by`` is 1, the next smaller one if it is -1, or else that of the start."""
        size = self._first_size
        if by:
            place = TEXT_SIZES.index(text_size.percent()) + by
            size = TEXT_SIZES[min(max(place, 0), len(TEXT_SIZES) - 1)]
        text_size.use(size)
        if self.layer is not None:
            self.layer.show_state()

    def place(self) -> tuple[int, int] | None:
        """Return the number of the step shown and that of the last one, or None if the view has no steps."""
        return self._parts.place() if self._parts.place is not None else None

    def set_visible(self) -> None:
        """Show the answers and the panel, or hide them. Pages show some of the parts after a step."""
        parts = (self._hidden, False), (self._answers, self._has_answers), (self._side, self._has_side)
        for widgets, is_shown in parts:
            for widget in widgets:
                if isValid(widget) and widget.isHidden() == is_shown:
                    widget.setVisible(is_shown)

    def _show_place(self) -> None:
        self.set_visible()
        if self.layer is not None:
            self.layer.show_state()


def _header(page: BoardPage | Workspace) -> list[QWidget]:
    """Return the row at the top of a page, or the widgets in it if it is no widget."""
    header = page.header if isinstance(page, Workspace) else None
    if header is None:
        return [*page.findChildren(ViewControl), *page.findChildren(MoreButton)]
    holder = header.parentWidget()
    if holder is not None and holder is not page:
        return [holder]
    items = [header.itemAt(at) for at in range(header.count())]
    return [each for item in items if item is not None and (each := item.widget()) is not None]


def _hide(widgets: Iterable[QWidget]) -> list[QWidget]:
    """Hide widgets, and return those that were not hidden before."""
    shown = [each for each in widgets if not each.isHidden()]
    for widget in shown:
        widget.hide()
    return shown


class PresentationLayer(Retranslated, QWidget):
    """Layer above a window in a presentation, which receives all keys and clicks.

    It shows a large pointer, a strip of buttons, and a black or white screen.

    Attributes:
        strip: the strip of buttons.
        blank: the colour of the whole screen, or None while the view is seen.

    Args:
        window: the window.
        presentation: the presentation.
    """

    def __init__(self, window: QWidget, presentation: Presentation) -> None:
        super().__init__(window)
        self._window, self._presentation = window, presentation
        self.blank: QColor | None = None
        self._pointer: QPoint | None = None
        self._buttons: list[tuple[QToolButton, str]] = []
        self.strip, self._place, self._size = QFrame(self), PlainLabel(), PlainLabel()
        style.set_look(self.strip, role="strip")
        self.strip.setCursor(Qt.CursorShape.ArrowCursor)
        self._fading = self._fade_effect()
        self._lay_out()
        self._strip_timer = QTimer(self, singleShot=True, interval=STRIP_MS)
        self._strip_timer.timeout.connect(self._fade)
        self._pointer_timer = QTimer(self, singleShot=True, interval=POINTER_MS)
        self._pointer_timer.timeout.connect(lambda: self._point(None))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.BlankCursor)
        window.installEventFilter(self)
        self.setGeometry(window.rect())
        self.strip.hide()
        self.show()
        self.raise_()
        self.setFocus()
        self.follow_changes()
        self.show_state()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self.strip)
        row.setContentsMargins(12, 4, 12, 4)
        row.setSpacing(4)
        presentation = self._presentation
        buttons: tuple[tuple[str, str, Callable[[], object]], ...] = (
            ("first", mark("First step"), lambda: presentation.to_end(-1)),
            ("previous", mark("One step back"), lambda: presentation.step(-1)),
            ("next", mark("One step forward"), lambda: presentation.step(1)),
            ("last", mark("Last step"), lambda: presentation.to_end(1)),
            ("eye", mark("Show the answers, hide them"), presentation.toggle_answers),
            ("layout", mark("Show the panel next to the picture, hide it"), presentation.toggle_side),
            ("minus", mark("Smaller text"), lambda: presentation.resize_text(-1)),
            ("plus", mark("Larger text"), lambda: presentation.resize_text(1)),
            ("close", mark("End the presentation"), presentation.end),
        )
        labels = {"last": self._place, "minus": self._size}
        for name, text, act in buttons:
            row.addWidget(self._button(name, text, act))
            if name in labels:
                row.addWidget(labels[name])

    def _button(self, name: str, text: str, act: Callable[[], object]) -> QToolButton:
        button = QToolButton()
        button.setIcon(icons.icon(name, QColor("white")))
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        # Later, because the last one deletes the buttons.
        button.clicked.connect(lambda: QTimer.singleShot(0, self, act))
        self._buttons.append((button, text))
        return button

    def _fade_effect(self) -> QPropertyAnimation:
        effect = QGraphicsOpacityEffect(self.strip)
        self.strip.setGraphicsEffect(effect)
        fading = QPropertyAnimation(effect, b"opacity", self)
        fading.setDuration(FADE_MS)
        fading.setStartValue(1.0)
        fading.setEndValue(0.0)
        fading.finished.connect(self.strip.hide)
        return fading

    def _fade(self) -> None:
        """Hide the strip, unless the pointer is on it."""
        if self.strip.underMouse():
            self._strip_timer.start()
        elif style.moves_are_animated():
            self._fading.start()
        else:
            self.strip.hide()

    def end(self) -> None:
        """Remove the layer."""
        for timer in (self._strip_timer, self._pointer_timer):
            timer.stop()
        self._fading.stop()
        self._window.removeEventFilter(self)
        self.hide()
        self.deleteLater()

    def show_state(self) -> None:
        """Write the step and the text size, and see the view again if the screen is black or white."""
        place = self._presentation.place()
        self._place.setText("" if place is None else f"{place[0]} / {place[1]}")
        self._size.setText(f"{text_size.percent()} %")
        self.strip.adjustSize()
        self._put_strip()
        if self.blank is not None:
            self.set_blank(None)

    def set_blank(self, color: QColor | None) -> None:
        """Cover the view with a colour, or show it again if ``color`` is None."""
        self.blank = color
        self.update()

    def _point(self, place: QPoint | None) -> None:
        """Show the pointer at a place, or hide it."""
        reach = DOT + 2
        for each in (self._pointer, place):
            if each is not None:
                self.update(QRect(each.x() - reach, each.y() - reach, 2 * reach + 1, 2 * reach + 1))
        self._pointer = place

    def _put_strip(self) -> None:
        left, top = self.width() - self.strip.width(), 2 * self.height() - STRIP_ROOM - self.strip.height()
        self.strip.move(left // 2, top // 2)

    # --- Qt -----------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Cover the whole window after a change of its size."""
        if event.type() == QEvent.Type.Resize:
            self.setGeometry(self._window.rect())
            self.raise_()
        return False

    def event(self, event: QEvent) -> bool:
        """Reserve all keys, so that none of them is a shortcut."""
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def focusNextPrevChild(self, _: bool) -> bool:
        """Keep the focus when Tab is pressed."""
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do what the key does. The list of keys (``studio.dialogs.keys``) names the keys."""
        key, presentation = event.key(), self._presentation
        acts: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Right: lambda: presentation.step(1), Qt.Key.Key_Space: lambda: presentation.step(1),
            Qt.Key.Key_PageDown: lambda: presentation.step(1), Qt.Key.Key_Left: lambda: presentation.step(-1),
            Qt.Key.Key_PageUp: lambda: presentation.step(-1), Qt.Key.Key_Home: lambda: presentation.to_end(-1),
            Qt.Key.Key_End: lambda: presentation.to_end(1), Qt.Key.Key_BracketRight: lambda: presentation.decide(1),
            Qt.Key.Key_BracketLeft: lambda: presentation.decide(-1), Qt.Key.Key_1: lambda: presentation.answer(0),
            Qt.Key.Key_2: lambda: presentation.answer(1), Qt.Key.Key_A: presentation.toggle_answers,
            Qt.Key.Key_P: presentation.toggle_side, Qt.Key.Key_Plus: lambda: presentation.resize_text(1),
            Qt.Key.Key_Equal: lambda: presentation.resize_text(1),
            Qt.Key.Key_Minus: lambda: presentation.resize_text(-1), Qt.Key.Key_0: lambda: presentation.resize_text(0),
            Qt.Key.Key_B: lambda: self._toggle_blank("black"), Qt.Key.Key_Period: lambda: self._toggle_blank("black"),
            Qt.Key.Key_W: lambda: self._toggle_blank("white"), Qt.Key.Key_Escape: presentation.end,
            Qt.Key.Key_F5: presentation.end,
        }  # fmt: skip
        if act := acts.get(key):
            act()
        event.accept()

    def _toggle_blank(self, name: str) -> None:
        color = QColor(name)
        self.set_blank(None if self.blank == color else color)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Show the next step, or the previous one if the right button is pressed."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._presentation.step(1)
        elif event.button() == Qt.MouseButton.RightButton:
            self._presentation.step(-1)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show the pointer and the strip for some seconds."""
        self._point(event.position().toPoint())
        self._pointer_timer.start()
        self._fading.stop()
        self._strip_timer.start()
        effect = self.strip.graphicsEffect()
        assert isinstance(effect, QGraphicsOpacityEffect)
        effect.setOpacity(1.0)
        self.strip.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the strip in its place, and hide what pages show for another size."""
        super().resizeEvent(event)
        self._presentation.set_visible()
        self._put_strip()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the screen in one colour, or the pointer."""
        painter = QPainter(self)
        if self.blank is not None:
            painter.fillRect(self.rect(), self.blank)
        elif self._pointer is not None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(Qt.GlobalColor.white, 1.5))
            painter.setBrush(DOT_COLOR)
            painter.drawEllipse(self._pointer, DOT, DOT)

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Presentation"))
        for button, text in self._buttons:
            button.setToolTip(tr(text))
            button.setAccessibleName(tr(text))
