"""The command line: everything the studio can do that needs no window. ``python -m engine`` or ``kyvien-engine``."""

import argparse
import json
import re
import shlex
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path
from typing import Any, NoReturn

import engine
from engine.arena.clock import MARGIN_SECONDS, TimeControl
from engine.arena.contest import Adjudication, Contest, Contestant, Form, Terms, read_openings, split_player
from engine.arena.external import PROTOCOLS, EngineSpec, describe_engine
from engine.arena.match import Journal, play_contest, write_records
from engine.arena.play import write_whole
from engine.arena.plugin import PluginSpec
from engine.arena.process import describe_plugin
from engine.arena.query import DEFAULT_PLAYER, AnySpec, Query, answer, spec_text
from engine.arena.rating import Sprt
from engine.arena.standings import Standings
from engine.core.errors import KyVienError, OptionError
from engine.core.evaluation import evaluations, find_evaluation
from engine.core.game import Game, find_game, games
from engine.core.language import preferred_language, set_language, tr
from engine.core.options import Option, format_options, options_of, parse_options
from engine.core.perft import divide, perft
from engine.core.position import Position
from engine.search.report import Limit, Report, last_report
from engine.search.search import Spec, Stop, algorithms, find_algorithm

DEFAULT_DEPTH = 3


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence on standard error and exits with 2."""

    def error(self, message: str) -> NoReturn:
        fail(tr("{command}: {message} (see {command} --help)", command=self.prog, message=message))


def fail(sentence: str) -> NoReturn:
    """Print one sentence on standard error and exit with 2."""
    print(" ".join(sentence.split()), file=sys.stderr)
    raise SystemExit(2)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status: 0, 2 for bad input, 130 if interrupted."""
    set_language(preferred_language())
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    options = _build_parser().parse_args(arguments)
    options.arguments = sys.argv[1:] if arguments is None else list(arguments)
    engine.announce_mode()
    command: Callable[[argparse.Namespace], None] = options.command
    try:
        with _ended_by_interrupt() if command in (_perft, _analyse, _compare, _review, _play) else nullcontext():
            command(options)
    except KyVienError as error:
        fail(str(error))
    except BrokenPipeError:
        sys.stderr.close()  # the reader went away (`| head`); nobody is left to tell
        return 0
    except OSError as error:
        fail(tr("{file}: {reason}", file=error.filename or "–", reason=error.strerror or error))
    except KeyboardInterrupt:
        print(tr("interrupted"), file=sys.stderr)
        return 130
    return 0


