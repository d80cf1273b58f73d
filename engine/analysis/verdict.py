"""Classes of the moves of a game from the scores that a review found.

The chance of winning of a side with the score s is ``1 / (1 + exp(-2 s / scale))``, with the scale of the evaluation
(``Evaluation.scale``). It is the share that the evaluation bar shows, and the prediction by which the scales were
fitted. The loss of a move in points is the difference of the chances before and after it in per cent. A move that
gives the opponent a forced win is at least a mistake, unless the position was decided before it: a bad score is less
certain than a proved loss.

A judgement that a different search has checked has several losses. All searches agree that the move loses at least the
smallest one, so that this is the one that is shown and that decides the class. Three cases have no agreement, and the
move is *unsure*: a mistake, a blunder or a missed win without both checks, or a sacrifice or only move without any; a
mistake of the first search that only one of the checks finds one, too; and a move that the first search finds good and
both checks find a mistake.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.core.chance import win_chance
from engine.core.evaluation import scale_of
from engine.core.language import Plural, mark, tr
from engine.core.options import option
from engine.core.outcome import Player
from engine.core.position import Position
from engine.core.score import WIN_BOUND, Score
from engine.core.values import Value
from engine.records.judgement import MOST_CHECKS, Judgement
from engine.records.tree import GameTree

CLEAR = 0.02
"""A position is decided if the chance of winning is less than this, or greater than 1 minus this."""


@dataclass(frozen=True, slots=True)
class MoveClass:
    """A class of moves.

    Attributes:
        name: identifier, as in the JSON output.
        title: English name, translated for display.
        glyph: sign of the class, or an empty string.
        nag: number of the annotation glyph in PGN, or None.
        is_error: whether a move of this class is a mistake, which the commands for mistakes visit.
    """

    name: str
    title: str
    glyph: str = ""
    nag: int | None = None
    is_error: bool = False


KINDS = {
    each.name: each
    for each in (
        MoveClass("best", mark("best move"), "✓"),
        MoveClass("good", mark("good move")),
        MoveClass("inaccuracy", mark("inaccuracy"), "?!", 6, is_error=True),
        MoveClass("mistake", mark("mistake"), "?", 2, is_error=True),
        MoveClass("blunder", mark("blunder"), "??", 4, is_error=True),
        MoveClass("missed_win", mark("missed win"), "#?", 2, is_error=True),
        MoveClass("forced", mark("only legal move")),
        MoveClass("unsure", mark("unsure"), "(?)"),
    )
}
"""The classes of moves by name."""

_SEVERITY = {"inaccuracy": 1, "mistake": 2, "blunder": 3, "missed_win": 3}
"""How bad the classes are. The others are 0."""
SERIOUS = 2
"""Least severity of a class that is checked before it is shown."""

ONLY_GLYPH = "□"
"""Sign of a move that was the only good one."""


class Thresholds(Value):
    """Limits between the classes of moves, in points of the chance of winning.

    A loss that is equal to a threshold belongs to the worse class. The defaults are the smallest round numbers at which
    mistakes that two of our searches found were mistakes for Stockfish, too, in master games: below 20 points, most of
    them lost less than 5 points by lichess' formula.
    """

    inaccuracy: int = option(
        10, "Least loss of an inaccuracy", label="Inaccuracy", minimum=1, maximum=100, unit=Plural("point", "points")
    )
    mistake: int = option(
        20, "Least loss of a mistake", label="Mistake", minimum=1, maximum=100, unit=Plural("point", "points")
    )
    blunder: int = option(
        30, "Least loss of a blunder", label="Blunder", minimum=1, maximum=100, unit=Plural("point", "points")
    )
    only: int = option(
        20, "Least distance of the only good move from the next best one", label="Only move", minimum=1, maximum=100,
        unit=Plural("point", "points"),
    )  # fmt: skip


def _is_win(score: Score) -> bool:
    return score.value > WIN_BOUND


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judged move of a record with its class. Scores and chances are those of the side that moved.

    Attributes:
        node: the node of the record after the move.
        ply: plies from the root to the node.
        player: the side that moved.
        move: the move in coordinate notation.
        judgement: the judgement.
        before: score of the position before the move.
        after: score of the position with only this move.
        win_before: chance of winning before the move, 0 to 1.
        win_after: chance of winning after the move, 0 to 1.
        kind: the class, one of ``KINDS``.
        only: whether the move is the best one, and the next best one is worse by at least ``Thresholds.only``.
        line: the best move and its principal variation, in coordinate notation.
        checked: whether a different search has checked the move, or None if no check is needed.
        likely: the class of an unsure move according to the search that finds the smallest loss. For other moves it is
            ``kind``.
    """

    node: int
    ply: int
    player: Player
    move: str
    judgement: Judgement
    before: Score
    after: Score
    win_before: float
    win_after: float
    kind: MoveClass
    only: bool
    line: tuple[str, ...]
    checked: bool | None
    likely: MoveClass

    @property
    def best(self) -> str:
        """The best move, in coordinate notation."""
        return self.line[0]

    @property
    def doubts(self) -> bool:
        """Whether the move is unsure and probably a mistake."""
        return self.kind.name == "unsure" and self.likely.is_error

    @property
    def glyph(self) -> str:
        """The sign of the class, or that of the likely class in brackets if the move is unsure."""
        if self.kind.name != "unsure":
            return ONLY_GLYPH if self.only else self.kind.glyph
        return f"({self.likely.glyph})" if self.likely.is_error else self.kind.glyph

    @property
    def loss(self) -> int | None:
        """The loss in the unit of scores, or None.

        It is 0 for a best move. It is None if the move was the only legal one, or if it is not the best move and one of
        the scores is a forced win or loss.
        """
        if self.kind.name == "forced":
            return None
        if self.likely.name == "best":
            return 0
        if self.before.win_in is not None or self.after.win_in is not None:
            return None
        return self.before.value - self.after.value

    @property
    def points(self) -> float:
        """The loss in points of the chance of winning, 0 to 100. It is 0 for a best move."""
        return 0.0 if self.likely.name == "best" else 100 * (self.win_before - self.win_after)

    def to_dict(self) -> dict[str, object]:
        """Return the fields of the JSON output of a review.

        ``changed`` and ``approximate`` (``Judgement``) are present only if they are true, ``checked`` only if the move
        needs a check, and ``likely`` only if the class is ``unsure``.
        """
        marks: dict[str, object] = {name: True for name in ("changed", "approximate") if getattr(self.judgement, name)}
        if self.checked is not None:
            marks["checked"] = self.checked
        if self.kind.name == "unsure":
            marks["likely"] = self.likely.name
        return {
            "ply": self.ply, "move": self.move, "best": self.best, "loss": self.loss,
            "win_before": self.win_before, "win_after": self.win_after, "class": self.kind.name, "only": self.only,
            **marks,
        }  # fmt: skip


