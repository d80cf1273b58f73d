"""The card of one algorithm with its results for one position."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.analysis.query import AnySpec
from engine.core.language import tr
from engine.core.score import Score
from engine.search.report import Report
from engine.search.search import Spec
from studio.analysis import figures
from studio.analysis.choice import spec_title
from studio.analysis.figures import UNKNOWN, Verdict
from studio.analysis.line import LineView
from studio.analysis.parameters import ParameterPopup, parameters_text
from studio.analysis.session import Live
from studio.look import foreign, icons, palette, style
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel

CARD_HEIGHT = 88


def tool_button(icon: str) -> QToolButton:
    """Return a button of 26 × 26 px in the ``quiet`` look with the icon named ``icon``."""
    button = QToolButton()
    button.setIcon(icons.icon(icon))
    button.setIconSize(QSize(16, 16))
    button.setFixedSize(26, 26)
    style.set_look(button, kind="quiet")
    return button


class AlgorithmCard(QFrame):
    """Card of fixed height with an algorithm's results for one position: score, line, figures and verdict."""

    hovered = Signal(int)
    """Emitted with the index of the hovered move in the line, or −1 if no move is hovered."""
    chosen = Signal(int)
    """Emitted with the index of a clicked move in the line."""
    added = Signal(int)
    """Emitted with the index of a move clicked with the middle button, which adds the line to the record."""
    parameters_edited = Signal(object)
    """Emitted after an edit with the spec of the algorithm, which contains the new parameters."""
    reference_asked = Signal()
    """Emitted when the user requests to make the algorithm the reference."""
    duplicate_asked = Signal()
    """Emitted when the user requests another card of the same algorithm."""
    removal_asked = Signal()
    """Emitted when the user requests the removal of the algorithm."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.set_look(self, role="card")
        self.setFixedHeight(CARD_HEIGHT)
        self.setMinimumWidth(300)
        self.spec: AnySpec | None = None
        self._dashed = False
        self._progress = 0.0
        self._report: Report | None = None
        self.name, self.notes = ElidedLabel(), ElidedLabel()
        self.name.setFont(style.font(bold=True))
        # The name has its full width if it fits; the notes use the rest.
        self.name.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        style.set_look(self.notes, role="caption")
        self.verdict = PlainLabel()
        self.score = PlainLabel()
        self.score.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.score.setMinimumWidth(56)
        self.settings_button, self.more_button = tool_button("settings"), tool_button("more")
        self.settings_button.clicked.connect(self.open_parameters)
        self._menu = QMenu(self)
        self._reference_action = self._menu.addAction("", self.reference_asked.emit)
        self._duplicate_action = self._menu.addAction("", self.duplicate_asked.emit)
        self._menu.addSeparator()
        self._remove_action = self._menu.addAction("", self.removal_asked.emit)
        self.more_button.setMenu(self._menu)
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.name)
        head.addWidget(self.verdict)
        head.addWidget(self.notes, 1)
        head.addWidget(self.score)
        head.addWidget(self.settings_button)
        head.addWidget(self.more_button)
        self.line = LineView()
        self.line.hovered.connect(self.hovered)
        self.line.chosen.connect(self.chosen)
        self.line.added.connect(self.added)
        cells = QGridLayout()
        cells.setHorizontalSpacing(8)
        self.cells: list[QLabel] = []
        for column, weight in enumerate((19, 22, 18, 17, 30)):
            cell = PlainLabel()
            style.set_look(cell, role="caption")
            cell.setFont(style.font(style.CAPTION, tabular=True))
            cell.setMinimumWidth(1)
            cell.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            cells.addWidget(cell, 0, column)
            cells.setColumnStretch(column, weight)
            self.cells.append(cell)
        self.failure = PlainLabel()
        self.failure.setWordWrap(True)
        self.failure.setTextFormat(Qt.TextFormat.PlainText)
        self.failure.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.failure.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.failure.setContentsMargins(4, 2, 4, 0)
        style.set_look(self.failure, role="error")
        self.failure.setFont(style.font(style.CAPTION))
        details = QWidget()
        rows = QVBoxLayout(details)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.setSpacing(0)
        rows.addWidget(self.line)
        rows.addLayout(cells)
        self._body = QStackedWidget()
        self._body.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._body.addWidget(details)
        self._body.addWidget(self.failure)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 4, 6, 8)
        layout.setSpacing(0)
        head.setContentsMargins(4, 0, 0, 0)
        cells.setContentsMargins(4, 0, 4, 0)
        layout.addLayout(head, 1)
        layout.addWidget(self._body)

    # --- display --------------------------------------------------------------------------------------------------

    def set_spec(self, spec: AnySpec, repetition: int, is_reference: bool) -> None:
        """Set the algorithm of the card.

        Args:
            spec: the algorithm.
            repetition: number of earlier cards of the same algorithm. If it is not 0, the coloured strip is dashed.
            is_reference: whether the algorithm is the reference, whose score is shown large.
        """
        self.spec, self._dashed = spec, repetition > 0
        self.score.setFont(style.font(style.SCORE if is_reference else style.TITLE, bold=True, tabular=True))
        self._reference_action.setEnabled(not is_reference)
        self.retranslate()
        self.update()

    def show_findings(
        self, report: Report | None, texts: list[str], placeholder: str, verdict: Verdict | None,
        share: tuple[int, float] | None, turn_pov: Score | None,
    ) -> None:  # fmt: skip
        """Show the results of the algorithm, with the counters of its report.

        Args:
            report: the latest report, or None.
            texts: the moves of the principal variation.
            placeholder: text to show if ``texts`` is empty.
            verdict: the comparison with the other sound algorithms, or None if it is unknown.
            share: a depth, and the nodes of that depth relative to minimax (1 means equal), or None if unknown.
            turn_pov: the score to show, from the point of view of FIRST, or None to show a dash.
        """
        self._report = report
        self.score.setText(turn_pov.format() if turn_pov is not None else UNKNOWN)
        self.line.set_line(texts, placeholder)
        self._body.setCurrentIndex(0)
        self._show_verdict(verdict)
        self._show_share(share)
        self.show_counters(None)

    def show_counters(self, live: Live | None, continued: Report | None = None) -> None:
        """Show depth, nodes, speed and cut-offs of the running search, or of the report if ``live`` is None.

        Args:
            live: counters of the running search, or None.
            continued: the report from which the search continues, whose nodes are excluded from the speed, or None.
        """
        report, spec = self._report, self.spec
        black_box = spec is not None and not isinstance(spec, Spec)
        if live is not None and not (black_box and live.nodes == 0):
            depth, seldepth, nodes, cutoffs = live.depth, live.seldepth, live.nodes, live.cutoffs
            rate = figures.speed(nodes - (continued.nodes if continued is not None else 0), live.seconds)
            text = tr("depth {depth}", depth=depth) + (f"/{seldepth}" if seldepth > depth else "") + "…"
            self.cells[0].setText(text)
            share = None
        elif report is not None:
            nodes, cutoffs = report.nodes, report.cutoffs
            rate = figures.speed(nodes, report.seconds)
            beyond = f"/{report.seldepth}" if report.seldepth > report.depth else ""
            known = report.depth > 0
            self.cells[0].setText(tr("depth {depth}", depth=f"{report.depth}{beyond}" if known else UNKNOWN))
            share = figures.cut_share(report, quiescence=spec is not None and figures.is_quiescent(spec))
        else:
            for cell in self.cells[:4]:
                cell.clear()
            return
        has_nodes = not (black_box and nodes == 0)
        self.cells[1].setText(tr("{count} nodes", count=figures.compact(nodes) if has_nodes else UNKNOWN))
        self.cells[2].setText(tr("{count}/s", count=figures.compact(rate)) if rate is not None and has_nodes else "")
        cut = figures.percent(share) if share is not None else figures.compact(cutoffs) if cutoffs else UNKNOWN
        self.cells[3].setText(tr("cut {count}", count=cut))
        self.cells[3].setToolTip(tr("Cut-offs: {count}", count=figures.grouped(cutoffs)) if cutoffs else "")
        self.cells[1].setToolTip(tr("{count} nodes", count=figures.grouped(nodes)) if has_nodes else "")

    def show_progress(self, share: float) -> None:
        """Show the share of the budget that is spent, 0 … 1, as a line, which is hidden if the share is 0."""
        if abs(share - self._progress) > 0.002 or (share == 0) != (self._progress == 0):
            self._progress = share
            self.update()

    def show_error(self, sentence: str) -> None:
        """Show an error in place of the line and the figures, until the next ``show_findings``."""
        self.failure.setText(foreign.several_lines(sentence))
        self.failure.setToolTip(foreign.tool_tip(sentence))
        self._body.setCurrentIndex(1)

    def _show_verdict(self, verdict: Verdict | None) -> None:
        if verdict is None:
            self.verdict.setText("")
            self.verdict.setToolTip("")
        elif verdict.other is None:
            self.verdict.setText("✓")
            style.set_look(self.verdict, role="good")
            self.verdict.setToolTip(
                tr("Agrees with the other full searches at depth {depth}: {score}", depth=verdict.depth,
                   score=verdict.own.format())
            )  # fmt: skip
        else:
            self.verdict.setText(f"✗ {verdict.own.format()} ≠ {verdict.other.format()}")
            style.set_look(self.verdict, role="error")
            self.verdict.setToolTip(tr("Disagrees with another full search at depth {depth}", depth=verdict.depth))

    def _show_share(self, share: tuple[int, float] | None) -> None:
        cell = self.cells[4]
        if (
            share is None
            or (self.spec is not None and not isinstance(self.spec, Spec))
            or getattr(self.spec, "name", "") == "minimax"
        ):
            cell.setText("")
            cell.setToolTip("")
        else:
            cell.setText(tr("{share} of minimax", share=figures.percent(share[1])))
            cell.setToolTip(tr("Nodes of depth {depth}, relative to minimax at the same depth", depth=share[0]))

    def open_parameters(self) -> None:
        """Open the form of the algorithm's parameters, whose edits emit ``parameters_edited``."""
        if self.spec is not None:
            popup = ParameterPopup(self.spec, self)
            popup.edited.connect(self.parameters_edited)
            popup.show_below(self.settings_button)

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        if self.spec is None:
            return
        title = tr(spec_title(self.spec))
        self.name.set_whole(title)
        self.notes.set_whole(parameters_text(self.spec))
        self.notes.setToolTip(foreign.tool_tip(parameters_text(self.spec)))
        self.setAccessibleName(title)
        for button, text in (
            (self.settings_button, tr("Parameters of {algorithm}", algorithm=title)),
            (self.more_button, tr("More about {algorithm}", algorithm=title)),
        ):
            button.setToolTip(foreign.tool_tip(text))
            button.setAccessibleName(text)
        self._reference_action.setText(tr("Show large, as the reference"))
        self._duplicate_action.setText(tr("Duplicate"))
        self._remove_action.setText(tr("Remove"))

    # --- Qt -------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the card, a strip in the algorithm's colour at the left edge, and the progress line at the bottom."""
        super().paintEvent(event)
        if self.spec is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        color = palette.current().algorithm_color(self.spec.name)
        painter.setBrush(color)
        if self._dashed:
            for k in range(4):
                painter.drawRoundedRect(QRectF(5, 10 + k * 20, 4, 14), 2, 2)
        else:
            painter.drawRoundedRect(QRectF(5, 10, 4, self.height() - 20), 2, 2)
        if self._progress > 0:
            painter.drawRoundedRect(
                QRectF(16, self.height() - 4, (self.width() - 28) * min(1, self._progress), 2), 1, 1
            )

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Emit ``reference_asked``, so that the algorithm becomes the reference."""
        self.reference_asked.emit()
