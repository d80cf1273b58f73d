"""The page of a lesson, with buttons that open its trees and its exercises."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.core.language import mark, tr
from engine.guide.keys import KeyFacts
from engine.guide.page import Block, Heading, Page, Picture
from engine.teach.exercise import find_kind
from engine.teach.lessons import Lesson
from studio.guide.page import PageView
from studio.guide.text import plain_label, rich_label
from studio.look import style
from studio.widgets.plain_label import PlainLabel

EXPERIMENT = "experiment"
"""Name of the block of the experiment, which no tree has."""
OPEN = {"compare": mark("Open in Compare"), "tree": mark("Open in Tree")}
"""The text of the button that opens an experiment, by its view."""


class LessonView(PageView):
    """Scroll area that shows the text of a lesson."""

    sample_asked = Signal(str)
    """Emitted with the name of a tree that the user opens."""
    task_asked = Signal(int)
    """Emitted with the index of an exercise that the user starts."""
    predicted = Signal(int)
    """Emitted with the index of an answer when the user has predicted the result of the experiment."""
    experiment_asked = Signal()
    """Emitted when the user opens the experiment again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, margin=16)
        self.lesson: Lesson | None = None
        self.buttons: list[QPushButton] = []
        self.choices: list[QPushButton] = []
        self.verdict, self.open_button = PlainLabel(), QPushButton()

    def show_lesson(self, lesson: Lesson, block: int = 0, answer: int | None = None) -> None:
        """Show a lesson.

        Args:
            lesson: the lesson.
            block: index of the block of its page to scroll to, or -1 for the experiment.
            answer: index of the answer to the experiment that was given before, or None if there is none.
        """
        self.lesson, self.buttons, self.choices = lesson, [], []
        page = lesson.page
        blocks: list[Block] = [*page.blocks, Heading(tr("Exercises"), 2)]
        blocks += [Picture(str(index), find_kind(task.kind).title) for index, task in enumerate(lesson.tasks)]
        blocks += [Heading(tr("Experiment"), 2), Picture(EXPERIMENT, lesson.experiment.text.question)]
        self.show_page(Page(page.name, page.title, tuple(blocks)), block % len(blocks))
        self.show_answer(answer)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the page the height that its text needs in the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Set the height of the page. Qt's own estimate for text that wraps leaves a large empty space below it."""
        content = self.widget()
        if content is not None and (layout := content.layout()) is not None:
            content.setFixedHeight(layout.totalHeightForWidth(self.viewport().width()))

    def block_widget(self, page: Page, block: Block, keys: Mapping[str, KeyFacts]) -> QWidget:
        """Return the widget of a block. A picture is a button that opens a tree, or starts an exercise."""
        if not isinstance(block, Picture):
            return super().block_widget(page, block, keys)
        if block.name == EXPERIMENT:
            return self._experiment(block.caption)
        card = QFrame()
        style.set_look(card, role="card")
        row = QHBoxLayout(card)
        row.setContentsMargins(12, 8, 12, 8)
        row.setSpacing(12)
        button = QPushButton()
        column = QVBoxLayout()
        if block.name.isdigit():
            kind = find_kind(self.lesson.tasks[int(block.name)].kind) if self.lesson is not None else None
            assert kind is not None
            title = plain_label(f"{int(block.name) + 1}. {tr(kind.title)}")
            title.setFont(style.font(bold=True))
            column.addWidget(title)
            column.addWidget(plain_label(tr(kind.question), "secondary"))
            button.setText(tr("Start"))
            button.setAccessibleName(tr("Start: {title}", title=tr(kind.title)))
            button.clicked.connect(partial(self._start, int(block.name)))
        else:
            column.addWidget(rich_label(block.caption))
            button.setText(tr("Open"))
            button.setAccessibleName(tr("Open: {title}", title=block.caption))
            button.clicked.connect(partial(self._open, block.name))
        row.addLayout(column, 1)
        row.addWidget(button)
        self.buttons.append(button)
        return card

    def _experiment(self, question: str) -> QWidget:
        """Return the question of the experiment, with its answers as buttons."""
        assert self.lesson is not None
        card = QFrame()
        style.set_look(card, role="card")
        column = QVBoxLayout(card)
        column.setContentsMargins(12, 8, 12, 8)
        column.addWidget(plain_label(question))
        for index, text in enumerate(self.lesson.experiment.text.choices):
            button = QPushButton(text)
            button.clicked.connect(partial(self._predict, index))
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            self.choices.append(button)
        self.verdict, self.open_button = PlainLabel(), QPushButton(tr(OPEN[self.lesson.experiment.view]))
        self.verdict.setWordWrap(True)
        self.open_button.clicked.connect(self.experiment_asked)
        column.addWidget(self.verdict)
        column.addWidget(self.open_button, 0, Qt.AlignmentFlag.AlignLeft)
        return card

    def scroll_to_experiment(self) -> None:
        """Scroll to the question of the experiment, which is the last block."""
        if self.page is not None:
            self.scroll_to(len(self.page.blocks) - 1)

    def show_answer(self, answer: int | None) -> None:
        """Show the judgement of the answer with an index to the experiment, or none if it is None."""
        assert self.lesson is not None
        experiment = self.lesson.experiment
        if answer is not None:
            right = experiment.text.choices[experiment.right]
            is_right = answer == experiment.right
            result = tr("Right.") if is_right else tr("The right answer: {answer}.", answer=right)
            self.verdict.setText(f"{result} {experiment.text.reason}")
            style.set_look(self.verdict, role="good" if is_right else "error")
        for index, button in enumerate(self.choices):
            button.setEnabled(answer is None)
            if index == answer:
                button.setProperty("answer", "good" if index == experiment.right else "bad")
                style.set_look(button)
        for widget in (self.verdict, self.open_button):
            widget.setVisible(answer is not None)
        self._fit()

    def _predict(self, index: int, *_: object) -> None:
        self.show_answer(index)
        self.predicted.emit(index)

    def _open(self, name: str, *_: object) -> None:
        self.sample_asked.emit(name)

    def _start(self, index: int, *_: object) -> None:
        self.task_asked.emit(index)
