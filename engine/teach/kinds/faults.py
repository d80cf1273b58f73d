"""The exercise of finding the fault of a search from the record of its steps."""

import random

from engine.core.handmade import node_name, parse_tree, random_tree
from engine.core.language import mark, tr
from engine.teach.bugs import BUGS, first_fault, steps
from engine.teach.exercise import Answer, Exercise, Form, Kind, Level, kind
from engine.teach.walk import bound_text


@kind
class Bug(Kind):
    """The first node at which a faulty search departs from alpha-beta."""

    name = "bug"
    title = mark("Find the fault")
    question = mark("At which node does the search make its first mistake?")
    instruction = mark(
        "The picture shows what a faulty alpha-beta did: the window of each node that it visited, and the value "
        "with which it left the node. Follow it step by step: the first mistake is a wrong window or value, a "
        "node that should not have been visited, or one that was left too early."
    )
    form = Form.NODE
    levels = (Level(2, 2), Level(2, 3), Level(3, 2), Level(3, 3))

    def make(self, level: Level, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise in which a random fault shows."""
        bug = list(BUGS)[rng.randrange(len(BUGS))]
        tree = random_tree(level.branching, level.depth, rng, -9 if bug in ("zero", "sign") else 0)
        if bug == "terminal":
            # A leaf takes the place of an inner node, so that a line ends above the last ply.
            place = rng.choice(range(1, len(tree.values) - len(tree.leaves)))
            tree = parse_tree(tree.text(replaced={place: str(rng.randint(1, 20))}))
        if bug == "sign" and level.depth < 2:
            return None
        return Exercise(self.name, level, seed, tree, bug=bug) if first_fault(tree, bug) is not None else None

    def candidates(self, exercise: Exercise) -> frozenset[int]:
        """Return the nodes that the faulty search visited."""
        return frozenset(step.node for step in steps(exercise.tree, exercise.bug))

    def solution(self, exercise: Exercise) -> Answer:
        """Return the node of the first step that differs."""
        fault = first_fault(exercise.tree, exercise.bug)
        assert fault is not None
        return Answer(nodes=frozenset({fault}))

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return what is right at a node that is not the first mistake, or what is wrong and why."""
        right, wrong = steps(exercise.tree), steps(exercise.tree, exercise.bug)
        at = next(i for i, (one, other) in enumerate(zip(right, wrong, strict=False)) if one != other)
        fault = wrong[at].node
        if node >= 0 and node != fault:
            places = [i for i, step in enumerate(wrong) if step.node == node]
            if places and places[0] < at:
                return [tr("Up to the first mistake, {node} is searched as alpha-beta does.", node=node_name(node))]
            return [tr("There is a mistake before the search comes to {node}.", node=node_name(node))]
        return [self._difference(right[at], wrong[at]), tr(BUGS[exercise.bug])]

    def _difference(self, right: object, wrong: object) -> str:
        """Return the sentence about the first step that differs."""
        from engine.teach.bugs import Step

        assert isinstance(right, Step) and isinstance(wrong, Step)
        parts = {"node": node_name(wrong.node), "other": node_name(right.node)}
        if wrong.enters and not right.enters:
            return tr("{node} should not be visited: alpha-beta leaves {other} before it.", **parts)
        if right.enters and not wrong.enters:
            return tr("{node} is left too early: alpha-beta visits {other} before.", **parts)
        if wrong.enters:
            return tr(
                "{node} is searched with ({alpha}, {beta}); alpha-beta uses ({low}, {high}).",
                alpha=bound_text(wrong.alpha), beta=bound_text(wrong.beta), low=bound_text(right.alpha),
                high=bound_text(right.beta), **parts,
            )  # fmt: skip
        return tr(
            "{node} is left with {value}; its value is {other_value}.",
            node=parts["node"], value=bound_text(wrong.value), other_value=bound_text(right.value),
        )  # fmt: skip
