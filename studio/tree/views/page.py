"""The views of one tree, which share one selection."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from studio.look import style
from studio.steps.sentence import StepSentence
from studio.tree.views.icicle import BAND, GAP, Icicle
from studio.tree.views.outline import Outline
from studio.tree.views.picture import TreePicture
from studio.tree.views.place import NodeBoard
from studio.tree.views.replay import ReplayBar
from studio.tree.views.shown import ShownTree
from studio.tree.views.steps import LineSteps
from studio.tree.views.strip import CLOSED, WindowStrip
from studio.tree.views.words import ExplanationText

LEFT, NARROW_LEFT = 376, 300
"""Width of the column with the board, and in a window narrower than ``NARROW``, in px."""
NARROW = 1000
STEPS = 360
"""Width of the column of the steps in px."""
LOWER = 150
"""Height of the sentences and of the window strip in px."""
LOW, LOWEST = 760, 680
"""Heights of the window in px below which the strip is closed, and the icicle shows two bands."""
FRAME = 150
"""Height of the window outside of this page in px."""
ICICLE_SHARE = 0.4
"""Greatest share of the height that the icicle takes."""


class TreePage(QWidget):
    """The views of a tree.

    Attributes:
        icicle, outline, picture, board, words, strip, replay: the views.
        steps, sentence: the column and the sentence of a replay in steps.

    Args:
        shown: the shown tree.
        parent: parent widget.
    """

    def __init__(self, shown: ShownTree, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.shown = shown
        self.icicle, self.outline, self.board = Icicle(shown), Outline(shown), NodeBoard(shown)
        self.words, self.strip, self.replay = ExplanationText(shown), WindowStrip(shown), ReplayBar(shown)
        for view in (self.icicle, self.outline, self.words, self.strip):
            view.hovered.connect(self.board.peek)
        self.replay.fast_changed.connect(lambda fast: self.board.set_updated(not fast))
        self._has_strip = True
        self._left, self._right = QSplitter(Qt.Orientation.Vertical), QSplitter(Qt.Orientation.Vertical)
        self._left.addWidget(self.board)
        self.sentence = StepSentence()
        self.sentence.hovered.connect(lambda part: self.board.peek(-1 if part is None else part.node))
        self.sentence.chosen.connect(lambda part: shown.choose(part.node))
        self.steps = LineSteps(shown, self.replay.steps, self.sentence)
        self._sentences = QStackedWidget()
        self._sentences.addWidget(self.words)
        framed = QWidget()
        margins = QVBoxLayout(framed)
        margins.setContentsMargins(style.PADDING, 8, style.PADDING, 8)
        margins.addWidget(self.sentence)
        self._sentences.addWidget(framed)
        self._left.addWidget(self._sentences)
        self.picture = TreePicture(shown)
        self.picture.hovered.connect(self.board.peek)
        self._tops = QStackedWidget()
        self._tops.addWidget(self.outline)
        self._tops.addWidget(self.picture)
        self._right.addWidget(self._tops)
        self._right.addWidget(self.strip)
        self._middle = QSplitter(Qt.Orientation.Horizontal)
        self._middle.addWidget(self._left)
        self._middle.addWidget(self._right)
        self._middle.setStretchFactor(0, 0)
        self._middle.setStretchFactor(1, 1)
        self._left.setStretchFactor(0, 1)
        self._right.setStretchFactor(0, 1)
        self._right.setCollapsible(0, False)
        for splitter in (self._left, self._right, self._middle):
            splitter.setHandleWidth(1)
        views, across, layout = QVBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        for part in (self.icicle, style.separator(), self._middle):
            views.addWidget(part, 1 if part is self._middle else 0)
        self.steps.setFixedWidth(STEPS)
        self._edge = style.separator(vertical=True)
        across.addLayout(views, 1)
        across.addWidget(self._edge)
        across.addWidget(self.steps)
        layout.addLayout(across, 1)
        layout.addWidget(style.separator())
        layout.addWidget(self.replay)
        for box in (views, across, layout):
            box.setContentsMargins(0, 0, 0, 0)
            box.setSpacing(0)
        self.replay.steps_button.toggled.connect(self._show_steps)
        shown.replaced.connect(self._replaced)
        self._show_steps(False)

    @property
    def shows_steps(self) -> bool:
        """Whether the search is replayed in steps."""
        return self.steps.is_shown

    def _show_steps(self, shown: bool) -> None:
        """Replay the search to the selected node in steps, or show the whole tree again."""
        for part in (self.steps, self._edge):
            part.setVisible(shown)
        self._sentences.setCurrentIndex(int(shown))
        if shown:
            self.steps.begin(self.shown.selected)
        else:
            self.steps.end()
        self._divide(keeps_strip=True)

    def _replaced(self) -> None:
        """Begin again with another tree, if it has steps."""
        self.steps.node = -1
        self.steps.forget()
        if self.replay.steps_button.isChecked():
            if self.replay.steps_button.isEnabled():
                self.steps.begin(self.shown.selected)
            else:
                self.replay.steps_button.setChecked(False)

    def show_picture(self, shown: bool) -> None:
        """Show the picture of the tree in place of the outline, or the outline."""
        self._tops.setCurrentIndex(int(shown))

    def toggle_strip(self) -> None:
        """Close the window strip to a line, or open it."""
        self._has_strip = self.strip.height() <= CLOSED + 4
        self._divide(keeps_strip=True)

    def _divide(self, *, keeps_strip: bool = False) -> None:
        """Divide the space."""
        window = self.height() + FRAME
        fits = window >= LOW
        if not keeps_strip:
            self._has_strip = fits
        self.icicle.set_rows(2 if window < LOWEST else int(ICICLE_SHARE * self.height()) // (BAND + GAP))
        width = self.width() - (STEPS if self.shows_steps else 0)
        left = LEFT if width >= NARROW else NARROW_LEFT
        self._middle.setSizes([left, max(1, width - left - 1)])
        height = self.height() - self.icicle.height() - self.replay.height() - 2
        self._left.setSizes([max(1, height - LOWER), LOWER])
        lower = LOWER if self._has_strip else CLOSED
        self._right.setSizes([max(1, height - lower), lower])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the space for the new size."""
        super().resizeEvent(event)
        self._divide()
