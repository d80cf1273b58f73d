"""Play the strong search with changed switches against the search before the change.

    python examples/strength/change.py --game G --new SWITCHES --old SWITCHES --openings FRESH --journal J [--write]

``SWITCHES`` are switches of ``pvs`` as ``name=on,name=off``; all others have the values of the preset *strong*. One
match is played with equal nodes per move and, unless the speeds differ by less than 2 %, one with equal CPU time, that
is, with nodes in proportion to the speeds of the first match (``refinements.py``). Openings should be fresh: those of
the committed files may have been used to choose the switches. An interrupted match continues from its journal.

The table in Markdown is printed, and ``--write`` adds it to ``results/changes/``, one file for each game.
"""

import argparse
import datetime
import math
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import matches
from refinements import SAME_SPEED

from engine.contests.contest import Contestant
from engine.core.game import find_game
from engine.search.report import Limit

RESULTS = Path(__file__).parent / "results" / "changes"
HEADER = ("nodes per move, new / old", "score", "95 %", "Elo", "games")


def match(arguments: argparse.Namespace, nodes: tuple[int, int], condition: str) -> matches.Figures | None:
    """Play a match, or continue it, and return its figures for the new search. With ``--report``, nothing is played.

    Args:
        arguments: the arguments of the command line.
        nodes: nodes per move of the new and of the old search.
        condition: end of the name of the journal.
    """
    game = find_game(arguments.game).with_rules(arguments.rules)
    texts = (arguments.new, arguments.old)
    players = [Contestant(f"pvs:{text}", Limit(nodes=each)) for text, each in zip(texts, nodes, strict=True)]
    contest = matches.contest_of(game, (players[0], players[1]), arguments.games, arguments.seed, arguments.openings)
    path = arguments.journal / f"{arguments.game}-{matches.file_name(arguments.new)}-{condition}.jsonl"
    if not arguments.report:
        return matches.figures(contest, matches.play(contest, path, arguments.jobs, pool=arguments.pool))
    played = matches.stored(path)
    return None if played is None else matches.figures(*played)


def row(nodes: tuple[int, int], figures: matches.Figures) -> list[str]:
    """Return the row of a match."""
    return [
        f"{nodes[0]:,} / {nodes[1]:,}", f"{figures.score:.1%}", f"{figures.score_low:.1%} … {figures.score_high:.1%}",
        f"{figures.elo:+.0f} ({figures.elo_low:+.0f} … {figures.elo_high:+.0f})", str(figures.games),
    ]  # fmt: skip


def main(texts: Sequence[str]) -> int:
    """Play the matches of a change and print their table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", required=True)
    parser.add_argument("--rules", default="")
    parser.add_argument("--new", required=True, help="switches of the new search")
    parser.add_argument("--old", required=True, help="switches of the search before the change")
    parser.add_argument("--games", type=int, default=400, help="games of each match")
    parser.add_argument("--nodes", type=int, default=5000, help="nodes per move")
    parser.add_argument("--openings", type=Path, help="fresh openings, instead of the committed ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--journal", type=Path, required=True, help="folder of the journals")
    parser.add_argument("--report", action="store_true", help="only print what is in the journals")
    parser.add_argument("--write", action="store_true", help="add the table to results/changes/")
    matches.add_workers(parser)
    arguments = parser.parse_args(texts)
    nodes = (arguments.nodes, arguments.nodes)
    equal = match(arguments, nodes, "nodes")
    if equal is None:
        raise SystemExit("there are no games with equal nodes")
    rows = [row(nodes, equal)]
    new, old = (each.nodes_per_cpu_second for each in equal.efforts)
    if not new or not old:
        raise SystemExit("the CPU time of the match is unknown")
    share = math.sqrt(new / old)
    if abs(new / old - 1) >= SAME_SPEED:
        nodes = (round(arguments.nodes * share), round(arguments.nodes / share))
        timed = match(arguments, nodes, "time")
        if timed is not None:
            rows.append(row(nodes, timed))
    made = f"version {matches.version()}, {datetime.date.today().isoformat()}"
    text = (
        f"## `{arguments.new}` against `{arguments.old}`\n\n{matches.markdown_table(HEADER, rows)}\n"
        f"Speed, new / old: {new / old:.2f}. Openings: "
        f"{arguments.openings.name if arguments.openings else 'committed'}; {made}.\n"
    )
    print(text)
    if arguments.write:
        RESULTS.mkdir(parents=True, exist_ok=True)
        path = RESULTS / f"{arguments.game}.md"
        before = (
            path.read_text(encoding="utf-8") if path.exists() else f"# {find_game(arguments.game).title}: changes\n"
        )
        path.write_text(f"{before}\n{text}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
