"""The docks of the window. Each workspace has a separate layout of the docks, which is saved."""

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Literal

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHoverEvent, QMouseEvent
from PySide6.QtWidgets import QLayout, QMainWindow, QMenu, QWidget

from engine.core.language import tr
from studio.document.document import Document
from studio.settings import Settings
from studio.widgets.command import ANALYSIS, BOARD, WINDOW, Aspect, Command, Condition, Declared, FilledMenu
from studio.widgets.dock import Dock
from studio.window.workspaces import ENTRIES

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
Mode = Literal["tabs", "columns", "wide"]
"""Arrangements of the docks of a workspace with a graph: tabs, two columns, or two columns in a large window."""
WORKSPACES = tuple(ENTRIES)
ON_BOARD = tuple(name for name, entry in ENTRIES.items() if entry.dock or not entry.page)
"""Workspaces that show the board."""
VERSION, VERSION_OF_PAGES = 2, 3
"""Versions of the saved layouts without and with a page next to the board. A layout saved with another version is not
restored."""
SPLITS = (
    ("", "graph", Qt.Orientation.Vertical),
    ("", "moves", Qt.Orientation.Horizontal),
    ("", "terms", Qt.Orientation.Vertical),
    ("moves", "calculator", Qt.Orientation.Vertical),
)
"""Steps that place the docks by default: a dock, the dock that is placed next to it, and the direction. The dock in the
middle has no name: it is that of the page of the workspace, or else the analysis."""
MIDDLES = ("analysis", *(entry.dock for entry in ENTRIES.values() if entry.dock))
"""The docks that can be in the middle."""
NAMES = ("moves", "calculator", *MIDDLES, "graph", "terms", "editor")
"""Names of all docks."""
PANELS = ("calculator", "terms")
"""Docks that have a command."""
TABBED = ("moves", "graph", "terms")
"""Docks that are shown as tabs after the one in the middle in a small window, in the order of the tabs."""
RAISED = ("moves", "calculator")
LEAST_WIDTHS = dict.fromkeys(MIDDLES, 240) | {"moves": 160, "graph": 200, "terms": 160, "calculator": 160}
"""Minimum widths of docks in px. They replace those of the panels, so that no panel widens the window."""
BOARD_FRAME, BOARD_ROWS = 68, 126
"""Width next to the squares of the board, and height above and below them without a header, in px."""
BOARD_SHARE, LEAST_BOARD_SHARE = 0.4375, 0.3
"""Maximum and minimum default width of the board's column, as shares of the width of the window."""
BUTTONS = 292
"""Width of the buttons below the board in px."""
ANALYSIS_SHARE, ANALYSIS_WIDTH, MOVES_WIDTH = 0.585, 431, 240
"""Default share of the analysis in the width of the docks, its default width, and the moves' minimum width, in px."""
PLAY_WIDTH = 400
"""Default width of the docks of the Play workspace in px."""
GRAPH_SHARE, GRAPH_HEIGHT = 0.21, 146
"""Default share of the graph in the height of the docks, and its minimum default height in px."""
TERMS_SHARE = 0.25
"""Default share of the dock with the evaluation term by term in the height of the docks."""
WIDE, TALL = 1600, 900
"""Minimum size in px of a window in which the evaluation term by term is shown by default."""
SETTLING_MS = 500
"""Time after a window is shown in which it may get its size, for example that of the screen."""
TABS_BELOW, TABS_LOW = 520, 600
"""Width of the docks and height of the window in px below which the docks become tabs."""


