"""The control in the header of a tab, by which the user chooses one of its views, and the button of a view's menu."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QStackedWidget, QToolBar, QToolButton, QWidget

from engine.core.language import tr
from studio.look import icons, style
from studio.widgets.retranslated import Retranslated
from studio.widgets.segments import SegmentedControl
from studio.widgets.workspace import Workspace, header_of
from studio.window.workspaces import ENTRIES, TABS

HEIGHT = 29
"""Height of the control in px."""
_ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right)


class ViewControl(Retranslated, SegmentedControl):
    """Row of buttons, one for each view of a tab. Each page has its control at the left of its header.

    Args:
        tab: English title of the tab.
        show: function that shows the view with a name.
    """

    def __init__(self, tab: str, show: Callable[[str], object]) -> None:
        self.names = TABS[tab]
        super().__init__(len(self.names))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        for index in range(len(self.names)):
            self.button(index).setFixedHeight(HEIGHT)
        self.setFixedHeight(HEIGHT)
        self.chosen.connect(lambda index: show(self.names[index]))
        self.follow_changes()

    def show_view(self, name: str) -> None:
        """Check the button of a view without showing the view."""
        blocked = self.blockSignals(True)
        self.choose(self.names.index(name))
        self.blockSignals(blocked)

    def event(self, event: QEvent) -> bool:
        """Reserve the arrow keys, by which Qt moves among buttons of which one is checked."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _ARROWS:
            event.accept()
            return True
        return super().event(event)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.set_texts([tr(ENTRIES[name].title) for name in self.names])
        self.setAccessibleName(tr("Views"))


class BoardHead(QWidget):
    """Header of the views of the board that have no page.

    Args:
        tools: the widget next to the control of the views.
    """

    def __init__(self, tools: QWidget) -> None:
        super().__init__()
        self._tools = tools

    def place_views(self, control: QWidget, more: QWidget | None = None) -> None:
        """Place the control of the views at the left. Called once.

        Args:
            control: the control.
            more: the button of a menu at the right, or None for none.
        """
        row = header_of(control, more)
        row.setSpacing(style.PADDING)
        row.insertWidget(1, self._tools, 1000)
        self.setLayout(row)


class ViewsBar(QToolBar):
    """Bar above the board and the docks, with the header of the view that is shown.

    Args:
        tools: the widget in the header of views without a page.

    Attributes:
        board_head: the header of views without a page.
    """

    def __init__(self, tools: QWidget) -> None:
        super().__init__()
        self.setObjectName("views")
        self.setMovable(False)
        self.setFloatable(False)
        self.toggleViewAction().setVisible(False)
        self.board_head = BoardHead(tools)
        self._heads = QStackedWidget()
        self._heads.addWidget(self.board_head)
        self.addWidget(self._heads)

    def event(self, event: QEvent) -> bool:
        """Keep the margins of the style away, which sets them again after each change of the style."""
        done = super().event(event)
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.Polish) and (layout := self.layout()) is not None:
            layout.setContentsMargins(0, 0, 0, 0)
        return done

    def show_head(self, page: Workspace | None) -> None:
        """Show the header of a page next to the board, or that of views without a page."""
        head = None if page is None or page.header is None else page.header.parentWidget()
        head = self.board_head if head is None else head
        if self._heads.indexOf(head) < 0:
            self._heads.addWidget(head)
        self._heads.setCurrentWidget(head)


class MoreButton(Retranslated, QToolButton):
    """Button that opens the menu of a view.

    Args:
        menu: the menu.
    """

    def __init__(self, menu: QMenu) -> None:
        super().__init__()
        self.setIcon(icons.icon("more"))
        self.setMenu(menu)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.follow_changes()

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.setToolTip(tr("Further commands of this view"))
        self.setAccessibleName(tr("Further commands of this view"))
