"""A series of games between two contestants who change sides. In the window, a series is called a match.

In a series of several games, a contestant who loses a game by the capture of the piece zero loses the whole series.
"""

from dataclasses import dataclass

from engine.core.outcome import Outcome, Player, Termination


@dataclass(frozen=True, slots=True)
class Series:
    """A series of games with its outcomes so far.

    The contestants are 0 and 1. Contestant 0 is FIRST in the first game. The contestants change sides after every game.

    Attributes:
        games: maximum number of games.
        outcomes: outcomes of the games played.
    """

    games: int = 1
    outcomes: tuple[Outcome, ...] = ()

    def contestant(self, player: Player, game: int | None = None) -> int:
        """Return the contestant who is ``player`` in the game with the index ``game``.

        If ``game`` is None, this is the next game.
        """
        number = len(self.outcomes) if game is None else game
        return int(player) ^ (number & 1)

    def after(self, outcome: Outcome) -> "Series":
        """Return the series with one more game, which ended with ``outcome``."""
        return Series(self.games, (*self.outcomes, outcome))

    @property
    def score(self) -> tuple[float, float]:
        """The points of contestants 0 and 1, with 1 point for a win and ½ for a draw."""
        points = [0.0, 0.0]
        for number, outcome in enumerate(self.outcomes):
            if outcome.winner is None:
                points[0] += 0.5
                points[1] += 0.5
            else:
                points[self.contestant(outcome.winner, number)] += 1
        return points[0], points[1]

    @property
    def absolute_winner(self) -> int | None:
        """The contestant who has won a series of several games by the capture of a zero, or None if there is none."""
        if self.games > 1:
            for number, outcome in enumerate(self.outcomes):
                if outcome.termination is Termination.ZERO and outcome.winner is not None:
                    return self.contestant(outcome.winner, number)
        return None

    @property
    def is_over(self) -> bool:
        """Whether the series is over.

        This is the case if a zero was captured, if all games have been played, or if the remaining games cannot change
        the winner. In a single game, the capture of a zero has no special meaning.
        """
        if self.absolute_winner is not None or len(self.outcomes) >= self.games:
            return True
        left = self.games - len(self.outcomes)
        first, second = self.score
        return abs(first - second) > left

    @property
    def winner(self) -> int | None:
        """The contestant who has won the series, or None if the series is drawn or not over."""
        if not self.is_over:
            return None
        if self.absolute_winner is not None:
            return self.absolute_winner
        first, second = self.score
        if first == second:
            return None
        return 0 if first > second else 1


def format_points(points: float) -> str:
    """Format a number of points, such as ``2``, ``1½`` or ``½``."""
    whole, half = int(points), points != int(points)
    return f"{whole or ''}½" if half else str(whole)
