"""The analysis panel as a person uses them: analyse, read, hover, click, change, stop."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLayout, QWidget
from pytestqt.qtbot import QtBot

from engine.asking.external import EngineSpec
from engine.asking.query import course_of
from engine.core.game import find_game
from engine.core.language import set_language
from engine.core.outcome import Player
from engine.search.players import DEFAULT_PLAYER
from engine.search.spec import Spec
from studio.analysis.choice import Budget
from studio.analysis.figures import percent
from studio.analysis.line import GAP, LineView, line_texts
from studio.analysis.panel import AnalysisPanel
from studio.analysis.row import HEIGHT, RowTexts
from studio.analysis.session import AnalysisSession, Live
from studio.analysis.strip import DENSITIES
from studio.analysis.strip import HEIGHT as CELL
from studio.board.arrows import Arrow
from studio.document.document import Document
from studio.look import palette, style
from studio.look.scores import score_text
from tests.studio.conftest import SIX

# What the offscreen platform cannot do does not matter here.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

ELIDE = Qt.TextElideMode.ElideRight
EXAMPLE = Path(__file__).parents[3] / "examples" / "plugin_captures.py"


@pytest.fixture
def panel(document: Document, session: AnalysisSession, qtbot: QtBot) -> AnalysisPanel:
    session.choice.set_budget(Budget("depth", 2))
    panel = AnalysisPanel(document, session)
    qtbot.addWidget(panel)
    panel.resize(440, 780)
    panel.show()
    return panel


def analyse(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    panel.start()
    qtbot.waitUntil(lambda: not session.is_busy, timeout=20_000)


def test_everyone_answers_side_by_side(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    assert [row.numbers["score"].text() for row in panel.rows] == ["—"] * 6
    analyse(panel, session, qtbot)
    scores = {row.numbers["score"].text() for row in panel.rows[1:]}
    assert len(scores) == 1 and "—" not in scores
    (score,) = scores
    assert [row.verdict.text() for row in panel.rows] == [""] + [f"✓ depth 2: {score}"] * 5
    assert all(row.line.texts for row in panel.rows)
    assert [row.numbers["depth"].text() for row in panel.rows[1:]] == ["2"] * 5
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
    lines = [row.line.texts for row in panel.rows]
    with qtbot.waitSignal(session.started):
        document.back()
    assert panel.rows[5].line.texts != lines[5]
    qtbot.waitUntil(lambda: not session.is_busy, timeout=20_000)
    asked: list[int] = []
    session.started.connect(asked.append)
    document.forward()
    assert [row.line.texts for row in panel.rows] == lines
    qtbot.waitUntil(lambda: not panel._settle.isActive())
    assert asked == []


def test_deeper_budget_goes_on_where_it_was(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.set_specs([Spec.parse("negascout")])
    analyse(panel, session, qtbot)
    reports = []
    session.reported.connect(lambda number, report: reports.append(report))
    panel.budget_box.depth_box.setValue(3)
    qtbot.waitUntil(lambda: bool(reports) and reports[-1].final)
    assert [report.depth for report in reports] == [3]


def test_stop_is_at_once_and_keeps_what_was_found(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.set_budget(Budget("depth", 90))
    panel.toggle()
    qtbot.waitUntil(
        lambda: panel.rows[0].numbers["score"].text() != "—" and panel.rows[1].numbers["score"].text() != "—"
    )
    session.stop_all()
    assert not panel.is_active
    qtbot.waitUntil(lambda: not session.is_busy)
    assert panel.rows[1].numbers["score"].text() != "—"


def test_live_counters_run(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.set_specs([Spec.parse("minimax")])
    session.choice.set_budget(Budget("depth", 90))
    panel.start()
    texts = set()

    def look() -> bool:
        texts.add(panel.rows[0].numbers["nodes"].text())
        return len(texts) > 4

    qtbot.waitUntil(look)
    panel.stop()


def test_rows_never_change_height(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    before = [row.geometry() for row in panel.rows]
    analyse(panel, session, qtbot)
    assert [row.geometry() for row in panel.rows] == before
    assert {row.height() for row in panel.rows} == {HEIGHT}


def test_hover_shows_the_board_and_click_chooses_the_line(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    analyse(panel, session, qtbot)
    view = panel.rows[5].line
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


def test_no_tool_tip_covers_the_floating_board(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    analyse(panel, session, qtbot)
    line = panel.rows[1].line
    tip = QHelpEvent(QEvent.Type.ToolTip, QPoint(8, 8), line.mapToGlobal(QPoint(8, 8)))
    line._mark(0)
    assert panel._popup is not None and panel._popup.board.isVisible()
    line.event(tip)
    assert tip.isAccepted()
    line._mark(-1)
    line.event(tip)
    assert not tip.isAccepted(), "the row shows its figures"


def test_line_with_the_keyboard(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    analyse(panel, session, qtbot)
    view = panel.rows[5].line
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
    assert arrows[-1]
    assert (
        score_text(headline[-1], Player.FIRST, "cotoan") == panel.rows[session.choice.reference].numbers["score"].text()
    )


def test_a_search_without_depths_shows_its_chance(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.replace(5, Spec.parse("mcts:visits=200"))
    session.choice.set_budget(Budget("depth", 2))
    row = panel.rows[5]
    analyse(panel, session, qtbot)
    report = panel._findings()[5].last  # type: ignore[union-attr]
    assert report is not None and report.visits and report.chance is not None and len(report.lines) == 4
    chance = percent(report.chance)
    assert row.numbers["depth"].text() == chance
    assert f"chance {chance}" in row.toolTip() and f"{report.visits} visits" in row.toolTip()
    row.set_open(True)
    assert [score.text().split("  ")[1] for score, _ in row.further] == [
        percent(line.chance) for line in report.lines[1:]
    ]
    row.show_counters(Live(7, 0, 0, 0, 1.0))
    assert row.numbers["depth"].text() == chance and row.numbers["nodes"].text() == "7"


def test_an_open_row_shows_the_further_lines(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.replace(5, Spec.parse("pvs:lines=3"))
    session.choice.set_budget(Budget("depth", 2))
    row = panel.rows[5]
    analyse(panel, session, qtbot)
    assert row.height() == HEIGHT and not any(view.isVisible() for _, view in row.further)
    row.set_open(True)
    report = panel._findings()[5].last  # type: ignore[union-attr]
    assert report is not None and len(report.lines) == 3
    assert [view.texts for _, view in row.further] == [
        line_texts(panel._queries[5].position, line.pv) for line in report.lines[1:]
    ]
    assert len({row.line.texts[0], *(view.texts[0] for _, view in row.further)}) == 3
    assert all(score.text() and view.isVisibleTo(row) for score, view in row.further)
    hovered: list[list[int]] = []
    chosen: list[list[int]] = []
    panel.pv_hovered.connect(hovered.append)
    panel.line_chosen.connect(chosen.append)
    view = row.further[1][1]
    _move(view, view.box(1).center())
    assert hovered[-1] == list(report.lines[2].pv[:2])
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.box(0).center())
    assert chosen == [list(report.lines[2].pv[:1])]
    height = row.height()
    row.parameters_edited.emit(Spec.parse("pvs"))
    qtbot.waitUntil(lambda: not session.is_busy)
    assert not any(view.isVisibleTo(row) for _, view in row.further) and row.height() < height


def test_parameters_change_the_question(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    row = panel.rows[5]
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(100, 14))
    assert row.is_open and row.form is not None
    row.form.editor("ordering").setChecked(True)
    assert session.choice.specs[5] == Spec.parse("negascout:ordering=on")
    assert row.notes.text() == "Move ordering" and "Move ordering" in row.toolTip()
    assert panel.rows[5] is row and row.is_open, "the form stays open while it is edited"
    qtbot.mouseClick(row, Qt.MouseButton.LeftButton, pos=QPoint(100, 14))
    assert not row.is_open and row.height() == HEIGHT


def test_ladder_is_by_quiescence(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.replace(5, Spec.parse("negascout:quiescence=on"))
    analyse(panel, session, qtbot)
    assert [row.verdict.text()[:1] for row in panel.rows] == ["", "✓", "✓", "✓", "✓", ""]


def test_add_duplicate_remove(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    panel.rows[5].duplicate_asked.emit()
    assert len(panel.rows) == 7
    assert session.choice.repetition(6) == 1
    panel.rows[0].removal_asked.emit()
    qtbot.waitUntil(lambda: len(panel.rows) == 6)
    assert panel.rows[0].name.text() == "Minimax"
    session.choice.set_specs([])
    assert panel.empty.isVisible()
    panel.empty.pressed.emit()
    assert session.choice.specs == [*map(Spec.parse, SIX[:-1]), DEFAULT_PLAYER]
    assert session.choice.reference_spec == DEFAULT_PLAYER


def test_the_textbook_searches_are_one_click_away(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.set_specs([Spec.parse(each) for each in ("minimax", "pvs", "alphabeta:ordering=on")])
    panel.menu.aboutToShow.emit()
    action = panel.menu.actions()[-1]
    assert action.text() == "Add all textbook searches" and action.isEnabled()
    action.trigger()
    assert [spec.name for spec in session.choice.specs] == [
        "minimax", "pvs", "alphabeta", "greedy", "negamax", "negamax_alphabeta", "negascout"
    ]  # fmt: skip
    panel.menu.aboutToShow.emit()
    assert not panel.menu.actions()[-1].isEnabled()


def test_the_reference_does_not_wait_for_the_others(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    """The bar, the graph and the arrow show its values. On two cores, the other searches were started before it."""
    session.most_running = 1
    started: list[str] = []
    session.started.connect(lambda number: started.append(session.query(number).spec.name))
    session.choice.set_reference(4)
    analyse(panel, session, qtbot)
    assert started == [SIX[4], *SIX[:4], SIX[5]]
    assert [row.spec.name for row in panel.rows] == list(SIX), "shown in their places"
    assert not panel.empty.isVisible()


def test_a_plugin_is_a_row_like_the_others(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    with qtbot.waitSignal(session.choice.specs_changed, timeout=10_000):
        panel.menu.add_plugin(EXAMPLE)
    analyse(panel, session, qtbot)
    row = panel.rows[6]
    assert row.name.text() == "Captures"
    assert row.numbers["score"].text() != "—"
    # It counts no nodes: that is unknown, not zero.
    assert row.numbers["nodes"].text() == "—"


def test_broken_plugins_give_the_reason(
    panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.py"
    broken.write_text("class Broken:\n    def choose(self, position):\n        return position.legal_moves()[0] + 1\n")
    with qtbot.waitSignal(session.choice.specs_changed, timeout=10_000):
        panel.menu.add_plugin(broken)
    analyse(panel, session, qtbot)
    assert "not a legal move" in panel.rows[6].failure.text()
    nothing = tmp_path / "nothing.py"
    nothing.write_text("")
    panel.menu.add_plugin(nothing)
    qtbot.waitUntil(lambda: "expected one class" in panel.error.text(), timeout=10_000)
    assert len(panel.rows) == 7
    panel.error.hide()


def test_closing_does_not_wait_for_a_plugin(panel: AnalysisPanel, qtbot: QtBot, tmp_path: Path) -> None:
    endless = tmp_path / "endless.py"
    endless.write_text("while True: pass\n")
    panel.menu.add_plugin(endless)
    panel.close_threads()
    assert len(panel.rows) == 6


def test_vietnamese_while_running(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    analyse(panel, session, qtbot)
    set_language("vi")
    QApplication.sendEvent(panel, QEvent(QEvent.Type.LanguageChange))
    QApplication.sendEvent(panel.list, QEvent(QEvent.Type.LanguageChange))
    assert panel.title.text() == "Phân tích"
    assert panel.rows[5].verdict.text().startswith("✓ độ sâu 2: ")
    assert panel.list.heads["depth"].text() == "Độ sâu"


def test_finished_game_reports_it(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    document.set_up("9/9/3b95/9/9/3r55/3r85/9/9/4r04/r18 b 0 0 0 1")
    analyse(panel, session, qtbot)
    assert panel.rows[5].numbers["score"].text() == "1–0"
    assert panel.rows[5].line.texts == []


def test_failures_are_read_whole(panel: AnalysisPanel, qtbot: QtBot) -> None:
    """The last lines of an engine's error stream are long: the row has one line for them, the open row all."""
    row = panel.rows[0]
    sentence = "Bad failed: first line / segmentation fault in eval.c / out of squares, for the second time"
    row.show_error(sentence)
    assert row.height() == HEIGHT and not row.failure.isVisible()
    assert row.line.toolTip() == sentence and sentence in row.toolTip()
    assert row.accessibleDescription() == sentence
    row.toggle()
    label = row.failure
    QApplication.processEvents()
    assert label.isVisible() and label.text() == sentence
    assert label.heightForWidth(label.width()) <= label.height()
    row.show_findings(None, RowTexts(placeholder="Not analysed yet"))
    assert not label.isVisible()


