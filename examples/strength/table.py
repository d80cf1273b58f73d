"""Play the matches that show the strength of the strong searches, and write one table for each game.

    python examples/strength/table.py --list                            the rows, and what each needs
    python examples/strength/table.py --row NAME --journal FOLDER       play one row, or continue it
    python examples/strength/table.py --all --journal FOLDER            all rows whose programs are found
    python examples/strength/table.py --tables                          write the tables again from the results

Conditions: one thread per player, except in the rows about threads; no pondering and no books; tables of 16 MiB on both
sides; as many games at once as there are cores, divided by the threads of a player; balanced openings of ``openings/``,
each with both colours; 95 % intervals from pairs of games. Two searches that are compared have the same evaluation. A
match that depends on time is repeated if a player had less than 90 % of a processor.

In the rows of *equal CPU time* our player has nodes instead of a clock: as many as it visits in the mean CPU time that
the opponent needs for a move, which is measured in a match before. The opponent has nodes, or a depth if it ignores
nodes. These games do not depend on what else the machine does, and the table states the CPU time of both players. In
chess and xiangqi they begin from ``openings/external/``, which a foreign engine finds balanced.

A goal is *reached* if the score is at least the goal, and the lower end of its interval at most 7 points below. Each
journal contains a whole match, and an interrupted one continues there. The results are written to ``results/``: one
JSON file and one table in Markdown for each game.

External engines are looked up by name. ``--engine NAME=COMMAND`` names the command of one that is not found.
"""

import argparse
import dataclasses
import datetime
import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import matches

from engine.asking.detection import describe_engine
from engine.asking.external import EngineSpec
from engine.cli.output import Progress
from engine.contests.contest import Contestant, join_player, split_player
from engine.contests.effort import efforts
from engine.core.errors import SearchError
from engine.core.evaluation import NETWORK, evaluations, find_evaluation
from engine.core.game import Game, find_game
from engine.search.report import Limit, last_report
from engine.search.spec import Spec

RESULTS = Path(__file__).parent / "results"
TABLE_MB = 16
MARGIN = 0.07
"""How far the lower end of the interval may be below a goal that is reached."""
CLOCK = "@clock=1+0.05"
TEXTBOOK = "negascout:ordering=on,quiescence=on"
MEASURING_GAMES = 20
"""Games in which the effort of an opponent is measured before the match."""
MEASURING_NODES = 100_000
"""Nodes per move of our player in these games, if its speed is measured, too."""
EPD_NODES = 2_000_000
GOMOCUP_NAMES = {"pela": ("pbrain-pela", "pela"), "carbon": ("pbrain-carbon", "carbon"),
                 "pentazen": ("pbrain-pentazen", "pentazen")}  # fmt: skip


@dataclass(frozen=True)
class External:
    """An external engine.

    Attributes:
        programs: names of the program.
        protocol: its protocol.
        arguments: its arguments.
        options: options to set if the engine has them, by their names in the protocol.
    """

    programs: tuple[str, ...]
    protocol: str
    arguments: tuple[str, ...] = ()
    options: tuple[tuple[str, Any], ...] = ()


QUIET = (("Hash", TABLE_MB), ("OwnBook", False), ("Ponder", False), ("Threads", 1))
EXTERNALS = {
    "gnuchess": External(("gnuchess",), "uci", ("--uci",), QUIET),
    "toga2": External(("toga2",), "uci", (), QUIET),
    "stockfish": External(("stockfish",), "uci", (), QUIET),
    "eleeye": External(("eleeye", "ELEEYE"), "ucci", (), (("hashsize", TABLE_MB), ("usebook", False))),
    "gnugo": External(("gnugo",), "gtp", ("--mode", "gtp", "--level", "10", "--chinese-rules")),
    "pachi": External(("pachi",), "gtp", ("threads=1",)),
    **{name: External(programs, "gomocup") for name, programs in GOMOCUP_NAMES.items()},
    "fairy": External(("fairy-stockfish",), "uci", (), QUIET),
    **{
        f"{name}{elo}": External((program,), "uci", (), (*QUIET, ("UCI_LimitStrength", True), ("UCI_Elo", elo)))
        for name, program, strengths in (
            ("fairy", "fairy-stockfish", (1600, 1900, 2200, 2500, 2800)),
            ("stockfish", "stockfish", (2250, 2400)),
        )
        for elo in strengths
    },
}


