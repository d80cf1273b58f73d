"""The head of the Review workspace, with the reviewer, the progress and the commands for the whole review."""

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from engine.analysis.accuracy import Scoring
from engine.analysis.verdict import Thresholds
from engine.core.game import Game, find_game
from engine.core.language import ngettext, tr
from studio.analysis.budget import BudgetBox
from studio.analysis.choice import AnalysisChoice
from studio.document.values import algorithm_title, evaluation_title
from studio.look import foreign, icons, palette, style
from studio.look.marks import mark_icon
from studio.review.review import GameReview
from studio.widgets.elided import ElidedLabel
from studio.widgets.evaluation_box import EvaluationBox
from studio.widgets.fitted import widgets_in
from studio.widgets.option_form import OptionForm
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

SMALL = 800
"""Width in px below which only what is needed most is shown, with a large text on a small screen."""
REVIEWER = 160
"""Width that the name of the reviewer has at least, in px, however little room there is."""


class ReviewHead(Retranslated, QWidget):
    """Head with the reviewer, the state, and buttons.

    Attributes:
        row: the row with all parts.
        reviewer_button: the button whose menu has the reviewers of the record and the algorithms of the next review.
        status: the label that shows the state of the review.
        guess_button: the button that hides the evaluations until the user guesses a move.
        side_button: the button that restricts the list to the moves of one side.
        settings_button: the button for thresholds, limit and evaluation.
        insert_button: the button that inserts the best lines into the record.
        run_button: the button that starts, pauses or resumes a review.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.reviewer_button = QToolButton()
        self.reviewer_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.reviewer_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        style.set_look(self.reviewer_button, kind="chooser")
        self.reviewers = QMenu(self.reviewer_button)
        self.reviewer_button.setMenu(self.reviewers)
        self.status = ElidedLabel()
        style.set_look(self.status, role="secondary")
        self.guess_button, self.side_button = QPushButton(), QPushButton()
        for button in (self.guess_button, self.side_button):
            button.setCheckable(True)
            style.set_look(button, kind="chip")
        self.settings_button = QToolButton()
        self.settings_button.setIcon(icons.icon("settings"))
        self.settings_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.insert_button = QToolButton()
        self.insert_button.setIcon(icons.icon("branch"))
        self.run_button = QPushButton()
        self.row = row = QHBoxLayout(self)
        row.setContentsMargins(style.PADDING, style.HEADER_MARGIN, style.PADDING, style.HEADER_MARGIN)
        row.setSpacing(style.PADDING)
        row.addWidget(self.reviewer_button)
        row.addWidget(self.status, 1)
        for widget in (
            self.guess_button, self.side_button, self.settings_button, self.insert_button, self.run_button,
        ):  # fmt: skip
            row.addWidget(widget)
        self._state = ""
        self._titles, self._statuses = ("", ""), ("", "")
        self.follow_changes()

    def show_running(self, state: str) -> None:
        """Set what the button does: ``start`` or ``again`` a review, ``check`` it, ``pause`` it, or ``resume`` it."""
        self._state = state
        texts = {
            "start": tr("Review"), "again": tr("Review again"), "check": tr("Check the rest"), "pause": tr("Pause"),
            "resume": tr("Go on"),
        }  # fmt: skip
        names = {"start": "play", "again": "refresh", "check": "play", "pause": "pause", "resume": "play"}
        self.run_button.setText(texts.get(state, ""))
        color = palette.current().on_accent if state == "start" else None
        if state:
            self.run_button.setIcon(icons.icon(names[state], color))
        style.set_look(self.run_button, kind="primary" if state == "start" else "")

    def show_review(self, game: str, review: GameReview, *, is_empty: bool) -> None:
        """Show the reviewer and the state of the review.

        Args:
            game: identifier of the game.
            review: the review.
            is_empty: whether the button that starts a review is shown elsewhere.
        """
        runner, source = review.runner, review.source
        name, evaluation = (review.reviewers[0].name, "") if source is None else source
        words = [algorithm_title(name)]
        # The strongest search of Go judges by playouts. The evaluation is only the scale of its scores.
        if evaluation and name.partition(":")[0] != find_game(game).strongest:
            words.append(evaluation_title(game, evaluation))
        shorter = " · ".join(words)
        depths = {each.judgement.depth for each in review.verdicts if each.before.win_in is None}
        if len(depths) == 1 and None not in depths:
            words.append(tr("depth {depth}", depth=next(iter(depths))))
        text = " · ".join(words)
        self.reviewer_button.setIcon(mark_icon(name.partition(":")[0]))
        self._titles = foreign.one_line(text), foreign.one_line(shorter)
        self.reviewer_button.setToolTip(foreign.tool_tip(text))
        has, count = bool(review.verdicts), review.move_count
        self._statuses = self._status(review, count)
        state = "again" if has else "start"
        if review.can_check:
            state = "check"
        if runner.is_running:
            state = "resume" if runner.is_paused else "pause"
        self.show_running(state)
        self.run_button.setEnabled(count > 0)
        self.run_button.setVisible(not is_empty)
        self.insert_button.setEnabled(has)
        self.guess_button.setEnabled(has)
        self._fit()

    @staticmethod
    def _status(review: GameReview, count: int) -> tuple[str, str]:
        """Return a text with the number of moves that were reviewed, and a shorter one."""
        runner, done = review.runner, review.full_count
        if runner.is_running:
            share = f"{100 * runner.progress:.0f}"
            text = ngettext("{done} of {count} move reviewed, {share} %", "{done} of {count} moves reviewed, {share} %",
                            count, done=done, share=share)  # fmt: skip
            if review.is_checking:
                text = f"{_checked(review)}, {share} %"
            return (f"{text} · {tr('paused')}" if runner.is_paused else text), f"{share} %"
        if not review.verdicts:
            text = ngettext("{count} move, not reviewed", "{count} moves, not reviewed", count)
            if given := review.given_count:
                return f"{text} · {tr('{count} with a score from the file', count=given)}", text
            return text, ""
        if len(review.verdicts) < count:
            text = ngettext("{done} of {count} move reviewed", "{done} of {count} moves reviewed", count,
                            done=len(review.verdicts))  # fmt: skip
            return text, ""
        text = ngettext("{count} move, reviewed", "{count} moves, all reviewed", count)
        if review.check_counts[1]:
            return f"{text} · {_checked(review)}", _checked(review)
        return text, ngettext("{count} move", "{count} moves", count)

    def _fit(self) -> None:
        """Shorten texts until the name of the reviewer has room, the least important ones first."""
        guess = tr("Guess first, hide the evaluations"), tr("Guess first")
        (text, shorter), (title, without_depth) = self._statuses, self._titles
        for chip, status, name in (
            (guess[0], text, title), (guess[1], text, title), (guess[1], shorter or text, title),
            (guess[1], shorter or text, without_depth),
        ):  # fmt: skip
            self.guess_button.setText(chip)
            self.status.set_whole(text, shorter)
            self._set_reviewer(name)
            missing = self._missing(status)
            if missing <= 0:
                return
        metrics = self.reviewer_button.fontMetrics()
        least = REVIEWER if self.width() >= SMALL else REVIEWER // 2
        room = max(least, metrics.horizontalAdvance(without_depth) - missing)
        self._set_reviewer(metrics.elidedText(without_depth, Qt.TextElideMode.ElideRight, room))

    def _set_reviewer(self, text: str) -> None:
        self.reviewer_button.setText(text.replace("&", "&&"))

    def _missing(self, status: str) -> int:
        """Return the width in px that the head lacks to show all its texts, with this status."""
        row = self.row
        margins = row.contentsMargins()
        parts = [part for part in widgets_in(row) if part is not self.status]
        widths = [part.sizeHint().width() for part in parts if not part.isHidden()]
        widths.append(self.status.fontMetrics().horizontalAdvance(status) + 2)
        return sum(widths) + row.spacing() * (len(widths) - 1) + margins.left() + margins.right() - self.width()

    def resizeEvent(self, event: object) -> None:
        """Hide and shorten texts that have no room."""
        narrow = self.width() < 1100
        self.settings_button.setToolButtonStyle(
            Qt.ToolButtonStyle.ToolButtonIconOnly if narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        )
        self.guess_button.setVisible(self.width() >= 900)
        self.status.setVisible(self.width() >= SMALL)
        self.row.setSpacing(style.PADDING if self.width() >= SMALL else 4)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Return a size that does not widen the window."""
        return QSize(560, super().minimumSizeHint().height())

    def retranslate(self) -> None:
        self.guess_button.setToolTip(tr("Hide evaluations, arrows and glyphs until you have made a move (G)"))
        self.settings_button.setText(tr("Thresholds"))
        text = tr("Thresholds of the classes, formula of the accuracy, limit and evaluation of the review")
        self.settings_button.setToolTip(text)
        self.settings_button.setAccessibleName(text)
        text = tr("Insert the best lines into the record…")
        self.insert_button.setToolTip(text)
        self.insert_button.setAccessibleName(text)
        self.reviewer_button.setAccessibleName(tr("Reviewer"))
        self.show_running(self._state)
        self._fit()

    def restyle(self) -> None:
        """Draw the icons in the colours of the theme in use."""
        self.show_running(self._state)


