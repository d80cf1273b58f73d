"""A second generator of cờ toán, slow and plain, written from the rule text alone: the oracle of the engine's.

It shares no line and no table with ``engine``: a board is a dict, a square a pair (file, rank) from 1, a piece a pair
(side, digit), sides are "r" and "b", a move is a pair of squares. Options are read by their names from any object.
Sources: the inventor's rule text (cotoan.vnvista.com), sections as numbered in the project's rule specification.
"""

from dataclasses import dataclass
from typing import Any

Square = tuple[int, int]
Piece = tuple[str, int]
Move = tuple[Square, Square]

DIRECTIONS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
ZERO_SQUARES = {"r": (5, 2), "b": (5, 10)}


def other(side: str) -> str:
    return "b" if side == "r" else "r"


def name(square: Square) -> str:
    return " abcdefghi"[square[0]] + str(square[1])


def move_name(move: Move) -> str:
    return name(move[0]) + name(move[1])


def on_board(square: Square) -> bool:
    return 1 <= square[0] <= 9 and 1 <= square[1] <= 11


def results(rules: Any, rear: int, front: int) -> set[int]:
    """Section 5: the distances from the front piece that ``rear`` ∘ ``front`` reaches."""
    if front == 0 and not rules.zero_helper:
        return set()
    numbers = set()
    if "a" in rules.ops:
        numbers.add(rear + front)
    if "s" in rules.ops:
        numbers.add(abs(rear - front) if rules.abs_sub else rear - front)
    if "m" in rules.ops:
        numbers.add(rear * front)
    if front != 0:
        quotient, remainder = divmod(rear, front)
        if "d" in rules.ops and (remainder == 0 or rules.quotient == "always"):
            numbers.add(quotient)
        if "r" in rules.ops and (rear > front or rules.mod_small):
            numbers.add(remainder)
    # A negative difference does not count, of ten and more the unit counts, a zero is void.
    return {number % 10 for number in numbers if number > 0} - {0}


@dataclass
class Oracle:
    """A position with all it remembers. ``play`` returns another."""

    rules: Any
    board: dict[Square, Piece]
    side: str
    points: dict[str, int]
    since_capture: int
    number: int
    earlier: list[Any]

    @classmethod
    def read(cls, rules: Any, text: str) -> "Oracle":
        ranks, side, red, blue, since, number = text.split()
        board = {}
        for rank, row in zip(range(11, 0, -1), ranks.split("/"), strict=True):
            file, letters = 1, iter(row)
            for letter in letters:
                if letter in "rb":
                    board[file, rank] = (letter, int(next(letters)))
                    file += 1
                else:
                    file += int(letter)
            assert file == 10
        return cls(rules, board, side, {"r": int(red), "b": int(blue)}, int(since), int(number), [])

    def text(self) -> str:
        rows = []
        for rank in range(11, 0, -1):
            row, empty = "", 0
            for file in range(1, 10):
                piece = self.board.get((file, rank))
                if piece is None:
                    empty += 1
                    continue
                row, empty = row + (str(empty) if empty else "") + f"{piece[0]}{piece[1]}", 0
            rows.append(row + (str(empty) if empty else ""))
        red, blue = self.points["r"], self.points["b"]
        return f"{'/'.join(rows)} {self.side} {red} {blue} {self.since_capture} {self.number}"

    def pseudo_moves(self) -> dict[Move, Piece | None]:
        """Every move the pieces can make, with what it captures; whether the game goes on is not asked."""
        found: dict[Move, Piece | None] = {}
        for origin, (side, digit) in self.board.items():
            if side != self.side or digit == 0:
                continue
            for right, up in DIRECTIONS:

                def along(steps: int) -> Square:
                    return origin[0] + steps * right, origin[1] + steps * up  # noqa: B023 - used at once

                for steps in range(1, digit + 1):
                    if not on_board(along(steps)) or along(steps) in self.board:
                        break
                    found[origin, along(steps)] = None
                front = self.board.get(along(1))
                if front is None or front[0] != side:
                    continue
                for distance in results(self.rules, digit, front[1]):
                    target = self.board.get(along(1 + distance))
                    between = [along(1 + k) for k in range(1, distance)]
                    if target is not None and target[0] == other(side) and not any(s in self.board for s in between):
                        found[origin, along(1 + distance)] = target
        return found

    def outcome(self) -> tuple[str | None, str] | None:
        """Section 6: the winner (None: a draw) and why."""
        for side in "rb":
            if (side, 0) not in self.board.values():
                return other(side), "zero"
        for side in "rb":
            if self.rules.target is not None and self.points[side] >= self.rules.target:
                return side, "points"
        if self.rules.repetition and self.earlier.count(self.picture()) >= 2:
            return None, "repetition"
        if self.rules.no_capture is not None and self.since_capture >= self.rules.no_capture:
            return self.leader(), "no capture"
        able = []
        for side in "rb":
            mobile = sum(1 for owner, digit in self.board.values() if owner == side and digit > 0)
            able.append(mobile >= 1 if self.rules.zero_helper else mobile >= 2)
        if not any(able):
            return self.leader(), "no pair left"
        if not self.pseudo_moves():
            return self.leader(), "no legal move"
        return None

    def leader(self) -> str | None:
        if self.points["r"] == self.points["b"]:
            return None
        return "r" if self.points["r"] > self.points["b"] else "b"

    def picture(self) -> Any:
        return frozenset(self.board.items()), self.side

    def moves(self) -> dict[Move, Piece | None]:
        """The legal moves and what each captures."""
        return {} if self.outcome() else self.pseudo_moves()

    def play(self, move: Move) -> "Oracle":
        board = dict(self.board)
        mover, taken = board.pop(move[0]), board.get(move[1])
        board[move[1]] = mover
        points = dict(self.points)
        if taken is not None:
            points[self.side] += taken[1]
        return Oracle(
            self.rules,
            board,
            other(self.side),
            points,
            0 if taken is not None else self.since_capture + 1,
            self.number + (self.side == "b"),
            [*self.earlier, self.picture()],
        )

    def perft(self, depth: int) -> int:
        """Section 8: paths of ``depth`` moves; they stop below a captured zero, whatever the points."""
        if depth == 0:
            return 1
        if any((side, 0) not in self.board.values() for side in "rb"):
            return 0
        moves = self.pseudo_moves()
        return len(moves) if depth == 1 else sum(self.play(move).perft(depth - 1) for move in moves)
