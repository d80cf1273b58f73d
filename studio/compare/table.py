"""The data of the table in the Compare workspace, as a Qt model and as text for export."""

import csv
import html
import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from engine.analysis.query import AnySpec, spec_text
from engine.core.files import csv_text
from engine.core.language import tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from engine.search.report import Report
from engine.search.search import Spec
from studio.analysis import figures
from studio.analysis.choice import spec_title
from studio.analysis.figures import UNKNOWN, Verdict
from studio.analysis.line import line_texts
from studio.analysis.parameters import parameters_text
from studio.analysis.session import Live
from studio.analysis.store import Findings
from studio.look import foreign, notation, palette, style
from studio.look.marks import mark_icon

_Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()
Align = Literal["left", "right", "center"]


@dataclass
class ComparisonRow:
    """One algorithm and its results for every position compared.

    Attributes:
        spec: the algorithm.
        positions: the positions compared.
        findings: the results for each of ``positions``, in the same order, with None where there are none yet.
        verdicts: agreement with the other sound algorithms for each of ``positions``, with None where it is unknown.
        bases: the results of minimax for each of ``positions``, with None where there are none.
        live: counters of its running search, or None if it is not running.
        error: the error message if the algorithm failed, else an empty string.
    """

    spec: AnySpec
    positions: list[Position]
    findings: list[Findings | None]
    verdicts: list[Verdict | None] = field(default_factory=list)
    bases: list[Findings | None] = field(default_factory=list)
    live: Live | None = None
    error: str = ""

    @property
    def reports(self) -> list[Report]:
        """The latest report of every position that has one, in the order of ``positions``."""
        return [each.last for each in self.findings if each is not None and each.last is not None]

    @property
    def only(self) -> Report | None:
        """The report of the only position, or None without a report or with several positions."""
        return self.reports[0] if len(self.positions) == 1 and self.reports else None

    @property
    def has_nodes(self) -> bool:
        """Whether the algorithm counts nodes, which is optional for plugins and external engines."""
        return isinstance(self.spec, Spec) or any(report.nodes for report in self.reports)

    def total(self, field_name: str) -> float | None:
        """Return the sum of a field over all reports, or None if there are none."""
        return sum(getattr(each, field_name) for each in self.reports) if self.reports else None

    # --- columns --------------------------------------------------------------------------------------------------

    def best(self) -> str | None:
        """Return the algorithm's best move as text, or None without a result or with several positions."""
        report = self.only
        if report is None or report.move is None:
            return None
        position = self.positions[0]
        return notation.move_text(position, report.move)

    def score(self) -> Score | None:
        """Return the score from FIRST's point of view, or None without a score or with several positions."""
        report = self.only
        return report.score.pov(Player.FIRST) if report is not None and report.score is not None else None

    def line(self) -> list[str]:
        """Return the texts of the moves of the principal variation.

        The list is empty without a report or with several positions.
        """
        return line_texts(self.positions[0], self.only.pv) if self.only is not None else []

    def depth(self) -> float | None:
        """Return the depth completed, averaged over the positions, or None if no depth is completed."""
        depths = [each.depth for each in self.reports if each.depth]
        return sum(depths) / len(depths) if depths else None

    def nodes(self) -> int | None:
        """Return the number of nodes visited in all positions, or None if it is unknown."""
        if self.live is not None and len(self.positions) == 1 and self.live.nodes:
            return self.live.nodes
        total = self.total("nodes")
        return int(total) if total is not None and self.has_nodes else None

    def of_minimax(self) -> float | None:
        """Return the nodes of all positions relative to minimax (1 means equal), or None if they are not comparable.

        The nodes of each position are those of the greatest depth completed by both.
        """
        mine = base = 0
        for own, other in zip(self.findings, self.bases, strict=False):
            common = figures.share_of(own, other) if own is not None and other is not None else None
            if common is not None and own is not None and other is not None:
                mine += own.by_depth[common[0]].iteration_nodes
                base += other.by_depth[common[0]].iteration_nodes
        return mine / base if base and mine and self.has_nodes else None

    def cut_share(self) -> float | None:
        """Return the share (0 … 1) of nodes with a cut-off among those where one is possible.

        The result is None if there are no cut-offs.
        """
        return figures.cut_share(*self.reports, quiescence=figures.is_quiescent(self.spec))

    def branching(self) -> float | None:
        """Return the mean effective branching factor at each position's greatest depth, or None if it is unknown."""
        factors = []
        for each in self.findings:
            deepest = each.deepest if each is not None else None
            if deepest is not None:
                factor = figures.effective_branching(deepest.iteration_nodes, deepest.depth)
                if factor is not None:
                    factors.append(factor)
        return sum(factors) / len(factors) if factors else None

    def seconds(self) -> float | None:
        """Return the wall-clock seconds of all searches, or None without a report."""
        if self.live is not None and len(self.positions) == 1:
            return self.live.seconds
        return self.total("seconds")

    def speed(self) -> float | None:
        """Return the nodes per second, or None if they are unknown or the time is too short."""
        nodes, seconds = self.nodes(), self.seconds()
        return figures.speed(nodes, seconds) if nodes is not None and seconds is not None else None

    def agreement(self) -> tuple[int, int] | None:
        """Return the number of positions with agreement and the number of comparable positions.

        The result is None if no position is comparable.
        """
        told = [each for each in self.verdicts if each is not None]
        return (sum(each.agrees for each in told), len(told)) if told else None


