"""Evaluations of caro.

- ``threat_cells``: the sums of ``patterns`` and the number of cells where a stone would make a threat.
- ``patterns``: the sums of the worth of windows, which the position updates with each move.
- ``threes_and_fours``: the lines of three and four stones.

All scores are for the side to move. Those of ``patterns`` and ``threat_cells`` depend on it also otherwise: the side to
move completes its four first.
"""

from typing import Any

import cython
from cython.cimports.engine.core.bits import popcount
from cython.cimports.engine.games.caro.lines import FOUR, PAD
from cython.cimports.engine.games.caro.position import FIVE, ONE_THREE

from engine.core.evaluation import Evaluation, Term, register
from engine.core.language import mark
from engine.core.position import Position
from engine.games.caro.lines import WINDOW_WORTH
from engine.games.caro.position import CaroPosition

if not cython.compiled:
    NEXT, TWICE, OPEN_THREE, ANY_FOUR, MOST_CELLS = 20_000, 10_000, 300, 600, 9_000
    TURN, OWN_WORTH, OTHER_WORTH = 0, 0, 0
    CELLS = [[[0] * 5 for _ in range(7)] for _ in range(2)]

KINDS = ("three", "two_threes", "four", "four_three", "two_fours")
"""Names of the kinds of threats in ``WEIGHTS``, from the kind 1 of ``CaroPosition.threat_kinds``."""
LABELS = {
    "turn": mark("Right to move"), "windows": mark("Windows"), "three": mark("Threes"),
    "two_threes": mark("Double threes"), "four": mark("Fours"), "four_three": mark("Four and three"),
    "two_fours": mark("Double fours"),
}  # fmt: skip
"""English names of the terms of ``threat_cells``."""
WIN = mark("A four first")
"""English name of the term for a four that wins."""
LEAST = (1, 2, 4)
"""Numbers of cells of a kind above which a weight is added."""
WEIGHTS = {
    "turn": 84, "own_windows": 94, "other_windows": -85,
    "own_three_1": -24, "own_three_2": 81, "own_three_4": 59,
    "own_two_threes_1": 39, "own_two_threes_2": -10, "own_two_threes_4": 21,
    "own_four_1": -25, "own_four_2": 47, "own_four_4": -10,
    "own_four_three_1": 33, "own_four_three_2": 18, "own_four_three_4": -30,
    "own_two_fours_1": 454, "own_two_fours_2": 90, "own_two_fours_4": 0,
    "other_three_1": 16, "other_three_2": -66, "other_three_4": -59,
    "other_two_threes_1": -27, "other_two_threes_2": 24, "other_two_threes_4": -45,
    "other_four_1": 8, "other_four_2": -34, "other_four_4": -16,
    "other_four_three_1": -25, "other_four_three_2": -13, "other_four_three_4": -20,
    "other_two_fours_1": -62, "other_two_fours_2": -20, "other_two_fours_4": -28,
}  # fmt: skip
"""Weights of ``threat_cells``: of the move, of 100 points of windows, and of at least 1, 2 and 4 cells of each kind."""


@cython.infer_types(None)
def fill_tables() -> None:
    """Compute the tables of this module from ``WEIGHTS``. It must be called again after a change of the weights."""
    global TURN, OWN_WORTH, OTHER_WORTH
    TURN, OWN_WORTH, OTHER_WORTH = WEIGHTS["turn"], WEIGHTS["own_windows"], WEIGHTS["other_windows"]
    for number, side in enumerate(("own", "other")):
        for kind, name in enumerate(KINDS):
            for count in range(5):
                value = sum(WEIGHTS[f"{side}_{name}_{least}"] for least in LEAST if count >= least)
                CELLS[number][kind + 1][count] = value


fill_tables()


