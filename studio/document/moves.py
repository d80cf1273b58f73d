"""The moves panel, with the move list as a table or as text, and the comment on the move at the cursor."""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QAction, QContextMenuEvent, QResizeEvent, QTextCursor
from PySide6.QtWidgets import QMenu, QStackedWidget, QVBoxLayout, QWidget

from engine.core.language import tr
from engine.records.tree import ROOT
from studio.document.change import Change
from studio.document.comment import HEIGHT, TALL, CommentBox
from studio.document.document import Document
from studio.document.move_list import MoveTableModel
from studio.document.move_table import MoveTable
from studio.document.move_text import MoveText
from studio.document.values import Source
from studio.look import style
from studio.widgets.elided import ElidedLabel
from studio.widgets.empty import EmptyState
from studio.widgets.retranslated import Retranslated

ROOMY = 640
"""Minimum height of the panel in px at which the comment field is taller."""


class MovesPanel(Retranslated, QWidget):
    """Panel with the move list, as a table or as text, and the comment on the move at the cursor.

    Args:
        document: the open record.
        parent: parent widget.

    Attributes:
        model, table: the model and the view of the list as a table.
        text: the view of the list as text.
        comment: the editor of the comment.
        head: a label with the author of the values, for the title bar.
    """

    hovered = Signal(int)
    """Emitted with the node number of the move under the mouse, or −1 if there is none."""
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
        # Made before its pages: a widget that gets another parent is styled again with all widgets in it.
        self._pages = QStackedWidget(self)
        self.table = MoveTable(self.model)
        self.table.chosen.connect(self._document.go)
        self.table.hovered.connect(self.hovered)

        self.text = MoveText(document, self.model)
        self.text.chosen.connect(self._document.go)
        self.text.hovered.connect(self.hovered)

        self._empty = EmptyState(self._pages)
        self._empty.pressed.connect(self.new_game_asked)
        self._cover = EmptyState(self._pages)
        for page in (self.table, self.text, self._empty, self._cover):
            self._pages.addWidget(page)
        self._box = CommentBox(self)
        self.comment = self._box.editor
        self.comment.committed.connect(self._commented)
        self.head = ElidedLabel()
        style.set_look(self.head, role="caption")
        self.head.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._pages, 1)
        layout.addWidget(style.separator())
        layout.addWidget(self._box)
        self._style = "table"
        self._is_covered = self._is_playing = False

        self.model.values_changed.connect(self._name_values)
        document.changed.connect(self._changed)
        self.follow_changes()

    @property
    def style_name(self) -> str:
        """The style of the list, ``table`` or ``text``."""
        return self._style

    @property
    def list_view(self) -> QWidget:
        """The viewport of the list in the current style."""
        return self.text.viewport() if self._style == "text" else self.table.viewport()

    def box_of(self, node: int) -> QRect:
        """Return the rectangle of a move in ``list_view``, or an empty rectangle if the list does not show it."""
        return self.text.box_of(node) if self._style == "text" else self.table.box_of(node)

    def clear_hovered(self) -> None:
        """Forget the move under the mouse, which Qt does not always report. The next mouse move reports it again."""
        self.table.clear_hovered()
        self.text.clear_hovered()

    def set_style(self, name: str) -> None:
        """Set the style of the list, ``table`` or ``text``."""
        self._style = name
        self.refresh()

    def set_covered(self, on: bool) -> None:
        """Set whether the moves and the comment are hidden, so that the user can guess what comes next."""
        if on != self._is_covered:
            self._is_covered = on
            self._box.setVisible(not on)
            self.refresh()

    def set_playing(self, on: bool) -> None:
        """Set whether a game is in progress, so that no other game is suggested before its first move."""
        if on != self._is_playing:
            self._is_playing = on
            self._name_empty()

    def _name_empty(self) -> None:
        if self._is_playing:
            self._empty.set_texts(tr("No moves yet."))
        else:
            self._empty.set_texts(tr("No moves yet. Make a move on the board, or begin a new game."), tr("New game…"))

    def edit_comment(self) -> None:
        """Move the focus to the comment of the move at the cursor."""
        self.comment.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.comment.moveCursor(QTextCursor.MoveOperation.End)

    def commit(self) -> None:
        """Commit an edited comment. Call this method before the record is saved, replaced or closed."""
        self.comment.commit()

    def set_menu(self, actions: list[QAction]) -> None:
        """Set the actions of the context menu. Before the menu opens, the cursor moves to the move under the mouse."""
        self._menu_actions = actions

    def retranslate(self) -> None:
        self._name_empty()
        self._cover.set_texts(tr("The moves are hidden until you have guessed."))
        self.comment.setPlaceholderText(tr("Comment on this move"))
        self.comment.setAccessibleName(tr("Comment on this move"))
        self.table.setAccessibleName(tr("Moves"))
        self.text.setAccessibleName(tr("Moves"))
        self.model.forget_texts()
        self.table.restyle()
        self.refresh()

    def restyle(self) -> None:
        """Draw the moves in the colours of the theme in use."""
        self.table.restyle()
        self.refresh()

    def set_reference(self, source: Source | None) -> None:
        """Set the author whose values are shown if the record contains any, or None for no preference."""
        self.model.set_reference(source)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Move the cursor to the move under the mouse, if there is one, and show the menu."""
        node: int | None = None
        place = event.globalPos()
        if self._pages.currentWidget() is self.table:
            node = self.table.node_at(self.table.viewport().mapFromGlobal(place))
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

    def _name_values(self) -> None:
        """Show the author of the displayed values in ``head``, and update the text with the values."""
        title = self.model.values.title()
        self.head.set_whole(tr("values: {source}", source=title) if title else "")
        if self._pages.currentWidget() is self.text:
            self.text.refresh()

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
        if self._is_covered:
            self._pages.setCurrentWidget(self._cover)
        elif len(self._document.tree.nodes) == 1:
            self._pages.setCurrentWidget(self._empty)
        elif self._style == "text":
            self.text.refresh()
            self._pages.setCurrentWidget(self.text)
        else:
            self._pages.setCurrentWidget(self.table)
        self._follow()

    def _follow(self) -> None:
        cursor, tree = self._document.cursor, self._document.tree
        self.comment.show_comment(cursor, tree.nodes[cursor].comment)
        if cursor == ROOT:
            caption = tr("Comment on the start")
        else:
            caption = tr("Comment on {move}", move=self.model.numbered(cursor))
        self._box.caption.set_whole(caption)
        self.table.set_cursor(cursor)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adjust the height of the comment field, and keep the move at the cursor visible."""
        super().resizeEvent(event)
        self.comment.setFixedHeight(TALL if self.height() >= ROOMY else HEIGHT)
        # The layout that resizes the parts next uses the sizes of the box that it knows.
        self._box.updateGeometry()
        self.table.show_cursor()

    def _commented(self, node: int, text: str, continues: bool) -> None:
        if self._commented_record == self._document.record_number and node in self._document.tree:
            self._document.set_comment(node, text, continues=continues)
