"""The summary of the games of two players.

It contains results by side, times, numbers of nodes, the Elo difference and the state of a sequential test.
"""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from engine.contests.rating import OutcomeTally, Sprt, elo_interval, likelihood_of_superiority, normalised_elo
from engine.contests.standings import Cell, Standings
from engine.core.game import find_game
from engine.core.language import mark, tr
from studio.analysis import figures
from studio.contests.journals import Decision
from studio.contests.naming import algorithm_of, titles_of
from studio.contests.tables import signed, tally_text
from studio.look import palette, style
from studio.look.marks import mark_icon
from studio.widgets.elided import ElidedLabel
from studio.widgets.plain_label import PlainLabel
from studio.widgets.retranslated import Retranslated
from studio.widgets.scroll_area import ScrollArea


class RatioBar(QWidget):
    """Bar that shows the log-likelihood ratio of a sequential test between its two bounds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sprt: Sprt | None = None
        self._ratio = 0.0
        self.setFixedHeight(12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return a size of 120 × 12 px."""
        return QSize(120, 12)

    def show_test(self, sprt: Sprt, tally: OutcomeTally) -> None:
        """Show the log-likelihood ratio of the test ``sprt`` for the results in ``tally``."""
        self._sprt, self._ratio = sprt, sprt.ratio(tally)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw a track with a mark at the ratio 0. The track is filled from this mark to the current ratio."""
        if self._sprt is None:
            return
        low, high = self._sprt.bounds
        ratio = min(max(self._ratio, low), high)
        colors = palette.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        width, middle = self.width(), -low / (high - low) * self.width()
        painter.setBrush(colors.raised)
        painter.drawRoundedRect(QRectF(0, 3, width, 6), 3, 3)
        end = (ratio - low) / (high - low) * width
        painter.setBrush(colors.good if ratio >= high else colors.accent if ratio <= low else colors.gold)
        painter.drawRoundedRect(QRectF(min(end, middle), 3, abs(end - middle), 6), 3, 3)
        painter.setBrush(colors.secondary)
        painter.drawRect(QRectF(middle - 0.5, 0, 1, 12))
        painter.end()


LEAST_WIDTH, MOST_WIDTH, GAP = 250, 400, 12
"""Limits of the minimum width of the panel, and the distance between its columns, in px."""


class ContestSummary(Retranslated, ScrollArea):
    """Panel with the figures of the games of one player against another player, or against all other players."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._standings: Standings | None = None
        self._decision: Decision = ""
        self._pair: tuple[int, int | None] = (0, None)
        self.setWidgetResizable(True)
        self.setFrameShape(ScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(12, 8, 12, 12)
        column.setSpacing(6)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(GAP)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        column.addLayout(self._grid)
        column.addWidget(style.separator())
        self._whole = QGridLayout()
        self._whole.setHorizontalSpacing(GAP)
        self._whole.setVerticalSpacing(2)
        self._whole.setColumnStretch(0, 1)
        column.addLayout(self._whole)
        self.bar = RatioBar()
        column.addWidget(self.bar)
        self._repeated = PlainLabel()
        self._repeated.setWordWrap(True)
        column.addWidget(self._repeated)
        self._faults = PlainLabel()
        self._faults.setWordWrap(True)
        style.set_look(self._faults, role="error")
        column.addWidget(self._faults)
        column.addStretch(1)
        self._heads = [ElidedLabel(), ElidedLabel()]
        self._dots = [PlainLabel(), PlainLabel()]
        self._columns = [PlainLabel(), PlainLabel()]
        for place, dot in enumerate(self._columns):
            dot.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(dot, 0, place + 1)
        self._labels: dict[tuple[int, int], PlainLabel] = {}
        self._whole_labels: dict[tuple[int, int], PlainLabel] = {}
        for place, (dot, head) in enumerate(zip(self._dots, self._heads, strict=True)):
            head.setFont(style.font(bold=True))
            column.insertLayout(place, self._head(dot, head))
        self.setWidget(page)
        self.setMinimumWidth(LEAST_WIDTH)
        self.follow_changes()

    @staticmethod
    def _head(dot: QLabel, head: QLabel) -> QGridLayout:
        line = QGridLayout()
        line.setHorizontalSpacing(6)
        dot.setFixedWidth(16)
        line.addWidget(dot, 0, 0)
        line.addWidget(head, 0, 1)
        line.setColumnStretch(1, 1)
        return line

    def set_standings(self, standings: Standings | None, decision: Decision = "") -> None:
        """Set the standings to show. If ``standings`` is None, the figures remain unchanged.

        Args:
            standings: the standings.
            decision: the stored decision of the sequential test, which is shown if the statistics do not decide it.
        """
        self._decision = decision
        self._standings = standings
        self.show_players(0, 1 if standings is not None and len(standings.contest.contestants) == 2 else None)

    def show_players(self, row: int, column: int | None) -> None:
        """Show the figures of the contestant with the index ``row``.

        Args:
            row: index of the contestant.
            column: index of the opponent, or None for all opponents.
        """
        self._pair = (row, column)
        self.refresh()

    def texts(self) -> dict[str, list[str]]:
        """Return a mapping from the titles of the rows shown to lists of their one or two values."""
        shown: dict[str, list[str]] = {}
        for labels in (self._labels, self._whole_labels):
            for (row, _), label in labels.items():
                if isinstance(label, ElidedLabel) and label.whole:
                    shown[label.whole] = [labels[row, other].text() for other in (1, 2) if (row, other) in labels]
        return shown

    def refresh(self) -> None:
        """Update all figures after a change of the standings or the language. Do nothing if there are no standings."""
        standings = self._standings
        if standings is None:
            return
        row, column = self._pair
        contest = standings.contest
        names = titles_of(contest)
        cell = standings.against_all(row) if column is None else standings.between(row, column)
        others = tr("all others") if column is None else names[column]
        own = algorithm_of(contest.contestants[row])
        other = "" if column is None else algorithm_of(contest.contestants[column])
        for place, (algorithm, text) in enumerate(((own, names[row]), (other, others))):
            self._heads[place].set_whole(text)
            # A ring instead of a disc of the same colour marks the second player with the same algorithm.
            dot = mark_icon(algorithm or "random", int(place == 1 and (not other or own == other)))
            for label in (self._dots[place], self._columns[place]):
                label.setPixmap(dot.pixmap(14, 14))
        sides = find_game(contest.game).sides
        rows = [*self._by_player(cell, (tr(sides[0]), tr(sides[1])))]
        if contest.has_clock:
            rows.insert(3, (tr("Lost on time"), *map(str, cell.forfeits)))
        self._fill(self._grid, self._labels, rows)
        counts = standings.counts() if len(contest.contestants) == 2 else {}
        self._fill(self._whole, self._whole_labels, self._together(cell, counts, contest.sprt, self._decision))
        sentence = standings.repetitions.sentence(tr("choose random moves or positions from a file"))
        self._repeated.setVisible(bool(sentence))
        self._repeated.setText(sentence)
        self.bar.setVisible(contest.sprt is not None)
        if contest.sprt is not None:
            self.bar.show_test(contest.sprt, cell.statistics)
            self.bar.setAccessibleName(tr("Log-likelihood ratio"))
        faults = [tr("Games lost because an algorithm failed: {count}", count=standings.faults)] * bool(
            standings.faults
        )
        sentences = [*faults, *filter(None, (standings.failed_text, standings.cpu_shares.sentence(names)))]
        self._faults.setVisible(bool(sentences))
        self._faults.setText("\n".join(sentences))
        self._fit()

    def _fit(self) -> None:
        """Set the minimum width so that no text of a row is elided, but to at most ``MOST_WIDTH``."""
        needed = 0
        for labels in (self._labels, self._whole_labels):
            widths = [0, 0, 0]
            for (_, column), label in labels.items():
                if not label.isHidden():
                    widths[column] = max(widths[column], label.sizeHint().width())
            needed = max(needed, sum(widths) + sum(GAP for width in widths[1:] if width))
        frame = 2 * style.PADDING + self.verticalScrollBar().sizeHint().width() + 4
        self.setMinimumWidth(min(max(LEAST_WIDTH, needed + frame), MOST_WIDTH))

    @staticmethod
    def _by_player(cell: Cell, sides: tuple[str, str]) -> Sequence[tuple[str, ...]]:
        tally, games = cell.tally, max(1, cell.games)
        moves = [max(1, count) for count in cell.thoughts]
        other = cell.reversed
        return (
            (tr("Wins"), str(tally.wins), str(tally.losses)),
            (tr("as {side}", side=sides[0]), tally_text(cell.as_first), tally_text(other.as_first)),
            (tr("as {side}", side=sides[1]), tally_text(cell.as_second), tally_text(other.as_second)),
            (
                tr("Time per move"),
                *(
                    figures.duration(seconds / count) if count else figures.UNKNOWN
                    for seconds, count in zip(cell.seconds, cell.thoughts, strict=True)
                ),
            ),
            (
                tr("Nodes per move"),
                *(figures.compact(s / n) if s else figures.UNKNOWN for s, n in zip(cell.nodes, moves, strict=True)),
            ),
            (
                tr("Time per game"),
                *(figures.duration(seconds / games) if cell.games else figures.UNKNOWN for seconds in cell.seconds),
            ),
            (tr("Nodes per game"), *(figures.compact(s / games) if s else figures.UNKNOWN for s in cell.nodes)),
        )

    @staticmethod
    def _together(
        cell: Cell, counts: Mapping[str, int], sprt: Sprt | None, decision: Decision
    ) -> Sequence[tuple[str, ...]]:
        tally, games, known = cell.tally, max(1, cell.tally.games), cell.statistics
        elo, low, high = elo_interval(known)
        normalised = normalised_elo(known)
        first = cell.as_first.wins + cell.as_second.losses
        rows = [
            (tr("Games"), figures.grouped(cell.games)),
            *(
                (tr(text), figures.grouped(counts[key]))
                for key, text in (("distinct_games", mark("Distinct games")), ("counted_games", mark("Counted games")))
                if counts.get(key, cell.games) != cell.games
            ),
            (
                tr("Draws"),
                f"{tally.draws} · {figures.percent(tally.draws / games)}" if tally.games else figures.UNKNOWN,
            ),
            (
                tr("Wins of the first mover"),
                f"{first} · {figures.percent(first / games)}" if tally.games else figures.UNKNOWN,
            ),
            (
                tr("Mean length"),
                f"{figures.decimals(cell.plies / cell.games, 1)} {tr('plies')}" if cell.games else figures.UNKNOWN,
            ),
            (tr("Statistics of"), tr("single games") if cell.pairs is None else tr("pairs of games")),
            *([] if cell.pairs is None else [(tr("Pairs 0–½–1–1½–2"), " · ".join(map(str, cell.pairs.counts)))]),
            (tr("Elo difference"), signed(elo) if known.games else figures.UNKNOWN),
            (tr("95 % interval"), f"{signed(low)} … {signed(high)}" if known.games else figures.UNKNOWN),
            (tr("Normalised Elo"), figures.UNKNOWN if normalised is None else signed(normalised)),
            (
                tr("Likelihood of superiority"),
                figures.percent(likelihood_of_superiority(known)) if known.games else figures.UNKNOWN,
            ),
        ]
        if sprt is not None:
            bounds = [figures.decimals(bound, 2).replace("-", "−") for bound in sprt.bounds]
            ratio = figures.decimals(sprt.ratio(known), 2).replace("-", "−")
            texts = {
                "H0": tr("H0 accepted"), "H1": tr("H1 accepted"), "continue": tr("undecided"),
                "unknown": tr("decided"),
            }  # fmt: skip
            found = sprt.verdict(known)
            verdict = texts[found]
            if found == "continue" and decision:
                # The statistics of the version that played the games decided the test.
                verdict = tr("{decision} by an earlier version", decision=texts[decision])
            rows += [(tr("Sequential test"), verdict), ("LLR", f"{ratio} ({bounds[0]} … {bounds[1]})")]
        return rows

    @staticmethod
    def _fill(grid: QGridLayout, labels: dict[tuple[int, int], PlainLabel], rows: Sequence[tuple[str, ...]]) -> None:
        """Show the texts of ``rows`` in a grid. Create missing labels, and clear and hide unused labels."""
        wanted = {(i, j): text for i, row in enumerate(rows) for j, text in enumerate(row)}
        for place in wanted.keys() - labels.keys():
            label = labels[place] = ElidedLabel() if place[1] == 0 else PlainLabel()
            if place[1] == 0:
                style.set_look(label, role="secondary")
            else:
                label.setFont(style.font(tabular=True))
                label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label, place[0] + 1, place[1])
        for place, label in labels.items():
            text = wanted.get(place, "")
            label.set_whole(text) if isinstance(label, ElidedLabel) else label.setText(text)
            label.setVisible(place in wanted)

    def retranslate(self) -> None:
        self.refresh()

    def restyle(self) -> None:
        """Update the panel for the theme in use."""
        self.refresh()
