"""The evaluation graph, with a curve for every algorithm and buttons that control the analysis of the whole game."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, QPointF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QProgressBar,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import KyVienError
from engine.core.evaluation import current_name, evaluations, scale_of
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records.tree import EvaluationNote
from engine.search.search import Spec
from studio.analysis.choice import spec_title
from studio.analysis.figures import UNKNOWN
from studio.analysis.parameters import parameters_text
from studio.analysis.session import AnalysisSession
from studio.analysis.whole_game import GameAnalysis
from studio.look import foreign, icons, notation, palette, style
from studio.look.marks import mark_icon
from studio.widgets.charts import PlotPanel, algorithm_pen, pen
from studio.widgets.empty import EmptyState
from studio.widgets.plain_label import PlainLabel

if TYPE_CHECKING:
    from studio.document.document import Change, Document

Curve = tuple[str, str]
"""Identity of a curve: algorithm with parameters as in the record, and name of the evaluation."""

_NICE = [factor * 10**power for power in range(7) for factor in (1, 2, 5)]
WIN_HEIGHT, EDGE = 1.0, 0.94
"""Heights of forced wins and of the limit of ordinary scores, on an axis from −1 to 1."""


def squash(score: Score, scale: float) -> float:
    """Return the height of a score, −1 … 1: ``EDGE`` · tanh(value / scale), or ± ``WIN_HEIGHT`` for a forced win."""
    if score.win_in is not None:
        return WIN_HEIGHT if score.value > 0 else -WIN_HEIGHT
    return EDGE * math.tanh(score.value / scale)


def nice_scale(values: Sequence[int]) -> float:
    """Return a scale for scores other than forced wins.

    It is the least of 5, 10, 20, 50 … that is not below the 80th percentile of the absolute values of the scores.
    """
    ordered = sorted(abs(value) for value in values)
    typical = ordered[int(0.8 * (len(ordered) - 1))] if ordered else 0
    return float(next(each for each in _NICE if each >= max(5, min(typical, _NICE[-1]))))


def curve_name(curve: Curve) -> str:
    """Return the identifier of a curve's algorithm."""
    return curve[0].partition(":")[0]


TICK_PIXELS = 18
"""Minimum distance between two labels of the axis, in px."""