def _checked(review: GameReview) -> str:
    """Return how many of the verdicts that need a check were checked."""
    done, count = review.check_counts
    return tr("checked {done} of {count}", done=done, count=count)


class SettingsPopup(QFrame):
    """Floating form with the settings of the review: thresholds, formula of the accuracy, limit and evaluation.

    Edits take effect immediately.

    Args:
        thresholds: the thresholds in ``game``.
        formula: name of the formula of the accuracy.
        choice: the choice of the limit and the evaluation.
        game: the game whose thresholds are edited.
        parent: parent widget.

    Attributes:
        form: the thresholds.
        reset_button: the button that sets the default thresholds of the game.
        scoring: the formula.
    """

    thresholds_edited = Signal(object)
    """Emitted with the new ``Thresholds``."""
    formula_chosen = Signal(str)
    """Emitted with the name of the formula of the accuracy."""

    def __init__(
        self, thresholds: Thresholds, formula: str, choice: AnalysisChoice, game: Game, parent: QWidget
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        style.set_look(self, role="card")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setSpacing(style.PADDING)
        title = tr("{game}: classes, in points of the chance of winning", game=tr(game.title))
        layout.addWidget(self._title(title))
        self.form = OptionForm(Thresholds, thresholds)
        layout.addWidget(self.form)
        self.reset_button = QPushButton(tr("Default values"))
        self.reset_button.setToolTip(tr("Only {game}; each game has its own thresholds", game=tr(game.title)))
        self.reset_button.clicked.connect(lambda: self.form.set_value(Thresholds()))
        self.reset_button.setEnabled(thresholds != Thresholds())
        layout.addWidget(self.reset_button)
        self.scoring = OptionForm(Scoring, Scoring(formula))
        layout.addWidget(self.scoring)
        layout.addWidget(style.separator())
        layout.addWidget(self._title(tr("Limit and evaluation of the next review")))
        self.budget_box, self.evaluation_box = BudgetBox(choice.budget), EvaluationBox()
        self.evaluation_box.show_evaluations(game.name, choice.evaluation_for(game.name))
        self.evaluation_box.setAccessibleName(tr("Evaluation"))
        layout.addWidget(self.budget_box)
        layout.addWidget(self.evaluation_box)
        self.form.changed.connect(self._thresholds_edited)
        self.scoring.changed.connect(lambda: self.formula_chosen.emit(self.scoring.value().formula))
        self.budget_box.changed.connect(choice.set_budget)
        self.evaluation_box.edited.connect(choice.set_evaluation)

    def _thresholds_edited(self) -> None:
        self.reset_button.setEnabled(self.form.value() != Thresholds())
        self.thresholds_edited.emit(self.form.value())

    @staticmethod
    def _title(text: str) -> PlainLabel:
        title = PlainLabel(text)
        title.setFont(style.font(bold=True))
        return title

    def show_below(self, widget: QWidget) -> None:
        """Show the form below a widget, aligned to its right edge."""
        self.adjustSize()
        corner = widget.mapToGlobal(QPoint(widget.width() - self.width(), widget.height() + 2))
        screen = widget.screen().availableGeometry()
        corner.setX(max(screen.left(), min(corner.x(), screen.right() - self.width())))
        self.move(corner)
        self.show()
