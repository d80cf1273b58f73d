"""Commands that analyse positions: ``analyse`` and ``compare``."""

import argparse
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cli.arguments import game_of, limit_of, outsiders_of, position_of, spec_of, specs_of
from engine.cli.output import Progress, note, print_json, print_table
from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation
from engine.core.game import Game
from engine.core.language import tr
from engine.core.options import format_options
from engine.core.position import Position
from engine.core.score import Score
from engine.search.plain import depth_text, line_texts, report_object, unfinished_text
from engine.search.query import Query, Run
from engine.search.report import Limit, Report
from engine.search.search import Stop
from engine.tables.words import exact_text

if TYPE_CHECKING:
    from engine.analysis.measurement import Measurement
    from engine.search.spec import AnySpec
    from engine.tables.endings import Exact


def analyse(options: argparse.Namespace) -> None:
    """Analyse a position with one algorithm."""
    game = game_of(options)
    position = position_of(options, game)
    find_evaluation(game.name, options.evaluation)
    spec = spec_of(options.algorithm, outsiders_of(options))
    limit = limit_of(options)
    if spec.solves and (options.depth, options.nodes, options.seconds) == (None, None, None):
        limit = Limit(nodes=2**62)
    _note_depth(options, [spec])
    if options.proof is not None:
        if not spec.solves:
            raise OptionError("{name} proves nothing: --proof needs an algorithm that does", name=spec.name)
        _prove(options, game, position, spec, limit)
        return
    _show(
        options, game, position,
        [(spec, reports[-1]) for spec, reports in _analysed(position, [spec], options, limit)],
    )  # fmt: skip


def _prove(options: argparse.Namespace, game: Game, position: Position, spec: "AnySpec", limit: Limit) -> None:
    """Analyse a position, print the last report, and write the proof to the file of the options.

    A file that cannot be written is refused before the search, and the report is printed even if nothing was proved.
    """
    from engine.analysis.proofs import write_proof
    from engine.core.files import check_writable

    check_writable(options.proof)
    search = spec.build(None, options.seed)
    with Progress(tr("Searching")) as step:
        step.watch(search)
        *_, report = search.analyse(position, limit)
    _show(options, game, position, [(spec, report)])
    write_proof(options.proof, search, position, report)


def compare(options: argparse.Namespace) -> None:
    """Analyse a position with several algorithms.

    The CPU times of short searches are measured by repetition (``engine.analysis.measurement``).
    """
    game = game_of(options)
    position = position_of(options, game)
    find_evaluation(game.name, options.evaluation)
    specs = specs_of(options.algorithms, outsiders_of(options))
    limit = limit_of(options)
    _note_depth(options, specs)
    found = _analysed(position, specs, options, limit)
    measured = _measured(position, found, options, limit)
    _show(options, game, position, [(spec, reports[-1]) for spec, reports in found], measured)
    if not options.json:
        _print_conclusion(position, found, options.evaluation)


def _note_depth(options: argparse.Namespace, specs: "Sequence[AnySpec]") -> None:
    """Print a notice on standard error for each algorithm that ignores the given depth."""
    for spec in specs:
        if options.depth is not None and not spec.deepens and not spec.solves:
            print(tr("{name}: depth has no effect here and is ignored", name=spec.name), file=sys.stderr)


def _analysed(
    position: Position, specs: "Sequence[AnySpec]", options: argparse.Namespace, limit: Limit
) -> "list[tuple[AnySpec, list[Report]]]":
    """Return all reports of each algorithm that has some."""
    stop = Stop()
    results = []
    with Progress(tr("Searching"), len(specs) if len(specs) > 1 else None) as step:
        for spec in specs:
            step.detail = spec.name
            query = Query(position, spec, options.evaluation, limit, options.seed)
            reports = list(spec.answer(query, Run(stop, on_start=step.watch)))
            if reports:
                results.append((spec, reports))
            step()
    return results


def _measured(
    position: Position, found: "Sequence[tuple[AnySpec, Sequence[Report]]]", options: argparse.Namespace, limit: Limit
) -> "list[Measurement | None]":
    """Return the CPU time of each finished search. Each repetition of a short search begins with a new search."""
    from engine.analysis.measurement import measure

    stop = Stop()
    with Progress(tr("Measuring"), len(found)) as step:
        measured = []
        for spec, reports in found:
            step.detail = spec.name
            query = Query(position, spec, options.evaluation, limit, options.seed)
            measured.append(measure(query, reports[-1], stop))
            step()
    return measured


