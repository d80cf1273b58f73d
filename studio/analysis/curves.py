"""The curves of the evaluation graph: scores along the main line, and along the variation that is shown."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.core.errors import KyVienError
from engine.core.evaluation import current_name
from engine.core.outcome import Player
from engine.core.score import Score
from engine.records.foreign import file_notes
from engine.records.tree import ROOT, EvaluationNote, GameTree
from engine.search.spec import Spec
from studio.analysis.parameters import parameters_text
from studio.document.values import Source, algorithm_title, evaluation_title
from studio.look import scores

Curve = Source
"""Key of a curve: the algorithm with its parameters, as written in the record, and the name of the evaluation."""
FROM_FILE: Curve = ("", "")
"""The curve of the scores that other programs wrote in the file (``engine.records.foreign``)."""


def curve_name(curve: Curve) -> str:
    """Return the identifier of a curve's algorithm."""
    return curve[0].partition(":")[0]


@dataclass(frozen=True)
class GameLines:
    """The nodes shown by the graph.

    Attributes:
        main: the nodes of the main line, starting with the root.
        branch: the nodes of the displayed variation after its branch point, or an empty tuple without a variation.
        start: ply of the branch point, or 0 without a variation.
    """

    main: tuple[int, ...] = (ROOT,)
    branch: tuple[int, ...] = ()
    start: int = 0

    @classmethod
    def of(cls, tree: GameTree, line: Iterable[int]) -> "GameLines":
        """Return the main line of ``tree``, with the nodes of ``line`` that are not on it as the variation."""
        main = tree.main_line()
        on_main = set(main)
        branch = tuple(node for node in line if node not in on_main)
        parent = tree.nodes[branch[0]].parent if branch else None
        start = 0 if parent is None else next(ply for ply, node in enumerate(main) if node == parent)
        return cls(tuple(main), branch, start)

    @property
    def last(self) -> int:
        """The greatest ply of the main line and the variation."""
        return max(len(self.main) - 1, self.start + len(self.branch))

    def nodes(self) -> list[int]:
        """Return all nodes, those of the main line first."""
        return [*self.main, *self.branch]

    def place(self, node: int) -> tuple[int, bool] | None:
        """Return the ply of ``node`` and whether the node is in the variation, or None if the node is not shown."""
        if node in self.branch:
            return self.start + 1 + self.branch.index(node), True
        return (self.main.index(node), False) if node in self.main else None

    def node(self, ply: int, *, in_branch: bool) -> int | None:
        """Return the node at ``ply``, or None if there is none.

        The node is in the variation if ``in_branch`` is true, and on the main line otherwise.
        """
        line, index = (self.branch, ply - self.start - 1) if in_branch else (self.main, ply)
        return line[index] if 0 <= index < len(line) else None


@dataclass
class Points:
    """The scores of one curve by ply, with the depths of the searches.

    Attributes:
        main: scores on the main line.
        branch: scores in the displayed variation.
        depths: the depths of the searches that found no forced win. An unknown depth is None.
    """

    main: dict[int, Score] = field(default_factory=dict)
    branch: dict[int, Score] = field(default_factory=dict)
    depths: set[int | None] = field(default_factory=set)


def collect(
    tree: GameTree,
    lines: GameLines,
    notes: Mapping[int, list[EvaluationNote]],
    live: Mapping[int, list[EvaluationNote]],
) -> dict[Curve, Points]:
    """Return the points of each curve.

    Args:
        tree: the tree, which contains the notes of the record.
        lines: the nodes shown.
        notes: the notes of the whole-game analysis in progress. They replace the notes of the tree.
        live: the notes of analyses of single positions. They replace other notes only if they are deeper.
    """
    names: dict[str, str] = {}
    game = tree.game.name
    found: dict[Curve, Points] = {}
    others = file_notes(tree, lines.nodes())
    for index, node in enumerate(lines.nodes()):
        best: dict[Curve, EvaluationNote] = {FROM_FILE: others[node]} if node in others else {}
        stored = [*tree.nodes[node].evaluations, *notes.get(node, ())]
        for number, note in enumerate((*stored, *live.get(node, ()))):
            if not note.algorithm or note.score is None:
                continue
            if note.evaluation not in names:
                names[note.evaluation] = current_name(game, note.evaluation)
            curve = (note.algorithm, names[note.evaluation])
            before = best.get(curve)
            if before is None or number < len(stored) or (note.depth or 0) > (before.depth or 0):
                best[curve] = note
        in_branch = index >= len(lines.main)
        ply = index - len(lines.main) + lines.start + 1 if in_branch else index
        for curve, note in best.items():
            assert note.score is not None
            points = found.setdefault(curve, Points())
            (points.branch if in_branch else points.main)[ply] = note.score.pov(Player.FIRST)
            if note.score.win_in is None:
                points.depths.add(note.depth)
    return found


def short_titles(curve: Curve, points: Points, game: str, *, with_evaluation: bool) -> tuple[str, ...]:
    """Return the names of a curve for the legend, the longest first.

    The shortest name is the title of the algorithm. A longer name also contains the depth, if all of several points
    have the same depth. The longest name also contains the evaluation, if ``with_evaluation`` is true.
    """
    title = algorithm_title(curve[0])
    depth = next(iter(points.depths)) if len(points.depths) == 1 and len(points.main) > 1 else None
    name = title if depth is None else f"{title} d{depth}"
    names: tuple[str, ...] = (name, title)
    if with_evaluation and curve[1]:
        names = (f"{name} · {evaluation_title(game, curve[1])}", *names)
    return tuple(dict.fromkeys(names))


def full_title(curve: Curve, game: str) -> str:
    """Return the title of a curve with its algorithm, its parameters, its evaluation and the unit of its scores."""
    try:
        words = [algorithm_title(curve[0]), parameters_text(Spec.parse(curve[0]))]
    except KyVienError:
        words = [algorithm_title(curve[0])]
    if curve[1]:
        words += [evaluation_title(game, curve[1]), scores.unit_text(game, curve[1])]
    return " · ".join(word for word in words if word)