@dataclass(frozen=True)
class Goal:
    """What a match has to show.

    Attributes:
        score: least score, from 0 to 1, whose interval may end ``MARGIN`` lower, or None.
        interval: ``above`` if the whole interval of the score must be above ½, ``not below`` if it must not be below ½,
            or an empty string.
    """

    score: float | None = None
    interval: str = ""

    @property
    def text(self) -> str:
        """The goal in words."""
        if self.score is not None:
            return f"≥ {100 * self.score:.0f} %"
        return {"above": "interval above 50 %", "not below": "interval not below 50 %", "": "report"}[self.interval]

    def is_reached(self, score: float, low: float, high: float) -> bool:
        """Whether a score with this interval reaches the goal."""
        if self.score is not None:
            return score >= self.score and low >= self.score - MARGIN
        return {"above": low > 0.5, "not below": high >= 0.5, "": True}[self.interval]


@dataclass(frozen=True)
class Row:
    """A row of the table: a match under the conditions of the module.

    Attributes:
        name: identifier.
        game: identifier of the game.
        opponent: the opponent in words.
        ours: our player as for ``kyvien-engine match``. A limit that is measured is left out.
        theirs: the opponent in the same form.
        goal, floor: the goal, and the least result that is acceptable.
        rules: rules of the game.
        measured: ``seconds`` if our player gets the opponent's mean time per move, ``nodes`` if it gets a tenth of its
            mean nodes per move, ``cpu`` if it gets the nodes that it visits in the opponent's mean CPU time per move,
            or an empty string.
        engine: name of the external engine that is the opponent, or an empty string.
        threads: threads of one player.
        games: number of games.
    """

    name: str
    game: str
    opponent: str
    ours: str
    theirs: str
    goal: Goal
    floor: Goal
    rules: str = ""
    measured: str = ""
    engine: str = ""
    threads: int = 1
    games: int = 200


