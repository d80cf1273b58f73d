"""The evaluation graph: it draws the notes of the record, moves the cursor, and analyses a whole game."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.chance import chance_value
from engine.core.errors import KyVienError
from engine.core.evaluation import evaluations
from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records.tree import EvaluationNote
from engine.search.players import REFERENCE
from engine.search.spec import Spec
from studio.analysis.choice import Budget
from studio.analysis.curves import FROM_FILE, full_title
from studio.analysis.graph import EvaluationGraph, even_ticks
from studio.analysis.session import AnalysisSession
from studio.document.document import Document
from studio.look import palette, scores

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")
FIRST = Player.FIRST


@pytest.fixture
def graph(document: Document, session: AnalysisSession, qtbot: QtBot) -> EvaluationGraph:
    session.choice.set_specs([Spec.parse(each) for each in ("greedy", "negascout:ordering=on")])
    session.choice.set_reviewers(session.choice.specs)
    session.choice.set_budget(Budget("depth", 2))
    session.choice.set_evaluation("material")
    graph = EvaluationGraph(document, session)
    qtbot.addWidget(graph)
    graph.resize(900, 240)
    qtbot.addWidget(graph.head)
    graph.head.resize(900, 28)
    graph.head.show()
    graph.show()
    qtbot.waitExposed(graph)
    return graph


def note(value: int, algorithm: str = "greedy") -> EvaluationNote:
    return EvaluationNote(algorithm, 1, Score(value, Player.FIRST), 100, evaluation="material")


def test_an_empty_graph_names_the_key(graph: EvaluationGraph, session: AnalysisSession, qtbot: QtBot) -> None:
    assert not graph.plot.data.curves
    assert "F12" in graph.plot.data.message
    with qtbot.waitSignal(graph.analysis.completed, timeout=20_000):
        qtbot.mouseClick(graph.analyse_button, Qt.MouseButton.LeftButton)
    assert len(graph.plot.data.curves) == 2


def test_the_default_reviewer_is_used_if_no_algorithm_is_chosen(
    graph: EvaluationGraph, session: AnalysisSession, qtbot: QtBot
) -> None:
    session.choice.set_reviewers([])
    session.choice.set_specs([])
    graph.refresh()
    assert graph.analyse_button.isEnabled()
    with qtbot.waitSignal(graph.analysis.completed, timeout=20_000):
        qtbot.mouseClick(graph.analyse_button, Qt.MouseButton.LeftButton)
    assert set(graph.curves) == {(REFERENCE.text, "material")}


def test_whole_game_becomes_one_edit(
    graph: EvaluationGraph, document: Document, session: AnalysisSession, qtbot: QtBot
) -> None:
    edits = document.undo_stack.count
    with qtbot.waitSignal(graph.analysis.completed, timeout=20_000):
        graph.analyse_game()
    assert document.undo_stack.count == edits + 1
    assert set(graph.curves) == {("greedy", "material"), ("negascout:ordering=on", "material")}
    assert [ply for ply, _ in graph.curves["greedy", "material"]] == list(range(9))
    # FIRST's side, independent of the side to move.
    node = document.line()[3]
    found = session.store.find(session.choice.queries(document.tree.position(node))[1])
    assert dict(graph.curves["negascout:ordering=on", "material"])[3] == found.last.score.pov(Player.FIRST)
    document.undo()
    assert graph.curves == {}
    assert not graph.plot.data.curves
    document.redo()
    assert len(graph.curves) == 2


def test_curves_are_restored_from_the_file(graph: EvaluationGraph, document: Document, qtbot: QtBot) -> None:
    with qtbot.waitSignal(graph.analysis.completed, timeout=20_000):
        graph.analyse_game()
    curves = graph.curves
    document.open_text(document.text())
    assert graph.curves == curves


LICHESS = """[Event "Rated"]
[White "A"]
[Black "B"]

