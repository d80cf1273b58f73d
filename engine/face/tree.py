"""Trees of the library: the nodes that a search visited, with their windows and values, and why."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import OptionError, SearchError
from engine.core.evaluation import find_evaluation
from engine.core.language import Plural, language, tr
from engine.face.algorithms import AlgorithmLike, as_spec, limit_of, seed_of, whole
from engine.face.analysis import Analysis
from engine.face.interruptible import run
from engine.face.position import Position, PositionLike, as_position
from engine.face.table import html_table
from engine.face.text import counted
from engine.search.query import Query, Run
from engine.searchtree.answers import moves_of_root, open_path, why_object
from engine.searchtree.difference import Difference, check_comparable
from engine.searchtree.export import save_tree
from engine.searchtree.facts import Statistics
from engine.searchtree.model import SearchTree
from engine.searchtree.recording import CAPACITY, record

if TYPE_CHECKING:
    import numpy


class Explanation(dict[str, Any]):
    """Why a node of a tree has its value, with the keys of ``kyvien-engine tree --why --json``.

    ``print`` shows the sentences in the current language.
    """

    def __str__(self) -> str:
        return str(self["text"][language()])

    def _repr_html_(self) -> str:
        rows = [(name, "" if value is None else value) for name, value in self.items() if name != "text"]
        return html_table((str(self), ""), rows)


class Tree:
    """The tree of the last depth of a search.

    Attributes:
        core: the tree as the rest of the engine uses it, whose nodes are numbers.
        analysis: the result of the search.

    Args:
        core: the tree.
        analysis: the result of the search.
        query: the search.
        capacity: maximum number of nodes to record.
    """

    def __init__(self, core: SearchTree, analysis: Analysis, query: Query, capacity: int) -> None:
        self.core = core
        self.analysis = analysis
        self._query, self._capacity = query, capacity

    @property
    def position(self) -> Position:
        """The position that was searched."""
        return self.analysis.position

    @property
    def nodes(self) -> int:
        """The number of nodes that the last depth visited, recorded or not."""
        return self.core.facts.nodes

    def __len__(self) -> int:
        """Return the number of recorded nodes."""
        return len(self.core)

    def stats(self) -> Statistics:
        """Return counts over all visits, which do not depend on how many of them are recorded."""
        return self.core.stats()

    @property
    def columns(self) -> "Mapping[str, numpy.ndarray[Any, Any]]":
        """The recorded nodes as numpy arrays of equal length, by name: ``parent``, ``move``, ``alpha``, ``value``, ….

        ``pandas.DataFrame(dict(tree.columns))`` makes a table of them. Windows and values are for the side to move at
        the node.
        """
        return self.core.columns

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The visits of the moves at the root, as ``kyvien-engine tree --json`` prints them.

        The search is repeated if they were not recorded.
        """
        self.core, rows = run(lambda stop: moves_of_root(self.core, self._query, self._capacity, stop))
        return rows

    def why(self, moves: str | Iterable[str | int] = ()) -> Explanation:
        """Explain the node after some moves: its window, its value, and where its bound comes from.

        The search is repeated if the node was not recorded.

        Args:
            moves: the moves from the root, as a list or as one text in which spaces separate them.

        Raises:
            NotationError, IllegalMoveError: if a move is not legal.
            OptionError: if the search did not visit the position after these moves.
            SearchError: if the search does not repeat itself.
        """
        numbers, at = [], self.position
        for move in moves.split() if isinstance(moves, str) else moves:
            numbers.append(at.number(move))
            at = Position(at.core.play(numbers[-1]))
        whole = not self.core.facts.unrepeatable
        shown, node = run(
            lambda stop: open_path(self.core, numbers, self._query, self._capacity, whole=whole, stop=stop)
        )
        self.core = shown
        return Explanation(why_object(shown, node))

    def diff(self, other: "Tree") -> Difference:
        """Compare the tree with another one of the same position.

        Raises:
            OptionError: if they are trees of different positions, or of searches without windows.
        """
        check_comparable(self.core, other.core, self.analysis.algorithm, other.analysis.algorithm)
        return self.core.diff(other.core)

    def save(self, file: str | Path) -> None:
        """Write the recorded nodes to a file.

        The format is that of the name: ``.kvtree``, ``.csv``, a picture ``.svg``, a page ``.html``, or LaTeX source
        ``.tex`` of a tree of at most 200 nodes.

        Raises:
            OptionError: if the name ends otherwise.
            FileError: if the file cannot be written.
            KyVienError: if the tree is too large for LaTeX.
        """
        save_tree(Path(file), self.core)

    def __repr__(self) -> str:
        facts = self.core.facts
        nodes = counted(Plural("{count} node", "{count} nodes"), facts.nodes)
        kept = f"{len(self):,} recorded, complete to ply {facts.complete_to_ply}"
        return f"Tree({facts.algorithm}: depth {facts.depth}, {nodes}, {kept})"

    def _repr_svg_(self) -> str:
        from engine.searchtree.export.drawing import tree_picture

        return tree_picture(self.core, inline=True)

    def _repr_html_(self) -> str:
        rows = self.rows
        names = [name for name in (rows[0] if rows else {}) if name not in ("again", "proved", "win_in")]
        titles = {
            "move": tr("Move"), "alpha": "α", "beta": "β", "value": tr("Score"), "reason": tr("Why"),
            "nodes": tr("Nodes"),
        }  # fmt: skip
        header = [titles.get(name, name) for name in names]
        return f"{self._repr_svg_()}{html_table(header, ([each[name] for name in names] for each in rows), repr(self))}"


def tree(
    position: PositionLike,
    algorithm: AlgorithmLike = "alphabeta",
    *,
    depth: int | None = None,
    nodes: int | None = None,
    evaluation: str = "",
    seed: int = 0,
    capacity: int = CAPACITY,
) -> Tree:
    """Analyse a position with one algorithm, and record the tree of its last depth.

    If the tree is larger than ``capacity``, the upper plies are recorded completely and the rest is counted.
    ``Tree.why`` finds nodes below by repeating the search.

    Args:
        position: a position, or the name of a game for its start position.
        algorithm: the algorithm, as ``"alphabeta"`` or ``"negascout:ordering=on"``, or an object of the engine.
        depth: last depth to complete, in plies. Without any limit, it is 3.
        nodes: maximum number of positions to visit.
        evaluation: name of an evaluation of the game, or an empty string for the game's default.
        seed: random seed.
        capacity: greatest number of nodes to record.

    Raises:
        KyVienError: if an argument is not valid, or if the algorithm has no tree. The message is one sentence.
    """
    root, spec = as_position(position), as_spec(algorithm)
    find_evaluation(root.game.name, evaluation)
    if not spec.is_own:
        raise SearchError("{name} has no tree to keep", name=spec.name)
    if not 1 <= whole("capacity", capacity) <= 10_000_000:
        raise OptionError(
            "{name} is {value}: must be {minimum} to {maximum}",
            name="capacity", value=capacity, minimum=1, maximum=10_000_000,
        )  # fmt: skip
    query = Query(root.core, spec, evaluation, limit_of([spec], depth, nodes), seed_of(seed))
    found, report = run(lambda stop: record(query, Run(stop), capacity))
    return Tree(found, Analysis(root, spec, [report]), query, capacity)
