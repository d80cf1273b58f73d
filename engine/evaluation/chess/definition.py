"""What the evaluations of chess find in a position, from the list of pieces: the definitions of their scores."""

from engine.core.features import FULL_FACTOR, TEMPO, Features
from engine.core.position import Position
from engine.evaluation.chess.weights import (
    FAR,
    KINDS,
    PASSED,
    PHASE,
    SAFETY_WEIGHTS,
    UNITS_OF_ATTACK,
    UNITS_OF_CHECK,
    UNITS_OF_WEAKNESS,
    URGENCIES,
    USUAL_MOBILITY,
    WORTH_OF_PIECES,
    danger,
    grip,
    placement,
    worth,
)
from engine.games.chess.position import ChessPosition

FULL_PHASE = 24


def tapered_features(position: Position) -> Features:
    """Return the features of a position for ``Tapered``."""
    board = _board(position)
    found = [(side, name, amount) for side in (0, 1) for name, amount in _judge(board, side)]
    return Features(_phase(board), FULL_PHASE, found)


def threats_safety_features(position: Position) -> Features:
    """Return the features of a position for ``ThreatsSafety``."""
    board = _board(position)
    reaches = {
        square: _pawn_reach(square, piece >> 3) if piece & 7 == 0 else _reach(board, square)
        for square, piece in board.items()
    }
    found: list[tuple[int, str, tuple[int, int]]] = []
    for side in (0, 1):
        common = [each for each in _judge(board, side) if each[0] not in ("bare king", "attack on the king")]
        found += [(side, name, amount) for name, amount in common]
        found += [(side, name, amount) for name, amount in _safety(board, reaches, side)]
    ending = sum((-1 if side else 1) * worth(name, amount, SAFETY_WEIGHTS)[1] for side, name, amount in found)
    found.append((position.side, TEMPO, (1, 1)))
    factor = _factor(board, 0 if ending > 0 else 1) if ending else FULL_FACTOR
    return Features(_phase(board), FULL_PHASE, found, factor)


def _board(position: Position) -> dict[int, int]:
    """Return the pieces by square."""
    assert isinstance(position, ChessPosition)
    return {square: piece for piece, square in position.pieces}


def _phase(board: dict[int, int]) -> int:
    """Return the phase, from 0 (only kings and pawns are left) to 24 (middlegame)."""
    return min(FULL_PHASE, sum(PHASE[piece & 7] for piece in board.values()))


def _reach(board: dict[int, int], square: int) -> set[int]:
    """Return the squares attacked by the piece on ``square``, which must not be a pawn."""
    kind = board[square] & 7
    if kind in (1, 5):
        reach = set()
        for rise in (-2, -1, 0, 1, 2):
            for run in (-2, -1, 0, 1, 2):
                leap = {abs(rise), abs(run)} == {1, 2} if kind == 1 else 0 < max(abs(rise), abs(run)) < 2
                if leap and 0 <= square // 8 + rise < 8 and 0 <= square % 8 + run < 8:
                    reach.add(square + 8 * rise + run)
        return reach
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1)] if kind != 2 else []
    steps += [(1, 1), (1, -1), (-1, 1), (-1, -1)] if kind != 3 else []
    reach = set()
    for rise, run in steps:
        rank, file = square // 8 + rise, square % 8 + run
        while 0 <= rank < 8 and 0 <= file < 8:
            reach.add(8 * rank + file)
            if 8 * rank + file in board:
                break
            rank, file = rank + rise, file + run
    return reach


