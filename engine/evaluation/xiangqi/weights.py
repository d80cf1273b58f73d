"""Weights of the evaluations of xiangqi, from which both their C code and their definitions are computed.

``SAFETY_WEIGHTS`` were set by hand, with those of ``tapered`` where both evaluations judge the same and 0 for every
cell, then fitted by ``examples/tune_evaluation.py --game xiangqi --player tapered --nodes 4000 --seed 20261 --mix 0.3
--width 1.6 --least 60`` to 19,887 quiet positions of 1,017 self-play games of ``pvs`` with ``tapered``. The loss on the
held-out fifth was 0.53149 before and 0.51769 after. The options of the fit were chosen on the same fifth.

``WEIGHTS`` were set by hand, then fitted by ``examples/tune_evaluation.py --nodes 1500`` to 59,377 quiet positions of
5,117 self-play games. The loss on the held-out fifth was 0.60511 before and 0.59052 after. A match of 400 games at
2,000 nodes per move against the weights set by hand gave Elo +23 ± 30. The strength of the regularisation was chosen on
the same fifth, so the loss is slightly optimistic. The weights fit shallow games and are not piece values for teaching.
"""

KING, ADVISER, ELEPHANT, HORSE, ROOK, CANNON, PAWN = range(7)

VALUES = (0, 20, 20, 40, 90, 45, 10)
"""Values of king, adviser, elephant, horse, rook, cannon and pawn in tenths of a pawn.

After crossing the river, a pawn has the value ``CROSSED`` instead.
"""
CROSSED = 20

PHASE = 16
"""Phase of the middlegame. Each rook on the board adds 2 to the phase, each cannon and each horse 1."""

NAMES = ("king", "adviser", "elephant", "horse", "rook", "cannon", "pawn")
WEIGHTS = {
    "adviser": (341, 128),
    "elephant": (262, 48),
    "horse": (204, 278),
    "rook": (1466, 1106),
    "cannon": (775, 311),
    "pawn": (100, 77),
    "crossed pawn": (141, 98),
    "king's place": (18, 10),
    "adviser's place": (10, 9),
    "elephant's place": (11, 8),
    "horse's place": (12, 11),
    "rook's place": (17, 10),
    "cannon's place": (14, 10),
    "pawn's place": (9, 5),
    "horse's reach": (28, 20),
    "rook's reach": (15, 7),
    "cannon's reach": (4, 4),
    "lost defender": (-6, 0),
    "aimed cannon": (-312, -6),
}
"""Weights of ``Tapered`` in the middlegame and in the endgame, in hundredths of a pawn.

The weight of a place counts for each point of ``place_of``. That of a reach counts for each empty cell that a rook or a
cannon can move to, and for each cell, empty or occupied, that a horse attacks without being blocked. A lost defender is
a captured adviser or elephant; its weight is multiplied by the sum of the enemy's attackers, 3 for each rook and 2 for
each cannon and each horse. The weight of an aimed cannon counts if an enemy cannon is on the king's file with nothing
in between.
"""


