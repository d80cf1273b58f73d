"""Exercises on whole trees: their size, minimax values, the best move, and values for the side to move."""

import random
from collections.abc import Sequence

from engine.core.handmade import HandmadeTree, node_name, random_tree
from engine.core.language import mark, tr
from engine.teach.exercise import Answer, Blank, Difficulty, Exercise, ExerciseKind, Form, kind
from engine.teach.walk import bound_text, minimax

VALUE_LEVELS = (Difficulty(2, 2), Difficulty(3, 2), Difficulty(2, 3), Difficulty(3, 3))
COUNTS = {"leaves": mark("leaves"), "nodes": mark("nodes"), "deeper": mark("leaves one ply deeper")}


def inner(tree: HandmadeTree) -> tuple[int, ...]:
    """Return the nodes that have children."""
    return tuple(node for node, children in enumerate(tree.children) if children)


def side_sentence(tree: HandmadeTree, node: int) -> str:
    """Return a sentence about the choice at a node, with the minimax values of its children, or about a leaf."""
    values = minimax(tree)
    if not tree.children[node]:
        leaf = {"node": node_name(node), "value": bound_text(values[node])}
        return tr("{node} is a leaf with the value {value}.", **leaf)
    texts = ", ".join(f"{node_name(child)} = {bound_text(values[child])}" for child in tree.children[node])
    parts = {"node": node_name(node), "values": texts, "value": bound_text(values[node])}
    if tree.depths[node] % 2 == 0:
        return tr("At {node} the maximiser moves. Its children are worth {values}; the greatest is {value}.", **parts)
    return tr("At {node} the minimiser moves. Its children are worth {values}; the least is {value}.", **parts)


@kind
class Size(ExerciseKind):
    """How many leaves and nodes a uniform tree has."""

    name = "size"
    title = mark("The size of a tree")
    question = mark("How many leaves and nodes are there?")
    instruction = mark(
        "Every node above the leaves has b children, and the leaves are at ply d. Count, or calculate with b^d. "
        "How many leaves would there be if every leaf had b children, too?"
    )
    form = Form.NUMBERS
    algorithm = "minimax"
    levels = (Difficulty(2, 3), Difficulty(3, 2), Difficulty(2, 4), Difficulty(4, 2), Difficulty(3, 3))

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise."""
        return Exercise(self.name, level, seed, random_tree(level.branching, level.depth, rng))

    def blanks(self, exercise: Exercise) -> Sequence[Blank]:
        """Return the three counts."""
        return tuple(Blank(-1, name, label) for name, label in COUNTS.items())

    def solution(self, exercise: Exercise) -> Answer:
        """Return the counts."""
        tree, leaves = exercise.tree, len(exercise.tree.leaves)
        counts = {"leaves": leaves, "nodes": len(tree.values), "deeper": leaves * exercise.level.branching}
        return Answer(numbers={(-1, name): count for name, count in counts.items()})

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return the calculation."""
        b, d = exercise.level.branching, exercise.level.depth
        plies = " + ".join(str(b**ply) for ply in range(d + 1))
        return [
            tr("With b = {b} and d = {d}, the number of leaves is b^d = {leaves}.", b=b, d=d, leaves=b**d),
            tr("The nodes of all plies are {sum} = {nodes}.", sum=plies, nodes=len(exercise.tree.values)),
            tr("One ply deeper, this number is multiplied by {b}: {leaves}.", b=b, leaves=b ** (d + 1)),
        ]


@kind
class MinimaxValues(ExerciseKind):
    """The minimax values of the inner nodes."""

    name = "minimax"
    title = mark("Minimax by hand")
    question = mark("What are the nodes worth?")
    instruction = mark(
        "Fill in the minimax value of every marked node, from the bottom to the top: the maximiser takes the greatest "
        "value of the children, the minimiser the least."
    )
    form = Form.NUMBERS
    algorithm = "minimax"
    levels = VALUE_LEVELS

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise."""
        return self.of_tree(level, seed, rng, random_tree(level.branching, level.depth, rng))

    def of_tree(self, level: Difficulty, seed: int, rng: random.Random, tree: HandmadeTree) -> Exercise | None:
        """Return an exercise about a given tree."""
        return Exercise(self.name, level, seed, tree, inner(tree))

    def blanks(self, exercise: Exercise) -> Sequence[Blank]:
        """Return a value for every inner node."""
        return tuple(Blank(node, "value", mark("value")) for node in exercise.marked)

    def solution(self, exercise: Exercise) -> Answer:
        """Return the values."""
        values = minimax(exercise.tree)
        return Answer(numbers={(node, "value"): values[node] for node in exercise.marked})

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return how the value of a node follows from its children."""
        return [side_sentence(exercise.tree, max(node, 0))]