def _judge(board: dict[int, int], side: int) -> list[tuple[str, tuple[int, int]]]:
    """Return the features of one side.

    Each feature is the name of a weight, and the amounts in the middlegame and in the endgame.
    """
    ours = {square: piece & 7 for square, piece in board.items() if piece >> 3 == side}
    theirs = {square: piece & 7 for square, piece in board.items() if piece >> 3 != side}
    ahead = -1 if side else 1
    found: list[tuple[str, tuple[int, int]]] = []
    fenced = {
        square - 8 * ahead + run
        for square, kind in theirs.items()
        if kind == 0
        for run in (-1, 1)
        if 0 <= square % 8 + run < 8
    }
    enemy_king = next(square for square, kind in theirs.items() if kind == 5)
    ring = {enemy_king} | _reach(board, enemy_king)
    attackers = units = 0
    for square, kind in ours.items():
        file, rank = square % 8, 7 - square // 8 if side else square // 8
        found += [(KINDS[kind], (1, 1)), (f"{KINDS[kind]}'s square", placement(kind, file, rank))]
        before = {other for other in range(64) if (other // 8 - square // 8) * ahead > 0}
        if 1 <= kind <= 4:
            reach = _reach(board, square)
            count = len(reach - set(ours) - fenced) - USUAL_MOBILITY[kind]
            found.append((f"{KINDS[kind]}'s mobility", (count, count)))
            if reach & ring:
                attackers += 1
                units += UNITS_OF_ATTACK[kind] * len(reach & ring)
        if kind == 0:
            if not any(other % 8 in (file - 1, file + 1) and ours[other] == 0 for other in ours):
                found.append(("isolated pawn", (1, 1)))
            if any(ours.get(other) == 0 and other % 8 == file for other in before):
                found.append(("doubled pawn", (1, 1)))
            elif not any(theirs.get(other) == 0 and abs(other % 8 - file) <= 1 for other in before):
                found.append(("passed pawn", PASSED[rank]))
        if kind == 3:
            on_file = [piece for other, piece in board.items() if other % 8 == file and piece & 7 == 0]
            if not on_file:
                found.append(("rook on open file", (1, 1)))
            elif all(piece >> 3 != side for piece in on_file):
                found.append(("rook on half-open file", (1, 1)))
        if kind == 5:
            for near in (file - 1, file, file + 1):
                if 0 <= near < 8 and not any(ours.get(other) == 0 and other % 8 == near for other in before):
                    found.append(("bare king", (1, 1)))
    if list(ours.values()).count(2) >= 2:
        found.append(("bishop pair", (1, 1)))
    if attackers >= 2:
        found.append(("attack on the king", (danger(units), 0)))
    return found


def _pawn_reach(square: int, side: int) -> set[int]:
    """Return the squares that a pawn of a side on ``square`` attacks."""
    ahead = -8 if side else 8
    return {square + ahead + run for run in (-1, 1) if 0 <= square % 8 + run < 8 and 0 <= square + ahead < 64}


def _away(one: int, two: int) -> int:
    """Return the number of moves of a king between two squares."""
    return max(abs(one // 8 - two // 8), abs(one % 8 - two % 8))


def _safety(board: dict[int, int], reaches: dict[int, set[int]], side: int) -> list[tuple[str, tuple[int, int]]]:
    """Return the features of one side that ``ThreatsSafety`` has and ``Tapered`` has not, or judges otherwise."""
    ours = {square: piece & 7 for square, piece in board.items() if piece >> 3 == side}
    theirs = {square: piece & 7 for square, piece in board.items() if piece >> 3 != side}
    own_pawns = {square for square, kind in ours.items() if kind == 0}
    enemy_pawns = {square for square, kind in theirs.items() if kind == 0}
    king = next(square for square, kind in ours.items() if kind == 5)
    enemy_king = next(square for square, kind in theirs.items() if kind == 5)
    ahead = -8 if side else 8

    def rank_of(square: int) -> int:
        return 7 - square // 8 if side else square // 8

    def united(pieces: dict[int, int], kinds: tuple[int, ...]) -> set[int]:
        return {target for square, kind in pieces.items() if kind in kinds for target in reaches[square]}

    pieces, fighters, everything = (1, 2, 3, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5)
    found: list[tuple[str, tuple[int, int]]] = []

    def add(name: str, count: int) -> None:
        if count:
            found.append((name, (count, count)))

    # Attack on the king.
    ring = {enemy_king} | reaches[enemy_king]
    attackers = [square for square, kind in ours.items() if kind in pieces and reaches[square] & ring]
    if len(attackers) >= 2:
        units = sum(UNITS_OF_ATTACK[ours[square]] * len(reaches[square] & ring) for square in attackers)
        safe = set(range(64)) - set(ours) - united(theirs, everything)
        for kind in pieces:
            checking = _reach({**board, enemy_king: kind}, enemy_king)
            if checking & safe & united(ours, (kind,)):
                units += UNITS_OF_CHECK[kind]
        weak = (united(ours, fighters) - united(theirs, fighters)) & ring
        found.append(("attack on the king", grip(units + UNITS_OF_WEAKNESS * len(weak))))

    # Threats.
    prey = {square for square, kind in theirs.items() if kind in pieces}
    add("threat by a pawn", len(united(ours, (0,)) & prey))
    add("threat by a minor piece", sum(theirs[square] in (3, 4) for square in united(ours, (1, 2)) & prey))
    add("threat to a queen by a rook", sum(theirs[square] == 4 for square in united(ours, (3,)) & prey))
    loose = united(ours, everything) - united(theirs, everything)
    add("hanging piece", len(loose & prey))
    add("hanging pawn", len(loose & enemy_pawns))

    # Pawns.
    for square in own_pawns:
        file, rank = square % 8, rank_of(square)
        beside = {other for other in own_pawns if abs(other % 8 - file) == 1}
        add("supported pawn", int(any(square in reaches[other] for other in own_pawns)))
        if beside:
            add("phalanx", int(any(rank_of(other) == rank for other in beside)))
            if all(rank_of(other) > rank for other in beside):
                add("backward pawn", int(square + ahead in united(theirs, (0,))))
        in_front = [other for other in range(64) if other % 8 == file and rank_of(other) > rank]
        near = [other for other in enemy_pawns if abs(other % 8 - file) <= 1 and rank_of(other) > rank]
        urgency = URGENCIES[rank]
        if not near and not own_pawns & set(in_front) and urgency:
            stop = square + ahead
            add("enemy king's way to a passed pawn", urgency * min(_away(enemy_king, stop), FAR))
            add("king's way to a passed pawn", urgency * min(_away(king, stop), FAR))
            add("blocked passed pawn", urgency * (stop in board))
            barred = set(theirs) | united(theirs, everything)
            add("free passed pawn", urgency * (not barred & set(in_front)))
            behind = [o for o, kind in ours.items() if kind == 3 and o % 8 == file and rank_of(o) < rank]
            add("rook behind a passed pawn", urgency * bool(behind))

    # Minor pieces.
    for square, kind in ours.items():
        if kind in (1, 2) and 3 <= rank_of(square) <= 5 and square in united(ours, (0,)):
            hunters = [o for o in enemy_pawns if abs(o % 8 - square % 8) == 1 and rank_of(o) > rank_of(square)]
            add(f"{KINDS[kind]}'s outpost", int(not hunters))
        if kind == 2:
            shade = (square // 8 + square) % 2
            add("pawn on the bishop's colour", sum((other // 8 + other) % 2 == shade for other in own_pawns))

    # King's shelter.
    for near_file in range(max(0, king % 8 - 1), min(7, king % 8 + 1) + 1):
        mine = [rank_of(o) - rank_of(king) for o in own_pawns if o % 8 == near_file]
        others = [rank_of(o) - rank_of(king) for o in enemy_pawns if o % 8 == near_file]
        add("bare king", int(not any(step > 0 for step in mine)))
        add("shield pawn", sum(step in (1, 2) for step in mine))
        add("storming pawn", sum(step in (1, 2, 3) for step in others))
    return found


def _factor(board: dict[int, int], strong: int) -> int:
    """Return the factor of the endgame score in sixteenths, as described in ``threats_safety.factor_of``."""
    kinds = [[piece & 7 for piece in board.values() if piece >> 3 == side] for side in (strong, 1 - strong)]
    ours, others = (sum(WORTH_OF_PIECES[kind] for kind in each) for each in kinds)
    if 0 not in kinds[0] and ours <= 3:
        return 1
    if 0 not in kinds[0] and ours - others <= 3:
        return 4
    bishops = [square for square, piece in board.items() if piece & 7 == 2]
    only = all(sorted(set(each) - {0, 5}) == [2] and each.count(2) == 1 for each in kinds)
    return 8 if only and sum((square // 8 + square) % 2 for square in bishops) == 1 else FULL_FACTOR
