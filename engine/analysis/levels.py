"""The levels at which the studio plays a game, and other named players of a game."""

from engine.core.evaluation import evaluations
from engine.core.game import Game, MeasuredStrength
from engine.core.language import mark
from engine.core.values import Value
from engine.search.players import DEFAULT_PLAYER, strongest_of
from engine.search.report import Limit
from engine.search.search import find_algorithm
from engine.search.spec import Spec


class Level(Value):
    """A player that is chosen by name instead of by algorithm, parameters and limit.

    Attributes:
        name: identifier, unique among the levels of a game.
        title: English name, translated for display.
        help: one English sentence about the way it plays, translated for display, in which ``{limit}`` is the limit.
        spec: the algorithm with its parameters.
        limit: limit of each search.
        measured: its strength in matches against another program, or None if it is unknown.
    """

    name: str
    title: str
    help: str
    spec: Spec
    limit: Limit
    measured: MeasuredStrength | None = None


CLUB_DEPTH = 4
"""Depth in plies of the level *Club*, which answers in less than a second on the boards at the start of a game. The
slowest move of its matches took 4.6 million nodes, 2.8 s of one core, in caro."""
CLUB_NODES = 60_000
"""Nodes of the level *Club* in a game whose strongest algorithm has no depth: 500 random games of Go 9×9 per move."""
BETWEEN = (("advanced", mark("Advanced")), ("expert", mark("Expert")))
"""Identifiers and titles of the levels between *Club* and *Strong*, which a game has if it names their nodes."""


def levels(game: type[Game]) -> tuple[Level, ...]:
    """Return the levels of a game, the weakest first, followed by the players in ``Game.players``.

    All use the default evaluation of the game. ``examples/strength/levels.py`` verifies their order up to *Strong* by
    matches, and its results are in ``examples/strength/results/levels.md``.
    """
    strongest = strongest_of(game)
    judged = bool(evaluations(game.name))
    named = tuple(
        Level(each.name, each.title, each.help, Spec.parse(each.spec), Limit(depth=1)) for each in game.players
    )
    return (
        _beginner(game, judged),
        _club(game, judged),
        *(
            Level(name, title, mark("The strongest search, with {limit} per move."), strongest, Limit(nodes=nodes))
            for (name, title), nodes in zip(BETWEEN, game.level_nodes, strict=False)
        ),
        Level(
            "strong",
            mark("Strong"),
            mark("Searches for {limit} per move, as deep as possible."),
            strongest,
            Limit(seconds=2.5),
            game.measured,
        ),
        *named,
    )


def _club(game: type[Game], judged: bool) -> Level:
    """Return the second level of a game, which has an evaluation if ``judged``."""
    strongest = strongest_of(game)
    if not find_algorithm(strongest.name).deepens:
        text = mark("Plays a few hundred random games before each move.")
        return Level("club", mark("Club"), text, strongest, Limit(nodes=CLUB_NODES))
    text = (
        mark("Looks 4 plies ahead, and on to the end of captures.")
        if judged
        else mark("Looks 4 plies ahead for a forced win.")
    )
    return Level("club", mark("Club"), text, DEFAULT_PLAYER, Limit(depth=CLUB_DEPTH))


def _beginner(game: type[Game], judged: bool) -> Level:
    """Return the weakest level of a game, which has an evaluation if ``judged``."""
    if judged and game.beginner_depth > 1:
        text = mark("Looks 2 plies ahead, but not on to the end of captures.")
        return Level("beginner", mark("Beginner"), text, Spec.make("negascout"), Limit(depth=game.beginner_depth))
    text = (
        mark("Looks 1 ply ahead and plays one of the three best moves.")
        if judged
        else mark("Plays a winning move if it sees one, else any move.")
    )
    return Level("beginner", mark("Beginner"), text, Spec.make("greedy", among=3 if judged else 20), Limit(depth=1))


def level_of(game: type[Game], spec: object, limit: Limit) -> Level | None:
    """Return the level of a game with this algorithm and limit, or None if there is none.

    The algorithm may be that of a game, in which it chooses at random among equal moves (``varied``).
    """
    return next(
        (each for each in levels(game) if each.limit == limit and spec in (each.spec, each.spec.varied())), None
    )
