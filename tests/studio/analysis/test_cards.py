"""The cards as a person uses them: analyse, read, hover, click, change, stop."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.analysis.external import EngineSpec
from engine.analysis.query import course_of
from engine.core.game import find_game
from engine.core.language import set_language
from engine.search.search import Spec
from studio.analysis.card import CARD_HEIGHT
from studio.analysis.cards import AnalysisPanel
from studio.analysis.choice import Budget
from studio.analysis.line import GAP, LineView
from studio.analysis.session import AnalysisSession
from studio.document.document import Document

# What the offscreen platform cannot do does not matter here.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

ELIDE = Qt.TextElideMode.ElideRight
EXAMPLE = Path(__file__).parents[3] / "examples" / "plugin_captures.py"


@pytest.fixture
def panel(document: Document, session: AnalysisSession, qtbot: QtBot) -> AnalysisPanel:
    session.choice.set_budget(Budget("depth", 3))
    panel = AnalysisPanel(document, session)
    qtbot.addWidget(panel)
    panel.resize(440, 780)
    panel.show()
    return panel


def analyse(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    panel.start()
    qtbot.waitUntil(lambda: not session.is_busy, timeout=20_000)


def test_everyone_answers_side_by_side(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    assert [card.score.text() for card in panel.cards] == ["—"] * 6
    analyse(panel, session, qtbot)
    scores = {card.score.text() for card in panel.cards[1:]}
    assert len(scores) == 1 and "—" not in scores
    assert [card.verdict.text() for card in panel.cards] == ["", "✓", "✓", "✓", "✓", "✓"]
    assert all(card.line.texts for card in panel.cards)
    assert [card.cells[0].text() for card in panel.cards[1:]] == ["depth 3"] * 5
    assert panel.cards[3].cells[4].text().endswith("of minimax")
    assert panel.is_active


def test_nothing_is_analysed_unless_asked(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    document.back()
    document.play(document.position.legal_moves()[5])
    assert not session.is_busy
    analyse(panel, session, qtbot)
    document.new(find_game("cotoan")())
    assert not panel.is_active
    assert not session.is_busy


def test_analysis_follows_the_cursor_and_is_never_lost(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    analyse(panel, session, qtbot)
    lines = [card.line.texts for card in panel.cards]
    with qtbot.waitSignal(session.started):
        document.back()
    assert panel.cards[5].line.texts != lines[5]
    qtbot.waitUntil(lambda: not session.is_busy, timeout=20_000)
    asked: list[int] = []
    session.started.connect(asked.append)
    document.forward()
    assert [card.line.texts for card in panel.cards] == lines
    qtbot.waitUntil(lambda: not panel._settle.isActive())
    assert asked == []


def test_deeper_budget_goes_on_where_it_was(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.set_specs([Spec.parse("negascout")])
    analyse(panel, session, qtbot)
    reports = []
    session.reported.connect(lambda number, report: reports.append(report))
    panel.budget_box.depth_box.setValue(4)
    qtbot.waitUntil(lambda: bool(reports) and reports[-1].final)
    assert [report.depth for report in reports] == [4]


def test_stop_is_at_once_and_keeps_what_was_found(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.set_budget(Budget("depth", 90))
    panel.toggle()
    qtbot.waitUntil(lambda: panel.cards[0].score.text() != "—" and panel.cards[1].score.text() != "—")
    session.stop_all()
    assert not panel.is_active
    qtbot.waitUntil(lambda: not session.is_busy)
    assert panel.cards[1].score.text() != "—"


def test_live_counters_run(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.set_specs([Spec.parse("minimax")])
    session.choice.set_budget(Budget("depth", 90))
    panel.start()
    texts = set()

    def look() -> bool:
        texts.add(panel.cards[0].cells[1].text())
        return len(texts) > 4

    qtbot.waitUntil(look)
    panel.stop()


def test_cards_never_change_height(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    before = [card.geometry() for card in panel.cards]
    analyse(panel, session, qtbot)
    assert [card.geometry() for card in panel.cards] == before
    assert {card.height() for card in panel.cards} == {CARD_HEIGHT}


def test_hover_shows_the_board_and_click_chooses_the_line(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    analyse(panel, session, qtbot)
    view = panel.cards[5].line
    hovered: list[list[int]] = []
    panel.pv_hovered.connect(hovered.append)
    qtbot.mouseMove(view, view.box(1).center())
    _move(view, view.box(1).center())
    assert len(hovered[-1]) == 2
    assert panel._popup is not None and panel._popup.board.isVisible()
    with qtbot.waitSignal(panel.line_chosen) as chosen:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.box(1).center())
    assert chosen.args == [hovered[-1]]
    document.add_line(document.cursor, chosen.args[0])
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    assert hovered[-1] == []
    assert not panel._popup.board.isVisible()


def _move(view: object, point: QPoint) -> None:
    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(point), QPointF(view.mapToGlobal(point)), Qt.MouseButton.NoButton,
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def test_line_with_the_keyboard(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    analyse(panel, session, qtbot)
    view = panel.cards[5].line
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    with qtbot.waitSignal(panel.line_chosen) as chosen:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert len(chosen.args[0]) == 2


def test_arrows_and_headline_for_the_board(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    arrows: list[list[object]] = []
    headline: list[object] = []
    panel.arrows_changed.connect(arrows.append)
    panel.scored.connect(headline.append)
    analyse(panel, session, qtbot)
    assert sum(int(arrow.label or 1) for arrow in arrows[-1]) == 6
    assert headline[-1].format() == panel.cards[session.choice.reference].score.text()


def test_parameters_change_the_question(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    card = panel.cards[5]
    card.open_parameters()

    popup = QApplication.activePopupWidget()
    assert popup is not None
    popup.form.editor("ordering").setChecked(True)
    assert session.choice.specs[5] == Spec.parse("negascout:ordering=on")
    assert "Move ordering" in panel.cards[5].notes.toolTip()
    assert panel.cards[5] is card
    popup.close()


def test_ladder_is_by_quiescence(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.replace(5, Spec.parse("negascout:quiescence=on"))
    analyse(panel, session, qtbot)
    assert [card.verdict.text() for card in panel.cards] == ["", "✓", "✓", "✓", "✓", ""]


def test_add_duplicate_remove(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    panel.cards[5].duplicate_asked.emit()
    assert len(panel.cards) == 7
    assert session.choice.repetition(6) == 1
    panel.cards[0].removal_asked.emit()
    qtbot.waitUntil(lambda: len(panel.cards) == 6)
    assert panel.cards[0].name.whole == "Minimax"
    session.choice.set_specs([])
    assert panel.empty.isVisible()
    panel.empty.pressed.emit()
    assert len(panel.cards) == 6
    assert not panel.empty.isVisible()


def test_plugin_stands_beside_the_others(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.choice.specs_changed, timeout=10_000):
        panel.menu.add_plugin(EXAMPLE)
    analyse(panel, session, qtbot)
    card = panel.cards[6]
    assert card.name.text() == "Captures"
    assert card.score.text() != "—"
    # It counts no nodes: that is unknown, not zero.
    assert card.cells[1].text() == "— nodes"


def test_broken_plugins_say_why(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot, tmp_path: Path) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("class Broken:\n    def choose(self, position):\n        return position.legal_moves()[0] + 1\n")
    with qtbot.waitSignal(session.choice.specs_changed, timeout=10_000):
        panel.menu.add_plugin(broken)
    analyse(panel, session, qtbot)
    assert "not a legal move" in panel.cards[6].failure.text()
    nothing = tmp_path / "nothing.py"
    nothing.write_text("")
    panel.menu.add_plugin(nothing)
    qtbot.waitUntil(lambda: "expected one class" in panel.error.text(), timeout=10_000)
    assert len(panel.cards) == 7
    panel.error.hide()


def test_closing_does_not_wait_for_a_plugin(panel: AnalysisPanel, qtbot: QtBot, tmp_path: Path) -> None:
    endless = tmp_path / "endless.py"
    endless.write_text("while True: pass\n")
    panel.menu.add_plugin(endless)
    panel.close_threads()
    assert len(panel.cards) == 6


def test_vietnamese_while_running(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    analyse(panel, session, qtbot)
    set_language("vi")
    QApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))
    for card in panel.cards:
        QApplication.sendEvent(card, QEvent(QEvent.Type.LanguageChange))
    assert panel.title.text() == "Phân tích"
    assert panel.cards[5].cells[0].text().startswith("sâu")


def test_finished_game_says_so(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    document.set_up("9/9/3b95/9/9/3r55/3r85/9/9/4r04/r18 b 0 0 0 1")
    analyse(panel, session, qtbot)
    assert panel.cards[5].score.text() == "#0"
    assert panel.cards[5].line.texts == []


def test_failures_are_read_whole(panel: AnalysisPanel, qtbot: QtBot) -> None:
    """The last lines of an engine's error stream are long: they have the rows of the line and the figures."""
    panel.resize(440, 600)
    panel.show()
    card = panel.cards[0]
    height = card.height()
    card.show_error("Bad failed: first line / segmentation fault in eval.c / out of squares, for the second time")
    label = card.failure
    assert label.isVisible() and not card.line.isVisible() and card.height() == height
    assert label.heightForWidth(label.width()) <= label.height()
    card.show_findings(None, [], "Not analysed yet", None, None, None)
    assert card.line.isVisible() and not label.isVisible()


