"""Export of the board as a picture file, without the keyboard cursor and the marks of chosen or hovered cells."""

from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from engine.core.errors import KyVienError
from engine.core.files import write_text
from engine.picture import board as svg
from engine.picture.board import board_svg
from studio.board.geometry import GUTTER, BoardGeometry
from studio.board.picture import BoardPicture, bare
from studio.board.view import BoardView
from studio.look import palette


def picture(board: BoardView, side: int = 96) -> QImage:
    """Return an image of a board with its arrows and marks, with a device pixel ratio of 2.

    Args:
        board: the board.
        side: edge of a cell in pixels of the image.

    Raises:
        RuntimeError: before the board's first ``show_position``.
    """
    geometry, size = _geometry(board, side / 2, 2.0)
    image = QImage(round(size.width() * 2), round(size.height() * 2), QImage.Format.Format_ARGB32)
    image.fill(palette.current().ground)
    image.setDevicePixelRatio(2.0)
    painter = QPainter(image)
    bare(board.picture_parts()).draw(painter, geometry)
    painter.end()
    return image


def save_picture(board: BoardView, path: Path) -> None:
    """Write a picture of a board to a ``.png`` or ``.svg`` file.

    Raises:
        KyVienError: if the file cannot be written or has another suffix.
        RuntimeError: before the board's first ``show_position``.
    """
    if path.suffix.lower() == ".png":
        if not picture(board).save(str(path), "PNG"):  # type: ignore[call-overload]
            raise KyVienError("{path} cannot be written", path=path)
    elif path.suffix.lower() == ".svg":
        write_text(path, svg_of(board.picture_parts(), flipped=board.flipped, named=board.has_coordinates))
    else:
        raise KyVienError("{path}: a picture's name ends in .png or .svg", path=path)


def svg_of(picture: BoardPicture, *, side: int = 48, flipped: bool = False, named: bool = True) -> str:
    """Return a picture of a board as an SVG file, in the theme in use.

    Args:
        picture: what is drawn. Marks of the mouse and the keyboard are omitted.
        side: edge of a cell in px.
        flipped: whether SECOND is at the bottom.
        named: whether the board has coordinates.
    """
    return board_svg(
        picture.surface,
        last=picture.last,
        checked=picture.checked,
        attacks=picture.attacks,
        arrows=[
            svg.Arrow(each.origin, each.target, each.color.name(), each.weight, each.label, each.tip, each.is_dashed)
            for each in picture.arrows
        ],
        marks=[svg.Mark(each.cell, each.color.name(), each.kind, each.text) for each in picture.marks],
        signs=picture.signs,
        numbers=picture.numbers,
        faded=picture.faded,
        flip=flipped,
        side=side,
        theme=palette.current().name,
        names=named,
        inline=False,
    )


def _geometry(board: BoardView, side: float, scale: float) -> tuple[BoardGeometry, QSize]:
    surface = board.surface
    if surface is None:
        raise RuntimeError("the board shows no position yet")
    gutter = GUTTER if board.has_coordinates else 4
    size = QSize(round(surface.columns * side + 2 * gutter), round(surface.rows * side + 2 * gutter))
    area = QRectF(0, 0, size.width(), size.height())
    return BoardGeometry.fit(surface, area, scale, flipped=board.flipped, named=board.has_coordinates), size