class ThreatCells(Evaluation):
    """Windows as in ``patterns``, and the number of empty cells where a stone would make a threat.

    The kinds of threats are a three, two threes, a four, a four and a three, and several cells that complete a five (a
    straight four or two fours). Each number of cells of each kind has a weight, for the side to move and for the
    opponent.

    The weights were fitted by logistic regression (``examples/tune_evaluation.py --game caro --games 2000 --nodes
    3000``) to 22,361 positions without four stones in a window. The loss of held-out positions is 0.2906; with the
    weights of a first fit, to games with ``patterns``, it is 0.2973 (match: 101.5 of 200). If there are four stones in
    a window, the bonus of ``patterns`` is added, and its penalty if the opponent can complete a five on several cells.

    Scale 200: fitted to the games with ``patterns``. In those of the last fit, 121 points were worth 88 %; the greater
    scale is kept, because the margins of the strong search follow from it and were tested with it.

    Not antisymmetric: the side to move completes its own threats before the opponent can block them.
    """

    game = "caro"
    name = "threat_cells"
    tuned = WEIGHTS
    title = "Threat cells"
    unit = "points"
    scale = 200
    antisymmetric = False

    def evaluate(self, position: Position) -> int:
        """Return the weights of the windows and of the cells, with the bonus or penalty."""
        return self.judge(cython.cast(CaroPosition, position))

    def judge(self, own: CaroPosition) -> int:
        """Return the score of a position of caro for the side to move."""
        colour = own.side ^ own.swapped
        mine = own.sums[colour]
        theirs = own.sums[colour ^ 1]
        # Both are at least 0, so that the quotient is the same in compiled and in uncompiled code.
        score = TURN + OWN_WORTH * cython.cast(cython.int, mine & (FOUR - 1)) // 100
        score -= -OTHER_WORTH * cython.cast(cython.int, theirs & (FOUR - 1)) // 100
        for kind in range(ONE_THREE, FIVE):
            score += CELLS[0][kind][min(own.count_of(colour, kind), 4)]
            score += CELLS[1][kind][min(own.count_of(colour ^ 1, kind), 4)]
        if score > MOST_CELLS:
            score = MOST_CELLS
        elif score < -MOST_CELLS:
            score = -MOST_CELLS
        if mine >= FOUR:
            score += NEXT
        elif theirs >= 2 * FOUR and own.count_of(colour ^ 1, FIVE) > 1:
            score -= TWICE
        return int(score)

    def definition(self, position: Position) -> int:
        """Return the score computed from every window and every cell of the board."""
        assert isinstance(position, CaroPosition)
        _, fours = _windows(position)
        own, other = position.colour, 1 - position.colour
        sums = self.amounts(position)
        windows = {name: sums.pop(name) for name in ("own_windows", "other_windows")}
        score = int(sum(WEIGHTS[name] * amount for name, amount in sums.items()))
        score += round(windows["own_windows"] * 100) * WEIGHTS["own_windows"] // 100
        score -= round(windows["other_windows"] * 100) * -WEIGHTS["other_windows"] // 100
        score = max(-MOST_CELLS, min(MOST_CELLS, score))
        if fours[own]:
            return score + NEXT
        fives = sum(each[other] == FIVE for each in position.threat_kinds.values())
        return score - TWICE if fives > 1 else score

    def terms(self, position: Position) -> tuple[Term, ...]:
        """Return the points of the move, of the windows, of each kind of threat, and of a four that wins."""
        self.check(position)
        assert isinstance(position, CaroPosition)
        sums = self.amounts(position)
        points = {name: [0.0, 0.0] for name in (*LABELS, "win")}
        mover = int(position.turn)
        for name, amount in sums.items():
            side, _, kind = name.partition("_")
            kind = "turn" if side == "turn" else kind if kind == "windows" else kind.rpartition("_")[0]
            points[kind][1 - mover if side == "other" else mover] += abs(WEIGHTS[name] * amount) * (
                1 if (WEIGHTS[name] >= 0) is not (side == "other") else -1
            )
        rest = self.score(position) - sum(pair[mover] - pair[1 - mover] for pair in points.values())
        if abs(rest) > 2:  # a four that wins, or the greatest score
            points["win"][mover if rest > 0 else 1 - mover] = abs(rest)
        shown = {name: pair for name, pair in points.items() if name != "win" or any(pair)}
        return tuple(Term((LABELS | {"win": WIN})[name], *pair) for name, pair in shown.items())

    def amounts(self, position: Position) -> dict[str, float]:
        """Return the coefficients of the weights in the score, for ``examples/tune_evaluation.py``."""
        assert isinstance(position, CaroPosition)
        worth, _ = _windows(position)
        sums: dict[str, float] = {"turn": 1.0}
        kinds = position.threat_kinds.values()
        for side, colour in (("own", position.colour), ("other", 1 - position.colour)):
            sums[f"{side}_windows"] = worth[colour] / 100
            for kind, name in enumerate(KINDS, 1):
                count = sum(each[colour] == kind for each in kinds)
                for least in LEAST:
                    sums[f"{side}_{name}_{least}"] = float(count >= least)
        return {name: sums[name] for name in WEIGHTS}


