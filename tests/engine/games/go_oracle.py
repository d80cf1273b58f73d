"""Go and MiniGo once more, slow and plain: the oracle of the engine's.

It shares no line with ``engine``: a board is a dict of (column, row) from 1 to "b" or "w", groups are found again by
walking, an earlier board is kept whole as a frozenset. Options are read by their names from any object.
"""

from dataclasses import dataclass
from typing import Any

Point = tuple[int, int]
Board = dict[Point, str]

LETTERS = "ABCDEFGHJKLMNOPQRST"


def other(side: str) -> str:
    return "w" if side == "b" else "b"


def name(point: Point | None) -> str:
    return "pass" if point is None else LETTERS[point[0] - 1] + str(point[1])


def around(size: int, point: Point) -> list[Point]:
    column, row = point
    near = [(column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)]
    return [(x, y) for x, y in near if 1 <= x <= size and 1 <= y <= size]


def points(size: int) -> list[Point]:
    return [(column, row) for row in range(1, size + 1) for column in range(1, size + 1)]


def flood(size: int, board: Board, start: Point) -> set[Point]:
    """The points connected with ``start`` that hold what it holds."""
    found, todo = {start}, [start]
    while todo:
        for near in around(size, todo.pop()):
            if near not in found and board.get(near) == board.get(start):
                found.add(near)
                todo.append(near)
    return found


def liberties(size: int, board: Board, group: set[Point]) -> set[Point]:
    return {near for point in group for near in around(size, point) if near not in board}


def groups(size: int, board: Board, side: str) -> list[set[Point]]:
    found: list[set[Point]] = []
    for point in sorted(board, key=lambda point: (point[1], point[0])):
        if board[point] == side and not any(point in group for group in found):
            found.append(flood(size, board, point))
    return found


def put(size: int, board: Board, side: str, point: Point) -> tuple[Board, int, int]:
    """The board after a stone, how many enemy stones it took, how many own."""
    after = dict(board)
    after[point] = side
    taken = 0
    for near in around(size, point):
        if after.get(near) == other(side):
            group = flood(size, after, near)
            if not liberties(size, after, group):
                taken += len(group)
                for stone in group:
                    del after[stone]
    own = flood(size, after, point)
    if liberties(size, after, own):
        return after, taken, 0
    for stone in own:
        del after[stone]
    return after, taken, len(own)


def read_board(size: int, text: str) -> Board:
    board: Board = {}
    for row, line in zip(range(size, 0, -1), text.split("/"), strict=True):
        column, number = 1, ""
        for letter in line + " ":
            if letter in "0123456789":
                number += letter
                continue
            column, number = column + int(number or 0), ""
            if letter in "bw":
                board[column, row] = letter
                column += 1
    return board


def write_board(size: int, board: Board) -> str:
    rows = []
    for row in range(size, 0, -1):
        text = "".join(board.get((column, row), ".") for column in range(1, size + 1))
        for length in range(size, 0, -1):
            text = text.replace("." * length, str(length) + "|") if "." * length in text else text
        rows.append(text.replace("|", ""))
    return "/".join(rows)


def territory(size: int, board: Board) -> tuple[set[Point], set[Point]]:
    """Empty points that reach only black, only white."""
    found: tuple[set[Point], set[Point]] = (set(), set())
    for point in points(size):
        if point not in board and point not in found[0] | found[1]:
            region = flood(size, board, point)
            touched = {board[near] for each in region for near in around(size, each) if near in board}
            if len(touched) == 1:
                found["bw".index(touched.pop())].update(region)
    return found