SAFETY_WEIGHTS = {
    "adviser": (310, 22),
    "elephant": (221, 5),
    "horse": (364, 329),
    "rook": (1543, 1128),
    "cannon": (886, 352),
    "pawn": (64, 160),
    "crossed pawn": (140, 117),
    "king's place": (61, -5),
    "adviser's place": (54, -4),
    "elephant's place": (1, -8),
    "horse's place": (4, 11),
    "rook's place": (11, 10),
    "cannon's place": (28, 10),
    "pawn's place": (14, 2),
    "horse's reach": (38, 3),
    "rook's reach": (16, -9),
    "cannon's reach": (10, -2),
    "rook's aim at the palace": (15, -4),
    "horse's aim at the palace": (38, -4),
    "cannon's aim at the palace": (19, 10),
    "second attacker": (43, 20),
    "third attacker": (27, 17),
    "empty file cannon": (410, -77),
    "cannon with one screen": (20, 10),
    "cannon with two screens": (33, 18),
    "cannon on the king's row": (17, 7),
    "threat to a rook": (43, 30),
    "threat to a horse or cannon": (55, 27),
    "linked pawns": (20, 11),
    "linked elephants": (4, 13),
    "lost adviser against cannons": (0, 30),
    "lost adviser against others": (-29, -8),
    "lost elephant against cannons": (16, 15),
    "lost elephant against others": (-38, -25),
    "open king": (-19, 22),
    "tempo": (26, 3),
}
"""Weights of ``ThreatsSafety`` in the middlegame and in the endgame, in hundredths of a pawn.

An aim counts for each cell of the enemy's palace that the piece attacks. Attackers are the rooks, horses and cannons
that aim at the palace, and the pawns on the seventh to ninth row at most two columns from the middle. The next four
weights count for a cannon on a line with the enemy king, by the number of pieces in between (at most two on its row). A
threat is an attack on a rook by a horse or cannon, or on a horse or cannon. The weights of lost defenders are
multiplied by the number of the enemy's cannons, or of its rooks and horses, as is that of two elephants that defend
each other (rooks and horses). A king is open if its file is empty up to the river; the weight is multiplied by the
number of enemy rooks and cannons.
"""
PLACES = {
    "king 00": (4, -14), "king 01": (11, -2),
    "king 10": (-12, -1), "king 11": (-3, 17),
    "king 20": (-1, -1), "king 21": (1, 1),
    "adviser 01": (-32, 1),
    "adviser 10": (22, -6),
    "adviser 21": (9, 2),
    "elephant 02": (-9, -8),
    "elephant 20": (5, 1), "elephant 24": (8, 10),
    "elephant 42": (-6, -5),
    "horse 00": (0, 0), "horse 01": (-1, -3), "horse 02": (-1, -1), "horse 03": (23, 7), "horse 04": (0, 0),
    "horse 10": (-37, -4), "horse 11": (-26, 0), "horse 12": (2, -3), "horse 13": (-1, -1), "horse 14": (-15, -6),
    "horse 20": (-18, -2), "horse 21": (12, 1), "horse 22": (-16, -1), "horse 23": (-8, -2), "horse 24": (29, 8),
    "horse 30": (15, 2), "horse 31": (-7, -4), "horse 32": (5, 1), "horse 33": (-2, 2), "horse 34": (9, 4),
    "horse 40": (4, 4), "horse 41": (-1, -4), "horse 42": (0, -3), "horse 43": (8, 2), "horse 44": (-1, -1),
    "horse 50": (1, -6), "horse 51": (18, 6), "horse 52": (1, 4), "horse 53": (3, 2), "horse 54": (2, 1),
    "horse 60": (1, -1), "horse 61": (8, 5), "horse 62": (-5, -4), "horse 63": (-1, -3), "horse 64": (-2, -1),
    "horse 70": (1, 0), "horse 71": (3, 1), "horse 72": (3, 3), "horse 73": (1, 1), "horse 74": (0, 0),
    "horse 80": (0, 0), "horse 81": (0, -1), "horse 82": (-2, -2), "horse 83": (1, 0), "horse 84": (0, 0),
    "horse 90": (0, 0), "horse 91": (0, 0), "horse 92": (1, 0), "horse 93": (-2, -1), "horse 94": (0, 0),
    "rook 00": (0, 0), "rook 01": (4, -1), "rook 02": (1, -1), "rook 03": (25, 2), "rook 04": (-4, -5),
    "rook 10": (0, 3), "rook 11": (-15, -2), "rook 12": (-7, -3), "rook 13": (-8, 0), "rook 14": (-29, -3),
    "rook 20": (1, 0), "rook 21": (13, 3), "rook 22": (5, 4), "rook 23": (5, -1), "rook 24": (-24, -3),
    "rook 30": (9, 5), "rook 31": (-11, -2), "rook 32": (0, -1), "rook 33": (9, 0), "rook 34": (3, -1),
    "rook 40": (8, 3), "rook 41": (14, 6), "rook 42": (5, 2), "rook 43": (6, 1), "rook 44": (-3, 0),
    "rook 50": (1, 2), "rook 51": (-5, -5), "rook 52": (0, 2), "rook 53": (0, 1), "rook 54": (-10, -6),
    "rook 60": (-1, 4), "rook 61": (1, -4), "rook 62": (6, 8), "rook 63": (-7, -3), "rook 64": (0, 0),
    "rook 70": (2, 3), "rook 71": (2, 1), "rook 72": (1, 4), "rook 73": (12, 1), "rook 74": (3, 1),
    "rook 80": (-1, 0), "rook 81": (3, -1), "rook 82": (6, 2), "rook 83": (-20, -6), "rook 84": (-1, -2),
    "rook 90": (5, 0), "rook 91": (1, -2), "rook 92": (2, 2), "rook 93": (-1, -6), "rook 94": (-5, -5),
    "cannon 00": (0, -2), "cannon 01": (1, 4), "cannon 02": (1, 0), "cannon 03": (9, -2), "cannon 04": (-3, -1),
    "cannon 10": (4, 0), "cannon 11": (-5, -2), "cannon 12": (4, -1), "cannon 13": (6, 1), "cannon 14": (10, 1),
    "cannon 20": (-1, -3), "cannon 21": (-6, -6), "cannon 22": (2, -2), "cannon 23": (-8, 1), "cannon 24": (1, 4),
    "cannon 30": (-2, 0), "cannon 31": (0, 0), "cannon 32": (2, 0), "cannon 33": (-14, -3), "cannon 34": (1, 2),
    "cannon 40": (6, -1), "cannon 41": (-9, -2), "cannon 42": (-1, -1), "cannon 43": (7, 2), "cannon 44": (-5, 0),
    "cannon 50": (4, 5), "cannon 51": (-1, 1), "cannon 52": (0, 0), "cannon 53": (-2, 6), "cannon 54": (1, 4),
    "cannon 60": (1, 0), "cannon 61": (4, 1), "cannon 62": (8, 0), "cannon 63": (4, 4), "cannon 64": (9, 5),
    "cannon 70": (-4, -2), "cannon 71": (0, -1), "cannon 72": (-8, 1), "cannon 73": (-10, 0), "cannon 74": (-5, -4),
    "cannon 80": (-2, 0), "cannon 81": (6, 1), "cannon 82": (-8, -1), "cannon 83": (-3, 0), "cannon 84": (1, -3),
    "cannon 90": (-2, -4), "cannon 91": (1, 0), "cannon 92": (-2, -1), "cannon 93": (3, 3), "cannon 94": (4, -2),
    "pawn 30": (4, 10), "pawn 32": (-13, 32), "pawn 34": (-31, 6),
    "pawn 40": (25, 2), "pawn 42": (14, -10), "pawn 44": (-13, -10),
    "pawn 50": (-6, 5), "pawn 51": (-4, -2), "pawn 52": (9, 2), "pawn 53": (-5, -2), "pawn 54": (-9, -3),
    "pawn 60": (-4, -7), "pawn 61": (0, -8), "pawn 62": (5, 6), "pawn 63": (-3, -6), "pawn 64": (2, -1),
    "pawn 70": (3, 7), "pawn 71": (3, 3), "pawn 72": (-2, 1), "pawn 73": (0, -1), "pawn 74": (2, 2),
    "pawn 80": (0, 2), "pawn 81": (2, 2), "pawn 82": (1, 0), "pawn 83": (1, 2), "pawn 84": (1, 1),
    "pawn 90": (0, 1), "pawn 91": (1, 1), "pawn 92": (1, 0), "pawn 93": (0, 0), "pawn 94": (0, 0),
}  # fmt: skip
"""Weights of ``ThreatsSafety`` for a piece on a cell, in addition to those of its place.

A name has the row (0 … 9), counted from the side of the piece, and the number of columns from the middle one (0 … 4).
"""
SAFETY_WEIGHTS |= PLACES