class EvaluationGraph(PlotPanel):
    """Shows the evaluations in the record along the line through the cursor, and controls the analysis of the game.

    Args:
        document: the document whose evaluations are shown, and whose cursor is marked and moved.
        session: runs the analysis of the whole game with the algorithms and the budget of its ``choice``.
        parent: parent widget.
    """

    failed = Signal(str)
    """Emitted with one sentence when an algorithm fails."""

    def __init__(self, document: "Document", session: AnalysisSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._session = session
        self.analysis = GameAnalysis(session, self)
        self._line: list[int] = []
        self._asked_at: dict[int, Any] = {}
        self._hidden: set[Curve] = set()
        self._chips: dict[Curve, QToolButton] = {}
        self._curves: dict[Curve, list[tuple[int, Score]]] = {}
        self._scale = 5.0
        self._cursor_line: Any = None
        self._hover_line: Any = None
        self._hovered = -1
        self._build()
        # Several notes may arrive at once; they are drawn together.
        self._drawing = QTimer(self)
        self._drawing.setSingleShot(True)
        self._drawing.setInterval(100)
        self._drawing.timeout.connect(self.refresh)
        self.analysis.noted.connect(self._noted)
        self.analysis.progressed.connect(self._progressed)
        self.analysis.state_changed.connect(self._show_state)
        self.analysis.completed.connect(self._completed)
        self.analysis.failed.connect(self._failed)
        document.changed.connect(self._changed)
        self.follow_changes()
        self.refresh()

    def _build(self) -> None:
        self.title, self.readout = PlainLabel(), PlainLabel()
        style.set_look(self.title, role="title")
        self.readout.setFont(style.font(tabular=True))
        style.set_look(self.readout, role="secondary")
        self.readout.setTextFormat(Qt.TextFormat.PlainText)
        self._legend = QHBoxLayout()
        self._legend.setSpacing(4)
        self.progress = QProgressBar()
        self.progress.setFixedWidth(120)
        self.progress.setTextVisible(False)
        self.progress_text = PlainLabel()
        style.set_look(self.progress_text, role="caption")
        self.analyse_button = QPushButton()
        self.analyse_button.clicked.connect(self.analyse_game)
        self.pause_button, self.cancel_button = QToolButton(), QToolButton()
        self.pause_button.clicked.connect(self.toggle_pause)
        self.cancel_button.clicked.connect(self.cancel)
        for button in (self.pause_button, self.cancel_button):
            button.setIconSize(QSize(16, 16))
        self.cancel_button.setIcon(icons.icon("close"))
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.title)
        head.addSpacing(8)
        head.addLayout(self._legend)
        head.addSpacing(8)
        head.addWidget(self.readout, 1)
        for widget in (self.progress_text, self.progress, self.pause_button, self.cancel_button, self.analyse_button):
            head.addWidget(widget)
        self.empty = EmptyState()
        self.empty.pressed.connect(self.analyse_game)
        self._canvas = QWidget()
        self._canvas_layout = QVBoxLayout(self._canvas)
        self._canvas_layout.setContentsMargins(0, 0, 0, 0)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.empty)
        self.pages.addWidget(self._canvas)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 8, 12, 8)
        layout.setSpacing(4)
        layout.addLayout(head)
        layout.addWidget(self.pages, 1)
        self.setMinimumHeight(140)

    # --- called from outside --------------------------------------------------------------------------------------

    def analyse_game(self) -> None:
        """Start the analysis of every position of the line by the chosen algorithms, if there are any (F12)."""
        if not self._session.choice.specs:
            self.readout.setText(tr("No algorithm is chosen. Add one to see what it thinks of the position."))
            return
        tree = self._document.tree
        line = [(node, tree.position(node)) for node in self._document.line()]
        self._asked_at = dict(line)
        self.analysis.start(tree, list(self._asked_at))

    def pause(self) -> None:
        """Pause the analysis."""
        self.analysis.pause()

    def resume(self) -> None:
        """Resume the analysis."""
        self.analysis.resume()

    def toggle_pause(self) -> None:
        """Pause or resume the analysis."""
        if self.analysis.is_paused:
            self.resume()
        else:
            self.pause()

    def cancel(self) -> None:
        """Cancel the analysis without changing the record."""
        self.analysis.cancel()
        self.refresh()

    @property
    def curves(self) -> dict[Curve, list[tuple[int, Score]]]:
        """The points of each curve, as pairs of ply and score from FIRST's point of view."""
        return dict(self._curves)

    # --- changes --------------------------------------------------------------------------------------------------

    def _noted(self, node: int, note: EvaluationNote) -> None:
        if not self._drawing.isActive():
            self._drawing.start()

    def _progressed(self, done: int, total: int) -> None:
        self.progress.setMaximum(max(1, total))
        self.progress.setValue(done)
        self.progress_text.setText(tr("{done} of {total}", done=done, total=total))

    def _completed(self, notes: dict[int, list[EvaluationNote]]) -> None:
        """Add the notes to the record as one edit, except for nodes that have changed since the analysis began."""
        tree = self._document.tree
        kept = {
            node: each
            for node, each in notes.items()
            if node in tree.nodes and tree.position(node) == self._asked_at.get(node)
        }
        self._drawing.stop()
        if kept:
            self._document.add_evaluations(kept)
        self.refresh()

    def _failed(self, sentence: str) -> None:
        self.readout.setText(foreign.one_line(sentence))
        self.failed.emit(sentence)

    def _replaced(self) -> None:
        self.analysis.cancel()
        self._hidden.clear()
        self._hovered = -1
        self.refresh()

    def _changed(self, change: "Change") -> None:
        if change.record:
            self._replaced()
        elif change.moves or change.notes or (change.cursor and self._document.cursor not in self._line):
            self.refresh()
        elif change.cursor:
            self._mark_cursor()

    # --- drawing --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draw the evaluations along the line through the cursor, from the record and from the running analysis."""
        before = (self._line, self._curves)
        self._line = list(self._document.line())
        tree = self._document.tree
        found: dict[Curve, dict[int, Score]] = {}
        for ply, node in enumerate(self._line):
            for note in [*tree.nodes[node].evaluations, *self.analysis.notes.get(node, ())]:
                if note.algorithm and note.score is not None:
                    curve = (note.algorithm, current_name(tree.game.name, note.evaluation))
                    found.setdefault(curve, {})[ply] = note.score.pov(Player.FIRST)
        self._curves = {curve: sorted(points.items()) for curve, points in found.items()}
        self._scale = self._scale_of_game()
        self._fill_legend()
        self.pages.setCurrentIndex(1 if self._curves or self.analysis.is_running else 0)
        if (self._line, self._curves) != before:
            self._draw()
        self._show_readout()
        self._show_state()

    def _scale_of_game(self) -> float:
        """Return the scale that the evaluation defines, or else one that fits the scores."""
        for _, name in self._curves:
            scale = scale_of(self._document.game.name, name)
            if scale:
                return float(scale)
        ordinary = [score.value for points in self._curves.values() for _, score in points if score.win_in is None]
        return nice_scale(ordinary)

    def _visible(self) -> list[Curve]:
        return [curve for curve in self._curves if curve not in self._hidden]

    def _repetition(self, curve: Curve) -> int:
        names = [curve_name(each) for each in self._curves]
        return names[: list(self._curves).index(curve)].count(curve_name(curve))

    def _draw(self) -> None:
        if self._plot is None:
            return
        import pyqtgraph

        colors = palette.current()
        self._plot.clear()
        self._plot.addItem(pyqtgraph.InfiniteLine(0, angle=0, pen=pen(colors.border, 1)))
        self._draw_band()
        visible = self._visible()
        for number, curve in enumerate(visible):
            points = self._curves[curve]
            name = curve_name(curve)
            # Lower curves are wider, so that equal curves are visible as stripes.
            width = min(6.5, 2 + 1.5 * (len(visible) - 1 - number))
            single = len(points) == 1
            self._plot.addItem(
                pyqtgraph.PlotDataItem(
                    [ply for ply, _ in points],
                    [squash(score, self._scale) for _, score in points],
                    pen=algorithm_pen(name, self._repetition(curve), width),
                    symbol="o" if single or len(points) <= 40 else None,
                    symbolSize=7 if single else 4, symbolBrush=palette.algorithm_color(name), symbolPen=None,
                )
            )  # fmt: skip
        self._hover_line = pyqtgraph.InfiniteLine(0, angle=90, pen=pen(colors.border, 1))
        self._hover_line.setVisible(False)
        self._cursor_line = pyqtgraph.InfiniteLine(0, angle=90, pen=pen(colors.gold, 2))
        self._plot.addItem(self._hover_line)
        self._plot.addItem(self._cursor_line)
        last = max(1, len(self._line) - 1)
        self._plot.setXRange(0, last, padding=0.01)
        self._plot.setYRange(-1.06, 1.06, padding=0)
        step = next(each for each in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if last / each <= 20 or each == 1000)
        self._plot.getAxis("bottom").setTicks([[(ply, str(ply)) for ply in range(0, last + 1, step)]])
        self._plot.getAxis("left").setTicks([self._score_ticks()])
        self._mark_cursor()

    def _score_ticks(self) -> list[tuple[float, str]]:
        """Return the height and the label of each tick on the score axis, without labels that would overlap."""
        pixels = max(1.0, self._plot.height() - 24) / 2.12
        ticks = [(0.0, Score(0, Player.FIRST).format())]
        for each in (round(self._scale), round(2 * self._scale), round(self._scale / 2), round(4 * self._scale)):
            height = squash(Score(each, Player.FIRST), self._scale)
            if each and all(abs(height - other) * pixels >= TICK_PIXELS for other, _ in ticks):
                ticks += [(sign * height, Score(sign * each, Player.FIRST).format()) for sign in (1, -1)]
        return ticks

    def _draw_band(self) -> None:
        """Draw the band between the greatest and the least score, where there are several curves."""
        import pyqtgraph

        by_ply: dict[int, list[float]] = {}
        for curve in self._visible():
            for ply, score in self._curves[curve]:
                by_ply.setdefault(ply, []).append(squash(score, self._scale))
        plies = sorted(ply for ply, heights in by_ply.items() if len(heights) > 1)
        if len(plies) < 2:
            return
        color = QColor(palette.current().secondary)  # a copy: the theme's colour is shared
        color.setAlpha(40)
        edges = [pyqtgraph.PlotCurveItem(plies, [pick(by_ply[ply]) for ply in plies], pen=None) for pick in (max, min)]
        self._plot.addItem(pyqtgraph.FillBetweenItem(*edges, brush=color))

    def _mark_cursor(self) -> None:
        if self._cursor_line is not None and self._document.cursor in self._line:
            self._cursor_line.setValue(self._line.index(self._document.cursor))
        self._show_readout()

    def _show_readout(self) -> None:
        """Show the exact scores at the ply under the mouse, or else at the cursor."""
        cursor = self._line.index(self._document.cursor) if self._document.cursor in self._line else -1
        ply = self._hovered if self._hovered >= 0 else cursor
        values = []
        for curve in self._hidden & self._chips.keys():
            self._chips[curve].setText("·")
        for curve in self._visible():
            score = next((score for at, score in self._curves[curve] if at == ply), None)
            chip = self._chips.get(curve)
            if chip is not None:
                chip.setText(score.format() if score is not None else UNKNOWN)
            if score is not None:
                values.append(score)
        if not values or ply < 0:
            self.readout.setText("")
            return
        tree, node = self._document.tree, self._line[ply]
        move = tree.nodes[node].move
        parent = tree.nodes[node].parent
        text = tr("ply {ply}", ply=ply)
        if move is not None and parent is not None:
            before = tree.position(parent)
            text = f"{text}  {notation.move_text(before, move)}"
        self.readout.setText(text)

    def _fill_legend(self) -> None:
        """Create a button for each curve that displays its colour and score, and hides or shows the curve."""
        if list(self._chips) == list(self._curves):
            return
        while self._legend.count():
            item = self._legend.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._chips = {}
        for curve in self._curves:
            chip = QToolButton()
            chip.setIcon(mark_icon(curve_name(curve), self._repetition(curve)))
            chip.setIconSize(QSize(12, 12))
            chip.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            chip.setFont(style.font(tabular=True))
            chip.setMinimumWidth(56)
            style.set_look(chip, kind="quiet")
            chip.clicked.connect(lambda _=False, curve=curve: self.show_curve(curve, curve in self._hidden))
            self._chips[curve] = chip
            self._legend.addWidget(chip)
        self._name_chips()

    def _name_chips(self) -> None:
        for curve, chip in self._chips.items():
            title = self.curve_title(curve)
            text = tr("{curve}: hidden, press to show", curve=title) if curve in self._hidden else title
            chip.setToolTip(foreign.tool_tip(text))
            chip.setAccessibleName(text)

    def show_curve(self, curve: Curve, shown: bool) -> None:
        """Show or hide a curve."""
        if shown:
            self._hidden.discard(curve)
        else:
            self._hidden.add(curve)
        self._name_chips()
        self._draw()
        self._show_readout()

    def curve_title(self, curve: Curve) -> str:
        """Return the title of a curve for display, with its algorithm, parameters and evaluation.

        Names that are not known are shown as they are in the record.
        """
        try:
            spec = Spec.parse(curve[0])
            words = [tr(spec_title(spec)), parameters_text(spec)]
        except KyVienError:
            words = [foreign.name(curve[0])]
        known = evaluations(self._document.game.name)
        if curve[1]:
            words.append(tr(known[curve[1]].title) if curve[1] in known else foreign.name(curve[1]))
        return " · ".join(word for word in words if word)

    def _show_state(self) -> None:
        running, paused = self.analysis.is_running, self.analysis.is_paused
        for widget in (self.progress, self.progress_text, self.pause_button, self.cancel_button):
            widget.setVisible(running)
        self.analyse_button.setVisible(not running and self.pages.currentIndex() == 1)
        self.pause_button.setIcon(icons.icon("play" if paused else "pause"))
        for button, text in (
            (self.pause_button, tr("Go on") if paused else tr("Pause")),
            (self.cancel_button, tr("Cancel the analysis")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)
        if running:
            self.pages.setCurrentIndex(1)

    # --- Qt -------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.title.setText(tr("Evaluation over the game"))
        self.analyse_button.setText(tr("Analyse game"))
        self.analyse_button.setToolTip(tr("Ask the chosen algorithms about every position of the game (F12)"))
        self.progress.setAccessibleName(tr("Progress of the analysis"))
        self.empty.set_texts(
            tr("No position of this game has been evaluated. Press F12 to analyse it."), tr("Analyse game")
        )
        self._name_chips()
        self._show_readout()
        self._show_state()
        if self.analysis.is_running:
            self._progressed(self.analysis.done, self.analysis.total)

    def _place_plot(self) -> None:
        self._plot.setAccessibleName(tr("Evaluation over the game"))
        self._plot.viewport().setMouseTracking(True)
        self._plot.viewport().installEventFilter(self)
        self._canvas_layout.addWidget(self._plot)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the cursor on a click, a drag or a turn of the wheel, and show the exact scores of the hovered ply."""
        kind = event.type()
        if isinstance(event, QMouseEvent) and kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove):
            ply = self.ply_at(event.position())
            if event.buttons() & Qt.MouseButton.LeftButton:
                self._go(ply)
            self._hover(ply)
            return True
        if kind == QEvent.Type.MouseButtonRelease or kind == QEvent.Type.MouseButtonDblClick:
            return True
        if isinstance(event, QWheelEvent):
            if event.angleDelta().y() and self._document.cursor in self._line:
                step = 1 if event.angleDelta().y() < 0 else -1
                self._go(self._line.index(self._document.cursor) + step)
            return True
        if kind == QEvent.Type.Resize and self._curves:
            self._plot.getAxis("left").setTicks([self._score_ticks()])
        if kind == QEvent.Type.Leave:
            self._hover(-1)
        return super().eventFilter(watched, event)

    def ply_at(self, point: QPointF) -> int:
        """Return the ply of the line that is nearest to ``point``, given in coordinates of the plot widget."""
        view: QPointF = self._plot.getViewBox().mapSceneToView(self._plot.mapToScene(point.toPoint()))
        return max(0, min(round(view.x()), len(self._line) - 1))

    def point_of(self, ply: int) -> QPointF:
        """Return the point at ``ply`` and score 0, in coordinates of the plot widget."""
        return QPointF(self._plot.mapFromScene(self._plot.getViewBox().mapViewToScene(QPointF(ply, 0))))

    def _go(self, ply: int) -> None:
        if 0 <= ply < len(self._line):
            self._document.go(self._line[ply])

    def _hover(self, ply: int) -> None:
        if ply != self._hovered:
            self._hovered = ply
            if self._hover_line is not None:
                self._hover_line.setVisible(ply >= 0)
                self._hover_line.setValue(max(0, ply))
            self._show_readout()
