"""Review of records, in which algorithms evaluate every position and judge every move of the game."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.analysis.accuracy import DEFAULT, FORMULAS, Accuracy, Played, accuracies, left_out, loss_unit, played
from engine.analysis.judging import Judging
from engine.analysis.plain_pgn import plain_games, with_glyphs
from engine.analysis.verdict import Thresholds, Verdict, shown, verdict_of
from engine.asking.query import answer
from engine.asking.restriction import one_ply_later
from engine.core.errors import KyVienError, NotationError, SearchError
from engine.core.evaluation import find_evaluation, pinned_name, scale_of, stated_name
from engine.core.files import check_writable, write_bytes, write_text
from engine.core.game import Game
from engine.core.outcome import Player
from engine.records import edits
from engine.records.formats import find_format
from engine.records.judgement import Judgement
from engine.records.public import reviewer_of
from engine.records.tree import EvaluationNote, GameTree, Record
from engine.search.query import Run
from engine.search.report import Limit, Report
from engine.search.search import Stop
from engine.search.spec import AnySpec


def reviewed_path(path: Path, suffix: str = "") -> Path:
    """Return the default output path of a review: ``game.pgn`` → ``game-reviewed.pgn``.

    Args:
        path: path of the input.
        suffix: suffix of the output, or an empty string for that of the input, or ``.pgn`` if the format of the input
            has no evaluations.

    Raises:
        NotationError: if the format of the file is unknown.
    """
    if not suffix:
        suffix = path.suffix if find_format(path).has_evaluations else ".pgn"
    return path.with_name(f"{path.stem}-reviewed{suffix}")


def note_of(spec: AnySpec, report: Report, evaluation: str, judgement: Judgement | None = None) -> EvaluationNote:
    """Return the evaluation note that stores a report of an algorithm, and its judgement of the move, in a record.

    The note of an external engine names no evaluation, because the engine uses its own.
    """
    return EvaluationNote(
        spec.text, report.depth or None, report.score, report.nodes,
        evaluation=spec.evaluation_used(evaluation), judgement=judgement,
    )  # fmt: skip


def judged_note(tree: GameTree, node: int, spec: AnySpec, judging: Judging) -> EvaluationNote | None:
    """Return the evaluation note of a node that stores what a review found, or None if it found nothing.

    The score of the note is the one after the move that the verdict shows, so that graphs and lists of notes show the
    same numbers as verdicts. A forced win is one ply nearer than in the verdict, which counts the move itself.

    Args:
        tree: the tree of the record.
        node: the node.
        spec: the algorithm of the review.
        judging: the review.
    """
    report, parent = judging.reports.get(node), tree[node].parent
    judgement = judging.judgements.get(node) if node in judging.full else None
    source = spec.text, stated_name(tree.game.name, judging.evaluation)
    stored = [each for each in tree[node].evaluations if (each.algorithm, each.evaluation) == source]
    note = replace(stored[0], judgement=judgement) if stored else None
    if report is not None:
        note = note_of(spec, report, source[1], judgement)
    if note is None or judgement is None or parent is None:
        return note
    _, after = shown(judgement, tree.position(parent).turn, scale_of(tree.game.name, judging.evaluation))
    depth = None if judgement.depth is None else max(1, judgement.depth - 1)
    return replace(note, depth=depth, score=one_ply_later(after))


@dataclass(frozen=True)
class Reviewed:
    """The review of one record.

    Attributes:
        record: the record with an evaluation note of every algorithm at every node.
        rows: the scores of each position. Each row has the keys ``node``, ``ply`` and ``move``. The move is in
            coordinates, or None at the root and at a set-up. The other keys are ``scores``, ``leaves`` and
            ``cpu_seconds``, which are mappings of algorithms to values. A score is from FIRST's point of view, or None
            if there is none. The other values are those in the algorithm's report.
        verdicts: the judged moves of the main line by algorithm, in the order of the algorithms.
        evaluation: name of the evaluation.
    """

    record: Record
    rows: list[dict[str, Any]]
    verdicts: dict[str, list[Verdict]]
    evaluation: str = ""

    def left_out(self, algorithm: str, formula: str, player: Player) -> int:
        """Return the number of a player's moves that a formula leaves out because of a forced win or loss."""
        return left_out(self._played(algorithm), formula, player)

    def accuracies(self, algorithm: str, formula: str = DEFAULT) -> tuple[Accuracy | None, Accuracy | None]:
        """Return the accuracies of FIRST and SECOND as an algorithm judges them, by one of the ``FORMULAS``."""
        return accuracies(self._played(algorithm), formula)

    def _played(self, algorithm: str) -> list[Played]:
        return played(self.verdicts[algorithm], self.record.tree.game.name, self.evaluation)


