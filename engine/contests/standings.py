"""Standings of a contest: scores and times of each pairing, and tables as text, CSV, HTML and LaTeX.

Games that repeat an earlier one (``Repetitions``) count in times, nodes and lengths, but not in scores and statistics.
"""

import csv
import html
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.contests.contest import Contest
from engine.contests.effort import CpuShares
from engine.contests.rating import (
    OutcomeTally,
    PairTally,
    ResultTally,
    elo_interval,
    likelihood_of_superiority,
    normalised_elo,
)
from engine.contests.repetition import Repetitions
from engine.contests.result import GameResult
from engine.core.files import csv_text
from engine.core.language import language, ngettext, tr


@dataclass
class Cell:
    """Games of one contestant (the row) against another (the column).

    Attributes:
        as_first: the row's results in games in which it played FIRST, without repeated games.
        as_second: the row's results in games in which it played SECOND, without repeated games.
        pairs: the row's results in complete pairs of these games, or None if the contest is not paired. A pair consists
            of two games with the same opening and exchanged sides. A game without its partner is not in ``pairs``.
        games: number of games. It and the following attributes include repeated games.
        plies: number of plies in all games, without openings.
        seconds: thinking time of the row and of the column.
        nodes: positions visited by the row and by the column.
        thoughts: number of moves that the row and the column chose.
        duration: wall-clock seconds of all games.
        forfeits: number of games lost on time by the row and by the column.
    """

    as_first: ResultTally = field(default_factory=ResultTally)
    as_second: ResultTally = field(default_factory=ResultTally)
    pairs: PairTally | None = None
    games: int = 0
    plies: int = 0
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    nodes: list[int] = field(default_factory=lambda: [0, 0])
    thoughts: list[int] = field(default_factory=lambda: [0, 0])
    duration: float = 0.0
    forfeits: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def tally(self) -> ResultTally:
        """Return the row's results in all games that do not repeat an earlier one."""
        return self.as_first + self.as_second

    @property
    def statistics(self) -> OutcomeTally:
        """The results from which statistics are computed: pairs in a paired contest, or single games otherwise."""
        return self.tally if self.pairs is None else self.pairs

    def add(self, result: GameResult, row_is_first: bool, repeats: bool) -> None:
        """Add the result of a game.

        Args:
            result: the result.
            row_is_first: whether the row played FIRST.
            repeats: whether the game repeats an earlier one.
        """
        outcome = ResultTally() if repeats else ResultTally.of(result.result)
        if row_is_first:
            self.as_first += outcome
        else:
            self.as_second += outcome.reversed
        self.games += 1
        own, other = (0, 1) if row_is_first else (1, 0)
        if result.lost_on_time:
            # With the result 1-0, SECOND has lost.
            self.forfeits[int((result.result == "1-0") == row_is_first)] += 1
        for place, side in enumerate((own, other)):
            self.seconds[place] += result.seconds[side]
            self.nodes[place] += result.nodes[side]
            self.thoughts[place] += result.thoughts[side]
        self.plies += result.plies
        self.duration += result.duration

    def __add__(self, other: "Cell") -> "Cell":
        return Cell(
            self.as_first + other.as_first,
            self.as_second + other.as_second,
            other.pairs if self.pairs is None else self.pairs if other.pairs is None else self.pairs + other.pairs,
            self.games + other.games,
            self.plies + other.plies,
            [a + b for a, b in zip(self.seconds, other.seconds, strict=True)],
            [a + b for a, b in zip(self.nodes, other.nodes, strict=True)],
            [a + b for a, b in zip(self.thoughts, other.thoughts, strict=True)],
            self.duration + other.duration,
            [a + b for a, b in zip(self.forfeits, other.forfeits, strict=True)],
        )

    @property
    def reversed(self) -> "Cell":
        """Return the same games from the column's point of view."""
        return Cell(
            self.as_second.reversed, self.as_first.reversed, self.pairs.reversed if self.pairs is not None else None,
            self.games, self.plies, self.seconds[::-1], self.nodes[::-1], self.thoughts[::-1], self.duration,
            self.forfeits[::-1],
        )  # fmt: skip


