"""Exports of a comparison as CSV, JSON and a self-contained HTML page."""

import base64
import csv
import html
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import engine
from engine.analysis.conclusion import Conclusion, Run
from engine.core.files import csv_text
from engine.core.game import Game
from engine.core.language import language, tr
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from studio.analysis.line import further_lines, line_texts
from studio.board.arrows import Arrow
from studio.board.export import svg_of
from studio.board.picture import BoardPicture
from studio.compare.boards import MoveBoard, move_arrow
from studio.compare.chart import ChartData, chart_svg
from studio.compare.differences import MoveDifference
from studio.compare.rows import COLUMNS, OF_ONE_POSITION, OF_SEVERAL_POSITIONS, ComparisonRow
from studio.look import foreign, notation, palette

_ADDED = ("seconds", "branching", "unfinished", "cutoffs", "leaf_evaluations")
"""Names of the values that exports have in addition to the columns of the table, in their order."""
_CELL = 28
"""Side length of a cell of the exported boards in pixels."""


@dataclass(frozen=True)
class ComparisonPage:
    """The contents of an HTML page about a comparison.

    Attributes:
        rows: the rows in the order shown.
        heading: a mapping of titles to facts about the comparison, both in the language in use.
        conclusion: the sentences about the result.
        game: the game compared.
        position: the position compared, or None if several positions are compared.
        boards: the boards of the best moves in ``position``, or an empty sequence if ``position`` is None.
        differences: the positions with different best moves, or an empty sequence if one position is compared.
        chart: the data of the chart.
        day: the day of the export.
    """

    rows: Sequence[ComparisonRow]
    heading: Mapping[str, str]
    conclusion: Conclusion
    game: Game
    position: Position | None
    boards: Sequence[MoveBoard]
    differences: Sequence[MoveDifference]
    chart: ChartData
    day: date


def plain_rows(rows: Sequence[ComparisonRow]) -> list[dict[str, Any]]:
    """Return a mapping of column names to values for each row, as used for JSON and CSV.

    Unknown values are None, and numbers are not rounded. The score is a string such as ``+3``, ``-2`` or ``#5`` in the
    unit of the evaluation, from FIRST's point of view. The principal variation is a list of moves as text, and the
    agreement is a boolean. The CPU time, the elapsed time and the effective branching factor are added as
    ``cpu_seconds``, ``seconds`` and ``branching``, the counters from which ``cut`` is computed as ``cutoffs`` and
    ``leaf_evaluations``, and whether the move and the score of a position are those of an interrupted depth as
    ``unfinished``. If the algorithm reported several lines, ``lines`` is a list with the score, in the same form, and
    the principal variation of each line, otherwise it is empty. Lines of a Monte Carlo search also have ``visits`` and
    ``chance``, for the side to move.
    """
    result = []
    for row in rows:
        values = {column.name: column.value(row) for column in COLUMNS}
        score, agreement = values["score"], values["agree"]
        values["score"] = None if score is None else _plain_text(score)
        values["agree"] = None if agreement is None else agreement[0] == agreement[1]
        values["cpu_seconds"] = row.cpu_seconds()
        values["seconds"] = row.seconds()
        values["branching"] = row.branching()
        values["unfinished"] = row.unfinished > 0
        values["cutoffs"], values["leaf_evaluations"] = row.total("cutoffs"), row.total("leaf_evaluations")
        values["lines"] = [
            {
                "score": _plain_text(line.score.pov(Player.FIRST)),
                "pv": line_texts(row.positions[0], line.pv),
                **({} if line.visits is None else {"visits": line.visits, "chance": line.chance}),
            }
            for line in (row.only.lines if row.only is not None else ())
        ]
        result.append(values)
    return result


def _plain_text(score: Score) -> str:
    """Return a score with the sign that other programs read as a minus."""
    return score.format().replace("−", "-")


def as_json(rows: Sequence[ComparisonRow], heading: Mapping[str, str]) -> str:
    """Return the comparison as a JSON object.

    The object has the entries of ``heading``, and an entry ``rows`` with the result of ``plain_rows``.
    """
    return json.dumps({**heading, "rows": plain_rows(rows)}, ensure_ascii=False, indent=2) + "\n"


