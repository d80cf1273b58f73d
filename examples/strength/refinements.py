"""Measure what each refinement of the strong search is worth in a game.

    python examples/strength/refinements.py --game G --journal FOLDER [--games 400] [--nodes 5000] [--seconds S]
                                            [--jobs N] [--pool POOL]

For every switch of ``pvs`` that applies to the game, the search with the switch on plays the search with it off: one
match with equal nodes per move and one with equal time per move, from the committed openings with both colours. All
other switches have the values of the preset *strong* for the game. The table contains the Elo difference (positive: the
switch helps) with its 95 % interval from pairs of games, and the p-value adjusted by Holm's method over the switches of
the game. A row is *not resolved* if the interval contains 0 or the adjusted p-value is 0.05 or more.

Equal time is equal CPU time by the speeds that the match with equal nodes had: each player has nodes in proportion to
its nodes per CPU second there, with a geometric mean of ``--nodes``. So these games, too, do not depend on what else
the machine does, and repeat themselves. If the speeds differ by less than ``SAME_SPEED``, the match with equal nodes is
the match of equal time. ``--seconds`` lets the players have a clock instead; such a match is repeated if a player had
less than 90 % of a processor, and *disturbed* if that was so every time.

Two more measures need no matches. For switches that keep the minimax value, the nodes to an equal depth in the preset
*sound*, off divided by on: the geometric mean over openings with its 95 % interval. For the others, the number of
positions with a forced win in which the search finds a win with equal nodes. These positions are taken from the ends of
quick games.

Everything is kept in ``--journal``, and an interrupted run continues there. ``--report`` only prints what is there. The
output is a table in Markdown, followed by the same figures as JSON; ``--write`` also writes both to
``results/refinements/``.
"""

import argparse
import datetime
import json
import math
import statistics
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import matches

from engine.contests.contest import Contestant
from engine.contests.effort import efforts
from engine.contests.openings import read_openings
from engine.contests.rating import Z95, holm
from engine.core.evaluation import find_evaluation
from engine.core.game import Game, find_game
from engine.core.position import Position
from engine.search.report import Limit, Report, last_report
from engine.search.spec import Spec
from engine.search.switches import KEEPS_VALUE, ORDERING, REFINEMENTS, preset_values

RESULTS = Path(__file__).parent / "results" / "refinements"
QUICK = "negascout:ordering=on,quiescence=on,vary=on"
"""The player of the games from whose ends positions are taken."""
QUICK_DEPTH = 2
BEFORE_THE_END = (3, 5, 7, 9)
"""Plies before the end of a won game at which a position is taken."""
MOST_QUICK_GAMES = 400
SAME_SPEED = 0.02
"""Relative difference of two speeds below which no other match is played for equal time: some 2 Elo."""
DEEP_FACTOR = 20
"""Nodes of the search to an equal depth, in multiples of ``--nodes``."""


def switches(game: type[Game[Any]]) -> list[str]:
    """Return the switches of the strong search that apply to a game."""
    return [name for name in REFINEMENTS if name not in game.unsuitable]


def keeps_value(switch: str) -> bool:
    """Whether the search has the same value with a switch as without it."""
    return switch in KEEPS_VALUE or switch in ORDERING


# --- matches ----------------------------------------------------------------------------------------------------------


def play_switch(
    switch: str, condition: str, limits: tuple[Limit, Limit], arguments: argparse.Namespace, game: Game[Any]
) -> None:
    """Play the match of a switch, on against off, under a condition, which is part of the name of the journal."""
    players = [Contestant(f"pvs:{switch}={value}", limit) for value, limit in zip(("on", "off"), limits, strict=True)]
    contest = matches.contest_of(game, (players[0], players[1]), arguments.games, arguments.seed, arguments.openings)
    path = journal_of(arguments, switch, condition)
    matches.play_undisturbed(contest, path, arguments.jobs, repeats=arguments.repeats, pool=arguments.pool)


def speed_ratio(arguments: argparse.Namespace, switch: str) -> float:
    """Return the nodes per CPU second with a switch on, divided by those with it off, in the match with equal nodes."""
    played = matches.stored(journal_of(arguments, switch, "nodes"))
    if played is None:
        raise SystemExit(f"there are no games with equal nodes for {switch}")
    on, off = (each.nodes_per_cpu_second for each in efforts(*played))
    if not on or not off:
        raise SystemExit(f"the CPU time of the match of {switch} is unknown")
    return on / off