@dataclass
class Standings:
    """Results of a contest: the cells of its crosstable, and the numbers of games and faults.

    Attributes:
        contest: the contest.
        cells: a mapping of pairs (row, column) of indices of contestants to cells. In a grid, a cell has only the games
            in which the row played FIRST.
        repetitions: numbers of games, distinct games and counted games.
        faults: number of games lost because an algorithm failed.
        failed: number of games without a result because their worker died repeatedly. They count nowhere else.
        names: display names of the contestants in tables, or None to use ``Contest.names``.
    """

    contest: Contest
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    faults: int = 0
    failed: int = 0
    names: Sequence[str] | None = None

    def __post_init__(self) -> None:
        self.repetitions = Repetitions(self.contest)
        self.cpu_shares = CpuShares(self.contest)
        self._alone: dict[tuple[object, ...], tuple[int, ResultTally]] = {}

    @classmethod
    def of(cls, contest: Contest, results: Iterable[GameResult]) -> "Standings":
        """Return the standings after the games of ``results``."""
        standings = cls(contest)
        for result in results:
            standings.add(result)
        return standings

    def add(self, result: GameResult) -> None:
        """Add the result of a game. A failed game does not count."""
        if result.is_failed:
            self.failed += 1
            return
        first, second = result.first, result.second
        repeats = self.repetitions.add(result)
        self.faults += bool(result.fault)
        self.cpu_shares.add(result)
        self._cell(first, second).add(result, True, repeats)
        if first != second and self.contest.form != "grid":
            self._cell(second, first).add(result, False, repeats)
        if self.contest.is_paired and not repeats:
            self._add_to_pair(result)

    def _cell(self, row: int, column: int) -> Cell:
        cell = self.cells.get((row, column))
        if cell is None:
            cell = self.cells[row, column] = self._empty_cell()
        return cell

    def _empty_cell(self) -> Cell:
        return Cell(pairs=PairTally() if self.contest.is_paired else None)

    def _add_to_pair(self, result: GameResult) -> None:
        """Add the pair that the game completes, or store the game until the other game of its pair is added."""
        first, second = result.first, result.second
        key: tuple[object, ...] = self.contest.pair_of(result.index)
        if self.repetitions.must_repeat(first, second):
            # Of equal openings, one game with each colour counts, and their numbers can differ.
            key = (*sorted((first, second)), result.start, result.moves[: result.opening_plies])
        outcome = ResultTally.of(result.result)
        partner = self._alone.get(key)
        if partner is None:
            self._alone[key] = (first, outcome)
        elif partner[0] == second:
            del self._alone[key]
            pair = PairTally.of(outcome, partner[1].reversed)
            for cell, tally in ((self._cell(first, second), pair), (self._cell(second, first), pair.reversed)):
                assert cell.pairs is not None
                cell.pairs += tally

    @property
    def games(self) -> int:
        """The number of games, including repeated games, without failed ones."""
        return self.repetitions.games

    @property
    def done(self) -> int:
        """The number of games that are not to be played again: those with a result, and failed ones."""
        return self.games + self.failed

    @property
    def failed_text(self) -> str:
        """A translated sentence about the failed games, or an empty string if there are none."""
        if not self.failed:
            return ""
        return ngettext("{count} game failed because its worker process died; it is not counted.",
                        "{count} games failed because their worker processes died; they are not counted.",
                        self.failed)  # fmt: skip

    @property
    def warnings(self) -> list[str]:
        """Translated sentences about failed games, and about players that did not get the time of a processor."""
        names = self.contest.names if self.names is None else self.names
        return list(filter(None, (self.failed_text, self.cpu_shares.sentence(names))))

    @property
    def verdict(self) -> Literal["H0", "H1", "continue"]:
        """The decision of the contest's sequential test, or ``continue`` if there is no test or no decision yet."""
        sprt = self.contest.sprt
        return "continue" if sprt is None else sprt.verdict(self.between(0, 1).statistics)

    def forfeits(self, row: int) -> int:
        """Return the number of games that a contestant lost on time. A game against itself counts once."""
        own = self.cells.get((row, row), Cell())
        return self.against_all(row).forfeits[0] + sum(own.forfeits)

    def total(self, row: int) -> ResultTally:
        """Return the tally of all games of a contestant, as FIRST and as SECOND, without games against itself."""
        return self.against_all(row).tally

    def against_all(self, row: int) -> Cell:
        """Return all games of a contestant against the others as one cell."""
        sum_of = self._empty_cell()
        for (a, b), cell in self.cells.items():
            if a == row != b:
                sum_of += cell
            elif b == row != a and self.contest.form == "grid":
                sum_of += cell.reversed
        return sum_of

    def between(self, row: int, column: int) -> Cell:
        """Return all games between two contestants as one cell, in which ``row`` is the row."""
        cell = self.cells.get((row, column), self._empty_cell())
        if self.contest.form == "grid" and row != column:
            cell = cell + self.cells.get((column, row), Cell()).reversed
        return cell

    def ranking(self) -> list[int]:
        """Return the indices of the contestants, ordered by score with the best score first."""
        return sorted(range(len(self.contest.contestants)), key=lambda row: (-self.total(row).score, row))

    def summary(self) -> dict[str, Any]:
        """Return the result of a match as plain data for the command line.

        In the keys, ``first`` and ``second`` are the players. The value of ``statistics`` is ``pairs`` or ``games``,
        from which the Elo difference and the other statistics are computed.
        """
        cell = self.between(0, 1)
        tally = cell.tally
        elo, low, high = elo_interval(cell.statistics)
        moves, games = max(1, sum(cell.thoughts)), max(1, cell.games)
        summary: dict[str, Any] = {
            **self.counts(),
            "first_wins": tally.wins,
            "second_wins": tally.losses,
            "draws": tally.draws,
            "wins_first_mover": cell.as_first.wins + cell.as_second.losses,
            "mean_plies": cell.plies / games,
            "mean_seconds": cell.duration / games,
            "mean_seconds_move": sum(cell.seconds) / moves,
            "mean_nodes": sum(cell.nodes) / games,
            "mean_nodes_move": sum(cell.nodes) / moves,
            "statistics": "games" if cell.pairs is None else "pairs",
            **({} if cell.pairs is None else {"pairs": list(cell.pairs.counts)}),
            "elo": elo,
            "elo_low": low,
            "elo_high": high,
            "normalised_elo": normalised_elo(cell.statistics),
            "los": likelihood_of_superiority(cell.statistics),
            "faults": self.faults,
            **({"failed_games": self.failed} if self.failed else {}),
        }
        if self.contest.has_clock:
            summary |= {"first_time_losses": cell.forfeits[0], "second_time_losses": cell.forfeits[1]}
        sprt = self.contest.sprt
        if sprt is not None:
            summary |= {"sprt": self.verdict, "llr": sprt.ratio(cell.statistics), "llr_bounds": list(sprt.bounds)}
        return summary

    def counts(self) -> dict[str, int]:
        """Return the numbers of games, distinct games and counted games as plain data."""
        found = self.repetitions
        return {"games": found.games, "distinct_games": found.distinct, "counted_games": found.counted}

    # --- tables -----------------------------------------------------------------------------------------------------

    def grid(self) -> tuple[list[str], list[list[str]]]:
        """Return the header and the rows of the crosstable.

        A cell contains the row's points and the number of games. Further columns contain the total points, the Elo
        difference and its 95 % interval. In a grid, these columns are missing, and a cell contains the score in percent
        and the seconds per game. With clocks, the last column contains the number of losses on time.
        """
        names = self.names or self.contest.names
        rows = []
        order = range(len(names)) if self.contest.form == "grid" else self.ranking()
        for a in order:
            row = [names[a]]
            for b in order:
                cell = self.cells.get((a, b))
                if cell is None or not cell.tally.games:
                    row.append("–")
                elif self.contest.form == "grid":
                    row.append(f"{100 * cell.tally.score:.0f} %, {cell.duration / cell.games:.3g}")
                else:
                    row.append(f"{_points(cell.tally)}/{cell.tally.games}")
            if self.contest.form != "grid":
                sum_of = self.against_all(a)
                tally = sum_of.tally
                elo, low, high = elo_interval(sum_of.statistics)
                row += [f"{_points(tally)}/{tally.games}", f"{elo:+.0f}", f"{low:+.0f} … {high:+.0f}"]
            if self.contest.has_clock:
                row.append(str(self.forfeits(a)))
            rows.append(row)
        header = [tr("First \\ Second") if self.contest.form == "grid" else tr("Player")] + [names[b] for b in order]
        if self.contest.form != "grid":
            header += [tr("Points"), tr("Elo"), tr("95 %")]
        if self.contest.has_clock:
            header.append(tr("Lost on time"))
        return header, rows

    def to_text(self) -> str:
        """Return the crosstable as plain text in columns.

        Last lines on the statistics, unless it is a grid, and on failed games, if there are any, follow the table.
        """
        header, rows = self.grid()
        widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
        lines = [
            "  ".join(text.ljust(width) if k == 0 else text.rjust(width) for k, (text, width) in enumerate(
                zip(row, widths, strict=True))).rstrip()
            for row in [header, ["─" * width for width in widths], *rows]
        ]  # fmt: skip
        return "\n".join([*lines, *filter(None, (self.statistics_text, *self.warnings)), ""])

    @property
    def statistics_text(self) -> str:
        """A translated sentence about the computation of Elo and its interval, or an empty string for a grid."""
        if self.contest.form == "grid":
            return ""
        if self.contest.is_paired:
            return tr("Elo and its interval are computed from pairs of games with the same opening.")
        return tr("Elo and its interval are computed from single games.")

    def to_csv(self) -> str:
        """Return the crosstable as CSV. Names that a spreadsheet would run as formulas are escaped."""
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        header, rows = self.grid()
        players = slice(1, 1 + len(rows))
        header[players] = map(csv_text, header[players])
        writer.writerow(header)
        writer.writerows([csv_text(name), *cells] for name, *cells in rows)
        return stream.getvalue()

    def to_latex(self) -> str:
        """Return the crosstable as a LaTeX tabular."""
        header, rows = self.grid()
        lines = [" & ".join(map(_latex, row)) + r" \\" for row in [header, *rows]]
        columns = "l" + "r" * (len(header) - 1)
        return "\n".join([rf"\begin{{tabular}}{{{columns}}}", r"\hline", lines[0], r"\hline", *lines[1:], r"\hline",
                          r"\end{tabular}", ""])  # fmt: skip

    def to_html(self, title: str, command: str = "") -> str:
        """Return the crosstable as a complete HTML page, with cells coloured by the row's score."""
        header, rows = self.grid()
        order = list(range(len(rows))) if self.contest.form == "grid" else self.ranking()
        body = []
        for a, row in zip(order, rows, strict=True):
            cells = [f"<th>{html.escape(row[0])}</th>"]
            for b, text in zip(order, row[1 : len(order) + 1], strict=True):
                cell = self.cells.get((a, b))
                style = f' style="background:{_tint(cell.tally.score)}"' if cell and cell.tally.games else ""
                cells.append(f"<td{style}>{html.escape(text)}</td>")
            cells += [f"<td>{html.escape(text)}</td>" for text in row[len(order) + 1 :]]
            body.append("<tr>" + "".join(cells) + "</tr>")
        head = "<tr>" + "".join(f"<th>{html.escape(text)}</th>" for text in header) + "</tr>"
        made = f"<p><code>{html.escape(command)}</code></p>" if command else ""
        note = tr("A cell contains the row's points and the number of games against the column.")
        note = f"{note} {self.statistics_text}"
        if self.contest.form == "grid":
            note = tr("A cell contains the score of the row, which moves first, and the mean seconds per game.")
        note = " ".join((note, *self.warnings))
        return (
            f'<!doctype html><html lang="{language()}"><meta charset="utf-8"><title>{html.escape(title)}</title><style>'
            "body{font:13px/1.4 system-ui,sans-serif;color:#1F2024;background:#FAF8F3;margin:32px}"
            "table{border-collapse:collapse;background:#fff}th,td{padding:6px 10px;border:1px solid #E5E1D8;"
            "text-align:right;font-variant-numeric:tabular-nums}th{color:#6A6E75;text-align:left;font-weight:600}"
            f"code{{color:#6A6E75;overflow-wrap:anywhere}}</style><h1>{html.escape(title)}</h1>"
            f"<table>{head}{''.join(body)}</table><p>{html.escape(note)}</p>{made}</html>\n"
        )


def _points(tally: ResultTally) -> str:
    points = tally.wins + 0.5 * tally.draws
    return f"{points:g}"


def _latex(text: str) -> str:
    return text.translate(_LATEX)


_LATEX = str.maketrans(
    {each: "\\" + each for each in "%_&#${}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "−": "$-$"}
)


def _tint(score: float) -> str:
    """Return a colour from blue (score 0) over white (0.5) to orange (1). Colour-blind readers can distinguish them."""
    end = (230, 159, 0) if score >= 0.5 else (86, 180, 233)
    share = abs(score - 0.5) * 1.2
    return "#" + "".join(f"{round(255 + (each - 255) * share):02X}" for each in end)
