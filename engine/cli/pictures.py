"""The commands ``page``, which writes a record as an HTML page, and ``picture``, which draws positions as SVG."""

import argparse
from pathlib import Path

from engine.analysis.verdict import Thresholds
from engine.cli.arguments import game_of, position_of
from engine.cli.output import Progress, print_json
from engine.cli.records import read_record
from engine.core.errors import KyVienError, OptionError
from engine.core.files import check_writable, write_text
from engine.core.language import set_language, tr
from engine.core.options import check_range, parse_options
from engine.page.film import film_of, picture_of
from engine.page.html import page_of
from engine.picture.board import board_svg

MOST_SIZE = 4000
"""Maximum of ``--size`` in px."""


def page(options: argparse.Namespace) -> None:
    """Write one game of a file, or the replay of a search of a hand-made tree, as a page for the browser.

    Raises:
        OptionError: if there are both a record and a tree, or neither.
    """
    if (options.file is None) == (not options.tree):
        raise OptionError("give either a record or --tree")
    if options.language:
        set_language(options.language)
    if options.tree:
        _tree_page(options)
        return
    check_output(options.output, options.file)
    record = read_record(options.file, options.number, strict=options.strict)
    thresholds = parse_options(Thresholds, options.thresholds)
    with Progress(tr("Writing {name}", name=options.output.name)):
        made = page_of(record, file_name=options.file.name, thresholds=thresholds)
        write_text(options.output, made)
    size = len(made.encode())
    if options.json:
        plies = len(record.tree.main_line()) - 1
        print_json({"output": str(options.output), "bytes": size, "game": record.game.name, "plies": plies})
    else:
        print(tr("{size} kB written to {file}", size=round(size / 1000), file=options.output))


def _tree_page(options: argparse.Namespace) -> None:
    """Write the replay of a search of a hand-made tree as a page, or as a film strip for print."""
    from engine.core.handmade import parse_tree
    from engine.teach.film import film_page
    from engine.teach.lesson_page import lesson_page
    from engine.teach.walk import Walk

    check_output(options.output)
    walk = Walk(parse_tree(options.tree), options.algorithm)
    with Progress(tr("Writing {name}", name=options.output.name)):
        if options.strip or options.steps:
            made = film_page(walk, parse_numbers("--steps", options.steps), title=options.title)
        else:
            made = lesson_page(walk, title=options.title, asks=options.ask)
        write_text(options.output, made)
    size = len(made.encode())
    if options.json:
        print_json({"output": str(options.output), "bytes": size, "steps": len(walk.steps()), "nodes": len(walk.order)})
    else:
        print(tr("{size} kB written to {file}", size=round(size / 1000), file=options.output))


def parse_numbers(name: str, text: str) -> list[int]:
    """Return the numbers of a text, which are separated by commas.

    Raises:
        OptionError: if a part is no number.
    """
    try:
        return [int(each) for each in text.split(",") if each.strip()]
    except ValueError:
        raise OptionError("{name}: expected numbers separated by commas, not {text!r}", name=name, text=text) from None


def picture(options: argparse.Namespace) -> None:
    """Draw a position, or the main line of a record as a film strip."""
    check_range("size", options.size, 60, MOST_SIZE)
    check_range("every", options.every, 1, 1000)
    check_range("columns", options.columns, 1, 100)
    if (options.file is None) == (not options.game):
        raise OptionError("give either a record or --game")
    if options.output.suffix.lower() != ".svg":
        raise OptionError("{file}: expected a name that ends in {endings}", file=options.output.name, endings=".svg")
    with Progress(tr("Writing {name}", name=options.output.name)):
        made = _position_picture(options) if options.file is None else _record_picture(options)
        write_text(options.output, made)
    if options.json:
        print_json({"output": str(options.output), "bytes": len(made.encode())})
    else:
        print(tr("{size} kB written to {file}", size=round(len(made.encode()) / 1000), file=options.output))


def _position_picture(options: argparse.Namespace) -> str:
    if options.strip or options.ply is not None:
        raise OptionError("--strip and --ply need a record")
    game = game_of(options)
    position = position_of(options, game)
    check_output(options.output)
    turn = tr("{side} to move", side=tr(game.side_name(position, position.turn)))
    return board_svg(
        game.surface(position), checked=game.checked(position), flip=options.flip, size=options.size,
        theme=options.theme, title=turn, inline=False,
    )  # fmt: skip


def _record_picture(options: argparse.Namespace) -> str:
    check_output(options.output, options.file)
    tree = read_record(options.file, options.number, strict=options.strict).tree
    if options.strip:
        return film_of(
            tree, every=options.every, columns=options.columns, size=options.size, flip=options.flip,
            theme=options.theme, title=tr(tree.game.title),
        )  # fmt: skip
    line = tree.main_line()
    ply = len(line) - 1 if options.ply is None else options.ply
    check_range("ply", ply, 0, len(line) - 1)
    return picture_of(tree, line[ply], size=options.size, flip=options.flip, theme=options.theme)


def check_output(output: Path, record: Path | None = None) -> None:
    """Check that a file can be written and is not the record itself.

    Raises:
        KyVienError: if it is.
        FileError: if it cannot be written.
    """
    if record is not None and output.exists() and record.exists() and output.samefile(record):
        raise KyVienError("{file}: the output cannot replace the record", file=str(output))
    check_writable(output)
