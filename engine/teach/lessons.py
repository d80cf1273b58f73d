"""The lessons: pages in the format of the guide, with trees to open and exercises.

``resources/lessons/lessons.toml`` lists the lessons, ``resources/lessons/<language>/<name>.md`` contains their text. A
picture ``![caption](name)`` of a page is a tree of the list, which can be opened.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from engine.core.errors import OptionError
from engine.core.game import find_game
from engine.core.handmade import HandmadeTree, parse_tree
from engine.core.language import LANGUAGES, language
from engine.core.position import Position
from engine.core.values import Value
from engine.guide.page import Page, parse_page
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.teach.exercise import Difficulty
from engine.teach.walk import position_of

FOLDER = "lessons"
MEASURES = ("leaves", "nodes", "move")
"""What is measured in experiments: the leaves or the nodes of the last depth, or the best move."""


class LessonTask(Value):
    """An exercise of a lesson.

    Attributes:
        kind: name of the kind.
        level: how difficult it is.
    """

    kind: str
    level: Difficulty


class Experiment(Value):
    """A question about a search of a real position, to be answered before the search runs.

    Attributes:
        view: the view in which it runs, ``compare`` or ``tree``.
        game: identifier of the game.
        algorithms: the searches, as on the command line. The view ``tree`` shows the first one.
        depth: their depth in plies.
        right: index of the right answer.
        measure: what of the results answers the question, one of ``MEASURES``.
        texts: question, answers and reason by language.
        rules: rules of the game, ``k=v,…``.
        position: text of the position, or an empty string for the start.
        evaluation: the evaluation, or an empty string for the default one.
    """

    view: str
    game: str
    algorithms: tuple[str, ...]
    depth: int
    right: int
    measure: str
    texts: Mapping[str, "ExperimentText"]
    rules: str = ""
    position: str = ""
    evaluation: str = ""

    @property
    def text(self) -> "ExperimentText":
        """The texts in the current language."""
        return self.texts[language()]

    def start(self) -> Position:
        """Return the position.

        Raises:
            KyVienError: if the game, the rules or the position are wrong.
        """
        return _position(self.game, self.rules, self.position)

    def queries(self) -> tuple[Query, ...]:
        """Return one query for each search.

        Raises:
            KyVienError: if the position or an algorithm is wrong.
        """
        start, limit = self.start(), Limit(depth=self.depth)
        return tuple(Query(start, Spec.parse(each), self.evaluation, limit) for each in self.algorithms)


class ExperimentText(Value):
    """The words of an experiment in one language.

    Attributes:
        question: what is to be predicted.
        choices: the answers, one of which is right.
        reason: why it is right.
    """

    question: str
    choices: tuple[str, ...]
    reason: str


class Sample(Value):
    """A tree to open.

    Attributes:
        name: its name in the page.
        tree: its text, or an empty string for a position of another game.
        algorithm: the search that is shown, as on the command line.
        game: identifier of the game, or an empty string for a hand-made tree.
        rules: rules of the game, ``k=v,…``.
        position: text of the position, or an empty string for the start.
    """

    name: str
    tree: str = ""
    algorithm: str = "minimax"
    game: str = ""
    rules: str = ""
    position: str = ""

    @property
    def parsed(self) -> HandmadeTree:
        """The hand-made tree."""
        return parse_tree(self.tree)

    def start(self) -> Position:
        """Return the position at the root.

        Raises:
            KyVienError: if the tree, the game, the rules or the position are wrong.
        """
        return _position(self.game, self.rules, self.position) if self.game else position_of(self.parsed)


class Lesson(Value):
    """A lesson.

    Attributes:
        name: identifier, the name of its file.
        number: its number, from 1.
        samples: the trees to open.
        tasks: the exercises.
        experiment: the experiment.
    """

    name: str
    number: int
    samples: tuple[Sample, ...]
    tasks: tuple[LessonTask, ...]
    experiment: Experiment

    def sample(self, name: str) -> Sample:
        """Return a tree of the lesson.

        Raises:
            OptionError: if there is none with this name.
        """
        for each in self.samples:
            if each.name == name:
                return each
        raise OptionError("the lesson has no tree {name!r}", name=name)

    @property
    def page(self) -> Page:
        """The text in the current language, or in another one if it does not exist in the current language.

        Raises:
            OptionError: if there is no text in any language.
        """
        for code in (language(), *LANGUAGES):
            page = _page(self.name, code)
            if page is not None:
                return page
        raise OptionError("unknown lesson {name!r}; available: {names}", name=self.name, names="–")


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons in order."""
    import resources

    with open(f"{resources.__path__[0]}/{FOLDER}/lessons.toml", "rb") as file:  # noqa: PTH123
        data = tomllib.load(file)
    return tuple(_lesson(number, each) for number, each in enumerate(data["lesson"], 1))


def find_lesson(name: str) -> Lesson:
    """Return a lesson by its name or its number.

    Raises:
        OptionError: if there is none.
    """
    for each in lessons():
        if name in (each.name, str(each.number)):
            return each
    names = ", ".join(each.name for each in lessons())
    raise OptionError("unknown lesson {name!r}; available: {names}", name=name, names=names)


def lesson_pages() -> list[Page]:
    """Return the pages of all lessons in the current language."""
    return [lesson.page for lesson in lessons()]


def _lesson(number: int, data: dict[str, Any]) -> Lesson:
    samples = tuple(Sample(**each) for each in data["tree"])
    tasks = []
    for each in data["exercise"]:
        values = dict(each)
        tasks.append(LessonTask(values.pop("kind"), Difficulty(**values)))
    return Lesson(data["name"], number, samples, tuple(tasks), _experiment(dict(data["experiment"])))


def _experiment(data: dict[str, Any]) -> Experiment:
    question, choices, reason = (data.pop(name) for name in ("question", "choices", "reason"))
    texts = {code: ExperimentText(question[code], tuple(choices[code]), reason[code]) for code in question}
    return Experiment(**data | {"algorithms": tuple(data["algorithms"]), "texts": texts})


def _position(game: str, rules: str, text: str) -> Position:
    """Return a position of a game from its text, or the start of the game if the text is empty."""
    found = find_game(game).with_rules(rules)
    position: Position = found.parse_position(text) if text else found.start()
    return position


@cache
def _page(name: str, code: str) -> Page | None:
    import os

    import resources

    path = f"{resources.__path__[0]}/{FOLDER}/{code}/{name}.md"
    if not os.path.exists(path):  # noqa: PTH110
        return None
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        return parse_page(name, file.read())
