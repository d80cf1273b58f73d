"""The exercise about a search in a real game."""

import random

from engine.core.evaluation import find_evaluation, hand_made
from engine.core.handmade import node_name, parse_tree
from engine.core.language import mark, ngettext, tr
from engine.core.position import Position
from engine.core.values import replace
from engine.search.query import Query
from engine.search.report import Limit
from engine.search.spec import Spec
from engine.searchtree.model import SearchTree
from engine.searchtree.node import Fate
from engine.searchtree.recording import record
from engine.teach.exercise import Answer, Difficulty, Exercise, ExerciseKind, Form, kind
from engine.teach.origin import Looked, Origin, sample_names, sampled
from engine.teach.walk import walk_of

SHOWN = 4
"""Number of replies to a move that are shown."""
MOST_SCORE = 900
"""Greatest absolute score. Some evaluations give nearly 1000 for a position that is as good as won."""
MOST_MOVES = 6
"""Maximum number of moves at the root."""


@kind
class Replies(ExerciseKind):
    """The replies of a real position that alpha-beta never looks at.

    The moves at the root, and the first replies to some of them, are a tree. Its values are those of the search of the
    game: an evaluation after two plies, or the value of a move all of whose replies were looked at.
    """

    name = "replies"
    title = mark("Replies in a real game")
    question = mark("Which of these replies are never looked at?")
    instruction = mark(
        "The position is from a real game. A move with a number was searched completely. For the other moves, the "
        "first replies are shown in the order of the search."
    )
    form = Form.NODES
    shows_search = True
    levels = (Difficulty(3, 2), Difficulty(4, 2), Difficulty(5, 2))

    def make(self, level: Difficulty, seed: int, rng: random.Random) -> Exercise | None:
        """Return an exercise in which two moves are left early, one of them after more than one reply."""
        if level.depth != 2 or not 2 <= level.branching <= MOST_MOVES:
            return None
        return next(filter(None, (self._try(level, seed, rng, each) for each in sampled(rng, sample_names()))), None)

    def _try(self, level: Difficulty, seed: int, rng: random.Random, origin: Origin) -> Exercise | None:
        """Return an exercise with random moves of one position."""
        position = origin.start()
        moves = position.legal_moves()
        if len(moves) < level.branching or position.outcome() is not None:
            return None
        places = sorted(rng.sample(range(len(moves)), level.branching))
        only = tuple(moves[place] for place in places)
        own = hand_made(position.game.name)
        search = record(Query(position, Spec.parse(self.algorithm), own, Limit(depth=2), only=only))[0]
        branches = [_branch(search, position, visit) for visit in search.children(0)]
        if [each.move for each in branches] != list(only) or any(not each.is_sound for each in branches):
            return None
        left = [each for each in branches if each.replies]
        if len(left) < 2 or max(each.visited for each in left) < 2:
            return None
        return self._exercise(level, seed, position, origin, branches)

    def _exercise(
        self, level: Difficulty, seed: int, position: Position, origin: Origin, branches: "list[_Branch]"
    ) -> Exercise | None:
        tree = parse_tree(f"({' '.join(each.text for each in branches)})")
        roots = tree.children[0]
        moves, texts = [-1] * len(tree.values), [""] * len(tree.values)
        unvisited: set[int] = set()
        for node, branch in zip(roots, branches, strict=True):
            moves[node], texts[node] = branch.move, _text(position, branch.move)
            after = position.play(branch.move)
            for place, child in enumerate(tree.children[node]):
                moves[child], texts[child] = branch.replies[place], _text(after, branch.replies[place])
                if place >= branch.visited:
                    unvisited.add(child)
        if walk_of(tree, self.algorithm).pruned != unvisited:
            return None
        looked = tuple(Looked(node, each.visited, each.total) for node, each in zip(roots, branches, strict=True))
        source = replace(origin, moves=tuple(moves), texts=tuple(texts), looked=looked)
        return Exercise(self.name, level, seed, tree, origin=source)

    def task(self, exercise: Exercise) -> str:
        """Return which game the position is from, and how the tree is to be read."""
        origin = exercise.origin
        assert origin is not None
        position = origin.start()
        where = ngettext(
            "{game}: “{record}” after {count} ply. The scores are in {unit}, for {side}, who moves at A.",
            "{game}: “{record}” after {count} plies. The scores are in {unit}, for {side}, who moves at A.",
            origin.ply, game=tr(position.game.title), record=origin.title, unit=tr(origin.unit[0]),
            side=tr(position.game.sides[position.side]),
        )  # fmt: skip
        return f"{where} {tr(self.instruction)}"

    def candidates(self, exercise: Exercise) -> frozenset[int]:
        """Return the replies."""
        return frozenset(node for node, depth in enumerate(exercise.tree.depths) if depth == 2)

    def solution(self, exercise: Exercise) -> Answer:
        """Return the replies that are never visited."""
        return Answer(nodes=walk_of(exercise.tree, self.algorithm, exercise.decimals).pruned)

    def explain(self, exercise: Exercise, node: int) -> list[str]:
        """Return why a reply was visited or not, and how many replies the search of the game looked at."""
        tree, origin = exercise.tree, exercise.origin
        assert origin is not None
        sentences = walk_of(tree, self.algorithm, exercise.decimals).explain(max(node, 0))
        above = tree.parents[node] if node > 0 and tree.depths[node] == 2 else node
        for each in origin.looked:
            if each.node == above:
                sentences.append(
                    ngettext(
                        "In the game, the search looked at {visited} of {count} reply to {move} ({node}).",
                        "In the game, the search looked at {visited} of {count} replies to {move} ({node}).",
                        each.replies,
                        visited=each.visited,
                        move=origin.texts[above],
                        node=node_name(above),
                    )
                )
        return sentences


class _Branch:
    """A move at the root, and what the search looked at below it.

    Attributes:
        move: the move.
        visited, total: number of the replies that were visited, and of all replies.
        replies: the replies that are shown, or an empty tuple if all replies were visited.
        text: the branch as text of a tree.
        is_sound: whether it can be shown: its values are small numbers, and not all that is shown was visited.
    """

    def __init__(self, move: int) -> None:
        self.move, self.visited, self.total = move, 0, 0
        self.replies: tuple[int, ...] = ()
        self.text = ""
        self.is_sound = False


def _branch(search: SearchTree, position: Position, visit: int) -> _Branch:
    made = _Branch(search.line(visit)[-1])
    after = position.play(made.move)
    replies = after.legal_moves()
    children = search.children(visit)
    made.visited, made.total = len(children), len(replies)
    if [search.line(child)[-1] for child in children] != replies[: len(children)] or not children:
        return made
    if search.fate(visit) is not Fate.CUT or len(children) == len(replies):
        values = [-search.number("value", visit)]
        made.text = str(values[0])
    elif len(children) < SHOWN <= len(replies):
        made.replies = tuple(replies[:SHOWN])
        values = [search.number("value", child) for child in children]
        judge = find_evaluation(position.game.name, hand_made(position.game.name))
        for reply in made.replies[len(children) :]:
            leaf = after.play(reply)
            if leaf.outcome() is not None:
                return made
            values.append(judge.score(leaf))
        made.text = f"({' '.join(map(str, values))})"
    else:
        return made
    made.is_sound = all(abs(value) <= MOST_SCORE for value in values)
    return made


def _text(position: Position, move: int) -> str:
    return str(position.game.format_move(position, move, "coordinates"))
