"""Exercises, answers and verdicts as data, and the interface of the kinds of exercises."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import ClassVar, TypeVar

from engine.core.errors import OptionError
from engine.core.handmade import HandmadeTree, node_name
from engine.core.language import mark, tr
from engine.core.score import INFINITY
from engine.core.values import Value
from engine.teach.bugs import SearchStep
from engine.teach.origin import Origin
from engine.teach.walk import bound_text


class Form(StrEnum):
    """What an answer consists of: some nodes, one node, numbers in fields, or an order of the children."""

    NODES = "nodes"
    NODE = "node"
    NUMBERS = "numbers"
    ORDER = "order"


ACTIONS: Mapping[Form, str] = {
    Form.NODES: mark("Click the nodes, then press Check."),
    Form.NODE: mark("Click the node, then press Check."),
    Form.NUMBERS: mark("Fill in the numbers, then press Check."),
    Form.ORDER: mark(
        "Drag the children of a node, or move the selected one with Alt and the arrow keys, then press Check."
    ),
}
"""How to answer in the window, in English, translated for display."""


class Difficulty(Value):
    """How difficult an exercise is.

    Attributes:
        branching: number of children of each inner node.
        depth: depth of the leaves.
        shallow: least number of shallow cut-offs of alpha-beta in the tree.
        deep: least number of deep cut-offs.
    """

    branching: int = 2
    depth: int = 3
    shallow: int = 0
    deep: int = 0


class Feature(Value):
    """A feature of the position at a leaf, which an evaluation multiplies by a weight.

    Attributes:
        node: the leaf.
        label: English name, translated for display.
        weight: its weight.
        first, second: how much of it FIRST and SECOND have.
    """

    node: int
    label: str
    weight: int
    first: int
    second: int


class Exercise(Value):
    """One exercise. The kind, the level and the seed determine everything else.

    Attributes:
        kind: name of the kind.
        level: how difficult it is.
        seed: random seed.
        tree: the tree, whose leaves have values for the maximiser.
        marked: the nodes that the question is about, in alphabetical order of their names.
        shown: number of visits that are shown, of a search that is under way.
        bug: name of the fault of the search that is shown (``engine.teach.bugs``), or an empty string.
        origin: the real game from which the tree is, or None.
        features: the features from which the values of the leaves are computed, in the order of the leaves, if the
            question is about an evaluation. The values are then sums of whole weights.
    """

    kind: str
    level: Difficulty
    seed: int
    tree: HandmadeTree
    marked: tuple[int, ...] = ()
    shown: int = 0
    bug: str = ""
    origin: Origin | None = None
    features: tuple[Feature, ...] = ()

    @property
    def decimals(self) -> int:
        """Number of decimals of the values of the tree: those of the evaluation if it is from a real game, or 0."""
        return self.origin.unit[1] if self.origin is not None and not self.features else 0


class Blank(Value):
    """A number to fill in.

    Attributes:
        node: the node that it belongs to, or -1 if it belongs to the whole tree.
        name: ``alpha``, ``beta``, ``value`` or a word for a count.
        label: English text, translated for display, or a symbol.
    """

    node: int
    name: str
    label: str

    @property
    def key(self) -> tuple[int, str]:
        """The key of the number in ``Answer.numbers``."""
        return self.node, self.name


class Answer(Value):
    """An answer, or the solution. Only the part that belongs to the form of the exercise is used.

    Attributes:
        nodes: the nodes chosen.
        numbers: the numbers filled in, by node and name (``Blank.key``).
        order: a mapping of nodes to their children in the order chosen. Other nodes are unchanged.
    """

    nodes: frozenset[int] = frozenset()
    numbers: Mapping[tuple[int, str], int] = {}
    order: Mapping[int, tuple[int, ...]] = {}


class State(StrEnum):
    """The judgement of one part of an answer."""

    RIGHT = "right"
    WRONG = "wrong"
    MISSING = "missing"


class Item(Value):
    """One part of an answer that was judged.

    Attributes:
        state: the judgement.
        node: the node that it is about, or -1.
        name: its name, such as ``N`` or ``F α``.
        text: what was answered or forgotten, such as the value of the leaf.
    """

    state: State
    node: int
    name: str
    text: str


class AnswerVerdict(Value):
    """The judgement of an answer.

    Attributes:
        is_right: whether the answer is accepted.
        summary: one sentence.
        items: the parts, the wrong ones first.
    """

    is_right: bool
    summary: str
    items: tuple[Item, ...]


class ExerciseKind(ABC):
    """A kind of exercises.

    Attributes:
        name: identifier on the command line.
        title: English title, translated for display.
        question: English question, translated for display.
        instruction: English sentences on what is asked, translated for display.
        form: what the answer consists of.
        algorithm: the search that the question is about.
        shows_search: whether the picture shows the whole search as soon as an answer was judged, right or wrong.
        replays: whether the search can be stepped through after the exercise. Otherwise the picture stays as it is.
        for_mover: whether the search is shown with the values of inner nodes for the side to move there, as the answer
            has them, instead of those for the maximiser.
        levels: the levels that are offered, from easy to difficult.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    question: ClassVar[str]
    instruction: ClassVar[str]
    form: ClassVar[Form]
    algorithm: ClassVar[str] = "alphabeta"
    shows_search: ClassVar[bool] = False
    replays: ClassVar[bool] = True
    for_mover: ClassVar[bool] = False
    levels: ClassVar[tuple[Difficulty, ...]]

    @abstractmethod
    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise with a random tree, or None if the tree does not have what the question needs."""

    def of_tree(self, level: Difficulty, seed: int, rng: random.Random, tree: HandmadeTree) -> Exercise | None:
        """Return an exercise about a given tree, or None if the tree does not have what the question needs."""
        return None

    @abstractmethod
    def solution(self, exercise: Exercise) -> Answer:
        """Return the solution, or one of the solutions if several are accepted."""

    @abstractmethod
    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return sentences that explain what the solution is at one node. ``node`` is -1 for the whole tree."""

    def task(self, exercise: Exercise) -> str:
        """Return what is asked, in the current language."""
        return tr(self.instruction)

    def blanks(self, exercise: Exercise) -> Sequence[Blank]:
        """Return the numbers to fill in."""
        return ()

    def candidates(self, exercise: Exercise) -> frozenset[int]:
        """Return the nodes that can be chosen."""
        return frozenset()

    def hidden(self, exercise: Exercise) -> frozenset[int]:
        """Return the leaves whose values are asked for. The question shows neither them nor the tree as text."""
        return frozenset()

    def record(self, exercise: Exercise) -> Sequence[SearchStep]:
        """Return the steps of the faulty search that is shown, or none."""
        return ()

    def check(self, exercise: Exercise, answer: Answer) -> AnswerVerdict:
        """Judge an answer."""
        solution = self.solution(exercise)
        if self.form is Form.NUMBERS:
            return self._check_numbers(exercise, answer, solution)
        chosen = answer.nodes
        items = [self._item(exercise, node, State.WRONG) for node in sorted(chosen - solution.nodes)]
        items += [self._item(exercise, node, State.MISSING) for node in sorted(solution.nodes - chosen)]
        items += [self._item(exercise, node, State.RIGHT) for node in sorted(chosen & solution.nodes)]
        if self.form is Form.NODE:
            items = [item for item in items if item.state is not State.MISSING]
        right, extra = len(chosen & solution.nodes), len(chosen - solution.nodes)
        if chosen == solution.nodes:
            summary = tr("Right.")
        elif self.form is Form.NODE:
            summary = tr("Not this one.") if chosen else tr("Choose a node.")
        else:
            summary = tr("{right} of {all} found, {extra} too many.", right=right, all=len(solution.nodes), extra=extra)
        return AnswerVerdict(chosen == solution.nodes, summary, tuple(items))

    def _item(self, exercise: Exercise, node: int, state: State) -> Item:
        tree = exercise.tree
        text = bound_text(tree.values[node], exercise.decimals) if not tree.children[node] else ""
        return Item(state, node, node_name(node), text)

    def _check_numbers(self, exercise: Exercise, answer: Answer, solution: Answer) -> AnswerVerdict:
        items = []
        for blank in self.blanks(exercise):
            given = answer.numbers.get(blank.key)
            state = State.MISSING if given is None else State.RIGHT
            if given is not None and given != solution.numbers[blank.key]:
                state = State.WRONG
            label = tr(blank.label)
            name = f"{node_name(blank.node)} {label}" if blank.node >= 0 else label
            items.append(Item(state, blank.node, name, "" if given is None else bound_text(given)))
        order = (State.WRONG, State.MISSING, State.RIGHT)
        items.sort(key=lambda item: order.index(item.state))
        right = sum(item.state is State.RIGHT for item in items)
        is_right = right == len(items)
        summary = tr("Right.") if is_right else tr("Right numbers: {right} of {all}.", right=right, all=len(items))
        return AnswerVerdict(is_right, summary, tuple(items))

    def answer_text(self, exercise: Exercise) -> str:
        """Return the solution as one line of text."""
        solution = self.solution(exercise)
        if self.form is Form.NUMBERS:
            return "; ".join(
                f"{node_name(blank.node) + ' ' if blank.node >= 0 else ''}{tr(blank.label)} = "
                f"{bound_text(solution.numbers[blank.key])}"
                for blank in self.blanks(exercise)
            )
        return ", ".join(node_name(node) for node in sorted(solution.nodes)) or "–"


