"""The side panel of the guide: a search field, and the list of the pages, the text of a page, or the keys."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.game import games
from engine.core.language import tr
from engine.guide.index import search
from engine.guide.library import ARTICLES, find_page, page_names
from engine.guide.page import Heading
from studio.guide.page import PageView
from studio.guide.results import MOST_LESSONS, Results
from studio.look import icons, style
from studio.widgets.retranslated import Retranslated
from studio.widgets.search_field import SearchField

WIDTH, _RESULTS, _MARGIN = 360, 240, 11
"""Width of the panel, height of the results of a search, and space next to the text of a page, in px."""
_SCROLLING = frozenset(
    (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown,
     Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Escape)
)  # fmt: skip
"""Keys that are not those of commands while the focus is in the panel."""
_PAGE, _BLOCK = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class GuidePanel(Retranslated, QFrame):
    """Panel with the rules of every game and articles about the algorithms. The Esc key closes it if it has the focus.

    Attributes:
        list: the pages with their sections, which are shown in place of a page.
        results: the results of a search, above the page of the current one.
        view: the text of the page.
        field: the search field.

    Args:
        parent: parent widget.
    """

    opened = Signal(object)
    """Emitted with a ``Diagram`` when the user clicks the button to open its position."""
    closed = Signal()
    """Emitted when the panel closes."""
    lesson_wanted = Signal(str, int)
    """Emitted with the name of a lesson and the index of a block when the user chooses a lesson that was found."""
    keys_wanted = Signal()
    """Emitted when the user chooses a keyboard shortcut that was found."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.set_look(self, role="side")
        self.setFixedWidth(WIDTH)
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(14)
        self._keys: Sequence[tuple[str, tuple[str, ...]]] = ()
        style.dress_rows(self.list)
        self.field = SearchField()
        self.results = Results()
        self.results.setFixedHeight(_RESULTS)
        self.view = PageView(margin=_MARGIN, room=WIDTH - 2 * _MARGIN - 12)
        self.view.opened.connect(self.opened)
        self._back, self._key_button, self._close = QToolButton(), QToolButton(), QToolButton()
        for button, name in ((self._back, "menu"), (self._key_button, "keyboard"), (self._close, "close")):
            button.setIcon(icons.icon(name))
        head = QHBoxLayout()
        head.setContentsMargins(8, 6, 8, 6)
        head.setSpacing(4)
        for part in (self._back, self.field, self._key_button, self._close):
            head.addWidget(part)
        self._pages = QStackedWidget()
        found = QWidget()
        column = QVBoxLayout(found)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.results)
        column.addWidget(self.view, 1)
        self._found = found
        self._pages.addWidget(self.list)
        self._pages.addWidget(found)
        self.results.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(style.separator())
        layout.addWidget(self._pages, 1)
        self._items: dict[str, QTreeWidgetItem] = {}
        for name in page_names():
            item = QTreeWidgetItem(self.list)
            item.setData(0, _PAGE, name)
            self._items[name] = item
        self.list.currentItemChanged.connect(self._chosen)
        self.list.itemClicked.connect(self._clicked)
        self.list.itemActivated.connect(self._clicked)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.results.choose_first)
        self.results.chosen.connect(self._show)
        self.results.keys_wanted.connect(self.keys_wanted)
        self.results.lesson_wanted.connect(self.lesson_wanted)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        find.activated.connect(self.start_search)
        self._back.clicked.connect(self.show_contents)
        self._key_button.clicked.connect(self.keys_wanted)
        self._close.clicked.connect(self.close)
        self.follow_changes()

    @property
    def page_name(self) -> str:
        """The name of the current page, or an empty string if no page has been shown yet."""
        return self.view.page.name if self.view.page is not None else ""

    def show_page(self, name: str) -> None:
        """Show the page called ``name``, which must be one of ``page_names()``."""
        self.list.setCurrentItem(self._items[name])
        if name != self.page_name:
            self._show(name)
        self._pages.setCurrentWidget(self._found)

    def show_contents(self) -> None:
        """Show the list of the pages, and end a search."""
        self.field.clear()
        self._pages.setCurrentWidget(self.list)
        self.list.setFocus()

    def show_keys(self, sheet: QWidget) -> None:
        """Show the list of the keyboard shortcuts, which replaces an earlier one, in place of the page."""
        for earlier in self._pages.findChildren(type(sheet)):
            self._pages.removeWidget(earlier)
            earlier.deleteLater()
        self._pages.setCurrentIndex(self._pages.addWidget(sheet))

    def set_keys(self, keys: Sequence[tuple[str, tuple[str, ...]]]) -> None:
        """Set the keyboard shortcuts that the search finds: pairs of the name of a command and its keys."""
        self._keys = keys

    def start_search(self) -> None:
        """Move the cursor to the search field and select its text."""
        self.field.setFocus()
        self.field.selectAll()

    def reject(self) -> None:
        """Clear the search, or close the panel if there is none. Called when Esc is pressed."""
        if self.field.text():
            self.field.clear()
        else:
            self.close()

    def retranslate(self) -> None:
        """Set all texts, including the current page, in the language in use."""
        self.setAccessibleName(tr("Rules and algorithms"))
        for button, text in (
            (self._back, tr("All pages of the help")), (self._key_button, tr("Keyboard shortcuts")),
            (self._close, tr("Close")),
        ):  # fmt: skip
            button.setToolTip(text)
            button.setAccessibleName(text)
        self.list.setAccessibleName(tr("Pages"))
        self.field.setPlaceholderText(tr("Search the help"))
        self.field.setAccessibleName(tr("Search the help"))
        self.results.setAccessibleName(tr("Search results"))
        self.view.setAccessibleName(tr("Page"))
        for name, kind in games().items():
            self._items[name].setText(0, tr(kind.title))
        for name, title in ARTICLES.items():
            self._items[name].setText(0, tr(title))
        if self.page_name:
            self._show(self.page_name, self.view.top_block())

    def event(self, event: QEvent) -> bool:
        """Reserve the keys that scroll and close the panel, while the focus is in it."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in _SCROLLING:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the search or close the panel if the key is Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.reject()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit ``closed``."""
        super().closeEvent(event)
        self.hide()
        self.closed.emit()

    def sizeHint(self) -> QSize:
        """Return the size in a window of 800 px."""
        return QSize(WIDTH, 700)

    def _show(self, name: str, block: int = 0) -> None:
        page = find_page(name)
        self.view.show_page(page, block)
        blocked = self.list.blockSignals(True)
        current = self._items[name]
        for item in self._items.values():
            # PySide 6.11 never deletes the items returned by ``takeChildren``.
            while (section := item.child(0)) is not None:
                item.removeChild(section)
        for index, each in enumerate(page.blocks):
            if isinstance(each, Heading) and each.level == 2:
                section = QTreeWidgetItem(current)
                section.setText(0, each.text)
                section.setToolTip(0, each.text)
                section.setData(0, _PAGE, name)
                section.setData(0, _BLOCK, index)
        current.setExpanded(True)
        self.list.setCurrentItem(current)
        self.list.blockSignals(blocked)

    def _search(self, text: str) -> None:
        """Show the results of a search above the page, or only the page if ``text`` is empty."""
        is_on = bool(text.strip())
        if is_on:
            from engine.teach.lessons import lesson_pages  # slow to import

            lessons = search(text, MOST_LESSONS, lesson_pages)
            self.results.show_results(search(text), lessons, self._keys, text)
        self.results.setVisible(is_on)
        self._pages.setCurrentWidget(self._found)

    def _chosen(self, item: QTreeWidgetItem | None, _: object = None) -> None:
        if item is None:
            return
        name, block = item.data(0, _PAGE), item.data(0, _BLOCK)
        if name != self.page_name:
            self._show(str(name))
        elif isinstance(block, int):
            self.view.scroll_to(block)

    def _clicked(self, item: QTreeWidgetItem) -> None:
        """Show the clicked page from its top or from the clicked section, even if it is already the current item."""
        self._pages.setCurrentWidget(self._found)
        if item.data(0, _PAGE) == self.page_name:
            block = item.data(0, _BLOCK)
            if isinstance(block, int):
                self.view.scroll_to(block)
            else:
                self.view.verticalScrollBar().setValue(0)
