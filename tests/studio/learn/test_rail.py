"""The list of contents: what it lists, its marks, its keys, and the step to which a lesson is returned."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from pytestqt.qtbot import QtBot

from engine.core.language import LANGUAGES, set_language
from engine.guide.page import Picture
from engine.teach.lessons import lessons
from engine.teach.progress import CourseProgress, LessonPlace, TaskState, read_progress
from studio.learn.rail import FOLDED, WIDTH, RailRow, rail_rows
from studio.learn.workspace import NARROW, LearnWorkspace
from studio.window.main_window import MainWindow


@pytest.fixture
def learn(qtbot: QtBot, tmp_path: Path) -> LearnWorkspace:
    made = LearnWorkspace()
    qtbot.addWidget(made)
    made.resize(1280, 700)
    made.show()
    assert made.open_results(tmp_path) == ""
    QAbstractItemModelTester(made.rail.model, made)
    return made


def row_of(learn: LearnWorkspace, **wanted: object) -> RailRow:
    """Return the one row with the given attributes."""
    (found,) = [each for each in learn.rail.model.rows if all(getattr(each, k) == v for k, v in wanted.items())]
    return found


def click(learn: LearnWorkspace, row: RailRow) -> None:
    rail = learn.rail
    index = rail.model.index(rail.model.rows.index(row))
    QTest.mouseClick(rail.list.viewport(), Qt.MouseButton.LeftButton, pos=rail.list.visualRect(index).center())


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_lesson_shown_unfolds_into_its_trees_exercises_and_experiment(code: str) -> None:
    set_language(code)
    try:
        for shown in lessons():
            rows = rail_rows(CourseProgress(), shown, shown.samples[0].name, -1, is_open=True)
            assert [row.number for row in rows if row.number] == [lesson.number for lesson in lessons()]
            start = next(place for place, row in enumerate(rows) if row.number == shown.number) + 1
            parts = rows[start : start + len(rows) - len(lessons())]
            assert not any(row.number for row in parts)
            assert [row.sample for row in parts if row.sample] == [each.name for each in shown.samples]
            assert [row.task for row in parts if row.task >= 0] == list(range(len(shown.tasks)))
            captions = [block.caption for block in shown.page.blocks if isinstance(block, Picture)]
            assert [row.spoken for row in parts if row.sample] == captions, "the whole title in the tool tip"
            assert all(row.text and caption.startswith(row.text) for row, caption in zip(parts, captions, strict=False))
            assert [row.sample or row.number for row in rows if row.is_shown] == [shown.number, shown.samples[0].name]
            closed = rail_rows(CourseProgress(), shown, "", -1, is_open=False)
            assert len(closed) == len(lessons())
    finally:
        set_language("en")


def test_marks_are_the_share_that_was_right_at_the_first_try() -> None:
    lesson = lessons()[3]
    first, second, third = (task.kind for task in lesson.tasks)
    progress = CourseProgress()
    shares: list[float] = []
    marks: list[list[tuple[float, bool]]] = []
    for kind, is_right in ((first, True), (second, False), (second, True), (third, True)):
        progress = progress.answered(lesson.name, kind, len(shares), is_right=is_right)
        rows = rail_rows(progress, lesson, "", -1, is_open=True)
        shares.append(next(row.share for row in rows if row.number == lesson.number))
        marks.append([(row.share, row.is_tried) for row in rows if row.task == 1])
        assert all(row.share == 0 and not row.count for row in rows if row.number not in (0, lesson.number))
    assert shares == pytest.approx([1 / 3, 1 / 3, 2 / 3, 1])
    assert marks == [[(0, False)], [(0, True)], [(1, False)], [(1, False)]]
    assert [row.count for row in rows if row.number == lesson.number] == ["3/3"]
    assert next(row.spoken for row in rows if row.number == lesson.number).endswith("3 of 3 exercises right")
    for answer, state in ((lesson.experiment.right, (1, False)), (0, (0, True))):
        last = rail_rows(progress.predicted(lesson.name, answer), lesson, "", -1, is_open=True)
        experiment = next(row for row in last if not row.number and not row.sample and row.task < 0)
        assert (experiment.share, experiment.is_tried) == state


def test_a_click_opens_what_the_row_names(learn: LearnWorkspace) -> None:
    click(learn, row_of(learn, number=4))
    assert learn.lesson.number == 4 and row_of(learn, number=4).is_shown
    click(learn, row_of(learn, sample="three-levels"))
    assert learn.sample == "three-levels" and row_of(learn, sample="three-levels").is_shown
    click(learn, row_of(learn, task=1))
    assert learn.exercise is not None and learn.exercise.kind == learn.lesson.tasks[1].kind
    assert row_of(learn, task=1).is_shown and not row_of(learn, sample="three-levels").is_shown
    click(learn, row_of(learn, text="Experiment"))
    assert learn.exercise is None and learn.sides.currentWidget() is learn.view
    before = len(learn.rail.model.rows)
    click(learn, row_of(learn, number=4))
    assert len(learn.rail.model.rows) == len(lessons()), "a click on the lesson that is shown folds its parts"
    click(learn, row_of(learn, number=4))
    assert len(learn.rail.model.rows) == before


def test_the_keys_of_the_list_fold_it_and_do_not_step(learn: LearnWorkspace, qtbot: QtBot) -> None:
    learn.show_lesson("4")
    rail, whole = learn.rail, len(learn.rail.model.rows)
    learn.replay.step_by(1)
    learn.activateWindow()
    rail.list.setFocus()
    qtbot.waitUntil(rail.list.hasFocus)
    found = []
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Right):
        QTest.keyClick(rail.list, key)
        found.append((len(rail.model.rows) == whole, rail.is_folded))
    assert found == [(False, False), (False, True), (False, False), (True, False), (True, False)]
    assert rail.list.currentIndex().row() == 3, "the lesson that is shown"
    QTest.keyClick(rail.list, Qt.Key.Key_Down)
    QTest.keyClick(rail.list, Qt.Key.Key_Down)
    QTest.keyClick(rail.list, Qt.Key.Key_Return)
    assert learn.sample == "two-or-eight" and learn.replay.step == 0
    assert rail.model.rows[rail.list.currentIndex().row()].sample == "two-or-eight", "the keyboard stays where it was"


def test_a_narrow_page_folds_the_list_and_a_wide_one_shows_it_as_it_was(learn: LearnWorkspace) -> None:
    rail = learn.rail
    assert not rail.is_folded and rail.width() == WIDTH
    learn.resize(NARROW - 1, 600)
    assert rail.is_folded and rail.width() == FOLDED
    assert [row.number for row in rail.model.rows] == [lesson.number for lesson in lessons()]
    rail.fold_button.click()
    assert not rail.is_folded, "the user may unfold it"
    learn.resize(NARROW, 600)
    assert not rail.is_folded
    rail.fold_button.click()
    assert rail.is_folded and rail.fold_button.accessibleName() == "Show the contents"
    for width in (NARROW - 1, NARROW):
        learn.resize(width, 600)
        assert rail.is_folded, "as the user has left it"


def test_a_lesson_is_returned_to_at_the_step_where_it_was_left(
    learn: LearnWorkspace, tmp_path: Path, qtbot: QtBot
) -> None:
    learn.show_lesson("4")
    learn.open_sample("deep")
    learn.head.choose_algorithm("negamax_alphabeta")
    learn.show_tree(learn.tree, learn.sample)
    learn.replay.slider.setValue(7)
    text = learn.tree.text()
    shown = (text, "negamax_alphabeta", 7)

    def state(page: LearnWorkspace) -> tuple[str, str, int]:
        return page.tree.text(), page.head.algorithm, page.replay.step

    learn.show_lesson("1")
    assert learn.replay.step == 0 and learn.tree.text() != text
    learn.open_sample("nim")
    learn.show_lesson("4")
    assert state(learn) == shown and row_of(learn, sample="deep").is_shown
    learn.start_task(0)
    learn.show_view("course")
    assert state(learn) == shown
    learn.show_lesson("1")
    assert learn.is_game and learn.sample == "nim"
    learn.show_lesson("4")
    learn.keep()
    again = LearnWorkspace()
    qtbot.addWidget(again)
    assert again.open_results(tmp_path) == ""
    assert again.lesson.number == 4 and state(again) == shown
    again.show_lesson("1")
    assert again.is_game and again.sample == "nim"


@pytest.mark.parametrize(
    "place",
    [LessonPlace("gone"), LessonPlace("", "((1 2"), LessonPlace("textbook", "", "alphabeta", 3), LessonPlace("nim")],
)
def test_a_place_that_no_longer_exists_is_the_first_tree(learn: LearnWorkspace, place: LessonPlace) -> None:
    learn.show_lesson("1")
    learn.progress = learn.progress.left("alpha-beta", place)
    learn.show_lesson("4")
    assert learn.sample == learn.lesson.samples[0].name and learn.replay.step == 0


def test_a_place_beyond_the_last_step_is_the_last_step(learn: LearnWorkspace) -> None:
    learn.show_lesson("1")
    learn.progress = learn.progress.left("alpha-beta", LessonPlace("", "((1 2) (3 4))", "no such search", 999))
    learn.show_lesson("4")
    assert learn.tree.text() == "((1 2) (3 4))" and learn.head.algorithm == "minimax"
    assert learn.replay.step == learn.replay.slider.maximum() > 0
    assert not any(row.is_shown for row in learn.rail.model.rows if row.sample)


def test_a_prediction_is_kept_and_shown_again(learn: LearnWorkspace, tmp_path: Path, qtbot: QtBot) -> None:
    learn.show_lesson("4")
    asked: list[tuple[object, int]] = []
    learn.experiment_asked.connect(lambda *each: asked.append(each))
    assert learn.view.open_button.isHidden()
    learn.view.choices[1].click()
    kept, _ = read_progress(tmp_path)
    assert kept.of("alpha-beta").experiment == 1 and asked == [(learn.lesson, 1)]
    assert kept.of("alpha-beta").states(learn.lesson) == (TaskState.OPEN,) * 3
    again = LearnWorkspace()
    qtbot.addWidget(again)
    again.open_results(tmp_path)
    again.show_lesson("4")
    view, experiment = again.view, again.lesson.experiment
    assert not view.verdict.isHidden() and experiment.text.reason in view.verdict.text()
    assert not any(button.isEnabled() for button in view.choices)
    assert [button.property("answer") for button in view.choices] == [None, "bad", None]
    again.experiment_asked.connect(lambda *each: asked.append(each))
    view.open_button.click()
    assert asked == [(learn.lesson, 1)] * 2


@pytest.mark.parametrize("name", ["course", "exercises"])
def test_a_presentation_hides_the_list(window: MainWindow, name: str) -> None:
    window.show_workspace(name)
    assert window.learn.rail.isVisible()
    window.presentation.begin()
    assert not window.learn.rail.isVisible()
    window.presentation.end()
    assert window.learn.rail.isVisible()