@kind
class Best(ExerciseKind):
    """The best move at the root."""

    name = "best"
    title = mark("The best move")
    question = mark("Which move is best at the root?")
    instruction = mark("The maximiser moves at A, and then both sides play as well as possible.")
    form = Form.NODE
    algorithm = "minimax"
    levels = (Difficulty(3, 2), Difficulty(2, 3), Difficulty(3, 3))

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise in which the branch with the greatest leaf is not the best one."""
        tree = random_tree(level.branching, level.depth, rng)
        exercise = self.of_tree(level, seed, rng, tree)
        values = minimax(tree)
        greatest = max(tree.leaves, key=tree.values.__getitem__)
        while tree.parents[greatest] != 0:
            greatest = tree.parents[greatest]
        return None if values[greatest] == values[0] else exercise

    def of_tree(self, level: Difficulty, seed: int, rng: random.Random, tree: HandmadeTree) -> Exercise | None:
        """Return an exercise about a given tree with one best move."""
        values = minimax(tree)
        is_unique = sum(values[child] == values[0] for child in tree.children[0]) == 1
        return Exercise(self.name, level, seed, tree) if is_unique else None

    def candidates(self, exercise: Exercise) -> frozenset[int]:
        """Return the children of the root."""
        return frozenset(exercise.tree.children[0])

    def solution(self, exercise: Exercise) -> Answer:
        """Return the child with the value of the root."""
        values = minimax(exercise.tree)
        return Answer(nodes=frozenset(child for child in exercise.tree.children[0] if values[child] == values[0]))

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return what a child is worth, and what the root is worth."""
        tree = exercise.tree
        return [side_sentence(tree, each) for each in dict.fromkeys((max(node, 0), 0))]


@kind
class NegamaxValues(ExerciseKind):
    """The values of negamax: for the side to move at each node."""

    name = "negamax"
    title = mark("Negamax: one sign")
    question = mark("What are the nodes worth for the side to move?")
    instruction = mark(
        "The leaves show values for the maximiser. Fill in the value of every marked node for the side that "
        "moves there: "
        "the greatest of the negated values of its children. A leaf's value is negated where the minimiser would move."
    )
    form = Form.NUMBERS
    algorithm = "negamax"
    for_mover = True
    levels = VALUE_LEVELS[:3]

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise with leaves of both signs."""
        return self.of_tree(level, seed, rng, random_tree(level.branching, level.depth, rng, -12, 12))

    def of_tree(self, level: Difficulty, seed: int, rng: random.Random, tree: HandmadeTree) -> Exercise | None:
        """Return an exercise about a given tree."""
        return Exercise(self.name, level, seed, tree, inner(tree))

    def blanks(self, exercise: Exercise) -> Sequence[Blank]:
        """Return a value for every inner node."""
        return tuple(Blank(node, "value", mark("value")) for node in exercise.marked)

    def solution(self, exercise: Exercise) -> Answer:
        """Return the values for the side to move."""
        return Answer(numbers={(node, "value"): _own(exercise.tree, node) for node in exercise.marked})

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return how the value of a node follows from its children."""
        tree, node = exercise.tree, max(node, 0)
        if not tree.children[node]:
            own = tr("For the side that would move there, it is {value}.", value=bound_text(_own(tree, node)))
            return [side_sentence(tree, node), own]
        texts = ", ".join(
            f"−({bound_text(_own(tree, child))}) = {bound_text(-_own(tree, child))}" for child in tree.children[node]
        )
        names = ", ".join(map(node_name, tree.children[node]))
        return [
            tr(
                "The children of {node} are {children}. Negated, their values for the side to move there are "
                "{values}; the "
                "greatest is {value}.",
                node=node_name(node), children=names, values=texts, value=bound_text(_own(tree, node)),
            )
        ]  # fmt: skip


def _own(tree: HandmadeTree, node: int) -> int:
    """Return the minimax value of a node for the side to move there."""
    value = minimax(tree)[node]
    return -value if tree.depths[node] % 2 else value
