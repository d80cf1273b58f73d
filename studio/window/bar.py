"""The tool bar of the window.

It contains the tabs, the title of the record, frequent actions, and buttons for the language, the
theme and the help.
"""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy, QTabBar, QToolBar, QToolButton

from engine.core.language import language, tr
from studio.look import icons, palette, style
from studio.widgets.elided import ElidedLabel
from studio.window.actions import Actions
from studio.window.workspaces import TABS, tab_of

LEAST_TABS, SLACK, SIDE = 160, 4, 5
"""Least width of the tabs, space that is kept free when there is not enough space for all buttons, and at both ends."""
ACTIONS = (("new", "open", "save"), ("undo", "redo"), ("editor", "analysis", "stop"))


class Bar(QToolBar):
    """The tool bar of the window.

    Attributes:
        tab_chosen: signal emitted with the English title of a tab when it is selected.
        tabs: the tabs, each with some of the workspaces as its views.
        language_button: the button that changes the language.

    Args:
        table: the actions of the window.
        change_language: callback called when the language button is pressed.
        change_colors: callback called when the theme button is pressed.
    """

    tab_chosen = Signal(str)

    def __init__(
        self, table: Actions, change_language: Callable[[], object], change_colors: Callable[[], object]
    ) -> None:
        super().__init__()
        self.setObjectName("bar")
        self.setMovable(False)
        self.setFloatable(False)
        self.setIconSize(QSize(style.ICON, style.ICON))
        # The style sheet has one padding for all four sides.
        self.setContentsMargins(SIDE, 0, SIDE, 0)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.tabs = QTabBar()
        self.tabs.setExpanding(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        for _ in TABS:
            self.tabs.addTab("")
        self.tabs.currentChanged.connect(lambda index: self.tab_chosen.emit(tuple(TABS)[index]))
        # Also for the tab that was current before the first page was shown.
        self.tabs.tabBarClicked.connect(self._tab_clicked)
        self.addWidget(self.tabs)
        self._heading = ElidedLabel()
        self._heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._heading.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._heading.setContentsMargins(16, 0, 16, 0)
        style.set_look(self._heading, role="secondary")
        self.addWidget(self._heading)
        self._separators: list[QAction] = []
        for names in ACTIONS:
            for name in names:
                self.addAction(table[name])
            self._separators.append(self.addSeparator())
        self.language_button, self._theme_button = QToolButton(), QToolButton()
        self.language_button.clicked.connect(lambda: change_language())
        self._theme_button.setIcon(icons.icon("moon"))
        self._theme_button.clicked.connect(lambda: change_colors())
        self.addWidget(self.language_button)
        self.addWidget(self._theme_button)
        self.addAction(table["help"])

    def show_workspace(self, name: str) -> None:
        """Select the tab of a workspace, or no tab if ``name`` is empty, without emitting ``tab_chosen``."""
        blocked = self.tabs.blockSignals(True)
        if name:
            self.tabs.setCurrentIndex(tuple(TABS).index(tab_of(name)))
        self.tabs.blockSignals(blocked)
        style.set_look(self.tabs, kind="" if name else "away")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the contents to the width of the bar."""
        self._fit()
        super().resizeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the contents, which may have changed while the bar was hidden."""
        self._fit()
        super().showEvent(event)

    def event(self, event: QEvent) -> bool:
        """Fit the contents again if they need another width, for example because the style sheet was set.

        A bar that is deleted with its window is asked, too, when some of its actions are already deleted.
        """
        if event.type() == QEvent.Type.LayoutRequest and self.isVisible():
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Hide the separators if there is not enough space for them and all buttons, and then let the tabs scroll."""
        layout = self.layout()
        assert layout is not None
        margins, gap = layout.contentsMargins(), layout.spacing()
        needed = margins.left() + margins.right() + 2 * SIDE
        lines = 0
        for action in self.actions():
            widget = self.widgetForAction(action)
            # The heading can be elided to nothing.
            width = gap + (0 if widget is self._heading else widget.sizeHint().width())
            needed += width
            if action in self._separators:
                lines += width
        has_room = needed <= self.width()
        for separator in self._separators:
            if separator.isVisible() != has_room:
                separator.setVisible(has_room)
        missing = 0 if has_room else max(0, needed - lines - self.width() + SLACK)
        if self.tabs.usesScrollButtons() != (missing > 0):
            self.tabs.setUsesScrollButtons(missing > 0)
        self.tabs.setFixedWidth(max(LEAST_TABS, self.tabs.sizeHint().width() - missing))

    def _tab_clicked(self, index: int) -> None:
        if index >= 0 and index == self.tabs.currentIndex():
            self.tab_chosen.emit(tuple(TABS)[index])

    def set_heading(self, text: str) -> None:
        """Show the title of the open record."""
        self._heading.set_whole(text)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        for index, tab in enumerate(TABS):
            self.tabs.setTabText(index, tr(tab))
            self.tabs.setTabToolTip(index, tr(tab))
        self.tabs.setAccessibleName(tr("Workspaces"))
        self.language_button.setText(language().upper())
        self.language_button.setToolTip(tr("Change the language"))
        self.language_button.setAccessibleName(tr("Change the language"))
        self._theme_button.setToolTip(tr("Light or dark"))
        self._theme_button.setAccessibleName(tr("Light or dark"))
        self._theme_button.setIcon(icons.icon("sun" if palette.current().is_dark else "moon"))
        self._fit()
