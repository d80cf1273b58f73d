"""The views of one tree: outline, board and sentences, which share one selection."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from studio.tree.outline import Outline
from studio.tree.place import NodeBoard
from studio.tree.shown import ShownTree
from studio.tree.words import Words

LEFT, NARROW_LEFT = 376, 300
"""Width of the column with the board, and in a window narrower than ``NARROW``, in px."""
NARROW = 1000
LOWER = 150
"""Height of the sentences and of the window strip in px."""


class TreePage(QWidget):
    """The views of a tree.

    Attributes:
        outline, board, words: the views.

    Args:
        shown: the shown tree.
        parent: parent widget.
    """

    def __init__(self, shown: ShownTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = shown
        self.outline = Outline(shown)
        self.board = NodeBoard(shown)
        self.words = Words(shown)
        self.outline.hovered.connect(self.board.peek)
        self.words.hovered.connect(self.board.peek)
        self._left, self._right = QSplitter(Qt.Orientation.Vertical), QSplitter(Qt.Orientation.Vertical)
        self._left.addWidget(self.board)
        self._left.addWidget(self.words)
        self._right.addWidget(self.outline)
        self._middle = QSplitter(Qt.Orientation.Horizontal)
        self._middle.addWidget(self._left)
        self._middle.addWidget(self._right)
        self._middle.setStretchFactor(0, 0)
        self._middle.setStretchFactor(1, 1)
        self._left.setStretchFactor(0, 1)
        for splitter in (self._left, self._right, self._middle):
            splitter.setHandleWidth(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._middle, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the space."""
        super().resizeEvent(event)
        left = LEFT if self.width() >= NARROW else NARROW_LEFT
        self._middle.setSizes([left, max(1, self.width() - left - 1)])
        height = self._middle.height()
        self._left.setSizes([max(1, height - LOWER), LOWER])
        self._right.setSizes([max(1, height - LOWER), LOWER])
