"""The control in the header of a tab, by which the user chooses one of its views, and the button of a view's menu."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton

from engine.core.language import tr
from studio.look import icons
from studio.widgets.retranslated import Retranslated
from studio.widgets.segments import SegmentedControl
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
