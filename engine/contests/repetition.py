"""Detection of deterministic players, and of games of a contest that repeat an earlier game.

Repeated games do not count in the statistics.
"""

from engine.contests.contest import Contest, Contestant
from engine.contests.result import GameResult
from engine.core.errors import KyVienError
from engine.core.evaluation import find_evaluation
from engine.core.language import ngettext, tr
from engine.search.report import Limit
from engine.search.search import find_algorithm
from engine.search.spec import Spec

RANDOM_OPTIONS = frozenset(("random_ties", "vary"))
"""Options of algorithms. If one of them is on, the moves depend on the random seed."""


def is_deterministic(player: Contestant, game: str) -> bool:
    """Whether a player always makes the same move in the same game.

    This is known for a built-in algorithm with a limit of depth or nodes, if neither the algorithm nor its evaluation
    depends on the random seed. It is not known for a plugin, an external engine, or a player with a limit of time or a
    clock. Such a player counts as not deterministic.

    Args:
        player: the player.
        game: identifier of the game.
    """
    if player.plugin or player.engine or not isinstance(player.limit, Limit) or player.limit.seconds is not None:
        return False
    try:
        spec = Spec.parse(player.spec)
        if find_algorithm(spec.name).is_random or any(getattr(spec.parameters, name, False) for name in RANDOM_OPTIONS):
            return False
        if not find_algorithm(spec.name).needs_evaluation:
            return True
        evaluation = find_evaluation(game, player.evaluation)
        return evaluation.with_seed(1) is evaluation
    except KyVienError:
        return False  # an algorithm or an evaluation of another version


class Repetitions:
    """Counter of the games of a contest, which also detects repeated games.

    A game repeats an earlier one if both players are deterministic and the earlier game had the same sides, the same
    opening and the same moves. Games that are equal by chance, or only with exchanged sides, are not repetitions.

    Args:
        contest: the contest.

    Attributes:
        games: number of games.
        repeated: number of games that repeat an earlier one.
    """

    def __init__(self, contest: Contest) -> None:
        self.games = self.repeated = 0
        self._deterministic = [is_deterministic(each, contest.game) for each in contest.contestants]
        self._distinct: set[int] = set()
        self._seen: set[tuple[int, int, int]] = set()

    @property
    def distinct(self) -> int:
        """The number of distinct games. Games with the same start position and moves are equal for all players."""
        return len(self._distinct)

    @property
    def counted(self) -> int:
        """The number of games that count in the statistics, which are those that do not repeat an earlier game."""
        return self.games - self.repeated

    def must_repeat(self, first: int, second: int) -> bool:
        """Whether the players with these indices are deterministic, so that their games depend only on the opening."""
        return self._deterministic[first] and self._deterministic[second]

    def add(self, result: GameResult) -> bool:
        """Add a game. Return whether it repeats an earlier one."""
        course = hash((result.start, result.moves))
        place = (result.first, result.second, course)
        repeats = place in self._seen
        self.games += 1
        self.repeated += repeats
        self._distinct.add(course)
        if self.must_repeat(result.first, result.second):
            self._seen.add(place)
        return repeats

    def sentence(self, advice: str) -> str:
        """Return a sentence on the numbers of games, or an empty string if all games are distinct.

        The sentence contains the number of games, of distinct games and, if it is different, of counted games.

        Args:
            advice: translated advice for games that repeat, without a full stop.
        """
        if self.distinct == self.games:
            return ""
        if not self.repeated:
            return ngettext(
                "{count} game, {distinct} distinct: games that are equal by chance or with exchanged sides count",
                "{count} games, {distinct} distinct: games that are equal by chance or with exchanged sides count",
                self.games, distinct=self.distinct,
            )  # fmt: skip
        if self.counted == self.distinct:
            numbers = ngettext("{count} game, {distinct} distinct", "{count} games, {distinct} distinct",
                               self.games, distinct=self.distinct)  # fmt: skip
        else:
            numbers = ngettext("{count} game, {distinct} distinct, {counted} counted",
                               "{count} games, {distinct} distinct, {counted} counted",
                               self.games, distinct=self.distinct, counted=self.counted)  # fmt: skip
        if len(self._deterministic) == 2:
            return f"{numbers}: {tr('both players are deterministic')}; {advice}"
        return f"{numbers}: {tr('games of deterministic players repeat')}; {advice}"
