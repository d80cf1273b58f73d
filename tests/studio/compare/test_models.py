"""Each column, chart, sentence and export of Compare, of searches whose reports are made up, against the reports."""

import base64
import csv
import dataclasses
import io
import itertools
import json
import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QSize, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from engine.analysis.conclusion import Conclusion
from engine.analysis.measurement import Measurement
from engine.asking.external import EngineSpec
from engine.core.game import find_game
from engine.core.language import LANGUAGES, set_language, tr
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.search.query import Query
from engine.search.report import Limit, Line, Report
from engine.search.spec import Spec
from studio.analysis import figures
from studio.analysis.choice import Budget, analysis_specs
from studio.analysis.parameters import ParameterPopup
from studio.analysis.session import Live
from studio.analysis.store import Findings
from studio.board.mini import MiniBoard
from studio.compare import heading as heading_module
from studio.compare import workspace as workspace_module
from studio.compare.boards import BoardCard, BoardStrip, DotsLabel, move_arrow, move_boards
from studio.compare.chart import ChartBars, ChartData, ComparisonChart, chart_svg
from studio.compare.choice import DEPTH, NODES, choose_refinements, choose_textbook_searches, compared_choice
from studio.compare.differences import DifferenceList, MoveDifference
from studio.compare.export import as_csv, as_json, plain_rows
from studio.compare.head import CURRENT, EXPORTS, GAME, CompareHead
from studio.compare.heading import heading_of, words_of
from studio.compare.measuring import LeafCounting, Measuring
from studio.compare.results import ResultsView
from studio.compare.rows import (
    COLUMN,
    COLUMNS,
    OF_ONE_POSITION,
    OF_SEVERAL_POSITIONS,
    ComparisonRow,
    base_of,
    sort_key,
    time_text,
)
from studio.compare.sentence import SentenceView
from studio.compare.series import chart_data
from studio.compare.table import DROPPED, ComparisonModel, ComparisonTable, widths_of
from studio.compare.workspace import CompareWorkspace
from studio.look import icons, palette, style
from studio.look.marks import mark_icon
from studio.widgets.scene import measure
from studio.window.main_window import MainWindow
from tests.studio import driver

TTT = find_game("tictactoe")()
START = TTT.start()
AFTER = START.play(START.legal_moves()[0])
MOVES = START.legal_moves()
UNKNOWN = "—"


def report(name: str, depth: int, nodes: int, value: int = 0, move: int = 0, **values: Any) -> Report:
    pv = (MOVES[move], START.play(MOVES[move]).legal_moves()[0])
    fields = {
        "seldepth": depth, "score": Score(value, Player.FIRST), "move": pv[0], "pv": pv, "nodes": 2 * nodes,
        "iteration_nodes": nodes, "leaf_evaluations": nodes, "comparisons": 3 * nodes, "cutoffs": nodes // 4,
        "table_hits": 0, "seconds": nodes / 1000, "final": True, "leaves": nodes // 2, "cpu_seconds": nodes / 2000,
    }  # fmt: skip
    return Report(name, depth, **(fields | values))


def findings(*reports: Report) -> Findings:
    found = Findings()
    for each in reports:
        found.add(each)
    return found


def made(text: str, *found: Findings | None, number: int = 0, **values: Any) -> ComparisonRow:
    positions = [START] if len(found) == 1 else [START, AFTER][: len(found)]
    row = ComparisonRow(
        Spec.parse(text) if ":" not in text[:1] else EngineSpec("Stork", "none"), positions, list(found), number
    )
    for name, value in values.items():
        setattr(row, name, value)
    return row


def linked(rows: list[ComparisonRow]) -> list[ComparisonRow]:
    """Number the rows, and compare them with each other as the workspace does."""
    specs = [row.spec for row in rows]
    for number, row in enumerate(rows):
        row.number, row.repetition = number, sum(each.name == row.spec.name for each in specs[:number])
    for place in range(len(rows[0].positions)):
        for row, verdict in zip(rows, figures.ladder(specs, [row.findings[place] for row in rows]), strict=True):
            row.verdicts.append(verdict)
            row.bases.append(base_of(rows, row, place))
    return rows


def one_position() -> list[ComparisonRow]:
    """Rows with every trait: an engine, a failed search, one without result, an interrupted and a wrong one."""
    deep = {depth: report("minimax", depth, 10**depth, 3) for depth in (1, 2, 3)}
    return linked([
        made("greedy", findings(report("greedy", 1, 9, 2, 1))),
        made("minimax", findings(*deep.values())),
        made("alphabeta", findings(report("alphabeta", 1, 10, 3), report("alphabeta", 2, 40, 3),
            report("alphabeta", 3, 300, 3))),
        made("negascout", findings(report("negascout", 1, 10, 3), report("negascout", 2, 30, 5, 2))),
        made("pvs", findings(report("pvs", 4, 500, -7, 1, unfinished=True))),
        made("alphabeta:quiescence=on", findings(report("alphabeta", 2, 80, 4, 2))),
        made(":engine", findings(report("Stork", 9, 0, 4, comparisons=0, cutoffs=0, leaves=0, leaf_evaluations=0,
            seconds=1.25,
                                        cpu_seconds=None))),
        made("negamax", None, error="It broke."),
        made("mcts", findings(report("mcts", 0, 100, WIN - 3, 0,
            iteration_nodes=0, leaves=0, comparisons=0, cutoffs=0))),
    ])  # fmt: skip


def two_positions() -> list[ComparisonRow]:
    rows = [
        made(
            "minimax", findings(report("minimax", 1, 9), report("minimax", 2, 90)), findings(report("minimax", 2, 70))
        ),
        made("alphabeta", findings(report("alphabeta", 2, 40, 0, 1)), findings(report("alphabeta", 2, 20))),
        made("negascout", findings(report("negascout", 3, 60, 5, unfinished=True)), None),
        made(":engine", findings(report("Stork", 5, 0, cutoffs=0)), findings(report("Stork", 6, 0, 0, 1, cutoffs=0))),
    ]
    return linked(rows)


ROWS = {"one": one_position, "several": two_positions}


def number(value: float | None, text: Any) -> str:
    return UNKNOWN if value is None else text(value)


def expected(row: ComparisonRow) -> dict[str, tuple[Any, str]]:
    """The values and texts of the columns, from the reports."""
    last = [each.last for each in row.findings if each is not None and each.last is not None]
    many, only = len(row.positions) > 1, last[0] if last and len(row.positions) == 1 else None
    is_own = isinstance(row.spec, Spec)
    total = {
        name: sum(getattr(each, name) for each in last)
        for name in ("nodes", "comparisons", "leaves", "iteration_nodes")
    }
    known = {name: value or None for name, value in total.items()}
    if last and is_own:
        known["nodes"] = total["nodes"]
    depths = [each.depth for each in last if each.depth]
    depth = sum(depths) / len(depths) if depths else None
    plus = "+" if any(each.unfinished for each in last) else ""
    cut = sum(each.cutoffs for each in last)
    could = sum(
        each.nodes - (0 if "quiescence" in row.spec.text or row.spec.name in ("pvs", "mcts") else each.leaf_evaluations)
        for each in last
    )
    cpu = sum(each.cpu_seconds or 0 for each in last) or None if is_own else None
    elapsed = sum(each.seconds for each in last) or None
    grouped = figures.grouped
    found = {
        "algorithm": (row.spec.text, row.title),
        "best": (None, UNKNOWN) if only is None else (TTT.format_move(START, only.move),) * 2,
        "positions": (len(last), str(len(last))),
        "score": (None if only is None else only.score, UNKNOWN if only is None else None),
        "depth": (depth, f"{depth:g}{plus}" if depth is not None else "0+" if plus else UNKNOWN),
        "iteration_nodes": (known["iteration_nodes"], number(known["iteration_nodes"], grouped)),
        "leaves": (known["leaves"], number(known["leaves"], grouped)),
        "nodes": (known["nodes"], number(known["nodes"], grouped)),
        "comparisons": (known["comparisons"], number(known["comparisons"], grouped)),
        "cpu_seconds": (
            (cpu, True) if cpu else (elapsed, False) if not is_own and elapsed else None,
            time_text(cpu) if cpu else f"◷ {time_text(elapsed)}" if not is_own and elapsed else UNKNOWN,
        ),
        "speed": (total["nodes"] / cpu if cpu else None, figures.compact(total["nodes"] / cpu) if cpu else UNKNOWN),
    }  # fmt: skip
    if cut and row.spec.name not in ("pvs", "mcts"):
        found["cut"] = (cut / could, figures.percent(cut / could))
    if many:
        found["pv"] = ([], UNKNOWN)
    return found


