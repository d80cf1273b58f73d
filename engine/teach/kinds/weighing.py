"""The exercise about evaluations: the features of real positions, their weights, and the sum."""

import random
from collections.abc import Mapping, Sequence

from engine.core.evaluation import find_evaluation
from engine.core.handmade import node_name, parse_tree
from engine.core.language import mark, ngettext, tr
from engine.core.position import Position
from engine.core.values import Value, replace
from engine.teach.exercise import Answer, Blank, Difficulty, Exercise, ExerciseKind, Feature, Form, kind
from engine.teach.kinds.values import side_sentence
from engine.teach.origin import Origin, sample_names, sampled
from engine.teach.walk import bound_text, minimax

MOST_VALUE = 999
"""Greatest absolute value of a leaf."""
MOST_MOVES = 6
"""Maximum number of moves at the root."""


class Weighing(Value):
    """An evaluation that is a sum of features times weights.

    Attributes:
        name: name of the evaluation. Its terms are the features in the order of ``weights``.
        weights: the weights, whole numbers.
        scale: number by which the scores of the evaluation are divided.
        unit: English unit of the weights, translated for display.
    """

    name: str
    weights: tuple[int, ...]
    scale: int
    unit: str


WEIGHINGS: Mapping[str, Weighing] = {
    "chess": Weighing("material", (1, 3, 3, 5, 9), 100, mark("pawns")),
    "cotoan": Weighing("material_safety", (1, -1), 1, mark("points")),
}
"""The evaluations that are computed by hand, by game."""


