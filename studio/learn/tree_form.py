"""What is below the picture of a tree: the legend, the tree as text, the reason why a text is wrong, and a board."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from engine.core.language import tr
from engine.teach.drawing import Drawing
from studio.board.mini import MiniBoard
from studio.look import icons, style
from studio.widgets.error_label import ErrorLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

SMALL, LARGE = 132, 220
"""Edges of the board of a small game, and of one from a record, in px."""


class TreeForm(Retranslated, QWidget):
    """The form.

    Attributes:
        field: the tree as text.
        error: why the text, or a change of the picture, is refused.
        add_button, value_button, remove_button, undo_button, redo_button: the buttons that change the tree.
        board: the position of the node that the keyboard or the pointer is at.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._has_text = self._is_editable = self._is_low = False
        self._legend, self._label = PlainLabel(), PlainLabel()
        self.field, self.error, self.board = QLineEdit(), ErrorLabel(), MiniBoard()
        self.board.setFixedSize(SMALL, SMALL)
        names = ("plus", "edit", "delete", "undo", "redo")
        self._buttons = {name: QToolButton() for name in names}
        self.add_button, self.value_button, self.remove_button, self.undo_button, self.redo_button = (
            self._buttons.values()
        )
        self.field.setFont(style.font(tabular=True))
        self._legend.setWordWrap(True)
        for label in (self._legend, self._label):
            style.set_look(label, role="caption")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 0, 12, 0)
        column.setSpacing(4)
        row = QHBoxLayout()
        row.setSpacing(4)
        row.addWidget(self.field, 1)
        for button in self._buttons.values():
            row.addWidget(button)
        column.addWidget(self._legend)
        column.addWidget(self._label)
        column.addLayout(row)
        column.addWidget(self.error)
        column.addWidget(self.board, 0, Qt.AlignmentFlag.AlignLeft)
        self.follow_changes()

    def show_parts(self, *, has_text: bool, board: int, is_fixed: bool) -> None:
        """Show the text and the board, or hide them.

        Args:
            has_text: whether the text is shown.
            board: edge of the board in px, or 0 to hide it.
            is_fixed: whether the text cannot be edited.
        """
        self.field.setReadOnly(is_fixed)
        self._has_text, self._is_editable = has_text, has_text and not is_fixed
        self._show_rows()
        if board:
            self.board.setFixedSize(board, board)
        self.board.setVisible(bool(board))
        # Else the layout around it keeps the height for a board that was hidden.
        self.updateGeometry()

    def set_low(self, is_low: bool) -> None:
        """Show only the board and errors, because there is little space, or everything."""
        if is_low != self._is_low:
            self._is_low = is_low
            self._show_rows()
            self.updateGeometry()

    def _show_rows(self) -> None:
        """Show the legend, the text and the buttons, or hide them."""
        self._legend.setVisible(not self._is_low)
        for widget in (self._label, self.field):
            widget.setVisible(self._has_text and not self._is_low)
        for button in self._buttons.values():
            button.setVisible(self._is_editable and not self._is_low)

    def show_legend(self, made: Drawing, *, first_side: str, is_editable: bool) -> None:
        """Show what the signs of the picture mean, and how it can be edited.

        Args:
            made: what is drawn.
            first_side: name of the side that moves first in a game whose whole tree is drawn.
            is_editable: whether the tree can be edited.
        """
        parts = []
        if "main" in made.legend:
            parts.append(tr("gold line: principal variation"))
        if "mover" in made.legend:
            parts.append(tr("numbers in squares and circles: for the side to move there"))
        if "proof" in made.legend:
            parts.append(tr("1: {side} wins, 0: draw, −1: {side} loses", side=first_side))
            parts.append(tr("gold: proof of the value of the root"))
            parts.append(tr("click a node to see the tree below it"))
        if "cut" in made.legend:
            parts.append(tr("two strokes: cut off, never visited"))
        if is_editable:
            parts.append(tr("double click: change a leaf; drag: change the order"))
        self._legend.setText("   ".join(parts))

    def allow(self, *, can_undo: bool, can_redo: bool) -> None:
        """Enable the buttons that undo and redo, or disable them."""
        self.undo_button.setEnabled(can_undo)
        self.redo_button.setEnabled(can_redo)

    def restyle(self) -> None:
        """Draw the icons in the colours of the theme in use."""
        for name, button in self._buttons.items():
            button.setIcon(icons.icon(name))

    def retranslate(self) -> None:
        for button, text in (
            (self.add_button, tr("Add a child to the selected node") + "  Ctrl+Insert"),
            (self.value_button, tr("Change the value of the selected leaf") + "  Enter"),
            (self.remove_button, tr("Remove the selected node") + "  Ctrl+Delete"),
            (self.undo_button, tr("Undo the change of the tree") + "  Ctrl+Z"),
            (self.redo_button, tr("Make the change of the tree again") + "  Ctrl+Shift+Z"),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text.partition("  ")[0])
        self.restyle()
        self._label.setText(tr("The tree as text"))
        self.field.setAccessibleName(tr("The tree as text"))