class Patterns(Evaluation):
    """Points for *windows*, which are five cells in a row.

    A window counts for a side if it contains no stone of the other side, and if five stones there would win by the
    rules of the game, given the cells next to its ends. With one, two, three or four stones it is worth 1, 8, 45 or
    250 points. The side to move gets 20,000 points if it has a window with four stones. Otherwise it loses 10,000
    points if the opponent has two or more windows with four stones.

    Scale 180: fitted to 1,000 games, for which ``examples/fit_scale.py --game caro --games 1000`` gave 183.

    Not antisymmetric: the side to move completes its own four stones before the opponent can block them.
    """

    game = "caro"
    name = "patterns"
    title = "Patterns"
    unit = "points"
    scale = 180
    antisymmetric = False

    def evaluate(self, position: Position) -> int:
        """Return the worth of the windows of the side to move minus the opponent's, with the bonus or penalty."""
        return self.judge(cython.cast(CaroPosition, position))

    def judge(self, own: CaroPosition) -> int:
        """Return the score of a position of caro for the side to move."""
        colour = own.side ^ own.swapped
        mine = own.sums[colour]
        theirs = own.sums[colour ^ 1]
        score = cython.declare(cython.int, mine & (FOUR - 1))
        score -= theirs & (FOUR - 1)
        if mine >= FOUR:
            score += NEXT
        elif theirs >= 2 * FOUR:
            score -= TWICE
        return score

    def definition(self, position: Position) -> int:
        """Return the score computed from every window of the board."""
        assert isinstance(position, CaroPosition)
        worth, fours = _windows(position)
        own, other = position.colour, 1 - position.colour
        score = worth[own] - worth[other]
        if fours[own]:
            return score + NEXT
        return score - TWICE if fours[other] >= 2 else score


def _windows(position: CaroPosition) -> tuple[list[int], list[int]]:
    """Return the worth of the windows that count, and the number of such windows with four stones.

    Both are lists that are indexed by colour.
    """
    rules = position.game.rules
    board = {cell: colour for colour, cell in position.pieces}
    columns, rows = rules.columns, rules.rows

    def at(column: int, row: int) -> int | None:
        """Return the colour of the stone on a cell, or None if the cell is empty or off the board."""
        return board.get(row * columns + column) if 0 <= column < columns and 0 <= row < rows else None

    worth, fours = [0, 0], [0, 0]
    for row in range(rows):
        for column in range(columns):
            for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                if not (0 <= column + 4 * right < columns and row + 4 * up < rows):
                    continue
                stones = [at(column + k * right, row + k * up) for k in range(5)]
                ends = at(column - right, row - up), at(column + 5 * right, row + 5 * up)
                for colour in range(2):
                    count = stones.count(colour)
                    if 1 - colour in stones or not 0 < count < 5 or not _wins(rules, colour, ends):
                        continue
                    worth[colour] += WINDOW_WORTH[count]
                    fours[colour] += count == 4
    return worth, fours


