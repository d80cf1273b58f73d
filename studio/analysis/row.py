"""The row of one algorithm in the list, with its figures and its line. An open row also shows the parameters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QGridLayout, QMenu, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from engine.core.game import Game
from engine.core.language import ngettext, tr
from engine.search.plain import unfinished_text
from engine.search.report import Report
from engine.search.spec import AnySpec
from studio.analysis import columns, figures
from studio.analysis.choice import LINES, spec_title
from studio.analysis.figures import UNKNOWN
from studio.analysis.line import LineView
from studio.analysis.names import fitting, names_of
from studio.analysis.parameters import parameter_words, parameters_text
from studio.analysis.session import Live
from studio.look import foreign, icons, palette, style
from studio.look.marks import draw_mark
from studio.widgets.option_form import OptionForm
from studio.widgets.plain_label import PlainLabel

HEAD, LINE = 28, 22
"""Heights of the figures and of the line in pixels. The height of a closed row is their sum."""
HEIGHT = HEAD + LINE
RAISED = 3
"""Number of pixels by which the line is moved up towards the figures, to separate it from the next row."""
SCORE_SIZE = 15
"""Font size of the score in pixels."""


@dataclass(frozen=True, slots=True)
class RowTexts:
    """Texts of a row that depend on the other algorithms or on the evaluation.

    Attributes:
        line: the moves of the principal variation.
        placeholder: text to show if ``line`` is empty.
        score: the score, or a dash.
        verdict: the comparison with other algorithms, such as ``✓ depth 2: −7``, or an empty string.
        agrees: whether the comparison found equal scores.
        verdict_tip: the compared scores, each with the algorithms that found it.
        share: the number of nodes relative to minimax, or a dash.
        further: the score and the moves of each further line, the best first.
    """

    line: tuple[str, ...] = ()
    placeholder: str = ""
    score: str = UNKNOWN
    verdict: str = ""
    agrees: bool = True
    verdict_tip: str = ""
    share: str = UNKNOWN
    further: tuple[tuple[str, tuple[str, ...]], ...] = ()


class AlgorithmRow(QWidget):
    """Row with the figures of an algorithm, and below them its line.

    A click or Return shows or hides the further lines and the parameters below the line. New results do not change the
    height of a closed row, except that of a prominent row, which always shows the further lines.
    """

    hovered = Signal(int)
    """Emitted with the index of the hovered move in the line, or −1 if no move is hovered."""
    chosen = Signal(int)
    """Emitted with the index of a clicked move in the line."""
    added = Signal(int)
    """Emitted when the user requests to add the line to the record, with the index of the last move to add."""
    further_hovered = Signal(int, int)
    """Emitted like ``hovered`` for a further line, with the index of this line and the index of the move."""
    further_chosen = Signal(int, int)
    """Emitted like ``chosen`` for a further line, with the index of this line and the index of the move."""
    further_added = Signal(int, int)
    """Emitted like ``added`` for a further line, with the index of this line and the index of the move."""
    parameters_edited = Signal(object)
    """Emitted after an edit with the spec of the algorithm, which contains the new parameters."""
    reference_asked = Signal()
    """Emitted when the user requests to make the algorithm the reference."""
    review_asked = Signal(bool)
    """Emitted with the new value when the user changes whether the algorithm analyses whole games."""
    stop_asked = Signal()
    """Emitted when the user requests to stop the algorithm."""
    duplicate_asked = Signal()
    """Emitted when the user requests another row of the same algorithm."""
    tree_asked = Signal()
    """Emitted when the user requests the tree of the algorithm's search."""
    removal_asked = Signal()
    """Emitted when the user requests the removal of the algorithm."""
    stepped = Signal(int)
    """Emitted with 1 or −1 when the user requests the focus on the next or the previous row."""
    opened = Signal(bool)
    """Emitted with True when the row is opened, and with False when it is closed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec: AnySpec | None = None
        self.repetition = 0
        self._is_reference = self._reviews = self._is_running = False
        self._is_playing = True
        self._pressed = False
        self._progress = 0.0
        self._report: Report | None = None
        self._error = self._verdict = ""
        # The findings that all parts show.
        self._findings: tuple[Report | None, RowTexts] | None = None
        self._columns = columns.lay_out(400, {"score": 44}, 0, 0, 0)
        # The columns and the verdict for which the parts were placed last.
        self._placed: tuple[columns.Columns, str] | None = None
        self._is_continued = self._is_open = self._is_prominent = False
        self._line_count = 0
        self._proof_numbers = ""
        self.form: OptionForm | None = None
        self._game: type[Game] | None = None
        self._two_columns_width, self._has_two_columns = 0, True
        self._nothing: PlainLabel | None = None
        self._names: tuple[str, ...] = ("",)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.name, self.verdict = PlainLabel(parent=self), PlainLabel(parent=self)
        self.notes = PlainLabel(parent=self)
        self.numbers = {name: PlainLabel(parent=self) for name in columns.NUMBERS}
        self.arrow = QToolButton(self)
        self.arrow.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.arrow.setIconSize(QSize(12, 12))
        self.arrow.setFixedSize(columns.ARROW + 4, columns.ARROW + 4)
        self.arrow.clicked.connect(self.toggle)
        self.tree_button = QToolButton(self)
        self.tree_button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.tree_button.setIconSize(QSize(14, 14))
        self.tree_button.setFixedSize(columns.ARROW + 4, columns.ARROW + 4)
        self.tree_button.clicked.connect(self.tree_asked)
        for label in (self.name, self.verdict, self.notes, *self.numbers.values()):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, label is not self.verdict)
            label.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)
        for label in (self.name, self.notes):
            label.setAlignment(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        style.set_look(self.notes, role="caption")
        self.line = LineView(self)
        self.line.hovered.connect(self.hovered)
        self.line.chosen.connect(self.chosen)
        self.line.added.connect(self.added)
        self.failure = PlainLabel()
        style.set_look(self.failure, role="error")
        self.failure.setWordWrap(True)
        self.failure.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.failure.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._body = QWidget(self)
        body = QVBoxLayout(self._body)
        body.setContentsMargins(columns.NAME, 0, 4, 4)
        body.setSpacing(4)
        self._further = QGridLayout()
        self._further.setContentsMargins(0, 0, 0, 0)
        self._further.setHorizontalSpacing(4)
        self._further.setVerticalSpacing(0)
        self._further.setColumnStretch(1, 1)
        self.further: list[tuple[PlainLabel, LineView]] = []
        """The score and the line of each further line."""
        body.addLayout(self._further)
        body.addWidget(self.failure)
        self.failure.hide()
        self._body.hide()
        self._set_fonts()
        self.setFixedHeight(HEIGHT)

    def _set_fonts(self) -> None:
        self.name.setFont(style.font(bold=True))
        self.notes.setFont(style.font(style.CAPTION))
        self.verdict.setFont(style.font(style.CAPTION, tabular=True))
        style.set_look(self.verdict, role="good")
        for name, label in self.numbers.items():
            is_score = name == "score"
            label.setFont(style.font(SCORE_SIZE if is_score else style.BODY - 1, bold=is_score, tabular=True))
            style.set_look(label, role="" if is_score else "secondary")

    # --- display --------------------------------------------------------------------------------------------------

    def set_spec(self, spec: AnySpec, repetition: int, *, is_reference: bool, reviews: bool) -> None:
        """Set the algorithm of the row.

        Args:
            spec: the algorithm.
            repetition: number of earlier rows of the same algorithm. If it is not 0, the mark is drawn as an outline.
            is_reference: whether the algorithm is the reference.
            reviews: whether the algorithm analyses whole games.
        """
        same = self.spec is not None and self.spec.Parameters == spec.Parameters
        self.spec, self.repetition = spec, repetition
        self._is_reference, self._reviews = is_reference, reviews
        if self.form is not None and not same:
            self._drop_form()
            if self.is_open:
                self._add_form()
        elif self.form is not None and self.form.value() != spec.parameters:
            self.form.set_value(spec.parameters)
        self.retranslate()
        self.update()

    def show_findings(self, report: Report | None, texts: RowTexts) -> bool:
        """Show the results of the algorithm and the counters of ``report``, and return whether a text has changed."""
        if self._findings == (report, texts):
            # Most moves of the cursor lead from one position without results to another one.
            return self.show_counters(None)
        self._report, self._error, self._findings = report, "", (report, texts)
        self.numbers["score"].setText(texts.score)
        self.numbers["share"].setText(texts.share)
        self.line.set_line(texts.line, texts.placeholder)
        self._show_further(texts.further)
        self._verdict = texts.verdict
        role = "good" if texts.agrees else "error"
        if self.verdict.property("role") != role:
            style.set_look(self.verdict, role=role)
        self.verdict.setToolTip(foreign.tool_tip(texts.verdict_tip))
        self._show_failure()
        self.show_counters(None)
        is_continued = report is not None and report.continued
        if is_continued != self._is_continued:
            self._is_continued = is_continued
            self._place()
        self._name_row()
        return True

    def _show_further(self, lines: Sequence[tuple[str, tuple[str, ...]]]) -> None:
        """Show the further lines with their scores. They are visible while the row is open."""
        for number in range(len(self.further), len(lines)):
            score, view = PlainLabel(), LineView()
            score.setFont(style.font(bold=True, tabular=True))
            score.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            view.hovered.connect(lambda move, number=number: self.further_hovered.emit(number, move))
            view.chosen.connect(lambda move, number=number: self.further_chosen.emit(number, move))
            view.added.connect(lambda move, number=number: self.further_added.emit(number, move))
            self._further.addWidget(score, number, 0)
            self._further.addWidget(view, number, 1)
            self.further.append((score, view))
        for number, (score, view) in enumerate(self.further):
            if number < len(lines):
                score.setText(lines[number][0])
                view.set_line(lines[number][1])
        self._line_count = len(lines)
        self._show_body()

    def set_prominent(self, prominent: bool) -> None:
        """Set whether the further lines are shown while the row is closed, too."""
        if prominent != self._is_prominent:
            self._is_prominent = prominent
            self._show_body()

    def _show_body(self) -> None:
        """Show the parts below the line: the further lines, and in an open row the parameters."""
        count = self._line_count if self._is_open else min(self._line_count, LINES - 1) if self._is_prominent else 0
        for number, (score, view) in enumerate(self.further):
            if view.isHidden() == (number < count):
                score.setVisible(number < count)
                view.setVisible(number < count)
        if self.form is not None:
            self.form.setVisible(self._is_open and not self.form.is_empty)
        if self._nothing is not None:
            self._nothing.setVisible(self._is_open)
        self._body.setVisible(self._is_open or count > 0)
        self._size()

    def show_error(self, sentence: str) -> None:
        """Show an error in place of the line until the next ``show_findings``. An open row shows the full text."""
        self._error, self._findings = sentence, None
        self._show_further(())
        self.line.set_line((), foreign.one_line(sentence), is_error=True)
        self._show_failure()
        self._name_row()

    def show_counters(self, live: Live | None) -> bool:
        """Show the depth, the nodes and the proof numbers of the running search, or of the report if ``live`` is None.

        An algorithm without depths shows its chance of winning instead of the depth. Return whether a text has changed.
        """
        report, depth, nodes = self._report, UNKNOWN, UNKNOWN
        black_box = self.spec is not None and not self.spec.is_own
        if live is not None and not (black_box and live.nodes == 0):
            depth, count = (
                f"{live.depth}…" if live.depth > 0 and live.proof is None else self._chance_text(),
                live.nodes,
            )
        elif report is not None:
            depth, count = figures.depth_text(report) or self._chance_text(), report.nodes
        else:
            depth, count = "", -1
        if count >= 0:
            nodes = UNKNOWN if black_box and count == 0 else figures.compact(count)
        changed = False
        for name, text in (("depth", depth), ("nodes", nodes if count >= 0 else "")):
            if self.numbers[name].text() != text:
                self.numbers[name].setText(text)
                changed = True
        shown = live or report
        numbers = "" if shown is None else figures.proof_numbers(shown.proof, shown.disproof, short=True)
        if numbers != self._proof_numbers:
            self._proof_numbers, changed = numbers, True
            self._place()
        return changed

    def _chance_text(self) -> str:
        """Return the chance of winning of the last report, or a dash if there is none or if the score is the chance."""
        if self._game is not None and self._game.shows_chance:
            return UNKNOWN
        return figures.percent(None if self._report is None else self._report.chance)

    def show_running(self, running: bool) -> None:
        """Set whether the algorithm has a running or queued query, which the user can stop."""
        self._is_running = running

    def set_game(self, game: type[Game]) -> None:
        """Show what the parameters mean in a game."""
        if game is not self._game:
            self._game = game
            if self.form is not None:
                self.form.set_game(game)

    def set_playing(self, playing: bool) -> None:
        """Set whether the algorithm can play the game of the record. If not, the name is drawn in grey."""
        if playing != self._is_playing:
            self._is_playing = playing
            style.set_look(self.name, role="" if playing else "secondary")
            self.update()

    def show_progress(self, share: float) -> None:
        """Show the spent share of the budget (0 … 1) as a bar at the bottom of the row. A share of 0 hides the bar."""
        if abs(share - self._progress) > 0.002 or (share == 0) != (self._progress == 0):
            self._progress = share
            self.update()

    def wanted_widths(self, *, with_share: bool) -> dict[str, int]:
        """Return the width in pixels that each column of numbers needs for this row.

        The column ``share`` is included only if ``with_share`` is true.
        """
        widths = {}
        for name, least in (("depth", "88/88"), ("nodes", "888k"), ("share", "100 %"), ("score", "+88")):
            if name != "share" or with_share:
                label = self.numbers[name]
                widths[name] = max(label.fontMetrics().horizontalAdvance(text) for text in (least, label.text())) + 1
        return widths

    def text_widths(self) -> tuple[int, int, int]:
        """Return the widths of the longest name, of the comparison and of the mark of the comparison, in pixels."""
        metrics = self.verdict.fontMetrics()
        verdict, mark = (
            metrics.horizontalAdvance(text) + 1 if text else 0 for text in (self._verdict, self._verdict[:1])
        )
        return QFontMetrics(self.name.font()).horizontalAdvance(self._names[0]) + 1, verdict, mark

    def set_columns(self, laid_out: columns.Columns) -> None:
        """Set the columns, and place the parts of the row in them."""
        if self._placed != (laid_out, self._verdict):
            self._columns = laid_out
            self._place()

    def _place(self) -> None:
        laid_out = self._columns
        self._placed = (laid_out, self._verdict)
        for name, label in self.numbers.items():
            left, width = laid_out.spans.get(name, (0, 0))
            label.setVisible(name in laid_out.spans)
            label.setGeometry(left, 0, width, HEAD)
        has_verdict = bool(self._verdict)
        self.verdict.setText(self._verdict if laid_out.has_words else self._verdict[:1])
        self.verdict.setVisible(has_verdict)
        self.verdict.setGeometry(
            laid_out.verdict_left, 0, self.verdict.fontMetrics().horizontalAdvance(self.verdict.text()) + 1, HEAD
        )
        right = laid_out.verdict_left - columns.GAP if has_verdict else laid_out.name_right
        room = right - columns.NAME
        metrics = QFontMetrics(self.name.font())
        # A shorter name leaves space for the proof numbers, which change while the search runs.
        numbers = QFontMetrics(self.notes.font()).horizontalAdvance(self._proof_numbers)
        name = fitting(self._names, metrics, room - (numbers + columns.GAP + columns.ROOMY if numbers else 0))
        needed = min(room, metrics.horizontalAdvance(name) + 1)
        self.name.setText(metrics.elidedText(name, Qt.TextElideMode.ElideRight, max(0, room)))
        self.name.setGeometry(columns.NAME, 0, needed, HEAD)
        self._place_notes(columns.NAME + needed + columns.GAP, right)
        if not self.notes.text() and has_verdict:
            self._place_notes(self.verdict.geometry().right() + columns.GAP, laid_out.name_right)
        self.arrow.move(laid_out.arrow_left - 2, (HEAD - self.arrow.height()) // 2)
        left = columns.NAME - 4
        self.line.setGeometry(left, HEAD - RAISED, self.width() - left - columns.ARROW - 4, LINE)
        self.tree_button.move(laid_out.arrow_left - 2, HEAD - RAISED + (LINE - self.tree_button.height()) // 2)
        self._body.setGeometry(0, HEIGHT, self.width(), max(0, self.height() - HEIGHT))

    def _place_notes(self, left: int, right: int) -> None:
        """Show as many parameters as fit between ``left`` and ``right``, and the number of the other parameters.

        The first words state that the search kept data from earlier analyses, if it did, and its proof numbers, if it
        has some.
        """
        words = parameter_words(self.spec) if self.spec is not None else []
        if self._proof_numbers:
            words = [self._proof_numbers, *words]
        if self._is_continued:
            words = [tr("continued with memory"), *words]
        metrics = QFontMetrics(self.notes.font())
        text = ""
        for count in range(len(words), 0, -1):
            more = f" +{len(words) - count}" if count < len(words) else ""
            text = " · ".join(words[:count]) + more
            if metrics.horizontalAdvance(text) + 1 <= right - left:
                break
            text = ""
        self.notes.setText(text)
        self.notes.setVisible(bool(text))
        self.notes.setGeometry(left, 1, max(0, right - left), HEAD - 1)

    def _show_failure(self) -> None:
        self.failure.setText(foreign.several_lines(self._error))
        self.failure.setVisible(bool(self._error))
        self.line.setToolTip(foreign.tool_tip(self._error))
        self._size()

    # --- opening --------------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the parameters are shown."""
        return self._is_open

    def toggle(self) -> None:
        """Show or hide the parameters below the line (Return)."""
        self.set_open(not self.is_open)

    def set_open(self, shown: bool) -> None:
        """Show or hide the parameters below the line."""
        if shown == self.is_open or self.spec is None:
            return
        if shown and self.form is None:
            self._add_form()
        self._is_open = shown
        self._show_body()
        self.retranslate()
        self.opened.emit(shown)

    def _add_form(self) -> None:
        assert self.spec is not None
        layout = self._body.layout()
        assert isinstance(layout, QVBoxLayout)
        kind, margins = self.spec.Parameters, layout.contentsMargins()
        form = OptionForm(kind, self.spec.parameters, self, columns=2, game=self._game)
        self._two_columns_width = form.wanted_width + margins.left() + margins.right()
        self._has_two_columns = self._two_columns_width <= self.width()
        if not self._has_two_columns:
            form.deleteLater()
            form = OptionForm(kind, self.spec.parameters, self, game=self._game)
        self.form = form
        if form.is_empty:
            self._nothing = PlainLabel()
            style.set_look(self._nothing, role="secondary")
            layout.addWidget(self._nothing)
        layout.addWidget(form)
        form.setVisible(not form.is_empty)
        form.changed.connect(self._edited)
        form.switches.toggled.connect(self._size)

    def _drop_form(self) -> None:
        assert self.form is not None
        for widget in (self.form, self._nothing):
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.form = self._nothing = None

    def _edited(self) -> None:
        if self.spec is not None and self.form is not None:
            self.parameters_edited.emit(self.spec.with_parameters(self.form.value()))

    def _size(self) -> None:
        """Set the height of the row. It is ``HEIGHT`` for a closed row, and depends on the content of an open row."""
        if self._body.isHidden():
            self.setFixedHeight(HEIGHT)
            return
        layout = self._body.layout()
        assert layout is not None
        width = max(1, self.width())
        height = layout.heightForWidth(width) if layout.hasHeightForWidth() else layout.sizeHint().height()
        self.setFixedHeight(HEIGHT + height)

    # --- the menu -------------------------------------------------------------------------------------------------

    def menu(self) -> QMenu:
        """Return a new menu with the actions that are available for the algorithm."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        has_line = bool(self.line.texts)

        def add(text: str, act: Callable[[], object], enabled: bool = True, key: Qt.Key | None = None) -> QAction:
            shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) if key is not None else ""
            action = menu.addAction(f"{text}\t{shown}" if shown else text)
            action.triggered.connect(lambda _=False: act())
            action.setEnabled(enabled)
            return action

        add(tr("Hide the parameters") if self.is_open else tr("Parameters"), self.toggle, key=Qt.Key.Key_Return)
        changed = self.spec is not None and self.spec.parameters != self.spec.Parameters()
        add(tr("Default values"), self._reset, changed)
        menu.addSeparator()
        add(tr("Make it the reference"), self.reference_asked.emit, not self._is_reference)
        review = add(
            tr("Analyse games with it (F12)"), lambda: self.review_asked.emit(not self._reviews), self.spec is not None
        )
        review.setCheckable(True)
        review.setChecked(self._reviews)
        add(tr("Stop this algorithm"), self.stop_asked.emit, self._is_running)
        menu.addSeparator()
        add(tr("See the tree of this search"), self.tree_asked.emit)
        menu.addSeparator()
        add(tr("Copy the line"), self.copy_line, has_line)
        add(tr("Add the line to the record"), lambda: self.added.emit(len(self.line.texts) - 1), has_line)
        if self._error:
            add(tr("Copy the error"), lambda: QGuiApplication.clipboard().setText(self._error))
        menu.addSeparator()
        add(tr("Duplicate"), self.duplicate_asked.emit)
        add(tr("Remove"), self.removal_asked.emit, key=Qt.Key.Key_Delete)
        return menu

    def copy_line(self) -> None:
        """Copy the moves of the line to the clipboard."""
        QGuiApplication.clipboard().setText(" ".join(self.line.texts))

    def _reset(self) -> None:
        if self.spec is not None:
            self.parameters_edited.emit(self.spec.with_parameters(self.spec.Parameters()))

    # --- texts ----------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        if self.spec is None:
            return
        self._names, self._findings = names_of(self.spec), None
        text = tr("Hide the parameters") if self.is_open else tr("Parameters")
        self.arrow.setIcon(icons.icon("chevron-up" if self.is_open else "chevron-down", palette.current().secondary))
        self.arrow.setToolTip(text)
        self.arrow.setAccessibleName(tr("Parameters of {algorithm}", algorithm=tr(spec_title(self.spec))))
        self.tree_button.setIcon(icons.icon("tree", palette.current().secondary))
        self.tree_button.setToolTip(tr("See the tree of this search"))
        self.tree_button.setAccessibleName(tr("Tree of {algorithm}", algorithm=tr(spec_title(self.spec))))
        if self._nothing is not None:
            self._nothing.setText(tr("This algorithm has no parameters."))
        self._place()
        self._name_row()

    def _name_row(self) -> None:
        """Set the tooltip, which contains all figures, and the accessible name of the row."""
        if self.spec is None:
            return
        words = [word for word in (tr(spec_title(self.spec)), parameters_text(self.spec)) if word]
        facts = [" · ".join(words)]
        if self._error:
            facts.append(self._error)
        elif self._report is not None:
            facts.append(self._figures(self._report))
            if self._report.unfinished:
                facts.append(unfinished_text(self._report))
            if self._is_continued:
                facts.append(tr("continued with memory"))
            if self._verdict:
                facts.append(self.verdict.toolTip())
        self.setToolTip(foreign.tool_tip("\n".join(facts)))
        state = [*words, self.numbers["score"].text(), self._verdict]
        if self._is_continued:
            state.append(tr("continued with memory"))
        if self._is_reference:
            state.append(tr("reference"))
        self.setAccessibleName(", ".join(foreign.one_line(word) for word in state if word))
        self.setAccessibleDescription(foreign.one_line(self._error or " ".join(self.line.texts)))

    def _figures(self, report: Report) -> str:
        shown = figures.depth_text(report)
        words = [tr("depth {depth}", depth=shown)] if shown else []
        if report.chance is not None:
            words.append(tr("chance {percent}", percent=figures.percent(report.chance)))
        if report.visits is not None:
            visits = figures.grouped(report.visits)
            words.append(ngettext("{count} visit", "{count} visits", report.visits, count=visits))
        if report.nodes or (self.spec is not None and self.spec.is_own):
            words.append(figures.nodes_text(report.nodes))
            rate = figures.speed(report.nodes, report.seconds)
            if rate is not None:
                words.append(tr("{count}/s", count=figures.compact(rate)))
        share = figures.cut_share(report, quiescence=self.spec is not None and figures.is_quiescent(self.spec))
        if share is not None:
            words.append(tr("cut {count}", count=figures.percent(share)))
        if numbers := figures.proof_numbers(report.proof, report.disproof):
            words.append(numbers)
        if self.numbers["share"].text() not in ("", UNKNOWN):
            words.append(tr("{share} of minimax", share=self.numbers["share"].text()))
        return " · ".join(words)

    # --- Qt -------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Reserve the keys of the row while it has the focus, so that they trigger no shortcuts of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _action(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open or close the row with Return, remove the algorithm with Delete, or move to another row with ↑ or ↓."""
        action = _action(event)
        if action == "toggle":
            self.toggle()
        elif action == "remove":
            self.removal_asked.emit()
        elif action:
            self.stepped.emit(1 if action == "next" else -1)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Store whether the left button was pressed on the figures or the line."""
        self._pressed = event.button() == Qt.MouseButton.LeftButton and event.position().y() < HEIGHT

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open or close the row if the button was pressed and released on the figures or the line."""
        if self._pressed and QRect(0, 0, self.width(), HEIGHT).contains(event.position().toPoint()):
            self.toggle()
        self._pressed = False

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the algorithm."""
        at = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            at = self.mapToGlobal(QRect(0, 0, columns.NAME, HEAD).bottomRight())
        self.menu().popup(at)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the parts of the row for the new width, with the parameters in one or two columns."""
        if self.form is not None and self._has_two_columns != (self._two_columns_width <= self.width()):
            self._drop_form()
            if self.is_open:
                self._add_form()
        self._size()
        self._place()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Draw the focus frame."""
        super().focusInEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the background of an open or hovered row, the mark of the algorithm, the separator and the progress."""
        if self.spec is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look = palette.current()
        painter.setPen(Qt.PenStyle.NoPen)
        if self.is_open or self.underMouse():
            painter.setBrush(look.surface if self.is_open else look.raised)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(-8, 0.5, 8, -1.5), style.RADIUS, style.RADIUS)
        draw_mark(
            painter, QRectF(0, (HEAD - columns.DOT) / 2, columns.DOT, columns.DOT), self.spec.name, self.repetition
        )
        painter.setOpacity(1.0)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(look.line)
        painter.drawRect(QRectF(0, self.height() - 1, self.width(), 1))
        if self._progress > 0:
            painter.setBrush(palette.algorithm_color(self.spec.name))
            painter.drawRect(QRectF(0, self.height() - 2, self.width() * min(1.0, self._progress), 2))
        if self.hasFocus():
            painter.setPen(QPen(look.gold, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5), 4, 4)


def _action(event: QKeyEvent) -> str:
    """Return the name of the action of a key in a row with the focus, or an empty string if it has none."""
    if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
        return ""
    keys = {
        Qt.Key.Key_Return: "toggle", Qt.Key.Key_Enter: "toggle", Qt.Key.Key_Delete: "remove", Qt.Key.Key_Down: "next",
        Qt.Key.Key_Up: "previous",
    }  # fmt: skip
    return keys.get(Qt.Key(event.key()), "")
