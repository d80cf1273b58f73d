"""The views of one tree, which share one selection."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

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

SMALL_BOARD, WORDS = 300, 376
"""Width of the small board and of the sentences in px. They take at most half of the width."""
STEPS, NARROW = 360, 640
"""Width of the column of the steps in px, and width of the page below which it replaces the views while it is shown."""
LOWER, LOW_LOWER = 150, 104
"""Height of the sentences and of the window strip in px, and on a low page."""
LOW, LOWEST = 560, 340
"""Heights of the page in px below which the icicle has two bands and ``LOW_LOWER`` is used, and below which there is
none at all."""
BOTH = 520
"""Width in px from which on the strip is open at first, next to the sentences."""
ANY = 16_777_215
"""A width that is no limit (``QWIDGETSIZE_MAX``)."""
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
        self._has_strip = self._has_views = True
        self._upper, self._lower = QSplitter(Qt.Orientation.Horizontal), QSplitter(Qt.Orientation.Horizontal)
        self._upper.addWidget(self.board)
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
        self._lower.addWidget(self._sentences)
        self.picture = TreePicture(shown)
        self.picture.hovered.connect(self.board.peek)
        self._tops = QStackedWidget()
        self._tops.addWidget(self.outline)
        self._tops.addWidget(self.picture)
        self._upper.addWidget(self._tops)
        self._lower.addWidget(self.strip)
        self._middle = QSplitter(Qt.Orientation.Vertical)
        self._middle.addWidget(self._upper)
        self._middle.addWidget(self._lower)
        self._middle.setStretchFactor(0, 1)
        self._middle.setCollapsible(0, False)
        self._upper.setCollapsible(1, False)
        for splitter in (self._upper, self._lower, self._middle):
            splitter.setHandleWidth(1)
        views, across, layout = QVBoxLayout(), QHBoxLayout(), QVBoxLayout(self)
        self._across = across
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
        has_views = self.width() >= NARROW or not self.shows_steps
        width, is_low = self.width() - (STEPS if self.shows_steps and has_views else 0), self.height() < LOW
        if not keeps_strip or (self.shows_steps and width < BOTH):
            self._has_strip = width >= BOTH
        if has_views != self._has_views:
            self._has_views = has_views
            directions = QBoxLayout.Direction
            self._across.setDirection(directions.LeftToRight if has_views else directions.TopToBottom)
            self.steps.setMinimumWidth(STEPS if has_views else 0)
            self.steps.setMaximumWidth(STEPS if has_views else ANY)
            self._upper.setVisible(has_views)
            self.strip.setVisible(has_views)
        self.icicle.setVisible(has_views and self.height() >= LOWEST)
        rows = int(ICICLE_SHARE * self.height()) // (BAND + GAP)
        self.icicle.set_rows(2 if is_low else rows)
        self._upper.setSizes([SMALL_BOARD, max(1, width - SMALL_BOARD - 1)])
        lower = LOW_LOWER if is_low else LOWER
        if self._has_strip:
            self._lower.setOrientation(Qt.Orientation.Horizontal)
            words = min(WORDS, width // 2)
            self._lower.setSizes([words, max(1, width - words - 1)])
        else:
            # The strip is a line below the sentences.
            self._lower.setOrientation(Qt.Orientation.Vertical)
            self._lower.setSizes([lower, CLOSED])
            lower += CLOSED
        icicle = 0 if self.icicle.isHidden() else self.icicle.height()
        height = self.height() - icicle - self.replay.height() - 2
        self._middle.setSizes([max(1, height - lower), lower])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Divide the space for the new size."""
        super().resizeEvent(event)
        self._divide()