def equal_time(arguments: argparse.Namespace, switch: str) -> tuple[Limit, Limit] | None:
    """Return the limits, on and off, for equal time, or None if those of the match with equal nodes are the same."""
    if arguments.seconds:
        return Limit(seconds=arguments.seconds), Limit(seconds=arguments.seconds)
    ratio = speed_ratio(arguments, switch)
    if abs(ratio - 1) < SAME_SPEED:
        return None
    share = math.sqrt(ratio)
    return Limit(nodes=round(arguments.nodes * share)), Limit(nodes=round(arguments.nodes / share))


def journal_of(arguments: argparse.Namespace, switch: str, condition: str) -> Path:
    """Return the journal of a match."""
    folder: Path = arguments.journal
    return folder / f"{arguments.game}-{switch}-{condition}.jsonl"


# --- measures without matches -----------------------------------------------------------------------------------------


def analyse(position: Position, spec: str, limit: Limit) -> list[Report]:
    """Return the reports of a new search with the default evaluation of the game."""
    return list(Spec.parse(spec).build(find_evaluation(position.game.name, "")).analyse(position, limit))


def nodes_to_equal_depth(switch: str, positions: Sequence[Position], nodes: int) -> dict[str, Any]:
    """Compare the nodes with a switch on and off at the greatest depth that both searches reach.

    Args:
        switch: a switch that keeps the value.
        positions: the positions.
        nodes: limit of each search. The search without the switch may visit four times as many.

    Returns:
        The geometric mean of the quotients off / on with the bounds of its 95 % interval, and the number of positions.

    Raises:
        SystemExit: if the values at a depth are different.
    """
    logarithms = []
    for position in positions:
        found: list[dict[int, Report]] = []
        for value, factor in (("on", 1), ("off", 4)):
            spec = f"pvs:preset=sound,{switch}={value}"
            completed: dict[int, Report] = {}
            for report in analyse(position, spec, Limit(nodes=factor * nodes)):
                # The last report repeats a depth with the nodes of the depth that was interrupted.
                if report.depth and not report.unfinished:
                    completed.setdefault(report.depth, report)
            found.append(completed)
        on, off = found
        common = on.keys() & off.keys()
        for depth in common:
            if on[depth].score != off[depth].score:
                raise SystemExit(f"{switch} changes the value of {position} at depth {depth}")
        if common:
            logarithms.append(math.log(off[max(common)].nodes / on[max(common)].nodes))
    if not logarithms:
        return {"quotient": None, "low": None, "high": None, "positions": 0}
    mean = statistics.mean(logarithms)
    error = statistics.stdev(logarithms) / math.sqrt(len(logarithms)) if len(logarithms) > 1 else 0.0
    values = [math.exp(mean + each * Z95 * error) for each in (0, -1, 1)]
    return {"quotient": values[0], "low": values[1], "high": values[2], "positions": len(logarithms)}


def won_positions(game: Game[Any], count: int, seed: int, openings: Sequence[str]) -> list[Position]:
    """Return different positions in which the side to move soon won a quick game.

    Args:
        game: the game with its rules.
        count: number of positions to find. Fewer are returned if ``MOST_QUICK_GAMES`` games have fewer.
        seed: random seed of the games.
        openings: texts of the positions from which the games start, or empty for the start position.
    """
    found: dict[str, Position] = {}
    evaluation = find_evaluation(game.name, "")
    for number in range(MOST_QUICK_GAMES):
        position = game.parse_position(openings[number % len(openings)]) if openings else game.start()
        search = Spec.parse(QUICK).build(evaluation, seed + number)
        course = [position]
        while position.outcome() is None and len(course) <= matches.MOST_PLIES:
            report = last_report(search.analyse(position, Limit(depth=QUICK_DEPTH)))
            assert report is not None and report.move is not None
            position = position.play(report.move)
            course.append(position)
        outcome = position.outcome()
        if outcome is None or outcome.winner is None:
            continue
        for plies in BEFORE_THE_END:
            if plies < len(course) and course[-1 - plies].hand == outcome.winner:
                found.setdefault(str(course[-1 - plies]), course[-1 - plies])
                if len(found) == count:
                    return list(found.values())
    return list(found.values())


def solves(position: Position, spec: str, nodes: int) -> bool:
    """Whether a search with a limit of nodes reports a forced win of the side to move."""
    score = analyse(position, spec, Limit(nodes=nodes))[-1].score
    return score is not None and score.win_in is not None and score.value > 0


