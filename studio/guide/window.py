"""The window of the guide: a search field, a list of the pages and their sections, and the text of the current page."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QStackedWidget,
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
from studio.look import style
from studio.widgets.retranslated import Retranslated
from studio.widgets.screen import fit_to_screen
from studio.widgets.search_field import SearchField

_SIZE, _LEAST = QSize(1040, 720), QSize(920, 480)
_LIST, _MOST_LIST, _RESULTS = 228, 288, 360
"""Least and greatest width of the list of pages, and width of the results of a search, in px."""
_PAGE, _BLOCK = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class GuideWindow(Retranslated, QDialog):
    """Window with the rules of every game and articles about the algorithms. The Esc key closes the window.

    Args:
        parent: parent widget, or None for a window that does not stay above the main window.
    """

    opened = Signal(object)
    """Emitted with a ``Diagram`` when the user clicks the button to open its position."""
    closed = Signal()
    """Emitted when the window closes."""
    lesson_wanted = Signal(str, int)
    """Emitted with the name of a lesson and the index of a block when the user chooses a lesson that was found."""
    keys_wanted = Signal()
    """Emitted when the user chooses a keyboard shortcut that was found."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.Window)
        self.list = QTreeWidget()
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(14)
        self._keys: Sequence[tuple[str, tuple[str, ...]]] = ()
        style.dress_rows(self.list)
        self.field = SearchField()
        self.results = Results()
        self._pages = QStackedWidget()
        self._pages.addWidget(self.list)
        self._pages.addWidget(self.results)
        self._left = QWidget()
        left = QVBoxLayout(self._left)
        left.setContentsMargins(8, 8, 0, 0)
        left.setSpacing(6)
        left.addWidget(self.field)
        left.addWidget(self._pages, 1)
        style.set_look(self._left, role="surface")
        self.view = PageView()
        self.view.opened.connect(self.opened)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._left)
        layout.addWidget(self.view, 1)
        self._list_width = _LIST
        self._items: dict[str, QTreeWidgetItem] = {}
        for name in page_names():
            item = QTreeWidgetItem(self.list)
            item.setData(0, _PAGE, name)
            self._items[name] = item
        self.list.currentItemChanged.connect(self._chosen)
        self.list.itemClicked.connect(self._clicked)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self.results.choose_first)
        self.results.chosen.connect(self._show)
        self.results.keys_wanted.connect(self.keys_wanted)
        self.results.lesson_wanted.connect(self.lesson_wanted)
        find = QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self)
        find.activated.connect(self.start_search)
        self._left.setFixedWidth(_LIST)
        self.setMinimumSize(_LEAST)
        fit_to_screen(self, _SIZE)
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

    def set_keys(self, keys: Sequence[tuple[str, tuple[str, ...]]]) -> None:
        """Set the keyboard shortcuts that the search finds: pairs of the name of a command and its keys."""
        self._keys = keys

    def start_search(self) -> None:
        """Move the cursor to the search field and select its text."""
        self.field.setFocus()
        self.field.selectAll()

    def reject(self) -> None:
        """Clear the search, or close the window if there is none. Qt calls this method if Esc is pressed."""
        if self.field.text():
            self.field.clear()
        else:
            super().reject()

    def retranslate(self) -> None:
        """Set all texts, including the current page, in the language in use."""
        self.setWindowTitle(tr("Rules and algorithms"))
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

    def done(self, result: int) -> None:
        """Hide the window and emit ``closed``. Qt calls this method also when the user closes the window."""
        super().done(result)
        self.closed.emit()

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
        room = self.list.sizeHintForColumn(0) + 2 * self.list.frameWidth() + 8
        self._list_width = min(max(_LIST, room + 8), _MOST_LIST)
        self._set_width()
        self.list.setCurrentItem(current)
        self.list.blockSignals(blocked)

    def _search(self, text: str) -> None:
        """Show the results of a search, or the list of pages if ``text`` is empty."""
        is_on = bool(text.strip())
        if is_on:
            from engine.teach.lessons import lesson_pages  # slow to import

            lessons = search(text, MOST_LESSONS, lesson_pages)
            self.results.show_results(search(text), lessons, self._keys, text)
        self._pages.setCurrentWidget(self.results if is_on else self.list)
        self._set_width()

    def _set_width(self) -> None:
        """Set the width of the left column, which is wider for results."""
        self._left.setFixedWidth(_RESULTS if self._pages.currentWidget() is self.results else self._list_width)

    def _chosen(self, item: QTreeWidgetItem | None, _: object = None) -> None:
        if item is None:
            return
        name, block = item.data(0, _PAGE), item.data(0, _BLOCK)
        if name != self.page_name:
            self._show(str(name))
        elif isinstance(block, int):
            self.view.scroll_to(block)

    def _clicked(self, item: QTreeWidgetItem) -> None:
        """Scroll to the clicked section or to the top of the clicked page, even if it is already the current item."""
        if item.data(0, _PAGE) == self.page_name:
            block = item.data(0, _BLOCK)
            if isinstance(block, int):
                self.view.scroll_to(block)
            else:
                self.view.verticalScrollBar().setValue(0)
