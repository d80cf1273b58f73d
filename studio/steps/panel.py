"""The panel of the steps of a search: the numbers of the node, the pseudo-code, and the question before a decision."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QPushButton, QSizePolicy, QToolTip, QVBoxLayout, QWidget

from engine.core.language import ngettext, tr
from engine.picture.colors import theme_named
from engine.picture.scene import Item, Pen, Rect, Text
from engine.picture.svg import fitted
from engine.searchtree.narration import Prediction
from engine.searchtree.pseudocode import BOTH, Execution, PseudoCode
from engine.searchtree.replay import NodeNumber, SearchReplay
from studio.look import palette, style
from studio.steps.predicting import Predictions
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.scene import measure, paint
from studio.widgets.scroll_area import ScrollArea

HEAD, LINE, INDENT, NUMBERS = 28, 20, 16, 30
"""Height of the head of the pseudo-code and of its lines, indentation, and width of the line numbers, in px."""
MOST_STEPS = 8
"""Steps that executed a line which are listed, the last ones."""
CARD, GAP = 44, 7
"""Height of a number of the node, and space between two of them, in px."""


class NumberCards(QWidget):
    """The numbers of the node that the search is in, side by side. What the last step changed has a red frame."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(CARD)
        self._name = ""
        self.numbers: list[NodeNumber] = []

    def show_numbers(self, name: str, numbers: Sequence[NodeNumber]) -> None:
        """Show the numbers of a node."""
        self._name, self.numbers = name, list(numbers)
        texts = (f"{each.name} = {each.value}" for each in self.numbers)
        self.setAccessibleName(", ".join([name, *texts]))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cards."""
        look, made = theme_named(palette.current().name), list[Item]()
        wide = (self.width() - GAP * (max(1, len(self.numbers)) - 1)) / max(1, len(self.numbers))
        for place, each in enumerate(self.numbers):
            x = place * (wide + GAP)
            pen = Pen(look.accent if each.before else look.line, 1.5 if each.before else 1)
            made.append(Rect(x + 1, 1, wide - 2, CARD - 2, look.ground, pen, 6))
            label = tr("{number} at {node}", number=each.name, node=self._name)
            more = tr("just changed") if each.before else each.source
            label = f"{label} · {more}" if more else label
            if measure(label, 11) > wide - 16 and more:
                # The node is that of the sentence.
                label = f"{each.name} · {more}"
            label = fitted(label, 11, wide - 16, measure)
            made.append(Text(x + 10, 13, label, 11, look.secondary, "start"))
            left, room, size = x + 10, wide - 18, style.TITLE
            before = measure(each.before, 11) + 8 if each.before else 0
            if before + measure(each.value, size, is_bold=True) > room:
                size = style.BODY
            if before and before + measure(each.value, size, is_bold=True) <= room:
                made.append(Text(left, 31, each.before, 11, look.secondary, "start", is_struck=True))
                left += before
            color = look.accent if each.before else look.text
            made.append(Text(left, 31, each.value, size, color, "start", is_bold=True))
        painter = QPainter(self)
        paint(painter, made)
        painter.end()


class CodeView(QWidget):
    """Pseudo-code. The line of the step is marked, and the line of the next decision has a dashed frame."""

    step_chosen = Signal(int)
    """Emitted with the number of steps after which a clicked line was executed last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._replay: SearchReplay | None = None
        self._step = 0
        self._side = BOTH
        self.now: Execution | None = None
        self.next: Execution | None = None
        # The steps that executed each line, up to the number of steps that were counted.
        self._executed: dict[int, list[int]] = {}
        self._counted = 0
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def code(self) -> PseudoCode | None:
        """The code that is shown, or None if the search has none."""
        return self._replay.code if self._replay is not None else None

    def show_step(self, replay: SearchReplay, step: int) -> None:
        """Show the code of a search, if it has any, and mark the line of a step.

        Args:
            replay: the search.
            step: number of steps done.
        """
        if replay is not self._replay:
            self._executed, self._counted = {}, 0
        self._replay, self._step, code = replay, step, replay.code
        self.now = replay.execute(step)
        self.next = replay.execute(step + 1) if replay.is_decision(step) else None
        self._side = replay.mover(step)
        self.setFixedHeight(HEAD + LINE * len(code.lines) + 8 if code is not None else 0)
        if self.now is not None and code is not None:
            self.setAccessibleName(tr("Pseudo-code"))
            text = code.text(self.now.line).replace("**", "")
            self.setAccessibleDescription(f"{self.now.line}  {text}  {self.now.numbers}")
        self.update()

    def executed(self, line: int) -> list[int]:
        """Return the numbers of the steps that executed a line, up to the present one."""
        if self._replay is not None and self.code is not None:
            for step in range(self._counted + 1, self._step + 1):
                found = self._replay.execute(step)
                for each in set(found.lines) if found is not None else ():
                    self._executed.setdefault(each, []).append(step)
            self._counted = max(self._counted, self._step)
        return [step for step in self._executed.get(line, ()) if step <= self._step]

    def line_at(self, point: QPoint) -> int:
        """Return the number of the line at a point, or 0."""
        line = (point.y() - HEAD) // LINE + 1
        return line if self.code is not None and 0 < line <= len(self.code.lines) and point.y() >= HEAD else 0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the lines."""
        look, code = theme_named(palette.current().name), self.code
        if code is None:
            return
        made: list[Item] = [
            Rect(0.5, 0.5, self.width() - 1, self.height() - 1, look.surface, Pen(look.line), 6),
            Text(12, HEAD / 2, tr("Pseudo-code") + f" · {code.function}", 11, look.secondary, "start"),
        ]
        for number, line in enumerate(code.lines, 1):
            top, middle = HEAD + LINE * (number - 1), HEAD + LINE * (number - 0.5)
            is_other = line.side not in (BOTH, self._side) and self._side != BOTH
            color = look.border if is_other else look.text
            note = ""
            if self.now is not None and number == self.now.line:
                made += [Rect(1, top, self.width() - 2, LINE, look.chosen), Rect(1, top, 3, LINE, look.gold)]
                note = self.now.numbers
            elif self.next is not None and number == self.next.line:
                frame = Pen(look.gold, 1, (4, 3))
                made.append(Rect(3.5, top + 0.5, self.width() - 7, LINE - 1, "", frame, 3))
                note = self.next.question
            made.append(Text(NUMBERS - 8, middle, str(number), 11, look.secondary, "end"))
            left = NUMBERS + INDENT * line.indent
            text = code.text(number)
            made += _words(text, left, middle, color, self.width() - left - 8)
            if note:
                if measure(note, 11) + measure(text.replace("**", ""), style.BODY) > self.width() - left - 24:
                    # Of ``max(a, b) = c``, the result.
                    note = note[note.rfind(" = ") + 1 :] if " = " in note else note
                ink = look.accent if self.now is not None and number == self.now.line else look.secondary
                wide = measure(note, 11) + 12
                back = look.chosen if ink == look.accent else look.surface
                made += [Rect(self.width() - wide - 6, top + 2, wide, LINE - 4, back)]
                made.append(Text(self.width() - 12, middle, note, 11, ink, "end"))
        painter = QPainter(self)
        paint(painter, made)
        painter.end()

    def event(self, event: QEvent) -> bool:
        """Show how often the line under the mouse was executed."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            line = self.line_at(event.pos())
            steps = self.executed(line) if line else []
            if steps:
                last = ", ".join(map(str, steps[-MOST_STEPS:]))
                words = ngettext(
                    "executed {count} time: step {steps}", "executed {count} times: steps {steps}", len(steps),
                    steps=last if len(steps) <= MOST_STEPS else f"… {last}",
                )  # fmt: skip
                QToolTip.showText(event.globalPos(), words, self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the last step before the present one that executed the clicked line."""
        steps = self.executed(self.line_at(event.position().toPoint()))
        earlier = [step for step in steps if step < self._step] or steps
        if earlier:
            self.step_chosen.emit(earlier[-1])

    def sizeHint(self) -> QSize:
        """Return the size of the code."""
        return QSize(368, self.height())


def _words(text: str, x: float, y: float, color: str, room: float) -> list[Item]:
    """Return a line of code, in which words between ``**`` are bold. Letters are smaller if there is no room for it."""
    parts = [(part, bool(place % 2)) for place, part in enumerate(text.split("**")) if part]
    needed = sum(measure(part, style.BODY, is_bold=is_bold) for part, is_bold in parts)
    size = max(style.CAPTION - 1, int(style.BODY * min(1.0, room / max(1.0, needed))))
    made: list[Item] = []
    for part, is_bold in parts:
        made.append(Text(x, y, part, size, color, "start", is_bold=is_bold))
        x += measure(part, size, is_bold=is_bold)
    return made


class QuestionCard(Retranslated, QFrame):
    """The question before a decision, with two answers, and the switch that turns the questions on.

    Attributes:
        ask_box: the switch.
        buttons: the answers.
        title, question, verdict: the texts.
        score: how many answers were right.
        repeat_button: the button that asks the decisions again that were answered wrongly.
    """

    answered = Signal(int)
    """Emitted with the index of the answer that the user chose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        style.set_look(self, role="card")
        self.title, self.question, self.verdict, self.score = (PlainLabel() for _ in range(4))
        self.title.setFont(style.font(style.TITLE, bold=True))
        style.set_look(self.score, role="caption")
        for label in (self.question, self.verdict):
            label.setWordWrap(True)
        self.buttons = (QPushButton("1"), QPushButton("2"))
        self.ask_box, self.repeat_button = QCheckBox(), QPushButton()
        style.set_look(self.repeat_button, kind="quiet")
        self._prediction: Prediction | None = None
        self._chosen = -1
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(6)
        for label in (self.title, self.question):
            column.addWidget(label)
        for number, button in enumerate(self.buttons):
            button.clicked.connect(lambda _=False, number=number: self.answered.emit(number))
            column.addWidget(button)
        column.addWidget(self.verdict)
        column.addWidget(self.ask_box)
        row = QHBoxLayout()
        row.addWidget(self.score)
        row.addStretch(1)
        row.addWidget(self.repeat_button)
        column.addLayout(row)
        self.ask(None)
        self.show_score(Predictions())
        self.follow_changes()

    @property
    def prediction(self) -> Prediction | None:
        """The question shown, or None."""
        return self._prediction

    def ask(self, prediction: Prediction | None, chosen: int = -1) -> None:
        """Show a question, or none.

        Args:
            prediction: the question, or None.
            chosen: the answer that the user has chosen, or -1.
        """
        self._prediction, self._chosen = prediction, chosen
        for widget in (self.title, self.question, *self.buttons):
            widget.setVisible(prediction is not None)
        self.verdict.setVisible(prediction is not None and chosen >= 0)
        if prediction is None:
            return
        self.title.setText(prediction.title)
        self.question.setText(prediction.question.text)
        for number, (button, words) in enumerate(zip(self.buttons, prediction.answers, strict=True)):
            button.setText(f"{number + 1}   {words.text}")
            is_right = number == prediction.right
            state = "" if chosen < 0 or number not in (chosen, prediction.right) else "good" if is_right else "bad"
            button.setProperty("answer", state or None)
            style.set_look(button)
        if chosen >= 0:
            is_right = chosen == prediction.right
            style.set_look(self.verdict, role="good" if is_right else "error")
            sign = "✓" if is_right else "✗"
            self.verdict.setText(f"{sign} {prediction.explanation.text}")

    def show_score(self, predictions: Predictions) -> None:
        """Show how many answers were right."""
        made = predictions
        words = tr("predicted right {right} / {total}", right=made.right, total=made.total) if made.total else ""
        self.score.setText(words)
        self.repeat_button.setVisible(bool(made.wrong))
        self.repeat_button.setText(ngettext("Repeat {count} question", "Repeat {count} questions", len(made.wrong)))

    def retranslate(self) -> None:
        self.ask_box.setText(tr("Ask before each decision"))
        self.ask_box.setToolTip(tr("The replay stops before each decision and asks. Keys 1 and 2 answer."))


class StepsPanel(Retranslated, ScrollArea):
    """The panel.

    Attributes:
        cards, code, card: its parts.
    """

    uncovered = Signal()
    """Emitted when the panel becomes visible."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards, self.code, self.card = NumberCards(), CodeView(), QuestionCard()
        self.setFrameShape(ScrollArea.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        style.set_look(inner, role="surface")
        column = QVBoxLayout(inner)
        column.setContentsMargins(12, 8, 12, 12)
        column.setSpacing(8)
        for widget in (self.cards, self.code, self.card):
            column.addWidget(widget)
        column.addStretch(1)
        self.setWidget(inner)
        self.follow_changes()

    def showEvent(self, event: QShowEvent) -> None:
        """Announce that the panel can be seen."""
        super().showEvent(event)
        self.uncovered.emit()

    def retranslate(self) -> None:
        self.setAccessibleName(tr("Step by step"))
        self.code.update()
        self.cards.update()

    def restyle(self) -> None:
        """Draw the numbers and the code in the colours of the theme in use."""
        self.code.update()
        self.cards.update()
