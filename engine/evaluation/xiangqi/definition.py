"""What the evaluations of xiangqi find in a position, from the list of pieces: the definitions of their scores."""

from typing import Any

from engine.core.features import FULL_FACTOR, TEMPO, Features
from engine.core.position import Position
from engine.evaluation.xiangqi.weights import (
    ADVISER,
    CANNON,
    ELEPHANT,
    HORSE,
    KING,
    NAMES,
    PAWN,
    PHASE,
    ROOK,
    SAFETY_WEIGHTS,
    features_of,
    safety_features_of,
)
from engine.games.xiangqi.position import XiangqiPosition

NO_ATTACKERS = 2
"""Factor of the endgame score, in sixteenths, of a side without rooks, horses, cannons and pawns."""


def tapered_features(position: Position) -> Features:
    """Return the features of a position for ``Tapered``."""
    board, kinds, phase = _board(position)
    found: list[tuple[int, str, tuple[int, int]]] = []
    for cell, (side, kind) in board.items():
        row = 9 - cell // 9 if side else cell // 9
        found += [(side, name, amount) for name, amount in features_of(kind, row, cell % 9)]
        if kind in (HORSE, ROOK, CANNON):
            count = _leaps(board, cell) if kind == HORSE else len(_open_cells(board, cell))
            found.append((side, f"{NAMES[kind]}'s reach", (count, count)))
    for side in (0, 1):
        lost = 4 - sum(kind in (ADVISER, ELEPHANT) for kind in kinds[side])
        attackers = kinds[1 - side]
        threat = 3 * attackers.count(ROOK) + 2 * (attackers.count(CANNON) + attackers.count(HORSE))
        found.append((side, "lost defender", (lost * threat, lost * threat)))
        king = next(cell for cell, piece in board.items() if piece == (side, KING))
        if any(
            piece == (1 - side, CANNON)
            and cell % 9 == king % 9
            and not any(at in board for at in range(min(cell, king) + 9, max(cell, king), 9))
            for cell, piece in board.items()
        ):
            found.append((side, "aimed cannon", (1, 1)))
    return Features(phase, PHASE, found)


def threats_safety_features(position: Position) -> Features:
    """Return the features of a position for ``ThreatsSafety``."""
    board, kinds, phase = _board(position)
    found: list[tuple[int, str, tuple[int, int]]] = []
    for cell, (side, kind) in board.items():
        row = 9 - cell // 9 if side else cell // 9
        found += [(side, name, amount) for name, amount in safety_features_of(kind, row, cell % 9)]
    for side in (0, 1):
        found += [(side, name, (count, count)) for name, count in _examine_side(board, side) if count]
    late = sum((-1 if side else 1) * amount[1] * SAFETY_WEIGHTS[name][1] for side, name, amount in found)
    found.append((position.side, TEMPO, (1, 1)))
    strong = kinds[0 if late > 0 else 1]
    is_reduced = late and not {HORSE, ROOK, CANNON, PAWN} & set(strong)
    return Features(phase, PHASE, found, NO_ATTACKERS if is_reduced else FULL_FACTOR)


def _board(position: Position) -> tuple[dict[int, tuple[int, int]], list[list[int]], int]:
    """Return the side and the kind of the piece on each occupied cell, the kinds of each side, and the phase."""
    assert isinstance(position, XiangqiPosition)
    board = {cell: (side, kind) for side, kind, cell in position.pieces}
    kinds = [[kind for side, kind in board.values() if side == each] for each in (0, 1)]
    return board, kinds, sum({ROOK: 2, CANNON: 1, HORSE: 1}.get(kind, 0) for kind in kinds[0] + kinds[1])


def _open_cells(board: Any, cell: int) -> list[int]:
    """Return the empty cells that a rook on a cell can move to."""
    found = []
    for rise, run in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        row, column = cell // 9 + rise, cell % 9 + run
        while 0 <= row < 10 and 0 <= column < 9 and 9 * row + column not in board:
            found.append(9 * row + column)
            row, column = row + rise, column + run
    return found