@kind
class Evaluate(ExerciseKind):
    """The evaluation of real positions by hand: features times weights, for the maximiser."""

    name = "evaluation"
    title = mark("Features and weights")
    question = mark("What are the leaves worth by the evaluation?")
    instruction = mark(
        "For each feature, subtract what the other side has from what the maximiser has, multiply by the weight, and "
        "add up. Fill in the sum at each leaf, and then the value of A."
    )
    form = Form.NUMBERS
    algorithm = "minimax"
    levels = (Difficulty(2, 1), Difficulty(3, 1), Difficulty(4, 1))

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise in which not all moves lead to the same sum."""
        if level.depth != 1 or not 2 <= level.branching <= MOST_MOVES:
            return None
        samples = [each for each in sample_names() if each[0] in WEIGHINGS]
        return next(filter(None, (self._try(level, seed, rng, each) for each in sampled(rng, samples))), None)

    def _try(self, level: Difficulty, seed: int, rng: random.Random, origin: Origin) -> Exercise | None:
        """Return an exercise with moves of one position that lead to as many different sums as possible."""
        position = origin.start()
        if position.outcome() is not None:
            return None
        sums: dict[int, list[int]] = {}
        features: dict[int, tuple[Feature, ...]] = {}
        for move in rng.sample(position.legal_moves(), len(position.legal_moves())):
            leaf = position.play(move)
            if leaf.outcome() is None:
                features[move] = features_of(leaf)
                sums.setdefault(weighed(features[move], position.turn), []).append(move)
        moves = [
            move for place in range(level.branching) for group in sums.values() for move in group[place : place + 1]
        ]
        if len(moves) < level.branching or len(sums) < 2 or any(abs(value) > MOST_VALUE for value in sums):
            return None
        chosen = sorted(moves[: level.branching])
        values = [weighed(features[move], position.turn) for move in chosen]
        tree = parse_tree(f"({' '.join(map(str, values))})")
        leaves = tree.children[0]
        found = tuple(
            replace(each, node=leaf) for leaf, move in zip(leaves, chosen, strict=True) for each in features[move]
        )
        texts = (str(position.game.format_move(position, move, "coordinates")) for move in chosen)
        origin = replace(origin, moves=(-1, *chosen), texts=("", *texts))
        return Exercise(self.name, level, seed, tree, (0, *leaves), origin=origin, features=found)

    def hidden(self, exercise: Exercise) -> frozenset[int]:
        """Return the leaves, whose values are asked for."""
        return frozenset(exercise.tree.leaves)

    def task(self, exercise: Exercise) -> str:
        """Return which game the positions are from, what is asked, the weights, and the features of each leaf."""
        origin = exercise.origin
        assert origin is not None
        position = origin.start()
        sides = position.game.sides
        where = ngettext(
            "{game}: “{record}” after {count} ply. {side} moves at A and is the maximiser. The weights are in {unit}.",
            "{game}: “{record}” after {count} plies. {side} moves at A and is the maximiser. The weights are in "
            "{unit}.",
            origin.ply, game=tr(position.game.title), record=origin.title, unit=tr(WEIGHINGS[origin.game].unit),
            side=tr(sides[position.side]),
        )  # fmt: skip
        first = exercise.tree.children[0][0]
        weights = ", ".join(
            tr("{feature} × {weight}", feature=tr(each.label), weight=bound_text(each.weight))
            for each in exercise.features
            if each.node == first
        )
        lines = [f"{where} {tr(self.instruction)}", tr("Features and weights: {weights}", weights=weights)]
        for leaf in exercise.tree.children[0]:
            counts = "; ".join(
                tr(
                    "{feature}: {first} {first_count}, {second} {second_count}",
                    feature=tr(each.label), first=tr(sides[0]), first_count=each.first,
                    second=tr(sides[1]), second_count=each.second,
                )
                for each in exercise.features
                if each.node == leaf
            )  # fmt: skip
            lines.append(
                tr("{node} ({move}): {features}", node=node_name(leaf), move=origin.texts[leaf], features=counts)
            )
        return "\n".join(lines)

    def blanks(self, exercise: Exercise) -> Sequence[Blank]:
        """Return a value for every leaf, from left to right, and one for the root."""
        return tuple(Blank(node, "value", mark("value")) for node in (*exercise.tree.children[0], 0))

    def solution(self, exercise: Exercise) -> Answer:
        """Return the sums and their maximum."""
        values = minimax(exercise.tree)
        return Answer(numbers={(node, "value"): value for node, value in enumerate(values)})

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return the sum at a leaf term by term, or the sums of all leaves and the choice at the root."""
        tree, origin = exercise.tree, exercise.origin
        assert origin is not None
        if node <= 0:
            texts = [self._sum(exercise, leaf) for leaf in tree.children[0]] if node < 0 else []
            return [*texts, side_sentence(tree, 0)]
        position = origin.start()
        maximiser = position.side
        sentences = []
        for each in exercise.features:
            if each.node == node:
                own, other = (each.second, each.first) if maximiser else (each.first, each.second)
                sentences.append(
                    tr(
                        "{feature}: ({own} − {other}) × {weight} = {points}.",
                        feature=tr(each.label), own=own, other=other, weight=bound_text(each.weight),
                        points=bound_text(each.weight * (own - other)),
                    )
                )  # fmt: skip
        side = tr(position.game.sides[maximiser])
        return [*sentences, self._sum(exercise, node), tr("The sum is for {side}, the maximiser.", side=side)]

    def _sum(self, exercise: Exercise, leaf: int) -> str:
        """Return the calculation of the sum at a leaf in one line."""
        assert exercise.origin is not None
        sign = -1 if exercise.origin.start().side else 1
        points = [each.weight * sign * (each.first - each.second) for each in exercise.features if each.node == leaf]
        first, *others = [bound_text(each) for each in points]
        rest = "".join(f" − {text[1:]}" if text.startswith("−") else f" + {text}" for text in others)
        value = bound_text(exercise.tree.values[leaf])
        return tr("{node}: {sum} = {value}.", node=node_name(leaf), sum=first + rest, value=value)


def features_of(position: Position) -> tuple[Feature, ...]:
    """Return the features of a position of a game in ``WEIGHINGS``, which are not negative, without a node."""
    weighing = WEIGHINGS[position.game.name]
    terms = find_evaluation(position.game.name, weighing.name).terms(position)
    return tuple(
        Feature(
            -1, term.label, weight, *(round(points / (weight * weighing.scale)) for points in (term.first, term.second))
        )
        for term, weight in zip(terms, weighing.weights, strict=True)
    )


def weighed(features: Sequence[Feature], maximiser: int) -> int:
    """Return the sum of the features times their weights, for the player ``maximiser``."""
    total = sum(each.weight * (each.first - each.second) for each in features)
    return -total if maximiser else total
