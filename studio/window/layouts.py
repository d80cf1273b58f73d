"""The docks of the window, which are shown in a separate saved layout for each workspace."""

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QObject, Qt
from PySide6.QtWidgets import QMainWindow, QWidget

from engine.core.language import tr
from studio.document.document import Document
from studio.settings import Settings
from studio.widgets.dock import Dock

WORKSPACES = ("play", "analyse", "compare", "match")
ON_BOARD = ("play", "analyse")
"""Workspaces that show the board."""
VERSION = 1
LAYOUTS = {
    "play": ("moves", "calculator"),
    "analyse": ("analysis", "moves", "graph"),
    "compare": (),
    "match": (),
}
"""Docks shown by default in each workspace."""
BELOW = ("graph", "terms")
"""Docks below the board. The others are on its right."""
RAISED = ("moves", "calculator")


class Layouts(QObject):
    """The docks of a window and their layouts.

    Attributes:
        docks: the docks by name.
        workspace: the workspace shown, or an empty string before the first ``restore`` and after ``leave``.

    Args:
        window: the window of the docks.
        panels: the panels by name of their dock.
        settings: the settings in which layouts are stored.
        document: the open record. The calculator is shown only if the game of the record has one.
    """

    def __init__(
        self, window: QMainWindow, panels: Mapping[str, QWidget], settings: Settings, document: Document
    ) -> None:
        super().__init__(window)
        self._window, self._settings, self._document = window, settings, document
        self._is_unsized = False
        self._is_calculator_away = False
        self._before_editing = QByteArray()
        self.workspace = ""
        self.docks: dict[str, Dock] = {}
        for name, panel in panels.items():
            dock = Dock(name, panel, window, is_raised=name in RAISED)
            window.addDockWidget(_area(name), dock)
            dock.hide()
            self.docks[name] = dock
        self.docks["editor"].setFeatures(Dock.DockWidgetFeature.NoDockWidgetFeatures)
        self.docks["editor"].setTitleBarWidget(QWidget())
        # The bottom area ends where the right area begins.
        window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)

    def leave(self) -> None:
        """Save the layout of the workspace and hide every dock."""
        if self.workspace:
            self.keep()
        self.workspace = ""
        self.hide_all()

    def hide_all(self) -> None:
        """Hide every dock."""
        for dock in self.docks.values():
            dock.hide()

    def restore(self, workspace: str) -> None:
        """Show the docks of a workspace in its saved layout, or in the default one if none is saved."""
        self.workspace = workspace
        layout = self._settings.layout(workspace)
        if layout.isEmpty() or not self._window.restoreState(layout, VERSION):
            self._arrange()
        self.docks["editor"].hide()
        self.fit_calculator()

    def keep(self) -> None:
        """Save the layout of the workspace. A calculator hidden by ``fit_calculator`` is saved as visible."""
        if not self.workspace:
            return
        if self._is_calculator_away:
            self.docks["calculator"].show()
            self._is_calculator_away = False
        self._settings.set_layout(self.workspace, self._window.saveState(VERSION))

    def reset(self) -> None:
        """Reset the layouts of all workspaces to their defaults."""
        self._settings.forget_layouts()
        self._is_calculator_away = False
        if self.workspace:
            self._arrange()
            self.fit_calculator()

    def fit_calculator(self) -> None:
        """Hide the calculator if the game has no calculator, and show it again for a game that has one."""
        dock, has_use = self.docks["calculator"], self._document.game.has_calculator
        if not has_use and not dock.isHidden():
            self._is_calculator_away = True
            dock.hide()
        elif has_use and self._is_calculator_away:
            self._is_calculator_away = False
            dock.show()

    def size_new(self) -> None:
        """Size the docks of a default layout. Call it when the window is shown, because Qt ignores earlier sizes."""
        if not self._is_unsized:
            return
        self._is_unsized = False
        docks, window, vertical = self.docks, self._window, Qt.Orientation.Vertical
        if self.workspace == "play":
            window.resizeDocks([docks["moves"]], [400], Qt.Orientation.Horizontal)
            window.resizeDocks([docks["moves"], docks["calculator"]], [440, 280], vertical)
        elif self.workspace == "analyse":
            window.resizeDocks([docks["analysis"]], [470], Qt.Orientation.Horizontal)
            window.resizeDocks([docks["analysis"], docks["moves"]], [430, 270], vertical)
            window.resizeDocks([docks["graph"]], [180], vertical)

    def begin_editing(self) -> None:
        """Show only the editor's dock."""
        self._before_editing = self._window.saveState(VERSION)
        for name, dock in self.docks.items():
            dock.setVisible(name == "editor")

    def end_editing(self) -> None:
        """Restore the layout from before ``begin_editing``."""
        self._window.restoreState(self._before_editing, VERSION)
        self.docks["editor"].hide()

    def retranslate(self) -> None:
        """Set all titles in the language in use."""
        titles = {
            "moves": tr("Moves"), "calculator": tr("Capture calculator"), "analysis": tr("Analysis"),
            "graph": tr("Evaluation over the game"), "editor": tr("Set up a position"),
            "terms": tr("Evaluation term by term"),
        }  # fmt: skip
        for name, text in titles.items():
            self.docks[name].set_title(text)

    def _arrange(self) -> None:
        """Move the docks to their default places in the workspace."""
        for dock in self.docks.values():
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        shown = LAYOUTS[self.workspace]
        for each in (*shown, *(each for each in self.docks if each not in shown)):
            dock = self.docks[each]
            self._window.addDockWidget(_area(each), dock)
            dock.setVisible(each in shown)
        self._is_unsized = True
        if self._window.isVisible():
            self.size_new()


def _area(name: str) -> Qt.DockWidgetArea:
    return Qt.DockWidgetArea.BottomDockWidgetArea if name in BELOW else Qt.DockWidgetArea.RightDockWidgetArea
