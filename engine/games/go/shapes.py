"""Local shapes of Go that playouts like to make."""

import itertools

DRAWINGS = """
own stone over two enemies   squeeze between enemies   turn at the head     cap a diagonal stone
O X O                        O X .                     O X ?                . X .
. * .                        . * .                     O * .                O * .
? ? ?                        ? . ?                     o . ?                . . .

cut two diagonal stones      cut through a hole        push between         wedge below
O X ?                        O X ?                     ? O ?                X O ?
X * o                        X * O                     X * X                o * X
? x ?                        ? ? ?                     x x x                ? ? ?

chase along the edge         block at the edge         join at the edge     descend at the edge
O . ?                        X O ?                     ? O ?                ? O X
X * ?                        O * X                     o * X                o * o
- - -                        - - -                     - - -                - - -

cut at the edge
? X O
O * X
- - -
"""
"""Local shapes around an empty point ``*`` on which the sides like to play (Gelly, Wang, Munos and Teytaud, 2006).

Signs: O and X: stones of the two sides; ``.``: empty; ``-``: off the board; o: no stone of O; x: no stone of X; ``?``:
anything. A shape is meant for both sides to move, either colour as O, and in all eight orientations.
"""

_SIGNS = {"O": (0,), "X": (1,), ".": (2,), "-": (3,), "o": (1, 2), "x": (0, 2), "?": (0, 1, 2, 3)}
# The neighbours of a point in the order of Geometry, straight ones before diagonal ones: row and column, upwards.
_AROUND = ((-1, 0), (0, -1), (0, 1), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1))


def shape_codes() -> set[int]:
    """Return the codes of the surroundings of a point on which a side makes one of the shapes.

    A code has two bits for each of the eight points around a point, in the order of ``_AROUND``, from the lowest: 0 and
    1 for the stones of the sides, 2 for an empty point and 3 for a point off the board.
    """
    codes = set()
    for drawing in _drawings():
        for turned in _orientations(drawing):
            around = [_SIGNS[turned[1 - row][1 + column]] for row, column in _AROUND]
            for colours in itertools.product(*around):
                for first in range(2):
                    codes.add(
                        sum((colour ^ first if colour < 2 else colour) << 2 * i for i, colour in enumerate(colours))
                    )
    return codes


def _drawings() -> list[list[list[str]]]:
    """Return the rows of each drawing, from the top."""
    found = []
    for block in DRAWINGS.strip().split("\n\n"):
        rows = [row.split() for row in block.split("\n")[1:]]
        found += [[row[left : left + 3] for row in rows] for left in range(0, len(rows[0]), 3)]
    return found


def _orientations(drawing: list[list[str]]) -> list[list[list[str]]]:
    """Return the eight orientations of a drawing."""
    found = []
    for _ in range(4):
        drawing = [list(row) for row in zip(*drawing[::-1], strict=True)]
        found += [drawing, [row[::-1] for row in drawing]]
    return found
