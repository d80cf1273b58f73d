"""The evaluation graph, with a curve for every algorithm and buttons that control the analysis of the whole game."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QMenu, QProgressBar, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine.analysis.review import note_of
from engine.core.evaluation import unit_of
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from engine.picture.charts import GlyphMark, PlotCurve, PlotData, PlyPointer
from engine.picture.colors import DASHES, algorithm_color, algorithm_dash
from engine.records.tree import EvaluationNote
from engine.search.query import Query
from engine.search.report import Report
from studio.analysis.curves import Curve, GameLines, Points, collect, curve_name, full_title, short_titles
from studio.analysis.legend import Legend, LegendItem
from studio.analysis.plot import GamePlot
from studio.analysis.session import AnalysisSession
from studio.analysis.whole_game import GameAnalysis
from studio.document.labels import GLYPHS, glyph_color
from studio.document.values import algorithm_title
from studio.look import foreign, icons, notation, scores, style
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

if TYPE_CHECKING:
    from studio.document.change import Change
    from studio.document.document import Document

MARKED = (6, 2, 4)
"""Glyphs of inaccuracies, mistakes and blunders, which are marked in the graph."""
NAMED = (2, 4)
"""Glyphs of mistakes and blunders, whose signs are printed in the graph."""
WIDE = 900
"""Minimum width of the graph, in pixels, at which the values at the cursor are shown."""
PROGRESS_WIDTH, TEXT_WIDTH, BUTTON_WIDTH = 420, 300, 260
"""Minimum widths of ``head`` in pixels to show the progress bar, the progress text, and the text of the button."""


class EvaluationGraph(Retranslated, QWidget):
    """Graph of the evaluations along the main line and the displayed variation. It controls the whole-game analysis.

    The evaluations come from the record, from the whole-game analysis in progress, and from analyses of the position
    at the cursor.

    Args:
        document: the document whose evaluations are shown, and whose cursor is marked and moved.
        session: the session that runs the whole-game analysis with the reviewers and the budget of its ``choice``.
        parent: parent widget.

    Attributes:
        analysis: the analysis of the whole game.
        head: the legend, the progress and the buttons, for the title bar.
        plot: the widget that draws the curves.
    """

    failed = Signal(str)
    """Emitted with an error message of one sentence when an algorithm fails."""
    picture_asked = Signal(str)
    """Emitted with ``png`` or ``svg`` when a picture of the graph is requested."""

    def __init__(self, document: "Document", session: AnalysisSession, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._session = session
        self.analysis = GameAnalysis(session, self)
        self._lines = GameLines()
        self._asked_at: dict[int, Any] = {}
        self._live: dict[int, tuple[Position, list[EvaluationNote]]] = {}
        self._hidden: set[Curve] = set()
        self._curves: dict[Curve, Points] = {}
        self._hovered = (-1, False)
        self._build()
        # Several notes may arrive at once; they are drawn together.
        self._drawing = QTimer(self)
        self._drawing.setSingleShot(True)
        self._drawing.setInterval(100)
        self._drawing.timeout.connect(self.refresh)
        self.analysis.noted.connect(self._schedule)
        self.analysis.progressed.connect(self._progressed)
        self.analysis.state_changed.connect(self._show_state)
        self.analysis.completed.connect(self._completed)
        self.analysis.failed.connect(self._failed)
        session.reported.connect(self._reported)
        session.choice.reference_changed.connect(self.refresh)
        document.changed.connect(self._changed)
        self._look_up()
        self.follow_changes()

    def _build(self) -> None:
        self.head = _Head()
        self.legend, self.message = self.head.legend, self.head.message
        self.progress, self.progress_text = self.head.progress, self.head.progress_text
        self.analyse_button = self.head.analyse_button
        self.pause_button, self.cancel_button = self.head.pause_button, self.head.cancel_button
        self.analyse_button.clicked.connect(self.analyse_game)
        self.pause_button.clicked.connect(self.toggle_pause)
        self.cancel_button.clicked.connect(self.cancel)
        self.legend.toggled.connect(lambda curve: self.show_curve(curve, curve in self._hidden))
        self.plot = GamePlot()
        self.plot.ply_chosen.connect(self._go)
        self.plot.ply_hovered.connect(self._hover)
        self.plot.wheel_turned.connect(self._step)
        self.plot.menu_requested.connect(self._show_menu)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot)

    # --- called from outside --------------------------------------------------------------------------------------

    def analyse_game(self) -> None:
        """Start the whole-game analysis (F12). The reviewers of the choice analyse every position in the graph."""
        tree = self._document.tree
        self._lines = self._find_lines()
        self._asked_at = {node: tree.position(node) for node in self._lines.nodes()}
        self.message.set_whole("")
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
        """The points of each curve on the main line, as pairs of ply and score from FIRST's point of view."""
        return {curve: sorted(points.main.items()) for curve, points in self._curves.items()}

    @property
    def branches(self) -> dict[Curve, list[tuple[int, Score]]]:
        """The points of each curve in the displayed variation, as pairs of ply and score from FIRST's point of view."""
        return {curve: sorted(points.branch.items()) for curve, points in self._curves.items() if points.branch}

    def visible_curves(self) -> list[Curve]:
        """Return the curves that are not hidden."""
        return [curve for curve in self._curves if curve not in self._hidden]

    def show_curve(self, curve: Curve, shown: bool) -> None:
        """Show or hide a curve."""
        if shown:
            self._hidden.discard(curve)
        else:
            self._hidden.add(curve)
        self._fill_legend()
        self._draw()

    # --- changes --------------------------------------------------------------------------------------------------

    def _schedule(self, *_: object) -> None:
        if not self._drawing.isActive():
            self._drawing.start()

    def _reported(self, number: int, report: Report) -> None:
        """Store a report of a chosen algorithm on the position at the cursor.

        Reports of the whole-game analysis are ignored.
        """
        query = self._session.query(number)
        if (
            query is not None
            and not self.analysis.owns(number)
            and report.score is not None
            and query.spec in self._session.choice.specs
            and query.position == self._document.position
            and (found := self._session.store.find(query)) is not None
            and found.last is not None
        ):
            self._keep(query, found.last)
            self._schedule()

    def _look_up(self) -> bool:
        """Store the cached reports on the position at the cursor, and return whether there are any."""
        position = self._document.position
        queries = self._session.choice.queries(position, continues=True)
        if not any(map(self._known, queries)):
            return False
        for query in queries:
            report = self._known(query)
            if report is not None:
                self._keep(query, report)
        return True

    def _known(self, query: Query) -> Report | None:
        found = self._session.store.find(query)
        report = None if found is None else found.last
        return None if report is None or report.score is None else report

    def _keep(self, query: Query, report: Report) -> None:
        note = note_of(query.spec, report, query.evaluation)
        node = self._document.cursor
        position, notes = self._live.get(node, (None, []))
        if position is None or position != query.position:
            notes = []
        others = [each for each in notes if (each.algorithm, each.evaluation) != (note.algorithm, note.evaluation)]
        self._live[node] = query.position, [*others, note]

    def _live_notes(self) -> dict[int, list[EvaluationNote]]:
        """Remove the notes of nodes that were deleted or whose position has changed. Return the other notes by node."""
        tree = self._document.tree
        self._live = {
            node: kept for node, kept in self._live.items() if node in tree and tree.position(node) == kept[0]
        }
        return {node: notes for node, (_, notes) in self._live.items()}

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
        self.message.set_whole(foreign.one_line(sentence))
        self._show_state()
        self.failed.emit(sentence)

    def _changed(self, change: "Change") -> None:
        if change.record:
            self.analysis.cancel()
            self._hidden.clear()
            self._live.clear()
            self._hovered = (-1, False)
            self.message.set_whole("")
        found = (change.position or change.record) and self._look_up()
        if change.record or change.moves or change.notes or found or self._find_lines() != self._lines:
            self.refresh()
        elif change.cursor:
            self._mark_cursor()

    def _find_lines(self) -> GameLines:
        return GameLines.of(self._document.tree, self._document.line())

    # --- drawing --------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Draw the evaluations along the main line and the displayed variation."""
        self._drawing.stop()
        self._lines = self._find_lines()
        found = collect(self._document.tree, self._lines, self.analysis.notes, self._live_notes())
        # Chosen algorithms in the order of the list of algorithms, then all others.
        places = {spec.text: place for place, spec in enumerate(self._session.choice.specs)}
        self._curves = {
            curve: found[curve] for curve in sorted(found, key=lambda each: places.get(each[0], len(places)))
        }
        self._fill_legend()
        self._draw()
        self._show_state()

    @property
    def reference(self) -> Curve | None:
        """The visible curve that best matches the reference algorithm, or None if no curve is visible.

        The score axis has the unit of this curve's evaluation.
        """
        visible, choice = self.visible_curves(), self._session.choice
        spec, game = choice.reference_spec, self._document.game.name
        wanted = ("", "") if spec is None else (spec.text, spec.evaluation_used(choice.evaluation_for(game)))
        ranked = sorted(
            visible, key=lambda curve: (curve != wanted, curve[0] != wanted[0], curve_name(curve) != curve_name(wanted))
        )
        return ranked[0] if ranked else None

    def _repetition(self, curve: Curve) -> int:
        names = [curve_name(each) for each in self._curves]
        return names[: list(self._curves).index(curve)].count(curve_name(curve))

    def _height(self, curve: Curve, score: Score) -> float:
        return scores.height(score, scores.scale(self._document.game.name, curve[1]))

    def _draw(self) -> None:
        reference = self.reference
        order = [curve for curve in self.visible_curves() if curve != reference]
        if reference is not None:
            order.append(reference)
        lines = self._lines
        data = PlotData(
            last=max(1, lines.last),
            curves=[self._plot_curve(curve, order) for curve in order],
            ticks=self._ticks,
            marks=[] if reference is None else self._marks(reference),
            branch=(lines.start + 1, lines.start + len(lines.branch)) if lines.branch else None,
            message=tr("This game has not been analysed. Press F12 to analyse it."),
        )
        self.plot.show_data(data)
        self._mark_cursor()

    def _plot_curve(self, curve: Curve, order: Sequence[Curve]) -> PlotCurve:
        points, lines = self._curves[curve], self._lines
        main = [(ply, self._height(curve, score)) for ply, score in sorted(points.main.items())]
        branch = [(ply, self._height(curve, score)) for ply, score in sorted(points.branch.items())]
        start = points.main.get(lines.start)
        if branch and branch[0][0] == lines.start + 1 and start is not None:
            branch.insert(0, (lines.start, self._height(curve, start)))
        above = order[order.index(curve) + 1 :]
        # A curve below an equal one is wider, so that both are visible as stripes.
        width = 2 + 1.4 * sum(_coincide(points, self._curves[each]) for each in above)
        name, repetition = curve_name(curve), self._repetition(curve)
        dash = DASHES[(repetition - 1) % len(DASHES)] if repetition else algorithm_dash(name)
        several = len({each[1] for each in self._curves}) > 1
        title = short_titles(curve, points, self._document.game.name, with_evaluation=several)[0]
        return PlotCurve(algorithm_color(name), dash, main, branch, min(6, width), foreign.one_line(title))

    def _ticks(self, distance: float) -> list[tuple[float, str]]:
        """Return a height and a text for each label of the score axis.

        The texts are in the unit of the reference curve. The list is empty if there is no reference curve.

        Args:
            distance: the minimum difference in height between two labels.
        """
        reference = self.reference
        if reference is None:
            return []
        game, evaluation = self._document.game.name, reference[1]
        if scores.shows_chance(game):
            step = next((each for each in (10, 25) if scores.EDGE * each / 50 >= distance), 50)
            return [(scores.EDGE * (each - 50) / 50, f"{each}\u202f%") for each in range(0, 101, step)]
        _, places = unit_of(game, evaluation)
        one, scale = 10**places, scores.scale(game, evaluation)

        def text(value: float) -> str:
            if value % one:
                return scores.number_text(int(value), game, evaluation)
            sign = "+" if value > 0 else "−" if value < 0 else ""
            return f"{sign}{abs(int(value)) // one}"

        ticks = even_ticks(lambda value: scores.height(Score(int(value), Player.FIRST), scale), one, distance)
        return [(height, text(value)) for height, value in ticks]

    def _marks(self, curve: Curve) -> list[GlyphMark]:
        tree, points = self._document.tree, self._curves[curve].main
        marks = []
        for ply, score in sorted(points.items()):
            nag = next((nag for nag in tree.nodes[self._lines.main[ply]].nags if nag in MARKED), None)
            color = None if nag is None else glyph_color((nag,))
            if nag is not None and color is not None:
                marks.append(
                    GlyphMark(ply, self._height(curve, score), GLYPHS[nag] if nag in NAMED else "", color.name())
                )
        return marks

    def _mark_cursor(self) -> None:
        place = self._lines.place(self._document.cursor)
        self.plot.show_cursor(None if place is None else self._pointer(*place, is_hovered=False))

    def _hover(self, ply: int, in_branch: bool) -> None:
        self._hovered = ply, in_branch
        self.plot.show_hovered(self._pointer(ply, in_branch, is_hovered=True) if ply >= 0 else None)

    def _pointer(self, ply: int, in_branch: bool, *, is_hovered: bool) -> PlyPointer:
        """Return a marked ply with its labels, the longest first.

        Every label contains the ply. The longer labels also contain the values of all visible curves and, if the ply
        is hovered, the move.
        """
        lines, tree = self._lines, self._document.tree
        short = tr("ply {ply}", ply=ply)
        if in_branch:
            short = tr("ply {ply}, variation +{plies}", ply=lines.start, plies=ply - lines.start)
        node = lines.node(ply, in_branch=in_branch)
        if node is None or not (is_hovered or self.width() >= WIDE):
            return PlyPointer(ply, in_branch, [short])
        move = notation.node_text(tree, node, short=True)
        texts = [short]
        if is_hovered and move:
            texts.insert(0, f"{short}  {move}")
        values = self._values(node, ply, in_branch)
        if values:
            texts = [f"{text}: {values}" for text in texts] + texts
        return PlyPointer(ply, in_branch, list(map(foreign.one_line, texts)))

    def _values(self, node: int, ply: int, in_branch: bool) -> str:
        game, turn = self._document.game.name, self._document.tree.position(node).turn
        words = []
        for curve in self.visible_curves():
            points = self._curves[curve]
            score = (points.branch if in_branch else points.main).get(ply)
            if score is not None:
                words.append(f"{algorithm_title(curve[0])} {scores.score_text(score, turn, game, curve[1])}")
        return ", ".join(words)

    def _fill_legend(self) -> None:
        game = self._document.game.name
        several = len({curve[1] for curve in self._curves}) > 1
        self.legend.show_entries([
            LegendItem(
                curve, curve_name(curve), self._repetition(curve),
                short_titles(curve, points, game, with_evaluation=several),
                full_title(curve, game), curve in self._hidden,
            )
            for curve, points in self._curves.items()
        ])  # fmt: skip

    def _show_state(self) -> None:
        running, paused = self.analysis.is_running, self.analysis.is_paused
        self.head.set_running(running)
        self.pause_button.setIcon(icons.icon("play" if paused else "pause"))
        for button, text in (
            (self.pause_button, tr("Go on") if paused else tr("Pause")),
            (self.cancel_button, tr("Cancel the analysis")),
        ):
            button.setToolTip(text)
            button.setAccessibleName(text)

    # --- the mouse ------------------------------------------------------------------------------------------------

    def _go(self, ply: int, in_branch: bool) -> None:
        """Move the cursor to ``ply`` of the variation if ``in_branch`` is true or if the main line is shorter.

        Otherwise, move the cursor to ``ply`` of the main line.
        """
        node = self._lines.node(ply, in_branch=in_branch)
        if node is None:
            node = self._lines.node(ply, in_branch=True)
        if node is not None:
            self._document.go(node)

    def _step(self, step: int) -> None:
        if step > 0:
            self._document.forward()
        else:
            self._document.back()

    def _show_menu(self, place: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for suffix, text in (("png", tr("Graph as PNG…")), ("svg", tr("Graph as SVG…"))):
            action = menu.addAction(text)
            action.setEnabled(bool(self._curves))
            action.triggered.connect(lambda _=False, suffix=suffix: self.picture_asked.emit(suffix))
        menu.popup(place)

    # --- Qt -------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.head.set_texts(
            tr("Analyse game"), tr("Analyse every position of the game with the chosen algorithms (F12)")
        )
        self.plot.setAccessibleName(tr("Evaluation over the game"))
        self.progress.setAccessibleName(tr("Progress of the analysis"))
        self.legend.retranslate()
        self.refresh()
        if self.analysis.is_running:
            self._progressed(self.analysis.done, self.analysis.total)

    def restyle(self) -> None:
        """Draw the graph in the colours of the theme in use."""
        self.cancel_button.setIcon(icons.icon("close"))
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the values at the cursor if there is room for them."""
        super().resizeEvent(event)
        self._mark_cursor()


def _coincide(one: Points, other: Points) -> bool:
    """Return whether ``other`` has the same score as ``one`` at a third of the plies of ``one`` or more."""
    same = sum(other.main.get(ply) == score for ply, score in one.main.items())
    return 3 * same >= len(one.main) > 0


class _Head(QWidget):
    """Row of any width with the legend, the progress and the buttons."""

    def __init__(self) -> None:
        super().__init__()
        self._is_running = False
        self._text = ""
        self.legend = Legend()
        self.message = ElidedLabel()
        style.set_look(self.message, role="caption")
        self.message.setTextFormat(Qt.TextFormat.PlainText)
        self.progress = QProgressBar()
        self.progress.setFixedWidth(96)
        self.progress.setTextVisible(False)
        self.progress_text = PlainLabel()
        style.set_look(self.progress_text, role="caption")
        self.analyse_button = QPushButton()
        style.set_look(self.analyse_button, kind="small")
        self.pause_button, self.cancel_button = QToolButton(), QToolButton()
        for button in (self.pause_button, self.cancel_button):
            button.setIconSize(QSize(14, 14))
            style.set_look(button, kind="small")
        self.cancel_button.setIcon(icons.icon("close"))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 4, 0)
        layout.setSpacing(6)
        layout.addWidget(self.legend, 3)
        layout.addWidget(self.message, 1)
        for widget in (
            self.progress_text, self.progress, self.pause_button, self.cancel_button, self.analyse_button,
        ):  # fmt: skip
            layout.addWidget(widget)
        # An explicit minimum replaces that of the layout: the head never widens its dock.
        self.setMinimumWidth(1)

    def set_running(self, running: bool) -> None:
        """Show the progress and its buttons if an analysis is running, or else the button that starts an analysis."""
        self._is_running = running
        self._fit()

    def set_texts(self, text: str, tool_tip: str) -> None:
        """Set the text and the tooltip of the button that starts an analysis."""
        self._text = text
        self.analyse_button.setToolTip(tool_tip)
        self.analyse_button.setAccessibleName(text)
        self._fit()

    def _fit(self) -> None:
        """Show the parts that fit into the width of the row."""
        width, running = self.width(), self._is_running
        self.message.setVisible(bool(self.message.whole))
        self.progress.setVisible(running and width >= PROGRESS_WIDTH)
        self.progress_text.setVisible(running and width >= TEXT_WIDTH)
        self.pause_button.setVisible(running)
        self.cancel_button.setVisible(running)
        self.analyse_button.setVisible(not running)
        has_text = width >= BUTTON_WIDTH
        self.analyse_button.setText(self._text if has_text else "")
        self.analyse_button.setIcon(icons.icon("graph") if not has_text else QIcon())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the parts that fit into the width of the row."""
        super().resizeEvent(event)
        self._fit()


def even_ticks(height: Callable[[float], float], unit: int, distance: float) -> list[tuple[float, float]]:
    """Return the heights and the values of the labels of an axis. The values are 0 and multiples of a round step.

    Args:
        height: an increasing odd function that returns the height of a value.
        unit: the value of one unit of the labels.
        distance: minimum difference in height between two labels.
    """
    steps = [factor * 10**power * unit for power in range(-2, 7) for factor in (1, 2, 5)]
    step = next((each for each in steps if each >= 1 and height(each) >= distance), None)
    ticks: list[tuple[float, float]] = [(0.0, 0)]
    if step is None:
        return ticks
    values = [step]
    for factor in (2, 3, 4, 5, 10, 20, 50, 100):
        if height(step * factor) - height(values[-1]) >= distance:
            values.append(step * factor)
    for value in values:
        ticks += [(height(value), value), (-height(value), -value)]
    return ticks