@contextmanager
def _ended_by_interrupt() -> Iterator[None]:
    """Let Ctrl+C end the process at once: compiled code holds no lock that a handler in Python would wait for."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _build_parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="kyvien-engine",
        description=tr("Analyse two-player board games with many search algorithms, without a window."),
        epilog=tr("A SPEC is NAME or NAME:k=v,k=v; lists of SPECs are separated by ';'."),
    )
    parser.add_argument("--version", action="version", version=f"kyvien-engine {engine.__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)

    def command(name: str, run: Callable[[argparse.Namespace], None], text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.set_defaults(command=run)
        sub.add_argument("--json", action="store_true", help=tr("print JSON"))
        return sub

    def on_game(sub: argparse.ArgumentParser, *, position: bool = True) -> None:
        sub.add_argument("--game", required=True, metavar="G", help=tr("identifier of a game (see games)"))
        rules = sub.add_mutually_exclusive_group()
        rules.add_argument("--rules", default="", metavar="k=v,…", help=tr("rule options that differ from the default"))
        rules.add_argument("--preset", default="", metavar="NAME", help=tr("a named rule set"))
        if position:
            sub.add_argument("--position", metavar="TEXT", help=tr("position text; default: the start"))

    def limited(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--evaluation", default="", metavar="E", help=tr("evaluation; default: the game's first"))
        sub.add_argument("--depth", type=_integer, metavar="N", help=tr("plies; default 3 if no other limit is given"))
        sub.add_argument("--nodes", type=_integer, metavar="N", help=tr("positions visited"))
        sub.add_argument("--seconds", type=_number, metavar="S", help=tr("wall-clock seconds"))
        sub.add_argument("--seed", type=_integer, default=0, metavar="S", help=tr("of whatever is random; default 0"))
        sub.add_argument(
            "--plugin",
            action="append",
            default=[],
            metavar="FILE",
            help=tr("a Python file with an algorithm of your own; may be repeated"),
        )
        sub.add_argument(
            "--engine",
            action="append",
            default=[],
            metavar="NAME=COMMAND",
            help=tr("an engine of other people (UCI, UCCI, GTP, Gomocup) under a name of yours; may be repeated"),
        )

    def contested(sub: argparse.ArgumentParser) -> None:
        sub.add_argument(
            "--clock",
            metavar="B+I",
            help=tr(
                "a clock for each game in the place of depth, nodes and seconds: base and increment in seconds (1+0.1) "
                "or minutes:seconds (5:00+3); engines are told their clocks, ours get their share of what is left; "
                "whoever is more than {margin} s over, which is room for our own pipes, loses on time",
                margin=MARGIN_SECONDS,
            ),
        )
        sub.add_argument(
            "--games", type=_integer, default=100, metavar="N", help=tr("games of each pairing; default 100")
        )
        openings = sub.add_mutually_exclusive_group()
        openings.add_argument("--openings", type=Path, metavar="FILE", help=tr("positions to begin from, one a line"))
        openings.add_argument(
            "--random-plies",
            type=_integer,
            default=0,
            metavar="K",
            help=tr("random moves before each game, the same for both colours"),
        )
        limited(sub)
        sub.add_argument("--jobs", type=_integer, metavar="J", help=tr("games at the same time; default: all cores"))
        sub.add_argument(
            "--journal",
            type=Path,
            metavar="FILE",
            help=tr("keep every result here; the same command goes on where it was interrupted"),
        )
        sub.add_argument("--records", type=Path, metavar="FILE", help=tr("write the records of all games here"))
        sub.add_argument("--most-plies", type=_integer, default=1000, metavar="N", help=tr("a longer game is a draw"))
        sub.add_argument(
            "--win-score",
            type=_integer,
            metavar="S",
            help=tr("end a game when both sides see this score for four moves"),
        )

    command("games", _games, tr("list games, their rules, evaluations and the algorithms"))
    sub = command("perft", _perft, tr("count move paths"))
    on_game(sub)
    sub.add_argument("--depth", type=_integer, required=True, metavar="N", help=tr("plies, 1 to 20"))
    sub.add_argument("--divide", action="store_true", help=tr("by first move"))
    sub.add_argument("--no-bulk", action="store_true", help=tr("make every move of the last ply too"))
    sub = command("analyse", _analyse, tr("let one algorithm analyse a position"))
    on_game(sub)
    sub.add_argument("--algorithm", required=True, metavar="SPEC", help=tr("algorithm and parameters"))
    limited(sub)
    sub = command("compare", _compare, tr("let several algorithms analyse the same position"))
    on_game(sub)
    sub.add_argument("--algorithms", required=True, metavar="SPECS", help=tr("'A;B:k=v;…'"))
    limited(sub)
    sub = command("review", _review, tr("evaluate every position of a record"))
    sub.add_argument("file", type=Path, metavar="FILE", help=tr("a record"))
    sub.add_argument("--algorithms", required=True, metavar="SPECS", help=tr("'A;B:k=v;…'"))
    sub.add_argument("--output", type=Path, metavar="FILE", help=tr("the annotated record; default: FILE-reviewed"))
    limited(sub)
    sub = command("play", _play, tr("let two algorithms play a game"))
    on_game(sub)
    sub.add_argument("--first", required=True, metavar="SPEC", help=tr("plays the first side"))
    sub.add_argument("--second", required=True, metavar="SPEC", help=tr("plays the second side"))
    sub.add_argument("--output", type=Path, metavar="FILE", help=tr("write the record here"))
    limited(sub)
    sub = command("match", _match, tr("let two algorithms play many games"))
    on_game(sub, position=False)
    sub.add_argument("--first", required=True, metavar="SPEC", help=tr("one of the two"))
    sub.add_argument("--second", required=True, metavar="SPEC", help=tr("the other"))
    contested(sub)
    sub.add_argument(
        "--swap", action="store_true", help=tr("change sides after every game; each opening is played twice")
    )
    sub.add_argument(
        "--sprt", metavar="ELO0,ELO1[,ALPHA,BETA]", help=tr("stop as soon as a sequential test is decided")
    )
    sub = command("tournament", _tournament, tr("let many algorithms play each other"))
    on_game(sub, position=False)
    sub.add_argument(
        "--players",
        required=True,
        metavar="SPECS",
        help=tr("'A;B:k=v;C@depth=3;…': @depth, @nodes, @seconds, @clock, @evaluation are a player's own"),
    )
    sub.add_argument(
        "--form",
        default="round_robin",
        choices=["round_robin", "gauntlet", "grid"],
        help=tr("everybody against everybody, the first against all, or every ordered pair"),
    )
    contested(sub)
    sub.add_argument("--no-swap", action="store_true", help=tr("the first of a pairing always moves first"))
    sub.add_argument("--table", default="text", choices=["text", "csv", "html", "latex"], help=tr("form of the table"))
    sub.add_argument("--output", type=Path, metavar="FILE", help=tr("write the table here"))
    sub = command("serve", _serve, tr("let other programs play against an algorithm through a protocol"))
    on_game(sub, position=False)
    sub.add_argument(
        "--protocol", required=True, choices=["uci", "ucci", "gtp", "gomocup"], help=tr("what the other program speaks")
    )
    sub.add_argument("--algorithm", default="", metavar="SPEC", help=tr("algorithm and parameters"))
    limited(sub)
    sub = command("bench", _bench, tr("measure this machine: nodes first, seconds second"))
    sub.add_argument("--only", default="", metavar="PART,…", help=tr("only these parts"))
    return parser


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


def _game(options: argparse.Namespace) -> Game:
    return find_game(options.game).with_rules(options.rules, options.preset)


def _position(options: argparse.Namespace, game: Game) -> Position:
    return game.start() if options.position is None else game.parse_position(options.position)


def _limit(options: argparse.Namespace) -> Limit:
    depth = options.depth
    if depth is None and options.nodes is None and options.seconds is None:
        depth = DEFAULT_DEPTH
    return Limit(depth, options.nodes, options.seconds)


def _terms(options: argparse.Namespace) -> Terms:
    """What the players of a contest may use who have no terms of their own.

    Raises:
        OptionError: for a clock that is none, or beside a limit.
    """
    if options.clock is None:
        return _limit(options)
    if options.depth is not None or options.nodes is not None or options.seconds is not None:
        raise OptionError(
            "{text!r}: a clock takes the place of depth, nodes and seconds", text=f"--clock {options.clock}"
        )
    return TimeControl.parse(options.clock)


def _outsiders(options: argparse.Namespace) -> dict[str, PluginSpec | EngineSpec]:
    """The plugins and engines that the options name, by their names; each is started once to see what it is.

    Raises:
        OptionError: for an engine that is not ``NAME=COMMAND``.
        SearchError: if one cannot be used.
    """
    known: dict[str, PluginSpec | EngineSpec] | None = getattr(options, "outsiders", None)
    if known is None:
        known = {}
        for file in options.plugin:
            plugin = describe_plugin(Path(file))
            known[plugin.name] = plugin
        for text in options.engine:
            name, sign, command = text.partition("=")
            protocol, colon, rest = command.partition(":")
            if colon and protocol in PROTOCOLS:
                command = rest
            else:
                protocol = ""
            words = shlex.split(command)
            if not sign or not words or not re.fullmatch(r"[^\s:;@=]+", name):
                raise OptionError("{text!r}: expected NAME=COMMAND or NAME=PROTOCOL:COMMAND", text=text)
            known[name], _ = describe_engine(name, words[0], words[1:], protocol)
        options.outsiders = known
    return known


def _specs(text: str, own: Mapping[str, PluginSpec | EngineSpec]) -> list[AnySpec]:
    """The algorithms that ``text`` lists, built in or of ``own``.

    Raises:
        OptionError: if it lists none, or for an unknown algorithm, parameter or value.
    """
    specs: list[AnySpec] = []
    for part in text.split(";"):
        name, _, parameters = part.strip().partition(":")
        if not name:
            raise OptionError("{text!r}: expected algorithms, separated by ';'", text=text)
        if name in own:
            outsider = own[name]
            specs.append(outsider.with_parameters(parse_options(outsider.Parameters, parameters)))
        else:
            specs.append(Spec.parse(part))
    return specs


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False))


@contextmanager
def _progress(text: str, total: int | None) -> Iterator[Callable[[], None]]:
    """A progress bar on standard error if that is a terminal; yields what to call for each step done."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(text, total=total)
        yield lambda: bar.advance(task)


