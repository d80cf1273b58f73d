"""The player of a search: its sentence, its panel and its questions follow the step that the bar shows."""

from PySide6.QtCore import QObject, Signal

from engine.searchtree.narration import Prediction
from engine.searchtree.replay import SearchReplay
from studio.steps.bar import StepBar
from studio.steps.panel import StepsPanel
from studio.steps.predicting import DecisionPlace, Predictions
from studio.steps.sentence import StepSentence


class StepPlayer(QObject):
    """What is shown of the steps of a search, and the answers to the questions before its decisions.

    Args:
        bar: the bar with which the user chooses the step.
        sentence: the card of the sentence.
        panel: the numbers, the code and the question. They are computed when the panel is visible.
        parent: parent object.

    Attributes:
        bar, sentence, panel: the arguments.
        replay: the search, or None.
        predictions: the answers.
    """

    redrawn = Signal()
    """Emitted when the same step must be shown again, because a question was answered or is no longer asked."""
    repeated = Signal(object)
    """Emitted with the ``DecisionPlace`` that the user wants to be asked about again."""

    def __init__(self, bar: StepBar, sentence: StepSentence, panel: StepsPanel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.bar, self.sentence, self.panel = bar, sentence, panel
        self.replay: SearchReplay | None = None
        self.predictions = Predictions()
        self._search = "", ""
        # The question that was answered last, the answer, and the number of steps at which both are still shown.
        self._answered: tuple[Prediction, int, int] | None = None
        bar.is_question = self.is_question
        panel.card.answered.connect(self.answer)
        panel.card.ask_box.toggled.connect(self._ask_toggled)
        panel.card.repeat_button.clicked.connect(self._repeat)
        panel.code.step_chosen.connect(bar.slider.setValue)
        panel.uncovered.connect(self._show_panel)

    def begin(self) -> None:
        """Ask every decision again, and forget the answer shown."""
        self.predictions.begin()
        self._answered = None

    def show_step(self, replay: SearchReplay | None, search: tuple[str, str] = ("", "")) -> None:
        """Show the step of a search that the bar shows.

        Args:
            replay: the search, or None if there is none.
            search: the tree and the algorithm, as texts, by which a question is found again.
        """
        self.replay, self._search = replay, search
        if replay is not None:
            self.sentence.show_narration(replay.narrate(self.bar.step))
            self._show_panel()

    def _show_panel(self) -> None:
        """Show the numbers, the code and the question of the step, if they can be seen."""
        replay, panel, step = self.replay, self.panel, self.bar.step
        if replay is None or not panel.isVisible():
            return
        panel.cards.show_numbers(*replay.numbers(step))
        panel.code.show_step(replay, step)
        if self._answered is not None and self._answered[2] == step:
            panel.card.ask(*self._answered[:2])
        else:
            panel.card.ask(self._question() if self.is_question() else None)
        panel.card.show_score(self.predictions)

    # --- predictions --------------------------------------------------------------------------------------------------

    @property
    def asked(self) -> DecisionPlace:
        """Where the search is."""
        return DecisionPlace(*self._search, self.bar.step)

    def _question(self) -> Prediction | None:
        """Return the question about the next step, or None if the search decides nothing in it."""
        return self.replay.predict(self.bar.step) if self.replay is not None else None

    def is_question(self) -> bool:
        """Return whether the next step is a decision that the user is asked about and has not answered."""
        if self.replay is None or not self.panel.card.ask_box.isChecked():
            return False
        return self.replay.is_decision(self.bar.step) and self.asked not in self.predictions.answered

    def answer(self, number: int) -> None:
        """Answer the question about the next step with one of its two answers. A right answer shows the step."""
        prediction = self._question() if self.is_question() else None
        if prediction is None:
            return
        is_right = number == prediction.right
        self.predictions.answer(self.asked, is_right=is_right)
        self._answered = prediction, number, self.bar.step + is_right
        if is_right:
            self.bar.step_by(1)
        else:
            self.redrawn.emit()

    def _ask_toggled(self, _: bool) -> None:
        self.begin()
        self.redrawn.emit()

    def _repeat(self) -> None:
        """Ask for the first decision that was answered wrongly."""
        if self.predictions.wrong:
            self.repeated.emit(self.predictions.wrong[0])
