"""The exercise about terminal states: the utility of every leaf of the end of a real game."""

import random
from collections.abc import Sequence
from functools import lru_cache

from engine.core.game import find_game
from engine.core.handmade import node_name, parse_tree
from engine.core.language import mark, tr
from engine.core.position import Position
from engine.teach.exercise import Answer, Blank, Difficulty, Exercise, ExerciseKind, Form, kind
from engine.teach.kinds.values import side_sentence
from engine.teach.origin import Origin
from engine.teach.walk import bound_text, minimax

GAME, CELLS = "tictactoe", 9
"""The game, and the number of moves after which its board is full."""


@kind
class Utility(ExerciseKind):
    """The utility of the terminal states in the last plies of a game of tic-tac-toe, and the value of the root."""

    name = "utility"
    title = mark("Terminal states and utility")
    question = mark("What is the utility of each terminal state?")
    instruction = mark(
        "The tree contains all moves until the game is over. Fill in the utility of each leaf for {side}, who moves at "
        "A: 1 for a win, 0 for a draw, −1 for a loss. Then fill in the value of A: {side} takes the greatest value of "
        "the children, {other} the least."
    )
    form = Form.NUMBERS
    algorithm = "minimax"
    levels = (Difficulty(3, 3), Difficulty(2, 2))

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise with two different utilities, in which as many cells are empty as the tree has plies."""
        if level.depth != level.branching or not 2 <= level.depth <= 3:
            return None
        position: Position = find_game(GAME)().start()
        for _ in range(CELLS - level.depth):
            moves = position.legal_moves()
            if not moves:
                return None
            position = position.play(rng.choice(moves))
        if not position.legal_moves():
            return None
        tree = parse_tree(_text(position, position.side))
        if tree.depth != level.depth or len({tree.values[leaf] for leaf in tree.leaves}) < 2:
            return None
        moves, texts = [-1], [""]
        made = [position]
        for node in range(1, len(tree.values)):
            # The numbers of the nodes grow from ply to ply, so that the parent was made before.
            parent = tree.parents[node]
            move = made[parent].legal_moves()[tree.children[parent].index(node)]
            moves.append(move)
            texts.append(str(made[parent].game.format_move(made[parent], move, "coordinates")))
            made.append(made[parent].play(move))
        origin = Origin(GAME, "", "", CELLS - level.depth, str(position), tuple(moves), tuple(texts), ())
        return Exercise(self.name, level, seed, tree, (0, *tree.leaves), origin=origin)

    def hidden(self, exercise: Exercise) -> frozenset[int]:
        """Return the leaves, whose values are asked for."""
        return frozenset(exercise.tree.leaves)

    def task(self, exercise: Exercise) -> str:
        """Return what is asked, with the sides."""
        side, other = self._sides(exercise)
        return tr(self.instruction, side=side, other=other)

    def blanks(self, exercise: Exercise) -> Sequence[Blank]:
        """Return a value for every leaf, and one for the root."""
        return tuple(Blank(node, "value", mark("value")) for node in (*exercise.tree.leaves, 0))

    def solution(self, exercise: Exercise) -> Answer:
        """Return the utilities of the leaves and the value of the root."""
        values = minimax(exercise.tree)
        return Answer(numbers={blank.key: values[blank.node] for blank in self.blanks(exercise)})

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return how the game ends at a leaf, or how the value of a node follows from its children."""
        tree, node = exercise.tree, max(node, 0)
        if tree.children[node]:
            return [side_sentence(tree, node)]
        side, other = self._sides(exercise)
        parts = {"node": node_name(node), "value": bound_text(tree.values[node]), "side": side, "other": other}
        match tree.values[node]:
            case 1:
                return [tr("At {node} the game is over: {side} has won, so the utility is {value}.", **parts)]
            case -1:
                return [
                    tr("At {node} the game is over: {other} has won, so the utility for {side} is {value}.", **parts)
                ]
        return [tr("At {node} the board is full and no one has won: the utility is {value}.", **parts)]

    def _sides(self, exercise: Exercise) -> tuple[str, str]:
        """Return the names of the side that moves at the root, and of the other one."""
        assert exercise.origin is not None
        position = exercise.origin.start()
        sides = position.game.sides
        return tr(sides[position.side]), tr(sides[1 - position.side])


@lru_cache(maxsize=1024)
def _text(position: Position, maximiser: int) -> str:
    """Return the tree of a position as text, with the utility of each terminal state for the player ``maximiser``."""
    moves = position.legal_moves()
    if moves:
        return f"({' '.join(_text(position.play(move), maximiser) for move in moves)})"
    outcome = position.outcome()
    if outcome is None or outcome.winner is None:
        return "0"
    return "1" if int(outcome.winner) == maximiser else "-1"