@pytest.mark.parametrize("kind", ROWS)
def test_each_column_of_each_row(kind: str) -> None:
    for row in ROWS[kind]():
        for name, (value, text) in expected(row).items():
            column = COLUMNS[COLUMN[name]]
            assert column.value(row) == (pytest.approx(value) if isinstance(value, float) else value), (name, row.title)
            assert text is None or column.text(row) == text, (name, row.title)


def test_scores_lines_shares_and_agreements() -> None:
    rows = one_position()
    texts = {name: [COLUMNS[COLUMN[name]].text(row) for row in rows] for name in ("score", "of_minimax", "agree", "pv")}
    assert texts["score"] == ["+2", "+3", "+3", "+5", "−7", "+4", "+4", UNKNOWN, "#3"]
    assert texts["of_minimax"] == [UNKNOWN, figures.percent(1), figures.percent(0.3), *[UNKNOWN] * 6]
    assert texts["agree"] == [UNKNOWN, "✗ depth 2", "✗ depth 2", "✗", *[UNKNOWN] * 5]
    line = START.legal_moves()[0], START.play(START.legal_moves()[0]).legal_moves()[0]
    words = [TTT.format_move(START, line[0]), TTT.format_move(START.play(line[0]), line[1])]
    assert rows[1].line() == words and texts["pv"][1] == " ".join(words) and texts["pv"][7] == UNKNOWN
    several = two_positions()
    assert [row.agreement() for row in several] == [(2, 2), (2, 2), None, None]
    assert [COLUMNS[COLUMN["agree"]].text(row) for row in several] == ["✓ 2/2", "✓ 2/2", UNKNOWN, UNKNOWN]
    assert several[1].of_minimax() == pytest.approx(60 / 160) and several[2].of_minimax() is None
    assert [row.unfinished for row in several] == [0, 0, 1, 0]
    assert several[0].branching() == pytest.approx(
        (figures.effective_branching(90, 2) + figures.effective_branching(70, 2)) / 2
    )
    wrong = linked([
        made("minimax", findings(report("minimax", 1, 9)), findings(report("minimax", 1, 9))),
        made("alphabeta", findings(report("alphabeta", 1, 9)), findings(report("alphabeta", 1, 9, 4))),
    ])  # fmt: skip
    assert [COLUMNS[COLUMN["agree"]].text(row) for row in wrong] == ["✗ 1/2"] * 2


def test_the_depth_of_a_search_that_completed_none() -> None:
    column = COLUMNS[COLUMN["depth"]]
    for unfinished, text in ((True, "0+"), (False, UNKNOWN)):
        row = made("pvs", findings(report("pvs", 0, 5, unfinished=unfinished)))
        assert (column.value(row), column.text(row)) == (None, text)


def test_rows_while_a_search_runs_and_is_measured() -> None:
    live = made("minimax", findings(report("minimax", 2, 90)), live=Live(777, 3, 4, 0, 1.0, None, None))
    assert live.nodes() == 777 and live.total("nodes") == 180
    idle = made("minimax", findings(report("minimax", 2, 90)), live=Live(0, 3, 4, 0, 1.0, None, None))
    assert idle.nodes() == 180
    both = made(
        "minimax",
        findings(report("minimax", 2, 90)),
        findings(report("minimax", 2, 70)),
        live=Live(777, 3, 4, 0, 1.0, None, None),
    )
    assert both.nodes() == 320
    pending = made("minimax", findings(report("minimax", 2, 90)), is_pending=True)
    assert (pending.cpu_seconds(), COLUMNS[COLUMN["cpu_seconds"]].text(pending)) == (None, "…")
    assert COLUMNS[COLUMN["cpu_seconds"]].text(made("minimax", None, is_pending=True)) == UNKNOWN
    both.measured = [Measurement(0.25, 180, 3), None]
    assert both.cpu_seconds() == pytest.approx(0.25 + 70 / 2000)
    assert made("minimax", findings(report("minimax", 2, 90, cpu_seconds=None))).cpu_seconds() is None
    assert made(":engine", findings(report("Stork", 2, 90)), is_pending=True).cpu_seconds() is None
    empty = made("minimax", None)
    assert [column.value(empty) for column in COLUMNS if column.name not in ("algorithm", "positions", "pv")] == [
        None
    ] * 12
    answer = made("minimax", findings(report("minimax", 2, 90), report("minimax", 0, 1))).answer(0)
    assert set(answer.reports) == {2} and not made("minimax", None).answer(0).reports


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0000071, "0.0071"), (0.0000094, "0.0094"), (0.0000096, "0.01"), (0.00004, "0.04"), (0.00094, "0.94"),
     (0.00096, "1.0"),
     (0.0058, "5.8"), (0.0646, "64.6"), (0.0994, "99.4"), (0.0996, "100"), (0.12, "120"), (1.2, "1\u2009200")],
)  # fmt: skip
def test_times_in_milliseconds(seconds: float, text: str) -> None:
    assert time_text(seconds) == text


def test_minimax_with_the_same_leaves_is_the_base() -> None:
    rows = linked([
        made("minimax:quiescence=on", findings(report("minimax", 2, 50))),
        made("minimax", findings(report("minimax", 2, 90))),
        made("minimax", findings(report("minimax", 2, 91))), made("alphabeta", findings(report("alphabeta", 2, 45))),
        made("alphabeta:quiescence=on", findings(report("alphabeta", 2, 10))),
        made("greedy", findings(report("greedy", 1, 9))),
    ])  # fmt: skip
    shares = [row.of_minimax() for row in rows]
    assert shares == [1.0, 1.0, 91 / 90, 0.5, 0.2, None]
    assert base_of(rows, rows[3], 0) is rows[1].findings[0]


# --- the table --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ROWS)
def test_sorting_by_each_column_both_ways(kind: str) -> None:
    """Unknown values are last in both orders, and equal ones in the order of the algorithms."""
    rows = ROWS[kind]()
    model = ComparisonModel()
    model.set_rows(rows[::-1])
    assert [row.number for row in model.rows] == list(range(len(rows)))
    for column, order in itertools.product(
        range(-1, len(COLUMNS)), (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder)
    ):
        model.sort(column, order)
        if column < 0:
            assert [row.number for row in model.rows] == list(range(len(rows)))
            continue
        keys = {row.number: key_of(row, COLUMNS[column].name) for row in rows}
        known = [each for each in keys if keys[each] is not None]
        turned = -1 if order == Qt.SortOrder.DescendingOrder else 1
        if COLUMNS[column].name in ("algorithm", "best", "pv"):
            known.sort(key=lambda each: keys[each], reverse=turned < 0)
        else:
            known.sort(key=lambda each: turned * keys[each])
        assert [row.number for row in model.rows] == known + [each for each in keys if keys[each] is None], COLUMNS[
            column
        ].name
        assert [model.place_of(row.number) for row in model.rows] == list(range(len(rows)))
    assert model.place_of(99) == -1
    model.sort(COLUMN["nodes"])
    model.set_rows(rows)
    assert [row.number for row in model.rows] != list(range(len(rows))), "new rows are sorted, too"


def key_of(row: ComparisonRow, name: str) -> Any:
    value = COLUMNS[COLUMN[name]].value(row)
    match name:
        case "algorithm":
            return row.title.casefold()
        case "score":
            return None if value is None else value.value
        case "agree":
            return None if value is None else value[0] / value[1]
        case "cpu_seconds":
            return None if value is None else value[0]
    assert sort_key(row, COLUMNS[COLUMN[name]]) == (value or None)
    return value or None


