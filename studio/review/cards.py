"""The cards of both players: accuracy, numbers of moves by class, and a histogram of losses."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from engine.analysis.accuracy import DEFAULT, FORMULAS, Accuracy, formula_text, places_of, unit_text
from engine.analysis.verdict import KINDS, Thresholds, Verdict
from engine.core.evaluation import scale_of
from engine.core.language import ngettext, tr
from engine.core.outcome import Player
from engine.records.tree import ROOT, Record
from studio.board.sides import seen_colors
from studio.document.values import player_title
from studio.look import foreign, palette, scores, style
from studio.review import words
from studio.review.retry import Retry
from studio.review.review import GameReview
from studio.review.words import kind_color
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel

COUNTED = ("blunder", "mistake", "inaccuracy", "best")
"""Classes with a button. A missed win counts as a blunder."""
LOW, TALL = 112, 232
"""Height of the cards without and with histograms in px."""
WIDE, HIGH = 600, 560
"""Width of the panel from which the buttons have icons, and height from which there are histograms, in px."""
BAR = 3
"""Width of the line in the colour of the side at the left edge of a card, in px."""


def counted_as(verdict: Verdict) -> str:
    """Return the class under which a move is counted on a card."""
    return "blunder" if verdict.kind.name == "missed_win" else verdict.kind.name


class Histogram(QWidget):
    """Histogram of the losses of a player in points of the chance of winning."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.counts: list[int] = []
        self.labels: list[str] = []
        self.colors: list[QColor] = []
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(0)

    def sizeHint(self) -> QSize:
        """Return a size in which the bars are recognisable."""
        return QSize(280, 92)

    def show_losses(self, verdicts: Sequence[Verdict], thresholds: Thresholds) -> None:
        """Count the moves by their losses, with the thresholds as limits. Probable mistakes are left out."""
        limits = sorted({thresholds.inaccuracy, thresholds.mistake, thresholds.blunder})
        counts = [0] * (len(limits) + 2)
        for verdict in verdicts:
            if verdict.kind.name == "forced" or verdict.doubts:
                continue
            points = verdict.points
            place = 0 if points <= 1e-9 else 1 + sum(points >= limit - 1e-9 for limit in limits)
            counts[place] += 1
        self.counts = counts
        self.labels = ["0", *(f"<{limit}" for limit in limits), f"≥{limits[-1]}"]
        look = palette.current()
        names = ("good", "good", "inaccuracy", "mistake", "blunder")
        self.colors = [
            palette.mixed(look.secondary, look.surface, 0.45) if n == "good" else kind_color(n) for n in names
        ]
        self.setAccessibleName(
            ", ".join(f"{label}: {count}" for label, count in zip(self.labels, self.counts, strict=True))
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bars with their numbers, and the limits below them."""
        if not self.counts or self.height() < 44:
            return
        painter = QPainter(self)
        look = palette.current()
        painter.setFont(style.font(style.CAPTION, tabular=True))
        bottom, top = self.height() - 18, 14
        slot = self.width() / len(self.counts)
        most = max(1, *self.counts)
        painter.setPen(look.line)
        painter.drawLine(0, bottom, self.width(), bottom)
        for place, count in enumerate(self.counts):
            height = (bottom - top) * count / most
            x = place * slot
            if count:
                painter.fillRect(QRectF(x + slot * 0.14, bottom - height, slot * 0.72, height), self.colors[place])
                painter.setPen(look.secondary)
                painter.drawText(QRectF(x, bottom - height - 15, slot, 14), Qt.AlignmentFlag.AlignCenter, str(count))
            painter.setPen(look.secondary)
            painter.drawText(QRectF(x, bottom + 2, slot, 15), Qt.AlignmentFlag.AlignCenter, self.labels[place])
        painter.end()


def _dot(color: QColor) -> QIcon:
    """Return a small disc in the colour of a class."""
    pixmap = QPixmap(32, 32)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(QRectF(2, 2, 28, 28))
    painter.end()
    return QIcon(pixmap.copy())


class PlayerCard(QWidget):
    """Card of one player."""

    asked = Signal(str)
    """Emitted with a class when the user asks for the player's next move of this class."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        style.set_look(self, role="card")
        self._color = QColor()
        self._is_small = False
        self.title, self.name = PlainLabel(), ElidedLabel()
        self.accuracy, self.interval, self.counted = PlainLabel(), PlainLabel(), ElidedLabel()
        self.without, self.caption, self.hidden = ElidedLabel(), PlainLabel(), PlainLabel()
        self.title.setFont(style.font(bold=True))
        style.set_look(self.accuracy, role="score")
        for label in (self.name, self.interval, self.counted, self.without, self.caption):
            style.set_look(label, role="caption")
        self.name.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.counted.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.caption.setAlignment(Qt.AlignmentFlag.AlignCenter)
        style.set_look(self.hidden, role="secondary")
        self.hidden.setWordWrap(True)
        self.hidden.hide()
        self.histogram = Histogram()
        self.buttons: dict[str, QPushButton] = {}
        row = QHBoxLayout()
        row.setSpacing(4)
        for name in COUNTED:
            button = self.buttons[name] = QPushButton()
            style.set_look(button, kind="chip")
            button.setIconSize(QSize(8, 8))
            button.clicked.connect(lambda _=False, name=name: self.asked.emit(name))
            row.addWidget(button)
        row.addStretch(1)
        head, numbers = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.title)
        head.addWidget(self.name, 1)
        numbers.addWidget(self.accuracy)
        numbers.addWidget(self.interval)
        numbers.addWidget(self.counted, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 8, 12, 6)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addLayout(numbers)
        layout.addWidget(self.without)
        layout.addLayout(row)
        layout.addWidget(self.hidden)
        layout.addWidget(self.histogram, 1)
        layout.addWidget(self.caption)
        self._spare = [self.histogram, self.caption, self.without]
        layout.addStretch(0)

    def show_player(
        self, side: str, player: str, color: QColor, verdicts: Sequence[Verdict],
        thresholds: Thresholds, formula: str, texts: tuple[str, str, str, str, str],
    ) -> None:  # fmt: skip
        """Show a player.

        Args:
            side: name of the side.
            player: name of the player.
            color: colour of the side.
            verdicts: the judged moves of the player.
            thresholds: the limits between the classes.
            formula: tooltip of the accuracy.
            texts: texts of the accuracy (``_accuracy_texts``), and how many moves it leaves out.
        """
        self._color = color
        self.title.setText(side)
        self.name.set_whole(player)
        value, interval, counted, shorter, without = texts
        self.accuracy.setText(value)
        self.interval.setText(interval)
        self.counted.set_whole(counted, shorter)
        self.without.set_whole(without)
        for label in (self.accuracy, self.interval):
            label.setToolTip(formula)
        words = {"best": "✓" if self._is_small else tr("best")}
        for name, button in self.buttons.items():
            count = sum(counted_as(each) == name for each in verdicts)
            button.setText(f"{count} {words.get(name, KINDS[name].glyph)}")
            button.setEnabled(count > 0)
            text = tr("{kind}: {count}; go to the next one", kind=tr(KINDS[name].title), count=count)
            button.setToolTip(text)
            button.setAccessibleName(text)
            button.setIcon(_dot(kind_color(name)) if count and not self._is_small else QIcon())
        self.caption.setText(tr("moves by points of the chance of winning lost"))
        self.histogram.show_losses(verdicts, thresholds)
        self.set_hidden("")

    def set_small(self, on: bool) -> None:
        """Set whether the buttons have as little text as possible. The card must then be shown again."""
        if on != self._is_small:
            self._is_small = on
            for button in self.buttons.values():
                button.setProperty("room", "little" if on else "")
                style.set_look(button, kind="chip")

    def set_hidden(self, sentence: str) -> None:
        """Hide the numbers and show a sentence instead, or show them again if it is empty."""
        self.hidden.setText(sentence)
        self.setToolTip(sentence)
        for part in (*self.buttons.values(), self.interval, *self._spare):
            part.setVisible(not sentence)
        if sentence:
            self.accuracy.setText("—")
            self.counted.set_whole(tr("shown when you have found it"))
        self._fit()

    @property
    def _is_high(self) -> bool:
        """Whether there is room for the histogram or the sentence in its place."""
        return self.height() >= 176

    def _fit(self) -> None:
        for part in self._spare:
            part.setVisible(self._is_high and not self.hidden.text())
        self.hidden.setVisible(self._is_high and bool(self.hidden.text()))
        if not self.without.whole:
            self.without.hide()

    def resizeEvent(self, event: object) -> None:
        """Hide the histogram in a low card."""
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line in the colour of the side."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(QRectF(0, 6, BAR, self.height() - 12), self._color)
        painter.end()


