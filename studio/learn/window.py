"""The window of the lessons: a tree with its search on the left, and a lesson or an exercise on the right."""

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import KyVienError
from engine.core.game import Game
from engine.core.handmade import Tree, parse_tree
from engine.core.language import tr
from engine.core.position import Position
from engine.search.search import find_algorithm
from engine.teach import drawing, editing
from engine.teach.exercise import Exercise, Form, Level, State, find_kind, generate
from engine.teach.lessons import Lesson, find_lesson, lessons
from engine.teach.walk import Walk, minimax, walk_of
from engine.teach.whole import Result, Solver, WholeNode
from studio.board.mini import MiniBoard
from studio.learn.exercise_panel import ExercisePanel
from studio.learn.lesson_view import LessonView
from studio.learn.nodelink import NodeLink
from studio.learn.random_form import RandomTreeDialog
from studio.learn.replay import ReplayBar
from studio.look import icons, palette, style
from studio.widgets.error_label import ErrorLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.segments import SegmentedControl

SIZE, LEAST, TITLE_BAR = QSize(1280, 800), QSize(920, 600), QSize(0, 40)
PANEL, LEAST_PANEL = 375, 320
"""Usual and least width of the lesson and the exercise, in px."""
ALGORITHMS = ("minimax", "alphabeta", "negascout")
FIRST_TREE = "((3 12 8) (2 4 6))"
TOUR_MS = 2500
"""Pause between two trees while a lesson is replayed, in milliseconds."""
BOARD = 132
"""Edge of the board next to the tree of a game, in px."""
LESSON, EXERCISE = range(2)


