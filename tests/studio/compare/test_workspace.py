"""The Compare workspace: one query to all algorithms, what is measured and shown, and the commands."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem
from pytestqt.qtbot import QtBot

import engine
from engine.analysis.measurement import MEASURED_SECONDS, Measurement
from engine.analysis.minimal_tree import count_minimal_leaves
from engine.asking.external import EngineSpec
from engine.core.game import find_game
from engine.search.players import REFERENCE
from engine.search.search import Stop
from engine.search.spec import Spec
from engine.search.switches import REFINEMENTS, preset_values
from studio.analysis import figures
from studio.analysis.choice import AnalysisChoice, Budget
from studio.analysis.parameters import ParameterPopup
from studio.analysis.session import AnalysisSession
from studio.compare import workspace as workspace_module
from studio.compare.differences import MoveDifference
from studio.compare.export import as_csv
from studio.compare.heading import heading_of
from studio.compare.rows import COLUMN, COLUMNS, ComparisonRow, time_text
from studio.compare.workspace import CompareWorkspace
from studio.document.document import Document

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
compiled = pytest.mark.skipif(not engine.is_compiled(), reason="nothing is measured in slow mode")


@pytest.fixture
def workspace(document: Document, session: AnalysisSession, qtbot: QtBot) -> Iterator[CompareWorkspace]:
    workspace = CompareWorkspace(document, session)
    qtbot.addWidget(workspace)
    workspace.choice.set_budget(Budget("depth", 2))
    workspace.choice.set_evaluation("material_safety")
    workspace.resize(1280, 720)
    workspace.show()
    yield workspace
    workspace.close_threads()


def compare(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    workspace.run()
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)


def column(workspace: CompareWorkspace, name: str, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[object]:
    model = workspace.model
    return [model.index(row, COLUMN[name]).data(role) for row in range(model.rowCount())]


def test_an_empty_page_has_a_button(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    assert workspace.pages.currentWidget() is workspace.empty
    assert not workspace.export_button.isEnabled()
    workspace.empty.pressed.emit()
    assert workspace.pages.currentIndex() == 1
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)


def test_table_adds_up(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    user = Qt.ItemDataRole.UserRole
    nodes, share, leaves = (column(workspace, name, user) for name in ("nodes", "of_minimax", "leaves"))
    assert column(workspace, "algorithm") == [
        "Greedy",
        "Minimax",
        "Negamax",
        "Alpha-beta",
        "Negamax alpha-beta",
        "NegaScout",
    ]
    assert column(workspace, "depth") == ["1", "2", "2", "2", "2", "2"]
    assert share[0] is None and share[1:3] == [1.0, 1.0]
    assert nodes[1] == nodes[2] > nodes[3] == nodes[4]  # type: ignore[operator]
    last = [row.only for row in workspace.model.rows]
    assert all(each is not None for each in last)
    assert share[3] == last[3].iteration_nodes / last[1].iteration_nodes  # type: ignore[union-attr]
    assert leaves == [each.leaves for each in last]  # type: ignore[union-attr]
    assert column(workspace, "comparisons", user) == [each.comparisons for each in last]  # type: ignore[union-attr]
    assert column(workspace, "agree") == ["—", "✓", "✓", "✓", "✓", "✓"]
    assert column(workspace, "cut")[:3] == ["—", "—", "—"]


def shown_number(text: str) -> int | None:
    """The count that a text of the table shows, or None for a dash."""
    digits = text.replace("\u2009", "").replace("\u202f", "")
    return int(digits) if digits.isdecimal() else None


@pytest.mark.parametrize("budget", [Budget("depth", 3), Budget("nodes", 20_000)])
def test_every_percentage_follows_from_the_numbers_shown(
    workspace: CompareWorkspace, document: Document, qtbot: QtBot, tmp_path: Path, budget: Budget
) -> None:
    """In the table, the sentence, the page and the exports: 82 377 of 899 953 nodes are 9.2 % and not 8.9 %."""
    names = ("greedy", "minimax", "alphabeta", "alphabeta:ordering=on", "negascout", "pvs:preset=plain")
    workspace.choice.set_specs([Spec.parse(name) for name in names])
    workspace.choice.set_budget(budget)
    compare(workspace, qtbot)
    last = [shown_number(text) for text in column(workspace, "iteration_nodes")]
    shares, total = column(workspace, "of_minimax"), 0
    depths = column(workspace, "depth")
    for nodes, share, depth in zip(last, shares, depths, strict=True):
        if share == "—":
            continue
        assert nodes is not None and last[1] is not None and depth == depths[1]
        assert share == figures.percent(nodes / last[1])
        total += 1
    assert total >= (4 if budget.kind == "depth" else 1)
    for kind in ("json", "csv", "html"):
        workspace.export(tmp_path / f"table.{kind}")
    rows = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))["rows"]
    lines = list(csv.DictReader(io.StringIO((tmp_path / "table.csv").read_text(encoding="utf-8-sig"))))
    cuts = column(workspace, "cut")
    for number, (row, line) in enumerate(zip(rows, lines, strict=True)):
        assert shown_number(column(workspace, "nodes")[number]) == row["nodes"] == int(line["nodes"])
        assert last[number] == row["iteration_nodes"] and line["iteration_nodes"] == str(last[number] or "")
        if row["of_minimax"] is not None:
            assert row["of_minimax"] == row["iteration_nodes"] / rows[1]["iteration_nodes"]
            assert float(line["of_minimax"]) == row["of_minimax"]
        if row["cut"] is not None:
            inner = row["nodes"] - row["leaf_evaluations"]
            assert row["cut"] == row["cutoffs"] / inner and cuts[number] == figures.percent(row["cutoffs"] / inner)
    page = (tmp_path / "table.html").read_text(encoding="utf-8")
    assert all(page.count(f">{share}<") >= 1 for share in shares)
    _check_sentence(workspace, last)


def _check_sentence(workspace: CompareWorkspace, last: list[int | None]) -> None:
    """Recompute the share and the ratio in the sentence from the table, the notes and the chart."""
    text, notes = workspace.conclusion.main_text, workspace.conclusion.notes_text
    share = re.search(r"visits (.+?) of minimax's nodes", text)
    assert share is not None
    counts = re.search(r"Nodes there: .* ([\d\u2009]+), minimax ([\d\u2009]+)\.", notes)
    if counts is not None:
        nodes, base = (shown_number(each) for each in counts.groups())
    else:
        nodes, base = min(each for each in last[2:5] if each is not None), last[1]
    assert nodes and base and share[1] == figures.percent(nodes / base)
    ratio = re.search(r"its leaves are (.+?) times the (least possible|minimum of a uniform)", text)
    if counts is None and ratio is not None:
        place = last.index(nodes)
        leaves, label = (
            shown_number(column(workspace, "leaves")[place]),
            workspace.results.chart.contents.lines[1].label,
        )
        assert ("least possible" in label) == (ratio[2] == "least possible")
        least = shown_number(re.findall(r"[\d\u2009]+", label)[-1].strip())
        assert leaves and least and ratio[1] == figures.decimals(leaves / least, 1)


def test_an_answer_of_an_interrupted_depth_is_marked(workspace: CompareWorkspace, qtbot: QtBot, tmp_path: Path) -> None:
    workspace.choice.set_specs([Spec.parse("pvs"), Spec.parse("alphabeta")])
    workspace.choice.set_budget(Budget("nodes", 5_000))
    compare(workspace, qtbot)
    report = workspace.model.rows[0].only
    assert report is not None and report.unfinished
    assert column(workspace, "depth")[0] == f"{report.depth}+"
    tip = column(workspace, "depth", Qt.ItemDataRole.ToolTipRole)[0]
    assert f"depth {report.depth + 1} was interrupted" in tip  # type: ignore[operator]
    assert column(workspace, "depth")[1].isdecimal()  # type: ignore[union-attr]
    assert column(workspace, "depth", Qt.ItemDataRole.ToolTipRole)[1] is None
    workspace.export(tmp_path / "table.json")
    rows = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))["rows"]
    assert [row["unfinished"] for row in rows] == [True, False]


def test_the_share_of_minimax_is_between_equal_depths_and_leaves(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    workspace.choice.set_specs([Spec.parse(name) for name in ("minimax", "alphabeta", "alphabeta:quiescence=on")])
    compare(workspace, qtbot)
    assert column(workspace, "of_minimax")[2] == "—"
    slow, fast = column(workspace, "nodes", Qt.ItemDataRole.UserRole)[:2]
    # Alpha-beta completes depth 2 with these nodes, and minimax does not.
    workspace.choice.set_budget(Budget("nodes", (slow + fast) // 2))  # type: ignore[operator]
    compare(workspace, qtbot)
    assert column(workspace, "depth")[:2] == ["1", "2"]
    assert column(workspace, "of_minimax") == ["100\u202f%", "—", "—"]
    # The tick has the depth at which the scores are equal, as the score shown is that of another depth.
    assert column(workspace, "agree") == ["✓", "✓ depth 1", "—"]


def test_a_search_that_prunes_is_not_checked_against_minimax(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    texts = ("minimax", "alphabeta", "pvs", "pvs:preset=plain", "pvs:null_move=off")
    workspace.choice.set_specs([Spec.parse(text) for text in texts])
    compare(workspace, qtbot)
    assert column(workspace, "algorithm")[2:] == [
        "Principal variation search", "Principal variation search · Refinements Plain",
        "Principal variation search · Null move: off",
    ]  # fmt: skip
    assert column(workspace, "agree") == ["✓", "✓", "—", "—", "—"]
    assert column(workspace, "of_minimax")[2:] == ["—", "—", "—"]


def test_model_keeps_qts_contract(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    QAbstractItemModelTester(workspace.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    compare(workspace, qtbot)
    workspace.choice.remove(0)
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)
    assert workspace.model.rowCount() == 5
    workspace.table.sortByColumn(COLUMN["nodes"], Qt.SortOrder.AscendingOrder)


def test_stored_analysis_does_not_shorten_a_comparison(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    nodes = column(workspace, "nodes")
    compare(workspace, qtbot)
    assert column(workspace, "nodes") == nodes


def test_many_answers_are_shown_at_once(
    workspace: CompareWorkspace, session: AnalysisSession, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[int] = []
    ticks: list[int] = []
    rows = workspace._rows
    monkeypatch.setattr(workspace, "_rows", lambda: shown.append(1) or rows())
    session.ticked.connect(lambda: ticks.append(1))
    workspace.positions_box.setCurrentIndex(1)
    compare(workspace, qtbot)
    # When it began, when it ended, after the measurements, and ten times a second: not at each of the 54 answers.
    assert len(shown) <= len(ticks) + 3
    assert column(workspace, "positions") == ["9"] * 6
    workspace.choice.set_budget(Budget("depth", 90))
    workspace.run()
    shown.clear()
    workspace.stop()
    assert not shown
    qtbot.waitUntil(lambda: not session.is_busy)


def test_stop_keeps_what_was_found(workspace: CompareWorkspace, session: AnalysisSession, qtbot: QtBot) -> None:
    workspace.choice.set_budget(Budget("depth", 90))
    workspace.run()
    qtbot.waitUntil(lambda: column(workspace, "score")[0] != "—" and column(workspace, "score")[1] != "—")
    workspace.toggle()
    qtbot.waitUntil(lambda: not session.is_busy and not workspace.is_running)
    assert column(workspace, "score")[1] != "—"


def test_parameters_run_again(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    workspace.table.selectRow(5)
    workspace.open_parameters()
    popup = QApplication.activePopupWidget()
    popup.form.editor("ordering").setChecked(True)
    popup.close()
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)
    assert column(workspace, "algorithm")[5] == "NegaScout · Move ordering"
    assert workspace.head.ordering_box.checkState() == Qt.CheckState.PartiallyChecked
    workspace.remove_selected()
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)
    assert workspace.model.rowCount() == 5


def test_many_parameters_fit_on_a_small_screen(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    workspace.choice.add(Spec.parse("pvs"))
    compare(workspace, qtbot)
    workspace.table.selectRow(6)
    workspace.open_parameters()
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, ParameterPopup)
    closed = popup.height()
    popup.form.switches.open()
    assert closed < popup.height() and popup.width() < 1280
    # Where the screen is lower than all switches, they scroll.
    screen = workspace.screen().availableGeometry()
    assert screen.contains(popup.geometry())
    assert popup.form.editor("lines").value() == 1  # type: ignore[attr-defined]
    popup.close()


@pytest.mark.parametrize("name", ["cotoan", "caro", "nim"])
def test_the_worth_of_each_refinement(workspace: CompareWorkspace, document: Document, qtbot: QtBot, name: str) -> None:
    document.new(find_game(name)())

    def press(text: str) -> None:
        workspace.menu.aboutToShow.emit()
        next(action for action in workspace.menu.actions() if action.text() == text).trigger()

    press("What is each refinement worth here?")
    complete, *others = workspace.choice.specs
    assert complete == REFERENCE and workspace.choice.reference_spec == REFERENCE
    values = preset_values(find_game(name), "strong")
    assert [each.text for each in others] == [f"pvs:{switch}=off" for switch in REFINEMENTS if values[switch]]
    assert 0 < len(others) < len(REFINEMENTS)
    assert workspace.choice.budget == Budget("nodes", 200_000), "equal nodes"
    if name == "cotoan":
        workspace.choice.set_budget(Budget("nodes", 300))
        workspace.run()
        qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)
        assert column(workspace, "algorithm")[1] == "Principal variation search · Transposition table: off"
        assert set(column(workspace, "agree")) == {"—"}, "no row is a failed check"
        press("What is each refinement worth here?")
        assert workspace.choice.budget == Budget("nodes", 300), "a budget of nodes is kept"
    press("Basic textbook searches")
    assert "pvs" not in {spec.name for spec in workspace.choice.specs}
    assert workspace.choice.budget == Budget("depth", 3)


def test_a_title_that_does_not_fit_keeps_its_parameters(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    """Rows of one algorithm differ in their parameters only, so its name becomes shorter instead."""
    texts = ("pvs", "pvs:table=off", "pvs:history=off", "pvs:danger_extension=off")
    workspace.choice.set_specs([Spec.parse(text) for text in texts])
    compare(workspace, qtbot)
    table = workspace.table
    drawn: list[str] = []
    for width in range(700, 40, -4):
        option = QStyleOptionViewItem()
        option.rect = QRect(0, 0, width, 28)
        table.itemDelegate().initStyleOption(option, workspace.model.index(1, COLUMN["algorithm"]))
        if not drawn or option.text != drawn[-1]:
            drawn.append(option.text)
    assert drawn == [
        f"{name} · Transposition table: off" for name in ("Principal variation search", "PV search", "PVS")
    ]


def test_other_record_clears_the_table(workspace: CompareWorkspace, document: Document, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    document.new(find_game("cotoan")())
    assert workspace.pages.currentIndex() == 0
    assert workspace.model.rowCount() == 0


def test_every_column_has_a_text_for_nothing() -> None:
    row = ComparisonRow(Spec.parse("random"), [find_game("cotoan")().start()], [None])
    assert [each.text(row) for each in COLUMNS[3:]] == ["—"] * (len(COLUMNS) - 3)


# --- CPU time ---------------------------------------------------------------------------------------------------------


@compiled
def test_short_searches_are_measured_after_the_comparison(
    workspace: CompareWorkspace, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workspace_module, "MEASURED_SECONDS", MEASURED_SECONDS)
    compare(workspace, qtbot)
    measured = workspace._made.measured
    assert {row for row, _ in measured} == set(range(6))
    for number, row in enumerate(workspace.model.rows):
        found = measured[number, 0]
        assert found.runs > 1
        assert row.cpu_seconds() == found.cpu_seconds
        assert row.speed() == pytest.approx(found.nodes_per_second)


def test_a_pending_time_and_a_missing_one_are_not_numbers(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    row = workspace.model.rows[0]
    row.is_pending = True
    assert COLUMNS[COLUMN["cpu_seconds"]].text(row) == "…"
    assert COLUMNS[COLUMN["speed"]].text(row) == "—"
    row.is_pending = False
    row.measured = [Measurement(0.0, 60, 3)]
    assert COLUMNS[COLUMN["cpu_seconds"]].text(row) == "—"
    row.measured = [Measurement(0.00004, 60, 3)]
    assert COLUMNS[COLUMN["cpu_seconds"]].text(row) == "0.04"
    assert [time_text(each) for each in (7.1e-6, 4e-5, 0.0058, 0.0646, 0.12, 1.2, 125)] == [
        "0.0071", "0.04", "5.8", "64.6", "120", "1\u2009200", "125\u2009000",
    ]  # fmt: skip


@compiled
def test_leaves_are_counted_without_minimax(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    minimax = workspace.model.rows[1].findings[0]
    assert minimax is not None
    leaves = {depth: each.leaves for depth, each in minimax.by_depth.items()}
    workspace.choice.set_specs([Spec.parse("alphabeta"), Spec.parse("negascout")])
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)
    assert workspace._made.counted == leaves
    shown = workspace.results.chart.contents
    assert shown.minimax == leaves
    query = workspace._made.queries[0][0]
    assert shown.is_exact
    assert shown.least == {depth: count_minimal_leaves(query, depth, Stop()) for depth in leaves}
    assert "times the least possible" in workspace.conclusion.main_text


def test_stop_ends_the_measurements(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    workspace.run()
    qtbot.waitUntil(lambda: not workspace._numbers, timeout=30_000)
    workspace.stop()
    assert not workspace.is_running
    assert "…" not in column(workspace, "cpu_seconds")


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_the_conclusion_is_above_the_table(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    best, score = column(workspace, "best")[1], column(workspace, "score")[1]
    assert workspace.results.main.text.startswith(f"All five full searches find {score} and play {best}. Alpha-beta")
    share = column(workspace, "of_minimax")[3]
    assert f"visits {share} of minimax's nodes" in workspace.results.main.text
    assert "Move ordering is off for all." in workspace.results.notes.text


def test_the_boards_show_each_distinct_move(workspace: CompareWorkspace, document: Document, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    moves = [row.only.move for row in workspace.model.rows if row.only is not None]
    strip = workspace.results.boards
    assert len(strip.cards) == len(set(moves))
    counts = [moves.count(each.move) for each in strip._boards]
    assert counts == sorted(counts, reverse=True)
    arrow = strip.cards[0].board.picture_parts.arrows[0]  # type: ignore[union-attr]
    assert arrow.label == str(counts[0])
    assert strip.position_card.dots.text.startswith("ply 8 of 8")
    workspace.table.selectRow(0)
    marked = [card.is_marked for card in strip.cards]
    assert marked == [0 in each.numbers for each in strip._boards]
    document.go(0)
    with qtbot.waitSignal(workspace.line_chosen) as chosen:
        qtbot.mouseClick(strip.cards[0], Qt.MouseButton.LeftButton)
    assert chosen.args == [[strip._boards[0].move]]
    assert document.cursor == workspace._made.nodes[0]


def test_sorting_keeps_the_selection_and_puts_unknown_values_last(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    workspace.table.selectRow(3)
    for order in (Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder):
        workspace.table.sortByColumn(COLUMN["of_minimax"], order)
        values = column(workspace, "of_minimax", Qt.ItemDataRole.UserRole)
        known = [value for value in values if value is not None]
        assert values[-1] is None
        assert known == sorted(known, reverse=order == Qt.SortOrder.DescendingOrder)  # type: ignore[type-var]
        place = workspace.table.selectionModel().selectedRows()[0].row()
        assert workspace.model.rows[place].spec.name == "alphabeta"
        assert workspace._selected() == 3
    lines = [view.texts for view in workspace.results.lines]
    assert lines == [row.line() for row in workspace.model.rows]
    workspace.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
    assert [row.number for row in workspace.model.rows] == list(range(6))


def test_ordering_is_switched_for_all_and_marks_the_result_as_old(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    nodes = column(workspace, "nodes")
    workspace.head.ordering_box.click()
    able = [spec for spec in workspace.choice.specs if hasattr(spec.parameters, "ordering")]
    assert len(able) == 3 and all(spec.parameters.ordering for spec in able)
    assert workspace.is_old and not workspace.is_running
    assert column(workspace, "nodes") == nodes
    assert workspace.results.notes.text.startswith("These are the results of the previous settings.")
    compare(workspace, qtbot)
    assert not workspace.is_old
    assert column(workspace, "nodes")[3] < nodes[3]  # type: ignore[operator]
    assert "Move ordering is on for all." in workspace.results.notes.text
    workspace.head.ordering_box.click()
    assert not any(spec.parameters.ordering for spec in able if spec in workspace.choice.specs)
    assert not workspace.head.ordering_box.isChecked()


def test_every_position_of_the_game(workspace: CompareWorkspace, document: Document, qtbot: QtBot) -> None:
    workspace.choice.add(Spec.parse("random"))
    workspace.positions_box.setCurrentIndex(1)
    compare(workspace, qtbot)
    assert column(workspace, "positions") == ["9"] * 7
    assert column(workspace, "agree") == ["—", *["✓ 9/9"] * 5, "—"]
    assert workspace.table.isColumnHidden(COLUMN["pv"])
    assert not workspace.table.isColumnHidden(COLUMN["positions"])
    row = workspace.model.rows[1]
    assert row.nodes() == sum(each.last.nodes for each in row.findings)  # type: ignore[union-attr]
    assert workspace.results.main.text.startswith("The full searches find equal scores at all 9 positions.")
    listed = workspace.results.differences.model.items
    differing = [
        place
        for place in range(9)
        if len({row.findings[place].last.move for row in workspace.model.rows}) > 1  # type: ignore[union-attr]
    ]
    assert differing
    assert [item.node for item in listed] == [workspace._made.nodes[place] for place in differing]
    assert f"The best moves differ at {len(differing)} of 9 positions." in workspace.results.notes.text
    view = workspace.results.differences.view
    with qtbot.waitSignal(workspace.line_chosen) as chosen:
        view.clicked.emit(view.model().index(0, 0))
    assert chosen.args == [[]]
    assert document.cursor == listed[0].node


# --- exports ----------------------------------------------------------------------------------------------------------


def test_exports_contain_every_line(workspace: CompareWorkspace, qtbot: QtBot, tmp_path: Path) -> None:
    workspace.choice.add(Spec.parse("pvs:lines=3"))
    compare(workspace, qtbot)
    for kind in ("csv", "json", "html"):
        workspace.export(tmp_path / f"table.{kind}")
    rows = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))["rows"]
    assert [len(row["lines"]) for row in rows] == [0] * 6 + [3]
    lines = rows[6]["lines"]
    assert (lines[0]["score"], lines[0]["pv"]) == (rows[6]["score"], rows[6]["pv"])
    page = (tmp_path / "table.html").read_text(encoding="utf-8")
    assert all(page.count(f">{' '.join(line['pv'])}<") == 1 for line in lines[1:])
    assert page.count("<tr style") == 9
    header = (tmp_path / "table.csv").read_text(encoding="utf-8-sig").splitlines()[0]
    assert "lines" not in header.split(",")


def test_exports_read_back(workspace: CompareWorkspace, qtbot: QtBot, tmp_path: Path) -> None:
    compare(workspace, qtbot)
    for kind in ("csv", "json", "html", "png"):
        workspace.export(tmp_path / f"table.{kind}")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "table.csv").read_text(encoding="utf-8-sig"))))
    assert [row["algorithm"] for row in rows][1:3] == ["minimax", "negamax"]
    assert [int(row["nodes"]) for row in rows] == column(workspace, "nodes", Qt.ItemDataRole.UserRole)
    told = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))
    assert told["budget"] == "depth=2"
    assert (told["game"], told["evaluation"]) == ("cotoan", workspace.choice.evaluation_for("cotoan"))
    assert [row["agree"] for row in told["rows"]] == [None, *[True] * 5]
    assert all(row["cpu_seconds"] > 0 and row["seconds"] > 0 for row in told["rows"])
    assert find_game("cotoan")().parse_position(told["position"])
    assert not QImage(str(tmp_path / "table.png")).isNull()
    workspace.copy()
    assert QApplication.clipboard().text() == as_csv(workspace.model.rows)


def test_the_page_has_everything_that_the_window_shows(
    workspace: CompareWorkspace, qtbot: QtBot, tmp_path: Path
) -> None:
    compare(workspace, qtbot)
    workspace.export(tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert len(re.findall("<tr ", page)) == 6
    plain = re.sub("</?strong>", "", page).replace("&#x27;", "'")
    assert workspace.results.main.text in plain and workspace.results.notes.text in plain
    boards = len(workspace.results.boards.cards)
    assert page.count("data:image/svg+xml;base64,") == 1 + boards + 1
    for words in ("<dt>Rules</dt><dd>the default rules</dd>", "Cờ toán", engine.__version__, "depth 2"):
        assert words in page
    assert re.search(r"\d{4}-\d\d-\d\d</footer>", page)
    assert "http" not in page and str(Path.home()) not in page
    assert workspace.model.index(5, COLUMN["pv"]).data() in page


def test_the_page_of_a_game_lists_the_differences(workspace: CompareWorkspace, qtbot: QtBot, tmp_path: Path) -> None:
    workspace.choice.add(Spec.parse("random"))
    workspace.positions_box.setCurrentIndex(1)
    compare(workspace, qtbot)
    workspace.export(tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert len(re.findall(r"<li>ply \d", page)) == len(workspace.results.differences.model.items) > 0


def test_export_that_fails_is_one_sentence(workspace: CompareWorkspace, qtbot: QtBot, tmp_path: Path) -> None:
    compare(workspace, qtbot)
    with qtbot.waitSignal(workspace.failed) as failed:
        workspace._export(tmp_path / "nowhere" / "table.csv")
    path = tmp_path / "nowhere" / "table.csv"
    assert failed.args[0] == f"{path} cannot be written: the file or folder does not exist; nothing was changed"
    workspace.error.hide()


def test_a_game_without_differences_reports_it(workspace: CompareWorkspace, document: Document) -> None:
    """An empty list had the caption "The best moves differ at 0 of 33 positions. Click to go to one."."""
    listed = workspace.results.differences
    listed.show_items([], 33)
    assert listed.caption.text() == "The best moves are the same at all 33 positions."
    assert listed.view.isHidden()
    listed.show_items([MoveDifference(1, 1, ())], 33)
    assert not listed.view.isHidden() and "differ at 1 of 33 positions" in listed.caption.text()


def test_a_lead_is_named_with_its_side(workspace: CompareWorkspace, document: Document) -> None:
    """The caption was "ply 0 of 0, White 0, Black 0"."""
    chess = find_game("chess")()
    document.new(chess)
    assert workspace._place_text(document.position, 0) == "ply 0 of 0"
    ahead = chess.parse_position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    behind = chess.parse_position("r3k3/8/8/8/8/8/8/4K3 w - - 0 1")
    assert workspace._place_text(ahead, 0) == "ply 0 of 0, White +5"
    assert workspace._place_text(behind, 0) == "ply 0 of 0, Black +5"
    document.new(find_game("cotoan")())
    assert workspace._place_text(document.position, 0) == "ply 0 of 0, Points 0–0"


@compiled
def test_every_comparison_forgets(workspace: CompareWorkspace, qtbot: QtBot, counting: Any) -> None:
    workspace.choice.set_specs([Spec.parse("counting"), Spec.parse("counting"), Spec.parse("negamax")])
    for _ in range(2):
        compare(workspace, qtbot)
        assert column(workspace, "nodes")[:2] == ["1", "1"]
    assert set(counting.counts()) == {1}


def test_the_evaluation_of_a_comparison_is_not_that_of_an_engine() -> None:
    """An engine in the first row uses its own evaluation, and the other rows the chosen one."""
    position = find_game("xiangqi")().start()
    choice = AnalysisChoice([EngineSpec("Pikafish", "x"), Spec.parse("greedy")])
    choice.show_game(position.game)
    choice.set_evaluation("material")
    queries = [[query] for query in choice.queries(position)]
    assert [each[0].evaluation for each in queries] == ["", "material"]
    assert heading_of(queries)["evaluation"] == "material"
    assert heading_of(queries, in_words=True)["Evaluation"] == "Material"
    assert heading_of(queries[:1])["evaluation"] == heading_of(queries[:1], in_words=True)["Evaluation"] == ""
