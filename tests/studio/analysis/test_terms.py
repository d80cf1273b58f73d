"""The evaluation of the position at the cursor, taken apart."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from engine.core.evaluation import find_evaluation
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.records.tree import ROOT
from studio.analysis.session import AnalysisSession
from studio.analysis.terms import DIFFERENCE, FIRST, SECOND, TERM, TermsPanel, number
from studio.document.document import Document
from studio.look import style


def panel_of(qtbot: QtBot, document: Document, session: AnalysisSession) -> TermsPanel:
    panel = TermsPanel(document, session.choice)
    qtbot.addWidget(panel)
    panel.resize(420, 300)
    panel.show()
    return panel


def texts(panel: TermsPanel) -> list[list[str]]:
    model = panel.model
    return [[str(model.index(row, column).data()) for column in range(4)] for row in range(model.rowCount())]


def test_the_rows_add_up(qtbot: QtBot, document: Document, session: AnalysisSession) -> None:
    session.choice.set_evaluation("material_safety")
    panel = panel_of(qtbot, document, session)
    rows = texts(panel)
    assert [row[TERM] for row in rows] == ["Material", "Danger to the zero", "Total"]
    score = find_evaluation("cotoan", "material_safety").score(document.position)
    mine = score if document.position.turn is Player.FIRST else -score
    assert rows[-1][DIFFERENCE] == number(mine, signed=True)
    assert rows[0][FIRST] == "90" and rows[0][SECOND] == "90"


def test_the_evaluation_is_not_cut_if_there_is_room(qtbot: QtBot, session: AnalysisSession) -> None:
    made = Document(find_game("chess")())
    panel = panel_of(qtbot, made, session)
    panel.resize(640, 300)
    qtbot.waitUntil(lambda: panel.box.shown_text() == panel.box.currentText())
    assert panel.minimumSizeHint().width() < 320
    assert panel.table.minimumHeight() >= 3 * style.ROW, "a dock of least height shows the heads and two terms"
    made.close()


def test_it_follows_cursor_game_and_choice(qtbot: QtBot, document: Document, session: AnalysisSession) -> None:
    session.choice.set_evaluation("material")
    panel = panel_of(qtbot, document, session)
    assert len(texts(panel)) == 2
    qtbot.keyClick(panel.box, Qt.Key.Key_Up)
    assert session.choice.evaluation == "material_safety" and len(texts(panel)) == 3
    at_end = texts(panel)
    document.go(ROOT)
    assert texts(panel)[-1][DIFFERENCE] == "0"
    document.go(document.tree.main_line()[-1])
    assert texts(panel) == at_end
    document.new(find_game("go")())
    assert panel.box.name == "liberties"
    assert panel.model.headerData(FIRST, Qt.Orientation.Horizontal) == "Black"


def test_hidden_it_does_nothing(qtbot: QtBot, document: Document, session: AnalysisSession) -> None:
    session.choice.set_evaluation("squares_and_lines")
    panel = panel_of(qtbot, document, session)
    shown = texts(panel)
    panel.hide()
    document.go(ROOT)
    assert texts(panel) == shown
    panel.show()
    assert texts(panel)[-1][DIFFERENCE] == "0.00"


def test_numbers() -> None:
    assert [number(value) for value in (0, 12, -3.5, 1234.04, -0.01)] == ["0", "12", "−3.5", "1234", "0"]
    assert [number(value, signed=True) for value in (0, 12, -3.5)] == ["0", "+12", "−3.5"]
    assert [number(value, 2, signed=True) for value in (0, 1.4, -0.875)] == ["0.00", "+1.40", "−0.88"]


def test_terms_are_in_the_unit_of_the_scores(qtbot: QtBot, session: AnalysisSession) -> None:
    document = Document(find_game("chess")())
    document.set_up("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    panel = panel_of(qtbot, document, session)
    assert panel.unit.text() == "pawns"
    total = texts(panel)[-1][DIFFERENCE]
    assert total.startswith("+") and 7 < float(total) < 15
    document.close()
