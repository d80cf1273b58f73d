"""The replay of the line in question in steps: its sentences, numbers, code and questions."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.core.language import ngettext, tr
from engine.searchtree.events import SearchEvents
from engine.searchtree.question import left_out, visits_in_question
from engine.searchtree.replay import SearchReplay
from studio.analysis import figures
from studio.look import foreign, style
from studio.steps.bar import StepBar
from studio.steps.panel import StepsPanel
from studio.steps.player import StepPlayer
from studio.steps.predicting import DecisionPlace, Predictions
from studio.steps.sentence import StepSentence
from studio.tree.views import texts
from studio.tree.views.shown import ShownTree
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated


class LineSteps(Retranslated, QWidget):
    """The column at the right of a tree while its search is replayed in steps, with the line in question above.

    The line in question leads to the node that was selected when the replay began. Searches of other nodes are one step
    each. Nothing is computed before a replay begins.

    Args:
        shown: the shown tree.
        bar: the bar of the steps.
        sentence: the card of their sentences.

    Attributes:
        player: the player.
        panel: its panel.
        node: the node in question, or -1 if no replay is shown.
        line: the label with the line in question.
        question_button: the button that makes the selected node the one in question.
    """

    def __init__(self, shown: ShownTree, bar: StepBar, sentence: StepSentence, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown, self._bar = shown, bar
        self.panel = StepsPanel()
        self.player = StepPlayer(bar, sentence, self.panel, self)
        self.node, self._visits = -1, tuple[int, ...]()
        self.line, self.question_button = PlainLabel(), QPushButton()
        self.line.setWordWrap(True)
        style.set_look(self.line, role="caption")
        style.set_look(self.question_button, kind="quiet")
        head = QWidget()
        style.set_look(head, role="surface")
        row = QHBoxLayout(head)
        row.setContentsMargins(style.PADDING, 8, style.PADDING, 0)
        row.addWidget(self.line, 1)
        row.addWidget(self.question_button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self.panel, 1)
        self.question_button.clicked.connect(lambda: self.begin(shown.selected))
        bar.moved.connect(lambda _: self.show_step())
        self.player.redrawn.connect(self.show_step)
        self.player.repeated.connect(self._repeat)
        shown.chosen.connect(lambda _: self._describe())
        shown.view_changed.connect(self._turn)
        self.follow_changes()

    @property
    def is_shown(self) -> bool:
        """Whether a replay is shown."""
        return self.node >= 0

    def begin(self, node: int) -> None:
        """Replay the search to a node and below it, from the step before it is entered."""
        tree = self._shown.tree
        if tree is None or tree.facts.kind != "windows" or not 0 <= node < len(tree):
            return
        self.node, self._visits = node, visits_in_question(tree, node)
        self._replay = self._made()
        self.player.begin()
        first = next((at for at, event in enumerate(self._replay.events.events) if event.visit == node), 0)
        self._bar.show_replay(self._replay, first)
        self.show_step()

    def end(self) -> None:
        """Show the whole tree again."""
        self._bar.stop()
        if self.is_shown:
            self.node = -1
            self._shown.show_event(None)
        self.player.show_step(None)

    def forget(self) -> None:
        """Forget the answers to the questions about another tree."""
        self.player.predictions = Predictions()

    def _made(self) -> SearchReplay:
        assert self._shown.tree is not None
        side = 0 if self._shown.view is texts.View.FIRST else None
        return SearchReplay(SearchEvents(self._shown.tree, self._visits[0], self._visits), side)

    def _turn(self) -> None:
        """Show the same step with the values for another side."""
        if self.is_shown:
            self._replay = self._made()
            self.show_step()

    def show_step(self) -> None:
        """Show the step at which the bar is."""
        if not self.is_shown:
            return
        self._shown.show_step(self._replay, self._bar.step)
        self.player.show_step(self._replay, (str(self.node), self._replay.events.tree.facts.algorithm))
        self._describe()

    def _repeat(self, asked: DecisionPlace) -> None:
        """Ask a decision again that was answered wrongly."""
        self.begin(int(asked.tree))
        self.panel.card.ask_box.setChecked(True)
        self._bar.slider.setValue(asked.step)

    def _describe(self) -> None:
        """Write the line in question, and offer the selected node if the search is at another one."""
        tree, selected = self._shown.tree, self._shown.selected
        if tree is None or not self.is_shown:
            return
        moves = " ".join(texts.move_text(tree, each) for each in tree.path(self.node))
        words = tr("Line in question: {line}", line=foreign.one_line(moves))
        if count := left_out(tree, self.node, self._visits):
            words += "  ·  " + ngettext(
                "{count} visit below it is not replayed", "{count} visits below it are not replayed", count,
                count=figures.grouped(count),
            )  # fmt: skip
        self.line.setText(words)
        event = self._replay.events.events[self._bar.step - 1] if self._bar.step else None
        place = self._replay.events.place(event) if event is not None else self._visits[0]
        self.question_button.setVisible(selected not in (place, self.node))
        self.question_button.setText(tr("Replay {move}", move=foreign.one_line(texts.move_text(tree, selected), 20)))

    def retranslate(self) -> None:
        self.line.setAccessibleName(tr("Line in question"))
        self.question_button.setAccessibleName(tr("Replay the node in steps"))
        self.show_step()
