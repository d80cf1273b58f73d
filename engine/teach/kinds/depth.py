"""The exercise about the horizon: how deep a search must look to see what a move is worth."""

import random
from collections.abc import Sequence
from functools import lru_cache

from engine.core.handmade import HandmadeTree, node_name, random_tree
from engine.core.language import mark, tr
from engine.core.values import replace
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.recording import record
from engine.teach.exercise import Answer, Blank, Difficulty, Exercise, ExerciseKind, Form, kind
from engine.teach.walk import bound_text, position_of

LOWEST, HIGHEST = 1, 20
"""Range of the static values."""


@lru_cache(maxsize=64)
def values_at(tree: HandmadeTree, depth: int) -> dict[int, int]:
    """Return the values of the children of the root for the maximiser, from a minimax search of the whole depth."""
    search = record(Query(position_of(tree), Spec.parse("minimax"), "", Limit(depth=depth)))[0]
    return {search.line(visit)[-1]: -search.number("value", visit) for visit in search.children(0)}


def choices(tree: HandmadeTree) -> tuple[tuple[int, ...], ...]:
    """Return the best children of the root for each depth, from 1 to the depth of the tree."""
    found = []
    for depth in range(1, tree.depth + 1):
        values = values_at(tree, depth)
        found.append(tuple(child for child in tree.children[0] if values[child] == max(values.values())))
    return tuple(found)


@kind
class LeastDepth(ExerciseKind):
    """The least depth at which the search finds the best move, in a tree with a static value at every node."""

    name = "horizon"
    title = mark("The horizon")
    question = mark("Which depth sees it first?")
    instruction = mark(
        "Every node below A has a static value, which the search uses where its depth ends; it sees nothing beyond. "
        "Which move is best with depth 1, with depth 2, and so on? Fill in the least depth at which the search "
        "chooses the move that is best in the whole tree. All numbers are for the maximiser."
    )
    form = Form.NUMBERS
    algorithm = "minimax"
    replays = False
    levels = (Difficulty(2, 2), Difficulty(2, 3), Difficulty(3, 3), Difficulty(2, 4))

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise in which less depth chooses another move, and more depth the same."""
        tree = random_tree(level.branching, level.depth, rng)
        values = tuple(
            value if not tree.children[node] else rng.randint(LOWEST, HIGHEST) if node else 0
            for node, value in enumerate(tree.values)
        )
        tree = replace(tree, values=values)
        found = choices(tree)
        best = found[-1]
        if any(len(each) != 1 for each in found) or found[0] == best:
            return None
        first = found.index(best)
        return Exercise(self.name, level, seed, tree) if all(each == best for each in found[first:]) else None

    def blanks(self, exercise: Exercise) -> Sequence[Blank]:
        """Return the depth."""
        return (Blank(-1, "depth", mark("least depth")),)

    def solution(self, exercise: Exercise) -> Answer:
        """Return the least depth with the best move."""
        found = choices(exercise.tree)
        return Answer(numbers={(-1, "depth"): found.index(found[-1]) + 1})

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return what each depth sees and chooses."""
        found, sentences = choices(exercise.tree), []
        first = found.index(found[-1])
        for depth, best in enumerate(found[: first + 1], 1):
            values = values_at(exercise.tree, depth)
            sentences.append(
                tr(
                    "With depth {depth}, {values}: the search chooses {node}.",
                    depth=depth,
                    node=node_name(best[0]),
                    values=", ".join(f"{node_name(child)} = {bound_text(value)}" for child, value in values.items()),
                )
            )
        sentences.append(
            tr(
                "{lure} only looks best as long as the answer is beyond the horizon: depth {depth} sees it, and more "
                "depth does not change the choice.",
                lure=node_name(found[first - 1][0]),
                depth=first + 1,
            )
        )
        return sentences
