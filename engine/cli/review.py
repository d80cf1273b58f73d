"""Commands that review records: ``review`` and ``disagree``."""

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from engine.cli.arguments import limit_of, outsiders_of, spec_of, specs_of
from engine.cli.output import Progress, print_json, print_table
from engine.core.language import mark, ngettext, tr
from engine.core.outcome import Player
from engine.search.query import Run

if TYPE_CHECKING:
    from typing import Any

    from engine.analysis.accuracy import Accuracy
    from engine.analysis.disagreement import Disagreement
    from engine.analysis.review import Reviewed
    from engine.analysis.verdict import Verdict
    from engine.core.game import Game
    from engine.records.tree import GameTree
    from engine.search.spec import AnySpec


def review(options: argparse.Namespace) -> None:
    """Judge every move of the records in a file, and write the records with evaluations to another file."""
    from engine.analysis.accuracy import FORMULAS, formula_text
    from engine.analysis.checking import checker_for
    from engine.analysis.review import review_file, reviewed_path, to_json
    from engine.analysis.verdict import Thresholds
    from engine.cli.records import read_records
    from engine.core.options import parse_options

    output = options.output or reviewed_path(options.file, ".pgn" if options.plain else "")
    specs = specs_of(options.algorithms, outsiders_of(options))
    thresholds = parse_options(Thresholds, options.thresholds)
    outsiders = outsiders_of(options)
    chosen = None if options.check in ("auto", "off") else spec_of(options.check, outsiders)

    def checker(game: "Game") -> "AnySpec | None":
        if options.check == "off":
            return None
        return chosen or checker_for(game, specs[0], list(outsiders.values()))

    records = read_records(options.file, strict=options.strict)
    with Progress(tr("Reviewing")) as step:
        reviews = review_file(
            records, options.file, output, specs, options.evaluation, limit_of(options), options.seed, step, thresholds,
            checker, glyphs=options.glyphs, plain=options.plain,
        )  # fmt: skip
    if options.json:
        print_json({"output": str(output), **to_json(reviews, options.accuracy)})
        return
    for number, each in enumerate(reviews, 1):
        title = tr("Game {number}", number=number) if len(reviews) > 1 else ""
        _print_moves(title, each, specs[0].text, options.accuracy)
    shown = [each for each in reviews if any(each.accuracies(specs[0].text, options.accuracy))]
    if shown:
        print(formula_text(options.accuracy, shown[0].record.game.name, shown[0].evaluation))
        print(tr("Source: {source}", source=FORMULAS[options.accuracy].source))
    count = sum(len(each.rows) for each in reviews)
    print(
        ngettext("{count} position evaluated, written to {file}", "{count} positions evaluated, written to {file}",
                 count, file=output)
    )  # fmt: skip


def _print_moves(title: str, reviewed: "Reviewed", algorithm: str, formula: str) -> None:
    """Print the moves that an algorithm judged, and the accuracies of both sides."""
    from engine.analysis.verdict import search_note

    tree, verdicts = reviewed.record.tree, reviewed.verdicts[algorithm]
    columns = (
        tr("Move"), tr("Class"), tr("Loss"), tr("Win chance"), tr("Best move"),
    )  # fmt: skip
    print_table(title, columns, [_row_of(tree, each) for each in verdicts], left=2)
    checked = [each.checked for each in verdicts if each.checked is not None]
    if checked:
        print(tr("checked {done} of {count}", done=sum(checked), count=len(checked)))
    for note in sorted({search_note(each.judgement) for each in verdicts} - {""}):
        print(note)
    for player, found in zip(Player, reviewed.accuracies(algorithm, formula), strict=True):
        left_out, side = reviewed.left_out(algorithm, formula, player), tr(tree.game.sides[player])
        texts = [] if found is None else [_accuracy_text(side, found, formula, tree.game.name, reviewed.evaluation)]
        if left_out:
            text = tr("{count} with a forced win or loss left out", count=left_out)
            texts.append(text if texts else f"{side}: {text}")
        unsure = sum(each.doubts and each.player is player for each in verdicts)
        if unsure and texts:
            texts.append(tr("{count} unsure, with the smaller loss", count=unsure))
        if texts:
            print("; ".join(texts))


def _accuracy_text(side: str, found: "Accuracy", formula: str, game: str, evaluation: str) -> str:
    """Return the accuracy of a side with its interval and the number of moves counted."""
    from engine.analysis.accuracy import FORMULAS, places_of, unit_text

    if not FORMULAS[formula].is_loss:
        return ngettext("{side}: {percent} % accurate ({low} to {high}, 95 % interval, {count} move)",
                        "{side}: {percent} % accurate ({low} to {high}, 95 % interval, {count} moves)", found.count,
                        side=side, percent=f"{found.value:.0f}", low=f"{found.low:.0f}",
                        high=f"{found.high:.0f}")  # fmt: skip
    places = places_of(game, evaluation)
    value, low, high = (f"{each:.{places}f}" for each in (found.value, found.low, found.high))
    return ngettext("{side}: average loss in {unit}: {value} ({low} to {high}, 95 % interval, {count} move)",
                    "{side}: average loss in {unit}: {value} ({low} to {high}, 95 % interval, {count} moves)",
                    found.count, side=side, value=value, unit=unit_text(game, evaluation), low=low,
                    high=high)  # fmt: skip


