"""The different search that checks a verdict of a review before it is shown, and its limits.

A verdict that only one search supports is often an error of this search: it repeats the error with more effort, because
it prunes the same moves and has the same evaluation. So the check is by another search, first with 4 times the effort
and then with 16 times the effort and another evaluation of the game.
"""

from collections.abc import Sequence

from engine.core.evaluation import evaluations, parse_evaluation, scale_of
from engine.core.game import Game
from engine.core.position import Position
from engine.core.values import replace
from engine.search.players import strongest_of
from engine.search.report import Limit
from engine.search.search import GREATEST_DEPTH
from engine.search.spec import AnySpec, Spec

FACTORS = (4, 16)
"""Effort of the checks, as multiples of the limit of the review."""
PLIES = (1, 2)
"""Plies that the checks add to a limit by depth."""
SHARE = 5
"""Maximum nodes of all checks, as a multiple of those of the searches before them."""
MATERIAL = 150
"""Least material that a move sacrifices, in hundredths of the value of the game's least piece."""
WITHOUT = ("futility", "razoring", "null_move", "late_pruning")
"""Switches that the checking search turns off."""


def checker_for(game: Game, reviewer: AnySpec, engines: Sequence[AnySpec] = ()) -> AnySpec:
    """Return the algorithm that checks a review.

    It is the first external engine that is not the reviewer. Without one, it is ``pvs`` without the pruning that
    overlooks moves or, in a game whose strongest search is another one, this search with another random seed
    (``SEED``): its simulations are then independent of those of the reviewer, whereas ``pvs`` would be too weak to
    check them.

    Args:
        game: the game.
        reviewer: the algorithm of the review.
        engines: the external engines that are configured.
    """
    for spec in engines:
        if spec.is_external and spec.plays(game) and reviewer.name != spec.name:
            return spec
    if game.strongest:
        return strongest_of(game)
    return Spec.make("pvs", **dict.fromkeys(WITHOUT, "off"))


SEED = 1
"""What is added to the random seed of a review for its checks."""


def check_limit(limit: Limit, number: int) -> Limit:
    """Return the limit of a check.

    Args:
        limit: the limit of the review.
        number: the number of the check, from 0.
    """
    factor = FACTORS[number]
    depth = None if limit.depth is None else min(GREATEST_DEPTH, limit.depth + PLIES[number])
    nodes = None if limit.nodes is None else min(2**62, factor * limit.nodes)
    seconds = None if limit.seconds is None else min(1e9, factor * limit.seconds)
    return replace(limit, depth=depth, nodes=nodes, seconds=seconds, aim=None)


def check_evaluation(game: str, evaluation: str, number: int) -> str:
    """Return the evaluation of a check: that of the review, or another one for the second check.

    It is the game's first evaluation that has a scale for the chance of winning and is not that of the review.

    Args:
        game: identifier of the game.
        evaluation: name of the evaluation of the review.
        number: the number of the check, from 0.
    """
    if number == 0 or not scale_of(game, evaluation):
        return evaluation
    own, _ = parse_evaluation(game, evaluation)
    others = (name for name, each in evaluations(game).items() if each is not own and scale_of(game, name))
    return next(others, evaluation)


def offers_material(position: Position, move: int) -> bool:
    """Whether a legal move sacrifices material: the opponent can take more than the move took.

    Exchanges on one cell are counted to their end (``Position.exchange``). A piece that the move leaves under attack
    counts as well as the piece that moved.
    """
    taken = position.gain_of(move)
    after = position.play(move)
    if after.outcome() is not None:
        return False
    game = position.game
    return any(
        game.shape(after, reply).captured and after.wins_exchange(reply, taken + MATERIAL)
        for reply in after.legal_moves()
        if after.gain_of(reply) >= taken + MATERIAL
    )
