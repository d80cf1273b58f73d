"""The command palette: a search field over all commands of the window and more, with those used last first."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from engine.core.language import tr
from studio.look import palette, style
from studio.widgets.search_field import SearchField
from studio.window.fuzzy import rank

_WIDTH, _ROWS, _ROW = 620, 12, 28
"""Width in px, greatest number of visible rows, and their height in px."""
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


@dataclass(frozen=True, slots=True)
class PaletteRow:
    """A command, or something else that the palette finds, as the palette shows it.

    Attributes:
        id: identifier of the action.
        text: name in the current language.
        english: English name, which is found as well.
        group: name of the menu in the current language.
        key: first shortcut in the notation of the system, or an empty string.
        is_enabled: whether the command can be used now. Others are shown, but cannot be chosen.
        is_checked: whether the command is a switch that is on.
        is_command: whether it is a command. Others are found only by their names, at the end of equally good ones.
    """

    id: str
    text: str
    english: str
    group: str
    key: str
    is_enabled: bool
    is_checked: bool = False
    is_command: bool = True


def find_commands(commands: Sequence[PaletteRow], pattern: str, recent: Sequence[str] = ()) -> list[PaletteRow]:
    """Return the commands that match ``pattern``, the best first.

    Of equally good ones, and of all if the pattern is empty, those in ``recent`` are first, in that order.
    """
    used = {name: place for place, name in enumerate(recent)}
    found = []
    for place, each in enumerate(commands):
        if not each.is_command and not pattern.strip():
            continue
        ranks = [value for text in (each.text, each.english) if (value := rank(pattern, text)) is not None]
        whole = rank(pattern, f"{each.group} {each.text}")
        if whole is not None:
            # A word that occurs in the name of the menu only is a weaker hint.
            ranks.append(whole - 1 if pattern.strip() else 0)
        if ranks:
            best = round(max(ranks), 1)
            found.append((-best, used.get(each.id, len(used)), not each.is_enabled, place, each))
    return [entry[-1] for entry in sorted(found, key=lambda entry: entry[:4])]


class CommandPalette(QDialog):
    """Window without a frame in which the user types a part of a command's name and presses Return.

    Esc, and a click outside, close it.

    Args:
        commands: all commands, in the order of the menus.
        recent: identifiers of the commands used last, the last one first.
        parent: the main window, at whose top the palette is shown.
    """

    chosen = Signal(str)
    """Emitted with the identifier of the chosen command, after the palette was closed."""

    def __init__(self, commands: Sequence[PaletteRow], recent: Sequence[str], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Dialog | Qt.WindowType.FramelessWindowHint)
        self.setWindowTitle(tr("Commands"))
        self._commands, self._recent = tuple(commands), tuple(recent)
        self.field = SearchField()
        self.field.setPlaceholderText(tr("Type the name of a command"))
        self.field.setAccessibleName(tr("Commands"))
        self.field.installEventFilter(self)
        self.list = QTreeWidget()
        self.list.setColumnCount(3)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setAccessibleName(tr("Commands found"))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        style.dress_rows(self.list)
        header = self.list.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.setSpacing(8)
        layout.addWidget(self.field)
        layout.addWidget(self.list)
        style.set_look(self, role="card")
        self.setFixedWidth(min(_WIDTH, max(360, parent.width() - 80)))
        self.list.setFixedHeight(_ROWS * _ROW + 4)
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(lambda: self._choose(self.list.currentItem()))
        self.list.itemClicked.connect(self._choose)
        self._search("")
        self.adjustSize()
        top = parent.mapToGlobal(QPoint((parent.width() - self.width()) // 2, 64))
        self.move(top)

    def found(self) -> list[str]:
        """Return the identifiers of the commands shown, from top to bottom."""
        items = (self.list.topLevelItem(row) for row in range(self.list.topLevelItemCount()))
        return [str(item.data(0, Qt.ItemDataRole.UserRole)) for item in items if item is not None]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move in the list with the keys that move up and down, while the field keeps the focus."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and event.key() in _MOVES:
            self.list.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        """Close when another window becomes active."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self.isVisible() and not self.isActiveWindow():
            self.reject()

    def _search(self, text: str) -> None:
        self.list.clear()
        secondary = palette.current().secondary
        first: QTreeWidgetItem | None = None
        for each in find_commands(self._commands, text, self._recent):
            name = each.text.removesuffix("…")
            item = QTreeWidgetItem(self.list, [f"✓ {name}" if each.is_checked else name, each.group, each.key])
            item.setData(0, Qt.ItemDataRole.UserRole, each.id)
            item.setForeground(1, secondary)
            item.setForeground(2, secondary)
            item.setTextAlignment(2, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if not each.is_enabled:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            elif first is None:
                first = item
        if not self.list.topLevelItemCount():
            item = QTreeWidgetItem(self.list, [tr("No command has this name.")])
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        if first is not None:
            self.list.setCurrentItem(first)
        self.list.scrollToTop()

    def _choose(self, item: QTreeWidgetItem | None) -> None:
        name = None if item is None or item.isDisabled() else item.data(0, Qt.ItemDataRole.UserRole)
        if isinstance(name, str):
            self.accept()
            self.chosen.emit(name)
