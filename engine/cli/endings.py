"""The command ``endings``, which generates tables of endings and lists them."""

import argparse
import time
from pathlib import Path
from typing import Any

from engine.cli.output import Progress, note, print_json, print_table
from engine.core.endings import Endings
from engine.core.files import FileError, check_writable, reason_of
from engine.core.game import find_game
from engine.core.language import ngettext, tr
from engine.core.outcome import Player
from engine.tables.endings import (
    EndingLibrary,
    EndingTable,
    endings_of,
    example_of,
    file_of,
    generate,
    normal_material,
    user_folder,
    write_table,
)  # fmt: skip


def endings(options: argparse.Namespace) -> None:
    """Generate the table of a material, or list the tables of a game if none is given."""
    kind = find_game(options.game)
    declared = endings_of(kind())
    if not options.material:
        _list(options, kind.name, declared)
        return
    material = normal_material(declared, options.material)
    if options.output is not None:
        check_writable(options.output)
    begun = time.perf_counter()
    with Progress(tr("Computing {material}", material=material)) as step:

        def show(name: str, share: float) -> None:
            step.detail = f"{name} {share:.0%}"

        tables = generate(kind.name, material, show)
    seconds = time.perf_counter() - begun
    written = {}
    for table in tables.values():
        if options.output is None:
            path = file_of(user_folder(), kind.name, table.material)
            _make_folder(path.parent)
        elif table.material == material:
            path = options.output
        else:
            continue
        with Progress(tr("Writing {name}", name=path.name)):
            written[table.material] = path, write_table(path, table)
    _show(options, declared, tables[material], written[material], seconds)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError("{path} cannot be written: {reason}", path=path, reason=reason_of(error)) from None


def _show(
    options: argparse.Namespace, declared: Endings, table: EndingTable, written: tuple[Path, int], seconds: float
) -> None:
    """Print what a generated table contains."""
    kind = find_game(table.game)
    path, size = written
    examples = [example_of(table, side) for side in Player]
    if options.json:
        sides = [dict(zip(("positions", "wins", "draws", "losses"), each, strict=True)) for each in table.counts]
        print_json(
            {
                "game": table.game, "material": table.material, "rules": declared.rules, "longest": table.longest,
                "counts": sides, "examples": [None if each is None else str(each) for each in examples],
                "file": str(path), "bytes": size, "seconds": seconds,
            }
        )  # fmt: skip
        return
    rows: list[tuple[str, ...]] = []
    for side, counts, example in zip(kind.sides, table.counts, examples, strict=True):
        rows.append((tr(side), str(example or "–"), *(f"{count:,}" for count in counts)))
    columns = (
        tr("To move"), tr("A longest win or loss"), tr("Positions"), tr("Wins"), tr("Draws"), tr("Losses"),
    )  # fmt: skip
    print_table(f"{table.material}", columns, rows, left=2)
    print(ngettext("longest: {count} ply", "longest: {count} plies", table.longest))
    if declared.rules:
        print(tr("valid for the rules {rules}", rules=declared.rules))
    print(
        ngettext("{count} byte written to {file} in {seconds} s", "{count} bytes written to {file} in {seconds} s",
                 size, count=f"{size:,}", file=path, seconds=f"{seconds:.1f}")
    )  # fmt: skip


def _list(options: argparse.Namespace, game: str, declared: Endings) -> None:
    """Print the materials that a game offers, and for which of them there is a table."""
    library = EndingLibrary.usual()
    rows: list[dict[str, Any]] = []
    with Progress(tr("Reading tables"), len(declared.materials)) as step:
        for material in declared.materials:
            table = library.find(game, material)
            longest = None if table is None else table.longest
            rows.append({"material": material, "available": table is not None, "longest": longest})
            step()
    for fault in library.faults:
        note(fault)
    if options.json:
        print_json({"game": game, "rules": declared.rules, "materials": rows})
        return
    lines = [
        (
            row["material"],
            tr("yes") if row["available"] else "–",
            "–" if row["longest"] is None else str(row["longest"]),
        )
        for row in rows
    ]
    print_table("", (tr("Pieces"), tr("Available"), tr("Longest, plies")), lines)
    if declared.rules:
        print(tr("valid for the rules {rules}", rules=declared.rules))
