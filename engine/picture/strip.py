"""Film strips: the positions of a game side by side, with a caption under each."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.picture.board import Board, board_defs, drawn_board
from engine.picture.colors import ThemeName, theme_named
from engine.picture.geometry import PictureGeometry
from engine.picture.svg import digest, element, fitted, number, picture, text

GAP = 16
"""Space between two boards in px."""
CAPTION = 24
"""Height of a caption in px."""
_SIZE = 13


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film strip: a board, and the text under it, such as the move that led to it."""

    board: Board
    caption: str = ""


def strip_svg(
    frames: Sequence[Frame],
    *,
    columns: int = 4,
    size: int = 240,
    flip: bool = False,
    theme: ThemeName = "light",
    names: bool = False,
    title: str = "",
    inline: bool = True,
    ids: str = "",
) -> str:
    """Return a film strip as SVG, in rows from left to right.

    Args:
        frames: the pictures, at least one, of boards of one game with equal sizes.
        columns: maximum number of boards in a row.
        size: maximum width and height of a board in px.
        flip: whether SECOND is at the bottom.
        theme: the theme.
        names: whether the boards have coordinates.
        title: what the strip shows, in words. The captions follow.
        inline: whether the result is an element of an HTML page. Otherwise it is a separate file.
        ids: beginning of all identifiers; see ``board_svg``.

    Raises:
        ValueError: if there are no frames.
    """
    if not frames:
        raise ValueError("a film strip needs a frame")
    look = theme_named(theme)
    geometry = PictureGeometry.fit(frames[0].board.surface, size, flipped=flip, named=names)
    across = min(max(1, columns), len(frames))
    down = -(-len(frames) // across)
    wide, high = geometry.width + GAP, geometry.height + CAPTION + GAP
    captions = ", ".join(frame.caption for frame in frames if frame.caption)
    words = ": ".join(part for part in (title, captions) if part)
    if not ids and inline:
        ids = digest(words + "".join(drawn_board(frame.board, geometry, look, "") for frame in frames))
    body = ""
    for index, frame in enumerate(frames):
        x, y = GAP + index % across * wide, GAP + index // across * high
        caption = fitted(frame.caption, _SIZE, geometry.width)
        content = drawn_board(frame.board, geometry, look, ids)
        content += text(geometry.width / 2, geometry.height + CAPTION / 2, caption, _SIZE, fill=look.text)
        body += element("g", content, transform=f"translate({number(x)} {number(y)})")
    return picture(
        across * wide + GAP, down * high + GAP, body, title=words, ground=look.ground, inline=inline,
        defs=board_defs([frame.board for frame in frames], geometry, ids),
    )  # fmt: skip
