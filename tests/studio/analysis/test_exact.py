"""Exact values from tables of endings in the analysis panel."""

import pytest
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.language import set_language
from engine.tables.endings import file_of, shipped_folder, user_folder
from studio.analysis.panel import AnalysisPanel
from studio.analysis.session import AnalysisSession
from studio.document.document import Document

ROOK = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_the_panel_shows_the_exact_value_of_the_position(
    document: Document, session: AnalysisSession, qtbot: QtBot
) -> None:
    panel = AnalysisPanel(document, session)
    qtbot.addWidget(panel)
    panel.show()
    assert panel.exact.isHidden()
    chess = find_game("chess")()
    document.new(chess, setup=ROOK)
    assert panel.exact.isVisible()
    assert panel.exact.text() == "✓ exact: White wins in 31 plies with Kb1 (table KRK)"
    document.play(chess.parse_move(document.position, "Kb1"))
    assert panel.exact.text() == "✓ exact: White wins in 30 plies (table KRK)"
    set_language("vi")
    panel.retranslate()
    assert panel.exact.text() == "✓ kết quả đúng: Trắng thắng sau 30 nước (bảng KRK)"
    set_language("en")
    document.new(chess)
    assert panel.exact.isHidden(), "no table"


def test_tables_generated_meanwhile_are_found_when_analysis_starts(
    document: Document, session: AnalysisSession, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = AnalysisPanel(document, session)
    qtbot.addWidget(panel)
    panel._library._folders = [user_folder()]
    chess = find_game("chess")()
    document.new(chess, setup=ROOK)
    assert panel.exact.isHidden()
    path = file_of(user_folder(), "chess", "KRK")
    path.parent.mkdir(parents=True)
    path.write_bytes(file_of(shipped_folder(), "chess", "KRK").read_bytes())
    session.choice.set_specs([])
    panel.start()
    assert not panel.exact.isHidden()
    panel.stop()
