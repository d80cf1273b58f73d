"""Reports of searches as plain data: dictionaries of numbers, texts and lists, for JSON and for tables."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.language import tr
from engine.core.options import format_options
from engine.core.position import Position
from engine.search.report import Report

if TYPE_CHECKING:
    from engine.core.game import MoveStyle


def line_texts(position: Position, moves: Sequence[int], style: "MoveStyle" = "coordinates") -> list[str]:
    """Return the texts of a line of legal moves from ``position``."""
    texts = []
    for move in moves:
        texts.append(position.game.format_move(position, move, style))
        position = position.play(move)
    return texts


def depth_text(report: Report) -> str:
    """Return the depth and the greatest ply visited, such as ``4/12``, or ``4+/12`` if the next depth was interrupted.

    The sign ``+`` means that move and score come from the interrupted depth (``Report.unfinished``).
    """
    return f"{report.depth}{'+' * report.unfinished}/{report.seldepth}"


def unfinished_text(report: Report) -> str:
    """Return the sentence about an ``unfinished`` report in the language in use."""
    return tr(
        "depth {depth} was interrupted: move and score are the best of the moves completed in it",
        depth=report.depth + 1,
    )


def report_object(position: Position, parameters: object, report: Report, *, is_external: bool) -> dict[str, Any]:
    """Return a report as plain data, with moves in coordinate notation and the score for the side to move.

    ``lines`` contains the best moves if the search was asked for more than one, otherwise it is empty. If ``proved`` is
    true, ``win_in`` is the length of the line found, and a shorter win can exist. If ``unfinished`` is true, the move,
    the score and the lines are those of the moves completed in the depth after ``depth``, which was interrupted.

    Args:
        position: the position that was analysed.
        parameters: the parameters of the algorithm, a ``Value`` with options.
        report: the report.
        is_external: whether the algorithm is an external engine. A counter that it does not report is None.
    """
    pv = line_texts(position, report.pv)

    def known(count: int) -> int | None:
        # A counter that an external engine does not report is unknown, not 0.
        return None if is_external and not count else count

    return {
        "algorithm": report.algorithm,
        "parameters": format_options(parameters),
        "move": pv[0] if pv else None,
        "pv": pv,
        "score": None if report.score is None else report.score.value,
        "win_in": None if report.score is None else report.score.win_in,
        "lines": [
            {
                "score": line.score.value,
                "win_in": line.score.win_in,
                "pv": line_texts(position, line.pv),
                **({} if line.visits is None else {"visits": line.visits, "chance": line.chance}),
            }
            for line in report.lines
        ],
        "visits": report.visits,
        "chance": report.chance,
        "depth": known(report.depth),
        "seldepth": known(report.seldepth),
        "nodes": known(report.nodes),
        "iteration_nodes": known(report.iteration_nodes),
        "leaves": known(report.leaves),
        "leaf_evaluations": known(report.leaf_evaluations),
        "comparisons": known(report.comparisons),
        "cutoffs": known(report.cutoffs),
        "seconds": report.seconds,
        "cpu_seconds": report.cpu_seconds,
        "final": report.final,
        "unfinished": report.unfinished,
        "note": tr(report.note) if report.note else "",
        "proof": report.proof,
        "disproof": report.disproof,
        "proved": report.proved,
    }