class LearnWindow(Retranslated, QDialog):
    """Window with the lessons. The Esc key closes it."""

    opened = Signal(object)
    """Emitted with a ``Position`` that is to be opened in the main window."""
    closed = Signal()
    """Emitted when the window closes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlag(Qt.WindowType.Window)
        self.tree: Tree = parse_tree(FIRST_TREE)
        self.lesson: Lesson = lessons()[0]
        self.task = -1
        self._seed = 1
        self._chosen: set[int] = set()
        self._order: dict[int, tuple[int, ...]] = {}
        self._selected = -1
        self._roots: list[Position] = []
        self._whole: tuple[WholeNode, ...] = ()
        self._solver = Solver()
        self._tour: list[str] = []
        self.lesson_box, self.algorithm_box = QComboBox(), QComboBox()
        self._counts = PlainLabel()
        self.random_button, self.open_button = QPushButton(), QPushButton()
        self.segments = SegmentedControl(2)
        self.view, self.panel = LessonView(), ExercisePanel()
        self.sides = QStackedWidget()
        self.picture = NodeLink()
        self.board = MiniBoard()
        self.board.setFixedSize(BOARD, BOARD)
        self.back_button = QPushButton()
        self._legend, self._text_label = PlainLabel(), PlainLabel()
        self.text_field, self._error = QLineEdit(), ErrorLabel()
        self.replay = ReplayBar()
        self._lay_out()
        self._connect()
        self.setMinimumSize(LEAST)
        self.resize(SIZE.boundedTo(self.screen().availableSize() - TITLE_BAR))
        self.follow_changes()
        self.show_lesson(self.lesson)
        self.picture.canvas.setFocus()

    # --- construction -------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(12, 6, 12, 6)
        head.setSpacing(12)
        self.lesson_box.addItems(["" for _ in lessons()])
        for name in ALGORITHMS:
            self.algorithm_box.addItem("", name)
        for button in (self.back_button, self.random_button, self.open_button):
            style.set_look(button, kind="quiet")
        for widget in (self.lesson_box, self.algorithm_box, self._counts):
            head.addWidget(widget)
        head.addStretch(1)
        head.addWidget(self.back_button)
        head.addWidget(self.random_button)
        head.addWidget(self.open_button)
        style.set_look(self._legend, role="caption")
        style.set_look(self._text_label, role="caption")
        self.text_field.setFont(style.font(tabular=True))
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(4)
        column.addWidget(self.picture, 1)
        form = QVBoxLayout()
        form.setContentsMargins(12, 0, 12, 0)
        form.setSpacing(4)
        parts: tuple[QWidget, ...] = (self._legend, self._text_label, self.text_field, self._error)
        for part in parts:
            form.addWidget(part)
        form.addWidget(self.board, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(form)
        self.sides.addWidget(self.view)
        self.sides.addWidget(self.panel)
        right = QWidget()
        style.set_look(right, role="surface")
        right.setMinimumWidth(LEAST_PANEL)
        side = QVBoxLayout(right)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(0)
        tabs = QHBoxLayout()
        tabs.setContentsMargins(12, 8, 12, 4)
        tabs.addWidget(self.segments)
        side.addLayout(tabs)
        side.addWidget(self.sides, 1)
        self.splitter = QSplitter()
        self.splitter.setChildrenCollapsible(False)
        self.splitter.addWidget(left)
        self.splitter.addWidget(right)
        self.splitter.setStretchFactor(0, 1)
        self.splitter.setSizes([SIZE.width() - PANEL, PANEL])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(head)
        outer.addWidget(style.separator())
        outer.addWidget(self.splitter, 1)
        outer.addWidget(style.separator())
        outer.addWidget(self.replay)

    def _connect(self) -> None:
        self.lesson_box.activated.connect(lambda index: self.show_lesson(lessons()[index]))
        self.algorithm_box.activated.connect(lambda _: self._show_walk())
        self.random_button.clicked.connect(self.ask_random)
        self.open_button.clicked.connect(self._open)
        self.back_button.clicked.connect(self.leave_subtree)
        self.picture.canvas.focus_moved.connect(self._show_board)
        self.picture.canvas.hovered.connect(self._show_board)
        self.segments.chosen.connect(self._side_chosen)
        self.view.sample_asked.connect(self._sample_asked)
        self.view.task_asked.connect(self.start_task)
        self.text_field.textEdited.connect(self._text_edited)
        self.replay.moved.connect(lambda _: self._draw())
        self.replay.ended.connect(self._replay_ended)
        canvas = self.picture.canvas
        canvas.clicked.connect(self._node_clicked)
        canvas.edited.connect(self._leaf_edited)
        canvas.reordered.connect(self._reordered)
        canvas.added.connect(lambda node: self._change(lambda: editing.with_child(self.tree, node)))
        canvas.removed.connect(lambda node: self._change(lambda: editing.without(self.tree, node)))
        panel = self.panel
        panel.chosen.connect(self._kind_chosen)
        panel.seed_chosen.connect(self._seed_chosen)
        panel.checked.connect(self.check)
        panel.restarted.connect(self.restart)
        panel.advanced.connect(self.advance)
        panel.solution_asked.connect(self.solve)
        panel.node_selected.connect(self._select)

    # --- lessons ------------------------------------------------------------------------------------------------------

    @property
    def exercise(self) -> Exercise | None:
        """The exercise that is shown, or None while a lesson is shown."""
        return self.panel.exercise if self.sides.currentIndex() == EXERCISE else None

    def show_lesson(self, lesson: Lesson | str) -> None:
        """Show a lesson with its first tree.

        Args:
            lesson: the lesson, or its name or number.
        """
        self._tour = []
        chosen = find_lesson(lesson) if isinstance(lesson, str) else lesson
        if chosen is not self.lesson:
            # The tab of the exercises then begins with those of this lesson.
            self.panel.exercise = None
        self.lesson = chosen
        self.lesson_box.setCurrentIndex(self.lesson.number - 1)
        self.view.show_lesson(self.lesson)
        self._to_side(LESSON)
        self.open_sample(self.lesson.samples[0].name)

    def _sample_asked(self, name: str) -> None:
        self._tour = []
        self.open_sample(name)

    def open_sample(self, name: str) -> None:
        """Show a tree of the lesson."""
        sample = self.lesson.sample(name)
        self._to_side(LESSON)
        if sample.game:
            self._solver = Solver()
            self._roots = []
            self.show_game(sample.start())
            return
        index = self.algorithm_box.findData(sample.algorithm)
        self.algorithm_box.setCurrentIndex(max(0, index))
        self.show_tree(parse_tree(sample.tree))

    def show_game(self, position: Position) -> None:
        """Show the tree of a small game, with the value of every position and a proof of that of the root."""
        try:
            nodes = self._solver.tree(position)
        except KyVienError as error:
            self._error.show_error(str(error))
            return
        self._roots.append(position)
        self._whole = nodes
        self._error.hide()
        self._draw()
        self.picture.show_root()
        self._count()

    def leave_subtree(self) -> None:
        """Show the tree from which the current one was opened."""
        if len(self._roots) > 1:
            self._roots.pop()
            self.show_game(self._roots.pop())

    @property
    def is_game(self) -> bool:
        """Whether the tree of a game is shown."""
        return bool(self._roots) and self.exercise is None

    def play_lesson(self) -> None:
        """Replay the searches of all trees of the lesson one after the other, until the user stops the replay."""
        self._tour = [sample.name for sample in self.lesson.samples if not sample.game]
        self._play_next()

    def _play_next(self) -> None:
        """Replay the search of the next tree. After the last one, the first one follows."""
        if self._tour and self.exercise is None:
            name = self._tour.pop(0)
            self._tour.append(name)
            self.open_sample(name)
            self.replay.start()

    def _replay_ended(self) -> None:
        if self._tour:
            QTimer.singleShot(TOUR_MS, self, self._play_next)

    def show_tree(self, tree: Tree) -> None:
        """Show a tree that can be edited, with the whole search."""
        self._roots = []
        self.tree = tree
        self.text_field.setText(tree.text())
        self._error.hide()
        self._show_walk()

    @property
    def algorithm(self) -> str:
        """The algorithm whose search is shown."""
        return str(self.algorithm_box.currentData())

    @property
    def walk(self) -> Walk:
        """The search of the tree."""
        return walk_of(self.tree, self.algorithm)

    def _show_walk(self) -> None:
        """Show the search of the tree from its last step."""
        self._set_steps(self.walk)
        self._draw()
        self._count()

    def _set_steps(self, walk: Walk) -> None:
        """Offer the steps of a search, with the last one as the current one."""
        steps = walk.steps()
        stops = [
            at for at, (visit, begins) in enumerate(steps, 1)
            if not begins and walk.search.visit(visit).never_tried and walk.tree.children[walk.order[visit]]
        ]  # fmt: skip
        self.replay.set_steps(len(steps), stops)

    def _count(self) -> None:
        """Write how many nodes the search visits."""
        if self.is_game:
            result, game = self._whole[0].result, self._roots[-1].game
            self._counts.setText(
                tr("{game}: {nodes} nodes, of which {shown} are shown. {result}",
                   game=tr(game.title), nodes=result.nodes, shown=len(self._whole), result=_result_text(result, game))
            )  # fmt: skip
            return
        visits, nodes = len(self.walk.order), len(self.tree.values)
        value = str(minimax(self.tree)[0]).replace("-", "−")
        self._counts.setText(
            tr("{visits} / {nodes} nodes visited   minimax: {value}", visits=visits, nodes=nodes, value=value)
        )

    # --- exercises ----------------------------------------------------------------------------------------------------

    def start_task(self, index: int) -> None:
        """Start an exercise of the lesson."""
        self.task = index
        task = self.lesson.tasks[index]
        self.start_exercise(task.kind, task.level)

    def start_exercise(self, kind: str, level: Level | None = None, seed: int | None = None) -> None:
        """Show an exercise.

        Args:
            kind: name of the kind.
            level: its level, or None for the easiest one.
            seed: random seed, or None for the next one.
        """
        if seed is None:
            self._seed += 1
        else:
            self._seed = seed
        try:
            exercise = generate(kind, level, self._seed)
        except KyVienError as error:
            self.panel.show_error(str(error))
            return
        self._to_side(EXERCISE)
        self._show_exercise(exercise)

    def _show_exercise(self, exercise: Exercise) -> None:
        self._chosen, self._order, self._selected = set(), {}, -1
        self.panel.show_exercise(exercise, self._place(exercise))
        self.tree = exercise.tree
        self.text_field.setText(self.tree.text())
        self._error.hide()
        self.picture.canvas.focused = 0
        self.replay.set_steps(0, ())
        self._draw()
        self._counts.setText("")

    def restart(self) -> None:
        """Show the exercise again, without an answer."""
        if (exercise := self.exercise) is not None:
            self._show_exercise(exercise)

    def _place(self, exercise: Exercise) -> str:
        if 0 <= self.task < len(self.lesson.tasks) and self.lesson.tasks[self.task].kind == exercise.kind:
            return tr(
                "Lesson {number} · question {question} of {all}",
                number=self.lesson.number, question=self.task + 1, all=len(self.lesson.tasks),
            )  # fmt: skip
        return tr("Free exercise")

    def check(self) -> None:
        """Judge the answer."""
        exercise = self.exercise
        if exercise is None or self.panel.is_over:
            return
        try:
            answer = self.panel.answer(frozenset(self._chosen), self._order)
        except KyVienError as error:
            self.panel.show_error(str(error))
            return
        self.panel.keep(answer)
        self.panel.show_verdict(find_kind(exercise.kind).check(exercise, answer))
        self._finish()

    def solve(self) -> None:
        """Show the solution."""
        exercise = self.exercise
        if exercise is None:
            return
        answer = find_kind(exercise.kind).solution(exercise)
        self._chosen, self._order = set(answer.nodes), dict(answer.order)
        self.panel.show_solution(answer)
        self._finish()

    def _finish(self) -> None:
        """Draw the picture after the answer was judged. If it is over, the search can be stepped through."""
        exercise = self.exercise
        if exercise is not None and self.panel.is_over:
            self._set_steps(walk_of(exercise.tree, find_kind(exercise.kind).algorithm))
        self._draw()

    def advance(self) -> None:
        """Show the next exercise: another one of the same kind, or the next one of the lesson after a right answer."""
        exercise = self.exercise
        if exercise is None:
            return
        self.start_exercise(exercise.kind, exercise.level, self._seed + 1)

    def _kind_chosen(self, kind: str, level: Level) -> None:
        self.task = -1
        self.start_exercise(kind, level, self._seed)

    def _seed_chosen(self, seed: int) -> None:
        if (exercise := self.exercise) is not None:
            self.start_exercise(exercise.kind, exercise.level, seed)

    # --- the picture --------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Draw the tree of the lesson or the exercise."""
        exercise = self.exercise
        canvas = self.picture.canvas
        canvas.editable = exercise is None and not self.is_game
        canvas.draggable = canvas.editable or (
            exercise is not None and (find_kind(exercise.kind).form is Form.ORDER and not self.panel.is_over)
        )
        self.text_field.setReadOnly(exercise is not None)
        for widget in (self._text_label, self.text_field):
            widget.setVisible(not self.is_game)
        self.algorithm_box.setVisible(exercise is None and not self.is_game)
        self.random_button.setVisible(exercise is None)
        self.back_button.setVisible(self.is_game and len(self._roots) > 1)
        self.board.setVisible(self.is_game)
        if self.is_game:
            self.replay.hide()
            made = drawing.whole(self._whole)
            self.picture.show_drawing(made, range(len(self._whole)))
            self._write_legend(made)
            self._show_board(canvas.focused)
            return
        has_steps = exercise is None or (
            self.panel.is_over and not exercise.bug and find_kind(exercise.kind).form is not Form.ORDER
        )
        self.replay.setVisible(has_steps)
        if exercise is None:
            made = drawing.walked(self.walk, self.replay.step)
            self.picture.show_drawing(made, range(len(self.tree.values)))
        else:
            made = self._exercise_drawing(exercise)
            self.picture.show_drawing(made, self._choosable(exercise))
        self._write_legend(made)

    def _choosable(self, exercise: Exercise) -> frozenset[int]:
        if self.panel.is_over:
            return frozenset(range(len(exercise.tree.values)))
        return find_kind(exercise.kind).candidates(exercise)

    def _exercise_drawing(self, exercise: Exercise) -> drawing.Drawing:
        """Return the picture of an exercise: before it is judged, only what the question shows."""
        kind, tree = find_kind(exercise.kind), exercise.tree
        verdict = self.panel.verdict
        if kind.form is Form.ORDER:
            made = drawing.ordered(tree, self._order)
        elif exercise.bug:
            made = drawing.question(exercise)
        elif self.panel.is_over or (verdict is not None and exercise.kind in ("prune", "null_window")):
            made = drawing.walked(walk_of(tree, kind.algorithm), self.replay.step if self.panel.is_over else -1)
        else:
            made = drawing.question(exercise)
        states: dict[int, State] = {}
        if verdict is not None:
            for item in reversed(verdict.items):  # the wrong ones are first
                states[item.node] = item.state
        current = self._selected
        if current < 0 and exercise.marked and kind.form is Form.NUMBERS and verdict is None:
            return made.marked(chosen=exercise.marked)
        return made.marked(self._chosen, states, current)

    def _write_legend(self, made: drawing.Drawing) -> None:
        parts = []
        if "main" in made.legend:
            parts.append(tr("gold line: principal variation"))
        if "proof" in made.legend:
            first = tr(self._roots[-1].game.sides[0])
            parts.append(tr("1: {side} wins, 0: draw, −1: {side} loses", side=first))
            parts.append(tr("gold: proof of the value of the root"))
            parts.append(tr("click a node to see the tree below it"))
        if "cut" in made.legend:
            parts.append(tr("two strokes: cut off, never visited"))
        if self.picture.canvas.editable:
            parts.append(tr("double click: change a leaf; drag: change the order; + and Del: add and remove"))
        self._legend.setText("   ".join(parts))

    def _node_clicked(self, node: int) -> None:
        exercise = self.exercise
        if exercise is None:
            if self.is_game and 0 < node < len(self._whole) and not self._whole[node].is_leaf:
                self.show_game(self._whole[node].position)
            return
        if self.panel.is_over:
            self._select(node)
            self.panel.explain(node)
            return
        if find_kind(exercise.kind).form is Form.NODE:
            self._chosen = {node}
        else:
            self._chosen ^= {node}
        self._draw()

    def _show_board(self, node: int) -> None:
        """Show the position of the node that the keyboard or the pointer is at."""
        if self.is_game and node < len(self._whole):
            position = self._whole[node].position
            self.board.show_position(position.game, position)

    def _select(self, node: int) -> None:
        self._selected = node
        self._draw()

    # --- editing ------------------------------------------------------------------------------------------------------

    def _change(self, make: object) -> None:
        """Show the tree that a function returns, or the reason why it cannot be made."""
        assert callable(make)
        try:
            tree = make()
        except KyVienError as error:
            self._error.show_error(str(error))
            return
        self.show_tree(tree)

    def _leaf_edited(self, node: int, text: str) -> None:
        self._tour = []
        word = text.strip().replace("−", "-")
        self._change(lambda: parse_tree(self.tree.text(replaced={node: word})))

    def _reordered(self, node: int, order: list[int]) -> None:
        if self.exercise is None:
            self._change(lambda: editing.with_order(self.tree, node, order))
        else:
            self._order[node] = tuple(order)
            self._draw()

    def _text_edited(self, text: str) -> None:
        try:
            tree = parse_tree(text)
        except KyVienError as error:
            self._error.show_error(str(error))
            return
        self._error.hide()
        self.tree = tree
        self._show_walk()

    def ask_random(self) -> RandomTreeDialog:
        """Show the dialog for a random tree, and return it."""
        dialog = RandomTreeDialog(self._seed, self)
        dialog.accepted.connect(lambda: self._take(dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def _take(self, dialog: RandomTreeDialog) -> None:
        if dialog.tree is not None:
            self._seed = dialog.seed.value()
            self._to_side(LESSON)
            self.show_tree(dialog.tree)

    def _open(self) -> None:
        position = self._roots[-1] if self.is_game else self.walk.search.position(0)
        if position is not None:
            self.opened.emit(position)

    # --- the panel ----------------------------------------------------------------------------------------------------

    def _to_side(self, side: int) -> None:
        blocked = self.segments.blockSignals(True)
        self.segments.choose(side)
        self.segments.blockSignals(blocked)
        self.sides.setCurrentIndex(side)

    def _side_chosen(self, side: int) -> None:
        self.sides.setCurrentIndex(side)
        if side == EXERCISE:
            if self.panel.exercise is None:
                self.start_task(0)
            else:
                self._show_exercise(self.panel.exercise)
        elif self._roots:
            self._draw()
            self._count()
        else:
            self.show_tree(self.tree)

    # --- Qt -----------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        """Set all texts in the language in use."""
        self.setWindowTitle(tr("Lessons and exercises"))
        for index, lesson in enumerate(lessons()):
            self.lesson_box.setItemText(index, f"{lesson.number}. {lesson.page.title}")
        self.lesson_box.setAccessibleName(tr("Lesson"))
        for index, name in enumerate(ALGORITHMS):
            self.algorithm_box.setItemText(index, tr(find_algorithm(name).title))
        self.algorithm_box.setAccessibleName(tr("Algorithm"))
        self.segments.set_texts([tr("Lesson"), tr("Exercise")])
        self.back_button.setText(tr("Back to the larger tree"))
        self.random_button.setText(tr("Random tree…"))
        self.open_button.setText(tr("Open in the main window"))
        self._text_label.setText(tr("The tree as text"))
        self.text_field.setAccessibleName(tr("The tree as text"))
        self.view.setAccessibleName(tr("Lesson"))
        if self.view.lesson is not None:
            self.view.show_lesson(self.lesson, self.view.top_block())
            self._draw()
            if self.exercise is None:
                self._count()
        if self.panel.exercise is not None:
            self.panel.show_place(self._place(self.panel.exercise))
        self.restyle()

    def restyle(self) -> None:
        """Draw the icons in the colours of the theme in use."""
        self.random_button.setIcon(icons.icon("refresh", palette.current().text))
        self.open_button.setIcon(icons.icon("board", palette.current().text))

    def done(self, result: int) -> None:
        """Hide the window and emit ``closed``. Qt calls this method also when the user closes the window."""
        self._tour = []
        self.replay.stop()
        super().done(result)
        self.closed.emit()


def _result_text(result: Result, game: Game) -> str:
    """Return who wins a position, and in how many plies."""
    if result.winner == 0:
        return tr("With the best play it is a draw.")
    side = tr(game.sides[0 if result.winner > 0 else 1])
    return tr("{side} wins in {plies} plies.", side=side, plies=result.plies)