def _leaps(board: Any, cell: int) -> int:
    """Return the number of cells, empty or occupied, that a horse on a cell attacks without being blocked."""
    count = 0
    for rise, run in ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)):
        row, column = cell // 9 + rise, cell % 9 + run
        leg = cell + (9 * (rise // 2) if abs(rise) == 2 else run // 2)
        if 0 <= row < 10 and 0 <= column < 9 and leg not in board:
            count += 1
    return count


def _attacked_cells(board: Any, cell: int) -> set[int]:
    """Return the cells that a rook, cannon or horse attacks: a cannon only those of pieces behind a screen."""
    kind = board[cell][1]
    if kind == HORSE:
        return {target for target, leg in _leaps_of(cell) if leg not in board}
    found = set()
    for rise, run in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        row, column = cell // 9 + rise, cell % 9 + run
        met = 0
        while 0 <= row < 10 and 0 <= column < 9 and met < 2:
            at = 9 * row + column
            if at in board:
                met += 1
            if (kind == ROOK and (met == 0 or (met == 1 and at in board))) or (
                kind == CANNON and met == 2 and at in board
            ):
                found.add(at)
            row, column = row + rise, column + run
    return found


def _leaps_of(cell: int) -> list[tuple[int, int]]:
    """Return the target and the leg of each leap of a horse on an empty board."""
    found = []
    for rise, run in ((2, 1), (2, -1), (-2, 1), (-2, -1), (1, 2), (1, -2), (-1, 2), (-1, -2)):
        row, column = cell // 9 + rise, cell % 9 + run
        if 0 <= row < 10 and 0 <= column < 9:
            found.append((9 * row + column, cell + (9 * (rise // 2) if abs(rise) == 2 else run // 2)))
    return found


def _examine_side(board: Any, side: int) -> list[tuple[str, int]]:
    """Return the features of one side that do not depend on single pieces and their cells, with their amounts."""
    ours = {cell: kind for cell, (owner, kind) in board.items() if owner == side}
    theirs = {cell: kind for cell, (owner, kind) in board.items() if owner != side}
    king = next(cell for cell, kind in ours.items() if kind == KING)
    enemy_king = next(cell for cell, kind in theirs.items() if kind == KING)
    palace = {9 * row + column for row in ((0, 1, 2) if side else (7, 8, 9)) for column in (3, 4, 5)}
    found: list[tuple[str, int]] = []
    attackers = 0
    for cell, kind in ours.items():
        height = 9 - cell // 9 if side else cell // 9
        if kind in (HORSE, ROOK, CANNON):
            attacked = _attacked_cells(board, cell)
            found.append((f"{NAMES[kind]}'s reach", len(attacked if kind == HORSE else _open_cells(board, cell))))
            found.append((f"{NAMES[kind]}'s aim at the palace", len(attacked & palace)))
            attackers += bool(attacked & palace)
            prey = [theirs[target] for target in attacked if target in theirs]
            found.append(("threat to a rook", prey.count(ROOK) if kind != ROOK else 0))
            found.append(("threat to a horse or cannon", prey.count(HORSE) + prey.count(CANNON)))
        if kind == CANNON and cell % 9 == enemy_king % 9:
            screens = sum(at in board for at in range(min(cell, enemy_king) + 9, max(cell, enemy_king), 9))
            names = ("empty file cannon", "cannon with one screen", "cannon with two screens")
            found += [(name, 1) for name in names[screens : screens + 1]]
        elif kind == CANNON and cell // 9 == enemy_king // 9:
            screens = sum(at in board for at in range(min(cell, enemy_king) + 1, max(cell, enemy_king)))
            found.append(("cannon on the king's row", int(screens < 3)))
        if kind == PAWN and height > 4:
            found.append(("linked pawns", int(cell % 9 < 8 and ours.get(cell + 1) == PAWN)))
            attackers += 6 <= height <= 8 and abs(cell % 9 - 4) <= 2
    found += [("second attacker", int(attackers > 1)), ("third attacker", max(0, attackers - 2))]

    mine, enemies = list(ours.values()), list(theirs.values())
    cannons, others = enemies.count(CANNON), enemies.count(ROOK) + enemies.count(HORSE)
    for kind in (ADVISER, ELEPHANT):
        lost = 2 - mine.count(kind)
        found.append((f"lost {NAMES[kind]} against cannons", lost * cannons))
        found.append((f"lost {NAMES[kind]} against others", lost * others))
    elephants = [cell for cell, kind in ours.items() if kind == ELEPHANT]
    if len(elephants) == 2:
        rise, run = (abs(elephants[0] // 9 - elephants[1] // 9), abs(elephants[0] % 9 - elephants[1] % 9))
        if (rise, run) == (2, 2) and sum(elephants) // 2 not in board:
            found.append(("linked elephants", others))
    rows = range(5, king // 9) if side else range(king // 9 + 1, 5)
    if not any(9 * row + king % 9 in board for row in rows):
        found.append(("open king", enemies.count(ROOK) + cannons))
    return found
