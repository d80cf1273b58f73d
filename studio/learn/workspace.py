"""The page of the Learn tab: a list of contents, a tree with its search, and a lesson or an exercise."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QHideEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QSplitter,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.core.errors import KyVienError
from engine.core.files import write_text
from engine.core.handmade import HandmadeTree, parse_tree
from engine.core.language import ngettext, tr
from engine.core.position import Position
from engine.searchtree.explanation import SentencePart
from engine.teach import drawing
from engine.teach.exercise import Difficulty, Exercise, Form, generate
from engine.teach.film import film_page
from engine.teach.lesson_page import is_for_mover, lesson_page
from engine.teach.lessons import Lesson, find_lesson, lessons
from engine.teach.progress import CourseProgress, LessonPlace, TaskState, read_progress, write_progress
from engine.teach.walk import Walk, bound_text, minimax, walk_of
from studio.analysis.workspaces import Host
from studio.learn.attempt import Attempt
from studio.learn.exercise_panel import ExercisePanel
from studio.learn.game_tree import PositionTree
from studio.learn.head import Head
from studio.learn.lesson_view import LessonView
from studio.learn.nodelink import NodeLink
from studio.learn.rail import Rail
from studio.learn.random_form import RandomTreeDialog
from studio.learn.saving import save_picture
from studio.learn.tour import Tour
from studio.learn.tree_editor import TreeEditor
from studio.learn.tree_form import LARGE, SMALL, TreeForm
from studio.learn.worksheet_dialog import WorksheetDialog
from studio.look import icons, style
from studio.settings import FLAG, Setting, state_folder
from studio.steps.bar import StepBar
from studio.steps.panel import StepsPanel
from studio.steps.player import StepPlayer
from studio.steps.predicting import DecisionPlace
from studio.steps.sentence import StepSentence
from studio.widgets.file_dialog import ask_target
from studio.widgets.presented import Presented
from studio.widgets.retranslated import Retranslated
from studio.widgets.segments import SegmentedControl
from studio.widgets.workspace import Workspace

LEAST = QSize(560, 360)
"""Size that the page needs at least, in px. Some texts are cut in less than 900 × 450."""
WIDTH, PANEL, LEAST_PANEL = 1280, 375, 340
"""Usual width of the page, and usual and least width of the lesson and the exercise in it, in px."""
NARROW = 1000
"""Width of the page in px below which the list of contents is folded."""
LOW = 520
"""Height of the page in px below which what is below the sentence is hidden until it is asked for."""
FORM = Setting("learn/form", FLAG, False)
"""Whether it is shown on a low page."""
FIRST_TREE = "((3 12 8) (2 4 6))"
LESSON, EXERCISE = range(2)
READING, STEPS = range(2)
"""The text of a lesson, and the steps of the search of its tree."""
VIEWS = ("course", "exercises")
"""The views of the page: the lessons, and the exercises."""


class LearnWorkspace(Retranslated, Workspace):
    """Page with the lessons and the exercises, which are two views."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tree: HandmadeTree = parse_tree(FIRST_TREE)
        # Whether a presentation hides the answers, or None outside of presentations.
        self._hides: bool | None = None
        self.lesson: Lesson = lessons()[0]
        self.sample, self.task = "", -1
        self.game_tree = PositionTree()
        self._attempt: Attempt | None = None
        self._seed, self._is_narrow = 1, False
        self._tour = Tour(self._play, self)
        self.editor = TreeEditor(lambda: self.tree, self)
        self.rail, self.head, self.form, self.replay = Rail(), Head(), TreeForm(), StepBar()
        self.form_button = QToolButton()
        self.form_button.setCheckable(True)
        self.form_button.toggled.connect(lambda _: self._fit_form())
        self.sentence = StepSentence()
        self.view, self.panel, self.steps = LessonView(), ExercisePanel(), StepsPanel()
        self.segments = SegmentedControl(2)
        self.player = StepPlayer(self.replay, self.sentence, self.steps, self)
        self.progress, self._folder = CourseProgress(), Path()
        self._written = self.progress
        self.sides, self._side = QStackedWidget(), LESSON
        self.picture = NodeLink()
        self._lay_out()
        self._connect()
        self.follow_changes()
        self.show_lesson(self.lesson)
        self.picture.canvas.setFocus()

    # --- construction -------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 8)
        column.setSpacing(4)
        column.addWidget(self.picture, 1)
        words = QHBoxLayout()
        words.setContentsMargins(12, 0, 12, 0)
        words.addWidget(self.sentence, 1)
        words.addWidget(self.form_button, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(words)
        column.addWidget(self.form)
        tabs = QVBoxLayout()
        tabs.setContentsMargins(12, 8, 12, 0)
        tabs.addWidget(self.segments)
        for page in (self.view, self.panel, self.steps):
            self.sides.addWidget(page)
        self._right = right = QWidget()
        style.set_look(right, role="surface")
        right.setMinimumWidth(LEAST_PANEL)
        side = QVBoxLayout(right)
        side.setContentsMargins(0, 0, 0, 0)
        side.setSpacing(4)
        side.addLayout(tabs)
        side.addWidget(self.sides, 1)
        self._splitter = splitter = QSplitter()
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(right)
        splitter.setStretchFactor(0, 1)
        splitter.setSizes([WIDTH - PANEL, PANEL])
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(self.head)
        outer.addWidget(style.separator())
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.rail)
        middle.addWidget(splitter, 1)
        outer.addLayout(middle, 1)
        outer.addWidget(style.separator())
        outer.addWidget(self.replay)

    def _connect(self) -> None:
        self.header = self.head.row
        head, canvas, panel, editor = self.head, self.picture.canvas, self.panel, self.editor
        self.rail.lesson_chosen.connect(self.show_lesson)
        self.rail.sample_chosen.connect(self._sample_asked)
        self.rail.task_chosen.connect(self.start_task)
        self.rail.experiment_chosen.connect(self.show_experiment)
        head.algorithm_box.activated.connect(lambda _: self._show_walk())
        head.random_button.clicked.connect(self.ask_random)
        head.open_button.clicked.connect(self._open)
        head.back_button.clicked.connect(self.leave_subtree)
        head.picture_asked.connect(self.ask_picture)
        head.film_asked.connect(self.ask_film)
        head.worksheet_asked.connect(self.ask_worksheet)
        self.view.sample_asked.connect(self._sample_asked)
        self.view.task_asked.connect(self.start_task)
        self.view.predicted.connect(self.predict)
        self.view.experiment_asked.connect(self.open_experiment)
        self.form.field.textEdited.connect(editor.read)
        self.replay.moved.connect(lambda _: self._draw_step())
        self._keys = [
            QShortcut(QKeySequence(key), self, partial(slot, by), context=Qt.ShortcutContext.WidgetWithChildrenShortcut)
            for key, slot, by in (("Right", self.replay.step_by, 1), ("Left", self.replay.step_by, -1),
                                  ("]", self.replay.to_decision, 1), ("[", self.replay.to_decision, -1),
                                  ("Home", self.replay.to_end, -1), ("End", self.replay.to_end, 1),
                                  ("1", self.player.answer, 0), ("2", self.player.answer, 1))
        ]  # fmt: skip
        self.segments.chosen.connect(lambda _: self._show_side())
        self.replay.asked.connect(lambda: self.segments.choose(STEPS))
        self.sentence.hovered.connect(lambda part: canvas.point_at(-1 if part is None else _node_of(part)))
        self.sentence.chosen.connect(lambda part: canvas.go_to(_node_of(part)))
        self.player.redrawn.connect(self._draw)
        self.player.repeated.connect(self._repeat)
        self.replay.ended.connect(self._tour.go_on)
        canvas.focus_moved.connect(self._show_board)
        canvas.hovered.connect(self._show_board)
        canvas.clicked.connect(self._node_clicked)
        canvas.edited.connect(self._leaf_edited)
        canvas.reordered.connect(self._reordered)
        canvas.added.connect(editor.add_child)
        canvas.removed.connect(editor.remove)
        canvas.undone.connect(editor.step)
        self.form.add_button.clicked.connect(lambda: editor.add_child(canvas.focused))
        self.form.value_button.clicked.connect(lambda: canvas.edit(canvas.focused))
        self.form.remove_button.clicked.connect(canvas.remove_focused)
        self.form.undo_button.clicked.connect(lambda: editor.step(-1))
        self.form.redo_button.clicked.connect(lambda: editor.step(1))
        editor.changed.connect(self._edited)
        editor.typed.connect(self._typed)
        editor.refused.connect(self.form.error.show_error)
        panel.chosen.connect(self._kind_chosen)
        panel.seed_chosen.connect(self._seed_chosen)
        panel.checked.connect(self.check)
        panel.restarted.connect(self.restart)
        panel.advanced.connect(self.advance)
        panel.repeated.connect(self.repeat)
        panel.solution_asked.connect(self.solve)
        panel.node_selected.connect(self._select)

    # --- lessons ------------------------------------------------------------------------------------------------------

    @property
    def exercise(self) -> Exercise | None:
        """The exercise that is shown, or None while a lesson is shown."""
        return self.panel.exercise if self._side == EXERCISE else None

    @property
    def attempt(self) -> Attempt | None:
        """The answer to the exercise that is shown, or None while a lesson is shown."""
        return self._attempt if self.exercise is not None else None

    def show_lesson(self, lesson: Lesson | str, block: int = 0) -> None:
        """Show a lesson where it was left, or with its first tree before the first step.

        Args:
            lesson: the lesson, or its name or number.
            block: index of the block of its page to scroll to, or -1 for the experiment.
        """
        self._leave()
        self._open_lesson(find_lesson(lesson) if isinstance(lesson, str) else lesson, block)

    def _open_lesson(self, lesson: Lesson, block: int = 0) -> None:
        self._tour.stop()
        if lesson is not self.lesson:
            # The tab of the exercises then begins with those of this lesson.
            self.panel.exercise = None
        self.lesson = lesson
        self.view.show_lesson(lesson, block, self.progress.of(lesson.name).experiment)
        self._to_side(LESSON)
        self._return()

    def _leave(self) -> None:
        """Remember where the lesson is left, unless an exercise is shown."""
        if self.exercise is None and self.view.lesson is not None:
            place = LessonPlace(self.sample)
            if not self.is_game:
                place = LessonPlace(self.sample, self.tree.text(), self.head.algorithm, self.replay.step)
            self.progress = self.progress.left(self.lesson.name, place)

    def _return(self) -> None:
        """Show the tree of the lesson where it was left, or else the first one. The lesson may have changed."""
        place = self.progress.of(self.lesson.name).place or LessonPlace("")
        if any(each.name == place.sample and each.game for each in self.lesson.samples):
            self.open_sample(place.sample)
            return
        try:
            tree = parse_tree(place.tree)
        except KyVienError:
            self.open_sample(self.lesson.samples[0].name)
            return
        self.head.choose_algorithm(place.algorithm)
        self.show_tree(tree, place.sample)
        self.replay.slider.setValue(place.step)

    def _sample_asked(self, name: str) -> None:
        self._tour.stop()
        self.open_sample(name)

    def open_sample(self, name: str) -> None:
        """Show a tree of the lesson."""
        sample = self.lesson.sample(name)
        self._to_side(LESSON)
        if sample.game:
            self.sample = name
            self.show_position(sample.start())
            return
        self.head.choose_algorithm(sample.algorithm)
        self.show_tree(parse_tree(sample.tree), name)

    def show_position(self, position: Position) -> None:
        """Show the tree of a small game, with the value of every position and a proof of that of the root."""
        self._change_game(lambda: self.game_tree.begin(position))

    def leave_subtree(self) -> None:
        """Show the tree from which the current one was opened."""
        self._change_game(self.game_tree.leave)

    def _change_game(self, change: Callable[[], object]) -> None:
        """Show the tree of a game after a change, or the reason why it cannot be shown."""
        try:
            change()
        except KyVienError as error:
            self.form.error.show_error(str(error))
            return
        self.form.error.hide()
        self._draw()
        self.picture.show_root()

    @property
    def is_game(self) -> bool:
        """Whether the tree of a game is shown."""
        return bool(self.game_tree.roots) and self.exercise is None

    def play_lesson(self) -> None:
        """Replay the searches of all trees of the lesson one after the other, until the user stops the replay."""
        self._tour.start([sample.name for sample in self.lesson.samples if not sample.game])

    def _play(self, name: str) -> None:
        """Replay the search of a tree, unless an exercise is shown."""
        if self.exercise is None:
            self.open_sample(name)
            self.replay.start()

    def show_tree(self, tree: HandmadeTree, sample: str = "") -> None:
        """Show a tree that can be edited, before the first step of its search.

        Args:
            tree: the tree.
            sample: name of the tree of the lesson, or an empty string for another tree.
        """
        self.sample = sample
        self.editor.forget()
        self._edited(tree)
        self.picture.show_root()

    def _edited(self, tree: HandmadeTree) -> None:
        """Show a tree after a change, which can be undone."""
        self.game_tree.close()
        self.tree = tree
        self.form.field.setText(tree.text())
        self.form.error.hide()
        self._show_walk()

    @property
    def walk(self) -> Walk:
        """The search of the tree."""
        return walk_of(self.tree, self.head.algorithm)

    def _show_walk(self) -> None:
        """Show the search of the tree before its first step."""
        self.player.begin()
        self.form.allow(can_undo=self.editor.can_undo, can_redo=self.editor.can_redo)
        self.replay.show_replay(self.walk.replay(), 0)
        self._draw()

    def _counts(self) -> str:
        """Return the size of the tree and, after the last step, how many nodes were visited and the minimax value."""
        if self.is_game:
            return self.game_tree.summary
        if self.exercise is not None:
            return ""
        walk, nodes = self.walk, len(self.tree.values)
        size, visits = ngettext("{count} node", "{count} nodes", nodes), len(walk.order)
        if self.replay.step < len(walk.events):
            return size
        if len(walk.visited) < visits:
            counts = tr("{visits} of {nodes}", visits=ngettext("{count} visit", "{count} visits", visits), nodes=size)
        else:
            counts = ngettext("{visits} / {count} node visited", "{visits} / {count} nodes visited", nodes,
                              visits=visits)  # fmt: skip
        return f"{counts}   minimax: {bound_text(minimax(self.tree)[0])}"

    # --- exercises ----------------------------------------------------------------------------------------------------

    def start_task(self, index: int) -> None:
        """Start an exercise of the lesson."""
        self.task = index
        task = self.lesson.tasks[index]
        self.start_exercise(task.kind, task.level)

    def start_exercise(self, kind: str, level: Difficulty | None = None, seed: int | None = None) -> None:
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
        self._leave()
        self._to_side(EXERCISE)
        self._show_exercise(exercise)

    def _show_exercise(self, exercise: Exercise) -> None:
        attempt = self._attempt = Attempt(exercise)
        self.panel.show_exercise(exercise, self._place(exercise))
        self._show_attempt(attempt)

    def _show_attempt(self, attempt: Attempt) -> None:
        """Show the tree of an exercise with the answer as far as it was made."""
        self.tree = attempt.tree
        self.form.field.setText(self.tree.text())
        self.form.error.hide()
        self.picture.canvas.focused = 0
        if self.panel.is_over:
            self.replay.show_replay(attempt.walk.replay())
        else:
            self.replay.set_steps(0, ())
        self._draw()

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
        attempt = self.attempt
        if attempt is None or self.panel.is_over:
            return
        try:
            answer = self.panel.answer(frozenset(attempt.chosen), attempt.order)
        except KyVienError as error:
            self.panel.show_error(str(error))
            return
        self.panel.keep(answer)
        verdict = attempt.kind.check(attempt.exercise, answer)
        self.panel.show_verdict(verdict)
        self._keep_result(attempt, is_right=verdict.is_right)
        self._finish()

    def solve(self) -> None:
        """Show the solution."""
        if (attempt := self.attempt) is not None:
            attempt.give_up()
            self._keep_result(attempt, is_right=False)
            self.panel.show_solution(attempt.kind.solution(attempt.exercise))
            self._finish()

    def _finish(self) -> None:
        """Draw the picture after the answer was judged. If it is over, the search can be stepped through."""
        if self.attempt is not None and self.panel.is_over:
            self.panel.offer_next(self._next_task is not None)
            self.replay.show_replay(self.attempt.walk.replay())
        self._draw()

    @property
    def _next_task(self) -> int | None:
        """Index of the next exercise of the lesson to answer after one that was answered, or None if there is none."""
        states = self.progress.of(self.lesson.name).states(self.lesson)
        if not 0 <= self.task < len(states) or states[self.task] is not TaskState.RIGHT:
            return None
        order = (*range(self.task + 1, len(states)), *range(self.task))
        return next((index for index in order if states[index] is not TaskState.RIGHT), None)

    def advance(self) -> None:
        """Show the next exercise of the lesson, or another of the same kind if this one was not right or all were."""
        task = self._next_task
        if task is None:
            self.repeat()
        else:
            self.start_task(task)

    def repeat(self) -> None:
        """Show another exercise of the same kind, which was not answered before."""
        if (exercise := self.exercise) is not None:
            given = self.progress.of(self.lesson.name).answers.get(exercise.kind, ())
            seed = self.progress.next_seed(self.lesson.name, exercise.kind) if given else self._seed + 1
            self.start_exercise(exercise.kind, exercise.level, seed)

    # --- results ------------------------------------------------------------------------------------------------------

    def open_results(self, folder: Path) -> str:
        """Read the results of the lessons from a folder, and keep them there.

        Return a sentence about what is wrong with the file, or an empty string.
        """
        try:
            self.progress, sentence = read_progress(folder)
        except (KyVienError, OSError) as error:
            return str(error)
        self._folder, self._written = folder, self.progress
        self._open_lesson(next((each for each in lessons() if each.name == self.progress.shown), self.lesson))
        return sentence

    def _keep_result(self, attempt: Attempt, *, is_right: bool) -> None:
        """Store the first answer to an exercise."""
        before, exercise = self.progress, attempt.exercise
        self.progress = before.answered(self.lesson.name, exercise.kind, exercise.seed, is_right=is_right)
        if self.progress is not before:
            self._write()
            self._show_rail()

    def _write(self) -> None:
        """Write the results, and where the lessons were left, into the folder, if there is one."""
        if self._folder == Path() or self._written == self.progress:
            return
        try:
            write_progress(self._folder, self.progress)
        except KyVienError as error:
            self.failed.emit(str(error))
            return
        self._written = self.progress

    def _show_rail(self) -> None:
        """Show the results in the list of contents, and mark what is shown."""
        task = -1 if self.exercise is None else self.task
        self.rail.show_course(self.progress, self.lesson, self.sample if self.exercise is None else "", task)

    def _kind_chosen(self, kind: str, level: Difficulty) -> None:
        self.task = -1
        self.start_exercise(kind, level, self._seed)

    def _seed_chosen(self, seed: int) -> None:
        if (exercise := self.exercise) is not None:
            self.start_exercise(exercise.kind, exercise.level, seed)

    # --- the picture --------------------------------------------------------------------------------------------------

    def _draw(self) -> None:
        """Draw the tree of the lesson or the exercise."""
        attempt, canvas, is_over = self.attempt, self.picture.canvas, self.panel.is_over
        is_exercise, is_game = attempt is not None, self.is_game
        canvas.editable = not is_exercise and not is_game
        canvas.draggable = canvas.editable or (attempt is not None and attempt.kind.form is Form.ORDER and not is_over)
        is_real = attempt is not None and attempt.exercise.origin is not None
        board = SMALL if is_game else LARGE if is_real else 0
        self.form.show_parts(has_text=not is_game and not is_real, board=board, is_fixed=is_exercise)
        can_go_back = is_game and len(self.game_tree.roots) > 1
        self.head.show_commands(is_game=is_game, is_exercise=is_exercise, can_go_back=can_go_back)
        if is_game:
            made = drawing.whole(self.game_tree.nodes)
            self.picture.show_drawing(made, range(len(made.nodes)))
        elif attempt is None:
            made = drawing.walked(self.walk, self.replay.step, for_mover=self._is_for_mover(self.walk))
            if self._hides:
                made = made.without_texts(
                    [index for index, node in enumerate(made.nodes) if node.is_faint and not node.children]
                )
            self.picture.show_drawing(made, range(len(self.tree.values)))
        else:
            made = attempt.drawing(self.panel.verdict, is_over, self.replay.step)
            if self._hides is not None:
                made = (drawing.question if self._hides else drawing.solution)(attempt.exercise)
            self.picture.show_drawing(made, attempt.candidates(is_over))
        self._show_step(can_step=not is_game and (attempt is None or attempt.can_step(is_over)))
        side = self.game_tree.roots[-1].game.sides[0] if is_game else ""
        self.head.counts.set_whole(self._counts())
        self.form.show_legend(made, first_side=tr(side) if side else "", is_editable=canvas.editable)
        self._show_board(canvas.focused)
        self._show_rail()

    def _show_step(self, *, can_step: bool) -> None:
        """Show the bar of the steps and the sentence about the current one, or hide them."""
        self.replay.setVisible(can_step and self._hides is None)
        self.sentence.setVisible(can_step)
        for key in self._keys:
            key.setEnabled(can_step)
        self.segments.setVisible(can_step and self._hides is None)
        if not can_step:
            self.segments.choose(READING)
            self.player.show_step(None)
            return
        walk = self.walk if self.attempt is None else self.attempt.walk
        replay = walk.replay(for_mover=self._is_for_mover(walk))
        self.player.show_step(replay, (walk.tree.text(), walk.algorithm))

    def _draw_step(self) -> None:
        """Draw the tree after another number of steps, with the node in which the search is in the view."""
        self._draw()
        self.picture.follow_search()

    def _is_for_mover(self, walk: Walk) -> bool:
        """Return whether values are for the side to move, as in negamax."""
        return self.attempt.kind.for_mover if self.attempt is not None else is_for_mover(walk.algorithm)

    def _repeat(self, asked: DecisionPlace) -> None:
        """Ask a decision again."""
        self._to_side(LESSON)
        self.head.choose_algorithm(asked.algorithm)
        self.show_tree(parse_tree(asked.tree))
        self.steps.card.ask_box.setChecked(True)
        self.replay.slider.setValue(asked.step)
        self.segments.choose(STEPS)

    def _node_clicked(self, node: int) -> None:
        attempt = self.attempt
        if attempt is None:
            if self.is_game and 0 < node < len(self.game_tree.nodes) and not self.game_tree.nodes[node].is_leaf:
                self._change_game(lambda: self.game_tree.enter(node))
        elif self.panel.is_over:
            self._select(node)
            self.panel.explain(node)
        else:
            attempt.click(node)
            self._draw()

    def _show_board(self, node: int) -> None:
        """Show the position of the node that the keyboard or the pointer is at."""
        position = self.attempt.position(node) if self.attempt is not None else None
        if self.is_game and node < len(self.game_tree.nodes):
            position = self.game_tree.nodes[node].position
        if position is not None:
            self.form.board.show_position(position.game, position)

    def _select(self, node: int) -> None:
        if self.attempt is not None:
            self.attempt.selected = node
            self._draw()

    # --- editing ------------------------------------------------------------------------------------------------------

    def _leaf_edited(self, node: int, text: str) -> None:
        self._tour.stop()
        self.editor.set_leaf(node, text)

    def _reordered(self, node: int, order: list[int]) -> None:
        if self.attempt is None:
            self.editor.reorder(node, order)
        else:
            self.attempt.order[node] = tuple(order)
            self._draw()

    def _typed(self, tree: HandmadeTree) -> None:
        self.form.error.hide()
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

    # --- what leaves the page ---------------------------------------------------------------------------------------

    def predict(self, answer: int) -> None:
        """Store the predicted answer to the experiment of the lesson, and open the experiment."""
        self.progress = self.progress.predicted(self.lesson.name, answer)
        self._write()
        self.open_experiment()

    def open_experiment(self) -> None:
        """Open the experiment of the lesson in its view, if its result was predicted."""
        answer = self.progress.of(self.lesson.name).experiment
        if answer is not None:
            self.experiment_asked.emit(self.lesson, answer)

    def show_experiment(self) -> None:
        """Show the question of the experiment of the lesson."""
        if self.exercise is not None:
            self.show_lesson(self.lesson, -1)
        self.segments.choose(READING)
        self.view.scroll_to_experiment()

    def _open(self) -> None:
        position = self.attempt.position(0) if self.attempt is not None else None
        if position is None:
            position = self.game_tree.roots[-1] if self.is_game else self.walk.search.position(0)
        if position is not None:
            self.position_chosen.emit(position)

    def ask_picture(self, suffix: str) -> QFileDialog:
        """Ask for a file for the picture of the tree as it is drawn, and return the dialog.

        Args:
            suffix: ``svg``, ``png`` or ``tex``, or ``html`` for a page with the replay.
        """
        return ask_target(self, tr("Export the tree"), tr("tree"), [(suffix.upper(), suffix)], self.save_picture)

    def ask_film(self) -> QFileDialog:
        """Ask for a file for a film strip of the replay, and return the dialog."""
        return ask_target(self, tr("Export the tree"), tr("film strip"), [("HTML", "html")], self.save_film)

    def save_picture(self, path: Path) -> None:
        """Write the picture of the tree, or a page with the replay, to a file."""
        title = self.game_tree.summary if self.is_game else self.tree.text()
        if path.suffix.lower() == ".html":
            self._save(lambda: write_text(path, lesson_page(self.walk, asks=self.steps.card.ask_box.isChecked())))
        else:
            self._save(lambda: save_picture(self.picture.canvas.drawing, path, title))

    def save_film(self, path: Path) -> None:
        """Write the decisions of the replay as a film strip for print."""
        self._save(lambda: write_text(path, film_page(self.walk)))

    def _save(self, write: Callable[[], object]) -> None:
        """Write a file. An error is shown below the picture."""
        try:
            write()
        except KyVienError as error:
            self.form.error.show_error(str(error))

    def ask_worksheet(self) -> WorksheetDialog:
        """Show the dialog for worksheets, and return it."""
        exercise = self.exercise
        kind = exercise.kind if exercise is not None and self.task < 0 else ""
        dialog = WorksheetDialog(self.lesson, kind, self._seed, self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    # --- the panel ----------------------------------------------------------------------------------------------------

    def _to_side(self, side: int) -> None:
        """Show the lesson or the exercise, and let the window show this view."""
        self._set_side(side)
        if self.isVisible():
            self.workspace_asked.emit(VIEWS[side])

    def _set_side(self, side: int) -> None:
        if side != self._side:
            self._side = side
            self.segments.choose(READING)
            self._name_segments()
        self._show_side()

    def _show_side(self) -> None:
        """Show the steps, or the text of the lesson or of the exercise."""
        text = self.panel if self._side == EXERCISE else self.view
        self.sides.setCurrentWidget(self.steps if self.segments.current == STEPS else text)

    def _name_segments(self) -> None:
        self.segments.set_texts([tr("Exercise") if self._side == EXERCISE else tr("Reading"), tr("Step by step")])

    def show_view(self, name: str) -> None:
        """Show the lesson, or the exercise that was shown last, or else the first one of the lesson."""
        side = VIEWS.index(name)
        if side == self._side:
            return
        self._leave()
        self.replay.stop()
        self._set_side(side)
        if side == EXERCISE:
            if self.panel.exercise is None or self._attempt is None:
                self.start_task(0)
            else:
                self._show_attempt(self._attempt)
        elif self.game_tree.roots:
            self._draw()
        else:
            self._return()

    # --- Qt -----------------------------------------------------------------------------------------------------------

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Lessons and exercises"))
        text = tr("Show the tree as text and the buttons that change it")
        self.form_button.setToolTip(text)
        self.form_button.setAccessibleName(text)
        self.form_button.setIcon(icons.icon("edit"))
        self._name_segments()
        self.view.setAccessibleName(tr("Lesson"))
        if self.view.lesson is not None:
            answer = self.progress.of(self.lesson.name).experiment
            self.view.show_lesson(self.lesson, self.view.top_block(), answer)
            self._draw()
        if self.panel.exercise is not None:
            self.panel.show_place(self._place(self.panel.exercise))

    def minimumSizeHint(self) -> QSize:
        """Return a size that does not widen a small window."""
        return LEAST

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold the list of contents if the page is narrow, and the form if it is low."""
        super().resizeEvent(event)
        is_narrow = self.width() < NARROW
        self.rail.set_narrow(is_narrow)
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            panel = LEAST_PANEL if is_narrow else PANEL
            self._splitter.setSizes([self.width() - panel, panel])
        self._fit_form()

    def _fit_form(self) -> None:
        """Hide the form of the tree on a low page, so that the picture has the space, until the user shows it."""
        is_low = self.height() < LOW
        self.form_button.setVisible(is_low)
        self.form.set_low(is_low and not self.form_button.isChecked())

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the replay when another view is shown."""
        super().hideEvent(event)
        self.stop()

    # --- presentation -------------------------------------------------------------------------------------------------

    def presented(self) -> Presented:
        panel = self.panel
        if self.exercise is not None:
            return Presented(
                hide_answers=self._hide_answers, end=lambda: self._hide_answers(None),
                controls=(self.rail, self.replay, self.form, self.form_button), answers=panel.answers,
            )  # fmt: skip
        slider = self.replay.slider
        if self.is_game:
            return Presented(controls=(self.rail, self.form, self.form_button), side=(self._right,))
        was = self.segments.current
        self.segments.choose(STEPS)
        self.sentence.set_large(True)

        def end() -> None:
            self.segments.choose(was)
            self.sentence.set_large(False)
            self._hide_answers(None)

        return Presented(
            step=lambda by: slider.setValue(slider.value() + by), to_end=self.replay.to_end,
            decide=self.replay.to_decision, place=lambda: (slider.value(), slider.maximum()), answer=self.player.answer,
            hide_answers=self._hide_answers, end=end, side=(self._right,),
            controls=(self.rail, self.replay, self.form, self.form_button, self.segments),
        )  # fmt: skip

    def _hide_answers(self, is_hidden: bool | None) -> None:
        """Hide the leaves that are not visited yet or the solution, show them, or end both if the argument is None."""
        self._hides = is_hidden
        self._draw()

    # --- called by the window -----------------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Choose the node at the keyboard's cursor if it answers the exercise, or else start or stop the replay."""
        canvas = self.picture.canvas
        if canvas.hasFocus() and self.attempt is not None and not self.panel.is_over:
            canvas.choose_focused()
        elif self.replay.is_playing:
            self.stop()
        elif self.replay.isVisible():
            self.replay.start()

    def keep(self) -> None:
        """Write where the lessons were left."""
        self._leave()
        self._write()

    def stop(self) -> None:
        """Stop the replay."""
        self._tour.stop()
        self.replay.stop()


def _node_of(part: SentencePart) -> int:
    """Return the node that a link of a sentence names, which is the last move of its line."""
    return part.line[-1] if part.line else 0


def make_page(host: Host) -> LearnWorkspace:
    """Return the page of the Learn tab, with the results of earlier sessions."""
    page = LearnWorkspace(host.pages)
    page.form_button.setChecked(host.settings[FORM])
    page.form_button.toggled.connect(lambda shown: host.settings.__setitem__(FORM, shown))
    try:
        sentence = page.open_results(state_folder())
    except OSError as error:
        sentence = str(error)
    if sentence:
        host.notice.show_notice(sentence, is_error=True)
    return page