def test_texts_colours_and_tooltips_of_the_cells(qtbot: QtBot) -> None:
    rows, model = one_position(), ComparisonModel()
    model.set_rows(rows)
    look, role = palette.current(), Qt.ItemDataRole
    for place, row in enumerate(rows):
        for column in COLUMNS:
            index = model.index(place, COLUMN[column.name])
            text = column.text(row)
            assert index.data() == text and index.data(role.UserRole) == column.value(row)
            color = look.secondary if text == UNKNOWN else None
            if column.name == "agree" and row.agreement():
                color = look.accent
            if column.name == "cpu_seconds" and not row.is_built_in:
                color = look.secondary
            assert index.data(role.ForegroundRole) == color, column.name
            font = index.data(role.FontRole)
            assert (font is not None and font.bold()) == (column.name in ("score", "best"))
            icon = index.data(role.DecorationRole)
            assert (icon is not None) == (column.name == "algorithm")
            assert icon is None or driver.picture(icon) == driver.picture(mark_icon(row.spec.name, row.repetition))
            side = {"left": Qt.AlignmentFlag.AlignLeft, "right": Qt.AlignmentFlag.AlignRight}[column.align]
            for flag in (
                index.data(role.TextAlignmentRole),
                model.headerData(COLUMN[column.name], Qt.Orientation.Horizontal, role.TextAlignmentRole),
            ):
                assert bool(Qt.AlignmentFlag(flag) & side)
            tip = index.data(role.ToolTipRole)
            if row.error:
                assert tip == "It broke."
            elif column.name in ("algorithm", "best", "pv"):
                assert tip == text
            elif column.name == "agree" and row.agreement():
                own = row.findings[0].by_depth[2].score.value
                assert own in (3, 5) and tip == f"Depth 2: +{own} ≠ +{8 - own}"
            elif column.name == "depth" and row.unfinished:
                assert "depth 5 was interrupted" in tip
            else:
                assert tip is None, column.name
    good = linked(
        [
            made("minimax", findings(report("minimax", 2, 90, 3))),
            made("alphabeta", findings(report("alphabeta", 2, 40, 3))),
        ]
    )
    model.set_rows(good)
    agree = model.index(1, COLUMN["agree"])
    assert (agree.data(), agree.data(role.ToolTipRole), agree.data(role.ForegroundRole)) == (
        "✓",
        "Depth 2: +3",
        look.good,
    )
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.set_rows(good)
    with qtbot.waitSignal(model.dataChanged):
        model.set_old(True)
    assert all(model.index(0, column).data(role.ForegroundRole) == look.secondary for column in range(len(COLUMNS)))
    with qtbot.assertNotEmitted(model.dataChanged):
        model.set_old(True)
    several = two_positions()
    with qtbot.waitSignal(model.modelReset):
        model.set_rows(several)
    tip = model.index(2, COLUMN["depth"]).data(role.ToolTipRole)
    assert tip == "In 1 of 1 position, move and score are those of an interrupted depth."
    assert model.index(0, COLUMN["agree"]).data(role.ToolTipRole) is None
    proved = made("pn", findings(report("pn", 0, 9, WIN - 3, proved=True, note="resigns")))
    model.set_rows([proved])
    assert model.index(0, COLUMN["score"]).data(role.ToolTipRole) == "resigns"
    assert not model.index(5, 0).isValid() and model.data(model.createIndex(7, 0)) is None
    assert (model.rowCount(model.index(0, 0)), model.columnCount(model.index(0, 0))) == (0, 0)


def test_the_row_of_a_failed_search_says_why(qtbot: QtBot) -> None:
    model = ComparisonModel()
    view = ResultsView(model)
    qtbot.addWidget(view)
    model.set_rows(one_position())
    (place,) = [number for number, row in enumerate(model.rows) if row.error]
    line, pictures = view.lines[place], []
    line.resize(300, line.height())
    for text in ("It broke.", "", "It broke."):
        pictures.append(line.grab().toImage())
        line.set_line([], text)
    pictures.append(line.grab().toImage())
    assert pictures[0] == pictures[1] == pictures[3] != pictures[2]


