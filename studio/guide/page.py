"""A scroll area that shows a page of the guide as a column of widgets."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.core.errors import KyVienError
from engine.guide.diagram import find_diagram
from engine.guide.keys import KeyFacts, page_keys
from engine.guide.page import Block, GuideEntry, GuideTable, Heading, Items, Listing, Page, Paragraph, Picture
from studio.guide.diagram import DiagramView
from studio.guide.text import rich_label
from studio.look import style
from studio.widgets.scroll_area import ScrollArea

_INDENT = 16
"""Indentation of one level of pseudo-code in px."""
_WIDTH = 820
"""Maximum width of the text in px. Longer lines are hard to read."""


class PageView(ScrollArea):
    """Scroll area that shows one page of the guide at a time.

    Args:
        parent: parent widget.
        margin: space to the left and right of the text, in px.
        room: width of the text in px for which tables and diagrams are laid out, or 0 for that of a window.
    """

    opened = Signal(object)
    """Emitted with a ``Diagram`` when the user clicks the button to open its position."""

    def __init__(self, parent: QWidget | None = None, margin: int = 28, room: int = 0) -> None:
        super().__init__(parent)
        self._margin, self._room = margin, room
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        style.set_look(self, role="surface")
        self.page: Page | None = None
        self.diagrams: list[DiagramView] = []
        self._widgets: list[QWidget] = []

    def show_page(self, page: Page, block: int = 0) -> None:
        """Show a page, scrolled to the block with index ``block``, or to the title of the page if the index is 0."""
        self.page = page
        self.diagrams, self._widgets = [], []
        keys = page_keys(page) if page.entries else {}
        # The parent is set first: a widget that gets another parent is styled again with all widgets in it.
        outer = QWidget(self.viewport())
        content = QWidget(outer)
        content.setMaximumWidth(_WIDTH)
        column = QVBoxLayout(content)
        column.setContentsMargins(self._margin, 20, self._margin, 32)
        column.setSpacing(10)
        title = rich_label(page.title)
        title.setFont(style.font(style.SCORE, bold=True))
        column.addWidget(title)
        for each in page.blocks:
            widget = self.block_widget(page, each, keys)
            if isinstance(each, Heading):
                column.addSpacing(14 if each.level == 2 else 6)
            elif isinstance(each, Picture):
                column.addSpacing(6)
            column.addWidget(widget)
            self._widgets.append(widget)
        column.addStretch(1)
        style.set_look(outer, role="surface")
        row = QHBoxLayout(outer)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(content, 1)
        row.addStretch(0)
        self.setWidget(outer)
        self.verticalScrollBar().setValue(0)
        if block:
            # The positions of the blocks are known only after the layout has been computed.
            QTimer.singleShot(0, self, lambda: self.scroll_to(block))

    def scroll_to(self, block: int) -> None:
        """Scroll so that the block with index ``block`` is at the top. Do nothing if there is no such block."""
        if block < len(self._widgets) and (content := self.widget()) is not None:
            widget = self._widgets[block]
            self.verticalScrollBar().setValue(widget.mapTo(content, widget.rect().topLeft()).y() - 12)

    def top_block(self) -> int:
        """Return the index of the first visible block, or 0 if no block is visible."""
        content, top = self.widget(), self.verticalScrollBar().value()
        for index, widget in enumerate(self._widgets):
            if content is not None and widget.mapTo(content, widget.rect().bottomLeft()).y() > top:
                return index
        return 0

    def block_widget(self, page: Page, block: Block, keys: Mapping[str, KeyFacts]) -> QWidget:
        """Return the widget of a block of a page.

        Args:
            page: the page.
            block: the block.
            keys: the facts about the keys of its entries.
        """
        match block:
            case Heading():
                label = rich_label(block.text)
                label.setFont(style.font(style.TITLE if block.level == 2 else style.BODY + 1, bold=True))
                return label
            case Paragraph():
                return rich_label(block.text)
            case Items():
                return _list(block)
            case GuideTable():
                return _table(block, is_narrow=self._room > 0)
            case GuideEntry():
                return _entry(block, keys.get(block.key))
            case Picture():
                return self._diagram(page, block)
            case Listing():
                return _listing(block)

    def _diagram(self, page: Page, picture: Picture) -> QWidget:
        try:
            diagram = find_diagram(page.name, picture.name)
        except KyVienError as error:
            label = QLabel(str(error))
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            style.set_look(label, role="error")
            return label
        view = DiagramView(diagram, picture.caption, self._room)
        view.opened.connect(self.opened)
        self.diagrams.append(view)
        return view


def _list(block: Items) -> QWidget:
    widget = QWidget()
    grid = QGridLayout(widget)
    grid.setContentsMargins(8, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(4)
    grid.setColumnStretch(1, 1)
    for row, text in enumerate(block.texts):
        sign = QLabel(f"{row + 1}." if block.is_numbered else "•")
        grid.addWidget(sign, row, 0, Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignRight)
        grid.addWidget(rich_label(text), row, 1)
    return widget


def _listing(block: Listing) -> QWidget:
    """Return the pseudo-code of a search in the body font: the fixed font lacks some Vietnamese letters."""
    from engine.searchtree.pseudocode import listing  # slow to import, and only lessons contain one

    frame = QFrame()
    style.set_look(frame, role="card")
    column = QVBoxLayout(frame)
    column.setContentsMargins(12, 8, 12, 8)
    column.setSpacing(2)
    for line, text in listing(block.name):
        label = rich_label(text)
        label.setIndent(_INDENT * line.indent)
        column.addWidget(label)
    return frame


def _table(block: GuideTable, *, is_narrow: bool) -> QWidget:
    frame = QFrame()
    grid = QGridLayout(frame)
    grid.setContentsMargins(0, 4, 0, 4)
    grid.setHorizontalSpacing(4 if is_narrow else 20)
    grid.setVerticalSpacing(4)
    is_wide = any(len(cell) > 40 for row in block.rows for cell in row)
    for column, text in enumerate(block.header):
        head = _cell(text, wraps=is_narrow, is_small=is_narrow)
        style.set_look(head, role="secondary")
        grid.addWidget(head, 0, column)
    grid.addWidget(style.separator(), 1, 0, 1, len(block.header))
    for row, cells in enumerate(block.rows, 2):
        for column, text in enumerate(cells):
            wraps = is_narrow or (is_wide and column == len(cells) - 1)
            grid.addWidget(_cell(text, wraps=wraps, is_small=is_narrow), row, column, Qt.AlignmentFlag.AlignTop)
    grid.setColumnStretch(len(block.header) - 1 if is_wide else len(block.header), 1)
    return frame


def _cell(text: str, *, wraps: bool, is_small: bool) -> QLabel:
    label = rich_label(text)
    label.setWordWrap(wraps)
    label.setFont(style.font(style.CAPTION if is_small else style.BODY, tabular=True))
    return label


def _entry(entry: GuideEntry, facts: KeyFacts | None) -> QWidget:
    """Return the widget of an entry, with the label of its key, its text, and the note in ``facts``, if any."""
    widget = QWidget()
    column = QVBoxLayout(widget)
    is_value = facts is not None and facts.is_value
    column.setContentsMargins(28 if is_value else 0, 0, 0, 0)
    column.setSpacing(1)
    label = entry.key if facts is None else facts.label
    key = "" if label == entry.key else f" (`{entry.key}`)"
    if is_value or facts is None:
        column.addWidget(rich_label(f"**{label}**{key}: {entry.text}"))
        return widget
    column.addWidget(rich_label(f"**{label}**{key}"))
    if entry.text:
        column.addWidget(rich_label(entry.text))
    if facts.note:
        note = QLabel(facts.note)
        note.setTextFormat(Qt.TextFormat.PlainText)
        note.setWordWrap(True)
        style.set_look(note, role="secondary")
        column.addWidget(note)
    return widget