class Layouts(QObject):
    """The docks of a window, at first without panels, and their layouts.

    Attributes:
        docks: mapping from the names of the docks to the docks.
        is_editing: whether only the editor's dock is shown, because a position is being set up.
        is_presenting: whether the docks are those of a presentation.
        workspace: the current workspace, or an empty string before the first call of ``restore`` and after ``leave``.
        panel_changed: signal emitted when a panel that a command shows is shown or hidden.
        is_open: the condition that a workspace is shown and no position is being set up.
        is_free: the condition that, moreover, the workspace shows the record.
        is_on_board: the condition that the board is shown and no position is being set up.

    Args:
        window: the window of the docks.
        settings: the settings in which layouts are stored.
        document: the open record. The calculator is shown only if the game of the record has one.
    """

    panel_changed = Signal()

    def __init__(self, window: QMainWindow, settings: Settings, document: Document) -> None:
        super().__init__(window)
        self.is_open = Condition(lambda: bool(self.workspace) and not self.is_editing, Aspect.WORKSPACE)
        self.is_free = self.is_open & Condition(lambda: ENTRIES[self.workspace].has_record, Aspect.WORKSPACE)
        self.is_on_board = Condition(lambda: self.workspace in ON_BOARD and not self.is_editing, Aspect.WORKSPACE)
        self._window, self._settings, self._document = window, settings, document
        self._is_fitted = False
        self._side = 0
        self._is_arranging = self.is_editing = False
        self._mode: Mode | None = None
        self._pressed_sizes: list[QSize] | None = None
        self._is_calculator_away = False
        self.is_presenting = False
        self._before, self._sizes = QByteArray(), dict[str, QSize]()
        # The saved layout, until the window has its size, which it can get in several steps after it is shown.
        self._unsettled = QByteArray()
        self._settling = QTimer(self, singleShot=True, interval=SETTLING_MS)
        self._settling.timeout.connect(lambda: setattr(self, "_unsettled", QByteArray()))
        self.workspace = ""
        self.docks: dict[str, Dock] = {}
        for name in NAMES:
            dock = Dock(name, window, is_raised=name in RAISED, least_width=LEAST_WIDTHS.get(name, 0))
            window.addDockWidget(RIGHT, dock)
            dock.hide()
            dock.topLevelChanged.connect(self._moved)
            self.docks[name] = dock
        for name in PANELS:
            self.docks[name].visibilityChanged.connect(lambda _: self.panel_changed.emit())
        self.docks["editor"].setFeatures(Dock.DockWidgetFeature.NoDockWidgetFeatures)
        self.docks["editor"].setTitleBarWidget(QWidget())
        window.installEventFilter(self)

    def commands(self) -> list[Declared]:
        """Return the commands that show and hide panels."""
        calculator, terms = (self.docks[name] for name in PANELS)
        has_calculator = Condition(lambda: self._document.game.has_calculator, Aspect.RECORD)
        return [
            Command(
                "calculator", BOARD, "Capture calculator", calculator.setVisible, "C", "calculator", 3,
                enabled=self.is_free & has_calculator, checked=_shown(calculator), seen=self.is_on_board,
            ),
            Command(
                "terms", ANALYSIS, "Evaluation term by term", terms.setVisible, "B", "table", 2,
                checked=_shown(terms), seen=self.is_on_board,
            ),
            FilledMenu(WINDOW, "Panels", self._list_panels, 2, self.is_on_board.test),
        ]  # fmt: skip

    def _list_panels(self, menu: QMenu) -> None:
        shown = [dock for name, dock in self.docks.items() if name not in self._others]
        menu.addActions([dock.toggleViewAction() for dock in shown])

    @property
    def _middle(self) -> str:
        """The dock in the middle."""
        return ENTRIES[self.workspace].dock or MIDDLES[0]

    @property
    def _others(self) -> list[str]:
        """The docks that only other workspaces and the editor have, in a fixed order."""
        return [name for name in (*MIDDLES, "editor") if name != self._middle]

    @property
    def _version(self) -> int:
        """The version of the layout of the workspace."""
        return VERSION_OF_PAGES if ENTRIES[self.workspace].dock else VERSION

    @property
    def _has_graph(self) -> bool:
        return "graph" in ENTRIES[self.workspace].docks

    @property
    def with_board(self) -> str:
        """The current workspace if it shows the board, or otherwise Play."""
        return self.workspace if self.workspace in ON_BOARD else "play"

    def leave(self) -> None:
        """Save the layout of the current workspace, if any, and hide every dock."""
        if self.workspace:
            self.keep()
        self.workspace = ""
        self.hide_all()

    def hide_all(self) -> None:
        """Hide every dock."""
        for dock in self.docks.values():
            dock.hide()

    def restore(self, workspace: str) -> None:
        """Show the docks of a workspace in its saved layout, or in its default layout if there is no usable one."""
        with self.same_size():
            self._restore(workspace)

    def _restore(self, workspace: str) -> None:
        self.workspace = workspace
        self._mode = None
        layout = self._settings.layout(workspace)
        restored = not layout.isEmpty() and self._restore_state(layout)
        self._is_fitted = restored and self._settings.layout_is_fitted(workspace)
        self._unsettled = QByteArray() if self._window.isVisible() or not restored else layout
        if not restored:
            self._arrange()
        self._hide_others()
        self.fit_calculator()
        self.fit()

    def _hide_others(self) -> None:
        """Hide the docks that only other workspaces and the editor have. A restored layout may not contain them."""
        for name in self._others:
            self.docks[name].hide()
            self.docks[name].toggleViewAction().setVisible(False)
        self.docks[self._middle].toggleViewAction().setVisible(True)

    @contextmanager
    def same_size(self) -> Iterator[None]:
        """Keep the size of the window while it needs more space, for docks that will be hidden."""
        layout = self._window.layout()
        assert layout is not None
        layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        yield
        layout.setSizeConstraint(QLayout.SizeConstraint.SetDefaultConstraint)

    def _restore_state(self, layout: QByteArray) -> bool:
        """Restore a layout, and return whether it was usable.

        If a window that is not yet shown is maximised or fills the screen, Qt keeps a copy of the layout to restore it
        again when the window gets its size. This copy contains pointers to items that ``removeDockWidget`` deletes
        before (Qt 6.11). Qt makes no copy for a normal window, and ``fit`` restores the layout again.
        """
        window, states = self._window, self._window.windowState()
        self._leave_separator()
        self._is_arranging = True
        if not window.isVisible():
            window.overrideWindowState(Qt.WindowState.WindowNoState)
        restored = window.restoreState(layout, self._version)
        if not window.isVisible():
            window.overrideWindowState(states)
        self._is_arranging = False
        return restored

    def _leave_separator(self) -> None:
        """Let Qt forget the separator under the mouse. Call this method before the docks get other places.

        Qt stores the place of this separator among the docks, and looks there again when the mouse moves away. If the
        docks have other places then, it reads freed memory (Qt 6.11).
        """
        away = QPointF(-1, -1)
        QCoreApplication.sendEvent(self._window, QHoverEvent(QEvent.Type.HoverLeave, away, away, away))

    def _settle(self) -> None:
        """Restore the saved layout again for the size that the window has now."""
        if not self._settling.isActive():
            self._settling.start()
        self._restore_state(self._unsettled)
        self._hide_others()
        self.fit_calculator()

    def keep(self) -> None:
        """Save the layout of the current workspace, if any.

        A calculator hidden by ``fit_calculator`` is saved as visible.
        """
        if not self.workspace:
            return
        if self._is_calculator_away:
            with self.same_size():
                self.docks["calculator"].show()
            self._is_calculator_away = False
        self._settings.set_layout(self.workspace, self._window.saveState(self._version), is_fitted=self._is_fitted)

    def reset(self) -> None:
        """Reset the layouts of all workspaces to their defaults."""
        self._settings.forget_layouts()
        self._is_calculator_away = False
        if self.workspace:
            self._arrange()
            self.fit_calculator()
            self.fit()

    def fit_calculator(self) -> None:
        """Hide the calculator if the game of the record has none.

        If the calculator was hidden for this reason and the game has one, show it again.
        """
        dock, has_use = self.docks["calculator"], self._document.game.has_calculator
        if not has_use and not dock.isHidden():
            self._is_calculator_away = True
            dock.hide()
        elif has_use and self._is_calculator_away:
            self._is_calculator_away = False
            dock.show()

    @property
    def is_fitted(self) -> bool:
        """Whether the docks follow the size of the window, because the user has neither moved nor resized them."""
        return self._is_fitted

    def fit(self) -> None:
        """Resize the docks for the window and the game, unless the user has moved or resized them.

        Call this method when the window is shown, because Qt ignores sizes set earlier, and when the size of the window
        or the game changes. Qt may resize the window while it restores a layout, when docks are not yet in place.
        """
        window = self._window
        is_free = not (self._is_arranging or self.is_editing or self.is_presenting)
        if not is_free or not window.isVisible() or self.workspace not in ON_BOARD:
            return
        if not self._is_fitted:
            if not self._unsettled.isEmpty():
                self._settle()
            return
        mode = self._wanted_mode()
        if mode != (self._mode or mode) or (mode == "tabs") != self._is_tabbed():
            self._arrange()
        self._mode = mode
        docks, middle, rest = self.docks, self.docks[self._middle], self._width() - self._board_width() - 1
        horizontal, vertical = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
        height = self._height()
        if mode == "tabs":
            window.resizeDocks([middle], [rest], horizontal)
        elif self._has_graph:
            wanted = ENTRIES[self.workspace].width or ANALYSIS_WIDTH
            analysis = max(round(ANALYSIS_SHARE * rest), min(wanted, rest - MOVES_WIDTH))
            graph = max(GRAPH_HEIGHT, round(GRAPH_SHARE * height))
            # The height first: sizes of docks side by side depend on that of the row which contains them.
            window.resizeDocks([middle, docks["graph"]], [height - graph - 1, graph], vertical)
            if mode == "wide":
                terms = round(TERMS_SHARE * height)
                sizes = [height - graph - terms - 2, terms]
                window.resizeDocks([middle, docks["terms"]], sizes, vertical)
            window.resizeDocks([middle, docks["moves"]], [analysis, rest - analysis - 1], horizontal)
        else:
            window.resizeDocks([docks["moves"]], [min(rest, PLAY_WIDTH)], horizontal)
            window.resizeDocks([docks["moves"], docks["calculator"]], [440, 280], vertical)

    def _wanted_mode(self) -> Mode:
        """Return the arrangement of the docks for the size of the window."""
        window = self._window
        if not self._has_graph:
            return "columns"
        page = ENTRIES[self.workspace].width
        least = page + MOVES_WIDTH if page else TABS_BELOW
        if self._width() - self._board_width() < least or window.height() < TABS_LOW:
            return "tabs"
        is_wide = self._width() >= WIDE and window.height() >= TALL and not ENTRIES[self.workspace].dock
        return "wide" if is_wide else "columns"

    def _height(self) -> int:
        """Return the height of the central widget, which is also the height of the docks."""
        centre = self._window.centralWidget()
        return centre.height() if centre is not None else 0

    def _width(self) -> int:
        """Return the width of the window without the space for a panel at its right edge."""
        return self._window.width() - self._side

    def set_side(self, width: int) -> None:
        """Leave space for a panel at the right edge of the window, in px."""
        if width != self._side:
            self._side = width
            self.fit()

    def _is_tabbed(self) -> bool:
        return self.docks["moves"] in self._window.tabifiedDockWidgets(self.docks[self._middle])

    def _board_width(self) -> int:
        """Return the default width of the board's column, in which the board fills the height of the window.

        The width is limited to a share of the width of the window, and by the width of the page next to it.
        """
        surface = self._document.game.surface(self._document.position)
        width = self._width()
        square = (self._height() - BOARD_ROWS) // max(1, surface.rows)
        wanted = surface.columns * square + BOARD_FRAME
        least = max(LEAST_BOARD_SHARE * width, min(BUTTONS, width / 2))
        if page := ENTRIES[self.workspace].width:
            room = width - page
            wanted = min(wanted, room if room - MOVES_WIDTH < least else room - MOVES_WIDTH)
        return round(max(least, min(BOARD_SHARE * width, wanted)))

    def begin_editing(self) -> None:
        """Show only the editor's dock."""
        self._before = self._window.saveState(self._version)
        self.is_editing = True
        self._show_only(("editor",))

    def end_editing(self) -> None:
        """Restore the layout from before ``begin_editing``."""
        self._return()
        self.fit()

    def present(self, names: Iterable[str]) -> None:
        """Show only the docks with these names that were open before the presentation.

        They have 40 % of the width, or 60 % with a page that needs a certain width.
        """
        if not self.is_presenting:
            self._before = self._window.saveState(self._version)
            self._sizes = {name: dock.size() for name, dock in self.docks.items() if not dock.isHidden()}
            self.is_presenting = True
        self._show_only(self._sizes.keys() & set(names))
        shown = [dock for dock in self.docks.values() if not dock.isHidden()]
        if shown:
            share = 0.6 if ENTRIES[self.workspace].width else 0.4
            self._window.resizeDocks(shown[:1], [round(share * self._window.width())], Qt.Orientation.Horizontal)

    def end_presentation(self) -> None:
        """Restore the layout from before ``present``, and again if the window gets its former size only later."""
        # Qt leaves a bar of tabs in its place if the docks of it get another one (Qt 6.11).
        self._show_only(())
        layout = self._window.layout()
        assert layout is not None
        layout.activate()
        self.is_presenting = False
        self._return()
        if not self._is_fitted:
            self._unsettled = self._before
        elif self._sizes != {name: dock.size() for name, dock in self.docks.items() if not dock.isHidden()}:
            self.fit()

    def _show_only(self, names: Collection[str]) -> None:
        for name, dock in self.docks.items():
            dock.setVisible(name in names)

    def _return(self) -> None:
        """Restore the layout from before the position was set up, or the presentation began."""
        self._leave_separator()
        self._is_arranging = True
        self._window.restoreState(self._before, self._version)
        self._is_arranging = self.is_editing = False
        self.docks["editor"].hide()

    def retranslate(self) -> None:
        """Set all titles in the language in use."""
        titles = {
            "moves": tr("Moves"), "calculator": tr("Capture calculator"), "analysis": tr("Analysis"),
            "graph": tr("Evaluation over the game"), "editor": tr("Set up a position"),
            "terms": tr("Evaluation term by term"), "review": tr("Review"),
            "tree": tr("Tree"),
        }  # fmt: skip
        for name, text in titles.items():
            self.docks[name].set_title(text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Determine whether the user has resized the docks by dragging a separator.

        Qt sends mouse events to the window itself only if they are on a separator.
        """
        if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            sizes = [dock.size() for dock in self.docks.values()]
            if event.type() == QEvent.Type.MouseButtonPress:
                self._pressed_sizes = sizes
            elif event.type() == QEvent.Type.MouseButtonRelease and self._pressed_sizes is not None:
                self._is_fitted = self._is_fitted and sizes == self._pressed_sizes
                self._pressed_sizes = None
        return super().eventFilter(watched, event)

    def _moved(self) -> None:
        """Stop resizing the docks with the window, because the user has moved a dock."""
        if not self._is_arranging:
            self._is_fitted = False
            self._unsettled = QByteArray()

    def _arrange(self) -> None:
        """Move the docks to their default places in the current workspace."""
        self._leave_separator()
        self._is_arranging = True
        mode = self._mode = self._wanted_mode()
        docks, window = self.docks, self._window
        for dock in docks.values():
            dock.setFloating(False)
            window.removeDockWidget(dock)
        middle = docks[self._middle]
        window.addDockWidget(RIGHT, middle)
        if mode == "tabs":
            for name in TABBED:
                window.tabifyDockWidget(middle, docks[name])
        for first, second, direction in SPLITS:
            if mode != "tabs" or second not in TABBED:
                window.splitDockWidget(docks[first] if first else middle, docks[second], direction)
        # In a fixed order, so that equal layouts are saved as equal bytes.
        for name in self._others:
            window.addDockWidget(RIGHT, docks[name])
        shown = ENTRIES[self.workspace].docks + (("terms",) if mode == "wide" else ())
        for name, dock in docks.items():
            dock.setVisible(name in shown)
        if mode == "tabs":
            middle.raise_()
        self._is_fitted = True
        self._is_arranging = False


def _shown(dock: Dock) -> Condition:
    return Condition(lambda: not dock.isHidden(), Aspect.WORKSPACE)