MOST_FAILURES = 3
"""Number of queries in succession that an external engine may fail to answer in a review."""


def judge(judging: Judging, stop: Stop, on_search: Callable[[], None] = lambda: None) -> None:
    """Run all searches of a review one after another. ``on_search`` is called after each.

    A query that an external engine does not answer correctly has no result, and the review goes on.

    Raises:
        SearchError: if a plugin fails, or an engine in ``MOST_FAILURES`` queries in succession.
    """
    failures = 0
    while (task := judging.take()) is not None:
        reports: list[Report] = []
        try:
            reports.extend(answer(task.query, Run(stop)))
            failures = 0
        except SearchError:
            failures += 1
            if not task.query.spec.is_external or failures >= MOST_FAILURES:
                raise
        judging.give(task, reports)
        on_search()


def review_record(
    record: Record,
    specs: Sequence[AnySpec],
    evaluation: str,
    limit: Limit,
    seed: int = 0,
    on_search: Callable[[], None] = lambda: None,
    thresholds: Thresholds | None = None,
    checker: AnySpec | None = None,
) -> Reviewed:
    """Evaluate every position of a record, and judge every move of its main line, with each algorithm.

    Args:
        record: the record.
        specs: the algorithms. The first one is the reviewer.
        evaluation: name of the evaluation.
        limit: limit of the search of each position.
        seed: random seed.
        on_search: function called after each search.
        thresholds: the limits between the classes of moves, or None for the defaults.
        checker: the algorithm that checks the verdicts of the reviewer (``checking.checker_for``), or None. Mistakes
            that only the other algorithms found are unsure.

    Raises:
        SearchError: if a plugin or an engine fails.
        OptionError: if the record's game has no such evaluation.
    """
    tree = record.tree
    find_evaluation(tree.game.name, evaluation)
    evaluation = pinned_name(tree.game.name, evaluation)
    stop = Stop()
    judged: dict[str, Judging] = {}
    notes: dict[int, list[EvaluationNote]] = {}
    for number, spec in enumerate(specs):
        name = spec.text
        judging = judged[name] = Judging(
            tree, spec, spec.evaluation_used(evaluation), limit, seed, list(tree.nodes),
            checker=checker, is_held=number > 0, thresholds=thresholds,
        )  # fmt: skip
        judge(judging, stop, on_search)
        for node in judging.reports:
            note = judged_note(tree, node, spec, judging)
            if note is not None:
                notes.setdefault(node, []).append(note)
    line = tree.main_line()
    verdicts = {
        name: [
            verdict_of(tree, node, found, judging.evaluation, thresholds)
            for node in line
            if (found := judging.judgements.get(node)) is not None
        ]
        for name, judging in judged.items()
    }
    rows = [_row(tree, node, judged) for node in sorted(tree.nodes)]
    return Reviewed(replace(record, tree=edits.add_evaluations(tree, notes).apply(tree)), rows, verdicts, evaluation)


def _row(tree: GameTree, node: int, judged: dict[str, Judging]) -> dict[str, Any]:
    """Return the figures of the algorithms for the position at a node, as in ``Reviewed.rows``."""
    reports = {name: judging.reports[node] for name, judging in judged.items() if node in judging.reports}
    scores = {
        name: None if report.score is None else report.score.pov(Player.FIRST).value for name, report in reports.items()
    }
    return {
        "node": node,
        "ply": tree.ply(node),
        "move": tree.move_text(node, "coordinates") or None,
        "scores": scores,
        "leaves": {name: report.leaves for name, report in reports.items()},
        "cpu_seconds": {name: report.cpu_seconds for name, report in reports.items()},
    }


