"""The list of the keyboard shortcuts, and the editor of shortcuts for the preferences."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QPushButton,
    QSizePolicy,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.language import mark, tr
from studio.look import style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.scroll_area import ScrollArea
from studio.widgets.search_field import SearchField


@dataclass(frozen=True, slots=True)
class KeyRow:
    """An action with its shortcuts.

    Attributes:
        id: identifier of the action.
        group: English heading of the action's group, translated for display.
        text: English name of the action, translated for display.
        keys: shortcuts in use, in the portable format of ``QKeySequence``.
        defaults: default shortcuts, in the same format.
        scope: the workspace in which alone the action is available, or an empty string.
    """

    id: str
    group: str
    text: str
    keys: tuple[str, ...]
    defaults: tuple[str, ...]
    scope: str = ""


def native(key: str) -> str:
    """Convert a shortcut from the portable format of ``QKeySequence`` to the notation of the system."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


PRESENTATION = mark("Presentation")
EXTRA = (
    ("Board", mark("Enter the board, leave it"), ("Tab", "Esc")),
    ("Board", mark("Move on the board, pick and drop"), ("← → ↑ ↓", "Enter")),
    ("Board", mark("Draw an arrow"), (mark("Right button"),)),
    ("Board", mark("Ply by ply"), (mark("Wheel"),)),
    ("Learn", mark("Step through a search"), ("← →", "Home", "End")),
    ("Learn", mark("Previous or next decision"), ("[ ]",)),
    ("Learn", mark("Answer the question"), ("1 2",)),
    ("Learn", mark("Fold or unfold the table of contents"), ("← →",)),
    (PRESENTATION, mark("One step forward"), ("→", "Space", "PgDown", mark("Click"))),
    (PRESENTATION, mark("One step back"), ("←", "PgUp")),
    (PRESENTATION, mark("First and last step"), ("Home", "End")),
    (PRESENTATION, mark("Next and previous decision"), ("]", "[")),
    (PRESENTATION, mark("Answer the question"), ("1", "2")),
    (PRESENTATION, mark("Show the answers, hide them"), ("A",)),
    (PRESENTATION, mark("Show the panel next to the picture, hide it"), ("P",)),
    (PRESENTATION, mark("Black or white screen"), ("B", "W")),
    (PRESENTATION, mark("Larger, smaller, as at the start"), ("+", "−", "0")),
    (PRESENTATION, mark("End the presentation"), ("Esc", "F5")),
)
"""Keys and mouse gestures that are not actions, each with the English heading of its group and a description."""


