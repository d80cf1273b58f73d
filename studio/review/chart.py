"""The graph of the chances of winning, with marks where moves lost something."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Literal

from engine.analysis.verdict import KINDS, Thresholds, Verdict
from engine.core.chance import win_chance
from engine.core.evaluation import current_name, scale_of
from engine.core.language import tr
from engine.core.outcome import Player
from engine.picture.charts import GlyphMark, PlotCurve, PlotData
from engine.picture.colors import algorithm_color, algorithm_dash
from engine.records.tree import EvaluationNote, GameTree
from studio.analysis.curves import FROM_FILE, Curve, GameLines, Points, collect, curve_name
from studio.document.values import Source
from studio.review.words import glyph_text, kind_color

SHAPES: dict[str, Literal["circle", "diamond", "square"]] = {
    "inaccuracy": "circle",
    "mistake": "diamond",
    "blunder": "square",
    "missed_win": "square",
}
"""Shapes of the marks of mistakes."""
_KINDS = {kind.nag: kind for name, kind in KINDS.items() if name in SHAPES and name != "missed_win"}
LEAST, MOST = 3.5, 7.0
"""Least and greatest radius of a mark in px."""


def height(chance: float) -> float:
    """Return the height, −1 to 1, of a chance of winning of FIRST, 0 to 1."""
    return 2 * chance - 1


def not_punished(verdicts: Sequence[Verdict], thresholds: Thresholds) -> set[int]:
    """Return the nodes of mistakes that the opponent's next move, a mistake itself, did not punish."""
    found = set()
    for one, two in pairwise(verdicts):
        if one.kind.is_error and two.ply == one.ply + 1 and two.points >= min(one.points, thresholds.mistake) > 0:
            found.add(one.node)
    return found


def chart_of(
    tree: GameTree, verdicts: Sequence[Verdict], source: Source | None, notes: Mapping[int, list[EvaluationNote]],
    thresholds: Thresholds, hidden_after: int | None,
) -> tuple[PlotData, list[Curve]]:  # fmt: skip
    """Return the data of the graph, and its curves in the order in which they are drawn.

    Args:
        tree: the tree of the record.
        verdicts: the judged moves.
        source: the reviewer, whose curve is thick and has the marks.
        notes: the notes of a review in progress.
        thresholds: the limits between the classes.
        hidden_after: the ply after which nothing is shown, or None.
    """
    lines = GameLines.of(tree, tree.main_line())
    found = collect(tree, lines, notes, {})
    own = None if source is None else (source[0], current_name(tree.game.name, source[1]))
    wanted = own if own in found else None
    sources = {
        (note.algorithm, note.evaluation)
        for node in lines.main
        for note in (*tree[node].evaluations, *notes.get(node, ()))
        if note.judgement is not None
    }
    judged = {(algorithm, current_name(tree.game.name, evaluation)) for algorithm, evaluation in sources}
    curves = [curve for curve in found if curve != wanted and (curve in judged or curve == FROM_FILE)]
    if wanted is not None:
        curves.append(wanted)
    drawn = [_curve(tree, curve, found[curve], is_reviewer=curve == (wanted or FROM_FILE)) for curve in curves]
    if wanted is not None:
        marks = _marks(tree, verdicts, found[wanted], wanted, thresholds)
    else:
        marks = _marks_of_file(tree, found.get(FROM_FILE, Points()))
    if hidden_after is not None:
        drawn = [
            PlotCurve(each.color, each.dash, [p for p in each.main if p[0] <= hidden_after], (), each.width)
            for each in drawn
        ]
        marks = [each for each in marks if each.ply <= hidden_after]
    data = PlotData(
        last=max(1, len(tree.main_line()) - 1),
        curves=drawn,
        ticks=lambda _: [(-1.0, "0"), (0.0, "50"), (1.0, "100")],
        marks=marks,
        message=tr("The graph appears when the game is reviewed."),
        range=(-1.0, 1.0),
        hidden_from=None if hidden_after is None else (hidden_after, tr("hidden until you have found a move")),
    )
    return data, curves


def _curve(tree: GameTree, curve: Curve, points: Points, *, is_reviewer: bool) -> PlotCurve:
    scale = scale_of(tree.game.name, curve[1])
    main = [
        (ply, height(win_chance(score.pov(Player.FIRST).value, scale))) for ply, score in sorted(points.main.items())
    ]
    name = curve_name(curve)
    return PlotCurve(algorithm_color(name), algorithm_dash(name), main, (), 2.5 if is_reviewer else 1.2)


def _marks_of_file(tree: GameTree, points: Points) -> list[GlyphMark]:
    """Return the marks of the moves to which the author of the file gave the glyph of a mistake."""
    line, scale, marks = tree.main_line(), scale_of(tree.game.name), list[GlyphMark]()
    for ply, score in sorted(points.main.items()):
        kind = next((_KINDS[nag] for nag in tree[line[ply]].nags if nag in _KINDS), None)
        if kind is not None:
            place = height(win_chance(score.pov(Player.FIRST).value, scale))
            marks.append(GlyphMark(ply, place, kind.glyph, kind_color(kind.name).name(), SHAPES[kind.name]))
    return marks


def _marks(
    tree: GameTree, verdicts: Sequence[Verdict], points: Points, curve: Curve, thresholds: Thresholds
) -> list[GlyphMark]:
    scale = scale_of(tree.game.name, curve[1])
    hollow = not_punished(verdicts, thresholds)
    marks = []
    for verdict in verdicts:
        if not verdict.kind.is_error:
            continue
        score = points.main.get(verdict.ply)
        value = verdict.after.pov(Player.FIRST).value if score is None else score.pov(Player.FIRST).value
        size = LEAST + (MOST - LEAST) * min(1.0, verdict.points / 40)
        marks.append(
            GlyphMark(verdict.ply, height(win_chance(value, scale)), glyph_text(verdict),
                      kind_color(verdict.kind.name).name(), SHAPES[verdict.kind.name], size, verdict.node in hollow)
        )  # fmt: skip
    return marks
