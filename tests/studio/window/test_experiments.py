"""The experiments of the lessons: the view that opens, what it runs, what it states, and that nothing is lost."""

import re

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.core.game import find_game
from engine.core.language import tr
from engine.core.position import Position
from engine.core.values import replace
from engine.search.spec import Spec
from engine.teach.lessons import Experiment, Lesson, find_lesson, lessons
from studio.analysis.choice import Budget
from studio.look import notation
from studio.widgets.notice import NoticeBar
from studio.window.experiments import statement
from studio.window.main_window import MainWindow
from studio.window.translation import LanguageSwitch
from tests.engine.teach.test_experiments import reports


def predict(window: MainWindow, lesson: Lesson, answer: int) -> NoticeBar:
    """Answer the question of an experiment in the course, and return the bar with the statement."""
    window.openers.learn(lesson.name)
    window.learn.view.choices[answer].click()
    return window.experiments.bars[window.workspaces[lesson.experiment.view]]


def finish(window: MainWindow, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.session.is_busy, timeout=60_000)


def stated(text: str) -> list[int]:
    """Return the numbers that are grouped by thin spaces, or stand before a unit, in a sentence."""
    return [int(each.replace("\u2009", "")) for each in re.findall(r"([\d\u2009]+) (?:nodes|leaves)", text)]


def shown(window: MainWindow, experiment: Experiment) -> tuple[Position, list[str], list[int | None]]:
    """Return the position, the searches and the depths that the view shows."""
    if experiment.view == "tree":
        recorded = window.tree.recorded
        assert recorded is not None and recorded.query is not None
        query = recorded.query
        return query.position, [query.spec.text], [recorded.tree.facts.depth]
    compare = window.compare
    assert compare.pages.currentIndex() == 1 and compare.positions_box.currentIndex() == 0
    rows = sorted(compare.model.rows, key=lambda row: row.number)
    reports = [row.only for row in rows]
    return rows[0].positions[0], [row.spec.text for row in rows], [each.depth for each in reports if each is not None]


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.name)
def test_a_prediction_opens_the_searches_at_the_position_and_their_result(
    window: MainWindow, qtbot: QtBot, lesson: Lesson
) -> None:
    experiment = lesson.experiment
    answer = (experiment.right + 1) % len(experiment.text.choices)
    bar = predict(window, lesson, answer)
    assert window.workspace == experiment.view and bar.isVisible()
    finish(window, qtbot)
    assert window.document.position == experiment.start() and window.document.game == experiment.start().game
    found = shown(window, experiment)
    assert found == (
        experiment.start(), [Spec.parse(each).text for each in experiment.algorithms],
        [experiment.depth] * len(experiment.algorithms),
    )  # fmt: skip
    found_apart, choices = reports(experiment), experiment.text.choices
    assert bar.text.startswith(f"Lesson {lesson.number}. You predicted: {choices[answer]}. The result: ")
    assert bar.text.endswith(f"The right answer: {choices[experiment.right]}.")
    if experiment.measure == "move":
        moves = [notation.move_text(experiment.start(), each.move) for each in found_apart if each.move is not None]
        assert all(f": {move}" in bar.text for move in moves) and len(set(moves)) == 2
    else:
        name = "leaves" if experiment.measure == "leaves" else "iteration_nodes"
        result = bar.text.partition("The result: ")[2].partition("The right answer")[0]
        assert stated(result) == [getattr(each, name) for each in found_apart]


def test_the_way_back_leads_to_the_step_where_the_lesson_was_left(window: MainWindow, qtbot: QtBot) -> None:
    lesson = find_lesson("alpha-beta")
    learn = window.openers.learn(lesson.name)
    learn.open_sample("deep")
    learn.replay.slider.setValue(5)
    bar = predict(window, lesson, lesson.experiment.right)
    finish(window, qtbot)
    assert bar.text.endswith("Right.")
    learn.show_lesson("1")
    bar.buttons[0].click()
    assert window.workspace == "course" and learn.lesson is lesson
    assert (learn.sample, learn.replay.step) == ("deep", 5) and not bar.isVisible()
    learn.view.open_button.click()
    finish(window, qtbot)
    assert window.workspace == "tree" and bar.isVisible() and bar.text.endswith("Right.")


def test_the_open_record_and_the_chosen_algorithms_are_not_lost(window: MainWindow, qtbot: QtBot) -> None:
    document = window.document
    document.new(find_game("chess")())
    for text in ("e4", "e5", "Nf3"):
        document.play(document.game.parse_move(document.position, text))
    window.show_workspace("compare")
    window.compare.stop()
    choice = window.compare.choice
    choice.set_specs([Spec.parse("pvs"), Spec.parse("mtdf")])
    choice.set_budget(Budget("nodes", 1_000))
    kept = choice.to_text()
    predict(window, find_lesson("negamax"), 0)
    assert [spec.name for spec in choice.specs] == ["minimax", "negamax"] and choice.budget == Budget("depth", 2)
    assert choice.to_text() == kept, "the searches of an experiment are not stored"
    record = document.record
    predict(window, find_lesson("order"), 0)
    assert len(choice.specs) == 3 and choice.to_text() == kept
    finish(window, qtbot)
    assert document.record is record, "the position of the second experiment is that of the first one"
    assert len(window.filing.aside()) == 1
    (restore,) = window.notice.buttons
    restore.click()
    assert [document.game.name, document.tree.ply(document.cursor)] == ["chess", 3]
    assert choice.to_text() == kept and [spec.name for spec in choice.specs] == ["pvs", "mtdf"]
    assert not any(bar.isVisible() for bar in window.experiments.bars.values())


def test_a_stopped_search_states_no_result(window: MainWindow, qtbot: QtBot) -> None:
    most, window.session.most_running = window.session.most_running, 0
    bar = predict(window, find_lesson("order"), 1)
    assert bar.text.endswith("Searching…")
    window.session.stop_all()
    assert not window.session.is_busy
    assert bar.text.endswith("The search was stopped before there was a result.")
    lesson = find_lesson("order")
    specs = [query.spec for query in lesson.experiment.queries()]
    found = reports(lesson.experiment)
    for depth, is_stopped in ((3, False), (2, True)):
        given = [*found[:2], replace(found[2], depth=depth)]
        assert ("stopped" in statement(lesson, 1, lesson.experiment.start(), specs, given)) == is_stopped
    window.session.most_running = most
    window.compare.run()
    finish(window, qtbot)
    assert [row.only.depth for row in window.compare.model.rows if row.only is not None] == [3, 3, 3]


def test_the_statement_follows_the_language(window: MainWindow, switch: LanguageSwitch, qtbot: QtBot) -> None:
    lesson = find_lesson("alpha-beta")
    bar = predict(window, lesson, 0)
    finish(window, qtbot)
    switch.switch("vi")
    QApplication.processEvents()
    assert tr("Back to the lesson") == bar.buttons[0].text() != "Back to the lesson"
    assert f"Bạn đoán: {lesson.experiment.texts['vi'].choices[0]}." in bar.text and "294 nút" in bar.text
