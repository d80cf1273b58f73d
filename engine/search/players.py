"""The algorithms that play and analyse if the user chooses none."""

from engine.core.game import Game
from engine.search.spec import Spec

DEFAULT_PLAYER = Spec.make("negascout", ordering=True, quiescence=True)
"""Default opponent: a search with quiescence, which the searches of textbooks lack.

At 30,000 nodes per move, the same search without quiescence was weaker by about 320 Elo in chess and 190 Elo in xiangqi
(40 games each), and also weaker in Go (10 games). In cờ toán (40 games) and caro (20 games), there was no significant
difference.
"""

REFERENCE = Spec.make("pvs")
"""The strongest algorithm, except in games with another one (``strongest_of``)."""


def strongest_of(game: Game | type[Game]) -> Spec:
    """Return the strongest algorithm of a game: the reference of an analysis, of reviews and of hints."""
    return Spec.parse(game.strongest) if game.strongest else REFERENCE
