"""The command ``bench``, which runs the benchmark."""

import argparse

from engine.bench.report import PARTS, run
from engine.cli.output import Progress, print_json, print_table
from engine.core.errors import OptionError
from engine.core.language import tr


def bench(options: argparse.Namespace) -> None:
    """Run the selected parts of the benchmark and print their measures.

    Raises:
        OptionError: for an unknown part.
    """
    wanted = [part.strip() for part in options.only.split(",") if part.strip()] or list(PARTS)
    for part in wanted:
        if part not in PARTS:
            raise OptionError(
                "unknown {kind} {name!r}; available: {names}", kind=tr("part"), name=part, names=", ".join(PARTS)
            )
    with Progress(tr("Measuring"), len(wanted)) as step:
        measures = run(wanted, on_part=step)
    if options.json:
        print_json(measures)
        return
    for part, rows in measures.items():
        print_table(
            part,
            (tr("Measure"), tr("Value"), tr("Target")),
            [(row["name"], row["text"], row["target"]) for row in rows],
        )