def _table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """Print a table; the first ``left`` columns are left-aligned, the others right; only the last left one wraps."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title or None, title_justify="left", box=box.SIMPLE_HEAD)
    for number, column in enumerate(columns):
        table.add_column(
            column,
            justify="left" if number < left else "right",
            no_wrap=number != left - 1,
            overflow="fold",
            min_width=8,
        )
    for row in rows:
        table.add_row(*row)
    # A file or a pipe has no width; a narrow terminal scrolls rather than cut numbers.
    width = None if sys.stdout.isatty() else 180
    Console(highlight=False, markup=False, width=width).print(table)


# --- games -----------------------------------------------------------------------------------------------------------


def _describe_option(each: Option) -> dict[str, object]:
    result: dict[str, object] = {"name": each.name, "default": each.format(each.default), "help": tr(each.help)}
    if each.choices is not None:
        result["choices"] = [each.format(choice) for choice in each.choices]
    if each.letters:
        result["letters"] = each.letters
    if each.minimum is not None:
        result["minimum"] = each.minimum
    if each.maximum is not None:
        result["maximum"] = each.maximum
    return result


def _games(options: argparse.Namespace) -> None:
    known: list[dict[str, Any]] = [
        {
            "name": name,
            "title": tr(cls.title),
            "sides": [tr(side) for side in cls.sides],
            "rules": [_describe_option(each) for each in options_of(cls.Rules)],
            "presets": {preset: dict(values) for preset, values in cls.presets.items()},
            "evaluations": list(evaluations(name)),
            "start": str(cls().start()),
        }
        for name, cls in games().items()
    ]
    searches: list[dict[str, Any]] = [
        {
            "name": name,
            "title": tr(cls.title),
            "parameters": [_describe_option(each) for each in options_of(cls.Parameters)],
        }
        for name, cls in algorithms().items()
    ]
    if options.json:
        _print_json({"games": known, "algorithms": searches})
        return
    for entry in known:
        print(f"{entry['name']}: {entry['title']}")
        print(f"  {tr('start')}: {entry['start']}")
        print(f"  {tr('evaluations')}: {', '.join(entry['evaluations'])}")
        print(f"  {tr('presets')}: {', '.join(entry['presets'])}")
        print(f"  {tr('rules')}:")
        for rule in entry["rules"]:
            print(f"    {rule['name']}={rule['default']}  {rule['help']}{_allowed(rule)}")
    print(f"{tr('algorithms')}:")
    for search in searches:
        print(f"  {search['name']}: {search['title']}")
        for parameter in search["parameters"]:
            print(f"    {parameter['name']}={parameter['default']}  {parameter['help']}{_allowed(parameter)}")


def _allowed(rule: dict[str, Any]) -> str:
    if "choices" in rule:
        return f" ({', '.join(rule['choices'])})"
    if "minimum" in rule:
        return f" ({rule['minimum']}–{rule['maximum']})"
    return ""


# --- perft -----------------------------------------------------------------------------------------------------------


def _perft(options: argparse.Namespace) -> None:
    import time

    game = _game(options)
    position = _position(options, game)
    if not 1 <= options.depth <= 20:
        raise OptionError(
            "{name} is {value}: must be {minimum} to {maximum}",
            name="depth",
            value=options.depth,
            minimum=1,
            maximum=20,
        )
    started = time.perf_counter()
    if options.divide:
        moves = {
            game.format_move(position, move, "coordinates"): count
            for move, count in divide(position, options.depth, bulk=not options.no_bulk).items()
        }
        nodes = sum(moves.values())
    else:
        moves = {}
        nodes = perft(position, options.depth, bulk=not options.no_bulk)
    seconds = time.perf_counter() - started
    if options.json:
        _print_json({"nodes": nodes, "seconds": seconds} | ({"moves": moves} if options.divide else {}))
        return
    for text, count in moves.items():
        print(f"{text}: {count}")
    print(
        tr(
            "{nodes} nodes in {seconds} s ({speed} M nodes/s)",
            nodes=f"{nodes:,}",
            seconds=f"{seconds:.3f}",
            speed=f"{nodes / max(seconds, 1e-9) / 1e6:.1f}",
        )
    )


# --- analyse, compare ------------------------------------------------------------------------------------------------


def report_object(game: Game, position: Position, spec: AnySpec, report: Report) -> dict[str, object]:
    """A report as the command line prints it; moves in coordinate notation, score for the side to move."""
    pv = []
    at = position
    for move in report.pv:
        pv.append(game.format_move(at, move, "coordinates"))
        at = at.play(move)
    outside = isinstance(spec, EngineSpec)

    def told(count: int) -> int | None:
        # What an engine of other people does not tell is not 0.
        return None if outside and not count else count

    return {
        "algorithm": report.algorithm,
        "parameters": format_options(spec.parameters),
        "move": pv[0] if pv else None,
        "pv": pv,
        "score": None if report.score is None else report.score.value,
        "win_in": None if report.score is None else report.score.win_in,
        "depth": told(report.depth),
        "seldepth": told(report.seldepth),
        "nodes": told(report.nodes),
        "iteration_nodes": told(report.iteration_nodes),
        "leaf_evaluations": told(report.leaf_evaluations),
        "comparisons": told(report.comparisons),
        "cutoffs": told(report.cutoffs),
        "seconds": report.seconds,
        "final": report.final,
        "note": tr(report.note) if report.note else "",
    }


def _analysed(
    position: Position, specs: Sequence[AnySpec], evaluation: str, limit: Limit, seed: int
) -> list[tuple[AnySpec, Report]]:
    stop = Stop()
    results = []
    with _progress(tr("Searching"), len(specs)) as step:
        for spec in specs:
            last = last_report(answer(Query(position, spec, evaluation, limit, seed), stop))
            if last is not None:
                results.append((spec, last))
            step()
    return results


def _note_depth(options: argparse.Namespace, specs: Sequence[AnySpec]) -> None:
    """Say on standard error where a depth was asked of an algorithm that knows none."""
    for spec in specs:
        if options.depth is not None and isinstance(spec, Spec) and not find_algorithm(spec.name).deepens:
            print(tr("{name}: depth means nothing here and is ignored", name=spec.name), file=sys.stderr)


def _analyse(options: argparse.Namespace) -> None:
    game = _game(options)
    position = _position(options, game)
    find_evaluation(game.name, options.evaluation)
    spec, *others = _specs(options.algorithm, _outsiders(options))
    if others:
        raise OptionError("{text!r}: expected one algorithm", text=options.algorithm)
    limit = _limit(options)
    _note_depth(options, [spec])
    results = _analysed(position, [spec], options.evaluation, limit, options.seed)
    _show(options, game, position, results, single=True)


def _compare(options: argparse.Namespace) -> None:
    game = _game(options)
    position = _position(options, game)
    find_evaluation(game.name, options.evaluation)
    specs = _specs(options.algorithms, _outsiders(options))
    limit = _limit(options)
    _note_depth(options, specs)
    results = _analysed(position, specs, options.evaluation, limit, options.seed)
    _show(options, game, position, results, single=False)


def _show(
    options: argparse.Namespace,
    game: Game,
    position: Position,
    results: list[tuple[AnySpec, Report]],
    *,
    single: bool,
) -> None:
    objects = [report_object(game, position, spec, report) for spec, report in results]
    if options.json:
        _print_json(objects[0] if single else objects)
        return
    rows = []
    for spec, report in results:
        at, line = position, []
        for move in report.pv:
            line.append(game.format_move(at, move, "display"))
            at = at.play(move)
        counts = (
            report.nodes, report.iteration_nodes, report.leaf_evaluations, report.comparisons, report.cutoffs
        )  # fmt: skip
        outside = isinstance(spec, EngineSpec)
        rows.append(
            (
                spec_text(spec),
                " ".join(line),
                "–" if report.score is None else report.score.format(),
                "–" if outside and not report.depth else f"{report.depth}/{report.seldepth}",
                *("–" if outside and not count else f"{count:,}" for count in counts),
                f"{report.seconds:.3f}",
            )
        )
    print(position)
    _table(
        "",
        (
            tr("Algorithm"),
            tr("Principal variation"),
            tr("Score"),
            tr("Depth"),
            tr("Nodes"),
            tr("Last depth"),
            tr("Evaluations"),
            tr("Comparisons"),
            tr("Cut-offs"),
            tr("Seconds"),
        ),
        rows,
        left=2,
    )


# --- review, play -----------------------------------------------------------------------------------------------------


def _review(options: argparse.Namespace) -> None:
    from engine.arena.review import review_file, reviewed_path

    output = options.output or reviewed_path(options.file)
    specs = _specs(options.algorithms, _outsiders(options))
    with _progress(tr("Reviewing"), None) as step:
        rows = review_file(
            options.file, output, specs, options.evaluation, _limit(options), options.seed, on_position=step
        )
    if options.json:
        _print_json({"output": str(output), "positions": rows})
    else:
        print(tr("{count} positions evaluated, written to {file}", count=len(rows), file=output))


def _play(options: argparse.Namespace) -> None:
    from engine.arena.play import play_game

    game = _game(options)
    position = _position(options, game)
    find_evaluation(game.name, options.evaluation)
    sides = [_specs(text, _outsiders(options)) for text in (options.first, options.second)]
    for text, specs in zip((options.first, options.second), sides, strict=True):
        if len(specs) != 1:
            raise OptionError("{text!r}: expected one algorithm", text=text)
    limit = _limit(options)
    with _progress(tr("Playing"), None) as step:
        played = play_game(position, (sides[0][0], sides[1][0]), options.evaluation, limit, options.seed, on_move=step)
    if options.output:
        played.write(options.output)
    if options.json:
        _print_json(played.to_dict())
        return
    print(played.text())


def _contest(
    options: argparse.Namespace, players: Sequence[str], form: Form, swap: bool, sprt: Sprt | None = None
) -> Contest:
    """The contest that the options describe; checks every part of it before the first move."""
    game = _game(options)
    terms = _terms(options)
    find_evaluation(game.name, options.evaluation)
    contestants = []
    for text in players:
        name, own, evaluation = split_player(text)
        (spec,) = _specs(name, _outsiders(options))
        if evaluation is not None:
            find_evaluation(game.name, evaluation)
        _, at, extras = text.partition("@")
        contestants.append(
            Contestant(
                spec_text(spec),
                own or terms,
                options.evaluation if evaluation is None else evaluation,
                str(spec.path) if isinstance(spec, PluginSpec) else "",
                f"{spec_text(spec)}@{extras.strip()}" if at else "",
                spec.name if isinstance(spec, EngineSpec) else "",
            )
        )
    openings = read_openings(options.openings, game) if options.openings else ()
    if options.jobs is not None and not 1 <= options.jobs <= 1024:
        raise OptionError(
            "{name} is {value}: must be {minimum} to {maximum}",
            name="jobs",
            value=options.jobs,
            minimum=1,
            maximum=1024,
        )
    return Contest(
        game.name,
        tuple(contestants),
        form,
        game.rules_text(),
        options.games,
        swap,
        openings,
        options.random_plies,
        options.seed,
        Adjudication(options.most_plies, options.win_score),
        sprt,
    )


def _played(options: argparse.Namespace, contest: Contest) -> Standings:
    """Play the contest, or what its journal lacks of it, with a bar and on a terminal a line for every change."""
    with ExitStack() as stack:
        path = options.journal
        if path is None:
            path = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "journal"
        journal = Journal(path, contest)
        stack.callback(journal.close)
        step = stack.enter_context(_progress(tr("Playing"), contest.total))
        for _ in journal.results:
            step()
        engines = [each for each in _outsiders(options).values() if isinstance(each, EngineSpec)]
        for _ in play_contest(contest, journal, options.jobs, engines=engines):
            step()
        results = [journal.results[index] for index in sorted(journal.results)]
        if options.records:
            write_records(options.records, contest, results)
    return Standings.of(contest, results)


def _match(options: argparse.Namespace) -> None:
    sprt = _sprt(options.sprt) if options.sprt else None
    contest = _contest(options, (options.first, options.second), "match", options.swap, sprt)
    standings = _played(options, contest)
    summary = standings.summary()
    if sprt is not None:
        tally = standings.cells[0, 1].tally
        summary |= {"sprt": sprt.verdict(tally), "llr": sprt.ratio(tally), "llr_bounds": list(sprt.bounds)}
    if options.json:
        _print_json(summary)
        return
    names = {
        "games": tr("Games"), "first_wins": tr("Wins of {name}", name=options.first), "draws": tr("Draws"),
        "second_wins": tr("Wins of {name}", name=options.second), "wins_first_mover": tr("Wins of the first mover"),
        "mean_plies": tr("Plies a game"), "mean_seconds": tr("Seconds a game"),
        "mean_seconds_move": tr("Seconds a move"), "mean_nodes": tr("Nodes a game"),
        "mean_nodes_move": tr("Nodes a move"),
        "elo": tr("Elo difference"), "elo_low": tr("Elo, lower end of 95 %"), "elo_high": tr("Elo, upper end of 95 %"),
        "los": tr("Likelihood of superiority"), "faults": tr("Games lost by a failing algorithm"),
        "first_time_losses": tr("Losses on time of {name}", name=options.first),
        "second_time_losses": tr("Losses on time of {name}", name=options.second),
        "sprt": tr("Sequential test"), "llr": tr("Log-likelihood ratio"), "llr_bounds": tr("its bounds"),
    }  # fmt: skip
    rows = [(names[key], f"{value:,.4g}" if isinstance(value, float) else str(value)) for key, value in summary.items()]
    _table("", (tr("Measure"), tr("Value")), rows)


def _sprt(text: str) -> Sprt:
    try:
        return Sprt(*(float(part) for part in text.split(",")))
    except (TypeError, ValueError, OptionError):
        raise OptionError("{text!r}: expected ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA with ELO0 < ELO1", text=text) from None


def _tournament(options: argparse.Namespace) -> None:
    players = [part for part in options.players.split(";") if part.strip()]
    contest = _contest(options, players, options.form, not options.no_swap)
    standings = _played(options, contest)
    title = f"{tr(find_game(contest.game).title)} {contest.rules}".strip()
    command = " ".join(["kyvien-engine", *(shlex.quote(part) for part in options.arguments)])
    if options.json:
        text = (
            json.dumps(
                {
                    "players": [each.name for each in contest.contestants],
                    "ranking": standings.ranking(),
                    **(
                        {"time_losses": [standings.forfeits(row) for row in range(len(contest.contestants))]}
                        if contest.has_clock
                        else {}
                    ),
                    "cells": [
                        {
                            "row": a,
                            "column": b,
                            "wins": cell.tally.wins,
                            "draws": cell.tally.draws,
                            "losses": cell.tally.losses,
                            "mean_plies": cell.plies / cell.tally.games,
                            "mean_seconds": cell.duration / cell.tally.games,
                        }
                        for (a, b), cell in sorted(standings.cells.items())
                    ],
                },
                ensure_ascii=False,
            )
            + "\n"
        )
    elif options.table == "csv":
        text = standings.to_csv()
    elif options.table == "latex":
        text = standings.to_latex()
    elif options.table == "html":
        text = standings.to_html(title, command)
    else:
        text = ""
    if options.output and text:
        write_whole(options.output, text)
    elif text:
        print(text, end="")
    if not text:
        header, rows = standings.grid()
        _table(title, header, rows)


def _serve(options: argparse.Namespace) -> None:
    from engine.arena.serve import serve

    game = _game(options)
    find_evaluation(game.name, options.evaluation)
    spec, *others = _specs(options.algorithm or spec_text(DEFAULT_PLAYER), _outsiders(options))
    if others or isinstance(spec, EngineSpec):
        raise OptionError("{text!r}: expected one algorithm", text=options.algorithm)
    none = options.depth is None and options.nodes is None and options.seconds is None
    limit = Limit(seconds=2.0) if none else _limit(options)
    serve(options.protocol, game, spec, options.evaluation, limit, options.seed)


def _bench(options: argparse.Namespace) -> None:
    from engine.arena.bench import PARTS, run

    wanted = [part.strip() for part in options.only.split(",") if part.strip()] or list(PARTS)
    for part in wanted:
        if part not in PARTS:
            raise OptionError(
                "no {kind} {name!r}; there are: {names}", kind=tr("part"), name=part, names=", ".join(PARTS)
            )
    with _progress(tr("Measuring"), len(wanted)) as step:
        measures = run(wanted, on_part=step)
    if options.json:
        _print_json(measures)
        return
    for part, rows in measures.items():
        _table(
            part,
            (tr("Measure"), tr("Value"), tr("Target")),
            [(row["name"], row["text"], row["target"]) for row in rows],
        )


if __name__ == "__main__":
    raise SystemExit(main())