@dataclass(frozen=True)
class Column:
    """A column of the table, with the function that computes its values and the one that formats them.

    Attributes:
        name: identifier used in exports.
        title: English title, translated for display.
        help: English explanation for the tooltip, translated for display.
        value: returns the value of a row, or None if it is unknown.
        text: returns a value as text for display.
        align: alignment of the text.
    """

    name: str
    title: str
    help: str
    value: Callable[[ComparisonRow], Any]
    text: Callable[[Any], str]
    align: Align = "right"


def _plain(value: Any) -> str:
    return UNKNOWN if value is None else str(value)


def _depth_text(depth: float | None) -> str:
    if depth is None:
        return UNKNOWN
    return f"{depth:g}" if depth == int(depth) else figures.decimals(depth, 1)


def _agreement_text(value: tuple[int, int] | None) -> str:
    if value is None:
        return UNKNOWN
    sign = "✓" if value[0] == value[1] else "✗"
    return sign if value[1] == 1 else f"{sign} {value[0]}/{value[1]}"


COLUMNS = (
    Column("algorithm", "Algorithm", "The algorithm and what differs from its default parameters",
           lambda row: spec_text(row.spec), _plain, "left"),
    Column("best", "Best", "The move it would play", ComparisonRow.best, _plain, "left"),
    Column("positions", "Positions", "Positions answered", lambda row: len(row.reports), _plain),
    Column("score", "Score", "Seen by the first player", ComparisonRow.score,
           lambda score: UNKNOWN if score is None else score.format()),
    Column("pv", "Principal variation", "The line both sides are thought to play; hover a move to see the board",
           ComparisonRow.line, lambda line: " ".join(line) or UNKNOWN, "left"),
    Column("depth", "Depth", "Last completed depth, in plies", ComparisonRow.depth,
           _depth_text),
    Column("nodes", "Nodes", "Positions visited, all depths together", ComparisonRow.nodes,
           lambda nodes: UNKNOWN if nodes is None else figures.grouped(nodes)),
    Column("of_minimax", "% of minimax", "Nodes of the greatest depth that both completed, relative to minimax",
           ComparisonRow.of_minimax, figures.percent),
    Column("cut", "Cut %", "Nodes that ended in a cut-off, of the inner nodes where one was possible",
           ComparisonRow.cut_share, figures.percent),
    Column("branching", "EBF", "Effective branching factor b: b + b² + … + b^depth = nodes of the deepest depth",
           ComparisonRow.branching, lambda value: UNKNOWN if value is None else figures.decimals(value, 1)),
    Column("speed", "Nodes/s", "Nodes a second", ComparisonRow.speed,
           lambda value: UNKNOWN if value is None else figures.compact(value)),
    Column("seconds", "Time", "Wall-clock time", ComparisonRow.seconds,
           lambda value: UNKNOWN if value is None else figures.duration(value)),
    Column("agree", "Agrees", "Whether full searches have equal values at equal depth, evaluation and quiescence",
           ComparisonRow.agreement, _agreement_text, "center"),
)  # fmt: skip
COLUMN = {column.name: number for number, column in enumerate(COLUMNS)}