def test_long_names_give_way(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    """The name of an engine, and of an evaluation, ends in an ellipsis where there is no room; else it is whole."""
    long = EngineSpec("Stockfish 15.1 of the chess club in the old town, on the big machine", "x", (), "uci")
    session.choice.set_specs([long])
    panel.resize(440, 600)
    QApplication.processEvents()
    name = panel.rows[0].name
    assert name.text().endswith("…") and long.name in panel.rows[0].toolTip()
    assert name.geometry().right() < panel.rows[0].numbers["depth"].geometry().left()
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
    panel.evaluation_box.show_evaluations("chess", "threats_safety")
    panel.head.setParent(None)
    panel.head.resize(860, 36)
    panel.head.show()
    panel.start()
    QApplication.processEvents()
    assert panel.evaluation_box.shown_text() == panel.evaluation_box.currentText() and panel.status.isVisible()
    panel.head.resize(640, 36)
    QApplication.processEvents()
    assert not panel.status.isVisible(), "the name needs the room"
    panel.stop()
    panel.head.close()


def test_rows_learn_from_an_analysis_of_the_whole_game(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    """Somebody else asks the same about the position shown: the rows show it."""
    session.start(session.choice.queries(document.position, course_of(document.tree, document.cursor)))
    qtbot.waitUntil(lambda: not session.is_busy, timeout=20_000)
    assert all(row.line.texts and row.numbers["score"].text() != "—" for row in panel.rows)


def test_a_narrow_line_omits_the_arithmetic_of_captures_first(qtbot: QtBot) -> None:
    view = LineView()
    qtbot.addWidget(view)
    view.show()
    moves = ["9i7x3e3 (9×7)", "8g10x3g7 (8+4)", "7g1-g8", "7c11-c4", "5e1-e2"]
    short = ["9i7x3e3", "8g10x3g7", "7g1-g8", "7c11-c4", "5e1-e2"]
    view.set_line(moves)
    omitted = set()
    for width in range(60, 700, 5):
        view.resize(width, view.height())
        shown = view.shown_texts
        count = len(shown)
        assert shown in (moves[:count], short[:count]) and count >= 1
        assert count >= 3 or shown == short[:count], "more moves fit without the arithmetic"
        if view.width() >= 80:
            assert view.box(count - 1).right() <= view.width(), "no move is cut"
        omitted.add(shown == short[:count])
    assert shown == moves and omitted == {True, False}
    view.set_line(moves[:1])
    assert view.shown_texts == moves[:1]
    view.resize(80, view.height())
    assert view.shown_texts == short[:1] and view.texts == moves[:1]


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


# --- the strip and the reference --------------------------------------------------------------------------------------


def test_a_cell_of_the_strip_makes_its_algorithm_the_reference(
    panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot
) -> None:
    analyse(panel, session, qtbot)
    cells = panel.strip.cells
    assert [cell.texts.score for cell in cells] == [row.numbers["score"].text() for row in panel.rows]
    assert [cell.texts.mark.strip() for cell in cells] == ["", "✓", "✓", "✓", "✓", "✓"]
    assert [cell.is_reference for cell in cells] == [False] * 5 + [True]
    started: list[int] = []
    session.started.connect(started.append)
    scored: list[object] = []
    panel.scored.connect(scored.append)
    with qtbot.waitSignal(session.choice.reference_changed):
        qtbot.mouseClick(cells[0], Qt.MouseButton.LeftButton)
    assert session.choice.reference == 0 and cells[0].is_reference and not cells[5].is_reference
    assert score_text(scored[-1], Player.FIRST, "cotoan") == cells[0].texts.score
    cells[1].setFocus()
    qtbot.keyClick(cells[1], Qt.Key.Key_Return)
    assert session.choice.reference == 1
    assert "reference" in cells[1].accessibleName()
    panel._settle.timeout.emit()
    assert started == [], "nothing is searched again"


EIGHT = (*["greedy", "minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout", "pvs", "mcts"],)


def test_the_strip_shortens_names_then_uses_more_lines(
    panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot
) -> None:
    def shown() -> list[str]:
        QApplication.processEvents()
        return [cell.shown_name(cell.density) for cell in panel.strip.cells]

    def give(room: int) -> None:
        panel.resize(panel.width() - panel.strip.width() + room, 780)

    # The panel may be narrower here than it can be in the window.
    layout = panel.layout()
    assert layout is not None
    layout.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
    panel.setMinimumSize(0, 0)
    analyse(panel, session, qtbot)
    cells, strip = panel.strip.cells, panel.strip
    whole, least = (sum(cell.needed_width(each) for cell in cells) for each in (DENSITIES[0], DENSITIES[-1]))
    give(whole + 2)
    assert shown() == ["Greedy", "Minimax", "Negamax", "Alpha-beta", "Negamax alpha-beta", "NegaScout"]
    give(whole)
    assert shown()[3] == "αβ" and strip.height() == CELL
    give(least)
    assert shown()[0] == "Greedy" and shown()[5] in ("NegaScout", "Scout")
    assert [cell.y() for cell in cells] == [0, 0, 0, CELL, CELL, CELL] and strip.height() == 2 * CELL
    session.choice.set_reference(5)
    give(110)
    assert all(shown()) and strip.height() == 2 * CELL, "further lines are scrolled"
    view = strip.viewport()
    assert view.rect().contains(cells[5].mapTo(view, cells[5].rect().center()))


@pytest.mark.parametrize("larger", [1.0, 1.5])
def test_no_figure_is_cut_while_searches_run(
    document: Document,
    session: AnalysisSession,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    larger: float,
) -> None:
    """Eight algorithms at the default width of the panel in a window of 1280 × 800, with counters that grow."""
    font = style.font
    monkeypatch.setattr(style, "font", lambda size=style.BODY, **facts: font(round(size * larger), **facts))
    session.choice.set_specs([Spec.parse(name) for name in EIGHT])
    session.choice.set_budget(Budget("depth", 90))
    panel = AnalysisPanel(document, session)
    qtbot.addWidget(panel)
    panel.resize(431, 520)
    panel.show()
    panel.start()
    for nodes, depth in ((7, 1), (999_000, 9), (2_220_000, 12), (888_000_000, 18), (2_220_000_000, 128)):
        live = Live(nodes, depth, depth + 9, 0, 1.0)
        monkeypatch.setattr(session, "live", lambda number, live=live: live)
        session.ticked.emit()
        assert panel.rows[7].numbers["score"].isVisible()
        for row in panel.rows:
            for name, label in row.numbers.items():
                needed = label.fontMetrics().horizontalAdvance(label.text())
                assert label.isHidden() or needed <= label.width(), f"{name} {label.text()!r} of {row.name.text()}"
        for cell in panel.strip.cells:
            assert cell.needed_width(cell.density) <= cell.width() and cell.shown_name(cell.density)
            assert cell.geometry().right() < panel.strip.viewport().width()
    panel.stop()


def test_stop_is_red_only_while_something_runs(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    button = panel.run_button
    assert (button.text(), button.property("kind")) == ("Analyse", "primary")
    session.choice.set_budget(Budget("depth", 90))
    panel.start()
    assert (button.text(), button.property("kind")) == ("Stop", "primary")
    panel.stop()
    session.choice.set_budget(Budget("depth", 1))
    analyse(panel, session, qtbot)
    assert panel.status.text() == "Done; follows the cursor"
    assert (button.text(), button.property("kind")) == ("Stop", None)
    panel.stop()
    assert (button.text(), button.property("kind")) == ("Analyse", "primary")


def test_arrows_of_one_move_are_one_arrow(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    arrows: list[list[Arrow]] = []
    panel.arrows_changed.connect(arrows.append)
    analyse(panel, session, qtbot)
    moves = [row.line.texts[0] for row in panel.rows]
    assert len(arrows[-1]) == len(set(moves))
    assert sum(int(arrow.label or 1) for arrow in arrows[-1]) == 6
    assert arrows[-1][-1].color == palette.algorithm_color("negascout"), "the reference's is on top"


# --- rows -------------------------------------------------------------------------------------------------------------


def test_rows_by_keyboard(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    row = panel.rows[1]
    row.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(row, Qt.Key.Key_Return)
    assert row.is_open
    qtbot.keyClick(row, Qt.Key.Key_Return)
    assert not row.is_open
    qtbot.keyClick(row, Qt.Key.Key_Down)
    assert panel.rows[2].hasFocus()
    qtbot.keyClick(panel.rows[2], Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: len(panel.rows) == 5)
    assert [spec.name for spec in session.choice.specs][2] == "alphabeta"
    assert panel.rows[1].accessibleName().startswith("Minimax")


def test_the_menu_has_what_a_row_can_do(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    analyse(panel, session, qtbot)
    row = panel.rows[1]

    def press(text: str) -> None:
        menu = row.menu()
        action = next(each for each in menu.actions() if each.text().partition("\t")[0] == text)
        assert action.isEnabled(), text
        action.trigger()
        menu.close()

    press("Copy the line")
    assert QApplication.clipboard().text() == " ".join(row.line.texts)
    with qtbot.waitSignal(panel.line_added) as added:
        press("Add the line to the record")
    assert len(added.args[0]) == len(row.line.texts)
    press("Make it the reference")
    assert session.choice.reference == 1
    press("Analyse games with it (F12)")
    assert [spec.name for spec in session.choice.reviewers] == ["pvs", "minimax"]
    press("Duplicate")
    assert len(panel.rows) == 7
    press("Parameters")
    assert row.is_open
    row.form.editor("quiescence").setChecked(True)
    press("Default values")
    assert session.choice.specs[1] == Spec.parse("minimax") and not row.form.editor("quiescence").isChecked()
    press("Remove")
    qtbot.waitUntil(lambda: len(panel.rows) == 6)


def test_one_algorithm_is_stopped(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.set_specs([Spec.parse("minimax"), Spec.parse("alphabeta")])
    session.choice.set_budget(Budget("depth", 90))
    panel.start()
    qtbot.waitUntil(lambda: all(row.line.texts for row in panel.rows))
    panel.rows[0].stop_asked.emit()
    qtbot.waitUntil(lambda: len(panel._numbers) == 1)
    assert list(panel._numbers.values()) == [1] and panel.is_active
    panel.stop()


def test_the_share_of_minimax_is_shown_at_equal_depth_in_a_wide_panel(
    panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot
) -> None:
    analyse(panel, session, qtbot)
    assert not panel.rows[3].numbers["share"].isVisible()
    panel.resize(700, 780)
    QApplication.processEvents()
    shares = [row.numbers["share"].text() for row in panel.rows]
    assert panel.rows[3].numbers["share"].isVisible() and panel.list.heads["share"].isVisible()
    assert shares[:3] == ["—", "—", "100\u202f%"] and shares[3].endswith("%")
    session.choice.set_budget(Budget("nodes", 30_000))
    analyse(panel, session, qtbot)
    depths = [row.numbers["depth"].text().partition("/")[0] for row in panel.rows]
    for depth, row in zip(depths[1:], panel.rows[1:], strict=True):
        assert (row.numbers["share"].text() == "—") == (depth != depths[1] or row is panel.rows[1])


def test_columns_are_dropped_by_priority(panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot) -> None:
    analyse(panel, session, qtbot)

    def visible() -> list[str]:
        QApplication.processEvents()
        return [name for name, label in panel.rows[1].numbers.items() if label.isVisible()]

    found = {}
    panel.head.setParent(None)
    for width in (700, 440, 300, 200):
        panel.resize(width, 780)
        found[width] = visible()
        assert panel.rows[1].verdict.text().startswith("✓")
    assert found[700] == ["depth", "nodes", "share", "score"]
    assert found[440] == ["depth", "nodes", "score"]
    assert found[200] == ["score"] and panel.rows[1].verdict.text() == "✓"
    assert found[300] in (["depth", "score"], ["score"])


def wheel(widget: QWidget, at: QPoint, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    """Turn the wheel down by a notch over a widget."""
    window = widget.window()
    place = QPointF(widget.mapTo(window, at))
    QTest.wheelEvent(window.windowHandle(), place, QPoint(0, -120), QPoint(), modifiers)


def test_the_wheel_scrolls_the_list_and_with_ctrl_steps_through_the_line(
    panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot
) -> None:
    analyse(panel, session, qtbot)
    panel.resize(440, 400)
    QApplication.processEvents()
    view, bar = panel.rows[1].line, panel.list.area.verticalScrollBar()
    assert bar.maximum() > 0
    hovered: list[list[int]] = []
    panel.pv_hovered.connect(hovered.append)
    wheel(view, view.box(0).center(), Qt.KeyboardModifier.ControlModifier)
    assert len(hovered[-1]) == 1 and bar.value() == 0
    wheel(view, view.box(0).center(), Qt.KeyboardModifier.ControlModifier)
    assert len(hovered[-1]) == 2
    assert panel._popup is not None and panel._popup.board.isVisible()
    wheel(view, view.box(0).center())
    assert bar.value() > 0
    assert hovered[-1] == [] and not panel._popup.board.isVisible()


def test_the_wheel_changes_no_value_of_a_field_without_the_focus(
    panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot
) -> None:
    panel.resize(440, 400)
    row = panel.rows[1]
    row.toggle()
    QApplication.processEvents()
    bar = panel.list.area.verticalScrollBar()
    bar.setValue(0)
    field = row.form.editor("quiescence_depth")
    value = field.value()
    wheel(field, field.rect().center())
    assert field.value() == value and bar.value() > 0


def test_the_preview_hides_with_any_move_elsewhere_and_with_the_window(
    panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot
) -> None:
    analyse(panel, session, qtbot)
    view = panel.rows[5].line

    def show() -> None:
        _move(view, view.box(1).center())
        assert panel._popup is not None and panel._popup.board.isVisible()

    show()
    _move(panel.status, QPoint(2, 2))
    assert not panel._popup.board.isVisible()
    show()
    QApplication.sendEvent(panel, QEvent(QEvent.Type.WindowDeactivate))
    assert not panel._popup.board.isVisible()
    show()
    panel.list.scrolled.emit()
    assert not panel._popup.board.isVisible()
    # Qt does not report that the pointer left, so the next move over the same place must show the board again.
    show()


def test_the_hint_gives_way_to_rows_and_is_closed_for_good(panel: AnalysisPanel, qtbot: QtBot) -> None:
    panel.resize(440, 600)
    QApplication.processEvents()
    hint = panel.list.hint
    assert hint.isVisible()
    panel.resize(440, 480)
    QApplication.processEvents()
    assert not hint.isVisible()
    panel.resize(440, 600)
    QApplication.processEvents()
    assert hint.isVisible()
    with qtbot.waitSignal(panel.hint_closed):
        hint.closed.emit()
    assert not hint.isVisible()
    panel.resize(440, 700)
    QApplication.processEvents()
    assert not hint.isVisible()


def test_engines_of_another_game_are_grey_and_not_offered(
    panel: AnalysisPanel, session: AnalysisSession, document: Document, qtbot: QtBot
) -> None:
    fish = EngineSpec("Fish", "/nowhere/fish", (), "uci")
    session.engines.put(fish)
    session.choice.set_specs([Spec.parse("greedy"), fish])

    def offered() -> bool:
        panel.menu.aboutToShow.emit()
        return "Fish" in [action.text() for action in panel.menu.actions()]

    row = panel.rows[1]
    analyse(panel, session, qtbot)
    assert row.name.property("role") == "secondary" and not row.failure.text(), "it is not started"
    assert row.line.grab().toImage() != panel.rows[0].line.grab().toImage()
    assert not offered()
    panel.stop()
    document.new(find_game("chess")())
    assert row.name.property("role") is None and offered()


def test_a_row_marks_an_answer_of_an_interrupted_depth(
    panel: AnalysisPanel, session: AnalysisSession, qtbot: QtBot
) -> None:
    """With 3,000 nodes the strong search stops within a depth; the others repeat the last completed one."""
    session.choice.set_evaluation("squares_and_lines")
    session.choice.set_specs([Spec.parse("pvs"), Spec.parse("alphabeta")])
    session.choice.set_budget(Budget("nodes", 3000))
    analyse(panel, session, qtbot)
    strong, other = panel.rows
    report = strong._report
    assert report is not None and report.unfinished
    assert strong.numbers["depth"].text().startswith(f"{report.depth}+")
    assert f"depth {report.depth + 1} was interrupted" in strong.toolTip()
    assert "+" not in other.numbers["depth"].text() and "interrupted" not in other.toolTip()