1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... c5 { [%eval 0.19] [%clk 0:03:00] } 2. Nf3 { [%eval 0.25] }
2... Nc6?? { [%eval #3] } ( 2... d6 { [%eval 0.3,22] } ) 3. Bb5 { [%eval -2.1] } *
"""


def test_the_scores_of_another_program_are_a_curve(graph: EvaluationGraph, document: Document) -> None:
    document.open_text(LICHESS)
    assert graph.curves == {FROM_FILE: [
        (1, Score(17, FIRST)), (2, Score(19, FIRST)), (3, Score(25, FIRST)), (4, Score(WIN - 5, FIRST)),
        (5, Score(-210, FIRST)),
    ]}  # fmt: skip
    (curve,) = graph.plot.data.curves
    assert [ply for ply, _ in curve.main] == [1, 2, 3, 4, 5] and curve.main[3][1] == 1.0
    assert [(mark.ply, mark.glyph) for mark in graph.plot.data.marks] == [(4, "??")]
    assert (curve.title, full_title(FROM_FILE, "chess")) == ("From the file",) * 2
    document.go(document.tree[document.tree.main_line()[3]].children[1])
    assert graph.branches == {FROM_FILE: [(4, Score(30, FIRST))]}
    assert graph.plot.data.curves[0].branch[0][0] == 3, "the variation begins at the main line"
    document.add_evaluations({1: [EvaluationNote("pvs", 3, Score(9, FIRST))]})
    assert set(graph.curves) == {FROM_FILE, ("pvs", "")}


def test_pause_resume_cancel(
    graph: EvaluationGraph, document: Document, session: AnalysisSession, qtbot: QtBot
) -> None:
    session.choice.set_budget(Budget("depth", 3))
    graph.analyse_game()
    qtbot.waitUntil(lambda: graph.analysis.done >= 2, timeout=20_000)
    graph.pause()
    assert not session.is_busy
    done = graph.analysis.done
    assert 0 < done < graph.analysis.total == 18
    assert graph.progress.isVisible()
    graph.resume()
    with qtbot.waitSignal(graph.analysis.completed, timeout=30_000):
        pass
    assert not graph.progress.isVisible()
    document.undo()
    graph.analyse_game()
    # Nothing is asked twice under the same budget.
    assert not graph.analysis.is_running
    assert len(graph.curves) == 2
    document.undo()
    session.choice.set_budget(Budget("depth", 90))
    graph.analyse_game()
    graph.cancel()
    assert graph.curves == {}
    assert not graph.analysis.is_running
    assert not session.is_busy


def test_stopping_everything_pauses(graph: EvaluationGraph, session: AnalysisSession, qtbot: QtBot) -> None:
    session.choice.set_budget(Budget("depth", 90))
    graph.analyse_game()
    session.stop_all()
    assert graph.analysis.is_paused
    qtbot.waitUntil(lambda: not session.is_busy)
    graph.cancel()


def test_other_record_cancels(
    graph: EvaluationGraph, document: Document, session: AnalysisSession, qtbot: QtBot
) -> None:
    session.choice.set_budget(Budget("depth", 90))
    graph.analyse_game()
    document.new(document.game)
    assert not graph.analysis.is_running
    assert document.undo_stack.count == 0


def test_what_was_changed_meanwhile_is_left_out(
    graph: EvaluationGraph, document: Document, session: AnalysisSession, qtbot: QtBot
) -> None:
    session.choice.set_budget(Budget("depth", 3))
    graph.analyse_game()
    gone = document.line()[5]
    played = document.tree.nodes[gone].move
    document.delete(gone)
    # Another move gets the number of the one that is gone.
    document.play(next(move for move in document.position.legal_moves() if move != played))
    assert document.cursor == gone
    with qtbot.waitSignal(graph.analysis.completed, timeout=30_000):
        pass
    assert len(document.line()) == 6
    assert [ply for ply, _ in graph.curves["greedy", "material"]] == list(range(5))


def test_failing_plugin_leaves_the_others(
    graph: EvaluationGraph, session: AnalysisSession, qtbot: QtBot, tmp_path
) -> None:
    from engine.asking.plugin import PluginSpec

    path = tmp_path / "mine.py"
    path.write_text("class Mine:\n    def choose(self, position):\n        return 1 / 0\n")
    session.choice.set_reviews(PluginSpec(path, "mine", "Mine"), True)
    sentences: list[str] = []
    graph.failed.connect(sentences.append)
    with qtbot.waitSignal(graph.analysis.completed, timeout=30_000):
        graph.analyse_game()
    assert sentences
    assert set(sentences) == {"mine failed: ZeroDivisionError: division by zero"}
    assert len(graph.curves) == 2


def place(graph: EvaluationGraph, ply: int, height: float = 0) -> QPoint:
    return graph.plot.point(ply, height).toPoint()


def test_click_drag_and_wheel_move_the_cursor(graph: EvaluationGraph, document: Document, qtbot: QtBot) -> None:
    document.add_evaluations({node: [note(3)] for node in document.line()})
    line, plot = document.line(), graph.plot
    qtbot.mouseClick(plot, Qt.MouseButton.LeftButton, pos=place(graph, 3))
    assert document.cursor == line[3]
    assert plot._cursor is not None and plot._cursor.ply == 3
    qtbot.mousePress(plot, Qt.MouseButton.LeftButton, pos=place(graph, 4))
    _drag(plot, place(graph, 6))
    assert document.cursor == line[6]
    qtbot.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=place(graph, 6))
    for step in (-1, 1, 1):
        plot.wheel_turned.emit(step)
    assert document.cursor == line[7]


def _drag(view: object, at: QPoint) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent

    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), QPointF(view.mapToGlobal(at)), Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def test_cursor_and_hover_show_values_without_drawing_curves(
    graph: EvaluationGraph, document: Document, qtbot: QtBot, qapp: QApplication
) -> None:
    line, plot = document.line(), graph.plot
    document.add_evaluations({line[2]: [note(-31), note(4, "minimax")], line[8]: [note(7)]})
    qapp.processEvents()
    drawn = plot.drawings
    assert plot._cursor is not None and plot._cursor.texts[0] == "ply 8: Greedy +7"
    document.go(line[2])
    assert plot._cursor.texts == ["ply 2: Greedy −31, Minimax +4", "ply 2"]
    qtbot.mouseMove(plot, place(graph, 2) + QPoint(1, 1))
    qtbot.mouseMove(plot, place(graph, 2))
    assert plot._hover is not None
    move = document.tree.move_text(line[2])
    assert plot._hover.texts[0] == f"ply 2  {move}: Greedy −31, Minimax +4"
    qapp.processEvents()
    assert plot.drawings == drawn
    # In a narrow graph the label of the cursor is the ply alone, so that it hides no curve.
    graph.resize(600, 140)
    assert plot._cursor.texts == ["ply 2"]


def test_the_game_remains_while_a_variation_is_shown(graph: EvaluationGraph, document: Document, qtbot: QtBot) -> None:
    main = document.tree.main_line()
    document.add_evaluations({node: [note(3)] for node in main})
    document.go(main[3])
    used = document.tree.nodes[main[4]].move
    first = document.play(next(move for move in document.position.legal_moves() if move != used))
    second = document.play(document.position.legal_moves()[0])
    document.add_evaluations({first: [note(-5)], second: [note(-9)]})
    curve = ("greedy", "material")
    assert [ply for ply, _ in graph.curves[curve]] == list(range(9))
    assert [(ply, score.value) for ply, score in graph.branches[curve]] == [(4, -5), (5, -9)]
    (drawn,) = graph.plot.data.curves
    assert [ply for ply, _ in drawn.main] == list(range(9))
    # The dashed line begins at the branch point.
    assert [ply for ply, _ in drawn.branch] == [3, 4, 5]
    assert graph.plot.data.last == 8 and graph.plot.data.branch == (4, 5)
    pointer = graph.plot._cursor
    assert pointer is not None and pointer.in_branch and pointer.texts[-1] == "ply 3, variation +2"
    # A click near the variation goes there, another one to the game.
    qtbot.mouseClick(graph.plot, Qt.MouseButton.LeftButton, pos=place(graph, 4, drawn.branch[1][1]))
    assert document.cursor == first
    qtbot.mouseClick(graph.plot, Qt.MouseButton.LeftButton, pos=place(graph, 4, drawn.main[4][1]))
    assert document.cursor == main[4]
    assert graph.plot.data.branch is None
    assert [ply for ply, _ in graph.curves[curve]] == list(range(9))


def test_a_variation_longer_than_the_game(graph: EvaluationGraph, document: Document, qtbot: QtBot) -> None:
    main = document.tree.main_line()
    document.add_evaluations({main[1]: [note(3)]})
    document.go(main[7])
    used = document.tree.nodes[main[8]].move
    document.play(next(move for move in document.position.legal_moves() if move != used))
    for _ in range(2):
        document.play(document.position.legal_moves()[0])
    assert graph.plot.data.last == 10
    qtbot.mouseClick(graph.plot, Qt.MouseButton.LeftButton, pos=place(graph, 9))
    assert document.tree.ply(document.cursor) == 9


def test_positions_analysed_at_the_cursor_appear(
    graph: EvaluationGraph, document: Document, session: AnalysisSession, qtbot: QtBot
) -> None:
    line, curve = document.line(), ("greedy", "material")
    queries = session.choice.queries(document.position)
    with qtbot.waitSignals([session.finished] * len(queries), timeout=20_000):
        session.start(queries)
    qtbot.waitUntil(lambda: curve in graph.curves)
    assert [ply for ply, _ in graph.curves[curve]] == [8]
    assert document.tree.nodes[line[8]].evaluations == ()
    document.go(line[2])
    assert [ply for ply, _ in graph.curves[curve]] == [8]
    # Another record: what is known about its positions appears again when the cursor is there.
    text = document.text()
    document.open_text(text)
    assert graph.curves == {}
    document.to_end()
    assert [ply for ply, _ in graph.curves[curve]] == [8]
    # A deeper note of the record prevails.
    document.add_evaluations({document.cursor: [EvaluationNote("greedy", 9, Score(99, Player.FIRST),
                                                               evaluation="material")]})  # fmt: skip
    assert graph.curves[curve][0][1].value == 99


def test_each_curve_has_the_scale_of_its_evaluation(session: AnalysisSession, qtbot: QtBot) -> None:
    document = Document(find_game("xiangqi")())
    graph = EvaluationGraph(document, session)
    qtbot.addWidget(graph)
    qtbot.addWidget(graph.head)
    names = list(evaluations("xiangqi"))[1:3]
    scales = {scores.scale("xiangqi", name) for name in names}
    assert len(scales) == 2
    notes = [EvaluationNote("greedy", 1, Score(9, Player.FIRST), evaluation=name) for name in names]
    document.add_evaluations({document.cursor: notes})
    heights = {curve.main[0][1] for curve in graph.plot.data.curves}
    assert heights == {scores.height(Score(9, Player.FIRST), scale) for scale in scales}
    titles = [evaluations("xiangqi")[name].title for name in names]
    assert [entry.texts[0] for entry in graph.legend.entries] == [f"Greedy · {title}" for title in titles]
    assert {entry.texts[-1] for entry in graph.legend.entries} == {"Greedy"}
    document.close()


def test_the_axis_has_the_unit_of_its_readers(session: AnalysisSession, qtbot: QtBot) -> None:
    document = Document(find_game("chess")())
    document.play(document.position.legal_moves()[0])
    graph = EvaluationGraph(document, session)
    qtbot.addWidget(graph)
    qtbot.addWidget(graph.head)
    document.add_evaluations({document.cursor: [EvaluationNote("greedy", 1, Score(91, Player.FIRST))]})
    assert [text for _, text in graph._ticks(0.2)][:3] == ["0", "+1", "−1"]
    graph.resize(1000, 160)
    graph.show()
    assert graph.plot._cursor is not None and graph.plot._cursor.texts[0] == "ply 1: Greedy +0.91"
    document.close()


def test_the_axis_of_go_has_chances(session: AnalysisSession, qtbot: QtBot) -> None:
    document = Document()
    document.new(find_game("go").with_rules("size=9"))
    graph = EvaluationGraph(document, session)
    qtbot.addWidget(graph)
    value = chance_value(0.75, scores.scale("go"))
    note = EvaluationNote("mcts", None, Score(value, Player.FIRST), 100, evaluation="liberties")
    document.add_evaluations({0: [note]})
    for distance, step in ((0.1, 10), (0.2, 25), (0.6, 50), (2.0, 50)):
        ticks = {text: height for height, text in graph.plot.data.ticks(distance)}
        assert ticks["50\u202f%"] == 0 and list(ticks) == [f"{each}\u202f%" for each in range(0, 101, step)]
    ticks = {text: height for height, text in graph.plot.data.ticks(0.2)}
    assert graph.plot.data.curves[0].main[0][1] == pytest.approx(ticks["75\u202f%"], abs=1e-3)
    assert "75.0\u202f%" in graph._values(0, 0, in_branch=False)
    assert "per cent chance of winning" in full_title(("mcts", "liberties"), "go")


def test_ticks_are_even() -> None:
    def height(value: float) -> float:
        return value / 100

    assert [value for _, value in even_ticks(height, 1, 0.1)][:5] == [0, 10, -10, 20, -20]
    assert [value for _, value in even_ticks(height, 1, 0.3)][:3] == [0, 50, -50]
    assert even_ticks(lambda _: 0.0, 1, 0.1) == [(0.0, 0)]


def test_mistakes_of_the_record_are_marked(graph: EvaluationGraph, document: Document) -> None:
    line = document.tree.main_line()
    document.add_evaluations({node: [note(3)] for node in line})
    for ply, nag in ((2, 4), (3, 6), (4, 1)):
        document.toggle_nag(line[ply], nag)
    assert [(mark.ply, mark.glyph) for mark in graph.plot.data.marks] == [(2, "??"), (3, "")]


def test_the_legend_has_the_order_of_the_list_of_algorithms(graph: EvaluationGraph, document: Document) -> None:
    names = [spec.name for spec in graph._session.choice.specs]
    for name in reversed(names):
        document.add_evaluations({node: [note(1, name)] for node in document.tree.main_line()})
    document.add_evaluations({document.tree.main_line()[0]: [note(1, "unknown")]})
    graph.refresh()
    assert [entry.curve[0] for entry in graph.legend.entries] == [*names, "unknown"]


def test_the_legend_names_curves_and_folds(graph: EvaluationGraph, document: Document, qapp: QApplication) -> None:
    document.add_evaluations({node: [note(1), note(2, "minimax")] for node in document.tree.main_line()})
    legend = graph.legend
    qapp.processEvents()
    assert [button.text() for button in legend.buttons.values()] == ["Greedy d1", "Minimax d1"]
    assert all(button.isVisible() for button in legend.buttons.values())
    graph.head.resize(260, 28)
    qapp.processEvents()
    assert legend.more.isVisible() and legend.more.text() == "2 curves ▾"
    assert not any(button.isVisible() for button in legend.buttons.values())
    legend.menu.actions()[1].trigger()
    assert graph.visible_curves() == [("greedy", "material")]
    assert legend.more.text() == "1 curve ▾"
    assert [action.isChecked() for action in legend.menu.actions()] == [True, False]


def test_the_head_never_widens_its_dock(graph: EvaluationGraph, document: Document) -> None:
    names = ("greedy", "minimax", "negamax", "alphabeta", "negamax_alphabeta", "negascout")
    document.add_evaluations({node: [note(1, name) for name in names] for node in document.tree.main_line()})
    graph.head.set_running(True)
    assert graph.head.minimumSizeHint().width() > 0  # that of the layout, which the explicit minimum replaces
    assert graph.head.minimumWidth() == 1
    assert graph.plot.minimumSizeHint().width() == 0
    graph.head.resize(120, 28)
    assert not graph.progress.isVisible() and graph.cancel_button.isVisible()


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_graph_is_exported(graph: EvaluationGraph, document: Document, tmp_path: Path, suffix: str) -> None:
    document.add_evaluations({node: [note(1), note(9, "minimax")] for node in document.line()})
    path = tmp_path / f"graph.{suffix}"
    graph.plot.save(path)
    assert path.stat().st_size > 2000
    if suffix == "svg":
        root = ET.fromstring(path.read_text(encoding="utf-8"))
        assert root.get("aria-label") == "Evaluation graph: Minimax d1, Greedy d1"
        paths = [each.get("stroke") for each in root.iter("{http://www.w3.org/2000/svg}path")]
        for curve in graph.plot.data.curves:
            assert paths.count(curve.color) == 2  # legend and line
    else:  # Qt warns if the folder of a vector graphic does not exist; the window checks it before
        with pytest.raises(KyVienError):
            graph.plot.save(tmp_path / "none" / "graph.png")
    with pytest.raises(KyVienError, match="ends in"):
        graph.plot.save(tmp_path / "graph.bmp")


def test_drawing_leaves_the_theme_alone(graph: EvaluationGraph, document: Document) -> None:
    document.add_evaluations({node: [note(1), note(9, "minimax")] for node in document.line()})
    assert palette.current().secondary.alpha() == 255


def test_curve_can_be_hidden(graph: EvaluationGraph, document: Document, qtbot: QtBot) -> None:
    document.add_evaluations({document.cursor: [note(7), note(9, "minimax")]})
    button = graph.legend.buttons["minimax", "material"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert graph.visible_curves() == [("greedy", "material")]
    assert len(graph.plot.data.curves) == 1
    assert button.font().strikeOut() and "press to show" in button.toolTip()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(graph.visible_curves()) == len(graph.plot.data.curves) == 2


def test_foreign_notes_are_passed_over(graph: EvaluationGraph, document: Document) -> None:
    document.add_evaluations({document.cursor: [EvaluationNote(None, text="0.17"), note(3, "some engine")]})
    assert list(graph.curves) == [("some engine", "material")]
    assert full_title(("some engine", "material"), "cotoan").startswith("some engine")


def test_an_earlier_name_of_an_evaluation_continues_its_curve(session: AnalysisSession, qtbot: QtBot) -> None:
    document = Document()
    document.new(find_game("caro")())
    document.play(document.position.legal_moves()[0])
    graph = EvaluationGraph(document, session)
    qtbot.addWidget(graph)
    qtbot.addWidget(graph.head)
    for node, name in zip(document.line(), ("seed", "threes_and_fours"), strict=True):
        document.add_evaluations({node: [EvaluationNote("greedy", 1, Score(300, Player.FIRST), evaluation=name)]})
    graph.refresh()
    ((curve, points),) = graph.curves.items()
    assert curve == ("greedy", "threes_and_fours") and len(points) == 2
    assert "Threes and fours" in full_title(curve, "caro")
    document.close()
