"""Weights and tables of the evaluations of chess, from which both their C code and their definitions are computed.

The numbers are original to this project. ``SAFETY_WEIGHTS`` were set by hand, with those of ``tapered`` where both
evaluations judge the same, then fitted by ``examples/tune_evaluation.py --game chess --player tapered --nodes 4000
--seed 20261 --mix 0.3 --width 1.6 --least 8`` to 32,764 quiet positions of 1,651 self-play games of ``pvs`` with
``tapered``. The loss on the held-out fifth was 0.46965 before and 0.46531 after. A match of 120 games at 5,000 nodes a
move against the weights set by hand gave Elo -6 ± 56, so the fit is not proved to be an improvement in play.

``WEIGHTS`` were set by hand, then fitted by ``examples/tune_evaluation.py
--nodes 1500`` to 64,515 quiet positions of 5,477 self-play games. The loss on the held-out fifth was 0.51890 before and
0.51584 after. A match of 400 games at 2,000 nodes per move against the weights set by hand gave Elo +10 ± 32. The
strength of the regularisation was chosen on the same fifth, so the loss is slightly optimistic. The weights fit shallow
games and depend on each other: the endgame weight of a queen, for example, is never used alone. They are not piece
values for teaching.
"""

WEIGHTS = {
    "pawn": (60, 135),
    "knight": (310, 318),
    "bishop": (310, 357),
    "rook": (319, 613),
    "queen": (1295, 635),
    "king": (0, 0),
    "pawn's square": (114, 83),
    "knight's square": (155, 110),
    "bishop's square": (120, 99),
    "rook's square": (137, 100),
    "queen's square": (86, 99),
    "king's square": (165, 67),
    "knight's mobility": (5, 4),
    "bishop's mobility": (7, 4),
    "rook's mobility": (5, 5),
    "queen's mobility": (2, 2),
    "attack on the king": (152, 100),
    "bare king": (-21, 4),
    "passed pawn": (110, 121),
    "doubled pawn": (-8, -17),
    "isolated pawn": (-9, -8),
    "bishop pair": (33, 50),
    "rook on open file": (25, 9),
    "rook on half-open file": (12, 5),
}
"""Middlegame and endgame weights in hundredths of a pawn; those in ``OF_TABLES`` are percentages of a table.

A mobility weight counts for each attacked square beyond ``USUAL_MOBILITY``, without the squares that hold a friendly
piece or that an enemy pawn attacks. The weight of a bare king counts for each of the king's file and the adjacent files
that has no friendly pawn in front of the king.
"""
KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")
OF_TABLES = frozenset({f"{kind}'s square" for kind in KINDS} | {"attack on the king", "passed pawn"})
"""Names of the weights that are percentages of ``placement``, ``danger`` or ``PASSED``."""

SAFETY_WEIGHTS = {
    "pawn": (67, 112),
    "knight": (427, 276),
    "bishop": (429, 311),
    "rook": (511, 570),
    "queen": (1635, 572),
    "king": (0, 0),
    "pawn's square": (101, 41),
    "knight's square": (137, 142),
    "bishop's square": (133, 90),
    "rook's square": (164, 103),
    "queen's square": (60, 113),
    "king's square": (123, 24),
    "knight's mobility": (9, 5),
    "bishop's mobility": (10, 0),
    "rook's mobility": (8, 4),
    "queen's mobility": (6, -2),
    "attack on the king": (79, 50),
    "bare king": (-17, 8),
    "passed pawn": (108, 119),
    "doubled pawn": (-3, -19),
    "isolated pawn": (-9, -10),
    "bishop pair": (33, 61),
    "rook on open file": (30, 6),
    "rook on half-open file": (13, 6),
    "threat by a pawn": (48, 35),
    "threat by a minor piece": (37, 26),
    "threat to a queen by a rook": (49, 22),
    "hanging piece": (29, 25),
    "hanging pawn": (13, 28),
    "enemy king's way to a passed pawn": (2, 8),
    "king's way to a passed pawn": (1, -7),
    "blocked passed pawn": (-1, -6),
    "free passed pawn": (3, 9),
    "rook behind a passed pawn": (5, 7),
    "knight's outpost": (30, 14),
    "bishop's outpost": (20, 10),
    "pawn on the bishop's colour": (1, -3),
    "supported pawn": (6, 6),
    "phalanx": (3, 4),
    "backward pawn": (-8, -9),
    "shield pawn": (9, 0),
    "storming pawn": (-7, 0),
    "tempo": (23, 10),
}
"""Middlegame and endgame weights of ``ThreatsSafety``, as those of ``WEIGHTS``.

The attack on the king is a percentage of ``grip``. A way of a king, a blocked or free passed pawn and a rook behind it
are multiplied by the pawn's urgency (``URGENCIES``), a way also by the number of moves of the king to the square in
front of the pawn, at most ``FAR``. A passed pawn is free if the squares in front of it are neither attacked nor
occupied by the enemy, and blocked if the next one is occupied. A piece or pawn hangs if it is attacked and not
defended. An outpost is on the fourth to sixth rank, defended by a pawn, where no enemy pawn can attack it later.
Backward is a pawn that no pawn next to it or behind can support, and in front of which an enemy pawn attacks. Shield
pawns are up to two ranks, storming enemy pawns up to three ranks in front of the king, on its file or an adjacent one.
"""

