"""Matches for the scripts of this folder: played from committed openings, kept in journals, and summarised."""

import argparse
import dataclasses
import json
import math
import re
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import engine
from engine.asking.external import EngineSpec
from engine.cli.output import Progress, note
from engine.contests.contest import Adjudication, Contest, Contestant
from engine.contests.effort import LEAST_CPU_SHARE, Effort, efforts
from engine.contests.journal import ContestJournal, read_journal
from engine.contests.openings import read_openings
from engine.contests.rating import OutcomeTally, elo_interval, p_value, score_of
from engine.contests.result import GameResult
from engine.contests.runner import play_contest
from engine.contests.standings import Standings
from engine.core.game import Game
from engine.jobs.pools.pool import LOCAL, find_pool

OPENINGS = Path(__file__).parent / "openings"
MOST_PLIES = 400
"""Plies after which a game is adjudicated a draw."""


def contest_of(
    game: Game,
    players: tuple[Contestant, Contestant],
    games: int,
    seed: int = 1,
    openings: Path | None = None,
) -> Contest:
    """Return a match in which each opening is played with both colours.

    Args:
        game: the game with its rules.
        players: the players.
        games: number of games.
        seed: random seed of the match.
        openings: file of openings, or None for the committed one, which a game without openings does not have.
    """
    path = openings or OPENINGS / f"{game.name}.txt"
    texts = read_openings(path, game) if path.exists() or openings else ()
    # With more games than openings, each opening is followed by a random ply, so that games are not repeated.
    random_plies = 1 if games > 2 * len(texts) else 0
    return Contest(
        game=game.name, rules=rules_text(game), contestants=players, games=games, seed=seed, openings=texts,
        random_plies=random_plies, adjudication=Adjudication(most_plies=MOST_PLIES),
    )  # fmt: skip


def rules_text(game: Game) -> str:
    """Return the rules that differ from the default rules of the game, as ``k=v,…``."""
    from engine.core.options import format_options

    return format_options(game.rules)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add the options ``--jobs`` and ``--pool`` to the parser of a script."""
    parser.add_argument("--jobs", type=int, help="games at once; default: 1, or all workers of a cluster")
    parser.add_argument("--pool", default=LOCAL, help="computers that play: local, or dask:tcp://HOST:PORT")


def play(
    contest: Contest, path: Path, jobs: int | None, engines: Iterable[EngineSpec] = (), most: int | None = None,
    pool: str = LOCAL,
) -> list[GameResult]:  # fmt: skip
    """Play the games of a contest that are missing from its journal, and return all results.

    Args:
        contest: the contest.
        path: the journal, which is created if it is missing.
        jobs: number of games played at once, or None for one, or for all workers of a cluster.
        engines: the external engines of the contest.
        most: number of games after which to stop, or None to play all.
        pool: name of the pool that plays (``find_pool``).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    journal = ContestJournal(path, contest)
    try:
        if most is None or len(journal.results) < most:
            workers = find_pool(pool, jobs or 1 if pool == LOCAL else jobs, note)
            with Progress(path.stem, contest.total, len(journal.results)) as step:
                for _ in play_contest(contest, journal, engines=engines, pool=workers):
                    step()
                    if most is not None and len(journal.results) >= most:
                        break
        return [journal.results[index] for index in sorted(journal.results)]
    finally:
        journal.close()


def play_undisturbed(
    contest: Contest, path: Path, jobs: int | None, engines: Iterable[EngineSpec] = (), repeats: int = 2,
    pool: str = LOCAL,
) -> list[GameResult]:  # fmt: skip
    """Play a contest as ``play`` does, and repeat it if it depends on time and a player had to wait for a processor.

    The journal of a disturbed match is renamed, to ``NAME.disturbed-1.jsonl`` and so on.

    Args:
        contest: the contest.
        path: the journal.
        jobs: number of games played at once, as for ``play``.
        engines: the external engines of the contest.
        repeats: how often the match is repeated at most. The result of the last time is returned as it is.
        pool: name of the pool that plays.
    """
    while True:
        results = play(contest, path, jobs, engines, None, pool)
        done = len(list(path.parent.glob(f"{path.stem}.disturbed-*.jsonl")))
        if not is_disturbed(contest, results) or done >= repeats:
            return results
        note(f"{path.stem}: less than {LEAST_CPU_SHARE:.0%} of a processor for a player; repeated")
        path.rename(path.with_name(f"{path.stem}.disturbed-{done + 1}.jsonl"))


