"""Memory in the analysis: kept from position to position of a record, marked, and unknown to all other questions."""

from dataclasses import replace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

import engine
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import Score
from engine.search.kept import KeptSearch
from engine.search.query import Query
from engine.search.report import Limit, Report
from engine.search.spec import Spec
from studio.analysis.choice import Budget
from studio.analysis.panel import AnalysisPanel
from studio.analysis.session import AnalysisSession
from studio.analysis.store import ReportStore
from studio.analysis.whole_game import GameAnalysis
from studio.document.document import Document

pytestmark = [
    pytest.mark.skipif(not engine.is_compiled(), reason="in slow mode, searches run in child processes"),
    pytest.mark.qt_log_ignore("This plugin does not support"),
]

MARK = "continued with memory"


@pytest.fixture
def panel(document: Document, session: AnalysisSession, qtbot: QtBot, counting: Any) -> AnalysisPanel:
    session.choice.set_specs([Spec.parse("counting"), Spec.parse("negamax")])
    session.choice.set_budget(Budget("depth", 1))
    panel = AnalysisPanel(document, session)
    qtbot.addWidget(panel)
    panel.resize(640, 400)
    panel.show()
    return panel


def settle(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not panel._settle.isActive() and not session.is_busy, timeout=20_000)


def marked(panel: AnalysisPanel) -> list[bool]:
    """Return whether the row of each algorithm shows the mark, which must be in all its texts or in none."""
    found = []
    for row in panel.rows:
        texts = (row.notes.text(), row.toolTip(), row.accessibleName())
        assert len({MARK in text for text in texts}) == 1, texts
        found.append(MARK in texts[0])
    return found


def test_the_panel_keeps_memory_within_a_record_and_marks_it(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot, counting: Any
) -> None:
    panel.start()
    settle(panel, session, qtbot)
    assert counting.counts() == [1] and marked(panel) == [False, False]
    document.back()
    settle(panel, session, qtbot)
    assert counting.counts() == [1, 2] and marked(panel) == [True, False]
    # The report of the first position is stored, and was found without memory.
    document.forward()
    settle(panel, session, qtbot)
    assert counting.counts() == [1, 2] and marked(panel) == [False, False]
    document.new(find_game("cotoan")())
    panel.start()
    settle(panel, session, qtbot)
    assert counting.log == [(1, 1), (1, 2), (2, 1)] and marked(panel) == [False, False]


def test_two_rows_of_one_algorithm_share_nothing(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot, counting: Any
) -> None:
    session.choice.set_specs([Spec.parse("counting"), Spec.parse("counting:colour=1"), Spec.parse("counting")])
    panel.start()
    settle(panel, session, qtbot)
    document.back()
    settle(panel, session, qtbot)
    assert sorted(counting.log) == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)]


def test_the_analysis_of_a_game_forgets_before_every_position(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot, counting: Any
) -> None:
    panel.start()
    settle(panel, session, qtbot)
    document.back()
    settle(panel, session, qtbot)
    panel.stop()
    counting.log.clear()
    session.choice.set_reviewers([Spec.parse("counting")])
    analysis = GameAnalysis(session)
    with qtbot.waitSignal(analysis.completed, timeout=20_000) as done:
        analysis.start(document.tree, document.line())
    assert done.args is not None
    notes = [note for each in done.args[0].values() for note in each]
    # The stored reports that depend on memory are not used.
    assert len(notes) == len(document.line()) and {note.nodes for note in notes} == {1}
    assert counting.counts() == [1] * len(notes)
    # The panel shows the new report of the position at the cursor, which was found without memory and is as deep.
    panel.start()
    settle(panel, session, qtbot)
    assert counting.counts() == [1] * len(notes)


def test_a_session_uses_the_search_that_it_is_given(session: AnalysisSession, qtbot: QtBot, counting: Any) -> None:
    position = find_game("nim")().start()
    query = Query(position, Spec.parse("counting"), "", Limit(depth=1))
    kept = KeptSearch()
    for searches in ([], [kept], [kept], []):
        session.start([query], resume=False, kept=searches)
        qtbot.waitUntil(lambda: not session.is_busy, timeout=20_000)
    assert counting.counts() == [1, 1, 2, 1]


def report(depth: int, nodes: int, continued: bool = False) -> Report:
    score = Score(0, Player.FIRST)
    return Report(
        "counting", depth, depth, score, 5, (5,), nodes, nodes, 0, 0, 0, 0, 0.1, True, continued=continued
    )  # fmt: skip


def test_the_store_keeps_reports_with_memory_apart(counting: Any) -> None:
    store = ReportStore()
    plain = Query(find_game("nim")().start(), Spec.parse("counting"), "", Limit(depth=1))
    continuing = replace(plain, continues=True)
    store.add(continuing, report(3, 10, True))
    store.complete(continuing)
    assert store.find(plain) is None
    found = store.find(continuing)
    assert found is not None and found.last == report(3, 10, True) and found.spent == plain.limit
    # Of reports of equal depth, the one without memory or the one with more nodes is shown.
    for depth, nodes, shown in ((2, 9, report(3, 10, True)), (3, 10, report(3, 10)), (4, 5, report(4, 5))):
        store.add(plain, report(depth, nodes))
        found = store.find(continuing)
        assert found is not None and found.last == shown
    own = store.find(plain)
    assert own is not None and own.last == report(4, 5) and own.spent is None