def value_of(kind: int, row: int) -> int:
    """Return the value of a piece in tenths of a pawn. ``row`` (0 … 9) is counted from the side of the piece."""
    return CROSSED if kind == PAWN and row > 4 else VALUES[kind]


def place_of(kind: int, row: int, column: int) -> tuple[int, int]:
    """Return the points of a kind of piece for its cell, in the middlegame and in the endgame.

    ``row`` (0 … 9) is counted from the side of the piece. Left and right are symmetric.
    """
    wing = abs(column - 4)
    if kind == KING:
        return -4 * row - 2 * wing, -wing
    if kind == ADVISER:
        return (2, 2) if (row, wing) == (1, 0) else (0, 0)
    if kind == ELEPHANT:
        return (3, 3) if (row, wing) == (2, 0) else (-3, -2) if wing == 4 else (0, 0)
    if kind == HORSE:
        middle = 6 - wing - abs(row - 5)
        return middle - (3 if row == 0 else 0), middle
    if kind == ROOK:
        return (-4 if row == 0 and wing == 4 else 0) + (3 if row in (5, 6, 8) else 0) + (2 if wing < 2 else 0), 0
    if kind == CANNON:
        return (5 if wing == 0 else 0) + (2 if row in (2, 9) else 0), 0
    if row < 5:
        return (2 if wing == 0 and row == 3 else 0), 0
    # A pawn is strongest next to the palace and useless on the last rank.
    near = 4 - wing
    return (-12, -12) if row == 9 else (3 * near + (4 if row in (6, 7) else 0), 2 * near + (2 if row < 8 else 0))


