"""Export of the board as a picture file, without the keyboard cursor and the marks of chosen or hovered cells."""

from pathlib import Path

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from engine.core.errors import KyVienError
from engine.core.language import tr
from studio.board.geometry import GUTTER, BoardGeometry
from studio.board.picture import bare
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
        _save_svg(board, path)
    else:
        raise KyVienError("{path}: a picture's name ends in .png or .svg", path=path)


def _save_svg(board: BoardView, path: Path) -> None:
    geometry, size = _geometry(board, 48, 1.0)
    generator = QSvgGenerator()
    generator.setFileName(str(path))
    generator.setSize(size)
    generator.setViewBox(QRectF(0, 0, size.width(), size.height()))
    generator.setTitle(tr("Board"))
    painter = QPainter()
    if not painter.begin(generator):
        raise KyVienError("{path} cannot be written", path=path)
    bare(board.picture_parts()).draw(painter, geometry)
    painter.end()


def _geometry(board: BoardView, side: float, scale: float) -> tuple[BoardGeometry, QSize]:
    surface = board.surface
    if surface is None:
        raise RuntimeError("the board shows no position yet")
    gutter = GUTTER if board.has_coordinates else 4
    size = QSize(round(surface.columns * side + 2 * gutter), round(surface.rows * side + 2 * gutter))
    area = QRectF(0, 0, size.width(), size.height())
    return BoardGeometry.fit(surface, area, scale, flipped=board.flipped, named=board.has_coordinates), size