def search_note(judgement: Judgement) -> str:
    """Return how the score after a move was found, in the language in use, or an empty text for a restricted search."""
    if not judgement.approximate:
        return ""
    is_deep = judgement.depth is not None and judgement.depth > 1
    return tr("≈ searched after the move, one ply less deep") if is_deep else tr("≈ searched after the move")


def verdict_of(
    tree: GameTree, node: int, judgement: Judgement, evaluation: str, thresholds: Thresholds | None = None
) -> Verdict:
    """Return the class of a judged move.

    Args:
        tree: the tree of the record.
        node: the node after the move.
        judgement: the judgement of the move.
        evaluation: name of the evaluation with which the move was judged.
        thresholds: the thresholds, or None for the defaults.

    Raises:
        ValueError: if no move leads to the node.
    """
    parent = tree[node].parent
    if parent is None or tree[node].move is None:
        raise ValueError(f"no move leads to node {node}")
    position, move = tree.position(parent), tree.move_text(node, "coordinates")
    found = _settled(position, move, judgement, evaluation, thresholds)
    view = found.view
    return Verdict(
        node, tree.ply(node), position.turn, move, judgement, view.before, view.after, view.win_before, view.win_after,
        found.kind, found.only, view.line, found.checked, found.likely,
    )  # fmt: skip