def measure(switch: str, arguments: argparse.Namespace, game: Game[Any], positions: dict[str, Any]) -> dict[str, Any]:
    """Return the measure of a switch that needs no matches."""
    texts = openings_of(arguments, game)
    if keeps_value(switch):
        sample = [game.parse_position(text) for text in texts[: arguments.positions]] or [game.start()]
        return nodes_to_equal_depth(switch, sample, DEEP_FACTOR * arguments.nodes)
    if "won" not in positions:
        positions["won"] = won_positions(game, arguments.positions, arguments.seed, texts)
    counts = {
        value: sum(solves(position, f"pvs:{switch}={value}", arguments.nodes) for position in positions["won"])
        for value in ("on", "off")
    }
    return {"solved_on": counts["on"], "solved_off": counts["off"], "positions": len(positions["won"])}


def openings_of(arguments: argparse.Namespace, game: Game[Any]) -> tuple[str, ...]:
    """Return the openings of the matches, or an empty tuple if the game has none."""
    path = arguments.openings or matches.OPENINGS / f"{game.name}.txt"
    return read_openings(path, game) if path.exists() else ()


def measures(arguments: argparse.Namespace, game: Game[Any], chosen: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """Yield the measures of the switches. Those in the journal are not repeated, unless a condition has changed."""
    path = arguments.journal / f"{arguments.game}-measures.jsonl"
    names = ("game", "rules", "nodes", "positions", "seed")
    conditions = {name: getattr(arguments, name) for name in names} | {"openings": str(arguments.openings or "")}
    known = {each["switch"]: each["measure"] for each in matches.read_lines(path) if each["conditions"] == conditions}
    positions: dict[str, Any] = {}
    for switch in chosen:
        if switch not in known and not arguments.report:
            known[switch] = measure(switch, arguments, game, positions)
            line = {"switch": switch, "conditions": conditions, "measure": known[switch]}
            matches.append_line(path, line)
        yield switch, known.get(switch)


# --- the table --------------------------------------------------------------------------------------------------------


def verdict(elo: float, low: float, high: float, adjusted: float) -> str:
    """Return what a row of the table states: ``helps``, ``harms`` or ``not resolved``.

    Args:
        elo: Elo difference, on minus off.
        low: lower bound of its 95 % interval.
        high: upper bound of its 95 % interval.
        adjusted: p-value adjusted for the number of switches.
    """
    if low <= 0 <= high or adjusted >= 0.05:
        return "not resolved"
    return "helps" if elo > 0 else "harms"


def rows_of(arguments: argparse.Namespace, chosen: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Return the figures of the matches in the journals, by condition and switch, with adjusted p-values."""
    found: dict[str, dict[str, Any]] = {}
    for condition in ("nodes", "time"):
        played = {switch: matches.stored(journal_of(arguments, switch, condition)) for switch in chosen}
        for switch in chosen if condition == "time" else ():
            equal = found["nodes"].get(switch)
            if played[switch] is None and equal and equal["complete"] and equal_time(arguments, switch) is None:
                played[switch] = matches.stored(journal_of(arguments, switch, "nodes"))
        rows = {
            switch: matches.figures(*each).to_dict()
            | {"complete": len(each[1]) >= each[0].total}
            | {"disturbed": matches.is_disturbed(*each)}
            for switch, each in played.items()
            if each is not None and each[1]
        }
        for row, adjusted in zip(rows.values(), holm([row["p"] for row in rows.values()]), strict=True):
            row["p_adjusted"] = adjusted
            row["verdict"] = verdict(row["elo"], row["elo_low"], row["elo_high"], adjusted)
        found[condition] = rows
    return found


def table(arguments: argparse.Namespace, data: dict[str, Any]) -> str:
    """Return the table in Markdown."""
    header = ["switch", "preset"]
    time = f"{arguments.seconds:g} s" if arguments.seconds else "equal time"
    for condition in (f"{arguments.nodes:,} nodes", time):
        header += [f"Elo, {condition} per move", "95 %", "p (Holm)", "verdict", "games"]
    header += ["speed, on / off"]
    header += ["nodes to equal depth, off / on", "wins found, on / off"]
    lines = []
    for switch, row in data["switches"].items():
        line = [f"`{switch}`", row["preset"]]
        for condition in ("nodes", "time"):
            each = row[condition]
            if each is None:
                line += ["–"] * 5
            else:
                line += [
                    f"{each['elo']:+.0f}", f"{each['elo_low']:+.0f} … {each['elo_high']:+.0f}",
                    f"{each['p_adjusted']:.2g}", each["verdict"] + (", disturbed" if each["disturbed"] else ""),
                    str(each["games"]),
                ]  # fmt: skip
        line.append("–" if row["speed"] is None else f"{row['speed']:.2f}")
        found = row["measure"] or {}
        if found.get("quotient"):
            line += [f"{found['quotient']:.3g} ({found['low']:.3g} … {found['high']:.3g})", ""]
        elif found.get("solved_on") is not None:
            line += ["", f"{found['solved_on']} / {found['solved_off']} of {found['positions']}"]
        else:
            line += ["–", "–"]
        lines.append(line)
    return matches.markdown_table(header, lines)


CONDITIONS = """\
Each switch of `pvs` on against off, all others as in the preset *strong*. One thread per player, no pondering, no
books; openings of `../../openings/`, each with both colours; intervals from pairs of games; p-values adjusted by the
method of Holm. A row is *not resolved* if its interval contains 0 or its p-value is 0.05 or more. For equal time, each
player has nodes in proportion to its nodes per CPU second, unless a clock is named; where both speeds differ by less
than 2 %, the games are those with equal nodes. Written by `refinements.py`; do not edit.
"""


def write(data: dict[str, Any], text: str, command: str) -> None:
    """Write the figures and the table of a game to ``RESULTS``."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{data['game']}.json"
    path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    title = find_game(data["game"]).title
    made = f"Command: `{command}`, version {data['version']}, {datetime.date.today().isoformat()}"
    path.with_suffix(".md").write_text(f"# {title}: refinements\n\n{CONDITIONS}\n{text}\n{made}\n", encoding="utf-8")


def main(texts: Sequence[str]) -> int:
    """Measure the switches of a game and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", required=True)
    parser.add_argument("--rules", default="")
    parser.add_argument("--games", type=int, default=400, help="games of each match")
    parser.add_argument("--nodes", type=int, default=5000, help="nodes per move")
    parser.add_argument(
        "--seconds",
        type=float,
        help="seconds per move of a clock for the matches of equal time, instead of nodes in proportion to the speeds",
    )
    parser.add_argument("--only-nodes", action="store_true", help="play no matches of equal time")
    parser.add_argument("--journal", type=Path, required=True, help="folder of the journals")
    parser.add_argument("--switch", action="append", default=[], help="measure only this switch; may be repeated")
    parser.add_argument("--positions", type=int, default=100, help="positions of the measures without matches")
    parser.add_argument("--openings", type=Path, help="other openings, such as fresh ones to confirm a default")
    parser.add_argument("--seed", type=int, default=1)
    matches.add_workers(parser)
    parser.add_argument("--repeats", type=int, default=2, help="how often a disturbed match is repeated")
    parser.add_argument("--report", action="store_true", help="only print what is in the journals")
    parser.add_argument("--write", action="store_true", help="write the table to results/refinements/")
    arguments = parser.parse_args(texts)
    game = find_game(arguments.game).with_rules(arguments.rules)
    chosen = switches(type(game))
    for name in arguments.switch:
        if name not in chosen:
            parser.error(f"{name} is not a switch that applies to {arguments.game}: {', '.join(chosen)}")
    if not chosen:
        parser.error(f"no switch applies to {arguments.game}")
    chosen = [name for name in chosen if name in (arguments.switch or chosen)]
    if not arguments.report:
        for switch in chosen:
            equal = Limit(nodes=arguments.nodes)
            play_switch(switch, "nodes", (equal, equal), arguments, game)
            limits = None if arguments.only_nodes else equal_time(arguments, switch)
            if limits is not None:
                play_switch(switch, "time", limits, arguments, game)
    found = dict(measures(arguments, game, chosen))
    played = rows_of(arguments, chosen)
    values = preset_values(type(game), "strong")
    data = {
        "game": arguments.game,
        "rules": arguments.rules,
        "version": matches.version(),
        "nodes": arguments.nodes,
        "seconds": arguments.seconds,
        "switches": {
            switch: {
                "preset": "on" if values[switch] else "off",
                "nodes": played["nodes"].get(switch),
                "time": played["time"].get(switch),
                "speed": speed_ratio(arguments, switch) if switch in played["nodes"] else None,
                "measure": found[switch],
            }
            for switch in chosen
        },
    }
    text = table(arguments, data)
    print(text)
    if arguments.write:
        clock = f"--seconds {arguments.seconds:g} " if arguments.seconds else ""
        fewer = "" if arguments.positions == parser.get_default("positions") else f"--positions {arguments.positions} "
        fewer += "--only-nodes " if arguments.only_nodes else ""
        command = (
            f"python examples/strength/refinements.py --game {arguments.game} --games {arguments.games} --nodes "
            f"{arguments.nodes} {clock}--seed {arguments.seed} {fewer}--journal FOLDER --write"
        )
        write(data, text, command)
    print(json.dumps(data, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
