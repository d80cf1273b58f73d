"""The graph of the Review workspace with its title and its legend."""

from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.core.language import tr
from engine.core.outcome import Player
from engine.picture.charts import PlyPointer
from engine.records.tree import GameTree
from studio.analysis.curves import curve_name, full_title
from studio.analysis.legend import Legend, LegendItem
from studio.analysis.plot import GamePlot
from studio.document.values import Source, algorithm_title
from studio.look import style
from studio.review import words
from studio.review.chart import chart_of
from studio.review.retry import Retry
from studio.review.review import GameReview
from studio.widgets.plain_label import PlainLabel


class ReviewGraph(QWidget):
    """Graph of the chances of winning.

    Attributes:
        plot: the widget that draws the curves.
        head: the title and the legend, for the title bar of the dock.
        legend: the legend, whose buttons hide curves.
    """

    ply_chosen = Signal(int)
    """Emitted with a ply of the main line."""
    wheel_turned = Signal(int)
    """Emitted with 1 to go forward, or with −1 to go back."""
    curve_toggled = Signal()
    """Emitted when a curve is hidden or shown again. The graph must then be shown again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.plot, self.legend, self._title = GamePlot(), Legend(), PlainLabel()
        self._hidden: set[Source] = set()
        style.set_look(self._title, role="caption")
        self.head = QWidget()
        row = QHBoxLayout(self.head)
        row.setContentsMargins(style.PADDING, 0, style.PADDING, 0)
        row.setSpacing(24)
        row.addWidget(self._title)
        row.addWidget(self.legend, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot, 1)
        self.legend.toggled.connect(self._toggle)
        self.plot.ply_chosen.connect(lambda ply, _: self.ply_chosen.emit(ply))
        self.plot.wheel_turned.connect(self.wheel_turned)

    def show_review(self, tree: GameTree, review: GameReview, retry: Retry) -> None:
        """Show the curves and the marks, in a retry only up to the position of the retry."""
        hidden = tree.ply(retry.node) if retry.is_hiding else None
        notes = review.provisional_notes()
        data, curves = chart_of(tree, review.verdicts, review.source, notes, review.thresholds, hidden)
        shown = [each for each, curve in zip(data.curves, curves, strict=True) if curve not in self._hidden]
        self.plot.show_data(replace(data, curves=shown))
        self.legend.show_entries([
            LegendItem(curve, curve_name(curve), 0, (algorithm_title(curve[0]),), full_title(curve, tree.game.name),
                  curve in self._hidden)
            for curve in reversed(curves)
        ])  # fmt: skip
        self._title.setText(tr("{side}’s chance of winning in %", side=words.side_of(tree, Player.FIRST)))

    def show_cursor(self, tree: GameTree, node: int) -> None:
        """Mark the ply of a node, if it is on the main line."""
        line = tree.main_line()
        ply = line.index(node) if node in line else None
        self.plot.show_cursor(None if ply is None else PlyPointer(ply, texts=[tr("ply {ply}", ply=ply)]))

    def _toggle(self, curve: Source) -> None:
        self._hidden ^= {curve}
        self.curve_toggled.emit()
