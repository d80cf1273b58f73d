"""The panel of an exercise: the question, fields for numbers, the judgement, and explanations of single nodes."""

from collections.abc import Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import KyVienError
from engine.core.handmade import node_name
from engine.core.language import tr
from engine.teach.exercise import (
    ACTIONS,
    Answer,
    AnswerVerdict,
    Difficulty,
    Exercise,
    Form,
    Item,
    State,
    find_kind,
    kinds,
    parse_bound,
)
from engine.teach.picture import SIGNS
from studio.learn.explanation import ExplanationBox
from studio.look import palette, style
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.scroll_area import ScrollArea

MOST_ROWS, MOST_NUMBERS = 6, 4
"""Number of rows of the judgement that are visible without scrolling, and of one with the fields for numbers above."""


class ExercisePanel(Retranslated, QWidget):
    """The panel. It does not draw the tree: ``answer`` needs the nodes that were chosen in the picture."""

    chosen = Signal(str, object)
    """Emitted with the kind and the level when the user chooses other ones."""
    checked = Signal()
    """Emitted when the user presses Check."""
    restarted = Signal()
    """Emitted when the user presses Try again."""
    advanced = Signal()
    """Emitted when the user asks for the next question."""
    repeated = Signal()
    """Emitted when the user asks for another tree with the same question."""
    seed_chosen = Signal(int)
    """Emitted with a random seed when the user enters one."""
    solution_asked = Signal()
    """Emitted when the user asks for the solution."""
    node_selected = Signal(int)
    """Emitted with a node when the user selects a row of the judgement."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.exercise: Exercise | None = None
        self.verdict: AnswerVerdict | None = None
        self._fields: dict[tuple[int, str], QLineEdit] = {}
        self._is_solved = self._has_next = False
        self.kind_box, self.level_box, self.seed_box = QComboBox(), QComboBox(), QSpinBox()
        self.seed_box.setRange(0, 999_999)
        self.level_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.kind_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.kind_box.setMinimumContentsLength(8)
        self._seed_label = PlainLabel()
        self._place = PlainLabel()
        style.set_look(self._place, role="caption")
        self._question, self._instruction, self._summary = PlainLabel(), PlainLabel(), PlainLabel()
        style.set_look(self._question, role="title")
        style.set_look(self._instruction, role="secondary")
        self._summary.setFont(style.font(bold=True))
        for label in (self._question, self._instruction, self._summary):
            label.setWordWrap(True)
        self._form = QWidget()
        self._grid = QGridLayout(self._form)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self.rows = QListWidget()
        style.dress_rows(self.rows)
        self.box = ExplanationBox()
        self.answers = (self._summary, self.rows, self.box)
        self.check_button, self.again_button, self.repeat_button = QPushButton(), QPushButton(), QPushButton()
        self.solution_button = QPushButton()
        for button in (self.check_button, self.again_button, self.repeat_button, self.solution_button):
            style.set_look(button, role="tall")
        self._lay_out()
        self._fill_kinds()
        self.kind_box.activated.connect(lambda _: self._kind_chosen())
        self.level_box.activated.connect(lambda _: self._level_chosen())
        self.seed_box.editingFinished.connect(self._seed_entered)
        self.check_button.clicked.connect(self._press)
        self.again_button.clicked.connect(self.restarted)
        self.repeat_button.clicked.connect(self.repeated)
        self.solution_button.clicked.connect(self.solution_asked)
        self.rows.currentRowChanged.connect(self._row_selected)
        self.follow_changes()

    def _lay_out(self) -> None:
        choice = QHBoxLayout()
        choice.setSpacing(8)
        choice.addWidget(self.kind_box, 1)
        choice.addWidget(self.level_box)
        head = QHBoxLayout()
        head.addWidget(self._place, 1)
        head.addWidget(self._seed_label)
        head.addWidget(self.seed_box)
        inside = QWidget()
        style.set_look(inside, role="surface")
        column = QVBoxLayout(inside)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(8)
        for widget in (self._question, self._instruction, style.separator(), self._form, self._summary, self.rows,
                       self.box):  # fmt: skip
            column.addWidget(widget)
        column.addStretch(1)
        self._area = area = ScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(inside)
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.check_button)
        foot.addWidget(self.again_button)
        foot.addWidget(self.repeat_button)
        foot.addStretch(1)
        foot.addWidget(self.solution_button)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 8, 0, 12)
        outer.setSpacing(8)
        for part in (choice, head):
            part.setContentsMargins(12, 0, 12, 0)
            outer.addLayout(part)
        outer.addWidget(area, 1)
        foot.setContentsMargins(12, 0, 12, 0)
        outer.addLayout(foot)

    # --- contents -----------------------------------------------------------------------------------------------------

    def show_exercise(self, exercise: Exercise, place: str = "") -> None:
        """Show an exercise without an answer.

        Args:
            exercise: the exercise.
            place: where it is from, such as the name of a lesson and the number of the question.
        """
        self.exercise, self.verdict, self._is_solved, self._has_next = exercise, None, False, False
        kind = find_kind(exercise.kind)
        self.kind_box.setCurrentIndex(self.kind_box.findData(exercise.kind))
        self._fill_levels(exercise.level)
        blocked = self.seed_box.blockSignals(True)
        self.seed_box.setValue(exercise.seed)
        self.seed_box.blockSignals(blocked)
        self.show_place(place)
        self._build_fields()
        self.rows.clear()
        self.rows.hide()
        self.box.show_sentences("", ())
        self._summary.hide()
        self._form.setVisible(kind.form is Form.NUMBERS)
        self._name()

    def show_place(self, place: str) -> None:
        """Show where the exercise is from."""
        self._place.setText(place)

    def answer(self, nodes: frozenset[int], order: Mapping[int, tuple[int, ...]]) -> Answer:
        """Return the answer, with what was chosen in the picture.

        Raises:
            KyVienError: if a field contains no number.
        """
        numbers = {key: parse_bound(field.text()) for key, field in self._fields.items() if field.text().strip()}
        return Answer(nodes, numbers, order)

    def show_verdict(self, verdict: AnswerVerdict) -> None:
        """Show the judgement of an answer, and explain the first part that is wrong."""
        self.verdict = verdict
        self._summary.setText(verdict.summary)
        style.set_look(self._summary, role="good" if verdict.is_right else "error")
        self._summary.show()
        self._fill_rows()
        wrong = next((row for row, item in enumerate(verdict.items) if item.state is not State.RIGHT), -1)
        self.rows.setCurrentRow(wrong)
        if wrong < 0:
            self._explain(-1, verdict.is_right)
        self._name()

    def show_error(self, text: str) -> None:
        """Show why an answer cannot be judged."""
        self._summary.setText(text)
        style.set_look(self._summary, role="error")
        self._summary.show()

    def show_solution(self, answer: Answer) -> None:
        """Show the solution, after which the exercise cannot be answered any more."""
        assert self.exercise is not None
        self._is_solved = True
        self.keep(answer)
        for key, field in self._fields.items():
            if key in answer.numbers:
                from engine.teach.walk import bound_text

                field.setText(bound_text(answer.numbers[key]))
        kind = find_kind(self.exercise.kind)
        self._summary.setText(tr("Solution: {text}", text=kind.answer_text(self.exercise)))
        style.set_look(self._summary, role="secondary")
        self._summary.show()
        self.rows.clear()
        self.rows.hide()
        self.verdict = None
        self._explain(-1, True)
        self._name()

    def offer_next(self, has_next: bool) -> None:
        """Let the user go to the next question of the lesson if there is one, or else to another tree."""
        self._has_next = has_next
        self._name()

    @property
    def is_over(self) -> bool:
        """Whether the exercise was solved, by the user or by the program."""
        return self._is_solved or (self.verdict is not None and self.verdict.is_right)

    def retranslate(self) -> None:
        for index, kind in enumerate(kinds().values()):
            self.kind_box.setItemText(index, tr(kind.title))
        self.kind_box.setAccessibleName(tr("Kind of exercise"))
        self.level_box.setAccessibleName(tr("Size and cut-offs"))
        self.seed_box.setAccessibleName(tr("Random seed"))
        self._seed_label.setText(tr("Seed"))
        style.set_look(self._seed_label, role="caption")
        self.again_button.setText(tr("Try again"))
        self.solution_button.setText(tr("Show the solution"))
        self.rows.setAccessibleName(tr("Parts of the answer"))
        if self.exercise is not None:
            self._fill_levels(self.exercise.level)
            self._name()
            if self.verdict is not None:
                self.show_verdict(find_kind(self.exercise.kind).check(self.exercise, self._last_answer))
            elif self._is_solved:
                self.show_solution(self._last_answer)

    _last_answer = Answer()

    def keep(self, answer: Answer) -> None:
        """Remember the answer that was judged or the solution, to show it again in another language."""
        self._last_answer = answer

    def _name(self) -> None:
        """Set the texts that depend on the exercise."""
        if self.exercise is None:
            return
        kind = find_kind(self.exercise.kind)
        self._question.setText(tr(kind.question))
        self._instruction.setText(f"{kind.task(self.exercise)} {tr(ACTIONS[kind.form])}")
        for (node, name), field in self._fields.items():
            blank = next(each for each in kind.blanks(self.exercise) if each.key == (node, name))
            label = self._grid.itemAtPosition(*self._cells[node, name])
            text = tr(blank.label)
            field.setAccessibleName(f"{node_name(node)} {text}" if node >= 0 else text)
            if label is not None and isinstance(widget := label.widget(), PlainLabel):
                widget.setText(text)
        following = tr("Next question") if self._has_next else tr("Another tree")
        self.check_button.setText(following if self.is_over else tr("Check"))
        style.set_look(self.check_button, role="tall", kind="primary")
        self.repeat_button.setText(tr("Another tree"))
        self.repeat_button.setVisible(self.is_over and self._has_next)
        self.solution_button.setVisible(not self.is_over)

    _cells: dict[tuple[int, str], tuple[int, int]] = {}

    def _build_fields(self) -> None:
        """Create the fields for the numbers: one row for each node, or for each number of the whole tree."""
        assert self.exercise is not None
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._fields, self._cells = {}, {}
        blanks = find_kind(self.exercise.kind).blanks(self.exercise)
        rows: dict[int, int] = {}
        for blank in blanks:
            row = len(self._fields) if blank.node < 0 else rows.setdefault(blank.node, len(rows))
            column = 0 if blank.node < 0 else 1 + 2 * sum(key[0] == blank.node for key in self._fields)
            if blank.node >= 0 and column == 1:
                name = PlainLabel(node_name(blank.node))
                name.setFont(style.font(bold=True))
                self._grid.addWidget(name, row, 0)
            label, field = PlainLabel(), QLineEdit()
            style.set_look(label, role="secondary")
            field.setFixedWidth(64)
            field.setMaxLength(8)
            field.returnPressed.connect(self.checked)
            self._grid.addWidget(label, row, column)
            self._grid.addWidget(field, row, column + 1)
            self._fields[blank.key], self._cells[blank.key] = field, (row, column)
        self._grid.setColumnStretch(9, 1)

    def _fill_kinds(self) -> None:
        for name in kinds():
            self.kind_box.addItem("", name)

    def _fill_levels(self, level: Difficulty) -> None:
        assert self.exercise is not None
        levels = list(find_kind(self.exercise.kind).levels)
        if level not in levels:
            levels.append(level)
        self.level_box.clear()
        for each in levels:
            self.level_box.addItem(level_text(each), each)
        self.level_box.setCurrentIndex(levels.index(level))
        # As wide as the level that is chosen, so that the name of the kind has room. The list is as wide as all levels.
        metrics, wide = self.level_box.fontMetrics(), self.level_box.sizeHint().width()
        advances = [metrics.horizontalAdvance(level_text(each)) for each in levels]
        self.level_box.setFixedWidth(wide - max(advances) + advances[levels.index(level)])
        self.level_box.view().setMinimumWidth(wide)

    def _fill_rows(self) -> None:
        assert self.verdict is not None
        blocked = self.rows.blockSignals(True)
        self.rows.clear()
        theme = palette.current()
        for item in self.verdict.items:
            row = QListWidgetItem(f"{SIGNS[item.state]}   {item.name}   {item.text}   {_state_text(item)}")
            color = {State.RIGHT: theme.good, State.WRONG: theme.accent, State.MISSING: theme.text}[item.state]
            row.setForeground(QColor(color))
            self.rows.addItem(row)
        self.rows.setVisible(bool(self.verdict.items))
        assert self.exercise is not None
        most = MOST_NUMBERS if find_kind(self.exercise.kind).form is Form.NUMBERS else MOST_ROWS
        self.rows.setFixedHeight(style.ROW * min(most, max(1, len(self.verdict.items))) + 2)
        self.rows.blockSignals(blocked)

    # --- what the user does -------------------------------------------------------------------------------------------

    def _press(self) -> None:
        if self.is_over:
            self.advanced.emit()
        else:
            self.checked.emit()

    def _kind_chosen(self) -> None:
        name = str(self.kind_box.currentData())
        self.chosen.emit(name, find_kind(name).levels[0])

    def _level_chosen(self) -> None:
        self.chosen.emit(str(self.kind_box.currentData()), self.level_box.currentData())

    def _seed_entered(self) -> None:
        if self.exercise is not None and self.seed_box.value() != self.exercise.seed:
            self.seed_chosen.emit(self.seed_box.value())

    def _row_selected(self, row: int) -> None:
        if self.verdict is not None and 0 <= row < len(self.verdict.items):
            item = self.verdict.items[row]
            self.node_selected.emit(item.node)
            self._explain(item.node, item.state is State.RIGHT, item)

    def explain(self, node: int) -> None:
        """Explain a node of the picture, after the answer was judged."""
        if self.verdict is not None or self._is_solved:
            self._explain(node, True)

    def _explain(self, node: int, is_right: bool, item: Item | None = None) -> None:
        assert self.exercise is not None
        try:
            sentences = find_kind(self.exercise.kind).explain(self.exercise, node)
        except KyVienError as error:
            sentences = [str(error)]
        sign = SIGNS[State.RIGHT] if is_right else SIGNS[State.WRONG]
        if item is not None:
            sign = SIGNS[item.state]
        heading = tr("{sign} Node {node}", sign=sign, node=node_name(node)) if node >= 0 else tr("Why")
        self.box.show_sentences(heading, sentences)
        # When the box has its new height.
        QTimer.singleShot(0, self.box, lambda: self._area.ensureWidgetVisible(self.box, 0, 8))


def level_text(level: Difficulty) -> str:
    """Return the size of the trees of a level, and whether they have deep cut-offs."""
    text = tr("b = {b}, d = {d}", b=level.branching, d=level.depth)
    if level.deep:
        return tr("{size}, deep", size=text)
    return text


def _state_text(item: Item) -> str:
    match item.state:
        case State.WRONG:
            return tr("wrong")
        case State.MISSING:
            return tr("missing")
        case _:
            return ""
