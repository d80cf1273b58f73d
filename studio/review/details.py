"""The panel below the list of moments, with the selected move, the best line and commands for the move."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.analysis.verdict import Verdict, search_note
from engine.core.language import tr
from engine.records.tree import GameTree
from studio.document.values import Source, algorithm_title
from studio.look import foreign, icons, scores, style
from studio.look.marks import mark_icon
from studio.review import words
from studio.review.review import Opinion
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

LINE_PLIES = 6
"""Number of plies of the best line that are shown."""


class Details(Retranslated, QWidget):
    """Panel with the selected move.

    Attributes:
        retry_button, insert_button, compare_button: the commands for the move.
    """

    retry_asked = Signal()
    insert_asked = Signal()
    compare_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.played, self.glyph, self.summary = PlainLabel(), PlainLabel(), ElidedLabel()
        style.set_look(self.played, role="title")
        self.glyph.setFont(style.font(style.TITLE, bold=True))
        style.set_look(self.summary, role="secondary")
        self.mark, self.line, self.others = PlainLabel(), ElidedLabel(), ElidedLabel()
        self.line.setObjectName("line")
        style.set_look(self.others, role="secondary")
        self.retry_button, self.insert_button, self.compare_button = QPushButton(), QPushButton(), QPushButton()
        self.compare_button.setIcon(icons.icon("compare"))
        style.set_look(self.compare_button, kind="quiet")
        self.retry_button.clicked.connect(self.retry_asked)
        self.insert_button.clicked.connect(self.insert_asked)
        self.compare_button.clicked.connect(self.compare_asked)
        head, line, buttons = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self.played)
        head.addWidget(self.glyph)
        head.addWidget(self.summary, 1)
        line.setSpacing(8)
        line.addWidget(self.mark)
        line.addWidget(self.line, 1)
        buttons.setSpacing(8)
        for button in (self.retry_button, self.insert_button, self.compare_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(style.PADDING, style.PADDING, style.PADDING, style.PADDING)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addLayout(line)
        layout.addWidget(self.others)
        layout.addSpacing(4)
        layout.addLayout(buttons)
        layout.addStretch(1)
        self._shown: tuple[GameTree, Verdict, Source, list[Opinion]] | None = None
        self.follow_changes()

    def show_move(self, tree: GameTree, verdict: Verdict | None, source: Source | None, others: list[Opinion]) -> None:
        """Show a judged move, or a hint if there is none."""
        self._shown = None if verdict is None or source is None else (tree, verdict, source, others)
        has = self._shown is not None
        for widget in (self.glyph, self.summary, self.mark, self.line, self.others):
            widget.setVisible(has)
        self.retry_button.setEnabled(has and verdict is not None and verdict.kind.is_error)
        self._explain_retry()
        self.insert_button.setEnabled(has and verdict is not None and verdict.best != verdict.move)
        self.compare_button.setEnabled(has)
        style.set_look(self.played, role="title" if has else "secondary")
        if self._shown is None:
            self.played.setText(tr("Select a move in the list or in the graph."))
            return
        tree, verdict, source, others = self._shown
        self.played.setText(foreign.one_line(f"{words.number_text(tree, verdict)} {words.move_text(tree, verdict)}"))
        self.glyph.setText(words.glyph_text(verdict))
        shades = self.glyph.palette()
        shades.setColor(self.glyph.foregroundRole(), words.kind_color(verdict.kind.name))
        self.glyph.setPalette(shades)
        self.summary.set_whole(words.summary(tree, verdict))
        self.mark.setPixmap(mark_icon(source[0].partition(":")[0]).pixmap(14, 14))
        self.line.set_whole(self._line_text(tree, verdict, source))
        texts = [
            tr("{name} wants {move}", name=algorithm_title(each.algorithm),
               move=words.coordinate_text(tree, _parent(tree, verdict), each.best))
            for each in others
        ]  # fmt: skip
        self.others.set_whole(" · ".join(texts))

    def _line_text(self, tree: GameTree, verdict: Verdict, source: Source) -> str:
        line = " ".join(words.line_texts(tree, verdict, LINE_PLIES))
        score = verdict.before
        value = (
            score.format() if score.win_in is not None else scores.number_text(score.value, tree.game.name, source[1])
        )
        depth = verdict.judgement.depth
        name = algorithm_title(source[0])
        by = name if depth is None else tr("{name} depth {depth}", name=name, depth=depth)
        by = " · ".join(each for each in (by, search_note(verdict.judgement)) if each)
        # The line is last, because it can be cut off where there is no room.
        return f"{value}   {by}   {line}"

    def _explain_retry(self) -> None:
        can = self.retry_button.isEnabled()
        self.retry_button.setToolTip(
            tr("Find a better move (Y)")
            if can
            else tr("Select an inaccuracy, a mistake or a blunder to find a better move")
        )

    def set_low(self, on: bool) -> None:
        """Set whether there is room for the move and the commands only."""
        for widget in (self.others, self.line, self.mark):
            widget.setMaximumHeight(0 if on else 100)

    def retranslate(self) -> None:
        self.retry_button.setText(tr("Retry"))
        self._explain_retry()
        self.insert_button.setText(tr("Insert the best line"))
        self.insert_button.setToolTip(tr("Insert the best line as a variation (V)"))
        self.compare_button.setText(tr("Compare here"))
        self.compare_button.setToolTip(tr("Compare the algorithms in the position before this move (J)"))
        if self._shown is not None:
            self.show_move(*self._shown)
        else:
            self.show_move(None, None, None, [])  # type: ignore[arg-type]

    def restyle(self) -> None:
        """Draw the glyph in the colour of the theme in use."""
        self.retranslate()


def _parent(tree: GameTree, verdict: Verdict) -> int:
    parent = tree[verdict.node].parent
    assert parent is not None
    return parent
