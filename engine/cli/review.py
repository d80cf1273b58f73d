"""Commands that review records: ``review`` and ``disagree``."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.cli.arguments import limit_of, outsiders_of, specs_of
from engine.cli.output import print_json, print_table, progress
from engine.core.language import tr

if TYPE_CHECKING:
    from engine.analysis.review import Reviewed
    from engine.analysis.verdict import Verdict


def review(options: argparse.Namespace) -> None:
    """Judge every move of the records in a file, and write the records with evaluations to another file."""
    from engine.analysis.query import spec_text
    from engine.analysis.review import review_file, reviewed_path, to_json
    from engine.analysis.verdict import Thresholds
    from engine.core.options import parse_options

    output = options.output or reviewed_path(options.file)
    specs = specs_of(options.algorithms, outsiders_of(options))
    thresholds = parse_options(Thresholds, options.thresholds)
    with progress(tr("Reviewing"), None) as step:
        reviews = review_file(
            options.file, output, specs, options.evaluation, limit_of(options), options.seed, step, thresholds
        )
    if options.json:
        print_json({"output": str(output), **to_json(reviews)})
        return
    for number, each in enumerate(reviews, 1):
        title = tr("Game {number}", number=number) if len(reviews) > 1 else ""
        _print_moves(title, each, spec_text(specs[0]))
    count = sum(len(each.rows) for each in reviews)
    print(tr("{count} positions evaluated, written to {file}", count=count, file=output))


def _print_moves(title: str, reviewed: "Reviewed", algorithm: str) -> None:
    """Print the moves that an algorithm judged, and the accuracies of both sides."""
    tree, verdicts = reviewed.record.tree, reviewed.verdicts[algorithm]
    columns = (
        tr("Move"), tr("Class"), tr("Loss"), tr("Win chance"), tr("Best move"),
    )  # fmt: skip
    print_table(title, columns, [_row_of(tree.move_number(each.node), each) for each in verdicts], left=2)
    for side, found in zip(tree.game.sides, reviewed.accuracies(algorithm), strict=True):
        if found is not None:
            text = tr("{side}: {percent} % accurate ({low} to {high}, 95 % interval, {count} moves)",
                      side=tr(side), percent=f"{found.percent:.0f}", low=f"{found.low:.0f}",
                      high=f"{found.high:.0f}", count=found.count)  # fmt: skip
            print(text)


def _row_of(number: int, verdict: "Verdict") -> Sequence[str]:
    dots = "…" if verdict.player else "."
    loss = "–" if verdict.loss is None else str(-verdict.loss) if verdict.loss else "0"
    kind = " ".join(word for word in (verdict.kind.glyph, tr(verdict.kind.title)) if word)
    if verdict.only:
        kind += f" ({tr('only move')})"
    if verdict.judgement.changed:
        kind += f" ({tr('changed by the second search')})"
    chances = f"{100 * verdict.win_before:.0f} → {100 * verdict.win_after:.0f} %"
    return f"{number}{dots} {verdict.move}", kind, loss, chances, verdict.judgement.best
