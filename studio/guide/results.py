"""The results of a search in the guide."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from engine.core.folding import fold
from engine.core.language import tr
from engine.guide.index import Hit
from studio.look import style

_PAGE, _BLOCK, _LESSON = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1, Qt.ItemDataRole.UserRole + 2
MOST_KEYS = MOST_LESSONS = 8
"""Greatest numbers of keyboard shortcuts and of places in lessons shown."""


class Results(QTreeWidget):
    """List of the blocks found, grouped by page or lesson, and of the keyboard shortcuts found."""

    chosen = Signal(str, int)
    """Emitted with the name of a page and the index of a block when a result becomes the current item."""
    lesson_wanted = Signal(str, int)
    """Emitted with the name of a lesson and the index of a block when the user activates a result in a lesson."""
    keys_wanted = Signal()
    """Emitted when the user clicks or activates a keyboard shortcut."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setColumnCount(1)
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(14)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        style.dress_rows(self)
        self.currentItemChanged.connect(self._current)
        self.itemClicked.connect(self._clicked)
        self.itemActivated.connect(self._activated)

    def show_results(
        self, hits: Sequence[Hit], lessons: Sequence[Hit], keys: Sequence[tuple[str, tuple[str, ...]]], text: str
    ) -> None:
        """Show the results of a search.

        Args:
            hits: the blocks of the guide found, the best first.
            lessons: the blocks of lessons found, the best first.
            keys: pairs of the name of a command and its keys, from which those are shown whose name or keys contain
                all words of ``text``. The commands with exactly this key come first.
            text: the text that was searched.
        """
        blocked = self.blockSignals(True)
        self.clear()
        words = fold(text).split()
        found = [
            (name, each) for name, each in keys if each and all(word in fold(" ".join((name, *each))) for word in words)
        ]
        if found:
            head = self._head(tr("Keyboard shortcuts"))
            found.sort(key=lambda row: "".join(words) not in [fold(key).replace(" ", "") for key in row[1]])
            for name, each in found[:MOST_KEYS]:
                QTreeWidgetItem(head, [f"{name}:  {', '.join(each)}"])
        self._add(lessons, _LESSON, lambda hit: tr("Lesson: {title}", title=hit.title))
        self._add(hits, _PAGE, lambda hit: hit.title)
        if not found and not hits and not lessons:
            QTreeWidgetItem(self, [tr("Nothing was found.")]).setFlags(Qt.ItemFlag.NoItemFlags)
        self.expandAll()
        self.blockSignals(blocked)

    def _add(self, hits: Sequence[Hit], role: int, title: Callable[[Hit], str]) -> None:
        """Add blocks, grouped by page.

        Args:
            hits: the blocks.
            role: the role with which an item stores the name of its page.
            title: returns the heading of the group of a block.
        """
        heads: dict[str, QTreeWidgetItem] = {}
        for hit in hits:
            if hit.page not in heads:
                heads[hit.page] = self._head(title(hit))
            item = QTreeWidgetItem(heads[hit.page], [hit.excerpt])
            item.setToolTip(0, f"{hit.section}: {hit.excerpt}" if hit.section else hit.excerpt)
            item.setData(0, role, hit.page)
            item.setData(0, _BLOCK, hit.block)

    def choose_first(self) -> None:
        """Make the first block of the guide the current item, and show it. Without one, open the first lesson found.

        If only keyboard shortcuts are found, the first of them becomes the current item.
        """
        for role in (_PAGE, _LESSON):
            for row in range(self.topLevelItemCount()):
                head = self.topLevelItem(row)
                item = None if head is None else head.child(0)
                if item is not None and item.data(0, role) is not None:
                    self.setCurrentItem(item)
                    self.setFocus()
                    self._open_lesson(item)
                    return
        head = self.topLevelItem(0)
        item = None if head is None else head.child(0)
        if item is not None:
            self.setCurrentItem(item)
            self.setFocus()

    def _head(self, title: str) -> QTreeWidgetItem:
        head = QTreeWidgetItem(self, [title])
        head.setFlags(Qt.ItemFlag.ItemIsEnabled)
        font = head.font(0)
        font.setBold(True)
        head.setFont(0, font)
        return head

    def _current(self, item: QTreeWidgetItem | None, _: object = None) -> None:
        page = None if item is None else item.data(0, _PAGE)
        if item is not None and isinstance(page, str):
            self.chosen.emit(page, int(item.data(0, _BLOCK)))

    def _clicked(self, item: QTreeWidgetItem) -> None:
        if item.data(0, _PAGE) is not None:
            self._current(item)
        else:
            self._activated(item)

    def _activated(self, item: QTreeWidgetItem) -> None:
        """Open the lesson or the shortcuts of an item."""
        if item.data(0, _LESSON) is not None:
            self._open_lesson(item)
        elif item.parent() is not None and item.data(0, _PAGE) is None:
            self.keys_wanted.emit()

    def _open_lesson(self, item: QTreeWidgetItem) -> None:
        lesson = item.data(0, _LESSON)
        if isinstance(lesson, str):
            self.lesson_wanted.emit(lesson, int(item.data(0, _BLOCK)))