class KeySheet(Retranslated, ScrollArea):
    """List of all shortcuts.

    Args:
        rows: the actions. Those without a shortcut are omitted.
        parent: parent widget.
    """

    def __init__(self, rows: Sequence[KeyRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown = tuple(rows)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.follow_changes()

    def retranslate(self) -> None:
        """Make all lines again in the language in use."""
        self.setAccessibleName(tr("Keyboard shortcuts"))
        groups: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
        for row in self._shown:
            if row.keys:
                groups.setdefault(row.group, []).append((tr(row.text).removesuffix("…"), tuple(map(native, row.keys))))
        for group, text, keys in EXTRA:
            groups.setdefault(group, []).append((tr(text), tuple(tr(key) for key in keys)))
        page = QWidget()
        style.set_look(page, role="surface")
        inner = QVBoxLayout(page)
        inner.setContentsMargins(14, 16, 14, 20)
        inner.setSpacing(20)
        for group, lines in groups.items():
            inner.addLayout(self._block(tr(group), lines))
        inner.addStretch(1)
        self.setWidget(page)

    def _block(self, title: str, lines: Sequence[tuple[str, tuple[str, ...]]]) -> QVBoxLayout:
        block = QVBoxLayout()
        block.setSpacing(8)
        head = PlainLabel(title)
        style.set_look(head, role="title")
        block.addWidget(head)
        rows = QVBoxLayout()
        rows.setSpacing(4)
        for text, keys in lines:
            # Each is a separate row, because the keys of one action may be wider than all others.
            row = QHBoxLayout()
            row.setSpacing(4)
            label = PlainLabel(text)
            label.setWordWrap(True)
            row.addWidget(label, 1)
            row.addSpacing(8)
            for key in keys:
                cap = PlainLabel(key)
                cap.setFont(style.font(style.CAPTION, bold=True))
                cap.setContentsMargins(6, 2, 6, 2)
                cap.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
                style.set_look(cap, role="card")
                row.addWidget(cap)
            rows.addLayout(row)
        block.addLayout(rows)
        return block


class KeyEditor(Retranslated, QWidget):
    """Widget with a list of actions and their shortcuts, and a field to record a new shortcut for the selected action.

    Args:
        rows: the actions.
        parent: parent widget.
    """

    changed = Signal()
    """Emitted when a shortcut changes. ``keys`` then returns the new shortcuts."""

    def __init__(self, rows: Sequence[KeyRow], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows = {row.id: row for row in rows}
        self._keys = {row.id: row.keys for row in rows}
        self._filter = SearchField()
        self._filter.textChanged.connect(self._sift)
        self.list = QTreeWidget()
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setIndentation(8)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self._items: dict[str, QTreeWidgetItem] = {}
        self._heads: dict[str, QTreeWidgetItem] = {}
        for row in rows:
            head = self._heads.get(row.group)
            if head is None:
                head = self._heads[row.group] = QTreeWidgetItem(self.list)
                head.setFlags(Qt.ItemFlag.ItemIsEnabled)
                head.setExpanded(True)
            item = QTreeWidgetItem(head)
            item.setData(0, Qt.ItemDataRole.UserRole, row.id)
            self._items[row.id] = item
        self.edit = QKeySequenceEdit()
        self.edit.setMaximumSequenceLength(1)
        self.edit.setClearButtonEnabled(True)
        self._clash = PlainLabel()
        self._clash.setWordWrap(True)
        style.set_look(self._clash, role="error")
        self._default, self._all = QPushButton(), QPushButton()
        for button in (self._default, self._all):
            style.set_look(button, kind="quiet")
            button.setAutoDefault(False)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.edit, 1)
        line.addWidget(self._default)
        line.addWidget(self._all)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._filter)
        layout.addWidget(self.list, 1)
        layout.addLayout(line)
        layout.addWidget(self._clash)
        self.list.currentItemChanged.connect(self._show_key)
        self.edit.keySequenceChanged.connect(self._pressed)
        self._default.clicked.connect(self._reset_one)
        self._all.clicked.connect(self.reset)
        self.follow_changes()
        self._show_key()

    def keys(self) -> dict[str, tuple[str, ...]]:
        """Return a mapping from the identifier of each action to its shortcuts, in portable format."""
        return dict(self._keys)

    def choose(self, name: str) -> None:
        """Select the action with the identifier ``name``.

        Raises:
            KeyError: if there is no such action.
        """
        self.list.setCurrentItem(self._items[name])

    def reset(self) -> None:
        """Reset all shortcuts to the defaults."""
        self._keys = {row.id: row.defaults for row in self._rows.values()}
        self.retranslate()
        self._show_key()
        self.changed.emit()

    def retranslate(self) -> None:
        self._filter.setPlaceholderText(tr("Search"))
        self._filter.setAccessibleName(tr("Search"))
        self._default.setText(tr("Default"))
        self._all.setText(tr("Reset all"))
        self.edit.setAccessibleName(tr("Keyboard shortcuts"))
        for group, head in self._heads.items():
            head.setText(0, tr(group))
        for name, item in self._items.items():
            item.setText(0, tr(self._rows[name].text).removesuffix("…"))
            item.setText(1, "  ".join(map(native, self._keys[name])))

    def _chosen(self) -> str | None:
        item = self.list.currentItem()
        name = item.data(0, Qt.ItemDataRole.UserRole) if item is not None else None
        return name if isinstance(name, str) else None

    def _show_key(self, *_: object) -> None:
        name = self._chosen()
        for widget in (self.edit, self._default):
            widget.setEnabled(name is not None)
        keys = self._keys[name] if name else ()
        blocked = self.edit.blockSignals(True)
        self.edit.setKeySequence(QKeySequence(keys[0]) if keys else QKeySequence())
        self.edit.blockSignals(blocked)
        self._clash.clear()

    def _pressed(self, sequence: QKeySequence) -> None:
        name = self._chosen()
        if name is None:
            return
        key = sequence.toString(QKeySequence.SequenceFormat.PortableText)
        others = self._keys[name][1:]
        scope = self._rows[name].scope
        other = next(
            (
                each
                for each, keys in self._keys.items()
                if key and key in keys and each != name and self._rows[each].scope == scope
            ),
            None,
        )
        if other is not None:
            # The key is taken from the other action, and a message names that action.
            self._keys[other] = tuple(each for each in self._keys[other] if each != key)
            self._clash.setText(
                tr("{key} was the key of “{action}”, which has none now.", key=native(key),
                   action=tr(self._rows[other].text).removesuffix("…"))
            )  # fmt: skip
        else:
            self._clash.clear()
        self._keys[name] = tuple(each for each in ((key,) if key else ()) + others if each)
        self.retranslate()
        self.changed.emit()

    def _reset_one(self) -> None:
        name = self._chosen()
        if name is not None:
            self._keys[name] = self._rows[name].defaults
            self.retranslate()
            self._show_key()
            self.changed.emit()

    def _sift(self, text: str) -> None:
        wanted = text.casefold()
        for head in self._heads.values():
            shown = False
            for index in range(head.childCount()):
                item = head.child(index)
                assert item is not None
                fits = wanted in item.text(0).casefold() or wanted in item.text(1).casefold()
                item.setHidden(not fits)
                shown = shown or fits
            head.setHidden(not shown)
