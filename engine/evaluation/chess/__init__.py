"""Evaluations of chess: ``material``, ``tapered`` (squares, mobility, kings, pawns) and ``threats_safety``.

A score of the middlegame and a score of the endgame are stored in one number, ``middlegame + 65536 * endgame``. This
number is called a *pair*. One addition thus adds both. The two scores are blended according to the material left (a
“tapered” evaluation). With each move, the position updates the part that depends only on the pieces and their squares.
"""

from engine.core.evaluation import prefer_network, register
from engine.evaluation.chess.material import Material
from engine.evaluation.chess.tapered import Tapered
from engine.evaluation.chess.threats_safety import ThreatsSafety

register(ThreatsSafety)
register(Tapered)
register(Material)
prefer_network("chess")
