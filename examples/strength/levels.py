"""Check that the levels of *New game* are as strong as their order states.

    python examples/strength/levels.py --game G --journal FOLDER [--games 100] [--seconds S | --nodes N]
                                       [--jobs N] [--pool POOL]

The checks of a game: each level has at least 75 % of the points against the level below, *Beginner* at least 90 %
against random moves, and *Strong* more than 50 % against the strongest textbook player, NegaScout with ordering and
quiescence, with the same time per move. There are levels between *Club* and *Strong* only if *Strong* has at least 81 %
against *Club* (250 Elo); a step to or from such a level has at least 64 % (100 Elo). Beginner looks at most two plies
ahead. No level needs more than 3 s of a processor for a move in any of these games. The players vary their moves as in
the studio; games start from ``openings/`` with both colours.

``--seconds`` or ``--nodes`` replaces the 2.5 s per move of *Strong* and of its textbook opponent, for shorter checks.
If other programs use the processor, only nodes are fair to *Strong*. Journals are kept; an interrupted check continues.
The results are written to ``results/levels.json`` and ``results/levels.md``.
"""

import argparse
import datetime
import json
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import matches

from engine.analysis.levels import BETWEEN, levels
from engine.contests.contest import Contestant, join_player
from engine.contests.result import GameResult
from engine.core.game import Game, find_game, games
from engine.search.report import Limit
from engine.search.spec import Spec

RESULTS = Path(__file__).parent / "results"
TEXTBOOK = Spec.parse("negascout:ordering=on,quiescence=on")
LEAST_STEP, LEAST_BETWEEN, LEAST_GAP = 0.75, 0.64, 0.81
"""Least scores of a level against the one below, if one of them is between *Club* and *Strong*, and of *Strong* against
*Club* if there is such a level."""
LEAST_AGAINST_RANDOM = 0.9
MOST_SECONDS = 3.0
MOST_BEGINNER_DEPTH = 2
ORDER = ("beginner", "club", *(name for name, _ in BETWEEN), "strong")
"""The levels whose order is checked, the weakest first. The others are players that a game names."""
WITHOUT_ORDER = {
    "tictactoe": "every player that looks ahead draws",
    "trees": "a game lasts a few moves and is decided by the tree",
    "nim": "the first move decides, so no level can win with both colours",
}
"""Games in which better players cannot win more, with the reason."""
SMALL = {"go": "9x9"}
"""Rules under which games are checked if none are given: those of the committed openings."""


def checks(game: Game[Any], chosen: Limit | None) -> list[tuple[str, Contestant, Contestant, float]]:
    """Return the checks of a game: name, the player that has to win, its opponent, and the least score.

    Args:
        game: the game with its rules.
        chosen: limit of *Strong* and of its textbook opponent, or None for that of the level.
    """
    offered = [each for each in levels(type(game)) if each.name in ORDER]
    between = {name for name, _ in BETWEEN}
    players = {each.name: player(each.spec, each.limit) for each in offered}
    limit = chosen or offered[-1].limit
    players["strong"] = player(offered[-1].spec, limit)
    names = list(players)
    steps = {
        (upper, lower): LEAST_BETWEEN if {upper, lower} & between else LEAST_STEP for lower, upper in pairwise(names)
    }
    steps.setdefault(("strong", "club"), LEAST_GAP)
    return [
        ("beginner-random", players["beginner"], player(Spec.make("random"), Limit(depth=1)), LEAST_AGAINST_RANDOM),
        *((f"{upper}-{lower}", players[upper], players[lower], least) for (upper, lower), least in steps.items()),
        ("strong-textbook", players["strong"], player(TEXTBOOK, limit), 0.5),
    ]


def player(spec: Spec, limit: Limit) -> Contestant:
    """Return a player that varies its moves as in the studio."""
    text = spec.varied().text
    return Contestant(text, limit, label=join_player(text, limit))


def longest(results: Sequence[GameResult], shares: Sequence[float | None]) -> float:
    """Return the seconds of the longest move of any player, times the share of a processor that the players had.

    Args:
        results: the games.
        shares: the share of each player in the match, or None if it is unknown.
    """
    share = max((each for each in shares if each is not None), default=1.0)
    return share * max((seconds for result in results for seconds in result.move_seconds), default=0.0)