@dataclass
class GoOracle:
    """A position of Go with all it remembers. ``play`` returns another."""

    rules: Any
    board: Board
    side: str
    ko: Point | None
    prisoners: tuple[int, int]
    passes: int
    earlier: tuple[tuple[frozenset[tuple[Point, str]], str] | None, ...] = ()  # None: a pass

    @property
    def size(self) -> int:
        return int(self.rules.size)

    def text(self) -> str:
        black, white = self.prisoners
        words = [write_board(self.size, self.board), self.side, name(self.ko) if self.ko else "-", f"{black} {white}"]
        return " ".join(words + ([str(self.passes)] if self.passes else []))

    def now(self) -> tuple[frozenset[tuple[Point, str]], str]:
        return frozenset(self.board.items()), self.side

    def moves(self) -> list[Point | None]:
        if self.outcome() is not None:
            return []
        return [point for point in points(self.size) if self.is_legal(point)] + [None]

    def is_legal(self, point: Point) -> bool:
        if point in self.board or point == self.ko:
            return False
        after, taken, lost = put(self.size, self.board, self.side, point)
        if lost and self.rules.rule_set != "tromp_taylor":
            return False
        if self.rules.no_surrounded and not taken and self.side in self.board.values():
            region = flood(self.size, self.board, point)
            if not any(self.board.get(near) == self.side for each in region for near in around(self.size, each)):
                return False
        boards = [each for each in (*self.earlier, self.now()) if each is not None]
        if self.rules.rule_set in ("chinese", "tromp_taylor"):
            return frozenset(after.items()) not in [board for board, _ in boards]
        if self.rules.rule_set == "aga":
            return (frozenset(after.items()), other(self.side)) not in boards
        return True

    def captures(self, point: Point) -> int:
        return put(self.size, self.board, self.side, point)[1]

    def play(self, point: Point | None) -> "GoOracle":
        if point is None:
            return GoOracle(
                self.rules, self.board, other(self.side), None, self.prisoners, self.passes + 1,
                (*self.earlier, self.now(), None),
            )  # fmt: skip
        after, taken, lost = put(self.size, self.board, self.side, point)
        black, white = self.prisoners
        black, white = (black + taken, white + lost) if self.side == "b" else (black + lost, white + taken)
        ko = None
        if taken == 1 and not lost:
            own = flood(self.size, after, point)
            (empty,) = [near for near in around(self.size, point) if self.board.get(near) != after.get(near)] or [None]
            if len(own) == 1 and liberties(self.size, after, own) == {empty}:
                ko = empty
        return GoOracle(self.rules, after, other(self.side), ko, (black, white), 0, (*self.earlier, self.now()))

    def half_points(self) -> int:
        black, white = territory(self.size, self.board)
        stones = 4 if self.rules.handicap and (self.size < 9 or self.size % 2 == 0) else self.rules.handicap
        stones = min(stones, self.rules.handicap)
        points = len(black) - len(white)
        if self.rules.rule_set == "japanese":
            points += self.prisoners[0] - self.prisoners[1]
        else:
            points += sum(1 if side == "b" else -1 for side in self.board.values())
            points -= {"chinese": stones, "aga": max(0, stones - 1)}.get(self.rules.rule_set, 0)
        return round(2 * (points - self.rules.komi))

    def outcome(self) -> tuple[str | None, str] | None:
        if self.rules.rule_set == "japanese" and self.passes == 0:
            since = list(self.earlier)
            while None in since:
                since = since[since.index(None) + 1 :]
            if self.now() in since:
                return None, "repetition"
        if self.passes < 2:
            return None
        points = self.half_points()
        return None if points == 0 else "b" if points > 0 else "w", "score"

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(self.play(move).perft(depth - 1) for move in self.moves())


@dataclass
class MinigoOracle:
    """A position of MiniGo."""

    rules: Any
    board: Board
    side: str
    winner: str | None = None
    prisoners: int = 0

    @property
    def size(self) -> int:
        return int(self.rules.size)

    def text(self) -> str:
        counts = {"b": (self.prisoners, 0), "w": (0, self.prisoners), None: (0, 0)}[self.winner]
        return f"{write_board(self.size, self.board)} {self.side} - {counts[0]} {counts[1]}"

    def moves(self) -> list[Point]:
        if self.winner:
            return []
        return [point for point in self.choice() if put(self.size, self.board, self.side, point)[2] == 0]

    def choice(self) -> list[Point]:
        everything = [point for point in points(self.size) if point not in self.board]
        if self.rules.free:
            return everything
        enemies = groups(self.size, self.board, other(self.side))
        if not enemies:
            if not self.board and self.rules.centre:
                return [(self.size // 2 + 1, self.size // 2 + 1)]
            return everything
        for some in (enemies, groups(self.size, self.board, self.side)):
            last = [liberties(self.size, self.board, group) for group in some]
            if any(len(each) == 1 for each in last):
                return sorted({point for each in last if len(each) == 1 for point in each}, key=lambda p: (p[1], p[0]))
        shared = set().union(*(liberties(self.size, self.board, group) for group in enemies))
        return sorted(shared, key=lambda point: (point[1], point[0]))

    def play(self, point: Point) -> "MinigoOracle":
        after, taken, _ = put(self.size, self.board, self.side, point)
        return MinigoOracle(self.rules, after, other(self.side), self.side if taken else None, taken)

    def outcome(self) -> tuple[str | None, str] | None:
        if self.winner:
            return self.winner, "capture"
        return None if self.moves() else (other(self.side), "no legal move")

    def captures(self, point: Point) -> int:
        return put(self.size, self.board, self.side, point)[1]

    def perft(self, depth: int) -> int:
        if depth == 0:
            return 1
        return sum(self.play(move).perft(depth - 1) for move in self.moves())