def is_disturbed(contest: Contest, results: Iterable[GameResult]) -> bool:
    """Whether a player of a contest that depends on time had too little CPU time."""
    shares = [each.cpu_share for each in efforts(contest, results)]
    return contest.is_timed and any(share is not None and share < LEAST_CPU_SHARE for share in shares)


def stored(path: Path) -> tuple[Contest, list[GameResult]] | None:
    """Return the contest and the results of a journal, or None if there is none."""
    if not path.exists():
        return None
    content = read_journal(path)
    if content.job is None:
        return None
    return content.job, [content.results[index] for index in sorted(content.results)]


# --- figures ----------------------------------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Figures:
    """The result of a match for its first player.

    Attributes:
        games: number of games that count in the statistics.
        pairs: number of pairs of games with 0, ½, 1, 1½ and 2 points.
        score: points per game, from 0 to 1.
        score_low, score_high: bounds of the 95 % interval of the score, from pairs of games.
        elo, elo_low, elo_high: the Elo difference and the bounds of its 95 % interval.
        p: two-sided p-value of equal strength.
        faults: number of games lost by a failure.
        forfeits: number of games that each player lost on time.
        efforts: what each player used for its moves.
    """

    games: int
    pairs: tuple[int, ...]
    score: float
    score_low: float
    score_high: float
    elo: float
    elo_low: float
    elo_high: float
    p: float
    faults: int
    forfeits: tuple[int, int]
    efforts: tuple[Effort, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        return dataclasses.asdict(self)


def figures(contest: Contest, results: Sequence[GameResult]) -> Figures:
    """Return the figures of a match."""
    standings = Standings.of(contest, results)
    cell = standings.between(0, 1)
    tally: OutcomeTally = cell.statistics
    elo, low, high = elo_interval(tally)
    return Figures(
        games=tally.games,
        pairs=tally.results,
        score=tally.score,
        score_low=score_of(low),
        score_high=score_of(high),
        elo=elo,
        elo_low=low,
        elo_high=high,
        p=p_value(tally),
        faults=standings.faults,
        forfeits=(cell.forfeits[0], cell.forfeits[1]),
        efforts=tuple(efforts(contest, results)),
    )


# --- tables -----------------------------------------------------------------------------------------------------------


def markdown_table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(each)} |\n" for each in lines)


def number(value: float | None, digits: int = 3) -> str:
    """Return a number with ``digits`` significant digits and separators of thousands, or a dash for None."""
    if value is None or not math.isfinite(value):
        return "–"
    if value and abs(value) < 10 ** (digits - 1):
        return f"{value:.{digits}g}"
    return f"{value:,.0f}"


def version() -> str:
    """Return the version of the engine with the commit of the working tree, if git knows it."""
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude=*"],
        cwd=Path(__file__).parent, capture_output=True, text=True, check=False,
    )  # fmt: skip
    commit = done.stdout.strip()
    return f"{engine.__version__}, {commit}" if done.returncode == 0 and commit else engine.__version__


def file_name(text: str) -> str:
    """Return a text without the characters that a file name should not contain."""
    return re.sub(r"[^A-Za-z0-9_.]+", "-", text).strip("-")


def append_line(path: Path, value: object) -> None:
    """Append a value as one line of JSON to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(value, ensure_ascii=False) + "\n")


def read_lines(path: Path) -> list[Any]:
    """Return the values in a file of JSON lines, without an incomplete last line."""
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines[:-1] if line]
