"""The Compare workspace: one question to all, a table that adds up, exports that can be read back."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.search.search import Spec
from studio.analysis.choice import Budget
from studio.analysis.session import AnalysisSession
from studio.compare.table import COLUMN, COLUMNS, ComparisonModel, ComparisonRow, as_csv
from studio.compare.workspace import CompareWorkspace
from studio.document.document import Document

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def workspace(document: Document, session: AnalysisSession, qtbot: QtBot) -> CompareWorkspace:
    workspace = CompareWorkspace(document, session)
    qtbot.addWidget(workspace)
    workspace.choice.set_budget(Budget("depth", 2))
    workspace.resize(1280, 720)
    workspace.show()
    return workspace


def compare(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    workspace.run()
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)


def column(workspace: CompareWorkspace, name: str, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[object]:
    model = workspace.model
    return [model.index(row, COLUMN[name]).data(role) for row in range(model.rowCount())]


def test_empty_says_what_to_press(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    assert workspace.pages.currentWidget() is workspace.empty
    assert not workspace.export_button.isEnabled()
    workspace.empty.pressed.emit()
    assert workspace.pages.currentIndex() == 1
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)


def test_table_adds_up(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    nodes = column(workspace, "nodes", Qt.ItemDataRole.UserRole)
    share = column(workspace, "of_minimax", Qt.ItemDataRole.UserRole)
    assert column(workspace, "algorithm") == [
        "Greedy",
        "Minimax",
        "Negamax",
        "Alpha-beta",
        "Negamax alpha-beta",
        "NegaScout",
    ]
    assert column(workspace, "depth") == ["1", "2", "2", "2", "2", "2"]
    assert share[1:3] == [1.0, 1.0]
    assert nodes[1] == nodes[2] > nodes[3] == nodes[4]
    last = [row.only for row in workspace.model.rows]
    assert share[3] == last[3].iteration_nodes / last[1].iteration_nodes
    assert column(workspace, "agree") == ["—", "✓", "✓", "✓", "✓", "✓"]
    assert column(workspace, "cut")[:3] == ["—", "—", "—"]
    # Minimax visits every move: its branching factor is near the number of legal moves.
    legal = len(workspace._document.position.legal_moves())
    assert column(workspace, "branching", Qt.ItemDataRole.UserRole)[1] == pytest.approx(legal, rel=0.2)


def test_model_keeps_qts_contract(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    QAbstractItemModelTester(workspace.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    compare(workspace, qtbot)
    workspace.choice.remove(0)
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)
    assert workspace.model.rowCount() == 5


def test_stored_analysis_does_not_shorten_a_comparison(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    nodes = column(workspace, "nodes")
    compare(workspace, qtbot)
    assert column(workspace, "nodes") == nodes


def test_every_position_of_the_game(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    workspace.choice.set_budget(Budget("depth", 2))
    workspace.positions_box.setCurrentIndex(1)
    compare(workspace, qtbot)
    assert column(workspace, "positions") == ["9"] * 6
    assert column(workspace, "agree") == ["—", *["✓ 9/9"] * 5]
    assert workspace.table.isColumnHidden(COLUMN["pv"])
    assert not workspace.table.isColumnHidden(COLUMN["positions"])
    row = workspace.model.rows[1]
    assert row.nodes() == sum(each.last.nodes for each in row.findings)


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
    # When it began, when it ended, and ten times a second: not at each of the 54 answers.
    assert len(shown) <= len(ticks) + 2
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
    qtbot.waitUntil(lambda: not session.is_busy)
    assert column(workspace, "score")[1] != "—"
    assert not workspace.is_running


def test_parameters_run_again(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    workspace.table.selectRow(5)
    workspace.open_parameters()
    popup = QApplication.activePopupWidget()
    popup.form.editor("ordering").setChecked(True)
    popup.close()
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)
    assert column(workspace, "algorithm")[5] == "NegaScout · Move ordering"
    workspace.remove_selected()
    qtbot.waitUntil(lambda: not workspace.is_running, timeout=30_000)
    assert workspace.model.rowCount() == 5


def test_bars_stand_between_the_curves(workspace: CompareWorkspace, qtbot: QtBot) -> None:
    import pyqtgraph

    qtbot.waitUntil(lambda: workspace._plot is not None)
    compare(workspace, qtbot)
    items = workspace._plot.getPlotItem().items
    assert sum(isinstance(item, pyqtgraph.BarGraphItem) for item in items) == 6
    assert sum(isinstance(item, pyqtgraph.PlotDataItem) for item in items) == 2
    labels = [item.toPlainText() for item in items if isinstance(item, pyqtgraph.TextItem)]
    assert labels == ["b^d", "2·b^(d/2)"]


def test_exports_read_back(workspace: CompareWorkspace, qtbot: QtBot, tmp_path: Path) -> None:
    compare(workspace, qtbot)
    for kind in ("csv", "json", "html"):
        workspace.export(tmp_path / f"table.{kind}")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "table.csv").read_text(encoding="utf-8-sig"))))
    assert [row["algorithm"] for row in rows][1:3] == ["minimax", "negamax"]
    assert [int(row["nodes"]) for row in rows] == column(workspace, "nodes", Qt.ItemDataRole.UserRole)
    told = json.loads((tmp_path / "table.json").read_text(encoding="utf-8"))
    assert told["budget"] == "depth=2"
    assert (told["game"], told["evaluation"]) == ("cotoan", "material")
    assert [row["agree"] for row in told["rows"]] == [None, *[True] * 5]
    assert find_game("cotoan")().parse_position(told["position"])
    page = (tmp_path / "table.html").read_text(encoding="utf-8")
    assert len(re.findall("<tr ", page)) == 6
    assert workspace.model.index(5, COLUMN["pv"]).data() in page
    workspace.copy()
    assert QApplication.clipboard().text() == as_csv(workspace.model.rows)


def test_export_that_fails_is_one_sentence(workspace: CompareWorkspace, qtbot: QtBot, tmp_path: Path) -> None:
    compare(workspace, qtbot)
    with qtbot.waitSignal(workspace.failed) as failed:
        workspace._export(tmp_path / "nowhere" / "table.csv")
    path = tmp_path / "nowhere" / "table.csv"
    assert failed.args[0] == f"{path} cannot be written: the file or folder does not exist; nothing was changed"
    workspace.error.hide()


def test_html_of_a_hostile_name_is_text(qtbot: QtBot) -> None:
    from engine.analysis.plugin import PluginSpec
    from studio.compare.table import as_html

    spec = PluginSpec(Path("x.py"), "<script>", "<b>")
    page = as_html([ComparisonRow(spec, [find_game("cotoan")().start()], [None])], {"game": "<i>"})
    assert "<script>" not in page and "<b>" not in page and "<i>" not in page


def test_other_record_clears_the_table(workspace: CompareWorkspace, document: Document, qtbot: QtBot) -> None:
    compare(workspace, qtbot)
    document.new(find_game("cotoan")())
    assert workspace.pages.currentIndex() == 0
    assert workspace.model.rowCount() == 0


def test_every_column_has_a_text_for_nothing() -> None:
    row = ComparisonRow(Spec.parse("random"), [find_game("cotoan")().start()], [None])
    assert [ComparisonModel.text(row, each) for each in COLUMNS[3:]] == ["—"] * (len(COLUMNS) - 3)
