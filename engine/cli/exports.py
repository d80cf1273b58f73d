"""The command ``export``, which writes copies of records for other programs."""

import argparse

from engine.analysis.exports import exports_of
from engine.analysis.verdict import Thresholds
from engine.cli.output import Progress, note, print_json
from engine.cli.pictures import check_output
from engine.cli.records import read_record, read_records
from engine.core.errors import OptionError
from engine.core.files import write_bytes
from engine.core.language import ngettext, tr
from engine.core.options import parse_options


def export(options: argparse.Namespace) -> None:
    """Write a copy of the games of a file, or of one of them."""
    check_output(options.output, options.file)
    if options.number is None:
        records = list(read_records(options.file, strict=options.strict))
    else:
        records = [read_record(options.file, options.number, strict=options.strict)]
    kinds = [exports_of(record.game).get(options.kind) for record in records]
    for record, each in zip(records, kinds, strict=True):
        if each is None:
            raise OptionError("--as {kind}: not for {game}", kind=options.kind, game=tr(record.game.title))
    kind = next(each for each in kinds if each is not None)
    if options.output.suffix.lower() != kind.suffix:
        raise OptionError(
            "{file}: expected a name that ends in {endings}", file=options.output.name, endings=kind.suffix
        )
    thresholds = parse_options(Thresholds, options.thresholds)
    with Progress(tr("Writing {name}", name=options.output.name)):
        made, notice = kind.make(records, thresholds)
        write_bytes(options.output, made)
    note(notice)
    if options.json:
        print_json({"output": str(options.output), "bytes": len(made), "games": len(records)})
    else:
        print(
            ngettext("{count} game written to {file}", "{count} games written to {file}", len(records),
                     file=options.output)
        )  # fmt: skip
