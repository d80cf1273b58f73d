"""What a pupil has answered in the exercises and experiments of the lessons, and the file in which it is kept.

The file is JSON: ``{"format": 1, "shown": LESSON, "lessons": {LESSON: {"exercises": {KIND: [[SEED, IS_RIGHT], …]},
"experiment": ANSWER, "place": [SAMPLE, TREE, ALGORITHM, STEP]}}}``, in which ``shown`` and ``place`` may be missing.
Only first answers count. Lessons and kinds that this version does not have are kept.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from engine.core.errors import NotationError
from engine.core.files import read_bytes, write_text
from engine.core.language import tr
from engine.core.values import Value, replace
from engine.teach.lessons import Lesson, lessons

FILE_NAME = "progress.json"
"""Name of the file in the user's state folder."""
MOST_SEED = 999_999
"""Greatest random seed of an exercise."""
MOST_ANSWERS = 2_000
"""Number of the answers of one kind in one lesson that are kept: the last ones."""


class TaskState(StrEnum):
    """How far an exercise of a lesson is: not answered yet, answered wrongly so far, or right at the first try once."""

    OPEN = "open"
    TRIED = "tried"
    RIGHT = "right"


class GivenAnswer(Value):
    """The first answer to an exercise.

    Attributes:
        seed: random seed of the exercise.
        is_right: whether the answer was right.
    """

    seed: int
    is_right: bool


class LessonPlace(Value):
    """Where a lesson was left.

    Attributes:
        sample: name of the tree of the lesson, or an empty string for another tree.
        tree: text of the tree, which may have been edited, or an empty string for that of a game.
        algorithm: the search, as on the command line.
        step: number of its steps that were done.
    """

    sample: str
    tree: str = ""
    algorithm: str = ""
    step: int = 0


class LessonProgress(Value):
    """What was answered in one lesson.

    Attributes:
        answers: the first answers by kind, in the order in which they were given.
        experiment: index of the answer to the experiment, or None.
        place: where the lesson was left, or None if it was not opened.
    """

    answers: Mapping[str, tuple[GivenAnswer, ...]] = {}
    experiment: int | None = None
    place: LessonPlace | None = None

    def state(self, kind: str) -> TaskState:
        """Return how far the exercises of a kind are."""
        given = self.answers.get(kind, ())
        if any(each.is_right for each in given):
            return TaskState.RIGHT
        return TaskState.TRIED if given else TaskState.OPEN

    def states(self, lesson: Lesson) -> tuple[TaskState, ...]:
        """Return how far each exercise of a lesson is."""
        return tuple(self.state(task.kind) for task in lesson.tasks)

    def score(self, kind: str) -> tuple[int, int]:
        """Return how many exercises of a kind were right at the first try, and how many were answered."""
        given = self.answers.get(kind, ())
        return sum(each.is_right for each in given), len(given)

    def wrong(self, kind: str) -> tuple[int, ...]:
        """Return the random seeds of the exercises that were answered wrongly, to repeat them."""
        return tuple(each.seed for each in self.answers.get(kind, ()) if not each.is_right)

    def share(self, lesson: Lesson) -> float:
        """Return the part of the exercises of a lesson that were right at the first try, from 0 to 1."""
        states = self.states(lesson)
        return states.count(TaskState.RIGHT) / len(states)

    @property
    def is_begun(self) -> bool:
        """Whether anything was answered."""
        return any(self.answers.values()) or self.experiment is not None


class CourseProgress(Value):
    """What was answered in all lessons.

    Attributes:
        lessons: what was answered, by the name of the lesson.
        shown: name of the lesson that was shown last, or an empty string.
    """

    lessons: Mapping[str, LessonProgress] = {}
    shown: str = ""

    def of(self, lesson: str) -> LessonProgress:
        """Return what was answered in a lesson."""
        return self.lessons.get(lesson, LessonProgress())

    def answered(self, lesson: str, kind: str, seed: int, *, is_right: bool) -> "CourseProgress":
        """Return the progress after an answer. A second answer to the same exercise changes nothing.

        Args:
            lesson: name of the lesson.
            kind: name of the kind of the exercise.
            seed: random seed of the exercise.
            is_right: whether the answer was right.
        """
        found = self.of(lesson)
        given = found.answers.get(kind, ())
        if any(each.seed == seed for each in given):
            return self
        kept = (*given, GivenAnswer(seed, is_right))[-MOST_ANSWERS:]
        return self._with(lesson, replace(found, answers={**found.answers, kind: kept}))

    def predicted(self, lesson: str, answer: int) -> "CourseProgress":
        """Return the progress after a prediction of the experiment. A second one changes nothing."""
        found = self.of(lesson)
        return self if found.experiment is not None else self._with(lesson, replace(found, experiment=answer))

    def left(self, lesson: str, place: LessonPlace) -> "CourseProgress":
        """Return the progress after a lesson was left, which is then the one that was shown last."""
        return replace(self._with(lesson, replace(self.of(lesson), place=place)), shown=lesson)

    def next_seed(self, lesson: str, kind: str) -> int:
        """Return the random seed of the next exercise: the first one after the last answer that was not answered."""
        given = self.of(lesson).answers.get(kind, ())
        seen = {each.seed for each in given}
        seed = given[-1].seed if given else 0
        for _ in range(len(seen) + 1):
            seed = seed + 1 if seed < MOST_SEED else 0
            if seed not in seen:
                break
        return seed

    def _with(self, lesson: str, found: LessonProgress) -> "CourseProgress":
        return replace(self, lessons={**self.lessons, lesson: found})

    @property
    def share(self) -> float:
        """The part of the exercises of all lessons that were right at the first try, from 0 to 1."""
        return sum(self.of(lesson.name).share(lesson) for lesson in lessons()) / len(lessons())


