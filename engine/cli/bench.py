"""The command ``bench``, which runs the benchmark."""

import argparse
import sys

from engine.bench.report import PARTS
from engine.bench.rows import Row
from engine.cli.output import Progress, print_json, print_table
from engine.core.errors import OptionError
from engine.core.language import tr


def bench(options: argparse.Namespace) -> None:
    """Measure the selected parts of the benchmark, and print each part as soon as it has been measured.

    JSON is one object, which is printed at the end, also if the measurement is interrupted.

    Raises:
        OptionError: for an unknown part.
    """
    wanted = [part.strip() for part in options.only.split(",") if part.strip()] or list(PARTS)
    for part in wanted:
        if part not in PARTS:
            raise OptionError(
                "unknown {kind} {name!r}; available: {names}", kind=tr("part"), name=part, names=", ".join(PARTS)
            )
    measures: dict[str, list[Row]] = {}
    try:
        for number, part in enumerate(wanted):
            with Progress(tr("Measuring"), len(wanted), number) as step:
                step.detail = part
                measures[part] = PARTS[part](options.full)
            if not options.json:
                cells = [(row["name"], row["text"], row["target"]) for row in measures[part]]
                print_table(part, (tr("Measure"), tr("Value"), tr("Target")), cells)
                sys.stdout.flush()
    finally:
        if options.json:
            print_json(measures)