def test_titles_have_two_lines_if_they_are_long_numbers() -> None:
    model = ComparisonModel()
    model.score_help = "seen by X"
    for code in LANGUAGES:
        set_language(code)
        for column in COLUMNS:
            title = model.headerData(COLUMN[column.name], Qt.Orientation.Horizontal)
            assert title.replace("\n", " ") == tr(column.title)
            assert ("\n" in title) == (
                column.align != "left" and len(tr(column.title)) >= 14 and " " in tr(column.title)
            )
            tip = model.headerData(COLUMN[column.name], Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
            assert tr(column.help).split("<")[0][:20] in tip and ("seen by X" in tip) == (column.name == "score")
    set_language("en")
    assert driver.headings(model)[COLUMN["iteration_nodes"]] == "Nodes,\nlast depth"
    assert model.headerData(0, Qt.Orientation.Vertical) is None
    assert model.headerData(99, Qt.Orientation.Horizontal) is None


@pytest.mark.parametrize("kind", ROWS)
def test_columns_are_hidden_for_the_positions_and_the_width(qtbot: QtBot, kind: str) -> None:
    model = ComparisonModel()
    model.set_rows(ROWS[kind]())
    table = ComparisonTable(model)
    qtbot.addWidget(table)
    table.set_many(kind == "several")
    never = set(OF_SEVERAL_POSITIONS if kind == "one" else OF_ONE_POSITION)
    names = [column.name for column in COLUMNS if column.name not in never]
    gone = 0
    for width in range(1700, 500, -40):
        table.resize(width, 600)
        shown = widths_of(table)
        droppable = [name for name in DROPPED if name in names]
        left_out = [name for name in droppable if name not in shown]
        assert left_out == droppable[: len(left_out)] and list(shown) == [
            name for name in names if name not in left_out
        ]
        assert len(left_out) >= gone
        gone = len(left_out)
        for name, each in shown.items():
            column = COLUMNS[COLUMN[name]]
            assert each >= column.width and (name == "pv" or name == "algorithm" or each >= max(
                table.fontMetrics().horizontalAdvance(column.text(row)) for row in model.rows))  # fmt: skip
        room = table.viewport().width()
        assert sum(shown.values()) == room or (gone == len(droppable) and sum(shown.values()) > room) or table.is_wide
    assert gone == len(droppable)
    assert table.full_height() == table.sizeHint().height() and table.comparison_row(0) is model.rows[0]


# --- exports ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ROWS)
def test_exports_have_each_value_unrounded(kind: str) -> None:
    rows = ROWS[kind]()
    stored = json.loads(as_json(rows, {"game": "tictactoe"}))
    assert stored["game"] == "tictactoe" and len(stored["rows"]) == len(rows)
    lines = list(csv.DictReader(io.StringIO(as_csv(rows), newline="")))
    assert list(lines[0]) == [
        *(column.name for column in COLUMNS),
        "seconds",
        "branching",
        "unfinished",
        "cutoffs",
        "leaf_evaluations",
    ]
    for row, values, line in zip(rows, stored["rows"], lines, strict=True):
        last = row.reports
        wanted = {column.name: column.value(row) for column in COLUMNS} | {
            "score": None if row.score() is None else row.score().format().replace("−", "-"),
            "agree": None if row.agreement() is None else row.agreement()[0] == row.agreement()[1],
            "cpu_seconds": row.cpu_seconds(), "seconds": sum(each.seconds for each in last) if last else None,
            "branching": row.branching(), "unfinished": any(each.unfinished for each in last), "lines": [],
            "cutoffs": row.total("cutoffs"), "leaf_evaluations": row.total("leaf_evaluations"),
        }  # fmt: skip
        assert values == json.loads(json.dumps(wanted))
        for name, text in line.items():
            value = " ".join(wanted[name]) if name == "pv" else wanted[name]
            assert text.lstrip("'") == ("" if value is None else str(value)), name
    assert as_csv(rows).endswith("\r\n") and plain_rows([]) == []


def test_several_lines_of_a_search_are_exported() -> None:
    pv = (MOVES[0],)
    lines = (Line(Score(3, Player.FIRST), pv), Line(Score(-2, Player.FIRST), (MOVES[1],), 7, 0.25))
    row = made("mcts", findings(report("mcts", 0, 9, lines=lines)))
    (values,) = plain_rows([row])
    first, second = (TTT.format_move(START, move) for move in MOVES[:2])
    assert values["lines"] == [
        {"score": "+3", "pv": [first]}, {"score": "-2", "pv": [second], "visits": 7, "chance": 0.25},
    ]  # fmt: skip
    # With the other side to move, scores are still those of FIRST.
    row = ComparisonRow(Spec.parse("mcts"), [AFTER], [findings(
        report("mcts", 0, 9, lines=(Line(Score(WIN - 3, Player.SECOND), AFTER.legal_moves()[:1]),)))])  # fmt: skip
    (values,) = plain_rows([row])
    assert [each["score"] for each in values["lines"]] == ["#-3"]


# --- the chart --------------------------------------------------------------------------------------------------------


def test_the_line_of_minimax_ends_with_the_bars() -> None:
    """Only of the depths that some algorithm completed in all positions there are bars, lines and labels."""
    row = made("alphabeta", findings(report("alphabeta", 1, 20), report("alphabeta", 2, 60)))
    counted = {1: 10, 2: 100, 3: 1000, 4: 10_000}
    data = chart_data([row], counted)
    assert data.minimax == {1: 10.0, 2: 100.0} and set(data.least) == {1, 2} and data.depths == range(1, 3)
    assert data.branching == pytest.approx(10) and data.lines[0].label == "L = 100 leaves"
    exact = chart_data([row], counted, {1: 10, 2: 15, 3: 99})
    assert exact.is_exact and exact.least == {1: 10.0, 2: 15.0}
    assert not chart_data([row], counted, {1: 10}).is_exact
    several = chart_data(two_positions(), {}, dict.fromkeys(range(9), 1))
    assert not several.is_exact and several.least != {1: 1.0, 2: 1.0}
    assert chart_data([row], {}).lines == [] and chart_data([row], {}).minimax == {}


def test_bars_are_means_over_the_positions() -> None:
    rows = two_positions()
    data = chart_data(rows, {1: 9})
    assert [each.name for each in data.series] == ["minimax", "alphabeta", "negascout"]
    by_name = {each.name: each.values for each in data.series}
    assert by_name == {"minimax": {2: (45 + 35) / 2}, "alphabeta": {2: (20 + 10) / 2}, "negascout": {3: 30.0}}
    assert (data.positions, data.is_leaves, data.is_exact, data.branching) == (2, True, False, 0.0)
    assert data.minimax == {2: 40.0} and data.title == "Leaves of each depth, mean of 2 positions, logarithmic"
    assert (data.lines[0].label, data.lines[0].note, data.lines[0].tip) == (
        "L = 40 leaves",
        "of minimax",
        "L: leaves of minimax, mean of the positions",
    )
    nodes = chart_data([made("alphabeta:quiescence=on", findings(report("alphabeta", 2, 40))), rows[2]], {})
    assert (nodes.is_leaves, nodes.lines, nodes.positions) == (
        False,
        [],
        1,
    ) and nodes.title == "Nodes of each depth, logarithmic"
    assert nodes.series[0].values == {2: 40.0}
    assert chart_data([made(":engine", findings(report("Stork", 2, 40)))], {}).series == ()
    assert chart_data([made("greedy", findings(report("greedy", 1, 9)))], {}).series == ()
    several = ChartData(nodes.series, is_leaves=False, positions=3)
    assert several.title == "Nodes of each depth, mean of 3 positions, logarithmic"


def test_the_tooltip_of_each_bar_and_line(qtbot: QtBot) -> None:
    chart = ComparisonChart()
    qtbot.addWidget(chart)
    chart.resize(640, 360)
    data = chart_data(one_position()[:5], {})
    assert not data.is_leaves or data.minimax
    leaves = chart_data(one_position()[:4], {})
    for each in (leaves, data):
        chart.show_data(each)
        assert chart.contents is each and chart.accessibleName() == each.title
        plan = each.plan(chart.width(), chart.height(), measure)
        unit = "leaves" if each.is_leaves else "nodes"
        for at, series in enumerate(each.series):
            for depth, value in series.values.items():
                x, y, width, height = plan.bar(at, depth)
                assert y + height == plan.plot[3] and height >= 2
                assert plan.plot[3] - plan.y(value) == pytest.approx(max(2, height), abs=2)
                tip = chart.tip_at(QPointF(x + width / 2, y + height / 2))
                assert tip in (
                    f"{series.title}, depth {depth}: {figures.grouped(round(value))} {unit}",
                    *(line.tip for line in each.lines),
                )
        for place, line in enumerate(each.lines):
            assert chart.tip_at(QPointF(*plan.labels()[place])) == line.tip
            assert plan.line_at(*plan.points(line)[0]) >= 0
        svg = chart_svg(each)
        assert svg.startswith("<?xml"), "a separate file"
        assert all(series.title in svg for series in each.series) and all(line.label in svg for line in each.lines)
        x, y, width, height = plan.bar(0, min(each.series[0].values))
        for point, tip in (
            (QPoint(round(x + width / 2), round(y + height - 1)), each.series[0].title),
            (QPoint(1, 1), ""),
        ):
            chart.setToolTip("")
            event = QHelpEvent(QHelpEvent.Type.ToolTip, point, chart.mapToGlobal(point))
            assert QApplication.sendEvent(chart, event) and QToolTip.text().startswith(tip)
            if not tip:
                qtbot.waitUntil(lambda: not QToolTip.isVisible())
    bars = [plan.bar(at, 1) for at, series in enumerate(data.series) if 1 in series.values]
    assert all(one[0] + one[2] <= two[0] for one, two in itertools.pairwise(bars))
    first, second, third = (ChartData((ChartBars("pvs", "A", number, {1: 5.0}),)) for number in range(3))
    assert first.depths == range(1, 2) and ChartData().lines == []
    assert chart_svg(first) != chart_svg(second) == chart_svg(third), "later rows of an algorithm are pale"


# --- boards and differences -------------------------------------------------------------------------------------------


def test_the_boards_are_those_of_the_distinct_moves() -> None:
    """The most frequent first, in the colour of the reference if it plays the move, with the first one's score."""
    rows = one_position()
    played = {row.number: row.only.move for row in rows if row.only is not None}
    counts = Counter(played.values())
    for reference in range(len(rows)):
        boards = move_boards(rows[::-1], reference)
        assert [len(each.numbers) for each in boards] == sorted(counts.values(), reverse=True)
        assert {each.move: list(each.numbers) for each in boards} == {
            move: [n for n, other in played.items() if other == move] for move in counts
        }
        for each in boards:
            chief = reference if reference in each.numbers else each.numbers[0]
            assert each.color_of == rows[chief].spec.name
            assert each.titles == tuple(rows[n].title for n in each.numbers)
            assert each.algorithms == tuple((rows[n].spec.name, rows[n].repetition) for n in each.numbers)
            first = rows[each.numbers[0]]
            name = TTT.format_move(START, each.move)
            scores = Counter(rows[n].score_text(rows[n].score()) for n in each.numbers)
            assert each.text == each.short == f"{name}, {scores.most_common(1)[0][0]}", first.title
            arrow = move_arrow(START, each.move, each.color_of, len(each.numbers))
            shape = TTT.shape(START, each.move)
            assert (arrow.origin, arrow.target) == (-1, shape.target) and arrow.color == palette.algorithm_color(
                each.color_of
            )
            assert arrow.label == str(len(each.numbers)) != "1"
    assert move_arrow(START, MOVES[0], "pvs", 1).label == ""
    assert move_boards([made("minimax", None)], 0) == [] == move_boards(two_positions(), 0)
    values = (3, 5, 5)
    (board,) = move_boards([made("minimax", findings(report("minimax", 2, 9, value))) for value in values], 0)
    assert board.text.endswith("+5"), "the score that most of them found"


def test_the_strip_of_boards(qtbot: QtBot) -> None:
    strip = BoardStrip()
    qtbot.addWidget(strip)
    strip.resize(700, 300)
    strip.show()
    boards = move_boards(one_position(), 1)
    chosen: list[int] = []
    strip.move_chosen.connect(chosen.append)
    for shown in (boards, boards[:1], boards, []):
        strip.show_boards(TTT, START, "ply 0 of 3", shown)
        assert len(strip.cards) == len(shown)
        assert strip.moves_caption.text() == (f"Distinct best moves: {len(shown)}" if shown else "")
        for card, each in zip(strip.cards, shown, strict=True):
            assert card.name.whole == each.text
            count = len(each.numbers)
            assert card.dots.text == (f"{count} algorithms" if count > 1 else each.titles[0])
            assert card.accessibleName() == f"{each.text}: {', '.join(each.titles)}"
            assert ", ".join(each.titles) in card.toolTip().replace("<br>", "\n")
        for number in (0, 3, 99):
            strip.mark(number)
            assert [card.is_marked for card in strip.cards] == [number in each.numbers for each in shown]
    assert strip.position_card.dots.text == "ply 0 of 3" and strip.position_card.name.whole == "X to move"
    strip.show_boards(TTT, AFTER, "", boards)
    assert strip.position_card.name.whole == "O to move"
    for card in strip.cards:
        card.chosen.emit()
    assert chosen == [each.move for each in boards]
    strip.resize(10_000, 300)
    assert strip.hidden_boards() == 0 and not strip.more_button.isVisibleTo(strip)
    strip.resize(300, 300)
    QApplication.processEvents()
    hidden = strip.hidden_boards()
    assert hidden and strip.more_button.text() == f"+{hidden} more ›" and strip.more_button.isVisibleTo(strip)
    set_language("vi")
    strip.retranslate()
    assert strip.caption.text() == tr("Position") != "Position"


def test_a_card_is_chosen_by_mouse_and_keyboard(qtbot: QtBot) -> None:
    card, dots = BoardCard(), DotsLabel()
    qtbot.addWidget(card)
    qtbot.addWidget(dots)
    heard: list[int] = []
    card.chosen.connect(lambda: heard.append(1))
    qtbot.mouseClick(card, Qt.MouseButton.RightButton)
    QTest.keyClick(card, Qt.Key.Key_Space)
    assert heard == []
    qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
    QTest.keyClick(card, Qt.Key.Key_Return)
    QTest.keyClick(card, Qt.Key.Key_Enter)
    assert len(heard) == 3
    dots.show_dots([("minimax", 0)], "two\nlines")
    assert dots.accessibleName() == dots.text and "\n" not in dots.text


def test_the_list_of_differences(qtbot: QtBot) -> None:
    items = [
        MoveDifference(3 + place, 5 + place, tuple(move_boards(one_position(), 0)), place == 1) for place in range(3)
    ]
    view = DifferenceList()
    qtbot.addWidget(view)
    view.show_items(items, 7)
    assert view.caption.text() == "The best moves differ at 3 of 7 positions. Click to go to one."
    for place, item in enumerate(items):
        index = view.model.index(place, 0)
        moves = "; ".join(f"{each.text}: {', '.join(each.titles)}" for each in item.boards)
        assert index.data(Qt.ItemDataRole.AccessibleTextRole) == index.data() == item.text == f"ply {item.ply}: {moves}"
        assert index.data(Qt.ItemDataRole.UserRole) is item and index.data(Qt.ItemDataRole.ToolTipRole)
        with qtbot.waitSignal(view.chosen) as chosen:
            (view.view.clicked if place else view.view.activated).emit(index)
        assert chosen.args == [item.node]
    with qtbot.assertNotEmitted(view.model.modelReset):
        view.show_items(items, 8)
    assert "of 8 positions" in view.caption.text()
    later = [dataclasses.replace(each, ply=each.ply + 10) for each in items]
    view.show_items(later, 8)
    assert [view.model.index(place, 0).data() for place in range(3)] == [each.text for each in later]
    view.show_items([], 4)
    assert view.caption.text() == "The best moves are the same at all 4 positions." and not view.view.isVisibleTo(view)
    assert view.model.rowCount() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_ply_of_a_position_with_different_scores_has_the_colour_of_an_error(
    qtbot: QtBot, qapp: QApplication, theme: str
) -> None:
    style.apply(qapp, theme)
    view, look = DifferenceList(), palette.current()
    qtbot.addWidget(view)
    view.resize(600, 200)
    view.show()
    for is_wrong in (False, True):
        view.show_items([MoveDifference(3, 5, (), is_wrong)], 7)
        image = view.view.viewport().grab().toImage()
        rect = view.view.visualRect(view.model.index(0, 0))
        spread = max(
            max(color.getRgb()[:3]) - min(color.getRgb()[:3])
            for x, y in itertools.product(range(8, 80), range(rect.top(), rect.bottom()))
            for color in [image.pixelColor(x, y)]
        )
        accent, grey = (max(each.getRgb()[:3]) - min(each.getRgb()[:3]) for each in (look.accent, look.secondary))
        assert (spread > (accent + grey) / 2) == is_wrong


def test_what_the_list_of_differences_draws(qtbot: QtBot, qapp: QApplication) -> None:
    """The ply, and each move after the marks of its algorithms, the most frequent one bold, or … if it has no room."""
    boards = tuple(move_boards(one_position(), 0))
    crowd = dataclasses.replace(boards[0], algorithms=(("random", 0),) * 11)
    items = [MoveDifference(3, 5, boards, True), MoveDifference(9, 6, boards[1:]), MoveDifference(7, 8, (crowd,))]
    view = DifferenceList()
    qtbot.addWidget(view)
    view.resize(900, 200)
    for theme in ("dark", "light"):
        style.apply(qapp, theme)
        view.show_items(items, 7)
        view.view.setCurrentIndex(view.model.index(1, 0))
        look, painting = palette.current(), driver.painted(view)
        rows = painting.rows[1:]
        for item, row in zip(items, rows, strict=True):
            assert [each.text for each in row] == [f"ply {item.ply}", *(each.text for each in item.boards)]
            assert row[0].color == (look.accent if item.scores_differ else look.secondary)
            assert {each.color.name() for each in row[1:]} == {look.text.name()}
            assert [each.is_bold for each in row] == [False, True, *[False] * (len(item.boards) - 1)]
        for name in ("greedy", "minimax"):
            count = sum((name, 0) in each.algorithms for item in items for each in item.boards)
            assert len(painting.filled(palette.algorithm_color(name))) == count > 0
        assert len(painting.filled(palette.algorithm_color("random"))) == 8, "no more of them have room"
        (chosen,) = [area for area in painting.filled(look.chosen) if area.width() > 600]
        first, second, third = (row[0].y for row in rows)
        assert first < chosen.center().y() < third and abs(chosen.center().y() - second) < chosen.height() / 2
    view.resize(300, 200)
    row = driver.painted(view).rows[1]
    shown = [each.text for each in row]
    assert shown[-1] == "…" and row[-1].color == look.secondary
    assert shown[1:-1] == [each.text for each in boards][: len(shown) - 2] and 0 < len(shown) - 2 < len(boards)


def test_what_sentences_and_cards_draw(qtbot: QtBot, qapp: QApplication) -> None:
    view, card, dots = ResultsView(ComparisonModel()), BoardCard(), DotsLabel()
    for each in (view, card, dots):
        qtbot.addWidget(each)
    view.main.resize(600, 30)
    view.notes.resize(600, 30)
    view.conclude(Conclusion((("All find ", False), ("+7", True), (".", False)), (("Off for all.", False),)))
    card.set_board_size(QSize(100, 100))
    card.resize(100, 160)
    for theme in ("dark", "light"):
        style.apply(qapp, theme)
        look = palette.current()
        main, notes = driver.painted(view.main).texts, driver.painted(view.notes).texts
        assert [(each.text, each.is_bold) for each in main] == [("All find", False), ("+7", True), (".", False)]
        assert {each.color.name() for each in main} == {look.text.name()}
        assert [(each.text, each.color.name()) for each in notes] == [("Off for all.", look.secondary.name())]
        for is_marked in (True, False):
            card.set_marked(is_marked)
            lines = driver.painted(card).filled(look.gold)
            assert len(lines) == is_marked and all(area.top() > card.board.geometry().bottom() for area in lines)
        dots.resize(300, 16)
        dots.show_dots([("minimax", 0), ("greedy", 0), ("minimax", 1)], "3 algorithms")
        painting = driver.painted(dots)
        (text,) = painting.texts
        assert (text.text, text.color) == ("3 algorithms", look.secondary)
        places = [painting.filled(palette.algorithm_color(name)) for name in ("minimax", "greedy")]
        assert [len(each) for each in places] == [1, 1], "the second one of an algorithm is an outline"
        assert places[0][0].right() < places[1][0].left() and places[1][0].right() < text.x
        dots.resize(90, 16)
        assert driver.painted(dots).words[0].endswith("…")
        dots.show_dots([], "3 algorithms")
        assert driver.painted(dots).texts[0].x < text.x


# --- facts, choice and head -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "text", "words"),
    [(Limit(depth=3), "depth=3", "depth 3"), (Limit(nodes=20_000), "nodes=20000", "20\u2009000 nodes"),
     (Limit(seconds=2.5), "seconds=2.5", "2.5\u202fs"),
     (Limit(depth=2, nodes=99), "depth=2,nodes=99", "depth 2, 99 nodes")],
)  # fmt: skip
def test_the_facts_about_a_comparison(limit: Limit, text: str, words: str) -> None:
    chess = find_game("chess")()
    queries = [[Query(position, Spec.parse(name), evaluation, limit) for position in (chess.start(),) * 2]
               for name, evaluation in (("minimax", ""), ("alphabeta", "material"))]  # fmt: skip
    one = [each[:1] for each in queries]
    assert heading_of(one) == {
        "game": "chess", "rules": chess.rules_text(), "evaluation": "material", "budget": text,
        "position": chess.format_position(chess.start()),
    }  # fmt: skip
    assert heading_of(queries)["positions"] == "2" and "position" not in heading_of(queries)
    shown = heading_of(one, in_words=True)
    assert list(shown) == ["Board game", "Rules", "Evaluation", "Budget", "Position"]
    assert (shown["Board game"], shown["Rules"], shown["Evaluation"], shown["Budget"]) == (
        "Chess",
        "the default rules",
        "Material",
        words,
    )
    assert heading_of(queries, in_words=True)["Positions"] == "2"
    assert heading_of([]) == heading_of([[]]) == {}
    assert heading_module.evaluation_among(["", "a", "b"]) == "a" and heading_module.evaluation_among([]) == ""


