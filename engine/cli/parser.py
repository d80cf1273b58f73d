"""The commands and what each of them takes."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import engine
from engine.cli.output import fail, terminal_width
from engine.core.language import tr

PROGRAM = "kyvien-engine"


class Formatter(argparse.HelpFormatter):
    """Lays out help for the width of the terminal."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_width() - 2)


class Parser(argparse.ArgumentParser):
    """Reports a wrong command line in one sentence on standard error and exits with 2."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, formatter_class=Formatter)

    def error(self, message: str) -> NoReturn:
        """Print the sentence and exit."""
        fail(tr("{command}: {message} (see {command} --help)", command=self.prog, message=message))


def build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser for a command line.

    Args:
        words: the command line. If it begins with a command, the parser knows only that one: it is all that is used.
    """
    parser = Parser(
        prog=PROGRAM,
        description=tr("Analyse two-player board games with many search algorithms, without a window."),
        epilog=tr("A SPEC is NAME or NAME:k=v,k=v; lists of SPECs are separated by ';'."),
    )
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {engine.__version__}")
    commands = parser.add_subparsers(
        prog=PROGRAM, dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    table: Sequence[tuple[str, str, Callable[[argparse.ArgumentParser], None] | None]] = (
        ("games", tr("list games, their rules, evaluations and the algorithms"), None),
        ("perft", tr("count move paths"), _add_perft),
        ("analyse", tr("let one algorithm analyse a position"), _add_analyse),
        ("compare", tr("let several algorithms analyse the same position"), _add_compare),
        ("review", tr("evaluate every position of a record"), _add_review),
        ("play", tr("let two algorithms play a game"), _add_play),
        ("match", tr("let two algorithms play many games"), _add_match),
        ("tournament", tr("let many algorithms play each other"), _add_tournament),
        ("serve", tr("let other programs play against an algorithm through a protocol"), _add_serve),
        ("bench", tr("measure this machine: nodes first, seconds second"), _add_bench),
    )
    for name, text, add_options in [each for each in table if each[0] in words[:1]] or table:
        command = commands.add_parser(name, help=text, description=text)
        if name in words[:1]:
            command.add_argument("--json", action="store_true", help=tr("print JSON"))
            if add_options is not None:
                add_options(command)
    return parser


# --- the commands -----------------------------------------------------------------------------------------------------


def _add_perft(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    command.add_argument("--depth", type=_integer, required=True, metavar="N", help=tr("plies, 1 to 20"))
    command.add_argument("--divide", action="store_true", help=tr("by first move"))
    command.add_argument("--no-bulk", action="store_true", help=tr("make every move of the last ply too"))


def _add_analyse(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    command.add_argument("--algorithm", required=True, metavar="SPEC", help=tr("algorithm and parameters"))
    _add_limits(command)


def _add_compare(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    command.add_argument("--algorithms", required=True, metavar="SPECS", help=tr("'A;B:k=v;…'"))
    _add_limits(command)


def _add_review(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=Path, metavar="FILE", help=tr("a record"))
    command.add_argument("--algorithms", required=True, metavar="SPECS", help=tr("'A;B:k=v;…'"))
    command.add_argument("--output", type=Path, metavar="FILE", help=tr("the annotated record; default: FILE-reviewed"))
    _add_limits(command)


def _add_play(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    command.add_argument("--first", required=True, metavar="SPEC", help=tr("plays the first side"))
    command.add_argument("--second", required=True, metavar="SPEC", help=tr("plays the second side"))
    command.add_argument("--output", type=Path, metavar="FILE", help=tr("write the record here"))
    _add_limits(command)


def _add_match(command: argparse.ArgumentParser) -> None:
    _add_game(command, position=False)
    command.add_argument("--first", required=True, metavar="SPEC", help=tr("one of the two"))
    command.add_argument("--second", required=True, metavar="SPEC", help=tr("the other"))
    _add_contest(command)
    command.add_argument(
        "--swap", action="store_true", help=tr("change sides after every game; each opening is played twice")
    )
    command.add_argument(
        "--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]", help=tr("stop as soon as a sequential test is decided")
    )


def _add_tournament(command: argparse.ArgumentParser) -> None:
    _add_game(command, position=False)
    command.add_argument(
        "--players",
        required=True,
        metavar="SPECS",
        help=tr("'A;B:k=v;C@depth=3;…': @depth, @nodes, @seconds, @clock, @evaluation are a player's own"),
    )
    command.add_argument(
        "--form",
        default="round_robin",
        choices=["round_robin", "gauntlet", "grid"],
        help=tr("everybody against everybody, the first against all, or every ordered pair"),
    )
    _add_contest(command)
    command.add_argument("--no-swap", action="store_true", help=tr("the first of a pairing always moves first"))
    command.add_argument(
        "--table", default="text", choices=["text", "csv", "html", "latex"], help=tr("form of the table")
    )
    command.add_argument("--output", type=Path, metavar="FILE", help=tr("write the table here"))


def _add_serve(command: argparse.ArgumentParser) -> None:
    _add_game(command, position=False)
    command.add_argument(
        "--protocol", required=True, choices=["uci", "ucci", "gtp", "gomocup"], help=tr("what the other program speaks")
    )
    command.add_argument("--algorithm", default="", metavar="SPEC", help=tr("algorithm and parameters"))
    _add_limits(command)


def _add_bench(command: argparse.ArgumentParser) -> None:
    command.add_argument("--only", default="", metavar="PART,…", help=tr("only these parts"))


# --- options of several commands --------------------------------------------------------------------------------------


def _add_game(command: argparse.ArgumentParser, *, position: bool = True) -> None:
    command.add_argument("--game", required=True, metavar="G", help=tr("identifier of a game (see games)"))
    rules = command.add_mutually_exclusive_group()
    rules.add_argument("--rules", default="", metavar="k=v,…", help=tr("rule options that differ from the default"))
    rules.add_argument("--preset", default="", metavar="NAME", help=tr("a named rule set"))
    if position:
        command.add_argument("--position", metavar="TEXT", help=tr("position text; default: the start"))


def _add_limits(command: argparse.ArgumentParser) -> None:
    command.add_argument("--evaluation", default="", metavar="E", help=tr("evaluation; default: the game's first"))
    command.add_argument("--depth", type=_integer, metavar="N", help=tr("plies; default 3 if no other limit is given"))
    command.add_argument("--nodes", type=_integer, metavar="N", help=tr("positions visited"))
    command.add_argument("--seconds", type=_number, metavar="S", help=tr("wall-clock seconds"))
    command.add_argument("--seed", type=_integer, default=0, metavar="S", help=tr("of whatever is random; default 0"))
    command.add_argument(
        "--plugin",
        action="append",
        default=[],
        metavar="FILE",
        help=tr("a Python file with an algorithm of your own; may be repeated"),
    )
    command.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help=tr("an engine of other people (UCI, UCCI, GTP, Gomocup) under a name of yours; may be repeated"),
    )


def _add_contest(command: argparse.ArgumentParser) -> None:
    from engine.contests.clock import MARGIN_SECONDS

    command.add_argument(
        "--clock",
        metavar="B+I",
        help=tr(
            "a clock for each game in the place of depth, nodes and seconds: base and increment in seconds (1+0.1) "
            "or minutes:seconds (5:00+3); engines are told their clocks, ours get their share of what is left; "
            "whoever is more than {margin} s over, which is room for our own pipes, loses on time",
            margin=MARGIN_SECONDS,
        ),
    )
    command.add_argument(
        "--games", type=_integer, default=100, metavar="N", help=tr("games of each pairing; default 100")
    )
    openings = command.add_mutually_exclusive_group()
    openings.add_argument("--openings", type=Path, metavar="FILE", help=tr("positions to begin from, one a line"))
    openings.add_argument(
        "--random-plies",
        type=_integer,
        default=0,
        metavar="K",
        help=tr("random moves before each game, the same for both colours"),
    )
    _add_limits(command)
    command.add_argument("--jobs", type=_integer, metavar="J", help=tr("games at the same time; default: all cores"))
    command.add_argument(
        "--journal",
        type=Path,
        metavar="FILE",
        help=tr("keep every result here; the same command goes on where it was interrupted"),
    )
    command.add_argument("--records", type=Path, metavar="FILE", help=tr("write the records of all games here"))
    command.add_argument("--most-plies", type=_integer, default=1000, metavar="N", help=tr("a longer game is a draw"))
    command.add_argument(
        "--win-score",
        type=_integer,
        metavar="S",
        help=tr("end a game when both sides see this score for four moves"),
    )


def _integer(text: str) -> int:
    try:
        return int(text.replace("_", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(tr("{text!r} is no whole number", text=text)) from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(tr("{text!r} is no number", text=text)) from None