def _row_of(tree: "GameTree", verdict: "Verdict") -> Sequence[str]:
    dots = "…" if verdict.player else "."
    loss = "–" if verdict.loss is None else str(-verdict.loss) if verdict.loss else "0"
    if verdict.loss and tree.game.shows_chance:
        loss = f"{-verdict.points:.1f}"
    if verdict.judgement.approximate:
        loss = f"≈ {loss}"
    glyph = verdict.kind.glyph if verdict.only else verdict.glyph
    kind = " ".join(word for word in (glyph, tr(verdict.kind.title)) if word)
    if verdict.kind.name == "unsure":
        kind += f" ({tr(verdict.likely.title)}?)"
    if verdict.only:
        kind += f" ({tr('only move')})"
    if verdict.judgement.changed:
        kind += f" ({tr('changed by the second search')})"
    chances = f"{100 * verdict.win_before:.0f} → {100 * verdict.win_after:.0f} %"
    return f"{tree.move_number(verdict.node)}{dots} {verdict.move}", kind, loss, chances, verdict.best


def disagree(options: argparse.Namespace) -> None:
    """List the positions of the records in a file in which algorithms disagree."""
    from engine.analysis.disagreement import DisagreementFinder
    from engine.asking.query import answer
    from engine.cli.records import read_records
    from engine.core.evaluation import find_evaluation
    from engine.search.search import Stop

    outsiders = outsiders_of(options)
    specs = specs_of(options.algorithms, outsiders)
    referee = spec_of(options.referee, outsiders)
    stop = Stop()
    names = [spec.text for spec in specs]
    rows: list[dict[str, object]] = []
    with Progress(tr("Searching")) as step:
        for number, record in enumerate(read_records(options.file, strict=options.strict), 1):
            tree = record.tree
            find_evaluation(tree.game.name, options.evaluation)
            finder = DisagreementFinder(
                tree, specs, referee, options.evaluation, limit_of(options), options.seed, swing=options.swing
            )
            while (question := finder.take()) is not None:
                finder.give(question, list(answer(question.query, Run(stop))))
                step()
            rows += [
                {"game": number, **_disagreement(tree, names, each)}
                for each in sorted(finder.found, key=lambda each: (each.ply, each.second))
            ]
    if options.json:
        print_json({"algorithms": names, "referee": referee.text, "rows": rows})
    elif options.csv:
        _print_csv(rows)
    else:
        columns = (
            tr("Game"), tr("Ply"), tr("Kind"), tr("One choice"), tr("Other choice"), tr("Points"), tr("Right"),
        )  # fmt: skip
        print_table("", columns, [_cells(row) for row in rows], left=3)
        print(ngettext("{count} disagreement", "{count} disagreements", len(rows)))


def _disagreement(tree: "GameTree", names: Sequence[str], each: "Disagreement") -> dict[str, object]:
    """Return a disagreement as plain data, with moves in coordinate notation and scores for the side to move.

    ``swing`` is the referee's score of the first move minus that of the second, or None if one of them is a forced win
    or loss, or without a referee. ``points`` is the same in points of the chance of winning. ``right`` is the algorithm
    whose move is better, or None without a referee.
    """
    position = tree.position(each.node)
    one, two = (None if move is None else tree.game.format_move(position, move, "coordinates") for move in each.moves)
    right = None if each.judged is None else names[each.first if each.points > 0 else each.second]
    return {
        "ply": each.ply,
        "kind": each.kind,
        "algorithms": [names[each.first], names[each.second]],
        "moves": [one, two],
        "scores": [score.value for score in each.scores],
        "depth": each.depth,
        "referee_scores": None if each.judged is None else [score.value for score in each.judged],
        "swing": each.swing,
        "points": each.points,
        "right": right,
        "unsettled": [names[index] for index in each.unsettled],
    }


def _cells(row: "Mapping[str, Any]") -> tuple[str, ...]:
    """Return the cells of a disagreement in the table."""
    one, two = (f"{move or '–'} ({name})" for move, name in zip(row["moves"], row["algorithms"], strict=True))
    points = abs(row["points"])
    return str(row["game"]), str(row["ply"]), tr(_KINDS[row["kind"]]), one, two, f"{points:.0f}", row["right"] or "–"


_KINDS = {"move": mark("move"), "evaluation": mark("evaluation"), "contradiction": mark("contradiction")}


def _print_csv(rows: "Sequence[Mapping[str, Any]]") -> None:
    """Print disagreements as CSV with a header."""
    import csv
    import sys

    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(
        ("game", "ply", "kind", "algorithm_a", "move_a", "score_a", "algorithm_b", "move_b", "score_b", "depth",
         "swing", "points", "right", "unsettled")
    )  # fmt: skip
    for row in rows:
        (name, other), (move, rival), (score, against) = row["algorithms"], row["moves"], row["scores"]
        writer.writerow(
            (row["game"], row["ply"], row["kind"], name, move, score, other, rival, against, row["depth"],
             row["swing"], f"{row['points']:.1f}", row["right"], ";".join(row["unsettled"]))
        )  # fmt: skip