def test_names_in_the_conclusion_have_parameters_if_they_must() -> None:
    rows = linked(
        [made(text, findings(report("x", 2, 9))) for text in ("minimax", "alphabeta", "alphabeta:quiescence=on")]
    )
    words = words_of(rows)
    assert words.names[:2] == ["Minimax", "Alpha-beta"] and words.names[2].startswith("Alpha-beta · ")
    assert words.specs == [row.spec for row in rows] and words.move(MOVES[0]) == TTT.format_move(START, MOVES[0])
    assert words.score(Score(3, Player.FIRST)) == "+3" and words.percent(0.5) == figures.percent(0.5)
    assert words.count(1234) == figures.grouped(1234) and words.decimal(2.25) == figures.decimals(2.25, 1)


def test_sets_of_algorithms(qapp: Any) -> None:
    from studio.analysis.engines import EngineList

    choice = compared_choice(EngineList(parent=qapp), qapp)
    first = list(choice.specs)
    assert choice.budget == Budget("depth", DEPTH) and choice.reference == len(first) - 1
    game = type(find_game("chess")())
    choose_refinements(choice, game)
    assert choice.budget == Budget("nodes", NODES) and choice.reference == 0 and choice.specs[0] == Spec.make("pvs")
    for spec in choice.specs[1:]:
        assert spec.name == "pvs" and spec.text.endswith("=off") and spec.text.count("=") == 1
    assert len(set(choice.specs)) == len(choice.specs) > 5
    choice.set_budget(Budget("seconds", 3))
    choose_refinements(choice, game)
    assert choice.budget == Budget("seconds", 3)
    choose_textbook_searches(choice)
    assert choice.specs == first and choice.budget == Budget("depth", DEPTH)
    assert analysis_specs(game)


