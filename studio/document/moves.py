"""The moves panel, with the move list as a table or as text, and the comment on the move at the cursor."""

from PySide6.QtCore import (
    QModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFontMetrics,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QMenu,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.core.language import tr
from studio.document.comment import CommentEditor
from studio.document.document import Change, Document
from studio.document.labels import note_score_text, shown_note
from studio.document.move_list import (
    FIRST,
    FIRST_SCORE,
    NUMBER,
    SECOND,
    SECOND_SCORE,
    MoveDelegate,
    MoveTable,
    MoveTableModel,
)
from studio.document.move_text import MoveText
from studio.look import style
from studio.widgets.empty import EmptyState
from studio.widgets.retranslated import Retranslated


class MovesPanel(Retranslated, QWidget):
    """Panel with the move list, as a table or as text, and the comment on the move at the cursor.

    Args:
        document: the open record.
        parent: parent widget.
    """

    new_game_asked = Signal()
    """Emitted when the button of the empty panel is pressed."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        # The record to which the comment shown belongs.
        self._commented_record = document.record_number
        self._menu_actions: list[QAction] = []
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        style.set_look(self, role="surface")

        self.model = MoveTableModel(document, self)
        self.table = MoveTable()
        self.table.setModel(self.model)
        style.dress_table(self.table)
        self.table.setItemDelegate(MoveDelegate(document, self))
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.table.setWordWrap(False)
        header = self.table.horizontalHeader()
        header.setMinimumSectionSize(24)
        for column in range(5):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch if column in (FIRST, SECOND)
                                        else QHeaderView.ResizeMode.Fixed)  # fmt: skip
        self.table.setColumnWidth(NUMBER, 44)
        self.table.clicked.connect(self._clicked)

        self.text = MoveText(document)
        self.text.chosen.connect(self._document.go)

        self._empty = EmptyState()
        self._empty.pressed.connect(self.new_game_asked)
        self._pages = QStackedWidget()
        for page in (self.table, self.text, self._empty):
            self._pages.addWidget(page)
        self.comment = CommentEditor()
        self.comment.committed.connect(self._commented)
        foot = QVBoxLayout()
        foot.setContentsMargins(style.PADDING, 8, style.PADDING, style.PADDING)
        foot.addWidget(self.comment)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._pages, 1)
        layout.addWidget(style.separator())
        layout.addLayout(foot)
        self._style = "table"

        self.model.modelReset.connect(self._span)
        document.changed.connect(self._changed)
        self.follow_changes()

    @property
    def style_name(self) -> str:
        """The style of the list, ``table`` or ``text``."""
        return self._style

    def set_style(self, name: str) -> None:
        """Set the style of the list, ``table`` or ``text``."""
        self._style = name
        self.refresh()

    def edit_comment(self) -> None:
        """Move the focus to the comment of the move at the cursor."""
        self.comment.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.comment.moveCursor(QTextCursor.MoveOperation.End)

    def commit(self) -> None:
        """Commit the comment if it is being edited. Call this before the record is saved, replaced or closed."""
        self.comment.commit()

    def set_menu(self, actions: list[QAction]) -> None:
        """Set the actions of the context menu. Before it opens, the cursor is moved to the move under the mouse."""
        self._menu_actions = actions

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self._empty.set_texts(tr("No moves yet. Move a piece on the board, or begin a new game."), tr("New game…"))
        self.comment.setPlaceholderText(tr("Comment on this move"))
        self.comment.setAccessibleName(tr("Comment on this move"))
        self.table.setAccessibleName(tr("Moves"))
        self.text.setAccessibleName(tr("Moves"))
        self.model.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, 4)
        self.model.refresh()
        self.refresh()

    def restyle(self) -> None:
        """Draw the moves in the colours of the theme in use."""
        self.refresh()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Move the cursor to the move under the mouse, if there is one, and show the menu."""
        node: int | None = None
        place = event.globalPos()
        if self._pages.currentWidget() is self.table:
            node = self.model.node(self.table.indexAt(self.table.viewport().mapFromGlobal(place)))
        elif self._pages.currentWidget() is self.text:
            node = self.text.node_at(self.text.viewport().mapFromGlobal(place))
        if node is None:
            return
        self._document.go(node)
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self._menu_actions)
        menu.popup(place)

    # --- following the document -----------------------------------------------------------------------------------

    def _span(self) -> None:
        self.table.clearSpans()
        for index, row in enumerate(self.model.rows()):
            if row.is_variation:
                self.table.setSpan(index, FIRST, 1, 4)
        notes = (shown_note(node.evaluations) for node in self._document.tree.nodes.values())
        texts = [note_score_text(note) for note in notes if note is not None]
        scored = bool(texts)
        metrics = QFontMetrics(style.font(tabular=True))
        width = max((metrics.horizontalAdvance(text) for text in texts), default=0) + 18
        for column in (FIRST_SCORE, SECOND_SCORE):
            self.table.setColumnWidth(column, min(110, max(62, width)) if scored else 0)
            self.table.setColumnHidden(column, not scored)

    def _changed(self, change: Change) -> None:
        if change.record:
            self.comment.forget()
            self._commented_record = self._document.record_number
        if change.moves or change.notes:
            self.refresh()
        elif change.cursor:
            if self._pages.currentWidget() is self.text:
                self.text.mark()
            self._follow()

    def refresh(self) -> None:
        """Show the document's moves and the comment on the move at the cursor."""
        if len(self._document.tree.nodes) == 1:
            self._pages.setCurrentWidget(self._empty)
        elif self._style == "text":
            self.text.refresh()
            self._pages.setCurrentWidget(self.text)
        else:
            self._pages.setCurrentWidget(self.table)
        self._follow()

    def _follow(self) -> None:
        cursor = self._document.cursor
        self.comment.show_comment(cursor, self._document.tree.nodes[cursor].comment)
        index = self.model.index_of(cursor)
        if index.isValid():
            self.table.scrollTo(index)
        elif self.model.rowCount():
            self.table.scrollToTop()
        self.table.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the move at the cursor visible."""
        super().resizeEvent(event)
        self._follow()

    def _clicked(self, index: QModelIndex) -> None:
        node = self.model.node(index)
        if node is not None:
            self._document.go(node)

    def _commented(self, node: int, text: str) -> None:
        if self._commented_record == self._document.record_number and node in self._document.tree:
            self._document.set_comment(node, text)
