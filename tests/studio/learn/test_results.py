"""The results of the exercises: kept in a file, and shown in the list of contents."""

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.teach.exercise import find_kind
from engine.teach.progress import FILE_NAME, read_progress
from engine.teach.walk import bound_text
from studio.learn.workspace import LearnWorkspace


@pytest.fixture
def learn(qtbot: QtBot, tmp_path: Path) -> LearnWorkspace:
    made = LearnWorkspace()
    qtbot.addWidget(made)
    made.show()
    assert made.open_results(tmp_path) == ""
    return made


def answer(learn: LearnWorkspace, *, is_right: bool) -> None:
    """Answer the exercise that is shown: choose its solution, or nothing."""
    attempt = learn.attempt
    assert attempt is not None
    if is_right:
        solution = find_kind(attempt.exercise.kind).solution(attempt.exercise)
        for node in solution.nodes:
            attempt.click(node)
        for key, field in learn.panel._fields.items():
            field.setText(bound_text(solution.numbers[key]))
    learn.check()


def count_of(learn: LearnWorkspace) -> str:
    """Return how many exercises of the lesson that is shown were right, as the list of contents shows it."""
    return next(row.count for row in learn.rail.model.rows if row.number == learn.lesson.number)


def test_results_are_counted_in_the_list_of_contents(learn: LearnWorkspace, tmp_path: Path) -> None:
    learn.show_lesson("4")
    assert count_of(learn) == ""
    learn.start_exercise("prune", None, 3)
    answer(learn, is_right=False)
    count = len(learn.lesson.tasks)
    assert count_of(learn) == f"0/{count}"
    learn.restart()
    answer(learn, is_right=True)
    assert count_of(learn) == f"0/{count}", "only the first answer counts"
    learn.advance()
    answer(learn, is_right=True)
    kinds = [task.kind for task in learn.lesson.tasks]
    assert count_of(learn) == f"{kinds.count('prune')}/{count}"
    kept, sentence = read_progress(tmp_path)
    assert kept == learn.progress and not sentence
    assert kept.of("alpha-beta").score("prune") == (1, 2)


def test_the_next_question_is_the_next_one_of_the_lesson_that_was_not_right(learn: LearnWorkspace) -> None:
    learn.show_lesson("4")
    panel, tasks = learn.panel, learn.lesson.tasks
    learn.start_task(1)
    answer(learn, is_right=True)
    assert panel.check_button.text() == "Next question" and panel.repeat_button.isVisibleTo(panel)
    panel.repeat_button.click()
    assert learn.task == 1 and not panel.repeat_button.isVisibleTo(panel)
    answer(learn, is_right=True)
    panel.check_button.click()
    assert learn.task == 2 and learn.exercise is not None and learn.exercise.kind == tasks[2].kind
    answer(learn, is_right=False)
    learn.solve()
    assert panel.check_button.text() == "Another tree" and not panel.repeat_button.isVisibleTo(panel)
    panel.check_button.click()
    assert learn.task == 2
    answer(learn, is_right=True)
    panel.check_button.click()
    assert learn.task == 0
    answer(learn, is_right=True)
    assert panel.check_button.text() == "Another tree"
    panel.check_button.click()
    assert learn.task == 0 and not panel.is_over


def test_the_next_question_is_a_new_one(learn: LearnWorkspace, tmp_path: Path, qtbot: QtBot) -> None:
    learn.show_lesson("4")
    seen = []
    learn.start_exercise("prune", None, 3)
    for _ in range(3):
        assert learn.exercise is not None
        seen.append(learn.exercise.seed)
        learn.solve()
        learn.advance()
    assert len(set(seen)) == 3
    again = LearnWorkspace()
    qtbot.addWidget(again)
    assert again.open_results(tmp_path) == ""
    again.show_lesson("4")
    again.start_exercise("prune", None, seen[0])
    again.advance()
    assert again.exercise is not None and again.exercise.seed not in seen


def test_a_faulty_file_of_results_is_kept_and_named(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("{", encoding="utf-8")
    made = LearnWorkspace()
    qtbot.addWidget(made)
    sentence = made.open_results(tmp_path)
    assert "progress-1.json" in sentence and (tmp_path / "progress-1.json").exists()
    made.show_lesson("4")
    made.start_exercise("prune", None, 3)
    made.solve()
    assert (tmp_path / FILE_NAME).exists()


def test_a_folder_that_cannot_be_written_is_told(learn: LearnWorkspace, tmp_path: Path) -> None:
    heard: list[str] = []
    learn.failed.connect(heard.append)
    (tmp_path / FILE_NAME).mkdir()
    learn.start_exercise("prune", None, 3)
    learn.solve()
    assert len(heard) == 1 and FILE_NAME in heard[0]
    assert learn.panel.is_over


def test_a_file_is_written_only_if_something_has_changed(learn: LearnWorkspace, tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    learn.show_lesson("4")
    learn.keep()
    assert path.exists()
    path.unlink()
    learn.keep()
    assert not path.exists()
    learn.replay.step_by(1)
    learn.keep()
    kept, _ = read_progress(tmp_path)
    place = kept.of("alpha-beta").place
    assert place is not None and place.step == 1 and kept.shown == "alpha-beta"
    path.unlink()
    learn.start_exercise("prune", None, 3)
    learn.restart()
    answer(learn, is_right=False)
    assert path.exists()
    path.unlink()
    learn.restart()
    answer(learn, is_right=True)
    assert not path.exists(), "a second answer changes nothing"
