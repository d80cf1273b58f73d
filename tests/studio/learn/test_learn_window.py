"""The window of the lessons: trees that can be edited, and exercises that are judged and explained."""

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from engine.core.handmade import node_name, parse_tree
from engine.teach.exercise import Level, State, find_kind
from engine.teach.lessons import lessons
from studio.learn.window import LearnWindow


@pytest.fixture
def window(qtbot: QtBot) -> LearnWindow:
    made = LearnWindow()
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    return made


def click(window: LearnWindow, node: int, qtbot: QtBot) -> None:
    canvas = window.picture.canvas
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.center(node).toPoint())


def names(window: LearnWindow, state: State) -> set[str]:
    """The nodes of the picture that were judged in this way."""
    return {node.name for node in window.picture.canvas.drawing.nodes if node.state is state}


def test_a_wrong_answer_is_explained_at_exactly_that_leaf(window: LearnWindow, qtbot: QtBot) -> None:
    window.start_exercise("prune", Level(2, 3, 1), 17)
    exercise = window.exercise
    assert exercise is not None
    kind = find_kind("prune")
    right = sorted(kind.solution(exercise).nodes)
    wrong = min(set(exercise.tree.leaves) - set(right))
    assert all(not node.alpha and not node.is_cut for node in window.picture.canvas.drawing.nodes)
    for node in (right[0], wrong):
        click(window, node, qtbot)
    window.panel.check_button.click()
    assert names(window, State.RIGHT) == {node_name(right[0])} and names(window, State.WRONG) == {node_name(wrong)}
    assert names(window, State.MISSING) == set(map(node_name, right[1:]))
    for sentence in kind.explain(exercise, wrong):
        assert sentence in window.panel.box.text
    window.panel.rows.setCurrentRow(1)
    for sentence in kind.explain(exercise, right[1]):
        assert sentence in window.panel.box.text


def test_the_right_answer_leads_to_the_next_question(window: LearnWindow, qtbot: QtBot) -> None:
    window.start_exercise("prune", Level(2, 3, 1), 17)
    assert window.exercise is not None
    for node in find_kind("prune").solution(window.exercise).nodes:
        click(window, node, qtbot)
    window.panel.check_button.click()
    assert window.panel.is_over and not names(window, State.WRONG)
    window.panel.check_button.click()
    assert window.exercise.seed == 18 and not window.panel.is_over


def test_leaves_are_edited_in_place_and_the_text_follows(window: LearnWindow, qtbot: QtBot) -> None:
    window.show_tree(parse_tree("((3 12 8) (2 4 6))"))
    canvas = window.picture.canvas
    qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=canvas.center(4).toPoint())
    field = canvas._field
    assert field is not None and field.text() == "12"
    field.setText("1x")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.tree.text() == "((3 12 8) (2 4 6))" and "“x”" in window._error.text()
    canvas.edit(4)
    assert canvas._field is not None
    canvas._field.setText("−1")
    qtbot.keyClick(canvas._field, Qt.Key.Key_Return)
    assert window.text_field.text() == "((3 -1 8) (2 4 6))"


def test_the_picture_follows_the_text(window: LearnWindow, qtbot: QtBot) -> None:
    window.text_field.clear()
    qtbot.keyClicks(window.text_field, "((3 12 8) (2 4 6))")
    assert window.tree == parse_tree("((3 12 8) (2 4 6))") and len(window.picture.canvas.drawing.nodes) == 9
    qtbot.keyClicks(window.text_field, " 4")
    assert "character 20" in window._error.text() and window.tree.text() == "((3 12 8) (2 4 6))"


def test_children_are_dragged_added_and_removed(window: LearnWindow, qtbot: QtBot) -> None:
    window.show_tree(parse_tree("((3 12 8) (2 4 6))"))
    canvas = window.picture.canvas
    start, end = canvas.center(1).toPoint(), canvas.center(2).toPoint() + QPoint(40, 0)
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(canvas, end)
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=end)
    assert window.tree.text() == "((2 4 6) (3 12 8))"
    canvas.focused = 3
    qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert window.tree.text() == "((4 2 6) (3 12 8))"
    canvas.focused = 1
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    assert window.tree.text() == "((4 2 6 0) (3 12 8))"
    canvas.focused = 2
    qtbot.keyClick(canvas, Qt.Key.Key_Delete)
    assert window.tree.text() == "((4 2 6 0))"


def test_every_lesson_has_a_tree_and_three_exercises(window: LearnWindow) -> None:
    for lesson in lessons():
        window.show_lesson(lesson)
        assert len(window.view.buttons) == len(lesson.samples) + 3
        for button in window.view.buttons:
            button.click()
