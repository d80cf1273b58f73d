"""Exercises on alpha-beta: the leaves never visited, windows and values, the next node, and null windows."""

import random
from collections.abc import Sequence

from engine.core.handmade import HandmadeTree, node_name, random_tree
from engine.core.language import mark, tr
from engine.teach.exercise import Answer, Blank, Difficulty, Exercise, ExerciseKind, Form, kind
from engine.teach.kinds.values import inner
from engine.teach.walk import NEVER, Walk, bound_text, minimax, walk_of

LEVELS = (Difficulty(3, 2, 1), Difficulty(2, 3, 1), Difficulty(2, 4, 2), Difficulty(3, 3, 3), Difficulty(2, 4, 2, 1))
MARKED = 3
"""Number of nodes whose window and value are asked for."""


def has_cuts(walk: Walk, level: Difficulty) -> bool:
    """Whether alpha-beta has as many shallow and deep cut-offs as a level requires."""
    shallow, deep = walk.cuts
    return shallow >= level.shallow and deep >= level.deep


def cut_tree(level: Difficulty, rng: random.Random) -> HandmadeTree | None:
    """Return a random tree, or None if it lacks the cut-offs of the level."""
    tree = random_tree(level.branching, level.depth, rng)
    return tree if has_cuts(walk_of(tree), level) else None


@kind
class Prune(ExerciseKind):
    """The leaves that alpha-beta never visits."""

    name = "prune"
    title = mark("Leaves never visited")
    question = mark("Which leaves are never visited?")
    instruction = mark("Alpha-beta goes from left to right and passes over some leaves.")
    form = Form.NODES
    shows_search = True
    levels = LEVELS

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise with a cut-off at least."""
        tree = cut_tree(level, rng)
        return None if tree is None else self.of_tree(level, seed, rng, tree)

    def of_tree(self, level: Difficulty, seed: int, rng: random.Random, tree: HandmadeTree) -> Exercise | None:
        """Return an exercise about a given tree in which leaves are not visited."""
        return Exercise(self.name, level, seed, tree) if walk_of(tree).pruned else None

    def candidates(self, exercise: Exercise) -> frozenset[int]:
        """Return the leaves."""
        return frozenset(exercise.tree.leaves)

    def solution(self, exercise: Exercise) -> Answer:
        """Return the leaves that are not visited."""
        return Answer(nodes=walk_of(exercise.tree).pruned)

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return why a leaf is visited or not, and what its parent is worth."""
        tree, walk = exercise.tree, walk_of(exercise.tree)
        sentences = walk.explain(node if node >= 0 else min(walk.pruned))
        if node > 0 and walk.visit_of(node) != NEVER:
            sentences += walk.explain(tree.parents[node])
        return sentences


@kind
class Windows(ExerciseKind):
    """The window and the value of some nodes."""

    name = "windows"
    title = mark("Window and value")
    question = mark("With which window is the node searched, and what is its value?")
    instruction = mark(
        "Fill in α and β as they are when alpha-beta comes to the node, and the value with which it leaves the "
        "node: the "
        "best value of the children that it visited (fail-soft). All numbers are for the maximiser."
    )
    form = Form.NUMBERS
    levels = LEVELS[:4]

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise about some nodes, one of which is left early."""
        tree = cut_tree(level, rng)
        return None if tree is None else self.of_tree(level, seed, rng, tree)

    def of_tree(self, level: Difficulty, seed: int, rng: random.Random, tree: HandmadeTree) -> Exercise | None:
        """Return an exercise about a given tree about some nodes, one of which is left early."""
        walk = walk_of(tree)
        visited = [node for node in inner(tree) if node and walk.visit_of(node) != NEVER]
        cut = [node for node in visited if any(walk.visit_of(child) == NEVER for child in tree.children[node])]
        if not cut or len(visited) < 2:
            return None
        first = rng.choice(cut)
        others = [node for node in visited if node != first]
        chosen = {first, *rng.sample(others, min(MARKED - 1, len(others)))}
        return Exercise(self.name, level, seed, tree, tuple(sorted(chosen)))

    def blanks(self, exercise: Exercise) -> Sequence[Blank]:
        """Return three numbers for every marked node."""
        labels = {"alpha": "α", "beta": "β", "value": mark("value")}
        return tuple(Blank(node, name, label) for node in exercise.marked for name, label in labels.items())

    def solution(self, exercise: Exercise) -> Answer:
        """Return the windows and values."""
        walk = walk_of(exercise.tree)
        numbers = {}
        for node in exercise.marked:
            visit = walk.visit_of(node)
            numbers[node, "alpha"], numbers[node, "beta"] = walk.window(visit)
            numbers[node, "value"] = walk.value(visit)
        return Answer(numbers=numbers)

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return the window of a node, and why it has its value."""
        walk, node = walk_of(exercise.tree), max(node, 0)
        if walk.visit_of(node) == NEVER:
            return walk.explain(node)
        alpha, beta = walk.window(walk.visit_of(node))
        window = tr("{node} is searched with α = {alpha} and β = {beta}.",
                    node=node_name(node), alpha=bound_text(alpha), beta=bound_text(beta))  # fmt: skip
        return [window, *walk.explain(node)]


