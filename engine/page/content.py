"""What a page contains: the tree of moves as changes of the board, and the scores of the algorithms."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.analysis.verdict import Thresholds, Verdict, verdicts_of
from engine.core.chance import win_chance
from engine.core.errors import KyVienError
from engine.core.evaluation import current_name, scale_of, unit_of
from engine.core.game import Game
from engine.core.language import mark
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import Score
from engine.core.surface import MoveShape, Surface
from engine.picture.colors import Dash, algorithm_color, algorithm_dash
from engine.picture.web import Words, both, same
from engine.records.foreign import file_notes
from engine.records.public import reviewer_of
from engine.records.tree import ROOT, EvaluationNote, GameTree, Step
from engine.search.search import find_algorithm
from engine.search.spec import Spec

MoveText = Callable[[Position, int], str]
"""A function that returns the text of a legal move in a position."""
Look = Callable[[Position], Surface]
"""A function that returns the surface of a position."""


@dataclass
class ScoreSeries:
    """The scores of one algorithm with one evaluation.

    Attributes:
        algorithm: the algorithm with its parameters, as written in the record.
        evaluation: name of the evaluation.
        title: title of the algorithm, with its depth if all its searches had the same depth.
        color: colour of its line.
        dash: form of its line.
        depths: depths of its searches that found no forced win.
        scores: text of the score and chance of FIRST, 0 to 1, by place of the node.
        lines: the best line by place of the node, as the texts of its moves, and the shape of its first move.
    """

    algorithm: str
    evaluation: str
    title: Words
    color: str
    dash: Dash
    depths: set[int | None] = field(default_factory=set)
    scores: dict[int, tuple[str, float]] = field(default_factory=dict)
    lines: dict[int, tuple[list[str], MoveShape]] = field(default_factory=dict)

    @property
    def depth(self) -> int:
        """The depth of the searches, or 0 if they differ or are unknown."""
        only = next(iter(self.depths)) if len(self.depths) == 1 else None
        return only or 0


@dataclass(frozen=True)
class Content:
    """The content of a page.

    Attributes:
        tree: the record's tree.
        steps: the nodes in the order of a printed record, without the root. The place of a node is its index here plus
            1, and the place of the root is 0.
        places: the place of each node.
        surfaces: the surface at each place.
        texts: the text of the move at each place; it is empty for the root and for a set-up.
        series: the algorithms, in the order of their first notes.
        verdicts: the judged moves of the main line, by place.
        evaluation: name of the evaluation with which they were judged.
        reviewer: index of the algorithm that judged them, or −1.
    """

    tree: GameTree
    steps: Sequence[Step]
    places: Mapping[int, int]
    surfaces: Sequence[Surface]
    texts: Sequence[str]
    series: Sequence[ScoreSeries]
    verdicts: Mapping[int, Verdict] = field(default_factory=dict)
    evaluation: str = ""
    reviewer: int = -1

    @property
    def main_series(self) -> int:
        """Index of the algorithm whose scores the list of moves shows, or −1.

        It is the one that judged the moves or, without a review, the deepest one with most notes.
        """
        if not self.series or self.reviewer >= 0:
            return self.reviewer
        most = max(len(each.scores) for each in self.series)
        rivals = [index for index, each in enumerate(self.series) if 2 * len(each.scores) >= most]
        return max(rivals, key=lambda index: (self.series[index].depth, len(self.series[index].scores)))

    def main_line(self) -> list[int]:
        """Return the places of the main line, the root first."""
        return [self.places[node] for node in self.tree.main_line()]


def recorded(position: Position, move: int) -> str:
    """Return the text of a legal move in records, which is the same in every language."""
    game: Game = position.game
    return game.format_move(position, move, "record")


def usual(position: Position) -> Surface:
    """Return the surface of a position with the game's own pieces."""
    game: Game = position.game
    return game.surface(position)


def content_of(tree: GameTree, move_text: MoveText, look: Look, thresholds: Thresholds | None = None) -> Content:
    """Return the content of a page about a tree.

    Args:
        tree: the tree.
        move_text: function that returns the text of a move.
        look: function that returns the surface of a position.
        thresholds: the limits between the classes of judged moves, or None for the defaults.
    """
    steps = list(tree.walk())
    nodes = [ROOT, *(step.node for step in steps)]
    places = {node: place for place, node in enumerate(nodes)}
    texts = [""]
    for node in nodes[1:]:
        each = tree[node]
        is_move = each.move is not None and each.parent is not None
        texts.append(move_text(tree.position(each.parent), each.move) if is_move else "")  # type: ignore[arg-type]
    algorithm, evaluation = reviewer_of(tree)
    series = _series(tree, places, move_text)
    known = [(each.algorithm, each.evaluation) for each in series]
    source = algorithm, current_name(tree.game.name, evaluation)
    verdicts = verdicts_of(tree, algorithm, evaluation, thresholds) if algorithm else []
    return Content(
        tree,
        steps,
        places,
        [look(tree.position(node)) for node in nodes],
        texts,
        series,
        {places[each.node]: each for each in verdicts},
        evaluation,
        known.index(source) if verdicts and source in known else -1,
    )