def _wins(rules: Any, colour: int, ends: tuple[int | None, int | None]) -> bool:
    """Whether five stones of ``colour`` in a row win.

    ``ends`` are the colours of the stones next to both ends of the row, or None if there is no stone.
    """
    longer = colour in ends
    blocked = ends.count(1 - colour)
    if rules.win == "exactly_five" or (rules.win == "renju" and colour == 0):
        return not longer
    if rules.win == "caro":
        return longer or blocked < (2 if rules.blocked == "both" else 1)
    return True


class ThreesAndFours(Evaluation):
    """Evaluation from a course project on caro (2024), with 300 points per open three and 600 points per four.

    Threes and fours are *unbroken* lines of exactly three or four stones of one side, in a row, a column or a diagonal.
    An *open three* has an empty cell at both ends. A *four* has an empty cell at one end or at both.

    The evaluation ignores the winning rule in use and whether there is room for five stones.

    Scale 640: fitted to 1,000 games, for which ``examples/fit_scale.py --game caro --evaluation threes_and_fours
    --games 1000`` gave 641.
    """

    game = "caro"
    name = "threes_and_fours"
    aliases = ("seed",)
    title = "Threes and fours"
    unit = "points"
    scale = 640

    def evaluate(self, position: Position) -> int:
        """Return the points for the open threes and fours of the side to move, minus the opponent's."""
        return self.judge(cython.cast(CaroPosition, position))

    def judge(self, own: CaroPosition) -> int:
        """Return the score of a position of caro for the side to move."""
        score = 0
        for i in range(own.geometry.long_count):  # shorter lines have no open three and no four
            word = own.geometry.long_lines[i]
            crosses = own.words[0][word]
            noughts = own.words[1][word]
            # Three or more in a row, the common case being none.
            if (crosses & crosses >> 1 & crosses >> 2) | (noughts & noughts >> 1 & noughts >> 2):
                free = cython.declare(cython.uint, ((1 << own.geometry.lengths[word]) - 1) << PAD)
                free &= ~(crosses | noughts)
                score += self.count(crosses, free) - self.count(noughts, free)
        return -score if own.side ^ own.swapped else score

    def count(self, stones: int, free: int) -> int:
        """Return the points of one side on one line, given bit sets of its stones and of the empty cells."""
        three = stones & stones >> 1 & stones >> 2 & ~(stones >> 3) & ~(stones << 1)
        four = stones & stones >> 1 & stones >> 2 & stones >> 3 & ~(stones >> 4) & ~(stones << 1)
        return OPEN_THREE * popcount(three & free << 1 & free >> 3) + ANY_FOUR * popcount(
            four & (free << 1 | free >> 4)
        )

    def definition(self, position: Position) -> int:
        """Return the score computed from the board, line by line."""
        assert isinstance(position, CaroPosition)
        board = {cell: colour for colour, cell in position.pieces}
        columns, rows = position.game.rules.columns, position.game.rules.rows
        score = 0
        for cell, colour in board.items():
            column, row = cell % columns, cell // columns
            for right, up in ((1, 0), (0, 1), (1, 1), (-1, 1)):

                def at(k: int, column: int = column, row: int = row, right: int = right, up: int = up) -> int | None:
                    """Return the colour of the stone ``k`` steps away, -1 for an empty cell, or None off the board."""
                    across, along = column + k * right, row + k * up
                    if not (0 <= across < columns and 0 <= along < rows):
                        return None
                    return board.get(along * columns + across, -1)

                if at(-1) == colour:
                    continue
                length = next(k for k in range(1, 24) if at(k) != colour)
                free = [at(-1), at(length)].count(-1)
                value = OPEN_THREE if length == 3 and free == 2 else ANY_FOUR if length == 4 and free else 0
                score += -value if colour else value
        return -score if position.colour else score


register(ThreatCells)
register(Patterns)
register(ThreesAndFours)
