"""The page that is shown while a tree is recorded: the visits counted so far at each ply."""

import math

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from engine.asking.query import slow_mode
from engine.core.language import tr
from engine.searchtree.node import Fate
from studio.analysis import figures
from studio.look import palette, style
from studio.tree.recording.recorder import SLOW_CAPACITY
from studio.tree.views.fates import colors_of
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

BAR, GAP = 18, 6
MOST_PLIES = 20


class PlyBars(QWidget):
    """Bars with the number of visits at each ply, on a logarithmic scale."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.counts: list[int] = []
        self.setMinimumSize(360, 8 * (BAR + GAP))

    def show_counts(self, counts: list[int]) -> None:
        """Show the number of visits at each ply. The height of the widget does not change."""
        self.counts = counts[:MOST_PLIES]
        self.setAccessibleDescription(", ".join(map(str, self.counts)))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars."""
        painter = QPainter(self)
        look = palette.current()
        font = style.font(style.CAPTION, tabular=True)
        painter.setFont(font)
        metrics = QFontMetrics(font)
        number = metrics.horizontalAdvance("888 888 888") + 8
        room = self.width() - 40 - number
        most = max([10, *self.counts])
        step = min(BAR + GAP, max(8, self.height() // max(1, len(self.counts))))
        for ply, count in enumerate(self.counts):
            top = ply * step
            painter.setPen(look.secondary)
            painter.drawText(
                QRectF(0, top, 32, step - 2), Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(ply)
            )
            width = room * math.log1p(count) / math.log1p(most)
            painter.fillRect(QRectF(40, top + 1, max(1.0, width), max(3, step - GAP)), colors_of(Fate.EXACT).fill)
            painter.setPen(look.text)
            painter.drawText(
                QRectF(48 + width, top, number, step - 2), Qt.AlignmentFlag.AlignVCenter, figures.grouped(count)
            )


class RecordingPage(Retranslated, QWidget):
    """The state of a recording."""

    stopped = Signal()
    """Emitted when the user presses the button that stops."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.title, self.caption = PlainLabel(), PlainLabel()
        style.set_look(self.title, role="title")
        style.set_look(self.caption, role="secondary")
        self.slow_note = PlainLabel()
        self.slow_note.setWordWrap(True)
        style.set_look(self.slow_note, role="caption")
        self.slow_note.setVisible(slow_mode())
        self.bars = PlyBars()
        self.button = QPushButton()
        self.button.clicked.connect(self.stopped)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(48, 32, 48, 32)
        layout.setSpacing(style.PADDING)
        layout.addWidget(self.title)
        layout.addWidget(self.caption)
        layout.addWidget(self.slow_note)
        layout.addWidget(self.bars, 1)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignLeft)
        self.follow_changes()

    def show_progress(self, title: str, depth: int, counts: list[int], seconds: float | None) -> None:
        """Show the counts of the depth that is being searched."""
        text = tr("Recording: {name}", name=title)
        if text != self.title.text():
            self.title.setText(text)
        words = []
        if depth:
            words.append(tr("depth {depth}", depth=depth))
        if counts:
            words.append(figures.nodes_text(sum(counts)))
        if seconds is not None:
            words.append(figures.duration(seconds))
        self.caption.setText("  ·  ".join(words) or tr("Waiting for a free core"))
        self.bars.show_counts(counts)

    def retranslate(self) -> None:
        self.button.setText(tr("Stop (Esc)"))
        self.slow_note.setText(
            tr(
                "Slow mode: the program runs without compiled code, so a recording takes many times longer and keeps "
                "at most {most} nodes. It runs in another process, so that the window is not held up.",
                most=figures.grouped(SLOW_CAPACITY),
            )
        )
        self.bars.setAccessibleName(tr("Visits at each ply"))

    def restyle(self) -> None:
        """Draw the bars in the colours of the theme in use."""
        self.bars.update()