def review_file(
    records: Sequence[Record],
    path: Path,
    output: Path,
    specs: Sequence[AnySpec],
    evaluation: str,
    limit: Limit,
    seed: int = 0,
    on_search: Callable[[], None] = lambda: None,
    thresholds: Thresholds | None = None,
    checker: Callable[[Game], AnySpec | None] = lambda game: None,
    *,
    glyphs: bool = False,
    plain: bool = False,
) -> list[Reviewed]:
    """Review the records of the file ``path``, write all of them to ``output``, and return the reviews.

    The other arguments are those of ``review_record``; ``checker`` returns the algorithm that checks the games of a
    game. If ``glyphs`` is true, the judged moves get the glyphs of their classes (``with_glyphs``). If ``plain`` is
    true, the file is PGN for other programs (``plain_pgn``), which has these glyphs.

    Raises:
        KyVienError: if ``plain`` is true and ``output`` is no PGN file, if ``output`` is the input file, the input is
            not a record, a file cannot be read or written, or an algorithm fails.
    """
    record_format = find_format(path)
    if plain and output.suffix.lower() != ".pgn":
        raise KyVienError("{file}: records for other programs are written as PGN, to a file .pgn", file=str(output))
    if not record_format.has_evaluations:
        if output.suffix.lower() != ".pgn":
            raise NotationError(
                "{file}: this format has no place for evaluations; write the review to a file .pgn", file=output.name
            )
        record_format = find_format(output)
    if output.exists() and output.samefile(path):
        raise KyVienError("{file}: a review cannot overwrite its input", file=str(output))
    check_writable(output)
    reviews = [
        review_record(record, specs, evaluation, limit, seed, on_search, thresholds, checker(record.tree.game))
        for record in records
    ]
    made = [each.record for each in reviews]
    if plain:
        write_text(output, plain_games(made, thresholds))
        return reviews
    if glyphs:
        made = [replace(record, tree=with_glyphs(record.tree, reviewer_of(record.tree), thresholds)) for record in made]
    write_bytes(output, record_format.file_data(made))
    return reviews


def to_json(reviews: Sequence[Reviewed], formula: str = DEFAULT) -> dict[str, Any]:
    """Return reviews as plain data.

    ``positions`` has the rows of all games with the additional key ``game``, the number of the game counted from 1.
    ``moves`` has the moves that the first algorithm judged, and ``by_algorithm`` those of the others by algorithm
    (``Verdict.to_dict``). If there are several games, each move has the key ``game``, too. ``players`` has the
    accuracies of both sides by game, for the first algorithm, by the formula that ``formula`` names. With a formula in
    per cent, each has the keys ``accuracy``, ``low``, ``high`` and ``moves``, the number of moves counted. With an
    average loss, ``accuracy`` is replaced by ``average_loss``. It and the ends of its interval are in the unit of
    ``loss``, of which ``unit`` has 10^``decimals``, or in points of the chance of winning (``unit``, with 0
    ``decimals``) if scores of the game are shown as chances, and ``left_out`` is the number of moves with a choice that
    have no loss in this unit. If no other move is left, ``moves`` is 0 and the average and its interval are None.
    """
    names = list(reviews[0].verdicts) if reviews else []
    several = len(reviews) > 1

    def moves(algorithm: str) -> list[dict[str, object]]:
        return [
            {**({"game": number} if several else {}), **verdict.to_dict()}
            for number, each in enumerate(reviews, 1)
            for verdict in each.verdicts[algorithm]
        ]

    return {
        "positions": [{"game": number, **row} for number, each in enumerate(reviews, 1) for row in each.rows],
        "moves": moves(names[0]) if names else [],
        "by_algorithm": {name: moves(name) for name in names[1:]},
        "formula": formula,
        "players": [_players(each, names[0], formula) for each in reviews] if names else [],
    }


def _players(reviewed: Reviewed, algorithm: str, formula: str) -> list[dict[str, object] | None]:
    """Return the accuracies of both sides as plain data, with None for a side without moves that count."""
    unit, decimals = loss_unit(reviewed.record.tree.game.name, reviewed.evaluation)
    name, factor, rest = "accuracy", 1, {}
    if FORMULAS[formula].is_loss:
        name, factor, rest = "average_loss", 10**decimals, {"unit": unit, "decimals": decimals}
    found: list[dict[str, object] | None] = []
    for player, each in zip(Player, reviewed.accuracies(algorithm, formula), strict=True):
        without = reviewed.left_out(algorithm, formula, player)
        if each is None and not without:
            found.append(None)
            continue
        values = (None,) * 3 if each is None else tuple(factor * part for part in (each.value, each.low, each.high))
        row: dict[str, object] = dict(zip((name, "low", "high"), values, strict=True))
        row["moves"] = 0 if each is None else each.count
        found.append(row | ({"left_out": without} | rest if rest else {}))
    return found