KINDS: dict[str, ExerciseKind] = {}
"""The kinds of exercises by name, in the order in which they are offered. Filled by ``engine.teach.kinds``."""

K = TypeVar("K", bound=ExerciseKind)


def kind(cls: type[K]) -> type[K]:
    """Class decorator that adds a kind to ``KINDS``."""
    KINDS[cls.name] = cls()
    return cls


MOST_ATTEMPTS = 500
MOST_ATTEMPTS_OF_TREE = 40
"""Maximum number of attempts with a given tree, whose random parts are few, such as the fault of a search."""


def generate(name: str, level: Difficulty | None = None, seed: int = 0) -> Exercise:
    """Return the exercise of a kind, a level and a seed. Equal arguments return equal exercises.

    Random trees are drawn until one has what the kind and the level require.

    Raises:
        OptionError: if there is no such kind, or no such tree was found.
    """
    found = find_kind(name)
    level = found.levels[0] if level is None else level
    rng = random.Random(f"{name} {level.branching} {level.depth} {level.shallow} {level.deep} {seed}")
    for _ in range(MOST_ATTEMPTS):
        exercise = found.make(level, seed, rng)
        if exercise is not None:
            return exercise
    raise OptionError(
        "no tree for “{kind}” with these numbers: children {branching}, depth {depth}, shallow cut-offs {shallow}, "
        "deep cut-offs {deep}",
        kind=tr(found.title), branching=level.branching, depth=level.depth, shallow=level.shallow, deep=level.deep,
    )  # fmt: skip


