"""The place of a panel at the right edge of the window, above its contents or, in a wide window, next to them."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QToolBar, QWidget

PUSHES = 1600
"""Width of the window in px from which on its contents are next to the panel, and not below it."""


class SidePanel(QObject):
    """Places a panel below the tool bar and above the status bar of a window, at its right edge.

    In a wide window, an empty tool bar at the right, which is as wide as the panel, moves the contents to the left.

    Args:
        window: the window.
        bar: the tool bar at the top of the window.
    """

    pushed = Signal(int)
    """Emitted with the width of the space next to the contents of the window when it changes."""

    def __init__(self, window: QMainWindow, bar: QWidget) -> None:
        super().__init__(window)
        self._window, self._bar = window, bar
        self._panel: QWidget | None = None
        self._room = QToolBar()
        self._room.setObjectName("side_panel_room")
        self._room.setMovable(False)
        self._room.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._room.toggleViewAction().setVisible(False)
        self._room.hide()
        window.addToolBar(Qt.ToolBarArea.RightToolBarArea, self._room)
        window.installEventFilter(self)
        # A restored layout of the docks contains the tool bars as well.
        self._room.visibilityChanged.connect(lambda _: self._push())

    @property
    def pushes(self) -> bool:
        """Whether the contents of the window are next to the panel."""
        return self._panel is not None and self._window.width() >= PUSHES

    def show(self, panel: QWidget) -> None:
        """Show a panel, whose parent is the window, until ``hide`` is called."""
        self._panel = panel
        self._room.setFixedWidth(panel.minimumWidth())
        self.place()
        panel.show()
        panel.raise_()

    def hide(self) -> None:
        """Give the space back. The panel must be hidden by the caller."""
        self._panel = None
        self._push()

    def _push(self) -> None:
        if self._room.isHidden() == self.pushes:
            self._room.setVisible(self.pushes)
        self.pushed.emit(self._room.width() if self.pushes else 0)

    def place(self) -> None:
        """Place the panel for the size of the window."""
        self._push()
        panel, window = self._panel, self._window
        if panel is None:
            return
        menu = window.menuBar()
        top = (0 if menu.isHidden() else menu.height()) + (0 if self._bar.isHidden() else self._bar.height())
        height = window.height() - top - window.statusBar().height()
        panel.setGeometry(window.width() - panel.minimumWidth(), top, panel.minimumWidth(), height)
        panel.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Place the panel again when the size of the window or of one of its bars has changed."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self.place()
        return False
