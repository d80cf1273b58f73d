"""A dock whose title bar has a title of 11 px and a button that closes the dock."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QStackedWidget, QToolButton, QWidget

from engine.core.language import tr
from studio.look import icons, style
from studio.widgets.plain_label import PlainLabel


class Dock(QDockWidget):
    """A dock for one panel, which ``setWidget`` sets.

    Args:
        name: identifier under which the position of the dock is saved.
        parent: the main window.
        is_raised: whether the title bar has the colour of panels instead of that of the window.
        least_width: minimum width of the dock in px, or 0 to use the minimum width of its panel.
    """

    def __init__(
        self,
        name: str,
        parent: QWidget | None = None,
        *,
        is_raised: bool = True,
        least_width: int = 0,
    ) -> None:
        super().__init__(parent)
        self._least_width = least_width
        self._panel: QWidget | None = None
        # Made when a view has a separate panel, because a widget that gets another parent is styled again.
        self._stack: QStackedWidget | None = None
        self._views: dict[str, tuple[QWidget, QWidget | None]] = {}
        self._head: QWidget | None = None
        self.setObjectName(name)
        self._bar = QWidget(self)
        self._bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        if is_raised:
            style.set_look(self._bar, role="surface")
        self._title = PlainLabel()
        style.set_look(self._title, role="caption")
        self._title.setMinimumWidth(1)
        self._close = QToolButton()
        self._close.setIcon(icons.icon("close"))
        self._close.setIconSize(QSize(14, 14))
        style.set_look(self._close, kind="small")
        self._close.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._close.clicked.connect(self.close)
        layout = QHBoxLayout(self._bar)
        layout.setContentsMargins(style.PADDING, 0, 4, 0)
        layout.addStrut(style.ROW)
        layout.addWidget(self._title, 1)
        layout.addWidget(self._close)
        self._layout = layout
        self.setTitleBarWidget(self._bar)

    def setWidget(self, panel: QWidget) -> None:
        """Set the panel of the dock, and apply the minimum width of the dock to it."""
        if self._least_width:
            panel.setMinimumWidth(self._least_width)
        if self._stack is None:
            super().setWidget(panel)
        else:
            self._stack.insertWidget(0, panel)
            if self._stack.currentWidget() is self._panel:
                self._stack.setCurrentWidget(panel)
        self._panel = panel

    def widget(self) -> QWidget:
        """Return the panel of the dock, which some views replace by another one."""
        assert self._panel is not None
        return self._panel

    def set_head(self, head: QWidget) -> None:
        """Add a widget to the title bar. The widget fills the space between the title and the button."""
        self._head = head
        self._add_head(head)

    def _add_head(self, head: QWidget) -> None:
        self._layout.setStretchFactor(self._title, 0)
        self._layout.insertWidget(self._layout.indexOf(self._close), head, 1)

    def add_view(self, name: str, panel: QWidget, head: QWidget | None = None) -> None:
        """Add a panel that replaces that of the dock in a view, with a widget of the title bar."""
        if self._stack is None:
            self._stack = QStackedWidget(self)
            super().setWidget(self._stack)
            if self._panel is not None:
                self._stack.addWidget(self._panel)
        self._stack.addWidget(panel)
        if self._least_width:
            panel.setMinimumWidth(self._least_width)
        self._views[name] = panel, head
        if head is not None:
            head.hide()
            self._add_head(head)

    def show_view(self, name: str) -> None:
        """Show the panel of a view, or that of the dock if the view has none."""
        if self._stack is None:
            return
        shown, head = self._views.get(name, (self._panel, self._head))
        if shown is not None:
            self._stack.setCurrentWidget(shown)
        for each in (self._head, *(other for _, other in self._views.values())):
            if each is not None:
                each.setVisible(each is head)

    def set_title(self, text: str) -> None:
        """Set the title of the dock, and the texts of its button in the language in use."""
        self.setWindowTitle(text)
        self._title.setText(text)
        self._close.setToolTip(tr("Close"))
        self._close.setAccessibleName(tr("Close {panel}", panel=text))