def test_long_names_give_way(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    """The name of an engine, and of an evaluation, ends in an ellipsis where there is no room; else it is whole."""
    long = EngineSpec("Stockfish 15.1 of the chess club in the old town, on the big machine", "x", (), "uci")
    session.choice.set_specs([long])
    panel.resize(440, 600)
    panel.show()
    name = panel.cards[0].name
    assert name.text().endswith("…") and name.toolTip() == long.name
    assert name.geometry().right() < panel.cards[0].score.geometry().left()
    panel.resize(1200, 600)
    QApplication.processEvents()
    assert name.text() == long.name
    box = panel.evaluation_box
    assert box.shown_text() == box.currentText()
    box.setFixedWidth(70)
    QApplication.processEvents()
    assert box.shown_text().endswith("…")


def test_the_evaluation_has_room_for_its_name(panel: AnalysisPanel) -> None:
    set_language("vi")
    panel.evaluation_box.show_evaluations("chess", "")
    panel.resize(446, 600)
    panel.show()
    panel.start()
    QApplication.processEvents()
    assert panel.evaluation_box.shown_text() == panel.evaluation_box.currentText()
    panel.stop()


def test_cards_learn_from_an_analysis_of_the_whole_game(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    """Somebody else asks the same about the position shown: the cards do not go on saying that nobody has."""
    session.start(session.choice.queries(document.position, course_of(document.tree, document.cursor)))
    qtbot.waitUntil(lambda: not session.is_busy, timeout=20_000)
    assert all(card.line.texts and card.score.text() != "—" for card in panel.cards)


def test_what_has_no_room_ends_in_an_ellipsis(qtbot: QtBot) -> None:
    view = LineView()
    qtbot.addWidget(view)
    view.resize(120, view.height())
    picture = view.grab().toImage()
    for text, same in (("Engine failed: segmentation", True), ("Short", False)):
        pictures = []
        for words in (text, f"{text} fault in eval.c", view.fontMetrics().elidedText(text, ELIDE, 120 - GAP)):
            view.set_line([], words)
            pictures.append(view.grab().toImage())
        assert pictures[0] != picture
        assert (pictures[0] == pictures[2]) and (pictures[0] == pictures[1]) is same