def format_progress(progress: CourseProgress) -> str:
    """Return progress as the text of its file, which ``parse_progress`` parses."""
    data = {
        name: {
            "exercises": {
                kind: [[each.seed, each.is_right] for each in given] for kind, given in found.answers.items()
            },
            "experiment": found.experiment,
            **({"place": list(vars(found.place).values())} if found.place is not None else {}),
        }
        for name, found in progress.lessons.items()
    }
    return json.dumps({"format": 1, "shown": progress.shown, "lessons": data}, ensure_ascii=False) + "\n"


def parse_progress(text: str) -> CourseProgress:
    """Return the progress in the text of its file.

    Raises:
        NotationError: if it is not such a text. The message names the faulty part.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NotationError("the results of the lessons are not JSON: {reason}", reason=str(error)) from None
    if not isinstance(data, dict) or data.get("format") != 1:
        raise _wrong("format")
    shown = data.get("shown", "")
    if not isinstance(shown, str):
        raise _wrong("shown")
    return CourseProgress(
        {str(name): _lesson(str(name), each) for name, each in _mapping(data, "lessons", "lessons").items()}, shown
    )


def _lesson(name: str, data: Any) -> LessonProgress:
    exercises = {}
    for kind, given in _mapping(data, "exercises", name).items():
        place = f"{name}: {kind}"
        if not isinstance(given, list):
            raise _wrong(place)
        exercises[str(kind)] = tuple(_answer(place, each) for each in given)
    experiment = data.get("experiment")
    if experiment is not None and (type(experiment) is not int or experiment < 0):
        raise _wrong(f"{name}: experiment")
    return LessonProgress(exercises, experiment, _place(f"{name}: place", data.get("place")))


def _place(place: str, data: Any) -> LessonPlace | None:
    match data:
        case None:
            return None
        case [str(sample), str(tree), str(algorithm), int(step)] if type(step) is int and step >= 0:
            return LessonPlace(sample, tree, algorithm, step)
    raise _wrong(place)


def _answer(place: str, data: Any) -> GivenAnswer:
    match data:
        case [int(seed), bool(is_right)] if type(seed) is int and 0 <= seed <= MOST_SEED:
            return GivenAnswer(seed, is_right)
    raise _wrong(place)


def _mapping(data: Any, key: str, place: str) -> dict[Any, Any]:
    found = data.get(key) if isinstance(data, dict) else None
    if not isinstance(found, dict):
        raise _wrong(place)
    return found


def _wrong(place: str) -> NotationError:
    return NotationError("the results of the lessons are not complete: {place}", place=place)


def read_progress(folder: Path) -> tuple[CourseProgress, str]:
    """Return the progress in a folder, and a sentence for the user, which is empty if the file is right or missing.

    A file that is not right is renamed, so that the next ``write_progress`` does not replace it, and the sentence
    contains its new name.

    Raises:
        FileError: if the file exists and cannot be read.
        OSError: if a faulty file cannot be renamed.
    """
    path = folder / FILE_NAME
    if not path.exists():
        return CourseProgress(), ""
    try:
        return parse_progress(read_bytes(path).decode("utf-8")), ""
    except (NotationError, UnicodeDecodeError) as error:
        reason = str(error) if isinstance(error, NotationError) else tr("it is not text in UTF-8")
    aside = next(
        place
        for number in range(1, 10_000)
        if not (place := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists()
    )
    path.rename(aside)
    return CourseProgress(), tr("{reason}. The file was kept as {name}.", reason=reason, name=aside.name)


def write_progress(folder: Path, progress: CourseProgress) -> None:
    """Write the progress into its file in a folder.

    Raises:
        FileError: if the file cannot be written.
    """
    write_text(folder / FILE_NAME, format_progress(progress))