def as_csv(rows: Sequence[ComparisonRow]) -> str:
    """Return the table as CSV. The first line contains the column names.

    A principal variation is one field. Texts are escaped so that spreadsheets do not interpret them as formulas.
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow([*(column.name for column in COLUMNS), *_ADDED])
    for values in plain_rows(rows):
        values["pv"] = " ".join(values["pv"])
        del values["lines"]
        for name in ("algorithm", "best", "pv"):
            values[name] = csv_text(values[name] or "")
        writer.writerow(["" if value is None else value for value in values.values()])
    return stream.getvalue()


def as_html(page: ComparisonPage) -> str:
    """Return a self-contained HTML page in the language in use. All texts are escaped."""
    title = tr("Comparison of algorithms")
    about = tr("Kỳ Viện {version}, {day}", version=engine.__version__, day=page.day.isoformat())
    return _PAGE.format(
        title=html.escape(title), language=language(), main=_strong(page.conclusion.main),
        notes=html.escape(_plain(page.conclusion.notes_text)), facts=_facts(page.heading), boards=_boards(page),
        table=_table(page.rows), differences=_differences(page.differences), chart=_chart(page.chart),
        about=html.escape(about),
    )  # fmt: skip


def _plain(text: str) -> str:
    return foreign.one_line(text, 4 * foreign.MOST_LINES)


def _strong(runs: Sequence[Run]) -> str:
    return "".join(f"<strong>{html.escape(text)}</strong>" if strong else html.escape(text) for text, strong in runs)


def _facts(heading: Mapping[str, str]) -> str:
    return "".join(
        f"<dt>{html.escape(_plain(name))}</dt><dd>{html.escape(_plain(value))}</dd>"
        for name, value in heading.items()
        if value
    )


def _table(rows: Sequence[ComparisonRow]) -> str:
    many = bool(rows) and len(rows[0].positions) > 1
    hidden = OF_ONE_POSITION if many else OF_SEVERAL_POSITIONS
    columns = [column for column in COLUMNS if column.name not in hidden]
    head = "".join(
        f'<th class="{column.align}" title="{html.escape(tr(column.help))}">{html.escape(tr(column.title))}</th>'
        for column in columns
    )
    body = ""
    for row in rows:
        cells = "".join(
            f'<td class="{column.align}">{html.escape(foreign.one_line(column.text(row)))}</td>' for column in columns
        )
        color = f'style="--c:{palette.algorithm_color(row.spec.name).name()}"'
        body += f"<tr {color}>{cells}</tr>\n"
        for line in further_lines(row.only) if row.only is not None else ():
            texts = {"score": row.score_text(line.score), "pv": " ".join(line_texts(row.positions[0], line.pv))}
            cells = "".join(
                f'<td class="{column.align}">{html.escape(texts.get(column.name, ""))}</td>' for column in columns
            )
            body += f"<tr {color}>{cells}</tr>\n"
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{body}</tbody></table>"


def _boards(page: ComparisonPage) -> str:
    if page.position is None:
        return ""
    side = tr(page.game.sides[page.position.turn])
    figures = [_figure(board_svg(page.game, page.position), tr("{side} to move", side=side), ())]
    for each in page.boards:
        arrow = move_arrow(page.position, each.move, each.color_of, len(each.numbers))
        figures.append(_figure(board_svg(page.game, page.position, (arrow,)), each.text, each.titles))
    return f'<div class="boards">{"".join(figures)}</div>'


def _figure(svg: bytes, name: str, titles: Sequence[str]) -> str:
    caption = f"<strong>{html.escape(foreign.one_line(name))}</strong>"
    if titles:
        caption += f"<br>{html.escape(foreign.one_line(', '.join(titles)))}"
    return f"<figure>{_image(svg, name)}<figcaption>{caption}</figcaption></figure>"


def _image(svg: bytes, text: str) -> str:
    # As an image, an SVG cannot run scripts, and its identifiers do not clash with those of others on the page.
    source = base64.b64encode(svg).decode()
    return f'<img src="data:image/svg+xml;base64,{source}" alt="{html.escape(foreign.one_line(text))}">'


def _differences(items: Sequence[MoveDifference]) -> str:
    if not items:
        return ""
    lines = "".join(f"<li>{html.escape(_plain(each.text))}</li>" for each in items)
    return f"<h2>{html.escape(tr('Positions with different best moves'))}</h2><ul>{lines}</ul>"


def _chart(data: ChartData) -> str:
    if not data.series:
        return ""
    notes = "".join(f"<li>{html.escape(line.tip)}</li>" for line in data.lines)
    return f'<div class="chart">{_image(chart_svg(data).encode(), data.title)}</div><ul class="small">{notes}</ul>'


def board_svg(game: Game, position: Position, arrows: Sequence[Arrow] = ()) -> bytes:
    """Return a picture of a position with ``arrows`` as SVG."""
    picture = BoardPicture(notation.surface(game, position), checked=game.checked(position), arrows=tuple(arrows))
    return svg_of(picture, side=_CELL, named=False).encode()


_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><title>{title}</title><style>
:root {{ color-scheme: light; }}
body {{ font: 14px/1.5 system-ui, sans-serif; margin: 32px; color: #1f2024; background: #faf8f3; }}
.main {{ font-size: 18px; margin: 8px 0 0; }} .notes, .small, footer, dt {{ color: #6a6e75; }}
.small {{ font-size: 12px; }} footer {{ margin-top: 32px; font-size: 12px; }}
dl {{ display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; }} dd {{ margin: 0; }}
.boards {{ display: flex; flex-wrap: wrap; gap: 16px; margin-top: 24px; }} figure {{ margin: 0; max-width: 320px; }}
.wide {{ overflow-x: auto; }} .chart img {{ max-width: 100%; }} .chart {{ margin-top: 24px; }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; margin-top: 24px; background: #fff; }}
th {{ font-weight: 400; color: #6a6e75; }}
th, td {{ padding: 6px 12px; border-bottom: 1px solid #e5e1d8; white-space: nowrap; }}
.left {{ text-align: left; }} .right {{ text-align: right; }} .center {{ text-align: center; }}
td:first-child {{ border-left: 4px solid var(--c); }}
</style></head><body><h1>{title}</h1><p class="main">{main}</p><p class="notes">{notes}</p>
<div class="wide">{table}</div>{boards}{chart}{differences}<dl>{facts}</dl>
<footer>{about}</footer></body></html>
"""
