"""Tables of a contest: scores and times of each pairing, as text, CSV, HTML and LaTeX."""

import csv
import html
import io
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.contests.contest import Contest
from engine.contests.rating import ResultTally, elo_interval, likelihood_of_superiority
from engine.contests.result import GameResult
from engine.core.files import csv_text
from engine.core.language import language, tr


@dataclass
class Cell:
    """Games of one contestant (the row) against another (the column).

    Attributes:
        as_first: results of the row in the games in which it played FIRST.
        as_second: results of the row in the games in which it played SECOND.
        plies: number of plies in all games, without openings.
        seconds: thinking time of the row and of the column.
        nodes: positions visited by the row and by the column.
        thoughts: number of moves that the row and the column chose.
        duration: wall-clock seconds of all games.
        forfeits: number of games lost on time by the row and by the column.
    """

    as_first: ResultTally = field(default_factory=ResultTally)
    as_second: ResultTally = field(default_factory=ResultTally)
    plies: int = 0
    seconds: list[float] = field(default_factory=lambda: [0.0, 0.0])
    nodes: list[int] = field(default_factory=lambda: [0, 0])
    thoughts: list[int] = field(default_factory=lambda: [0, 0])
    duration: float = 0.0
    forfeits: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def tally(self) -> ResultTally:
        """Return the row's results in all games."""
        return self.as_first + self.as_second

    def add(self, result: GameResult, row_is_first: bool) -> None:
        """Add the result of a game; ``row_is_first`` is whether the row played FIRST."""
        outcome = ResultTally.of(result.result)
        if row_is_first:
            self.as_first += outcome
        else:
            self.as_second += outcome.reversed
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
            self.as_second.reversed, self.as_first.reversed, self.plies, self.seconds[::-1], self.nodes[::-1],
            self.thoughts[::-1], self.duration, self.forfeits[::-1],
        )  # fmt: skip


@dataclass
class Standings:
    """Results of a contest: the cells of its crosstable, and the numbers of games and faults.

    Attributes:
        contest: the contest.
        cells: cells by (row, column), the indices of two contestants. In a grid, a cell contains only the games in
            which the row played FIRST.
        games: number of games added.
        faults: number of games lost because an algorithm failed.
    """

    contest: Contest
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    games: int = 0
    faults: int = 0

    @classmethod
    def of(cls, contest: Contest, results: Iterable[GameResult]) -> "Standings":
        """Return the standings after the games of ``results``."""
        standings = cls(contest)
        for result in results:
            standings.add(result)
        return standings

    def add(self, result: GameResult) -> None:
        """Add the result of a game."""
        first, second = result.first, result.second
        self.games += 1
        self.faults += bool(result.fault)
        self.cells.setdefault((first, second), Cell()).add(result, True)
        if first != second and self.contest.form != "grid":
            self.cells.setdefault((second, first), Cell()).add(result, False)

    def forfeits(self, row: int) -> int:
        """Return the number of games that a contestant lost on time; games against itself count once."""
        own = self.cells.get((row, row), Cell())
        return self.against_all(row).forfeits[0] + sum(own.forfeits)

    def total(self, row: int) -> ResultTally:
        """Return the tally of all games of a contestant, as FIRST and as SECOND, without games against itself."""
        return self.against_all(row).tally

    def against_all(self, row: int) -> Cell:
        """Return all games of a contestant against the others as one cell."""
        sum_of = Cell()
        for (a, b), cell in self.cells.items():
            if a == row != b:
                sum_of += cell
            elif b == row != a and self.contest.form == "grid":
                sum_of += cell.reversed
        return sum_of

    def between(self, row: int, column: int) -> Cell:
        """Return all games between two contestants as one cell, in which ``row`` is the row."""
        cell = self.cells.get((row, column), Cell())
        if self.contest.form == "grid" and row != column:
            cell = cell + self.cells.get((column, row), Cell()).reversed
        return cell

    def ranking(self) -> list[int]:
        """Return the indices of contestants, the best score first."""
        return sorted(range(len(self.contest.contestants)), key=lambda row: (-self.total(row).score, row))

    def summary(self) -> dict[str, Any]:
        """Return the result of a match as plain data for the command line.

        In the keys, ``first`` and ``second`` are the two players in the order of ``Contest.contestants``.
        """
        cell = self.cells.get((0, 1), Cell())
        tally = cell.tally
        elo, low, high = elo_interval(tally)
        moves = max(1, sum(cell.thoughts))
        return {
            "games": tally.games,
            "first_wins": tally.wins,
            "second_wins": tally.losses,
            "draws": tally.draws,
            "wins_first_mover": cell.as_first.wins + cell.as_second.losses,
            "mean_plies": cell.plies / max(1, tally.games),
            "mean_seconds": cell.duration / max(1, tally.games),
            "mean_seconds_move": sum(cell.seconds) / moves,
            "mean_nodes": sum(cell.nodes) / max(1, tally.games),
            "mean_nodes_move": sum(cell.nodes) / moves,
            "elo": elo,
            "elo_low": low,
            "elo_high": high,
            "los": likelihood_of_superiority(tally),
            "faults": self.faults,
        } | (
            {"first_time_losses": cell.forfeits[0], "second_time_losses": cell.forfeits[1]}
            if self.contest.has_clock
            else {}
        )

    # --- tables -----------------------------------------------------------------------------------------------------

    def grid(self) -> tuple[list[str], list[list[str]]]:
        """Return the header and the rows of the crosstable, in which a cell has the row's points and number of games.

        Further columns have the total points, the Elo difference and its 95 % interval. In a grid, these columns are
        missing, and a cell has the score in percent and the seconds per game. With clocks, the last column has the
        number of losses on time.
        """
        names = [each.name for each in self.contest.contestants]
        rows = []
        order = range(len(names)) if self.contest.form == "grid" else self.ranking()
        for a in order:
            row = [names[a]]
            for b in order:
                cell = self.cells.get((a, b))
                if cell is None or not cell.tally.games:
                    row.append("–")
                elif self.contest.form == "grid":
                    row.append(f"{100 * cell.tally.score:.0f} %, {cell.duration / cell.tally.games:.3g}")
                else:
                    row.append(f"{_points(cell.tally)}/{cell.tally.games}")
            if self.contest.form != "grid":
                tally = self.total(a)
                elo, low, high = elo_interval(tally)
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
        """Return the crosstable as plain text in columns."""
        header, rows = self.grid()
        widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
        lines = [
            "  ".join(text.ljust(width) if k == 0 else text.rjust(width) for k, (text, width) in enumerate(
                zip(row, widths, strict=True))).rstrip()
            for row in [header, ["─" * width for width in widths], *rows]
        ]  # fmt: skip
        return "\n".join([*lines, ""])

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
        if self.contest.form == "grid":
            note = tr("A cell contains the score of the row, which moves first, and the mean seconds per game.")
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
    """Return a colour from blue (score 0) over white (0.5) to orange (1), safe for colour-blind readers."""
    end = (230, 159, 0) if score >= 0.5 else (86, 180, 233)
    share = abs(score - 0.5) * 1.2
    return "#" + "".join(f"{round(255 + (each - 255) * share):02X}" for each in end)
