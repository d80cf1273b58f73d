"""Boards of cờ toán drawn in tests: the ranks that matter, everything else empty, the zeros at home."""

from typing import Any

from engine.core.game import find_game
from engine.core.outcome import Player
from engine.core.surface import Setup


def read(drawing: str) -> dict[int, str]:
    """Pieces by cell. A line is a rank's number and its squares from file a; ``.`` is empty."""
    pieces = {9 * 1 + 4: "r0", 9 * 9 + 4: "b0"}
    for line in filter(str.strip, drawing.splitlines()):
        rank, *squares = line.split()
        for file, piece in enumerate(squares):
            if piece != ".":
                pieces[9 * (int(rank) - 1) + file] = piece
    return pieces


def position_of(pieces: dict[int, str], turn: str = "r", rules: str = "", red: int = 0, blue: int = 0) -> Any:
    """The position with these pieces."""
    game = find_game("cotoan").with_rules(rules)
    return game.compose(Setup(pieces, Player("rb".index(turn)), {"red_points": red, "blue_points": blue}))


def draw(drawing: str, turn: str = "r", rules: str = "", red: int = 0, blue: int = 0) -> Any:
    """The position drawn."""
    return position_of(read(drawing), turn, rules, red, blue)


def captures(position: Any) -> list[str]:
    """The captures as people write them, in order of their text."""
    return sorted(position.game.format_move(position, move) for move in position.noisy_moves())


def cell(name: str) -> int:
    """The cell of a square's name."""
    return 9 * (int(name[1:]) - 1) + "abcdefghi".index(name[0])


def attacked(drawing: str, rear: str, rules: str = "") -> list[str]:
    """The squares on which the piece on ``rear`` would take a single enemy piece, put there for the question."""
    pieces = read(drawing)
    game = find_game("cotoan")()
    found = []
    for target in range(99):
        if target not in pieces:
            position = position_of({**pieces, target: "b1"}, rules=rules)
            shapes = [game.shape(position, move) for move in position.noisy_moves()]
            if any(shape.origin == cell(rear) and shape.target == target for shape in shapes):
                found.append(game.surface(position).cell_name(target))
    return found
