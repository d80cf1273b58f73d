"""Proof numbers and proved scores in the analysis panel, and how they are explained where the score is shown."""

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import find_game, games
from engine.core.language import set_language
from engine.search.report import INFINITE_PROOF
from engine.search.spec import Spec
from studio.analysis.choice import Budget, analysis_defaults
from studio.analysis.figures import UNKNOWN, proof_numbers
from studio.analysis.panel import AnalysisPanel
from studio.analysis.row import AlgorithmRow
from studio.analysis.session import AnalysisSession, Live
from studio.document.document import Document

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def analysed(rules: str, nodes: int, document: Document, session: AnalysisSession, qtbot: QtBot) -> AnalysisPanel:
    """A panel after an analysis of the start of MiniGo by ``pn`` alone."""
    document.new(find_game("minigo").with_rules(rules))
    session.choice.set_specs([Spec.parse("pn")])
    session.choice.set_budget(Budget("nodes", nodes))
    panel = AnalysisPanel(document, session)
    qtbot.addWidget(panel)
    panel.resize(700, 780)
    panel.show()
    panel.start()
    qtbot.waitUntil(lambda: not session.is_busy, timeout=20_000)
    return panel


def test_a_proved_score_is_marked(document: Document, session: AnalysisSession, qtbot: QtBot) -> None:
    panel = analysed("size=5", 100_000, document, session, qtbot)
    (row,) = panel.rows
    assert row.numbers["score"].text().startswith("#") and row.verdict.text() == "✓ proved"
    assert "length is that of the line found" in row.verdict.toolTip()
    assert "length is that of the line found" in row.toolTip()
    assert row.notes.text().startswith("pn 0 · dn ∞") and "proof 0, disproof ∞" in row.toolTip()
    assert "proved" in row.accessibleName()
    assert row.numbers["depth"].text() == UNKNOWN
    set_language("vi")
    panel.retranslate()
    assert row.verdict.text() == "✓ đã chứng minh" and "chứng minh 0, bác bỏ ∞" in row.toolTip()


def test_without_a_proof_the_numbers_are_shown(document: Document, session: AnalysisSession, qtbot: QtBot) -> None:
    panel = analysed("size=6", 500, document, session, qtbot)
    (row,) = panel.rows
    report = row._report
    assert report is not None and not report.proved
    assert row.numbers["score"].text() == UNKNOWN and row.verdict.text() == ""
    assert row.notes.text().startswith(f"pn {report.proof} · dn {report.disproof}")


def test_the_numbers_follow_a_running_search(qtbot: QtBot) -> None:
    row = AlgorithmRow()
    qtbot.addWidget(row)
    row.set_spec(Spec.parse("pn"), 0, is_reference=False, reviews=False)
    assert row.show_counters(Live(1000, 0, 12, 0, 0.5, 41_200, 7))
    assert row._proof_numbers == "pn 41.2k · dn 7"
    assert row.numbers["depth"].text() == UNKNOWN and row.numbers["nodes"].text() == "1.00k"
    assert not row.show_counters(Live(1000, 0, 12, 0, 0.6, 41_200, 7))
    assert row.show_counters(Live(1000, 0, 12, 0, 0.7, 41_200, 8))
    assert row.show_counters(None) and row._proof_numbers == ""


def test_other_algorithms_have_no_numbers(qtbot: QtBot) -> None:
    row = AlgorithmRow()
    qtbot.addWidget(row)
    row.set_spec(Spec.parse("negascout"), 0, is_reference=False, reviews=False)
    assert row.show_counters(Live(1000, 3, 12, 0, 0.5))
    assert row.numbers["depth"].text() == "3…" and row._proof_numbers == ""


def test_numbers_as_text() -> None:
    assert proof_numbers(None, None) == proof_numbers(3, None) == ""
    assert proof_numbers(INFINITE_PROOF, 0) == "proof ∞, disproof 0"
    assert proof_numbers(999, 1_000_000) == "proof 999, disproof 1.00M"
    assert proof_numbers(999, 1_000_000, short=True) == "pn 999 · dn 1.00M"


def test_it_is_offered_but_not_chosen_at_first() -> None:
    assert "pn" not in {spec.name for game in games().values() for spec in analysis_defaults(game).specs}
