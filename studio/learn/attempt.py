"""The user's answer to an exercise, as far as it is made in the picture, and what the picture shows of it."""

from collections.abc import Mapping

from engine.core.handmade import HandmadeTree
from engine.core.position import Position
from engine.teach import drawing
from engine.teach.exercise import AnswerVerdict, Exercise, ExerciseKind, Form, State, find_kind
from engine.teach.walk import Walk, walk_of


class Attempt:
    """An answer that is being made.

    Attributes:
        exercise: the exercise.
        chosen: the nodes chosen.
        order: the children of nodes that were put in another order.
        selected: the node whose judgement is explained, or -1.
    """

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.chosen: set[int] = set()
        self.order: dict[int, tuple[int, ...]] = {}
        self.selected = -1

    @property
    def kind(self) -> ExerciseKind:
        """The kind of the exercise."""
        return find_kind(self.exercise.kind)

    @property
    def tree(self) -> HandmadeTree:
        """The tree of the exercise."""
        return self.exercise.tree

    @property
    def walk(self) -> Walk:
        """The search that the exercise is about."""
        return walk_of(self.tree, self.kind.algorithm, self.exercise.decimals)

    def position(self, node: int) -> Position | None:
        """Return the position of a node in the real game that the tree is from, or None if it is from none."""
        origin = self.exercise.origin
        return origin.after(self.tree.parents, node) if origin is not None else None

    def click(self, node: int) -> None:
        """Choose a node, or no longer choose it. If one node is wanted, it replaces the one chosen before."""
        if self.kind.form is Form.NODE:
            self.chosen = {node}
        else:
            self.chosen ^= {node}

    def give_up(self) -> None:
        """Choose what the solution contains."""
        answer = self.kind.solution(self.exercise)
        self.chosen, self.order = set(answer.nodes), dict(answer.order)

    def candidates(self, is_over: bool) -> frozenset[int]:
        """Return the nodes that react to clicks: all of them after the exercise."""
        return frozenset(range(len(self.tree.values))) if is_over else self.kind.candidates(self.exercise)

    def can_step(self, is_over: bool) -> bool:
        """Whether the search can be stepped through."""
        return is_over and self.kind.replays

    def drawing(self, verdict: AnswerVerdict | None, is_over: bool, step: int) -> drawing.Drawing:
        """Return the picture. Before the answer is judged, it contains only what the question shows.

        Args:
            verdict: the judgement, or None if there is none.
            is_over: whether the exercise was solved, by the user or by the program.
            step: number of the steps of the search that are shown after the exercise.
        """
        exercise, kind = self.exercise, self.kind
        if kind.form is Form.ORDER:
            made = drawing.ordered(self.tree, self.order)
        elif kind.replays and (is_over or (verdict is not None and kind.shows_search)):
            made = drawing.walked(self.walk, step if is_over else -1, for_mover=kind.for_mover)
        else:
            made = drawing.question(exercise)
        made = made.labelled(exercise)
        if self.selected < 0 and exercise.marked and kind.form is Form.NUMBERS and verdict is None:
            return made.marked(chosen=exercise.marked)
        return made.marked(self.chosen, _states(verdict), self.selected)


def _states(verdict: AnswerVerdict | None) -> Mapping[int, State]:
    """Return the judgement of each node. One that is wrong in part is wrong."""
    # The wrong ones are first.
    return {item.node: item.state for item in reversed(verdict.items)} if verdict is not None else {}