def shown(judgement: Judgement, player: Player, scale: int) -> tuple[Score, Score]:
    """Return the scores before and after a move that are shown, from FIRST's point of view.

    Args:
        judgement: the judgement of the move.
        player: the side that moved.
        scale: the scale of the evaluation.
    """
    view = _milder(_views(judgement, "", player, scale))
    return view.before.pov(Player.FIRST), view.after.pov(Player.FIRST)


def next_check(
    tree: GameTree, node: int, judgement: Judgement, evaluation: str, thresholds: Thresholds | None = None
) -> int | None:
    """Return the number of the check that a judged move needs next, from 0, or None if it needs none.

    Args:
        tree: the tree of the record.
        node: the node after the move.
        judgement: the judgement of the move.
        evaluation: name of the evaluation with which the move was judged.
        thresholds: the thresholds, or None for the defaults.
    """
    parent = tree[node].parent
    if parent is None or judgement.checks is None or len(judgement.checks) >= MOST_CHECKS:
        return None
    position, move = tree.position(parent), tree.move_text(node, "coordinates")
    found = _settled(position, move, judgement, evaluation, thresholds)
    return len(judgement.checks) if found.needs_more else None


def verdicts_of(
    tree: GameTree, algorithm: str, evaluation: str, thresholds: Thresholds | None = None, start: int = 0
) -> list[Verdict]:
    """Return the classes of the moves of the main line below ``start`` that an algorithm judged, in order of the ply.

    Args:
        tree: the tree of a record with notes.
        algorithm: the algorithm as in the notes.
        evaluation: the evaluation as in the notes.
        thresholds: the thresholds, or None for the defaults.
        start: the node before the first move.
    """
    found = []
    for node in tree.main_line(start)[1:]:
        for note in tree[node].evaluations:
            if (note.algorithm, note.evaluation) == (algorithm, evaluation) and note.judgement is not None:
                found.append(verdict_of(tree, node, note.judgement, evaluation, thresholds))
                break
    return found


# --- agreement of the searches ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _View:
    """What one of the searches found. Scores and chances are those of the side that moved."""

    before: Score
    after: Score
    other: Score | None
    win_before: float
    win_after: float
    line: tuple[str, ...]

    @property
    def points(self) -> float:
        return 100 * (self.win_before - self.win_after)


@dataclass(frozen=True, slots=True)
class _Settled:
    """What the searches agree on."""

    view: _View
    kind: MoveClass
    likely: MoveClass
    only: bool = False
    checked: bool | None = None
    needs_more: bool = False


def _views(judgement: Judgement, move: str, player: Player, scale: int) -> list[_View]:
    """Return what the first search and each check found. A forced result that one of them proved counts for all."""
    found = [(judgement.before, judgement.after, judgement.other, judgement.line)]
    for check in judgement.checks or ():
        is_better = check.other is not None and check.other.pov(player).value > check.after.pov(player).value
        line = check.line if is_better and check.line else judgement.line if judgement.best == move else (move,)
        if check.other is None and judgement.best != move:
            line = judgement.line
        first = check.other if is_better and check.other is not None else check.after
        found.append((first, check.after, check.other, line))
    after = _proved([each[1].pov(player) for each in found])
    before = _proved([each[0].pov(player) for each in found])
    views = []
    for first, second, other, line in found:
        mine, played = before or first.pov(player), after or second.pov(player)
        mine = max(mine, played, key=lambda score: score.value)
        chances = win_chance(mine.value, scale), win_chance(played.value, scale)
        views.append(_View(mine, played, None if other is None else other.pov(player), *chances, line))
    return views


