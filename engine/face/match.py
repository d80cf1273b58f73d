"""Matches of the library: many games between two players."""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.asking.external import EngineSpec
from engine.contests.contest import Adjudication, Contest
from engine.contests.description import describe_contestant
from engine.contests.journal import ContestJournal
from engine.contests.result import GameResult
from engine.contests.runner import play_contest, record_of
from engine.contests.standings import Standings
from engine.core.errors import OptionError
from engine.core.evaluation import find_evaluation
from engine.core.game import Game
from engine.core.language import Plural, tr
from engine.core.options import check_range
from engine.face.algorithms import AlgorithmLike, as_spec, limit_of, seed_of, whole
from engine.face.position import PositionLike, as_position, position
from engine.face.record import Record
from engine.face.table import html_table
from engine.face.text import counted
from engine.search.spec import AnySpec

RANDOM_PLIES = 4
"""Number of random moves at the start of each game if no number is given."""


class Match:
    """The result of a match. Points and Elo are those of the first of the two players.

    Attributes:
        contest: the players, the openings and the limits.
        results: the result of each game, in the order of the schedule.

    Args:
        contest: the contest.
        results: the result of each game.
    """

    def __init__(self, contest: Contest, results: Sequence[GameResult]) -> None:
        self.contest = contest
        self.results = tuple(results)
        self.summary: dict[str, Any] = Standings.of(contest, self.results).summary()
        """All figures, as ``kyvien-engine match --json`` prints them."""

    @property
    def wins(self) -> int:
        """The number of games that the first player won. Repeated games are not counted."""
        return int(self.summary["first_wins"])

    @property
    def draws(self) -> int:
        """The number of drawn games. Repeated games are not counted."""
        return int(self.summary["draws"])

    @property
    def losses(self) -> int:
        """The number of games that the first player lost. Repeated games are not counted."""
        return int(self.summary["second_wins"])

    @property
    def elo(self) -> float:
        """The Elo difference that the points correspond to.

        If one player won every game, it is as if half a point in one more game were the other's, so that it is finite.
        """
        return float(self.summary["elo"])

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval of ``elo``."""
        return float(self.summary["elo_low"]), float(self.summary["elo_high"])

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The games as dictionaries, for ``pandas.DataFrame(match.rows)``."""
        names = self.contest.names
        return [
            {
                "game": each.index + 1,
                "first": names[each.first],
                "second": names[each.second],
                "result": each.result,
                "termination": each.termination,
                "plies": each.plies,
                "nodes_first": each.nodes[0],
                "nodes_second": each.nodes[1],
                "seconds_first": each.seconds[0],
                "seconds_second": each.seconds[1],
            }
            for each in self.results
        ]

    @property
    def records(self) -> list[Record]:
        """The games as records."""
        return [Record(record_of(self.contest, each)) for each in self.results]

    def __repr__(self) -> str:
        first, second = self.contest.names
        low, high = self.interval
        wins = counted(Plural("{count} win", "{count} wins"), self.wins)
        draws = counted(Plural("{count} draw", "{count} draws"), self.draws)
        losses = counted(Plural("{count} loss", "{count} losses"), self.losses)
        return f"Match({first} – {second}: {wins}, {draws}, {losses}, Elo {self.elo:+.0f} ({low:+.0f} to {high:+.0f}))"

    def _repr_html_(self) -> str:
        first, second = self.contest.names
        low, high = self.interval
        header = (tr("Games"), tr("Wins of {name}", name=first), tr("Draws"), tr("Wins of {name}", name=second))
        row = (len(self.results), self.wins, self.draws, self.losses, f"{self.elo:+.0f} ({low:+.0f} … {high:+.0f})")
        return html_table((*header, tr("Elo difference")), [row], f"{first} – {second}")


def match(
    first: AlgorithmLike,
    second: AlgorithmLike,
    *,
    game: str | Game | type[Game] = "",
    games: int = 20,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    evaluation: str = "",
    rules: str = "",
    openings: Iterable[PositionLike] = (),
    random_plies: int | None = None,
    swap: bool = True,
    seed: int = 0,
    most_plies: int = 1000,
    jobs: int | None = None,
) -> Match:
    """Play a match between two players in other processes.

    Args:
        first: an algorithm, also with its own limit and evaluation: ``"alphabeta:ordering=on@depth=3"``.
        second: the other player.
        game: identifier of the game, or a game with its rules. It may be omitted if there are ``openings``.
        games: number of games.
        depth: last depth of a search, in plies. Without any limit, it is 3.
        nodes: maximum number of positions to visit for a move.
        seconds: maximum time for a move in seconds.
        evaluation: name of an evaluation of the game, or an empty string for the game's default.
        rules: the rules that differ from the defaults, or the name of a preset.
        openings: positions from which the games start in turn, or empty for the start position.
        random_plies: number of random moves at the start of each game, or None for 4, or fewer where 4 always end
            the game. Without them or openings, players that do not choose at random repeat the same games.
        swap: whether the players change sides after every game, so that each opening is played twice.
        seed: random seed of the match.
        most_plies: number of plies after which a game is adjudicated a draw.
        jobs: number of games played in parallel, or None for one on each core.

    Raises:
        KyVienError: if an argument is not valid. The message is one sentence.
    """
    starts = [as_position(each) for each in openings]
    rule_set = starts[0].game if starts and not game else position(game, rules=rules).game
    find_evaluation(rule_set.name, evaluation)
    if any(each.game != rule_set for each in starts):
        raise OptionError("the openings are not all of {game} with the same rules", game=tr(rule_set.title))
    if jobs is not None:
        check_range("jobs", jobs, 1, 1024)
    players = [_Player(each) for each in (first, second)]
    contest = Contest(
        rule_set.name,
        tuple(
            describe_contestant(each.text, rule_set, each.find, limit_of((), depth, nodes, seconds), evaluation)
            for each in players
        ),
        "match",
        rule_set.rules_text(),
        whole("games", games),
        swap,
        tuple(each.text for each in starts),
        RANDOM_PLIES if random_plies is None else whole("random_plies", random_plies),
        seed_of(seed),
        Adjudication(whole("most_plies", most_plies)),
    )
    if random_plies is None:
        contest = replace(contest, random_plies=_random_plies(contest, rule_set, len(starts) or 1))
    engines = [each.spec for each in players if isinstance(each.spec, EngineSpec)]
    with tempfile.TemporaryDirectory() as folder:
        journal = ContestJournal(Path(folder) / "journal", contest)
        try:
            for _ in play_contest(contest, journal, jobs, engines=engines):
                pass
            return Match(contest, [journal.results[index] for index in sorted(journal.results)])
        finally:
            journal.close()


def _random_plies(contest: Contest, game: Game, openings: int) -> int:
    """Return the greatest number of random plies, at most those of ``contest``, that do not always end a game."""
    for plies in range(contest.random_plies, 0, -1):
        fewer = replace(contest, random_plies=plies)
        try:
            for opening in range(openings):
                fewer.opening_moves(game, opening)
        except OptionError:
            continue
        return plies
    return 0


class _Player:
    """A player as the caller gave it."""

    def __init__(self, value: AlgorithmLike) -> None:
        self.spec: AnySpec | None = None if isinstance(value, str) else as_spec(value)
        self.text = value if isinstance(value, str) else as_spec(value).text

    def find(self, name: str) -> AnySpec:
        """Return the algorithm ``name``, the first part of ``text``."""
        return as_spec(name) if self.spec is None else self.spec
