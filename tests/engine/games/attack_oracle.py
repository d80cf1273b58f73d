"""Attacks of chess and xiangqi once more, slow and plain: the oracle of checks and exchanges.

It shares no line with ``engine``: a board is a dict of (column, row) from 0 to the letters of the text.
"""

Square = tuple[int, int]
Board = dict[Square, str]


def read(text: str) -> Board:
    """The board of a position of chess or xiangqi as text."""
    rows = text.split()[0].split("/")
    board = {}
    for row, letters in enumerate(reversed(rows)):
        column = 0
        for letter in letters:
            if letter.isdigit():
                column += int(letter)
            else:
                board[column, row] = letter
                column += 1
    return board


def between(board: Board, one: Square, two: Square) -> int:
    """The number of pieces strictly between two squares of a row, a column or a diagonal."""
    across, up = two[0] - one[0], two[1] - one[1]
    steps = max(abs(across), abs(up))
    return sum((one[0] + k * across // steps, one[1] + k * up // steps) in board for k in range(1, steps))


def chess_attacks(board: Board, origin: Square, target: Square) -> bool:
    """Whether the piece on ``origin`` could capture on ``target``, regardless of checks."""
    piece = board[origin]
    across, up = target[0] - origin[0], target[1] - origin[1]
    reach = sorted((abs(across), abs(up)))
    if reach == [0, 0]:
        return False
    kind = piece.lower()
    if kind == "p":
        return up == (1 if piece == "P" else -1) and abs(across) == 1
    if kind == "n":
        return reach == [1, 2]
    if kind == "k":
        return reach[1] == 1
    lines = {"b": (False, True), "r": (True, False), "q": (True, True)}[kind]
    is_line = (lines[0] and reach[0] == 0) or (lines[1] and reach[0] == reach[1])
    return is_line and between(board, origin, target) == 0


def xiangqi_attacks(board: Board, origin: Square, target: Square) -> bool:
    """Whether the piece on ``origin`` could capture on ``target``, regardless of checks. Kings attack on open files."""
    piece = board[origin]
    across, up = target[0] - origin[0], target[1] - origin[1]
    reach = sorted((abs(across), abs(up)))
    if reach == [0, 0]:
        return False
    kind, red = piece.lower(), piece.isupper()
    height = target[1] if red else 9 - target[1]
    palace = 3 <= target[0] <= 5 and height <= 2
    if kind == "p":
        return (across, up) == (0, 1 if red else -1) or (reach == [0, 1] and up == 0 and height >= 5)
    if kind == "a":
        return reach == [1, 1] and palace
    if kind == "b":
        return reach == [2, 2] and height <= 4 and between(board, origin, target) == 0
    if kind == "n":
        leg = (origin[0] + int(across / 2), origin[1] + int(up / 2))
        return reach == [1, 2] and leg not in board
    if kind == "k":
        faces = across == 0 and board.get(target, "").lower() == "k" and between(board, origin, target) == 0
        return (reach == [0, 1] and palace) or faces
    return reach[0] == 0 and between(board, origin, target) == (0 if kind == "r" else 1)


ATTACKS = {"chess": chess_attacks, "xiangqi": xiangqi_attacks}


def attackers(name: str, board: Board, target: Square, first: bool) -> set[Square]:
    """The squares of the pieces of FIRST (or of SECOND) that attack ``target`` in chess or xiangqi."""
    attacks = ATTACKS[name]
    return {square for square, piece in board.items() if piece.isupper() == first and attacks(board, square, target)}
