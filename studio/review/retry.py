"""The search for a better move by the user: its state, and the page that shows it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.analysis.insertion import parsed_line
from engine.analysis.retry import Try, judge_try, query_of
from engine.analysis.verdict import Verdict
from engine.core.errors import KyVienError
from engine.core.evaluation import scale_of
from engine.core.language import ngettext, tr
from engine.core.score import WIN_BOUND
from engine.records.tree import GameTree
from engine.search.players import strongest_of
from engine.search.query import Query
from engine.search.spec import AnySpec, Spec
from studio.analysis.session import FOREGROUND, AnalysisSession
from studio.analysis.store import ReportStore
from studio.document.values import Source
from studio.look import foreign, notation, palette, scores, style
from studio.review import words
from studio.review.review import GameReview
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated

if TYPE_CHECKING:
    from engine.core.position import Position
    from studio.document.document import Document

HINTS = 3
"""Number of hints: the piece, the target, and the move."""


@dataclass
class RetryAttempt:
    """A try of the user.

    Attributes:
        move: the move.
        found: the judged try, or None until the search has ended.
    """

    move: int
    found: Try | None = None


class Retry(QObject):
    """A position of the game in which the user searches for a better move.

    Args:
        document: the open record.
        review: the review whose judgements are used.
        session: the session that judges the tries.
        parent: parent object.

    Attributes:
        verdict: the judged move in whose place the user searches, or None if there is none.
        is_guess: whether the user does not know yet whether the move of the game was a mistake.
        attempts: the tries in order.
        hints: number of hints shown.
        is_revealed: whether the answer is shown.
    """

    changed = Signal()
    """Emitted after every change."""
    failed = Signal(str)
    """Emitted with an error message of one sentence when the search fails."""

    def __init__(
        self, document: "Document", review: GameReview, session: AnalysisSession, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._document, self._review, self._session = document, review, session
        self.verdict: Verdict | None = None
        self.is_guess = False
        self.attempts: list[RetryAttempt] = []
        self.hints = 0
        self.is_revealed = False
        self._asked: tuple[int, RetryAttempt, ReportStore] | None = None
        self._source: Source = ("", "")
        session.finished.connect(self._finished)
        session.failed.connect(self._query_failed)

    @property
    def is_active(self) -> bool:
        """Whether a search for a better move is in progress."""
        return self.verdict is not None

    @property
    def is_found(self) -> bool:
        """Whether a try was right."""
        return any(each.found is not None and each.found.is_right for each in self.attempts)

    @property
    def is_over(self) -> bool:
        """Whether the answer may be shown: it was found or revealed, or it was a guess and there was a try."""
        tried = any(each.found is not None for each in self.attempts)
        return self.is_found or self.is_revealed or (self.is_guess and tried)

    @property
    def is_hiding(self) -> bool:
        """Whether evaluations are hidden until the user has found a move."""
        return self.is_active and not self.is_over

    @property
    def is_judging(self) -> bool:
        """Whether a try is being judged."""
        return self._asked is not None

    @property
    def node(self) -> int:
        """The node before the move of the game, or -1 if there is none."""
        parent = None if self.verdict is None else self._document.tree[self.verdict.node].parent
        return -1 if parent is None else parent

    @property
    def position(self) -> "Position":
        """The position in which the user searches."""
        return self._document.tree.position(self.node)

    def start(self, verdict: Verdict, *, is_guess: bool = False) -> None:
        """Begin with the position before a judged move."""
        self.end(quiet=True)
        source = self._review.source
        if source is None:
            return
        self._source = source
        self.verdict, self.is_guess = verdict, is_guess
        self.attempts, self.hints, self.is_revealed = [], 0, False
        self.changed.emit()

    def end(self, *, quiet: bool = False) -> None:
        """Leave the position."""
        if self._asked is not None:
            self._session.drop([self._asked[0]])
            self._asked = None
        if self.verdict is not None:
            self.verdict = None
            if not quiet:
                self.changed.emit()

    def give_hint(self) -> None:
        """Show one more hint."""
        self.hints = min(HINTS, self.hints + 1)
        self.changed.emit()

    def reveal(self) -> None:
        """Show the answer."""
        self.is_revealed = True
        self.changed.emit()

    def guess(self, move: int) -> None:
        """Try a legal move. A move that was tried before, or while another try is judged, is ignored."""
        if self.verdict is None or self.is_over or self._asked is not None:
            return
        if any(each.move == move for each in self.attempts):
            return
        attempt = RetryAttempt(move)
        self.attempts.append(attempt)
        query = self._query(move)
        store = ReportStore(1)
        (number,) = self._session.start([query], FOREGROUND, resume=False, into=store)
        self._asked = number, attempt, store
        self.changed.emit()

    @property
    def line(self) -> list[int]:
        """The moves of the best line."""
        if self.verdict is None:
            return []
        return parsed_line(self._document.tree, self.node, self.verdict.line)

    def _query(self, move: int) -> Query:
        assert self.verdict is not None
        limit = self._session.choice.budget.limit()
        return query_of(self._document.tree, self.verdict, move, self._spec(), self._source[1], limit)

    def _spec(self) -> AnySpec:
        """Return the algorithm of the review, or the default one if it is not available."""
        name = self._source[0]
        known = {spec.text: spec for spec in [*self._session.choice.specs, *self._review.reviewers]}
        if name in known:
            return known[name]
        try:
            return Spec.parse(name)
        except KyVienError:
            return strongest_of(self._document.game)

    def _finished(self, number: int) -> None:
        if self._asked is None or self._asked[0] != number or self.verdict is None:
            return
        _, attempt, store = self._asked
        self._asked = None
        query = self._query(attempt.move)
        found = store.find(query)
        reports = [] if found is None else [found.by_depth[depth] for depth in sorted(found.by_depth)]
        if found is not None and found.last is not None and found.last not in reports:
            reports.append(found.last)
        if not reports:
            self.attempts.remove(attempt)
        else:
            scale = scale_of(self._document.game.name, self._source[1])
            attempt.found = judge_try(
                query,
                reports,
                self.verdict,
                self.line,
                scale,
                self._review.thresholds,
            )
        self.changed.emit()

    def _query_failed(self, number: int, sentence: str) -> None:
        if self._asked is not None and self._asked[0] == number:
            self.failed.emit(sentence)


class _AttemptRow(QWidget):
    """Row of a try: its sign, its move, and what it runs into."""

    def __init__(self) -> None:
        super().__init__()
        self.sign, self.tried, self.text = PlainLabel(), PlainLabel(), ElidedLabel()
        self.sign.setFixedWidth(20)
        self.tried.setFont(style.font(bold=True))
        self.tried.setMinimumWidth(92)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.sign)
        row.addWidget(self.tried)
        row.addWidget(self.text, 1)
        self.setFixedHeight(style.ROW)


class RetryPage(Retranslated, QWidget):
    """Page with the question, the tries, the hints and the answer.

    Args:
        retry: the state that is shown.
        document: the open record.
        review: the review.
        parent: parent widget.
    """

    left = Signal()
    """Emitted when the user leaves the page."""
    next_asked = Signal()
    """Emitted when the user goes on to the next mistake, or to the next move."""

    def __init__(self, retry: Retry, document: "Document", review: GameReview, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._retry, self._document, self._review = retry, document, review
        self.place, self.leave_text = PlainLabel(), PlainLabel()
        self.title, self.text = PlainLabel(), PlainLabel()
        for label in (self.place, self.leave_text):
            style.set_look(label, role="caption")
        style.set_look(self.title, role="title")
        style.set_look(self.text, role="secondary")
        self.text.setWordWrap(True)
        self.rows: list[_AttemptRow] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.waiting = PlainLabel()
        self.waiting.setContentsMargins(26, 0, 0, 0)
        self.waiting.setFixedHeight(style.ROW)
        style.set_look(self.waiting, role="secondary")
        self.hint_buttons = [QPushButton() for _ in range(HINTS)]
        hints = QHBoxLayout()
        hints.setSpacing(style.PADDING)
        for button in self.hint_buttons:
            button.clicked.connect(retry.give_hint)
            button.setMinimumHeight(44)
            hints.addWidget(button, 1)
        self.rule, self.answer = PlainLabel(), PlainLabel()
        style.set_look(self.rule, role="caption")
        for label in (self.rule, self.answer):
            label.setWordWrap(True)
        self.reveal_button, self.skip_button, self.leave_button = QPushButton(), QPushButton(), QPushButton()
        self.reveal_button.clicked.connect(retry.reveal)
        self.skip_button.clicked.connect(self.next_asked)
        self.leave_button.clicked.connect(self.left)
        head, buttons = QHBoxLayout(), QHBoxLayout()
        head.addWidget(self.place)
        head.addStretch(1)
        head.addWidget(self.leave_text)
        buttons.setSpacing(8)
        for button in (self.reveal_button, self.skip_button, self.leave_button):
            buttons.addWidget(button)
        buttons.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(style.PADDING)
        layout.addLayout(head)
        layout.addWidget(self.title)
        layout.addWidget(self.text)
        layout.addWidget(style.separator())
        layout.addLayout(self._list)
        layout.addWidget(self.waiting)
        layout.addWidget(style.separator())
        layout.addWidget(self.answer)
        layout.addLayout(hints)
        layout.addWidget(self.rule)
        layout.addLayout(buttons)
        layout.addStretch(1)
        retry.changed.connect(self.refresh)
        self.follow_changes()

    def refresh(self) -> None:
        """Show the state."""
        retry, tree = self._retry, self._document.tree
        verdict = retry.verdict
        if verdict is None:
            return
        side = words.side_of(tree, verdict.player, retry.node)
        self._show_question(tree, verdict, side)
        self._show_attempts(tree, verdict)
        self._show_hints(tree, verdict)
        over = retry.is_over
        self.answer.setVisible(over)
        self.answer.setText(foreign.several_lines(self._answer(tree, verdict)) if over else "")
        self.reveal_button.setVisible(not over and not retry.is_guess)
        self.skip_button.setText(tr("Next") if over else tr("Skip"))
        style.set_look(self.skip_button, kind="primary" if over else "")

    def _show_question(self, tree: GameTree, verdict: Verdict, side: str) -> None:
        number, move = words.number_text(tree, verdict), words.move_text(tree, verdict)
        if self._retry.is_guess:
            self.place.setText(tr("Guess first · move {number}", number=number))
            self.title.setText(tr("What would you play for {side}?", side=side))
            self.text.setText(tr("Play a move on the board. The evaluation and the move of the game appear then."))
            return
        wrong = [each for each in self._review.verdicts if each.kind.is_error and each.player == verdict.player]
        nodes = [each.node for each in wrong]
        if verdict.node in nodes:
            place = tr("Retry · {number} of {count} of {side}", number=nodes.index(verdict.node) + 1, count=len(nodes),
                       side=side)  # fmt: skip
        else:
            place = tr("Retry · move {number}", number=number)
        self.place.setText(place)
        self.title.setText(tr("Find a better move for {side}", side=side))
        if verdict.after.value < -WIN_BOUND < verdict.before.value:
            text = tr("In the game, {side} played {number} {move} and lost by force from there. Play another move on "
                      "the board.", side=side, number=number, move=move)  # fmt: skip
        else:
            text = tr("In the game, {side} played {number} {move}. Play another move on the board.", side=side,
                      number=number, move=move)  # fmt: skip
        self.text.setText(foreign.several_lines(text))

    def _show_attempts(self, tree: GameTree, verdict: Verdict) -> None:
        attempts, position = self._retry.attempts, self._retry.position
        while len(self.rows) > len(attempts):
            self.rows.pop().deleteLater()
        while len(self.rows) < len(attempts):
            self.rows.append(_AttemptRow())
            self._list.addWidget(self.rows[-1])
        look = palette.current()
        for row, attempt in zip(self.rows, attempts, strict=True):
            found = attempt.found
            row.tried.setText(foreign.one_line(notation.move_text(position, attempt.move, short=True)))
            row.sign.setText("…" if found is None else "✓" if found.is_right else "✗")
            row.text.set_whole(tr("judging…") if found is None else self._attempt_text(tree, verdict, found))
            color = look.secondary if found is None else look.good if found.is_right else look.blunder
            shades = row.sign.palette()
            shades.setColor(row.sign.foregroundRole(), color)
            row.sign.setPalette(shades)
        self.waiting.setVisible(not self._retry.is_over and not self._retry.is_judging)
        ordinal = len(attempts) + 1
        self.waiting.setText(tr("try {number}…", number=ordinal))

    def _attempt_text(self, tree: GameTree, verdict: Verdict, found: Try) -> str:
        game, evaluation = tree.game.name, self._retry._source[1]
        if found.is_right:
            if found.is_transposed:
                return tr("right: it reaches the best line in another order")
            if found.points < 0.5:
                return tr("right, as good as the best move")
            return ngettext("right, it costs only {count} point", "right, it costs only {count} points",
                            round(found.points))  # fmt: skip
        after = self._retry.position.play(found.move)
        reply = "" if found.reply is None else notation.move_text(after, found.reply)
        if found.score is not None and found.score.value < -WIN_BOUND:
            return tr("loses by force to {reply}", reply=reply) if reply else tr("loses at once")
        value = "" if found.score is None else scores.number_text(found.score.value, game, evaluation)
        if found.score is not None and found.score.win_in is not None:
            value = found.score.format()
        if verdict.before.value > WIN_BOUND:
            return tr("no forced win any more after {reply}", reply=reply) if reply else tr("no forced win any more")
        if not reply:
            return ngettext("{value}, costs {count} point", "{value}, costs {count} points", round(found.points),
                            value=value)  # fmt: skip
        return ngettext("runs into {reply} ({value}, costs {count} point)",
                        "runs into {reply} ({value}, costs {count} points)",
                        round(found.points), reply=reply, value=value)  # fmt: skip

    def _show_hints(self, tree: GameTree, verdict: Verdict) -> None:
        del tree, verdict
        line, retry = self._retry.line, self._retry
        titles = (tr("Hint 1 · piece"), tr("Hint 2 · target"), tr("Hint 3 · move"))
        texts = self.hint_texts(line[0]) if line else ("–",) * HINTS
        for place, button in enumerate(self.hint_buttons):
            given = place < retry.hints
            later = tr("click to see") if place == retry.hints else tr("after hint {number}", number=place)
            text = f"{titles[place]}\n{texts[place] if given else later}"
            button.setText(foreign.several_lines(text).replace("&", "&&"))
            button.setAccessibleName(text.replace("\n", ": "))
            button.setEnabled(place <= retry.hints and not retry.is_over)
            button.setVisible(not retry.is_guess and not retry.is_over)
        self.rule.setVisible(not retry.is_over)

    def hint_texts(self, move: int) -> tuple[str, ...]:
        """Return the texts of the hints for the best move: its piece or its kind, its target, and the move."""
        position, game = self._retry.position, self._document.game
        shape, surface = game.shape(position, move), game.surface(position)
        kinds = {kind.id: kind for kind in surface.kinds}
        text = notation.move_text(position, move, short=True)
        piece = "–"
        if shape.origin is not None:
            kind = kinds.get(surface.pieces.get(shape.origin, ""))
            where = surface.cell_name(shape.origin)
            piece = where if kind is None else tr("{piece} on {cell}", piece=tr(kind.name), cell=where)
        elif shape.target is not None:
            piece = tr("a new piece")
        target = "–" if shape.target is None else surface.cell_name(shape.target)
        return piece, target, text

    def _answer(self, tree: GameTree, verdict: Verdict) -> str:
        line = " ".join(words.line_texts(tree, verdict, 4))
        text = tr("Best line: {line}", line=line)
        if self._retry.is_guess:
            played = f"{words.move_text(tree, verdict)} {words.glyph_text(verdict)}".strip()
            text = tr("In the game: {move}. {summary}", move=played, summary=words.summary(tree, verdict)) + "\n" + text
        return text

    def retranslate(self) -> None:
        self.leave_text.setText(tr("Esc leaves"))
        self.leave_button.setText(tr("Leave"))
        self.reveal_button.setText(tr("Show the answer"))
        limit = self._review.thresholds.inaccuracy
        self.rule.setText(
            ngettext(
                "Right if it loses less than {count} point of the chance of winning, or reaches the position of the "
                "best line within 4 plies.",
                "Right if it loses less than {count} points of the chance of winning, or reaches the position of the "
                "best line within 4 plies.",
                limit,
            )
        )  # fmt: skip
        self.refresh()