def rows() -> list[Row]:
    """Return all rows, except the tactical positions."""
    above = Goal(interval="above")
    found = []
    for game in ("chess", "xiangqi", "cotoan", "caro"):
        goals = (Goal(0.9), Goal(0.8)) if game in ("chess", "xiangqi") else (Goal(0.75), above)
        opponent = "NegaScout with ordering and quiescence, equal time"
        found.append(Row(f"{game}-negascout", game, opponent, f"pvs{CLOCK}", f"{TEXTBOOK}{CLOCK}", *goals))
    found.append(
        Row("caro-threats", "caro", "`threats`, equal time", f"pvs{CLOCK}", f"threats{CLOCK}", Goal(0.75), above)
    )
    for game in ("chess", "xiangqi", "cotoan", "caro"):
        newest, *others = (name for name in evaluations(game) if name != NETWORK)
        found += [
            Row(
                f"{game}-{newest}-{other}", game, f"the same search with the evaluation `{other}`, equal time",
                f"pvs{CLOCK}@evaluation={newest}", f"pvs{CLOCK}@evaluation={other}", above, Goal(interval="not below"),
            )
            for other in others
        ]  # fmt: skip
    found += [
        Row(
            "cotoan-depth4", "cotoan", "NegaScout with ordering and quiescence at depth 4, ours with its mean time",
            "pvs", f"{TEXTBOOK}@depth=4", Goal(0.95), Goal(0.85), measured="seconds",
        ),
        Row(
            "cotoan-material", "cotoan",
            "`negamax_alphabeta` at depth 4 with `material`, ours with a tenth of its nodes",
            "pvs", "negamax_alphabeta@depth=4@evaluation=material", Goal(0.8), Goal(0.6), measured="nodes",
        ),
    ]  # fmt: skip

    def external(name: str, game: str, title: str, limit: str, goal: Goal, floor: Goal, **more: Any) -> None:
        ours = more.pop("ours", "pvs")
        found.append(
            Row(f"{game}-{name}", game, title, f"{ours}{limit}", f"{name}{limit}", goal, floor, engine=name, **more)
        )

    external("gnuchess", "chess", "GNU Chess", CLOCK, Goal(0.6), Goal(0.35))
    external("toga2", "chess", "Toga II", CLOCK, Goal(0.4), Goal())
    external("eleeye", "xiangqi", "ElephantEye", CLOCK, Goal(0.5), Goal(0.25))
    for name in EXTERNALS:
        if name.startswith("fairy") and name != "fairy":
            title = f"Fairy-Stockfish with `UCI_Elo` {name.removeprefix('fairy')}"
            external(name, "xiangqi", title, CLOCK, Goal(), Goal())
    for name, goal, floor in (("pela", 0.95, Goal(0.8)), ("carbon", 0.7, Goal()), ("pentazen", 0.3, Goal())):
        external(name, "caro", name.capitalize(), "@seconds=1", Goal(goal), floor, rules="win=five_or_more")
    external("gnugo", "go", "GNU Go at level 10", "@seconds=5", Goal(0.6), Goal(0.45), rules="9x9", ours="mcts")
    external("pachi", "go", "Pachi", "@seconds=5", Goal(), Goal(), rules="9x9", ours="mcts")

    def equal_cpu(name: str, game: str, title: str, theirs: str, goal: Goal, floor: Goal, **more: Any) -> None:
        title, ours = f"{title}, equal CPU time", more.pop("ours", "pvs")
        found.append(Row(f"{game}-{name}-cpu", game, title, ours, theirs, goal, floor, measured="cpu", **more))

    for name, game, title, limit, most, least in (
        ("stockfish2400", "chess", "Stockfish with `UCI_Elo` 2400", "@nodes=50000", Goal(0.5), Goal(0.3)),
        ("stockfish2250", "chess", "Stockfish with `UCI_Elo` 2250", "@nodes=50000", Goal(), Goal(0.5)),
        ("toga2", "chess", "Toga II", "@depth=9", Goal(0.75), Goal()),
        ("gnuchess", "chess", "GNU Chess", "@depth=8", Goal(0.9), Goal()),
        ("fairy", "xiangqi", "Fairy-Stockfish at full strength", "@nodes=50000", Goal(0.55), Goal(0.48)),
        ("eleeye", "xiangqi", "ElephantEye", "@depth=8", Goal(0.65), Goal()),
    ):
        equal_cpu(name, game, title, f"{name}{limit}", most, least, engine=name)
    for name in GOMOCUP_NAMES:
        rules = "win=five_or_more"
        equal_cpu(name, "caro", name.capitalize(), f"{name}@seconds=1", Goal(), Goal(), engine=name, rules=rules)
    for name, title in (("gnugo", "GNU Go at level 10"), ("pachi", "Pachi")):
        equal_cpu(name, "go", title, f"{name}@seconds=1", Goal(), Goal(), engine=name, rules="9x9", ours="mcts")
    for game in ("chess", "xiangqi", "cotoan", "caro"):
        newest, other, *_ = evaluations(game)
        most = Goal(0.75) if game == "cotoan" else above
        title = f"the same search with the evaluation `{other}`"
        theirs = f"pvs@nodes=100000@evaluation={other}"
        equal_cpu(f"{newest}-{other}", game, title, theirs, most, Goal(), ours=f"pvs@evaluation={newest}")
    title = "NegaScout with ordering and quiescence at depth 4"
    equal_cpu("depth4", "cotoan", title, f"{TEXTBOOK}@depth=4", Goal(0.95), Goal(0.85))
    for game in ("chess", "cotoan"):
        found.append(
            Row(
                f"{game}-threads", game, "2 threads against 1, equal time", "pvs:threads=2@seconds=0.2",
                "pvs@seconds=0.2", above, Goal(interval="not below"), threads=2,
            )
        )  # fmt: skip
    return found


# --- external engines -------------------------------------------------------------------------------------------------


