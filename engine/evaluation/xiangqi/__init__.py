"""Evaluations of xiangqi: ``material``, ``tapered``, which adds place, reach and safety, and ``threats_safety``.

The unit of ``material`` is a tenth of a pawn that has not crossed the river, and the unit of ``tapered`` and of
``threats_safety`` is a hundredth of such a pawn. With each move, the position updates the sums that depend only on the
pieces and their cells. The sum for the middlegame is stored in the lower half of a number, and the sum for the endgame
in the upper half. This number is called a *pair*.
"""

from engine.core.evaluation import prefer_network, register
from engine.evaluation.xiangqi.material import Material
from engine.evaluation.xiangqi.tapered import Tapered
from engine.evaluation.xiangqi.threats_safety import ThreatsSafety

register(ThreatsSafety)
register(Tapered)
register(Material)
prefer_network("xiangqi")