def generate_of_tree(name: str, tree: HandmadeTree, seed: int = 0) -> Exercise:
    """Return the exercise of a kind about a given tree. The seed decides what the question does not leave open.

    Raises:
        OptionError: if there is no such kind, or the question cannot be asked about the tree.
    """
    found = find_kind(name)
    level = Difficulty(max(map(len, tree.children)), tree.depth)
    rng = random.Random(f"{name} {tree.text()} {seed}")
    for _ in range(MOST_ATTEMPTS_OF_TREE):
        exercise = found.of_tree(level, seed, rng, tree)
        if exercise is not None:
            return exercise
    raise OptionError("“{kind}” cannot be asked about the tree {tree}", kind=tr(found.title), tree=tree.text())


def find_kind(name: str) -> ExerciseKind:
    """Return a kind by its name.

    Raises:
        OptionError: if there is none.
    """
    import engine.teach.kinds  # noqa: F401  # fills KINDS

    if name not in KINDS:
        raise OptionError("unknown exercise {name!r}; available: {names}", name=name, names=", ".join(KINDS))
    return KINDS[name]


def kinds() -> dict[str, ExerciseKind]:
    """Return all kinds by name."""
    import engine.teach.kinds  # noqa: F401

    return dict(KINDS)


def parse_bound(text: str) -> int:
    """Return the number of a text, or ±``INFINITY`` for ``−∞``, ``-inf``, ``+∞``, ``∞`` or ``inf``.

    Raises:
        OptionError: if the text is neither.
    """
    word = text.strip().lower().replace("−", "-").replace("∞", "inf").removeprefix("+")
    if word in ("inf", "-inf"):
        return INFINITY if word == "inf" else -INFINITY
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= 6:
        return int(word)
    raise OptionError("{text!r} is not a number, −∞ or +∞", text=text)