def find_program(name: str, commands: dict[str, str]) -> list[str] | None:
    """Return the command of an external engine, or None if its program is not found.

    Args:
        name: name of the engine, in ``EXTERNALS``.
        commands: the commands given by the user, by the name of the engine. ``fairy`` is for all of its strengths.
    """
    external = EXTERNALS[name]
    given = commands.get(name) or commands.get(name.rstrip("0123456789"))
    if given:
        words = shlex.split(given)
        found = shutil.which(words[0])
        return None if found is None else [found, *(words[1:] or external.arguments)]
    # Debian installs games in a folder that is not always in the search path.
    folders = os.pathsep.join([os.environ.get("PATH", ""), "/usr/games", "/usr/local/games"])
    for program in external.programs:
        found = shutil.which(program, path=folders)
        if found:
            return [found, *external.arguments]
    return None


def external_engine(name: str, command: Sequence[str]) -> tuple[EngineSpec, str]:
    """Return an external engine with the options of ``EXTERNALS``, and the name that it reports.

    Raises:
        SearchError: if the engine cannot be started or has another protocol.
    """
    external = EXTERNALS[name]
    spec, identity = describe_engine(name, command[0], command[1:], external.protocol)
    wanted = {label.lower(): value for label, value in external.options}
    values = {each.name: wanted[each.label.lower()] for each in spec.options if each.label.lower() in wanted}
    return spec.with_parameters(spec.Parameters(**values)), identity.name or name


def missing(row: Row, commands: dict[str, str]) -> str:
    """Return what a row needs and is not found, or an empty string."""
    if row.engine and find_program(row.engine, commands) is None:
        return f"needs {' or '.join(EXTERNALS[row.engine].programs)} (--engine {row.engine}=COMMAND)"
    return ""


# --- playing ----------------------------------------------------------------------------------------------------------


def contestant(text: str, engine: str = "") -> Contestant:
    """Return the player that ``text`` describes. Without a limit, it has one node a move, which is to be replaced."""
    spec, limit, evaluation = split_player(text)
    return Contestant(spec, limit or Limit(nodes=1), evaluation or "", label=text, engine=engine)


def openings_of(row: Row) -> Path | None:
    """Return the openings that a foreign engine finds balanced, for a row of equal CPU time, or None for the others."""
    path = matches.OPENINGS / "external" / f"{row.game}.txt"
    return path if row.measured == "cpu" and path.exists() else None


def measured_limit(
    row: Row, game: Game[Any], arguments: argparse.Namespace, theirs: Contestant, engines: Sequence[EngineSpec]
) -> Limit | None:
    """Return the limit of our player that follows from the effort of the opponent, or None if the row has its own.

    The effort is measured in a match of the opponent against itself or, for equal CPU time, against our player. This
    match has its own journal.

    Raises:
        SearchError: if the CPU time of a player is unknown.
    """
    if not row.measured:
        return None
    if row.measured == "cpu":
        ours = dataclasses.replace(contestant(row.ours), limit=Limit(nodes=MEASURING_NODES))
        games = min(MEASURING_GAMES, row.games)
        contest = matches.contest_of(game, (ours, theirs), games, seed=2, openings=openings_of(row))
        path = arguments.journal / f"{row.name}.measured.jsonl"
        speed, used = efforts(contest, matches.play(contest, path, jobs_of(row, arguments), engines))
        if not speed.nodes_per_cpu_second or not used.mean_cpu_seconds:
            raise SearchError("the CPU time of a player is unknown")
        return Limit(nodes=max(1, round(speed.nodes_per_cpu_second * used.mean_cpu_seconds)))
    player = contestant(row.theirs)
    other = dataclasses.replace(player, label=f"{player.label} ")
    contest = matches.contest_of(game, (player, other), min(MEASURING_GAMES, row.games), seed=2)
    results = matches.play(contest, arguments.journal / f"{row.name}.measured.jsonl", jobs_of(row, arguments))
    both = efforts(contest, results)
    moves = sum(each.moves for each in both)
    if row.measured == "seconds":
        return Limit(seconds=max(1e-4, round(sum((each.mean_seconds or 0.0) * each.moves for each in both) / moves, 4)))
    return Limit(nodes=max(1, round(sum((each.mean_nodes or 0.0) * each.moves for each in both) / moves / 10)))