PHASE = (0, 1, 1, 2, 4, 0)
"""Points of each kind of piece for the phase. At the start of a game the total of all pieces is 24."""

USUAL_MOBILITY = (0, 4, 6, 7, 13, 0)

UNITS_OF_ATTACK = (0, 2, 2, 3, 4, 0)
"""Units of an attack on the enemy king, by kind of piece, for each attacked square that is the king's or next to it.

An attack counts only if at least two pieces take part.
"""
MOST_UNITS = 40

PASSED = ((0, 0), (4, 8), (6, 14), (14, 28), (30, 54), (54, 96), (90, 150), (0, 0))
"""Worth of a passed pawn in the middlegame and the endgame, by rank counted from its side.

A pawn is passed if no friendly pawn is in front of it on its file, and no enemy pawn on its file or an adjacent one.
"""

UNITS_OF_CHECK = (0, 5, 3, 6, 5, 0)
"""Units of ``ThreatsSafety`` for a kind of piece that can give a safe check.

A check is safe on a square that the enemy does not attack.
"""
UNITS_OF_WEAKNESS = 2
"""Units for each square of the king and next to it that is attacked, and that only the king defends."""
MOST_DANGER = 60
"""Most units of ``ThreatsSafety`` that count."""

URGENCIES = (0, 0, 0, 1, 2, 4, 6, 0)
"""Urgency of a passed pawn, by rank counted from its side."""
FAR = 5
"""Greatest distance between a king and a passed pawn that counts, in moves of the king."""
WORTH_OF_PIECES = (0, 3, 3, 5, 9, 0)
"""Worth of each kind of piece in pawns, from which ``ThreatsSafety`` judges whether a side without pawns can win."""


def placement(kind: int, file: int, rank: int) -> tuple[int, int]:
    """Return the worth of a square for a piece in the middlegame and in the endgame, without the piece's value.

    Args:
        kind: kind of the piece, 0 (pawn) to 5 (king).
        file: file of the square, 0 to 7.
        rank: rank of the square, 0 to 7, counted from the side of the piece.
    """
    across, along = min(file, 7 - file), min(rank, 7 - rank)
    if kind == 0:
        middle = (0, 0, 2, 6, 14, 30, 55, 0)[rank]
        if across == 3:
            middle += (0, -12, 4, 16, 14, 8, 0, 0)[rank]
        elif across == 2:
            middle += (0, -2, 2, 6, 6, 4, 0, 0)[rank]
        return middle, (0, 0, 4, 12, 26, 48, 80, 0)[rank]
    if kind == 1:
        return 7 * across + 6 * along + (6 if 3 <= rank <= 5 else 0) - (38 if rank == 0 else 30), 5 * (
            across + along
        ) - 24
    if kind == 2:
        return 4 * across + 3 * along - (18 if rank == 0 else 11), 3 * (across + along) - 12
    if kind == 3:
        return (18 if rank == 6 else 0) + (4 * across - 6 if rank == 0 else 0), 8 if rank >= 5 else 0
    if kind == 4:
        return across + along - 3 - (6 if rank >= 3 else 0), 5 * (across + along) - 16
    home = (18, 30, 12, -4, 0, -2, 32, 20)[file] if rank == 0 else 0
    return home - (0, 12, 40, 55, 65, 70, 75, 80)[rank], 9 * (across + along) - 28


def danger(units: int) -> int:
    """Return the worth of an attack on the king with a number of units. At most ``MOST_UNITS`` units are counted."""
    return min(units, MOST_UNITS) ** 2 // 4


def grip(units: int) -> tuple[int, int]:
    """Return the worth of an attack on the king in ``ThreatsSafety``, in the middlegame and in the endgame."""
    return min(units, MOST_DANGER) ** 2 // 4, min(units, MOST_DANGER)


def worth(
    name: str, amount: tuple[int, int] = (1, 1), weights: dict[str, tuple[int, int]] | None = None
) -> tuple[int, int]:
    """Return the worth of a feature in the middlegame and in the endgame.

    Args:
        name: name of the weight.
        amount: number of features, or the table entry in hundredths of a pawn for ``OF_TABLES``, in the middlegame and
            in the endgame.
        weights: the table of weights, ``WEIGHTS`` by default.
    """
    middle, ending = (WEIGHTS if weights is None else weights)[name]
    if name in OF_TABLES:
        return (amount[0] * middle + 50) // 100, (amount[1] * ending + 50) // 100
    return amount[0] * middle, amount[1] * ending


def pair(scores: tuple[int, int]) -> int:
    """Pack a middlegame and an endgame score into one number."""
    return scores[0] + 65536 * scores[1]
