"""Results of the lessons: first answers, new questions, and a file that survives bad contents."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import NotationError
from engine.teach.lessons import find_lesson
from engine.teach.progress import (
    FILE_NAME,
    MOST_ANSWERS,
    MOST_SEED,
    CourseProgress,
    LessonPlace,
    TaskState,
    format_progress,
    parse_progress,
    read_progress,
    write_progress,
)

answers = st.lists(
    st.tuples(
        st.sampled_from(["alpha-beta", "order", "gone"]), st.sampled_from(["prune", "bug", "x"]),
        st.integers(0, MOST_SEED), st.booleans(),
    ),
    max_size=12,
)  # fmt: skip


def made(given: list[tuple[str, str, int, bool]]) -> CourseProgress:
    progress = CourseProgress()
    for lesson, kind, seed, is_right in given:
        progress = progress.answered(lesson, kind, seed, is_right=is_right)
    return progress


places = st.builds(LessonPlace, st.sampled_from(["best", ""]), st.text(max_size=5), st.text(max_size=5), st.integers(0))


@given(answers, st.none() | st.integers(0, 3), st.none() | places)
def test_progress_is_read_as_it_was_written(
    given: list[tuple[str, str, int, bool]], answer: int | None, place: LessonPlace | None
) -> None:
    progress = made(given)
    if answer is not None:
        progress = progress.predicted("order", answer)
    if place is not None:
        progress = progress.left("order", place).left("gone", place)
        assert progress.shown == "gone" and progress.of("order").place == place
    assert parse_progress(format_progress(progress)) == progress


def test_a_file_of_an_earlier_version_has_no_places() -> None:
    text = '{"format": 1, "lessons": {"order": {"exercises": {"count": [[1, true]]}, "experiment": 2}}}'
    assert parse_progress(text) == made([("order", "count", 1, True)]).predicted("order", 2)


def test_only_first_answers_count() -> None:
    lesson = find_lesson("alpha-beta")
    progress = made([("alpha-beta", "prune", 1, False), ("alpha-beta", "prune", 1, True)])
    found = progress.of("alpha-beta")
    assert found.states(lesson) == (TaskState.TRIED, TaskState.OPEN, TaskState.OPEN)
    assert found.score("prune") == (0, 1) and found.wrong("prune") == (1,) and found.share(lesson) == 0
    progress = progress.answered("alpha-beta", "prune", 2, is_right=True).answered(
        "alpha-beta", "bug", 1, is_right=True
    )
    found = progress.of("alpha-beta")
    assert found.states(lesson) == (TaskState.RIGHT, TaskState.OPEN, TaskState.RIGHT)
    assert found.share(lesson) == pytest.approx(2 / 3) and progress.share == pytest.approx(2 / 18)
    assert found.score("prune") == (1, 2) and found.score("windows") == (0, 0)
    later = progress.answered("alpha-beta", "prune", 3, is_right=False).of("alpha-beta")
    assert later.state("prune") is TaskState.RIGHT and later.score("prune") == (1, 3)
    assert not progress.of("order").is_begun and found.is_begun
    predicted = progress.predicted("order", 2)
    assert predicted.of("order").is_begun and predicted.predicted("order", 1).of("order").experiment == 2


@given(answers)
def test_the_next_question_is_a_new_one(given: list[tuple[str, str, int, bool]]) -> None:
    progress = made([*given, ("order", "x", MOST_SEED, True), ("order", "x", 0, True)])
    for lesson, kind in {(lesson, kind) for lesson, kind, *_ in given} | {("order", "x"), ("order", "count")}:
        for _ in range(3):
            seed = progress.next_seed(lesson, kind)
            assert 0 <= seed <= MOST_SEED
            assert seed not in {each.seed for each in progress.of(lesson).answers.get(kind, ())}
            progress = progress.answered(lesson, kind, seed, is_right=False)
    assert CourseProgress().next_seed("order", "count") == 1
    assert made([("order", "count", MOST_SEED, True)]).next_seed("order", "count") == 0


def test_the_last_answers_are_kept() -> None:
    progress = CourseProgress()
    for seed in range(MOST_ANSWERS + 3):
        progress = progress.answered("order", "count", seed, is_right=False)
    assert [each.seed for each in progress.of("order").answers["count"]] == [*range(3, MOST_ANSWERS + 3)]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "format"),
        ('{"format": 2, "lessons": {}}', "format"),
        ('{"format": 1}', "lessons"),
        ('{"format": 1, "lessons": {"order": 3}}', "order"),
        ('{"format": 1, "lessons": {"order": {"exercises": {"count": 3}}}}', "order: count"),
        ('{"format": 1, "lessons": {"order": {"exercises": {"count": [[1]]}}}}', "order: count"),
        ('{"format": 1, "lessons": {"order": {"exercises": {"count": [[true, true]]}}}}', "order: count"),
        ('{"format": 1, "lessons": {"order": {"exercises": {"count": [[-1, true]]}}}}', "order: count"),
        ('{"format": 1, "lessons": {"order": {"exercises": {"count": [[1, 1]]}}}}', "order: count"),
        ('{"format": 1, "lessons": {"order": {"exercises": {}, "experiment": -1}}}', "order: experiment"),
        ('{"format": 1, "lessons": {"order": {"exercises": {}, "experiment": true}}}', "order: experiment"),
        ('{"format": 1, "shown": 3, "lessons": {}}', "shown"),
        ('{"format": 1, "lessons": {"order": {"exercises": {}, "place": 3}}}', "order: place"),
        ('{"format": 1, "lessons": {"order": {"exercises": {}, "place": ["best", "", "", -1]}}}', "order: place"),
        ('{"format": 1, "lessons": {"order": {"exercises": {}, "place": ["best", "", "", true]}}}', "order: place"),
    ],
)
def test_bad_contents_get_one_sentence_and_are_kept(text: str, part: str, tmp_path: Path) -> None:
    with pytest.raises(NotationError, match=part) as caught:
        parse_progress(text)
    assert "\n" not in str(caught.value)
    for number in (1, 2):
        (tmp_path / FILE_NAME).write_text(text, "utf-8")
        progress, sentence = read_progress(tmp_path)
        aside = f"progress-{number}.json"
        assert progress == CourseProgress() and part in sentence and aside in sentence
        assert (tmp_path / aside).read_text("utf-8") == text and not (tmp_path / FILE_NAME).exists()


KEYS = st.sampled_from(["format", "lessons", "exercises", "order"])
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=3)


@given(st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)))
def test_any_json_is_progress_or_one_sentence(data: object) -> None:
    for each in (data, {"format": 1, "lessons": data}, {"format": 1, "lessons": {"order": data}}):
        try:
            progress = parse_progress(json.dumps(each))
        except NotationError as error:
            assert "\n" not in str(error)
        else:
            assert parse_progress(format_progress(progress)) == progress


def test_files_are_written_and_read(tmp_path: Path) -> None:
    assert read_progress(tmp_path) == (CourseProgress(), "")
    progress = made([("order", "count", 7, True)])
    write_progress(tmp_path, progress)
    assert read_progress(tmp_path) == (progress, "")
    (tmp_path / FILE_NAME).write_bytes(b"\xff\xfe")
    found, sentence = read_progress(tmp_path)
    assert (
        found == CourseProgress() and "UTF-8" in sentence and (tmp_path / "progress-1.json").read_bytes() == b"\xff\xfe"
    )