class ComparisonModel(QAbstractTableModel):
    """Model of a comparison with one row per algorithm.

    For ``Qt.ItemDataRole.UserRole``, ``data`` returns values instead of texts.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[ComparisonRow] = []

    def set_rows(self, rows: Sequence[ComparisonRow]) -> None:
        """Replace the rows. The model is reset only if their number changes."""
        if len(rows) == len(self.rows):
            self.rows = list(rows)
            if rows:
                self.dataChanged.emit(self.index(0, 0), self.index(len(rows) - 1, len(COLUMNS) - 1))
        else:
            self.beginResetModel()
            self.rows = list(rows)
            self.endResetModel()

    def retranslate(self) -> None:
        """Update titles and cells after a change of the language."""
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(COLUMNS) - 1)
        self.set_rows(self.rows)

    def rowCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of algorithms."""
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: _Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(COLUMNS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the title or the alignment of a column, or its explanation as the tooltip."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(COLUMNS):
            return None
        column = COLUMNS[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(column.title)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tr(column.help)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text, value, alignment, colour, font, icon or tooltip of a cell."""
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row, column = self.rows[index.row()], COLUMNS[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(row, column)
        if role == Qt.ItemDataRole.UserRole:
            return column.value(row)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _alignment(column)
        if role == Qt.ItemDataRole.DecorationRole and column.name == "algorithm":
            names = [each.spec.name for each in self.rows[: index.row()]]
            return mark_icon(row.spec.name, names.count(row.spec.name))
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._color(row, column)
        if role == Qt.ItemDataRole.FontRole and column.name in ("score", "best"):
            font = style.font(tabular=True)
            font.setWeight(QFont.Weight.DemiBold)
            return font
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tooltip(row, column)
        return None

    @staticmethod
    def text(row: ComparisonRow, column: Column) -> str:
        """Return the text of a cell."""
        if column.name == "algorithm":
            parameters = parameters_text(row.spec)
            return tr(spec_title(row.spec)) + (f" · {parameters}" if parameters else "")
        return column.text(column.value(row))

    @staticmethod
    def _color(row: ComparisonRow, column: Column) -> QColor | None:
        if column.name == "agree":
            agreement = row.agreement()
            if agreement is not None:
                return palette.current().good if agreement[0] == agreement[1] else palette.current().accent
        return palette.current().secondary if column.text(column.value(row)) == UNKNOWN else None

    @staticmethod
    def _tooltip(row: ComparisonRow, column: Column) -> str | None:
        if row.error:
            return foreign.tool_tip(row.error)
        if column.name == "agree":
            for verdict in row.verdicts:
                if verdict is not None and verdict.other is not None:
                    return tr(
                        "{own} against {other} at depth {depth}",
                        own=verdict.own.format(), other=verdict.other.format(), depth=verdict.depth,
                    )  # fmt: skip
        if column.name in ("algorithm", "pv"):
            return foreign.tool_tip(ComparisonModel.text(row, column))
        return None


def _alignment(column: Column) -> Any:
    side = Qt.AlignmentFlag
    sides = {"left": side.AlignLeft, "right": side.AlignRight, "center": side.AlignHCenter}
    return sides[column.align] | side.AlignVCenter


# --- export -----------------------------------------------------------------------------------------------------------


def plain_rows(rows: Sequence[ComparisonRow]) -> list[dict[str, Any]]:
    """Return the values of each row by column name, None if unknown, for JSON and CSV.

    Numbers are not rounded. The score is a string, the principal variation a list, and the agreement a boolean.
    """
    result = []
    for row in rows:
        values = {column.name: column.value(row) for column in COLUMNS}
        score, agreement = values["score"], values["agree"]
        values["score"] = None if score is None else score.format()
        values["agree"] = None if agreement is None else agreement[0] == agreement[1]
        result.append(values)
    return result


def as_json(rows: Sequence[ComparisonRow], heading: Mapping[str, str]) -> str:
    """Return the comparison as one JSON object with the entries of ``heading``, and ``rows`` as in ``plain_rows``."""
    return json.dumps({**heading, "rows": plain_rows(rows)}, ensure_ascii=False, indent=2) + "\n"


def as_csv(rows: Sequence[ComparisonRow]) -> str:
    """Return the table as CSV with a line of column names.

    A principal variation is one field. Texts are escaped, so that a spreadsheet does not read them as formulas.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow([column.name for column in COLUMNS])
    for values in plain_rows(rows):
        values["pv"] = " ".join(values["pv"])
        for name in ("algorithm", "best", "pv"):
            values[name] = csv_text(values[name] or "")
        writer.writerow(["" if value is None else value for value in values.values()])
    return stream.getvalue()


def as_html(rows: Sequence[ComparisonRow], heading: Mapping[str, str]) -> str:
    """Return the table as a self-contained HTML page in the language in use, with the entries of ``heading`` above."""
    many = bool(rows) and len(rows[0].positions) > 1
    hidden = {"best", "score", "pv"} if many else {"positions"}
    columns = [column for column in COLUMNS if column.name not in hidden]
    facts = "".join(f"<dt>{html.escape(name)}</dt><dd>{html.escape(value)}</dd>" for name, value in heading.items())
    head = "".join(
        f'<th class="{column.align}" title="{html.escape(tr(column.help))}">{html.escape(tr(column.title))}</th>'
        for column in columns
    )
    body = ""
    for row in rows:
        cells = "".join(
            f'<td class="{column.align}">{html.escape(ComparisonModel.text(row, column))}</td>' for column in columns
        )
        body += f'<tr style="--c:{palette.algorithm_color(row.spec.name).name()}">{cells}</tr>\n'
    return _PAGE.format(title=html.escape(tr("Comparison of algorithms")), facts=facts, head=head, body=body)


_PAGE = """<!doctype html>
<html><head><meta charset="utf-8"><title>{title}</title><style>
:root {{ color-scheme: light dark; }}
body {{ font: 14px/1.5 system-ui, sans-serif; margin: 32px; }}
dl {{ display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; }}
dt {{ opacity: .65; }} dd {{ margin: 0; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; margin-top: 24px; }}
th {{ font-weight: 400; opacity: .65; }}
th, td {{ padding: 6px 12px; border-bottom: 1px solid #8884; white-space: nowrap; }}
.left {{ text-align: left; }} .right {{ text-align: right; }} .center {{ text-align: center; }}
td:first-child {{ border-left: 4px solid var(--c); }}
</style></head><body><h1>{title}</h1><dl>{facts}</dl>
<table><thead><tr>{head}</tr></thead><tbody>
{body}</tbody></table></body></html>
"""
