"""The positions of a record as a film strip, and the picture of one of them."""

from collections.abc import Iterator

from engine.core.language import tr
from engine.page.content import Look, MoveText, recorded, usual
from engine.picture.board import Board, board_svg
from engine.picture.colors import ThemeName
from engine.picture.strip import Frame, strip_svg
from engine.records.tree import GameTree


def board_at(tree: GameTree, node: int, look: Look = usual) -> Board:
    """Return the board at a node, with the cells of the last move and the kings in check."""
    each, position = tree[node], tree.position(node)
    last: tuple[int, ...] = ()
    if each.move is not None and each.parent is not None:
        shape = tree.game.shape(tree.position(each.parent), each.move)
        last = tuple(cell for cell in (shape.origin, shape.target) if cell is not None)
    return Board(look(position), last=last, checked=tree.game.checked(position))


def caption_at(tree: GameTree, node: int, move_text: MoveText = recorded) -> str:
    """Return the move that leads to a node with its number, such as ``12. Nf3`` or ``12… Nf6``."""
    each = tree[node]
    if each.parent is None:
        return tr("Start")
    if each.move is None:
        return tr("Set up")
    before = tree.position(each.parent)
    dots = "." if before.turn == 0 else "…"
    return f"{tree.move_number(node)}{dots} {move_text(before, each.move)}"


def frames_of(tree: GameTree, every: int = 1, move_text: MoveText = recorded, look: Look = usual) -> Iterator[Frame]:
    """Yield the positions of the main line as frames of a film strip.

    Args:
        tree: the tree.
        every: number of plies between two frames. The last position is always included.
        move_text: function that returns the text of a move.
        look: function that returns the surface of a position.
    """
    line = tree.main_line()
    for ply, node in enumerate(line):
        if ply % every == 0 or ply == len(line) - 1:
            yield Frame(board_at(tree, node, look), caption_at(tree, node, move_text))


def film_of(
    tree: GameTree, *, every: int = 1, columns: int = 4, size: int = 240, flip: bool = False,
    theme: ThemeName = "light", title: str = "", move_text: MoveText = recorded, look: Look = usual,
) -> str:  # fmt: skip
    """Return the main line of a tree as a film strip: an SVG file. The arguments are those of ``strip_svg``."""
    frames = list(frames_of(tree, every, move_text, look))
    return strip_svg(frames, columns=columns, size=size, flip=flip, theme=theme, title=title, inline=False)


def picture_of(tree: GameTree, node: int, *, size: int = 360, flip: bool = False, theme: ThemeName = "light") -> str:
    """Return the board at a node as an SVG file. The arguments are those of ``board_svg``."""
    board = board_at(tree, node)
    turn = tree.game.side_name(tree.position(node), tree.position(node).turn)
    return board_svg(
        board.surface, last=board.last, checked=board.checked, flip=flip, size=size, theme=theme,
        title=tr("{side} to move", side=tr(turn)), inline=False,
    )  # fmt: skip
