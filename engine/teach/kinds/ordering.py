"""Exercises on the order of the children: the best order, and the leaves of the minimal tree."""

import random
from collections.abc import Mapping, Sequence

from engine.core.handmade import HandmadeTree, node_name, parse_tree, random_tree
from engine.core.language import mark, ngettext, tr
from engine.teach.exercise import (
    Answer,
    AnswerVerdict,
    Blank,
    Difficulty,
    Exercise,
    ExerciseKind,
    Form,
    Item,
    State,
    kind,
)
from engine.teach.kinds.values import inner, side_sentence
from engine.teach.walk import bound_text, minimax, walk_of


def minimal_leaves(branching: int, depth: int) -> int:
    """Return the leaves that alpha-beta visits at least in a uniform tree: b^⌈d/2⌉ + b^⌊d/2⌋ − 1.

    Source: D. E. Knuth and R. W. Moore, An analysis of alpha-beta pruning, Artificial Intelligence 6, 1975.
    """
    return int(branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1)


def best_order(tree: HandmadeTree) -> dict[int, tuple[int, ...]]:
    """Return an order in which the best child of every node comes first, and the others keep their order."""
    values = minimax(tree)
    return {
        node: tuple(sorted(tree.children[node], key=lambda child, node=node: values[child] != values[node]))  # type: ignore[misc]
        for node in inner(tree)
    }


def leaves_visited(tree: HandmadeTree, order: Mapping[int, Sequence[int]]) -> int:
    """Return the number of leaves that alpha-beta visits with the children in another order."""
    return len(walk_of(parse_tree(tree.text(order=order))).leaves)


@kind
class Order(ExerciseKind):
    """An order of the children with which alpha-beta visits as few leaves as possible."""

    name = "order"
    title = mark("Ordering the children")
    question = mark("In which order does alpha-beta visit the fewest leaves?")
    instruction = mark("The children of every node may be put in another order. The value of the tree stays the same.")
    form = Form.ORDER
    replays = False
    levels = (Difficulty(3, 2), Difficulty(2, 3), Difficulty(2, 4), Difficulty(3, 3))

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise in which the order of the picture is not the best one."""
        return self.of_tree(level, seed, rng, random_tree(level.branching, level.depth, rng))

    def of_tree(self, level: Difficulty, seed: int, rng: random.Random, tree: HandmadeTree) -> Exercise | None:
        """Return an exercise about a given tree, which is uniform and not in the best order."""
        if tree.uniform != (level.branching, level.depth):
            return None
        least = minimal_leaves(level.branching, level.depth)
        return Exercise(self.name, level, seed, tree) if leaves_visited(tree, {}) > least else None

    def solution(self, exercise: Exercise) -> Answer:
        """Return the order with the best child first everywhere."""
        return Answer(order=best_order(exercise.tree))

    def check(self, exercise: Exercise, answer: Answer) -> AnswerVerdict:
        """Accept every order in which alpha-beta visits as few leaves as possible.

        The first item that is wrong is the first node whose best child does not come first.
        """
        tree, values = exercise.tree, minimax(exercise.tree)
        if any(sorted(order) != sorted(tree.children[node]) for node, order in answer.order.items()):
            return AnswerVerdict(False, tr("The children of a node are missing or occur twice."), ())
        found = leaves_visited(tree, answer.order)
        least = minimal_leaves(exercise.level.branching, exercise.level.depth)
        summary = ngettext("Alpha-beta visits {count} leaf; the least is {least}.",
                           "Alpha-beta visits {count} leaves; the least is {least}.", found, least=least)  # fmt: skip
        if found <= least:
            return AnswerVerdict(True, summary, ())
        items = [
            Item(State.WRONG, node, node_name(node), bound_text(values[node]))
            for node in inner(tree)
            if values[answer.order.get(node, tree.children[node])[0]] != values[node]
        ]
        return AnswerVerdict(False, summary, tuple(items))

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return which child of a node should come first, or of the node above a leaf."""
        tree, values = exercise.tree, minimax(exercise.tree)
        node = max(node, 0)
        if not tree.children[node]:
            return [side_sentence(tree, node), *self.explain(exercise, tree.parents[node])]
        best = next(child for child in tree.children[node] if values[child] == values[node])
        parts = {"node": node_name(node), "best": node_name(best), "value": bound_text(values[best])}
        if tree.depths[node] % 2 == 0:
            first = tr("At {node} the maximiser moves, and its best child is {best} with {value}.", **parts)
        else:
            first = tr("At {node} the minimiser moves, and its best child is {best} with {value}.", **parts)
        return [
            first,
            tr("If {best} comes first, the window for the other children is as narrow as a first child can make it. "
               "They are left as early as possible if the best reply comes first in each of them, too.", **parts),
        ]  # fmt: skip

    def answer_text(self, exercise: Exercise) -> str:
        """Return the tree in the best order as text, and the number of leaves."""
        text = exercise.tree.text(order=best_order(exercise.tree))
        least = minimal_leaves(exercise.level.branching, exercise.level.depth)
        return ngettext("{tree} ({count} leaf visited)", "{tree} ({count} leaves visited)", least, tree=text)


@kind
class LeafCount(ExerciseKind):
    """The number of leaves of the minimal tree."""

    name = "count"
    title = mark("The minimal tree")
    question = mark("How many leaves does alpha-beta visit at least?")
    instruction = mark(
        "The children may be in any order. Count the leaves that even the best order cannot avoid, or calculate: "
        "b^⌈d/2⌉ + b^⌊d/2⌋ − 1."
    )
    form = Form.NUMBERS
    levels = (Difficulty(3, 2), Difficulty(2, 3), Difficulty(2, 4), Difficulty(3, 3), Difficulty(4, 2))

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise."""
        return Exercise(self.name, level, seed, random_tree(level.branching, level.depth, rng))

    def blanks(self, exercise: Exercise) -> Sequence[Blank]:
        """Return the one number."""
        return (Blank(-1, "least", mark("leaves")),)

    def solution(self, exercise: Exercise) -> Answer:
        """Return the number of leaves in the best order, counted by a search."""
        return Answer(numbers={(-1, "least"): leaves_visited(exercise.tree, best_order(exercise.tree))})

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return the calculation, and what the two terms count."""
        b, d = exercise.level.branching, exercise.level.depth
        up, down = (d + 1) // 2, d // 2
        return [
            tr("To prove that the root is worth at least its value, one child of every node of the maximiser is "
               "enough, but all children of the minimiser's nodes are needed. Leaves: {b}^{down} = {leaves}.",
               b=b, down=down, leaves=b**down),
            tr("To prove that it is worth at most its value, it is the other way round. Leaves: {b}^{up} = {leaves}.",
               b=b, up=up, leaves=b**up),
            tr("Both proofs have one leaf in common. Leaves that both need together: {first} + {second} − 1 = {least}.",
               first=b**up, second=b**down, least=minimal_leaves(b, d)),
        ]  # fmt: skip