def _proved(scores: Sequence[Score]) -> Score | None:
    """Return the best forced win among scores for the same side or, without one, a forced loss, or None."""
    forced = [score for score in scores if score.win_in is not None]
    return max(forced, key=lambda score: score.value, default=None)


def _milder(views: Sequence[_View]) -> _View:
    """Return what the search that finds the smallest loss found. Of several, it is the first one."""
    return min(views, key=lambda view: view.points)


def _settled(
    position: Position, move: str, judgement: Judgement, evaluation: str, thresholds: Thresholds | None
) -> _Settled:
    """Return the class of a move of a position on which the first search and the checks agree."""
    thresholds, scale = thresholds or Thresholds(), scale_of(position.game.name, evaluation)
    is_forced = len(position.legal_moves()) == 1
    views = _views(judgement, move, position.turn, scale)
    kinds = [_kind(view.before, view.after, view.points, thresholds, is_forced=is_forced) for view in views]
    onlys = [
        kind.name == "best" and view.other is not None
        and _reaches(100 * (view.win_before - win_chance(view.other.value, scale)), thresholds.only)
        for kind, view in zip(kinds, views, strict=True)
    ]  # fmt: skip
    grades = [_SEVERITY.get(kind.name, 0) for kind in kinds]
    view = _milder(views)
    kind = kinds[views.index(view)]
    if judgement.checks is None or is_forced:
        return _Settled(views[0], kinds[0], kinds[0], onlys[0])
    if grades[0] < SERIOUS and not onlys[0] and not judgement.offers:
        return _Settled(view, kind, kind, checked=True if judgement.checks else None)
    if _is_proved(views[0], kinds[0], only=onlys[0]):
        return _Settled(views[0], kinds[0], kinds[0], onlys[0])
    if len(views) == 1:
        return _Settled(view, KINDS["unsure"], kind, checked=False, needs_more=True)
    is_last = len(views) > MOST_CHECKS
    if grades[0] < SERIOUS:
        agreed = grades[-1] < SERIOUS
    else:
        # The checks of a weaker search can confirm a verdict but not make the move better, unless they prove a win.
        refuted = max(grades[1:]) < SERIOUS and not judgement.strong
        agreed = is_last and (refuted or min(grades) >= SERIOUS)
    if agreed:
        return _Settled(view, kind, kind, all(onlys), checked=True)
    likely = kinds[0] if judgement.strong else kind
    return _Settled(view, KINDS["unsure"], likely, checked=is_last, needs_more=not is_last)


def _is_proved(view: _View, kind: MoveClass, *, only: bool) -> bool:
    """Whether the class follows from forced results, which need no check."""
    if kind.name == "best" and not only:
        return view.after.value > WIN_BOUND
    scores = (view.after, view.other) if only else (view.before, view.after)
    return all(score is not None and score.win_in is not None for score in scores)


def _kind(before: Score, after: Score, points: float, thresholds: Thresholds, *, is_forced: bool) -> MoveClass:
    """Return the class of a move with these scores for the side that moved."""
    if is_forced:
        return KINDS["forced"]
    if after.value >= before.value:
        return KINDS["best"]
    if _is_win(before):
        # A slower win is still a win.
        return KINDS["good" if _is_win(after) else "missed_win"]
    if after.value < -WIN_BOUND and _reaches(points, 100 * CLEAR):
        points = max(points, thresholds.mistake)
    for name in ("blunder", "mistake", "inaccuracy"):
        if _reaches(points, getattr(thresholds, name)):
            return KINDS[name]
    return KINDS["good"]


def _reaches(points: float, threshold: float) -> bool:
    """Whether a difference is at least a threshold, up to the rounding of floating-point numbers."""
    return points >= threshold - 1e-9
