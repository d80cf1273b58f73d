"""The evaluation ``tapered`` of xiangqi: material, place, reach and safety.

Its features are defined in ``engine.evaluation.xiangqi.definition``.
"""

import cython

from engine.core.evaluation import Term
from engine.core.language import mark
from engine.core.position import Position
from engine.evaluation.xiangqi.definition import tapered_features
from engine.evaluation.xiangqi.material import Weighted
from engine.evaluation.xiangqi.weights import WEIGHTS, features_of, pair, worth
from engine.games.xiangqi.position import XiangqiPosition

if not cython.compiled:
    HORSE_REACH = ROOK_REACH = CANNON_REACH = LOST = AIMED = 0

LABELS = (mark("Material"), mark("Place"), mark("Reach"), mark("Danger to the king"))
DANGERS = ("lost defender", "aimed cannon")


def fill_tables() -> None:
    """Compute the variables of this module from ``WEIGHTS``. It must be called again after a change of the weights."""
    global HORSE_REACH, ROOK_REACH, CANNON_REACH, LOST, AIMED
    HORSE_REACH, ROOK_REACH = pair(worth("horse's reach")), pair(worth("rook's reach"))
    CANNON_REACH = pair(worth("cannon's reach"))
    LOST, AIMED = pair(worth("lost defender")), pair(worth("aimed cannon"))


fill_tables()


def judge(own: XiangqiPosition) -> int:
    """Return the score of ``Tapered`` for the side to move."""
    balance = own.balance
    phase = 0
    for side in range(2):
        base = side << 4
        defenders = 0
        for slot in range(1, 5):
            if own.squares[base + slot] != 90:
                defenders += 1
        threat = 0
        for slot in range(5, 11):
            if own.squares[(base ^ 16) + slot] != 90:
                threat += 3 if 7 <= slot <= 8 else 2
                phase += 2 if 7 <= slot <= 8 else 1
        sum = HORSE_REACH * (own.reach(base + 5) + own.reach(base + 6))
        sum += ROOK_REACH * (own.reach(base + 7) + own.reach(base + 8))
        sum += CANNON_REACH * (own.reach(base + 9) + own.reach(base + 10))
        sum += LOST * ((4 - defenders) * threat)
        if own.is_aimed_at(side):
            sum += AIMED
        balance += -sum if side else sum
    early = ((balance + 0x8000) & 0xFFFF) - 0x8000
    late = (balance - early) // 65536
    total = early * phase + late * (16 - phase)
    # Rounded towards 0, so that both sides are rounded equally.
    score = total // 16 if total >= 0 else -(-total // 16)
    return -score if own.side else score


class Tapered(Weighted):
    """A sum of ``WEIGHTS`` for material, place and reach of the pieces, and safety of the kings.

    The weights of the middlegame and of the endgame are blended in proportion to the phase, from ``PHASE`` to 0.

    Scale 790: fitted to 300 games, for which ``examples/fit_scale.py --game xiangqi --depth 4 --games 300`` gave 788.
    """

    name = "tapered"
    title = "Material and position"
    scale = 790
    decimals = 2
    gain_scale = 100
    tuned = WEIGHTS

    def weight(self, kind: int, row: int, column: int) -> tuple[int, int]:
        """Return the worth of a piece and its place, in the middlegame and in the endgame."""
        scores = [worth(name, points) for name, points in features_of(kind, row, column)]
        return sum(early for early, _ in scores), sum(late for _, late in scores)

    def evaluate(self, position: Position) -> int:
        """Return the score for the side to move, which is the sum that the position updates, plus reach and safety."""
        return judge(cython.cast(XiangqiPosition, position))

    def definition(self, position: Position) -> int:
        """Return the score computed from the list of pieces, cell by cell."""
        return tapered_features(position).score(position.side, worth)

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return the terms for material, place, reach and danger, each blended by the phase."""
        self.check(position)
        return tapered_features(position).terms(LABELS, _place_of, worth)

    def amounts(self, position: Position) -> tuple[float, dict[str, tuple[float, float]]]:
        """Return what ``Features.amounts`` returns for ``WEIGHTS``."""
        return tapered_features(position).amounts(WEIGHTS)


def _place_of(name: str) -> int:
    """Return the place in ``LABELS`` of a weight."""
    return 1 if name.endswith("place") else 2 if name.endswith("reach") else 3 if name in DANGERS else 0
