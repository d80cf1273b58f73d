"""The exercise of finding the fault of a search from the record of its steps."""

import random
from collections.abc import Sequence
from typing import ClassVar

from engine.core.handmade import HandmadeTree, node_name, parse_tree, random_tree
from engine.core.language import mark, ngettext, tr
from engine.search.search import find_algorithm
from engine.teach.bugs import BUGS, OF_NEGAMAX, SearchStep, first_fault, steps
from engine.teach.exercise import Answer, Difficulty, Exercise, ExerciseKind, Form, kind
from engine.teach.walk import bound_text


@kind
class Bug(ExerciseKind):
    """The first node at which a faulty search departs from alpha-beta.

    Attributes:
        faults: the faults that are planted.
        prunes: whether the search has windows.
    """

    name = "bug"
    title = mark("Find the fault")
    question = mark("At which node does the search make its first mistake?")
    instruction = mark(
        "The picture shows what a faulty alpha-beta did: the window of each node that it visited, and the value "
        "with which it left the node. Follow it step by step: the first mistake is a wrong window or value, a "
        "node that should not have been visited, or one that was left too early."
    )
    form = Form.NODE
    replays = False
    levels = (Difficulty(2, 2), Difficulty(2, 3), Difficulty(3, 2), Difficulty(3, 3))
    faults: ClassVar[tuple[str, ...]] = tuple(BUGS)
    prunes: ClassVar[bool] = True

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise in which a random fault shows."""
        bug = self.faults[rng.randrange(len(self.faults))]
        tree = random_tree(level.branching, level.depth, rng, -9 if bug in ("zero", "sign") else 0)
        if bug == "terminal":
            # A leaf takes the place of an inner node, so that a line ends above the last ply.
            place = rng.choice(range(1, len(tree.values) - len(tree.leaves)))
            tree = parse_tree(tree.text(replaced={place: str(rng.randint(1, 20))}))
        if bug == "sign" and level.depth < 2:
            return None
        return self._planted(level, seed, tree, bug)

    def of_tree(self, level: Difficulty, seed: int, rng: random.Random, tree: HandmadeTree) -> Exercise | None:
        """Return an exercise about a given tree in which a random fault shows."""
        return self._planted(level, seed, tree, self.faults[rng.randrange(len(self.faults))])

    def _planted(self, level: Difficulty, seed: int, tree: HandmadeTree, bug: str) -> Exercise | None:
        shows = first_fault(tree, bug, prunes=self.prunes) is not None
        return Exercise(self.name, level, seed, tree, bug=bug) if shows else None

    def record(self, exercise: Exercise) -> Sequence[SearchStep]:
        """Return the steps of the faulty search."""
        return steps(exercise.tree, exercise.bug, prunes=self.prunes)

    def candidates(self, exercise: Exercise) -> frozenset[int]:
        """Return the nodes that the faulty search visited."""
        return frozenset(step.node for step in self.record(exercise))

    def solution(self, exercise: Exercise) -> Answer:
        """Return the node of the first step that differs."""
        fault = first_fault(exercise.tree, exercise.bug, prunes=self.prunes)
        assert fault is not None
        return Answer(nodes=frozenset({fault}))

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return what is right at a node that is not the first mistake, or what is wrong, why, and what follows."""
        right, wrong = steps(exercise.tree, prunes=self.prunes), self.record(exercise)
        at = next(i for i, (one, other) in enumerate(zip(right, wrong, strict=False)) if one != other)
        fault = wrong[at].node
        parts = {"node": node_name(node) if node >= 0 else "", "search": self._search}
        if node >= 0 and node != fault:
            places = [i for i, step in enumerate(wrong) if step.node == node]
            if not places:
                return [tr("The faulty search does not visit {node}.", node=node_name(node))]
            if places[0] < at:
                return [tr("Up to the first mistake, {node} is searched as {search} does.", **parts)]
            return [tr("There is a mistake before the search comes to {node}.", **parts)]
        return [self._difference(right[at], wrong[at]), tr(BUGS[exercise.bug]), self._consequence(right, wrong)]

    @property
    def _search(self) -> str:
        return tr(find_algorithm(self.algorithm).title)

    def _difference(self, right: SearchStep, wrong: SearchStep) -> str:
        """Return the sentence about the first step that differs."""
        parts = {"node": node_name(wrong.node), "other": node_name(right.node), "search": self._search}
        if wrong.enters and not right.enters:
            return tr("{node} should not be visited: {search} leaves {other} before it.", **parts)
        if right.enters and not wrong.enters:
            return tr("{node} is left too early: {search} visits {other} before.", **parts)
        if wrong.enters:
            return tr(
                "{node} is searched with ({alpha}, {beta}); {search} uses ({low}, {high}).",
                alpha=bound_text(wrong.alpha), beta=bound_text(wrong.beta), low=bound_text(right.alpha),
                high=bound_text(right.beta), **parts,
            )  # fmt: skip
        return tr(
            "{node} is left with {value}; its value is {other_value}.",
            node=parts["node"], value=bound_text(wrong.value), other_value=bound_text(right.value),
        )  # fmt: skip

    def _consequence(self, right: Sequence[SearchStep], wrong: Sequence[SearchStep]) -> str:
        """Return what the fault does to the result: a wrong value, or the right one with other visits."""
        found, expected = bound_text(wrong[-1].value), bound_text(right[-1].value)
        if found != expected:
            return tr("So the tree gets the value {found} instead of {expected}.", found=found, expected=expected)
        visits, usual = len(wrong) // 2, len(right) // 2
        if visits != usual:
            return ngettext(
                "The value of the tree, {value}, is right here, but the search visits {count} node instead of {usual}.",
                "The value of the tree, {value}, is right here, but the search visits {count} nodes instead of "
                "{usual}.",
                visits, value=expected, usual=usual,
            )  # fmt: skip
        return tr("Here the result is right by luck. In other trees it is wrong, or more nodes are visited.")


@kind
class NegamaxBug(Bug):
    """The first node at which a faulty negamax without windows departs from negamax."""

    name = "negamax_bug"
    title = mark("Fault of negamax")
    instruction = mark(
        "The picture shows what a faulty negamax did: the value with which it left each node, for the maximiser. "
        "Follow it from the bottom to the top, from left to right: the first mistake is a wrong value, or a node "
        "that was left before its children were searched."
    )
    algorithm = "negamax"
    faults = OF_NEGAMAX
    prunes = False