def jobs_of(row: Row, arguments: argparse.Namespace) -> int:
    """Return the number of games played at once: at most the cores divided by the threads of a player."""
    most = max(1, (os.cpu_count() or 1) // row.threads)
    return min(arguments.jobs or most, most)


def play_row(row: Row, arguments: argparse.Namespace, commands: dict[str, str]) -> dict[str, Any]:
    """Play the match of a row, and return the row of the results."""
    game = find_game(row.game).with_rules(row.rules)
    ours, theirs = contestant(row.ours), contestant(row.theirs, row.engine)
    engines, name = [], ""
    if row.engine:
        command = find_program(row.engine, commands)
        assert command is not None
        spec, name = external_engine(row.engine, command)
        engines = [spec]
        # The parameters of a contestant replace those of the engine.
        theirs = dataclasses.replace(theirs, spec=f"{row.engine}:{spec.parameters_text}".rstrip(":"))
    limit = measured_limit(row, game, arguments, theirs, engines)
    if limit is not None:
        ours = dataclasses.replace(ours, limit=limit, label=join_player(ours.spec, limit, ours.evaluation))
    contest = matches.contest_of(game, (ours, theirs), row.games, arguments.seed, openings_of(row))
    path = arguments.journal / f"{row.name}.jsonl"
    results = matches.play_undisturbed(contest, path, jobs_of(row, arguments), engines, arguments.repeats)
    found = matches.figures(contest, results)
    speeds = [each.nodes_per_second for each in found.efforts]
    cpu = [each.mean_cpu_seconds for each in found.efforts]
    both = (ours, theirs)
    return {
        "row": row.name, "opponent": row.opponent, "engine": name, "players": [each.label for each in both],
        "rules": row.rules, "goal": row.goal.text, "floor": row.floor.text,
        "goal_reached": row.goal.is_reached(found.score, found.score_low, found.score_high),
        "floor_reached": row.floor.is_reached(found.score, found.score_low, found.score_high),
        "complete": len(results) >= contest.total, "disturbed": matches.is_disturbed(contest, results),
        "equal_elo": equal_elo(row, found),
        "cpu_quotient": cpu[0] / cpu[1] if row.measured == "cpu" and cpu[0] and cpu[1] else None,
        "speed_quotient": speeds[0] / speeds[1] if row.threads > 1 and speeds[0] and speeds[1] else None,
        **found.to_dict(), **made(arguments, f"--row {row.name}", row),
    }  # fmt: skip


def equal_elo(row: Row, found: matches.Figures) -> float | None:
    """Return the ``UCI_Elo`` at which the score would be 50 %, or None if it is unknown."""
    strength = dict(EXTERNALS[row.engine].options).get("UCI_Elo") if row.engine else None
    return strength + found.elo if strength is not None and 0 < found.score < 1 else None


def made(arguments: argparse.Namespace, what: str, row: Row | None = None) -> dict[str, Any]:
    """Return how a result was made: command, date, version and machine."""
    games = f" --games {row.games}" if row is not None else ""
    return {
        "command": f"python examples/strength/table.py {what}{games} --seed {arguments.seed} --journal FOLDER",
        "date": datetime.date.today().isoformat(),
        "version": matches.version(),
        "cores": os.cpu_count(),
        "jobs": jobs_of(row, arguments) if row is not None else 1,
    }


# --- tactical positions -----------------------------------------------------------------------------------------------


def read_epd(path: Path, game: Game[Any]) -> list[tuple[str, str, list[int]]]:
    """Return the positions of an EPD file: name, text of the position and the moves of the operation ``bm``.

    Source: the standard of PGN (1994), section 16.2, Extended Position Description.

    Raises:
        SystemExit: if a line has no best move.
    """
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        fields = line.split(None, 4)
        operations = dict(each.strip().partition(" ")[::2] for each in fields[4].split(";") if each.strip())
        if "bm" not in operations:
            raise SystemExit(f"{path.name}, line {number}: no operation bm")
        text = " ".join([*fields[:4], "0", "1"])
        position = game.parse_position(text)
        best = [game.parse_move(position, move) for move in operations["bm"].split()]
        found.append((operations.get("id", str(number)).strip('"'), text, best))
    return found


def play_positions(arguments: argparse.Namespace) -> dict[str, Any]:
    """Search the positions of ``--epd`` with ``EPD_NODES`` nodes, and return the row of the results.

    The answers are kept in the folder of the journals.
    """
    game = find_game("chess")()
    name = f"chess-{matches.file_name(arguments.epd.stem)}"
    path = arguments.journal / f"{name}-{arguments.epd_nodes}.jsonl"
    answers = {each["position"]: each["move"] for each in matches.read_lines(path)}
    positions = read_epd(arguments.epd, game)
    with Progress(name, len(positions)) as step:
        for label, text, _ in positions:
            if text not in answers:
                position = game.parse_position(text)
                search = Spec.parse("pvs").build(find_evaluation(game.name, ""))
                report = last_report(search.analyse(position, Limit(nodes=arguments.epd_nodes)))
                assert report is not None and report.move is not None
                answers[text] = game.format_move(position, report.move, "coordinates")
                line = {"position": text, "id": label, "move": answers[text], "depth": report.depth}
                matches.append_line(path, {**line, "nodes": report.nodes})
            step()
    solved = sum(
        answers[text] in {game.format_move(game.parse_position(text), move, "coordinates") for move in best}
        for _, text, best in positions
    )
    goal, floor = round(0.95 * len(positions)), round(0.92 * len(positions))
    return {
        "row": name, "opponent": f"{len(positions)} positions of {arguments.epd.name}, {arguments.epd_nodes:,} nodes",
        "solved": solved, "positions": len(positions), "goal": f"≥ {goal}", "floor": f"≥ {floor}",
        "goal_reached": solved >= goal, "floor_reached": solved >= floor, "complete": True, "disturbed": False,
        **made(arguments, f"--epd FILE --epd-nodes {arguments.epd_nodes}"),
    }  # fmt: skip


# --- tables -----------------------------------------------------------------------------------------------------------


def verdict(row: dict[str, Any]) -> str:
    """Return in words what a row shows."""
    if row["goal"] == Goal().text:
        text = "reported"
    else:
        text = "goal reached" if row["goal_reached"] else "floor reached" if row["floor_reached"] else "floor not shown"
    if row["complete"] and row.get("equal_elo") is not None:
        text += f", equal at `UCI_Elo` {row['equal_elo']:.0f}"
    if not row["complete"]:
        text += ", not complete"
    return f"{text}, disturbed" if row["disturbed"] else text


def table(game: str, results: Sequence[dict[str, Any]]) -> str:
    """Return the table of a game in Markdown, with the conditions, the efforts and the commands."""
    scores, used, commands = [], [], []
    for row in results:
        if "solved" in row:
            result = [f"{row['solved']} of {row['positions']}", "", "", ""]
        else:
            result = [
                f"{100 * row['score']:.1f} %", f"{100 * row['score_low']:.1f} … {100 * row['score_high']:.1f} %",
                f"{row['elo']:+.0f} ({row['elo_low']:+.0f} … {row['elo_high']:+.0f})", str(row["games"]),
            ]  # fmt: skip
        engine = f" ({row['engine']})" if row.get("engine") else ""
        extra = f", {row['speed_quotient']:.2f} × nodes/s" if row.get("speed_quotient") else ""
        extra += f", with {row['cpu_quotient']:.2f} × its CPU time" if row.get("cpu_quotient") else ""
        scores.append(
            [f"{row['opponent']}{engine}", *result, row["goal"], row["floor"], f"{verdict(row)}{extra}"]
        )  # fmt: skip
        for player, each in zip(row.get("players", ()), row.get("efforts", ()), strict=True):
            share = "–" if each["cpu_share"] is None else f"{100 * each['cpu_share']:.0f} %"
            used.append(
                [
                    f"`{row['row']}`", f"`{player}`", matches.number(each["median_nodes"]),
                    matches.number(each["median_depth"]), matches.number(each["median_cpu_seconds"]),
                    matches.number(each.get("mean_cpu_seconds")),
                    matches.number(each["nodes_per_second"]), share,
                ]
            )  # fmt: skip
        commands.append(
            f"- `{row['command']}`: {row['date']}, version {row['version']}, games at once: {row['jobs']}, on "
            f"{row['cores']} cores\n"
        )
    header = ["opponent", "score", "95 %", "Elo", "games", "goal", "floor", "result"]
    text = f"# {find_game(game).title}\n\n{CONDITIONS}\n{matches.markdown_table(header, scores)}"
    if used:
        header = ["row", "player", "median nodes", "median depth", "median CPU s", "mean CPU s", "nodes/s", "CPU share"]
        text += f"\nEffort a move:\n\n{matches.markdown_table(header, used)}"
    return f"{text}\nCommands:\n\n{''.join(commands)}"


CONDITIONS = """\
One thread per player, except in the rows about threads; no pondering, no books; tables of 16 MiB; openings of
`../openings/`, each with both colours; intervals from pairs of games. A goal is reached if the score is at least the
goal and the lower end of the interval at most 7 points below. Rows of equal CPU time have openings of
`../openings/external/`, if the game has them. A row keeps its figure, date and version until it is played again, also
if its program cannot be had any more. Written by `table.py`; do not edit.
"""


def write(game: str, new: dict[str, Any] | None = None) -> None:
    """Write the results and the table of a game, with ``new`` in the place of an earlier result of the same row."""
    path = RESULTS / f"{game}.json"
    results = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    if new is not None:
        results = [each for each in results if each["row"] != new["row"]] + [new]
    order = [row.name for row in rows()]
    results.sort(key=lambda each: (order.index(each["row"]) if each["row"] in order else len(order), each["row"]))
    RESULTS.mkdir(exist_ok=True)
    path.write_text(json.dumps(results, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    (RESULTS / f"{game}.md").write_text(table(game, results), encoding="utf-8")


def listed(commands: dict[str, str]) -> Iterator[str]:
    """Yield a line for each row, with what it needs and is not found."""
    for row in rows():
        need = missing(row, commands)
        yield f"{row.name:32} goal {row.goal.text:24} floor {row.floor.text:26}{need or 'ready'}"
    yield f"{'(--epd FILE)':32} chess: positions with best moves, such as Win at Chess"


def main(texts: Sequence[str]) -> int:
    """Play rows of the table and write the results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--list", action="store_true", help="list the rows and what they need")
    parser.add_argument("--row", action="append", default=[], help="row to play; may be repeated")
    parser.add_argument("--all", action="store_true", help="play all rows whose programs are found")
    parser.add_argument("--tables", action="store_true", help="write the tables again")
    parser.add_argument("--journal", type=Path, help="folder of the journals")
    parser.add_argument("--games", type=int, help="games of each match, instead of those of the row")
    parser.add_argument("--jobs", type=int, help="games at once; at most the cores divided by the threads of a player")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--repeats", type=int, default=2, help="how often a disturbed match is repeated")
    parser.add_argument("--engine", action="append", default=[], metavar="NAME=COMMAND")
    parser.add_argument("--epd", type=Path, help="chess positions with best moves, to be searched")
    parser.add_argument("--epd-nodes", type=int, default=EPD_NODES)
    arguments = parser.parse_args(texts)
    commands = dict(each.partition("=")[::2] for each in arguments.engine)
    if arguments.list:
        print("\n".join(listed(commands)))
        return 0
    if arguments.tables:
        for game in dict.fromkeys(row.game for row in rows()):
            if (RESULTS / f"{game}.json").exists():
                write(game)
        return 0
    known = {row.name: row for row in rows()}
    for name in arguments.row:
        if name not in known:
            parser.error(f"unknown row {name}; see --list")
    chosen = list(known.values()) if arguments.all else [known[name] for name in arguments.row]
    if not chosen and not arguments.epd:
        parser.error("--row, --all, --epd, --list or --tables is needed")
    if arguments.journal is None:
        parser.error("--journal is needed")
    failed = 0
    for row in chosen:
        need = missing(row, commands)
        if need:
            print(f"{row.name}: {need}", file=sys.stderr)
            failed += not arguments.all
            continue
        if arguments.games:
            row = dataclasses.replace(row, games=arguments.games)
        try:
            result = play_row(row, arguments, commands)
        except SearchError as error:
            print(f"{row.name}: {error}", file=sys.stderr)
            failed += 1
            continue
        write(row.game, result)
        print(f"{row.name}: {100 * result['score']:.1f} %, {verdict(result)}")
    if arguments.epd:
        result = play_positions(arguments)
        write("chess", result)
        print(f"{result['row']}: {result['solved']} of {result['positions']}, {verdict(result)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