@kind
class Next(ExerciseKind):
    """The node that is visited after those that are shown."""

    name = "next"
    title = mark("The next node")
    question = mark("Which node is visited next?")
    instruction = mark(
        "The picture shows the search under way: the nodes visited so far, with what is known about them."
    )
    form = Form.NODE
    levels = LEVELS

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise that ends at a cut-off, after which nodes are skipped."""
        tree = cut_tree(level, rng)
        return None if tree is None else self.of_tree(level, seed, rng, tree)

    def of_tree(self, level: Difficulty, seed: int, rng: random.Random, tree: HandmadeTree) -> Exercise | None:
        """Return an exercise about a given tree that ends at a cut-off."""
        order = walk_of(tree).order
        places = {node: place for place, node in enumerate(tree.order())}
        jumps = [at for at in range(1, len(order)) if places[order[at]] > places[order[at - 1]] + 1]
        return Exercise(self.name, level, seed, tree, shown=rng.choice(jumps)) if jumps else None

    def candidates(self, exercise: Exercise) -> frozenset[int]:
        """Return the nodes that were not visited so far."""
        seen = walk_of(exercise.tree).order[: exercise.shown]
        return frozenset(range(len(exercise.tree.values))) - set(seen)

    def solution(self, exercise: Exercise) -> Answer:
        """Return the next node."""
        return Answer(nodes=frozenset({walk_of(exercise.tree).order[exercise.shown]}))

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return why a node is not the next one."""
        walk = walk_of(exercise.tree)
        right = walk.order[exercise.shown]
        if node == right or node < 0:
            last = walk.order[exercise.shown - 1]
            left = next(each for each in _skipped(walk, last, right))
            return walk.explain(left)
        if node in walk.order[: exercise.shown]:
            return [tr("{node} was visited before. Next comes {right}.", node=node_name(node), right=node_name(right))]
        if walk.visit_of(node) != NEVER:
            return [tr("{node} is visited later: {right} comes first.", node=node_name(node), right=node_name(right))]
        return walk.explain(node)


def _skipped(walk: Walk, last: int, following: int) -> Sequence[int]:
    """Return the nodes, depth first, between two nodes that were visited one after the other."""
    order = walk.tree.order()
    return order[order.index(last) + 1 : order.index(following)]


@kind
class NullWindow(ExerciseKind):
    """The moves at the root that NegaScout searches again."""

    name = "null_window"
    title = mark("Null windows")
    question = mark("Which children of A are searched again?")
    instruction = mark(
        "NegaScout searches the first child of A with the whole window. It asks about each other child with a "
        "null window only whether it is better than the best one so far, and searches it again if the answer is yes."
    )
    form = Form.NODES
    algorithm = "negascout"
    shows_search = True
    levels = (Difficulty(4, 2), Difficulty(3, 3), Difficulty(4, 3))

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise in which one child is searched again and another one is not."""
        return self.of_tree(level, seed, rng, random_tree(level.branching, level.depth, rng))

    def of_tree(self, level: Difficulty, seed: int, rng: random.Random, tree: HandmadeTree) -> Exercise | None:
        """Return an exercise about a given tree in which one child is searched again and another one is not."""
        exercise = Exercise(self.name, level, seed, tree)
        again = len(self.solution(exercise).nodes)
        return exercise if 0 < again < len(tree.children[0]) - 1 else None

    def candidates(self, exercise: Exercise) -> frozenset[int]:
        """Return the children of the root."""
        return frozenset(exercise.tree.children[0])

    def solution(self, exercise: Exercise) -> Answer:
        """Return the children of the root that are searched twice."""
        walk = walk_of(exercise.tree, self.algorithm)
        visits = [walk.order[child] for child in walk.search.children(0)]
        return Answer(nodes=frozenset(node for node in visits if visits.count(node) > 1))

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return what the null window asks about the child at or above a node, and the answer.

        For the root, it is the first child that is searched again.
        """
        tree, values = exercise.tree, minimax(exercise.tree)
        children = tree.children[0]
        node = min(self.solution(exercise).nodes) if node <= 0 else node
        while node not in children:
            node = tree.parents[node]
        if node not in children[1:]:
            return [
                tr(
                    "{node} is the first child: it is searched with the whole window, once.",
                    node=node_name(children[0]),
                )
            ]
        before = max(children[: children.index(node)], key=values.__getitem__)
        parts = {
            "node": node_name(node), "best": node_name(before), "bound": bound_text(values[before]),
            "value": bound_text(values[node]),
        }  # fmt: skip
        if values[node] > values[before]:
            return [
                tr("{best} is worth {bound}. Is {node} worth more than {bound}? Yes: it is searched again, and "
                   "is worth "
                   "{value}.", **parts)
            ]  # fmt: skip
        return [
            tr("{best} is worth {bound}. Is {node} worth more than {bound}? No. How much it is worth exactly does not "
               "matter, so it is not searched again.", **parts)
        ]  # fmt: skip