def test_the_head_names_what_its_button_does(qtbot: QtBot) -> None:
    head = CompareHead(Budget("depth", 2))
    qtbot.addWidget(head)
    for code in (*LANGUAGES, "en"):
        set_language(code)
        head.retranslate()
        for running, text in ((True, tr("Stop")), (False, tr("Compare"))):
            head.show_running(running)
            assert head.run_button.text() == text
            wanted = icons.icon("stop" if running else "play", palette.current().on_accent)
            assert driver.picture(head.run_button.icon()) == driver.picture(wanted)
            head.retranslate()
            assert head.run_button.text() == text
        assert [head.positions_box.itemText(k) for k in range(2)] == [
            tr("Current position"),
            tr("Every position of the game"),
        ]
        assert [head.exports[kind].text() for kind in EXPORTS] == [
            tr("Page with boards and chart (HTML)…"), tr("Table as {kind}…", kind="CSV"),
            tr("Table as {kind}…", kind="JSON"),
            tr("Picture (PNG)…"),
        ]  # fmt: skip
    assert [head.positions_box.itemData(k) for k in range(2)] == [CURRENT, GAME]
    box = head.ordering_box
    with qtbot.assertNotEmitted(box.stateChanged):
        for state, check in (
            (True, Qt.CheckState.Checked),
            (None, Qt.CheckState.PartiallyChecked),
            (False, Qt.CheckState.Unchecked),
        ):
            head.show_ordering(state)
            assert box.checkState() == check and box.isTristate() == (state is None)


def test_a_sentence_is_wrapped_to_three_lines(qtbot: QtBot) -> None:
    view = SentenceView(14)
    qtbot.addWidget(view)
    view.resize(200, 60)
    assert view.text == "" and view.heightForWidth(200) == 21 and not view.is_cut
    view.set_runs([("One word ", False), ("in bold", True)])
    assert view.text == view.accessibleName() == "One word in bold" and view.heightForWidth(1000) == 21
    view.set_runs([("many words " * 8, False)])
    assert 21 < view.heightForWidth(300) <= 63 and view.heightForWidth(60) == 63
    view.resize(60, 60)
    assert view.is_cut and view.sizeHint().height() == 63


# --- the workspace ----------------------------------------------------------------------------------------------------