def check(game: Game[Any], arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """Play the matches of a game, and return the rows of the results."""
    rows = []
    chosen = None
    if arguments.seconds or arguments.nodes:
        chosen = Limit(seconds=arguments.seconds, nodes=arguments.nodes)
    for name, first, second, least in checks(game, chosen):
        if arguments.check and name not in arguments.check:
            continue
        contest = matches.contest_of(game, (first, second), arguments.games, arguments.seed)
        path = arguments.journal / f"{game.name}-{name}.jsonl"
        results = matches.play(contest, path, arguments.jobs, pool=arguments.pool)
        found = matches.figures(contest, results)
        seconds = longest(results, [each.cpu_share for each in found.efforts])
        result = verdict(least, found.score, found.score_low, found.score_high)
        row = {
            "game": game.name, "rules": matches.rules_text(game), "check": name, "players": [first.label, second.label],
            "least": least, "result": result, "longest_seconds": seconds,
            "in_time": seconds <= MOST_SECONDS, "date": datetime.date.today().isoformat(),
            "version": matches.version(), **found.to_dict(),
        }  # fmt: skip
        row.pop("efforts")
        rows.append(row)
        print(f"{game.name} {name}: {line(row)}")
    depth = levels(type(game))[0].limit.depth
    if depth is None or depth > MOST_BEGINNER_DEPTH:
        raise SystemExit(f"{game.name}: Beginner looks more than {MOST_BEGINNER_DEPTH} plies ahead")
    return rows


def verdict(least: float, score: float, low: float, high: float) -> str:
    """Return whether a check is ``passed``, ``failed`` or ``not resolved``.

    A check with a share of the points is decided by the score. Whether a player is stronger than another, that is, has
    more than half of the points, is not resolved while the interval contains ½.

    Args:
        least: least score, or ½ for a player that has to be stronger.
        score: the score.
        low: lower bound of its 95 % interval.
        high: upper bound of its 95 % interval.
    """
    if least == 0.5:
        return "passed" if low > 0.5 else "failed" if high < 0.5 else "not resolved"
    return "passed" if score >= least else "failed"


def line(row: dict[str, Any]) -> str:
    """Return the result of a check in words."""
    interval = f"{100 * row['score_low']:.1f} … {100 * row['score_high']:.1f}"
    text = f"{100 * row['score']:.1f} % ({interval}) of {row['games']} games, at least {100 * row['least']:.0f} %: "
    text += str(row["result"])
    return text if row["in_time"] else f"{text}; a move took {row['longest_seconds']:.1f} s"


def write(rows: Sequence[dict[str, Any]]) -> None:
    """Write results in the place of earlier ones of the same checks."""
    path = RESULTS / "levels.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    new = {(row["game"], row["check"]) for row in rows}
    known = [row for row in known if (row["game"], row["check"]) not in new] + list(rows)
    known.sort(key=_place)
    RESULTS.mkdir(exist_ok=True)
    path.write_text(json.dumps(known, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    header = [
        "game",
        "rules",
        "player",
        "opponent",
        "score",
        "95 %",
        "games",
        "least",
        "longest move",
        "result",
        "date",
    ]
    lines = [
        [
            row["game"], row["rules"] or "default", *(f"`{each}`" for each in row["players"]),
            f"{100 * row['score']:.1f} %", f"{100 * row['score_low']:.1f} … {100 * row['score_high']:.1f} %",
            str(row["games"]), f"{'>' if row['least'] == 0.5 else '≥'} {100 * row['least']:.0f} %",
            f"{row['longest_seconds']:.2f} s", row["result"] if row["in_time"] else "too slow", row["date"],
        ]
        for row in known
    ]  # fmt: skip
    text = f"# Levels\n\n{CONDITIONS}\n{matches.markdown_table(header, lines)}"
    path.with_suffix(".md").write_text(text, encoding="utf-8")


def _place(row: dict[str, Any]) -> tuple[str, int]:
    """Return the game of a row and the place of its check in the game."""
    names = [each[0] for each in checks(find_game(row["game"])(), None)]
    return row["game"], names.index(row["check"]) if row["check"] in names else len(names)


CONDITIONS = """\
Levels of *New game* against each other, against random moves and against the strongest textbook player. Openings of
`../openings/`, each with both colours; intervals from pairs of games. Since 2026-11-29, the time of the longest move is
multiplied by the share of a processor that the players had. Written by `levels.py`; do not edit.
"""


def main(texts: Sequence[str]) -> int:
    """Check the levels of a game and write the results. Return 1 unless every check is passed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", choices=tuple(games()), required=True)
    parser.add_argument("--rules", help="rules of the game; those of the openings by default")
    parser.add_argument("--games", type=int, default=100, help="games of each check")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--seconds", type=float, help="seconds per move of Strong and of its textbook opponent")
    limit.add_argument("--nodes", type=int, help="nodes per move of Strong and of its textbook opponent")
    parser.add_argument("--check", action="append", default=[], help="only this check; may be repeated")
    parser.add_argument("--journal", type=Path, required=True, help="folder of the journals")
    parser.add_argument("--seed", type=int, default=1)
    matches.add_workers(parser)
    arguments = parser.parse_args(texts)
    if arguments.game in WITHOUT_ORDER:
        print(f"{arguments.game}: not checked: {WITHOUT_ORDER[arguments.game]}")
        return 0
    rules = SMALL.get(arguments.game, "") if arguments.rules is None else arguments.rules
    rows = check(find_game(arguments.game).with_rules(rules), arguments)
    write(rows)
    return 0 if all(row["result"] == "passed" and row["in_time"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
