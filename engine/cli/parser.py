"""The commands of the command line and their options."""

import argparse
from collections.abc import Callable, Iterable, Sequence

import engine
from engine.cli.output import fail, terminal_width
from engine.core.language import tr

TYPE_CHECKING = False  # without typing, which takes longer to import than argparse
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any, NoReturn

PROGRAM = "kyvien-engine"


class Formatter(argparse.HelpFormatter):
    """Help formatter with the width of the terminal."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=terminal_width() - 2)


class Parser(argparse.ArgumentParser):
    """Argument parser that reports an error in one line on standard error and exits with status 2."""

    def __init__(self, **options: "Any") -> None:
        super().__init__(**options, formatter_class=Formatter)

    def parse_known_args(self, args: "Any" = None, namespace: "Any" = None) -> "Any":
        """Parse arguments. A word such as ``-1+1`` or ``-5,5`` is read as the value of the option before it.

        ``argparse`` alone would read every word that begins with ``-`` and is not a number as an option. No option of
        this program begins with ``-`` and a digit.
        """
        return super().parse_known_args(None if args is None else _with_joined_values(args), namespace)

    def error(self, message: str) -> "NoReturn":
        """Print ``message`` as one line on standard error and exit with status 2."""
        fail(tr("{command}: {message} (see {command} --help)", command=self.prog, message=message))


def build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Return a parser for a command line.

    Args:
        words: words of the command line. If the first word is a command, only this command is added to the parser, to
            save time. A command that is not among the words is added without its options.
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
        ("rules", tr("explain the rules of a game, or read an article"), _add_rules),
        ("perft", tr("count move paths"), _add_perft),
        ("analyse", tr("analyse a position with one algorithm"), _add_analyse),
        ("compare", tr("analyse a position with several algorithms"), _add_compare),
        ("review", tr("judge every move of a record"), _add_review),
        ("disagree", tr("find the positions of records in which two algorithms disagree"), _add_disagree),
        ("tree", tr("keep the tree that a search visits, and explain a node"), _add_tree),
        ("tree-diff", tr("compare two recorded trees"), _add_tree_diff),
        ("play", tr("play one game between two algorithms"), _add_play),
        ("match", tr("play a match of many games between two algorithms"), _add_match),
        ("tournament", tr("play a tournament of several algorithms"), _add_tournament),
        ("train", tr("train an evaluation on self-play games, and measure it"), _add_train),
        ("page", tr("write a record as a page for the browser"), _add_page),
        ("export", tr("write a copy of records for other programs"), _add_export),
        ("picture", tr("draw a position or the moves of a record as SVG"), _add_picture),
        ("endings", tr("compute the exact value of every position with a few pieces"), _add_endings),
        ("network", tr("show what a network learnt, verify its file, or install it"), _add_network),
        ("book", tr("make an opening book from games"), _add_book),
        ("worksheet", tr("write exercises on game trees for print"), _add_worksheet),
        ("serve", tr("run an algorithm as an engine for other programs"), _add_serve),
        ("bench", tr("measure node counts and speeds on this machine"), _add_bench),
    )
    chosen = [each for each in table if each[0] in words[:1]]
    for name, text, add_options in chosen or table:
        is_named = name in words
        command = commands.add_parser(name, help=text, description=text, add_help=is_named)
        if is_named:
            command.add_argument("--json", action="store_true", help=tr("print JSON"))
            if add_options is not None:
                add_options(command)
    return parser


# --- the commands -----------------------------------------------------------------------------------------------------


def _add_rules(command: argparse.ArgumentParser) -> None:
    from engine.guide.library import ARTICLES

    page = command.add_mutually_exclusive_group(required=True)
    page.add_argument("--game", default="", metavar="G", help=tr("identifier of a game (see games)"))
    page.add_argument(
        "--article",
        default="",
        choices=list(ARTICLES),
        help=tr(
            "the algorithms, how to read a comparison or a review, contests on several computers, endings and books, "
            "or how the sentences are tested"
        ),
    )


def _add_perft(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    command.add_argument("--depth", type=_integer, required=True, metavar="N", help=tr("plies, 1 to 20"))
    command.add_argument("--divide", action="store_true", help=tr("list the count of each first move"))
    command.add_argument("--no-bulk", action="store_true", help=tr("also make the moves of the last ply"))


def _add_analyse(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    command.add_argument("--algorithm", required=True, metavar="SPEC", help=tr("algorithm and parameters"))
    command.add_argument(
        "--proof", type=_path, metavar="FILE", help=tr("write the proof of a win or a loss here (algorithm pn)")
    )
    _add_limits(command)


def _add_compare(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    command.add_argument("--algorithms", required=True, metavar="SPECS", help=tr("'A;B:k=v;…'"))
    _add_limits(command)


def _add_thresholds(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--thresholds",
        default="",
        metavar="k=v,…",
        help=tr(
            "least losses of the classes in points of the chance of winning; default "
            "inaccuracy=10,mistake=20,blunder=30,only=20"
        ),
    )


def _add_strict(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--strict", action="store_true", help=tr("refuse a file of which a part cannot be read as it is written")
    )


def _add_review(command: argparse.ArgumentParser) -> None:
    _add_strict(command)
    command.add_argument("file", type=_path, metavar="FILE", help=tr("a record"))
    command.add_argument("--algorithms", required=True, metavar="SPECS", help=tr("'A;B:k=v;…'"))
    command.add_argument(
        "--output", type=_path, metavar="FILE", help=tr("the annotated record; default: FILE-reviewed")
    )
    command.add_argument(
        "--glyphs", action="store_true", help=tr("mark judged moves with ?!, ? and ??, unless the author has done so")
    )
    command.add_argument(
        "--plain", action="store_true", help=tr("write PGN for other programs, with glyphs and without private notes")
    )
    _add_thresholds(command)
    command.add_argument(
        "--check",
        default="auto",
        metavar="SPEC",
        help=tr(
            "algorithm that checks the verdicts of the first one before they are shown, or off; default auto: an "
            "external engine or, without one, pvs without pruning"
        ),
    )
    command.add_argument(
        "--accuracy",
        default="mean",
        choices=("mean", "lichess", "katrain", "loss"),
        help=tr("formula of the accuracy of a player; default mean"),
    )
    _add_limits(command)


def _add_disagree(command: argparse.ArgumentParser) -> None:
    _add_strict(command)
    command.add_argument("file", type=_path, metavar="FILE", help=tr("a record, or a file with many"))
    command.add_argument("--algorithms", required=True, metavar="SPECS", help=tr("two or more: 'A;B:k=v;…'"))
    command.add_argument(
        "--referee",
        default="pvs",
        metavar="SPEC",
        help=tr("algorithm that decides, two plies deeper than the others; default pvs"),
    )
    command.add_argument(
        "--swing",
        type=_number,
        default=5.0,
        metavar="P",
        help=tr("least difference, in points of the chance of winning; default 5"),
    )
    command.add_argument("--csv", action="store_true", help=tr("print CSV"))
    _add_limits(command)


def _add_page(command: argparse.ArgumentParser) -> None:
    from engine.core.language import LANGUAGES

    _add_strict(command)
    command.add_argument("file", type=_path, nargs="?", metavar="FILE", help=tr("a record; or give --tree"))
    command.add_argument("--number", type=_integer, default=1, metavar="N", help=tr("number of the game; default 1"))
    command.add_argument("--output", type=_path, required=True, metavar="FILE", help=tr("write the HTML page here"))
    _add_thresholds(command)
    command.add_argument(
        "--tree",
        default="",
        metavar="TEXT",
        help=tr("replay a search of this tree, such as ((3 12 8) (2 4 6))"),
    )
    command.add_argument(
        "--algorithm", default="alphabeta", metavar="SPEC", help=tr("algorithm of --tree; default alphabeta")
    )
    command.add_argument("--ask", action="store_true", help=tr("ask before each decision of the search"))
    command.add_argument(
        "--strip", action="store_true", help=tr("a film strip for print, with a picture for each decision")
    )
    command.add_argument("--steps", default="", metavar="N,…", help=tr("the steps of the film strip"))
    command.add_argument("--title", default="", metavar="TEXT", help=tr("title of the page of a tree"))
    command.add_argument("--language", default="", choices=["", *LANGUAGES], help=tr("language of the page at first"))


def _add_export(command: argparse.ArgumentParser) -> None:
    _add_strict(command)
    command.add_argument("file", type=_path, metavar="FILE", help=tr("a record"))
    command.add_argument("--number", type=_integer, metavar="N", help=tr("number of the game; default: all games"))
    command.add_argument(
        "--as",
        dest="kind",
        default="pgn",
        choices=["pgn", "simplified", "traditional", "ubb"],
        help=tr("PGN with standard tags and evaluations, xiangqi in PGN in Chinese characters, or UBB; default pgn"),
    )
    command.add_argument("--output", type=_path, required=True, metavar="FILE", help=tr("write the copy here"))
    _add_thresholds(command)


def _add_picture(command: argparse.ArgumentParser) -> None:
    _add_strict(command)
    command.add_argument("file", type=_path, nargs="?", metavar="FILE", help=tr("a record; or give --game"))
    command.add_argument("--number", type=_integer, default=1, metavar="N", help=tr("number of the game; default 1"))
    command.add_argument("--ply", type=_integer, metavar="N", help=tr("position after N plies; default: the last one"))
    command.add_argument("--strip", action="store_true", help=tr("all positions of the main line side by side"))
    command.add_argument(
        "--every", type=_integer, default=1, metavar="N", help=tr("only every Nth position of the strip; default 1")
    )
    command.add_argument(
        "--columns", type=_integer, default=4, metavar="N", help=tr("boards in a row of the strip; default 4")
    )
    _add_game(command, required=False)
    command.add_argument("--theme", default="light", choices=["light", "dark"], help=tr("colours; default light"))
    command.add_argument("--flip", action="store_true", help=tr("the second side at the bottom"))
    command.add_argument(
        "--size", type=_integer, default=360, metavar="PX", help=tr("largest width and height of a board; default 360")
    )
    command.add_argument("--output", type=_path, required=True, metavar="FILE", help=tr("write the SVG file here"))


def _add_tree(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    command.add_argument("--algorithm", required=True, metavar="SPEC", help=tr("algorithm and parameters"))
    command.add_argument(
        "--capacity", type=_integer, default=200_000, metavar="N", help=tr("nodes to keep; default 200000")
    )
    command.add_argument("--why", metavar="MOVES", help=tr("explain the node after these moves, separated by spaces"))
    command.add_argument(
        "--focus", metavar="MOVES", help=tr("keep the part below the node after these moves by repeating the search")
    )
    command.add_argument(
        "--output", type=_path, metavar="FILE", help=tr("write the tree here: .html, .svg, .tex, .csv or .kvtree")
    )
    command.add_argument(
        "--strip", action="store_true", help=tr("a film strip for print, with a picture for each decision")
    )
    command.add_argument("--steps", default="", metavar="N,…", help=tr("the steps of the film strip"))
    _add_limits(command)


def _add_tree_diff(command: argparse.ArgumentParser) -> None:
    command.add_argument("first", type=_path, metavar="A.kvtree", help=tr("a recorded tree"))
    command.add_argument("second", type=_path, metavar="B.kvtree", help=tr("another tree of the same position"))
    command.add_argument("--large", action="store_true", help=tr("read trees of more than 1,000,000 nodes"))


def _add_play(command: argparse.ArgumentParser) -> None:
    _add_game(command)
    command.add_argument("--first", required=True, metavar="SPEC", help=tr("algorithm of the first side"))
    command.add_argument("--second", required=True, metavar="SPEC", help=tr("algorithm of the second side"))
    command.add_argument("--output", type=_path, metavar="FILE", help=tr("write the record here"))
    _add_limits(command)


def _add_match(command: argparse.ArgumentParser) -> None:
    _add_game(command, position=False)
    command.add_argument("--first", required=True, metavar="SPEC", help=tr("algorithm of one player"))
    command.add_argument("--second", required=True, metavar="SPEC", help=tr("algorithm of the other player"))
    _add_contest(command)
    command.add_argument(
        "--swap", action="store_true", help=tr("change sides after every game; each opening is played twice")
    )
    command.add_argument(
        "--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]", help=tr("stop as soon as a sequential test is decided")
    )
    command.add_argument(
        "--normalised",
        action="store_true",
        help=tr("ELO0 and ELO1 are normalised Elo: 347 for each standard deviation of a game"),
    )


def _add_tournament(command: argparse.ArgumentParser) -> None:
    _add_game(command, position=False)
    command.add_argument(
        "--players",
        required=True,
        metavar="SPECS",
        help=tr("'A;B:k=v;C@depth=3;…': @depth, @nodes, @seconds, @clock, @evaluation apply to one player"),
    )
    command.add_argument(
        "--form",
        default="round_robin",
        choices=["round_robin", "gauntlet", "grid"],
        help=tr("every pair, the first player against all others, or every ordered pair"),
    )
    _add_contest(command)
    command.add_argument("--no-swap", action="store_true", help=tr("the first player of a pairing always moves first"))
    command.add_argument(
        "--table", default="text", choices=["text", "csv", "html", "latex"], help=tr("format of the table")
    )
    command.add_argument("--output", type=_path, metavar="FILE", help=tr("write the table here"))


def _add_serve(command: argparse.ArgumentParser) -> None:
    _add_game(command, position=False)
    command.add_argument(
        "--protocol", required=True, choices=["uci", "ucci", "gtp", "gomocup"], help=tr("protocol of the other program")
    )
    command.add_argument("--algorithm", default="", metavar="SPEC", help=tr("algorithm and parameters"))
    _add_limits(command)


def _add_endings(command: argparse.ArgumentParser) -> None:
    command.add_argument("--game", required=True, metavar="G", help=tr("identifier of a game (see games)"))
    command.add_argument(
        "--material",
        default="",
        metavar="PIECES",
        help=tr("the pieces of both sides, such as KBNK; default: list the tables of the game"),
    )
    command.add_argument(
        "--output",
        type=_path,
        metavar="FILE",
        help=tr("write only this table, and here; default: it and those it leads to in the user's state folder"),
    )


def _add_network(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "action",
        choices=("show", "verify", "install"),
        help=tr("what to do; an installed network is listed in the window"),
    )
    command.add_argument("file", type=_path, metavar="FILE", help=tr("the file of a network (.kvnet)"))
    command.add_argument("--html", type=_path, metavar="FILE", help=tr("write a page with a map of each piece"))
    command.add_argument(
        "--against", default="", metavar="NAME", help=tr("evaluation next to it on the page; default: that of the game")
    )


def _add_book(command: argparse.ArgumentParser) -> None:
    _add_strict(command)
    _add_game(command, position=False)
    source = command.add_mutually_exclusive_group(required=True)
    source.add_argument(
        "--games", action="append", type=_path, metavar="FILE", help=tr("a file with records of games; repeatable")
    )
    source.add_argument("--play", type=_integer, metavar="N", help=tr("play this many games for the book"))
    source.add_argument(
        "--merge",
        action="append",
        type=_path,
        metavar="FILE",
        help=tr("a book to be taken, or merged with others, also one of PolyGlot (.bin); repeatable"),
    )
    command.add_argument(
        "--nodes", type=_integer, default=20_000, metavar="N", help=tr("nodes for each position; default 20000")
    )
    command.add_argument(
        "--plies", type=_integer, default=12, metavar="N", help=tr("plies of each game, 1 to 60; default 12")
    )
    command.add_argument(
        "--least", type=_integer, default=1, metavar="N", help=tr("leave out moves of fewer games; default 1")
    )
    command.add_argument("--seed", type=_seed, default=0, metavar="S", help=tr("random seed; default 0"))
    command.add_argument(
        "--output",
        type=_path,
        metavar="FILE",
        help=tr("write the book here; default: the user's own book of the game, in the state folder"),
    )


def _add_train(command: argparse.ArgumentParser) -> None:
    _add_game(command, position=False)
    command.add_argument(
        "--recipe", type=_path, metavar="FILE",
        help=tr("how the network is made (TOML); default: the recipe of the game; other options change it"),
    )  # fmt: skip
    command.add_argument("--games", type=_integer, metavar="N", help=tr("number of self-play games"))
    command.add_argument("--nodes", type=_integer, metavar="N", help=tr("nodes for each move of these games"))
    command.add_argument(
        "--generations", type=_integer, metavar="N",
        help=tr("number of networks that are made one after the other, each from games of the one before"),
    )  # fmt: skip
    command.add_argument(
        "--evaluation", default="", metavar="E",
        help=tr("evaluation of the players, against which the network is measured; default: the game's first"),
    )  # fmt: skip
    command.add_argument(
        "--cheap", type=_integer, metavar="N",
        help=tr("positions one random move off the games, for each of their positions, with scores without a search"),
    )  # fmt: skip
    command.add_argument("--hidden", type=_integer, metavar="N", help=tr("number of hidden units, 1 to 256"))
    command.add_argument(
        "--share", type=_number, metavar="X", help=tr("share of the result in what is predicted, 0 to 1")
    )
    command.add_argument("--epochs", type=_integer, metavar="N", help=tr("epochs over the positions of the games"))
    command.add_argument(
        "--seed", type=_seed, metavar="S", help=tr("random seed of the games, the fit and the matches")
    )
    command.add_argument(
        "--match", type=_integer, metavar="N", help=tr("games of each of the matches at the end; 0 for none")
    )
    command.add_argument(
        "--match-nodes", type=_integer, metavar="N", help=tr("nodes for each move of the first two matches")
    )
    command.add_argument(
        "--match-long-nodes", type=_integer, metavar="N",
        help=tr("nodes for each move of the third match; 0 for none"),
    )  # fmt: skip
    command.add_argument(
        "--openings", type=_path, metavar="FILE", help=tr("start positions of the matches, as for the command match")
    )
    command.add_argument(
        "--jobs", type=_integer, metavar="J",
        help=tr("number of games played in parallel; default: one per core, or all workers of a cluster"),
    )  # fmt: skip
    command.add_argument(
        "--pool", default="local", metavar="POOL",
        help=tr("computers that play the games: local (default), or a Dask cluster as dask:tcp://HOST:PORT"),
    )  # fmt: skip
    command.add_argument(
        "--output", type=_path, required=True, metavar="FILE",
        help=tr("write the network here (.kvnet); games and matches are kept in the folder of that name with .train"),
    )  # fmt: skip


def _add_worksheet(command: argparse.ArgumentParser) -> None:
    from engine.core.language import LANGUAGES
    from engine.teach.exercise import kinds

    names = ", ".join(kinds())
    command.add_argument(
        "--exercises", default="", metavar="NAMES",
        help=tr(
            "kinds of exercises: KIND,KIND or KIND:k=v,…;KIND with the options count, points, branching, depth, "
            "shallow, deep and tree (such as ((3 12 8) (2 4 6))); the kinds are {names}",
            names=names,
        ),
    )  # fmt: skip
    command.add_argument("--title", default="", metavar="TEXT", help=tr("title of the worksheet"))
    command.add_argument(
        "--versions", type=_integer, default=1, metavar="N",
        help=tr(
            "number of versions A to D with other trees, each in a file FILE-A, FILE-B…, with one key sheet; default 1"
        ),
    )  # fmt: skip
    command.add_argument("--points", type=_integer, metavar="N", help=tr("points of each exercise"))
    command.add_argument("--lesson", default="", metavar="L", help=tr("the exercises of a lesson: its name or number"))
    command.add_argument(
        "--count", type=_integer, metavar="N",
        help=tr("number of exercises of each kind, 1 to 50; default 1"),
    )  # fmt: skip
    command.add_argument("--seed", type=_seed, default=0, metavar="N", help=tr("random seed; default 0"))
    for name, text in (
        ("branching", tr("children of each node; default: as usual for the kind")),
        ("depth", tr("depth of the trees; default: as usual for the kind")),
        ("shallow", tr("least number of shallow cut-offs")),
        ("deep", tr("least number of deep cut-offs")),
    ):
        command.add_argument(f"--{name}", type=_integer, metavar="N", help=text)
    command.add_argument("--language", default="", choices=["", *LANGUAGES], help=tr("language of the worksheet"))
    command.add_argument(
        "--output", type=_path, required=True, metavar="FILE", help=tr("write the worksheet here (HTML)")
    )
    command.add_argument(
        "--answers", type=_path, metavar="FILE", help=tr("write the answers here, with the seeds (HTML)")
    )


def _add_bench(command: argparse.ArgumentParser) -> None:
    command.add_argument("--only", default="", metavar="PART,…", help=tr("only these parts"))
    command.add_argument("--full", action="store_true", help=tr("all positions and rounds, which takes ten minutes"))


# --- options of several commands --------------------------------------------------------------------------------------


def _add_record(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", type=_path, metavar="FILE", help=tr("a record"))
    command.add_argument("--number", type=_integer, default=1, metavar="N", help=tr("number of the game; default 1"))


def _add_game(command: argparse.ArgumentParser, *, position: bool = True, required: bool = True) -> None:
    command.add_argument(
        "--game", required=required, default="", metavar="G", help=tr("identifier of a game (see games)")
    )
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
    command.add_argument("--seed", type=_seed, default=0, metavar="S", help=tr("random seed; default 0"))
    command.add_argument(
        "--plugin",
        action="append",
        default=[],
        metavar="FILE",
        help=tr("Python file with an algorithm; repeatable"),
    )
    command.add_argument(
        "--engine",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help=tr("external engine as NAME=COMMAND (UCI, UCCI, GTP, Gomocup); repeatable"),
    )


def _add_contest(command: argparse.ArgumentParser) -> None:
    from engine.contests.clock import MARGIN_SECONDS

    command.add_argument(
        "--clock",
        metavar="B+I",
        help=tr(
            "clock for each game, instead of depth, nodes and seconds: base and increment in seconds (1+0.1) or "
            "minutes:seconds (5:00+3); external engines receive their clocks, other algorithms a share of the time "
            "left; a player more than {margin} s over its time, a margin for communication, loses on time",
            margin=MARGIN_SECONDS,
        ),
    )
    command.add_argument(
        "--games", type=_integer, default=100, metavar="N", help=tr("number of games of each pairing; default 100")
    )
    _add_strict(command)
    openings = command.add_mutually_exclusive_group()
    openings.add_argument(
        "--openings",
        type=_path,
        metavar="FILE",
        help=tr("records, whose last positions are the start positions, or start positions, one per line, also as EPD"),
    )
    openings.add_argument(
        "--random-plies",
        type=_integer,
        default=0,
        metavar="K",
        help=tr("random moves before each game, the same for both colours"),
    )
    _add_limits(command)
    command.add_argument(
        "--jobs",
        type=_integer,
        metavar="J",
        help=tr("number of games played in parallel; default: one per core, or all workers of a cluster"),
    )
    command.add_argument(
        "--pool",
        default="local",
        metavar="POOL",
        help=tr("computers that play the games: local (default), or a Dask cluster as dask:tcp://HOST:PORT"),
    )
    command.add_argument(
        "--journal",
        type=_path,
        metavar="FILE",
        help=tr("store every result here; the same command then resumes an interrupted contest"),
    )
    command.add_argument("--records", type=_path, metavar="FILE", help=tr("write the records of all games here"))
    command.add_argument(
        "--most-plies",
        type=_integer,
        default=1000,
        metavar="N",
        help=tr("adjudicate a draw after this many plies; default 1000"),
    )
    command.add_argument(
        "--win-score",
        type=_integer,
        metavar="S",
        help=tr("end a game once both sides agree on this score for four moves"),
    )
    command.add_argument(
        "--memory",
        default="game",
        choices=["game", "move"],
        help=tr("how long an algorithm keeps its memory: for one game (default), or only for one move"),
    )


def _with_joined_values(words: Iterable[str]) -> list[str]:
    """Join an option and a following value that begins with ``-`` and a digit into ``--option=value``."""
    joined: list[str] = []
    for word in words:
        if word[:1] == "-" and word[1:2].isdecimal() and joined and joined[-1][:2] == "--" and "=" not in joined[-1]:
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _seed(text: str) -> int:
    from engine.core.options import MOST_SEED

    value = _integer(text)
    if not -MOST_SEED <= value < MOST_SEED:
        raise argparse.ArgumentTypeError(
            tr("{name} is {value}: must be {minimum} to {maximum}",
               name="seed", value=text, minimum=-MOST_SEED, maximum=MOST_SEED - 1)
        )  # fmt: skip
    return value


def _integer(text: str) -> int:
    try:
        return int(text.replace("_", ""))
    except ValueError:
        raise argparse.ArgumentTypeError(tr("{text!r} is not a whole number", text=text)) from None


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(tr("{text!r} is not a number", text=text)) from None


def _path(text: str) -> "Path":
    from pathlib import Path

    return Path(text)