@pytest.fixture
def parts(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """Compare for a game of three moves, with searches that the test answers and measurements that end at once.

    It compares nothing when it is shown (tests/studio/compare/test_at_once.py). The number of a node is not its ply.
    """
    monkeypatch.setattr(CompareWorkspace, "show_view", lambda self, name: None)
    window.document.new(find_game("tictactoe")())
    window.document.play(window.document.game.parse_move(window.document.position, "c3"))
    window.document.to_start()
    for text in ("b2", "a1", "c1"):
        window.document.play(window.document.game.parse_move(window.document.position, text))
    found = driver.show(window, "compare")
    found.window, found.document, found.script = window, window.document, driver.Script(window.session)
    found.measured = []
    monkeypatch.setattr(found.measuring, "start", lambda tasks, count=None: (
        found.measured.append((tasks, count)), found.measuring.finished.emit()))  # fmt: skip
    found.choice.set_specs([Spec.parse(name) for name in ("minimax", "alphabeta", "greedy")])
    found.choice.set_budget(Budget("depth", 2))
    return found


def answer(parts: SimpleNamespace, count: int = 10**6) -> None:
    for _ in range(count):
        if not parts.script.asked:
            return
        number = min(parts.script.asked)
        parts.script.answer(number, *driver.searched(parts.script.asked[number]))


def test_a_comparison_from_the_button_to_the_conclusion(parts: SimpleNamespace) -> None:
    head = parts.head
    assert parts.shows() == "empty" and not head.export_button.isEnabled() and head.run_button.isEnabled()
    assert driver.sentence(parts.empty).startswith("Nothing compared yet.")
    driver.command(parts.window, "analysis")
    assert parts.shows() == "results" and parts.is_running() and head.run_button.text() == "Stop"
    assert [query.spec.name for query in parts.script.asked.values()] == ["minimax", "alphabeta", "greedy"]
    assert {query.position for query in parts.script.asked.values()} == {parts.document.position}
    assert (
        head.status.whole == "0 of 3 done"
        and parts.results.main.text == "Searching…"
        and head.export_button.isEnabled()
    )
    for done in (1, 2):
        answer(parts, 1)
        parts.window.session.ticked.emit()
        assert head.status.whole == parts.results.notes.text == f"{done} of 3 done"
        assert [row[COLUMN["depth"]] != UNKNOWN for row in driver.table(parts.model)] == [True] * done + [False] * (
            3 - done
        )
    answer(parts)
    assert not parts.is_running() and head.status.whole == "" and head.run_button.text() == "Compare"
    assert parts.results.main.text == parts.conclusion().main_text != "" and len(parts.measured) == 1
    assert [row[0] for row in driver.table(parts.model)] == ["Minimax", "Alpha-beta", "Greedy"]
    tasks, count = parts.measured[0]
    assert {(task.row, task.place) for task in tasks} <= {(0, 0), (1, 0), (2, 0)}
    assert (count.depth, count.all_leaves) == (2, False)
    # Settings that changed make the results old.
    parts.choice.set_budget(Budget("depth", 3))
    assert parts.is_old() and "previous settings" in parts.results.notes.text
    parts.choice.set_budget(Budget("depth", 2))
    assert not parts.is_old() and "previous" not in parts.results.notes.text
    # Other algorithms are compared at once.
    parts.choice.set_specs([Spec.parse("alphabeta"), Spec.parse("negamax")])
    assert [query.spec.name for query in parts.script.asked.values()] == ["alphabeta", "negamax"]
    driver.command(parts.window, "stop")
    assert parts.script.stopped
    answer(parts)
    assert parts.measured[-1][1].all_leaves
    parts.choice.set_specs([])
    assert parts.shows() == "empty" and driver.table(parts.model) == [] and not head.run_button.isEnabled()
    parts.choice.set_specs([Spec.parse("mcts")])
    assert parts.shows() == "empty" and not parts.script.asked
    driver.command(parts.window, "analysis")
    answer(parts)
    assert parts.measured[-1][1] is None, "there are no leaves to count"
    parts.document.back()
    assert parts.shows() == "results"
    parts.document.new(parts.document.game)
    assert parts.shows() == "empty" and parts.heading() == {} and not head.export_button.isEnabled()


def test_another_evaluation_makes_the_results_old(parts: SimpleNamespace) -> None:
    parts.document.new(find_game("chess")())
    parts.choice.set_specs([Spec.parse("greedy")])
    parts.choice.set_evaluation("material")
    driver.command(parts.window, "analysis")
    assert [query.evaluation for query in parts.script.asked.values()] == ["material"]
    answer(parts)
    look = palette.current()
    for evaluation, is_old in (("threats_safety", True), ("material", False)):
        parts.head.evaluation_box.edited.emit(evaluation)
        assert parts.is_old() == is_old
        assert (parts.model.index(0, COLUMN["nodes"]).data(Qt.ItemDataRole.ForegroundRole) == look.secondary) == is_old
    assert parts.heading()["evaluation"] == "material"


def test_measurements_that_were_stopped_are_not_reported(qtbot: QtBot) -> None:
    """Not even those of the thread that is still running when another series begins."""
    query = Query(START, Spec.parse("alphabeta"), "", Limit(depth=9))
    measuring, counts = Measuring(), list[tuple[str, int, int]]()
    measuring.leaves_counted.connect(lambda depth, count: counts.append(("all", depth, count)))
    measuring.least_counted.connect(lambda depth, count: counts.append(("least", depth, count)))
    measuring.start([], LeafCounting(query, 9, all_leaves=True))
    first = measuring.is_running
    measuring.stop()
    assert not measuring.is_running
    with qtbot.waitSignal(measuring.finished, timeout=30_000):
        measuring.start([], LeafCounting(query, 2, all_leaves=False))
    assert counts == ([("least", 1, 9), ("least", 2, 16)] if first else [])
    measuring.close()
    assert not measuring.is_running


def test_every_position_of_the_game_is_compared(parts: SimpleNamespace) -> None:
    parts.head.positions_box.setCurrentIndex(1)
    driver.command(parts.window, "analysis")
    line = parts.document.line()
    asked = [(query.position, query.spec.name) for query in parts.script.asked.values()]
    assert asked == [
        (parts.document.tree.position(node), name) for node in line for name in ("minimax", "alphabeta", "greedy")
    ]
    assert parts.head.status.whole == f"0 of {len(asked)} done"
    answer(parts)
    rows = parts.model.rows
    assert [len(row.positions) for row in rows] == [len(line)] * 3 and parts.measured[-1][1] is None
    best = [[row.findings[place].last.move for row in rows] for place in range(len(line))]
    wanted = [place for place, moves in enumerate(best) if len(set(moves)) > 1]
    items = parts.differences.model.items
    assert [each.ply for each in items] == wanted
    assert [each.node for each in items] == [line[place] for place in wanted]
    assert wanted and f"at {len(wanted)} of {len(line)}" in parts.differences.caption.text()
    assert not parts.table.isColumnHidden(COLUMN["positions"]) and parts.table.isColumnHidden(COLUMN["best"])
    assert parts.chart.contents.positions == len(line) and parts.heading()["positions"] == str(len(line))
    parts.differences.chosen.emit(items[0].node)
    assert parts.document.cursor == items[0].node and parts.window.workspace == "analyse"


def test_what_is_measured_after_the_searches(parts: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    """The searches that took less than the time to measure, which the positions share, and the leaves of one."""
    line = parts.document.line()
    for seconds, place, count in ((1000.0, 0, 1), (1000.0, 1, len(line)), (0.0, 0, 1)):
        monkeypatch.setattr(workspace_module, "MEASURED_SECONDS", seconds)
        parts.head.positions_box.setCurrentIndex(place)
        driver.command(parts.window, "analysis")
        answer(parts)
        (tasks, counted), rows = parts.measured[-1], parts.model.rows
        assert [(task.row, task.place, task.report, task.seconds) for task in tasks] == [
            (row.number, at, row.findings[at].last, seconds / count)
            for row in rows for at in range(count) if seconds
        ]  # fmt: skip
        for task in tasks:
            assert (task.query.spec, task.query.position) == (rows[task.row].spec, rows[task.row].positions[task.place])
        assert (counted is None) == (count > 1)
    parts.choice.set_specs([Spec.parse("alphabeta"), Spec.parse("greedy")])
    answer(parts)
    counted, measuring = parts.measured[-1][1], parts.measuring
    assert (counted.query.spec.name, counted.depth, counted.all_leaves) == ("alphabeta", 2, True)
    assert "times" not in parts.results.main.text and parts.chart.contents.lines == []
    for depth, leaves, least in ((1, 6, 6), (2, 30, 7)):
        measuring.leaves_counted.emit(depth, leaves)
        measuring.least_counted.emit(depth, least)
    measuring.measured.emit(0, 0, Measurement(0.5, 100, 3))
    measuring.finished.emit()
    data = parts.chart.contents
    assert (data.minimax, data.least, data.is_exact) == ({1: 6, 2: 30}, {1: 6, 2: 7}, True)
    assert driver.texts(parts.model, 0)[COLUMN["cpu_seconds"]] == "500"
    assert "possible" in parts.results.main.text


def test_a_search_that_fails_is_named(parts: SimpleNamespace) -> None:
    driver.command(parts.window, "analysis")
    parts.script.fail(min(parts.script.asked), "It broke.")
    assert "It broke." in parts.error.text()
    answer(parts)
    model = parts.model
    assert (
        model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "It broke."
        and model.index(0, COLUMN["depth"]).data() == UNKNOWN
    )
    assert model.rows[1].error == "" and parts.results.main.text


def test_the_commands_for_the_selected_row(parts: SimpleNamespace, qtbot: QtBot) -> None:
    head = parts.head
    driver.command(parts.window, "analysis")
    answer(parts)
    parts.head.tree_button.click()
    names = {
        "Show the line in Algorithms",
        "See the tree of this search",
        "Parameters…",
        "Duplicate",
        "Remove",
        "Copy table",
    }
    assert set(parts.actions()) == names
    needed = [parts.actions()[name] for name in names - {"Copy table"}] + [
        head.settings_button,
        head.remove_button,
        head.tree_button,
    ]
    assert not any(each.isEnabled() for each in needed) and parts.actions()["Copy table"].isEnabled()
    parts.table.selectRow(1)
    assert all(each.isEnabled() for each in needed)
    assert [card.is_marked for card in parts.boards.cards] == [
        1 in each.numbers for each in move_boards(parts.model.rows, parts.choice.reference)
    ]
    parts.actions()["Copy table"].trigger()
    assert driver.copied() == as_csv(parts.model.rows)
    # The selection follows the algorithm when the rows are sorted.
    parts.table.sortByColumn(COLUMN["nodes"], Qt.SortOrder.DescendingOrder)
    place = parts.model.place_of(1)
    assert parts.table.selectionModel().selectedRows()[0].row() == place
    report = parts.model.rows[place].only
    with qtbot.waitSignal(parts.widget.line_chosen) as chosen:
        parts.actions()["Show the line in Algorithms"].trigger()
    assert chosen.args == [list(report.pv)] and parts.window.workspace == "analyse"
    driver.show(parts.window, "compare")
    with qtbot.waitSignal(parts.widget.tree_asked) as asked:
        parts.actions()["See the tree of this search"].trigger()
    query, shown, node = asked.args
    assert (query.spec.name, node) == ("alphabeta", parts.document.cursor) and shown.depth == 2
    driver.show(parts.window, "compare")
    parts.actions()["Duplicate"].trigger()
    assert [spec.name for spec in parts.choice.specs] == ["minimax", "alphabeta", "greedy", "alphabeta"]
    answer(parts)
    parts.table.selectRow(parts.model.place_of(0))
    parts.actions()["Remove"].trigger()
    assert [spec.name for spec in parts.choice.specs] == ["alphabeta", "greedy", "alphabeta"]
    answer(parts)
    # Moves of lines and boards go to Analyse.
    place = parts.model.place_of(0)
    report = parts.model.rows[place].only
    for signal, args, line in (
        (parts.results.line_chosen, (place, 0), [report.pv[0]]), (parts.boards.position_chosen, (), []),
        (parts.boards.move_chosen, (report.move,), [report.move]),
    ):  # fmt: skip
        parts.document.to_start()
        driver.show(parts.window, "compare")
        with qtbot.waitSignal(parts.widget.line_chosen) as chosen:
            signal.emit(*args)
        assert chosen.args == [line] and parts.document.tree.ply(parts.document.cursor) == 3
    parts.menu.aboutToShow.emit()
    texts = [text for text, *_ in driver.entries(parts.menu)]
    assert texts[-2:] == ["Basic textbook searches", "What is each refinement worth here?"]


def test_the_buttons_of_the_selected_row(parts: SimpleNamespace, qtbot: QtBot) -> None:
    """Each does what the entry of the menu does, and a double click on a row shows its line."""
    head, table = parts.head, parts.table
    assert not parts.widget.copy()
    parts.empty.pressed.emit()
    assert parts.shows() == "results"
    answer(parts)
    table.selectRow(1)
    head.settings_button.click()
    (form,) = parts.widget.findChildren(ParameterPopup)
    form.edited.emit(Spec.parse("alphabeta:ordering=on"))
    form.close()
    assert [spec.text for spec in parts.choice.specs] == ["minimax", "alphabeta:ordering=on", "greedy"]
    answer(parts)
    table.selectRow(1)
    with qtbot.waitSignal(parts.widget.tree_asked) as asked:
        head.tree_button.click()
    assert asked.args[0].spec.text == "alphabeta:ordering=on"
    driver.show(parts.window, "compare")
    report = parts.model.rows[0].only
    with qtbot.waitSignal(parts.widget.line_chosen) as chosen:
        table.doubleClicked.emit(parts.model.index(0, 0))
    assert chosen.args == [list(report.pv)]
    driver.show(parts.window, "compare")
    with qtbot.waitSignal(parts.widget.message_shown) as shown:
        assert parts.widget.copy()
    assert shown.args == ["The table is on the clipboard."]
    table.selectRow(0)
    head.remove_button.click()
    assert [spec.name for spec in parts.choice.specs] == ["alphabeta", "greedy"]
    head.run_button.click()
    assert sorted(parts.script.stopped) == sorted(parts.script.asked), "it stops what the change has started"


def test_a_hovered_move_of_a_line_is_shown_on_a_small_board(parts: SimpleNamespace) -> None:
    driver.command(parts.window, "analysis")
    answer(parts)
    place = parts.model.place_of(1)
    report, position = parts.model.rows[place].only, parts.document.position
    for count in (1, 2):
        parts.results.hovered.emit(place, count - 1)
        (board,) = [each for each in parts.widget.findChildren(MiniBoard) if each.isWindow()]
        for move in report.pv[count - 1 : count]:
            position = position.play(move)
        assert board.isVisible() and board.picture_parts.surface.pieces == TTT.surface(position).pieces
    parts.results.hovered.emit(place, -1)
    assert not board.isVisible()
    for row, move in ((place, -1), (99, 0)):
        parts.results.hovered.emit(row, move)
        assert not board.isVisible()


def test_the_keys_of_the_table(parts: SimpleNamespace) -> None:
    driver.command(parts.window, "analysis")
    answer(parts)
    keys = {name: each.shortcut().toString() for name, each in parts.actions().items() if not each.shortcut().isEmpty()}
    assert keys == {"Remove": "Del", "Parameters…": "Return"}
    assert {each.shortcutContext() for each in parts.actions().values()} == {Qt.ShortcutContext.WidgetShortcut}
    header = parts.table.horizontalHeader()
    assert header.sortIndicatorSection() == -1 and header.isSortIndicatorClearable()
    parts.table.selectRow(1)
    parts.actions()["Remove"].trigger()
    assert [spec.name for spec in parts.choice.specs] == ["minimax", "greedy"]
    parts.widget.keep()
    assert parts.window.settings.choice("compare") == parts.choice.to_text()


def test_ordering_is_switched_for_all(parts: SimpleNamespace) -> None:
    box = parts.head.ordering_box
    names = ("minimax", "negascout", "negascout:ordering=on")
    parts.choice.set_specs([Spec.parse(name) for name in names])
    driver.command(parts.window, "analysis")
    answer(parts)
    assert box.checkState() == Qt.CheckState.PartiallyChecked
    for on in (True, False, True):
        box.click()
        assert [spec.text for spec in parts.choice.specs] == [
            "minimax",
            *["negascout:ordering=on" if on else "negascout"] * 2,
        ]
        assert box.checkState() == (Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
        assert parts.is_old() and not parts.script.asked and parts.shows() == "results"
    parts.choice.set_specs([Spec.parse("greedy")])
    assert not box.isEnabled()


@pytest.mark.parametrize("kind", EXPORTS)
def test_each_export_of_the_menu(parts: SimpleNamespace, tmp_path: Path, kind: str) -> None:
    driver.command(parts.window, "analysis")
    answer(parts)
    path = tmp_path / f"comparison.{kind}"
    parts.export(path)
    if kind == "csv":
        assert path.read_text(encoding="utf-8-sig").replace("\r\n", "\n") == as_csv(parts.model.rows).replace(
            "\r\n", "\n"
        )
        assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    elif kind == "json":
        assert json.loads(path.read_text(encoding="utf-8")) == json.loads(as_json(parts.model.rows, parts.heading()))
        assert parts.heading()["budget"] == "depth=2" and parts.heading()["game"] == "tictactoe"
    elif kind == "html":
        page = path.read_text(encoding="utf-8")
        assert parts.conclusion().main_text.replace("'", "&#x27;") in re.sub("</?strong>", "", page)
        for row in parts.model.rows:
            assert f'style="--c:{palette.algorithm_color(row.spec.name).name()}"' in page
            for column in COLUMNS:
                assert (f">{column.text(row)}</td>" in page) == (
                    column.name not in OF_SEVERAL_POSITIONS
                ) or column.name == "positions"
        images = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)" alt="([^"]*)"', page)
        boards = move_boards(parts.model.rows, parts.choice.reference)
        chart = [parts.chart.contents.title] if parts.chart.contents.series else []
        assert [alt for _, alt in images] == ["O to move", *(each.text for each in boards), *chart]
        assert all(b"<svg" in base64.b64decode(data) for data, _ in images)
        captions = re.findall("<figcaption>(.*?)</figcaption>", page)
        assert captions == ["<strong>O to move</strong>"] + [
            f"<strong>{each.text}</strong><br>{', '.join(each.titles)}" for each in boards
        ]
        assert all(text in page for text in ("Board game", "Tic-tac-toe", "depth 2"))
    else:
        assert path.read_bytes().startswith(b"\x89PNG")
    path.unlink()
    path.mkdir()
    with pytest.raises(Exception, match="comparison"):
        parts.export(path)


def test_language_and_theme_change_the_results(parts: SimpleNamespace) -> None:
    driver.command(parts.window, "analysis")
    answer(parts)
    for code in (*LANGUAGES, "en"):
        for theme in ("dark", "light"):
            driver.command(parts.window, f"language_{code}")
            driver.command(parts.window, f"theme_{theme}")
            titles = [each.replace("\n", " ") for each in driver.headings(parts.model)]
            assert titles == [tr(column.title) for column in COLUMNS]
            assert [row[0] for row in driver.table(parts.model)] == [row.title for row in parts.model.rows]
            assert parts.results.main.text == parts.conclusion().main_text
            assert parts.head.run_button.text() == tr("Compare") and set(parts.actions()) >= {
                tr("Remove"),
                tr("Copy table"),
            }
            assert parts.chart.accessibleName() == parts.chart.contents.title
            assert parts.boards.position_card.name.whole == tr("{side} to move", side=tr(parts.document.game.sides[1]))
            agree = parts.model.index(0, COLUMN["agree"]).data(Qt.ItemDataRole.ForegroundRole)
            assert agree == palette.current().good and palette.current().is_dark == (theme == "dark")
