"""Review of records, in which algorithms evaluate every position."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.analysis.query import AnySpec, Query, answer, course_of, spec_text
from engine.core.errors import KyVienError
from engine.core.evaluation import find_evaluation
from engine.core.files import check_writable, read_bytes, write_text
from engine.core.outcome import Player
from engine.records import edits
from engine.records.formats import find_format
from engine.records.tree import EvaluationNote, Record
from engine.search.report import Limit, Report, last_report
from engine.search.search import Stop


def reviewed_path(path: Path) -> Path:
    """Return the default output path of a review: ``game.pgn`` → ``game-reviewed.pgn``."""
    return path.with_name(f"{path.stem}-reviewed{path.suffix}")


def note_of(spec: AnySpec, report: Report, evaluation: str) -> EvaluationNote:
    """Return the evaluation note that stores a report of an algorithm in a record."""
    return EvaluationNote(spec_text(spec), report.depth or None, report.score, report.nodes, evaluation=evaluation)


def review_record(
    record: Record,
    specs: Sequence[AnySpec],
    evaluation: str,
    limit: Limit,
    seed: int = 0,
    on_position: Callable[[], None] = lambda: None,
) -> tuple[Record, list[dict[str, Any]]]:
    """Return the record with an evaluation note of every algorithm at every node, and the scores as rows.

    Each row has the keys ``node``, ``ply`` and ``move``. The move is in coordinates, or None at the root and at a
    set-up. The other keys are ``scores``, ``leaves`` and ``cpu_seconds``, which are mappings of algorithms to values. A
    score is from FIRST's point of view, or None if there is none. The other values are those in the algorithm's report.

    Raises:
        SearchError: if a plugin or an engine fails.
        OptionError: if the record's game has no such evaluation.
    """
    tree = record.tree
    find_evaluation(tree.game.name, evaluation)
    stop = Stop()
    notes: dict[int, list[EvaluationNote]] = {}
    rows: list[dict[str, Any]] = []
    for node in sorted(tree.nodes):
        position, course = tree.position(node), course_of(tree, node)
        scores: dict[str, int | None] = {}
        leaves: dict[str, int] = {}
        cpu_seconds: dict[str, float | None] = {}
        for spec in specs:
            last = last_report(answer(Query(position, spec, evaluation, limit, seed, course), stop))
            if last is not None:
                notes.setdefault(node, []).append(note_of(spec, last, evaluation))
                name = spec_text(spec)
                scores[name] = None if last.score is None else last.score.pov(Player.FIRST).value
                leaves[name], cpu_seconds[name] = last.leaves, last.cpu_seconds
        move = tree.move_text(node, "coordinates") or None
        figures = {"scores": scores, "leaves": leaves, "cpu_seconds": cpu_seconds}
        rows.append({"node": node, "ply": tree.ply(node), "move": move} | figures)
        on_position()
    return replace(record, tree=edits.add_evaluations(tree, notes).apply(tree)), rows


def review_file(
    path: Path,
    output: Path,
    specs: Sequence[AnySpec],
    evaluation: str,
    limit: Limit,
    seed: int = 0,
    on_position: Callable[[], None] = lambda: None,
) -> list[dict[str, Any]]:
    """Review every game of a file and write all of them to ``output``.

    Returns:
        The rows of ``review_record`` for all games. Each has the additional key ``game``, the number of the game
        counted from 1.

    Raises:
        KyVienError: if ``output`` is the input file, the input is not a record, a file cannot be read or written, or an
            algorithm fails.
    """
    record_format = find_format(path)
    text = read_bytes(path)
    if output.exists() and output.samefile(path):
        raise KyVienError("{file}: a review cannot overwrite its input", file=str(output))
    check_writable(output)
    reviewed, rows = [], []
    for number, record in enumerate(record_format.read(text), 1):
        annotated, found = review_record(record, specs, evaluation, limit, seed, on_position)
        reviewed.append(annotated)
        rows += [{"game": number} | row for row in found]
    write_text(output, record_format.write(reviewed))
    return rows
