"""The evaluation graph: it draws what the record says, moves the cursor, and analyses a whole game."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.score import WIN, Score
from engine.records.tree import EvaluationNote
from engine.search.search import Spec
from studio.analysis.choice import Budget
from studio.analysis.graph import EDGE, EvaluationGraph, nice_scale, squash
from studio.analysis.session import AnalysisSession
from studio.document.document import Document
from studio.look import palette

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def graph(document: Document, session: AnalysisSession, qtbot: QtBot) -> EvaluationGraph:
    session.choice.set_specs([Spec.parse(each) for each in ("greedy", "negascout:ordering=on")])
    session.choice.set_reviewers(session.choice.specs)
    session.choice.set_budget(Budget("depth", 2))
    graph = EvaluationGraph(document, session)
    qtbot.addWidget(graph)
    graph.resize(900, 240)
    graph.show()
    qtbot.waitUntil(lambda: graph._plot is not None)
    return graph


def note(value: int, algorithm: str = "greedy") -> EvaluationNote:
    return EvaluationNote(algorithm, 1, Score(value, Player.FIRST), 100, evaluation="material")


def test_empty_says_what_to_press(graph: EvaluationGraph, session: AnalysisSession, qtbot: QtBot) -> None:
    assert graph.pages.currentWidget() is graph.empty
    with qtbot.waitSignal(graph.analysis.completed, timeout=20_000):
        graph.empty.pressed.emit()
    assert graph.pages.currentIndex() == 1


def test_whole_game_becomes_one_edit(
    graph: EvaluationGraph, document: Document, session: AnalysisSession, qtbot: QtBot
) -> None:
    edits = document.undo_stack.count
    with qtbot.waitSignal(graph.analysis.completed, timeout=20_000):
        graph.analyse_game()
    assert document.undo_stack.count == edits + 1
    assert set(graph.curves) == {("greedy", "material"), ("negascout:ordering=on", "material")}
    assert [ply for ply, _ in graph.curves["greedy", "material"]] == list(range(9))
    # FIRST's side, whoever is to move.
    node = document.line()[3]
    found = session.store.find(session.choice.queries(document.tree.position(node))[1])
    assert dict(graph.curves["negascout:ordering=on", "material"])[3] == found.last.score.pov(Player.FIRST)
    document.undo()
    assert graph.curves == {}
    assert graph.pages.currentIndex() == 0
    document.redo()
    assert len(graph.curves) == 2


def test_curves_come_back_from_the_file(graph: EvaluationGraph, document: Document, qtbot: QtBot) -> None:
    with qtbot.waitSignal(graph.analysis.completed, timeout=20_000):
        graph.analyse_game()
    curves = graph.curves
    document.open_text(document.text())
    assert graph.curves == curves


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
    from engine.analysis.plugin import PluginSpec

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


def test_click_drag_and_wheel_move_the_cursor(graph: EvaluationGraph, document: Document, qtbot: QtBot) -> None:
    document.add_evaluations({node: [note(ply)] for ply, node in enumerate(document.line())})
    QApplication.processEvents()
    view = graph._plot.viewport()

    def point(ply: int) -> QPoint:
        return graph.point_of(ply).toPoint()

    line = document.line()
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=point(3))
    assert document.cursor == line[3]
    assert graph._cursor_line.value() == 3
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=point(4))
    qtbot.mouseMove(view, point(6))
    _drag(view, point(6))
    assert document.cursor == line[6]
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=point(6))


def _drag(view: object, at: QPoint) -> None:
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent

    event = QMouseEvent(
        QEvent.Type.MouseMove, QPointF(at), QPointF(view.mapToGlobal(at)), Qt.MouseButton.NoButton,
        Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(view, event)


def test_hover_reads_raw_scores(graph: EvaluationGraph, document: Document, qtbot: QtBot) -> None:
    line = document.line()
    document.add_evaluations({line[2]: [note(-31)], line[8]: [note(7)]})
    QApplication.processEvents()
    chip = graph._chips["greedy", "material"]
    assert chip.text() == "+7"
    _hover(graph, 2)
    assert chip.text() == "−31"
    assert graph.readout.text().startswith("ply 2")


def _hover(graph: EvaluationGraph, ply: int) -> None:
    graph._hover(graph.ply_at(graph.point_of(ply)))


def test_drawing_leaves_the_theme_alone(graph: EvaluationGraph, document: Document) -> None:
    document.add_evaluations({node: [note(1), note(9, "minimax")] for node in document.line()})
    assert palette.current().secondary.alpha() == 255


def test_curve_can_be_hidden(graph: EvaluationGraph, document: Document, qtbot: QtBot) -> None:
    document.add_evaluations({document.cursor: [note(7), note(9, "minimax")]})
    qtbot.mouseClick(graph._chips["minimax", "material"], Qt.MouseButton.LeftButton)
    assert graph._visible() == [("greedy", "material")]
    qtbot.mouseClick(graph._chips["minimax", "material"], Qt.MouseButton.LeftButton)
    assert len(graph._visible()) == 2


def test_foreign_notes_are_passed_over(graph: EvaluationGraph, document: Document) -> None:
    document.add_evaluations({document.cursor: [EvaluationNote(None, text="0.17"), note(3, "some engine")]})
    assert list(graph.curves) == [("some engine", "material")]
    assert graph.curve_title(("some engine", "material")).startswith("some engine")


def test_squash_is_even_and_ends_at_wins() -> None:
    def score(value: int) -> Score:
        return Score(value, Player.FIRST)

    heights = [squash(score(value), 10) for value in (-WIN + 3, -500, -10, 0, 10, 500, WIN - 3)]
    assert heights == sorted(heights)
    assert heights[0] == -heights[-1] == -1
    assert heights[2] == -heights[4]
    assert abs(heights[5] - EDGE) < 1e-9


@pytest.mark.parametrize(("values", "scale"), [((), 5), ((1, 2, 3), 5), ((-15, 9, 12, 14, 45), 20), ((300,) * 4, 500)])
def test_scale_is_nice(values: tuple[int, ...], scale: float) -> None:
    assert nice_scale(values) == scale


def test_an_earlier_name_of_an_evaluation_continues_its_curve(session: AnalysisSession, qtbot: QtBot) -> None:
    document = Document()
    document.new(find_game("caro")())
    document.play(document.position.legal_moves()[0])
    graph = EvaluationGraph(document, session)
    qtbot.addWidget(graph)
    for node, name in zip(document.line(), ("seed", "threes_and_fours"), strict=True):
        document.add_evaluations({node: [EvaluationNote("greedy", 1, Score(300, Player.FIRST), evaluation=name)]})
    graph.refresh()
    ((curve, points),) = graph.curves.items()
    assert curve == ("greedy", "threes_and_fours") and len(points) == 2
    assert graph.curve_title(curve).endswith("Threes and fours")
    document.close()