def place_name(kind: int, row: int, wing: int) -> str:
    """Return the name of the weight in ``PLACES`` of a kind of piece on a cell, ``wing`` columns from the middle."""
    return f"{NAMES[kind]} {row}{wing}"


def features_of(kind: int, row: int, column: int) -> list[tuple[str, tuple[int, int]]]:
    """Return the names of the weights of ``Tapered`` that apply to a kind of piece on a cell, with their amounts.

    The amounts are those in the middlegame and in the endgame.
    """
    value = [] if kind == KING else [("crossed pawn" if kind == PAWN and row > 4 else NAMES[kind], (1, 1))]
    return [*value, (f"{NAMES[kind]}'s place", place_of(kind, row, column))]


def safety_features_of(kind: int, row: int, column: int) -> list[tuple[str, tuple[int, int]]]:
    """Return the names of the weights of ``ThreatsSafety`` for a kind of piece on a cell, with their amounts."""
    name = place_name(kind, row, abs(column - 4))
    return features_of(kind, row, column) + ([(name, (1, 1))] if name in PLACES else [])


def worth(
    name: str, amount: tuple[int, int] = (1, 1), weights: dict[str, tuple[int, int]] | None = None
) -> tuple[int, int]:
    """Return the worth of a feature in the middlegame and in the endgame.

    Args:
        name: name of the weight.
        amount: number of features, or the points of a place, in the middlegame and in the endgame.
        weights: the table of weights, ``WEIGHTS`` by default.
    """
    early, late = (WEIGHTS if weights is None else weights)[name]
    return amount[0] * early, amount[1] * late


def safety_worth(name: str, amount: tuple[int, int] = (1, 1)) -> tuple[int, int]:
    """Return the worth of a feature by ``SAFETY_WEIGHTS``."""
    return worth(name, amount, SAFETY_WEIGHTS)


def pair(scores: tuple[int, int]) -> int:
    """Pack a middlegame and an endgame score into one number."""
    return scores[0] + 65536 * scores[1]
