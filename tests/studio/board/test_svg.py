"""The SVG of the engine against the window's own painter: the same board, pixel by pixel within a tolerance."""

import random
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QByteArray, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from engine.core.game import find_game, games
from engine.core.position import Position
from engine.core.surface import Sign
from studio.board.arrows import Arrow
from studio.board.export import svg_of
from studio.board.geometry import BoardGeometry
from studio.board.picture import BoardPicture, Mark
from studio.look import palette
from tests.engine.positions import random_play

SIDE = 40
MOST_DIFFERENT = 0.006
"""Share of the pixels that may differ: text is drawn by other means, and edges are smoothed in another way."""
MOST_IN_A_CELL = 0.08


def rendered(svg: str) -> QImage:
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    assert renderer.isValid()
    image = QImage(renderer.defaultSize(), QImage.Format.Format_ARGB32)
    image.fill(palette.current().ground)
    painter = QPainter(image)
    renderer.render(painter)
    painter.end()
    return image


def painted(picture: BoardPicture, size: QImage, *, flipped: bool) -> QImage:
    image = QImage(size.size(), QImage.Format.Format_ARGB32)
    image.fill(palette.current().ground)
    painter = QPainter(image)
    area = QRectF(0, 0, size.width(), size.height())
    picture.draw(painter, BoardGeometry.fit_tight(picture.surface, area, 1.0, flipped=flipped, named=True))
    painter.end()
    return image


def pixels(image: QImage) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    rows, columns = image.height(), image.width()
    return np.frombuffer(bytes(image.constBits()), np.uint8).reshape(rows, columns, 4)


def differences(first: QImage, second: QImage) -> tuple[float, float]:
    """The share of pixels in which a colour differs by more than a quarter of its range: of all, and at most in a cell.

    The squares of ``SIDE`` pixels that are compared are not aligned with the cells; one that is wrong fills a quarter.
    """
    assert first.size() == second.size()
    wrong = (np.abs(pixels(first).astype(int) - pixels(second)) > 64).any(axis=2)
    rows, columns = (length // SIDE * SIDE for length in wrong.shape)
    squares = wrong[:rows, :columns].reshape(rows // SIDE, SIDE, columns // SIDE, SIDE)
    return float(wrong.mean()), float(squares.mean(axis=(1, 3)).max())


def played(name: str, plies: int) -> tuple[Position, Position, int]:
    """A position after random moves, the one before, and the move between them."""
    *_, before, after = random_play(find_game(name)().start(), plies, random.Random(5))
    move = next(move for move in before.legal_moves() if before.play(move).key == after.key)
    return before, after, move


def full(name: str) -> BoardPicture:
    """A picture of a position with everything that an export may contain."""
    before, after, move = played(name, 6)
    game = before.game
    surface, shape = game.surface(after), game.shape(before, move)
    last = tuple(cell for cell in (shape.origin, shape.target) if cell is not None)
    occupied = sorted(surface.pieces) or [0]
    empty = [cell for cell in range(surface.columns * surface.rows) if cell not in surface.pieces]
    count = surface.columns * surface.rows
    return BoardPicture(
        surface,
        last=last,
        checked=(count // 2 + 1, 0),
        attacks=tuple(each for each in game.shapes(after) if each.captured)[:2],
        arrows=(Arrow(0, count - 1, QColor("#D55E00")), Arrow(1, 1, QColor("#0072B2"), 0.5, "2")),
        marks=(Mark(count - 2, QColor("#2C6E49")), Mark(count - 3, QColor("#A8321F"), "ring"),
               Mark(count - 4, QColor("#2A66A8"), "cross"), Mark(count // 2, QColor("#2A66A8"), "dot"),
               Mark(count - 5, QColor("#A8321F"), "glyph", "?")),
        signs=(Sign(occupied[0], "triangle"), Sign(empty[0] if empty else 2, "square")),
        faded=frozenset(occupied[1:2]),
    )  # fmt: skip


@pytest.mark.parametrize("flipped", [False, True])
@pytest.mark.parametrize("name", sorted(games()))
def test_a_board_is_drawn_as_by_the_window(qtbot: QtBot, name: str, flipped: bool) -> None:
    picture = full(name)
    ours = rendered(svg_of(picture, side=SIDE, flipped=flipped))
    everywhere, in_a_cell = differences(ours, painted(picture, ours, flipped=flipped))
    assert everywhere < MOST_DIFFERENT and in_a_cell < MOST_IN_A_CELL


def test_the_comparison_notices_a_missing_piece(qtbot: QtBot) -> None:
    picture = full("chess")
    without = {cell: piece for cell, piece in picture.surface.pieces.items() if cell != 0}
    other = replace(picture, surface=replace(picture.surface, pieces=without))
    ours = rendered(svg_of(other, side=SIDE, flipped=False))
    assert differences(ours, painted(picture, ours, flipped=False))[1] > MOST_IN_A_CELL
