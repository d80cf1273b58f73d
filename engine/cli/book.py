"""The command ``book``, which makes an opening book from games."""

import argparse
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path

from engine.cli.arguments import game_of
from engine.cli.output import Progress, print_json
from engine.cli.records import read_records
from engine.contests.book import BookMaker
from engine.core.errors import OptionError
from engine.core.files import FileError, check_writable, reason_of
from engine.core.game import Game
from engine.core.language import ngettext, tr
from engine.core.options import check_range
from engine.records.tree import Record
from engine.tables.book import Book, read_book, user_book, write_book


def book(options: argparse.Namespace) -> None:
    """Make a book from records, from games played for it, or from other books, and write it to a file."""
    game = game_of(options)
    check_range("least", options.least, 1, 1_000_000)
    path = options.output or user_book(game.name)
    if options.output is None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError("{path} cannot be written: {reason}", path=path, reason=reason_of(error)) from None
    check_writable(path)
    made = _merged(options.merge, game) if options.merge else _made(options, game)
    made = made.pruned(options.least)
    with Progress(tr("Writing {name}", name=path.name)):
        write_book(path, made)
    moves = sum(map(len, made.entries.values()))
    if options.json:
        print_json({"game": game.name, "positions": len(made.entries), "moves": moves, "file": str(path)})
    else:
        print(
            tr("{positions} with {moves} written to {file}",
               positions=ngettext("{count} position", "{count} positions", len(made.entries)),
               moves=ngettext("{count} move", "{count} moves", moves), file=path)
        )  # fmt: skip


def _made(options: argparse.Namespace, game: Game) -> Book:
    """Return the book of the games that the options specify."""
    maker = BookMaker(game, options.plies, options.nodes, options.seed)
    rules = game.rules_text()
    words = ["kyvien-engine", "book", "--game", game.name, *(["--rules", rules] if rules else [])]
    numbers = ["--nodes", str(options.nodes), "--plies", str(options.plies), "--seed", str(options.seed)]
    least = ["--least", str(options.least)] if options.least > 1 else []
    with Progress(tr("Playing") if options.play is not None else tr("Evaluating games"), options.play) as step:
        if options.play is not None:
            maker.play(options.play, step)
            words += ["--play", str(options.play)]
        else:
            if not maker.add(_records(options.games, game, options.strict), step):
                raise OptionError("the files contain no finished game of {game} from its start", game=tr(game.title))
            words += [word for path in options.games for word in ("--games", path.name)]
    return maker.book(shlex.join([*words, *numbers, *least]))


def _records(paths: Sequence[Path], game: Game, strict: bool) -> Iterator[Record]:
    """Return an iterator over the records in the files."""
    for path in paths:
        yield from read_records(path, game, strict=strict)


def _merged(paths: Sequence[Path], game: Game) -> Book:
    """Return one book with the games of several.

    Raises:
        OptionError: if a book is of another game.
    """
    with Progress(tr("Merging"), len(paths)) as step:
        made = read_book(paths[0])
        if not made.fits(game):
            raise OptionError("books of different games or rules cannot be merged")
        step()
        for path in paths[1:]:
            made = made.merged(read_book(path))
            step()
    return made
