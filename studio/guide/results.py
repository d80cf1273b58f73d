"""The results of a search in the guide."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem, QWidget

from engine.core.folding import fold
from engine.core.language import tr
from engine.guide.index import Hit
from studio.look import style

_PAGE, _BLOCK = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1
MOST_KEYS = 8
"""Greatest number of keyboard shortcuts shown."""


class Results(QTreeWidget):
    """List of the blocks found, grouped by page, and of the keyboard shortcuts found."""

    chosen = Signal(str, int)
    """Emitted with the name of a page and the index of a block when a result becomes the current item."""
    keys_wanted = Signal()
    """Emitted when the user clicks a keyboard shortcut."""

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

    def show_results(self, hits: Sequence[Hit], keys: Sequence[tuple[str, tuple[str, ...]]], text: str) -> None:
        """Show the results of a search.

        Args:
            hits: the blocks found, the best first.
            keys: pairs of the name of a command and its keys, from which those that contain ``text`` are shown.
            text: the text that was searched.
        """
        blocked = self.blockSignals(True)
        self.clear()
        words = fold(text).split()
        found = [(name, each) for name, each in keys if each and all(word in fold(name) for word in words)]
        if found:
            head = self._head(tr("Keyboard shortcuts"))
            for name, each in found[:MOST_KEYS]:
                QTreeWidgetItem(head, [f"{name}:  {', '.join(each)}"])
        heads: dict[str, QTreeWidgetItem] = {}
        for hit in hits:
            if hit.page not in heads:
                heads[hit.page] = self._head(hit.title)
            item = QTreeWidgetItem(heads[hit.page], [hit.excerpt])
            item.setToolTip(0, f"{hit.section}: {hit.excerpt}" if hit.section else hit.excerpt)
            item.setData(0, _PAGE, hit.page)
            item.setData(0, _BLOCK, hit.block)
        if not found and not hits:
            QTreeWidgetItem(self, [tr("Nothing was found.")]).setFlags(Qt.ItemFlag.NoItemFlags)
        self.expandAll()
        self.blockSignals(blocked)

    def choose_first(self) -> None:
        """Make the first block found the current item, and show it."""
        for row in range(self.topLevelItemCount()):
            head = self.topLevelItem(row)
            item = None if head is None else head.child(0)
            if item is not None and item.data(0, _PAGE) is not None:
                self.setCurrentItem(item)
                self.setFocus()
                return

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
        elif item.parent() is not None:
            self.keys_wanted.emit()