def change(before: Surface, after: Surface, shape: MoveShape | None) -> list[Any]:
    """Return the change of a board as ``[origin, target, captured, placed]``, so that replaying it gives ``after``.

    Everything that the shape does not state, such as which stone is placed, is in ``placed``: pairs of a cell and the
    id of its piece, or an empty string.

    Args:
        before: the board before the move.
        after: the board after it.
        shape: shape of the move, or None for a set-up.
    """
    origin = target = -1
    captured: list[int] = []
    placed: list[list[Any]] = []
    board = dict(before.pieces)
    if shape is not None:
        origin = -1 if shape.origin is None else shape.origin
        target = -1 if shape.target is None else shape.target
        captured = list(shape.captured)
        moved = board.pop(origin, "")
        for cell in captured:
            board.pop(cell, None)
        if target >= 0 and moved:
            board[target] = moved
    for cell in sorted(board.keys() | after.pieces.keys()):
        piece = after.pieces.get(cell, "")
        if board.get(cell, "") != piece:
            placed.append([cell, piece])
    return [origin, target, captured, placed]


def best_line(note: EvaluationNote) -> Sequence[str]:
    """Return the moves of the best line in the position before the move that a note judges, in coordinate notation."""
    return () if note.judgement is None else note.judgement.line


def score_text(score: Score, places: int) -> str:
    """Return a score from FIRST's point of view as text.

    It is written with ``places`` decimals and a decimal point, such as ``+0.91``, or as ``#3`` for a win in 3 plies, or
    as ``1–0`` for a finished game.
    """
    if score.win_in == 0:
        return "1–0" if score.value > 0 else "0–1"
    if score.win_in is not None or not places:
        return score.format()
    text = f"{abs(score.value) / 10**places:.{places}f}"
    if not any(digit in text for digit in "123456789"):
        return text
    return f"+{text}" if score.value > 0 else f"−{text}"


def _series(tree: GameTree, places: Mapping[int, int], move_text: MoveText) -> list[ScoreSeries]:
    game = tree.game.name
    names: dict[str, str] = {}
    found: dict[tuple[str, str], ScoreSeries] = {}
    others = file_notes(tree, places)
    for node in places:
        given = (others[node],) if node in others else ()
        for note in (*(each for each in tree[node].evaluations if each.algorithm), *given):
            if note.evaluation not in names:
                names[note.evaluation] = current_name(game, note.evaluation)
            algorithm = note.algorithm or ""
            key = (algorithm, names[note.evaluation])
            series = found.get(key)
            if series is None:
                name = algorithm.partition(":")[0]
                series = ScoreSeries(*key, _title(algorithm), algorithm_color(name), algorithm_dash(name))
                found[key] = series
            _add(series, tree, places, node, note, move_text)
    kept = [series for series in found.values() if series.scores]
    for series in kept:
        if series.depth:
            series.title = {code: f"{text} d{series.depth}" for code, text in series.title.items()}
    return kept


def _add(
    series: ScoreSeries, tree: GameTree, places: Mapping[int, int], node: int, note: EvaluationNote, move_text: MoveText
) -> None:
    game, place, parent = tree.game.name, places[node], tree[node].parent
    if note.score is not None:
        score = note.score.pov(Player.FIRST)
        scale = scale_of(game, series.evaluation) or scale_of(game)
        chance, places_shown = win_chance(score.value, scale), unit_of(game, series.evaluation)[1]
        is_chance = tree.game.shows_chance and score.win_in is None
        series.scores[place] = f"{100 * chance:.1f} %" if is_chance else score_text(score, places_shown), chance
        if score.win_in is None:
            series.depths.add(note.depth)
    moves = best_line(note)
    if moves and parent is not None and places[parent] not in series.lines:
        line = _line(tree.position(parent), moves, move_text)
        if line is not None:
            series.lines[places[parent]] = line


def _line(position: Position, moves: Sequence[str], move_text: MoveText) -> tuple[list[str], MoveShape] | None:
    """Return the texts of the moves of a line and the shape of its first move, or None if that is not legal.

    A record may contain any text in place of the moves. The line ends before the first move that cannot be read.
    """
    texts: list[str] = []
    first: MoveShape | None = None
    game: Game = position.game
    for text in moves:
        try:
            move = game.parse_move(position, text)
        except KyVienError:
            break
        texts.append(move_text(position, move))
        first = first or game.shape(position, move)
        position = position.play(move)
    return None if first is None else (texts, first)


def _title(algorithm: str) -> Words:
    """Return the title of an algorithm as written in a record. An unknown one is shown as it is written.

    The title of an empty text is that of scores that other programs wrote.
    """
    if not algorithm:
        return both(mark("From the file"))
    try:
        return both(find_algorithm(Spec.parse(algorithm).name).title)
    except KyVienError:
        return same(algorithm[:60])