def _print_conclusion(position: Position, found: "Sequence[tuple[AnySpec, Sequence[Report]]]", evaluation: str) -> None:
    """Print the sentences about a comparison, if there are some."""
    from engine.analysis.conclusion import conclude_plainly

    with Progress(tr("Comparing")):
        conclusion = conclude_plainly(position, found, evaluation)
    for text in (conclusion.main_text, conclusion.notes_text):
        if text:
            print(text)


def _show(
    options: argparse.Namespace,
    game: Game,
    position: Position,
    results: "list[tuple[AnySpec, Report]]",
    measured: "list[Measurement | None] | None" = None,
) -> None:
    """Print the last reports of the algorithms, as a table or as JSON.

    Args:
        options: the options of the command.
        game: the game.
        position: the position that was analysed.
        results: each algorithm with its last report.
        measured: for a comparison, the CPU time of each algorithm, or None if it is not known. The argument is None for
            the analysis by a single algorithm, whose JSON is an object and not a list.
    """
    times = measured or [None] * len(results)
    exact = _exact(position)
    if options.json:
        objects = [_object(position, spec, report) for spec, report in results]
        if measured is None:
            print_json({**objects[0], "exact": None if exact is None else exact_object(position, exact)})
        else:
            from engine.analysis.measurement import measurement_object

            print_json([{**each, **measurement_object(time)} for each, time in zip(objects, times, strict=True)])
        return
    rows = []
    for (spec, report), time in zip(results, times, strict=True):
        cpu_seconds = "–" if report.cpu_seconds is None else f"{report.cpu_seconds:.4f}"
        if time is not None:
            cpu_seconds = f"{time.cpu_seconds:.6f}"
        line = line_texts(position, report.pv, "display")
        counts = (
            report.nodes, report.iteration_nodes, report.leaves, report.leaf_evaluations, report.comparisons,
            report.cutoffs,
        )  # fmt: skip
        outside = spec.is_external
        parameters = format_options(spec.parameters)
        rows.append(
            (
                f"{spec.name}:{parameters}" if parameters else spec.name,
                " ".join(line),
                _score_text(report.score, report.chance),
                "–" if outside and not report.depth else depth_text(report),
                *("–" if outside and not count else f"{count:,}" for count in counts),
                f"{report.seconds:.3f}",
                cpu_seconds,
            )
        )
        for number, further in enumerate(report.lines[1:], 2):
            text = " ".join(line_texts(position, further.pv, "display"))
            rows.append(
                (tr("line {number}", number=number), text, _score_text(further.score, further.chance), *[""] * 9)
            )
    print(position)
    print_table(
        "",
        (
            tr("Algorithm"),
            tr("Principal variation"),
            tr("Score"),
            tr("Depth"),
            tr("Nodes"),
            tr("Last depth"),
            tr("Leaves"),
            tr("Evaluations"),
            tr("Comparisons"),
            tr("Cut-offs"),
            tr("Seconds"),
            tr("CPU seconds"),
        ),
        rows,
        left=2,
    )
    for spec, report in results:
        if report.note:
            print(f"{spec.name}: {tr(report.note)}")
        if report.unfinished:
            print(f"{spec.name}: {unfinished_text(report)}")
    if exact is not None:
        print(exact_text(position, exact))


def _object(position: Position, spec: "AnySpec", report: Report) -> dict[str, object]:
    return report_object(position, spec.parameters, report, is_external=spec.is_external)


def _exact(position: Position) -> "Exact | None":
    """Return the exact value of a position from a table of endings, or None if there is none.

    A file that is not a table is reported on standard error.
    """
    if position.placement is None:
        return None
    from engine.tables.endings import EndingLibrary

    library = EndingLibrary.usual()
    exact = library.exact(position)
    for fault in library.faults:
        note(fault)
    return exact


def exact_object(position: Position, exact: "Exact") -> dict[str, object]:
    """Return an exact value as plain data, with the move in coordinate notation.

    ``score`` is ``win``, ``loss`` or ``draw`` for the side to move, ``win_in`` the number of plies to the end of the
    game, negative for a loss, and ``rules`` the rules of the table.
    """
    value = exact.score.value
    return {
        "score": "win" if value > 0 else "loss" if value < 0 else "draw",
        "win_in": exact.score.win_in,
        "move": None if exact.move is None else position.game.format_move(position, exact.move, "coordinates"),
        "material": exact.material,
        "rules": exact.rules,
    }


def _score_text(score: Score | None, chance: float | None) -> str:
    """Return a score as text, with the chance of winning if there is one, such as ``+21 (56 %)``."""
    text = "–" if score is None else score.format()
    return text if chance is None else f"{text} ({100 * chance:.0f} %)"