class PlayerCards(QWidget):
    """The cards of both players side by side.

    Attributes:
        cards: the cards of FIRST and SECOND.
    """

    asked = Signal(str, object)
    """Emitted with a class and a player when the user asks for the player's next move of this class."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = (PlayerCard(), PlayerCard())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(style.PADDING, 4, style.PADDING, 4)
        layout.setSpacing(style.PADDING)
        for player, card in zip(Player, self.cards, strict=True):
            card.asked.connect(lambda name, player=player: self.asked.emit(name, player))
            layout.addWidget(card, 1)

    def fit(self, size: QSize) -> None:
        """Fit the cards to the size of the panel. They must then be shown again."""
        for card in self.cards:
            card.set_small(size.width() < WIDE)
        self.setFixedHeight(TALL if size.height() >= HIGH else LOW)

    def show_review(self, record: Record, review: GameReview, retry: Retry) -> None:
        """Show the players of a record. In a retry, the card of the player to move has no numbers.

        Args:
            record: the record.
            review: the judged moves.
            retry: the search for a better move by the user.
        """
        tree, formula = record.tree, _formula(record, review)
        evaluation = "" if review.source is None else review.source[1]
        colors = seen_colors(tree.game, tree.position(ROOT))
        hidden = retry.verdict if retry.is_hiding else None
        for player, card in zip(Player, self.cards, strict=True):
            verdicts = [each for each in review.verdicts if each.player is player]
            name = player_title(record.headers.get("Black" if player else "White", ""))
            side = words.side_of(tree, player)
            texts = _accuracy_texts(review.accuracies[player], review.formula, tree.game.name, evaluation)
            count = review.left_out(player)
            parts = [tr("{count} with a forced win or loss left out", count=count)] if count else []
            unsure = sum(each.doubts for each in verdicts)
            if unsure:
                parts.append(tr("{count} unsure, with the smaller loss", count=unsure))
            without = " · ".join(parts)
            card.show_player(
                side,
                "" if name == "?" else name,
                colors[player],
                verdicts,
                review.thresholds,
                formula,
                (*texts, without),
            )
            if hidden is not None and (hidden.player is player or retry.is_guess):
                card.set_hidden(tr("The numbers and the histogram of {side} are hidden, so that they do not give the "
                                   "answer away.", side=side))  # fmt: skip
        self.setVisible(bool(review.verdicts) or review.runner.is_running)


def _accuracy_texts(found: Accuracy | None, formula: str, game: str, evaluation: str) -> tuple[str, str, str, str]:
    """Return the texts of an accuracy: the number, its interval, what the number is, and the last in fewer words."""
    if found is None:
        return "–", "", "", ""
    if not FORMULAS[formula].is_loss:
        counted = ngettext("% accurate, on {count} move", "% accurate, on {count} moves", found.count)
        text = counted if formula == DEFAULT else f"{counted} · {tr(FORMULAS[formula].title)}"
        shorter = ngettext("% on {count} move", "% on {count} moves", found.count)
        return f"{found.value:.0f}", f"± {(found.high - found.low) / 2:.0f}", text, shorter
    # The interval is not symmetric: most moves lose nothing.
    value, low, high = (
        scores.decimals(each, places_of(game, evaluation)) for each in (found.value, found.low, found.high)
    )
    unit, count = unit_text(game, evaluation), found.count
    return (
        value,
        f"{low}–{high}",
        ngettext("{unit} lost per move, on {count} move", "{unit} lost per move, on {count} moves", count, unit=unit),
        ngettext("{unit} lost, on {count} move", "{unit} lost, on {count} moves", count,
                 unit=tr("points") if scores.shows_chance(game) else unit),
    )  # fmt: skip


def _formula(record: Record, review: GameReview) -> str:
    """Return the tooltip with the formula of the accuracy, its source, the interval and the scale."""
    evaluation = "" if review.source is None else review.source[1]
    formula = FORMULAS[review.formula]
    sentences = [
        formula_text(review.formula, record.game.name, evaluation),
        tr("Source: {source}", source=formula.source),
        tr("The interval contains 95 % of the results for moves drawn at random from those counted."),
    ]
    if not formula.is_loss:
        sentences.append(
            tr("Chance of winning = 1 / (1 + exp(−2 · score / {scale})), with the scale of the evaluation.",
               scale=scale_of(record.game.name, evaluation)),
        )  # fmt: skip
    return foreign.tool_tip("\n".join(sentences))
